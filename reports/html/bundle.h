// What a bundle of pages is made from: finished values, gathered before anything is written.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/text/diagnostic.h"
#include "reports/told.h"
#include "rulings/exchange/exchange.h"
#include "rulings/search/words.h"
#include "rulings/store/findings.h"

namespace hanrei::reports::html {

// Texts in two languages stand by base::Lang: English, Japanese.

/// An ambiguous clause with its options.
struct Reading {
  struct Option {
    std::string name, why[2];
  };
  std::string name, title[2], fallback;
  bool presumed = false;  ///< the game itself takes the default
  std::vector<Option> options;
};

/// A ruling that is like another one.
struct Near {
  std::string id;
  std::vector<std::string> shared;  ///< what both turn on, the weightiest first
};

struct Ruling {
  rulings::RulingRecord record;
  std::vector<Near> near;
  struct Plays {
    std::vector<Told> in[2];  ///< by claim
  };
  std::optional<Plays> plays;  ///< nothing: they were not made
};

/// A card that looks like another one, with rulings of its own.
struct LookAlike {
  std::string card;
  std::vector<std::string> rulings;
};

struct Game {
  std::string folder;
  rulings::GameRecords records;
  std::vector<Ruling> rulings;
  std::vector<Reading> readings;
  std::map<std::string, std::vector<LookAlike>> alike;  ///< by card
  std::vector<std::string> players;                     ///< what the rules call them, by number
  rulings::search::WordList words;                      ///< of its words.json
  std::vector<rulings::store::RunFindings> findings;    ///< of each command that keeps them
};

struct Bundle {
  std::vector<Game> games;
  std::string date;    ///< the latest that the sources give, or as asked for; empty: none
  std::string digest;  ///< of all source files, hexadecimal
  base::Lang face = base::Lang::Ja;  ///< the language of a page as it opens
  bool served = false;               ///< the program answers: it searches, and steps through plays
};

}  // namespace hanrei::reports::html
