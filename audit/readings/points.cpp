#include "audit/readings/points.h"

#include <algorithm>
#include <numeric>
#include <set>

namespace hanrei::audit::readings {
namespace {

using Kind = Answered::Kind;

std::string text_of(const Ending& e) {
  std::string out = std::to_string(e.end) + " " + std::to_string(e.result);
  for (const auto* list : {&e.looked_at, &e.cards})
    for (const std::string& s : *list) out += "\n" + s;
  return out;
}

/// The fewest moves to an outcome that only one of the two has.
std::optional<size_t> apart(const Answered& a, const Answered& b) {
  std::optional<size_t> out;
  if (!a.enumerated || !b.enumerated) return out;
  std::map<std::string, int> in;
  for (const Ending& e : a.endings) in[text_of(e)] |= 1;
  for (const Ending& e : b.endings) in[text_of(e)] |= 2;
  for (const auto* list : {&a.endings, &b.endings})
    for (const Ending& e : *list)
      if (in[text_of(e)] != 3 && (!out || e.moves < *out)) out = e.moves;
  return out;
}

Says as_claimed(const Case& q, const Answered& a) {
  if (a.kind == Kind::Undecided) return Says::Unknown;
  if (a.kind == Kind::CannotBe) return Says::No;
  Says out = Says::Unknown;
  for (size_t c = 0; c < a.claims.size(); ++c) {
    if (q.kinds[c] == rulings::ClaimKind::Undetermined) continue;
    if (a.claims[c] == Standing::Contradicted || a.claims[c] == Standing::Vacuous) return Says::No;
    if (a.claims[c] != Standing::Confirmed) return Says::Unknown;
    out = Says::Yes;
  }
  return out;
}

class Finder {
 public:
  Finder(const Survey& survey, unsigned units)
      : s_(survey),
        law_(survey.readings, survey.precedents, units),
        unread_(std::ranges::any_of(survey.precedents, &Precedent::unread)) {}

  Findings find(const std::set<size_t>& only) {
    Findings out;
    std::vector<size_t> all(s_.precedents.size());
    std::iota(all.begin(), all.end(), size_t{0});
    out.clashes = law_.clashes(all, {}, kMostSets);
    // What clashes says nothing until it is settled: the rest counts.
    std::set<size_t> out_of_it;
    for (const auto& set : out.clashes.sets) out_of_it.insert(set.begin(), set.end());
    for (size_t p : all)
      if (!out_of_it.contains(p)) counted_.push_back(p);
    while (!out.clashes.all) {
      const Sets more = law_.clashes(counted_, {}, 1);
      if (more.sets.empty()) break;
      for (size_t p : more.sets.front()) std::erase(counted_, p);
    }
    out.counted = counted_;
    for (size_t r = 0; r < s_.readings.size(); ++r)
      if (only.empty() || only.contains(r)) out.points.push_back(point(r));
    out.queries = law_.queries();
    return out;
  }

 private:
  Point point(size_t r) {
    Point out;
    out.reading = r;
    const size_t n = s_.readings[r].options;
    size_t yes = 0, no = 0;
    for (uint8_t o = 0; o < n; ++o) {
      // what rules it out may clash with one that was not examined, and then does not count
      out.consistent.push_back(unread_ ? Says::Unknown : law_.consistent(counted_, {{r, o}}));
      yes += out.consistent.back() == Says::Yes ? 1 : 0;
      no += out.consistent.back() == Says::No ? 1 : 0;
      out.against.push_back(
          out.consistent.back() == Says::No ? law_.clashes(counted_, {{r, o}}, kMostSets) : Sets{});
    }
    for (size_t q = 0; q < s_.questions.size(); ++q) look(q, out);
    std::ranges::stable_sort(out.rows, [&](const Row& a, const Row& b) {
      return std::pair(!a.settles, a.moves.value_or(SIZE_MAX)) <
             std::pair(!b.settles, b.moves.value_or(SIZE_MAX));
    });
    if (out.rows.empty() || !out.rows[0].settles) out.together = together(out, n - no);
    if (no + 1 == n && yes == 1)
      out.state = State::Fixed;
    else if (yes < 2)
      out.state = State::Undecided;
    else if (!out.rows.empty())
      out.state = State::Open;
    else
      out.state =
          out.undecided.empty() && s_.unreached.empty() ? State::Untested : State::Undecided;
    return out;
  }

  /// The fewest rows that together tell all options that are left apart; of as many, the first in
  /// their order.
  static std::vector<size_t> together(const Point& p, size_t left) {
    constexpr size_t kMostKinds = 40, kMostTogether = 4;
    std::vector<size_t> kinds;  // rows that tell other options apart than those before
    for (size_t i = 0; i < p.rows.size(); ++i)
      if (std::ranges::none_of(kinds, [&](size_t k) { return p.rows[k].apart == p.rows[i].apart; }))
        kinds.push_back(i);
    if (kinds.size() > kMostKinds) kinds.resize(kMostKinds);
    for (size_t size = 2; size <= kinds.size() && size < left && size <= kMostTogether; ++size) {
      std::vector<bool> taken(kinds.size());
      std::fill(taken.begin(), taken.begin() + static_cast<std::ptrdiff_t>(size), true);
      do {
        std::set<std::pair<uint8_t, uint8_t>> all;
        std::vector<size_t> rows;
        for (size_t i = 0; i < kinds.size(); ++i)
          if (taken[i]) {
            rows.push_back(kinds[i]);
            all.insert(p.rows[kinds[i]].apart.begin(), p.rows[kinds[i]].apart.end());
          }
        if (all.size() == left * (left - 1) / 2) return rows;
      } while (std::prev_permutation(taken.begin(), taken.end()));
    }
    return {};
  }

  /// Finds the first choice of the other readings under which options that are left have different
  /// answers.
  void look(size_t index, Point& out) {
    const Case& q = s_.questions[index];
    const auto here = std::ranges::lower_bound(q.slice, out.reading);
    if (here == q.slice.end() || *here != out.reading) return;
    ++out.looked_at;
    const size_t i = here - q.slice.begin();
    const size_t n = s_.readings[out.reading].options;
    struct Around {
      size_t moved;
      Vector vector;
    };
    std::vector<Around> arounds;
    for (const auto& [vector, id] : q.at) {
      Vector v = vector;
      v[i] = 0;
      size_t moved = 0;
      for (size_t k = 0; k < v.size(); ++k) moved += k != i && v[k] != q.base[k] ? 1 : 0;
      if (std::ranges::none_of(arounds, [&](const Around& a) { return a.vector == v; }))
        arounds.push_back({moved, v});
    }
    std::ranges::stable_sort(arounds, [](const Around& a, const Around& b) {
      return std::pair(a.moved, a.vector) < std::pair(b.moved, b.vector);
    });
    bool unknown = false;
    for (const Around& a : arounds) {
      Row row;
      row.question = index;
      std::vector<size_t> left;
      std::vector<uint8_t> option;  // of each of them
      for (uint8_t o = 0; o < n; ++o) {
        Vector v = a.vector;
        v[i] = o;
        const auto it = q.at.find(v);
        row.answers.push_back(it == q.at.end() ? std::nullopt : std::optional(it->second));
        if (it == q.at.end()) {
          row.as_claimed.push_back(Says::Unknown);
          continue;
        }
        row.as_claimed.push_back(as_claimed(q, q.answers[it->second]));
        if (possible(q, v)) {
          left.push_back(it->second);
          option.push_back(o);
        }
      }
      bool differ = false, alike = false;
      for (size_t x = 0; x < left.size(); ++x)
        for (size_t y = 0; y < x; ++y) {
          const Answered& one = q.answers[left[x]];
          const Answered& other = q.answers[left[y]];
          const Compared c = left[x] == left[y] && one.kind != Kind::Undecided
                                 ? compare(one, one)
                                 : compare(one, other);
          unknown = unknown || c == Compared::Unknown;
          alike = alike || c != Compared::Differ;
          if (c != Compared::Differ) continue;
          differ = true;
          row.apart.insert({option[y], option[x]});
          const auto moves = apart(one, other);
          if (moves && (!row.moves || *moves < *row.moves)) row.moves = moves;
        }
      if (!differ) continue;
      row.settles = !alike && left.size() == n - static_cast<size_t>(
                                                     std::ranges::count(out.consistent, Says::No));
      for (size_t k = 0; k < q.slice.size(); ++k)
        if (k != i && a.vector[k] != q.base[k]) row.others.emplace_back(q.slice[k], a.vector[k]);
      out.rows.push_back(std::move(row));
      return;
    }
    if (unknown)
      out.undecided.push_back(index);
    else if (q.whole)
      ++out.same;
    else
      ++out.in_part;
  }

  /// Is a vector of a question's slice left by the rulings that count?
  bool possible(const Case& q, const Vector& v) {
    if (counted_.empty()) return true;
    Conditions conditions;
    for (size_t k = 0; k < v.size(); ++k)
      if (bound(q.slice[k])) conditions.push_back({q.slice[k], v[k]});
    std::vector<std::pair<size_t, uint8_t>> key;
    for (const Condition& c : conditions) key.emplace_back(c.reading, c.option);
    const auto [it, fresh] = left_.try_emplace(std::move(key), true);
    if (fresh) it->second = law_.consistent(counted_, conditions) != Says::No;
    return it->second;
  }

  /// Does some precedent that counts speak of the reading?
  bool bound(size_t reading) {
    if (bound_.empty()) {
      bound_.assign(s_.readings.size(), false);
      for (size_t p : counted_)
        for (const Agrees& a : s_.precedents[p].cases)
          for (size_t r : a.slice) bound_[r] = true;
    }
    return bound_[reading];
  }

  const Survey& s_;
  Law law_;
  const bool unread_;  ///< a ruling in force was not examined
  std::vector<size_t> counted_;
  std::vector<bool> bound_;
  std::map<std::vector<std::pair<size_t, uint8_t>>, bool> left_;
};

}  // namespace

Findings points(const Survey& survey, unsigned units, const std::set<size_t>& only) {
  return Finder(survey, units).find(only);
}

Adopted adopt(const Survey& survey, const std::vector<std::pair<size_t, uint8_t>>& options,
              unsigned units, size_t& queries) {
  Adopted out;
  Law law(survey.readings, survey.precedents, units);
  Conditions conditions;
  for (const auto& [r, o] : options) conditions.push_back({r, o});
  out.overturned = law.overturned(conditions, kMostSets);
  std::set<size_t> falls;
  for (const auto& set : out.overturned.sets) falls.insert(set.begin(), set.end());
  for (size_t p = 0; p < survey.precedents.size(); ++p) {
    if (!falls.contains(p) && law.consistent({p}, conditions) != Says::Yes)
      out.may_fall.push_back(p);
    for (const auto& [r, o] : survey.presumed[p])
      if (std::ranges::any_of(options, [reading = r, option = o](const auto& a) {
            return a.first == reading && a.second != option;
          })) {
        out.premise_lost.push_back(p);
        break;
      }
  }
  for (size_t i = 0; i < survey.questions.size(); ++i) {
    const Case& q = survey.questions[i];
    Vector v = q.base;
    for (const auto& [r, o] : options) {
      const auto it = std::ranges::lower_bound(q.slice, r);
      if (it != q.slice.end() && *it == r) v[it - q.slice.begin()] = o;
    }
    if (v == q.base) continue;
    const auto there = q.at.find(v);
    const Compared c = there == q.at.end()
                           ? Compared::Unknown
                           : compare(q.answers[q.at.at(q.base)], q.answers[there->second]);
    if (c == Compared::Differ) out.changed.push_back(i);
    if (c == Compared::Unknown) out.undecided.push_back(i);
  }
  queries += law.queries();
  return out;
}

}  // namespace hanrei::audit::readings
