// The engines of one question, for what examines it under several readings.
#pragma once

#include <memory>
#include <utility>

#include "checker/explicit_state/explore.h"
#include "checker/symbolic/engine.h"
#include "checker/verdict/session.h"

namespace hanrei::checker {

struct Session::Asked {
  explicit_state::Engine counted;
  symbolic::Engine solved;
  Asked(const Question& q, const Options& o, std::shared_ptr<symbolic::Memory> memory = nullptr)
      : counted(q, o.limits), solved(q, o.limits, std::move(memory)) {}
};

}  // namespace hanrei::checker
