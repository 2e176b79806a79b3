#include "rulings/search/words.h"

#include <algorithm>

#include "base/check.h"
#include "base/io/file.h"
#include "base/json/read.h"
#include "rulings/search/question.h"

namespace hanrei::rulings::search {

/// The files of `rulings/search/words/`.
const std::vector<base::FileText>& everyday();

namespace {

using base::Code;
using base::Json;

/// Reads the members of a list, and says of each what is wrong with it.
class ListReader {
 public:
  ListReader(const Json& json, base::DiagnosticLog& log) : log_(log) {
    if (!object(json)) return;
    for (const base::Member& m : json.members) member(m);
    if (const Json* format = json.find("format"); format == nullptr)
      log_.add(Code::MissingKey, json.span, {"format", "words.json"});
    else if (!format->is(Json::Kind::Int) || format->integer != 1)
      log_.add(Code::WrongShape, format->span,
               {"format", std::string(base::kind_name(format->kind)), "1"});
  }
  WordList list;

 private:
  bool object(const Json& json) {
    if (json.is(Json::Kind::Object)) return true;
    wrong("words.json", json, "object");
    return false;
  }
  void wrong(const std::string& what, const Json& found, const std::string& expected) {
    log_.add(Code::WrongShape, found.span,
             {what, std::string(base::kind_name(found.kind)), expected});
  }
  void member(const base::Member& m) {
    if (m.key == "format" || m.key == "$schema" || m.key == "note") return;
    if (m.key == "stopwords") {
      list.stopwords = words(m.key, m.value, 0);
    } else if (m.key == "synonyms") {
      if (!m.value.is(Json::Kind::Array)) return wrong(m.key, m.value, "array");
      if (m.value.items.size() > kMostSynonyms) {
        log_.add(Code::TooMany, m.key_span,
                 {base::in_both("synonyms", "同義語"), std::to_string(kMostSynonyms)});
        return;
      }
      for (const Json& group : m.value.items) list.synonyms.push_back(words(m.key, group, 2));
    } else {
      log_.add(Code::UnknownKey, m.key_span,
               {m.key, "words.json", "`format`, `synonyms`, `stopwords`, `note`"});
    }
  }
  std::vector<std::string> words(const std::string& key, const Json& json, std::size_t least) {
    std::vector<std::string> out;
    if (!json.is(Json::Kind::Array) || json.items.size() < least) {
      wrong(key, json,
            least == 0 ? base::in_both("an array of words", "語の配列")
                       : base::in_both("an array of two words or more", "二つ以上の語の配列"));
      return out;
    }
    for (const Json& word : json.items) {
      std::vector<base::FoldedChar> chars;
      if (word.is(Json::Kind::String)) base::fold_chars(word.string, chars);
      if (std::none_of(chars.begin(), chars.end(), [](const base::FoldedChar& c) {
            return c.kind != base::CharClass::Separator;
          }))
        wrong(key, word, base::in_both("a word", "語"));
      else
        out.push_back(word.string);
    }
    return out;
  }

  base::DiagnosticLog& log_;
};

}  // namespace

std::optional<WordList> read_words(const base::SourceMap& sources, base::Span file,
                                   base::DiagnosticLog& log) {
  const std::size_t errors = log.error_count();
  const std::optional<Json> json = base::read_json(sources, file, log);
  if (!json) return std::nullopt;
  ListReader reader(*json, log);
  if (log.error_count() > errors) return std::nullopt;
  return std::move(reader.list);
}

const WordList& everyday_words() {
  static const WordList list = [] {
    WordList all;
    for (const base::FileText& file : everyday()) {
      base::SourceMap sources;
      base::DiagnosticLog log;
      auto one = read_words(sources, sources.add(file.path, file.text), log);
      HANREI_CHECK(one.has_value(), "a list of words of the program that cannot be read");
      all.synonyms.insert(all.synonyms.end(), one->synonyms.begin(), one->synonyms.end());
      all.stopwords.insert(all.stopwords.end(), one->stopwords.begin(), one->stopwords.end());
    }
    return all;
  }();
  return list;
}

Name name_of(const std::string& word) {
  Name out{word, {}};
  std::vector<base::FoldedChar> chars;
  base::fold_chars(word, chars);
  std::vector<std::string> single;
  each_term(chars, [&](const Term& t) {
    if (t.kind == TermKind::Single)
      single.push_back(t.text);
    else if (t.kind != TermKind::Bridge && t.kind != TermKind::Last)
      out.terms.push_back(t.text);
  });
  if (out.terms.empty()) out.terms = std::move(single);
  return out;
}

void Lexicon::add(const WordList& list) {
  const auto entry = [&](const std::string& word) -> Entry& {
    std::vector<base::FoldedChar> chars;
    base::fold_chars(word, chars);
    const std::vector<Atom> atoms = atoms_of(chars);
    longest_ = std::max(longest_, atoms.size());
    return entries_[key_of(atoms, 0, atoms.size())];
  };
  for (const std::string& word : list.stopwords) entry(word).stopword = true;
  for (const std::vector<std::string>& words : list.synonyms) {
    const std::size_t group = groups_.size();
    groups_.emplace_back();
    for (const std::string& word : words) {
      Entry& e = entry(word);
      if (!e.groups.empty() && e.groups.back() == group) continue;
      e.groups.push_back(group);
      groups_.back().push_back(name_of(word));
    }
  }
}

const Lexicon::Entry* Lexicon::find(const std::string& key) const {
  const auto at = entries_.find(key);
  return at == entries_.end() ? nullptr : &at->second;
}

}  // namespace hanrei::rulings::search
