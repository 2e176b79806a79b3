// A ruling as plain values: the question, the situation, what is played, and what is claimed.
//
// Everything here is resolved against a Program: names are ids, expressions are typed. The
// expressions of a ruling live in the Program it carries (a copy of the game's, with the ruling's
// own added).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/text/diagnostic.h"
#include "model/ir/program.h"

namespace hanrei::rulings {

using base::Span;
using namespace model::ids;

/// A quantity the ruling leaves open: every claim about it says *for every value* or *for some
/// value*.
struct Let {
  std::string name;
  std::optional<int64_t> min, max;
  Span span;
};

/// A physical card of the situation. `def` is its card, `values` override its attributes.
struct SituationCard {
  std::string id;
  CardId def;
  std::string name;  ///< as written in `is`
  ZoneId zone;
  int owner = 0;  ///< player whose zone it is in
  int host = -1;  ///< card it is attached to
  std::vector<std::pair<AttrId, ExprId>> values;
  Span span;
};

struct Lot {
  ZoneId zone;
  int owner = 0;
  ExprId count;
};
struct TokenIn {
  SortId sort;
  std::vector<std::pair<AttrId, ExprId>> values;
  Span span;
};
/// A procedure that is running. `span`: of its `<frame>`, or of the path.
struct FrameIn {
  ProcId proc;
  int ordinal = -1;
  std::vector<std::pair<Id, ExprId>> locals;
  EffectId effect;  ///< of an act that uses one: which, of the card `card`
  int card = -1;
  Span span;
};

struct Situation {
  std::vector<Let> lets;
  std::vector<ExprId> where;  ///< conditions on the lets
  std::vector<SituationCard> cards;
  std::vector<Lot> lots;
  std::vector<TokenIn> tokens;
  std::vector<std::pair<AttrId, ExprId>> game;  ///< game attributes
  std::vector<std::pair<AttrId, ExprId>> players[2];
  std::vector<FrameIn> frames;  ///< bottom first: where play stands
  std::string at;               ///< as written
  Span at_span, span;           ///< of the path, of the situation
};

/// One card of a deck; copies are cards of their own.
struct DeckCard {
  CardId def;
  ZoneId zone;
  int64_t name = 0;
  int64_t at = 0;
  Span span;
};
/// What a player brings to a game. Generic cards that nobody named are all of different names.
struct Deck {
  std::vector<DeckCard> cards;
};

/// Words of a play that name a value. Which one hangs on the type of what is named so.
struct Named {
  std::string name;                                              ///< of what is named
  std::vector<std::pair<model::Type, std::vector<int64_t>>> as;  ///< a set has several values

  /// The values, ascending; none: the words mean nothing of that type.
  const std::vector<int64_t>* of(const model::Type& type) const {
    for (const auto& [t, values] : as)
      if (t == type) return &values;
    return nullptr;
  }
};

enum class PlayKind : uint8_t { Do, Pass, Choose, Free };
/// One item of <play>. Do: the act and what it presents, unnamed things stay free. Free: acts that
/// may be declared whenever they are legal, with the cards named, or any.
struct PlayItem {
  PlayKind kind = PlayKind::Do;
  int by = 0;
  std::vector<ActId> acts;
  std::vector<Named> args;      ///< Do: what is presented
  std::vector<int64_t> cards;   ///< Free: only these may be presented first
  std::string choice;           ///< Choose: name of the choice; Pass: of the exchange
  Named chosen;                 ///< Choose: what is chosen
  std::vector<int64_t> values;  ///< Choose, where the choice has no name of its own
  EffectId effect;              ///< Do: the named effect
  Span span;
};

enum class ClaimKind : uint8_t {
  Necessary,
  Possible,
  Impossible,
  Outcomes,
  Greatest,
  Least,
  Legal,
  Illegal,
  Chooser,
  Endless,
  Settles,
  Forceable,
  Overrides,
  Yields,
  Contradicts,
  Idle,
  Undetermined
};
/// Overrides, yields, contradicts, idle: about texts that say different things.
inline bool about_texts(ClaimKind kind) {
  return kind == ClaimKind::Overrides || kind == ClaimKind::Yields ||
         kind == ClaimKind::Contradicts || kind == ClaimKind::Idle;
}

enum class Over : uint8_t { None, Every, Some };  ///< symbolic quantities

/// What a verdict may rest on: a clause of the rulebook, or a sentence of a card.
struct Ground {
  ClauseId clause;
  CardId card;  ///< of the sentence `span`
  std::string span;
  auto operator<=>(const Ground&) const = default;  // NOLINT(modernize-use-nullptr): a false alarm
};

/// `15-5-1[7]`, `《追い打ち》s1`: how reports and fingerprints name it.
inline std::string ground_text(const model::Program& p, const Ground& g) {
  if (g.card != kNone) return "《" + p.cards[g.card].name + "》" + g.span;
  return g.clause == kNone ? "?" : p.clauses[g.clause].id;
}

struct Outcome {
  std::vector<ExprId> values;
  ExprId cond;
};
struct Claim {
  ClaimKind kind = ClaimKind::Necessary;
  Over over = Over::None;
  ExprId expr;             ///< necessary, possible, impossible; greatest, least: the value measured
  ExprId iff;              ///< settles: for which values it is claimed
  ExprId is;               ///< greatest, least, settles: the claimed value
  std::vector<ExprId> of;  ///< outcomes: the projection
  std::vector<std::string> of_text;
  std::vector<Outcome> outcomes;
  PlayItem act;         ///< legal, illegal
  bool now = false;     ///< legal, illegal: at the first question after the play, whoever is asked
  ClauseId by;          ///< illegal by, overrides: the clause
  std::string what;     ///< chooser: the choice or order; overrides: the card, empty: any
  std::string against;  ///< overrides: the other card, instead of a clause
  std::vector<Ground> rests;  ///< exactly this is one of the minimal sets the verdict rests on;
                              ///< sorted; empty: not said
  int player = -1;            ///< chooser, forceable
  bool nobody = false;        ///< chooser: nobody; forceable: it is not
  std::string text;           ///< as written
  Span span;
};

/// What a claim asks for, each expression of it that there is.
inline std::vector<ExprId> expressions_of(const Claim& claim) {
  std::vector<ExprId> out = {claim.expr, claim.iff, claim.is};
  out.insert(out.end(), claim.of.begin(), claim.of.end());
  for (const Outcome& o : claim.outcomes) {
    out.push_back(o.cond);
    out.insert(out.end(), o.values.begin(), o.values.end());
  }
  std::erase(out, kNone);
  return out;
}

/// One situation with its claims. A ruling has one or several.
struct Case {
  std::string id;            ///< empty when there is only one
  std::string title[2];      ///< by base::Lang: what it is called; empty: its id
  std::optional<Deck> deck;  ///< instead of a situation: is it legal?
  Situation situation;
  std::vector<PlayItem> play;
  std::string until;  ///< empty: when what the play started is over
  std::vector<Claim> claims;
  Span span;
};

/// What a case is called in a language: its title, or its id. Empty when there is only one.
inline const std::string& name_of(const Case& c, base::Lang lang) {
  const std::string& title = c.title[static_cast<std::size_t>(lang)];
  return title.empty() ? c.id : title;
}

/// A deck in a file of its own.
struct DeckList {
  std::string id, game, path;
  std::string title[2];                                       ///< by base::Lang
  std::vector<std::pair<std::string, std::string>> presumes;  ///< readings, with an option each
  Deck deck;
  Span span;
};

struct Ruling {  // NOLINT(bugprone-reserved-identifier): a false alarm, of its implicit copy
  std::string id, game, status, source, issued, authority;
  std::string path;
  std::string title[2], question[2], answer[2];  ///< by base::Lang: English, Japanese
  std::vector<ClauseId> cites;
  std::vector<std::string> cite_text;
  std::vector<std::pair<std::string, std::string>> presumes;
  std::vector<std::string> supersedes;
  std::string partial;  ///< what part of the answer the claims leave out; empty: none
  std::vector<Case> cases;
  Span span;
};

}  // namespace hanrei::rulings
