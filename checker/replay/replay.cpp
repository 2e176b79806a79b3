#include "checker/replay/replay.h"

#include <algorithm>

#include "checker/semantics/pack.h"

namespace hanrei::checker::replay {
using S = State<int64_t>;
using model::Type;

constexpr size_t kMostSteps = 4'000'000;  // of a play

std::string describe(const Question& q, const Move& move, base::Lang lang) {
  const bool ja = lang == base::Lang::Ja;
  const World& w = *q.world;
  const std::string who =
      move.who < 0 ? (ja ? "(選ぶ者の定めなし)" : "(nobody)") : q.program->players[move.who];
  const auto card = [&](int64_t v) { return w.show(model::ref_type(model::kCardSort), v); };
  switch (move.kind) {
    case MoveKind::Pass: return who + (ja ? ": パス" : ": pass");
    case MoveKind::Declare: {
      const model::ActDef& a = q.program->acts[ActId(move.what)];
      std::string out = who + ": " + a.name;
      size_t i = 0;
      const auto present = [&](const std::vector<model::Choose>& list, ProcId proc) {
        const auto& locals = q.program->procedures[proc].locals;
        for (const model::Choose& c : list) {
          if (i >= move.values.size()) break;
          const Type& t = locals[c.var].type;
          out += " " + c.name + "=";
          if (c.domain != model::DomainKind::Some) {
            out += w.show(t, move.values[i++]);
            continue;
          }
          const size_t n = move.values[i++];
          for (size_t k = 0; k < n && i < move.values.size(); ++k)
            out += (k > 0 ? "," : "") + w.show(model::elem_type(t), move.values[i++]);
        }
      };
      present(a.present, a.process);
      if (move.effect >= 0) {
        const model::EffectDef& d = q.program->effects[w.effects[move.effect].effect];
        if (!d.name.empty()) out += " 《" + d.name + "》";
        present(d.present, d.proc);
      }
      return out;
    }
    case MoveKind::YesNo:
      return who + ": " + (move.values[0] != 0 ? (ja ? "はい" : "yes") : (ja ? "いいえ" : "no"));
    case MoveKind::Again:
      return who + ": " +
             (move.values[0] != 0 ? (ja ? "繰り返す" : "again") : (ja ? "先へ進む" : "go on"));
    case MoveKind::May:
      return who + ": " +
             (move.values[0] != 0 ? (ja ? "処理する" : "do it") : (ja ? "処理しない" : "decline"));
    case MoveKind::Open: return ja ? "開いたまま" : "left open";
    case MoveKind::Settle: {
      if (move.values[0] < 0)
        return ja ? "常時効果が決まらない" : "no consistent state of the continuous effects";
      std::string on;
      for (size_t k = 0; k < w.cyclic.size(); ++k)
        if (move.values[0] >> k & 1)
          on += (on.empty() ? "" : ", ") + card(w.statics[w.cyclic[k]].card);
      return (ja ? "適用される常時効果: " : "continuous effects that apply: ") +
             (on.empty() ? (ja ? "なし" : "none") : on);
    }
    case MoveKind::Top: {
      const std::string top = move.values[0] < 0 ? (ja ? "名前のないカード" : "a card of the lot")
                                                 : w.card_ids[move.values[0]];
      const std::string pile = w.show_zone(move.values[1]);
      return ja ? pile + " の一番上は " + top : "on top of " + pile + ": " + top;
    }
    case MoveKind::Order: {
      const model::Code& code = q.code->codes[CodeId(move.what)];
      std::string item = std::to_string(move.values[0] + 1);
      // What a trigger of the rulebook is about is not always a card.
      const auto named = [&](const TriggerInstance& i) {
        const model::Trigger& t = q.program->triggers[i.provision];
        const Type subject = t.source.card == kNone && t.domain != kNone
                                 ? model::elem_type((*q.program)[t.domain].type)
                                 : model::ref_type(model::kCardSort);
        return t.id + (i.card >= 0 ? " (" + w.show(subject, i.card) + ")" : "");
      };
      if (code.kind == model::CodeKind::Window) {
        const std::vector<TriggerInstance>& list = w.heard[SignalId(code.id)];
        if (static_cast<size_t>(move.values[0]) < list.size()) item = named(list[move.values[0]]);
      } else if (code.kind == model::CodeKind::Procedure) {
        const auto& texts = code.ins[move.pc + 1].texts;
        if (static_cast<size_t>(move.values[0]) < texts.size()) item = texts[move.values[0]];
      } else if (code.kind == model::CodeKind::Book &&
                 static_cast<size_t>(move.values[0]) < w.edges.size()) {
        item = named(w.edges[move.values[0]]);
      }
      return who + (ja ? ": 先に " : ": first ") + item + (ja ? " を処理する" : "");
    }
    case MoveKind::Pick: {
      const model::Code& code = q.code->codes[CodeId(move.what)];
      const int index = code.ins[move.pc].index;
      std::string out = who + ": ";
      const model::Choose* c = index >= 0 ? &q.code->choices[ChoiceId(index)] : nullptr;
      if (c != nullptr) out += c->name + " = ";
      std::string list;
      for (int64_t v : move.values)
        list += (list.empty() ? "" : ", ") +
                (c != nullptr && c->domain == model::DomainKind::Int ? std::to_string(v)
                 : c != nullptr ? w.show(model::elem_type((*q.program)[c->set].type), v)
                                : std::to_string(v));
      return out + (list.empty() ? "{}" : list);
    }
  }
  return "";
}

std::optional<std::vector<Move>> numbered(const Question& q, const std::vector<int64_t>& lets,
                                          const std::vector<size_t>& ways) {
  std::vector<Move> out;
  if (q.world == nullptr || ways.empty()) return out;
  Concrete domain;
  Machine<Concrete> m(*q.world, domain);
  m.until_depth = q.until_depth;
  m.until_idle = q.until_idle;
  try {
    S s = m.initial(lets);
    std::vector<Alt<int64_t>> alts;
    size_t steps = 0;
    while (out.size() < ways.size()) {
      const Status status = m.step(s, alts);
      if (status == Status::Done || ++steps > kMostSteps) return std::nullopt;
      if (status != Status::Choice) continue;
      const size_t which = ways[out.size()];
      if (which >= alts.size()) return std::nullopt;
      const Alt<int64_t> chosen = alts[which];
      m.take(s, chosen);
      out.push_back(chosen.move);
    }
  } catch (const Unsupported&) {
    return std::nullopt;
  }
  return out;
}

Played play(const Question& q, Machine<Concrete>& m, const std::vector<int64_t>& lets,
            const Followed& followed, Watcher* watcher) {
  const std::vector<Move>& moves = followed.moves;
  Played out;
  m.until_depth = q.until_depth;
  m.until_idle = q.until_idle;
  m.probe = followed.probe;
  m.anywhere = followed.anywhere;
  try {
    S s = m.initial(lets);
    for (ExprId e : q.which->situation.where)
      if (m.eval(s, e) == 0) {
        out.problem = ReasonCode::SituationFalse;
        return out;
      }
    m.observer = watcher;
    std::vector<Alt<int64_t>> alts;
    std::string began, now;
    bool round = false;
    size_t next = 0, steps = 0;
    for (;;) {
      const Status status = m.step(s, alts);
      if (status == Status::Done) break;
      if (++steps > kMostSteps) {
        out.problem = ReasonCode::PlayDoesNotEnd;
        break;
      }
      if (status != Status::Choice) continue;
      if (followed.loop_from && next >= *followed.loop_from) {
        now.resize(pack(*q.world, s, now));
        if (next == *followed.loop_from) began = now;
        round = next == moves.size() && next > *followed.loop_from && now == began;
        if (round) break;
      }
      if (next >= moves.size()) {
        out.problem = ReasonCode::MoreChoices;
        out.ways = std::move(alts);
        break;
      }
      const auto it =
          std::ranges::find_if(alts, [&](const Alt<int64_t>& a) { return a.move == moves[next]; });
      if (it == alts.end()) {
        out.problem = {
            ReasonCode::MoveNotPossible, next + 1,
            base::in_both(describe(q, moves[next]), describe(q, moves[next], base::Lang::Ja))};
        break;
      }
      const Alt<int64_t> chosen = *it;
      const S before = watcher != nullptr ? s : S{};
      m.take(s, chosen);
      if (watcher != nullptr) watcher->chosen(before, chosen.move, s);
      ++next;
    }
    m.observer = nullptr;
    out.end = std::move(s);
    out.ok = out.problem.empty() && next == moves.size() && round == followed.loop_from.has_value();
    if (out.problem.empty() && !out.ok)
      out.problem = next == moves.size() ? ReasonCode::DoesNotComeRound : ReasonCode::MoreMoves;
  } catch (const Unsupported& u) {
    m.observer = nullptr;
    out.problem = u.form;
    out.unsupported = true;
  }
  return out;
}

Played play(const Question& q, const std::vector<int64_t>& lets, const Followed& followed) {
  if (q.world == nullptr) {
    Played out;
    out.problem = q.unsupported;
    return out;
  }
  Concrete domain;
  Machine<Concrete> m(*q.world, domain);
  return play(q, m, lets, followed);
}

}  // namespace hanrei::checker::replay
