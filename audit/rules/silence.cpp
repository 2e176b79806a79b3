// What the model needs to be played, and the clauses that it cites do not say. A clause is asked in
// the words that the game has for it (its `ja` and `en`): when it says anything of the kind,
// nothing is reported.
#include <algorithm>
#include <functional>

#include "audit/rules/calling.h"
#include "audit/rules/look.h"
#include "audit/rules/words.h"

namespace hanrei::audit::rules {

namespace {

const Words kAtOnce = {"直ち",    "即座",      "すぐ",       "時点",      "ただちに",
                       "at once", "immediate", "as soon as", "the moment"};
const Words kBeforehand = {
    "最後まで決め", "すべて決め",        "先に決め",   "前もって",   "あらかじめ", "決めた順",
    "決定した順",   "その順に",          "その順で",   "この順に",   "この順で",   "ごとに",
    "一つずつ",     "1つずつ",           "in advance", "beforehand", "as a whole", "that order",
    "one by one",   "one after another", "each time"};
const Words kCondition = {"場合", "とき",   "時",     "限り",  "れば",       "なら", "ただし",
                          "たら", "いない", "なくな", "ても",  "でも",       "if ",  "If ",
                          "when", "When",   "unless", "while", "as long as", "even", "no longer"};
const Words kBeginning = {"初め", "始め", "はじめ", "最初", "開始", "begin", "start", "first"};
const Words kComing = {"出す", "出せ", "出る", "置く", "置い", "置か",
                       "加え", "移す", "配置", "登場", "戻"};
const Words kWinner = {"プレイヤー", "自分",  "相手", "勝",    "負け",  "選",
                       "winner",     "loser", "wins", "loses", "choose"};

const Words kChoosing = {"選",   "指定",   "決め",     "任意",   "でき",    "よい",  "可",
                         "好き", "宣言",   "いずれか", "か、",   "もよい",  "せる",  "れる",
                         "順",   "choose", "choice",   "pick",   "select",  "name",  "may",
                         "can",  "any",    "decide",   "one of", "declare", "order", "either"};

Finding of_clauses(Code code, const std::vector<ClauseId>& by, Span place,
                   std::vector<std::string> args) {
  return about(code, {"", by, kNone, {}, kNone, place}, place, std::move(args));
}

/// Exchanges and orders of which some properties are stated one by one, and others are not.
void properties(Look& look) {
  const Program& p = look.p;
  const Users users(look);
  std::map<std::pair<std::vector<ClauseId>, std::string>, Finding> found;
  for (const ExchangeId i : p.exchanges.ids()) {
    const auto& e = p.exchanges[i];
    const auto& has = look.files.properties("exchange", e.name);
    if (e.by.empty() || e.seats.size() < 2 || has.cited.empty()) continue;
    const bool close = has.bare.contains("close"),
               resolve = has.bare.contains("resolve") && e.answer == i;
    bool stated = false;  // by a clause that another exchange cites for it
    for (ClauseId c : e.by)
      stated = stated || look.files.cited_for("exchange", "close", p.clauses[c].id);
    const auto tell = [&](const std::string& what) {
      const auto [it, fresh] = found.try_emplace({e.by, what});
      Finding& f = it->second;
      if (fresh)
        f = of_clauses(Code::NotStated, e.by, e.span, {"", what});
      else
        f.related.push_back(e.span);
      f.args[0] += (f.args[0].empty() ? "`" : "・`") + e.name + "`";
      if (const auto by = users.offers.find(i); by != users.offers.end())
        for (const Site& s : by->second) {
          add(f.set, grounds(s));
          f.related.push_back(s.span);
        }
    };
    if (close && !stated) tell(base::in_both("when it is over", "いつ終わるのか"));
    if (resolve)
      tell(base::in_both(
          "in which order what is declared there, and what answers it, is carried out",
          "そこで宣言したことと、それに応じたことを、どの順に処理するのか"));
  }
  for (auto& [key, f] : found) look.add(std::move(f));
  for (const auto& o : p.orders) {
    const auto& has = look.files.properties("order", o.name);
    if (o.by.empty() || has.cited.empty() || !has.bare.contains("arrivals") ||
        !has.bare.contains("lapse"))
      continue;
    look.add(of_clauses(
        Code::NotStated, o.by, o.span,
        {"`" + o.name + "`",
         base::in_both(
             "what becomes of what arises meanwhile, and of what no longer applies when its turn "
             "comes",
             "その間に新たに生じたことと、順番が来たときに当てはまらなくなったことの扱い")}));
  }
  for (const auto& o : p.orders) {
    const auto& has = look.files.properties("order", o.name);
    if (o.by.empty() || o.orderer == kNone || !has.bare.contains("commit") ||
        says(p, grounds({"", o.by, kNone, {}, kNone, o.span}), kBeforehand))
      continue;
    look.add(of_clauses(
        Code::NotStated, o.by, o.span,
        {"`" + o.name + "`",
         base::in_both("whether the order is settled as a whole beforehand, or one after another",
                       "順を前もってすべて決めるのか、一つ処理するごとに決めるのか")}));
  }
  // when the endings are judged: one question for all of them
  Finding f;
  for (const auto& e : p.endings) {
    const std::vector<Ground> set = grounds({"", e.source.by, kNone, {}, kNone, e.span});
    if (e.source.card != kNone || set.empty() ||
        !look.files.properties("ending", e.id).bare.contains("judged") || says(p, set, kAtOnce))
      continue;
    if (f.set.empty())
      f = of_clauses(
          Code::NotStated, e.source.by, e.span,
          {"", base::in_both(
                   "when it is looked whether it is met: at once, or when what is going on is done",
                   "いつ判定するのか（直ちにか、処理中のことが済んでからか）")});
    else
      f.related.push_back(e.span);
    f.args[0] += (f.args[0].empty() ? "`" : "・`") + e.id + "`";
    add(f.set, set);
  }
  if (!f.set.empty()) look.add(std::move(f));
}

/// The state in which a card comes in, of those that the rulebook tells apart.
void arrivals(Look& look) {
  const Program& p = look.p;
  std::vector<Ground> moves;
  visit(p, {.step = {},
            .stmt =
                [&](const Site& s, const Stmt& st) {
                  if ((st.kind == StmtKind::Move || st.kind == StmtKind::MoveTop ||
                       st.kind == StmtKind::Assign) &&
                      s.card == kNone && s.proc != kNone)
                    add(moves, grounds(s));
                },
            .choose = {},
            .expr = {}});
  for (const auto& a : p.attrs) {
    if (a.sort != model::kCardSort || a.nature != model::Nature::Stored ||
        a.life != model::Life::Stay || a.type.kind != TypeKind::Enum ||
        a.type.id == model::kCardNames)
      continue;
    if (a.by.empty() || a.say == kNone || p.says[a.say].silent || a.fallback == kNone ||
        p[a.fallback].op != Op::Const)
      continue;
    if (std::ranges::none_of(a.by, [&](ClauseId c) { return p.clauses[c].kind == "definition"; }))
      continue;
    const std::string& member = p.enums[EnumId(a.type.id)].members[p[a.fallback].value];
    std::vector<std::string> names = {member};  // of the state
    for (const auto& by : {a.by, look.files.stated(p.enums[EnumId(a.type.id)].span)})
      for (ClauseId c : by) names.push_back(p.clauses[c].title);
    std::vector<Ground> coming;  // clauses by which something comes in, and that know the state
    for (const Ground& g : moves) {
      const model::Clause& c = p.clauses[g.clause];
      const bool comes = std::ranges::any_of(
          kComing, [&](std::string_view w) { return c.ja.find(w) != std::string::npos; });
      const bool knows = std::ranges::any_of(names, [&](const std::string& n) {
        return !n.empty() && c.ja.find(n) != std::string::npos;
      });
      if (comes && knows) coming.push_back(g);
    }
    if (!coming.empty()) continue;
    look.add(
        of_clauses(Code::NotStated, a.by, a.span,
                   {"`" + a.name + "`",
                    base::in_both("in which state a card comes in (the model has `" + member + "`)",
                                  "カードがどの状態で出るのか（モデルでは「" + member + "」）")}));
  }
}

/// The things of which a condition as a whole asks whether they are there.
void there(const Program& p, ExprId cond, std::set<Id>& out) {
  if (cond == kNone) return;
  const Expr& e = p[cond];
  if (e.op == Op::And) {
    there(p, e.a, out);
    there(p, e.b, out);
  }
  if (e.op == Op::Present && p[e.a].op == Op::Local) out.insert(p[e.a].id);
}

/// Steps that are left out when a thing is gone, by clauses that know no condition.
void guards(Look& look) {
  const Program& p = look.p;
  std::map<Id, std::set<Id>> told;
  visit(p, {.step =
                [&](const Site& site, const Step& s) {
                  if (site.card != kNone || site.proc == kNone || s.by.empty() || s.name.empty() ||
                      s.cond == kNone || s.kind == StepKind::Abort || s.kind == StepKind::Stop ||
                      s.kind == StepKind::Note)
                    return;
                  std::set<Id> asked;
                  there(p, s.cond, asked);
                  const std::vector<Ground> set = grounds(site);
                  if (asked.empty() || says(p, set, kCondition)) return;
                  Said names;
                  for (Id l : asked)
                    if (told[site.proc].insert(l).second) names.list(called(p, site.proc, l));
                  if (!names.en.empty())
                    look.add(about(Code::UnlessGone, site, s.span, {site.name, names.text()}));
                },
            .stmt = {},
            .choose = {},
            .expr = {}});
}

/// What a player picks in a step of clauses that have no word of picking, allowing or naming.
void picks(Look& look) {
  const Program& p = look.p;
  visit(
      p,
      {.step =
           [&](const Site& site, const Step& s) {
             const Choose& c = s.choose;
             if (site.card != kNone || s.kind != StepKind::Choose || c.who == kNone ||
                 s.by.empty() || says(p, grounds(site), kChoosing))
               return;
             // what a word means says nothing of who does it
             if (std::ranges::all_of(s.by, [&](ClauseId id) {
                   const std::string& kind = p.clauses[id].kind;
                   return kind == "definition" || kind == "glossary";
                 }))
               return;
             look.add(about(Code::NoWordOfChoice, site, s.span, {site.name, called(p, c).text()}));
           },
       .stmt = {},
       .choose = {},
       .expr = {}});
}

/// A player that chance picks, by a clause that speaks of nobody.
void lots(Look& look) {
  const Program& p = look.p;
  visit(p, {.step =
                [&](const Site& site, const Step& s) {
                  if (site.card != kNone || s.kind != StepKind::Choose ||
                      !look.files.chance(s.choose.span))
                    return;
                  const Choose& c = s.choose;
                  if (c.domain != DomainKind::One || c.set == kNone || p[c.set].op != Op::AllOf ||
                      p[c.set].type.id != model::kPlayerSort || site.by.empty() ||
                      says(p, grounds(site), kWinner))
                    return;
                  look.add(about(Code::ByLot, site, s.span, {site.name, called(p, c).text()}));
                },
            .stmt = {},
            .choose = {},
            .expr = {}});
}

/// Changes of the rulebook's own that nothing ends; numbers that go up and down from a beginning
/// that nothing gives.
void spans(Look& look) {
  const Program& p = look.p;
  std::map<Id, std::vector<Site>> up, down, set;
  visit(p, {.step =
                [&](const Site& site, const Step& s) {
                  std::set<std::string> changed;
                  for (const Stmt& st : s.stmts)
                    if (st.kind == StmtKind::Modify && st.until == kNone && st.id != kNone)
                      changed.insert(p.attrs[AttrId(st.id)].name);
                  std::string names;
                  for (const std::string& n : changed)
                    names += (names.empty() ? "`" : "・`") + n + "`";
                  if (site.card == kNone && !site.by.empty() && !names.empty())
                    look.add(about(Code::NoDuration, site, s.span, {site.name, names}));
                },
            .stmt =
                [&](const Site& s, const Stmt& st) {
                  if (s.card != kNone) return;
                  if (st.kind != StmtKind::Assign || st.target == kNone ||
                      (p[st.target].op != Op::Attr && p[st.target].op != Op::GameAttr))
                    return;
                  (st.assign == AssignOp::Add   ? up
                   : st.assign == AssignOp::Sub ? down
                                                : set)[p[st.target].id]
                      .push_back(s);
                },
            .choose = {},
            .expr = {}});
  for (const AttrId i : p.attrs.ids()) {
    const auto& a = p.attrs[i];
    const auto id = i;
    if (a.nature != model::Nature::Stored || a.type.kind != TypeKind::Int ||
        a.sort == model::kCardSort || a.by.empty() || a.life != model::Life::Card)
      continue;
    if (!up.contains(id) || !down.contains(id) || set.contains(id)) continue;
    Finding f = of_clauses(Code::ModelNoBeginning, a.by, a.span, {a.name});
    for (const auto* sites : {&up[id], &down[id]})
      for (const Site& s : *sites) {
        add(f.set, grounds(s));
        f.related.push_back(s.span);
      }
    if (!says(p, f.set, kBeginning)) look.add(std::move(f));
  }
}

}  // namespace

bool says(const Program& p, const std::vector<Ground>& set, const Words& words) {
  return std::ranges::any_of(set, [&](const Ground& g) {
    if (g.clause == kNone) return false;
    const model::Clause& c = p.clauses[g.clause];
    return std::ranges::any_of(words, [&](std::string_view w) {
      return c.ja.find(w) != std::string::npos || c.en.find(w) != std::string::npos;
    });
  });
}

void look_at_silence(Look& look) {
  properties(look);
  arrivals(look);
  guards(look);
  picks(look);
  lots(look);
  spans(look);
}

}  // namespace hanrei::audit::rules
