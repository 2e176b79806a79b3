// explain: why a ruling stands as it does, in whole sentences.
#include <algorithm>

#include <fmt/format.h>

#include "base/text/unicode.h"
#include "checker/explain/tell.h"
#include "reports/reports.h"

namespace hanrei::reports {
namespace {

using base::Lang;
using checker::ClaimResult;
using checker::Standing;
using checker::Verdict;
using checker::explain::Sentence;
using rulings::ClaimKind;

bool about_legality(ClaimKind kind) { return kind == ClaimKind::Legal || kind == ClaimKind::Illegal; }

/// A sentence with its clauses before the full stop.
std::string with_clauses(const checker::Question& q, const Sentence& s, const Style& style) {
  std::string text = shown(s.text), by;
  for (model::Id c : s.by) by += (by.empty() ? "" : ", ") + shown(q.program->clauses[static_cast<size_t>(c)].id, 100);
  if (by.empty()) return text;
  const std::string_view stop = style.lang == Lang::Ja ? "。" : ".";
  const bool stops = text.ends_with(stop);
  if (stops) text.resize(text.size() - stop.size());
  by = " (" + by + ")";
  return text + (style.color ? "\x1b[2m" + by + "\x1b[0m" : by) + std::string(stops ? stop : "");
}

/// The verdict on a claim as a sentence; `shows`: a play follows that shows it.
std::string verdict(const ClaimResult& c, const model::Program& p, bool shows, bool ja) {
  const auto in = [&](const std::string& j, const std::string& e) { return ja ? j : e; };
  const bool holds = c.shown.verdict == Verdict::Holds;
  const std::string who = c.claim->player >= 0 ? p.players[static_cast<size_t>(c.claim->player)] : "";
  switch (c.standing) {
    case Standing::Vacuous: return in("この状況からは、そのように進めることができない。", "This situation cannot be played that way.");
    case Standing::Undecided: return in("決められない。", "It cannot be decided.");
    case Standing::Open: return in("解釈によって答えが変わる。", "The answer depends on a reading.");
    case Standing::NotExamined: return in("検査できていない。", "It was not examined.");
    case Standing::Confirmed:
    case Standing::Contradicted: break;
  }
  const std::string like_ja = shows ? "例えば次のとおり。" : "", like_en = shows ? " For example:" : "";
  switch (c.claim->kind) {
    case ClaimKind::Necessary:
      if (holds) return in("どのように進めても必ずそうなる。" + like_ja, "However play goes, it comes to this." + like_en);
      return in(shows ? "必ずそうなるとは限らない。次のように進むと、そうならない。" : "必ずそうなるとは限らない。", shows ? "It need not come to this. Played like this, it does not:" : "It need not come to this.");
    case ClaimKind::Possible:
      if (holds) return in("次のとおり可能である。", "It is possible, like this:");
      return in("どのように進めてもそうはならない。" + like_ja, "However play goes, it does not come to this." + like_en);
    case ClaimKind::Impossible:
      if (holds) return in("どのように進めてもそうはならない。" + like_ja, "However play goes, it does not come to this." + like_en);
      return in("次のように進むと、そうなる。", "Played like this, it does come to this:");
    case ClaimKind::Outcomes:
      if (holds) return in("起こりうる結果はこれですべてである。" + like_ja, "These are all the outcomes there can be." + like_en);
      return in("起こりうる結果はこれと違う。", "The outcomes there can be are others.") + (c.shown.detail.empty() ? "" : " (" + c.shown.detail + ")");
    case ClaimKind::Greatest:
    case ClaimKind::Least: {
      const bool most = c.claim->kind == ClaimKind::Greatest;
      const std::string end = in(shows ? "次のとおり。" : "", shows ? " Like this:" : "");
      if (holds) return in(most ? "これより大きくはならない。" : "これより小さくはならない。", most ? "It cannot be more than this." : "It cannot be less than this.") + end;
      return in((most ? "最大は" : "最小は") + c.shown.detail + "である。", (most ? "The most is " : "The least is ") + c.shown.detail + ".") + end;
    }
    case ClaimKind::Legal:
      if (holds) return in("これは宣言できる。", "This may be declared.");
      return in("これは宣言できない。", "This may not be declared.");
    case ClaimKind::Illegal:
      if (holds) return in("これは宣言できない。", "This may not be declared.");
      return in("これは宣言できる。", "This may be declared.");
    case ClaimKind::Chooser: {
      const std::string what = c.claim->what;
      const bool order = what.starts_with("order");
      if (!holds && c.shown.detail == "no such choice is reached") return in("そのような選択は生じない。", "No such choice arises.");
      std::string chooser = c.claim->nobody ? "" : who;
      if (!holds) chooser = c.shown.detail == "nobody" ? "" : c.shown.detail;
      if (chooser.empty()) return in(order ? "順序を決める者の定めはない。" : "選ぶ者の定めはない。", order ? "No rule says who decides the order." : "No rule says who chooses.");
      return order ? in("順序を決めるのは" + chooser + "である。", chooser + " decides the order.") : in("これを選ぶのは" + chooser + "である。", chooser + " makes this choice.");
    }
    case ClaimKind::Endless: return holds ? in("終わらないことがある。", "It may go on for ever.") : in("必ず終わる。", "It always comes to an end.");
    case ClaimKind::Settles: return holds ? in("常時効果の決まり方はこの数だけある。", "There are this many ways in which the continuous effects can settle.") : in("常時効果の決まり方の数はこれと違う。", "The continuous effects settle in another number of ways.");
    case ClaimKind::Forceable: {
      const bool can = holds != c.claim->nobody;
      return can ? in(who + "は、相手がどうしてもこれを実現できる。", who + " can bring this about, whatever the opponent does.") : in(who + "は、相手次第ではこれを実現できない。", who + " cannot bring this about against every reply.");
    }
    case ClaimKind::Overrides: return holds ? in("カードの文面がこの条項に優先する。", "The card's sentence overrides the clause.") : in("カードの文面はこの条項に優先しない。", "The card's sentence does not override the clause.");
    case ClaimKind::Yields: return holds ? in("カードの文面はこの条項に譲る。", "The card's sentence yields to the clause.") : in("カードの文面はこの条項に譲らない。", "The card's sentence does not yield to the clause.");
    case ClaimKind::Contradicts: return holds ? in("カードの文面とこの条項は両立せず、どちらが優先するかの定めもない。", "The card's sentence and the clause cannot both stand, and nothing says which one wins.") : in("カードの文面とこの条項のどちらが優先するかは定まっている。", "It is settled which wins, the card's sentence or the clause.");
    case ClaimKind::Undetermined: return holds ? in("解釈によって結果が変わる。", "What comes of it depends on the reading.") : in("どの解釈でも結果は同じである。", "It comes to the same under every reading.");
  }
  return "";
}

void write_sentences(std::ostream& out, const checker::Question& q, const checker::explain::Told& told, const Style& style) {
  size_t n = 0;
  for (const Sentence& s : told.sentences) out << fmt::format("    {:>3}. {}\n", ++n, with_clauses(q, s, style));
}

/// The claim in small form, as the ruling writes it.
std::string claim_text(const ClaimResult& c) { return shown(c.claim->text.empty() ? c.claim->what : c.claim->text); }

}  // namespace

void write_play(std::ostream& out, const checker::Question& q, const rulings::Ruling& ruling, const ClaimResult& c, const Style& style) {
  const bool ja = style.lang == Lang::Ja;
  if (q.world == nullptr) return;
  const auto told = checker::explain::tell(q, c.shown.lets, c.shown.witness, about_legality(c.claim->kind) ? c.claim : nullptr, style.lang, checker::explain::card_names(q, &ruling, style.lang));
  const auto& lets = q.which->situation.lets;
  std::string values;
  for (size_t i = 0; i < c.shown.lets.size() && i < lets.size(); ++i) values += (values.empty() ? "" : ja ? "、" : ", ") + shown(lets[i].name, 100) + " = " + std::to_string(c.shown.lets[i]);
  if (!values.empty()) out << "      " << (ja ? "値: " : "with ") << values << "\n";
  write_sentences(out, q, told, style);
  if (told.sentences.empty() && !about_legality(c.claim->kind)) out << "      " << (ja ? "(何も起こらない)\n" : "(nothing happens)\n");
  // a witness about who chooses ends where the choice is
  if (!told.ok && told.problem != checker::replay::kMoreChoices) out << "      " << (ja ? "再現できません: " : "cannot be replayed: ") << shown(told.problem) << "\n";
}

void write_explanation(std::ostream& out, const checker::RulingResult& r, const Style& style) {
  const bool ja = style.lang == Lang::Ja;
  const auto text = [&](const std::string (&both)[2], size_t most) { return shown(both[ja].empty() ? both[!ja] : both[ja], most); };
  out << shown(r.ruling.id, 60) << "  " << text(r.ruling.title, 200) << "\n";
  out << "  " << (ja ? "問 " : "Q ") << text(r.ruling.question, 4000) << "\n  " << (ja ? "答 " : "A ") << text(r.ruling.answer, 4000) << "\n";
  size_t number = 0;
  for (const ClaimResult& c : r.claims) {
    ++number;
    const checker::Question* q = nullptr;
    for (const auto& each : r.questions) if (each->which->id == c.case_id) q = each.get();
    const bool shows = c.shown.has_witness && q != nullptr && q->world != nullptr;
    const ClaimResult* same = nullptr;
    for (const ClaimResult& before : r.claims) {
      if (&before == &c) break;
      if (shows && !about_legality(c.claim->kind) && !about_legality(before.claim->kind) && before.case_id == c.case_id && before.shown.has_witness && before.shown.witness == c.shown.witness && before.shown.lets == c.shown.lets) same = &before;
    }
    const std::string place = c.case_id.empty() ? "" : ja ? "場合「" + shown(c.case_id, 60) + "」: " : "case " + shown(c.case_id, 60) + ": ";
    out << fmt::format("\n  {} {}{}  [{} {}]\n", ja ? std::to_string(number) + ")" : std::to_string(number) + ")", place, verdict(c, *r.program, shows && same == nullptr, ja), claim_kind_text(c.claim->kind, style.lang), claim_text(c));
    out << readings_text(c.readings, style);
    if (!c.fault.empty()) out << "      " << shown(c.fault) << "\n";
    if (c.standing == Standing::Undecided) for (const auto* a : {&c.explicit_state, &c.symbolic}) if (a->asked && !a->answer.reason.empty()) out << "      " << (a == &c.explicit_state ? "explicit: " : "Z3: ") << shown(a->answer.reason) << "\n";
    if (!shows) continue;
    if (same != nullptr) { out << (ja ? "      (上と同じ処理順序)\n" : "      (the same play as above)\n"); continue; }
    write_play(out, *q, r.ruling, c, style);
    const auto& counted = c.explicit_state;
    if (counted.asked && counted.answer.verdict == Verdict::Unknown && counted.answer.limit) out << (ja ? "      (短い例。上限に達したため、最短とは限らない)\n" : "      (a short play; a limit was met, so a shorter one may exist)\n");
  }
  out << "\n";
}

}  // namespace hanrei::reports
