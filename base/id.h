// Ids and tables. Tables own, ids name.
//
// An id is the number of something in a table: its index, or -1, which is none. Each table has ids
// of a kind of its own, and only these find something in it:
//
//   using ZoneId = base::TypedId<ZoneDef>;
//   base::Table<ZoneId, ZoneDef> zones;
//   const ZoneId hand = zones.push_back({"hand"});
//   zones[hand].name                      // "hand"
//   zones[card]                           // does not compile: a CardId
//   zones[ZoneId(number)]                 // where a number is said to be one of a zone
//   for (const ZoneId z : zones.ids())    // all of them, in order
//
// An id may be read as a number at any time (written, compared, kept in a map). A number becomes an
// id only where somebody says so. To find something by the id of none is our own mistake: the
// assertions of the library stop there.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

namespace hanrei::base {

/// The id of none, of whatever kind.
struct NoId {
  constexpr operator int32_t() const { return -1; }
};

/// Whether the ids of one kind are such of another as well, with the same numbers: its table begins
/// with what those name. Said of two kinds where both are declared.
template <class From, class Of>
inline constexpr bool kIdsOf = false;
template <class From, class Of>
concept IdsOf = kIdsOf<From, Of>;
template <class A, class B>
concept OtherThan = !std::same_as<A, B> && !kIdsOf<A, B> && !kIdsOf<B, A>;

template <class Of>
class TypedId {
 public:
  constexpr TypedId() = default;  ///< none
  constexpr TypedId(NoId) {}
  template <std::integral N>
  constexpr explicit TypedId(N number) : number_(static_cast<int32_t>(number)) {}
  template <IdsOf<Of> From>
  constexpr TypedId(TypedId<From> id) : number_(id) {}
  constexpr operator int32_t() const { return number_; }
  constexpr TypedId& operator++() {
    ++number_;
    return *this;
  }

 private:
  int32_t number_ = -1;
};

/// Ids of different kinds are never the same.
template <class A, OtherThan<A> B>
bool operator==(TypedId<A>, TypedId<B>) = delete;

/// The ids of a list, which may grow while they are walked over.
template <class I, class List>
class Ids {
 public:
  struct End {};
  class Iterator {
   public:
    constexpr Iterator(const List& list, I at) : list_(&list), at_(at) {}
    constexpr I operator*() const { return at_; }
    constexpr Iterator& operator++() {
      ++at_;
      return *this;
    }
    constexpr bool operator!=(End) const { return static_cast<size_t>(at_) < list_->size(); }

   private:
    const List* list_;
    I at_;
  };
  constexpr Ids(const List& list, size_t from) : list_(list), from_(from) {}
  constexpr Iterator begin() const { return {list_, from_}; }
  constexpr End end() const { return {}; }

 private:
  const List& list_;
  I from_;
};

/// A list that is read by ids of one kind: `I` is a TypedId, or a plain number where what it counts
/// has no kind of its own.
template <class I, class T, class List = std::vector<T>>
class Table : public List {
 public:
  using List::List;
  decltype(auto) operator[](I id) { return List::operator[](static_cast<size_t>(id)); }
  decltype(auto) operator[](I id) const { return List::operator[](static_cast<size_t>(id)); }
  /// Whether there is something of this number.
  bool has(int64_t number) const {
    return number >= 0 && static_cast<size_t>(number) < List::size();
  }
  /// All of them, or those from a number on.
  Ids<I, List> ids(size_t from = 0) const { return {*this, from}; }
  /// Of what is entered next, and of what was entered last.
  I next_id() const { return I(List::size()); }
  I last_id() const { return I(List::size() - 1); }
  I push_back(T value) {
    List::push_back(std::move(value));
    return last_id();
  }
};

/// One of each member of an enumeration, which starts at 0.
template <class E, class T, size_t N>
struct ByEnum : std::array<T, N> {
  constexpr T& operator[](E member) {
    return std::array<T, N>::operator[](static_cast<size_t>(member));
  }
  constexpr const T& operator[](E member) const {
    return std::array<T, N>::operator[](static_cast<size_t>(member));
  }
};

}  // namespace hanrei::base

template <class Of>
struct std::hash<hanrei::base::TypedId<Of>> {
  size_t operator()(hanrei::base::TypedId<Of> id) const { return std::hash<int32_t>()(id); }
};
