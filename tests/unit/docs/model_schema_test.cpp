// docs/schema/: the schemas of game.json, rulebook and card files are what the tables of the loader
// print. HANREI_ACCEPT=1 writes them. The files of the project are valid, broken ones are not.

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "model/syntax/schema.h"
#include "tests/catch.h"
#include "tests/unit/docs/markdown.h"

#if __has_include(<valijson/validator.hpp>) && \
    __has_include(<valijson/adapters/nlohmann_json_adapter.hpp>)
#define HANREI_HAVE_VALIJSON 1
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validation_results.hpp>
#include <valijson/validator.hpp>
#endif

namespace {

namespace fs = std::filesystem;
using namespace hanrei;

const fs::path kRoot = HANREI_ROOT;

struct Printed {
  const char* name;
  std::string text;
};
std::vector<Printed> printed() {
  return {{"game.schema.json", model::game_schema()},
          {"model.schema.json", model::model_schema()},
          {"cards.schema.json", model::cards_schema()}};
}

}  // namespace

TEST_CASE("docs: the schemas of game folders are those of the tables", "[docs]") {
  const char* accept = std::getenv("HANREI_ACCEPT");
  for (const Printed& schema : printed()) {
    const fs::path path = kRoot / "docs" / "schema" / schema.name;
    if (accept != nullptr && std::string(accept) == "1") {
      std::ofstream(path, std::ios::binary) << schema.text;
    }
    INFO("HANREI_ACCEPT=1 writes docs/schema/" << schema.name);
    CHECK((test::read_page(path.string()) == schema.text));
  }
}

#ifdef HANREI_HAVE_VALIJSON

namespace {

/// A schema, ready to be asked.
class Schema {
 public:
  explicit Schema(const std::string& text) : json_(nlohmann::json::parse(text)) {
    valijson::SchemaParser parser(valijson::SchemaParser::kDraft7);
    parser.populateSchema(valijson::adapters::NlohmannJsonAdapter(json_), schema_);
  }

  /// What is wrong with a text; empty when nothing is.
  std::string objection(const std::string& text) const {
    const nlohmann::json json = nlohmann::json::parse(text);
    valijson::Validator validator;
    valijson::ValidationResults results;
    if (validator.validate(schema_, valijson::adapters::NlohmannJsonAdapter(json), &results)) {
      return "";
    }
    valijson::ValidationResults::Error error;
    std::string all;
    while (results.popError(error) && all.size() < 2000) {
      for (const std::string& part : error.context) all += part;
      all += ": " + error.description + "\n";
    }
    return all;
  }

 private:
  nlohmann::json json_;
  valijson::Schema schema_;
};

struct Schemas {
  Schema game{model::game_schema()}, model{model::model_schema()}, cards{model::cards_schema()};
};
const Schemas& schemas() {
  static const Schemas all;
  return all;
}

/// Every game folder of the project that ought to load.
std::vector<fs::path> games() {
  std::vector<fs::path> found;
  for (const char* top : {"fixtures", "docs", "cli", "tests/docs", "tests/data", "bench/games"}) {
    if (!fs::is_directory(kRoot / top)) continue;
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(kRoot / top)) {
      if (entry.path().filename() == "game.json") found.push_back(entry.path().parent_path());
    }
  }
  return found;
}

std::string objections(const fs::path& game) {
  std::string all = schemas().game.objection(test::read_page((game / "game.json").string()));
  for (const char* folder : {"rulebook", "cards"}) {
    if (!fs::is_directory(game / folder)) continue;
    for (const auto& file : fs::recursive_directory_iterator(game / folder)) {
      if (file.path().extension() != ".json") continue;
      const Schema& schema = folder == std::string("cards") ? schemas().cards : schemas().model;
      const std::string why = schema.objection(test::read_page(file.path().string()));
      if (!why.empty()) all += file.path().string() + "\n" + why;
    }
  }
  return all;
}

std::string rulebook(const std::string& provision) {
  return R"({"format": 1, "provisions": [)" + provision + "]}";
}

}  // namespace

TEST_CASE("docs: the files of all games are valid", "[docs]") {
  int count = 0;
  for (const fs::path& game : games()) {
    CHECK(objections(game) == "");
    ++count;
  }
  CHECK(count >= 4);
}

TEST_CASE("docs: what the loader objects to the schema objects to", "[docs]") {
  const std::string good =
      R"({"procedure": "day", "args": {"me": "player"}, "steps": [{"n": 1, "do": "x := 1", "else": [{"note": "y"}]}]})";
  CHECK(schemas().model.objection(rulebook(good)) == "");
  CHECK(
      schemas().model.objection(rulebook(
          R"({"by": ["1"], "attr": "a", "of": "card", "type": "int", "nature": {"reading": "R", "A": "stored", "B": "printed"}})")) ==
      "");
  const std::vector<std::string> broken = {
      R"({"derivd": "one", "is": "1"})",                // no form
      R"({"derived": "one", "is": "1", "note": "x"})",  // a key it has not
      R"({"derived": "one"})",                          // a key it must have
      R"({"derived": "one", "is": 1})",                 // the wrong shape
      R"({"zone": "z", "of": "player", "order": 1, "sees": "all", "realm": "z"})",
      R"({"procedure": "p", "steps": [{"n": 1, "doo": "x := 1"}]})",  // no step
      R"({"act": "a", "process": [{"loop": [{"doo": "x"}], "while": "true"}]})",
      R"({"act": "a", "present": [{"choose": "c", "oen": "x in s"}], "process": []})",
      R"({"procedure": "p", "steps": [{"branch": [{"if": "true", "steps": [{"n": 1}]}]}]})",
      R"({"procedure": "p", "steps": [{"simul": {"itmes": []}}]})",
      R"({"limit": "l", "holds": "true", "repair": {"who": "p"}})",
      R"({"derived": "one", "is": {"reading": "R", "A": 1, "B": "2"}})",  // inside a reading
  };
  for (const std::string& provision : broken) {
    INFO(provision);
    CHECK(schemas().model.objection(rulebook(provision)) != "");
  }
  CHECK(schemas().model.objection(R"({"format": 2, "provisions": []})") != "");
  CHECK(
      schemas().cards.objection(
          R"({"format": 1, "cards": [{"card": "c", "weight": 3, "provisions": [{"static": "s", "modify": "self.a", "add": "1"}]}]})") ==
      "");
  CHECK(
      schemas().cards.objection(
          R"({"format": 1, "cards": [{"card": "c", "provisions": [{"procedure": "p", "steps": []}]}]})") !=
      "");
  CHECK(schemas().cards.objection(R"({"format": 1, "cards": [{"crad": "c"}]})") != "");
  CHECK(schemas().game.objection(R"({"format": 1, "game": "g", "title": {}})") != "");
}

#endif
