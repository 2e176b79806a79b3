// All that can be told of the end of a play: what two versions of a game are compared by.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "checker/question/question.h"
#include "checker/semantics/machine.h"
#include "model/passes/reads.h"

namespace hanrei::errata {

using namespace model::ids;

/// One thing that is told: words, and between them a value if there is one; `token`: about which
/// token, by its sort and place. Of what is false, none or 0 nothing is told, but of printed
/// numbers and of those that stand for a word.
template <class Val>
struct Told {
  std::string before, after;
  model::Type type;
  std::optional<Val> value;
  std::pair<SortId, int> token{kNone, -1};
};

/// How it ended; what the game, the players, the tokens and the cards have; where the cards are;
/// what the printed numbers of those in play are worth; what modifies them and until when. Sorted
/// by kind, then in the order of the situation. Written once, over a value domain; the machine must
/// have begun.
template <class D>
class EndTeller {
 public:
  using Val = typename D::Val;
  EndTeller(const checker::Question& question, const checker::Machine<D>& machine, D& domain)
      : p_(*question.program),
        w_(*question.world),
        machine_(machine),
        d_(domain),
        in_play_(model::in_play(p_)) {}

  const std::vector<Told<Val>>& tell(const checker::State<Val>& s) {
    const checker::Control& c = s.control;
    out_.clear();
    // Where play cannot go on, or never ends, nothing has come of it yet.
    if (c.end == checker::End::Stuck) return words("stuck"), out_;
    if (c.end == checker::End::Endless) return words("endless"), out_;
    if (c.end == checker::End::Bounded) words("bounded");
    if (c.end == checker::End::Over && c.result != model::kResultNone)
      words("result = " + p_.enums[model::kResults].members[c.result]);
    attributes(s, kNone, 0, "", true);
    for (int player = 0; player < 2; ++player)
      attributes(s, model::kPlayerSort, player, p_.players[player], true);
    for (const ZoneId z : p_.zones.ids())
      for (int player = 0; player < 2; ++player) {
        if (w_.lot_cell[z] < 0 || d_.is_false(cell(s, w_.lot_cell[z] + player))) continue;
        tell(w_.show_zone(static_cast<int64_t>(z) * 2 + player) + " + ", "", model::int_type(),
             cell(s, w_.lot_cell[z] + player));
      }
    for (const checker::TokenSort& t : w_.tokens)
      for (int k = 0; k < t.pool; ++k) {
        if (d_.is_false(cell(s, t.alive + k))) continue;
        const std::string of = p_.sorts[t.sort].name + " " + std::to_string(k + 1);
        const size_t from = out_.size();
        words(of);
        attributes(s, t.sort, k, of, true);
        for (size_t i = from; i < out_.size(); ++i) out_[i].token = {t.sort, k};
      }
    for (int k = 0; k < w_.cards; ++k) {
      int64_t z = 0;
      if (!d_.known(cell(s, w_.zone_cell + k), z))
        throw checker::Unsupported{base::ReasonCode::CardInSeveralZones};
      const std::string& of = w_.card_ids[k];
      words(of + (z < 0 ? " -" : " in " + w_.show_zone(z)));
      attributes(s, model::kCardSort, k, of, z >= 0 && in_play_.contains(ZoneId(z / 2)));
    }
    modifications(s);
    return out_;
  }

 private:
  void words(std::string text) { tell(std::move(text), "", {}, std::nullopt); }
  void tell(std::string before, std::string after, const model::Type& type,
            std::optional<Val> value) {
    out_.push_back({std::move(before), std::move(after), type, std::move(value), {kNone, -1}});
  }
  Val cell(const checker::State<Val>& s, int at) const { return s.cells[at]; }

  /// The attributes of one thing. Those that a stay gives mean nothing on cards that are not in
  /// play.
  void attributes(const checker::State<Val>& s, SortId sort, int entity, const std::string& of,
                  bool in_play) {
    using model::TypeKind;
    for (const AttrId a : p_.attrs.ids()) {
      const model::AttrDef& d = p_.attrs[a];
      if (d.sort != sort || d.type.kind == TypeKind::Zone ||
          (d.life == model::Life::Stay && !in_play))
        continue;
      const auto name = [&] { return (of.empty() ? "" : of + ".") + d.name; };
      if (w_.attr_cell[a] >= 0) {
        const Val v = cell(s, w_.attr_cell[a] + entity);
        int64_t known = 0;
        const bool nothing = d.type.kind == TypeKind::Ref
                                 ? d_.known(v, known) && known == model::kNobody
                                 : d.type.kind != TypeKind::Enum && d_.is_false(v);
        if (!nothing) tell(name() + " = ", "", d.type, v);
        continue;
      }
      if (!in_play || !d.modifiable || d.type.kind == TypeKind::Price) continue;
      try {
        const auto read = [&](model::Reading reading) {
          return machine_.evaluator().attr(s, a, entity, reading, {-1, nullptr, nullptr});
        };
        const Val now = read(model::Reading::Now);
        // What is no number is told where it is another than the printed one.
        if (d.type.kind == TypeKind::Int || now != read(model::Reading::Printed))
          tell(name() + " = ", "", d.type, now);
      } catch (const checker::Unsupported& u) {
        words(name() + " = (" + base::text(u.form, base::Lang::En) + ")");
      }
    }
  }

  /// What stands on one attribute of one thing, older first. Additions until the same moment are
  /// one; and of others that follow each other directly, those that come to one.
  void modifications(const checker::State<Val>& s) {
    using model::ModOp;
    const std::vector<checker::Effect>& effects = s.control.effects;
    std::map<std::pair<std::string, std::string>, Val> sums;
    struct Standing {
      const checker::Effect* effect;
      Val amount;
    };
    std::map<std::pair<int, int>, std::vector<Standing>> standing;
    std::map<std::pair<int, int>, const checker::Effect*> last;
    for (size_t i = 0; i < effects.size(); ++i) {
      const checker::Effect& e = effects[i];
      if (e.statik >= 0 || e.target < 0) continue;
      const Val amount = s.amounts[i];
      const std::pair<int, int> of{e.target, e.attr};
      const checker::Effect* before = std::exchange(last[of], &e);
      const auto op = static_cast<ModOp>(e.op);
      if (op == ModOp::Add) {
        const auto [it, fresh] = sums.try_emplace({what(e), until(e)}, amount);
        if (!fresh) it->second = d_.add(it->second, amount);
        continue;
      }
      std::vector<Standing>& list = standing[of];
      const bool follows = !list.empty() && before == list.back().effect && before->op == e.op &&
                           before->layer == e.layer && before->until == e.until;
      const bool joins = follows && (op == ModOp::Mul || op == ModOp::Set || op == ModOp::Floor ||
                                     op == ModOp::Cap);
      if (!joins) {
        list.push_back({&e, amount});
        continue;
      }
      Val& have = list.back().amount;
      list.back().effect = &e;
      if (op == ModOp::Mul)
        have = d_.mul(have, amount);
      else if (op == ModOp::Set)
        have = amount;
      else
        have = d_.ite(op == ModOp::Floor ? d_.lt(have, amount) : d_.lt(amount, have), amount, have);
    }
    for (const auto& [key, amount] : sums)
      if (!d_.is_false(amount)) tell(key.first, key.second, model::int_type(), amount);
    for (const auto& [of, list] : standing)
      for (const Standing& st : list)
        tell(what(*st.effect), until(*st.effect), p_.attrs[AttrId(st.effect->attr)].type,
             st.amount);
  }
  std::string what(const checker::Effect& e) const {
    static constexpr const char* ops[] = {"+", "*", ":=", "at least", "at most", "with", "without"};
    return w_.card_ids[e.target] + "." + p_.attrs[AttrId(e.attr)].name + " " + ops[e.op] + " ";
  }
  std::string until(const checker::Effect& e) const {
    return e.until < 0 ? "" : " until " + p_.durations[DurationId(e.until)];
  }

  const model::Program& p_;
  const checker::World& w_;
  const checker::Machine<D>& machine_;
  D& d_;
  const std::set<ZoneId> in_play_;
  std::vector<Told<Val>> out_;
};

/// The ends of plays with known values, as lines.
class Ends {
 public:
  /// The question must have a world, and outlive this.
  Ends(const checker::Question& question, const std::vector<int64_t>& lets);
  std::vector<std::string> lines(const checker::State<int64_t>& state) const;
  /// What is looked at to tell of an end leaves marks.
  void trace(checker::Trace* to) { machine_.trace(to); }

 private:
  const checker::Question& q_;
  mutable checker::Concrete domain_;
  checker::Machine<checker::Concrete> machine_;
  mutable EndTeller<checker::Concrete> teller_;
  std::set<SortId> named_;  ///< sorts of tokens that something refers to
};

}  // namespace hanrei::errata
