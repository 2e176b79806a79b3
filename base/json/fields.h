// Values as JSON and back, for another process or another run to read. A type hands over its
// members once, and that list both writes and reads.
//
//     template <>
//     struct hanrei::base::Fields<Point> {
//       static auto of(auto& point) {
//         auto& [x, y] = point;  // so that a member more does not compile
//         return std::tie(x, y);
//       }
//     };
//     std::string text = fields_text(point);         // [1,2]
//     bool good = read_fields(text, point);
//
// Members are an array in their order, or an object where each is `named`. What is read has to have
// just these members, of just these kinds, in the range of their types.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "base/json/read.h"
#include "base/json/write.h"
#include "base/sweep/portion.h"
#include "base/text/diagnostic.h"

namespace hanrei::base {

/// `static decltype(auto) of(auto& value)`: its members, a tuple of references, or the one thing
/// that it is. `static bool good(const T&)`, where there is one: can it be?
template <class T>
struct Fields {};

template <class T>
struct Named {
  const char* name;
  T& value;
};
template <class T>
Named<T> named(const char* name, T& value) {
  return {name, value};
}

/// One value of the list.
class FieldWriter {
 public:
  explicit FieldWriter(JsonWriter& w) : w_(w) {}
  /// A text in both languages is two.
  void one(const std::string& s) {
    if (in_lang(s, Lang::En) == s) return w_.value(s);
    each(std::array{std::string(in_lang(s, Lang::En)), std::string(in_lang(s, Lang::Ja))});
  }
  void one(const Json& j) { w_.value(j); }
  template <class T>
  void one(const T& v) {
    if constexpr (std::is_same_v<T, bool>) {
      w_.value(v);
    } else if constexpr (std::is_integral_v<T> || std::is_enum_v<T>) {
      w_.value(static_cast<std::int64_t>(v));
    } else {
      one(Fields<T>::of(v));
    }
  }
  template <class T>
  void one(const std::vector<T>& list) {
    each(list);
  }
  template <class T, std::size_t N>
  void one(const std::array<T, N>& list) {
    each(list);
  }
  template <class T, std::size_t N>
  void one(const T (&list)[N]) {
    each(list);
  }
  template <class K, class V, class C>
  void one(const std::map<K, V, C>& map) {
    each(map);
  }
  template <class A, class B>
  void one(const std::pair<A, B>& p) {
    all(std::tie(p.first, p.second));
  }
  template <class T>
  void one(const std::optional<T>& v) {
    if (v)
      one(*v);
    else
      w_.null();
  }
  template <class... T>
  void one(const std::variant<T...>& v) {
    std::visit([&](const auto& value) { one(value); }, v);
  }
  template <class... T>
  void one(const std::tuple<T...>& members) {
    all(members);
  }

 private:
  void each(const auto& list) {
    w_.begin_array();
    for (const auto& item : list) one(item);
    w_.end_array();
  }
  template <class... T>
  void all(const std::tuple<Named<T>...>& members) {
    w_.begin_object();
    std::apply([&](const auto&... m) { ((w_.key(m.name), one(m.value)), ...); }, members);
    w_.end_object();
  }
  template <class... T>
  void all(const std::tuple<T...>& members) {
    w_.begin_array();
    std::apply([&](const auto&... m) { (one(m), ...); }, members);
    w_.end_array();
  }
  JsonWriter& w_;
};

/// Reads one value of the list; false: it is none.
class FieldReader {
 public:
  static bool one(const Json& j, std::string& s) {
    std::array<std::string, 2> both;
    if (j.is(Json::Kind::String))
      s = j.string;
    else if (each(j, both))
      s = in_both(both[0], both[1]);
    else
      return false;
    return true;
  }
  static bool one(const Json& j, Json& v) {
    v = j;
    return true;
  }
  template <class T>
  static bool one(const Json& j, T& v) {
    if constexpr (std::is_same_v<T, bool>) {
      v = j.boolean;
      return j.is(Json::Kind::Bool);
    } else if constexpr (std::is_integral_v<T>) {
      v = static_cast<T>(j.integer);
      return j.is(Json::Kind::Int) && std::in_range<T>(j.integer);
    } else if constexpr (std::is_enum_v<T>) {
      v = static_cast<T>(j.integer);
      return j.is(Json::Kind::Int) && static_cast<std::int64_t>(v) == j.integer && valid(v);
    } else {
      return one(j, Fields<T>::of(v)) && valid(v);
    }
  }
  template <class T>
  static bool one(const Json& j, std::vector<T>& list) {
    list.resize(j.items.size());
    return each(j, list);
  }
  template <class T, std::size_t N>
  static bool one(const Json& j, std::array<T, N>& list) {
    return each(j, list);
  }
  template <class T, std::size_t N>
  static bool one(const Json& j, T (&list)[N]) {
    return each(j, list);
  }
  template <class K, class V, class C>
  static bool one(const Json& j, std::map<K, V, C>& map) {
    std::vector<std::pair<K, V>> list;
    if (!one(j, list)) return false;
    map.insert(list.begin(), list.end());
    return map.size() == list.size();
  }
  template <class A, class B>
  static bool one(const Json& j, std::pair<A, B>& p) {
    return all(j, std::tie(p.first, p.second));
  }
  template <class T>
  static bool one(const Json& j, std::optional<T>& v) {
    if (j.is(Json::Kind::Null)) return true;
    return one(j, v.emplace());
  }
  /// The first alternative that it can be.
  template <class... T>
  static bool one(const Json& j, std::variant<T...>& v) {
    return (alternative<T>(j, v) || ...);
  }
  template <class... T>
  static bool one(const Json& j, const std::tuple<T...>& members) {
    return all(j, members);
  }
  template <class... T>
  static bool one(const Json& j, std::tuple<Named<T>...>& members) {
    return all(j, members);
  }
  template <class... T>
  static bool one(const Json& j, std::tuple<T...>& members) {
    return std::apply([&](auto&... m) { return all(j, std::tie(m...)); }, members);
  }

 private:
  static bool each(const Json& j, auto& list) {
    if (!j.is(Json::Kind::Array) || j.items.size() != std::size(list)) return false;
    auto item = j.items.begin();
    return std::ranges::all_of(list, [&](auto& value) { return one(*item++, value); });
  }
  template <class T, class V>
  static bool alternative(const Json& j, V& v) {
    T value{};
    const bool good = one(j, value);
    if (good) v = std::move(value);
    return good;
  }
  template <class T>
  static bool valid(const T& v) {
    if constexpr (requires { Fields<T>::good(v); }) return Fields<T>::good(v);
    return true;
  }
  template <class... T>
  static bool all(const Json& j, const std::tuple<Named<T>...>& members) {
    const auto member = [&](const auto& m) {
      const Json* value = j.find(m.name);
      return value != nullptr && one(*value, m.value);
    };
    return j.members.size() == sizeof...(T) &&
           std::apply([&](const auto&... m) { return (member(m) && ...); }, members);
  }
  template <class... T>
  static bool all(const Json& j, const std::tuple<T...>& members) {
    if (!j.is(Json::Kind::Array) || j.items.size() != sizeof...(T)) return false;
    std::size_t i = 0;
    return std::apply([&](auto&... m) { return (one(j.items[i++], m) && ...); }, members);
  }
};

/// On one line.
template <class T>
std::string fields_text(const T& value) {
  JsonWriter w(JsonWriter::Style::Compact);
  FieldWriter(w).one(value);
  return w.str();
}

/// False: it is no such text; then what was read of it is left in `value`.
template <class T>
bool read_fields(const std::string& text, T&& value) {
  SourceMap sources;
  DiagnosticLog log;
  const auto json = read_json(sources, sources.add("fields", text), log);
  return json && !log.has_errors() && FieldReader::one(*json, value);
}

/// Is the item to be worked on here? Without a portion all are. What was found of it elsewhere is
/// read into `fields`. `by`: what it is dealt by, where that is not its name.
template <class T>
bool to_do(Portion* portion, const std::string& item, T&& fields, const std::string& by = "") {
  if (portion == nullptr) return true;
  const std::string* found = portion->result(item);
  return (found == nullptr || !read_fields(*found, fields)) &&
         portion->mine(by.empty() ? item : by);
}

}  // namespace hanrei::base
