#include "workspace/former.h"

#include <filesystem>

#include "base/contains.h"
#include "base/io/file.h"
#include "base/json/read.h"
#include "base/text/filled.h"
#include "errata/unsigned.h"

namespace hanrei::workspace {
namespace {

namespace fs = std::filesystem;
using findings::Code;
using findings::Finding;

/// A file as the base has it.
struct Was {
  bool inside = false;              ///< it lies in the work tree
  std::optional<std::string> text;  ///< none: the base has no such file
  bool elsewhere = false;           ///< it is a link that leads out of the work tree, or nowhere
};

fs::path whole_path(const std::string& path) {
  std::error_code ec;
  return fs::absolute(path, ec).lexically_normal();
}

/// `links`: how many were followed to get there.
Was before(const Revision& base, const std::string& path, int links = 0) {
  constexpr int kMostLinks = 8;
  fs::path top = whole_path(path);
  auto revision = Revision::of(top.parent_path().string(), base.commit());
  if (!revision) {  // a link from outside may lead to a file of the work tree
    std::error_code ec;
    top = fs::weakly_canonical(top, ec);
    revision = Revision::of(top.parent_path().string(), base.commit());
  }
  if (!revision) return {};
  Was out{true, std::nullopt};
  if (!revision->lay_out(top.filename().string())) return out;
  const fs::path laid = fs::path(revision->folder()) / top.filename();
  std::error_code ec;
  if (fs::is_symlink(fs::symlink_status(laid, ec))) {
    const fs::path to = fs::read_symlink(laid, ec);
    if (!ec && links < kMostLinks) out = before(base, (top.parent_path() / to).string(), links + 1);
    out.elsewhere = !out.text;
    out.inside = true;
  } else if (auto text = base::read_file(laid.string())) {
    out.text = std::move(*text);
  }
  return out;
}

std::optional<base::Json> json_of(const std::string& text, base::SourceMap& sources) {
  base::DiagnosticLog log;
  return base::read_json(sources, sources.add("", text), log);
}

findings::Location at(const std::string& path) { return {path, 1, 1, 1, 1, 1, 1, false, {}}; }

/// What stood there before is not known, so nobody can say what the change makes of it.
void note_unread(const std::string& path, std::vector<Finding>& out) {
  const std::string name = fs::path(path).filename().string();
  Finding f = findings::make(Code::BaseUnread, {name, base::in_both("the file", "ファイル")},
                             {name}, at(path));
  f.unsure = true;
  out.push_back(std::move(f));
}

/// What an old file says, by `read`; nothing: there was none, or nothing can be made of it, which
/// is noted.
template <class Value, class Read>
std::optional<Value> understood(const Was& was, const std::string& path, const Read& read,
                                std::vector<Finding>& out) {
  if (was.text) {
    base::SourceMap sources;
    base::DiagnosticLog log;
    if (const auto json = base::read_json(sources, sources.add("", *was.text), log)) {
      Value value = read(*json, sources, log);
      if (!log.has_errors()) return value;
    }
  }
  if (was.text || was.elsewhere) note_unread(path, out);
  return std::nullopt;
}

/// A file by which a change is judged is another one now, or is gone or new.
void note_change(const std::string& path, const std::optional<std::string>& was,
                 std::vector<Finding>& out) {
  const auto now = base::read_file(whole_path(path).string());
  if (was ? now && *was == *now : !now) return;
  out.push_back(
      findings::make(Code::PolicyChanged, {}, {fs::path(path).filename().string()}, at(path)));
}

/// It lets pass what the one before does not: somebody has to sign that.
void judge_looser(const std::string& path, const std::vector<std::string>& what,
                  std::vector<Finding>& out) {
  if (what.empty()) return;
  std::string all;
  for (const std::string& one : what)
    all = all.empty() ? one : base::filled("{0}; {1}", "{0}、{1}", {all, one});
  const auto text = base::read_file(whole_path(path).string());
  base::SourceMap sources;
  // without the file everything is as with an empty one, which can be signed
  const auto json = json_of(text ? *text : R"({"format": 1})", sources);
  const std::string digest = json ? errata::file_digest(*json) : "–",
                    name = fs::path(path).filename().string();
  if (const auto by = json ? errata::signature(*json, digest) : std::nullopt)
    out.push_back(errata::signed_by(Code::Loosened, *by, name, all, {name}, at(path)));
  else
    out.push_back(findings::make(Code::Loosened, {name, all, digest}, {name}, at(path)));
}

}  // namespace

Former former(const Revision& base, const std::vector<std::string>& places,
              const Standards& standards, const StandardsOptions& options) {
  Former out;
  const std::string& now = standards.policy_path();
  const bool found = now.empty() || base::contains(places, now);
  std::string was_path;
  bool inside = true, looked = false;
  for (const std::string& place : found ? places : std::vector{now}) {
    const Was was = before(base, place);
    inside = was.inside;
    if (!inside) break;
    if (was_path.empty() || was.elsewhere) {
      if (was.text) was_path = place;
      if (auto policy =
              understood<findings::Policy>(was, place, findings::read_policy, out.changed))
        out.policy = std::move(*policy);
    }
    if (!looked) note_change(place, was.text, out.changed);
    looked = looked || place == now;  // one that is gone from a nearer place counted before
  }
  if (inside) {
    if (!was_path.empty()) out.policy_path = was_path;
    out.lowered = findings::lowered(out.policy.ratchet, standards.policy().ratchet);
    judge_looser(now.empty() ? was_path : now, findings::looser(out.policy, standards.policy()),
                 out.changed);
  } else {
    out.policy = standards.policy();
    out.policy_path = now;
  }
  out.baseline = standards.baseline();
  if (options.baseline.empty()) return out;
  const Was was = before(base, options.baseline);
  if (!was.inside) return out;
  out.baseline = understood<findings::Baseline>(
      was, options.baseline,
      [](const base::Json& json, base::SourceMap&, base::DiagnosticLog& log) {
        return findings::read_baseline(json, log);
      },
      out.changed);
  note_change(options.baseline, was.text, out.changed);
  judge_looser(options.baseline,
               findings::looser(out.baseline.value_or(findings::Baseline{}), *standards.baseline()),
               out.changed);
  return out;
}

}  // namespace hanrei::workspace
