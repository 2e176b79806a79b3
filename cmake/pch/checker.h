// Precompiled for the modules from the checker on.
#pragma once

#include <deque>
#include <filesystem>
#include <mutex>
#include <sstream>

#include "base/json/write.h"
#include "base/text/filled.h"
#include "checker/checker.h"
#include "cmake/pch/standard.h"
#include "model/model.h"
#include "rulings/rulings.h"
