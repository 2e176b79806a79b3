// SARIF 2.1.0: what code hosts and editors show beside the files.
#include <algorithm>
#include <map>

#include "base/json/write.h"
#include "base/text/unicode.h"
#include "reports/findings.h"

namespace hanrei::reports {
namespace {

using base::JsonWriter;
using findings::Effect;
using findings::Finding;
using findings::Location;

constexpr size_t kMostRelated = 20, kMostSteps = 200, kMostChars = 1000;

std::string text(std::string_view words) {
  const std::string out = base::safe_terminal(base::clip(words, kMostChars), true);
  return out.empty() ? "…" : out;  // an empty text counts as a missing one
}

/// Plain text in a place where `[a](b)` and `{0}` mean something.
std::string message_text(std::string_view words) {
  std::string out;
  for (const char c : text(words)) {
    if (c == '[' || c == ']' || c == '\\') out += '\\';
    if (c == '{' || c == '}') out += c;  // doubled
    out += c;
  }
  return out;
}

std::string uri(std::string_view path) {
  static constexpr char digits[] = "0123456789ABCDEF";
  std::string out;
  for (const char c : path) {
    const auto b = static_cast<unsigned char>(c);
    const bool plain = (b >= 'a' && b <= 'z') || (b >= 'A' && b <= 'Z') || (b >= '0' && b <= '9') ||
                       b == '/' || b == '.' || b == '-' || b == '_' || b == '~';
    if (plain)
      out += c;
    else {
      out += '%';
      out += digits[b >> 4];
      out += digits[b & 15];
    }
  }
  return path.starts_with('/') ? "file://" + out : out;
}

std::string_view level(const Finding& f) {
  if (f.effect >= Effect::Fails) return "error";
  if (f.effect == Effect::Unsure || f.severity >= base::Severity::Warning) return "warning";
  return "note";
}

class Sarif {
 public:
  Sarif(const Run& run, const Style& style) : run_(run), lang_(static_cast<size_t>(style.lang)) {}

  std::string write() {
    const auto& list = run_.judged.list;
    const size_t kept = std::min(list.size(), kMostResults);
    for (size_t i = 0; i < kept; ++i) rules_.emplace(list[i].code, 0);
    size_t n = 0;
    for (auto& [code, index] : rules_) index = n++;
    w_.begin_object();
    w_.member("$schema", "https://json.schemastore.org/sarif-2.1.0.json");
    w_.member("version", "2.1.0");
    w_.key("runs");
    w_.begin_array();
    w_.begin_object();
    tool();
    w_.key("automationDetails");
    w_.begin_object();
    w_.member("id", "hanrei/" + run_.command + "/");
    w_.end_object();
    w_.member("language", lang_ == 1 ? "ja" : "en");
    w_.member("columnKind", "utf16CodeUnits");
    invocation(list.size() - kept);
    w_.key("results");
    w_.begin_array();
    for (size_t i = 0; i < kept; ++i) result(list[i]);
    w_.end_array();
    w_.end_object();
    w_.end_array();
    w_.end_object();
    return w_.str();
  }

 private:
  void message(const char* key, const std::string& words) {
    w_.key(key);
    w_.begin_object();
    w_.member("text", words);
    w_.end_object();
  }

  void tool() {
    w_.key("tool");
    w_.begin_object();
    w_.key("driver");
    w_.begin_object();
    w_.member("name", "hanrei");
    w_.member("semanticVersion", HANREI_VERSION);
    w_.key("rules");
    w_.begin_array();
    for (const auto& [code, index] : rules_) {
      const findings::Rule rule = findings::rule_of(code);
      w_.begin_object();
      w_.member("id", code);
      message("shortDescription", text(rule.text[lang_]));
      message("fullDescription", text(rule.text[lang_]));
      message("help", text(rule.hint[lang_].empty() ? rule.text[lang_] : rule.hint[lang_]));
      w_.key("defaultConfiguration");
      w_.begin_object();
      w_.member("level", rule.severity == base::Severity::Error     ? "error"
                         : rule.severity == base::Severity::Warning ? "warning"
                                                                    : "note");
      w_.end_object();
      w_.end_object();
    }
    w_.end_array();
    w_.end_object();
    w_.end_object();
  }

  /// What was not examined, and what was left out, are told as notifications.
  void invocation(size_t left_out) {
    w_.key("invocations");
    w_.begin_array();
    w_.begin_object();
    w_.member("executionSuccessful",
              (run_.exit_code == 0 || run_.exit_code == 1 || run_.exit_code == 3) &&
                  run_.unfinished[lang_].empty());
    w_.member("exitCode", run_.exit_code);
    w_.key("toolExecutionNotifications");
    w_.begin_array();
    const auto notify = [&](const std::string& words, const char* how) {
      w_.begin_object();
      message("message", message_text(words));
      w_.member("level", how);
      w_.end_object();
    };
    if (!run_.scope[lang_].empty()) notify(run_.scope[lang_], "note");
    for (const auto& b : run_.not_examined)
      notify((lang_ == 1 ? "未検査: " : "not examined: ") + b[lang_], "warning");
    if (left_out > 0)
      notify(lang_ == 1 ? "このほかに " + std::to_string(left_out) + " 件の指摘があります"
                        : std::to_string(left_out) + " more findings are left out",
             "warning");
    w_.end_array();
    w_.end_object();
    w_.end_array();
  }

  void physical(const Location& l) {
    w_.key("physicalLocation");
    w_.begin_object();
    w_.key("artifactLocation");
    w_.begin_object();
    w_.member("uri", uri(l.path));
    if (!l.path.starts_with('/')) w_.member("uriBaseId", "%SRCROOT%");
    w_.end_object();
    if (l.line > 0) {
      w_.key("region");
      w_.begin_object();
      w_.member("startLine", l.line);
      w_.member("startColumn", l.utf16_column);
      w_.member("endLine", l.end_line);
      w_.member("endColumn", l.utf16_end_column);
      w_.end_object();
    }
    w_.end_object();
  }

  void result(const Finding& f) {
    w_.begin_object();
    w_.member("ruleId", f.code);
    w_.member("ruleIndex", static_cast<uint64_t>(rules_.at(f.code)));
    w_.member("level", level(f));
    message("message", message_text(f.message[lang_]));
    w_.key("locations");
    w_.begin_array();
    if (!f.place.path.empty()) {
      w_.begin_object();
      physical(f.place);
      w_.end_object();
    }
    w_.end_array();
    related(f);
    play(f);
    w_.key("partialFingerprints");
    w_.begin_object();
    std::string line_hash = f.fingerprint;
    std::replace(line_hash.begin(), line_hash.end(), '-', ':');
    w_.member("primaryLocationLineHash", line_hash);
    w_.member("hanrei/v1", f.fingerprint);
    w_.end_object();
    if (run_.baseline) w_.member("baselineState", f.known ? "unchanged" : "new");
    // Where one result has suppressions, all have a list of them.
    if (run_.judged.waived > 0) {
      w_.key("suppressions");
      w_.begin_array();
      if (!f.waived.empty()) {
        w_.begin_object();
        w_.member("kind", "external");
        w_.member("status", "accepted");
        w_.member("justification",
                  text(base::in_lang(f.waived, lang_ == 1 ? base::Lang::Ja : base::Lang::En)));
        w_.end_object();
      }
      w_.end_array();
    }
    w_.end_object();
  }

  void related(const Finding& f) {
    size_t n = 0;
    for (const Location& l : f.related) n += l.line > 0 && !l.old ? 1 : 0;
    if (n == 0) return;
    w_.key("relatedLocations");
    w_.begin_array();
    n = 0;
    for (const Location& l : f.related) {
      if (l.line == 0 || l.old || n >= kMostRelated) continue;
      w_.begin_object();
      w_.member("id", static_cast<uint64_t>(++n));
      physical(l);
      message("message", message_text(l.note[lang_]));
      w_.end_object();
    }
    w_.end_array();
  }

  /// The play that shows the finding. Its steps have no place of their own: each stands at that of
  /// the finding.
  void play(const Finding& f) {
    const std::vector<std::string>& steps = f.play[lang_];
    if (steps.empty() || f.place.path.empty()) return;
    w_.key("codeFlows");
    w_.begin_array();
    w_.begin_object();
    w_.key("threadFlows");
    w_.begin_array();
    w_.begin_object();
    w_.key("locations");
    w_.begin_array();
    for (size_t i = 0; i < steps.size() && i < kMostSteps; ++i) {
      w_.begin_object();
      w_.key("location");
      w_.begin_object();
      physical(f.place);
      message("message", message_text(steps[i]));
      w_.end_object();
      w_.member("executionOrder", static_cast<uint64_t>(i + 1));
      w_.end_object();
    }
    w_.end_array();
    w_.end_object();
    w_.end_array();
    w_.end_object();
    w_.end_array();
  }

  const Run& run_;
  const size_t lang_;
  JsonWriter w_;
  std::map<std::string, size_t> rules_;
};

}  // namespace

void write_sarif(std::ostream& out, const Run& run, const Style& style) {
  out << Sarif(run, style).write();
}

}  // namespace hanrei::reports
