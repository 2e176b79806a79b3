// The situation of a case: its quantities, players, cards and tokens, and where play stands.
#include <algorithm>
#include <charconv>

#include "base/contains.h"
#include "model/passes/names.h"
#include "rulings/resolve/resolver.h"

namespace hanrei::rulings {

using base::Code;
using model::Type;

std::string local_text(const std::string& name) {
  return name.starts_with("did ") ? "did(" + name.substr(4) + ")" : name;
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
      constexpr int64_t most = INT64_MAX - 1'000'000;  // what is a little more is still a number
      if (error != std::errc{} || end != a->value.data() + a->value.size() || v > most || v < -most)
        bad(c, key, a->value,
            base::in_both("an integer well within 64 bits", "64ビットに十分収まる整数"));
      else
        out = v;
    };
    bound("min", l.min);
    bound("max", l.max);
    if (l.min && l.max && *l.min > *l.max)
      bad(c, "max", c.get("max"), base::in_both("no less than `min`", "`min` 以上の値"));
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
    scope_.alias(l.name, p_.exprs.last_id(), model::int_type());
    check_name(l.name, c.find("name")->span, false);
    lets_.insert(l.name);
    s.lets.push_back(std::move(l));
  }
}

std::string Resolver::taken(const std::string& name) const {
  const auto is = [&](const auto& list) {
    return std::ranges::any_of(list, [&](const auto& x) { return x.name == name; });
  };
  int64_t number = 0;
  const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), number);
  if ((error == std::errc{} && end == name.data() + name.size()) || name == "none" ||
      name == "true" || name == "false" || name == "yes" || name == "no" || name == "result")
    return base::in_both("a value", "値");
  if (base::contains(p_.players, name)) return base::in_both("a player", "プレイヤー");
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
    what = base::in_both("a symbolic quantity", "未定の数量");
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

void Resolver::card(const Element& e, Situation& s, ZoneId zone, int owner, int host) {
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
  const AttrId name_attr = names_.attr_of(model::kCardSort, "name");
  std::string own_name = e.get("name");
  if (own_name.empty() && p_.cards[c.def].generic) own_name = c.id;
  if (!own_name.empty()) {
    c.values.emplace_back(name_attr, constant(model::card_name(names_, own_name),
                                              model::enum_type(model::kCardNames), e.span));
  }
  const auto set = [&](const std::string& name, const Element::Attribute& a) {
    const AttrId attr = names_.attr_of(model::kCardSort, name);
    if (attr == kNone) {
      unknown(where(a, name), base::in_both("attribute of a card", "カードの属性"), name,
              attributes(model::kCardSort));
      return;
    }
    const Type t = p_.attrs[attr].type;
    c.values.emplace_back(attr, value(a, t));
  };
  for (const Element::Attribute& a : e.attributes)
    if (a.name != "id" && a.name != "is" && a.name != "name" && a.name != "in") set(a.name, a);
  for (const Element& k : e.children)
    if (k.name == "set") set(k.get("attr"), *k.find("value"));
  if (host >= 0) {  // an attached card is used by its owner
    const AttrId owned = names_.attr_of(model::kCardSort, "owner"),
                 used = names_.attr_of(model::kCardSort, "user");
    const auto given = [&](AttrId attr) {
      return std::ranges::find_if(c.values, [&](const auto& v) { return v.first == attr; });
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
    ZoneId attached = kNone;
    for (const ZoneId z : p_.zones.ids())
      if (p_.zones[z].of == model::ZoneOwner::Card &&
          (attached == kNone || p_.zones[z].name == k.get("in")))
        attached = z;
    if (attached == kNone) {
      unknown(k.span, base::in_both("zone of a card", "カードの領域"), k.get("in"),
              named(p_.zones));
      continue;
    }
    card(k, s, attached, owner, index);
  }
}

void Resolver::card_names(Span span) {
  const Type ref = model::ref_type(model::kCardSort, true);
  for (const auto& [id, k] : cards_) scope_.alias(id, constant(k, ref, span), ref);
}

void Resolver::game_values(const Element& e, Situation& s) {
  for (const Element::Attribute& a : e.attributes) {
    if (a.name == "at") continue;
    const AttrId attr = stored(names_.attr_of(kNone, a.name));
    if (attr == kNone) {
      unknown(a.name_span, base::in_both("attribute of the game", "ゲームの属性"), a.name,
              attributes(kNone));
      continue;
    }
    const Type t = p_.attrs[attr].type;
    s.game.emplace_back(attr, value(a, t));
  }
}

void Resolver::player_value(const std::string& name, const Element::Attribute& a, int pl,
                            Situation& s) {
  const AttrId attr = stored(names_.attr_of(model::kPlayerSort, name));
  if (attr == kNone) {
    unknown(where(a, name), base::in_both("attribute of a player", "プレイヤーの属性"), name,
            attributes(model::kPlayerSort));
    return;
  }
  const Type t = p_.attrs[attr].type;
  s.players[pl].emplace_back(attr, value(a, t));
}

void Resolver::lot(const Element& e, ZoneId zone, int pl, Situation& s) {
  if (!p_.zones[zone].lot) {
    log_.add(Code::XmlBadValue, e.span,
             {base::in_both("the zone of `cards`", "`cards` の領域"), p_.zones[zone].name,
              base::in_both("one that may hold a lot", "束を置ける領域")});
    return;
  }
  s.lots.push_back({zone, pl, expression(e.get("n"), e.find("n")->span, model::int_type())});
  const model::Expr& count = p_[s.lots.back().count];
  if (count.op == model::Op::Neg || (count.op == model::Op::Const && count.value < 0))
    bad(e, "n", e.get("n"), base::in_both("a number of cards, 0 or more", "0 以上の枚数"));
}

void Resolver::zone(const Element& e, int pl, Situation& s) {
  const ZoneId zone = names_.find_zone(e.get("name"));
  if (zone == kNone) {
    unknown(e.find("name")->span, base::in_both("zone", "領域"), e.get("name"), named(p_.zones));
    return;
  }
  if (p_.zones[zone].of == model::ZoneOwner::Card) {
    bad(e, "name", e.get("name"),
        base::in_both("a zone of a player; a card in a zone of a card stands inside that card",
                      "プレイヤーの領域 (カードの領域にあるカードは、そのカードの中に書きます)"));
    return;
  }
  for (const Element& in : e.children) {
    if (in.name == "card")
      card(in, s, zone, pl, -1);
    else
      lot(in, zone, pl, s);
  }
}

void Resolver::described(const Element& e, Situation& s, std::set<int>& before) {
  const auto pl = player(e, "id");
  if (!pl) return;
  if (!before.insert(*pl).second)
    log_.add(Code::XmlDuplicateId, e.find("id")->span,
             {base::in_both("player", "プレイヤー"), e.get("id")});
  for (const Element::Attribute& a : e.attributes)
    if (a.name != "id") player_value(a.name, a, *pl, s);
  for (const Element& k : e.children) {
    if (k.name == "set")
      player_value(k.get("attr"), *k.find("value"), *pl, s);
    else
      zone(k, *pl, s);
  }
}

void Resolver::token(const Element& e, Situation& s) {
  TokenIn t;
  t.span = e.span;
  t.sort = names_.find_sort(e.get("sort"));
  if (t.sort == kNone || t.sort <= model::kEffectSort) {
    unknown(e.span, base::in_both("sort", "種別"), e.get("sort"), named(p_.sorts));
    return;
  }
  for (const Element::Attribute& a : e.attributes) {
    if (a.name == "sort") continue;
    const AttrId attr = stored(names_.attr_of(t.sort, a.name));
    if (attr == kNone) {
      unknown(a.name_span, base::in_both("attribute of " + e.get("sort"), e.get("sort") + "の属性"),
              a.name, attributes(t.sort));
      continue;
    }
    const Type ty = p_.attrs[attr].type;
    t.values.emplace_back(attr, value(a, ty));
  }
  s.tokens.push_back(std::move(t));
}

void Resolver::frame(const Element& e, Situation& s) {
  const ProcId proc = names_.find_proc(e.get("of"));
  const auto it = std::ranges::find_if(s.frames, [&](const FrameIn& f) { return f.proc == proc; });
  if (proc == kNone || it == s.frames.end()) {
    log_.add(Code::XmlUnknownId, e.find("of")->span,
             {base::in_both("procedure", "手順"), e.get("of"),
              base::in_both(" on the path `" + s.at + "`", "(位置 `" + s.at + "` の上に)")});
    return;
  }
  const model::Procedure& pr = p_.procedures[proc];
  it->span = e.span;
  std::vector<std::pair<std::string, const Element::Attribute*>> of_effect;
  const auto act = std::ranges::find_if(p_.acts, [&](const model::ActDef& a) {
    return a.process == proc && a.effect_local != kNone;
  });
  const auto set = [&](const std::string& name, const Element::Attribute& a) {
    const auto l = std::ranges::find_if(
        pr.locals, [&](const model::Local& x) { return local_text(x.name) == name; });
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
  for (const Element::Attribute& a : e.attributes)
    if (a.name != "of") set(a.name, a);
  for (const Element& k : e.children) set(k.get("attr"), *k.find("value"));
  if (act != p_.acts.end()) used_effect(*act, s, *it, of_effect);
}

void Resolver::situation(const Element& e, Situation& s) {
  lets(e, s);
  collect_cards(e);
  card_names(e.span);
  game_values(e, s);
  std::set<int> before;
  for (const Element& c : e.children) {
    if (c.name == "where") s.where.push_back(expression(c.text, c.text_span, model::bool_type()));
    if (c.name == "player") described(c, s, before);
    if (c.name == "token") token(c, s);
  }
  path(e, s);
  for (const Element& c : e.children)
    if (c.name == "frame") frame(c, s);
}

void Resolver::used_effect(
    const model::ActDef& act, const Situation& s, FrameIn& f,
    const std::vector<std::pair<std::string, const Element::Attribute*>>& given) {
  const auto card =
      std::ranges::find_if(f.locals, [&](const auto& l) { return l.first == act.effect_of; });
  const int64_t k = card != f.locals.end() && p_[card->second].op == model::Op::Const
                        ? p_[card->second].value
                        : -1;
  std::string wanted, names;
  for (const auto& [name, a] : given)
    if (name == "effect") wanted = a->value;
  std::vector<EffectId> fitting;
  const bool there = k >= 0 && k < static_cast<int64_t>(s.cards.size());
  for (const EffectId e : p_.effects.ids()) {
    const model::EffectDef& d = p_.effects[e];
    if (!there || d.card != s.cards[k].def || d.name.empty() == act.effect_named) continue;
    names += (names.empty() ? "" : ", ") + d.name;
    if (wanted.empty() || d.name == wanted) fitting.push_back(e);
  }
  if (fitting.size() == 1) {
    f.effect = fitting[0];
    f.card = static_cast<int>(k);
  }
  const std::string& own = p_.procedures[f.proc].name;
  const std::string of =
      f.effect == kNone ? base::in_both("local of `" + own + "`", "`" + own + "` の局所変数")
                        : base::in_both("local of `" + own + "` or thing that its effect presents",
                                        "`" + own + "` の局所変数、またはその効果が提示するもの");
  if (there && s.cards[k].def != kNone && model::unread(p_.cards[s.cards[k].def]))
    return;  // what it presents is not known
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
    const auto& things =
        f.effect == kNone ? std::vector<model::Choose>{} : p_.effects[f.effect].present;
    const auto thing =
        std::ranges::find_if(things, [&](const model::Choose& ch) { return ch.name == name; });
    if (thing == things.end()) {
      unknown(where(*a, name), of, name, named(things));
      continue;
    }
    const model::EffectDef& def = p_.effects[f.effect];
    f.locals.emplace_back(act.things + def.places[thing - things.begin()],
                          value(*a, p_.procedures[def.proc].locals[thing->var].type));
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
      bad(e, "at", s.at,
          base::in_both("procedures with their steps, such as `turn[2]/battle[26]`",
                        "`ターン[2]/バトル[26]` のような、手順とその段階"));
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
      const auto& steps = p_.procedures[f.proc].step_names;
      const auto it = std::ranges::find(steps, step);
      if (it == steps.end()) {
        log_.add(Code::UnknownStep, span, {step, name});
        continue;
      }
      f.ordinal = static_cast<int>(it - steps.begin());
    }
    s.frames.push_back(std::move(f));
  }
}

}  // namespace hanrei::rulings
