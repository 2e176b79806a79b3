// Who judges: the policy and the baseline of the base, and which base there is to compare with.
#include <filesystem>

#include "base/text/replace.h"
#include "tests/catch.h"
#include "tests/support/workbench.h"
#include "tests/unit/gate/tako.h"

using namespace hanrei;
using namespace hanrei::test;

namespace {

const std::string kWaiver =
    R"({"code": "HG1103", "subject": "TK-5", "reason": "merged", "owner": "M", "until": "2026-12-31"})";

std::string digest_in(const std::string& text) {
  const size_t at = text.find("\"digest\": \"");
  return at == std::string::npos ? "none" : text.substr(at + 11, 16);
}

size_t count(const std::string& text, const std::string& what) {
  size_t n = 0;
  for (size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) ++n;
  return n;
}

}  // namespace

TEST_CASE("gate: the policy of the base judges", "[gate][judges]") {
  Repo repo;
  const auto policy = [&](const std::string& keys) {
    repo.put("games/hanrei.policy.json", "{\"format\": 1" + keys + "}");
  };
  const auto drop = [&] { fs::remove(repo.at("rulings/TK-5.xml")); };
  for (const std::string& keys :
       {std::string(R"(, "allow": ["HG1103"])"), std::string(R"(, "warn": ["HG*"])"),
        std::string(R"(, "waivers": [)") + kWaiver + "]"}) {
    INFO(keys);
    const Gated both = after(repo, [&] {
      drop();
      policy(keys);
    });
    INFO(both.ran.out);
    CHECK(both.ran.code == 1);
    CHECK(both.counting == Codes{"HG1103", "HG1502"});
    CHECK(both.all.count("HG1501") == 1);
  }
  // signed it may be merged, and judges from then on
  const auto waived = [&](const std::string& read) {
    policy(", \"waivers\": [" + kWaiver + "]" + read);
  };
  (void)after(repo, [&] { waived(""); });
  const std::string told = test::run({"gate", "--base", repo.base, repo / "games"}).out,
                    read = R"(, "read": {"digest": ")" + digest_in(told) +
                           R"(", "by": "M", "on": "2026-05-01"})";
  const Gated alone = after(repo, [&] { waived(read); });
  INFO(told << alone.ran.out);
  CHECK(alone.ran.code == 0);
  CHECK(alone.all == Codes{"HG1007", "HG1501", "HP1002"});
  const Gated too_early = after(repo, [&] {
    waived(read);
    drop();
  });
  CHECK(too_early.ran.code == 1);
  CHECK(too_early.counting == Codes{"HG1103"});
  (void)after(repo, [&] { waived(read); });
  repo.base = repo.git({"rev-parse", "HEAD"});
  CHECK(after(repo, drop).ran.code == 0);
  // the signature is of that policy: of no other
  const Gated more = after(repo, [&] { policy(", \"allow\": [\"HG1201\"]" + read); });
  CHECK(more.ran.code == 1);
  CHECK(more.counting == Codes{"HG1502"});
  CHECK(more.ran.out.find("HG1201 count for less") != std::string::npos);
  // what is stricter, or said in another order, is told and no more
  CHECK(after(repo, [&] { policy(R"(, "fail": ["HA1005"])"); }).counting.empty());
  CHECK(after(repo, [&] { fs::remove(repo / "games/hanrei.policy.json"); }).counting.empty());
  const Gated longer = after(repo, [&] {
    policy(
        R"(, "waivers": [{"code": "HG1103", "subject": "TK-5", "reason": "merged", "owner": "M", "until": "2027-12-31"}])");
  });
  CHECK(longer.counting == Codes{"HG1502"});
}

TEST_CASE("gate: a policy that goes is signed in an empty one", "[gate][judges]") {
  Repo repo;
  const std::string policy = "games/hanrei.policy.json";
  repo.put(policy, R"({"format": 1, "fail": ["HA1005"]})");
  repo.base = repo.commit("a policy");
  (void)after(repo, [&] { fs::remove(repo / policy); });
  const std::string digest =
      digest_in(test::run({"gate", "--base", repo.base, repo / "games"}).out);
  CHECK(digest.size() == 16);
  const Gated signed_away = after(repo, [&] {
    repo.put(policy, R"({"format": 1, "read": {"digest": ")" + digest +
                         R"(", "by": "M", "on": "2026-05-01"}})");
  });
  INFO(digest << signed_away.ran.out);
  CHECK(signed_away.ran.code == 0);
}

TEST_CASE("gate: a policy named for this run counts as the base has it", "[gate][judges]") {
  Repo repo;
  const auto drop = [&] { fs::remove(repo.at("rulings/TK-5.xml")); };
  repo.put("strict.json", R"({"format": 1})");
  repo.base = repo.commit("a policy elsewhere");
  const std::string inside = repo / "strict.json", outside = repo / "../loose.json";
  CHECK(after(repo,
              [&] {
                drop();
                repo.put("strict.json", R"({"format": 1, "allow": ["HG1103"]})");
              },
              {"--policy", inside})
            .counting == Codes{"HG1103", "HG1502"});
  // what lies outside of the work tree is no part of any change
  test::put(outside, R"({"format": 1, "allow": ["HG1103"]})");
  CHECK(after(repo, drop, {"--policy", outside}).ran.code == 0);
}

TEST_CASE("gate: the baseline of the base judges", "[gate][judges]") {
  Repo repo;
  const std::string outside = repo / "../known.json", inside = repo / "known.json";
  const auto wrong = [&] {  // a new ruling that does not hold
    std::string ruling = slurp(repo.at("rulings/TK-1.xml"));
    base::replace_all(ruling, "TK-1", "TK-9");
    base::replace_all(ruling, "<claim kind=\"necessary\">", "<claim kind=\"impossible\">");
    repo.put("games/tako/rulings/TK-9.xml", ruling);
  };
  const Gated first = after(repo, wrong, {"--write-baseline", outside});
  UNSCOPED_INFO(first.ran.out);
  CHECK(first.counting == Codes{"HC1001"});
  CHECK(after(repo, wrong, {"--baseline", outside}).ran.code == 0);
  const std::string text = slurp(outside);
  repo.git({"reset", "-q", "--hard", repo.base});
  repo.put("known.json", R"({"format": 1, "findings": []})");
  repo.base = repo.commit("a baseline");
  const auto grown = [&] {
    wrong();
    repo.put("known.json", text);
  };
  const Gated both = after(repo, grown, {"--baseline", inside});
  CHECK(both.counting == Codes{"HC1001", "HG1502"});
  (void)after(repo, [&] { repo.put("known.json", text); });
  repo.base = repo.git({"rev-parse", "HEAD"});
  CHECK(after(repo, wrong, {"--baseline", inside}).ran.code == 0);
}

TEST_CASE("gate: no baseline holds what is found of a change", "[gate][judges]") {
  Repo repo;
  const std::string known = repo / "../known.json";
  const auto reworded = [&](const std::string& words) {
    return [&repo, words] { repo.edit(repo.cards(), kWords, words); };
  };
  CHECK(after(repo, reworded("相手の凧1つの糸を1減らす。"), {"--write-baseline", known})
            .counting.count("HG1001") == 1);
  CHECK(slurp(known).find("HG1001") == std::string::npos);
  // nor where somebody wrote it in: the next words of the same card would pass
  std::string text = slurp(known);
  const Gated again = after(repo, reworded("相手の凧1つの糸を9減らす。"));
  const std::string print = again.json.find("findings")->items[0].find("fingerprint")->string;
  base::replace_all(text, "\"findings\": [",
                    "\"findings\": [{\"fingerprint\": \"" + print +
                        "\", \"code\": \"HG1001\", \"subject\": \"切り込み\"},");
  base::replace_all(text, "},]", "}]");
  test::put(known, text);
  CHECK(after(repo, reworded("相手の凧1つの糸を9減らす。"), {"--baseline", known}).ran.code == 1);
}

TEST_CASE("gate: a base that there is nothing to compare with, or that went on", "[gate][judges]") {
  const Repo repo;
  const auto gate = [&](const std::string& base, std::vector<std::string> more = {}) {
    std::vector<std::string> args = {"gate", "--base", base, repo / "games"};
    args.insert(args.end(), more.begin(), more.end());
    return test::run(args);
  };
  const test::Ran nothing = gate("HEAD");
  CHECK(nothing.code == 4);
  CHECK(nothing.err == "hanrei: nothing was compared\n");
  CHECK(gate(repo.base).code == 4);
  CHECK(test::run({"--lang", "ja", "gate", "--base", "HEAD", repo / "games"}).err ==
        "hanrei: 何も比べていません\n");
  CHECK(gate("HEAD", {"--format", "github"}).out.starts_with("::error "));
  CHECK(gate("HEAD", {"--format", "junit"}).out.find("errors=\"0\"") == std::string::npos);
  repo.put("games/notes", "x");  // no file of a game
  CHECK(gate("HEAD").code == 4);
  repo.put("elsewhere.json", "{}");
  repo.git({"add", "elsewhere.json"});  // what a hook sees of a commit that touches no game
  CHECK(gate("HEAD").code == 0);
  repo.git({"rm", "-q", "--cached", "elsewhere.json"});
  repo.put("games/tako/rulings/more.xml", slurp(repo.at("rulings/TK-5.xml")));
  CHECK(gate("HEAD").code != 4);
  repo.git({"clean", "-fdq"});

  // The base went on: what it brought was not examined together with the change.
  repo.git({"checkout", "-q", "-b", "work"});
  repo.put("notes", "x");
  repo.commit("work");
  CHECK(gate("main").code == 0);
  repo.git({"checkout", "-q", "main"});
  repo.put("other", "x");
  repo.commit("one");
  repo.put("other", "y");
  repo.commit("two");
  repo.git({"checkout", "-q", "work"});
  const Gated beside(repo, "main");
  CHECK(beside.ran.code == 3);
  CHECK(beside.counting == Codes{"HG1405"});
  CHECK(beside.ran.out.find(
            "main is no ancestor of HEAD: commits of it that the work tree has not (2)") !=
        std::string::npos);
  repo.git({"merge", "-q", "--no-edit", "main"});
  CHECK(gate("main").code == 0);
  // HEAD lies behind it: that is no change at all
  repo.git({"checkout", "-q", "main~1"});
  CHECK(gate("main").code == 4);
}

TEST_CASE("gate: what keeps it from its work is said once", "[gate][judges]") {
  const Repo repo;
  const auto gate = [&](const std::string& base, const std::string& format) {
    return test::run({"gate", "--base", base, "--format", format, repo / "games"});
  };
  const test::Ran unknown = gate("nowhere", "github");
  CHECK(unknown.code == 2);
  CHECK(unknown.out == "::error title=hanrei::gate: revision `nowhere`: there is no such commit\n");
  CHECK(unknown.err.empty());
  CHECK(gate("nowhere", "text").err ==
        "hanrei: gate: revision `nowhere`: there is no such commit\n");
  CHECK(gate("nowhere", "text").out.empty());

  repo.put("games/hanrei.policy.json", R"({"format": 1, "allow": ["HG9999"]})");
  const test::Ran policy = gate("HEAD", "github");
  CHECK(policy.code == 2);
  CHECK(policy.out.starts_with("::error file="));
  CHECK(count(policy.out + policy.err, "HG9999") == 1);
  fs::remove(repo / "games/hanrei.policy.json");

  repo.put("games/tako/rulings/TK-9.XML", "<ruling/>");
  const test::Ran refused = gate("HEAD", "github");
  INFO(refused.out << refused.err);
  CHECK(refused.code == 2);
  CHECK(refused.out.starts_with("::error "));
  CHECK(count(refused.out, "::error ") == 1);
  CHECK(count(refused.out + refused.err, "TK-9.XML") == 1);
}

// git keeps links; the file that one leads to is what counts.
TEST_CASE("gate: a policy that is a link is followed", "[gate][policy]") {
  Repo repo;
  const auto policy = [](const std::string& more) {
    return "{\"format\": 1, \"fail\": [\"HG1307\"]" + more + "}";
  };
  const auto linked = [&](const std::string& file, const std::string& as) {
    repo.put(file, policy(", \"signers\": 2"));
    fs::remove(repo / "games/hanrei.policy.json");
    fs::create_symlink(as, repo / "games/hanrei.policy.json");
    repo.base = repo.commit("a link");
  };
  for (const auto& [file, as] :
       {std::pair{"games/p.json", "p.json"}, std::pair{"pol/p.json", "../pol/p.json"}}) {
    linked(file, as);
    const Gated none = after(repo, [&] { repo.put("other.txt", "x"); });
    INFO(file << none.ran.out << none.ran.err);
    CHECK(none.all.count("HG1501") == 0);
    CHECK(none.ran.code == 0);
    const std::string of = file;
    const Gated looser = after(repo, [&] { repo.put(of, R"({"format": 1})"); });
    INFO(looser.ran.out << looser.ran.err);
    CHECK(looser.counting == Codes{"HG1502"});
  }
  // out of the repository nobody knows what there was
  const Scratch other;
  test::put(other / "p.json", policy(""));
  fs::remove(repo / "games/hanrei.policy.json");
  fs::create_symlink(other / "p.json", repo / "games/hanrei.policy.json");
  repo.base = repo.commit("a link out");
  CHECK(after(repo, [&] { repo.put("other.txt", "x"); }).counting == Codes{"HG1406"});
}
