#include "checker/explain/whynot.h"

#include <algorithm>
#include <functional>

#include "base/contains.h"
#include "checker/explain/words.h"
#include "model/ir/forms.h"

namespace hanrei::checker::explain {
namespace {

using model::DomainKind;
using model::Op;

/// What stops one form of a declaration, with what undoes it in a copy of the program.
struct Stop {
  Obstacle said;
  std::function<void(model::Program&)> undo;  ///< empty: nothing does
  int weight = 2;
};

void set_expr(model::Program& p, ExprId e, bool truth) {
  model::Expr constant;
  constant.op = Op::Const;
  constant.type = model::bool_type();
  constant.value = truth;
  constant.span = p[e].span;
  p.exprs.replace(e, constant);
}

/// All ways to declare one act as the claim names it, and what stops each.
class Inquiry {
 public:
  Inquiry(const Question& q, const Machine<Concrete>& m, const Speaker& say, const S& s,
          const rulings::Claim& claim, const base::SourceMap& sources)
      : q_(q),
        w_(*q.world),
        p_(*q.program),
        m_(m),
        say_(say),
        s_(s),
        claim_(claim),
        sources_(sources),
        exchange_(q.code->codes[CodeId(s.frame().code)].id),
        signal_(m.moment_of(s)),
        frame_(s.top()),
        seat_(claim.act.by) {}

  /// The form of the declaration that the fewest things stop.
  void ask() {
    for (ActId act : claim_.act.acts) {
      act_ = act;
      a_ = &p_.acts[act];
      locals_.assign(p_.procedures[a_->process].locals.size(), 0);
      for (size_t i = 0; i < locals_.size(); ++i)
        locals_[i] = blank(p_.procedures[a_->process].locals[i].type);
      locals_[0] = seat_;
      things(0);
    }
  }

  bool found() const { return best_ >= 0; }
  /// Does the claim leave something open that is presented?
  bool free() const { return free_; }
  bool permitted() const { return permitted_; }
  const std::vector<Stop>& stops() const { return stops_; }
  const std::vector<Obstacle>& besides() const { return besides_; }
  /// The state with the declaration standing in a slot.
  std::optional<std::pair<S, int>> declared() const {
    S s = s_;
    for (int i = kSlots - 1; i >= 0; --i) {
      Slot& slot = s.control.slots[i];
      if (slot.act >= 0) continue;
      slot.act = static_cast<int16_t>(best_act_);
      slot.effect = static_cast<int16_t>(best_effect_);
      slot.seat = static_cast<int8_t>(seat_);
      std::copy(best_locals_.begin(), best_locals_.end(),
                s.cells.begin() + w_.slot_cell + i * w_.slot_size);
      return std::pair(std::move(s), i);
    }
    return std::nullopt;
  }

 private:
  static constexpr size_t kForms = 5000;

  int64_t blank(const model::Type& t) const {
    return t.kind == model::TypeKind::Ref || t.kind == model::TypeKind::Price ? model::kNobody : 0;
  }
  std::string source(base::Span span) const {
    return span ? std::string(sources_.text(span.file).substr(span.begin, span.end - span.begin))
                : std::string();
  }
  std::string in(const std::string& ja, const std::string& en) const { return say_.in(ja, en); }

  /// Where conditions stand: of the act's things, of a norm (whose names are the act's things from
  /// the third on), of an effect.
  Where where(const int64_t* locals, const std::array<int64_t, kTemps>& temps) const {
    Where at{s_, frame_, locals, temps, {}, {}};
    if (locals == locals_.data())
      for (const model::Local& l : p_.procedures[a_->process].locals)
        at.local_names.push_back(l.name);
    at.temp_names = {"", ""};
    for (const model::Choose& c : a_->present) at.temp_names.push_back(c.name);
    return at;
  }
  /// That the condition does not hold, as a clause.
  std::string fails(ExprId e, const Where& at) const {
    const std::string cond = source(p_[e].span);
    return condition_words(q_, say_, at, e, false)
        .value_or(in("「" + cond + "」でない", "`" + cond + "` does not hold"));
  }
  /// Of what a card's effect asks of its objects: its words.
  std::string lead() const {
    if (text_ == nullptr || text_->source.card == kNone) return "";
    const std::string& card = p_.cards[text_->source.card].name;
    return in("《" + card + "》の「" + text_->words + "」により、",
              "By the text of 《" + card + "》, “" + text_->words + "”: ");
  }

  int64_t worth(ExprId e, const int64_t* locals, const std::array<int64_t, kTemps>& temps) const {
    std::array<int64_t, kTemps> t = temps;
    return m_.evaluator().eval(s_, e, {frame_, locals, t.data()});
  }
  /// The parts of a condition that are false, each by itself.
  void failing(ExprId e, const int64_t* locals, const std::array<int64_t, kTemps>& temps,
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

  // ---- the clauses of what fails

  static void join(std::vector<ClauseId>& to, const std::vector<ClauseId>& more) {
    for (ClauseId c : more)
      if (!base::contains(to, c)) to.push_back(c);
  }
  /// The clauses of what a condition reads by name; `other`: only of attributes of which it reads
  /// another value than that of now.
  void stated(ExprId id, bool other, std::vector<ClauseId>& out) const {
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
  /// The clauses of a part of a condition: of what it is about, where it says one thing by name;
  /// else those of the whole.
  std::vector<ClauseId> clauses_of(ExprId part, const std::vector<ClauseId>& by) const {
    const model::Expr& e = p_[p_[part].op == Op::Not ? p_[part].a : part];
    const bool named = (e.op == Op::Attr && e.type.kind == model::TypeKind::Bool) ||
                       e.op == Op::Call || (e.op == Op::In && p_[e.b].op == Op::KindSet);
    std::vector<ClauseId> out;
    if (named) stated(part, false, out);
    if (out.empty()) out = by;
    stated(part, true, out);
    return out;
  }

  void add(std::vector<Stop>& to, const std::string& ja, const std::string& en,
           const std::vector<ClauseId>& by, std::function<void(model::Program&)> undo,
           int weight = 2) const {
    to.push_back({{in(ja, en), by}, std::move(undo), weight});
  }

  // ---- what is presented

  /// The clauses of a choice: its own, else those of the text or act that asks for it.
  const std::vector<ClauseId>& clauses_of(const model::Choose& c) const {
    return !c.by.empty() ? c.by : text_ != nullptr ? text_->source.by : a_->source.by;
  }

  const std::vector<int64_t>* given(const std::string& name) const {
    for (const auto& [arg, values] : claim_.act.args)
      if (arg == name) return &values;
    return nullptr;
  }

  /// Why may this thing not be presented there? `set`: gives the choice in another program.
  void candidate(const model::Choose& c, int64_t k, const int64_t* locals,
                 const std::array<int64_t, kTemps>& before,
                 const std::function<model::Choose&(model::Program&)>& set,
                 std::vector<Stop>& to) const {
    const std::vector<ClauseId>& by = clauses_of(c);
    const model::Type elem = model::elem_type(p_[c.set].type);
    const std::string what = say_.value(s_, elem, k);
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
      const std::string is = p_[c.set].op == Op::Call && elem.kind == model::TypeKind::Ref &&
                                     elem.id == model::kCardSort
                                 ? placed(k)
                                 : "";
      const std::string outside_ja =
          is.empty() ? among
                     : what + "が" + is + "にあり、" +
                           among.substr(among.starts_with(what + "が")
                                            ? what.size() + std::string("が").size()
                                            : 0);
      const std::string outside_en = is.empty() ? among : what + " is in " + is + ", and " + among;
      add(to,
          lead() + (out.words ? *out.words + "ので、" + what + "を" : outside_ja + "ので、") +
              "ここで選ぶことはできない。",
          lead() + what + " may not be chosen here, as " + (out.words ? *out.words : outside_en) +
              ".",
          clauses, undo);
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

  /// The zone that a card is in; empty where it is in none.
  std::string placed(int64_t card) const {
    const size_t k = static_cast<size_t>(w_.zone_cell) + static_cast<size_t>(model::card_of(card));
    if (card < 0 || s_.cells[k] < 0) return "";
    const int host = w_.attr_cell[model::kHostAttr];  // the card that it is put on
    return say_.zone(s_, s_.cells[k], host < 0 ? -1 : s_.cells[host + model::card_of(card)]);
  }

  /// What keeps a thing out of a set, with the clauses of the derivation that says so. No words: it
  /// is not among those of which the set asks anything.
  struct KeptOut {
    std::optional<std::string> words;
    std::vector<ClauseId> by = {};
  };
  KeptOut kept_out(ExprId set, int64_t k, const Where& at) const {
    KeptOut out;
    try {
      if (p_[set].op == Op::Call) keeps_out(set, k, at, out);
    } catch (const Unsupported&) {
      return {};
    }
    return out;
  }
  /// Of several that make a set together: that which asks something of it, else all of them.
  void keeps_out(ExprId set, int64_t k, const Where& at, KeptOut& out) const {
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

  void things(size_t i) {
    if (++forms_ > kForms) return;
    if (i == a_->present.size()) {
      effects();
      return;
    }
    const model::Choose& c = a_->present[i];
    const std::vector<int64_t>* named = given(c.name);
    int64_t& mine = locals_[c.var];
    const ActId act = act_;
    const auto set = [act, i](model::Program& p) -> model::Choose& {
      p.acts.own();
      return p.acts[act].present[i];
    };
    const auto with = [&](int64_t v, std::vector<Stop> stops) {
      mine = v;
      presented_.push_back(std::move(stops));
      things(i + 1);
      presented_.pop_back();
    };
    switch (c.domain) {
      case DomainKind::YesNo:
        for (int64_t v : {0, 1})
          if (named == nullptr || named->front() == v) with(v, {});
        return;
      case DomainKind::Int: {
        const int64_t lo = worth(c.set, locals_.data(), {}),
                      hi = worth(c.where, locals_.data(), {});
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
      case DomainKind::One: each(c, named, locals_.data(), {}, set, with); return;
      case DomainKind::Some: {
        if (named == nullptr) {
          with(0, {});
          return;
        }  // which ones is not said
        std::vector<Stop> stops;
        int64_t all = 0;
        for (int64_t k : *named) {
          candidate(c, k, locals_.data(), {}, set, stops);
          all |= int64_t{1} << k;
        }
        mine = all;
        std::vector<ExprId> parts;
        failing(c.such, locals_.data(), {}, parts);
        for (ExprId e : parts) {
          const std::string cond = fails(e, where(locals_.data(), {}));
          add(stops, cond + "ので、これらを選ぶことはできない。",
              "These may not be chosen, as " + cond + ".", clauses_of(e, clauses_of(c)),
              [e](model::Program& p) { set_expr(p, e, true); });
        }
        with(all, std::move(stops));
        return;
      }
    }
  }

  /// One thing of a set: the one that is named; else each that may be presented, and where there is
  /// none each of the set.
  template <class Set, class With>
  void each(const model::Choose& c, const std::vector<int64_t>* named, const int64_t* locals,
            const std::array<int64_t, kTemps>& temps, const Set& set, const With& with) {
    const int n = w_.universe(model::elem_type(p_[c.set].type));
    std::vector<std::pair<int64_t, std::vector<Stop>>> open, shut;
    for (int64_t k = 0; k < n; ++k) {
      if (named != nullptr && named->front() != k) continue;
      std::vector<Stop> stops;
      candidate(c, k, locals, temps, set, stops);
      (stops.empty() ? open : shut).emplace_back(k, std::move(stops));
    }
    if (named == nullptr && (open.empty() ? shut : open).size() > 1) free_ = true;
    for (auto& [k, stops] : open.empty() ? shut : open) with(k, std::move(stops));
    if (open.empty() && shut.empty()) {
      std::vector<Stop> stops;
      if (!c.or_none)
        add(stops, "示すものがない。", "There is nothing to be named.", clauses_of(c), {});
      with(model::kNobody, std::move(stops));
    }
  }

  void effects() {
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
            what + " can be used " + (def.uses == 1 ? "once" : n + " times") +
                " only, and has been.",
            def.source.by, [effect](model::Program& p) {
              p.effects.own();
              p.effects[effect].uses = 0;
            });
      }
      locals_[a_->effect_local] = static_cast<int64_t>(k);
      inner_.fill(model::kNobody);
      inner_[0] = inst.card;
      inner_[1] = seat_;
      presented_.push_back(std::move(stops));
      effect_things(static_cast<int>(k), 0);
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

  void effect_things(int effect, size_t i) {
    if (++forms_ > kForms) return;
    const EffectId def_id = w_.effects[effect].effect;
    const model::EffectDef& def = p_.effects[def_id];
    if (i == def.present.size()) {
      finish(effect);
      return;
    }
    const model::Choose& c = def.present[i];
    const auto set = [def_id, i](model::Program& p) -> model::Choose& {
      p.effects.own();
      return p.effects[def_id].present[i];
    };
    text_ = &def;
    each(c, given(c.name), inner_.data(), {}, set, [&](int64_t k, std::vector<Stop> stops) {
      text_ = &def;
      if (c.designates && k >= 0) designations(effect, k, stops);
      inner_[2 + i] = k;
      locals_[a_->effect_local + 1 + i] = k;
      presented_.push_back(std::move(stops));
      effect_things(effect, i + 1);
      presented_.pop_back();
      text_ = &def;
    });
    text_ = nullptr;
  }

  void designations(int effect, int64_t target, std::vector<Stop>& to) const {
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

  /// The program without a prohibition.
  static std::function<void(model::Program&)> without(NormId norm) {
    return [norm](model::Program& p) {
      model::Expr never;
      never.op = Op::Const;
      never.type = model::bool_type();
      p.norms.own();
      p.norms[norm].cond = p.exprs.push_back(never);
    };
  }

  // ---- norms

  std::string menu_name(Id m) const {
    if (m >= 0) return "《" + p_.signals[model::signal_of(m)].name + "》";
    return in("「", "“") + p_.exchanges[model::exchange_of(m)].name + in("」", "”");
  }

  /// Where the declaration would be made; of an answer: to what.
  std::string menu_here() const {
    const std::string name = menu_name(signal_ != kNone ? signal_ : model::menu_of(exchange_));
    const int answered = s_.frame().slot;
    if (answered < 0) return name;
    const Slot& to = s_.control.slots[answered];
    const std::string who = say_.player(to.seat), act = p_.acts[ActId(to.act)].name;
    return name + in("(" + who + "の「" + act + "」への応答)",
                     " (an answer to " + who + "'s “" + act + "”)");
  }

  std::string limits_in(ExprId e) const {
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
        out += (out.empty() ? "" : in("、", ", ")) + in("「", "“") + p_.limits[p_[b].limit()].id +
               in("」", "”");
    };
    walk(p_[e].a);
    return out;
  }

  /// The card by whose text something is permitted; in Japanese as words before it.
  std::string whose(const model::Norm& n) const {
    if (n.source.card == kNone) return "";
    const std::string& name = p_.cards[n.source.card].name;
    return in("《" + name + "》が", "《" + name + "》");
  }

  /// What the permission that comes nearest lacks; and which permissions apply, or would.
  std::vector<Stop> permission(int effect, const NormInstance*& near) {
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
    int least = -1;
    near = nullptr;
    for (const NormInstance& i : w_.permits[act_]) {
      const model::Norm& n = p_.norms[i.provision];
      if (n.on_self >= 0 && (n.on_self >= static_cast<int>(a_->present.size()) ||
                             locals_[a_->present[n.on_self].var] != i.card))
        continue;
      if (exclusive && !(n.on_self >= 0 && i.card == first)) continue;
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
        add(stops, cond + "ので、" + whose(n) + "これを許す定めは働かない。",
            (n.source.card == kNone ? "What permits this does"
                                    : "What " + whose(n) + " permits does") +
                std::string(" not apply, as ") + cond + ".",
            n.source.by, [e](model::Program& p) { set_expr(p, e, true); });
      }
      if (!here) {
        for (Id menu : n.menus)
          if (const std::string name = menu_name(menu);
              !base::contains(elsewhere, name) && stops.empty() && !closed(menu, i, effect))
            elsewhere.push_back(name);
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
      add(best, "この宣言を許す定めはない。", "Nothing permits this declaration.", a_->source.by,
          {}, 9);
    for (Stop& stop : best)
      if (stop.said.text.empty()) {
        const std::string here = menu_here();
        const std::string where = elsewhere.empty() ? "" : say_.list(elsewhere);
        stop.said.text = in(here + "にこの宣言を許す定めはない" +
                                (where.empty() ? "" : "(許されるのは" + where + ")") + "。",
                            "Nothing permits this declaration in " + here +
                                (where.empty()         ? ""
                                 : here.ends_with(')') ? "; it is permitted in " + where
                                                       : " (it is permitted in " + where + ")") +
                                ".");
        if (!elsewhere.empty()) stop.said.by.clear();
      }
    return best;
  }

  /// Is the prohibition about this act?
  bool about(const model::Norm& n) const {
    if (n.act != kNone) return n.act == act_;
    return n.tag.empty() || base::contains(a_->tags, n.tag);
  }
  /// Does this permission go before the prohibition?
  bool sets_aside(const model::Norm& permit, const model::Norm& forbid) const {
    for (ClauseId clause : permit.over)
      for (const model::Defeat& d : p_.defeats) {
        const bool names = base::contains(forbid.source.by, clause);
        if (names && model::decides(p_, d, permit.source.card != kNone ? "card" : "clause",
                                    forbid.source.card != kNone ? "card" : "clause", clause))
          return true;
      }
    return false;
  }

  /// Would a prohibition that is made for this window or exchange stop there what is permitted
  /// there, were it now?
  bool closed(Id menu, const NormInstance& permit, int effect) const {
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

  /// The prohibitions that apply and that no permission sets aside.
  std::vector<Stop> prohibitions(int effect, const NormInstance* near) {
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
        add(out, "そうすると、次の定めを超えるので禁じられている: " + limits + "。",
            "It would break " + limits + ", and is forbidden for that.", n.source.by,
            without(i.provision));
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
            "It is forbidden" + there_en + ", as " + words + ".", n.source.by,
            without(i.provision));
      }
    }
    return out;
  }

  void quota(std::vector<Stop>& to) const {
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
          "この機会に「" + a_->name + "」を宣言できるのは" + std::to_string(most) +
              "回までで、すでに宣言している。",
          "“" + a_->name + "” may be declared " +
              (most == 1 ? "once" : std::to_string(most) + " times") +
              " in this exchange, and has been.",
          e.by, [exchange, which](model::Program& p) {
            p.exchanges.own();
            p.exchanges[exchange].quota[which] = 1000;
          });
    }
  }

  void finish(int effect) {
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

  const Question& q_;
  const World& w_;
  const model::Program& p_;
  const Machine<Concrete>& m_;
  const Speaker& say_;
  const S& s_;
  const rulings::Claim& claim_;
  const base::SourceMap& sources_;
  ExchangeId exchange_;
  SignalId signal_;
  int frame_, seat_;
  ActId act_;
  const model::ActDef* a_ = nullptr;
  std::vector<int64_t> locals_;
  std::array<int64_t, 2 + model::kEffectArgs> inner_{};
  std::array<int64_t, kTemps> would_temps_{};
  std::vector<std::vector<Stop>> presented_;
  const model::EffectDef* text_ = nullptr;  ///< whose objects are looked at
  size_t forms_ = 0;
  bool free_ = false, permitted_ = false;
  int best_ = -1;
  ActId best_act_;
  int best_effect_ = -1;
  std::vector<int64_t> best_locals_;
  std::vector<Stop> stops_;
  std::vector<std::vector<Stop>> others_;
  std::vector<Obstacle> besides_;
};

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

}  // namespace

WhyNot why_not(const Question& q, const Answer& answer, const rulings::Claim& claim,
               const base::SourceMap& sources, base::Lang lang, std::vector<std::string> cards) {
  WhyNot out;
  if (q.world == nullptr) return out;
  Concrete domain;
  Machine<Concrete> m(*q.world, domain);
  const Speaker say(q, m, lang, std::move(cards));
  const std::string who = say.player(claim.act.by);
  const auto stop = [&](const std::string& ja, const std::string& en, std::vector<ClauseId> by) {
    out.obstacles.push_back({say.in(ja, en), std::move(by)});
  };
  if (!answer.has_witness) {
    const std::string at = claim.what.empty() ? "" : claim.what;
    stop(at.empty() ? "ここから先、" + who + "が宣言を求められることはない。"
                    : "「" + at + "」で" + who + "が宣言を求められることはない。",
         at.empty() ? who + " is never asked to declare anything from here on."
                    : who + " is never asked to declare anything in “" + at + "”.",
         {});
    return out;
  }
  const replay::Played played = replay::play(q, m, answer.lets, answer.witness, &claim);
  if (played.end.control.end != End::Asked) return out;
  const S& s = played.end;
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
      for (size_t i = 0; i < after.control.slots.size(); ++i)
        if (after.control.slots[i].act >= 0 && s.control.slots[i].act < 0)
          out.declaration = declaration_sentence(q, say, after, static_cast<int>(i));
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
        if (const auto at = form.found() ? form.declared() : std::nullopt)
          out.declaration = declaration_sentence(q, say, at->first, at->second);
      }
      return out;
    }
    const auto duties = [&] {
      for (const auto& d : duties_here(q, m, s, claim.act.by)) {
        const std::string act = q.program->acts[d.act].name;
        stop((d.instance.card >= 0 ? say.card(d.instance.card) + "の文面により、" : "") + who +
                 "は「" + act + "」を宣言しなければならず、ほかのことはできない。",
             (d.instance.card >= 0 ? "By the text of " + say.card(d.instance.card) + ", " : "") +
                 who + " has to declare “" + act + "”, and may do nothing else.",
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
    if (const auto at = inquiry.declared())
      out.declaration = declaration_sentence(q, say, at->first, at->second);
    for (const Stop& each : inquiry.stops()) out.obstacles.push_back(each.said);
    out.besides = inquiry.besides();
    out.free = inquiry.free();
    out.permitted = inquiry.permitted();
    if (inquiry.stops().empty()) duties();
    out.nearest =
        !inquiry.stops().empty() && legal_without(q, answer.lets, s, claim, inquiry.stops());
  } catch (const Unsupported&) {
    out.nearest = false;
  }
  return out;
}

}  // namespace hanrei::checker::explain
