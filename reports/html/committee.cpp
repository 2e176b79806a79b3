// The page of a committee: what was found in a game, by cause, the worst first; and the readings,
// with the rulings that hang on each option.
#include <algorithm>

#include "findings/finding.h"
#include "reports/findings.h"
#include "reports/html/pages.h"
#include "rulings/search/query.h"

namespace hanrei::reports::html {
namespace {

using base::Lang;
using rulings::store::KeptFinding;

constexpr std::size_t kMostOfCause = 50;

/// Findings of one cause.
struct Cause {
  std::string code, severity;
  std::vector<const KeptFinding*> all;
};

std::size_t rank(const std::string& severity) {
  const std::string_view order[] = {"error", "warning", "question"};
  return static_cast<std::size_t>(std::ranges::find(order, severity) - std::begin(order));
}

/// The worst first, of these the one with most.
std::vector<Cause> by_cause(const std::vector<KeptFinding>& list) {
  std::vector<Cause> out;
  for (const KeptFinding& f : list) {
    auto at = std::ranges::find_if(
        out, [&](const Cause& c) { return c.code == f.code && c.severity == f.severity; });
    if (at == out.end()) at = out.insert(out.end(), {f.code, f.severity, {}});
    at->all.push_back(&f);
  }
  std::ranges::stable_sort(out, [](const Cause& a, const Cause& b) {
    return std::pair(rank(a.severity), b.all.size()) < std::pair(rank(b.severity), a.all.size());
  });
  return out;
}

void write_finding(Html& h, const Place& place, const KeptFinding& f) {
  h.open("li").both(f.message);
  h.open("span", {{"class", "by"}});
  for (const auto& [list, files] :
       {std::pair{&f.subjects, std::vector{&place.rulings, &place.cards}},
        std::pair{&f.clauses, std::vector{&place.clauses}}})
    for (const std::string& name : *list)
      for (const auto* in : files)
        if (in->contains(name)) {
          link(h, *in, name);
          h.text(" ");
        }
  if (!f.path.empty()) h.text(f.path + ":" + std::to_string(f.line));
  h.close().close();
}

void write_findings(Html& h, const Place& place) {
  open_section(h, Word::WhatWasFound, "found");
  for (const rulings::store::RunFindings& run : place.game.findings) {
    h.open("h3").element("code", "hanrei " + run.command).close();
    if (!run.current) {
      h.open("p").word(Word::NotRun).close();
      continue;
    }
    if (run.list.empty()) h.open("p").word(Word::NothingFound).close();
    for (const Cause& c : by_cause(run.list)) {
      const findings::Rule rule = findings::rule_of(c.code);
      h.open("details")
          .open("summary")
          .open("b")
          .text(std::to_string(c.all.size()) + " × ")
          .close();
      h.both(rule.text[0], rule.text[1]);
      h.open("span", {{"class", c.severity == "error" ? "s bad" : "s"}})
          .text(" " + c.code + " · ")
          .both(severity_text(rule.severity, Lang::En), severity_text(rule.severity, Lang::Ja))
          .close()
          .close();
      if (!rule.hint[0].empty()) h.both(rule.hint[0], rule.hint[1], "p", "s");
      h.open("ul");
      for (std::size_t i = 0; i < c.all.size() && i < kMostOfCause; ++i)
        write_finding(h, place, *c.all[i]);
      h.close();
      if (c.all.size() > kMostOfCause)
        h.open("p", {{"class", "s"}})
            .text("+" + std::to_string(c.all.size() - kMostOfCause))
            .close();
      h.close();
    }
  }
  h.close();
}

/// Rulings that are not confirmed, by how they stand.
void write_standing(Html& h, const Place& place) {
  std::map<std::string, std::vector<const Ruling*>> by;
  for (const Ruling& r : place.game.rulings)
    if (!r.record.verdict.empty() && r.record.verdict != "confirmed")
      by[r.record.verdict].push_back(&r);
  open_section(h, Word::NotConfirmed);
  if (by.empty()) h.open("p").word(Word::None).close();
  for (const auto& [verdict, list] : by) {
    h.open("details").open("summary").open("b").text(std::to_string(list.size()) + " × ").close();
    h.both(rulings::search::verdict_text(verdict, Lang::En),
           rulings::search::verdict_text(verdict, Lang::Ja));
    h.close();
    write_rulings(h, place, list);
    h.close();
  }
  h.close();
}

void write_readings(Html& h, const Place& place) {
  if (place.game.readings.empty()) return;
  open_section(h, Word::Readings);
  h.open("p", {{"class", "s"}}).word(Word::ReadingsHint).close();
  for (const Reading& r : place.game.readings) {
    write_reading(h, r, "");
    const auto at = place.presuming.find(r.name);
    if (at == place.presuming.end()) continue;
    for (const Reading::Option& o : r.options) {
      std::vector<const Ruling*> list;
      for (const Ruling* one : at->second)
        if (std::ranges::find(one->record.presumes, std::pair(r.name, o.name)) !=
            one->record.presumes.end())
          list.push_back(one);
      if (list.empty()) continue;
      h.open("details").open("summary").element("b", r.name + " " + o.name).text(" ");
      h.word(Word::PresumedBy).text(" " + std::to_string(list.size())).close();
      write_rulings(h, place, list);
      h.close();
    }
  }
  h.close();
}

}  // namespace

std::string committee_page(const View& view, const Place& place) {
  Page page(view,
            std::string(word(Word::Committee, view.lang())) + ": " +
                in_face(place.game.records.title, view),
            "../", &place);
  Html& h = page.h;
  h.open("h1").word(Word::Committee).text(": ").both(place.game.records.title).close();
  if (view.served())
    h.open("p")
        .open("a", {{"class", "button"}, {"href", "../" + erratum_address(place.game.folder, "")}})
        .word(Word::ProposeWords)
        .close()
        .close();
  write_findings(h, place);
  write_standing(h, place);
  write_readings(h, place);
  return page.take();
}

}  // namespace hanrei::reports::html
