// Bending a model: every mutant changes something, most of them load, and what a ruling says of an
// element is seen.

#include <algorithm>
#include <filesystem>
#include <set>
#include <string>

#include "audit/coverage/coverage.h"
#include "tests/catch.h"

namespace {

using namespace hanrei;
using namespace hanrei::audit::coverage;

const std::string kRoot = HANREI_ROOT;

Asked without_pins() {
  Asked asked;
  asked.pins = false;
  asked.jobs = 2;
  return asked;
}

bool same_game(const model::Game& a, const model::Game& b) {
  const auto same = [](const std::vector<base::Json>& x, const std::vector<base::Json>& y) {
    return std::equal(x.begin(), x.end(), y.begin(), y.end(), base::same_value);
  };
  return same(a.rulebook, b.rulebook) && same(a.cards, b.cards);
}

struct Loaded {
  base::SourceMap sources;
  base::DiagnosticLog log;
  std::optional<model::Game> game;
  model::Program program;
  std::vector<Element> elements;
  explicit Loaded(const std::string& folder) : game(model::read_game(sources, folder, log)) {
    REQUIRE(game);
    program = model::compile(*game, {}, sources, log);
    REQUIRE_FALSE(log.has_errors());
    elements = elements_of(*game);
  }
  bool loads(const Mutant& m) {
    model::Game bent = *game;
    m.apply(bent);
    CHECK_FALSE(same_game(bent, *game));
    base::DiagnosticLog quiet;
    (void)model::compile(bent, {}, sources, quiet);
    return !quiet.has_errors();
  }
};

}  // namespace

TEST_CASE("every way to bend Lantern changes it, and every operator is among them") {
  Loaded lantern(kRoot + "/tests/docs/mini");
  std::set<Operator> seen;
  size_t all = 0, load = 0;
  for (size_t e = 0; e < lantern.elements.size(); ++e) {
    for (const Mutant& m : mutants_of(*lantern.game, lantern.program, lantern.elements, e)) {
      INFO(m.what << " (" << operator_name(m.op) << ")");
      ++all;
      if (!lantern.loads(m)) continue;
      ++load;
      seen.insert(m.op);
    }
  }
  CHECK(all > 50);
  CHECK(load * 10 > all * 9);
  for (Operator op : {Operator::Drop, Operator::Swap, Operator::Negate, Operator::Widen,
                      Operator::Number, Operator::Chooser, Operator::Player, Operator::Close}) {
    INFO(operator_name(op));
    CHECK(seen.contains(op));
  }
}

TEST_CASE("bending one element in ten of the shipped game changes it") {
  Loaded lftcg(kRoot + "/fixtures/lftcg");
  for (size_t e = 0; e < lftcg.elements.size(); e += 10) {
    for (const Mutant& m : mutants_of(*lftcg.game, lftcg.program, lftcg.elements, e)) {
      INFO(m.what << " (" << operator_name(m.op) << ")");
      lftcg.loads(m);
    }
  }
}

TEST_CASE("what is looked at is not what is touched") {
  Loaded lantern(kRoot + "/tests/docs/mini");
  const auto doc = rulings::read_document(
      lantern.sources, kRoot + "/tests/docs/mini/rulings/LA-001.xml", lantern.log);
  REQUIRE(doc);
  const Report report = measure(*lantern.game, lantern.sources, {*doc}, without_pins());
  CHECK(report.rulings == 1);
  const auto touching = [&](const std::string& name) {
    for (size_t e = 0; e < report.elements.size(); ++e)
      if (report.elements[e].name == name) return report.touching[e];
    FAIL(name);
    return size_t{0};
  };
  // two sparks are cast, the moth falls and is put away; nobody runs out of wax, and no heat is
  // above its cap
  CHECK(touching("act cast") == 1);
  CHECK(touching("permit act cast") == 1);
  CHECK(touching("fall[2]") == 1);
  CHECK(touching("ending no wax") == 0);
  CHECK(touching("limit heat cap") == 0);
  CHECK(touching("permit act sleep") == 0);
}

TEST_CASE("every clause of the shipped game is accounted for, and what states a rule is modelled") {
  Loaded lftcg(kRoot + "/fixtures/lftcg");
  std::vector<rulings::Document> documents;
  std::vector<std::string> paths;
  for (const auto& file :
       std::filesystem::recursive_directory_iterator(kRoot + "/fixtures/lftcg/rulings"))
    paths.push_back(file.path().string());
  std::sort(paths.begin(), paths.end());
  for (const std::string& path : paths)
    if (auto doc = rulings::read_document(lftcg.sources, path, lftcg.log))
      documents.push_back(std::move(*doc));
  const Report report = measure(*lftcg.game, lftcg.sources, documents, without_pins());
  CHECK(report.clauses.size() == 546);
  CHECK(report.left_out.empty());
  const std::set<std::string> prose = {"meta", "example", "definition", "glossary", "information"};
  size_t not_modelled = 0;
  for (const ClauseCoverage& c : report.clauses) {
    INFO(c.clause->id << " " << c.clause->title);
    CHECK(accounted(c));
    const bool rule = !prose.contains(c.clause->kind);
    const bool left_out = c.clause->status == model::ClauseStatus::NotModelled;
    if (rule) CHECK((c.clause->status == model::ClauseStatus::Modelled || left_out));
    not_modelled += rule && left_out ? 1 : 0;
  }
  CHECK(not_modelled <= 10);
}
