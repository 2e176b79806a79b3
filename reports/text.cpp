#include <fmt/format.h>

#include <algorithm>

#include "base/text/unicode.h"
#include "reports/citator.h"
#include "reports/places.h"
#include "reports/unfinished.h"

namespace hanrei::reports {
namespace {

using base::Lang;
using checker::Evidence;
using checker::Standing;

std::string_view color_of(Standing s) {
  switch (s) {
    case Standing::Confirmed: return "\x1b[32m";
    case Standing::Contradicted:
    case Standing::Vacuous: return "\x1b[31m";
    case Standing::Open:
    case Standing::Undecided:
    case Standing::NotExamined: return "\x1b[33m";
  }
  return "";
}
std::string_view evidence_text(Evidence e, Lang lang) {
  const bool ja = lang == Lang::Ja;
  switch (e) {
    case Evidence::None: return ja ? "証拠なし" : "no evidence";
    case Evidence::Exhaustive: return ja ? "全数探索" : "exhaustive";
    case Evidence::Proved: return ja ? "全値証明" : "proved for all values";
    case Evidence::Witnessed: return ja ? "実例あり" : "witnessed";
    case Evidence::Bounded: return ja ? "上限付き" : "bounded";
  }
  return "";
}
std::string engines(const ClaimEntry& r) {
  std::string out;
  if (r.explicit_state.asked && r.explicit_state.verdict != checker::Verdict::Unknown)
    out += "explicit";
  if (r.symbolic.asked && r.symbolic.verdict != checker::Verdict::Unknown)
    out += out.empty() ? "Z3" : "+Z3";
  return out.empty() ? "-" : out;
}
std::string paint(std::string_view text, std::string_view code, bool on) {
  return on ? fmt::format("{}{}\x1b[0m", code, text) : std::string(text);
}

}  // namespace

void write_tally(std::ostream& out, const Report& report, bool ja) {
  size_t claims = 0;
  for (const RulingEntry& r : report.results) claims += r.claims.size();
  const std::vector<size_t> n = tally(report);
  const size_t all = report.results.size() + report.left;
  if (ja)
    out << fmt::format(
        "検査記録: 裁定 {} 件 = 確認 {} / 矛盾 {} / 解釈次第 {} / 決定不能 {} / 空虚 {} / 未検査 "
        "{}、主張 {} 件\n",
        all, n[0], n[1], n[2], n[3], n[4], n[5], claims);
  else
    out << fmt::format(
        "receipt: {} {} = {} confirmed, {} contradicted, {} open, {} undecided, {} vacuous, {} not "
        "examined; {} {}\n",
        all, all == 1 ? "ruling" : "rulings", n[0], n[1], n[2], n[3], n[4], n[5], claims,
        claims == 1 ? "claim" : "claims");
}

std::string readings_text(const std::vector<checker::UnderReading>& readings, const Style& style) {
  const bool ja = style.lang == Lang::Ja;
  const auto list = [](const auto& options, auto part) {
    std::string text;
    for (const auto& o : options) text += (text.empty() ? "" : " + ") + shown(o.*part, 60);
    return text;
  };
  using Option = std::pair<std::string, std::string>;
  std::string out, before;
  for (const checker::UnderReading& u : readings) {
    const std::string names = list(u.options, &Option::first);
    if (names != before)
      out +=
          (out.empty() ? "" : "\n") + fmt::format("      {} {}: ", ja ? "解釈" : "reading", names);
    else
      out += ja ? "、" : ", ";
    before = names;
    out += fmt::format(
        "{} {}{}", list(u.options, &Option::second), standing_text(u.standing, style.lang),
        u.reason.empty() ? "" : " (" + shown(base::text(u.reason, style.lang)) + ")");
  }
  return out.empty() ? "" : out + "\n";
}

std::string joined(const std::vector<std::string>& list, bool ja) {
  std::string out;
  for (const std::string& s : list) out += (out.empty() ? "" : ja ? "、" : ", ") + s;
  return out;
}

std::string shown(std::string_view text, size_t chars) {
  return base::safe_terminal(base::clip(text, chars));
}

void write_diagnostics(std::ostream& out, const base::SourceMap& sources,
                       const base::DiagnosticLog& log, const Style& style) {
  for (const base::Diagnostic& d : log.all()) {
    const base::Place place = sources.place(d.span);
    const std::string severity(base::severity_name(d.severity));
    out << fmt::format("{}:{}:{}: {}: {} [{}]\n", shown(place.path), place.line, place.column,
                       severity, shown(base::message(d, style.lang)), base::code_text(d.code));
    const std::string_view line = sources.line_text(d.span);
    if (!line.empty() && line.size() < 400) {
      const std::string_view whole = sources.text(d.span.file);
      const size_t start = line.data() - whole.data();
      const std::string_view before =
          line.substr(0, std::min(line.size(), d.span.begin >= start ? d.span.begin - start : 0));
      const std::string_view marked = line.substr(
          before.size(), std::min<size_t>(line.size() - before.size(),
                                          std::max<uint32_t>(1, d.span.end - d.span.begin)));
      out << "    " << base::safe_terminal(line) << "\n    "
          << std::string(static_cast<size_t>(base::display_width(base::safe_terminal(before))), ' ')
          << std::string(
                 static_cast<size_t>(std::max(1, base::display_width(base::safe_terminal(marked)))),
                 '^')
          << "\n";
    }
    const std::string hint = base::hint(d, style.lang);
    if (!hint.empty()) out << "    = " << shown(hint) << "\n";
    for (const auto& [span, note] : d.notes)
      out << "    " << place_text(span, sources) << ": " << shown(base::in_lang(note, style.lang))
          << "\n";
  }
  if (log.left_out() > 0)
    out << fmt::format(
        fmt::runtime(style.lang == Lang::Ja ? "hanrei: ほかに {} 件\n" : "hanrei: and {} more\n"),
        log.left_out());
}

void write_timings(std::ostream& out, const Report& report, const Style& style) {
  const Report::Timings& t = report.timings;
  const bool ja = style.lang == Lang::Ja;
  const auto row = [&](std::string_view name, const std::string& a, const std::string& b,
                       const std::string& c) {
    const auto right = [](const std::string& s) {
      return std::string(static_cast<size_t>(std::max(0, 22 - base::display_width(s))), ' ') + s;
    };
    std::string line = base::pad(name, 10) + right(a) + right(b) + right(c);
    line.erase(line.find_last_not_of(' ') + 1);
    out << line << "\n";
  };
  const double engines = t.explicit_state + t.symbolic;
  const auto seconds = [](double s) { return fmt::format("{:.3f} s", s); };
  const auto share = [&](double s) {
    return fmt::format("{:.3f} s {:3.0f} %", s, engines > 0 ? 100 * s / engines : 0.0);
  };
  row(ja ? "所要時間" : "timings", ja ? "読み込みと解析" : "loading and analysis",
      ja ? "探索" : "exploration", ja ? "プロセス全体" : "whole process");
  row("", seconds(t.loading), seconds(t.exploring), seconds(t.whole));
  row("  explicit", "", share(t.explicit_state), "");
  row("  Z3", "", share(t.symbolic), "");
  if (t.kept > 0)
    out << fmt::format(
        fmt::runtime(ja ? "以前の判定を再利用した裁定 {} 件。残りの状態 {}、ソルバー呼び出し {}\n"
                        : "rulings whose verdict was kept: {}; the others took {} states, {} "
                          "solver calls\n"),
        t.kept, t.states, t.queries);
  const std::vector<const RulingEntry*> list = slowest(report);
  if (!list.empty()) out << (ja ? "時間のかかった裁定\n" : "slowest rulings\n");
  for (const RulingEntry* r : list)
    out << fmt::format("  {:>9}  {}{}\n", seconds(r->seconds), shown(r->id, 60),
                       r->seconds > kSlow ? (ja ? "  (1 秒超)" : "  (above 1 s)") : "");
}

void write_changes(std::ostream& out, const Report& report, const Style& style) {
  const bool ja = style.lang == Lang::Ja;
  std::string assumed;
  for (const auto& [name, option] : report.readings)
    assumed += (assumed.empty() ? "" : ", ") + name + "=" + option;
  out << "\n"
      << fmt::format(fmt::runtime(ja ? "{} で変わるもの:\n" : "what changes under {}:\n"),
                     shown(assumed));
  size_t changed = 0, same = 0;
  for (const RulingEntry& r : report.results) {
    const std::string& title = base::in_lang(r.title, style.lang);
    for (const auto& [name, option] : r.usual.own)
      if (report.readings.at(name) != option)
        out << fmt::format(fmt::runtime(ja ? "  {} は {}={} を前提とするので、そのまま\n"
                                           : "  {} presumes {}={} itself, which counts\n"),
                           shown(r.id, 60), shown(name, 60), shown(option, 60));
    if (!r.usual.asked) continue;
    std::string lines;
    for (size_t i = 0; i < r.claims.size() && i < r.usual.claims.size(); ++i) {
      const ClaimEntry& c = r.claims[i];
      if (c.standing == r.usual.claims[i]) continue;
      lines += fmt::format(
          "      {}{} {}: {} → {}\n", c.case_id.empty() ? "" : shown(c.case_id, 60) + ": ",
          claim_kind_text(c.kind, style.lang), shown(c.text),
          standing_text(r.usual.claims[i], style.lang), standing_text(c.standing, style.lang));
    }
    (lines.empty() ? same : changed) += 1;
    if (!lines.empty())
      out << fmt::format(
          "  {}: {} → {}  {}\n{}", shown(r.id, 60), standing_text(r.usual.standing, style.lang),
          paint(standing_text(r.standing, style.lang), color_of(r.standing), style.color),
          shown(title, 200), lines);
  }
  out << fmt::format(fmt::runtime(ja ? "  変わる裁定 {} 件、変わらない裁定 {} 件\n"
                                     : "  rulings that change: {}, that do not: {}\n"),
                     changed, same);
}

void write_decks(std::ostream& out, const Report& report, const Style& style) {
  const bool ja = style.lang == Lang::Ja;
  for (const checker::DeckResult& d : report.decks) {
    const std::string& title = base::in_lang(d.list.title, style.lang);
    const Standing color = !d.unsupported.empty() ? Standing::Undecided
                           : d.breaches.empty()   ? Standing::Confirmed
                                                  : Standing::Contradicted;
    const char* word = !d.unsupported.empty() ? (ja ? "決定不能" : "undecided")
                       : d.breaches.empty()   ? (ja ? "適法" : "conforms")
                       : ja                   ? "違法"
                                              : "breaks";
    out << paint(base::pad(word, ja ? 10 : 13), color_of(color), style.color)
        << shown(d.list.id, 60) << (title.empty() ? "" : "  " + shown(title, 200))
        << fmt::format(fmt::runtime(ja             ? "  (カード {} 枚)"
                                    : d.cards == 1 ? "  ({} card)"
                                                   : "  ({} cards)"),
                       d.cards)
        << "\n";
    if (!d.unsupported.empty())
      out << "    " << shown(base::text(d.unsupported, style.lang)) << "\n";
    for (const checker::Breach& b : d.breaches)
      out << "    " << shown(checker::describe(b, style.lang), 4000) << "\n";
  }
}

std::string as_of_text(const base::AsOf& as_of, Lang lang) {
  const std::string valid = as_of.valid ? base::date_text(*as_of.valid) : "",
                    known = as_of.known ? base::date_text(*as_of.known) : "";
  if (lang == Lang::Ja)
    return valid + " 現在" + (known.empty() ? "" : " (" + known + " に知られていた限り)");
  return "as of " + valid + (known.empty() ? "" : ", as known on " + known);
}

namespace {

/// The column of the ids, in any ruling's line.
size_t width_of_ids(const Report& report) {
  size_t width = 8;
  for (const RulingEntry& r : report.results)
    width =
        std::clamp(static_cast<size_t>(base::display_width(shown(r.id, 60))), width, size_t{60});
  return width;
}

/// How a ruling stands, and by what evidence of which engines.
void write_ruling(std::ostream& out, const RulingEntry& r, size_t width, const Style& style) {
  const bool ja = style.lang == Lang::Ja;
  std::string names, evidence;
  size_t unasked = 0;  // their player can declare nothing where the declaration is judged
  for (const ClaimEntry& c : r.claims) {
    const std::string e = engines(c);
    if (names.empty() || names == "-")
      names = e;
    else if (e != names && e != "-")
      names = names.size() > e.size() ? e : names;  // the least any claim has
    const std::string_view ev = evidence_text(c.evidence, style.lang);
    if (evidence.find(ev) == std::string::npos)
      evidence += (evidence.empty() ? "" : ", ") + std::string(ev);
    unasked += c.detail.code == base::ReasonCode::NotAsked ? 1 : 0;
  }
  out << paint(base::pad(standing_text(r.standing, style.lang), ja ? 10 : 13), color_of(r.standing),
               style.color)
      << base::pad(shown(r.id, 60), static_cast<int>(width) + 2)
      << shown(base::in_lang(r.title, style.lang), 200)
      << (r.partial.empty() ? ""
          : ja              ? " [一部]"
                            : " [partial]")
      << "\n"
      << std::string(ja ? 10 : 13, ' ')
      << fmt::format("{}  {} {}; {}; {}", std::string(width, ' '), r.claims.size(),
                     ja                     ? "主張"
                     : r.claims.size() == 1 ? "claim"
                                            : "claims",
                     evidence, names)
      << (unasked == 0 ? ""
          : ja         ? fmt::format("; 問われない {}", unasked)
                       : fmt::format("; {} not asked", unasked))
      << "\n";
}

/// What stopped the engines that do not know.
void write_stopped(std::ostream& out, const ClaimEntry& c, const Style& style) {
  const auto stopped = [](const ClaimEntry::Engine& a) {
    return a.asked && a.verdict == checker::Verdict::Unknown ? a.reason : base::Reason();
  };
  const base::Reason one = stopped(c.explicit_state), other = stopped(c.symbolic);
  if (!one.empty())
    out << "      " << (one == other ? "explicit, Z3: " : "explicit: ")
        << shown(base::text(one, style.lang)) << "\n";
  if (!other.empty() && one != other)
    out << "      Z3: " << shown(base::text(other, style.lang)) << "\n";
}

void write_claim(std::ostream& out, const ClaimEntry& c, const base::SourceMap& sources,
                 const Style& style) {
  const bool ja = style.lang == Lang::Ja;
  out << fmt::format(
      "    {}{} {}: {}{}\n", c.case_id.empty() ? "" : shown(c.case_id, 60) + ": ",
      claim_kind_text(c.kind, style.lang), shown(c.text),
      paint(standing_text(c.standing, style.lang), color_of(c.standing), style.color),
      c.detail.empty() ? "" : " (" + shown(base::text(c.detail, style.lang)) + ")");
  if (!c.fault.empty())
    out << "    " << (ja ? "Hanrei 自身の不具合: " : "a fault of Hanrei: ") << shown(c.fault)
        << "\n";
  write_stopped(out, c, style);
  out << readings_text(c.readings, style) << c.play;
  const bool wrong = c.standing == Standing::Contradicted || c.standing == Standing::Vacuous;
  if (wrong && c.span) out << "      " << place_text(c.span, sources) << "\n";
}

/// Which command tells why a ruling is contradicted.
void write_why(std::ostream& out, const Report& report, const RulingEntry& r, bool ja) {
  for (const Report::Game& g : report.games)
    if (g.id == r.game)
      out << fmt::format("      {}: hanrei explain {} --id {}\n", ja ? "理由" : "why",
                         shown(g.folder), shown(r.id, 60));
}

void write_rulings(std::ostream& out, const Report& report, const base::SourceMap& sources,
                   const Style& style) {
  const size_t width = width_of_ids(report);
  for (const RulingEntry& r : report.results) {
    write_ruling(out, r, width, style);
    for (const ClaimEntry& c : r.claims)
      if (c.standing != Standing::Confirmed || style.verbose) write_claim(out, c, sources, style);
    if (r.standing == Standing::Contradicted) write_why(out, report, r, style.lang == Lang::Ja);
    write_marks(out, r, style);
  }
}

void write_decks_tally(std::ostream& out, const Report& report, bool ja) {
  const auto conform = std::ranges::count_if(report.decks, [](const checker::DeckResult& d) {
    return d.unsupported.empty() && d.breaches.empty();
  });
  const auto broken = std::ranges::count_if(
      report.decks, [](const checker::DeckResult& d) { return !d.breaches.empty(); });
  const auto undecided = std::ranges::count_if(
      report.decks, [](const checker::DeckResult& d) { return !d.unsupported.empty(); });
  out << fmt::format(fmt::runtime(ja ? "  デッキ {} 件 = 適法 {} / 違法 {} / 決定不能 {}\n"
                                     : "  decks: {} = {} conform, {} broken, {} undecided\n"),
                     report.decks.size(), conform, broken, undecided);
}

/// What one engine did of the claims it was asked.
struct Share {
  size_t asked = 0, decided = 0, limits = 0, forms = 0;
  void add(const ClaimEntry::Engine& a) {
    if (!a.asked) return;
    ++asked;
    ++(a.verdict != checker::Verdict::Unknown || a.vacuous ? decided : a.limit ? limits : forms);
  }
};

void write_shares(std::ostream& out, const Report& report, bool ja) {
  Share explicit_state, symbolic;
  size_t states = 0, queries = 0;
  for (const RulingEntry& r : report.results) {
    states += r.counts.states;
    queries += r.counts.queries;
    for (const ClaimEntry& c : r.claims) {
      explicit_state.add(c.explicit_state);
      symbolic.add(c.symbolic);
    }
  }
  const auto line = [&](std::string_view engine, const Share& s, size_t work,
                        std::string_view unit) {
    if (s.asked == 0) return;
    out << fmt::format(fmt::runtime(ja ? "  {}: 決定 {} / 上限 {} / 未対応の形式 {} ({} {})\n"
                                       : "  {}: {} decided, {} limit, {} unsupported form ({} "
                                         "{})\n"),
                       engine, s.decided, s.limits, s.forms, work, unit);
  };
  line("explicit", explicit_state, states, ja ? "状態" : "states");
  line("Z3", symbolic, queries, ja ? "問い合わせ" : "queries");
}

/// Claims that only one engine decided, with the form that stopped the other.
void write_decided_by_one(std::ostream& out, const Report& report, const Style& style) {
  const bool ja = style.lang == Lang::Ja;
  for (const RulingEntry& r : report.results)
    for (const ClaimEntry& c : r.claims) {
      if (!c.explicit_state.asked || !c.symbolic.asked) continue;
      const bool e = c.explicit_state.verdict != checker::Verdict::Unknown,
                 s = c.symbolic.verdict != checker::Verdict::Unknown;
      if (e == s) continue;
      out << fmt::format(
          "    {} {}: {} {}: {}\n", shown(r.id, 60), claim_kind_text(c.kind, style.lang),
          ja ? "一方のみ" : "only", e ? "explicit" : "Z3",
          shown(base::text(e ? c.symbolic.reason : c.explicit_state.reason, style.lang)));
    }
}

/// Cards whose abilities are their words as compiled.
void write_compiled(std::ostream& out, const Report& report, const Style& style) {
  if (report.compiled.empty()) return;
  const auto loose =
      std::ranges::count_if(report.compiled, [](const auto& c) { return c.loose > 0; });
  out << fmt::format(
      fmt::runtime(style.lang == Lang::Ja
                       ? "  文面から能力を作ったカード {} 枚、うち未確認 {} 枚\n"
                       : "  cards compiled from their words: {}, {} of them unconfirmed\n"),
      report.compiled.size(), loose);
  for (const Report::Compiled& c : report.compiled)
    if (c.loose > 0)
      out << "    "
          << shown(base::message(base::Code::Unconfirmed,
                                 {c.card, std::to_string(c.loose), std::to_string(c.abilities)},
                                 style.lang),
                   400)
          << " [" << base::code_text(base::Code::Unconfirmed) << "]\n";
}

/// What was examined in part or not at all, and what is no official ruling.
void write_remarks(std::ostream& out, const Report& report, const Style& style) {
  const bool ja = style.lang == Lang::Ja;
  size_t pairs = 0, of = 0;
  for (const RulingEntry& r : report.results) {
    pairs += r.pairs_left;
    of += r.pairs_left > 0 ? 1 : 0;
  }
  if (pairs > 0)
    out << fmt::format(
        fmt::runtime(
            ja ? "  組み合わせて試していない解釈の対: {} (裁定 {} 件、オプション `--max-pairs`)\n"
               : "  pairs of readings not tried together: {}, of rulings: {} (option "
                 "`--max-pairs`)\n"),
        pairs, of);
  for (const RulingEntry& r : report.results)
    if (!r.partial.empty())
      out << fmt::format("  {} {}: {}\n", ja ? "一部のみ" : "partial", shown(r.id, 60),
                         shown(r.partial));
  write_compiled(out, report, style);
  if (report.interrupted != 0)
    out << fmt::format(fmt::runtime(ja ? "  {}: 裁定 {} 件のうち {} 件を検査しました\n"
                                       : "  {}: of {} rulings {} were examined\n"),
                       base::in_lang(ended_by(report.interrupted), style.lang),
                       report.results.size() + report.left, report.results.size());
  for (const std::string& path : report.skipped)
    out << fmt::format("  {} {}\n",
                       ja ? "読めなかったファイル:" : "skipped, not readable:", shown(path));
  if (std::ranges::any_of(report.results,
                          [](const RulingEntry& r) { return r.status == "derived"; }))
    out << (ja ? "  導出例 (derived) は規則文から導いた例であり、公式裁定ではありません。\n"
               : "  derived rulings are worked out from the rulebook; they are not official "
                 "rulings.\n");
}

void write_receipt(std::ostream& out, const Report& report, const Style& style) {
  const bool ja = style.lang == Lang::Ja;
  out << "\n";
  for (const Report::Game& g : report.games)
    out << fmt::format("{}: {} ({}: {}, {}: {})\n", shown(g.id, 60), shown(g.title[ja], 200),
                       ja ? "条項" : "clauses", g.clauses, ja ? "カード" : "cards", g.cards);
  write_tally(out, report, ja);
  write_marks_tally(out, report.results, style);
  if (!report.decks.empty()) write_decks_tally(out, report, ja);
  write_shares(out, report, ja);
  write_decided_by_one(out, report, style);
  write_remarks(out, report, style);
}

}  // namespace

void write_text(std::ostream& out, const Report& report, const base::SourceMap& sources,
                const Style& style) {
  if (report.as_of.any()) out << as_of_text(report.as_of, style.lang) << "\n\n";
  write_rulings(out, report, sources, style);
  write_decks(out, report, style);
  if (!report.readings.empty()) write_changes(out, report, style);
  write_receipt(out, report, style);
}

std::vector<const RulingEntry*> slowest(const Report& report) {
  std::vector<const RulingEntry*> out;
  for (const RulingEntry& r : report.results) out.push_back(&r);
  std::ranges::stable_sort(
      out, [](const RulingEntry* a, const RulingEntry* b) { return a->seconds > b->seconds; });
  size_t n = std::min<size_t>(10, out.size());
  while (n < out.size() && out[n]->seconds > kSlow) ++n;
  out.resize(n);
  return out;
}

}  // namespace hanrei::reports
