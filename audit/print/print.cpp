#include "audit/print/print.h"

#include <algorithm>

#include "audit/print/look.h"
#include "audit/print/reader/words.h"
#include "base/text/fnv.h"
#include "base/text/unicode.h"

namespace hanrei::audit::print {
/// What stands in brackets of its own gets none around it, but where the brackets are what it is
/// about.
std::string message(const Finding& f, base::Lang lang) {
  std::string out = base::message(f.code, f.args, lang);
  if (f.code != Code::TwoForms)
    for (const std::string& a : f.args)
      for (const auto& [open, close] : {std::pair<std::string_view, std::string_view>{"「", "」"},
                                        {"【", "】"},
                                        {"《", "》"},
                                        {"『", "』"}}) {
        if (!a.starts_with(open) || a.find(close) != a.size() - close.size()) continue;
        for (size_t i; (i = out.find("「" + a + "」")) != out.npos;)
          out.replace(i, a.size() + 6, a);
      }
  return out;
}

std::string plain(std::string_view title) {
  std::string out;
  for (const char32_t c : audit::reader::decode(base::fold(title)))
    if (!audit::reader::is_space(c)) out += audit::reader::encode(std::u32string_view(&c, 1));
  return out;
}

void each_sentence(const Book& book,
                   const std::function<void(size_t, size_t, const Sentence&)>& f) {
  for (size_t u = 0; u < book.units.size(); ++u)
    for (size_t s = 0; s < book.units[u].says.size(); ++s) f(u, s, book.units[u].says[s]);
}

std::map<audit::reader::Sign::Is, std::vector<At>> by_kind(
    const Book& book, const std::function<bool(const Unit&, const Sentence&)>& counts) {
  std::map<audit::reader::Sign::Is, std::vector<At>> out;
  each_sentence(book, [&](size_t u, size_t s, const Sentence& said) {
    if (counts(book.units[u], said))
      for (const audit::reader::Sign& sign : said.signs)
        out[sign.is].push_back({{u, s, sign.at}, &sign});
  });
  return out;
}

bool has(const Sentence& said, audit::reader::Sign::Is is) {
  return std::ranges::any_of(said.signs, [&](const audit::reader::Sign& g) { return g.is == is; });
}

std::map<int, std::vector<size_t>> procedures(const Book& book) {
  std::map<int, std::vector<size_t>> out;
  for (size_t u = 0; u < book.units.size(); ++u)
    if (const int s = audit::reader::section_of(book, static_cast<int>(u));
        book.units[u].kind == Kind::Step && s >= 0)
      out[s].push_back(u);
  return out;
}

std::vector<size_t> below(const Book& book, size_t unit) {
  std::vector<size_t> out = {unit};
  std::set<int> inside = {static_cast<int>(unit)};
  for (size_t u = unit + 1; u < book.units.size() && inside.contains(book.units[u].up); ++u) {
    inside.insert(static_cast<int>(u));
    out.push_back(u);
  }
  return out;
}

std::string told(const Book& book, size_t unit) {
  const std::string name = audit::reader::place_name(book, unit);
  return name.empty() ? base::in_both("the text", "本文") : name;
}

namespace {

/// The end of a web page, タグ: to 最終更新: …, is the site's.
std::set<size_t> footer(const Book& book) {
  const auto begins = [&](size_t u, std::string_view word) {
    const auto& words = book.units[u].says[0].words;
    return !words.empty() && words[0].text.starts_with(word);
  };
  constexpr size_t kLast = 10;  // units at the end that are looked at
  size_t first = book.units.size();
  bool updated = false;
  for (size_t u = first; u > 0 && book.units.size() - u < kLast; --u) {
    for (const Sentence& said : book.units[u - 1].says)
      updated = updated || std::ranges::any_of(
                               said.words, [](const Mention& w) { return w.text == "最終更新"; });
    if (updated && begins(u - 1, "タグ")) first = u - 1;
  }
  std::set<size_t> out;
  for (size_t u = first; u < book.units.size(); ++u) out.insert(u);
  return out;
}

/// What was changed and when is no rule: its places are taken out of the findings.
void without_history(const Book& book, Found& found) {
  std::set<size_t> history = footer(book);
  for (size_t u = 0; u < book.units.size(); ++u) {
    const Unit& unit = book.units[u];
    const bool title = (unit.kind == Kind::Label || unit.kind == Kind::Heading) &&
                       !unit.titles.empty() &&
                       (unit.titles[0].starts_with("更新") || unit.titles[0].starts_with("変更"));
    if (title)
      for (const size_t b : below(book, u)) history.insert(b);
  }
  std::erase_if(found, [&](const Finding& f) {
    return f.code != Code::TwoNames && f.code != Code::Undefined &&
           history.contains(f.places[0].unit);
  });
  for (Finding& f : found)
    std::erase_if(f.places, [&](const Place& p) { return history.contains(p.unit); });
  std::erase_if(found, [](const Finding& f) { return f.places.empty(); });
}

/// A word that has two names, or is the long form of another that is not defined, is not told
/// again.
void told_once(Found& found) {
  std::set<std::string> undefined, again;
  for (const Finding& f : found)
    if (f.code == Code::Undefined) undefined.insert(f.args[0]);
  for (const Finding& f : found) {
    if (f.code != Code::TwoNames) continue;
    again.insert("「" + f.args[0] + "」");
    again.insert("「" + f.args[0] + "」アイコン");
    if (undefined.contains(f.args[0])) {
      again.insert(f.args[1]);
      again.insert(f.args[1] + "カード");
    }
  }
  const auto missing = [&](const Place& p) {
    return std::ranges::any_of(found, [&](const Finding& f) {
      return f.code == Code::RuleMissing &&
             std::ranges::any_of(f.places, [&](const Place& q) { return q.unit == p.unit; });
    });
  };
  std::vector<Finding> kept;
  for (const Finding& f : found)
    if (f.code != Code::OnlyOneSays || !missing(f.places[0])) kept.push_back(f);
  found = std::move(kept);
  std::erase_if(found, [&](const Finding& f) {
    return f.code == Code::Undefined && again.contains(f.args[0]);
  });
}

}  // namespace

Findings examine(const audit::reader::Book& book) {
  Found found;
  look_at_references(book, found);
  look_at_numbers(book, found);
  look_at_terms(book, found);
  look_at_names(book, found);
  look_at_siblings(book, found);
  look_at_sentences(book, found);
  look_at_aliases(book, found);
  look_at_moments(book, found);
  look_at_parallels(book, found);
  look_at_phrases(book, found);
  look_at_rules(book, found);
  look_at_spelling(book, found);
  look_at_contrasts(book, found);
  look_at_claims(book, found);
  look_at_lists(book, found);
  look_at_openings(book, found);
  look_at_pointers(book, found);
  look_at_headings(book, found);
  look_at_zones(book, found);
  without_history(book, found);
  told_once(found);
  std::ranges::stable_sort(found, [](const Finding& a, const Finding& b) {
    const auto rank = [](const Finding& f) {
      return std::tuple(-static_cast<int>(base::code_severity(f.code)), f.places[0].unit,
                        f.places[0].sentence, f.code, f.args);
    };
    return rank(a) < rank(b);
  });
  std::map<std::string, int> ordinal;
  std::map<Code, size_t> of_kind;
  Findings out;
  for (Finding& f : found) {
    if (++of_kind[f.code] > Findings::kMost) {
      ++out.left_out;
      continue;
    }
    std::string key(code_text(f.code));
    for (const std::string& a : f.args) key += "\n" + a;
    key += "\n" + book.units[f.places[0].unit].says[f.places[0].sentence].digest;
    key = base::digest(key);
    f.fingerprint = key + "-" + std::to_string(++ordinal[key]);
    out.list.push_back(std::move(f));
  }
  return out;
}

}  // namespace hanrei::audit::print
