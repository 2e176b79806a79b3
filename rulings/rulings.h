// The corpus of rulings: XML files -> plain, resolved values.
//
//     std::optional<rulings::Document> doc = rulings::read_document(sources, path, log);
//     model::Program own = program;                       // a copy: the ruling adds its
//     expressions to it rulings::Ruling r = rulings::resolve(*doc, own, sources, log);
//
// Reading checks the markup and the shape; resolving checks every name, type and citation against a
// program. All errors of a file are reported in one run, each with its place.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/text/diagnostic.h"
#include "rulings/ruling.h"

namespace hanrei::rulings {

/// An XML element with its place: all that the rest of the program sees of XML.
struct Element {
  std::string name;
  Span span;
  std::string text;  ///< its character data, trimmed
  Span text_span;    ///< of the text as the file writes it; of the name when there is none
  struct Attribute {
    std::string name, value;
    Span span, name_span;
  };  ///< of the value, of the name
  std::vector<Attribute> attributes;
  std::vector<Element> children;
  const Attribute* find(std::string_view attribute) const;
  std::string get(std::string_view attribute, std::string fallback = "") const;
};

/// A ruling file or a deck file, well-formed and with known elements only. `id` and `game` are for
/// choosing what to load.
struct Document {
  std::string path, id, game;
  bool is_deck = false;
  Element root;
  std::vector<std::pair<std::string, std::string>> presumes;
};

/// Reads one file. Nothing when it is no well-formed ruling or deck; then the log says why.
/// Entities other than the five of XML, document types and nesting beyond 32 are refused.
std::optional<Document> read_document(base::SourceMap& sources, const std::string& path,
                                      base::DiagnosticLog& log);
/// The same for a text that has been read already; `path` is what diagnostics call it.
std::optional<Document> parse_document(base::SourceMap& sources, const std::string& path,
                                       std::string content, base::DiagnosticLog& log);

/// A local as a ruling names it: `did(3)` for the one that tells whether step 3 had its effect.
std::string local_text(const std::string& name);

/// Resolves a document against a program, which must be compiled under the readings that the
/// document presumes. The ruling's expressions are added to `program`. A ruling without claims is
/// an error unless `claims_needed` is false: then it is a situation that somebody asks about.
Ruling resolve(const Document& document, model::Program& program, const base::SourceMap& sources,
               base::DiagnosticLog& log, bool claims_needed = true);

/// The same for a deck.
DeckList resolve_deck(const Document& document, model::Program& program,
                      const base::SourceMap& sources, base::DiagnosticLog& log);

}  // namespace hanrei::rulings
