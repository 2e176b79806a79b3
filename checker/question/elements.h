// The model elements of a rulebook: every provision, step and part of one that states clauses by
// its own `by`.
#pragma once

#include <string>
#include <vector>

#include "checker/question/question.h"
#include "checker/semantics/trace.h"

namespace hanrei::checker::elements {

/// The way to a value of a file: at each object the number of the member, at each list that of the
/// item.
using Path = std::vector<size_t>;

enum class ElementKind : uint8_t { Provision, Step, Part };

struct Element {
  ElementKind kind = ElementKind::Provision;
  std::string form;                  ///< `norm`, `procedure`, `do`, `present` …
  std::string name;                  ///< for people: `ダウン[3]`, `permit act NAME`
  std::vector<std::string> by;       ///< the clauses that it states, each once
  std::vector<std::string> players;  ///< names of players that its expressions may use
  size_t file = 0;                   ///< of Game::rulebook
  Path path;
  int parent = -1;  ///< the next element around it
  base::Span span;
};

/// In the order of the files.
std::vector<Element> elements_of(const model::Game& game);

/// How far an element was reached. Touched: it was executed, or it decided something. Looked at:
/// its condition was evaluated, and nothing came of it.
enum class Reach : uint8_t { None, LookedAt, Touched };

/// Maps what a run left in a trace to the elements. Made once for a list of elements.
class Reached {
 public:
  explicit Reached(const std::vector<Element>& elements);
  /// Raises the entries of `out`, one for each element, to what the trace shows.
  void add(const Question& question, const Trace& trace, std::vector<Reach>& out) const;

 private:
  int innermost(base::Span span) const;
  void raise(base::Span span, bool strong, std::vector<Reach>& out) const;

  const std::vector<Element>& elements_;
  std::vector<int> order_;  ///< by file and beginning
};

}  // namespace hanrei::checker::elements
