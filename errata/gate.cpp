#include "errata/gate.h"

#include <algorithm>
#include <array>
#include <functional>
#include <optional>

#include "base/contains.h"
#include "base/json/write.h"
#include "base/text/filled.h"
#include "base/text/fnv.h"
#include "errata/named.h"
#include "errata/substance.h"
#include "errata/unsigned.h"
#include "findings/policy.h"
#include "model/syntax/forms.h"
#include "rulings/records/part.h"
#include "rulings/search/query.h"

namespace hanrei::errata {

using findings::Code;
using findings::Finding;
using findings::is_date;
using findings::Location;
using findings::make;
namespace {

using base::in_both;
using base::Json;
using rulings::Document;
using rulings::Element;

std::string text_of(const Json& object, const char* key) {
  const Json* j = object.find(key);
  return j != nullptr && j->is(Json::Kind::String) ? j->string : "";
}

/// `《card》`, `clause 5-1`.
std::string name_of(const Change& c, base::Lang lang) {
  if (c.kind == Kind::Card) return "《" + c.id + "》";
  if (c.kind == Kind::Provision) return c.id;
  return std::string(kind_text(c, lang)) + (lang == base::Lang::Ja ? "" : " ") + c.id;
}
std::string name_in_both(const Change& c) {
  return in_both(name_of(c, base::Lang::En), name_of(c, base::Lang::Ja));
}

Location at(const Change& c, const base::SourceMap& sources, const model::Game& after) {
  if (c.new_place) return locate(sources, c.new_place);
  return locate(sources, {after.game.span.file, after.game.span.begin,
                          after.game.span.begin});  // it is gone: the game stands for it
}

/// Names that the change gave to what was called otherwise: old name -> new name.
using Renamed = std::map<std::string, std::string>;

/// What a document asks, as one text; `claims`: with what it claims.
void question_text(const Element& e, const Renamed& renamed, bool claims, std::string& out) {
  static const std::set<std::string> beside = {"title",      "question",      "answer",  "cites",
                                               "supersedes", "note",          "follows", "narrows",
                                               "read",       "distinguishes", "was"};
  out += "<" + e.name;
  std::vector<std::pair<std::string, std::string>> attributes;
  for (const auto& a : e.attributes)
    if (e.name != "ruling" || a.name == "game") {
      const auto now = renamed.find(a.value);
      attributes.emplace_back(a.name, now == renamed.end() ? a.value : now->second);
    }
  std::ranges::sort(attributes);
  for (const auto& [name, value] : attributes) out += " " + name + "=" + base::quote_json(value);
  out += ">" + bare_text(e.text);
  for (const Element& child : e.children)
    if (!beside.contains(child.name) && (claims || child.name != "claim"))
      question_text(child, renamed, claims, out);
  out += "</>";
}
std::string question_text(const Document& d, const Renamed& renamed, bool claims = true) {
  std::string out;
  question_text(d.root, renamed, claims, out);
  return out;
}

/// Words with one mark for all white space between two of them; none between letters that are
/// written without, as Japanese is, where lines may break anywhere.
std::string spaced(const std::string& text) {
  std::string out;
  bool blank = false;
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const bool wide = text.compare(i, 3, "\xE3\x80\x80") == 0;
    if (c == ' ' || c == '\t' || c == '\r' || c == '\n' || wide) {
      blank = true;
      if (wide) i += 2;
      continue;
    }
    const auto ascii = [](char b) { return static_cast<unsigned char>(b) < 0x80; };
    if (blank && !out.empty() && (ascii(out.back()) || ascii(c))) out += '\x1f';
    blank = false;
    out += c;
  }
  return out;
}

/// What is printed of a ruling in elements of these names, in any order, as one text.
std::string printed(const Document& d, const std::set<std::string_view>& names,
                    const Renamed& renamed) {
  std::vector<std::string> lines;
  for (const Element& e : d.root.children) {
    if (!names.contains(e.name)) continue;
    std::string text = e.text, line = e.name;
    rename(text, Mention::Prose, {{}, renamed, {}});  // cards in brackets
    for (const auto& a : e.attributes) {
      const auto now = renamed.find(a.value);
      line += " " + a.name + "=" + (now == renamed.end() ? a.value : now->second);
    }
    lines.push_back(line + " " + spaced(text));
  }
  std::ranges::sort(lines);
  std::string out;
  for (const std::string& line : lines) out += line + "\n";
  return out;
}

/// The attributes and elements of a ruling that somebody answers for beside situation and claims,
/// in English and Japanese.
constexpr std::array<std::array<const char*, 2>, 5> kAttributes = {{{"source", "出典"},
                                                                    {"issued", "発行日"},
                                                                    {"authority", "裁定者"},
                                                                    {"known", "公表日"},
                                                                    {"effective", "適用日"}}};
struct Printed {
  std::set<std::string_view> elements;
  const char *en, *ja;
};
const std::vector<Printed>& printed_elements() {
  static const std::vector<Printed> list = {
      {{"question"}, "question", "問い"},
      {{"answer"}, "answer", "答え"},
      {{"cites"}, "citations", "引用条項"},
      {{"supersedes", "narrows", "distinguishes", "follows", "was"},
       "standing among the others",
       "ほかの裁定との関係"}};
  return list;
}

std::map<std::string, const Document*> by_id(const std::vector<Document>& list) {
  std::map<std::string, const Document*> out;
  for (const Document& d : list)
    if (!d.is_deck) out.emplace(d.id, &d);
  return out;
}

/// What somebody answers for beside the claims: where two of a ruling differ in it, its names;
/// empty: nowhere.
std::string reworded(const Document& before, const Document& after, const Renamed& renamed) {
  std::string out;
  const auto differs = [&](const std::string& what) {
    out = out.empty() ? what : base::filled("{0}, {1}", "{0}、{1}", {out, what});
  };
  const auto status = [](const Document& d) {
    const std::string is = d.root.get("status");
    return in_both(rulings::search::status_text(is, base::Lang::En),
                   rulings::search::status_text(is, base::Lang::Ja));
  };
  if (before.root.get("status") != after.root.get("status"))
    differs(
        base::filled("status ({0} → {1})", "区分（{0} → {1}）", {status(before), status(after)}));
  for (const auto& [name, ja] : kAttributes) {
    const std::string was = before.root.get(name), is = after.root.get(name);
    if (was != is)
      differs(base::filled(std::string(name) + " ({0} → {1})", std::string(ja) + "（{0} → {1}）",
                           {was, is}));
  }
  for (const Printed& p : printed_elements())
    if (printed(before, p.elements, renamed) != printed(after, p.elements, {}))
      differs(in_both(p.en, p.ja));
  return out;
}

/// Is it about something else than before: another situation or play, another question?
bool another(const Document& before, const Document& after, const Renamed& renamed) {
  return question_text(before, renamed, false) != question_text(after, {}, false) ||
         printed(before, {"question"}, renamed) != printed(after, {"question"}, {});
}

/// Everything that it claims, each as one text.
void claims_of(const Element& e, const Renamed& renamed, std::multiset<std::string>& out) {
  for (const Element& child : e.children) {
    if (child.name != "claim") {
      claims_of(child, renamed, out);
      continue;
    }
    std::string text;
    question_text(child, renamed, true, text);
    out.insert(std::move(text));
  }
}
/// Does it claim all that it claimed, and maybe more?
bool claims_stay(const Document& before, const Document& after, const Renamed& renamed) {
  std::multiset<std::string> had, has;
  claims_of(before.root, renamed, had);
  claims_of(after.root, {}, has);
  return std::ranges::includes(has, had);
}

/// Which rulings a change of rules or cards may have to do with: one of a card those that can come
/// to it.
class Concerned {
 public:
  /// All must live on.
  Concerned(const State& before, const State& after, const Changes& changes,
            const base::SourceMap& sources)
      : games_{before.game, after.game}, sources_(sources) {
    for (const Change& c : changes.list) {
      if (!c.may_matter()) continue;
      if (c.kind != Kind::Card) all_ = true;
      cards_.insert({c.id, c.was.empty() ? c.id : c.was});
    }
  }

  bool is(const Document& ruling) {
    if (all_ || cards_.empty()) return all_;
    if (sides_.empty())  // which takes a look through both games
      for (const model::Game* game : games_)
        sides_.emplace_back(rulings::Parts(sources_, *game), listed(game->cards, "cards"));
    return std::ranges::any_of(sides_, [&](const auto& side) {
      return std::ranges::any_of(side.first.of(ruling), [&](size_t k) {
        return cards_.contains(text_of(*side.second[k], "card"));
      });
    });
  }

 private:
  const std::array<const model::Game*, 2> games_;
  const base::SourceMap& sources_;
  bool all_ = false;  ///< rules changed
  std::set<std::string> cards_;
  std::vector<std::pair<rulings::Parts, std::vector<const Json*>>> sides_;
};

/// What else the change did.
struct Around {
  Renamed names;
  Concerned concerned;    ///< by changed rules
  bool reversed = false;  ///< a revision means to reverse the ruling
};

/// A ruling that is still there: what of it changed that somebody has to answer for.
void judge_rewritten(const Document& was, const Document& is, Around& around,
                     const base::SourceMap& sources, std::vector<Finding>& out) {
  const Renamed& names = around.names;
  const std::string print = reworded(was, is, names), digest = ruling_digest(is),
                    question = in_both("situation, play or claim", "状況・プレイ・主張のいずれか");
  const bool same = same_question(was, is, names);
  // What is worked out from the rules follows them, when they change, in what it claims and
  // answers.
  const bool derived = was.root.get("status") == "derived" && is.root.get("status") == "derived",
             follows = derived && !claims_stay(was, is, names) && around.concerned.is(was);
  const findings::Location place = locate(sources, is.root.span);
  if (same && print.empty()) return;
  if (const auto by = signature(is, digest)) {
    out.push_back(signed_by(
        same ? Code::Reworded : Code::Rewritten, *by,
        base::filled("ruling {0}", "裁定{0}", {is.id}),
        base::filled("its {0} changed", "{0}が変わりました",
                     {same            ? print
                      : print.empty() ? question
                                      : base::filled("{0}, {1}", "{0}、{1}", {question, print})}),
        {is.id, was.game}, place));
    return;
  }
  const auto add = [&](Code code, const std::string& what) {
    Finding f = make(code, {is.id, what, digest}, {is.id, was.game}, place);
    f.related.push_back(locate(sources, was.root.span));
    f.related.back().old = true;
    out.push_back(std::move(f));
  };
  if (!print.empty() && !follows) add(Code::Reworded, print);
  if (same || around.reversed) return;
  add(Code::Rewritten, question);
  if (derived && !another(was, is, names)) out.back().severity = base::Severity::Warning;
}

}  // namespace

std::string ruling_digest(const Document& d) {
  std::string all = d.id + question_text(d, {}) + d.root.get("status");
  for (const auto& [name, ja] : kAttributes) all += "|" + d.root.get(name);
  for (const Printed& p : printed_elements()) all += "|" + printed(d, p.elements, {});
  return base::digest(all);
}

std::vector<Finding> judge_changes(const Changes& changes, const model::Game& after,
                                   const Declared& declared, const base::SourceMap& sources) {
  std::vector<Finding> out;
  const auto old = [&](Finding& f, Span place, const char* en, const char* ja) {
    if (!place) return;
    f.related.push_back(locate(sources, place));
    f.related.back().old = true;
    f.related.back().note = {en, ja};
  };
  for (const Change& c : changes.list) {
    const std::string name = name_in_both(c);
    const Revision* corrector = declared.corrector(c);
    for (const Ability& a : c.abilities) {
      const std::string ability = in_both("its ability `" + a.id + "`", "能力 `" + a.id + "`");
      const Location place = a.new_place ? locate(sources, a.new_place) : at(c, sources, after);
      if (a.standing == Standing::NotExamined)
        out.push_back(make(Code::WordsOnly, {name, ability, a.digest}, {c.id, a.id}, place));
      else if (a.standing == Standing::RulesOnly && (corrector == nullptr || a.spans.empty()))
        out.push_back(make(Code::RulesOnly,
                           {name, in_both("the ability `" + a.id + "`", "能力 `" + a.id + "`")},
                           {c.id, a.id}, place));
      else
        continue;
      old(out.back(), a.old_place, "before", "変更前");
    }
    if (c.kind == Kind::Clause && c.standing == Standing::NotExamined) {
      out.push_back(make(Code::WordsOnly,
                         {name, in_both("what states it", "それを定める規定"), c.digest}, {c.id},
                         at(c, sources, after)));
      old(out.back(), c.old_place, "before", "変更前");
    }
    if (c.kind == Kind::Clause && c.standing == Standing::RulesOnly && corrector == nullptr) {
      out.push_back(
          make(Code::RulesOnly, {name, differing(c.frame)}, {c.id}, at(c, sources, after)));
      old(out.back(), c.old_place, "before", "変更前");
    }
    if (c.kind == Kind::Provision && c.standing == Standing::RulesOnly && corrector == nullptr) {
      std::string clauses;
      for (const std::string& id : c.clauses) clauses += (clauses.empty() ? "" : ", ") + id;
      if (clauses.empty()) clauses = in_both("the rulebook", "ルールブック");
      out.push_back(
          make(Code::RulesOnly, {clauses, "`" + c.id + "`"}, {c.id}, at(c, sources, after)));
      old(out.back(), c.old_place, "before", "変更前");
    }
    if (c.kind == Kind::Game && c.rules && !declared.declares(c)) {
      const Location place = at(c, sources, after);
      out.push_back(c.signature
                        ? signed_by(Code::GameRules, *c.signature, "game.json", differing(c.terms),
                                    {c.id}, place)
                        : make(Code::GameRules, {differing(c.terms), c.digest}, {c.id}, place));
    }
    if (c.kind == Kind::Card && c.attributes && c.how != How::Added && c.how != How::Removed)
      out.push_back(make(Code::Printed, {name, differing(c.terms)}, {c.id}, at(c, sources, after)));
    if (c.words && c.how == How::Changed && corrector != nullptr && !declared.declares_all())
      out.push_back(make(
          Code::BadRevision,
          {corrector->name,
           base::filled("it corrects {0}, where the words stay, and they changed",
                        "{0}を訂正し、文言は変わらないはずですが、文言が変わりました", {name})},
          {c.id, corrector->name}, at(c, sources, after)));
    if (!c.may_matter()) continue;
    if (declared.only_words())
      out.push_back(make(Code::NotWordingOnly, {"wording", name},
                         {c.id, std::string(kind_text(c, base::Lang::En))}, at(c, sources, after)));
    else if (declared.any_revisions && !declared.declares(c))
      out.push_back(make(Code::NotDeclared, {name},
                         {c.id, std::string(kind_text(c, base::Lang::En))}, at(c, sources, after)));
  }
  for (const StaleSignature& s : stale_signatures(after)) {
    if (s.digest.empty())
      out.push_back(make(Code::Misplaced, {s.of}, {s.of}, locate(sources, s.place)));
    else
      out.push_back(make(
          Code::Signature,
          {(s.card ? "《" + s.of + "》" : s.of) + (s.ability.empty() ? "" : " `" + s.ability + "`"),
           s.digest},
          {s.of, s.ability}, locate(sources, s.place)));
  }
  return out;
}

std::map<std::string, std::string> renamed(const Changes& changes) {
  Renamed out;
  for (const Change& c : changes.list)
    if (c.how == How::Renamed) out.emplace(c.was, c.id);
  return out;
}

bool same_question(const Document& before, const Document& after, const Renamed& renamed) {
  return question_text(before, renamed) == question_text(after, {});
}

std::vector<Finding> judge_rulings(const State& before, const State& after, const Changes& changes,
                                   const Declared& declared, const base::SourceMap& sources) {
  std::vector<Finding> out;
  const auto old = by_id(before.rulings), now = by_id(after.rulings);
  Around around{renamed(changes), Concerned(before, after, changes, sources)};
  const auto gone_place = [&] {
    return locate(sources, {after.game->game.span.file, after.game->game.span.begin,
                            after.game->game.span.begin});
  };
  for (const auto& [id, was] : old) {
    const auto it = now.find(id);
    if (it == now.end()) {
      if (!after.whole) continue;  // it may stand in a file that cannot be read
      Finding f = make(Code::Deleted, {id}, {id, was->game}, gone_place());
      f.related.push_back(locate(sources, was->root.span));
      f.related.back().old = true;
      out.push_back(std::move(f));
      continue;
    }
    around.reversed = declared.reverser(id) != nullptr;
    judge_rewritten(*was, *it->second, around, sources, out);
  }
  for (const auto& [id, is] : now)
    for (const Element& e : is->root.children)
      if (e.name == "read" && e.get("digest") != ruling_digest(*is))
        out.push_back(make(Code::Signature, {id, ruling_digest(*is)}, {id, is->game},
                           locate(sources, e.span)));
  // Names that were taken away: cards and clauses that are gone, rulings that are superseded by
  // nobody any more.
  std::map<std::string, std::string> cards, clauses;
  for (const Change& c : changes.list) {
    if (c.how != How::Removed && c.how != How::Renamed) continue;
    const std::string what = c.how == How::Removed
                                 ? in_both("removes", "なくなりました")
                                 : in_both("renames to " + c.id, c.id + "に改名されました");
    if (c.kind == Kind::Card) cards.emplace(c.how == How::Removed ? c.id : c.was, what);
    if (c.kind == Kind::Clause) clauses.emplace(c.how == How::Removed ? c.id : c.was, what);
  }
  std::set<std::string> dangling;
  for (const auto& [id, d] : now) {
    std::set<std::string> told;
    const std::function<void(const Element&)> look = [&, &id = id, &d = d](const Element& e) {
      for (const auto& a : e.attributes) {
        const bool clause = a.name == "clause" || (e.name == "claim" && a.name == "by");
        const auto& taken = clause ? clauses : cards;
        auto it = taken.find(a.value);
        if (!clause && a.name != "card" && a.name != "against" &&
            !(e.name == "card" && a.name == "is"))
          continue;
        if (it == taken.end() || !told.insert(a.value).second) continue;
        dangling.insert((clause ? "clause " : "card ") + a.value);
        out.push_back(make(Code::Dangling,
                           {id, (clause ? "" : "《") + a.value + (clause ? "" : "》"), it->second},
                           {id, d->game, a.value}, locate(sources, a.span)));
      }
      if (e.name == "supersedes")
        if (const auto* r = e.find("ruling"); r != nullptr && after.whole &&
                                              !now.contains(r->value) && old.contains(r->value) &&
                                              told.insert(r->value).second)
          out.push_back(make(Code::Dangling, {id, r->value, in_both("removes", "なくなりました")},
                             {id, d->game, r->value}, locate(sources, r->span)));
      for (const Element& child : e.children) look(child);
    };
    look(d->root);
  }
  // What nobody misses is told all the same.
  const auto gone = [&](Code code, const std::string& id, const std::string& name,
                        const std::string& what, const Location& place, Span was) {
    Finding f = make(code, {name, what}, {id}, place);
    f.related.push_back(locate(sources, was));
    f.related.back().old = true;
    out.push_back(std::move(f));
  };
  const std::string removed = in_both("was removed", "なくなりました");
  for (const Change& c : changes.list) {
    const bool card = c.kind == Kind::Card;
    if ((c.how != How::Removed && c.how != How::Renamed) || (!card && c.kind != Kind::Clause))
      continue;
    const std::string& old_id = c.how == How::Removed ? c.id : c.was;
    if (dangling.contains((card ? "card " : "clause ") + old_id)) continue;
    Change as_was = c;
    as_was.id = old_id;
    if (c.how == How::Removed && !declared.any_revisions) {  // else a revision has to declare it
      gone(Code::Removed, old_id, name_in_both(as_was), "", at(c, sources, *after.game),
           c.old_place);
      continue;
    }
    gone(Code::Gone, old_id, name_in_both(as_was),
         c.how == How::Removed
             ? removed
             : base::filled("was renamed to {0}", "{0}に改名されました", {name_in_both(c)}),
         at(c, sources, *after.game), c.old_place);
  }
  if (after.whole)
    for (const Document& d : before.rulings) {
      if (d.is_deck && std::ranges::none_of(after.rulings, [&](const Document& n) {
            return n.is_deck && n.id == d.id;
          }))
        gone(Code::Gone, d.id, in_both("deck " + d.id, "デッキ" + d.id), removed, gone_place(),
             d.root.span);
    }
  return out;
}

}  // namespace hanrei::errata
