// A vector whose first N elements lie in itself: for the short lists that are made and copied a
// million times.
#pragma once

#include <algorithm>
#include <array>
#include <compare>
#include <cstddef>
#include <initializer_list>
#include <type_traits>
#include <vector>

namespace hanrei::base {

template <class T, size_t N>
class SmallVector {
 public:
  SmallVector() = default;
  SmallVector(std::initializer_list<T> list) { append(list.begin(), list.end()); }
  explicit SmallVector(const std::vector<T>& list) { append(list.begin(), list.end()); }

  void push_back(const T& v) {
    if (size_ < N)
      near_[size_] = v;
    else {
      if (size_ == N) far_.assign(near_.begin(), near_.end());
      far_.push_back(v);
    }
    ++size_;
  }
  template <class... Args>
  void emplace_back(Args&&... args) {
    push_back(T(std::forward<Args>(args)...));
  }
  template <class It>
  void append(It from, It to) {
    for (; from != to; ++from) push_back(*from);
  }
  void pop_back() {
    if (size_ > N) far_.pop_back();
    if (size_ == N + 1) {
      std::copy(far_.begin(), far_.end(), near_.begin());
      far_.clear();
    }
    --size_;
  }

  T* begin() { return size_ > N ? far_.data() : near_.data(); }
  T* end() { return begin() + size_; }
  const T* begin() const { return size_ > N ? far_.data() : near_.data(); }
  const T* end() const { return begin() + size_; }
  T& operator[](size_t i) { return begin()[i]; }
  const T& operator[](size_t i) const { return begin()[i]; }
  size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }

  friend bool operator==(const SmallVector& a, const SmallVector& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end());
  }
  friend auto operator<=>(const SmallVector& a, const SmallVector& b) {
    return std::lexicographical_compare_three_way(a.begin(), a.end(), b.begin(), b.end());
  }

 private:
  size_t size_ = 0;
  std::array<T, N> near_{};
  std::vector<T> far_;
};

}  // namespace hanrei::base
