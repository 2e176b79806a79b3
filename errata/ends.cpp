#include "errata/ends.h"

#include <algorithm>

namespace hanrei::errata {

Ends::Ends(const checker::Question& question, const std::vector<int64_t>& lets)
    : q_(question), machine_(*question.world, domain_), teller_(question, machine_, domain_) {
  machine_.initial(lets);
  using model::TypeKind;
  for (const model::AttrDef& a : question.program->attrs)
    if (a.type.kind == TypeKind::Ref ||
        (a.type.kind == TypeKind::Set && a.type.elem == TypeKind::Ref))
      named_.insert(SortId(a.type.id));
}

std::vector<std::string> Ends::lines(const checker::State<int64_t>& state) const {
  std::vector<std::string> out;
  // Which place a token has nobody can tell, unless something refers to it: those of a sort are
  // numbered by what they are like.
  SortId sort;
  std::vector<std::vector<std::string>> alike;
  const auto number = [&] {
    std::ranges::sort(alike);
    for (size_t k = 0; k < alike.size(); ++k)
      for (const std::string& rest : alike[k])
        out.push_back(q_.program->sorts[sort].name + " " + std::to_string(k + 1) + rest);
    alike.clear();
  };
  int place = -1;
  for (const Told<int64_t>& t : teller_.tell(state)) {
    const std::string value = t.value ? q_.world->show(t.type, *t.value) : "";
    const bool less = value.starts_with('-') && t.before.ends_with(" + ");
    const std::string line =
        less ? t.before.substr(0, t.before.size() - 2) + "- " + value.substr(1) + t.after
             : t.before + value + t.after;
    const bool token = t.token.first != kNone && !named_.contains(t.token.first);
    if (!alike.empty() && (!token || t.token.first != sort)) number();
    if (!token) {
      out.push_back(line);
      continue;
    }
    if (alike.empty() || t.token.second != place) alike.emplace_back();
    sort = t.token.first;
    place = t.token.second;
    alike.back().push_back(
        line.substr(q_.program->sorts[sort].name.size() + 1 + std::to_string(place + 1).size()));
  }
  if (!alike.empty()) number();
  return out;
}

}  // namespace hanrei::errata
