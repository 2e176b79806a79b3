#include "reports/findings.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <set>

#include "base/json/write.h"
#include "reports/citator.h"

namespace hanrei::reports {

using base::Lang;
using findings::Both;
using findings::Finding;

// ---------------------------------------------------------------- for people

std::string place_text(const findings::Location& place) {
  if (place.line == 0) return shown(place.path);
  return fmt::format("{}:{}:{}", shown(place.path), place.line, place.column);
}

std::string_view severity_text(base::Severity s, Lang lang) {
  static constexpr std::string_view ja[] = {"注記", "質問", "警告", "エラー"};
  return lang == Lang::Ja ? ja[static_cast<size_t>(s)] : base::severity_name(s);
}

namespace {

/// As what it counts: a policy makes an error of a warning, and the other way round.
base::Severity counted_as(const Finding& f) {
  return f.effect >= findings::Effect::Fails ? base::Severity::Error
                                             : std::min(f.severity, base::Severity::Warning);
}

void one(std::ostream& out, const Finding& f, const Style& style) {
  const auto lang = static_cast<size_t>(style.lang);
  const std::string at = place_text(f.place);
  out << at << (at.empty() ? "" : ": ") << severity_text(counted_as(f), style.lang) << " " << f.code
      << ": " << shown(f.message[lang]) << "\n";
  for (const findings::Location& r : f.related)
    out << "    " << place_text(r) << (r.note[lang].empty() ? "" : "  " + shown(r.note[lang], 200))
        << "\n";
  if (const std::vector<std::string>& play = f.play[static_cast<size_t>(style.lang)];
      !play.empty()) {
    out << (style.lang == Lang::Ja ? "    手順: " : "    play: ");
    for (size_t i = 0; i < play.size() && i < 20; ++i)
      out << (i > 0 ? "; " : "") << shown(play[i], 100);
    out << (play.size() > 20 ? "; …\n" : "\n");
  }
  if (!f.hint[lang].empty()) out << "    = " << shown(f.hint[lang]) << "\n";
  out << "    # " << f.fingerprint << "\n";
}

}  // namespace

std::string unfinished_line(const Run& run, base::Lang lang) {
  constexpr size_t kMost = 8;
  const size_t l = lang == base::Lang::Ja ? 1 : 0;
  std::string out = run.unfinished[l];
  for (size_t i = 0; i < std::min(kMost, run.not_examined.size()); ++i)
    out += (i > 0    ? (l == 1 ? "、" : "; ")
            : l == 1 ? "。未検査: "
                     : "; not examined: ") +
           run.not_examined[i][l];
  return out + (run.not_examined.size() > kMost ? " …" : "");
}

void write_policy_text(std::ostream& out, const Run& run, const Style& style) {
  if (run.policy.empty() && !run.baseline) return;
  const bool ja = style.lang == Lang::Ja;
  for (const Finding& f : run.judged.list)
    if (f.code.starts_with("HP")) one(out, f, style);
  for (const Finding& f : run.judged.list)
    if (!f.waived.empty())
      out << (ja ? "免除: " : "waived: ") << f.code << " "
          << shown(f.subjects.empty() ? f.fingerprint : f.subjects[0], 60) << ": "
          << shown(base::in_lang(f.waived, style.lang), 300) << "\n";
  const findings::Judged& j = run.judged;
  if (run.baseline && run.command != "gate")
    for (const Finding& f : j.list)
      if (f.counts() && f.effect >= findings::Effect::Unsure && !f.code.starts_with("HP"))
        out << (ja ? "新しい指摘: " : "new: ") << f.code << " " << place_text(f.place) << " "
            << shown(f.message[static_cast<size_t>(style.lang)], 300) << "  # " << f.fingerprint
            << "\n";
  if (!run.policy.empty())
    out << (ja ? "方針: " : "policy: ") << shown(run.policy)
        << fmt::format(fmt::runtime(ja ? "（許可 {}、免除 {}）\n" : " ({} allowed, {} waived)\n"),
                       j.allowed, j.waived);
  if (!run.baseline) return;
  if (run.baseline_file.empty())
    out << fmt::format(fmt::runtime(ja ? "以前からあるもの（変更前にあるもの）: {}\n"
                                       : "known before, in the base: {}\n"),
                       j.known);
  else if (run.command == "gate")
    out << fmt::format(
        fmt::runtime(
            ja ? "以前からあるもの（変更前、または基準にあるもの）: {}。基準からなくなったもの: "
                 "{}\n"
               : "known before, in the base or the baseline: {}; gone from the baseline: {}\n"),
        j.known, j.gone);
  else
    out << fmt::format(
        fmt::runtime(ja ? "以前からあるもの（基準にあるもの）: {}。基準からなくなったもの: {}\n"
                        : "known before, in the baseline: {}; gone from the baseline: {}\n"),
        j.known, j.gone);
}

void write_findings_text(std::ostream& out, const Run& run, const Style& style) {
  const bool ja = style.lang == Lang::Ja;
  size_t counted[4] = {};
  for (const Finding& f : run.judged.list) {
    if (!f.counts()) continue;
    ++counted[static_cast<size_t>(counted_as(f))];
    if (!f.code.starts_with("HP")) one(out, f, style);
  }
  for (const Finding& f : run.judged.list)
    if (run.policy.empty() && !run.baseline && f.code.starts_with("HP")) one(out, f, style);
  write_policy_text(out, run, style);
  const auto lang = static_cast<size_t>(style.lang);
  out << fmt::format(fmt::runtime(ja ? "{}: エラー {}、警告 {}、質問 {}、注記 {}\n"
                                     : "{}: {} errors, {} warnings, {} questions, {} notes\n"),
                     run.command, counted[3], counted[2], counted[1], counted[0]);
  if (!run.scope[lang].empty())
    out << "  " << (ja ? "範囲: " : "scope: ") << shown(run.scope[lang]) << "\n";
  for (const Both& b : run.not_examined)
    out << "  " << (ja ? "調べていないもの: " : "not examined: ") << shown(b[lang]) << "\n";
}

void write_findings_json(std::ostream& out, const Run& run) {
  base::JsonWriter w;
  const auto both = [&](const char* key, const Both& text) {
    w.key(key);
    w.begin_object();
    w.member("en", text[0]);
    w.member("ja", text[1]);
    w.end_object();
  };
  const auto strings = [&](const char* key, const std::vector<std::string>& list) {
    w.key(key);
    w.begin_array();
    for (const std::string& s : list) w.value(s);
    w.end_array();
  };
  const auto place = [&](const findings::Location& l) {
    w.member("path", l.path);
    w.member("line", l.line);
    w.member("column", l.column);
    w.member("end_line", l.end_line);
    w.member("end_column", l.end_column);
  };
  w.begin_object();
  w.member("format", 1);
  w.member("tool", "hanrei");
  w.member("command", run.command);
  w.key("findings");
  w.begin_array();
  for (const Finding& f : run.judged.list) {
    static constexpr std::string_view effects[] = {"allowed", "told", "unsure", "fails", "broken"};
    w.begin_object();
    w.member("code", f.code);
    w.member("severity", base::severity_name(f.severity));
    w.member("effect", effects[static_cast<size_t>(f.effect)]);
    w.member("fingerprint", f.fingerprint);
    if (f.known) w.member("known", true);
    if (!f.waived.empty()) w.member("waived", base::in_lang(f.waived, Lang::En));
    both("message", f.message);
    strings("about", f.subjects);
    place(f.place);
    w.key("related");
    w.begin_array();
    for (const findings::Location& r : f.related) {
      w.begin_object();
      place(r);
      both("note", r.note);
      w.end_object();
    }
    w.end_array();
    strings("clauses", f.clauses);
    strings("play", f.play[0]);
    w.end_object();
  }
  w.end_array();
  w.key("examined");
  w.begin_array();
  for (const Run::Examined& e : run.examined) {
    w.begin_object();
    w.member("group", e.group);
    w.member("name", e.name);
    w.end_object();
  }
  w.end_array();
  both("scope", run.scope);
  w.key("not_examined");
  w.begin_array();
  for (const Both& b : run.not_examined) {
    w.begin_object();
    w.member("en", b[0]);
    w.member("ja", b[1]);
    w.end_object();
  }
  w.end_array();
  w.key("policy");
  w.begin_object();
  w.member("path", run.policy);
  w.member("allowed", static_cast<uint64_t>(run.judged.allowed));
  w.member("waived", static_cast<uint64_t>(run.judged.waived));
  w.member("known", static_cast<uint64_t>(run.judged.known));
  w.member("gone", static_cast<uint64_t>(run.judged.gone));
  w.end_object();
  w.member("exit", run.exit_code);
  w.end_object();
  out << w.str();
}

}  // namespace hanrei::reports
