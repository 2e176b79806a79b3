// Who may act when, what comes between, and what is asked again: permissions that something
// elsewhere narrows, changes that are announced here and not there, lists that lack a member,
// values that are worked out once.
#include <set>

#include "audit/rules/parts.h"
#include "base/contains.h"

namespace hanrei::audit::rules {

namespace {

const Words kHedge = {"ただし", "限り", "限って", "場合", "だけ",
                      "のみ",   "例外", "except", "only", "unless"};
const Words kAnew = {"改めて", "求め直", "再び",       "計算し直", "変わるたび",
                     "更新",   "anew",   "recalculat", "again"};
const Words kPoint = {"直後", "すぐ後", "の後", "前に", "払", "before", "after"};
const Words kReturn = {"交互",   "交代", "他方",     "また",    "再び",  "戻",  "双方",
                       "続けて", "順",   "alternat", "in turn", "again", "back"};
const Words kOrder = {"先に", "の後", "てから", "次に", "順", "first", "then", "order"};
const Words kTurnPlayer = {"手番", "ターンプレイヤー", "AP",   "アクティブ", "攻撃側",
                           "先攻", "自分のターン",     "順番", "番の",       "turn"};
const Words kRunsOut = {"すべて", "全て", "なると", "なれば", "なった", "all", "run out"};
const Words kNothing = {"いない", "ない場合", "なければ", "初めから", "none", "no "};
const Words kNeither = {"同じ",   "等し", "どちらでもな", "互角",    "引き分",
                        "差がな", "same", "equal",        "neither", "tie"};
const Words kLater = {"後のもの", "後の方", "後のほう", "後から", "the later"};

/// What may be done in a phase, by a clause without a reservation; and not in an exchange that is
/// opened inside it, by another section.
void narrowed(Look& look) {
  const Program& p = look.p;
  const Users users(look);
  const auto& exchange = model::exchange_of;
  // the procedure that opens an exchange, and what runs inside it
  std::map<ProcId, std::set<CodeId>> inside;
  const auto runs_in = [&](ProcId phase) -> const std::set<CodeId>& {
    const auto it = inside.find(phase);
    if (it != inside.end()) return it->second;
    return inside[phase] =
               model::reachable(p, look.code, {.all = true, .cards = {}, .acts = {}}, {phase});
  };
  struct Told {
    std::vector<ClauseId> wide;
    Said acts;
    Span place;
  };
  std::map<std::vector<ClauseId>, std::pair<Told, Span>> found;  // by the clauses that narrow it
  for (const auto& y : p.norms) {
    if (y.mode != model::NormMode::Forbid || y.exclusive || y.source.card != kNone ||
        y.menus.size() != 1 || exchange(y.menus[0]) == kNone)
      continue;
    std::vector<ClauseId> bars;
    for (ClauseId c : y.source.by)
      if (p.clauses[c].kind == "prohibition") bars.push_back(c);
    const auto opened = users.offers.find(exchange(y.menus[0]));
    if (bars.empty() || opened == users.offers.end()) continue;
    for (ActId a : acts_of(p, y))
      for (const auto& x : p.norms) {
        if (x.mode != model::NormMode::Permit || x.source.card != kNone) continue;
        const std::vector<ActId> same = acts_of(p, x);
        if (!base::contains(same, a)) continue;
        std::vector<ClauseId> free = x.source.by;
        join(free, p.acts[a].source.by);
        for (Id m : x.menus) {
          const auto phase = users.offers.find(exchange(m));
          if (exchange(m) == kNone || m == y.menus[0] || phase == users.offers.end()) continue;
          for (const Site& outer : phase->second)
            for (const Site& inner : opened->second) {
              if (outer.proc == kNone || inner.proc == kNone || outer.proc == inner.proc ||
                  !runs_in(outer.proc).contains(inner.proc))
                continue;
              const std::string& name = p.procedures[outer.proc].name;
              for (ClauseId c : free) {
                const model::Clause& clause = p.clauses[c];
                const bool of_phase =
                    clause.ja.find(name) != std::string::npos || clause.id.starts_with(name);
                if (clause.kind != "permission" || !of_phase || says_ja(p, {c}, kHedge) ||
                    std::ranges::any_of(bars, [&](ClauseId o) {
                      return section(p.clauses[o].id) == section(clause.id);
                    }))
                  continue;
                auto& [told, place] = found[bars];
                join(told.wide, {c});
                told.acts.list(named(p.acts[a].name));
                if (!told.place) {
                  told.place = x.span;
                  place = y.span;
                }
              }
            }
        }
      }
  }
  for (const auto& [bars, entry] : found) {
    const auto& [told, place] = entry;
    Finding f = about(Code::NarrowedElsewhere, {"", told.wide, kNone, {}, kNone, told.place},
                      told.place, {told.acts.text(), listed(p, told.wide), listed(p, bars)});
    add(f.set, of(bars));
    f.related.push_back(place);
    look.add(std::move(f));
  }
}

/// The same attribute gets the same value by two clauses, and only one of them announces a moment
/// with it.
void same_change(Look& look) {
  const Program& p = look.p;
  struct Set {
    AttrId attr;
    int64_t value;
    Site site;
    Span span;
  };
  std::vector<Set> sets;
  visit(p, {.step = {},
            .stmt =
                [&](const Site& s, const Stmt& st) {
                  if (s.card != kNone || s.proc == kNone || s.by.empty() ||
                      st.kind != StmtKind::Assign || st.assign != AssignOp::Set ||
                      st.target == kNone || p[st.target].op != Op::Attr ||
                      p[st.value].op != Op::Const)
                    return;
                  const auto& a = p.attrs[p[st.target].attr()];
                  if (a.sort == model::kCardSort && a.say != kNone && !p.says[a.say].silent &&
                      !a.by.empty())
                    sets.push_back({p[st.target].attr(), p[st.value].value, s, st.span});
                },
            .choose = {},
            .expr = {}});
  for (const Set& told : sets) {
    if (std::ranges::any_of(p.acts, [&](const auto& a) {
          return a.declare == told.site.proc || a.process == told.site.proc;
        }))
      continue;
    const auto& steps = p.procedures[told.site.proc].steps;
    SignalId signal;
    for (size_t i = 0; i + 1 < steps.size(); ++i) {
      const Step &s = steps[i], &n = steps[i + 1];
      const bool here =
          std::ranges::any_of(s.stmts, [&](const Stmt& st) { return st.span == told.span; });
      if (here && n.kind == StepKind::Window && n.signals.size() == 1 &&
          (s.by.empty() ? told.site.by : s.by) ==
              (n.by.empty() ? look.owner[told.site.proc].by : n.by))
        signal = n.signals[0];
    }
    if (signal == kNone) continue;
    for (const Set& other : sets) {
      if (other.attr != told.attr || other.value != told.value ||
          other.site.proc == told.site.proc || other.site.by == told.site.by)
        continue;
      bool announces = false;
      each_step(p.procedures[other.site.proc].steps,
                [&](const Step& s) { announces = announces || base::contains(s.signals, signal); });
      if (announces) continue;
      Finding f = about(Code::SameChange, other.site, other.span,
                        {told.site.name, "《" + p.signals[signal].name + "》", other.site.name});
      add(f.set, grounds(told.site));
      f.related.push_back(told.span);
      look.add(std::move(f));
    }
  }
}

/// Clauses of one section of which each is about one member of an enumeration, and a member that
/// none is about.
void list_lacks(Look& look) {
  const Program& p = look.p;
  std::map<std::string, std::vector<ClauseId>> families;
  for (const ClauseId c : p.clauses.ids()) families[section(p.clauses[c].id)].push_back(c);
  for (const EnumId e : p.enums.ids(2)) {
    const auto& of_enum = p.enums[e];
    const std::vector<ClauseId> stating = look.files.stated(of_enum.span);
    if (of_enum.members.size() < 4 || stating.empty()) continue;
    for (const auto& [name, list] : families) {
      std::set<size_t> named_in;
      std::vector<ClauseId> members;
      if (std::ranges::any_of(stating,
                              [&](ClauseId c) { return section(p.clauses[c].id) == name; }))
        continue;
      for (ClauseId c : list)
        for (size_t m = 0; m < of_enum.members.size(); ++m) {
          const std::string& title = p.clauses[c].title;
          if (title == of_enum.members[m] ||
              title.find("「" + of_enum.members[m] + "」") != std::string::npos) {
            named_in.insert(m);
            join(members, {c});
          }
        }
      if (members.size() < 4 || named_in.size() < 4 || named_in.size() == of_enum.members.size())
        continue;
      Said missing;
      std::vector<ClauseId> theirs;
      for (size_t m = 0; m < of_enum.members.size(); ++m) {
        if (named_in.contains(m)) continue;
        missing.list(named(of_enum.members[m]));
        for (ClauseId c : stating)
          if (p.clauses[c].title == of_enum.members[m]) join(theirs, {c});
      }
      Finding f = about(
          Code::ListLacks, {of_enum.name, members, kNone, {}, kNone, p.clauses[members[0]].span},
          p.clauses[members[0]].span, {listed(p, members), of_enum.name, missing.text()});
      add(f.set, of(theirs));
      f.related.push_back(of_enum.span);
      look.add(std::move(f));
    }
  }
}

/// Acts that say what they fall under, and are none of what is listed there.
void not_in_list(Look& look) {
  const Program& p = look.p;
  std::map<std::string, std::vector<ClauseId>> families;
  for (const ClauseId c : p.clauses.ids()) families[section(p.clauses[c].id)].push_back(c);
  const auto cites = [&](const model::ActDef& a) {
    std::vector<ClauseId> out = a.source.by;
    if (a.declare != kNone)
      for (const Step& s : p.procedures[a.declare].steps)
        if (s.kind == StepKind::Call && !s.effect) join(out, p.procedures[s.callee].by);
    return out;
  };
  for (const auto& [name, list] : families) {
    std::vector<ClauseId> members;
    for (ClauseId c : list)
      if (p.clauses[c].kind == "definition" && std::ranges::any_of(p.acts, [&](const auto& a) {
            return a.source.card == kNone && base::contains(a.source.by, c);
          }))
        members.push_back(c);
    for (ClauseId head : list) {
      std::vector<ClauseId> others;
      for (ClauseId c : members)
        if (c != head) others.push_back(c);
      if (p.clauses[head].kind != "definition" || others.size() < 3) continue;
      Said names;
      std::vector<ClauseId> by;
      Span place;
      for (const auto& a : p.acts) {
        if (a.source.card != kNone) continue;
        const std::vector<ClauseId> all = cites(a);
        if (!base::contains(all, head) ||
            std::ranges::any_of(others, [&](ClauseId c) { return base::contains(all, c); }))
          continue;
        names.list(named(a.name));
        join(by, a.source.by);
        if (!place) place = a.span;
      }
      if (names.en.empty()) continue;
      Finding f = about(Code::NotInList, {"", {head}, kNone, {}, kNone, place}, place,
                        {names.text(), p.clauses[head].id, listed(p, others)});
      add(f.set, of(others));
      add(f.set, of(by));
      look.add(std::move(f));
    }
  }
}

/// A number is worked out of what cards have, something may come, and it is used.
void computed_once(Look& look) {
  const Program& p = look.p;
  for (const ProcId i : p.procedures.ids()) {
    const Site& owner = look.owner[i];
    if (owner.card != kNone) continue;
    std::set<Id> locals;                    // that were worked out of what cards have
    std::map<AttrId, const Step*> kept;     // attribute: where it got its number
    std::map<AttrId, const Step*> between;  // attribute: the moment since
    std::set<Id> told;
    const auto varies = [&](ExprId e) {
      bool found = false;
      each_expr_within(p, e, [&](ExprId, const Expr& x) {
        found = found || (x.op == Op::Local && locals.contains(x.id)) ||
                (x.op == Op::Attr && p.attrs[x.attr()].sort == model::kCardSort &&
                 p.attrs[x.attr()].nature == model::Nature::Printed &&
                 p.attrs[x.attr()].type.kind == TypeKind::Int);
      });
      return found;
    };
    for (const Step& s : p.procedures[i].steps) {
      if (s.kind == StepKind::Window || s.kind == StepKind::Offer)
        for (const auto& [attr, where] : kept) between.try_emplace(attr, &s);
      std::set<Id> read;
      const auto look_in = [&](const std::vector<Step>& list, const auto& self, int depth) -> void {
        each_step(list, [&](const Step& in) {
          std::vector<ExprId> roots = in.args;
          roots.push_back(in.cond);
          for (const Stmt& st : in.stmts) roots.push_back(st.value);
          for (ExprId e : roots)
            if (e != kNone)
              each_expr_within(p, e, [&](ExprId, const Expr& x) {
                if (x.op == Op::Attr || x.op == Op::GameAttr) read.insert(x.id);
              });
          if (in.kind == StepKind::Call && !in.effect && depth < 3)
            self(p.procedures[in.callee].steps, self, depth + 1);
        });
      };
      look_in({s}, look_in, 0);
      for (const auto& [attr, moment] : between) {
        const Step& from = *kept.at(attr);
        if (!read.contains(attr) || from.by.empty() || s.by.empty() || !told.insert(attr).second ||
            says_ja(p, from.by, kAnew) || says_ja(p, moment->by, kAnew))
          continue;
        Site site = owner;
        site.by = from.by;
        const std::string name = moment->kind == StepKind::Window && !moment->signals.empty()
                                     ? "《" + p.signals[moment->signals[0]].name + "》"
                                     : p.exchanges[moment->exchange].name;
        Finding f = about(Code::ComputedOnce, site, from.span,
                          {step_name(owner.name, from), named(p.attrs[attr].name).text(), name});
        add(f.set, of(moment->by));
        add(f.set, of(s.by));
        f.related = {moment->span, s.span};
        look.add(std::move(f));
      }
      for (const Stmt& st : s.stmts) {
        if (st.kind != StmtKind::Assign || st.assign != AssignOp::Set || st.target == kNone)
          continue;
        const Expr& t = p[st.target];
        if (t.type.kind == TypeKind::Int && varies(st.value)) {
          if (t.op == Op::Local) locals.insert(t.id);
          if (t.op == Op::Attr || t.op == Op::GameAttr) {
            kept[t.attr()] = &s;
            between.erase(t.attr());
          }
        }
      }
    }
  }
}

/// An act is paid for when it is declared, and answered before it is carried out.
void point_of_answer(Look& look) {
  const Program& p = look.p;
  for (const auto& x : p.exchanges) {
    if (x.answer == kNone || p.exchanges[x.answer].by.empty() || &p.exchanges[x.answer] == &x)
      continue;
    const auto& answer = p.exchanges[x.answer];
    const Id menu = model::menu_of(ExchangeId(&x - &*p.exchanges.begin()));
    if (says_ja(p, answer.by, kPoint)) continue;
    Said names;
    std::vector<ClauseId> paid;
    for (const auto& n : p.norms) {
      if (n.mode != model::NormMode::Permit || n.source.card != kNone ||
          !base::contains(n.menus, menu))
        continue;
      for (ActId a : acts_of(p, n)) {
        const auto& act = p.acts[a];
        if (act.declare == kNone) continue;
        std::vector<ClauseId> by;
        const auto costs = [&](ProcId proc, const auto& self, int depth) -> void {
          each_step(p.procedures[proc].steps, [&](const Step& s) {
            for (ClauseId c : s.by)
              if (p.clauses[c].kind == "cost") join(by, {c});
            if (s.kind == StepKind::Call && !s.effect && depth < 2) self(s.callee, self, depth + 1);
          });
        };
        costs(act.declare, costs, 0);
        if (by.empty() || says_ja(p, act.source.by, {"割り込", "応じ", "応答"})) continue;
        names.list(named(act.name));
        join(paid, by);
      }
    }
    if (paid.empty()) continue;
    Finding f = about(Code::PointOfAnswer, {answer.name, answer.by, kNone, {}, kNone, answer.span},
                      answer.span, {answer.name, names.text()});
    add(f.set, of(paid));
    f.related.push_back(x.span);
    look.add(std::move(f));
  }
}

/// What is asked of an act while it is carried out: not again behind the last moment, or once where
/// others have it twice.
void checks(Look& look) {
  const Program& p = look.p;
  struct Act {
    const model::ActDef* act;
    const Step* check;
    const Step* done;
  };
  std::vector<Act> once, twice;
  Finding last;
  Said names, moments;
  for (const auto& a : p.acts) {
    if (a.source.card != kNone || a.process == kNone) continue;
    const auto& steps = p.procedures[a.process].steps;
    std::vector<size_t> rechecks;
    for (size_t i = 0; i < steps.size(); ++i)
      if (steps[i].kind == StepKind::Recheck) rechecks.push_back(i);
    if (rechecks.empty() || steps[rechecks.back()].by.empty()) continue;
    const size_t r = rechecks.back();
    const auto does = [&](const Step& s) {
      return s.effect ||
             std::ranges::any_of(s.stmts, [](const Stmt& st) { return st.kind == StmtKind::Move; });
    };
    if (r + 2 < steps.size() && steps[r + 1].kind == StepKind::Window && !steps[r + 1].by.empty() &&
        does(steps[r + 2]) && steps[r + 2].cond == kNone &&
        p.signals[steps[r + 1].signals.at(0)].exchange != kNone) {
      const Step &w = steps[r + 1], &d = steps[r + 2];
      if (last.set.empty())
        last =
            about(Code::NotCheckedLast, {a.name, w.by, kNone, {}, kNone, w.span}, w.span, {"", ""});
      add(last.set, of(w.by));
      add(last.set, of(d.by));
      add(last.set, of(steps[r].by));
      last.related.push_back(d.span);
      names.list(named(a.name));
      moments.list(
          {"《" + p.signals[w.signals[0]].name + "》", "《" + p.signals[w.signals[0]].name + "》"});
    }
    const bool window_before = rechecks.size() > 1 && r > 0 &&
                               steps[r - 1].kind == StepKind::Window && r + 1 < steps.size() &&
                               does(steps[r + 1]);
    if (window_before) twice.push_back({&a, &steps[r], &steps[r - 1]});
    if (rechecks.size() == 1 && r + 1 < steps.size()) {
      for (size_t d = r + 1; d < steps.size() && d <= r + 2; ++d)
        if (does(steps[d]) && !steps[d].effect && !steps[d].by.empty()) {
          once.push_back({&a, &steps[r], &steps[d]});
          break;
        }
    }
  }
  if (!last.set.empty()) {
    last.args = {names.text(), moments.text()};
    look.add(std::move(last));
  }
  std::erase_if(once, [&](const Act& o) {
    return std::ranges::none_of(twice, [&](const Act& t) { return t.act->tags == o.act->tags; });
  });
  if (once.empty() || twice.empty()) return;
  Finding f = about(Code::CheckedOnce, {"", once[0].done->by, kNone, {}, kNone, once[0].done->span},
                    once[0].done->span, {});
  Said less, more;
  for (const Act& o : once) {
    less.list(named(o.act->name));
    add(f.set, of(o.done->by));
    f.related.push_back(o.check->span);
  }
  for (const Act& t : twice) {
    more.list(named(t.act->name));
    add(f.set, of(t.done->by));
    add(f.set, of(t.check->by));
    f.related.push_back(t.check->span);
  }
  f.args = {less.text(), more.text()};
  look.add(std::move(f));
}

/// Exchanges: a right that goes over and does not come back; one player who is not named; one who
/// has nothing at first.
void exchanges(Look& look) {
  const Program& p = look.p;
  const Users users(look);
  for (const ExchangeId i : p.exchanges.ids()) {
    const auto& x = p.exchanges[i];
    const auto& cited = look.files.properties("exchange", x.name).cited;
    const auto clauses = [&](const std::string& property) {
      std::vector<ClauseId> out;
      if (const auto it = cited.find(property); it != cited.end())
        for (const ClauseId c : p.clauses.ids())
          if (it->second.contains(p.clauses[c].id)) out.push_back(c);
      return out;
    };
    std::vector<ClauseId>
        around = x.by,
        for_one;  // clauses that permit something in it, to anyone or to one player only
    for (const auto& n : p.norms) {
      if (n.mode != model::NormMode::Permit || n.source.card != kNone ||
          !base::contains(n.menus, model::menu_of(i)))
        continue;
      join(around, n.source.by);
      for (ActId a : acts_of(p, n)) join(around, p.acts[a].source.by);
      bool one = false;
      if (n.cond != kNone)
        each_expr(p, n.cond, [&](ExprId, const Expr& e) {
          one = one || (e.op == Op::Eq &&
                        ((p[e.a].op == Op::GameAttr && p.attrs[p[e.a].attr()].name == "turn") ||
                         (p[e.b].op == Op::GameAttr && p.attrs[p[e.b].attr()].name == "turn")));
        });
      if (one) join(for_one, n.source.by);
    }
    if (const auto by = users.offers.find(i); by != users.offers.end())
      for (const Site& s : by->second) join(around, s.by);
    const Site site{x.name, x.by, kNone, {}, kNone, x.span};
    const std::vector<ClauseId> next = clauses("next");
    if (x.seats.size() == 2 && x.next == model::Next::Other && !next.empty() && !for_one.empty() &&
        !says_ja(p, next, kReturn)) {
      Finding f = about(Code::NoWayBack, site, x.span, {x.name});
      f.set = of(next);
      add(f.set, of(for_one));
      look.add(std::move(f));
    }
    if (x.seats.size() == 1 && p[x.seats[0]].op == Op::GameAttr &&
        p.attrs[p[x.seats[0]].attr()].name == "turn" && !x.by.empty() &&
        !says_ja(p, around, kTurnPlayer)) {
      Finding f = about(Code::WhoMay, site, x.span, {x.name});
      add(f.set, of(around));
      look.add(std::move(f));
    }
    const std::vector<ClauseId> pass = clauses("pass");
    if (x.seats.size() == 2 && x.pass == model::Pass::IfUnable && !pass.empty() &&
        says_ja(p, pass, kRunsOut) && !says_ja(p, pass, kNothing)) {
      Finding f = about(Code::UnableAtFirst, site, x.span, {x.name});
      f.set = of(pass);
      look.add(std::move(f));
    }
  }
}

/// The later of two counts, and a step begins both; several moments without order in one step; a
/// comparison of two of which neither may be over the other.
void at_once(Look& look) {
  const Program& p = look.p;
  std::vector<ClauseId> later;
  std::set<std::vector<ClauseId>> together;  // clauses of which it was told
  std::set<AttrId> begins;                   // attributes by which a card begins to work
  for (const ClauseId c : p.clauses.ids())
    if (p.clauses[c].kind == "precedence" && says_ja(p, {c}, kLater)) later.push_back(c);
  if (p.active != kNone)
    each_expr_within(p, p.active, [&](ExprId, const Expr& e) {
      if (e.op == Op::Attr && p.attrs[e.attr()].nature == model::Nature::Stored)
        begins.insert(e.attr());
    });
  const std::vector<ClauseId> working =
      p.active == kNone ? std::vector<ClauseId>{} : look.files.stated(p[p.active].span);
  visit(p,
        {.step =
             [&](const Site& site, const Step& s) {
               if (site.card != kNone || site.by.empty()) return;
               size_t both = 0;
               for (const Stmt& st : s.stmts)
                 if (st.kind == StmtKind::Assign && st.target != kNone &&
                     p[st.target].op == Op::Attr && begins.contains(p[st.target].attr()))
                   ++both;
               if (s.together && both > 1 && !later.empty()) {
                 Finding f = about(Code::LaterOfTwo, site, s.span, {listed(p, later), site.name});
                 add(f.set, of(later));
                 add(f.set, of(working));
                 look.add(std::move(f));
               }
               if (s.kind == StepKind::Window && s.signals.size() == 1 &&
                   p.signals[s.signals[0]].covers.size() > 1 && !says_ja(p, site.by, kOrder)) {
                 Said names;  // moments that are announced together stand as one that covers them
                 for (SignalId id : p.signals[s.signals[0]].covers) {
                   const auto& signal = p.signals[id];
                   if ((signal.order == kNone || p.orders[signal.order].orderer == kNone) &&
                       signal.exchange != kNone)
                     names.list({"《" + signal.name + "》", "《" + signal.name + "》"});
                 }
                 if (names.en.find(", ") != std::string::npos && together.insert(site.by).second)
                   look.add(about(Code::SeveralMoments, site, s.span, {site.name, names.text()}));
               }
               for (const Stmt& st : s.stmts) {
                 if (st.value == kNone || p[st.value].op != Op::If || p[p[st.value].c].op != Op::If)
                   continue;
                 const Expr &one = p[p[st.value].a], &other = p[p[p[st.value].c].a];
                 if (one.op != Op::Call || other.op != Op::Call || one.id != other.id ||
                     one.args.size() != 2 || shape(p, one.args[0]) != shape(p, other.args[1]) ||
                     shape(p, one.args[1]) != shape(p, other.args[0]))
                   continue;
                 if (!says_ja(p, site.by, kNeither))
                   look.add(about(Code::NeitherOver, site, s.span, {site.name}));
               }
             },
         .stmt = {},
         .choose = {},
         .expr = {}});
  for (const OrderId i : p.orders.ids())
    for (const OrderId k : p.orders.ids(i + 1)) {
      const auto &a = p.orders[i], &b = p.orders[k];
      if (a.by.empty() || b.by.empty() || a.name.find('[') != std::string::npos ||
          b.name.find('[') != std::string::npos || a.orderer == kNone || b.orderer == kNone ||
          (p[a.orderer].op == p[b.orderer].op && p[a.orderer].id == p[b.orderer].id))
        continue;
      Finding f = about(Code::TwoOrderers, {a.name, a.by, kNone, {}, kNone, a.span}, a.span,
                        {a.name, b.name});
      add(f.set, of(b.by));
      f.related.push_back(b.span);
      look.add(std::move(f));
    }
}

}  // namespace

void look_at_turns(Look& look) {
  narrowed(look);
  same_change(look);
  list_lacks(look);
  not_in_list(look);
  computed_once(look);
  point_of_answer(look);
  checks(look);
  exchanges(look);
  at_once(look);
}

}  // namespace hanrei::audit::rules
