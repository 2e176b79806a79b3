#include "errata/solve.h"

#include <algorithm>
#include <charconv>
#include <optional>

#include "base/contains.h"
#include "checker/question/situation.h"
#include "checker/symbolic/machine.h"
#include "checker/symbolic/place.h"
#include "checker/symbolic/solver.h"
#include "errata/ends.h"

namespace hanrei::errata {
namespace {

using namespace checker;
using namespace checker::symbolic;
using rulings::Let;

constexpr size_t kProposals = 3;
constexpr size_t kEnds = 200;  // of one version; what has more is not asked
constexpr std::string_view kPrefix = "__open";

bool is_number(const std::string& text) {
  int64_t n = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), n);
  return error == std::errc() && end == text.data() + text.size();
}

/// What is told of one end, by the words around it. A value that is known is also what it is
/// called, since the two versions may number things otherwise.
struct Cell {
  model::Type type;
  Term term = 0;
  std::optional<std::string> shown;
};
struct EndOf {
  std::string words;
  std::map<std::string, Cell> cells;
  Term guard = 0;
};

struct Explored {
  std::vector<EndOf> ends;
  bool whole = false;
  bool proper =
      true;  ///< nothing was cut off by a bound, came round again, or is told by numbers of its own
  Reason why;
};

class Parting {
 public:
  Parting(const Question& before, const Question& after, const SolveLimits& limits)
      : questions_{&before, &after}, limits_(limits), solver_(terms_, limits.units) {
    terms_.limit = limits.terms;
    solver_.own();
    for (const Let& l : before.which->situation.lets) {
      const Term v = terms_.int_var();
      lets_.push_back(v);
      if (l.min) where_ = terms_.and_(where_, terms_.le(terms_.num(*l.min), v));
      if (l.max) where_ = terms_.and_(where_, terms_.le(v, terms_.num(*l.max)));
      sum_ = terms_.add(sum_, l.min && *l.min >= 0
                                  ? v
                                  : terms_.ite(terms_.lt(v, Terms::kZero), terms_.neg(v), v));
    }
  }

  Proposed run(const std::function<bool(const Quantities&)>& take) {
    Proposed out;
    std::array<Explored, 2> sides;
    try {
      for (size_t v = 0; v < 2; ++v) explore(*questions_[v], sides[v]);
      bool open = !sides[0].whole || !sides[1].whole || !sides[0].proper || !sides[1].proper;
      for (const Explored& s : sides)
        if (out.why.empty()) out.why = s.why;
      if (open && out.why.empty()) out.why = ReasonCode::ComesRound;
      bool refused = false;
      for (size_t v = 2; v-- > 0 && out.verdict != Proposed::Verdict::Found;) {
        if (!sides[1 - v].whole) continue;  // it might be reached there, too
        Term wanted = only(sides[v], sides[1 - v]);
        for (size_t n = 0; n < kProposals; ++n) {
          const Sat found = least(wanted);
          if (found == Sat::Unknown) {
            open = true;
            out.why = solver_.why();
          }
          if (found != Sat::Yes) break;
          out.values.push_back(values());
          refused = true;
          if (take(out.values.back())) {
            out.verdict = Proposed::Verdict::Found;
            break;
          }
          Term same = Terms::kTrue;
          for (size_t i = 0; i < lets_.size(); ++i)
            same = terms_.and_(same, terms_.eq(lets_[i], terms_.num(model_.ints[i])));
          wanted = terms_.and_(wanted, terms_.not_(same));
        }
      }
      if (out.verdict != Proposed::Verdict::Found)
        out.verdict = refused ? Proposed::Verdict::Refused
                      : open  ? Proposed::Verdict::Unknown
                              : Proposed::Verdict::Alike;
    } catch (const Unsupported& u) {
      out.why = u.form;
    } catch (const TooManyTerms&) {
      out.why = {ReasonCode::TooManyTerms, limits_.terms};
    }
    out.queries = solver_.queries();
    out.states = states_;
    out.units = solver_.units();
    return out;
  }

 private:
  using S = checker::State<Term>;

  Quantities values() const {
    Quantities out;
    const auto& lets = questions_[0]->which->situation.lets;
    for (size_t i = 0; i < lets.size(); ++i) out[lets[i].name] = model_.ints[i];
    return out;
  }

  /// Some values for which the condition holds, whose sum is the least there is as far as Z3 can
  /// say.
  Sat least(Term condition) {
    Model m;
    const Sat found = solver_.check({where_, condition}, &m);
    if (found != Sat::Yes) return found;
    if (!usable(m)) return Sat::Unknown;
    model_ = m;
    int64_t low = 0, high = sum_of(m);
    while (low < high) {
      const int64_t middle = low + (high - low) / 2;
      Model less;
      if (solver_.check({where_, condition, terms_.le(sum_, terms_.num(middle))}, &less) ==
              Sat::Yes &&
          usable(less)) {
        model_ = less;
        high = std::min(middle, sum_of(less));
      } else
        low = middle + 1;
    }
    return Sat::Yes;
  }

  static bool usable(const Model& m) {
    return m.exact && std::ranges::all_of(m.ints, [](int64_t v) {
             return v > -(INT64_C(1) << 40) && v < INT64_C(1) << 40;
           });
  }
  int64_t sum_of(const Model& m) { return Valuation(terms_, {}, m.ints).value(sum_); }

  /// An end of the one that the other does not reach.
  Term only(const Explored& here, const Explored& there) {
    Term any = Terms::kFalse;
    for (const EndOf& e : here.ends) {
      Term reached = Terms::kFalse;
      for (const EndOf& f : there.ends)
        if (e.words == f.words && reached != Terms::kTrue)
          reached = terms_.or_(reached, terms_.and_(f.guard, same(e, f)));
      any = terms_.or_(any, terms_.and_(e.guard, terms_.not_(reached)));
    }
    return any;
  }

  Term same(const EndOf& a, const EndOf& b) {
    Term all = Terms::kTrue;
    for (const auto& [key, cell] : a.cells) {
      const auto it = b.cells.find(key);
      all = terms_.and_(all, it == b.cells.end() ? nothing(cell) : same(cell, it->second));
      if (all == Terms::kFalse) return all;
    }
    for (const auto& [key, cell] : b.cells)
      if (!a.cells.contains(key)) all = terms_.and_(all, nothing(cell));
    return all;
  }
  Term nothing(const Cell& c) {
    if (c.type.kind == model::TypeKind::Set)
      return terms_.eq(domain_.size(c.term, 0), Terms::kZero);
    return terms_.eq(c.term,
                     c.type.kind == model::TypeKind::Bool
                         ? Terms::kFalse
                         : terms_.num(c.type.kind == model::TypeKind::Ref ? model::kNobody : 0));
  }
  Term same(const Cell& a, const Cell& b) {
    if (a.shown && b.shown) return terms_.truth(*a.shown == *b.shown);
    if (a.type.kind != model::TypeKind::Set) return terms_.eq(a.term, b.term);
    const size_t n = std::max(terms_.is_tuple(a.term) ? terms_.elements(a.term).size() : 0,
                              terms_.is_tuple(b.term) ? terms_.elements(b.term).size() : 0);
    return domain_.same_set(a.term, b.term, static_cast<int>(n));
  }

  EndOf told(EndTeller<Symbolic>& teller, const World& w, const S& s, Explored& out) {
    EndOf end;
    for (const Told<Term>& t : teller.tell(s)) {
      if (!t.value) {
        end.words += t.before + "\n";
        continue;
      }
      Cell c{t.type, *t.value, std::nullopt};
      int64_t known = 0;
      if (terms_.is_tuple(c.term)) {
        const std::vector<Term>& list = terms_.elements(c.term);
        bool constant = list.size() < 63;
        for (size_t i = 0; i < list.size() && constant; ++i) {
          constant = list[i] == Terms::kTrue || list[i] == Terms::kFalse;
          if (list[i] == Terms::kTrue) known |= INT64_C(1) << i;
        }
        if (constant && known == 0) continue;  // nothing is told of it
        if (constant) c.shown = w.show(t.type, known);
      } else if (domain_.known(c.term, known)) {
        c.shown = w.show(t.type, known);
      }
      // What stands for words or uses may have another number in the other version.
      const model::TypeKind kind = t.type.kind == model::TypeKind::Set ? t.type.elem : t.type.kind;
      const bool numbered = kind == model::TypeKind::Int || kind == model::TypeKind::Bool ||
                            (kind == model::TypeKind::Ref && t.type.id <= model::kCardSort);
      out.proper = out.proper && (c.shown || numbered);
      std::string key = t.before + "\n" + t.after;
      while (end.cells.contains(key)) key += "'";
      end.cells.emplace(std::move(key), std::move(c));
    }
    return end;
  }

  bool feasible(Term guard) {
    if (guard == Terms::kTrue || guard == Terms::kFalse) return guard == Terms::kTrue;
    if (const auto it = feasible_.find(guard); it != feasible_.end()) return it->second;
    for (Valuation& v : samples_) {
      try {
        if (v.value(where_) != 0 && v.value(guard) != 0) return feasible_[guard] = true;
      } catch (const Unsupported&) {
      }  // a number beyond 64 bits
    }
    Model m;
    const Sat found = solver_.check({where_, guard}, &m);
    if (found == Sat::Yes && usable(m))
      samples_.emplace_back(terms_, std::vector<int64_t>(), m.ints);
    return feasible_[guard] = found != Sat::No;
  }

  /// What the rules would have dealt with before is not the case where the situation begins.
  void can_begin(const Question& q, const Machine<Symbolic>& m, const S& first) {
    const model::Program& p = *q.program;
    const Pending begun = pending(q);
    const int top = first.top();
    const auto each = [&](ExprId set, const auto& use) {
      const int n = set == kNone ? 1 : q.world->universe(model::elem_type(p[set].type));
      for (int k = 0; k < n; ++k)
        where_ = terms_.and_(where_, terms_.not_(use(set == kNone ? -1 : k)));
    };
    for (const LimitId i : p.limits.ids()) {
      const model::Limit& l = p.limits[i];
      if (!begun.limits && l.always && l.repair != kNone)
        each(l.domain, [&](int k) {
          return m.evaluator().breaks(first, i, k, {top, nullptr, nullptr});
        });
    }
    for (const model::Ending& e : p.endings) {
      if (e.at_once ? begun.at_once : begun.judged) continue;
      each(e.domain, [&](int k) {
        std::array<Term, kTemps> t{};
        t[0] = terms_.num(k);
        const Ctx<Term> c{top, nullptr, t.data()};
        const Term met = m.evaluator().eval(first, e.when, c);
        return e.at_once && e.hold != kNone
                   ? terms_.and_(met, terms_.not_(m.evaluator().eval(first, e.hold, c)))
                   : met;
      });
    }
  }

  /// Every play, with the values for which it can be gone. States that are the same in all are one.
  void explore(const Question& q, Explored& out) {
    Machine<Symbolic> m(*q.world, domain_);
    m.until_depth = q.until_depth;
    m.until_idle = q.until_idle;
    S first = m.initial(lets_);
    for (ExprId e : q.which->situation.where) where_ = terms_.and_(where_, m.eval(first, e));
    can_begin(q, m, first);
    EndTeller<Symbolic> teller(q, m, domain_);
    struct Pending {
      Term guard = 0;
      std::vector<Begun> begun;
    };
    std::map<Place, Pending, Behind> pending(Behind{q.world.get()});
    std::map<Place, Term, Behind> seen(Behind{q.world.get()});
    std::map<std::pair<std::string, std::map<std::string, Term>>, size_t> number;
    const auto put = [&](S s, Term guard) {
      if (guard == Terms::kFalse) return;
      auto [it, fresh] = pending.try_emplace(Place{std::move(s.control), std::move(s.cells)});
      Pending& p = it->second;
      if (fresh) {
        p = {guard, std::move(s.begun)};
        return;
      }
      std::erase_if(p.begun, [&](const Begun& b) { return !base::contains(s.begun, b); });
      p.guard = terms_.or_(p.guard, guard);
    };
    put(std::move(first), Terms::kTrue);
    std::vector<Alt<Term>> alts;
    size_t steps = 0, states = 0;
    while (!pending.empty()) {
      auto node = pending.extract(pending.begin());
      Term guard = node.mapped().guard;
      S s{node.key().control, node.key().structure, std::move(node.mapped().begun)};
      if (++steps > limits_.steps) {
        out.why = {ReasonCode::TooManySteps, limits_.steps};
        return;
      }
      if (s.control.end != End::Running) {
        out.proper = out.proper && !s.control.cut && s.control.end != End::Bounded;
        EndOf end = told(teller, *q.world, s, out);
        std::map<std::string, Term> terms;
        for (const auto& [key, cell] : end.cells) terms.emplace(key, cell.term);
        const auto [it, fresh] = number.try_emplace({end.words, std::move(terms)}, out.ends.size());
        end.guard = guard;
        if (fresh)
          out.ends.push_back(std::move(end));
        else
          out.ends[it->second].guard = terms_.or_(out.ends[it->second].guard, guard);
        if (out.ends.size() > kEnds) {
          out.why = {ReasonCode::TooManyEnds, kEnds};
          return;
        }
        continue;
      }
      const Status status = m.step(s, alts);
      if (status == Status::Continue || status == Status::Done) {
        put(std::move(s), guard);
        continue;
      }
      if (solver_.queries() > limits_.queries) {
        out.why = {ReasonCode::TooManyQueries, limits_.queries};
        return;
      }
      if (status == Status::Choice) {
        if (++states > limits_.states) {
          out.why = {ReasonCode::TooManyStates, limits_.states};
          return;
        }
        ++states_;
        const auto [it, fresh] = seen.try_emplace(Place{s.control, s.cells}, guard);
        if (!fresh) {
          out.proper = false;  // it may have come round again
          guard = terms_.and_(guard, terms_.not_(it->second));
          if (!feasible(guard)) continue;
          it->second = terms_.or_(it->second, guard);
        }
      }
      const std::vector<Alt<Term>> list = alts;
      for (const Alt<Term>& a : list) {
        const Term both = terms_.and_(guard, a.guard);
        if (a.guard != Terms::kTrue && !feasible(both)) continue;
        S copy = s;
        m.take(copy, a);
        put(std::move(copy), both);
      }
    }
    out.whole = true;
  }

  std::array<const Question*, 2> questions_;
  const SolveLimits& limits_;
  Terms terms_;
  Symbolic domain_{terms_};
  Solver solver_;
  std::vector<Term> lets_;
  Term where_ = Terms::kTrue, sum_ = Terms::kZero;
  std::vector<Valuation> samples_;
  std::map<Term, bool> feasible_;
  Model model_;
  size_t states_ = 0;
};

}  // namespace

LeftOpen::LeftOpen(const model::Program& program, const Scene& scene,
                   const std::vector<Knob>& knobs, const std::set<std::string>& zones, bool given,
                   bool negative)
    : scene_(scene) {
  Element& root = scene_.document.root;
  const auto situation =
      std::ranges::find_if(root.children, [](const Element& e) { return e.name == "situation"; });
  if (situation == root.children.end()) return;
  std::vector<Element> lets;
  const auto quantity = [&](int64_t low, int64_t high) {
    Element let;
    let.name = "let";
    const std::string name = std::string(kPrefix) + std::to_string(++size_);
    let.attributes = {{"name", name, {}, {}}, {"type", "int", {}, {}}};
    if (low > INT64_MIN) let.attributes.push_back({"min", std::to_string(low), {}, {}});
    if (high < INT64_MAX && high >= 0)
      let.attributes.push_back({"max", std::to_string(high), {}, {}});
    lets.push_back(std::move(let));
    return name;
  };
  const auto attr = [&](SortId sort, const std::string& name) -> const model::AttrDef* {
    for (const model::AttrDef& a : program.attrs)
      if (a.sort == sort && a.name == name && a.type.kind == model::TypeKind::Int) return &a;
    return nullptr;
  };
  const auto visit = [&](const auto& self, Element& e, const std::string& zone) -> void {
    if (e.name == "frame" || e.name == "play" || e.name == "token") return;
    if (e.name == "cards" && zones.contains(zone))
      for (Element::Attribute& a : e.attributes)
        if (a.name == "n" && is_number(a.value)) a.value = quantity(0, 30);
    const bool thing = e.name == "card" || e.name == "player" || e.name == "situation";
    if (thing) {
      const SortId sort = e.name == "card"     ? model::kCardSort
                          : e.name == "player" ? model::kPlayerSort
                                               : kNone;
      const bool own =
          e.name == "card" && std::ranges::none_of(program.cards, [&](const model::CardDef& c) {
            return c.generic && c.name == e.get("is");
          });
      std::set<std::string> open;
      for (const Knob& k : knobs)
        if (k.sort == sort) open.insert(k.attr);
      // One that stands for any card has whatever printed numbers.
      if (given && e.name == "card" && !own)
        for (const model::AttrDef& a : program.attrs)
          if (a.sort == model::kCardSort && a.nature == model::Nature::Printed) open.insert(a.name);
      if (given) {
        for (const Element::Attribute& a : e.attributes)
          if (is_number(a.value)) open.insert(a.name);
        for (const Element& k : e.children)
          if (k.name == "set" && is_number(k.get("value"))) open.insert(k.get("attr"));
      }
      for (const std::string& name : open) {
        const model::AttrDef* d = attr(sort, name);
        if (d == nullptr || (own && d->nature == model::Nature::Printed)) continue;
        // A quantity of the ruling stays.
        bool taken = false;
        for (const Element::Attribute& a : e.attributes)
          taken = taken || (a.name == name && !is_number(a.value));
        for (const Element& k : e.children)
          taken = taken || (k.name == "set" && k.get("attr") == name && !is_number(k.get("value")));
        if (taken) continue;
        std::erase_if(e.attributes, [&](const Element::Attribute& a) { return a.name == name; });
        std::erase_if(e.children,
                      [&](const Element& k) { return k.name == "set" && k.get("attr") == name; });
        const std::string let =
            quantity(std::max({d->scope_lo, d->range_lo, negative ? INT64_MIN : int64_t{0}}),
                     std::min(d->scope_hi, d->range_hi));
        if (e.name == "situation") {
          e.attributes.push_back({name, let, {}, {}});
          continue;
        }
        Element set;
        set.name = "set";
        set.attributes = {{"attr", name, {}, {}}, {"value", let, {}, {}}};
        e.children.insert(e.children.begin(), std::move(set));
      }
    }
    for (Element& k : e.children) self(self, k, e.name == "zone" ? e.get("name") : "");
  };
  visit(visit, *situation, "");
  root.children.insert(situation, lets.begin(), lets.end());
}

Scene LeftOpen::with(const Quantities& values) const {
  Scene out = scene_;
  const auto fill = [&](const auto& self, Element& e) -> void {
    for (Element::Attribute& a : e.attributes)
      if (a.value.starts_with(kPrefix))
        if (const auto it = values.find(a.value); it != values.end())
          a.value = std::to_string(it->second);
    std::erase_if(e.children, [](const Element& k) {
      return k.name == "let" && k.get("name").starts_with(kPrefix);
    });
    for (Element& k : e.children) {
      // A quantity of the ruling itself has this one value.
      if (const auto it = values.find(k.get("name")); k.name == "let" && it != values.end()) {
        std::erase_if(k.attributes, [](const Element::Attribute& a) {
          return a.name == "min" || a.name == "max";
        });
        for (const char* bound : {"min", "max"})
          k.attributes.push_back({bound, std::to_string(it->second), {}, {}});
      }
      self(self, k);
    }
  };
  fill(fill, out.document.root);
  return out;
}

Proposed propose(const Question& before, const Question& after, const SolveLimits& limits,
                 const std::function<bool(const Quantities&)>& take) {
  return Parting(before, after, limits).run(take);
}

}  // namespace hanrei::errata
