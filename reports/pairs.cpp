#include "reports/pairs.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace hanrei::reports {

void write_clashes_by_card(std::ostream& out, const std::string& game,
                           const std::vector<Clash>& clashes, const Style& style) {
  const bool ja = style.lang == base::Lang::Ja;
  const auto lang = static_cast<size_t>(style.lang);
  std::vector<std::string> cards;  // in the order of their first clash
  std::map<std::string, std::vector<const Clash*>> of;
  const auto enter = [&](const std::string& card, const Clash& c) {
    if (of[card].empty()) cards.push_back(card);
    of[card].push_back(&c);
  };
  for (const Clash& c : clashes) {
    enter(c.one, c);
    if (c.other != c.one) enter(c.other, c);
  }
  out << fmt::format(
      fmt::runtime(ja ? "{}: 衝突 {} 件、カード {} 種\n" : "{}: {} clashes, of {} cards\n"),
      shown(game, 60), clashes.size(), cards.size());
  for (const std::string& card : cards) {
    out << "\n《" << shown(card, 60) << "》"
        << fmt::format(fmt::runtime(ja ? "  {} 件\n" : "  {}\n"), of[card].size());
    for (const Clash* c : of[card]) {
      const findings::Finding& f = *c->finding;
      const bool first = c->one == card;
      out << "  × 《" << shown(first ? c->other : c->one, 60) << "》 "
          << severity_text(f.severity, style.lang) << " " << f.code;
      if (!first) {  // told under the other card
        out << "\n";
        continue;
      }
      out << ": " << shown(f.message[lang]) << "\n";
      const std::vector<std::string>& play = f.play[lang];
      if (!f.place.path.empty()) out << "      " << place_text(f.place) << "\n";
      if (!play.empty()) out << "      " << (ja ? "手順: " : "play: ");
      for (size_t i = 0; i < play.size() && i < 20; ++i)
        out << (i > 0 ? "; " : "") << shown(play[i], 100);
      if (!play.empty()) out << (play.size() > 20 ? "; …\n" : "\n");
    }
  }
}

void write_pairs_scope(std::ostream& out, const Run& run, const Style& style) {
  const bool ja = style.lang == base::Lang::Ja;
  const auto lang = static_cast<size_t>(style.lang);
  write_policy_text(out, run, style);
  out << "\n" << shown(run.scope[lang]) << "\n";
  for (const findings::Both& b : run.not_examined)
    out << (ja ? "調べていないもの: " : "not examined: ") << shown(b[lang]) << "\n";
}

}  // namespace hanrei::reports
