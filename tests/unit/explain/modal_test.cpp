// "A blocks" as "A may block": the sentences of acts as what may be done.

#include "checker/explain/modal.h"

#include "tests/catch.h"

using hanrei::checker::explain::modal;

TEST_CASE("modal: what somebody does, as what they may do", "[explain]") {
  CHECK(modal("A blocks with X", "A", true, false) == "A may block with X");
  CHECK(modal("A passes the cup", "A", false, false) == "A may not pass the cup");
  CHECK(modal("A carries out X's end text", "A", false, false) ==
        "A may not carry out X's end text");
  CHECK(modal("A uses the event X", "A", false, false) == "A may not use the event X");
  CHECK(modal("A has X end", "A", true, false) == "A may have X end");
  CHECK(modal("A does nothing", "A", true, false) == "A may do nothing");
  CHECK(modal("A places X", "A", true, false) == "A may place X");
  CHECK(modal("A fuses X and Y", "A", true, false) == "A may fuse X and Y");
  CHECK(modal("A attaches X", "A", true, false) == "A may attach X");
  CHECK(modal("A ties X", "A", true, false) == "A may tie X");
  CHECK(modal("AがXでブロックする", "A", true, true) == "AはXでブロックできる");
  CHECK(modal("Aが火を消す(X)", "A", true, true) == "Aは火を消すことができる(X)");
  CHECK(modal("Aが条件に達する", "A", true, true) == "Aは条件に達することができる");
  CHECK(modal("Aが終わりを宣言する", "A", false, true) == "Aは終わりを宣言できない");
  CHECK(modal("Aが、Xを置く", "A", false, true) == "AはXを置くことができない");
}

TEST_CASE("modal: nothing where the sentence is another", "[explain]") {
  CHECK_FALSE(modal("B blocks", "A", true, false));
  CHECK_FALSE(modal("Abe blocks", "A", true, false));
  CHECK_FALSE(modal("A", "A", true, false));
  CHECK_FALSE(modal("A X", "A", true, false));
  CHECK_FALSE(modal("A blocked", "A", true, false));
  CHECK_FALSE(modal("Aが引いた", "A", true, true));
  CHECK_FALSE(modal("AのXが移る", "A", true, true));
  CHECK_FALSE(modal("", "", true, true));
}
