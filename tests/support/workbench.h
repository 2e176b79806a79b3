// What tests of whole games share: temporary folders, copies of a game folder, runs of the command
// line, and rulings checked in memory.
#pragma once

#include <atomic>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/json/value.h"
#include "checker/checker.h"
#include "model/model.h"
#include "rulings/rulings.h"

namespace hanrei::test {

/// A folder of a test's own, gone at its end.
class Scratch {
 public:
  Scratch();
  ~Scratch();
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  std::string operator/(const std::string& name) const { return (path_ / name).string(); }

 private:
  std::filesystem::path path_;
};

/// A path below the top of the checkout.
std::string at_root(const std::string& path);
std::string slurp(const std::string& path);
/// Writes a file, with the folders it needs.
void put(const std::string& path, const std::string& text);
void copy_folder(const std::string& from, const std::string& to);
/// Replaces the one place where `from` stands in a file; fails when there is none, or several.
void edit(const std::string& path, const std::string& from, const std::string& to);

struct Ran {
  int code = 0;
  std::string out, err;
};
/// The command line, in memory; `signal` is the signal that asks it for an end.
Ran run(const std::vector<std::string>& args, const std::atomic<int>* signal = nullptr);
/// The JSON a run wrote.
base::Json json_of(const Ran& ran);
/// What `check --format json` says of each ruling, as canonical text by id.
std::vector<std::pair<std::string, std::string>> per_ruling(const Ran& ran);

/// All game folders shipped with the project.
std::vector<std::string> shipped_games();

/// A game folder with its rulings, loaded once.
struct Corpus {
  explicit Corpus(std::string folder);
  base::SourceMap sources;
  base::DiagnosticLog log;
  std::optional<model::Game> game;
  std::vector<rulings::Document> documents;
  const rulings::Document& operator[](const std::string& id) const;
};

/// Checks every document, on two threads; the results keep the order of the documents.
std::vector<checker::RulingResult> check_all(const Corpus& corpus,
                                             const std::vector<rulings::Document>& documents,
                                             const checker::Options& options = {});

/// Why the witness of a claim that is contradicted does not refute it; empty when it does. Plays it
/// once more on the interpreter.
std::string witness_problem(const checker::RulingResult& ruling, const checker::ClaimResult& claim);

}  // namespace hanrei::test
