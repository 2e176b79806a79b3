#include "checker/explicit_state/simultaneous.h"

namespace hanrei::checker::explicit_state {

namespace {
constexpr int kMaxItems = 22;      ///< 2^22 subsets are the most that are laid out
constexpr int kMaxInstructions = 10'000;
constexpr int kUnfit = -2;
}  // namespace

bool Simultaneous::begins(const S& s) const {
  if (s.control.end != End::Running || s.control.stack.empty()) return false;
  const Frame& f = s.control.stack.back();
  const int items = __builtin_popcountll(f.pending);
  // what each item is about stands in the state, where it is not to lapse
  return s.control.arisen.empty() && f.picking && items >= 3 && items <= kMaxItems && !m_.whole(s);
}

/// The number of the data; what item was carried out last, and how many rounds that took, is none of it.
int Simultaneous::intern(S s) {
  Frame& f = s.control.stack.back();
  const model::Code& code = m_.evaluator().world().code->codes[static_cast<size_t>(f.code)];
  s.cells[static_cast<size_t>(f.base + code.ins[static_cast<size_t>(f.pc)].slot2)] = 0;
  f.rounds = rounds_;
  std::string key;
  pack(m_.evaluator().world(), s, key);
  const auto [it, is_new] = known_.try_emplace(std::move(key), static_cast<int>(data_.size()));
  if (is_new) data_.push_back(std::move(s));
  return it->second;
}

/// What the item makes of the data: from its pick to the next.
int Simultaneous::image(size_t item, int data) {
  std::vector<int>& known = image_[item];
  if (static_cast<size_t>(data) >= known.size()) known.resize(std::max(data_.size(), 2 * known.size()), -1);
  if (known[static_cast<size_t>(data)] != -1) return known[static_cast<size_t>(data)];
  S s = data_[static_cast<size_t>(data)];
  const size_t depth = s.control.stack.size();
  const Frame at = s.control.stack.back();
  s.control.stack.back().pending = uint64_t{1} << items_[item];
  int to = kUnfit;
  for (int steps = 0; steps < kMaxInstructions; ++steps) {
    if (m_.step(s, alts_) != Status::Continue || s.control.stack.size() < depth || s.control.end != End::Running) break;
    Frame& f = s.control.stack.back();
    if (s.control.stack.size() > depth || f.pc != at.pc) continue;
    if (!f.picking || f.pending != 0 || !s.control.arisen.empty()) break;   // a card left: its other items lapse
    to = intern(std::move(s));
    break;
  }
  image_[item][static_cast<size_t>(data)] = to;
  return to;
}

Simultaneous::Outcome Simultaneous::run(const S& s, size_t limit) {
  items_.clear(); data_.clear(); known_.clear(); image_.clear(); pool_.clear(); first_.clear(); ends_.clear(); end_data_.clear();
  edges_ = 0;
  S start = s;
  Frame& f = start.control.stack.back();
  for (int i = 0; i < 64; ++i) if (f.pending >> i & 1) items_.push_back(i);
  f.pending = 0;
  rounds_ = f.rounds;
  image_.resize(items_.size());
  pool_.push_back(intern(std::move(start)));
  const uint32_t subsets = uint32_t{1} << items_.size();
  first_.reserve(subsets);
  first_.push_back(1);
  std::vector<uint32_t> seen;
  for (uint32_t done = 1; done < subsets; ++done) {
    for (size_t i = 0; i < items_.size(); ++i) {
      if ((done >> i & 1) == 0) continue;
      const uint32_t before = done & ~(uint32_t{1} << i);
      for (size_t k = begin(before); k < first_[before]; ++k) {
        const int to = image(i, pool_[k]);
        if (to == kUnfit) return Outcome::Unfit;
        ++edges_;
        if (static_cast<size_t>(to) >= seen.size()) seen.resize(2 * data_.size(), 0);
        if (seen[static_cast<size_t>(to)] == done) continue;
        seen[static_cast<size_t>(to)] = done;
        pool_.push_back(to);
      }
    }
    if (pool_.size() > limit) return Outcome::Limit;
    first_.push_back(pool_.size());
  }
  for (size_t k = begin(subsets - 1); k < pool_.size(); ++k) {
    ends_.push_back(data_[static_cast<size_t>(pool_[k])]);
    end_data_.push_back(pool_[k]);
  }
  return Outcome::Whole;
}

std::vector<int> Simultaneous::order(size_t end) const {
  std::vector<int> out;
  int data = end_data_[end];
  for (uint32_t done = (uint32_t{1} << items_.size()) - 1; done != 0;) {
    [&] {
      for (size_t i = items_.size(); i-- > 0;) {
        if ((done >> i & 1) == 0) continue;
        const uint32_t before = done & ~(uint32_t{1} << i);
        for (size_t k = begin(before); k < first_[before]; ++k) {
          if (image_[i][static_cast<size_t>(pool_[k])] != data) continue;
          out.insert(out.begin(), items_[i]);
          data = pool_[k];
          done = before;
          return;
        }
      }
    }();
  }
  return out;
}

}  // namespace hanrei::checker::explicit_state
