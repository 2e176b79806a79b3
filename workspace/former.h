// The policy and the baseline as they were where a change began: they judge it. What the change
// makes of them counts from the next one on.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "findings/policy.h"
#include "findings/ratchet.h"
#include "workspace/revision.h"
#include "workspace/standards.h"

namespace hanrei::workspace {

struct Former {
  findings::Policy policy;
  std::optional<findings::Baseline> baseline;
  std::string policy_path;  ///< where it lies; empty: there was none
  /// That they are others now; that they are looser, or who signed that they are.
  std::vector<findings::Finding> changed;
  std::vector<findings::Lowered> lowered;  ///< figures that the policy holds lower now
};

/// `places`: where a policy may lie, the nearest first. What lies outside of the work tree is no
/// part of any change, and counts as it is.
Former former(const Revision& base, const std::vector<std::string>& places,
              const Standards& standards, const StandardsOptions& options);

}  // namespace hanrei::workspace
