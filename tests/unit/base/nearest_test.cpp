#include "base/text/nearest.h"

#include "tests/catch.h"

using hanrei::base::nearest;

TEST_CASE("nearest: the name that is meant", "[base]") {
  CHECK(nearest("追打ち", {"追い打ち", "待ち伏せ"}) == "追い打ち");  // one left out
  CHECK(nearest("キャラクターを呼出す", {"キャラクターを呼び出す", "呼び出す"}) ==
        "キャラクターを呼び出す");
  CHECK(nearest("ＦＥＥＤ", {"feed", "seed"}) == "feed");      // width and case are no difference
  CHECK(nearest("しずく", {"シズク", "しずみ"}) == "シズク");  // nor is kana
  CHECK(nearest("aeg", {"age"}) == "age");                     // exchanged
  CHECK(nearest("kitchen", {"kitten"}) == "kitten");           // two of seven
}

TEST_CASE("nearest: nothing rather than a guess", "[base]") {
  CHECK(nearest("手", {"足"}).empty());             // nothing of it is left
  CHECK(nearest("age", {"ages", "aged"}).empty());  // either
  CHECK(nearest("kettle", {"turtle"}).empty());     // three of six
  CHECK(nearest("", {"a"}).empty());
  CHECK(nearest("age", {}).empty());
  CHECK(nearest(std::string(100'000, 'a'), {std::string_view("aaa")}).empty());
  CHECK(nearest("\xff\xfe\xc3", {"\xff\xfe\xc4"}) ==
        "\xff\xfe\xc4");  // bytes that are no text do no harm
}
