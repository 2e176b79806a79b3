#include "findings/ratchet.h"

#include <algorithm>

#include "base/contains.h"
#include "base/json/read.h"
#include "base/json/write.h"
#include "base/text/filled.h"

namespace hanrei::findings {
namespace {

using base::Json;

/// The command that measures it and writes it down.
std::string writer_of(Measure measure) {
  return measure == Measure::Covered ? base::in_both("`hanrei check PATH --write-baseline FILE`",
                                                     "`hanrei check PATH --write-baseline FILE`")
                                     : base::in_both("`hanrei coverage GAME --write-ratchet`",
                                                     "`hanrei coverage GAME --write-ratchet`");
}

std::string joined(const std::vector<std::string>& names) {
  constexpr size_t kNamed = 10;
  return names.empty() ? "–" : some_of(names, kNamed);
}

/// What `ratchet` says, as a policy has it.
std::string ratchet_text(const std::map<std::string, Figures>& ratchet) {
  std::string out = "{";
  for (const auto& [game, figures] : ratchet) {
    out += (out.size() == 1 ? "\n    " : ",\n    ") + base::quote_json(game) + ": {";
    for (const auto& [measure, figure] : figures)
      out += (measure == figures.begin()->first ? "\"" : ", \"") +
             std::string(measure_key(measure)) + "\": {\"count\": " + std::to_string(figure.count) +
             ", \"of\": " + std::to_string(figure.of) + "}";
    out += "}";
  }
  return out + (ratchet.empty() ? "}" : "\n  }");
}

size_t number(const Json* j) {
  return j != nullptr && j->is(Json::Kind::Int) && j->integer > 0 ? static_cast<size_t>(j->integer)
                                                                  : 0;
}

}  // namespace

std::string some_of(const std::vector<std::string>& names, size_t most) {
  std::string out;
  for (size_t i = 0; i < std::min(names.size(), most); ++i) out += (i == 0 ? "" : ", ") + names[i];
  if (names.size() > most) out += ", … (" + std::to_string(names.size()) + ")";
  return out;
}

std::string_view measure_key(Measure measure) {
  static constexpr std::string_view keys[] = {"covered", "pinned", "mutation"};
  return keys[static_cast<size_t>(measure)];
}

std::string measure_text(Measure measure) {
  switch (measure) {
    case Measure::Covered:
      return base::in_both("the number of clauses that rulings come across", "裁定が及ぶ条項の数");
    case Measure::Pinned:
      return base::in_both("the number of clauses that are pinned", "固定された条項の数");
    case Measure::Mutation:
      return base::in_both("the number of mutants that rulings notice", "裁定が気づく変異の数");
  }
  return "";
}

bool fell(const Figure& was, const Figure& is) {
  return is.of == 0 ? was.count > 0 : is.count * was.of < was.count * is.of;
}
bool rose(const Figure& was, const Figure& is) { return is.count * was.of > was.count * is.of; }

std::vector<Lowered> lowered(const std::map<std::string, Figures>& before,
                             const std::map<std::string, Figures>& now) {
  std::vector<Lowered> out;
  for (const auto& [game, figures] : before)
    for (const auto& [measure, was] : figures) {
      const auto own = now.find(game);
      std::optional<Figure> is;
      if (own != now.end() && own->second.contains(measure)) is = own->second.at(measure);
      if (is ? fell(was, *is) : was.count > 0) out.push_back({game, measure, was, is});
    }
  return out;
}

std::string figure_text(const Figure& figure) {
  return base::filled("{0} of {1}", "{1} 中 {0}",
                      {std::to_string(figure.count), std::to_string(figure.of)});
}

std::map<std::string, Figures> figures_in(const Json& ratchet) {
  std::map<std::string, Figures> out;
  for (const base::Member& game : ratchet.members) {
    Figures& figures = out[game.key];
    for (const Measure m : kMeasures)
      if (const Json* one = game.value.find(std::string(measure_key(m))); one != nullptr)
        figures[m] = {number(one->find("count")), number(one->find("of"))};
  }
  return out;
}

std::vector<Finding> hold(const std::string& game, const Figures& written, const Measured& is,
                          const std::vector<std::string>& lost) {
  const auto it = written.find(is.measure);
  if (it == written.end()) return {};
  const Figure& was = it->second;
  const std::vector<std::string> subjects = {game, std::string(measure_key(is.measure))};
  if (fell(was, is.figure))
    return {make(
        Code::Fell,
        {game, measure_text(is.measure), figure_text(was), figure_text(is.figure),
         lost.empty() ? base::filled("lacking: {0}", "欠けているもの: {0}", {joined(is.lacking)})
                      : base::filled("lost: {0}", "失われたもの: {0}", {joined(lost)}),
         writer_of(is.measure)},
        subjects)};
  if (rose(was, is.figure))
    return {make(Code::Rose,
                 {game, measure_text(is.measure), figure_text(was), figure_text(is.figure),
                  writer_of(is.measure)},
                 subjects)};
  return {};
}

std::vector<Finding> not_held(const std::string& game, const Figures& written,
                              const std::vector<Measure>& measured) {
  std::string left;
  for (const auto& [measure, figure] : written)
    if (!base::contains(measured, measure))
      left = left.empty() ? measure_text(measure)
                          : base::filled("{0}, {1}", "{0}、{1}", {left, measure_text(measure)});
  if (left.empty()) return {};
  return {make(Code::NotHeld, {game, left}, {game})};
}

std::string with_figures(const std::string& text, const std::map<std::string, Figures>& figures) {
  base::SourceMap sources;
  base::DiagnosticLog log;
  const auto json = base::read_json(sources, sources.add("", text), log);
  if (!json || log.has_errors()) return text;
  const Json* was = json->find("ratchet");
  std::map<std::string, Figures> all =
      was == nullptr ? std::map<std::string, Figures>{} : figures_in(*was);
  for (const auto& [game, own] : figures)
    for (const auto& [measure, figure] : own) all[game][measure] = figure;
  std::string out = text;
  if (was != nullptr)
    return out.replace(was->span.begin, was->span.end - was->span.begin, ratchet_text(all));
  const uint32_t end =
      json->members.empty() ? json->span.begin + 1 : json->members.back().value.span.end;
  return out.insert(end, (json->members.empty() ? "\n  \"ratchet\": " : ",\n  \"ratchet\": ") +
                             ratchet_text(all));
}

}  // namespace hanrei::findings
