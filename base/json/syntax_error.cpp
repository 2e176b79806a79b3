#include "base/json/syntax_error.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>

#include "base/text/unicode.h"

namespace hanrei::base {
namespace {

bool is_number_char(char c) {
  return (c >= '0' && c <= '9') || c == '+' || c == '-' || c == '.' || c == 'e' || c == 'E';
}

std::uint32_t skip_spaces(std::string_view text, std::uint32_t at) {
  while (at < text.size() && is_json_space(text[at])) ++at;
  return at;
}

std::string show(std::string_view found) {
  std::size_t end = 0;
  std::size_t chars = 0;
  while (end < found.size() && chars < kMaxShown) {
    end = char_end(found, end);
    ++chars;
  }
  return fmt::format("`{}{}`", safe_terminal(found.substr(0, end)),
                     end < found.size() ? "..." : "");
}

std::string end_of_file() { return in_both("the end of the file", "ファイルの終わり"); }

/// The end of the character at `at`, within the file.
std::uint32_t char_end(std::string_view text, Span file, std::uint32_t at) {
  return static_cast<std::uint32_t>(base::char_end(text.substr(0, file.end), at));
}

/// The span of whatever begins at `at`: a word, a string on one line, or a single character.
Span token_at(std::string_view text, Span file, std::uint32_t at) {
  const auto is_word = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '+' || c == '-' ||
           c == '.' || c == '$';
  };
  std::uint32_t end = at;
  if (at >= file.end) return Span{file.file, at, at};
  if (is_word(text[at])) {
    while (end < file.end && is_word(text[end])) ++end;
  } else if (text[at] == '"') {
    ++end;
    while (end < file.end && text[end] != '"' && text[end] != '\n') {
      end += text[end] == '\\' && end + 1 < file.end && text[end + 1] != '\n' ? 2 : 1;
    }
    if (end < file.end && text[end] == '"') ++end;
  } else if (text.substr(at, 2) == "//" || text.substr(at, 2) == "/*") {
    end += 2;
  } else {
    end = char_end(text, file, at);
  }
  return Span{file.file, at, end};
}

/// The code unit of `\uXXXX` at `at`, or -1.
int escaped_unit(std::string_view text, std::size_t at) {
  const std::string_view escape = text.substr(std::min(at, text.size()), 6);
  if (escape.size() < 6 || escape.substr(0, 2) != "\\u") return -1;
  int unit = 0;
  const auto parsed = std::from_chars(escape.data() + 2, escape.data() + 6, unit, 16);
  return parsed.ec == std::errc() && parsed.ptr == escape.data() + 6 && unit >= 0 ? unit : -1;
}

/// Length of the escape at `at`, a surrogate pair being one; 0 when it is none.
std::uint32_t escape_length(std::string_view text, std::size_t at) {
  const char letter = at + 1 < text.size() ? text[at + 1] : '\0';
  if (letter != '\0' && std::string_view("\"\\/bfnrt").find(letter) != std::string_view::npos) {
    return 2;
  }
  const auto is_high = [](int unit) { return unit >= 0xD800 && unit < 0xDC00; };
  const auto is_low = [](int unit) { return unit >= 0xDC00 && unit < 0xE000; };
  const int unit = escaped_unit(text, at);
  if (unit < 0 || is_low(unit)) return 0;
  if (!is_high(unit)) return 6;
  return is_low(escaped_unit(text, at + 6)) ? 12 : 0;
}

/// The parser did not accept the string which begins at `begin`.
SyntaxError explain_string(std::string_view text, Span file, std::uint32_t begin) {
  SyntaxError error;
  std::uint32_t at = begin + 1;
  while (at < file.end && text[at] != '"' && static_cast<unsigned char>(text[at]) >= 0x20) {
    const std::uint32_t step = text[at] == '\\' ? escape_length(text.substr(0, file.end), at) : 1;
    if (step == 0) {
      const bool unit = text.substr(at, 2) == "\\u";
      const std::uint32_t end =
          unit ? std::min(at + 6, token_at(text, file, at + 1).end) : char_end(text, file, at + 1);
      error.span = Span{file.file, at, end};
      error.args = {show(text.substr(at, end - at)), in_both("a valid escape", "正しいエスケープ")};
      if (end > at + 1) {
        error.mend = SyntaxError::Mend::Letter;
        error.mend_span = Span{file.file, at, at + 1};
      }
      return error;
    }
    at += step;
  }
  const char c = at < file.end ? text[at] : '\0';
  if (at >= file.end || c == '\n' || c == '\r') {
    error.span = Span{file.file, at, at};
    error.args = {at >= file.end ? end_of_file() : in_both("the end of the line", "行の終わり"),
                  "`\"`"};
    return error;
  }
  error.span = error.mend_span = Span{file.file, at, at + 1};
  error.args = {show(text.substr(at, 1)),
                fmt::format("`\\u{:04x}`", static_cast<unsigned char>(c))};
  error.mend = SyntaxError::Mend::Letter;
  return error;
}

}  // namespace

bool is_json_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

std::size_t number_length(std::string_view text) {
  std::size_t at = 0;
  const auto accept = [&](std::string_view one_of) {
    const bool there = at < text.size() && one_of.find(text[at]) != std::string_view::npos;
    if (there) ++at;
    return there;
  };
  const auto digits = [&] {
    const std::size_t begin = at;
    while (accept("0123456789")) {
    }
    return at > begin;
  };
  accept("-");
  if (!accept("0") && !digits()) return 0;
  std::size_t length = at;
  if (accept(".")) {
    if (!digits()) return length;
    length = at;
  }
  if (accept("eE")) {
    accept("+-");
    if (digits()) length = at;
  }
  return length;
}

SyntaxError explain_syntax_error(std::string_view text, Span file, const ReadState& state) {
  enum class Want { Value, Key, Other } want = Want::Other;
  const bool in_object = state.innermost == Json::Kind::Object;
  const auto char_at = [&](std::uint32_t at) { return at < file.end ? text[at] : '\0'; };
  const std::uint32_t after = skip_spaces(text, state.last_end);
  std::uint32_t at = after;
  std::string expected;
  SyntaxError error;

  if (state.after_key) {
    if (char_at(at) == ':') {
      at = skip_spaces(text, at + 1);
      want = Want::Value;
    } else {
      expected = "`:`";
    }
  } else if (state.nothing_read) {
    want = Want::Value;
  } else if (!state.innermost) {
    expected = end_of_file();
  } else if (state.just_opened) {
    want = in_object ? Want::Key : Want::Value;
  } else if (char_at(at) == ',') {
    at = skip_spaces(text, at + 1);
    want = in_object ? Want::Key : Want::Value;
    if (char_at(at) == (in_object ? '}' : ']')) {
      error.mend = SyntaxError::Mend::Blank;
      error.mend_span = Span{file.file, after, after + 1};
    }
  } else {
    expected = in_object ? "`,` `}`" : "`,` `]`";
    // Writing the comma into a space keeps all places as they are.
    const char c = char_at(at);
    const bool another = c == '"' || (!in_object && (c == '{' || c == '[' || is_number_char(c)));
    if (another && at > state.last_end) {
      error.mend = SyntaxError::Mend::Comma;
      error.mend_span = Span{file.file, at - 1, at};
    }
  }

  if (want != Want::Other && char_at(at) == '"') return explain_string(text, file, at);
  error.span = token_at(text, file, at);
  const std::string_view found = text.substr(at, error.span.end - at);
  if (want == Want::Key) expected = in_both("a key in `\"`", "`\"` で囲んだキー");
  if (want == Want::Value) {
    const bool like_number =
        !found.empty() && is_number_char(found.front()) && found[0] != 'e' && found[0] != 'E';
    expected = like_number ? in_both("a number", "数") : in_both("a value", "値");
    if (!found.empty() && number_length(found) == found.size()) {
      // A number, and yet not accepted: no such number can be held.
      error.code = Code::NumberOutOfRange;
      error.args = {std::string(found.substr(0, kMaxShown))};
      error.mend = SyntaxError::Mend::Number;
      error.mend_span = error.span;
      return error;
    }
  }
  error.args = {found.empty() ? end_of_file() : show(found), expected};

  if (found == "//" || found == "/*") {
    const std::size_t close = text.find(found == "//" ? "\n" : "*/", at + 2);
    const std::size_t end = std::min<std::size_t>(close, file.end);
    error.mend = SyntaxError::Mend::Blank;
    error.mend_span = Span{file.file, at, static_cast<std::uint32_t>(end)};
    if (found == "/*" && close < file.end) error.mend_span.end += 2;
  }
  return error;
}

void mend(const SyntaxError& error, std::string& text) {
  const auto begin = text.begin() + error.mend_span.begin;
  const auto end = text.begin() + error.mend_span.end;
  switch (error.mend) {
    case SyntaxError::Mend::None: return;
    case SyntaxError::Mend::Letter: *begin = '?'; return;
    case SyntaxError::Mend::Comma: *begin = ','; return;
    case SyntaxError::Mend::Number: {
      // The shortest number out of range takes five characters, and so does this one within it.
      const std::string_view near = *begin == '-' ? "-9e307" : "9e307";
      std::fill(begin, end, ' ');
      std::copy(near.begin(), near.end(), begin);
      return;
    }
    case SyntaxError::Mend::Blank:
      std::replace_if(
          begin, end, [](char c) { return c != '\n'; }, ' ');
      return;
  }
}

}  // namespace hanrei::base
