// Verdicts that are kept: in the database of a library, each under a key of everything it depends
// on. Writing them reads no source and builds no index.
//
//     auto kept = store::Verdicts::open("rulings.db");
//     if (kept) (*kept)->put({verdict});                     // all of them, or none
//     std::optional<Verdict> v = (*kept)->verdict(key);      // nothing: it was never found out, or
//     is not sound
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"

namespace hanrei::rulings::store {

class Database;

struct Verdict {
  std::string key;                 ///< of everything it depends on; the same key, the same verdict
  std::string folder, ruling;      ///< of the game in the library; the ruling's id
  std::string sources;             ///< digest_of_both: a verdict on other files is not shown
  std::string program;             ///< build and solver: nor is one that another program found
  std::string standing, evidence;  ///< `confirmed`; kinds of evidence with spaces between, sorted
  std::string touches;             ///< what its plays came across, as touches_text gives it
  bool alone = false;  ///< confirmed, presuming no reading, and under every option of each one
  std::string why[2];  ///< why it stands so, in a sentence: English, Japanese
  std::string
      record;  ///< whatever the keeper needs to say it again; empty: it cannot be said again
  std::string looked;  ///< which printed numbers the key holds, as the keeper writes it; empty: all
};

/// How many verdicts are kept of one ruling; the oldest go.
inline constexpr int kKeptOfOne = 8;

class Verdicts {
 public:
  explicit Verdicts(std::unique_ptr<Database> db);
  ~Verdicts();

  /// Opens a database, or makes an empty one. A damaged file or one of another version is made
  /// anew; one that is no database of ours is an Error. One that cannot be written can be read.
  static base::Result<std::unique_ptr<Verdicts>> open(const std::string& path);

  /// Nothing when there is none, or when what is kept is not what was put in.
  base::Result<std::optional<Verdict>> verdict(const std::string& key);
  /// `looked` of those that are kept of a ruling, the newest first, none twice.
  base::Result<std::vector<std::string>> looked(const std::string& folder,
                                                const std::string& ruling);
  /// All of them, or none. The last one that was put in is the one that is shown.
  base::Result<void> put(const std::vector<Verdict>& verdicts);

 private:
  std::unique_ptr<Database> db_;
};

}  // namespace hanrei::rulings::store
