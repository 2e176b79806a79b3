// What an explanation says of a ruling, as plain text: for a page, and for a chart on a terminal.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "checker/checker.h"
#include "checker/explain/explanation.h"

namespace hanrei::reports {

using checker::explain::Board;

/// A step of a play.
struct Step {
  enum class Kind : std::uint8_t { Event, Choice, End } kind = Kind::Event;
  int who = -1;  ///< Choice: the player, counted from 0; -1: nobody
  std::string text;
  std::vector<std::string> cards, clauses;  ///< that it rests on
  /// Zones that hold something else than before, each with what it holds then.
  Board board;
  int move = -1;  ///< Choice: which of the moves of the play it is; -1: the play says so
};
/// Of a play that is told, from the sentence `first` to that before `last`.
std::vector<Step> steps_of(const model::Program& program,
                           const std::vector<checker::explain::Sentence>& sentences,
                           std::size_t first, std::size_t last);

/// A play that goes on in one of two ways.
struct Branch {
  std::string label;  ///< what it comes to
  std::vector<Step> steps;
};

/// A claim with the play that shows how it stands, in one language.
struct Told {
  std::string in_case, setting, verdict;
  std::vector<std::string> because;  ///< what the verdict rests on, the nearest first
  std::vector<std::string> list;     ///< outcomes, breaches
  Board start;                       ///< zones, and what they hold first
  std::vector<Step> steps;
  std::string parts;  ///< who chooses where it parts
  std::vector<Branch> branches;
  std::string declaration;           ///< that is asked about behind it
  std::vector<std::string> why_not;  ///< what stops it
  bool shorter = false;              ///< a limit was met: there may be a shorter play
};
/// `explained`: in one language. One for each claim.
std::vector<Told> told_of(const checker::RulingResult& result,
                          const checker::explain::Explanation& explained, base::Lang lang);

}  // namespace hanrei::reports
