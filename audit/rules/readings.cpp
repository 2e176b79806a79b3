// Where the text of the rulebook can be read in several ways: what stands side by side in the model
// as alternatives.
#include <fmt/format.h>

#include <algorithm>

#include "audit/rules/look.h"

namespace hanrei::audit::rules {

namespace {

bool within(Span part, Span whole) { return whole && whole.holds(part); }

/// Who needs what stands at a place and cites nothing: the steps that open the exchange, that call
/// the procedure.
class Needs {
 public:
  explicit Needs(const Look& look) : look_(look), users_(look) {
    visit(look.p, {.step =
                       [&](const Site& site, const Step& s) {
                         if (site.card == kNone && s.kind == StepKind::Call && !s.effect)
                           calls_[s.callee].push_back(site);
                       },
                   .stmt = {},
                   .choose = {},
                   .expr = {}});
  }
  std::vector<Ground> of(Span place) const {
    std::vector<Ground> out;
    const Program& p = look_.p;
    for (const ExchangeId i : p.exchanges.ids()) {
      const auto by = users_.offers.find(i);
      if (within(place, p.exchanges[i].span) && by != users_.offers.end())
        for (const Site& s : by->second) add(out, grounds(s));
    }
    for (const ProcId i : p.procedures.ids()) {
      if (!out.empty() || !within(place, p.procedures[i].span)) continue;
      add(out, grounds(look_.owner[i]));
      const auto by = calls_.find(i);
      if (out.empty() && by != calls_.end())
        for (const Site& s : by->second) add(out, grounds(s));
    }
    return out;
  }

 private:
  const Look& look_;
  const Users users_;
  std::map<ProcId, std::vector<Site>> calls_;
};

const std::string& either(const std::string& a, const std::string& b) { return a.empty() ? b : a; }

/// What the reading is about, and its options with what they say: `TITLE: A …; B …`.
std::string told(const model::ReadingDef& r, base::Lang lang) {
  const bool ja = lang == base::Lang::Ja;
  std::string out = ja ? either(r.title_ja, r.title_en) : either(r.title_en, r.title_ja);
  for (size_t i = 0; i < r.options.size(); ++i) {
    const std::string& en_why = r.why_en[i];
    const std::string& ja_why = r.why_ja[i];
    out += fmt::format("{}{} {}",
                       i > 0         ? (ja ? "／" : "; ")
                       : out.empty() ? ""
                       : ja          ? "："
                                     : ": ",
                       r.options[i], ja ? either(ja_why, en_why) : either(en_why, ja_why));
  }
  return out;
}

}  // namespace

void look_at_readings(Look& look, const Turning& turning) {
  const Needs needs(look);
  for (const model::ReadingDef& r : look.p.readings) {
    Finding f;
    f.code = Code::SeveralWays;
    const std::vector<ClauseId>& about = look.files.about(r.name);
    if (!about.empty()) f.set = grounds({"", about, kNone, {}, kNone, r.span});
    for (const Span& place : r.places) {
      if (!look.files.of_rules(place)) continue;
      const std::vector<ClauseId> by = look.files.stated(place);
      if (about.empty())
        add(f.set, by.empty() ? needs.of(place) : grounds({"", by, kNone, {}, kNone, place}));
      if (f.place)
        f.related.push_back(place);
      else
        f.place = place;
    }
    if (f.set.empty()) continue;
    if (!f.place) f.place = r.span;  // only the texts of cards turn on it
    const auto it = turning.find(r.name);
    const size_t n = it == turning.end() ? 0 : it->second;
    f.args = {r.name, base::in_both(told(r, base::Lang::En), told(r, base::Lang::Ja)),
              fmt::format("{}", r.options.size()),
              n == 0 ? base::in_both("no ruling of the folder turns on it",
                                     "これに関わる裁定はありません")
                     : base::in_both(fmt::format("rulings that turn on it: {}", n),
                                     fmt::format("これに関わる裁定は{}件です", n))};
    look.add(std::move(f));
  }
}

}  // namespace hanrei::audit::rules
