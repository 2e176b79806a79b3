#include "errata/differ.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "audit/readings/smaller.h"
#include "base/parallel.h"
#include "base/stop.h"
#include "base/text/fnv.h"
#include "checker/explicit_state/explore.h"
#include "errata/looked.h"
#include "errata/measure.h"
#include "errata/questioned.h"
#include "errata/related.h"
#include "errata/told.h"
#include "errata/watch.h"
#include "rulings/xml/write.h"

namespace hanrei::errata {
namespace {

using checker::Question;
using checker::RulingResult;
using checker::Session;

constexpr size_t kReached = 2;     // situations kept for each instruction that some ruling reaches
constexpr size_t kAsked = 24;      // touched ones whose numbers are left open for Z3, in two rounds
constexpr size_t kAskedMore = 12;  // … and others: what is never met may only need other numbers
constexpr size_t kTurned = 80;     // touched situations whose values are changed
constexpr size_t kWithBlanks = 40;  // … that blank cards join, one
constexpr size_t kWithPairs = 8;    // … and two at a time
constexpr size_t kWithPiles = 16;   // … in which a zone that the texts name is filled
constexpr size_t kWithPool = 6;     // … that every card of the pool joins
constexpr size_t kNear = 24;        // cards of the pool that come first
constexpr size_t kRelated =
    12;  // cards of the pool that get company, of those that have to do with the texts
constexpr size_t kAlive = 3;     // situations in which what such a card says was looked at, of each
constexpr size_t kReaching = 6;  // touched ones changed in two values at a time for a threshold
constexpr size_t kChunk = 64;    // examined side by side
constexpr size_t kChunks = 4;    // looked through for others as small
constexpr size_t kInside = 16;   // … and as long as all that were found begin inside of something
constexpr size_t kAgain = 200;   // cut off and tried once more
constexpr size_t kTried = 3;     // differing situations that are made smaller

class Search {
 public:
  Search(Session& before, Session& after, const std::vector<Document>& corpus,
         const Subject& subject, const Asked& asked)
      : before_(before),
        after_(after),
        subject_(subject),
        asked_(asked),
        compiled_(before.compiled({})),
        scenes_(*compiled_->program, corpus),
        watched_{Watched(*compiled_, subject.places[0]),
                 Watched(*after.compiled({}), subject.places[1])} {}

  Answer run() {
    if (placed() && solved() && values() && blank() && solved() && blanks() && piles() && pool() &&
        together() && crowd() && reach() && again()) {
      const bool touched = std::ranges::any_of(answer_.scope.by_making,
                                               [](const Scope::Count& c) { return c.touched > 0; });
      answer_.scope.unreached = unreached();
      answer_.scope.idle = idle();
      answer_.verdict = !touched ? Verdict::Untouched
                        : answer_.scope.unreached.empty() && answer_.scope.idle.empty()
                            ? Verdict::Equivalent
                            : Verdict::Unreached;
    }
    return std::move(answer_);
  }

 private:
  struct Tried {
    bool read = false;
    Compared compared;
    size_t risen = 0;  ///< see `risen`
  };

  /// `beside`: a card of the pool.
  Tried tried(const Document& document, const std::string& beside = "") const {
    Tried out;
    RulingResult a, b;
    const auto before = question_of(before_, document, a, &watched_[0]),
               after = question_of(after_, document, b, &watched_[1]);
    if (before == nullptr || after == nullptr) return out;
    out.read = true;
    Watch watch{{&parts_[0], &parts_[1]}, {&watched_[0], &watched_[1]}, {}};
    if (!beside.empty())
      for (size_t v = 0; v < 2; ++v) watch.beside[v] = texts_of_card(v, beside);
    out.compared = compare(*before, *after, limits_, watch);
    out.risen = std::max(risen(*before), risen(*after));
    return out;
  }

  /// As it is; where somebody has to declare something and the play names nothing, with everything
  /// open.
  Tried tried(Scene& scene, const std::string& beside) const {
    Tried t = tried(scene.document, beside);
    if (!t.read || t.compared.sameness != Sameness::Unknown ||
        t.compared.why.code != base::ReasonCode::NothingToDeclare)
      return t;
    Scene open = scenes_.all_open(scene);
    Tried other = tried(open.document, beside);
    other.compared.states += t.compared.states;
    if (other.read) {
      scene = std::move(open);
      return other;
    }
    return t;
  }

  /// More that is over before it begins than in what rulings play: a state that play would not have
  /// come to.
  bool cannot_arise(const Scene& scene, const Tried& t) const {
    const auto it = risen_.find(scene.from);
    return t.risen > (it == risen_.end() ? 0 : it->second);
  }

  static bool differs(const Tried& t) {
    return t.read &&
           (t.compared.sameness == Sameness::Ends || t.compared.sameness == Sameness::Power);
  }

  /// The states that are used up when this kind ends: what comes later has its share.
  size_t most_states(Making kind) const {
    if (again_) return asked_.states;
    const size_t part = kind == Making::Placed     ? 60
                        : kind < Making::Pool      ? 80
                        : kind == Making::Pool     ? 88
                        : kind == Making::Together ? 93
                                                   : 97;
    return asked_.states / 100 * part;
  }

  bool stop() const { return base::stop_asked(); }

  /// Examines scenes of one kind, the smallest first. False when play ends otherwise in one of
  /// them, or nobody wants to know.
  bool examine(Making kind, std::vector<Scene> scenes) {
    Scope::Count& count = answer_.scope.by_making[static_cast<size_t>(kind)];
    order(scenes);
    if (kind >= Making::Piles)
      std::ranges::stable_sort(scenes, [&](const Scene& a, const Scene& b) {
        return turn_of(a).when < turn_of(b).when;
      });
    count.made += scenes.size();
    const size_t most = kind == Making::Placed ? 5 * asked_.scenes : asked_.scenes;
    if (scenes.size() > most) {
      count.left_out += scenes.size() - most;
      scenes.resize(most);
    }
    std::vector<std::tuple<bool, bool, size_t, size_t>>
        other;  // does the game end in it; does it begin inside of something; choices of the play
                // that shows it; which
    size_t chunks = 0;
    base::Parts parts(scenes.size());
    for (size_t from = 0; from < scenes.size(); from += kChunk) {
      if (answer_.scope.states >= most_states(kind)) {
        count.left_out += scenes.size() - from;
        break;
      }
      const size_t n = std::min(kChunk, scenes.size() - from);
      std::vector<Tried> results(n);
      base::in_parallel(n, asked_.jobs, [&](size_t i) {
        if (!stop())
          results[i] =
              tried(scenes[from + i], kind == Making::Pool ? turn_of(scenes[from + i]).card : "");
      });
      if (stop()) {
        answer_.verdict = Verdict::Interrupted;
        return false;
      }
      parts.done(n);
      for (size_t i = 0; i < n; ++i) {
        const Tried& t = results[i];
        if (!t.read) continue;
        if (kind == Making::Placed) {
          size_t& known = risen_[scenes[from + i].from];
          known = std::max(known, t.risen);
        } else if ((kind == Making::Values || kind == Making::Solved) &&
                   cannot_arise(scenes[from + i], t))
          continue;
        ++count.examined;
        answer_.scope.states += t.compared.states;
        answer_.scope.bounded = answer_.scope.bounded || t.compared.bounded;
        if (t.compared.sameness == Sameness::Unknown) {
          ++count.cut;
          cut_.emplace_back(kind, scenes[from + i]);
          ++answer_.scope.reasons[t.compared.why];
        }
        if (t.compared.touched && t.compared.sameness != Sameness::Unknown) ++count.touched;
        if (t.compared.sameness != Sameness::Unknown)
          for (size_t v = 0; v < 2; ++v)
            for (size_t k = 0; k < t.compared.seen[v].size(); ++k)
              seen_[v][k] = static_cast<uint8_t>(seen_[v][k] | t.compared.seen[v][k]);
        if (t.compared.sameness != Sameness::Unknown)
          for (size_t k = 0; k < t.compared.had.size(); ++k)
            had_[k] = static_cast<char>(had_[k] | t.compared.had[k]);
        if (kind == Making::Pool && t.compared.beside)
          alive_[turn_of(scenes[from + i]).card].emplace_back(scenes[from + i], t.compared.states);
        if (t.compared.touched)
          touched_.emplace_back(scenes[from + i], t.compared.states);
        else if (t.compared.sameness == Sameness::Alike && kind == Making::Placed)
          others_.emplace_back(scenes[from + i], t.compared.states);
        if (differs(t))
          other.emplace_back(t.compared.won, begins_inside(scenes[from + i].document.root),
                             t.compared.play[t.compared.side].size(), from + i);
      }
      // Others of as many cards may show it in fewer choices.
      const bool last = answer_.scope.states >= most_states(kind) || from + n == scenes.size();
      const bool outside =
          std::ranges::any_of(other, [](const auto& o) { return !std::get<1>(o); });
      const bool enough =
          !other.empty() &&
          (last || ++chunks >= (outside ? kChunks : kInside) ||
           (outside && scenes[from + n].size.first > scenes[std::get<3>(other[0])].size.first));
      if (!enough) continue;
      std::ranges::stable_sort(other);
      other.resize(std::min(other.size(), kTried));
      for (const auto& [won, inside, moves, i] : other) found(scenes[i]);
      answer_.verdict = Verdict::Functional;
      return false;
    }
    return true;
  }

  /// Makes it smaller, and keeps it when it is the smallest.
  void found(Scene scene) {
    // What it is about stays: no result that was not there, and nothing that is over before it
    // begins.
    Tried first = tried(scene.document);
    // That a game ends where somebody cannot draw is seldom what it is about.
    if (first.compared.won) {
      Scene stocked = scenes_.stocked(scene);
      Tried other = tried(stocked.document);
      if (differs(other) && !other.compared.won && other.risen <= first.risen) {
        scene = std::move(stocked);
        first = std::move(other);
      }
    }
    const auto still = [&](const Document& d) {
      const Tried t = tried(d);
      return differs(t) && t.risen <= first.risen && (first.compared.won || !t.compared.won);
    };
    for (std::string was; was != rulings::as_xml(scene.document);) {
      was = rulings::as_xml(scene.document);
      audit::readings::shrink(scene.document, still);
      audit::readings::simplify(scene.document, still);
    }
    Difference d;
    const auto before = question_of(before_, scene.document, d.before),
               after = question_of(after_, scene.document, d.after);
    d.compared = compare(*before, *after, limits_);
    d.cards = audit::readings::size_of(scene.document).first;
    d.moves = d.compared.play[d.compared.side].size();
    d.scene = std::move(scene);
    d.sum = sum_of(d.scene.document.root);
    const auto size = [](const Difference& x) {
      return std::tuple(x.compared.won, begins_inside(x.scene.document.root), x.cards, x.moves,
                        x.sum);
    };
    if (!answer_.smallest || size(d) < size(*answer_.smallest)) answer_.smallest = std::move(d);
  }

  /// Those of the rulings' situations that together reach each instruction of the rulebook which
  /// any of them reaches, twice where that can be; and those in which the card is.
  std::vector<Scene> bases() {
    const model::Program& p = *compiled_->program;
    base::Table<CodeId, char> of_card(compiled_->code->codes.size(), 0);
    const auto set = [&](ProcId proc) {
      if (proc != kNone) of_card[proc] = 1;
    };
    for (const model::EffectDef& e : p.effects)
      if (e.card != kNone) {
        set(e.proc);
        set(e.pay_proc);
      }
    for (const model::Trigger& t : p.triggers)
      if (t.source.card != kNone) set(t.proc);
    const std::vector<Scene>& all = scenes_.bases();
    std::vector<std::vector<std::pair<size_t, size_t>>> reached(all.size());
    base::in_parallel(all.size(), asked_.jobs, [&](size_t i) {
      if (stop()) return;
      RulingResult kept;
      const auto q = question_of(before_, all[i].document, kept);
      if (q == nullptr) return;
      checker::Trace trace(*q->program, *q->code);
      try {
        checker::explicit_state::explore(*q, checker::sample_values(q->which->situation.lets)[0],
                                         asked_.play, {.trace = &trace});
      } catch (const checker::Unsupported&) {
        return;
      }
      for (const CodeId c : trace.ran.ids())
        if (of_card.has(c) && of_card[c] == 0)
          for (size_t k = 0; k < trace.ran[c].size(); ++k)
            if (trace.ran[c][k]) reached[i].emplace_back(c, k);
    });
    std::map<std::pair<size_t, size_t>, size_t> times;
    std::vector<Scene> out;
    for (size_t i = 0; i < all.size(); ++i) {
      const bool wanted =
          std::ranges::any_of(reached[i], [&](const auto& at) { return times[at] < kReached; });
      if (!wanted &&
          (subject_.card.empty() ||
           rulings::as_xml(all[i].document).find("\"" + subject_.card + "\"") == std::string::npos))
        continue;
      for (const auto& at : reached[i]) ++times[at];
      out.push_back(all[i]);
    }
    return out;
  }

  bool placed() {
    std::vector<Scene> out;
    const std::vector<Scene> from = subject_.card.empty() ? scenes_.bases() : bases();
    answer_.scope.bases = from.size();
    for (const Scene& base : from) {
      for (Scene& s :
           subject_.card.empty() ? scenes_.opened(base) : scenes_.placed(subject_.card, base))
        out.push_back(std::move(s));
    }
    return examine(Making::Placed, std::move(out));
  }

  /// The smallest situations, those with fewer states first, each ruling's only once before any
  /// comes twice.
  static std::vector<Scene> smallest(std::vector<std::pair<Scene, size_t>> all, size_t most) {
    std::ranges::stable_sort(all, [](const auto& a, const auto& b) {
      return std::pair(a.first.size.first, a.second) < std::pair(b.first.size.first, b.second);
    });
    std::vector<Scene> out, again;
    std::set<std::string> from;
    for (const auto& [s, states] : all) (from.insert(s.from).second ? out : again).push_back(s);
    out.insert(out.end(), again.begin(), again.end());
    if (out.size() > most) out.resize(most);
    return out;
  }

  /// Those in which the texts had a part; in none, those in which the card is: they may lack what
  /// it is about.
  std::vector<Scene> touched(size_t most) const {
    return smallest(touched_.empty() ? others_ : touched_, most);
  }

  /// Values that change together: what Z3 proposes for situations in which nothing differs so far.
  bool solved() {
    std::vector<Scene> ask;
    const auto add = [&](const std::vector<std::pair<Scene, size_t>>& from, size_t most) {
      std::vector<std::pair<Scene, size_t>> left;
      for (const auto& s : from)
        if (!put_.contains(rulings::as_xml(s.first.document))) left.push_back(s);
      for (Scene& s : smallest(std::move(left), most)) {
        put_.insert(rulings::as_xml(s.document));
        ask.push_back(std::move(s));
      }
    };
    add(touched_, kAsked);
    add(others_, kAskedMore);
    const std::vector<Knob> knobs = knobs_of();
    std::vector<Scene> out;
    base::Parts parts(ask.size());
    for (size_t from = 0; from < ask.size() && out.empty(); from += kChunk / 4) {
      const size_t n = std::min(kChunk / 4, ask.size() - from);
      std::vector<std::vector<Scene>> proposed(n);
      std::vector<std::optional<Proposed>> results(n);
      base::in_parallel(n, asked_.jobs, [&](size_t i) {
        if (!stop()) results[i] = put(ask[from + i], knobs, proposed[i]);
      });
      parts.done(n);
      if (stop()) {
        answer_.verdict = Verdict::Interrupted;
        return false;
      }
      Scope::Asked& count = answer_.scope.solver;
      for (size_t i = 0; i < n; ++i) {
        if (!results[i]) continue;
        const Proposed& p = *results[i];
        ++count.situations;
        count.alike += p.verdict == Proposed::Verdict::Alike;
        if (p.verdict == Proposed::Verdict::Unknown) {
          ++count.unknown;
          ++count.reasons[p.why];
        }
        count.queries += p.queries;
        count.states += p.states;
        count.units += p.units;
        answer_.scope.states += p.states;
        out.insert(out.end(), proposed[i].begin(), proposed[i].end());
      }
    }
    return examine(Making::Solved, std::move(out));
  }

  /// First with all that could be left open; when that is too much, with what the texts look at.
  /// Nothing when nothing can be.
  std::optional<Proposed> put(const Scene& scene, const std::vector<Knob>& knobs,
                              std::vector<Scene>& proposed) const {
    std::optional<Proposed> out;
    for (const bool all : {true, false}) {
      const LeftOpen open(*compiled_->program, scene, knobs, all ? zones_ : std::set<std::string>(),
                          all, negative_);
      if (open.size() == 0) break;
      const auto before = Opened::of(before_, open.document()),
                 after = Opened::of(after_, open.document());
      if (before == nullptr || after == nullptr) continue;
      const auto take = [&](const Quantities& values) {
        proposed.push_back(open.with(values));
        return differs(tried(proposed.back().document));
      };
      Proposed p = propose(before->question, after->question, SolveLimits(), take);
      if (out) {
        p.queries += out->queries;
        p.states += out->states;
        p.units += out->units;
      }
      out = std::move(p);
      if (out->verdict != Proposed::Verdict::Unknown) break;
    }
    return out;
  }

  bool values() {
    const std::vector<Knob> knobs = knobs_of();
    std::vector<Scene> out;
    for (const Scene& s : touched(kTurned))
      for (Scene& t : scenes_.turned(s, knobs, zones_, numbers_)) out.push_back(std::move(t));
    return examine(Making::Values, std::move(out));
  }

  std::vector<std::string> own_and_blanks() const {
    std::vector<std::string> out = scenes_.blanks();
    if (!subject_.card.empty()) out.push_back(subject_.card);
    return out;
  }

  bool blank() {
    std::vector<Scene> out;
    for (const Scene& s : touched(kWithBlanks))
      for (const std::string& card : own_and_blanks())
        for (Scene& t : scenes_.joined_by(card, s)) out.push_back(std::move(t));
    return examine(Making::Blank, std::move(out));
  }

  /// What has to do with the texts in either version, most of all first, by name.
  const std::vector<std::string>& related_cards() {
    if (related_) return *related_;
    std::vector<std::pair<double, std::string>> all;
    for (size_t v = 0; v < 2; ++v) {
      const model::Program& p = *plain_[v]->program;
      for (const Related& r : related(p, subject_.places[v])) {
        const std::string& name = p.cards[r.card].name;
        const auto it =
            std::ranges::find_if(all, [&](const auto& known) { return known.second == name; });
        if (it == all.end())
          all.emplace_back(r.weight, name);
        else
          it->first = std::max(it->first, r.weight);
      }
    }
    std::ranges::stable_sort(all, [](const auto& a, const auto& b) { return a.first > b.first; });
    related_.emplace();
    for (auto& [weight, name] : all) related_->push_back(std::move(name));
    return *related_;
  }

  /// Every card of the pool once before any comes twice, but for those that have most to do with
  /// the texts in question: of these three before any other comes, and then four as often as
  /// another.
  bool pool() {
    std::vector<Scene> out;
    const std::vector<std::string>& first = related_cards();
    std::map<std::string, size_t> times;
    for (const Scene& s : touched(kWithPool))
      for (const model::CardDef& card : compiled_->program->cards) {
        if (card.generic) continue;
        const auto rank = static_cast<size_t>(std::ranges::find(first, card.name) - first.begin());
        size_t& n = times[card.name];
        for (Scene& t : scenes_.joined_by(card.name, s)) {
          turn(t, {{rank < kNear ? n : 4 * n + 3, rank}, card.name});
          ++n;
          out.push_back(std::move(t));
        }
      }
    return examine(Making::Pool, std::move(out));
  }

  /// Beside a card of the pool whose text is looked at there, and has to do with the texts in
  /// question: another such card where it is looked at, a blank or another copy where either text
  /// looks, or one other value of what either looks at.
  bool together() {
    const Company company = company_of();
    std::vector<Scene> out;
    const auto put = [&](std::vector<Scene> scenes, size_t rank, size_t first) {
      for (size_t n = 0; n < scenes.size(); ++n) {
        turn(scenes[n], {{first + n, rank}, ""});
        out.push_back(std::move(scenes[n]));
      }
    };
    for (size_t rank = 0; rank < company.size(); ++rank) {
      const Looked own =
          looks({texts_of_card(0, company[rank].first), texts_of_card(1, company[rank].first)});
      std::set<std::string> zones = zones_;
      zones.insert(own.zones.begin(), own.zones.end());
      for (size_t k = 0; k < company[rank].second.size(); ++k) {
        const Scene& s = company[rank].second[k];
        // What the card itself looks at may have to be otherwise before it does anything: four such
        // values at a time.
        std::vector<Scene> own_values = scenes_.turned(s, own.knobs, {}, {});
        std::erase_if(own_values, [&](const Scene& t) {
          return lots_of(t.document.root) != lots_of(s.document.root);
        });
        for (size_t n = 0; n < own_values.size(); ++n)
          turn(own_values[n], {{2 * k + n / 4, rank}, ""});
        std::move(own_values.begin(), own_values.end(), std::back_inserter(out));
        for (const std::string& card : own_and_blanks())
          put(scenes_.joined_by(card, s, zones), rank, 2 * k);
        put(scenes_.turned(s, own.knobs, own.zones, own.numbers), rank, 2 * k);
        for (const auto& [other, where] : company)
          put(scenes_.joined_by(other, s, zones_with(other, where[0])), rank, 2 * k + 1);
      }
    }
    return examine(Making::Together, std::move(out));
  }

  /// Beside a card of the pool whose text is looked at there, another such card where it is looked
  /// at, and a blank with each player where one of the texts looks: those pairs first that have
  /// most to do with the texts in question.
  bool crowd() {
    const Company company = company_of();
    std::vector<Scene> out;
    for (size_t a = 0; a < company.size(); ++a)
      for (size_t b = a + 1; b < company.size(); ++b) {
        const auto& [first, where] = company[a];
        const auto& [second, there] = company[b];
        std::set<std::string> zones = zones_;
        for (const std::string& card : {first, second}) {
          const Looked own = looks({texts_of_card(0, card), texts_of_card(1, card)});
          zones.insert(own.zones.begin(), own.zones.end());
        }
        for (const Scene& s : scenes_.joined_by(second, where[0], zones_with(second, there[0])))
          for (const std::string& blank : scenes_.blanks()) {
            size_t n = 0;
            for (Scene& t : scenes_.with_each(blank, s, zones)) {
              turn(t, {{a + b, n++}, ""});
              out.push_back(std::move(t));
            }
          }
      }
    return examine(Making::Crowd, std::move(out));
  }

  /// Cards of the pool that have most to do with the texts in question, and the smallest situations
  /// in which what they say was looked at.
  using Company = std::vector<std::pair<std::string, std::vector<Scene>>>;
  Company company_of() {
    Company out;
    for (const std::string& card : related_cards()) {
      const auto it = alive_.find(card);
      if (it != alive_.end()) out.emplace_back(card, smallest(it->second, kAlive));
      if (out.size() == kRelated) break;
    }
    return out;
  }

  std::vector<base::Span> texts_of_card(size_t version, const std::string& name) const {
    const model::Program& p = *plain_[version]->program;
    for (const CardId k : p.cards.ids())
      if (p.cards[k].name == name) return texts_of(p, k);
    return {};
  }

  /// In the zones that the texts name, as many cards as they ask for: blank ones, and of those that
  /// have most to do with them; one situation after the other.
  bool piles() {
    std::vector<std::string> some = scenes_.blanks();
    for (const std::string& card : related_cards())
      if (some.size() < scenes_.blanks().size() + 3) some.push_back(card);
    std::vector<Scene> out;
    size_t base = 0;
    for (const Scene& s : touched(kWithPiles)) {
      for (const std::string& card : some)
        for (Scene& t : scenes_.piled(card, s, zones_, numbers_)) {
          turn(t, {{base, out.size()}, ""});
          out.push_back(std::move(t));
        }
      ++base;
    }
    return examine(Making::Piles, std::move(out));
  }

  /// The comparisons that came out one way only; one that stands in both versions came out as in
  /// either.
  std::vector<Scope::Threshold> unreached() {
    std::vector<Scope::Threshold> all;
    std::map<std::string, std::set<size_t>> stands;
    for (const size_t v : {size_t{1}, size_t{0}})
      for (size_t n = 0; n < watched_[v].places().size(); ++n) {
        const base::Span place = watched_[v].places()[n];
        const std::string text(
            before_.sources().text(place.file).substr(place.begin, place.end - place.begin));
        auto it =
            std::ranges::find_if(all, [&](const Scope::Threshold& t) { return t.text == text; });
        if (it == all.end())
          it = all.insert(all.end(), {text, before_.sources().place(place), false, false});
        stands[text].insert(v);
        it->met = it->met || (seen_[v][n] & 1) != 0;
        it->failed = it->failed || (seen_[v][n] & 2) != 0;
      }
    answer_.scope.thresholds = all.size();
    for (Scope::Threshold& t : all) t.changed = stands[t.text].size() == 1;
    std::erase_if(all, [&](const Scope::Threshold& t) {
      return t.met && (t.failed || (subject_.card.empty() && !t.changed));
    });
    return all;
  }

  /// What changed and had no part in anything.
  std::vector<Scope::Idle> idle() const {
    std::vector<Scope::Idle> out;
    for (size_t k = 0; k < had_.size(); ++k) {
      const Part& part = subject_.parts[k];
      if (had_[k] == 0)
        out.push_back(
            {part.name, before_.sources().place(part.places[1] ? part.places[1] : part.places[0])});
    }
    return out;
  }

  /// Two values at a time, where a threshold was not reached with one.
  bool reach() {
    if (unreached().empty()) return true;
    const std::vector<Knob> knobs = knobs_of();
    std::vector<Scene> out;
    for (const Scene& s : touched(kReaching))
      for (const Scene& t : scenes_.turned(s, knobs, zones_, numbers_))
        for (Scene& u : scenes_.turned(t, knobs, zones_, numbers_)) out.push_back(std::move(u));
    return examine(Making::Values, std::move(out));
  }

  /// When a situation is looked at among those of its kind, and which card of the pool joined it.
  struct Turn {
    std::pair<size_t, size_t> when{SIZE_MAX, SIZE_MAX};
    std::string card;
  };
  void turn(const Scene& scene, Turn t) {
    turns_.emplace(base::fnv1a(rulings::as_xml(scene.document)), std::move(t));
  }
  Turn turn_of(const Scene& scene) const {
    const auto it = turns_.find(base::fnv1a(rulings::as_xml(scene.document)));
    return it == turns_.end() ? Turn{} : it->second;
  }

  /// What was cut off, with more states.
  bool again() {
    again_ = true;
    limits_.states *= 8;
    std::vector<std::pair<Making, Scene>> cut;
    std::swap(cut, cut_);
    answer_.scope.reasons.clear();
    for (size_t k = 0; k < kMakings; ++k) {
      std::vector<Scene> scenes;
      for (const auto& [kind, scene] : cut)
        if (static_cast<size_t>(kind) == k) scenes.push_back(scene);
      if (scenes.empty()) continue;
      Scope::Count& count = answer_.scope.by_making[k];
      const Scope::Count was = count;
      const size_t more = scenes.size() - std::min(scenes.size(), kAgain);
      scenes.resize(scenes.size() - more);
      count.cut = more;
      count.touched = 0;
      const bool on = examine(static_cast<Making>(k), std::move(scenes));
      count.made = was.made;
      count.examined = was.examined;
      count.touched += was.touched;
      if (!on) return false;
    }
    return true;
  }

  /// Two at a time, where the texts in question look: of all pairs of places that would be too
  /// many.
  bool blanks() {
    const std::vector<std::string> some = own_and_blanks();
    std::vector<Scene> out;
    for (const Scene& s : touched(kWithPairs))
      for (size_t i = 0; i < some.size(); ++i)
        for (const Scene& t : scenes_.joined_by(some[i], s, zones_)) {
          for (size_t k = i; k < some.size(); ++k)
            for (Scene& u : scenes_.joined_by(some[k], t, zones_)) out.push_back(std::move(u));
        }
    return examine(Making::Blanks, std::move(out));
  }

  Looked looks(const std::array<std::vector<base::Span>, 2>& places) const {
    return looked_at({plain_[0]->program.get(), plain_[1]->program.get()}, places);
  }

  /// The attributes that the texts in question look at, in either version, with values around the
  /// numbers that stand there.
  std::vector<Knob> knobs_of() {
    Looked all = looks(subject_.places);
    numbers_ = std::move(all.numbers);
    zones_.insert(all.zones.begin(), all.zones.end());
    negative_ = negative_ || all.negative;
    return std::move(all.knobs);
  }

  Session &before_, &after_;
  const Subject& subject_;
  const Asked& asked_;
  const std::shared_ptr<const Session::Compiled> compiled_;
  const Scenes scenes_;
  const std::array<Watched, 2> watched_;
  const std::array<Parts, 2> parts_ = {
      Parts(*watched_[0].program(), *compiled_->code, subject_, 0),
      Parts(*watched_[1].program(), *after_.compiled({})->code, subject_, 1)};
  std::vector<char> had_ =
      std::vector<char>(subject_.parts.size(), 0);  ///< which parts of the subject had one
  const std::array<std::shared_ptr<const Session::Compiled>, 2> plain_ = {compiled_,
                                                                          after_.compiled({})};
  std::array<Seen, 2> seen_ = {Seen(watched_[0].places().size()),
                               Seen(watched_[1].places().size())};
  bool again_ = false;                             ///< what was cut off is tried once more
  std::vector<std::pair<Scene, size_t>> touched_;  ///< with their states
  std::vector<std::pair<Scene, size_t>>
      others_;                 ///< in which the card is, and the texts had no part
  std::set<std::string> put_;  ///< to Z3
  std::map<std::string, size_t>
      risen_;                  ///< by ruling: the most that is over before its situations begin
  std::set<int64_t> numbers_;  ///< around those in the texts in question
  bool negative_ = false;      ///< they look below 0
  std::map<std::uint64_t, Turn> turns_;  ///< by situation
  std::optional<std::vector<std::string>> related_;
  std::map<std::string, std::vector<std::pair<Scene, size_t>>>
      alive_;                             ///< by card of the pool: where what it says was looked at
  std::set<std::string> zones_;           ///< that the texts in question name
  checker::Limits limits_ = asked_.play;  ///< of the kind that is examined
  std::vector<std::pair<Making, Scene>> cut_;
  Answer answer_;
};

}  // namespace

Answer differ(Session& before, Session& after, const std::vector<Document>& corpus,
              const Subject& subject, const Asked& asked) {
  Answer out = Search(before, after, corpus, subject, asked).run();
  if (out.smallest) {
    out.smallest->xml = rulings::as_xml(out.smallest->scene.document);
    tell_plays(*out.smallest);
  }
  return out;
}

}  // namespace hanrei::errata
