#include "workspace/entry.h"

#include <sstream>

#include "checker/explain/explain.h"
#include "checker/replay/replay.h"
#include "reports/explain.h"

namespace hanrei::workspace {
namespace {

/// The witness of a claim, told.
void write_witness(std::ostream& out, const checker::Question& q, const rulings::Ruling& ruling,
                   const checker::ClaimResult& c, const reports::Style& style) {
  if (q.world == nullptr) return;
  std::vector<std::string> quantities;
  for (const rulings::Let& let : q.which->situation.lets) quantities.push_back(let.name);
  const bool legality =
      c.claim->kind == rulings::ClaimKind::Legal || c.claim->kind == rulings::ClaimKind::Illegal;
  reports::write_play(out, *q.program, checker::explain::play_of(q, ruling, c, style.lang),
                      quantities, legality, style);
}

}  // namespace

findings::RulingEntry entry_of(const checker::RulingResult& from, const reports::Style& style) {
  findings::RulingEntry out;
  const rulings::Ruling& ruling = from.ruling;
  out.id = ruling.id;
  out.game = ruling.game;
  out.status = ruling.status;
  out.partial = ruling.partial;
  for (int lang : {0, 1}) out.title[lang] = ruling.title[lang];
  out.standing = from.standing;
  out.fault = from.fault;
  out.counts = from.counts;
  out.pairs_left = from.pairs_left;
  out.touches = rulings::touches_text(from.touches);
  out.seconds = from.seconds.loading + from.seconds.exploring;
  const auto engine = [](const checker::EngineAnswer& a) {
    return findings::ClaimEntry::Engine{a.asked, a.answer.verdict, a.answer.reason, a.answer.limit,
                                        a.answer.vacuous};
  };
  for (const checker::ClaimResult& c : from.claims) {
    findings::ClaimEntry e{c.case_id,
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
      if (c.standing == checker::Standing::Contradicted) write_witness(play, *q, ruling, c, style);
      e.play += play.str();
    }
    out.claims.push_back(std::move(e));
  }
  return out;
}

}  // namespace hanrei::workspace
