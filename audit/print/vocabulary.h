// The terms of a book: what has a title, what is said the meaning of, and which words need neither.
#pragma once

#include "audit/print/look.h"

namespace hanrei::audit::print {

size_t chars(const std::string& text);
/// Without the brackets of quotation around it.
std::string inside(const std::string& quoted);
/// Only nouns and middle dots: a name rather than a saying.
bool name_like(const std::string& text);
/// The same term in all spellings: folded, without kana between kanji, without の (割込み,
/// 割り込み).
std::string skeleton(const std::string& term);

class Vocabulary {
 public:
  explicit Vocabulary(const Book& book);
  /// A title or a definition says what it is.
  bool covers(const std::string& term) const;
  /// A word that rules of any game use, or any text.
  bool everyday(const std::string& word) const;
  /// Made of words that are covered or everyday.
  bool composed(const std::string& word, const std::set<std::string>& also = {}) const;
  /// The beginning of a covered term that goes on in katakana: アイテム(カード).
  bool shortened(const std::string& word) const;
  static std::string tail(const std::string& word);
  /// Ends like two or more terms that are covered.
  bool kin(const std::string& word) const;
  /// Terms of which a sentence says the meaning (folded), with those sentences; not headwords.
  const std::map<std::string, std::vector<Place>>& told() const { return told_; }
  std::string shown(const std::string& term) const;
  const std::set<std::string>& titles() const { return titles_; }

 private:
  std::set<std::string> titles_, skeletons_, raw_;  ///< folded, without kana, as printed
  std::map<std::string, std::vector<Place>> told_;
  std::map<std::string, std::string> shown_;
  std::map<std::string, std::set<std::string>> families_;
};

}  // namespace hanrei::audit::print
