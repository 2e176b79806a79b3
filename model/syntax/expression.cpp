#include "model/syntax/expression.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace hanrei::model {
namespace {

using base::Code;
using base::Span;

constexpr int kMaxDepth =
    640;  // calls of the parser within each other: ten for a pair of parentheses
constexpr int kMaxHeight = 256;  // of a tree: later passes recurse over it
constexpr std::array<std::string_view, 9> kQuantifiers = {"all", "any", "count", "sum", "min",
                                                          "max", "set", "union", "the"};
constexpr std::array<std::string_view, 22> kReserved = {
    "if",  "then", "else",  "all", "any", "count", "sum",  "min",   "max",  "set",    "union",
    "the", "in",   "where", "or",  "and", "not",   "true", "false", "none", "subset", "would"};

std::string operator_or_end() { return base::in_both("an operator or the end", "演算子か終わり"); }

struct Codepoint {
  char32_t c;
  int bytes;
};

Codepoint decode(std::string_view s, size_t i) {
  const auto b = [&](size_t k) {
    return static_cast<unsigned char>(i + k < s.size() ? s[i + k] : 0);
  };
  const unsigned char first = b(0);
  if (first < 0x80) return {first, 1};
  if (first < 0xE0) return {char32_t((first & 0x1F) << 6 | (b(1) & 0x3F)), 2};
  if (first < 0xF0) return {char32_t((first & 0x0F) << 12 | (b(1) & 0x3F) << 6 | (b(2) & 0x3F)), 3};
  return {char32_t((first & 0x07) << 18 | (b(1) & 0x3F) << 12 | (b(2) & 0x3F) << 6 | (b(3) & 0x3F)),
          4};
}

/// Letters of names: ASCII letters and `_`, and everything beyond ASCII but spaces, brackets and
/// full-width punctuation.
bool is_letter(char32_t c) {
  if (c < 0x80) return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
  if (c <= 0xA0 || (c >= 0x2000 && c <= 0x206F) || (c >= 0x3000 && c <= 0x3004)) return false;
  if ((c >= 0x3008 && c <= 0x301B) || c == 0xFEFF) return false;
  return !(c >= 0xFF01 && c <= 0xFF0F) && !(c >= 0xFF1A && c <= 0xFF20) &&
         !(c >= 0xFF3B && c <= 0xFF40) && !(c >= 0xFF5B && c <= 0xFF65);
}
bool is_digit(char32_t c) { return c >= '0' && c <= '9'; }

enum class Tok { End, Number, Name, Quoted, Punct };
struct Token {
  Tok kind = Tok::End;
  std::string text;
  size_t begin = 0, end = 0;
};

class Parser {
 public:
  Parser(const TextAt& at, base::DiagnosticLog& log) : at_(at), log_(log) { next(); }

  Node expression() {
    Node n = expr();
    return finish(std::move(n), operator_or_end());
  }
  Node statement() {
    Node n = stmt();
    return finish(std::move(n), base::in_both("an assignment such as `:=`, or the end",
                                              "`:=` などの代入か終わり"));
  }
  Node domain(bool body) {
    Node n = make(NodeKind::Quant, token_.begin);
    n.text = "any";
    variable(n);
    if (body) want(":");
    n.kids.push_back(body ? expr() : Node{});
    return finish(close(std::move(n), 0), operator_or_end());
  }

 private:
  Span span(size_t begin, size_t end) const {
    if (!at_.exact) return at_.span;
    return {at_.span.file, at_.span.begin + static_cast<uint32_t>(begin),
            at_.span.begin + static_cast<uint32_t>(end)};
  }

  void fail(std::string_view expected) {
    if (failed_) return;
    failed_ = true;
    log_.add(Code::ExprSyntax, span(token_.begin, token_.end),
             {token_.kind == Tok::End ? base::in_both("the end of the expression", "式の終わり")
                                      : "`" + token_.text + "`",
              std::string(expected)});
  }

  Node finish(Node n, std::string_view expected) {
    if (!failed_ && token_.kind != Tok::End) fail(expected);
    return failed_ ? Node{} : n;
  }

  void next() {
    const std::string_view s = at_.text;
    while (pos_ < s.size() &&
           (s[pos_] == ' ' || s[pos_] == '\t' || s[pos_] == '\n' || s[pos_] == '\r'))
      ++pos_;
    last_end_ = token_.end;
    token_ = {Tok::End, "", pos_, pos_};
    if (pos_ >= s.size()) return;
    const size_t begin = pos_;
    const auto quoted = [&](std::string_view open, std::string_view close) {
      if (s.substr(pos_, open.size()) != open) return false;
      const size_t end = s.find(close, pos_ + open.size());
      if (end == std::string_view::npos) {
        pos_ = s.size();
        token_ = {Tok::Punct, std::string(open), begin, pos_};
        fail(base::in_both("a closing " + std::string(close), "閉じる " + std::string(close)));
        return true;
      }
      token_ = {Tok::Quoted, std::string(s.substr(pos_ + open.size(), end - pos_ - open.size())),
                begin, end + close.size()};
      pos_ = token_.end;
      return true;
    };
    if (quoted("《", "》") || quoted("`", "`")) return;
    const Codepoint c = decode(s, pos_);
    if (is_digit(c.c)) {
      while (pos_ < s.size() && is_digit(static_cast<unsigned char>(s[pos_]))) ++pos_;
      token_ = {Tok::Number, std::string(s.substr(begin, pos_ - begin)), begin, pos_};
      return;
    }
    if (is_letter(c.c)) {
      while (pos_ < s.size()) {
        const Codepoint k = decode(s, pos_);
        if (!is_letter(k.c) && !is_digit(k.c)) break;
        pos_ += static_cast<size_t>(k.bytes);
      }
      if (pos_ > s.size()) pos_ = s.size();
      token_ = {Tok::Name, std::string(s.substr(begin, pos_ - begin)), begin, pos_};
      return;
    }
    for (std::string_view two : {":=", "+=", "-=", "|=", "\\=", "!=", "<=", ">="}) {
      if (s.substr(pos_, 2) == two) {
        pos_ += 2;
        token_ = {Tok::Punct, std::string(two), begin, pos_};
        return;
      }
    }
    pos_ += static_cast<size_t>(c.bytes);
    if (pos_ > s.size()) pos_ = s.size();
    token_ = {Tok::Punct, std::string(s.substr(begin, pos_ - begin)), begin, pos_};
  }

  bool is(std::string_view text) const {
    return (token_.kind == Tok::Punct || token_.kind == Tok::Name) && token_.text == text;
  }
  bool take(std::string_view text) {
    if (!is(text)) return false;
    next();
    return true;
  }
  void want(std::string_view text) {
    if (!take(text)) fail("`" + std::string(text) + "`");
  }

  Node make(NodeKind kind, size_t begin) const {
    Node n;
    n.kind = kind;
    n.span = span(begin, begin);
    return n;
  }
  Node close(Node n, size_t begin) {
    n.span = span(begin, std::max(begin, last_end_));
    for (const Node& kid : n.kids) n.height = std::max(n.height, kid.height + 1);
    if (n.height > kMaxHeight) too_deep(kMaxHeight, n.span);
    return n;
  }

  void too_deep(int levels, Span at) {
    if (!failed_) log_.add(Code::ExprTooDeep, at, {std::to_string(levels)});
    failed_ = true;
  }

  struct Deeper {
    explicit Deeper(Parser& parser) : p(parser) {
      if (++p.depth_ > kMaxDepth) p.too_deep(kMaxDepth / 10, p.span(p.token_.begin, p.token_.end));
    }
    ~Deeper() { --p.depth_; }
    Parser& p;
  };

  Node stmt() {
    const size_t begin = token_.begin;
    Node place = post();
    for (std::string_view op : {":=", "+=", "-=", "|=", "\\="}) {
      if (is(op)) {
        next();
        Node n = make(NodeKind::Assign, begin);
        n.text = op;
        n.kids.push_back(std::move(place));
        n.kids.push_back(expr());
        return close(std::move(n), begin);
      }
    }
    return place;
  }

  Node expr() {
    Deeper deeper(*this);
    if (failed_) return {};
    const size_t begin = token_.begin;
    if (token_.kind == Tok::Name && token_.text == "if") {
      next();
      Node n = make(NodeKind::If, begin);
      n.kids.push_back(expr());
      want("then");
      n.kids.push_back(expr());
      want("else");
      n.kids.push_back(expr());
      return close(std::move(n), begin);
    }
    if (is_quantifier()) return quantifier();
    return binary(0);
  }

  bool is_quantifier() {
    if (token_.kind != Tok::Name) return false;
    bool known = false;
    for (std::string_view q : kQuantifiers) known = known || token_.text == q;
    if (!known) return false;
    // `count(x)` and `union` as a name stay calls and names: a quantifier is followed by NAME in.
    const size_t pos = pos_;
    const Token token = token_;
    const size_t last = last_end_;
    const bool failed = failed_;
    next();
    bool yes = token_.kind == Tok::Name;
    if (yes) {
      next();
      yes = is("in");
    }
    pos_ = pos;
    token_ = token;
    last_end_ = last;
    failed_ = failed;
    return yes;
  }

  Node quantifier() {
    const size_t begin = token_.begin;
    Node n = make(NodeKind::Quant, begin);
    n.text = token_.text;
    next();
    variable(n);
    n.kids.push_back(take(":") ? expr() : Node{});
    return close(std::move(n), begin);
  }

  /// NAME in SET [where φ]
  void variable(Node& n) {
    if (token_.kind != Tok::Name) fail(base::in_both("a name", "名前"));
    n.name = token_.text;
    next();
    want("in");
    n.kids.push_back(binary(0));
    n.kids.push_back(take("where") ? binary(0) : Node{});
  }

  /// Levels: 0 or, 1 and, 2 not, 3 comparison, 4 sums and sets, 5 products.
  Node binary(int level) {
    Deeper deeper(*this);
    if (failed_) return {};
    static const std::array<std::vector<std::string_view>, 6> kOps = {
        {{"or"},
         {"and"},
         {},
         {"=", "!=", "<", "<=", ">", ">=", "in", "subset"},
         {"+", "-", "|", "\\", "&"},
         {"*", "/", "%"}}};
    const size_t begin = token_.begin;
    if (level == 2) {
      if (take("not")) {
        Node n = make(NodeKind::Unary, begin);
        n.text = "not";
        n.kids.push_back(is_quantifier() ? quantifier() : binary(2));
        return close(std::move(n), begin);
      }
      return binary(3);
    }
    if (level == 6) return unary();
    Node left = binary(level + 1);
    while (!failed_) {
      std::string_view op;
      for (std::string_view o : kOps[level])
        if (is(o)) op = o;
      if (op.empty()) break;
      next();
      Node n = make(NodeKind::Binary, begin);
      n.text = op;
      n.kids.push_back(std::move(left));
      n.kids.push_back(is_quantifier() && level < 2 ? quantifier() : binary(level + 1));
      left = close(std::move(n), begin);
      if (level == 3) {
        for (std::string_view o : kOps[3])
          if (is(o))
            fail(base::in_both("`and`, `or` or the end, for comparisons do not chain",
                               "`and`、`or` か終わり(比較は続けて書けません)"));
        break;
      }
    }
    return left;
  }

  Node unary() {
    Deeper deeper(*this);
    if (failed_) return {};
    const size_t begin = token_.begin;
    if (take("-")) {
      constexpr std::string_view kLeast =
          "9223372036854775808";  // the one number that only has a place below zero
      if (token_.kind == Tok::Number && token_.text == kLeast) {
        Node n = make(NodeKind::Number, begin);
        n.number = INT64_MIN;
        n.text = "-" + std::string(kLeast);
        next();
        return close(std::move(n), begin);
      }
      Node n = make(NodeKind::Unary, begin);
      n.text = "-";
      n.kids.push_back(unary());
      return close(std::move(n), begin);
    }
    return post();
  }

  Node post() {
    const size_t begin = token_.begin;
    Node n = primary();
    while (!failed_) {
      if (take(".")) {
        Node m = make(NodeKind::Member, begin);
        if (token_.kind != Tok::Name && token_.kind != Tok::Quoted) {
          fail(base::in_both("a name after `.`", "`.` の後の名前"));
          break;
        }
        m.text = token_.text;
        next();
        m.kids.push_back(std::move(n));
        n = close(std::move(m), begin);
      } else if (take("@")) {
        Node m = make(NodeKind::View, begin);
        if (token_.kind != Tok::Name && token_.kind != Tok::Quoted) {
          fail(base::in_both("a name after `@`", "`@` の後の名前"));
          break;
        }
        m.text = token_.text;
        next();
        m.kids.push_back(std::move(n));
        n = close(std::move(m), begin);
      } else if (is("[")) {
        next();
        Node m = make(NodeKind::Index, begin);
        m.kids.push_back(std::move(n));
        m.kids.push_back(expr());
        want("]");
        n = close(std::move(m), begin);
      } else if (is("(") && (n.kind == NodeKind::Name || n.kind == NodeKind::Member)) {
        next();
        Node m = make(NodeKind::Call, begin);
        m.kids.push_back(std::move(n));
        m.labels.emplace_back();
        arguments(m, ")");
        n = close(std::move(m), begin);
      } else {
        break;
      }
    }
    return n;
  }

  void arguments(Node& m, std::string_view closing) {
    if (take(closing)) return;
    do {
      std::string label;
      if (token_.kind == Tok::Name ||
          token_.kind == Tok::Quoted) {  // NAME ":" starts a named argument
        const size_t pos = pos_;
        const Token token = token_;
        const size_t last = last_end_;
        next();
        if (is(":")) {
          label = token.text;
          next();
        } else {
          pos_ = pos;
          token_ = token;
          last_end_ = last;
        }
      }
      m.labels.push_back(label);
      m.kids.push_back(expr());
    } while (!failed_ && take(","));
    want(closing);
  }

  Node primary() {
    Deeper deeper(*this);
    if (failed_) return {};
    const size_t begin = token_.begin;
    if (token_.kind == Tok::Number) {
      Node n = make(NodeKind::Number, begin);
      const auto [end, error] =
          std::from_chars(token_.text.data(), token_.text.data() + token_.text.size(), n.number);
      if (error != std::errc{} || end != token_.text.data() + token_.text.size())
        log_.add(Code::NumberOutOfRange, span(token_.begin, token_.end), {token_.text});
      n.text = token_.text;
      next();
      return close(std::move(n), begin);
    }
    if (token_.kind == Tok::Quoted) return name(begin);
    if (take("(")) {
      Node n = expr();
      want(")");
      return n;
    }
    if (take("{")) {
      Node n = make(NodeKind::SetLit, begin);
      arguments(n, "}");
      return close(std::move(n), begin);
    }
    if (token_.kind == Tok::Name) {
      if (token_.text == "true" || token_.text == "false" || token_.text == "none") {
        Node n = make(token_.text == "true"    ? NodeKind::True
                      : token_.text == "false" ? NodeKind::False
                                               : NodeKind::NoneLit,
                      begin);
        next();
        return close(std::move(n), begin);
      }
      if (token_.text == "would") return would(begin);
      if (token_.text == "in" && pos_ < at_.text.size() && at_.text[pos_] == '(')
        return name(begin);  // in(procedure, from, to)
      for (std::string_view word : {"then", "else", "in", "where", "or", "and", "not", "if"}) {
        if (token_.text == word) {
          fail(base::in_both("a value", "値"));
          return {};
        }
      }
      return name(begin);
    }
    fail(base::in_both("a value", "値"));
    return {};
  }

  Node name(size_t begin) {
    Node n = make(NodeKind::Name, begin);
    n.text = token_.text;
    next();
    return close(std::move(n), begin);
  }

  Node would(size_t begin) {
    next();
    Node n = make(NodeKind::Would, begin);
    want("(");
    do n.kids.push_back(stmt());
    while (!failed_ && take(","));
    want(":");
    n.kids.push_back(expr());
    want(")");
    return close(std::move(n), begin);
  }

  const TextAt& at_;
  base::DiagnosticLog& log_;
  size_t pos_ = 0, last_end_ = 0;
  Token token_;
  int depth_ = 0;
  bool failed_ = false;
};

int level_of(const Node& n) {
  if (n.kind == NodeKind::If || n.kind == NodeKind::Quant || n.kind == NodeKind::Assign) return 0;
  if (n.kind == NodeKind::Unary) return n.text == "not" ? 3 : 7;
  if (n.kind != NodeKind::Binary) return 9;
  if (n.text == "or") return 1;
  if (n.text == "and") return 2;
  for (std::string_view op : {"*", "/", "%"})
    if (n.text == op) return 6;
  for (std::string_view op : {"+", "-", "|", "\\", "&"})
    if (n.text == op) return 5;
  return 4;
}

std::string name_text(const std::string& name) {
  if (is_plain_name(name)) return name;
  return name.find("》") == std::string::npos ? "《" + name + "》" : "`" + name + "`";
}

std::string at_level(const Node& n, int level) {
  return level_of(n) < level ? "(" + print(n) + ")" : print(n);
}

std::string list(const Node& n, size_t from) {
  std::string out;
  for (size_t i = from; i < n.kids.size(); ++i) {
    if (i > from) out += ", ";
    if (!n.labels[i].empty()) out += name_text(n.labels[i]) + ": ";
    out += print(n.kids[i]);
  }
  return out;
}

}  // namespace

Node parse_expression(const TextAt& text, base::DiagnosticLog& log) {
  return Parser(text, log).expression();
}
Node parse_statement(const TextAt& text, base::DiagnosticLog& log) {
  return Parser(text, log).statement();
}
Node parse_domain(const TextAt& text, base::DiagnosticLog& log, bool body) {
  return Parser(text, log).domain(body);
}

bool is_plain_name(std::string_view text) {
  if (text.empty()) return false;
  for (std::string_view word : kReserved)
    if (text == word) return false;
  for (size_t i = 0; i < text.size();) {
    const Codepoint c = decode(text, i);
    if (!is_letter(c.c) && !(i > 0 && is_digit(c.c))) return false;
    i += static_cast<size_t>(c.bytes);
  }
  return true;
}

std::vector<std::pair<size_t, size_t>> names_in(std::string_view text) {
  std::vector<std::pair<size_t, size_t>> out;
  const auto quoted = [&](size_t& i, std::string_view open, std::string_view close) {
    if (text.substr(i, open.size()) != open) return false;
    const size_t begin = i + open.size(), end = text.find(close, begin);
    if (end == std::string_view::npos) return false;
    out.emplace_back(begin, end);
    i = end + close.size();
    return true;
  };
  for (size_t i = 0; i < text.size();) {
    if (quoted(i, "《", "》") || quoted(i, "`", "`")) continue;
    const size_t begin = i;
    const auto more = [&] {
      if (i >= text.size()) return false;
      const Codepoint c = decode(text, i);
      if (!is_letter(c.c) && !(i > begin && is_digit(c.c))) return false;
      i = std::min(text.size(), i + static_cast<size_t>(c.bytes));
      return true;
    };
    while (more()) {
    }
    if (i > begin)
      out.emplace_back(begin, i);
    else
      i += static_cast<size_t>(decode(text, i).bytes);
  }
  return out;
}

std::string print(const Node& n) {
  switch (n.kind) {
    case NodeKind::Bad: return "";
    case NodeKind::Number: return n.text;
    case NodeKind::Name: return name_text(n.text);
    case NodeKind::True: return "true";
    case NodeKind::False: return "false";
    case NodeKind::NoneLit: return "none";
    case NodeKind::Call: return print(n.kids[0]) + "(" + list(n, 1) + ")";
    case NodeKind::Member: return at_level(n.kids[0], 8) + "." + name_text(n.text);
    case NodeKind::View: return at_level(n.kids[0], 8) + "@" + name_text(n.text);
    case NodeKind::Index: return at_level(n.kids[0], 8) + "[" + print(n.kids[1]) + "]";
    case NodeKind::Unary:
      return n.text == "not" ? "not " + at_level(n.kids[0], 3) : "-" + at_level(n.kids[0], 7);
    case NodeKind::Binary: {
      const int level = level_of(n);
      const int left = level == 4 ? 5 : level;
      return at_level(n.kids[0], left) + " " + n.text + " " + at_level(n.kids[1], level + 1);
    }
    case NodeKind::If:
      return "if " + print(n.kids[0]) + " then " + print(n.kids[1]) + " else " + print(n.kids[2]);
    case NodeKind::Quant: {
      std::string out = n.text + " " + n.name + " in " + at_level(n.kids[0], 1);
      if (n.kids[1].kind != NodeKind::Bad) out += " where " + at_level(n.kids[1], 1);
      if (n.kids[2].kind != NodeKind::Bad) out += ": " + print(n.kids[2]);
      return out;
    }
    case NodeKind::SetLit: return "{" + list(n, 0) + "}";
    case NodeKind::Would: {
      std::string out = "would(";
      for (size_t i = 0; i + 1 < n.kids.size(); ++i)
        out += (i > 0 ? ", " : "") + print_statement(n.kids[i]);
      return out + ": " + print(n.kids.back()) + ")";
    }
    case NodeKind::Assign:
      return print_statement(n.kids[0]) + " " + n.text + " " + print(n.kids[1]);
  }
  return "";
}

std::string print_statement(const Node& n) {
  return n.kind == NodeKind::Assign ? print(n) : at_level(n, 8);
}

}  // namespace hanrei::model
