#include "reports/mermaid.h"

#include "base/text/unicode.h"
#include "reports/markdown.h"

namespace hanrei::reports {
namespace {

using base::Lang;

constexpr std::size_t kMostOfLabel = 400;

/// Text within the quotes of a label: nothing in it is an entity, markup or the end of it.
std::string label(std::string_view words) {
  const std::string safe = base::safe_terminal(base::clip(words, kMostOfLabel));
  std::string out;
  for (const char c : safe) {
    if (std::string_view("#&<>\"`;").find(c) == std::string_view::npos)
      out += c;
    else
      out += "#" + std::to_string(static_cast<int>(c)) + ";";
  }
  return out;
}

class Flow {
 public:
  Flow(std::ostream& out, Lang lang) : out_(out), ja_(lang == Lang::Ja) {}

  void claim(const Told& t) {
    out_ << "```mermaid\nflowchart TD\n  accTitle: " << label(t.verdict) << "\n";
    std::string begin = ja_ ? "はじめ" : "at first";
    for (const auto& [zone, holds] : t.start) begin += "\n" + board_line(zone, holds);
    const int first = node("(", begin, ")");
    const int last = steps(t.steps, first, "");
    if (!t.branches.empty()) {
      const int parting =
          node("{{", t.parts.empty() ? (ja_ ? "分かれ道" : "here they part") : t.parts, "}}");
      arrow(last, parting, "");
      for (const Branch& b : t.branches) {
        if (b.steps.empty())
          arrow(parting, node("([", ja_ ? "何も起こらない" : "nothing happens", "])"), b.label);
        steps(b.steps, parting, b.label);
      }
    }
    out_ << "```\n";
  }

 private:
  static std::string board_line(const std::string& zone, const std::string& holds) {
    return zone + ": " + (holds.empty() ? "–" : holds);
  }

  int node(const char* opens, const std::string& text, const char* closes) {
    std::string shown;
    std::size_t from = 0;
    for (std::size_t to = text.find('\n'); from <= text.size();
         from = to + 1, to = text.find('\n', from)) {
      if (from > 0) shown += "<br/>";
      if (to == std::string::npos) to = text.size();
      shown += label(std::string_view(text).substr(from, to - from));
    }
    out_ << "  s" << ++count_ << opens << '"' << shown << '"' << closes << "\n";
    return count_;
  }

  void arrow(int from, int to, const std::string& why) {
    out_ << "  s" << from << " -->";
    if (!why.empty()) out_ << "|\"" << label(why) << "\"|";
    out_ << " s" << to << "\n";
  }

  /// The number of the last node.
  int steps(const std::vector<Step>& list, int from, std::string on_arrow) {
    for (const Step& s : list) {
      std::string text = s.text, by;
      for (const std::string& card : s.cards) by += (by.empty() ? "" : ", ") + ("《" + card + "》");
      for (const std::string& clause : s.clauses) by += (by.empty() ? "" : ", ") + clause;
      if (!by.empty()) text += " (" + by + ")";
      for (const auto& [zone, holds] : s.board) text += "\n▫ " + board_line(zone, holds);
      const bool choice = s.kind == Step::Kind::Choice, end = s.kind == Step::Kind::End;
      const int here = node(choice ? "[" : end ? "([" : "(", text, choice ? "]" : end ? "])" : ")");
      arrow(from, here, on_arrow);
      on_arrow.clear();
      from = here;
    }
    return from;
  }

  std::ostream& out_;
  const bool ja_;
  int count_ = 0;
};

}  // namespace

void write_mermaid(std::ostream& out, const std::string& id, const std::string& title,
                   const std::vector<Told>& claims, Lang lang) {
  const bool ja = lang == Lang::Ja;
  out << "## " << markdown_text(id + "  " + title) << "\n";
  const Told* before = nullptr;
  for (const Told& t : claims) {
    if (!t.in_case.empty() && (before == nullptr || before->in_case != t.in_case))
      out << "\n### " << (ja ? "場合 " : "case ") << markdown_text(t.in_case) << "\n";
    before = &t;
    out << "\n" << markdown_text(t.verdict, 4000) << "\n";
    if (!t.because.empty() || !t.list.empty()) out << "\n";
    for (const std::string& line : t.because) out << "- " << markdown_text(line, 4000) << "\n";
    for (const std::string& line : t.list) out << "- " << markdown_text(line, 4000) << "\n";
    if (!t.steps.empty() || !t.branches.empty()) {
      out << "\n";
      Flow(out, lang).claim(t);
    }
    if (!t.declaration.empty() || !t.why_not.empty()) out << "\n";
    if (!t.declaration.empty())
      out << (ja ? "宣言: " : "the declaration: ") << markdown_text(t.declaration, 4000) << "\n\n";
    for (const std::string& why : t.why_not) out << "- " << markdown_text(why, 4000) << "\n";
  }
  out << "\n";
}

}  // namespace hanrei::reports
