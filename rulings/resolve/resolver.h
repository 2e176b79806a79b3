// The names, types and citations of one document, checked against a program. What is wrong goes to
// the log, and the rest is read on.
#pragma once

#include <map>
#include <set>

#include "base/text/nearest.h"
#include "model/passes/translation.h"
#include "model/passes/unread.h"
#include "rulings/resolve/pieces.h"
#include "rulings/rulings.h"

namespace hanrei::rulings {

class Resolver {
 public:
  Resolver(const Document& doc, model::Program& program, const base::SourceMap& sources,
           base::DiagnosticLog& log, bool claims_needed)
      : doc_(doc),
        p_(program),
        log_(log),
        names_(program, sources, log),
        claims_needed_(claims_needed) {}

  Ruling run();
  DeckList run_deck();

 private:
  /// A reading that the document presumes.
  void presumed(const Element& e, std::vector<std::pair<std::string, std::string>>& out);
  /// What the document says of itself.
  template <class Into>
  void head(Into& to) const {
    to.id = doc_.id;
    to.game = doc_.game;
    to.path = doc_.path;
    to.span = doc_.root.span;
  }
  void own_game();
  void bad(const Element& e, std::string_view attribute, const std::string& value,
           const std::string& expected);
  /// `what` in both languages (base::in_both); `names`: those there are.
  void unknown(Span span, std::string_view what, const std::string& name,
               const std::vector<std::string_view>& names) {
    log_.add(base::Code::XmlUnknownId, span,
             {std::string(what), name, base::or_nearest(name, names)});
  }
  /// The names of definitions.
  template <class Defs>
  static std::vector<std::string_view> named(const Defs& defs) {
    std::vector<std::string_view> out;
    for (const auto& d : defs) out.push_back(d.name);
    return out;
  }
  std::vector<std::string_view> attributes(SortId sort) const {
    std::vector<std::string_view> out;
    for (const model::AttrDef& a : p_.attrs)
      if (a.sort == sort) out.push_back(a.name);
    return out;
  }

  /// An attribute of a thing is named by an XML attribute, or by the value of `attr` in `set`.
  static Span where(const Element::Attribute& a, const std::string& name) {
    return a.name == name ? a.name_span : a.span;
  }

  /// Only cards have printed values that a situation may replace.
  AttrId stored(AttrId attr) const {
    return attr != kNone && p_.attrs[attr].nature == model::Nature::Stored ? attr : kNone;
  }

  ExprId constant(int64_t v, const model::Type& t, Span span) {
    p_.exprs.push_back({model::Op::Const, t, kNone, v, kNone, kNone, kNone, {}, span});
    return p_.exprs.last_id();
  }

  ExprId expression(const std::string& text, Span span, const model::Type& expect);
  std::optional<int> player(const Element& e, std::string_view attribute);
  ExprId value(const Element::Attribute& a, const model::Type& t);
  std::optional<int64_t> member(const model::Type& t, const std::string& word) const;
  /// The words that a value of the type, or of its elements, may be.
  std::vector<std::string_view> members(const model::Type& t) const;
  void lets(const Element& e, Situation& s);
  /// What a name means in expressions anyway. A card id or a quantity of that name would hide it;
  /// names of cards and members of enumerations may be hidden.
  std::string taken(const std::string& name) const;
  void check_name(const std::string& name, Span span, bool card);
  void collect_cards(const Element& e);
  void card(const Element& e, Situation& s, ZoneId zone, int owner, int host);
  void situation(const Element& e, Situation& s);
  // The parts of a situation.
  /// Expressions may name its cards.
  void card_names(Span span);
  void game_values(const Element& e, Situation& s);
  void player_value(const std::string& name, const Element::Attribute& a, int pl, Situation& s);
  /// `<player>`; `before`: those that were described already.
  void described(const Element& e, Situation& s, std::set<int>& before);
  void zone(const Element& e, int pl, Situation& s);
  /// `<cards n="…"/>`: cards of which nothing is known but their number.
  void lot(const Element& e, ZoneId zone, int pl, Situation& s);
  void token(const Element& e, Situation& s);
  void frame(const Element& e, Situation& s);
  /// Which effect a running act uses: that of the card it presents, or the one named by `effect`.
  /// The other attributes are what the effect presents.
  void used_effect(const model::ActDef& act, const Situation& s, FrameIn& f,
                   const std::vector<std::pair<std::string, const Element::Attribute*>>& given);
  /// `メインフェイズ[2]/battle[26]`: procedures, each at one of its steps, outermost first.
  void path(const Element& e, Situation& s);
  PlayItem play_item(const Element& e);
  /// The words of what is picked; a square, `2,3`, is one of them.
  std::vector<std::string> picked(const std::string& text) const;
  /// The index of a member of the enumeration, or -1.
  int64_t member(EnumId enumeration, const std::string& w) const;
  template <class F>
  void each_choice(F&& use) const;
  std::vector<model::Type> chosen_types(const std::string& name) const;
  std::vector<std::string_view> choice_names() const;
  Named named_values(const std::string& name, const Element::Attribute& a,
                     const std::vector<model::Type>& types);
  std::optional<int64_t> value_of(const model::Type& t, const std::string& w) const;
  /// What a word stands for where nothing says of what type it is.
  int64_t any_value(const std::string& w, Span span);
  /// A whole number within bounds, or nothing and a complaint.
  std::optional<int64_t> number(const Element& e, const Element::Attribute& a,
                                const std::string& text, int64_t least, int64_t most);
  void deck_card(const Element& e, ZoneId zone, Deck& out);
  Deck deck(const Element& e);
  /// Claims about a deck: legal, or illegal by a clause.
  Claim deck_claim(const Element& e);
  /// Id and titles of a `<case>`; nothing of a ruling without one.
  void named(const Element& e, Case& c);
  Case deck_case(const Element& e, const Element& list);
  Case one_case(const Element& e);
  Claim claim(const Element& e, const Case& c);
  // What claims of many kinds have.
  /// Over which values of the symbolic quantities it is claimed.
  void quantifier(const Element& e, const Case& c, Claim& out);
  /// `iff`: exactly under which condition.
  void condition(const Element& e, Claim& out);
  /// What it is said to rest on.
  void grounds(const Element& e, Claim& out);
  /// The clause that an attribute names.
  void clause(const Element::Attribute& a, Claim& out);
  /// `of`: the expressions whose values are looked at.
  void looked_at(const Element::Attribute& of, Claim& out);
  /// What is claimed: one of those that follow, by its kind.
  void content(const Element& e, Claim& out);
  void extreme(const Element& e, Claim& out);
  void outcomes(const Element& e, Claim& out);
  void outcome(const Element& o, Claim& out);
  void repeated(const Element& claim);
  void declaration(const Element& e, Claim& out);
  void chooser(const Element& e, Claim& out);
  void forceable(const Element& e, Claim& out);
  void settles(const Element& e, Claim& out);
  void collision(const Element& e, Claim& out);
  void undetermined(const Element& e, Claim& out);
  /// `<rests clause="…"/>` or `<rests card="…" span="…"/>`.
  std::optional<Ground> ground(const Element& e);

  const Document& doc_;
  model::Program& p_;
  base::DiagnosticLog& log_;
  model::Translation names_;
  bool claims_needed_ = true;
  const size_t first_expr_ = p_.exprs.size();
  model::Scope scope_;
  std::map<std::string, int64_t> cards_;
  std::set<std::string> lets_;
  bool unread_ =
      false;  ///< a card is there of which nobody knows what it does, nor what it presents
  bool too_large_ = false;
};

}  // namespace hanrei::rulings
