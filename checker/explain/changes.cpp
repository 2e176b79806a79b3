#include "checker/explain/changes.h"

#include <algorithm>
#include <map>

#include "base/contains.h"

namespace hanrei::checker::explain {
namespace {

int64_t cell(const S& s, int i) { return s.cells[i]; }

/// What changed between two states, as sentences.
class Changes {
 public:
  Changes(const Question& q, const Machine<Concrete>& m, const Speaker& say)
      : w_(*q.world), p_(*q.program), code_(*q.code), m_(m), say_(say) {}

  /// What is otherwise in `a` than in `b`, as things with what they are worth.
  std::vector<std::string> apart(const S& a, const S& b) {
    changes_.clear();
    if (a.control.result != b.control.result) {
      const int r = a.control.result;
      const std::string who = r < model::kResultWinFirst || r == model::kResultDraw
                                  ? ""
                                  : say_.player(r - model::kResultWinFirst);
      if (r == model::kResultDraw)
        add("引き分け", "a draw");
      else if (r != model::kResultNone)
        add(who + "の勝ち", who + " wins");
      else
        add("勝敗なし", "nobody has won");
    }
    std::vector<bool> moved(static_cast<size_t>(w_.cards), false);
    for (int k = 0; k < w_.cards; ++k) {
      const int64_t at = cell(a, w_.zone_cell + k);
      moved[k] = at != cell(b, w_.zone_cell + k);
      if (moved[k])
        add(say_.card(k) + "は" + (at < 0 ? "どこにもない" : say_.zone(a, at, host(a, k))),
            say_.card(k) + (at < 0 ? " nowhere" : " in " + say_.zone(a, at, host(a, k))));
    }
    for (const AttrId i : p_.attrs.ids(4)) {
      const model::AttrDef& d = p_.attrs[i];
      if (say_.silent(d.say) || d.sort >= model::kActSort ||
          (w_.attr_cell[i] < 0 && (!code_.modified.test(i) || d.sort != model::kCardSort)))
        continue;
      const int n = d.sort == kNone ? 1 : w_.universe(model::ref_type(d.sort));
      for (int k = 0; k < n; ++k) {
        if (d.sort == model::kCardSort && moved[k]) continue;
        const auto x = worth(a, i, k), y = worth(b, i, k);
        if (!x || !y || *x == *y) continue;
        const std::string whose = d.sort == kNone ? "" : say_.value(a, model::ref_type(d.sort), k),
                          is = say_.value(a, d.type, *x);
        if (say_.is_turn(i))
          add(is + "の手番", is + "'s turn");
        else
          changes_.push_back({state(i, whose, *x, is)});
      }
    }
    for (const ZoneId z : p_.zones.ids())
      for (int pl = 0; w_.lot_cell[z] >= 0 && pl < 2; ++pl) {
        const int64_t x = cell(a, w_.lot_cell[z] + pl);
        if (x == cell(b, w_.lot_cell[z] + pl)) continue;
        const std::string zone = say_.zone(a, static_cast<int64_t>(z) * 2 + pl, -1),
                          n = std::to_string(x);
        add(zone + "に名のないカード" + n + "枚", n + " unnamed in " + zone);
      }
    std::vector<std::string> out;
    for (size_t i = 0; i < changes_.size() && i < kMostApart; ++i)
      out.push_back(std::move(changes_[i].text));
    return out;
  }

  std::vector<Change> between(const S& a, const S& b, const model::Instr& ins) {
    changes_.clear();
    ins_ = &ins;
    moves(a, b);
    for (const AttrId i : p_.attrs.ids(4)) {
      if (!say_.silent(p_.attrs[i].say)) attribute(a, b, i);
    }
    lots(a, b);
    tokens(a, b);
    for (const ZoneId z : p_.zones.ids())
      for (int pl = 0; w_.order_cell[z] >= 0 && pl < 2; ++pl) {
        const bool shuffles = std::ranges::any_of(ins.stmts, [&](const model::Stmt& st) {
          return st.kind == model::StmtKind::Shuffle && st.id == z;
        });
        if (shuffles && cell(a, w_.order_cell[z] + pl) != cell(b, w_.order_cell[z] + pl)) {
          const std::string pile = say_.zone(b, static_cast<int64_t>(z) * 2 + pl, -1);
          add(pile + "がシャッフルされる。", pile + " is shuffled.");
        }
      }
    for (size_t i = 0; i < b.control.slots.size() && i < a.control.slots.size(); ++i) {
      const Slot &x = a.control.slots[i], &y = b.control.slots[i];
      if (y.act < 0 || x.act != y.act || x.negated || !y.negated) continue;
      const model::ActDef& def = p_.acts[ActId(y.act)];
      const std::string who = say_.player(y.seat), act = say_.called(def.told, def.name);
      if (const int card = presented(b, i, def); card >= 0)
        add(who + "が" + say_.card(card) + "で宣言したことは無効になる。",
            "What " + who + " declared with " + say_.card(card) + " is negated.");
      else
        add(who + "の" + act + "は無効になる。",
            "What " + who + " declared is negated: " + act + ".");
    }
    // what follows of standing effects comes after what makes it so
    std::stable_partition(changes_.begin(), changes_.end(),
                          [](const Change& c) { return !c.standing; });
    return std::move(changes_);
  }

 private:
  /// The card that a declaration presents first; less than 0: it presents something else.
  int presented(const S& s, size_t slot, const model::ActDef& def) const {
    if (def.present.empty()) return -1;
    const Id var = def.present[0].var;
    const model::Type& type = p_.procedures[def.process].locals[var].type;
    if (type.kind != model::TypeKind::Ref || type.id != model::kCardSort) return -1;
    return static_cast<int>(
        s.acts[slot * static_cast<size_t>(w_.slot_size) + static_cast<size_t>(var)]);
  }

  static constexpr size_t kMostApart = 4;
  static constexpr const char* kSomewhere = "\1";  ///< from a zone that is not told

  /// What a standing effect does to something: nothing when it is not there, is not about it or
  /// does not apply.
  std::optional<int64_t> brings(const S& s, int statik, int entity) const {
    if (std::ranges::none_of(s.control.effects,
                             [&](const Effect& e) { return e.statik == statik; }))
      return std::nullopt;
    const StaticInstance& inst = w_.statics[statik];
    const model::Static& st = p_.statics[inst.provision];
    std::array<int64_t, kTemps> temps = {};
    temps[0] = inst.card;
    temps[1] = entity;
    const Ctx<int64_t> c{s.top(), nullptr, temps.data()};
    const auto& eval = m_.evaluator();
    try {
      if (inst.card >= 0 && st.source.card != kNone && eval.active(s, inst.card) == 0)
        return std::nullopt;
      if ((st.for_all ? eval.member(s, st.domain, entity, c)
                      : static_cast<int64_t>(eval.eval(s, st.target, c) == entity)) == 0)
        return std::nullopt;
      if (st.cond != kNone && eval.eval(s, st.cond, c) == 0) return std::nullopt;
      return eval.eval(s, st.amount, c);
    } catch (const Unsupported&) {
      return std::nullopt;
    }
  }

  /// The standing effects that do otherwise to it in one of the states than in the other.
  void standing(const S& a, const S& b, AttrId attr, int entity, Change& change) const {
    for (size_t k = 0; k < w_.statics.size(); ++k) {
      const model::Static& st = p_.statics[w_.statics[k].provision];
      if (st.attr != attr ||
          brings(a, static_cast<int>(k), entity) == brings(b, static_cast<int>(k), entity))
        continue;
      change.standing = true;
      change.statics.push_back(w_.statics[k].provision);
      if (st.source.card != kNone)
        if (const std::string& name = p_.cards[st.source.card].name;
            !base::contains(change.cards, name))
          change.cards.push_back(name);
      for (ClauseId c : st.source.by)
        if (!base::contains(change.by, c)) change.by.push_back(c);
    }
  }

  void add(const std::string& ja, const std::string& en) { changes_.push_back({say_.in(ja, en)}); }

  /// The player or card whose zone a card is in.
  int64_t host(const S& s, int card) const {
    return cell(s, w_.attr_cell[model::kHostAttr] + card);
  }

  bool silent_zone(int64_t packed) const {
    return say_.silent(p_.zones[ZoneId(static_cast<Id>(packed / 2))].say);
  }

  void moves(const S& a, const S& b) {
    moved_.assign(w_.cards, false);
    std::vector<std::pair<std::pair<std::string, std::string>, std::vector<std::string>>> groups;
    for (int k = 0; k < w_.cards; ++k) {
      const int64_t from = cell(a, w_.zone_cell + k), to = cell(b, w_.zone_cell + k);
      if (from == to && host(a, k) == host(b, k)) continue;
      moved_[k] = true;
      if (to >= 0 && silent_zone(to)) continue;
      const std::pair<std::string, std::string> way(from < 0 ? ""
                                                    : silent_zone(from)
                                                        ? kSomewhere
                                                        : say_.zone(a, from, host(a, k)),
                                                    to < 0 ? "" : say_.zone(b, to, host(b, k)));
      auto it = std::ranges::find_if(groups, [&](const auto& g) { return g.first == way; });
      if (it == groups.end()) it = groups.insert(it, {way, {}});
      it->second.push_back(say_.card(k));
    }
    const size_t first = changes_.size();
    for (const auto& [way, cards] : groups) {
      const std::string who = say_.list(cards);
      if (way.first.empty())
        add(who + "が" + way.second + "に現れる。",
            who + (cards.size() > 1 ? " appear in " : " appears in ") + way.second + ".");
      else if (way.first == kSomewhere)
        add(who + "が" + way.second + "に移る。",
            who + (cards.size() > 1 ? " go to " : " goes to ") + way.second + ".");
      else
        add(who + "が" + way.first + "から" + way.second + "に移る。",
            who + (cards.size() > 1 ? " go from " : " goes from ") + way.first + " to " +
                way.second + ".");
    }
    at_once(first);
  }

  /// What one instruction moves, it moves at the same time: one sentence.
  void at_once(size_t first) {
    const size_t n = changes_.size() - first;
    if (n < 2 || n > kMostAtOnce) return;
    std::vector<std::string> all;
    for (size_t i = first; i < changes_.size(); ++i) all.push_back(std::move(changes_[i].text));
    changes_.resize(first + 1);
    changes_[first].text = explain::at_once(std::move(all), say_.ja());
  }

  /// What an attribute is worth for one entity; nothing when that cannot be said.
  std::optional<int64_t> worth(const S& s, AttrId attr, int k) const {
    if (w_.attr_cell[attr] >= 0) return cell(s, w_.attr_cell[attr] + k);
    try {
      return m_.evaluator().attr(s, attr, k, model::Reading::Now, {s.top(), nullptr, nullptr});
    } catch (const Unsupported&) {
      return std::nullopt;
    }
  }

  void attribute(const S& a, const S& b, AttrId attr) {
    const model::AttrDef& d = p_.attrs[attr];
    if (d.sort >= model::kActSort) return;  // tokens are told as they come and go
    if (w_.attr_cell[attr] < 0 && (!code_.modified.test(attr) || d.sort != model::kCardSort))
      return;
    const int n = d.sort == kNone ? 1 : w_.universe(model::ref_type(d.sort));
    std::map<std::pair<int64_t, int64_t>, std::vector<int>> groups;
    std::vector<std::pair<int64_t, int64_t>> order;
    for (int k = 0; k < n; ++k) {
      auto x = worth(a, attr, k);
      const auto y = worth(b, attr, k);
      if (d.sort == model::kCardSort && moved_[k] && !is_place(d) &&
          (d.life == model::Life::Stay || w_.attr_cell[attr] < 0)) {
        // what the move gives with it is told where it is not what every stay begins with
        const bool given = std::ranges::any_of(ins_->stmts, [&](const model::Stmt& st) {
          return std::ranges::any_of(st.attrs, [&](const auto& to) { return to.first == attr; });
        });
        x = !given || w_.attr_cell[attr] < 0 || d.type.kind == model::TypeKind::Ref
                ? std::nullopt
                : usual(b, d, k);
      }
      if (!x || !y || *x == *y) continue;
      std::vector<int>& list = groups[{*x, *y}];
      if (list.empty()) order.emplace_back(*x, *y);
      list.push_back(k);
    }
    for (const auto& change : order) {
      const std::vector<int>& who = groups[change];
      const size_t before = changes_.size();
      tell(b, attr, who, change.first, change.second);
      if (changes_.size() > before && d.sort == model::kCardSort)
        standing(a, b, attr, who.front(), changes_.back());
    }
  }

  /// What a stay begins with.
  std::optional<int64_t> usual(const S& s, const model::AttrDef& d, int k) const {
    if (d.fallback == kNone)
      return d.type.kind == model::TypeKind::Bool || d.type.kind == model::TypeKind::Int
                 ? std::optional<int64_t>(0)
                 : std::nullopt;
    Speaker::At at{s, s.top(), nullptr, {}};
    at.temps[0] = k;
    return say_.number(at, d.fallback);
  }

  /// What an attribute is, as one of several states beside each other.
  std::string state(AttrId attr, const std::string& whose, int64_t x, const std::string& is) const {
    if (auto clause = say_.told(p_.attrs[attr].told, {whose}, x)) return *clause;
    return (whose.empty() ? say_.label(attr) : say_.attribute(attr, whose)) + " = " + is;
  }

  /// A Japanese clause as what comes about: 「夜である」 becomes 「夜になる」.
  static std::string come_about(const std::string& clause) {
    static constexpr std::pair<std::string_view, std::string_view> kEnds[] = {{"である", "になる"},
                                                                              {"ない", "なくなる"}};
    for (const auto& [is, becomes] : kEnds)
      if (clause.ends_with(is))
        return clause.substr(0, clause.size() - is.size()) + std::string(becomes);
    return clause + "状態になる";
  }

  /// Squares and slots: where a card is within its zone.
  bool is_place(const model::AttrDef& d) const {
    return d.name == "at" && d.sort == model::kCardSort &&
           w_.attr_cell[AttrId(&d - &*p_.attrs.begin())] >= 0;
  }

  void tell(const S& s, AttrId attr, const std::vector<int>& who, int64_t x, int64_t y) {
    const model::AttrDef& d = p_.attrs[attr];
    if (d.type.kind == model::TypeKind::Ref && model::card_of(x) == model::card_of(y))
      return;  // what was pointed to has gone
    std::vector<std::string> names;
    for (int k : who)
      names.push_back(d.sort == kNone ? "" : say_.value(s, model::ref_type(d.sort), k));
    const std::string them = say_.list(names);
    if (d.say != kNone) {
      Speaker::At at{s, s.top(), nullptr, {}};
      at.temps[0] = who.front();
      at.temps[1] = x;
      at.temps[2] = y;
      if (auto text = say_.said(d.say, at, y, &them)) changes_.push_back({std::move(*text)});
      return;
    }
    if (is_place(d)) {
      const std::string to = say_.value(s, d.type, y);
      if (y == 0) return;  // in none
      if (d.type.kind == model::TypeKind::Enum)
        add(them + "は(" + to + ")に置かれる。",
            them + (who.size() > 1 ? " stand on (" : " stands on (") + to + ").");
      else
        add(them + "の場所は" + say_.place(to) + "になる。",
            them + (who.size() > 1 ? " are now at " : " is now at ") + say_.place(to) + ".");
      return;
    }
    if (const auto is = say_.told(d.told, {them}, y)) {
      add(come_about(*is) + "。", "Now " + *is + ".");
      return;
    }
    if (d.type.kind == model::TypeKind::Bool) {
      const std::string name =
          (d.sort == kNone ? "" : them + "が") + std::string("「") + d.name + "」";
      if (y != 0)
        add(d.sort == kNone ? name + "になる。" : name + "になる。",
            (d.sort == kNone ? "It is now “"
                             : them + (who.size() > 1 ? " are now “" : " is now “")) +
                d.name + "”.");
      else
        add(name + "でなくなる。",
            (d.sort == kNone ? "It is no longer “"
                             : them + (who.size() > 1 ? " are no longer “" : " is no longer “")) +
                d.name + "”.");
      return;
    }
    const bool number = d.type.kind == model::TypeKind::Int;
    const std::string what = say_.attribute(attr, d.sort == kNone ? "" : them),
                      from = say_.value(s, d.type, x), to = say_.value(s, d.type, y);
    // a name stays as it is written
    const std::string begun = what.starts_with("the ") ? capital(what) : what;
    if (number)
      add(what + "が" + from + "から" + to + "になる。",
          begun + " goes from " + from + " to " + to + ".");
    else
      add(what + "が" + to + "になる。", begun + " becomes " + to + ".");
  }

  void lots(const S& a, const S& b) {
    std::vector<std::pair<int64_t, int64_t>> less, more;  // zone, how many
    for (const ZoneId z : p_.zones.ids())
      for (int pl = 0; w_.lot_cell[z] >= 0 && pl < 2; ++pl) {
        const int64_t change = cell(b, w_.lot_cell[z] + pl) - cell(a, w_.lot_cell[z] + pl);
        if (change != 0)
          (change < 0 ? less : more)
              .emplace_back(static_cast<int64_t>(z) * 2 + pl, std::abs(change));
      }
    if (less.size() == 1 && more.size() == 1 && less[0].second == more[0].second) {
      Change change;
      change.lot = {less[0].second, less[0].first, more[0].first};
      change.text = lot_words(say_, b, change.lot);
      changes_.push_back(std::move(change));
      return;
    }
    for (const auto* list : {&less, &more})
      for (const auto& [z, n] : *list) {
        const std::string zone = say_.zone(b, z, -1), by = std::to_string(n);
        if (list == &less)
          add(zone + "のカードが" + by + "枚減る。",
              "There " + std::string(n == 1 ? "is 1 card" : "are " + by + " cards") + " fewer in " +
                  zone + ".");
        else
          add(zone + "のカードが" + by + "枚増える。",
              "There " + std::string(n == 1 ? "is 1 card" : "are " + by + " cards") + " more in " +
                  zone + ".");
      }
  }

  void tokens(const S& a, const S& b) {
    for (const TokenSort& t : w_.tokens)
      for (const bool comes : {false, true}) {
        const model::SortDef& sort = p_.sorts[t.sort];
        if (say_.silent(sort.say)) continue;
        const S& s = comes ? b : a;  // where it is
        std::vector<std::pair<std::string, std::vector<int>>> groups;
        for (int k = 0; k < t.pool; ++k) {
          if ((cell(a, t.alive + k) != 0) == (cell(b, t.alive + k) != 0) ||
              (cell(b, t.alive + k) != 0) != comes)
            continue;
          const std::string text = token(s, t, sort, k, 1, comes);
          auto it = std::ranges::find_if(groups, [&](const auto& g) { return g.first == text; });
          if (it == groups.end()) it = groups.insert(it, {text, {}});
          it->second.push_back(k);
        }
        for (const auto& [text, list] : groups)
          if (!text.empty())
            changes_.push_back(
                {token(s, t, sort, list.front(), static_cast<int64_t>(list.size()), comes)});
      }
  }

  std::string token(const S& s, const TokenSort& t, const model::SortDef& sort, int k, int64_t n,
                    bool comes) const {
    if (sort.say != kNone) {
      Speaker::At at{s, s.top(), nullptr, {}};
      at.temps[0] = k;
      at.temps[1] = n;
      return say_.said(sort.say, at, comes).value_or("");
    }
    std::vector<std::string> marks;
    for (const AttrId i : p_.attrs.ids())
      if (p_.attrs[i].sort == t.sort && p_.attrs[i].type.kind == model::TypeKind::Set) {
        const int64_t v = cell(s, w_.attr_cell[i] + k);
        if (v != 0) marks.push_back(say_.value(s, p_.attrs[i].type, v));
      }
    const std::string what = sort.name + (marks.empty() ? "" : " (" + say_.list(marks) + ")"),
                      number = std::to_string(n);
    return comes
               ? say_.in(what + "が" + number + "つ生じる。",
                         number + " " + what + (n > 1 ? " come into being." : " comes into being."))
               : say_.in(what + "が" + number + "つなくなる。",
                         number + " " + what + (n > 1 ? " are gone." : " is gone."));
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

}  // namespace

std::vector<Change> changes_between(const Question& q, const Machine<Concrete>& m,
                                    const Speaker& say, const S& before, const S& after,
                                    const model::Instr& ins) {
  return Changes(q, m, say).between(before, after, ins);
}

std::vector<std::string> differences(const Question& q, const Speaker& say,
                                     const Machine<Concrete>& m, const S& end, const S& other) {
  return Changes(q, m, say).apart(end, other);
}

std::string lot_words(const Speaker& say, const S& s, const std::array<int64_t, 3>& lot) {
  const std::string n = std::to_string(lot[0]), from = say.zone(s, lot[1], -1),
                    to = say.zone(s, lot[2], -1);
  return say.in(
      "カード" + n + "枚が" + from + "から" + to + "に移る。",
      (n == "1" ? "1 card goes from " : n + " cards go from ") + from + " to " + to + ".");
}

bool only_locals(const model::Program& p, const model::Instr& ins) {
  return std::ranges::all_of(ins.stmts, [&](const model::Stmt& st) {
    return st.kind == model::StmtKind::Nothing ||
           (st.kind == model::StmtKind::Assign && p[st.target].op == model::Op::Local);
  });
}

bool works_out(const model::Program& p, const model::Instr& ins) {
  return std::ranges::all_of(ins.stmts, [&](const model::Stmt& st) {
    return st.kind == model::StmtKind::Nothing ||
           (st.kind == model::StmtKind::Assign && p[st.target].type.kind == model::TypeKind::Int);
  });
}

}  // namespace hanrei::checker::explain
