// The sentences of a book beside each other, and what the kinds of findings share.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <set>

#include "audit/print/lexicon.h"
#include "audit/print/print.h"

namespace hanrei::audit::print {

using reader::Act;
using reader::Book;
using reader::Bound;
using reader::Case;
using reader::Count;
using reader::Kind;
using reader::Phrase;
using reader::Pos;
using reader::Role;
using reader::Sentence;
using reader::Unit;
using reader::Word;
using Words = std::set<std::string>;

/// A sentence where it stands.
struct Said {
  size_t unit = 0, sentence = 0;
  const Sentence* s = nullptr;
  const Unit* of = nullptr;
  Words stems;   ///< of its own words
  Words around;  ///< of the titles it stands under, and of the question it answers
  Words asked;   ///< those of its headword and of the question it answers
  bool example = false;
  bool variant = false;    ///< it replaces a rule in another way of playing
  bool exception = false;  ///< it names an exception, or is one
  bool question = false;
  bool answer = false;  ///< to the question whose words are in `asked`
  bool rule() const { return !example && !variant && !question && !s->title; }
};

class Look {
 public:
  explicit Look(const Book& book);

  const Book& book;
  std::vector<Said> said;  ///< all but what was changed and when
  std::vector<Finding> found;

  /// Rare words count for more.
  double weight(const std::string& stem) const;
  int sentences_with(const std::string& stem) const;
  /// How much of `what` is in `in`, from 0 to 1.
  double covered(const Words& what, const std::function<bool(const std::string&)>& in) const;

  void add(Code code, std::vector<Place> places, std::vector<std::string> args);
  Place place(const Said& said, size_t word = kWhole) const;
  static constexpr size_t kWhole = static_cast<size_t>(-1);
  /// As an argument: where a part stands.
  std::string where(size_t unit) const;
  /// The titles of the parts that a part stands under, itself included.
  std::vector<size_t> above(size_t unit) const;
  std::vector<size_t> below(size_t unit) const;
  /// A stem, or the stems of a phrase, as the book prints them first.
  std::string printed(const std::string& stems) const;
  /// Most of its sentences are Japanese.
  bool japanese() const { return japanese_; }
  bool history(size_t unit) const { return history_[unit]; }
  bool example(size_t unit) const { return example_[unit]; }

 private:
  /// It answers the question that it stands under, or behind.
  bool answered(size_t unit) const;
  std::vector<char> history_, example_, variant_;
  std::map<std::string, int> in_;
  std::map<std::string, std::string> printed_;
  bool japanese_ = false;
};

/// The words of a phrase with what の and `of` tie to it.
Words chain_stems(const Sentence& s, size_t phrase);
/// Words of a sentence as an argument, cut after kShown characters.
constexpr size_t kShown = 24;
std::string shown(const Sentence& s, size_t from, size_t to);

void look_at_references(Look& look);

void look_at_clashes(Look& look);
void look_at_limits(Look& look);
void look_at_moments(Look& look);
void look_at_openings(Look& look);
void look_at_deeds(Look& look);
void look_at_tallies(Look& look);
void look_at_lists(Look& look);
void look_at_order(Look& look);
void look_at_parallels(Look& look);
void look_at_ends(Look& look);
void look_at_choosers(Look& look);
void look_at_terms(Look& look);
void look_at_titles(Look& look);
void look_at_examples(Look& look);
void look_at_slips(Look& look);

}  // namespace hanrei::audit::print
