// The page on which a play is stepped through: what may be done now, the board, and what happened
// so far. Each way is a link, so that it works without scripts, and going back is a link, too.
#include "reports/html/pages.h"

namespace hanrei::reports::html {
namespace {

using base::Lang;
using checker::explain::LaidCard;
using checker::explain::LaidPlayer;
using checker::explain::LaidZone;
using checker::explain::Values;

/// The address after the first `n` of the ways taken, and then one more.
std::string address(const Stepping& s, bool open, std::size_t n,
                    std::optional<std::size_t> more = std::nullopt,
                    const std::string& page = "step") {
  std::string out =
      page + "?game=" + in_address(s.game) +
      (s.ruling.empty() ? "&text=" + in_address(s.text_id) : "&ruling=" + in_address(s.ruling));
  if (!s.in_case.empty()) out += "&case=" + in_address(s.in_case);
  if (open) out += "&open=1";
  std::string at;
  for (std::size_t i = 0; i < n; ++i) at += (at.empty() ? "" : ".") + std::to_string(s.taken[i]);
  if (more) at += (at.empty() ? "" : ".") + std::to_string(*more);
  return at.empty() ? out : out + "&at=" + at;
}

void write_values(Html& h, const Values& values) {
  if (values.empty()) return;
  std::string text;
  for (const auto& [name, value] : values) text += (text.empty() ? "" : " · ") + name + " " + value;
  h.element("span", text, {{"class", "s"}});
}

void write_board(Html& h, const Stepped& now, Lang lang) {
  h.open("table", {{"class", "zones"}});
  for (const LaidPlayer& p : now.players) {
    if (p.values.empty()) continue;
    h.open("tr").element("th", p.name, {{"scope", "row"}}).open("td");
    write_values(h, p.values);
    h.close().close();
  }
  if (!now.game.empty()) {
    h.open("tr").element("th", word(Word::OfTheGame, lang), {{"scope", "row"}}).open("td");
    write_values(h, now.game);
    h.close().close();
  }
  for (const LaidZone& z : now.zones) {
    h.open("tr").element("th", z.name, {{"scope", "row"}}).open("td");
    for (const LaidCard& c : z.cards) {
      h.open("span", {{"class", "card"}}).element("b", c.id);
      h.text(" 《" + c.name + "》 ");
      write_values(h, c.values);
      h.close();
    }
    if (z.count > 0)
      h.element("span",
                std::to_string(z.count) + (lang == Lang::Ja ? "" : " ") +
                    std::string(word(Word::CardsCounted, lang)),
                {{"class", "card counted"}});
    h.close().close();
  }
  h.close();
}

void write_ways(Html& h, const Place& place, const Stepping& s, const Stepped& now, Lang lang) {
  if (!now.within.empty()) {
    std::string text;
    for (const std::string& each : now.within) text += (text.empty() ? "" : " › ") + each;
    h.element("p", std::string(word(Word::Within, lang)) + ": " + text, {{"class", "s"}});
  }
  if (!now.problem.empty()) h.element("p", now.problem);
  if (!now.end.empty()) h.element("p", now.end, {{"class", "verdict"}});
  if (now.ways.empty()) return;
  if (now.who.empty())
    h.element("p", word(Word::NobodyDecides, lang));
  else
    h.open("p")
        .element("b", now.who)
        .text(lang == Lang::Ja ? "" : " ")
        .text(word(Word::Decides, lang))
        .close();
  h.open("ol", {{"class", "ways"}});
  for (std::size_t i = 0; i < now.ways.size(); ++i) {
    h.open("li").element("a", now.ways[i].text,
                         {{"class", "button"}, {"href", address(s, s.open, s.taken.size(), i)}});
    if (!now.ways[i].clauses.empty()) {
      h.open("span", {{"class", "by"}});
      for (const std::string& c : now.ways[i].clauses) {
        const auto at = place.clauses.find(c);
        h.element(at == place.clauses.end() ? "span" : "a", c,
                  {{"href", at == place.clauses.end() ? "" : place.folder + "/" + at->second}});
        h.text(" ");
      }
      h.close();
    }
    h.close();
  }
  h.close();
}

void write_around(Html& h, const Stepping& s) {
  h.open("nav", {{"class", "steps"}});
  const auto to = [&](const std::string& href, Word what) {
    h.open("a", {{"class", "button"}, {"href", href}}).word(what).close().text(" ");
  };
  if (!s.taken.empty()) {
    to(address(s, s.open, s.taken.size() - 1), Word::StepBack);
    to(address(s, s.open, 0), Word::FromTheStart);
  }
  to(address(s, !s.open, 0), s.open ? Word::AsPlayed : Word::AllOpen);
  h.close();
}

/// A declaration in words of the player's own, and what is said of it.
void write_declaring(Html& h, const Place& above, const Stepping& s) {
  const auto given = [&](const std::string& key) {
    const auto at = s.declared.find(key);
    return at == s.declared.end() ? "" : at->second;
  };
  if (!s.answer[0].empty()) {
    h.open("div", {{"class", "stops"}, {"role", "alert"}});
    each_face(h, [&](Lang lang) {
      const auto l = static_cast<std::size_t>(lang);
      h.element("p", s.answer[l], {{"class", "verdict lines"}});
      if (s.stops[l].empty()) return;
      h.open("ul");
      for (const Stepping::Stop& stop : s.stops[l]) {
        h.open("li").text(stop.text);
        h.open("span", {{"class", "by"}});
        for (const std::string& c : stop.clauses) {
          link(h, above.clauses, c);
          h.text(" ");
        }
        h.close().close();
      }
      h.close();
    });
    h.close();
  }
  if (!s.now[0].declares || s.acts.empty()) return;
  h.open("details", {{"open", s.answer[0].empty() ? "" : "open"}});
  h.open("summary").word(Word::DeclareElse).close();
  h.open("form", {{"class", "edit"}, {"method", "get"}, {"action", "step"}});
  std::string at;
  for (const std::size_t k : s.taken) at += (at.empty() ? "" : ".") + std::to_string(k);
  for (const auto& [name, value] :
       {std::pair<std::string, std::string>{"game", s.game},
        {s.ruling.empty() ? "text" : "ruling", s.ruling.empty() ? s.text_id : s.ruling},
        {"case", s.in_case},
        {"open", s.open ? "1" : ""},
        {"at", at}})
    if (!value.empty()) h.empty("input", {{"type", "hidden"}, {"name", name}, {"value", value}});
  std::vector<std::pair<std::string, std::string>> players;
  for (const std::string& p : s.players) players.emplace_back(p, p);
  write_select(h, Word::Who, "by", players, s.declared.empty() ? s.now[0].who : given("by"));
  write_select(h, Word::Act, "act", s.acts, given("act"));
  write_input(h, Word::Things, "things", given("things"), "", "c=e t=M");
  write_submit(h, Word::Declare);
  h.close().close();
}

void write_cases(Html& h, const Stepping& s) {
  if (s.cases.size() < 2) return;
  h.open("p").word(Word::Cases).text(": ");
  for (const auto& [id, name] : s.cases) {
    Stepping other = s;
    other.in_case = id;
    if (id == s.in_case)
      h.element("b", name);
    else
      h.element("a", name, {{"href", address(other, s.open, 0)}});
    h.text(" ");
  }
  h.close();
}

}  // namespace

std::string step_address(const std::string& game, const std::string& ruling) {
  Stepping s;
  s.game = game;
  s.ruling = ruling;
  return address(s, false, 0);
}

std::string board_address(const std::string& game, const std::string& ruling) {
  return "board?game=" + in_address(game) + (ruling.empty() ? "" : "&ruling=" + in_address(ruling));
}

std::string step_page(const View& view, const Place& place, const Stepping& s) {
  const auto face = static_cast<std::size_t>(view.lang());
  const std::string& title = s.title[face].empty() ? s.title[1 - face] : s.title[face];
  const std::string& id = s.ruling.empty() ? s.ruling_id : s.ruling;
  Page page(view, id + (title.empty() ? "" : " " + title), "", &place);
  Html& h = page.h;
  h.open("h1").element("span", id, {{"class", "id"}}).text(" ").both(s.title).close();
  h.open("p");
  if (const auto at = place.rulings.find(s.ruling); at != place.rulings.end())
    h.open("a", {{"href", place.folder + "/" + at->second}}).word(Word::RulingPage).close();
  h.text(" ").open("a", {{"href", address(s, false, 0, std::nullopt, "board")}});
  h.word(s.ruling.empty() ? Word::BackToBoard : Word::ChangeSituation).close().close();
  write_cases(h, s);
  const Place above = from_above(place);
  const auto faces = [&](const std::function<void(const Stepped&, Lang)>& write) {
    each_face(h, [&](Lang lang) { write(s.now[static_cast<std::size_t>(lang)], lang); });
  };
  open_section(h, Word::Now, "now");
  faces([&](const Stepped& now, Lang lang) { write_ways(h, place, s, now, lang); });
  write_around(h, s);
  write_declaring(h, above, s);
  h.close();
  open_section(h, Word::TheBoard, "table");
  faces([&](const Stepped& now, Lang lang) { write_board(h, now, lang); });
  h.close();
  open_section(h, Word::SoFar, "plays");
  faces([&](const Stepped& now, Lang lang) {
    if (now.steps.empty())
      h.element("p", word(Word::NothingYet, lang));
    else
      write_steps(h, above, now.steps, 1, [&](Html& to, const Step& step) {
        if (step.move >= 0 && static_cast<std::size_t>(step.move) < s.taken.size())
          to.element(
              "a", word(Word::Otherwise, lang),
              {{"class", "by"}, {"href", address(s, s.open, static_cast<std::size_t>(step.move))}});
      });
  });
  h.close();
  return page.take();
}

}  // namespace hanrei::reports::html
