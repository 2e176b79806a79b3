// The words of a sentence. Japanese is taken apart by MeCab with a UTF-8 dictionary of the IPA
// kind, where both are there; English by blanks and endings.
#pragma once

#include <cstdint>
#include <vector>

#include "audit/print/reader/chars.h"

namespace hanrei::audit::reader {

enum class Pos : uint8_t {
  Noun,
  VerbNoun,  ///< 使用 of 使用する
  Time,      ///< 以降, 今回: a noun that may stand without a particle
  State,     ///< 必要, 可能: adjectival
  Suffix,    ///< 側, 者, 化
  Pronoun,
  Bound,  ///< こと, もの, とき: nothing without what stands before it
  Number,
  Counter,  ///< 枚, 回
  Prefix,
  Verb,
  VerbSuffix,  ///< れる, させる
  VerbBound,   ///< いる of ている
  Adjective,
  Adverb,
  Adnominal,  ///< この, 同じ
  Conjunction,
  Case,      ///< が, を, に
  Topic,     ///< は, も
  Of,        ///< の
  And,       ///< と, や, たり
  Joins,     ///< て, ば, が of 〜だが
  Focus,     ///< だけ, まで
  Ending,    ///< か, ね
  Aux,       ///< ない, ます, です
  Modal,     ///< may, must, can, not
  Function,  ///< of, the, and other small words of English
  Open,
  Close,
  Stop,
  Comma,
  Middle,  ///< ・, /
  Other
};

/// The form of a verb, an adjective or an auxiliary.
enum class Form : uint8_t { None, Base, Irrealis, Linking, LinkingTa, If, Command, Other };

struct Word {
  std::string text;   ///< narrow, as printed
  std::string lemma;  ///< in the form of the dictionary; English in small letters
  std::string stem;  ///< what the forms share: 支払 of 支払う and 支払い; `card` of `cards`
  std::string sound;  ///< the reading in katakana, if known
  Pos pos = Pos::Other;
  Form form = Form::None;
  bool known = true;            ///< in the dictionary
  uint32_t begin = 0, end = 0;  ///< characters of the sentence
};

/// Whether Japanese can be taken apart here.
bool has_analyser();
/// The words of a narrow text; those of Japanese only where there is an analyser.
std::vector<Word> words_of(View text);
/// What `text`, one word, shares with its other forms.
std::string stem_of(const std::string& word);

inline bool is_noun(Pos p) {
  return p == Pos::Noun || p == Pos::VerbNoun || p == Pos::State || p == Pos::Suffix;
}

}  // namespace hanrei::audit::reader
