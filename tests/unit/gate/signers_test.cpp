// How many different people have to sign a change. What is expected was written down before the
// gate was run on it.
#include "base/json/read.h"
#include "base/text/replace.h"
#include "errata/signature.h"
#include "findings/policy.h"
#include "tests/catch.h"
#include "tests/support/workbench.h"
#include "tests/unit/gate/tako.h"

using namespace hanrei;
using namespace hanrei::test;

namespace {

const std::string kClause = "\"clause\": \"2-3\",";

std::string one(const std::string& digest, const std::string& by,
                const std::string& on = "2026-05-01") {
  return "{\"digest\": \"" + digest + "\", \"by\": \"" + by + "\", \"on\": \"" + on + "\"}";
}
std::string element(const std::string& digest, const std::string& by) {
  return "<read digest=\"" + digest + "\" by=\"" + by + "\" on=\"2026-05-01\"/>";
}

struct Asking : Repo {
  explicit Asking(const std::string& signers) {
    put("games/hanrei.policy.json", "{\"format\": 1, \"signers\": " + signers + "}");
    base = commit("a policy");
  }
};

/// The clause counts on other terms, and `read` signs that.
Gated informative(const Repo& repo, const std::string& read) {
  return after(repo, [&] {
    const std::string file = repo.rules(kClause);
    std::string text = slurp(repo.at(file));
    const size_t at = text.find("\"status\"", text.find(kClause)), colon = text.find(':', at),
                 end = text.find_first_of(",}", colon);
    text.replace(colon, end - colon, ": \"informative\"");
    test::put(repo.at(file), text);
    if (!read.empty()) repo.edit(file, kClause, kClause + " \"read\": " + read + ",");
  });
}

}  // namespace

TEST_CASE("gate: a policy asks for a second signer", "[gate][signers]") {
  const Asking repo("2");
  const Gated open = informative(repo, "");
  INFO(open.ran.out << open.ran.err);
  CHECK(open.counting.count("HG1009") == 1);
  const std::string d = digest_asked(repo);
  REQUIRE(d.size() == 16);

  const Gated single = informative(repo, one(d, "M"));
  INFO(single.ran.out);
  CHECK(single.ran.code == 1);
  CHECK(single.counting == Codes{"HG1017"});
  CHECK(single.ran.out.find(
            "M signed this on 2026-05-01, and the policy asks for 2 different people") !=
        std::string::npos);
  CHECK(single.ran.out.find("異なる2人") != std::string::npos);

  // one name, however it is written, is one person
  for (const std::string same : {"M", "m", "Ｍ", " M ", "M.", "-M"}) {
    INFO(same);
    CHECK(informative(repo, "[" + one(d, "M") + ", " + one(d, same, "2026-05-02") + "]").counting ==
          Codes{"HG1017"});
  }
  // another digest, no day, no name: no signature
  CHECK(informative(repo, "[" + one(d, "M") + ", " + one("0123456789abcdef", "N") + "]").counting ==
        Codes{"HG1003", "HG1017"});
  CHECK(informative(repo, "[" + one(d, "M") + ", " + one(d, "N", "soon") + "]").counting ==
        Codes{"HG1017"});
  CHECK(informative(repo, "[" + one(d, "M") + ", " + one(d, "?") + "]").counting ==
        Codes{"HG1017"});

  const Gated both = informative(repo, "[" + one(d, "M") + ", " + one(d, "N", "2026-05-02") + "]");
  INFO(both.ran.out);
  CHECK(both.ran.code == 0);
  CHECK(both.all.count("HG1007") == 1);
  CHECK(both.ran.out.find("M, N signed this on 2026-05-01, 2026-05-02") != std::string::npos);
}

// A Cyrillic М looks like M. Who may sign is then said.
TEST_CASE("gate: only those sign whom the policy names", "[gate][signers]") {
  const Asking repo(R"(2, "people": ["M", "山口"])");
  informative(repo, "");
  const std::string d = digest_asked(repo);
  const auto by = [&](const std::string& a, const std::string& b) {
    return informative(repo, "[" + one(d, a) + ", " + one(d, b) + "]");
  };
  CHECK(by("M", "山口").ran.code == 0);
  CHECK(by("ｍ.", "山口").ran.code == 0);
  for (const std::string other : {"М", "山ロ", "N"}) {
    const Gated g = by("M", other);
    INFO(other << g.ran.out);
    CHECK(g.counting == Codes{"HG1017"});
    CHECK(g.ran.out.find("the policy asks for 2 of the `people` whom it names") !=
          std::string::npos);
  }
}

TEST_CASE("policy: who may sign is read, and more of them are looser", "[policy][signers]") {
  const auto read = [](const std::string& people, bool good = true) {
    base::SourceMap sources;
    base::DiagnosticLog log;
    const std::string text = R"({"format": 1)" + people + "}";
    const auto json = base::read_json(sources, sources.add("p", text), log);
    REQUIRE(json);
    findings::Policy p = findings::read_policy(*json, sources, log);
    INFO(text);
    CHECK(log.has_errors() != good);
    return p;
  };
  for (const char* bad : {R"("M")", "[]", "[1]", R"([""])", R"(["–"])", R"(["M", "m."])"})
    read(std::string(R"(, "people": )") + bad, false);
  read(R"(, "people": ["M"], "signers": 2)", false);
  read(R"(, "people": ["M", "N"], "signers": {"HG1502": 2, "*": 3})", false);
  read(R"(, "people": ["M", "N"], "signers": {"HG1502": 2, "*": 1})");
  const findings::Policy none = read(""), two = read(R"(, "people": ["M", "N"])"),
                         others = read(R"(, "people": ["ｍ", "O"])");
  CHECK(findings::looser(none, two).empty());
  CHECK(findings::looser(two, two).empty());
  CHECK(findings::looser(two, read(R"(, "people": ["m"])")).empty());
  REQUIRE(findings::looser(two, none).size() == 1);
  REQUIRE(findings::looser(two, others).size() == 1);
  CHECK(base::in_lang(findings::looser(two, others)[0], base::Lang::En) == "others may sign: O");
}

TEST_CASE("gate: signers by the code that is answered", "[gate][signers]") {
  const Asking repo(R"({"HG1009": 2, "HG11*": 3, "HG1105": 1})");
  informative(repo, "");
  const std::string d = digest_asked(repo);
  CHECK(informative(repo, one(d, "M")).counting == Codes{"HG1017"});
  const auto ruling = [&](const std::string& read) {
    return after(repo, [&] {
      std::string text = slurp(repo.at("rulings/TK-1.xml"));
      base::replace_all(text, "issued=\"2026-01-01\"", "issued=\"2026-01-02\"");
      text.insert(text.find("</ruling>"), read);
      test::put(repo.at("rulings/TK-1.xml"), text);
    });
  };
  const Gated open = ruling("");
  INFO(open.ran.out << open.ran.err);
  CHECK(open.counting == Codes{"HG1105"});
  const Gated done = ruling(element(digest_asked(repo), "M"));
  INFO(done.ran.out << done.ran.err);
  CHECK(done.ran.code == 0);
}

TEST_CASE("gate: several people sign a ruling", "[gate][signers]") {
  const Asking repo(R"({"HG1105": 2})");
  const auto ruling = [&](const std::string& read) {
    return after(repo, [&] {
      repo.edit("rulings/TK-1.xml", "issued=\"2026-01-01\"", "issued=\"2026-01-02\"");
      repo.edit("rulings/TK-1.xml", "</ruling>", read + "</ruling>");
    });
  };
  ruling("");
  const std::string d = digest_asked(repo);
  CHECK(ruling(element(d, "M")).counting == Codes{"HG1017"});
  CHECK(ruling(element(d, "M") + element(d, "ｍ")).counting == Codes{"HG1017"});
  const Gated both = ruling(element(d, "M") + element(d, "N"));
  INFO(both.ran.out << both.ran.err);
  CHECK(both.ran.code == 0);
}

TEST_CASE("gate: nobody asks for fewer signers in the change itself", "[gate][signers]") {
  const Asking repo("2");
  const auto policy = [&](const std::string& keys) {
    return after(repo,
                 [&] { repo.put("games/hanrei.policy.json", "{\"format\": 1" + keys + "}"); });
  };
  const Gated fewer = policy(R"(, "signers": 1)");
  INFO(fewer.ran.out);
  CHECK(fewer.counting == Codes{"HG1502"});
  CHECK(fewer.ran.out.find("fewer people have to sign") != std::string::npos);
  const std::string d = digest_asked(repo);
  CHECK(policy(R"(, "signers": 1, "read": )" + one(d, "M")).counting == Codes{"HG1017"});
  CHECK(policy(R"(, "signers": 1, "read": [)" + one(d, "M") + ", " + one(d, "N") + "]").ran.code ==
        0);
  // that too few signed is nothing that a policy may allow
  CHECK(policy(R"(, "signers": 2, "allow": ["HG1017"])").counting.empty());
  CHECK(policy(R"(, "signers": {"*": 3})").counting.empty());
}

TEST_CASE("gate: who signs a card signs each of its abilities", "[gate][signers]") {
  base::SourceMap sources;
  base::DiagnosticLog log;
  const auto card = [&](const std::string& first, const std::string& second) {
    const auto json = base::read_json(
        sources,
        sources.add("card",
                    R"({"card": "c", "text": [{"spans": {"s1": "a", "s2": "b"}}], "provisions": [)"
                    R"({"effect": "x", "span": ["s1"])" +
                        first +
                        R"(}, )"
                        R"({"effect": "y", "span": ["s2"])" +
                        second + "}]}"),
        log);
    REQUIRE(json);
    return *json;
  };
  const base::Json bare = card("", "");
  const auto& provisions = bare.find("provisions")->items;
  const std::string x = errata::ability_digest(bare, provisions[0]),
                    y = errata::ability_digest(bare, provisions[1]);
  const auto read = [](const std::string& list) { return R"(, "read": [)" + list + "]"; };
  const auto people = [&](const std::string& first, const std::string& second) {
    const auto s = errata::signature_of_all(card(first, second));
    return s ? static_cast<int>(s->people.size()) : -1;
  };
  CHECK(people(read(one(x, "M") + "," + one(x, "N")), read(one(y, "N") + "," + one(y, "M"))) == 2);
  CHECK(people(read(one(x, "M") + "," + one(x, "N")), read(one(y, "N"))) == 1);
  CHECK(people(read(one(x, "M")), read(one(y, "N"))) == 0);  // signed, and by nobody whole
  CHECK(people(read(one(x, "M")), "") == -1);
}

TEST_CASE("policy: signers are read", "[policy][signers]") {
  const auto read = [](const std::string& signers, bool good) {
    base::SourceMap sources;
    base::DiagnosticLog log;
    const auto json = base::read_json(
        sources, sources.add("p", "{\"format\": 1, \"signers\": " + signers + "}"), log);
    REQUIRE(json);
    const findings::Policy p = findings::read_policy(*json, sources, log);
    CHECK(log.has_errors() != good);
    return p;
  };
  CHECK(findings::signers_for({}, "HG1001") == 1);
  CHECK(findings::signers_for(read("2", true), "HG1502") == 2);
  const findings::Policy p = read(R"({"HG1502": 2, "HG11*": 3, "*": 4, "HG1105": 1})", true);
  CHECK(findings::signers_for(p, "HG1502") == 2);
  CHECK(findings::signers_for(p, "HG1102") == 3);
  CHECK(findings::signers_for(p, "HG1105") == 1);
  CHECK(findings::signers_for(p, "HG1001") == 4);
  for (const char* bad : {"0", "10", "-1", "\"2\"", "[2]", R"({"HG9999": 2})", R"({"*": "2"})"}) {
    INFO(bad);
    read(bad, false);
  }
}
