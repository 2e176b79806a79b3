#include "workspace/compiled.h"

#include <array>

#include "base/contains.h"
#include "rulings/law/citator.h"
#include "rulings/records/compiled.h"
#include "rulings/records/touches.h"

namespace hanrei::workspace {

void enter_compiled(const model::Game& game, const std::string& id, size_t first,
                    findings::Report& report) {
  if (game.from_words.empty()) return;
  std::set<std::string> met;
  for (size_t i = first; i < report.results.size(); ++i) {
    const findings::RulingEntry& r = report.results[i];
    if (r.standing != checker::Standing::Confirmed || rulings::out_of_force(r.marks)) continue;
    for (const std::string& a : rulings::touches_of(r.touches).abilities) met.insert(a);
  }
  for (const rulings::CompiledCard& c : rulings::compiled_cards(game, met))
    report.compiled.push_back({c.card, id, c.abilities, c.abilities - c.met, c.place});
}

void leave_undecided(std::vector<findings::Finding>& findings) {
  static constexpr std::array kUnread = {base::Code::WordsUnread, base::Code::WordsAmbiguous,
                                         base::Code::WordsNothing};
  for (findings::Finding& f : findings)
    for (const base::Code code : kUnread) f.unsure = f.unsure || f.code == base::code_text(code);
}

}  // namespace hanrei::workspace
