// How Japanese clauses go on.
#pragma once

#include <string>

namespace hanrei::checker::explain {

/// Two clauses in their plain form as one: both are so, or with `all` false one of them is.
std::string japanese_both(const std::string& a, const std::string& b, bool all);

}  // namespace hanrei::checker::explain
