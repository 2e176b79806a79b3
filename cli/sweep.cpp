#include "cli/sweep.h"

#include <algorithm>
#include <filesystem>
#include <new>

#include "base/io/file.h"
#include "base/json/fields.h"
#include "base/stop.h"
#include "base/text/filled.h"
#include "cli/pairs.h"
#include "workspace/pairs.h"
#include "workspace/shard.h"

namespace hanrei::cli {
namespace {

using base::named;
using base::Portion;

/// What the findings of a sweep depend on beside files and program.
auto options_of(auto& asked) {
  auto& c = asked.check;
  auto& l = c.checker.limits;
  return std::tuple(named("ids", c.ids), named("engine", c.checker.engine),
                    named("states", l.states), named("ways", l.ways),
                    named("units", l.solver_units), named("pairs", c.checker.pairs),
                    named("as_of", c.as_of.valid), named("known", c.as_of.known),
                    named("clauses", asked.mutate.clauses), named("tries", asked.mutate.tries),
                    named("scenes", asked.diff.scenes));
}

/// The commands that can be swept: each comes to its items through `asked.check.portion`.
struct Kind {
  const char* name;
  /// Works on those of a shard, and says nothing of what it finds. Exit code: wrong input, our
  /// fault, or 0.
  int (*work)(const Asked& asked, const Io& io);
  /// Says what was found, as the command alone would.
  int (*say)(const Asked& asked, const Io& io);
  bool findings = true;  ///< in all formats of findings, too
};

int work_check(const Asked& asked, const Io& io) {
  const Checked done = check(asked.check, io);
  if (!done.begun) return kWrongInput;
  reports::write_diagnostics(io.err, done.sources, done.log, asked.check.style);
  if (done.wrong_input && asked.check.portion->items() == 0) return kWrongInput;
  const auto& results = done.report.results;
  if (std::ranges::any_of(results, [](const auto& r) { return r.fault; })) return kOurFault;
  return kOk;
}

/// Wrong input counts only where nothing could be worked on: else `merge` says what is wrong.
int worked(int code, const Asked& asked) {
  const bool none = asked.check.portion->items() == 0;
  return code == kOurFault || (code == kWrongInput && none) ? code : kOk;
}

int work_audit(const Asked& asked, const Io& io) {
  const Paired done = pairs(asked.check, io);
  if (!done.begun) return kWrongInput;
  reports::write_diagnostics(io.err, done.sources, done.log, asked.check.style);
  return worked(done.run.exit_code, asked);
}

int say_mutate(const Asked& asked, const Io& io) {
  return run_mutate(asked.check, asked.mutate, io);
}
int say_diff(const Asked& asked, const Io& io) { return run_diff(asked.check, asked.diff, io); }

constexpr Kind kKinds[] = {
    {"audit", work_audit,
     [](const Asked& asked, const Io& io) { return run_pairs(asked.check, io); }},
    {"check", work_check,
     [](const Asked& asked, const Io& io) { return run_check(asked.check, io); }},
    {"diff", [](const Asked& asked, const Io& io) { return worked(say_diff(asked, io), asked); },
     say_diff, false},
    {"mutate",
     [](const Asked& asked, const Io& io) { return worked(say_mutate(asked, io), asked); },
     say_mutate, false},
};

const Kind* kind_named(const std::string& name) {
  const auto* it = std::ranges::find_if(kKinds, [&](const Kind& k) { return k.name == name; });
  return it == std::end(kKinds) ? nullptr : it;
}

std::string shard_text(const Shard& shard) {
  return std::to_string(shard.index) + "/" + std::to_string(shard.count);
}

int retry(const Io& io, const std::string& why) {
  io.say(base::filled("{0}; nothing is written, sweep this shard again",
                      "{0}。何も書き出していません。このシャードをもう一度実行してください",
                      {why}));
  return kRetry;
}

/// Is what stands at the place of the file in the way?  Code: there is nothing more to do.
std::optional<int> there_already(const std::string& path, const Sweep& sweep, const Shard& shard,
                                 const Io& io) {
  std::error_code ec;
  if (!std::filesystem::exists(path, ec)) return std::nullopt;
  const auto file = read_shard_file(path);
  if (!file) {
    io.refuse(path, base::filled("{0}; it is not written over", "{0}。上書きしません",
                                 {file.error().message}));
    return kWrongInput;
  }
  if (file->sweep != sweep || file->shard != shard) return std::nullopt;
  io.refuse(path,
            base::filled("shard {0} is there already, and as it would be now",
                         "シャード {0} はすでにあり、今のものと同じです", {shard_text(shard)}));
  return kOk;
}

int sweep_shard(const Kind& kind, const SweepOptions& options, Asked& asked, const Io& io) {
  const auto shard = read_shard(options.shard);
  if (!shard) {
    io.refuse("--shard " + options.shard, shard.error().message);
    return kWrongInput;
  }
  const auto sweep = sweep_of(kind.name, asked.check.paths, base::fields_text(options_of(asked)));
  if (!sweep) {
    io.say(sweep.error().message);
    return kWrongInput;
  }
  if (const auto code = there_already(options.out, *sweep, *shard, io)) return *code;
  Portion portion(*shard);
  asked.check.portion = &portion;
  asked.check.cache = CheckOptions::Cache::Off;
  asked.check.style.color = false;
  const int code = kind.work(asked, io);
  if (io.stopped()) return retry(io, ended_by(io.ending()));
  if (portion.ran_out()) return kRetry;  // which was said
  if (code == kWrongInput) return code;
  if (portion.items() == 0) {
    io.say("there is nothing to sweep", "対象がありません");
    return kNothingExamined;
  }
  const ShardFile file{*sweep, *shard, portion.items(), portion.results()};
  if (const auto written = base::write_file_atomic(options.out, text_of(file)); !written.ok()) {
    io.refuse(options.out, written.error().message);
    return kWrongInput;
  }
  io.refuse(options.out,
            base::filled("shard {0}, {1} of {2} items", "シャード {0}、対象 {2} のうち {1}",
                         {shard_text(*shard), std::to_string(file.results.size()),
                          std::to_string(file.items)}));
  return code;
}

/// The shards, if they are all of one sweep.
struct Shards {
  Sweep sweep;
  std::map<std::string, std::string> results;
  int code = kOk;  ///< why they cannot be merged, which was said
};

Shards gather(const std::vector<std::string>& files, const Io& io) {
  Shards out;
  std::map<std::uint64_t, std::string> by_index;
  std::uint64_t count = 0;
  std::size_t items = 0;
  const auto wrong = [&](const std::string& path, const std::string& why) {
    io.refuse(path, why);
    out.code = kWrongInput;
  };
  std::string first;
  for (const std::string& path : files) {
    auto file = read_shard_file(path);
    if (!file) {
      wrong(path, file.error().message);
      continue;
    }
    if (first.empty()) {
      first = path;
      out.sweep = file->sweep;
      count = file->shard.count;
      items = file->items;
    }
    std::string other = difference(out.sweep, file->sweep);
    if (other.empty() && count != file->shard.count)
      other = base::filled("it is one of {1} shards, not of {0}",
                           "{0} ではなく {1} に分けたシャードです",
                           {std::to_string(count), std::to_string(file->shard.count)});
    if (other.empty() && items != file->items)
      other = base::filled("its sweep has {1} items, not {0}", "対象の数が {0} ではなく {1} です",
                           {std::to_string(items), std::to_string(file->items)});
    if (!other.empty()) {
      wrong(path, base::filled("no shard of the sweep of {0}: {1}; sweep it again, or leave it out",
                               "{0} と同じ総当たりのシャードではありません。{1}。実行し直すか、"
                               "除いてください",
                               {first, other}));
      continue;
    }
    const auto [it, fresh] = by_index.emplace(file->shard.index, path);
    if (!fresh) {
      wrong(path, base::filled("shard {0} is there already, as {1}; name each once",
                               "シャード {0} はすでに {1} にあります。一度だけ指定してください",
                               {shard_text(file->shard), it->second}));
      continue;
    }
    out.results.merge(file->results);
  }
  if (out.code != kOk) return out;
  std::string missing;
  std::size_t lacking = 0;
  for (std::uint64_t i = 0; i < count; ++i)
    if (!by_index.contains(i) && ++lacking <= 20)
      missing += (missing.empty() ? "" : ", ") + shard_text({i, count});
  if (lacking > 20) missing += " …";
  if (lacking > 0) {
    io.say(
        base::filled("shards are missing: {0}; nothing is merged until each was swept, with "
                     "`hanrei sweep {1} … --shard I/N --out FILE`",
                     "シャードが足りません: {0}。`hanrei sweep {1} … --shard I/N --out FILE` "
                     "で揃えるまで、まとめません",
                     {missing, out.sweep.kind}));
    out.code = kNothingExamined;
  } else if (out.results.size() != items) {
    io.say(base::filled("the shards hold {0} items of {1}: they are damaged; sweep them again",
                        "シャードにある対象は {1} のうち {0} です。壊れているので、実行し直して"
                        "ください",
                        {std::to_string(out.results.size()), std::to_string(items)}));
    out.code = kWrongInput;
  }
  return out;
}

}  // namespace

int run_sweep(const SweepOptions& options, Asked asked, const Io& io) {
  try {
    return sweep_shard(*kind_named(options.kind), options, asked, io);
  } catch (const base::Stopped&) {
    return retry(io, ended_by(io.ending()));
  } catch (const std::bad_alloc&) {
    return retry(io, kNoMemory);
  }
}

int run_merge(const std::vector<std::string>& files, Asked asked, const Io& io) {
  Shards shards = gather(files, io);
  if (shards.code != kOk) return shards.code;
  const Kind* kind = kind_named(shards.sweep.kind);
  if (kind == nullptr || !base::read_fields(shards.sweep.options, options_of(asked))) {
    io.refuse(files.front(), base::in_both("a sweep of a kind or with options that are unknown",
                                           "知らない種類またはオプションの総当たりです"));
    return kWrongInput;
  }
  if (!kind->findings && is_findings_format(asked.check.format)) {
    io.refuse(
        "--format " + asked.check.format,
        base::filled("of `{0}` it is text or json", "`{0}` では text か json です", {kind->name}));
    return kWrongInput;
  }
  asked.check.paths = shards.sweep.paths;
  const auto here = sweep_of(kind->name, shards.sweep.paths, shards.sweep.options);
  const std::string other = here ? difference(shards.sweep, *here) : here.error().message;
  if (!other.empty()) {
    io.say(
        base::filled("the shards do not fit what is here: {0}; merge in the folder of the sweep, "
                     "with the same files and program, or sweep again",
                     "シャードがここにあるものと合いません。{0}。実行したときと同じフォルダで、"
                     "同じファイルとプログラムでまとめるか、実行し直してください",
                     {other}));
    return kWrongInput;
  }
  Portion portion(std::move(shards.results));
  asked.check.portion = &portion;
  asked.check.cache = CheckOptions::Cache::Off;
  const int code = kind->say(asked, io);
  if (portion.again() > 0 && !io.stopped())
    io.say(
        base::filled("worked on once more: {0} items whose shard could not say what was found, "
                     "or not in this language",
                     "シャードに書けなかった、または別の言語で書かれた対象 {0} 件を調べ直しました",
                     {std::to_string(portion.again())}));
  return code;
}

}  // namespace hanrei::cli
