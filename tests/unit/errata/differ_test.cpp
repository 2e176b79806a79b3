// Does a change make a difference in play? Twelve pairs of abilities whose answers were written
// down before anything compared them, and what must never be called equivalent.
#include <algorithm>
#include <filesystem>

#if __has_include(<valijson/validator.hpp>) && \
    __has_include(<valijson/adapters/nlohmann_json_adapter.hpp>)
#define HANREI_HAVE_VALIJSON 1
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validation_results.hpp>
#include <valijson/validator.hpp>
#endif

#include "base/json/read.h"
#include "checker/replay/replay.h"
#include "errata/ends.h"
#include "errata/examine.h"
#include "tests/catch.h"
#include "tests/support/workbench.h"

namespace {

using namespace hanrei;
using errata::Verdict;

/// A game with one card more.
model::Game with(const model::Game& game, const base::Json& card) {
  model::Game out = game;
  for (base::Member& m : out.cards.front().members)
    if (m.key == "cards") m.value.items.push_back(card);
  return out;
}

base::Json read(base::SourceMap& sources, const std::string& path) {
  base::DiagnosticLog log;
  auto json = base::read_json(sources, sources.add(path, test::slurp(path)), log);
  REQUIRE(json);
  return std::move(*json);
}

/// Both plays, played once more: they end, and as it is said.
void replayed(const errata::Difference& d) {
  std::array<std::vector<std::string>, 2> lines;
  for (size_t v = 0; v < 2; ++v) {
    const checker::Question& q = *(v == 0 ? d.before : d.after).questions.at(0);
    const auto played = checker::replay::play(q, d.compared.lets, {d.compared.play[v]});
    INFO(base::text(played.problem, base::Lang::En));
    REQUIRE(played.ok);
    lines[v] = errata::Ends(q, d.compared.lets).lines(played.end);
    for (const std::string& l : d.compared.end[v])
      CHECK(std::find(lines[v].begin(), lines[v].end(), l) != lines[v].end());
  }
  if (d.compared.sameness == errata::Sameness::Ends) CHECK(lines[0] != lines[1]);
}

void pairs(size_t part) {
  std::vector<std::string> files;
  for (const auto& file :
       std::filesystem::directory_iterator(test::at_root("tests/data/errata/pairs")))
    files.push_back(file.path().string());
  std::sort(files.begin(), files.end());
  REQUIRE(files.size() >= 12);
  for (size_t i = part; i < files.size(); i += 4) {
    INFO(files[i]);
    base::SourceMap sources;
    base::DiagnosticLog log;
    const base::Json pair = read(sources, files[i]);
    const auto game =
        model::read_game(sources, test::at_root("fixtures/" + pair.find("game")->string), log);
    REQUIRE(game);
    std::vector<rulings::Document> corpus;
    std::vector<std::string> paths;
    for (const auto& file : std::filesystem::directory_iterator(game->folder + "/rulings"))
      if (file.path().extension() == ".xml") paths.push_back(file.path().string());
    std::sort(paths.begin(), paths.end());
    for (const std::string& path : paths)
      if (auto d = rulings::read_document(sources, path, log)) corpus.push_back(std::move(*d));
    errata::Asked asked;
    asked.jobs = 2;
    if (const base::Json* few = pair.find("situations"))
      asked.scenes = static_cast<size_t>(few->integer);
    const errata::Report r = errata::examine(
        with(*game, *pair.find("old")), with(*game, *pair.find("new")), sources, corpus, asked);
    REQUIRE_FALSE(r.broken);
    REQUIRE(r.items.size() == 1);
    const errata::Answer& a = r.items[0].answer;
    CHECK((a.verdict == Verdict::Functional   ? "functional"
           : a.verdict == Verdict::Equivalent ? "equivalent"
                                              : "not examined") == pair.find("expect")->string);
    REQUIRE(a.smallest.has_value() == (a.verdict == Verdict::Functional));
    if (a.smallest) replayed(*a.smallest);
  }
}

/// `errata shot` of the small game, with what stands in a file.
test::Ran errata_of(const test::Scratch& scratch, const std::string& abilities,
                    std::vector<std::string> more = {}) {
  test::put(scratch / "abilities.json", abilities);
  std::vector<std::string> args = {"errata", "shot", test::at_root("tests/data/harbour"),
                                   "--abilities", scratch / "abilities.json"};
  args.insert(args.end(), more.begin(), more.end());
  return test::run(args);
}

std::string shot(const std::string& steps, const std::string& where = "") {
  return R"([{"effect": "", "present": [{"choose": "t", "one": "s in ships", "designates": true)" +
         (where.empty() ? "" : R"(, "where": ")" + where + "\"") + R"(}], "steps": [)" + steps +
         R"(], "span": ["s1"]}])";
}

}  // namespace

TEST_CASE("errata: pairs of abilities, every fourth from the first", "[errata][pairs][slow]") {
  pairs(0);
}
TEST_CASE("errata: pairs of abilities, every fourth from the second", "[errata][pairs][slow]") {
  pairs(1);
}
TEST_CASE("errata: pairs of abilities, every fourth from the third", "[errata][pairs][slow]") {
  pairs(2);
}
TEST_CASE("errata: pairs of abilities, every fourth from the fourth", "[errata][pairs][slow]") {
  pairs(3);
}

TEST_CASE("errata: one more point of damage is shown by one card and one target", "[errata]") {
  const test::Scratch scratch;
  const test::Ran r = errata_of(scratch, shot(R"J({"call": "leak(t, 3)"})J"));
  INFO(r.out << r.err);
  CHECK(r.code == 1);
  CHECK(r.out.find("functional") != std::string::npos);
}

TEST_CASE("errata: the same in other words of the language is equivalent, in any number of threads",
          "[errata][corpus]") {
  const test::Scratch scratch;
  const std::string other = shot(R"J({"call": "leak(t, 1 + 1)"})J", "s in ships and true");
  const test::Ran one = errata_of(scratch, other, {"-j", "1"}),
                  two = errata_of(scratch, other, {"-j", "2"});
  INFO(one.out << one.err);
  CHECK(one.code == 0);
  CHECK(one.out.find("equivalent within the scope") != std::string::npos);
  CHECK(one.out == two.out);
}

TEST_CASE("errata: other words with the old ability are not examined, and never equivalent",
          "[errata]") {
  const test::Scratch scratch;
  const test::Ran r = errata_of(
      scratch,
      R"({"text": [{"from": "2024-01-01", "spans": {"s1": "One ship leaks 4.", "s2": "Arr."}, "flavour": ["s2"]}]})");
  INFO(r.out << r.err);
  CHECK(r.code == 3);
  CHECK(r.out.find("not examined") != std::string::npos);
  CHECK(r.out.find("equivalent") == std::string::npos);
}

TEST_CASE("errata: a wording alone, of a card with several spans", "[errata]") {
  const test::Ran r = test::run({"errata", "断罪", test::at_root("fixtures/lftcg"), "--text",
                                 "相手のキャラ1体を退場させ、2枚引く。"});
  INFO(r.out << r.err);
  CHECK(r.code == 3);
  CHECK(r.out.find("not examined") != std::string::npos);
}

// Orders of triggers of the rulebook that are about players were named as if they were about cards.
TEST_CASE("errata: one more of three, in a game whose rules order things about players",
          "[errata][corpus]") {
  const test::Scratch scratch;
  test::put(
      scratch / "abilities.json",
      R"J([{"effect": "", "steps": [{"do": "opp(me).MP -= min(4, opp(me).MP)"}], "span": ["s1"]}])J");
  const test::Ran r = test::run({"errata", "魔力漏れ", test::at_root("fixtures/gash"),
                                 "--abilities", scratch / "abilities.json"});
  INFO(r.out << r.err);
  CHECK(r.code == 1);
  CHECK(r.out.find("(1 cards, 1 choices") != std::string::npos);  // itself, used once
  CHECK(r.out.find("MP=\"4\"") != std::string::npos);  // with three there is no fourth to lose
  CHECK(r.out.find("ruling GA-029: confirmed before, contradicted after") != std::string::npos);
}

TEST_CASE("diff: what a card changes is not laid to a rule that changed with it",
          "[errata][corpus]") {
  const test::Scratch scratch;
  const std::string old = test::at_root("tests/data/harbour"), now = scratch / "harbour";
  test::copy_folder(old, now);
  test::edit(now + "/cards/harbour.json", "\"call\": \"leak(t, 2)\"", "\"call\": \"leak(t, 3)\"");
  test::edit(now + "/rulebook/harbour.json", "\"do\": \"c.draught -= n\"",
             "\"do\": \"c.draught -= n + 0\"");
  const test::Ran r = test::run({"diff", old, now, "--format", "json"});
  INFO(r.out << r.err);
  const base::Json json = test::json_of(r);
  REQUIRE(json.find("changes")->items.size() == 2);
  CHECK(json.find("changes")->items[0].find("verdict")->string == "functional");
  CHECK(json.find("changes")->items[1].find("verdict")->string == "equivalent");
}

TEST_CASE("errata: a change that has no part in any situation is not examined", "[errata]") {
  const test::Scratch scratch;
  // Nobody ever has a thousand lights.
  const test::Ran r = errata_of(
      scratch,
      R"J([{"effect": "", "present": [{"choose": "t", "one": "s in ships", "designates": true}], "steps": [{"call": "leak(t, 2)"}], "span": ["s1"]},
    {"norm": "forbid", "event": "act order(self)", "if": "me.light > 1000", "span": ["s1"]}])J");
  INFO(r.out << r.err);
  // The effect itself is touched; the verdict is about the scope that is printed.
  CHECK(r.code != 2);
  CHECK(r.out.find("the scope") != std::string::npos);
}

TEST_CASE("errata: mistakes of the proposal are told with their places", "[errata]") {
  const test::Scratch scratch;
  const test::Ran unknown = errata_of(scratch, shot(R"J({"call": "sinkhole(t)"})J"));
  CHECK(unknown.code == 2);
  CHECK(unknown.err.find("abilities.json:1:") != std::string::npos);
  const test::Ran broken = errata_of(scratch, "[{");
  CHECK(broken.code == 2);
  const test::Ran number = errata_of(scratch, "7");
  CHECK(number.code == 2);
  const test::Ran renamed = errata_of(scratch, R"({"card": "volley"})");
  CHECK(renamed.code == 2);
  CHECK(test::run({"errata", "nobody", test::at_root("tests/data/harbour"), "--text", "x"}).code ==
        2);
  CHECK(test::run({"errata", "shot", test::at_root("tests/data/harbour")}).code == 2);
  CHECK(test::run(
            {"errata", "shot", test::at_root("tests/data/harbour"), "--abilities", "no such file"})
            .code == 2);
}

TEST_CASE("diff: nothing changed, one card changed, a card more", "[errata]") {
  const test::Scratch scratch;
  const std::string old = test::at_root("tests/data/harbour"), now = scratch / "harbour";
  test::copy_folder(old, now);
  const test::Ran same = test::run({"diff", old, now});
  INFO(same.out << same.err);
  CHECK(same.code == 0);
  CHECK(same.out.find("nothing changed") != std::string::npos);

  test::edit(now + "/cards/harbour.json", "\"call\": \"leak(t, 2)\"", "\"call\": \"leak(t, 3)\"");
  const test::Ran changed = test::run({"diff", old, now, "--format", "json"});
  CHECK(changed.code == 1);
  const base::Json json = test::json_of(changed);
  REQUIRE(json.find("changes")->items.size() == 1);
  CHECK(json.find("changes")->items[0].find("verdict")->string == "functional");
  CHECK(json.find("changes")->items[0].find("smallest") != nullptr);

  test::copy_folder(old, scratch / "more");
  test::edit(scratch / "more/cards/harbour.json", "{\"card\": \"sloop\"",
             "{\"card\": \"skiff\", \"sort of card\": \"ship\", \"flags\": [], \"size\": 1, "
             "\"invented\": true},\n{\"card\": \"sloop\"");
  const test::Ran more = test::run({"diff", old, scratch / "more"});
  CHECK(more.code == 0);
  CHECK(more.out.find("only in one of the two") != std::string::npos);
  CHECK(test::run({"diff", scratch / "more", old}).code == 3);  // what is gone is not examined
}

TEST_CASE("diff: a rule of the rulebook", "[errata]") {
  const test::Scratch scratch;
  const std::string old = test::at_root("tests/data/harbour"), now = scratch / "harbour";
  test::copy_folder(old, now);
  test::edit(now + "/rulebook/harbour.json", "\"do\": \"c.draught -= n\"",
             "\"do\": \"c.draught -= n + 1\"");
  const test::Ran r = test::run({"diff", old, now});
  INFO(r.out << r.err);
  CHECK(r.code == 1);
  CHECK(r.out.find("functional") != std::string::npos);
}

TEST_CASE("diff: one folder, three, none, and one that is no game", "[errata]") {
  const std::string game = test::at_root("tests/data/harbour");
  CHECK(test::run({"diff", game}).code == 2);
  CHECK(test::run({"diff", game, game, game}).code == 2);
  CHECK(test::run({"diff"}).code == 2);
  CHECK(test::run({"diff", game, test::at_root("cmake")}).code == 2);
  CHECK(test::run({"diff", "--base", "--output=x", game}).code == 2);
  CHECK(test::run({"diff", "--base", "no-such-revision", game}).code == 2);
}

TEST_CASE("whatif: a clause left out turns rulings, what is not there is told", "[errata]") {
  const std::string game = test::at_root("tests/data/harbour");
  const test::Ran r = test::run({"whatif", game, "--drop", "3"});
  INFO(r.out << r.err);
  CHECK(r.code == 1);
  const test::Ran needed = test::run({"whatif", game, "--drop", "1-1"});
  CHECK(needed.code == 2);
  CHECK(needed.err.find("rests on it") != std::string::npos);
  CHECK(test::run({"whatif", game, "--drop", "99"}).code == 2);
  CHECK(test::run({"whatif", game}).code == 2);
  CHECK(test::run({"whatif", game, "--reading", "R-1=B"}).code == 2);
  CHECK(test::run({"whatif", game, "--regime", "turn first.nothing=1"}).code == 2);
  CHECK(test::run({"whatif", game, "--drop", "1-1", "--regime", "a.b=c"}).code == 2);
}

#ifdef HANREI_HAVE_VALIJSON
TEST_CASE("errata: what is printed as JSON fits its schema", "[errata][schema]") {
  const nlohmann::json text =
      nlohmann::json::parse(test::slurp(test::at_root("docs/schema/errata.schema.json")));
  valijson::Schema schema;
  valijson::SchemaParser(valijson::SchemaParser::kDraft7)
      .populateSchema(valijson::adapters::NlohmannJsonAdapter(text), schema);
  const auto valid = [&](const nlohmann::json& report) {
    return valijson::Validator().validate(schema, valijson::adapters::NlohmannJsonAdapter(report),
                                          nullptr);
  };
  const test::Scratch scratch;
  const std::string game = test::at_root("tests/data/harbour");
  for (const test::Ran& r :
       {errata_of(scratch, shot(R"J({"call": "leak(t, 3)"})J"), {"--format", "json"}),
        test::run({"diff", game, game, "--format", "json"}),
        test::run({"whatif", game, "--drop", "3", "--format", "json"})}) {
    nlohmann::json report = nlohmann::json::parse(r.out);
    CHECK(valid(report));
    report["found"] = 1;
    CHECK_FALSE(valid(report));
  }
}
#endif
