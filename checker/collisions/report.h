// What an examination of collisions comes to: what was found, and what was looked at.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "checker/collisions/finding.h"
#include "checker/collisions/played.h"

namespace hanrei::checker::collisions {

/// What was examined, and what was not.
struct Receipt {
  size_t rulings = 0, situations = 0, made = 0, states = 0, moments = 0, declarations = 0,
         queries = 0;
  size_t rounds = 0, rounds_played = 0;  ///< triggers of cards that may set each other off; those
                                         ///< that a situation could be made for
  struct Cut {
    std::string ruling;
    Reason why;
  };
  std::vector<Cut> cut;               ///< situations that were not seen to their end
  std::vector<std::string> left_out;  ///< rulings that could not be read
  /// An end was asked for. Then what follows is not worked out.
  bool broken_off = false;
  std::vector<std::string> unreached;  ///< rulings whose situations were not seen by then
  std::vector<CardId> cards;           ///< in no situation
  std::vector<NormId> norms;           ///< applied in no state: permissions and prohibitions
  std::vector<AmendId> amends;
  /// Pairs of duties that somebody owed at once; those of them of which it is not known whether
  /// both can be fulfilled.
  size_t duties = 0, duties_open = 0;
  /// What a sentence of any card that says otherwise than a clause would come to, by clause: those
  /// that prohibitions of declarations, and those that steps state.
  struct Form {
    std::vector<ClauseId> wins, loses, undecided;
  } permission, amendment;
};

struct Report {
  std::shared_ptr<const model::Program> program;
  std::vector<Finding> findings;  ///< worst first
  Receipt receipt;
  Played played;
  std::vector<std::string>
      faults;  ///< our own: a set that is not minimal, a play that cannot be played again
};

/// The subset-minimal sets of members that cannot stand together, the smallest first.
std::vector<std::vector<Ground>> minimal_sets(
    const std::vector<Ground>& members,
    const std::function<bool(const std::vector<Ground>&)>& stands);

}  // namespace hanrei::checker::collisions
