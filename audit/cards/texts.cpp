// Sentences of cards against their abilities: the same words and another ability, and words that
// have changed while the ability has not.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "audit/cards/look.h"
#include "audit/clashes/scope.h"
#include "base/text/unicode.h"
#include "model/syntax/forms.h"

namespace hanrei::audit::cards {

using base::Json;
using model::Choose;
using model::Expr;
using namespace model::ids;
using model::Op;
using model::Step;
using model::StepKind;
using model::Stmt;

namespace {

/// What a provision does, as text: equal for what is written alike, whatever the names. A procedure
/// that only does something is told by what it does.
class Form {
 public:
  explicit Form(const Program& p) : p_(p) {}

  std::string effect(const model::EffectDef& e) const {
    std::string out = fmt::format("effect {} {}", e.price, e.uses);
    for (const Choose& c : e.present) out += choose(c, {});
    return out + procedure(e.proc, {}, 0) + procedure(e.pay_proc, {}, 0);
  }
  std::string norm(const model::Norm& n) const {
    std::string out = fmt::format("norm {} {} {} {} {} {}", static_cast<int>(n.mode),
                                  static_cast<int>(n.event), n.act, n.tag, n.on_self, n.exclusive);
    for (Id m : n.menus) out += fmt::format(" m{}", m);
    for (ClauseId c : n.over) out += fmt::format(" o{}", c);
    return out + expr(n.cond, {});
  }
  std::string of_static(const model::Static& s) const {
    return fmt::format("static {} {} {}", s.attr, static_cast<int>(s.op), s.layer) +
           expr(s.domain, {}) + expr(s.target, {}) + expr(s.amount, {}) + expr(s.cond, {});
  }
  std::string trigger(const model::Trigger& t) const {
    return fmt::format("trigger {} {} {}", t.signal, t.edge, t.on_act_end) + expr(t.becomes, {}) +
           expr(t.domain, {}) + expr(t.cond, {}) + expr(t.may, {}) + procedure(t.proc, {}, 0);
  }
  std::string amend(const model::Amend& a) const {
    std::string out =
        fmt::format("amend {} {} {} {}", a.proc, a.ordinal, a.zone, a.voids) + expr(a.cond, {});
    for (const auto& [attr, e] : a.with) out += fmt::format(" {}", attr) + expr(e, {});
    return out;
  }

 private:
  using Given =
      std::map<Id, std::string>;  ///< of a procedure that is told by what it does: its arguments

  std::string expr(ExprId id, const Given& given) const {
    if (id == kNone) return "-";
    const Expr& e = p_[id];
    const auto nothing = [&](ExprId k) {
      return k == kNone || (p_[k].op == Op::Const && p_[k].value == 1);
    };
    if (e.op == Op::Quant && e.value == static_cast<int64_t>(model::QuantKind::SetQ) &&
        nothing(e.b) && nothing(e.c))
      return expr(e.a, given);  // set x in S
    if (e.op == Op::Local)
      if (const auto it = given.find(e.id); it != given.end()) return it->second;
    std::string out = fmt::format("({} {} {}", static_cast<int>(e.op), e.id, e.value);
    for (ExprId k : {e.a, e.b, e.c}) out += expr(k, given);
    for (ExprId k : e.args) out += expr(k, given);
    return out + ")";
  }
  std::string choose(const Choose& c, const Given& given) const {
    std::string out =
        fmt::format("choose {} {} {}", static_cast<int>(c.domain), c.or_none, c.at_least_one);
    for (ExprId e : {c.who, c.set, c.where, c.such, c.size}) out += expr(e, given);
    return out;
  }
  std::string stmt(const Stmt& s, const Given& given) const {
    std::string out = fmt::format("<{} {} {} {} {} {} {} {}", static_cast<int>(s.kind),
                                  static_cast<int>(s.assign), static_cast<int>(s.mod), s.id, s.from,
                                  s.until, s.layer, s.win);
    for (ExprId e : {s.target, s.value, s.owner}) out += expr(e, given);
    for (const auto& [attr, e] : s.attrs) out += fmt::format(" {}", attr) + expr(e, given);
    return out + ">";
  }
  std::string steps(const std::vector<Step>& list, const Given& given, int level) const {
    std::string out;
    for (const Step& s : list) {
      if (s.kind == StepKind::Note) continue;
      if (s.kind == StepKind::Call && !s.effect && s.cond == kNone && level < 3 &&
          plain(s.callee)) {
        Given inner;
        for (size_t i = 0; i < s.args.size(); ++i)
          inner[static_cast<Id>(i)] = expr(s.args[i], given);
        out += steps(p_.procedures[s.callee].steps, inner, level + 1);
        continue;
      }
      if (s.kind != StepKind::Do || s.cond != kNone)
        out += fmt::format("[{} {} {} {} {}", static_cast<int>(s.kind), Id{s.callee},
                           Id{s.exchange}, s.effect, s.pays) +
               expr(s.cond, given) + expr(s.set, given) + expr(s.again, given);
      for (ExprId e : s.args) out += expr(e, given);
      if (s.kind == StepKind::Choose) out += choose(s.choose, given);
      for (const Stmt& st : s.stmts) out += stmt(st, given);
      for (const auto& arm : s.arms)
        out += "{" + expr(arm.cond, given) + steps(arm.steps, given, level) + "}";
    }
    return out;
  }
  /// Does it do something and nothing else?
  bool plain(ProcId proc) const {
    const auto& p = p_.procedures[proc];
    return p.cond == kNone && p.guards.empty() &&
           p.locals.size() == static_cast<size_t>(p.params) &&
           std::ranges::all_of(p.steps, [](const Step& s) {
             return (s.kind == StepKind::Do || s.kind == StepKind::Note) && s.cond == kNone;
           });
  }
  std::string procedure(ProcId proc, const Given& given, int level) const {
    return proc == kNone ? "" : steps(p_.procedures[proc].steps, given, level);
  }

  const Program& p_;
};

std::set<int64_t> numbers(const std::string& text) {
  const std::string folded = base::fold(text);
  std::set<int64_t> out;
  for (size_t i = 0; i < folded.size();) {
    size_t end = i;
    while (end < folded.size() && end < i + 9 && folded[end] >= '0' && folded[end] <= '9') ++end;
    if (end > i) out.insert(std::stoll(folded.substr(i, end - i)));
    i = std::max(end, i + 1);
  }
  return out;
}
std::set<int64_t> numbers(const Json& j) {
  std::set<int64_t> out;
  if (j.is(Json::Kind::String)) out = numbers(j.string);
  if (j.is(Json::Kind::Int)) out.insert(j.integer);
  for (const Json& item : j.items) out.merge(numbers(item));
  for (const base::Member& m : j.members)
    if (m.key != "span" && m.key != "by" && !model::is_saying(m.key)) out.merge(numbers(m.value));
  return out;
}

/// Words that point at what another sentence says mean what that sentence makes of them.
bool points_back(const std::string& words) {
  for (const char* w : {"その", "それ", "そう", "同じ", " it", " that ", "its ", "It "})
    if (words.find(w) != std::string::npos) return true;
  return false;
}

struct Said {
  Site site;
  std::string form;
};

std::string words_of(const Program& p, const Site& s) {
  std::string out;
  for (const std::string& span : s.spans)
    for (const auto& [name, words] : p.cards[s.card].text)
      if (name == span) out += words;
  return out;
}

void same_words(Look& look) {
  const Program& p = look.p;
  const Form form(p);
  std::map<std::string, std::vector<Said>> same;
  const auto add = [&](const char* what, const model::Source& s, base::Span span,
                       const std::string& f) {
    if (s.card == kNone || s.spans.empty()) return;
    Said said{{"", s.by, s.card, s.spans, kNone, span}, f};
    const std::string words = words_of(p, said.site);
    if (!words.empty() && !points_back(words))
      same[std::string(what) + "\n" + words].push_back(std::move(said));
  };
  for (const auto& e : p.effects) add("effect", e.source, e.span, form.effect(e));
  for (const auto& n : p.norms) add("norm", n.source, n.span, form.norm(n));
  for (const auto& s : p.statics) add("static", s.source, s.span, form.of_static(s));
  for (const auto& t : p.triggers) add("trigger", t.source, t.span, form.trigger(t));
  for (const auto& a : p.amends) add("amend", a.source, a.span, form.amend(a));
  for (const auto& [words, list] : same) {
    std::map<CardId, std::multiset<std::string>> by_card;  // all that a card says by these words
    for (const Said& s : list) by_card[s.site.card].insert(s.form);
    std::set<CardId> done;
    for (const Said& s : list) {
      if (!done.insert(s.site.card).second) continue;
      // the first card of the same sort
      const auto first = std::ranges::find_if(
          list, [&](const Said& o) { return clashes::same_sort(p, o.site.card, s.site.card); });
      if (first->site.card == s.site.card || by_card[first->site.card] == by_card[s.site.card])
        continue;
      Finding f =
          about(Code::TwoWays, s.site, s.site.span, {"《" + p.cards[first->site.card].name + "》"});
      rules::add(f.set, rules::grounds(first->site));
      f.related.push_back(first->site.span);
      look.out.push_back(std::move(f));
    }
  }
}

/// An ability that counts now is that of the last wording. Its number may be that of the wording
/// before.
void old_numbers(Look& look) {
  const Program& p = look.p;
  std::map<std::string, CardId> ids;
  for (const CardId c : p.cards.ids()) ids.emplace(p.cards[c].name, c);
  const auto words_in = [](const Json& wording, const Json& spans) {
    const Json* all = wording.find("spans");
    std::string out;
    for (const Json& s : spans.items)
      if (const Json* w = all == nullptr ? nullptr : all->find(s.string)) out += w->string;
    return out;
  };
  for (const Json& file : look.game.cards) {
    const Json* cards = file.find("cards");
    if (cards == nullptr) continue;
    for (const Json& card : cards->items) {
      const Json *name = card.find("card"), *text = card.find("text"),
                 *provisions = card.find("provisions");
      if (name == nullptr || text == nullptr || provisions == nullptr || text->items.size() < 2 ||
          !ids.contains(name->string))
        continue;
      for (const Json& provision : provisions->items) {
        const Json* spans = provision.find("span");
        if (spans == nullptr || provision.find("before") != nullptr) continue;
        const std::set<int64_t> now = numbers(words_in(text->items.back(), *spans)),
                                before =
                                    numbers(words_in(text->items[text->items.size() - 2], *spans)),
                                has = numbers(provision);
        std::vector<int64_t> gone, fresh;
        std::set_difference(before.begin(), before.end(), now.begin(), now.end(),
                            std::back_inserter(gone));
        std::set_difference(now.begin(), now.end(), before.begin(), before.end(),
                            std::back_inserter(fresh));
        if (gone.size() != 1 || fresh.size() != 1 || !has.contains(gone[0]) ||
            has.contains(fresh[0]))
          continue;
        Site site{"", {}, ids.at(name->string), {}, kNone, provision.span};
        for (const Json& s : spans->items) site.spans.push_back(s.string);
        look.out.push_back(about(Code::OldNumber, site, provision.span,
                                 {std::to_string(gone[0]), std::to_string(fresh[0])}));
      }
    }
  }
}

}  // namespace

void look_at_texts(Look& look) {
  same_words(look);
  old_numbers(look);
}

}  // namespace hanrei::audit::cards
