// A world: one program in one situation. Which entities there are, how a state is laid out, which
// triggers, norms and statics exist. Everything in it is fixed while the situation is explored.
#pragma once

#include <atomic>
#include <memory>
#include <string>
#include <vector>

#include "base/text/reason.h"
#include "checker/semantics/state.h"
#include "model/ir/code.h"
#include "rulings/ruling.h"

namespace hanrei::checker {

using namespace model::ids;

/// The most cards of one situation, and the most tokens of one sort.
inline constexpr int kMaxCards = 60;
/// The most members that a set can have.
inline constexpr int kMostInSet = 62;

/// Something a card does: a static, a trigger or a norm, of one physical card (or -1, of the
/// rulebook).
template <class I>
struct Instance {
  I provision;
  int card = -1;
};
using NormInstance = Instance<NormId>;
using StaticInstance = Instance<StaticId>;
using TriggerInstance = Instance<TriggerId>;
struct EffectInstance {
  EffectId effect;
  int card = -1;
};

struct TokenSort {
  SortId sort;
  int pool = 0;
  int alive = 0;
};  ///< alive: first of the cells that tell which exist

struct GhostUse {
  std::vector<SignalId> signals;
  std::vector<std::pair<ProcId, int>> steps;
  std::vector<ExchangeId> exchanges;
};

struct World {
  const model::Program* program = nullptr;
  const model::Lowered* code = nullptr;
  const rulings::Case* question = nullptr;

  int cards = 0;
  std::vector<std::string> card_ids;
  std::vector<CardId> card_defs;

  // ---- layout of the cells
  base::Table<AttrId, int> attr_cell;  ///< first cell of a stored attribute; -1: printed
  base::Table<AttrId, int>
      attr_table;  ///< first entry of a printed attribute in the printed table; -1: stored
  int printed_size = 0;
  mutable std::vector<std::atomic<bool>>
      looked;  ///< entries of the printed table that were read; nothing that was asked of this
               ///< world hangs on the others
  int zone_cell = 0;                  ///< one per card: zone * 2 + owner
  base::Table<ZoneId, int> lot_cell;  ///< two per zone, -1: no lots
  base::Table<ZoneId, int>
      order_cell;  ///< two per zone that is shuffled, -1: never: `PileOrder`, or what is on top
  base::Table<ZoneId, int> pile_cell;  ///< per pile of a player, -1: no pile: what was put
                                       ///< anywhere, for either player; then what was put on top
                                       ///< and under it, `layer` words for each player
  struct {
    int64_t base = 2;  ///< of the digits of a word: cards + 1
    int digits = 1, words = 1;
  } layer;
  int edge_cell = 0;  ///< memory of the edges: one set
  int uses_cell = 0;  ///< one per effect instance
  int ghost_cell = 0;
  int frames_cell = 0;  ///< locals of the frames follow
  int slot_size = 0;    ///< locals that a declared act has, at most

  std::vector<TokenSort> tokens;
  std::vector<EffectInstance> effects;
  std::vector<StaticInstance> statics;
  std::vector<int> cyclic;  ///< instances of statics whose conditions hang on each other
  base::Table<SignalId, std::vector<TriggerInstance>>
      heard;  ///< the triggers of it and of all it covers
  std::vector<TriggerInstance> edges;
  std::vector<TriggerInstance> act_end;
  base::Table<ActId, std::vector<NormInstance>> permits;
  std::vector<NormInstance> forbids, duties, designate_forbids, affect_forbids;
  std::vector<NormInstance>
      static_forbids;            ///< of the last: those that may forbid what no effect does
  std::vector<Id> menu_signals;  ///< by signal: may anything be declared there
  GhostUse ghosts;
  std::vector<int>
      stands;  ///< by frame of the situation: its instruction, -1: none runs the next frame

  const TokenSort* token_sort(SortId sort) const {
    for (const TokenSort& t : tokens)
      if (t.sort == sort) return &t;
    return nullptr;
  }
  int universe(const model::Type& elem) const;
  /// Where sets could not hold all names of cards, those that can come into a set have numbers of
  /// their own from 0 on.
  static constexpr int64_t kMostNames = 62;
  std::vector<int64_t>
      names;  ///< these names; empty: every name has the number that it has in the program
  bool renumbers(const model::Type& t) const {
    return !names.empty() && t.id == model::kCardNames &&
           (t.kind == model::TypeKind::Enum || t.elem == model::TypeKind::Enum);
  }
  /// A value of the program as the engines know it.
  int64_t own(const model::Type& t, int64_t value) const;
  /// What a value of the type is called: a card's id, a member's name, a number.
  std::string show(const model::Type& type, int64_t value) const;
  /// A zone and the player whose it is, packed as in the cells of cards: `NAME(player)`.
  std::string show_zone(int64_t packed) const;
};

/// The counts of a frame that tell states apart: how often something was asked or repeated does
/// not, where that there is a bound only breaks plays off.
Rounds telling(const World& world, const Frame& frame);

/// Lays a world out. `lowered` must belong to the program. Nothing when a limit of the tool is
/// passed; then `why` says which.
std::unique_ptr<World> make_world(const model::Program& program, const model::Lowered& lowered,
                                  const rulings::Case& question, base::Reason& why);

}  // namespace hanrei::checker
