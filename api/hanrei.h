// Hanrei as a C++ library: load a game, then check, explain or ask a ruling.
//
//     hanrei::Game game("games/mine");
//     hanrei::Checked r = game.check({"games/mine/rulings/mine-001.xml"});
//     if (r.standing == hanrei::Standing::Confirmed) …
//
// This header is all there is of the library; everything in it is stable: what docs/installing.md
// says of its versions holds for it and for nothing else. Plain values of the standard library go
// in and come out. Nothing is written to a stream or a file.
//
// Threads: one at a time for a Game; several games may be used by several threads.
// Exceptions: std::exception for what is our own fault. A wrong file is no exception: messages say
// what is wrong, and what they are about is *not examined*.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// The surface, counted up when something that compiled against the last one does not any more.
#define HANREI_API 1
#define HANREI_EXPORT __attribute__((visibility("default")))

namespace hanrei {
inline namespace v1 {

/// The version of the library that is linked, such as `0.2.0`.
HANREI_EXPORT std::string_view version();

/// The language of messages and of plays that are told.
enum class Language : std::uint8_t { English, Japanese };

/// What a message means for the work: only an error stops it.
enum class Severity : std::uint8_t { Note, Question, Warning, Error };

/// What is to be said of a file, such as an error in it.
struct Message {
  Severity severity = Severity::Error;
  std::string code;              ///< stable, such as `HR3001`; empty where a folder has no game
  std::string path;              ///< empty: it has no place
  std::size_t line = 0;          ///< from 1 on; 0: it has no place
  std::size_t column = 0;        ///< in characters, from 1 on
  std::string text, what_to_do;  ///< the second may be empty
};

/// How a claim or a ruling stands. Whatever is not `Confirmed` is not confirmed.
enum class Standing : std::uint8_t {
  Confirmed,
  Contradicted,  ///< a play refutes it
  Open,          ///< it hangs on a reading that nobody presumes
  Undecided,     ///< a limit, or a form that no engine can judge: the reason says which
  Vacuous,       ///< the play cannot be played, or the situation cannot arise
  NotExamined    ///< the messages say why
};
/// `confirmed`, …, `not examined`: as reports write it.
HANREI_EXPORT std::string_view name(Standing standing);

/// What stands behind the standing of a claim.
enum class Evidence : std::uint8_t {
  None,
  Exhaustive,  ///< every timing order was tried
  Proved,      ///< for all values of the quantities that the ruling leaves open
  Witnessed,   ///< one play shows it; it was replayed
  Bounded      ///< tried up to the bounds of repetition, and no further
};

struct Claim {
  std::string case_id;  ///< empty: the ruling has one case
  std::string text;     ///< as written
  Standing standing = Standing::NotExamined;
  Evidence evidence = Evidence::None;
  std::string reason;                ///< why it is undecided; else empty
  std::vector<std::string> witness;  ///< the choices of the play that shows it, in their order
  bool by_states = false;            ///< the explicit engine decided
  bool by_solver = false;            ///< the solver decided
};

struct Checked {
  std::string id, title;
  Standing standing = Standing::NotExamined;
  std::vector<Claim> claims;
  bool partial = false;           ///< the claims leave out a part of the answer, as it says itself
  std::vector<Message> messages;  ///< of the ruling, and of the game under what it presumes
};

/// What one case of a ruling can lead to, whatever it claims.
struct Outcomes {
  struct Outcome {
    std::string text;
    std::vector<std::string> moves;  ///< a shortest play
  };
  std::string case_id;
  std::vector<Outcome> outcomes;
  bool playable = true;  ///< false: the play of the case cannot be played, and so leads nowhere
  bool endless = false;  ///< a play may go on for ever
  bool complete = true;  ///< false: there may be others, and `reason` says why that is not known
  std::string reason;
};
struct Asked {
  std::string id, title;
  std::vector<Outcomes> cases;  ///< none: not examined, and the messages say why
  std::vector<Message> messages;
};

struct Explained {
  std::string text;  ///< as `hanrei explain` prints it; empty: not examined
  std::vector<Message> messages;
};

struct Options {
  Language language = Language::English;
  /// Options of readings that count instead of the defaults, where a ruling presumes no other.
  std::map<std::string, std::string> readings;
  std::size_t states = 200'000;  ///< most states that an exploration may store, from 1 on
  std::uint32_t solver_units = 40'000'000;  ///< most units of Z3 for a query, from 1 on
};

/// A ruling: a file, or a text that messages call `path`.
struct Source {
  std::string path;
  std::optional<std::string> text;
};

/// A game folder as it was when it was read. It keeps the text of every ruling that it was asked.
class HANREI_EXPORT Game {
 public:
  explicit Game(const std::string& folder, Options options = {});
  ~Game();
  Game(Game&&) noexcept;
  Game& operator=(Game&&) noexcept;

  /// Was there no error in its files? If there was, rulings are *not examined*.
  bool sound() const;
  /// What there is to say of its files.
  const std::vector<Message>& messages() const;

  /// Both engines on every claim; what they show is replayed. Nothing is kept for the next time.
  Checked check(const Source& ruling);
  /// Every outcome of the situations of a ruling, which needs no claims. Under the readings that
  /// it presumes: others are not tried.
  Asked ask(const Source& ruling);
  /// Why each claim stands as it does, as people read it.
  Explained explain(const Source& ruling);

 private:
  struct Inside;
  std::unique_ptr<Inside> in_;
};

}  // namespace v1
}  // namespace hanrei
