#include "checker/replay/replay.h"

#include <algorithm>

namespace hanrei::checker::replay {
namespace {

using S = State<int64_t>;
using model::Type;

/// Turns differences between two states into words.
class Tracer : public Observer {
 public:
  Tracer(const Question& q, const Machine<Concrete>& m, std::vector<Event>& out, base::Lang lang) : q_(q), w_(*q.world), p_(*q.program), m_(m), out_(out), lang_(lang) {}

  void before(const S& s, const model::Code& code, const model::Instr& ins) override {
    before_ = s;
    code_ = &code;
    ins_ = ins;
  }

  void after(const S& s) override {
    if (ins_.code == model::OpCode::Ask) {
      // declared because the play says so
      for (size_t i = 0; i < s.control.slots.size(); ++i) {
        const Slot& slot = s.control.slots[i];
        if (slot.act < 0 || before_.control.slots[i].act >= 0) continue;
        Event e;
        e.kind = Event::Kind::Choice;
        e.depth = static_cast<int>(before_.control.stack.size());
        e.where = describe_slot(s, i);
        out_.push_back(std::move(e));
      }
      return;
    }
    std::vector<std::string> changes = differences(before_, s);
    const int depth = static_cast<int>(before_.control.stack.size());
    if (ins_.code == model::OpCode::Window) {
      if (s.control.stack.size() > before_.control.stack.size()) {
        Event e;
        e.kind = Event::Kind::Window;
        e.depth = depth;
        e.where = p_.signals[static_cast<size_t>(ins_.id)].name;
        e.by = ins_.by;
        out_.push_back(std::move(e));
      }
      return;
    }
    if (changes.empty() && s.control.end == End::Running) return;
    if (changes.empty() && s.control.result == 0) return;
    Event e;
    e.depth = depth;
    const std::string step = code_->kind == model::CodeKind::Procedure && ins_.ordinal >= 0 ? "[" + p_.procedures[static_cast<size_t>(code_->id)].step_names[static_cast<size_t>(ins_.ordinal)] + "]" : "";
    e.where = code_->name + step;
    e.by = ins_.by;
    e.changes = std::move(changes);
    if (s.control.end == End::Over && s.control.result != 0) e.changes.push_back("result: " + p_.enums[model::kResults].members[s.control.result]);
    out_.push_back(std::move(e));
  }

  void cut(const S& s, const model::LoopRule& rule) override {
    Event e;
    e.depth = static_cast<int>(s.control.stack.size());
    e.where = rule.id;
    e.by = rule.by;
    e.changes.push_back(lang_ == base::Lang::Ja ? "終わらない繰り返しを打ち切る" : "what repeats without end is cut off");
    out_.push_back(std::move(e));
  }

 private:
  std::string describe_slot(const S& s, size_t i) const {
    const Slot& slot = s.control.slots[i];
    const model::ActDef& act = p_.acts[static_cast<size_t>(slot.act)];
    const auto& locals = p_.procedures[static_cast<size_t>(act.process)].locals;
    const auto local = [&](Id k) { return s.cells[static_cast<size_t>(w_.slot_cell) + i * static_cast<size_t>(w_.slot_size) + static_cast<size_t>(k)]; };
    std::string out = p_.players[static_cast<size_t>(slot.seat)] + ": " + act.name;
    for (const model::Choose& c : act.present) out += " " + c.name + "=" + w_.show(locals[static_cast<size_t>(c.var)].type, local(c.var));
    if (slot.effect < 0) return out;
    const model::EffectDef& d = p_.effects[static_cast<size_t>(w_.effects[static_cast<size_t>(slot.effect)].effect)];
    if (!d.name.empty()) out += " 《" + d.name + "》";
    for (size_t k = 0; k < d.present.size(); ++k) out += " " + d.present[k].name + "=" + w_.show(model::ref_type(model::kCardSort), local(act.effect_local + 1 + static_cast<Id>(k)));
    return out;
  }

  std::string zone_name(int64_t v) const { return w_.show_zone(v); }

  std::vector<std::string> differences(const S& a, const S& b) const {
    std::vector<std::string> out;
    const std::string arrow = " → ";
    const auto cell = [](const S& s, int i) { return s.cells[static_cast<size_t>(i)]; };
    std::vector<bool> moved(static_cast<size_t>(w_.cards), false);
    for (int k = 0; k < w_.cards; ++k) {
      if (cell(a, w_.zone_cell + k) == cell(b, w_.zone_cell + k)) continue;
      moved[static_cast<size_t>(k)] = true;
      out.push_back(w_.card_ids[static_cast<size_t>(k)] + ": " + zone_name(cell(a, w_.zone_cell + k)) + arrow + zone_name(cell(b, w_.zone_cell + k)));
    }
    for (size_t i = 0; i < p_.attrs.size(); ++i) {
      if (w_.attr_cell[i] < 0 || i == 1 || i == 2 || i == 3) continue;
      const model::AttrDef& d = p_.attrs[i];
      const int n = d.sort == kNone ? 1 : w_.universe(model::ref_type(d.sort));
      for (int k = 0; k < n; ++k) {
        const int64_t x = cell(a, w_.attr_cell[i] + k), y = cell(b, w_.attr_cell[i] + k);
        if (x == y) continue;
        if (d.sort == model::kCardSort && moved[static_cast<size_t>(k)] && zone_name(cell(b, w_.zone_cell + k)).empty()) continue;
        const std::string who = d.sort == kNone ? "" : w_.show(model::ref_type(d.sort), k) + ".";
        if (d.sort > model::kEffectSort) continue;  // tokens are told as they come and go
        if (d.sort == model::kCardSort && moved[static_cast<size_t>(k)]) continue;
        out.push_back(who + d.name + ": " + w_.show(d.type, x) + arrow + w_.show(d.type, y));
      }
    }
    for (size_t z = 0; z < p_.zones.size(); ++z) {
      if (w_.lot_cell[z] < 0) continue;
      for (int pl = 0; pl < 2; ++pl) {
        const int64_t x = cell(a, w_.lot_cell[z] + pl), y = cell(b, w_.lot_cell[z] + pl);
        if (x != y) out.push_back(zone_name(static_cast<int64_t>(z) * 2 + pl) + ": " + std::to_string(x) + arrow + std::to_string(y));
      }
    }
    for (const TokenSort& t : w_.tokens) for (int k = 0; k < t.pool; ++k) {
      const bool was = cell(a, t.alive + k) != 0, is = cell(b, t.alive + k) != 0;
      if (was == is) continue;
      std::string what = w_.show(model::ref_type(t.sort), k);
      if (is) for (size_t i = 0; i < p_.attrs.size(); ++i) if (p_.attrs[i].sort == t.sort && p_.attrs[i].type.kind == model::TypeKind::Set) what += " " + w_.show(p_.attrs[i].type, cell(b, w_.attr_cell[i] + k));
      out.push_back((is ? "+ " : "- ") + what);
    }
    // modifiers
    for (size_t i = a.control.effects.size(); i < b.control.effects.size(); ++i) {
      const Effect& f = b.control.effects[i];
      if (f.statik >= 0) out.push_back("+ 常時効果 " + p_.statics[static_cast<size_t>(w_.statics[static_cast<size_t>(f.statik)].provision)].id);
      else out.push_back(w_.card_ids[static_cast<size_t>(f.target)] + "." + p_.attrs[static_cast<size_t>(f.attr)].name + (f.op == 0 ? " +" : " ") + std::to_string(b.cells[static_cast<size_t>(w_.amount_cell) + i]));
    }
    if (b.control.effects.size() < a.control.effects.size()) out.push_back("- " + std::to_string(a.control.effects.size() - b.control.effects.size()) + " 修正");
    return out;
  }

  const Question& q_;
  const World& w_;
  const model::Program& p_;
  const Machine<Concrete>& m_;
  std::vector<Event>& out_;
  base::Lang lang_;
  S before_;
  const model::Code* code_ = nullptr;
  model::Instr ins_;
};

}  // namespace

std::string describe(const Question& q, const Move& move, base::Lang lang) {
  const bool ja = lang == base::Lang::Ja;
  const World& w = *q.world;
  const std::string who = move.who < 0 ? (ja ? "(選ぶ者の定めなし)" : "(nobody)") : q.program->players[static_cast<size_t>(move.who)];
  const auto card = [&](int64_t v) { return w.show(model::ref_type(model::kCardSort), v); };
  switch (move.kind) {
    case MoveKind::Pass: return who + (ja ? ": パス" : ": pass");
    case MoveKind::Declare: {
      const model::ActDef& a = q.program->acts[static_cast<size_t>(move.what)];
      std::string out = who + ": " + a.name;
      size_t i = 0;
      const auto& locals = q.program->procedures[static_cast<size_t>(a.process)].locals;
      for (const model::Choose& c : a.present) {
        if (i >= move.values.size()) break;
        const Type& t = locals[static_cast<size_t>(c.var)].type;
        out += " " + c.name + "=";
        if (c.domain == model::DomainKind::Some) {
          const auto n = static_cast<size_t>(move.values[i++]);
          std::string set;
          for (size_t k = 0; k < n && i < move.values.size(); ++k) set += (k > 0 ? "," : "") + w.show(model::elem_type(t), move.values[i++]);
          out += set;
        } else {
          out += w.show(t, move.values[i++]);
        }
      }
      if (move.effect >= 0) {
        const model::EffectDef& d = q.program->effects[static_cast<size_t>(w.effects[static_cast<size_t>(move.effect)].effect)];
        if (!d.name.empty()) out += " 《" + d.name + "》";
        for (const model::Choose& c : d.present) if (i < move.values.size()) out += " " + c.name + "=" + card(move.values[i++]);
      }
      return out;
    }
    case MoveKind::YesNo: return who + ": " + (move.values[0] != 0 ? (ja ? "はい" : "yes") : (ja ? "いいえ" : "no"));
    case MoveKind::Again: return who + ": " + (move.values[0] != 0 ? (ja ? "繰り返す" : "again") : (ja ? "先へ進む" : "go on"));
    case MoveKind::May: return who + ": " + (move.values[0] != 0 ? (ja ? "処理する" : "do it") : (ja ? "処理しない" : "decline"));
    case MoveKind::Settle: {
      if (move.values[0] < 0) return ja ? "常時効果が決まらない" : "no consistent state of the continuous effects";
      std::string on;
      for (size_t k = 0; k < w.cyclic.size(); ++k) if (move.values[0] >> k & 1) on += (on.empty() ? "" : ", ") + card(w.statics[static_cast<size_t>(w.cyclic[k])].card);
      return (ja ? "適用される常時効果: " : "continuous effects that apply: ") + (on.empty() ? (ja ? "なし" : "none") : on);
    }
    case MoveKind::Top: {
      const std::string top = move.values[0] < 0 ? (ja ? "名前のないカード" : "a card of the lot") : w.card_ids[static_cast<size_t>(move.values[0])];
      const std::string pile = w.show_zone(move.values[1]);
      return ja ? pile + " の一番上は " + top : "on top of " + pile + ": " + top;
    }
    case MoveKind::Order: {
      const model::Code& code = q.code->codes[static_cast<size_t>(move.what)];
      std::string item = std::to_string(move.values[0] + 1);
      const auto named = [&](const Instance& i) { return q.program->triggers[static_cast<size_t>(i.provision)].id + (i.card >= 0 ? " (" + card(i.card) + ")" : ""); };
      if (code.kind == model::CodeKind::Window) {
        const std::vector<Instance>& list = w.heard[static_cast<size_t>(code.id)];
        if (static_cast<size_t>(move.values[0]) < list.size()) item = named(list[static_cast<size_t>(move.values[0])]);
      } else if (code.kind == model::CodeKind::Procedure) {
        const auto& texts = code.ins[static_cast<size_t>(move.pc) + 1].texts;
        if (static_cast<size_t>(move.values[0]) < texts.size()) item = texts[static_cast<size_t>(move.values[0])];
      } else if (code.kind == model::CodeKind::Book && static_cast<size_t>(move.values[0]) < w.edges.size()) {
        item = named(w.edges[static_cast<size_t>(move.values[0])]);
      }
      return who + (ja ? ": 先に " : ": first ") + item + (ja ? " を処理する" : "");
    }
    case MoveKind::Pick: {
      const model::Code& code = q.code->codes[static_cast<size_t>(move.what)];
      const int index = code.ins[static_cast<size_t>(move.pc)].index;
      std::string out = who + ": ";
      const model::Choose* c = index >= 0 ? &q.code->choices[static_cast<size_t>(index)] : nullptr;
      if (c != nullptr) out += c->name + " = ";
      std::string list;
      for (int64_t v : move.values) list += (list.empty() ? "" : ", ") + (c != nullptr && c->domain == model::DomainKind::Int ? std::to_string(v) : c != nullptr ? w.show(model::elem_type((*q.program)[c->set].type), v) : std::to_string(v));
      return out + (list.empty() ? "{}" : list);
    }
  }
  return "";
}

Played play(const Question& q, const std::vector<int64_t>& lets, const std::vector<Move>& moves, bool trace, const rulings::Claim* probe, base::Lang lang) {
  Played out;
  if (q.world == nullptr) { out.problem = q.unsupported; return out; }
  Concrete domain;
  Machine<Concrete> m(*q.world, domain);
  m.until_depth = q.until_depth;
  m.until_idle = q.until_idle;
  m.probe = probe;
  Tracer tracer(q, m, out.events, lang);
  try {
    S s = m.initial(lets);
    for (ExprId e : q.which->situation.where) if (m.eval(s, e) == 0) { out.problem = "a condition of the situation is false"; return out; }
    if (trace) m.observer = &tracer;
    std::vector<Alt<int64_t>> alts;
    size_t next = 0, steps = 0;
    for (;;) {
      const Status status = m.step(s, alts);
      if (status == Status::Done) break;
      if (++steps > 4'000'000) { out.problem = "the play does not end"; return out; }
      if (status != Status::Choice) continue;
      if (next >= moves.size()) { out.problem = "the play has more choices than the witness"; return out; }
      const auto it = std::find_if(alts.begin(), alts.end(), [&](const Alt<int64_t>& a) { return a.move == moves[next]; });
      if (it == alts.end()) { out.problem = "move " + std::to_string(next + 1) + " (" + describe(q, moves[next]) + ") is not possible"; return out; }
      if (trace) {
        Event e;
        e.kind = Event::Kind::Choice;
        e.depth = static_cast<int>(s.control.stack.size());
        e.move = it->move;
        e.where = describe(q, it->move, lang);
        out.events.push_back(std::move(e));
      }
      const Alt<int64_t> chosen = *it;
      m.take(s, chosen);
      ++next;
    }
    out.end = std::move(s);
    out.ok = next == moves.size();
    if (!out.ok) out.problem = "the witness has more moves than the play";
  } catch (const Unsupported& u) {
    out.problem = u.form;
    out.unsupported = true;
  }
  return out;
}

}  // namespace hanrei::checker::replay
