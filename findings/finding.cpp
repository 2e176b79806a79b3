#include "findings/finding.h"

#include <algorithm>
#include <map>

#include "base/text/fnv.h"

namespace hanrei::findings {
namespace {

/// A wording with `…` where its arguments would stand.
Both bare(const std::string& en, const std::string& ja) {
  Both out = {en, ja};
  for (std::string& text : out)
    for (size_t at = text.find('?'); at != std::string::npos; at = text.find('?', at))
      text.replace(at, 1, "…");
  return out;
}

/// Where a family of codes without hints is explained.
std::string_view page_of(std::string_view code) {
  if (code.starts_with("HA1")) return "docs/audit.md";
  if (code.starts_with("HA2")) return "docs/audit-text.md";
  return "docs/audit-model.md";
}

}  // namespace

Finding make(Code code, std::vector<std::string> args, std::vector<std::string> subjects,
             Location place) {
  Finding f;
  f.code = base::code_text(code);
  f.severity = base::code_severity(code);
  for (const base::Lang lang : {base::Lang::En, base::Lang::Ja}) {
    f.message[static_cast<size_t>(lang)] = base::message(code, args, lang);
    f.hint[static_cast<size_t>(lang)] = base::hint(code, args, lang);
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
    f.fingerprint = base::digest(key) + "-" + std::to_string(++ordinal[key]);
  }
}

Rule rule_of(std::string_view text) {
  const std::vector<Code>& all = base::all_codes();
  const auto code = std::ranges::find_if(all, [&](Code c) { return base::code_text(c) == text; });
  if (code == all.end()) return {};
  Rule out{{}, {}, base::code_severity(*code)};
  out.text =
      bare(base::message(*code, {}, base::Lang::En), base::message(*code, {}, base::Lang::Ja));
  out.hint = bare(base::hint(*code, {}, base::Lang::En), base::hint(*code, {}, base::Lang::Ja));
  if (out.hint[0].empty() && text.starts_with("HA")) {
    const std::string page(page_of(text));
    out.hint = {"see " + page, page + " を見てください"};
  }
  return out;
}

}  // namespace hanrei::findings
