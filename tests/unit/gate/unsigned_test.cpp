// What must not pass the gate in silence, each once without a signature and once with one. What is
// expected was written down before the gate was run on it.
#include <array>
#include <filesystem>
#include <set>

#include "base/text/replace.h"
#include "tests/catch.h"
#include "tests/support/workbench.h"
#include "tests/unit/gate/tako.h"

using namespace hanrei;
using namespace hanrei::test;

namespace {

std::string signature(const std::string& digest) {
  return "\"read\": {\"digest\": \"" + digest + "\", \"by\": \"M\", \"on\": \"2026-05-01\"}";
}
std::string element(const std::string& digest) {
  return "<read digest=\"" + digest + "\" by=\"M\" on=\"2026-05-01\"/>";
}

/// Asks about a change; then about the same with the signature that it was asked for.
void signs(const Repo& repo, const std::function<void()>& change, const std::string& code, int exit,
           const std::function<void(const std::string&)>& sign) {
  INFO(code);
  const Gated open = after(repo, change);
  INFO(open.ran.out << open.ran.err);
  CHECK(open.ran.code == exit);
  CHECK(open.counting == Codes{code});
  const std::string digest = digest_asked(repo);
  const Gated done = after(repo, [&] {
    change();
    sign(digest);
  });
  INFO(done.ran.out << done.ran.err);
  CHECK(done.ran.code == 0);
  CHECK(done.counting.empty());
  CHECK(done.all.count("HG1007") == 1);
  CHECK(done.ran.out.find("M signed this on 2026-05-01") != std::string::npos);
  // one that names something else is none, and is told
  const Gated wrong = after(repo, [&] {
    change();
    sign("0123456789abcdef");
  });
  CHECK(wrong.ran.code == 1);
  CHECK(wrong.counting == Codes{code, "HG1003"});
}

const std::string kOne = R"("spans": {"s1": "相手の凧1つの糸を2減らす。"})",
                  kMore = "その後、相手はゲームに敗北する。";

}  // namespace

TEST_CASE("gate: words that no ability states are signed", "[gate][unsigned]") {
  const Repo repo;
  const auto words = [&](const std::string& more) {
    return [&repo, more] {
      repo.edit("cards/cards.json", kOne,
                R"("spans": {"s1": "相手の凧1つの糸を2減らす。", "s2": ")" + kMore + "\"}" + more);
    };
  };
  const auto sign = [&](const std::string& digest) {
    repo.edit("cards/cards.json", "\"s2\": \"" + kMore + "\"}",
              "\"s2\": \"" + kMore + "\"}, " + signature(digest));
  };
  signs(repo, words(""), "HG1005", 1, sign);
  signs(repo, words(R"(, "flavour": ["s2"])"), "HG1006", 3, sign);

  // what a signature without a name or a day says is nothing
  (void)after(repo, words(""));
  const std::string digest = digest_asked(repo);
  for (const char* bad :
       {R"("by": "", "on": "2026-05-01")", R"("by": "M", "on": "soon")",
        R"("by": "\u200b", "on": "2026-05-01")", R"("by": "　", "on": "2026-05-01")",
        R"("by": "\u3164", "on": "2026-05-01")", R"("by": "-", "on": "2026-05-01")"})
    CHECK(after(repo, [&] {
            words("")();
            repo.edit("cards/cards.json", "\"s2\": \"" + kMore + "\"}",
                      "\"s2\": \"" + kMore + "\"}, \"read\": {\"digest\": \"" + digest + "\", " +
                          bad + "}");
          }).ran.code != 0);

  // an ability that goes leaves its words to nobody, whatever else changes with it
  const Gated gone = after(repo, [&] {
    repo.edit("cards/cards.json",
              R"({"effect": "", "steps": [{"do": "me.点 += 1"}], "span": ["s1"]})", "");
    repo.edit("cards/cards.json", R"({"s1": "1点を得る。"})",
              R"({"s1": "1点を得る。", "s2": "風が吹く。"}, "flavour": ["s1", "s2"])");
  });
  INFO(gone.ran.out);
  CHECK(gone.ran.code != 0);
  CHECK(gone.counting.count("HG1006") == 2);
}

TEST_CASE("gate: flavour that only moves or goes is nobody's concern", "[gate][unsigned]") {
  Repo repo;
  repo.edit(
      "cards/cards.json", R"({"s1": "1点を得る。"})",
      R"({"s1": "1点を得る。", "s2": "風が吹く。", "s10": "凧が舞う。"}, "flavour": ["s2", "s10"])");
  repo.base = repo.commit("flavour");
  CHECK(after(repo, [&] {
          repo.edit("cards/cards.json", R"(, "s10": "凧が舞う。"}, "flavour": ["s2", "s10"])",
                    R"(}, "flavour": ["s2"])");
        }).counting.empty());
  CHECK(after(repo, [&] {
          repo.edit("cards/cards.json", R"("s2": "風が吹く。", "s10": "凧が舞う。")",
                    R"("s2": "風が", "s10": "吹く。凧が舞う。")");
        }).counting.empty());
  const Gated changed = after(
      repo, [&] { repo.edit("cards/cards.json", "\"凧が舞う。\"", "\"凧が舞い、1点を得る。\""); });
  CHECK(changed.ran.code == 3);
  CHECK(changed.counting == Codes{"HG1006"});
  CHECK(changed.ran.out.find("`s10` 凧が舞い、1点を得る。") != std::string::npos);
}

TEST_CASE("gate: the order of keys is nothing", "[gate][unsigned]") {
  Repo repo;
  repo.edit("cards/cards.json", R"({"s1": "1点を得る。"})",
            R"({"s2": "1点を", "s10": "得る。", "s11": "風が吹く。"}, "flavour": ["s11"])");
  repo.edit("cards/cards.json", R"("me.点 += 1"}], "span": ["s1"])",
            R"("me.点 += 1"}], "span": ["s2", "s10"])");
  repo.revise(R"({"version": "1.0.0", "date": "2026-01-01", "kind": "wording"})");
  repo.base = repo.commit("several spans");
  const Gated turned = after(repo, [&] {
    repo.edit("cards/cards.json",
              R"({"s2": "1点を", "s10": "得る。", "s11": "風が吹く。"}, "flavour": ["s11"])",
              R"({"s10": "得る。", "s11": "風が吹く。", "s2": "1点を"}, "flavour": ["s11"])");
    repo.edit("cards/cards.json", R"({"card": "先取り", "種類": "技", "invented": true,)",
              R"({"invented": true, "種類": "技", "card": "先取り",)");
    repo.edit("game.json", R"("default": "A", "options": {
      "A": {"ja": "すべて落ちてから判定する", "en": "judged when all have fallen"},
      "B": {"ja": "1つ落ちるごとに判定する", "en": "judged after each"}}})",
              R"("options": {
      "B": {"ja": "1つ落ちるごとに判定する", "en": "judged after each"},
      "A": {"ja": "すべて落ちてから判定する", "en": "judged when all have fallen"}}, "default": "A"})");
    repo.edit("game.json", R"({"version": "1.0.0", "date": "2026-01-01", "kind": "wording"})",
              R"({"date": "2026-01-01", "kind": "wording", "version": "1.0.0"})");
  });
  INFO(turned.ran.out << turned.ran.err);
  CHECK(turned.ran.code == 0);
  CHECK(turned.all.empty());
}

TEST_CASE("gate: on what terms a clause or a reading counts is signed", "[gate][unsigned]") {
  const Repo repo;
  const auto sign_reading = [&](const std::string& digest) {
    repo.edit("game.json", "{\"reading\": \"T-1\",",
              "{\"reading\": \"T-1\", " + signature(digest) + ",");
  };
  signs(
      repo, [&] { repo.edit("game.json", "\"default\": \"A\"", "\"default\": \"B\""); }, "HG1008",
      1, sign_reading);
  // what is said of a reading is words, as those of a clause
  for (const std::pair<const char*, const char*>& edit :
       {std::pair{"judged when all have fallen", "judged when the first has fallen"},
        std::pair{"winning by kites that fall at once", "nothing in particular"}})
    signs(
        repo, [&] { repo.edit("game.json", edit.first, edit.second); }, "HG1008", 1, sign_reading);
  const std::string file = repo.rules("\"clause\": \"2-3\""),
                    head = "\"clause\": \"2-3\", \"kind\": \"step\", \"status\": ";
  const auto informative = [&] {
    repo.edit(file, head + "\"modelled\"", head + "\"informative\"");
  };
  signs(repo, informative, "HG1009", 1, [&](const std::string& digest) {
    repo.edit(file, "\"clause\": \"2-3\",", "\"clause\": \"2-3\", " + signature(digest) + ",");
  });
  CHECK(after(repo, informative).ran.out.find("`status` modelled → informative") !=
        std::string::npos);
  const Gated hedged = after(repo, [&] {
    repo.edit(file, head + "\"modelled\"", head + "\"modelled\", \"hedged\": true");
  });
  CHECK(hedged.counting.count("HG1009") == 1);
  // a clause that nothing states
  signs(
      repo,
      [&] {
        repo.edit(
            file, "{\"clause\": \"2-3\",",
            R"({"clause": "2-4", "kind": "rule", "status": "informative", "title": "終わり", "ja": "2点の相手は負ける。", "en": "An opponent with 2 points loses."},
{"clause": "2-3",)");
      },
      "HG1006", 3,
      [&](const std::string& digest) {
        repo.edit(file, "\"clause\": \"2-4\",", "\"clause\": \"2-4\", " + signature(digest) + ",");
      });
}

TEST_CASE("gate: what a ruling says is signed, derived or not", "[gate][unsigned]") {
  Repo repo;
  repo.edit("rulings/TK-2.xml", "  <cites",
            "  <question xml:lang=\"en\">Does it fall?</question>\n"
            "  <answer xml:lang=\"en\">With up to 2.</answer>\n  <cites");
  repo.base = repo.commit("a derived one that says something");
  const auto sign = [&](const char* file) {
    return [&repo, file](const std::string& digest) {
      repo.edit(file, "  <cites clause=\"5", "  " + element(digest) + "\n  <cites clause=\"5");
    };
  };
  for (const std::pair<const char*, const char*>& edit :
       {std::pair{"With up to 2.", "With up to 3."}, std::pair{"Does it fall?", "Does it stay?"},
        std::pair{"status=\"derived\"", "status=\"formal\" issued=\"2026-02-01\" authority=\"M\""}})
    signs(
        repo, [&] { repo.edit("rulings/TK-2.xml", edit.first, edit.second); }, "HG1105", 1,
        sign("rulings/TK-2.xml"));
  signs(
      repo,
      [&] {
        repo.edit("rulings/TK-1.xml", "authority=\"M\"",
                  "authority=\"M\" effective=\"2099-01-01\"");
      },
      "HG1105", 1, sign("rulings/TK-1.xml"));
  // What is worked out from the rules may follow them, with its answer; without a change of them
  // there is nothing to follow.
  const auto follows = [&] { repo.edit("rulings/TK-2.xml", "v &lt;= 2", "v &lt; 3"); };
  const auto answers = [&] {
    follows();
    repo.edit("rulings/TK-2.xml", "With up to 2.", "With less than 3.");
  };
  CHECK(after(repo, follows).ran.code == 0);
  CHECK(after(repo, answers).counting == Codes{"HG1105"});
  const Gated with_rules = after(repo, [&] {
    answers();
    repo.edit("cards/cards.json", "\"長さ\": 3", "\"長さ\": 4");
    repo.edit("cards/cards.json", "\"長さ\": 1", "\"長さ\": 2");
  });
  CHECK(with_rules.counting.count("HG1105") == 0);
  CHECK(with_rules.all.count("HG1102") == 1);
  // one claim more is no other claim
  CHECK(after(repo, [&] {
          repo.edit("rulings/TK-2.xml", "</claim>",
                    "</claim>\n  <claim kind=\"necessary\">true</claim>");
          repo.edit("rulings/TK-2.xml", "With up to 2.", "With up to 3.");
          repo.edit("cards/cards.json", "\"長さ\": 1", "\"長さ\": 2");
        }).counting.count("HG1105") == 1);
  // But another situation, or another question, is another ruling.
  signs(
      repo, [&] { repo.edit("rulings/TK-2.xml", "min=\"1\"", "min=\"2\""); }, "HG1102", 1,
      sign("rulings/TK-2.xml"));
  signs(
      repo,
      [&] {
        follows();
        repo.edit("rulings/TK-2.xml", "min=\"1\"", "min=\"2\"");
      },
      "HG1102", 1, sign("rulings/TK-2.xml"));
  const Gated other = after(repo, [&] {
    std::string text = slurp(repo.at("rulings/TK-5.xml"));
    base::replace_all(text, "TK-5", "TK-2");
    test::put(repo.at("rulings/TK-2.xml"), text);
  });
  CHECK(other.ran.code == 1);
  CHECK(other.counting == Codes{"HG1102", "HG1105"});
}

TEST_CASE("gate: a signature is of one thing, and of all of it", "[gate][unsigned]") {
  Repo repo;
  // the same words on two cards
  std::set<std::string> digests;
  for (const char* words : {"\"s1\": \"1点を得る。\"", "\"s1\": \"答えた行動は行われない。\""}) {
    (void)after(repo, [&] { repo.edit("cards/cards.json", words, "\"s1\": \"2点を得る。\""); });
    digests.insert(digest_asked(repo));
  }
  CHECK(digests.size() == 2);
  CHECK_FALSE(digests.contains("none"));
  // the same words of two clauses
  digests.clear();
  const std::array<std::array<const char*, 3>, 2> clauses = {
      {{"\"勝ち\", \"ja\"", "3点を得たプレイヤーは勝つ。", "Whoever has 3 points wins."},
       {"\"山札切れ\", \"ja\"", "引く山札がないプレイヤーは負ける。",
        "Whoever has no deck to draw from loses."}}};
  for (const auto& [title, ja, en] : clauses) {
    (void)after(repo, [&] {
      repo.edit("rulebook/4-end.json", title, "\"終わり\", \"ja\"");
      repo.edit("rulebook/4-end.json", ja, "勝つ。");
      repo.edit("rulebook/4-end.json", en, "Wins.");
    });
    digests.insert(digest_asked(repo));
  }
  CHECK(digests.size() == 2);
  // where a ruling comes from, and the white space between the words that it answers
  repo.git({"reset", "-q", "--hard", repo.base});
  repo.edit("rulings/TK-1.xml", "gets 1 point", "gets 1 point, now here");
  repo.base = repo.commit("an answer");
  const auto sign = [&](const std::string& digest) {
    repo.edit("rulings/TK-1.xml", "  <cites clause=\"5",
              "  " + element(digest) + "\n  <cites clause=\"5");
  };
  for (const std::pair<const char*, const char*>& edit :
       {std::pair{"source=\"rulebook\"", "source=\"a letter\""}, std::pair{"now here", "nowhere"}})
    signs(
        repo, [&] { repo.edit("rulings/TK-1.xml", edit.first, edit.second); }, "HG1105", 1, sign);
  (void)after(repo, [&] { repo.edit("rulings/TK-1.xml", "gets 1 point", "gets 9 points"); });
  const std::string spaced = digest_asked(repo);
  (void)after(repo, [&] {
    repo.edit("rulings/TK-1.xml", "gets 1 point", "gets 9 points");
    repo.edit("rulings/TK-1.xml", "now here", "nowhere");
  });
  CHECK(digest_asked(repo) != spaced);
  // a line that breaks elsewhere is the same line
  CHECK(after(repo, [&] {
          repo.edit("rulings/TK-1.xml", "It falls, since", "It falls,\n    since");
          repo.edit("rulings/TK-1.xml", "糸3から4減るので", "糸3から4減る\n    ので");
        }).counting.empty());
}

TEST_CASE("gate: a card that the audit cannot try is not examined", "[gate][unsigned]") {
  Repo repo;
  for (const auto& entry : fs::directory_iterator(repo.at("rulings")))
    if (entry.path().filename() != "TK-5.xml") fs::remove(entry.path());
  repo.base = repo.commit("one ruling");
  const auto add = [&](const std::string& provision) {
    return after(repo, [&] {
      repo.put(
          "games/tako/cards/90-more.json",
          R"({"format": 1, "cards": [{"card": "風見", "種類": "凧", "長さ": 2, "invented": true,
 "text": [{"spans": {"s1": "この凧は落ちない。"}}], "provisions": [)" +
              provision + "]}]}");
    });
  };
  // no kite falls in TK-5
  const Gated never =
      add(R"J({"amend": "落ちる[2]", "if": "c = self", "void": true, "span": ["s1"]})J");
  INFO(never.ran.out << never.ran.err);
  CHECK(never.ran.code == 3);
  CHECK(never.counting == Codes{"HG1404"});
  CHECK(never.ran.out.find("《風見》") != std::string::npos);
  // and no card at all lies anywhere in the game without rulings
  repo.git({"reset", "-q", "--hard", repo.base});
  fs::remove(repo.at("rulings/TK-5.xml"));
  repo.base = repo.commit("no ruling");
  const Gated nowhere =
      add(R"J({"amend": "落ちる[2]", "if": "c = self", "void": true, "span": ["s1"]})J");
  CHECK(nowhere.ran.code == 3);
  CHECK(nowhere.counting == Codes{"HG1404"});
  CHECK(nowhere.ran.out.find("it can be put into no situation") != std::string::npos);
}
