#include <algorithm>
#include <sstream>

#include "checker/replay/replay.h"
#include "reports/reports.h"

namespace hanrei::reports {

RulingEntry entry_of(const checker::RulingResult& from, const Style& style) {
  RulingEntry out;
  const rulings::Ruling& ruling = from.ruling;
  out.id = ruling.id;
  out.game = ruling.game;
  out.status = ruling.status;
  out.partial = ruling.partial;
  for (int lang : {0, 1}) out.title[lang] = ruling.title[lang];
  out.standing = from.standing;
  out.fault = from.fault;
  out.counts = from.counts;
  out.touches = rulings::touches_text(from.touches);
  out.seconds = from.seconds.loading + from.seconds.exploring;
  const auto engine = [](const checker::EngineAnswer& a) {
    return ClaimEntry::Engine{a.asked, a.answer.verdict, a.answer.reason, a.answer.limit,
                              a.answer.vacuous};
  };
  for (const checker::ClaimResult& c : from.claims) {
    ClaimEntry e{c.case_id,
                 c.claim->text.empty() ? c.claim->what : c.claim->text,
                 c.claim->kind,
                 c.standing,
                 c.evidence,
                 engine(c.explicit_state),
                 engine(c.symbolic),
                 c.shown.detail,
                 c.fault,
                 c.readings,
                 c.shown.has_witness,
                 {},
                 {},
                 c.shown.lets,
                 ""};
    for (const auto& q : from.questions) {
      if (!c.shown.has_witness || q->which->id != c.case_id) continue;
      for (const checker::Move& m : c.shown.witness) {
        e.witness.push_back(checker::replay::describe(*q, m));
        e.witness_ja.push_back(checker::replay::describe(*q, m, base::Lang::Ja));
      }
      std::ostringstream play;
      if (c.standing == checker::Standing::Contradicted) write_play(play, *q, ruling, c, style);
      e.play += play.str();
    }
    out.claims.push_back(std::move(e));
  }
  return out;
}

std::vector<const RulingEntry*> slowest(const Report& report) {
  std::vector<const RulingEntry*> out;
  for (const RulingEntry& r : report.results) out.push_back(&r);
  std::stable_sort(out.begin(), out.end(), [](const RulingEntry* a, const RulingEntry* b) {
    return a->seconds > b->seconds;
  });
  size_t n = std::min<size_t>(10, out.size());
  while (n < out.size() && out[n]->seconds > kSlow) ++n;
  out.resize(n);
  return out;
}

}  // namespace hanrei::reports
