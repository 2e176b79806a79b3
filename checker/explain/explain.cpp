#include "checker/explain/explain.h"

#include <algorithm>
#include <map>
#include <set>

#include "base/text/replace.h"
#include "checker/explain/allows.h"
#include "checker/explain/answer.h"
#include "checker/explain/claims.h"
#include "checker/explain/deciding.h"
#include "checker/explain/parting.h"
#include "checker/explain/setting.h"
#include "checker/explain/verdict_words.h"
#include "checker/explain/whynot.h"
#include "checker/explain/words.h"
#include "checker/explicit_state/forceable.h"

namespace hanrei::checker::explain {
namespace {

using rulings::ClaimKind;

/// As a ruling has it, without the escapes of XML.
std::string source(const base::SourceMap& sources, base::Span span) {
  if (!span) return "";
  std::string text(sources.text(span.file).substr(span.begin, span.end - span.begin));
  for (const auto& [from, to] : {std::pair<std::string_view, std::string_view>{"&lt;", "<"},
                                 {"&gt;", ">"},
                                 {"&quot;", "\""},
                                 {"&apos;", "'"},
                                 {"&amp;", "&"}})
    base::replace_all(text, from, to);
  return text;
}

/// Two plays of a claim `undetermined`, under the first two options of its reading that come to
/// different ends.
Parting apart_under_readings(const How& how, const RulingResult& r, const ClaimResult& c) {
  const auto is = [&](const RulingResult& other) {
    std::pair<const Question*, const rulings::Claim*> out{nullptr, nullptr};
    for (const auto& q : other.questions)
      for (const rulings::Claim& claim : q->which->claims)
        if (claim.span == c.claim->span) out = {q.get(), &claim};
    return out;
  };
  if (how.session == nullptr || how.document == nullptr) return {};
  for (const model::ReadingDef& d : r.program->readings) {
    if (d.name != c.claim->what) continue;
    std::vector<RulingResult> prepared;
    for (const std::string& option : d.options) {
      base::DiagnosticLog quiet;
      prepared.push_back(how.session->prepare(*how.document, quiet, true, {{d.name, option}}));
    }
    for (size_t i = 0; i < prepared.size(); ++i)
      for (size_t k = i + 1; k < prepared.size(); ++k) {
        const auto [a, of_a] = is(prepared[i]);
        const auto [b, of_b] = is(prepared[k]);
        if (a == nullptr || b == nullptr) continue;
        const std::string names[2] = {d.options[i], d.options[k]};
        if (auto apart = under_readings(*a, *b, *of_a, *of_b, names, how.limits, how.lang,
                                        &r.ruling, how.boards);
            apart.found) {
          for (size_t n = 0; apart.declared && n < prepared.size(); ++n)
            if (const Question* each = is(prepared[n]).first; each != nullptr)
              apart.may.emplace_back(d.options[n], may_be_declared(*each, *b, apart));
          return apart;
        }
      }
  }
  return {};
}

/// The printed cards that the declaration of a claim presents.
std::vector<CardId> presented_cards(const Question& q, const rulings::Claim& claim) {
  std::vector<CardId> out;
  for (ActId act : claim.act.acts) {
    const model::ActDef& a = q.program->acts[act];
    for (const model::Choose& c : a.present) {
      const model::Type& type = q.program->procedures[a.process].locals[c.var].type;
      if (type.kind != model::TypeKind::Ref || type.id != model::kCardSort) continue;
      for (const rulings::Named& arg : claim.act.args)
        if (const std::vector<int64_t>* values = arg.of(type);
            values != nullptr && arg.name == c.name)
          for (int64_t k : *values)
            if (k >= 0) out.push_back(q.world->card_defs[model::card_of(k)]);
    }
  }
  return out;
}

/// The names of all cards that the declaration of a claim names.
std::vector<std::string> named_cards(const Question& q, const rulings::Claim& claim) {
  std::vector<std::string> out;
  for (const rulings::Named& arg : claim.act.args)
    for (const auto& [type, values] : arg.as)
      if (type.id == model::kCardSort &&
          (type.kind == model::TypeKind::Ref || type.elem == model::TypeKind::Ref))
        for (int64_t k : values)
          if (k >= 0) out.push_back(q.program->cards[q.world->card_defs[k]].name);
  return out;
}

Play told_play(const Question& q, const rulings::Ruling& ruling, const std::vector<int64_t>& lets,
               const replay::Followed& followed, base::Lang lang, bool boards) {
  Play out{tell(q, lets, followed, lang, card_names(q, &ruling, lang), boards), false, lets};
  out.more_choices = !out.told.ok && out.told.problem.code == base::ReasonCode::MoreChoices;
  return out;
}

Play witness_play(const Question& q, const rulings::Ruling& ruling, const ClaimResult& c,
                  base::Lang lang, bool boards) {
  if (q.world == nullptr) return {};
  const rulings::Claim* probe = about_legality(c.claim->kind) ? c.claim : nullptr;
  return told_play(q, ruling, c.shown.lets,
                   {c.shown.witness, c.shown.loop_from, probe, c.shown.unable}, lang, boards);
}

/// The condition of a claim about quantities.
std::optional<Words> when_words(const Question* q, const model::Program& p,
                                const rulings::Claim& claim, const How& how) {
  if (claim.iff == kNone) return std::nullopt;
  if (q != nullptr && q->world != nullptr) {
    Concrete domain;
    Machine<Concrete> m(*q->world, domain);
    const Speaker say(*q, m, how.lang, card_names(*q, nullptr, how.lang));
    const auto state = m.initial(std::vector<int64_t>(q->which->situation.lets.size(), 0));
    if (auto words = condition_words(*q, say, {state, -1, nullptr, {}, {}, {}}, claim.iff))
      return Words{std::move(*words), false};
  }
  return Words{source(how.sources, p[claim.iff].span), true};
}

Claimed claimed(const Question* q, const RulingResult& r, const rulings::Claim& claim,
                const How& how) {
  Claimed out;
  out.when = when_words(q, *r.program, claim, how);
  if (q == nullptr) return out;
  out.play = !q->which->play.empty();
  out.free = out.play && std::ranges::all_of(q->which->play, [](const rulings::PlayItem& item) {
               return item.kind == rulings::PlayKind::Free;
             });
  const bool worded = q->world != nullptr;
  const std::vector<std::string> cards =
      worded ? card_names(*q, &r.ruling, how.lang) : std::vector<std::string>{};
  const auto measured = [&](ExprId e) {
    if (e == kNone) return Words{};
    auto words = worded ? measured_words(*q, how.lang, cards, e) : std::nullopt;
    return words ? Words{std::move(*words), false}
                 : Words{source(how.sources, (*q->program)[e].span), true};
  };
  switch (claim.kind) {
    case ClaimKind::Necessary:
    case ClaimKind::Possible:
    case ClaimKind::Impossible:
    case ClaimKind::Forceable:
      if (worded && claim.expr != kNone) {
        out.condition = claimed_words(*q, how.lang, cards, claim.expr);
        out.denied = claimed_words(*q, how.lang, cards, claim.expr, false);
      }
      return out;
    case ClaimKind::Greatest:
    case ClaimKind::Least:
      out.measure = measured(claim.expr);
      out.is = measured(claim.is);
      return out;
    case ClaimKind::Settles: out.is = measured(claim.is); return out;
    case ClaimKind::Outcomes:
      if (worded) out.outcomes = outcomes_words(*q, how.lang, cards, claim);
      return out;
    case ClaimKind::Legal:
    case ClaimKind::Illegal:
    case ClaimKind::Chooser:
    case ClaimKind::Endless:
    case ClaimKind::Overrides:
    case ClaimKind::Yields:
    case ClaimKind::Contradicts:
    case ClaimKind::Idle:
    case ClaimKind::Undetermined: return out;  // these have sentences of their own
  }
  return out;
}

/// One ruling, claim by claim.
class Explainer {
 public:
  Explainer(const RulingResult& result, const How& how) : r_(result), how_(how) {}

  Explanation run() {
    Explanation out;
    for (const ClaimResult& c : r_.claims) {
      out.claims.emplace_back();
      one(c, out);
      answer(c, out.claims.back(), out.claims.size() - 1);
    }
    return out;
  }

 private:
  void answer(const ClaimResult& c, ClaimExplained& out, size_t number) {
    const Question* q = question_of(c);
    const bool worded = q != nullptr && q->world != nullptr;
    const std::vector<std::string> cards = worded ? names(*q) : std::vector<std::string>{};
    if (worded && decided(c)) out.allows = allowed_by(*q, c, r_.ruling.cites, how_.lang, cards);
    const Basis* basis =
        how_.bases != nullptr && number < how_.bases->size() ? &(*how_.bases)[number] : nullptr;
    out.answer = short_answer(r_, c, worded ? q : nullptr, out, basis, how_.lang, cards);
  }

  void one(const ClaimResult& c, Explanation& all) {
    ClaimExplained& out = all.claims.back();
    out.says = claimed(question_of(c), r_, *c.claim, how_);
    const Question* q = question_of(c);
    if (q == nullptr) return;
    out.asked = true;
    out.has_situation = q->world != nullptr;
    out.setting = setting_of(*q, c.case_id);
    for (const rulings::Let& let : q->which->situation.lets) out.quantities.push_back(let.name);
    out.declares = std::ranges::any_of(q->which->play, [](const rulings::PlayItem& item) {
      return item.kind == rulings::PlayKind::Do;
    });
    if (c.claim->kind == ClaimKind::Undetermined && c.shown.verdict == Verdict::Holds)
      out.under_readings = apart_under_readings(how_, r_, c);
    if (q->which->deck && decided(c)) out.breaches = breaches_of(*q);
    if (c.claim->kind == ClaimKind::Forceable && decided(c)) out.assured = assured(*q, c, all);
    if (out.has_situation) plays(*q, c, all);
    if (c.standing == Standing::Confirmed && !out.parting.found && !out.play &&
        !about_legality(c.claim->kind))
      for_some_value(*q, c, out);
  }

  /// What is told of the plays of a case that is laid out.
  void plays(const Question& q, const ClaimResult& c, Explanation& all) {
    ClaimExplained& out = all.claims.back();
    const bool legality = about_legality(c.claim->kind);
    out.cards = presented_cards(q, *c.claim);
    out.about = named_cards(q, *c.claim);
    if (decided(c) && (c.claim->kind == ClaimKind::Chooser || !parted_.contains(c.case_id)))
      out.parting = parting(q, c.shown, *c.claim, how_.limits, how_.lang, names(q), how_.boards);
    if (out.parting.found) parted_.insert(c.case_id);
    if (legality && decided(c))
      out.why_not = why_not(q, c.shown, *c.claim, how_.sources, how_.lang, names(q));
    if (out.parting.found && !legality) {
      for (const std::vector<Move>& moves : out.parting.moves)
        for (const rulings::Ground& g :
             direct(deciding(q, out.parting.lets, moves, *c.claim), false))
          if (!base::contains(out.direct, g)) out.direct.push_back(g);
      return;
    }
    if (!c.shown.has_witness) return;
    if (!out.parting.found) {
      out.same_as = same_as(c);
      const std::optional<Play> before =
          out.same_as == SIZE_MAX ? std::nullopt : all.claims[out.same_as].play;
      out.play = before ? *before : witness_play(q, r_.ruling, c, how_.lang, how_.boards);
    }
    const bool illegal =
        legality && (c.claim->kind == ClaimKind::Legal) != (c.shown.verdict == Verdict::Holds);
    if (illegal) return;
    Deciding found = deciding(q, c.shown.lets, c.shown.witness, *c.claim);
    out.spared = std::move(found.spared);
    out.direct = direct(std::move(found), legality);
  }

  /// What decides and whose turn it is: in a play the latter comes first.
  static std::vector<rulings::Ground> direct(Deciding found, bool legality) {
    std::vector<rulings::Ground> out = legality ? found.grounds : found.turns;
    for (const rulings::Ground& g : legality ? found.turns : found.grounds)
      if (!base::contains(out, g)) out.push_back(g);
    return out;
  }

  void for_some_value(const Question& q, const ClaimResult& c, ClaimExplained& out) {
    const bool shows = c.shown.has_witness && q.world != nullptr;
    if (shows) return;
    const ForValue one = for_a_value(q, *c.claim, how_.limits, telling_values(q, *c.claim));
    if (!one.found) return;
    if (q.world != nullptr)
      out.for_value = told_play(q, r_.ruling, one.lets, {one.moves}, how_.lang, how_.boards);
    out.direct = direct(deciding(q, one.lets, one.moves, *c.claim), false);
  }

  /// A play that is shown has to be one.
  Assured assured(const Question& q, const ClaimResult& c, Explanation& all) {
    Assured out;
    if (q.world == nullptr || c.shown.lets.size() != q.which->situation.lets.size()) return out;
    const explicit_state::Forced how =
        explicit_state::forced(q, *c.claim, c.shown.lets, how_.limits);
    out.knowing = how.knowing;
    for (const Move& m : how.play)
      (m.who < 0 ? out.chance : out.others) |= m.who != c.claim->player;
    if (!replay::play(q, c.shown.lets, {how.play}).ok) return out;
    all.claims.back().direct = direct(deciding(q, c.shown.lets, how.play, *c.claim), false);
    out.play = told_play(q, r_.ruling, c.shown.lets, {how.play}, how_.lang, how_.boards);
    for (const auto& [at, play] : assured_)
      if (at.first == c.case_id && at.second == how.play && out.same_as == SIZE_MAX)
        out.same_as = play;
    if (out.same_as == SIZE_MAX) assured_.push_back({{c.case_id, how.play}, all.claims.size() - 1});
    return out;
  }

  /// The last claim before it about the same play of the same case.
  size_t same_as(const ClaimResult& c) const {
    size_t out = SIZE_MAX;
    if (about_legality(c.claim->kind)) return out;
    for (const ClaimResult& before : r_.claims) {
      if (&before == &c) break;
      if (!about_legality(before.claim->kind) && before.case_id == c.case_id &&
          before.shown.has_witness && before.shown.witness == c.shown.witness &&
          before.shown.lets == c.shown.lets)
        out = static_cast<size_t>(&before - r_.claims.data());
    }
    return out;
  }

  std::vector<std::string> breaches_of(const Question& q) const {
    std::vector<std::string> out;
    try {
      for (const Breach& b : breaches(*q.program, *q.which->deck))
        out.push_back(describe(b, how_.lang));
    } catch (const Unsupported&) {  // said by the verdict
    }
    return out;
  }

  const Question* question_of(const ClaimResult& c) const {
    const Question* out = nullptr;
    for (const auto& each : r_.questions)
      if (each->which->id == c.case_id) out = each.get();
    return out;
  }
  const std::string& setting_of(const Question& q, const std::string& case_id) {
    const auto [at, fresh] = settings_.try_emplace(case_id);
    if (fresh) at->second = setting_words(q, &r_.ruling, how_.lang);
    return at->second;
  }
  std::vector<std::string> names(const Question& q) const {
    return card_names(q, &r_.ruling, how_.lang);
  }
  static bool decided(const ClaimResult& c) {
    return c.standing == Standing::Confirmed || c.standing == Standing::Contradicted ||
           c.standing == Standing::Open;
  }

  const RulingResult& r_;
  const How& how_;
  std::map<std::string, std::string> settings_;  ///< by case
  std::set<std::string> parted_;                 ///< cases of which two plays were shown
  std::vector<std::pair<std::pair<std::string, std::vector<Move>>, size_t>> assured_;
};

}  // namespace

Play play_of(const Question& q, const rulings::Ruling& ruling, const ClaimResult& c,
             base::Lang lang) {
  return witness_play(q, ruling, c, lang, false);
}

std::vector<std::string> choices_of(const Question& q, const rulings::Ruling& ruling,
                                    const std::vector<Move>& moves, base::Lang lang) {
  std::vector<std::string> out;
  for (const Sentence& s : told_play(q, ruling, {}, {moves}, lang, false).told.sentences)
    if (s.kind == Sentence::Kind::Choice && s.move >= 0) out.push_back(s.text);
  return out;
}

std::vector<std::string> why_unplayed(const Question& q, const rulings::Ruling& ruling, size_t item,
                                      const How& how) {
  const auto in = [&](const std::string& ja, const std::string& en) {
    return how.lang == base::Lang::Ja ? ja : en;
  };
  const rulings::PlayItem& next = q.which->play[item];
  if (next.kind == rulings::PlayKind::Choose)
    return {in("選択「" + next.choice + "」に至らないか、挙げられたものを選べない。",
               "The choice “" + next.choice +
                   "” is not reached, or what is named may not be chosen there.")};
  // Whether it may be declared, or passed, once what comes before it was played.
  rulings::Case before = *q.which;
  before.play.resize(item);
  before.claims.clear();
  const Question asked = make_question(*q.program, *q.code, before);
  rulings::Claim claim;
  claim.kind = rulings::ClaimKind::Legal;
  claim.act = next;
  claim.what = next.kind == rulings::PlayKind::Pass ? next.choice : "";
  const Answer answer = checker::asked(
      [&] { return explicit_state::Engine(asked, how.limits).answer_at(claim, {}); });
  const WhyNot why =
      why_not(asked, answer, claim, how.sources, how.lang, card_names(q, &ruling, how.lang));
  std::vector<std::string> out;
  if (!why.declaration.empty()) out.push_back(why.declaration);
  for (const Obstacle& o : why.obstacles) {
    std::string clauses;
    for (ClauseId c : o.by) clauses += (clauses.empty() ? "" : ", ") + q.program->clauses[c].id;
    out.push_back(o.text + (clauses.empty() ? "" : " (" + clauses + ")"));
  }
  return out;
}

Explanation explain(const RulingResult& result, const How& how) {
  return Explainer(result, how).run();
}

}  // namespace hanrei::checker::explain
