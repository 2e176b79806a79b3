#include "checker/audit/stage.h"

#include <map>
#include <set>

#include "base/parallel.h"
#include "checker/situation.h"

namespace hanrei::checker::audit {
Stage::Stage(const model::Game& game, const base::SourceMap& sources, const std::vector<rulings::Document>& documents, const Asked& asked) : rulings_(documents.size()) {
  Session session(game, sources);
  program = session.compiled({})->program;
  std::map<std::string, std::string> defaults;
  for (const model::ReadingDef& r : game.readings) defaults[r.name] = r.fallback;
  std::vector<char> read(documents.size(), 0);
  base::in_parallel(documents.size(), asked.jobs, [&](size_t i) {
    if (asked.stopped && asked.stopped()) return;
    base::DiagnosticLog quiet;
    const bool presumes = !documents[i].presumes.empty();
    rulings_[i] = session.prepare(documents[i], quiet, false, presumes ? defaults : std::map<std::string, std::string>{});
    read[i] = presumes || !quiet.has_errors();  // a situation that cannot be under the defaults is no mistake
  });
  for (size_t i = 0; i < documents.size(); ++i) {
    ids_.push_back(documents[i].id);
    if (read[i] == 0) { left_out_.push_back(documents[i].id); continue; }
    for (const auto& q : rulings_[i].questions) if (q != nullptr && !q->which->deck && q->world != nullptr) scenes_.push_back({i, q, nullptr, kNone});
  }
}

std::vector<Stage::Seen> Stage::go_through(size_t from, const Limits& limits, const Asked& asked) const {
  std::vector<Seen> seen(scenes_.size() - from);
  base::in_parallel(seen.size(), asked.jobs, [&](size_t i) {
    if (asked.stopped && asked.stopped()) return;
    const Question& q = *scenes_[from + i].question;
    for (const auto& lets : sample_values(q.which->situation.lets)) {
      const std::string why = audit::meet(q, {from + i, lets}, limits, seen[i].met);
      if (!why.empty()) seen[i].cut.push_back(why);
    }
  });
  return seen;
}

Meetings Stage::meet(const Asked& asked, Receipt& receipt) {
  Meetings all;
  std::set<size_t> rulings;
  std::vector<Base> bases;
  const auto take_in = [&](const std::vector<Seen>& seen, size_t from) {
    for (size_t i = 0; i < seen.size(); ++i) {
      all.add(seen[i].met);
      std::set<std::string> told;
      for (const std::string& why : seen[i].cut) if (told.insert(why).second) receipt.cut.push_back({ids_[scenes_[from + i].document], why});
    }
  };
  std::vector<Seen> first = go_through(0, asked.limits, asked);
  for (size_t i = 0; i < first.size(); ++i) { rulings.insert(scenes_[i].document); bases.push_back({scenes_[i].question->which, first[i].met.states, nullptr}); came_.push_back({first[i].met.states, first[i].met.reached}); }
  receipt.situations = scenes_.size();
  receipt.rulings = rulings.size();
  receipt.left_out = left_out_;
  take_in(first, 0);

  const size_t from = scenes_.size();
  for (size_t i = 0; i < first.size(); ++i) bases[i].reached = &first[i].met.reached;
  const std::vector<Variant> wanted = variants(*program, bases, asked.made);
  if (wanted.size() >= asked.made) receipt.cut.push_back({"", "more than " + std::to_string(asked.made) + " situations made from others"});
  for (const Variant& v : wanted) {
    const Scene& base = scenes_[v.base];
    const RulingResult& r = rulings_[base.document];
    Scene scene{base.document, nullptr, std::make_shared<rulings::Case>(made(*program, *base.question->which, v)), v.card};
    scene.question = std::make_shared<Question>(make_question(*r.program, *r.code, *scene.made));
    if (scene.question->world == nullptr) continue;
    base::DiagnosticLog quiet;
    checker::examine(*scene.question, quiet, false);
    if (quiet.has_errors()) continue;
    scenes_.push_back(std::move(scene));
  }
  receipt.made = scenes_.size() - from;
  Limits small = asked.limits;
  small.states = std::min(small.states, asked.made_states);
  take_in(go_through(from, small, asked), from);
  receipt.states = all.states;
  receipt.moments = all.moments;
  receipt.declarations = all.declarations;
  return all;
}

void Stage::name(const Spot& spot, Met& met) const {
  const Scene& scene = scenes_[spot.scene];
  met.ruling = ids_[scene.document];
  met.case_id = scene.question->which->id;
  if (scene.card != kNone) met.card = program->cards[static_cast<size_t>(scene.card)].name;
  met.lets = spot.lets;
}

}  // namespace hanrei::checker::audit
