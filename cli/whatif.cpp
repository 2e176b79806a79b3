// hanrei whatif: changes of the rulebook that are only supposed, together.
#include <algorithm>
#include <ranges>
#include <set>

#include "audit/coverage/mutation.h"
#include "audit/readings/regime.h"
#include "base/contains.h"
#include "base/text/filled.h"
#include "cli/errata.h"
#include "workspace/versions.h"

namespace hanrei::cli {
namespace {

using base::Json;
using errata::Change;
using reports::shown;

/// The game with what is supposed, and what that is about. Each supposition returns why it cannot
/// be supposed, as base::in_both puts it together; nothing: it is.
class Supposed {
 public:
  explicit Supposed(const model::Game& as_it_is) : game(as_it_is), was_(as_it_is) {}

  std::string drop(const std::vector<std::string>& clauses, const base::SourceMap& sources);
  std::string reading(const std::string& given);
  std::string regime(const std::string& given);

  model::Game game;
  std::map<std::string, std::string> readings;  ///< options that count instead of the defaults
  std::vector<Change> changes;
  std::vector<errata::About> about;
  errata::Subject subject;

 private:
  Change& change(errata::Kind kind, const std::string& id) {
    Change& out = changes.emplace_back();
    out.kind = kind;
    out.id = id;
    return out;
  }
  void place(base::Span s) {
    subject.places[0].push_back(s);
    subject.places[1].push_back(s);
    subject.parts.push_back({changes.back().id, {s, s}});
  }

  const model::Game& was_;
};

std::string Supposed::drop(const std::vector<std::string>& clauses,
                           const base::SourceMap& sources) {
  checker::Session session(was_, sources);
  const auto compiled = session.compiled({});
  const auto elements = checker::elements::elements_of(was_);
  std::set<size_t> gone;
  for (const std::string& clause : clauses) {
    if (std::ranges::none_of(compiled->program->clauses,
                             [&](const model::Clause& c) { return c.id == clause; }))
      return base::filled("no clause {0}", "{0} という条項はありません", {shown(clause, 100)});
    if (std::ranges::find(changes, clause, &Change::id) != changes.end())
      return base::filled("clause {0} is named twice", "条項 {0} が二度指定されています",
                          {shown(clause, 100)});
    change(errata::Kind::Clause, clause).how = errata::How::Removed;
    bool any = false;
    for (size_t e = 0; e < elements.size(); ++e)
      if (base::contains(elements[e].by, clause) &&
          std::ranges::any_of(
              audit::coverage::mutants_of(was_, *compiled->program, elements, e),
              [](const auto& m) { return m.op == audit::coverage::Operator::Drop; })) {
        place(elements[e].span);
        gone.insert(e);
        any = true;
      }
    if (!any)
      return base::filled("nothing in the model that states clause {0} can be left out",
                          "条項 {0} を述べるもので、取り除けるものがモデルにありません",
                          {shown(clause, 100)});
  }
  // what stands behind and within first, so that the ways to the rest stay as they are
  for (const size_t e : std::views::reverse(gone))
    for (const auto& m : audit::coverage::mutants_of(was_, *compiled->program, elements, e))
      if (m.op == audit::coverage::Operator::Drop) m.apply(game);
  if (checker::Session(game, sources).compiled({})->code != nullptr) return "";
  std::string names;
  for (const std::string& clause : clauses) names += (names.empty() ? "" : ", ") + clause;
  return base::filled(
      "without clause {0} the rest is no model: other provisions name what rests on it",
      "条項 {0} を取り除くとモデルにならない: ほかの定めがその内容を使っている",
      {shown(names, 200)});
}

std::string Supposed::reading(const std::string& given) {
  const size_t at = given.find('=');
  const std::string name = given.substr(0, at),
                    option = at == std::string::npos ? "" : given.substr(at + 1);
  const auto def = std::ranges::find_if(was_.readings,
                                        [&](const model::ReadingDef& r) { return r.name == name; });
  if (def == was_.readings.end() || !base::contains(def->options, option))
    return base::filled("no reading with such an option: {0} (`hanrei show GAME` lists them)",
                        "そのような解釈の選択肢はありません: {0} (`hanrei show GAME` で一覧)",
                        {shown(given, 100)});
  if (option == def->fallback) {
    std::string others;
    for (const std::string& o : def->options)
      if (o != option) others += (others.empty() ? "" : ", ") + (name + "=" + o);
    return base::filled(
        "{0} is what the game takes already, so that nothing would change; the others: {1}",
        "{0} はこのゲームがすでに採っている解釈なので、何も変わりません。ほかの選択肢: {1}",
        {shown(given, 100), shown(others, 400)});
  }
  if (!readings.emplace(name, option).second)
    return base::filled("reading {0} has one option at a time", "解釈 {0} の選択肢は一度に一つです",
                        {shown(name, 100)});
  change(errata::Kind::Reading, given);
  const auto words = [&](const std::vector<std::string>& list, const std::string& of) {
    const size_t k = std::ranges::find(def->options, of) - def->options.begin();
    return k < list.size() ? list[k] : "";
  };
  about.push_back({def->title_en, def->title_ja});
  for (const std::string& o : {def->fallback, option})
    about.push_back({o + ": " + words(def->why_en, o), o + ": " + words(def->why_ja, o)});
  for (base::Span s : def->places) place(s);
  return "";
}

std::string Supposed::regime(const std::string& given) {
  const auto regime = audit::readings::read_change(given);
  if (!regime)
    return base::in_both("--regime takes NAME.FIELD=VALUE",
                         "--regime は NAME.FIELD=VALUE の形で指定します");
  const std::string field = given.substr(0, given.find('=') + 1);
  if (std::ranges::any_of(
          changes, [&](const Change& c) { return c.form == "regime" && c.id.starts_with(field); }))
    return base::filled("{0} has one value at a time", "{0} の値は一度に一つです",
                        {shown(field, 100)});
  if (!audit::readings::apply(game, *regime))
    return base::filled("no order or exchange {0} with a field {1}",
                        "{0} という order・exchange か、その項目 {1} がありません",
                        {shown(regime->regime, 100), shown(regime->field, 100)});
  change(errata::Kind::Provision, given).form = "regime";
  for (const Json& file : was_.rulebook)
    if (const Json* list = file.find("provisions"))
      for (const Json& form : list->items)
        for (const base::Member& m : form.members)
          if ((m.key == "order" || m.key == "exchange") && m.value.string == regime->regime &&
              form.members[0].key == m.key)
            place(form.span);
  return "";
}

}  // namespace

int run_whatif(const CheckOptions& options, const WhatIfOptions& whatif, const Io& io) {
  Versions run(options, io);
  if (whatif.drop.empty() && whatif.reading.empty() && whatif.regime.empty())
    return run.refuse(
        "whatif takes --drop CLAUSE, --reading NAME=OPTION or --regime NAME.FIELD=VALUE; of "
        "several, all are supposed together",
        "whatif には --drop CLAUSE、--reading NAME=OPTION、--regime NAME.FIELD=VALUE "
        "を指定します。複数あれば、すべてを合わせて仮定します");
  const auto files = run.one_game(options.paths);
  if (!files) return kWrongInput;
  const auto game = run.read(files->folder);
  if (!game) return run.complain();
  Supposed supposed(*game);
  std::string why;
  if (!whatif.drop.empty()) why = supposed.drop(whatif.drop, run.sources);
  for (const std::string& each : whatif.reading)
    if (why.empty()) why = supposed.reading(each);
  for (const std::string& each : whatif.regime)
    if (why.empty()) why = supposed.regime(each);
  if (!why.empty())
    return run.refuse(base::in_lang(why, base::Lang::En), base::in_lang(why, base::Lang::Ja));
  checker::Session before(*game, run.sources), after(supposed.game, run.sources, supposed.readings);
  std::string names;
  for (const Change& c : supposed.changes)
    names += (names.empty() ? ""
              : run.ja      ? "、"
                            : ", ") +
             ((c.kind != errata::Kind::Clause ? ""
               : run.ja                       ? "条項なし "
                                              : "without ") +
              c.id);
  return run.conclude(
      errata::suppose(before, after, supposed.changes, supposed.about, supposed.subject,
                      documents_of(run.sources, *files, run.log), run.asked(whatif.scenes)),
      {run.ja ? "現行" : "as it is", names});
}

}  // namespace hanrei::cli
