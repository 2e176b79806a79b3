#include "audit/clashes/stage.h"

#include <algorithm>
#include <map>
#include <set>

#include "base/parallel.h"
#include "checker/question/situation.h"

namespace hanrei::audit::clashes {

Stage::Stage(const model::Game& game, const base::SourceMap& sources,
             const std::vector<rulings::Document>& documents, const Asked& asked)
    : rulings_(documents.size()) {
  Session session(game, sources);
  program = session.compiled(asked.readings)->program;
  std::map<std::string, std::string> defaults;
  for (const model::ReadingDef& r : game.readings) defaults[r.name] = r.fallback;
  for (const auto& [reading, option] : asked.readings) defaults[reading] = option;
  enum : char { kNotYet, kRead, kWrong };
  std::vector<char> read(documents.size(), kNotYet);
  base::in_parallel(documents.size(), asked.jobs, [&](size_t i) {
    base::DiagnosticLog quiet;
    const bool presumes = !documents[i].presumes.empty() || !asked.readings.empty();
    rulings_[i] = session.prepare(documents[i], quiet, false,
                                  presumes ? defaults : std::map<std::string, std::string>{});
    // a situation that cannot be under the defaults is no mistake
    read[i] = presumes || !quiet.has_errors() ? kRead : kWrong;
  });
  for (size_t i = 0; i < documents.size(); ++i) {
    ids_.push_back(documents[i].id);
    if (read[i] != kRead) {
      (read[i] == kWrong ? left_out_ : unreached_).push_back(documents[i].id);
      continue;
    }
    for (const auto& q : rulings_[i].questions)
      if (q != nullptr && !q->which->deck && q->world != nullptr)
        scenes_.push_back({i, q, nullptr, kNone});
  }
}

std::vector<Stage::Seen> Stage::go_through(size_t from, const Limits& limits,
                                           const Asked& asked) const {
  std::vector<Seen> seen(scenes_.size() - from);
  base::in_parallel(seen.size(), asked.jobs, [&](size_t i) {
    const Question& q = *scenes_[from + i].question;
    for (const auto& lets : sample_values(q.which->situation.lets)) {
      const base::Reason why = collisions::meet(q, {from + i, lets}, limits, seen[i].met);
      if (!why.empty()) seen[i].cut.push_back(why);
    }
    seen[i].done = true;
  });
  return seen;
}

Meetings Stage::meet(const Asked& asked, Receipt& receipt) {
  Meetings all;
  std::set<size_t> rulings;
  std::set<std::string> unreached(unreached_.begin(), unreached_.end());
  std::vector<Base> bases;
  const auto take_in = [&](const std::vector<Seen>& seen, size_t from) {
    for (size_t i = 0; i < seen.size(); ++i) {
      all.add(seen[i].met);
      std::set<base::Reason, base::ByWords> told;
      for (const base::Reason& why : seen[i].cut)
        if (told.insert(why).second) receipt.cut.push_back({ids_[scenes_[from + i].document], why});
    }
  };
  std::vector<Seen> first = go_through(0, asked.limits, asked);
  for (size_t i = 0; i < first.size(); ++i) {
    rulings.insert(scenes_[i].document);
    if (!first[i].done) unreached.insert(ids_[scenes_[i].document]);
    bases.push_back({scenes_[i].question->which, first[i].met.states, nullptr});
    came_.push_back({first[i].met.states, first[i].met.reached});
  }
  receipt.situations = static_cast<size_t>(std::ranges::count(first, true, &Seen::done));
  receipt.rulings = static_cast<size_t>(std::ranges::count_if(
      rulings, [&](size_t document) { return !unreached.contains(ids_[document]); }));
  receipt.left_out = left_out_;
  take_in(first, 0);
  receipt.unreached.assign(unreached.begin(), unreached.end());
  if (base::stop_asked()) return all;

  const size_t from = scenes_.size();
  for (size_t i = 0; i < first.size(); ++i) bases[i].reached = &first[i].met.reached;
  const std::vector<Variant> wanted = variants(*program, bases, asked.made);
  if (asked.made > 0 && wanted.size() >= asked.made)
    receipt.cut.push_back({"", {base::ReasonCode::TooManySituations, asked.made}});
  for (const Variant& v : wanted) add(v);
  Limits small = asked.limits;
  small.states = std::min(small.states, asked.made_states);
  std::vector<std::set<NormId>> owed;  // by scene
  for (const Seen& s : first) owed.push_back(s.met.owed);
  const std::vector<Seen> second = go_through(from, small, asked);
  for (const Seen& s : second) owed.push_back(s.met.owed);
  take_in(second, from);
  const size_t pairs = scenes_.size();
  beside(owed, asked.made - std::min(asked.made, pairs - from));
  take_in(go_through(pairs, small, asked), pairs);
  receipt.made = scenes_.size() - from;
  receipt.states = all.states;
  receipt.moments = all.moments;
  receipt.declarations = all.declarations;
  return all;
}

bool Stage::add(const Variant& v) {
  const Scene base = scenes_[v.base];
  const RulingResult& r = rulings_[base.document];
  Scene scene{base.document, nullptr,
              std::make_shared<rulings::Case>(made(*program, *base.question->which, v)),
              base.card == kNone ? v.card : base.card, base.card == kNone ? kNone : v.card};
  scene.question = std::make_shared<Question>(make_question(*r.program, *r.code, *scene.made));
  if (scene.question->world == nullptr) return false;
  base::DiagnosticLog quiet;
  checker::examine(*scene.question, quiet, false);
  if (quiet.has_errors()) return false;
  scenes_.push_back(std::move(scene));
  return true;
}

void Stage::beside(const std::vector<std::set<NormId>>& owed, size_t most) {
  constexpr size_t kEach = 12;
  // by card: the scenes in which what it demands could be done, and the zones in which it lay then
  std::map<CardId, std::vector<size_t>> scenes;
  std::map<CardId, std::set<ZoneId>> zones;
  for (size_t k = 0; k < owed.size(); ++k)
    for (NormId norm : owed[k]) {
      const CardId card = program->norms[norm].source.card;
      if (card == kNone || (!scenes[card].empty() && scenes[card].back() == k)) continue;
      scenes[card].push_back(k);
      for (const rulings::SituationCard& c : scenes_[k].question->which->situation.cards)
        if (c.def == card) zones[card].insert(c.zone);
    }
  size_t n = 0;
  for (const auto& [one, where] : scenes)
    for (const auto& [other, its] : zones) {
      size_t each = 0;
      for (size_t k : where) {
        if (scenes_[k].other != kNone) continue;
        const rulings::Case& c = *scenes_[k].question->which;
        for (size_t place = 0; place < c.situation.cards.size() && each < kEach && n < most;
             ++place) {
          const rulings::SituationCard& card = c.situation.cards[place];
          if (card.def == one || card.def == other || !its.contains(card.zone) ||
              !same_sort(*program, card.def, other) ||
              !replaceable(*program, c, static_cast<int>(place)))
            continue;
          if (!add({k, static_cast<int>(place), other})) continue;
          ++each;
          ++n;
        }
      }
    }
}

std::optional<Put> put(const Stage& stage, size_t scene, const std::vector<CardId>& cards,
                       const std::vector<int>& places) {
  const Question& q = stage.question({scene, {}});
  Put out{std::make_shared<rulings::Case>(*q.which), nullptr, scene, {}};
  for (size_t c = 0; c < cards.size(); ++c) {
    if (out.which->situation.cards[places[c]].def == cards[c]) continue;
    *out.which = made(*stage.program, *out.which, {scene, places[c], cards[c]});
    out.cards.push_back(cards[c]);
  }
  out.question = std::make_shared<Question>(make_question(*q.program, *q.code, *out.which));
  if (out.question->world == nullptr) return std::nullopt;
  base::DiagnosticLog quiet;
  checker::examine(*out.question, quiet, false);
  if (quiet.has_errors()) return std::nullopt;
  return out;
}

void Stage::name(const Spot& spot, Met& met) const {
  const Scene& scene = scenes_[spot.scene];
  met.ruling = ids_[scene.document];
  met.case_id = scene.question->which->id;
  if (scene.card != kNone) met.card = program->cards[scene.card].name;
  if (scene.other != kNone) met.other = program->cards[scene.other].name;
  met.lets = spot.lets;
}

}  // namespace hanrei::audit::clashes
