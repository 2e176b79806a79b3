// Verdicts that are kept from one run of `check` to the next, in the database of each library.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/check.h"
#include "rulings/store/verdicts.h"

namespace hanrei::cli {

/// Which program answers: its version, its build, the solver. Hexadecimal digits; empty when the build is not known.
std::string program_id();

/// The verdicts of one game. What stands in the way of keeping them is said once on standard error, and changes nothing.
class KeptVerdicts {
 public:
  /// `game`: its digest. Nothing is kept under assumed readings or planted faults, or where no place is known.
  KeptVerdicts(const CheckOptions& options, const base::AsOf& as_of, const Io& io, const std::string& folder, std::string game);

  bool on() const { return store_ != nullptr; }
  /// What was found of this ruling before, under everything that it depends on.
  std::optional<reports::RulingEntry> find(const std::string& digest);
  /// `quiet`: examining it said nothing beside the entry, so that it can be said again.
  void add(const std::string& digest, const reports::RulingEntry& entry, const rulings::Examined& examined, bool quiet);
  void write();

 private:
  std::string key(const std::string& digest) const;
  void say(const std::string& message);

  const CheckOptions& options_;
  const Io& io_;
  base::AsOf as_of_;
  std::string file_, folder_, game_, program_;
  std::unique_ptr<rulings::store::Verdicts> store_;
  std::vector<rulings::store::Verdict> found_;
};

}  // namespace hanrei::cli
