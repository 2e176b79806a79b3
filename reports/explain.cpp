// explain: why a ruling stands as it does, in whole sentences.
#include "reports/explain.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <sstream>

#include "base/contains.h"
#include "reports/explain_parts.h"
#include "rulings/records/touches.h"
#include "rulings/sentence.h"

namespace hanrei::reports {
namespace {

using namespace explained;
using base::Lang;
using base::Reason;
using base::ReasonCode;
using checker::ClaimResult;
using checker::Standing;
using checker::Verdict;
using checker::explain::ClaimExplained;
using rulings::ClaimKind;

std::string play_text(const checker::explain::Telling& told) {
  std::string out;
  for (const Sentence& s : told.sentences) out += s.text + "\n";
  return out;
}

/// The clauses of some sentences, each once, in the order in which they are told.
void add_told(Rests& rests, const std::vector<Sentence>& sentences) {
  for (const Sentence& s : sentences) {
    for (ClauseId c : s.by)
      if (!base::contains(rests.told, c)) rests.told.push_back(c);
    rests.texts.insert(s.cards.begin(), s.cards.end());
  }
}

/// What the readings that a verdict depends on ask, and what their options say. A reading is told
/// once: `told` keeps which were.
void write_options(std::ostream& out, const ClaimResult& c, const model::Program& p,
                   std::set<std::string>& told, Lang lang) {
  const bool ja = lang == Lang::Ja;
  std::set<std::string> names;
  for (const checker::UnderReading& u : c.readings)
    for (const auto& [reading, option] : u.options) names.insert(reading);
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
      const auto at = std::ranges::find(d.options, option);
      if (at == d.options.end()) continue;
      const size_t i = at - d.options.begin();
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

/// Whether the declarations of the ruling's play may be made is not asked: said once.
bool takes_declared(const ClaimResult& c, const ClaimExplained& e, const checker::Basis& basis) {
  return e.declares && !rulings::about_texts(c.claim->kind) && basis.asked && !basis.sets.empty() &&
         !basis.sets[0].grounds.empty();
}

/// Writes one ruling, claim by claim, and keeps what was told, so that it is told once.
class Explaining {
 public:
  Explaining(std::ostream& out, const checker::RulingResult& r,
             const checker::explain::Explanation& explanation,
             const std::vector<checker::Basis>& bases, bool whole, const Style& style)
      : out_(out),
        r_(r),
        all_(explanation),
        bases_(bases),
        whole_(whole),
        style_(style),
        ja_(style.lang == Lang::Ja),
        rules_(rules_of(r)) {}

  void write() {
    head();
    for (number_ = 1; number_ <= r_.claims.size(); ++number_) claim();
    if (whole_) write_citations(out_, r_, bases_, all_, clauses_, rules_, style_);
    out_ << "\n";
  }

 private:
  /// What is told of one claim.
  struct Now {
    const ClaimResult& c;
    const ClaimExplained& e;
    bool shows = false;         ///< it has a witness that can be told
    bool again = false;         ///< two plays part where those did that were told last of its case
    bool empty = false;         ///< nothing happens in its play, and it always holds
    const char* column = "";    ///< which of two plays told before its play is
    std::string declaration{};  ///< that is still to be told
    bool after_play = false;    ///< it follows a play
    Rests rests{};
    bool same() const { return e.same_as != SIZE_MAX; }
  };
  struct Columns {
    size_t claim;
    std::string plays[2];
  };

  std::string in(const char* ja, const char* en) const { return ja_ ? ja : en; }

  void head() {
    const auto text = [&](const std::string(&both)[2], size_t most) {
      return shown(both[ja_].empty() ? both[!ja_] : both[ja_], most);
    };
    out_ << shown(r_.ruling.id, 60) << "  " << text(r_.ruling.title, 200) << "\n";
    if (const std::string asked = text(r_.ruling.question, 4000); !asked.empty())
      out_ << "  " << in("問 ", "Question: ") << asked << "\n";
    if (const std::string answer = text(r_.ruling.answer, 4000); !answer.empty())
      out_ << "  " << in("答 ", "Answer: ") << answer << "\n";
    cites();
    write_presumed(out_, r_, style_.lang);
  }

  /// What the ruling cites, with its words; those that an answer names have theirs there.
  void cites() {
    const model::Program& p = *r_.program;
    std::vector<ClauseId> below;
    for (const ClaimExplained& e : all_.claims)
      for (const checker::explain::Because& b : e.answer.because)
        if (b.ground.clause != kNone) below.push_back(b.ground.clause);
    for (const ClauseId c : r_.ruling.cites) {
      const model::Clause& clause = p.clauses[c];
      const std::string& words = rulings::words_of(clause, ja_);
      if (words.empty() ||
          std::ranges::any_of(below, [&](ClauseId b) { return rulings::covers(p, c, b); }))
        continue;
      out_ << "  " << in("条 ", "by ") << shown(clause.id, 100) << "  " << shown(words, 600)
           << "\n";
      clauses_.worded.insert(c);
      clauses_.cited.insert(c);
    }
  }

  void claim() {
    const ClaimResult& c = r_.claims[number_ - 1];
    const ClaimExplained& e = all_.claims[number_ - 1];
    Now now{c, e, c.shown.has_witness && e.has_situation};
    now.declaration = e.why_not.declaration;
    now.again = parted_again(now);
    if (!now.same()) clauses_.amended.clear();  // they belong to one play
    situation(now);
    begin(now);
    sentence(now);
    particulars(now);
    plays(now);
    value(now);
    assurance(now);
    declaration(now);
    under_readings(now);
    if (!e.why_not.legal && e.asked && (!now.shows || !now.same()))
      write_why_not(out_, *r_.program, r_.ruling, e.why_not, whole_, !e.answer.stops.empty(),
                    clauses_, style_);
    const auto& counted = c.explicit_state;
    if (now.shows && !now.same() && counted.asked && counted.answer.verdict == Verdict::Unknown &&
        counted.answer.limit)
      out_ << in("      (短い例。上限に達したため、最短とは限らない)\n",
                 "      (a short play; a limit was met, so a shorter one may exist)\n");
    if (number_ <= bases_.size()) grounds(now);
  }

  bool parted_again(const Now& now) {
    const Parting& two = now.e.parting;
    if (!two.found) return false;
    const std::string at =
        two.plays[0].sentences[two.common].text + "\n" + two.plays[1].sentences[two.common].text;
    const auto [before, fresh] = parted_.try_emplace(now.c.case_id, at);
    const bool again = !fresh && before->second == at;
    before->second = at;
    return again;
  }

  const rulings::Case* case_of(const std::string& id) const {
    const auto one = std::ranges::find(r_.ruling.cases, id, &rulings::Case::id);
    return one == r_.ruling.cases.end() ? nullptr : &*one;
  }
  std::string called(const std::string& id) const {
    const rulings::Case* one = case_of(id);
    const std::string& name = one == nullptr ? id : rulings::name_of(*one, style_.lang);
    return ja_ || name.find(' ') == std::string::npos ? name : "“" + name + "”";
  }

  /// Where the case begins, once.
  void situation(const Now& now) {
    const std::string& id = now.c.case_id;
    if (number_ > 1 && id == last_case_) return;
    last_case_ = id;
    const std::string setting = shown(now.e.setting, 4000);
    if (setting.empty()) return;
    const std::string at = begins_at(id);
    const auto [known, fresh] = settings_.try_emplace(setting, std::pair(id, at));
    const auto& [before, began] = known->second;
    const std::string of = id.empty() ? ""
                           : ja_      ? "場合「" + shown(called(id), 60) + "」の"
                                      : " of case " + shown(called(id), 60);
    if (fresh || before == id)
      out_ << (ja_ ? "\n  " + of + "状況: " : "\n  Situation" + of + ": ") << setting << "\n";
    else
      out_ << fmt::format(fmt::runtime(in("\n  {}状況: 場合「{}」と同じ{}。\n",
                                          "\n  Situation{}: as in case {}{}.\n")),
                          of, shown(called(before), 60),
                          began == at ? ""
                          : ja_       ? "で、「" + shown(at, 200) + "」から"
                                      : ", from “" + shown(at, 200) + "” on");
  }

  /// Where play stands when the case begins, as the ruling has it.
  std::string begins_at(const std::string& id) const {
    const rulings::Case* one = case_of(id);
    return one == nullptr ? "" : one->situation.at;
  }

  /// What is known before anything of the claim is told.
  void begin(Now& now) {
    const ClaimResult& c = now.c;
    Rests& rests = now.rests;
    if (c.claim->kind == ClaimKind::Chooser && now.e.parting.found)
      rests.decides = now.e.parting.by;
    if (about_legality(c.claim->kind))
      rests.of = (c.claim->kind == ClaimKind::Legal) == (c.shown.verdict == Verdict::Holds)
                     ? Rests::Of::Legal
                     : Rests::Of::Illegal;
    rests.acts = c.claim->act.acts;
    rests.cards = now.e.cards;
    rests.permitted = now.e.why_not.permitted;
    if (const auto at = columns_.find(c.case_id);
        now.same() && now.e.play && at != columns_.end()) {
      const std::string play = play_text(now.e.play->told);
      for (int i : {0, 1})
        if (play == at->second.plays[i])
          now.column = ja_ ? (i == 0 ? "の(ア)" : "の(イ)") : i == 0 ? ", (a)" : ", (b)";
    }
    // of what always holds, a play in which nothing happens is no example
    const bool always =
        (c.standing == Standing::Confirmed || c.standing == Standing::Contradicted) &&
        c.shown.verdict == Verdict::Holds &&
        (c.claim->kind == ClaimKind::Necessary || c.claim->kind == ClaimKind::Impossible);
    now.empty = now.shows && !now.same() && !now.e.parting.found && always &&
                now.e.play->told.sentences.empty();
  }

  /// The claim and its verdict.
  void sentence(const Now& now) {
    const ClaimResult& c = now.c;
    const std::string place = c.case_id.empty() ? ""
                              : ja_ ? "場合「" + shown(called(c.case_id), 60) + "」: "
                                    : "case " + shown(called(c.case_id), 60) + ": ";
    const checker::explain::ShortAnswer& answer = now.e.answer;
    out_ << fmt::format("\n  {}) {}{}\n", number_, place,
                        claim_sentence(c, now.e, whole_, style_.lang));
    for (const std::string& each : answer.each) out_ << "      - " << shown(each) << "\n";
    for (const std::string& line : reason_lines(answer, style_.lang))
      out_ << "      " << line << "\n";
    for (const checker::explain::Because& b : answer.because)
      if (b.ground.clause != kNone) clauses_.worded.insert(b.ground.clause);
  }

  /// Outcomes, readings, faults, reasons, breaches.
  void particulars(const Now& now) {
    const ClaimResult& c = now.c;
    out_ << readings_text(c.readings, style_);
    write_options(out_, c, *r_.program, told_readings_, style_.lang);
    if (!c.fault.empty()) out_ << "      " << shown(c.fault) << "\n";
    for (const std::string& each : now.e.breaches) out_ << "      - " << shown(each, 4000) << "\n";
    if (!now.shows || now.same() || now.empty || now.e.parting.found ||
        now.e.play->told.sentences.empty())
      return;
    if (about_legality(c.claim->kind))
      out_ << in("      次のように進んだ後のことである。\n", "      After these steps:\n");
    else
      out_ << in("      例えば次のように進む。\n", "      For example:\n");
  }

  /// The two plays, or the one, that show it.
  void plays(Now& now) {
    const ClaimExplained& e = now.e;
    if (e.parting.found && now.again)
      out_ << in("      (上の二つのプレイと同じところで分かれる)\n",
                 "      (plays part where the two above do)\n");
    else if (e.parting.found)
      two_plays(now);
    else if (now.shows && now.same() && e.play && e.play->told.sentences.empty())
      return;
    else if (now.shows && now.same() && told_there(now))
      out_ << fmt::format(
          fmt::runtime(in("      (プレイは{}){}と同じ)\n", "      (the same play as for {}){})\n")),
          *now.column != 0 ? columns_[now.c.case_id].claim : e.same_as + 1, now.column);
    else if (now.shows && !now.empty) {
      const std::string last = tell(now, *e.play);
      now.after_play = !last.empty();
      if (last == now.declaration) now.declaration.clear();  // the last thing that was told
    }
  }

  /// Was the play told as such where it was first?
  bool told_there(const Now& now) {
    if (*now.column != 0 || !columns_.contains(now.c.case_id)) return true;
    return columns_[now.c.case_id].claim - 1 != now.e.same_as;
  }

  void two_plays(Now& now) {
    const Parting& two = now.e.parting;
    if (const std::string values = values_text(now.e.quantities, two.lets, ja_); !values.empty())
      out_ << "      " << in("値: ", "with ") << values << "\n";
    std::ostringstream both;
    write_parting(both, *r_.program, two, style_);
    const auto [before, fresh] = partings_.try_emplace(both.str(), number_);
    if (fresh)
      out_ << both.str();
    else
      out_ << fmt::format(
          fmt::runtime(in("      (二つのプレイは{})と同じ)\n", "      (two plays, as for {}))\n")),
          before->second);
    columns_[now.c.case_id] = {number_, {play_text(two.plays[0]), play_text(two.plays[1])}};
    take(now, two);
  }

  void take(Now& now, const Parting& two) {
    for (const auto& play : two.plays) {
      add_told(now.rests, play.sentences);
      clauses_.take(play);
    }
  }

  /// Writes a play of the claim; the last sentence of it.
  std::string tell(Now& now, const Play& play) {
    write_told(out_, *r_.program, play, now.e.quantities, about_legality(now.c.claim->kind),
               number_, told_plays_, style_);
    add_told(now.rests, play.told.sentences);
    clauses_.take(play.told);
    return play.told.sentences.empty() ? "" : play.told.sentences.back().text;
  }

  void value(Now& now) {
    if (!now.e.for_value) return;
    out_ << in("      例えば、ある値では次のとおり。\n", "      For one value, for example:\n");
    tell(now, *now.e.for_value);
  }

  void assurance(Now& now) {
    if (!now.e.assured || !now.e.assured->play) return;
    if (now.e.assured->same_as == SIZE_MAX)
      tell(now, *now.e.assured->play);
    else
      out_ << fmt::format(
          fmt::runtime(in("      (プレイは{})と同じ)\n", "      (the same play as for {}))\n")),
          now.e.assured->same_as + 1);
  }

  void declaration(const Now& now) {
    if (now.declaration.empty() || !whole_) return;  // the answer says it
    out_ << "      "
         << (now.after_play ? in("その後の宣言", "then, the declaration")
                            : in("宣言", "the declaration"))
         << shown(now.e.why_not.where) << ": " << shown(now.declaration) << "\n";
    if ((now.e.why_not.free || now.e.why_not.free_choice) && !now.e.why_not.legal)
      out_ << in(
          "        どのように選んでも宣言できない。これは、妨げるものが最も少ない選び方である。\n",
          "        However one chooses, it may not be declared; this is the choice with the "
          "fewest things in its way.\n");
  }

  void under_readings(Now& now) {
    if (!now.e.under_readings.found) return;
    write_parting(out_, *r_.program, now.e.under_readings, style_);
    take(now, now.e.under_readings);
  }

  /// What the verdict rests on; sets that were told are not told again.
  void grounds(Now& now) {
    const checker::Basis& basis = bases_[number_ - 1];
    now.rests.direct = now.e.direct;
    now.rests.spared = now.e.spared;
    for (const checker::explain::Because& b : now.e.answer.because)
      now.rests.named.push_back(b.ground);
    const auto& obstacles = now.e.why_not.obstacles;
    now.rests.refused = now.rests.of == Rests::Of::Illegal &&
                        std::ranges::any_of(obstacles, [](const auto& o) { return !o.by.empty(); });
    const std::string why_so = rests_text(r_, basis, now.rests, rules_, whole_, style_, clauses_);
    const auto [before, fresh] = rested_.try_emplace(why_so, number_);
    if (fresh || std::ranges::count(why_so, '\n') < 2)
      out_ << why_so;
    else
      out_ << fmt::format(fmt::runtime(in("    なぜか: {})と同じ。\n", "    Why: as for {}).\n")),
                          before->second);
    if (const std::string open = open_clash(r_, now.c, now.e, basis, ja_); !open.empty())
      out_ << "      " << open << "\n";
    if (!whole_ || declared_told_ || !takes_declared(now.c, now.e, basis)) return;
    declared_told_ = true;
    out_ << in("      (裁定のプレイにある宣言ができるかどうかは、ここでは問わない。)\n",
               "      (Whether what the ruling has declared may be declared is not asked here.)\n");
  }

  std::ostream& out_;
  const checker::RulingResult& r_;
  const checker::explain::Explanation& all_;
  const std::vector<checker::Basis>& bases_;
  const bool whole_;
  const Style& style_;
  const bool ja_;
  const Rules rules_;
  size_t number_ = 0;  ///< of the claim
  // What was told, each with the first claim, or the case, of which it was.
  ToldClauses clauses_;
  Plays told_plays_;
  bool declared_told_ = false;
  std::string last_case_;
  std::set<std::string> told_readings_;
  std::map<std::string, size_t> rested_, partings_;
  std::map<std::string, Columns> columns_;  ///< by case: the two plays that were told last
  std::map<std::string, std::pair<std::string, std::string>> settings_;  ///< the case, its place
  std::map<std::string, std::string> parted_;  ///< by case: the sentences at which plays part
};

}  // namespace

void write_play(std::ostream& out, const model::Program& program,
                const checker::explain::Play& play, const std::vector<std::string>& quantities,
                bool legality, const Style& style) {
  Plays none;
  write_told(out, program, play, quantities, legality, 1, none, style);
}

/// Cards that take part and whose abilities nobody wrote by hand.
static void write_compiled(std::ostream& out, const checker::RulingResult& r, const Style& style) {
  if (r.program == nullptr) return;
  const bool ja = style.lang == Lang::Ja;
  std::vector<std::string> names;
  for (const model::CardDef& c : r.program->cards)
    if (c.from_words && std::ranges::any_of(r.touches.abilities, [&](const std::string& a) {
          return rulings::card_of_ability(a) == c.name;
        }))
      names.push_back(shown(c.name, 60));
  if (names.empty()) return;
  out << (ja ? "文面から作った能力が現れるカード: " : "abilities compiled from words take part: ")
      << joined(names, ja) << "\n"
      << (r.standing == checker::Standing::Confirmed
              ? (ja ? "  この裁定は確認されており、それらを裏づけます。\n"
                    : "  This ruling is confirmed, and so confirms them.\n")
              : (ja ? "  この裁定はそれらを裏づけません。未確認のままです。\n"
                    : "  This ruling does not confirm them: they stay unconfirmed.\n"));
}

void write_explanation(std::ostream& out, const checker::RulingResult& r,
                       const checker::explain::Explanation& explanation,
                       const std::vector<checker::Basis>& bases, bool whole, const Style& style) {
  Explaining(out, r, explanation, bases, whole, style).write();
  write_compiled(out, r, style);
}

}  // namespace hanrei::reports
