#include "checker/explain/setting.h"

#include <algorithm>

#include "checker/explain/words.h"

namespace hanrei::checker::explain {
namespace {

using model::TypeKind;

class Setting {
 public:
  Setting(const Question& q, const rulings::Ruling* ruling, base::Lang lang)
      : q_(q), p_(*q.program), given_(q.which->situation), machine_(*q.world, domain_), say_(q, machine_, lang, card_names(q, ruling, lang)),
        state_(machine_.initial(std::vector<int64_t>(given_.lets.size(), 0))) {}

  std::string words() {
    begins();
    for (const rulings::SituationCard& c : given_.cards) {
      if (c.zone == kNone) continue;
      const bool hosted = p_.zones[static_cast<size_t>(c.zone)].of == model::ZoneOwner::Card;
      place(say_.zone(state_, static_cast<int64_t>(c.zone) * 2 + (hosted ? 0 : c.owner), c.host), card(c));
    }
    for (const rulings::Lot& l : given_.lots) {
      const auto n = number(l.count);
      if (n && *n != "0") place(say_.zone(state_, static_cast<int64_t>(l.zone) * 2 + l.owner, -1), say_.in(*n + "枚", *n == "1" ? "1 card" : *n + " cards"));
    }
    for (const auto& [zone, what] : zones_) sentences_.push_back(zone + say_.in(": ", ": ") + joined(what));
    for (size_t who : {size_t{0}, size_t{1}}) {
      const auto worth = values(given_.players[who]);
      if (!worth.empty()) sentences_.push_back(p_.players[who] + say_.in(": ", ": ") + joined(worth));
    }
    for (const rulings::TokenIn& t : given_.tokens) {
      const auto worth = values(t.values);
      sentences_.push_back(p_.sorts[static_cast<size_t>(t.sort)].name + (worth.empty() ? "" : say_.in("(", " (") + joined(worth) + ")"));
    }
    if (const std::string& until = q_.which->until; !until.empty() && until != "idle" && until != "end") sentences_.push_back(say_.in("問うのは「" + until + "」が終わった時", "asked when “" + until + "” is over"));
    std::string out;
    for (const std::string& s : sentences_) out += (out.empty() ? "" : say_.in("。", "; ")) + s;
    return out.empty() ? out : out + say_.in("。", ".");
  }

 private:
  /// Whose turn it is, and where play stands.
  void begins() {
    std::string turn;
    std::vector<std::string> others;
    for (const auto& [attr, e] : given_.game) {
      const model::AttrDef& d = p_.attrs[static_cast<size_t>(attr)];
      if (d.name != "turn") continue;
      if (const auto who = number(e)) turn = say_.in(*who + "の手番", "it is " + *who + "'s turn");
    }
    for (const auto& pair : given_.game) if (p_.attrs[static_cast<size_t>(pair.first)].name != "turn") for (std::string& each : values({pair})) others.push_back(std::move(each));
    const std::string at = given_.frames.empty() ? "" : p_.procedures[static_cast<size_t>(given_.frames.back().proc)].name;
    if (!turn.empty()) sentences_.push_back(turn + (at.empty() ? "" : say_.in("、" + at, ", in " + at)));
    else if (!at.empty()) sentences_.push_back(say_.in(at, "in " + at));
    if (!others.empty()) sentences_.push_back(joined(others));
  }

  std::string card(const rulings::SituationCard& c) const {
    const auto& ids = q_.world->card_ids;
    const size_t k = static_cast<size_t>(std::find(ids.begin(), ids.end(), c.id) - ids.begin());
    const std::string name = k < ids.size() ? say_.card(static_cast<int64_t>(k)) : c.id;
    const model::CardDef& def = p_.cards[static_cast<size_t>(c.def)];
    std::vector<std::string> more = values(c.values);
    if (!def.generic && name.find(def.name) == std::string::npos) more.insert(more.begin(), "《" + def.name + "》");
    return name + (more.empty() ? "" : say_.in("(", " (") + joined(more) + ")");
  }

  std::vector<std::string> values(const std::vector<std::pair<Id, ExprId>>& of) const {
    std::vector<std::string> out;
    for (const auto& [attr, e] : of) {
      const model::AttrDef& d = p_.attrs[static_cast<size_t>(attr)];
      if (say_.silent(d.say) || d.name == "name") continue;
      const auto is = number(e);
      if (!is) continue;
      const std::string name = attr == 1 ? say_.in("持ち主", "owner") : attr == 2 ? say_.in("使い手", "user") : d.name;
      if (d.name == "at" && d.type.kind == TypeKind::Enum) out.push_back("(" + *is + ")");
      else if (d.name == "at") out.push_back(say_.in(*is + "番", "place " + *is));
      else if (d.type.kind == TypeKind::Bool && p_[e].op == model::Op::Const) out.push_back(p_[e].value != 0 ? name : say_.in(name + "でない", "not " + name));
      else out.push_back(name + " " + *is);
    }
    return out;
  }

  /// What an expression of the ruling says: a value, or what is written with names of quantities.
  std::optional<std::string> number(ExprId e) const {
    if (e == kNone) return std::nullopt;
    Where at{state_, -1, nullptr, {}, {}, {}};
    at.values = false;
    return measure_words(q_, say_, at, e);
  }

  void place(const std::string& zone, std::string what) {
    const auto at = std::find_if(zones_.begin(), zones_.end(), [&](const auto& z) { return z.first == zone; });
    if (at != zones_.end()) at->second.push_back(std::move(what));
    else zones_.push_back({zone, {std::move(what)}});
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
  std::vector<std::pair<std::string, std::vector<std::string>>> zones_;   // in the order of the file
  std::vector<std::string> sentences_;
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
