#pragma once

// Phrasebooks of a few lines, and what they make of words.

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/json/read.h"
#include "base/json/write.h"
#include "model/phrases/read.h"

namespace hanrei::test {

/// A book for a game that declares two moments, a zone, a type and what is printed on cards.
struct Booklet {
  base::SourceMap sources;
  base::DiagnosticLog log;
  std::optional<model::Game> game;
  std::optional<model::phrases::Book> book;

  explicit Booklet(const std::string& file) {
    game = model::parse_game(
        sources, "game",
        {{"game.json", R"j({"format": 1, "game": "g", "title": {}, "players": ["A", "B"]})j"},
         {{"rules.json", R"j({"format": 1, "provisions": [
            {"signal": "sinks", "args": {"c": "obj"}},
            {"signal": "draws", "args": {"p": "player", "n": "int"}},
            {"zone": "quay", "of": "player"}, {"type": "colour", "values": ["red", "blue"]},
            {"attr": "kind", "of": "card", "type": "text"}, {"attr": "cost", "of": "card", "type": "int"},
            {"attr": "colours", "of": "card", "type": "set of colour"}]})j"}},
         {},
         {}},
        log);
    std::vector<base::Json> files;
    if (auto json = base::read_json(sources, sources.add("book.json", file), log))
      files.push_back(std::move(*json));
    if (game) book = model::phrases::make_book(*game, files, log);
  }

  /// The phrases of a book without anything else, `{"sort": "number"}` included.
  static std::string of(const std::string& phrases, const std::string& more = "") {
    return R"j({"format": 1, "lexical": [{"sort": "number", "match": "digits"}], "islands": ["card"],)j" +
           more + R"j("phrases": [)j" + phrases + "]}";
  }

  model::phrases::ReadText read(const std::string& text, const base::Json* card = nullptr) const {
    return model::phrases::read(*book, {{"s1", text}}, card, false);
  }
  /// Every meaning of a text, as JSON in one line each.
  std::vector<std::string> meanings(const std::string& text,
                                    const base::Json* card = nullptr) const {
    std::vector<std::string> out;
    for (const auto& m : read(text, card).meanings) out.push_back(line(m.provisions));
    return out;
  }
  static std::string line(const base::Json& j) {
    base::JsonWriter w(base::JsonWriter::Style::Compact);
    w.value(j);
    return w.str();
  }

  /// The codes of what is wrong with the book, with lines and columns: `HR3102@1:40`.
  std::vector<std::string> wrong() const {
    std::vector<std::string> out;
    for (const base::Diagnostic& d : log.all()) {
      const base::Place p = sources.place(d.span);
      out.push_back(std::string(base::code_text(d.code)) + "@" + std::to_string(p.line) + ":" +
                    std::to_string(p.column));
    }
    return out;
  }
  base::Json json(const std::string& text) {
    return *base::read_json(sources, sources.add("card.json", text), log);
  }
};

}  // namespace hanrei::test
