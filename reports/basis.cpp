#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <sstream>

#include "base/contains.h"
#include "reports/cited.h"
#include "reports/reports.h"
#include "rulings/sentence.h"

namespace hanrei::reports {

using base::Lang;

namespace {

constexpr size_t kMostTold = 6, kMostNamed = 12, kFew = 4, kMostAlone = 2, kMostFar = 2;

/// What the members are called that do not bring a verdict about, by what it says.
std::string quiet_words(Rests::Of of, bool ja) {
  switch (of) {
    case Rests::Of::Legal:
      return ja ? "妨げうるが、ここでは妨げないもの" : "what could have stopped it, and does not";
    case Rests::Of::Illegal:
      return ja ? "できるようにしうるが、ここではしないもの"
                : "what could have made it possible, and does not";
    case Rests::Of::Plays: break;
  }
  return ja ? "結果を変えうるが、ここでは変えないもの" : "what could change it, but does not";
}

/// Of a verdict that nothing has to bring about: that it is so.
std::string unaided_words(Rests::Of of, bool ja) {
  switch (of) {
    case Rests::Of::Legal:
      return ja ? "これには、許す定めも要らない。" : "No clause has to permit it.";
    case Rests::Of::Illegal:
      return ja ? "許す定めがないので、禁じる条項がなくてもできない。"
                : "No clause has to forbid it: nothing permits it.";
    case Rests::Of::Plays: break;
  }
  return ja ? "これをもたらす条項は要らない。" : "No clause has to bring this about.";
}

/// What it says of members of a set that each of them is needed.
std::string needed_words(Rests::Of of, bool one, bool suffices, bool ja) {
  const std::string which = ja ? (one ? "これが違う定めなら、" : "一つでも違う定めなら、")
                            : one ? "were this otherwise, "
                                  : "were any of these otherwise, ";
  const std::string then =
      of == Rests::Of::Legal     ? (ja ? "できるとは限らない" : "it need not be allowed")
      : of == Rests::Of::Illegal ? (ja ? "できないとは限らない" : "it might be allowed")
      : ja                       ? "こうなるとは限らない"
                                 : "it need not come to this";
  return which + then +
         (suffices ? (ja ? "(言葉の意味と合わせて、これで足りる)"
                         : " (with what words mean, this is enough)")
          : ja     ? "(ほかに何が要るかは決められなかった)"
                   : " (what else is needed was not decided)");
}

/// Each name once: the sentences of a card go by its name.
std::string listed(const std::vector<std::string>& all, size_t most, bool ja) {
  std::vector<std::string> names;
  for (const std::string& name : all)
    if (!base::contains(names, name)) names.push_back(name);
  std::string out;
  for (size_t i = 0; i < names.size() && i < most; ++i)
    out += (i == 0 ? "" : ja ? "、" : ", ") + names[i];
  if (names.size() > most)
    out += fmt::format(fmt::runtime(ja ? "、ほか{}" : " and {} more"), names.size() - most);
  return out;
}

/// Clauses that only stand in rules of the model in which another stands too were never tried apart
/// from it: each with the one that is told for it, which is the first of `in_order` of such. What
/// has a rule of its own is not among them.
std::map<ClauseId, ClauseId> together(const Rules& rules, const std::vector<ClauseId>& in_order) {
  std::map<ClauseId, ClauseId> out;
  const auto only_with = [&](ClauseId c, ClauseId lead) {
    bool any = false;
    for (const auto& rule : rules) {
      if (!base::contains(rule, c)) continue;
      if (!base::contains(rule, lead)) return false;
      any = true;
    }
    return any;
  };
  for (size_t k = 0; k < in_order.size(); ++k)
    for (size_t j = 0; j < k; ++j) {
      if (out.contains(in_order[j]) || !only_with(in_order[k], in_order[j])) continue;
      out.emplace(in_order[k], in_order[j]);
      break;
    }
  return out;
}

/// Writes what one verdict rests on.
class BasisWriter {
 public:
  BasisWriter(std::ostream& out, const checker::RulingResult& r, const checker::Basis& basis,
              const Rests& rests, const Rules& rules, bool whole, const Style& style,
              ToldClauses& told)
      : out_(out),
        p_(*r.program),
        ruling_(r.ruling),
        basis_(basis),
        rests_(rests),
        rules_(rules),
        whole_(whole),
        ja_(style.lang == Lang::Ja),
        told_(told) {
    if (whole && !basis.stopped.empty())
      reason_ = in("（", " (") + shown(base::text(basis.stopped, style.lang)) + in("）", ")");
  }

  void write() {
    if (!basis_.asked) return;
    const bool direct = write_direct();
    if (basis_.sets.empty()) {
      if (!basis_.stopped.empty() && whole_)
        out_ << (direct
                     ? in("      ほかに何が要るかは決められなかった",
                          "      What else this rests on was not decided")
                     : in("    根拠は決められなかった", "    What this rests on was not decided"))
             << reason_ << in("。\n", ".\n");
      return;
    }
    // others only where each is known to be minimal, and where something else brings it about
    std::vector<const checker::MinimalSet*> sets;
    for (const checker::MinimalSet& set : basis_.sets) {
      if (!sets.empty() && !basis_.minimal) break;
      if (std::ranges::none_of(
              sets, [&](const checker::MinimalSet* s) { return s->bringing() == set.bringing(); }))
        sets.push_back(&set);
    }
    const size_t shown_sets = std::min<size_t>(sets.size(), 3);
    for (size_t i = 0; i < (whole_ ? shown_sets : 1); ++i) write_set(*sets[i], i);
    if (whole_ && shown_sets < sets.size())
      out_ << fmt::format(fmt::runtime(in("      ほかに{}通り。\n", "      and {} more.\n")),
                          sets.size() - shown_sets);
    if (whole_ && !basis_.all && basis_.minimal)
      out_ << in("      ほかの根拠もありうる", "      There may be other grounds") << reason_
           << in("。\n", ".\n");
  }

 private:
  using Grounds = std::vector<rulings::Ground>;

  std::string in(const std::string& ja, const std::string& en) const { return ja_ ? ja : en; }
  size_t most_named() const { return whole_ ? SIZE_MAX : kMostNamed; }
  static size_t place(const std::vector<ClauseId>& in, ClauseId c) {
    return static_cast<size_t>(std::ranges::find(in, c) - in.begin());
  }

  std::string name(const rulings::Ground& g) const {
    return shown(g.clause != kNone ? p_.clauses[g.clause].id : "《" + p_.cards[g.card].name + "》",
                 100);
  }
  std::vector<std::string> names(const Grounds& of) const {
    std::vector<std::string> out;
    for (const rulings::Ground& g : of) out.push_back(name(g));
    return out;
  }

  std::string says(const rulings::Ground& g) const {
    if (g.clause != kNone) {
      const model::Clause& c = p_.clauses[g.clause];
      const std::string& words = rulings::words_of(c, ja_);
      return words.empty() ? c.title : words;
    }
    const std::string words = whole_ ? rulings::span_of(p_.cards[g.card], g.span)
                                     : rulings::sentence_of(p_.cards[g.card], g.span);
    return words.empty() ? "" : in("「", "\"") + words + in("」", "\"");
  }

  /// What an effect is called says nothing.
  bool only_name(const rulings::Ground& g) const {
    return g.clause == kNone && std::ranges::any_of(p_.effects, [&](const model::EffectDef& e) {
             return e.card == g.card && rulings::span_of(p_.cards[g.card], g.span) == e.name;
           });
  }

  bool cited(const rulings::Ground& g) const {
    return g.clause != kNone && std::ranges::any_of(ruling_.cites, [&](ClauseId cited) {
             return covers(p_, cited, g.clause);
           });
  }
  /// What is nearest to the answer first: sentences of cards, what the ruling cites, who chooses;
  /// then as play comes to it.
  size_t rank(const rulings::Ground& g) const {
    if (g.card != kNone) return 0;
    if (cited(g)) return 1;
    if (base::contains(rests_.decides, g.clause)) return 2;
    return 3 + place(rests_.told, g.clause);
  }
  void by_rank(Grounds& list) const {
    std::ranges::stable_sort(list, [&](const auto& a, const auto& b) { return rank(a) < rank(b); });
  }

  /// What was at work in the play; what may be declared is what the clauses of the act say, and the
  /// card that is used, and a step that is carried out acts.
  bool acts(const rulings::Ground& g) const {
    if (base::contains(rests_.direct, g)) return true;
    if (rests_.of == Rests::Of::Plays)
      return g.clause == kNone ? rests_.texts.contains(p_.cards[g.card].name)
                               : base::contains(rests_.told, g.clause);
    if (g.clause == kNone)
      return (rests_.of == Rests::Of::Legal && base::contains(rests_.cards, g.card)) ||
             rests_.texts.contains(p_.cards[g.card].name);
    if (rests_.of == Rests::Of::Legal && std::ranges::any_of(rests_.acts, [&](ActId act) {
          return base::contains(p_.acts[act].source.by, g.clause);
        }))
      return true;
    return base::contains(rests_.told, g.clause);
  }

  /// What a ruling cites decides it where it would be otherwise if that said otherwise, even by
  /// what it does not do.
  bool decides(const rulings::Ground& g) const {
    return !whole_ && rests_.of != Rests::Of::Legal && cited(g);
  }

  void tell(const rulings::Ground& g) {
    if (g.card != kNone && !whole_ && !told_sentences_.insert(name(g) + says(g)).second) return;
    out_ << fmt::format("      {}  {}\n", name(g), shown(says(g), 600));
    if (g.clause == kNone) return;
    told_.worded.insert(g.clause);
    for (const auto& [clause, card] : told_.amended)
      if (clause == g.clause)
        out_ << in("          ここでは《", "          here read as the text of 《")
             << shown(card, 100) << in("》の文面に従う\n", "》 says\n");
  }

  /// What decides it in the play that is told. Where just this is shown to be needed, the set says
  /// as much and more.
  bool write_direct() {
    direct_ = rests_.direct;
    std::erase_if(direct_,
                  [&](const rulings::Ground& g) { return says(g).empty() || only_name(g); });
    if (direct_.empty() || is_first_set()) {
      direct_.clear();
      return false;
    }
    Grounds first = direct_;
    if (!whole_)
      std::erase_if(first, [&](const rulings::Ground& g) { return named(g) || above(g); });
    if (first.empty()) return true;
    heading_ = true;
    if (!whole_) {  // of what is not cited the first ones: the play names the others where they act
      size_t room = kMostFar;
      std::erase_if(first, [&](const rulings::Ground& g) {
        return g.clause != kNone && !cited(g) && (room == 0 || room-- == 0);
      });
      if (first.size() > kMostTold) first.resize(kMostTold);
    }
    out_ << in("    なぜか:\n", "    Why:\n");
    for (const rulings::Ground& g : first) tell(g);
    return true;
  }

  /// At the head of the ruling, with its words.
  bool above(const rulings::Ground& g) const {
    return g.clause != kNone && told_.cited.contains(g.clause);
  }
  /// In the answer, with its words.
  bool named(const rulings::Ground& g) const {
    return std::ranges::any_of(rests_.named, [&](const rulings::Ground& n) {
      return n == g || (g.card != kNone && n.card == g.card && says(n) == says(g));
    });
  }

  bool is_first_set() const {
    if (basis_.sets.empty()) return false;
    const checker::MinimalSet& set = basis_.sets[0];
    Grounds a = direct_, b;
    for (size_t i = 0; i < set.grounds.size(); ++i)
      if ((set.needed.empty() || set.needed[i]) &&
          (set.quiet.empty() || !set.quiet[i] || acts(set.grounds[i])))
        b.push_back(set.grounds[i]);
    std::ranges::sort(a);
    std::ranges::sort(b);
    return a == b;
  }

  void write_set(const checker::MinimalSet& set, size_t i) {
    if (set.grounds.empty()) {
      if (rests_.of != Rests::Of::Plays && whole_)
        out_ << "    " << unaided_words(rests_.of, ja_) << "\n";
      else if (rests_.of == Rests::Of::Plays && direct_.empty() &&
               (whole_ || ruling_.cites.empty()))
        out_ << in(
            "    これには、どの条項も要らない。そうならないようにするものがない。\n",
            "    No clause is needed for this: there is nothing that could make it otherwise.\n");
      return;
    }
    if (const size_t n = static_cast<size_t>(std::ranges::count(set.needed, false));
        n > most_named() && n == set.grounds.size()) {  // no explanation
      if (whole_ && direct_.empty() && !rests_.refused)
        out_ << fmt::format(
            fmt::runtime(in("    根拠は絞り込めなかった。条項と文面{}のうちのどれかによる{}。\n",
                            "    What this rests on was not narrowed down: it is some of {} "
                            "clauses and sentences{}.\n")),
            n, reason_);
      return;
    }
    Grounds brings, quiet, unsure;
    for (size_t k = 0; k < set.grounds.size(); ++k) {
      if (!set.needed.empty() && !set.needed[k])
        unsure.push_back(set.grounds[k]);
      else
        (!set.quiet.empty() && set.quiet[k] && !acts(set.grounds[k]) && !decides(set.grounds[k])
             ? quiet
             : brings)
            .push_back(set.grounds[k]);
    }
    const bool unaided = set.unaided && brings.empty() && unsure.empty() &&
                         !(rests_.of == Rests::Of::Illegal && rests_.permitted);
    if (brings.empty() && !unaided) brings.swap(quiet);  // which of them bring it about is not told
    for (Grounds* list : {&brings, &quiet, &unsure}) by_rank(*list);
    const bool suffices = i > 0 || basis_.minimal, sure = !brings.empty();
    if (!sure) brings.swap(unsure);
    if (!sure && !unaided && !whole_ && i == 0 && std::ranges::none_of(brings, [&](const auto& g) {
          return g.card != kNone || cited(g);
        })) {  // nor is this
      if (whole_ && direct_.empty() && !rests_.refused)
        out_ << in("    根拠は絞り込めなかった。\n",
                   "    What this rests on was not narrowed down.\n");
      return;
    }
    const bool short_form = i == 0 && (!direct_.empty() || rests_.refused);
    if (unaided && (whole_ || (rests_.of == Rests::Of::Plays && rests_.named.empty())))
      out_ << "    " << unaided_words(rests_.of, ja_) << "\n";
    else if (unaided)
      brings.clear();
    else if (!whole_)
      write_plain(brings, sure, suffices);
    else if (short_form)
      write_short(brings, sure, suffices);
    else
      write_long(brings, sure, suffices, i);
    if (whole_) write_quiet(quiet);
    if (suffices || unsure.empty() || !whole_) return;
    out_ << fmt::format(fmt::runtime(in("      要るかどうかを決められなかったもの: {}\n",
                                        "      not decided whether needed: {}\n")),
                        listed(names(unsure), most_named(), ja_));
  }

  /// Clauses beside those that they were never tried apart from.
  std::map<ClauseId, std::vector<std::string>> lead(Grounds& brings) const {
    std::vector<ClauseId> clauses;
    for (const rulings::Ground& g : brings)
      if (g.clause != kNone) clauses.push_back(g.clause);
    const std::map<ClauseId, ClauseId> leads = together(rules_, clauses);
    std::map<ClauseId, std::vector<std::string>> with;
    for (const rulings::Ground& g : brings)
      if (const auto lead = leads.find(g.clause); g.clause != kNone && lead != leads.end())
        with[lead->second].push_back(name(g));
    std::erase_if(brings, [&](const rulings::Ground& g) {
      return g.clause != kNone && leads.contains(g.clause);
    });
    return with;
  }
  std::string with_others(const rulings::Ground& g,
                          const std::map<ClauseId, std::vector<std::string>>& with) const {
    const auto others = g.clause == kNone ? with.end() : with.find(g.clause);
    return name(g) + (others == with.end() ? ""
                                           : in("(あわせて", " (with ") +
                                                 listed(others->second, most_named(), ja_) + ")");
  }

  /// What is needed beside what the answer names: sentences of cards and what is cited, with their
  /// words. Of other clauses the first ones, where nothing else says why.
  void write_plain(Grounds brings, bool sure, bool suffices) {
    if (!suffices && rests_.refused) return;  // the answer has told what stops it
    lead(brings);
    std::erase_if(brings,
                  [&](const rulings::Ground& g) { return named(g) || base::contains(direct_, g); });
    const bool silent = rests_.named.empty() && !heading_ && !rests_.refused && sure;
    Grounds first;
    for (const rulings::Ground& g : brings)
      if (g.card != kNone ? !only_name(g) : cited(g) && !told_.worded.contains(g.clause))
        first.push_back(g);
    if (first.empty() && silent)
      first.assign(brings.begin(),
                   brings.begin() + std::min<std::ptrdiff_t>(kMostAlone, std::ssize(brings)));
    if (!heading_ && !first.empty()) out_ << in("    なぜか:\n", "    Why:\n");
    for (const rulings::Ground& g : first) tell(g);
  }

  /// By name: what decides it was told with its words; so are now other sentences of cards and what
  /// is cited.
  void write_short(Grounds brings, bool sure, bool suffices) {
    if (!suffices && !whole_ && rests_.refused) return;  // Why not has told what stops it
    const auto with = lead(brings);
    if (!direct_.empty())
      for (const rulings::Ground& g : brings)
        if ((g.card != kNone ? !only_name(g) : cited(g) && !told_.worded.contains(g.clause)) &&
            !base::contains(direct_, g))
          tell(g);
    std::ranges::stable_sort(brings, [&](const auto& a, const auto& b) {
      return base::contains(direct_, a) > base::contains(direct_, b);
    });
    std::vector<std::string> all;
    for (const rulings::Ground& g : brings) all.push_back(with_others(g, with));
    out_ << (direct_.empty() ? "    " : "      ")
         << (sure ? capital(
                        needed_words(rests_.of, brings.size() == 1 && with.empty(), suffices, ja_))
                  : in("これで足りる(どれが欠かせないかは決められなかった)",
                       "These suffice (which of them are needed was not decided)"))
         << ": " << listed(all, whole_ ? SIZE_MAX : kMostTold, ja_) << "\n";
    for (const auto& [clause, card] : told_.amended)
      if (!base::contains(direct_, rulings::Ground{clause, kNone, ""}) &&
          base::contains(brings, rulings::Ground{clause, kNone, ""}))
        out_ << fmt::format(
            fmt::runtime(in("        {}は、ここでは《{}》の文面に従う\n",
                            "        {} is read here as the text of 《{}》 says\n")),
            name({clause, kNone, ""}), shown(card, 100));
  }
  static std::string capital(std::string text) {
    if (text[0] >= 'a' && text[0] <= 'z') text[0] = static_cast<char>(text[0] - 'a' + 'A');
    return text;
  }

  void write_long(Grounds brings, bool sure, bool suffices, size_t i) {
    if (i > 0)
      out_ << in("    次だけからも導ける:\n", "    It follows from these alone as well:\n");
    else if (suffices)
      out_ << in("    なぜか(どれも欠かせず、言葉の意味と合わせてこれで足りる):\n",
                 "    Why (each is needed, and with what words mean they are enough):\n");
    else if (!sure)
      out_ << fmt::format(
          fmt::runtime(
              in("    なぜか(これで足りる。どれが欠かせないかは決められなかった{}):\n",
                 "    Why (these suffice; which of them are needed was not decided{}):\n")),
          reason_);
    else
      out_ << fmt::format(
          fmt::runtime(in("    なぜか(どれも欠かせない。ほかに何が要るかは決められなかった{}):\n",
                          "    Why (each is needed; what else is was not decided{}):\n")),
          reason_);
    const auto with = lead(brings);
    const size_t near = std::ranges::count_if(brings, [&](const auto& g) { return rank(g) < 3; });
    const size_t told =
        std::min(whole_ ? SIZE_MAX : kMostTold,
                 whole_ || near == 0 || brings.size() <= kFew ? brings.size() : near);
    std::vector<std::string> more;
    for (size_t k = 0; k < brings.size(); ++k) {
      if (k >= told) {
        more.push_back(with_others(brings[k], with));
        continue;
      }
      tell(brings[k]);
      if (const auto others = with.find(brings[k].clause);
          brings[k].clause != kNone && others != with.end())
        out_ << in("          あわせて: ", "          with it: ")
             << listed(others->second, most_named(), ja_) << "\n";
    }
    if (!more.empty())
      out_ << (rests_.told.empty()
                   ? in("      ほかに要るもの: ", "      needed besides: ")
                   : in("      ここまで進むのに: ", "      and, for it to come to this: "))
           << listed(more, most_named(), ja_) << "\n";
  }

  /// Apart: what is cited with its words, of the others the names.
  void write_quiet(Grounds quiet) {
    for (const rulings::Ground& g : rests_.spared)
      if (rests_.of == Rests::Of::Legal && !base::contains(quiet, g)) quiet.push_back(g);
    std::erase_if(quiet, [&](const rulings::Ground& g) {
      return (rests_.refused && told_.worded.contains(g.clause)) || base::contains(direct_, g) ||
             base::contains(rests_.named, g);
    });
    if (quiet.empty()) return;
    by_rank(quiet);
    std::vector<std::string> rest;
    size_t worded = 0;
    std::ostringstream words;
    for (const rulings::Ground& g : quiet) {
      const bool tells = g.clause != kNone && rank(g) < 3;
      if (!tells) {
        rest.push_back(name(g));
        continue;
      }
      ++worded;
      told_.worded.insert(g.clause);
      words << fmt::format("        {}  {}\n", name(g), shown(says(g), 300));
    }
    out_ << "      " << quiet_words(rests_.of, ja_)
         << (worded == 0 ? ": " + listed(rest, SIZE_MAX, ja_) : ":") << "\n"
         << words.str();
    if (worded > 0 && !rest.empty())
      out_ << in("        ほかに: ", "        and: ") << listed(rest, SIZE_MAX, ja_) << "\n";
  }

  std::ostream& out_;
  const model::Program& p_;
  const rulings::Ruling& ruling_;
  const checker::Basis& basis_;
  const Rests& rests_;
  const Rules& rules_;
  const bool whole_, ja_;
  std::set<std::string> told_sentences_;  ///< of which several parts may be grounds
  ToldClauses& told_;
  std::string reason_;  ///< why not more is known, where all is asked for
  Grounds direct_;      ///< what was told first
  bool heading_ = false;
};

}  // namespace

void write_basis(std::ostream& out, const checker::RulingResult& r, const checker::Basis& basis,
                 const Rests& rests, const Rules& rules, bool whole, const Style& style,
                 ToldClauses& told) {
  BasisWriter(out, r, basis, rests, rules, whole, style, told).write();
}

}  // namespace hanrei::reports
