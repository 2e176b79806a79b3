// No name means anything to the checker: with every name that a game folder declares replaced by
// another, in its files and in its rulings, every claim stands as before.

#include <fmt/format.h>

#include <map>
#include <random>
#include <set>
#include <sstream>

#include "base/io/file.h"
#include "base/json/read.h"
#include "base/json/write.h"
#include "model/syntax/expression.h"
#include "tests/catch.h"
#include "tests/support/workbench.h"

using namespace hanrei;
using base::Json;

namespace {

bool is_number(const std::string& s) {
  return !s.empty() && s.find_first_not_of("0123456789") == std::string::npos;
}

class Renaming {
 public:
  explicit Renaming(unsigned seed) : random_(seed) {}

  /// Collects what a rulebook or card file declares.
  void collect(const Json& file) {
    for (const char* list : {"clauses", "provisions", "cards"}) {
      const Json* items = file.find(list);
      if (items == nullptr) continue;
      for (const Json& form : items->items) {
        declared(form);
        if (const Json* own = form.find("provisions")) {
          for (const Json& f : own->items) declared(f);
        }
      }
    }
    if (const Json* readings = file.find("readings")) {
      for (const Json& r : readings->items) add(r.find("reading"));
    }
  }

  size_t size() const { return names_.size(); }
  const std::map<std::string, std::string>& all() const { return names_; }

  Json renamed(const Json& json) { return value(json, ""); }

  /// A ruling, as XML again.
  std::string xml(const rulings::Element& e) {
    std::string out = "<" + e.name;
    for (const auto& a : e.attributes)
      out += " " + attribute_name(e, a.name) + "=\"" +
             escaped(attribute_value(e, a.name, a.value)) + "\"";
    out += ">";
    const bool prose =
        e.name == "title" || e.name == "question" || e.name == "answer" || e.name == "partial";
    out += escaped(prose ? e.text : text(e.text));
    for (const rulings::Element& child : e.children) out += xml(child);
    return out + "</" + e.name + ">\n";
  }

 private:
  void add(const Json* name) {
    if (name != nullptr && name->is(Json::Kind::String)) add(name->string);
  }
  void add(const std::string& name) {
    static const std::set<std::string> own = {"none", "name", "owner", "user",
                                              "host", "card", "draw"};  // the language's
    if (name.empty() || is_number(name) || own.contains(name) || names_.contains(name)) return;
    static const std::vector<std::string> syllables = {"あ", "か", "さ", "た", "な", "は", "ま",
                                                       "や", "ら", "わ", "ん", "q",  "Z"};
    std::string fresh;
    do {
      fresh = "ゑ";
      for (int i = 0; i < 7; ++i) fresh += syllables[random_() % syllables.size()];
    } while (!taken_.insert(fresh).second);
    names_[name] = fresh;
  }

  void declared(const Json& form) {
    if (form.members.empty()) return;
    const std::string& kind = form.members.front().key;
    static const std::set<std::string> kinds = {
        "type",  "sort",   "attr",     "zone",   "kind",     "derived",
        "table", "signal", "exchange", "order",  "duration", "procedure",
        "act",   "limit",  "card",     "clause", "effect"};
    if (kinds.contains(kind)) add(&form.members.front().value);
    if (kind == "type") {
      const Json& values = *form.find("values");
      for (const Json& v : values.items) add(&v);
      for (const base::Member& m : values.members) add(m.key);
    }
    if (kind == "sort") {
      for (const base::Member& m : form.find("attrs")->members) add(m.key);
    }
    for (const char* list : {"aka", "tags"}) {
      const Json* names = form.find(list);
      if (names == nullptr) continue;
      for (const Json& n : names->items) add(&n);
    }
    steps(form);
  }
  /// Names of steps, wherever they are.
  void steps(const Json& j) {
    for (const base::Member& m : j.members) {
      if (m.key == "n") add(&m.value);
      if (m.key != "args") steps(m.value);
    }
    for (const Json& item : j.items) steps(item);
  }

  std::string name(const std::string& s) const {
    const auto it = names_.find(s);
    return it == names_.end() ? s : it->second;
  }

  /// Renames in a tree; what `says` looks for is text, not a name.
  bool rename(model::Node& n) const {
    bool changed = false;
    const auto put = [&](std::string& s) {
      const std::string fresh = name(s);
      changed = changed || fresh != s;
      s = fresh;
    };
    if (n.kind == model::NodeKind::Name || n.kind == model::NodeKind::Member) put(n.text);
    if (n.kind == model::NodeKind::Quant) put(n.name);
    for (std::string& label : n.labels) put(label);
    const bool says = n.kind == model::NodeKind::Call && n.kids[0].text == "says";
    const bool size = n.kind == model::NodeKind::Call &&
                      n.kids[0].text == "size";  // also an attribute of Harbour
    for (size_t i = 0; i < n.kids.size(); ++i) {
      if (!(says && i == 2) && !(size && i == 0)) changed = rename(n.kids[i]) || changed;
    }
    return changed;
  }

  /// Tries to read the string as the language does; nothing when it is no such thing or stays the
  /// same.
  std::optional<std::string> expression(const std::string& s,
                                        const std::string& before = "") const {
    for (bool statement : {false, true}) {
      base::DiagnosticLog log;
      const std::string whole = before + s;
      model::Node n = statement ? model::parse_statement({whole, {}, false}, log)
                                : model::parse_expression({whole, {}, false}, log);
      if (log.has_errors() || (!before.empty() && n.kind != model::NodeKind::Quant)) continue;
      if (!rename(n)) return std::nullopt;
      return model::print(n).substr(before.size());
    }
    return std::nullopt;
  }

  /// A string of the rules language.
  std::string string(const std::string& s) const {
    if (names_.contains(s)) return name(s);
    for (const std::string& prefix : {std::string("set of "), std::string("act #"),
                                      std::string("act "), std::string("secret until ")}) {
      if (s.starts_with(prefix)) return prefix + string(s.substr(prefix.size()));
    }
    if (const auto e = expression(s)) return *e;
    if (const auto e = expression(s, "any ")) return *e;  // NAME in SET
    if (s.ends_with("]")) return path(s);                 // PROCEDURE[7b]
    return s;
  }

  /// Words with expressions in braces, by language or by value.
  Json said(const Json& j) const {
    Json out = j;
    for (base::Member& m : out.members) {
      if (m.value.is(Json::Kind::Array)) {  // each under its condition
        for (Json& item : m.value.items) {
          if (item.is(Json::Kind::String)) {
            item.string = braces(item.string);
            continue;
          }
          for (base::Member& part : item.members)
            part.value.string =
                part.key == "if" ? string(part.value.string) : braces(part.value.string);
        }
        continue;
      }
      if (!m.value.is(Json::Kind::String)) {
        m.value = said(m.value);
        m.key = name(m.key);
        continue;
      }
      if (m.key == "reading") {
        m.value.string = name(m.value.string);
        continue;
      }
      m.value.string = braces(m.value.string);
    }
    return out;
  }
  std::string braces(const std::string& text) const {
    std::string words;
    for (std::string_view rest = text;;) {
      const size_t open = rest.find('{'), close = rest.find('}');
      words += rest.substr(0, open);
      if (open == std::string_view::npos) break;
      words += "{" + string(std::string(rest.substr(open + 1, close - open - 1))) + "}";
      rest.remove_prefix(close + 1);
    }
    return words;
  }

  Json value(const Json& j, const std::string& key) const {
    if (key == "say" || key == "told") return said(j);
    static const std::set<std::string> prose = {"title", "ja",        "en",      "note",
                                                "text",  "flavour",   "why",     "options",
                                                "span",  "languages", "players", "game"};
    // objects whose keys are names
    static const std::set<std::string> named = {"with",   "quota", "attrs", "args",
                                                "locals", "for",   "values"};
    if (prose.contains(key) && !(key == "span" && j.is(Json::Kind::Object))) return j;
    Json out = j;
    const size_t dots = key == "int" ? j.string.find("..") : std::string::npos;  // two expressions
    if (dots != std::string::npos)
      out.string = string(j.string.substr(0, dots)) + ".." + string(j.string.substr(dots + 2));
    else if (j.is(Json::Kind::String))
      out.string = string(j.string);
    for (Json& item : out.items) item = value(item, key);
    const bool card = !j.members.empty() && j.members.front().key == "card";
    const bool clause = !j.members.empty() && j.members.front().key == "clause";
    for (base::Member& m : out.members) {
      if (clause && m.key != "clause" && m.key != "by" && m.key != "refers") continue;
      m.value = value(m.value, m.key);
      if (card || named.contains(key)) m.key = name(m.key);
    }
    return out;
  }

  // ---- rulings

  static std::string escaped(const std::string& s) {
    std::string out;
    for (char c : s) {
      if (c == '<')
        out += "&lt;";
      else if (c == '>')
        out += "&gt;";
      else if (c == '&')
        out += "&amp;";
      else if (c == '"')
        out += "&quot;";
      else
        out += c;
    }
    return out;
  }
  std::string attribute_name(const rulings::Element& e, const std::string& a) const {
    static const std::set<std::string> holders = {"situation", "player", "card", "frame",
                                                  "token",     "do",     "free"};
    return holders.contains(e.name) ? name(a) : a;
  }
  std::string attribute_value(const rulings::Element& e, const std::string& a,
                              const std::string& v) const {
    static const std::set<std::string> kept = {"xml:lang", "status", "source",    "format",
                                               "game",     "kind",   "type",      "min",
                                               "max",      "issued", "authority", "ruling"};
    if (kept.contains(a) || (a == "id" && e.name != "card")) return v;
    if (e.get("kind") == "chooser" && a == "of" && v == "order")
      return v;  // the choice of an order
    if (a == "at") return path(v);
    return text(v);
  }
  /// `PROCEDURE[STEP]/PROCEDURE[STEP]`
  std::string path(const std::string& s) const {
    std::string out, word;
    for (char c : s + "/") {
      if (c == '/' || c == '[' || c == ']') {
        out += name(word);
        out += c;
        word.clear();
      } else {
        word += c;
      }
    }
    out.pop_back();
    return out;
  }
  /// One name or expression; several of them with commas; or words.
  std::string text(const std::string& s) const {
    if (names_.contains(s)) return name(s);
    if (const auto e = expression(s)) return *e;
    std::string out, part;
    int depth = 0;
    for (char c : s + ",") {
      if (c == '(' || c == '{' || c == '[') ++depth;
      if (c == ')' || c == '}' || c == ']') --depth;
      if (c == ',' && depth == 0) {
        out += part_text(part) + ",";
        part.clear();
      } else {
        part += c;
      }
    }
    out.pop_back();
    return out;
  }
  std::string part_text(const std::string& s) const {
    const size_t from = s.find_first_not_of(' ');
    if (from == std::string::npos) return s;
    const std::string bare = s.substr(from, s.find_last_not_of(' ') - from + 1);
    if (names_.contains(bare)) return name(bare);
    if (const auto e = expression(bare)) return *e;
    std::string out, word;
    for (char c : bare + " ") {
      if (c != ' ' && c != '\n' && c != '\t') {
        word += c;
        continue;
      }
      out += name(word) + c;
      word.clear();
    }
    out.pop_back();
    return out;
  }

  std::mt19937 random_;
  std::map<std::string, std::string> names_;
  std::set<std::string> taken_;
};

Json read(const std::string& path) {
  base::SourceMap sources;
  base::DiagnosticLog log;
  auto json = base::read_json(sources, sources.add(path, test::slurp(path)), log);
  REQUIRE(json.has_value());
  return *json;
}

/// What was found of rulings and of each of their claims, in order, with the sizes of what was
/// searched: of all, of a game of hundreds of every third.
std::map<std::string, std::string> findings(const std::string& folder) {
  const test::Corpus corpus(folder);
  REQUIRE(corpus.game.has_value());
  std::map<std::string, std::string> out;
  std::vector<rulings::Document> documents;
  for (size_t i = 0; i<corpus.documents.size(); i += corpus.documents.size()> 100 ? 3 : 1)
    documents.push_back(corpus.documents[i]);
  const auto results = test::check_all(corpus, documents);
  for (size_t i = 0; i < results.size(); ++i) {
    const checker::RulingResult& r = results[i];
    std::string& s = out[documents[i].id];
    s = fmt::format("{} {} states {} edges {} ends", checker::standing_name(r.standing),
                    r.counts.states, r.counts.edges, r.counts.terminals);
    for (const checker::ClaimResult& c : r.claims) {
      s += fmt::format("; {} {} moves {}", checker::standing_name(c.standing),
                       c.shown.has_witness ? c.shown.witness.size() : 0, c.fault);
    }
  }
  return out;
}

/// Writes the game anew under other names.
void rename_game(const std::string& folder, const std::string& fresh, Renaming& names) {
  const std::vector<std::string> files = base::list_files(folder, ".json");
  for (const std::string& path : files) names.collect(read(path));
  for (const std::string& path : files)
    test::put(fresh + path.substr(folder.size()), base::canonical(names.renamed(read(path))));
  const test::Corpus original(folder);
  for (const rulings::Document& d : original.documents) {
    test::put(fresh + d.path.substr(folder.size()),
              "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + names.xml(d.root));
  }
}

/// Whatever `show --names` lists below its headings.
std::set<std::string> listed(const std::string& folder) {
  const test::Ran shown = test::run({"show", "--names", folder});
  CAPTURE(shown.err);
  REQUIRE(shown.code == 0);
  std::set<std::string> out;
  std::istringstream lines(shown.out.substr(shown.out.find("\nzones\n")));
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("  ")) continue;
    for (char& c : line)
      if (std::string_view(":.,()=").find(c) != std::string_view::npos) c = ' ';
    std::istringstream words(line);
    for (std::string word; words >> word;) out.insert(word);
  }
  return out;
}

}  // namespace

TEST_CASE("renaming: names mean nothing", "[renaming][slow]") {
  std::vector<std::string> places = test::shipped_games();
  for (const char* small : {"tests/data/harbour", "docs/tako"})
    places.push_back(test::at_root(small));
  const std::string folder = GENERATE_COPY(from_range(places));
  const size_t least = folder.ends_with("lftcg") ? 500 : folder.ends_with("tako") ? 30 : 50;
  CAPTURE(folder);
  const test::Scratch scratch;
  const std::string fresh = scratch / "renamed";
  Renaming names(20'26);
  rename_game(folder, fresh, names);
  CHECK(names.size() > least);

  // Nothing is left of the old names.
  const std::set<std::string> now = listed(fresh);
  for (const auto& [old, renamed] : names.all()) {
    CAPTURE(old, renamed);
    CHECK_FALSE(now.contains(old));
  }
  CHECK(test::run({"check", fresh, "--engine", "explicit", "--max-states", "1"})
            .err.find(": error: ") == std::string::npos);
  auto found = findings(fresh);
  for (const auto& [id, was] : findings(folder)) {
    CAPTURE(id);
    CHECK(found[id] == was);
  }
}
