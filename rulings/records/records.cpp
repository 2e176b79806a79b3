#include "rulings/records/records.h"

#include <algorithm>
#include <set>

#include "model/passes/dated.h"
#include "model/syntax/forms.h"
#include "rulings/records/touches.h"

namespace hanrei::rulings {
namespace {

using base::Json;

std::string text_of(const Json* j) {
  return j != nullptr && j->is(Json::Kind::String) ? j->string : "";
}
bool true_in(const Json& j, std::string_view key) {
  const Json* v = j.find(key);
  return v != nullptr && v->boolean;
}

/// A printed value in words: a list with spaces between.
std::string printed(const Json& j) {
  switch (j.kind) {
    case Json::Kind::String: return j.string;
    case Json::Kind::Int: return std::to_string(j.integer);
    case Json::Kind::Bool: return j.boolean ? "true" : "false";
    case Json::Kind::Array: {
      std::string out;
      for (const Json& item : j.items) out += (out.empty() ? "" : " ") + printed(item);
      return out;
    }
    case Json::Kind::Object: {
      std::string out;
      for (const base::Member& m : j.members)
        out += (out.empty() ? "" : " ") + m.key + "=" + printed(m.value);
      return out;
    }
    case Json::Kind::Null:
    case Json::Kind::Real: return "";
  }
  return "";
}

CardRecord card_of(const Json& j) {
  CardRecord c;
  c.name = text_of(j.find("card"));
  c.invented = true_in(j, "invented");
  c.generic = true_in(j, "generic");
  for (const base::Member& m : j.members) {
    if (m.key == "card" || m.key == "game" || m.key == "invented" || m.key == "generic" ||
        m.key == "note")
      continue;
    if (m.key == "text") {
      for (const Json& w : m.value.items) {
        c.wordings.push_back({text_of(w.find("from")), text_of(w.find("known")), {}});
        for (const std::string_view part : {"spans", "flavour"}) {
          if (const Json* spans = w.find(part))
            for (const base::Member& s : spans->members)
              c.wordings.back().spans.emplace_back(s.key, text_of(&s.value));
        }
      }
    } else if (m.key == "provisions") {
      for (const Json& p : m.value.items) {
        const model::Form* form = model::form_of(p);
        if (form == nullptr) continue;
        const std::string name = text_of(p.find(form->name)), since = text_of(p.find("since")),
                          before = text_of(p.find("before"));
        const std::string ability = std::string(form->name) + (name.empty() ? "" : " " + name);
        if (before.empty()) {
          c.abilities.push_back(ability);
          c.forms.push_back(ability_form(p));
        }
        if (!since.empty() || !before.empty()) c.dated.push_back({ability, since, before});
      }
    } else {
      c.attributes.emplace_back(m.key, printed(m.value));
    }
  }
  return c;
}

/// Windows stand inside steps: `ダウンしたとき(c)` is called ダウンしたとき.
void windows(const Json& j, std::set<std::pair<std::string, std::string>>& out) {
  if (const std::string w = text_of(j.find("window")); !w.empty())
    out.emplace("window", w.substr(0, w.find('(')));
  for (const Json& item : j.items) windows(item, out);
  for (const base::Member& m : j.members) windows(m.value, out);
}

template <class T>
void sort_once(std::vector<T>& list) {
  std::ranges::sort(list);
  list.erase(std::unique(list.begin(), list.end()), list.end());
}

std::string claim_text(const Element& claim) {
  std::string out = claim.text;
  const auto add = [&](const std::string& more) {
    if (!more.empty()) out += (out.empty() ? "" : "; ") + more;
  };
  for (const std::string_view key : {"of", "by", "clause", "card", "against", "in", "reading",
                                     "answer", "is", "iff", "if", "for"}) {
    if (const Element::Attribute* a = claim.find(key)) add(a->name + "=" + a->value);
  }
  for (const Element& child : claim.children) {
    std::string words = child.text;
    if (child.name != "o") words = child.name;
    if (child.name != "o")
      for (const Element::Attribute& a : child.attributes) words += " " + a.name + "=" + a.value;
    else if (const Element::Attribute* a = child.find("if"))
      words += " if " + a->value;
    add(words);
  }
  return out;
}

/// Cards of a situation or a deck, those attached to others too.
void cards_in(const Element& e, std::vector<std::string>& out) {
  if (e.name == "card")
    if (const Element::Attribute* is = e.find("is")) out.push_back(is->value);
  for (const Element& child : e.children) cards_in(child, out);
}

CaseRecord case_of(const Element& e, RulingRecord& r) {
  CaseRecord c;
  if (e.name == "case") c.id = e.get("id");
  for (const Element& child : e.children) {
    if (child.name == "situation") c.at = child.get("at");
    if (child.name == "situation" || child.name == "deck") cards_in(child, r.cards);
    if (child.name != "claim") continue;
    c.claims.push_back({child.get("kind"), claim_text(child)});
    for (const std::string_view key : {"card", "against"})
      if (const Element::Attribute* a = child.find(key)) r.cards.push_back(a->value);
  }
  return c;
}

}  // namespace

RulingRecord record_of(const Document& document) {
  RulingRecord r;
  const Element& root = document.root;
  r.id = document.id;
  r.game = document.game;
  r.status = root.get("status");
  r.source = root.get("source");
  r.issued = root.get("issued");
  r.authority = root.get("authority");
  r.known = root.get("known");
  r.effective = root.get("effective");
  r.presumes = document.presumes;
  for (const Element& e : root.children) {
    const auto lang =
        static_cast<std::size_t>(e.get("xml:lang") == "ja" ? base::Lang::Ja : base::Lang::En);
    if (e.name == "title")
      r.title[lang] = e.text;
    else if (e.name == "question")
      r.question[lang] = e.text;
    else if (e.name == "answer")
      r.answer[lang] = e.text;
    else if (e.name == "partial")
      r.partial += (r.partial.empty() ? "" : "\n") + e.text;
    else if (e.name == "cites")
      r.cites.push_back(e.get("clause"));
    else if (e.name == "supersedes")
      r.supersedes.push_back(e.get("ruling"));
    else if (e.name == "narrows")
      r.narrows.push_back(e.get("ruling"));
    else if (e.name == "distinguishes")
      r.distinguishes.push_back(e.get("ruling"));
    else if (e.name == "follows")
      r.follows.push_back(e.get("ruling"));
    else if (e.name == "for")
      r.groups.push_back({"text", e.get("text")});
    else if (e.name == "for-like")
      r.groups.push_back({"ability", e.get("card")});
    else if (e.name == "was")
      r.was.push_back({e.get("status"), e.get("until"), e.get("known")});
    else if (e.name == "case")
      r.cases.push_back(case_of(e, r));
    else if (e.name == "situation" || e.name == "deck")
      r.cases.push_back(case_of(root, r));
  }
  sort_once(r.cites);
  for (auto* list : {&r.supersedes, &r.narrows, &r.distinguishes, &r.follows, &r.cards})
    sort_once(*list);
  return r;
}

GameRecords records_of(const model::Game& game) {
  GameRecords out;
  out.id = text_of(game.game.find("game"));
  if (const Json* t = game.game.find("title")) {
    out.title[static_cast<size_t>(base::Lang::En)] = text_of(t->find("en"));
    out.title[static_cast<size_t>(base::Lang::Ja)] = text_of(t->find("ja"));
  }
  std::set<std::pair<std::string, std::string>> terms;
  for (const Json& file : game.rulebook) {
    if (const Json* clauses = file.find("clauses"))
      for (const Json& j : clauses->items) {
        out.clauses.push_back({text_of(j.find("clause")),
                               text_of(j.find("kind")),
                               text_of(j.find("title")),
                               {text_of(j.find("en")), text_of(j.find("ja"))},
                               text_of(j.find("status")),
                               text_of(j.find("since")),
                               text_of(j.find("before"))});
      }
    if (const Json* provisions = file.find("provisions"))
      for (const Json& p : provisions->items) {
        const model::Form* form = model::form_of(p);
        if (form == nullptr) continue;
        const std::string name = text_of(p.find(form->name));
        for (const std::string_view named :
             {"type", "zone", "kind", "signal", "procedure", "act", "limit", "ending", "sort"}) {
          if (form->name == named && !name.empty())
            terms.emplace(named == "signal" ? "window" : named, name);
        }
        windows(p, terms);
      }
  }
  for (const Json& file : game.cards) {
    if (const Json* cards = file.find("cards"))
      for (const Json& j : cards->items) {
        if (CardRecord c = card_of(j); !c.name.empty()) {
          if (game.from_words.contains(c.name)) c.attributes.emplace_back("provisions", "text");
          out.cards.push_back(std::move(c));
        }
      }
  }
  for (const model::Revision& r : model::revisions(game.game))
    out.revisions.push_back({r.name, r.effective, r.known});
  for (const auto& [kind, name] : terms) out.terms.push_back({kind, name});
  return out;
}

}  // namespace hanrei::rulings
