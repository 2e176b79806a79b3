#include "checker/collisions/judge.h"

#include <algorithm>

#include "checker/collisions/conflicts.h"
#include "checker/explicit_state/explore.h"

namespace hanrei::checker::collisions {
namespace {

using rulings::ClaimKind;

struct Alone : Scenes {
  explicit Alone(const Question& q) : q_(q) { program = {std::shared_ptr<void>(), q.program}; }
  const Question& question(const Spot&) const override { return q_; }
  void name(const Spot&, Met& met) const override { met.case_id = q_.which->id; }
  size_t size() const override { return 1; }

 private:
  const Question& q_;
};

bool of_kind(Code code, ClaimKind kind) {
  switch (kind) {
    case ClaimKind::Overrides: return code == Code::Overrides;
    case ClaimKind::Yields: return code == Code::Yields;
    case ClaimKind::Contradicts:
      return code == Code::Contradicts || code == Code::TwoCards || code == Code::Duty;
    case ClaimKind::Idle: return code == Code::Idle;
    case ClaimKind::Necessary:
    case ClaimKind::Possible:
    case ClaimKind::Impossible:
    case ClaimKind::Outcomes:
    case ClaimKind::Greatest:
    case ClaimKind::Least:
    case ClaimKind::Legal:
    case ClaimKind::Illegal:
    case ClaimKind::Chooser:
    case ClaimKind::Endless:
    case ClaimKind::Settles:
    case ClaimKind::Forceable:
    case ClaimKind::Undetermined: break;
  }
  return false;
}

/// What is claimed of the two it names, whatever comes of it.
bool about(const model::Program& p, const Finding& f, const rulings::Claim& claim) {
  bool card = claim.what.empty(), other = false;
  for (const Ground& g : f.set) {
    const std::string name = g.card == kNone ? "" : p.cards[g.card].name;
    if (!name.empty() && name == claim.what) card = true;
    if (claim.by != kNone ? g.clause == claim.by : name == claim.against) other = true;
  }
  return card && other;
}

}  // namespace

std::string listed(const model::Program& p, const std::vector<Ground>& set) {
  std::vector<std::string> names;
  for (const Ground& g : set) names.push_back(ground_text(p, g));
  std::ranges::sort(names);
  std::string out;
  for (const std::string& name : names) out += (out.empty() ? "" : ", ") + name;
  return out;
}

bool shows(const model::Program& p, const Finding& f, const rulings::Claim& claim) {
  return of_kind(f.code, claim.kind) && about(p, f, claim);
}

Report examine(const Question& question, const Limits& limits) {
  Report out;
  const auto scenes = std::make_shared<Alone>(question);
  out.program = scenes->program;
  Meetings met;
  const Reason why = meet(question, {}, limits, met);
  if (!why.empty()) out.receipt.cut.push_back({"", why});
  out.receipt.states = met.states;
  Conflicts(scenes, met, limits, out).all();
  finish(out.findings, *out.program);
  return out;
}

Answer judge(const Question& q, const rulings::Claim& claim, const Limits& limits) {
  Answer out;
  if (q.world == nullptr) return unsupported(q.unsupported);
  if (!q.which->situation.lets.empty()) return unsupported(ReasonCode::KindOfClaimWithQuantities);
  explicit_state::Engine engine(q, limits);
  if (!engine.played({})) {
    out.vacuous = true;
    out.reason = ReasonCode::CannotBePlayed;
    return out;
  }
  const Report report = examine(q, limits);
  out.evidence = Evidence::Exhaustive;
  for (const std::string& fault : report.faults) {
    out.evidence = Evidence::None;
    out.reason = {ReasonCode::Plain, fault};
    return out;
  }
  std::vector<Reason> sets;
  std::string else_found;
  for (const Finding& f : report.findings) {
    if (!about(*report.program, f, claim)) continue;
    if (!of_kind(f.code, claim.kind)) {
      else_found += (else_found.empty() ? "" : "; ") + std::string(code_text(f.code)) + " " +
                    listed(*report.program, f.set);
      continue;
    }
    if (claim.rests.empty() || claim.rests == f.set) {
      out.verdict = Verdict::Holds;
      out.detail = {ReasonCode::Plain, listed(*report.program, f.set)};
      return out;
    }
    sets.push_back({ReasonCode::Plain, listed(*report.program, f.set)});
  }
  if (!report.receipt.cut.empty()) {
    out.verdict = Verdict::Unknown;
    out.limit = true;
    out.reason = report.receipt.cut[0].why;
    out.evidence = Evidence::None;
    return out;
  }
  out.verdict = Verdict::Fails;
  out.detail = !sets.empty() ? Reason(ReasonCode::RestsOn, base::joined(ReasonCode::OrOn, sets))
               : !else_found.empty() ? Reason(ReasonCode::Plain, else_found)
                                     : ReasonCode::DoNotMeet;
  return out;
}

}  // namespace hanrei::checker::collisions
