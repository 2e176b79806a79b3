// The pages, one function each. Within reports/html/ only.
#pragma once

#include <functional>
#include <string>

#include "reports/html/html.h"
#include "reports/html/report.h"
#include "reports/html/site.h"

namespace hanrei::reports::html {

/// What a page may load, and where its forms may go.
std::string_view policy(const Bundle& bundle);

/// A page with its head, its way back and its foot. `up`: from its folder to that of the bundle.
class Page {
 public:
  Page(const Bundle& bundle, std::string title, std::string up, const Place* place);
  Html h;
  /// All of it.
  std::string take();

 private:
  const Bundle& bundle_;
  std::string up_;
};

/// `asked`: what was found; null: nothing was asked.
std::string ask_page(const Bundle& bundle, const std::vector<Place>& places, const Asked* asked);
std::string game_page(const Bundle& bundle, const Place& place);
std::string clause_page(const Bundle& bundle, const Place& place, const std::string& clause);
std::string card_page(const Bundle& bundle, const Place& place, const std::string& card);
std::string ruling_page(const Bundle& bundle, const Place& place, const Ruling& ruling);

/// The answer to each claim with what decides it, before anything of the plays.
void write_answers(Html& h, const Ruling& ruling);
/// How the claims of a ruling come to stand: plays as a chart.
void write_plays(Html& h, const Place& place, const Ruling& ruling);
/// Steps as a chart. `first`: the number of the first; `beside`: writes what else stands at a step.
using BesideStep = std::function<void(Html&, const Step&)>;
void write_steps(Html& h, const Place& place, const std::vector<Step>& steps, std::size_t first,
                 const BesideStep& beside = nullptr);
/// The page on which a play is stepped through.
std::string step_page(const Bundle& bundle, const Place& place, const Stepping& stepping);
/// The address of that page for a ruling of a game.
std::string step_address(const std::string& game, const std::string& ruling);

// Parts of several pages.

/// A section with a heading.
void open_section(Html& h, Word heading, std::string_view css = "");
/// A link to a thing of the game; only its name where it has no page.
void link(Html& h, const std::map<std::string, std::string>& files, const std::string& name,
          const std::string& text = "");
/// Rulings in a list: the question's title, the answer's first sentence, how each stands.
void write_rulings(Html& h, const Place& place, const std::vector<const Ruling*>& rulings);
/// The link to one: the answer's first sentence, the question's title. `up`: from the page to the
/// folder of the game.
void write_ruling_link(Html& h, const Place& place, const Ruling& ruling, const std::string& up);
void write_reading(Html& h, const Reading& reading, const std::string& chosen);
/// Sentences of a card, with the date from which they count.
void write_wording(Html& h, const rulings::Wording& wording);

}  // namespace hanrei::reports::html
