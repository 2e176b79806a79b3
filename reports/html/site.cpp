#include "reports/html/site.h"

#include <algorithm>

#include "base/text/sha256.h"
#include "reports/html/html.h"
#include "rulings/search/query.h"

namespace hanrei::reports::html {

using base::Lang;

std::string Names::name(const std::string& prefix, const std::string& wanted,
                        const std::string& end) {
  constexpr std::size_t kLongest = 60, kDigits = 16;
  const auto plain = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' ||
           c == '_' || c == '-';
  };
  const bool as_it_is = !wanted.empty() && wanted.size() <= kLongest && wanted.front() != '.' &&
                        wanted.back() != '.' && std::ranges::all_of(wanted, plain);
  std::string out = prefix + (as_it_is ? wanted : "-" + base::sha256(wanted).substr(0, kDigits)),
              low = out;
  std::ranges::transform(low, low.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
  });
  if (const int before = taken_[low]++; before > 0) out += "~" + std::to_string(before);
  return out + end;
}

std::vector<const rulings::ClauseRecord*> clauses_in_order(const Game& game) {
  std::vector<const rulings::ClauseRecord*> out;
  std::map<std::string, std::size_t> at;
  for (const rulings::ClauseRecord& c : game.records.clauses) {
    const auto [known, fresh] = at.try_emplace(c.id, out.size());
    if (fresh)
      out.push_back(&c);
    else
      out[known->second] = &c;
  }
  return out;
}

Place::Place(const Game& its, std::string where) : game(its), folder(std::move(where)) {
  Names names;
  for (const rulings::ClauseRecord* c : clauses_in_order(game)) {
    clauses[c->id] = names.name("c-", c->id, ".html");
    clause[c->id] = c;
  }
  for (const rulings::CardRecord& c : game.records.cards) {
    if (card.contains(c.name)) continue;
    cards[c.name] = names.name("k-", c.name, ".html");
    card[c.name] = &c;
  }
  for (const Reading& r : game.readings) reading[r.name] = &r;
  for (const Ruling& r : game.rulings) {
    const rulings::RulingRecord& record = r.record;
    if (ruling.contains(record.id)) continue;
    rulings[record.id] = names.name("r-", record.id, ".html");
    ruling[record.id] = &r;
    for (const std::string& c : record.cites) citing[c].push_back(&r);
    for (const std::string& c : record.cards) having[c].push_back(&r);
    for (const auto& [name, option] : record.presumes) presuming[name].push_back(&r);
    for (const auto& [how, list] : {std::pair{"supersedes", &record.supersedes},
                                    {"narrows", &record.narrows},
                                    {"follows", &record.follows},
                                    {"distinguishes", &record.distinguishes}})
      for (const std::string& other : *list) named_by[other].emplace_back(how, record.id);
  }
}

bool out_of_force(const rulings::RulingRecord& r) {
  return r.status == "withdrawn" || std::ranges::any_of(r.marks, [](const auto& m) {
           return m[0] == "superseded" || m[0] == "withdrawn";
         });
}

std::string standing(const rulings::RulingRecord& r, Lang lang) {
  std::string out = rulings::search::status_text(r.status, lang) + " · ";
  out += r.cases.empty()     ? std::string(word(Word::NoSituation, lang))
         : r.verdict.empty() ? std::string(word(Word::NotExamined, lang))
                             : rulings::search::verdict_text(r.verdict, lang);
  for (const auto& mark : r.marks)
    if (mark[0] == "superseded" || mark[0] == "withdrawn" || mark[0] == "premise lost")
      if (mark[0] != r.status) out += " · " + rulings::search::mark_text(mark[0], lang);
  for (const std::string* more : {&r.issued, &r.authority})
    if (!more->empty()) out += " · " + *more;
  return out;
}

}  // namespace hanrei::reports::html
