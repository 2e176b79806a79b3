// What the language calls by a name of its own: arguments are counted and typed.

#include "tests/catch.h"
#include "tests/unit/model/translated.h"

using namespace hanrei;

namespace {

size_t faults(const std::string& is) {
  const test::Translated t(R"({"derived": "d", "args": {"p": "player", "c": "card"}, "is": ")" +
                           is + R"("})");
  return t.log.all().size();
}

}  // namespace

TEST_CASE("builtins: an argument more, one less, one of another type", "[model]") {
  CHECK(faults("present(c)") == 0);
  CHECK(faults("present()") == 1);
  CHECK(faults("present(c, c)") == 1);
  CHECK(faults("present(3)") == 1);
}

TEST_CASE("builtins: a step of an act is one of its processing, else of its declaration",
          "[model]") {
  const auto running = [](const std::string& args) {
    const test::Translated t(
        R"~({"act": "wave", "declare": [{"n": 1, "do": "me.wax -= 0"}, {"n": 2, "do": "me.wax -= 0"}],
            "process": [{"n": 1, "do": "me.wax -= 1"}]},
           {"derived": "d", "is": "in(wave)~" +
        args + R"~()"})~");
    return t.log.has_errors() ? "" : t.p.procedures[t.p.ranges.back().first].name;
  };
  CHECK(running("") == "wave");
  CHECK(running(", 1") == "wave");
  CHECK(running(", 2") == "wave・宣言");
  CHECK(running(", 3") == "");
}

TEST_CASE("builtins: a name that there is not is told with the likest", "[model]") {
  CHECK(faults("presents(c)") == 1);
}
