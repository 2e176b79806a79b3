#include "audit/print/print.h"

#include <algorithm>
#include <tuple>

#include "audit/print/look.h"
#include "base/text/fnv.h"

namespace hanrei::audit::print {
namespace {

/// How much a kind matters to those who keep the rules, the most first.
enum class Weight : uint8_t { AtOdds, Broken, Open, Term, Slip };

struct Known {
  Code code;
  Weight weight;
  bool words = true;  ///< it needs the words of the sentences
};
constexpr Known kKinds[] = {{Code::GrantedAndBarred, Weight::AtOdds},
                            {Code::TwoLimits, Weight::AtOdds},
                            {Code::BoundBroken, Weight::AtOdds},
                            {Code::CountKey, Weight::AtOdds},
                            {Code::OrderTurned, Weight::AtOdds},
                            {Code::PrintOtherPlace, Weight::AtOdds},
                            {Code::PrintOtherTime, Weight::AtOdds},
                            {Code::OtherActor, Weight::AtOdds},
                            {Code::TwoChoosers, Weight::AtOdds},
                            {Code::LimitTwice, Weight::AtOdds},
                            {Code::ExampleDiffers, Weight::AtOdds},
                            {Code::WithoutEnd, Weight::AtOdds},
                            {Code::OutOfReach, Weight::AtOdds},
                            {Code::NotEnough, Weight::AtOdds},
                            {Code::TitleOpposite, Weight::AtOdds},
                            {Code::MomentLate, Weight::AtOdds},
                            {Code::OwnBeginning, Weight::AtOdds},
                            {Code::NoSuchStep, Weight::Broken, false},
                            {Code::NoSuchSection, Weight::Broken, false},
                            {Code::OwnStep, Weight::Broken, false},
                            {Code::NotBound, Weight::Broken},
                            {Code::TitleDiffers, Weight::Broken},
                            {Code::RefersElsewhere, Weight::Broken},
                            {Code::NoSuchTitle, Weight::Broken},
                            {Code::NumberGap, Weight::Broken, false},
                            {Code::NumberRepeated, Weight::Broken, false},
                            {Code::SameTitle, Weight::Broken, false},
                            {Code::EmptySection, Weight::Broken, false},
                            {Code::TitleOther, Weight::Broken},
                            {Code::NothingFollows, Weight::Broken},
                            {Code::ListCount, Weight::Broken},
                            {Code::PrintListLacks, Weight::Broken},
                            {Code::SumDiffers, Weight::Broken},
                            {Code::KindWithoutSection, Weight::Broken},
                            {Code::ParallelDiffers, Weight::Broken},
                            {Code::PrintNoChooser, Weight::Open},
                            {Code::NoOrder, Weight::Open},
                            {Code::HalfPaid, Weight::Open},
                            {Code::NoOutcome, Weight::Open},
                            {Code::WhichOfTwo, Weight::Open},
                            {Code::LimitScope, Weight::Open},
                            {Code::OpenList, Weight::Open},
                            {Code::Unsettled, Weight::Open},
                            {Code::PrintNeverShuffled, Weight::Open},
                            {Code::NeverNamed, Weight::Term},
                            {Code::TwoMeanings, Weight::Term},
                            {Code::Undefined, Weight::Term},
                            {Code::TwoNames, Weight::Term},
                            {Code::Brackets, Weight::Slip, false},
                            {Code::Misprint, Weight::Slip}};

const Known& kind_of(Code code) {
  const auto it = std::find_if(std::begin(kKinds), std::end(kKinds),
                               [&](const Known& k) { return k.code == code; });
  return it == std::end(kKinds) ? kKinds[0] : *it;
}

/// Two parts that are at odds are told of once, by the kind that matters most.
void one_a_cause(std::vector<Finding>& found) {
  std::set<std::pair<size_t, size_t>> told;
  std::erase_if(found, [&](const Finding& f) {
    if (kind_of(f.code).weight != Weight::AtOdds || f.places.size() < 2) return false;
    const size_t a = f.places[0].unit, b = f.places[1].unit;
    return a != b && !told.emplace(std::min(a, b), std::max(a, b)).second;
  });
}

}  // namespace

std::string message(const Finding& f, base::Lang lang) {
  return base::message(f.code, f.args, lang);
}

bool is_slip(Code code) { return kind_of(code).weight == Weight::Slip; }

Findings examine(const Book& book) {
  Look look(book);
  look_at_references(look);
  look_at_clashes(look);
  look_at_limits(look);
  look_at_tallies(look);
  look_at_deeds(look);
  look_at_order(look);
  look_at_moments(look);
  look_at_choosers(look);
  look_at_ends(look);
  look_at_examples(look);
  look_at_titles(look);
  look_at_lists(look);
  look_at_parallels(look);
  look_at_openings(look);
  look_at_terms(look);
  look_at_slips(look);
  Findings out;
  if (!book.words) {
    std::erase_if(look.found, [](const Finding& f) { return kind_of(f.code).words; });
    for (const Known& k : kKinds)
      if (k.words) out.not_examined.push_back(k.code);
  }
  std::stable_sort(look.found.begin(), look.found.end(), [](const Finding& a, const Finding& b) {
    const auto rank = [](const Finding& f) {
      return std::tuple(-static_cast<int>(base::code_severity(f.code)), kind_of(f.code).weight,
                        f.places[0].unit, f.places[0].sentence, f.code, f.args);
    };
    return rank(a) < rank(b);
  });
  one_a_cause(look.found);
  std::map<std::string, int> ordinal;
  std::map<Code, size_t> of_kind;
  for (Finding& f : look.found) {
    if (++of_kind[f.code] > Findings::kMost) {
      ++out.left_out;
      continue;
    }
    std::string key(base::code_text(f.code));
    for (const std::string& a : f.args) key += "\n" + a;
    key += "\n" + book.units[f.places[0].unit].says[f.places[0].sentence].digest;
    key = base::digest(key);
    f.fingerprint = key + "-" + std::to_string(++ordinal[key]);
    out.list.push_back(std::move(f));
  }
  return out;
}

}  // namespace hanrei::audit::print
