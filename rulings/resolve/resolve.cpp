// Names, types and citations of a ruling, checked against a program.
#include <algorithm>
#include <charconv>

#include "model/passes/passes.h"
#include "rulings/resolve/resolver.h"

namespace hanrei::rulings {

using base::Code;
using model::Binding;
using model::Compiler;
using model::Scope;
using model::Type;
using model::TypeKind;

namespace {

constexpr size_t kMaxPlay = 250;
constexpr size_t kMaxActs = 8;  // acts that are declared and not yet carried out have as many slots

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
  if (std::find(statuses.begin(), statuses.end(), r.status) == statuses.end())
    bad(root, "status", r.status, "derived, formal, provisional, pending or withdrawn");
  else if (r.status != "derived" && (r.issued.empty() || r.authority.empty()))
    log_.add(Code::XmlMissing, root.span,
             {"`issued` and `authority`, which every ruling but a derived one has", "ruling"});
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
      r.presumes.emplace_back(e.get("reading"), e.get("is"));
      bool known = false;
      for (const model::ReadingDef& d : p_.readings)
        known = known ||
                (d.name == e.get("reading") &&
                 std::find(d.options.begin(), d.options.end(), e.get("is")) != d.options.end());
      if (!known)
        log_.add(Code::UnknownReading, e.find("is")->span, {e.get("reading"), e.get("is")});
    } else if (e.name == "cites") {
      const Id c = names_.find_clause(e.get("clause"));
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
  for (const Element& e : root.children)
    if (e.name == "title") d.title[e.get("xml:lang") == "ja"] = e.text;
  d.deck = deck(root);
  return d;
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
      std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; })) {
    int64_t v = 0;
    std::from_chars(text.data(), text.data() + text.size(), v);
    return constant(v, expect, span);
  }
  // An attribute value or element text without entities maps byte for byte onto the file.
  const bool exact = span.end - span.begin == text.size();
  const model::Node node = model::parse_expression({text, span, exact}, log_);
  ExprId e = names_.compile(node, scope_, expect);
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
  if (t.kind == TypeKind::Set && t.elem == TypeKind::Enum &&
      t.id == model::kCardNames) {  // there may be more than a mask can hold
    model::Expr set{model::Op::SetOf, t, kNone, 0, kNone, kNone, kNone, {}, a.span};
    for (const std::string& w : words(a.value)) {
      if (const auto v = member(t, w))
        set.args.push_back(constant(*v, model::enum_type(t.id), a.span));
      else
        unknown(a.span, base::in_both("member", "値"), w, named(p_.cards));
    }
    p_.exprs.push_back(std::move(set));
    return static_cast<ExprId>(p_.exprs.size()) - 1;
  }
  if (t.kind == TypeKind::Set) {
    int64_t mask = 0;
    for (const std::string& w : words(a.value)) {
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
    const std::string& of =
        t.kind == TypeKind::Enum ? p_.enums[static_cast<size_t>(t.id)].name : a.value;
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
  if (kind == TypeKind::Enum) return names_.member(t.id, word);
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
    out.assign(p_.enums[static_cast<size_t>(t.id)].members.begin(),
               p_.enums[static_cast<size_t>(t.id)].members.end());
  else if (t.id == model::kPlayerSort)
    out.assign(p_.players.begin(), p_.players.end());
  else
    for (const auto& [id, k] : cards_) out.push_back(id);
  return out;
}

void Resolver::lets(const Element& e, Situation& s) {
  for (const Element& c : e.children) {
    if (c.name != "let") continue;
    Let l;
    l.name = c.get("name");
    l.span = c.span;
    if (c.get("type") != "int") bad(c, "type", c.get("type"), "int");
    const auto bound = [&](std::string_view key, std::optional<int64_t>& out) {
      const Element::Attribute* a = c.find(key);
      if (a == nullptr) return;
      int64_t v = 0;
      const auto [end, error] =
          std::from_chars(a->value.data(), a->value.data() + a->value.size(), v);
      if (error != std::errc{} || end != a->value.data() + a->value.size())
        bad(c, key, a->value, "an integer");
      else
        out = v;
    };
    bound("min", l.min);
    bound("max", l.max);
    if (l.min && l.max && *l.min > *l.max) bad(c, "max", c.get("max"), "no less than `min`");
    for (const Let& other : s.lets)
      if (other.name == l.name)
        log_.add(Code::XmlDuplicateId, c.span, {base::in_both("quantity", "数量"), l.name});
    p_.exprs.push_back({model::Op::Let,
                        model::int_type(),
                        static_cast<Id>(s.lets.size()),
                        0,
                        kNone,
                        kNone,
                        kNone,
                        {},
                        c.span});
    scope_.alias(l.name, static_cast<ExprId>(p_.exprs.size()) - 1, model::int_type());
    check_name(l.name, c.find("name")->span, false);
    lets_.insert(l.name);
    s.lets.push_back(std::move(l));
  }
}

std::string Resolver::taken(const std::string& name) const {
  const auto is = [&](const auto& list) {
    return std::any_of(list.begin(), list.end(), [&](const auto& x) { return x.name == name; });
  };
  int64_t number = 0;
  const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), number);
  if ((error == std::errc{} && end == name.data() + name.size()) || name == "none" ||
      name == "true" || name == "false" || name == "yes" || name == "no" || name == "result")
    return base::in_both("a value", "値");
  if (std::find(p_.players.begin(), p_.players.end(), name) != p_.players.end())
    return base::in_both("a player", "プレイヤー");
  if (names_.attr_of(kNone, name) != kNone)
    return base::in_both("an attribute of the game", "ゲームの属性");
  if (is(p_.derived)) return base::in_both("a derived value", "導出値");
  if (is(p_.zones)) return base::in_both("a zone", "領域");
  if (is(p_.kinds)) return base::in_both("a kind", "種類");
  return "";
}

void Resolver::check_name(const std::string& name, Span span, bool card) {
  std::string what = taken(name);
  if (what.empty() && card && lets_.contains(name))
    what = base::in_both("a symbolic quantity", "記号の量");
  if (!what.empty()) log_.add(Code::NameTaken, span, {name, what});
}

void Resolver::collect_cards(const Element& e) {
  if (e.name == "card") {
    const std::string id = e.get("id");
    if (const Element::Attribute* a = e.find("id")) check_name(id, a->span, true);
    if (cards_.contains(id))
      log_.add(Code::XmlDuplicateId, e.find("id")->span, {base::in_both("card", "カード"), id});
    else {
      const auto k = static_cast<int64_t>(cards_.size());
      cards_[id] = k;
    }
  }
  for (const Element& c : e.children) collect_cards(c);
}

void Resolver::card(const Element& e, Situation& s, Id zone, int owner, int host) {
  SituationCard c;
  c.id = e.get("id");
  c.name = e.get("is");
  c.zone = zone;
  c.owner = owner;
  c.host = host;
  c.span = e.span;
  c.def = names_.find_card(c.name);
  if (c.def == kNone) {
    unknown(e.find("is")->span, base::in_both("card", "カード"), c.name, named(p_.cards));
    return;
  }
  const Id name_attr = names_.attr_of(model::kCardSort, "name");
  std::string own_name = e.get("name");
  if (own_name.empty() && p_.cards[static_cast<size_t>(c.def)].generic) own_name = c.id;
  if (!own_name.empty()) {
    c.values.emplace_back(name_attr, constant(names_.card_name(own_name),
                                              model::enum_type(model::kCardNames), e.span));
  }
  const auto set = [&](const std::string& name, const Element::Attribute& a) {
    const Id attr = names_.attr_of(model::kCardSort, name);
    if (attr == kNone) {
      unknown(where(a, name), base::in_both("attribute of a card", "カードの属性"), name,
              attributes(model::kCardSort));
      return;
    }
    const Type t = p_.attrs[static_cast<size_t>(attr)].type;
    c.values.emplace_back(attr, value(a, t));
  };
  for (const Element::Attribute& a : e.attributes)
    if (a.name != "id" && a.name != "is" && a.name != "name" && a.name != "in") set(a.name, a);
  for (const Element& k : e.children)
    if (k.name == "set") set(k.get("attr"), *k.find("value"));
  if (host >= 0) {  // an attached card is used by its owner
    const Id owned = names_.attr_of(model::kCardSort, "owner"),
             used = names_.attr_of(model::kCardSort, "user");
    const auto given = [&](Id attr) {
      return std::find_if(c.values.begin(), c.values.end(),
                          [&](const auto& v) { return v.first == attr; });
    };
    if (const auto it = given(owned); it != c.values.end() && given(used) == c.values.end()) {
      const ExprId whose = it->second;
      c.values.emplace_back(used, whose);
    }
  }
  const int index = static_cast<int>(s.cards.size());
  s.cards.push_back(std::move(c));
  for (const Element& k : e.children) {
    if (k.name != "card") continue;
    Id attached = kNone;
    for (size_t z = 0; z < p_.zones.size(); ++z)
      if (p_.zones[z].of == model::ZoneOwner::Card &&
          (attached == kNone || p_.zones[z].name == k.get("in")))
        attached = static_cast<Id>(z);
    if (attached == kNone) {
      unknown(k.span, base::in_both("zone of a card", "カードの領域"), k.get("in"),
              named(p_.zones));
      continue;
    }
    card(k, s, attached, owner, index);
  }
}

void Resolver::situation(const Element& e, Situation& s) {
  lets(e, s);
  collect_cards(e);
  for (const auto& [id, k] : cards_) {
    p_.exprs.push_back({model::Op::Const,
                        model::ref_type(model::kCardSort, true),
                        kNone,
                        k,
                        kNone,
                        kNone,
                        kNone,
                        {},
                        e.span});
    scope_.alias(id, static_cast<ExprId>(p_.exprs.size()) - 1,
                 model::ref_type(model::kCardSort, true));
  }
  for (const Element::Attribute& a : e.attributes) {
    if (a.name == "at") continue;
    const Id attr = stored(names_.attr_of(kNone, a.name));
    if (attr == kNone) {
      unknown(a.name_span, base::in_both("attribute of the game", "ゲームの属性"), a.name,
              attributes(kNone));
      continue;
    }
    const Type t = p_.attrs[static_cast<size_t>(attr)].type;
    s.game.emplace_back(attr, value(a, t));
  }
  std::set<int> described;
  for (const Element& c : e.children) {
    if (c.name == "where") s.where.push_back(expression(c.text, c.text_span, model::bool_type()));
    if (c.name == "player") {
      const auto pl = player(c, "id");
      if (!pl) continue;
      if (!described.insert(*pl).second)
        log_.add(Code::XmlDuplicateId, c.find("id")->span,
                 {base::in_both("player", "プレイヤー"), c.get("id")});
      const auto set = [&](const std::string& name, const Element::Attribute& a) {
        const Id attr = stored(names_.attr_of(model::kPlayerSort, name));
        if (attr == kNone) {
          unknown(where(a, name), base::in_both("attribute of a player", "プレイヤーの属性"), name,
                  attributes(model::kPlayerSort));
          return;
        }
        const Type t = p_.attrs[static_cast<size_t>(attr)].type;
        s.players[*pl].emplace_back(attr, value(a, t));
      };
      for (const Element::Attribute& a : c.attributes)
        if (a.name != "id") set(a.name, a);
      for (const Element& k : c.children) {
        if (k.name == "set") {
          set(k.get("attr"), *k.find("value"));
          continue;
        }
        const Id zone = names_.find_zone(k.get("name"));
        if (zone == kNone) {
          unknown(k.find("name")->span, base::in_both("zone", "領域"), k.get("name"),
                  named(p_.zones));
          continue;
        }
        for (const Element& in : k.children) {
          if (in.name == "card") {
            card(in, s, zone, *pl, -1);
            continue;
          }
          if (!p_.zones[static_cast<size_t>(zone)].lot) {
            log_.add(Code::XmlBadValue, in.span,
                     {"the zone of `cards`", k.get("name"), "one that may hold a lot"});
            continue;
          }
          s.lots.push_back(
              {zone, *pl, expression(in.get("n"), in.find("n")->span, model::int_type())});
          const model::Expr& count = p_[s.lots.back().count];
          if (count.op == model::Op::Neg || (count.op == model::Op::Const && count.value < 0))
            bad(in, "n", in.get("n"), "a number of cards, 0 or more");
        }
      }
    }
    if (c.name == "token") {
      TokenIn t;
      t.span = c.span;
      t.sort = names_.find_sort(c.get("sort"));
      if (t.sort == kNone || t.sort <= model::kEffectSort) {
        unknown(c.span, base::in_both("sort", "種別"), c.get("sort"), named(p_.sorts));
        continue;
      }
      for (const Element::Attribute& a : c.attributes) {
        if (a.name == "sort") continue;
        const Id attr = stored(names_.attr_of(t.sort, a.name));
        if (attr == kNone) {
          unknown(a.name_span,
                  base::in_both("attribute of " + c.get("sort"), c.get("sort") + "の属性"), a.name,
                  attributes(t.sort));
          continue;
        }
        const Type ty = p_.attrs[static_cast<size_t>(attr)].type;
        t.values.emplace_back(attr, value(a, ty));
      }
      s.tokens.push_back(std::move(t));
    }
  }
  path(e, s);
  for (const Element& c : e.children) {
    if (c.name != "frame") continue;
    const Id proc = names_.find_proc(c.get("of"));
    const auto it = std::find_if(s.frames.begin(), s.frames.end(),
                                 [&](const FrameIn& f) { return f.proc == proc; });
    if (proc == kNone || it == s.frames.end()) {
      log_.add(Code::XmlUnknownId, c.find("of")->span,
               {base::in_both("procedure", "手順"), c.get("of"),
                base::in_both(" on the path `" + s.at + "`", "(位置 `" + s.at + "` の上に)")});
      continue;
    }
    const model::Procedure& pr = p_.procedures[static_cast<size_t>(proc)];
    it->span = c.span;
    std::vector<std::pair<std::string, const Element::Attribute*>> of_effect;
    const auto act = std::find_if(p_.acts.begin(), p_.acts.end(), [&](const model::ActDef& a) {
      return a.process == proc && a.effect_local != kNone;
    });
    const auto set = [&](const std::string& name, const Element::Attribute& a) {
      const auto l = std::find_if(pr.locals.begin(), pr.locals.end(), [&](const model::Local& x) {
        return local_text(x.name) == name;
      });
      if (l == pr.locals.end() && act != p_.acts.end()) {
        of_effect.emplace_back(name, &a);
        return;
      }
      if (l == pr.locals.end()) {
        unknown(where(a, name),
                base::in_both("local of `" + pr.name + "`", "`" + pr.name + "` の局所変数"), name,
                named(pr.locals));
        return;
      }
      it->locals.emplace_back(static_cast<Id>(l - pr.locals.begin()), value(a, l->type));
    };
    for (const Element::Attribute& a : c.attributes)
      if (a.name != "of") set(a.name, a);
    for (const Element& k : c.children) set(k.get("attr"), *k.find("value"));
    if (act != p_.acts.end()) used_effect(*act, s, *it, of_effect);
  }
}

void Resolver::used_effect(
    const model::ActDef& act, const Situation& s, FrameIn& f,
    const std::vector<std::pair<std::string, const Element::Attribute*>>& given) {
  const auto card = std::find_if(f.locals.begin(), f.locals.end(),
                                 [&](const auto& l) { return l.first == act.effect_of; });
  const int64_t k = card != f.locals.end() && p_[card->second].op == model::Op::Const
                        ? p_[card->second].value
                        : -1;
  std::string wanted, names;
  for (const auto& [name, a] : given)
    if (name == "effect") wanted = a->value;
  std::vector<Id> fitting;
  for (size_t e = 0; e < p_.effects.size() && k >= 0 && k < static_cast<int64_t>(s.cards.size());
       ++e) {
    const model::EffectDef& d = p_.effects[e];
    if (d.card != s.cards[static_cast<size_t>(k)].def || d.name.empty() == act.effect_named)
      continue;
    names += (names.empty() ? "" : ", ") + d.name;
    if (wanted.empty() || d.name == wanted) fitting.push_back(static_cast<Id>(e));
  }
  if (fitting.size() == 1) {
    f.effect = fitting[0];
    f.card = static_cast<int>(k);
  }
  const std::string& own = p_.procedures[static_cast<size_t>(f.proc)].name;
  const std::string of =
      f.effect == kNone ? base::in_both("local of `" + own + "`", "`" + own + "` の局所変数")
                        : base::in_both("local of `" + own + "` or thing that its effect presents",
                                        "`" + own + "` の局所変数、またはその効果が提示するもの");
  for (const auto& [name, a] : given) {
    if (name == "effect") {
      if (fitting.size() != 1)
        log_.add(
            Code::XmlBadValue, a->span,
            {"effect", a->value,
             names.empty() ? base::in_both("an effect of the card that is used", "使うカードの効果")
                           : names});
      continue;
    }
    const auto& things = f.effect == kNone ? std::vector<model::Choose>{}
                                           : p_.effects[static_cast<size_t>(f.effect)].present;
    const auto thing = std::find_if(things.begin(), things.end(),
                                    [&](const model::Choose& ch) { return ch.name == name; });
    if (thing == things.end()) {
      unknown(where(*a, name), of, name, named(things));
      continue;
    }
    f.locals.emplace_back(act.effect_local + 1 + static_cast<Id>(thing - things.begin()),
                          value(*a, model::elem_type(p_[thing->set].type)));
  }
}

void Resolver::path(const Element& e, Situation& s) {
  s.at = e.get("at");
  const Span span = e.find("at")->span;
  s.at_span = span;
  s.span = e.span;
  std::string part;
  std::vector<std::string> parts;
  for (char c : s.at + "/") {
    if (c == '/') {
      parts.push_back(part);
      part.clear();
    } else
      part += c;
  }
  for (const std::string& text : parts) {
    FrameIn f;
    f.span = span;
    const size_t open = text.rfind('[');
    if ((open == std::string::npos) == text.ends_with("]") ||
        (open != std::string::npos && !text.ends_with("]"))) {
      bad(e, "at", s.at, "procedures with their steps, such as `turn[2]/battle[26]`");
      continue;
    }
    const std::string name = text.substr(0, open);
    f.proc = names_.find_proc(name);
    if (f.proc == kNone) {
      unknown(span, base::in_both("procedure", "手順"), name, named(p_.procedures));
      continue;
    }
    if (open != std::string::npos && text.ends_with("]")) {
      const std::string step = text.substr(open + 1, text.size() - open - 2);
      const auto& steps = p_.procedures[static_cast<size_t>(f.proc)].step_names;
      const auto it = std::find(steps.begin(), steps.end(), step);
      if (it == steps.end()) {
        log_.add(Code::UnknownStep, span, {step, name});
        continue;
      }
      f.ordinal = static_cast<int>(it - steps.begin());
    }
    s.frames.push_back(std::move(f));
  }
  const auto acts = std::count_if(s.frames.begin(), s.frames.end(), [&](const FrameIn& f) {
    return std::any_of(p_.acts.begin(), p_.acts.end(), [&](const model::ActDef& a) {
      return a.process == f.proc || a.declare == f.proc;
    });
  });
  if (static_cast<size_t>(acts) > kMaxActs)
    log_.add(Code::TooMany, span,
             {base::in_both("acts that run at once", "同時に進む行動"), std::to_string(kMaxActs)});
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
    if (std::any_of(p_.exchanges.begin(), p_.exchanges.end(), in_turn))
      for (size_t a = 0; a < p_.acts.size(); ++a) item.acts.push_back(static_cast<Id>(a));
    return item;
  }
  if (e.name == "choose") {
    item.kind = PlayKind::Choose;
    item.choice = e.get("what");
    for (const std::string& w : picked(e.get("is")))
      item.values.push_back(any_value(w, e.find("is")->span));
    std::sort(item.values.begin(), item.values.end());  // a set has no order
    return item;
  }
  item.kind = e.name == "free" ? PlayKind::Free : PlayKind::Do;
  const std::string_view key = e.name == "free" ? "acts" : "act";
  std::vector<std::string> acts =
      e.name == "free" ? words(e.get(key)) : std::vector<std::string>{e.get(key)};
  if (acts.empty() || (acts.size() == 1 && acts[0].empty()))
    bad(e, key, e.get(key), "the name of an act");
  else
    for (const std::string& name : acts) {
      const Id act = names_.find_act(name);
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
      for (size_t i = 0; i < p_.effects.size(); ++i)
        if (p_.effects[i].name == a.value) item.effect = static_cast<Id>(i);
      if (item.effect == kNone)
        unknown(a.span, base::in_both("effect", "効果"), a.value, named(p_.effects));
      continue;
    }
    bool known = false;
    Type type;
    for (Id act : item.acts)
      for (const model::Choose& c : p_.acts[static_cast<size_t>(act)].present) {
        if (c.name != a.name) continue;
        known = true;
        type = p_.procedures[static_cast<size_t>(p_.acts[static_cast<size_t>(act)].process)]
                   .locals[static_cast<size_t>(c.var)]
                   .type;
      }
    for (const model::EffectDef& d : p_.effects)
      for (const model::Choose& c : d.present) known = known || c.name == a.name;
    if (!known) {
      if (item.acts.empty()) continue;  // the act is unknown, and so is what it presents
      std::vector<std::string_view> names;
      for (Id act : item.acts)
        for (const std::string_view name : named(p_.acts[static_cast<size_t>(act)].present))
          names.push_back(name);
      unknown(a.name_span, base::in_both("presented thing", "提示するもの"), a.name, names);
      continue;
    }
    std::vector<int64_t> values;
    for (const std::string& w : picked(a.value)) values.push_back(any_value(w, a.span, type));
    std::sort(values.begin(), values.end());
    item.args.emplace_back(a.name, std::move(values));
  }
  return item;
}

std::vector<std::string> Resolver::picked(const std::string& text) const {
  std::vector<std::string> out;
  for (size_t from = 0; from < text.size();) {
    const size_t to = std::min(text.find_first_of(" \t\n", from), text.size());
    const std::string one = text.substr(from, to - from);
    from = to + 1;
    const bool member_of_some = std::any_of(
        p_.enums.begin() + model::kResults + 1, p_.enums.end(), [&](const model::EnumDef& e) {
          return std::find(e.members.begin(), e.members.end(), one) != e.members.end();
        });
    if (member_of_some) {
      out.push_back(one);
      continue;
    }
    for (std::string& w : words(one)) out.push_back(std::move(w));
  }
  return out;
}

int64_t Resolver::member(Id enumeration, const std::string& w) const {
  const auto& members = p_.enums[static_cast<size_t>(enumeration)].members;
  const auto it = std::find(members.begin(), members.end(), w);
  return it == members.end() ? -1 : it - members.begin();
}

int64_t Resolver::any_value(const std::string& w, Span span, const Type& type) {
  if ((type.kind == model::TypeKind::Enum || type.elem == model::TypeKind::Enum) &&
      member(type.id, w) >= 0)
    return member(type.id, w);
  if (w == "none") return model::kNobody;
  if (w == "yes" || w == "true") return 1;
  if (w == "no" || w == "false") return 0;
  if (const auto it = cards_.find(w); it != cards_.end()) return it->second;
  for (size_t i = 0; i < p_.players.size(); ++i)
    if (p_.players[i] == w) return static_cast<int64_t>(i);
  int64_t v = 0;
  const auto [end, error] = std::from_chars(w.data(), w.data() + w.size(), v);
  if (error == std::errc{} && end == w.data() + w.size()) return v;
  for (size_t i = model::kResults + 1; i < p_.enums.size(); ++i)
    if (const int64_t m = member(static_cast<Id>(i), w); m >= 0) return m;
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
        known = known || p_.procedures[static_cast<size_t>(f.proc)].name == c.until;
      if (!known)
        log_.add(
            Code::XmlBadValue, k.span,
            {"`until`", k.text, "idle, end, or a procedure on the path `" + c.situation.at + "`"});
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

std::string local_text(const std::string& name) {
  return name.starts_with("did ") ? "did(" + name.substr(4) + ")" : name;
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
