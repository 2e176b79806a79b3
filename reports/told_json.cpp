#include "base/json/array.h"
#include "reports/stepped.h"

namespace hanrei::reports {

void write_told(base::JsonWriter& w, const Told& t) {
  if (!t.in_case.empty()) w.member("case", t.in_case);
  if (!t.setting.empty()) w.member("setting", t.setting);
  w.member("verdict", t.verdict);
  w.member("because", t.because);
  w.member("list", t.list);
  write_steps(w, "steps", t.steps);
  if (!t.branches.empty()) {
    w.member("parts", t.parts);
    base::write_objects(w, "branches", t.branches, [&](const Branch& b) {
      w.member("label", b.label);
      write_steps(w, "steps", b.steps);
    });
  }
  if (!t.declaration.empty()) w.member("declaration", t.declaration);
  w.member("why_not", t.why_not);
  w.member("shortest", !t.shorter);
}

void write_explained(base::JsonWriter& w, const checker::RulingResult& result,
                     const std::vector<Told>& claims) {
  w.member("id", result.ruling.id);
  w.member("standing", checker::standing_name(result.standing));
  std::size_t i = 0;
  base::write_objects(w, "claims", claims, [&](const Told& t) {
    w.member("standing", checker::standing_name(result.claims[i++].standing));
    write_told(w, t);
  });
}

}  // namespace hanrei::reports
