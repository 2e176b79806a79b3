// explain: why a ruling stands as it does, in whole sentences.
#include "reports/explain.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <set>
#include <sstream>

#include "base/text/unicode.h"
#include "checker/explain/claims.h"
#include "checker/explain/deciding.h"
#include "checker/explain/parting.h"
#include "checker/explain/setting.h"
#include "checker/explain/whynot.h"
#include "checker/explain/words.h"
#include "checker/explicit_state/forceable.h"
#include "reports/cited.h"
#include "findings/reasons.h"

namespace hanrei::reports {
namespace {

using base::Lang;
using checker::ClaimResult;
using checker::Standing;
using checker::Verdict;
using checker::explain::Sentence;
using rulings::ClaimKind;

bool about_legality(ClaimKind kind) {
  return kind == ClaimKind::Legal || kind == ClaimKind::Illegal;
}

/// A sentence with its clauses before the full stop.
std::string with_clauses(const checker::Question& q, const std::string& sentence,
                         const std::vector<model::Id>& clauses, const Style& style,
                         const std::vector<std::string>& cards = {}) {
  std::string text = shown(sentence), by;
  for (size_t i = 0; i < cards.size(); ++i)
    if (std::find(cards.begin(), cards.begin() + static_cast<std::ptrdiff_t>(i), cards[i]) ==
        cards.begin() + static_cast<std::ptrdiff_t>(i))
      by += (by.empty() ? "" : ", ") + std::string("《") + shown(cards[i], 100) + "》";
  for (model::Id c : clauses)
    by += (by.empty() ? "" : ", ") + shown(q.program->clauses[static_cast<size_t>(c)].id, 100);
  if (by.empty()) return text;
  const std::string_view stop = style.lang == Lang::Ja ? "。" : ".";
  const bool stops = text.ends_with(stop);
  if (stops) text.resize(text.size() - stop.size());
  by = " (" + by + ")";
  return text + (style.color ? "\x1b[2m" + by + "\x1b[0m" : by) + std::string(stops ? stop : "");
}

std::string with_clauses(const checker::Question& q, const Sentence& s, const Style& style) {
  return with_clauses(q, s.text, s.by, style, s.cards);
}

std::string like_ja_or_en(bool shows, bool ja) {
  return !shows ? "" : ja ? "例えば次のとおり。" : " For example:";
}

/// As a ruling has it, without the escapes of XML.
std::string source(const base::SourceMap& sources, base::Span span) {
  if (!span) return "";
  std::string text(sources.text(span.file).substr(span.begin, span.end - span.begin));
  for (const auto& [from, to] : {std::pair<std::string_view, std::string_view>{"&lt;", "<"},
                                 {"&gt;", ">"},
                                 {"&quot;", "\""},
                                 {"&apos;", "'"},
                                 {"&amp;", "&"}}) {
    for (size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
      text.replace(at, from.size(), to);
  }
  return text;
}

/// "reading A: no; reading B: no or yes", of what comes under each option.
std::string by_options(std::string text, bool ja) {
  const auto swap = [&](std::string_view from, std::string_view to) {
    for (size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
      text.replace(at, from.size(), to);
  };
  if (text.find(": ") == std::string::npos) return text;
  swap("false | true", ja ? "はい・いいえのどちらもある" : "yes or no");
  swap("; ", ja ? "。解釈" : "; reading ");
  swap(" | ", ja ? "または" : " or ");
  swap("false", ja ? "いいえ" : "no");
  swap("true", ja ? "はい" : "yes");
  return (ja ? "解釈" : "reading ") + text;
}

/// What a claim says, as words, where there are any; what it measures, and the value that is
/// claimed.
struct Claimed {
  std::string condition, measure, is;
  bool play = false, free = false;
};  // `play`: the ruling has one; `free`: of what may be declared only

/// Why somebody can or cannot be sure of something, and a play that shows it; `shows`: it can be
/// told.
struct Assured {
  checker::explicit_state::Forced how;
  int player = -1;
  bool shows = false;
};

/// The two texts of a claim about texts, as the ruling names them.
std::pair<std::string, std::string> texts_of(const rulings::Claim& claim, const model::Program& p,
                                             bool ja) {
  const std::string card =
      claim.what.empty() ? (ja ? "カード" : "the card") : "《" + claim.what + "》";
  if (!claim.against.empty()) return {card, "《" + claim.against + "》"};
  return {card, claim.by == model::kNone ? (ja ? "この条項" : "the clause")
                                         : p.clauses[static_cast<size_t>(claim.by)].id};
}

/// What an engine says of a claim about legality that fails for another reason than that the
/// opposite holds.
constexpr std::string_view kNotAsked = "not asked",
                           kAlsoWithout = "illegal also without the clause";

/// What comes of every play, or of some. Without words of its own the claim is named before. Every
/// play: what the ruling has played stays so and, where it has nothing played, nobody declares
/// anything.
std::string about_plays(const ClaimResult& c, const Claimed& says, bool shows, bool ja) {
  const auto in = [&](const std::string& j, const std::string& e) { return ja ? j : e; };
  const bool holds = c.shown.verdict == Verdict::Holds,
             necessary = c.claim->kind == ClaimKind::Necessary;
  const std::string like = shows ? in("例えば次のとおり。", " For example:") : "",
                    thus = shows ? in("次のとおり。", ", like this:") : in("", ".");
  const std::string& that = says.condition;
  const std::string it = that.empty() ? in("そうなる", "it comes to this") : that;
  const std::string ever = says.free ? in("宣言されるのが裁定の挙げるものだけなら、",
                                          "if nothing is declared but what the ruling names, ")
                           : says.play
                               ? in("裁定の進行のとおりなら、ほかがどうであっても、",
                                    "played as the ruling says, whatever else happens, ")
                               : in("だれも何も宣言しなければ、", "if nobody declares anything, ");
  std::string opening = ever;
  if (!ja) opening[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(opening[0])));
  if (necessary && holds) {
    const bool every = c.claim->over == rulings::Over::Every;
    return in((every ? "どの値でも、" : "") + ever + "必ず" + it + "。",
              (every ? "Whatever the values, " + ever : opening) + it + ".") +
           like;
  }
  if (necessary)
    return in("必ず" + it + "とは限らない。" + (shows ? "次のように進むと、そうならない。" : ""),
              that.empty() ? "It need not come to this." : "It need not be that " + that + ".") +
           in("", shows ? " Played like this, it does not come to that:" : "");
  if ((c.claim->kind == ClaimKind::Possible) == holds)
    return in(it + "ことがありうる。" + thus,
              (that.empty() ? "It may come to this" : "It may be that " + that) + thus);
  return in(ever + it + "ことはない。" + like,
            opening +
                (that.empty() ? "it does not come to this." : "it is never so that " + that + ".") +
                like);
}

/// Whether a player can be sure of something, and what it hangs on.
std::string assurance(const std::string& who, bool can, const std::string& that,
                      const Assured& assured, bool ja) {
  const auto in = [&](const std::string& j, const std::string& e) { return ja ? j : e; };
  const std::string like = assured.shows ? in("例えば次のとおり。", " For example:") : "";
  const std::string it = that.empty() ? in("そうなる", "of this") : that,
                    sure = that.empty() ? "make sure of this" : "make sure that " + that;
  if (can)
    return in(who + "は、ほかの者が何をしても、伏せられたものが何であっても、必ず" + it +
                  "ようにできる。",
              who + " can " + sure + ", whatever others do and whatever is hidden.") +
           like;
  if (assured.how.knowing == true)
    return in(who + "は、必ず" + it +
                  "ようにはできない。決めるときに見えていないものを知っていれば、できる。",
              who + " cannot " + sure + ". Were " + who +
                  " to know what it does not see when deciding, it could.") +
           like;
  bool others = false, chance = false;
  for (const checker::Move& m : assured.how.play)
    (m.who < 0 ? chance : others) |= m.who < 0 || m.who != assured.player;
  const std::string on_ja = others && chance ? "ほかの者のすることと偶然による。"
                            : others         ? "ほかの者のすることによる。"
                            : chance         ? "偶然による。"
                                             : "";
  const std::string on_en = others && chance ? ": it hangs on what others do, and on chance."
                            : others         ? ": it hangs on what others do."
                            : chance         ? ": it hangs on chance."
                                             : ".";
  if (!assured.how.knowing)
    return in(who + "は、必ず" + it + "ようにはできない。", who + " cannot " + sure + ".") + like;
  return in(who + "は、すべてを知っていても、必ず" + it + "ようにはできない。" + on_ja,
            who + " cannot " + sure + ", not even knowing everything" + on_en) +
         like;
}

/// The verdict on a claim as a sentence; `shows`: a play follows that shows it. `when`: the values
/// of open quantities for which it is claimed, and for no others.
std::string verdict(const ClaimResult& c, const model::Program& p, bool shows,
                    const std::string& when, const Claimed& says, const Assured& assured, bool ja) {
  const auto in = [&](const std::string& j, const std::string& e) { return ja ? j : e; };
  const bool holds = c.shown.verdict == Verdict::Holds;
  const std::string not_asked = in("そこでは尋ねられないので、宣言できるかどうかを言えない。",
                                   "Nobody is asked there, so there is nothing to be declared.");
  const bool of_deck = c.claim->text == "deck" || c.claim->text.starts_with("deck (");
  const std::string who =
      c.claim->player >= 0 ? p.players[static_cast<size_t>(c.claim->player)] : "";
  switch (c.standing) {
    case Standing::Vacuous:
      return in("この状況からは、そのように進めることができない。",
                "This situation cannot be played that way.");
    case Standing::Undecided: return in("決められない。", "It cannot be decided.");
    case Standing::Open:
      return in("解釈によって答えが変わる。", "The answer depends on a reading.");
    case Standing::NotExamined: return in("検査できていない。", "It was not examined.");
    case Standing::Confirmed:
    case Standing::Contradicted: break;
  }
  const std::string like_ja = like_ja_or_en(shows, true), like_en = like_ja_or_en(shows, false);
  if (!when.empty() && holds &&
      (c.claim->kind == ClaimKind::Necessary || c.claim->kind == ClaimKind::Possible ||
       c.claim->kind == ClaimKind::Impossible)) {
    const char* what_ja = c.claim->kind == ClaimKind::Necessary ? "必ずそうなる。"
                          : c.claim->kind == ClaimKind::Possible
                              ? "そうなりうる。"
                              : "どのように進めてもそうはならない。";
    const char* what_en = c.claim->kind == ClaimKind::Necessary  ? "It must come to this"
                          : c.claim->kind == ClaimKind::Possible ? "It may come to this"
                                                                 : "It cannot come to this";
    return in(when + "とき、そのときに限り、" + what_ja,
              std::string(what_en) + " when " + when + ", and only then.") +
           like_ja_or_en(shows, ja);
  }
  switch (c.claim->kind) {
    case ClaimKind::Necessary:
    case ClaimKind::Possible:
    case ClaimKind::Impossible: return about_plays(c, says, shows, ja);
    case ClaimKind::Outcomes:
      if (holds)
        return in("起こりうる結果は、次ですべてである。",
                  "These are all the outcomes there can be:");
      return in("起こりうる結果はこれと違う。", "The outcomes there can be are others.") +
             (c.shown.detail.empty()
                  ? ""
                  : " (" + reason_text(c.shown.detail, ja ? Lang::Ja : Lang::En) + ")");
    case ClaimKind::Greatest:
    case ClaimKind::Least: {
      const bool most = c.claim->kind == ClaimKind::Greatest;
      const std::string end = in(shows ? "次のとおり。" : "", shows ? " Like this:" : "");
      const std::string is = holds ? says.is : c.shown.detail, what = says.measure;
      if (is.empty() && !holds)
        return in(most ? "最大はこれではない。" : "最小はこれではない。",
                  most ? "This is not the most it can be." : "This is not the least it can be.") +
               end;
      if (is.empty())
        return in(most ? "これより大きくはならない。" : "これより小さくはならない。",
                  most ? "It cannot be more than this." : "It cannot be less than this.") +
               end;
      if (what.empty())
        return in((most ? "最大は" : "最小は") + is + "である。",
                  (most ? "The most is " : "The least is ") + is + ".") +
               end;
      return in(what + "は、" + (most ? "最大で" : "最小で") + is + "である。",
                (ja ? what
                    : static_cast<char>(std::toupper(static_cast<unsigned char>(what[0]))) +
                          what.substr(1)) +
                    (most ? " is " + is + " at most." : " is " + is + " at least.")) +
             end;
    }
    case ClaimKind::Legal:
      if (of_deck)
        return holds ? in("このデッキは使える。", "This deck conforms.")
                     : in("このデッキは使えない。", "This deck does not conform.");
      if (!holds && c.shown.detail == kNotAsked) return not_asked;
      if (holds) return in("これは宣言できる。", "This may be declared.");
      return in("これは宣言できない。", "This may not be declared.");
    case ClaimKind::Illegal:
      if (of_deck)
        return holds ? in("このデッキは使えない。", "This deck does not conform.")
                     : in("このデッキは使える。", "This deck conforms.");
      if (holds) return in("これは宣言できない。", "This may not be declared.");
      if (c.shown.detail == kNotAsked) return not_asked;
      if (c.shown.detail == kAlsoWithout && c.claim->by != model::kNone) {
        const std::string& clause = p.clauses[static_cast<size_t>(c.claim->by)].id;
        return in(
            "これは宣言できないが、" + clause + "のためではない。それがなくても宣言できない。",
            "This may not be declared, but not because of " + clause +
                ": without it, it may not either.");
      }
      return in("これは宣言できる。", "This may be declared.");
    case ClaimKind::Chooser: {
      const std::string what = c.claim->what;
      const bool order = what.starts_with("order");
      if (!holds && c.shown.detail == "no such choice is reached")
        return in("そのような選択は生じない。", "No such choice arises.");
      std::string chooser = c.claim->nobody ? "" : who;
      if (!holds) chooser = c.shown.detail == "nobody" ? "" : c.shown.detail;
      if (chooser.empty())
        return in(order ? "順序を決める者の定めはない。" : "選ぶ者の定めはない。",
                  order ? "No rule says who decides the order." : "No rule says who chooses.");
      return order ? in("順序を決めるのは" + chooser + "である。", chooser + " decides the order.")
             : what.empty()
                 ? in("これを選ぶのは" + chooser + "である。", chooser + " makes this choice.")
                 : in("「" + what + "」を選ぶのは" + chooser + "である。",
                      chooser + " chooses “" + what + "”.");
    }
    case ClaimKind::Endless:
      return holds ? in("終わらないことがある。", "It may go on for ever.")
                   : in("必ず終わる。", "It always comes to an end.");
    case ClaimKind::Settles: {
      const std::string ja_when = when.empty() ? "" : when + "とき、",
                        en_when = when.empty() ? "" : " when " + when;
      if (!holds || says.is.empty())
        return holds
                   ? in(ja_when + "常時効果の決まり方はこの数だけある。",
                        "There are this many ways in which the continuous effects can settle" +
                            en_when + ".")
                   : in(ja_when + "常時効果の決まり方の数はこれと違う。",
                        "The continuous effects settle in another number of ways" + en_when + ".");
      if (says.is == "0")
        return in(ja_when + "常時効果に、矛盾のない決まり方はない。",
                  "There is no way for the continuous effects to settle" + en_when + ".");
      return in(ja_when + "常時効果の決まり方はちょうど" + says.is + "通りある。",
                "There " +
                    std::string(says.is == "1" ? "is exactly one way"
                                               : "are exactly " + says.is + " ways") +
                    " for the continuous effects to settle" + en_when + ".");
    }
    case ClaimKind::Forceable:
      return assurance(who, holds != c.claim->nobody, says.condition, assured, ja);
    case ClaimKind::Overrides: {
      const auto [card, other] = texts_of(*c.claim, p, ja);
      return holds ? in(card + "の文面は、" + other + "に優先する。",
                        "The sentence of " + card + " overrides " + other + ".")
                   : in(card + "の文面は、" + other + "に優先しない。",
                        "The sentence of " + card + " does not override " + other + ".");
    }
    case ClaimKind::Yields: {
      const auto [card, other] = texts_of(*c.claim, p, ja);
      return holds ? in(card + "の文面は、" + other + "に譲る。",
                        "The sentence of " + card + " yields to " + other + ".")
                   : in(card + "の文面は、" + other + "に譲らない。",
                        "The sentence of " + card + " does not yield to " + other + ".");
    }
    case ClaimKind::Contradicts: {
      const auto [card, other] = texts_of(*c.claim, p, ja);
      const bool two = !c.claim->against.empty();
      if (holds)
        return in(card + "と" + other + (two ? "の文面は" : "とは") +
                      "両立せず、どちらが優先するかの定めもない。",
                  (two ? "The sentences of " + card + " and " + other
                       : "The sentence of " + card + " and " + other) +
                      " cannot both stand, and nothing says which one wins.");
      return in(card + "と" + other + "のどちらが優先するかは定まっている。",
                "It is settled which wins, " + card + " or " + other + ".");
    }
    case ClaimKind::Idle: {
      const auto [card, other] = texts_of(*c.claim, p, ja);
      return holds ? in(card + "の文面が許すことを、" + other + "が直ちに打ち消す。",
                        "What the sentence of " + card + " grants, " + other + " undoes at once.")
                   : in(card + "の文面が許すことを、" + other + "が打ち消すわけではない。",
                        other + " does not undo what the sentence of " + card + " grants.");
    }
    case ClaimKind::Undetermined:
      return holds ? in("解釈によって結果が変わる。", "What comes of it depends on the reading.")
                   : in("どの解釈でも結果は同じである。",
                        "It comes to the same under every reading.");
  }
  return "";
}

/// The plays that were told before, line by line, each with the number of its claim.
using Plays = std::vector<std::pair<size_t, std::vector<std::string>>>;

/// So many lines from the first on were told before: of which claim. A few are told again.
std::pair<size_t, size_t> told_before(const Plays& before, const std::vector<std::string>& lines) {
  constexpr size_t kWorthIt = 4;
  std::pair<size_t, size_t> best{0, 0};
  for (const auto& [claim, play] : before) {
    size_t same = 0;
    while (same < std::min(play.size(), lines.size()) && play[same] == lines[same]) ++same;
    if (same >= kWorthIt && same > best.first) best = {same, claim};
  }
  return best;
}

/// The sentences of a play, numbered; how it begins is told once.
void write_sentences(std::ostream& out, std::vector<std::string> lines, size_t number,
                     Plays& before, bool ja) {
  const auto [same, claim] = told_before(before, lines);
  if (same > 0)
    out << (ja ? fmt::format("      1〜{}. {})と同じ。\n", same, claim)
               : fmt::format("      1–{}. As in {}).\n", same, claim));
  for (size_t n = same; n < lines.size(); ++n)
    out << fmt::format("    {:>3}. {}\n", n + 1, lines[n]);
  before.emplace_back(number, std::move(lines));
}

std::vector<std::string> lines_of(const checker::Question& q,
                                  const std::vector<Sentence>& sentences, const Style& style) {
  std::vector<std::string> out;
  for (const Sentence& s : sentences) out.push_back(with_clauses(q, s, style));
  return out;
}

/// A text in lines of so many columns: broken at spaces, and between characters that are not Latin.
std::vector<std::string> wrapped(std::string_view text, int width) {
  std::vector<std::string> lines;
  std::string line;
  const auto flush = [&] {
    while (line.ends_with(' ')) line.pop_back();
    if (!line.empty()) lines.push_back(line);
    line.clear();
  };
  for (size_t at = 0; at < text.size();) {
    size_t end = at + 1;
    while (end < text.size() && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) ++end;
    const bool latin = end == at + 1 && text[at] != ' ';
    while (latin && end < text.size() && static_cast<unsigned char>(text[end]) < 0x80 &&
           text[end] != ' ')
      ++end;
    // what may not begin a line goes with what is before it
    for (bool more = true; more;) {
      more = false;
      for (std::string_view close : {"、", "。", "」", "》", ")", "”", ".", ","})
        if (text.substr(end).starts_with(close)) {
          end += close.size();
          more = true;
        }
    }
    const std::string_view piece = text.substr(at, end - at);
    if (base::display_width(line) + base::display_width(piece) > width) flush();
    if (!(line.empty() && piece == " ")) line += piece;
    at = end;
  }
  flush();
  return lines;
}

/// Two plays: what they have in common, where they part, and how each goes on: side by side, or one
/// below the other.
void write_parting(std::ostream& out, const checker::Question& q,
                   const checker::explain::Parting& p, const Style& style) {
  const bool ja = style.lang == Lang::Ja;
  Style plain = style;
  plain.color = false;
  size_t n = 0;
  for (; n < p.common; ++n)
    out << fmt::format("    {:>3}. {}\n", n + 1, with_clauses(q, p.plays[0].sentences[n], style));
  std::string who = p.who;
  if (p.settled && p.by.empty()) {
    const std::string_view stop = ja ? "。" : ".";
    if (who.ends_with(stop)) who.resize(who.size() - stop.size());
    who += (ja ? "(それを定める条項はない)" : " (no clause says so)") + std::string(stop);
  }
  out << "    ── " << with_clauses(q, who, p.settled ? p.by : std::vector<model::Id>{}, style)
      << shown(p.better) << "\n";
  const bool beside = style.width >= 80;
  const int width = beside ? (style.width - 4 - 3) / 2 : style.width - 4;
  std::vector<std::string> columns[2];
  for (int i : {0, 1}) {
    const std::string label = std::string("(") + (i == 0 ? (ja ? "ア" : "a") : (ja ? "イ" : "b")) +
                              ") " + shown(p.ends[i], 300);
    for (std::string& line : wrapped(label, width)) columns[i].push_back(std::move(line));
    if (p.common >= p.plays[i].sentences.size())
      columns[i].push_back(ja ? "     (何も起こらない)" : "     (nothing happens)");
    for (size_t k = p.common; k < p.plays[i].sentences.size(); ++k) {
      bool first = true;
      for (const std::string& line :
           wrapped(with_clauses(q, p.plays[i].sentences[k], plain), width - 5)) {
        columns[i].push_back((first ? fmt::format("{:>3}. ", k + 1) : std::string("     ")) + line);
        first = false;
      }
    }
  }
  if (!beside) {
    for (const auto& column : columns)
      for (const std::string& line : column) out << "    " << line << "\n";
    return;
  }
  for (size_t k = 0; k < std::max(columns[0].size(), columns[1].size()); ++k) {
    std::string line = "    " + base::pad(k < columns[0].size() ? columns[0][k] : "", width) +
                       " │ " + (k < columns[1].size() ? columns[1][k] : "");
    line.erase(line.find_last_not_of(' ') + 1);
    out << line << "\n";
  }
}

/// "x = 3, y = 0": the values of the open quantities of a play; nothing where there are none.
std::string values_text(const checker::Question& q, const std::vector<int64_t>& values, bool ja) {
  const auto& lets = q.which->situation.lets;
  std::string out;
  for (size_t i = 0; i < values.size() && i < lets.size(); ++i)
    out += (out.empty() ? ""
            : ja        ? "、"
                        : ", ") +
           shown(lets[i].name, 100) + " = " + std::to_string(values[i]);
  return out;
}

/// The condition of a claim about quantities, as words; as the ruling writes it where there are
/// none.
std::string when_text(const checker::Question* q, const model::Program& p,
                      const rulings::Claim& claim, const base::SourceMap& sources, Lang lang) {
  if (claim.iff == model::kNone) return "";
  if (q != nullptr && q->world != nullptr) {
    checker::Concrete domain;
    checker::Machine<checker::Concrete> m(*q->world, domain);
    const checker::explain::Speaker say(*q, m, lang,
                                        checker::explain::card_names(*q, nullptr, lang));
    const auto state = m.initial(std::vector<int64_t>(q->which->situation.lets.size(), 0));
    if (const auto words =
            checker::explain::condition_words(*q, say, {state, -1, nullptr, {}, {}, {}}, claim.iff))
      return shown(*words);
  }
  const std::string text = shown(source(sources, p[claim.iff].span));
  return lang == Lang::Ja ? "「" + text + "」である" : "`" + text + "` holds";
}

/// Why a declaration is not legal: what stops it, what the clauses behind that say, and whether
/// that is all.
void write_why_not(std::ostream& out, const checker::Question& q, const rulings::Ruling& ruling,
                   const checker::explain::WhyNot& why, ToldClauses& clauses, const Style& style) {
  const bool ja = style.lang == Lang::Ja;
  if (why.obstacles.empty()) return;
  out << (ja ? "      なぜできないか\n" : "      Why not\n");
  std::vector<model::Id> told;
  for (checker::explain::Obstacle o : why.obstacles) {
    // of several clauses of one rule those that the ruling cites
    const auto cited = [&](model::Id c) {
      return std::any_of(ruling.cites.begin(), ruling.cites.end(), [&](model::Id other) {
        return covers(*q.program, other, c) || covers(*q.program, c, other);
      });
    };
    if (o.by.size() > 1 && std::any_of(o.by.begin(), o.by.end(), cited))
      std::erase_if(o.by, [&](model::Id c) { return !cited(c); });
    out << "        - " << with_clauses(q, o.text, o.by, style) << "\n";
    for (model::Id c : o.by) {
      if (std::find(told.begin(), told.end(), c) != told.end()) continue;
      told.push_back(c);
      const model::Clause& clause = q.program->clauses[static_cast<size_t>(c)];
      const std::string& words = ja ? clause.ja : clause.en;
      clauses.worded.insert(c);
      if (!words.empty())
        out << "            " << shown(clause.id, 100) << ": " << shown(words, 400) << "\n";
    }
  }
  for (size_t i = 0; i < why.besides.size() && i < 3; ++i)
    out << "        " << (ja ? "・これによっても許されない: " : "  nor otherwise: ")
        << with_clauses(q, why.besides[i].text, why.besides[i].by, style) << "\n";
  if (!why.nearest) return;
  if (why.obstacles.size() == 1)
    out << (ja ? "      ほかに妨げるものはなく、これだけが違えば宣言できた。\n"
               : "      Nothing else stops it: were this alone otherwise, it could be declared.\n");
  else
    out << (ja ? "      ほかに妨げるものはなく、これらがすべて違えば宣言できた。\n"
               : "      Nothing else stops it: were all of these otherwise, it could be "
                 "declared.\n");
}

/// The claim in small form, as the ruling writes it.
std::string claim_text(const ClaimResult& c) {
  return shown(c.claim->text.empty() ? c.claim->what : c.claim->text);
}

/// Where a claim about a declaration asks for it.
std::string window_text(const rulings::Claim& claim, bool ja) {
  if (claim.now) return ja ? "(その場で)" : " (at once)";
  if (claim.what.empty()) return "";
  return ja ? "(「" + shown(claim.what) + "」で)" : " (in “" + shown(claim.what) + "”)";
}

std::string play_text(const checker::explain::Told& told) {
  std::string out;
  for (const Sentence& s : told.sentences) out += s.text + "\n";
  return out;
}

/// The clauses of some sentences, each once, in the order in which they are told.
void add_told(Rests& rests, const std::vector<Sentence>& sentences) {
  for (const Sentence& s : sentences) {
    for (model::Id c : s.by)
      if (std::find(rests.told.begin(), rests.told.end(), c) == rests.told.end())
        rests.told.push_back(c);
    rests.texts.insert(s.cards.begin(), s.cards.end());
  }
}

/// Writes the play of a claim; the last sentence of it. `rests`: gets the clauses and texts that
/// are told.
std::string told_play(std::ostream& out, const checker::Question& q, const rulings::Ruling& ruling,
                      const ClaimResult& c, const Style& style, Rests& rests, ToldClauses* clauses,
                      size_t number, Plays& before) {
  const bool ja = style.lang == Lang::Ja;
  if (q.world == nullptr) return "";
  const auto told = checker::explain::tell(
      q, c.shown.lets, c.shown.witness, about_legality(c.claim->kind) ? c.claim : nullptr,
      style.lang, checker::explain::card_names(q, &ruling, style.lang));
  if (const std::string values = values_text(q, c.shown.lets, ja); !values.empty())
    out << "      " << (ja ? "値: " : "with ") << values << "\n";
  write_sentences(out, lines_of(q, told.sentences, style), number, before, ja);
  add_told(rests, told.sentences);
  if (clauses != nullptr) clauses->take(told);
  if (told.sentences.empty() && !about_legality(c.claim->kind))
    out << "      " << (ja ? "(何も起こらない)\n" : "(nothing happens)\n");
  // a witness about who chooses ends where the choice is
  if (!told.ok && told.problem != checker::replay::kMoreChoices)
    out << "      " << (ja ? "再現できません: " : "cannot be replayed: ") << shown(told.problem)
        << "\n";
  return told.sentences.empty() ? "" : told.sentences.back().text;
}

}  // namespace

void write_play(std::ostream& out, const checker::Question& q, const rulings::Ruling& ruling,
                const ClaimResult& c, const Style& style) {
  Rests unused;
  Plays none;
  told_play(out, q, ruling, c, style, unused, nullptr, 1, none);
}

namespace {

/// What the readings that a verdict depends on ask, and what their options say. A reading is told
/// once: `told` keeps which were.
void write_options(std::ostream& out, const ClaimResult& c, const model::Program& p,
                   std::set<std::string>& told, Lang lang) {
  const bool ja = lang == Lang::Ja;
  std::set<std::string> names;
  for (const checker::UnderReading& u : c.readings) names.insert(u.reading);
  if (c.claim->kind == ClaimKind::Undetermined) names.insert(c.claim->what);
  for (const model::ReadingDef& d : p.readings) {
    if (!names.contains(d.name) || !told.insert(d.name).second) continue;
    out << fmt::format("      {} {} {}\n", ja ? "解釈" : "reading", shown(d.name, 60),
                       shown(ja ? d.title_ja : d.title_en, 400));
    for (std::size_t i = 0; i < d.options.size(); ++i)
      out << fmt::format("        {}{}: {}\n", ja ? "解釈" : "reading ", shown(d.options[i], 60),
                         shown(ja ? d.why_ja[i] : d.why_en[i], 400));
  }
}

/// The readings that the ruling takes, and what the options say.
void write_presumed(std::ostream& out, const checker::RulingResult& r, Lang lang) {
  const bool ja = lang == Lang::Ja;
  if (r.program == nullptr) return;
  for (const auto& [name, option] : r.ruling.presumes)
    for (const model::ReadingDef& d : r.program->readings) {
      if (d.name != name) continue;
      const auto at = std::find(d.options.begin(), d.options.end(), option);
      if (at == d.options.end()) continue;
      const size_t i = static_cast<size_t>(at - d.options.begin());
      const std::string title = shown(ja ? d.title_ja : d.title_en, 400),
                        asked = title.empty() ? "" : (ja ? "(" : " (") + title + ")";
      out << fmt::format("  {} {} {}{}: {}\n", ja ? "前提とする解釈" : "taken for granted: reading",
                         shown(name, 60), shown(option, 60), asked,
                         shown(ja ? d.why_ja[i] : d.why_en[i], 400));
    }
}

/// What the verdict rests on.
std::string rests_text(const checker::RulingResult& r, const checker::Basis& basis,
                       const Rests& rests, const Rules& rules, bool whole, const Style& style,
                       ToldClauses& clauses) {
  std::ostringstream out;
  write_basis(out, r, basis, rests, rules, whole, style, clauses);
  return out.str();
}

/// Where this verdict has to do with two texts of which another claim says that nothing decides
/// between them: that it does. Of a declaration: where a card with such a text is presented.
std::string open_clash(const checker::RulingResult& r, const ClaimResult& c,
                       const checker::Question* q, const checker::Basis& basis, bool ja) {
  if (q == nullptr || q->world == nullptr || rulings::about_texts(c.claim->kind)) return "";
  const model::Program& p = *r.program;
  const auto met = [&](const std::string& card, model::Id clause) {
    return std::any_of(basis.met.begin(), basis.met.end(), [&](const rulings::Ground& g) {
      return g.card != model::kNone ? p.cards[static_cast<size_t>(g.card)].name == card
                                    : g.clause == clause;
    });
  };
  const auto presented = [&](const std::string& card) {
    return std::any_of(c.claim->act.args.begin(), c.claim->act.args.end(), [&](const auto& arg) {
      return std::any_of(arg.second.begin(), arg.second.end(), [&](int64_t k) {
        return k >= 0 && static_cast<size_t>(k) < q->world->card_defs.size() &&
               p.cards[static_cast<size_t>(q->world->card_defs[static_cast<size_t>(k)])].name ==
                   card;
      });
    });
  };
  for (size_t i = 0; i < r.claims.size(); ++i) {
    const rulings::Claim& other = *r.claims[i].claim;
    if (r.claims[i].case_id != c.case_id || other.kind != ClaimKind::Contradicts ||
        r.claims[i].shown.verdict != Verdict::Holds)
      continue;
    if (!met(other.what, model::kNone) ||
        !met(other.against, other.against.empty() ? other.by : model::kNone))
      continue;
    if (about_legality(c.claim->kind) && !presented(other.what) && !presented(other.against))
      continue;
    // a prohibition that nothing sets aside counts: what may be declared all the same may be under
    // either text, where neither is a duty
    const bool duty = std::any_of(p.norms.begin(), p.norms.end(), [&](const model::Norm& n) {
      const std::string name =
          n.source.card == model::kNone ? "" : p.cards[static_cast<size_t>(n.source.card)].name;
      const bool states = !name.empty() ? name == other.what || name == other.against
                                        : other.by != model::kNone &&
                                              std::find(n.source.by.begin(), n.source.by.end(),
                                                        other.by) != n.source.by.end();
      return states && n.mode == model::NormMode::Oblige;
    });
    if (about_legality(c.claim->kind) && !duty &&
        (c.claim->kind == ClaimKind::Legal) == (c.shown.verdict == Verdict::Holds))
      continue;
    const auto [first, second] = texts_of(other, p, ja);
    return ja ? fmt::format(
                    "({}と{}のどちらが優先するかは定まっていない({})"
                    "。これは、どちらに従うかによりうる。)",
                    first, second, i + 1)
              : fmt::format(
                    "(Nothing decides between {} and {}, see {}); this may hang on which of them "
                    "is followed.)",
                    first, second, i + 1);
  }
  return "";
}

/// The printed cards that the declaration of a claim presents.
std::vector<model::Id> presented_cards(const checker::Question& q, const rulings::Claim& claim) {
  std::vector<model::Id> out;
  for (model::Id act : claim.act.acts) {
    const model::ActDef& a = q.program->acts[static_cast<size_t>(act)];
    for (const model::Choose& c : a.present) {
      const model::Type& type = q.program->procedures[static_cast<size_t>(a.process)]
                                    .locals[static_cast<size_t>(c.var)]
                                    .type;
      if (type.kind != model::TypeKind::Ref || type.id != model::kCardSort) continue;
      for (const auto& [name, values] : claim.act.args)
        for (int64_t k : values)
          if (name == c.name && k >= 0)
            out.push_back(q.world->card_defs[static_cast<size_t>(model::card_of(k))]);
    }
  }
  return out;
}

/// What the ruling has declared counts as declared: said once.
bool takes_declared(const ClaimResult& c, const checker::Question* q, const checker::Basis& basis) {
  const bool declared = q != nullptr && std::any_of(q->which->play.begin(), q->which->play.end(),
                                                    [](const rulings::PlayItem& item) {
                                                      return item.kind == rulings::PlayKind::Do;
                                                    });
  return declared && !rulings::about_texts(c.claim->kind) && basis.asked && !basis.sets.empty() &&
         !basis.sets[0].grounds.empty();
}

/// Quotes within quotes.
std::string inner_quotes(std::string text) {
  for (const auto& [from, to] :
       {std::pair<std::string_view, std::string_view>{"“", "‘"}, {"”", "’"}}) {
    for (size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
      text.replace(at, from.size(), to);
  }
  return text;
}

/// A play that is shown has to be one.
Assured assured_of(const checker::Question& q, const ClaimResult& c,
                   const checker::Limits& limits) {
  Assured out;
  out.player = c.claim->player;
  if (q.world == nullptr || c.shown.lets.size() != q.which->situation.lets.size()) return out;
  out.how = checker::explicit_state::forced(q, *c.claim, c.shown.lets, limits);
  out.shows = checker::replay::play(q, c.shown.lets, out.how.play).ok;
  return out;
}

/// The words of a claim, as far as there are any.
Claimed claimed(const checker::Question* q, const rulings::Ruling& ruling,
                const rulings::Claim& claim, const base::SourceMap& sources, Lang lang) {
  Claimed out;
  out.play = q != nullptr && !q->which->play.empty();
  out.free = out.play && std::all_of(q->which->play.begin(), q->which->play.end(),
                                     [](const rulings::PlayItem& item) {
                                       return item.kind == rulings::PlayKind::Free;
                                     });
  const auto as_written = [&](model::ExprId e) {
    return e == model::kNone || q == nullptr ? "" : source(sources, (*q->program)[e].span);
  };
  const bool worded = q != nullptr && q->world != nullptr;
  const std::vector<std::string> cards =
      worded ? checker::explain::card_names(*q, &ruling, lang) : std::vector<std::string>{};
  const auto measured = [&](model::ExprId e) {
    const auto words = worded && e != model::kNone
                           ? checker::explain::measured_words(*q, lang, cards, e)
                           : std::nullopt;
    if (words) return shown(*words);
    const std::string text = shown(as_written(e));
    return text.empty() ? text : lang == Lang::Ja ? "「" + text + "」" : "`" + text + "`";
  };
  switch (claim.kind) {
    case ClaimKind::Necessary:
    case ClaimKind::Possible:
    case ClaimKind::Impossible:
    case ClaimKind::Forceable:
      if (worded && claim.expr != model::kNone)
        out.condition =
            shown(checker::explain::claimed_words(*q, lang, cards, claim.expr).value_or(""));
      return out;
    case ClaimKind::Greatest:
    case ClaimKind::Least:
      out.measure = measured(claim.expr);
      out.is = measured(claim.is);
      return out;
    case ClaimKind::Settles: out.is = measured(claim.is); return out;
    default: return out;
  }
}

}  // namespace

void write_explanation(
    std::ostream& out, const checker::RulingResult& r, const std::vector<checker::Basis>& bases,
    bool whole, const checker::Limits& limits, const base::SourceMap& sources, const Style& style,
    const std::function<checker::explain::Parting(const ClaimResult&)>& under_readings) {
  const bool ja = style.lang == Lang::Ja;
  const auto text = [&](const std::string(&both)[2], size_t most) {
    return shown(both[ja].empty() ? both[!ja] : both[ja], most);
  };
  out << shown(r.ruling.id, 60) << "  " << text(r.ruling.title, 200) << "\n";
  if (const std::string asked = text(r.ruling.question, 4000); !asked.empty())
    out << "  " << (ja ? "問 " : "Q ") << asked << "\n";
  if (const std::string answer = text(r.ruling.answer, 4000); !answer.empty())
    out << "  " << (ja ? "答 " : "A ") << answer << "\n";
  write_presumed(out, r, style.lang);
  size_t number = 0;
  const auto called = [&](const std::string& id) -> std::string {
    const auto one = std::find_if(r.ruling.cases.begin(), r.ruling.cases.end(),
                                  [&](const rulings::Case& each) { return each.id == id; });
    const std::string& name = one == r.ruling.cases.end() ? id : rulings::name_of(*one, style.lang);
    return ja || name.find(' ') == std::string::npos ? name : "“" + name + "”";
  };
  ToldClauses clauses;
  const Rules rules = rules_of(r);
  bool declared_told = false;
  std::set<std::string> told;  // readings that were explained
  std::map<std::string, size_t>
      rested;  // what verdicts rest on, by the first claim of which it was told
  struct Columns {
    size_t claim;
    std::string plays[2];
  };
  std::map<std::string, Columns> columns;  // by case: the two plays that were told last
  std::vector<std::pair<std::pair<std::string, std::vector<checker::Move>>, size_t>>
      assured_plays;  // by the first claim of which they were told
  Plays plays;
  std::map<std::string, size_t> partings;  // two plays beside each other as they were told, by the
                                           // first claim of which they were
  std::string last_case;
  std::map<std::string, std::string>
      settings;  // what was told of a situation, by the case of which it was
  std::map<std::string, std::string>
      parted;  // cases of which two plays were shown, with the sentences at which they part
  for (const ClaimResult& c : r.claims) {
    ++number;
    const checker::Question* q = nullptr;
    for (const auto& each : r.questions)
      if (each->which->id == c.case_id) q = each.get();
    const bool shows = c.shown.has_witness && q != nullptr && q->world != nullptr;
    const bool decided = c.standing == Standing::Confirmed ||
                         c.standing == Standing::Contradicted || c.standing == Standing::Open;
    checker::explain::Parting two;
    const bool chooses = c.claim->kind == ClaimKind::Chooser;
    if (q != nullptr && q->world != nullptr && decided && (chooses || !parted.contains(c.case_id)))
      two = checker::explain::parting(*q, c.shown, *c.claim, limits, style.lang,
                                      checker::explain::card_names(*q, &r.ruling, style.lang));
    bool parted_before = false;
    if (two.found) {
      const std::string at =
          two.plays[0].sentences[two.common].text + "\n" + two.plays[1].sentences[two.common].text;
      const auto [before, fresh] = parted.try_emplace(c.case_id, at);
      parted_before = !fresh && before->second == at;
      before->second = at;
    }
    const ClaimResult* same = nullptr;
    for (const ClaimResult& before : r.claims) {
      if (&before == &c || two.found) break;
      if (shows && !about_legality(c.claim->kind) && !about_legality(before.claim->kind) &&
          before.case_id == c.case_id && before.shown.has_witness &&
          before.shown.witness == c.shown.witness && before.shown.lets == c.shown.lets)
        same = &before;
    }
    if (same == nullptr) clauses.amended.clear();  // they belong to one play
    if (number == 1 || c.case_id != last_case) {
      last_case = c.case_id;
      if (const std::string setting =
              q == nullptr
                  ? ""
                  : shown(checker::explain::setting_words(*q, &r.ruling, style.lang), 4000);
          !setting.empty()) {
        const auto [before, fresh] = settings.try_emplace(setting, c.case_id);
        const std::string of = c.case_id.empty() ? ""
                               : ja ? "場合「" + shown(called(c.case_id), 60) + "」の"
                                    : " of case " + shown(called(c.case_id), 60);
        if (fresh || before->second == c.case_id)
          out << (ja ? "\n  " + of + "状況: " : "\n  Situation" + of + ": ") << setting << "\n";
        else
          out << fmt::format(fmt::runtime(ja ? "\n  {}状況: 場合「{}」と同じ。\n"
                                             : "\n  Situation{}: as in case {}.\n"),
                             of, shown(called(before->second), 60));
      }
    }
    Rests rests;
    if (chooses && two.found) rests.decides = two.by;
    if (about_legality(c.claim->kind))
      rests.of = (c.claim->kind == ClaimKind::Legal) == (c.shown.verdict == Verdict::Holds)
                     ? Rests::Of::Legal
                     : Rests::Of::Illegal;
    rests.acts = c.claim->act.acts;
    if (q != nullptr && q->world != nullptr) rests.cards = presented_cards(*q, *c.claim);
    const char* column = "";  // which of two plays told before it is
    if (const auto at = columns.find(c.case_id); same != nullptr && at != columns.end()) {
      const std::string play = play_text(
          checker::explain::tell(*q, c.shown.lets, c.shown.witness, nullptr, style.lang,
                                 checker::explain::card_names(*q, &r.ruling, style.lang)));
      for (int i : {0, 1})
        if (play == at->second.plays[i])
          column = ja ? (i == 0 ? "の(ア)" : "の(イ)") : i == 0 ? ", (a)" : ", (b)";
    }
    const std::string place = c.case_id.empty() ? ""
                              : ja ? "場合「" + shown(called(c.case_id), 60) + "」: "
                                   : "case " + shown(called(c.case_id), 60) + ": ";
    checker::explain::WhyNot why;
    if (about_legality(c.claim->kind) && decided && q != nullptr && q->world != nullptr)
      why = checker::explain::why_not(*q, c.shown, *c.claim, sources, style.lang,
                                      checker::explain::card_names(*q, &r.ruling, style.lang));
    rests.permitted = why.permitted;
    const Assured assured = c.claim->kind == ClaimKind::Forceable && decided && q != nullptr
                                ? assured_of(*q, c, limits)
                                : Assured{};
    const Claimed says = claimed(q, r.ruling, *c.claim, sources, style.lang);
    const bool measured = c.claim->kind == ClaimKind::Greatest ||
                          c.claim->kind == ClaimKind::Least || c.claim->kind == ClaimKind::Settles;
    const std::string when = when_text(q, *r.program, *c.claim, sources, style.lang);
    const bool stated =
        c.standing == Standing::Confirmed ||
        c.standing == Standing::Contradicted;  // the verdict has the condition in it
    const std::string what = says.condition.empty() || (stated && when.empty()) ? ""
                             : ja ? "『" + says.condition + "』: "
                                  : "“" + inner_quotes(says.condition) + "”: ";
    const std::string otherwise = c.standing != Standing::Contradicted ? ""
                                  : ja                                 ? "主張と異なる。"
                                                                       : "Not as claimed: ";
    const bool by_reading = c.claim->kind == ClaimKind::Undetermined;
    checker::explain::Parting apart;
    if (by_reading && q != nullptr && c.shown.verdict == Verdict::Holds && under_readings)
      apart = under_readings(c);
    // of what always holds, a play in which nothing happens is no example
    const bool always =
        stated && c.shown.verdict == Verdict::Holds &&
        (c.claim->kind == ClaimKind::Necessary || c.claim->kind == ClaimKind::Impossible);
    const bool empty =
        shows && same == nullptr && !two.found && always &&
        checker::explain::tell(*q, c.shown.lets, c.shown.witness, nullptr, style.lang,
                               checker::explain::card_names(*q, &r.ruling, style.lang))
            .sentences.empty();
    out << fmt::format(
        "\n  {}) {}{}{}{}", number, place, what, otherwise,
        verdict(c, *r.program, shows && same == nullptr && !empty, when, says, assured, ja));
    std::vector<std::string> outcomes;
    if (c.claim->kind == ClaimKind::Outcomes && q != nullptr && q->world != nullptr)
      outcomes = checker::explain::outcomes_words(
          *q, style.lang, checker::explain::card_names(*q, &r.ruling, style.lang), *c.claim);
    // as the ruling has it, where there are no words for it
    if (what.empty() && says.condition.empty() && outcomes.empty() && !apart.found &&
        !(measured && !says.is.empty()) && why.declaration.empty() &&
        !rulings::about_texts(c.claim->kind) && !(chooses && c.shown.verdict == Verdict::Holds))
      out << fmt::format("  [{}{}{}]", claim_kind_text(c.claim->kind, style.lang),
                         claim_text(c).empty() ? "" : " ", claim_text(c));
    out << "\n";
    for (const std::string& each : outcomes) out << "      - " << shown(each, 1000) << "\n";
    if (c.claim->kind == ClaimKind::Outcomes && shows && same == nullptr && !two.found)
      out << (ja ? "      例えば次のように進む。\n" : "      For example:\n");
    out << readings_text(c.readings, style);
    if (r.program != nullptr) write_options(out, c, *r.program, told, style.lang);
    if (!c.fault.empty()) out << "      " << shown(c.fault) << "\n";
    if (c.standing == Standing::Undecided)
      for (const auto* a : {&c.explicit_state, &c.symbolic})
        if (a->asked && !a->answer.reason.empty())
          out << "      " << (a == &c.explicit_state ? "explicit: " : "Z3: ")
              << shown(reason_text(a->answer.reason, style.lang)) << "\n";
    // two plays say as much of two options
    if (by_reading && !c.shown.detail.empty() &&
        !(apart.found && std::count(c.shown.detail.begin(), c.shown.detail.end(), ';') < 2))
      out << "      " << by_options(shown(reason_text(c.shown.detail, style.lang), 1000), ja)
          << "\n";
    if (q != nullptr && q->which->deck && decided) {
      try {
        for (const checker::Breach& b : checker::breaches(*q->program, *q->which->deck))
          out << "      - " << shown(checker::describe(b, style.lang), 4000) << "\n";
      } catch (const checker::Unsupported&) {  // said by the verdict
      }
    }
    bool after_play = false;
    if (two.found && parted_before) {
      out << (ja ? "      (上の二つの進行と同じところで分かれる)\n"
                 : "      (plays part where the two above do)\n");
    } else if (two.found) {
      if (const std::string values = values_text(*q, two.lets, ja); !values.empty())
        out << "      " << (ja ? "値: " : "with ") << values << "\n";
      std::ostringstream both;
      write_parting(both, *q, two, style);
      const auto [before, fresh] = partings.try_emplace(both.str(), number);
      if (fresh)
        out << both.str();
      else
        out << fmt::format(fmt::runtime(ja ? "      (二つの進行は{})と同じ)\n"
                                           : "      (two plays, as for {}))\n"),
                           before->second);
      columns[c.case_id] = {number, {play_text(two.plays[0]), play_text(two.plays[1])}};
      for (const auto& play : two.plays) {
        add_told(rests, play.sentences);
        clauses.take(play);
      }
    } else if (shows && same != nullptr &&
               (*column != 0 || !columns.contains(c.case_id) ||
                &r.claims[columns[c.case_id].claim - 1] != same)) {
      const size_t of =
          *column != 0 ? columns[c.case_id].claim : static_cast<size_t>(same - r.claims.data()) + 1;
      out << fmt::format(
          fmt::runtime(ja ? "      (進行は{}){}と同じ)\n" : "      (the same play as for {}){})\n"),
          of, column);
    } else if (shows && !empty) {
      const std::string last =
          told_play(out, *q, r.ruling, c, style, rests, &clauses, number, plays);
      after_play = !last.empty();
      if (last == why.declaration) why.declaration.clear();  // the last thing that was told
    }
    if (!two.found && !shows && c.standing == Standing::Confirmed && q != nullptr &&
        !about_legality(c.claim->kind)) {
      if (const auto one = checker::explain::for_a_value(*q, *c.claim, limits); one.found) {
        ClaimResult shown_by = c;
        shown_by.shown.witness = one.moves;
        shown_by.shown.lets = one.lets;
        out << (ja ? "      例えば、ある値では次のとおり。\n"
                   : "      For one value, for example:\n");
        told_play(out, *q, r.ruling, shown_by, style, rests, &clauses, number, plays);
        rests.direct = checker::explain::deciding(*q, one.lets, one.moves, *c.claim).grounds;
      }
    }
    if (assured.shows) {
      ClaimResult shown_by = c;
      shown_by.shown.witness = assured.how.play;
      const auto before =
          std::find_if(assured_plays.begin(), assured_plays.end(), [&](const auto& p) {
            return p.first.first == c.case_id && p.first.second == assured.how.play;
          });
      const bool again = before != assured_plays.end();
      const size_t of = again ? before->second : number;
      if (!again) assured_plays.push_back({{c.case_id, assured.how.play}, number});
      if (again)
        out << fmt::format(
            fmt::runtime(ja ? "      (進行は{})と同じ)\n" : "      (the same play as for {}))\n"),
            of);
      else
        told_play(out, *q, r.ruling, shown_by, style, rests, &clauses, number, plays);
    }
    if (!why.declaration.empty())
      out << "      "
          << (after_play ? (ja ? "その後の宣言" : "then, the declaration")
              : ja       ? "宣言"
                         : "the declaration")
          << window_text(*c.claim, ja) << ": " << shown(why.declaration) << "\n";
    if (why.free && !why.legal && !why.declaration.empty())
      out << (ja ? "        "
                   "どのように選んでも宣言できない。これは、妨げるものが最も少ない選び方である。\n"
                 : "        However one chooses, it may not be declared; this is the choice with "
                   "the fewest things in its way.\n");
    if (apart.found) {
      write_parting(out, *q, apart, style);
      for (const auto& play : apart.plays) {
        add_told(rests, play.sentences);
        clauses.take(play);
      }
    }
    if (!why.legal && q != nullptr && (!shows || same == nullptr))
      write_why_not(out, *q, r.ruling, why, clauses, style);
    const auto& counted = c.explicit_state;
    if (shows && same == nullptr && counted.asked && counted.answer.verdict == Verdict::Unknown &&
        counted.answer.limit)
      out << (ja ? "      (短い例。上限に達したため、最短とは限らない)\n"
                 : "      (a short play; a limit was met, so a shorter one may exist)\n");
    if (number > bases.size()) continue;
    if (shows && rests.of != Rests::Of::Illegal) {
      auto deciding = checker::explain::deciding(*q, c.shown.lets, c.shown.witness, *c.claim);
      rests.direct = std::move(deciding.grounds);
      rests.spared = std::move(deciding.spared);
    }
    rests.refused =
        rests.of == Rests::Of::Illegal && std::any_of(why.obstacles.begin(), why.obstacles.end(),
                                                      [](const auto& o) { return !o.by.empty(); });
    const std::string why_so =
        rests_text(r, bases[number - 1], rests, rules, whole, style, clauses);
    // sets that were told are not told again
    const auto [before, fresh] = rested.try_emplace(why_so, number);
    if (fresh || std::count(why_so.begin(), why_so.end(), '\n') < 2)
      out << why_so;
    else
      out << fmt::format(fmt::runtime(ja ? "    なぜか: {})と同じ。\n" : "    Why: as for {}).\n"),
                         before->second);
    if (const std::string open = open_clash(r, c, q, bases[number - 1], ja); !open.empty())
      out << "      " << open << "\n";
    if (!declared_told && takes_declared(c, q, bases[number - 1])) {
      declared_told = true;
      out << (ja ? "      (裁定の進行にある宣言ができるかどうかは、ここでは問わない。)\n"
                 : "      (Whether what the ruling has declared may be declared is not asked "
                   "here.)\n");
    }
  }
  write_citations(out, r, bases, clauses, rules, style);
  out << "\n";
}

}  // namespace hanrei::reports
