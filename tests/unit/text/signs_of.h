// The turns of phrase that a text is read to have, as facts.json has them.
#pragma once

#include <string>

#include "model/rulebook/rulebook.h"

namespace hanrei::test {

/// Of the whole text, one after another: `NAME TEXT|OF; `.
inline std::string signs(const std::string& text) {
  std::string out;
  for (const auto& u : model::rulebook::parse("x", text).units) for (const auto& s : u.says) for (const model::rulebook::Sign& g : s.signs) out += std::string(sign_name(g.is)) + " " + g.text + "|" + g.of + "; ";
  return out;
}

inline bool has(const std::string& text, const std::string& sign) { return signs(text).find(sign) != std::string::npos; }

}  // namespace hanrei::test
