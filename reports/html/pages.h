// The pages, one function each. Within reports/html/ only.
#pragma once

#include <string>

#include "reports/html/html.h"
#include "reports/html/site.h"

namespace hanrei::reports::html {

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

std::string ask_page(const Bundle& bundle, const std::vector<Place>& places);
std::string game_page(const Bundle& bundle, const Place& place);
std::string clause_page(const Bundle& bundle, const Place& place, const std::string& clause);
std::string card_page(const Bundle& bundle, const Place& place, const std::string& card);
std::string ruling_page(const Bundle& bundle, const Place& place, const Ruling& ruling);

/// The answer to each claim with what decides it, before anything of the plays.
void write_answers(Html& h, const Ruling& ruling);
/// How the claims of a ruling come to stand: plays as a chart.
void write_plays(Html& h, const Place& place, const Ruling& ruling);

// Parts of several pages.

/// A section with a heading.
void open_section(Html& h, Word heading, std::string_view css = "");
/// A link to a thing of the game; only its name where it has no page.
void link(Html& h, const std::map<std::string, std::string>& files, const std::string& name,
          const std::string& text = "");
/// Rulings in a list: the question's title, the answer's first sentence, how each stands.
void write_rulings(Html& h, const Place& place, const std::vector<const Ruling*>& rulings);
void write_reading(Html& h, const Reading& reading, const std::string& chosen);
/// Sentences of a card, with the date from which they count.
void write_wording(Html& h, const rulings::Wording& wording);

}  // namespace hanrei::reports::html
