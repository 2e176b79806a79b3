#include "checker/explain/speak.h"

#include <algorithm>
#include <span>
#include <utility>

namespace hanrei::checker::explain {

using model::Type;
using model::TypeKind;

namespace {

bool part_of_word(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

/// Does the text speak of something by this id, as a word of its own?
bool speaks_of(const std::string& text, const std::string& id) {
  for (size_t at = text.find(id); at != std::string::npos; at = text.find(id, at + 1)) {
    const bool begins = at == 0 || !(part_of_word(text[at - 1]) || text[at - 1] == '\'') ||
                        !part_of_word(id.front());
    const size_t end = at + id.size();
    if (begins && (end == text.size() || !part_of_word(text[end]) || !part_of_word(id.back())))
      return true;
  }
  return false;
}

/// What is said of one thing, as it is said of several.
std::string plural(const std::string& text) {
  static constexpr std::pair<std::string_view, std::string_view> kForms[] = {
      {" is ", " are "},
      {" has ", " have "},
      {" goes ", " go "},
      {" becomes ", " become "},
      {" was ", " were "}};
  for (const auto& [one, many] : kForms)
    if (text.starts_with(one)) return std::string(many) + text.substr(one.size());
  return text;
}

}  // namespace

std::vector<std::string> card_names(const Question& q, const rulings::Ruling* ruling,
                                    base::Lang lang) {
  const World& w = *q.world;
  const auto l = static_cast<size_t>(lang);
  std::vector<std::string> out;
  for (size_t k = 0; k < w.card_ids.size(); ++k) {
    const std::string& id = w.card_ids[k];
    const model::CardDef& def = q.program->cards[w.card_defs[k]];
    const auto speaks = [&](size_t which) {
      return speaks_of(ruling->question[which], id) || speaks_of(ruling->answer[which], id);
    };
    // one small letter may be a word of English: then the Japanese has to speak of it, too
    const bool word = id.size() == 1 && id[0] >= 'a' && id[0] <= 'z' && ruling != nullptr &&
                      !ruling->question[1].empty();
    const bool known = ruling != nullptr && speaks(l) && (!word || speaks(1));
    if (known || def.generic || def.name == id) {
      out.push_back(id);
      continue;
    }
    const bool alone = std::ranges::count(w.card_defs, w.card_defs[k]) == 1;
    out.push_back("《" + def.name + "》" + (alone ? "" : "(" + id + ")"));
  }
  return out;
}

std::string menu_words(const model::Program& p, const std::string& name, base::Lang lang) {
  const bool ja = lang == base::Lang::Ja;
  for (const model::ExchangeDef& e : p.exchanges)
    if (e.name == name && e.told != kNone) return p.says[e.told].words[ja ? 1 : 0].end;
  return (ja ? "「" : "“") + name + (ja ? "」" : "”");
}

std::string capital(std::string text) {
  if (!text.empty() && text[0] >= 'a' && text[0] <= 'z')
    text[0] = static_cast<char>(text[0] - 'a' + 'A');
  return text;
}

std::string without_stop(std::string text, bool ja) {
  const std::string_view stop = ja ? "。" : ".";
  if (text.ends_with(stop)) text.resize(text.size() - stop.size());
  return text;
}

std::string at_once(std::vector<std::string> sentences, bool ja) {
  std::string out;
  for (std::string& s : sentences)
    out = out.empty()
              ? std::move(s)
              : without_stop(std::move(out), ja) + (ja ? "。同時に、" : "; at the same time ") + s;
  return out;
}

std::string Speaker::card(int64_t k) const {
  return k == model::kNobody ? in("なし", "none") : cards_[model::card_of(k)];
}

std::string Speaker::list(const std::vector<std::string>& items) const {
  if (items.empty()) return in("なし", "none");
  std::string out = items.front();
  for (size_t i = 1; i < items.size(); ++i)
    out += (ja_ ? "、" : i + 1 < items.size() ? ", " : " and ") + items[i];
  return out;
}

std::string Speaker::value(const S& s, const Type& t, int64_t v) const {
  switch (t.kind) {
    case TypeKind::Bool: return v != 0 ? in("はい", "yes") : in("いいえ", "no");
    case TypeKind::Enum: {
      const model::EnumDef& e = p_.enums[EnumId(t.id)];
      if (t.id == model::kResults || v < 0 || static_cast<size_t>(v) >= e.members.size())
        return w_.show(t, v);
      if (const auto word = said(e.say, {s, -1, nullptr, {}}, v)) return *word;
      return w_.show(t, v);
    }
    case TypeKind::Ref:
      if (v == model::kNobody) return in("なし", "none");
      if (t.id == model::kCardSort) return card(v);
      if (t.id == model::kEffectSort) {
        const EffectInstance& e = w_.effects[v];
        const std::string& name = p_.effects[e.effect].name;
        return name.empty() ? card(e.card) : "《" + name + "》";
      }
      if (t.id == model::kActSort) {
        if (!s.control.has(v)) return in("なし", "none");
        return called(p_.acts[ActId(s.control.slots[v].act)].told,
                      p_.acts[ActId(s.control.slots[v].act)].name);
      }
      return w_.show(t, v);
    case TypeKind::Set: {
      std::vector<std::string> items;
      const Type e = model::elem_type(t);
      for (int i = 0; i < w_.universe(e); ++i)
        if (v >> i & 1) items.push_back(value(s, e, i));
      return list(items);
    }
    case TypeKind::Price:
    case TypeKind::Int:
    case TypeKind::Zone:
    case TypeKind::Error: break;
  }
  return w_.show(t, v);
}

std::string Speaker::zone(const S& s, int64_t packed, int64_t host) const {
  const model::ZoneDef& z = p_.zones[ZoneId(packed / 2)];
  At at{s, -1, nullptr, {}};
  at.temps[0] = z.of == model::ZoneOwner::Card ? host : packed % 2;
  if (const auto name = said(z.say, at)) return *name;
  if (z.of == model::ZoneOwner::Game) return z.name;
  const std::string whose = z.of == model::ZoneOwner::Card ? card(host) : player(packed % 2);
  return in(whose + "の" + z.name, whose + "'s " + z.name);
}

std::optional<std::string> Speaker::said(SayId say, At at, std::optional<int64_t> given,
                                         const std::string* them) const {
  if (say == kNone) return std::nullopt;
  const model::Say& all = p_.says[say];
  if (all.silent) return std::nullopt;
  const model::Words* words = &all.words[ja_ ? 1 : 0];
  if (!all.by_value.empty()) {
    const auto it = given ? all.by_value.find(*given) : all.by_value.end();
    if (it == all.by_value.end()) return std::nullopt;
    words = ja_ ? &it->second.second : &it->second.first;
  }
  try {
    while (words->when != kNone && number(at, words->when) == 0) {
      if (words->otherwise.empty()) return std::nullopt;
      words = &words->otherwise.front();
    }
  } catch (const Unsupported&) {
    return std::nullopt;
  }
  std::string out;
  bool several = false;  // things that were just named
  const auto put = [&](const std::string& text) { out += several ? plural(text) : text; };
  for (const auto& [text, e] : words->parts) {
    put(text);
    const model::Expr& expr = p_[e];
    several = !ja_ && them != nullptr && expr.op == model::Op::Temp && expr.id == 0 &&
              them->find(" and ") != std::string::npos;
    if (them != nullptr && expr.op == model::Op::Temp && expr.id == 0) {
      out += *them;
      continue;
    }
    std::array<int64_t, kTemps> temps = at.temps;
    try {
      out += value(at.state, expr.type,
                   m_.evaluator().eval(at.state, e, {at.frame, at.locals, temps.data()}));
    } catch (const Unsupported&) {
      out += "?";
    }
  }
  put(words->end);
  return out;
}

std::optional<std::string> Speaker::told(SayId told, const std::vector<std::string>& args,
                                         std::optional<int64_t> value) const {
  if (told == kNone) return std::nullopt;
  const model::Say& all = p_.says[told];
  const model::Words* words = &all.words[ja_ ? 1 : 0];
  if (value) {
    const auto it = all.by_value.find(*value);
    if (it == all.by_value.end()) return std::nullopt;
    words = ja_ ? &it->second.second : &it->second.first;
  } else if (words->parts.empty() && words->end.empty()) {
    return std::nullopt;
  }
  std::string out;
  bool unsaid = false;  // then neither is the particle behind it
  bool it = false;      // "its", not "it's"
  const auto put = [&](std::string_view text) {
    if (std::exchange(it, false) && text.starts_with("'s ")) text.remove_prefix(1);
    static constexpr std::string_view kJa[] = {"が", "は", "の"}, kEn[] = {"'s ", " "};
    if (std::exchange(unsaid, false))
      for (const std::string_view particle :
           ja_ ? std::span<const std::string_view>(kJa) : std::span<const std::string_view>(kEn))
        if (text.starts_with(particle)) {
          text.remove_prefix(particle.size());
          break;
        }
    out += text;
  };
  for (const auto& [text, e] : words->parts) {
    put(text);
    const std::string& who = args[static_cast<size_t>(p_[e].id)];
    unsaid = who.empty() && out.empty();
    if (unsaid) continue;
    constexpr std::string_view kThe = "the ", kOf = " of ";
    if (who.empty() && !ja_ && out.starts_with(kThe) && out.ends_with(kOf)) {
      out = "its " + out.substr(kThe.size(), out.size() - kThe.size() - kOf.size());
      continue;
    }
    out += who.empty() ? in("それ", "it") : who;
    it = who.empty() && !ja_;
  }
  put(words->end);
  return out;
}

std::string Speaker::called(SayId which, const std::string& name) const {
  if (auto words = told(which, {})) return *words;
  return quoted(name);
}

std::string Speaker::place(const std::string& number) const {
  std::optional<SayId> words;  // those of all zones with places, where these do not differ
  for (const model::ZoneDef& z : p_.zones)
    if (z.order == model::ZoneOrder::Slots)
      words = words.value_or(z.told) == z.told ? z.told : SayId(kNone);
  return told(words.value_or(kNone), {number}).value_or(in(number + "番", "place " + number));
}

std::string Speaker::attribute(AttrId which, const std::string& whose) const {
  const model::AttrDef& d = p_.attrs[which];
  if (auto words = told(d.told, {whose})) return *words;
  if (d.sort == kNone) return is_turn(which) ? in("手番", "the turn") : quoted(d.name);
  return whose.empty() ? d.name : in(whose + "の" + d.name, whose + "'s " + d.name);
}

std::string Speaker::exceeded(const model::Limit& limit) const {
  return told(limit.told, {}, 0)
      .value_or(in(quoted(limit.id) + "の定めを超える",
                   "the limit " + quoted(limit.id) + " is exceeded"));
}

std::string Speaker::label(AttrId which) const {
  // without what it is an attribute of, where that stands first
  if (const SayId id = p_.attrs[which].told; id != kNone) {
    const auto& parts = p_.says[id].words[ja_ ? 1 : 0].parts;
    if (parts.empty() || (parts.size() == 1 && parts[0].first.empty()))
      if (auto words = told(id, {""})) return *words;
  }
  if (which == 0) return in("名前", "name");
  if (which == 1) return in("持ち主", "owner");
  if (which == 2) return in("使い手", "user");
  if (which == 3) return in("付いているカード", "host");
  return is_turn(which) ? in("手番", "turn") : p_.attrs[which].name;
}

std::vector<std::string> amended_by(const Question& q, const Speaker& say, const S& s,
                                    const model::Instr& ins) {
  const model::Program& p = *q.program;
  std::vector<std::string> out;
  for (const model::Stmt& st : ins.stmts)
    for (const auto& attr : st.attrs) {
      for (ExprId e = attr.second;
           e != kNone && p[e].op == model::Op::If && p[p[e].a].op == model::Op::Amended;
           e = p[e].c) {
        try {
          if (say.number(say.top(s), p[e].a) == 0) continue;
        } catch (const Unsupported&) {
          continue;
        }
        const CardId card = p.amends[p[p[e].a].amend()].source.card;
        if (card != kNone) out.push_back(p.cards[card].name);
      }
    }
  return out;
}

std::optional<LeftOut> left_out(const Question& q, const Speaker& say, const S& before,
                                const S& after, const model::Code& code, const model::Instr& ins) {
  const model::Program& p = *q.program;
  if (ins.code != model::OpCode::Branch ||
      after.control.stack.size() != before.control.stack.size() ||
      after.frame().pc == before.frame().pc + 1)
    return std::nullopt;
  std::vector<ExprId> parts{ins.cond};
  AmendId amend;
  bool other = false;
  for (size_t i = 0; i < parts.size(); ++i) {
    const model::Expr& e = p[parts[i]];
    if (e.op == model::Op::And) {
      parts.push_back(e.a);
      parts.push_back(e.b);
      continue;
    }
    try {
      if (say.number(say.top(before), parts[i]) != 0) continue;
    } catch (const Unsupported&) {
      return std::nullopt;
    }
    if (e.op == model::Op::Not && p[e.a].op == model::Op::Amended)
      amend = p[e.a].amend();
    else
      other = true;
  }
  if (amend != kNone && !other && p.amends[amend].source.card != kNone)
    return LeftOut{amend, false};
  const bool asks = code.kind == model::CodeKind::Procedure &&
                    p.procedures[ProcId(code.id)].cond == ins.cond && before.frame().pc == 0;
  return asks ? std::optional(LeftOut{kNone, true}) : std::nullopt;
}

}  // namespace hanrei::checker::explain
