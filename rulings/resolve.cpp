// Names, types and citations of a ruling, checked against a program.
#include <algorithm>
#include <charconv>
#include <map>
#include <set>

#include "model/passes/compiler.h"
#include "rulings/rulings.h"

namespace hanrei::rulings {
namespace {

using base::Code;
using model::Binding;
using model::Compiler;
using model::Scope;
using model::Type;
using model::TypeKind;

constexpr size_t kMaxPlay = 250;
constexpr int64_t kMostDeck = 1000;
constexpr size_t kMaxActs = 8;  // acts that are declared and not yet carried out have as many slots

std::vector<std::string> words(const std::string& text) {
  std::vector<std::string> out;
  std::string word;
  for (char c : text + " ") {
    if (c == ' ' || c == '\n' || c == '\t' || c == ',') { if (!word.empty()) out.push_back(std::move(word)); word.clear(); }
    else word += c;
  }
  return out;
}

class Resolver {
 public:
  Resolver(const Document& doc, model::Program& program, const base::SourceMap& sources, base::DiagnosticLog& log, bool claims_needed)
      : doc_(doc), p_(program), log_(log), names_(program, sources, log), claims_needed_(claims_needed) {}

  Ruling run() {
    const Element& root = doc_.root;
    Ruling r;
    head(r);
    r.status = root.get("status");
    r.source = root.get("source");
    r.issued = root.get("issued");
    r.authority = root.get("authority");
    static const std::vector<std::string> statuses = {"derived", "formal", "provisional", "pending", "withdrawn"};
    if (std::find(statuses.begin(), statuses.end(), r.status) == statuses.end()) bad(root, "status", r.status, "derived, formal, provisional, pending or withdrawn");
    else if (r.status != "derived" && (r.issued.empty() || r.authority.empty())) log_.add(Code::XmlMissing, root.span, {"`issued` and `authority`, which every ruling but a derived one has", "ruling"});
    own_game();
    for (const Element& e : root.children) {
      const bool ja = e.get("xml:lang") == "ja";
      if (e.name == "title") r.title[ja] = e.text;
      else if (e.name == "question") r.question[ja] = e.text;
      else if (e.name == "answer") r.answer[ja] = e.text;
      else if (e.name == "partial") r.partial = e.text;
      else if (e.name == "supersedes") r.supersedes.push_back(e.get("ruling"));
      else if (e.name == "presume") {
        r.presumes.emplace_back(e.get("reading"), e.get("is"));
        bool known = false;
        for (const model::ReadingDef& d : p_.readings) known = known || (d.name == e.get("reading") && std::find(d.options.begin(), d.options.end(), e.get("is")) != d.options.end());
        if (!known) log_.add(Code::UnknownReading, e.find("is")->span, {e.get("reading"), e.get("is")});
      } else if (e.name == "cites") {
        const Id c = names_.find_clause(e.get("clause"));
        if (c == kNone) log_.add(Code::UnknownClause, e.find("clause")->span, {e.get("clause")});
        else r.cites.push_back(c);
        r.cite_text.push_back(e.get("clause"));
      }
    }
    bool several = false;
    for (const Element& e : root.children) several = several || e.name == "case";
    if (several) {
      std::set<std::string> ids;
      for (const Element& e : root.children) {
        if (e.name == "case") {
          if (!ids.insert(e.get("id")).second) log_.add(Code::XmlDuplicateId, e.span, {"case", e.get("id")});
          r.cases.push_back(one_case(e));
        } else if (e.name == "let" || e.name == "where" || e.name == "situation" || e.name == "deck" || e.name == "play" || e.name == "until" || e.name == "claim") {
          log_.add(Code::XmlUnknownElement, e.span, {e.name, "ruling", "`case`, where there are several"});
        }
      }
    } else {
      r.cases.push_back(one_case(root));
    }
    names_.check_bounds(first_expr_);
    return r;
  }

  DeckList run_deck() {
    const Element& root = doc_.root;
    DeckList d;
    head(d);
    own_game();
    for (const Element& e : root.children) if (e.name == "title") d.title[e.get("xml:lang") == "ja"] = e.text;
    d.deck = deck(root);
    return d;
  }

 private:
  /// What the document says of itself.
  template <class Into>
  void head(Into& to) const {
    to.id = doc_.id;
    to.game = doc_.game;
    to.path = doc_.path;
    to.span = doc_.root.span;
  }
  void own_game() {
    if (doc_.game != p_.game) log_.add(Code::WrongGame, doc_.root.find("game")->span, {doc_.game, p_.game});
  }
  void bad(const Element& e, std::string_view attribute, const std::string& value, const std::string& expected) {
    const Element::Attribute* a = e.find(attribute);
    log_.add(Code::XmlBadValue, a != nullptr ? a->span : e.span, {"`" + std::string(attribute) + "`", value, expected});
  }
  void unknown(Span span, std::string_view what, const std::string& name) { log_.add(Code::XmlUnknownId, span, {std::string(what), name, ""}); }

  /// An attribute of a thing is named by an XML attribute, or by the value of `attr` in `set`.
  static Span where(const Element::Attribute& a, const std::string& name) { return a.name == name ? a.name_span : a.span; }

  /// Only cards have printed values that a situation may replace.
  Id stored(Id attr) const { return attr != kNone && p_.attrs[static_cast<size_t>(attr)].nature == model::Nature::Stored ? attr : kNone; }

  ExprId constant(int64_t v, const Type& t, Span span) { p_.exprs.push_back({model::Op::Const, t, kNone, v, kNone, kNone, kNone, {}, span}); return static_cast<ExprId>(p_.exprs.size()) - 1; }

  ExprId expression(const std::string& text, Span span, const Type& expect) {
    // Most numbers of a situation are plain ones: they need no parser.
    if (expect.kind == TypeKind::Int && !text.empty() && text.size() < 18 && std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; })) {
      int64_t v = 0;
      std::from_chars(text.data(), text.data() + text.size(), v);
      return constant(v, expect, span);
    }
    // An attribute value or element text without entities maps byte for byte onto the file.
    const bool exact = span.end - span.begin == text.size();
    const model::Node node = model::parse_expression({text, span, exact}, log_);
    ExprId e = names_.compile(node, scope_, expect);
    const Type& have = p_[e].type;
    if (expect.kind != TypeKind::Error && have.kind != TypeKind::Error && (have.kind != expect.kind || have.id != expect.id)) {
      log_.add(Code::TypeMismatch, span, {"`" + text + "`", names_.show(have), names_.show(expect)});
    }
    return e;
  }

  std::optional<int> player(const Element& e, std::string_view attribute) {
    const std::string name = e.get(attribute);
    for (size_t i = 0; i < p_.players.size(); ++i) if (p_.players[i] == name) return static_cast<int>(i);
    bad(e, attribute, name, p_.players[0] + " or " + p_.players[1]);
    return std::nullopt;
  }

  ExprId value(const Element::Attribute& a, const Type& t) {
    if (t.kind == TypeKind::Set) {
      int64_t mask = 0;
      for (const std::string& w : words(a.value)) {
        const auto v = member(t, w);
        if (!v || *v < 0 || *v > 62) unknown(a.span, t.elem == TypeKind::Enum ? "member" : "card", w);
        else mask |= int64_t{1} << *v;
      }
      return constant(mask, t, a.span);
    }
    if (t.kind == TypeKind::Enum || t.kind == TypeKind::Ref) {
      if (const auto v = member({t.kind, TypeKind::Error, t.id, t.stay}, a.value)) return constant(*v, t, a.span);
      if (t.kind == TypeKind::Ref && a.value == "none") return constant(model::kNobody, t, a.span);
      unknown(a.span, t.kind == TypeKind::Enum ? "member of " + p_.enums[static_cast<size_t>(t.id)].name : "card or player", a.value);
      return constant(0, t, a.span);
    }
    return expression(a.value, a.span, t);
  }

  std::optional<int64_t> member(const Type& t, const std::string& word) const {
    const TypeKind kind = t.kind == TypeKind::Set ? t.elem : t.kind;
    if (kind == TypeKind::Enum) return names_.member(t.id, word);
    if (t.id != model::kPlayerSort && t.id != model::kCardSort) return std::nullopt;
    if (t.id == model::kPlayerSort) { for (size_t i = 0; i < p_.players.size(); ++i) if (p_.players[i] == word) return static_cast<int64_t>(i); return std::nullopt; }
    if (const auto it = cards_.find(word); it != cards_.end()) return it->second;
    return std::nullopt;
  }

  void lets(const Element& e, Situation& s) {
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
        const auto [end, error] = std::from_chars(a->value.data(), a->value.data() + a->value.size(), v);
        if (error != std::errc{} || end != a->value.data() + a->value.size()) bad(c, key, a->value, "an integer");
        else out = v;
      };
      bound("min", l.min);
      bound("max", l.max);
      if (l.min && l.max && *l.min > *l.max) bad(c, "max", c.get("max"), "no less than `min`");
      for (const Let& other : s.lets) if (other.name == l.name) log_.add(Code::XmlDuplicateId, c.span, {"let", l.name});
      p_.exprs.push_back({model::Op::Let, model::int_type(), static_cast<Id>(s.lets.size()), 0, kNone, kNone, kNone, {}, c.span});
      scope_.alias(l.name, static_cast<ExprId>(p_.exprs.size()) - 1, model::int_type());
      check_name(l.name, c.find("name")->span, false);
      lets_.insert(l.name);
      s.lets.push_back(std::move(l));
    }
  }

  /// What a name means in expressions anyway. A card id or a quantity of that name would hide it; names of
  /// cards and members of enumerations may be hidden.
  std::string taken(const std::string& name) const {
    const auto is = [&](const auto& list) { return std::any_of(list.begin(), list.end(), [&](const auto& x) { return x.name == name; }); };
    int64_t number = 0;
    const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), number);
    if ((error == std::errc{} && end == name.data() + name.size()) || name == "none" || name == "true" || name == "false" || name == "yes" || name == "no" || name == "result") return base::in_both("a value", "値");
    if (std::find(p_.players.begin(), p_.players.end(), name) != p_.players.end()) return base::in_both("a player", "プレイヤー");
    if (names_.attr_of(kNone, name) != kNone) return base::in_both("an attribute of the game", "ゲームの属性");
    if (is(p_.derived)) return base::in_both("a derived value", "導出値");
    if (is(p_.zones)) return base::in_both("a zone", "領域");
    if (is(p_.kinds)) return base::in_both("a kind", "種類");
    return "";
  }
  void check_name(const std::string& name, Span span, bool card) {
    std::string what = taken(name);
    if (what.empty() && card && lets_.contains(name)) what = base::in_both("a symbolic quantity", "記号の量");
    if (!what.empty()) log_.add(Code::NameTaken, span, {name, what});
  }

  void collect_cards(const Element& e) {
    if (e.name == "card") {
      const std::string id = e.get("id");
      if (const Element::Attribute* a = e.find("id")) check_name(id, a->span, true);
      if (cards_.contains(id)) log_.add(Code::XmlDuplicateId, e.find("id")->span, {"card", id});
      else { const auto k = static_cast<int64_t>(cards_.size()); cards_[id] = k; }
    }
    for (const Element& c : e.children) collect_cards(c);
  }

  void card(const Element& e, Situation& s, Id zone, int owner, int host) {
    SituationCard c;
    c.id = e.get("id");
    c.name = e.get("is");
    c.zone = zone;
    c.owner = owner;
    c.host = host;
    c.span = e.span;
    c.def = names_.find_card(c.name);
    if (c.def == kNone) { unknown(e.find("is")->span, "card", c.name); return; }
    const Id name_attr = names_.attr_of(model::kCardSort, "name");
    std::string own_name = e.get("name");
    if (own_name.empty() && p_.cards[static_cast<size_t>(c.def)].generic) own_name = c.id;
    if (!own_name.empty()) {
      c.values.emplace_back(name_attr, constant(names_.card_name(own_name), model::enum_type(model::kCardNames), e.span));
    }
    const auto set = [&](const std::string& name, const Element::Attribute& a) {
      const Id attr = names_.attr_of(model::kCardSort, name);
      if (attr == kNone) { unknown(where(a, name), "attribute of a card", name); return; }
      const Type t = p_.attrs[static_cast<size_t>(attr)].type;
      c.values.emplace_back(attr, value(a, t));
    };
    for (const Element::Attribute& a : e.attributes) if (a.name != "id" && a.name != "is" && a.name != "name" && a.name != "in") set(a.name, a);
    for (const Element& k : e.children) if (k.name == "set") set(k.get("attr"), *k.find("value"));
    const int index = static_cast<int>(s.cards.size());
    s.cards.push_back(std::move(c));
    for (const Element& k : e.children) {
      if (k.name != "card") continue;
      Id attached = kNone;
      for (size_t z = 0; z < p_.zones.size(); ++z) if (p_.zones[z].of == model::ZoneOwner::Card && (attached == kNone || p_.zones[z].name == k.get("in"))) attached = static_cast<Id>(z);
      if (attached == kNone) { unknown(k.span, "zone of a card", k.get("in")); continue; }
      card(k, s, attached, owner, index);
    }
  }

  void situation(const Element& e, Situation& s) {
    lets(e, s);
    collect_cards(e);
    for (const auto& [id, k] : cards_) {
      p_.exprs.push_back({model::Op::Const, model::ref_type(model::kCardSort, true), kNone, k, kNone, kNone, kNone, {}, e.span});
      scope_.alias(id, static_cast<ExprId>(p_.exprs.size()) - 1, model::ref_type(model::kCardSort, true));
    }
    for (const Element::Attribute& a : e.attributes) {
      if (a.name == "at") continue;
      const Id attr = stored(names_.attr_of(kNone, a.name));
      if (attr == kNone) { unknown(a.name_span, "attribute of the game", a.name); continue; }
      const Type t = p_.attrs[static_cast<size_t>(attr)].type;
      s.game.emplace_back(attr, value(a, t));
    }
    std::set<int> described;
    for (const Element& c : e.children) {
      if (c.name == "where") s.where.push_back(expression(c.text, c.text_span, model::bool_type()));
      if (c.name == "player") {
        const auto pl = player(c, "id");
        if (!pl) continue;
        if (!described.insert(*pl).second) log_.add(Code::XmlDuplicateId, c.find("id")->span, {"player", c.get("id")});
        const auto set = [&](const std::string& name, const Element::Attribute& a) {
          const Id attr = stored(names_.attr_of(model::kPlayerSort, name));
          if (attr == kNone) { unknown(where(a, name), "attribute of a player", name); return; }
          const Type t = p_.attrs[static_cast<size_t>(attr)].type;
          s.players[*pl].emplace_back(attr, value(a, t));
        };
        for (const Element::Attribute& a : c.attributes) if (a.name != "id") set(a.name, a);
        for (const Element& k : c.children) {
          if (k.name == "set") { set(k.get("attr"), *k.find("value")); continue; }
          const Id zone = names_.find_zone(k.get("name"));
          if (zone == kNone) { unknown(k.find("name")->span, "zone", k.get("name")); continue; }
          for (const Element& in : k.children) {
            if (in.name == "card") { card(in, s, zone, *pl, -1); continue; }
            if (!p_.zones[static_cast<size_t>(zone)].lot) { log_.add(Code::XmlBadValue, in.span, {"the zone of `cards`", k.get("name"), "one that may hold a lot"}); continue; }
            s.lots.push_back({zone, *pl, expression(in.get("n"), in.find("n")->span, model::int_type())});
          const model::Expr& count = p_[s.lots.back().count];
          if (count.op == model::Op::Neg || (count.op == model::Op::Const && count.value < 0)) bad(in, "n", in.get("n"), "a number of cards, 0 or more");
          }
        }
      }
      if (c.name == "token") {
        TokenIn t;
        t.span = c.span;
        t.sort = names_.find_sort(c.get("sort"));
        if (t.sort == kNone || t.sort <= model::kEffectSort) { unknown(c.span, "sort", c.get("sort")); continue; }
        for (const Element::Attribute& a : c.attributes) {
          if (a.name == "sort") continue;
          const Id attr = stored(names_.attr_of(t.sort, a.name));
          if (attr == kNone) { unknown(a.name_span, "attribute of " + c.get("sort"), a.name); continue; }
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
      const auto it = std::find_if(s.frames.begin(), s.frames.end(), [&](const FrameIn& f) { return f.proc == proc; });
      if (proc == kNone || it == s.frames.end()) { log_.add(Code::XmlUnknownId, c.find("of")->span, {"procedure", c.get("of"), " on the path `" + s.at + "`"}); continue; }
      const model::Procedure& pr = p_.procedures[static_cast<size_t>(proc)];
      it->span = c.span;
      std::vector<std::pair<std::string, const Element::Attribute*>> of_effect;
      const auto act = std::find_if(p_.acts.begin(), p_.acts.end(), [&](const model::ActDef& a) { return a.process == proc && a.effect_local != kNone; });
      const auto set = [&](const std::string& name, const Element::Attribute& a) {
        const auto l = std::find_if(pr.locals.begin(), pr.locals.end(), [&](const model::Local& x) { return local_text(x.name) == name; });
        if (l == pr.locals.end() && act != p_.acts.end()) { of_effect.emplace_back(name, &a); return; }
        if (l == pr.locals.end()) { unknown(where(a, name), "local of `" + pr.name + "`", name); return; }
        it->locals.emplace_back(static_cast<Id>(l - pr.locals.begin()), value(a, l->type));
      };
      for (const Element::Attribute& a : c.attributes) if (a.name != "of") set(a.name, a);
      for (const Element& k : c.children) set(k.get("attr"), *k.find("value"));
      if (act != p_.acts.end()) used_effect(*act, s, *it, of_effect);
    }
  }

  /// Which effect a running act uses: that of the card it presents, or the one named by `effect`. The other
  /// attributes are what the effect presents.
  void used_effect(const model::ActDef& act, const Situation& s, FrameIn& f, const std::vector<std::pair<std::string, const Element::Attribute*>>& given) {
    const auto card = std::find_if(f.locals.begin(), f.locals.end(), [&](const auto& l) { return l.first == act.effect_of; });
    const int64_t k = card != f.locals.end() && p_[card->second].op == model::Op::Const ? p_[card->second].value : -1;
    std::string wanted, names;
    for (const auto& [name, a] : given) if (name == "effect") wanted = a->value;
    std::vector<Id> fitting;
    for (size_t e = 0; e < p_.effects.size() && k >= 0 && k < static_cast<int64_t>(s.cards.size()); ++e) {
      const model::EffectDef& d = p_.effects[e];
      if (d.card != s.cards[static_cast<size_t>(k)].def || d.name.empty() == act.effect_named) continue;
      names += (names.empty() ? "" : ", ") + d.name;
      if (wanted.empty() || d.name == wanted) fitting.push_back(static_cast<Id>(e));
    }
    if (fitting.size() == 1) { f.effect = fitting[0]; f.card = static_cast<int>(k); }
    const std::string of = f.effect == kNone ? "local of `" + p_.procedures[static_cast<size_t>(f.proc)].name + "`" : "local of `" + p_.procedures[static_cast<size_t>(f.proc)].name + "` or thing that its effect presents";
    for (const auto& [name, a] : given) {
      if (name == "effect") {
        if (fitting.size() != 1) log_.add(Code::XmlBadValue, a->span, {"effect", a->value, names.empty() ? base::in_both("an effect of the card that is used", "使うカードの効果") : names});
        continue;
      }
      const auto& things = f.effect == kNone ? std::vector<model::Choose>{} : p_.effects[static_cast<size_t>(f.effect)].present;
      const auto thing = std::find_if(things.begin(), things.end(), [&](const model::Choose& ch) { return ch.name == name; });
      if (thing == things.end()) { unknown(where(*a, name), of, name); continue; }
      f.locals.emplace_back(act.effect_local + 1 + static_cast<Id>(thing - things.begin()), value(*a, model::elem_type(p_[thing->set].type)));
    }
  }

  /// `メインフェイズ[2]/battle[26]`: procedures, each at one of its steps, outermost first.
  void path(const Element& e, Situation& s) {
    s.at = e.get("at");
    const Span span = e.find("at")->span;
    s.at_span = span;
    s.span = e.span;
    std::string part;
    std::vector<std::string> parts;
    for (char c : s.at + "/") { if (c == '/') { parts.push_back(part); part.clear(); } else part += c; }
    for (const std::string& text : parts) {
      FrameIn f;
      f.span = span;
      const size_t open = text.rfind('[');
      if ((open == std::string::npos) == text.ends_with("]") || (open != std::string::npos && !text.ends_with("]"))) { bad(e, "at", s.at, "procedures with their steps, such as `turn[2]/battle[26]`"); continue; }
      const std::string name = text.substr(0, open);
      f.proc = names_.find_proc(name);
      if (f.proc == kNone) { unknown(span, "procedure", name); continue; }
      if (open != std::string::npos && text.ends_with("]")) {
        const std::string step = text.substr(open + 1, text.size() - open - 2);
        const auto& steps = p_.procedures[static_cast<size_t>(f.proc)].step_names;
        const auto it = std::find(steps.begin(), steps.end(), step);
        if (it == steps.end()) { log_.add(Code::UnknownStep, span, {step, name}); continue; }
        f.ordinal = static_cast<int>(it - steps.begin());
      }
      s.frames.push_back(std::move(f));
    }
    const auto acts = std::count_if(s.frames.begin(), s.frames.end(), [&](const FrameIn& f) { return std::any_of(p_.acts.begin(), p_.acts.end(), [&](const model::ActDef& a) { return a.process == f.proc || a.declare == f.proc; }); });
    if (static_cast<size_t>(acts) > kMaxActs) log_.add(Code::TooMany, span, {base::in_both("acts that run at once", "同時に進む行動"), std::to_string(kMaxActs)});
  }

  PlayItem play_item(const Element& e) {
    PlayItem item;
    item.span = e.span;
    if (e.name == "choose" && e.find("by") == nullptr) item.by = -1;
    else if (const auto pl = player(e, "by")) item.by = *pl;
    if (e.name == "pass") {
      item.kind = PlayKind::Pass;
      item.choice = e.get("in");
      if (!item.choice.empty() && names_.find_exchange(item.choice) == kNone) unknown(e.find("in")->span, "exchange", item.choice);
      // whether somebody can pass may hang on whatever that player could declare instead
      const auto in_turn = [](const model::ExchangeDef& x) { return x.resolve == model::Resolve::AtOnce && (x.seats.size() == 2 || x.answer != kNone || x.pass == model::Pass::IfUnable); };
      if (std::any_of(p_.exchanges.begin(), p_.exchanges.end(), in_turn)) for (size_t a = 0; a < p_.acts.size(); ++a) item.acts.push_back(static_cast<Id>(a));
      return item;
    }
    if (e.name == "choose") {
      item.kind = PlayKind::Choose;
      item.choice = e.get("what");
      for (const std::string& w : picked(e.get("is"))) item.values.push_back(any_value(w, e.find("is")->span));
      std::sort(item.values.begin(), item.values.end());  // a set has no order
      return item;
    }
    item.kind = e.name == "free" ? PlayKind::Free : PlayKind::Do;
    const std::string_view key = e.name == "free" ? "acts" : "act";
    std::vector<std::string> acts = e.name == "free" ? words(e.get(key)) : std::vector<std::string>{e.get(key)};
    if (acts.empty() || (acts.size() == 1 && acts[0].empty())) bad(e, key, e.get(key), "the name of an act");
    else for (const std::string& name : acts) {
      const Id act = names_.find_act(name);
      if (act == kNone) unknown(e.find(key)->span, "act", name);
      else item.acts.push_back(act);
    }
    for (const Element::Attribute& a : e.attributes) {
      if (a.name == "by" || a.name == key || a.name == "in") continue;
      if (a.name == "cards") { for (const std::string& w : words(a.value)) item.cards.push_back(any_value(w, a.span)); continue; }
      if (a.name == "effect") {
        for (size_t i = 0; i < p_.effects.size(); ++i) if (p_.effects[i].name == a.value) item.effect = static_cast<Id>(i);
        if (item.effect == kNone) unknown(a.span, "effect", a.value);
        continue;
      }
      bool known = false;
      Type type;
      for (Id act : item.acts) for (const model::Choose& c : p_.acts[static_cast<size_t>(act)].present) {
        if (c.name != a.name) continue;
        known = true;
        type = p_.procedures[static_cast<size_t>(p_.acts[static_cast<size_t>(act)].process)].locals[static_cast<size_t>(c.var)].type;
      }
      for (const model::EffectDef& d : p_.effects) for (const model::Choose& c : d.present) known = known || c.name == a.name;
      if (!known) { unknown(a.name_span, "presented thing", a.name); continue; }
      std::vector<int64_t> values;
      for (const std::string& w : picked(a.value)) values.push_back(any_value(w, a.span, type));
      std::sort(values.begin(), values.end());
      item.args.emplace_back(a.name, std::move(values));
    }
    return item;
  }

  /// The words of what is picked; a square, `2,3`, is one of them.
  std::vector<std::string> picked(const std::string& text) const {
    std::vector<std::string> out;
    for (size_t from = 0; from < text.size();) {
      const size_t to = std::min(text.find_first_of(" \t\n", from), text.size());
      const std::string one = text.substr(from, to - from);
      from = to + 1;
      const bool member_of_some = std::any_of(p_.enums.begin() + model::kResults + 1, p_.enums.end(), [&](const model::EnumDef& e) { return std::find(e.members.begin(), e.members.end(), one) != e.members.end(); });
      if (member_of_some) { out.push_back(one); continue; }
      for (std::string& w : words(one)) out.push_back(std::move(w));
    }
    return out;
  }

  /// The index of a member of the enumeration, or -1.
  int64_t member(Id enumeration, const std::string& w) const {
    const auto& members = p_.enums[static_cast<size_t>(enumeration)].members;
    const auto it = std::find(members.begin(), members.end(), w);
    return it == members.end() ? -1 : it - members.begin();
  }

  /// What a word stands for where something is picked: of the type, if that is known, or of whatever type has it.
  int64_t any_value(const std::string& w, Span span, const Type& type = {}) {
    if ((type.kind == model::TypeKind::Enum || type.elem == model::TypeKind::Enum) && member(type.id, w) >= 0) return member(type.id, w);
    if (w == "none") return model::kNobody;
    if (w == "yes" || w == "true") return 1;
    if (w == "no" || w == "false") return 0;
    if (const auto it = cards_.find(w); it != cards_.end()) return it->second;
    for (size_t i = 0; i < p_.players.size(); ++i) if (p_.players[i] == w) return static_cast<int64_t>(i);
    int64_t v = 0;
    const auto [end, error] = std::from_chars(w.data(), w.data() + w.size(), v);
    if (error == std::errc{} && end == w.data() + w.size()) return v;
    for (size_t i = model::kResults + 1; i < p_.enums.size(); ++i) if (const int64_t m = member(static_cast<Id>(i), w); m >= 0) return m;
    unknown(span, base::in_both("card, player, member or number", "カード・プレイヤー・列挙の値・数"), w);
    return 0;
  }

  /// A whole number within bounds, or nothing and a complaint.
  std::optional<int64_t> number(const Element& e, const Element::Attribute& a, const std::string& text, int64_t least, int64_t most) {
    int64_t v = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), v);
    if (error == std::errc{} && end == text.data() + text.size() && v >= least && v <= most) return v;
    bad(e, a.name, a.value, base::in_both("a whole number from " + std::to_string(least) + " to " + std::to_string(most), std::to_string(least) + " から " + std::to_string(most) + " までの整数"));
    return std::nullopt;
  }

  void deck_card(const Element& e, Id zone, Deck& out) {
    DeckCard c;
    c.span = e.span;
    c.zone = zone;
    c.def = names_.find_card(e.get("is"));
    if (c.def == kNone) { unknown(e.find("is")->span, "card", e.get("is")); return; }
    const model::CardDef& def = p_.cards[static_cast<size_t>(c.def)];
    std::vector<int64_t> places;
    int64_t n = 1;
    if (const Element::Attribute* at = e.find("at")) {
      const model::ZoneDef* z = zone == kNone ? nullptr : &p_.zones[static_cast<size_t>(zone)];
      if (z != nullptr && z->order != model::ZoneOrder::Slots) { bad(e, "at", at->value, base::in_both("nothing: zone `" + z->name + "` has no slots", "なし(領域 `" + z->name + "` に位置はありません)")); return; }
      for (const std::string& w : words(at->value)) if (const auto place = number(e, *at, w, 1, z != nullptr && z->width > 0 ? z->width : kMostDeck)) places.push_back(*place);
      n = static_cast<int64_t>(places.size());
      if (places.empty()) { if (words(at->value).empty()) bad(e, "at", at->value, base::in_both("the places of the cards", "カードの位置")); return; }
    }
    if (const Element::Attribute* a = e.find("n")) {
      const auto given = number(e, *a, a->value, 1, kMostDeck);
      if (!given) return;
      if (!places.empty() && *given != n) { bad(e, "n", a->value, base::in_both("as many as `at` has places: " + std::to_string(n), "`at` の位置の数 " + std::to_string(n))); return; }
      n = *given;
    }
    if (out.cards.size() + static_cast<size_t>(n) > static_cast<size_t>(kMostDeck)) {
      if (!too_large_) log_.add(Code::TooMany, e.span, {base::in_both("cards in a deck", "デッキのカード"), std::to_string(kMostDeck)});
      too_large_ = true;
      return;
    }
    const std::string own = e.get("name");
    for (int64_t i = 0; i < n; ++i) {
      const std::string name = !own.empty() ? own : def.generic ? def.name + " #" + std::to_string(out.cards.size() + 1) : def.name;
      c.name = names_.card_name(name);
      c.at = places.empty() ? 0 : places[static_cast<size_t>(i)];
      out.cards.push_back(c);
    }
  }

  Deck deck(const Element& e) {
    Deck out;
    too_large_ = false;
    std::vector<Id> built;
    for (size_t z = 0; z < p_.zones.size(); ++z) if (p_.zones[z].built) built.push_back(static_cast<Id>(z));
    if (built.empty()) {
      log_.add(Code::NoDecks, e.span, {base::in_both("in game `" + p_.game + "` no zone is `built` from a deck", "ゲーム `" + p_.game + "` にはデッキで組む領域 (`built`) がありません")});
      return out;
    }
    for (const Element& k : e.children) {
      if (k.name == "card") {
        if (built.size() > 1) { log_.add(Code::XmlMissing, k.span, {base::in_both("`zone`: game `" + p_.game + "` builds several", "`zone` (ゲーム `" + p_.game + "` では複数の領域を組みます)"), "card"}); continue; }
        deck_card(k, built.front(), out);
      }
      if (k.name != "zone") continue;
      const Id zone = names_.find_zone(k.get("name"));
      if (zone == kNone || !p_.zones[static_cast<size_t>(zone)].built) {
        std::string all;
        for (Id z : built) all += (all.empty() ? "" : ", ") + p_.zones[static_cast<size_t>(z)].name;
        bad(k, "name", k.get("name"), all);
        continue;
      }
      for (const Element& in : k.children) deck_card(in, zone, out);
    }
    return out;
  }

  /// Claims about a deck: legal, or illegal by a clause.
  Claim deck_claim(const Element& e) {
    Claim out;
    out.span = e.span;
    out.text = "deck";
    if (e.get("kind") != "legal" && e.get("kind") != "illegal") { bad(e, "kind", e.get("kind"), base::in_both("legal or illegal, of a deck", "legal か illegal (デッキについて)")); return out; }
    out.kind = e.get("kind") == "legal" ? ClaimKind::Legal : ClaimKind::Illegal;
    for (const Element::Attribute& a : e.attributes) {
      if (a.name == "kind") continue;
      if (a.name == "by" && out.kind == ClaimKind::Illegal) {
        out.by = names_.find_clause(a.value);
        if (out.by == kNone) log_.add(Code::UnknownClause, a.span, {a.value});
        out.text += " (" + a.value + ")";
      } else {
        log_.add(Code::XmlUnknownElement, a.name_span, {a.name, "claim", out.kind == ClaimKind::Illegal ? "`kind`, `by`" : "`kind`"});
      }
    }
    for (const Element& k : e.children) log_.add(Code::XmlUnknownElement, k.span, {k.name, "claim", base::in_both("(none, of a deck)", "(デッキについてはなし)")});
    return out;
  }

  Case deck_case(const Element& e, const Element& list) {
    Case c;
    c.id = e.name == "case" ? e.get("id") : "";
    c.span = e.span;
    c.deck = deck(list);
    bool first = true;
    for (const Element& k : e.children) {
      if (k.name == "deck") {
        if (!first) log_.add(Code::XmlDuplicateId, k.span, {"element", k.name});
        first = false;
      } else if (k.name == "let" || k.name == "where" || k.name == "situation" || k.name == "play" || k.name == "until") {
        log_.add(Code::XmlUnknownElement, k.span, {k.name, e.name, base::in_both("`claim`, beside a `deck`", "`claim` (`deck` の隣では)")});
      } else if (k.name == "claim") {
        c.claims.push_back(deck_claim(k));
      }
    }
    if (c.claims.empty() && claims_needed_) log_.add(Code::NoClaim, e.span, {doc_.id});
    return c;
  }

  Case one_case(const Element& e) {
    for (const Element& k : e.children) if (k.name == "deck") return deck_case(e, k);
    Case c;
    c.id = e.name == "case" ? e.get("id") : "";
    c.span = e.span;
    scope_ = Scope{};
    scope_.ruling = true;
    cards_.clear();
    lets_.clear();
    bool situated = false;
    lets(e, c.situation);
    for (const Element& k : e.children) if (k.name == "situation") {
      if (situated) { log_.add(Code::XmlDuplicateId, k.span, {"element", k.name}); continue; }
      situation(k, c.situation);
      situated = true;
    }
    for (const Element& k : e.children) if (k.name == "where") c.situation.where.push_back(expression(k.text, k.text_span, model::bool_type()));
    if (!situated) log_.add(Code::XmlMissing, e.span, {"`situation`", e.name});
    std::set<std::string_view> once;
    for (const Element& k : e.children) {
      if ((k.name == "play" || k.name == "until") && !once.insert(k.name).second) log_.add(Code::XmlDuplicateId, k.span, {"element", k.name});
      if (k.name == "until") {
        c.until = k.text;
        bool known = c.until == "idle" || c.until == "end";
        for (const FrameIn& f : c.situation.frames) known = known || p_.procedures[static_cast<size_t>(f.proc)].name == c.until;
        if (!known) log_.add(Code::XmlBadValue, k.span, {"`until`", k.text, "idle, end, or a procedure on the path `" + c.situation.at + "`"});
      }
      if (k.name == "play") for (const Element& item : k.children) c.play.push_back(play_item(item));
    }
    if (c.play.size() > kMaxPlay) log_.add(Code::TooMany, e.span, {base::in_both("items of `play`", "`play` の項目"), std::to_string(kMaxPlay)});
    if (!situated) return c;
    for (const Element& k : e.children) if (k.name == "claim") c.claims.push_back(claim(k, c));
    if (c.claims.empty() && claims_needed_) log_.add(Code::NoClaim, e.span, {doc_.id});
    return c;
  }

  Claim claim(const Element& e, const Case& c) {
    static const std::map<std::string, ClaimKind> kinds = {{"necessary", ClaimKind::Necessary}, {"possible", ClaimKind::Possible}, {"impossible", ClaimKind::Impossible}, {"outcomes", ClaimKind::Outcomes},
        {"greatest", ClaimKind::Greatest}, {"least", ClaimKind::Least}, {"legal", ClaimKind::Legal}, {"illegal", ClaimKind::Illegal}, {"chooser", ClaimKind::Chooser}, {"endless", ClaimKind::Endless}, {"settles", ClaimKind::Settles}, {"forceable", ClaimKind::Forceable}, {"overrides", ClaimKind::Overrides},
        {"yields", ClaimKind::Yields}, {"contradicts", ClaimKind::Contradicts}, {"idle", ClaimKind::Idle}, {"undetermined", ClaimKind::Undetermined}};
    Claim out;
    out.span = e.span;
    out.text = e.text;
    const auto it = kinds.find(e.get("kind"));
    if (it == kinds.end()) { std::string all; for (const auto& [name, kind] : kinds) all += (all.empty() ? "" : ", ") + name; bad(e, "kind", e.get("kind"), all); return out; }
    out.kind = it->second;
    if (const Element::Attribute* a = e.find("for")) {
      if (a->value == "every") out.over = Over::Every;
      else if (a->value == "some") out.over = Over::Some;
      else bad(e, "for", a->value, "every or some");
    } else if (!c.situation.lets.empty() && out.kind != ClaimKind::Legal && out.kind != ClaimKind::Illegal && out.kind != ClaimKind::Chooser && out.kind != ClaimKind::Endless && out.kind != ClaimKind::Settles) {
      log_.add(Code::NoQuantifier, e.span);
    }
    if (const Element::Attribute* a = e.find("iff"); a != nullptr && out.kind != ClaimKind::Necessary && out.kind != ClaimKind::Possible && out.kind != ClaimKind::Impossible) bad(e, "iff", a->value, "no `iff` with this kind of claim");
    if (const Element::Attribute* a = e.find("iff")) out.iff = expression(a->value, a->span, model::bool_type());
    for (const Element& r : e.children) if (r.name == "rests") if (const std::optional<Ground> g = ground(r)) out.rests.push_back(*g);
    std::sort(out.rests.begin(), out.rests.end());
    out.rests.erase(std::unique(out.rests.begin(), out.rests.end()), out.rests.end());
    switch (out.kind) {
      case ClaimKind::Necessary:
      case ClaimKind::Possible:
      case ClaimKind::Impossible: out.expr = expression(e.text, e.text_span, model::bool_type()); break;
      case ClaimKind::Greatest:
      case ClaimKind::Least: {
        out.expr = expression(e.text, e.text_span, model::int_type());
        if (const Element::Attribute* a = e.find("is")) out.is = expression(a->value, a->span, model::int_type());
        else log_.add(Code::XmlMissing, e.span, {"attribute `is`", "claim"});
        break;
      }
      case ClaimKind::Outcomes: {
        const Element::Attribute* of = e.find("of");
        if (of == nullptr || of->value.empty()) { log_.add(Code::XmlMissing, e.span, {"attribute `of`", "claim"}); break; }
        for (const Piece& part : split(of->value, of->span)) { out.of.push_back(expression(part.text, part.span, {})); out.of_text.push_back(part.text); }
        for (const Element& o : e.children) {
          if (o.name != "o") continue;
          Outcome outcome;
          if (const Element::Attribute* a = o.find("if")) outcome.cond = expression(a->value, a->span, model::bool_type());
          const std::vector<Piece> parts = split(o.text, o.text_span);
          if (parts.size() != out.of.size()) { log_.add(Code::XmlBadValue, o.text_span, {"`o`", o.text, std::to_string(out.of.size()) + " values"}); continue; }
          for (size_t i = 0; i < parts.size(); ++i) {
            const Type t = p_[out.of[i]].type;
            outcome.values.push_back(expression(parts[i].text, parts[i].span, t));
          }
          out.outcomes.push_back(std::move(outcome));
        }
        out.text = of->value + " ∈ {";
        for (const Element& o : e.children) if (o.name == "o") out.text += (out.text.ends_with("{") ? "" : "; ") + o.text;
        out.text += "}";
        if (out.outcomes.empty()) log_.add(Code::XmlMissing, e.span, {"`o`: an outcome", "claim"});
        break;
      }
      case ClaimKind::Legal:
      case ClaimKind::Illegal: {
        bool given = false;
        for (const Element& d : e.children) if (d.name == "do" || d.name == "pass") {
          if (given) log_.add(Code::XmlDuplicateId, d.span, {"element", d.name});
          out.act = play_item(d);
          given = true;
          out.text = d.get("by") + ": " + (d.name == "pass" ? "pass" : d.get("act"));
          for (const Element::Attribute& a : d.attributes) if (a.name != "by" && a.name != "act") out.text += " " + a.name + "=" + a.value;
          if (e.find("in") != nullptr) out.text += " (" + e.get("in") + ")";
        }
        if (!given) log_.add(Code::XmlMissing, e.span, {"`do` or `pass`: the declaration", "claim"});
        out.what = e.get("in");
        if (const Element::Attribute* now = e.find("now")) { out.now = now->value == "yes"; if (now->value != "yes") bad(e, "now", now->value, "yes"); }
        if (!out.what.empty() && names_.find_signal(out.what) == kNone && names_.find_exchange(out.what) == kNone) unknown(e.find("in")->span, "signal or exchange", out.what);
        if (const Element::Attribute* a = e.find("by")) { out.by = names_.find_clause(a->value); if (out.by == kNone) log_.add(Code::UnknownClause, a->span, {a->value}); }
        break;
      }
      case ClaimKind::Chooser: {
        out.what = e.get("of");
        out.text = out.what + ": " + e.text;
        if (out.what.empty()) log_.add(Code::XmlMissing, e.span, {"attribute `of`", "claim"});
        if (e.text == "nobody") { out.nobody = true; break; }
        out.player = -1;
        for (size_t i = 0; i < p_.players.size(); ++i) if (p_.players[i] == e.text) out.player = static_cast<int>(i);
        if (out.player < 0) log_.add(Code::XmlBadValue, e.span, {"chooser", e.text, "a player or nobody"});
        break;
      }
      case ClaimKind::Endless: break;
      case ClaimKind::Forceable:
        out.expr = expression(e.text, e.text_span, model::bool_type());
        out.player = player(e, "by").value_or(0);
        if (const Element::Attribute* a = e.find("answer")) { out.nobody = a->value == "no"; if (a->value != "no" && a->value != "yes") bad(e, "answer", a->value, "yes, no"); }
        out.text = e.get("by") + ": " + e.text + (out.nobody ? " (no)" : "");
        break;
      case ClaimKind::Settles:
        out.is = expression(e.text, e.text_span, model::int_type());
        if (const Element::Attribute* a = e.find("if")) out.iff = expression(a->value, a->span, model::bool_type());
        break;
      case ClaimKind::Overrides:
      case ClaimKind::Yields:
      case ClaimKind::Contradicts:
      case ClaimKind::Idle: {
        const Element::Attribute *clause = e.find("clause"), *against = e.find("against");
        if ((clause == nullptr) == (against == nullptr)) { log_.add(Code::XmlMissing, e.span, {base::in_both("one of the attributes `clause` and `against`", "属性 `clause` と `against` のどちらか一つ"), "claim"}); break; }
        if (clause != nullptr) {
          out.by = names_.find_clause(clause->value);
          if (out.by == kNone) log_.add(Code::UnknownClause, clause->span, {clause->value});
        } else {
          out.against = against->value;
          if (names_.find_card(out.against) == kNone) unknown(against->span, "card", out.against);
        }
        out.what = e.get("card");
        out.text = out.what + " / " + (clause != nullptr ? clause->value : against->value);
        if (!out.what.empty() && names_.find_card(out.what) == kNone) unknown(e.find("card")->span, "card", out.what);
        break;
      }
      case ClaimKind::Undetermined: {
        const Element::Attribute* reading = e.find("reading");
        const Element::Attribute* of = e.find("of");
        if (reading == nullptr || of == nullptr || of->value.empty()) { log_.add(Code::XmlMissing, e.span, {"attributes `reading` and `of`", "claim"}); break; }
        out.what = reading->value;
        bool known = false;
        for (const model::ReadingDef& d : p_.readings) known = known || (d.name == out.what && d.options.size() > 1);
        if (!known) log_.add(Code::UnknownReading, reading->span, {out.what, "A, B …"});
        out.text = out.what + ": " + of->value;
        for (const Piece& part : split(of->value, of->span)) { out.of.push_back(expression(part.text, part.span, {})); out.of_text.push_back(part.text); }
        break;
      }
    }
    return out;
  }

  /// `<rests clause="…"/>` or `<rests card="…" span="…"/>`.
  std::optional<Ground> ground(const Element& e) {
    const Element::Attribute *clause = e.find("clause"), *card = e.find("card"), *span = e.find("span");
    if (clause != nullptr ? card != nullptr || span != nullptr : card == nullptr || span == nullptr) { log_.add(Code::XmlMissing, e.span, {base::in_both("`clause`, or `card` and `span`", "`clause`、または `card` と `span`"), "rests"}); return std::nullopt; }
    Ground out;
    if (clause != nullptr) {
      out.clause = names_.find_clause(clause->value);
      if (out.clause == kNone) { log_.add(Code::UnknownClause, clause->span, {clause->value}); return std::nullopt; }
      return out;
    }
    out.card = names_.find_card(card->value);
    if (out.card == kNone) { unknown(card->span, "card", card->value); return std::nullopt; }
    out.span = span->value;
    std::string all;
    for (const auto& [name, words] : p_.cards[static_cast<size_t>(out.card)].text) { if (name == out.span) return out; all += (all.empty() ? "" : ", ") + name; }
    log_.add(Code::XmlBadValue, span->span, {"`span`", span->value, all});
    return std::nullopt;
  }

  struct Piece { std::string text; Span span; };
  /// Commas at the top level separate; those inside parentheses and braces do not.
  static std::vector<Piece> split(const std::string& text, Span whole) {
    const bool exact = whole.end - whole.begin == text.size();
    std::vector<Piece> out;
    const auto piece = [&](size_t begin, size_t end) {
      while (begin < end && (text[begin] == ' ' || text[begin] == '\n' || text[begin] == '\t')) ++begin;
      while (end > begin && (text[end - 1] == ' ' || text[end - 1] == '\n' || text[end - 1] == '\t')) --end;
      const Span part{whole.file, whole.begin + static_cast<uint32_t>(begin), whole.begin + static_cast<uint32_t>(end)};
      out.push_back({text.substr(begin, end - begin), exact ? part : whole});
    };
    size_t begin = 0;
    int depth = 0;
    for (size_t i = 0; i < text.size(); ++i) {
      const char c = text[i];
      if (c == '(' || c == '{' || c == '[') ++depth;
      if (c == ')' || c == '}' || c == ']') --depth;
      if (c == ',' && depth == 0) { piece(begin, i); begin = i + 1; }
    }
    piece(begin, text.size());
    return out;
  }

  const Document& doc_;
  model::Program& p_;
  base::DiagnosticLog& log_;
  Compiler names_;
  bool claims_needed_ = true;
  const size_t first_expr_ = p_.exprs.size();
  Scope scope_;
  std::map<std::string, int64_t> cards_;
  std::set<std::string> lets_;
  bool too_large_ = false;
};

}  // namespace

std::string local_text(const std::string& name) { return name.starts_with("did ") ? "did(" + name.substr(4) + ")" : name; }

Ruling resolve(const Document& document, model::Program& program, const base::SourceMap& sources, base::DiagnosticLog& log, bool claims_needed) {
  return Resolver(document, program, sources, log, claims_needed).run();
}

DeckList resolve_deck(const Document& document, model::Program& program, const base::SourceMap& sources, base::DiagnosticLog& log) {
  return Resolver(document, program, sources, log, false).run_deck();
}

}  // namespace hanrei::rulings
