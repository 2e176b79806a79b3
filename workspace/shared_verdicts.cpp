#include "workspace/shared_verdicts.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <random>
#include <string_view>

#include "base/io/file.h"
#include "base/json/read.h"
#include "base/json/write.h"
#include "base/text/sha256.h"

namespace hanrei::workspace {
namespace fs = std::filesystem;

namespace {

constexpr std::string_view kSuffix = ".verdicts", kUnfinished = ".part";
constexpr std::size_t kDigits = 64, kOfFolder = 32;
constexpr std::int64_t kDay = 86'400'000'000'000;  // in nanoseconds

bool hexadecimal(std::string_view text, std::size_t digits) {
  return text.size() == digits &&
         text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}
bool is_own_folder(const fs::directory_entry& entry) {
  return hexadecimal(entry.path().filename().native(), kOfFolder) && !entry.is_symlink() &&
         entry.is_directory();
}
/// A file with a name that is ours, and no link.
bool is_own_file(const fs::directory_entry& entry) {
  const std::string name = entry.path().filename().string();
  return name.size() > kDigits && hexadecimal(name.substr(0, kDigits), kDigits) &&
         (name.substr(kDigits) == kSuffix || name.ends_with(kUnfinished)) && !entry.is_symlink() &&
         entry.is_regular_file();
}

/// What lies in a folder, sorted; nothing where it cannot be read.
template <class Is>
std::vector<fs::path> listed(const fs::path& folder, Is is) {
  std::vector<fs::path> out;
  std::error_code ec;
  for (fs::directory_iterator at(folder, ec), end; !ec && at != end; at.increment(ec)) {
    try {
      if (is(*at)) out.push_back(at->path());
    } catch (const fs::filesystem_error&) {  // gone already
    }
  }
  std::ranges::sort(out);
  return out;
}

std::string line_of(const SharedVerdict& v) {
  base::JsonWriter w(base::JsonWriter::Style::Compact);
  w.value(std::vector<std::string>{v.key, v.ruling, v.looked, v.touches, v.record});
  return w.str() + "\n";
}

std::int64_t now() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
             std::chrono::system_clock::now().time_since_epoch())
      .count();
}

/// Removes files of these folders until no more than this is left: those that were not of use for
/// longest first. `fresh` stays. What somebody has not finished within a day goes.
void trim(const std::vector<fs::path>& folders, const fs::path& fresh, std::uintmax_t bytes,
          std::size_t files) {
  struct File {
    std::int64_t used;
    fs::path path;
    std::uintmax_t size;
  };
  std::vector<File> all;
  std::uintmax_t kept = 0;
  std::error_code gone_already;
  const std::int64_t today = now();
  for (const fs::path& folder : folders)
    for (const fs::path& path : listed(folder, is_own_file)) {
      const auto stamp = base::stamp_of(path.string());
      if (!stamp) continue;
      const auto size = static_cast<std::uintmax_t>(stamp->size);
      const bool part = path.extension() == kUnfinished;
      if (part && stamp->changed < today - kDay)
        fs::remove(path, gone_already);
      else if (part || path == fresh)
        kept += size;
      else  // clocks differ: nothing was of use tomorrow
        all.push_back({std::min(stamp->changed, today), path, size});
    }
  std::ranges::sort(all, [](const File& a, const File& b) {
    return a.used != b.used ? a.used > b.used : a.path < b.path;
  });
  for (std::size_t i = 0; i < all.size(); ++i) {
    kept += all[i].size;
    if (i + 1 >= files || kept > bytes) fs::remove(all[i].path, gone_already);
  }
}

/// Under a name that no other machine takes: it is not known which of them still run.
base::Result<void> put(const fs::path& path, const std::string& text) {
  std::random_device any;
  const fs::path part = path.parent_path() / (path.stem().string() + "-" + std::to_string(any()) +
                                              std::string(kUnfinished));
  std::error_code ec;
  std::ofstream out(part, std::ios::binary);
  out << text;
  out.close();
  if (out) fs::rename(part, path, ec);
  if (out && !ec) return {};
  const int why = ec ? ec.value() : errno;
  std::error_code ignored;
  fs::remove(part, ignored);
  return base::Error{std::generic_category().message(why)};
}

}  // namespace

SharedVerdicts::SharedVerdicts(std::string folder, const std::string& program,
                               const std::string& game)
    : folder_(std::move(folder)) {
  base::Sha256 of;
  of.add_piece(program);
  of.add_piece(game);
  of_game_ = (fs::path(folder_) / of.hex().substr(0, kOfFolder)).string();
  std::error_code none;
  if (fs::is_symlink(of_game_, none)) return;
  for (const fs::path& path : listed(of_game_, is_own_file))
    if (path.extension() == kSuffix) read(path.string());
}

void SharedVerdicts::read(const std::string& path) {
  auto text = base::read_file(path, kMostSharedBytes);
  if (!text || fs::path(path).stem().string() != base::sha256(*text)) return;
  const std::size_t file = texts_.size();
  paths_.push_back(path);
  texts_.push_back(std::move(*text));
  const std::string_view all = texts_.back();
  for (std::size_t begin = 0; begin + 2 < all.size();) {
    const std::size_t end = std::min(all.find('\n', begin), all.size());
    const Line line{file, begin, end};  // ["key","ruling",…
    lines_.try_emplace(std::string(all.substr(begin + 2, kDigits)), line);
    if (end - begin > 2 * kDigits + 5)
      of_ruling_[std::string(all.substr(begin + kDigits + 5, kDigits))].push_back(line);
    begin = end + 1;
  }
}

std::optional<SharedVerdict> SharedVerdicts::at(const Line& line) const {
  base::SourceMap sources;
  base::DiagnosticLog log;
  const auto list = base::read_json(
      sources, sources.add("", texts_[line.file].substr(line.begin, line.end - line.begin)), log);
  if (!list || list->items.size() != 5) return std::nullopt;
  const auto& s = list->items;
  return SharedVerdict{s[0].string, s[1].string, s[2].string, s[3].string, s[4].string};
}

std::optional<SharedVerdict> SharedVerdicts::find(const std::string& key) {
  const auto it = lines_.find(key);
  if (it == lines_.end()) return std::nullopt;
  used_.insert(it->second.file);
  return at(it->second);
}

std::vector<std::string> SharedVerdicts::looked(const std::string& ruling) const {
  std::set<std::string> out;
  if (const auto it = of_ruling_.find(ruling); it != of_ruling_.end())
    for (const Line& line : it->second)
      if (auto v = at(line)) out.insert(std::move(v->looked));
  return {out.begin(), out.end()};
}

base::Result<void> SharedVerdicts::add(const std::vector<SharedVerdict>& verdicts) {
  std::set<std::string> lines;
  for (const SharedVerdict& v : verdicts)
    if (!lines_.contains(v.key)) lines.insert(line_of(v));
  std::string text;
  for (const std::string& line : lines) text += line;
  // The present is what whoever may write may set.
  for (const std::size_t file : used_)
    (void)::utimensat(AT_FDCWD, paths_[file].c_str(), nullptr, AT_SYMLINK_NOFOLLOW);
  if (text.empty() || text.size() > kMostSharedBytes) return {};
  std::error_code failed;
  if (fs::is_symlink(of_game_, failed)) return base::leads_out();
  fs::create_directories(of_game_, failed);
  if (failed) return base::Error{failed.message()};
  const auto path = fs::path(of_game_) / (base::sha256(text) + std::string(kSuffix));
  if (auto written = put(path, text); !written.ok()) return written.error();
  trim({of_game_}, path, kMostSharedBytes, kMostSharedFiles);
  trim(listed(folder_, is_own_folder), path, kMostSharedBytes, static_cast<std::size_t>(-1));
  return {};
}

}  // namespace hanrei::workspace
