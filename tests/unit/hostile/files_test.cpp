// Links, devices, folders and files that are not what they seem.

#include <sys/stat.h>
#include <unistd.h>

#include <string>

#include "tests/unit/hostile/scene.h"

using namespace hanrei;
using namespace hanrei::test;

namespace {

const std::string kSecret =
    "{\"secret\": \"swordfish\"";  // no JSON, so that a complaint would quote it

void tells_nothing(const Ran& ran, const std::string& reason) {
  INFO(ran.err);
  CHECK(ran.code == cli::kWrongInput);
  CHECK(ran.out.find("swordfish") == std::string::npos);
  CHECK(ran.err.find("swordfish") == std::string::npos);
  CHECK_THAT(ran.err, ContainsSubstring(reason));
}

}  // namespace

TEST_CASE("hostile: no link leaves the game folder", "[hostile][corpus]") {
  const Scene scene;
  const fs::path outside = scene.root() / "outside";
  fs::create_directory(outside);
  for (const char* name : {"game.json", "a.json", "a.xml"}) Scene::write(outside / name, kSecret);
  const auto all = [&](const std::string& reason) {
    for (const char* command : {"check", "explain", "explore", "ask"})
      tells_nothing(run({command, scene.game().string()}), reason);
  };
  SECTION("a ruling") {
    fs::create_symlink(outside / "a.xml", scene.rulings() / "a.xml");
    all("leads out of the folder");
    tells_nothing(run({"check", (scene.rulings() / "a.xml").string()}), "leads out of the folder");
    tells_nothing(run({"check", scene.rulings().string()}), "leads out of the folder");
  }
  SECTION("a folder within rulings") {
    fs::create_symlink(outside, scene.rulings() / "more");
    all("leads out of the folder");
    fs::remove(outside / "game.json");  // or else it is a game that was asked for by name
    tells_nothing(run({"check", (scene.rulings() / "more").string()}), "leads out of the folder");
  }
  SECTION("the folder of the rulings") {
    fs::remove_all(scene.rulings());
    fs::create_symlink(outside, scene.rulings());
    all("leads out of the folder");
  }
  SECTION("a file of the rulebook") {
    fs::create_symlink(outside / "a.json", scene.game() / "rulebook" / "a.json");
    all("leads out of the folder");
  }
  SECTION("the folder of the cards") {
    fs::remove_all(scene.game() / "cards");
    fs::create_symlink(outside, scene.game() / "cards");
    all("leads out of the folder");
  }
  SECTION("game.json") {
    fs::remove(scene.game() / "game.json");
    fs::create_symlink(outside / "game.json", scene.game() / "game.json");
    all("leads out of the folder");
  }
  SECTION("links in a circle and to nowhere") {
    fs::create_symlink("loop.xml", scene.rulings() / "loop.xml");
    fs::create_symlink("nowhere.xml", scene.rulings() / "dangling.xml");
    const Ran ran = scene.check();
    CHECK(ran.code == cli::kWrongInput);
    CHECK_THAT(ran.err, ContainsSubstring("loop.xml: "));
    CHECK_THAT(ran.err, ContainsSubstring("dangling.xml: "));
  }
  SECTION("but a link within the rulings is fine") {
    fs::create_directory(scene.rulings() / "sub");
    fs::rename(scene.rulings() / "HB-001.xml", scene.rulings() / "sub" / "HB-001.txt");
    fs::create_symlink("sub/HB-001.txt", scene.rulings() / "HB-001.xml");
    CHECK(scene.check().code == cli::kOk);
  }
  SECTION("nor does a folder that is itself a link matter") {
    fs::create_directory_symlink(scene.game(), scene.root() / "link");
    CHECK(run({"check", (scene.root() / "link").string(), "--engine", "explicit"}).code ==
          cli::kOk);
  }
}

TEST_CASE("files: a ruling lies anywhere below its game", "[hostile]") {
  const Scene scene;
  const std::string good = Scene::read(scene.rulings() / "HB-001.xml");
  const auto with_id = [&](const std::string& id) {
    std::string text = good;
    text.replace(text.find("HB-001"), 6, id);
    return text;
  };
  fs::create_directories(scene.game() / "notes" / "deep");
  Scene::write(scene.game() / "HB-101.xml", with_id("HB-101"));
  Scene::write(scene.game() / "notes" / "deep" / "HB-102.xml", with_id("HB-102"));
  Scene::write(scene.game() / "notes" / ".HB-103.xml", "no ruling, and hidden");
  // a game within the game has its own
  copy_folder(at_root("tests/docs/mini"), (scene.game() / "inner").string());
  const fs::path broken = scene.game() / "inner" / "broken.xml";
  Scene::write(broken, "<ruling");
  const Ran all = scene.check();
  CHECK(all.code == cli::kOk);
  for (const char* id : {"HB-001", "HB-101", "HB-102"})
    CHECK_THAT(all.out, ContainsSubstring("confirmed    " + std::string(id)));
  CHECK_THAT(all.out, ContainsSubstring("receipt: 3 rulings"));
  CHECK_THAT(scene.check({"--id", "HB-102"}).out, ContainsSubstring("receipt: 1 ruling "));
  const Ran inner = run({"check", (scene.game() / "inner").string()});
  CHECK(inner.code == cli::kWrongInput);
  CHECK_THAT(inner.err, ContainsSubstring("broken.xml"));
  // a mistake in one of them is told, and what is found there counts
  Scene::write(scene.game() / "HB-101.xml", "<ruling");
  const Ran wrong = scene.check();
  CHECK(wrong.code == cli::kWrongInput);
  CHECK_THAT(wrong.err, ContainsSubstring("HB-101.xml"));
  fs::remove(scene.game() / "HB-101.xml");
  // links to other kinds of files are nobody's business, those to folders outside are
  fs::create_symlink("/etc/hostname", scene.game() / "notes" / "host.txt");
  fs::create_symlink("nowhere.png", scene.game() / "notes" / "picture.png");
  CHECK(scene.check().code == cli::kOk);
  fs::create_symlink("/etc", scene.game() / "notes" / "outside");
  CHECK_THAT(scene.check().err, ContainsSubstring("outside: leads out of the folder"));
}

TEST_CASE("hostile: pipes, devices and folders are no files", "[hostile]") {
  const Scene scene;
  const fs::path pipe = scene.rulings() / "pipe.xml";
  REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
  const Ran ran = scene.check();
  CHECK(ran.code == cli::kWrongInput);
  CHECK_THAT(ran.err, ContainsSubstring("pipe.xml: it is not a regular file"));
  CHECK(run({"check", pipe.string()}).code == cli::kWrongInput);
  CHECK(run({"check", "/dev/null"}).code == cli::kWrongInput);
  CHECK(run({"fmt", pipe.string()}).code == cli::kWrongInput);
  CHECK(run({"fmt", "/dev/zero"}).code == cli::kWrongInput);
  fs::remove(pipe);

  fs::create_directory(scene.rulings() / "folder.xml");
  CHECK(scene.check().code == cli::kOk);
  fs::create_directory(scene.game() / "rulebook" / "folder.json");
  CHECK(scene.check().code == cli::kOk);
  REQUIRE(::mkfifo((scene.game() / "cards" / "pipe.json").c_str(), 0600) == 0);
  blames(scene.check(), "HR3020", "pipe.json");
  fs::remove(scene.game() / "cards" / "pipe.json");

  fs::remove(scene.game() / "game.json");
  CHECK(scene.check().code == cli::kWrongInput);
  fs::create_directory(scene.game() / "game.json");
  CHECK(scene.check().code == cli::kWrongInput);
}

TEST_CASE("hostile: files that may not be read", "[hostile]") {
  if (::geteuid() == 0) return;  // may read everything
  const Scene scene;
  REQUIRE(::chmod((scene.rulings() / "HB-001.xml").c_str(), 0) == 0);
  blames(scene.check(), "HR1007", "HB-001.xml");
  REQUIRE(::chmod(scene.rulings().c_str(), 0) == 0);
  CHECK(scene.check().code == cli::kWrongInput);
  REQUIRE(::chmod(scene.rulings().c_str(), 0700) == 0);
}

TEST_CASE("hostile: the bytes of a file", "[hostile]") {
  const Scene scene;
  const std::string good = Scene::read(scene.rulings() / "HB-001.xml");
  const std::string game = Scene::read(scene.game() / "game.json");
  const auto ruling = [&](const std::string& text, const std::string& code) {
    INFO(text.substr(0, 300));
    scene.ruling(text);
    blames(scene.check(), code, "HB-001.xml");
  };
  const auto with = [&](std::string text, const std::string& from, const std::string& to) {
    const size_t at = text.find(from);
    REQUIRE(at != std::string::npos);
    return text.replace(at, from.size(), to);
  };
  const std::string mark = "\xEF\xBB\xBF";

  ruling("", "HR4001");
  ruling(" \n\t", "HR4001");
  ruling(mark, "HR4001");
  ruling(std::string("\xFE\xFF\0<", 4), "HR1004");
  ruling(with(good, "Two shots", "Two \xFF shots"), "HR1004");
  ruling(with(good, "Two shots", "Two \xED\xA0\x80 shots"), "HR1004");
  ruling(with(good, "Two shots", std::string("Two \0 shots", 11)), "HR4001");
  ruling(good + std::string("\0<x/>", 5), "HR4001");
  ruling(with(good, "Two shots", "Two \x1B[0m shots"), "HR4001");
  ruling(with(good, "Two shots", "Two &#0; shots"), "HR4001");
  ruling(with(good, "Two shots", "Two &#x1B; shots"), "HR4001");
  ruling(with(good, "Two shots", "Two &#xD800; shots"), "HR4001");
  ruling(with(good, "Two shots", "Two &#x110000; shots"), "HR4001");
  ruling(with(good, "Two shots", "Two &shots;"), "HR4001");
  ruling(with(good, "Two shots", "Two & shots"), "HR4001");
  ruling(good.substr(0, good.size() / 2), "HR4001");
  for (const std::string& more : {good, std::string("<x/>"), std::string("junk"),
                                  std::string("<![CDATA[junk]]>"), std::string("</ruling>")})
    ruling(good + more, "HR4001");
  ruling("junk" + good, "HR4001");
  ruling("<!-- nothing -->", "HR4001");
  ruling(with(good, "id=\"HB-001\"", "id=\"HB-001\" id=\"HB-002\""), "HR4006");

  for (const std::string& fine : {mark + good, with(good, "Two shots", "<![CDATA[Two & shots]]>"),
                                  with(good, "Two shots", "Two &#x1F6A2;&amp;&lt; shots"),
                                  with(good, "<situation", "<!-- & --><situation"),
                                  good + " <!-- and that is all --> <?done?>\n\n"}) {
    scene.ruling(fine);
    CHECK(scene.check().code == cli::kOk);
  }
  std::string lines;
  for (const char c : good) lines += c == '\n' ? "\r\n" : std::string(1, c);
  scene.ruling(lines);
  CHECK(scene.check().code == cli::kOk);

  for (const std::string& text :
       {std::string(), std::string(" "), mark, std::string("null x"), std::string("{\"format\": 1"),
        std::string("{}\0{}", 5), game + game}) {
    Scene::write(scene.game() / "game.json", text);
    blames(scene.check(), "HR1001", "game.json");
  }
  Scene::write(scene.game() / "game.json", "\xFF");
  blames(scene.check(), "HR1004", "game.json");
  for (const std::string text : {"null", "[]", "1", "\"x\"", "{}"}) {
    Scene::write(scene.game() / "game.json", text);
    const Ran ran = scene.check();
    CHECK(ran.code == cli::kWrongInput);
    CHECK_THAT(ran.err, ContainsSubstring("game.json:1:1: error"));
  }
  for (const std::string& text : {mark + game, with(game, "\n", "\r\n")}) {
    Scene::write(scene.game() / "game.json", text);
    scene.ruling(good);
    CHECK(scene.check().code == cli::kOk);
  }
}

TEST_CASE("hostile: entities and document types", "[hostile]") {
  const Scene scene;
  Scene::write(scene.root() / "secret.txt", "swordfish");
  std::string laughs = "<!DOCTYPE r [<!ENTITY a \"ha\">";
  for (char c = 'b'; c < 'z'; ++c) {
    laughs += "<!ENTITY " + std::string(1, c) + " \"";
    for (int i = 0; i < 10; ++i) laughs += "&" + std::string(1, static_cast<char>(c - 1)) + ";";
    laughs += "\">";
  }
  for (const std::string& text :
       {laughs + "]><ruling>&y;</ruling>",
        "<!DOCTYPE r [<!ENTITY x SYSTEM \"file://" + (scene.root() / "secret.txt").string() +
            "\">]><ruling>&x;</ruling>",
        std::string("<!DOCTYPE r SYSTEM \"http://localhost/x.dtd\"><ruling/>"),
        std::string("<?xml version=\"1.0\"?>\n<!DOCTYPE r><ruling/>")}) {
    scene.ruling(text);
    const Ran ran = scene.check();
    blames(ran, "HR4007", "HB-001.xml");
    CHECK(ran.err.find("swordfish") == std::string::npos);
  }
  scene.ruling("<!doctype r><ruling/>");
  blames(scene.check(), "HR4001", "HB-001.xml");
}

TEST_CASE("hostile: the same id twice", "[hostile]") {
  const Scene scene;
  fs::copy_file(scene.rulings() / "HB-001.xml", scene.rulings() / "again.xml");
  const Ran ran = scene.check();
  CHECK(ran.code == cli::kWrongInput);
  CHECK_THAT(ran.err, ContainsSubstring("[HR4006]"));
  CHECK_THAT(ran.err, ContainsSubstring(".xml:"));
}
