// The names that may stand at a place.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "lsp/complete.h"
#include "lsp/xml_at.h"

namespace hanrei::lsp {

/// The text around a place, and in XML the element.
struct NameContext {
  std::string_view text;
  std::size_t offset = 0;
  bool xml = false;
  const XmlAt::Open* element = nullptr;
};

class NameCompletion {
 public:
  NameCompletion(const Game& game, base::Lang lang) : game_(game), lang_(lang) {}

  /// Adds what may be named in a value from `begin` to `end`: all of it, or where the role takes
  /// expressions and lists, one name in it. `attribute`: of XML, that has the value.
  void at(Role role, const std::string& attribute, std::size_t begin, std::size_t end,
          const NameContext& context, std::vector<Completion>& out) const;
  /// The game's own names that may be attributes of the element, each with what it is.
  std::vector<std::pair<std::string, std::string>> attributes(const XmlAt::Open& element) const;
  std::string game_id() const { return game_.program().game; }

 private:
  struct Filling;
  void of_kinds(std::initializer_list<std::string_view> kinds, Filling& to) const;
  void clauses(Filling& to) const;
  void rulings(Filling& to) const;
  void options(Filling& to) const;
  void steps(const std::string& procedure, Filling& to) const;
  void things(Filling& to) const;
  void values(const std::string& attribute, Filling& to) const;
  void expression(Filling& to) const;

  const Game& game_;
  base::Lang lang_;
};

}  // namespace hanrei::lsp
