// A play as a chart: its steps from top to bottom, in the lane of whoever decides, with what lies
// where afterwards.
#include "reports/html/pages.h"

namespace hanrei::reports::html {
namespace {

constexpr std::string_view kLane[] = {"first", "second"};

void write_grounds(Html& h, const Place& place, const Step& step) {
  if (step.clauses.empty() && step.cards.empty()) return;
  h.open("span", {{"class", "by"}});
  bool begun = false;
  for (const auto& [files, names, open, shut] : {std::tuple{&place.cards, &step.cards, "《", "》"},
                                                 std::tuple{&place.clauses, &step.clauses, "", ""}})
    for (const std::string& name : *names) {
      if (begun) h.text(" ");
      begun = true;
      link(h, *files, name, open + name + shut);
    }
  h.close();
}

void write_board(Html& h, const Board& board) {
  if (board.empty()) return;
  h.open("dl", {{"class", "board"}});
  for (const auto& [zone, holds] : board) {
    h.element("dt", zone);
    h.element("dd", holds.empty() ? "–" : holds);
  }
  h.close();
}

}  // namespace

void write_steps(Html& h, const Place& place, const std::vector<Step>& steps, std::size_t first,
                 const BesideStep& beside) {
  h.open("ol", {{"class", "chart"}, {"start", first == 1 ? "" : std::to_string(first)}});
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const Step& s = steps[i];
    const bool chooses = s.kind == Step::Kind::Choice;
    const bool lane = chooses && (s.who == 0 || s.who == 1);
    h.open("li", {{"class", std::string(chooses                     ? "choice "
                                        : s.kind == Step::Kind::End ? "end "
                                                                    : "event ") +
                                std::string(lane ? kLane[s.who] : "")}});
    h.element("span", std::to_string(first + i), {{"class", "n"}, {"aria-hidden", "true"}});
    if (lane && static_cast<std::size_t>(s.who) < place.game.players.size())
      h.element("b", place.game.players[static_cast<std::size_t>(s.who)], {{"class", "who"}});
    h.element("span", s.text, {{"class", "what"}});
    write_grounds(h, place, s);
    write_board(h, s.board);
    if (beside) beside(h, s);
    h.close();
  }
  h.close();
}

namespace {

void write_told(Html& h, const Place& place, const Told& t, base::Lang lang) {
  const auto list = [&](const std::vector<std::string>& lines) {
    if (lines.empty()) return;
    h.open("ul");
    for (const std::string& line : lines) h.element("li", line);
    h.close();
  };
  if (!t.verdict.empty()) h.element("p", t.verdict, {{"class", "verdict"}});
  list(t.list);
  if (!t.steps.empty() || !t.branches.empty()) {
    if (!t.start.empty()) {
      h.open("details", {{"class", "start"}}).element("summary", word(Word::Begins, lang));
      write_board(h, t.start);
      h.close();
    }
    if (!t.steps.empty()) write_steps(h, place, t.steps, 1);
  }
  if (!t.branches.empty()) {
    h.element("p", t.parts, {{"class", "parts"}});
    h.open("div", {{"class", "branches"}});
    for (const Branch& b : t.branches) {
      h.open("div", {{"class", "branch"}});
      h.element("h4", b.label);
      if (b.steps.empty())
        h.element("p", word(Word::NothingHappens, lang));
      else
        write_steps(h, place, b.steps, t.steps.size() + 1);
      h.close();
    }
    h.close();
  }
  if (!t.declaration.empty()) {
    h.open("p", {{"class", "declaration"}}).element("b", word(Word::Declaration, lang));
    h.text(": " + t.declaration).close();
  }
  if (!t.why_not.empty()) {
    h.element("h4", word(Word::WhyNot, lang));
    list(t.why_not);
  }
}

}  // namespace

void write_answers(Html& h, const Ruling& ruling) {
  if (!ruling.plays || ruling.plays->in[0].empty()) return;
  open_section(h, Word::ByTheRules, "derived");
  for (const base::Lang lang : {base::Lang::Ja, base::Lang::En}) {
    const std::string code = lang == base::Lang::Ja ? "ja" : "en";
    h.open("div", {{"lang", code}, {"data-f", code}});
    for (const Told& t : ruling.plays->in[static_cast<std::size_t>(lang)]) {
      h.open("p", {{"class", "said"}});
      if (!t.in_case.empty()) h.element("span", t.in_case, {{"class", "s"}}).text(" ");
      h.text(t.verdict).close();
      for (const auto* lines : {&t.list, &t.because})
        for (const std::string& line : *lines) h.element("p", line, {{"class", "because"}});
    }
    h.close();
  }
  h.close();
}

void write_plays(Html& h, const Place& place, const Ruling& ruling) {
  open_section(h, Word::Play, "plays");
  if (!ruling.plays) {
    h.open("p", {{"class", "s"}}).word(Word::NoPlay).close().close();
    return;
  }
  if (ruling.plays->in[0].empty()) h.open("p").word(Word::NoPlays).close();
  for (const base::Lang lang : {base::Lang::Ja, base::Lang::En}) {
    const auto l = static_cast<std::size_t>(lang);
    const std::string code = lang == base::Lang::Ja ? "ja" : "en";
    h.open("div", {{"lang", code}, {"data-f", code}});
    const Told* before = nullptr;
    for (const Told& t : ruling.plays->in[l]) {
      h.open("article");
      if (!t.in_case.empty() && (before == nullptr || before->in_case != t.in_case))
        h.open("h3").text(word(Word::Case, lang)).text(" " + t.in_case).close();
      if (!t.setting.empty() && (before == nullptr || before->setting != t.setting))
        h.element("p", t.setting, {{"class", "s setting"}});
      write_told(h, place, t, lang);
      if (t.shorter) h.element("p", word(Word::ShortPlay, lang), {{"class", "s"}});
      h.close();
      before = &t;
    }
    h.close();
  }
  h.close();
}

}  // namespace hanrei::reports::html
