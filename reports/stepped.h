// A play that is stepped through, as plain text: for a page, and for a program.
#pragma once

#include <string>
#include <vector>

#include "base/json/write.h"
#include "checker/explain/stepping.h"
#include "reports/told.h"

namespace hanrei::reports {

/// In one language.
struct Stepped {
  std::string problem;  ///< why there is nothing to show; else empty
  Board start;
  std::vector<Step> steps;  ///< so far
  std::vector<checker::explain::LaidZone> zones;
  std::vector<checker::explain::LaidPlayer> players;
  checker::explain::Values game;
  std::vector<std::string> within;  ///< what is running, the outermost first
  std::string who;                  ///< decides; empty: nobody
  bool declares = false;            ///< somebody is asked for a declaration
  struct Way {
    std::string text;
    std::vector<std::string> clauses;
  };
  std::vector<Way> ways;  ///< none: the play is over
  std::string end;        ///< how it ended, a sentence
};
Stepped stepped_of(const model::Program& program, const checker::explain::Stand& stand,
                   base::Lang lang);

/// The members of an object: docs/schema/openapi.json, `Stand`.
void write_stepped(base::JsonWriter& w, const Stepped& stepped);
/// The members of an object: `Told`.
void write_told(base::JsonWriter& w, const Told& told);
/// The members of an object: `Explained`, or one of docs/schema/explain.schema.json. `claims`: as
/// told_of() gives them.
void write_explained(base::JsonWriter& w, const checker::RulingResult& result,
                     const std::vector<Told>& claims);
/// Steps, as an array of objects.
void write_steps(base::JsonWriter& w, std::string_view key, const std::vector<Step>& steps);

}  // namespace hanrei::reports
