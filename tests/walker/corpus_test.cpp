// The walker against the explicit engine, on every ruling whose plays can be walked one by one: as
// it is played, and with everything open that its play leaves undeclared; and under rules that were
// bent in one place (HANREI_BENT=250: that many models a game instead of 20).

#include <iostream>
#include <random>

#include "audit/coverage/mutation.h"
#include "tests/catch.h"
#include "tests/support/workbench.h"
#include "tests/walker/compare.h"

using namespace hanrei;

namespace {

/// A situation that no ruling plays so may need what is not there.
constexpr walker::Comparing kOpened{.all_known = false, .claims = false, .most_plays = 150};

std::vector<std::string> games() {
  std::vector<std::string> all = test::shipped_games();
  all.push_back(test::at_root("docs/tako"));
  for (const char* name : {"regimes", "arises", "presents", "rounds", "asked", "silent", "bounds",
                           "chances", "stale", "priced", "edges", "names", "chain", "stack"})
    all.push_back(test::at_root(std::string("tests/data/") + name));
  return all;
}

/// From the end of its play on, everybody may declare anything.
rulings::Document opened(rulings::Document document, const model::Program& program) {
  std::string acts;
  for (const model::ActDef& a : program.acts) acts += (acts.empty() ? "" : " ") + a.name;
  const auto open = [&](rulings::Element& e) {
    const auto has = [&](const char* name) {
      return std::any_of(e.children.begin(), e.children.end(),
                         [&](const rulings::Element& c) { return c.name == name; });
    };
    if (!has("situation")) return;
    if (!has("play")) {
      e.children.push_back({});
      e.children.back().name = "play";
    }
    for (rulings::Element& play : e.children) {
      if (play.name != "play") continue;
      for (const std::string& player : program.players) {
        rulings::Element free;
        free.name = "free";
        free.attributes = {{"by", player, {}, {}}, {"acts", acts, {}, {}}};
        play.children.push_back(std::move(free));
      }
    }
  };
  open(document.root);
  for (rulings::Element& e : document.root.children)
    if (e.name == "case") open(e);
  return document;
}

}  // namespace

TEST_CASE("walker: the same results as explicit_state for every small ruling", "[walker]") {
  walker::Compared all;
  for (const std::string& folder : games()) {
    const test::Corpus corpus(folder);
    checker::Session session(*corpus.game, corpus.sources);
    for (const rulings::Document& d : corpus.documents) walker::compare(session, d, {}, all);
  }
  std::cout << "situations walked: " << all.walked << ", plays: " << all.plays
            << ", verdicts compared: " << all.claims << " (forceable: " << all.forced << ")"
            << "\nleft out:\n"
            << all.left_out;
  CHECK(all.differences == "");
  CHECK(all.walked >= 1500);
}

TEST_CASE("walker: the same results where everything may be declared", "[walker]") {
  walker::Compared all;
  for (const std::string& folder : games()) {
    const test::Corpus corpus(folder);
    checker::Session session(*corpus.game, corpus.sources);
    const auto program = session.compiled({})->program;
    for (const rulings::Document& d : corpus.documents)
      walker::compare(session, opened(d, *program), kOpened, all);
  }
  std::cout << "situations walked: " << all.walked << ", plays: " << all.plays << "\n";
  CHECK(all.differences == "");
  CHECK(all.walked >= 600);
}

TEST_CASE("walker: the same results under rules bent in one place", "[walker]") {
  namespace coverage = audit::coverage;
  walker::Compared all;
  size_t bent_models = 0;
  std::mt19937 random(20'26);
  const size_t models =
      std::getenv("HANREI_BENT") != nullptr ? std::stoul(std::getenv("HANREI_BENT")) : 20;
  for (const std::string& folder : games()) {
    const test::Corpus corpus(folder);
    base::DiagnosticLog log;
    const model::Program program = model::compile(*corpus.game, {}, corpus.sources, log);
    const std::vector<coverage::Element> elements = coverage::elements_of(*corpus.game);
    for (size_t i = 0; i < models; ++i) {
      const auto mutants =
          coverage::mutants_of(*corpus.game, program, elements, random() % elements.size());
      if (mutants.empty()) continue;
      const coverage::Mutant& m = mutants[random() % mutants.size()];
      model::Game bent = *corpus.game;
      m.apply(bent);
      base::DiagnosticLog quiet;
      (void)model::compile(bent, {}, corpus.sources, quiet);
      if (quiet.has_errors()) continue;
      ++bent_models;
      checker::Session session(bent, corpus.sources);
      walker::Compared here;
      for (size_t k = 0; k < 12; ++k)
        walker::compare(session, corpus.documents[random() % corpus.documents.size()], kOpened,
                        here);
      all.walked += here.walked;
      all.plays += here.plays;
      if (!here.differences.empty()) all.differences += m.what + ":\n" + here.differences;
    }
  }
  std::cout << "bent models: " << bent_models << ", situations walked: " << all.walked
            << ", plays: " << all.plays << "\n";
  CHECK(all.differences == "");
  CHECK(all.walked >= 500);
}
