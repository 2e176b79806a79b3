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

constexpr size_t kMostOfCause = 10, kMostPlays = 3, kMostLines = 40, kMostCell = 300,
                 kMostChanged = 20, kRoom = 1000;  // bytes kept free for the end
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

/// What a finding of this effect does.
std::string_view effect_text(Effect effect, bool ja) {
  switch (effect) {
    case Effect::Broken: return ja ? "入力の誤り" : "wrong input";
    case Effect::Fails: return ja ? "不可" : "fails";
    case Effect::Unsure: return ja ? "未決" : "undecided";
    case Effect::Told:
    case Effect::Allowed: break;
  }
  return ja ? "注意" : "told";
}

/// A cell of a table.
std::string cell(std::string_view words) {
  return words.empty() ? "–" : markdown_text(words, kMostCell);
}

std::string folded(std::string_view summary, const std::string& body) {
  return "  <details><summary>" + std::string(summary) + "</summary>\n\n" + body +
         "  </details>\n\n";
}

/// The plays that show a finding: two beside each other, or the one.
std::string plays(const Finding& f, base::Lang lang) {
  const bool ja = lang == base::Lang::Ja;
  Plays both;
  if (two_plays(f, lang, both)) {
    std::string table =
        "  | " + cell(both.names[0]) + " | " + cell(both.names[1]) + " |\n  |---|---|\n";
    const size_t rows = std::max(both.lines[0].size(), both.lines[1].size());
    for (size_t i = 0; i < rows && i < kMostLines; ++i) {
      table += "  |";
      for (const auto& lines : both.lines)
        table += " " + (i < lines.size() ? markdown_text(lines[i], kMostCell) : "") + " |";
      table += "\n";
    }
    if (rows > kMostLines) table += ja ? "  | … | … |\n" : "  | … | … |\n";
    return folded(ja ? "二つのプレイ" : "the two plays", table + "\n");
  }
  const std::vector<std::string>& play = f.play[static_cast<size_t>(lang)];
  if (play.empty()) return "";
  std::string list;
  for (size_t i = 0; i < play.size() && i < kMostLines; ++i)
    list += "  - " + markdown_text(play[i], kMostCell) + "\n";
  if (play.size() > kMostLines) list += "  - …\n";
  return folded(ja ? "それを示すプレイ" : "the play that shows it", list + "\n");
}

/// What changed, with the old words beside the new ones.
std::string changed(const Run& run, size_t lang) {
  const bool ja = lang == 1;
  if (run.changed.empty()) return "";
  std::string out = ja ? "### 変わったもの\n\n| | | 変更前 | 変更後 |\n|---|---|---|---|\n"
                       : "### What changed\n\n| | | before | after |\n|---|---|---|---|\n";
  for (size_t i = 0; i < run.changed.size() && i < kMostChanged; ++i) {
    const Run::Changed& c = run.changed[i];
    out += "| " + cell(c.name[lang]) + " | " + cell(c.how[lang]) + " | " + cell(c.words[0]) +
           " | " + cell(c.words[1]) + " |\n";
  }
  if (run.changed.size() > kMostChanged)
    out += fmt::format(fmt::runtime(ja ? "\nほか {} 件\n" : "\nand {} more\n"),
                       run.changed.size() - kMostChanged);
  return out + "\n";
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
  text += changed(run, lang);
  for (const std::string& cause : order) {
    const auto& list = causes[cause];
    if (full) {
      left += list.size();
      continue;
    }
    std::string part = "### " + std::string(effect_text(list[0]->effect, ja)) + ": " + cause +
                       " (" + std::to_string(list.size()) + ")\n\n" +
                       markdown_text(findings::rule_of(cause).text[lang]) + "\n\n";
    std::map<std::string, size_t> times;  // what is said more than once is said once
    for (const Finding* f : list) ++times[f->message[lang]];
    size_t said = 0, shown = 0, plays_shown = 0;
    std::string hint;
    for (const Finding* each : list) {
      const Finding& f = *each;
      size_t& n = times[f.message[lang]];
      if (n == 0) continue;
      if (said == kMostOfCause) break;
      ++said;
      shown += n;
      const auto title = f.subjects.empty() ? run.titles.end() : run.titles.find(f.subjects[0]);
      part +=
          "- " + (f.place.path.empty() ? "" : code(place_text(f.place)) + " ") +
          (title == run.titles.end() ? "" : "**" + markdown_text(title->second[lang]) + "**: ") +
          markdown_text(f.message[lang]) + (n > 1 ? " (×" + std::to_string(n) + ")" : "") + "\n";
      n = 0;
      if (f.hint[lang] != hint) part += "  - " + markdown_text(f.hint[lang]) + "\n";
      hint = f.hint[lang];
      if (plays_shown == kMostPlays) continue;
      const std::string shows = plays(f, style.lang);
      if (shows.empty() || text.size() + part.size() + shows.size() + kRoom > kMostMarkdown)
        continue;
      part += "\n" + shows;
      ++plays_shown;
    }
    if (list.size() > shown)
      part +=
          fmt::format(fmt::runtime(ja ? "- ほか {} 件\n" : "- and {} more\n"), list.size() - shown);
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
