#include "model/phrases/normal.h"

#include <algorithm>
#include <map>
#include <optional>
#include <vector>

#include "base/contains.h"
#include "base/json/write.h"
#include "model/syntax/expression.h"
#include "model/syntax/forms.h"

namespace hanrei::model::phrases {
namespace {

using base::Json;

/// An expression as it is compared.
struct Term {
  std::string head;
  std::vector<Term> kids;
  std::string text() const {
    if (kids.empty()) return head;
    std::string out = "(" + head;
    for (const Term& k : kids) out += " " + k.text();
    return out + ")";
  }
  bool is(std::string_view h, size_t n) const { return head == h && kids.size() == n; }
};

Term leaf(std::string head) { return {std::move(head), {}}; }
bool by_text(const Term& a, const Term& b) { return a.text() < b.text(); }

/// The names that a provision binds, as numbers.
struct Names {
  std::map<std::string, std::string> of;
  bool self_is_me = false;
  int next = 0;
  void bind(const std::string& name) { of[name] = "#" + std::to_string(next++); }
};

const std::map<std::string_view, std::string_view> kOpposite = {
    {"=", "!="}, {"!=", "="}, {"<", ">="}, {">=", "<"}, {">", "<="}, {"<=", ">"}};

/// A player that there always is, so that whoever is not the one is the other: `me`, `turn`, whose
/// a card is, and whom a moment tells of.
bool is_player(const Term& t) {
  if (t.kids.empty()) return t.head == "me" || t.head == "turn" || t.head.starts_with('%');
  return t.head == "." && t.kids.size() == 2 &&
         (t.kids[1].head == "user" || t.kids[1].head == "owner" || t.kids[0].is("ev", 0));
}

std::optional<int64_t> number(const Term& t) {
  if (!t.kids.empty() || t.head.empty()) return std::nullopt;
  const bool minus = t.head[0] == '-';
  const std::string_view digits = std::string_view(t.head).substr(minus ? 1 : 0);
  if (digits.empty() || digits.size() > 9 ||
      !std::ranges::all_of(digits, [](char c) { return c >= '0' && c <= '9'; }))
    return std::nullopt;
  int64_t n = 0;
  for (const char c : digits) n = n * 10 + (c - '0');
  return minus ? -n : n;
}

Term compared(std::string op, Term a, Term b) {
  if (op == "=" || op == "!=") {
    for (auto* side : {&a, &b}) {
      Term& other = side == &a ? b : a;
      if (side->is("call", 2) && side->kids[0].head == "opp" && is_player(other)) {
        Term inner = side->kids[1];
        return compared(std::string(kOpposite.at(op)), std::move(other), std::move(inner));
      }
    }
    if (by_text(b, a)) std::swap(a, b);
  } else if (op == ">" || op == ">=") {
    op = op == ">" ? "<" : "<=";
    std::swap(a, b);
  } else if (op == "+" || op == "*" || op == "|" || op == "&") {
    if (by_text(b, a)) std::swap(a, b);
  }
  const auto x = number(a), y = number(b);
  if (op == "-" && x == 0 && y) return leaf(std::to_string(-*y));
  if (op == "*" && x && y) return leaf(std::to_string(*x * *y));
  if (op == "*" && x == 1) return b;
  if (op == "*" && y == 1) return a;
  return {std::move(op), {std::move(a), std::move(b)}};
}

Term all_or_any(const std::string& op, std::vector<Term> parts) {
  std::vector<Term> out;
  for (Term& p : parts) {
    if (op == "and" && p.is("true", 0)) continue;
    if (p.head == op)
      out.insert(out.end(), p.kids.begin(), p.kids.end());
    else
      out.push_back(std::move(p));
  }
  std::ranges::sort(out, by_text);
  out.erase(std::unique(out.begin(), out.end(),
                        [](const Term& a, const Term& b) { return a.text() == b.text(); }),
            out.end());
  if (out.empty()) return leaf("true");
  return out.size() == 1 ? out[0] : Term{op, std::move(out)};
}

Term term(const Node& n, const Names& names);

Term quantified(const Node& n, const Names& names) {
  Term set = term(n.kids[0], names);
  Names inner = names;
  inner.bind(n.name);
  const auto part = [&](size_t i) {
    return i < n.kids.size() && n.kids[i].kind != NodeKind::Bad ? term(n.kids[i], inner)
                                                                : leaf("true");
  };
  const Term where = part(1), body = part(2);
  const bool both = n.text == "any" || n.text == "count" || n.text == "set";
  Term what = both ? all_or_any("and", {where, body}) : Term{"where", {where, body}};
  if (n.text == "set" && what.is("true", 0)) return set;
  return {n.text, {leaf(inner.of.at(n.name)), std::move(set), std::move(what)}};
}

Term called(const Node& n, const Names& names) {
  std::vector<Term> kids;
  for (size_t i = 0; i < n.kids.size(); ++i) {
    Term t = term(n.kids[i], names);
    if (i > 0 && i - 1 < n.labels.size() && !n.labels[i - 1].empty())
      t = {n.labels[i - 1] + ":", {std::move(t)}};
    kids.push_back(std::move(t));
  }
  if (kids.size() == 1) return kids[0];
  const std::string& name = kids[0].head;
  if (name == "min" || name == "max" || name == "overlap")
    std::sort(kids.begin() + 1, kids.end(), by_text);
  if (name == "opp" && kids[1].is("call", 2) && kids[1].kids[0].head == "opp")
    return kids[1].kids[1];
  return {"call", std::move(kids)};
}

Term binary(const Node& n, const Names& names) {
  if (n.text == "and" || n.text == "or")
    return all_or_any(n.text, {term(n.kids[0], names), term(n.kids[1], names)});
  return compared(n.text, term(n.kids[0], names), term(n.kids[1], names));
}

Term unary(const Node& n, const Names& names) {
  Term t = term(n.kids[0], names);
  if (n.text == "not") {
    const auto it = kOpposite.find(t.head);
    if (it != kOpposite.end() && t.kids.size() == 2)
      return compared(std::string(it->second), t.kids[0], t.kids[1]);
    if (t.is("not", 1)) return t.kids[0];
    return {"not", {std::move(t)}};
  }
  if (const auto x = number(t)) return leaf(std::to_string(-*x));
  return {"minus", {std::move(t)}};
}

Term term(const Node& n, const Names& names) {
  switch (n.kind) {
    case NodeKind::Number: return leaf(std::to_string(n.number));
    case NodeKind::Name: {
      const auto it = names.of.find(n.text);
      return leaf(it == names.of.end() ? n.text : it->second);
    }
    case NodeKind::True: return leaf("true");
    case NodeKind::False: return leaf("false");
    case NodeKind::NoneLit: return leaf("none");
    case NodeKind::Call: return called(n, names);
    case NodeKind::Member: {
      Term of = term(n.kids[0], names);
      if (names.self_is_me && of.is("self", 0) && n.text == "user") return leaf("me");
      return {".", {std::move(of), leaf(n.text)}};
    }
    case NodeKind::View: return {"@", {term(n.kids[0], names), leaf(n.text)}};
    case NodeKind::Unary: return unary(n, names);
    case NodeKind::Binary: return binary(n, names);
    case NodeKind::Quant: return quantified(n, names);
    default: break;
  }
  Term out = leaf(n.kind == NodeKind::If       ? "if"
                  : n.kind == NodeKind::SetLit ? "{}"
                  : n.kind == NodeKind::Index  ? "[]"
                  : n.kind == NodeKind::Would  ? "would"
                                               : "assign " + n.text);
  for (const Node& k : n.kids) out.kids.push_back(term(k, names));
  if (n.kind == NodeKind::SetLit) std::ranges::sort(out.kids, by_text);
  return out;
}

Json without_sayings(const Json& j) {
  Json out = j;
  std::erase_if(out.members,
                [](const base::Member& m) { return is_saying(m.key) || m.key == "by"; });
  for (Json& item : out.items) item = without_sayings(item);
  for (base::Member& m : out.members) m.value = without_sayings(m.value);
  return out;
}

std::string raw(const Json& j) {
  base::JsonWriter w(base::JsonWriter::Style::Compact);
  w.value(without_sayings(j));
  return w.str();
}

/// An expression, or a choice of readings of one.
Term expression(const Json& j, const Names& names, bool statement = false) {
  if (j.is(Json::Kind::Object)) {
    if (const Json* stated = stated_value(j)) return expression(*stated, names, statement);
    if (j.find("reading") == nullptr) return leaf(raw(j));
    Term out = leaf("reading");
    for (const base::Member& m : j.members)
      out.kids.push_back(
          {m.key,
           {m.key == "reading" ? leaf(m.value.string) : expression(m.value, names, statement)}});
    return out;
  }
  std::string text = j.string;
  if (j.is(Json::Kind::Int)) text = std::to_string(j.integer);
  if (j.is(Json::Kind::Bool)) text = j.boolean ? "true" : "false";
  if (text.empty()) return leaf(raw(j));
  base::DiagnosticLog log;
  const TextAt at{text, {}, false};
  const Node n = statement ? parse_statement(at, log) : parse_expression(at, log);
  return log.has_errors() ? leaf("\"" + text + "\"") : term(n, names);
}

class Writer {
 public:
  Writer(std::string_view printed, const Declared& declared)
      : printed_(printed), declared_(declared) {}

  std::string provision(const Json& p) {
    const Form* form = form_of(p);
    if (form == nullptr) return raw(p);
    names_ = {};
    names_.self_is_me = form->name == "effect" || form->name == "trigger";
    std::vector<std::string> out = {std::string(form->name)};
    std::vector<std::string_view> done = {form->name};
    if (form->name == "norm" || form->name == "amend" || form->name == "replace")
      out.push_back(raw(*p.find(form->name)));
    if (form->name == "effect") {
      const std::string& name = p.find("effect")->string;
      const bool shown = !name.empty() && printed_.find(name) != std::string_view::npos;
      out.push_back("name " + (shown ? name : "*"));
    }
    // What binds names comes first.
    Term condition = leaf("true");
    for (const std::string_view key : {"on", "event"})
      if (const Json* j = p.find(key)) {
        done.push_back(key);
        out.push_back(std::string(key) + " " + event(*j, out));
      }
    if (const Json* j = p.find("for")) {
      done.push_back("for");
      for (const base::Member& m : j->members) {
        const std::string set = expression(m.value, names_).text();
        names_.bind(m.key);
        out.push_back("for " + set);
      }
    }
    if (const Json* j = p.find("if")) {
      done.push_back("if");
      condition = expression(*j, names_);
      if (form->name == "trigger") out.push_back(named_self(condition));
      if (!condition.is("true", 0)) out.push_back("if " + condition.text());
    }
    if (const Json* j = p.find("present")) {
      done.push_back("present");
      for (const Json& c : j->items) {
        std::vector<std::string> one;
        step(c, one);
        for (std::string& s : one) out.push_back("present " + s);
      }
    }
    for (const std::string& s : steps(p)) out.push_back("step " + s);
    for (const std::string_view key : {"steps", "do", "call"}) done.push_back(key);
    rest(p, done, out);
    // The order of steps and of choices counts; that of keys does not, and each has its own word.
    std::stable_sort(out.begin() + 1, out.end(), [](const std::string& a, const std::string& b) {
      return a.substr(0, a.find(' ')) < b.substr(0, b.find(' '));
    });
    std::string text;
    for (const std::string& s : out)
      if (!s.empty()) text += (text.empty() ? "" : "; ") + s;
    return text;
  }

 private:
  /// `name(a, b)`: what it tells has names from here on; that it is this card is a line of its own.
  std::string event(const Json& j, std::vector<std::string>& lines) {
    if (!j.is(Json::Kind::String)) return raw(j);
    const std::string& text = j.string;
    const size_t open = text.find('(');
    std::string head = text.substr(0, open);
    while (!head.empty() && head.back() == ' ') head.pop_back();
    if (open == std::string::npos) return head;
    if (head == "becomes" || head == "ended" || text.back() != ')')
      return expression(j, names_).text();
    const std::string args = text.substr(open + 1, text.size() - open - 2);
    if (args.find_first_of("({") != std::string::npos) return expression(j, names_).text();
    for (size_t at = 0, k = 0; at <= args.size() && !args.empty(); ++k) {
      const size_t comma = std::min(args.find(',', at), args.size());
      std::string name = args.substr(at, comma - at);
      while (!name.empty() && name.front() == ' ') name.erase(0, 1);
      at = comma + 1;
      if (is_plain_name(name) && name != "self")
        names_.of[name] = "%" + std::to_string(k);
      else if (!name.empty())
        lines.push_back("told " + std::to_string(k) + " is " + name);
    }
    return head;
  }

  /// A condition that the first thing told is this card: the same as naming it in the moment.
  static std::string named_self(Term& condition) {
    const auto is_self = [](const Term& t) {
      return t.head == "=" && t.kids.size() == 2 &&
             ((t.kids[0].is("%0", 0) && t.kids[1].is("self", 0)) ||
              (t.kids[1].is("%0", 0) && t.kids[0].is("self", 0)));
    };
    if (is_self(condition)) {
      condition = leaf("true");
      return "told 0 is self";
    }
    if (condition.head != "and") return "";
    const auto it = std::ranges::find_if(condition.kids, is_self);
    if (it == condition.kids.end()) return "";
    condition.kids.erase(it);
    condition = all_or_any("and", std::move(condition.kids));
    return "told 0 is self";
  }

  /// Keys that no rule of their own is for: expressions as such, all else as it is written.
  void rest(const Json& object, const std::vector<std::string_view>& done,
            std::vector<std::string>& out) {
    for (const base::Member& m : object.members) {
      if (base::contains(done, std::string_view(m.key)) || says_nothing(m.key)) continue;
      if (m.key == "rank" && m.value.string == "source") continue;  // as without it
      out.push_back(m.key + " " + value(m.key, m.value));
    }
  }

  std::string value(std::string_view key, const Json& j) {
    if (key == "price") return price(j);
    if (key == "uses") {
      const Json* most = j.find("max");
      return raw(most != nullptr ? *most : j);
    }
    if (key == "in" || key == "over") {
      std::vector<std::string> all;
      if (j.is(Json::Kind::String)) all.push_back(j.string);
      for (const Json& item : j.items) all.push_back(item.string);
      std::ranges::sort(all);
      std::string out;
      for (const std::string& s : all) out += "[" + s + "]";
      return out;
    }
    const model::Key* known = find_key(key);
    if (known != nullptr && known->shape == Shape::Expr) return expression(j, names_).text();
    return raw(j);
  }

  std::string price(const Json& j) {
    std::string out;
    for (const std::string_view key : {"icons", "labels"}) {
      std::vector<std::string> all;
      if (const Json* list = j.find(key))
        for (const Json& item : list->items) all.push_back(item.string);
      std::ranges::sort(all);
      for (const std::string& s : all) out += "[" + s + "]";
      out += "/";
    }
    if (const Json* c = j.find("if")) out += " if " + expression(*c, names_).text();
    for (const std::string& s : steps(j)) out += " do " + s;
    return out;
  }

  std::vector<std::string> steps(const Json& of) {
    std::vector<std::string> out;
    if (const Json* list = of.find("steps")) {
      for (const Json& s : list->items) step(s, out);
      return out;
    }
    for (const std::string_view key : {"do", "call"})
      if (const Json* j = of.find(key)) statements(*j, "", out);
    return out;
  }

  /// One statement after the other; a local that is set for the first time has a name from then on.
  void statements(const Json& j, const std::string& before, std::vector<std::string>& out) {
    const std::vector<Json> one = {j};
    for (const Json& s : j.is(Json::Kind::Array) ? j.items : one) {
      Term t = expression(s, names_, true);
      if (t.head == "assign :=" && t.kids.size() == 2 && t.kids[0].kids.empty() &&
          !t.kids[0].head.starts_with('#') && !declared_.contains(t.kids[0].head)) {
        names_.bind(t.kids[0].head);
        t.kids[0] = leaf(names_.of.at(t.kids[0].head));
      }
      out.push_back(before + t.text());
    }
  }

  std::string condition(const Json& s) {
    std::string out;
    if (const Json* j = s.find("if"))
      if (const Term t = expression(*j, names_); !t.is("true", 0)) out = "if " + t.text() + ": ";
    if (const Json* other = s.find("else")) {
      std::vector<std::string> list;
      const std::vector<Json> one = {*other};
      for (const Json& e : other->is(Json::Kind::Array) ? other->items : one) {
        if (e.is(Json::Kind::Object))
          step(e, list);
        else
          statements(e, "", list);
      }
      if (!list.empty()) out += "else " + joined(list) + ": ";
    }
    return out;
  }

  static std::string joined(const std::vector<std::string>& list) {
    std::string out = "{";
    for (const std::string& s : list) out += s + "; ";
    return out + "}";
  }

  void step(const Json& s, std::vector<std::string>& out) {
    if (!s.is(Json::Kind::Object)) {
      out.push_back(raw(s));
      return;
    }
    const std::string before = condition(s);
    const auto has = [&](std::string_view key) { return s.find(key) != nullptr; };
    if (has("each")) return each(s, before, out);
    if (has("choose")) return choose(s, before, out);
    if (has("branch")) {
      std::vector<std::string> arms;
      for (const Json& arm : s.find("branch")->items)
        arms.push_back(condition(arm) + joined(steps(arm)));
      return push(s, before + "branch " + joined(arms), {"branch"}, out);
    }
    if (has("loop")) {
      std::vector<std::string> inner;
      for (const Json& l : s.find("loop")->items) step(l, inner);
      return push(s, before + "loop " + joined(inner), {"loop", "bound"}, out);
    }
    if (has("simul")) return simul(s, before, out);
    if (has("do") || has("call")) return plain(s, before, out);
    if (s.members.size() == 1 && has("note")) return;
    push(s, before, {}, out);
  }

  void simul(const Json& s, const std::string& before, std::vector<std::string>& out) {
    const Json& all = *s.find("simul");
    std::vector<std::string> items, more;
    if (const Json* list = all.find("items"); list != nullptr && list->is(Json::Kind::Array)) {
      for (const Json& item : list->items) {
        const Json* todo = item.find("do");
        std::string at = condition(item);
        if (item.is(Json::Kind::String) || todo != nullptr)
          statements(item.is(Json::Kind::String) ? item : *todo, at, items);
        else
          items.push_back(raw(item));
      }
      rest(all, {"items"}, more);
    } else {
      rest(all, {}, more);
    }
    std::ranges::sort(more);
    push(s, before + "simul " + joined(items) + joined(more), {"simul"}, out);
  }

  /// With the keys that nothing above spoke of.
  void push(const Json& s, std::string text, std::vector<std::string_view> done,
            std::vector<std::string>& out) {
    done.insert(done.end(), {"if", "else"});
    std::vector<std::string> more;
    rest(s, done, more);
    std::ranges::sort(more);
    for (const std::string& m : more) text += " " + m;
    out.push_back(std::move(text));
  }

  void plain(const Json& s, std::string before, std::vector<std::string>& out) {
    std::vector<std::string> all;
    if (const Json* let = s.find("let"); let != nullptr && let->is(Json::Kind::String)) {
      names_.bind(let->string);
      before += "let " + names_.of.at(let->string) + " ";
    }
    for (const std::string_view key : {"do", "call"})
      if (const Json* j = s.find(key)) statements(*j, before, all);
    const Json* together = s.find("together");
    if (together != nullptr && together->boolean) {
      std::ranges::sort(all);
      all = {"together " + joined(all)};
    }
    std::vector<std::string> more;
    std::vector<std::string_view> done = {"if", "else", "do", "call", "together"};
    if (const Json* let = s.find("let"); let != nullptr && let->is(Json::Kind::String))
      done.push_back("let");
    rest(s, done, more);
    for (std::string& a : all) {
      for (const std::string& m : more) a += " " + m;
      out.push_back(std::move(a));
    }
  }

  void each(const Json& s, const std::string& before, std::vector<std::string>& out) {
    const Names outer = names_;
    std::string text = before + "each " + domain(*s.find("each"));
    const Json* mode = s.find("mode");
    text += " " + (mode != nullptr ? raw(*mode) : "\"joint\"") + " ";
    text += joined(steps(s));
    push(s, std::move(text), {"each", "mode", "steps", "do", "call"}, out);
    const int next = names_.next;
    names_ = outer;
    names_.next = next;
  }

  /// `x in SET where φ`: x has a name from here on.
  std::string domain(const Json& j) {
    base::DiagnosticLog log;
    const Node n = parse_domain({j.string, {}, false}, log);
    if (log.has_errors() || n.kids.empty()) return raw(j);
    const std::string set = term(n.kids[0], names_).text();
    names_.bind(n.name);
    const Term where = n.kids.size() > 1 && n.kids[1].kind != NodeKind::Bad
                           ? term(n.kids[1], names_)
                           : leaf("true");
    return set + (where.is("true", 0) ? "" : " where " + where.text());
  }

  void choose(const Json& s, const std::string& before, std::vector<std::string>& out) {
    const Json& name = *s.find("choose");
    const Json* who = s.find("who");
    std::string text =
        before + "choose, " + (who != nullptr ? expression(*who, names_).text() : "me");
    const Names outer = names_;
    std::vector<std::string_view> done = {"choose", "who", "do"};
    for (const std::string_view key : {"one", "some"})
      if (const Json* j = s.find(key)) {
        done.push_back(key);
        text += " " + std::string(key) + " " + domain(*j);
        if (const Json* where = s.find("where")) {
          done.push_back("where");
          if (const Term t = expression(*where, names_); !t.is("true", 0))
            text += " where " + t.text();
        }
      }
    const int next = names_.next;
    names_ = outer;
    names_.next = next;
    names_.bind(name.string);
    push(s, std::move(text) + " as " + names_.of.at(name.string), std::move(done), out);
    if (const Json* todo = s.find("do")) statements(*todo, "", out);
  }

  std::string_view printed_;
  const Declared& declared_;
  Names names_;
};

}  // namespace

bool says_nothing(std::string_view key) {
  static constexpr std::string_view keys[] = {"by", "span", "n", "note", "id", "read"};
  return is_saying(key) || base::contains(keys, key);
}

Declared declared(const Game& game) {
  Declared out;
  for (const Json& file : game.rulebook)
    if (const Json* list = file.find("provisions"))
      for (const Json& p : list->items)
        if (const Form* form = form_of(p))
          if (const Json* name = p.find(form->name)) out.insert(name->string);
  return out;
}

std::string normal(const Json& provisions, std::string_view printed, const Declared& declared) {
  std::vector<std::string> all;
  for (const Json& p : provisions.items) all.push_back(Writer(printed, declared).provision(p));
  std::ranges::sort(all);
  std::string out;
  for (const std::string& s : all) out += s + "\n";
  return out;
}

}  // namespace hanrei::model::phrases
