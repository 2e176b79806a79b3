#include "checker/explain/answer.h"

#include <algorithm>
#include <optional>
#include <set>

#include "base/contains.h"
#include "checker/explain/claims.h"
#include "checker/explain/modal.h"
#include "checker/explain/verdict_words.h"
#include "rulings/naming.h"
#include "rulings/sentence.h"

namespace hanrei::checker::explain {
namespace {

using base::Lang;
using base::ReasonCode;
using rulings::ClaimKind;
using rulings::Ground;

constexpr size_t kMostNamed = 2, kMostWays = 6;

class Answering {
 public:
  Answering(const RulingResult& r, const ClaimResult& c, const Question* q, const ClaimExplained& e,
            const Basis* basis, Lang lang, const std::vector<std::string>& cards)
      : r_(r),
        p_(*r.program),
        c_(c),
        q_(q),
        e_(e),
        basis_(basis),
        lang_(lang),
        ja_(lang == Lang::Ja),
        cards_(cards),
        says_(said(e.says, lang)) {}

  ShortAnswer run() {
    ShortAnswer out;
    out.exact = sentence(true);
    out.says = sentence(false);
    out.words = worded();
    out.each = each();
    stops(out);
    because(out);
    if (out.forbidden) out.stops[0] = e_.why_not.obstacles[0].here;
    out.unknown = unknown(out);
    return out;
  }

 private:
  std::string in(const std::string& ja, const std::string& en) const { return ja_ ? ja : en; }
  bool stated() const {
    return c_.standing == Standing::Confirmed || c_.standing == Standing::Contradicted;
  }
  bool holds() const { return c_.shown.verdict == Verdict::Holds; }
  bool legal() const { return (c_.claim->kind == ClaimKind::Legal) == holds(); }
  std::string bare(std::string text) const { return without_stop(std::move(text), ja_); }

  // ---- the sentence

  std::string sentence(bool exact) const {
    const std::string& condition = says_.condition;
    const bool says_it =
        stated() && (says_.when.empty() || (about_plays(c_.claim->kind) && holds()));
    const std::string what = condition.empty() || says_it ? ""
                             : ja_                        ? "『" + condition + "』: "
                                   : "“" + rulings::inner_quotes(condition) + "”: ";
    const std::string otherwise =
        c_.standing == Standing::Contradicted ? in("主張と異なる。", "Not as claimed: ") : "";
    std::string is = exact ? "" : in_short();
    if (is.empty()) is = verdict_words(c_, p_, exact, says_, e_.assured.value_or(Assured{}), ja_);
    return what + otherwise + is;
  }

  /// Does something else say what is claimed?
  bool worded() const {
    const ClaimKind kind = c_.claim->kind;
    const bool measured =
        kind == ClaimKind::Greatest || kind == ClaimKind::Least || kind == ClaimKind::Settles;
    return !says_.condition.empty() || !e_.says.outcomes.empty() || e_.under_readings.found ||
           (measured && !says_.is.empty()) || !e_.why_not.declaration.empty() ||
           rulings::about_texts(kind) || about_deck(*c_.claim) ||
           (kind == ClaimKind::Chooser && holds());
  }

  /// Where it can be said with what is declared or chosen. Empty: as the verdict says it.
  std::string in_short() const {
    if (!stated()) return "";
    if (about_legality(c_.claim->kind)) return declaration();
    if (c_.claim->kind == ClaimKind::Chooser && holds()) return choice();
    return "";
  }

  std::string declaration() const {
    const WhyNot& why = e_.why_not;
    if (why.declaration.empty() || c_.shown.detail.code == ReasonCode::IllegalAlsoWithout)
      return "";
    const std::string declared = bare(why.declaration), where = why.elsewhere ? why.where : "";
    if (const auto able = modal(declared, p_.players[c_.claim->act.by], legal(), ja_);
        able && c_.claim->act.kind != rulings::PlayKind::Pass)
      return in(why.free && !legal() ? "どのように選んでも" : "",
                why.free && !legal() ? "However one chooses: " : "") +
             *able + where + in("。", ".");
    const std::string what = declared + where + in("。", ".");
    if (legal()) return in("できる: ", "This may be declared: ") + what;
    return why.free ? in("どのように選んでもできない。例えば: ",
                         "However one chooses, this may not be declared, for example: ") +
                          what
                    : in("できない: ", "This may not be declared: ") + what;
  }

  /// Who chooses among what.
  std::string choice() const {
    const Parting& two = e_.parting;
    if (!two.found || c_.claim->nobody || c_.claim->player < 0) return "";
    std::vector<std::string> ways = two.ways;
    if (ways.empty())
      for (const Telling& t : two.plays) ways.push_back(t.sentences[two.common].text);
    const std::string& who = p_.players[c_.claim->player];
    const bool order = c_.claim->what.starts_with("order");
    std::string all = together(ways);
    if (!order && !two.ways.empty() && ways.size() <= kMostWays && !all.empty()) return all;
    std::string list = joined(ways);
    if (two.ways.empty() || ways.size() > kMostWays) list += in("など", ", and so on");
    return in(who + (order ? "が順序を決める: " : "が決める: ") + list + "。",
              who + (order ? " decides the order: " : " decides: ") + list + ".");
  }

  /// "A chooses the targets: none; X; Y": of sentences that differ in what comes behind the colon.
  /// Empty: they are not such.
  std::string together(const std::vector<std::string>& all) const {
    constexpr std::string_view kColon = ": ";
    const size_t colon = all.front().find(kColon);
    if (all.size() < 2 || colon == std::string::npos) return "";
    const std::string head = all.front().substr(0, colon + kColon.size());
    std::string out = head;
    for (size_t i = 0; i < all.size(); ++i) {
      if (!all[i].starts_with(head)) return "";
      out += (i == 0               ? ""
              : i + 1 < all.size() ? in("、", "; ")
                                   : in("、または", "; or ")) +
             bare(all[i].substr(head.size()));
    }
    return out + in("。", ".");
  }

  /// Sentences as alternatives: what they have in common is said once where only names differ.
  std::string joined(std::vector<std::string> all) const {
    if (all.size() > kMostWays) all.resize(kMostWays);
    for (std::string& s : all) s = bare(s);
    const auto [head, tail] = common(all);
    const std::string either = in("か", " or ");
    std::string out;
    if (head + tail > 0) {
      for (size_t i = 0; i < all.size(); ++i)
        out += (i == 0 ? all[i].substr(0, head) : either) +
               all[i].substr(head, all[i].size() - head - tail);
      return out + all[0].substr(all[0].size() - tail);
    }
    for (size_t i = 0; i < all.size(); ++i) out += (i == 0 ? "" : ja_ ? "か、" : ", or ") + all[i];
    return out;
  }

  static bool letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
  /// How much of their beginnings and ends sentences have in common, where each goes on with the
  /// name of a card between them.
  std::pair<size_t, size_t> common(const std::vector<std::string>& all) const {
    if (all.size() < 2) return {0, 0};
    for (const std::string& name : cards_) {
      for (size_t at = all[0].find(name); at != std::string::npos; at = all[0].find(name, at + 1)) {
        const std::string head = all[0].substr(0, at), tail = all[0].substr(at + name.size());
        if (letter(head.empty() ? ' ' : head.back()) || letter(tail.empty() ? ' ' : tail.front()))
          continue;  // it stands within a word
        const bool fits = std::ranges::all_of(all, [&](const std::string& s) {
          return s.size() > head.size() + tail.size() && s.starts_with(head) && s.ends_with(tail) &&
                 base::contains(cards_,
                                s.substr(head.size(), s.size() - head.size() - tail.size()));
        });
        if (fits) return {head.size(), tail.size()};
      }
    }
    return {0, 0};
  }

  // ---- one line each

  std::vector<std::string> each() const {
    if (c_.claim->kind == ClaimKind::Outcomes) return e_.says.outcomes;
    if (c_.claim->kind == ClaimKind::Undetermined && stated()) return by_options();
    if (!e_.parting.found || c_.claim->kind == ClaimKind::Chooser) return {};
    std::vector<std::string> out;
    for (int i : {0, 1})
      out.push_back(bare(e_.parting.plays[i].sentences[e_.parting.common].text) + " → " +
                    e_.parting.ends[i]);
    return out;
  }

  std::vector<std::string> by_options() const {
    std::vector<std::string> out;
    under(c_.shown.detail, out);
    return out;
  }
  void under(const Reason& r, std::vector<std::string>& out) const {
    if (r.code == ReasonCode::NextOption) {
      under(r.inner(0), out);
      under(r.inner(1), out);
      return;
    }
    if (r.code != ReasonCode::UnderOption) {
      if (!r.empty()) out.push_back(base::text(r, lang_));
      return;
    }
    const std::string option = std::get<std::string>(r.arguments[0].value);
    std::string line = in("解釈" + option + ": ", "reading " + option + ": ");
    for (const auto& [name, may] : e_.under_readings.may)
      if (name == option)
        line += may ? in("できる(", "it may be declared (") + declared() + in(")。", "). ")
                    : in("できない(", "it may not be declared (") + declared() + in(")。", "). ");
    std::vector<std::string> ends;
    outcomes(r.inner(1), ends);
    std::string come = ends.empty() ? "" : ends[0];
    if (ends.size() > 1) {
      come = in("", "either ");
      for (size_t i = 0; i < ends.size(); ++i)
        come += ja_ ? ends[i] + (i + 1 < ends.size() ? "か、" : "かのいずれか")
                    : (i == 0 ? "" : " or ") + ends[i];
    }
    line += come;
    // options under which the same comes
    for (std::string& before : out) {
      const size_t a = before.find(": "), b = line.find(": ");
      if (a == std::string::npos || before.substr(a) != line.substr(b)) continue;
      before = before.substr(0, a) + in("、", ", ") + option + line.substr(b);
      return;
    }
    out.push_back(std::move(line));
  }
  std::string declared() const {
    const Parting& two = e_.under_readings;
    return bare(two.plays[1].sentences[two.common].text);
  }
  void outcomes(const Reason& r, std::vector<std::string>& out) const {
    if (r.code == ReasonCode::Also) {
      outcomes(r.inner(0), out);
      outcomes(r.inner(1), out);
      return;
    }
    const bool bounded = r.code == ReasonCode::BeforeTheEnd;
    std::vector<const Reason*> parts;
    flat(bounded ? r.inner(0) : r, parts);
    std::optional<std::string> words;
    if (parts.size() == c_.claim->of.size() && q_ != nullptr) words = worths(parts);
    out.push_back(words.value_or(base::text(bounded ? r.inner(0) : r, lang_)) +
                  (bounded ? in("(終わりの前まで)", " (before the end)") : ""));
  }
  static void flat(const Reason& r, std::vector<const Reason*>& out) {
    if (r.code != ReasonCode::Tuple) {
      out.push_back(&r);
      return;
    }
    flat(r.inner(0), out);
    flat(r.inner(1), out);
  }
  /// What is claimed of each value; of truth values those that are true, if any is.
  std::optional<std::string> worths(const std::vector<const Reason*>& parts) const {
    std::string so, not_so;
    for (size_t i = 0; i < parts.size(); ++i) {
      const ExprId of = c_.claim->of[i];
      const ReasonCode code = parts[i]->code;
      const bool truth = code == ReasonCode::True || code == ReasonCode::False;
      std::optional<std::string> words;
      if (truth)
        words = claimed_words(*q_, lang_, cards_, of, code == ReasonCode::True);
      else if (const auto measure = measured_words(*q_, lang_, cards_, of))
        words = *measure + in("が", " is ") + base::text(*parts[i], lang_);
      if (!words) return std::nullopt;
      std::string& to = truth && code == ReasonCode::False ? not_so : so;
      to += (to.empty() ? "" : in("、", ", ")) + *words;
    }
    return so.empty() ? not_so : so;
  }

  // ---- what is missing

  void stops(ShortAnswer& out) const {
    const WhyNot& why = e_.why_not;
    if (!about_legality(c_.claim->kind) || !stated() || legal() || why.obstacles.empty()) return;
    out.stops.push_back(why.obstacles[0].text);
    if (why.permitted)  // then it is what is presented that stops it
      for (const std::string& other : why.others) out.stops.push_back(other);
  }

  // ---- what decides it

  bool cited(const Ground& g) const {
    return g.clause != kNone && std::ranges::any_of(r_.ruling.cites, [&](ClauseId general) {
             return rulings::covers(p_, general, g.clause);
           });
  }
  bool meaning(const Ground& g) const {
    return g.clause != kNone && (p_.clauses[g.clause].kind == "definition" ||
                                 p_.clauses[g.clause].status == model::ClauseStatus::Informative);
  }
  std::string words(const Ground& g) const {
    if (g.clause == kNone) return rulings::sentence_of(p_.cards[g.card], g.span);
    return rulings::words_of(p_.clauses[g.clause], ja_);
  }
  /// What an effect or a card is called says nothing.
  bool says_something(const Ground& g) const {
    if (g.clause != kNone) return !words(g).empty();
    const std::string text = rulings::span_of(p_.cards[g.card], g.span);
    return !text.empty() && std::ranges::none_of(p_.effects, [&](const model::EffectDef& e) {
      return e.card == g.card && e.name == text;
    });
  }

  /// A sentence of a card that never says what one of its abilities does, only what leads there.
  bool leads_in(const Ground& g) const {
    bool among = false, last = false;
    const auto look = [&](const auto& ids, const auto& table) {
      for (const auto id : ids) {
        const std::vector<std::string>& spans = table[id].source.spans;
        among = among || base::contains(spans, g.span);
        last = last || (!spans.empty() && spans.back() == g.span);
      }
    };
    const model::CardDef& card = p_.cards[g.card];
    look(card.effects, p_.effects);
    look(card.triggers, p_.triggers);
    look(card.statics, p_.statics);
    look(card.norms, p_.norms);
    look(card.amends, p_.amends);
    return among && !last;
  }

  struct Candidate {
    Ground ground;
    std::string lets;
    int rank;  ///< the least is the nearest
  };

  void because(ShortAnswer& out) const {
    if (!stated()) return;
    std::vector<Candidate> all;
    std::optional<Ground> told;  // by the play, and cited
    size_t most = kMostNamed;
    const bool illegal = about_legality(c_.claim->kind) && !legal();
    const std::vector<Ground> without = turning();
    const auto turns = [&](const Ground& g) { return base::contains(without, g); };
    const auto put = [&](const Ground& g, const std::string& lets, int rank) {
      if (!says_something(g)) return;
      if (meaning(g) && !(cited(g) && turns(g)) && (illegal || rank > 1)) rank += 4;
      if (g.card != kNone && leads_in(g)) ++rank;
      const auto at = std::ranges::find(all, g, &Candidate::ground);
      if (at == all.end())
        all.push_back({g, lets, rank});
      else if (rank < at->rank)
        *at = {g, lets, rank};
    };
    if (illegal) {
      const bool forbids = !e_.why_not.obstacles.empty() && !e_.why_not.obstacles[0].here.empty();
      // where nothing forbids it, something permits it only elsewhere: that, and what its words
      // mean
      const std::vector<Ground>& elsewhere = e_.why_not.at_other_places;
      for (const Ground& g : elsewhere) put(g, "", 0);
      if (!forbids)
        for (const Ground& g : without)
          if (g.card != kNone || (cited(g) && meaning(g))) put(g, "", 0);
      if (!e_.why_not.obstacles.empty())  // the first thing
        for (ClauseId k : e_.why_not.obstacles[0].by)
          put({k, kNone, ""}, "", cited({k, kNone, ""}) ? (forbids ? 0 : 1) : forbids ? 1 : 3);
      if (elsewhere.empty() && basis_ != nullptr && !basis_->sets.empty())
        for (const Ground& g : basis_->sets[0].grounds)
          if (cited(g)) put(g, "", 2);
    } else {
      // the choice at which plays part; of all outcomes it is as near as what happens in them
      if (e_.parting.found)
        for (ClauseId k : e_.parting.by)
          if (const bool named = cited({k, kNone, ""});
              named || c_.claim->kind == ClaimKind::Chooser)
            put({k, kNone, ""}, "", named && c_.claim->kind != ClaimKind::Outcomes ? 0 : 1);
      // a permission without which the play could not go on is as near as what happens in it
      for (const Allowing& a : e_.allows)
        put({a.clause, kNone, ""}, allowed(a.declaration),
            p_.clauses[a.clause].kind != "permission" || !base::contains(r_.ruling.cites, a.clause)
                ? 3
            : a.last ? 0
                     : 2);
      bases(put, without);
      told = cited_in_play(all);
    }
    std::ranges::stable_sort(all, {}, [](const Candidate& x) { return x.rank; });
    // of what only leads to what is claimed the ruling says what matters
    if (told && says_something(*told)) {
      std::erase_if(all, [&](const Candidate& x) { return x.ground == *told; });
      const auto near = static_cast<size_t>(
          std::ranges::count_if(all, [](const Candidate& x) { return x.rank < 3; }));
      // a declaration is permitted first
      const size_t behind = std::min(
          near == 0 && about_legality(c_.claim->kind) ? std::min<size_t>(all.size(), 1) : near,
          kMostNamed);
      all.insert(all.begin() + static_cast<std::ptrdiff_t>(behind), {*told, lets_of(*told), 2});
      most = std::max(most, behind + 1);
    }
    // what is nearer leaves no room for what only brought play there
    for (const Candidate& x : all) {
      if (out.because.size() >= most || (!out.because.empty() && x.rank > 2)) break;
      if (illegal && x.rank > all.front().rank && !out.because.empty()) break;
      if (illegal && x.rank > 1 && out.forbidden) break;
      if (illegal && x.rank < 2) out.forbidden = !e_.why_not.obstacles[0].here.empty();
      const Ground& g = x.ground;
      if (std::ranges::any_of(out.because, [&](const Because& b) {  // the same sentence
            return b.ground.card == g.card && b.words == words(g);
          }))
        continue;
      out.because.push_back(
          {g, g.clause != kNone ? p_.clauses[g.clause].id : "《" + p_.cards[g.card].name + "》",
           words(g), x.lets, out.forbidden && forbids(g), !illegal && bounds(g)});
    }
    if (!illegal &&
        std::ranges::none_of(out.because, [&](const Because& b) { return cited(b.ground); }))
      not_against(out);
  }

  /// Of a permission that does not reach so far, and of what words mean, it is not said that they
  /// forbid.
  bool forbids(const Ground& g) const {
    return g.clause == kNone ||
           (p_.clauses[g.clause].kind != "permission" && p_.clauses[g.clause].kind != "definition");
  }

  /// Of a declaration that may be made, what the ruling cites against it.
  void not_against(ShortAnswer& out) const {
    for (const ClauseId k : r_.ruling.cites) {
      const Ground g{k, kNone, ""};
      if (!bounds(g) || p_.clauses[k].status == model::ClauseStatus::NotModelled) continue;
      out.because.push_back({g, p_.clauses[k].id, words(g), "", false, true});
      return;
    }
  }
  /// What only bounds a declaration is no reason for it.
  bool bounds(const Ground& g) const {
    return about_legality(c_.claim->kind) && g.clause != kNone &&
           (p_.clauses[g.clause].kind == "limit" || p_.clauses[g.clause].kind == "prohibition");
  }

  static bool at(const std::vector<bool>& list, size_t i, bool otherwise) {
    return list.empty() ? otherwise : static_cast<bool>(list[i]);
  }
  bool has_basis() const { return basis_ != nullptr && basis_->asked && !basis_->sets.empty(); }

  /// Without any of these it need not come to this.
  std::vector<Ground> turning() const {
    std::vector<Ground> out;
    if (has_basis())
      for (size_t i = 0; i < basis_->sets[0].grounds.size(); ++i)
        if (at(basis_->sets[0].needed, i, true)) out.push_back(basis_->sets[0].grounds[i]);
    return out;
  }

  /// Of what the ruling cites the last thing that the play is told by, but for those that are near:
  /// rather something that happens than what somebody does, and the other way round of what
  /// somebody can make sure of.
  std::optional<Ground> cited_in_play(const std::vector<Candidate>& all) const {
    std::optional<Ground> happens, does;
    const auto matters = [&](const Ground& g) {
      return cited(g) && !meaning(g) && std::ranges::none_of(all, [&](const Candidate& x) {
               const ClauseId n = x.ground.clause;
               return x.rank < 3 && n != kNone &&
                      (rulings::covers(p_, g.clause, n) || rulings::covers(p_, n, g.clause));
             });
    };
    const auto look = [&](const std::optional<Play>& play) {
      if (!play || happens || does) return;
      for (const Sentence& s : play->told.sentences)
        for (const ClauseId k : s.by)
          if (const Ground g{k, kNone, ""}; matters(g))
            (s.kind == Sentence::Kind::Choice ? does : happens) = g;
    };
    look(e_.play);
    look(e_.for_value);
    if (e_.assured) {
      look(e_.assured->play);
      if (does) return does;
    }
    return happens ? happens : does;
  }

  /// What may not be declared without it; empty: nothing.
  std::string lets_of(const Ground& g) const {
    for (const Allowing& a : e_.allows)
      if (a.clause == g.clause) return allowed(a.declaration);
    return "";
  }

  /// That somebody may declare this.
  std::string allowed(const std::string& declaration) const {
    const std::string is = bare(declaration);
    for (const std::string& who : p_.players)
      if (auto may = modal(is, who, true, ja_)) return *may;
    return in("「" + is + "」ことができる", "this is allowed (" + is + ")");
  }

  template <class Put>
  void bases(const Put& put, const std::vector<Ground>& needed) const {
    const auto turns = [&](const Ground& g) { return base::contains(needed, g); };
    for (const Ground& g : e_.direct)
      put(g, "", cited(g) ? (turns(g) ? 0 : 1) : g.card != kNone ? 2 : turns(g) ? 3 : 4);
    if (!has_basis()) return;
    for (size_t i = 0; i < basis_->sets[0].grounds.size(); ++i) {
      const Ground& g = basis_->sets[0].grounds[i];
      if (!turns(g)) continue;
      const bool quiet = at(basis_->sets[0].quiet, i, false);
      if (quiet && about_legality(c_.claim->kind)) continue;  // it only does not forbid it
      put(g, "", quiet ? (cited(g) ? 2 : 5) : cited(g) ? 1 : g.card != kNone ? 2 : 4);
    }
  }

  // ---- what is not known

  std::string unknown(const ShortAnswer& out) const {
    if (c_.standing == Standing::Undecided) {
      std::string why;
      for (const auto* a : {&c_.explicit_state, &c_.symbolic})
        if (a->asked && !a->answer.reason.empty())
          why += (why.empty() ? "" : in("、", "; ")) + base::text(a->answer.reason, lang_);
      return why.empty() ? "" : why + in("。", ".");
    }
    if (!stated()) return "";
    if (c_.evidence == Evidence::Bounded)
      return in("ある長さまでのプレイしか調べていない。",
                "Only plays up to some length were looked at.");
    const bool open = basis_ != nullptr && basis_->asked && !basis_->stopped.empty();
    if (open && out.because.empty() && out.stops.empty() && r_.ruling.cites.empty())
      return in("何によって決まるかは、絞り込めなかった。",
                "What decides it could not be narrowed down.");
    return "";
  }

  const RulingResult& r_;
  const model::Program& p_;
  const ClaimResult& c_;
  const Question* q_;
  const ClaimExplained& e_;
  const Basis* basis_;
  const Lang lang_;
  const bool ja_;
  const std::vector<std::string>& cards_;
  const Said says_;
};

}  // namespace

ShortAnswer short_answer(const RulingResult& r, const ClaimResult& c, const Question* q,
                         const ClaimExplained& e, const Basis* basis, Lang lang,
                         const std::vector<std::string>& cards) {
  return Answering(r, c, q, e, basis, lang, cards).run();
}

}  // namespace hanrei::checker::explain
