// Verdicts that are kept from one run of `check` to the next, in the database of each library.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "rulings/store/verdicts.h"
#include "workspace/io.h"
#include "workspace/options.h"
#include "workspace/shared_verdicts.h"

namespace hanrei::workspace {

/// Which program answers: its version, its build, the solver. Hexadecimal digits; empty when the
/// build is not known.
std::string program_id();

/// What a verdict is on, as digests.
struct VerdictOn {
  std::string part;    ///< all of the game that it depends on
  std::string game;    ///< all files of the game: on others it is not shown
  std::string ruling;  ///< the file of the ruling
  std::string looked;  ///< which printed numbers `part` holds; empty: all
};

/// The verdicts of one game. What stands in the way of keeping them is said once on standard error,
/// and changes nothing.
class KeptVerdicts {
 public:
  /// Nothing is kept under assumed readings, or where no place is known. `game`: its id.
  KeptVerdicts(const JudgeOptions& options, const base::AsOf& as_of, const Io& io,
               const std::string& folder, const std::string& game);

  bool on() const { return store_ != nullptr || shared_; }
  struct Found {
    reports::RulingEntry entry;
    bool shared = false;  ///< by another machine, perhaps
  };
  /// What was found of this ruling before, under everything that it depends on.
  std::optional<Found> find(const VerdictOn& what);
  /// The lists under `looked` of what is kept of a ruling; `file`: the digest of its file.
  std::vector<std::string> looked(const std::string& ruling, const std::string& file);
  /// `quiet`: examining it said nothing beside the entry, so that it can be said again.
  void add(const VerdictOn& what, const reports::RulingEntry& entry,
           const rulings::Examined& examined, bool quiet);
  void write();

 private:
  std::string key(const VerdictOn& what) const;
  std::string shared_key(const std::string& key) const;
  void say(const std::string& message);

  const JudgeOptions& options_;
  const Io& io_;
  base::AsOf as_of_;
  std::string file_, folder_, program_;
  std::unique_ptr<rulings::store::Verdicts> store_;
  std::vector<rulings::store::Verdict> found_;
  std::optional<SharedVerdicts> shared_;
  std::vector<SharedVerdict> to_share_;
};

}  // namespace hanrei::workspace
