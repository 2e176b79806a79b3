#include "rulings/law/feed.h"

#include <algorithm>
#include <tuple>

#include "rulings/law/law.h"

namespace hanrei::rulings {

Feed feed_since(const exchange::Records& records, std::int64_t since) {
  Feed out;
  const auto add = [&](const std::optional<std::int64_t>& day, Event::Kind kind, const char* what,
                       const std::string& id, const std::string& from, const std::string& to) {
    if (!day) return;
    ++out.dated;
    if (*day >= since) out.events.push_back({*day, kind, what, id, from, to});
  };
  const auto first_of = [](const std::string& a, const std::string& b) {
    return a.empty() ? b : a;
  };
  for (const RulingRecord& r : records.rulings) {
    const auto day = day_of(first_of(r.known, r.issued));
    if (!day) ++out.undated;
    add(day, Event::Kind::Added, "ruling", r.id, "", first_of(r.effective, r.issued));
    // What was taken back or is pending supersedes nothing.
    if (decides(r.status))
      for (const std::string& earlier : r.supersedes)
        add(day, Event::Kind::Superseded, "ruling", earlier, "", r.id);
    for (std::size_t i = 0; i < r.was.size(); ++i) {
      add(day_of(first_of(r.was[i].known, r.was[i].until)), Event::Kind::Moved, "ruling", r.id,
          r.was[i].status, i + 1 < r.was.size() ? r.was[i + 1].status : r.status);
    }
  }
  for (const CardRecord& c : records.game.cards) {
    for (const Wording& w : c.wordings)
      add(day_of(first_of(w.known, w.from)),
          &w == &c.wordings.front() ? Event::Kind::Added : Event::Kind::Changed, "card", c.name, "",
          w.from);
  }
  for (const RevisionRecord& v : records.game.revisions)
    add(day_of(first_of(v.known, v.effective)), Event::Kind::Changed, "revision", v.name, "",
        v.effective);
  std::ranges::sort(out.events, [](const Event& a, const Event& b) {
    return std::tie(a.day, a.kind, a.what, a.id, a.from, a.to) <
           std::tie(b.day, b.kind, b.what, b.id, b.from, b.to);
  });
  return out;
}

}  // namespace hanrei::rulings
