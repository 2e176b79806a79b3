// Annotations of GitHub's runner: `::error file=…::message`. At most ten of a kind count, so those
// that matter most come first.
#include <fmt/format.h>

#include "base/text/unicode.h"
#include "reports/findings.h"

namespace hanrei::reports {
namespace {

using findings::Effect;
using findings::Finding;

/// Text of a command; in a property `:` and `,` mean something, too.
std::string escaped(std::string_view words, bool property) {
  std::string out;
  for (const char c : base::safe_terminal(base::clip(words, 1000), true)) {
    if (c == '%')
      out += "%25";
    else if (c == '\r')
      out += "%0D";
    else if (c == '\n')
      out += "%0A";
    else if (property && c == ':')
      out += "%3A";
    else if (property && c == ',')
      out += "%2C";
    else
      out += c;
  }
  return out;
}

}  // namespace

void write_annotation(std::ostream& out, const Finding& f, bool error, base::Lang of) {
  const auto lang = static_cast<size_t>(of);
  out << (error ? "::error " : "::warning ");
  if (!f.place.path.empty()) out << "file=" << escaped(f.place.path, true) << ",";
  if (f.place.line > 0) {
    out << "line=" << f.place.line << ",endLine=" << f.place.end_line << ",";
    if (f.place.line == f.place.end_line)
      out << "col=" << f.place.column << ",endColumn=" << f.place.end_column << ",";
  }
  out << "title=" << escaped("hanrei " + f.code, true)
      << "::" << escaped(f.message[lang] + (f.hint[lang].empty() ? "" : "\n" + f.hint[lang]), false)
      << "\n";
}

void write_annotation(std::ostream& out, std::string_view error) {
  out << "::error title=hanrei::" << escaped(error, false) << "\n";
}

void write_github(std::ostream& out, const Run& run, const Style& style) {
  const auto lang = static_cast<size_t>(style.lang);
  size_t shown[2] = {}, left[2] = {};
  for (const Finding& f : run.judged.list) {
    if (!f.counts()) continue;
    const bool error = f.effect >= Effect::Fails;
    if (!error && f.effect != Effect::Unsure && f.severity < base::Severity::Warning)
      continue;  // notes and questions are for the report
    if (shown[error] >= kMostAnnotations) {
      ++left[error];
      continue;
    }
    ++shown[error];
    write_annotation(out, f, error, style.lang);
  }
  const bool ja = lang == 1;
  const findings::Judged& j = run.judged;
  const char* nothing = ja ? "何も検査していません" : "nothing was examined";
  if (run.exit_code == 2 && shown[1] == 0 && !run.said)
    write_annotation(
        out, ja ? "入力に誤りがあり、検査は完了していません" : "wrong input: not all was examined");
  if (run.exit_code == 4)
    write_annotation(out, nothing);
  else if (!run.unfinished[lang].empty())
    write_annotation(out, unfinished_line(run, style.lang));
  out << "::notice title=hanrei " << run.command << "::";
  out << escaped(run.scope[lang], false);
  if (left[1] + left[0] > 0)
    out << escaped(fmt::format(fmt::runtime(ja ? "。このほかにエラー {} 件、警告 {} 件"
                                               : "; {} more errors and {} more warnings"),
                               left[1], left[0]),
                   false);
  if (j.allowed + j.waived + j.known > 0)
    out << escaped(fmt::format(fmt::runtime(ja ? "。許可 {}、免除 {}、以前から {}"
                                               : "; {} allowed, {} waived, {} known"),
                               j.allowed, j.waived, j.known),
                   false);
  out << "\n";
}

}  // namespace hanrei::reports
