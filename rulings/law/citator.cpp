#include "rulings/law/citator.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

#include "rulings/law/law.h"

namespace hanrei::rulings {
namespace {

constexpr std::array<std::string_view, kMarks> kNames = {
    "superseded", "withdrawn", "contradicted", "premise lost", "vacuous",
    "undecided",  "open",      "not examined", "redundant",    "confirmed"};

Marked lost(std::string en, std::string ja) {
  return {Mark::PremiseLost, {std::move(en), std::move(ja)}};
}

/// The later one of two days, where there are two.
std::optional<std::int64_t> later(std::optional<std::int64_t> a, std::optional<std::int64_t> b) {
  return !a ? b : !b ? a : std::max(*a, *b);
}

/// Had the revision, or the wording of the card, begun?
bool begun(const std::string& name, const std::vector<RevisionRecord>& revisions,
           const CardRecord* card, const base::AsOf& as_of) {
  if (card != nullptr)
    for (const Wording& w : card->wordings)
      if (w.from == name)
        return as_of.begun(base::day_of(w.from), base::day_of(w.known.empty() ? w.from : w.known));
  for (const RevisionRecord& r : revisions)
    if (r.name == name) return as_of.begun(base::day_of(r.effective), base::day_of(r.known));
  return true;
}

}  // namespace

bool counts_then(const std::string& since, const std::string& before,
                 const std::vector<RevisionRecord>& revisions, const CardRecord* card,
                 const base::AsOf& as_of) {
  return (since.empty() || begun(since, revisions, card, as_of)) &&
         (before.empty() || !begun(before, revisions, card, as_of));
}

std::string_view mark_name(Mark mark) { return kNames[static_cast<size_t>(mark)]; }

bool out_of_force(const std::vector<Marked>& marks) {
  return std::ranges::any_of(marks, [](const Marked& m) {
    return m.mark == Mark::Superseded || m.mark == Mark::Withdrawn;
  });
}

Citator::Citator(GameRecords game, const std::vector<RulingRecord>& all, base::AsOf as_of)
    : game_(std::move(game)), as_of_(as_of) {
  std::set<std::string> dated;
  for (const ClauseRecord& c : game_.clauses)
    if (!c.since.empty() || !c.before.empty()) dated.insert(c.id);
  for (const ClauseRecord& c : game_.clauses)
    if (dated.contains(c.id)) clauses_[c.id].push_back(&c);
  for (const CardRecord& c : game_.cards)
    if (c.wordings.size() > 1 || !c.dated.empty()) cards_.emplace(c.name, &c);
  for (const RulingRecord& r : all) {
    rulings_[r.id] = {r.id, r.issued, status_as_of(r, as_of_), r.was};
    if (decides(rulings_[r.id].status))
      for (const std::string& target : r.supersedes)
        if (target != r.id) superseded_by_[target].push_back(r.id);
  }
  for (auto& [target, by] : superseded_by_) {
    std::ranges::sort(by);
    by.erase(std::unique(by.begin(), by.end()), by.end());
  }
}

std::optional<base::AsOf> Citator::day_of_issue(const RulingRecord& r) const {
  // Of a date such as 2004 the last day: a change within that year may have come before the ruling.
  const auto issued = base::day_of(r.issued, true);
  if (!issued) return std::nullopt;
  return base::AsOf{later(issued, base::day_of(r.effective, true)), issued};
}

const Wording* Citator::wording(const CardRecord& card, const base::AsOf& as_of) const {
  const Wording* last = nullptr;
  for (const Wording& w : card.wordings)
    if (as_of.begun(base::day_of(w.from), base::day_of(w.known.empty() ? w.from : w.known)))
      last = &w;
  return last;
}

std::string Citator::with_date(const std::string& name, std::size_t lang) const {
  for (const RevisionRecord& r : game_.revisions)
    if (r.name == name)
      return fmt::format(
          fmt::runtime(lang == 1 ? "改訂 {}（{} から）" : "revision {} (from {} on)"), name,
          r.effective);
  return name;
}

void Citator::clause(const std::string& id, const base::AsOf& then,
                     std::vector<Marked>& out) const {
  const auto it = clauses_.find(id);
  if (it == clauses_.end()) return;
  const auto in_force = [&](const base::AsOf& as_of) {
    std::vector<const ClauseRecord*> list;
    for (const ClauseRecord* c : it->second)
      if (counts_then(c->since, c->before, game_.revisions, nullptr, as_of)) list.push_back(c);
    return list;
  };
  const auto words = [](const std::vector<const ClauseRecord*>& list) {
    std::string all;
    for (const ClauseRecord* c : list)
      all += c->kind + "\n" + c->title + "\n" + c->text[0] + "\n" + c->text[1] + "\n";
    return all;
  };
  const auto was = in_force(then), now = in_force(as_of_);
  if (was.empty() || words(was) == words(now)) return;
  // What the change is called: by the first wording that came since, or by what ended the one there
  // was.
  std::string revision;
  for (const ClauseRecord* c : now)
    if (revision.empty() && !c->since.empty() && !begun(c->since, game_.revisions, nullptr, then))
      revision = c->since;
  for (const ClauseRecord* c : was)
    if (revision.empty() && !c->before.empty()) revision = c->before;
  const std::string day = base::date_text(*then.valid);
  if (now.empty())
    out.push_back(lost(fmt::format("clause {} was in force on {}, and is gone since {}", id, day,
                                   with_date(revision, 0)),
                       fmt::format("条項 {} は {} には効力がありましたが、{}でなくなりました", id,
                                   day, with_date(revision, 1))));
  else
    out.push_back(lost(fmt::format("clause {} read otherwise on {}: {} changed it", id, day,
                                   with_date(revision, 0)),
                       fmt::format("条項 {} は {} には別の文言でした。{}で改められました", id, day,
                                   with_date(revision, 1))));
}

void Citator::card(const std::string& name, const base::AsOf& then,
                   std::vector<Marked>& out) const {
  const auto it = cards_.find(name);
  if (it == cards_.end()) return;
  const CardRecord& c = *it->second;
  const std::string day = base::date_text(*then.valid);
  const Wording *was = wording(c, then), *now = wording(c, as_of_);
  if (was != nullptr && now != nullptr && was->spans != now->spans) {
    out.push_back(lost(
        fmt::format("the card {} read otherwise on {}: its text of {} gave way to that of {}", name,
                    day, was->from, now->from),
        fmt::format("カード {} は {} には別の文面でした。{} の文面が {} の文面に改められました",
                    name, day, was->from, now->from)));
    return;
  }
  if (was == nullptr && !c.wordings.empty()) return;  // it was not there yet
  for (const DatedAbility& a : c.dated) {
    const bool then_there = counts_then(a.since, a.before, game_.revisions, &c, then),
               now_there = counts_then(a.since, a.before, game_.revisions, &c, as_of_);
    if (then_there == now_there) continue;
    const std::string by = then_there ? a.before : a.since;
    out.push_back(lost(
        fmt::format("the ability `{}` of the card {} was another one on {}: it changed with {}",
                    a.name, name, day, with_date(by, 0)),
        fmt::format("カード {1} の能力 `{0}` は {2} には別のものでした。{3}で改められました",
                    a.name, name, day, with_date(by, 1))));
    return;
  }
}

void Citator::cited(const RulingRecord& r, const std::map<std::string, Examined>& found,
                    std::vector<Marked>& out) const {
  struct How {
    const char *en, *ja;
    const std::vector<std::string>& targets;
  };
  for (const How& how :
       {How{"follows", "従っている", r.follows}, How{"narrows", "狭めている", r.narrows},
        How{"distinguishes", "区別している", r.distinguishes}}) {
    for (const std::string& id : how.targets) {
      if (id == r.id) continue;
      const auto add = [&](const std::string& en, const std::string& ja) {
        out.push_back(lost(fmt::format("it {} {}, {}", how.en, id, en),
                           fmt::format("{} {} は{}", how.ja, id, ja)));
      };
      const auto other = rulings_.find(id);
      if (other == rulings_.end()) {
        add("which is no ruling of this game", "このゲームの裁定にありません");
        continue;
      }
      std::string by;
      if (const auto it = superseded_by_.find(id); it != superseded_by_.end())
        for (const std::string& s : it->second)
          if (by.empty() && s != r.id) by = s;
      if (!by.empty()) {
        const std::string& on = rulings_.at(by).issued;
        add(fmt::format("which {} superseded{}", by, on.empty() ? "" : " on " + on),
            fmt::format(" {}{} に差し替えられました", on.empty() ? "" : on + " の ", by));
      } else if (other->second.status == "withdrawn") {
        const Marked w = withdrawn(other->second.was);
        add("which was withdrawn " + w.why[0], " " + w.why[1]);
      } else if (const auto f = found.find(id);
                 f != found.end() && f->second.standing == "contradicted") {
        add("which is contradicted", "矛盾しています");
      }
    }
  }
}

Marked Citator::withdrawn(const std::vector<WasRecord>& was) const {
  for (auto w = was.rbegin(); w != was.rend(); ++w) {
    if (!as_of_.begun(base::day_of(w->until), base::day_of(w->known.empty() ? w->until : w->known)))
      continue;
    return {
        Mark::Withdrawn,
        {fmt::format("on {}{}", w->until, w->known.empty() ? "" : " (known on " + w->known + ")"),
         fmt::format("{} に撤回されました{}", w->until,
                     w->known.empty() ? "" : "（" + w->known + " 公表）")}};
  }
  return {Mark::Withdrawn, {"on a day that nobody gives", "撤回されました（日付の記載なし）"}};
}

std::vector<Marked> Citator::marks(const RulingRecord& r,
                                   const std::map<std::string, Examined>& found) const {
  std::vector<Marked> out;
  if (const auto by = superseded_by_.find(r.id); by != superseded_by_.end()) {
    std::string en, ja;
    for (const std::string& id : by->second) {
      const std::string& on = rulings_.at(id).issued;
      en += (en.empty() ? "by " : ", by ") + id + (on.empty() ? "" : " on " + on);
      ja += (ja.empty() ? "" : "、") + (on.empty() ? "" : on + " の ") + id;
    }
    out.push_back({Mark::Superseded, {en, ja + " に差し替えられました"}});
  }
  if (status_as_of(r, as_of_) == "withdrawn") out.push_back(withdrawn(r.was));
  const auto f = found.find(r.id);
  const std::string standing = f == found.end() ? "not examined" : f->second.standing;
  Marked stands;
  for (std::size_t i = 0; i < kMarks; ++i)
    if (kNames[i] == standing) stands.mark = static_cast<Mark>(i);
  if (f != found.end())
    for (const int l : {0, 1}) stands.why[l] = f->second.why[l];
  if (stands.mark == Mark::NotExamined && stands.why[0].empty()) {
    if (r.cases.empty())
      stands = {Mark::NotExamined,
                {"it has no situation that could be examined", "検査できる状況がありません"}};
    else
      stands = {
          Mark::NotExamined,
          {"no check of it on these files is kept", "これらのファイルでの検査が残っていません"}};
  }
  if (const auto then = day_of_issue(r); then && (!as_of_.valid || *then->valid <= *as_of_.valid)) {
    for (const std::string& id : r.cites) clause(id, *then, out);
    for (const std::string& name : r.cards) card(name, *then, out);
  }
  cited(r, found, out);
  if (stands.mark == Mark::Confirmed && f->second.alone)
    out.push_back(
        {Mark::Redundant,
         {"it presumes no reading, and no open reading, each tried by itself, makes a difference: "
          "the text says as much",
          "解釈を前提とせず、未定の解釈を一つずつ変えても変わりません。規則文だけから従います"}});
  out.push_back(std::move(stands));
  std::ranges::stable_sort(out, [](const Marked& a, const Marked& b) { return a.mark < b.mark; });
  return out;
}

}  // namespace hanrei::rulings
