#include "errata/print.h"

#include <algorithm>
#include <tuple>

#include "base/json/write.h"
#include "base/text/fold.h"
#include "base/text/unicode.h"
#include "model/syntax/forms.h"

namespace hanrei::errata {

using base::Json;

std::string text_of(const Json* j) {
  return j != nullptr && j->is(Json::Kind::String) ? j->string : "";
}

namespace {

void sort_keys(Json& json) {
  std::ranges::stable_sort(json.members,
                           [](const auto& a, const auto& b) { return a.key < b.key; });
  for (base::Member& m : json.members) sort_keys(m.value);
  for (Json& item : json.items) sort_keys(item);
}

}  // namespace

std::string sorted_text(Json json) {
  sort_keys(json);
  return base::canonical(json);
}

std::vector<const Json*> listed(const std::vector<Json>& files, const char* key) {
  std::vector<const Json*> out;
  for (const Json& file : files)
    if (const Json* list = file.find(key); list != nullptr)
      for (const Json& item : list->items)
        if (item.is(Json::Kind::Object)) out.push_back(&item);
  return out;
}

std::vector<const Json*> readings_of(const model::Game& g) {
  std::vector<const Json*> out;
  if (const Json* list = g.game.find("readings"))
    for (const Json& r : list->items)
      if (r.is(Json::Kind::Object)) out.push_back(&r);
  return out;
}

std::map<std::string, const Json*> cards_of(const model::Game& game) {
  std::map<std::string, const Json*> out;
  for (const Json* card : listed(game.cards, "cards"))
    out.emplace(text_of(card->find("card")), card);
  return out;
}

const std::vector<Json>& provisions_of(const Json& card) {
  static const std::vector<Json> none;
  const Json* list = card.find("provisions");
  return list == nullptr ? none : list->items;
}

std::pair<std::string, std::string> name_of(const Json& provision) {
  const model::Form* form = provision.is(Json::Kind::Object) ? model::form_of(provision) : nullptr;
  if (form == nullptr) return {"reading", text_of(provision.find("reading"))};
  std::string name = text_of(provision.find(form->name));
  for (const char* more : {"id", "event", "modify", "on", "of"}) {
    const std::string text = text_of(provision.find(more));
    if (text.empty() || (more == std::string_view("on") && !name.empty())) continue;
    name += (name.empty() ? "" : " ") + text;
    if (more == std::string_view("id")) break;
  }
  return {std::string(form->name), name};
}

std::string id_of(const Json& provision) {
  const auto [form, name] = name_of(provision);
  return form + (name.empty() ? "" : " " + name);
}

std::vector<std::pair<std::string, std::string>> spans_of(const Json& card) {
  std::vector<std::pair<std::string, std::string>> out;
  const Json* wording = model::last_wording(card);
  const Json* spans = wording == nullptr ? nullptr : wording->find("spans");
  if (spans != nullptr)
    for (const base::Member& m : spans->members) out.emplace_back(m.key, text_of(&m.value));
  std::ranges::stable_sort(out, [](const auto& a, const auto& b) {
    return std::tuple(a.first.size(), std::string_view(a.first)) <
           std::tuple(b.first.size(), std::string_view(b.first));
  });
  return out;
}

std::string words_of(const Json& card, const std::set<std::string>* names) {
  std::string out;
  for (const auto& [name, words] : spans_of(card))
    if (names == nullptr || names->contains(name)) out += words;
  return out;
}

void named_spans(const Json& provision, std::set<std::string>& out) {
  if (const Json* span = provision.find("span"); span != nullptr)
    for (const Json& s : span->items)
      if (s.is(Json::Kind::String)) out.insert(s.string);
  if (provision.find("reading") != nullptr)
    for (const base::Member& m : provision.members)
      if (m.value.is(Json::Kind::Object)) named_spans(m.value, out);
}

std::vector<Unstated> unstated(const Json& card) {
  std::set<std::string> stated, flavour;
  for (const Json& p : provisions_of(card)) named_spans(p, stated);
  if (const Json* wording = model::last_wording(card))
    if (const Json* marked = wording->find("flavour"))
      for (const Json& s : marked->items) flavour.insert(text_of(&s));
  std::vector<Unstated> out;
  for (const auto& [name, words] : spans_of(card))
    if (!stated.contains(name)) out.push_back({name, words, flavour.contains(name)});
  return out;
}

std::string letters_of(const std::string& words) {
  constexpr std::u32string_view kSigns = U"+-*/=<>%#@&~^−×÷±";
  std::vector<base::FoldedChar> folded;
  base::fold_chars(words, folded);
  std::string out;
  for (const base::FoldedChar& f : folded) {
    std::string one;
    base::append_utf8(one, f.c);
    if (kSigns.find(f.c) != std::u32string_view::npos || base::has_letter(one)) out += one;
  }
  return out;
}

std::string clause_words(const Json& clause) {
  return text_of(clause.find("title")) + "\n" + text_of(clause.find("ja")) + "\n" +
         text_of(clause.find("en"));
}

namespace {

/// `KEY=VALUE`, on a line of its own.
void add_line(const std::string& key, const Json& value, std::string& out) {
  out += (out.empty() ? "" : "\n") + key + "=" + one_line(value);
}

}  // namespace

std::string one_line(const Json& value) {
  std::string text = value.is(Json::Kind::String) ? value.string : sorted_text(value);
  while (text.ends_with('\n')) text.pop_back();
  std::ranges::replace(text, '\n', ' ');
  return text;
}

bool is_printed_beside(std::string_view key) {
  for (const std::string_view no : {"card", "text", "provisions", "note", "game"})
    if (key == no) return false;
  return true;
}

std::string attribute_lines(const Json& card) {
  std::string out;
  for (const base::Member& m : card.members)
    if (is_printed_beside(m.key)) add_line(m.key, m.value, out);
  return out;
}

bool is_game_rule(std::string_view key) {
  for (const std::string_view no :
       {"$schema", "format", "game", "title", "languages", "revisions", "readings", "read"})
    if (key == no) return false;
  return true;
}

std::string clause_terms(const Json& clause) {
  std::string out = clause.find("status") == nullptr ? "status=modelled" : "";
  for (const char* key : {"status", "hedged", "since", "before"})
    if (const Json* j = clause.find(key); j != nullptr) add_line(key, *j, out);
  return out;
}

std::string clause_frame(const Json& clause) {
  std::string out;
  for (const char* key : {"kind", "by", "refers"})
    if (const Json* j = clause.find(key); j != nullptr) add_line(key, *j, out);
  return out;
}

std::string reading_terms(const Json& reading) {
  std::string out = "default=" + text_of(reading.find("default"));
  const Json* presumed = reading.find("presumed");
  out += presumed != nullptr && presumed->boolean ? "\npresumed=true" : "\npresumed=false";
  std::vector<std::string> names;
  if (const Json* options = reading.find("options"))
    for (const base::Member& m : options->members) names.push_back(m.key);
  std::ranges::sort(names);
  out += "\noptions=";
  for (const std::string& name : names) out += (name == names.front() ? "" : ",") + name;
  return out;
}

std::string reading_words(const Json& reading) {
  std::vector<std::string> lines;
  const auto add = [&](const std::string& name, const Json* said) {
    if (said == nullptr) return;
    std::string line;
    if (!said->is(Json::Kind::Object)) add_line(name, *said, line);
    for (const base::Member& m : said->members) {
      add_line(name + " (" + m.key + ")", m.value, line);
      lines.push_back(std::move(line));
      line.clear();
    }
    if (!line.empty()) lines.push_back(std::move(line));
  };
  add("by", reading.find("by"));
  add("title", reading.find("title"));
  if (const Json* options = reading.find("options"))
    for (const base::Member& m : options->members) add(m.key, &m.value);
  std::ranges::sort(lines);
  std::string out;
  for (const std::string& line : lines) out += (out.empty() ? "" : "\n") + line;
  return out;
}

}  // namespace hanrei::errata
