#include "errata/finding.h"

#include <algorithm>
#include <filesystem>
#include <map>

#include "checker/audit/finding.h"
#include "checker/structure/structure.h"
#include "checker/text/text.h"
#include "model/rulebook/rulebook.h"

namespace hanrei::errata {
namespace {

struct Row { std::string_view name; base::Severity severity; std::string_view text[2], hint[2]; };
constexpr Row kRows[] = {
#define FINDING(name, code, severity, en, ja, hint_en, hint_ja) {code, base::Severity::severity, {en, ja}, {hint_en, hint_ja}},
#include "errata/finding.def"
#undef FINDING
};

std::string relative(std::string_view path) {
  namespace fs = std::filesystem;
  std::error_code ec;
  const fs::path plain = fs::path(path).lexically_normal();
  if (!plain.is_absolute()) return plain.generic_string();
  const fs::path below = plain.lexically_relative(fs::current_path(ec));
  return ec || below.empty() || below.begin()->string() == ".." ? plain.generic_string() : below.generic_string();
}

/// The column of a character in UTF-16 code units, counted from 1.
uint32_t utf16(std::string_view line, uint32_t column) {
  uint32_t units = 1, chars = 1;
  for (size_t i = 0; i < line.size() && chars < column; ++chars) {
    const auto lead = static_cast<unsigned char>(line[i]);
    units += lead >= 0xF0 ? 2 : 1;
    i += lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : lead >= 0xC0 ? 2 : 1;
  }
  return units + (column > chars ? column - chars : 0);
}

/// A wording with `…` where its arguments would stand.
Both bare(const std::string& en, const std::string& ja) {
  Both out = {en, ja};
  for (std::string& text : out) for (size_t at = text.find('?'); at != std::string::npos; at = text.find('?', at)) text.replace(at, 1, "…");
  return out;
}

}  // namespace

Location locate(const base::SourceMap& sources, base::Span span) {
  Location l;
  if (!span) return l;
  const base::Place from = sources.place(span), to = sources.end_place(span);
  l.path = relative(from.path);
  l.line = from.line;
  l.column = from.column;
  l.end_line = to.line;
  l.end_column = to.column;
  l.utf16_column = utf16(sources.line_text(span), from.column);
  l.utf16_end_column = utf16(sources.line_text({span.file, span.end, span.end}), to.column);
  return l;
}

std::string_view code_text(Code code) { return kRows[static_cast<size_t>(code)].name; }

Finding make(Code code, std::vector<std::string> args, std::vector<std::string> subjects, Location place) {
  const Row& row = kRows[static_cast<size_t>(code)];
  Finding f;
  f.code = row.name;
  f.severity = row.severity;
  for (const base::Lang lang : {base::Lang::En, base::Lang::Ja}) {
    f.message[static_cast<size_t>(lang)] = base::fill(row.text[static_cast<size_t>(lang)], args, lang);
    f.hint[static_cast<size_t>(lang)] = base::fill(row.hint[static_cast<size_t>(lang)], args, lang);
  }
  f.subjects = std::move(subjects);
  f.place = std::move(place);
  return f;
}

void fingerprint(std::vector<Finding>& findings) {
  std::map<std::string, int> ordinal;
  for (Finding& f : findings) {
    if (!f.fingerprint.empty()) continue;
    std::string key = f.code;
    for (const std::string& s : f.subjects) key += "\x1f" + s;
    f.fingerprint = model::rulebook::digest(key) + "-" + std::to_string(++ordinal[key]);
  }
}

Rule rule_of(std::string_view code) {
  for (const Row& r : kRows) if (r.name == code) return {bare(base::fill(r.text[0], {}, base::Lang::En), base::fill(r.text[1], {}, base::Lang::Ja)), bare(base::fill(r.hint[0], {}, base::Lang::En), base::fill(r.hint[1], {}, base::Lang::Ja)), r.severity};
  for (const base::Code c : base::all_codes()) {
    if (base::code_text(c) != code) continue;
    const base::Diagnostic d{c, base::code_severity(c), {}, {}, {}};
    return {bare(base::message(d, base::Lang::En), base::message(d, base::Lang::Ja)), bare(base::hint(d, base::Lang::En), base::hint(d, base::Lang::Ja)), d.severity};
  }
  const auto listed = [&](auto kind, size_t n, const std::string& page) -> Rule {
    using Kind = decltype(kind);
    for (size_t i = 0; i < n; ++i) {
      Kind f{};
      f.code = static_cast<decltype(f.code)>(i);
      if (code_text(f.code) != code) continue;
      return {bare(message(f, base::Lang::En), message(f, base::Lang::Ja)), {"see " + page, page + " を見てください"}, severity(f.code)};
    }
    return {};
  };
  static constexpr size_t audits = 0
#define FINDING(name, code, severity, en, ja) +1
#include "checker/audit/finding.def"
      ;
  static constexpr size_t texts = 0
#include "checker/text/finding.def"
      ;
  static constexpr size_t models = 0
#include "checker/structure/finding.def"
#include "checker/lint/finding.def"
#undef FINDING
      ;
  if (code.starts_with("HA1")) return listed(checker::audit::Finding{}, audits, "docs/audit.md");
  if (code.starts_with("HA2")) return listed(checker::text::Finding{}, texts, "docs/audit-text.md");
  return listed(checker::structure::Finding{}, models, "docs/audit-model.md");
}

}  // namespace hanrei::errata
