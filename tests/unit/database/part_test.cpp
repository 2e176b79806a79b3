// The part of a game that a ruling can come to: its verdict is that of the whole game, and is found
// again as long as nothing in that part changes.
#include "rulings/records/part.h"

#include <filesystem>
#include <functional>
#include <random>

#include "base/base.h"
#include "reports/kept.h"
#include "tests/catch.h"
#include "tests/support/workbench.h"
#include "workspace/entry.h"

namespace {

namespace fs = std::filesystem;
using namespace hanrei;
using base::Json;

std::vector<std::string> names(const model::Game& game) {
  std::vector<std::string> out;
  for (const Json& file : game.cards)
    for (const Json& card : file.find("cards")->items) out.push_back(card.find("card")->string);
  return out;
}

/// The game with these cards and no others.
model::Game only(const model::Game& game, const rulings::Part& part) {
  model::Game out = game;
  size_t k = 0;
  for (Json& file : out.cards)
    for (base::Member& m : file.members) {
      if (m.key != "cards") continue;
      std::vector<Json> all = std::move(m.value.items);
      m.value.items.clear();
      for (Json& card : all)
        if (std::binary_search(part.begin(), part.end(), k++))
          m.value.items.push_back(std::move(card));
    }
  return out;
}

/// A game of one attribute whose cards name each other.
struct Shelf {
  base::SourceMap sources;
  base::DiagnosticLog log;
  model::Game game;
  Shelf(const std::string& rules, const std::string& first, const std::string& second = "") {
    model::GameTexts texts;
    texts.game = {"game.json", R"({"format": 1, "game": "shelf", "players": ["A", "B"]})"};
    texts.rulebook.push_back(
        {"rulebook/1.json", R"({"format": 1, "provisions": [)" + rules + "]}"});
    texts.cards.push_back({"cards/1.json", R"({"format": 1, "cards": [)" + first + "]}"});
    texts.cards.push_back({"cards/2.json", R"({"format": 1, "cards": [)" + second + "]}"});
    game = *model::parse_game(sources, ".", texts, log);
    REQUIRE(!log.has_errors());
  }
  rulings::Document document(const std::string& inside) {
    auto d = rulings::parse_document(
        sources, "r.xml",
        "<ruling format=\"1\" id=\"R\" game=\"shelf\" status=\"derived\" source=\"own\">" + inside +
            "</ruling>",
        log);
    REQUIRE(d);
    return *d;
  }
  std::vector<std::string> part(const std::string& inside) {
    const rulings::Document d = document(inside);
    return names(only(game, rulings::Parts(sources, game).of(d)));
  }
};

using Names = std::vector<std::string>;

const std::string kPlay =
    "<situation turn=\"A\" at=\"x\"><player id=\"A\"><zone name=\"z\"><card id=\"c\" is=\"";
const std::string kEnd = "\"/></zone></player></situation>";

void write(const std::string& path, const Json& json) { test::put(path, base::canonical(json)); }

Json read(const std::string& path) {
  base::SourceMap sources;
  base::DiagnosticLog log;
  auto json = base::read_json(sources, sources.add(path, test::slurp(path)), log);
  REQUIRE(json);
  return *json;
}

Json* member(Json& json, const std::string& key) {
  for (base::Member& m : json.members)
    if (m.key == key) return &m.value;
  return nullptr;
}

/// Every value of a kind below this one that `may` lets pass.
template <class May>
void values(Json& json, const May& may, std::vector<Json*>& out) {
  if (may(json)) out.push_back(&json);
  for (Json& item : json.items) values(item, may, out);
  for (base::Member& m : json.members) values(m.value, may, out);
}

/// A folder of a game that somebody edits.
class Editor {
 public:
  Editor(std::string folder, unsigned seed) : folder_(std::move(folder)), random_(seed) {
    for (const auto& f : fs::recursive_directory_iterator(folder_))
      if (f.is_regular_file()) files_.push_back(f.path().string());
    std::sort(files_.begin(), files_.end());
  }
  size_t any(size_t n) { return n == 0 ? 0 : random_() % n; }

  /// Makes one edit and says which; what the files were before comes back with `undo`.
  std::string edit() {
    was_.clear();
    static const std::vector<std::string> kinds = {
        "words",        "number of a card",   "order",        "new card",
        "deleted card", "other file",         "renamed card", "ruling",
        "summary",      "number of a rule",   "line break",   "ability",
        "ability",      "condition of a rule"};
    const std::string kind = kinds[any(kinds.size())];
    const std::string cards = some("/cards/"), rules = some("/rulebook/"),
                      ruling = some("/rulings/");
    if (kind == "ruling") {
      digit(ruling);
      return kind;
    }
    if (kind == "line break") {
      keep(cards);
      test::put(cards, "\n" + test::slurp(cards));
      return kind;
    }
    const std::string& path =
        kind == "summary" || kind == "number of a rule" || kind == "condition of a rule" ? rules
                                                                                         : cards;
    keep(path);
    Json json = read(path);
    const auto change = [&](const auto& may, const auto& how) {
      std::vector<Json*> all;
      values(json, may, all);
      if (!all.empty()) how(*all[any(all.size())]);
    };
    const auto is_int = [](const Json& j) { return j.is(Json::Kind::Int); };
    Json* list = member(json, "cards");
    if (kind == "condition of a rule")
      if (Json* provisions = member(json, "provisions")) expression(*provisions);
    if (kind == "number of a rule") {
      change(is_int, [&](Json& j) { j.integer = j.integer == 1 ? 2 : 1; });
      json.members[0].value.integer = 1;
    }
    if (kind == "summary")
      change([](const Json& j) { return j.find("clause") != nullptr && j.find("en") != nullptr; },
             [&](Json& j) { member(j, "en")->string += " Or so."; });
    if (list != nullptr && !list->items.empty()) {
      std::vector<Json>& c = list->items;
      const size_t one = any(c.size()), other = any(c.size());
      if (kind == "words")
        if (Json* text = member(c[one], "text"))
          if (Json* spans = member(text->items.back(), "spans"))
            spans->members[0].value.string += "。";
      if (kind == "number of a card") {
        std::vector<Json*> all;
        values(c[one], is_int, all);
        if (!all.empty()) all[any(all.size())]->integer += 1;
      }
      if (kind == "ability") {
        std::vector<Json*> able;
        for (Json& card : c)
          if (Json* provisions = member(card, "provisions")) able.push_back(provisions);
        if (!able.empty()) expression(*able[any(able.size())]);
      }
      if (kind == "order") std::swap(c[one], c[other]);
      if (kind == "new card") {
        Json fresh = c[one];
        member(fresh, "card")->string += "改";
        c.insert(c.begin() + static_cast<std::ptrdiff_t>(other), fresh);
      }
      if (kind == "deleted card") c.erase(c.begin() + static_cast<std::ptrdiff_t>(one));
      if (kind == "renamed card") member(c[one], "card")->string += "改";
      if (kind == "other file") {
        const std::string to = some("/cards/");
        if (to != path) {
          keep(to);
          Json there = read(to);
          member(there, "cards")->items.push_back(c[one]);
          write(to, there);
          c.erase(c.begin() + static_cast<std::ptrdiff_t>(one));
        }
      }
    }
    write(path, json);
    return kind;
  }
  void undo() {
    for (const auto& [path, text] : was_) test::put(path, text);
  }

 private:
  /// In some expression below: a number is one more, or a condition is the other way round.
  void expression(Json& json) {
    std::vector<std::pair<std::string, Json*>> all;
    const std::function<void(Json&)> look = [&](Json& j) {
      for (Json& item : j.items) look(item);
      for (base::Member& m : j.members) {
        const bool condition = m.key == "if" || m.key == "where",
                   number = m.value.string.find_first_of("0123456789") != std::string::npos;
        if (m.value.is(Json::Kind::String) &&
            (condition ||
             (number && (m.key == "do" || m.key == "add" || m.key == "call" || m.key == "is"))))
          all.emplace_back(m.key, &m.value);
        look(m.value);
      }
    };
    look(json);
    if (all.empty()) return;
    auto& [key, one] = all[any(all.size())];
    const size_t digit = one->string.find_first_of("0123456789");
    if (digit != std::string::npos && one->string[digit] != '9')
      ++one->string[digit];
    else
      one->string = "not (" + one->string + ")";
  }
  std::string some(const std::string& where) {
    std::vector<std::string> fit;
    for (const std::string& f : files_)
      if (f.find(where) != std::string::npos) fit.push_back(f);
    return fit.at(any(fit.size()));
  }
  void keep(const std::string& path) { was_.emplace(path, test::slurp(path)); }
  void digit(const std::string& path) {
    keep(path);
    std::string text = test::slurp(path);
    std::vector<size_t> at;
    for (size_t i = text.find("<situation"); i < text.size(); ++i)
      if (text[i] >= '0' && text[i] <= '9') at.push_back(i);
    if (!at.empty()) text[at[any(at.size())]] = static_cast<char>('0' + any(4));
    test::put(path, text);
  }

  std::string folder_;
  std::mt19937 random_;
  std::vector<std::string> files_;
  std::map<std::string, std::string> was_;
};

/// Edits a game at random, and checks it with what is kept and without.
void edit_and_compare(const std::string& game, const std::string& db, unsigned seed, int rounds) {
  Editor editor(game, seed);
  const auto check = [&](std::vector<std::string> more) {
    std::vector<std::string> args = {"check", game, "--format", "json"};
    args.insert(args.end(), more.begin(), more.end());
    return test::run(args);
  };
  (void)check({"--db", db});
  std::int64_t kept = 0;
  for (int round = 0; round < rounds; ++round) {
    const std::string kind = editor.edit();
    INFO("round " << round << ": " << kind);
    const test::Ran timed = check({"--db", db, "--timings"});
    if (timed.code != 2) kept += test::json_of(timed).find("timings")->find("kept")->integer;
    const test::Ran with = check({"--db", db}), without = check({"--no-cache"});
    CHECK(with.code == without.code);
    CHECK(with.out == without.out);
    CHECK(with.err == without.err);
    if (round % 4 != 3 || with.code == 2)
      editor.undo();  // what does not load any more would be all that is compared
  }
  CHECK(kept * 5 > rounds);
}

}  // namespace

TEST_CASE("parts: the cards that a ruling names, and what they and the rules name", "[parts]") {
  Shelf s(
      R"({"derived": "x", "is": "any c in z: c.name = inkwell"})",
      R"({"card": "inkwell"}, {"card": "lamp", "provisions": [{"static": "s", "modify": "self.n", "add": "count x in z where x.name = shade"}]}, {"card": "shade"}, {"card": "desk"})",
      R"({"card": "sh"}, {"card": "lampshade"}, {"card": "oil lamp", "text": [{"spans": {"s1": "Beside a desk."}}]})");
  CHECK(s.part(kPlay + "desk" + kEnd) == Names{"inkwell", "desk"});
  CHECK(s.part(kPlay + "lamp" + kEnd) ==
        Names{"inkwell", "lamp", "shade"});  // by way of the lamp; not `sh`, not `lampshade`
  CHECK(s.part(kPlay + "oil lamp" + kEnd) ==
        Names{"inkwell", "lamp", "shade", "oil lamp"});  // its text is no provision
  CHECK(s.part(kPlay + "none of them" + kEnd) == Names{"inkwell"});
  CHECK(s.part("<question xml:lang=\"en\">About a desk.</question>" + kPlay + "lampshade" + kEnd) ==
        Names{"inkwell", "lampshade"});
  CHECK(s.part(kPlay + "desk" + kEnd +
               "<claim kind=\"necessary\">2shade in z or lamp.n &gt; 3</claim>") ==
        Names{"inkwell", "lamp", "shade", "desk"});
}

TEST_CASE("parts: names that a card brings in, and names that are no words", "[parts]") {
  Shelf s(
      R"({"derived": "y", "is": "1"})",
      R"({"card": "甲", "provisions": [{"effect": "書く", "steps": [{"choose": "how", "case": ["速く", "遅く"]}]}]}, {"card": "番", "provisions": [{"trigger": "帰る"}]}, {"card": "甲&乙"}, {"card": "夜・灯"}, {"card": "4色"})");
  CHECK(s.part(kPlay + "甲&amp;乙" + kEnd) == Names{"甲", "甲&乙"});
  CHECK(s.part(kPlay + "夜・灯" + kEnd) == Names{"夜・灯"});
  CHECK(s.part(kPlay + "灯" + kEnd) == Names{});
  CHECK(s.part(kPlay + "4色" + kEnd) == Names{"4色"});
  CHECK(s.part("<play><do by=\"A\" act=\"z\" effect=\"書く\"/></play>") ==
        Names{});  // an effect goes with its card
  CHECK(s.part("<situation turn=\"A\" at=\"x[2]/帰る・置き換え[1]\"/>") == Names{"番"});
  CHECK(s.part("<claim kind=\"possible\">how = 遅く</claim>") == Names{"甲"});
  CHECK(s.part("<claim kind=\"possible\">any c in z: c.name = 《4色》</claim>") == Names{"4色"});
}

TEST_CASE("parts: a digest of just what a ruling can come to", "[parts]") {
  const std::string rules = R"({"derived": "x", "is": "1"})", lamp = R"({"card": "lamp"})",
                    desk = R"({"card": "desk"})", ink = R"({"card": "ink"})";
  const auto digest = [&](const std::string& r, const std::string& first, const std::string& second,
                          const std::string& inside) {
    Shelf s(r, first, second);
    const rulings::Document d = s.document(inside);
    return rulings::Parts(s.sources, s.game).digest(d);
  };
  const std::string one = kPlay + "lamp" + kEnd,
                    two = one + "<play><do by=\"A\" act=\"z\" c=\"desk\"/></play>";
  const std::string before = digest(rules, lamp + ", " + desk, "", one);
  CHECK(before ==
        digest(rules, "\n\n" + lamp, ink, one));  // others come and go, it may stand elsewhere
  CHECK(before == digest(rules, ink, lamp, one));
  CHECK(before != digest(rules, R"({"card": "lamp", "invented": true})", "", one));
  CHECK(before != digest(R"({"derived": "x", "is": "2"})", lamp, "", one));
  CHECK(digest(rules, lamp + ", " + desk, "", two) !=
        digest(rules, desk + ", " + lamp, "", two));  // the order counts
  CHECK(digest(rules, lamp + ", " + desk, "", two) == digest(rules, lamp, desk, two));
  // the play names a thing that must be presented by something
  const std::string aims =
      R"({"card": "ink", "provisions": [{"effect": "", "present": [{"choose": "c", "one": "x in z"}]}]})";
  CHECK(digest(rules, lamp + ", " + desk, aims, two) !=
        digest(rules, lamp + ", " + desk, ink, two));
  CHECK(digest(rules, lamp, aims, one) == digest(rules, lamp, ink, one));
}

TEST_CASE("parts: what looks like the name of a card and is none", "[parts]") {
  const std::string rules =
      R"({"type": "家", "values": ["甲", "乙"]}, {"attr": "属する家", "of": "card", "type": "set of 家"}, {"attr": "相棒", "of": "card", "type": "カード名"}, {"derived": "x", "is": "1"})";
  Shelf s(
      rules,
      R"({"card": "甲"}, {"card": "乙"}, {"card": "丙", "属する家": ["甲"]}, {"card": "丁", "相棒": "乙"}, {"card": "戊", "provisions": [{"amend": "1-1", "void": true}]})");
  CHECK(s.part(kPlay + "丙" + kEnd) == Names{"丙"});  // a member of another enumeration
  CHECK(s.part(kPlay + "丁" + kEnd) ==
        Names{"乙", "丁"});  // an attribute whose value is the name of a card
  CHECK(s.part("<cites clause=\"1-1\"/>" + kPlay + "丙" + kEnd) ==
        Names{"丙"});  // whose clause some card amends
  Shelf plain(
      R"({"derived": "x", "is": "1"})",
      R"({"card": "丙"}, {"card": "丁"}, {"card": "戊", "provisions": [{"amend": "1-1", "void": true}]})");
  CHECK(plain.part(kPlay + "丙" + kEnd +
                   "<claim kind=\"necessary\">1 = 1<rests clause=\"1-1\"/></claim>") ==
        Names{"丙", "戊"});
}

TEST_CASE("parts: the words of clauses count only for what rests on them", "[parts]") {
  const auto digest = [&](const std::string& words, const std::string& more,
                          const std::string& inside) {
    base::SourceMap sources;
    base::DiagnosticLog log;
    model::GameTexts texts;
    texts.game = {"game.json", R"({"format": 1, "game": "shelf", "players": ["A", "B"]})"};
    texts.rulebook.push_back(
        {"rulebook/1.json", R"({"format": 1, "clauses": [{"clause": "1", "title": ")" + words +
                                R"(", "ja": "一", "en": ")" + words + "\"" + more + "}]}"});
    const auto game = model::parse_game(sources, ".", texts, log);
    const auto d = rulings::parse_document(
        sources, "r.xml",
        "<ruling format=\"1\" id=\"R\" game=\"shelf\" status=\"derived\" source=\"own\">" + inside +
            "</ruling>",
        log);
    REQUIRE((game && d));
    return rulings::Parts(sources, *game).digest(*d);
  };
  const std::string plain = "<claim kind=\"necessary\">1 = 1</claim>",
                    rests = "<claim kind=\"necessary\">1 = 1<rests clause=\"1\"/></claim>";
  CHECK(digest("One.", "", plain) == digest("Another.", "", plain));
  CHECK(digest("One.", "", rests) != digest("Another.", "", rests));
  const std::string clash = "<claim kind=\"contradicts\" card=\"lamp\" by=\"1\"/>";
  CHECK(digest("One.", "", clash) != digest("Another.", "", clash));
  CHECK(digest("One.", "", plain) != digest("One.", R"(, "hedged": true)", plain));
  CHECK(digest("One.", "", plain) != digest("One.", R"(, "kind": "limit")", plain));
}

TEST_CASE("parts: printed words count only where play goes by them", "[parts]") {
  const auto lamp = [](const std::string& words, const std::string& provision) {
    return R"({"card": "lamp", "text": [{"from": "2024-01-01", "spans": {"s1": ")" + words +
           R"("}}], "provisions": [)" + provision + "]}";
  };
  const auto digest = [&](const std::string& rules, const std::string& card,
                          const std::string& inside) {
    Shelf s(rules, card);
    const rulings::Document d = s.document(inside);
    return rulings::Parts(s.sources, s.game).digest(d);
  };
  const std::string
      plain = R"({"derived": "x", "is": "1"})",
      asks = R"J({"derived": "x", "args": {"e": "effect"}, "is": "says(e, 《At once》)"})J",
      unclear = R"J({"derived": "x", "args": {"e": "effect"}, "is": "says(e, \"a, b\")"})J";
  const std::string shine = R"({"effect": "", "steps": [{"do": "x"}], "span": ["s1"]})",
                    glow = R"({"effect": "", "steps": [{"do": "y"}], "span": ["s1"]})";
  const std::string play = kPlay + "lamp" + kEnd;
  CHECK(digest(plain, lamp("It shines.", shine), play) ==
        digest(plain, lamp("It glows.", shine), play));
  CHECK(digest(plain, lamp("It shines.", shine), play) !=
        digest(plain, lamp("It shines.", glow), play));
  // an effect that is asked for some words has them or has not
  CHECK(digest(asks, lamp("It shines.", shine), play) ==
        digest(asks, lamp("It glows.", shine), play));
  CHECK(digest(asks, lamp("It shines.", shine), play) !=
        digest(asks, lamp("At once it shines.", shine), play));
  const std::string quoted =
      R"J({"derived": "x", "args": {"e": "effect"}, "is": "says(e, `glows (a little), and`)"})J";
  CHECK(digest(quoted, lamp("It shines.", shine), play) ==
        digest(quoted, lamp("It glows.", shine), play));
  CHECK(digest(quoted, lamp("It shines.", shine), play) !=
        digest(quoted, lamp("It glows (a little), and warms.", shine), play));
  CHECK(digest(unclear, lamp("It shines.", shine), play) !=
        digest(unclear, lamp("It glows.", shine), play));
  // the document asks, or has something rest on what is printed
  const std::string rests = play + "<claim kind=\"necessary\">1 = 1<rests clause=\"1\"/></claim>",
                    own = play + "<claim kind=\"necessary\">says(e, glows)</claim>";
  CHECK(digest(plain, lamp("It shines.", shine), rests) !=
        digest(plain, lamp("It glows.", shine), rests));
  CHECK(digest(plain, lamp("It shines.", shine), own) !=
        digest(plain, lamp("It glows.", shine), own));
  // a demand that hedges itself contradicts nothing
  const std::string clash = play + "<claim kind=\"contradicts\" card=\"lamp\" against=\"lamp\"/>";
  CHECK(digest(plain, lamp("It must shine.", shine), clash) !=
        digest(plain, lamp("It must shine if able.", shine), clash));
}

TEST_CASE("parts: where names are values, what a ruling rests on hangs on all of them", "[parts]") {
  const std::string cards = R"({"card": "lamp"}, {"card": "desk"})",
                    rests = kPlay + "lamp" + kEnd +
                            "<claim kind=\"necessary\">1 = 1<rests clause=\"1\"/></claim>";
  Shelf plain(R"({"derived": "x", "is": "1"})", cards),
      values(R"({"attr": "last", "of": "player", "type": "set of カード名"})", cards);
  CHECK(plain.part(rests) == Names{"lamp"});
  CHECK(values.part(rests) == Names{"lamp", "desk"});
  CHECK(values.part(kPlay + "lamp" + kEnd) == Names{"lamp"});
}

TEST_CASE("parts: every ruling shipped stands in its part as in the whole game",
          "[parts][corpus]") {
  for (const std::string& folder : test::shipped_games()) {
    test::Corpus corpus(folder);
    const rulings::Parts parts(corpus.sources, *corpus.game);
    checker::Session whole(*corpus.game, corpus.sources);
    checker::Options options;
    options.engine = checker::EngineChoice::Fast;
    options.readings = false;
    size_t small = 0, compared = 0;
    for (size_t i = 0; i < corpus.documents.size(); i += 7) {
      const rulings::Document& d = corpus.documents[i];
      if (d.is_deck) continue;
      const rulings::Part part = parts.of(d);
      const model::Game own = only(*corpus.game, part);
      checker::Session alone(own, corpus.sources);
      base::DiagnosticLog a, b;
      const reports::Style style;
      INFO(d.id);
      CHECK(reports::same_finding(workspace::entry_of(whole.check(d, options, a), style),
                                  workspace::entry_of(alone.check(d, options, b), style), style));
      CHECK(a.has_errors() == b.has_errors());
      ++compared;
      if (part.size() * 4 < names(*corpus.game).size()) ++small;
    }
    CHECK(compared > 5);
    CHECK(small * 2 > compared);
  }
}

TEST_CASE("parts: after any edit the report is that of a full run, for an invented game",
          "[parts]") {
  const test::Scratch s;
  test::copy_folder(test::at_root("tests/data/harbour"), s / "games/harbour");
  edit_and_compare(s / "games/harbour", s / "v.db", 5, 60);
}

TEST_CASE(
    "parts: after any edit the report is that of a full run, for some rulings of a shipped game",
    "[parts][slow]") {
  const test::Scratch s;
  const std::string game = s / "games/monster";
  test::copy_folder(test::at_root("fixtures/monster"), game);
  std::vector<fs::path> files;
  for (const auto& f : fs::directory_iterator(game + "/rulings")) files.push_back(f.path());
  std::sort(files.begin(), files.end());
  for (size_t i = 0; i < files.size(); ++i)
    if (i % 9 != 0) fs::remove(files[i]);
  edit_and_compare(game, s / "v.db", 8, 20);
}
