// Rulings that are like a situation, for people and for programs.
#pragma once

#include <ostream>
#include <string>
#include <vector>

#include "reports/reports.h"
#include "rulings/store/store.h"

namespace hanrei::reports {

/// What was compared, and what the model itself says of it.
struct Compared {
  bool situation = false;  ///< a file that was examined now; else a ruling of the database
  std::string id, title[2], game, path;  ///< title: by base::Lang
  bool examined =
      false;  ///< of a ruling: there is a verdict on it, so that more than citations is known
  std::string verdict;  ///< of a ruling, as the database has it
  struct Claim {
    std::string kind, text, standing;
  };
  std::vector<Claim> claims;          ///< of a situation
  std::vector<std::string> outcomes;  ///< of one without claims, in the language of the style
  bool not_played = false;            ///< of such a one: its play cannot be carried out as written
  base::Reason not_said;              ///< why the model says nothing, or not all
  struct Otherwise {
    std::string reading, option;
    std::vector<std::string> outcomes;
    base::Reason not_said;
  };
  std::vector<Otherwise> otherwise = {};  ///< of one without claims: options that nobody presumes
                                          ///< and under which something else can come
};

void write_precedents(std::ostream& out, const Compared& what,
                      const rulings::store::PrecedentList& list, const Style& style);
/// docs/schema/precedents.schema.json
void write_precedents_json(std::ostream& out, const Compared& what,
                           const rulings::store::PrecedentList& list, const base::AsOf& as_of);

}  // namespace hanrei::reports
