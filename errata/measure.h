// What a situation is like, by what stands in it: which of two is to be looked at first.
#pragma once

#include <cstddef>
#include <set>
#include <string>

#include "checker/question/question.h"
#include "errata/scenes.h"

namespace hanrei::errata {

/// How many cards the piles have.
std::string lots_of(const Element& e);
/// Does it begin inside of something that is told more than for whom? Rulings mostly begin at a
/// phase.
bool begins_inside(const Element& e);
/// All numbers of the situation.
size_t sum_of(const Element& e);
/// Where the card lies that joined the scene last.
std::set<std::string> zones_with(const std::string& card, const Scene& scene);
/// Conditions of edge triggers that are met where the situation begins, so that nothing comes of
/// them any more.
size_t risen(const checker::Question& question);

}  // namespace hanrei::errata
