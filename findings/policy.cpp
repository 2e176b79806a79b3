#include "findings/policy.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "base/contains.h"
#include "base/json/write.h"
#include "base/text/glob.h"

namespace hanrei::findings {
namespace {

using Complaint = base::Code;
using base::Json;

constexpr int64_t kFormat = 1;

std::string expected_date() {
  return base::in_both("a day such as 2026-12-31", "2026-12-31 のような日付");
}

/// Complains of keys that are not among these, and of those (with `!`) that are missing.
void check_keys(const Json& object, const std::string& what, const std::vector<std::string>& keys,
                base::DiagnosticLog& log) {
  std::string known;
  for (const std::string& k : keys)
    known += (known.empty() ? "`" : ", `") + k.substr(0, k.find('!')) + "`";
  for (const base::Member& m : object.members) {
    const bool ok = std::ranges::any_of(
        keys, [&](const std::string& k) { return k == m.key || k == m.key + "!"; });
    if (!ok) log.add(Complaint::UnknownKey, m.key_span, {m.key, what, known});
  }
  for (const std::string& k : keys)
    if (k.ends_with('!') && object.find(k.substr(0, k.size() - 1)) == nullptr)
      log.add(Complaint::MissingKey, object.span, {k.substr(0, k.size() - 1), what});
}

std::string text(const Json& object, const char* key, base::DiagnosticLog& log) {
  const Json* j = object.find(key);
  if (j == nullptr) return "";
  if (j->is(Json::Kind::String) && !j->string.empty()) return j->string;
  log.add(Complaint::WrongShape, j->span,
          {key, std::string(base::kind_name(j->kind)),
           base::in_both("a string that is not empty", "空でない文字列")});
  return "";
}

bool has_format(const Json& json, base::DiagnosticLog& log) {
  const Json* format = json.find("format");
  if (format == nullptr || (format->is(Json::Kind::Int) && format->integer == kFormat)) return true;
  if (format->is(Json::Kind::Int) && format->integer > kFormat)
    log.add(Complaint::NewerFormat, format->span,
            {std::to_string(format->integer), std::to_string(kFormat)});
  else
    log.add(Complaint::WrongShape, format->span,
            {"format", std::string(base::kind_name(format->kind)), "1"});
  return false;
}

bool is_object(const Json& json, const char* what, base::DiagnosticLog& log) {
  if (json.is(Json::Kind::Object)) return true;
  log.add(
      Complaint::WrongShape, json.span,
      {what, std::string(base::kind_name(json.kind)), base::in_both("an object", "オブジェクト")});
  return false;
}

const std::vector<Json>& list(const Json& object, const char* key, base::DiagnosticLog& log) {
  static const std::vector<Json> none;
  const Json* j = object.find(key);
  if (j == nullptr) return none;
  if (j->is(Json::Kind::Array)) return j->items;
  log.add(Complaint::WrongShape, j->span,
          {key, std::string(base::kind_name(j->kind)), base::in_both("a list", "リスト")});
  return none;
}

/// What the policy says of a code: a code by itself, else the longest glob that fits. That it
/// changed it cannot allow.
std::optional<Effect> said(const Policy& policy, const std::string& code) {
  const bool of_itself = code == base::code_text(Code::PolicyChanged);
  std::optional<Effect> effect;
  size_t best = 0;
  const auto look = [&](const std::vector<std::string>& globs, Effect e) {
    for (const std::string& g : globs) {
      if (!base::glob_match(g, code)) continue;
      const size_t weight = g == code ? 1000 : g.size();
      if (weight > best || (weight == best && (!effect || e > *effect))) {
        best = weight;
        effect = e;
      }
    }
  };
  if (!of_itself) look(policy.allow, Effect::Allowed);
  look(policy.warn, Effect::Told);
  look(policy.fail, Effect::Fails);
  return effect;
}

bool covers(const Waiver& w, const Finding& f) {
  if (w.code != f.code || f.code == base::code_text(Code::PolicyChanged)) return false;
  return w.fingerprint.empty() ? base::contains(f.subjects, w.subject)
                               : w.fingerprint == f.fingerprint;
}

/// No baseline hides what is said of the policy and of baselines.
bool about_policy(const Finding& f) {
  return f.code.starts_with("HP") || f.code == base::code_text(Code::PolicyChanged);
}

Effect usual(const Finding& f) {
  if (f.code.starts_with("HR") && f.severity == base::Severity::Error) return Effect::Broken;
  return f.unsure                              ? Effect::Unsure
         : f.severity == base::Severity::Error ? Effect::Fails
                                               : Effect::Told;
}

}  // namespace

bool is_date(std::string_view t) {
  if (t.size() != 10 || t[4] != '-' || t[7] != '-') return false;
  int n[3] = {};
  for (size_t i = 0, part = 0; i < t.size(); ++i) {
    if (i == 4 || i == 7) {
      ++part;
      continue;
    }
    if (t[i] < '0' || t[i] > '9') return false;
    n[part] = n[part] * 10 + (t[i] - '0');
  }
  const auto [year, month, day] = std::tuple(n[0], n[1], n[2]);
  const bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
  static constexpr int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  return year > 0 && month >= 1 && month <= 12 && day >= 1 &&
         day <= days[month - 1] + (month == 2 && leap ? 1 : 0);
}

Policy read_policy(const Json& json, const base::SourceMap& sources, base::DiagnosticLog& log) {
  Policy p;
  if (!is_object(json, "policy", log) || !has_format(json, log)) return p;
  check_keys(json, "policy", {"$schema", "format!", "fail", "warn", "allow", "waivers"}, log);
  std::map<std::string, std::string> where;
  for (const auto& [key, to] :
       {std::pair{"fail", &p.fail}, std::pair{"warn", &p.warn}, std::pair{"allow", &p.allow}}) {
    for (const Json& item : list(json, key, log)) {
      if (!item.is(Json::Kind::String) || item.string.empty()) {
        log.add(Complaint::WrongShape, item.span,
                {key, std::string(base::kind_name(item.kind)),
                 base::in_both("codes, such as \"HA1003\" or \"HG10*\"",
                               "\"HA1003\" や \"HG10*\" のようなコード")});
        continue;
      }
      // A misspelt code would never count, and nobody would notice.
      const bool glob = item.string.find_first_of("*?[") != std::string::npos;
      if (!glob && rule_of(item.string).text[0].empty())
        log.add(Complaint::UnknownName, item.span,
                {item.string,
                 base::in_both(", expected a code of a finding", "。指摘のコードが必要です")});
      if (!where.emplace(item.string, key).second)
        log.add(Complaint::DuplicateName, item.span,
                {base::in_both("code", "コード"), item.string});
      to->push_back(item.string);
    }
  }
  for (const Json& item : list(json, "waivers", log)) {
    if (!is_object(item, "waivers", log)) continue;
    check_keys(item, "waiver",
               {"code!", "fingerprint", "subject", "reason!", "owner!", "until!", "note"}, log);
    Waiver w;
    w.code = text(item, "code", log);
    w.fingerprint = text(item, "fingerprint", log);
    w.subject = text(item, "subject", log);
    w.reason = text(item, "reason", log);
    w.owner = text(item, "owner", log);
    w.until = text(item, "until", log);
    w.place = locate(sources, item.span);
    if (!w.code.empty() && rule_of(w.code).text[0].empty())
      log.add(
          Complaint::UnknownName, item.find("code")->span,
          {w.code, base::in_both(", expected a code of a finding", "。指摘のコードが必要です")});
    if (w.code.starts_with("HR") && rule_of(w.code).severity == base::Severity::Error)
      log.add(Complaint::WrongShape, item.find("code")->span,
              {"code", "`" + w.code + "`",
               base::in_both("a code that can be waived: files with errors cannot",
                             "免除できるコード（ファイルの誤りは免除できません）")});
    if (!w.until.empty() && !is_date(w.until))
      log.add(Complaint::WrongShape, item.find("until")->span,
              {"until", "`" + w.until + "`", expected_date()});
    if (w.fingerprint.empty() == w.subject.empty())
      log.add(Complaint::WrongShape, item.span,
              {"waiver",
               w.subject.empty() ? base::in_both("without `fingerprint` and `subject`",
                                                 "`fingerprint` も `subject` もないもの")
                                 : base::in_both("with both `fingerprint` and `subject`",
                                                 "`fingerprint` と `subject` の両方があるもの"),
               base::in_both("one of the two", "どちらか一方")});
    p.waivers.push_back(std::move(w));
  }
  return p;
}

Baseline read_baseline(const Json& json, base::DiagnosticLog& log) {
  Baseline b;
  if (!is_object(json, "baseline", log) || !has_format(json, log)) return b;
  check_keys(json, "baseline", {"$schema", "format!", "findings!"}, log);
  for (const Json& item : list(json, "findings", log)) {
    if (!is_object(item, "findings", log)) continue;
    check_keys(item, "finding", {"fingerprint!", "code!", "subject"}, log);
    b.entries.push_back(
        {text(item, "fingerprint", log), text(item, "code", log), text(item, "subject", log)});
  }
  return b;
}

std::string write_baseline(const std::vector<Finding>& findings) {
  std::vector<const Finding*> kept;
  for (const Finding& f : findings)
    if (f.effect != Effect::Broken && f.effect != Effect::Allowed && f.waived.empty() &&
        !about_policy(f))
      kept.push_back(&f);
  std::ranges::sort(kept, [](const Finding* a, const Finding* b) {
    return std::tie(a->code, a->subjects, a->fingerprint) <
           std::tie(b->code, b->subjects, b->fingerprint);
  });
  std::string out = "{\n  \"format\": 1,\n  \"findings\": [";
  for (const Finding* f : kept) {
    out += (f == kept.front() ? "\n    " : ",\n    ");
    out += "{\"fingerprint\": " + base::quote_json(f->fingerprint) +
           ", \"code\": " + base::quote_json(f->code);
    if (!f->subjects.empty()) out += ", \"subject\": " + base::quote_json(f->subjects[0]);
    out += "}";
  }
  return out + (kept.empty() ? "]\n}\n" : "\n  ]\n}\n");
}

Judged judge(std::vector<Finding> findings, const Policy& policy, const Baseline* baseline,
             std::string_view today, const std::set<std::string>& ran) {
  fingerprint(findings);
  Judged out;
  std::set<std::pair<std::string, std::string>> before, seen;
  if (baseline != nullptr)
    for (const Baseline::Entry& e : baseline->entries) before.emplace(e.code, e.fingerprint);
  std::vector<char> used(policy.waivers.size(), 0);
  for (Finding& f : findings) {
    f.effect = usual(f);
    if (f.effect == Effect::Broken) continue;
    // A change of the policy that the policy before it fails, fails.
    const bool stays =
        f.code == base::code_text(Code::PolicyChanged) && f.severity == base::Severity::Error;
    if (const auto effect = said(policy, f.code); effect && !stays) f.effect = *effect;
    if (!about_policy(f) && before.contains({f.code, f.fingerprint})) {
      f.known = true;
      seen.emplace(f.code, f.fingerprint);
    }
    for (size_t i = 0; i < policy.waivers.size(); ++i) {
      const Waiver& w = policy.waivers[i];
      if (!covers(w, f)) continue;
      used[i] = 1;
      if (w.until >= today && f.waived.empty())
        f.waived = w.reason + " (" + w.owner + ", " + w.until + ")";
    }
  }
  std::set<std::pair<std::string, std::string>> written;
  if (baseline != nullptr)
    for (const Baseline::Entry& e : baseline->entries)
      if (!e.of_base) written.emplace(e.code, e.fingerprint);
  out.gone = static_cast<size_t>(
      std::ranges::count_if(written, [&](const auto& e) { return !seen.contains(e); }));
  std::vector<Finding> own;
  for (size_t i = 0; i < policy.waivers.size(); ++i) {
    const Waiver& w = policy.waivers[i];
    const std::string& subject = w.subject.empty() ? w.fingerprint : w.subject;
    if (!ran.contains(w.code.substr(0, 2))) continue;
    if (w.until < today)
      own.push_back(
          make(Code::Expired, {w.code, subject, w.until, w.owner}, {w.code, subject}, w.place));
    else if (used[i] == 0)
      own.push_back(make(Code::Unused, {w.code, subject}, {w.code, subject}, w.place));
  }
  for (Finding& f : own) f.effect = said(policy, f.code).value_or(usual(f));
  fingerprint(own);
  findings.insert(findings.end(), own.begin(), own.end());
  for (Finding& f : findings) {
    if (f.effect == Effect::Allowed) {
      ++out.allowed;
      continue;
    }
    if (!f.waived.empty())
      ++out.waived;
    else if (f.known)
      ++out.known;
    else {
      out.fails = out.fails || f.effect == Effect::Fails;
      out.unsure = out.unsure || f.effect == Effect::Unsure;
    }
    out.broken = out.broken || f.effect == Effect::Broken;
    out.list.push_back(std::move(f));
  }
  std::ranges::stable_sort(out.list, [](const Finding& a, const Finding& b) {
    const auto rank = [](const Finding& f) {
      return std::tuple(!f.counts(), -static_cast<int>(f.effect), -static_cast<int>(f.severity));
    };
    return std::tuple(rank(a), std::string_view(a.code), std::string_view(a.place.path),
                      a.place.line, a.place.column, std::string_view(a.fingerprint)) <
           std::tuple(rank(b), std::string_view(b.code), std::string_view(b.place.path),
                      b.place.line, b.place.column, std::string_view(b.fingerprint));
  });
  return out;
}

}  // namespace hanrei::findings
