#include "tests/support/workbench.h"

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <thread>

#include "base/io/file.h"
#include "base/json/read.h"
#include "base/json/write.h"
#include "checker/replay/replay.h"
#include "cli/cli.h"

namespace hanrei::test {
namespace fs = std::filesystem;

namespace {
/// Databases that tests make do not come among those of whoever runs them.
struct OwnCache {
  Scratch folder;
  OwnCache() { ::setenv("XDG_CACHE_HOME", (folder / "cache").c_str(), 1); }
};
const OwnCache own_cache;
}  // namespace

Scratch::Scratch() {
  std::string name = (fs::temp_directory_path() / "hanrei-test-XXXXXX").string();
  if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder");
  path_ = name;
}

Scratch::~Scratch() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

std::string at_root(const std::string& path) { return (fs::path(HANREI_ROOT) / path).string(); }

std::string slurp(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) throw std::runtime_error(path + " cannot be read");
  std::ostringstream out;
  out << in.rdbuf();
  return out.str();
}

void put(const std::string& path, const std::string& text) {
  fs::create_directories(fs::path(path).parent_path());
  std::ofstream(path, std::ios::binary) << text;
}

void copy_folder(const std::string& from, const std::string& to) {
  fs::create_directories(to);
  fs::copy(from, to, fs::copy_options::recursive | fs::copy_options::overwrite_existing);
}

void edit(const std::string& path, const std::string& from, const std::string& to) {
  std::string text = slurp(path);
  const size_t at = text.find(from);
  if (at == std::string::npos) throw std::runtime_error("not in " + path + ": " + from);
  if (text.find(from, at + 1) != std::string::npos) {
    throw std::runtime_error("several times in " + path + ": " + from);
  }
  put(path, text.replace(at, from.size(), to));
}

Ran run(const std::vector<std::string>& args, const std::atomic<int>* signal) {
  std::ostringstream out, err;
  Ran ran;
  // A check of a test works everything out, unless the test names a database.
  std::vector<std::string> all = args;
  const auto check = std::find_if(all.begin(), all.end(), [](const std::string& a) {
    return !a.starts_with('-') && a != "ja" && a != "en";
  });
  if (check != all.end() && *check == "check" &&
      std::find(args.begin(), args.end(), "--db") == args.end())
    all.insert(check + 1, "--no-cache");
  ran.code = cli::run(all, {out, err, false, false, signal});
  ran.out = out.str();
  ran.err = err.str();
  return ran;
}

base::Json json_of(const Ran& ran) {
  base::SourceMap sources;
  base::DiagnosticLog log;
  auto json = base::read_json(sources, sources.add("output", ran.out), log);
  if (!json || log.has_errors()) throw std::runtime_error("no JSON: " + ran.out + ran.err);
  return *json;
}

std::vector<std::pair<std::string, std::string>> per_ruling(const Ran& ran) {
  std::vector<std::pair<std::string, std::string>> out;
  const base::Json json = json_of(ran);
  for (const base::Json& r : json.find("rulings")->items) {
    out.emplace_back(r.find("id")->string, base::canonical(r));
  }
  return out;
}

std::vector<std::string> shipped_games() {
  std::vector<std::string> out;
  for (const auto& entry : fs::directory_iterator(at_root("fixtures"))) {
    if (fs::exists(entry.path() / "game.json")) out.push_back(entry.path().string());
  }
  std::sort(out.begin(), out.end());
  return out;
}

Corpus::Corpus(std::string folder) {
  game = model::read_game(sources, folder, log);
  for (const std::string& path : base::list_files(folder + "/rulings", ".xml")) {
    auto document = rulings::read_document(sources, path, log);
    if (document) documents.push_back(std::move(*document));
  }
}

const rulings::Document& Corpus::operator[](const std::string& id) const {
  for (const rulings::Document& d : documents) {
    if (d.id == id) return d;
  }
  throw std::runtime_error("no ruling " + id);
}

std::vector<checker::RulingResult> check_all(const Corpus& corpus,
                                             const std::vector<rulings::Document>& documents,
                                             const checker::Options& options) {
  std::vector<checker::RulingResult> out(documents.size());
  std::atomic<size_t> next{0};
  const auto work = [&] {
    checker::Session session(*corpus.game, corpus.sources);
    for (size_t i = next++; i < documents.size(); i = next++) {
      base::DiagnosticLog log;
      out[i] = session.check(documents[i], options, log);
    }
  };
  std::jthread other(work);
  work();
  other.join();
  return out;
}

std::string witness_problem(const checker::RulingResult& ruling,
                            const checker::ClaimResult& claim) {
  if (claim.claim->kind == rulings::ClaimKind::Chooser)
    return "";  // it leads to a choice, not to an end
  const checker::Answer& a = claim.shown;
  if (!a.has_witness) return "there is no witness";
  for (const auto& q : ruling.questions) {
    if (q->which->id != claim.case_id) continue;
    const checker::replay::Played played =
        checker::replay::play(*q, a.lets, {a.witness, a.loop_from});
    if (!played.ok) return base::text(played.problem, base::Lang::En);
    if (claim.claim->kind != rulings::ClaimKind::Necessary) return "";
    checker::Concrete domain;
    checker::Machine<checker::Concrete> machine(*q->world, domain);
    machine.initial(a.lets);
    return machine.eval(played.end, claim.claim->expr) == 0 ? "" : "the claim holds at its end";
  }
  return "its case is not there";
}

}  // namespace hanrei::test
