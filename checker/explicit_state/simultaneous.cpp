#include "checker/explicit_state/simultaneous.h"

#include <algorithm>
#include <tuple>

namespace hanrei::checker::explicit_state {

namespace {
constexpr int kMaxItems = 22;  ///< 2^22 subsets are the most that are laid out
constexpr int kMaxInstructions = 10'000;
constexpr int kNew = -1, kUnfit = -2;  ///< in place of data: not run yet; not for us
}  // namespace

bool Simultaneous::begins(const S& s) const {
  if (s.control.end != End::Running || s.control.stack.empty()) return false;
  const Frame& f = s.frame();
  const int items = __builtin_popcountll(f.pending);
  // where nothing lapses, what each item is about stands in the state
  return f.picking && items >= 3 && items <= kMaxItems && !m_.whole(s) && !m_.keeps(s);
}

/// The number of the data; what item was carried out last, and how many rounds that took, is none
/// of it.
int Simultaneous::intern(S s) {
  Frame& f = s.frame();
  const model::Code& code = m_.evaluator().world().code->codes[CodeId(f.code)];
  s.cells[f.base + code.ins[f.pc].slot2] = 0;
  f.rounds = rounds_;
  std::string key;
  pack(m_.evaluator().world(), s, key);
  const auto [it, is_new] = known_.try_emplace(std::move(key), static_cast<int>(data_.size()));
  if (is_new) data_.push_back(std::move(s));
  return it->second;
}

/// Takes out of the state which of the items are to lapse. What is to lapse further out stays, in
/// one order.
uint32_t Simultaneous::take_lapsed(S& s) const {
  std::vector<Arisen>& arisen = s.control.arisen;
  uint32_t out = 0;
  const auto frame = s.top();
  std::erase_if(arisen, [&](const Arisen& a) {
    if (a.frame != frame) return false;
    const auto item = std::ranges::find(items_, a.item);
    if (item != items_.end()) out |= uint32_t{1} << (item - items_.begin());
    return true;
  });
  std::ranges::sort(arisen, [](const Arisen& a, const Arisen& b) {
    return std::tie(a.frame, a.item) < std::tie(b.frame, b.item);
  });
  return out;
}

/// What the item leaves: from its pick to the next. What was to lapse before does not change what
/// it does, but for itself.
Simultaneous::Left Simultaneous::image(size_t item, Left from) {
  const bool lapses = (from.lapsed >> item & 1) != 0;
  const size_t data = from.data;
  std::vector<Left>& known = image_[2 * item + (lapses ? 1 : 0)];
  if (data >= known.size()) known.resize(std::max(data_.size(), 2 * known.size()), {kNew, 0});
  if (known[data].data != kNew) return known[data];
  S s = data_[data];
  const size_t depth = s.control.stack.size();
  const Frame at = s.frame();
  s.frame().pending = uint64_t{1} << items_[item];
  if (lapses) {
    Arisen over;
    over.frame = static_cast<int16_t>(depth - 1);
    over.item = static_cast<int16_t>(items_[item]);
    s.control.arisen.push_back(over);
  }
  Left to{kUnfit, 0};
  for (int steps = 0; steps < kMaxInstructions; ++steps) {
    if (m_.step(s, alts_) != Status::Continue || s.control.stack.size() < depth ||
        s.control.end != End::Running)
      break;
    Frame& f = s.frame();
    if (s.control.stack.size() > depth || f.pc != at.pc) continue;
    if (!f.picking || f.pending != 0) break;
    to.lapsed = take_lapsed(s);
    to.data = intern(std::move(s));
    break;
  }
  return known[data] = to;
}

Simultaneous::Left Simultaneous::after(size_t item, Left from, uint32_t done) {
  Left to = image(item, from);
  to.lapsed = (to.lapsed | from.lapsed) & ~done;
  return to;
}

Simultaneous::Outcome Simultaneous::run(const S& s, size_t limit) {
  items_.clear();
  data_.clear();
  known_.clear();
  image_.clear();
  pool_.clear();
  first_.clear();
  ends_.clear();
  end_left_.clear();
  edges_ = 0;
  S start = s;
  Frame& f = start.frame();
  for (int i = 0; i < 64; ++i)
    if (f.pending >> i & 1) items_.push_back(i);
  f.pending = 0;
  rounds_ = f.rounds;
  image_.resize(2 * items_.size());
  const uint32_t lapsed = take_lapsed(start);
  pool_.push_back({intern(std::move(start)), lapsed});
  const uint32_t subsets = uint32_t{1} << items_.size();
  first_.reserve(subsets);
  first_.push_back(1);
  std::vector<uint32_t> seen;  // by data: the last subset that can leave it, with nothing to lapse
  std::unordered_map<uint64_t, uint32_t> seen_lapsed;  // the same by data and what is to lapse
  for (uint32_t done = 1; done < subsets; ++done) {
    for (size_t i = 0; i < items_.size(); ++i) {
      if ((done >> i & 1) == 0) continue;
      const uint32_t before = done & ~(uint32_t{1} << i);
      for (size_t k = begin(before); k < first_[before]; ++k) {
        const Left to = after(i, pool_[k], done);
        if (to.data == kUnfit) return Outcome::Unfit;
        ++edges_;
        const size_t data = to.data;
        if (data >= seen.size()) seen.resize(2 * data_.size(), 0);
        uint32_t& last =
            to.lapsed == 0 ? seen[data] : seen_lapsed[uint64_t{data} << 32 | to.lapsed];
        if (last == done) continue;
        last = done;
        pool_.push_back(to);
      }
    }
    if (pool_.size() > limit) return Outcome::Limit;
    first_.push_back(pool_.size());
  }
  for (size_t k = begin(subsets - 1); k < pool_.size(); ++k) {
    ends_.push_back(data_[pool_[k].data]);
    end_left_.push_back(pool_[k]);
  }
  return Outcome::Whole;
}

std::vector<int> Simultaneous::order(size_t end) {
  std::vector<int> out;
  Left left = end_left_[end];
  for (uint32_t done = (uint32_t{1} << items_.size()) - 1; done != 0;) {
    [&] {
      for (size_t i = items_.size(); i-- > 0;) {
        if ((done >> i & 1) == 0) continue;
        const uint32_t before = done & ~(uint32_t{1} << i);
        for (size_t k = begin(before); k < first_[before]; ++k) {
          const Left to = after(i, pool_[k], done);
          if (to.data != left.data || to.lapsed != left.lapsed) continue;
          out.insert(out.begin(), items_[i]);
          left = pool_[k];
          done = before;
          return;
        }
      }
    }();
  }
  return out;
}

}  // namespace hanrei::checker::explicit_state
