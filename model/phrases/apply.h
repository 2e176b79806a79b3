// A phrase where its slots are known: what it says there. Reading and printing fill it alike.
// Internal to model/phrases/.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "model/phrases/book.h"
#include "model/phrases/template.h"

namespace hanrei::model::phrases {

class Application {
 public:
  /// All of it must live on. `card`: the printed attributes; nullptr: none is known.
  struct Given {
    const Environment* environment = nullptr;
    const std::vector<Lift>* lifts = nullptr;  ///< of the slots
    const base::Json* card = nullptr;
    const base::Json* card_name = nullptr;
    std::string fresh{};
    base::Span words{};
  };
  explicit Application(const Given& given);
  Application(const Application&) = delete;
  Application& operator=(const Application&) = delete;

  void slot(std::string_view name, const base::Json& value) { names_[std::string(name)] = value; }
  void refer(const std::string& name);

  const Filling& filling() const { return with_; }
  /// What the rule says: of its own, or the template.
  std::optional<base::Json> value(const Rule& rule, const base::Json& is) const;
  std::optional<std::vector<Lift>> lifted(const std::vector<Lift>& templates) const;
  using Introduced = std::vector<std::pair<std::string, std::string>>;
  std::optional<Introduced> introduced(
      const std::vector<std::pair<std::string, base::Json>>& templates) const;
  /// What the slots lifted and nothing that was filled so far took.
  std::vector<Lift> left() const;

 private:
  Given given_;
  std::map<std::string, base::Json, std::less<>> names_;
  mutable std::set<std::string, std::less<>> taken_;
  Filling with_;
};

}  // namespace hanrei::model::phrases
