#include "checker/explain/moves.h"

#include <algorithm>

#include "checker/question/orders.h"
#include "rulings/sentence.h"

namespace hanrei::checker::explain {
namespace {

using model::CodeKind;
using model::OpCode;

/// An item that is a call, by its name and what it is called with; else as it is written.
std::string called(const Question& q, const Speaker& say, const S& s, const model::Code& code,
                   const model::Instr& go, size_t at) {
  const model::Instr& first = code.ins[go.targets[at]];
  if (first.code != OpCode::Call)
    return say.in("「" + go.texts[at] + "」", "“" + go.texts[at] + "”");
  const model::Code& callee = q.code->codes[CodeId(first.id)];
  std::string with;
  for (size_t i = 0; i < first.args.size(); ++i)
    with += (with.empty() ? "" : say.in("、", ", ")) +
            say.value(s, callee.locals[i].type, say.number(say.top(s), first.args[i]));
  const SayId told =
      callee.kind == CodeKind::Procedure ? q.program->procedures[ProcId(callee.id)].told : SayId();
  return say.called(told, callee.name) + (with.empty() ? "" : say.in("(", " (") + with + ")");
}

std::string ordered(const Question& q, const Speaker& say, const S& before, const Move& move) {
  const model::Code& code = q.code->codes[CodeId(move.what)];
  const size_t at = move.values[0];
  std::string what = std::to_string(move.values[0] + 1);
  if (code.kind == CodeKind::Window) {
    const std::vector<TriggerInstance>& list = q.world->heard[SignalId(code.id)];
    if (at < list.size()) what = trigger_words(q, say, before, list[at]);
  } else if (code.kind == CodeKind::Book) {
    if (at < q.world->edges.size()) what = trigger_words(q, say, before, q.world->edges[at]);
  } else if (static_cast<size_t>(move.pc) + 1 < code.ins.size()) {
    const model::Instr& go = code.ins[move.pc + 1];
    if (at < go.texts.size()) {
      const auto text = say.said(go.says[at], say.top(before));
      what = text ? *text : called(q, say, before, code, go, at);
    }
  }
  if (move.who < 0)
    return say.in("先に" + what + (what.ends_with("処理") ? "が行われる" : "が処理される") +
                      "(順序を決める者の定めはない)。",
                  what + " is carried out first; no rule says who decides.");
  const std::string who = say.player(move.who);
  return say.in(who + "が、先に" + what +
                    (what.ends_with("処理") ? "を行うことを選ぶ。" : "を処理することを選ぶ。"),
                who + " chooses to carry out " + what + " first.");
}

/// Do the words of a card not call it so? Then the name is the model's.
bool unprinted(const model::CardDef& card, const std::string& id) {
  return std::ranges::none_of(
      card.text, [&](const auto& t) { return t.second.find(id) != std::string::npos; });
}

}  // namespace

std::string trigger_words(const Question& q, const Speaker& say, const S& s,
                          const TriggerInstance& inst) {
  const model::Trigger& t = q.program->triggers[inst.provision];
  Speaker::At at{s, s.top(), nullptr, {}};
  at.temps[0] = inst.card;
  if (const auto text = say.said(t.say, at)) return *text;
  if (inst.card < 0) return say.in("「" + t.id + "」", "“" + t.id + "”");
  const bool player = t.source.card == kNone && t.domain != kNone &&
                      (*q.program)[t.domain].type.id == model::kPlayerSort;
  const std::string whose = player ? say.player(inst.card) : say.card(inst.card);
  if (t.source.card != kNone && unprinted(q.program->cards[t.source.card], t.id)) {
    const model::CardDef& card = q.program->cards[t.source.card];
    if (card.triggers.size() < 2 || t.source.spans.empty())
      return say.in(whose + "の文面", "the text of " + whose);
    const std::string said = rulings::sentence_of(card, t.source.spans.back());
    return say.in(whose + "の「" + said + "」", whose + "'s “" + said + "”");
  }
  return say.in(whose + "の「" + t.id + "」", whose + "'s “" + t.id + "”");
}

std::string picked_sentence(const Question& q, const Speaker& say, const S& before,
                            const Move& move, const S& after) {
  const model::Code& code = q.code->codes[CodeId(move.what)];
  const model::Instr& ins = code.ins[move.pc];
  const model::Choose* c = ins.index >= 0 ? &q.code->choices[ChoiceId(ins.index)] : nullptr;
  const std::string who = move.who < 0 ? "" : say.player(move.who);
  if (c == nullptr) return say.in(who + "が選ぶ。", who + " chooses.");
  const model::Type& type = code.locals[c->var].type;
  const int64_t value = after.cells[before.frame().base + c->var];
  if (ins.say != kNone && !say.silent(ins.say))
    if (const auto text = say.said(ins.say, say.top(after), value)) return *text;
  const bool named = c->name.size() > 2;
  const std::string of_ja = named ? "「" + c->name + "」" : "",
                    of_en = named ? " (“" + c->name + "”)" : "";
  if (c->domain == model::DomainKind::YesNo) {
    if (value != 0)
      return say.in(who + "が" + of_ja + "に「はい」と答える。",
                    who + " answers yes" + of_en + ".");
    return say.in(who + "が" + of_ja + "に「いいえ」と答える。", who + " answers no" + of_en + ".");
  }
  const bool none = type.kind == model::TypeKind::Set
                        ? value == 0
                        : type.kind == model::TypeKind::Ref && value == model::kNobody;
  const std::string what = say.value(after, type, value);
  if (move.who < 0)
    return none ? say.in("何も選ばれない" + of_ja + "。", "Nothing is chosen" + of_en + ".")
                : say.in(what + "が選ばれる" + of_ja + " (選ぶ者の定めはない)。",
                         what + " is chosen" + of_en + "; no rule says by whom.");
  if (none)
    return say.in(who + "は" + of_ja + "に何も選ばない。", who + " chooses nothing" + of_en + ".");
  if (type.kind == model::TypeKind::Int)
    return say.in(who + "が" + of_ja + "を" + what + "にする。",
                  who + " chooses " + what + of_en + ".");
  return say.in(who + "が" + (named ? of_ja + "に" : "") + what + "を選ぶ。",
                who + " chooses " + what + of_en + ".");
}

std::string declaration_sentence(const Question& q, const Speaker& say, const S& s, int slot,
                                 bool choices) {
  const World& w = *q.world;
  const model::Program& p = *q.program;
  const Slot& declared = s.control.slots[slot];
  const model::ActDef& act = p.acts[ActId(declared.act)];
  const auto& locals = p.procedures[act.process].locals;
  const int64_t* values = s.acts.data() + slot * w.slot_size;
  std::vector<std::string> chosen;
  if (choices && declared.effect >= 0) {
    const model::EffectDef& d = p.effects[w.effects[declared.effect].effect];
    for (const Id place : d.places) {
      const model::Type& type = p.presented[place];
      const int64_t v = values[act.things + place];
      if (type.kind != model::TypeKind::Ref || v != model::kNobody)
        chosen.push_back(say.value(s, type, v));
    }
  }
  Speaker::At at{s, s.top(), values, {}};
  if (const auto text = say.said(act.say, at)) {
    if (chosen.empty()) return *text;
    const std::string_view stop = say.ja() ? "。" : ".";
    const bool stops = text->ends_with(stop);
    return text->substr(0, text->size() - (stops ? stop.size() : 0)) +
           say.in("(選んだもの: ", " (choosing ") + say.list(chosen) + ")" +
           std::string(stops ? stop : "");
  }
  std::vector<std::string> things;
  for (const model::Choose& c : act.present)
    things.push_back((c.name.size() > 2 ? c.name + ": " : "") +
                     say.value(s, locals[c.var].type, values[c.var]));
  if (declared.effect >= 0)
    if (const std::string& name = p.effects[w.effects[declared.effect].effect].name; !name.empty())
      things.push_back("《" + name + "》");
  things.insert(things.end(), chosen.begin(), chosen.end());
  std::string with;
  for (const std::string& t : things) with += (with.empty() ? "" : say.in("、", ", ")) + t;
  const std::string who = say.player(declared.seat), called = say.called(act.told, act.name);
  return say.in(who + "が" + called + "を宣言する" + (with.empty() ? "" : "(" + with + ")") + "。",
                who + " declares " + called + (with.empty() ? "" : " (" + with + ")") + ".");
}

std::string choice_sentence(const Question& q, const Speaker& say, const S& before,
                            const Move& move, const S& after) {
  const std::string who = move.who < 0 ? "" : say.player(move.who);
  switch (move.kind) {
    case MoveKind::Pass: {
      const model::Code& code = q.code->codes[CodeId(move.what)];
      if (code.kind == CodeKind::Exchange) {
        Speaker::At at{before, before.top(), nullptr, {}};
        at.temps[0] = move.who;
        if (const auto text = say.said(q.program->exchanges[ExchangeId(code.id)].say, at))
          return *text;
      }
      return say.in(who + "は何も宣言しない。", who + " declares nothing.");
    }
    case MoveKind::Declare: {
      const int slot = after.control.declared_since(before.control);
      return slot < 0 ? replay::describe(q, move, say.ja() ? base::Lang::Ja : base::Lang::En)
                      : declaration_sentence(q, say, after, slot);
    }
    case MoveKind::YesNo:
    case MoveKind::Pick: return picked_sentence(q, say, before, move, after);
    case MoveKind::Open: return "";  // nothing is left open in a play that is told
    case MoveKind::Order: return ordered(q, say, before, move);
    case MoveKind::Again:
      return move.values[0] != 0
                 ? say.in(who + "はもう一度行うことを選ぶ。", who + " chooses to do it again.")
                 : say.in(who + "は先へ進むことを選ぶ。", who + " chooses to go on.");
    case MoveKind::May: {
      const model::Code& code = q.code->codes[CodeId(before.frame().code)];
      const model::Instr& ins = code.ins[before.frame().pc];
      const int64_t at = before.cells[before.frame().base + ins.slot];
      const std::string what = trigger_words(q, say, before, q.world->heard[SignalId(code.id)][at]);
      return move.values[0] != 0 ? say.in(who + "は" + what + "を使うことを選ぶ。",
                                          who + " chooses to use " + what + ".")
                                 : say.in(who + "は" + what + "を使わないことを選ぶ。",
                                          who + " chooses not to use " + what + ".");
    }
    case MoveKind::Settle: {
      if (move.values[0] < 0)
        return say.in("常時効果が決まらない。", "The continuous effects have no consistent state.");
      std::vector<std::string> on;
      for (size_t k = 0; k < q.world->cyclic.size(); ++k)
        if (move.values[0] >> k & 1)
          on.push_back(say.card(q.world->statics[q.world->cyclic[k]].card));
      return say.in(
          on.empty() ? "どの常時効果も適用されない。" : say.list(on) + "の常時効果が適用される。",
          on.empty() ? "None of the continuous effects applies."
                     : "The continuous effects of " + say.list(on) + " apply.");
    }
    case MoveKind::Top: {
      const std::string top = move.values[0] < 0
                                  ? say.in("特に名前のないカード", "a card of no particular name")
                                  : say.card(move.values[0]),
                        pile = say.zone(before, move.values[1], -1);
      return say.in(pile + "の一番上は" + top + "である。",
                    "On top of " + pile + " lies " + top + ".");
    }
  }
  return "";
}

std::string after_moment(const std::string& moment, std::string text, bool ja) {
  if (ja) return moment + "、" + text;
  for (std::string_view word : {"The ", "It ", "There ", "Nothing ", "No "})
    if (text.starts_with(word)) text[0] = static_cast<char>(text[0] - 'A' + 'a');
  std::string out = moment + ", " + text;
  if (out[0] >= 'a' && out[0] <= 'z') out[0] = static_cast<char>(out[0] - 'a' + 'A');
  return out;
}

}  // namespace hanrei::checker::explain
