// The page of an erratum: new words for a card, what they come to, and the rulings that turn.
#include <algorithm>

#include "base/text/unicode.h"
#include "reports/errata.h"
#include "reports/html/pages.h"

namespace hanrei::reports::html {
namespace {

using base::Lang;

constexpr std::size_t kMostCompared = 1200;  // characters of each wording

/// A piece of two texts: of both, of the old one only, or of the new one only.
struct Piece {
  enum class Of { Both, Old, New } of;
  std::string text;
};

/// The longest common subsequence of two texts, and what is between it.
std::vector<Piece> compared(const std::string& before, const std::string& after) {
  std::vector<Piece> out;
  const auto add = [&](Piece::Of of, std::string_view text) {
    if (text.empty()) return;
    if (out.empty() || out.back().of != of) out.push_back({of, {}});
    out.back().text += text;
  };
  const std::vector<std::string_view> old = base::characters(before), now = base::characters(after);
  if (old.size() > kMostCompared || now.size() > kMostCompared) {
    add(Piece::Of::Old, before);
    add(Piece::Of::New, after);
    return out;
  }
  const std::size_t n = old.size(), m = now.size();
  std::vector<std::vector<std::uint16_t>> longest(n + 1, std::vector<std::uint16_t>(m + 1));
  for (std::size_t i = n; i-- > 0;)
    for (std::size_t k = m; k-- > 0;)
      longest[i][k] = old[i] == now[k] ? static_cast<std::uint16_t>(longest[i + 1][k + 1] + 1)
                                       : std::max(longest[i + 1][k], longest[i][k + 1]);
  std::size_t i = 0, k = 0;
  while (i < n || k < m) {
    if (i < n && k < m && old[i] == now[k]) {
      add(Piece::Of::Both, old[i]);
      ++i, ++k;
    } else if (k == m || (i < n && longest[i + 1][k] >= longest[i][k + 1])) {
      add(Piece::Of::Old, old[i++]);
    } else {
      add(Piece::Of::New, now[k++]);
    }
  }
  return out;
}

void write_words(Html& h, const Place& place, const Erratum& e) {
  std::string old;
  if (const auto at = place.card.find(e.card);
      at != place.card.end() && !at->second->wordings.empty())
    for (const auto& [name, text] : at->second->wordings.back().spans)
      old += (old.empty() ? "" : "\n") + text;
  const std::vector<Piece> pieces = compared(old, e.text);
  open_section(h, Word::OldAndNew, "wording");
  for (const auto& [heading, without, tag] : {std::tuple{Word::OldWords, Piece::Of::New, "del"},
                                              {Word::NewWords, Piece::Of::Old, "ins"}}) {
    h.word(heading, "h3");
    h.open("blockquote", {{"lang", "ja"}}).open("p", {{"class", "lines"}});
    for (const Piece& p : pieces)
      if (p.of == Piece::Of::Both)
        h.text(p.text);
      else if (p.of != without)
        h.element(tag, p.text);
    h.close().close();
  }
  if (!e.read[0].empty()) h.both(e.read, "p", "s");
  if (!e.provisions.empty())
    h.open("details")
        .open("summary")
        .word(Word::AsRules)
        .close()
        .element("pre", e.provisions)
        .close();
  h.close();
}

void write_play(Html& h, const errata::Difference& d, std::size_t v, std::size_t from, Lang lang) {
  const auto l = static_cast<std::size_t>(lang);
  const auto& play = d.told[l][v];
  h.open("ol", {{"class", "chart"}, {"start", std::to_string(from + 1)}});
  for (std::size_t i = from; i < play.size(); ++i) {
    h.open("li").element("span", std::to_string(i + 1), {{"class", "n"}, {"aria-hidden", "true"}});
    h.element("span", play[i], {{"class", "what"}}).close();
  }
  h.close();
  if (static_cast<int>(v) != d.compared.side && !d.barred[l].empty())
    h.open("p", {{"class", "bad"}})
        .text(word(Word::NotChosenHere, lang))
        .text(" " + d.barred[l])
        .close();
  h.open("ul");
  for (const std::string& end : d.compared.end[v]) h.element("li", end);
  h.close();
}

/// The smallest situation that ends otherwise: what is the same, then both plays side by side.
void write_difference(Html& h, const errata::Difference& d, const std::string& gains, Lang lang) {
  const auto l = static_cast<std::size_t>(lang);
  const auto& plays = d.told[l];
  std::size_t same = 0;
  while (same < std::min(plays[0].size(), plays[1].size()) && plays[0][same] == plays[1][same])
    ++same;
  h.element("p", std::string(word(Word::SmallestMadeFrom, lang)) + " " + d.scene.from,
            {{"class", "s"}});
  if (same > 0) {
    h.element("h3", word(Word::InBoth, lang));
    h.open("ol", {{"class", "chart"}});
    for (std::size_t i = 0; i < same; ++i) {
      h.open("li").element("span", std::to_string(i + 1),
                           {{"class", "n"}, {"aria-hidden", "true"}});
      h.element("span", plays[0][i], {{"class", "what"}}).close();
    }
    h.close();
  }
  h.open("div", {{"class", "branches"}});
  for (const std::size_t v : {std::size_t{0}, std::size_t{1}}) {
    h.open("div", {{"class", "branch"}});
    h.element("h3", word(v == 0 ? Word::OldWords : Word::NewWords, lang));
    write_play(h, d, v, same, lang);
    h.close();
  }
  h.close();
  if (!gains.empty()) h.element("p", gains, {{"class", "verdict"}});
  h.open("details")
      .element("summary", word(Word::TheSituation, lang))
      .element("pre", d.xml)
      .close();
}

void write_answer(Html& h, const Erratum& e) {
  open_section(h, Word::WhatItComesTo, "plays");
  each_face(h, [&](Lang lang) {
    for (const errata::Item& item : e.report->items) {
      const ItemTold told = told_of(item, lang);
      h.element("p", told.verdict, {{"class", "verdict"}});
      if (item.answer.smallest) write_difference(h, *item.answer.smallest, told.gains, lang);
      if (told.scope.empty()) continue;
      h.open("details").element("summary", word(Word::WhatWasLookedAt, lang));
      h.open("ul");
      for (const std::string& line : told.scope) h.element("li", line);
      h.close().close();
    }
    if (e.report->items.empty()) h.element("p", word(Word::NothingChanges, lang));
  });
  h.close();
}

void write_turning(Html& h, const Place& place, const Erratum& e) {
  open_section(h, Word::RulingsThatTurn);
  h.open("p", {{"class", "s"}})
      .word(Word::RulingsAsked)
      .text(": " + std::to_string(e.report->asked) + " / " + std::to_string(e.naming))
      .close();
  if (e.report->flips.empty()) h.open("p").word(Word::NoneTurns).close();
  for (const Erratum::Turn& t : e.turns) {
    if (const auto at = place.ruling.find(t.id); at != place.ruling.end())
      write_rulings(h, place, {at->second});
    h.open("p").both(t.before).text(" → ").both(t.after, "b").close();
    if (t.draft.empty()) continue;
    h.open("details").open("summary").word(Word::DraftOfNew).close();
    h.open("p", {{"class", "s"}}).word(Word::DraftHint).close();
    h.element("pre", t.draft).close();
  }
  h.close();
}

void write_touched(Html& h, const Place& place, const Erratum& e) {
  const auto alike = place.game.alike.find(e.card);
  if (alike == place.game.alike.end()) return;
  open_section(h, Word::LookAlikes);
  h.open("ul", {{"class", "alike"}});
  for (const LookAlike& a : alike->second) {
    h.open("li");
    link(h, place.cards, a.card, "《" + a.card + "》");
    h.close();
  }
  h.close().close();
}

}  // namespace

std::string erratum_address(const std::string& game, const std::string& card) {
  return "erratum?game=" + in_address(game) + "&card=" + in_address(card);
}

std::string erratum_page(const View& view, const Place& place, const Erratum& e) {
  Page page(view, std::string(word(Word::ErratumOf, view.lang())) + " 《" + e.card + "》", "",
            &place);
  Html& h = page.h;
  const Place above = from_above(place);
  h.open("h1").word(Word::ErratumOf).text(" 《" + e.card + "》").close();
  if (const auto at = above.cards.find(e.card); at != above.cards.end())
    h.open("p").open("a", {{"href", at->second}}).word(Word::CardPage).close().close();
  h.open("form", {{"class", "edit"}, {"method", "get"}, {"action", "erratum"}});
  h.empty("input", {{"type", "hidden"}, {"name", "game"}, {"value", e.game}});
  h.open("label").word(Word::Card);
  h.empty("input", {{"type", "text"},
                    {"name", "card"},
                    {"value", e.card},
                    {"list", "cards"},
                    {"autocomplete", "off"}});
  h.close();
  h.open("label", {{"class", "wide"}}).word(Word::NewWords);
  h.open("textarea", {{"name", "text"},
                      {"rows", "4"},
                      {"maxlength", std::to_string(kLongestAsked)},
                      {"lang", "ja"}});
  h.text("\n" + e.text).close().close();
  write_submit(h, Word::Examine);
  h.close();
  h.open("datalist", {{"id", "cards"}});
  for (const auto& [name, record] : place.card) h.empty("option", {{"value", name}});
  h.close();
  h.open("p", {{"class", "s"}}).word(Word::ErratumHint).close();
  if (!e.refused[0].empty()) {
    h.open("section", {{"class", "stops"}, {"role", "alert"}});
    each_face(h, [&](Lang lang) {
      h.element("p", e.refused[static_cast<std::size_t>(lang)], {{"class", "lines"}});
    });
    h.close();
  }
  if (e.report != nullptr) {
    write_words(h, above, e);
    write_answer(h, e);
    write_turning(h, above, e);
    write_touched(h, above, e);
  }
  return page.take();
}

}  // namespace hanrei::reports::html
