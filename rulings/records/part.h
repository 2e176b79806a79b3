// What of a game one ruling can come to: the rules, and of the cards those that the ruling names,
// with all that these and the rules name. No form of the language ranges over the cards of a game,
// only over those of a situation; so any other card can come and go, and the ruling stands as it
// did.
//
//     rulings::Parts parts(sources, game);
//     std::string digest = parts.digest(document);   // as long as it stays, the verdict does
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "model/model.h"
#include "rulings/rulings.h"

namespace hanrei::rulings {

/// Cards of a game by their number, in the order of the files; ascending, none twice.
using Part = std::vector<std::size_t>;

class Parts {
 public:
  /// Both must live on.
  Parts(const base::SourceMap& sources, const model::Game& game);

  /// The cards that the document can come to. A name counts wherever a word of the document's
  /// markup, of a card's provisions or of the rules could be it; all cards, where what a ruling
  /// rests on may hang on how many names there are.
  Part of(const Document& document) const;
  /// Of the bytes of the rules and of these cards, in their order: wherever a card stands, and
  /// whatever cards there are besides. Of what others say only this counts: which of the words in
  /// the document's play some card presents, and names an effect. Of the words printed on these
  /// cards only those phrases count that some provision asks an effect to say, as play goes by
  /// nothing else; all, where the document itself asks that, what a verdict rests on, or what
  /// contradicts. The same holds for the words of clauses. Of the numbers printed on them none
  /// count, but where all words do: see `numbers`.
  std::string digest(const Document& document) const;
  /// The numbers printed on these cards under attributes that a list names, as they stand in the
  /// files.
  std::string numbers(const Document& document, std::string_view list) const;
  /// Such a list: of attributes, or of what `of_card` makes of them. Where a name has a line in it,
  /// it may name some more.
  static std::string listed(const std::set<std::string>& attributes);
  /// The attribute on this card alone.
  static std::string of_card(const std::string& card, const std::string& attribute) {
    return card + "\t" + attribute;
  }

 private:
  struct Card {
    const base::Json* json = nullptr;
    std::size_t file = 0;
    Part names;
  };
  using Found = std::vector<bool>;

  /// The abilities of a card that its words are read as; none of any other, whose file has them.
  std::string as_read(const base::Json& card) const;
  void declare(const std::string& name, std::size_t card);
  void look(std::string_view text, Found& found) const;
  void look(const base::Json& json, Found& found) const;
  void look(const Element& element, Found& found) const;

  const base::SourceMap& sources_;
  const model::Game& game_;
  std::vector<Card> cards_;
  std::unordered_map<std::string, Part> words_;  ///< what cards declare, and which do
  std::vector<std::pair<std::string, std::size_t>>
      others_;                     ///< the same, of names that are no single word
  Found by_rules_;                 ///< the cards that the rules name
  std::set<std::string> phrases_;  ///< that effects are asked to say
  bool words_count_ = false;       ///< what they are asked cannot be told
  bool names_are_values_ = false;  ///< the rules keep or compare names of cards
  std::unordered_map<std::string, Part>
      provisions_;  ///< names of provisions but effects, which documents alone may name
  std::unordered_map<std::string, Part> amended_;  ///< what cards amend, and which do
  std::set<std::string> effects_;                  ///< names of effects
  std::set<std::string>
      presented_;               ///< what effects and acts of any card call the things they present
  std::string rules_digest_;    ///< of all but the words of the clauses
  std::string clauses_digest_;  ///< of the rulebook with them
};

}  // namespace hanrei::rulings
