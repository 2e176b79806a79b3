// All bodies of Eval and Machine: what a unit includes that compiles them for a value domain. One
// unit for each domain.
#pragma once

#include "checker/semantics/body/acts.h"
#include "checker/semantics/body/choices.h"
#include "checker/semantics/body/commit.h"
#include "checker/semantics/body/declare.h"
#include "checker/semantics/body/eval.h"
#include "checker/semantics/body/frames.h"
#include "checker/semantics/body/lots.h"
#include "checker/semantics/body/open.h"
#include "checker/semantics/body/settle.h"
#include "checker/semantics/body/step.h"
