// A provision that reads differently, and which source wins.
#include <algorithm>

#include "base/contains.h"
#include "model/passes/compiler.h"
#include "model/passes/json.h"

namespace hanrei::model {

/// The step that a target names: by the clause it states, or as NAME[step].
bool Compiler::amended_step(const Json& target, Amend& a) {
  const size_t open = a.target.rfind('[');
  if (const auto clause = clauses_.find(a.target); clause != clauses_.end()) {
    for (const ProcId i : p_.procedures.ids()) {
      each_step(p_.procedures[i].steps, [&](const Step& s) {
        if (base::contains(s.by, clause->second) && a.proc == kNone) {
          a.proc = i;
          a.ordinal = s.ordinal;
        }
      });
    }
  } else if (open != std::string::npos && a.target.ends_with("]")) {
    const auto proc = procs_.find(a.target.substr(0, open));
    if (proc == procs_.end()) {
      log_.add(Code::UnknownName, target.span, {a.target.substr(0, open), ""});
      return false;
    }
    const auto& labels = labels_of(&p_.procedures[proc->second]);
    const auto step = labels.find(a.target.substr(open + 1, a.target.size() - open - 2));
    if (step != labels.end()) {
      a.proc = proc->second;
      a.ordinal = step->second;
    }
  } else {
    log_.add(Code::UnknownClause, target.span, {a.target});
    return false;
  }
  if (a.proc == kNone || a.ordinal < 0) {
    log_.add(Code::UnknownStep, target.span, {a.target, p_.game});
    return false;
  }
  return true;
}

void Compiler::amend(const Json& f, CardId card) {
  Amend a;
  a.target = text_of(f, "amend");
  a.span = f.span;
  a.source = source(f, card);
  if (const Json* v = f.find("void")) a.voids = v->boolean;
  if (card == kNone)
    log_.add(Code::UnsupportedForm, f.members.front().key_span, {"`amend` of the rulebook"});
  if (!amended_step(*f.find("amend"), a)) return;
  Scope scope = frame_scope(p_.procedures[a.proc]);
  // a name of several loops is that of the step
  each_step(p_.procedures[a.proc].steps, [&](const Step& s) {
    if (s.ordinal != a.ordinal || s.kind != StepKind::Each) return;
    const Local& member = p_.procedures[a.proc].locals[s.var];
    scope.local(member.name, s.var, member.type);
  });
  scope.proc = nullptr;
  scope.card = card;
  scope.temp("self", ref_type(kCardSort, true));
  if (const Json* c = f.find("if")) a.cond = expression(*c, scope, bool_type());
  if (const Json* w = f.find("with"))
    for (const base::Member& m : w->members) {
      if (m.key == "zone") {
        const auto z = zones_.find(m.value.string);
        if (z == zones_.end())
          log_.add(Code::UnknownName, m.value.span, {m.value.string, nearby(m.value.string)});
        else
          a.zone = z->second;
        continue;
      }
      const AttrId attr = attr_of(kCardSort, m.key);
      if (attr == kNone) {
        log_.add(Code::UnknownMember, m.key_span, {m.key, "card"});
        continue;
      }
      const Type t = p_.attrs[attr].type;
      a.with.emplace_back(attr, expression(m.value, scope, t));
    }
  p_.amends.push_back(std::move(a));
  if (card != kNone) p_.cards[card].amends.push_back(p_.amends.last_id());
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

ExprId Compiler::applies(AmendId amend) {
  return op(Op::Amended, bool_type(), p_.amends[amend].span, kNone, kNone, kNone, amend);
}

/// Stops an engine: two cards say different things of one step, and nothing decides which of them
/// counts.
ExprId Compiler::nothing_decides(const Amend& a, const Type& t) {
  return unsupported(
      a.span,
      base::in_both("two texts that say different things of the step `" + a.target + "`",
                    "段階 `" + a.target + "` について別々のことを定める二つのテキスト"),
      t);
}

/// Where one of them says that the step is passed over or moves elsewhere, and the other something
/// else.
void Compiler::apart(AmendId one, AmendId other) {
  const Amend a = p_.amends[one];
  const Amend b = p_.amends[other];
  if (a.proc != b.proc || a.ordinal != b.ordinal) return;
  if (a.voids == b.voids && (a.voids || a.zone == b.zone || a.zone == kNone || b.zone == kNone))
    return;
  halt(b, both(applies(one), applies(other)), nothing_decides(b, bool_type()));
}

bool Compiler::speaks_of(ExprId e, Id local) const {
  if (e == kNone) return false;
  const Expr& x = p_[e];
  if (x.op == Op::Local && x.id == local) return true;
  return any_operand(x, [&](ExprId k) { return speaks_of(k, local); });
}

/// Of a step that runs for each member of a set: is it amended for some of them only, or for each
/// in its own way?
bool Compiler::of_members(const Amend& a, const Step& s) const {
  return s.kind == StepKind::Each &&
         (speaks_of(a.cond, s.var) ||
          std::ranges::any_of(a.with, [&](const auto& w) { return speaks_of(w.second, s.var); }));
}

/// Stops an engine at the step that is amended, where the condition holds.
void Compiler::halt(const Amend& a, ExprId where, ExprId stop) {
  const auto stops = [&](Step& s) {
    s.cond = op(Op::If, bool_type(), a.span, where, stop,
                s.cond == kNone ? constant(1, bool_type(), a.span) : s.cond);
  };
  each_step(p_.procedures[a.proc].steps, [&](Step& s) {
    if (s.ordinal != a.ordinal) return;
    if (!of_members(a, s))
      stops(s);
    else
      for (Step& inner : s.arms[0].steps) stops(inner);
  });
}

/// What the step has nothing of is not carried out, and not passed over.
void Compiler::missing(const Amend& a, ExprId where, const std::string& what) {
  halt(a, where, later(a.span, what, bool_type()));
}

/// What an amendment gives an attribute, where none of those before it gives another value.
ExprId Compiler::alone(const std::vector<AmendId>& before, const Amend& a, AttrId attr,
                       ExprId value) {
  ExprId out = value;
  for (const AmendId earlier : before) {
    const Amend b = p_.amends[earlier];
    if (b.proc != a.proc || b.ordinal != a.ordinal || b.voids) continue;
    for (const auto& [which, other] : b.with) {
      if (which == attr && other != kNone && value != kNone)
        out = op(Op::If, type(value), a.span,
                 both(applies(earlier), op(Op::Ne, bool_type(), a.span, other, value)),
                 nothing_decides(a, type(value)), out);
    }
  }
  return out;
}

/// An amended field reads: if the amendment applies here, its value, otherwise the original.
void Compiler::apply_amendments() {
  std::vector<AmendId> before;  // those that are carried out
  for (const AmendId i : p_.amends.ids()) {
    const Amend a = p_.amends[i];
    if (a.proc == kNone) continue;
    const std::vector<ClauseId> clauses = amended_clauses(p_, a);
    if (std::ranges::any_of(clauses,
                            [&](ClauseId c) { return precedence(p_, c) == Precedence::Yields; })) {
      applies(i);  // whether it would apply is asked by the audit only
      continue;
    }
    for (const AmendId earlier : before) apart(earlier, i);
    bool given = a.with.empty(),
         moved = a.zone == kNone;  // is there anything in the step that it speaks of?
    const auto applying = [&] { return applies(i); };
    const auto elsewhere = [&](const Stmt& st) {
      return a.zone != kNone && (st.kind == StmtKind::Move || st.kind == StmtKind::MoveTop) &&
             p_.zones[ZoneId(st.id)].of == p_.zones[a.zone].of;
    };
    const std::function<void(std::vector<Step>&, bool)> apply = [&](std::vector<Step>& list,
                                                                    bool part) {
      for (Step& s : list) {
        const bool meant = part || s.ordinal == a.ordinal;
        // what an earlier amendment made two steps of is still that step
        const bool parted = meant && !s.arms.empty() && s.arms[0].cond != kNone &&
                            p_[s.arms[0].cond].op == Op::Amended;
        const bool each = meant && of_members(a, s);
        for (Arm& arm : s.arms) apply(arm.steps, parted || each);
        if (!meant || each) continue;
        if (a.voids) s.cond = both(s.cond, op(Op::Not, bool_type(), a.span, applying()));
        for (Stmt& st : s.stmts)
          for (auto& [attr, value] : st.attrs)
            for (const auto& [which, with] : a.with) {
              if (attr == which) {
                given = true;
                value = op(Op::If, type(value), a.span, applying(), alone(before, a, attr, with),
                           value);
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
    apply(p_.procedures[a.proc].steps, false);
    before.push_back(i);
    if (!given)
      missing(a, applying(),
              base::in_both(
                  "an amendment `with` an attribute that the step `" + a.target + "` does not give",
                  "ステップ `" + a.target + "` が与えない属性の `with`"));
    if (!moved)
      missing(a, applying(),
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

void Compiler::defeat(const Json& f) {
  Defeat d;
  d.id = text_of(f, "defeat");
  d.span = f.span;
  d.source = source(f, kNone);
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
        log_.add(Code::UnknownName, j->find(which)->span, {value, ""});
    };
    word("source", s.source, {"card", "clause"});
    word("text", s.text, {"boxed", "plain"});
    word("mode", s.mode, {"permit", "forbid", "oblige"});
    const bool named = s.id.empty() || procs_.contains(s.id) || acts_.contains(s.id) ||
                       limits_.contains(s.id) || clauses_.contains(s.id) || ids_.contains(s.id);
    if (!named) log_.add(Code::UnknownName, j->find("id")->span, {s.id, nearby(s.id)});
    // An engine tells sources apart by card and clause only.
    if (clauses_.contains(s.id) && s.source != "card" && s.text.empty() && s.mode.empty() &&
        !s.hedged)
      return std::string("clause");
    if (const Json* newer = j->find("newer"); newer != nullptr && newer->boolean) {
      const Json* loser = f.find("loser");
      const bool cards =
          s.source == "card" && loser != nullptr && text_of(*loser, "source") == "card";
      if (key == "winner" && cards && s.id.empty() && s.text.empty() && s.mode.empty() && !s.hedged)
        return std::string("newer");
      log_.add(Code::UnsupportedForm, newer->span,
               {base::in_both("`newer`, but of a card that wins over a card",
                              "カードに優先するカード以外の `newer`")});
    }
    const bool plain = s.id.empty() && s.text.empty() && s.mode.empty() &&
                       (!s.hedged || (key == "loser" && s.source != "card"));
    if (plain && s.hedged) return std::string("clause");
    if (plain && s.source.empty())
      log_.add(Code::UnsupportedForm, j->span,
               {"a side of `defeat` that is neither `card` nor `clause`"});
    if (plain) return s.source;
    if (!s.hedged)
      log_.add(Code::UnsupportedForm, j->span,
               {base::in_both("a side of `defeat` that asks for more than `source`",
                              "`source` 以外を問う `defeat` の一方")});
    return std::string();
  };
  d.winner = side("winner", d.stronger);
  d.loser = side("loser", d.weaker);
  if (const Json* none = f.find("void"); none != nullptr && none->boolean)
    return;  // under another reading it counts
  for (Defeat& each : for_each_hedged(p_, d)) p_.defeats.push_back(std::move(each));
}

}  // namespace hanrei::model
