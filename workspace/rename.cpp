#include "workspace/rename.h"

#include <algorithm>
#include <map>

#include "base/io/file.h"
#include "base/json/read.h"
#include "base/json/write.h"
#include "base/text/filled.h"
#include "base/text/nearest.h"
#include "base/text/replace.h"
#include "errata/gate.h"
#include "errata/named.h"
#include "errata/print.h"
#include "errata/signature.h"
#include "model/phrases/book.h"
#include "model/syntax/forms.h"
#include "model/unsaved.h"

namespace hanrei::workspace {
namespace {

using base::Json;
using base::Span;
using errata::Mention;

/// What becomes of a place of a file.
struct Edit {
  Span at;
  std::string is;
};

std::string escaped_xml(std::string text) {
  base::replace_all(text, "&", "&amp;");
  base::replace_all(text, "<", "&lt;");
  base::replace_all(text, ">", "&gt;");
  base::replace_all(text, "\"", "&quot;");
  return text;
}

/// Everything of a game that may name something, as it is and under the new name.
struct Whole {
  model::Game game;
  std::vector<rulings::Document> rulings;
  std::vector<Json> book;
};

class Renaming {
 public:
  Renaming(const RenameAsked& asked, const Io& io) : asked_(asked), io_(io) {
    (asked.card ? renames_.cards : renames_.clauses).emplace(asked.from, asked.to);
  }

  std::optional<std::vector<Rewritten>> files(const GameFiles& files) {
    if (!read(files) || !may_be()) return std::nullopt;
    Whole now = was_;
    rename(now);
    sign_again(now);
    std::vector<Rewritten> out = rewritten();
    if (!holds(out, files)) return std::nullopt;
    return out;
  }

 private:
  bool refuse(const std::string& en, const std::string& ja) const {
    io_.refuse("rename", base::in_both(en, ja));
    return false;
  }
  std::string named(const std::string& name) const {
    return asked_.card ? "《" + name + "》" : base::in_both("clause " + name, "条項" + name);
  }
  /// A sentence with names in it.
  bool refuse(std::string_view en, std::string_view ja,
              const std::vector<std::string>& args) const {
    io_.refuse("rename", base::filled(en, ja, args));
    return false;
  }

  bool read(const GameFiles& files) {
    base::DiagnosticLog log;
    auto game = model::read_game(sources_, files.folder, log);
    if (game && !log.has_errors()) (void)model::compile(*game, {}, sources_, log);
    if (game) {
      was_.game = std::move(*game);
      was_.rulings = documents_of(sources_, files, log);
      for (const std::string& path : files.decks)
        if (auto deck = rulings::read_document(sources_, path, log))
          was_.rulings.push_back(std::move(*deck));
      was_.book = model::phrases::book_files(was_.game, sources_, log);
    }
    for (const std::string& path : files.refused) io_.say(path);
    if (!log.has_errors() && files.refused.empty()) return true;
    tell(io_, log, sources_, {});
    return refuse("nothing was renamed, since a file of the game cannot be read; mend it first",
                  "読めないファイルがあるため、何も改名していません。先に直してください");
  }

  /// The names that cards or clauses have.
  std::vector<std::string> all() const {
    std::vector<std::string> out;
    for (const Json* j : errata::listed(asked_.card ? was_.game.cards : was_.game.rulebook,
                                        asked_.card ? "cards" : "clauses"))
      out.push_back(errata::text_of(j->find(asked_.card ? "card" : "clause")));
    return out;
  }

  /// Is there such a thing, and is the new name free?
  bool may_be() const {
    const std::vector<std::string> names = all();
    if (std::ranges::find(names, asked_.from) == names.end()) {
      const std::vector<std::string_view> views(names.begin(), names.end());
      const std::string near(base::nearest(asked_.from, views));
      if (near.empty())
        return refuse("there is no {0}; `hanrei search` finds names",
                      "{0}はありません。`hanrei search` で探せます", {named(asked_.from)});
      return refuse("there is no {0}; is {1} meant?", "{0}はありません。{1}でしょうか",
                    {named(asked_.from), named(near)});
    }
    if (asked_.to.empty() || asked_.to.find_first_of("`\"\\\n\t\r<>&") != std::string::npos ||
        asked_.to.front() == ' ' || asked_.to.back() == ' ' ||
        asked_.to.find("《") != std::string::npos || asked_.to.find("》") != std::string::npos)
      return refuse("the new name must be one line without quotes, brackets 《》, <, > and &",
                    "新しい名前は1行で、引用符・《》・<・>・& を含まないものにしてください");
    if (std::ranges::find(names, asked_.to) != names.end())
      return refuse("{0} is there already; choose another name, or rename that one first",
                    "{0}はすでにあります。別の名前にするか、先にそちらを改名してください",
                    {named(asked_.to)});
    errata::Mentioned said;
    said.add(was_.game);
    said.add(was_.rulings);
    if (said.names.contains(asked_.to) || said.clauses.contains(asked_.to))
      return refuse("`{0}` stands for something else already; choose another name",
                    "`{0}` はすでにほかのものを指しています。別の名前にしてください", {asked_.to});
    if (const std::string other = asked_.card ? declared() : ""; !other.empty())
      return refuse(
          "{0} has a name that `{1}` has, too, and expressions do not tell the two apart; rename "
          "that one by hand first",
          "{0}と同じ名前の `{1}` があり、式では区別できません。先にそちらを手で改名してください",
          {named(asked_.from), other});
    return true;
  }

  /// What else the rulebook calls by the name of the card.
  std::string declared() const {
    for (const Json* p : errata::listed(was_.game.rulebook, "provisions")) {
      const model::Form* form = model::form_of(*p);
      const std::string id = errata::id_of(*p);
      if (form != nullptr && form->shape == model::Shape::Name &&
          errata::text_of(p->find(form->name)) == asked_.from)
        return id;
      const Json* values = p->find("values");
      if (values == nullptr) continue;
      for (const Json& value : values->items)
        if (errata::text_of(&value) == asked_.from) return id;
    }
    return "";
  }

  /// The string that a piece of JSON is; empty: it is none.
  static std::string written(const std::string& raw) {
    base::SourceMap sources;
    base::DiagnosticLog log;
    const auto json = base::read_json(sources, sources.add("", raw), log);
    return json && json->is(Json::Kind::String) ? json->string : "";
  }

  void rename(Whole& now) {
    const auto json = [&](std::string& text, Span at, Mention how) {
      const std::string was = text;
      errata::rename(text, how, renames_);
      if (text == was) return;
      // As it is written, where it has no escapes. What words are read as is written nowhere.
      const std::string raw(sources_.slice(at));
      const bool plain = raw == "\"" + was + "\"";
      if (plain || written(raw) == was)
        edits_[at.file].push_back({at, plain ? "\"" + text + "\"" : base::quote_json(text)});
    };
    errata::each_mention(now.game, json);
    for (Json& file : now.book) errata::each_in_book(file, json);
    for (rulings::Document& d : now.rulings)
      errata::each_mention(d, [&](std::string& text, Span at, Mention how) {
        const std::string was = text;
        errata::rename(text, how, renames_);
        if (text == was) return;
        const std::string raw(sources_.slice(at));
        if (raw == was || raw == escaped_xml(was)) {
          edits_[at.file].push_back({at, raw == was ? text : escaped_xml(text)});
          return;
        }
        std::string kept = raw;  // over several lines, or with marks in it
        errata::rename(kept, how, renames_);
        edits_[at.file].push_back({at, std::move(kept)});
      });
  }

  /// Signatures that were good stay good.
  void sign_again(const Whole& now) {
    const std::vector<errata::StaleSignature> before = errata::stale_signatures(was_.game);
    for (const errata::StaleSignature& s : errata::stale_signatures(now.game)) {
      if (s.digest.empty() || std::ranges::any_of(before, [&](const errata::StaleSignature& b) {
            return b.place == s.place;
          }))
        continue;
      const std::string_view raw = sources_.slice(s.place);
      const size_t key = raw.find("\"digest\""), colon = raw.find(':', key),
                   open = raw.find('"', colon), close = raw.find('"', open + 1);
      if (key == std::string_view::npos || close == std::string_view::npos) continue;
      const Span at{s.place.file, s.place.begin + static_cast<uint32_t>(open),
                    s.place.begin + static_cast<uint32_t>(close) + 1};
      edits_[at.file].push_back({at, "\"" + s.digest + "\""});
    }
    for (size_t i = 0; i < was_.rulings.size(); ++i) {
      const std::string was = errata::ruling_digest(was_.rulings[i]),
                        is = errata::ruling_digest(now.rulings[i]);
      for (const rulings::Element& e : now.rulings[i].root.children)
        if (e.name == "read" && e.get("digest") == was && was != is)
          edits_[e.find("digest")->span.file].push_back({e.find("digest")->span, is});
    }
  }

  std::vector<Rewritten> rewritten() {
    std::vector<Rewritten> out;
    for (auto& [file, edits] : edits_) {
      std::ranges::sort(edits, {}, [](const Edit& e) { return e.at.begin; });
      Rewritten one{std::string(sources_.path(file)), std::string(sources_.text(file)), "",
                    edits.size()};
      one.is = one.was;
      for (size_t i = edits.size(); i-- > 0;)
        one.is.replace(edits[i].at.begin, edits[i].at.end - edits[i].at.begin, edits[i].is);
      out.push_back(std::move(one));
    }
    std::ranges::sort(out, {}, &Rewritten::path);
    return out;
  }

  /// Does the game still say what it said? It is read once more from the new texts.
  bool holds(const std::vector<Rewritten>& files, const GameFiles& of) const {
    base::SourceMap sources;
    base::DiagnosticLog log;
    model::Unsaved now;
    for (const Rewritten& f : files) now[f.path] = f.is;
    const auto game = model::read_game(sources, of.folder, now, log);
    if (game) (void)model::compile(*game, {}, sources, log);
    for (const auto* paths : {&of.rulings, &of.decks})
      for (const std::string& path : *paths)
        if (const auto is = now.find(path); is != now.end())
          (void)rulings::parse_document(sources, path, is->second, log);
    if (game && !log.has_errors()) return true;
    tell(io_, log, sources, {});
    return refuse("nothing was renamed, since the game would not load under the new name",
                  "新しい名前ではゲームが読み込めないため、何も改名していません");
  }

  RenameAsked asked_;
  const Io& io_;
  errata::Renames renames_;
  base::SourceMap sources_;
  Whole was_;
  std::map<uint32_t, std::vector<Edit>> edits_;
};

}  // namespace

std::optional<std::vector<Rewritten>> renamed_files(const GameFiles& files,
                                                    const RenameAsked& asked, const Io& io) {
  return Renaming(asked, io).files(files);
}

base::Result<void> write_all(const std::vector<Rewritten>& files) {
  for (size_t i = 0; i < files.size(); ++i) {
    const auto done = base::write_file_atomic(files[i].path, files[i].is);
    if (done) continue;
    for (size_t k = 0; k < i; ++k) (void)base::write_file_atomic(files[k].path, files[k].was);
    return base::Error{base::about(files[i].path, done.error().message)};
  }
  return {};
}

}  // namespace hanrei::workspace
