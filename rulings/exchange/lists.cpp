// Lists that publishers and fans keep, by way of a mapping file.
#include <algorithm>
#include <map>
#include <set>

#include "base/contains.h"
#include "base/json/read.h"
#include "rulings/exchange/exchange.h"

namespace hanrei::rulings::exchange {
namespace {

using base::Code;
using base::Json;
using base::Span;

/// A row of the list: column -> cell.
using Row = std::map<std::string, Cell>;

std::string plain(const Json& j) {
  switch (j.kind) {
    case Json::Kind::String: return j.string;
    case Json::Kind::Int: return std::to_string(j.integer);
    case Json::Kind::Bool: return j.boolean ? "true" : "false";
    case Json::Kind::Array: {
      std::string out;
      for (const Json& i : j.items) out += (out.empty() ? "" : "\n") + plain(i);
      return out;
    }
    case Json::Kind::Null:
    case Json::Kind::Real:
    case Json::Kind::Object: return "";
  }
  return "";
}

struct Mapping {
  bool cards = false;
  std::map<std::string, std::string> columns;                   ///< of ours -> of the list
  std::vector<std::pair<std::string, std::string>> attributes;  ///< ours, of the list
  std::string separator, status, source, authority;
  std::size_t lang = 1;
};

class ListReader {
 public:
  ListReader(const base::SourceMap& sources, base::DiagnosticLog& log)
      : sources_(sources), log_(log) {}

  bool mapping(Span file, Mapping& m) {
    const auto j = base::read_json(sources_, file, log_);
    if (!j) return false;
    const std::size_t errors = log_.error_count();
    static constexpr std::string_view kKeys[] = {"format",     "list",      "columns",
                                                 "attributes", "separator", "status",
                                                 "source",     "authority", "lang"};
    for (const base::Member& k : j->members) {
      if (!base::contains(kKeys, k.key))
        log_.add(Code::ListColumn, k.key_span, {k.key});
      else if (k.key == "columns" || k.key == "attributes") {
        if (!k.value.is(Json::Kind::Object))
          wrong(k.value.span, base::kind_name(k.value.kind), "an object", "オブジェクト");
        for (const base::Member& c : k.value.members) {
          if (!c.value.is(Json::Kind::String))
            wrong(c.value.span, base::kind_name(c.value.kind), "the name of a column", "列の名前");
          else if (k.key == "columns")
            m.columns[c.key] = c.value.string;
          else
            m.attributes.emplace_back(c.key, c.value.string);
        }
      }
    }
    const auto text = [&](const char* key) {
      const Json* v = j->find(key);
      if (v != nullptr && !v->is(Json::Kind::String))
        wrong(v->span, base::kind_name(v->kind), "a string", "文字列");
      return v == nullptr ? std::string() : v->string;
    };
    if (const Json* f = j->find("format"); f != nullptr && f->integer > 1)
      log_.add(Code::NewerFormat, f->span, {std::to_string(f->integer), "1"});
    const std::string list = text("list"), lang = text("lang");
    const Span at = {file.file, file.begin, file.begin + 1};
    if (list != "cards" && list != "questions")
      wrong(j->find("list") != nullptr ? j->find("list")->span : at,
            list.empty() ? "no `list`" : "`" + list + "`", "`list` cards or questions",
            "`list` に cards か questions");
    m.cards = list == "cards";
    m.separator = text("separator");
    m.status = text("status");
    m.source = text("source");
    m.authority = text("authority");
    m.lang = lang == "en" ? 0 : 1;
    static const std::set<std::string> of_cards = {"name", "text", "from"},
                                       of_questions = {"id",    "date",     "cards",  "clauses",
                                                       "title", "question", "answer", "authority"};
    for (const auto& [ours, theirs] : m.columns)
      if (!(m.cards ? of_cards : of_questions).contains(ours))
        log_.add(Code::ListColumn, at, {ours});
    for (const char* must : m.cards ? std::vector<const char*>{"name"}
                                    : std::vector<const char*>{"id", "question", "answer"})
      if (!m.columns.contains(must))
        wrong(at, "no column `" + std::string(must) + "`", "one in `columns`",
              "`columns` にその列");
    // Who decided, and that somebody did, is never made up.
    static const std::set<std::string> statuses = {"derived", "formal", "provisional", "pending",
                                                   "withdrawn"};
    if (!m.cards && (!statuses.contains(m.status) || m.source.empty()))
      wrong(at, "no `status` or no `source`",
            "both: a status (derived, formal, provisional, pending, withdrawn), and where the list "
            "is from",
            "`status` (derived、formal、provisional、pending、withdrawn) と `source` (出典)");
    if (!m.cards && m.status != "derived" && m.authority.empty() &&
        !m.columns.contains("authority"))
      wrong(at, "no `authority`", "who decided, as a name or as a column",
            "`authority` (裁定者の名、またはその列)");
    return log_.error_count() == errors;
  }

  std::vector<std::pair<Row, Span>> rows(Span list, bool csv) {
    std::vector<std::pair<Row, Span>> out;
    if (csv) {
      const auto table = read_csv(sources_, list, log_);
      if (!table.empty())
        for (const Cell& c : table[0]) names_.insert(c.text);
      for (std::size_t r = 1; r < table.size(); ++r) {
        Row row;
        for (std::size_t c = 0; c < table[r].size() && c < table[0].size(); ++c)
          row[table[0][c].text] = table[r][c];
        out.emplace_back(std::move(row), table[r][0].span);
      }
      return out;
    }
    const std::string_view text = sources_.slice(list);
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    std::vector<Json> objects;
    if (first != std::string_view::npos && text[first] == '[') {
      if (auto j = base::read_json(sources_, list, log_)) objects = std::move(j->items);
    } else {
      for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        const Span line = {list.file, list.begin + static_cast<std::uint32_t>(at),
                           list.begin + static_cast<std::uint32_t>(end)};
        const bool blank =
            text.substr(at, end - at).find_first_not_of(" \t\r") == std::string_view::npos;
        at = end + 1;
        if (blank) continue;
        base::SourceMap alone;
        base::DiagnosticLog quiet;
        auto j =
            base::read_json(alone, alone.add("line", std::string(sources_.slice(line))), quiet);
        if (!j || quiet.has_errors()) {
          (void)base::read_json(sources_, line, log_);
          continue;
        }
        j->span = {line.file, line.begin, line.begin + 1};
        for (base::Member& m : j->members) m.value.span = j->span;
        objects.push_back(std::move(*j));
      }
    }
    for (const Json& j : objects) {
      if (!j.is(Json::Kind::Object)) {
        wrong(j.span, base::kind_name(j.kind), "an object", "オブジェクト");
        continue;
      }
      Row row;
      for (const base::Member& m : j.members) {
        row[m.key] = {plain(m.value), m.value.span};
        names_.insert(m.key);
      }
      out.emplace_back(std::move(row), j.span);
    }
    return out;
  }

  Records records(const Mapping& m, const std::vector<std::pair<Row, Span>>& rows, Span list) {
    Records out;
    for (const auto& [ours, theirs] : m.columns)
      if (!rows.empty() && !names_.contains(theirs))
        wrong({list.file, list.begin, list.begin}, "no column `" + theirs + "`",
              "the column that the mapping names", "対応表にある列");
    if (log_.has_errors()) return out;
    std::set<std::string> ids;
    for (const auto& [row, place] : rows) {
      const auto get = [&, &r = row](const char* ours) {
        const auto c = m.columns.find(ours);
        if (c == m.columns.end()) return std::string();
        const auto it = r.find(c->second);
        return it == r.end() ? std::string() : it->second.text;
      };
      const std::string id = get(m.cards ? "name" : "id");
      if (id.empty()) {
        wrong(place, m.cards ? "no name" : "no id", "one in each row", "各行に一つ");
        continue;
      }
      if (!m.cards && !ids.insert(id).second) {
        log_.add(Code::XmlDuplicateId, place, {base::in_both("ruling", "裁定"), id});
        continue;
      }
      if (m.cards) {
        CardRecord c;
        c.name = id;
        if (const std::string words = get("text"); !words.empty())
          c.wordings.push_back({get("from"), "", {{"s1", words}}});
        for (const auto& [ours, theirs] : m.attributes)
          if (const auto it = row.find(theirs); it != row.end() && !it->second.text.empty()) {
            c.attributes.emplace_back(ours, it->second.text);
            std::replace(c.attributes.back().second.begin(), c.attributes.back().second.end(), '\n',
                         ' ');
          }
        out.game.cards.push_back(std::move(c));
        continue;
      }
      RulingRecord r;
      r.id = id;
      r.status = m.status;
      r.source = m.source;
      r.authority = get("authority").empty() ? m.authority : get("authority");
      r.issued = get("date");
      std::replace(r.issued.begin(), r.issued.end(), '/', '-');
      if (!r.issued.empty() && !day_of(r.issued))
        wrong(place, "`" + r.issued + "`", "a date such as 2004-05-31", "2004-05-31 のような日付");
      r.title[m.lang] = get("title");
      r.question[m.lang] = get("question");
      r.answer[m.lang] = get("answer");
      r.cards = split(get("cards"), m.separator);
      r.cites = split(get("clauses"), m.separator);
      out.rulings.push_back(std::move(r));
    }
    return out;
  }

 private:
  void wrong(Span at, std::string_view found, const char* en, const char* ja) {
    log_.add(Code::ListSyntax, at, {std::string(found), base::in_both(en, ja)});
  }

  /// Several in one cell: with the separator of the mapping, or a line each.
  static std::vector<std::string> split(const std::string& text, const std::string& separator) {
    std::vector<std::string> out;
    const std::string by =
        text.find('\n') != std::string::npos || separator.empty() ? "\n" : separator;
    for (std::size_t at = 0; at <= text.size();) {
      const std::size_t end = std::min(text.find(by, at), text.size());
      std::string one = text.substr(at, end - at);
      while (!one.empty() && (one.back() == ' ' || one.back() == '\r')) one.pop_back();
      while (!one.empty() && one.front() == ' ') one.erase(0, 1);
      if (!one.empty()) out.push_back(std::move(one));
      at = end + by.size();
    }
    std::ranges::sort(out);
    out.erase(std::unique(out.begin(), out.end()), out.end());
    return out;
  }

  const base::SourceMap& sources_;
  base::DiagnosticLog& log_;
  std::set<std::string> names_;
};

}  // namespace

Records from_list(const base::SourceMap& sources, Span list, bool csv, Span mapping,
                  base::DiagnosticLog& log) {
  ListReader reader(sources, log);
  Mapping m;
  if (!reader.mapping(mapping, m)) return {};
  return reader.records(m, reader.rows(list, csv), list);
}

}  // namespace hanrei::rulings::exchange
