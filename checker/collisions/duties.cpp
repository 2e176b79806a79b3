#include "checker/collisions/duties.h"

#include <algorithm>
#include <array>

#include "checker/collisions/hedge.h"
#include "checker/semantics/machine.h"

namespace hanrei::checker::collisions {
namespace {

using S = State<int64_t>;
using Considered = Machine<Concrete>::Considered;
constexpr size_t kMostSteps = 20'000, kMostWays = 64;

bool one_of(const std::vector<const NormInstance*>& list, const NormInstance& duty) {
  return std::ranges::any_of(list, [&](const NormInstance* i) {
    return i->provision == duty.provision && i->card == duty.card;
  });
}

/// The declarations that a player may make as far as norms and quotas go, and those that only
/// another duty keeps him from.
class Moment {
 public:
  Moment(const Machine<Concrete>& m, const S& s, const model::Instr& ask, int seat) {
    const World& w = m.evaluator().world();
    const Frame& f = s.frame();
    const model::ExchangeDef& e =
        w.program->exchanges[ExchangeId(w.code->codes[CodeId(f.code)].id)];
    m.consider(s, seat, [&](const Considered& c) {
      if (c.duties.empty()) return;
      Considered could = c;
      Id counter = 1 + static_cast<Id>(e.seats.size()) + ask.id;
      bool left = true;
      for (const auto& [act, most] : e.quota) {
        const size_t cell = f.base + counter;
        counter += static_cast<Id>(e.seats.size());
        if (act != c.act || ask.code != model::OpCode::Ask) continue;
        left = s.cells[cell] < most;
        could.made.writes.emplace_back(static_cast<int>(cell), s.cells[cell] + 1);
      }
      const ExprId then = w.program->acts[c.act].then;
      if (e.resolve != model::Resolve::AtOnce)
        could.made.writes.emplace_back(static_cast<int>(f.base + ask.slot), 1);
      else if (then != kNone) {
        std::array<int64_t, kTemps> t;
        const std::vector<int64_t> locals(could.made.args.begin(), could.made.args.end());
        could.made.next_seat =
            static_cast<int>(m.evaluator().eval(s, then, {s.top(), locals.data(), t.data()}));
      }
      if (left && (c.legal || c.forbids.empty()))
        able.push_back(std::move(could));
      else
        barred.push_back(std::move(could));
    });
  }
  bool fulfils(const NormInstance& duty) const {
    return std::ranges::any_of(able, [&](const Considered& c) { return one_of(c.duties, duty); });
  }
  std::vector<Considered> able, barred;
};

/// After the declaration, in some play: can this duty be fulfilled?
class Follow {
 public:
  Follow(const World& w, const Question& q, const std::vector<int64_t>& lets, const S& asked,
         int seat, const NormInstance& duty, std::set<NormId>& barring)
      : w_(w),
        q_(q),
        asked_(asked),
        seat_(seat),
        duty_(duty),
        barring_(barring),
        m_(player(w, q, domain_, nullptr)) {
    m_.initial(lets);
  }

  Fate after(const Considered& first) {
    open_ = {{asked_, false}};
    try {
      m_.take(open_[0].state, first.made);
      for (int i = 0; i < kSlots; ++i)
        if (open_[0].state.control.slots[i].act >= 0 && asked_.control.slots[i].act < 0) slot_ = i;
      if (slot_ < 0) return Fate::Unknown;
      for (size_t n = 0; n < kMostSteps; ++n) {
        if (open_.empty()) return unknown_ ? Fate::Unknown : Fate::Exclusive;
        if (open_.back().state.control.end != End::Running) {
          end();
          continue;
        }
        if (asked_again()) return Fate::Possible;
        if (open_.size() > kMostWays) return Fate::Unknown;
      }
    } catch (const Unsupported&) {
    }
    return Fate::Unknown;
  }

 private:
  struct Way {
    S state;
    bool again = false;
  };  ///< again: the player was asked again after the act

  bool done(const S& s) const { return s.control.slots[slot_].act < 0; }
  void end() {
    const S& s = open_.back().state;
    const bool decided = s.control.end == End::Over && s.control.result != model::kResultNone;
    const bool closed = s.control.end == End::Over && done(s) &&
                        (open_.back().again || q_.until_idle ||
                         s.control.stack.size() < asked_.control.stack.size());
    unknown_ = unknown_ || !(decided || closed);  // else the situation ends too early to say
    open_.pop_back();
  }

  /// Goes on by one instruction, or one choice. True when the duty can be fulfilled here.
  bool asked_again() {
    S& s = open_.back().state;
    const Frame& f = s.frame();
    const model::Code& code = w_.code->codes[CodeId(f.code)];
    const model::Instr& ins = code.ins[f.pc];
    const int64_t seat = asked_at(m_, s, code, ins, *w_.program);
    if (seat >= 0) {
      const Moment here(m_, s, ins, static_cast<int>(seat));
      if (seat == seat_) {
        if (here.fulfils(duty_)) return true;
        for (const Considered& c : here.barred)
          if (one_of(c.duties, duty_))
            for (const NormInstance* i : c.forbids) barring_.insert(i->provision);
        open_.back().again = open_.back().again || done(s);
      }
      std::vector<Way> ways;  // what is somebody's duty is done, whatever the play says
      for (const Considered& c : here.able)
        if (c.legal) {
          ways.push_back(open_.back());
          m_.take(ways.back().state, c.made);
        }
      if (!ways.empty()) {
        open_.pop_back();
        open_.insert(open_.end(), ways.begin(), ways.end());
        return false;
      }
    }
    if (m_.step(s, alts_) != Status::Choice) return false;
    const auto pass = std::ranges::find_if(
        alts_, [](const Alt<int64_t>& a) { return a.move.kind == MoveKind::Pass; });
    if (pass != alts_.end()) {
      const Alt<int64_t> chosen = *pass;
      m_.take(s, chosen);
      return false;
    }
    const Way here = std::move(open_.back());
    open_.pop_back();
    for (const Alt<int64_t>& a : alts_) {
      open_.push_back(here);
      m_.take(open_.back().state, a);
    }
    return false;
  }

  const World& w_;
  const Question& q_;
  const S& asked_;
  int seat_;
  const NormInstance& duty_;
  std::set<NormId>& barring_;
  Concrete domain_;
  Machine<Concrete> m_;
  std::vector<Alt<int64_t>> alts_;
  std::vector<Way> open_;
  int slot_ = -1;
  bool unknown_ = false;
};

Fate fate_of(const World& w, const Question& q, const std::vector<int64_t>& lets, const S& s,
             int seat, const Moment& here, const NormInstance& one, const NormInstance& other,
             std::set<NormId>& barring) {
  bool followed = false, unknown = false;
  for (const Considered& c : here.able) {
    const bool first = one_of(c.duties, one), second = one_of(c.duties, other);
    if (first && second) return Fate::Possible;
    if (!c.legal || first == second) continue;
    // “if it can”: once that one is fulfilled nothing more is demanded, or the other can still be
    if (hedges(*w.program, w.program->norms[(first ? other : one).provision].source))
      return Fate::Possible;
    const Fate then = Follow(w, q, lets, s, seat, first ? other : one, barring).after(c);
    if (then == Fate::Possible) return then;
    (then == Fate::Unknown ? unknown : followed) = true;
  }
  return followed && !unknown ? Fate::Exclusive : Fate::Unknown;
}

}  // namespace

std::vector<Owed> owed_at(const World& w, const Question& q, const std::vector<int64_t>& lets,
                          const S& s, const model::Instr& ask, int seat,
                          const std::pair<NormId, NormId>* which,
                          const std::set<std::pair<NormId, NormId>>& skip) {
  std::vector<Owed> out;
  if (w.duties.size() < 2) return out;
  Concrete domain;
  Machine<Concrete> m = player(w, q, domain, nullptr);
  m.initial(lets);
  const Moment here(m, s, ask, seat);
  std::vector<const NormInstance*> owed;
  for (const NormInstance& d : w.duties)
    if (here.fulfils(d)) owed.push_back(&d);
  for (size_t i = 0; i < owed.size(); ++i)
    for (size_t k = i + 1; k < owed.size(); ++k) {
      const std::pair<NormId, NormId> norms = std::minmax(owed[i]->provision, owed[k]->provision);
      if ((which != nullptr && norms != *which) || skip.contains(norms)) continue;
      Owed two{norms, Fate::Possible, {}};
      two.fate = fate_of(w, q, lets, s, seat, here, *owed[i], *owed[k], two.barring);
      out.push_back(std::move(two));
    }
  return out;
}

}  // namespace hanrei::checker::collisions
