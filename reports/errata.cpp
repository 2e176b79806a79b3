#include "reports/errata.h"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "base/json/array.h"
#include "reports/findings.h"

namespace hanrei::reports {
namespace {

using base::Lang;
using errata::Change;
using errata::Difference;
using errata::Item;
using errata::Outcome;
using errata::Sameness;
using errata::Verdict;

/// `card 《X》`, `rulebook: procedure ダウン, norm …`.
std::string title(const Item& item, bool ja) {
  const Lang lang = ja ? Lang::Ja : Lang::En;
  std::string out;
  for (const Change& c : item.changes) {
    if (out.size() > 300) {
      out += ja ? "、ほか" : ", …";
      break;
    }
    const std::string kind =
        c.kind == errata::Kind::Provision ? "" : std::string(errata::kind_text(c, lang)) + " ";
    out += (out.empty() ? ""
            : ja        ? "、"
                        : ", ") +
           kind + shown(c.id, 100) + " (" + std::string(errata::how_text(c.how, lang)) + ")";
  }
  return out;
}

/// Whom the result of the new play favours, when the two plays end with different results.
std::string gains(const Difference& d, bool ja) {
  if (d.compared.sameness == Sameness::Power) {
    const std::string player = d.players[d.compared.player];
    const bool now = d.compared.side == 1;
    return ja ? fmt::format(
                    "{}が{}: {}", player, now ? "得をする" : "損をする",
                    now ? "この結果を自分で選べるようになる" : "この結果を自分では選べなくなる")
              : fmt::format("{} {}: {}", player, now ? "gains" : "loses",
                            now ? "can now bring this end about, whatever the other does"
                                : "can no longer bring this end about against the other's will");
  }
  const auto result = [&](size_t v) -> std::string {
    for (const std::string& l : d.compared.end[v])
      if (l.starts_with("result = ")) return l.substr(9);
    return "";
  };
  const std::string was = result(0), is = result(1);
  for (const std::string& player : d.players) {
    if (is == "win(" + player + ")")
      return player + (ja ? "が得をする: 変更後は、このプレイで勝つ"
                          : " gains: in the new version this play is won");
    if (was == "win(" + player + ")")
      return player + (ja ? "が損をする: 変更後は、このプレイで勝たない"
                          : " loses: in the new version this play is not won");
  }
  return "";
}

void write_difference(std::ostream& out, const Difference& d,
                      const std::array<std::string, 2>& versions, const Style& style) {
  const bool ja = style.lang == Lang::Ja;
  out << fmt::format(
      fmt::runtime(ja ? "  結果が変わる最小の状況 (カード {}、選択 {}。もとの裁定 {}):\n"
                      : "  the smallest situation that ends otherwise ({} cards, {} choices; made "
                        "from {}):\n"),
      d.cards, d.moves, shown(d.scene.from, 60));
  const std::string& xml = d.xml;
  for (size_t from = 0; from < xml.size();) {
    const size_t to = xml.find('\n', from);
    out << "    " << shown(xml.substr(from, to - from), 4000) << "\n";
    from = to + 1;
  }
  const auto& plays = d.told[ja];
  size_t same = 0;
  while (same < std::min(plays[0].size(), plays[1].size()) && plays[0][same] == plays[1][same])
    ++same;
  if (same > 0) out << (ja ? "  どちらでも:\n" : "  in both:\n");
  for (size_t i = 0; i < same; ++i)
    out << "    " << i + 1 << ". " << shown(plays[0][i], 4000) << "\n";
  for (size_t v = 0; v < 2; ++v) {
    out << "  " << shown(versions[v], 200) << ":\n";
    for (size_t i = same; i < plays[v].size(); ++i)
      out << "    " << i + 1 << ". " << shown(plays[v][i], 4000) << "\n";
    if (static_cast<int>(v) != d.compared.side)
      if (const std::string& choice = d.barred[ja]; !choice.empty())
        out << fmt::format(fmt::runtime(ja ? "    ここでは次の選択ができない: {}\n"
                                           : "    Here this cannot be chosen: {}\n"),
                           shown(choice, 4000));
    for (const std::string& l : d.compared.end[v]) out << "    = " << shown(l, 4000) << "\n";
  }
  if (d.compared.sameness == Sameness::Power)
    out << (ja ? "  到達できる結果はどちらも同じ。変わるのは、誰がそれを決めるか。\n"
               : "  The same ends can be reached in both. What changes is who decides between "
                 "them.\n");
  if (const std::string who = gains(d, ja); !who.empty()) out << "  " << who << "\n";
}

constexpr std::array<std::array<const char*, 2>, errata::kMakings> kMade = {
    {{"made from the rulings", "裁定から作ったもの"},
     {"with values from Z3", "Z3 の値によるもの"},
     {"with other values", "値を変えたもの"},
     {"with a blank card more", "無地のカードを1枚加えたもの"},
     {"with two blank cards more", "無地のカードを2枚加えたもの"},
     {"with a zone filled", "領域にカードを並べたもの"},
     {"with a card of the pool more", "既存のカードを1枚加えたもの"},
     {"with a card of the pool and something else more",
      "既存のカード1枚と、もう1枚または別の値を加えたもの"},
     {"with two cards of the pool and a blank card a side more",
      "既存のカード2枚と、双方に無地のカードを1枚ずつ加えたもの"}}};
constexpr std::array<const char*, errata::kMakings> kMadeKeys = {
    "made_from_rulings",
    "solver_values",
    "other_values",
    "blank_card",
    "two_blank_cards",
    "filled_zone",
    "card_of_the_pool",
    "card_of_the_pool_and_more",
    "two_cards_of_the_pool_and_blanks"};

/// `HP >= 3 (FILE:3) was never met`.
std::string told(const errata::Scope::Threshold& t, bool ja) {
  const char* how = t.met      ? (ja ? "成り立たない場合がなかった" : "never failed")
                    : t.failed ? (ja ? "成り立つ場合がなかった" : "was never met")
                               : (ja ? "一度も問われなかった" : "was never asked");
  return fmt::format(fmt::runtime(ja ? "`{}` ({}:{}) が{}" : "`{}` ({}:{}) {}"), t.text, t.at.path,
                     t.at.line, how);
}

/// `trigger X (FILE:3) never had a part`.
std::string told(const errata::Scope::Idle& part, bool ja) {
  return fmt::format(
      fmt::runtime(ja ? "{} ({}:{}) が関わった状況はなかった" : "{} ({}:{}) never had a part"),
      part.name, part.at.path, part.at.line);
}

void write_scope(std::ostream& out, const errata::Scope& s, bool ja) {
  out << (ja ? "  調べた範囲 (形式化された能力について):\n"
             : "  the scope (of the abilities as formalised):\n");
  for (size_t k = 0; k < errata::kMakings; ++k) {
    const errata::Scope::Count& c = s.by_making[k];
    if (c.made == 0) continue;
    out << "    " << kMade[k][ja]
        << fmt::format(fmt::runtime(ja ? ": {} のうち {} を調べ、{} で関わった"
                                       : ": {} made, {} examined, {} in which it had a part"),
                       c.made, c.examined, c.touched);
    if (c.cut > 0)
      out << fmt::format(fmt::runtime(ja ? "、{} は打ち切り" : ", {} cut off by limits"), c.cut);
    if (c.left_out > 0)
      out << fmt::format(
          fmt::runtime(ja ? "、{} は上限のため除いた" : ", {} left out above the limit"),
          c.left_out);
    out << "\n";
  }
  if (s.thresholds > 0)
    out << fmt::format(
        fmt::runtime(ja ? "    文面の数との比較 {}: {} は両方の結果になった\n"
                        : "    {} comparisons with a number in the texts: {} came out both ways\n"),
        s.thresholds, s.thresholds - s.unreached.size());
  for (const errata::Scope::Threshold& t : s.unreached)
    out << "      " << shown(told(t, ja), 400) << "\n";
  for (const errata::Scope::Idle& part : s.idle)
    out << "    " << shown(told(part, ja), 400) << "\n";
  if (s.solver.situations > 0) {
    out << fmt::format(
        fmt::runtime(
            ja ? "    数を未定にして Z3 に問うた状況 {}: どの値でも結果は変わらない {}、分からない "
                 "{} "
                 "(問い {}、資源 {})\n"
               : "    {} situations put to Z3 with their numbers left open: in {} no values end "
                 "otherwise, {} it could not tell ({} queries, {} resource units)\n"),
        s.solver.situations, s.solver.alike, s.solver.unknown, s.solver.queries, s.solver.units);
    for (const auto& [why, n] : s.solver.reasons)
      out << fmt::format(fmt::runtime(ja ? "      分からない理由 ({}): {}\n"
                                         : "      why it could not ({}): {}\n"),
                         n, shown(base::text(why, ja ? Lang::Ja : Lang::En), 200));
  }
  for (const auto& [why, n] : s.reasons)
    out << fmt::format(
        fmt::runtime(ja ? "    打ち切りの理由 ({}): {}\n" : "    why they were cut off ({}): {}\n"),
        n, shown(base::text(why, ja ? Lang::Ja : Lang::En), 200));
  out << fmt::format(
      fmt::runtime(ja ? "    もとの状況 {}、状態 {}{}\n"
                      : "    {} situations to begin with, {} states{}\n"),
      s.bases, s.states,
      s.bounded ? (ja ? "、繰り返しは上限まで" : ", repetitions up to their bounds") : "");
}

std::string verdict(const Item& i, bool ja) {
  switch (i.outcome) {
    case Outcome::NotExamined:
      return ja ? "未検査: "
                  "文面が変わったのに能力が変わっていない。能力を書き直すか、読み直した署名 "
                  "(`read`) が要る"
                : "not examined: the words changed and the ability did not; restate it, or sign "
                  "that it was read against the new words (`read`)";
    case Outcome::WordsOnly:
      return ja ? "文面だけの変更: 能力は読み直されたか、この文面に能力はない"
                : "words only: the ability was read against the new words, or none hangs on them";
    case Outcome::OneSided:
      return ja ? "片方にしかない: 比べる相手がない"
                : "only in one of the two: there is nothing to compare it with";
    case Outcome::Interrupted: return ja ? "中断" : "interrupted";
    case Outcome::LeftOut:
      return ja ? "未検査: 状態数の上限に達した" : "not examined: the states were used up";
    case Outcome::Compared: break;
  }
  switch (i.answer.verdict) {
    case Verdict::Functional: return ja ? "結果が変わる" : "functional";
    case Verdict::Unreached:
      if (!i.answer.scope.idle.empty())
        return ja ? "未検査: "
                    "調べた範囲では同じ。ただし変わったところの一部は、どの状況でも関わらなかった"
                  : "not examined: no situation of the scope ends otherwise, but some of what "
                    "changed had a part in none";
      return ja ? "未検査: "
                  "調べた範囲では同じ。ただし文面の数との比較に、片方の結果しか出なかったものがある"
                : "not examined: no situation of the scope ends otherwise, but a comparison with a "
                  "number in the texts came out one way only";
    case Verdict::Untouched:
      return ja ? "未検査: どの状況でも、変わったところが関わらなかった"
                : "not examined: in no situation did what changed have a part";
    case Verdict::Interrupted: return ja ? "中断" : "interrupted";
    case Verdict::Equivalent: break;
  }
  if (i.unread)
    return ja ? "一部未検査: 調べた範囲では同じ。ただし文面の一部は能力が読み直されていない"
              : "in part not examined: equivalent within the scope, but some words changed without "
                "their ability";
  return ja ? "調べた範囲では同じ" : "equivalent within the scope";
}

std::string_view key(const Item& i) {
  switch (i.outcome) {
    case Outcome::NotExamined: return "not-examined";
    case Outcome::WordsOnly: return "words-only";
    case Outcome::OneSided: return "one-sided";
    case Outcome::Interrupted: return "interrupted";
    case Outcome::LeftOut: return "not-examined";
    case Outcome::Compared: break;
  }
  switch (i.answer.verdict) {
    case Verdict::Functional: return "functional";
    case Verdict::Unreached:
    case Verdict::Untouched: return "not-examined";
    case Verdict::Interrupted: return "interrupted";
    case Verdict::Equivalent: break;
  }
  return i.unread ? "not-examined" : "equivalent";
}

/// `procedure ダウン, norm X and 3 more`.
findings::Both named(const Item& item) {
  findings::Both names;
  constexpr size_t kNamed = 3;
  for (size_t i = 0; i < item.changes.size() && i < kNamed; ++i)
    for (const Lang lang : {Lang::En, Lang::Ja}) {
      const Change& c = item.changes[i];
      const bool ja = lang == Lang::Ja;
      std::string& out = names[static_cast<size_t>(lang)];
      out += out.empty() ? "" : ja ? "、" : ", ";
      out += c.kind == errata::Kind::Card ? "《" + c.id + "》"
             : c.kind == errata::Kind::Provision
                 ? c.id
                 : std::string(errata::kind_text(c, lang)) + (ja ? "" : " ") + c.id;
    }
  if (const size_t more = item.changes.size() - std::min(item.changes.size(), kNamed); more > 0) {
    names[0] += fmt::format(" and {} more", more);
    names[1] += fmt::format("ほか {} 件", more);
  }
  return names;
}

/// Both plays of a difference; `sides`: what each is of.
/// What the two sides of a difference are called: versions, or abilities and words.
using Sides = std::array<std::string, 2>;
const std::array<Sides, 2>& all_sides() {
  static const std::array<Sides, 2> sides = {
      {{base::in_both("before:", "変更前:"), base::in_both("after:", "変更後:")},
       {base::in_both("as the abilities say:", "能力のとおりなら:"),
        base::in_both("as the words are read:", "文言のとおりなら:")}}};
  return sides;
}

void tell_plays(const Difference& d, const Sides& sides, findings::Finding& f) {
  for (const Lang lang : {Lang::En, Lang::Ja}) {
    std::vector<std::string>& play = f.play[static_cast<size_t>(lang)];
    for (size_t v = 0; v < 2; ++v) {
      play.push_back(std::string(base::in_lang(sides[v], lang)));
      const auto& told = d.told[static_cast<size_t>(lang)][v];
      play.insert(play.end(), told.begin(), told.end());
      if (static_cast<int>(v) != d.compared.side)
        if (const std::string& choice = d.barred[static_cast<size_t>(lang)]; !choice.empty())
          play.push_back(
              (lang == Lang::Ja ? "ここでは次の選択ができない: " : "Here this cannot be chosen: ") +
              choice);
      for (const std::string& l : d.compared.end[v]) play.push_back("= " + l);
    }
  }
}

}  // namespace

std::optional<findings::Finding> finding_of(const Item& item, bool wording,
                                            const base::SourceMap& sources) {
  if (item.outcome != Outcome::Compared) return std::nullopt;
  const errata::Scope& scope = item.answer.scope;
  size_t examined = 0, left = 0;
  for (const errata::Scope::Count& c : scope.by_making) {
    examined += c.touched;
    left += c.left_out + c.cut;
  }
  const findings::Both names = named(item);
  const std::string what = base::in_both(names[0], names[1]);
  std::vector<std::string> subjects;
  base::Span where;
  for (const Change& c : item.changes) {
    subjects.push_back(c.id);
    if (!where) where = c.new_place;
  }
  const findings::Location place = findings::locate(sources, where);
  if (item.answer.verdict == Verdict::Equivalent)
    return findings::make(findings::Code::Alike,
                          {what, std::to_string(examined), std::to_string(left)}, subjects, place);
  if (!item.answer.smallest) return std::nullopt;
  const Difference& d = *item.answer.smallest;
  findings::Finding f =
      findings::make(wording ? findings::Code::Functional : findings::Code::Differs,
                     {what, std::to_string(d.cards), d.scene.from}, subjects, place);
  tell_plays(d, all_sides()[0], f);
  return f;
}

std::optional<findings::Finding> finding_of_words(const Item& item,
                                                  const base::SourceMap& sources) {
  if (!item.answer.smallest) return std::nullopt;
  const Difference& d = *item.answer.smallest;
  const Change& c = item.changes.front();
  findings::Finding f = findings::make(findings::Code::WordsDiffer,
                                       {"《" + c.id + "》", std::to_string(d.cards), d.scene.from},
                                       {c.id}, findings::locate(sources, c.old_place));
  tell_plays(d, all_sides()[1], f);
  return f;
}

bool two_plays(const findings::Finding& finding, Lang lang, Plays& out) {
  const std::vector<std::string>& play = finding.play[static_cast<size_t>(lang)];
  for (const Sides& sides : all_sides()) {
    const std::string_view first = base::in_lang(sides[0], lang),
                           second = base::in_lang(sides[1], lang);
    if (play.empty() || play.front() != first) continue;
    const auto at = std::ranges::find(play, second);
    if (at == play.end()) continue;
    out = {{std::string(first), std::string(second)},
           {std::vector<std::string>(play.begin() + 1, at),
            std::vector<std::string>(at + 1, play.end())}};
    for (std::string& name : out.names) name.pop_back();  // the colon
    return true;
  }
  return false;
}

std::string not_known(const Item& item) {
  const Change& first = item.changes.front();
  switch (item.outcome) {
    case Outcome::LeftOut: return base::in_both("the states were used up", "状態数の上限に達した");
    case Outcome::Interrupted: return base::in_both("interrupted", "中断");
    case Outcome::OneSided:
      if (first.how != errata::How::Renamed || !(first.rules || first.attributes)) return "";
      return base::in_both("it has another name, and does not compile alone",
                           "改名されていて、それだけでは読み込めない");
    case Outcome::NotExamined:
    case Outcome::WordsOnly: return "";
    case Outcome::Compared: break;
  }
  if (item.answer.verdict == Verdict::Untouched)
    return base::in_both("it had a part in no situation that was examined",
                         "調べたどの状況でも関わらなかった");
  if (item.answer.verdict != Verdict::Unreached) return "";
  const auto list = [&](bool ja) {
    std::string out;
    const auto add = [&](const auto& all) {
      for (const auto& one : all) out += (out.empty() ? "" : ja ? "、" : "; ") + told(one, ja);
    };
    add(item.answer.scope.idle), add(item.answer.scope.unreached);
    return out;
  };
  return base::in_both(list(false), list(true));
}

std::optional<findings::Finding> finding_of_unknown(const Item& item,
                                                    const base::SourceMap& sources) {
  const std::string why = not_known(item);
  if (why.empty()) return std::nullopt;
  const findings::Both names = named(item);
  std::vector<std::string> subjects;
  base::Span where;
  for (const Change& c : item.changes) {
    subjects.push_back(c.id);
    if (!where) where = c.new_place;
  }
  return findings::make(findings::Code::NotDecided, {base::in_both(names[0], names[1]), why},
                        subjects, findings::locate(sources, where));
}

std::optional<findings::Both> not_compared(const Item& item) {
  const findings::Both what = named(item);
  if (const std::string why = not_known(item); !why.empty()) {
    const bool part =
        item.outcome == Outcome::Compared && item.answer.verdict == Verdict::Unreached;
    return findings::Both{
        what[0] +
            (part ? ": whether all of it makes a difference: "
                  : ": whether it makes a difference: ") +
            std::string(base::in_lang(why, Lang::En)),
        what[1] + (part ? ": すべてについて違いを生むかどうか: " : ": 違いを生むかどうか: ") +
            std::string(base::in_lang(why, Lang::Ja))};
  }
  if (item.outcome != Outcome::Compared) return std::nullopt;
  size_t left = 0;
  for (const errata::Scope::Count& c : item.answer.scope.by_making) left += c.left_out + c.cut;
  if (item.answer.verdict != Verdict::Equivalent || left == 0) return std::nullopt;
  return findings::Both{
      what[0] + ": " + std::to_string(left) + " situations of the scope, above the limits",
      what[1] + ": 範囲の状況のうち上限を超えた " + std::to_string(left) + " 件"};
}

void write_items(std::ostream& out, const std::vector<Item>& items,
                 const std::array<std::string, 2>& versions, const Style& style) {
  const bool ja = style.lang == Lang::Ja;
  for (const Item& i : items) {
    out << title(i, ja) << "\n";
    for (const errata::About& line : i.about) out << "    " << shown(line[ja], 1000) << "\n";
    out << "  " << verdict(i, ja) << "\n";
    if (i.outcome != Outcome::Compared) continue;
    if (i.together)
      out << (ja ? "  この変更だけでは読み込めないので、ほかの変更とともに比べた\n"
                 : "  alone it does not compile; it was compared together with the other "
                   "changes\n");
    if (i.answer.smallest) write_difference(out, *i.answer.smallest, versions, style);
    write_scope(out, i.answer.scope, ja);
  }
}

void write_errata_text(std::ostream& out, const errata::Report& r,
                       const std::array<std::string, 2>& versions, const Style& style) {
  const bool ja = style.lang == Lang::Ja;
  out << shown(versions[0], 200) << " → " << shown(versions[1], 200) << "\n";
  write_items(out, r.items, versions, style);
  if (r.items.empty())
    out << fmt::format(fmt::runtime(ja ? "  {} 項目を比べ、変わったものはない\n"
                                       : "  {} things compared, nothing changed\n"),
                       r.compared);
  for (const errata::Flip& f : r.flips)
    out << fmt::format(fmt::runtime(ja ? "裁定 {}: {} だったものが {} になる\n"
                                       : "ruling {}: {} before, {} after\n"),
                       shown(f.id, 100), standing_text(f.before, style.lang),
                       standing_text(f.after, style.lang));
  out << fmt::format(fmt::runtime(ja ? "裁定 {} 件のうち {} 件を両方で調べ、{} 件が変わる\n"
                                     : "{} rulings, {} asked under both, {} stand otherwise\n"),
                     r.rulings, r.asked, r.flips.size());
}

void write_errata_json(std::ostream& out, const errata::Report& r,
                       const std::array<std::string, 2>& versions, const base::SourceMap& sources,
                       int exit_code) {
  base::JsonWriter w;
  w.begin_object();
  w.member("format", 1);
  w.member("before", versions[0]);
  w.member("after", versions[1]);
  base::write_objects(w, "changes", r.items, [&](const Item& i) {
    base::write_objects(w, "what", i.changes, [&](const Change& c) {
      w.member("kind", errata::kind_text(c, Lang::En));
      w.member("id", c.id);
      w.member("how", errata::how_text(c.how, Lang::En));
      if (const base::Span place = c.new_place ? c.new_place : c.old_place) {
        const base::Place at = sources.place(place);
        w.member("file", at.path);
        w.member("line", at.line);
        w.member("column", at.column);
      }
      if (!c.clauses.empty()) w.member("clauses", c.clauses);
    });
    if (!i.about.empty()) {
      std::array<std::vector<std::string>, 2> lines;
      for (const errata::About& line : i.about)
        for (size_t l = 0; l < 2; ++l) lines[l].push_back(line[l]);
      w.member("about", lines[0]);
      w.member("about_ja", lines[1]);
    }
    w.member("verdict", key(i));
    if (i.together) w.member("together", true);
    if (i.outcome == Outcome::Compared) {
      const errata::Scope& s = i.answer.scope;
      w.key("scope");
      w.begin_object();
      w.member("situations", static_cast<int64_t>(s.bases));
      w.member("states", static_cast<int64_t>(s.states));
      w.member("bounded", s.bounded);
      w.key("cut_off_by");
      w.begin_object();
      for (const auto& [why, n] : s.reasons)
        w.member(base::text(why, Lang::En), static_cast<int64_t>(n));
      w.end_object();
      w.key("solver");
      w.begin_object();
      w.member("situations", static_cast<int64_t>(s.solver.situations));
      w.member("proved_alike", static_cast<int64_t>(s.solver.alike));
      w.member("unknown", static_cast<int64_t>(s.solver.unknown));
      w.member("queries", static_cast<int64_t>(s.solver.queries));
      w.member("resource_units", static_cast<int64_t>(s.solver.units));
      w.end_object();
      w.member("thresholds", static_cast<int64_t>(s.thresholds));
      base::write_objects(w, "unreached", s.unreached, [&](const errata::Scope::Threshold& t) {
        w.member("comparison", t.text);
        w.member("file", t.at.path);
        w.member("line", t.at.line);
        w.member("met", t.met);
        w.member("failed", t.failed);
      });
      base::write_objects(w, "without_part", s.idle, [&](const errata::Scope::Idle& part) {
        w.member("what", part.name);
        w.member("file", part.at.path);
        w.member("line", part.at.line);
      });
      for (size_t k = 0; k < errata::kMakings; ++k) {
        const errata::Scope::Count& c = s.by_making[k];
        w.key(kMadeKeys[k]);
        w.begin_object();
        w.member("made", static_cast<int64_t>(c.made));
        w.member("examined", static_cast<int64_t>(c.examined));
        w.member("had_a_part", static_cast<int64_t>(c.touched));
        w.member("cut_off", static_cast<int64_t>(c.cut));
        w.member("left_out", static_cast<int64_t>(c.left_out));
        w.end_object();
      }
      w.end_object();
      if (i.answer.smallest) {
        const Difference& d = *i.answer.smallest;
        w.key("smallest");
        w.begin_object();
        w.member("from", d.scene.from);
        w.member("cards", static_cast<int64_t>(d.cards));
        w.member("choices", static_cast<int64_t>(d.moves));
        w.member("differs_in", d.compared.sameness == Sameness::Power ? "who decides" : "ends");
        w.member("situation", d.xml);
        for (size_t v = 0; v < 2; ++v) {
          w.key(v == 0 ? "before" : "after");
          w.begin_object();
          w.member("play", d.told[0][v]);
          w.member("play_ja", d.told[1][v]);
          if (const std::string choice = static_cast<int>(v) == d.compared.side ? "" : d.barred[0];
              !choice.empty()) {
            w.member("not_offered", choice);
            w.member("not_offered_ja", d.barred[1]);
          }
          w.member("end", d.compared.end[v]);
          w.end_object();
        }
        w.end_object();
      }
    }
  });
  w.key("rulings");
  w.begin_object();
  w.member("all", static_cast<int64_t>(r.rulings));
  w.member("asked", static_cast<int64_t>(r.asked));
  base::write_objects(w, "flips", r.flips, [&](const errata::Flip& f) {
    w.member("id", f.id);
    w.member("before", checker::standing_name(f.before));
    w.member("after", checker::standing_name(f.after));
  });
  w.end_object();
  w.member("exit", exit_code);
  w.end_object();
  out << w.str();
}

ItemTold told_of(const Item& item, Lang lang) {
  const bool ja = lang == Lang::Ja;
  ItemTold out;
  out.verdict = verdict(item, ja);
  if (item.answer.smallest) out.gains = gains(*item.answer.smallest, ja);
  if (item.outcome != Outcome::Compared) return out;
  std::ostringstream scope;
  write_scope(scope, item.answer.scope, ja);
  std::istringstream lines(std::move(scope).str());
  for (std::string line; std::getline(lines, line);)
    out.scope.push_back(line.substr(std::min(line.find_first_not_of(' '), line.size())));
  return out;
}

}  // namespace hanrei::reports
