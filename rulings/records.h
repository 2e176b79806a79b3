// What the rulings database keeps: plain values, taken from the files of a game without compiling its rules.
//
//     RulingRecord r = record_of(document);          // of a ruling that was read from XML
//     GameRecords g = records_of(game);              // clauses, cards and terms of a game folder
//
// Languages stand by base::Lang: English, Japanese. Dates are as written; day_of() says what they mean.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "model/model.h"
#include "rulings/rulings.h"

namespace hanrei::rulings {

struct ClauseRecord {
  std::string id, kind, title, text[2], status;
};

/// What a card said from a date on: its sentences in order, each with the name it is cited by.
struct Wording {
  std::string from;
  std::vector<std::pair<std::string, std::string>> spans;
};

struct CardRecord {
  std::string name;
  std::vector<Wording> wordings;                                ///< oldest first; the last one counts
  std::vector<std::pair<std::string, std::string>> attributes;  ///< as printed; lists with spaces
  std::vector<std::string> abilities;                           ///< form and name of each provision
  bool invented = false, generic = false;
  bool imported = false;  ///< from a list, not from cards/: it has a text and no provisions
};

struct ClaimRecord {
  std::string kind, text;
};

struct CaseRecord {
  std::string id, at;                 ///< where play stands, as written; empty for a deck
  std::vector<ClaimRecord> claims;
};

/// A ruling. One without a case has no situation: nothing can be examined yet.
struct RulingRecord {
  std::string id, game, status, source, issued, authority;
  std::string title[2], question[2], answer[2], partial;
  std::vector<std::string> cites, supersedes, cards;            ///< sorted, each once
  std::vector<std::pair<std::string, std::string>> presumes;    ///< reading, option
  std::vector<CaseRecord> cases;
  std::string verdict, evidence;      ///< what a check found; of an export only, never read from a file
};

/// A name of the rules: a procedure, a zone, a window …
struct TermRecord {
  std::string kind, name;
};

struct GameRecords {
  std::string id, title[2];
  std::vector<ClauseRecord> clauses;
  std::vector<CardRecord> cards;
  std::vector<TermRecord> terms;      ///< sorted, each once
};

RulingRecord record_of(const Document& document);
GameRecords records_of(const model::Game& game);

/// Days since 1970-01-01 of `YYYY`, `YYYY-MM` or `YYYY-MM-DD`: the first day that it can mean, or with `last` the last
/// one. Nothing when it is no date, or before 0001.
std::optional<std::int64_t> day_of(std::string_view date, bool last = false);

}  // namespace hanrei::rulings
