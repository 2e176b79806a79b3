#include "rulings/search/query.h"

#include <algorithm>
#include <array>

#include "base/text/unicode.h"
#include "rulings/law/citator.h"
#include "rulings/records/records.h"

namespace hanrei::rulings::search {
namespace {

using base::Code;
using base::Span;

struct FilterName {
  FilterKind kind;
  std::string_view en, ja;
};
constexpr std::array<FilterName, 15> kFilters = {{
    {FilterKind::Game, "game", "ゲーム"},
    {FilterKind::Card, "card", "カード"},
    {FilterKind::Clause, "clause", "条項"},
    {FilterKind::Status, "status", "状態"},
    {FilterKind::Verdict, "verdict", "判定"},
    {FilterKind::Evidence, "evidence", "証拠"},
    {FilterKind::Authority, "authority", "裁定者"},
    {FilterKind::Id, "id", "番号"},
    {FilterKind::At, "at", "場面"},
    {FilterKind::Reading, "reading", "解釈"},
    {FilterKind::Date, "date", "日付"},
    {FilterKind::Date, "issued", "発行"},
    {FilterKind::Situation, "situation", "状況"},
    {FilterKind::Citator, "citator", "現況"},
    {FilterKind::Window, "window", "タイミング"},
}};

std::string all_filters() {
  std::string out;
  for (const FilterName& f : kFilters)
    out += (out.empty() ? "`" : ", `") + std::string(f.en) + ":`";
  return out;
}

/// Reads the query from left to right; a mistake is told, and reading goes on behind it.
class Reader {
 public:
  Reader(std::string_view text, Span whole, base::DiagnosticLog& log)
      : text_(text), whole_(whole), log_(log) {}

  Query read() {
    Query q;
    std::size_t parts = 0;
    bool alternative = false;  // an OR stands before what comes next
    std::size_t or_begin = 0, or_end = 0;
    while (skip_space()) {
      const std::size_t begin = at_;
      if (++parts > kMostParts) {
        complain(Code::TooMany, begin, text_.size(),
                 {base::in_both("parts of the query", "検索式の部分"), std::to_string(kMostParts)});
        break;
      }
      if (const std::size_t n = or_here(); n > 0) {
        at_ += n;
        if (alternative || last_ != Last::Word)
          wrong(begin, at_, base::in_both("`OR`", "`OR`"),
                base::in_both("a word on each side of it", "左右に検索語"));
        alternative = true;
        or_begin = begin;
        or_end = at_;
        continue;
      }
      const bool excluded = minus_here();
      if (const std::optional<Filter> f = filter(excluded, begin)) {
        if (alternative)
          wrong(begin, at_, base::in_both("a filter behind `OR`", "`OR` の後の絞り込み"),
                base::in_both(
                    "a word; several values of a filter stand with commas, as in "
                    "`status:formal,provisional`",
                    "検索語。絞り込みの値は `status:formal,provisional` のようにコンマで並べます"));
        if (!f->any.empty() || f->first || f->last) q.filters.push_back(*f);
        last_ = Last::Filter;
        alternative = false;
        continue;
      }
      word(q, excluded, alternative, begin);
      alternative = false;
    }
    if (alternative)
      wrong(or_begin, or_end, base::in_both("`OR` at the end", "末尾の `OR`"),
            base::in_both("a word behind it", "その後に検索語"));
    if (nothing_ && q.words.empty() && q.filters.empty()) no_word(*nothing_);
    return q;
  }

 private:
  enum class Last { None, Word, Filter };

  void complain(Code code, std::size_t begin, std::size_t end, std::vector<std::string> args) {
    log_.add(code,
             {whole_.file, whole_.begin + static_cast<std::uint32_t>(begin),
              whole_.begin + static_cast<std::uint32_t>(end)},
             std::move(args));
  }
  void wrong(std::size_t begin, std::size_t end, const std::string& found,
             const std::string& expected) {
    complain(Code::QuerySyntax, begin, end, {found, expected});
  }

  static std::size_t space(std::string_view s) {
    return s.empty()                                                     ? 0
           : s[0] == ' ' || s[0] == '\t' || s[0] == '\n' || s[0] == '\r' ? 1
           : s.starts_with("\u3000")                                     ? 3
                                                                         : 0;
  }
  bool skip_space() {
    while (const std::size_t n = space(text_.substr(at_))) at_ += n;
    return at_ < text_.size();
  }
  /// Quotation marks of both widths.
  static std::size_t quote(std::string_view s) {
    return s.empty()                                                         ? 0
           : s[0] == '"'                                                     ? 1
           : s.starts_with("＂") || s.starts_with("“") || s.starts_with("”") ? 3
                                                                             : 0;
  }
  static std::size_t colon(std::string_view s) {
    return s.empty() ? 0 : s[0] == ':' ? 1 : s.starts_with("：") ? 3 : 0;
  }

  std::size_t or_here() const {
    const std::string_view rest = text_.substr(at_);
    for (const std::string_view word : {"OR", "ＯＲ", "|", "｜"})
      if (rest.starts_with(word) &&
          (rest.size() == word.size() || space(rest.substr(word.size())) > 0))
        return word.size();
    return 0;
  }
  bool minus_here() {
    for (const std::string_view sign : {"-", "－", "−"}) {
      const std::string_view rest = text_.substr(at_);
      if (rest.starts_with(sign) && rest.size() > sign.size() &&
          space(rest.substr(sign.size())) == 0) {
        at_ += sign.size();
        return true;
      }
    }
    return false;
  }

  /// A value: up to the next space, or between quotation marks. `comma`: ends at a comma, too.
  std::string value(bool comma) {
    const std::size_t begin = at_;
    if (const std::size_t n = quote(text_.substr(at_))) {
      at_ += n;
      const std::size_t inside = at_;
      while (at_ < text_.size() && quote(text_.substr(at_)) == 0) ++at_;
      const std::string out(text_.substr(inside, at_ - inside));
      if (at_ == text_.size())
        wrong(begin, begin + n,
              base::in_both("a quotation mark that nothing closes", "閉じられていない引用符"),
              base::in_both("a second one", "もう一つの引用符"));
      else
        at_ += quote(text_.substr(at_));
      return out;
    }
    while (at_ < text_.size() && space(text_.substr(at_)) == 0 && !(comma && text_[at_] == ','))
      ++at_;
    return std::string(text_.substr(begin, at_ - begin));
  }

  /// `name:value,value`. Something before a colon that is no name of a filter is told when it looks
  /// like one.
  std::optional<Filter> filter(bool excluded, std::size_t begin) {
    const std::size_t start = at_;
    std::size_t end = start;
    while (end < text_.size() && space(text_.substr(end)) == 0 && colon(text_.substr(end)) == 0 &&
           quote(text_.substr(end)) == 0)
      ++end;
    const std::size_t n = end < text_.size() ? colon(text_.substr(end)) : 0;
    if (n == 0 || end == start) return std::nullopt;
    const std::string name = base::fold(text_.substr(start, end - start));
    const auto known = std::ranges::find_if(kFilters, [&](const FilterName& f) {
      return base::fold(f.en) == name || base::fold(f.ja) == name;
    });
    if (known == kFilters.end()) {
      if (!std::ranges::all_of(name, [](char c) { return c >= 'a' && c <= 'z'; }))
        return std::nullopt;
      at_ = end + n;
      complain(Code::QueryFilter, start, end, {name, all_filters()});
      value(false);
      return Filter{};
    }
    at_ = end + n;
    Filter f{known->kind, {}, {}, {}, excluded};
    for (bool more = true; more;) {
      const std::size_t from = at_;
      const std::string v = value(true);
      if (v.empty())
        complain(Code::QueryValue, begin, at_,
                 {std::string(known->en), "", base::in_both("a value", "値")});
      else
        take(f, v, from);
      more = at_ < text_.size() && text_[at_] == ',';
      if (more) ++at_;
    }
    return f;
  }

  void take(Filter& f, const std::string& v, std::size_t from) {
    const auto one_of = [&](const std::vector<std::string>& en,
                            const std::vector<std::string>& ja) {
      for (std::size_t i = 0; i < en.size(); ++i)
        if (base::fold(v) == base::fold(en[i]) || base::fold(v) == base::fold(ja[i])) {
          f.any.push_back(en[i]);
          return;
        }
      std::string names[2];
      for (std::size_t i = 0; i < en.size(); ++i) {
        names[0] += (i > 0 ? ", `" : "`") + en[i] + "`";
        names[1] += (i > 0 ? "、`" : "`") + ja[i] + "`";
      }
      complain(Code::QueryValue, from, at_,
               {std::string(f.kind == FilterKind::Status     ? "status"
                            : f.kind == FilterKind::Verdict  ? "verdict"
                            : f.kind == FilterKind::Evidence ? "evidence"
                            : f.kind == FilterKind::Citator  ? "citator"
                                                             : "situation"),
                v, base::in_both("one of " + names[0], names[1] + " のいずれか")});
    };
    if (f.kind == FilterKind::Status)
      one_of(statuses(base::Lang::En), statuses(base::Lang::Ja));
    else if (f.kind == FilterKind::Verdict)
      one_of(verdicts(base::Lang::En), verdicts(base::Lang::Ja));
    else if (f.kind == FilterKind::Evidence)
      one_of(evidences(base::Lang::En), evidences(base::Lang::Ja));
    else if (f.kind == FilterKind::Citator)
      one_of(marks(base::Lang::En), marks(base::Lang::Ja));
    else if (f.kind == FilterKind::Situation)
      one_of({"yes", "no"}, {"あり", "なし"});
    else if (f.kind == FilterKind::Date)
      date(f, v, from);
    else
      f.any.push_back(v);
  }

  /// `2004`, `2004-05-01`, `2004..2006`, `..2006`, `2004..`
  void date(Filter& f, const std::string& v, std::size_t from) {
    const std::size_t dots = v.find("..");
    const std::string first = v.substr(0, dots),
                      last = dots == std::string::npos ? v : v.substr(dots + 2);
    const auto a = day_of(first), b = day_of(last, true);
    const bool fits = (a || (dots != std::string::npos && first.empty())) &&
                      (b || (dots != std::string::npos && last.empty())) && (a || b);
    if (!fits) {
      complain(Code::QueryValue, from, at_,
               {"date", v,
                base::in_both(
                    "a date such as 2004, 2004-05 or 2004-05-31, or two with `..` between",
                    "2004、2004-05、2004-05-31 のような日付、または `..` で結んだ二つの日付")});
      return;
    }
    if (a && b && *a > *b) {
      complain(Code::QueryValue, from, at_,
               {"date", v, base::in_both("the earlier date first", "早い日付を先に")});
      return;
    }
    if (f.first || f.last) {
      complain(Code::QueryValue, from, at_, {"date", v, base::in_both("one range", "一つの範囲")});
      return;
    }
    f.first = a;
    f.last = b;
  }

  struct Nothing {
    std::size_t begin = 0, end = 0;
  };
  void no_word(const Nothing& n) {
    const std::string_view typed = text_.substr(n.begin, n.end - n.begin);
    wrong(n.begin, n.end,
          quote(typed) > 0
              ? base::in_both("nothing between quotation marks", "引用符の間に何もないもの")
              : "`" + base::clip(typed, 40) + "`",
          base::in_both("at least one letter, digit or symbol to look for",
                        "検索する文字・数字・記号"));
  }

  void word(Query& q, bool excluded, bool alternative, std::size_t begin) {
    const bool quoted = quote(text_.substr(at_)) > 0;
    const std::string typed = value(false);
    Phrase p = phrase_of(typed, quoted);
    if (p.tokens.empty() && !quoted && !excluded && !alternative) {
      // The mark at the end of a question. Alone it is none.
      nothing_ = Nothing{begin, at_};
    } else if (p.tokens.empty()) {
      no_word({begin, at_});
    } else if (alternative && !q.words.empty()) {
      if (excluded || q.words.back().excluded)
        wrong(begin, at_, base::in_both("`-` beside `OR`", "`OR` と並ぶ `-`"),
              base::in_both("words that are looked for", "探す語"));
      q.words.back().any.push_back(std::move(p));
      q.words.back().typed.push_back(typed);
      q.words.back().exact = q.words.back().exact || quoted;
    } else {
      q.words.push_back({{std::move(p)}, {typed}, excluded, quoted});
    }
    last_ = Last::Word;
  }

  std::string_view text_;
  Span whole_;
  base::DiagnosticLog& log_;
  std::size_t at_ = 0;
  Last last_ = Last::None;
  std::optional<Nothing> nothing_;  ///< a part that says nothing
};

std::string named(const std::vector<std::string>& en, const std::vector<std::string>& ja,
                  const std::string& text, base::Lang lang) {
  if (lang == base::Lang::En) return text;
  const auto at = std::ranges::find(en, text);
  return at == en.end() ? text : ja[at - en.begin()];
}

}  // namespace

const std::vector<std::string>& statuses(base::Lang lang) {
  static const std::vector<std::string> en = {"derived", "formal",    "provisional",
                                              "pending", "withdrawn", "not yet"},
                                        ja = {"導出例", "正式", "暫定", "調整中", "撤回", "未発効"};
  return lang == base::Lang::Ja ? ja : en;
}
const std::vector<std::string>& verdicts(base::Lang lang) {
  static const std::vector<std::string> en = {"confirmed", "contradicted", "open",
                                              "undecided", "vacuous",      "not examined"},
                                        ja = {"確認",     "矛盾", "解釈次第",
                                              "決定不能", "空虚", "未検査"};
  return lang == base::Lang::Ja ? ja : en;
}
const std::vector<std::string>& evidences(base::Lang lang) {
  static const std::vector<std::string> en = {"exhaustive", "proved", "witnessed", "bounded",
                                              "none"},
                                        ja = {"全数探索", "全値証明", "実例あり", "上限付き",
                                              "なし"};
  return lang == base::Lang::Ja ? ja : en;
}
const std::vector<std::string>& marks(base::Lang lang) {
  static const std::vector<std::string> ja = {"差し替え済み", "撤回",     "矛盾",     "前提喪失",
                                              "空虚",         "決定不能", "解釈次第", "未検査",
                                              "冗長",         "確認"},
                                        en = [] {
                                          std::vector<std::string> out;
                                          for (std::size_t i = 0; i < kMarks; ++i)
                                            out.emplace_back(mark_name(static_cast<Mark>(i)));
                                          return out;
                                        }();
  return lang == base::Lang::Ja ? ja : en;
}
std::string status_text(const std::string& status, base::Lang lang) {
  return named(statuses(base::Lang::En), statuses(base::Lang::Ja), status, lang);
}
std::string verdict_text(const std::string& verdict, base::Lang lang) {
  return named(verdicts(base::Lang::En), verdicts(base::Lang::Ja), verdict, lang);
}
std::string mark_text(const std::string& mark, base::Lang lang) {
  return named(marks(base::Lang::En), marks(base::Lang::Ja), mark, lang);
}

std::optional<Query> parse_query(const base::SourceMap& sources, Span text,
                                 base::DiagnosticLog& log) {
  const std::string_view typed = sources.slice(text);
  const std::size_t errors = log.error_count();
  const std::size_t good = base::valid_utf8_prefix(typed);
  if (good < typed.size()) {
    log.add(Code::QuerySyntax,
            {text.file, text.begin + static_cast<std::uint32_t>(good),
             text.begin + static_cast<std::uint32_t>(good) + 1},
            {base::in_both("bytes that are no UTF-8", "UTF-8 でないバイト"),
             base::in_both("text", "文字列")});
    return std::nullopt;
  }
  if (typed.size() > kMostCharacters && base::count_chars(typed) > kMostCharacters) {
    log.add(Code::TooMany, {text.file, text.begin, text.begin + 1},
            {base::in_both("characters in the query", "検索式の文字数"),
             std::to_string(kMostCharacters)});
    return std::nullopt;
  }
  Query q = Reader(typed, text, log).read();
  if (log.error_count() > errors) return std::nullopt;
  return q;
}

}  // namespace hanrei::rulings::search
