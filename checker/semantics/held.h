// Which clauses and sentences of cards count. What is stated by one that does not is left open:
// whatever it settles may turn out any way, anew each time. A claim that holds all the same follows
// from the others, whatever that one says.
//
// What words mean is never left open: schema, kinds, tables, derived sets and references, exchanges
// and orders, prohibitions of effects on something, the rule about repetitions. docs/grounds.md
// lists what leaving open means for each form.
#pragma once

#include <map>
#include <set>
#include <vector>

#include "model/ir/code.h"
#include "rulings/ruling.h"

namespace hanrei::checker {

using namespace model::ids;

class Held {
 public:
  /// Everything counts.
  Held(const model::Program& p, const model::Lowered& l)
      : p_(p), text_of_(l.codes.size(), nullptr) {
    const auto text = [&](CodeId code, const model::Source& s) {
      if (code != kNone && s.card != kNone) text_of_[code] = &s;
    };
    for (const model::Trigger& t : p.triggers) text(t.proc, t.source);
    for (const model::EffectDef& e : p.effects) {
      text(e.proc, e.source);
      text(e.pay_proc, e.source);
    }
    for (const model::Limit& m : p.limits) text(m.repair, m.source);
  }

  /// From here on only these count; what was met is forgotten.
  void only(const std::vector<rulings::Ground>& grounds) {
    all_ = false;
    counts_ = {grounds.begin(), grounds.end()};
    met_.clear();
  }
  /// Everything that was asked for, in order.
  const std::set<rulings::Ground>& met() const { return met_; }

  /// Is something stated by these left open? It holds only when all of them count.
  bool open(const model::Source& s) const { return s.card != kNone ? open_text(s) : open(s.by); }
  bool open(const std::vector<ClauseId>& clauses) const {
    bool out = false;
    for (ClauseId c : clauses) out = !counts({c, kNone, ""}) || out;
    return out;
  }
  bool open(CodeId code, const model::Instr& ins) const {
    const model::Source* text = text_of_[code];
    return text != nullptr ? open_text(*text) : open(ins.by);
  }

  /// The text of a card that a code carries out; null: it carries out none.
  const model::Source* text(CodeId code) const { return text_of_[code]; }

  /// What is left open may turn out any way; or only the two ways that are quickly tried, that it
  /// never happens or always.
  enum class Ways : uint8_t { Any, Never, Always } ways = Ways::Any;
  bool results =
      false;  ///< the claim is about who wins: an ending may then also be met when it is not

 private:
  bool counts(const rulings::Ground& g) const {
    met_.insert(g);
    return all_ || counts_.contains(g);
  }
  bool open_text(const model::Source& s) const {
    bool out = false;
    for (const std::string& span : s.spans) out = !counts({kNone, s.card, span}) || out;
    return out;
  }

  const model::Program& p_;
  base::Table<CodeId, const model::Source*> text_of_;  ///< the card text it carries out
  bool all_ = true;
  std::set<rulings::Ground> counts_;
  mutable std::set<rulings::Ground> met_;
};

}  // namespace hanrei::checker
