#include "reports/search.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/json/array.h"
#include "base/text/unicode.h"
#include "base/text/wrap.h"
#include "reports/kept.h"
#include "rulings/search/query.h"

namespace hanrei::reports {
namespace {

using base::Lang;
using rulings::search::Range;
using rulings::store::Hit;

/// A text with its marks in colour.
std::string marked(std::string_view text, const std::vector<Range>& marks, std::size_t from,
                   std::size_t to, bool color) {
  std::string out;
  std::size_t at = from;
  for (const Range& m : marks) {
    const std::size_t begin = std::clamp<std::size_t>(m.begin, at, to),
                      end = std::clamp<std::size_t>(m.end, begin, to);
    out += base::safe_terminal(text.substr(at, begin - at));
    const std::string inside = base::safe_terminal(text.substr(begin, end - begin));
    out += inside.empty() || !color ? inside : "\x1b[1;33m" + inside + "\x1b[0m";
    at = end;
  }
  return out + base::safe_terminal(text.substr(at, to - at));
}

/// A text in lines, as many as `most`, with its marks. When it is longer, the part that begins with
/// the line of the first mark is shown, or the line before.
std::vector<std::string> in_lines(std::string_view text, const std::vector<Range>& marks, int width,
                                  std::size_t most, bool color) {
  const std::vector<std::string_view> lines = base::wrap(text, width);
  const auto begin = [&](std::size_t i) {
    return static_cast<std::size_t>(lines[i].data() - text.data());
  };
  std::size_t first = 0;
  while (!marks.empty() && first + 1 < lines.size() && begin(first + 1) <= marks.front().begin)
    ++first;
  first = lines.size() <= most ? 0 : std::min(first, lines.size() - most);
  std::vector<std::string> out;
  for (std::size_t i = first; i < lines.size() && out.size() < most; ++i)
    out.push_back(marked(text, marks, begin(i), begin(i) + lines[i].size(), color));
  if (first > 0) out.front() = "…" + out.front();
  if (first + out.size() < lines.size()) out.back() += "…";
  return out;
}

std::vector<std::string> words_of(const std::string& text) {
  std::vector<std::string> out(1);
  for (const char c : text)
    if (c == ' ')
      out.emplace_back();
    else
      out.back() += c;
  return out;
}

std::string facet_value(const std::string& facet, const std::string& value, Lang lang) {
  return facet == "status"    ? rulings::search::status_text(value, lang)
         : facet == "verdict" ? rulings::search::verdict_text(value, lang)
         : facet == "citator" ? rulings::search::mark_text(value, lang)
                              : value;
}

}  // namespace

std::string standing_of(const Hit& h, bool ja) {
  const Lang lang = ja ? Lang::Ja : Lang::En;
  std::string out = shown(rulings::search::status_text(h.status, lang), 60) + " · " +
                    (h.situation ? rulings::search::verdict_text(h.verdict, lang)
                     : ja        ? "状況なし、未検査"
                                 : "no situation, not examined");
  if (!h.issued.empty()) out += " · " + shown(h.issued, 40);
  if (!h.authority.empty()) out += " · " + shown(h.authority, 100);
  if (!h.superseded_by.empty())
    out += ja ? " · " + shown(joined(h.superseded_by, true), 200) + " に差し替え"
              : " · superseded by " + shown(joined(h.superseded_by, false), 200);
  return out;
}

void write_hit(std::ostream& out, const Hit& h, int column, bool whole, const Style& style) {
  const bool ja = style.lang == Lang::Ja;
  constexpr std::size_t kLines = 2;
  const std::size_t most = whole ? std::string::npos : kLines;
  const auto lang = [&](const std::string(&texts)[2]) {
    return texts[ja].empty() ? (ja ? Lang::En : Lang::Ja) : style.lang;
  };
  const auto marks = [&](std::string_view field, Lang l, const std::string& text) {
    for (const Hit::Place& p : h.places)
      if (p.field == field && p.lang == l && p.text == text) return p.marks;
    return std::vector<Range>();
  };
  const std::string id = shown(h.id, 60);
  const bool beside = base::display_width(id) <= column - 2;
  const std::string indent(static_cast<std::size_t>(column), ' ');
  const int width = std::max(20, style.width - column);
  std::string head = beside ? base::pad(id, column) : id + "\n" + indent;
  const auto lines = [&](const std::vector<std::string>& all, const std::string& label) {
    for (std::size_t i = 0; i < all.size(); ++i) {
      out << (head.empty() ? indent : head)
          << (i == 0 ? label
                     : std::string(static_cast<std::size_t>(base::display_width(label)), ' '))
          << all[i] << "\n";
      head.clear();
    }
  };
  const auto text = [&](std::string_view field, const std::string& t, Lang l,
                        const std::string& label, std::size_t n) {
    lines(in_lines(t, marks(field, l, t), width - base::display_width(label), n, style.color),
          label);
  };
  const Lang a = lang(h.answer), q = lang(h.question), t = lang(h.title);
  const std::string& answer = h.answer[static_cast<std::size_t>(a)];
  if (whole) {
    text("title", h.title[static_cast<std::size_t>(t)], t, "", most);
    text("question", h.question[static_cast<std::size_t>(q)], q, ja ? "問 " : "Q ", most);
    text("answer", answer, a, ja ? "答 " : "A ", most);
  } else {
    const std::string first(base::first_sentences(answer, width));
    std::vector<Range> in_first = marks("answer", a, answer);
    std::erase_if(in_first, [&](const Range& r) { return r.end > first.size(); });
    lines(in_lines(first, in_first, width, most, style.color), "");
    text("title", h.title[static_cast<std::size_t>(t)], t, ja ? "問 " : "Q ", 1);
    text("question", h.question[static_cast<std::size_t>(q)], q, ja ? "   " : "  ", most);
  }
  std::string clauses;
  const std::size_t named = style.verbose || whole ? h.cites.size() : 3;
  for (std::size_t i = 0; i < h.cites.size() && i < named; ++i)
    clauses += (i == 0 ? ""
                : ja   ? "、"
                       : ", ") +
               shown(h.cites[i], 100) +
               (h.clauses[i].empty() ? "" : " " + shown(h.clauses[i], 200));
  if (h.cites.size() > named) clauses += ja ? "、…" : ", …";
  if (!clauses.empty()) lines(in_lines(clauses, {}, width, most, false), "");
  lines(in_lines(shown(h.game, 60) + " · " + standing_of(h, ja), {}, width, most, false), "");
  if ((style.verbose || whole) && !h.cards.empty())
    lines(in_lines((ja ? "カード: " : "cards: ") + shown(joined(h.cards, ja), 400), {}, width,
                   std::string::npos, false),
          "");
}

int column_of(const std::vector<Hit>& hits, const Style& style) {
  int width = 6;
  for (const Hit& h : hits) width = std::max(width, base::display_width(shown(h.id, 60)));
  return style.width < 60 ? 2 : std::min(width, 30) + 2;
}

void write_search(std::ostream& out, const rulings::store::Found& found,
                  const rulings::store::Options& options, const Style& style) {
  const bool ja = style.lang == Lang::Ja;
  if (options.as_of.any()) out << as_of_text(options.as_of, style.lang) << "\n\n";
  if (found.nearest)
    out << (ja ? "合う裁定はありません。最も近いもの:\n\n"
               : "no ruling fits; these are nearest:\n\n");
  bool derived = false;
  for (const Hit& h : found.hits) {
    derived = derived || h.status == "derived";
    write_hit(out, h, column_of(found.hits, style), found.total == 1, style);
  }
  if (!found.hits.empty()) out << "\n";
  for (const auto& f : found.facets) {
    if (f.counts.empty()) continue;
    static constexpr std::pair<std::string_view, std::string_view> names[] = {
        {"game", "ゲーム"}, {"status", "状態"}, {"verdict", "判定"},      {"citator", "現況"},
        {"year", "年"},     {"clause", "条項"}, {"window", "タイミング"}, {"card", "カード"}};
    std::string name = f.name;
    if (ja)
      for (const auto& [en, jp] : names)
        if (en == f.name) name = jp;
    std::string line;
    for (const auto& [value, count] : f.counts)
      line += (line.empty() ? ""
               : ja         ? "、"
                            : ", ") +
              shown(facet_value(f.name, value, style.lang), 60) + " " + std::to_string(count);
    out << name << ": " << line << "\n";
  }
  const std::size_t first = options.offset + 1, last = options.offset + found.hits.size();
  const bool none = found.nearest || (found.hits.empty() && found.total == 0);
  const bool all = none || (first == 1 && found.total == last);
  const std::string part = none || found.hits.empty() ? "0"
                           : all                      ? std::to_string(last)
                                                      : fmt::format("{}–{}", first, last);
  if (ja)
    out << fmt::format("{} 件{} (検索した裁定 {} 件)\n", part,
                       all           ? ""
                       : found.total ? fmt::format(" / {} 件", *found.total)
                                     : "、さらにあり",
                       found.searched);
  else
    out << fmt::format("{}{}, {} searched\n", part,
                       all           ? (part == "1" ? " ruling" : " rulings")
                       : found.total ? fmt::format(" of {} rulings", *found.total)
                                     : ", and more",
                       found.searched);
  if (!found.missing.empty()) {
    std::string words;
    for (const std::string& word : found.missing)
      words += (words.empty() ? "" : ja ? "、" : ", ") + ("`" + shown(word, 60) + "`");
    out << (ja ? "どの裁定にもない語: " : "in no ruling: ") << words << "\n";
  }
  std::string typed;
  for (const auto& s : found.meant) {
    if (s.typed != typed)
      out << (typed.empty() ? "" : "\n")
          << fmt::format(fmt::runtime(ja ? "`{}` はもしかして: " : "for `{}`, did you mean: "),
                         shown(s.typed, 60));
    else
      out << (ja ? "、" : ", ");
    typed = s.typed;
    out << shown(s.meant, 60);
  }
  if (!typed.empty()) out << (ja ? "\n" : "?\n");
  if (derived) write_derived_note(out, style);
}

void write_derived_note(std::ostream& out, const Style& style) {
  out << (style.lang == Lang::Ja
              ? "導出例 (derived) は規則文から導いた例であり、公式裁定ではありません。\n"
              : "derived rulings are worked out from the rulebook; they are not official "
                "rulings.\n");
}

void write_search_json(std::ostream& out, const std::string& query,
                       const rulings::store::Found& found, const rulings::store::Options& options) {
  base::JsonWriter w;
  w.begin_object();
  w.member("format", 1);
  w.member("query", query);
  write_as_of(w, options.as_of);
  w.member("order", options.newest ? "newest" : "best");
  w.member("first", static_cast<std::uint64_t>(options.offset));
  w.key("total");
  if (found.total)
    w.value(static_cast<std::uint64_t>(*found.total));
  else
    w.null();
  w.member("searched", static_cast<std::uint64_t>(found.searched));
  w.member("nearest", found.nearest);
  w.member("missing", found.missing);
  base::write_objects(w, "rulings", found.hits, [&](const Hit& h) {
    w.member("id", h.id);
    w.member("game", h.game);
    w.member("path", h.path);
    w.member("status", h.status);
    w.member("official", h.status == "formal" || h.status == "provisional");
    w.member("verdict", h.verdict);
    if (!h.evidence.empty()) w.member("evidence", words_of(h.evidence));
    w.member("situation", h.situation);
    if (!h.issued.empty()) w.member("issued", h.issued);
    if (!h.authority.empty()) w.member("authority", h.authority);
    w.key("title");
    w.begin_object();
    if (!h.title[1].empty()) w.member("ja", h.title[1]);
    if (!h.title[0].empty()) w.member("en", h.title[0]);
    w.end_object();
    for (const auto& [field, texts] :
         {std::pair{"question", &h.question}, std::pair{"answer", &h.answer}}) {
      w.key(field);
      w.begin_object();
      if (!(*texts)[1].empty()) w.member("ja", (*texts)[1]);
      if (!(*texts)[0].empty()) w.member("en", (*texts)[0]);
      w.end_object();
    }
    w.member("cards", h.cards);
    w.member("clauses", h.cites);
    w.member("superseded_by", h.superseded_by);
    base::write_objects(w, "found", h.places, [&](const Hit::Place& p) {
      w.member("field", p.field);
      if (p.field != "partial") w.member("lang", p.lang == Lang::Ja ? "ja" : "en");
      w.member("text", p.text);
      w.key("at");  // in characters, first and behind the last
      w.begin_array();
      for (const Range& m : p.marks) {
        w.begin_array();
        for (const std::uint32_t byte : {m.begin, m.end})
          w.value(static_cast<std::uint64_t>(
              base::count_chars(std::string_view(p.text).substr(0, byte))));
        w.end_array();
      }
      w.end_array();
    });
  });
  if (options.facets) {
    w.key("facets");
    w.begin_object();
    for (const auto& f : found.facets) {
      base::write_objects(w, f.name, f.counts, [&](const auto& c) {
        w.member("value", c.first);
        w.member("count", static_cast<std::uint64_t>(c.second));
      });
    }
    w.end_object();
  }
  base::write_objects(w, "meant", found.meant, [&](const auto& s) {
    w.member("typed", s.typed);
    w.member("meant", s.meant);
    w.member("kind", s.kind);
  });
  w.end_object();
  out << w.str();
}

}  // namespace hanrei::reports
