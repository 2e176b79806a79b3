#include "errata/differ.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "base/parallel.h"
#include "base/text/fnv.h"
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
constexpr size_t kAsked = 24;        // touched situations whose numbers are left open for Z3, in each of two rounds
constexpr size_t kAskedMore = 12;    // … and others: what is never met may only need other numbers
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

/// The same with quantities, whatever the rules would have dealt with before for some of their values.
struct Opened {
  std::shared_ptr<const Session::Compiled> compiled;
  model::Program program;
  rulings::Ruling ruling;
  Question question;

  static std::unique_ptr<Opened> of(Session& session, const Document& document) {
    auto out = std::make_unique<Opened>();
    out->compiled = session.compiled({});
    out->program = *out->compiled->program;
    base::DiagnosticLog log;
    out->ruling = rulings::resolve(document, out->program, session.sources(), log, false);
    if (log.has_errors() || out->ruling.cases.size() != 1) return nullptr;
    out->question = checker::make_question(out->program, *out->compiled->code, out->ruling.cases[0]);
    return out->question.world == nullptr ? nullptr : std::move(out);
  }
};

class Search {
 public:
  Search(Session& before, Session& after, const std::vector<Document>& corpus, const Subject& subject, const Asked& asked)
      : before_(before), after_(after), subject_(subject), asked_(asked), compiled_(before.compiled({})), scenes_(*compiled_->program, corpus) {}

  Answer run() {
    if (placed() && solved() && values() && blank() && solved() && blanks() && pool() && again()) {
      const bool touched = std::any_of(answer_.scope.by_making.begin(), answer_.scope.by_making.end(), [](const Scope::Count& c) { return c.touched > 0; });
      answer_.verdict = touched ? Verdict::Equivalent : Verdict::Untouched;
    }
    return std::move(answer_);
  }

 private:
  /// `risen`: conditions of edge triggers that are met where the situation begins, so that nothing comes of them any more.
  struct Tried { bool read = false; Compared compared; size_t risen = 0; };

  Tried tried(const Document& document) const {
    Tried out;
    RulingResult a, b;
    const auto before = question_of(before_, document, a), after = question_of(after_, document, b);
    if (before == nullptr || after == nullptr) return out;
    out.read = true;
    out.compared = compare(*before, *after, subject_, limits_);
    out.risen = std::max(risen(*before), risen(*after));
    return out;
  }

  static size_t risen(const Question& q) {
    checker::Concrete domain;
    checker::Machine<checker::Concrete> m(*q.world, domain);
    try {
      return static_cast<size_t>(__builtin_popcountll(static_cast<uint64_t>(m.initial(checker::sample_values(q.which->situation.lets)[0]).cells[static_cast<size_t>(q.world->edge_cell)])));
    } catch (const checker::Unsupported&) {
      return 0;
    }
  }

  /// As it is; where somebody has to declare something and the play names nothing, with everything open.
  Tried tried(Scene& scene) const {
    Tried t = tried(scene.document);
    if (!t.read || t.compared.sameness != Sameness::Unknown || !t.compared.why.starts_with("a player who may not pass")) return t;
    Scene open = scenes_.all_open(scene);
    Tried other = tried(open.document);
    other.compared.states += t.compared.states;
    if (other.read) { scene = std::move(open); return other; }
    return t;
  }

  /// More that is over before it begins than in what rulings play: a state that play would not have come to.
  bool cannot_arise(const Scene& scene, const Tried& t) const {
    const auto it = risen_.find(scene.from);
    return t.risen > (it == risen_.end() ? 0 : it->second);
  }

  static bool differs(const Tried& t) { return t.read && (t.compared.sameness == Sameness::Ends || t.compared.sameness == Sameness::Power); }

  bool stop() const { return asked_.stopped && asked_.stopped(); }

  /// Examines scenes of one kind, the smallest first. False when play ends otherwise in one of them, or nobody wants to know.
  bool examine(Making kind, std::vector<Scene> scenes) {
    Scope::Count& count = answer_.scope.by_making[static_cast<size_t>(kind)];
    order(scenes);
    if (kind == Making::Pool) std::stable_sort(scenes.begin(), scenes.end(), [&](const Scene& a, const Scene& b) { return turn_of(a) < turn_of(b); });
    count.made += scenes.size();
    const size_t most = kind == Making::Placed ? 5 * asked_.scenes : asked_.scenes;
    if (scenes.size() > most) { count.left_out += scenes.size() - most; scenes.resize(most); }
    std::vector<std::pair<size_t, size_t>> other;  // choices of the play that shows it, and which
    size_t chunks = 0;
    for (size_t from = 0; from < scenes.size(); from += kChunk) {
      if (answer_.scope.states >= asked_.states) { count.left_out += scenes.size() - from; break; }
      const size_t n = std::min(kChunk, scenes.size() - from);
      std::vector<Tried> results(n);
      base::in_parallel(n, asked_.jobs, [&](size_t i) { if (!stop()) results[i] = tried(scenes[from + i]); });
      if (stop()) { answer_.verdict = Verdict::Interrupted; return false; }
      if (asked_.progress) asked_.progress(from + n, scenes.size());
      for (size_t i = 0; i < n; ++i) {
        const Tried& t = results[i];
        if (!t.read) continue;
        if (kind == Making::Placed) { size_t& known = risen_[scenes[from + i].from]; known = std::max(known, t.risen); }
        else if ((kind == Making::Values || kind == Making::Solved) && cannot_arise(scenes[from + i], t)) continue;
        ++count.examined;
        answer_.scope.states += t.compared.states;
        answer_.scope.bounded = answer_.scope.bounded || t.compared.bounded;
        if (t.compared.sameness == Sameness::Unknown) { ++count.cut; cut_.emplace_back(kind, scenes[from + i]); ++answer_.scope.reasons[t.compared.why]; }
        if (t.compared.touched && t.compared.sameness != Sameness::Unknown) ++count.touched;
        if (t.compared.touched) touched_.emplace_back(scenes[from + i], t.compared.states);
        else if (t.compared.sameness == Sameness::Alike && kind == Making::Placed) others_.emplace_back(scenes[from + i], t.compared.states);
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

  /// All numbers of the situation.
  static size_t sum_of(const Element& e) {
    size_t sum = 0;
    for (const Element::Attribute& a : e.attributes) if (e.name != "let" && e.name != "frame" && !a.value.empty() && a.value.size() < 10 && std::all_of(a.value.begin(), a.value.end(), [](char c) { return c >= '0' && c <= '9'; })) sum += std::stoul(a.value);
    for (const Element& k : e.children) if (e.name != "frame") sum += sum_of(k);
    return sum;
  }

  /// Makes it smaller, and keeps it when it is the smallest.
  void found(Scene scene) {
    // What it is about stays: no result that was not there, and nothing that is over before it begins.
    const Tried first = tried(scene.document);
    const auto still = [&](const Document& d) { const Tried t = tried(d); return differs(t) && t.risen <= first.risen && (first.compared.won || !t.compared.won); };
    for (std::string was; was != checker::as_xml(scene.document);) {
      was = checker::as_xml(scene.document);
      checker::shrink(scene.document, still);
      checker::simplify(scene.document, still);
    }
    Difference d;
    const auto before = question_of(before_, scene.document, d.before), after = question_of(after_, scene.document, d.after);
    d.compared = compare(*before, *after, subject_, limits_);
    d.cards = checker::size_of(scene.document).first;
    d.moves = d.compared.play[static_cast<size_t>(d.compared.side)].size();
    d.scene = std::move(scene);
    d.sum = sum_of(d.scene.document.root);
    const auto size = [](const Difference& x) { return std::tuple(x.cards, x.moves, x.sum); };
    if (!answer_.smallest || size(d) < size(*answer_.smallest)) answer_.smallest = std::move(d);
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

  /// The smallest situations, those with fewer states first, each ruling's only once before any comes twice.
  static std::vector<Scene> smallest(std::vector<std::pair<Scene, size_t>> all, size_t most) {
    std::stable_sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return std::pair(a.first.size.first, a.second) < std::pair(b.first.size.first, b.second); });
    std::vector<Scene> out, again;
    std::set<std::string> from;
    for (const auto& [s, states] : all) (from.insert(s.from).second ? out : again).push_back(s);
    out.insert(out.end(), again.begin(), again.end());
    if (out.size() > most) out.resize(most);
    return out;
  }

  /// Those in which the texts had a part; in none, those in which the card is: they may lack what it is about.
  std::vector<Scene> touched(size_t most) const { return smallest(touched_.empty() ? others_ : touched_, most); }

  /// Values that change together: what Z3 proposes for situations in which nothing differs so far.
  bool solved() {
    std::vector<Scene> ask;
    const auto add = [&](const std::vector<std::pair<Scene, size_t>>& from, size_t most) {
      std::vector<std::pair<Scene, size_t>> left;
      for (const auto& s : from) if (!put_.contains(checker::as_xml(s.first.document))) left.push_back(s);
      for (Scene& s : smallest(std::move(left), most)) { put_.insert(checker::as_xml(s.document)); ask.push_back(std::move(s)); }
    };
    add(touched_, kAsked);
    add(others_, kAskedMore);
    const std::vector<Knob> knobs = knobs_of();
    std::vector<Scene> out;
    for (size_t from = 0; from < ask.size() && out.empty(); from += kChunk / 4) {
      const size_t n = std::min(kChunk / 4, ask.size() - from);
      std::vector<std::vector<Scene>> proposed(n);
      std::vector<std::optional<Proposed>> results(n);
      base::in_parallel(n, asked_.jobs, [&](size_t i) { if (!stop()) results[i] = put(ask[from + i], knobs, proposed[i]); });
      if (stop()) { answer_.verdict = Verdict::Interrupted; return false; }
      Scope::Asked& count = answer_.scope.solver;
      for (size_t i = 0; i < n; ++i) {
        if (!results[i]) continue;
        const Proposed& p = *results[i];
        ++count.situations;
        count.alike += p.verdict == Proposed::Verdict::Alike;
        if (p.verdict == Proposed::Verdict::Unknown) { ++count.unknown; ++count.reasons[p.why]; }
        count.queries += p.queries;
        count.states += p.states;
        count.units += p.units;
        answer_.scope.states += p.states;
        out.insert(out.end(), proposed[i].begin(), proposed[i].end());
      }
    }
    return examine(Making::Solved, std::move(out));
  }

  /// First with all that could be left open; when that is too much, with what the texts look at. Nothing when nothing can be.
  std::optional<Proposed> put(const Scene& scene, const std::vector<Knob>& knobs, std::vector<Scene>& proposed) const {
    std::optional<Proposed> out;
    for (const bool all : {true, false}) {
      const LeftOpen open(*compiled_->program, scene, knobs, all ? zones_ : std::set<std::string>(), all, negative_);
      if (open.size() == 0) break;
      const auto before = Opened::of(before_, open.document()), after = Opened::of(after_, open.document());
      if (before == nullptr || after == nullptr) continue;
      const auto take = [&](const Quantities& values) {
        proposed.push_back(open.with(values));
        return differs(tried(proposed.back().document));
      };
      Proposed p = propose(before->question, after->question, SolveLimits(), take);
      if (out) { p.queries += out->queries; p.states += out->states; p.units += out->units; }
      out = std::move(p);
      if (out->verdict != Proposed::Verdict::Unknown) break;
    }
    return out;
  }

  bool values() {
    const std::vector<Knob> knobs = knobs_of();
    std::vector<Scene> out;
    for (const Scene& s : touched(kTurned)) for (Scene& t : scenes_.turned(s, knobs, zones_, numbers_)) out.push_back(std::move(t));
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
    // First those whose text has to do with what the texts in question look at; and each card once before any comes twice.
    const model::Program& p = *compiled_->program;
    std::set<std::string> looked;
    for (const Knob& k : knobs_of()) looked.insert(k.attr);
    for (const Scene& s : touched(kWithPool)) for (const model::CardDef& card : p.cards) {
      if (card.generic) continue;
      const std::string_view text = card.span ? before_.sources().text(card.span.file).substr(card.span.begin, card.span.end - card.span.begin) : std::string_view();
      const bool related = std::any_of(looked.begin(), looked.end(), [&](const std::string& attr) { return mentions(text, attr); });
      size_t times = pool_times_[card.name];
      for (Scene& t : scenes_.joined_by(card.name, s)) {
        pool_turn_.emplace(base::fnv1a(checker::as_xml(t.document)), std::pair(!related, times++));
        out.push_back(std::move(t));
      }
      pool_times_[card.name] = times;
    }
    return examine(Making::Pool, std::move(out));
  }

  /// Does a provision name the attribute? As a printed value of the card itself it stands as a key.
  static bool mentions(std::string_view text, const std::string& attr) {
    for (size_t at = text.find(attr); at != std::string_view::npos; at = text.find(attr, at + 1)) if (at == 0 || text[at - 1] != '"') return true;
    return false;
  }
  std::pair<bool, size_t> turn_of(const Scene& scene) const {
    const auto it = pool_turn_.find(base::fnv1a(checker::as_xml(scene.document)));
    return it == pool_turn_.end() ? std::pair(true, SIZE_MAX) : it->second;
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
    std::set<int64_t>& numbers = numbers_;
    numbers = {0, 1};
    std::map<Id, std::set<std::string>> words;   // of large enumerations, those that stand there
    const std::array<std::shared_ptr<const Session::Compiled>, 2> versions = {compiled_, after_.compiled({})};
    for (const bool second : {false, true}) for (size_t v = 0; v < 2; ++v) {
      const model::Program& p = *versions[v]->program;
      std::set<Id> seen;
      const std::function<void(Id)> walk = [&](Id e) {
        if (e == kNone || !seen.insert(e).second) return;
        const model::Expr& x = p[e];
        const bool number = x.op == model::Op::Const && x.type.kind == model::TypeKind::Int;
        const bool below = (number && x.value < 0) || (x.op == model::Op::Neg && p[x.a].op == model::Op::Const);
        if (below) negative_ = true;
        if (number) for (int64_t d : {-1, 0, 1}) numbers.insert(x.value + d);
        if (number && negative_) for (int64_t d : {-1, 0, 1}) numbers.insert(d - x.value);
        if (x.op == model::Op::Const && x.type.kind == model::TypeKind::Enum && x.type.id != model::kCardNames && x.value >= 0 && static_cast<size_t>(x.value) < p.enums[static_cast<size_t>(x.type.id)].members.size()) words[x.type.id].insert(p.enums[static_cast<size_t>(x.type.id)].members[static_cast<size_t>(x.value)]);
        if (second && (x.op == model::Op::Attr || x.op == model::Op::GameAttr)) turn(p, x.id, words, knobs);
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

  void turn(const model::Program& p, Id attr, const std::map<Id, std::set<std::string>>& words, std::map<std::pair<Id, std::string>, Knob>& knobs) {
    const model::AttrDef& d = p.attrs[static_cast<size_t>(attr)];
    if (d.sort != kNone && d.sort != model::kPlayerSort && d.sort != model::kCardSort) return;
    if (!d.span) return;  // whose a card is goes with where it is
    Knob& knob = knobs[{d.sort, d.name}];
    knob.attr = d.name;
    knob.sort = d.sort;
    knob.values.clear();
    if (d.type.kind == model::TypeKind::Bool) knob.values = {"true", "false"};
    const bool set = d.type.kind == model::TypeKind::Set;
    if ((d.type.kind == model::TypeKind::Enum || (set && d.type.elem == model::TypeKind::Enum)) && d.type.id != model::kCardNames) {
      // Of many, those that stand there and one other.
      const std::vector<std::string>& members = p.enums[static_cast<size_t>(d.type.id)].members;
      const auto named = words.find(d.type.id);
      bool other = false;
      for (const std::string& m : members) {
        const bool there = named != words.end() && named->second.contains(m);
        if (members.size() <= 8 || there || !std::exchange(other, true)) knob.values.push_back(m);
      }
      if (set) knob.values.emplace_back();
    }
    const bool of_player = d.type.id == model::kPlayerSort && (d.type.kind == model::TypeKind::Ref || (set && d.type.elem == model::TypeKind::Ref));
    if (of_player) knob.values = p.players;
    if (of_player && (set || d.fallback == kNone)) knob.values.push_back(set ? "" : "none");
    if (d.type.kind == model::TypeKind::Int) for (int64_t n : numbers_) if (n >= 0 || negative_) knob.values.push_back(std::to_string(n));
  }

  Session &before_, &after_;
  const Subject& subject_;
  const Asked& asked_;
  const std::shared_ptr<const Session::Compiled> compiled_;
  const Scenes scenes_;
  std::vector<std::pair<Scene, size_t>> touched_;  ///< with their states
  std::vector<std::pair<Scene, size_t>> others_;   ///< in which the card is, and the texts had no part
  std::set<std::string> put_;                      ///< to Z3
  std::map<std::string, size_t> risen_;            ///< by ruling: the most that is over before its situations begin
  std::set<int64_t> numbers_;                      ///< around those in the texts in question
  bool negative_ = false;                          ///< they look below 0
  std::map<std::string, size_t> pool_times_;       ///< how often each card was made
  std::map<std::uint64_t, std::pair<bool, size_t>> pool_turn_;
  std::set<std::string> zones_;                    ///< that the texts in question name
  checker::Limits limits_ = asked_.play;           ///< of the kind that is examined
  std::vector<std::pair<Making, Scene>> cut_;
  Answer answer_;
};

}  // namespace

Answer differ(Session& before, Session& after, const std::vector<Document>& corpus, const Subject& subject, const Asked& asked) { return Search(before, after, corpus, subject, asked).run(); }

}  // namespace hanrei::errata
