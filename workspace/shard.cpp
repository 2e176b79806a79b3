#include "workspace/shard.h"

#include <algorithm>
#include <charconv>

#include "base/io/file.h"
#include "base/json/fields.h"
#include "base/text/filled.h"
#include "base/text/sha256.h"
#include "workspace/verdicts.h"
#include "workspace/workspace.h"

namespace hanrei::workspace {
namespace {

using base::Error;
using base::fields_text;
using base::in_both;
using base::Json;
using base::named;
using base::Result;

const std::string kWhat = "shard";
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

/// What the first line says, and what only stands for the file.
auto header_of(auto& what, auto& format, auto& options, auto& file) {
  auto& s = file.sweep;
  return std::tuple(named("hanrei", what), named("format", format), named("kind", s.kind),
                    named("version", s.version), named("program", s.program),
                    named("paths", s.paths), named("files", s.files), named("options", options),
                    named("shard", file.shard.index), named("of", file.shard.count),
                    named("items", file.items));
}

/// What the last line says.
auto end_of(auto& results, auto& digest) {
  return std::tuple(named("results", results), named("digest", digest));
}

Result<ShardFile> header(std::string_view text) {
  const Line line(text);
  const Json* what = line.json ? line.json->find("hanrei") : nullptr;
  const Json* format = what != nullptr ? line.json->find("format") : nullptr;
  if (format == nullptr || what->string != kWhat || !format->is(Json::Kind::Int)) return no_shard();
  if (format->integer != kFormat) return newer(format->integer);
  ShardFile out;
  std::string is;
  std::int64_t of = 0;
  Json options;
  if (!base::FieldReader::one(*line.json, header_of(is, of, options, out)) ||
      out.shard.index >= out.shard.count)
    return cut_off();
  out.sweep.options = line.slice(*line.json->find("options"));
  return out;
}

}  // namespace

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

std::string text_of(const ShardFile& file) {
  const Line options(file.sweep.options);
  std::string out = fields_text(header_of(kWhat, kFormat, *options.json, file)) + "\n";
  for (const auto& [item, result] : file.results)
    out += "[" + base::quote_json(item) + "," + (result.empty() ? "null" : result) + "]\n";
  const std::size_t results = file.results.size();
  const std::string digest = base::sha256(out);
  return out + fields_text(end_of(results, digest)) + "\n";
}

Result<ShardFile> shard_of(std::string_view text) {
  const std::size_t first = text.find('\n');
  auto out = header(text.substr(0, first));
  if (!out) return out.error();
  if (!text.ends_with('\n') || first + 1 == text.size()) return cut_off();
  const std::size_t last = text.rfind('\n', text.size() - 2) + 1;
  std::string digest;
  std::size_t results = 0;
  if (!base::read_fields(std::string(text.substr(last)), end_of(results, digest)) ||
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
