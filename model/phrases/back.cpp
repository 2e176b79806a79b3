#include "model/phrases/back.h"

#include <algorithm>
#include <map>
#include <queue>
#include <set>
#include <tuple>

#include "base/contains.h"
#include "base/json/make.h"
#include "base/stop.h"
#include "base/text/unicode.h"
#include "model/phrases/apply.h"
#include "model/phrases/only.h"
#include "model/phrases/target.h"
#include "model/phrases/template.h"

namespace hanrei::model::phrases {
namespace {

using base::Json;
using How = std::shared_ptr<const Used>;

constexpr int kNameDepth = 2;  // phrases around a name
constexpr size_t kAlike = 3;   // wordings of one part that are kept

/// A part of the target in words.
struct Part {
  Json value;
  std::vector<Lift> lifts;
  std::string words;
  // Sorts and names that it speaks of and does not introduce before, and those that it introduces.
  std::set<std::pair<std::string, std::string>> open, known;
  How how;
  std::vector<int> phrases;  // from the top, as they stand in the book
};

/// What is looked for: something of a sort, in an environment.
using Place = std::pair<int, int>;

/// A rule in an environment, with its fresh names settled.
struct Use {
  const Rule* rule = nullptr;
  const Phrase* phrase = nullptr;
  Place place;
  int below = 0;
  Json is;
  std::vector<Lift> lifts;
  std::vector<std::pair<std::string, Json>> introduces;
  std::vector<std::pair<std::string, Place>> slots;
};

void fresh_names(const Json& t, std::set<std::string>& out) {
  each_reference(t, [&](const Reference& r) {
    if (r.kind == Reference::Kind::Fresh) out.emplace(r.head());
  });
}

/// The template with names of the target instead of its own.
Json settled(Json t, const std::map<std::string, std::string>& names) {
  if (t.is(Json::Kind::String)) {
    std::string out;
    size_t at = 0;
    for (const Reference& r : references(t.string)) {
      if (r.kind != Reference::Kind::Fresh) continue;
      out += t.string.substr(at, r.begin - at) + names.at(std::string(r.head())) +
             std::string(r.name.substr(r.head().size()));
      at = r.end;
    }
    t.string = out + t.string.substr(at);
  }
  for (Json& item : t.items) item = settled(std::move(item), names);
  for (base::Member& m : t.members) m.value = settled(std::move(m.value), names);
  return t;
}

/// Finds the parts of a target that phrases say, the shortest first, and puts them together.
class Search {
 public:
  Search(const Book& book, const Json& provisions, const Json* card,
         const std::function<std::string(const Json&)>& says,
         const std::function<bool(const Wording&)>& accepts)
      : book_(book), card_(card), says_(says), accepts_(accepts), target_(provisions, card) {
    wanted_ = says_(provisions);
    card_name_ =
        printed_name(card != nullptr && card->find("card") != nullptr ? card->find("card")->string
                                                                      : std::string());
  }

  Printed first() {
    Environment env = book_.env;
    std::ranges::sort(env);
    top_ = {book_.start, environment(env)};
    look_for(top_);
    while (!open_.empty() && !out_.bounded && !out_.house && out_.refused.size() < kMostRefused) {
      base::heed_stop();
      Open next = open_.top();
      open_.pop();
      found(next.place, std::move(next.part));
    }
    if (out_.house) out_.bounded = false;
    return std::move(out_);
  }

 private:
  int environment(const Environment& env) {
    const auto [it, fresh] = ids_.try_emplace(env, static_cast<int>(environments_.size()));
    if (fresh) environments_.push_back(env);
    return it->second;
  }

  // ---- what may be said at all ----------------------------------------------------------------

  void look_for(Place place) {
    if (!looked_for_.insert(place).second) return;
    const auto sort = static_cast<size_t>(place.first);
    if (book_.lexical[sort]) characters(place, *book_.lexical[sort]);
    for (const int r : book_.rules_of[sort]) {
      const Rule& rule = book_.rules[static_cast<size_t>(r)];
      if (rule.house) uses_of(rule, place);
    }
  }

  void characters(Place place, const Lexical& l) {
    const auto offer = [&](Json value, std::string words) {
      Part part;
      part.value = std::move(value);
      part.words = std::move(words);
      part.how = std::make_shared<Used>(Used{place.first, -1, 0, 0, {}, {}});
      push(place, std::move(part));
    };
    if (l.kind == Lexical::Kind::Text) {
      for (const std::string& name : target_.names()) {
        const std::u32string folded = fold_words(name, book_.folding);
        const bool other = folded.empty() || folded.size() > l.most ||
                           folded.find_first_of(l.without) != std::u32string::npos;
        if (!other) offer(printed_name(name), name);
      }
      return;
    }
    for (const int64_t n : target_.numbers()) {
      Json value;
      value.kind = Json::Kind::Int;
      for (const int64_t sign : {1, -1}) {
        if (sign < 0 && l.kind == Lexical::Kind::Digits) continue;
        value.integer = sign * n;
        const std::string shown = l.kind == Lexical::Kind::Digits ? "" : sign < 0 ? "-" : "+";
        offer(value, shown + std::to_string(n));
      }
    }
  }

  /// The rule there, once for each way to name what it names, where the target has its words.
  void uses_of(const Rule& rule, Place place) {
    const Phrase& phrase = book_.phrases[static_cast<size_t>(rule.phrase)];
    const Environment& env = environments_[static_cast<size_t>(place.second)];
    if (!std::ranges::all_of(phrase.only,
                             [&](const Only& o) { return met(o, env, card_, nullptr); }))
      return;
    if (invents(rule, phrase)) return;
    std::set<std::string> fresh;
    fresh_names(phrase.is, fresh);
    for (const Lift& l : phrase.lifts) fresh_names(l.item, fresh);
    for (const auto& [sort, text] : phrase.introduces) fresh_names(text, fresh);
    std::vector<std::map<std::string, std::string>> ways = {{}};
    for (const std::string& name : fresh) {
      std::vector<std::map<std::string, std::string>> more;
      for (const auto& way : ways)
        for (const std::string& b : target_.bound()) {
          more.push_back(way);
          more.back()[name] = b;
        }
      ways = std::move(more);
    }
    for (const auto& way : ways) {
      Use use;
      use.rule = &rule;
      use.phrase = &phrase;
      use.place = place;
      use.is = settled(phrase.is, way);
      bool fits = target_.fits_template(use.is);
      for (const Lift& l : phrase.lifts) {
        use.lifts.push_back({l.kind, settled(l.item, way)});
        fits = fits && target_.fits_template(use.lifts.back().item);
      }
      for (const auto& [sort, text] : phrase.introduces)
        use.introduces.emplace_back(sort, settled(text, way));
      if (fits) begin(std::move(use));
    }
  }

  /// A name that is printed and said nowhere: which it is, the provisions do not tell.
  bool invents(const Rule& rule, const Phrase& phrase) const {
    std::set<std::string, std::less<>> said;
    const auto note = [&](const Json& j) {
      each_reference(j, [&](const Reference& r) { said.emplace(r.head()); });
    };
    note(phrase.is);
    for (const Lift& l : phrase.lifts) note(l.item);
    for (const auto& [sort, text] : phrase.introduces) note(text);
    for (const Only& o : phrase.only)
      for (const Json& v : o.values) note(v);
    return std::ranges::any_of(rule.elements, [&](const Element& e) {
      return e.kind == Element::Kind::Slot && !said.contains(e.slot) && says_name(e.sort, 0);
    });
  }

  /// Are these the characters of a name, or a phrase around one?
  bool says_name(int sort, int depth) const {
    const auto& l = book_.lexical[static_cast<size_t>(sort)];
    if (l) return l->kind == Lexical::Kind::Text;
    return depth < kNameDepth &&
           std::ranges::any_of(book_.rules_of[static_cast<size_t>(sort)], [&](int r) {
             const Rule& rule = book_.rules[static_cast<size_t>(r)];
             return std::ranges::any_of(rule.elements, [&](const Element& e) {
               return e.kind == Element::Kind::Slot && says_name(e.sort, depth + 1);
             });
           });
  }

  void begin(Use use) {
    const Environment env = environments_[static_cast<size_t>(use.place.second)];
    use.below = environment(below(*use.phrase, env));
    for (const Element& e : use.rule->elements)
      if (e.kind == Element::Kind::Slot) use.slots.emplace_back(e.slot, Place{e.sort, use.below});
    const size_t id = uses_.size();
    uses_.push_back(std::move(use));
    const Use& u = uses_.back();
    if (!u.phrase->refers.empty()) referring_[u.phrase->refers].push_back(id);
    for (size_t k = 0; k < u.slots.size(); ++k) takers_[u.slots[k].second].emplace_back(id, k);
    const std::vector<std::pair<std::string, Place>> slots = u.slots;
    // What is there already is taken at once; of what is looked for from here on it is told.
    combine(id, SIZE_MAX, nullptr);
    for (const auto& [name, place] : slots) look_for(place);
  }

  // ---- putting parts together -----------------------------------------------------------------

  void push(Place place, Part part) {
    if (out_.bounded) return;
    const auto order = std::tuple(base::count_chars(part.words), part.phrases, ++pushed_);
    open_.push({order, place, std::move(part)});
  }

  void found(Place place, Part part) {
    std::string key = std::to_string(place.first) + "," + std::to_string(place.second) + "\n" +
                      compact(part.value);
    for (const Lift& l : part.lifts) key += "\n" + l.kind + compact(l.item);
    for (const auto* names : {&part.open, &part.known}) {
      key += "\n";
      for (const auto& [sort, name] : *names) key += "(" + sort + " " + name + ")";
    }
    std::vector<std::string>& alike = alike_[std::move(key)];
    if (alike.size() >= kAlike || base::contains(alike, part.words)) return;
    alike.push_back(part.words);
    if (++found_ > kMostFound) out_.bounded = true;
    if (place == top_) conclude(part);
    parts_[place].push_back(std::make_shared<const Part>(std::move(part)));
    const auto takers = takers_[place];
    for (const auto& [use, slot] : takers) combine(use, slot, nullptr);
  }

  void conclude(const Part& part) {
    if (!part.lifts.empty() || !part.open.empty()) return;
    Json value = plain(part.value);
    if (!value.is(Json::Kind::Array)) value = base::list_json({std::move(value)});
    if (says_(value) != wanted_) return;
    Wording wording = {words_of_text(part.words), part.how};
    if (accepts_(wording))
      out_.house = std::move(wording);
    else
      out_.refused.push_back(std::move(wording));
  }

  /// Fills the slots of a rule with all parts that there are; the slot `newest` with the last one
  /// of its place. `referent`: only with this one.
  void combine(size_t id, size_t newest, const std::string* referent) {
    const Use& use = uses_[id];
    std::vector<std::shared_ptr<const Part>> chosen(use.slots.size());
    std::vector<std::vector<std::shared_ptr<const Part>>> from;
    for (size_t k = 0; k < use.slots.size(); ++k) {
      const auto it = parts_.find(use.slots[k].second);
      std::vector<std::shared_ptr<const Part>> here;
      if (it != parts_.end()) here = it->second;
      const bool same = newest != SIZE_MAX && use.slots[k].second == use.slots[newest].second;
      if (k == newest)
        here = {here.back()};
      else if (same && k < newest)
        here.pop_back();  // that was its turn with this slot
      if (here.empty()) return;
      from.push_back(std::move(here));
    }
    std::vector<Lift> lifts;
    choose(id, from, 0, chosen, lifts, referent);
  }

  void choose(size_t id, const std::vector<std::vector<std::shared_ptr<const Part>>>& from,
              size_t k, std::vector<std::shared_ptr<const Part>>& chosen, std::vector<Lift>& lifts,
              const std::string* referent) {
    if (out_.bounded) return;
    if (k == from.size()) {
      finish(id, chosen, lifts, referent);
      return;
    }
    for (const auto& part : from[k]) {
      const size_t before = lifts.size();
      lifts.insert(lifts.end(), part->lifts.begin(), part->lifts.end());
      chosen[k] = part;
      if (part->lifts.empty() || fit(lifts)) choose(id, from, k + 1, chosen, lifts, referent);
      lifts.resize(before);
    }
  }

  bool fit(const std::vector<Lift>& lifts) const {
    std::map<std::string, std::vector<Json>> by_kind;
    for (const Lift& l : lifts) by_kind[l.kind].push_back(l.item);
    return std::ranges::all_of(by_kind,
                               [&](const auto& kind) { return target_.fits_list(kind.second); });
  }

  void finish(size_t id, const std::vector<std::shared_ptr<const Part>>& chosen,
              const std::vector<Lift>& lifts, const std::string* referent) {
    const std::string& refers = uses_[id].phrase->refers;
    if (refers.empty()) return fill(id, chosen, lifts, nullptr);
    if (referent != nullptr) return fill(id, chosen, lifts, referent);
    for (const std::string& name : std::vector(referents_[refers])) fill(id, chosen, lifts, &name);
  }

  void fill(size_t id, const std::vector<std::shared_ptr<const Part>>& chosen,
            const std::vector<Lift>& lifts, const std::string* referent) {
    if (++filled_ > kMostFilled) {
      out_.bounded = true;
      return;
    }
    const Use& use = uses_[id];
    const Environment& env = environments_[static_cast<size_t>(use.place.second)];
    Application said({&env, &lifts, card_, &card_name_});
    for (size_t k = 0; k < chosen.size(); ++k) said.slot(use.slots[k].first, chosen[k]->value);
    if (referent != nullptr) said.refer(*referent);
    if (!std::ranges::all_of(use.phrase->only,
                             [&](const Only& o) { return met(o, env, card_, &said.filling()); }))
      return;
    Part part;
    auto value = said.value(*use.rule, use.is);
    if (!value || !target_.fits(*value)) return;
    part.value = std::move(*value);
    const auto own = said.lifted(use.lifts);
    if (!own) return;
    part.lifts = said.left();
    part.lifts.insert(part.lifts.end(), own->begin(), own->end());
    if (!own->empty() && !fit(part.lifts)) return;
    const auto introduced = said.introduced(use.introduces);
    if (!introduced) return;
    put_into_words(use, chosen, part);
    if (referent != nullptr && !part.known.contains({use.phrase->refers, *referent}))
      part.open.emplace(use.phrase->refers, *referent);
    part.known.insert(introduced->begin(), introduced->end());
    push(use.place, std::move(part));
    for (const auto& [sort, name] : *introduced) introduce(sort, name);
  }

  void put_into_words(const Use& use, const std::vector<std::shared_ptr<const Part>>& chosen,
                      Part& part) {
    auto how = std::make_shared<Used>();
    how->sort = use.rule->sort;
    how->rule = static_cast<int>(use.rule - book_.rules.data());
    part.phrases.push_back(use.rule->phrase);
    size_t k = 0;
    for (const Element& e : use.rule->elements) {
      if (e.kind == Element::Kind::Literal) part.words += e.print;
      if (e.kind == Element::Kind::Boundary) part.words += "\n";
      if (e.kind != Element::Kind::Slot) continue;
      const Part& kid = *chosen[k++];
      part.words += kid.words;
      for (const auto& name : kid.open)
        if (!part.known.contains(name)) part.open.insert(name);
      part.known.insert(kid.known.begin(), kid.known.end());
      how->kids.push_back(kid.how);
      part.phrases.insert(part.phrases.end(), kid.phrases.begin(), kid.phrases.end());
    }
    part.how = std::move(how);
  }

  /// What may be spoken of, by whatever stands behind it.
  void introduce(const std::string& sort, const std::string& name) {
    std::vector<std::string>& names = referents_[sort];
    if (base::contains(names, name)) return;
    names.push_back(name);
    for (const size_t use : std::vector(referring_[sort])) combine(use, SIZE_MAX, &name);
  }

  struct Open {
    std::tuple<size_t, std::vector<int>, size_t> order;
    Place place;
    Part part;
    bool operator<(const Open& other) const { return order > other.order; }
  };

  const Book& book_;
  const Json* card_;
  const std::function<std::string(const Json&)>& says_;
  const std::function<bool(const Wording&)>& accepts_;
  Target target_;
  std::string wanted_;
  Json card_name_;
  Place top_;
  std::map<Environment, int> ids_;
  std::vector<Environment> environments_;
  std::set<Place> looked_for_;
  std::vector<Use> uses_;
  std::map<Place, std::vector<std::pair<size_t, size_t>>> takers_;  // uses, and their slots
  std::map<std::string, std::vector<size_t>> referring_;            // uses, by sort
  std::map<std::string, std::vector<std::string>> referents_;
  std::map<Place, std::vector<std::shared_ptr<const Part>>> parts_;
  std::map<std::string, std::vector<std::string>> alike_;
  std::priority_queue<Open> open_;
  size_t pushed_ = 0, found_ = 0, filled_ = 0;
  Printed out_;
};

int phrase_of(const Book& book, const Used& u) {
  return u.rule < 0 ? -1 : book.rules[static_cast<size_t>(u.rule)].phrase;
}

}  // namespace

Printed print(const Book& book, const Json& provisions, const Json* card,
              const std::function<std::string(const Json&)>& says,
              const std::function<bool(const Wording&)>& accepts) {
  return Search(book, provisions, card, says, accepts).first();
}

bool same_phrases(const Book& book, const Used& a, const Used& b) {
  return phrase_of(book, a) == phrase_of(book, b) &&
         std::ranges::equal(a.kids, b.kids,
                            [&](const How& x, const How& y) { return same_phrases(book, *x, *y); });
}

}  // namespace hanrei::model::phrases
