#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

#include "base/contains.h"
#include "base/json/make.h"
#include "base/json/read.h"
#include "base/json/write.h"
#include "rulings/exchange/exchange.h"

namespace hanrei::rulings::exchange {
namespace {

using base::Json;
using base::text_json;
using Pairs = std::vector<std::pair<std::string, std::string>>;

// ---------------------------------------------------------------- to JSON

Json truth(bool b) {
  Json j;
  j.kind = Json::Kind::Bool;
  j.boolean = b;
  return j;
}
Json object() {
  Json j;
  j.kind = Json::Kind::Object;
  return j;
}
Json array() {
  Json j;
  j.kind = Json::Kind::Array;
  return j;
}

bool empty(const Json& j) {
  return (j.is(Json::Kind::String) && j.string.empty()) ||
         (j.is(Json::Kind::Array) && j.items.empty()) ||
         (j.is(Json::Kind::Object) && j.members.empty()) || (j.is(Json::Kind::Bool) && !j.boolean);
}
void put(Json& to, std::string key, Json value) {
  if (!empty(value)) to.members.push_back({std::move(key), {}, std::move(value)});
}

Json strings(const std::vector<std::string>& list) {
  Json j = array();
  for (const std::string& s : list) j.items.push_back(text_json(s));
  return j;
}
/// Names may come twice: pairs are an array of arrays.
Json pairs(const Pairs& list) {
  Json j = array();
  for (const auto& [a, b] : list) {
    j.items.push_back(array());
    j.items.back().items = {text_json(a), text_json(b)};
  }
  return j;
}
Json both(const std::string (&texts)[2]) {
  Json j = object();
  put(j, "ja", text_json(texts[1]));
  put(j, "en", text_json(texts[0]));
  return j;
}

std::vector<Json> objects(const Records& r) {
  std::vector<Json> out;
  const auto add = [&](const char* kind) -> Json& {
    out.push_back(object());
    put(out.back(), "record", text_json(kind));
    return out.back();
  };
  if (!r.game.id.empty()) {
    Json& game = add("game");
    put(game, "game", text_json(r.game.id));
    put(game, "titles", both(r.game.title));
  }
  for (const ClauseRecord& c : r.game.clauses) {
    Json& j = add("clause");
    put(j, "id", text_json(c.id));
    put(j, "kind", text_json(c.kind));
    put(j, "title", text_json(c.title));
    put(j, "texts", both(c.text));
    put(j, "status", text_json(c.status));
    put(j, "since", text_json(c.since));
    put(j, "before", text_json(c.before));
  }
  for (const CardRecord& c : r.game.cards) {
    Json& j = add("card");
    put(j, "id", text_json(c.name));
    put(j, "invented", truth(c.invented));
    put(j, "generic", truth(c.generic));
    put(j, "attributes", pairs(c.attributes));
    Json wordings = array();
    for (const Wording& w : c.wordings) {
      wordings.items.push_back(object());
      put(wordings.items.back(), "from", text_json(w.from));
      put(wordings.items.back(), "known", text_json(w.known));
      put(wordings.items.back(), "spans", pairs(w.spans));
    }
    put(j, "wordings", wordings);
    put(j, "abilities", strings(c.abilities));
  }
  for (const RulingRecord& u : r.rulings) {
    Json& j = add("ruling");
    put(j, "id", text_json(u.id));
    put(j, "status", text_json(u.status));
    put(j, "source", text_json(u.source));
    put(j, "issued", text_json(u.issued));
    put(j, "authority", text_json(u.authority));
    put(j, "titles", both(u.title));
    put(j, "questions", both(u.question));
    put(j, "answers", both(u.answer));
    put(j, "partial", text_json(u.partial));
    put(j, "cards", strings(u.cards));
    put(j, "cites", strings(u.cites));
    put(j, "supersedes", strings(u.supersedes));
    put(j, "presumes", pairs(u.presumes));
    put(j, "known", text_json(u.known));
    put(j, "effective", text_json(u.effective));
    put(j, "narrows", strings(u.narrows));
    put(j, "distinguishes", strings(u.distinguishes));
    put(j, "follows", strings(u.follows));
    Pairs groups;
    for (const GroupRecord& g : u.groups) groups.emplace_back(g.how, g.pattern);
    put(j, "groups", pairs(groups));
    Json was = array();
    for (const WasRecord& w : u.was) {
      was.items.push_back(object());
      put(was.items.back(), "status", text_json(w.status));
      put(was.items.back(), "until", text_json(w.until));
      put(was.items.back(), "known", text_json(w.known));
    }
    put(j, "was", was);
    Json cases = array();
    for (const CaseRecord& c : u.cases) {
      Json one = object(), claims = array();
      put(one, "id", text_json(c.id));
      put(one, "at", text_json(c.at));
      for (const ClaimRecord& claim : c.claims) {
        claims.items.push_back(object());
        put(claims.items.back(), "kind", text_json(claim.kind));
        put(claims.items.back(), "text", text_json(claim.text));
      }
      put(one, "claims", claims);
      cases.items.push_back(one);
    }
    put(j, "cases", cases);
    put(j, "verdict", text_json(u.verdict));
    put(j, "evidence", text_json(u.evidence));
    Json marks = array();
    for (const auto& [mark, en, ja] : u.marks) {
      marks.items.push_back(object());
      put(marks.items.back(), "mark", text_json(mark));
      put(marks.items.back(), "why", both({en, ja}));
    }
    put(j, "citator", marks);
  }
  return out;
}

std::string compact(const Json& j) {
  base::JsonWriter w(base::JsonWriter::Style::Compact);
  w.value(j);
  return w.str();
}

// ---------------------------------------------------------------- from JSON

constexpr std::array<std::string_view, 22> kColumns = {
    "record",     "game",     "id",        "kind",  "title",     "status",  "source",   "issued",
    "authority",  "partial",  "titles",    "texts", "questions", "answers", "invented", "generic",
    "attributes", "wordings", "abilities", "cards", "cites",     "cases"};
constexpr std::array<std::string_view, 14> kMore = {
    "supersedes", "presumes", "narrows", "distinguishes", "follows",   "groups",  "was",
    "citator",    "since",    "before",  "known",         "effective", "verdict", "evidence"};
/// Members that are plain text (the last six of kMore, too); all others are JSON within a cell.
bool is_text(std::string_view key) {
  return std::find(kMore.begin() + 8, kMore.end(), key) != kMore.end() ||
         std::find(kColumns.begin(), kColumns.begin() + 10, key) != kColumns.begin() + 10;
}
bool known(std::string_view key) {
  return base::contains(kColumns, key) || base::contains(kMore, key);
}

class Reader {
 public:
  Reader(Records& out, base::DiagnosticLog& log) : out_(out), log_(log) {}

  /// `place` for what is not there.
  void record(const Json& j, base::Span place) {
    if (!j.is(Json::Kind::Object)) {
      wrong(j.span, base::kind_name(j.kind), "an object", "オブジェクト");
      return;
    }
    for (const base::Member& m : j.members)
      if (!known(m.key)) log_.add(base::Code::ListColumn, m.key_span ? m.key_span : place, {m.key});
    const std::string kind = str(j, "record");
    if (kind == "game") {
      out_.game.id = str(j, "game");
      both(j, "titles", out_.game.title);
      return;
    }
    if (kind != "clause" && kind != "card" && kind != "ruling") {
      wrong(place, kind.empty() ? "no `record`" : "`record` " + kind,
            "`record` game, clause, card or ruling",
            "`record` に game、clause、card、ruling のいずれか");
      return;
    }
    if (str(j, "id").empty()) {
      wrong(place, "no `id`", "an `id`", "`id`");
      return;
    }
    if (kind == "clause") {
      ClauseRecord c{str(j, "id"),     str(j, "kind"),  str(j, "title"), {},
                     str(j, "status"), str(j, "since"), str(j, "before")};
      both(j, "texts", c.text);
      out_.game.clauses.push_back(std::move(c));
    } else if (kind == "card") {
      CardRecord c;
      c.name = str(j, "id");
      c.invented = flag(j, "invented");
      c.generic = flag(j, "generic");
      c.attributes = pairs(j, "attributes");
      for (const Json* w : items(j, "wordings"))
        c.wordings.push_back({str(*w, "from"), str(*w, "known"), pairs(*w, "spans")});
      c.abilities = strings(j, "abilities");
      out_.game.cards.push_back(std::move(c));
    } else {
      RulingRecord r;
      r.id = str(j, "id");
      r.status = str(j, "status");
      r.source = str(j, "source");
      r.issued = str(j, "issued");
      r.authority = str(j, "authority");
      r.partial = str(j, "partial");
      both(j, "titles", r.title);
      both(j, "questions", r.question);
      both(j, "answers", r.answer);
      r.cards = strings(j, "cards");
      r.cites = strings(j, "cites");
      r.supersedes = strings(j, "supersedes");
      r.presumes = pairs(j, "presumes");
      r.known = str(j, "known");
      r.effective = str(j, "effective");
      r.narrows = strings(j, "narrows");
      r.distinguishes = strings(j, "distinguishes");
      r.follows = strings(j, "follows");
      for (const auto& [how, pattern] : pairs(j, "groups")) r.groups.push_back({how, pattern});
      for (const Json* w : items(j, "was"))
        r.was.push_back({str(*w, "status"), str(*w, "until"), str(*w, "known")});
      for (const Json* c : items(j, "cases")) {
        r.cases.push_back({str(*c, "id"), str(*c, "at"), {}});
        for (const Json* claim : items(*c, "claims"))
          r.cases.back().claims.push_back({str(*claim, "kind"), str(*claim, "text")});
      }
      out_.rulings.push_back(std::move(r));
    }
  }

 private:
  void wrong(base::Span at, std::string_view found, const char* en, const char* ja) {
    log_.add(base::Code::ListSyntax, at, {std::string(found), base::in_both(en, ja)});
  }
  const Json* member(const Json& j, const char* key, Json::Kind kind) {
    const Json* m = j.find(key);
    if (m == nullptr || m->is(kind)) return m;
    wrong(m->span, fmt::format("`{}` {}", key, base::kind_name(m->kind)),
          base::kind_name(kind).data(), base::kind_name(kind).data());
    return nullptr;
  }
  std::string str(const Json& j, const char* key) {
    const Json* m = member(j, key, Json::Kind::String);
    return m == nullptr ? "" : m->string;
  }
  bool flag(const Json& j, const char* key) {
    const Json* m = member(j, key, Json::Kind::Bool);
    return m != nullptr && m->boolean;
  }
  void both(const Json& j, const char* key, std::string (&to)[2]) {
    if (const Json* m = member(j, key, Json::Kind::Object)) {
      to[0] = str(*m, "en");
      to[1] = str(*m, "ja");
    }
  }
  std::vector<const Json*> items(const Json& j, const char* key) {
    std::vector<const Json*> out;
    if (const Json* m = member(j, key, Json::Kind::Array))
      for (const Json& i : m->items) {
        if (i.is(Json::Kind::Object))
          out.push_back(&i);
        else
          wrong(i.span, base::kind_name(i.kind), "an object", "オブジェクト");
      }
    return out;
  }
  std::vector<std::string> strings(const Json& j, const char* key) {
    std::vector<std::string> out;
    if (const Json* m = member(j, key, Json::Kind::Array))
      for (const Json& i : m->items) {
        if (i.is(Json::Kind::String))
          out.push_back(i.string);
        else
          wrong(i.span, base::kind_name(i.kind), "a string", "文字列");
      }
    return out;
  }
  Pairs pairs(const Json& j, const char* key) {
    Pairs out;
    if (const Json* m = member(j, key, Json::Kind::Array))
      for (const Json& i : m->items) {
        if (i.items.size() == 2 && i.items[0].is(Json::Kind::String) &&
            i.items[1].is(Json::Kind::String))
          out.emplace_back(i.items[0].string, i.items[1].string);
        else
          wrong(i.span, base::kind_name(i.kind), "an array of two strings", "文字列二つの配列");
      }
    return out;
  }

  Records& out_;
  base::DiagnosticLog& log_;
};

/// Places in a line become places in its file.
void move_to(Json& j, base::Span line) {
  const auto move = [&](base::Span& s) {
    s = {line.file, s.begin + line.begin, s.end + line.begin};
  };
  move(j.span);
  for (Json& i : j.items) move_to(i, line);
  for (base::Member& m : j.members) {
    move(m.key_span);
    move_to(m.value, line);
  }
}

bool formula(char c) {
  return c == '=' || c == '+' || c == '-' || c == '@' || c == '\t' || c == '\r' || c == '\'';
}

}  // namespace

std::string to_json_lines(const Records& records) {
  std::string out;
  for (const Json& j : objects(records)) out += compact(j) + "\n";
  return out;
}

std::string to_csv(const Records& records) {
  std::vector<std::string> columns(kColumns.begin(), kColumns.end());
  columns.insert(columns.end(), kMore.begin(), kMore.end());
  std::string out = "\xEF\xBB\xBF";  // spreadsheets take UTF-8 for something else without it
  for (const std::string& c : columns) out += (&c == &columns.front() ? "" : ",") + c;
  out += "\n";
  for (const Json& j : objects(records)) {
    for (const std::string& c : columns) {
      const Json* m = j.find(c);
      std::string cell = m == nullptr ? "" : m->is(Json::Kind::String) ? m->string : compact(*m);
      if (!cell.empty() && formula(cell[0])) cell.insert(0, "'");
      if (cell.find_first_of(",\"\n\r") != std::string::npos) {
        std::string quoted = "\"";
        for (const char ch : cell) {
          if (ch == '"') quoted += '"';
          quoted += ch;
        }
        cell = quoted + "\"";
      }
      out += (&c == &columns.front() ? "" : ",") + cell;
    }
    out += "\n";
  }
  return out;
}

Records from_json_lines(const base::SourceMap& sources, base::Span file, base::DiagnosticLog& log) {
  Records out;
  Reader reader(out, log);
  const std::string_view text = sources.slice(file);
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const base::Span line = {file.file, file.begin + static_cast<std::uint32_t>(at),
                             file.begin + static_cast<std::uint32_t>(end)};
    at = end + 1;
    if (text.substr(line.begin - file.begin, end - (line.begin - file.begin))
            .find_first_not_of(" \t\r") == std::string_view::npos)
      continue;
    // A line is read by itself, so that the time a file takes grows with its size only.
    base::SourceMap alone;
    base::DiagnosticLog quiet;
    auto j = base::read_json(alone, alone.add("line", std::string(sources.slice(line))), quiet);
    if (!j || quiet.has_errors())
      (void)base::read_json(sources, line, log);
    else {
      move_to(*j, line);
      reader.record(*j, {line.file, line.begin, line.begin + 1});
    }
  }
  return out;
}

Records from_csv(const base::SourceMap& sources, base::Span file, base::DiagnosticLog& log) {
  Records out;
  Reader reader(out, log);
  const auto rows = read_csv(sources, file, log);
  for (std::size_t r = 1; r < rows.size(); ++r) {
    Json j = object();
    if (rows[r].size() > rows[0].size())
      log.add(base::Code::ListSyntax, rows[r][rows[0].size()].span,
              {base::in_both("a cell without a column", "列のないセル"),
               base::in_both(fmt::format("{} cells", rows[0].size()),
                             fmt::format("{} 個のセル", rows[0].size()))});
    for (std::size_t c = 0; c < std::min(rows[r].size(), rows[0].size()); ++c) {
      std::string cell = rows[r][c].text;
      if (cell.empty()) continue;
      if (cell[0] == '\'') cell.erase(0, 1);
      const std::string& key = rows[0][c].text;
      Json value = text_json(cell);
      if (known(key) && !is_text(key)) {
        base::SourceMap inside;
        base::DiagnosticLog quiet;
        auto parsed = base::read_json(inside, inside.add("cell", cell), quiet);
        if (!parsed || quiet.has_errors()) {
          log.add(base::Code::ListSyntax, rows[r][c].span,
                  {"`" + key + "`", base::in_both("JSON in this cell", "このセルに JSON")});
          continue;
        }
        value = std::move(*parsed);
      }
      // places within a cell are those of the cell
      const auto place = [&](const auto& self, Json& v) -> void {
        v.span = rows[r][c].span;
        for (Json& i : v.items) self(self, i);
        for (base::Member& m : v.members) {
          m.key_span = v.span;
          self(self, m.value);
        }
      };
      place(place, value);
      j.members.push_back({key, rows[0][c].span, std::move(value)});
    }
    reader.record(j, rows[r][0].span);
  }
  return out;
}

}  // namespace hanrei::rulings::exchange
