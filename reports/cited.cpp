#include "reports/cited.h"

#include <algorithm>
#include <map>

#include "base/contains.h"
#include "rulings/sentence.h"

namespace hanrei::reports {

using base::Lang;

Rules rules_of(const checker::RulingResult& r) {
  Rules out;
  if (r.program == nullptr || r.code == nullptr) return out;
  const model::Program& p = *r.program;
  for (const model::Code& c : r.code->codes)
    for (const model::Instr& i : c.ins) out.insert(i.by);
  for (const auto& n : p.norms) out.insert(n.source.by);
  for (const auto& s : p.statics) out.insert(s.source.by);
  for (const auto& t : p.triggers) out.insert(t.source.by);
  for (const auto& l : p.limits) out.insert(l.source.by);
  for (const auto& e : p.endings) out.insert(e.source.by);
  for (const auto& a : p.amends) out.insert(a.source.by);
  for (const auto& a : p.acts) out.insert(a.source.by);
  for (const auto& o : p.orders) out.insert(o.by);
  for (const auto& e : p.exchanges) out.insert(e.by);
  for (const auto& l : p.loop_rules) out.insert(l.by);
  for (const auto& d : p.derived) out.insert(d.by);
  for (const auto& d : p.defeats) out.insert(d.source.by);
  return out;
}

void write_citations(std::ostream& out, const checker::RulingResult& r,
                     const std::vector<checker::Basis>& bases,
                     const checker::explain::Explanation& explanation, const ToldClauses& told,
                     const Rules& rules, const Style& style) {
  const bool ja = style.lang == Lang::Ja;
  const model::Program& p = *r.program;
  const std::vector<ClauseId>& cites = r.ruling.cites;
  std::set<ClauseId> brings, member, instead, quiet, met, allows;
  bool whole = !bases.empty();
  if (r.code == nullptr) return;
  for (const auto& claim : explanation.claims)
    for (const auto& a : claim.allows) allows.insert(a.clause);
  for (size_t n = 0; n < bases.size(); ++n) {
    const checker::Basis& b = bases[n];
    const bool declares = r.claims[n].claim->kind == rulings::ClaimKind::Legal ||
                          r.claims[n].claim->kind == rulings::ClaimKind::Illegal;
    whole = whole && b.all && b.minimal;
    for (const rulings::Ground& g : b.met)
      if (g.clause != kNone) met.insert(g.clause);
    std::map<ClauseId, size_t> within;  // of the sets, each of which is enough
    for (const checker::MinimalSet& s : b.sets) {
      std::set<ClauseId> once;
      for (size_t i = 0; i < s.grounds.size(); ++i) {
        if (s.grounds[i].clause == kNone || !(s.needed.empty() || s.needed[i])) continue;
        if (declares && !s.quiet.empty() && s.quiet[i])
          quiet.insert(s.grounds[i].clause);
        else
          once.insert(s.grounds[i].clause);
      }
      for (const ClauseId c : once) ++within[c];
    }
    for (const auto& [c, sets] : within) (sets == b.sets.size() ? member : instead).insert(c);
    if (b.sets.size() == 1 && b.all && b.minimal)
      for (const rulings::Ground& g : b.sets[0].bringing())
        if (g.clause != kNone) brings.insert(g.clause);
  }
  const auto cited = [&](ClauseId c) {
    return std::ranges::any_of(cites, [&](ClauseId general) { return covers(p, general, c); });
  };
  // what only stands beside a cited clause in its rules was not tried apart from it
  const auto beside = [&](ClauseId c) {
    bool any = false;
    for (const auto& rule : rules)
      if (base::contains(rule, c)) {
        if (std::ranges::none_of(rule, cited)) return false;
        any = true;
      }
    return any;
  };
  std::string missing;
  for (ClauseId c : brings)
    if (!cited(c) && !beside(c))
      missing += (missing.empty() ? "" : ja ? "、" : ", ") + shown(p.clauses[c].id, 100);
  if (!missing.empty())
    out << (ja ? "  引用されていないが必要な条項: " : "  needed but not cited: ") << missing
        << "\n";
  if (bases.empty()) return;
  using Remark = std::pair<std::string, std::string>;  // and of which clauses it is so
  std::vector<Remark> together, remarks;               // with and without their words at the head
  std::set<ClauseId> rule;
  for (const auto& by : rules) rule.insert(by.begin(), by.end());
  for (ClauseId c : cites) {
    const model::Clause& clause = p.clauses[c];
    const auto any = [&](const std::set<ClauseId>& of) {
      return std::ranges::any_of(of, [&](ClauseId each) { return covers(p, c, each); });
    };
    const std::string& words = rulings::words_of(clause, ja);
    const bool above = told.cited.contains(c);
    if (any(told.worded) || words.empty()) continue;
    const char* part = nullptr;
    if (clause.status == model::ClauseStatus::NotModelled)
      part = ja ? "引用されているが、モデルにない条項" : "cited, not in the model";
    else if (any(member))
      part = ja ? "引用され、必要な条項" : "cited and needed";
    else if (any(instead))
      part = ja ? "引用され、ほかの条項の代わりに根拠となる条項"
                : "cited; it is a ground in the place of others";
    else if (any(allows))
      part = ja ? "引用され、プレイにある宣言を許す条項"
                : "cited; it lets be declared what is played above";
    else if (any(quiet))
      part = ja ? "引用され、妨げうるがここでは妨げない条項"
                : "cited; it could stop something, and does not here";
    else if (!any(told.played) && any(met))
      part = whole ? (ja ? "引用されているが、結論には要らない条項" : "cited but not needed")
                   : (ja ? "引用されているが、要るかどうかを決められなかった条項"
                         : "cited; not decided whether needed");
    else if (clause.status == model::ClauseStatus::Informative)
      part = ja ? "引用された説明" : "cited, an explanation";
    else if (any(told.played))
      part = ja ? "引用され、上のプレイで働く条項" : "cited, and at work in a play above";
    else if (!any(rule))
      part = ja ? "引用され、つねに前提となる条項" : "cited, and always taken for granted";
    else
      part = ja ? "引用された条項(上の説明には出ない)" : "cited, and not in what is told above";
    const std::string name = shown(clause.id, 100);
    if (!above) {
      remarks.emplace_back(part, name + "  " + shown(words, 300));
      continue;
    }
    const auto it = std::ranges::find(together, part, &Remark::first);
    if (it == together.end())
      together.emplace_back(part, name);
    else
      it->second += (ja ? "、" : ", ") + name;
  }
  remarks.insert(remarks.begin(), together.begin(), together.end());
  for (const auto& [part, names] : remarks) out << "  " << part << ": " << names << "\n";
}

}  // namespace hanrei::reports
