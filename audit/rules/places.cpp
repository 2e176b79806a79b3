// Where cards are before a game, whose place it is that they go to, and where they go, as far as
// the clauses say it.
#include <set>

#include "audit/rules/parts.h"

namespace hanrei::audit::rules {

namespace {

const Words kPuts = {"置",   "出す", "出る",  "出せ", "出し",   "移",   "つけ", "付け",
                     "重ね", "捨て", "送",    "戻",   "加え",   "行く", "行き", "来る",
                     "来た", "入れ", "入る",  "継",   "離れ",   "渡",   "引く", "引き",
                     "put",  "move", "place", "draw", "discard"};
const Words kMore = {"多い", "多く", "超え", "以上", "余", "more", "exceed"};
const Words kBack = {"戻",   "起こ",   "直す", "初め", "始ま",  "開始", "元に",
                     "終わ", "なくな", "替わ", "back", "begin", "end"};

/// The procedures that declare or carry out an act, with its clauses.
std::vector<ClauseId> clauses_around(const Look& look, ProcId proc) {
  std::vector<ClauseId> out = look.owner[proc].by;
  for (const auto& a : look.p.acts)
    if (a.declare == proc || a.process == proc) join(out, a.source.by);
  return out;
}

/// What a place is called in the clauses: its name, or the part of it that tells it from others.
Words place_words(const Program& p, const model::ZoneDef& z, std::vector<std::string>& keep) {
  keep = {z.name};
  if (z.realm != kNone) keep.push_back(p.realms[z.realm]);
  for (size_t i = 0; i < keep.size() && i < 2; ++i)
    for (std::string_view tail : {"置き場", "ゾーン", "エリア", "カード"})
      if (keep[i].size() > tail.size() && keep[i].ends_with(tail))
        keep.push_back(keep[i].substr(0, keep[i].size() - tail.size()));
  return {keep.begin(), keep.end()};
}

/// A card goes somewhere by a step whose clauses, with those of what it stands in, have no word of
/// the place.
void where_to(Look& look) {
  const Program& p = look.p;
  std::map<std::vector<ClauseId>, Finding> found;
  std::vector<std::string> keep;
  visit(p, {.step = {},
            .stmt =
                [&](const Site& s, const Stmt& st) {
                  if (st.kind != StmtKind::Move || s.card != kNone || s.proc == kNone ||
                      s.by.empty() || st.id == kNone || p.zones[ZoneId(st.id)].by.empty())
                    return;
                  std::vector<ClauseId> by = s.by;
                  join(by, clauses_around(look, s.proc));
                  if (says_ja(p, by, kPuts) ||
                      says_ja(p, by, place_words(p, p.zones[ZoneId(st.id)], keep)))
                    return;
                  const auto [it, fresh] = found.try_emplace(
                      s.by,
                      about(Code::WhereTo, s, st.span, {s.name, p.zones[ZoneId(st.id)].name}));
                  if (!fresh) it->second.related.push_back(st.span);
                },
            .choose = {},
            .expr = {}});
  for (auto& [by, f] : found) look.add(std::move(f));
  // what is cleared away when an act is over, by no clause: those of the acts whose cards lie there
  for (const ProcId i : p.procedures.ids()) {
    const bool at_end = std::ranges::any_of(p.triggers, [&](const auto& t) {
      return t.proc == i &&
             (t.on_act_end || (!t.on.empty() && t.on[0].kind == model::EventKind::End));
    });
    if (!at_end || look.owner[i].card != kNone || !look.owner[i].by.empty()) continue;
    each_step(p.procedures[i].steps, [&](const Step& s) {
      if (s.kind != StepKind::Each || !s.by.empty() || s.set == kNone) return;
      Id from = kNone;
      each_expr(p, s.set, [&](ExprId, const Expr& e) {
        if (e.op == Op::ZoneSet && from == kNone) from = e.id;
      });
      if (from == kNone) return;
      for (const Step& inner : s.arms.at(0).steps)
        for (const Stmt& st : inner.stmts) {
          if (st.kind != StmtKind::Move || st.id == from || p.zones[ZoneId(st.id)].by.empty())
            continue;
          std::vector<ClauseId> by;
          for (const auto& a : p.acts) {
            if (a.source.card != kNone || a.declare == kNone || a.effect_of == kNone) continue;
            bool there = false;
            const auto moves = [&](ProcId proc, const auto& self, int depth) -> void {
              each_step(p.procedures[proc].steps, [&](const Step& d) {
                for (const Stmt& x : d.stmts)
                  there = there || (x.kind == StmtKind::Move && x.id == from);
                if (d.kind == StepKind::Call && !d.effect && depth < 2)
                  self(d.callee, self, depth + 1);
              });
            };
            moves(a.declare, moves, 0);
            if (there) join(by, a.source.by);
          }
          if (by.empty() || says_ja(p, by, kPuts) ||
              says_ja(p, by, place_words(p, p.zones[ZoneId(st.id)], keep)))
            continue;
          if (found.contains(by)) continue;
          found[by];
          Site site = look.owner[i];
          site.by = by;
          look.add(about(Code::WhereTo, site, st.span, {site.name, p.zones[ZoneId(st.id)].name}));
        }
    });
  }
}

/// The clauses of what comes before the first turn.
std::vector<ClauseId> beginning(const Look& look) {
  const Program& p = look.p;
  std::set<ProcId> called;
  for (const auto& proc : p.procedures)
    each_step(proc.steps, [&](const Step& s) {
      if (s.kind == StepKind::Call && !s.effect) called.insert(s.callee);
    });
  std::vector<ClauseId> out;
  for (const ProcId i : p.procedures.ids()) {
    const auto& proc = p.procedures[i];
    if (called.contains(i) || look.owner[i].card != kNone || proc.params != 0 ||
        std::ranges::none_of(proc.steps, [](const Step& s) { return s.kind == StepKind::Loop; }))
      continue;
    for (const Step& s : proc.steps) {
      if (s.kind == StepKind::Loop) break;
      if (s.kind == StepKind::Call && !s.effect)
        for (const Step& in : p.procedures[s.callee].steps) {
          if (out.empty()) join(out, in.by);
        }
      if (out.empty()) join(out, s.by);
    }
  }
  return out;
}

/// Decks: how many cards a pile has, whether it is shuffled, and how what is not drawn came to be
/// there.
void decks(Look& look) {
  const Program& p = look.p;
  std::set<ZoneId> shuffled, filled;
  std::map<ZoneId, std::vector<ClauseId>> drawn;  // pile: clauses
  std::map<ZoneId, Span> where;
  visit(p, {.step =
                [&](const Site& s, const Step& st) {
                  if (s.card != kNone || st.kind != StepKind::Call || st.effect || s.by.empty())
                    return;
                  each_step(p.procedures[st.callee].steps, [&](const Step& in) {
                    for (const Stmt& x : in.stmts)
                      if (x.kind == StmtKind::MoveTop) {
                        join(drawn[x.from], s.by);
                      }
                  });
                },
            .stmt =
                [&](const Site& s, const Stmt& st) {
                  if (s.card != kNone) return;
                  if (st.kind == StmtKind::Shuffle) shuffled.insert(ZoneId(st.id));
                  if (st.kind != StmtKind::MoveTop) return;
                  filled.insert(ZoneId(st.id));
                  join(drawn[st.from], s.by);
                  where.try_emplace(st.from, st.span);
                },
            .choose = {},
            .expr = {}});
  std::set<ZoneId> sized;
  for (const auto& l : p.limits)
    if (l.construction) {
      each_expr_within(p, l.holds, [&](ExprId, const Expr& e) {
        if (e.op != Op::Eq && e.op != Op::Lt && e.op != Op::Le) return;
        for (ExprId side : {e.a, e.b}) {
          if (p[side].op == Op::Size && p[p[side].a].op == Op::ZoneSet)
            sized.insert(p[p[side].a].zone());
          if (p[side].op == Op::Quant && p[p[side].a].op == Op::ZoneSet && e.op == Op::Eq)
            sized.insert(p[p[side].a].zone());
        }
      });
    }
  const std::vector<ClauseId> start = beginning(look);
  for (const auto& [zone, by] : drawn) {
    const auto& z = p.zones[zone];
    if (z.order != model::ZoneOrder::Pile || !z.built || z.by.empty()) continue;
    const auto tell = [&](Code code, const std::vector<ClauseId>& more) {
      Finding f = about(code, {z.name, z.by, kNone, {}, kNone, z.span}, z.span, {z.name});
      add(f.set, of(more));
      f.related.push_back(where[zone]);
      look.add(std::move(f));
    };
    std::vector<ClauseId> first(
        by.begin(), by.begin() + static_cast<std::ptrdiff_t>(std::min<size_t>(by.size(), 3)));
    if (!sized.contains(zone)) tell(Code::PileSize, first);
    if (!shuffled.contains(zone)) {
      join(first, start);
      tell(Code::NeverShuffled, first);
    }
  }
  for (const ZoneId i : p.zones.ids()) {
    const auto& z = p.zones[i];
    if (!z.built || z.order != model::ZoneOrder::None || z.by.empty() || !filled.contains(i))
      continue;
    Finding f =
        about(Code::FilledUnsaid, {z.name, z.by, kNone, {}, kNone, z.span}, z.span, {z.name});
    add(f.set, of(start));
    look.add(std::move(f));
  }
}

/// A place is filled up to a number, and may have more.
void more_than_aimed(Look& look) {
  const Program& p = look.p;
  visit(p, {.step =
                [&](const Site& site, const Step& s) {
                  if (site.card != kNone || s.kind != StepKind::Loop || s.again == kNone ||
                      s.arms.empty() || site.by.empty() || says_ja(p, site.by, kMore))
                    return;
                  std::set<Id> aimed;
                  each_expr(p, s.again, [&](ExprId, const Expr& e) {
                    if (e.op == Op::Lt && p[e.b].op == Op::Const && p[e.b].value > 1)
                      each_expr_within(p, e.a, [&](ExprId, const Expr& x) {
                        if (x.op == Op::ZoneSet) aimed.insert(x.id);
                      });
                  });
                  each_step(s.arms[0].steps, [&](const Step& in) {
                    for (const Stmt& st : in.stmts)
                      if (st.kind == StmtKind::MoveTop && aimed.contains(st.id))
                        look.add(about(Code::MoreThanAimed, site, s.span,
                                       {site.name, p.zones[ZoneId(st.id)].name}));
                  });
                },
            .stmt = {},
            .choose = {},
            .expr = {}});
}

/// A state that the players see is set back for all, by clauses that have no word of that.
void set_back(Look& look) {
  const Program& p = look.p;
  visit(p, {.step =
                [&](const Site& site, const Step& s) {
                  if (site.card != kNone || s.kind != StepKind::Each || s.by.empty() ||
                      s.arms.empty() || says_ja(p, s.by, kBack) || p[s.set].op != Op::KindSet)
                    return;
                  Said names;
                  each_step(s.arms[0].steps, [&](const Step& in) {
                    for (const Stmt& st : in.stmts) {
                      if (st.kind != StmtKind::Assign || st.assign != AssignOp::Set ||
                          st.target == kNone || p[st.target].op != Op::Attr ||
                          p[st.value].op != Op::Const)
                        continue;
                      const auto& a = p.attrs[p[st.target].attr()];
                      if (a.type.kind == TypeKind::Enum && a.say != kNone && !p.says[a.say].silent)
                        names.list(named(a.name));
                    }
                  });
                  if (!names.en.empty())
                    look.add(about(Code::SetBack, site, s.span, {site.name, names.text()}));
                },
            .stmt = {},
            .choose = {},
            .expr = {}});
}

}  // namespace

void look_at_places(Look& look) {
  where_to(look);
  decks(look);
  more_than_aimed(look);
  set_back(look);
}

}  // namespace hanrei::audit::rules
