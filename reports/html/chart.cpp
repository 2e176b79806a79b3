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

void write_board(Html& h, const std::vector<std::pair<std::string, std::string>>& board) {
  if (board.empty()) return;
  h.open("dl", {{"class", "board"}});
  for (const auto& [zone, holds] : board) {
    h.element("dt", zone);
    h.element("dd", holds.empty() ? "–" : holds);
  }
  h.close();
}

void write_steps(Html& h, const Place& place, const Played& played, std::size_t l) {
  const bool both = !played.steps[1 - l].empty();
  const std::string lang = l == 1 ? "ja" : "en";
  h.open("ol", {{"class", "chart"}, {"lang", lang}, {"data-f", both ? lang : ""}});
  for (const Step& s : played.steps[l]) {
    const bool chooses = s.kind == Step::Kind::Choice;
    const bool lane = chooses && (s.who == 0 || s.who == 1);
    h.open("li", {{"class", std::string(chooses                     ? "choice "
                                        : s.kind == Step::Kind::End ? "end "
                                                                    : "event ") +
                                std::string(lane ? kLane[s.who] : "")}});
    if (lane && static_cast<std::size_t>(s.who) < place.game.players.size())
      h.element("b", place.game.players[static_cast<std::size_t>(s.who)], {{"class", "who"}});
    h.element("span", s.text, {{"class", "what"}});
    write_grounds(h, place, s);
    write_board(h, s.board);
    h.close();
  }
  h.close();
}

}  // namespace

void write_plays(Html& h, const Place& place, const Ruling& ruling) {
  open_section(h, Word::Play, "plays");
  if (!ruling.plays) {
    h.open("p", {{"class", "s"}}).word(Word::NoPlay).close().close();
    return;
  }
  if (ruling.plays->empty()) h.open("p").word(Word::NoPlays).close();
  const Played* before = nullptr;
  for (const Played& p : *ruling.plays) {
    h.open("article");
    if (!p.in_case[0].empty() || !p.in_case[1].empty())
      h.open("h3").word(Word::Case).text(" ").both(p.in_case).close();
    if (before == nullptr || before->setting[0] != p.setting[0])
      h.both(p.setting, "p", "s setting");
    h.both(p.verdict, "p", "verdict");
    for (const std::size_t l : {std::size_t{1}, std::size_t{0}}) {
      const std::string lang = l == 1 ? "ja" : "en";
      if (!p.start[l].empty() && !p.steps[l].empty()) {
        h.open("div", {{"lang", lang}, {"data-f", lang}});
        write_board(h, p.start[l]);
        h.close();
      }
      if (!p.steps[l].empty()) write_steps(h, place, p, l);
      if (!p.why_not[l].empty()) {
        h.open("div", {{"lang", lang}, {"data-f", lang}});
        h.open("h4").text(word(Word::WhyNot, l == 1 ? base::Lang::Ja : base::Lang::En)).close();
        h.open("ul");
        for (const std::string& why : p.why_not[l]) h.element("li", why);
        h.close().close();
      }
    }
    if (p.shorter) h.open("p", {{"class", "s"}}).word(Word::ShortPlay).close();
    h.close();
    before = &p;
  }
  h.close();
}

}  // namespace hanrei::reports::html
