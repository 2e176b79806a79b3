// The page on which one asks. In a folder its script searches; where it is served the program does,
// and the page has what was found.
#include <algorithm>

#include "reports/html/pages.h"

namespace hanrei::reports::html {
namespace {

using base::Lang;

/// In which game to look.
void write_games_to_ask(Html& h, const View& view, const std::vector<Place>& places,
                        const std::string& chosen) {
  if (places.size() < 2) return;
  h.open("label", {{"class", "game"}}).word(Word::Game).text(" ");
  h.open("select", {{"id", "game"}, {"name", view.served() ? "game" : ""}});
  // an option has no elements: its words are in the language of the page, and its script keeps so
  const auto choice = [&](const std::string& value, std::string_view en, std::string_view ja) {
    h.element("option", view.lang() == Lang::Ja ? ja : en,
              {{"value", value},
               {"data-en", en},
               {"data-ja", ja},
               {"selected", value == chosen ? "selected" : ""}});
  };
  choice("*", word(Word::AllGames, Lang::En), word(Word::AllGames, Lang::Ja));
  for (const Place& p : places) {
    const auto& t = p.game.records.title;
    choice(p.folder, t[0].empty() ? t[1] : t[0], t[1].empty() ? t[0] : t[1]);
  }
  h.close().close();
}

void write_form(Html& h, const View& view, const std::vector<Place>& places, const Asked* asked) {
  if (view.served())
    h.open("form",
           {{"role", "search"}, {"id", "live"}, {"action", "index.html"}, {"method", "get"}});
  else
    h.open("form", {{"role", "search"}, {"id", "ask"}});
  h.open("label", {{"for", "question"}}).word(Word::AskLabel).close();
  h.empty("input", {{"type", "search"},
                    {"id", "question"},
                    {"name", view.served() ? "q" : ""},
                    {"value", asked == nullptr ? "" : asked->question},
                    {"autocomplete", "off"},
                    {"enterkeyhint", "search"},
                    // what an address can hold, of Japanese
                    {"maxlength", view.served() ? std::to_string(kLongestAsked) : "2000"},
                    {"aria-describedby", "hint"}});
  h.open("p", {{"id", "hint"}, {"class", "s"}}).word(Word::AskHint).close();
  write_games_to_ask(h, view, places, asked == nullptr ? "" : asked->folder);
  if (view.served()) h.open("button", {{"type", "submit"}}).word(Word::Ask).close();
  h.close();
}

/// A hit as the script of a folder shows it, too.
void write_hit(Html& h, const Place& place, const Ruling& one) {
  constexpr std::size_t kNamed = 3;
  const rulings::RulingRecord& r = one.record;
  h.open("li", {{"class", out_of_force(r) ? "over" : ""}});
  write_ruling_link(h, place, one, place.folder + "/");
  h.both(r.question, "p", "asked");
  std::string named;
  for (std::size_t i = 0; i < r.cites.size() && i < kNamed; ++i) {
    const auto at = place.clause.find(r.cites[i]);
    named += (i == 0 ? "" : " / ") + r.cites[i];
    if (at != place.clause.end() && !at->second->title.empty()) named += " " + at->second->title;
  }
  if (r.cites.size() > kNamed) named += " …";
  h.element("p", named, {{"class", "s"}});
  h.open("p", {{"class", "s stands"}}).text(r.id + " · ").both(place.game.records.title);
  h.text(" · ").both(standing(r, Lang::En), standing(r, Lang::Ja)).close();
  h.close();
}

void write_found(Html& h, const std::vector<Place>& places, const Asked* asked) {
  h.open("div", {{"id", "found"}, {"role", "status"}, {"aria-live", "polite"}});
  if (asked != nullptr && !asked->problem[0].empty()) {
    h.both(asked->problem, "p");
  } else if (asked != nullptr) {
    h.open("p").word(asked->hits.empty() ? Word::NoneAtAll
                     : asked->nearest    ? Word::NoneFits
                                         : Word::Found);
    if (!asked->nearest && !asked->hits.empty() && asked->total)
      h.text(": " + std::to_string(*asked->total));
    h.close();
    if (!asked->missing.empty()) {
      h.open("p", {{"class", "s"}}).word(Word::InTheWay);
      for (const std::string& m : asked->missing) h.text(" 「" + m + "」");
      h.close();
    }
  }
  h.close();
  h.open("ol", {{"id", "hits"}});
  for (std::size_t i = 0; asked != nullptr && i < asked->hits.size(); ++i)
    for (const Place& p : places)
      if (p.game.folder == asked->hits[i].folder)
        if (const auto at = p.ruling.find(asked->hits[i].id); at != p.ruling.end())
          write_hit(h, p, *at->second);
  h.close();
}

}  // namespace

std::string ask_page(const View& view, const std::vector<Place>& places, const Asked* asked) {
  Page page(view, std::string(word(Word::Desk, view.lang())), "", nullptr);
  Html& h = page.h;
  h.element("script", "", {{"src", view.served() ? "live.js" : "ask.js"}, {"defer", "defer"}});
  h.word(Word::Desk, "h1");
  write_form(h, view, places, asked);
  if (!view.served()) h.open("noscript").open("p").word(Word::NeedsScript).close().close();
  write_found(h, places, asked);
  if (!view.served()) {
    h.open("button", {{"type", "button"}, {"id", "more"}, {"hidden", "hidden"}})
        .word(Word::More)
        .close();
    // What the script says, in both languages.
    h.open("div", {{"id", "words"}, {"hidden", "hidden"}});
    for (const auto& [name, which] : {std::pair{"found", Word::Found},
                                      {"nearest", Word::NoneFits},
                                      {"none", Word::NoneAtAll},
                                      {"missing", Word::InTheWay},
                                      {"loading", Word::Loading},
                                      {"failed", Word::NotLoaded}})
      h.open("p", {{"data-word", name}}).word(which).close();
    h.close();
  }
  open_section(h, Word::Games);
  h.open("ul", {{"class", "games"}});
  for (const Place& p : places) {
    const auto examined = std::ranges::count_if(
        p.game.rulings, [](const Ruling& r) { return !r.record.verdict.empty(); });
    h.open("li", {{"data-game", p.folder}});
    h.open("a", {{"href", p.folder + "/index.html"}}).both(p.game.records.title).close();
    h.open("span", {{"class", "s"}});
    h.text(std::to_string(p.game.rulings.size()) + " ").word(Word::Rulings);
    h.text(", " + std::to_string(examined) + " ").word(Word::Examined);
    h.close().close();
  }
  h.close().close();
  return page.take();
}

}  // namespace hanrei::reports::html
