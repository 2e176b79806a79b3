#include "workspace/shard.h"

#include <algorithm>
#include <charconv>

#include "base/io/file.h"
#include "base/json/read.h"
#include "base/json/write.h"
#include "base/text/filled.h"
#include "base/text/sha256.h"
#include "workspace/verdicts.h"
#include "workspace/workspace.h"

namespace hanrei::workspace {
namespace {

using base::Error;
using base::in_both;
using base::Json;
using base::JsonWriter;
using base::Result;

constexpr std::int64_t kFormat = 1;
constexpr std::uint64_t kMostShards = 1'000'000;
constexpr std::size_t kMostShardBytes = std::size_t{1} << 32;

std::optional<std::uint64_t> number(std::string_view text) {
  std::uint64_t n = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), n);
  return error == std::errc{} && end == text.data() + text.size() ? std::optional(n) : std::nullopt;
}

const Error& no_shard() {
  static const Error error{
      in_both("this is no shard of a sweep; `hanrei sweep KIND PATH --shard I/N --out FILE` writes "
              "one",
              "総当たりのシャードではありません。`hanrei sweep KIND PATH --shard I/N --out FILE` "
              "で作ってください")};
  return error;
}
const Error& cut_off() {
  static const Error error{
      in_both("the shard is cut off or was changed; sweep it again",
              "シャードが途中で切れているか、書き換えられています。総当たりをやり直してください")};
  return error;
}
Error newer(std::int64_t format) {
  return {
      base::filled("a shard of format {0}, which this program does not know; merge with the "
                   "program that swept",
                   "この版が知らない形式 {0} のシャードです。それを書いたプログラムで"
                   "まとめてください",
                   {std::to_string(format)})};
}

struct Line {
  base::SourceMap sources;
  std::optional<Json> json;
  explicit Line(std::string_view text) {
    base::DiagnosticLog log;
    json = base::read_json(sources, sources.add("shard", std::string(text)), log);
    if (log.has_errors()) json.reset();
  }
  std::string_view slice(const Json& value) const { return sources.slice(value.span); }
};

bool take(const Json& object, std::string_view key, std::string& out) {
  const Json* value = object.find(key);
  if (value == nullptr || !value->is(Json::Kind::String)) return false;
  out = value->string;
  return true;
}
template <class T>
bool take(const Json& object, std::string_view key, T& out) {
  const Json* value = object.find(key);
  if (value == nullptr || !value->is(Json::Kind::Int) || value->integer < 0) return false;
  out = static_cast<T>(value->integer);
  return true;
}

/// The first line.
Result<ShardFile> header(std::string_view text) {
  const Line line(text);
  std::string what;
  std::int64_t format = 0;
  if (!line.json || !take(*line.json, "hanrei", what) || what != "shard" ||
      !take(*line.json, "format", format))
    return no_shard();
  if (format != kFormat) return newer(format);
  const Json& json = *line.json;
  ShardFile out;
  Sweep& s = out.sweep;
  const Json *paths = json.find("paths"), *options = json.find("options");
  const bool good = take(json, "kind", s.kind) && take(json, "version", s.version) &&
                    take(json, "program", s.program) && take(json, "files", s.files) &&
                    take(json, "shard", out.shard.index) && take(json, "of", out.shard.count) &&
                    take(json, "items", out.items) && paths != nullptr && options != nullptr &&
                    out.shard.index < out.shard.count;
  if (!good) return cut_off();
  for (const Json& path : paths->items) s.paths.push_back(path.string);
  s.options = line.slice(*options);
  return out;
}

}  // namespace

bool Shard::has(std::string_view item) const {
  const std::string digits = base::sha256(item).substr(0, 16);
  std::uint64_t n = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), n, 16);
  return n % count == index;
}

Result<Shard> read_shard(std::string_view text) {
  const std::size_t at = text.find('/');
  const auto index = number(text.substr(0, at)),
             count = at == std::string_view::npos ? std::nullopt : number(text.substr(at + 1));
  if (!index || !count || *count == 0 || *count > kMostShards || *index >= *count)
    return Error{
        base::filled("expected I/N with 0 <= I < N <= {0}, such as 0/4 for the first of "
                     "four",
                     "0 <= I < N <= {0} である I/N が必要です（四つのうち最初なら 0/4）",
                     {std::to_string(kMostShards)})};
  return Shard{*index, *count};
}

Result<Sweep> sweep_of(const std::string& kind, const std::vector<std::string>& paths,
                       const std::string& options) {
  base::Sha256 h;
  for (const GameFiles& game : find(paths).games) {
    h.add_piece(game.folder);
    for (const std::string_view suffix : {".json", ".xml"})
      for (const std::string& path : base::list_files(game.folder, suffix)) {
        const auto text = base::read_file_within(path, game.folder);
        if (!text) return Error{base::about(path, text.error().message)};
        h.add_piece(path);
        h.add_piece(*text);
      }
  }
  return Sweep{kind, HANREI_VERSION, program_id(), paths, h.hex(), options};
}

bool Portion::mine(const std::string& item) {
  const std::lock_guard lock(mutex_);
  ++items_;
  const bool here = merged_ || shard_.has(item);
  again_ += merged_ ? 1 : 0;
  return here;
}

const std::string* Portion::result(const std::string& item) const {
  if (!merged_) return nullptr;
  const auto it = results_.find(item);
  return it == results_.end() || it->second.empty() ? nullptr : &it->second;
}

void Portion::keep(const std::string& item, std::string result) {
  if (merged_) return;
  const std::lock_guard lock(mutex_);
  results_[item] = std::move(result);
}

std::string text_of(const ShardFile& file) {
  JsonWriter w(JsonWriter::Style::Compact);
  w.begin_object();
  w.member("hanrei", "shard");
  w.member("format", kFormat);
  w.member("kind", file.sweep.kind);
  w.member("version", file.sweep.version);
  w.member("program", file.sweep.program);
  w.member("paths", file.sweep.paths);
  w.member("files", file.sweep.files);
  w.key("options");
  w.value(*Line(file.sweep.options).json);
  w.member("shard", file.shard.index);
  w.member("of", file.shard.count);
  w.member("items", static_cast<std::uint64_t>(file.items));
  w.end_object();
  std::string out = w.str() + "\n";
  for (const auto& [item, result] : file.results)
    out += "[" + base::quote_json(item) + "," + (result.empty() ? "null" : result) + "]\n";
  JsonWriter end(JsonWriter::Style::Compact);
  end.begin_object();
  end.member("results", static_cast<std::uint64_t>(file.results.size()));
  end.member("digest", base::sha256(out));
  end.end_object();
  return out + end.str() + "\n";
}

Result<ShardFile> shard_of(std::string_view text) {
  const std::size_t first = text.find('\n');
  auto out = header(text.substr(0, first));
  if (!out) return out.error();
  if (!text.ends_with('\n') || first + 1 == text.size()) return cut_off();
  const std::size_t last = text.rfind('\n', text.size() - 2) + 1;
  const Line end(text.substr(last));
  std::string digest;
  std::size_t results = 0;
  if (!end.json || !take(*end.json, "results", results) || !take(*end.json, "digest", digest) ||
      digest != base::sha256(text.substr(0, last)))
    return cut_off();
  for (std::size_t at = first + 1; at < last;) {
    const std::size_t to = text.find('\n', at);
    const Line line(text.substr(at, to - at));
    if (!line.json || line.json->items.size() != 2) return cut_off();
    const Json& result = line.json->items[1];
    out->results[line.json->items[0].string] =
        result.is(Json::Kind::Null) ? "" : std::string(line.slice(result));
    at = to + 1;
  }
  if (out->results.size() != results) return cut_off();
  return out;
}

Result<ShardFile> read_shard_file(const std::string& path) {
  const auto text = base::read_file(path, kMostShardBytes);
  if (!text) return text.error();
  return shard_of(*text);
}

std::string difference(const Sweep& a, const Sweep& b) {
  const auto list = [](const std::vector<std::string>& paths) {
    std::string out;
    for (const std::string& p : paths) out += (out.empty() ? "" : " ") + p;
    return out;
  };
  const auto both = [](std::string_view en, std::string_view ja, const std::string& one,
                       const std::string& other) {
    return base::filled(en, ja, {one, other});
  };
  if (a.kind != b.kind)
    return both("it swept `{1}`, not `{0}`", "`{0}` ではなく `{1}` の総当たりです", a.kind, b.kind);
  if (a.version != b.version)
    return both("version {1} of hanrei swept it, not {0}", "hanrei の版が {0} ではなく {1} です",
                a.version, b.version);
  if (a.program != b.program)
    return both("another build of hanrei, or another solver, swept it",
                "別にビルドされた hanrei、または別のソルバーによるものです", "", "");
  if (a.paths != b.paths)
    return both("it swept {1}, not {0}", "{0} ではなく {1} の総当たりです", list(a.paths),
                list(b.paths));
  if (a.files != b.files)
    return both("the files of the game were others", "ゲームのファイルが異なります", "", "");
  if (a.options != b.options)
    return both("its options are {1}, not {0}", "オプションが {0} ではなく {1} です", a.options,
                b.options);
  return "";
}

}  // namespace hanrei::workspace
