#include "rulings/xml/write.h"

#include <functional>
#include <set>

namespace hanrei::rulings {

std::string as_xml(const Document& document, bool texts) {
  const auto escaped = [](const std::string& s, bool attribute) {
    std::string out;
    for (const char c : s)
      out += c == '<'   ? "&lt;"
             : c == '>' ? "&gt;"
             : c == '&' ? "&amp;"
             : c == '"' ? "&quot;"
             : attribute && (c == '\n' || c == '\r' || c == '\t')
                 ? "&#" + std::to_string(static_cast<int>(c)) + ";"
                 : std::string(1, c);
    return out;
  };
  static const std::set<std::string_view> words = {"title",   "question", "answer", "cites",
                                                   "partial", "note",     "read"};
  std::string out;
  const std::function<void(const Element&, size_t)> write = [&](const Element& e, size_t depth) {
    if (!texts && words.contains(e.name)) return;
    out += std::string(depth * 2, ' ') + "<" + e.name;
    for (const Element::Attribute& a : e.attributes)
      out += " " + a.name + "=\"" + escaped(a.value, true) + "\"";
    if (e.children.empty()) {
      out += e.text.empty() ? "/>\n" : ">" + escaped(e.text, false) + "</" + e.name + ">\n";
      return;
    }
    out += ">" + escaped(e.text, false) + "\n";
    for (const Element& k : e.children) write(k, depth + 1);
    out += std::string(depth * 2, ' ') + "</" + e.name + ">\n";
  };
  write(document.root, 0);
  return out;
}

}  // namespace hanrei::rulings
