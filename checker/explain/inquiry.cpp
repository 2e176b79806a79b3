#include "checker/explain/inquiry.h"

#include <algorithm>
#include <functional>
#include <map>
#include <tuple>

#include "base/contains.h"
#include "base/text/replace.h"
#include "checker/explain/words.h"
#include "model/ir/forms.h"

namespace hanrei::checker::explain {

using model::DomainKind;
using model::Op;

void Inquiry::set_expr(model::Program& p, ExprId e, bool truth) {
  model::Expr constant;
  constant.op = Op::Const;
  constant.type = model::bool_type();
  constant.value = truth;
  constant.span = p[e].span;
  p.exprs.replace(e, constant);
}

Where Inquiry::where(const int64_t* locals, const std::array<int64_t, kTemps>& temps) const {
  Where at{s_, frame_, locals, temps, {}, {}};
  if (locals == locals_.data())
    for (const model::Local& l : p_.procedures[a_->process].locals)
      at.local_names.push_back(l.name);
  at.temp_names = {"", ""};
  for (const model::Choose& c : a_->present) at.temp_names.push_back(c.name);
  return at;
}

std::string Inquiry::fails(ExprId e, const Where& at) const {
  const std::string cond = source(p_[e].span);
  return condition_words(q_, say_, at, e, false)
      .value_or(in("「" + cond + "」でない", "`" + cond + "` does not hold"));
}

std::string Inquiry::lead() const {
  if (text_ == nullptr || text_->source.card == kNone) return "";
  const std::string& card = p_.cards[text_->source.card].name;
  return in("《" + card + "》の「" + text_->words + "」により、",
            "By the text of 《" + card + "》, “" + text_->words + "”: ");
}

void Inquiry::failing(ExprId e, const int64_t* locals, const std::array<int64_t, kTemps>& temps,
                      std::vector<ExprId>& out) const {
  if (e == kNone) return;
  if (p_[e].op == Op::And) {
    failing(p_[e].a, locals, temps, out);
    failing(p_[e].b, locals, temps, out);
    return;
  }
  try {
    if (worth(e, locals, temps) == 0) out.push_back(e);
  } catch (const Unsupported&) {
  }
}

void Inquiry::stated(ExprId id, bool other, std::vector<ClauseId>& out) const {
  if (id == kNone) return;
  const model::Expr& e = p_[id];
  const bool now = static_cast<model::Reading>(e.value) == model::Reading::Now;
  if (e.op == Op::Attr && (!other || !now)) join(out, p_.attrs[e.attr()].by);
  if (!other && e.op == Op::GameAttr) join(out, p_.attrs[e.attr()].by);
  if (!other && e.op == Op::Call) join(out, p_.derived[e.derived()].by);
  if (!other && e.op == Op::KindSet) join(out, p_.kinds[e.kind()].by);
  if (!other && e.op == Op::Breaks && e.id != kNone) join(out, p_.limits[e.limit()].source.by);
  model::each_operand(e, [&](ExprId k) { stated(k, other, out); });
}

std::vector<ClauseId> Inquiry::clauses_of(ExprId part, const std::vector<ClauseId>& by) const {
  const model::Expr& e = p_[p_[part].op == Op::Not ? p_[part].a : part];
  const bool named = (e.op == Op::Attr && e.type.kind == model::TypeKind::Bool) ||
                     e.op == Op::Call || (e.op == Op::In && p_[e.b].op == Op::KindSet);
  std::vector<ClauseId> out;
  if (named) stated(part, false, out);
  if (out.empty()) out = by;
  stated(part, true, out);
  return out;
}

void Inquiry::add(std::vector<Stop>& to, const std::string& ja, const std::string& en,
                  const std::vector<ClauseId>& by, std::function<void(model::Program&)> undo,
                  int weight) const {
  to.push_back({{in(ja, en), by}, std::move(undo), weight});
}

const std::vector<int64_t>* Inquiry::given(const std::string& name, const model::Type& type) const {
  static const std::vector<int64_t> nothing = {model::kNobody};
  for (const rulings::Named& arg : claim_.act.args) {
    if (arg.name != name) continue;
    const std::vector<int64_t>* values = arg.of(type);
    return values != nullptr && !values->empty() ? values : &nothing;
  }
  return nullptr;
}

void Inquiry::candidate(const model::Choose& c, int64_t k, const int64_t* locals,
                        const std::array<int64_t, kTemps>& before,
                        const std::function<model::Choose&(model::Program&)>& set,
                        std::vector<Stop>& to) const {
  const std::vector<ClauseId>& by = clauses_of(c);
  const model::Type elem = model::elem_type(p_[c.set].type);
  const std::string what = thing(elem, k);
  std::array<int64_t, kTemps> t = before;
  if (m_.evaluator().member(s_, c.set, k, {frame_, locals, t.data()}) == 0) {
    const std::string among = member_words(q_, say_, where(locals, t), what, c.set, false)
                                  .value_or(what + in("が", " ") +
                                            in("「" + source(p_[c.set].span) + "」に入らない",
                                               "is not among `" + source(p_[c.set].span) + "`"));
    std::function<void(model::Program&)> undo;
    if (elem.kind == model::TypeKind::Ref && elem.id <= model::kCardSort)
      undo = [set, elem](model::Program& p) {
        model::Expr all;
        all.op = Op::AllOf;
        all.type = model::set_type(elem);
        all.id = elem.id;
        p.exprs.push_back(all);
        set(p).set = p.exprs.last_id();
      };
    const KeptOut out = kept_out(c.set, k, where(locals, t));
    std::vector<ClauseId> clauses = out.by;
    if (clauses.empty()) clauses = by;
    const std::string is = (p_[c.set].op == Op::Call || p_[c.set].op == Op::KindSet) &&
                                   elem.kind == model::TypeKind::Ref && elem.id == model::kCardSort
                               ? placed(k)
                               : "";
    const std::string outside_ja =
        is.empty()
            ? among
            : what + "が" + is + "にあり、" +
                  among.substr(
                      among.starts_with(what + "が") ? what.size() + std::string("が").size() : 0);
    const std::string outside_en = is.empty() ? among : what + " is in " + is + ", and " + among;
    add(to,
        lead() + (out.words ? *out.words + "ので、" + what + "を" : outside_ja + "ので、") +
            "ここで選ぶことはできない。",
        lead() + what + " may not be chosen here, as " + (out.words ? *out.words : outside_en) +
            ".",
        clauses, undo);
    to.back().outside = true;
  }
  t[c.elem] = k;
  std::vector<ExprId> parts;
  failing(c.where, locals, t, parts);
  for (ExprId e : parts) {
    const std::string cond = fails(e, where(locals, t));
    add(to, lead() + cond + "ので、" + what + "をここで選ぶことはできない。",
        lead() + what + " may not be chosen here, as " + cond + ".", clauses_of(e, by),
        [e](model::Program& p) { set_expr(p, e, true); });
  }
}

std::string Inquiry::thing(const model::Type& type, int64_t v) const {
  const std::string is = say_.value(s_, type, v);
  return type.kind == model::TypeKind::Enum && is.find(',') != std::string::npos ? "(" + is + ")"
                                                                                 : is;
}

std::string Inquiry::placed(int64_t card) const {
  const size_t k = static_cast<size_t>(w_.zone_cell) + static_cast<size_t>(model::card_of(card));
  if (card < 0 || s_.cells[k] < 0) return "";
  const int host = w_.attr_cell[model::kHostAttr];  // the card that it is put on
  return say_.zone(s_, s_.cells[k], host < 0 ? -1 : s_.cells[host + model::card_of(card)]);
}

Inquiry::KeptOut Inquiry::kept_out(ExprId set, int64_t k, const Where& at) const {
  KeptOut out;
  try {
    if (p_[set].op == Op::Call) keeps_out(set, k, at, out);
  } catch (const Unsupported&) {
    return {};
  }
  return out;
}

void Inquiry::keeps_out(ExprId set, int64_t k, const Where& at, KeptOut& out) const {
  if (set == kNone) return;
  const model::Expr& e = p_[set];
  if (e.op == Op::Union) {
    KeptOut one, other;
    keeps_out(e.a, k, at, one);
    keeps_out(e.b, k, at, other);
    if (one.words || other.words) {
      out = one.words ? std::move(one) : std::move(other);
      return;
    }
    out = std::move(one);
    join(out.by, other.by);
    return;
  }
  if (e.op == Op::Call && e.args.size() <= kTemps) {
    const model::DerivedDef& d = p_.derived[e.derived()];
    Where inner{s_, frame_, nullptr, {}, {}, {}};
    for (size_t i = 0; i < e.args.size(); ++i) {
      std::array<int64_t, kTemps> t = at.temps;
      inner.temps[i] = m_.evaluator().eval(s_, e.args[i], {frame_, at.locals, t.data()});
      inner.temp_names.push_back(d.args[i].name);
    }
    keeps_out(d.is, k, inner, out);
    if (!d.by.empty() && (p_[d.is].op != Op::Union || out.by.empty()))
      out.by =
          d.by;  // the outermost says what is asked here, of several that make a set each its own
    return;
  }
  if (e.op != Op::Quant || static_cast<model::QuantKind>(e.value) != model::QuantKind::SetQ ||
      e.b == kNone || e.id < 0 || static_cast<size_t>(e.id) >= kTemps)
    return;
  Where there = at;
  if (m_.evaluator().member(s_, e.a, k, {frame_, there.locals, there.temps.data()}) == 0) return;
  there.temps[e.id] = k;
  std::vector<ExprId> parts;
  failing(e.b, there.locals, there.temps, parts);
  for (ExprId part : parts)
    if (!out.words) out.words = condition_words(q_, say_, there, part, false);
}

void Inquiry::things(const List& list, size_t i) {
  if (++forms_ > kForms) return;
  if (i == list.choices.size()) {
    if (list.effect < 0)
      effects();
    else
      finish(list.effect);
    return;
  }
  const model::Choose& c = list.choices[i];
  const model::Type& type = p_.procedures[list.proc].locals[c.var].type;
  const EffectId text = list.effect < 0 ? EffectId() : w_.effects[list.effect].effect;
  const model::EffectDef* def = list.effect < 0 ? nullptr : &p_.effects[text];
  const ActId act = act_;
  const std::vector<int64_t>* named = given(c.name, type);
  const auto set = [act, text, i](model::Program& p) -> model::Choose& {
    if (text < 0) {
      p.acts.own();
      return p.acts[act].present[i];
    }
    p.effects.own();
    return p.effects[text].present[i];
  };
  text_ = def;
  const auto put = [&](int64_t v) {
    list.locals[c.var] = v;
    if (def != nullptr) locals_[a_->things + def->places[i]] = v;
  };
  const auto with = [&](int64_t v, std::vector<Stop> stops) {
    text_ = def;
    if (def != nullptr && c.designates && v >= 0 && type.id == model::kCardSort &&
        type.kind == model::TypeKind::Ref)
      designations(list.effect, v, stops);
    put(v);
    presented_.push_back(std::move(stops));
    things(list, i + 1);
    presented_.pop_back();
    text_ = def;
  };
  present(c, list, named, set, put, with);
  text_ = nullptr;
}

template <class Set, class Put, class With>
void Inquiry::present(const model::Choose& c, const List& list, const std::vector<int64_t>* named,
                      const Set& set, const Put& put, const With& with) {
  switch (c.domain) {
    case DomainKind::YesNo:
      for (int64_t v : {0, 1})
        if (named == nullptr || named->front() == v) with(v, {});
      return;
    case DomainKind::Int: {
      const int64_t lo = worth(c.set, list.locals, {}), hi = worth(c.where, list.locals, {});
      if (named == nullptr) {
        for (int64_t v = lo; v <= hi && v < lo + 64; ++v) with(v, {});
        return;
      }
      const int64_t v = named->front();
      std::vector<Stop> stops;
      if (v < lo || v > hi)
        add(stops,
            "「" + c.name + "」は" + std::to_string(lo) + "から" + std::to_string(hi) +
                "までの数なので、" + std::to_string(v) + "は選べない。",
            "“" + c.name + "” is a number from " + std::to_string(lo) + " to " +
                std::to_string(hi) + ", so it cannot be " + std::to_string(v) + ".",
            clauses_of(c), {});
      with(v, std::move(stops));
      return;
    }
    case DomainKind::One: each(c, named, list.locals, {}, set, with); return;
    case DomainKind::Some: {
      if (named == nullptr) {
        with(0, {});
        return;
      }  // which ones is not said
      std::vector<Stop> stops;
      int64_t all = 0;
      for (int64_t k : *named) {
        candidate(c, k, list.locals, {}, set, stops);
        all |= int64_t{1} << k;
      }
      put(all);
      std::vector<ExprId> parts;
      failing(c.such, list.locals, {}, parts);
      for (ExprId e : parts) {
        const std::string cond = fails(e, where(list.locals, {}));
        add(stops, cond + "ので、これらを選ぶことはできない。",
            "These may not be chosen, as " + cond + ".", clauses_of(e, clauses_of(c)),
            [e](model::Program& p) { set_expr(p, e, true); });
      }
      with(all, std::move(stops));
      return;
    }
  }
}

void Inquiry::sort_out(Shut& shut, const model::Type& elem) {
  constexpr size_t kMostTold = 3;
  const auto reason = [&](const auto& one) {  // whatever it is about
    std::string text = one.second.front().said.text;
    base::replace_all(text, thing(elem, one.first), "?");
    return std::to_string(one.second.size()) + text;
  };
  std::map<std::string, std::vector<int64_t>> alike;
  for (const auto& one : shut) alike[reason(one)].push_back(one.first);
  const auto outside = [](const auto& one) { return one.second.front().outside; };
  // what a card stands in the way of comes first
  const auto cards = [&](const auto& one) {
    int n = 0;
    for (size_t k = 0; k < w_.card_ids.size(); ++k)
      n -= one.second.front().said.text.find("(" + say_.card(static_cast<int64_t>(k)) + ")") !=
           std::string::npos;
    return n;
  };
  std::ranges::stable_sort(shut, {}, [&](const auto& one) {
    return std::tuple(one.first < 0, outside(one), one.second.size(), cards(one),
                      alike[reason(one)].size());
  });
  shut_out_.clear();
  const bool near = !std::ranges::all_of(shut, outside);
  for (const auto& one : shut) {
    if (near && outside(one)) continue;  // nobody asks about those
    const std::vector<int64_t>& with = alike[reason(one)];
    if (one.first != with.front() || &one == &shut.front()) continue;
    if (thing(elem, one.first) == "none") continue;  // nothing
    std::string text = one.second.front().said.text;
    const size_t more = with.size() - 1;
    if (more > 0) {
      std::vector<std::string> names;
      for (size_t i = 1; i < with.size(); ++i) names.push_back(thing(elem, with[i]));
      text += more <= kMostTold ? in("(" + say_.list(names) + "も同じ)",
                                     " (So it is with " + say_.list(names) + ".)")
                                : in("(ほかの" + std::to_string(more) + "も同じ)",
                                     " (So it is with " + std::to_string(more) + " others.)");
    }
    shut_out_.push_back(std::move(text));
  }
}

template <class Set, class With>
void Inquiry::each(const model::Choose& c, const std::vector<int64_t>* named, const int64_t* locals,
                   const std::array<int64_t, kTemps>& temps, const Set& set, const With& with) {
  const int n = w_.universe(model::elem_type(p_[c.set].type));
  Shut open, shut;
  for (int64_t k = 0; k < n; ++k) {
    if (named != nullptr && named->front() != k) continue;
    std::vector<Stop> stops;
    candidate(c, k, locals, temps, set, stops);
    (stops.empty() ? open : shut).emplace_back(k, std::move(stops));
  }
  if (named == nullptr && (open.empty() ? shut : open).size() > 1)
    (text_ == nullptr ? free_ : free_choice_) = true;
  if (named == nullptr && open.empty() && shut.size() > 1)
    sort_out(shut, model::elem_type(p_[c.set].type));
  for (auto& [k, stops] : open.empty() ? shut : open) with(k, std::move(stops));
  if (open.empty() && shut.empty()) {
    std::vector<Stop> stops;
    if (!c.or_none)
      add(stops, "提示できるものがない。", "There is nothing to be named.", clauses_of(c), {});
    with(model::kNobody, std::move(stops));
  }
}

void Inquiry::effects() {
  if (a_->effect_local == kNone) {
    finish(-1);
    return;
  }
  const int64_t card = locals_[a_->effect_of];
  bool any = false;
  for (size_t k = 0; k < w_.effects.size(); ++k) {
    const EffectInstance& inst = w_.effects[k];
    const model::EffectDef& def = p_.effects[inst.effect];
    if (inst.card != model::card_of(card) || def.name.empty() == a_->effect_named) continue;
    if (claim_.act.effect != kNone && p_.effects[claim_.act.effect].name != def.name) continue;
    any = true;
    std::vector<Stop> stops;
    if (def.uses > 0 && s_.cells[w_.uses_cell + k] >= def.uses) {
      const EffectId effect = inst.effect;
      const std::string what = say_.value(s_, model::ref_type(model::kEffectSort),
                                          static_cast<int64_t>(k)),
                        n = std::to_string(def.uses);
      add(stops, what + "は" + n + "回までしか使えず、すでに使い切っている。",
          what + " can be used " + (def.uses == 1 ? "once" : n + " times") + " only, and has been.",
          def.source.by, [effect](model::Program& p) {
            p.effects.own();
            p.effects[effect].uses = 0;
          });
    }
    locals_[a_->effect_local] = static_cast<int64_t>(k);
    inner_.assign(p_.procedures[def.proc].params, model::kNobody);
    inner_[0] = inst.card;
    inner_[1] = seat_;
    presented_.push_back(std::move(stops));
    things({def.present, inner_.data(), def.proc, static_cast<int>(k)}, 0);
    presented_.pop_back();
  }
  if (any) return;
  std::vector<Stop> stops;
  const std::string of = say_.card(card);
  add(stops, of + "には、ここで使う効果がない。", of + " has no effect to be used here.",
      a_->source.by, {});
  presented_.push_back(std::move(stops));
  finish(-1);
  presented_.pop_back();
}

}  // namespace hanrei::checker::explain
