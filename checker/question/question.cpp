#include "checker/question/question.h"

#include <algorithm>

#include "model/passes/unread.h"

namespace hanrei::checker {

namespace {

/// A card of the situation whose words are its abilities and could not be read: what it does is not
/// known, and so nothing of what it is part of. When the game was read, that was told.
const model::CardDef* unread_card(const model::Program& program, const rulings::Case& which) {
  for (const auto& card : which.situation.cards)
    if (const model::CardDef& def = program.cards[card.def]; unread(def)) return &def;
  return nullptr;
}

}  // namespace

Question make_question(const model::Program& program, const model::Lowered& code,
                       const rulings::Case& which) {
  Question q;
  q.program = &program;
  q.code = &code;
  q.which = &which;
  if (which.deck) {
    q.unsupported = ReasonCode::DeckWithoutPlay;
    return q;
  }
  if (const model::CardDef* card = unread_card(program, which)) {
    q.unsupported = {ReasonCode::WordsNotOne, "《" + card->name + "》"};
    return q;
  }
  q.world = make_world(program, code, which, q.unsupported);
  const auto& frames = which.situation.frames;
  q.until_depth = frames.size();
  if (!frames.empty()) {
    // Where everybody is asked again and again, the default horizon is that nobody declares
    // anything.
    const rulings::FrameIn& top = frames.back();
    const model::Code& c = code.codes[top.proc];
    for (size_t i = 0; i < c.ins.size(); ++i) {
      if (c.ins[i].code != model::OpCode::Offer || c.act) continue;
      if (top.ordinal >= 0 && c.ins[i].ordinal != top.ordinal) continue;
      for (const model::Region& r : c.loops)
        if (static_cast<int>(i) > r.begin && static_cast<int>(i) < r.end) q.until_idle = true;
    }
    if (which.until == "end")
      q.until_idle = false;
    else if (!which.until.empty() && which.until != "idle") {
      q.until_idle = false;
      for (size_t i = 0; i < frames.size(); ++i)
        if (program.procedures[frames[i].proc].name == which.until) q.until_depth = i + 1;
    }
  }
  return q;
}

void add_looked(const Question& q, Looked& out) {
  // Decks and texts are read without a world, and what has none was not asked.
  const auto& claims = q.which->claims;
  out.all = out.all || q.world == nullptr ||
            std::ranges::any_of(
                claims, [](const rulings::Claim& c) { return rulings::about_texts(c.kind); });
  if (out.all) return;
  const model::Program& p = *q.program;
  for (const AttrId a : p.attrs.ids()) {
    const int table = q.world->attr_table[a];
    if (table < 0 || p.attrs[a].sort != model::kCardSort) continue;
    for (int k = 0; k < q.world->cards; ++k) {
      if (q.world->looked[table + k].load(std::memory_order_relaxed))
        out.printed.emplace(p.cards[q.which->situation.cards[k].def].name, p.attrs[a].name);
    }
  }
}

std::vector<std::vector<int64_t>> sample_values(const std::vector<rulings::Let>& lets) {
  if (lets.empty()) return {{}};
  std::vector<std::vector<int64_t>> out;
  for (int64_t step : {0, 1, 3}) {
    std::vector<int64_t> values;
    for (size_t i = 0; i < lets.size(); ++i) {
      const int64_t v = lets[i].min.value_or(lets[i].max.value_or(1) - (lets[i].max ? 3 : 0)) +
                        step * static_cast<int64_t>(i + 1) % 7;
      values.push_back(lets[i].max ? std::min(v, *lets[i].max) : v);
    }
    out.push_back(std::move(values));
  }
  return out;
}

bool is_named(const model::Lowered& lowered, const Move& move, std::string_view name) {
  if (move.what < 0 || move.kind == MoveKind::Pass || move.kind == MoveKind::Declare) return false;
  const model::Code& code = lowered.codes[CodeId(move.what)];
  std::string own = move.kind == MoveKind::Order    ? "order"
                    : move.kind == MoveKind::Again  ? "again"
                    : move.kind == MoveKind::May    ? "may"
                    : move.kind == MoveKind::Top    ? "top"
                    : move.kind == MoveKind::Settle ? "settle"
                                                    : "";
  if (move.kind == MoveKind::Pick || move.kind == MoveKind::YesNo) {
    if (const int index = code.ins[move.pc].index; index >= 0)
      own = lowered.choices[ChoiceId(index)].name;
  }
  return name == own || name == own + " " + code.name || name == code.name;
}

Reason chooser_of(const Question& q, const Move& move) {
  if (move.who < 0) return ReasonCode::Nobody;
  return {ReasonCode::Plain, q.program->players[move.who]};
}

}  // namespace hanrei::checker
