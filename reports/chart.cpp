#include "reports/chart.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text/unicode.h"
#include "base/text/wrap.h"

namespace hanrei::reports {
namespace {

using base::Lang;

class Chart {
 public:
  Chart(std::ostream& out, const std::vector<std::string>& players, const Style& style)
      : out_(out),
        players_(players),
        ja_(style.lang == Lang::Ja),
        width_(std::max(style.width, 36)) {}

  void claim(const Told& t) {
    paragraph(t.verdict, "  ", "  ");
    for (const std::string& line : t.list) paragraph(line, "  - ", "    ");
    if (!t.start.empty() && !(t.steps.empty() && t.branches.empty())) {
      out_ << "    │ " << (ja_ ? "はじめ" : "at first") << "\n";
      board(t.start);
    }
    std::size_t n = 1;
    for (const Step& s : t.steps) step(s, n++);
    if (!t.branches.empty()) {
      out_ << "    ◆\n";
      paragraph(t.parts, "    ", "    ");
      for (const Branch& b : t.branches) {
        out_ << "    │\n";
        paragraph(b.label, "    ├─ ", "    │  ");
        std::size_t k = n;
        for (const Step& s : b.steps) step(s, k++);
        if (b.steps.empty())
          out_ << "    │ " << (ja_ ? "何も起こらない" : "nothing happens") << "\n";
        out_ << "    ╵\n";
      }
    } else if (!t.steps.empty()) {
      out_ << "    ╵\n";
    }
    if (!t.declaration.empty())
      paragraph((ja_ ? "宣言: " : "the declaration: ") + t.declaration, "    ", "    ");
    for (const std::string& why : t.why_not) paragraph(why, "    × ", "      ");
  }

  void paragraph(const std::string& text, const std::string& first, const std::string& others) {
    bool begins = true;
    const std::string safe = shown(text, 4000);
    for (const std::string_view line : base::wrap(safe, width_ - base::display_width(first))) {
      out_ << (begins ? first : others) << line << "\n";
      begins = false;
    }
  }

 private:
  static std::string repeated(std::string_view what, int times) {
    std::string out;
    for (int i = 0; i < times; ++i) out += what;
    return out;
  }

  void step(const Step& s, std::size_t n) {
    std::string by;
    for (const std::string& card : s.cards) by += (by.empty() ? "" : ", ") + ("《" + card + "》");
    for (const std::string& clause : s.clauses) by += (by.empty() ? "" : ", ") + clause;
    if (s.kind == Step::Kind::Choice)
      box(s, n, shown(by, 400));
    else
      plain(s, n, shown(by, 400));
    board(s.board);
  }

  void plain(const Step& s, std::size_t n, const std::string& by) {
    const std::string safe = shown(s.text + (by.empty() ? "" : "  (" + by + ")"), 4000);
    bool begins = true;
    for (const std::string_view line : base::wrap(safe, width_ - 6)) {
      out_ << (begins ? fmt::format("{:>3} ● ", n) : std::string("    │ ")) << line << "\n";
      begins = false;
    }
  }

  /// What a player chooses: to the left, or for the second player to the right.
  void box(const Step& s, std::size_t n, const std::string& by) {
    const int room = width_ - 6, inner = std::max(20, room * 4 / 5 - 4);
    const int shift = s.who == 1 ? room - inner - 4 : 0;
    const std::string gap(static_cast<std::size_t>(std::max(0, shift)), ' ');
    const std::string who = s.who >= 0 && static_cast<std::size_t>(s.who) < players_.size()
                                ? " " + shown(players_[static_cast<std::size_t>(s.who)], 20) + " "
                                : "";
    const std::string link = shift > 0 ? repeated("─", shift) : "";
    out_ << fmt::format("{:>3} ├─", n) << link << "┌─" << who
         << repeated("─", inner + 1 - base::display_width(who)) << "┐\n";
    const std::string safe = shown(s.text + (by.empty() ? "" : "  (" + by + ")"), 4000);
    for (const std::string_view line : base::wrap(safe, inner))
      out_ << "    │ " << gap << "│ " << base::pad(line, inner) << " │\n";
    out_ << "    │ " << gap << "└" << repeated("─", inner + 2) << "┘\n";
  }

  void board(const Board& board) {
    for (const auto& [zone, holds] : board)
      paragraph(zone + ": " + (holds.empty() ? "–" : holds), "    │     ▫ ", "    │       ");
  }

  std::ostream& out_;
  const std::vector<std::string>& players_;
  const bool ja_;
  const int width_;
};

}  // namespace

void write_chart(std::ostream& out, const std::string& id, const std::string& title,
                 const std::vector<std::string>& players, const std::vector<Told>& claims,
                 const Style& style) {
  Chart chart(out, players, style);
  chart.paragraph(id + "  " + title, "", "  ");
  const Told* before = nullptr;
  for (const Told& t : claims) {
    out << "\n";
    if (!t.in_case.empty() && (before == nullptr || before->in_case != t.in_case))
      chart.paragraph((style.lang == Lang::Ja ? "場合 " : "case ") + t.in_case, "  ", "  ");
    chart.claim(t);
    before = &t;
  }
  out << "\n";
}

}  // namespace hanrei::reports
