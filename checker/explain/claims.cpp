#include "checker/explain/claims.h"

#include <algorithm>

#include "checker/explain/words.h"

namespace hanrei::checker::explain {
namespace {

using model::TypeKind;

/// A state in which names can be read, and who speaks of it.
struct Scene {
  Scene(const Question& q, base::Lang lang, const std::vector<std::string>& cards)
      : machine(*q.world, domain),
        say(q, machine, lang, cards),
        state(machine.initial(std::vector<int64_t>(q.which->situation.lets.size(), 0))) {}
  Where where() const {
    Where out{state, -1, nullptr, {}, {}, {}};
    out.values = false;
    return out;
  }
  Concrete domain;
  Machine<Concrete> machine;
  Speaker say;
  S state;
};

template <class F>
std::optional<std::string> said_of(const Question& q, F&& f) {
  if (q.world == nullptr) return std::nullopt;
  try {
    return f();
  } catch (const Unsupported&) {
    return std::nullopt;
  }
}

}  // namespace

std::optional<std::string> claimed_words(const Question& q, base::Lang lang,
                                         const std::vector<std::string>& cards, ExprId condition,
                                         bool holds) {
  return said_of(q, [&] {
    const Scene s(q, lang, cards);
    return condition_words(q, s.say, s.where(), condition, holds);
  });
}

std::optional<std::string> measured_words(const Question& q, base::Lang lang,
                                          const std::vector<std::string>& cards, ExprId measure) {
  return said_of(q, [&] {
    const Scene s(q, lang, cards);
    return measure_words(q, s.say, s.where(), measure);
  });
}

std::string worths_words(const Question& q, const Speaker& say, const S& state,
                         const rulings::Claim& claim, const std::vector<int64_t>& values) {
  Where at{state, -1, nullptr, {}, {}, {}};
  at.values = false;
  // beside values that are always named, a truth value is named whichever it is
  const auto truth = [&](ExprId e) { return (*q.program)[e].type.kind == TypeKind::Bool; };
  const auto truths = std::ranges::count_if(claim.of, truth);
  const bool mixed = truths > 0 && truths < 3 && static_cast<size_t>(truths) < claim.of.size();
  std::string out, untrue;
  for (size_t i = 0; i < values.size(); ++i) {
    const model::Type& type = (*q.program)[claim.of[i]].type;
    const auto put = [&](std::string& to, const std::string& text) {
      to += (to.empty() ? "" : say.in("、", ", ")) + text;
    };
    if (type.kind == TypeKind::Bool) {
      const auto words = condition_words(q, say, at, claim.of[i], values[i] != 0);
      put(values[i] != 0 || mixed ? out : untrue,
          words ? *words : claim.of_text[i] + " = " + say.value(state, type, values[i]));
      continue;
    }
    if (const auto words = worth_words(q, say, at, claim.of[i], values[i])) {
      put(out, *words);
      continue;
    }
    const auto words = measure_words(q, say, at, claim.of[i]);
    const std::string is = say.value(state, type, values[i]);
    put(out, words ? *words + say.in("が", " is ") + is : claim.of_text[i] + " = " + is);
  }
  return out.empty() ? untrue : out;
}

std::vector<std::string> outcomes_words(const Question& q, base::Lang lang,
                                        const std::vector<std::string>& cards,
                                        const rulings::Claim& claim) {
  std::vector<std::string> out;
  if (q.world == nullptr) return out;
  // of quantities that are left open only what does not hang on them is a plain value
  const auto plain = [&](ExprId e) {
    return q.which->situation.lets.empty() || (*q.program)[e].op == model::Op::Const;
  };
  try {
    const Scene s(q, lang, cards);
    for (const rulings::Outcome& o : claim.outcomes) {
      std::vector<int64_t> values;
      for (ExprId e : o.values) values.push_back(s.say.number({s.state}, e));
      if (o.cond != kNone || !std::ranges::all_of(o.values, plain)) return {};
      out.push_back(worths_words(q, s.say, s.state, claim, values));
    }
  } catch (const Unsupported&) {
    return {};
  }
  return out;
}

}  // namespace hanrei::checker::explain
