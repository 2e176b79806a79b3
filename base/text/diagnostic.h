#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/text/source_map.h"

namespace hanrei::base {

/// How much a diagnostic matters. Only errors stop the work.
enum class Severity { Note, Question, Warning, Error };

/// The codes of base/codes.def, in its order.
enum class Code : std::uint16_t {
#define CODE(name, code, severity, en, ja, hint_en, hint_ja) name,
#include "base/codes.def"
#undef CODE
};

/// Something wrong in a file which the user wrote, with its place.
struct Diagnostic {
  Code code{};
  Severity severity = Severity::Error;
  Span span;
  std::vector<std::string> args;
  std::vector<std::pair<Span, std::string>> notes;  // other places involved; see in_lang()

  friend bool operator==(const Diagnostic&, const Diagnostic&) = default;
};

/// Collects diagnostics; the stage which found one goes on.
class DiagnosticLog {
 public:
  /// Adds one with the severity from base/codes.def. Beyond kMost they are only counted.
  void add(Code code, Span span, std::vector<std::string> args = {});
  /// The one added last, for adding notes to it; only when there is one.
  Diagnostic& last();
  /// Adds what another log has and this one has not.
  void append(const DiagnosticLog& other);

  bool has_errors() const { return error_count() != 0; }
  std::size_t error_count() const;
  const std::vector<Diagnostic>& all() const { return all_; }
  /// How many there were beyond those kept.
  std::size_t left_out() const { return left_out_; }
  static constexpr std::size_t kMost = 2000;

  /// Complaints of one code with the same arguments become one, at the first of their places, with
  /// notes for some of the others: one slip is told once.
  void fold(std::initializer_list<Code> codes);

  /// Sorts by path, offset and code, and drops exact duplicates. Those without a place come first.
  void sort(const SourceMap& sources);

 private:
  std::vector<Diagnostic> all_;
  std::size_t left_out_ = 0;
  std::size_t errors_left_out_ = 0;
  Diagnostic dropped_;  // what last() means while nothing more is kept
};

/// The language of messages.
enum class Lang { En, Ja };

/// Every code there is, in the order of base/codes.def.
const std::vector<Code>& all_codes();
/// The stable text of a code, such as `HR1001`.
std::string_view code_text(Code code);
/// The severity a code has in base/codes.def.
Severity code_severity(Code code);
/// What a code says, and how to mend it, in one language. A missing argument shows as `?`; the hint
/// may be empty.
std::string message(Code code, const std::vector<std::string>& args, Lang lang);
std::string hint(Code code, const std::vector<std::string>& args, Lang lang);
/// `note`, `question`, `warning` or `error`.
std::string_view severity_name(Severity severity);
/// The same of a diagnostic.
std::string message(const Diagnostic& diagnostic, Lang lang);
/// What it says, in both languages (`in_lang`).
std::string message(const Diagnostic& diagnostic);
std::string hint(const Diagnostic& diagnostic, Lang lang);

/// An argument or note in both languages, for words rather than names:
/// `log.add(code, span, {in_both("a number", "数")})`.
std::string in_both(std::string_view en, std::string_view ja);
/// The text of an argument or note in one language; text not made by in_both() as it is.
std::string_view in_lang(std::string_view text, Lang lang);
/// Of a text by language (English, Japanese), the one; where it has none, the other.
const std::string& in_lang(const std::string (&both)[2], Lang lang);
/// A wording with `{0}` to `{9}` replaced by the arguments, once: an argument is never searched for
/// braces. One that is missing reads `?`.
std::string fill(std::string_view wording, const std::vector<std::string>& args, Lang lang);

}  // namespace hanrei::base
