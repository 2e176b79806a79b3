#pragma once

// The little game of tests/docs/mini with provisions or cards beside it, as a pass has left it.

#include <string>

#include "base/io/file.h"
#include "model/model.h"
#include "model/passes/translation.h"

namespace hanrei::test {

struct Translated {
  base::SourceMap sources;
  base::DiagnosticLog log;
  model::Program p;

  /// `provisions` and `cards`: what stands in their lists.
  explicit Translated(const std::string& provisions, const std::string& cards = "") {
    const std::string mini = std::string(HANREI_ROOT) + "/tests/docs/mini/";
    const auto file = [&](const std::string& path) {
      return model::GameText{path, *base::read_file(mini + path)};
    };
    const auto game = model::parse_game(
        sources, "mini",
        {file("game.json"),
         {file("rulebook/mini.json"),
          {"more.json", R"({"format": 1, "provisions": [)" + provisions + "]}"}},
         {file("cards/mini.json"), {"cards.json", R"({"format": 1, "cards": [)" + cards + "]}"}},
         {}},
        log);
    if (game) p = model::compile(*game, {}, sources, log);
  }

  size_t told(base::Code code) const {
    size_t n = 0;
    for (const base::Diagnostic& d : log.all()) n += d.code == code ? 1 : 0;
    return n;
  }
  /// What a name means in the finished program.
  template <class I>
  I named(const model::Names::ByName<I>& table, const std::string& name) const {
    return model::Translation::find(table, name);
  }
  const model::Procedure& procedure(const std::string& name) const {
    return p.procedures[named(p.names->procs, name)];
  }
  /// Is there an expression of this form?
  bool has(model::Op op) const {
    for (size_t i = 0; i < p.exprs.size(); ++i)
      if (p.exprs[model::ExprId(i)].op == op) return true;
    return false;
  }
};

}  // namespace hanrei::test
