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

constexpr size_t kMostNodes = 300, kMostPlays = 20'000, kMostOpenedPlays = 150;

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

struct Compared {
  size_t walked = 0, claims = 0, forced = 0, plays = 0;
  std::string differences, left_out;
};

/// Compares all situations of a ruling that are small enough. A situation that the ruling does not
/// play may need what is not there: where the walker has no word for it, or the engine has not,
/// nothing is said.
void compare(checker::Session& session, const rulings::Document& document, bool as_played,
             Compared& out) {
  base::DiagnosticLog log;
  const checker::RulingResult r = session.prepare(document, log, as_played);
  if (log.has_errors()) {
    if (as_played)
      out.differences +=
          document.id + ": " + base::message(log.all().front(), base::Lang::En) + "\n";
    return;
  }
  for (const auto& q : r.questions) {
    const std::string name = document.id + (q->which->id.empty() ? "" : " (" + q->which->id + ")");
    if (!q->which->situation.lets.empty() || q->which->deck) continue;
    if (!as_played && q->world == nullptr) continue;
    REQUIRE(q->world != nullptr);
    checker::Limits limits;
    if (!as_played) {
      limits.states = 2 * kMostNodes;
      limits.steps = 100'000;
    }
    const size_t most = as_played ? kMostPlays : kMostOpenedPlays;
    const auto space = checker::explicit_state::explore(*q, {}, limits);
    if (!space.complete || space.endless || space.nodes.size() > kMostNodes ||
        walker::plays_in(space, most) >= most) {
      out.left_out += "  " + name + ": " + std::to_string(space.nodes.size()) + " nodes\n";
      continue;
    }
    std::vector<model::ExprId> watch;
    std::vector<size_t> first;
    for (const rulings::Claim& c : q->which->claims) {
      first.push_back(watch.size());
      for (model::ExprId e : walker::expressions_of(c)) watch.push_back(e);
    }
    const walker::Walk w = walker::walk(*q->program, *q->which, most, watch);
    if (!w.complete) {
      (as_played ? out.differences : out.left_out) += "  " + name + ": " + w.stopped + "\n";
      continue;
    }
    ++out.walked;
    out.plays += w.plays;
    std::set<walker::Result> counted = walker::results_of(*q, space, watch);
    // What no ruling plays may come to a bound in the space before it comes round, where the walker
    // sees that it has no end.
    const walker::Result endless{{{"result", "endless"}}, {}}, bounded{{{"result", "bounded"}}, {}};
    if (!as_played && w.results.contains(endless) && counted.contains(bounded)) {
      counted.insert(endless);
      if (!w.results.contains(bounded)) counted.erase(bounded);
    }
    const std::string d = walker::difference(w.results, counted);
    if (!d.empty()) out.differences += name + ":\n" + d;
    if (!as_played) continue;
    checker::explicit_state::Engine engine(*q, limits);
    for (size_t i = 0; i < q->which->claims.size(); ++i) {
      int says = walker::verdict(q->which->claims[i], w, first[i]);
      const rulings::Claim& claim = q->which->claims[i];
      if (claim.kind == rulings::ClaimKind::Legal || claim.kind == rulings::ClaimKind::Illegal) {
        const walker::Asked asked = walker::ask(*q->program, *q->which, kMostPlays, claim);
        if (asked.complete && asked.asked)
          says = claim.kind == rulings::ClaimKind::Legal ? asked.always : !asked.ever;
        // nothing can be declared wherever the player's turn comes
        if (const checker::Answer a = engine.answer(claim); asked.complete && !asked.asked) {
          if (a.unable)  // but to pass is all that is left
            says = (claim.kind == rulings::ClaimKind::Legal) ==
                   (claim.act.kind == rulings::PlayKind::Pass);
          if (!a.unable && a.verdict != checker::Verdict::Unknown)
            out.differences += name + ": nobody is asked, and " + claim.text + " is decided\n";
        }
      }
      if (claim.kind == rulings::ClaimKind::Forceable) {
        const walker::Forced forced = walker::forceable(*q->program, *q->which, kMostPlays, claim);
        if (forced.complete) says = forced.forced != claim.nobody;
        if (forced.complete)
          ++out.forced;
        else
          out.left_out += "  " + name + ": " + claim.text + ": " + forced.stopped + "\n";
      }
      const checker::Answer a = engine.answer(q->which->claims[i]);
      if (says < 0 || a.verdict == checker::Verdict::Unknown) continue;
      ++out.claims;
      if ((says == 1) != (a.verdict == checker::Verdict::Holds))
        out.differences += name + ": another verdict of " + q->which->claims[i].text + "\n";
    }
  }
}

}  // namespace

TEST_CASE("walker: the same results as explicit_state for every small ruling", "[walker]") {
  Compared all;
  for (const std::string& folder : games()) {
    const test::Corpus corpus(folder);
    checker::Session session(*corpus.game, corpus.sources);
    for (const rulings::Document& d : corpus.documents) compare(session, d, true, all);
  }
  std::cout << "situations walked: " << all.walked << ", plays: " << all.plays
            << ", verdicts compared: " << all.claims << " (forceable: " << all.forced << ")"
            << "\nleft out:\n"
            << all.left_out;
  CHECK(all.differences == "");
  CHECK(all.walked >= 1500);
}

TEST_CASE("walker: the same results where everything may be declared", "[walker]") {
  Compared all;
  for (const std::string& folder : games()) {
    const test::Corpus corpus(folder);
    checker::Session session(*corpus.game, corpus.sources);
    const auto program = session.compiled({})->program;
    for (const rulings::Document& d : corpus.documents)
      compare(session, opened(d, *program), false, all);
  }
  std::cout << "situations walked: " << all.walked << ", plays: " << all.plays << "\n";
  CHECK(all.differences == "");
  CHECK(all.walked >= 600);
}

TEST_CASE("walker: the same results under rules bent in one place", "[walker]") {
  namespace coverage = audit::coverage;
  Compared all;
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
      Compared here;
      for (size_t k = 0; k < 12; ++k)
        compare(session, corpus.documents[random() % corpus.documents.size()], false, here);
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
