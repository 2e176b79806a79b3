// hanrei init: the skeleton of a new game. Its files are those of cli/skeleton, a game like any
// other.
#include <filesystem>

#include "base/io/file.h"
#include "base/text/replace.h"
#include "base/text/unicode.h"
#include "cli/check.h"
#include "model/syntax/expression.h"
#include "workspace/workspace.h"

namespace hanrei::cli {

/// The files of cli/skeleton (cmake/hanrei_embed.cmake).
const std::vector<base::FileText>& skeleton();

namespace {

namespace fs = std::filesystem;
using reports::shown;

constexpr std::size_t kLongestName = 40;
constexpr std::string_view kName = "NAME";             // stands for the name, in the skeleton
constexpr std::string_view kSchemas = "docs/schema/";  // where its files say their schemas are

/// What the names of the language are made of, and `-`: it will stand in XML, in JSON and in paths.
bool good_name(const std::string& name) {
  if (name.empty() || name.front() == '-' || (name.front() >= '0' && name.front() <= '9'))
    return false;
  if (!base::valid_utf8(name) || base::count_chars(name) > kLongestName ||
      base::safe_terminal(name) != name)
    return false;
  std::string letters = "x";
  for (const char c : name)
    if (c != '-') letters += c;
  return model::is_plain_name(letters);
}

/// The game that would read what lies there, as part of its own rulebook, cards or rulings; empty
/// when none would.
fs::path read_by(const fs::path& folder) {
  const std::string outer = game_above(folder.string());
  if (outer.empty()) return {};
  std::error_code ec;
  const std::string part = folder.lexically_relative(fs::canonical(outer, ec)).begin()->string();
  return part == "rulebook" || part == "cards" || part == "rulings" || part == "decks"
             ? fs::path(outer)
             : fs::path();
}

/// The nearest folder upwards that has the schemas of the project; empty when there is none.
fs::path schemas_above(fs::path folder) {
  std::error_code ec;
  while (!fs::is_regular_file(folder / kSchemas / "ruling.rnc", ec)) {
    if (!folder.has_relative_path()) return {};
    folder = folder.parent_path();
  }
  return folder / "docs" / "schema";
}

/// Lines that name a schema name it from where they are now; without schemas they go.
std::string with_schemas(const std::string& text, const fs::path& schemas, const fs::path& folder) {
  std::string out;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size() - 1) + 1;
    std::string line = text.substr(begin, end - begin);
    begin = end;
    const std::size_t at = line.find(kSchemas);
    if (at != std::string::npos) {
      if (schemas.empty()) continue;
      const std::size_t path = line.rfind('"', at) + 1;
      line.replace(path, at + kSchemas.size() - path,
                   schemas.lexically_relative(folder).generic_string() + "/");
    }
    out += line;
  }
  return out;
}

}  // namespace

int run_init(const std::string& name, const std::string& folder, const Io& io) {
  const bool ja = io.lang == base::Lang::Ja;
  const auto refuse = [&](const std::string& what, const std::string& en,
                          const std::string& japanese) {
    io.refuse(what, base::in_both(en, japanese));
    return kWrongInput;
  };
  if (!good_name(name)) {
    return refuse(
        name,
        "no name for a game; a name has letters, digits, - and _, begins with a letter, and has at "
        "most 40 characters",
        "ゲームの名前にできません。使えるのは文字、数字、-、_ で、文字で始まり、40字までです");
  }
  fs::path target(folder);
  while (target.has_relative_path() && !target.has_filename()) target = target.parent_path();
  std::error_code ec;
  if (target.filename().empty())
    return refuse(folder, "it names no folder", "フォルダーの名前がありません");
  if (fs::exists(fs::symlink_status(target, ec)))
    return refuse(target.string(), "it is there already; nothing was written",
                  "すでにあります。何も書いていません");
  const fs::path parent = target.has_parent_path() ? target.parent_path() : fs::path(".");
  if (!fs::is_directory(parent, ec))
    return refuse(parent.string(), "no such folder", "フォルダーがありません");
  const fs::path real = fs::canonical(parent, ec) / target.filename();
  if (const fs::path outer = read_by(real); !outer.empty()) {
    return refuse(target.string(), "the game in " + shown(outer.string(), 200) + " would read it",
                  "ゲーム " + shown(outer.string(), 200) + " が読む場所です");
  }

  const fs::path schemas = schemas_above(real.parent_path());
  std::vector<base::FileText> files;
  for (base::FileText file : skeleton()) {
    file.text = with_schemas(file.text, schemas, (real / file.path).parent_path());
    base::replace_all(file.path, kName, name);
    base::replace_all(file.text, kName, name);
    files.push_back(std::move(file));
  }
  if (io.stopped()) return kOk;
  if (const auto done = base::write_new_folder(target.string(), files); !done) {
    io.refuse(target.string(), done.error().message);
    return kWrongInput;
  };
  for (const base::FileText& file : files)
    io.out << shown((target / file.path).string(), 4000) << "\n";
  const std::string where = shown(target.string(), 4000);
  if (ja)
    io.out << "新しいゲームです。次は hanrei check " << where
           << " です (docs/modelling-a-game.md)\n";
  else
    io.out << "a new game; next: hanrei check " << where << " (docs/modelling-a-game.md)\n";
  return kOk;
}

}  // namespace hanrei::cli
