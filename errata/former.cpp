#include "errata/former.h"

#include <algorithm>
#include <map>
#include <set>

#include "base/text/filled.h"
#include "base/text/fnv.h"
#include "errata/substance.h"

namespace hanrei::errata {
namespace {

using base::in_both;
using base::Json;
using findings::Code;
using findings::Finding;

using Marks = std::set<std::string>;  ///< versions of revisions, days of wordings

/// What is dated of one thing: what was in force until a mark, word by word; from which mark on
/// something is.
struct Dated {
  std::multiset<std::string> lines;  ///< `before 1.1.0: …`, `since 1.1.0`
  std::set<std::string> all;         ///< every part that stands in a list, without its marks
  std::vector<std::string> ended;    ///< parts that a mark ends which the base has not
  std::set<std::string> clauses;     ///< it itself, or those that it states
  base::Span place;
};

std::string unmarked(const Json& item) {
  Json bare = item;
  std::erase_if(bare.members,
                [](const base::Member& m) { return m.key == "since" || m.key == "before"; });
  std::string out;
  plain(bare, "", {}, out);
  return base::digest(out);
}

void collect(const Json& item, const Marks& marks, Dated& out) {
  for (const base::Member& m : item.members) {
    if (m.key == "text") continue;  // wordings have days of their own
    if (m.value.is(Json::Kind::Object)) collect(m.value, marks, out);
    for (const Json& part : m.value.items) {
      if (!part.is(Json::Kind::Object)) continue;
      const std::string since = text_of(part.find("since")), before = text_of(part.find("before")),
                        all = unmarked(part);
      if (!since.empty() && !marks.contains(since)) continue;  // it is new
      out.all.insert(all);
      if (!before.empty() && marks.contains(before)) {
        out.lines.insert("before " + before + (since.empty() ? "" : ", since " + since) + ": " +
                         all);
        continue;
      }
      if (!before.empty()) out.ended.push_back(all);
      if (!since.empty()) out.lines.insert("since " + since);
      collect(part, marks, out);
    }
  }
}

/// `since 1.1.0` of each line that only one of the two has, once.
std::string differing_lines(const Dated& was, const Dated& is) {
  std::vector<std::string> lines;
  std::ranges::set_symmetric_difference(was.lines, is.lines, std::back_inserter(lines));
  std::set<std::string> told;
  for (const std::string& line : lines) told.insert("`" + line.substr(0, line.find(':')) + "`");
  for (const std::string& part : is.ended)
    if (!was.all.contains(part))
      told.insert(in_both("what ends now is not what there was",
                          "効力を失うものが、これまでのものと違います"));
  std::string out;
  for (const std::string& one : told)
    out = out.empty() ? one : base::filled("{0}; {1}", "{0}、{1}", {out, one});
  return out;
}

const std::vector<Json>& wordings_of(const Json& card) {
  static const std::vector<Json> none;
  const Json* list = card.find("text");
  return list != nullptr && list->is(Json::Kind::Array) ? list->items : none;
}

/// The wordings that there were: their days, and the words of those that others replaced.
std::string differing_wordings(const Json& was, const Json& is) {
  const std::vector<Json>&old = wordings_of(was), &now = wordings_of(is);
  if (now.size() < old.size()) return in_both("a wording is gone", "文面がなくなりました");
  for (size_t i = 0; i < old.size(); ++i) {
    const std::string from = text_of(old[i].find("from"));
    for (const char* key : {"from", "known"})
      if (text_of(old[i].find(key)) != text_of(now[i].find(key)))
        return "`" + std::string(key) + "` " + text_of(old[i].find(key)) + " → " +
               text_of(now[i].find(key));
    if (i + 1 == old.size() && i + 1 < now.size())
      if (const std::string next = text_of(now[i + 1].find("from")); !from.empty() && next <= from)
        return base::filled("a new wording from {0}, before the one from {1}",
                            "{1} からの文面より前の、{0} からの新しい文面", {next, from});
    if (i + 1 < now.size() && unmarked(old[i]) != unmarked(now[i]))
      return base::filled("the wording from {0}", "{0} からの文面", {from.empty() ? "–" : from});
  }
  return "";
}

Marks marks_of(const model::Game& game) {
  Marks out;
  if (const Json* list = game.game.find("revisions"))
    for (const Json& r : list->items) out.insert(text_of(r.find("version")));
  return out;
}

/// What of the rulebook is dated, by what it is called now: clauses of one number and provisions of
/// one name together.
std::map<std::string, Dated> dated_rules(const model::Game& game, const Marks& marks,
                                         const std::map<std::string, std::string>& renamed) {
  std::map<std::string, Dated> out;
  for (const char* key : {"clauses", "provisions"})
    for (const Json* one : listed(game.rulebook, key)) {
      std::string id = one->find("clause") != nullptr ? text_of(one->find("clause")) : id_of(*one);
      if (const auto it = renamed.find(id); it != renamed.end()) id = it->second;
      Json list;  // so that it is looked at as one of a list
      list.members.push_back({key, {}, {}});
      list.members[0].value.items.push_back(*one);
      Dated& dated = out[(key[0] == 'c' ? "clause " : "") + id];
      collect(list, marks, dated);
      clauses_of(*one, dated.clauses);
      if (key[0] == 'c') dated.clauses.insert(text_of(one->find("clause")));
      dated.place = one->span;
    }
  return out;
}

/// Does anything count with a revision, or until it?
bool marked_with(const Json& in, const std::string& version) {
  return std::ranges::any_of(
             in.members,
             [&](const base::Member& m) {
               return ((m.key == "since" || m.key == "before") && text_of(&m.value) == version) ||
                      marked_with(m.value, version);
             }) ||
         std::ranges::any_of(in.items,
                             [&](const Json& item) { return marked_with(item, version); });
}

/// By what a revision names it: its clauses, or a provision that cites none by itself.
std::set<std::string> named(const std::string& id, const Dated& dated) {
  return dated.clauses.empty() ? std::set<std::string>{id} : dated.clauses;
}

/// A new revision that counts from a day before its own: which days; empty: it does not, or nothing
/// counts with it.
std::string looks_back(const Json& revision, const model::Game& game) {
  const std::string date = text_of(revision.find("date")),
                    from = text_of(revision.find("effective")),
                    version = text_of(revision.find("version"));
  const auto in = [&](const Json& file) { return marked_with(file, version); };
  if (from.empty() || from >= date ||
      (std::ranges::none_of(game.rulebook, in) && std::ranges::none_of(game.cards, in)))
    return "";
  return base::filled("it counts from {0} on, and is dated {1}",
                      "{0} から効力をもち、日付は {1} です", {from, date});
}

}  // namespace

std::vector<Finding> judge_former(const model::Game& before, const model::Game& after,
                                  const Changes& changes, const Declared& declared,
                                  const base::SourceMap& sources) {
  std::vector<Finding> out;
  const auto tell = [&](const std::string& name, const std::string& id, const std::string& what,
                        base::Span place, const std::set<std::string>& names) {
    if (what.empty() || declared.corrector(names) != nullptr) return;
    if (!place)
      place = {after.game.span.file, after.game.span.begin, after.game.span.begin};  // it is gone
    out.push_back(findings::make(Code::FormerRules, {name, what}, {id}, locate(sources, place)));
  };
  const std::map<std::string, std::string> names = renamed(changes);
  const Marks marks = marks_of(before);
  if (const Json* list = after.game.find("revisions"))
    for (const Json& r : list->items)
      if (const std::string version = text_of(r.find("version"));
          !marks.contains(version) && text_of(r.find("kind")) != "modelling")
        tell(in_both("revision " + version, "改訂 " + version), version, looks_back(r, after),
             r.span, {});
  const auto old = dated_rules(before, marks, names), now = dated_rules(after, marks, {});
  for (const auto& [id, was] : old) {
    const auto it = now.find(id);
    const Dated is = it == now.end() ? Dated{} : it->second;
    tell("`" + id + "`", id, differing_lines(was, is), is.place,
         named(id, was.clauses.empty() ? is : was));
  }
  for (const auto& [id, is] : now)
    if (!old.contains(id))
      tell("`" + id + "`", id, differing_lines({}, is), is.place, named(id, is));
  const auto cards = cards_of(after);
  for (const auto& [id, was] : cards_of(before)) {
    const auto renamed_to = names.find(id);
    const std::string& called = renamed_to == names.end() ? id : renamed_to->second;
    const auto it = cards.find(called);
    if (it == cards.end()) continue;
    const Json as_named = called == id ? *was : renamed_card(*was, called);
    Marks all = marks;
    for (const Json& w : wordings_of(as_named)) all.insert(text_of(w.find("from")));
    Dated had, has;
    collect(as_named, all, had);
    collect(*it->second, all, has);
    std::string what = differing_wordings(as_named, *it->second);
    if (what.empty()) what = differing_lines(had, has);
    tell("《" + called + "》", called, what, it->second->span, {id, called});
  }
  return out;
}

}  // namespace hanrei::errata
