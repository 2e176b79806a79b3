#include "errata/revisions.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>

#include "base/contains.h"
#include "errata/print.h"
#include "findings/policy.h"
#include "model/syntax/forms.h"

namespace hanrei::errata {

using findings::Code;
using findings::Finding;
using findings::is_date;
using findings::make;
namespace {

using base::in_both;
using base::Json;

constexpr std::string_view kKinds[] = {"wording",   "modelling",   "clarifying",
                                       "extending", "restricting", "reversing"};

using Version = std::array<int64_t, 3>;
std::optional<Version> version_of(std::string_view text) {
  Version v{};
  size_t part = 0, digits = 0;
  for (const char c : text) {
    if (c == '.' && digits > 0 && part < 2) {
      ++part;
      digits = 0;
    } else if (c >= '0' && c <= '9' && digits < 9) {
      v[part] = v[part] * 10 + (c - '0');
      ++digits;
    } else
      return std::nullopt;
  }
  return part == 2 && digits > 0 ? std::optional(v) : std::nullopt;
}

/// The part of the version that has to grow: 0 major, 1 minor, 2 patch.
size_t part_of(RevisionKind k) {
  return k == RevisionKind::Reversing ? 0 : k <= RevisionKind::Modelling ? 2 : 1;
}

bool grows_enough(const Version& from, const Version& to, RevisionKind kind) {
  const size_t part = part_of(kind);
  return std::lexicographical_compare(
      from.begin(), from.begin() + static_cast<std::ptrdiff_t>(part) + 1, to.begin(),
      to.begin() + static_cast<std::ptrdiff_t>(part) + 1);
}

const std::vector<Json>& revisions_of(const model::Game* game) {
  static const std::vector<Json> none;
  const Json* list = game == nullptr ? nullptr : game->game.find("revisions");
  return list == nullptr || !list->is(Json::Kind::Array) ? none : list->items;
}

}  // namespace

bool Declared::only_words() const {
  return !added.empty() && std::ranges::all_of(added, [](const Revision& r) {
    return r.kind == RevisionKind::Wording;
  });
}

const Revision* Declared::corrector(const std::set<std::string>& names) const {
  for (const Revision& r : added)
    if (std::ranges::any_of(r.corrects,
                            [&](const std::string& name) { return names.contains(name); }))
      return &r;
  return nullptr;
}

const Revision* Declared::corrector(const Change& change) const {
  const bool was_there = change.how == How::Changed || change.how == How::Renamed;
  if (change.kind == Kind::Provision && !change.clauses.empty()) {
    // Which of several clauses a part rests on nobody can tell: all of them have to be named.
    const Revision* found = nullptr;
    for (const std::set<std::string>& part : change.parts) {
      if (part.empty()) return nullptr;
      for (const std::string& clause : part)
        if (found = corrector(std::set<std::string>{clause}); found == nullptr) return nullptr;
    }
    return found;
  }
  if (change.kind != Kind::Game && !was_there) return nullptr;
  return corrector(std::set<std::string>{change.id, change.was.empty() ? change.id : change.was});
}

bool Declared::declares_all() const {
  return std::ranges::any_of(added,
                             [](const Revision& r) { return r.kind > RevisionKind::Modelling; });
}

bool Declared::declares(const Change& change) const {
  // What is printed is no modelling of anything.
  const bool print = change.kind == Kind::Card && change.attributes;
  return declares_all() || (!print && corrector(change) != nullptr);
}

const Revision* Declared::reverser(const std::string& ruling) const {
  for (const Revision& r : added)
    if (base::contains(r.reverses, ruling)) return &r;
  return nullptr;
}

Declared read_revisions(const model::Game* before, const model::Game& after, const Changes& changes,
                        const base::SourceMap& sources, std::vector<Finding>& findings) {
  Declared out;
  const Json* list = after.game.find("revisions");
  out.any_revisions = !revisions_of(before).empty() || !revisions_of(&after).empty();
  if (list != nullptr && !list->is(Json::Kind::Array))
    findings.push_back(
        make(Code::BadRevision,
             {"?", in_both("`revisions` is no list", "`revisions` がリストではありません")},
             {"revisions"}, locate(sources, list->span)));
  std::vector<const Json*> old;
  for (const Json& r : revisions_of(before)) old.push_back(&r);
  const auto is_key = [](const std::string& key) {
    return std::ranges::any_of(model::file_keys(), [&](const model::FileKey& k) {
      return k.of == "revision" && k.key == key;
    });
  };
  std::string last_day;  // of the base
  for (const Json* o : old)
    if (const std::string day = text_of(o->find("date")); is_date(day))
      last_day = std::max(last_day, day);
  std::set<std::string> seen;
  std::optional<Version> last;
  std::string last_text;
  for (const Json& j : revisions_of(&after)) {
    Revision r;
    r.version = text_of(j.find("version"));
    r.date = text_of(j.find("date"));
    r.name = r.version.empty() ? "?" : r.version;
    r.place = j.span;
    const auto bad = [&](const std::string& en, const std::string& ja) {
      findings.push_back(make(Code::BadRevision, {r.name, in_both(en, ja)}, {r.name, en},
                              locate(sources, j.span)));
    };
    const auto known = std::ranges::find_if(
        old, [&](const Json* o) { return text_of(o->find("version")) == r.version; });
    const bool is_new = known == old.end();
    if (!is_new) {
      if (sorted_text(**known) != sorted_text(j))
        findings.push_back(make(Code::History, {r.name}, {r.name}, locate(sources, j.span)));
      old.erase(known);
    }
    const auto version = version_of(r.version);
    if (!is_new) {
      if (version && (!last || *version > *last)) {
        last = version;
        last_text = r.version;
      }
      seen.insert(r.version);
      continue;
    }
    if (!version)
      bad("`version` must be MAJOR.MINOR.PATCH", "`version` は MAJOR.MINOR.PATCH の形が必要です");
    if (!seen.insert(r.version).second) bad("this version is there twice", "同じ版が二度あります");
    if (!is_date(r.date))
      bad("`date` must be YYYY-MM-DD", "`date` は YYYY-MM-DD の形が必要です");
    else if (r.date < last_day)
      bad("`date` must not lie before " + last_day + ", when the last one of the base is dated",
          "`date` は、変更前の最後の改訂の日付 " + last_day + " より前にはできません");
    const std::string kind = text_of(j.find("kind"));
    const auto found = std::ranges::find(kKinds, kind);
    if (found == std::end(kKinds))
      bad("`kind` must be wording, modelling, clarifying, extending, restricting or reversing",
          "`kind` は wording、modelling、clarifying、extending、restricting、reversing "
          "のいずれかです");
    else
      r.kind = static_cast<RevisionKind>(found - std::begin(kKinds));
    for (const base::Member& m : j.members)
      if (!is_key(m.key)) bad("unknown key `" + m.key + "`", "未知のキー `" + m.key + "`");
    bool listed = true;
    const auto names = [&](const char* key, std::vector<std::string>& into) {
      const Json* given = j.find(key);
      if (given == nullptr) return;
      listed = false;
      if (!given->is(Json::Kind::Array) || !std::ranges::all_of(given->items, [](const Json& name) {
            return name.is(Json::Kind::String);
          }))
        bad("`" + std::string(key) + "` must be a list of names",
            "`" + std::string(key) + "` は名前のリストが必要です");
      else {
        listed = true;
        for (const Json& name : given->items) into.push_back(name.string);
      }
    };
    names("reverses", r.reverses);
    names("corrects", r.corrects);
    if (found != std::end(kKinds) && r.kind < RevisionKind::Extending && !r.reverses.empty())
      bad("a revision of the kind " + kind + " reverses nothing",
          kind + " の改訂が裁定を覆すことはありません");
    if (kind == "modelling" && listed && r.corrects.empty())
      bad("it must name under `corrects` the cards, clauses, provisions or keys of game.json that "
          "it corrects",
          "`corrects` に、訂正するカード・条項・規定・game.json のキーを挙げる必要があります");
    if (kind == "modelling")
      for (const char* day : {"effective", "known"})
        if (const std::string from = text_of(j.find(day)); !from.empty() && from < r.date)
          bad("of the kind modelling, `" + std::string(day) +
                  "` must not lie before `date`: what is corrected in its place is so on former "
                  "days, too",
              "modelling の改訂の `" + std::string(day) +
                  "` は `date` "
                  "より前にできません。その場で訂正したものは、以前の日についても訂正されます");
    for (const Change& c : changes.list)
      if (c.how == How::Added && (c.kind == Kind::Card || c.kind == Kind::Clause) &&
          std::erase(r.corrects, c.id) > 0)
        bad("`" + c.id + "` is new: there was nothing to correct",
            "`" + c.id + "` は新しいもので、訂正するものがありません");
    if (kind != "modelling" && !r.corrects.empty()) {
      bad("only a revision of the kind modelling has `corrects`",
          "`corrects` をもてるのは modelling の改訂だけです");
      r.corrects.clear();
    }
    if (version && last && found != std::end(kKinds) && !grows_enough(*last, *version, r.kind)) {
      static constexpr std::string_view en[] = {"another major version",
                                                "another minor version at least",
                                                "another patch at least"},
                                        ja[] = {"メジャー版の更新", "少なくともマイナー版の更新",
                                                "少なくともパッチ版の更新"};
      findings.push_back(
          make(Code::Bump,
               {last_text, r.version, kind, in_both(en[part_of(r.kind)], ja[part_of(r.kind)])},
               {r.version}, locate(sources, j.span)));
    }
    if (version && (!last || *version > *last)) {
      last = version;
      last_text = r.version;
    }
    if (found != std::end(kKinds)) out.added.push_back(std::move(r));
  }
  for (const Json* o : old)
    findings.push_back(make(
        Code::History, {text_of(o->find("version"))}, {text_of(o->find("version"))},
        locate(sources, {after.game.span.file, after.game.span.begin, after.game.span.begin})));
  return out;
}

}  // namespace hanrei::errata
