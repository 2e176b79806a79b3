// Precompiled for the test programs.
#pragma once

#include "cmake/pch/checker.h"
#include "tests/catch.h"
