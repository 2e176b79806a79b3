#include "checker/explain/setting.h"

#include <algorithm>

#include "checker/explain/words.h"
#include "model/ir/forms.h"

namespace hanrei::checker::explain {
namespace {

using model::TypeKind;

class Setting {
 public:
  Setting(const Question& q, const rulings::Ruling* ruling, base::Lang lang)
      : q_(q),
        p_(*q.program),
        given_(q.which->situation),
        machine_(*q.world, domain_),
        say_(q, machine_, lang, card_names(q, ruling, lang)),
        state_(machine_.initial(std::vector<int64_t>(given_.lets.size(), 0))) {
    reads(ruling);
  }

  std::string words() {
    begins();
    for (const rulings::SituationCard& c : given_.cards) {
      if (c.zone == kNone) continue;
      const bool hosted = p_.zones[c.zone].of == model::ZoneOwner::Card;
      place(say_.zone(state_, static_cast<int64_t>(c.zone) * 2 + (hosted ? 0 : c.owner), c.host),
            card(c));
    }
    for (const rulings::Lot& l : given_.lots) {
      const auto n = number(l.count);
      if (n && *n != "0")
        place(say_.zone(state_, static_cast<int64_t>(l.zone) * 2 + l.owner, -1),
              say_.in(*n + "枚", *n == "1" ? "1 card" : *n + " cards"));
    }
    for (const auto& [zone, what] : zones_)
      sentences_.push_back(zone + say_.in(": ", ": ") + joined(what));
    for (size_t who : {size_t{0}, size_t{1}}) {
      auto worth = values(given_.players[who], static_cast<int64_t>(who));
      for (std::string& each : beginning(static_cast<int64_t>(who)))
        worth.push_back(std::move(each));
      for (std::string& own : owned_) sentences_.push_back(std::move(own));
      owned_.clear();
      if (!worth.empty())
        sentences_.push_back(p_.players[who] + say_.in(": ", ": ") + joined(worth));
    }
    for (const rulings::Let& let : given_.lets)
      if (std::string may = range(let); !may.empty()) sentences_.push_back(std::move(may));
    for (const ExprId e : given_.where)
      if (auto so = condition_words(q_, say_, symbolic(), e)) sentences_.push_back(std::move(*so));
    for (const rulings::TokenIn& t : given_.tokens) {
      const auto worth = values(t.values);
      sentences_.push_back(p_.sorts[t.sort].name +
                           (worth.empty() ? "" : say_.in("(", " (") + joined(worth) + ")"));
    }
    // what may be declared is asked where it may be declared, before that
    const bool at_end = std::ranges::any_of(q_.which->claims, [](const rulings::Claim& c) {
      return c.kind != rulings::ClaimKind::Legal && c.kind != rulings::ClaimKind::Illegal;
    });
    if (const std::string& until = q_.which->until;
        at_end && !until.empty() && until != "idle" && until != "end")
      sentences_.push_back(
          say_.in(called(until) + "が終わった後の状態を見る",
                  "what counts is how it stands once " + called(until) + " is over"));
    std::string out;
    for (const std::string& s : sentences_) out += (out.empty() ? "" : say_.in("。", "; ")) + s;
    return out.empty() ? out : out + say_.in("。", ".");
  }

 private:
  std::string called(const std::string& procedure) const {
    for (const model::Procedure& proc : p_.procedures)
      if (proc.name == procedure) return say_.called(proc.told, procedure);
    return say_.quoted(procedure);
  }

  /// Whose turn it is, and where play stands.
  void begins() {
    std::string turn;
    std::vector<std::string> others;
    for (const auto& [attr, e] : given_.game) {
      if (!say_.is_turn(attr)) continue;
      if (const auto who = number(e)) turn = say_.in(*who + "の手番", "it is " + *who + "'s turn");
    }
    for (const auto& pair : given_.game)
      if (!say_.is_turn(pair.first))
        for (std::string& each : values({pair})) others.push_back(std::move(each));
    const std::string at = given_.frames.empty() ? "" : place(given_.frames.back(), turn);
    if (!turn.empty())
      sentences_.push_back(turn + (at.empty() ? "" : say_.in("、", ", ") + at));
    else if (!at.empty())
      sentences_.push_back(at);
    if (!others.empty()) sentences_.push_back(joined(others));
  }

  /// Where play stands: a part of the turn in which somebody is asked has a name that says enough;
  /// of what else is carried out, also what it is carried out with.
  std::string place(const rulings::FrameIn& frame, const std::string& turn) const {
    const model::Procedure& proc = p_.procedures[frame.proc];
    std::vector<std::string> with;
    for (const auto& [local, e] : frame.locals) {
      const model::Type& type = proc.locals[local].type;
      if (local >= proc.params ||
          (type.kind == TypeKind::Ref && type.id == model::kPlayerSort && !turn.empty()))
        continue;
      if (auto is = number(e)) with.push_back(std::move(*is));
    }
    if (with.empty() && offers(proc.steps)) {
      const std::string name = say_.told(proc.told, {}).value_or(proc.name);
      return say_.in(name, "in " + name);
    }
    const std::string name = say_.called(proc.told, proc.name) +
                             (with.empty() ? "" : say_.in("(", " (") + joined(with) + ")");
    return frame.ordinal > 0 ? say_.in(name + "の途中", "within " + name)
                             : say_.in(name + "に入ったところ", "as " + name + " begins");
  }

  static bool offers(const std::vector<model::Step>& steps) {
    return std::ranges::any_of(steps, [](const model::Step& s) {
      return s.kind == model::StepKind::Offer ||
             std::ranges::any_of(s.arms, [](const model::Arm& arm) { return offers(arm.steps); });
    });
  }

  std::string card(const rulings::SituationCard& c) {
    const auto& ids = q_.world->card_ids;
    const size_t k = std::ranges::find(ids, c.id) - ids.begin();
    const std::string name = k < ids.size() ? say_.card(static_cast<int64_t>(k)) : c.id;
    const model::CardDef& def = p_.cards[c.def];
    std::vector<std::string> more = values(c.values);
    if (!def.generic && name.find(def.name) == std::string::npos)
      more.insert(more.begin(), "《" + def.name + "》");
    for (std::string& each : printed(c, static_cast<int64_t>(k))) more.push_back(std::move(each));
    return name + (more.empty() ? "" : say_.in("(", " (") + joined(more) + ")");
  }

  /// What is printed on a card and a claim reads of it, unless the situation gives the value.
  std::vector<std::string> printed(const rulings::SituationCard& c, int64_t card) const {
    std::vector<std::string> out;
    if (static_cast<size_t>(card) >= q_.world->card_ids.size()) return out;
    for (const AttrId i : p_.attrs.ids(4)) {
      const AttrId attr = i;
      const model::AttrDef& d = p_.attrs[i];
      const bool number = d.type.kind == TypeKind::Int,
                 set = d.type.kind == TypeKind::Set && d.type.elem == TypeKind::Enum;
      if (q_.world->attr_table[i] < 0 || d.nature != model::Nature::Printed || (!number && !set) ||
          std::ranges::none_of(read_, [&](const Read& r) {
            return r.attr == attr && (r.card.empty() || r.card == c.id);
          }))
        continue;
      const auto& given = p_.cards[c.def].printed;
      const auto is_attr = [&](const auto& v) { return v.first == attr; };
      if (std::ranges::any_of(c.values, is_attr) ||
          (!p_.cards[c.def].generic && std::ranges::none_of(given, is_attr)))
        continue;
      const std::string is =
          say_.value(state_, d.type,
                     machine_.evaluator().attr(state_, attr, static_cast<int>(card),
                                               model::Reading::Printed, {-1, nullptr, nullptr}));
      out.push_back(say_.in("もとの" + d.name + (number ? "" : "は") + is,
                            d.name + " " + is + " as printed"));
    }
    return out;
  }

  /// What a player begins with and a claim reads, unless the situation gives it.
  std::vector<std::string> beginning(int64_t player) const {
    std::vector<std::string> out;
    for (const AttrId i : p_.attrs.ids()) {
      const model::AttrDef& d = p_.attrs[i];
      const AttrId attr = i;
      const auto& given = given_.players[player];
      if (d.sort != model::kPlayerSort || d.type.kind != TypeKind::Int ||
          d.nature != model::Nature::Stored || q_.world->attr_cell[i] < 0 || say_.silent(d.say))
        continue;
      if (std::ranges::any_of(given, [&](const auto& v) { return v.first == attr; }) ||
          std::ranges::none_of(read_, [&](const Read& r) { return r.attr == attr; }))
        continue;
      const int64_t is = state_.cells[q_.world->attr_cell[i] + player];
      if (is != 0) out.push_back(d.name + " " + std::to_string(is));
    }
    return out;
  }

  /// The attributes that the claims of all cases read: of which card, by its id; empty: of any.
  struct Read {
    AttrId attr;
    std::string card;
  };
  void reads(ExprId id, bool only_printed, const rulings::Situation& of_case) {
    if (id == kNone) return;
    const model::Expr& e = p_[id];
    if (e.op == model::Op::Attr &&
        (!only_printed || static_cast<model::Reading>(e.value) == model::Reading::Printed)) {
      const model::Expr& of = p_[e.a];
      const size_t k = of.op == model::Op::Const && of.type.kind == TypeKind::Ref &&
                               of.type.id == model::kCardSort && of.value >= 0
                           ? static_cast<size_t>(model::card_of(of.value))
                           : of_case.cards.size();
      read_.push_back({e.attr(), k < of_case.cards.size() ? of_case.cards[k].id : ""});
    }
    model::each_operand(e, [&](ExprId k) { reads(k, only_printed, of_case); });
  }
  /// Of a declaration: what the texts ask of the objects as it is printed.
  void reads(const rulings::Ruling* ruling) {
    const auto of = [&](const rulings::Case& which) {
      for (const rulings::Claim& claim : which.claims)
        for (ExprId e : rulings::expressions_of(claim)) reads(e, false, which.situation);
    };
    if (ruling == nullptr)
      of(*q_.which);
    else
      for (const rulings::Case& which : ruling->cases) of(which);
    for (const EffectInstance& e : q_.world->effects)
      for (const model::Choose& choose : p_.effects[e.effect].present)
        for (ExprId part : {choose.where, choose.such}) reads(part, true, given_);
  }

  std::vector<std::string> values(const std::vector<std::pair<AttrId, ExprId>>& of,
                                  int64_t whose = -1) {
    std::vector<std::string> out;
    for (const auto& [attr, e] : of) {
      const model::AttrDef& d = p_.attrs[attr];
      if (say_.silent(d.say) || d.name == "name") continue;
      if (auto own = whose < 0 ? std::nullopt : own_words(d, e, whose)) {
        owned_.push_back(std::move(*own));
        continue;
      }
      const auto is = number(e);
      if (!is) continue;
      const std::string name = say_.label(attr);
      const bool truth = d.type.kind == TypeKind::Bool, one = d.type.kind == TypeKind::Enum,
                 fixed = p_[e].op == model::Op::Const;
      const auto clause = fixed && (truth || one) ? told(d, p_[e].value) : std::nullopt;
      if (d.name == "at" && d.type.kind == TypeKind::Enum)
        out.push_back(is->starts_with('(') ? *is : "(" + *is + ")");
      else if (d.name == "at")
        out.push_back(say_.place(*is));
      else if (clause)
        out.push_back(*clause);
      else if (truth && fixed)
        out.push_back(p_[e].value != 0 ? name : say_.in(name + "でない", "not " + name));
      else if (one && p_.enums[EnumId(d.type.id)].say != kNone)
        out.push_back(*is);  // a word of its own says enough
      else
        out.push_back(name + (one ? say_.in(" ", ": ") : " ") + *is);
    }
    return out;
  }

  /// A clause as one of the things that are said of a card in brackets: without "is".
  std::optional<std::string> told(const model::AttrDef& d, int64_t value) const {
    auto words = say_.told(d.told, {""}, value);
    if (!words) return words;
    constexpr std::string_view kIs = "である", kEn = "is ";
    if (say_.ja() && words->ends_with(kIs)) words->resize(words->size() - kIs.size());
    if (!say_.ja() && words->starts_with(kEn)) words->erase(0, kEn.size());
    if (const size_t more = words->rfind(" ("); words->ends_with(')') && more != words->npos)
      words->resize(more);  // it stands in brackets itself
    return words;
  }

  /// A number for which its attribute has words of its own.
  std::optional<std::string> own_words(const model::AttrDef& d, ExprId e, int64_t whose) const {
    if (d.type.kind != TypeKind::Int || p_[e].op != model::Op::Const) return std::nullopt;
    if (auto is = say_.told(d.told, {p_.players[static_cast<size_t>(whose)]}, p_[e].value))
      return is;
    if (d.say == kNone || p_.says[d.say].by_value.empty()) return std::nullopt;
    Speaker::At at{state_, -1, nullptr, {}};
    at.temps[0] = whose;
    auto words = say_.said(d.say, at, p_[e].value);
    if (words) words = without_stop(std::move(*words), say_.ja());
    return words;
  }

  /// Where quantities stand by their names.
  Where symbolic() const {
    Where at{state_, -1, nullptr, {}, {}, {}};
    at.values = false;
    return at;
  }
  /// What values of a quantity are meant.
  std::string range(const rulings::Let& let) const {
    const std::string least = std::to_string(let.min.value_or(0)),
                      most = std::to_string(let.max.value_or(0));
    if (let.min && let.max)
      return say_.in(let.name + "は" + least + "から" + most + "まで",
                     let.name + " is from " + least + " to " + most);
    if (let.min)
      return say_.in(let.name + "は" + least + "以上", let.name + " is at least " + least);
    if (let.max) return say_.in(let.name + "は" + most + "以下", let.name + " is at most " + most);
    return "";
  }

  /// What an expression of the ruling says: a value, or what is written with names of quantities.
  std::optional<std::string> number(ExprId e) const {
    if (e == kNone) return std::nullopt;
    return measure_words(q_, say_, symbolic(), e);
  }

  void place(const std::string& zone, std::string what) {
    const auto at = std::ranges::find_if(zones_, [&](const auto& z) { return z.first == zone; });
    if (at != zones_.end())
      at->second.push_back(std::move(what));
    else
      zones_.push_back({zone, {std::move(what)}});
  }

  std::string joined(const std::vector<std::string>& all) const {
    std::string out;
    for (const std::string& each : all) out += (out.empty() ? "" : say_.in("、", ", ")) + each;
    return out;
  }

  const Question& q_;
  const model::Program& p_;
  const rulings::Situation& given_;
  Concrete domain_;
  Machine<Concrete> machine_;
  Speaker say_;
  S state_;
  std::vector<std::pair<std::string, std::vector<std::string>>> zones_;  // in the order of the file
  std::vector<std::string> sentences_, owned_;
  std::vector<Read> read_;
};

}  // namespace

std::string setting_words(const Question& q, const rulings::Ruling* ruling, base::Lang lang) {
  if (q.world == nullptr) return "";
  try {
    return Setting(q, ruling, lang).words();
  } catch (const Unsupported&) {
    return "";
  }
}

}  // namespace hanrei::checker::explain
