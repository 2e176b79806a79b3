// What a game defines by a name, and where it is written.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "lsp/roles.h"
#include "model/model.h"
#include "rulings/rulings.h"

namespace hanrei::lsp {

/// A clause, a card, a reading, a form of the rules language by its name, a member of an
/// enumeration, a choice, a step, an attribute of tokens, a player.
struct Definition {
  std::string kind, name;
  base::Span named;        ///< of the name, quotes included
  const base::Json* json;  ///< what has the name
  std::string of;          ///< the card or the form that it belongs to; or empty
};

/// Of the files as they were read; `game` outlives it.
class Names {
 public:
  explicit Names(const model::Game& game);
  Names(const Names&) = delete;
  Names& operator=(const Names&) = delete;

  const std::vector<Definition>& all() const { return all_; }
  std::vector<const Definition*> of(std::string_view name) const;
  std::vector<const Definition*> of(std::string_view kind, std::string_view name) const;

 private:
  void file(const base::Json& json);
  void provisions(const base::Json& list, const std::string& of);
  void inner(const base::Json& json, const std::string& of);
  void add(std::string kind, const base::Json* name, const base::Json& json,
           const std::string& of = "");

  std::vector<Definition> all_;
  std::multimap<std::string, std::size_t, std::less<>> by_name_;
};

/// A place where something is named.
struct Use {
  Role role = Role::None;
  std::string_view name;
  base::Span span;      ///< of the name alone, without quotes and brackets
  bool whole = true;    ///< the name is all of the value; else it is one of an expression
  bool is_key = false;  ///< JSON: it is the key of a member
};
/// Every place of a JSON file of a game, and of a ruling, in order.
void each_use(const base::Json& json, const base::SourceMap& sources,
              const std::function<void(const Use&)>& use);
void each_use(const rulings::Element& element, const base::SourceMap& sources,
              const std::function<void(const Use&)>& use);

/// What a kind is called in both languages (`base::in_both`).
std::string kind_text(std::string_view kind);

}  // namespace hanrei::lsp
