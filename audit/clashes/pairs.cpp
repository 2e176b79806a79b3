#include "audit/clashes/pairs.h"

#include <algorithm>
#include <tuple>

#include "audit/clashes/relations.h"
#include "base/contains.h"
#include "checker/collisions/conflicts.h"

namespace hanrei::audit::clashes {
namespace {

using model::Norm;
using model::NormMode;
using model::Program;

/// Is the norm about declarations of this act?
bool about(const Program& p, const Norm& norm, ActId act) {
  if (norm.event != model::NormEvent::Act) return false;
  return norm.act != kNone ? norm.act == act
                           : norm.tag.empty() || base::contains(p.acts[act].tags, norm.tag);
}

/// Moments that both are about, into `both`; false: there are none.
bool moments(const Norm& one, const Norm& other, std::vector<Id>& both) {
  if (one.menus.empty() || other.menus.empty()) {
    both = one.menus.empty() ? other.menus : one.menus;
    return true;
  }
  for (const Id m : one.menus)
    if (base::contains(other.menus, m)) both.push_back(m);
  return !both.empty();
}

/// Can one of them stand against the other: is one forbidden what the other may or must do, or are
/// there two things to do?
bool opposed(const Norm& one, const Norm& other) {
  const auto duty = [](const Norm& n) { return n.mode == NormMode::Oblige; };
  const auto bars = [](const Norm& n) { return n.mode == NormMode::Forbid; };
  return bars(one) != bars(other) || (duty(one) && duty(other));
}

/// The situations of one pair.
class Together : public Scenes {
 public:
  Together(std::shared_ptr<const Stage> stage, std::vector<Put> made)
      : stage_(std::move(stage)), made_(std::move(made)) {
    program = stage_->program;
  }
  const Question& question(const Spot& spot) const override { return *made_[spot.scene].question; }
  size_t size() const override { return made_.size(); }
  void name(const Spot& spot, Met& met) const override {
    const Put& put = made_[spot.scene];
    stage_->name({put.scene, spot.lets}, met);
    if (!put.cards.empty()) met.card = program->cards[put.cards.front()].name;
    if (put.cards.size() > 1) met.other = program->cards[put.cards.back()].name;
  }

 private:
  std::shared_ptr<const Stage> stage_;
  std::vector<Put> made_;
};

/// Leaves only what the two say about each other.
void keep_between(const Program& p, const Pair& pair, Meetings& met) {
  // Which copy of a card says what cannot be told, but for two duties.
  if (pair.one == pair.other) met.pairs.clear();
  const auto between = [&](const model::Source& a, const model::Source& b) {
    return (a.card == pair.one && b.card == pair.other) ||
           (a.card == pair.other && b.card == pair.one);
  };
  std::erase_if(met.pairs, [&](const auto& m) {
    return !between(p.norms[m.first.first].source, p.norms[m.first.second].source);
  });
  std::erase_if(met.duties, [&](const auto& m) {
    return !between(p.norms[m.first.first].source, p.norms[m.first.second].source);
  });
  std::erase_if(met.both, [&](const auto& m) {
    return !between(p.amends[m.first.first].source, p.amends[m.first.second].source);
  });
  met.amends.clear();
}

}  // namespace

Pairs::Pairs(checker::Session& session) {
  const auto compiled = session.compiled({});
  program_ = compiled->program;
  for (const auto& triggers : candidates(program(), *compiled->code)) {
    const CardId one = program().triggers[*triggers.begin()].source.card,
                 other = program().triggers[*triggers.rbegin()].source.card;
    if (one != other) rounds_[{std::min(one, other), std::max(one, other)}].push_back(triggers);
  }
}

void Pairs::go_through(const model::Game& game, const base::SourceMap& sources,
                       const std::vector<rulings::Document>& documents, const Asked& asked) {
  asked_ = asked;
  asked_.made = 0;
  asked_.limits.states = std::min(asked_.limits.states, asked_.made_states);
  stage_ = std::make_shared<Stage>(game, sources, documents, asked_);
  Receipt receipt;
  stage_->meet(asked_, receipt);
  otherwise_ = relations_otherwise(game, sources, program());
  for (size_t b = 0; b < stage_->bases().size(); ++b) order_.push_back(b);
  std::ranges::stable_sort(order_, [&](size_t a, size_t b) {
    return stage_->bases()[a].states < stage_->bases()[b].states;
  });
  for (size_t b = 0; b < stage_->bases().size(); ++b) {
    there_.emplace_back();
    for (const auto& card : stage_->question({b, {}}).which->situation.cards)
      there_.back().insert(card.def);
  }
}

bool Pairs::may_meet(const Pair& pair) const {
  return rounds_.contains(pair) || !meetings(pair).empty();
}

std::vector<Wish> Pairs::meetings(const Pair& pair) const {
  const Program& p = program();
  const model::CardDef &one = p.cards[pair.one], &other = p.cards[pair.other];
  std::vector<Wish> out;
  for (const NormId a : one.norms)
    for (const NormId b : other.norms) {
      const Norm &m = p.norms[a], &n = p.norms[b];
      if (!opposed(m, n)) continue;
      // Two duties meet where both are owed, whatever they demand.
      const bool duties = m.mode == NormMode::Oblige && n.mode == NormMode::Oblige;
      if (pair.one == pair.other && !duties) continue;
      std::vector<Id> both;
      if (!moments(m, n, both)) continue;
      bool meet = duties;
      for (const ActId act : p.acts.ids()) {
        const bool here = about(p, m, act) && about(p, n, act);
        meet = meet || here;
        if (here || (duties && (about(p, m, act) || about(p, n, act)))) out.push_back({act, both});
      }
      // what only one of them permits is reached nowhere yet
      if (meet) out.push_back({kNone, both});
    }
  for (const AmendId a : one.amends)
    for (const AmendId b : other.amends)
      if (pair.one != pair.other && p.amends[a].proc != kNone &&
          p.amends[a].proc == p.amends[b].proc && p.amends[a].ordinal == p.amends[b].ordinal)
        out.push_back({kNone, {}, {p.amends[a].proc, p.amends[a].ordinal}});
  return out;
}

std::vector<Put> Pairs::made_for(const Pair& pair, const std::vector<Wish>& wishes) const {
  // Where rulings have them counts most: those situations were written for what the two say.
  constexpr size_t kMost[] = {8, 16, kEach};
  const Program& p = program();
  std::vector<Put> out;
  for (const size_t lacking : {0u, 1u, 2u})  // of the two
    for (const Wish& wish : wishes) {
      std::set<std::tuple<size_t, ZoneId, int, ZoneId, int>> had;
      for (const size_t b : order_) {
        if (out.size() >= kMost[lacking]) break;
        const bool one = there_[b].contains(pair.one), other = there_[b].contains(pair.other);
        const size_t lacks = pair.one == pair.other ? (one ? 1 : 2) : !one + !other;
        if (lacks != lacking || (lacking > 0 && !fulfils(stage_->bases()[b].reached, wish)))
          continue;
        const rulings::Case& c = *stage_->question({b, {}}).which;
        const auto& cards = c.situation.cards;
        const auto may_lie = [&](size_t k, CardId card, bool there) {
          if (cards[k].zone == kNone) return false;
          return there ? cards[k].def == card
                       : same_sort(p, cards[k].def, card) && replaceable(p, c, static_cast<int>(k));
        };
        const bool second = pair.one == pair.other ? false : other;  // another copy is put in
        for (size_t k = 0; k < cards.size(); ++k) {
          if (!may_lie(k, pair.one, one)) continue;
          for (size_t l = 0; l < cards.size(); ++l) {
            if (l == k || !may_lie(l, pair.other, second)) continue;
            // else one situation for where the two lie and whose they are
            const std::tuple where{lacking < 2 ? b : 0, cards[k].zone, cards[k].owner,
                                   cards[l].zone, cards[l].owner};
            if (had.contains(where)) continue;
            auto made =
                put(*stage_, b, {pair.one, pair.other}, {static_cast<int>(k), static_cast<int>(l)});
            if (!made) continue;
            had.insert(where);
            out.push_back(std::move(*made));
            if (out.size() >= kMost[lacking]) break;
          }
          if (out.size() >= kMost[lacking]) break;
        }
      }
      if (lacking == 0) break;  // whatever is reached there
    }
  return out;
}

Pairs::Result Pairs::examine(const Pair& pair) const {
  Result out;
  const auto rounds = stage_ == nullptr || order_.empty() ? rounds_.end() : rounds_.find(pair);
  const std::vector<Wish> wishes = meetings(pair);
  if (wishes.empty() && rounds == rounds_.end()) return out;
  out.fate = Fate::Nowhere;
  Report found;
  found.program = stage_->program;
  const auto scenes = std::make_shared<const Together>(stage_, made_for(pair, wishes));
  Meetings met;
  for (size_t i = 0; i < scenes->size(); ++i) {
    const Question& q = scenes->question({i, {}});
    const auto lets = sample_values(q.which->situation.lets)[0];
    out.cut = !collisions::meet(q, {i, lets}, asked_.limits, met).empty() || out.cut;
  }
  out.situations = scenes->size();
  out.states = met.states;
  keep_between(program(), pair, met);
  Conflicts(scenes, met, asked_.limits, found, otherwise_).of_cards();
  if (rounds != rounds_.end()) look_for_rounds(stage_, rounds->second, asked_, found);
  out.situations += found.receipt.rounds_played;
  if (out.situations > 0) out.fate = Fate::Played;
  finish(found.findings, program());
  out.findings = std::move(found.findings);
  out.faults = std::move(found.faults);
  return out;
}

}  // namespace hanrei::audit::clashes
