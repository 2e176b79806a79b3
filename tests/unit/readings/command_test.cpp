// hanrei readings, end to end, on an invented game whose rulings have authority.

#include <algorithm>
#include <filesystem>
#include <random>

#include "tests/catch.h"
#include "tests/support/workbench.h"

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

using namespace hanrei;
using Set = std::vector<std::string>;

/// A copy of the game without its rulings.
struct Weir {
  test::Scratch scratch;
  const std::string folder = scratch / "weir";
  Weir() {
    test::copy_folder(test::at_root("tests/data/weir"), folder);
    std::filesystem::remove_all(folder + "/rulings");
  }
  /// A ruling about a fish of this size; `head` stands before the situation.
  void rule(const std::string& id, const std::string& status, int size, const std::string& claim,
            const std::string& head = "") {
    const std::string by =
        status == "derived" ? "" : R"( issued="2021-04-01" authority="the weir board")";
    test::put(
        folder + "/rulings/" + id + ".xml",
        R"(<ruling format="1" id=")" + id + R"(" game="weir" status=")" + status +
            R"(" source="example")" + by + R"(><cites clause="1"/>)" + head +
            R"(<situation turn="A" at="日"><player id="A"><zone name="堰"><card id="c" is="鯉" 大きさ=")" +
            std::to_string(size) + R"("/></zone></player></situation>)" + claim + "</ruling>");
  }
  test::Ran run(std::vector<std::string> more = {}) const {
    std::vector<std::string> args = {"readings", folder, "--format", "json"};
    args.insert(args.end(), more.begin(), more.end());
    return test::run(args);
  }
};

std::string necessary(const std::string& text) {
  return "<claim kind=\"necessary\">" + text + "</claim>";
}

std::vector<Set> sets_of(const base::Json& sets) {
  std::vector<Set> out;
  for (const base::Json& set : sets.find("sets")->items) {
    out.emplace_back();
    for (const base::Json& id : set.items) out.back().push_back(id.string);
  }
  return out;
}

const base::Json& reading(const base::Json& report, const std::string& name) {
  for (const base::Json& r : report.find("readings")->items)
    if (r.find("reading")->string == name) return r;
  FAIL("no reading " << name);
  return report;
}

/// How big a fish is after a day: by how much it grows, whether it rains, and the limit.
int grown(int size, int by, bool rain, int limit) {
  size = std::min(size + by, limit);
  return rain ? std::min(size + 1, limit) : size;
}

}  // namespace

TEST_CASE("readings: conflicts and what to overturn, end to end, as tried by hand", "[readings]") {
  std::mt19937 random(7);
  size_t conflicts = 0, overturned = 0;
  for (int round = 0; round < 12; ++round) {
    INFO("round " << round);
    struct Ruling {
      std::string id;
      bool formal;
      int size, claimed;
    };
    std::vector<Ruling> rulings;
    Weir weir;
    for (size_t i = 0, n = 2 + random() % 3; i < n; ++i) {
      const int size = static_cast<int>(random() % 6);
      rulings.push_back({"Q-" + std::to_string(i), random() % 2 == 0, size,
                         grown(size, 1 + static_cast<int>(random() % 2), random() % 2 == 0,
                               random() % 3 == 0   ? 5
                               : random() % 2 == 0 ? 6
                                                   : 99)});
      weir.rule(rulings.back().id, rulings.back().formal ? "formal" : "provisional", size,
                necessary("c.大きさ = " + std::to_string(rulings.back().claimed)));
    }
    // Is there a reading with which all but those of `mask` agree?
    const auto agree = [&](unsigned out, int by) {
      for (int g = 1; g <= 2; ++g)
        for (bool rain : {false, true})
          for (int limit : {5, 6, 99}) {
            if (by != 0 && g != by) continue;
            bool all = true;
            for (size_t i = 0; i < rulings.size(); ++i)
              all = all && ((out >> i & 1U) != 0 ||
                            grown(rulings[i].size, g, rain, limit) == rulings[i].claimed);
            if (all) return true;
          }
      return false;
    };
    const unsigned everything = (1U << rulings.size()) - 1;
    const auto minimal = [&](auto&& holds) {
      std::vector<unsigned> out;
      for (unsigned m = 0; m <= everything; ++m) {
        bool least = holds(m);
        for (unsigned sub = m; sub != 0 && least;) {
          sub = (sub - 1) & m;
          least = !holds(sub);
        }
        if (least) out.push_back(m);
      }
      return out;
    };
    const auto named = [&](std::vector<unsigned> masks, auto&& weight) {
      std::vector<std::pair<decltype(weight(0U)), Set>> sorted;
      for (unsigned m : masks) {
        Set s;
        for (size_t i = 0; i < rulings.size(); ++i)
          if ((m >> i & 1U) != 0) s.push_back(rulings[i].id);
        sorted.emplace_back(weight(m), s);
      }
      std::sort(sorted.begin(), sorted.end());
      std::vector<Set> out;
      for (auto& [w, s] : sorted) out.push_back(std::move(s));
      return out;
    };
    const auto size_of = [](unsigned m) {
      int n = 0;
      for (; m != 0; m >>= 1U) n += static_cast<int>(m & 1U);
      return std::pair(n, 0);
    };
    const auto weight_of = [&](unsigned m) {
      std::pair<int, int> w;
      for (size_t i = 0; i < rulings.size(); ++i)
        if ((m >> i & 1U) != 0) ++(rulings[i].formal ? w.first : w.second);
      return w;
    };
    const test::Ran ran = weir.run({"--adopt", "W-1=B"});
    const base::Json report = test::json_of(ran);
    const std::vector<Set> clash =
        named(minimal([&](unsigned m) { return !agree(everything & ~m, 0); }), size_of);
    CHECK((sets_of(*report.find("conflicts")) == clash));
    const std::vector<Set> falls =
        named(minimal([&](unsigned m) { return agree(m, 2); }), weight_of);
    CHECK((sets_of(*report.find("adopted")->find("overturned")) == falls));
    CHECK(ran.code == (!clash.empty() || !falls.front().empty() ? 1 : 3));
    conflicts += clash.empty() ? 0 : 1;
    overturned += falls.front().empty() ? 0 : 1;
  }
  CHECK(conflicts > 2);
  CHECK(overturned > 2);
}

TEST_CASE("readings: what counts as a ruling in force", "[readings]") {
  Weir weir;
  const auto consistent = [&](const std::string& name, size_t option) {
    return reading(test::json_of(weir.run()), name)
        .find("options")
        ->items[option]
        .find("consistent")
        ->string;
  };
  weir.rule("Q-1", "derived", 0, necessary("雨 = 0"));
  CHECK(consistent("W-2", 0) == "yes");  // no authority
  weir.rule("Q-2", "pending", 0, necessary("雨 = 0"));
  weir.rule("Q-3", "withdrawn", 0, necessary("雨 = 0"));
  CHECK(consistent("W-2", 0) == "yes");
  weir.rule("Q-4", "provisional", 0, necessary("雨 = 0"));
  CHECK(consistent("W-2", 0) == "no");
  weir.rule("Q-5", "derived", 0, necessary("雨 = 1"), "<supersedes ruling=\"Q-4\"/>");
  CHECK(consistent("W-2", 0) == "no");  // what has no authority supersedes nothing
  weir.rule("Q-6", "formal", 0, necessary("c.大きさ &gt; 0"), "<supersedes ruling=\"Q-4\"/>");
  CHECK(consistent("W-2", 0) == "yes");
  // What a ruling presumes it does not decide; with another option its premise is lost.
  weir.rule("Q-7", "formal", 0, necessary("c.大きさ = 3"), "<presume reading=\"W-1\" is=\"B\"/>");
  const base::Json report = test::json_of(weir.run({"--adopt", "W-1=A"}));
  CHECK(reading(report, "W-1").find("options")->items[0].find("consistent")->string == "yes");
  CHECK(reading(report, "W-2").find("options")->items[1].find("consistent")->string == "no");
  CHECK(report.find("adopted")->find("premise_lost")->items.size() == 1);
}

TEST_CASE("readings: undecided is no agreement, and nothing is nothing", "[readings]") {
  Weir weir;
  CHECK(weir.run().code == 4);
  weir.rule("Q-1", "formal", 0, necessary("雨 = 0"));
  const test::Ran ran = weir.run({"--max-states", "1"});
  const base::Json report = test::json_of(ran);
  CHECK(ran.code == 3);
  CHECK(reading(report, "W-3").find("state")->string ==
        "untested");  // no question comes to the night
  const test::Ran whole = weir.run();
  CHECK(reading(test::json_of(whole), "W-2").find("state")->string == "fixed");
  CHECK(weir.run({"--jobs", "1"}).out == whole.out);
  CHECK(weir.run({"--jobs", "2"}).out == whole.out);
}

#ifdef HANREI_HAVE_VALIJSON
TEST_CASE("readings: what is printed as JSON fits its schema", "[readings][schema][corpus]") {
  const nlohmann::json text =
      nlohmann::json::parse(test::slurp(test::at_root("docs/schema/readings.schema.json")));
  valijson::Schema schema;
  valijson::SchemaParser(valijson::SchemaParser::kDraft7)
      .populateSchema(valijson::adapters::NlohmannJsonAdapter(text), schema);
  const auto valid = [&](const nlohmann::json& report) {
    return valijson::Validator().validate(schema, valijson::adapters::NlohmannJsonAdapter(report),
                                          nullptr);
  };
  const auto report = [](const std::vector<std::string>& args) {
    return nlohmann::json::parse(test::run(args).out);
  };
  const std::string game = test::at_root("tests/data/weir");
  CHECK(valid(report({"readings", game, "--format", "json"})));
  CHECK(valid(report({"readings", test::at_root("fixtures/precious"), "--format", "json"})));
  nlohmann::json adopted = report({"readings", game, "--format", "json", "--adopt", "W-1=B"});
  CHECK(valid(adopted));
  adopted["adopted"]["may_fall"] = 1;
  CHECK_FALSE(valid(adopted));
}
#endif
