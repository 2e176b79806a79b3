#include "reports/mutate.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/contains.h"
#include "base/json/write.h"
#include "base/text/unicode.h"

namespace hanrei::reports {
namespace {

using audit::coverage::ClauseCoverage;
using base::JsonWriter;
using base::Lang;
using Bent = audit::coverage::Report;
using audit::coverage::Tried;

constexpr int kNames = 24;  ///< columns of the names of clauses, at most

/// The mutants of a clause, in the order of its elements.
std::vector<size_t> mutants(const Bent& r, const ClauseCoverage& c) {
  std::vector<size_t> out;
  for (size_t t = 0; t < r.tried.size(); ++t)
    if (base::contains(c.elements, r.tried[t].element)) out.push_back(t);
  return out;
}

struct Score {
  size_t noticed = 0, survived = 0, unloadable = 0, untried = 0;
  size_t all() const { return noticed + survived; }
};
Score score(const Bent& r, const std::vector<size_t>& of) {
  Score s;
  for (size_t t : of) switch (r.tried[t].fate) {
      case Tried::Fate::Noticed: ++s.noticed; break;
      case Tried::Fate::Survived: ++s.survived; break;
      case Tried::Fate::Unloadable: ++s.unloadable; break;
      case Tried::Fate::NotTried: ++s.untried; break;
    }
  return s;
}

/// A dot for each mutant. All of them are one column wide in every terminal.
std::vector<std::string> dots(const Bent& r, const std::vector<size_t>& of, int width) {
  static constexpr std::string_view marks[] = {"◦", "•", "-", "?"};
  std::vector<std::string> lines;
  int column = width;
  for (size_t t : of) {
    if (column >= width) {
      lines.emplace_back();
      column = 0;
    }
    lines.back() += marks[static_cast<size_t>(r.tried[t].fate)];
    ++column;
  }
  return lines;
}

/// As much of the name as fits.
std::string cut(const std::string& name, int width) {
  std::string out = name;
  for (size_t n = base::count_chars(name); n > 0 && base::display_width(out) > width; --n)
    out = base::clip(name, n - 1);
  return out;
}

void tell(std::ostream& out, const Tried& t, bool ja) {
  if (!t.apart && t.cut) {
    out << (ja ? "        見分ける状況は最後まで探していません\n"
               : "        a situation that tells it apart was not looked for to the end\n");
    return;
  }
  if (!t.apart) {
    out << (ja ? fmt::format("        見分ける状況は見つかっていません（試した状況 {}）\n", t.tries)
               : fmt::format("        no situation found that tells it apart ({} tried)\n",
                             t.tries));
    return;
  }
  const audit::coverage::Situation& s = *t.apart;
  out << (ja ? fmt::format("        見分ける状況（カード {}、手 {}、{} から）:\n", s.cards, s.moves,
                           shown(s.from, 60))
             : fmt::format("        told apart by ({} cards, {} moves; from {}):\n", s.cards,
                           s.moves, shown(s.from, 60)));
  const std::string& xml = s.xml;
  for (size_t from = 0; from < xml.size();) {
    const size_t to = xml.find('\n', from);
    out << "          " << shown(xml.substr(from, to - from), 4000) << "\n";
    from = to + 1;
  }
  const auto side = [&](const audit::readings::Difference::Side& k, const char* en,
                        const char* jp) {
    for (const std::string& o : k.outcomes)
      out << "          " << (ja ? jp : en) << ": "
          << (o.empty() ? (ja ? "結果なし" : "no result") : shown(o, 1000)) << "\n";
    for (const std::string& o : k.claims)
      out << "          " << (ja ? jp : en) << ": " << shown(o, 1000) << "\n";
  };
  side(s.here, "only as it is", "いまのモデルだけ");
  side(s.there, "only when bent", "変えたモデルだけ");
}

}  // namespace

MutateText::MutateText(std::ostream& out, const Bent& report, size_t tries,
                       const base::SourceMap& sources, const Style& style)
    : out_(out),
      report_(report),
      tries_(tries),
      sources_(sources),
      style_(style),
      ja_(style.lang == Lang::Ja),
      element_(report.elements.size()) {}

void MutateText::map() {
  int names = 0;
  for (const ClauseCoverage& c : report_.clauses)
    if (!mutants(report_, c).empty())
      names = std::max(names, base::display_width(shown(c.clause->id, 60)));
  names = std::min(names, kNames);
  const std::string indent(static_cast<size_t>(names) + 10, ' ');
  for (const ClauseCoverage& c : report_.clauses) {
    const std::vector<size_t> of = mutants(report_, c);
    if (of.empty()) continue;
    const Score s = score(report_, of);
    const std::string percent =
        s.all() == 0 ? "   –" : fmt::format("{:3}%", 100 * s.noticed / s.all());
    const std::vector<std::string> lines =
        dots(report_, of, std::max(20, style_.width - static_cast<int>(indent.size())));
    out_ << base::pad(cut(shown(c.clause->id, 60), names), names) << "  " << percent << "    "
         << lines[0] << "\n";
    for (size_t i = 1; i < lines.size(); ++i) out_ << indent << lines[i] << "\n";
  }
  out_ << (ja_ ? "\n  • 裁定が気づく  ◦ どの裁定も気づかない  - モデルとして読めない"
               : "\n  • a ruling notices  ◦ no ruling notices  - no model")
       << (std::ranges::none_of(report_.tried,
                                [](const Tried& t) { return t.fate == Tried::Fate::NotTried; })
               ? ""
           : ja_ ? "  ? 試していない"
                 : "  ? not tried")
       << "\n"
       << std::flush;
}

void MutateText::survivor(const Tried& t) {
  const auto& e = report_.elements[t.element];
  if (t.element != element_) {
    const base::Place at = sources_.place(e.span);
    std::string clauses;
    for (size_t i = 0; i < e.by.size(); ++i) clauses += (i == 0 ? "" : ", ") + shown(e.by[i], 60);
    out_ << "\n"
         << shown(e.name, 200) << "  " << clauses << "  "
         << fmt::format("{}:{}:{}", shown(at.path), at.line, at.column) << "\n";
    element_ = t.element;
  }
  out_ << "    ◦ " << audit::coverage::operator_name(t.op) << ": " << shown(t.what, 300) << "\n";
  told_.insert(&t);
  shown_ += t.apart ? 1 : 0;
  if (tries_ > 0) tell(out_, t, ja_);
  out_ << std::flush;
}

void MutateText::rest() {
  for (const Tried& t : report_.tried)
    if (t.fate == Tried::Fate::Survived && !told_.contains(&t)) survivor(t);
}

void MutateText::total() {
  std::vector<size_t> all(report_.tried.size());
  for (size_t t = 0; t < all.size(); ++t) all[t] = t;
  const Score s = score(report_, all);
  const size_t share = s.all() == 0 ? 0 : 100 * s.noticed / s.all();
  out_ << "\n" << shown(report_.program->game, 60) << ": ";
  if (ja_)
    out_ << fmt::format(
        "変異 {}、裁定が気づくもの {}（{}%）、気づかないもの {}、モデルとして読めないもの {}\n",
        s.all(), s.noticed, share, s.survived, s.unloadable);
  else
    out_ << fmt::format("{} of {} mutants noticed ({}%), {} survive; {} are no models\n", s.noticed,
                        s.all(), share, s.survived, s.unloadable);
  if (s.untried > 0)
    out_ << (ja_ ? fmt::format("  試していない変異 {}\n", s.untried)
                 : fmt::format("  {} mutants were not tried\n", s.untried));
  if (tries_ > 0)
    out_ << (ja_ ? fmt::format("  見分ける状況が見つかったもの {}（変異ごとに最大{}通りの状況）\n",
                               shown_, tries_)
                 : fmt::format("  of {} a situation is shown that tells them apart (at most {} "
                               "tried for each)\n",
                               shown_, tries_));
  if (!report_.left_out.empty()) {
    out_ << (ja_ ? "  読めなかった裁定:" : "  rulings that could not be read:");
    for (const std::string& id : report_.left_out) out_ << " " << shown(id, 60);
    out_ << "\n";
  }
}

void write_mutate_json(std::ostream& out, const Bent& r, size_t tries,
                       const base::SourceMap& sources, const Unfinished& unfinished,
                       int exit_code) {
  JsonWriter w;
  const auto count = [&](const char* key, size_t n) { w.member(key, static_cast<int64_t>(n)); };
  const auto side = [&](const char* key, const audit::readings::Difference::Side& s) {
    w.key(key);
    w.begin_object();
    w.member("outcomes", s.outcomes);
    w.member("claims", s.claims);
    w.end_object();
  };
  std::vector<size_t> all(r.tried.size());
  for (size_t t = 0; t < all.size(); ++t) all[t] = t;
  const Score sum = score(r, all);
  w.begin_object();
  w.member("format", 1);
  w.member("tool", "hanrei");
  w.member("game", r.program->game);
  w.key("totals");
  w.begin_object();
  count("rulings", r.rulings);
  count("noticed", sum.noticed);
  count("survived", sum.survived);
  count("unloadable", sum.unloadable);
  if (sum.untried > 0) count("not_tried", sum.untried);
  w.end_object();
  count("tries", tries);
  w.key("clauses");
  w.begin_array();
  for (const ClauseCoverage& c : r.clauses) {
    const std::vector<size_t> of = mutants(r, c);
    if (of.empty()) continue;
    const Score s = score(r, of);
    w.begin_object();
    w.member("clause", c.clause->id);
    count("noticed", s.noticed);
    count("survived", s.survived);
    count("unloadable", s.unloadable);
    if (s.untried > 0) count("not_tried", s.untried);
    w.key("mutants");
    w.begin_array();
    for (size_t t : of) w.value(static_cast<int64_t>(t));
    w.end_array();
    w.end_object();
  }
  w.end_array();
  w.key("mutants");
  w.begin_array();
  for (size_t t = 0; t < r.tried.size(); ++t) {
    const Tried& m = r.tried[t];
    const auto& e = r.elements[m.element];
    const base::Place at = sources.place(e.span);
    w.begin_object();
    w.member("element", e.name);
    w.member("clauses", e.by);
    w.member("path", at.path);
    w.member("line", static_cast<int64_t>(at.line));
    w.member("column", static_cast<int64_t>(at.column));
    w.member("operator", audit::coverage::operator_name(m.op));
    w.member("what", m.what);
    w.member("fate", fate_name(m.fate));
    if (!m.ruling.empty()) w.member("ruling", m.ruling);
    if (m.fate == Tried::Fate::Survived) {
      count("tries", m.tries);
      if (m.cut) w.member("cut", true);
      if (const auto& d = m.apart) {
        w.key("situation");
        w.begin_object();
        w.member("from", d->from);
        count("cards", d->cards);
        count("moves", d->moves);
        w.member("xml", d->xml);
        side("as_it_is", d->here);
        side("bent", d->there);
        w.end_object();
      }
    }
    w.end_object();
  }
  w.end_array();
  w.member("left_out", r.left_out);
  write_unfinished_json(w, unfinished);
  w.member("exit", exit_code);
  w.end_object();
  out << w.str();
}

}  // namespace hanrei::reports
