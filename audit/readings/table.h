// What the rulings in force say of readings, as plain values: with which options a ruling agrees,
// and what follows.
//
// A vector says an option of each of some readings. A ruling in force is a *precedent*: each of its
// cases agrees with a vector of the readings that matter to it, or does not, or nobody knows. A
// choice of options for all readings is consistent with a set of precedents when every case of them
// agrees with it.
//
//     Law law(readings, precedents, units);
//     law.consistent(all, {{0, 1}});                  // may reading 0 have its second option?
//     law.clashes({}, limit);                         // minimal sets of precedents with which
//     nothing is consistent law.overturned({{0, 1}}, limit);                // what has to fall if
//     it is adopted, the least first
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "audit/names.h"

namespace hanrei::audit::readings {

/// Options by number, one for each reading of a slice, in its order.
using Vector = std::vector<uint8_t>;

struct Reading {
  std::string name;
  size_t options = 2;
};

enum class Says : uint8_t { Yes, No, Unknown };

/// With which vectors a case agrees. What is not in the table is unknown.
struct Agrees {
  std::vector<size_t> slice;
  std::map<Vector, Says> with;
};

/// A ruling in force. In the order of their ids; formal ones weigh more than any number of
/// provisional ones.
struct Precedent {
  std::string id;
  bool formal = true;
  std::vector<Agrees> cases;
  bool unread = false;  ///< it was not examined: with what it agrees and clashes is unknown
};

/// A reading has an option; `is` false: it has another one.
struct Condition {
  size_t reading = 0;
  uint8_t option = 0;
  bool is = true;
};
using Conditions = std::vector<Condition>;

/// Sets of precedents by number, each ascending. Not `all`: there are more than the limit, or a
/// query ran into one.
struct Sets {
  std::vector<std::vector<size_t>> sets;
  bool all = true;
};

class Law {
 public:
  Law(const std::vector<Reading>& readings, const std::vector<Precedent>& precedents,
      unsigned units);
  ~Law();
  /// Is there a choice of options that meets the conditions and with which these precedents agree?
  /// Unknown when that hangs on what is unknown of a precedent.
  Says consistent(const std::vector<size_t>& precedents, const Conditions& conditions);
  /// The subset-minimal sets of these precedents with which nothing that meets the conditions is
  /// consistent, whatever is unknown of them: the smallest first, then by number.
  Sets clashes(const std::vector<size_t>& precedents, const Conditions& conditions, size_t limit);
  /// The subset-minimal sets of precedents that are in the way of the conditions: without one of
  /// the sets the rest may be consistent with them. The lightest first: fewest formal ones, then
  /// fewest provisional ones, then by number.
  Sets overturned(const Conditions& conditions, size_t limit);
  size_t queries() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace hanrei::audit::readings
