#include "findings/policy.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "base/contains.h"
#include "base/json/write.h"
#include "base/text/filled.h"
#include "base/text/glob.h"
#include "base/text/unicode.h"

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

/// `read`, by which somebody answers for the file as it is, or several do.
void check_signature(const Json& object, base::DiagnosticLog& log) {
  const Json* read = object.find("read");
  if (read == nullptr) return;
  const auto check = [&](const Json& one) {
    if (!is_object(one, "read", log)) return;
    check_keys(one, "read", {"digest!", "by!", "on!"}, log);
    for (const char* key : {"digest", "by"}) text(one, key, log);
    if (const std::string on = text(one, "on", log); !on.empty() && !is_date(on))
      log.add(Complaint::WrongShape, one.find("on")->span, {"on", "`" + on + "`", expected_date()});
  };
  if (!read->is(Json::Kind::Array)) return check(*read);
  for (const Json& one : read->items) check(one);
}

/// A whole number in a range. Nothing, and said so: it is none.
std::optional<size_t> number(const Json& json, const std::string& key, size_t least, size_t most,
                             base::DiagnosticLog& log) {
  if (json.is(Json::Kind::Int) && json.integer >= static_cast<int64_t>(least) &&
      json.integer <= static_cast<int64_t>(most))
    return static_cast<size_t>(json.integer);
  log.add(Complaint::WrongShape, json.span,
          {key,
           json.is(Json::Kind::Int)    ? std::to_string(json.integer)
           : json.is(Json::Kind::Real) ? base::in_both("a number that is not whole, or too large",
                                                       "整数でないか大きすぎる数")
                                       : std::string(base::kind_name(json.kind)),
           base::filled("a whole number from {0} to {1}", "{0} から {1} までの整数",
                        {std::to_string(least), std::to_string(most)})});
  return std::nullopt;
}

/// `2`, or `{"HG1502": 2, "*": 1}`.
void read_signers(const Json& policy, Policy& out, base::DiagnosticLog& log) {
  constexpr size_t kMost = 9;
  const Json* signers = policy.find("signers");
  if (signers == nullptr) return;
  if (!signers->is(Json::Kind::Object)) {
    if (const auto n = number(*signers, "signers", 1, kMost, log))
      out.signers.emplace_back("*", *n);
    return;
  }
  for (const base::Member& m : signers->members) {
    if (m.key.find_first_of("*?[") == std::string::npos && rule_of(m.key).text[0].empty())
      log.add(Complaint::UnknownName, m.key_span,
              {m.key, base::in_both(", expected a code of a finding", "。指摘のコードが必要です")});
    if (const auto n = number(m.value, m.key, 1, kMost, log)) out.signers.emplace_back(m.key, *n);
  }
}

/// `{"GAME": {"covered": {"count": 8, "of": 9}}}`.
void read_ratchet(const Json& policy, Policy& out, base::DiagnosticLog& log) {
  constexpr size_t kMost = 1'000'000'000;
  const Json* ratchet = policy.find("ratchet");
  if (ratchet == nullptr || !is_object(*ratchet, "ratchet", log)) return;
  out.ratchets = true;
  const size_t errors = log.error_count();
  for (const base::Member& game : ratchet->members) {
    if (!is_object(game.value, game.key.c_str(), log)) continue;
    std::vector<std::string> keys;
    for (const Measure m : kMeasures) keys.emplace_back(measure_key(m));
    check_keys(game.value, "ratchet", keys, log);
    for (const base::Member& m : game.value.members) {
      if (!is_object(m.value, m.key.c_str(), log)) continue;
      check_keys(m.value, m.key, {"count!", "of!"}, log);
      const Json *count = m.value.find("count"), *of = m.value.find("of");
      if (count == nullptr || of == nullptr) continue;
      if (const auto most = number(*of, "of", 0, kMost, log))
        (void)number(*count, "count", 0, *most, log);
    }
  }
  if (log.error_count() == errors) out.ratchet = figures_in(*ratchet);
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

/// `["M", "山口"]`: whose signatures count.
void read_people(const Json& policy, Policy& out, base::DiagnosticLog& log) {
  if (const Json* people = policy.find("people");
      people != nullptr && people->items.empty() && people->is(Json::Kind::Array))
    log.add(Complaint::WrongShape, people->span,
            {"people", base::in_both("an empty list", "空のリスト"),
             base::in_both("at least one name", "1つ以上の名前")});
  for (const Json& item : list(policy, "people", log)) {
    if (!item.is(Json::Kind::String) || !base::has_letter(item.string))
      log.add(Complaint::WrongShape, item.span,
              {"people", std::string(base::kind_name(item.kind)),
               base::in_both("names, each with a letter", "文字のある名前")});
    else if (!out.people.emplace(base::name_key(item.string), item.string).second)
      log.add(Complaint::DuplicateName, item.span, {base::in_both("name", "名前"), item.string});
  }
}

/// As many as have to sign can sign.
void check_people(const Json& policy, const Policy& p, base::DiagnosticLog& log) {
  if (p.people.empty()) return;
  for (const auto& [codes, n] : p.signers)
    if (n > p.people.size())
      log.add(Complaint::WrongShape, policy.find("people")->span,
              {"people", std::to_string(p.people.size()),
               base::filled("at least {0} names, as many as `signers` asks for",
                            "`signers` が求める {0} 人以上の名前", {std::to_string(n)})});
}

/// Codes that a sentence names.
constexpr size_t kCodesNamed = 5;

/// What keeps a policy from undoing itself.
bool is_about_signing(std::string_view code) {
  return code == base::code_text(Code::Loosened) || code == base::code_text(Code::TooFewSigned) ||
         code == base::code_text(Code::LoweredAlong);
}

/// What the policy says of a code: a code by itself, else the longest glob that fits. That it
/// changed it cannot allow; that it became looser, or that too few signed, is nothing that it may
/// speak of.
std::optional<Effect> said(const Policy& policy, const std::string& code) {
  if (is_about_signing(code)) return std::nullopt;
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

/// A baseline holds what there is, and no change.
bool about_change(std::string_view code) { return code.starts_with("HG"); }
/// Nor does one hide what is said of the policy and of baselines.
bool about_policy(const Finding& f) {
  return f.code.starts_with("HP") || f.code == base::code_text(Code::PolicyChanged) ||
         is_about_signing(f.code);
}

bool covers(const Waiver& w, const Finding& f) {
  if (w.code != f.code || about_policy(f)) return false;
  return w.fingerprint.empty() ? base::contains(f.subjects, w.subject)
                               : w.fingerprint == f.fingerprint;
}

/// Can what it says be neither right nor wrong?
bool may_be_unsure(Code code) {
  return code == Code::Undecided || code == Code::Open || code == Code::DeckUndecided ||
         code == Code::Unread || code == Code::NotTried || code == Code::NotToldApart ||
         code == Code::Diverged || code == Code::BaseUnread || code == Code::WordsUnread ||
         code == Code::WordsAmbiguous || code == Code::WordsNothing;
}

/// How many of the people that count signed all of it. Of parts that several signed it counts as
/// one, where the policy names nobody.
size_t signed_by(const Finding& f, const Policy& policy) {
  const std::set<std::string>& all = f.is_signed.people;
  if (policy.people.empty()) return std::max<size_t>(1, all.size());
  return static_cast<size_t>(
      std::ranges::count_if(all, [&](const auto& key) { return policy.people.contains(key); }));
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
  check_keys(json, "policy",
             {"$schema", "format!", "fail", "warn", "allow", "waivers", "signers", "people",
              "ratchet", "read"},
             log);
  check_signature(json, log);
  read_signers(json, p, log);
  read_people(json, p, log);
  check_people(json, p, log);
  read_ratchet(json, p, log);
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
  check_keys(json, "baseline", {"$schema", "format!", "findings!", "read"}, log);
  check_signature(json, log);
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
        !about_policy(f) && !about_change(f.code))
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

size_t signers_for(const Policy& policy, std::string_view code) {
  size_t out = 1, best = 0;
  for (const auto& [glob, n] : policy.signers) {
    if (!base::glob_match(glob, std::string(code))) continue;
    const size_t weight = glob == code ? 1000 : glob.size();
    if (weight > best || (weight == best && n > out)) {
      best = weight;
      out = n;
    }
  }
  return out;
}

void ask_signers(std::vector<Finding>& findings, const Policy& policy) {
  for (Finding& f : findings) {
    if (f.is_signed.answers.empty()) continue;
    const size_t needed = signers_for(policy, f.is_signed.answers);
    if (signed_by(f, policy) >= needed) continue;
    std::vector<std::string> args = f.is_signed.args;
    args.push_back(
        policy.people.empty()
            ? base::filled("{0} different people", "異なる{0}人", {std::to_string(needed)})
            : base::filled("{0} of the `people` whom it names", "`people` に挙げた人のうち{0}人",
                           {std::to_string(needed)}));
    Finding asked = make(Code::TooFewSigned, std::move(args), f.subjects, f.place);
    asked.related = f.related;
    f = std::move(asked);
  }
}

std::vector<std::string> looser(const Policy& before, const Policy& now) {
  std::vector<std::string> out, codes;
  for (const Code code : base::all_codes()) {
    const std::string text(base::code_text(code));
    Finding f;
    f.code = text;
    f.severity = base::code_severity(code);
    bool less = false;
    for (const bool unsure : {false, true}) {
      if (unsure && !may_be_unsure(code)) continue;
      f.unsure = unsure;
      const Effect usually = usual(f);
      less = less || (usually != Effect::Broken &&
                      said(now, text).value_or(usually) < said(before, text).value_or(usually));
    }
    if (less) codes.push_back(text);
  }
  if (!codes.empty())
    out.push_back(base::filled("{0} count for less", "{0} の扱いが軽くなっています",
                               {some_of(codes, kCodesNamed)}));
  codes.clear();
  for (const Code code : base::all_codes())
    if (const auto text = base::code_text(code);
        about_change(text) && signers_for(now, text) < signers_for(before, text))
      codes.emplace_back(text);
  if (!codes.empty())
    out.push_back(base::filled("fewer people have to sign {0}", "{0} に署名すべき人が減っています",
                               {some_of(codes, kCodesNamed)}));
  std::vector<std::string> others;
  for (const auto& [key, name] : now.people)
    if (!before.people.contains(key)) others.push_back(name);
  if (!before.people.empty() && now.people.empty())
    out.push_back(base::in_both("anybody may sign", "誰でも署名できます"));
  else if (!before.people.empty() && !others.empty())
    out.push_back(base::filled("others may sign: {0}", "署名できる人が増えています: {0}",
                               {some_of(others, kCodesNamed)}));
  for (const Lowered& low : lowered(before.ratchet, now.ratchet))
    out.push_back(base::filled("`ratchet` of {0}: `{1}` {2} → {3}",
                               "{0}の `ratchet`: `{1}` {2} → {3}",
                               {low.game, std::string(measure_key(low.measure)),
                                figure_text(low.was), low.is ? figure_text(*low.is) : "–"}));
  for (const Waiver& w : now.waivers) {
    const bool there = std::ranges::any_of(before.waivers, [&](const Waiver& o) {
      return o.code == w.code && o.fingerprint == w.fingerprint && o.subject == w.subject &&
             o.until >= w.until;
    });
    if (!there)
      out.push_back(base::filled("{0} is waived for {1} until {2}", "{1}の {0} を {2} まで免除",
                                 {w.code, w.subject.empty() ? w.fingerprint : w.subject, w.until}));
  }
  return out;
}

std::vector<std::string> looser(const Baseline& before, const Baseline& now) {
  std::set<std::pair<std::string, std::string>> known;
  for (const Baseline::Entry& e : before.entries) known.emplace(e.code, e.fingerprint);
  const auto more = std::ranges::count_if(now.entries, [&](const auto& e) {
    return !known.contains({e.code, e.fingerprint});
  });
  if (more == 0) return {};
  return {base::filled("{0} more entries", "項目が {0} 件増えています", {std::to_string(more)})};
}

Judged judge(std::vector<Finding> findings, const Policy& policy, const Baseline* baseline,
             std::string_view today, const std::set<std::string>& ran, const Policy* now) {
  fingerprint(findings);
  const std::vector<Waiver>& waivers = now == nullptr ? policy.waivers : now->waivers;
  Judged out;
  std::set<std::pair<std::string, std::string>> before, seen;
  if (baseline != nullptr)
    for (const Baseline::Entry& e : baseline->entries)
      if (e.of_base || !about_change(e.code)) before.emplace(e.code, e.fingerprint);
  std::vector<char> used(waivers.size(), 0);
  for (Finding& f : findings) {
    f.effect = usual(f);
    if (f.effect == Effect::Broken) continue;
    if (const auto effect = said(policy, f.code)) f.effect = *effect;
    if (!about_policy(f) && before.contains({f.code, f.fingerprint})) {
      f.known = true;
      seen.emplace(f.code, f.fingerprint);
    }
    for (const Waiver& w : policy.waivers)
      if (w.until >= today && f.waived.empty() && covers(w, f))
        f.waived = w.reason + " (" + w.owner + ", " + w.until + ")";
    for (size_t i = 0; i < waivers.size(); ++i)
      if (covers(waivers[i], f)) used[i] = 1;
  }
  std::set<std::pair<std::string, std::string>> written;
  if (baseline != nullptr)
    for (const Baseline::Entry& e : baseline->entries)
      if (!e.of_base) written.emplace(e.code, e.fingerprint);
  out.gone = static_cast<size_t>(
      std::ranges::count_if(written, [&](const auto& e) { return !seen.contains(e); }));
  std::vector<Finding> own;
  for (size_t i = 0; i < waivers.size(); ++i) {
    const Waiver& w = waivers[i];
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
