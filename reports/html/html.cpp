#include "reports/html/html.h"

#include <algorithm>

#include "base/check.h"
#include "base/text/unicode.h"

namespace hanrei::reports::html {

using base::Lang;

std::string escaped(std::string_view text) {
  std::string out;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    // no line of a terminal begins here: a colon is one
    const std::string line =
        base::safe_terminal("|" + std::string(text.substr(begin, end - begin)), true);
    for (const char c : std::string_view(line).substr(1)) switch (c) {
        case '&': out += "&amp;"; break;
        case '<': out += "&lt;"; break;
        case '>': out += "&gt;"; break;
        case '"': out += "&quot;"; break;
        case '\'': out += "&#39;"; break;
        default: out += c;
      }
    if (end < text.size()) out += '\n';
    begin = end + 1;
  }
  return out;
}

std::string_view word(Word which, Lang lang) {
  switch (which) {
#define WORD(name, en, ja) \
  case Word::name:         \
    return lang == Lang::Ja ? ja : en;
#include "reports/html/words.def"
#undef WORD
  }
  return "";
}

namespace {

/// An address of ours that asks for a language. What leads elsewhere, or stays on the page, stays.
std::string in_language(std::string_view address, std::string_view lang) {
  const std::size_t place = std::min(address.find('#'), address.size());
  if (place == 0 || address.find("://") != std::string_view::npos) return std::string(address);
  const std::string_view before = address.substr(0, place);
  return std::string(before) + (before.find('?') == std::string_view::npos ? "?" : "&") +
         "lang=" + std::string(lang) + std::string(address.substr(place));
}

}  // namespace

Html& Html::open(std::string_view tag, Attributes attributes) {
  empty(tag, attributes);
  open_.emplace_back(tag);
  // what a form asks for takes the place of what its address asks for
  if (tag == "form" && !keep_.empty())
    for (const auto& [name, value] : attributes)
      if (name == "method" && value == "get")
        empty("input", {{"type", "hidden"}, {"name", "lang"}, {"value", keep_}});
  return *this;
}

Html& Html::empty(std::string_view tag, Attributes attributes) {
  const bool leads = !keep_.empty() && (tag == "a" || tag == "form");
  out_.append("<").append(tag);
  for (const auto& [name, value] : attributes)
    if (!value.empty())
      out_.append(" ").append(name).append("=\"").append(escaped(
          leads && (name == "href" || name == "action") ? in_language(value, keep_) : value)) +=
          '"';
  out_ += '>';
  return *this;
}

Html& Html::close() {
  HANREI_CHECK(!open_.empty(), "an element is closed that was not opened");
  out_.append("</").append(open_.back()) += '>';
  // lines, so that a difference between two bundles can be read
  if (open_.back() != "span" && open_.back() != "a" && open_.back() != "b") out_ += '\n';
  open_.pop_back();
  return *this;
}

Html& Html::text(std::string_view text) {
  out_ += escaped(text);
  return *this;
}

Html& Html::element(std::string_view tag, std::string_view text, Attributes attributes) {
  return open(tag, attributes).text(text).close();
}

Html& Html::word(Word which, std::string_view tag) {
  return both(html::word(which, Lang::En), html::word(which, Lang::Ja), tag);
}

Html& Html::both(const std::string (&texts)[2], std::string_view tag, std::string_view css) {
  return both(texts[0], texts[1], tag, css);
}

Html& Html::both(std::string_view en, std::string_view ja, std::string_view tag,
                 std::string_view css) {
  if (en == ja) return en.empty() ? *this : element(tag, en, {{"class", css}});
  if (en.empty()) return element(tag, ja, {{"lang", "ja"}, {"class", css}});
  if (ja.empty()) return element(tag, en, {{"lang", "en"}, {"class", css}});
  element(tag, ja, {{"lang", "ja"}, {"data-f", "ja"}, {"class", css}});
  return element(tag, en, {{"lang", "en"}, {"data-f", "en"}, {"class", css}});
}

std::string Html::take() {
  HANREI_CHECK(open_.empty(), "an element was not closed");
  return std::move(out_);
}

}  // namespace hanrei::reports::html
