// hanrei whatif: one change of the rulebook that is only supposed.
#include <algorithm>

#include "audit/coverage/mutation.h"
#include "audit/readings/regime.h"
#include "base/contains.h"
#include "cli/errata.h"
#include "workspace/versions.h"

namespace hanrei::cli {

using base::Json;
using reports::shown;

int run_whatif(const CheckOptions& options, const WhatIfOptions& whatif, const Io& io) {
  Versions run(options, io);
  const int given = !whatif.drop.empty() + !whatif.reading.empty() + !whatif.regime.empty();
  if (given != 1)
    return run.refuse(
        "whatif takes one of --drop CLAUSE, --reading NAME=OPTION, --regime NAME.FIELD=VALUE",
        "whatif には --drop CLAUSE、--reading NAME=OPTION、--regime NAME.FIELD=VALUE "
        "のどれか一つを指定します");
  const auto files = run.one_game(options.paths);
  if (!files) return kWrongInput;
  const auto game = run.read(files->folder);
  if (!game) return run.complain();
  model::Game other = *game;
  std::map<std::string, std::string> assumed;
  errata::Change change;
  errata::Subject subject;
  std::vector<errata::About> about;
  const auto place = [&](base::Span s) {
    subject.places[0].push_back(s);
    subject.places[1].push_back(s);
    subject.parts.push_back({change.id, {s, s}});
  };
  if (!whatif.drop.empty()) {
    change.kind = errata::Kind::Clause;
    change.id = whatif.drop;
    change.how = errata::How::Removed;
    checker::Session session(*game, run.sources);
    const auto compiled = session.compiled({});
    const auto elements = checker::elements::elements_of(*game);
    const auto& clauses = compiled->program->clauses;
    if (std::ranges::none_of(clauses, [&](const model::Clause& c) { return c.id == whatif.drop; }))
      return run.refuse("no clause " + shown(whatif.drop, 100),
                        shown(whatif.drop, 100) + " という条項はありません");
    size_t dropped = 0;
    for (size_t e = 0; e < elements.size(); ++e) {
      if (!base::contains(elements[e].by, whatif.drop)) continue;
      for (const auto& m : audit::coverage::mutants_of(*game, *compiled->program, elements, e))
        if (m.op == audit::coverage::Operator::Drop) {
          m.apply(other);
          ++dropped;
          place(elements[e].span);
        }
    }
    if (dropped == 0)
      return run.refuse(
          "nothing in the model that states clause " + shown(whatif.drop, 100) + " can be left out",
          "条項 " + shown(whatif.drop, 100) +
              " を述べるもので、取り除けるものがモデルにありません");
  } else if (!whatif.reading.empty()) {
    const size_t at = whatif.reading.find('=');
    change.kind = errata::Kind::Reading;
    change.id = whatif.reading;
    const std::string name = whatif.reading.substr(0, at),
                      option = at == std::string::npos ? "" : whatif.reading.substr(at + 1);
    const auto def = std::ranges::find_if(
        game->readings, [&](const model::ReadingDef& r) { return r.name == name; });
    if (def == game->readings.end() || !base::contains(def->options, option))
      return run.refuse("no reading with such an option: " + shown(whatif.reading, 100) +
                            " (`hanrei show GAME` lists them)",
                        "そのような解釈の選択肢はありません: " + shown(whatif.reading, 100) +
                            " (`hanrei show GAME` で一覧)");
    const auto words = [&](const std::vector<std::string>& list, const std::string& of) {
      const size_t k = std::ranges::find(def->options, of) - def->options.begin();
      return k < list.size() ? list[k] : "";
    };
    if (option == def->fallback) {
      std::string others;
      for (const std::string& o : def->options)
        if (o != option) others += (others.empty() ? "" : ", ") + (name + "=" + o);
      return run.refuse(
          shown(whatif.reading, 100) +
              " is what the game takes already, so that nothing would change; the others: " +
              shown(others, 400),
          shown(whatif.reading, 100) +
              " はこのゲームがすでに採っている解釈なので、何も変わりません。ほかの選択肢: " +
              shown(others, 400));
    }
    about.push_back({def->title_en, def->title_ja});
    for (const std::string& o : {def->fallback, option})
      about.push_back({o + ": " + words(def->why_en, o), o + ": " + words(def->why_ja, o)});
    for (base::Span s : def->places) place(s);
    assumed[name] = option;
  } else {
    const auto regime = audit::readings::read_change(whatif.regime);
    if (!regime)
      return run.refuse("--regime takes NAME.FIELD=VALUE",
                        "--regime は NAME.FIELD=VALUE の形で指定します");
    change.kind = errata::Kind::Provision;
    change.form = "regime";
    change.id = whatif.regime;
    if (!audit::readings::apply(other, *regime))
      return run.refuse("no order or exchange " + shown(regime->regime, 100) + " with a field " +
                            shown(regime->field, 100),
                        shown(regime->regime, 100) + " という order・exchange か、その項目 " +
                            shown(regime->field, 100) + " がありません");
    for (const Json& file : game->rulebook)
      if (const Json* list = file.find("provisions"))
        for (const Json& form : list->items)
          for (const base::Member& m : form.members)
            if ((m.key == "order" || m.key == "exchange") && m.value.string == regime->regime &&
                form.members[0].key == m.key)
              place(form.span);
  }
  checker::Session before(*game, run.sources), after(other, run.sources, assumed);
  if (!whatif.drop.empty() && after.compiled({})->code == nullptr)
    return run.refuse("without clause " + shown(whatif.drop, 100) +
                          " the rest is no model: other provisions name what rests on it",
                      "条項 " + shown(whatif.drop, 100) +
                          " を取り除くとモデルにならない: ほかの定めがその内容を使っている");
  const std::string supposed = !whatif.drop.empty()
                                   ? (run.ja ? "条項なし " : "without ") + whatif.drop
                                   : whatif.reading + whatif.regime;
  return run.conclude(
      errata::suppose(before, after, change, about, subject,
                      documents_of(run.sources, *files, run.log), run.asked(whatif.scenes)),
      {run.ja ? "現行" : "as it is", supposed});
}

}  // namespace hanrei::cli
