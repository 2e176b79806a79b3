// What is read in a text: the turns of phrase, as facts.json has them, and the findings.
#pragma once

#include <string>

#include "audit/print/print.h"
#include "audit/print/reader/reader.h"

namespace hanrei::test {

/// Of the whole text, one after another: `NAME TEXT|OF; `.
inline std::string signs(const std::string& text) {
  std::string out;
  for (const auto& u : audit::reader::parse("x", text).units)
    for (const auto& s : u.says)
      for (const audit::reader::Sign& g : s.signs)
        out += std::string(sign_name(g.is)) + " " + g.text + "|" + g.of + "; ";
  return out;
}

/// The codes of what is found in the text, each with a space behind it.
inline std::string codes(const std::string& text) {
  std::string out;
  for (const auto& f : audit::print::examine(audit::reader::parse("x", text)).list)
    out += std::string(base::code_text(f.code)) + " ";
  return out;
}

inline bool has(const std::string& text, const std::string& sign) {
  return signs(text).find(sign) != std::string::npos;
}

}  // namespace hanrei::test
