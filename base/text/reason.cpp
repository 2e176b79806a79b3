#include "base/text/reason.h"

#include <span>

#include "base/check.h"

namespace hanrei::base {
namespace {

constexpr std::string_view kWordings[][2] = {
    // by Lang
    {"", ""},
#define REASON(name, en, ja) {en, ja},
#include "base/reasons.def"
#undef REASON
};

Reason join(ReasonCode two, std::span<const Reason> list) {
  if (list.size() == 1) return list[0];
  const std::size_t half = list.size() / 2;
  return {two, join(two, list.first(half)), join(two, list.subspan(half))};
}

}  // namespace

Reason joined(ReasonCode two, const std::vector<Reason>& list) {
  return list.empty() ? Reason() : join(two, list);
}

std::string_view wording(ReasonCode code, Lang lang) {
  const auto index = static_cast<size_t>(code);
  HANREI_CHECK(index < std::size(kWordings));
  return kWordings[index][static_cast<int>(lang)];
}

std::string text(const Reason& reason, Lang lang) {
  std::vector<std::string> words;
  for (const Reason::Argument& a : reason.arguments) {
    if (const auto* number = std::get_if<std::int64_t>(&a.value))
      words.push_back(std::to_string(*number));
    else if (const auto* name = std::get_if<std::string>(&a.value))
      words.push_back(*name);
    else
      words.push_back(text(std::get<Reason>(a.value), lang));
  }
  return fill(wording(reason.code, lang), words, lang);
}

const std::vector<ReasonCode>& all_reasons() {
  static const std::vector<ReasonCode> codes = [] {
    std::vector<ReasonCode> all;
    for (std::size_t i = 1; i < std::size(kWordings); ++i)
      all.push_back(static_cast<ReasonCode>(i));
    return all;
  }();
  return codes;
}

}  // namespace hanrei::base
