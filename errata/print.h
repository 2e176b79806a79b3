// What is written in a game, as changes and signatures see it: words of cards and clauses, and the
// names of provisions.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "model/model.h"

namespace hanrei::errata {

/// A string; empty: it is none, or there is nothing.
std::string text_of(const base::Json* json);

/// A value as a text, whatever the order of its keys.
std::string sorted_text(base::Json json);

/// The objects of a list that every file of the game may have: `clauses`, `provisions`, `cards`.
std::vector<const base::Json*> listed(const std::vector<base::Json>& files, const char* key);
/// Those of `readings`.
std::vector<const base::Json*> readings_of(const model::Game& game);
/// The cards by name, the first of each.
std::map<std::string, const base::Json*> cards_of(const model::Game& game);
const std::vector<base::Json>& provisions_of(const base::Json& card);

/// Form and name of a provision.
std::pair<std::string, std::string> name_of(const base::Json& provision);
/// The same as one text: `trigger 命綱`.
std::string id_of(const base::Json& provision);

/// The spans of the last wording, by their names: `s2` before `s10`. In which order the file has
/// them does not count.
std::vector<std::pair<std::string, std::string>> spans_of(const base::Json& card);
/// Their words one after the other; `names`: of those only.
std::string words_of(const base::Json& card, const std::set<std::string>* names = nullptr);
/// The spans that a provision formalises.
void named_spans(const base::Json& provision, std::set<std::string>& out);

/// What no ability of a card names.
struct Unstated {
  std::string span, words;
  bool flavour = false;  ///< marked as such
};
std::vector<Unstated> unstated(const base::Json& card);

/// What of words is more than dress: letters, digits and signs of calculation, whatever their width
/// and case; without blanks, points and brackets. Who changes nothing of it has said nothing else.
std::string letters_of(const std::string& words);

/// Title and words of a clause.
std::string clause_words(const base::Json& clause);
/// On what terms it counts, a line each: `status=informative`, `hedged=true`. Without a status it
/// is `modelled`.
std::string clause_terms(const base::Json& clause);
/// What sort of clause it is and what it rests on, a line each: `kind=rule`, `refers=["2"]`.
std::string clause_frame(const base::Json& clause);
/// What counts of a reading, a line each: `default=A`, `presumed=false`, `options=A,B`.
std::string reading_terms(const base::Json& reading);
/// Is it printed on a card, under this key, beside its name and words?
bool is_printed_beside(std::string_view key);
/// What is, a line each: `AP=20`.
std::string attribute_lines(const base::Json& card);
/// A value on one line.
std::string one_line(const base::Json& value);
/// Does a key of game.json say how the game is played? Not: what it is called, and its readings,
/// which have names of their own.
bool is_game_rule(std::string_view key);
/// What is said of it, a line each: its title, the reasons of its options, whose wording is open.
std::string reading_words(const base::Json& reading);

}  // namespace hanrei::errata
