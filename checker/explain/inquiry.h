// What stops a declaration: all ways to declare an act, and what is in the way of each.
#pragma once

#include <array>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "checker/explain/explanation.h"
#include "checker/explain/speak.h"
#include "checker/explain/words.h"
#include "checker/question/question.h"

namespace hanrei::checker::explain {

/// What stops one form of a declaration, with what undoes it in a copy of the program.
struct Stop {
  Obstacle said;
  std::function<void(model::Program&)> undo;  ///< empty: nothing does
  int weight = 2;
  std::vector<rulings::Ground> elsewhere = {};  ///< what permits it, but not here
  bool outside = false;                         ///< it is not among what can be chosen at all
};

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
      things({a_->present, locals_.data(), a_->process}, 0);
    }
  }

  bool found() const { return best_ >= 0; }
  /// Does the claim leave something open that is presented?
  bool free() const { return free_; }
  /// Does it leave open what the effect that is used chooses?
  bool free_choice() const { return free_choice_; }
  bool permitted() const { return permitted_; }
  const std::vector<Stop>& stops() const { return stops_; }
  const std::vector<Obstacle>& besides() const { return besides_; }
  /// Where nothing that could be presented may be: what stops the others, a sentence for each kind
  /// of reason.
  const std::vector<std::string>& others() const { return shut_out_; }
  /// The state with the declaration standing in a slot.
  std::pair<S, int> declared() const {
    S s = s_;
    Slot slot;
    slot.act = static_cast<int16_t>(best_act_);
    slot.effect = static_cast<int16_t>(best_effect_);
    slot.seat = static_cast<int8_t>(seat_);
    const auto at = static_cast<int>(s.control.slots.size());
    s.control.slots.push_back(slot);
    s.acts.resize(s.control.slots.size() * static_cast<size_t>(w_.slot_size), 0);
    std::copy(best_locals_.begin(), best_locals_.end(),
              s.acts.begin() + static_cast<std::ptrdiff_t>(at) * w_.slot_size);
    return {std::move(s), at};
  }

 private:
  /// Makes a condition true or false in a copy of the program.
  static void set_expr(model::Program& program, ExprId expr, bool truth);

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
  Where where(const int64_t* locals, const std::array<int64_t, kTemps>& temps) const;
  /// That the condition does not hold, as a clause.
  std::string fails(ExprId e, const Where& at) const;
  /// Of what a card's effect asks of its objects: its words.
  std::string lead() const;

  int64_t worth(ExprId e, const int64_t* locals, const std::array<int64_t, kTemps>& temps) const {
    std::array<int64_t, kTemps> t = temps;
    return m_.evaluator().eval(s_, e, {frame_, locals, t.data()});
  }
  /// The parts of a condition that are false, each by itself.
  void failing(ExprId e, const int64_t* locals, const std::array<int64_t, kTemps>& temps,
               std::vector<ExprId>& out) const;

  // ---- the clauses of what fails

  static void join(std::vector<ClauseId>& to, const std::vector<ClauseId>& more) {
    for (ClauseId c : more)
      if (!base::contains(to, c)) to.push_back(c);
  }
  /// The clauses of what a condition reads by name; `other`: only of attributes of which it reads
  /// another value than that of now.
  void stated(ExprId id, bool other, std::vector<ClauseId>& out) const;
  /// The clauses of a part of a condition: of what it is about, where it says one thing by name;
  /// else those of the whole.
  std::vector<ClauseId> clauses_of(ExprId part, const std::vector<ClauseId>& by) const;

  void add(std::vector<Stop>& to, const std::string& ja, const std::string& en,
           const std::vector<ClauseId>& by, std::function<void(model::Program&)> undo,
           int weight = 2) const;

  // ---- what is presented

  /// The clauses of a choice: its own, else those of the text or act that asks for it.
  const std::vector<ClauseId>& clauses_of(const model::Choose& c) const {
    return !c.by.empty() ? c.by : text_ != nullptr ? text_->source.by : a_->source.by;
  }

  const std::vector<int64_t>* given(const std::string& name, const model::Type& type) const;

  /// Why may this thing not be presented there? `set`: gives the choice in another program.
  void candidate(const model::Choose& c, int64_t k, const int64_t* locals,
                 const std::array<int64_t, kTemps>& before,
                 const std::function<model::Choose&(model::Program&)>& set,
                 std::vector<Stop>& to) const;

  /// What something that may be presented is called.
  std::string thing(const model::Type& type, int64_t v) const;

  /// The zone that a card is in; empty where it is in none.
  std::string placed(int64_t card) const;

  /// What keeps a thing out of a set, with the clauses of the derivation that says so. No words: it
  /// is not among those of which the set asks anything.
  struct KeptOut {
    std::optional<std::string> words;
    std::vector<ClauseId> by = {};
  };
  KeptOut kept_out(ExprId set, int64_t k, const Where& at) const;
  /// Of several that make a set together: that which asks something of it, else all of them.
  void keeps_out(ExprId set, int64_t k, const Where& at, KeptOut& out) const;

  /// What the act presents (`effect` is -1), or its effect.
  struct List {
    const std::vector<model::Choose>& choices;
    int64_t* locals;
    ProcId proc;
    int effect = -1;
  };

  void things(const List& list, size_t i);

  template <class Set, class Put, class With>
  void present(const model::Choose& c, const List& list, const std::vector<int64_t>* named,
               const Set& set, const Put& put, const With& with);

  /// One thing of a set: the one that is named; else each that may be presented, and where there is
  /// none each of the set.
  /// Things that may not be presented, each with what stops it: those first that the fewest share
  /// their reasons with.
  using Shut = std::vector<std::pair<int64_t, std::vector<Stop>>>;
  void sort_out(Shut& shut, const model::Type& elem);

  template <class Set, class With>
  void each(const model::Choose& c, const std::vector<int64_t>* named, const int64_t* locals,
            const std::array<int64_t, kTemps>& temps, const Set& set, const With& with);

  void effects();

  void designations(int effect, int64_t target, std::vector<Stop>& to) const;

  /// The program without a prohibition.
  static std::function<void(model::Program&)> without(NormId norm);

  // ---- norms

  std::string menu_name(Id m) const {
    if (m >= 0) return "《" + p_.signals[model::signal_of(m)].name + "》";
    const model::ExchangeDef& e = p_.exchanges[model::exchange_of(m)];
    return say_.called(e.told, e.name);
  }

  /// Where the declaration would be made; of an answer: to what.
  std::string menu_here() const;

  std::string limits_in(ExprId e) const;

  /// What the permission that comes nearest lacks; and which permissions apply, or would.
  std::vector<Stop> permission(int effect, const NormInstance*& near);

  /// Is the prohibition about this act?
  bool about(const model::Norm& n) const {
    if (n.act != kNone) return n.act == act_;
    return n.tag.empty() || base::contains(a_->tags, n.tag);
  }
  /// Does this permission go before the prohibition?
  bool sets_aside(const model::Norm& permit, const model::Norm& forbid) const;

  /// Would a prohibition that is made for this window or exchange stop there what is permitted
  /// there, were it now?
  bool closed(Id menu, const NormInstance& permit, int effect) const;

  /// The prohibitions that apply and that no permission sets aside.
  std::vector<Stop> prohibitions(int effect, const NormInstance* near);

  void quota(std::vector<Stop>& to) const;

  void finish(int effect);

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
  std::vector<int64_t> inner_;
  std::array<int64_t, kTemps> would_temps_{};
  std::vector<std::vector<Stop>> presented_;
  const model::EffectDef* text_ = nullptr;  ///< whose objects are looked at
  size_t forms_ = 0;
  bool free_ = false, free_choice_ = false, permitted_ = false;
  int best_ = -1;
  ActId best_act_;
  int best_effect_ = -1;
  std::vector<int64_t> best_locals_;
  std::vector<Stop> stops_;
  std::vector<std::vector<Stop>> others_;
  std::vector<Obstacle> besides_;
  std::vector<std::string> shut_out_;
};

}  // namespace hanrei::checker::explain
