// A provision that reads differently, and which source wins.
#include "model/passes/amendments.h"

#include <algorithm>

#include "base/contains.h"
#include "model/passes/exprs.h"
#include "model/passes/json.h"
#include "model/passes/later.h"
#include "model/passes/provisions.h"
#include "model/passes/translation.h"

namespace hanrei::model {

static void halt(Translation& tr, const Amend& a, ExprId where, ExprId stop);

/// The step that a target names: by the clause it states, or as NAME[step].
static bool amended_step(Translation& tr, const Json& target, Amend& a) {
  const size_t open = a.target.rfind('[');
  if (const auto clause = tr.names.clauses.find(a.target); clause != tr.names.clauses.end()) {
    for (const ProcId i : tr.p.procedures.ids()) {
      each_step(tr.p.procedures[i].steps, [&](const Step& s) {
        if (base::contains(s.by, clause->second) && a.proc == kNone) {
          a.proc = i;
          a.ordinal = s.ordinal;
        }
      });
    }
  } else if (open != std::string::npos && a.target.ends_with("]")) {
    const auto proc = tr.names.procs.find(a.target.substr(0, open));
    if (proc == tr.names.procs.end()) {
      tr.log.add(base::Code::UnknownName, target.span, {a.target.substr(0, open), ""});
      return false;
    }
    const auto& labels = tr.labels_of(&tr.p.procedures[proc->second]);
    const auto step = labels.find(a.target.substr(open + 1, a.target.size() - open - 2));
    if (step != labels.end()) {
      a.proc = proc->second;
      a.ordinal = step->second;
    }
  } else {
    tr.log.add(base::Code::UnknownClause, target.span, {a.target});
    return false;
  }
  if (a.proc == kNone || a.ordinal < 0) {
    tr.log.add(base::Code::UnknownStep, target.span, {a.target, tr.p.game});
    return false;
  }
  return true;
}

void amend(Translation& tr, const Json& f, CardId card) {
  Amend a;
  a.target = text_of(f, "amend");
  a.span = f.span;
  a.source = source(tr, f, card);
  if (const Json* v = f.find("void")) a.voids = v->boolean;
  if (card == kNone)
    tr.log.add(base::Code::UnsupportedForm, f.members.front().key_span,
               {"`amend` of the rulebook"});
  if (!amended_step(tr, *f.find("amend"), a)) return;
  Scope scope = frame_scope(tr.p.procedures[a.proc]);
  // a name of several loops is that of the step
  each_step(tr.p.procedures[a.proc].steps, [&](const Step& s) {
    if (s.ordinal != a.ordinal || s.kind != StepKind::Each) return;
    const Local& member = tr.p.procedures[a.proc].locals[s.var];
    scope.local(member.name, s.var, member.type);
  });
  scope.proc = nullptr;
  scope.card = card;
  scope.temp("self", ref_type(kCardSort, true));
  if (const Json* c = f.find("if")) a.cond = expression(tr, *c, scope, bool_type());
  if (const Json* w = f.find("with"))
    for (const base::Member& m : w->members) {
      if (m.key == "zone") {
        const auto z = tr.names.zones.find(m.value.string);
        if (z == tr.names.zones.end())
          tr.log.add(base::Code::UnknownName, m.value.span,
                     {m.value.string, nearby(tr, m.value.string)});
        else
          a.zone = z->second;
        continue;
      }
      const AttrId attr = tr.attr_of(kCardSort, m.key);
      if (attr == kNone) {
        tr.log.add(base::Code::UnknownMember, m.key_span, {m.key, "card"});
        continue;
      }
      const Type t = tr.p.attrs[attr].type;
      a.with.emplace_back(attr, expression(tr, m.value, scope, t));
    }
  tr.p.amends.push_back(std::move(a));
  if (card != kNone) tr.p.cards[card].amends.push_back(tr.p.amends.last_id());
}

std::vector<ClauseId> amended_clauses(const Program& p, const Amend& a) {
  for (const ClauseId c : p.clauses.ids())
    if (p.clauses[c].id == a.target) return {c};
  if (a.proc == kNone) return {};
  const Procedure& proc = p.procedures[a.proc];
  std::vector<ClauseId> out;
  each_step(proc.steps, [&](const Step& s) {
    if (s.ordinal == a.ordinal && !s.name.empty())
      for (const ClauseId c : s.by)
        if (!base::contains(out, c)) out.push_back(c);
  });
  return out.empty() ? proc.by : out;
}

static ExprId applies(Translation& tr, AmendId amend) {
  return op(tr, Op::Amended, bool_type(), tr.p.amends[amend].span, kNone, kNone, kNone, amend);
}

/// Stops an engine: two cards say different things of one step, and nothing decides which of them
/// counts.
static ExprId nothing_decides(Translation& tr, const Amend& a, const Type& t) {
  return unsupported(
      tr, a.span,
      base::in_both("two texts that say different things of the step `" + a.target + "`",
                    "段階 `" + a.target + "` について別々のことを定める二つのテキスト"),
      t);
}

/// Where one of them says that the step is passed over or moves elsewhere, and the other something
/// else.
static void apart(Translation& tr, AmendId one, AmendId other) {
  const Amend a = tr.p.amends[one];
  const Amend b = tr.p.amends[other];
  if (a.proc != b.proc || a.ordinal != b.ordinal) return;
  if (a.voids == b.voids && (a.voids || a.zone == b.zone || a.zone == kNone || b.zone == kNone))
    return;
  halt(tr, b, both(tr, applies(tr, one), applies(tr, other)), nothing_decides(tr, b, bool_type()));
}

static bool speaks_of(const Translation& tr, ExprId e, Id local) {
  if (e == kNone) return false;
  const Expr& x = tr.p[e];
  if (x.op == Op::Local && x.id == local) return true;
  return any_operand(x, [&](ExprId k) { return speaks_of(tr, k, local); });
}

/// Of a step that runs for each member of a set: is it amended for some of them only, or for each
/// in its own way?
static bool of_members(const Translation& tr, const Amend& a, const Step& s) {
  return s.kind == StepKind::Each &&
         (speaks_of(tr, a.cond, s.var) || std::ranges::any_of(a.with, [&](const auto& w) {
            return speaks_of(tr, w.second, s.var);
          }));
}

/// Stops an engine at the step that is amended, where the condition holds.
void halt(Translation& tr, const Amend& a, ExprId where, ExprId stop) {
  const auto stops = [&](Step& s) {
    s.cond = op(tr, Op::If, bool_type(), a.span, where, stop,
                s.cond == kNone ? constant(tr, 1, bool_type(), a.span) : s.cond);
  };
  each_step(tr.p.procedures[a.proc].steps, [&](Step& s) {
    if (s.ordinal != a.ordinal) return;
    if (!of_members(tr, a, s))
      stops(s);
    else
      for (Step& inner : s.arms[0].steps) stops(inner);
  });
}

/// What the step has nothing of is not carried out, and not passed over.
static void missing(Translation& tr, const Amend& a, ExprId where, const std::string& what) {
  halt(tr, a, where, later(tr, a.span, what, bool_type()));
}

/// What an amendment gives an attribute, where none of those before it gives another value.
static ExprId alone(Translation& tr, const std::vector<AmendId>& before, const Amend& a,
                    AttrId attr, ExprId value) {
  ExprId out = value;
  for (const AmendId earlier : before) {
    const Amend b = tr.p.amends[earlier];
    if (b.proc != a.proc || b.ordinal != a.ordinal || b.voids) continue;
    for (const auto& [which, other] : b.with) {
      if (which == attr && other != kNone && value != kNone)
        out = op(tr, Op::If, tr.type(value), a.span,
                 both(tr, applies(tr, earlier), op(tr, Op::Ne, bool_type(), a.span, other, value)),
                 nothing_decides(tr, a, tr.type(value)), out);
    }
  }
  return out;
}

/// An amended field reads: if the amendment applies here, its value, otherwise the original.
void apply_amendments(Translation& tr) {
  std::vector<AmendId> before;  // those that are carried out
  for (const AmendId i : tr.p.amends.ids()) {
    const Amend a = tr.p.amends[i];
    if (a.proc == kNone) continue;
    const std::vector<ClauseId> clauses = amended_clauses(tr.p, a);
    if (std::ranges::any_of(
            clauses, [&](ClauseId c) { return precedence(tr.p, c) == Precedence::Yields; })) {
      applies(tr, i);  // whether it would apply is asked by the audit only
      continue;
    }
    for (const AmendId earlier : before) apart(tr, earlier, i);
    bool given = a.with.empty(),
         moved = a.zone == kNone;  // is there anything in the step that it speaks of?
    const auto applying = [&] { return applies(tr, i); };
    const auto elsewhere = [&](const Stmt& st) {
      return a.zone != kNone && (st.kind == StmtKind::Move || st.kind == StmtKind::MoveTop) &&
             tr.p.zones[ZoneId(st.id)].of == tr.p.zones[a.zone].of;
    };
    const std::function<void(std::vector<Step>&, bool)> apply = [&](std::vector<Step>& list,
                                                                    bool part) {
      for (Step& s : list) {
        const bool meant = part || s.ordinal == a.ordinal;
        // what an earlier amendment made two steps of is still that step
        const bool parted = meant && !s.arms.empty() && s.arms[0].cond != kNone &&
                            tr.p[s.arms[0].cond].op == Op::Amended;
        const bool each = meant && of_members(tr, a, s);
        for (Arm& arm : s.arms) apply(arm.steps, parted || each);
        if (!meant || each) continue;
        if (a.voids) s.cond = both(tr, s.cond, op(tr, Op::Not, bool_type(), a.span, applying()));
        for (Stmt& st : s.stmts)
          for (auto& [attr, value] : st.attrs)
            for (const auto& [which, with] : a.with) {
              if (attr == which) {
                given = true;
                value = op(tr, Op::If, tr.type(value), a.span, applying(),
                           alone(tr, before, a, attr, with), value);
              }
            }
        if (std::ranges::none_of(s.stmts, elsewhere)) continue;
        moved = true;
        Step here = s;  // which zone it is stands in the statement: two steps, one of which runs
        here.name.clear();
        here.ordinal = -1;
        here.cond = kNone;
        Step there = here;
        for (Stmt& st : there.stmts)
          if (elsewhere(st)) {
            st.id = a.zone;
            st.place = PilePlace::Unsaid;
          }
        s.kind = StepKind::Branch;
        s.stmts.clear();
        s.arms.push_back({applying(), {std::move(there)}, {}});
        s.arms.push_back({kNone, {std::move(here)}, {}});
      }
    };
    apply(tr.p.procedures[a.proc].steps, false);
    before.push_back(i);
    if (!given)
      missing(tr, a, applying(),
              base::in_both(
                  "an amendment `with` an attribute that the step `" + a.target + "` does not give",
                  "ステップ `" + a.target + "` が与えない属性の `with`"));
    if (!moved)
      missing(tr, a, applying(),
              base::in_both("an amendment `with` a zone, of the step `" + a.target +
                                "` that moves nothing to one like it",
                            "同種の領域に動かさないステップ `" + a.target + "` の領域の `with`"));
  }
}

namespace {

/// A relation about clauses that are hedged, as one about each of them: it rests on that clause,
/// where it cites it or nothing else; else on what it cites, but for the wordings of others.
std::vector<Defeat> for_each_hedged(const Program& p, const Defeat& d) {
  std::vector<Defeat> out;
  const auto hedged = [&](ClauseId c) { return p.clauses[c].hedged; };
  if (!d.weaker.hedged || !d.weaker.id.empty()) return {d};
  for (const ClauseId c : p.clauses.ids()) {
    if (!p.clauses[c].hedged) continue;
    out.push_back(d);
    out.back().weaker.id = p.clauses[c].id;
    std::vector<ClauseId>& by = out.back().source.by;
    if (base::contains(by, c)) by.clear();
    std::erase_if(by, hedged);
    if (by.empty()) by = {c};
  }
  return out.empty() ? std::vector<Defeat>{d} : out;
}

}  // namespace

void defeat(Translation& tr, const Json& f) {
  Defeat d;
  d.id = text_of(f, "defeat");
  d.span = f.span;
  d.source = source(tr, f, kNone);
  const auto side = [&](std::string_view key, Selector& s) {
    const Json* j = f.find(key);
    if (j == nullptr) return std::string();
    s.source = text_of(*j, "source");
    s.id = text_of(*j, "id");
    s.text = text_of(*j, "text");
    s.mode = text_of(*j, "mode");
    if (const Json* h = j->find("hedged")) s.hedged = h->boolean;
    const auto word = [&](std::string_view which, const std::string& value,
                          std::initializer_list<std::string_view> known) {
      if (!value.empty() && !base::contains(known, value))
        tr.log.add(base::Code::UnknownName, j->find(which)->span, {value, ""});
    };
    word("source", s.source, {"card", "clause"});
    word("text", s.text, {"boxed", "plain"});
    word("mode", s.mode, {"permit", "forbid", "oblige"});
    const bool named = s.id.empty() || tr.names.procs.contains(s.id) ||
                       tr.names.acts.contains(s.id) || tr.names.limits.contains(s.id) ||
                       tr.names.clauses.contains(s.id) || tr.ids.contains(s.id);
    if (!named) tr.log.add(base::Code::UnknownName, j->find("id")->span, {s.id, nearby(tr, s.id)});
    // An engine tells sources apart by card and clause only.
    if (tr.names.clauses.contains(s.id) && s.source != "card" && s.text.empty() && s.mode.empty() &&
        !s.hedged)
      return std::string("clause");
    if (const Json* newer = j->find("newer"); newer != nullptr && newer->boolean) {
      const Json* loser = f.find("loser");
      const bool cards =
          s.source == "card" && loser != nullptr && text_of(*loser, "source") == "card";
      if (key == "winner" && cards && s.id.empty() && s.text.empty() && s.mode.empty() && !s.hedged)
        return std::string("newer");
      tr.log.add(base::Code::UnsupportedForm, newer->span,
                 {base::in_both("`newer`, but of a card that wins over a card",
                                "カードに優先するカード以外の `newer`")});
    }
    const bool plain = s.id.empty() && s.text.empty() && s.mode.empty() &&
                       (!s.hedged || (key == "loser" && s.source != "card"));
    if (plain && s.hedged) return std::string("clause");
    if (plain && s.source.empty())
      tr.log.add(base::Code::UnsupportedForm, j->span,
                 {"a side of `defeat` that is neither `card` nor `clause`"});
    if (plain) return s.source;
    if (!s.hedged)
      tr.log.add(base::Code::UnsupportedForm, j->span,
                 {base::in_both("a side of `defeat` that asks for more than `source`",
                                "`source` 以外を問う `defeat` の一方")});
    return std::string();
  };
  d.winner = side("winner", d.stronger);
  d.loser = side("loser", d.weaker);
  if (const Json* none = f.find("void"); none != nullptr && none->boolean)
    return;  // under another reading it counts
  for (Defeat& each : for_each_hedged(tr.p, d)) tr.p.defeats.push_back(std::move(each));
}

}  // namespace hanrei::model
