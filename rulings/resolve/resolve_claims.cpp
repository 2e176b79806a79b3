// What a ruling claims, and of which deck.
#include <algorithm>

#include "model/passes/names.h"
#include "rulings/resolve/resolver.h"

namespace hanrei::rulings {

using base::Code;
using model::Type;
using model::TypeKind;

namespace {

constexpr int64_t kMostDeck = 1000;

}  // namespace

void Resolver::deck_card(const Element& e, ZoneId zone, Deck& out) {
  DeckCard c;
  c.span = e.span;
  c.zone = zone;
  c.def = names_.find_card(e.get("is"));
  if (c.def == kNone) {
    unknown(e.find("is")->span, base::in_both("card", "カード"), e.get("is"), named(p_.cards));
    return;
  }
  const model::CardDef& def = p_.cards[c.def];
  std::vector<int64_t> places;
  int64_t n = 1;
  if (const Element::Attribute* at = e.find("at")) {
    const model::ZoneDef* z = zone == kNone ? nullptr : &p_.zones[zone];
    if (z != nullptr && z->order != model::ZoneOrder::Slots) {
      bad(e, "at", at->value,
          base::in_both("nothing: zone `" + z->name + "` has no slots",
                        "なし(領域 `" + z->name + "` に位置はありません)"));
      return;
    }
    for (const std::string& w : words(at->value))
      if (const auto place =
              number(e, *at, w, 1, z != nullptr && z->width > 0 ? z->width : kMostDeck))
        places.push_back(*place);
    n = static_cast<int64_t>(places.size());
    if (places.empty()) {
      if (words(at->value).empty())
        bad(e, "at", at->value, base::in_both("the places of the cards", "カードの位置"));
      return;
    }
  }
  if (const Element::Attribute* a = e.find("n")) {
    const auto given = number(e, *a, a->value, 1, kMostDeck);
    if (!given) return;
    if (!places.empty() && *given != n) {
      bad(e, "n", a->value,
          base::in_both("as many as `at` has places: " + std::to_string(n),
                        "`at` の位置の数 " + std::to_string(n)));
      return;
    }
    n = *given;
  }
  if (out.cards.size() + static_cast<size_t>(n) > static_cast<size_t>(kMostDeck)) {
    if (!too_large_)
      log_.add(Code::TooMany, e.span,
               {base::in_both("cards in a deck", "デッキのカード"), std::to_string(kMostDeck)});
    too_large_ = true;
    return;
  }
  const std::string own = e.get("name");
  for (int64_t i = 0; i < n; ++i) {
    const std::string name = !own.empty()  ? own
                             : def.generic ? def.name + " #" + std::to_string(out.cards.size() + 1)
                                           : def.name;
    c.name = model::card_name(names_, name);
    c.at = places.empty() ? 0 : places[i];
    out.cards.push_back(c);
  }
}

Deck Resolver::deck(const Element& e) {
  Deck out;
  too_large_ = false;
  std::vector<ZoneId> built;
  for (const ZoneId z : p_.zones.ids())
    if (p_.zones[z].built) built.push_back(z);
  if (built.empty()) {
    log_.add(
        Code::NoDecks, e.span,
        {base::in_both("in game `" + p_.game + "` no zone is `built` from a deck",
                       "ゲーム `" + p_.game + "` にはデッキで組む領域 (`built`) がありません")});
    return out;
  }
  for (const Element& k : e.children) {
    if (k.name == "card") {
      if (built.size() > 1) {
        log_.add(Code::XmlMissing, k.span,
                 {base::in_both("`zone`: game `" + p_.game + "` builds several",
                                "`zone` (ゲーム `" + p_.game + "` では複数の領域を組みます)"),
                  "card"});
        continue;
      }
      deck_card(k, built.front(), out);
    }
    if (k.name != "zone") continue;
    const ZoneId zone = names_.find_zone(k.get("name"));
    if (zone == kNone || !p_.zones[zone].built) {
      std::string all;
      for (ZoneId z : built) all += (all.empty() ? "" : ", ") + p_.zones[z].name;
      bad(k, "name", k.get("name"), all);
      continue;
    }
    for (const Element& in : k.children) deck_card(in, zone, out);
  }
  return out;
}

Claim Resolver::deck_claim(const Element& e) {
  Claim out;
  out.span = e.span;
  out.text = "deck";
  if (e.get("kind") != "legal" && e.get("kind") != "illegal") {
    bad(e, "kind", e.get("kind"),
        base::in_both("legal or illegal, of a deck", "legal か illegal (デッキについて)"));
    return out;
  }
  out.kind = e.get("kind") == "legal" ? ClaimKind::Legal : ClaimKind::Illegal;
  for (const Element::Attribute& a : e.attributes) {
    if (a.name == "kind") continue;
    if (a.name == "by" && out.kind == ClaimKind::Illegal) {
      clause(a, out);
      out.text += " (" + a.value + ")";
    } else {
      log_.add(Code::XmlUnknownElement, a.name_span,
               {a.name, "claim", out.kind == ClaimKind::Illegal ? "`kind`, `by`" : "`kind`"});
    }
  }
  for (const Element& k : e.children)
    log_.add(Code::XmlUnknownElement, k.span,
             {k.name, "claim", base::in_both("(none, of a deck)", "(デッキについてはなし)")});
  return out;
}

void Resolver::named(const Element& e, Case& c) {
  if (e.name != "case") return;
  c.id = e.get("id");
  for (const Element& k : e.children) {
    if (k.name != "title") continue;
    std::string& title = c.title[k.get("xml:lang") == "ja"];
    if (!title.empty())
      log_.add(Code::XmlUnknownElement, k.span,
               {k.name, e.name,
                base::in_both("`title`, once in each language", "`title` (言語ごとに一つ)")});
    title = k.text;
  }
}

Case Resolver::deck_case(const Element& e, const Element& list) {
  Case c;
  named(e, c);
  c.span = e.span;
  c.deck = deck(list);
  bool first = true;
  for (const Element& k : e.children) {
    if (k.name == "deck") {
      if (!first) log_.add(Code::XmlDuplicateId, k.span, {"element", k.name});
      first = false;
    } else if (k.name == "let" || k.name == "where" || k.name == "situation" || k.name == "play" ||
               k.name == "until") {
      log_.add(
          Code::XmlUnknownElement, k.span,
          {k.name, e.name, base::in_both("`claim`, beside a `deck`", "`claim` (`deck` の隣では)")});
    } else if (k.name == "claim") {
      c.claims.push_back(deck_claim(k));
    }
  }
  if (c.claims.empty() && claims_needed_) log_.add(Code::NoClaim, e.span, {doc_.id});
  return c;
}

namespace {

const std::map<std::string, ClaimKind>& claim_kinds() {
  static const std::map<std::string, ClaimKind> kinds = {{"necessary", ClaimKind::Necessary},
                                                         {"possible", ClaimKind::Possible},
                                                         {"impossible", ClaimKind::Impossible},
                                                         {"outcomes", ClaimKind::Outcomes},
                                                         {"greatest", ClaimKind::Greatest},
                                                         {"least", ClaimKind::Least},
                                                         {"legal", ClaimKind::Legal},
                                                         {"illegal", ClaimKind::Illegal},
                                                         {"chooser", ClaimKind::Chooser},
                                                         {"endless", ClaimKind::Endless},
                                                         {"settles", ClaimKind::Settles},
                                                         {"forceable", ClaimKind::Forceable},
                                                         {"overrides", ClaimKind::Overrides},
                                                         {"yields", ClaimKind::Yields},
                                                         {"contradicts", ClaimKind::Contradicts},
                                                         {"idle", ClaimKind::Idle},
                                                         {"undetermined", ClaimKind::Undetermined}};
  return kinds;
}

/// Whether a claim of the kind speaks of the values of symbolic quantities.
bool quantified(ClaimKind kind) {
  return kind != ClaimKind::Legal && kind != ClaimKind::Illegal && kind != ClaimKind::Chooser &&
         kind != ClaimKind::Endless && kind != ClaimKind::Settles;
}

}  // namespace

void Resolver::quantifier(const Element& e, const Case& c, Claim& out) {
  if (const Element::Attribute* a = e.find("for")) {
    if (a->value == "every")
      out.over = Over::Every;
    else if (a->value == "some")
      out.over = Over::Some;
    else
      bad(e, "for", a->value, base::in_both("every or some", "every か some"));
  } else if (!c.situation.lets.empty() && quantified(out.kind)) {
    log_.add(Code::NoQuantifier, e.span);
  }
}

void Resolver::condition(const Element& e, Claim& out) {
  const Element::Attribute* a = e.find("iff");
  if (a == nullptr) return;
  if (out.kind != ClaimKind::Necessary && out.kind != ClaimKind::Possible &&
      out.kind != ClaimKind::Impossible)
    bad(e, "iff", a->value,
        base::in_both("no `iff` with this kind of claim", "この種の主張では `iff` なし"));
  out.iff = expression(a->value, a->span, model::bool_type());
}

void Resolver::grounds(const Element& e, Claim& out) {
  for (const Element& r : e.children)
    if (r.name == "rests")
      if (const std::optional<Ground> g = ground(r)) out.rests.push_back(*g);
  std::ranges::sort(out.rests);
  out.rests.erase(std::unique(out.rests.begin(), out.rests.end()), out.rests.end());
}

void Resolver::clause(const Element::Attribute& a, Claim& out) {
  out.by = names_.find_clause(a.value);
  if (out.by == kNone) log_.add(Code::UnknownClause, a.span, {a.value});
}

void Resolver::looked_at(const Element::Attribute& of, Claim& out) {
  for (const Piece& part : split(of.value, of.span)) {
    out.of.push_back(expression(part.text, part.span, {}));
    out.of_text.push_back(part.text);
  }
}

void Resolver::extreme(const Element& e, Claim& out) {
  out.expr = expression(e.text, e.text_span, model::int_type());
  if (const Element::Attribute* a = e.find("is"))
    out.is = expression(a->value, a->span, model::int_type());
  else
    log_.add(Code::XmlMissing, e.span, {base::in_both("attribute `is`", "属性 `is`"), "claim"});
}

void Resolver::outcome(const Element& o, Claim& out) {
  Outcome outcome;
  if (const Element::Attribute* a = o.find("if"))
    outcome.cond = expression(a->value, a->span, model::bool_type());
  const std::vector<Piece> parts = split(o.text, o.text_span);
  if (parts.size() != out.of.size()) {
    log_.add(Code::XmlBadValue, o.text_span,
             {"`o`", o.text,
              base::in_both(std::to_string(out.of.size()) + " values",
                            std::to_string(out.of.size()) + " 個の値")});
    return;
  }
  for (size_t i = 0; i < parts.size(); ++i) {
    const Type t = p_[out.of[i]].type;
    outcome.values.push_back(expression(parts[i].text, parts[i].span, t));
  }
  out.outcomes.push_back(std::move(outcome));
}

/// An outcome that another one covers says nothing.
void Resolver::repeated(const Element& claim) {
  struct Known {
    std::string values, cond;
  };
  std::vector<Known> known;
  for (const Element& o : claim.children) {
    if (o.name != "o") continue;
    Known one{"", o.get("if")};
    for (const Piece& value : split(o.text, o.text_span)) one.values += value.text + ",";
    const bool twice = std::ranges::any_of(known, [&](const Known& k) {
      return k.values == one.values && (k.cond == one.cond || k.cond.empty() || one.cond.empty());
    });
    if (twice) log_.add(Code::RepeatedOutcome, o.span, {o.text});
    known.push_back(std::move(one));
  }
}

void Resolver::outcomes(const Element& e, Claim& out) {
  const Element::Attribute* of = e.find("of");
  if (of == nullptr || of->value.empty()) {
    log_.add(Code::XmlMissing, e.span, {base::in_both("attribute `of`", "属性 `of`"), "claim"});
    return;
  }
  looked_at(*of, out);
  for (const Element& o : e.children)
    if (o.name == "o") outcome(o, out);
  repeated(e);
  out.text = of->value + " ∈ {";
  for (const Element& o : e.children)
    if (o.name == "o") out.text += (out.text.ends_with("{") ? "" : "; ") + o.text;
  out.text += "}";
  if (out.outcomes.empty())
    log_.add(Code::XmlMissing, e.span, {base::in_both("`o`: an outcome", "`o` (結果)"), "claim"});
}

void Resolver::declaration(const Element& e, Claim& out) {
  bool given = false;
  for (const Element& d : e.children)
    if (d.name == "do" || d.name == "pass") {
      if (given) log_.add(Code::XmlDuplicateId, d.span, {"element", d.name});
      out.act = play_item(d);
      given = true;
      out.text = d.get("by") + ": " + (d.name == "pass" ? "pass" : d.get("act"));
      for (const Element::Attribute& a : d.attributes)
        if (a.name != "by" && a.name != "act") out.text += " " + a.name + "=" + a.value;
      if (e.find("in") != nullptr) out.text += " (" + e.get("in") + ")";
    }
  if (!given)
    log_.add(
        Code::XmlMissing, e.span,
        {base::in_both("`do` or `pass`: the declaration", "宣言を示す `do` か `pass`"), "claim"});
  out.what = e.get("in");
  if (const Element::Attribute* now = e.find("now")) {
    out.now = now->value == "yes";
    if (now->value != "yes") bad(e, "now", now->value, "yes");
  }
  if (!out.what.empty() && names_.find_signal(out.what) == kNone &&
      names_.find_exchange(out.what) == kNone)
    unknown(e.find("in")->span, base::in_both("signal or exchange", "タイミングまたは機会"),
            out.what, named(p_.signals));
  if (const Element::Attribute* a = e.find("by")) clause(*a, out);
}

void Resolver::chooser(const Element& e, Claim& out) {
  out.what = e.get("of");
  out.text = out.what + ": " + e.text;
  if (out.what.empty())
    log_.add(Code::XmlMissing, e.span, {base::in_both("attribute `of`", "属性 `of`"), "claim"});
  if (e.text == "nobody") {
    out.nobody = true;
    return;
  }
  out.player = -1;
  for (size_t i = 0; i < p_.players.size(); ++i)
    if (p_.players[i] == e.text) out.player = static_cast<int>(i);
  if (out.player < 0)
    log_.add(Code::XmlBadValue, e.span,
             {"chooser", e.text, base::in_both("a player or nobody", "プレイヤーか nobody")});
}

void Resolver::forceable(const Element& e, Claim& out) {
  out.expr = expression(e.text, e.text_span, model::bool_type());
  out.player = player(e, "by").value_or(0);
  if (const Element::Attribute* a = e.find("answer")) {
    out.nobody = a->value == "no";
    if (a->value != "no" && a->value != "yes") bad(e, "answer", a->value, "yes, no");
  }
  out.text = e.get("by") + ": " + e.text + (out.nobody ? " (no)" : "");
}

void Resolver::settles(const Element& e, Claim& out) {
  out.is = expression(e.text, e.text_span, model::int_type());
  if (const Element::Attribute* a = e.find("if"))
    out.iff = expression(a->value, a->span, model::bool_type());
}

void Resolver::collision(const Element& e, Claim& out) {
  const Element::Attribute *by = e.find("clause"), *against = e.find("against");
  if ((by == nullptr) == (against == nullptr)) {
    log_.add(Code::XmlMissing, e.span,
             {base::in_both("one of the attributes `clause` and `against`",
                            "属性 `clause` と `against` のどちらか一つ"),
              "claim"});
    return;
  }
  if (by != nullptr) {
    clause(*by, out);
  } else {
    out.against = against->value;
    if (names_.find_card(out.against) == kNone)
      unknown(against->span, base::in_both("card", "カード"), out.against, named(p_.cards));
  }
  out.what = e.get("card");
  out.text = out.what + " / " + (by != nullptr ? by->value : against->value);
  if (!out.what.empty() && names_.find_card(out.what) == kNone)
    unknown(e.find("card")->span, base::in_both("card", "カード"), out.what, named(p_.cards));
}

void Resolver::undetermined(const Element& e, Claim& out) {
  const Element::Attribute *reading = e.find("reading"), *of = e.find("of");
  if (reading == nullptr || of == nullptr || of->value.empty()) {
    log_.add(Code::XmlMissing, e.span,
             {base::in_both("attributes `reading` and `of`", "属性 `reading` と `of`"), "claim"});
    return;
  }
  out.what = reading->value;
  if (std::ranges::none_of(p_.readings, [&](const model::ReadingDef& d) {
        return d.name == out.what && d.options.size() > 1;
      }))
    log_.add(Code::UnknownReading, reading->span, {out.what, "A, B …"});
  out.text = out.what + ": " + of->value;
  looked_at(*of, out);
}

void Resolver::content(const Element& e, Claim& out) {
  switch (out.kind) {
    case ClaimKind::Necessary:
    case ClaimKind::Possible:
    case ClaimKind::Impossible:
      out.expr = expression(e.text, e.text_span, model::bool_type());
      return;
    case ClaimKind::Greatest:
    case ClaimKind::Least: return extreme(e, out);
    case ClaimKind::Outcomes: return outcomes(e, out);
    case ClaimKind::Legal:
    case ClaimKind::Illegal: return declaration(e, out);
    case ClaimKind::Chooser: return chooser(e, out);
    case ClaimKind::Endless: return;
    case ClaimKind::Forceable: return forceable(e, out);
    case ClaimKind::Settles: return settles(e, out);
    case ClaimKind::Overrides:
    case ClaimKind::Yields:
    case ClaimKind::Contradicts:
    case ClaimKind::Idle: return collision(e, out);
    case ClaimKind::Undetermined: return undetermined(e, out);
  }
}

Claim Resolver::claim(const Element& e, const Case& c) {
  Claim out;
  out.span = e.span;
  out.text = e.text;
  const auto it = claim_kinds().find(e.get("kind"));
  if (it == claim_kinds().end()) {
    std::string all;
    for (const auto& [name, kind] : claim_kinds()) all += (all.empty() ? "" : ", ") + name;
    bad(e, "kind", e.get("kind"), all);
    return out;
  }
  out.kind = it->second;
  quantifier(e, c, out);
  condition(e, out);
  grounds(e, out);
  content(e, out);
  return out;
}

std::optional<Ground> Resolver::ground(const Element& e) {
  const Element::Attribute *clause = e.find("clause"), *card = e.find("card"),
                           *span = e.find("span");
  if (clause != nullptr ? card != nullptr || span != nullptr : card == nullptr || span == nullptr) {
    log_.add(Code::XmlMissing, e.span,
             {base::in_both("`clause`, or `card` and `span`", "`clause`、または `card` と `span`"),
              "rests"});
    return std::nullopt;
  }
  Ground out;
  if (clause != nullptr) {
    out.clause = names_.find_clause(clause->value);
    if (out.clause == kNone) {
      log_.add(Code::UnknownClause, clause->span, {clause->value});
      return std::nullopt;
    }
    return out;
  }
  out.card = names_.find_card(card->value);
  if (out.card == kNone) {
    unknown(card->span, base::in_both("card", "カード"), card->value, named(p_.cards));
    return std::nullopt;
  }
  out.span = span->value;
  std::string all;
  for (const auto& [name, words] : p_.cards[out.card].text) {
    if (name == out.span) return out;
    all += (all.empty() ? "" : ", ") + name;
  }
  log_.add(Code::XmlBadValue, span->span, {"`span`", span->value, all});
  return std::nullopt;
}

}  // namespace hanrei::rulings
