#include "checker/collisions/undone.h"

#include <algorithm>
#include <array>
#include <set>

namespace hanrei::checker::collisions {
namespace {

using S = State<int64_t>;
constexpr size_t kMostSteps = 20'000, kMostWays = 64;

/// Watches the cards of one declaration.
class Watch : public Observer {
 public:
  Watch(const World& w, const S& asked, const Machine<Concrete>::Considered& c)
      : w_(w), p_(*w.program) {
    const model::ActDef& act = p_.acts[c.act];
    const std::vector<model::Local>& locals = p_.procedures[act.process].locals;
    const auto card = [&](const model::Local& l, int64_t v) {
      if (l.type.kind == model::TypeKind::Ref && l.type.id == model::kCardSort && v >= 0)
        cards_.insert(static_cast<int>(v));
    };
    // the card whose text is used is the means, not what is granted
    for (size_t i = 0; i < c.made.args.size() && i < locals.size(); ++i)
      if (act.effect_of == kNone || i != static_cast<size_t>(act.effect_of))
        card(locals[i], c.made.args[i]);
    if (act.effect_of != kNone) cards_.erase(static_cast<int>(c.made.args[act.effect_of]));
    before_ = values(asked);
  }

  void before(const S& s, const model::Code& code, const model::Instr&) override {
    after(s);
    if (code.kind != model::CodeKind::Procedure || s.frame().pc != 0 ||
        (!running_.empty() && running_.back().depth == s.control.stack.size()))
      return;
    for (const LimitId l : p_.limits.ids())
      if (p_.limits[l].repair == code.id && !p_.limits[l].source.by.empty())
        return begin(s, {l, kNone});
    for (const TriggerId t : p_.triggers.ids()) {
      if (p_.triggers[t].proc != code.id || p_.triggers[t].source.by.empty() ||
          p_.triggers[t].domain == kNone)
        continue;
      if (cards_.contains(static_cast<int>(s.cells[s.frame().base]))) return begin(s, {kNone, t});
    }
  }
  /// What has ended since, and what it left.
  void after(const S& s) override {
    while (!running_.empty() && s.control.stack.size() < running_.back().depth) {
      const Running done = std::move(running_.back());
      running_.pop_back();
      const std::vector<int64_t> now = values(s);
      for (size_t i = 0; i < now.size() && !by; ++i) {
        const bool brought = done.at[i] != before_[i],
                   taken = i < cards_.size() ? now[i] != done.at[i] : now[i] == before_[i];
        if (brought && taken) by = done.which;
      }
    }
  }
  std::optional<Undoing> by;  ///< what took something back

 private:
  struct Running {
    Undoing which;
    size_t depth = 0;
    std::vector<int64_t> at;
  };
  void begin(const S& s, Undoing which) {
    running_.push_back({which, s.control.stack.size(), values(s)});
  }

  /// Where the cards are, then their attributes.
  std::vector<int64_t> values(const S& s) const {
    std::vector<int64_t> out;
    for (int k : cards_) out.push_back(s.cells[w_.zone_cell + k]);
    for (const AttrId a : p_.attrs.ids()) {
      if (p_.attrs[a].sort != model::kCardSort || p_.attrs[a].nature != model::Nature::Stored ||
          w_.attr_cell[a] < 0)
        continue;
      for (int k : cards_) out.push_back(s.cells[w_.attr_cell[a] + k]);
    }
    return out;
  }

  const World& w_;
  const model::Program& p_;
  std::set<int> cards_;
  std::vector<int64_t> before_;
  std::vector<Running> running_;
};

/// One way to go on from the declaration: where play stands, and what has been seen of it.
struct Way {
  S state;
  Watch watch;
};

}  // namespace

Granted grant(const World& w, const Question& q, const std::vector<int64_t>& lets, const S& asked,
              const Machine<Concrete>::Considered& c) {
  Concrete domain;
  Machine<Concrete> m = player(w, q, domain, nullptr);
  std::vector<Alt<int64_t>> alts;
  Granted out;
  try {
    m.initial(lets);
    std::vector<Way> open = {{asked, Watch(w, asked, c)}};
    m.take(open[0].state, c.made);
    int slot = -1;
    for (int i = 0; i < kSlots; ++i)
      if (open[0].state.control.slots[i].act >= 0 && asked.control.slots[i].act < 0) slot = i;
    if (slot < 0) return {};
    for (size_t n = 0; n < kMostSteps && !open.empty(); ++n) {
      S& s = open.back().state;
      Watch& watch = open.back().watch;
      const bool over = s.control.end != End::Running, done = s.control.slots[slot].act < 0;
      if (over || (done && s.control.stack.size() <= asked.control.stack.size())) {
        watch.after(s);
        if (!done && !watch.by &&
            (s.control.end != End::Over || s.control.result == model::kResultNone))
          return {};  // the situation ends before
        if (!watch.by || (out.carried && out.by != watch.by)) return {true, std::nullopt};
        out = {true, watch.by};
        open.pop_back();
        continue;
      }
      m.observer = &watch;
      if (m.step(s, alts) != Status::Choice) continue;
      const auto pass = std::ranges::find_if(
          alts, [](const Alt<int64_t>& a) { return a.move.kind == MoveKind::Pass; });
      if (pass != alts.end()) {
        const Alt<int64_t> chosen = *pass;
        m.take(s, chosen);
        continue;
      }
      if (open.size() + alts.size() > kMostWays) return {};
      const Way here = std::move(open.back());
      open.pop_back();
      for (const Alt<int64_t>& a : alts) {
        open.push_back(here);
        m.take(open.back().state, a);
      }
    }
    return open.empty() ? out : Granted{};
  } catch (const Unsupported&) {
  }
  return {};
}

}  // namespace hanrei::checker::collisions
