// hanrei read: what it says of a card, of words, of a pool, and how it ends.

#include <array>
#include <map>
#include <regex>

#include "tests/catch.h"
#include "tests/support/workbench.h"
#ifdef HANREI_HAVE_VALIJSON
#include <nlohmann/json.hpp>
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validator.hpp>
#endif

using namespace hanrei;

namespace {

const std::string kHarbour = test::at_root("tests/data/harbour");

test::Ran read(std::vector<std::string> args) {
  args.insert(args.begin(), "read");
  args.push_back(kHarbour);
  return test::run(args);
}

}  // namespace

TEST_CASE("read: exit codes", "[cli][phrases]") {
  CHECK(read({"shot"}).code == 0);
  CHECK(read({"--text", "One ship leaks 2, then it leaks 1."}).code == 0);
  CHECK(read({"rocket"}).code == 3);
  CHECK(read({"--pool"}).code == 3);
  CHECK(read({"sloop"}).code == 4);  // nothing is printed on it
  CHECK(read({"--text", ""}).code == 4);
  CHECK(read({"--text", std::string(5000, 'x')}).code == 3);
  CHECK(read({"--text", "\xff\xc0 it leaks"}).code == 3);
  CHECK(read({"shot", "--text", "One ship leaks 3."}).code == 0);
  CHECK(
      read({"shot", "--text", "One ship leaks 1, then one ship leaks 1, then it leaks 1."}).code ==
      1);
  CHECK(read({}).code == 2);
  CHECK(read({"shot", "--pool"}).code == 2);
  CHECK(read({"shot", "sail", "--text", "x"}).code == 2);
  CHECK(read({"nobody"}).code == 2);
  CHECK(test::run({"read", "--pool", test::at_root("docs/tako")}).code == 4);
}

TEST_CASE("read: words of a card are judged by what is printed on it", "[cli][phrases]") {
  // A ship is no order: no phrase for a whole text is for it.
  CHECK(read({"tug", "--text", "One ship leaks 2."}).code == 3);
  CHECK(read({"gale", "--text", "One ship leaks 2."}).code == 0);
}

TEST_CASE("read: where each part of the provisions was printed", "[cli][phrases]") {
  const base::Json out = test::json_of(read({"sail", "--format", "json"}));
  const base::Json& card = out.find("cards")->items[0];
  CHECK(card.find("standing")->string == "same");
  const base::Json& meaning = card.find("meanings")->items[0];
  const auto at = [&](const char* path) {
    std::string text;
    for (const base::Json& range : meaning.find("at")->find(path)->items)
      text += range.items[0].string + ":" + std::to_string(range.items[1].integer) + "-" +
              std::to_string(range.items[2].integer) + " ";
    return text;
  };
  CHECK(at("/0") == "s1:0-24 ");
  CHECK(at("/1") == "s2:0-29 ");
  CHECK(at("/1/if") == "s2:0-29 ");
}

TEST_CASE("read: the lines of a text are its spans", "[cli][phrases]") {
  const std::string two = "Its host is larger by 1.\nNo order may aim at its host.\n";
  const base::Json out = test::json_of(read({"sail", "--text", two, "--format", "json"}));
  const base::Json& words = *out.find("cards")->items[0].find("words");
  REQUIRE(words.members.size() == 2);
  CHECK(words.find("s2")->string == "No order may aim at its host.");
}

TEST_CASE("read: a condition in the way of a meaning is told", "[cli][phrases]") {
  // A sloop is a ship, and no order is printed on one.
  const test::Ran r = read({"sloop", "--text", "One ship leaks 2."});
  CHECK(r.code == 3);
  CHECK(r.out.find("`{a:sentence}` (One ship leaks 2.) is for a card with the printed attribute "
                   "sort of card = order; of this card it is ship") != std::string::npos);
  const base::Json out =
      test::json_of(read({"sloop", "--text", "One ship leaks 2.", "--format", "json"}));
  const base::Json& unmet = *out.find("cards")->items[0].find("unmet");
  REQUIRE(unmet.items.size() == 1);
  CHECK(unmet.items[0].find("name")->string == "card.sort of card");
  CHECK(unmet.items[0].find("seen")->string == "ship");
}

TEST_CASE("read: the wording of the house", "[cli][phrases]") {
  const auto house = [](const std::vector<std::string>& args) {
    const base::Json out = test::json_of(read(args));
    const base::Json& card = out.find("cards")->items[0];
    return card.find("house")->string + ": " + card.find("wording")->find("s1")->string;
  };
  CHECK(house({"shot", "--print", "--format", "json"}) == "same: one ship leaks 2.");
  CHECK(house({"shot", "--print", "--format", "json", "--text",
               "A ship of your choice leaks 2, then it leaks 1."}) ==
        "same: one ship leaks 2, then it leaks 1.");
  CHECK(read({"shot", "--print"}).code == 0);
  CHECK(read({"rocket", "--print"}).out.find("no phrases of the book say that") !=
        std::string::npos);
}

#ifdef HANREI_HAVE_VALIJSON
TEST_CASE("read: what is printed as JSON fits its schema", "[cli][phrases][schema]") {
  const auto schema_of = [](const char* name) {
    const nlohmann::json text = nlohmann::json::parse(
        test::slurp(test::at_root(std::string("docs/schema/") + name + ".schema.json")));
    auto schema = std::make_unique<valijson::Schema>();
    valijson::SchemaParser(valijson::SchemaParser::kDraft7)
        .populateSchema(valijson::adapters::NlohmannJsonAdapter(text), *schema);
    return schema;
  };
  const auto valid = [](const valijson::Schema& schema, const nlohmann::json& value) {
    return valijson::Validator().validate(schema, valijson::adapters::NlohmannJsonAdapter(value),
                                          nullptr);
  };
  const auto report = schema_of("read"), book = schema_of("phrases");
  for (const test::Ran& r :
       {read({"shot", "--format", "json"}), read({"rocket", "--format", "json"}),
        read({"sloop", "--text", "One ship leaks 2.", "--format", "json"}),
        read({"shot", "--print", "--format", "json"}),
        read({"--pool", "--print", "--format", "json"}), read({"--pool", "--format", "json"})}) {
    nlohmann::json out = nlohmann::json::parse(r.out);
    CHECK(valid(*report, out));
    out["cards"][0].erase("standing");
    CHECK_FALSE(valid(*report, out));
  }
  for (std::string folder : test::shipped_games()) {
    INFO(folder);
    nlohmann::json file = nlohmann::json::parse(test::slurp(folder + "/phrases/ja.json"));
    CHECK(valid(*book, file));
    file["phrases"][0]["says"] = 1;
    CHECK_FALSE(valid(*book, file));
  }
}
#endif

TEST_CASE("read: what the books of the games read", "[corpus][phrases]") {
  // The page says what they read: `| game | phrases | 341 of 400 (85.2 %) | 338 | 3 | …`.
  const std::string page = test::slurp(test::at_root("docs/phrasebook.md"));
  const std::regex row(R"(\| (\w+) \| \d+ \| (\d+) of (\d+) \([\d.]+ %\) \| (\d+) \| (\d+) \|)");
  std::map<std::string, std::array<int64_t, 4>> told;
  for (std::sregex_iterator it(page.begin(), page.end(), row), end; it != end; ++it)
    told[(*it)[1]] = {std::stoll((*it)[3]), std::stoll((*it)[2]), std::stoll((*it)[4]),
                      std::stoll((*it)[5])};
  REQUIRE(told.size() == 5);
  for (const auto& [game, figures] : told) {
    INFO(game);
    const base::Json out = test::json_of(
        test::run({"read", "--pool", test::at_root("fixtures/" + game), "--format", "json"}));
    const base::Json& pool = *out.find("pool");
    CHECK(pool.find("cards")->integer == figures[0]);
    CHECK(pool.find("whole")->integer == figures[1]);
    CHECK(pool.find("same")->integer == figures[2]);
    CHECK(pool.find("differs")->integer == figures[3]);
    CHECK(pool.find("ambiguous")->integer == 0);
    CHECK(pool.find("bounded")->integer == 0);
  }
}

TEST_CASE("read: what the books of the games print", "[corpus][phrases]") {
  // The page says it: `| lftcg | 329 of 341 | 225 | 104 | 0 |`.
  const std::string page = test::slurp(test::at_root("docs/phrasebook.md"));
  const std::regex row(R"(\| (\w+) \| (\d+) of (\d+) \| (\d+) \| (\d+) \| (\d+) \|)");
  size_t games = 0;
  for (std::sregex_iterator it(page.begin(), page.end(), row), end; it != end; ++it, ++games) {
    const std::smatch& told = *it;
    INFO(told[1]);
    const base::Json out = test::json_of(test::run({"read", "--pool", "--print", "--format", "json",
                                                    test::at_root("fixtures/" + told.str(1))}));
    const base::Json& pool = *out.find("pool");
    CHECK(pool.find("printed")->integer == std::stoll(told[2]));
    CHECK(pool.find("whole")->integer == std::stoll(told[3]));
    CHECK(pool.find("house")->integer == std::stoll(told[4]));
    CHECK(pool.find("deviates")->integer == std::stoll(told[5]));
    CHECK(pool.find("print_unread")->integer == std::stoll(told[6]));
  }
  CHECK(games == 5);
}
