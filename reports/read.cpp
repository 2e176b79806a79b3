#include "reports/read.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "base/json/array.h"
#include "base/text/unicode.h"

namespace hanrei::reports {
namespace {

using namespace model::phrases;
using base::Json;

constexpr size_t kMostExpected = 12;  // words that a message names
constexpr size_t kMostListed = 20;    // lines of a list of a pool
constexpr size_t kMostNames = 8;      // cards in a line

std::string_view bound_text(Bounded b, bool ja) {
  switch (b) {
    case Bounded::No: return "";
    case Bounded::Length: return ja ? "4,096 文字より長い" : "longer than 4,096 characters";
    case Bounded::Items: return ja ? "句の候補が多すぎる" : "too many phrases begin in it";
    case Bounded::Values:
      return ja ? "ある箇所の意味が 64 を超える" : "more than 64 meanings in one place";
    case Bounded::Work: return ja ? "組合せが多すぎる" : "too many ways to put it together";
    case Bounded::Depth: return ja ? "句の入れ子が深すぎる" : "phrases too deep in each other";
    case Bounded::Name:
      return ja ? "句がないものの名を挙げている" : "a phrase names what is not there";
  }
  return "";
}

std::string_view against_text(Against a, bool ja) {
  switch (a) {
    case Against::NoWords: return ja ? "文面がない" : "no words to read";
    case Against::Unread: return ja ? "読めない" : "not read whole";
    case Against::Ambiguous:
      return ja ? "すべて読めるが、意味が複数ある" : "read whole, in several ways";
    case Against::Alone: return ja ? "すべて読める" : "read whole";
    case Against::Same:
      return ja ? "すべて読め、能力の記述と同じ" : "read whole, the same as its abilities";
    case Against::SameInPlay:
      return ja ? "すべて読め、能力の記述とは書き方が違うが、調べた範囲では結果は同じ"
                : "read whole; its abilities are written otherwise, and end alike within the scope";
    case Against::Differs:
      return ja ? "すべて読めるが、能力の記述と異なる"
                : "read whole, its abilities say something else";
  }
  return "";
}

/// The finding that the house writes otherwise, or not.
std::optional<base::Code> code_of(House house) {
  switch (house) {
    case House::NotAsked:
    case House::Printed:
    case House::Same: break;
    case House::Unsaid: return base::Code::HouseUnsaid;
    case House::Bounded: return base::Code::HouseBounded;
    case House::Unread: return base::Code::HouseUnread;
    case House::Deviates: return base::Code::HouseDeviates;
  }
  return std::nullopt;
}

std::string coded(base::Code code, const std::vector<std::string>& args, const Style& style) {
  return std::string(base::code_text(code)) + "  " + base::message(code, args, style.lang);
}

/// The printed words of a range of folded characters; a break of spans shows as a space.
std::string words_in(const Folded& text, size_t begin, size_t end) {
  std::string out;
  for (size_t i = begin; i < end; ++i) {
    if (i > begin && text.boundary[i]) out += " ";
    if (i > begin && text.from[i].part == text.from[i - 1].part &&
        text.from[i].begin == text.from[i - 1].begin)
      continue;
    const auto& o = text.from[i];
    out += text.words[o.part].second.substr(o.begin, o.end - o.begin);
  }
  return out;
}

/// The beginning of a text that takes so many columns, with `…` when there is more.
std::string in_columns(const std::string& text, int width) {
  if (base::display_width(text) <= width) return base::pad(text, width);
  size_t chars = base::count_chars(text);
  std::string out = text;
  while (chars > 0 && base::display_width(out) > width) out = base::clip(text, --chars);
  return base::pad(out, width);
}

class ReadAsText {
 public:
  ReadAsText(std::ostream& out, const Book& book, const CardsRead& report,
             const base::SourceMap& sources, const Style& style)
      : out_(out),
        book_(book),
        report_(report),
        sources_(sources),
        style_(style),
        ja_(style.lang == base::Lang::Ja) {}

  void write() {
    if (report_.pool) return pool();
    for (const CardRead& c : report_.cards) card(c);
  }

 private:
  const char* word(const char* en, const char* ja) const { return ja_ ? ja : en; }

  std::string place(base::Span span) const {
    const base::Place p = sources_.place(span);
    return p.line == 0 ? "" : shown(p.path, 200) + ":" + std::to_string(p.line);
  }

  void card(const CardRead& c) {
    const ReadText& r = c.reading;
    if (&c != &report_.cards.front()) out_ << "\n";
    if (!c.name.empty()) out_ << shown(c.name, 100) << "  ";
    out_ << (c.compiled && c.against == Against::Alone
                 ? word("read whole; that is what it does: its abilities are its words as compiled",
                        "すべて読める。文面がそのまま能力")
                 : against_text(c.against, ja_));
    if (const std::string p = place(c.place); !p.empty()) out_ << "  (" << p << ")";
    out_ << "\n";
    if (r.text.size() > 0) out_ << "  " << marked(r) << "\n";
    if (r.bounded != Bounded::No)
      out_ << "  "
           << coded(base::Code::TextBounded, {name_of(c), std::string(bound_text(r.bounded, ja_))},
                    style_)
           << "\n";
    if (c.against == Against::Ambiguous)
      out_ << "  "
           << coded(base::Code::TextAmbiguous, {name_of(c), std::to_string(r.meanings.size())},
                    style_)
           << "\n";
    if (c.against == Against::Differs)
      out_ << "  " << coded(base::Code::TextDiffers, {name_of(c)}, style_) << "\n";
    for (size_t i = 0; i < r.meanings.size(); ++i) {
      if (r.meanings.size() > 1) out_ << "\n  " << word("meaning ", "意味 ") << i + 1 << "\n";
      tree(r, *r.meanings[i].how, 2);
      provisions(r.meanings[i].provisions, word("provisions", "規定"));
    }
    if (c.against == Against::Differs) provisions(*c.abilities, word("by hand", "手書きの能力"));
    if (!r.whole() && r.text.size() > 0)
      unread(c);
    else if (r.bounded == Bounded::Name || style_.verbose)
      refused(r);
    house(c);
  }

  static std::string spans(const Words& words) {
    std::string out;
    for (const auto& [span, text] : words) out += (out.empty() ? "" : " ") + shown(text, 4096);
    return out;
  }

  /// The wording of the house, where it was asked for.
  void house(const CardRead& c) {
    if (c.house == House::NotAsked) return;
    const auto code = code_of(c.house);
    if (!code)
      out_ << "  " << word("house wording: ", "句集の書き方: ") << spans(c.wording) << "\n";
    else
      out_ << "  " << coded(*code, {name_of(c), spans(c.wording)}, style_) << "\n";
  }

  std::string name_of(const CardRead& c) const {
    return c.name.empty() ? word("the text", "この文面") : c.name;
  }

  /// The words, with what is not read in brackets.
  static std::string marked(const ReadText& r) {
    std::string out;
    const size_t n = r.text.size();
    const auto off = [&](size_t i) { return !r.whole() && i < r.unread.size() && r.unread[i]; };
    for (size_t i = 0; i < n;) {
      size_t end = i;
      while (end < n && off(end) == off(i)) ++end;
      if (i > 0 && r.text.boundary[i]) out += " ";
      const std::string words = shown(words_in(r.text, i, end), 4096);
      out += off(i) ? "[" + words + "]" : words;
      i = end;
    }
    return out;
  }

  void tree(const ReadText& r, const Used& node, int indent) {
    const std::string words = shown(words_in(r.text, node.begin, node.end), 4096);
    std::string line(static_cast<size_t>(indent) * 2, ' ');
    line += in_columns(words, std::max(16, 52 - indent * 2)) + "  " +
            shown(book_.sorts[static_cast<size_t>(node.sort)], 60);
    if (node.rule >= 0) {
      const Rule& rule = book_.rules[static_cast<size_t>(node.rule)];
      const Phrase& phrase = book_.phrases[static_cast<size_t>(rule.phrase)];
      line += "  `" + shown(phrase.wording, 60) + "`";
      if (style_.verbose) line += "  " + place(phrase.span);
    }
    out_ << line << "\n";
    for (const auto& kid : node.kids) tree(r, *kid, indent + 1);
  }

  void provisions(const Json& list, const char* title) {
    out_ << "  " << title << "\n";
    write_provisions(out_, list);
  }

  /// What would have gone on where nothing does.
  void expected(const ReadText& r) {
    if (r.expected.empty()) {
      out_ << "    " << word("expected here: the end", "ここで終わるはずです") << "\n";
      return;
    }
    const size_t n = std::min(kMostExpected, r.expected.size());
    std::vector<std::string> some(r.expected.begin(),
                                  r.expected.begin() + static_cast<std::ptrdiff_t>(n));
    for (std::string& s : some) s = "`" + shown(s, 40) + "`";
    out_ << "    " << word("expected here: ", "ここに来るはずのもの: ") << joined(some, ja_);
    if (r.expected.size() > n)
      out_ << fmt::format(fmt::runtime(word(" and {} more", " ほか {}")), r.expected.size() - n);
    out_ << "\n";
  }

  void unread(const CardRead& c) {
    const ReadText& r = c.reading;
    if (r.furthest < r.text.size()) {
      const auto& from = r.text.from[r.furthest];
      const auto& [span, words] = r.text.words[from.part];
      out_ << "  "
           << coded(base::Code::TextUnread,
                    {name_of(c), std::to_string(base::count_chars(words.substr(0, from.begin)) + 1),
                     span, base::clip(words_in(r.text, r.furthest, r.text.size()), 24)},
                    style_)
           << "\n";
      expected(r);
    } else if (r.ends_early && !r.expected.empty()) {
      out_ << "  " << word("the text ends too early", "文が途中で終わっています") << "\n";
      expected(r);
    } else {
      out_ << "  "
           << word("every word is in a phrase, and no meaning comes of it",
                   "語はすべて句に入りますが、意味になりません")
           << "\n";
    }
    for (const Unmet& u : r.unmet) unmet(r, u);
    refused(r);
    for (const std::string& n : r.nearest)
      out_ << "    " << word("did you mean: ", "もしかして: ") << shown(n, 4096) << "\n";
  }

  /// Meanings that are none, and why.
  void refused(const ReadText& r) {
    for (const Meaning& m : r.refused) {
      for (const std::string& why : m.complaints)
        out_ << "    " << word("it does not load: ", "読み込めません: ")
             << shown(base::in_lang(why, style_.lang), 300) << "\n";
      provisions(m.provisions, word("refused", "読み込めない規定"));
    }
  }

  const Phrase& phrase_of(int id) const { return book_.phrases[static_cast<size_t>(id)]; }

  static std::string value_text(const Json& j) {
    if (j.is(Json::Kind::String)) return j.string;
    base::JsonWriter w(base::JsonWriter::Style::Compact);
    w.value(j);
    return w.str();
  }

  /// What a phrase asks for and does not find, and what would have to change.
  void unmet(const ReadText& r, const Unmet& u) {
    const bool card = u.name.starts_with("card.");
    const std::string name = shown(card ? u.name.substr(5) : u.name, 60);
    std::vector<std::string> wanted;
    for (const Json& w : u.wanted) wanted.push_back(shown(value_text(w), 60));
    const std::string seen = u.seen ? shown(value_text(*u.seen), 60) : "";
    const std::string phrase = "`" + shown(phrase_of(u.phrase).wording, 60) + "` (" +
                               shown(words_in(r.text, u.begin, u.end), 60) + ")";
    const std::string asked = joined(wanted, ja_);
    out_ << "    ";
    if (card && !u.seen)
      out_ << phrase
           << fmt::format(fmt::runtime(word(" is for a card with the printed attribute {} = {}; "
                                            "this card has none",
                                            " は印刷の属性 {} が {} のカードの句ですが、"
                                            "このカードにその属性はありません")),
                          name, asked);
    else if (card)
      out_ << phrase
           << fmt::format(fmt::runtime(word(" is for a card with the printed attribute {} = {}; "
                                            "of this card it is {}",
                                            " は印刷の属性 {} が {} のカードの句ですが、"
                                            "このカードでは {} です")),
                          name, asked, seen);
    else
      out_ << phrase
           << fmt::format(fmt::runtime(word(" is for {0} = {1}; here {0} is {2}",
                                            " は {0} が {1} のところの句ですが、"
                                            "ここでは {0} は {2} です")),
                          name, asked, seen.empty() ? word("nothing", "なし") : seen);
    if (u.by >= 0)
      out_ << word(", by ", "。定める句は ") << "`" << shown(phrase_of(u.by).wording, 60) << "`";
    out_ << "\n";
    for (const int id : {u.phrase, u.by})
      if (id >= 0 && !phrase_of(id).note.empty())
        out_ << "      " << shown(phrase_of(id).note, 300) << "\n";
  }

  std::string share(size_t part, size_t all) const {
    if (all == 0) return "0 / 0";
    return fmt::format("{} / {} ({}.{} %)", part, all, part * 100 / all, part * 1000 / all % 10);
  }

  std::string names(const std::vector<std::string>& all) const {
    std::vector<std::string> some;
    for (size_t i = 0; i < all.size() && i < kMostNames; ++i) some.push_back(shown(all[i], 60));
    std::string out = joined(some, ja_);
    if (all.size() > kMostNames)
      out += fmt::format(fmt::runtime(word(" and {} more", " ほか {}")), all.size() - kMostNames);
    return out;
  }

  void group_of(base::Code code, const std::vector<Group>& groups) {
    for (size_t i = 0; i < groups.size() && (style_.verbose || i < kMostListed); ++i)
      out_ << "  " << coded(code, {names(groups[i])}, style_) << "\n";
    if (!style_.verbose && groups.size() > kMostListed)
      out_ << "  " << base::code_text(code) << "  "
           << fmt::format(fmt::runtime(word("and {} more (--verbose)", "ほか {} 件 (--verbose)")),
                          groups.size() - kMostListed)
           << "\n";
  }

  void pool() {
    const Tally& t = report_.tally;
    out_ << shown(report_.game, 60) << "\n";
    const auto line = [&](const char* en, const char* ja, const std::string& value) {
      out_ << "  " << base::pad(word(en, ja), 34) << value << "\n";
    };
    line("cards read whole", "すべて読めるカード", share(t.whole, t.cards));
    line("sentences read", "読める文", share(t.sentences_read, t.sentences));
    line("characters read", "読める文字", share(t.characters_read, t.characters));
    line("same as the abilities", "能力の記述と同じ", std::to_string(t.same));
    if (t.same_in_play > 0)
      line("same in play", "調べた範囲では結果が同じ", std::to_string(t.same_in_play));
    line("other than the abilities", "能力の記述と異なる", std::to_string(t.differs));
    if (t.compiled > 0)
      line("compiled from their words", "文面がそのまま能力", std::to_string(t.compiled));
    line("read whole, no abilities", "読め、能力の記述がない", std::to_string(t.alone));
    line("several meanings", "意味が複数", std::to_string(t.ambiguous));
    line("not all meanings looked at", "すべての意味は調べていない", std::to_string(t.bounded));
    if (report_.print) {
      line("printed by the book", "句集で書けるカード", share(t.printed, t.cards));
      line("of those in the house wording", "うち句集の書き方どおり", std::to_string(t.house));
      line("of those deviating from it", "うち句集の書き方と異なる", std::to_string(t.deviates));
      line("printed, not read as that", "書いても、もとの意味に読めない",
           std::to_string(t.unread_print));
    }
    const size_t idle = static_cast<size_t>(std::ranges::count(report_.used, size_t{0}));
    const size_t once = static_cast<size_t>(std::ranges::count(report_.used, size_t{1}));
    line("phrases", "句",
         fmt::format(fmt::runtime(word("{}; {} used by one card, {} by none",
                                       "{}（1 枚だけが使う {}、どのカードも使わない {}）")),
                     report_.used.size(), once, idle));
    findings();
    if (report_.backlog.empty()) return;
    out_ << "\n"
         << word("not read, by the number of cards that lack nothing else",
                 "読めない文（ほかに欠けるものがないカードの多い順）")
         << "\n";
    const size_t most = style_.verbose ? report_.backlog.size() : kMostListed;
    for (size_t i = 0; i < report_.backlog.size() && i < most; ++i) {
      const Lacking& l = report_.backlog[i];
      out_ << fmt::format("  {:>3} {:>3}  ", l.only.size(), l.cards) << shown(l.words, 120) << "\n";
    }
    if (report_.backlog.size() > most)
      out_ << "  "
           << fmt::format(fmt::runtime(word("and {} more (--verbose)", "ほか {} 件 (--verbose)")),
                          report_.backlog.size() - most)
           << "\n";
  }

  void findings() {
    for (const CardRead& c : report_.cards) {
      if (c.against == Against::Ambiguous)
        out_ << "  "
             << coded(base::Code::TextAmbiguous,
                      {name_of(c), std::to_string(c.reading.meanings.size())}, style_)
             << "\n";
      if (c.against == Against::Differs)
        out_ << "  " << coded(base::Code::TextDiffers, {name_of(c)}, style_) << "\n";
      if (c.house == House::Unread || (c.house == House::Deviates && style_.verbose)) house(c);
      if (c.reading.bounded != Bounded::No)
        out_ << "  "
             << coded(base::Code::TextBounded,
                      {name_of(c), std::string(bound_text(c.reading.bounded, ja_))}, style_)
             << "\n";
    }
    group_of(base::Code::SameWords, report_.same_words);
    group_of(base::Code::SameAbility, report_.same_ability);
    if (!report_.unjoined.empty())
      out_ << "  "
           << word("every sentence is read, and the whole is not: ",
                   "文はどれも読めるが、全体としては読めない: ")
           << names(report_.unjoined) << "\n";
  }

  std::ostream& out_;
  const Book& book_;
  const CardsRead& report_;
  const base::SourceMap& sources_;
  const Style& style_;
  bool ja_;
};

}  // namespace

void write_provisions(std::ostream& out, const Json& list) {
  for (const Json& p : list.items) {
    const std::string text = base::canonical(p);
    for (size_t at = 0; at < text.size();) {
      const size_t end = std::min(text.find('\n', at), text.size());
      out << "    " << base::safe_terminal(text.substr(at, end - at)) << "\n";
      at = end + 1;
    }
  }
}

void write_read_text(std::ostream& out, const Book& book, const CardsRead& report,
                     const base::SourceMap& sources, const Style& style) {
  ReadAsText(out, book, report, sources, style).write();
}

}  // namespace hanrei::reports
