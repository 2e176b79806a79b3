#include "reports/show.h"

#include <fmt/format.h>

#include <algorithm>

#include "model/passes/unread.h"
#include "reports/reports.h"

namespace hanrei::reports {
namespace {

std::string name(const std::string& text) { return shown(text, 200); }

void head(std::ostream& out, bool ja, const char* en, const char* jp) {
  out << "\n" << (ja ? jp : en) << "\n";
}

std::string type_text(const model::Program& p, const model::Type& t) {
  using model::TypeKind;
  const auto base_name = [&](TypeKind k, Id id) -> std::string {
    if (k == TypeKind::Bool) return "bool";
    if (k == TypeKind::Int) return "int";
    if (k == TypeKind::Price) return "price";
    if (k == TypeKind::Enum) return name(p.enums[EnumId(id)].name);
    if (k == TypeKind::Ref) return name(p.sorts[SortId(id)].name);
    return "?";
  };
  return t.kind == TypeKind::Set ? "set of " + base_name(t.elem, t.id) : base_name(t.kind, t.id);
}

/// What there is: kinds, zones, attributes, enumerations.
void write_things(std::ostream& out, const model::Program& p, bool ja) {
  head(out, ja, "kinds", "種類");
  for (const model::KindDef& k : p.kinds) out << "  " << name(k.name) << "\n";
  head(out, ja, "zones", "領域");
  for (const model::ZoneDef& z : p.zones)
    out << "  " << name(z.name) << (z.lot ? "  (cards n)" : "") << "\n";
  head(out, ja, "attributes", "属性");
  for (const model::AttrDef& a : p.attrs)
    out << fmt::format("  {}.{}: {}{}\n", a.sort == kNone ? "game" : name(p.sorts[a.sort].name),
                       name(a.name), type_text(p, a.type),
                       a.nature == model::Nature::Printed ? " (printed)" : "");
  head(out, ja, "enumerations", "列挙");
  for (const EnumId i : p.enums.ids(1)) {
    out << "  " << name(p.enums[i].name) << ":";
    for (const std::string& m : p.enums[i].members) out << " " << name(m);
    out << "\n";
  }
}

/// What is done: declarations, exchanges, windows, steps.
void write_doings(std::ostream& out, const model::Program& p, bool ja) {
  head(out, ja, "declarations", "宣言");
  for (const model::ActDef& a : p.acts) {
    out << "  " << name(a.name);
    for (const model::Choose& c : a.present) out << " " << name(c.name);
    out << "\n";
  }
  head(out, ja, "exchanges (for `in` of legal and illegal)", "機会 (適法・違法の主張の in)");
  for (const model::ExchangeDef& e : p.exchanges) out << "  " << name(e.name) << "\n";
  head(out, ja, "windows", "タイミング");
  for (const model::SignalDef& s : p.signals) {
    out << "  " << name(s.name);
    for (const std::string& aka : s.aka) out << " = " << name(aka);
    out << "\n";
  }
  head(out, ja, "procedures and their steps", "手順と段階");
  for (const model::Procedure& pr : p.procedures) {
    if (pr.step_names.empty()) continue;
    out << "  " << name(pr.name) << ":";
    for (const std::string& n : pr.step_names) out << " " << name(n);
    out << "\n";
  }
}

/// What a ruling may name besides: locals, effects, derived values, cards.
void write_sayings(std::ostream& out, const model::Program& p, bool ja) {
  head(out, ja, "locals of a frame, choices", "枠の局所変数と選択");
  for (const model::Procedure& pr : p.procedures) {
    std::string list;
    for (const model::Local& l : pr.locals)
      if (!l.name.starts_with("did ")) list += " " + name(l.name);
    if (!list.empty() && !pr.step_names.empty())
      out << "  " << name(pr.name) << ":" << list << "\n";
  }
  head(out, ja, "effects and what they present", "効果と提示するもの");
  for (const model::EffectDef& e : p.effects) {
    out << "  " << name(p.cards[e.card].name) << (e.name.empty() ? "" : "《" + name(e.name) + "》")
        << ":";
    for (const model::Choose& c : e.present) out << " " << name(c.name);
    out << "\n";
  }
  head(out, ja, "derived values for claims", "主張に使える式");
  for (const model::DerivedDef& d : p.derived) {
    if (d.name.starts_with("·")) continue;
    out << "  " << name(d.name);
    if (!d.args.empty()) {
      out << "(";
      for (size_t i = 0; i < d.args.size(); ++i) out << (i > 0 ? ", " : "") << name(d.args[i].name);
      out << ")";
    }
    out << ": " << type_text(p, d.type) << "\n";
  }
  head(out, ja, "cards", "カード");
  for (const model::CardDef& c : p.cards)
    out << "  " << name(c.name)
        << (!c.from_words      ? ""
            : model::unread(c) ? (ja ? "  (文面がそのまま能力だが、読めない)"
                                     : "  (its words are its abilities, and are not read)")
            : ja               ? "  (文面がそのまま能力)"
                               : "  (compiled from its words)")
        << "\n";
}

}  // namespace

void write_game(std::ostream& out, const model::Program& p, size_t rulings, const Style& style) {
  const bool ja = style.lang == base::Lang::Ja;
  out << fmt::format(
      fmt::runtime(ja ? "{}  {}\n  条項 {}、カード {} 種、手順 {}、タイミング {}、裁定 {} 件\n"
                      : "{}  {}\n  {} clauses, {} cards, {} procedures, {} windows, {} rulings\n"),
      shown(p.game, 60), shown(ja ? p.title_ja : p.title_en, 200), p.clauses.size(), p.cards.size(),
      p.procedures.size(), p.signals.size(), rulings);
  const auto compiled = std::ranges::count_if(
      p.cards, [](const model::CardDef& c) { return c.from_words && !model::unread(c); });
  if (compiled > 0)
    out << "  "
        << fmt::format(fmt::runtime(ja ? "文面がそのまま能力のカード {} 種\n"
                                       : "cards compiled from their words: {}\n"),
                       compiled);
  for (const model::ReadingDef& r : p.readings) {
    out << fmt::format("  {} {} ({}", shown(r.name, 60), shown(ja ? r.title_ja : r.title_en, 200),
                       ja ? "既定 " : "default ")
        << shown(r.fallback, 60)
        << (r.presumed ? (ja ? "、ゲームが前提とする" : ", presumed by the game") : "") << ")\n";
    for (size_t i = 0; i < r.options.size(); ++i)
      out << "    " << shown(r.options[i], 60) << "  " << shown(ja ? r.why_ja[i] : r.why_en[i])
          << "\n";
  }
}

void write_names(std::ostream& out, const model::Program& p, const Style& style) {
  const bool ja = style.lang == base::Lang::Ja;
  write_things(out, p, ja);
  write_doings(out, p, ja);
  write_sayings(out, p, ja);
}

}  // namespace hanrei::reports
