// Rulings for a class of cards, and those of cards that look alike.

#include "rulings/law/groups.h"

#include "tests/catch.h"
#include "tests/support/workbench.h"
#include "tests/unit/database/scene.h"

namespace {

using namespace hanrei;
namespace rl = rulings;

/// Cards whose sentences and abilities resemble each other.
constexpr const char* kCards = R"json({"format": 1, "title": "札", "cards": [
{"card": "火花", "価": 1, "text": [{"from": "2004-01-01", "spans": {"s1": "キャラ１体に2点のダメージ。"}}], "provisions": [{"effect": "", "steps": [{"call": "hurt(t, 2)"}], "span": ["s1"]}]},
{"card": "業火", "価": 3, "text": [{"from": "2004-01-01", "spans": {"s1": "キャラ1体に12点のダメージ。"}}], "provisions": [{"effect": "大", "steps": [{"call": "hurt(t, 12)"}], "span": ["s1"]}]},
{"card": "灯火", "価": 1, "text": [{"from": "2004-01-01", "spans": {"s1": "何もしない。"}}], "provisions": [{"effect": "", "steps": [{"call": "hurt(t, 1)"}], "span": ["s1"]}]},
{"card": "水鏡", "価": 1, "text": [{"from": "2004-01-01", "spans": {"s1": "【反射】", "s2": "カードを1枚引く。"}}]},
{"card": "無地", "generic": true, "text": [{"from": "2004-01-01", "spans": {"s1": "何もしない。"}}]}]})json";

struct Shelves : test::Shelf {
  Shelves() {
    game("g");
    test::put(root + "/g/cards/cards.json", kCards);
  }
  void about(const std::string& id, const std::string& card, const std::string& more = "") {
    ruling("g", {id, "題" + id, "", "", "derived", "",
                 more + (card.empty() ? ""
                                      : "<situation at=\"x\"><player id=\"A\"><zone "
                                        "name=\"手札\"><card id=\"c\" is=\"" +
                                            card + "\"/></zone></player></situation>")});
  }
  std::string show(const std::string& name, const std::string& lang = "en") const {
    const test::Ran ran = test::run({"--lang", lang, "show", name, root + "/g", "--db", db()});
    INFO(ran.err);
    CHECK(ran.code == 0);
    return ran.out;
  }
};

bool before(const std::string& text, const std::string& a, const std::string& b) {
  return text.find(a) != std::string::npos && text.find(a) < text.find(b) &&
         text.find(b) != std::string::npos;
}

}  // namespace

TEST_CASE("groups: a pattern fits a whole sentence, in any spelling", "[groups]") {
  for (const auto& [pattern, sentence, fits] :
       std::vector<std::tuple<std::string, std::string, bool>>{
           {"【エンド】*", "【エンド】カードを引く。", true},
           {"【エンド】*", "自分の【エンド】", false},
           {"*できる。", "選ぶことができる。", true},
           {"*できる。", "できる。とは限らない", false},
           {"#点のダメージ", "１２点のダメージ", true},
           {"#点のダメージ", "点のダメージ", false},
           {"ｶｰﾄﾞを*引く。", "カードを2枚引く。", true},
           {"a*b*c", "abc", true},
           {"a*b*c", "acb", false},
           {"*", "", true},
           {"", "", true},
           {"", "x", false},
           {"ab*b", "ab", false},
           {"a*a", "a", false},
           {"**", "x", true},
           {"?", "x", false}}) {
    INFO(pattern << " / " << sentence);
    CHECK(rl::fits_pattern(pattern, sentence) == fits);
  }
}

TEST_CASE("groups: show lists direct, group and look-alike rulings", "[groups]") {
  Shelves s;
  s.about("D-1", "火花");
  s.about("G-1", "水鏡", "<for text=\"*#点のダメージ。\"/>");
  s.about("G-2", "", "<for-like card=\"火花\"/>");
  s.about("O-1", "業火");
  s.about("N-1", "無地");
  const std::string fire = s.show("火花");
  INFO(fire);
  CHECK(before(fire, "D-1", "group rulings: 2"));
  CHECK(before(fire, "for cards with “*#点のダメージ。”", "rulings of look-alikes: 1 cards"));
  CHECK_THAT(fire, test::ContainsSubstring("《業火》 the same sentence and an ability of the same "
                                           "form; there: キャラ1体に12点のダメージ。; 価 1 → 3") &&
                       test::ContainsSubstring("O-1"));
  // 灯火 does the same in other words; it has no ruling of its own, and shares none with a card
  // that stands for any
  const std::string light = s.show("灯火");
  CHECK_THAT(light, test::ContainsSubstring("group rulings: 1") &&
                        test::ContainsSubstring("for abilities like that of 《火花》") &&
                        test::ContainsSubstring("《火花》 an ability of the same form"));
  CHECK(light.find("N-1") == std::string::npos);
  CHECK(s.show("水鏡").find("group rulings") == std::string::npos);
  CHECK_THAT(s.show("火花", "ja"), test::ContainsSubstring("総称裁定 2 件") &&
                                       test::ContainsSubstring("《業火》 同じ文、同じ型の能力"));
  CHECK_THAT(s.show("G-2"), test::ContainsSubstring("for abilities like that of 《火花》"));
  // gone with its file
  std::filesystem::remove(s.root + "/g/rulings/G-2.xml");
  CHECK_THAT(s.show("火花"), test::ContainsSubstring("group rulings: 1"));
}

TEST_CASE("groups: they are exported and read back", "[groups]") {
  Shelves s;
  s.about("G-1", "水鏡", "<for text=\"=A1*\"/><for-like card=\"火花\"/>");
  for (const char* format : {"jsonl", "csv"}) {
    const test::Ran ran = test::run({"export", s.root + "/g", "--db", s.db(), "--format", format});
    base::SourceMap sources;
    base::DiagnosticLog log;
    const base::Span file = sources.add("x", ran.out);
    const auto back = format == std::string("csv")
                          ? rl::exchange::from_csv(sources, file, log)
                          : rl::exchange::from_json_lines(sources, file, log);
    CHECK_FALSE(log.has_errors());
    REQUIRE(back.rulings.size() == 1);
    REQUIRE(back.rulings[0].groups.size() == 2);
    CHECK(back.rulings[0].groups[0].pattern == "=A1*");
    CHECK(back.rulings[0].groups[1].how == "ability");
  }
}

TEST_CASE("groups: a class without a card is an error with its place", "[groups]") {
  const test::Scratch folder;
  const std::string game = folder / "harbour";
  test::copy_folder(test::at_root("tests/data/harbour"), game);
  const std::string file = game + "/rulings/HB-001.xml", text = test::slurp(file);
  const auto with = [&](const std::string& element) {
    std::string x = text;
    test::put(file, x.insert(x.find("<cites"), element + " "));
    return test::run({"check", game, "--db", folder / "a.db"});
  };
  CHECK(with("<for text=\"*leaks #*\"/>").code == 0);
  CHECK(with("<for-like card=\"shot\"/>").code == 0);
  const test::Ran none = with("<for text=\"*flies*\"/>");
  CHECK(none.code == 2);
  CHECK_THAT(none.err, test::ContainsSubstring("HB-001.xml:9:") &&
                           test::ContainsSubstring("HR4005") && test::ContainsSubstring("*flies*"));
  CHECK_THAT(with("<for-like card=\"nobody\"/>").err,
             test::ContainsSubstring("no card with an ability like `nobody`"));
  CHECK_THAT(with("<for-like card=\"sloop\"/>").err,
             test::ContainsSubstring("HR4005"));  // it has no ability
  CHECK(with("<for/>").code == 2);
}
