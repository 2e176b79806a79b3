#include "checker/explain/verdict_words.h"

#include <cctype>

#include "checker/explain/speak.h"
#include "rulings/naming.h"

namespace hanrei::checker::explain {

using base::Lang;
using base::ReasonCode;
using rulings::ClaimKind;

namespace {

/// Of which plays it is said: what the ruling has played stays so and, where it has nothing played,
/// nobody declares anything.
std::string of_plays(const Said& says, bool exact, bool ja) {
  const auto in = [&](const std::string& j, const std::string& e) { return ja ? j : e; };
  if (says.free)
    return in("宣言されるのが裁定の挙げるものだけなら、",
              "if nothing is declared but what the ruling names, ");
  if (!says.play) return in("だれも何も宣言しなければ、", "if nobody declares anything, ");
  return exact ? in("裁定のプレイのとおりなら、ほかがどうであっても、",
                    "played as the ruling says, whatever else happens, ")
               : "";
}

/// That nobody declares anything in an exchange.
bool nobody_acts(const model::Program& p, ExprId condition) {
  if (condition == kNone) return false;
  const model::Expr& e = p[condition];
  return e.op == model::Op::Eq && p[e.a].op == model::Op::Acted && p[e.b].op == model::Op::Const &&
         p[e.b].value == 0;
}

/// What comes of every play, or of some. Without words of its own the claim is named before.
std::string about_plays(const ClaimResult& c, const model::Program& p, const Said& says, bool exact,
                        bool ja) {
  const auto in = [&](const std::string& j, const std::string& e) { return ja ? j : e; };
  const bool holds = c.shown.verdict == Verdict::Holds,
             necessary = c.claim->kind == ClaimKind::Necessary;
  const std::string& that = says.condition;
  const std::string it = that.empty() ? in("そうなる", "it comes to this") : that;
  // that nobody declares anything where nobody does goes without saying
  const std::string ever =
      !says.play && nobody_acts(p, c.claim->expr) ? "" : of_plays(says, exact, ja);
  if (necessary && holds) {
    const bool every = c.claim->over == rulings::Over::Every;
    return in((every ? "どの値でも、" : "") + ever + (exact ? "必ず" : "") + it + "。",
              (every ? "Whatever the values, " + ever + it : capital(ever + it)) + ".");
  }
  if (necessary)
    return in("必ず" + it + "とは限らない。",
              that.empty() ? "It need not come to this." : "It need not be that " + that + ".");
  if ((c.claim->kind == ClaimKind::Possible) == holds)
    return in(it + "ことがありうる。",
              (that.empty() ? "It may come to this." : "It may be that " + that + "."));
  if (!exact && !says.denied.empty())
    return in(ever + says.denied + "。", capital(ever + says.denied) + ".");
  return in(ever + it + "ことはない。",
            capital(ever + (that.empty() ? "it does not come to this."
                                         : "it is never so that " + that + ".")));
}

/// Whether a player can be sure of something, and what it hangs on.
std::string assurance(const std::string& who, bool can, const std::string& that,
                      const Assured& assured, bool exact, bool ja) {
  const auto in = [&](const std::string& j, const std::string& e) { return ja ? j : e; };
  const std::string it = that.empty() ? in("そうなる", "of this") : that,
                    sure = that.empty() ? "make sure of this" : "make sure that " + that;
  if (can)
    return exact ? in(who + "は、ほかの者が何をしても、伏せられたものが何であっても、必ず" + it +
                          "ようにできる。",
                      who + " can " + sure + ", whatever others do and whatever is hidden.")
                 : in(who + "は、ほかの者が何をしても、" + it + "ようにできる。",
                      who + " can " + sure + ", whatever others do.");
  if (assured.knowing == true)
    return in(who + "は、必ず" + it +
                  "ようにはできない。決めるときに見えていないものを知っていれば、できる。",
              who + " cannot " + sure + ". Were " + who +
                  " to know what it does not see when deciding, it could.");
  const bool others = assured.others, chance = assured.chance;
  const std::string on_ja = others && chance ? "ほかの者のすることと偶然による。"
                            : others         ? "ほかの者のすることによる。"
                            : chance         ? "偶然による。"
                                             : "";
  const std::string on_en = others && chance ? ": it hangs on what others do, and on chance."
                            : others         ? ": it hangs on what others do."
                            : chance         ? ": it hangs on chance."
                                             : ".";
  if (!assured.knowing)
    return in(who + "は、必ず" + it + "ようにはできない。", who + " cannot " + sure + ".");
  return in(who + "は、" + (exact ? "すべてを知っていても、" : "") + "必ず" + it +
                "ようにはできない。" + on_ja,
            who + " cannot " + sure + (exact ? ", not even knowing everything" : "") + on_en);
}

/// What goes on for ever, and who could leave it.
std::string about_repetition(const ClaimResult& c, bool ja) {
  const std::string how = base::text(c.shown.detail, ja ? Lang::Ja : Lang::En);
  if (how.empty()) return ja ? "終わらないことがある。" : "It may go on for ever.";
  return ja ? "終わらないことがある: " + how + "。" : "It may go on for ever: " + how + ".";
}

/// What the outcomes come to.
std::string about_outcomes(const ClaimResult& c, bool ja) {
  const auto in = [&](const std::string& j, const std::string& e) { return ja ? j : e; };
  const bool holds = c.shown.verdict == Verdict::Holds;
  if (holds)
    return in("起こりうる結果は、次のものがすべてである。",
              "These are all the outcomes there can be:");
  return in("起こりうる結果はこれと違う。", "The outcomes there can be are others.") +
         (c.shown.detail.empty()
              ? ""
              : " (" + base::text(c.shown.detail, ja ? Lang::Ja : Lang::En) + ")");
}

std::string about_measure(const ClaimResult& c, const Said& says, bool ja) {
  const auto in = [&](const std::string& j, const std::string& e) { return ja ? j : e; };
  const bool holds = c.shown.verdict == Verdict::Holds;
  const bool most = c.claim->kind == ClaimKind::Greatest;
  const std::string is = holds ? says.is : base::text(c.shown.detail, ja ? Lang::Ja : Lang::En),
                    what = says.measure;
  if (is.empty() && !holds)
    return in(most ? "最大はこれではない。" : "最小はこれではない。",
              most ? "This is not the most it can be." : "This is not the least it can be.");
  if (is.empty())
    return in(most ? "これより大きくはならない。" : "これより小さくはならない。",
              most ? "It cannot be more than this." : "It cannot be less than this.");
  if (what.empty())
    return in((most ? "最大は" : "最小は") + is + "である。",
              (most ? "The most is " : "The least is ") + is + ".");
  return in(what + "は、" + (most ? "最大で" : "最小で") + is + "である。",
            (ja ? what : capital(what)) +
                (most ? " is " + is + " at most." : " is " + is + " at least."));
}

/// Whether something may be declared, or a deck used.
std::string about_declaration(const ClaimResult& c, const model::Program& p, bool ja) {
  const auto in = [&](const std::string& j, const std::string& e) { return ja ? j : e; };
  const bool holds = c.shown.verdict == Verdict::Holds;
  if (c.claim->kind == ClaimKind::Legal) {
    if (about_deck(*c.claim))
      return holds ? in("このデッキは使える。", "This deck conforms.")
                   : in("このデッキは使えない。", "This deck does not conform.");
    if (holds) return in("これは宣言できる。", "This may be declared.");
    return in("これは宣言できない。", "This may not be declared.");
  }
  if (about_deck(*c.claim))
    return holds ? in("このデッキは使えない。", "This deck does not conform.")
                 : in("このデッキは使える。", "This deck conforms.");
  if (holds) return in("これは宣言できない。", "This may not be declared.");
  if (c.shown.detail.code == ReasonCode::IllegalAlsoWithout && c.claim->by != kNone) {
    const std::string& clause = p.clauses[c.claim->by].id;
    return in("これは宣言できないが、" + clause + "のためではない。それがなくても宣言できない。",
              "This may not be declared, but not because of " + clause +
                  ": without it, it may not either.");
  }
  return in("これは宣言できる。", "This may be declared.");
}

std::string about_chooser(const ClaimResult& c, const std::string& who, bool ja) {
  const auto in = [&](const std::string& j, const std::string& e) { return ja ? j : e; };
  const bool holds = c.shown.verdict == Verdict::Holds;
  const std::string what = c.claim->what;
  const bool order = what.starts_with("order");
  if (!holds && c.shown.detail.code == ReasonCode::NoSuchChoice)
    return in("そのような選択は生じない。", "No such choice arises.");
  std::string chooser = c.claim->nobody ? "" : who;
  if (!holds)
    chooser = c.shown.detail.code == ReasonCode::Nobody
                  ? ""
                  : base::text(c.shown.detail, ja ? Lang::Ja : Lang::En);
  if (chooser.empty())
    return in(order ? "順序を決める者の定めはない。" : "選ぶ者の定めはない。",
              order ? "No rule says who decides the order." : "No rule says who chooses.");
  return order ? in("順序を決めるのは" + chooser + "である。", chooser + " decides the order.")
         : what.empty()
             ? in("これを選ぶのは" + chooser + "である。", chooser + " makes this choice.")
             : in("「" + what + "」を選ぶのは" + chooser + "である。",
                  chooser + " chooses “" + what + "”.");
}

std::string about_settling(const ClaimResult& c, const Said& says, bool ja) {
  const auto in = [&](const std::string& j, const std::string& e) { return ja ? j : e; };
  const bool holds = c.shown.verdict == Verdict::Holds;
  const std::string& when = says.when;
  const std::string ja_when = when.empty() ? "" : when + "とき、",
                    en_when = when.empty() ? "" : " when " + when;
  if (!holds || says.is.empty())
    return holds ? in(ja_when + "常時効果の決まり方はこの数だけある。",
                      "There are this many ways in which the continuous effects can settle" +
                          en_when + ".")
                 : in(ja_when + "常時効果の決まり方の数はこれと違う。",
                      "The continuous effects settle in another number of ways" + en_when + ".");
  if (says.is == "0")
    return in(ja_when + "常時効果に、矛盾のない決まり方はない。",
              "There is no way for the continuous effects to settle" + en_when + ".");
  return in(
      ja_when + "常時効果の決まり方はちょうど" + says.is + "通りある。",
      "There " +
          std::string(says.is == "1" ? "is exactly one way" : "are exactly " + says.is + " ways") +
          " for the continuous effects to settle" + en_when + ".");
}

/// How two texts stand to each other.
std::string about_the_texts(const ClaimResult& c, const model::Program& p, bool ja) {
  const auto in = [&](const std::string& j, const std::string& e) { return ja ? j : e; };
  const bool holds = c.shown.verdict == Verdict::Holds;
  const auto [card, other] = rulings::texts_of(*c.claim, p, ja);
  switch (c.claim->kind) {
    case ClaimKind::Overrides: {
      return holds ? in(card + "の文面は、" + other + "に優先する。",
                        "The sentence of " + card + " overrides " + other + ".")
                   : in(card + "の文面は、" + other + "に優先しない。",
                        "The sentence of " + card + " does not override " + other + ".");
    }
    case ClaimKind::Yields: {
      return holds ? in(card + "の文面は、" + other + "に譲る。",
                        "The sentence of " + card + " yields to " + other + ".")
                   : in(card + "の文面は、" + other + "に譲らない。",
                        "The sentence of " + card + " does not yield to " + other + ".");
    }
    case ClaimKind::Contradicts: {
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
      return holds ? in(card + "の文面が許すことを、" + other + "が直ちに打ち消す。",
                        "What the sentence of " + card + " grants, " + other + " undoes at once.")
                   : in(card + "の文面が許すことを、" + other + "が打ち消すわけではない。",
                        other + " does not undo what the sentence of " + card + " grants.");
    }
    case ClaimKind::Necessary:
    case ClaimKind::Possible:
    case ClaimKind::Impossible:
    case ClaimKind::Outcomes:
    case ClaimKind::Greatest:
    case ClaimKind::Least:
    case ClaimKind::Legal:
    case ClaimKind::Illegal:
    case ClaimKind::Chooser:
    case ClaimKind::Endless:
    case ClaimKind::Settles:
    case ClaimKind::Forceable:
    case ClaimKind::Undetermined: break;  // not about texts
  }
  return "";
}

/// Of a claim that has no verdict: why not. Empty for the others.
std::string without_verdict(const ClaimResult& c, bool ja) {
  const auto in = [&](const std::string& j, const std::string& e) { return ja ? j : e; };
  switch (c.standing) {
    case Standing::Vacuous:
      if (c.shown.reason.code == ReasonCode::NotAsked)
        return in("そこでは尋ねられないので、宣言できるかどうかを言えない。",
                  "Nobody is asked there, so there is nothing to be declared.");
      return in("この状況からは、そのように進めることができない。",
                "This situation cannot be played that way.");
    case Standing::Undecided: return in("決められない。", "It cannot be decided.");
    case Standing::Open:
      return in("解釈によって答えが変わる。", "The answer depends on a reading.");
    case Standing::NotExamined: return in("検査できていない。", "It was not examined.");
    case Standing::Confirmed:
    case Standing::Contradicted: break;
  }
  return "";
}

/// A claim about plays that is claimed for some values of open quantities, and for no others.
std::string for_values(const ClaimResult& c, const Said& says, bool ja) {
  const std::string that = !says.condition.empty() ? says.condition
                           : ja                    ? "そうなる"
                                                   : "it comes to this";
  const bool must = c.claim->kind == ClaimKind::Necessary,
             may = c.claim->kind == ClaimKind::Possible;
  if (ja)
    return says.when + "とき、そのときに限り、" +
           (must  ? that + "。"
            : may ? that + "ことがありうる。"
                  : "どのように進めても" + that + "ことはない。");
  const std::string so = must ? "" : may ? "it may be that " : "it is never so that ";
  return "If and only if " + says.when + ", " + so + that + ".";
}

/// A measure of a claim; in quotes where it stands as the ruling writes it.
std::string measured(const Words& words, Lang lang) {
  const std::string& text = words.text;
  if (!words.written || text.empty()) return text;
  return lang == Lang::Ja ? "「" + text + "」" : "`" + text + "`";
}

std::string when_text(const Words& words, Lang lang) {
  const std::string& text = words.text;
  if (!words.written) return text;
  return lang == Lang::Ja ? "「" + text + "」である" : "`" + text + "` holds";
}

}  // namespace

Said said(const Claimed& says, Lang lang) {
  return {says.condition.value_or(""),
          says.denied.value_or(""),
          measured(says.measure, lang),
          measured(says.is, lang),
          says.when ? when_text(*says.when, lang) : "",
          says.play,
          says.free};
}

std::string verdict_words(const ClaimResult& c, const model::Program& p, bool exact,
                          const Said& says, const Assured& assured, bool ja) {
  const auto in = [&](const std::string& j, const std::string& e) { return ja ? j : e; };
  const bool holds = c.shown.verdict == Verdict::Holds;
  if (std::string none = without_verdict(c, ja); !none.empty()) return none;
  const std::string who = c.claim->player >= 0 ? p.players[c.claim->player] : "";
  switch (c.claim->kind) {
    case ClaimKind::Necessary:
    case ClaimKind::Possible:
    case ClaimKind::Impossible:
      return !says.when.empty() && holds ? for_values(c, says, ja)
                                         : about_plays(c, p, says, exact, ja);
    case ClaimKind::Outcomes: return about_outcomes(c, ja);
    case ClaimKind::Greatest:
    case ClaimKind::Least: return about_measure(c, says, ja);
    case ClaimKind::Legal:
    case ClaimKind::Illegal: return about_declaration(c, p, ja);
    case ClaimKind::Chooser: return about_chooser(c, who, ja);
    case ClaimKind::Endless:
      return holds ? about_repetition(c, ja) : in("必ず終わる。", "It always comes to an end.");
    case ClaimKind::Settles: return about_settling(c, says, ja);
    case ClaimKind::Forceable:
      return assurance(who, holds != c.claim->nobody, says.condition, assured, exact, ja);
    case ClaimKind::Overrides:
    case ClaimKind::Yields:
    case ClaimKind::Contradicts:
    case ClaimKind::Idle: return about_the_texts(c, p, ja);
    case ClaimKind::Undetermined:
      return holds ? in("解釈によって結果が変わる。", "What comes of it depends on the reading.")
                   : in("どの解釈でも結果は同じである。",
                        "It comes to the same under every reading.");
  }
  return "";
}

}  // namespace hanrei::checker::explain
