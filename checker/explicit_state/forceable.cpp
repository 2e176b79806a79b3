#include "checker/explicit_state/forceable.h"

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <set>

#include "checker/explicit_state/simultaneous.h"

namespace hanrei::checker::explicit_state {
namespace {

struct TooMuch {
  Reason why;
};

/// What one player sees of a state, and of what others do.
class Viewer {
 public:
  Viewer(const World& w, const Machine<Concrete>& m, int player)
      : w_(w), p_(*w.program), eval_(m.evaluator()), player_(player) {}

  /// Everything in sight now, as bytes.
  std::string view(const S& s) const {
    std::string out;
    const auto put = [&](int64_t v) { out.append(reinterpret_cast<const char*>(&v), sizeof v); };
    std::vector<int64_t> hidden(p_.zones.size() * 2, 0);
    std::vector<bool> open(static_cast<size_t>(w_.cards), false);
    for (int k = 0; k < w_.cards; ++k) {
      const int64_t at = s.cells[w_.zone_cell + k];
      open[k] = sees(s, k, at);
      if (!open[k]) {
        if (at >= 0) ++hidden[at];
        continue;
      }
      put(k);
      put(at);
      put(s.cells[w_.attr_cell[model::kHostAttr] + k]);
    }
    for (const ZoneId z : p_.zones.ids())
      for (size_t side = 0; side < 2; ++side) {
        const model::ZoneDef& zone = p_.zones[z];
        if (zone.size == "nobody" || (zone.size == "owner" && zone.of == model::ZoneOwner::Player &&
                                      static_cast<int>(side) != player_))
          continue;
        const int lot = w_.lot_cell[z];
        put(hidden[z * 2 + side] + (lot >= 0 ? s.cells[lot + side] : 0));
      }
    for (const AttrId a : p_.attrs.ids(4)) {
      const model::AttrDef& def = p_.attrs[a];
      if (w_.attr_cell[a] < 0 || def.sees == "nobody") continue;
      const int n = def.sort == kNone ? 1 : w_.universe(model::ref_type(def.sort));
      for (int i = 0; i < n; ++i) {
        if (def.sort == model::kCardSort && !open[i]) continue;
        if (def.sees == "owner" && def.sort == model::kPlayerSort && i != player_) continue;
        put(s.cells[w_.attr_cell[a] + i]);
      }
    }
    for (size_t i = 0; i < s.control.effects.size(); ++i) {
      const Effect& e = s.control.effects[i];
      if (e.statik < 0 && (e.target < 0 || !open[e.target])) continue;
      for (int64_t v :
           {int64_t{e.statik}, int64_t{e.attr}, int64_t{e.target}, int64_t{e.op}, int64_t{e.until}})
        put(v);
      put(s.cells[w_.amount_cell + i]);
    }
    put(static_cast<int64_t>(s.control.end));
    put(s.control.result);
    return out;
  }

  /// What the player learns from the mere fact that somebody does this.
  std::string heard(const S& s, const Move& m) const {
    std::string out;
    const auto put = [&](int64_t v) { out.append(reinterpret_cast<const char*>(&v), sizeof v); };
    if (m.who < 0 && m.kind == MoveKind::Top) return out;
    for (int64_t v : {static_cast<int64_t>(m.kind), int64_t{m.who}, int64_t{m.what}, int64_t{m.pc},
                      int64_t{m.effect}})
      put(v);
    const model::Type type = picked(m);
    if (m.who != player_ && secret(m)) return out;
    put(static_cast<int64_t>(m.values.size()));
    // a card that is picked from where the player does not see it shows only by what becomes of it
    const bool cards = m.kind == MoveKind::Pick && (type.id == model::kCardSort) &&
                       (type.kind == model::TypeKind::Ref || type.elem == model::TypeKind::Ref);
    for (int64_t v : m.values) {
      if (cards && m.who != player_ && v >= 0 && v < w_.cards &&
          !sees(s, static_cast<int>(v), s.cells[w_.zone_cell + v]))
        v = -9;
      put(v);
    }
    return out;
  }

 private:
  const model::Choose* choice(const Move& m) const {
    if (m.what < 0 || m.pc < 0 || (m.kind != MoveKind::Pick && m.kind != MoveKind::YesNo))
      return nullptr;
    const int index = w_.code->codes[CodeId(m.what)].ins[m.pc].index;
    return index < 0 ? nullptr : &w_.code->choices[ChoiceId(index)];
  }
  bool secret(const Move& m) const {
    const model::Choose* c = choice(m);
    return c != nullptr && !c->secret.empty();
  }
  model::Type picked(const Move& m) const {
    const model::Choose* c = choice(m);
    return c == nullptr ? model::Type{} : w_.code->codes[CodeId(m.what)].locals[c->var].type;
  }
  bool sees(const S& s, int card, int64_t at) const {
    if (at < 0) return false;
    if (eval_.declared(s, card) != 0) return true;
    const model::ZoneDef& zone = p_.zones[ZoneId(at / 2)];
    if (zone.seen_by != kNone) {
      std::array<int64_t, kTemps> t{};
      t[0] = card;
      t[1] = player_;
      return eval_.eval(s, p_.derived[zone.seen_by].is, {s.top(), nullptr, t.data()}) != 0;
    }
    if (zone.sees == "all") return true;
    if (zone.sees != "owner") return false;
    return zone.of == model::ZoneOwner::Player
               ? at % 2 == player_
               : s.cells[w_.attr_cell[model::kOwnerAttr] + card] == player_;
  }

  const World& w_;
  const model::Program& p_;
  const Eval<Concrete>& eval_;
  int player_;
};

/// A game of one player, who knows what was seen, against all others, who know everything.
class Search {
 public:
  /// `knowing`: the player, too, knows everything.
  Search(const Question& q, const rulings::Claim& claim, const Limits& limits, Counts& counts,
         bool knowing = false)
      : q_(q),
        claim_(claim),
        limits_(limits),
        counts_(counts),
        knowing_(knowing),
        m_(*q.world, domain_),
        viewer_(*q.world, m_, claim.player) {
    m_.until_depth = q.until_depth;
    m_.until_idle = q.until_idle;
  }

  /// Does the player win from the start?
  bool wins(const std::vector<int64_t>& lets, bool& played) {
    S first = m_.initial(lets);
    for (const ZoneId z : q_.world->order_cell.ids()) {
      const int cell = q_.world->order_cell[z];
      if (cell >= 0 && q_.program->zones[z].sees == "nobody")
        first.cells[cell] = first.cells[cell + 1] = kUnknownOrder;
    }
    const Line line = from({{first, nullptr}});
    played = played_;
    last_ = moves(line.end);
    return line.won;
  }
  size_t sets() const { return known_.size(); }
  /// After `wins`: a play under the strategy that was found, the longest there is; without one a
  /// play that goes against the player.
  const std::vector<Move>& line() const { return last_; }

 private:
  /// What was decided on the way to a state, the last first.
  struct Step {
    Move move;
    std::shared_ptr<const Step> before;
    int length = 0;
  };
  using Past = std::shared_ptr<const Step>;
  static Past then(const Past& past, const Move& move) {
    return std::make_shared<const Step>(Step{move, past, length(past) + 1});
  }
  static int length(const Past& past) { return past == nullptr ? 0 : past->length; }
  static std::vector<Move> moves(const Past& past) {
    std::vector<Move> out;
    for (const Step* s = past.get(); s != nullptr; s = s->before.get()) out.push_back(s->move);
    std::reverse(out.begin(), out.end());
    return out;
  }
  struct At {
    S state;
    Past past;
  };
  /// Whether the player wins, and how a play ends that shows it; the longest one where it is won.
  struct Line {
    bool won = true;
    Past end = nullptr;
  };

  /// States that look alike to the player, each once; what to do there is for the player to say.
  struct Set {
    std::vector<At> states;
    std::set<std::string> bytes;
  };
  /// How an information set turned out; `state` and `rest`: from which of its states which moves
  /// show it.
  struct Known {
    std::optional<bool> won;
    std::string state;
    std::vector<Move> rest;
  };
  /// By what the player knows, in the order in which play comes to them: that order hangs on no
  /// number of the program.
  struct Sets {
    std::vector<Set> all;
    std::map<std::string, size_t> which;
    void add(std::string known, std::string bytes, At s) {
      const auto [it, fresh] = which.emplace(std::move(known), all.size());
      if (fresh) all.emplace_back();
      Set& set = all[it->second];
      if (set.bytes.insert(std::move(bytes)).second) set.states.push_back(std::move(s));
    }
  };

  /// Goes on from all of these until the player is asked again: every way that the others and
  /// chance may take counts.
  Line from(const std::vector<At>& states) {
    const Deeper deeper(depth_);
    Sets sets;
    Line out;
    const auto also = [&](Line line) {
      if (!line.won || length(line.end) > length(out.end) || out.end == nullptr)
        out = std::move(line);
      return out.won;
    };
    for (const At& s : states)
      if (!run(s, viewer_.view(s.state), sets, also)) return out;
    for (const Set& set : sets.all)
      if (!also(decides(set))) return out;
    return out;
  }

  /// False when some play ends against the player.
  template <class Also>
  bool run(At s, std::string seen, Sets& sets, const Also& also) {
    const Deeper deeper(depth_);
    std::vector<Alt<int64_t>> alts;
    std::string last = seen;
    for (size_t steps = 0;; ++steps) {
      if (steps > limits_.steps) throw TooMuch{{ReasonCode::TooFarBetweenChoices, limits_.steps}};
      const Status status = m_.step(s.state, alts);
      if (std::string now = viewer_.view(s.state); now != last) {
        seen += '|' + digest(now);
        last = std::move(now);
      }
      if (status == Status::Continue) continue;
      if (status == Status::Done) return also({ended(s.state), s.past});
      ++work_done.states;
      if (++counts_.states > limits_.states)
        throw TooMuch{{ReasonCode::TooManyHiddenStates, limits_.states}};
      if (status == Status::Choice && alts.front().move.who == claim_.player) {
        std::string bytes;
        pack(*q_.world, s.state, bytes);
        std::string key = knowing_ ? digest(bytes) : digest(seen) + options(s.state, alts);
        sets.add(std::move(key), std::move(bytes), std::move(s));
        return true;
      }
      for (const Alt<int64_t>& a : alts) {
        if (a.guard == 0) continue;
        At next{s.state, status == Status::Choice ? then(s.past, a.move) : s.past};
        m_.take(next.state, a);
        std::string after = seen;
        if (status == Status::Choice)
          if (const std::string heard = viewer_.heard(s.state, a.move); !heard.empty())
            after += '!' + digest(heard);
        if (!run(std::move(next), std::move(after), sets, also)) return false;
      }
      return true;
    }
  }

  /// What the player may do, by what the player knows of it.
  std::string options(const S& s, const std::vector<Alt<int64_t>>& alts) const {
    std::string out;
    for (const Alt<int64_t>& a : alts)
      if (a.guard != 0) out += '?' + digest(viewer_.heard(s, a.move));
    return out;
  }

  bool ended(const S& s) {
    size_t at = s.control.script;
    const auto& play = q_.which->play;
    while (at < play.size() && play[at].kind == rulings::PlayKind::Free) ++at;
    if (at < play.size()) return true;  // not a play of the situation
    played_ = true;
    if (s.control.end == End::Bounded || s.control.cut) throw TooMuch{ReasonCode::Bounded};
    return s.control.end == End::Over && m_.eval(s, claim_.expr) != 0;
  }

  Line decides(const Set& set) {
    std::string key;
    for (const std::string& bytes : set.bytes) {
      key += std::to_string(bytes.size());
      key += ':';
      key += bytes;
    }
    const auto [it, fresh] = known_.emplace(digest(key), Known{});
    if (!fresh) return again(set, it->second);
    std::vector<Alt<int64_t>> alts;
    S first = set.states.front().state;
    m_.step(first, alts);
    Line out{false};
    for (const Alt<int64_t>& a : alts) {
      if (a.guard == 0 || out.won) continue;
      std::vector<At> next;
      for (const At& state : set.states) {
        S s = state.state;
        std::vector<Alt<int64_t>> here;
        m_.step(s, here);
        for (const Alt<int64_t>& b : here)
          if (b.guard != 0 && b.move == a.move) {
            S t = s;
            m_.take(t, b);
            next.push_back({std::move(t), then(state.past, b.move)});
          }
      }
      if (next.size() != set.states.size()) throw TooMuch{ReasonCode::SeesTooLittle};
      Line line = from(next);
      if (line.won || length(line.end) > length(out.end)) out = std::move(line);
    }
    it->second.won = out.won;
    std::vector<Move>& rest = it->second.rest;
    for (const Step* s = out.end.get();; s = s->before.get()) {
      const auto of =
          std::ranges::find_if(set.states, [&](const At& at) { return at.past.get() == s; });
      if (of != set.states.end()) {
        pack(*q_.world, of->state, it->second.state);
        break;
      }
      if (s == nullptr) break;
      rest.insert(rest.begin(), s->move);
    }
    return out;
  }

  /// An information set that is known. A play that comes back to where it was, without an end, is
  /// not won.
  Line again(const Set& set, const Known& known) const {
    for (const At& at : set.states) {
      std::string bytes;
      pack(*q_.world, at.state, bytes);
      if (bytes != known.state) continue;
      Line out{known.won.value_or(false), at.past};
      for (const Move& m : known.rest) out.end = then(out.end, m);
      return out;
    }
    return {known.won.value_or(false), set.states.front().past};
  }

  /// Two sums over the bytes: a name that is short and as good as unique.
  static std::string digest(const std::string& bytes) {
    uint64_t a = 0x9E3779B97F4A7C15ULL, b = 0xC2B2AE3D27D4EB4FULL;
    for (const char c : bytes) {
      a = (a ^ static_cast<uint8_t>(c)) * 0xFF51AFD7ED558CCDULL;
      a ^= a >> 32;
      b = (b + static_cast<uint8_t>(c)) * 0xC4CEB9FE1A85EC53ULL;
      b ^= b >> 29;
    }
    std::string out(16, '\0');
    for (size_t i = 0; i < 8; ++i) {
      out[i] = static_cast<char>(a >> (8 * i));
      out[8 + i] = static_cast<char>(b >> (8 * i));
    }
    return out;
  }

  /// Plays are followed to their ends one inside the other; one without an end would go on for
  /// ever.
  struct Deeper {
    int& depth;
    explicit Deeper(int& d) : depth(d) {
      if (++depth > 2000) {
        --depth;
        throw TooMuch{{ReasonCode::TooManyChoices, 1000}};
      }
    }
    ~Deeper() { --depth; }
  };

  const Question& q_;
  const rulings::Claim& claim_;
  const Limits& limits_;
  Counts& counts_;
  bool knowing_;
  Concrete domain_;
  Machine<Concrete> m_;
  Viewer viewer_;
  std::map<std::string, Known> known_;
  std::vector<Move> last_;
  bool played_ = false;
  int depth_ = 0;
};

}  // namespace

Answer forceable(const Question& q, const rulings::Claim& claim, const std::vector<int64_t>& lets,
                 const Limits& limits, Counts& counts) {
  Answer out;
  Search search(q, claim, limits, counts);
  try {
    bool played = false;
    const bool won = search.wins(lets, played);
    if (won && !played) {
      out.vacuous = true;
      out.reason = ReasonCode::CannotBePlayed;
      return out;
    }
    out.verdict = won != claim.nobody ? Verdict::Holds : Verdict::Fails;
    out.evidence = Evidence::Exhaustive;
    out.detail = {ReasonCode::InformationSets, search.sets()};
  } catch (const TooMuch& t) {
    out.reason = t.why;
    out.limit = true;
  }
  return out;
}

Forced forced(const Question& q, const rulings::Claim& claim, const std::vector<int64_t>& lets,
              const Limits& limits) {
  Forced out;
  Counts counts;
  bool played = false;
  try {
    Search search(q, claim, limits, counts);
    out.can = search.wins(lets, played);
    out.play = search.line();
    if (!out.can) {
      Search knowing(q, claim, limits, counts, true);
      out.knowing = knowing.wins(lets, played);
    }
  } catch (const TooMuch&) {
  }
  return out;
}

}  // namespace hanrei::checker::explicit_state
