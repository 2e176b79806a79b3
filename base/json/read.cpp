#include "base/json/read.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <iterator>
#include <limits>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/json/syntax_error.h"
#include "base/text/encoding.h"
#include "base/text/unicode.h"

namespace hanrei::base {
namespace {

constexpr int kMaxMends = 20;        // syntax errors told in one run
constexpr int kMaxUtf8Reports = 20;  // lines with invalid UTF-8 told in one run

/// Counts what the parser has taken. The JSON library tells no places: this is how we know them.
class CountingIterator {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  CountingIterator(const char* at, std::size_t* taken) : at_(at), taken_(taken) {}
  reference operator*() const { return *at_; }
  CountingIterator& operator++() {
    ++at_;
    ++*taken_;
    return *this;
  }
  CountingIterator operator++(int) {
    CountingIterator before = *this;
    ++*this;
    return before;
  }
  bool operator==(const CountingIterator& other) const { return at_ == other.at_; }
  bool operator!=(const CountingIterator& other) const { return at_ != other.at_; }

 private:
  const char* at_;
  std::size_t* taken_;
};

/// Builds the value from the parser's events. Between two tokens stand only spaces, `,` and `:`, so
/// a token begins at the first other byte after the one before it.
class Builder {
 public:
  using number_integer_t = nlohmann::json::number_integer_t;
  using number_unsigned_t = nlohmann::json::number_unsigned_t;
  using number_float_t = nlohmann::json::number_float_t;
  using string_t = nlohmann::json::string_t;
  using binary_t = nlohmann::json::binary_t;

  Builder(std::string_view text, Span file, const std::size_t& taken)
      : text_(text), file_(file), taken_(taken) {
    state_.last_end = file.begin;
  }

  bool null() { return attach(scalar(Json::Kind::Null)); }
  bool boolean(bool truth) {
    Json json = scalar(Json::Kind::Bool);
    json.boolean = truth;
    return attach(std::move(json));
  }
  bool number_integer(number_integer_t) { return number(); }
  bool number_unsigned(number_unsigned_t) { return number(); }
  bool number_float(number_float_t value, const string_t&) {
    float_value_ = value;
    return number();
  }
  bool string(string_t& content) {
    Json json = scalar(Json::Kind::String);
    json.string = std::move(content);
    return attach(std::move(json));
  }
  bool binary(binary_t&) { return false; }  // not in JSON

  bool start_object(std::size_t) { return open(Json::Kind::Object); }
  bool end_object() { return close(); }
  bool start_array(std::size_t) { return open(Json::Kind::Array); }
  bool end_array() { return close(); }

  bool key(string_t& name) {
    const Span span = next_token();
    state_.after_key = true;
    if (too_deep()) return true;
    Frame& frame = frames_.back();
    const auto [first, fresh] = frame.seen.emplace(name, span);
    frame.drop_next = !fresh;
    if (!fresh) {
      problems.add(Code::JsonDuplicateKey, span, {name});
      problems.last().notes.emplace_back(first->second,
                                         in_both("the first one is here", "最初のものはここです"));
    }
    frame.key = std::move(name);
    frame.key_span = span;
    return true;
  }

  template <class Exception>
  bool parse_error(std::size_t, const std::string&, const Exception&) {
    return false;  // read_json() works out what was seen and expected
  }

  /// How far it came, for the wording of a syntax error.
  ReadState state() const {
    ReadState state = state_;
    state.nothing_read = kinds_.empty() && !root;
    if (!kinds_.empty()) state.innermost = kinds_.back();
    return state;
  }

  DiagnosticLog problems;
  std::optional<Json> root;

 private:
  struct Frame {
    Json json;
    std::string key;
    Span key_span;
    bool drop_next = false;  // a value under a key which was there before
    std::unordered_map<std::string, Span> seen;
  };

  bool too_deep() const { return kinds_.size() > frames_.size(); }

  /// The span of the token which the parser has just taken.
  Span next_token() {
    std::uint32_t begin = state_.last_end;
    while (begin < text_.size() &&
           (is_json_space(text_[begin]) || text_[begin] == ',' || text_[begin] == ':')) {
      ++begin;
    }
    state_.last_end = file_.begin + static_cast<std::uint32_t>(taken_);
    state_.after_key = false;
    state_.just_opened = false;
    return Span{file_.file, begin, state_.last_end};
  }

  Json scalar(Json::Kind kind) {
    Json json;
    json.kind = kind;
    json.span = next_token();
    return json;
  }

  /// The parser reads one byte past a number, unless the file ends there: look for the end here.
  bool number() {
    Json json = scalar(Json::Kind::Int);
    std::string_view digits = text_.substr(json.span.begin);
    digits = digits.substr(0, number_length(digits));
    json.span.end = state_.last_end = json.span.begin + static_cast<std::uint32_t>(digits.size());
    if (digits.find_first_of(".eE") != std::string_view::npos) {
      json.kind = Json::Kind::Real;
      json.real = float_value_;
    } else {
      const bool negative = digits.front() == '-';
      const auto parsed =
          std::from_chars(digits.data(), digits.data() + digits.size(), json.integer);
      if (parsed.ec != std::errc()) {
        problems.add(Code::NumberOutOfRange, json.span, {std::string(digits.substr(0, kMaxShown))});
        json.integer = negative ? std::numeric_limits<std::int64_t>::min()
                                : std::numeric_limits<std::int64_t>::max();
      }
    }
    return attach(std::move(json));
  }

  bool open(Json::Kind kind) {
    const Span span = next_token();
    state_.just_opened = true;
    kinds_.push_back(kind);
    if (kinds_.size() > static_cast<std::size_t>(kMaxJsonDepth)) {
      // Go on for the sake of the errors further on, but keep nothing that lies so deep.
      if (kinds_.size() == static_cast<std::size_t>(kMaxJsonDepth) + 1 && !told_depth_) {
        problems.add(Code::JsonTooDeep, span, {std::to_string(kMaxJsonDepth)});
        told_depth_ = true;
      }
      return true;
    }
    Frame& frame = frames_.emplace_back();
    frame.json.kind = kind;
    frame.json.span = span;
    return true;
  }

  bool close() {
    const Span span = next_token();
    const bool was_too_deep = too_deep();
    kinds_.pop_back();
    if (was_too_deep) return true;
    Json json = std::move(frames_.back().json);
    frames_.pop_back();
    json.span.end = span.end;
    return attach(std::move(json));
  }

  bool attach(Json json) {
    if (too_deep()) return true;
    if (frames_.empty()) {
      root = std::move(json);
      return true;
    }
    Frame& frame = frames_.back();
    if (frame.json.kind == Json::Kind::Array) {
      frame.json.items.push_back(std::move(json));
    } else if (!frame.drop_next) {
      frame.json.members.push_back(Member{std::move(frame.key), frame.key_span, std::move(json)});
    }
    return true;
  }

  std::string_view text_;
  Span file_;
  const std::size_t& taken_;
  ReadState state_;
  double float_value_ = 0;
  bool told_depth_ = false;
  std::vector<Frame> frames_;
  std::vector<Json::Kind> kinds_;  // as frames_, and beyond the depth limit
};

/// Tells invalid UTF-8, once per line, and blots it out of `text`. True when there was none.
bool check_utf8(std::string& text, Span file, DiagnosticLog& log) {
  int told = 0;
  std::size_t told_until = 0;
  for (std::size_t at = valid_utf8_prefix(text); at < text.size();) {
    if (at >= told_until && told < kMaxUtf8Reports) {
      const auto begin = static_cast<std::uint32_t>(at);
      log.add(Code::InvalidUtf8, Span{file.file, begin, begin + 1},
              {fmt::format("0x{:02x}", static_cast<unsigned char>(text[at]))});
      ++told;
      told_until = std::min(text.find('\n', at), text.size());
    }
    text[at] = '?';
    at += valid_utf8_prefix(std::string_view(text).substr(at));
  }
  return told == 0;
}

}  // namespace

std::optional<Json> read_json(const SourceMap& sources, Span file, DiagnosticLog& log) {
  const std::string_view original = sources.text(file.file);
  if (original.size() > kMaxJsonBytes) {
    log.add(Code::FileTooLarge, Span{file.file, file.begin, file.begin},
            {std::to_string(original.size()), std::to_string(kMaxJsonBytes)});
    return std::nullopt;
  }

  std::string text(original.substr(0, file.end));
  // SourceMap has passed over one byte order mark, and the parser would pass over another.
  if (text.compare(file.begin, 3, "\xEF\xBB\xBF") == 0) text.replace(file.begin, 3, "???");
  // Of a file that has to be converted nothing else is told.
  const std::size_t bad = valid_utf8_prefix(original);
  if (bad < original.size()) {
    if (const auto encoding = other_encoding(original)) {
      const auto at = static_cast<std::uint32_t>(bad);
      log.add(Code::InvalidUtf8, Span{file.file, at, at + 1},
              {bad_byte(static_cast<unsigned char>(original[bad]), encoding)});
      return std::nullopt;
    }
  }
  bool good = bad == original.size() || check_utf8(text, file, log);

  // Each round reads the whole text. When the parser stops at a mistake of a common kind, the text
  // is mended for the next round, so that one run tells the mistakes after it as well.
  for (int round = 0;; ++round) {
    std::size_t taken = 0;
    Builder builder(text, file, taken);
    const char* data = text.data();
    bool complete = nlohmann::json::sax_parse(CountingIterator(data + file.begin, &taken),
                                              CountingIterator(data + file.end, &taken), &builder);
    // The parser takes a zero byte for the end of the text.
    const std::string_view rest = std::string_view(text).substr(builder.state().last_end);
    if (complete && !std::ranges::all_of(rest, is_json_space)) complete = false;
    if (!complete) {
      const SyntaxError error = explain_syntax_error(text, file, builder.state());
      log.add(error.code, error.span, error.args);
      if (error.code == Code::JsonSyntax) good = false;
      if (error.mend != SyntaxError::Mend::None && round < kMaxMends) {
        mend(error, text);
        continue;
      }
      good = false;
    }
    for (const Diagnostic& problem : builder.problems.all()) {
      if (problem.code == Code::JsonTooDeep) good = false;
    }
    log.append(builder.problems);
    return good ? std::move(builder.root) : std::nullopt;
  }
}

}  // namespace hanrei::base
