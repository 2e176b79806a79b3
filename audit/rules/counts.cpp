// Numbers and what they are counted of: so often in a turn, at most so many, a price and what it is
// paid with, a target that may not be there.
#include <set>

#include "audit/rules/parts.h"
#include "base/contains.h"

namespace hanrei::audit::rules {

namespace {

const Words kPerTurn = {"1ターン", "一ターン", "ターンが替わ", "そのターン", "a turn", "per turn"};
const Words kTimes = {"度", "回", "再び", "もう使え", "once", "times", "again"};
const Words kCopies = {"別の", "離れ", "出直", "戻って", "another", "leaves"};
const Words kNoneThere = {"なけれ", "ない場合", "ないとき", "ない時", "いない", "できな",
                          "いれば", "あれば",   "いるとき", "要する", "必要",   "場合",
                          "限り",   "重ねる",   "重ねて",   "if ",    "unless", "when "};
const Words kBound = {"上限", "超えない", "at most"};
const Words kPast = {"できな",   "出せ",     "許され",     "ならない", "禁",       "置けな",
                     "使えな",   "超えた",   "超える場合", "超えたら", "なったら", "捨て",
                     "使用でき", "られない", "cannot",     "may not"};
const Words kBothWays = {"組み合わせ", "組合せ",   "合わせ", "併せ",    "併用",
                         "両方",       "いくつも", "combin", "together"};
const Words kItself = {"自身", "以外", "ほかの", "他の", "別の", "itself", "other"};
const Words kEnough = {"足り", "払え",   "満た", "なけれ", "以上",  "できな",
                       "残り", "あれば", "不足", "enough", "cannot"};
const Words kShort = {"足り", "不足", "払えない", "enough", "too little"};
const Words kAnyNumber = {"任意", "でき",     "よい", "望",     "好き", "何枚でも",
                          "複数", "なくても", "以上", "すべて", "may",  "any"};

/// The clause and those of its section.
std::vector<ClauseId> in_section(const Program& p, ClauseId clause) {
  std::vector<ClauseId> out = {clause};
  const std::string of = section(p.clauses[clause].id);
  for (const ClauseId o : p.clauses.ids())
    if (section(p.clauses[o].id) == of && of != p.clauses[o].id) out.push_back(o);
  return out;
}

/// So often in a turn, kept with a card: of what, when the card comes back or has a copy?
void per_what(Look& look) {
  const Program& p = look.p;
  std::map<AttrId, Finding> found;  // by what it is kept in
  std::map<AttrId, Said> names;
  const auto tell = [&](AttrId kept, const std::vector<ClauseId>& by, const std::string& act,
                        Span place) {
    for (ClauseId c : by) {
      if (!says_ja(p, {c}, kPerTurn) || !says_ja(p, {c}, kTimes)) continue;
      std::vector<ClauseId> beside = by;  // and what stands in the same section
      join(beside, in_section(p, c));
      if (says_ja(p, beside, kCopies)) continue;
      const auto [it, fresh] = found.try_emplace(
          kept, about(Code::PerWhat, {"", {c}, kNone, {}, kNone, place}, place, {""}));
      if (!fresh) {
        add(it->second.set, of({c}));
        it->second.related.push_back(place);
      }
      names[kept].list(named(act));
    }
  };
  for (const auto& n : p.norms) {
    if (n.mode != model::NormMode::Forbid || n.source.card != kNone || n.cond == kNone ||
        n.source.by.empty())
      continue;
    AttrId kept;  // with the card that the norm asks about
    each_expr_within(p, n.cond, [&](ExprId, const Expr& e) {
      if (kept == kNone && e.op == Op::Attr && p.attrs[e.attr()].sort == model::kCardSort &&
          p.attrs[e.attr()].nature == model::Nature::Stored)
        kept = e.attr();
    });
    if (kept != kNone)
      for (ActId a : acts_of(p, n)) tell(kept, n.source.by, p.acts[a].name, n.span);
  }
  const bool counted = std::ranges::any_of(p.effects, [](const auto& e) { return e.uses > 0; });
  for (const auto& a : p.acts)
    if (counted && a.source.card == kNone && a.effect_of != kNone)
      tell(kNone, a.source.by, a.name, a.span);
  for (auto& [kept, f] : found) {
    f.args[0] = names[kept].text();
    look.add(std::move(f));
  }
}

/// A thing that has to be named beside the one that is used, and there may be none.
void none_to_name(Look& look) {
  const Program& p = look.p;
  const Words kTarget = {"対象", "target"}, kMayNot = {"宣言でき", "宣言することはでき", "宣言自体",
                                                       "使用できない", "cannot be declared"};
  for (const ClauseId c : p.clauses.ids())
    if (says_ja(p, {c}, kTarget) && says_ja(p, {c}, kMayNot)) return;
  for (const auto& a : p.acts) {
    if (a.source.card != kNone) continue;
    for (size_t i = 1; i < a.present.size(); ++i) {
      const Choose& c = a.present[i];
      if (c.domain != DomainKind::One || c.set == kNone || p[c.set].type.elem != TypeKind::Ref ||
          p[c.set].type.id != model::kCardSort)
        continue;
      std::vector<ClauseId> by = look.files.stated(c.span);
      if (by.empty()) by = a.source.by;
      // what must not be done, or a word means, says nothing of there being none
      std::vector<ClauseId> rules;
      for (ClauseId o : by)
        if (p.clauses[o].kind != "prohibition" && p.clauses[o].kind != "definition")
          rules.push_back(o);
      if (rules.empty() || says_ja(p, rules, kNoneThere)) continue;
      Said other;  // a clause that says it of another act of the kind
      for (const auto& b : p.acts) {
        if (&b == &a || b.source.card != kNone || b.tags.empty() || b.tags != a.tags) continue;
        for (size_t k = 1; k < b.present.size(); ++k)
          for (ClauseId o : look.files.stated(b.present[k].span))
            if (says_ja(p, {o}, kNoneThere) && other.en.empty())
              other = {" (" + p.clauses[o].id + " says it of `" + b.name + "`)",
                       "（「" + b.name + "」については" + p.clauses[o].id + "が述べています）"};
      }
      Finding f = about(Code::NoneToName, {a.name, by, kNone, {}, kNone, c.span}, c.span,
                        {a.name, called(p, c).text(), other.en.empty() ? "" : other.text()});
      look.add(std::move(f));
    }
  }
}

/// The zone whose contents a condition compares with a number.
ZoneId bounded(const Program& p, ExprId cond) {
  ZoneId zone;
  each_expr(p, cond, [&](ExprId, const Expr& e) {
    if ((e.op != Op::Lt && e.op != Op::Le) || p[e.a].op != Op::Const) return;
    each_expr_within(p, e.b, [&](ExprId, const Expr& x) {
      if (x.op == Op::Size && p[x.a].op == Op::ZoneSet) zone = p[x.a].zone();
      if (x.op == Op::Quant && p[x.a].op == Op::ZoneSet &&
          (x.value == static_cast<int64_t>(model::QuantKind::Sum) ||
           x.value == static_cast<int64_t>(model::QuantKind::Count)))
        zone = p[x.a].zone();
    });
  });
  return zone;
}

/// Bounds that the model keeps by prohibitions alone, by clauses that only say the number.
void past_bound(Look& look) {
  const Program& p = look.p;
  std::map<ZoneId, Finding> found;
  std::map<ZoneId, std::vector<ClauseId>> clauses;
  std::set<ClauseId> mended;  // clauses that a limit with a repair states
  for (const auto& l : p.limits)
    if (!l.construction && l.repair != kNone) mended.insert(l.source.by.begin(), l.source.by.end());
  for (const auto& n : p.norms) {
    if (n.mode != model::NormMode::Forbid || n.source.card != kNone || n.cond == kNone) continue;
    const ZoneId zone = bounded(p, n.cond);
    if (zone == kNone) continue;
    for (ClauseId c : n.source.by) {
      if (!says_ja(p, {c}, kBound) || says_ja(p, in_section(p, c), kPast) || mended.contains(c))
        continue;
      const auto [it, fresh] =
          found.try_emplace(zone, about(Code::PastBound, {"", {c}, kNone, {}, kNone, n.span},
                                        n.span, {"", p.zones[zone].name}));
      if (!fresh) {
        add(it->second.set, of({c}));
        it->second.related.push_back(n.span);
      }
      join(clauses[zone], {c});
    }
  }
  for (auto& [zone, f] : found) {
    f.args[0] = listed(p, clauses[zone]);
    look.add(std::move(f));
  }
}

/// What a mended limit may take away, and an ending hangs on.
void takes_the_last(Look& look) {
  const Program& p = look.p;
  for (const auto& e : p.endings) {
    if (e.source.card != kNone || e.when == kNone || e.source.by.empty()) continue;
    Id kind = kNone, flag = kNone;
    each_expr(p, e.when, [&](ExprId, const Expr& x) {
      if (x.op != Op::Not || p[x.a].op != Op::Quant ||
          p[x.a].value != static_cast<int64_t>(model::QuantKind::Any) ||
          p[p[x.a].a].op != Op::KindSet)
        return;
      for (ExprId part : {p[x.a].b, p[x.a].c})
        each_expr(p, part, [&](ExprId, const Expr& y) {
          if (y.op == Op::Attr && y.type.kind == TypeKind::Bool) {
            kind = p[p[x.a].a].id;
            flag = y.id;
          }
        });
    });
    if (kind == kNone) continue;
    Finding f;
    Said names;
    for (const auto& l : p.limits) {
      if (l.source.card != kNone || l.repair == kNone || l.source.by.empty()) continue;
      each_step(p.procedures[l.repair].steps, [&](const Step& s) {
        if (s.kind != StepKind::Choose || s.choose.set == kNone ||
            p[s.choose.set].op != Op::KindSet || p[s.choose.set].id != kind)
          return;
        bool asks = false;
        if (s.choose.where != kNone)
          each_expr(p, s.choose.where, [&](ExprId, const Expr& y) {
            asks = asks || (y.op == Op::Attr && y.id == flag);
          });
        if (asks) return;
        if (f.set.empty())
          f = about(Code::TakesTheLast, {l.id, l.source.by, kNone, {}, kNone, l.span}, l.span,
                    {"", e.id});
        else {
          add(f.set, of(l.source.by));
          f.related.push_back(l.span);
        }
        names.list(named(l.id));
      });
    }
    if (f.set.empty() || says_ja(p, look.files.stated(f.place), {p.attrs[AttrId(flag)].name}))
      continue;
    f.args[0] = names.text();
    add(f.set, of(e.source.by));
    f.related.push_back(e.span);
    look.add(std::move(f));
  }
}

/// What a price may be paid with: from two places at once, the card itself.
void paid_with(Look& look) {
  const Program& p = look.p;
  visit(p,
        {.step =
             [&](const Site& site, const Step& s) {
               const Choose& c = s.choose;
               if (site.card != kNone || s.kind != StepKind::Choose ||
                   c.domain != DomainKind::Some || c.set == kNone || c.who == kNone)
                 return;
               if (std::ranges::none_of(site.by,
                                        [&](ClauseId id) { return p.clauses[id].kind == "cost"; }))
                 return;
               std::set<ZoneId> zones;
               bool not_itself = false;
               std::vector<ClauseId> by = site.by;
               each_expr_within(p, c.set, [&](ExprId, const Expr& e) {
                 if (e.op == Op::ZoneSet && p.zones[e.zone()].of == model::ZoneOwner::Player)
                   zones.insert(e.zone());
                 if (e.op == Op::Call) join(by, p.derived[e.derived()].by);
                 if (e.op == Op::Ne && p[e.a].type.kind == TypeKind::Ref &&
                     p[e.a].type.id == model::kCardSort && p[e.a].op == Op::Temp &&
                     p[e.b].op == Op::Temp)
                   not_itself = true;
               });
               const auto tell = [&](const std::string& what) {
                 Finding f = about(Code::PaidWith, site, s.span, {site.name, what});
                 f.set = of(by);
                 look.add(std::move(f));
               };
               if (zones.size() > 1 && !says_ja(p, by, kBothWays)) {
                 Said names;
                 for (ZoneId z : zones) names.list(named(p.zones[z].name));
                 tell(base::in_both("whether one price may be paid partly from each of " + names.en,
                                    "一つの代価を" + names.ja + "にまたがって払えるのか"));
               }
               if (not_itself && !says_ja(p, by, kItself))
                 tell(base::in_both("whether the card may be a part of its own price",
                                    "払う当のカードを、そのカード自身の代価に使えるのか"));
             },
         .stmt = {},
         .choose = {},
         .expr = {}});
}

/// A price of which no clause says that it has to be there.
void price_not_there(Look& look) {
  const Program& p = look.p;
  std::map<Id, Finding> found;
  std::map<Id, Said> names;
  for (const auto& n : p.norms) {
    if (n.mode != model::NormMode::Forbid || n.source.card != kNone || n.cond == kNone ||
        n.source.by.empty())
      continue;
    if (std::ranges::none_of(n.source.by,
                             [&](ClauseId c) { return p.clauses[c].kind == "cost"; }) ||
        says_ja(p, n.source.by, kEnough))
      continue;
    const Expr& e = p[n.cond];
    if (e.op != Op::Lt || p[e.a].op != Op::Attr ||
        p.attrs[p[e.a].attr()].sort != model::kPlayerSort)
      continue;
    const AttrId attr = AttrId(p[e.a].id);
    const auto [it, fresh] = found.try_emplace(
        attr, about(Code::PriceNotThere, {"", n.source.by, kNone, {}, kNone, n.span}, n.span,
                    {"", p.attrs[attr].name}));
    if (!fresh) {
      add(it->second.set, of(n.source.by));
      it->second.related.push_back(n.span);
    }
    for (ActId a : acts_of(p, n)) {
      // another prohibition of the same act says it
      const bool said = std::ranges::any_of(p.norms, [&](const auto& o) {
        if (o.mode != model::NormMode::Forbid || o.source.card != kNone ||
            !says_ja(p, o.source.by, kShort))
          return false;
        const std::vector<ActId> acts = acts_of(p, o);
        return base::contains(acts, a);
      });
      if (!said) names[attr].list(named(p.acts[a].name));
    }
  }
  for (auto& [attr, f] : found) {
    f.args[0] = names[attr].text();
    if (!names[attr].en.empty()) look.add(std::move(f));
  }
}

/// Any number may be named at a declaration, by clauses that do not say whether none will do.
void may_be_none(Look& look) {
  const Program& p = look.p;
  for (const auto& a : p.acts) {
    if (a.source.card != kNone) continue;
    for (const Choose& c : a.present) {
      if (c.domain != DomainKind::Some || c.size != kNone || c.such != kNone) continue;
      std::vector<ClauseId> by = look.files.stated(c.span);
      if (by.empty()) by = a.source.by;
      if (by.empty() || says_ja(p, by, kAnyNumber)) continue;
      Finding f = about(Code::MayBeNone, {a.name, by, kNone, {}, kNone, c.span}, c.span, {a.name});
      add(f.set, of(a.source.by));
      look.add(std::move(f));
    }
  }
}

}  // namespace

void look_at_counts(Look& look) {
  per_what(look);
  none_to_name(look);
  past_bound(look);
  takes_the_last(look);
  paid_with(look);
  price_not_there(look);
  may_be_none(look);
}

}  // namespace hanrei::audit::rules
