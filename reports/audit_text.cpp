#include "reports/audit_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/contains.h"
#include "base/json/array.h"

namespace hanrei::reports {
namespace {

using audit::print::Finding;
using audit::print::Place;
using audit::reader::Sentence;
using audit::reader::Skipped;
using audit::reader::Spot;
using base::JsonWriter;
using base::Lang;

constexpr size_t kTop = 10;       ///< findings that stand apart, at the top
constexpr size_t kEvidence = 12;  ///< places that are shown of one finding, without -v

const Sentence& sentence(const TextAudit& a, const Place& p) {
  return a.book.units[p.unit].says[p.sentence];
}
Spot spot(const TextAudit& a, const Place& p) { return p.at.line > 0 ? p.at : sentence(a, p).at; }

std::string_view severity_text(base::Severity s, Lang lang) {
  static constexpr std::string_view ja[] = {"注記", "質問", "警告", "エラー"};
  return lang == Lang::Ja ? ja[static_cast<size_t>(s)] : base::severity_name(s);
}

std::string_view why_text(Skipped::Why why, Lang lang) {
  static constexpr std::string_view en[] = {"not valid UTF-8, or a NUL in it",
                                            "longer than 4000 characters",
                                            "beyond the limits of lines, parts and sentences"};
  static constexpr std::string_view ja[] = {"UTF-8 として正しくないか、NUL を含みます",
                                            "4000文字を超えています",
                                            "行・部分・文の数の上限を超えています"};
  return (lang == Lang::Ja ? ja : en)[static_cast<size_t>(why)];
}

struct Counts {
  size_t by_severity[4] = {}, sentences = 0, words = 0;
};
Counts counts(const TextAudit& a) {
  Counts c;
  for (const Finding& f : a.findings.list)
    ++c.by_severity[static_cast<size_t>(base::code_severity(f.code))];
  for (const auto& u : a.book.units)
    for (const Sentence& s : u.says) {
      ++c.sentences;
      c.words += s.words.size();
    }
  return c;
}

/// The clauses of a finding, the first one first, each once; last those that no sentence states and
/// that name the term it is about.
std::vector<std::string> clauses(const TextAudit& a, const Finding& f) {
  std::vector<std::string> out;
  for (const Place& p : f.places) {
    for (const std::string& c : sentence(a, p).clauses)
      if (!base::contains(out, c)) out.push_back(c);
  }
  if (f.code == audit::print::Code::Undefined)
    for (const auto& [id, words] : a.untold)
      if (words.find(f.args[0]) != words.npos) out.push_back(id);
  return out;
}

void both(JsonWriter& w, const char* key, const std::string& en, const std::string& ja) {
  w.key(key);
  w.begin_object();
  w.member("en", en);
  w.member("ja", ja);
  w.end_object();
}

void head(JsonWriter& w, const Finding& f) {
  w.member("code", code_text(f.code));
  w.member("severity", base::severity_name(base::code_severity(f.code)));
  w.member("fingerprint", f.fingerprint);
  both(w, "message", message(f, Lang::En), message(f, Lang::Ja));
}

void number(JsonWriter& w, const char* key, size_t n) { w.member(key, static_cast<int64_t>(n)); }

/// Where in the print it is: line, column, and how the place is called.
void prints(JsonWriter& w, const TextAudit& a, const Finding& f) {
  w.key("print");
  w.begin_array();
  for (const Place& p : f.places) {
    const Spot at = spot(a, p);
    w.begin_object();
    w.member("place", audit::reader::place_name(a.book, p.unit));
    if (!sentence(a, p).clauses.empty()) w.member("clause", sentence(a, p).clauses[0]);
    number(w, "line", at.line);
    number(w, "column", at.column);
    w.end_object();
  }
  w.end_array();
}

void file_place(JsonWriter& w, base::Span span, const base::SourceMap& sources,
                const std::string& otherwise) {
  const base::Place from = sources.place(span), to = sources.end_place(span);
  w.member("path", span ? from.path : otherwise);
  number(w, "line", span ? from.line : 1);
  number(w, "column", span ? from.column : 1);
  number(w, "end_line", span ? to.line : 1);
  number(w, "end_column", span ? to.column : 1);
}

base::Span clause_span(const TextAudit& a, const std::string& clause) {
  const auto it = a.clauses.find(clause);
  return it == a.clauses.end() ? base::Span{} : it->second;
}

std::string not_examined(const TextAudit& a, bool ja) {
  std::string codes;
  for (const base::Code c : a.findings.not_examined)
    codes += (codes.empty() ? "" : ", ") + std::string(code_text(c));
  return (ja ? "検査していないもの（日本語の形態素解析器 MeCab と UTF-8 の辞書がありません）: "
             : "not examined, for want of MeCab with a UTF-8 dictionary: ") +
         codes;
}

void write_one(std::ostream& out, const TextAudit& a, const Finding& f, const Style& style) {
  const Spot at = spot(a, f.places[0]);
  const std::string where = audit::reader::place_name(a.book, f.places[0].unit);
  out << shown(a.path) << ":" << at.line << ":" << at.column << ": "
      << severity_text(base::code_severity(f.code), style.lang) << " " << code_text(f.code) << ": "
      << (where.empty() ? "" : shown(where, 60) + ": ") << shown(message(f, style.lang)) << "\n";
  for (size_t i = 1; i < f.places.size(); ++i) {
    if (i > kEvidence && !style.verbose) {
      out << "    …\n";
      break;
    }
    const Spot there = spot(a, f.places[i]);
    out << "    " << shown(a.path) << ":" << there.line << ":" << there.column << ": "
        << shown(audit::reader::place_name(a.book, f.places[i].unit), 60) << "\n";
  }
}

/// The first ten, the others, and last what is only a slip of writing.
void write_blocks(std::ostream& out, const TextAudit& a, const Style& style) {
  const bool ja = style.lang == Lang::Ja;
  const auto& list = a.findings.list;
  const size_t slips = static_cast<size_t>(
      std::find_if(list.begin(), list.end(),
                   [](const Finding& f) { return audit::print::is_slip(f.code); }) -
      list.begin());
  const bool titles = slips > kTop || (slips > 0 && slips < list.size());
  for (size_t i = 0; i < list.size(); ++i) {
    if (titles && i == 0)
      out << (ja ? "重要なもの\n" : "what matters most\n");
    else if (i == slips)
      out << (i > 0 ? "\n" : "") << (ja ? "書き誤り\n" : "slips of writing\n");
    else if (titles && i == kTop)
      out << (ja ? "\nそのほか\n" : "\nalso\n");
    write_one(out, a, list[i], style);
  }
}

}  // namespace

void write_text_audit_text(std::ostream& out, const TextAudit& a, const Style& style) {
  const bool ja = style.lang == Lang::Ja;
  write_blocks(out, a, style);
  for (const Skipped& s : a.book.skipped) {
    out << shown(a.path) << ":" << s.first << ": " << (ja ? "読まなかった行: " : "not parsed: ");
    if (ja)
      out << s.first << "〜" << s.last << "行目。" << why_text(s.why, style.lang) << "\n";
    else
      out << "lines " << s.first << " to " << s.last << ": " << why_text(s.why, style.lang) << "\n";
  }
  if (a.findings.left_out > 0)
    out << (ja ? "ほかに " : "and ") << a.findings.left_out
        << (ja ? " 件（種類ごとに300件まで示します）\n"
               : " more (at most 300 of a kind are shown)\n");
  if (!a.findings.not_examined.empty()) out << not_examined(a, ja) << "\n";
  const Counts c = counts(a);
  if (!a.findings.list.empty() || !a.book.skipped.empty()) out << "\n";
  if (ja)
    out << fmt::format("{}: エラー {}、質問 {}\n  範囲: 行 {}、部分 {}、文 {}、語 {}\n",
                       shown(a.path), c.by_severity[3], c.by_severity[1], a.book.lines,
                       a.book.units.size(), c.sentences, c.words);
  else
    out << fmt::format(
        "{}: {} errors, {} questions\n  scope: {} lines, {} parts, {} sentences, {} words\n",
        shown(a.path), c.by_severity[3], c.by_severity[1], a.book.lines, a.book.units.size(),
        c.sentences, c.words);
}

void write_text_audit_json(std::ostream& out, const TextAudit& a, int exit_code) {
  JsonWriter w;
  w.begin_object();
  w.member("format", 2);
  w.member("tool", "hanrei");
  w.member("text", a.path);
  w.member("digest", a.book.digest);
  base::write_objects(w, "findings", a.findings.list, [&](const Finding& f) {
    head(w, f);
    const Spot at = spot(a, f.places[0]);
    w.member("path", a.path);
    number(w, "line", at.line);
    number(w, "column", at.column);
    prints(w, a, f);
  });
  const Counts c = counts(a);
  w.key("scope");
  w.begin_object();
  number(w, "lines", a.book.lines);
  number(w, "parts", a.book.units.size());
  number(w, "sentences", c.sentences);
  number(w, "words", c.words);
  number(w, "left_out", a.findings.left_out);
  w.end_object();
  base::write_objects(w, "not_parsed", a.book.skipped, [&](const Skipped& s) {
    number(w, "first", s.first);
    number(w, "last", s.last);
    w.member("why", why_text(s.why, Lang::En));
  });
  w.key("not_examined");
  w.begin_array();
  for (const base::Code code : a.findings.not_examined) w.value(code_text(code));
  w.end_array();
  w.member("exit", exit_code);
  w.end_object();
  out << w.str();
}

void write_text_part(std::ostream& out, const TextAudit& a, const base::SourceMap& sources,
                     const Style& style) {
  const bool ja = style.lang == Lang::Ja;
  for (const Finding& f : a.findings.list) {
    const std::vector<std::string> ids = clauses(a, f);
    const base::Span span = ids.empty() ? base::Span{} : clause_span(a, ids[0]);
    const base::Place at = sources.place(span);
    if (span)
      out << shown(at.path) << ":" << at.line << ":" << at.column;
    else
      out << shown(a.path);
    out << ": " << severity_text(base::code_severity(f.code), style.lang) << " "
        << code_text(f.code) << ": " << (ids.empty() ? "" : shown(ids[0], 60) + ": ")
        << shown(message(f, style.lang)) << "\n    " << (ja ? "原文 " : "in print: ");
    for (size_t i = 0; i < f.places.size(); ++i) {
      if (i > kEvidence && !style.verbose) {
        out << ", …";
        break;
      }
      const Sentence& s = sentence(a, f.places[i]);
      out << (i > 0 ? ", " : "") << (ja ? "" : "line ") << s.at.line << (ja ? "行目" : "")
          << (s.clauses.empty() ? "" : " (" + shown(s.clauses[0], 60) + ")");
    }
    out << "\n";
  }
  if (!a.findings.not_examined.empty()) out << not_examined(a, ja) << "\n";
  const Counts c = counts(a);
  std::set<std::string> told;
  for (const auto& u : a.book.units)
    for (const Sentence& s : u.says) told.insert(s.clauses.begin(), s.clauses.end());
  if (!a.findings.list.empty()) out << "\n";
  if (ja)
    out << fmt::format("{}（{}）: エラー {}、質問 {}\n  範囲: 文 {}、原文のある条項 {}/{}\n",
                       shown(a.path), shown(a.book.name, 60), c.by_severity[3], c.by_severity[1],
                       c.sentences, told.size(), a.clauses.size());
  else
    out << fmt::format(
        "{} ({}): {} errors, {} questions\n  scope: {} sentences; {} of {} clauses have facts\n",
        shown(a.path), shown(a.book.name, 60), c.by_severity[3], c.by_severity[1], c.sentences,
        told.size(), a.clauses.size());
}

void write_text_findings(JsonWriter& w, const TextAudit& a, const base::SourceMap& sources) {
  for (const Finding& f : a.findings.list) {
    const std::vector<std::string> ids = clauses(a, f);
    w.begin_object();
    head(w, f);
    file_place(w, ids.empty() ? base::Span{} : clause_span(a, ids[0]), sources, a.path);
    w.member("basis", "printed");
    number(w, "times", f.places.size());
    base::write_objects(w, "set", ids, [&](const std::string& id) {
      w.member("clause", id);
      file_place(w, clause_span(a, id), sources, a.path);
    });
    w.key("related");
    w.begin_array();
    w.end_array();
    prints(w, a, f);
    w.end_object();
  }
}

}  // namespace hanrei::reports
