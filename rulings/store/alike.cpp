// Group rulings and look-alikes of a card.
#include <algorithm>
#include <set>

#include "base/contains.h"
#include "rulings/law/groups.h"
#include "rulings/store/ask.h"
#include "rulings/store/look_up.h"

namespace hanrei::rulings::store {
namespace {

/// A card that says this says nothing that another could share.
bool says_something(const CardRecord& c) {
  return !c.generic && (!sentences_of(c).empty() || !c.forms.empty());
}

std::set<std::string> sentence_keys(const CardRecord& c) {
  std::set<std::string> out;
  for (const std::string& s : sentences_of(c)) out.insert(sentence_key(s));
  return out;
}

bool meet(const auto& a, const auto& b) {
  return std::ranges::any_of(a, [&](const auto& x) { return base::contains(b, x); });
}

std::vector<Alike::Other> other_attributes(const CardRecord& here, const CardRecord& there) {
  std::vector<Alike::Other> out;
  const auto value = [](const CardRecord& c, const std::string& name) {
    for (const auto& [n, v] : c.attributes)
      if (n == name) return v;
    return std::string();
  };
  for (const auto& [name, v] : here.attributes)
    if (const std::string w = value(there, name); w != v) out.push_back({name, v, w});
  for (const auto& [name, v] : there.attributes)
    if (value(here, name).empty() && !v.empty()) out.push_back({name, "", v});
  return out;
}

}  // namespace

void add_alike(Database& db, std::int64_t game, std::int64_t key, const Options& o,
               CardView& view) {
  const CardRecord card = read_card(db, key);
  std::set<std::int64_t> told;
  for (const Hit& h : view.rulings) told.insert(h.key);
  const std::string then = o.as_of.any() ? " AND " + status_column("r", o) + " <> 'unknown'" : "";
  Statement named(db, "SELECT id FROM card WHERE game = ? AND name = ?");
  Statement groups(db,
                   "SELECT r.id, k.how, k.pattern FROM ruling_group k JOIN ruling r ON r.id = "
                   "k.ruling WHERE r.game = ?" +
                       then + " ORDER BY r.day DESC, r.ruling, r.path, k.place");
  for (groups.bind(game); groups.step();) {
    const GroupRecord group{groups.text(1), groups.text(2)};
    std::optional<CardRecord> of;
    if (named.bind(game, group.pattern); group.how == "ability" && named.step())
      of = read_card(db, named.integer(0));
    if (told.contains(groups.integer(0)) || !in_group(group, card, of ? &*of : nullptr)) continue;
    told.insert(groups.integer(0));
    view.group_rulings.emplace_back(group, hits(db, {groups.integer(0)}, {}, o).at(0));
  }
  if (!says_something(card)) return;
  const std::vector<std::string> forms = forms_of(card);
  const std::set<std::string> keys = sentence_keys(card);
  Statement others(db, "SELECT id FROM card WHERE game = ? AND id <> ? ORDER BY name, id");
  Statement with(db,
                 "SELECT r.id FROM ruling r JOIN ruling_card c ON c.ruling = r.id JOIN card k ON "
                 "k.folded = c.folded AND k.game = r.game WHERE k.id = ?" +
                     then + " ORDER BY r.day DESC, r.ruling, r.path");
  for (others.bind(game, key); others.step();) {
    const CardRecord other = read_card(db, others.integer(0));
    if (!says_something(other) || other.name == card.name) continue;
    Alike a{other.name, meet(keys, sentence_keys(other)), meet(forms, forms_of(other)), {}, {}, {}};
    if (!a.same_sentence && !a.same_ability) continue;
    std::vector<std::int64_t> theirs;
    for (with.bind(others.integer(0)); with.step();)
      if (!told.contains(with.integer(0))) theirs.push_back(with.integer(0));
    if (theirs.empty()) continue;
    const std::vector<std::string> own = sentences_of(card);
    for (const std::string& s : sentences_of(other))
      if (!base::contains(own, s)) a.text.push_back(s);
    a.attributes = other_attributes(card, other);
    a.rulings = hits(db, theirs, {}, o);
    view.alike.push_back(std::move(a));
  }
  // What does the same in the same words first, then what does the same.
  std::ranges::stable_sort(view.alike, [](const Alike& a, const Alike& b) {
    return std::pair(!a.same_ability, !a.same_sentence) <
           std::pair(!b.same_ability, !b.same_sentence);
  });
}

}  // namespace hanrei::rulings::store
