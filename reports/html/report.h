// The judge's desk: docs/desk.md. As a folder of pages that needs no network and no server,
//
//     base::write_new_folder("desk", html::pages(bundle));
//
// or a page at a time, for a server. The same bundle gives the same bytes.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/io/file.h"
#include "errata/examine.h"
#include "reports/html/bundle.h"
#include "reports/stepped.h"

namespace hanrei::reports::html {

struct Place;
struct View;

/// What a page that is served may load, and where its forms may go.
inline constexpr std::string_view kServedPolicy =
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; "
    "form-action 'self'";

/// Characters of a question in an address, which has 8192 bytes at most: 9 bytes each in Japanese.
inline constexpr std::size_t kLongestAsked = 800;

/// What a question found. Of a desk that is served.
struct Asked {
  struct Hit {
    std::string folder, id;
  };
  std::string question, folder;      ///< the game to look in; empty: all
  std::vector<Hit> hits;             ///< the best first
  std::optional<std::size_t> total;  ///< how many fit
  bool nearest = false;              ///< none fits: the hits are those that are nearest
  std::vector<std::string> missing;  ///< what no ruling has
  std::string problem[2];            ///< why it is no question; else empty
};

/// A play that is stepped through. Of a desk that is served.
struct Stepping {
  std::string game;             ///< the folder
  std::string ruling, text_id;  ///< the ruling's id; or what a situation that somebody built is
                                ///< called here
  std::string ruling_id;        ///< of such a situation: its own id
  std::string title[2];
  std::vector<std::pair<std::string, std::string>> cases;  ///< id and name; one: it has no other
  std::string in_case;
  bool open = false;               ///< everything may be declared, whatever the ruling plays
  std::vector<std::size_t> taken;  ///< which of the ways, one after the other
  Stepped now[2];                  ///< by language
  std::vector<std::string> players;
  std::vector<std::pair<std::string, std::string>> acts;  ///< name, and what each presents
  std::map<std::string, std::string> declared;            ///< what somebody would declare
  struct Stop {
    std::string text;
    std::vector<std::string> clauses;
  };
  std::string answer[2];       ///< what is said of that declaration; empty: there was none
  std::vector<Stop> stops[2];  ///< what stops it
};

/// A situation that somebody builds. Of a desk that is served. Texts in two languages by
/// base::Lang.
struct Building {
  std::string game, text_id;  ///< the folder; what the situation is called
  const rulings::Document* document = nullptr;
  const model::Program* program = nullptr;  ///< of the game: what there is to choose from
  std::string xml;                          ///< its file
  std::string refused[2];                   ///< why the last edit was not made; else empty
  std::string missing[2];                   ///< why there is no such situation; else empty
  std::vector<std::string> cards;           ///< of the game, by their names
  /// Cards among which one has to be chosen: what was looked for, the fields of the edit, the
  /// cards.
  std::map<std::string, std::string> offered_for;
  std::vector<std::string> offered;
  std::string shown;  ///< what was asked of it: `check`, `ask`, `like`; empty: nothing
  struct Outcomes {
    struct One {
      std::string text;
      std::vector<std::string> moves;
    };
    std::vector<One> all;
    std::string note;  ///< why that is not all, or nothing comes; else empty
  };
  Outcomes outcomes[2];
  std::string standing[2];
  Ruling told;             ///< of `check`: the plays of its claims
  std::vector<Near> like;  ///< of `like`
};

/// A card with other words, and what that comes to. Of a desk that is served.
struct Erratum {
  std::string game, card, text;
  std::string refused[2];                  ///< why it was not examined; else empty
  std::string read[2], provisions;         ///< how the words are read, and as what
  const errata::Report* report = nullptr;  ///< null: it was not examined
  std::size_t naming = 0;  ///< rulings that name the card; how many were asked is in `report`
  struct Turn {
    std::string id, before[2], after[2];
    std::string draft;  ///< the file of a ruling that would take its place
  };
  std::vector<Turn> turns;
};

/// A value in an address.
std::string in_address(std::string_view text);

/// How a page is asked for.
struct Face {
  base::Lang lang = base::Lang::En;
  std::string query;  ///< of its address, without the language
};

/// The files of a desk, each made when it is asked for.
class Site {
 public:
  /// The bundle has to live as long.
  explicit Site(const Bundle& bundle);
  ~Site();
  Site(const Site&) = delete;
  Site& operator=(const Site&) = delete;

  /// Paths: `index.html`, its style and scripts, and a folder for each game.
  std::vector<std::string> paths() const;
  /// Nothing: there is no such file.
  std::optional<std::string> file(std::string_view path) const;
  std::optional<std::string> file(std::string_view path, const Face& face) const;
  /// `index.html` with what was found.
  std::string asked(const Asked& asked, const Face& face) const;
  /// `step` with a play. Nothing: there is no such game.
  std::optional<std::string> stepped(const Stepping& stepping, const Face& face) const;
  /// `erratum` with a card and what new words come to. Nothing: there is no such game.
  std::optional<std::string> erratum(const Erratum& erratum, const Face& face) const;
  /// `board` with a situation. Nothing: there is no such game.
  std::optional<std::string> building(const Building& building, const Face& face) const;

 private:
  const Bundle& bundle_;
  std::vector<Place> places_;
  std::vector<std::pair<std::string, std::function<std::string(const View&)>>> files_;
  std::map<std::string, std::size_t, std::less<>> at_;
};

/// All files of the folder.
std::vector<base::FileText> pages(const Bundle& bundle);

}  // namespace hanrei::reports::html
