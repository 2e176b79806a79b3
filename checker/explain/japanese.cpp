#include "checker/explain/japanese.h"

#include <string_view>
#include <utility>

namespace hanrei::checker::explain {

std::string japanese_both(const std::string& a, const std::string& b, bool all) {
  // 「…で、…」, 「…か、…」; what is joined in two ways is told with the heavier words
  static constexpr std::string_view kOr = "か、", kHeavyOr = "、または、";
  const auto has = [](const std::string& text, std::string_view part) {
    return text.find(part) != std::string::npos;
  };
  if (!all)
    return has(a, "、かつ、") || has(b, "、かつ、") || has(a, "、") || has(b, "、")
               ? a + std::string(has(a, kOr) || has(b, kOr) ? kOr : kHeavyOr) + b
               : a + std::string(kOr) + b;
  if (!has(a, kOr) && !has(b, kOr) && !has(a, kHeavyOr) && !has(b, kHeavyOr)) {
    static constexpr std::pair<std::string_view, std::string_view> kGoesOn[] = {
        {"である", "で"},
        {"でない", "でなく"},
        {"ある", "あり"},
        {"がない", "がなく"},
        {"にない", "になく"},
        {"大きい", "大きく"},
        {"小さい", "小さく"},
        {"が勝つ", "が勝ち"},
        {"に入る", "に入り"},
        {"等しい", "等しく"},
        {"異なる", "異なり"},
        {"宣言する", "宣言し"},
        {"が見える", "が見え"},
        {"来る", "来て"},
        {"来ない", "来ず"},
        {"もない", "もなく"},
        {"多い", "多く"},
        {"少ない", "少なく"},
        {"成り立つ", "成り立ち"},
        {"といえる", "といえ"},
        {"が行われる", "が行われ"},
        {"ていない", "ておらず"},
        {"ている", "ていて"},
        {"できる", "でき"},
        {"できない", "できず"},
        {"れる", "れ"},
        {"れない", "れず"},
        {"しない", "せず"},
        {"かない", "かず"},
        {"さない", "さず"},
        {"たない", "たず"},
        {"わない", "わず"},
        {"まない", "まず"},
        {"ばない", "ばず"},
        {"らない", "らず"},
        {"えない", "えず"},
        {"けない", "けず"},
        {"めない", "めず"},
        {"べない", "べず"},
        {"げない", "げず"},
        {"ない", "なく"},
        {"い", "く"},
        {"く", "き"}};
    for (const auto& [plain, on] : kGoesOn)
      if (a.ends_with(plain))
        return a.substr(0, a.size() - plain.size()) + std::string(on) + "、" + b;
  }
  return a + "、かつ、" + b;
}

}  // namespace hanrei::checker::explain
