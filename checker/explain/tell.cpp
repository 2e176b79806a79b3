#include "checker/explain/tell.h"

#include <algorithm>
#include <map>
#include <set>

#include "checker/explain/words.h"
#include "checker/orders.h"

namespace hanrei::checker::explain {
namespace {

using model::CodeKind;
using model::OpCode;
using Kind = Sentence::Kind;

int64_t cell(const S& s, int i) { return s.cells[static_cast<size_t>(i)]; }

/// What changed between two states, as sentences.
class Changes {
 public:
  Changes(const Question& q, const Machine<Concrete>& m, const Speaker& say) : w_(*q.world), p_(*q.program), code_(*q.code), m_(m), say_(say) {}

  /// What is otherwise in `a` than in `b`, as things with what they are worth.
  std::vector<std::string> apart(const S& a, const S& b) {
    changes_.clear();
    if (a.control.result != b.control.result) {
      const int r = a.control.result;
      const std::string who = r < model::kResultWinFirst || r == model::kResultDraw ? "" : say_.player(r - model::kResultWinFirst);
      if (r == model::kResultDraw) add("引き分け", "a draw");
      else if (r != model::kResultNone) add(who + "の勝ち", who + " wins");
      else add("勝敗なし", "nobody has won");
    }
    std::vector<bool> moved(static_cast<size_t>(w_.cards), false);
    for (int k = 0; k < w_.cards; ++k) {
      const int64_t at = cell(a, w_.zone_cell + k);
      moved[static_cast<size_t>(k)] = at != cell(b, w_.zone_cell + k);
      if (moved[static_cast<size_t>(k)]) add(say_.card(k) + "は" + (at < 0 ? "どこにもない" : say_.zone(a, at, host(a, k))), say_.card(k) + (at < 0 ? " nowhere" : " in " + say_.zone(a, at, host(a, k))));
    }
    for (size_t i = 4; i < p_.attrs.size(); ++i) {
      const model::AttrDef& d = p_.attrs[i];
      if (say_.silent(d.say) || d.sort >= model::kActSort || (w_.attr_cell[i] < 0 && (!code_.modified.test(i) || d.sort != model::kCardSort))) continue;
      const int n = d.sort == kNone ? 1 : w_.universe(model::ref_type(d.sort));
      for (int k = 0; k < n; ++k) {
        if (d.sort == model::kCardSort && moved[static_cast<size_t>(k)]) continue;
        const auto x = worth(a, static_cast<Id>(i), k), y = worth(b, static_cast<Id>(i), k);
        if (!x || !y || *x == *y) continue;
        const std::string whose = d.sort == kNone ? "" : say_.value(a, model::ref_type(d.sort), k), is = say_.value(a, d.type, *x);
        if (d.sort == kNone && d.name == "turn") add(is + "の手番", is + "'s turn");
        else add((whose.empty() ? "" : whose + "の") + d.name + " = " + is, (whose.empty() ? "" : whose + "'s ") + d.name + " = " + is);
      }
    }
    for (size_t z = 0; z < p_.zones.size(); ++z) for (int pl = 0; w_.lot_cell[z] >= 0 && pl < 2; ++pl) {
      const int64_t x = cell(a, w_.lot_cell[z] + pl);
      if (x == cell(b, w_.lot_cell[z] + pl)) continue;
      const std::string zone = say_.zone(a, static_cast<int64_t>(z) * 2 + pl, -1), n = std::to_string(x);
      add(zone + "に名のないカード" + n + "枚", n + " unnamed in " + zone);
    }
    std::vector<std::string> out;
    for (size_t i = 0; i < changes_.size() && i < kMostApart; ++i) out.push_back(std::move(changes_[i].text));
    return out;
  }

  /// A change, and what it rests on where that is not the statement: standing effects that begin or end with it.
  struct Change {
    std::string text;
    std::vector<std::string> cards = {};
    std::vector<Id> by = {};
    bool standing = false;
    std::array<int64_t, 3> lot = {};   ///< how many cards that are only counted go, from where to where
  };

  std::vector<Change> between(const S& a, const S& b, const model::Instr& ins) {
    changes_.clear();
    ins_ = &ins;
    moves(a, b);
    for (size_t i = 4; i < p_.attrs.size(); ++i) {
      if (!say_.silent(p_.attrs[i].say)) attribute(a, b, static_cast<Id>(i));
    }
    lots(a, b);
    tokens(a, b);
    for (size_t z = 0; z < p_.zones.size(); ++z) for (int pl = 0; w_.order_cell[z] >= 0 && pl < 2; ++pl) {
      const bool shuffles = std::any_of(ins.stmts.begin(), ins.stmts.end(), [&](const model::Stmt& st) { return st.kind == model::StmtKind::Shuffle && st.id == static_cast<Id>(z); });
      if (shuffles && cell(a, w_.order_cell[z] + pl) != cell(b, w_.order_cell[z] + pl)) { const std::string pile = say_.zone(b, static_cast<int64_t>(z) * 2 + pl, -1); add(pile + "がシャッフルされる。", pile + " is shuffled."); }
    }
    for (size_t i = 0; i < b.control.slots.size(); ++i) {
      const Slot &x = a.control.slots[i], &y = b.control.slots[i];
      if (y.act < 0 || x.act != y.act || x.negated || !y.negated) continue;
      const std::string who = say_.player(y.seat), act = p_.acts[static_cast<size_t>(y.act)].name;
      add(who + "の「" + act + "」は無効になる。", who + "'s “" + act + "” is negated.");
    }
    // what follows of standing effects comes after what makes it so
    std::stable_partition(changes_.begin(), changes_.end(), [](const Change& c) { return !c.standing; });
    return std::move(changes_);
  }

  /// So many cards that are only counted go from one zone to another.
  std::string lot(const S& s, const std::array<int64_t, 3>& l) const {
    const std::string n = std::to_string(l[0]), from = say_.zone(s, l[1], -1), to = say_.zone(s, l[2], -1);
    return say_.in("カード" + n + "枚が" + from + "から" + to + "に移る。", (n == "1" ? "1 card goes from " : n + " cards go from ") + from + " to " + to + ".");
  }

 private:
  static constexpr size_t kMostApart = 4;

  /// What a standing effect does to something: nothing when it is not there, is not about it or does not apply.
  std::optional<int64_t> brings(const S& s, int statik, int entity) const {
    if (std::none_of(s.control.effects.begin(), s.control.effects.end(), [&](const Effect& e) { return e.statik == statik; })) return std::nullopt;
    const Instance& inst = w_.statics[static_cast<size_t>(statik)];
    const model::Static& st = p_.statics[static_cast<size_t>(inst.provision)];
    std::array<int64_t, kTemps> temps = {};
    temps[0] = inst.card;
    temps[1] = entity;
    const Ctx<int64_t> c{static_cast<int>(s.control.stack.size()) - 1, nullptr, temps.data()};
    const auto& eval = m_.evaluator();
    try {
      if (inst.card >= 0 && st.source.card != kNone && eval.active(s, inst.card) == 0) return std::nullopt;
      if ((st.for_all ? eval.member(s, st.domain, entity, c) : static_cast<int64_t>(eval.eval(s, st.target, c) == entity)) == 0) return std::nullopt;
      if (st.cond != kNone && eval.eval(s, st.cond, c) == 0) return std::nullopt;
      return eval.eval(s, st.amount, c);
    } catch (const Unsupported&) {
      return std::nullopt;
    }
  }

  /// The standing effects that do otherwise to it in one of the states than in the other.
  void standing(const S& a, const S& b, Id attr, int entity, Change& change) const {
    for (size_t k = 0; k < w_.statics.size(); ++k) {
      const model::Static& st = p_.statics[static_cast<size_t>(w_.statics[k].provision)];
      if (st.attr != attr || brings(a, static_cast<int>(k), entity) == brings(b, static_cast<int>(k), entity)) continue;
      change.standing = true;
      if (st.source.card != kNone) if (const std::string& name = p_.cards[static_cast<size_t>(st.source.card)].name; std::find(change.cards.begin(), change.cards.end(), name) == change.cards.end()) change.cards.push_back(name);
      for (Id c : st.source.by) if (std::find(change.by.begin(), change.by.end(), c) == change.by.end()) change.by.push_back(c);
    }
  }

  void add(const std::string& ja, const std::string& en) { changes_.push_back({say_.in(ja, en)}); }

  /// The player or card whose zone a card is in.
  int64_t host(const S& s, int card) const { return cell(s, w_.attr_cell[3] + card); }

  void moves(const S& a, const S& b) {
    moved_.assign(static_cast<size_t>(w_.cards), false);
    std::vector<std::pair<std::pair<std::string, std::string>, std::vector<std::string>>> groups;
    for (int k = 0; k < w_.cards; ++k) {
      const int64_t from = cell(a, w_.zone_cell + k), to = cell(b, w_.zone_cell + k);
      if (from == to && host(a, k) == host(b, k)) continue;
      moved_[static_cast<size_t>(k)] = true;
      const std::pair<std::string, std::string> way(from < 0 ? "" : say_.zone(a, from, host(a, k)), to < 0 ? "" : say_.zone(b, to, host(b, k)));
      auto it = std::find_if(groups.begin(), groups.end(), [&](const auto& g) { return g.first == way; });
      if (it == groups.end()) it = groups.insert(it, {way, {}});
      it->second.push_back(say_.card(k));
    }
    for (const auto& [way, cards] : groups) {
      const std::string who = say_.list(cards);
      if (way.first.empty()) add(who + "が" + way.second + "に現れる。", who + (cards.size() > 1 ? " appear in " : " appears in ") + way.second + ".");
      else add(who + "が" + way.first + "から" + way.second + "に移る。", who + (cards.size() > 1 ? " go from " : " goes from ") + way.first + " to " + way.second + ".");
    }
  }

  /// What an attribute is worth for one entity; nothing when that cannot be said.
  std::optional<int64_t> worth(const S& s, Id attr, int k) const {
    const size_t i = static_cast<size_t>(attr);
    if (w_.attr_cell[i] >= 0) return cell(s, w_.attr_cell[i] + k);
    try {
      return m_.evaluator().attr(s, attr, k, model::Reading::Now, {static_cast<int>(s.control.stack.size()) - 1, nullptr, nullptr});
    } catch (const Unsupported&) {
      return std::nullopt;
    }
  }

  void attribute(const S& a, const S& b, Id attr) {
    const size_t i = static_cast<size_t>(attr);
    const model::AttrDef& d = p_.attrs[i];
    if (d.sort >= model::kActSort) return;  // tokens are told as they come and go
    if (w_.attr_cell[i] < 0 && (!code_.modified.test(i) || d.sort != model::kCardSort)) return;
    const int n = d.sort == kNone ? 1 : w_.universe(model::ref_type(d.sort));
    std::map<std::pair<int64_t, int64_t>, std::vector<int>> groups;
    std::vector<std::pair<int64_t, int64_t>> order;
    for (int k = 0; k < n; ++k) {
      auto x = worth(a, attr, k);
      const auto y = worth(b, attr, k);
      if (d.sort == model::kCardSort && moved_[static_cast<size_t>(k)] && !is_place(d) && (d.life == model::Life::Stay || w_.attr_cell[i] < 0)) {
        // what the move gives with it is told where it is not what every stay begins with
        const bool given = std::any_of(ins_->stmts.begin(), ins_->stmts.end(), [&](const model::Stmt& st) { return std::any_of(st.attrs.begin(), st.attrs.end(), [&](const auto& to) { return to.first == attr; }); });
        x = !given || w_.attr_cell[i] < 0 || d.type.kind == model::TypeKind::Ref ? std::nullopt : usual(b, d, k);
      }
      if (!x || !y || *x == *y) continue;
      std::vector<int>& list = groups[{*x, *y}];
      if (list.empty()) order.emplace_back(*x, *y);
      list.push_back(k);
    }
    for (const auto& change : order) {
      const std::vector<int>& who = groups[change];
      const size_t before = changes_.size();
      tell(b, d, who, change.first, change.second);
      if (changes_.size() > before && d.sort == model::kCardSort) standing(a, b, attr, who.front(), changes_.back());
    }
  }

  /// What a stay begins with.
  std::optional<int64_t> usual(const S& s, const model::AttrDef& d, int k) const {
    if (d.fallback == kNone) return d.type.kind == model::TypeKind::Bool || d.type.kind == model::TypeKind::Int ? std::optional<int64_t>(0) : std::nullopt;
    Speaker::At at{s, static_cast<int>(s.control.stack.size()) - 1, nullptr, {}};
    at.temps[0] = k;
    return say_.number(at, d.fallback);
  }

  /// Squares and slots: where a card is within its zone.
  bool is_place(const model::AttrDef& d) const { return d.name == "at" && d.sort == model::kCardSort && w_.attr_cell[static_cast<size_t>(&d - &p_.attrs[0])] >= 0; }

  void tell(const S& s, const model::AttrDef& d, const std::vector<int>& who, int64_t x, int64_t y) {
    if (d.type.kind == model::TypeKind::Ref && model::card_of(x) == model::card_of(y)) return;  // what was pointed to has gone
    std::vector<std::string> names;
    for (int k : who) names.push_back(d.sort == kNone ? "" : say_.value(s, model::ref_type(d.sort), k));
    const std::string them = say_.list(names);
    if (d.say != kNone) {
      Speaker::At at{s, static_cast<int>(s.control.stack.size()) - 1, nullptr, {}};
      at.temps[0] = who.front();
      at.temps[1] = x;
      at.temps[2] = y;
      if (auto text = say_.said(d.say, at, y, &them)) changes_.push_back({std::move(*text)});
      return;
    }
    if (is_place(d)) {
      const std::string to = say_.value(s, d.type, y);
      if (y == 0) return;  // in none
      if (d.type.kind == model::TypeKind::Enum) add(them + "は(" + to + ")に置かれる。", them + (who.size() > 1 ? " stand on (" : " stands on (") + to + ").");
      else add(them + "の場所は" + to + "番になる。", them + (who.size() > 1 ? " are in place " : " is in place ") + to + ".");
      return;
    }
    const std::string ja = (d.sort == kNone ? "" : them + "の") + d.name, en = d.sort == kNone ? "“" + d.name + "”" : them + "'s " + d.name;
    if (d.type.kind == model::TypeKind::Bool) {
      const std::string name = (d.sort == kNone ? "" : them + "が") + std::string("「") + d.name + "」";
      if (y != 0) add(d.sort == kNone ? name + "になる。" : name + "になる。", (d.sort == kNone ? "It is now “" : them + (who.size() > 1 ? " are now “" : " is now “")) + d.name + "”.");
      else add(name + "でなくなる。", (d.sort == kNone ? "It is no longer “" : them + (who.size() > 1 ? " are no longer “" : " is no longer “")) + d.name + "”.");
      return;
    }
    const bool number = d.type.kind == model::TypeKind::Int;
    const std::string from = say_.value(s, d.type, x), to = say_.value(s, d.type, y);
    if (number) add(ja + "が" + from + "から" + to + "になる。", en + " goes from " + from + " to " + to + ".");
    else add(ja + "が" + to + "になる。", en + " becomes " + to + ".");
  }

  void lots(const S& a, const S& b) {
    std::vector<std::pair<int64_t, int64_t>> less, more;  // zone, how many
    for (size_t z = 0; z < p_.zones.size(); ++z) for (int pl = 0; w_.lot_cell[z] >= 0 && pl < 2; ++pl) {
      const int64_t change = cell(b, w_.lot_cell[z] + pl) - cell(a, w_.lot_cell[z] + pl);
      if (change != 0) (change < 0 ? less : more).emplace_back(static_cast<int64_t>(z) * 2 + pl, std::abs(change));
    }
    if (less.size() == 1 && more.size() == 1 && less[0].second == more[0].second) {
      Change change;
      change.lot = {less[0].second, less[0].first, more[0].first};
      change.text = lot(b, change.lot);
      changes_.push_back(std::move(change));
      return;
    }
    for (const auto* list : {&less, &more}) for (const auto& [z, n] : *list) {
      const std::string zone = say_.zone(b, z, -1), by = std::to_string(n);
      if (list == &less) add(zone + "のカードが" + by + "枚減る。", "There " + std::string(n == 1 ? "is 1 card" : "are " + by + " cards") + " fewer in " + zone + ".");
      else add(zone + "のカードが" + by + "枚増える。", "There " + std::string(n == 1 ? "is 1 card" : "are " + by + " cards") + " more in " + zone + ".");
    }
  }

  void tokens(const S& a, const S& b) {
    for (const TokenSort& t : w_.tokens) for (const bool comes : {false, true}) {
      const model::SortDef& sort = p_.sorts[static_cast<size_t>(t.sort)];
      if (say_.silent(sort.say)) continue;
      const S& s = comes ? b : a;  // where it is
      std::vector<std::pair<std::string, std::vector<int>>> groups;
      for (int k = 0; k < t.pool; ++k) {
        if ((cell(a, t.alive + k) != 0) == (cell(b, t.alive + k) != 0) || (cell(b, t.alive + k) != 0) != comes) continue;
        const std::string text = token(s, t, sort, k, 1, comes);
        auto it = std::find_if(groups.begin(), groups.end(), [&](const auto& g) { return g.first == text; });
        if (it == groups.end()) it = groups.insert(it, {text, {}});
        it->second.push_back(k);
      }
      for (const auto& [text, list] : groups) if (!text.empty()) changes_.push_back({token(s, t, sort, list.front(), static_cast<int64_t>(list.size()), comes)});
    }
  }

  std::string token(const S& s, const TokenSort& t, const model::SortDef& sort, int k, int64_t n, bool comes) const {
    if (sort.say != kNone) {
      Speaker::At at{s, static_cast<int>(s.control.stack.size()) - 1, nullptr, {}};
      at.temps[0] = k;
      at.temps[1] = n;
      return say_.said(sort.say, at, comes).value_or("");
    }
    std::vector<std::string> marks;
    for (size_t i = 0; i < p_.attrs.size(); ++i) if (p_.attrs[i].sort == t.sort && p_.attrs[i].type.kind == model::TypeKind::Set) {
      const int64_t v = cell(s, w_.attr_cell[i] + k);
      if (v != 0) marks.push_back(say_.value(s, p_.attrs[i].type, v));
    }
    const std::string what = sort.name + (marks.empty() ? "" : " (" + say_.list(marks) + ")"), number = std::to_string(n);
    return comes ? say_.in(what + "が" + number + "つ生じる。", number + " " + what + (n > 1 ? " come into being." : " comes into being."))
                 : say_.in(what + "が" + number + "つなくなる。", number + " " + what + (n > 1 ? " are gone." : " is gone."));
  }

  const World& w_;
  const model::Program& p_;
  const model::Lowered& code_;
  const Machine<Concrete>& m_;
  const Speaker& say_;
  std::vector<Change> changes_;
  std::vector<bool> moved_;
  const model::Instr* ins_ = nullptr;
};

/// The slot of an act that is declared in `after` and was not in `before`; -1 for none.
int new_slot(const S& before, const S& after) {
  for (size_t i = 0; i < after.control.slots.size(); ++i) if (after.control.slots[i].act >= 0 && before.control.slots[i].act < 0) return static_cast<int>(i);
  return -1;
}

/// What a trigger does, as a thing to be named.
std::string item(const Question& q, const Speaker& say, const S& s, const Instance& inst) {
  const model::Trigger& t = q.program->triggers[static_cast<size_t>(inst.provision)];
  Speaker::At at{s, static_cast<int>(s.control.stack.size()) - 1, nullptr, {}};
  at.temps[0] = inst.card;
  if (const auto text = say.said(t.say, at)) return *text;
  if (inst.card < 0) return say.in("「" + t.id + "」", "“" + t.id + "”");
  const bool player = t.source.card == kNone && t.domain != kNone && (*q.program)[t.domain].type.id == model::kPlayerSort;
  const std::string whose = player ? say.player(inst.card) : say.card(inst.card);
  if (t.source.card != kNone && t.id == q.program->cards[static_cast<size_t>(t.source.card)].name) return say.in(whose + "の文面", "the text of " + whose);
  return say.in(whose + "の「" + t.id + "」", whose + "'s “" + t.id + "”");
}

std::string picked(const Question& q, const Speaker& say, const S& before, const Move& move, const S& after) {
  const model::Code& code = q.code->codes[static_cast<size_t>(move.what)];
  const model::Instr& ins = code.ins[static_cast<size_t>(move.pc)];
  const model::Choose* c = ins.index >= 0 ? &q.code->choices[static_cast<size_t>(ins.index)] : nullptr;
  const std::string who = move.who < 0 ? "" : say.player(move.who);
  if (c == nullptr) return say.in(who + "が選ぶ。", who + " chooses.");
  const model::Type& type = code.locals[static_cast<size_t>(c->var)].type;
  const int64_t value = cell(after, before.control.stack.back().base + c->var);
  if (ins.say != kNone && !say.silent(ins.say)) if (const auto text = say.said(ins.say, say.top(after), value)) return *text;
  const bool named = c->name.size() > 2;
  const std::string of_ja = named ? "「" + c->name + "」" : "", of_en = named ? " (“" + c->name + "”)" : "";
  if (c->domain == model::DomainKind::YesNo) {
    if (value != 0) return say.in(who + "が" + of_ja + "に「はい」と答える。", who + " answers yes" + of_en + ".");
    return say.in(who + "が" + of_ja + "に「いいえ」と答える。", who + " answers no" + of_en + ".");
  }
  const bool none = type.kind == model::TypeKind::Set ? value == 0 : type.kind == model::TypeKind::Ref && value == model::kNobody;
  const std::string what = say.value(after, type, value);
  if (move.who < 0) return none ? say.in("何も選ばれない" + of_ja + "。", "Nothing is chosen" + of_en + ".")
                                : say.in(what + "が選ばれる" + of_ja + " (選ぶ者の定めはない)。", what + " is chosen" + of_en + "; no rule says by whom.");
  if (none) return say.in(who + "は" + of_ja + "に何も選ばない。", who + " chooses nothing" + of_en + ".");
  if (type.kind == model::TypeKind::Int) return say.in(who + "が" + of_ja + "を" + what + "にする。", who + " chooses " + what + of_en + ".");
  return say.in(who + "が" + (named ? of_ja + "に" : "") + what + "を選ぶ。", who + " chooses " + what + of_en + ".");
}

/// An item that is a call, by its name and what it is called with; else as it is written.
std::string called(const Question& q, const Speaker& say, const S& s, const model::Code& code, const model::Instr& go, size_t at) {
  const model::Instr& first = code.ins[static_cast<size_t>(go.targets[at])];
  if (first.code != OpCode::Call) return say.in("「" + go.texts[at] + "」", "“" + go.texts[at] + "”");
  const model::Code& callee = q.code->codes[static_cast<size_t>(first.id)];
  std::string with;
  for (size_t i = 0; i < first.args.size(); ++i) with += (with.empty() ? "" : say.in("、", ", ")) + say.value(s, callee.locals[i].type, say.number(say.top(s), first.args[i]));
  return say.in("「" + callee.name + "」" + (with.empty() ? "" : "(" + with + ")"), "“" + callee.name + "”" + (with.empty() ? "" : " (" + with + ")"));
}

std::string ordered(const Question& q, const Speaker& say, const S& before, const Move& move) {
  const model::Code& code = q.code->codes[static_cast<size_t>(move.what)];
  const auto at = static_cast<size_t>(move.values[0]);
  std::string what = std::to_string(move.values[0] + 1);
  if (code.kind == CodeKind::Window) {
    const std::vector<Instance>& list = q.world->heard[static_cast<size_t>(code.id)];
    if (at < list.size()) what = item(q, say, before, list[at]);
  } else if (code.kind == CodeKind::Book) {
    if (at < q.world->edges.size()) what = item(q, say, before, q.world->edges[at]);
  } else if (static_cast<size_t>(move.pc) + 1 < code.ins.size()) {
    const model::Instr& go = code.ins[static_cast<size_t>(move.pc) + 1];
    if (at < go.texts.size()) {
      const auto text = say.said(go.says[at], say.top(before));
      what = text ? *text : called(q, say, before, code, go, at);
    }
  }
  if (move.who < 0) return say.in("先に" + what + "が処理される(順序を決める者の定めはない)。", what + " is carried out first; no rule says who decides.");
  const std::string who = say.player(move.who);
  return say.in(who + "が、先に" + what + "を処理することを選ぶ。", who + " chooses to carry out " + what + " first.");
}

/// Words before a sentence: "when X has gone down, A …".
std::string after_moment(const std::string& moment, std::string text, bool ja) {
  if (ja) return moment + "、" + text;
  for (std::string_view word : {"The ", "It ", "There ", "Nothing ", "No "}) if (text.starts_with(word)) text[0] = static_cast<char>(text[0] - 'A' + 'a');
  std::string out = moment + ", " + text;
  if (out[0] >= 'a' && out[0] <= 'z') out[0] = static_cast<char>(out[0] - 'a' + 'A');
  return out;
}

class Teller : public replay::Watcher {
 public:
  Teller(const Question& q, const Machine<Concrete>& m, const Speaker& say) : q_(q), w_(*q.world), p_(*q.program), m_(m), say_(say), changes_(q, m, say) {
    for (size_t i = 0; i < p_.triggers.size(); ++i) if (p_.triggers[i].source.card != kNone) {
      card_triggers_[p_.triggers[i].proc] = static_cast<Id>(i);
      of_card_[p_.triggers[i].proc] = p_.triggers[i].source.card;
    }
    for (const model::EffectDef& e : p_.effects) for (Id proc : {e.proc, e.pay_proc}) if (proc != kNone) of_card_[proc] = e.card;
    for (const model::ActDef& a : p_.acts) for (Id proc : {a.declare, a.process}) if (proc != kNone && a.source.card != kNone) of_card_[proc] = a.source.card;
    for (size_t i = 0; i < p_.limits.size(); ++i) if (p_.limits[i].repair != kNone) repairs_[p_.limits[i].repair] = static_cast<Id>(i);
  }

  void before(const S& s, const model::Code& code, const model::Instr& ins) override {
    before_ = s;
    code_ = &code;
    ins_ = &ins;
    const int pc = s.control.stack.back().pc;
    if (code.kind != CodeKind::Procedure) return;
    const model::Procedure& proc = p_.procedures[static_cast<size_t>(code.id)];
    if (pc == (proc.cond == kNone ? 0 : 3)) begins(s, code, proc);
  }

  void after(const S& s) override {
    const int depth = static_cast<int>(before_.control.stack.size());
    switch (ins_->code) {
      case OpCode::Ask: {
        if (const int slot = new_slot(before_, s); slot >= 0) {
          add(Kind::Choice, declaration_sentence(q_, say_, s, slot), p_.acts[static_cast<size_t>(s.control.slots[static_cast<size_t>(slot)].act)].source.by, s.control.slots[static_cast<size_t>(slot)].seat);
          out_.back().cards = permitted_by(s, slot);
        } else if (played(s, rulings::PlayKind::Pass)) scripted_pass(s);
        return;
      }
      case OpCode::Window:
        if (static_cast<int>(s.control.stack.size()) > depth) moment(s);
        return;
      case OpCode::Choose:
        if (ins_->say == kNone && !played(s, rulings::PlayKind::Choose)) return;
        if (!say_.silent(ins_->say) && s.control.end == End::Running && s.control.stack.size() == before_.control.stack.size()) decided_by_play(s);
        return;
      case OpCode::Mark:
        if (ins_->say != kNone) tell_step(s);
        return;
      case OpCode::Branch:
        if (static_cast<int>(s.control.stack.size()) == depth && s.control.stack.back().pc == before_.control.stack.back().pc + 1) met_ = {ins_->cond, depth, before_.control.stack.back().pc, before_.control.stack.back().code};
        break;
      default: break;
    }
    const bool over = s.control.end == End::Over && s.control.result != 0 && before_.control.end == End::Running;
    const bool covered = ins_->code == OpCode::Stmts && (ins_->say != kNone || silent_frame());
    std::vector<Changes::Change> changes = changes_.between(before_, s, *ins_);
    if (ins_->code == OpCode::Stmts && ins_->say != kNone && (!changes.empty() || only_locals())) tell_step(s);
    if (!covered) for (Changes::Change& c : changes) {
      add_event(std::move(c.text));
      if (c.standing) { out_.back().cards = std::move(c.cards); out_.back().by = std::move(c.by); }
      else for (std::string& name : amended_by(q_, say_, before_, *ins_)) out_.back().cards.push_back(std::move(name));
      if (c.lot[0] > 0) lots_[out_.size() - 1] = c.lot;
    }
    if (over) ends(s);
  }

  void cut(const S&, const model::LoopRule& rule) override {
    add(Kind::Event, say_.in("終わりのない繰り返しなので、ここで打ち切る。", "What repeats without end is cut off here."), rule.by);
  }

  void chosen(const S& before, const Move& move, const S& after) override {
    before_ = before;
    const int now = moves_++;
    const model::Code& code = q_.code->codes[static_cast<size_t>(before.control.stack.back().code)];
    const model::Instr& ins = code.ins[static_cast<size_t>(before.control.stack.back().pc)];
    std::vector<Id> by = ins.by;
    if (const int slot = new_slot(before, after); slot >= 0) by = p_.acts[static_cast<size_t>(after.control.slots[static_cast<size_t>(slot)].act)].source.by;
    else if (const Id order = order_of(p_, ins); order != kNone && (ins.code == OpCode::PickEdge || !p_.orders[static_cast<size_t>(order)].by.empty())) by = p_.orders[static_cast<size_t>(order)].by;
    add(Kind::Choice, choice_sentence(q_, say_, before, move, after), by, move.who);
    out_.back().move = now;
    if (const int slot = new_slot(before, after); slot >= 0) out_.back().cards = permitted_by(after, slot);
    if (move.kind == MoveKind::Pick || move.kind == MoveKind::YesNo) out_.back().cards = text_under_way();
  }

  /// The cards by whose texts a declaration may be made that no clause permits.
  std::vector<std::string> permitted_by(const S& after, int slot) const {
    const Slot& declared = after.control.slots[static_cast<size_t>(slot)];
    const model::Code& code = q_.code->codes[static_cast<size_t>(before_.control.stack.back().code)];
    if (code.kind != CodeKind::Exchange) return {};
    const size_t n = p_.procedures[static_cast<size_t>(p_.acts[static_cast<size_t>(declared.act)].process)].locals.size();
    const auto first = after.cells.begin() + w_.slot_cell + slot * w_.slot_size;
    const std::vector<int64_t> locals(first, first + static_cast<std::ptrdiff_t>(n));
    std::vector<std::string> out;
    try {
      for (const Instance* i : m_.menu(before_, declared.act, declared.seat, code.id, m_.moment_of(before_)).permits) {
        if (m_.norm_applies(before_, *i, declared.act, declared.seat, locals, declared.effect) == 0) continue;
        const Id card = p_.norms[static_cast<size_t>(i->provision)].source.card;
        if (card == kNone) return {};
        const std::string& name = p_.cards[static_cast<size_t>(card)].name;
        if (std::find(out.begin(), out.end(), name) == out.end()) out.push_back(name);
      }
    } catch (const Unsupported&) {
      return {};
    }
    return out;
  }

  /// What was told, without moments at which nothing was, and with what was repeated told once.
  std::vector<Sentence> told() {
    std::vector<Sentence> out;
    for (size_t i = 0; i < out_.size(); ++i) {
      Sentence& s = out_[i];
      if (s.kind == Kind::Moment) {
        if (i + 1 >= out_.size() || out_[i + 1].kind == Kind::Moment) continue;
        Sentence& next = out_[i + 1];
        next.text = after_moment(s.text, next.text, say_.ja());
        for (Id c : s.by) if (std::find(next.by.begin(), next.by.end(), c) == next.by.end()) next.by.push_back(c);
        continue;
      }
      size_t times = 1;
      const auto lot = lots_.find(i);
      std::array<int64_t, 3> all = lot == lots_.end() ? std::array<int64_t, 3>{} : lot->second;
      const auto alike = [&](size_t k) {
        if (out_[k].kind != Kind::Event || out_[k].by != s.by || out_[k].cards != s.cards) return false;
        const auto other = lots_.find(k);
        if (lot == lots_.end() || other == lots_.end()) return out_[k].text == s.text;
        if (other->second[1] != all[1] || other->second[2] != all[2]) return false;
        all[0] += other->second[0];
        return true;
      };
      while (s.kind == Kind::Event && i + times < out_.size() && alike(i + times)) ++times;
      if (times > 1 && all[0] > 0) {
        s.text = changes_.lot(before_, all);
        i += times - 1;
      } else if (times > 1) {
        const std::string_view stop = say_.ja() ? "。" : ".";
        const bool stops = s.text.ends_with(stop);
        s.text = s.text.substr(0, s.text.size() - (stops ? stop.size() : 0)) + say_.in("(" + std::to_string(times) + "回)", " (" + std::to_string(times) + " times)") + std::string(stops ? stop : "");
        i += times - 1;
      }
      out.push_back(std::move(s));
    }
    return out;
  }

 private:
  void add(Kind kind, std::string text, const std::vector<Id>& by, int who = -1) {
    if (!out_.empty() && out_.back().kind == Kind::Moment) {  // is it still that moment?
      const size_t at = static_cast<size_t>(out_.back().depth);
      const std::vector<Frame>& stack = before_.control.stack;
      if (stack.size() <= at || q_.code->codes[static_cast<size_t>(stack[at].code)].kind != CodeKind::Window) out_.pop_back();
    }
    Sentence s;
    s.kind = kind;
    s.text = std::move(text);
    s.by = by;
    s.who = who;
    s.depth = static_cast<int>(before_.control.stack.size());
    out_.push_back(std::move(s));
  }

  void begins(const S& s, const model::Code& code, const model::Procedure& proc) {
    if (const auto text = say_.said(proc.say, say_.top(s))) { add(Kind::Event, *text, proc.by); return; }
    if (proc.say != kNone) return;
    const int64_t subject = proc.params > 0 ? s.cells[static_cast<size_t>(s.control.stack.back().base)] : -1;
    if (const auto it = card_triggers_.find(code.id); it != card_triggers_.end()) {
      const std::string what = item(q_, say_, s, {it->second, static_cast<int>(model::card_of(subject))});
      add(Kind::Event, say_.in(what + "が働く。", (what.starts_with("the ") ? "T" + what.substr(1) : what) + " takes effect."), proc.by);
    } else if (const auto at = repairs_.find(code.id); at != repairs_.end()) {
      const model::Limit& limit = p_.limits[static_cast<size_t>(at->second)];
      Speaker::At values{s, static_cast<int>(s.control.stack.size()) - 1, nullptr, {}};
      values.temps[0] = subject;
      if (say_.silent(limit.say)) return;
      const auto text = say_.said(limit.say, values);
      add(Kind::Event, text ? *text : say_.in("「" + limit.id + "」の定めを超えたので、それに合わせる。", "The limit “" + limit.id + "” is exceeded and has to be kept."), limit.source.by);
    }
  }

  bool silent_frame() const {
    return code_->kind == CodeKind::Procedure && say_.silent(p_.procedures[static_cast<size_t>(code_->id)].say);
  }
  bool only_locals() const {
    return std::all_of(ins_->stmts.begin(), ins_->stmts.end(), [&](const model::Stmt& st) { return st.kind == model::StmtKind::Nothing || (st.kind == model::StmtKind::Assign && p_[st.target].op == model::Op::Local); });
  }

  /// A step is told once each time it is carried out, at its first instruction.
  void tell_step(const S& s) {
    const int depth = static_cast<int>(before_.control.stack.size()), pc = before_.control.stack.back().pc;
    const bool same = told_.say == ins_->say && told_.depth == depth && pc > told_.pc;
    if (same) return;
    told_ = {ins_->say, depth, pc};
    if (static_cast<int>(s.control.stack.size()) != depth) return;
    if (auto text = say_.said(ins_->say, say_.top(s))) add_event(std::move(*text));
  }

  /// What a statement or step does rests on the step that called for it, on the card whose text is being carried out, and
  /// on the clauses of the statement.
  void add_event(std::string text) {
    std::vector<Id> by;
    const std::vector<Frame>& stack = before_.control.stack;
    for (size_t i = stack.size(); i-- > 0;) {
      const model::Code& code = q_.code->codes[static_cast<size_t>(stack[i].code)];
      if (code.kind != CodeKind::Procedure) break;
      const model::Instr& ins = code.ins[static_cast<size_t>(stack[i].pc)];
      if (i + 1 < stack.size() && by.empty() && ins.stated) by = ins.by;
      if (of_card_.contains(code.id)) break;
    }
    // what a procedure says of all its steps adds nothing to the step that called for it
    if (by.empty() || ins_->stated) for (Id c : ins_->by) if (std::find(by.begin(), by.end(), c) == by.end()) by.push_back(c);
    add(Kind::Event, std::move(text), by);
    out_.back().cards = text_under_way();
  }

  /// The card whose text is being carried out.
  std::vector<std::string> text_under_way() const {
    const std::vector<Frame>& stack = before_.control.stack;
    for (size_t i = stack.size(); i-- > 0;) {
      const model::Code& code = q_.code->codes[static_cast<size_t>(stack[i].code)];
      if (code.kind != CodeKind::Procedure) break;
      if (const auto at = of_card_.find(code.id); at != of_card_.end()) return {p_.cards[static_cast<size_t>(at->second)].name};
    }
    return {};
  }

  void moment(const S& s) {
    const Id signal = code_->ins[static_cast<size_t>(before_.control.stack.back().pc)].id;
    const model::SignalDef& d = p_.signals[static_cast<size_t>(signal)];
    if (say_.silent(d.say)) return;
    const auto text = say_.said(d.say, say_.top(s));
    std::string whose_ja, whose_en = "the ";
    if (!d.args.empty() && d.args.front().type.kind == model::TypeKind::Ref && d.args.front().type.id == model::kCardSort) {
      const int64_t about = s.cells[static_cast<size_t>(s.control.stack.back().base)];
      if (about != model::kNobody) whose_ja = say_.card(about) + "の", whose_en = say_.card(about) + "'s ";
    }
    add(Kind::Moment, text ? *text : say_.in(whose_ja + "《" + d.name + "》に", "in " + whose_en + "window 《" + d.name + "》"), ins_->by);
  }

  /// Has an item of this kind of the play just been carried out?
  bool played(const S& s, rulings::PlayKind kind) const {
    if (s.control.end == End::Asked) return false;
    for (size_t i = before_.control.script; i < s.control.script; ++i) if (w_.question->play[i].kind == kind) return true;
    return false;
  }

  void scripted_pass(const S& s) {
    const int64_t seat = say_.number(say_.top(before_), ins_->cond);
    Move pass;
    pass.kind = MoveKind::Pass;
    pass.who = static_cast<int8_t>(seat);
    pass.what = before_.control.stack.back().code;
    add(Kind::Choice, choice_sentence(q_, say_, before_, pass, s), {}, static_cast<int>(seat));
  }

  void decided_by_play(const S& s) {
    const model::Choose& c = q_.code->choices[static_cast<size_t>(ins_->index)];
    Move move;
    move.kind = c.domain == model::DomainKind::YesNo ? MoveKind::YesNo : MoveKind::Pick;
    move.what = before_.control.stack.back().code;
    move.pc = before_.control.stack.back().pc;
    if (c.who != kNone) move.who = static_cast<int8_t>(say_.number(say_.top(before_), c.who));
    const bool script = played(s, rulings::PlayKind::Choose);
    const int64_t value = cell(s, before_.control.stack.back().base + c.var);
    const model::Type& type = code_->locals[static_cast<size_t>(c.var)].type;
    const bool nothing = type.kind == model::TypeKind::Set ? value == 0 : type.kind == model::TypeKind::Ref && value == model::kNobody;
    if (!script && (nothing || !say_.said(ins_->say, say_.top(s), value))) return;
    add(Kind::Choice, picked(q_, say_, before_, move, s), ins_->by, move.who);
    out_.back().cards = text_under_way();
  }

  void ends(const S& s) {
    const bool at_judge = ins_->code == OpCode::Judge || ins_->code == OpCode::CourtEnd;
    const bool judged = at_judge || ins_->code == OpCode::EndingScan;
    std::vector<Id> by = ins_->by;
    for (const model::Ending& e : p_.endings) for (int k = 0; judged && k < 2; ++k) {
      Speaker::At at{before_, static_cast<int>(before_.control.stack.size()) - 1, nullptr, {}};
      at.temps[0] = k;
      const auto holds = [&](ExprId x) { return say_.number(at, x) != 0; };
      if ((!e.at_once && !at_judge) || !holds(e.when) || (!at_judge && e.hold != kNone && holds(e.hold))) continue;
      const std::string who = say_.player(k);
      const auto text = say_.said(e.say, at);
      if (!say_.silent(e.say)) add(Kind::Event, text ? *text : say_.in(who + "について「" + e.id + "」の条件が満たされる。", "The condition “" + e.id + "” is met for " + who + "."), e.source.by);
    }
    if (!judged) lost_by_step(s);
    const int result = s.control.result;
    const std::string who = result == model::kResultDraw ? "" : say_.player(result - model::kResultWinFirst);
    add(Kind::End, result == model::kResultDraw ? say_.in("引き分けになる。", "The game is drawn.") : say_.in(who + "の勝ちになる。", who + " wins the game."), by);
  }

  /// A step ends the game: who loses by it, and on what condition, where the step has one.
  void lost_by_step(const S& s) {
    if (s.control.result == model::kResultDraw) return;
    const std::string loser = say_.player(1 - (s.control.result - model::kResultWinFirst));
    const Frame& f = before_.control.stack.back();
    std::optional<std::string> why;
    if (met_.cond != kNone && met_.depth == static_cast<int>(before_.control.stack.size()) && met_.code == f.code && met_.pc < f.pc) {
      const Speaker::At top = say_.top(before_);
      Where at{before_, top.frame, top.locals, top.temps, {}, {}};
      for (const model::Local& l : code_->locals) at.local_names.push_back(l.name);
      why = condition_words(q_, say_, at, met_.cond);
    }
    add(Kind::Event, why ? say_.in(*why + "ので、" + loser + "は敗北する。", "As " + *why + ", " + loser + " loses.") : say_.in(loser + "は敗北する。", loser + " loses."), ins_->by);
  }

  const Question& q_;
  const World& w_;
  const model::Program& p_;
  const Machine<Concrete>& m_;
  const Speaker& say_;
  Changes changes_;
  std::map<Id, Id> card_triggers_, repairs_, of_card_;   // by procedure
  std::map<size_t, std::array<int64_t, 3>> lots_;          // by sentence, before moments are joined
  S before_;
  const model::Code* code_ = nullptr;
  const model::Instr* ins_ = nullptr;
  struct { ExprId cond = kNone; int depth = 0, pc = 0, code = 0; } met_;   // the condition last found true
  struct { Id say = kNone; int depth = 0, pc = 0; } told_;
  int moves_ = 0;
  std::vector<Sentence> out_;
};

}  // namespace

std::vector<std::string> differences(const Question& q, const Speaker& say, const Machine<Concrete>& m, const S& end, const S& other) { return Changes(q, m, say).apart(end, other); }

std::string declaration_sentence(const Question& q, const Speaker& say, const S& s, int slot) {
  const World& w = *q.world;
  const model::Program& p = *q.program;
  const Slot& declared = s.control.slots[static_cast<size_t>(slot)];
  const model::ActDef& act = p.acts[static_cast<size_t>(declared.act)];
  const auto& locals = p.procedures[static_cast<size_t>(act.process)].locals;
  const int64_t* values = s.cells.data() + w.slot_cell + slot * w.slot_size;
  std::vector<std::string> chosen;
  if (declared.effect >= 0) {
    const model::EffectDef& d = p.effects[static_cast<size_t>(w.effects[static_cast<size_t>(declared.effect)].effect)];
    for (size_t k = 0; k < d.present.size(); ++k) if (const int64_t v = values[act.effect_local + 1 + static_cast<Id>(k)]; v != model::kNobody) chosen.push_back(say.value(s, locals[static_cast<size_t>(act.effect_local) + 1 + k].type, v));
  }
  Speaker::At at{s, static_cast<int>(s.control.stack.size()) - 1, values, {}};
  if (const auto text = say.said(act.say, at)) {
    if (chosen.empty()) return *text;
    const std::string_view stop = say.ja() ? "。" : ".";
    const bool stops = text->ends_with(stop);
    return text->substr(0, text->size() - (stops ? stop.size() : 0)) + say.in("(選んだもの: ", " (choosing ") + say.list(chosen) + ")" + std::string(stops ? stop : "");
  }
  std::vector<std::string> things;
  for (const model::Choose& c : act.present) things.push_back((c.name.size() > 2 ? c.name + ": " : "") + say.value(s, locals[static_cast<size_t>(c.var)].type, values[c.var]));
  if (declared.effect >= 0) if (const std::string& name = p.effects[static_cast<size_t>(w.effects[static_cast<size_t>(declared.effect)].effect)].name; !name.empty()) things.push_back("《" + name + "》");
  things.insert(things.end(), chosen.begin(), chosen.end());
  std::string with;
  for (const std::string& t : things) with += (with.empty() ? "" : say.in("、", ", ")) + t;
  const std::string who = say.player(declared.seat);
  return say.in(who + "が「" + act.name + "」を宣言する" + (with.empty() ? "" : "(" + with + ")") + "。", who + " declares “" + act.name + "”" + (with.empty() ? "" : " (" + with + ")") + ".");
}

std::string choice_sentence(const Question& q, const Speaker& say, const S& before, const Move& move, const S& after) {
  const std::string who = move.who < 0 ? "" : say.player(move.who);
  switch (move.kind) {
    case MoveKind::Pass: {
      const model::Code& code = q.code->codes[static_cast<size_t>(move.what)];
      if (code.kind == CodeKind::Exchange) {
        Speaker::At at{before, static_cast<int>(before.control.stack.size()) - 1, nullptr, {}};
        at.temps[0] = move.who;
        if (const auto text = say.said(q.program->exchanges[static_cast<size_t>(code.id)].say, at)) return *text;
      }
      return say.in(who + "は何も宣言しない。", who + " declares nothing.");
    }
    case MoveKind::Declare: {
      const int slot = new_slot(before, after);
      return slot < 0 ? replay::describe(q, move, say.ja() ? base::Lang::Ja : base::Lang::En) : declaration_sentence(q, say, after, slot);
    }
    case MoveKind::YesNo:
    case MoveKind::Pick: return picked(q, say, before, move, after);
    case MoveKind::Open: return "";   // nothing is left open in a play that is told
    case MoveKind::Order: return ordered(q, say, before, move);
    case MoveKind::Again: return move.values[0] != 0 ? say.in(who + "はもう一度行うことを選ぶ。", who + " chooses to do it again.") : say.in(who + "は先へ進むことを選ぶ。", who + " chooses to go on.");
    case MoveKind::May: {
      const model::Code& code = q.code->codes[static_cast<size_t>(before.control.stack.back().code)];
      const model::Instr& ins = code.ins[static_cast<size_t>(before.control.stack.back().pc)];
      const int64_t at = cell(before, before.control.stack.back().base + ins.slot);
      const std::string what = item(q, say, before, q.world->heard[static_cast<size_t>(code.id)][static_cast<size_t>(at)]);
      return move.values[0] != 0 ? say.in(who + "は" + what + "を使うことを選ぶ。", who + " chooses to use " + what + ".") : say.in(who + "は" + what + "を使わないことを選ぶ。", who + " chooses not to use " + what + ".");
    }
    case MoveKind::Settle: {
      if (move.values[0] < 0) return say.in("常時効果が決まらない。", "The continuous effects have no consistent state.");
      std::vector<std::string> on;
      for (size_t k = 0; k < q.world->cyclic.size(); ++k) if (move.values[0] >> k & 1) on.push_back(say.card(q.world->statics[static_cast<size_t>(q.world->cyclic[k])].card));
      return say.in(on.empty() ? "どの常時効果も適用されない。" : say.list(on) + "の常時効果が適用される。", on.empty() ? "None of the continuous effects applies." : "The continuous effects of " + say.list(on) + " apply.");
    }
    case MoveKind::Top: {
      const std::string top = move.values[0] < 0 ? say.in("特に名前のないカード", "a card of no particular name") : say.card(move.values[0]), pile = say.zone(before, move.values[1], -1);
      return say.in(pile + "の一番上は" + top + "である。", "On top of " + pile + " lies " + top + ".");
    }
  }
  return "";
}

Told tell(const Question& q, const std::vector<int64_t>& lets, const std::vector<Move>& moves, const rulings::Claim* probe, base::Lang lang, std::vector<std::string> cards) {
  Told out;
  if (q.world == nullptr) { out.problem = q.unsupported; return out; }
  Concrete domain;
  Machine<Concrete> m(*q.world, domain);
  const Speaker say(q, m, lang, std::move(cards));
  Teller teller(q, m, say);
  const replay::Played played = replay::play(q, m, lets, moves, probe, &teller);
  out.ok = played.ok;
  out.problem = played.problem;
  out.sentences = teller.told();
  out.end = played.end;
  const auto end = [&](const std::string& ja, const std::string& en) { out.sentences.push_back({Kind::End, say.in(ja, en), {}, -1, -1, 0}); };
  if (out.end.control.end == End::Stuck) end("ここから先へ進めない。", "Play cannot go on from here.");
  if (out.end.control.end == End::Bounded) end("ここで検査の上限に達する。", "Here a bound of the examination is reached.");
  if (out.end.control.end == End::Endless) end("このまま終わらない。", "This goes on without end.");
  return out;
}

}  // namespace hanrei::checker::explain
