#include "checker/verdict/touches.h"

#include <algorithm>

#include "checker/explicit_state/explore.h"
#include "checker/question/deck.h"
#include "model/syntax/forms.h"

namespace hanrei::checker {
using namespace model::ids;
namespace {

using base::Json;

/// Most that is done only to see what a play comes across.
constexpr Limits kLimits{20'000, 200'000, 0, 0};

std::vector<elements::Element> all_elements(const model::Game& game,
                                            std::vector<std::string>& abilities) {
  std::vector<elements::Element> out = elements::elements_of(game);
  abilities.resize(out.size());
  for (const Json& file : game.cards) {
    const Json* cards = file.find("cards");
    for (const Json& card : cards == nullptr ? std::vector<Json>{} : cards->items) {
      const Json *name = card.find("card"), *provisions = card.find("provisions");
      if (name == nullptr || provisions == nullptr) continue;
      for (const Json& p : provisions->items) {
        const model::Form* form = model::form_of(p);
        if (form == nullptr) continue;
        elements::Element e;
        e.form = std::string(form->name);
        e.span = p.span;
        out.push_back(std::move(e));
        abilities.push_back(rulings::ability_name(p, name->string));
      }
    }
  }
  return out;
}

}  // namespace

Touching::Touching(const model::Game& game)
    : elements_(all_elements(game, abilities_)), reached_(elements_) {}

void Touching::add(const Question& q, Trace& trace, rulings::Touches& out) const {
  const model::Program& p = *q.program;
  if (q.which->deck) {
    for (const model::Limit& l : p.limits)
      if (l.construction) trace.exprs[l.holds] = true;
    try {
      for (const Breach& b : breaches(p, *q.which->deck)) trace.limits[b.limit] = true;
    } catch (const Unsupported&) {
    }
  }
  if (q.world != nullptr && !trace.anything()) {
    explicit_state::Engine engine(q, kLimits);
    engine.trace(&trace);
    (void)asked([&] {
      engine.space(sample_values(q.which->situation.lets).front());
      return Answer{};
    });
  }
  std::vector<elements::Reach> reach(elements_.size(), elements::Reach::None);
  reached_.add(q, trace, reach);
  for (std::size_t e = 0; e < elements_.size(); ++e) {
    if (reach[e] != elements::Reach::Touched) continue;
    out.clauses.insert(out.clauses.end(), elements_[e].by.begin(), elements_[e].by.end());
    if (!abilities_[e].empty()) out.abilities.push_back(abilities_[e]);
  }
  for (const CodeId c : q.code->codes.ids()) {
    const model::Code& code = q.code->codes[c];
    bool any = false;
    for (std::size_t i = 0; i < code.ins.size(); ++i) {
      if (!trace.ran[c][i]) continue;
      any = true;
      if (code.ins[i].code == model::OpCode::Window)
        for (const SignalId raised : q.code->raises[SignalId(code.ins[i].id)])
          out.windows.push_back(p.signals[raised].name);
    }
    if (any && code.kind == model::CodeKind::Procedure &&
        !p.procedures[ProcId(code.id)].step_names.empty())
      out.procedures.push_back(p.procedures[ProcId(code.id)].name);
    if (any && code.kind == model::CodeKind::Exchange)
      out.regimes.push_back(p.exchanges[ExchangeId(code.id)].name);
  }
  for (const OrderId o : p.orders.ids())
    if (trace.orders[o]) out.regimes.push_back(p.orders[o].name);
  for (const rulings::Claim& claim : q.which->claims)
    if (claim.by != kNone) out.clauses.push_back(p.clauses[claim.by].id);
  const rulings::Situation& s = q.which->situation;
  const auto given = [&](const std::vector<std::pair<AttrId, ExprId>>& values) {
    for (const auto& [attr, value] : values) {
      const model::Expr& e = p[value];
      std::vector<ExprId> members = e.op == model::Op::SetOf ? e.args : std::vector<ExprId>{value};
      for (const ExprId m : members)
        if (p[m].op == model::Op::Const && p[m].type.kind == model::TypeKind::Enum &&
            p[m].type.id != model::kCardNames)
          out.values.push_back(p.attrs[attr].name + " = " +
                               p.enums[EnumId(p[m].type.id)].members[p[m].value]);
    }
  };
  given(s.game);
  for (const auto& player : s.players) given(player);
  for (const rulings::SituationCard& c : s.cards) given(c.values);
  for (const rulings::TokenIn& t : s.tokens) given(t.values);
  for (auto* list : {&out.windows, &out.procedures, &out.regimes})
    std::erase_if(*list,
                  [](const std::string& name) { return name.empty() || name.starts_with("·"); });
  out.sort();
}

}  // namespace hanrei::checker
