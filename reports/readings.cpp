#include "reports/readings.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/json/write.h"
#include "base/text/unicode.h"

namespace hanrei::reports {
namespace {

using base::JsonWriter;
using base::Lang;
using namespace audit::readings;
using checker::Standing;

constexpr int kWidth = 110;
constexpr size_t kRows = 5, kEndings = 3, kNames = 40;

/// The words of one language.
struct Words {
  bool ja;
  const char* operator()(const char* en, const char* j) const { return ja ? j : en; }
};

/// Breaks a line where it gets wider than `width`: at a space if there is one in it.
std::vector<std::string> wrap(std::string_view text, int width) {
  std::vector<std::string> out;
  std::string line;
  size_t space = std::string::npos;
  for (size_t i = 0; i < text.size();) {
    size_t n = 1;
    while (i + n < text.size() && (static_cast<unsigned char>(text[i + n]) & 0xC0U) == 0x80U) ++n;
    line += text.substr(i, n);
    i += n;
    if (base::display_width(line) > width && line.size() > n) {
      const bool at_space = space != std::string::npos && space > 0;
      const size_t cut = at_space ? space : line.size() - n;
      std::string rest = line.substr(at_space ? cut + 1 : cut);
      line.resize(cut);
      out.push_back(std::move(line));
      line = std::move(rest);
      space = std::string::npos;
    }
    if (n == 1 && text[i - 1] == ' ') space = line.empty() ? std::string::npos : line.size() - 1;
  }
  if (!line.empty() || out.empty()) out.push_back(line);
  return out;
}

/// Cells side by side, each in a column of its width.
void write_row(std::ostream& out, const std::vector<std::vector<std::string>>& cells,
               const std::vector<int>& widths) {
  size_t height = 0;
  for (const auto& c : cells) height = std::max(height, c.size());
  for (size_t line = 0; line < height; ++line) {
    std::string text = "  ";
    for (size_t c = 0; c < cells.size(); ++c)
      text += base::pad(line < cells[c].size() ? cells[c][line] : "", widths[c]) + "  ";
    text.erase(text.find_last_not_of(' ') + 1);
    out << text << "\n";
  }
}

std::string name_of(const Case& q) {
  return shown(q.ruling, 60) + (q.case_id.empty() ? "" : " (" + shown(q.case_id, 60) + ")");
}

/// What an outcome is made of, piece by piece.
std::vector<std::string> pieces(const Ending& e, const model::Program& program, Lang lang,
                                bool cards) {
  const bool ja = lang == Lang::Ja;
  std::vector<std::string> out;
  switch (static_cast<checker::End>(e.end)) {
    case checker::End::Bounded: out.emplace_back(ja ? "上限に達した" : "bounded"); break;
    case checker::End::Endless: out.emplace_back(ja ? "終わりがない" : "endless"); break;
    case checker::End::Stuck: out.emplace_back(ja ? "行き詰まり" : "stuck"); break;
    default: out.push_back((ja ? "勝敗 " : "result ") + result_text(program, e.result, lang));
  }
  out.insert(out.end(), e.looked_at.begin(), e.looked_at.end());
  if (cards) out.insert(out.end(), e.cards.begin(), e.cards.end());
  return out;
}

/// What one option has and not all of them have: outcomes without the pieces that are the same
/// everywhere.
struct Cell {
  std::vector<std::string> own, claims;
  size_t common = 0;
  bool endless = false, enumerated = false;
};

/// The cells as far as these pieces of the outcomes tell: with the cards, or only the result and
/// what claims look at.
std::vector<Cell> outcomes_of(const Case& q, const Row& row, const model::Program& program,
                              Lang lang, bool cards) {
  std::vector<Cell> out(row.answers.size());
  std::map<std::string, size_t> piece_in, outcome_in;
  size_t endings = 0, options = 0;
  std::vector<std::vector<std::vector<std::string>>> all(row.answers.size());
  for (size_t o = 0; o < row.answers.size(); ++o) {
    if (!row.answers[o]) continue;
    const Answered& a = q.answers[*row.answers[o]];
    if (a.kind != Answered::Kind::Known || !a.enumerated) continue;
    ++options;
    out[o].enumerated = true;
    out[o].endless = a.endless;
    for (const Ending& e : a.endings) {
      all[o].push_back(pieces(e, program, lang, cards));
      ++endings;
      for (const std::string& p : std::set<std::string>(all[o].back().begin(), all[o].back().end()))
        ++piece_in[p];
    }
  }
  const auto text = [&](const std::vector<std::string>& list) {
    std::string t;
    for (const std::string& p : list)
      if (piece_in[p] < endings) t += (t.empty() ? "" : lang == Lang::Ja ? "、" : ", ") + p;
    return t.empty() && !list.empty() ? list.front() : t;
  };
  std::vector<std::set<std::string>> texts(all.size());
  for (size_t o = 0; o < all.size(); ++o) {
    for (const auto& e : all[o]) texts[o].insert(text(e));
    for (const std::string& t : texts[o]) ++outcome_in[t];
  }
  for (size_t o = 0; o < out.size(); ++o)
    for (const std::string& t : texts[o]) {
      if (options > 1 && outcome_in[t] == options)
        ++out[o].common;
      else
        out[o].own.push_back(t);
    }
  return out;
}

/// How many of the options the cells tell apart.
size_t told_apart(const std::vector<Cell>& cells) {
  std::set<std::vector<std::string>> different;
  for (const Cell& c : cells) different.insert(c.own);
  return different.size();
}

std::vector<Cell> cells_of(const Case& q, const Row& row, const model::Program& program,
                           Lang lang) {
  // Where the cards are is only told when nothing else tells the options apart.
  std::vector<Cell> out = outcomes_of(q, row, program, lang, false);
  if (std::vector<Cell> more = outcomes_of(q, row, program, lang, true);
      told_apart(more) > told_apart(out))
    out = std::move(more);
  // Claims are told where the outcomes do not tell the options apart.
  if (std::ranges::any_of(out, [](const Cell& c) { return !c.own.empty() || c.endless; }))
    return out;
  for (size_t c = 0; c < q.claims.size(); ++c) {
    std::set<int> stands;
    for (const auto& a : row.answers)
      if (a && q.answers[*a].kind == Answered::Kind::Known && c < q.answers[*a].claims.size())
        stands.insert(static_cast<int>(q.answers[*a].claims[c]));
    if (stands.size() < 2) continue;
    for (size_t o = 0; o < out.size(); ++o) {
      if (!row.answers[o] || c >= q.answers[*row.answers[o]].claims.size()) continue;
      out[o].claims.push_back(
          fmt::format("{} {}: {}", claim_kind_text(q.kinds[c], lang), q.claims[c],
                      standing_text(q.answers[*row.answers[o]].claims[c], lang)));
    }
  }
  return out;
}

std::vector<std::string> cell_text(const Case& q, const Row& row, size_t o, const Cell& cell,
                                   int width, Words w) {
  std::vector<std::string> out;
  const auto add = [&](const std::string& text) {
    for (std::string& line : wrap(shown(text, 400), width)) out.push_back(std::move(line));
  };
  if (!row.answers[o]) {
    add(w("not examined", "未検査"));
    return out;
  }
  const Answered& a = q.answers[*row.answers[o]];
  if (a.kind == Answered::Kind::Undecided) {
    add(std::string(w("undecided: ", "決定不能: ")) +
        base::text(a.reason, w.ja ? Lang::Ja : Lang::En));
    return out;
  }
  if (a.kind == Answered::Kind::CannotBe) {
    add(std::string(w("no such situation: ", "この状況にならない: ")) +
        base::text(a.reason, w.ja ? Lang::Ja : Lang::En));
    return out;
  }
  for (size_t i = 0; i < cell.own.size() && i < kEndings; ++i) add(cell.own[i]);
  if (cell.own.size() > kEndings)
    add(w.ja ? fmt::format("ほか{}通り", cell.own.size() - kEndings)
             : fmt::format("and {} more", cell.own.size() - kEndings));
  if (cell.endless) add(w("plays without end", "終わらない処理順序"));
  for (const std::string& c : cell.claims) add(c);
  if (cell.common > 0 && cell.claims.empty())
    add(w.ja ? fmt::format("({}共通の{}通り)", cell.own.empty() ? "" : "ほかに", cell.common)
             : fmt::format("({}{} that all have)", cell.own.empty() ? "only " : "and ",
                           cell.common));
  if (!cell.enumerated && cell.claims.empty())
    add(std::string(w("outcomes undecided: ", "結果は決定不能: ")) +
        base::text(a.reason, w.ja ? Lang::Ja : Lang::En));
  return out;
}

std::string ids_of(const Survey& s, const std::vector<size_t>& precedents, Words w) {
  std::string out;
  for (size_t p : precedents)
    out += (out.empty() ? "" : w(" + ", "+")) + shown(s.precedents[p].id, 60) +
           (s.precedents[p].formal ? "" : w(" (provisional)", "(暫定)"));
  return out;
}

std::string sets_text(const Survey& s, const Sets& sets, Words w) {
  std::string out;
  for (const auto& set : sets.sets)
    out += (out.empty() ? "" : w("; or ", "、または ")) + ids_of(s, set, w);
  if (!sets.all) out += w("; not all were looked for", "(ほかにもありうる)");
  return out;
}

std::string with_text(const Survey& s, const std::vector<std::pair<size_t, uint8_t>>& others) {
  std::string out;
  for (const auto& [r, o] : others)
    out += (out.empty() ? "" : " ") + shown(s.defs[r].name, 60) + "=" +
           shown(s.defs[r].options[o], 60);
  return out;
}

std::string_view state_text(State s, bool ja) {
  static constexpr std::string_view en[] = {"open point", "fixed", "untested", "undecided"},
                                    jp[] = {"調整中", "確定", "未試験", "決定不能"};
  return (ja ? jp : en)[static_cast<size_t>(s)];
}
std::string_view says_text(Says s) {
  static constexpr std::string_view en[] = {"yes", "no", "unknown"};
  return en[static_cast<size_t>(s)];
}

/// The options under which the ruling, as it claims, would stand.
std::string fits(const ReadingsReport& r, const Point& p, const Row& row) {
  std::string out;
  for (size_t o = 0; o < row.as_claimed.size(); ++o)
    if (row.as_claimed[o] == Says::Yes && p.consistent[o] != Says::No)
      out += (out.empty() ? "" : ", ") + shown(r.survey.defs[p.reading].options[o], 60);
  return out;
}

void write_point(std::ostream& out, const ReadingsReport& r, const Point& p, const Style& style) {
  const Words w{style.lang == Lang::Ja};
  const Survey& s = r.survey;
  const model::ReadingDef& def = s.defs[p.reading];
  out << shown(def.name, 60) << "  " << shown(w.ja ? def.title_ja : def.title_en, 200) << ": "
      << state_text(p.state, w.ja)
      << (def.presumed ? w(" (the game itself takes the default)", "(ゲームの定めでは既定のもの)")
                       : "")
      << "\n";
  for (size_t o = 0; o < def.options.size(); ++o) {
    out << "  " << shown(def.options[o], 60) << "  " << shown(w.ja ? def.why_ja[o] : def.why_en[o])
        << (def.options[o] == def.fallback ? w(" (default)", "(既定)") : "") << "\n";
    if (p.consistent[o] == Says::No)
      out << "      " << w("ruled out by ", "これを退ける裁定: ") << sets_text(s, p.against[o], w)
          << "\n";
    if (p.consistent[o] == Says::Unknown)
      out << "      "
          << w("undecided whether the rulings in force allow it",
               "効力のある裁定と両立するか決定不能")
          << "\n";
  }
  if (p.state == State::Fixed) return;
  if (w.ja)
    out << fmt::format("  調べた問い {}: 分かれる {}、同じ {}", p.looked_at, p.rows.size(), p.same);
  else
    out << fmt::format("  questions looked at {}: {} differ, {} the same", p.looked_at,
                       p.rows.size(), p.same);
  if (p.in_part > 0)
    out << (w.ja ? fmt::format("、一部だけ調べて同じ {}", p.in_part)
                 : fmt::format(", {} the same as far as looked at", p.in_part));
  if (!p.undecided.empty())
    out << (w.ja ? fmt::format("、決定不能 {}", p.undecided.size())
                 : fmt::format(", {} undecided", p.undecided.size()));
  out << "\n";
  if (p.rows.empty()) return;
  const auto options = static_cast<int>(def.options.size());
  int label = 10;
  const size_t most = style.verbose ? p.rows.size() : std::min(p.rows.size(), kRows);
  for (size_t i = 0; i < most; ++i)
    label = std::max(label,
                     std::min(24, base::display_width(name_of(s.questions[p.rows[i].question]))));
  std::vector<int> widths = {label};
  for (int o = 0; o < options; ++o)
    widths.push_back(std::max(16, (kWidth - 2 - label - 2 * options) / options));
  std::vector<std::vector<std::string>> head = {{""}};
  for (size_t o = 0; o < def.options.size(); ++o)
    head.push_back({shown(def.options[o], 60) +
                    (p.consistent[o] == Says::No ? w(" (ruled out)", "(退けられた)") : "")});
  write_row(out, head, widths);
  for (size_t i = 0; i < most; ++i) {
    const Row& row = p.rows[i];
    const Case& q = s.questions[row.question];
    std::vector<std::vector<std::string>> cells = {wrap(name_of(q), label)};
    if (!row.others.empty())
      for (std::string& line :
           wrap(w("with ", "") + with_text(s, row.others) + w("", " のとき"), label))
        cells[0].push_back(std::move(line));
    const std::vector<Cell> all = cells_of(q, row, *s.program, style.lang);
    for (size_t o = 0; o < def.options.size(); ++o)
      cells.push_back(cell_text(q, row, o, all[o], widths[o + 1], w));
    write_row(out, cells, widths);
  }
  const auto list = [&](std::string line) {
    for (const std::string& part : wrap(line, kWidth)) out << "  " << part << "\n";
  };
  if (most < p.rows.size()) {
    std::string more = w.ja ? fmt::format("ほか{}:", p.rows.size() - most)
                            : fmt::format("and {} more:", p.rows.size() - most);
    for (size_t i = most; i < p.rows.size() && i < most + kNames; ++i)
      more += " " + name_of(s.questions[p.rows[i].question]);
    list(more + (most + kNames < p.rows.size() ? " …" : ""));
  }
  const auto named = [&](const Row& row) {
    const std::string as = fits(r, p, row);
    std::string note =
        row.moves ? (w.ja ? fmt::format("{}手", *row.moves)
                          : fmt::format("{} {}", *row.moves, *row.moves == 1 ? "move" : "moves"))
                  : "";
    if (!as.empty())
      note += (note.empty() ? "" : w("; ", "、")) +
              std::string(w("as it stands: ", "今の答えなら")) + as;
    return name_of(s.questions[row.question]) + (note.empty() ? "" : " (" + note + ")");
  };
  std::string settle, together;
  size_t n = 0;
  for (const Row& row : p.rows)
    if (row.settles && ++n <= kRows) settle += (settle.empty() ? "" : w("; ", "、")) + named(row);
  for (size_t row : p.together) together += (together.empty() ? "" : " + ") + named(p.rows[row]);
  const bool whole = s.unreached.empty() && s.aside == 0;
  if (!together.empty())
    list((whole ? w("no single question settles it; rulings on these settle it together: ",
                    "一つで決められる問いはない。次の裁定がそろえば決まる: ")
                : w("rulings on these settle it together: ", "次の裁定がそろえば決まる: ")) +
         together);
  else if (n == 0 && !whole)
    return;
  else if (n == 0)
    list(w("no single question settles it: none tells all the options apart",
           "一つで決められる問いはない(すべての選択肢を見分けるものがない)"));
  else
    list(w("a ruling on one of these settles it, the least first: ",
           "どれか一つの裁定で決まる(小さい順): ") +
         settle +
         (n > kRows
              ? w.ja ? fmt::format("、ほか{}", n - kRows) : fmt::format("; and {} more", n - kRows)
              : ""));
}

void write_adopted(std::ostream& out, const ReadingsReport& r, Words w) {
  const Adopted& a = *r.adopted;
  const Survey& s = r.survey;
  out << (w.ja ? with_text(s, r.adopt) + " を採るとき" : "adopting " + with_text(s, r.adopt))
      << "\n";
  if (a.overturned.sets.empty())
    out << "  " << w("undecided which rulings are in the way", "どの裁定を覆すことになるか決定不能")
        << "\n";
  else if (a.overturned.sets.front().empty())
    out << "  "
        << (a.may_fall.empty() ? w("no ruling in force is in the way", "覆すことになる裁定はない")
                               : w("no ruling in force is known to be in the way",
                                   "覆すことになると分かる裁定はない"))
        << "\n";
  else {
    out << "  " << w("the least to overturn: ", "最小の覆す裁定: ")
        << ids_of(s, a.overturned.sets.front(), w) << "\n";
    for (size_t i = 1; i < a.overturned.sets.size(); ++i)
      out << "  " << w("or: ", "または: ") << ids_of(s, a.overturned.sets[i], w) << "\n";
  }
  if (!a.overturned.all) out << "  " << w("there may be other sets", "ほかの組もありうる") << "\n";
  const auto rulings = [&](const char* en, const char* ja, const std::vector<size_t>& list) {
    if (!list.empty()) out << "  " << w(en, ja) << ids_of(s, list, w) << "\n";
  };
  rulings("undecided whether they agree: ", "両立するか決定不能の裁定: ", a.may_fall);
  rulings("they presume another option, and speak of nothing any more: ",
          "別の選択肢を前提とし、前提を失う裁定: ", a.premise_lost);
  const auto questions = [&](const char* en, const char* ja, const std::vector<size_t>& list) {
    if (list.empty()) return;
    std::string line = w(en, ja) + std::to_string(list.size()) + ":";
    for (size_t q : list) line += " " + name_of(s.questions[q]);
    for (const std::string& part : wrap(line, kWidth)) out << "  " << part << "\n";
  };
  questions("questions that come out otherwise than now, ", "今と答えが変わる問い ", a.changed);
  questions("questions of which that is undecided, ", "答えが変わるか決定不能の問い ", a.undecided);
  out << "\n";
}

struct Totals {
  size_t by_state[4] = {}, in_part = 0, undecided = 0, in_force[2] = {};
};
Totals totals_of(const ReadingsReport& r) {
  Totals t;
  for (const Point& p : r.findings.points) ++t.by_state[static_cast<size_t>(p.state)];
  for (const Case& q : r.survey.questions) {
    if (!q.whole) ++t.in_part;
    if (q.answers[q.at.at(q.base)].kind == Answered::Kind::Undecided) ++t.undecided;
  }
  for (const Precedent& p : r.survey.precedents) ++t.in_force[p.formal ? 0 : 1];
  return t;
}

}  // namespace

void write_readings_text(std::ostream& out, const ReadingsReport& r, const Style& style) {
  const Words w{style.lang == Lang::Ja};
  const Survey& s = r.survey;
  out << shown(s.program->game, 60) << ": "
      << shown(w.ja ? s.program->title_ja : s.program->title_en, 200) << "\n\n";
  if (!r.findings.clashes.sets.empty()) {
    out << w("rulings in force that no reading is consistent with, as smallest sets",
             "どの解釈とも両立しない裁定(極小の組)")
        << "\n";
    for (const auto& set : r.findings.clashes.sets) out << "  " << ids_of(s, set, w) << "\n";
    if (!r.findings.clashes.all)
      out << "  " << w("there may be other sets", "ほかの組もありうる") << "\n";
    out << "  " << w("none of these counts for what follows", "以下では、これらの裁定を数えない")
        << "\n\n";
  }
  if (r.adopted) write_adopted(out, r, w);
  for (State state : {State::Open, State::Undecided, State::Untested, State::Fixed})
    for (const Point& p : r.findings.points) {
      if (p.state != state || r.adopted) continue;
      write_point(out, r, p, style);
      out << "\n";
    }
  if (!s.left_out.empty()) {
    out << w("not examined, for the errors in them:", "誤りがあり未検査:");
    for (const std::string& id : s.left_out) out << " " << shown(id, 60);
    out << "\n";
  }
  const Totals t = totals_of(r);
  if (t.in_part > 0)
    out << (w.ja ? fmt::format("一部だけ調べた問い {} ({})\n", t.in_part,
                               r.only ? "指定のない解釈は動かさなかった"
                                      : "組み合わせが多く、解釈を一つずつ変えた")
                 : fmt::format("questions looked at in part: {} ({})\n", t.in_part,
                               r.only ? "the other readings held still"
                                      : "too many combinations: one reading at a time"));
  if (w.ja)
    out << fmt::format(
        "検査記録: 解釈 {} = 調整中 {}、確定 {}、未試験 {}、決定不能 {}。裁定 {} (効力のある正式 "
        "{}、暫定 {})、問い {}、選択肢の組 {}、状態 {}、Z3 の問い合わせ {}\n",
        r.findings.points.size(), t.by_state[0], t.by_state[1], t.by_state[2], t.by_state[3],
        s.rulings.size(), t.in_force[0], t.in_force[1], s.questions.size(), s.vectors, s.states,
        s.queries + r.findings.queries);
  else
    out << fmt::format(
        "receipt: {} readings = {} open, {} fixed, {} untested, {} undecided; {} rulings (in "
        "force: {} formal, {} provisional), {} questions, {} vectors of options, {} states, {} "
        "queries of Z3\n",
        r.findings.points.size(), t.by_state[0], t.by_state[1], t.by_state[2], t.by_state[3],
        s.rulings.size(), t.in_force[0], t.in_force[1], s.questions.size(), s.vectors, s.states,
        s.queries + r.findings.queries);
  if (s.aside > 0)
    out << (w.ja ? fmt::format("指定により調べていない裁定 {}\n", s.aside)
                 : fmt::format("rulings that were not asked for: {}\n", s.aside));
  write_unfinished_text(out, r.unfinished, style);
}

namespace {

/// What reports of readings consist of.
class ReadingsJson {
 public:
  explicit ReadingsJson(const ReadingsReport& report) : r(report), s(report.survey) {}
  std::string write(int exit_code);

 private:
  void count(const char* key, size_t n) { w.member(key, static_cast<int64_t>(n)); }
  void set(const std::vector<size_t>& precedents) {
    w.begin_array();
    for (size_t p : precedents) w.value(s.precedents[p].id);
    w.end_array();
  }
  void sets(const char* key, const Sets& all) {
    w.key(key);
    w.begin_object();
    w.key("sets");
    w.begin_array();
    for (const auto& one : all.sets) set(one);
    w.end_array();
    w.member("all", all.all);
    w.end_object();
  }
  void options(const char* key, const std::vector<std::pair<size_t, uint8_t>>& list) {
    w.key(key);
    w.begin_object();
    for (const auto& [reading, o] : list)
      w.member(s.defs[reading].name, s.defs[reading].options[o]);
    w.end_object();
  }
  void question(size_t q) {
    w.member("ruling", s.questions[q].ruling);
    if (!s.questions[q].case_id.empty()) w.member("case", s.questions[q].case_id);
  }
  void questions(const char* key, const std::vector<size_t>& list) {
    w.key(key);
    w.begin_array();
    for (size_t q : list) {
      w.begin_object();
      question(q);
      w.end_object();
    }
    w.end_array();
  }
  void title(const std::string& en, const std::string& ja) {
    w.begin_object();
    w.member("en", en);
    w.member("ja", ja);
    w.end_object();
  }
  void totals();
  void point(const Point& p);
  void row(const Row& row, const model::ReadingDef& def);

  const ReadingsReport& r;
  const Survey& s;
  JsonWriter w;
};

void ReadingsJson::totals() {
  const Totals t = totals_of(r);
  w.begin_object();
  for (size_t i = 0; i < 4; ++i)
    count(std::string(state_text(static_cast<State>(i), false)).c_str(), t.by_state[i]);
  count("rulings", s.rulings.size());
  count("formal", t.in_force[0]);
  count("provisional", t.in_force[1]);
  count("questions", s.questions.size());
  count("in_part", t.in_part);
  count("vectors", s.vectors);
  count("states", s.states);
  count("queries", s.queries + r.findings.queries);
  w.end_object();
}

void ReadingsJson::row(const Row& row, const model::ReadingDef& def) {
  static constexpr std::string_view kinds[] = {"known", "cannot be", "undecided"};
  const Case& q = s.questions[row.question];
  w.begin_object();
  question(row.question);
  if (!row.others.empty()) options("with", row.others);
  if (row.moves) count("moves", *row.moves);
  w.member("settles", row.settles);
  w.key("cells");
  w.begin_array();
  const std::vector<Cell> cells = cells_of(q, row, *s.program, Lang::En);
  for (size_t o = 0; o < cells.size(); ++o) {
    w.begin_object();
    w.member("option", def.options[o]);
    const Answered* a = row.answers[o] ? &q.answers[*row.answers[o]] : nullptr;
    w.member("answer", a == nullptr ? "not examined" : kinds[static_cast<size_t>(a->kind)]);
    w.member("as_claimed", says_text(row.as_claimed[o]));
    if (a != nullptr && !a->reason.empty()) w.member("reason", base::text(a->reason, Lang::En));
    if (a != nullptr && a->kind == Answered::Kind::Known) {
      w.key("claims");
      w.begin_array();
      for (Standing c : a->claims) w.value(standing_text(c, Lang::En));
      w.end_array();
    }
    if (cells[o].enumerated) {
      w.member("outcomes", cells[o].own);
      count("common", cells[o].common);
      w.member("endless", cells[o].endless);
    }
    w.end_object();
  }
  w.end_array();
  w.end_object();
}

void ReadingsJson::point(const Point& p) {
  const model::ReadingDef& def = s.defs[p.reading];
  w.begin_object();
  w.member("reading", def.name);
  w.key("title");
  title(def.title_en, def.title_ja);
  w.member("state", state_text(p.state, false));
  w.member("presumed", def.presumed);
  w.key("options");
  w.begin_array();
  for (size_t o = 0; o < def.options.size(); ++o) {
    w.begin_object();
    w.member("option", def.options[o]);
    w.member("default", def.options[o] == def.fallback);
    w.key("why");
    title(def.why_en[o], def.why_ja[o]);
    w.member("consistent", says_text(p.consistent[o]));
    if (p.consistent[o] == Says::No) sets("against", p.against[o]);
    w.end_object();
  }
  w.end_array();
  count("looked_at", p.looked_at);
  count("same", p.same);
  count("in_part", p.in_part);
  questions("undecided", p.undecided);
  if (!p.together.empty()) {
    std::vector<size_t> rows;
    for (size_t row : p.together) rows.push_back(p.rows[row].question);
    questions("together", rows);
  }
  w.key("rows");
  w.begin_array();
  for (const Row& one : p.rows) row(one, def);
  w.end_array();
  w.end_object();
}

std::string ReadingsJson::write(int exit_code) {
  static constexpr std::string_view forces[] = {"none",       "formal",    "provisional",
                                                "superseded", "withdrawn", "pending"};
  w.begin_object();
  w.member("format", 1);
  w.member("tool", "hanrei");
  w.member("game", s.program->game);
  w.key("totals");
  totals();
  w.key("rulings");
  w.begin_array();
  for (const Ruled& ruled : s.rulings)
    if (ruled.force != Force::None) {
      w.begin_object();
      w.member("ruling", ruled.id);
      w.member("force", forces[static_cast<size_t>(ruled.force)]);
      w.end_object();
    }
  w.end_array();
  sets("conflicts", r.findings.clashes);
  if (r.adopted) {
    w.key("adopted");
    w.begin_object();
    options("options", r.adopt);
    sets("overturned", r.adopted->overturned);
    w.key("may_fall");
    set(r.adopted->may_fall);
    w.key("premise_lost");
    set(r.adopted->premise_lost);
    questions("changed", r.adopted->changed);
    questions("undecided", r.adopted->undecided);
    w.end_object();
  }
  w.key("readings");
  w.begin_array();
  for (const Point& p : r.findings.points) point(p);
  w.end_array();
  w.member("left_out", s.left_out);
  if (s.aside > 0) count("not_asked_for", s.aside);
  write_unfinished_json(w, r.unfinished);
  w.member("exit", exit_code);
  w.end_object();
  return w.str();
}

}  // namespace

void write_readings_json(std::ostream& out, const ReadingsReport& r, int exit_code) {
  out << ReadingsJson(r).write(exit_code);
}

}  // namespace hanrei::reports
