// What was found of a change as JSON (base/json/fields.h): what reports say of it.
#pragma once

#include "base/json/reason.h"
#include "errata/examine.h"

namespace hanrei::base {

template <>
struct Fields<Place> {
  static auto of(auto& p) {
    auto& [path, line, column] = p;
    return std::tie(path, line, column);
  }
};
template <>
struct Fields<errata::Scope::Count> {
  static auto of(auto& c) {
    auto& [made, examined, touched, cut, left_out] = c;
    return std::tie(made, examined, touched, cut, left_out);
  }
};
template <>
struct Fields<errata::Scope::Asked> {
  static auto of(auto& a) {
    auto& [situations, alike, unknown, queries, states, units, reasons] = a;
    return std::tie(situations, alike, unknown, queries, states, units, reasons);
  }
};
template <>
struct Fields<errata::Scope::Threshold> {
  static auto of(auto& t) {
    auto& [text, at, met, failed, changed] = t;
    return std::tie(text, at, met, failed, changed);
  }
};
template <>
struct Fields<errata::Scope::Idle> {
  static auto of(auto& i) {
    auto& [name, at] = i;
    return std::tie(name, at);
  }
};
template <>
struct Fields<errata::Scope> {
  static auto of(auto& s) {
    auto& [by_making, solver, bases, states, reasons, bounded, thresholds, unreached, idle] = s;
    return std::tie(by_making, solver, bases, states, reasons, bounded, thresholds, unreached,
                    idle);
  }
};
template <>
struct Fields<errata::Difference> {
  static auto of(auto& d) {
    auto& [scene, xml, cards, moves, sum, compared, before, after, told, barred, players] = d;
    (void)before, (void)after, (void)sum;  // what it was found and told by
    return std::tie(scene.from, xml, cards, moves, compared.sameness, compared.side,
                    compared.player, compared.end, told, barred, players);
  }
};
template <>
struct Fields<errata::Answer> {
  static auto of(auto& a) {
    auto& [verdict, scope, smallest] = a;
    return std::tie(verdict, scope, smallest);
  }
};

}  // namespace hanrei::base
