#include "checker/explain/stepping.h"

#include <algorithm>
#include <map>

#include "checker/explain/moves.h"
#include "checker/explain/tell.h"
#include "checker/explain/whynot.h"

namespace hanrei::checker::explain {
namespace {

using model::TypeKind;

/// Reads a state out.
class Reader {
 public:
  Reader(const Question& q, const Speaker& say, const S& s)
      : q_(q), w_(*q.world), p_(*q.program), say_(say), s_(s) {}

  void lay(Stand& out) const {
    std::map<std::pair<int64_t, int64_t>, LaidZone> zones;  // by zone, and card whose it is
    for (int k = 0; k < w_.cards; ++k) {
      const int64_t zone = s_.cells[w_.zone_cell + k];
      if (zone < 0) continue;
      const bool hosted = p_.zones[ZoneId(zone / 2)].of == model::ZoneOwner::Card;
      const int64_t host = hosted ? s_.cells[w_.attr_cell[model::kHostAttr] + k] : -1;
      zones[{zone, host}].cards.push_back(
          {w_.card_ids[k], p_.cards[w_.card_defs[k]].name, values(model::kCardSort, k)});
    }
    for (const ZoneId z : p_.zones.ids())
      for (int player = 0; w_.lot_cell[z] >= 0 && player < 2; ++player)
        if (const int64_t n = s_.cells[w_.lot_cell[z] + player]; n != 0)
          zones[{static_cast<int64_t>(z) * 2 + player, -1}].count = n;
    for (auto& [at, zone] : zones) {
      zone.name = say_.zone(s_, at.first, at.second);
      out.zones.push_back(std::move(zone));
    }
    for (int player = 0; player < 2; ++player)
      out.players.push_back({say_.player(player), values(model::kPlayerSort, player)});
    out.game = values(SortId(kNone), 0);
  }

  void place(Stand& out) const {
    for (const Frame& f : s_.control.stack) {
      const model::Code& code = q_.code->codes[CodeId(f.code)];
      if (code.kind != model::CodeKind::Book) out.within.push_back(code.name);
    }
  }

 private:
  /// What is stored of a thing, and not nothing.
  Values values(SortId sort, int which) const {
    Values out;
    for (const AttrId a : p_.attrs.ids(4)) {
      const model::AttrDef& d = p_.attrs[a];
      const bool inner = (d.type.kind == TypeKind::Ref || d.type.elem == TypeKind::Ref) &&
                         (d.type.id == model::kActSort || d.type.id == model::kEffectSort);
      if (d.sort != sort || w_.attr_cell[a] < 0 || say_.silent(d.say) || d.sees == "nobody" ||
          inner)
        continue;
      const int64_t v = s_.cells[w_.attr_cell[a] + which];
      const bool nothing = d.type.kind == TypeKind::Ref    ? v == model::kNobody
                           : d.type.kind == TypeKind::Enum ? false
                                                           : v == 0;
      if (!nothing) out.emplace_back(say_.label(a), say_.value(s_, d.type, v));
    }
    return out;
  }

  const Question& q_;
  const World& w_;
  const model::Program& p_;
  const Speaker& say_;
  const S& s_;
};

std::string ended(const Speaker& say, const S& s) {
  switch (s.control.end) {
    case End::Over:
      if (s.control.result == 0)
        return say.in("ここで、この状況についての問いは終わる。",
                      "What the situation asks about is over here.");
      return s.control.result == model::kResultDraw
                 ? say.in("引き分け。", "A draw.")
                 : say.in(say.player(s.control.result - model::kResultWinFirst) + "の勝ち。",
                          say.player(s.control.result - model::kResultWinFirst) + " wins.");
    case End::Stuck: return say.in("ここから先へ進めない。", "Play cannot go on from here.");
    case End::Bounded:
      return say.in("ここで検査の上限に達する。", "Here a bound of the examination is reached.");
    case End::Endless: return say.in("このまま終わらない。", "This goes on without end.");
    case End::Running:
    case End::Asked: break;
  }
  return "";
}

}  // namespace

Stand stand_at(const Question& q, const rulings::Ruling& ruling, const std::vector<int64_t>& lets,
               const std::vector<Move>& moves, base::Lang lang) {
  Stand out;
  if (q.world == nullptr) {
    out.problem = q.unsupported;
    return out;
  }
  Concrete domain;
  Machine<Concrete> m(*q.world, domain);
  const std::vector<std::string> cards = card_names(q, &ruling, lang);
  const Speaker say(q, m, lang, cards);
  const replay::Played played = replay::play(q, m, lets, {moves});
  const bool more = played.problem.code == ReasonCode::MoreChoices;
  if (!played.ok && !more) {
    out.problem = played.problem;
    return out;
  }
  out.told = tell(q, lets, {moves}, lang, cards, true);
  const S& s = played.end;
  try {
    const Reader reader(q, say, s);
    reader.lay(out);
    if (!more) {
      out.end = ended(say, s);
      return out;
    }
    reader.place(out);
    const model::Code& code = q.code->codes[CodeId(s.frame().code)];
    out.declares =
        code.kind == model::CodeKind::Exchange && code.ins[s.frame().pc].code == model::OpCode::Ask;
    for (const Alt<int64_t>& alt : played.ways) {
      S after = s;
      m.take(after, alt);
      Way way{choice_sentence(q, say, s, alt.move, after), alt.move, {}};
      if (alt.move.kind == MoveKind::Declare)
        way.by = q.program->acts[ActId(alt.move.what)].source.by;
      out.who = alt.move.who;
      out.ways.push_back(std::move(way));
    }
  } catch (const Unsupported& u) {
    out.problem = u.form;
  }
  return out;
}

std::optional<std::vector<int64_t>> some_values(const Question& q) {
  if (q.world == nullptr || q.which->situation.lets.empty()) return std::vector<int64_t>{};
  for (const std::vector<int64_t>& lets : sample_values(q.which->situation.lets)) {
    const replay::Played played = replay::play(q, lets, {{}});
    if (played.problem.code != ReasonCode::SituationFalse) return lets;
  }
  return std::nullopt;
}

WhyNot why_not_after(const Question& q, const rulings::Ruling& ruling,
                     const std::vector<int64_t>& lets, const std::vector<Move>& moves,
                     const rulings::Claim& claim, const base::SourceMap& sources, base::Lang lang) {
  if (q.world == nullptr) return {};
  Concrete domain;
  Machine<Concrete> m(*q.world, domain);
  const std::vector<std::string> cards = card_names(q, &ruling, lang);
  const replay::Played played = replay::play(q, m, lets, {moves});
  const S& s = played.end;
  const bool asks =
      played.problem.code == ReasonCode::MoreChoices &&
      q.code->codes[CodeId(s.frame().code)].kind == model::CodeKind::Exchange &&
      q.code->codes[CodeId(s.frame().code)].ins[s.frame().pc].code == model::OpCode::Ask;
  if (asks) return why_not_here(q, m, s, lets, claim, sources, lang, cards);
  WhyNot out;
  const Speaker say(q, m, lang, cards);
  out.obstacles.push_back(
      {say.in("いまは、だれも宣言を求められていない。", "Nobody is asked to declare anything now."),
       {}});
  return out;
}

rulings::Case all_open(const rulings::Case& which, const model::Program& program) {
  rulings::Case out = which;
  out.play.clear();
  for (int player = 0; player < 2; ++player) {
    rulings::PlayItem item;
    item.kind = rulings::PlayKind::Free;
    item.by = player;
    for (const ActId act : program.acts.ids()) item.acts.push_back(act);
    out.play.push_back(std::move(item));
  }
  return out;
}

}  // namespace hanrei::checker::explain
