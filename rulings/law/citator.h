// The citator: what can be said of a ruling as a precedent, and why. It looks at what is written
// down (dates, texts, what rulings say of each other) and at what a check found; it asks no engine.
//
//     Citator citator(records, all, as_of);                       // of one game, with all its
//     dates for (const Marked& m : citator.marks(ruling, found)) …      // what matters most first
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/date.h"
#include "rulings/records/records.h"

namespace hanrei::rulings {

/// What matters most first: several may apply to one ruling. The first two are declared, and take
/// it out of force.
enum class Mark : std::uint8_t {
  Superseded,  ///< a ruling that decides says so
  Withdrawn,
  Contradicted,  ///< a claim does not hold
  PremiseLost,   ///< what it cites reads otherwise than when it was issued, or is gone
  Vacuous,
  Undecided,
  Open,  ///< it depends on a reading
  NotExamined,
  Redundant,  ///< confirmed, and the text alone says so: it presumes no reading, and none makes a
              ///< difference
  Confirmed,
};
inline constexpr std::size_t kMarks = 10;
std::string_view mark_name(Mark mark);

struct Marked {
  Mark mark = Mark::NotExamined;
  std::string why[2];  ///< by base::Lang: one sentence that names the thing and the dates
  bool operator==(const Marked&) const = default;
};
/// Superseded or withdrawn: what is found of the ruling fails nothing.
bool out_of_force(const std::vector<Marked>& marks);

/// Does what says `since` and `before` count then? Both name a revision, on a card also one of its
/// wordings by its date.
bool counts_then(const std::string& since, const std::string& before,
                 const std::vector<RevisionRecord>& revisions, const CardRecord* card,
                 const base::AsOf& as_of);

/// What a check found of a ruling.
struct Examined {
  std::string standing;  ///< `confirmed` …
  bool alone = false;    ///< confirmed, presuming no reading, and under every option of each one
  std::string why[2];
};

class Citator {
 public:
  /// `game`: with everything that has dates, in force or not. `all`: every ruling of the game.
  Citator(GameRecords game, const std::vector<RulingRecord>& all, base::AsOf as_of);
  Citator(const Citator&) = delete;
  Citator& operator=(const Citator&) = delete;

  /// `found`: by id. A ruling that is not in it was not examined.
  std::vector<Marked> marks(const RulingRecord& ruling,
                            const std::map<std::string, Examined>& found) const;

 private:
  struct Other {
    std::string id, issued, status;
    std::vector<WasRecord> was;
  };
  /// The day whose texts the ruling rests on, with what was known; nothing without a date.
  std::optional<base::AsOf> day_of_issue(const RulingRecord& ruling) const;
  const Wording* wording(const CardRecord& card, const base::AsOf& as_of) const;
  std::string with_date(const std::string& revision, std::size_t lang) const;
  void clause(const std::string& id, const base::AsOf& then, std::vector<Marked>& out) const;
  void card(const std::string& name, const base::AsOf& then, std::vector<Marked>& out) const;
  void cited(const RulingRecord& ruling, const std::map<std::string, Examined>& found,
             std::vector<Marked>& out) const;
  Marked withdrawn(const std::vector<WasRecord>& was) const;

  GameRecords game_;
  base::AsOf as_of_;
  std::map<std::string, std::vector<const ClauseRecord*>> clauses_;  ///< those with dates
  std::map<std::string, const CardRecord*> cards_;                   ///< likewise
  std::map<std::string, Other> rulings_;
  std::map<std::string, std::vector<std::string>> superseded_by_;  ///< by rulings that decide
};

}  // namespace hanrei::rulings
