// The rulings database: one SQLite file with what a library of games says, for looking things up.
// XML and JSON stay the source of truth; whatever is in the file can be made again from them.
// docs/database.md documents the tables.
//
//     store::Report report;
//     auto opened = store::up_to_date("rulings.db", library, report);   // reads what changed,
//     nothing else if (!opened) complain(opened.error()); store::Found found =
//     (*opened)->search(query, {});
//
// A library is the game folders that lie side by side in one folder.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "rulings/exchange/exchange.h"
#include "rulings/law/citator.h"
#include "rulings/law/precedents.h"
#include "rulings/records/records.h"
#include "rulings/search/query.h"
#include "rulings/search/words.h"
#include "rulings/store/findings.h"

namespace hanrei::rulings::store {

class Database;
class Marks;

struct GameSources {
  std::string name;                  ///< of the folder in the library; what tells games apart
  std::string folder;                ///< its path
  std::vector<std::string> rulings;  ///< paths of its XML files
};
struct Library {
  std::string root;                ///< the folder that holds the games
  std::vector<GameSources> games;  ///< sorted by name
  std::function<bool()>
      stopped;  ///< asked between files: true gives up, and leaves the database as it was
};

/// What bringing a database up to date did.
struct Report {
  std::size_t read = 0;  ///< files that were new or had changed
  std::size_t gone = 0;  ///< files that are not there any more
  std::size_t unchanged = 0;
  std::vector<std::string>
      unreadable;          ///< paths of files that could not be read; they are not in the database
  std::string rebuilt;     ///< why the file was made anew; empty: it was not
  std::string stale;       ///< why it could not be brought up to date; empty: it is
  bool in_memory = false;  ///< nothing could be written, and the database ends with the program
};

/// A ruling as a list of hits shows it.
struct Hit {
  std::int64_t key = 0;
  std::string id, game, folder, path, status, issued,
      authority;  ///< status: as of the day asked about, also `not yet`
  std::string verdict,
      evidence;  ///< that this program found, the files being as they are; or `not examined`
  std::string title[2];  ///< of one without, the beginning of its question
  std::string question[2], answer[2];
  std::vector<std::string> cards, cites;
  std::vector<std::string> clauses;        ///< titles of what it cites, in the same order
  std::vector<std::string> superseded_by;  ///< by what counts then
  bool situation = false;                  ///< there is something to examine
  /// Where the words are: the field, its language, its text, and the places in it.
  struct Place {
    std::string field;
    base::Lang lang = base::Lang::Ja;
    std::string text;
    std::vector<search::Range> marks;
  };
  std::vector<Place> places;
};

struct Options {
  std::size_t limit = 20, offset = 0;
  bool newest = false;  ///< by date, the latest first; otherwise by how well the words fit
  bool facets = false;
  base::Lang lang = base::Lang::Ja;  ///< of the texts to show places in, where there are two
  std::vector<std::string> games;    ///< folders to look in; empty: all
  std::string program;               ///< whose verdicts count, hexadecimal digits; empty: none do
  base::AsOf as_of;  ///< the law of which day; rulings that were not known then are not there
};

struct Facet {
  std::string name;
  std::vector<std::pair<std::string, std::size_t>> counts;
};
struct Suggestion {
  std::string typed, meant, kind;
};

struct Found {
  std::vector<Hit> hits;
  std::optional<std::size_t> total;  ///< nothing: more than those shown, not counted (newest first)
  std::size_t searched = 0;          ///< rulings in the games that were looked in
  std::vector<Facet> facets;
  bool nearest = false;              ///< none fits: the hits are those that are nearest
  std::vector<std::string> missing;  ///< what was asked and no ruling has, as it was typed
  std::vector<Suggestion> meant;     ///< names near words that no ruling has
};

struct Summary {
  struct Game {
    std::string folder, id, title[2];
    std::size_t clauses = 0, cards = 0, rulings = 0, without_situation = 0, examined = 0;
  };
  std::vector<Game> games;
  std::vector<std::string> unreadable;
};

/// A record with the game it is of and what the database knows beside it.
/// A card with a sentence that is the same but for numbers, or with an ability of the same form.
struct Alike {
  std::string card;
  bool same_sentence = false, same_ability = false;
  std::vector<std::string> text;  ///< its sentences that the other one has not; none: the same text
  struct Other {
    std::string name, here, there;
  };
  std::vector<Other> attributes;  ///< printed otherwise
  std::vector<Hit> rulings;       ///< with it, and not with the other one
};
struct CardView {
  std::string game, folder;
  CardRecord card;
  std::vector<Hit> rulings;  ///< in whose situation it is
  std::vector<std::pair<GroupRecord, Hit>>
      group_rulings;         ///< for a class of cards to which it belongs
  std::vector<Alike> alike;  ///< cards that look like it and have rulings of their own
  std::vector<RunFindings> findings;
};
struct ClauseView {
  std::string game, folder;
  ClauseRecord clause;
  std::vector<ClauseRecord> below;  ///< 15-5-1 and 15-5[2] below 15-5
  std::vector<Hit> rulings;         ///< that cite it or anything below it
  std::vector<ClauseRecord>
      wordings;  ///< all that it had until then, the one that counts among them
  std::vector<RunFindings> findings;
};
struct RulingView {
  Hit head;
  RulingRecord ruling;
  std::vector<Marked> marks;  ///< what the citator says of it, what matters most first
  std::vector<std::pair<std::string, std::string>> cited;  ///< clause and its title
  std::vector<RunFindings> findings;
  std::vector<std::pair<std::string, std::string>>
      named_by;  ///< how another ruling names this one (`narrows` …), and its id
};
/// A ruling that was compared with a situation.
struct Precedent {
  Hit head;
  bool examined = false;  ///< else only what it cites and its cards could be compared
  Likeness likeness;
};
struct PrecedentList {
  std::vector<Precedent>
      best;  ///< the likest first; superseded and withdrawn ones behind all others
  std::size_t compared = 0, examined = 0;
  std::map<std::string, std::string> titles;  ///< of the clauses of the game
};
/// What precedents are looked for by.
struct Sought {
  Profile profile;
  std::string words;    ///< what a situation is called and what is asked of it, in any words
  std::string itself;   ///< a ruling that is left out
  search::Query query;  ///< its filters have to fit
};

struct Things {
  std::vector<CardView> cards;
  std::vector<ClauseView> clauses;
  std::vector<RulingView> rulings;
  std::vector<Suggestion> meant;  ///< when nothing has the name
};

class Store {
 public:
  explicit Store(std::unique_ptr<Database> db);
  ~Store();

  base::Result<Found> search(const search::Query& query, const Options& options);
  base::Result<Summary> summary(const Options& options);
  /// What has this name: cards in any spelling, clauses and rulings by their ids. `card:…`,
  /// `clause:…` and `ruling:…` ask for one of the three. Of `options` only the games and the
  /// language count.
  base::Result<Things> look_up(const std::string& name, const Options& options);

  /// What the ruling in this game (a folder of the library) is compared by, as the last verdict has
  /// it; nothing when there is no such ruling.
  base::Result<std::optional<Profile>> profile(const std::string& ruling, const std::string& folder,
                                               const Options& options);
  /// The rulings of a game that are likest to what is sought: by what they turn on, and by their
  /// words. One that shares nothing is not there. Of `options` the limit, the language, the program
  /// and the days count.
  base::Result<PrecedentList> precedents(const Sought& sought, const std::string& folder,
                                         const Options& options);

  /// For each ruling of a game that was examined, those that are likest by what they turn on: their
  /// ids, each with what both have, the weightiest first. Of `options` the limit, the program and
  /// the days count.
  struct Like {
    std::string id;
    std::vector<std::string> shared;
  };
  base::Result<std::map<std::string, std::vector<Like>>> likest(const std::string& folder,
                                                                const Options& options);

  /// What was found in a game, by each command that keeps findings; the worst first. Of `options`
  /// the program counts.
  base::Result<std::vector<RunFindings>> findings(const std::string& folder,
                                                  const Options& options);

  /// Everything of these games but what comes from the rules. Of `options` the games and the
  /// program count.
  base::Result<std::vector<exchange::Records>> records(const Options& options);
  /// Did the last question fail because the file is damaged?
  bool damaged() const { return damaged_; }
  Database& database() { return *db_; }

 private:
  template <class T, class F>
  base::Result<T> ask(F&& question);

  /// What fits a query with words; `fitting`: the keys of all of it.
  Found by_words(const search::Query& query, const Options& options,
                 std::vector<std::int64_t>& fitting);
  /// How well rulings fit words, by key, beside the one that fits best.
  std::map<std::int64_t, double> by_words(const std::string& words, const Options& options);
  /// What words mean in the games of `options`.
  const search::Lexicon& lexicon(const Options& options);

  /// How many rulings the games of `options` have.
  std::size_t searched(const Options& options);

  std::unique_ptr<Database> db_;
  std::unique_ptr<Marks> marks_;
  std::map<std::vector<std::string>, std::pair<std::int64_t, std::size_t>> searched_;
  std::map<std::vector<std::string>, std::pair<std::int64_t, std::unique_ptr<search::Lexicon>>>
      lexicons_;
  bool damaged_ = false;
};

/// Opens a database as it is, without looking at any source.
base::Result<std::unique_ptr<Store>> open(const std::string& path);

/// Opens a database whatever it has of any source; makes an empty one where there is none, and anew
/// one that is damaged or of another version. A file that is no database of ours is an Error.
base::Result<std::unique_ptr<Database>> open_or_create(const std::string& path);

/// Opens a database, made or brought up to date with the library first. A file that is damaged or
/// of another version is made anew. Where nothing can be written, an older file is used as it is
/// (`stale`), or else one in memory. A file that is no database of ours is never touched, and an
/// Error. `verify`: the whole file is checked for damage, too, not only what happens to be read.
base::Result<std::unique_ptr<Store>> up_to_date(const std::string& path, const Library& library,
                                                Report& report, bool verify = false);

}  // namespace hanrei::rulings::store
