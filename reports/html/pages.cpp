// The pages of a bundle, but that of a ruling, and what they have in common.
#include "reports/html/pages.h"

#include <algorithm>
#include <set>

#include "base/text/wrap.h"
#include "rulings/search/query.h"

namespace hanrei::reports::html {

using base::Lang;

namespace {

std::string digest_shown(const std::string& digest) { return digest.substr(0, 16); }

/// The beginning of what is below a clause: 15-5-1 and 15-5[2] of 15-5.
bool is_below(const std::string& clause, const std::string& top) {
  if (!clause.starts_with(top) || clause.size() == top.size()) return false;
  const char c = clause[top.size()];
  return !((c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'));
}

/// The rulings that cite the clause itself.
std::vector<const Ruling*> rulings_on(const Place& place, const std::string& clause) {
  const auto at = place.citing.find(clause);
  return at == place.citing.end() ? std::vector<const Ruling*>() : at->second;
}

/// A clause in a list, with how many rulings cite it.
void clause_line(Html& h, const Place& place, const rulings::ClauseRecord& c) {
  const std::size_t n = rulings_on(place, c.id).size();
  h.open("li");
  link(h, place.clauses, c.id, c.id + (c.title.empty() ? "" : " " + c.title));
  h.open("span", {{"class", n == 0 ? "s none" : "s"}}).text(std::to_string(n)).close();
  h.close();
}

}  // namespace

const std::string& in_face(const std::string (&texts)[2], const View& view) {
  const auto l = static_cast<std::size_t>(view.lang());
  return texts[l].empty() ? texts[1 - l] : texts[l];
}

std::string_view policy(const Bundle& bundle) {
  // 'self' is not said of files by every browser, hence `file:`.
  return bundle.served ? kServedPolicy
                       : "default-src 'none'; script-src 'self' file:; style-src 'self' file:; "
                         "base-uri 'none'; form-action 'none'";
}

// ---------------------------------------------------------------- a page

Page::Page(const View& view, std::string title, std::string up, const Place* place, bool forms)
    : view_(view), up_(std::move(up)) {
  const bool ja = view.lang() == Lang::Ja;
  if (view.lang() != view.bundle.face) h.keep(ja ? "ja" : "en");
  h.open("html", {{"lang", ja ? "ja" : "en"}, {"data-face", ja ? "ja" : "en"}});
  h.open("head");
  h.empty("meta", {{"charset", "utf-8"}});
  h.empty("meta", {{"http-equiv", "Content-Security-Policy"}, {"content", policy(view.bundle)}});
  h.empty("meta", {{"name", "viewport"}, {"content", "width=device-width, initial-scale=1"}});
  h.empty("meta", {{"name", "color-scheme"}, {"content", "light dark"}});
  h.empty("meta", {{"name", "referrer"}, {"content", forms ? "same-origin" : "no-referrer"}});
  h.element("title", title);
  h.empty("link", {{"rel", "stylesheet"}, {"href", up_ + "desk.css"}});
  h.element("script", "", {{"src", up_ + "desk.js"}, {"defer", "defer"}});
  h.close();
  h.open("body", {{"id", view.served() ? "" : "other"}});
  h.open("a", {{"class", "skip"}, {"href", "#main"}}).word(Word::SkipTo).close();
  h.open("header");
  h.open("nav", {{"aria-label", "Hanrei"}});
  h.open("a", {{"href", up_ + "index.html"}}).word(Word::Ask).close();
  if (place != nullptr)
    h.open("a", {{"href", (up_.empty() ? place->folder + "/" : "") + "index.html"}})
        .both(place->game.records.title)
        .close();
  h.close();
  write_other_face();
  h.close();
  h.open("main", {{"id", "main"}});
}

/// The link to the same page in the other language. Where it is served the address says which; in a
/// folder, where no program reads an address, the style does what the script does where it may.
void Page::write_other_face() {
  const bool ja = view_.lang() == Lang::Ja;
  const std::string other = ja ? "en" : "ja";
  if (view_.served()) {
    h.keep("");
    const std::string asked = view_.face.query.empty() ? "" : view_.face.query + "&";
    h.element("a", ja ? "English" : "日本語",
              {{"class", "button face"},
               {"lang", other},
               {"hreflang", other},
               {"rel", "alternate"},
               {"href", "?" + asked + "lang=" + other}});
    if (view_.lang() != view_.bundle.face) h.keep(ja ? "ja" : "en");
    return;
  }
  h.open("a", {{"class", "button face"}, {"href", "#other"}});
  h.element("span", "English", {{"lang", "en"}, {"data-f", "ja"}});
  h.element("span", "日本語", {{"lang", "ja"}, {"data-f", "en"}}).close();
}

std::string Page::take() {
  h.close();
  h.open("footer");
  h.open("p").word(Word::DerivedNote).close();
  h.open("p").word(Word::MadeBy).text(" " HANREI_VERSION " · ");
  if (view_.bundle.date.empty())
    h.word(Word::Undated);
  else
    h.text(view_.bundle.date + " ").word(Word::Dated);
  h.text(" · ").word(Word::MadeFrom).text(" ");
  h.element("code", digest_shown(view_.bundle.digest)).close();
  h.close().close().close();
  return "<!DOCTYPE html>\n" + h.take();
}

// ---------------------------------------------------------------- parts

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

Place from_above(const Place& place) {
  Place out(place.game, place.folder);
  for (auto* files : {&out.rulings, &out.clauses, &out.cards})
    for (auto& [name, file] : *files) file = place.folder + "/" + file;
  return out;
}

void each_face(Html& h, const std::function<void(base::Lang)>& write) {
  for (const Lang lang : {Lang::Ja, Lang::En}) {
    const std::string code = lang == Lang::Ja ? "ja" : "en";
    h.open("div", {{"lang", code}, {"data-f", code}});
    write(lang);
    h.close();
  }
}

void write_option(Html& h, const View& view, const std::string& value, std::string_view en,
                  std::string_view ja, bool selected) {
  h.element("option", view.lang() == Lang::Ja ? ja : en,
            {{"value", value},
             {"data-en", en},
             {"data-ja", ja},
             {"selected", selected ? "selected" : ""}});
}

void write_input(Html& h, Word label, const std::string& name, const std::string& value,
                 const std::string& list, const std::string& hint) {
  h.open("label").word(label);
  h.empty("input", {{"type", "text"},
                    {"name", name},
                    {"value", value},
                    {"list", list},
                    {"placeholder", hint},
                    {"autocomplete", "off"}});
  h.close();
}

void write_select(Html& h, Word label, const std::string& name,
                  const std::vector<std::pair<std::string, std::string>>& choices,
                  const std::string& chosen) {
  h.open("label").word(label).open("select", {{"name", name}});
  for (const auto& [value, text] : choices)
    h.element("option", text, {{"value", value}, {"selected", value == chosen ? "selected" : ""}});
  h.close().close();
}

void write_submit(Html& h, Word what) { h.open("button", {{"type", "submit"}}).word(what).close(); }

void open_section(Html& h, Word heading, std::string_view css) {
  h.open("section", {{"class", css}});
  h.word(heading, "h2");
}

void link(Html& h, const std::map<std::string, std::string>& files, const std::string& name,
          const std::string& text) {
  const auto at = files.find(name);
  if (at == files.end())
    h.element("span", text.empty() ? name : text);
  else
    h.element("a", text.empty() ? name : text, {{"href", at->second}});
}

void write_rulings(Html& h, const Place& place, const std::vector<const Ruling*>& rulings) {
  if (rulings.empty()) {
    h.open("p").word(Word::None).close();
    return;
  }
  h.open("ul", {{"class", "rulings"}});
  for (const Ruling* one : rulings) {
    const rulings::RulingRecord& r = one->record;
    h.open("li", {{"class", out_of_force(r) ? "over" : ""}});
    write_ruling_link(h, place, *one, "");
    h.open("span", {{"class", "s"}}).text(r.id + " · ");
    h.both(standing(r, Lang::En), standing(r, Lang::Ja)).close();
    h.close();
  }
  h.close();
}

void write_ruling_link(Html& h, const Place& place, const Ruling& one, const std::string& up) {
  constexpr int kColumns = 100;
  const rulings::RulingRecord& r = one.record;
  const auto at = place.rulings.find(r.id);
  h.open("a", {{"href", at == place.rulings.end() ? "" : up + at->second}});
  const std::string first[2] = {std::string(base::first_sentences(r.answer[0], kColumns)),
                                std::string(base::first_sentences(r.answer[1], kColumns))};
  h.both(first, "span", "a");
  h.both(r.title, "span", "q");
  h.close();
}

void write_reading(Html& h, const Reading& reading, const std::string& chosen) {
  h.open("div", {{"class", "reading"}});
  h.open("h3").text(reading.name + " ").both(reading.title);
  h.text(" (").word(Word::Default).text(" " + reading.fallback);
  if (reading.presumed) h.text(", ").word(Word::PresumedByGame);
  h.text(")").close();
  h.open("ul");
  for (const Reading::Option& o : reading.options) {
    const bool taken = o.name == chosen;
    h.open("li", {{"class", taken ? "taken" : ""}});
    h.element("b", o.name).text(" ");
    h.both(o.why);
    h.close();
  }
  h.close().close();
}

void write_wording(Html& h, const rulings::Wording& wording) {
  h.open("blockquote", {{"lang", "ja"}});
  if (wording.spans.empty()) h.open("p").word(Word::NoText).close();
  for (const auto& [name, text] : wording.spans) h.element("p", text);
  if (!wording.from.empty()) {
    h.open("p", {{"class", "s"}}).text(wording.from + " ").word(Word::Since).close();
  }
  h.close();
}

// ---------------------------------------------------------------- the pages

std::string game_page(const View& view, const Place& place) {
  const Game& game = place.game;
  Page page(view, in_face(game.records.title, view), "../", &place);
  Html& h = page.h;
  h.both(game.records.title, "h1");
  h.open("p");
  if (view.served())
    h.open("a", {{"class", "button"}, {"href", "../" + board_address(game.folder, "")}})
        .word(Word::BuildSituation)
        .close()
        .text(" ");
  h.open("a", {{"class", "button"}, {"href", "committee.html"}}).word(Word::Committee).close();
  h.close();
  std::map<std::string, std::size_t> verdicts;
  for (const Ruling& r : game.rulings)
    ++verdicts[r.record.verdict.empty() ? "not examined" : r.record.verdict];
  const auto clauses = clauses_in_order(game);
  h.open("dl", {{"class", "numbers"}});
  for (const auto& [what, n] : {std::pair{Word::Clauses, clauses.size()},
                                {Word::Cards, place.card.size()},
                                {Word::Rulings, game.rulings.size()},
                                {Word::Readings, game.readings.size()}}) {
    h.word(what, "dt");
    h.element("dd", std::to_string(n));
  }
  for (const auto& [verdict, n] : verdicts) {
    h.both(rulings::search::verdict_text(verdict, Lang::En),
           rulings::search::verdict_text(verdict, Lang::Ja), "dt");
    h.element("dd", std::to_string(n));
  }
  h.close();
  open_section(h, Word::Clauses);
  h.open("ol", {{"class", "clauses"}});
  for (const rulings::ClauseRecord* c : clauses) {
    if (c->kind == "meta") continue;
    clause_line(h, place, *c);
  }
  h.close().close();
  if (!game.readings.empty()) {
    open_section(h, Word::Readings);
    for (const Reading& r : game.readings) write_reading(h, r, "");
    h.close();
  }
  open_section(h, Word::Rulings);
  std::vector<const Ruling*> all;
  for (const Ruling& r : game.rulings) all.push_back(&r);
  h.open("details").open("summary").text(std::to_string(all.size()) + " ").word(Word::Rulings);
  h.close();
  write_rulings(h, place, all);
  h.close().close();
  open_section(h, Word::Cards);
  h.open("details").open("summary").text(std::to_string(place.card.size()) + " ");
  h.word(Word::Cards).close();
  h.open("ul", {{"class", "names"}});
  for (const auto& [name, record] : place.card) {
    h.open("li");
    link(h, place.cards, name);
    h.close();
  }
  h.close().close().close();
  return page.take();
}

std::string clause_page(const View& view, const Place& place, const std::string& id) {
  const rulings::ClauseRecord& c = *place.clause.at(id);
  Page page(view, id + (c.title.empty() ? "" : " " + c.title), "../", &place);
  Html& h = page.h;
  h.open("h1").element("span", id, {{"class", "id"}}).text(" " + c.title).close();
  open_section(h, Word::Wording, "wording");
  if (c.text[0].empty() && c.text[1].empty())
    h.open("p").word(Word::NoText).close();
  else
    h.both(c.text, "p", "clause");
  h.close();
  std::vector<const rulings::ClauseRecord*> before, below;
  for (const rulings::ClauseRecord& w : place.game.records.clauses)
    if (w.id == id && &w != &c) before.push_back(&w);
  for (const rulings::ClauseRecord* w : clauses_in_order(place.game))
    if (is_below(w->id, id)) below.push_back(w);
  if (!before.empty()) {
    open_section(h, Word::FormerWording);
    for (const rulings::ClauseRecord* w : before) {
      h.both(w->text, "p", "clause former");
      if (!w->before.empty())
        h.open("p", {{"class", "s"}}).text(w->before + " ").word(Word::Until).close();
    }
    h.close();
  }
  if (!below.empty()) {
    open_section(h, Word::Below);
    h.open("ol", {{"class", "clauses"}});
    for (const rulings::ClauseRecord* w : below) clause_line(h, place, *w);
    h.close().close();
  }
  const auto on_it = rulings_on(place, id);
  std::vector<const Reading*> readings;
  for (const Reading& r : place.game.readings)
    if (std::ranges::any_of(on_it, [&](const Ruling* one) {
          return std::ranges::any_of(one->record.presumes,
                                     [&](const auto& p) { return p.first == r.name; });
        }))
      readings.push_back(&r);
  open_section(h, Word::RulingsOnIt);
  write_rulings(h, place, on_it);
  h.close();
  if (!readings.empty()) {
    open_section(h, Word::ReadingsOnIt);
    for (const Reading* r : readings) write_reading(h, *r, "");
    h.close();
  }
  return page.take();
}

std::string card_page(const View& view, const Place& place, const std::string& name) {
  const rulings::CardRecord& c = *place.card.at(name);
  Page page(view, name, "../", &place);
  Html& h = page.h;
  h.open("h1").text("《" + name + "》").close();
  if (view.served())
    h.open("p")
        .open("a",
              {{"class", "button"}, {"href", "../" + erratum_address(place.game.folder, name)}})
        .word(Word::ProposeWords)
        .close()
        .close();
  if (c.invented) h.open("p", {{"class", "s"}}).word(Word::Invented).close();
  open_section(h, Word::Text, "wording");
  if (c.wordings.empty())
    h.open("p").word(Word::NoText).close();
  else
    write_wording(h, c.wordings.back());
  h.close();
  if (c.wordings.size() > 1) {
    open_section(h, Word::FormerText);
    for (std::size_t i = c.wordings.size() - 1; i-- > 0;) write_wording(h, c.wordings[i]);
    h.close();
  }
  if (!c.attributes.empty()) {
    open_section(h, Word::Printed);
    h.open("dl");
    for (const auto& [attribute, value] : c.attributes) {
      h.element("dt", attribute);
      h.element("dd", value);
    }
    h.close().close();
  }
  open_section(h, Word::RulingsWithIt);
  const auto having = place.having.find(name);
  write_rulings(h, place,
                having == place.having.end() ? std::vector<const Ruling*>() : having->second);
  h.close();
  if (const auto alike = place.game.alike.find(name); alike != place.game.alike.end()) {
    open_section(h, Word::LookAlikes);
    constexpr std::size_t kMostAlike = 5, kMostOfOne = 3;
    h.open("ul", {{"class", "alike"}});
    for (std::size_t i = 0; i < alike->second.size() && i < kMostAlike; ++i) {
      const LookAlike& a = alike->second[i];
      h.open("li");
      link(h, place.cards, a.card, "《" + a.card + "》");
      for (std::size_t k = 0; k < a.rulings.size() && k < kMostOfOne; ++k) {
        h.text(k == 0 ? ": " : ", ");
        link(h, place.rulings, a.rulings[k]);
      }
      if (a.rulings.size() > kMostOfOne)
        h.text(" +" + std::to_string(a.rulings.size() - kMostOfOne));
      h.close();
    }
    h.close();
    if (alike->second.size() > kMostAlike)
      h.open("p", {{"class", "s"}})
          .text("+" + std::to_string(alike->second.size() - kMostAlike) + " ")
          .word(Word::Cards)
          .close();
    h.close();
  }
  return page.take();
}

}  // namespace hanrei::reports::html
