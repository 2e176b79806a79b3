#include "base/text/nearest.h"

#include <algorithm>

#include "base/text/diagnostic.h"
#include "base/text/unicode.h"

namespace hanrei::base {
namespace {

using Characters = std::vector<std::string_view>;

/// Characters to change, leave out, add or exchange with the next to make one text of the other
/// (optimal string alignment).
std::size_t distance(const Characters& a, const Characters& b) {
  std::vector<std::vector<std::size_t>> d(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) d[i][0] = i;
  for (std::size_t j = 0; j <= b.size(); ++j) d[0][j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i)
    for (std::size_t j = 1; j <= b.size(); ++j) {
      d[i][j] = std::min(
          {d[i - 1][j] + 1, d[i][j - 1] + 1, d[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        d[i][j] = std::min(d[i][j], d[i - 2][j - 2] + 1);
    }
  return d[a.size()][b.size()];
}

constexpr std::size_t kLongest = 60;  // characters: what is longer is no slip of a name

}  // namespace

std::string_view nearest(std::string_view name, const std::vector<std::string_view>& names) {
  const std::string name_folded = fold(name);
  const Characters wanted = characters(name_folded);
  if (wanted.empty() || wanted.size() > kLongest) return {};
  std::string_view best;
  std::size_t least = 3;
  bool several = false;
  for (const std::string_view other : names) {
    if (other == name || (other == best && !best.empty())) continue;
    const std::string other_folded = fold(other);
    const Characters folded = characters(other_folded);
    const std::size_t longer = std::max(folded.size(), wanted.size()),
                      shorter = std::min(folded.size(), wanted.size());
    const std::size_t most = longer < 2 ? 0 : std::clamp<std::size_t>(longer / 3, 1, 2);
    if (folded.empty() || longer - shorter > most) continue;
    const std::size_t far = distance(wanted, folded);
    if (far > most || far > least) continue;
    several = far == least;
    if (far < least) {
      least = far;
      best = other;
    }
  }
  return several ? std::string_view{} : best;
}

std::string or_nearest(std::string_view name, const std::vector<std::string_view>& names) {
  const std::string near(nearest(name, names));
  return near.empty() ? "" : in_both(" (`" + near + "`?)", "(`" + near + "` ですか)");
}

}  // namespace hanrei::base
