// Words with which a demand hedges itself.

#include "checker/collisions/hedge.h"

#include "tests/catch.h"

TEST_CASE("hedge: only what can be done is demanded", "[audit]") {
  using hanrei::checker::collisions::hedges;
  for (const char* words :
       {"この札は、攻撃できるなら攻撃する。", "可能な限り守る。", "できる場合、必ず行う。",
        "相手に守れる、または守ることのできる札がいるなら守る。", "Attack if able.",
        "If it can, it attacks.", "Whoever can has to.", "As many as possible are put back."}) {
    INFO(words);
    CHECK(hedges(words));
  }
  // to be able to do something is no condition; nor is a condition of something else, or one in
  // another phrase
  for (const char* words : {"", "必ず攻撃する。", "この札は攻撃できる。夜なら、守る。",
                            "できない。夜のときは必ず守る。", "夜なら必ず攻撃する。",
                            "It can attack. If it is night, it has to.",
                            "If it is night, attack: nobody can stop it.", "It must attack."}) {
    INFO(words);
    CHECK_FALSE(hedges(words));
  }
}
