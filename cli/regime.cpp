// hanrei explore --regime: the smallest situation about which two regimes differ.
#include "audit/readings/regime.h"

#include <fmt/format.h>

#include "base/text/filled.h"
#include "cli/check.h"
#include "rulings/xml/write.h"
#include "workspace/games.h"
#include "workspace/selection.h"

namespace hanrei::cli {

using reports::shown;

int run_regime(const CheckOptions& options, const std::string& text, const Io& io) {
  const bool ja = options.style.lang == base::Lang::Ja;
  const auto change = audit::readings::read_change(text);
  if (!change) {
    io.err << (ja ? "hanrei: --regime は NAME.FIELD=VALUE の形で指定します: "
                  : "hanrei: --regime takes NAME.FIELD=VALUE, not ")
           << shown(text) << "\n";
    return kWrongInput;
  }
  base::SourceMap sources;
  base::DiagnosticLog log;
  const Workspace work = find(options.paths);
  tell(io, work.problems);
  if (!work.problems.empty()) return kWrongInput;
  size_t examined = 0;
  bool found = false;
  Selection chosen(options.ids);
  for (const GameFiles& files : work.games) {
    tell(io, files.refused);
    const auto loaded = load_game(sources, files.folder, log);
    if (loaded == nullptr) continue;
    model::Game other = loaded->game;
    if (!audit::readings::apply(other, *change)) {
      if (work.games.size() > 1) continue;  // one of the others may have it
      io.refuse(files.folder,
                base::filled("no order or exchange `{0}` with a field `{1}`",
                             "`{0}` という order・exchange か、その項目 `{1}` がありません",
                             {change->regime, change->field}));
      return kWrongInput;
    }
    found = true;
    checker::Session& here = loaded->session;
    checker::Session there(other, sources);
    for (checker::Session* s : {&here, &there})
      if (const auto c = s->compiled({}); c->code == nullptr) {
        base::DiagnosticLog wrong = c->log;
        wrong.sort(sources);
        reports::write_diagnostics(io.err, sources, wrong, options.style);
        return kWrongInput;
      }
    std::vector<rulings::Document> documents;
    for (const std::string& path : files.rulings) {
      auto doc = rulings::read_document(sources, path, log);
      if (doc && !doc->is_deck && chosen.has(doc->id)) documents.push_back(std::move(*doc));
    }
    const audit::readings::Comparison c =
        audit::readings::compare(here, there, documents, options.checker.limits);
    examined += c.examined;
    io.out << shown(loaded->game.folder) << ": " << shown(change->regime) << "."
           << shown(change->field) << " = " << shown(change->value) << "\n";
    io.out << fmt::format(
        fmt::runtime(ja ? "  調べた裁定 {}、差があるもの {}、調べなかったもの {}\n"
                        : "  {} rulings examined, {} differ, {} left out\n"),
        c.examined, c.differing.size(), c.left_out);
    for (size_t i = 0; i < c.differing.size(); ++i)
      io.out << (i == 0 ? "  " : " ") << shown(c.differing[i], 60)
             << (i + 1 == c.differing.size() ? "\n" : "");
    if (!c.smallest) continue;
    io.out << fmt::format(
        fmt::runtime(ja ? "  差が出る最小の状況 (カード {}、手 {}):\n"
                        : "  the smallest situation that tells them apart ({} cards, {} moves):\n"),
        c.smallest->cards, c.smallest->moves);
    const std::string xml = rulings::as_xml(c.smallest->document);
    for (size_t from = 0; from < xml.size();) {
      const size_t to = xml.find('\n', from);
      io.out << "    " << shown(xml.substr(from, to - from), 4000) << "\n";
      from = to + 1;
    }
    const auto side = [&](const audit::readings::Difference::Side& s, const char* en,
                          const char* jp) {
      io.out << "  " << (ja ? jp : en) << "\n";
      for (const std::string& o : s.outcomes)
        io.out << (ja ? "    結果 " : "    outcome ") << shown(o, 4000) << "\n";
      for (const std::string& o : s.claims)
        io.out << (ja ? "    主張 " : "    claim ") << shown(o, 4000) << "\n";
    };
    side(c.smallest->here, "only as the game says:", "ゲームの定めのときだけ:");
    side(c.smallest->there, "only with the change:", "変えたときだけ:");
  }
  log.sort(sources);
  if (log.has_errors()) {
    reports::write_diagnostics(io.err, sources, log, options.style);
    return kWrongInput;
  }
  if (!found) {
    io.say(base::filled(
        "no game here has an order or exchange `{0}` with a field `{1}`",
        "`{0}` という order・exchange で項目 `{1}` をもつものは、どのゲームにもありません",
        {shown(change->regime), shown(change->field)}));
    return kWrongInput;
  }
  if (!chosen.complete(io)) return kWrongInput;
  if (examined == 0) io.say("nothing was examined", "何も検査していません");
  return examined == 0 ? kNothingExamined : kOk;
}

}  // namespace hanrei::cli
