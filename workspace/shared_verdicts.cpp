#include "workspace/shared_verdicts.h"

#include <algorithm>
#include <filesystem>
#include <string_view>

#include "base/io/file.h"
#include "base/json/read.h"
#include "base/json/write.h"
#include "base/text/sha256.h"

namespace hanrei::workspace {
namespace fs = std::filesystem;

namespace {

constexpr std::string_view kSuffix = ".verdicts";
constexpr std::size_t kDigits = 64;

/// Is it one of ours, with nothing in it but what was written?
bool is_named_by(const std::string& path, const std::string& text) {
  return fs::path(path).filename().string() == base::sha256(text) + std::string(kSuffix);
}

bool has_our_name(const std::string& path) {
  const std::string name = fs::path(path).filename().string();
  return name.size() == kDigits + kSuffix.size() &&
         name.find_first_not_of("0123456789abcdef") == kDigits;
}

std::string line_of(const SharedVerdict& v) {
  base::JsonWriter w(base::JsonWriter::Style::Compact);
  w.value(std::vector<std::string>{v.key, v.ruling, v.looked, v.touches, v.record});
  return w.str() + "\n";
}

/// Removes files until no more than this is left: those that were not of use for longest first.
void trim(const std::string& folder, std::uintmax_t bytes, std::size_t files) {
  struct File {
    std::int64_t changed;
    std::string path;
    std::uintmax_t size;
  };
  std::vector<File> all;
  for (const std::string& path : base::list_files(folder, kSuffix))
    if (const auto stamp = base::stamp_of(path); stamp && has_our_name(path))
      all.push_back({stamp->changed, path, static_cast<std::uintmax_t>(stamp->size)});
  std::ranges::sort(all, [](const File& a, const File& b) {
    return a.changed != b.changed ? a.changed > b.changed : a.path < b.path;
  });
  std::uintmax_t kept = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    kept += all[i].size;
    std::error_code gone_already;
    if (i >= files || kept > bytes) fs::remove(all[i].path, gone_already);
  }
}

}  // namespace

SharedVerdicts::SharedVerdicts(std::string folder, const std::string& program,
                               const std::string& game)
    : folder_(std::move(folder)) {
  base::Sha256 of;
  of.add_piece(program);
  of.add_piece(game);
  of_game_ = (fs::path(folder_) / of.hex().substr(0, 32)).string();
  for (const std::string& path : base::list_files(of_game_, kSuffix)) read(path);
}

void SharedVerdicts::read(const std::string& path) {
  auto text = base::read_file(path, kMostSharedBytes);
  if (!text || !is_named_by(path, *text)) return;
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
  std::error_code failed;
  for (const std::size_t file : used_)
    fs::last_write_time(paths_[file], fs::file_time_type::clock::now(), failed);
  if (text.empty() || text.size() > kMostSharedBytes) return {};
  fs::create_directories(of_game_, failed);  // writing says what is in the way
  const auto path = fs::path(of_game_) / (base::sha256(text) + std::string(kSuffix));
  if (auto written = base::write_file_atomic(path.string(), text); !written.ok())
    return written.error();
  trim(of_game_, kMostSharedBytes, kMostSharedFiles);
  trim(folder_, kMostSharedBytes, static_cast<std::size_t>(-1));
  return {};
}

}  // namespace hanrei::workspace
