#include "reports/stepped.h"

#include "base/json/array.h"

namespace hanrei::reports {
namespace {

using base::JsonWriter;

void write_named(JsonWriter& w, std::string_view key,
                 const std::vector<std::pair<std::string, std::string>>& list,
                 std::string_view what) {
  base::write_objects(w, key, list, [&](const auto& one) {
    w.member("name", one.first);
    w.member(what, one.second);
  });
}

std::string_view kind_name(Step::Kind kind) {
  switch (kind) {
    case Step::Kind::Event: return "event";
    case Step::Kind::Choice: return "choice";
    case Step::Kind::End: return "end";
  }
  return "";
}

}  // namespace

Stepped stepped_of(const model::Program& program, const checker::explain::Stand& stand,
                   base::Lang lang) {
  Stepped out;
  out.problem = base::text(stand.problem, lang);
  out.start = stand.told.start;
  out.steps = steps_of(program, stand.told.sentences, 0, stand.told.sentences.size());
  out.zones = stand.zones;
  out.players = stand.players;
  out.game = stand.game;
  out.within = stand.within;
  if (!stand.ways.empty() && stand.who >= 0)
    out.who = program.players[static_cast<std::size_t>(stand.who)];
  out.declares = stand.declares;
  for (const checker::explain::Way& way : stand.ways) {
    Stepped::Way& one = out.ways.emplace_back();
    one.text = way.text;
    for (const model::ClauseId c : way.by) one.clauses.push_back(program.clauses[c].id);
  }
  out.end = stand.end;
  return out;
}

void write_steps(JsonWriter& w, std::string_view key, const std::vector<Step>& steps) {
  base::write_objects(w, key, steps, [&](const Step& s) {
    w.member("kind", kind_name(s.kind));
    w.member("text", s.text);
    w.member("clauses", s.clauses);
    w.member("cards", s.cards);
    write_named(w, "board", s.board, "holds");
  });
}

void write_stepped(JsonWriter& w, const Stepped& s) {
  if (!s.problem.empty()) w.member("problem", s.problem);
  write_named(w, "start", s.start, "holds");
  write_steps(w, "steps", s.steps);
  base::write_objects(w, "zones", s.zones, [&](const checker::explain::LaidZone& z) {
    w.member("name", z.name);
    base::write_objects(w, "cards", z.cards, [&](const checker::explain::LaidCard& c) {
      w.member("id", c.id);
      w.member("name", c.name);
      write_named(w, "values", c.values, "value");
    });
    w.member("counted", z.count);
  });
  base::write_objects(w, "players", s.players, [&](const checker::explain::LaidPlayer& p) {
    w.member("name", p.name);
    write_named(w, "values", p.values, "value");
  });
  write_named(w, "game_values", s.game, "value");
  w.member("within", s.within);
  w.member("who", s.who);
  w.member("asked_to_declare", s.declares);
  base::write_objects(w, "alternatives", s.ways, [&](const Stepped::Way& way) {
    w.member("text", way.text);
    w.member("clauses", way.clauses);
  });
  w.member("over", s.ways.empty());
  w.member("end", s.end);
}

}  // namespace hanrei::reports
