#include "audit/rules/rules.h"

#include <algorithm>
#include <map>
#include <set>

#include "audit/rules/look.h"
#include "base/text/fnv.h"

namespace hanrei::audit::rules {
namespace {

void readings_of(const rulings::Element& e, std::set<std::string>& out) {
  if (e.name == "claim" || e.name == "presume")
    if (const auto* r = e.find("reading")) out.insert(r->value);
  for (const rulings::Element& child : e.children) readings_of(child, out);
}

Turning turning_of(const std::vector<rulings::Document>& documents) {
  Turning out;
  for (const rulings::Document& d : documents) {
    std::set<std::string> named;
    readings_of(d.root, named);
    for (const std::string& r : named) ++out[r];
  }
  return out;
}

}  // namespace

void finish(Findings& all, const model::Program& p) {
  std::vector<Finding>& findings = all.list;
  std::ranges::stable_sort(findings, [](const Finding& a, const Finding& b) {
    const auto rank = [](const Finding& f) {
      return std::tuple(-static_cast<int>(base::code_severity(f.code)), f.code, f.place.file,
                        f.place.begin, f.args);
    };
    return rank(a) < rank(b);
  });
  std::vector<Finding> out;
  std::map<std::string, int> ordinal;
  std::set<std::string> said;
  std::map<Code, size_t> of_kind;
  for (Finding& f : findings) {
    std::string key(code_text(f.code));
    for (const std::string& a : f.args) {
      key += "\n" + a;
      // the name alone: the words of a reading, the rulings about it, and how much was played may
      // change
      if (f.code == Code::SeveralWays || f.code == Code::NotReached || f.code == Code::InVain)
        break;
    }
    for (const Ground& g : f.set) key += "\n" + rulings::ground_text(p, g);
    if (!said.insert(key + "\n" + std::to_string(f.place.file) + ":" +
                     std::to_string(f.place.begin))
             .second)
      continue;
    if (++of_kind[f.code] > Findings::kEach) {
      ++all.more;
      continue;
    }
    key = base::digest(key);
    f.fingerprint = key + "-" + std::to_string(++ordinal[key]);
    out.push_back(std::move(f));
  }
  findings = std::move(out);
}

Findings examine(const model::Game& game, const model::Program& program,
                 const model::Lowered& lowered, const std::vector<rulings::Document>& documents) {
  Findings out;
  const Files files(game, program);
  Look look{program, lowered, files, out};
  for (const model::Clause& c : program.clauses)
    out.unmodelled += c.status == model::ClauseStatus::NotModelled ? 1 : 0;
  look_at_reach(look);
  look_at_paths(look);
  look_at_choosers(look);
  look_at_ends(look);
  look_at_tables(look);
  look_at_values(look);
  look_at_moments(look);
  look_at_siblings(look);
  look_at_conditions(look);
  look_at_readings(look, turning_of(documents));
  look_at_silence(look);
  look_at_flow(look);
  look_at_omissions(look);
  look_at_gaps(look);
  look_at_unsaid(look);
  look_at_counts(look);
  look_at_places(look);
  look_at_turns(look);
  return out;
}

}  // namespace hanrei::audit::rules
