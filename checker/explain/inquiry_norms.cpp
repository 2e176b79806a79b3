#include <algorithm>
#include <functional>

#include "base/contains.h"
#include "checker/explain/deciding.h"
#include "checker/explain/inquiry.h"
#include "checker/explain/words.h"
#include "model/ir/forms.h"

namespace hanrei::checker::explain {

using model::Op;

void Inquiry::designations(int effect, int64_t target, std::vector<Stop>& to) const {
  for (const NormInstance& i : w_.designate_forbids) {
    const model::Norm& n = p_.norms[i.provision];
    if (i.card >= 0 && m_.evaluator().active(s_, i.card) == 0) continue;
    if (n.on_self == 1 && target != i.card) continue;
    std::array<int64_t, kTemps> t{};
    t[0] = i.card;
    t[1] = seat_;
    t[2] = effect;
    t[3] = target;
    if (n.cond != kNone && worth(n.cond, nullptr, t) == 0) continue;
    const std::string what = say_.card(target);
    add(to,
        n.source.card != kNone
            ? say_.card(i.card) + "の文面により、" + what + "を対象に選ぶことはできない。"
            : what + "を対象に選ぶことは禁じられている。",
        n.source.card != kNone
            ? "The text of " + say_.card(i.card) + " forbids choosing " + what + " as an object."
            : "It is forbidden to choose " + what + " as an object.",
        n.source.by, without(i.provision));
  }
}

std::function<void(model::Program&)> Inquiry::without(NormId norm) {
  return [norm](model::Program& p) {
    model::Expr never;
    never.op = Op::Const;
    never.type = model::bool_type();
    p.norms.own();
    p.norms[norm].cond = p.exprs.push_back(never);
  };
}

std::string Inquiry::menu_here() const {
  std::string name = menu_name(signal_ != kNone ? signal_ : model::menu_of(exchange_));
  const int answered = s_.frame().slot;
  if (answered < 0) return name;
  const Slot& to = s_.control.slots[answered];
  const model::ActDef& def = p_.acts[ActId(to.act)];
  const std::string who = say_.player(to.seat), act = say_.called(def.told, def.name);
  return name +
         in("(" + who + "の" + act + "への応答)", " (an answer to " + who + "'s " + act + ")");
}

std::string Inquiry::limits_in(ExprId e) const {
  if (e == kNone || p_[e].op != Op::Would) return "";
  std::string out;
  const std::function<void(ExprId)> walk = [&](ExprId b) {
    if (p_[b].op == Op::Or || p_[b].op == Op::And) {
      walk(p_[b].a);
      walk(p_[b].b);
      return;
    }
    if (p_[b].op != Op::Breaks || p_[b].id == kNone) return;
    std::array<int64_t, kTemps> t = would_temps_;
    if (m_.would(s_, p_[e].id, b, {frame_, locals_.data(), t.data()}) != 0)
      out +=
          (out.empty() ? "" : in("、かつ、", ", and ")) + say_.exceeded(p_.limits[p_[b].limit()]);
  };
  walk(p_[e].a);
  return out;
}

std::vector<Stop> Inquiry::permission(int effect, const NormInstance*& near) {
  int64_t first = a_->present.empty() ? -1 : locals_[a_->present[0].var];
  bool exclusive = false;
  for (const NormInstance& i : w_.permits[act_]) {
    const model::Norm& n = p_.norms[i.provision];
    exclusive = exclusive || (n.exclusive && n.on_self >= 0 && i.card == first);
  }
  std::vector<Stop> best;
  std::vector<std::vector<Stop>> also;           // what other permissions lack at this moment
  std::vector<std::vector<Stop>> setting_aside;  // of those that would go before a prohibition
  bool near_here = false;
  others_.clear();
  std::vector<std::string> elsewhere;
  std::vector<rulings::Ground> there;  // what permits it elsewhere
  int least = -1;
  near = nullptr;
  for (const NormInstance& i : w_.permits[act_]) {
    const model::Norm& n = p_.norms[i.provision];
    if (n.on_self >= 0 && (n.on_self >= static_cast<int>(a_->present.size()) ||
                           locals_[a_->present[n.on_self].var] != i.card))
      continue;
    if (exclusive && !(n.on_self >= 0 && i.card == first)) continue;
    if (n.cond != kNone && p_[n.cond].op == Op::Const && p_[n.cond].value == 0)
      continue;  // by another option of a reading only
    std::vector<Stop> stops;
    const NormId norm = i.provision;
    const bool here = m_.menu_fits(n, exchange_, signal_);
    if (n.on_self < 0 && i.card >= 0 && m_.evaluator().active(s_, i.card) == 0)
      add(stops, say_.card(i.card) + "の文面は、いまは働いていない。",
          "The text of " + say_.card(i.card) + " does not count now.", {}, {});
    std::vector<ExprId> parts;
    failing(n.cond, locals_.data(), m_.norm_names(i, act_, seat_, locals_, effect), parts);
    for (ExprId e : parts) {
      const std::string cond =
          fails(e, where(locals_.data(), m_.norm_names(i, act_, seat_, locals_, effect)));
      const std::string text = n.source.card == kNone ? "" : p_.cards[n.source.card].name;
      add(stops,
          cond + "ので、" + (text.empty() ? "" : "《" + text + "》の文面では") + "許されない。",
          (text.empty() ? "It is not permitted"
                        : "The text of 《" + text + "》 does not permit it") +
              std::string(", as ") + cond + ".",
          clauses_of(e, n.source.by), [e](model::Program& p) { set_expr(p, e, true); });
    }
    if (!here) {
      for (Id menu : n.menus)
        if (const std::string name = menu_name(menu);
            !base::contains(elsewhere, name) && stops.empty() && !closed(menu, i, effect))
          elsewhere.push_back(name);
      if (stops.empty()) add_grounds(there, n.source);
      add(
          stops, "", "", n.source.by,
          [norm](model::Program& p) {
            p.norms.own();
            p.norms[norm].menus.clear();
          },
          3);
      std::rotate(stops.begin(), stops.end() - 1, stops.end());
    }
    int weight = 0;
    for (const Stop& stop : stops) weight += stop.weight;
    if (here && !stops.empty() && !n.over.empty()) setting_aside.push_back(stops);
    if (least >= 0 && weight >= least) {
      if (here) also.push_back(std::move(stops));
      continue;
    }
    if (near != nullptr && near_here) also.push_back(std::move(best));
    least = weight;
    best = std::move(stops);
    near = &i;
    near_here = here;
  }
  if (near != nullptr && near_here)
    others_ = best.empty() ? std::move(setting_aside) : std::move(also);
  if (near == nullptr)
    add(best, "この宣言を許す定めはない。", "Nothing permits this declaration.", a_->source.by, {},
        9);
  for (Stop& stop : best)
    if (stop.said.text.empty()) {
      const std::string here = menu_here();
      const std::string where = elsewhere.empty() ? "" : say_.list(elsewhere);
      stop.said.text = in(here + "にこの宣言を許す定めはない" +
                              (where.empty() ? "" : "(許されるのは" + where + ")") + "。",
                          "Nothing permits it in " + here +
                              (where.empty()         ? ""
                               : here.ends_with(')') ? "; it is permitted in " + where
                                                     : " (it is permitted in " + where + ")") +
                              ".");
      if (!elsewhere.empty()) {
        stop.said.by.clear();
        stop.elsewhere = there;
      }
    }
  return best;
}

bool Inquiry::sets_aside(const model::Norm& permit, const model::Norm& forbid) const {
  for (ClauseId clause : permit.over)
    for (const model::Defeat& d : p_.defeats) {
      const bool names = base::contains(forbid.source.by, clause);
      if (names && model::decides(p_, d, permit.source.card != kNone ? "card" : "clause",
                                  forbid.source.card != kNone ? "card" : "clause", clause))
        return true;
    }
  return false;
}

bool Inquiry::closed(Id menu, const NormInstance& permit, int effect) const {
  for (const NormInstance& i : w_.forbids) {
    const model::Norm& n = p_.norms[i.provision];
    if (!about(n) || !base::contains(n.menus, menu)) continue;
    try {
      if (m_.norm_applies(s_, i, act_, seat_, locals_, effect) != 0 &&
          !sets_aside(p_.norms[permit.provision], n))
        return true;
    } catch (const Unsupported&) {
    }
  }
  return false;
}

std::vector<Stop> Inquiry::prohibitions(int effect, const NormInstance* near) {
  std::vector<Stop> out;
  std::vector<const NormInstance*> permits;
  for (const NormInstance* i : m_.menu(s_, act_, seat_, exchange_, signal_).permits)
    if (m_.norm_applies(s_, *i, act_, seat_, locals_, effect) != 0) permits.push_back(i);
  if (near != nullptr && !base::contains(permits, near)) permits.push_back(near);
  for (const NormInstance& i : w_.forbids) {
    const model::Norm& n = p_.norms[i.provision];
    if (!about(n) || !m_.menu_fits(n, exchange_, signal_)) continue;
    if (m_.norm_applies(s_, i, act_, seat_, locals_, effect) == 0) continue;
    if (std::ranges::any_of(permits, [&](const NormInstance* permit) {
          return sets_aside(p_.norms[permit->provision], n);
        }))
      continue;
    // of one that is made for where play stands, where that is
    const std::string here = menu_name(signal_ != kNone ? signal_ : model::menu_of(exchange_));
    const std::string there_ja = n.menus.empty() ? "" : here + "では、",
                      there_en = n.menus.empty() ? "" : " in " + here;
    const std::string cond = n.cond == kNone ? "" : source(p_[n.cond].span);
    would_temps_ = m_.norm_names(i, act_, seat_, locals_, effect);
    const std::string limits = limits_in(n.cond);
    if (!limits.empty())
      add(out, "そうすると、" + limits + "ので、禁じられている。",
          "Then " + limits + ", and that is forbidden.", n.source.by, without(i.provision));
    else if (n.source.card != kNone)
      add(out, there_ja + say_.card(i.card) + "の文面がこれを禁じている。",
          "The text of " + say_.card(i.card) + " forbids it" + there_en + ".", n.source.by,
          without(i.provision));
    else if (cond.empty() || cond == "true")
      add(out, there_ja + "これを禁じる定めがある。", "A rule forbids it" + there_en + ".",
          n.source.by, without(i.provision));
    else {
      const std::string words =
          condition_words(q_, say_, where(locals_.data(), would_temps_), n.cond)
              .value_or(in("「" + cond + "」である", "`" + cond + "` holds"));
      add(out, there_ja + words + "ので、禁じられている。",
          "It is forbidden" + there_en + ", as " + words + ".", n.source.by, without(i.provision));
      out.back().said.here = in("ここでは、" + words + "。", "Here " + words + ".");
    }
  }
  return out;
}

void Inquiry::quota(std::vector<Stop>& to) const {
  const model::ExchangeDef& e = p_.exchanges[exchange_];
  const Frame& f = s_.frame();
  const model::Instr& ask = q_.code->codes[CodeId(f.code)].ins[f.pc];
  const Id seats = static_cast<Id>(e.seats.size());
  Id counter = 1 + seats + ask.id;
  for (const auto& [act, most] : e.quota) {
    const bool full = act == act_ && s_.cells[f.base + counter] >= most;
    counter += seats;
    if (!full) continue;
    const ExchangeId exchange = exchange_;
    const ActId which = act_;
    add(to,
        "この機会に" + say_.called(a_->told, a_->name) + "を宣言できるのは" + std::to_string(most) +
            "回までで、すでに宣言している。",
        capital(say_.called(a_->told, a_->name)) + " may be declared " +
            (most == 1 ? "once" : std::to_string(most) + " times") +
            " in this exchange, and has been.",
        e.by, [exchange, which](model::Program& p) {
          p.exchanges.own();
          p.exchanges[exchange].quota[which] = 1000;
        });
  }
}

void Inquiry::finish(int effect) {
  const NormInstance* near = nullptr;
  std::vector<Stop> all = permission(effect, near);
  const bool permitted = all.empty();
  for (const std::vector<Stop>& stops : presented_)
    all.insert(all.end(), stops.begin(), stops.end());
  for (Stop& stop : prohibitions(effect, near)) all.push_back(std::move(stop));
  quota(all);
  int weight = 0;
  for (const Stop& stop : all) weight += stop.weight;
  if (best_ >= 0 && weight >= best_) return;
  best_ = weight;
  best_act_ = act_;
  best_effect_ = effect;
  permitted_ = permitted;
  best_locals_ = locals_;
  stops_ = std::move(all);
  besides_.clear();
  for (const std::vector<Stop>& each : others_) {
    const auto same = [&](const Obstacle& o) { return o.text == each.front().said.text; };
    if (each.empty() || each.front().said.text.empty() || std::ranges::any_of(besides_, same))
      continue;
    if (std::ranges::any_of(stops_, [&](const Stop& s) { return same(s.said); })) continue;
    besides_.push_back(each.front().said);
  }
}

}  // namespace hanrei::checker::explain
