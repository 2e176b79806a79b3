#include "base/text/encoding.h"

#include <string>

#include "tests/catch.h"

using namespace hanrei::base;

namespace {

std::string named(const std::string& bytes) {
  const auto e = other_encoding(bytes);
  return e ? std::string(e->iconv) : "";
}

}  // namespace

TEST_CASE("encoding: what a text looks like that is not UTF-8", "[base][encoding]") {
  CHECK(named("") == "");
  CHECK(named("{\"a\": 1}") == "");
  CHECK(named("\xEF\xBB\xBF\xE3\x82\xAB") == "");  // カ with a mark
  CHECK(named("\"\x83J\x81[\x83h\"") == "CP932");  // カード
  CHECK(named("\"\xA5\xAB\xA1\xBC\xA5\xC9\"") == "EUC-JP");
  CHECK(named(std::string("\xFF\xFE\x6B\x30", 4)) == "UTF-16");
  CHECK(named(std::string("\xFE\xFF\x30\x6B", 4)) == "UTF-16");
  CHECK(named(std::string("{\0\"\0a\0\"\0:\0", 10)) == "UTF-16LE");
  CHECK(named(std::string("\0{\0\"\0a\0\"\0:", 10)) == "UTF-16BE");
}

TEST_CASE("encoding: what fits none is not guessed at", "[base][encoding]") {
  CHECK(named("caf\xE9 au lait") == "");          // Latin-1
  CHECK(named("\xE9m\xE9mm") == "");              // fits Shift_JIS, and has no kana
  CHECK(named("\xE9\xAF\x89 \x8C\xEE\"") == "");  // one UTF-8 name, one in Shift_JIS
  CHECK(named("\x83") == "");                     // cut off
  CHECK(named("a\xFF"
              "b") == "");
  CHECK(named(std::string("ab\0cd", 5)) == "");
}
