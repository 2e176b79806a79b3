#include "checker/explain/whynot.h"

#include <algorithm>
#include <functional>

#include "base/contains.h"
#include "checker/explain/inquiry.h"
#include "checker/explain/moves.h"
#include "checker/explain/words.h"
#include "model/ir/forms.h"

namespace hanrei::checker::explain {
namespace {

/// Is the declaration legal once nothing stops it any more?
bool legal_without(const Question& q, const std::vector<int64_t>& lets, const S& s,
                   const rulings::Claim& claim, const std::vector<Stop>& stops) {
  model::Program bent = *q.program;
  for (const Stop& stop : stops) {
    if (!stop.undo) return false;
    stop.undo(bent);
  }
  Reason why;
  const auto world = make_world(bent, *q.code, *q.which, why);
  if (world == nullptr) return false;
  Concrete domain;
  Machine<Concrete> m(*world, domain);
  m.initial(lets);
  std::vector<Alt<int64_t>> alts;
  m.declarations(s, claim.act.by, claim.act, alts);
  return !alts.empty();
}

/// What it is the player's duty to declare at the moment, once for each duty.
struct DutyHere {
  ActId act;
  NormInstance instance;
};
std::vector<DutyHere> duties_here(const Question& q, const Machine<Concrete>& m, const S& s,
                                  int seat) {
  std::vector<DutyHere> out;
  if (q.world->duties.empty()) return out;
  m.consider(s, seat, [&](const Machine<Concrete>::Considered& c) {
    if (!c.legal) return;
    for (const NormInstance* i : c.duties)
      if (std::ranges::none_of(out, [&](const DutyHere& d) {
            return d.act == c.act && d.instance.provision == i->provision &&
                   d.instance.card == i->card;
          }))
        out.push_back({c.act, *i});
  });
  return out;
}

/// Can what the claim asks about be declared at more than one place?
bool several_places(const model::Program& p, const rulings::Claim& claim) {
  std::vector<Id> menus;
  for (const model::Norm& n : p.norms) {
    if (n.mode != model::NormMode::Permit ||
        (n.act != kNone && !base::contains(claim.act.acts, n.act)))
      continue;
    for (const Id menu : n.menus)
      if (!base::contains(menus, menu)) menus.push_back(menu);
    if (n.menus.empty() || menus.size() > 1) return true;
  }
  return false;
}

/// Where the claim asks for the declaration.
std::string where_asked(const Question& q, const rulings::Claim& claim, base::Lang lang) {
  const bool ja = lang == base::Lang::Ja;
  if (claim.now) return ja ? "(その場で)" : " (at once)";
  if (claim.what.empty()) return "";
  const std::string menu = menu_words(*q.program, claim.what, lang);
  return ja ? "(" + menu + "で)" : " (in " + menu + ")";
}

}  // namespace

WhyNot why_not(const Question& q, const Answer& answer, const rulings::Claim& claim,
               const base::SourceMap& sources, base::Lang lang, std::vector<std::string> cards) {
  WhyNot out;
  out.where = where_asked(q, claim, lang);
  if (q.world == nullptr) return out;
  Concrete domain;
  Machine<Concrete> m(*q.world, domain);
  if (!answer.has_witness) {
    const Speaker say(q, m, lang, std::move(cards));
    const std::string who = say.player(claim.act.by);
    const std::string menu = menu_words(*q.program, claim.what, lang);
    out.obstacles.push_back(
        {claim.what.empty() ? say.in("ここから先、" + who + "が宣言を求められることはない。",
                                     who + " is never asked to declare anything from here on.")
                            : say.in(menu + "で" + who + "が宣言を求められることはない。",
                                     who + " is never asked to declare anything in " + menu + "."),
         {}});
    return out;
  }
  const replay::Played played =
      replay::play(q, m, answer.lets, {answer.witness, std::nullopt, &claim, answer.unable});
  if (played.end.control.end != End::Asked) return out;
  return why_not_here(q, m, played.end, answer.lets, claim, sources, lang, std::move(cards));
}

WhyNot why_not_here(const Question& q, const Machine<Concrete>& m, const S& s,
                    const std::vector<int64_t>& lets, const rulings::Claim& claim,
                    const base::SourceMap& sources, base::Lang lang,
                    std::vector<std::string> cards) {
  WhyNot out;
  out.where = where_asked(q, claim, lang);
  out.elsewhere = claim.now || several_places(*q.program, claim);
  const Speaker say(q, m, lang, std::move(cards));
  const std::string who = say.player(claim.act.by);
  const auto stop = [&](const std::string& ja, const std::string& en, std::vector<ClauseId> by) {
    out.obstacles.push_back({say.in(ja, en), std::move(by)});
  };
  const model::Code& code = q.code->codes[CodeId(s.frame().code)];
  const model::Instr& ask = code.ins[s.frame().pc];
  const int64_t asked = say.number(say.top(s), ask.cond);
  std::vector<Alt<int64_t>> alts;
  try {
    m.declarations(s, claim.act.by, claim.act, alts);
    out.legal = !alts.empty();
    if (out.legal && alts[0].act >= 0) {
      S after = s;
      m.take(after, alts[0]);
      if (const int slot = after.control.declared_since(s.control); slot >= 0)
        out.declaration = declaration_sentence(q, say, after, slot);
    }
    if (claim.act.kind == rulings::PlayKind::Pass && asked == claim.act.by) {
      Move pass;
      pass.kind = MoveKind::Pass;
      pass.who = static_cast<int8_t>(asked);
      pass.what = s.frame().code;
      out.declaration = choice_sentence(q, say, s, pass, s);
    }
    if (out.legal) return out;
    const model::ExchangeDef& e = q.program->exchanges[ExchangeId(code.id)];
    if (asked != claim.act.by) {
      stop("いま宣言を求められているのは" + say.player(asked) + "であり、" + who + "ではない。",
           "It is " + say.player(asked) + " who is asked now, not " + who + ".", e.by);
      if (claim.act.kind != rulings::PlayKind::Pass) {
        Inquiry form(q, m, say, s, claim, sources);  // only for the words of the declaration
        form.ask();
        if (form.found()) {
          const auto [with, slot] = form.declared();
          out.declaration = declaration_sentence(q, say, with, slot);
        }
      }
      return out;
    }
    const auto duties = [&] {
      for (const auto& d : duties_here(q, m, s, claim.act.by)) {
        const model::ActDef& def = q.program->acts[d.act];
        const std::string act = say.called(def.told, def.name);
        stop((d.instance.card >= 0 ? say.card(d.instance.card) + "の文面により、" : "") + who +
                 "は" + act + "を宣言しなければならず、ほかのことはできない。",
             (d.instance.card >= 0 ? "By the text of " + say.card(d.instance.card) + ", " : "") +
                 who + " has to declare " + act + ", and may do nothing else.",
             q.program->norms[d.instance.provision].source.by);
      }
    };
    if (claim.act.kind == rulings::PlayKind::Pass) {
      duties();
      if (!out.obstacles.empty()) return out;
      stop("ここでは、宣言できるものがある限りパスできない。",
           "Here nobody may pass who has something to declare.", e.by);
      return out;
    }
    Inquiry inquiry(q, m, say, s, claim, sources);
    inquiry.ask();
    if (!inquiry.found()) return out;
    const auto [with, slot] = inquiry.declared();
    out.declaration = declaration_sentence(q, say, with, slot, !inquiry.free_choice());
    for (const Stop& each : inquiry.stops()) {
      out.obstacles.push_back(each.said);
      if (!each.elsewhere.empty()) out.at_other_places = each.elsewhere;
    }
    out.besides = inquiry.besides();
    out.free = inquiry.free();
    out.free_choice = inquiry.free_choice();
    out.others = inquiry.others();
    out.permitted = inquiry.permitted();
    if (inquiry.stops().empty()) duties();
    out.nearest = !inquiry.stops().empty() && legal_without(q, lets, s, claim, inquiry.stops());
  } catch (const Unsupported&) {
    out.nearest = false;
  }
  return out;
}

}  // namespace hanrei::checker::explain
