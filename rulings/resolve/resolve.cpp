// Names, types and citations of a ruling, checked against a program.
#include <algorithm>
#include <charconv>
#include <functional>

#include "base/contains.h"
#include "model/passes/exprs.h"
#include "model/passes/passes.h"
#include "rulings/resolve/resolver.h"

namespace hanrei::rulings {

using base::Code;
using model::Binding;
using model::Scope;
using model::Type;
using model::TypeKind;

namespace {

constexpr size_t kMaxPlay = 250;

}  // namespace

Ruling Resolver::run() {
  const Element& root = doc_.root;
  Ruling r;
  head(r);
  r.status = root.get("status");
  r.source = root.get("source");
  r.issued = root.get("issued");
  r.authority = root.get("authority");
  static const std::vector<std::string> statuses = {"derived", "formal", "provisional", "pending",
                                                    "withdrawn"};
  if (!base::contains(statuses, r.status))
    bad(root, "status", r.status,
        base::in_both("derived, formal, provisional, pending or withdrawn",
                      "derived、formal、provisional、pending、withdrawn のいずれか"));
  else if (r.status != "derived" && (r.issued.empty() || r.authority.empty()))
    log_.add(Code::XmlMissing, root.span,
             {base::in_both("`issued` and `authority`, which every ruling but a derived one has",
                            "derived でない裁定に要る `issued` と `authority`"),
              "ruling"});
  own_game();
  for (const Element& e : root.children) {
    const bool ja = e.get("xml:lang") == "ja";
    if (e.name == "title")
      r.title[ja] = e.text;
    else if (e.name == "question")
      r.question[ja] = e.text;
    else if (e.name == "answer")
      r.answer[ja] = e.text;
    else if (e.name == "partial")
      r.partial = e.text;
    else if (e.name == "supersedes")
      r.supersedes.push_back(e.get("ruling"));
    else if (e.name == "presume") {
      presumed(e, r.presumes);
    } else if (e.name == "cites") {
      const ClauseId c = names_.find_clause(e.get("clause"));
      if (c == kNone)
        log_.add(Code::UnknownClause, e.find("clause")->span, {e.get("clause")});
      else
        r.cites.push_back(c);
      r.cite_text.push_back(e.get("clause"));
    }
  }
  bool several = false;
  for (const Element& e : root.children) several = several || e.name == "case";
  if (several) {
    std::set<std::string> ids;
    for (const Element& e : root.children) {
      if (e.name == "case") {
        if (!ids.insert(e.get("id")).second)
          log_.add(Code::XmlDuplicateId, e.span, {base::in_both("case", "場合"), e.get("id")});
        r.cases.push_back(one_case(e));
      } else if (e.name == "let" || e.name == "where" || e.name == "situation" ||
                 e.name == "deck" || e.name == "play" || e.name == "until" || e.name == "claim") {
        log_.add(Code::XmlUnknownElement, e.span,
                 {e.name, "ruling", "`case`, where there are several"});
      }
    }
  } else {
    r.cases.push_back(one_case(root));
  }
  model::check_bounds(p_, first_expr_, log_);
  return r;
}

DeckList Resolver::run_deck() {
  const Element& root = doc_.root;
  DeckList d;
  head(d);
  own_game();
  for (const Element& e : root.children) {
    if (e.name == "title") d.title[e.get("xml:lang") == "ja"] = e.text;
    if (e.name == "presume") presumed(e, d.presumes);
  }
  d.deck = deck(root);
  return d;
}

void Resolver::presumed(const Element& e, std::vector<std::pair<std::string, std::string>>& out) {
  out.emplace_back(e.get("reading"), e.get("is"));
  for (const model::ReadingDef& d : p_.readings)
    if (d.name == e.get("reading") && base::contains(d.options, e.get("is"))) return;
  log_.add(Code::UnknownReading, e.find("is")->span, {e.get("reading"), e.get("is")});
}

void Resolver::own_game() {
  if (doc_.game != p_.game)
    log_.add(Code::WrongGame, doc_.root.find("game")->span, {doc_.game, p_.game});
}

void Resolver::bad(const Element& e, std::string_view attribute, const std::string& value,
                   const std::string& expected) {
  const Element::Attribute* a = e.find(attribute);
  log_.add(Code::XmlBadValue, a != nullptr ? a->span : e.span,
           {"`" + std::string(attribute) + "`", value, expected});
}

ExprId Resolver::expression(const std::string& text, Span span, const Type& expect) {
  // Most numbers of a situation are plain ones: they need no parser.
  if (expect.kind == TypeKind::Int && !text.empty() && text.size() < 18 &&
      std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; })) {
    int64_t v = 0;
    std::from_chars(text.data(), text.data() + text.size(), v);
    return constant(v, expect, span);
  }
  // An attribute value or element text without entities maps byte for byte onto the file.
  const bool exact = span.end - span.begin == text.size();
  const model::Node node = model::parse_expression({text, span, exact}, log_);
  ExprId e = model::compile(names_, node, scope_, expect);
  const Type& have = p_[e].type;
  if (expect.kind != TypeKind::Error && have.kind != TypeKind::Error &&
      (have.kind != expect.kind || have.id != expect.id)) {
    log_.add(Code::TypeMismatch, span, {"`" + text + "`", names_.show(have), names_.show(expect)});
  }
  return e;
}

std::optional<int> Resolver::player(const Element& e, std::string_view attribute) {
  const std::string name = e.get(attribute);
  for (size_t i = 0; i < p_.players.size(); ++i)
    if (p_.players[i] == name) return static_cast<int>(i);
  bad(e, attribute, name, p_.players[0] + " or " + p_.players[1]);
  return std::nullopt;
}

ExprId Resolver::value(const Element::Attribute& a, const Type& t) {
  const auto listed = [&] {
    return names(a.value, [&](const std::string& w) { return member(t, w).has_value(); });
  };
  if (t.kind == TypeKind::Set && t.elem == TypeKind::Enum &&
      t.id == model::kCardNames) {  // there may be more than a mask can hold
    model::Expr set{model::Op::SetOf, t, kNone, 0, kNone, kNone, kNone, {}, a.span};
    for (const std::string& w : listed()) {
      if (const auto v = member(t, w))
        set.args.push_back(constant(*v, model::enum_type(EnumId(t.id)), a.span));
      else
        unknown(a.span, base::in_both("member", "値"), w, named(p_.cards));
    }
    p_.exprs.push_back(std::move(set));
    return p_.exprs.last_id();
  }
  if (t.kind == TypeKind::Set) {
    int64_t mask = 0;
    for (const std::string& w : listed()) {
      const auto v = member(t, w);
      if (!v || *v < 0 || *v > 62)
        unknown(a.span,
                t.elem == TypeKind::Enum ? base::in_both("member", "値")
                                         : base::in_both("card", "カード"),
                w, members(t));
      else
        mask |= int64_t{1} << *v;
    }
    return constant(mask, t, a.span);
  }
  if (t.kind == TypeKind::Enum || t.kind == TypeKind::Ref) {
    if (const auto v = member({t.kind, TypeKind::Error, t.id, t.stay}, a.value))
      return constant(*v, t, a.span);
    if (t.kind == TypeKind::Ref && a.value == "none") return constant(model::kNobody, t, a.span);
    const std::string& of = t.kind == TypeKind::Enum ? p_.enums[EnumId(t.id)].name : a.value;
    unknown(a.span,
            t.kind == TypeKind::Enum ? base::in_both("member of " + of, of + "の値")
                                     : base::in_both("card or player", "カードまたはプレイヤー"),
            a.value, members(t));
    return constant(0, t, a.span);
  }
  return expression(a.value, a.span, t);
}

std::optional<int64_t> Resolver::member(const Type& t, const std::string& word) const {
  const TypeKind kind = t.kind == TypeKind::Set ? t.elem : t.kind;
  if (kind == TypeKind::Enum) return names_.member(EnumId(t.id), word);
  if (t.id != model::kPlayerSort && t.id != model::kCardSort) return std::nullopt;
  if (t.id == model::kPlayerSort) {
    for (size_t i = 0; i < p_.players.size(); ++i)
      if (p_.players[i] == word) return static_cast<int64_t>(i);
    return std::nullopt;
  }
  if (const auto it = cards_.find(word); it != cards_.end()) return it->second;
  return std::nullopt;
}

std::vector<std::string_view> Resolver::members(const Type& t) const {
  std::vector<std::string_view> out;
  const TypeKind kind = t.kind == TypeKind::Set ? t.elem : t.kind;
  if (kind == TypeKind::Enum)
    out.assign(p_.enums[EnumId(t.id)].members.begin(), p_.enums[EnumId(t.id)].members.end());
  else if (t.id == model::kPlayerSort)
    out.assign(p_.players.begin(), p_.players.end());
  else
    for (const auto& [id, k] : cards_) out.push_back(id);
  return out;
}

PlayItem Resolver::play_item(const Element& e) {
  PlayItem item;
  item.span = e.span;
  if (e.name == "choose" && e.find("by") == nullptr)
    item.by = -1;
  else if (const auto pl = player(e, "by"))
    item.by = *pl;
  if (e.name == "pass") {
    item.kind = PlayKind::Pass;
    item.choice = e.get("in");
    if (!item.choice.empty() && names_.find_exchange(item.choice) == kNone)
      unknown(e.find("in")->span, base::in_both("exchange", "機会"), item.choice,
              named(p_.exchanges));
    // whether somebody can pass may hang on whatever that player could declare instead
    const auto in_turn = [](const model::ExchangeDef& x) {
      return x.resolve == model::Resolve::AtOnce &&
             (x.seats.size() == 2 || x.answer != kNone || x.pass == model::Pass::IfUnable);
    };
    if (std::ranges::any_of(p_.exchanges, in_turn))
      for (const ActId a : p_.acts.ids()) item.acts.push_back(a);
    return item;
  }
  if (e.name == "choose") {
    item.kind = PlayKind::Choose;
    item.choice = e.get("what");
    const Element::Attribute* is = e.find("is");
    if (is == nullptr) return item;
    static const std::set<std::string, std::less<>> unnamed = {"order", "again", "may", "top"};
    const std::vector<Type> types = chosen_types(item.choice);
    if (!types.empty())
      item.chosen = named_values(item.choice, *is, types);
    else if (unnamed.contains(item.choice))
      for (const std::string& w : picked(is->value)) item.values.push_back(any_value(w, is->span));
    else if (!unread_)
      unknown(e.find("what")->span, base::in_both("choice", "選択"), item.choice, choice_names());
    return item;
  }
  item.kind = e.name == "free" ? PlayKind::Free : PlayKind::Do;
  const std::string_view key = e.name == "free" ? "acts" : "act";
  std::vector<std::string> acts =
      e.name == "free" ? words(e.get(key)) : std::vector<std::string>{e.get(key)};
  if (acts.empty() || (acts.size() == 1 && acts[0].empty()))
    bad(e, key, e.get(key), base::in_both("the name of an act", "宣言の名前"));
  else
    for (const std::string& name : acts) {
      const ActId act = names_.find_act(name);
      if (act == kNone)
        unknown(e.find(key)->span, base::in_both("act", "宣言"), name, named(p_.acts));
      else
        item.acts.push_back(act);
    }
  for (const Element::Attribute& a : e.attributes) {
    if (a.name == "by" || a.name == key || a.name == "in") continue;
    if (a.name == "cards") {
      for (const std::string& w : words(a.value)) item.cards.push_back(any_value(w, a.span));
      continue;
    }
    if (a.name == "effect") {
      for (const EffectId i : p_.effects.ids())
        if (p_.effects[i].name == a.value) item.effect = i;
      if (item.effect == kNone && !unread_)
        unknown(a.span, base::in_both("effect", "効果"), a.value, named(p_.effects));
      continue;
    }
    std::vector<Type> types;
    for (ActId act : item.acts)
      for (const model::Choose& c : p_.acts[act].present)
        if (c.name == a.name)
          types.push_back(p_.procedures[p_.acts[act].process].locals[c.var].type);
    for (const model::EffectDef& d : p_.effects)
      for (const model::Choose& c : d.present)
        if (c.name == a.name) types.push_back(p_.procedures[d.proc].locals[c.var].type);
    if (types.empty()) {
      // the act or a card is unknown, and so is what it presents
      if (item.acts.empty() || unread_) continue;
      std::vector<std::string_view> names;
      for (ActId act : item.acts)
        for (const std::string_view name : named(p_.acts[act].present)) names.push_back(name);
      unknown(a.name_span, base::in_both("presented thing", "提示するもの"), a.name, names);
      continue;
    }
    item.args.push_back(named_values(a.name, a, types));
  }
  return item;
}

/// use(choice, its procedure) for every choice that a step makes.
template <class F>
void Resolver::each_choice(F&& use) const {
  for (const model::Procedure& p : p_.procedures) {
    const std::function<void(const std::vector<model::Step>&)> visit =
        [&](const std::vector<model::Step>& steps) {
          for (const model::Step& s : steps) {
            if (s.kind == model::StepKind::Choose) use(s.choose, p);
            for (const model::Arm& arm : s.arms) visit(arm.steps);
          }
        };
    visit(p.steps);
  }
}

/// The types of what is chosen by that name, wherever there is such a choice.
std::vector<Type> Resolver::chosen_types(const std::string& name) const {
  std::vector<Type> out;
  each_choice([&](const model::Choose& c, const model::Procedure& p) {
    if (c.name == name) out.push_back(p.locals[c.var].type);
  });
  return out;
}

std::vector<std::string_view> Resolver::choice_names() const {
  std::vector<std::string_view> out = {"order", "again", "may", "top"};
  each_choice([&](const model::Choose& c, const model::Procedure&) { out.push_back(c.name); });
  return out;
}

/// What the words stand for, by the types that what they name may have.
Named Resolver::named_values(const std::string& name, const Element::Attribute& a,
                             const std::vector<Type>& types) {
  Named out;
  out.name = name;
  const std::vector<std::string> picks = picked(a.value);
  const bool plain = a.value.find_first_of("`,") == std::string::npos;
  for (const Type& t : types) {
    if (out.of(t) != nullptr) continue;
    const bool set = t.kind == TypeKind::Set;
    const Type one = set ? model::elem_type(t) : t;
    std::vector<int64_t> values;
    if (const auto whole = set ? std::nullopt : value_of(one, a.value)) {  // a name of two words
      values = {*whole};
    } else {
      const std::vector<std::string> words =
          plain ? names(a.value, [&](const std::string& w) { return value_of(one, w).has_value(); })
                : picks;
      for (const std::string& w : words)
        if (const std::optional<int64_t> v = value_of(one, w)) values.push_back(*v);
      if (values.size() != words.size() || (!set && words.size() != 1)) continue;
    }
    if (set) std::erase(values, model::kNobody);  // none of them
    std::sort(values.begin(), values.end());      // a set has no order
    out.as.emplace_back(t, std::move(values));
  }
  if (!out.as.empty()) return out;
  std::vector<std::string_view> there;
  for (const Type& t : types)
    for (const std::string_view w : members(t)) there.push_back(w);
  unknown(a.span, base::in_both("value of " + name, name + "の値"), a.value, there);
  return out;
}

/// The value of the type that a word stands for.
std::optional<int64_t> Resolver::value_of(const Type& t, const std::string& w) const {
  if (t.kind == TypeKind::Bool) {
    if (w == "yes" || w == "true") return 1;
    if (w == "no" || w == "false") return 0;
    return std::nullopt;
  }
  if (t.kind == TypeKind::Enum || (t.kind == TypeKind::Ref && t.id <= model::kCardSort)) {
    if (const auto v = member(t, w)) return v;
    return w == "none" ? std::optional(model::kNobody) : std::nullopt;
  }
  if (w == "none" && t.kind != TypeKind::Int) return model::kNobody;
  int64_t v = 0;  // tokens have numbers
  const auto [end, error] = std::from_chars(w.data(), w.data() + w.size(), v);
  if (error == std::errc{} && end == w.data() + w.size()) return v;
  return std::nullopt;
}

std::vector<std::string> Resolver::picked(const std::string& text) const {
  std::vector<std::string> out;
  for (size_t from = 0; from < text.size();) {
    const size_t quoted = text[from] == '`' ? text.find('`', from + 1) : std::string::npos;
    const size_t to = quoted != std::string::npos
                          ? quoted + 1
                          : std::min(text.find_first_of(" \t\n", from), text.size());
    const std::string one = text.substr(from, to - from);
    from = to + 1;
    const bool member_of_some =
        std::any_of(p_.enums.begin() + model::kResults + 1, p_.enums.end(),
                    [&](const model::EnumDef& e) { return base::contains(e.members, one); });
    if (member_of_some) {
      out.push_back(one);
      continue;
    }
    for (std::string& w : words(one)) out.push_back(std::move(w));
  }
  return out;
}

int64_t Resolver::member(EnumId enumeration, const std::string& w) const {
  const auto& members = p_.enums[enumeration].members;
  const auto it = std::ranges::find(members, w);
  return it == members.end() ? -1 : it - members.begin();
}

int64_t Resolver::any_value(const std::string& w, Span span) {
  if (w == "none") return model::kNobody;
  if (w == "yes" || w == "true") return 1;
  if (w == "no" || w == "false") return 0;
  if (const auto it = cards_.find(w); it != cards_.end()) return it->second;
  for (size_t i = 0; i < p_.players.size(); ++i)
    if (p_.players[i] == w) return static_cast<int64_t>(i);
  int64_t v = 0;
  const auto [end, error] = std::from_chars(w.data(), w.data() + w.size(), v);
  if (error == std::errc{} && end == w.data() + w.size()) return v;
  for (const EnumId i : p_.enums.ids(model::kResults + 1))
    if (const int64_t m = member(i, w); m >= 0) return m;
  std::vector<std::string_view> ids;
  for (const auto& [id, k] : cards_) ids.push_back(id);
  unknown(span, base::in_both("card, player, member or number", "カード・プレイヤー・列挙の値・数"),
          w, ids);
  return 0;
}

std::optional<int64_t> Resolver::number(const Element& e, const Element::Attribute& a,
                                        const std::string& text, int64_t least, int64_t most) {
  int64_t v = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), v);
  if (error == std::errc{} && end == text.data() + text.size() && v >= least && v <= most) return v;
  bad(e, a.name, a.value,
      base::in_both("a whole number from " + std::to_string(least) + " to " + std::to_string(most),
                    std::to_string(least) + " から " + std::to_string(most) + " までの整数"));
  return std::nullopt;
}

Case Resolver::one_case(const Element& e) {
  for (const Element& k : e.children)
    if (k.name == "deck") return deck_case(e, k);
  Case c;
  named(e, c);
  c.span = e.span;
  scope_ = Scope{};
  scope_.ruling = true;
  cards_.clear();
  unread_ = false;
  lets_.clear();
  bool situated = false;
  lets(e, c.situation);
  for (const Element& k : e.children)
    if (k.name == "situation") {
      if (situated) {
        log_.add(Code::XmlDuplicateId, k.span, {"element", k.name});
        continue;
      }
      situation(k, c.situation);
      situated = true;
      unread_ = std::ranges::any_of(c.situation.cards, [&](const auto& card) {
        return card.def != kNone && model::unread(p_.cards[card.def]);
      });
    }
  for (const Element& k : e.children)
    if (k.name == "where")
      c.situation.where.push_back(expression(k.text, k.text_span, model::bool_type()));
  if (!situated) log_.add(Code::XmlMissing, e.span, {"`situation`", e.name});
  std::set<std::string_view> once;
  for (const Element& k : e.children) {
    if ((k.name == "play" || k.name == "until") && !once.insert(k.name).second)
      log_.add(Code::XmlDuplicateId, k.span, {"element", k.name});
    if (k.name == "until") {
      c.until = k.text;
      bool known = c.until == "idle" || c.until == "end";
      for (const FrameIn& f : c.situation.frames)
        known = known || p_.procedures[f.proc].name == c.until;
      if (!known)
        log_.add(Code::XmlBadValue, k.span,
                 {"`until`", k.text,
                  base::in_both("idle, end, or a procedure on the path `" + c.situation.at + "`",
                                "idle、end、または経路 `" + c.situation.at + "` にある手順")});
    }
    if (k.name == "play")
      for (const Element& item : k.children) c.play.push_back(play_item(item));
  }
  if (c.play.size() > kMaxPlay)
    log_.add(Code::TooMany, e.span,
             {base::in_both("items of `play`", "`play` の項目"), std::to_string(kMaxPlay)});
  if (!situated) return c;
  for (const Element& k : e.children)
    if (k.name == "claim") c.claims.push_back(claim(k, c));
  if (c.claims.empty() && claims_needed_) log_.add(Code::NoClaim, e.span, {doc_.id});
  return c;
}

Ruling resolve(const Document& document, model::Program& program, const base::SourceMap& sources,
               base::DiagnosticLog& log, bool claims_needed) {
  return Resolver(document, program, sources, log, claims_needed).run();
}

DeckList resolve_deck(const Document& document, model::Program& program,
                      const base::SourceMap& sources, base::DiagnosticLog& log) {
  return Resolver(document, program, sources, log, false).run_deck();
}

}  // namespace hanrei::rulings
