// JUnit XML: the strict subset that every reader of it takes. No times and no dates: the same input
// gives the same bytes.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/text/unicode.h"
#include "reports/findings.h"

namespace hanrei::reports {
namespace {

using findings::Effect;
using findings::Finding;

/// Text of XML, in an attribute or outside one. What XML cannot hold is shown as an escape.
std::string xml(std::string_view words) {
  std::string out;
  const std::string safe = base::safe_terminal(base::clip(words, 1000), true);
  for (size_t i = 0; i < safe.size(); ++i) {
    switch (safe[i]) {
      case '&': out += "&amp;"; break;
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case '"': out += "&quot;"; break;
      case '\'': out += "&apos;"; break;
      case '\n': out += "&#10;"; break;
      case '\t': out += "&#9;"; break;
      default:
        if (safe.compare(i, 2, "\xEF\xBF") == 0 && i + 2 < safe.size() &&
            (safe[i + 2] == '\xBE' || safe[i + 2] == '\xBF')) {
          out += "\xEF\xBF\xBD";
          i += 2;
        }  // U+FFFE, U+FFFF
        else
          out += safe[i];
    }
  }
  return out;
}

struct Test {
  std::string name, group;
  std::vector<const Finding*> findings;
};

/// `failure`, `error`, `skipped`, or nothing: it passes.
std::string_view kind_of(const Finding& f) {
  if (!f.counts()) return "skipped";
  if (f.effect == Effect::Fails) return "failure";
  return f.effect == Effect::Unsure || f.effect == Effect::Broken ? "error" : "";
}

/// The worst of a test's findings decides what it is.
std::string_view kind_of(const Test& t) {
  std::string_view out;
  for (const Finding* f : t.findings) {
    const std::string_view kind = kind_of(*f);
    if (kind == "failure" || out.empty() || (kind == "error" && out == "skipped")) out = kind;
    if (out == "failure") break;
  }
  return out;
}

std::string lines_of(const Finding& f, size_t lang) {
  std::string out = place_text(f.place) + ": " + f.code + ": " + f.message[lang];
  for (const std::string& step : f.play[lang]) out += "\n  " + step;
  if (!f.hint[lang].empty()) out += "\n= " + f.hint[lang];
  if (!f.waived.empty()) out += "\n" + f.waived;
  return out;
}

}  // namespace

void write_junit(std::ostream& out, const Run& run, const Style& style) {
  const auto lang = static_cast<size_t>(style.lang);
  std::vector<Test> tests;
  std::map<std::pair<std::string, std::string>, size_t> by_name;
  for (const Run::Examined& e : run.examined)
    if (by_name.emplace(std::pair(e.group, e.name), tests.size()).second)
      tests.push_back({e.name, e.group, {}});
  for (const Finding& f : run.judged.list) {
    const auto known =
        f.subjects.size() < 2 ? by_name.end() : by_name.find({f.subjects[1], f.subjects[0]});
    if (known != by_name.end())
      tests[known->second].findings.push_back(&f);
    else
      tests.push_back(
          {f.code + " " + (f.subjects.empty() ? "" : f.subjects[0] + " ") + f.fingerprint,
           f.place.path.empty() ? run.command : f.place.path,
           {&f}});
  }
  // A run that examined nothing is no green one, nor one in which something asked for could not be
  // read.
  const bool unfinished = !run.unfinished[lang].empty();
  const bool nothing =
      !unfinished &&
      (tests.empty() || (run.exit_code == 2 && std::ranges::none_of(tests, [](const Test& t) {
                           return kind_of(t) == "error";
                         })));
  size_t failures = 0, errors = nothing || unfinished ? 1 : 0, skipped = 0;
  for (const Test& t : tests) {
    const std::string_view kind = kind_of(t);
    failures += kind == "failure" ? 1 : 0;
    errors += kind == "error" ? 1 : 0;
    skipped += kind == "skipped" ? 1 : 0;
  }
  const size_t count = tests.size() + (nothing || unfinished ? 1 : 0);
  out << "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
  out << fmt::format(
      "<testsuites name=\"hanrei {0}\" tests=\"{1}\" failures=\"{2}\" errors=\"{3}\">\n  "
      "<testsuite name=\"hanrei {0}\" tests=\"{1}\" failures=\"{2}\" errors=\"{3}\" "
      "skipped=\"{4}\">\n",
      run.command, count, failures, errors, skipped);
  if (nothing)
    out << "    <testcase name=\"nothing\" classname=\"hanrei\"><error type=\"nothing\" message=\""
        << (tests.empty() ? (lang == 1 ? "何も検査していません" : "nothing was examined")
            : lang == 1   ? "入力に誤りがあり、検査は完了していません"
                          : "wrong input: not all was examined")
        << "\"/></testcase>\n";
  if (unfinished)
    out << "    <testcase name=\"all\" classname=\"hanrei\"><error type=\"unfinished\" message=\""
        << xml(unfinished_line(run, style.lang)) << "\"/></testcase>\n";
  for (const Test& t : tests) {
    out << "    <testcase name=\"" << xml(t.name) << "\" classname=\"" << xml(t.group) << "\"";
    const std::string_view kind = kind_of(t);
    if (kind.empty()) {
      out << "/>\n";
      continue;
    }
    const Finding* first = nullptr;
    std::string text;
    for (const Finding* f : t.findings) {
      if (first == nullptr && kind_of(*f) == kind) first = f;
      text += (text.empty() ? "" : "\n") + lines_of(*f, lang);
    }
    out << ">\n      <" << kind << " type=\"" << first->code << "\" message=\""
        << xml(first->message[lang]) << "\">" << xml(text) << "</" << kind
        << ">\n    </testcase>\n";
  }
  if (!run.scope[lang].empty())
    out << "    <system-out>" << xml(run.scope[lang]) << "</system-out>\n";
  out << "  </testsuite>\n</testsuites>\n";
}

}  // namespace hanrei::reports
