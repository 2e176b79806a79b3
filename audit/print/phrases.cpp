// Turns of phrase that do not go together: owners, limits, bounds, defaults, outcomes.
#include <algorithm>

#include "audit/print/look.h"
#include "audit/print/vocabulary.h"
#include "base/contains.h"

namespace hanrei::audit::print {
namespace {

using audit::reader::section_of;
using audit::reader::Sign;
using Is = Sign::Is;

class Phrases {
 public:
  Phrases(const Book& book, Found& found)
      : book_(book),
        found_(found),
        of_(by_kind(book, [](const Unit&, const Sentence&) { return true; })) {}

  void run() {
    whose();
    owners();
    nobodys();
    circular();
    within();
    defaults();
    sums();
    bounds();
    outcomes();
    limits();
    bans();
    one_bracket();
  }

 private:
  void add(Code code, std::vector<Place> places, std::vector<std::string> args) {
    found_.push_back({code, std::move(places), std::move(args), ""});
  }
  const std::vector<At>& all(Is is) { return of_[is]; }
  bool example(const Place& p) const { return book_.units[p.unit].kind == Kind::Example; }
  int section(const Place& p) const { return section_of(book_, static_cast<int>(p.unit)); }

  /// 自分のA、自分のB、C
  void whose() {
    for (const At& a : all(Is::Whose))
      add(Code::WhoseIsIt, {a.place}, {a.sign->text, a.sign->of + a.sign->text});
  }

  /// 場に出す where the same section has 自分の場に出す
  void owners() {
    std::map<std::pair<int, std::string>, Place> owned;
    for (const At& a : all(Is::Chain)) {
      const std::string& t = a.sign->text;
      if (!a.sign->of.empty() && t.starts_with("自分の") && t.find("の", 9) == t.npos)
        owned.emplace(std::pair(section(a.place), t.substr(9) + a.sign->of), a.place);
    }
    for (const At& a : all(Is::Chain)) {
      if (a.sign->of.empty() || example(a.place) || a.sign->text.find("の") != std::string::npos ||
          book_.units[a.place.unit].kind != Kind::Step)
        continue;
      const auto it = owned.find({section(a.place), a.sign->text + a.sign->of});
      if (it == owned.end() || it->second.unit == a.place.unit) continue;
      if (static_cast<int>(it->second.unit) == section(a.place))
        continue;  // the section begins with whose it is
      add(Code::WhoseIsIt, {a.place, it->second}, {a.sign->text, "自分の" + a.sign->text});
    }
  }

  /// 場にあるとき, where the rules beside it say 自分の場; a step between two that say 自分の
  void nobodys() {
    for (const At& a : all(Is::Bare)) {
      const Unit& unit = book_.units[a.place.unit];
      if (example(a.place) || (unit.kind != Kind::Bullet && unit.kind != Kind::Step)) continue;
      std::vector<Place> owned;
      for (const At& c : all(Is::Chain))
        if (section(c.place) == section(a.place) && c.place.unit != a.place.unit &&
            (c.sign->text == "自分の" + a.sign->text || c.sign->text == "相手の" + a.sign->text))
          owned.push_back(c.place);
      if (owned.size() < 2) continue;
      owned.insert(owned.begin(), a.place);
      add(Code::WhoseIsIt, std::move(owned), {a.sign->text, "自分の" + a.sign->text});
    }
    const auto mine = [](const Unit& u) {
      return std::ranges::any_of(
          u.says, [](const Sentence& s) { return base::contains(s.persons, "自分"); });
    };
    for (size_t u = 1; u + 1 < book_.units.size(); ++u) {
      const Unit &unit = book_.units[u], &before = book_.units[u - 1], &after = book_.units[u + 1];
      if (unit.kind != Kind::Step || before.kind != Kind::Step || after.kind != Kind::Step ||
          !mine(before) || !mine(after) || mine(unit))
        continue;
      for (size_t s = 0; s < unit.says.size(); ++s) {
        const Sentence& said = unit.says[s];
        const auto player = [](const Sentence& t) { return t.topics.empty() ? "" : t.topics[0]; };
        if (player(said).empty() || player(said) != player(before.says[0]) ||
            player(said) != player(after.says[0]) || said.persons.size() != 1)
          continue;
        for (const Mention& w : said.words)
          for (const At& c : all(Is::Chain))
            if (c.sign->text.starts_with("自分の") && w.text == c.sign->text.substr(9) + "上") {
              add(Code::WhoseIsIt, {{u, s, w.at}, {u - 1, 0, before.at}, {u + 1, 0, after.at}},
                  {w.text, "自分の…"});
              return;
            }
      }
    }
  }

  void circular() {
    for (const At& a : all(Is::Circular)) add(Code::Circular, {a.place}, {a.sign->text});
    for (const At& a : all(Is::Doing)) {
      const int s = section(a.place);
      if (s < 0 || book_.units[s].kind != Kind::Entry) continue;
      for (const std::string& t : book_.units[s].titles)
        if (t == a.sign->text && a.place.sentence <= 1) add(Code::Circular, {a.place}, {t});
    }
  }

  /// What is in one place only by its definition, in another place.
  void within() {
    std::map<std::string, std::pair<std::string, Place>> defined;
    std::set<std::string> zones;
    for (const At& a : all(Is::Within))
      defined.emplace(a.sign->text, std::pair(a.sign->of, a.place));
    each_sentence(book_, [&](size_t, size_t, const Sentence& said) {
      zones.insert(said.zones.begin(), said.zones.end());
    });
    std::map<std::string, Finding> found;
    for (const At& a : all(Is::Chain)) {
      const std::string& t = a.sign->text;
      const size_t cut = t.rfind("の");
      if (cut == t.npos) continue;
      const auto it = defined.find(t.substr(cut + 3));
      std::string zone = t.substr(0, cut);
      if (const size_t of = zone.rfind("の"); of != zone.npos) zone = zone.substr(of + 3);
      if (it == defined.end() || zone == it->second.first || !zones.contains(zone) ||
          zone.find(it->second.first) == 0 || zone.ends_with("状態"))
        continue;
      Finding& f =
          found.try_emplace(t, Finding{Code::OutsideOfIt, {}, {t, it->first, it->second.first}, ""})
              .first->second;
      f.places.push_back(a.place);
      if (f.places.size() == 1) f.places.push_back(it->second.second);
    }
    for (auto& [text, f] : found) found_.push_back(std::move(f));
  }

  /// Components that say what it means when they are not printed, and one with a value that does
  /// not.
  void defaults() {
    std::map<int, std::vector<Place>> given;
    for (const At& a : all(Is::NoneGiven))
      if (book_.units[a.place.unit].kind == Kind::Item)
        given[book_.units[a.place.unit].up].push_back(a.place);
    for (const auto& [owner, places] : given) {
      if (places.size() < 3 || owner < 0) continue;
      std::vector<Place> without;
      std::string names;
      for (const size_t u : below(book_, static_cast<size_t>(owner))) {
        const Unit& unit = book_.units[u];
        if (unit.kind != Kind::Item || unit.up != owner || unit.titles.empty() ||
            std::ranges::any_of(places, [&](const Place& p) { return p.unit == u; }))
          continue;
        const bool value = std::ranges::any_of(unit.says, [](const Sentence& s) {
          return !s.title && std::ranges::any_of(
                                 s.words, [](const Mention& w) { return w.text.ends_with("値"); });
        });
        if (!value) continue;
        without.push_back({u, 0, unit.at});
        names += (names.empty() ? "" : "・") + unit.titles[0];
      }
      if (without.empty()) continue;
      without.insert(without.end(), places.begin(), places.end());
      add(Code::NoDefault, std::move(without), {names, std::to_string(places.size())});
    }
    std::map<std::pair<size_t, size_t>, Finding> values;
    std::set<std::string> told;
    for (const At& a : all(Is::Given))
      for (const At& n : all(Is::NoneGiven)) {
        if (a.sign->text != n.sign->text || !told.insert(a.sign->text).second) continue;
        Finding& f = values
                         .try_emplace({a.place.unit, a.place.sentence},
                                      Finding{Code::NoValue, {a.place}, {""}, ""})
                         .first->second;
        f.places.push_back(n.place);
        f.args[0] += (f.args[0].empty() ? "" : ", ") + a.sign->text;
      }
    for (auto& [at, f] : values) found_.push_back(std::move(f));
  }

  /// A → B where only B has ±n, and the lines beside it have it on both sides.
  void sums() {
    for (const At& a : all(Is::Sum)) {
      const bool beside = std::ranges::any_of(
          all(Is::SumBoth), [&](const At& b) { return section(b.place) == section(a.place); });
      if (beside) add(Code::OneSided, {a.place}, {});
    }
  }

  void bounds() {
    for (const At& a : all(Is::Bound)) {
      if (a.sign->of.starts_with("<="))
        for (const At& b : all(Is::AtLeast)) {
          const std::string limit = a.sign->of.substr(2);
          const bool number = limit.size() == 1 && limit[0] >= '0' && limit[0] <= '9';
          if (b.sign->text != a.sign->text || !number || std::stoi(b.sign->of) <= std::stoi(limit))
            continue;
          add(Code::BoundBroken, {a.place, b.place},
              {a.sign->text, limit + "以下", b.sign->of + "以上"});
          break;
        }
      if (a.sign->of.starts_with("!>="))
        for (const At& b : all(Is::Same)) {
          if (b.sign->text == a.sign->text && a.sign->of.substr(3).starts_with(b.sign->of)) {
            add(Code::BoundBroken, {a.place, b.place},
                {a.sign->text, b.sign->of + "以上にならない", b.sign->of + "と同じ"});
            break;
          }
        }
    }
  }

  /// A comparison that comes out greater or equal, never less.
  void outcomes() {
    const auto& greater = all(Is::Greater);
    if (!greater.empty() && !all(Is::Equal).empty() && all(Is::Less).empty())
      add(Code::NoOutcome, {greater[0].place, all(Is::Equal)[0].place},
          {base::in_both("less", "小さい")});
  }

  void limits() {
    for (const At& a : all(Is::Unscoped))
      if (!example(a.place)) add(Code::LimitScope, {a.place}, {a.sign->text});
    std::map<std::pair<std::string, std::string>, std::map<std::string, Place>>
        of;  // noun and number: by counter
    for (const At& a : all(Is::Limit)) {
      std::string noun = a.sign->text;
      const int s = section(a.place);
      if (noun == "-" && s >= 0 && !book_.units[s].titles.empty()) noun = book_.units[s].titles[0];
      const std::string counter = a.sign->of.substr(a.sign->of.size() - 3),
                        n = a.sign->of.substr(0, a.sign->of.size() - 3);
      if (counter == "枚" || counter == "体") of[{noun, n}].emplace(counter, a.place);
    }
    for (const auto& [key, counters] : of)
      if (counters.size() > 1)
        add(Code::TwoCounters, {counters.begin()->second, counters.rbegin()->second},
            {key.first, key.second + counters.begin()->first,
             key.second + counters.rbegin()->first});
  }

  void bans() {
    for (const At& a : all(Is::Ban)) add(Code::BanWithoutEnd, {a.place}, {a.sign->text});
  }

  /// 《》 around moments, and around names of cards
  void one_bracket() {
    std::vector<Place> moments, names;
    std::set<std::string> different;
    each_sentence(book_, [&](size_t u, size_t s, const Sentence& said) {
      for (const Mention& q : said.quoted) {
        if (!q.text.starts_with("《")) continue;
        const std::string in = inside(q.text);
        const bool moment = in.ends_with("とき") || in.ends_with("時") || in.ends_with("場合") ||
                            in.ends_with("まで") || in.ends_with("後");
        if (moment)
          moments.push_back({u, s, q.at});
        else if (name_like(in) && different.insert(in).second)
          names.push_back({u, s, q.at});
      }
    });
    if (moments.size() < 5 || names.size() < 3) return;
    std::vector<Place> places = {names[0], moments[0]};
    places.insert(
        places.end(), names.begin() + 1,
        names.begin() + std::min<std::ptrdiff_t>(4, static_cast<std::ptrdiff_t>(names.size())));
    add(Code::OneBracket, std::move(places),
        {std::to_string(moments.size()), std::to_string(names.size())});
  }

  const Book& book_;
  Found& found_;
  std::map<Is, std::vector<At>> of_;
};

}  // namespace

void look_at_phrases(const Book& book, Found& found) { Phrases(book, found).run(); }

}  // namespace hanrei::audit::print
