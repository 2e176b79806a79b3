#include "base/text/unicode.h"

#include <string>

#include "tests/catch.h"

using namespace hanrei::base;

TEST_CASE("unicode: characters and columns", "[base]") {
  CHECK(count_chars("") == 0);
  CHECK(count_chars("a山札") == 3);
  CHECK(count_chars("か\u3099") == 2);
  CHECK(count_chars("\xFF\xFE") == 2);
  CHECK(display_width("abc") == 3);
  CHECK(display_width("山札") == 4);
  CHECK(display_width("ｶﾞ") == 2);
  CHECK(display_width("か\u3099") == 2);
  CHECK(display_width("e\u0301") == 1);
  CHECK(display_width("Ａ") == 2);
  CHECK(display_width("\u200B") == 0);
  CHECK(display_width("\xFF") == 1);
}

TEST_CASE("unicode: validity", "[base]") {
  CHECK(valid_utf8(""));
  CHECK(valid_utf8("裁定 😀"));
  CHECK(valid_utf8(std::string_view("\0", 1)));
  CHECK_FALSE(valid_utf8("\xC0\x80"));          // overlong
  CHECK_FALSE(valid_utf8("\xED\xA0\x80"));      // surrogate
  CHECK_FALSE(valid_utf8("\xF4\x90\x80\x80"));  // beyond U+10FFFF
  CHECK_FALSE(valid_utf8("\xE5\xB1"));          // cut short
  CHECK_FALSE(valid_utf8("\x80"));
  CHECK(valid_utf8_prefix("ab\xFFz") == 2);
}

TEST_CASE("unicode: nothing a terminal obeys gets through", "[base]") {
  CHECK(safe_terminal("山札 plain") == "山札 plain");
  CHECK(safe_terminal("\x1B[31mred") == "\\u{1b}[31mred");
  CHECK(safe_terminal("\u009B31m") == "\\u{9b}31m");
  CHECK(safe_terminal("\x7F") == "\\u{7f}");
  CHECK(safe_terminal(std::string_view("a\0b", 3)) == "a\\u{0}b");
  CHECK(safe_terminal("a\xFFz") == "a\\x{ff}z");
  CHECK(safe_terminal("::error::x") == "\\u{3a}:error::x");
  CHECK(safe_terminal("a\n  ::error::", true) == "a\n  \\u{3a}:error::");
  CHECK(safe_terminal(":") == "\\u{3a}");  // another piece may begin with the second
  CHECK(safe_terminal(":wax = 2") == ":wax = 2");
  CHECK(safe_terminal("a::b") == "a::b");
  CHECK(safe_terminal("\r") == "\\u{d}");
  CHECK(safe_terminal("a\nb\tc") == "a\\nb\\tc");
  CHECK(safe_terminal("a\nb\tc", true) == "a\nb\tc");
  for (const char* hidden :
       {"\u202A", "\u202B", "\u202C", "\u202D", "\u202E", "\u2066",    "\u2067",
        "\u2068", "\u2069", "\u200E", "\u200F", "\u061C", "\u200B",    "\u200C",
        "\u200D", "\uFEFF", "\u2028", "\u2029", "\u2060", "\U000E0041"}) {
    CHECK(safe_terminal(hidden, true).substr(0, 3) == "\\u{");
  }
}

TEST_CASE("unicode: padding counts columns", "[base]") {
  CHECK(pad("山札", 6) == "山札  ");
  CHECK(pad("山札", 3) == "山札");
  CHECK(pad("", 0) == "");
  CHECK(pad("a", -5) == "a");
}

TEST_CASE("unicode: folding", "[base]") {
  CHECK(fold("Deck 7") == "deck 7");
  CHECK(fold("ひらがな") == "ヒラガナ");
  CHECK(fold("ｶﾞｰﾄﾞ") == "ガード");
  CHECK(fold("ＡＢＣ１２") == "abc12");
  CHECK(fold("が") == fold("か\u3099"));
  CHECK(fold("わ\u3099") == fold("ヷ"));
  CHECK(fold("ゟ") == "ヨリ");
  CHECK(fold("Straße") == "strasse");
  CHECK(fold("Ａ\xFF") == "a\xFF");
  for (const char* text : {"わ\u3099", "ゔゝゞ", "①㌢", "ǅ", "か\u309A"}) {
    CHECK(fold(fold(text)) == fold(text));
  }
}
