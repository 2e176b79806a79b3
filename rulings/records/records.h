// What the rulings database keeps: plain values, taken from the files of a game without compiling
// its rules.
//
//     RulingRecord r = record_of(document);          // of a ruling that was read from XML
//     GameRecords g = records_of(game);              // clauses, cards and terms of a game folder
//
// Languages stand by base::Lang: English, Japanese. Dates are as written; day_of() says what they
// mean.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/date.h"
#include "model/model.h"
#include "rulings/rulings.h"

namespace hanrei::rulings {

struct ClauseRecord {
  std::string id, kind, title, text[2], status;
  std::string since,
      before;  ///< names of revisions: it counts from the first one on, and until the other
};

/// What a card said from a date on: its sentences in order, each with the name it is cited by.
struct Wording {
  std::string from,
      known;  ///< from when it counts, and the date on which that became known; empty: the same
  std::vector<std::pair<std::string, std::string>> spans;
};

/// A change of the rulebook: what says `since` counts with it, what says `before` no more.
struct RevisionRecord {
  std::string name, effective, known;  ///< its version; dates
};

/// A provision of a card that counts with a revision or a wording, or until one.
struct DatedAbility {
  std::string name, since, before;  ///< form and name; names of revisions, or dates of wordings
  bool operator==(const DatedAbility&) const = default;
};

struct CardRecord {
  std::string name;
  std::vector<Wording> wordings;  ///< oldest first; the last one counts
  std::vector<std::pair<std::string, std::string>> attributes;  ///< as printed; lists with spaces
  std::vector<std::string> abilities;  ///< form and name of each provision; not those that are over
  std::vector<std::string> forms;   ///< ability_form of each, in the same order; not of an export
  std::vector<DatedAbility> dated;  ///< those that have dates, over or not
  bool invented = false, generic = false;
  bool imported = false;  ///< from a list, not from cards/: it has a text and no provisions
};

struct ClaimRecord {
  std::string kind, text;
};

struct CaseRecord {
  std::string id, at;  ///< where play stands, as written; empty for a deck
  std::vector<ClaimRecord> claims;
};

/// A status that a ruling had until it was given the next one.
struct WasRecord {
  std::string status, until, known;  ///< until (the first day of the next status), and when that
                                     ///< became known; empty: the same
};

/// A class of cards that a ruling is for: `text`, with a sentence that fits a pattern; `ability`,
/// with an ability of the form of one that the card `pattern` has.
struct GroupRecord {
  std::string how, pattern;
};

/// A ruling. One without a case has no situation: nothing can be examined yet.
struct RulingRecord {
  std::string id, game, status, source, issued, authority;
  std::string known, effective;  ///< when it became known, and from which day of play on it counts;
                                 ///< empty: as issued
  std::vector<WasRecord> was;    ///< what it was before `status`, oldest first
  std::string title[2], question[2], answer[2], partial;
  std::vector<std::string> cites, supersedes, cards;          ///< sorted, each once
  std::vector<std::string> narrows, distinguishes, follows;   ///< rulings; sorted, each once
  std::vector<std::pair<std::string, std::string>> presumes;  ///< reading, option
  std::vector<GroupRecord>
      groups;  ///< the cards it is for, besides those of its situation; as written
  std::vector<CaseRecord> cases;
  std::string verdict, evidence;  ///< what a check found; of an export only, never read from a file
  std::vector<std::array<std::string, 3>>
      marks;  ///< likewise what the citator says: its mark, why in English and in Japanese
};

/// A name of the rules: a procedure, a zone, a window …
struct TermRecord {
  std::string kind, name;
};

struct GameRecords {
  std::string id, title[2];
  std::vector<ClauseRecord> clauses;
  std::vector<CardRecord> cards;
  std::vector<TermRecord> terms;  ///< sorted, each once
  std::vector<RevisionRecord> revisions;
};

RulingRecord record_of(const Document& document);
GameRecords records_of(const model::Game& game);

using base::day_of;

}  // namespace hanrei::rulings
