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

/// A value in an address.
std::string in_address(std::string_view text) {
  constexpr std::string_view kHex = "0123456789ABCDEF";
  std::string out;
  for (const char c : text) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                       c == '-' || c == '.' || c == '_';
    const auto byte = static_cast<unsigned char>(c);
    if (plain)
      out += c;
    else
      out += {'%', kHex[byte >> 4], kHex[byte & 15]};
  }
  return out;
}

/// The address after the first `n` of the ways taken, and then one more.
std::string address(const Stepping& s, bool open, std::size_t n,
                    std::optional<std::size_t> more = std::nullopt) {
  std::string out =
      "step?game=" + in_address(s.game) +
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

/// A place whose files are named from the folder of the desk.
Place from_above(const Place& place) {
  Place out(place.game, place.folder);
  for (auto* files : {&out.rulings, &out.clauses, &out.cards})
    for (auto& [name, file] : *files) file = place.folder + "/" + file;
  return out;
}

}  // namespace

std::string step_address(const std::string& game, const std::string& ruling) {
  Stepping s;
  s.game = game;
  s.ruling = ruling;
  return address(s, false, 0);
}

std::string step_page(const Bundle& bundle, const Place& place, const Stepping& s) {
  const auto face = static_cast<std::size_t>(bundle.face);
  const std::string& title = s.title[face].empty() ? s.title[1 - face] : s.title[face];
  const std::string id = s.ruling.empty() ? s.text_id : s.ruling;
  Page page(bundle, id + (title.empty() ? "" : " " + title), "", &place);
  Html& h = page.h;
  h.open("h1").element("span", id, {{"class", "id"}}).text(" ").both(s.title).close();
  if (const auto at = place.rulings.find(s.ruling); at != place.rulings.end())
    h.open("p")
        .open("a", {{"href", place.folder + "/" + at->second}})
        .word(Word::RulingPage)
        .close()
        .close();
  write_cases(h, s);
  const Place above = from_above(place);
  const auto each_face = [&](const std::function<void(const Stepped&, Lang)>& write) {
    for (const Lang lang : {Lang::Ja, Lang::En}) {
      const std::string code = lang == Lang::Ja ? "ja" : "en";
      h.open("div", {{"lang", code}, {"data-f", code}});
      write(s.now[static_cast<std::size_t>(lang)], lang);
      h.close();
    }
  };
  open_section(h, Word::Now, "now");
  each_face([&](const Stepped& now, Lang lang) { write_ways(h, place, s, now, lang); });
  write_around(h, s);
  h.close();
  open_section(h, Word::TheBoard, "table");
  each_face([&](const Stepped& now, Lang lang) { write_board(h, now, lang); });
  h.close();
  open_section(h, Word::SoFar, "plays");
  each_face([&](const Stepped& now, Lang lang) {
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
