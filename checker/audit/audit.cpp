#include "checker/audit/audit.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <map>
#include <thread>

#include "checker/audit/conflicts.h"
#include "checker/audit/meetings.h"

namespace hanrei::checker::audit {
namespace {

/// The questions of all documents, by document. Those of a ruling that presumes another reading are asked under the default.
struct Prepared { std::vector<RulingResult> rulings; std::vector<bool> read; };

Prepared prepare(Session& session, const model::Game& game, const std::vector<rulings::Document>& documents, const Asked& asked) {
  Prepared out;
  out.rulings.resize(documents.size());
  out.read.assign(documents.size(), false);
  std::map<std::string, std::string> defaults;
  for (const model::ReadingDef& r : game.readings) defaults[r.name] = r.fallback;
  std::vector<char> read(documents.size(), 0);
  std::atomic<size_t> next{0};
  const auto work = [&] {
    for (size_t i = next++; i < documents.size(); i = next++) {
      if (asked.stopped && asked.stopped()) return;
      base::DiagnosticLog quiet;
      out.rulings[i] = session.prepare(documents[i], quiet, false, documents[i].presumes.empty() ? std::map<std::string, std::string>{} : defaults);
      read[i] = documents[i].presumes.empty() ? (quiet.has_errors() ? 0 : 1) : (out.rulings[i].questions.empty() ? 0 : 1);
    }
  };
  std::vector<std::jthread> threads;
  for (int k = 1; k < asked.jobs; ++k) threads.emplace_back(work);
  work();
  threads.clear();
  for (size_t i = 0; i < documents.size(); ++i) out.read[i] = read[i] != 0;
  return out;
}

}  // namespace

Report examine(const model::Game& game, const base::SourceMap& sources, const std::vector<rulings::Document>& documents, const Asked& asked) {
  Report out;
  Session session(game, sources);
  out.program = session.compiled({})->program;
  const Prepared prepared = prepare(session, game, documents, asked);

  struct Seen { Meetings met; size_t situations = 0; std::vector<Receipt::Cut> cut; };
  std::vector<Seen> seen(documents.size());
  std::atomic<size_t> next{0};
  const auto work = [&] {
    for (size_t i = next++; i < documents.size(); i = next++) {
      if (!prepared.read[i] || (asked.stopped && asked.stopped())) continue;
      const RulingResult& r = prepared.rulings[i];
      for (size_t q = 0; q < r.questions.size(); ++q) {
        if (r.questions[q] == nullptr || r.questions[q]->which->deck || r.questions[q]->world == nullptr) continue;
        ++seen[i].situations;
        for (const auto& lets : sample_values(r.questions[q]->which->situation.lets)) {
          const std::string why = meet(*r.questions[q], {i, q, lets}, asked.limits, seen[i].met);
          if (!why.empty() && (seen[i].cut.empty() || seen[i].cut.back().why != why)) seen[i].cut.push_back({documents[i].id, why});
        }
      }
    }
  };
  std::vector<std::jthread> threads;
  for (int k = 1; k < asked.jobs; ++k) threads.emplace_back(work);
  work();
  threads.clear();

  Meetings met;
  Receipt& receipt = out.receipt;
  for (size_t i = 0; i < documents.size(); ++i) {
    met.add(seen[i].met);
    receipt.situations += seen[i].situations;
    receipt.rulings += seen[i].situations > 0 ? 1 : 0;
    receipt.cut.insert(receipt.cut.end(), seen[i].cut.begin(), seen[i].cut.end());
    if (!prepared.read[i]) receipt.left_out.push_back(documents[i].id);
  }
  receipt.states = met.states;
  receipt.moments = met.moments;
  receipt.declarations = met.declarations;
  const model::Program& p = *out.program;
  for (size_t c = 0; c < p.cards.size(); ++c) if (!met.cards.contains(static_cast<Id>(c))) receipt.cards.push_back(static_cast<Id>(c));
  for (size_t n = 0; n < p.norms.size(); ++n) if (p.norms[n].event == model::NormEvent::Act && !met.norms.contains(static_cast<Id>(n))) receipt.norms.push_back(static_cast<Id>(n));
  for (size_t a = 0; a < p.amends.size(); ++a) if (p.amends[a].proc != kNone && !met.amends.contains(static_cast<Id>(a))) receipt.amends.push_back(static_cast<Id>(a));

  const auto question = [&](const Spot& s) -> Place { return {prepared.rulings[s.document].questions[s.question].get(), &prepared.rulings[s.document].ruling, s.lets}; };
  Conflicts conflicts(p, met, question, asked.limits, out);
  conflicts.declarations();
  conflicts.prohibitions();
  conflicts.amendments();
  finish(out.findings, p);
  return out;
}

std::vector<std::vector<Ground>> minimal_sets(const std::vector<Ground>& members, const std::function<bool(const std::vector<Ground>&)>& stands) {
  std::vector<uint32_t> order, minimal;
  for (uint32_t bits = 1; bits < 1U << std::min<size_t>(members.size(), 12); ++bits) order.push_back(bits);
  std::stable_sort(order.begin(), order.end(), [](uint32_t a, uint32_t b) { return __builtin_popcount(a) < __builtin_popcount(b); });
  std::vector<std::vector<Ground>> out;
  for (uint32_t bits : order) {
    if (std::any_of(minimal.begin(), minimal.end(), [&](uint32_t m) { return (m & bits) == m; })) continue;
    std::vector<Ground> set;
    for (size_t i = 0; i < members.size() && i < 12; ++i) if (bits >> i & 1) set.push_back(members[i]);
    if (stands(set)) continue;
    minimal.push_back(bits);
    out.push_back(std::move(set));
  }
  return out;
}

}  // namespace hanrei::checker::audit
