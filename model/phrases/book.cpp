#include "model/phrases/book.h"

#include <algorithm>
#include <filesystem>
#include <functional>
#include <map>
#include <set>

#include "base/contains.h"
#include "base/io/file.h"
#include "base/json/read.h"
#include "base/text/filled.h"
#include "base/text/unicode.h"
#include "model/passes/json.h"
#include "model/phrases/circles.h"
#include "model/phrases/conditions.h"
#include "model/phrases/declared.h"
#include "model/phrases/pattern.h"
#include "model/phrases/template.h"

namespace hanrei::model::phrases {
namespace {

using base::Code;
using base::Json;
using Kind = Json::Kind;

constexpr int64_t kFormat = 1;

/// A key of a phrasebook, and what may stand under it.
struct BookKey {
  std::string_view name;
  std::initializer_list<Kind> kinds;  ///< none: anything
};
using Keys = std::initializer_list<BookKey>;

const Keys kFile = {{"$schema", {Kind::String}},  {"format", {Kind::Int}},
                    {"language", {Kind::String}}, {"text", {Kind::Object}},
                    {"inflect", {Kind::Object}},  {"lexical", {Kind::Array}},
                    {"islands", {Kind::Array}},   {"env", {Kind::Object}},
                    {"phrases", {Kind::Array}},   {"note", {Kind::String}}};
const Keys kText = {{"fold", {Kind::Array}}, {"ends", {Kind::Array}}};
const Keys kLexical = {{"sort", {Kind::String}},
                       {"match", {Kind::String}},
                       {"without", {Kind::String}},
                       {"most", {Kind::Int}}};
const Keys kPhrase = {{"sort", {Kind::String}},
                      {"text", {Kind::String, Kind::Array}},
                      {"is", {}},
                      {"from", {Kind::String}},
                      {"with", {Kind::Array}},
                      {"without", {Kind::Array}},
                      {"env", {Kind::Object}},
                      {"only", {Kind::Object}},
                      {"lift", {Kind::Object}},
                      {"introduces", {Kind::Object}},
                      {"refers", {Kind::String}},
                      {"take", {Kind::String}},
                      {"empty", {Kind::Array}},
                      {"note", {Kind::String}}};

std::string listed(const std::vector<std::string_view>& names) {
  std::string out;
  for (const std::string_view n : names) out += (out.empty() ? "`" : ", `") + std::string(n) + "`";
  return out;
}

class Loader {
 public:
  Loader(const Game& game, base::DiagnosticLog& log) : game_(game), log_(log) {}

  std::optional<Book> load(const std::vector<Json>& files) {
    const size_t before = log_.error_count();
    for (const Json& f : files) file(f);
    for (const Json& f : files) inflections(f);
    for (const Json& f : files) lexical(f);
    for (const Json& f : files)
      if (const Json* list = f.find("phrases"))
        for (const Json& p : list->items) names_of(p);
    for (const Json& f : files) each(f, "phrases", [&](const Json& p) { phrase(p); });
    if (log_.error_count() > before) return std::nullopt;
    sorts_of_slots();
    islands(files);
    check_circles(book_, log_);
    check_conditions(book_, game_, log_);
    untaken();
    if (log_.error_count() > before) return std::nullopt;
    return std::move(book_);
  }

 private:
  void each(const Json& in, std::string_view key, const std::function<void(const Json&)>& use) {
    const Json* list = in.find(key);
    if (list == nullptr || !list->is(Kind::Array)) return;
    for (const Json& j : list->items) {
      if (j.is(Kind::Object))
        use(j);
      else
        wrong_shape(j, key, "an object", "オブジェクト");
    }
  }

  void wrong_shape(const Json& j, std::string_view key, const char* en, const char* ja) {
    log_.add(Code::WrongShape, j.span,
             {std::string(key), std::string(base::kind_name(j.kind)), base::in_both(en, ja)});
  }

  /// Every key is known, and its value of a kind that it may be.
  bool keys(const Json& object, const Keys& known, const char* en, const char* ja) {
    bool good = true;
    for (const base::Member& m : object.members) {
      const auto key =
          std::ranges::find_if(known, [&](const BookKey& k) { return k.name == m.key; });
      if (key == known.end()) {
        std::vector<std::string_view> names;
        for (const BookKey& k : known) names.push_back(k.name);
        log_.add(Code::UnknownKey, m.key_span, {m.key, base::in_both(en, ja), listed(names)});
        good = false;
      } else if (key->kinds.size() > 0 && !base::contains(key->kinds, m.value.kind)) {
        std::string kinds;
        for (const Kind k : key->kinds)
          kinds += (kinds.empty() ? "" : ", ") + std::string(base::kind_name(k));
        log_.add(Code::WrongShape, m.value.span,
                 {m.key, std::string(base::kind_name(m.value.kind)), kinds});
        good = false;
      }
    }
    return good;
  }

  bool has(const Json& object, std::string_view key, const char* en, const char* ja) {
    if (object.find(key) != nullptr) return true;
    log_.add(Code::MissingKey, object.span, {std::string(key), base::in_both(en, ja)});
    return false;
  }

  /// The strings of a list; others are told.
  std::vector<std::string> strings(const Json* list, std::string_view key) {
    std::vector<std::string> out;
    if (list == nullptr) return out;
    const std::vector<Json> one = {*list};
    for (const Json& j : list->is(Kind::Array) ? list->items : one) {
      if (j.is(Kind::String))
        out.push_back(j.string);
      else
        wrong_shape(j, key, "a string", "文字列");
    }
    return out;
  }

  int sort(std::string_view name) {
    const int there = book_.find_sort(name);
    if (there >= 0) return there;
    book_.sorts.emplace_back(name);
    book_.rules_of.emplace_back();
    book_.lexical.emplace_back();
    return static_cast<int>(book_.sorts.size()) - 1;
  }

  void once(const Json& file, std::string_view key) {
    const base::Member* m = file.find_member(key);
    if (m == nullptr) return;
    if (!once_.emplace(key).second)
      log_.add(Code::DuplicateName, m->key_span,
               {base::in_both("in the files of one phrasebook, the key", "一つの句集でキー"),
                std::string(key)});
  }

  void file(const Json& f) {
    if (!f.is(Kind::Object)) return wrong_shape(f, "phrases", "an object", "オブジェクト");
    keys(f, kFile, "a phrasebook", "句集");
    has(f, "format", "a phrasebook", "句集");
    for (const std::string_view key : {"language", "text", "islands", "env"}) once(f, key);
    if (book_.language.empty()) book_.language = text_of(f, "language");
    if (const Json* env = f.find("env")) book_.env = environment(*env);
    const Json* text = f.find("text");
    if (text == nullptr || !text->is(Kind::Object)) return;
    keys(*text, kText, "`text`", "`text`");
    const std::vector<std::pair<std::string_view, bool*>> folds = {
        {"no space", &book_.folding.no_space},
        {"one space", &book_.folding.one_space},
        {"lower case", &book_.folding.lower_case}};
    for (const std::string& name : strings(text->find("fold"), "fold")) {
      const auto it =
          std::ranges::find_if(folds, [&](const auto& known) { return known.first == name; });
      if (it != folds.end())
        *it->second = true;
      else
        log_.add(Code::UnknownName, text->find("fold")->span,
                 {name, base::in_both(", expected `no space`, `one space`, `lower case`",
                                      "。`no space`, `one space`, `lower case` のどれかです")});
    }
    for (const std::string& end : strings(text->find("ends"), "ends"))
      book_.ends += fold_words(end, book_.folding);
  }

  Environment environment(const Json& j) {
    Environment out;
    for (const base::Member& m : j.members) {
      if (m.value.is(Kind::String))
        out.emplace_back(m.key, m.value.string);
      else
        wrong_shape(m.value, m.key, "a string", "文字列");
    }
    return out;
  }

  void inflections(const Json& f) {
    const Json* all = f.find("inflect");
    if (all == nullptr) return;
    for (const base::Member& ending : all->members) {
      if (!ending.value.is(Kind::Object)) {
        wrong_shape(ending.value, ending.key, "an object", "オブジェクト");
        continue;
      }
      for (const base::Member& form : ending.value.members)
        inflections_[ending.key][form.key] = strings(&form.value, form.key);
    }
  }

  void lexical(const Json& f) {
    each(f, "lexical", [&](const Json& j) {
      if (!keys(j, kLexical, "`lexical`", "`lexical`")) return;
      if (!has(j, "sort", "`lexical`", "`lexical`") || !has(j, "match", "`lexical`", "`lexical`"))
        return;
      Lexical l;
      const std::string match = text_of(j, "match");
      if (match == "digits")
        l.kind = Lexical::Kind::Digits;
      else if (match == "signed")
        l.kind = Lexical::Kind::Signed;
      else if (match != "text")
        log_.add(Code::UnknownName, j.find("match")->span,
                 {match, base::in_both(", expected `digits`, `signed` or `text`",
                                       "。`digits`, `signed`, `text` のどれかです")});
      l.without = fold_words(text_of(j, "without"), book_.folding);
      if (const Json* most = j.find("most")) {
        if (most->integer < 1 || most->integer > 256)
          wrong_shape(*most, "most", "a number from 1 to 256", "1 から 256 までの数");
        l.most = static_cast<size_t>(std::clamp<int64_t>(most->integer, 1, 256));
      }
      book_.lexical[static_cast<size_t>(sort(text_of(j, "sort")))] = std::move(l);
    });
  }

  /// What an environment may have a name for, and what is taken of what was lifted: anywhere.
  void names_of(const Json& p) {
    if (const Json* env = p.find("env"))
      for (const base::Member& m : env->members) environment_.insert(m.key);
    for (const base::Member& m : p.members)
      if (m.key == "is" || m.key == "lift")
        each_reference(m.value, [&](const Reference& r) {
          if (r.kind == Reference::Kind::Taken) taken_.emplace(r.name);
        });
  }

  void phrase(const Json& j) {
    if (!keys(j, kPhrase, "a phrase", "句") || !has(j, "sort", "a phrase", "句")) return;
    Phrase p;
    p.sort = text_of(j, "sort");
    p.span = j.span;
    p.note = text_of(j, "note");
    if (const Json* env = j.find("env")) p.env = environment(*env);
    if (const Json* only = j.find("only"))
      for (const base::Member& m : only->members)
        p.only.push_back(
            {m.key, m.value.is(Kind::Array) ? m.value.items : std::vector{m.value}, m.key_span});
    if (const Json* lift = j.find("lift"))
      for (const base::Member& m : lift->members) {
        if (!m.value.is(Kind::Array)) {
          wrong_shape(m.value, m.key, "a list", "リスト");
          continue;
        }
        for (const Json& item : m.value.items) p.lifts.push_back({m.key, item});
      }
    if (const Json* introduces = j.find("introduces"))
      for (const base::Member& m : introduces->members) p.introduces.emplace_back(m.key, m.value);
    p.refers = text_of(j, "refers");
    if (const Json* take = j.find("take")) {
      p.nearest = take->string == "nearest";
      if (!p.nearest && take->string != "all")
        log_.add(Code::UnknownName, take->span,
                 {take->string,
                  base::in_both(", expected `nearest` or `all`", "。`nearest` か `all` です")});
    }
    each_operator(j, [&](const base::Member& m) {
      if (!base::contains(operators(), std::string_view(m.key)))
        log_.add(Code::PhraseOperator, m.key_span, {m.key, listed(operators())});
    });
    if (j.find("from") != nullptr) return from(j, std::move(p));
    if (!has(j, "text", "a phrase", "句") || !has(j, "is", "a phrase", "句")) return;
    p.is = *j.find("is");
    patterns(j, std::move(p));
  }

  int add(Phrase p) {
    book_.phrases.push_back(std::move(p));
    return static_cast<int>(book_.phrases.size()) - 1;
  }

  void add_rule(Rule r, base::Span where) {
    if (book_.rules.size() >= kMostRules) {
      if (!too_many_)
        log_.add(Code::TooMany, where,
                 {base::in_both("plain patterns of a phrasebook", "句集の文型"),
                  std::to_string(kMostRules)});
      too_many_ = true;
      return;
    }
    book_.rules_of[static_cast<size_t>(r.sort)].push_back(static_cast<int>(book_.rules.size()));
    book_.rules.push_back(std::move(r));
  }

  void patterns(const Json& j, Phrase p) {
    const Json& text = *j.find("text");
    const std::vector<std::string> wordings = strings(&text, "text");
    if (wordings.empty()) return wrong_shape(text, "text", "a wording", "文型");
    p.wording = wordings.front();
    const std::string sort_name = p.sort;
    const int id = add(std::move(p));
    std::set<std::string> parts;  // what `empty` may name
    std::vector<std::string> empty = strings(j.find("empty"), "empty");
    for (size_t w = 0; w < wordings.size(); ++w) {
      const base::Span where = text.is(Kind::Array) ? text.items[w].span : text.span;
      for (const std::string& form : forms_of(wordings[w])) {
        Pattern pattern = parse_pattern(wordings[w], inflections_, form, kMostOfPhrase);
        if (pattern.error) {
          const std::string_view seen = std::string_view(wordings[w]).substr(0, pattern.error->at);
          log_.add(Code::PhrasePattern, where,
                   {wordings[w], std::to_string(base::count_chars(seen) + 1),
                    base::in_both(pattern.error->expected_en, pattern.error->expected_ja)});
          break;
        }
        if (pattern.too_many)
          log_.add(Code::TooMany, where,
                   {base::in_both("ways to read one pattern", "一つの文型の展開"),
                    std::to_string(kMostOfPhrase)});
        for (const std::string& part : pattern.optional) optional(part, empty, parts, where);
        // The first wording is how the house writes it, the others are read only.
        for (const auto& way : pattern.ways)
          rule(j, id, sort(form.empty() ? sort_name : sort_name + "/" + form), way, empty, parts,
               where, w == 0 && way == pattern.house);
      }
    }
    for (const std::string& e : empty)
      if (!parts.contains(e))
        log_.add(Code::UnknownName, j.find("empty")->span,
                 {e, base::in_both(", expected a slot or an optional part of the pattern",
                                   "。文型のスロットか省ける部分を書きます")});
  }

  /// The forms in which a wording exists: those of the endings that it names.
  std::vector<std::string> forms_of(const std::string& wording) {
    static const std::string none;
    std::vector<std::string> out;
    for (const std::string& e : parse_pattern(wording, inflections_, none, 1).endings)
      for (const auto& [form, words] : inflections_.at(e))
        if (!base::contains(out, form)) out.push_back(form);
    if (out.empty()) out.push_back(none);
    return out;
  }

  /// A part that may be left out carries no meaning, and the book says so.
  void optional(const std::string& part, const std::vector<std::string>& empty,
                std::set<std::string>& parts, base::Span where) {
    parts.insert(part);
    // Of a slot alone its name will do.
    const size_t colon = part.find(':');
    const std::string name = part.starts_with('{') && part.ends_with('}') &&
                                     part.find('{', 1) == std::string::npos &&
                                     colon != std::string::npos
                                 ? part.substr(1, colon - 1)
                                 : part;
    if (!base::contains(empty, part) && !base::contains(empty, name))
      log_.add(Code::PhraseOptional, where, {part});
  }

  void rule(const Json& j, int phrase, int of_sort, const std::vector<Piece>& way,
            const std::vector<std::string>& empty, std::set<std::string>& parts, base::Span where,
            bool house) {
    Rule r;
    r.house = house;
    r.phrase = phrase;
    r.sort = of_sort;
    std::set<std::string_view> slots;
    std::string words;
    const auto flush = [&] {
      std::u32string folded = fold_words(words, book_.folding);
      if (!folded.empty())
        r.elements.push_back({Element::Kind::Literal, std::move(folded), "", -1, words});
      words.clear();
    };
    for (const Piece& piece : way) {
      if (piece.slot.empty() && !piece.boundary) {
        words += piece.words;
        continue;
      }
      flush();
      if (piece.boundary) {
        r.elements.push_back({Element::Kind::Boundary, {}, "", -1});
        continue;
      }
      parts.insert(piece.slot);
      if (!slots.insert(piece.slot).second)
        log_.add(Code::DuplicateName, where, {base::in_both("slot", "スロット"), piece.slot});
      slot_sorts_.emplace_back(piece.sort, where);
      r.elements.push_back({Element::Kind::Slot, {}, piece.slot, sort(piece.sort)});
    }
    flush();
    const bool words_or_slot = std::ranges::any_of(
        r.elements, [](const Element& e) { return e.kind != Element::Kind::Boundary; });
    if (!words_or_slot) {
      log_.add(Code::PhraseWordless, where, {book_.phrases[static_cast<size_t>(phrase)].wording});
      return;
    }
    used(j, slots, empty, where);
    add_rule(std::move(r), where);
  }

  /// Every slot is used or said to be empty; every name is a slot, or of an environment.
  void used(const Json& j, const std::set<std::string_view>& slots,
            const std::vector<std::string>& empty, base::Span where) {
    std::set<std::string> heads;
    const bool refers = j.find("refers") != nullptr;
    for (const base::Member& m : j.members) {
      if (m.key != "is" && m.key != "lift" && m.key != "introduces" && m.key != "only") continue;
      each_reference(m.value, [&](const Reference& r) {
        if (r.kind != Reference::Kind::Value && r.kind != Reference::Kind::Splice) return;
        const std::string head(r.head());
        heads.insert(head);
        const bool known =
            slots.contains(head) || environment_.contains(head) || head == "card" || head == "it" ||
            (refers && head == "ref") ||
            std::ranges::any_of(book_.env, [&](const auto& e) { return e.first == head; });
        if (!known && told_.emplace(m.value.span.begin, head).second)
          log_.add(Code::PhraseName, m.value.span,
                   {std::string(r.name), book_.phrases.back().wording});
      });
    }
    for (const std::string_view s : slots)
      if (!heads.contains(std::string(s)) && !base::contains(empty, s))
        log_.add(Code::PhraseSlot, where, {std::string(s), book_.phrases.back().wording});
  }

  /// Words that the game declares.
  void from(const Json& j, Phrase p) {
    const std::string what = text_of(j, "from");
    p.wording = what;
    auto words = declared_words(game_, what, strings(j.find("with"), "with"),
                                strings(j.find("without"), "without"));
    if (!words) {
      log_.add(Code::UnknownName, j.find("from")->span,
               {what, base::in_both(", expected `signals`, `zones`, `cards` or `type NAME`",
                                    "。`signals`, `zones`, `cards`, `type 型名` のどれかです")});
      return;
    }
    if (words->empty()) log_.add(Code::PhraseSort, j.find("from")->span, {what});
    const int of_sort = sort(p.sort);
    const int id = add(std::move(p));
    for (auto& [word, value] : *words) {
      std::u32string folded = fold_words(word, book_.folding);
      if (folded.empty()) continue;
      add_rule({id,
                of_sort,
                {{Element::Kind::Literal, std::move(folded), "", -1, word}},
                std::move(value),
                true},
               j.span);
    }
  }

  void sorts_of_slots() {
    std::set<std::string> told;
    for (const auto& [name, where] : slot_sorts_) {
      const auto s = static_cast<size_t>(book_.find_sort(name));
      if (book_.rules_of[s].empty() && !book_.lexical[s] && told.insert(name).second)
        log_.add(Code::PhraseSort, where, {name});
    }
  }

  void islands(const std::vector<Json>& files) {
    for (const Json& f : files) {
      if (const Json* list = f.find("islands"))
        for (const std::string& name : strings(list, "islands")) {
          const int s = book_.find_sort(name);
          if (s < 0 || book_.rules_of[static_cast<size_t>(s)].empty())
            log_.add(Code::PhraseSort, list->span, {name});
          else
            book_.islands.push_back(s);
        }
    }
    book_.start = book_.find_sort("card");
    if (book_.start < 0 && !files.empty()) log_.add(Code::PhraseSort, files.front().span, {"card"});
  }

  void untaken() {
    for (const Phrase& p : book_.phrases)
      for (const Lift& l : p.lifts)
        if (!taken_.contains(l.kind)) log_.add(Code::PhraseLift, p.span, {l.kind});
  }

  const Game& game_;
  base::DiagnosticLog& log_;
  Book book_;
  Inflections inflections_;
  std::set<std::string> once_, environment_, taken_;
  std::set<std::pair<uint32_t, std::string>> told_;
  std::vector<std::pair<std::string, base::Span>> slot_sorts_;
  bool too_many_ = false;
};

}  // namespace

int Book::find_sort(std::string_view name) const {
  const auto it = std::ranges::find(sorts, name);
  return it == sorts.end() ? -1 : static_cast<int>(it - sorts.begin());
}

std::optional<Book> make_book(const Game& game, const std::vector<Json>& files,
                              base::DiagnosticLog& log) {
  return Loader(game, log).load(files);
}

std::vector<Json> book_files(const Game& game, base::SourceMap& sources, base::DiagnosticLog& log) {
  const std::string folder = game.folder + "/phrases";
  if (!base::stays_within(folder, game.folder)) {
    log.add(Code::BadGameFolder, game.game.span,
            {base::about("`" + folder + "`", base::leads_out().message)});
    return {};
  }
  std::vector<Json> files;
  std::error_code none;
  if (!std::filesystem::exists(folder, none)) return {};
  std::vector<base::RefusedPath> refused;
  for (const std::string& path : base::list_files(folder, ".json", &refused)) {
    base::Result<std::string> text = base::read_file_within(path, game.folder);
    if (!text) {
      log.add(Code::CannotReadFile, sources.add(path, ""), {path, text.error().message});
      continue;
    }
    auto json = base::read_json(sources, sources.add(path, std::move(*text)), log);
    if (!json) continue;
    const Json* format = json->find("format");
    if (format != nullptr && format->is(Kind::Int) && format->integer > kFormat)
      log.add(Code::NewerFormat, format->span,
              {std::to_string(format->integer), std::to_string(kFormat)});
    else
      files.push_back(std::move(*json));
  }
  for (const base::RefusedPath& r : refused)
    log.add(Code::BadGameFolder, sources.add(r.path, ""),
            {base::about("`" + r.path + "`", r.reason)});
  return files;
}

std::optional<Book> read_book(const Game& game, base::SourceMap& sources,
                              base::DiagnosticLog& log) {
  const size_t before = log.error_count();
  const std::vector<Json> files = book_files(game, sources, log);
  if (log.error_count() > before || files.empty()) return std::nullopt;
  return make_book(game, files, log);
}

}  // namespace hanrei::model::phrases
