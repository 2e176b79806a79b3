// The pages, one function each. Within reports/html/ only.
#pragma once

#include <functional>
#include <string>

#include "reports/html/html.h"
#include "reports/html/report.h"
#include "reports/html/site.h"

namespace hanrei::reports::html {

/// A bundle as somebody asks for it.
struct View {
  const Bundle& bundle;
  Face face;

  base::Lang lang() const { return face.lang; }
  bool served() const { return bundle.served; }
};

/// What a page may load, and where its forms may go.
std::string_view policy(const Bundle& bundle);
/// A text as the page opens.
const std::string& in_face(const std::string (&texts)[2], const View& view);

/// A page with its head, its way back and its foot. `up`: from its folder to that of the bundle.
class Page {
 public:
  /// `forms`: it changes something, and the server looks where that comes from.
  Page(const View& view, std::string title, std::string up, const Place* place, bool forms = false);
  Html h;
  /// All of it.
  std::string take();

 private:
  void write_other_face();
  const View& view_;
  std::string up_;
};

/// `asked`: what was found; null: nothing was asked.
std::string ask_page(const View& view, const std::vector<Place>& places, const Asked* asked);
std::string game_page(const View& view, const Place& place);
std::string clause_page(const View& view, const Place& place, const std::string& clause);
std::string card_page(const View& view, const Place& place, const std::string& card);
std::string ruling_page(const View& view, const Place& place, const Ruling& ruling);

/// The answer to each claim with what decides it, before anything of the plays.
void write_answers(Html& h, const Ruling& ruling);
/// How the claims of a ruling come to stand: plays as a chart.
void write_plays(Html& h, const Place& place, const Ruling& ruling);
/// Steps as a chart. `first`: the number of the first; `beside`: writes what else stands at a step.
using BesideStep = std::function<void(Html&, const Step&)>;
void write_steps(Html& h, const Place& place, const std::vector<Step>& steps, std::size_t first,
                 const BesideStep& beside = nullptr);
/// The page on which a play is stepped through.
std::string step_page(const View& view, const Place& place, const Stepping& stepping);
/// The address of that page for a ruling of a game.
std::string step_address(const std::string& game, const std::string& ruling);
/// The page on which a situation is built, and its address: of a ruling, or an empty one.
std::string board_page(const View& view, const Place& place, const Building& building);
std::string board_address(const std::string& game, const std::string& ruling);

/// The page of a committee.
std::string committee_page(const View& view, const Place& place);
/// The page on which a card gets other words, and its address.
std::string erratum_page(const View& view, const Place& place, const Erratum& erratum);
std::string erratum_address(const std::string& game, const std::string& card);

/// A place whose files are named from the folder of the desk.
Place from_above(const Place& place);
/// What each language of a page has, one after the other.
void each_face(Html& h, const std::function<void(base::Lang)>& write);
/// A word of ours where no element may stand: as the page opens, and for its script.
void write_option(Html& h, const View& view, const std::string& value, std::string_view en,
                  std::string_view ja, bool selected = false);
/// A line of text to fill in, with its label. `list`: the id of a list to choose from.
void write_input(Html& h, Word label, const std::string& name, const std::string& value = "",
                 const std::string& list = "", const std::string& hint = "");
/// One of these names.
void write_select(Html& h, Word label, const std::string& name,
                  const std::vector<std::pair<std::string, std::string>>& choices,
                  const std::string& chosen = "");
void write_submit(Html& h, Word what);

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
/// Rulings that are like something, each with what both have.
void write_near(Html& h, const Place& place, const std::vector<Near>& near);
void write_reading(Html& h, const Reading& reading, const std::string& chosen);
/// Sentences of a card, with the date from which they count.
void write_wording(Html& h, const rulings::Wording& wording);

}  // namespace hanrei::reports::html
