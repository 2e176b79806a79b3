// Two plays of one situation that end differently: where they part, who chooses there, and who
// gains by it.
#pragma once

#include "checker/explain/tell.h"

namespace hanrei::checker::explain {

/// Of a claim whose answer depends on a choice or an order: `possible` that is not necessary,
/// `necessary` and `impossible` that are refuted, `outcomes` with several, and `chooser`, whose
/// plays part where its choice is made. The plays are shortest ones among those explored within the
/// limits; where quantities are open, for values at which they differ.
Parting parting(const Question& question, const Answer& answer, const rulings::Claim& claim,
                const Limits& limits, base::Lang lang, const std::vector<std::string>& cards,
                bool boards);

/// Of a claim about every value of some quantities, which is shown by no play of its own: one for a
/// value at which there is most to tell. `greatest` and `least`: one that reaches the claimed
/// value; else one in which the claim's condition comes about.
struct ForValue {
  bool found = false;
  std::vector<int64_t> lets;
  std::vector<Move> moves;
};
/// `values`: those that are tried, of which those that cannot be are passed over.
ForValue for_a_value(const Question& question, const rulings::Claim& claim, const Limits& limits,
                     const std::vector<std::vector<int64_t>>& values);

/// Values that show something to a reader: a few near the least that are not 0 and differ from each
/// other, for what is 0 or alike hides what becomes of it; then `sample_values`, and of one
/// quantity those beyond the numbers that the claim names.
std::vector<std::vector<int64_t>> telling_values(const Question& question,
                                                 const rulings::Claim& claim);

/// Of a claim `undetermined`: one play under each of two options, `a` and `b` being the same case
/// under them, that come to different ends. Nothing where every end of the one is one of the other.
Parting under_readings(const Question& a, const Question& b, const rulings::Claim& of_a,
                       const rulings::Claim& of_b, const std::string (&options)[2],
                       const Limits& limits, base::Lang lang, const rulings::Ruling* ruling,
                       bool boards);

/// Of two plays under readings of which the second declares what the first cannot: can that be
/// declared in `question`, the case under any option? `of`: the case under that of the second.
bool may_be_declared(const Question& question, const Question& of, const Parting& apart);

}  // namespace hanrei::checker::explain
