#include "model/phrases/evaluate.h"

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <tuple>

#include "base/contains.h"
#include "base/json/make.h"
#include "base/stop.h"
#include "model/phrases/apply.h"
#include "model/phrases/only.h"
#include "model/phrases/template.h"

namespace hanrei::model::phrases {
namespace {

using base::Json;

/// What may be referred back to: sorts and names, in the order in which they were introduced.
using Referents = std::vector<std::pair<std::string, std::string>>;
using How = std::shared_ptr<const Used>;

/// One value of a phrase at its place.
struct Cell {
  Json value;
  std::vector<Lift> lifts;
  int referents = 0;
  How how;
};

/// The slots of a rule so far.
struct State {
  std::vector<std::pair<std::string_view, Json>> slots;
  std::vector<Lift> lifts;
  int referents = 0;
  std::vector<How> kids;
};

/// Where the slots of a rule lie: one way to lay it over its characters.
using Split = std::vector<std::pair<size_t, size_t>>;

template <class T>
class Interned {
 public:
  int of(const T& value) {
    const auto [it, fresh] = ids_.try_emplace(value, static_cast<int>(all_.size()));
    if (fresh) all_.push_back(&it->first);
    return it->second;
  }
  const T& operator[](int id) const { return *all_[static_cast<size_t>(id)]; }

 private:
  std::map<T, int> ids_;
  std::vector<const T*> all_;
};

class Evaluator {
 public:
  Evaluator(const Book& book, const Folded& text, const Chart& chart, const Json* card,
            const std::set<std::string>& waived)
      : book_(book), text_(text), chart_(chart), card_(card), waived_(waived) {
    if (const Json* name = card != nullptr ? card->find("card") : nullptr)
      card_name_ = printed_name(name->string);
    else
      card_name_ = printed_name("");
  }

  Values all() {
    Values out;
    Environment env = book_.env;
    std::ranges::sort(env);
    const Place whole = {book_.start, 0, text_.size(), environments_.of(env), referents_.of({})};
    std::set<std::string> seen;
    for (const Cell& c : cell(whole)) {
      if (!c.lifts.empty()) continue;  // a phrase lifted something that nobody took
      Json value = c.value;
      if (!value.is(Json::Kind::Array)) {
        Json list;
        list.kind = Json::Kind::Array;
        list.span = value.span;
        list.items.push_back(std::move(value));
        value = std::move(list);
      }
      value = with_short_names(plain(std::move(value)));
      if (seen.insert(compact(value)).second) out.list.push_back({std::move(value), c.how});
    }
    out.bounded = bounded_;
    return out;
  }

 private:
  struct Place {
    int sort;
    size_t begin, end;
    int environment, referents;
    auto operator<=>(const Place&) const = default;
  };

  bool spend(size_t work = 1) {
    base::heed_stop();
    work_ += work;
    if (work_ > kMostWork) bounded_ = Bounded::Work;
    return work_ <= kMostWork;
  }

  const std::vector<Cell>& cell(const Place& at) {
    const auto [it, fresh] = cells_.try_emplace(at);
    std::vector<Cell>& out = it->second;
    if (!fresh) return out;
    if (depth_ >= kDeepest) {
      bounded_ = Bounded::Depth;
      return out;
    }
    ++depth_;
    out = work_out(at);
    --depth_;
    return out;
  }

  std::vector<Cell> work_out(const Place& at) {
    std::vector<Cell> out;
    const Chart::Ends* ends = chart_.ends(at.sort, at.begin);
    const auto there = ends == nullptr ? Chart::Ends::const_iterator{} : ends->find(at.end);
    if (ends == nullptr || there == ends->end()) return out;
    if (book_.lexical[static_cast<size_t>(at.sort)]) lexical(at, out);
    std::set<std::string> seen;
    for (const int r : there->second) {
      const Rule& rule = book_.rules[static_cast<size_t>(r)];
      const Phrase& phrase = book_.phrases[static_cast<size_t>(rule.phrase)];
      if (!allowed(phrase, at.environment)) continue;
      const int below = environment_below(phrase, at.environment);
      for (const Split& split : splits(rule, at)) {
        for (const State& s : states(rule, split, below, at.referents)) {
          if (!spend()) return out;
          finish(rule, phrase, at, s, seen, out);
          if (out.size() >= kMostValues) {
            if (bounded_ == Bounded::No) bounded_ = Bounded::Values;
            return out;
          }
        }
      }
    }
    return out;
  }

  void lexical(const Place& at, std::vector<Cell>& out) {
    const Lexical& l = *book_.lexical[static_cast<size_t>(at.sort)];
    const bool number = l.kind != Lexical::Kind::Text;
    const std::string words = number ? utf8(text_.chars.substr(at.begin, at.end - at.begin))
                                     : text_.print(at.begin, at.end);
    Cell c;
    if (number) {
      c.value.kind = Json::Kind::Int;
      const bool minus = words.starts_with('-');
      for (const char d : words)
        if (d >= '0' && d <= '9') c.value.integer = c.value.integer * 10 + (d - '0');
      if (minus) c.value.integer = -c.value.integer;
    } else {
      c.value = printed_name(words);
    }
    c.value.span = words_span(at.begin, at.end);
    c.referents = at.referents;
    c.how = std::make_shared<Used>(Used{at.sort, -1, at.begin, at.end, {}, {}});
    out.push_back(std::move(c));
  }

  /// May the phrase be used there? Before its slots are known (`with` is null), what hangs on one
  /// of them may.
  bool allowed(const Phrase& p, int environment, const Filling* with = nullptr) const {
    return std::ranges::all_of(p.only, [&](const Only& o) {
      return waived_.contains(o.name) || holds(o, environment, with);
    });
  }

  bool holds(const Only& o, int environment, const Filling* with) const {
    return met(o, environments_[environment], card_, with);
  }

  /// What was waived of the phrase and does not hold.
  std::vector<Unmet> unmet(const Phrase& p, int environment, const Filling& with) const {
    std::vector<Unmet> out;
    for (const Only& o : p.only) {
      if (!waived_.contains(o.name) || holds(o, environment, &with)) continue;
      Unmet u;
      u.name = o.name;
      for (const Json& v : o.values)
        if (auto wanted = filled(v, with)) u.wanted.push_back(plain(std::move(*wanted)));
      u.seen = told(o.name, environments_[environment], card_);
      out.push_back(std::move(u));
    }
    return out;
  }

  int environment_below(const Phrase& p, int environment) {
    if (p.env.empty()) return environment;
    return environments_.of(below(p, environments_[environment]));
  }

  std::vector<Split> splits(const Rule& rule, const Place& at) {
    std::vector<Split> out;
    Split now;
    const std::function<void(size_t, size_t)> from = [&](size_t k, size_t p) {
      if (out.size() >= kMostSplits) {
        bounded_ = Bounded::Work;
        return;
      }
      if (!spend()) return;
      if (k == rule.elements.size()) {
        if (p == at.end) out.push_back(now);
        return;
      }
      const Element& e = rule.elements[k];
      switch (e.kind) {
        case Element::Kind::Literal:
          if (p + e.words.size() <= at.end && stands(book_, text_, e.words, p))
            from(k + 1, p + e.words.size());
          return;
        case Element::Kind::Boundary:
          if (text_.boundary[p]) from(k + 1, p);
          return;
        case Element::Kind::Slot:
          if (const Chart::Ends* ends = chart_.ends(e.sort, p))
            for (const auto& [end, rules] : *ends) {
              if (end > at.end) break;
              now.emplace_back(p, end);
              from(k + 1, end);
              now.pop_back();
            }
          return;
      }
    };
    from(0, at.begin);
    return out;
  }

  /// The slots with their values, from left to right: referents flow on.
  std::vector<State> states(const Rule& rule, const Split& split, int environment, int referents) {
    std::vector<State> now = {{{}, {}, referents, {}}};
    size_t k = 0;
    for (const Element& e : rule.elements) {
      if (e.kind != Element::Kind::Slot) continue;
      const auto [begin, end] = split[k++];
      std::vector<State> next;
      for (const State& s : now)
        for (const Cell& c : cell({e.sort, begin, end, environment, s.referents})) {
          if (next.size() >= kMostValues) {
            if (bounded_ == Bounded::No) bounded_ = Bounded::Values;
            break;
          }
          if (!spend()) return {};
          State t = s;
          t.slots.emplace_back(e.slot, c.value);
          t.lifts.insert(t.lifts.end(), c.lifts.begin(), c.lifts.end());
          t.referents = c.referents;
          t.kids.push_back(c.how);
          next.push_back(std::move(t));
        }
      now = std::move(next);
    }
    return now;
  }

  void finish(const Rule& rule, const Phrase& phrase, const Place& at, const State& s,
              std::set<std::string>& seen, std::vector<Cell>& out) {
    if (phrase.refers.empty()) return finish(rule, phrase, at, s, nullptr, seen, out);
    std::vector<std::string> found;
    for (const auto& [sort, name] : referents_[s.referents])
      if (sort == phrase.refers) {
        std::erase(found, name);
        found.push_back(name);
      }
    if (phrase.nearest && found.size() > 1) found.erase(found.begin(), found.end() - 1);
    for (const std::string& name : found) finish(rule, phrase, at, s, &name, seen, out);
  }

  void finish(const Rule& rule, const Phrase& phrase, const Place& at, const State& s,
              const std::string* referent, std::set<std::string>& seen, std::vector<Cell>& out) {
    Application said({&environments_[at.environment], &s.lifts, card_, &card_name_,
                      "_" + std::to_string(rule.phrase) + "_" + std::to_string(at.begin) + "_" +
                          std::to_string(at.end),
                      words_span(at.begin, at.end)});
    for (const auto& [key, value] : s.slots) said.slot(key, value);
    if (referent != nullptr) said.refer(*referent);
    const Filling& with = said.filling();
    if (!allowed(phrase, at.environment, &with)) return;
    Cell c;
    auto value = said.value(rule, phrase.is);
    if (!value) return;
    c.value = std::move(*value);
    auto own = said.lifted(phrase.lifts);
    if (!own) return;
    const auto introduced = said.introduced(phrase.introduces);
    if (!introduced) return;
    Referents referents = referents_[s.referents];
    referents.insert(referents.end(), introduced->begin(), introduced->end());
    c.lifts = said.left();
    c.lifts.insert(c.lifts.end(), own->begin(), own->end());
    c.referents = referents_.of(referents);
    std::string key = compact(c.value) + "\n" + std::to_string(c.referents);
    for (const Lift& l : c.lifts) key += "\n" + l.kind + compact(l.item);
    if (!spend(key.size() / 256) || !seen.insert(std::move(key)).second) return;
    const int id = static_cast<int>(&rule - book_.rules.data());
    c.how = std::make_shared<Used>(
        Used{at.sort, id, at.begin, at.end, s.kids, unmet(phrase, at.environment, with)});
    out.push_back(std::move(c));
  }

  const Book& book_;
  const Folded& text_;
  const Chart& chart_;
  const Json* card_;
  const std::set<std::string>& waived_;
  Json card_name_;
  Interned<Environment> environments_;
  Interned<Referents> referents_;
  std::map<Place, std::vector<Cell>> cells_;
  Bounded bounded_ = Bounded::No;
  size_t work_ = 0;
  int depth_ = 0;
};

}  // namespace

Values evaluate(const Book& book, const Folded& text, const Chart& chart, const Json* card,
                const std::set<std::string>& waived) {
  return Evaluator(book, text, chart, card, waived).all();
}

}  // namespace hanrei::model::phrases
