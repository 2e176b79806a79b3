// What the stored attributes with few values can become by the rules and the cards of the game:
// values that never occur and are asked for, values that are never left, and what is kept for
// nothing.
#include <map>
#include <optional>
#include <set>

#include "audit/rules/look.h"

namespace hanrei::audit::rules {

namespace {

struct Kept {
  std::set<int64_t> start;    ///< what it may begin as
  std::set<int64_t> becomes;  ///< what is written later
  bool any = false;           ///< something is written whose value is not known
  bool open_start = false;    ///< a situation says how it begins
  bool asked = false;
  std::vector<Site> written;  ///< where
  std::map<int64_t, std::vector<std::pair<Site, Span>>> compared;
};

/// The values that an expression can have, as far as it is made of constants.
bool constants(const Program& p, ExprId id, std::set<int64_t>& out) {
  if (id == kNone) return false;
  const Expr& e = p[id];
  if (e.op == Op::Const) {
    out.insert(e.value);
    return true;
  }
  if (e.op == Op::If) return constants(p, e.b, out) && constants(p, e.c, out);
  return false;
}

/// The attribute that an expression is the value of, as it is now.
AttrId attribute(const Program& p, ExprId id) {
  const Expr& e = p[id];
  return e.op == Op::GameAttr ||
                 (e.op == Op::Attr && e.value == static_cast<int64_t>(model::Reading::Now))
             ? e.attr()
             : kNone;
}

class Values {
 public:
  explicit Values(Look& look) : look_(look), p_(look.p), kept_(p_.attrs.size()) {}

  void all() {
    begin();
    visit(p_, {.step = {},
               .stmt = [&](const Site& s, const Stmt& st) { statement(s, st); },
               .choose = {},
               .expr = [&](const Site& s, ExprId root) { asked(s, root); }});
    for (const auto& s : p_.statics)
      if (s.attr != kNone) kept_[s.attr].any = true;
    for (const auto& a : p_.amends)
      for (const auto& [attr, e] : a.with)
        write(attr, e, {a.target, a.source.by, a.source.card, a.source.spans, kNone, a.span});
    for (const auto& a : p_.acts)
      if (a.counter != kNone) {
        kept_[a.counter].any = true;
        kept_[a.counter].asked = true;
      }
    for (const AttrId i : kept_.ids()) tell(p_.attrs[i], kept_[i]);
  }

 private:
  void begin() {
    for (const AttrId i : p_.attrs.ids()) {
      const AttrDef& a = p_.attrs[i];
      Kept& k = kept_[i];
      if (a.fallback == kNone)
        k.open_start = true;
      else if (!constants(p_, a.fallback, k.start))
        k.any = true;
    }
  }
  void write(AttrId attr, ExprId value, const Site& site) {
    if (attr == kNone || static_cast<size_t>(attr) >= kept_.size()) return;
    Kept& k = kept_[attr];
    if (!constants(p_, value, k.becomes)) k.any = true;
    k.written.push_back(site);
  }
  void statement(const Site& site, const Stmt& s) {
    if (s.kind == StmtKind::Assign && s.target != kNone) {
      const Expr& t = p_[s.target];
      if (t.op != Op::Attr && t.op != Op::GameAttr) return;
      if (s.assign == AssignOp::Set)
        write(t.attr(), s.value, site);
      else {
        kept_[t.attr()].any = true;
        kept_[t.attr()].written.push_back(site);
      }
    }
    if (s.kind == StmtKind::Modify && s.id != kNone) kept_[AttrId(s.id)].any = true;
    if (s.kind == StmtKind::Move || s.kind == StmtKind::MoveTop || s.kind == StmtKind::Spawn)
      for (const auto& [attr, e] : s.attrs) write(attr, e, site);
  }
  void asked(const Site& site, ExprId root) {
    each_expr(p_, root, [&](ExprId, const Expr& e) {
      if (e.op == Op::Pays)
        for (const AttrId a : {e.attr(), AttrId(e.value)})
          if (kept_.has(a)) kept_[a].asked = true;
      if (e.op == Op::Attr || e.op == Op::GameAttr) kept_[e.attr()].asked = true;
      if ((e.op != Op::Eq && e.op != Op::Ne) || e.a == kNone || e.b == kNone) return;
      for (const auto& [left, right] : {std::pair(e.a, e.b), std::pair(e.b, e.a)}) {
        const AttrId a = attribute(p_, left);
        if (a != kNone && p_[right].op == Op::Const)
          kept_[a].compared[p_[right].value].emplace_back(site, e.span);
      }
    });
  }
  std::string value_name(const AttrDef& a, int64_t v) const {
    if (a.type.kind == TypeKind::Bool)
      return v != 0 ? base::in_both("true", "真") : base::in_both("false", "偽");
    return "`" + p_.enums[EnumId(a.type.id)].members[v] + "`";
  }
  void tell(const AttrDef& a, const Kept& k) {
    if (a.nature != model::Nature::Stored) return;
    ++look_.out.attributes;
    const Site site{a.name, a.by, kNone, {}, kNone, a.span};
    std::vector<Ground> set = grounds(site);
    for (const Site& w : k.written)
      if (w.card == kNone) add(set, grounds(w));
    // An attribute with words of its own may be there to be told; whose turn it is, for the players
    // to know.
    const bool whose =
        a.sort == kNone && a.type.kind == TypeKind::Ref && a.type.id == model::kPlayerSort;
    if (!whose && !k.asked && !k.written.empty() && a.say == kNone && !set.empty()) {
      Finding f = about(Code::NeverAsked, site, a.span, {a.name});
      f.set = set;
      look_.add(std::move(f));
    }
    // what nothing writes is settled before the game: a situation says it
    if (k.any || k.open_start || k.written.empty() ||
        (a.type.kind != TypeKind::Bool && a.type.kind != TypeKind::Enum) ||
        a.type.id == model::kCardNames)
      return;
    std::set<int64_t> takes = k.start;
    takes.insert(k.becomes.begin(), k.becomes.end());
    for (const auto& [v, where] : k.compared) {
      if (takes.contains(v) || (a.type.kind == TypeKind::Bool && takes.empty())) continue;
      for (const auto& [s, span] : where) {
        Finding f = about(Code::NeverTaken, s, span, {a.name, value_name(a, v)});
        add(f.set, set);
        f.related.push_back(a.span);
        look_.add(std::move(f));
      }
    }
    // A flag may be there to be set once. What ends with a stay is left when the stay ends.
    if (a.type.kind != TypeKind::Enum || k.start.size() != 1 || k.becomes.size() != 1 ||
        k.becomes == k.start || set.empty())
      return;
    if (a.sort == model::kCardSort && a.life == model::Life::Stay) return;
    Finding f = about(Code::NeverLeft, site, a.span, {a.name, value_name(a, *k.becomes.begin())});
    f.set = set;
    for (const Site& w : k.written) f.related.push_back(w.span);
    look_.add(std::move(f));
  }

  Look& look_;
  const Program& p_;
  base::Table<AttrId, Kept> kept_;
};

}  // namespace

void look_at_values(Look& look) { Values(look).all(); }

}  // namespace hanrei::audit::rules
