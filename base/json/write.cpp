#include "base/json/write.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>

#include "base/check.h"
#include "base/text/unicode.h"

namespace hanrei::base {
namespace {

constexpr int kLineWidth = 100;
constexpr int kIndent = 2;

std::string number_text(double number) {
  if (!std::isfinite(number)) return "null";
  char digits[32];
  const auto end = std::to_chars(std::begin(digits), std::end(digits), number).ptr;
  std::string text(digits, end);
  if (text.find_first_of(".e") == std::string::npos) text += ".0";  // stays a real number
  return text;
}

std::string scalar_text(const Json& json) {
  switch (json.kind) {
    case Json::Kind::Null: return "null";
    case Json::Kind::Bool: return json.boolean ? "true" : "false";
    case Json::Kind::Int: return std::to_string(json.integer);
    case Json::Kind::Real: return number_text(json.real);
    case Json::Kind::String: return quote_json(json.string);
    case Json::Kind::Array:
    case Json::Kind::Object: break;
  }
  HANREI_CHECK(false, "no scalar");
}

/// Appends text as long as there is room on the line.
class Line {
 public:
  explicit Line(int room) : room_(room) {}

  bool add(std::string_view text) {
    room_ -= display_width(text);
    text_ += text;
    return room_ >= 0;
  }
  const std::string& text() const { return text_; }

 private:
  int room_;
  std::string text_;
};

/// `json` on one line; false as soon as the room is used up.
bool write_flat(const Json& json, Line& line) {
  if (json.kind == Json::Kind::Array) {
    if (!line.add("[")) return false;
    for (const Json& item : json.items) {
      if (&item != &json.items.front() && !line.add(", ")) return false;
      if (!write_flat(item, line)) return false;
    }
    return line.add("]");
  }
  if (json.kind == Json::Kind::Object) {
    if (!line.add("{")) return false;
    for (const Member& member : json.members) {
      if (&member != &json.members.front() && !line.add(", ")) return false;
      if (!line.add(quote_json(member.key)) || !line.add(": ")) return false;
      if (!write_flat(member.value, line)) return false;
    }
    return line.add("}");
  }
  return line.add(scalar_text(json));
}

/// Writes `json` where `column` columns of the line are taken and `after` more have to follow.
void write_canonical(const Json& json, int indent, int column, int after, std::string& out) {
  const bool array = json.kind == Json::Kind::Array;
  const bool object = json.kind == Json::Kind::Object;
  if (!array && !object) {
    out += scalar_text(json);
    return;
  }
  Line line(kLineWidth - column - after);
  if ((array ? json.items.empty() : json.members.empty()) || write_flat(json, line)) {
    out += line.text().empty() ? (array ? "[]" : "{}") : line.text();
    return;
  }
  const int inner = indent + kIndent;
  const std::size_t count = array ? json.items.size() : json.members.size();
  out += array ? '[' : '{';
  for (std::size_t i = 0; i < count; ++i) {
    out += '\n';
    out.append(static_cast<std::size_t>(inner), ' ');
    int taken = inner;
    if (object) {
      const std::string key = quote_json(json.members[i].key) + ": ";
      out += key;
      taken += display_width(key);
    }
    const bool comma = i + 1 < count;
    write_canonical(array ? json.items[i] : json.members[i].value, inner, taken, comma ? 1 : 0,
                    out);
    if (comma) out += ',';
  }
  out += '\n';
  out.append(static_cast<std::size_t>(indent), ' ');
  out += array ? ']' : '}';
}

}  // namespace

std::string quote_json(std::string_view text) {
  std::string out = "\"";
  while (!text.empty()) {
    const std::size_t valid = valid_utf8_prefix(text);
    for (std::size_t i = 0; i < valid; ++i) {
      const auto byte = static_cast<unsigned char>(text[i]);
      const std::string_view two = text.substr(i, 2);
      const std::string_view three = text.substr(i, 3);
      if (byte == '"') {
        out += "\\\"";
      } else if (byte == '\\') {
        out += "\\\\";
      } else if (byte == '\n') {
        out += "\\n";
      } else if (byte == '\r') {
        out += "\\r";
      } else if (byte == '\t') {
        out += "\\t";
      } else if (byte == '\b') {
        out += "\\b";
      } else if (byte == '\f') {
        out += "\\f";
      } else if (byte < 0x20 || byte == 0x7F) {
        out += fmt::format("\\u{:04x}", byte);
      } else if (byte == 0xC2 && two[1] < '\xA0') {  // C1: U+0080 to U+009F
        out += fmt::format("\\u{:04x}", static_cast<unsigned char>(two[1]));
        i += 1;
      } else if (three == "\u2028" || three == "\u2029") {
        out += three == "\u2028" ? "\\u2028" : "\\u2029";
        i += 2;
      } else {
        out += text[i];
      }
    }
    text.remove_prefix(valid);
    if (!text.empty()) {
      out += "\uFFFD";
      text.remove_prefix(1);
    }
  }
  out += '"';
  return out;
}

std::string canonical(const Json& json) {
  std::string out;
  write_canonical(json, 0, 0, 0, out);
  out += '\n';
  return out;
}

void JsonWriter::new_line() {
  if (style_ == Style::Compact) return;
  out_ += '\n';
  out_.append(levels_.size() * kIndent, ' ');
}

void JsonWriter::before_value() {
  HANREI_CHECK(!done_, "a value after the end");
  if (levels_.empty()) return;
  Level& level = levels_.back();
  if (level.object) {
    HANREI_CHECK(key_waits_, "a value without a key");
    key_waits_ = false;
    return;
  }
  if (!level.empty) out_ += ',';
  level.empty = false;
  new_line();
}

void JsonWriter::after_value() {
  if (!levels_.empty()) return;
  done_ = true;
  if (style_ == Style::Pretty) out_ += '\n';
}

void JsonWriter::open(char bracket, bool object) {
  before_value();
  out_ += bracket;
  levels_.push_back(Level{object, true});
}

void JsonWriter::close(char bracket, bool object) {
  HANREI_CHECK(!levels_.empty() && levels_.back().object == object, "an end without its beginning");
  HANREI_CHECK(!key_waits_, "a key without its value");
  const bool empty = levels_.back().empty;
  levels_.pop_back();
  if (!empty) new_line();
  out_ += bracket;
  after_value();
}

void JsonWriter::begin_object() { open('{', true); }
void JsonWriter::end_object() { close('}', true); }
void JsonWriter::begin_array() { open('[', false); }
void JsonWriter::end_array() { close(']', false); }

void JsonWriter::key(std::string_view key) {
  HANREI_CHECK(!levels_.empty() && levels_.back().object, "a key outside an object");
  HANREI_CHECK(!key_waits_, "two keys in a row");
  Level& level = levels_.back();
  if (!level.empty) out_ += ',';
  level.empty = false;
  new_line();
  out_ += escape_unseen(quote_json(key));
  out_ += style_ == Style::Pretty ? ": " : ":";
  key_waits_ = true;
}

void JsonWriter::value(std::string_view text) {
  before_value();
  out_ += escape_unseen(quote_json(text));
  after_value();
}

void JsonWriter::value(bool truth) {
  before_value();
  out_ += truth ? "true" : "false";
  after_value();
}

void JsonWriter::value(std::int64_t number) {
  before_value();
  out_ += std::to_string(number);
  after_value();
}

void JsonWriter::value(std::uint64_t number) {
  before_value();
  out_ += std::to_string(number);
  after_value();
}

void JsonWriter::value(double number) {
  before_value();
  out_ += number_text(number);
  after_value();
}

void JsonWriter::null() {
  before_value();
  out_ += "null";
  after_value();
}

void JsonWriter::value(const std::vector<std::string>& list) {
  begin_array();
  for (const std::string& text : list) value(text);
  end_array();
}

void JsonWriter::value(const Json& json) {
  switch (json.kind) {
    case Json::Kind::Null: return null();
    case Json::Kind::Bool: return value(json.boolean);
    case Json::Kind::Int: return value(json.integer);
    case Json::Kind::Real: return value(json.real);
    case Json::Kind::String: return value(json.string);
    case Json::Kind::Array:
      begin_array();
      for (const Json& item : json.items) value(item);
      return end_array();
    case Json::Kind::Object:
      begin_object();
      for (const Member& member : json.members) {
        key(member.key);
        value(member.value);
      }
      return end_object();
  }
  HANREI_CHECK(false, "unknown kind");
}

}  // namespace hanrei::base
