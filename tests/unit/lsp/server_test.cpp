// hanrei lsp: what an editor is told, offered and shown.

#include <algorithm>

#include "base/contains.h"
#include "tests/unit/lsp/client.h"

using namespace hanrei;
using namespace hanrei::test;

namespace {

using Strings = std::vector<std::string>;

/// A game, and an editor with its ruling open.
struct Desk {
  explicit Desk(base::Lang lang = base::Lang::En) : client(lang) {
    client.start();
    client.open(ruling);
    client.settle();
  }
  Scene scene;
  std::string ruling = (scene.rulings() / "HB-001.xml").string(),
              rules = (scene.game() / "rulebook/harbour.json").string(),
              cards = (scene.game() / "cards/harbour.json").string();
  Client client;

  std::string with(const std::string& from, const std::string& to) const {
    std::string text = client.texts.at(ruling);
    const std::size_t at = text.find(from);
    REQUIRE(at != std::string::npos);
    return text.replace(at, from.size(), to);
  }
  std::string hover(const std::string& path, const std::string& mark, std::size_t behind) {
    const base::Json got = client.ask("textDocument/hover", client.place(path, mark, behind));
    const base::Json* words = lsp::at(got, {"contents", "value"});
    return words == nullptr ? "" : words->string;
  }
};

}  // namespace

TEST_CASE("lsp: what is typed is told, and unsaved text counts", "[lsp]") {
  Desk desk;
  CHECK(desk.client.told(desk.ruling).empty());
  desk.client.type(desk.ruling, desk.with("<cites clause=\"1-1\"/>", "<cites clause=\"1-9\"/>"));
  desk.client.settle();
  CHECK(desk.client.told(desk.ruling) == Strings{"HR3006 8:17"});
  desk.client.type(desk.ruling, desk.with("<cites clause=\"1-9\"/>", "<cites clause=\"1-1\"/>"));
  desk.client.settle();
  CHECK(desk.client.told(desk.ruling).empty());
  // half an element
  desk.client.type(desk.ruling, desk.with("</ruling>", "<claim "));
  desk.client.settle();
  REQUIRE(desk.client.told(desk.ruling).size() == 1);
  CHECK(desk.client.told(desk.ruling)[0].starts_with("HR4001"));
  // the file on the disk counts again
  desk.client.notify("textDocument/didClose",
                     R"({"textDocument": {"uri": ")" + lsp::uri_of(desk.ruling) + R"("}})");
  desk.client.settle();
  CHECK(desk.client.told(desk.ruling).empty());
}

TEST_CASE("lsp: a game that is typed is examined anew, with the rulings that name it", "[lsp]") {
  Desk desk;
  const std::string rules = slurp(desk.rules);
  desk.client.open(desk.rules, rules);
  std::string other = rules;
  const std::string clause = R"("clause": "1-1")";
  desk.client.type(desk.rules,
                   other.replace(other.find(clause), clause.size(), R"("clause": "1-7")"));
  desk.client.settle();
  CHECK(base::contains(desk.client.told(desk.ruling), std::string("HR3006 8:17")));
  // no JSON: only that is told, and what was known before still is
  const Strings before = desk.client.told(desk.ruling);
  desk.client.type(desk.rules, rules.substr(0, rules.size() / 2));
  desk.client.settle();
  CHECK(desk.client.told(desk.ruling) == before);
  REQUIRE(desk.client.told(desk.rules).size() == 1);
  CHECK(desk.client.told(desk.rules)[0].starts_with("HR1001"));
  desk.client.type(desk.rules, rules);
  desk.client.settle();
  CHECK(desk.client.told(desk.rules).empty());
  CHECK(desk.client.told(desk.ruling).empty());
}

TEST_CASE("lsp: what is told is what check says of the files", "[lsp]") {
  Desk desk;
  desk.scene.ruling(desk.with("id=\"b\" is=\"barge\"", "id=\"b\" is=\"barje\""));
  desk.scene.edit("cards/harbour.json", "leak(t, 2)", "leek(t, 2)");
  const Ran ran = desk.scene.check({"--format", "json"});
  std::map<std::string, Strings> want, got;
  const base::Json report = json_of(ran);
  for (const base::Json& d : report.find("diagnostics")->items)
    want[d.find("path")->string].push_back(d.find("code")->string);
  Client fresh;
  fresh.start();
  fresh.open(desk.ruling);
  fresh.settle();
  for (const auto& [uri, list] : fresh.diagnostics)
    for (const base::Json& d : list.items) got[lsp::path_of(uri)].push_back(d.find("code")->string);
  for (auto* all : {&want, &got})
    for (auto& [path, codes] : *all) std::ranges::sort(codes);
  CHECK(!want.empty());
  CHECK(got == want);
}

TEST_CASE("lsp: columns are UTF-16 code units", "[lsp]") {
  const lsp::Text text("ab\n漢字𠮷x\r\nend");
  CHECK(text.position(text.str().find('x')) == lsp::Position{1, 4});  // 𠮷 is two
  CHECK(text.offset({1, 4}) == text.str().find('x'));
  CHECK(text.offset({1, 3}) == text.str().find("𠮷"));  // within it: its beginning
  CHECK(text.offset({1, 99}) == text.str().find('\r'));
  CHECK(text.offset({9, 0}) == text.str().size());
  CHECK(text.position(text.str().find("end")) == lsp::Position{2, 0});
  lsp::Text typed("𠮷漢");
  typed.replace({{0, 2}, {0, 3}}, "字");
  CHECK(typed.str() == "𠮷字");

  Desk desk;
  desk.client.type(desk.ruling,
                   desk.with("<cites clause=\"1-1\"/>", "<!-- 𠮷漢 --><cites clause=\"1-9\"/>"));
  desk.client.settle();
  CHECK(desk.client.told(desk.ruling) == Strings{"HR3006 8:29"});  // 12 units of the remark more
  // a change of a range behind such characters
  desk.client.notify(
      "textDocument/didChange",
      R"({"textDocument": {"uri": ")" + lsp::uri_of(desk.ruling) +
          R"(", "version": 3}, "contentChanges": [{"range": {"start": {"line": 8, "character": 29},
          "end": {"line": 8, "character": 32}}, "text": "1-1"}]})");
  desk.client.settle();
  CHECK(desk.client.told(desk.ruling).empty());
}

TEST_CASE("lsp: what may come at a place of a ruling", "[lsp]") {
  Desk desk;
  const auto after = [&](const std::string& typed) {
    desk.client.type(desk.ruling, desk.with("<cites clause=\"1-1\"/>", typed));
    const std::string mark = "沈みます。</answer>\n  " + typed;
    Strings out = desk.client.offered(desk.ruling, mark, mark.size());
    desk.client.type(desk.ruling, slurp(desk.ruling));
    return out;
  };
  const auto has = [](const Strings& list, const char* one) {
    return base::contains(list, std::string(one));
  };
  CHECK(has(after("<cites clause=\"1"), "1-2"));
  CHECK(!has(after("<cites clause=\"1"), "quay"));
  CHECK(has(after("<"), "presume"));
  CHECK(!has(after("<"), "zone"));
  CHECK(has(after("<presume reading=\""), "H-1"));
  CHECK(has(after("<presume reading=\"H-1\" is=\""), "B"));
  CHECK(has(after("<claim kind=\""), "forceable"));
  CHECK(has(after("<claim kind=\"possible\">b in "), "seabed"));
  CHECK(has(after("<claim kind=\"possible\">b in "), "s1"));
  CHECK(has(after("<situation at=\"da"), "day"));
  CHECK(has(after("<situation at=\"day["), "1"));
  CHECK(has(after("<situation><player id=\"A\"><zone name=\""), "hand"));
  CHECK(
      has(after("<situation><player id=\"A\"><zone name=\"hand\"><card id=\"x\" is=\""), "barge"));
  CHECK(has(after("<situation><player "), "light"));
  CHECK(has(after("<play><do by=\"A\" act=\""), "order"));
  CHECK(has(after("<was "), "until"));
}

TEST_CASE("lsp: what may come at a place of the rules", "[lsp]") {
  Desk desk;
  const auto after = [&](const std::string& typed) {
    const std::string all = R"({"format": 1, "clauses": [], "provisions": [)" + typed;
    desk.client.open(desk.rules, all);
    return desk.client.offered(desk.rules, all, all.size());
  };
  desk.client.settle();
  const auto has = [](const Strings& list, const char* one) {
    return base::contains(list, std::string(one));
  };
  CHECK(has(after("{\""), "procedure"));
  CHECK(has(after("{\"zone\": \"x\", \""), "realm"));
  CHECK(!has(after("{\"zone\": \"x\", \""), "steps"));
  CHECK(has(after("{\"zone\": \"x\", \"by\": [\""), "1-1"));
  CHECK(has(after("{\"procedure\": \"x\", \"steps\": [{\""), "choose"));
  CHECK(has(after("{\"procedure\": \"x\", \"steps\": [{\"call\": \""), "leak"));
  CHECK(has(after("{\"effect\": \"x\", \"price\": {\""), "icons"));
}

TEST_CASE("lsp: clauses, cards and names are shown", "[lsp]") {
  Desk desk;
  CHECK_THAT(desk.hover(desk.ruling, "clause=\"1-1\"", 9),
             ContainsSubstring("A ship without draught sinks."));
  CHECK_THAT(desk.hover(desk.ruling, "is=\"shot\"", 5), ContainsSubstring("One ship leaks 2."));
  CHECK_THAT(desk.hover(desk.ruling, "in seabed", 4), ContainsSubstring("zone"));
  CHECK_THAT(desk.hover(desk.ruling, "act=\"order\"", 6), ContainsSubstring("declaration"));
  CHECK(desk.hover(desk.ruling, "Two shots", 2).empty());
  Desk japanese(base::Lang::Ja);
  CHECK_THAT(japanese.hover(japanese.ruling, "clause=\"1-1\"", 9),
             ContainsSubstring("浸水した船は沈む。"));
}

TEST_CASE("lsp: definitions and references", "[lsp]") {
  Desk desk;
  const base::Json found =
      desk.client.ask("textDocument/definition", desk.client.place(desk.ruling, "\"1-1\"", 1));
  REQUIRE(found.items.size() == 1);
  CHECK(lsp::path_of(found.items[0].find("uri")->string) == desk.rules);
  CHECK(lsp::at(found.items[0], {"range", "start", "line"})->integer == 2);
  const base::Json uses =
      desk.client.ask("textDocument/references", desk.client.place(desk.ruling, "\"1-1\"", 1));
  std::size_t written = 0;  // `"1-1"` stands in two files
  for (const std::string& path : {desk.rules, desk.cards, desk.ruling}) {
    const std::string text = slurp(path);
    for (std::size_t i = text.find("\"1-1\""); i != std::string::npos;
         i = text.find("\"1-1\"", i + 1))
      ++written;
  }
  CHECK(uses.items.size() == written);
  CHECK(written > 2);
}

TEST_CASE("lsp: a renamed clause leaves check with the same to say", "[lsp]") {
  Desk desk;
  const Ran before = desk.scene.check();
  const base::Json edit =
      desk.client.ask("textDocument/rename",
                      desk.client.place(desk.ruling, "\"1-1\"", 1, R"(, "newName": "9・浸水")"));
  REQUIRE(desk.client.answer);
  apply(edit);
  CHECK(slurp(desk.rules).find("\"1-1\"") == std::string::npos);
  CHECK(slurp(desk.ruling).find("9・浸水") != std::string::npos);
  const Ran after = desk.scene.check();
  CHECK(after.code == before.code);
  std::string out = after.out;
  for (std::size_t i = out.find("9・浸水"); i != std::string::npos; i = out.find("9・浸水"))
    out.replace(i, std::string("9・浸水").size(), "1-1");
  CHECK(out == before.out);
}

TEST_CASE("lsp: cards and rulings are renamed where that is safe", "[lsp]") {
  Desk desk;
  const auto rename = [&](const std::string& path, const std::string& mark, std::size_t behind,
                          const std::string& to) {
    return desk.client.ask("textDocument/rename",
                           desk.client.place(path, mark, behind, R"(, "newName": ")" + to + "\""));
  };
  const auto why = [&] {
    return desk.client.failed ? desk.client.failed->find("message")->string : "";
  };
  const base::Json card = rename(desk.ruling, "is=\"shot\"", 5, "a & b");
  INFO(why());
  REQUIRE(desk.client.answer);
  apply(card);
  CHECK_THAT(slurp(desk.ruling), ContainsSubstring("is=\"a &amp; b\""));
  CHECK_THAT(slurp(desk.cards), ContainsSubstring("{\"card\": \"a & b\""));
  CHECK(desk.scene.check().code == 0);

  rename(desk.ruling, "act=\"order\"", 6, "command");
  CHECK_THAT(why(), ContainsSubstring("only clauses, cards and rulings"));
  rename(desk.ruling, "\"1-1\"", 1, "1-2");
  CHECK_THAT(why(), ContainsSubstring("is there already"));
  rename(desk.ruling, "Two shots", 1, "x");
  CHECK_THAT(why(), ContainsSubstring("no name here"));
  const base::Json ruling = rename(desk.ruling, "\"HB-001\"", 1, "HB-009");
  REQUIRE(desk.client.answer);
  CHECK(ruling.find("changes")->members.size() == 1);
}

TEST_CASE("lsp: a card that stands in an expression is not renamed", "[lsp]") {
  Desk desk;
  desk.scene.edit("cards/harbour.json", "leak(t, 2)", "leak(《barge》, 2)");
  desk.client.notify("workspace/didChangeWatchedFiles",
                     R"({"changes": [{"uri": ")" + lsp::uri_of(desk.cards) + R"(", "type": 2}]})");
  desk.client.ask("textDocument/rename",
                  desk.client.place(desk.ruling, "is=\"barge\"", 5, R"(, "newName": "lighter")"));
  REQUIRE(desk.client.failed);
  CHECK_THAT(desk.client.failed->find("message")->string,
             ContainsSubstring("in an expression or a value: cards/harbour.json:"));
}

TEST_CASE("lsp: files that others change are read again", "[lsp]") {
  Desk desk;
  desk.scene.edit("rulebook/harbour.json", "{\"clause\": \"1-1\"", "{\"clause\": \"1-7\"");
  desk.client.type(desk.ruling, slurp(desk.ruling) + "\n");  // nobody told that the rules changed
  desk.client.settle();
  CHECK(base::contains(desk.client.told(desk.ruling), std::string("HR3006 8:17")));

  std::string asked;
  lsp::Server server(base::Lang::En, [&](const std::string& body) { asked = body; });
  server.take(
      R"({"id": 1, "method": "initialize", "params": {"capabilities": {"workspace":
         {"didChangeWatchedFiles": {"dynamicRegistration": true}}}}})");
  server.take(R"({"method": "initialized", "params": {}})");
  CHECK_THAT(asked, ContainsSubstring("client/registerCapability"));
  server.take(R"({"id": "watch", "result": null})");
}

TEST_CASE("lsp: a card with mistakes is known, and what names it is not examined", "[lsp]") {
  Desk desk;
  const std::string cards = slurp(desk.cards);
  desk.client.open(desk.cards, cards);
  std::string other = cards;
  const std::string call = "leak(t, 2)";
  desk.client.type(desk.cards, other.replace(other.find(call), call.size(), "leek(t, 2)"));
  desk.client.type(desk.ruling, desk.with("b in seabed", "b in seabad"));
  desk.client.settle();
  CHECK(desk.client.told(desk.cards).size() == 1);
  CHECK(desk.client.told(desk.ruling).empty());  // it has 《shot》
  CHECK_THAT(desk.hover(desk.ruling, "is=\"shot\"", 5), ContainsSubstring("One ship leaks 2."));
  desk.client.type(desk.cards, cards);
  desk.client.settle();
  CHECK(desk.client.told(desk.cards).empty());
  CHECK(desk.client.told(desk.ruling).size() == 1);
}

TEST_CASE("lsp: two rulings of one id, decks, and files of no game", "[lsp]") {
  Desk desk;
  const std::string twin = (desk.scene.rulings() / "HB-002.xml").string();
  desk.client.open(twin, slurp(desk.ruling));  // not saved yet
  desk.client.settle();
  CHECK(desk.client.told(twin).size() == 1);
  const std::string deck = (desk.scene.game() / "decks/d.xml").string();
  fs::create_directories(desk.scene.game() / "decks");
  desk.client.open(deck,
                   R"(<deck format="1" id="D" game="harbour"><card is="barje" n="3"/></deck>)");
  desk.client.settle();
  CHECK(desk.client.told(deck) == Strings{"HR4018 0:1"});  // the game has no decks
  CHECK(base::contains(desk.client.offered(deck, "is=\"", 4), std::string("barge")));
  desk.client.open("/nowhere/x.xml", "<ruling");
  desk.client.ask("textDocument/hover", desk.client.place("/nowhere/x.xml", "ruling"));
  CHECK(desk.client.answer);
}

TEST_CASE("lsp: keys of the rules are explained, and forms are listed", "[lsp]") {
  Desk desk;
  desk.client.open(desk.rules);
  CHECK_THAT(desk.hover(desk.rules, "\"realm\"", 1), ContainsSubstring("realm"));
  CHECK_THAT(desk.hover(desk.rules, "\"zone\": \"quay\"", 9), ContainsSubstring("(zone)"));
  const base::Json list =
      desk.client.ask("textDocument/documentSymbol",
                      R"({"textDocument": {"uri": ")" + lsp::uri_of(desk.rules) + R"("}})");
  CHECK(std::ranges::any_of(list.items, [](const base::Json& s) {
    return s.find("name")->string == "quay" && s.find("containerName")->string == "zone";
  }));
}

TEST_CASE("lsp: paths and URIs", "[lsp]") {
  CHECK(lsp::path_of("file:///a%20b/%E6%BC%A2.xml") == "/a b/漢.xml");
  CHECK(lsp::uri_of("/a b/漢.xml") == "file:///a%20b/%E6%BC%A2.xml");
  CHECK(lsp::path_of("file:///a/../b/./c") == "/b/c");
  CHECK(lsp::path_of("file:///100%") == "/100%");
  CHECK(lsp::path_of("untitled:1").empty());
  CHECK(lsp::path_of("file:///a%00b").empty());
}
