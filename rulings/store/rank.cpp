#include "rulings/store/rank.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace hanrei::rulings::store {
namespace {

using search::Clue;
using search::Name;
using search::Unit;

constexpr double kSaturation = 1.2;  // k1 of BM25
constexpr double kOtherName = 0.7;   // of a word that stands for one that rulings have
constexpr double kMostLength = 3;    // a long word says more than a short one, up to this
constexpr double kClauses = 0.5;     // what the clauses say that a ruling cites

double saturated(double says) { return says * (kSaturation + 1) / (says + kSaturation); }

double rarity_of(double all, double having) {
  return std::log(1 + std::max(0.0, all - having + 0.5) / (having + 0.5));
}

/// What both have, saying as much as the one that says less.
Postings both(const Postings& a, const Postings& b) {
  Postings out;
  for (auto x = a.begin(), y = b.begin(); x != a.end() && y != b.end();) {
    if (x->document < y->document)
      ++x;
    else if (y->document < x->document)
      ++y;
    else {
      out.push_back({x->document, std::min(x->says, y->says)});
      ++x;
      ++y;
    }
  }
  return out;
}

/// What one has, saying as much as the one that says more; without those of `but`.
Postings either(const Postings& a, const Postings& b, const Postings& but) {
  Postings out;
  auto x = a.begin(), y = b.begin(), z = but.begin();
  while (x != a.end() || y != b.end()) {
    Posting p;
    if (y == b.end() || (x != a.end() && x->document < y->document))
      p = *x++;
    else if (x == a.end() || y->document < x->document)
      p = *y++;
    else {
      p = {x->document, std::max(x->says, y->says)};
      ++x;
      ++y;
    }
    while (z != but.end() && z->document < p.document) ++z;
    if (z == but.end() || z->document != p.document) out.push_back(p);
  }
  return out;
}

}  // namespace

Ranking::Ranking(Index& index, const std::vector<bool>& searched)
    : index_(index), searched_(searched) {
  for (std::size_t d = 0; d < searched.size(); ++d)
    if (searched[d]) ++(index.documents()[d].clause ? clauses_ : rulings_);
}

const Postings& Ranking::postings(const std::string& term, bool open) {
  const auto [at, fresh] = known_.try_emplace({term, open});
  if (fresh) {
    at->second = index_.postings(term, open);
    std::erase_if(at->second, [&](const Posting& p) { return !searched_[p.document]; });
  }
  return at->second;
}

Postings Ranking::with_all(const std::vector<std::string>& terms) {
  Postings out;
  for (std::size_t i = 0; i < terms.size(); ++i) {
    const Postings& one = postings(terms[i], false);
    out = i == 0 ? one : both(out, one);
    if (out.empty()) break;
  }
  return out;
}

double Ranking::rarity(const Postings& list, bool clause, const Postings* also, double part) const {
  const auto count = [&](const Postings& l) {
    return static_cast<double>(std::count_if(l.begin(), l.end(), [&](const Posting& p) {
      return index_.documents()[p.document].clause == clause;
    }));
  };
  return rarity_of(static_cast<double>(clause ? clauses_ : rulings_),
                   count(list) + (also == nullptr ? 0 : part * count(*also)));
}

void Ranking::add(const Postings& list, double weight, double rarity_ruling, double rarity_clause) {
  for (const Posting& p : list)
    score_[p.document] += weight *
                          (index_.documents()[p.document].clause ? rarity_clause : rarity_ruling) *
                          saturated(p.says);
}

void Ranking::cover(const Postings& list, double weight) {
  for (const Posting& p : list) share_[p.document] += weight;
}

void Ranking::word(const Unit& unit) {
  const Postings own = with_all(unit.names.front().terms);
  Postings other;
  for (std::size_t i = 1; i < unit.names.size(); ++i)
    other = either(other, with_all(unit.names[i].terms), own);
  const double part = own.empty() ? 1 : kOtherName;
  const double length =
      std::clamp(static_cast<double>(unit.names.front().terms.size()), 1.0, kMostLength);
  const double ruling = rarity(own, false, &other, part), clause = rarity(own, true, &other, part);
  add(own, length, ruling, clause);
  add(other, length * part, ruling, clause);
  cover(own, length * ruling);
  cover(other, length * ruling);
  asked_ += length * ruling;
}

void Ranking::piece(const Unit& unit) {
  double weight = 0;
  std::optional<Postings> whole;
  for (const Clue& c : unit.clues) {
    const Postings& list = postings(c.term, c.open);
    const double ruling = rarity(list, false);
    add(list, c.says, ruling, rarity(list, true));
    if (!c.part || unit.typed.empty()) continue;
    weight += c.says * ruling;
    whole = whole ? both(*whole, list) : list;
  }
  if (!whole || whole->empty()) return;
  cover(*whole, weight);
  asked_ += weight;
}

bool Ranking::found(const Unit& unit) {
  const auto ruling = [&](const Postings& list) {
    return std::any_of(list.begin(), list.end(),
                       [&](const Posting& p) { return !index_.documents()[p.document].clause; });
  };
  if (!unit.names.empty())
    return std::any_of(unit.names.begin(), unit.names.end(),
                       [&](const Name& n) { return ruling(with_all(n.terms)); });
  Postings whole;
  bool first = true;
  for (const Clue& c : unit.clues) {
    if (!c.part) continue;
    whole = first ? postings(c.term, c.open) : both(whole, postings(c.term, c.open));
    first = false;
  }
  return ruling(whole);
}

std::vector<Ranked> Ranking::rank(std::vector<Unit>& units, const Meant& meant) {
  score_.assign(searched_.size(), 0);
  share_.assign(searched_.size(), 0);
  asked_ = 0;
  for (Unit& unit : units) {
    if (!unit.typed.empty() && !found(unit)) {
      unit.meant = meant(unit.typed);
      for (const std::string& word : unit.meant) unit.names.push_back(search::name_of(word));
      if (!found(unit)) missing_.push_back(unit.typed);
    }
    if (!unit.clues.empty()) piece(unit);
    if (!unit.names.empty()) word(unit);
  }
  std::vector<double> by_number;  // what a clause scored, by its number
  for (std::size_t d = 0; d < searched_.size(); ++d) {
    const Index::Document& doc = index_.documents()[d];
    if (!doc.clause || !searched_[d] || score_[d] <= 0) continue;
    const auto number = static_cast<std::size_t>(doc.of);
    if (number >= by_number.size()) by_number.resize(number + 1);
    by_number[number] = score_[d];
  }
  std::vector<Ranked> out;
  for (std::size_t d = 0; d < searched_.size(); ++d) {
    const Index::Document& doc = index_.documents()[d];
    if (doc.clause || !searched_[d]) continue;
    double cited = 0;
    const auto cites = index_.cites(doc);
    for (const std::uint32_t c : cites)
      if (c < by_number.size()) cited += by_number[c];
    if (!cites.empty()) cited *= kClauses / static_cast<double>(cites.size());
    if (score_[d] + cited > 0)
      out.push_back(
          {static_cast<std::uint32_t>(d), score_[d] + cited, asked_ > 0 ? share_[d] / asked_ : 0});
  }
  return out;
}

}  // namespace hanrei::rulings::store
