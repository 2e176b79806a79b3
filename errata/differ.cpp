#include "errata/differ.h"

#include <algorithm>
#include <map>
#include <set>

#include "base/parallel.h"
#include "checker/explicit_state/explore.h"
#include "checker/smaller.h"

namespace hanrei::errata {
namespace {

using checker::Question;
using checker::RulingResult;
using checker::Session;
using model::Id;
using model::kNone;

constexpr size_t kReached = 2;       // situations kept for each instruction that some ruling reaches
constexpr size_t kTurned = 80;       // touched situations whose values are changed
constexpr size_t kWithBlanks = 40;   // … that blank cards join, one
constexpr size_t kWithPairs = 8;     // … and two at a time
constexpr size_t kWithPool = 6;      // … that every card of the pool joins
constexpr size_t kChunk = 64;        // examined side by side
constexpr size_t kChunks = 4;        // looked through for others as small
constexpr size_t kAgain = 200;       // cut off and tried once more
constexpr size_t kTried = 3;         // differing situations that are made smaller

/// The only question of a scene; nothing when it cannot be asked.
std::shared_ptr<Question> question_of(Session& session, const Document& document, RulingResult& kept) {
  base::DiagnosticLog log;
  kept = session.prepare(document, log, false);
  if (log.has_errors() || kept.questions.size() != 1 || kept.questions[0] == nullptr || kept.questions[0]->world == nullptr) return nullptr;
  return kept.questions[0];
}

class Search {
 public:
  Search(Session& before, Session& after, const std::vector<Document>& corpus, const Subject& subject, const Asked& asked)
      : before_(before), after_(after), subject_(subject), asked_(asked), compiled_(before.compiled({})), scenes_(*compiled_->program, corpus) {}

  Answer run() {
    if (placed() && values() && blank() && blanks() && pool() && again()) {
      const bool touched = std::any_of(answer_.scope.by_making.begin(), answer_.scope.by_making.end(), [](const Scope::Count& c) { return c.touched > 0; });
      answer_.verdict = touched ? Verdict::Equivalent : Verdict::Untouched;
    }
    return std::move(answer_);
  }

 private:
  struct Tried { bool read = false; Compared compared; };

  Tried tried(const Document& document) const {
    Tried out;
    RulingResult a, b;
    const auto before = question_of(before_, document, a), after = question_of(after_, document, b);
    if (before == nullptr || after == nullptr) return out;
    out.read = true;
    out.compared = compare(*before, *after, subject_, limits_);
    return out;
  }

  static bool differs(const Tried& t) { return t.read && (t.compared.sameness == Sameness::Ends || t.compared.sameness == Sameness::Power); }

  bool stop() const { return asked_.stopped && asked_.stopped(); }

  /// Examines scenes of one kind, the smallest first. False when play ends otherwise in one of them, or nobody wants to know.
  bool examine(Making kind, std::vector<Scene> scenes) {
    Scope::Count& count = answer_.scope.by_making[static_cast<size_t>(kind)];
    order(scenes);
    count.made += scenes.size();
    const size_t most = kind == Making::Placed ? 5 * asked_.scenes : asked_.scenes;
    if (scenes.size() > most) { count.left_out += scenes.size() - most; scenes.resize(most); }
    std::vector<std::pair<size_t, size_t>> other;  // choices of the play that shows it, and which
    size_t chunks = 0;
    for (size_t from = 0; from < scenes.size(); from += kChunk) {
      if (answer_.scope.states >= asked_.states) { count.left_out += scenes.size() - from; break; }
      const size_t n = std::min(kChunk, scenes.size() - from);
      std::vector<Tried> results(n);
      base::in_parallel(n, asked_.jobs, [&](size_t i) { if (!stop()) results[i] = tried(scenes[from + i].document); });
      if (stop()) { answer_.verdict = Verdict::Interrupted; return false; }
      if (asked_.progress) asked_.progress(from + n, scenes.size());
      for (size_t i = 0; i < n; ++i) {
        const Tried& t = results[i];
        if (!t.read) continue;
        ++count.examined;
        answer_.scope.states += t.compared.states;
        answer_.scope.bounded = answer_.scope.bounded || t.compared.bounded;
        if (t.compared.sameness == Sameness::Unknown) { ++count.cut; cut_.emplace_back(kind, scenes[from + i]); ++answer_.scope.reasons[t.compared.why]; }
        if (t.compared.touched && t.compared.sameness != Sameness::Unknown) ++count.touched;
        if (t.compared.touched) { touched_.emplace_back(scenes[from + i], t.compared.states); }
        if (differs(t)) other.emplace_back(t.compared.play[static_cast<size_t>(t.compared.side)].size(), from + i);
      }
      // Others of as many cards may show it in fewer choices.
      const bool enough = !other.empty() && (answer_.scope.states >= asked_.states || ++chunks >= kChunks || from + n == scenes.size() || scenes[from + n].size.first > scenes[other[0].second].size.first);
      if (!enough) continue;
      std::stable_sort(other.begin(), other.end());
      other.resize(std::min(other.size(), kTried));
      for (const auto& [moves, i] : other) found(scenes[i]);
      answer_.verdict = Verdict::Functional;
      return false;
    }
    return true;
  }

  /// Makes it smaller, and keeps it when it is the smallest.
  void found(Scene scene) {
    const auto still = [&](const Document& d) { return differs(tried(d)); };
    checker::shrink(scene.document, still);
    checker::simplify(scene.document, still);
    Difference d;
    const auto before = question_of(before_, scene.document, d.before), after = question_of(after_, scene.document, d.after);
    d.compared = compare(*before, *after, subject_, limits_);
    d.cards = checker::size_of(scene.document).first;
    d.moves = d.compared.play[static_cast<size_t>(d.compared.side)].size();
    d.scene = std::move(scene);
    if (!answer_.smallest || std::pair(d.cards, d.moves) < std::pair(answer_.smallest->cards, answer_.smallest->moves)) answer_.smallest = std::move(d);
  }

  /// Those of the rulings' situations that together reach each instruction of the rulebook which any of them reaches, twice
  /// where that can be; and those in which the card is.
  std::vector<Scene> bases() {
    const model::Program& p = *compiled_->program;
    std::vector<char> of_card(compiled_->code->codes.size(), 0);
    const auto set = [&](Id proc) { if (proc != kNone) of_card[static_cast<size_t>(proc)] = 1; };
    for (const model::EffectDef& e : p.effects) if (e.card != kNone) { set(e.proc); set(e.pay_proc); }
    for (const model::Trigger& t : p.triggers) if (t.source.card != kNone) set(t.proc);
    const std::vector<Scene>& all = scenes_.bases();
    std::vector<std::vector<std::pair<size_t, size_t>>> reached(all.size());
    base::in_parallel(all.size(), asked_.jobs, [&](size_t i) {
      if (stop()) return;
      RulingResult kept;
      const auto q = question_of(before_, all[i].document, kept);
      if (q == nullptr) return;
      checker::Trace trace(*q->program, *q->code);
      try {
        checker::explicit_state::explore(*q, checker::sample_values(q->which->situation.lets)[0], asked_.play, {.trace = &trace});
      } catch (const checker::Unsupported&) {
        return;
      }
      for (size_t c = 0; c < trace.ran.size() && c < of_card.size(); ++c) if (of_card[c] == 0) for (size_t k = 0; k < trace.ran[c].size(); ++k) if (trace.ran[c][k]) reached[i].emplace_back(c, k);
    });
    std::map<std::pair<size_t, size_t>, size_t> times;
    std::vector<Scene> out;
    for (size_t i = 0; i < all.size(); ++i) {
      const bool wanted = std::any_of(reached[i].begin(), reached[i].end(), [&](const auto& at) { return times[at] < kReached; });
      if (!wanted && (subject_.card.empty() || checker::as_xml(all[i].document).find("\"" + subject_.card + "\"") == std::string::npos)) continue;
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
      for (Scene& s : subject_.card.empty() ? scenes_.opened(base) : scenes_.placed(subject_.card, base)) out.push_back(std::move(s));
    }
    return examine(Making::Placed, std::move(out));
  }

  /// The smallest touched situations, those with fewer states first, each ruling's only once before any comes twice.
  std::vector<Scene> touched(size_t most) const {
    std::vector<std::pair<Scene, size_t>> all = touched_;
    std::stable_sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return std::pair(a.first.size.first, a.second) < std::pair(b.first.size.first, b.second); });
    std::vector<Scene> out, again;
    std::set<std::string> from;
    for (const auto& [s, states] : all) (from.insert(s.from).second ? out : again).push_back(s);
    out.insert(out.end(), again.begin(), again.end());
    if (out.size() > most) out.resize(most);
    return out;
  }

  bool values() {
    const std::vector<Knob> knobs = knobs_of();
    std::vector<Scene> out;
    for (const Scene& s : touched(kTurned)) for (Scene& t : scenes_.turned(s, knobs)) out.push_back(std::move(t));
    return examine(Making::Values, std::move(out));
  }

  std::vector<std::string> own_and_blanks() const {
    std::vector<std::string> out = scenes_.blanks();
    if (!subject_.card.empty()) out.push_back(subject_.card);
    return out;
  }

  bool blank() {
    std::vector<Scene> out;
    for (const Scene& s : touched(kWithBlanks)) for (const std::string& card : own_and_blanks()) for (Scene& t : scenes_.joined_by(card, s)) out.push_back(std::move(t));
    return examine(Making::Blank, std::move(out));
  }

  bool pool() {
    std::vector<Scene> out;
    for (const Scene& s : touched(kWithPool)) for (const model::CardDef& card : compiled_->program->cards) if (!card.generic) for (Scene& t : scenes_.joined_by(card.name, s)) out.push_back(std::move(t));
    return examine(Making::Pool, std::move(out));
  }

  /// What was cut off, with more states.
  bool again() {
    limits_.states *= 8;
    std::vector<std::pair<Making, Scene>> cut;
    std::swap(cut, cut_);
    answer_.scope.reasons.clear();
    for (size_t k = 0; k < kMakings; ++k) {
      std::vector<Scene> scenes;
      for (const auto& [kind, scene] : cut) if (static_cast<size_t>(kind) == k) scenes.push_back(scene);
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

  /// Two at a time, where the texts in question look: of all pairs of places that would be too many.
  bool blanks() {
    const std::vector<std::string> some = own_and_blanks();
    std::vector<Scene> out;
    for (const Scene& s : touched(kWithPairs)) for (size_t i = 0; i < some.size(); ++i) for (const Scene& t : scenes_.joined_by(some[i], s, zones_)) {
      for (size_t k = i; k < some.size(); ++k) for (Scene& u : scenes_.joined_by(some[k], t, zones_)) out.push_back(std::move(u));
    }
    return examine(Making::Blanks, std::move(out));
  }

  /// The attributes that the texts in question look at, in either version, with values around the numbers that stand there.
  std::vector<Knob> knobs_of() {
    std::map<std::pair<Id, std::string>, Knob> knobs;
    std::set<int64_t> numbers = {0, 1};
    const std::array<std::shared_ptr<const Session::Compiled>, 2> versions = {compiled_, after_.compiled({})};
    for (const bool second : {false, true}) for (size_t v = 0; v < 2; ++v) {
      const model::Program& p = *versions[v]->program;
      std::set<Id> seen;
      const std::function<void(Id)> walk = [&](Id e) {
        if (e == kNone || !seen.insert(e).second) return;
        const model::Expr& x = p[e];
        if (x.op == model::Op::Const && x.type.kind == model::TypeKind::Int) for (int64_t d : {-1, 0, 1}) numbers.insert(x.value + d);
        if (second && (x.op == model::Op::Attr || x.op == model::Op::GameAttr)) turn(p, x.id, numbers, knobs);
        if (x.op == model::Op::ZoneSet) zones_.insert(p.zones[static_cast<size_t>(x.id)].name);
        if (x.op == model::Op::KindSet) walk(p.kinds[static_cast<size_t>(x.id)].is);
        if (x.op == model::Op::Call) walk(p.derived[static_cast<size_t>(x.id)].is);
        for (Id k : {x.a, x.b, x.c}) walk(k);
        for (Id k : x.args) walk(k);
      };
      for (size_t e = 0; e < p.exprs.size(); ++e) if (within(p.exprs[e].span, subject_.places[v])) walk(static_cast<Id>(e));
    }
    std::vector<Knob> out;
    for (auto& [key, knob] : knobs) out.push_back(std::move(knob));
    return out;
  }

  static void turn(const model::Program& p, Id attr, const std::set<int64_t>& numbers, std::map<std::pair<Id, std::string>, Knob>& knobs) {
    const model::AttrDef& d = p.attrs[static_cast<size_t>(attr)];
    if (d.sort != kNone && d.sort != model::kPlayerSort && d.sort != model::kCardSort) return;
    Knob& knob = knobs[{d.sort, d.name}];
    knob.attr = d.name;
    knob.sort = d.sort;
    knob.values.clear();
    if (d.type.kind == model::TypeKind::Bool) knob.values = {"true", "false"};
    if (d.type.kind == model::TypeKind::Enum && d.type.id != model::kCardNames && p.enums[static_cast<size_t>(d.type.id)].members.size() <= 8) knob.values = p.enums[static_cast<size_t>(d.type.id)].members;
    if (d.type.kind == model::TypeKind::Int) for (int64_t n : numbers) if (n >= 0) knob.values.push_back(std::to_string(n));
  }

  Session &before_, &after_;
  const Subject& subject_;
  const Asked& asked_;
  const std::shared_ptr<const Session::Compiled> compiled_;
  const Scenes scenes_;
  std::vector<std::pair<Scene, size_t>> touched_;  ///< with their states
  std::set<std::string> zones_;                    ///< that the texts in question name
  checker::Limits limits_ = asked_.play;           ///< of the kind that is examined
  std::vector<std::pair<Making, Scene>> cut_;
  Answer answer_;
};

}  // namespace

Answer differ(Session& before, Session& after, const std::vector<Document>& corpus, const Subject& subject, const Asked& asked) { return Search(before, after, corpus, subject, asked).run(); }

}  // namespace hanrei::errata
