// A query becomes SQL whose every value is bound.
#include "rulings/store/filters.h"

#include <fmt/format.h>

#include "rulings/search/tokens.h"
#include "rulings/store/ask.h"

namespace hanrei::rulings::store {
namespace {

using search::Filter;
using search::FilterKind;

std::string like_escaped(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '%' || c == '_' || c == '\\') out += '\\';
    out += c;
  }
  return out;
}

/// `15-5` and everything below it: 15-5-1, 15-5[2], 15-5・x, and not 15-50.
void clause_condition(const std::string& clause, Condition& c, std::string& sql) {
  sql +=
      "r.id IN (SELECT ruling FROM ruling_cites WHERE clause >= ? AND clause < ? AND "
      "substr(clause, length(?) + 1, 1) NOT GLOB '[0-9A-Za-z]')";
  c.values.insert(c.values.end(), {clause, clause + "\U0010FFFF", clause});
}

void add_filter(const Filter& f, Condition& c, const Options& o) {
  std::string any;
  const auto either = [&] {
    if (!any.empty()) any += " OR ";
  };
  if (f.kind == FilterKind::Date) {
    any = "(r.day IS NOT NULL";
    if (f.first) any += fmt::format(" AND r.day >= {}", *f.first);
    if (f.last) any += fmt::format(" AND r.day <= {}", *f.last);
    any += ")";
  }
  for (const std::string& v : f.any) {
    either();
    const auto with = [&](const char* sql) {
      any += sql;
      c.values.push_back(v);
    };
    switch (f.kind) {
      case FilterKind::Game:
        any += "r.game IN (SELECT id FROM game WHERE name = ? OR folder = ?)";
        c.values.insert(c.values.end(), {v, v});
        break;
      case FilterKind::Card:
        any += "r.id IN (SELECT ruling FROM ruling_card WHERE folded = ?)";
        c.values.push_back(search::name_key_utf8(v));
        break;
      case FilterKind::Clause: clause_condition(v, c, any); break;
      case FilterKind::Status:
        any += status_column("r", o) + " = ?";
        c.values.push_back(v);
        break;
      case FilterKind::Verdict:
        any += "coalesce(" + verdict_column("standing", "r", o) + ", 'not examined') = ?";
        c.values.push_back(v);
        break;
      case FilterKind::Evidence:
        any += "' ' || coalesce(" + verdict_column("evidence", "r", o) + ", '') || ' ' LIKE ?";
        c.values.push_back("% " + v + " %");
        break;
      case FilterKind::Authority:
        any += "r.authority LIKE ? ESCAPE '\\'";
        c.values.push_back("%" + like_escaped(v) + "%");
        break;
      case FilterKind::Id: {
        std::string glob;  // only * and ? mean something
        for (const char ch : v) {
          if (ch == '[')
            glob += "[[]";
          else
            glob += ch;
        }
        any += "r.ruling GLOB ?";
        c.values.push_back(glob);
        break;
      }
      case FilterKind::At:
        any +=
            "r.id IN (SELECT ruling FROM ruling_case WHERE '/' || at || '/' LIKE ? ESCAPE '\\' OR "
            "'/' || at LIKE ? ESCAPE '\\')";
        c.values.insert(c.values.end(),
                        {"%/" + like_escaped(v) + "/%", "%/" + like_escaped(v) + "[%"});
        break;
      case FilterKind::Reading:
        with("r.id IN (SELECT ruling FROM ruling_presumes WHERE reading = ?)");
        break;
      case FilterKind::Situation: any += v == "yes" ? "r.situation = 1" : "r.situation = 0"; break;
      case FilterKind::Window:
        with(("EXISTS (SELECT 1 FROM " + each_touched("windows", "r", o) + " WHERE value = ?)")
                 .c_str());
        break;
      case FilterKind::Citator: with("has_mark(r.id, ?)"); break;
      case FilterKind::Date: break;
    }
  }
  c.sql += (f.excluded ? " AND NOT (" : " AND (") + any + ")";
}

}  // namespace

Condition condition_of(const search::Query& q, const Options& o, bool games) {
  Condition c;
  for (const Filter& f : q.filters) add_filter(f, c, o);
  if (o.as_of.any()) c.sql += " AND " + status_column("r", o) + " <> 'unknown'";
  if (!games) return c;
  c.sql += in_games("r.game", o);
  c.values.insert(c.values.end(), o.games.begin(), o.games.end());
  return c;
}

std::string select(const Condition& c, const std::string& columns, const std::string& tail) {
  return "SELECT " + columns + " FROM ruling r WHERE 1" + c.sql + tail;
}

void bind(Statement& s, const Condition& c) {
  s.reset();
  for (const std::string& v : c.values) s.one(v);
}

}  // namespace hanrei::rulings::store
