// A summary in Markdown, by cause; it fits one comment that is written over each time. Text of
// cards and rulings comes out of it as text: no heading, list, link, mention, image or HTML.
#include "reports/markdown.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/text/unicode.h"
#include "reports/findings.h"

namespace hanrei::reports {
namespace {

using findings::Effect;
using findings::Finding;

constexpr size_t kMostOfCause = 10, kRoom = 1000;  // bytes kept free for the end
constexpr const char* kBreak =
    "&#8203;";  // zero width: keeps two characters from meaning something together

/// A name of a file and the like, as code.
std::string code(std::string_view words) {
  std::string text = base::safe_terminal(base::clip(words, 200));
  size_t longest = 0, run = 0;
  for (const char c : text) {
    run = c == '`' ? run + 1 : 0;
    longest = std::max(longest, run);
  }
  const std::string fence(longest + 1, '`');
  return fence + (longest > 0 || text.empty() ? " " + text + " " : text) + fence;
}

}  // namespace

std::string markdown_text(std::string_view words, size_t chars) {
  std::string safe = base::safe_terminal(base::clip(words, chars));
  std::string out;
  for (size_t i = 0; i < safe.size(); ++i) {
    const char c = safe[i];
    const std::string_view rest = std::string_view(safe).substr(i);
    if (c == '&')
      out += "&amp;";
    else if (c == '<')
      out += "&lt;";
    else if (c == '>')
      out += "&gt;";
    else if (c == '@' || c == '#') {
      out += c;
      out += kBreak;
    }  // mentions, issues
    else if (c == ':') {
      out += ':';
      if (rest.starts_with("://") || (i + 1 < safe.size() && safe[i + 1] != ' ')) out += kBreak;
    } else if (rest.starts_with("www.") || rest.starts_with("WWW.")) {
      out += c;
      out += kBreak;
    } else if (rest.starts_with("GH-")) {
      out += c;
      out += kBreak;
    } else if (std::string_view("\\`*_{}[]()!|~$^").find(c) != std::string_view::npos) {
      out += '\\';
      out += c;
    } else if (std::string_view("-+=.").find(c) != std::string_view::npos &&
               safe.find_first_not_of("0123456789 ") == i) {
      out += '\\';
      out += c;
    }  // a list, a rule
    else
      out += c;
  }
  return out;
}

void write_markdown(std::ostream& out, const Run& run, const Style& style) {
  const auto lang = static_cast<size_t>(style.lang);
  const bool ja = lang == 1;
  std::map<std::string, std::vector<const Finding*>> causes;
  std::vector<std::string> order;  // as the findings come: what matters most first
  size_t counts[5] = {};
  for (const Finding& f : run.judged.list) {
    if (!f.counts()) continue;
    ++counts[static_cast<size_t>(f.effect)];
    auto& list = causes[f.code];
    if (list.empty()) order.push_back(f.code);
    list.push_back(&f);
  }
  const size_t bad = counts[static_cast<size_t>(Effect::Fails)] +
                     counts[static_cast<size_t>(Effect::Broken)],
               unsure = counts[static_cast<size_t>(Effect::Unsure)],
               told = counts[static_cast<size_t>(Effect::Told)];
  std::string text = "<!-- hanrei " + run.command + " -->\n## hanrei " + run.command + ": ";
  if (run.exit_code == 4)
    text += ja ? "何も検査していません" : "nothing was examined";
  else if (run.exit_code == 0)
    text += ja ? "問題ありません" : "nothing stands in the way";
  else
    text +=
        fmt::format(fmt::runtime(ja ? "不可 {}、未決 {}" : "{} fail, {} undecided"), bad, unsure);
  text += "\n\n";
  if (!run.scope[lang].empty()) text += markdown_text(run.scope[lang]) + "\n\n";
  const findings::Judged& j = run.judged;
  if (told + j.allowed + j.waived + j.known > 0)
    text += fmt::format(fmt::runtime(ja ? "注意 {}、許可 {}、免除 {}、以前から {}\n\n"
                                        : "{} told, {} allowed, {} waived, {} known before\n\n"),
                        told, j.allowed, j.waived, j.known);
  size_t left = 0;
  bool full = false;
  for (const std::string& cause : order) {
    const auto& list = causes[cause];
    if (full) {
      left += list.size();
      continue;
    }
    std::string part = "### " + cause + " (" + std::to_string(list.size()) + ")\n\n" +
                       markdown_text(findings::rule_of(cause).text[lang]) + "\n\n";
    for (size_t i = 0; i < list.size() && i < kMostOfCause; ++i) {
      const Finding& f = *list[i];
      part += "- " + (f.place.path.empty() ? "" : code(place_text(f.place)) + " ") +
              markdown_text(f.message[lang]) + "\n";
      if (i == 0 && !f.hint[lang].empty()) part += "  - " + markdown_text(f.hint[lang]) + "\n";
    }
    if (list.size() > kMostOfCause)
      part += fmt::format(fmt::runtime(ja ? "- ほか {} 件\n" : "- and {} more\n"),
                          list.size() - kMostOfCause);
    part += "\n";
    if (text.size() + part.size() + kRoom > kMostMarkdown) {
      full = true;
      left += list.size();
      continue;
    }
    text += part;
  }
  if (left > 0)
    text += fmt::format(fmt::runtime(ja ? "ここに収まらない指摘が {} 件あります。\n\n"
                                        : "{} more findings do not fit here.\n\n"),
                        left);
  for (size_t i = 0; i < run.not_examined.size() && text.size() + kRoom < kMostMarkdown; ++i)
    text += "- " + std::string(ja ? "調べていないもの: " : "not examined: ") +
            markdown_text(run.not_examined[i][lang], 100) + "\n";
  out << text;
}

}  // namespace hanrei::reports
