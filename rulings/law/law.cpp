#include "rulings/law/law.h"

#include <algorithm>
#include <charconv>
#include <functional>
#include <map>
#include <optional>
#include <set>

#include "base/contains.h"

namespace hanrei::rulings {
namespace {

using base::Code;
using base::Json;

std::string first_of(const std::string& a, const std::string& b) { return a.empty() ? b : a; }

// ---------------------------------------------------------------- dates and authors

void dates(const LawRuling& r, base::DiagnosticLog& log) {
  const auto date = [&](const Element& e, const char* key) {
    if (const Element::Attribute* a = e.find(key);
        a != nullptr && !a->value.empty() && !base::day_of(a->value))
      log.add(Code::LawDate, a->span, {key, a->value});
  };
  for (const char* key : {"issued", "known", "effective"}) date(*r.root, key);
  for (const Element& e : r.root->children)
    if (e.name == "was")
      for (const char* key : {"until", "known"}) date(e, key);
}

struct Term {
  std::optional<std::int64_t> from, until;
};
/// By name; nothing when game.json declares none.
std::map<std::string, std::vector<Term>> authorities(const Json& game, base::DiagnosticLog& log) {
  std::map<std::string, std::vector<Term>> out;
  const Json* list = game.find("authorities");
  if (list == nullptr) return out;
  for (const Json& j : list->items) {
    const Json* name = j.find("authority");
    if (name == nullptr || !name->is(Json::Kind::String)) {
      log.add(Code::MissingKey, j.span, {"authority", "authorities"});
      continue;
    }
    std::vector<Term>& terms = out[name->string];
    const Json* held = j.find("terms");
    if (held == nullptr) {
      terms.push_back({});
      continue;
    }
    for (const Json& t : held->items) {
      terms.emplace_back();
      for (const auto& [key, to] :
           {std::pair{"from", &terms.back().from}, std::pair{"until", &terms.back().until}}) {
        const Json* date = t.find(key);
        if (date == nullptr) continue;
        *to = base::day_of(date->string);
        if (!*to) log.add(Code::LawDate, date->span, {key, date->string});
      }
    }
  }
  return out;
}

void author(const LawRuling& r, const std::map<std::string, std::vector<Term>>& known,
            base::DiagnosticLog& log) {
  const Element::Attribute* who = r.root->find("authority");
  const auto first = base::day_of(r.record.issued), last = base::day_of(r.record.issued, true);
  if (known.empty() || who == nullptr || !first) return;
  const auto it = known.find(who->value);
  if (it == known.end()) {
    log.add(Code::LawTerm, who->span,
            {who->value, r.record.issued,
             base::in_both("game.json does not name this authority",
                           "game.json にこの裁定者の記載がありません")});
    return;
  }
  // A date such as 2004 fits when any day of it does.
  for (const Term& t : it->second)
    if ((!t.from || *t.from <= *last) && (!t.until || *first < *t.until)) return;
  log.add(Code::LawTerm, who->span,
          {who->value, r.record.issued,
           base::in_both("no term of office has this day", "任期のうちにない日付です")});
}

// ---------------------------------------------------------------- what rulings say of each other

void targets(const LawRuling& r, const std::set<std::string>& ids, base::DiagnosticLog& log) {
  for (const Element& e : r.root->children) {
    if (e.name != "supersedes" && e.name != "narrows" && e.name != "distinguishes" &&
        e.name != "follows")
      continue;
    const Element::Attribute* to = e.find("ruling");
    if (to->value == r.record.id)
      log.add(Code::LawTarget, to->span,
              {"<" + e.name + ">", to->value,
               base::in_both("which is this ruling itself", "この裁定自身です")});
    else if (!ids.contains(to->value))
      log.add(Code::LawTarget, to->span,
              {"<" + e.name + ">", to->value,
               base::in_both("which is no ruling of this game", "このゲームの裁定にありません")});
  }
}

/// Each circle is told once, at its least id.
void circles(const std::map<std::string, const LawRuling*>& by_id, base::DiagnosticLog& log) {
  std::set<std::string> told;
  for (const auto& [start, ruling] : by_id) {
    // The shortest way back to where it began, among rulings that no circle was told of.
    std::map<std::string, std::string> from;
    std::vector<std::string> queue = {start};
    for (size_t i = 0; i < queue.size() && !from.contains(start); ++i) {
      for (const std::string& next : by_id.at(queue[i])->record.supersedes) {
        if (next == queue[i] || !by_id.contains(next) || told.contains(next) || from.contains(next))
          continue;
        from[next] = queue[i];
        queue.push_back(next);
      }
    }
    if (!from.contains(start)) continue;
    std::string way = start;
    for (std::string at = from[start];; at = from[at]) {
      way = at + " → " + way;
      told.insert(at);
      if (at == start) break;
    }
    log.add(Code::LawCircle, ruling->root->span, {way});
  }
}

// ---------------------------------------------------------------- the same situation

bool part_of_name(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
         static_cast<unsigned char>(c) >= 0x80;
}

/// Ids of cards become numbers, spaces one space.
std::string plain(const std::string& text, const std::map<std::string, std::string>& ids) {
  std::string out;
  for (size_t i = 0; i < text.size();) {
    if (part_of_name(text[i])) {
      size_t end = i;
      while (end < text.size() && part_of_name(text[end])) ++end;
      const std::string word = text.substr(i, end - i);
      const auto it = ids.find(word);
      out += it == ids.end() ? word : it->second;
      i = end;
    } else {
      const bool space = text[i] == ' ' || text[i] == '\n' || text[i] == '\t' || text[i] == '\r';
      if (!space || (!out.empty() && out.back() != ' ')) out += space ? ' ' : text[i];
      ++i;
    }
  }
  return out;
}

void number(const Element& e, std::map<std::string, std::string>& ids) {
  if (e.name == "card") ids.emplace(e.get("id"), "\x01" + std::to_string(ids.size()));
  for (const Element& child : e.children) number(child, ids);
}

std::string spelled(const Element& e, const std::map<std::string, std::string>& ids) {
  std::vector<std::string> attributes;
  for (const Element::Attribute& a : e.attributes)
    attributes.push_back(a.name + "=" + plain(a.value, ids));
  std::ranges::sort(attributes);
  std::string out = "<" + e.name;
  for (const std::string& a : attributes) out += "\n" + a;
  out += ">" + plain(e.text, ids);
  for (const Element& child : e.children) out += spelled(child, ids);
  return out + "</>";
}

struct Said {
  const LawRuling* ruling;
  const Element* where;
  std::map<std::string, std::string> ids;
};

/// Cases by their situation, play and end, whatever their cards are called.
void cases(const LawRuling& r, std::map<std::string, std::vector<Said>>& out) {
  std::vector<const Element*> all;
  for (const Element& e : r.root->children)
    if (e.name == "case") all.push_back(&e);
  if (all.empty()) all.push_back(r.root);
  for (const Element* c : all) {
    Said said{&r, c, {}};
    std::string key;
    for (const Element& e : c->children)
      if (e.name == "situation" || e.name == "deck") number(e, said.ids);
    for (const std::string_view part : {"situation", "deck", "let", "where", "play", "until"})
      for (const Element& e : c->children)
        if (e.name == part) key += spelled(e, said.ids);
    if (!key.empty()) out[key].push_back(std::move(said));
  }
}

/// `x.y < 3`, `result = win(A)`: a left side that is one thing, and a value.
struct Comparison {
  std::string left, relation, value;
  std::optional<std::int64_t> number;
};
std::optional<Comparison> comparison(const std::string& text) {
  for (const std::string_view relation : {" = ", " != ", " < ", " <= ", " > ", " >= "}) {
    const size_t at = text.find(relation);
    if (at == std::string::npos) continue;
    Comparison c{text.substr(0, at),
                 std::string(relation.substr(1, relation.size() - 2)),
                 text.substr(at + relation.size()),
                 {}};
    std::int64_t n = 0;
    const auto [end, error] = std::from_chars(c.value.data(), c.value.data() + c.value.size(), n);
    if (error == std::errc{} && end == c.value.data() + c.value.size() && n > -1'000'000'000 &&
        n < 1'000'000'000)
      c.number = n;
    const bool fixed =
        c.number || ((c.relation == "=" || c.relation == "!=") &&
                     (c.value == "true" || c.value == "false" || c.left == "result"));
    if (!fixed || c.left.empty() || c.value.empty() || c.left.find(' ') != std::string::npos ||
        c.value.find(' ') != std::string::npos)
      return std::nullopt;
    return c;
  }
  return std::nullopt;
}

/// Is there no value that fits both? `not_a`: what does not fit `a` is meant.
bool exclude(const Comparison& a, bool not_a, const Comparison& b, bool not_b) {
  if (a.left != b.left || a.number.has_value() != b.number.has_value()) return false;
  if (!a.number) {
    // one of the two values, or any third one
    const auto fits = [](const Comparison& c, bool negated, const std::string& v) {
      return ((c.relation == "=") == (c.value == v)) != negated;
    };
    const bool two = a.value == "true" || a.value == "false";
    for (const std::string& v : two ? std::vector<std::string>{"true", "false"}
                                    : std::vector<std::string>{a.value, b.value, ""})
      if (fits(a, not_a, v) && fits(b, not_b, v)) return false;
    return true;
  }
  const auto fits = [](const Comparison& c, bool negated, std::int64_t v) {
    const std::int64_t n = *c.number;
    const bool holds = c.relation == "="    ? v == n
                       : c.relation == "!=" ? v != n
                       : c.relation == "<"  ? v < n
                       : c.relation == "<=" ? v <= n
                       : c.relation == ">"  ? v > n
                                            : v >= n;
    return holds != negated;
  };
  // both sides change only at their numbers
  for (const std::int64_t n : {*a.number, *b.number})
    for (const std::int64_t v : {n - 1, n, n + 1})
      if (fits(a, not_a, v) && fits(b, not_b, v)) return false;
  return true;
}

/// Can the two claims not both be right?
bool opposite(const Element& a, const std::map<std::string, std::string>& ids_a, const Element& b,
              const std::map<std::string, std::string>& ids_b) {
  const std::string kind_a = a.get("kind"), kind_b = b.get("kind");
  for (const std::string_view key :
       {"for", "iff", "if", "of", "in", "now", "by", "clause", "card", "against", "reading"}) {
    if (key == "by" && (kind_a == "illegal" || kind_b == "illegal")) continue;
    if (plain(a.get(key), ids_a) != plain(b.get(key), ids_b)) return false;
  }
  const std::string text_a = plain(a.text, ids_a), text_b = plain(b.text, ids_b);
  const auto inside = [](const Element& e, const std::map<std::string, std::string>& ids) {
    std::vector<std::string> out;
    for (const Element& c : e.children)
      if (c.name != "rests") out.push_back(spelled(c, ids));
    std::ranges::sort(out);
    return out;
  };
  const auto in_a = inside(a, ids_a), in_b = inside(b, ids_b);
  const auto kinds = [&](const char* x, const char* y) {
    return (kind_a == x && kind_b == y) || (kind_a == y && kind_b == x);
  };
  if (kinds("legal", "illegal")) return in_a == in_b;
  if (kinds("necessary", "impossible") || kinds("possible", "impossible"))
    if (text_a == text_b) return true;
  const auto about_values = [](const std::string& kind) {
    return kind == "necessary" || kind == "possible" || kind == "impossible";
  };
  if (about_values(kind_a) && about_values(kind_b)) {
    if (kind_a == "possible" && kind_b == "possible") return false;
    for (const auto& [x, y] : {std::pair{&text_a, &text_b}, std::pair{&text_b, &text_a}})
      if (kind_a != "impossible" && kind_b != "impossible" &&
          (*x == "not " + *y || *x == "not (" + *y + ")"))
        return true;
    const auto x = comparison(text_a), y = comparison(text_b);
    return x && y && exclude(*x, kind_a == "impossible", *y, kind_b == "impossible");
  }
  if (kind_a != kind_b) return false;
  if (kind_a == "outcomes" || kind_a == "settles") return in_a != in_b || text_a != text_b;
  if (kind_a == "greatest" || kind_a == "least")
    return text_a == text_b && plain(a.get("is"), ids_a) != plain(b.get("is"), ids_b);
  if (kind_a == "chooser") return text_a != text_b;
  if (kind_a == "forceable")
    return text_a == text_b && a.get("answer", "yes") != b.get("answer", "yes");
  return false;
}

bool contrary(const Said& a, const Said& b) {
  for (const Element& x : a.where->children)
    if (x.name == "claim")
      for (const Element& y : b.where->children)
        if (y.name == "claim" && opposite(x, a.ids, y, b.ids)) return true;
  return false;
}

void reversals(const std::vector<LawRuling>& all, base::DiagnosticLog& log) {
  std::map<std::string, std::vector<Said>> by_situation;
  std::set<std::string> superseded;
  for (const LawRuling& r : all) {
    if (r.record.status != "formal" && r.record.status != "provisional") continue;
    superseded.insert(r.record.supersedes.begin(), r.record.supersedes.end());
    cases(r, by_situation);
  }
  std::set<std::pair<std::string, std::string>> told;
  for (const auto& [key, said] : by_situation)
    for (const Said& b : said)
      for (const Said& a : said) {
        const RulingRecord &early = a.ruling->record, &late = b.ruling->record;
        const auto day_a = base::day_of(early.issued), day_b = base::day_of(late.issued);
        if (!day_a || !day_b || std::pair(*day_a, early.id) >= std::pair(*day_b, late.id) ||
            early.id == late.id)
          continue;
        // What somebody else superseded is no longer there to be reversed.
        if (base::contains(late.supersedes, early.id) || base::contains(late.narrows, early.id) ||
            base::contains(late.distinguishes, early.id) || superseded.contains(early.id) ||
            superseded.contains(late.id))
          continue;
        if (!contrary(a, b) || !told.emplace(early.id, late.id).second) continue;
        log.add(Code::LawReversal, b.ruling->root->span, {early.id, early.issued});
        log.last().notes.emplace_back(a.ruling->root->span,
                                      base::in_both("the earlier ruling", "先の裁定"));
      }
}

}  // namespace

std::string status_as_of(const RulingRecord& r, const base::AsOf& as_of) {
  const std::string none = "unknown";
  if (!as_of.any()) return r.status;
  const auto issued = base::day_of(r.issued);
  if (!issued) return r.status == "derived" ? r.status : none;
  const auto known = base::day_of(first_of(r.known, r.issued)),
             effective = base::day_of(first_of(r.effective, r.issued));
  if (as_of.known && known && *known > *as_of.known) return none;
  if (as_of.valid && effective && *effective > *as_of.valid) return "not yet";
  for (auto w = r.was.rbegin(); w != r.was.rend(); ++w) {
    const auto until = base::day_of(w->until), told = base::day_of(first_of(w->known, w->until));
    if (as_of.begun(until, told)) return w == r.was.rbegin() ? r.status : (w - 1)->status;
  }
  return r.was.empty() ? r.status : r.was.front().status;
}

bool decides(const std::string& status) {
  return status == "formal" || status == "provisional" || status == "derived";
}

std::set<std::string> superseded(const std::vector<RulingRecord>& all, const base::AsOf& as_of) {
  const auto authority = [](const std::string& status) {
    return status == "formal" ? 3 : status == "provisional" ? 2 : status == "derived" ? 1 : 0;
  };
  std::map<std::string, int> has;
  for (const RulingRecord& r : all) has[r.id] = authority(r.status);
  std::map<std::string, std::vector<std::string>> takes;
  std::set<std::string> taken, out;
  for (const RulingRecord& r : all) {
    const int by = authority(status_as_of(r, as_of));
    for (const std::string& target : r.supersedes)
      if (by > 0 && by >= has[target]) {
        takes[r.id].push_back(target);
        taken.insert(target);
      }
  }
  const std::function<void(const std::vector<std::string>&)> follow = [&](const auto& targets) {
    for (const std::string& target : targets)
      if (const auto next = takes.find(target); out.insert(target).second && next != takes.end())
        follow(next->second);
  };
  for (const auto& [id, targets] : takes)
    if (!taken.contains(id)) follow(targets);
  return out;
}

std::set<std::string> out_of_force(const std::vector<Document>& all, const base::AsOf& as_of) {
  std::vector<RulingRecord> records;
  for (const Document& d : all)
    if (!d.is_deck) records.push_back(record_of(d));
  std::set<std::string> out = superseded(records, as_of);
  for (const RulingRecord& r : records)
    if (status_as_of(r, as_of) == "withdrawn") out.insert(r.id);
  return out;
}

void check_law(const Json& game, const std::vector<LawRuling>& all, base::DiagnosticLog& log) {
  const auto known = authorities(game, log);
  std::set<std::string> ids;
  std::map<std::string, const LawRuling*> by_id;
  for (const LawRuling& r : all) {
    ids.insert(r.record.id);
    by_id.emplace(r.record.id, &r);
  }
  for (const LawRuling& r : all) {
    dates(r, log);
    author(r, known, log);
    targets(r, ids, log);
  }
  circles(by_id, log);
  reversals(all, log);
}

}  // namespace hanrei::rulings
