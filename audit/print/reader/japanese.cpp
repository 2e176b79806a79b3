// Japanese, by MeCab. Nothing else in the house knows of it.
#ifdef HANREI_MECAB
#include <mecab.h>
#endif

#include <array>
#include <memory>
#include <string_view>

#include "audit/print/reader/japanese.h"

namespace hanrei::audit::reader {

#ifdef HANREI_MECAB
namespace {

/// By the beginning of the dictionary's classes; the first that fits.
constexpr std::pair<std::string_view, Pos> kClasses[] = {{"名詞,サ変接続", Pos::VerbNoun},
                                                         {"名詞,副詞可能", Pos::Time},
                                                         {"名詞,形容動詞", Pos::State},
                                                         {"名詞,ナイ形容詞", Pos::State},
                                                         {"名詞,代名詞", Pos::Pronoun},
                                                         {"名詞,接尾,助数詞", Pos::Counter},
                                                         {"名詞,接尾", Pos::Suffix},
                                                         {"名詞,非自立", Pos::Bound},
                                                         {"名詞,数", Pos::Number},
                                                         {"名詞", Pos::Noun},
                                                         {"接頭詞", Pos::Prefix},
                                                         {"動詞,接尾", Pos::VerbSuffix},
                                                         {"動詞,非自立", Pos::VerbBound},
                                                         {"動詞", Pos::Verb},
                                                         {"形容詞", Pos::Adjective},
                                                         {"副詞", Pos::Adverb},
                                                         {"連体詞", Pos::Adnominal},
                                                         {"接続詞", Pos::Conjunction},
                                                         {"助詞,連体化", Pos::Of},
                                                         {"助詞,係助詞", Pos::Topic},
                                                         {"助詞,並立助詞", Pos::And},
                                                         {"助詞,接続助詞", Pos::Joins},
                                                         {"助詞,副助詞", Pos::Focus},
                                                         {"助詞,終助詞", Pos::Ending},
                                                         {"助詞", Pos::Case},
                                                         {"助動詞", Pos::Aux},
                                                         {"記号,句点", Pos::Stop},
                                                         {"記号,読点", Pos::Comma},
                                                         {"記号,括弧開", Pos::Open},
                                                         {"記号,括弧閉", Pos::Close}};

constexpr std::pair<std::string_view, Form> kForms[] = {
    {"基本", Form::Base},        {"未然", Form::Irrealis}, {"連用タ", Form::LinkingTa},
    {"連用テ", Form::LinkingTa}, {"連用", Form::Linking},  {"仮定", Form::If},
    {"命令", Form::Command}};

class Analyser {
 public:
  Analyser() {
    model_.reset(MeCab::createModel("-C"));  // unknown words keep their class
    if (model_ == nullptr) return;
    for (const MeCab::DictionaryInfo* d = model_->dictionary_info(); d != nullptr; d = d->next) {
      const std::string_view charset = d->charset == nullptr ? "" : d->charset;
      utf8_ = charset == "UTF-8" || charset == "utf-8" || charset == "utf8" || charset == "UTF8";
      if (!utf8_) return;
    }
  }
  bool ready() const { return model_ != nullptr && utf8_; }
  const MeCab::Model& model() const { return *model_; }

 private:
  std::unique_ptr<MeCab::Model> model_;
  bool utf8_ = false;
};

const Analyser& analyser() {
  static const Analyser one;
  return one;
}

template <class T, size_t N>
T by_beginning(std::string_view text, const std::pair<std::string_view, T> (&table)[N],
               T otherwise) {
  for (const auto& [begin, value] : table)
    if (text.starts_with(begin)) return value;
  return otherwise;
}

/// class,class,class,class,kind of conjugation,form,lemma,reading,pronunciation
std::array<std::string_view, 9> columns(std::string_view feature) {
  std::array<std::string_view, 9> out;
  for (size_t i = 0; i < out.size() && !feature.empty(); ++i) {
    const size_t comma = std::min(feature.find(','), feature.size());
    out[i] = feature.substr(0, comma);
    feature.remove_prefix(std::min(feature.size(), comma + 1));
  }
  return out;
}

}  // namespace

bool has_analyser() { return analyser().ready(); }

std::vector<Word> japanese(View text) {
  std::vector<Word> out;
  if (!has_analyser()) return out;
  const std::unique_ptr<MeCab::Tagger> tagger(analyser().model().createTagger());
  const std::unique_ptr<MeCab::Lattice> lattice(analyser().model().createLattice());
  const std::string bytes = encode(text);
  lattice->set_sentence(bytes.data(), bytes.size());
  if (!tagger->parse(lattice.get())) return out;
  uint32_t at = 0;
  const char* from = bytes.data();
  for (const MeCab::Node* n = lattice->bos_node(); n != nullptr; n = n->next) {
    if (n->stat == MECAB_BOS_NODE || n->stat == MECAB_EOS_NODE) continue;
    for (; from < n->surface; ++from) at += (*from & 0xC0) != 0x80;
    Word w;
    w.text.assign(n->surface, n->length);
    w.begin = at;
    w.known = n->stat != MECAB_UNK_NODE;
    const std::string_view feature = n->feature;
    const auto column = columns(feature);
    w.pos = by_beginning(feature, kClasses, Pos::Other);
    w.form = by_beginning(column[5], kForms,
                          column[5].empty() || column[5] == "*" ? Form::None : Form::Other);
    w.lemma = column[6].empty() || column[6] == "*" ? w.text : std::string(column[6]);
    if (column[7] != "*") w.sound = column[7];
    for (; from < n->surface + n->length; ++from) at += (*from & 0xC0) != 0x80;
    w.end = at;
    out.push_back(std::move(w));
  }
  return out;
}
#else
bool has_analyser() { return false; }
std::vector<Word> japanese(View) { return {}; }
#endif

}  // namespace hanrei::audit::reader
