// Situations that somebody steps through: rulings of the games, and texts that were sent. All of
// them are kept ready, up to a number.
#pragma once

#include <atomic>
#include <cstdint>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "base/text/source_map.h"
#include "checker/explain/stepping.h"
#include "workspace/games.h"

namespace hanrei::server {

inline constexpr std::size_t kMostSituations = 16;
inline constexpr std::size_t kMostTaken = 500;  ///< moves of a play that is stepped through
inline constexpr std::size_t kMostTexts = std::size_t{8} << 20;  ///< bytes that a game has read
                                                                 ///< before it is read anew

/// Why a thing cannot be had: `status` as of an answer, `said` in both languages (base::in_both).
struct Refusal {
  int status = 404;
  std::string said;
  /// The same without lines and columns; empty: there are none.
  std::string bare = {};
  /// Of a document: its errors, but for those that say what its situation leaves out, or that it
  /// cannot be so.
  std::size_t errors = 0;
};

/// What is asked about: a ruling by its file, or a text.
struct Subject {
  std::string game;  ///< the folder's name
  std::string path;  ///< of a ruling's file; empty: the text counts
  std::string text;  ///< XML
};

/// A game that was read, for situations of it. One at a time reads more.
struct Room {
  base::SourceMap sources;
  std::unique_ptr<workspace::LoadedGame> loaded;
  std::mutex mutex;
  std::atomic<std::size_t> taken = 0;  ///< bytes of texts
};

/// A ruling that is ready. Nothing of it changes any more.
class Situation {
 public:
  Situation(std::shared_ptr<Room> room, checker::RulingResult prepared, rulings::Document document);

  const rulings::Ruling& ruling() const { return prepared_.ruling; }
  const model::Program& program() const { return *prepared_.program; }
  /// Those that can be stepped through: case id and name, in their order.
  std::vector<std::pair<std::string, std::string>> cases() const;
  /// Where the moves lead that are given as numbers of ways. `open`: every declaration that is
  /// legal is one. Nothing: there is no such case, or no such way.
  std::optional<checker::explain::Stand> stand(const std::string& in_case, bool open,
                                               const std::vector<std::size_t>& taken,
                                               base::Lang lang) const;
  /// Why what a `<do>` declares is not among the ways there. Nothing: the text is none, and `log`
  /// says why.
  std::optional<checker::explain::WhyNot> why_not(const std::string& in_case, bool open,
                                                  const std::vector<std::size_t>& taken,
                                                  const std::string& declaration, base::Lang lang,
                                                  base::DiagnosticLog& log) const;
  /// Its file, as text.
  std::string text() const;
  /// The sources that `log` of why_not() is about.
  const base::SourceMap& sources() const { return room_->sources; }

 private:
  struct One {
    std::shared_ptr<const checker::Question> question;
    std::vector<std::int64_t> lets;
  };
  const One* find(const std::string& in_case, bool open) const;

  std::shared_ptr<Room> room_;
  checker::RulingResult prepared_;
  rulings::Document document_;
  std::list<rulings::Case> open_cases_;
  std::map<std::pair<std::string, bool>, One> ready_;
};

class Situations {
 public:
  /// `games`: their folders by name.
  explicit Situations(std::map<std::string, std::string> games) : games_(std::move(games)) {}

  /// Nothing: `why` says it.
  std::shared_ptr<const Situation> get(const Subject& subject, Refusal& why);
  /// The game under the readings that count by default.
  std::shared_ptr<const model::Program> program(const std::string& game, Refusal& why);

 private:
  std::shared_ptr<Room> room(const std::string& game, Refusal& why);

  const std::map<std::string, std::string> games_;
  std::mutex mutex_;  ///< of what follows
  std::map<std::string, std::shared_ptr<Room>> rooms_;
  std::list<std::pair<std::string, std::shared_ptr<const Situation>>> ready_;  ///< used last first
};

/// A game read anew, for one request alone: what it reads is gone with it.
std::unique_ptr<Room> read_room(const std::string& folder, Refusal& why);
/// The document of a subject, read into the room. Nothing: `why`, or the log says it.
std::optional<rulings::Document> document_of(Room& room, const Subject& subject,
                                             base::DiagnosticLog& log, Refusal& why);
/// What there is to say of a declaration that is not among the ways, in both languages.
std::string said_of(const checker::explain::WhyNot& why);
/// The errors of a log, in both languages. `places`: with their lines and columns.
std::string errors_of(const base::DiagnosticLog& log, const base::SourceMap& sources,
                      bool places = true);

}  // namespace hanrei::server
