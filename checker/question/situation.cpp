#include "checker/question/situation.h"

#include <algorithm>
#include <functional>
#include <set>

#include "checker/semantics/machine.h"

namespace hanrei::checker {
namespace {

using base::Code;
using base::in_both;
using base::Span;
using model::Instr;
using model::OpCode;
using model::Stand;

class Examiner {
 public:
  Examiner(const Question& q, base::DiagnosticLog& log)
      : q_(q), p_(*q.program), l_(*q.code), s_(q.which->situation), log_(log) {}

  /// The path. False when it cannot be.
  bool path() {
    const size_t errors = log_.error_count();
    for (size_t i = 0; i < s_.frames.size(); ++i) {
      const rulings::FrameIn& f = s_.frames[i];
      const ProcId inner = i + 1 < s_.frames.size() ? s_.frames[i + 1].proc : kNone;
      const int pc = model::standing(p_, l_, f.proc, f.ordinal, inner);
      for (const model::ActDef& a : p_.acts)
        if (a.declare == f.proc)
          no_beginning(
              in_both("what is being declared is not known", "何が宣言されているか分かりません"));
      if (pc < 0)
        log_.add(Code::NotOnTheWay, s_.at_span, {step(f.proc, f.ordinal), procedure(inner).name});
      if (pc >= 0 && i + 1 >= q_.until_depth) stack_.push_back({f.proc, pc, inner != kNone});
    }
    return log_.error_count() == errors;
  }

  void left_out() {
    std::vector<CodeId> roots;
    for (const Stand& s : stack_) roots.push_back(s.code);
    const model::Reads reads(p_, l_, present(q_), roots);
    const bool in_act = std::ranges::any_of(
        s_.frames, [&](const rulings::FrameIn& f) { return l_.codes[f.proc].act; });
    const bool effect = in_act && presents_effect() && reads.effect(stack_);
    if (effect)
      no_beginning(in_both("which effect is being used is not known",
                           "どの効果が使われているか分かりません"));
    if (in_act && reads.outer(stack_))
      no_beginning(in_both("inside which declaration the action was declared is not known",
                           "どの宣言の中で宣言された行動か分かりません"));
    const size_t lowest = s_.frames.size() - stack_.size();
    bool middle = false;
    for (size_t i = 0; i < stack_.size(); ++i) {
      const rulings::FrameIn& f = s_.frames[lowest + i];
      for (const model::Reads::Found& found : reads.locals(stack_[i])) {
        const auto given = [&](const auto& entry) { return entry.first == found.id; };
        if (std::ranges::any_of(f.locals, given)) continue;
        const model::Procedure& proc = procedure(f.proc);
        if (const Id first = of_effect(f.proc, found.id); first != kNone) {
          const size_t which = found.id - first;  // 0: the effect itself
          if (f.effect == kNone || which == 0 || which > p_.effects[f.effect].present.size())
            continue;
          const std::string name = p_.effects[f.effect].present[which - 1].name;
          log_.add(Code::LeftOut, f.span,
                   {in_both("`" + name + "`, which the effect presents",
                            "効果が提示する `" + name + "` "),
                    place(f.proc, found.pc), in_frame(proc.name, name)});
          continue;
        }
        if (static_cast<size_t>(found.id) >= proc.locals.size()) {
          middle = true;
          continue;
        }
        const std::string name = rulings::local_text(proc.locals[found.id].name);
        log_.add(Code::LeftOut, f.span,
                 {in_both("local `" + name + "` of `" + proc.name + "`",
                          "`" + proc.name + "` の局所変数 `" + name + "`"),
                  place(f.proc, found.pc), in_frame(proc.name, name)});
      }
    }
    if (middle)
      no_beginning(
          in_both("which members of a loop, or which of several simultaneous things, are still to "
                  "come is not known",
                  "繰り返しや同時処理のうち、どれが残っているか分かりません"));
    attributes(reads);
  }

  Pending pending() const { return {repairing(), mending(), judged_later()}; }

  /// Limits and endings that bookkeeping would have dealt with, for one value of the quantities.
  void settled(const std::vector<int64_t>& lets) {
    Concrete domain;
    Machine<Concrete> m(*q_.world, domain);
    const State<int64_t> start = m.initial(lets);
    for (ExprId e : s_.where)
      if (m.eval(start, e) == 0) return;
    const Ctx<int64_t> top{start.top(), nullptr, nullptr};
    const auto each_subject = [&](ExprId set, const auto& use) {
      const int n = set == kNone ? 1 : q_.world->universe(model::elem_type(p_[set].type));
      for (int k = 0; k < n; ++k) use(set == kNone ? -1 : k);
    };
    const Pending begun = pending();
    for (const LimitId i : p_.limits.ids()) {
      const model::Limit& limit = p_.limits[i];
      if (begun.limits || !limit.always || limit.repair == kNone) continue;
      each_subject(limit.domain, [&](int k) {
        if (m.evaluator().breaks(start, i, k, top) != 0)
          complain(Code::AlreadyBroken, limit.id, limit.source, limit.domain, k, lets);
      });
    }
    for (const model::Ending& e : p_.endings) {
      if (e.at_once ? begun.at_once : begun.judged) continue;
      each_subject(e.domain, [&](int k) {
        std::array<int64_t, kTemps> t{};
        t[0] = k;
        const Ctx<int64_t> c{top.frame, nullptr, t.data()};
        if (m.evaluator().eval(start, e.when, c) == 0) return;
        if (e.at_once && e.hold != kNone && m.evaluator().eval(start, e.hold, c) != 0) return;
        complain(Code::AlreadyMet, e.id, e.source, e.domain, k, lets);
      });
    }
  }

 private:
  const model::Procedure& procedure(ProcId id) const { return p_.procedures[id]; }

  void no_beginning(std::string why) {
    log_.add(Code::NoBeginning, s_.at_span, {s_.at, std::move(why)});
  }

  std::string clauses(const std::vector<ClauseId>& by) const {
    std::string out;
    for (ClauseId c : by) out += (out.empty() ? "" : ", ") + p_.clauses[c].id;
    return out;
  }

  std::string step(ProcId proc, int ordinal) const {
    const model::Procedure& p = procedure(proc);
    return "`" + p.name + (ordinal < 0 ? "" : "[" + p.step_names[ordinal] + "]") + "`";
  }

  /// An instruction by its step and clauses.
  std::string place(CodeId code, int pc) const {
    if (pc < 0 || code == kNone) return in_both("a claim", "主張");
    const Instr& ins = l_.codes[code].ins[pc];
    const std::string by = clauses(ins.by);
    return step(ProcId(l_.codes[code].id), ins.ordinal) + (by.empty() ? "" : " (" + by + ")");
  }

  /// How a local is given: names that XML does not allow stand in `set`.
  static std::string in_frame(const std::string& proc, const std::string& name) {
    if (plain(name)) return "`<frame of=\"" + proc + "\" " + name + "=\"…\"/>`";
    return "`<frame of=\"" + proc + "\"><set attr=\"" + name + "\" value=\"…\"/></frame>`";
  }
  static bool plain(const std::string& name) {
    return std::ranges::all_of(
               name,
               [](unsigned char c) { return c >= 0x80 || std::isalnum(c) != 0 || c == '_'; }) &&
           std::isdigit(static_cast<unsigned char>(name.front())) == 0;
  }

  /// Does the local hold the effect that an act presents, or what that effect presents?
  /// Then the local that holds the effect.
  Id of_effect(ProcId proc, Id local) const {
    for (const model::ActDef& a : p_.acts)
      if (a.process == proc && a.effect_local != kNone &&
          (local == a.effect_local ||
           (local >= a.things && local < a.things + static_cast<Id>(p_.presented.size()))))
        return a.effect_local;
    return kNone;
  }
  bool presents_effect() const {
    for (const rulings::FrameIn& f : s_.frames)
      for (const model::ActDef& a : p_.acts)
        if (a.process == f.proc && a.effect_local != kNone && f.effect == kNone) return true;
    return false;
  }

  /// Stored attributes without a default: whoever has one must be said to have what.
  void attributes(const model::Reads& reads) {
    std::vector<ExprId> at_end;
    for (const rulings::Claim& c : q_.which->claims)
      for (ExprId e : rulings::expressions_of(c)) at_end.push_back(e);
    std::vector<ExprId> at_start;
    for (const model::AttrDef& a : p_.attrs) at_start.push_back(a.fallback);
    for (const model::Reads::FoundAttr& found : reads.attributes(stack_, at_end, at_start)) {
      const model::AttrDef& a = p_.attrs[found.attr];
      if (a.nature != model::Nature::Stored || a.fallback != kNone || found.attr < 4) continue;
      const auto given = [&](const auto& list) {
        return std::ranges::any_of(list,
                                   [&](const auto& entry) { return entry.first == found.attr; });
      };
      const auto missing = [&](Span span, const std::string& of_en, const std::string& of_ja,
                               const std::string& element) {
        const std::string how = plain(a.name) ? "`<" + element + " " + a.name + "=\"…\">`"
                                              : "`<set attr=\"" + a.name + "\" value=\"…\"/>`";
        log_.add(
            Code::LeftOut, span,
            {in_both("attribute `" + a.name + "` of " + of_en, of_ja + "の属性 `" + a.name + "`"),
             place(found.code, found.pc), how});
      };
      if (a.sort == kNone && !given(s_.game)) missing(s_.span, "the game", "ゲーム", "situation");
      for (size_t i = 0; a.sort == model::kPlayerSort && i < 2; ++i)
        if (!given(s_.players[i]))
          missing(s_.span, "player `" + p_.players[i] + "`", "プレイヤー `" + p_.players[i] + "` ",
                  "player id=\"" + p_.players[i] + "\"");
      // a card that lies in no slot has none
      const auto slotted = [&](ZoneId zone) {
        return p_.zones[zone].order == model::ZoneOrder::Slots ||
               p_.zones[zone].order == model::ZoneOrder::Grid;
      };
      for (const rulings::SituationCard& c : s_.cards)
        if (a.sort == model::kCardSort && (a.name != "at" || slotted(c.zone)) &&
            in_play_.contains(c.zone) && !given(c.values))
          missing(c.span, "card `" + c.id + "`", "カード `" + c.id + "` ",
                  "card id=\"" + c.id + "\"");
    }
  }

  /// Does the situation begin inside the repair of a limit?
  bool repairing() const {
    return any_frame([&](ProcId proc) {
      return std::ranges::any_of(p_.limits,
                                 [&](const model::Limit& l) { return l.repair == proc; });
    });
  }
  /// Inside that, or inside what bookkeeping runs because an edge has risen?
  bool mending() const {
    return repairing() || any_frame([&](ProcId proc) {
             return std::ranges::any_of(
                 p_.triggers, [&](const model::Trigger& t) { return t.edge && t.proc == proc; });
           });
  }
  bool any_frame(const std::function<bool(ProcId)>& is) const {
    return std::ranges::any_of(s_.frames, [&](const rulings::FrameIn& f) { return is(f.proc); });
  }

  /// Does a running procedure still come to the step where such endings are judged?
  bool judged_later() const {
    for (size_t i = 0; i < s_.frames.size(); ++i) {
      const model::Code& c = l_.codes[s_.frames[i].proc];
      const int pc = q_.world->stands[i];
      for (size_t k = std::max(pc, 0); k < c.ins.size(); ++k)
        if (c.ins[k].code == OpCode::Judge || c.ins[k].code == OpCode::CourtEnd) return true;
    }
    return false;
  }

  void complain(Code code, const std::string& name, const model::Source& source, ExprId domain,
                int k, const std::vector<int64_t>& lets) {
    if (!told_.insert({code, name + "/" + std::to_string(k)}).second) return;
    Span span = s_.at_span;
    std::string en, ja;
    if (k >= 0) {
      const model::Type t = model::elem_type(p_[domain].type);
      const std::string who = q_.world->show(t, k);
      if (t.id == model::kCardSort && t.kind == model::TypeKind::Ref) span = s_.cards[k].span;
      en += ", for `" + who + "`";
      ja += "(`" + who + "`";
    }
    for (size_t i = 0; i < lets.size(); ++i) {
      const std::string value = s_.lets[i].name + " = " + std::to_string(lets[i]);
      en += (i == 0 ? ", with " : ", ") + value;
      ja += (ja.empty() ? "(" : "、") + value;
    }
    if (!ja.empty()) ja += ")";
    const std::string by = clauses(source.by);
    if (!by.empty()) {
      en += " (" + by + ")";
      ja += " (" + by + ")";
    }
    log_.add(code, span, {name, in_both(en, ja)});
  }

  const Question& q_;
  const model::Program& p_;
  const model::Lowered& l_;
  const rulings::Situation& s_;
  base::DiagnosticLog& log_;
  const std::set<ZoneId> in_play_ = model::in_play(p_);
  std::vector<Stand> stack_;  ///< the frames that play goes on in
  std::set<std::pair<Code, std::string>> told_;
};

/// Values of the quantities to try: all, where there are few; else those at and near the bounds.
std::vector<std::vector<int64_t>> values(const rulings::Situation& s) {
  std::vector<std::vector<int64_t>> out = {{}};
  for (const rulings::Let& l : s.lets) {
    std::vector<int64_t> each;
    if (l.min && l.max && static_cast<uint64_t>(*l.max) - static_cast<uint64_t>(*l.min) < 64)
      for (int64_t v = *l.min; v <= *l.max; ++v) each.push_back(v);
    else
      for (int64_t d : {0, 1, 2, 3, 5, 10, 100})
        each.push_back(l.min ? *l.min + d : l.max ? *l.max - d : d - 5);
    std::vector<std::vector<int64_t>> next;
    for (const auto& v : out)
      for (int64_t x : each) {
        if (next.size() >= 1024) break;
        next.push_back(v);
        next.back().push_back(x);
      }
    out = std::move(next);
  }
  return out;
}

}  // namespace

model::Present present(const Question& q) {
  model::Present out;
  for (const rulings::SituationCard& c : q.which->situation.cards) out.cards.insert(c.def);
  for (const rulings::PlayItem& item : q.which->play)
    out.acts.insert(item.acts.begin(), item.acts.end());
  for (const rulings::Claim& c : q.which->claims)
    out.acts.insert(c.act.acts.begin(), c.act.acts.end());
  return out;
}

Pending pending(const Question& q) {
  base::DiagnosticLog unused;
  return Examiner(q, unused).pending();
}

void examine(const Question& q, base::DiagnosticLog& log, bool whole) {
  Examiner e(q, log);
  if (!e.path()) return;
  if (whole) e.left_out();
  if (q.world == nullptr) return;
  for (const auto& lets : values(q.which->situation)) {
    const size_t errors = log.error_count();
    try {
      e.settled(lets);
    } catch (const Unsupported&) {
      return;
    }  // the claims will say so
    if (log.error_count() > errors) return;
  }
}

}  // namespace hanrei::checker
