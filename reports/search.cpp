#include "reports/search.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/json/array.h"
#include "base/text/unicode.h"
#include "reports/kept.h"
#include "rulings/search/query.h"

namespace hanrei::reports {
namespace {

using base::Lang;
using rulings::search::Range;
using rulings::store::Hit;

constexpr std::size_t kBefore = 60,
                      kAround = 240;  // bytes of an excerpt before the first mark, and in all

bool begins_char(std::string_view text, std::size_t at) {
  return at >= text.size() || (static_cast<unsigned char>(text[at]) & 0xC0) != 0x80;
}

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

/// The part of a text around its first mark.
std::string excerpt(const Hit::Place& p, bool color) {
  std::size_t from = p.marks.front().begin > kBefore ? p.marks.front().begin - kBefore : 0;
  while (!begins_char(p.text, from)) ++from;
  std::size_t to = std::min(p.text.size(), from + kAround);
  while (!begins_char(p.text, to)) --to;
  return (from > 0 ? "…" : "") + marked(p.text, p.marks, from, to, color) +
         (to < p.text.size() ? "…" : "");
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

void write_search(std::ostream& out, const rulings::store::Found& found,
                  const rulings::store::Options& options, const Style& style) {
  const bool ja = style.lang == Lang::Ja;
  int width = 6;
  for (const Hit& h : found.hits)
    width = std::clamp(base::display_width(shown(h.id, 60)), width, 30);
  const std::string indent(static_cast<std::size_t>(width) + 2, ' ');
  bool derived = false;
  if (options.as_of.any()) out << as_of_text(options.as_of, style.lang) << "\n\n";
  for (const Hit& h : found.hits) {
    derived = derived || h.status == "derived";
    const Lang lang = h.title[ja].empty() ? (ja ? Lang::En : Lang::Ja) : style.lang;
    const std::string& title = h.title[static_cast<size_t>(lang)];
    const auto in_title = std::ranges::find_if(
        h.places, [&](const Hit::Place& p) { return p.field == "title" && p.lang == lang; });
    out << base::pad(shown(h.id, 60), width + 2)
        << (in_title == h.places.end() || in_title->text != title
                ? shown(title, 200)
                : marked(title, in_title->marks, 0, title.size(), style.color))
        << "\n"
        << indent << shown(h.game, 60) << " · "
        << shown(rulings::search::status_text(h.status, style.lang), 60) << " · "
        << (h.situation ? rulings::search::verdict_text(h.verdict, style.lang)
            : ja        ? "状況なし、未検査"
                        : "no situation, not examined")
        << (h.issued.empty() ? "" : " · " + shown(h.issued, 40))
        << (h.authority.empty() ? "" : " · " + shown(h.authority, 100));
    if (!h.superseded_by.empty())
      out << " · "
          << (ja ? shown(joined(h.superseded_by, ja), 200) + " に差し替え"
                 : "superseded by " + shown(joined(h.superseded_by, ja), 200));
    out << "\n";
    const auto text =
        std::ranges::find_if(h.places, [](const Hit::Place& p) { return p.field != "title"; });
    if (text != h.places.end()) out << indent << excerpt(*text, style.color) << "\n";
    if (style.verbose && !h.cards.empty())
      out << indent << (ja ? "カード: " : "cards: ") << shown(joined(h.cards, ja), 400) << "\n";
    if (style.verbose && !h.cites.empty())
      out << indent << (ja ? "条項: " : "clauses: ") << shown(joined(h.cites, ja), 400) << "\n";
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
  std::string part = found.hits.empty()                  ? "0"
                     : first == 1 && found.total == last ? std::to_string(last)
                                                         : fmt::format("{}–{}", first, last);
  if (ja)
    out << fmt::format(
        "{} 件{} (検索した裁定 {} 件)\n", part,
        found.total
            ? (found.total == last && first == 1 ? "" : fmt::format(" / {} 件", *found.total))
            : "、さらにあり",
        found.searched);
  else
    out << fmt::format("{}{}, {} searched\n", part,
                       found.total ? (found.total == last && first == 1
                                          ? (last == 1 ? " ruling" : " rulings")
                                          : fmt::format(" of {} rulings", *found.total))
                                   : ", and more",
                       found.searched);
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
