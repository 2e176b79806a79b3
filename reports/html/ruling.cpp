// The page of a ruling: the answer first, then what it stands on.
#include <algorithm>

#include "base/text/wrap.h"
#include "reports/html/pages.h"
#include "rulings/search/query.h"

namespace hanrei::reports::html {
namespace {

using base::Lang;

/// How it stands, its marks with the reasons, and when it was given.
void write_standing(Html& h, const rulings::RulingRecord& r) {
  open_section(h, Word::Standing, "standing");
  h.open("p", {{"class", "badges"}});
  const auto badge = [&](std::string_view css, const std::string& en, const std::string& ja) {
    h.both(en, ja, "span", css);
    h.text(" ");
  };
  if (r.status == "derived")
    badge("badge derived", std::string(word(Word::Derived, Lang::En)),
          std::string(word(Word::Derived, Lang::Ja)));
  else
    badge("badge", rulings::search::status_text(r.status, Lang::En),
          rulings::search::status_text(r.status, Lang::Ja));
  const std::string verdict = r.verdict.empty() ? "not examined" : r.verdict;
  badge(verdict == "confirmed"      ? "badge good"
        : verdict == "not examined" ? "badge unknown"
                                    : "badge bad",
        rulings::search::verdict_text(verdict, Lang::En),
        rulings::search::verdict_text(verdict, Lang::Ja));
  if (!r.evidence.empty()) {
    h.open("span", {{"class", "s"}}).word(Word::Evidence).text(": ");
    const auto& en = rulings::search::evidences(Lang::En);
    const auto& ja = rulings::search::evidences(Lang::Ja);
    std::string texts[2];
    for (std::size_t i = 0; i < en.size() && i < ja.size(); ++i)
      if ((" " + r.evidence + " ").find(" " + en[i] + " ") != std::string::npos) {
        texts[0] += (texts[0].empty() ? "" : ", ") + en[i];
        texts[1] += (texts[1].empty() ? "" : "、") + ja[i];
      }
    if (texts[0].empty()) texts[0] = texts[1] = r.evidence;
    h.both(texts).close();
  }
  h.close();
  if (r.cases.empty())
    h.open("p").word(Word::NoSituation).close();
  else if (r.verdict.empty())
    h.open("p").word(Word::NotExaminedWhy).close();
  const auto said = [](const auto& m) { return m[0] == "not examined"; };  // above
  if (!std::ranges::all_of(r.marks, said)) {
    h.open("ul", {{"class", "marks"}});
    for (const auto& m : r.marks) {
      if (said(m)) continue;
      const auto& [mark, en, ja] = m;
      h.open("li");
      h.both(rulings::search::mark_text(mark, Lang::En), rulings::search::mark_text(mark, Lang::Ja),
             "b");
      h.text(" ").both(en, ja).close();
    }
    h.close();
  }
  if ((r.issued + r.authority + r.known + r.effective).empty()) {
    h.close();
    return;
  }
  h.open("dl");
  for (const auto& [what, is] : {std::pair{Word::Issued, &r.issued},
                                 {Word::Authority, &r.authority},
                                 {Word::Known, &r.known},
                                 {Word::Effective, &r.effective}}) {
    if (is->empty()) continue;
    h.word(what, "dt");
    h.element("dd", *is);
  }
  h.close().close();
}

void write_clauses(Html& h, const Place& place, const rulings::RulingRecord& r) {
  open_section(h, Word::Clauses);
  for (const std::string& id : r.cites) {
    const auto at = place.clause.find(id);
    if (at == place.clause.end()) {
      h.element("p", id);
      continue;
    }
    const rulings::ClauseRecord& c = *at->second;
    h.open("details").open("summary").element("span", id, {{"class", "id"}});
    h.text(c.title.empty() ? "" : " " + c.title).close();
    h.both(c.text, "p", "clause");
    h.open("p").open("a", {{"href", place.clauses.at(id)}}).word(Word::ClausePage).close().close();
    h.close();
  }
  h.close();
}

void write_cards(Html& h, const Place& place, const rulings::RulingRecord& r) {
  std::vector<std::string> names;  // a card that stands for any card says nothing
  for (const std::string& name : r.cards)
    if (const auto at = place.card.find(name); at != place.card.end() && !at->second->generic)
      names.push_back(name);
  if (names.empty()) return;
  open_section(h, Word::Cards);
  for (const std::string& name : names) {
    const rulings::CardRecord& c = *place.card.at(name);
    h.open("details").element("summary", "《" + name + "》");
    if (!c.wordings.empty()) write_wording(h, c.wordings.back());
    if (!c.attributes.empty()) {
      h.open("dl");
      for (const auto& [attribute, value] : c.attributes) {
        h.element("dt", attribute);
        h.element("dd", value);
      }
      h.close();
    }
    h.open("p").open("a", {{"href", place.cards.at(name)}}).word(Word::CardPage).close().close();
    h.close();
  }
  h.close();
}

/// What it says of other rulings, and they of it; what it was before.
void write_relations(Html& h, const Place& place, const rulings::RulingRecord& r) {
  std::vector<std::pair<Word, std::vector<std::string>>> lists = {
      {Word::Supersedes, r.supersedes},
      {Word::SupersededBy, {}},
      {Word::Narrows, r.narrows},
      {Word::NarrowedBy, {}},
      {Word::Follows, r.follows},
      {Word::FollowedBy, {}},
      {Word::Distinguishes, r.distinguishes},
      {Word::DistinguishedBy, {}}};
  if (const auto by = place.named_by.find(r.id); by != place.named_by.end())
    for (const auto& [how, id] : by->second)
      lists[how == "supersedes" ? 1
            : how == "narrows"  ? 3
            : how == "follows"  ? 5
                                : 7]
          .second.push_back(id);
  const bool any = std::ranges::any_of(lists, [](const auto& l) { return !l.second.empty(); });
  if (!any && r.was.empty()) return;
  open_section(h, Word::Citator);
  h.open("dl");
  for (const auto& [what, ids] : lists) {
    if (ids.empty()) continue;
    h.word(what, "dt");
    h.open("dd");
    for (std::size_t i = 0; i < ids.size(); ++i) {
      if (i > 0) h.text(", ");
      link(h, place.rulings, ids[i]);
    }
    h.close();
  }
  for (const rulings::WasRecord& w : r.was) {
    h.word(Word::Former, "dt");
    h.open("dd").both(rulings::search::status_text(w.status, Lang::En),
                      rulings::search::status_text(w.status, Lang::Ja));
    h.text(", " + w.until + " ").word(Word::Until).close();
  }
  h.close().close();
}

}  // namespace

void write_near(Html& h, const Place& place, const std::vector<Near>& near) {
  for (const Near& n : near) {
    const auto at = place.ruling.find(n.id);
    if (at == place.ruling.end()) continue;
    write_rulings(h, place, {at->second});
    std::string shared;
    for (const std::string& s : n.shared) shared += (shared.empty() ? "" : " · ") + s;
    if (!shared.empty())
      h.open("p", {{"class", "s"}}).word(Word::Shared).text(" " + shared).close();
  }
}

std::string ruling_page(const View& view, const Place& place, const Ruling& one) {
  const rulings::RulingRecord& r = one.record;
  const auto face = static_cast<std::size_t>(view.lang());
  const std::string& title = r.title[face].empty() ? r.title[1 - face] : r.title[face];
  Page page(view, r.id + (title.empty() ? "" : " " + title), "../", &place);
  Html& h = page.h;
  h.open("h1").element("span", r.id, {{"class", "id"}}).text(" ").both(r.title).close();
  open_section(h, Word::Answer, "answer");
  std::string first[2], rest[2];
  for (const std::size_t l : {std::size_t{0}, std::size_t{1}}) {
    constexpr int kColumns = 40;
    first[l] = base::first_sentences(r.answer[l], kColumns);
    rest[l] = r.answer[l].substr(first[l].size());
  }
  h.both(first, "p", "first-said");
  h.both(rest, "p").close();
  write_answers(h, one);
  open_section(h, Word::Question, "question");
  h.both(r.question, "p");
  h.close();
  if (!r.partial.empty()) {
    open_section(h, Word::Partial);
    h.element("p", r.partial).close();
  }
  write_standing(h, r);
  if (!r.presumes.empty()) {
    open_section(h, Word::ReadingsOfRuling);
    for (const auto& [name, option] : r.presumes) {
      if (const auto at = place.reading.find(name); at != place.reading.end())
        write_reading(h, *at->second, option);
      else
        h.element("p", name + " = " + option);
    }
    h.close();
  }
  // of a deck nothing is played
  if (view.served() && std::ranges::any_of(r.cases, [](const auto& c) { return !c.at.empty(); }))
    h.open("p")
        .open("a", {{"class", "button"}, {"href", "../" + step_address(place.game.folder, r.id)}})
        .word(Word::StepThrough)
        .close()
        .text(" ")
        .open("a", {{"class", "button"}, {"href", "../" + board_address(place.game.folder, r.id)}})
        .word(Word::ChangeSituation)
        .close()
        .close();
  if (!r.cases.empty() && (one.plays || !view.served())) write_plays(h, place, one);
  if (!r.cites.empty()) write_clauses(h, place, r);
  write_cards(h, place, r);
  write_relations(h, place, r);
  if (!one.near.empty()) {
    open_section(h, Word::Similar);
    write_near(h, place, one.near);
    h.close();
  }
  return page.take();
}

}  // namespace hanrei::reports::html
