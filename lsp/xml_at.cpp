#include "lsp/xml_at.h"

#include <algorithm>

#include "base/text/replace.h"

namespace hanrei::lsp {
namespace {

constexpr std::string_view kSpace = " \t\r\n";
constexpr std::string_view kNameEnds = " \t\r\n=<>/\"'";

/// A start tag, as far as it is one: a value ends at its quote, or where none can go on.
struct Tag {
  struct Attribute {
    std::size_t name = 0, name_end = 0, value = 0, value_end = 0;
    bool has_value = false;
  };
  std::size_t name = 0, name_end = 0;
  std::vector<Attribute> attributes;
  std::size_t end = 0;  ///< behind its last character but `>`
  bool closed = false, empty = false;
};

std::size_t find_any(std::string_view text, std::string_view any, std::size_t from) {
  return std::min(text.find_first_of(any, from), text.size());
}
std::size_t skip_space(std::string_view text, std::size_t from) {
  return std::min(text.find_first_not_of(kSpace, from), text.size());
}

Tag read_tag(std::string_view text, std::size_t open) {
  Tag tag;
  tag.name = open + 1;
  tag.name_end = find_any(text, kNameEnds, tag.name);
  std::size_t i = tag.name_end;
  for (;;) {
    i = skip_space(text, i);
    if (i >= text.size() || text[i] == '<' || text[i] == '>') break;
    if (text[i] == '/') {
      tag.empty = i + 1 < text.size() && text[i + 1] == '>';
      if (tag.empty) break;
      ++i;
      continue;
    }
    Tag::Attribute a;
    a.name = i;
    a.name_end = std::max(find_any(text, kNameEnds, i), i + 1);
    i = skip_space(text, a.name_end);
    if (i < text.size() && text[i] == '=') {
      const std::size_t quote = skip_space(text, i + 1);
      if (quote < text.size() && (text[quote] == '"' || text[quote] == '\'')) {
        const char ends[] = {text[quote], '<', '\n', '\0'};
        a.has_value = true;
        a.value = quote + 1;
        a.value_end = find_any(text, ends, a.value);
        i = a.value_end < text.size() && text[a.value_end] == text[quote] ? a.value_end + 1
                                                                          : a.value_end;
      } else {
        i = std::max(quote, i + 1);
      }
    } else {
      i = a.name_end;
    }
    tag.attributes.push_back(a);
  }
  tag.end = i;
  tag.closed = i < text.size() && text[i] != '<';
  return tag;
}

XmlAt::Open opened(std::string_view text, const Tag& tag) {
  XmlAt::Open out{std::string(text.substr(tag.name, tag.name_end - tag.name)), {}};
  for (const Tag::Attribute& a : tag.attributes)
    if (a.has_value)
      out.attributes.emplace_back(text.substr(a.name, a.name_end - a.name),
                                  unescape_xml(text.substr(a.value, a.value_end - a.value)));
  return out;
}

/// Which part of the tag the place is in.
void locate(std::string_view text, const Tag& tag, std::size_t offset, XmlAt& out) {
  out.where = XmlAt::Where::Attribute;
  out.begin = out.end = offset;
  if (offset <= tag.name_end) {
    out.where = XmlAt::Where::Tag;
    out.begin = tag.name;
    out.end = tag.name_end;
    return;
  }
  for (const Tag::Attribute& a : tag.attributes) {
    if (offset >= a.name && offset <= a.name_end) {
      out.begin = a.name;
      out.end = a.name_end;
    } else if (a.has_value && offset >= a.value && offset <= a.value_end) {
      out.where = XmlAt::Where::Value;
      out.begin = a.value;
      out.end = a.value_end;
    } else {
      continue;
    }
    out.attribute = text.substr(a.name, a.name_end - a.name);
    return;
  }
}

}  // namespace

std::string XmlAt::Open::get(std::string_view attribute) const {
  for (const auto& [its_name, value] : attributes)
    if (its_name == attribute) return value;
  return "";
}
bool XmlAt::in(std::string_view element) const {
  return std::ranges::any_of(open, [&](const Open& o) { return o.name == element; });
}

XmlAt xml_at(std::string_view text, std::size_t offset) {
  XmlAt out;
  std::size_t i = 0;
  while (i < text.size()) {
    if (text[i] != '<') {
      const std::size_t end = find_any(text, "<", i);
      if (offset >= i && offset <= end && !out.open.empty()) {
        out.where = XmlAt::Where::Content;
        out.begin = i;
        out.end = end;
        return out;
      }
      i = end;
      continue;
    }
    const std::string_view rest = text.substr(i);
    std::size_t passed = 0;  // what is no tag
    for (const auto& [open, close] : {std::pair<std::string_view, std::string_view>{"<!--", "-->"},
                                      {"<![CDATA[", "]]>"},
                                      {"<?", "?>"},
                                      {"<!", ">"}})
      if (passed == 0 && rest.starts_with(open)) {
        const std::size_t end = rest.find(close, open.size());
        passed = end == std::string_view::npos ? rest.size() : end + close.size();
      }
    if (passed > 0) {
      if (offset > i && offset < i + passed) return out;
      i += passed;
      continue;
    }
    if (rest.starts_with("</")) {
      const std::size_t end = find_any(text, "<>", i + 1);
      if (offset > i && offset <= end) return out;
      if (!out.open.empty()) out.open.pop_back();
      i = end < text.size() && text[end] == '>' ? end + 1 : end;
      if (i == offset && !out.open.empty() && (i == text.size() || text[i] == '<')) {
        out.where = XmlAt::Where::Content;
        out.begin = out.end = offset;
        return out;
      }
      continue;
    }
    const Tag tag = read_tag(text, i);
    if (offset > i && offset <= tag.end) {
      out.open.push_back(opened(text, tag));
      locate(text, tag, offset, out);
      return out;
    }
    if (!tag.empty) out.open.push_back(opened(text, tag));
    i = tag.end + (tag.empty ? 2 : tag.closed ? 1 : 0);
    if (i == offset && !out.open.empty() && (i >= text.size() || text[i] == '<')) {
      out.where = XmlAt::Where::Content;
      out.begin = out.end = offset;
      return out;
    }
  }
  return out;
}

std::string unescape_xml(std::string_view text) {
  std::string out(text);
  for (const auto& [from, to] :
       {std::pair{"&lt;", "<"}, {"&gt;", ">"}, {"&quot;", "\""}, {"&apos;", "'"}, {"&amp;", "&"}})
    base::replace_all(out, from, to);
  return out;
}
std::string escape_xml(std::string_view text) {
  std::string out(text);
  for (const auto& [to, from] :
       {std::pair{"&amp;", "&"}, {"&lt;", "<"}, {"&gt;", ">"}, {"&quot;", "\""}, {"&apos;", "'"}})
    base::replace_all(out, from, to);
  return out;
}

}  // namespace hanrei::lsp
