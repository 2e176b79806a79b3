// The typed program: what a game folder means once every name is resolved and every expression
// typed.
//
// Plain values. Tables own, ids name: an id is the index into the table of the same name in
// `Program`, -1 is "none". Every record keeps the place it was written at and the clauses it states
// (`by`). Nothing here knows a game; `docs/language.md` is the reference of the forms.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "model/ir/step.h"

namespace hanrei::model {

// ---------------------------------------------------------------- schema

/// `data`: numbers by member, such as the offsets of directions. A board has `width` and `height`;
/// member 0 is `none`.
struct EnumDef {
  std::string name;
  std::vector<std::string> members;
  Span span = {};
  std::vector<std::vector<int64_t>> data = {};
  int width = 0, height = 0;
  SayId say = kNone;
};
struct SortDef {
  std::string name;
  int pool = 0;
  DurationId until;
  Span span = {};
  bool record = false;
  SayId say = kNone;   ///< Temp 0 the token, 1 how many
  SayId told = kNone;  ///< what they are called
};
enum class Nature : uint8_t { Printed, Stored };
enum class Life : uint8_t { Card, Stay };

struct AttrDef {
  std::string name;
  SortId sort;  ///< none: of the game
  Type type;
  Nature nature = Nature::Stored;
  Life life = Life::Card;
  bool modifiable = false;
  ExprId base;      ///< where the fold starts; Temp 0 is self
  ExprId fallback;  ///< default at arrival, or at the start
  int64_t scope_lo = INT64_MIN, scope_hi = INT64_MAX;
  int64_t range_lo = INT64_MIN, range_hi = INT64_MAX;  ///< a rule of the game
  std::vector<std::string> layers;                     ///< in order; none: one layer
  bool displace = false;                               ///< a later `set` ends earlier modifiers
  std::string
      sees;  ///< who may look: all, owner, nobody; empty: all, and of a card whoever sees it
  bool remember = false;  ///< readable after the stay, as it was at departure
  SayId say = kNone;      ///< Temp 0 it, 1 the old value, 2 the new one
  SayId told = kNone;     ///< Temp 0 it
  std::vector<ClauseId> by;
  Span span;
};

enum class ZoneOwner : uint8_t { Player, Card, Game };
enum class ZoneOrder : uint8_t { None, Pile, Slots, Grid };
struct ZoneDef {
  std::string name;
  ZoneOwner of = ZoneOwner::Player;
  ZoneOrder order = ZoneOrder::None;
  std::string sees, size;  ///< all, owner, nobody, or empty: an expression
  DerivedId seen_by;       ///< derived value of that expression, over the card and the viewer
  RealmId realm;
  int width = 0, height = 0;  ///< Slots: `width` of them; Grid: both
  bool lot = false;
  bool stay_by_realm =
      false;           ///< of a card: going from one to another is no new stay, within the realm
  bool built = false;  ///< a deck says what is in it when a game begins
  std::vector<Stmt> host_leaves;  ///< over Temp 0
  SayId say = kNone;              ///< what it is called; Temp 0 whose it is
  SayId told = kNone;             ///< Slots: what a place in it is called; Temp 0 its number
  std::vector<ClauseId> by;
  Span span;
};
struct KindDef {
  std::string name;
  ExprId is;
  SayId told = kNone;  ///< what all are called; Temp 0 is one, for the clauses
  std::vector<ClauseId> by;
  Span span;
};
struct DerivedDef {
  std::string name;
  std::vector<Local> args;
  Type type;
  ExprId is;
  int temps = 0;
  SayId told = kNone;  ///< over its arguments
  std::vector<ClauseId> by;
  Span span;
};
struct TableDef {
  std::string name;
  std::vector<Type> args;
  std::vector<std::vector<int64_t>> rows;
  SayId told = kNone;  ///< over its arguments
  Span span;
};

/// Something that happens, as a pattern: `names` stand for its parts, which have `types`.
enum class EventKind : uint8_t {
  Act,
  Tag,
  Procedure,
  Step,
  Designate,
  Affect,
  Write,
  Move,
  Enter,
  Leave,
  Fail,
  Declare,
  Answer,
  End
};
struct Event {
  EventKind kind = EventKind::Act;
  Id id =
      kNone;  ///< act, procedure (also of a step or a written local), zone, or written attribute
  int ordinal = -1;  ///< Step
  Id local = kNone;  ///< Write: local of the procedure; none: an attribute
  std::string tag;
  std::vector<std::string> names;
  std::vector<Type> types;
  Span span;
};

struct SignalDef {
  std::string name;
  std::vector<Local> args;
  OrderId order;        ///< of the automatic part
  ExchangeId exchange;  ///< of the declaration part
  bool court = false;
  ExprId among;               ///< only members of this set take part
  std::vector<Event> raised;  ///< by this event; at most one
  std::vector<SignalId> covers;
  std::vector<std::string> aka;
  SayId say = kNone;  ///< over its arguments: words before what happens then
  std::vector<ClauseId> by;
  Span span;
};

enum class Next : uint8_t { Other, Same };
enum class Pass : uint8_t { Free, IfUnable };
enum class Hold : uint8_t { One, Round, All };
enum class Resolve : uint8_t { AtOnce, Seats, FirstDeclared, LastDeclared, Later };
enum class Close : uint8_t { Silent, OneRound, Until };
struct ExchangeDef {
  std::string name;
  std::vector<ExprId> seats;  ///< over the locals of the frame that offers: Asked is not available
  Next next = Next::Other;
  Pass pass = Pass::Free;
  Hold hold = Hold::Round;
  Resolve resolve = Resolve::Seats;
  Close close = Close::OneRound;
  std::map<ActId, int> quota;  ///< act -> most per seat
  ExprId until;                ///< Until: it goes on while this holds, asked before every question
  std::vector<std::string> menu;
  ExchangeId answer;   ///< exchange that runs on each declaration, before it is carried out
  int bound = 8;       ///< most rounds; at once: most questions
  SayId say = kNone;   ///< of a pass; Temp 0 who passes
  SayId told = kNone;  ///< what it is called
  std::vector<ClauseId> by;
  Span span;
};
enum class Commit : uint8_t { Stepwise, Whole };
enum class Arrivals : uint8_t { Nest, After, Join };
struct OrderDef {
  std::string name;
  ExprId orderer;  ///< over the frame that opens it; none: nobody
  Commit commit = Commit::Stepwise;
  bool skip_lapsed = true;
  Arrivals arrivals = Arrivals::Nest;
  std::vector<ExprId> groups;  ///< players whose items come first, in this order
  std::vector<ClauseId> by;
  Span span;
};

// ---------------------------------------------------------------- provisions

/// Where a provision comes from: clauses (`by`) or a card's text (`card`, spans of it).
struct Source {
  std::vector<ClauseId> by;
  CardId card;
  std::vector<std::string> spans;
};

struct Price {
  std::vector<int64_t> icons, labels;
  std::string text;
  bool operator==(const Price&) const = default;
};

/// What a used card or ability does. Locals: 0 self, 1 me, then the presented things.
struct EffectDef {
  std::string name;  ///< empty: the card's own effect
  CardId card;
  PriceId price;  ///< none: not printed
  bool priced = false;
  std::vector<Choose> present;
  std::vector<Id> places;  ///< of what is presented: which of `Program::presented` holds it
  ProcId proc;             ///< its procedure
  ProcId pay_proc;  ///< pays the price's other part: local 0 self, 1 me; none: nothing else to pay
  int uses = 0;     ///< most per turn, 0: free
  std::string words;  ///< the joined spans, for `says`
  Source source;
  Span span;
};

struct ActDef {
  std::string name;
  std::vector<std::string> tags;
  std::vector<Choose> present;  ///< locals 1.. of the frame; local 0 is `me`
  Id effect_of = kNone;         ///< local of the card whose effect is presented
  bool effect_named = false;    ///< its named effects (abilities) instead of the card's own
  Id effect_local = kNone;      ///< local that holds the effect
  Span effect_span;             ///< where it is said that an effect is presented
  Id things = kNone;            ///< first of the locals that hold what that effect presents
  std::vector<std::pair<std::string, ExprId>> needs;
  AttrId counter;           ///< attribute that counts uses
  ProcId declare, process;  ///< procedures that share their locals
  bool takes_answer = false;
  ExprId who;          ///< the only player who may; none: either
  ExprId then;         ///< the player asked next, read at the declaration; none: the exchange says
  ExprId then_after;   ///< the same, read when the act is over
  SayId say = kNone;   ///< of its declaration, over its locals
  SayId told = kNone;  ///< what it is called
  Source source;
  Span span;
};

enum class NormMode : uint8_t { Permit, Forbid, Oblige };
enum class NormEvent : uint8_t { Act, Designate, Affect, Any };
struct Norm {
  std::string id;
  NormMode mode = NormMode::Permit;
  NormEvent event = NormEvent::Act;
  ActId act;  ///< none: any act (with `tag`)
  std::string tag;
  int on_self = -1;            ///< this presented thing is the card itself
  std::vector<Id> menus;       ///< signals (>= 0) or exchanges (-2 - id); empty: anywhere
  ExprId cond;                 ///< Temp 0 self (card norms), 1 me, 2.. presented things
  bool exclusive = false;      ///< `others: forbid`; of a duty: nothing else may be declared either
  std::vector<ClauseId> over;  ///< clauses it contradicts
  Source source;
  Span span;
};

/// A norm about something else than a declaration.
struct EventNorm {
  std::string id;
  NormMode mode = NormMode::Forbid;
  Event event;
  Source source;
  Span span;
  std::vector<ClauseId> over = {};
  AmendId amend = kNone;
};  ///< amend: tells whether a card's applies
/// Instead of an event: the procedure, whose first locals are the parts of the event. Empty: it
/// does not happen.
struct Replace {
  std::string id;
  Event event;
  ExprId may;
  ProcId proc;
  Source source;
  Span span;
};

struct Static {
  std::string id;
  bool for_all =
      false;  ///< Temp 1 ranges over `domain`, else the target is an expression over self
  ExprId domain;
  ExprId target;
  AttrId attr;
  ModOp op = ModOp::Add;
  int layer = 0;
  ExprId amount;  ///< Temp 0 self, Temp 1 target
  ExprId cond;
  std::vector<AttrId> reads;  ///< attributes that what it does may hang on
  Source source;
  Span span;
};

struct Trigger {
  std::string id;
  ExprId domain;  ///< for: the set its subject ranges over; none: no subject (or self)
  bool edge = false;
  ExprId becomes;  ///< edge: Temp 0 is the subject
  SignalId signal;
  std::vector<Event> on;  ///< an event instead of a signal; at most one
  bool on_act_end = false;
  bool says_event = false;  ///< what it does may depend on the moment that is being announced
  ExprId cond;              ///< `if`, over the frame: local 0 subject
  ExprId may;               ///< who may decline
  ProcId proc;              ///< local 0: subject
  SayId say = kNone;        ///< what it is called; Temp 0 is the subject
  Source source;
  Span span;
};

struct Limit {
  std::string id;
  ExprId domain;  ///< Temp 0 ranges over it
  ExprId holds;
  bool always = true;
  bool construction = false;  ///< of decks, before a game begins; never judged in play
  ProcId repair;              ///< procedure, local 0 is the subject
  std::vector<Event> bar;     ///< what must not break it
  SayId say = kNone;          ///< of its repair; Temp 0 is the subject
  SayId told = kNone;         ///< that it is kept (true), or exceeded (false)
  Source source;
  Span span;
};

struct Ending {
  std::string id;
  ExprId domain;  ///< Temp 0
  ExprId when;
  ExprId hold;
  bool at_once = true;
  bool wins = false;  ///< else the subject's player loses
  SayId say = kNone;  ///< Temp 0 is the subject
  Source source;
  Span span;
};

/// An ending that is met by something that happens.
struct EventEnding {
  std::string id;
  Event event;
  std::string party;
  bool wins = false;
  Source source;
  Span span;
};

struct Amend {
  std::string target;  ///< a clause, NAME[step], or NAME.field
  ProcId proc;
  int ordinal = -1;
  ExprId cond;                                  ///< over the frame of the amended step, Temp 0 self
  std::vector<std::pair<AttrId, ExprId>> with;  ///< attribute -> value, for a `move`
  ZoneId zone;                                  ///< for a `move`: the zone instead
  bool voids = false;
  Source source;
  Span span;
};

/// A side of a collision. `winner` and `loser` repeat `source` where nothing else is asked.
struct Selector {
  std::string source, id, text, mode;
  bool hedged = false;
};
struct Defeat {
  std::string id;
  std::string winner, loser;
  Selector stronger, weaker;
  Source source;
  Span span;
};

/// What two endings that contradict each other come to. Nobody says: then it is a draw all the
/// same.
struct BothEndings {
  std::vector<ClauseId> by;
  Span span;
};
/// Which consistent state of the statics is taken when there are several, and what it is when there
/// is none.
struct Settle {
  int max = 10;
  ExprId several;
  std::vector<ClauseId> by;
  Span span;
};
/// What becomes of a repetition without end in which nobody decides anything. `unasked`: only one
/// in which nobody is even asked.
struct LoopRule {
  std::string id;
  bool unasked = false;
  bool draw = false;
  std::vector<ClauseId> by;
  Span span;
};

struct ReadingDef {
  std::string name;
  std::string title_ja, title_en;
  std::string fallback;
  std::vector<std::string> options;
  std::vector<std::string> why_ja, why_en;
  bool presumed = false;     ///< the game itself takes the default
  std::vector<Span> places;  ///< where its alternatives stand
  Span span;
};

/// How a clause is accounted for. Modelled: the elements that cite it carry it out. Definition:
/// they carry its meaning. Informative: nothing in play rests on it. NotModelled: it should be, and
/// `why` says why it is not.
enum class ClauseStatus : uint8_t { None, Modelled, Definition, Informative, NotModelled };
struct Clause {
  std::string id, kind, title, ja, en;
  ClauseStatus status = ClauseStatus::None;
  std::string why;
  bool hedged = false;  ///< its own wording gives way to other texts
  Span span;
};

inline constexpr EnumId kCardNames{0}, kResults{1};

struct CardDef {
  std::string name;
  bool invented = false;
  bool generic = false;     ///< stands for any card: each one of a situation is named by its id
  bool from_words = false;  ///< its abilities are its words as compiled
  std::vector<std::pair<AttrId, int64_t>> printed;        ///< attribute -> value: of a set see
                                                          ///< `Program::members`
  std::vector<std::pair<std::string, std::string>> text;  ///< span -> words, in order
  std::vector<Span> text_places;                          ///< of the words, in the same order
  std::vector<EffectId> effects;
  std::vector<NormId> norms;
  std::vector<StaticId> statics;
  std::vector<TriggerId> triggers;
  std::vector<AmendId> amends;
  Span span;
};

// ---------------------------------------------------------------- the program

/// A table that copies of a program have in common: a ruling adds expressions and names of cards to
/// its own copy, and leaves the large tables alone. It grows only while the program is compiled.
template <class I, class T, class List = std::vector<T>>
class Shared {
 public:
  using Own = base::Table<I, T, List>;
  size_t size() const { return list_->size(); }
  bool empty() const { return list_->empty(); }
  bool has(int64_t number) const { return list_->has(number); }
  auto ids(size_t from = 0) const { return list_->ids(from); }
  const T& operator[](I id) const { return std::as_const(*list_)[id]; }
  T& operator[](I id) { return (*list_)[id]; }
  const T& back() const { return list_->back(); }
  T& back() { return list_->back(); }
  auto begin() const { return list_->cbegin(); }
  auto end() const { return list_->cend(); }
  auto begin() { return list_->begin(); }
  auto end() { return list_->end(); }
  I next_id() const { return list_->next_id(); }
  I last_id() const { return list_->last_id(); }
  I push_back(T value) { return list_->push_back(std::move(value)); }
  Shared& operator=(Own list) {
    *list_ = std::move(list);
    return *this;
  }
  /// Has a list of its own from here on: what is changed in it is changed in no other copy of the
  /// program.
  void own() { list_ = std::make_shared<Own>(*list_); }

 private:
  std::shared_ptr<Own> list_ = std::make_shared<Own>();
};

/// The expressions: those of the game, which copies of a program have in common, and behind them
/// those that a ruling adds to its own copy.
class Exprs {
 public:
  size_t size() const { return shared_ + own_.size(); }
  base::Ids<ExprId, Exprs> ids(size_t from = 0) const { return {*this, from}; }
  const Expr& operator[](ExprId id) const {
    const auto i = static_cast<size_t>(id);
    return i < shared_ ? first_[i] : own_[i - shared_];
  }
  ExprId last_id() const { return ExprId(size() - 1); }
  ExprId push_back(Expr e) {
    own_.push_back(std::move(e));
    return last_id();
  }
  /// Forgets those that were added last; never one that is shared.
  void resize(size_t n) { own_.resize(n - shared_); }
  /// Another expression instead of one, for this copy only. Ids stay.
  void replace(ExprId id, Expr e) {
    const auto i = static_cast<size_t>(id);
    if (i >= shared_) {
      own_[i - shared_] = std::move(e);
      return;
    }
    std::vector<Expr> all(*list_);
    all[i] = std::move(e);
    list_ = std::make_shared<const std::vector<Expr>>(std::move(all));
    first_ = list_->data();
  }
  /// When the game is compiled, once: what is here is from now on shared by copies.
  void share() {
    own_.shrink_to_fit();
    list_ = std::make_shared<const std::vector<Expr>>(std::move(own_));
    own_ = {};
    first_ = list_->data();
    shared_ = list_->size();
  }

 private:
  std::shared_ptr<const std::vector<Expr>> list_;
  const Expr* first_ = nullptr;  ///< of the list
  size_t shared_ = 0;
  std::vector<Expr> own_;
};

struct Names;  ///< compiler.h

struct Program {
  std::string game, title_ja, title_en;
  std::vector<std::string> players;
  int depth = 32;

  base::Table<EnumId, EnumDef> enums;  ///< 0: card names, 1: results
  base::Table<SortId, SortDef> sorts;
  Shared<AttrId, AttrDef> attrs;
  Shared<ZoneId, ZoneDef> zones;
  base::Table<RealmId, std::string> realms;
  Shared<KindId, KindDef> kinds;
  Shared<DerivedId, DerivedDef> derived;
  Shared<TableId, TableDef> tables;
  Shared<SignalId, SignalDef> signals;
  base::Table<DurationId, std::string> durations;
  Shared<ExchangeId, ExchangeDef> exchanges;
  base::Table<OrderId, OrderDef> orders;

  Exprs exprs;
  Shared<ProcId, Procedure, std::deque<Procedure>>
      procedures;  ///< a deque: references survive growth
  Shared<ActId, ActDef> acts;
  Shared<EffectId, EffectDef> effects;
  Shared<NormId, Norm> norms;
  Shared<StaticId, Static> statics;
  Shared<TriggerId, Trigger> triggers;
  Shared<LimitId, Limit> limits;
  Shared<EndingId, Ending> endings;
  base::Table<AmendId, Amend> amends;
  base::Table<DefeatId, Defeat> defeats;
  base::Table<EventNormId, EventNorm> event_norms;
  std::vector<Replace> replaces;
  std::vector<EventEnding> event_endings;
  base::Table<LoopRuleId, LoopRule> loop_rules;
  BothEndings both;
  Settle settle;
  /// Sets of names that are printed: there may be more names than fit into a word.
  std::vector<std::vector<int64_t>> name_sets;
  /// The members of a set that is printed.
  std::vector<int64_t> members(const Type& set, int64_t printed) const {
    if (set.id == kCardNames) return name_sets[static_cast<size_t>(printed)];
    std::vector<int64_t> out;
    for (int64_t k = 0; k < 63; ++k)
      if (printed >> k & 1) out.push_back(k);
    return out;
  }
  OrderId edge_order;              ///< of edges that rise together; none: nobody orders them
  std::vector<Type> presented;     ///< of the locals in which acts hold what an effect presents
  std::vector<AttrDef> act_attrs;  ///< attributes of acts and effects
  Shared<PriceId, Price> prices;
  Shared<SayId, Say> says;
  Shared<size_t, ReadingDef> readings;
  std::map<std::string, std::string> chosen;  ///< reading -> option this program was compiled with
  Shared<ClauseId, Clause> clauses;
  Shared<CardId, CardDef> cards;
  std::vector<std::vector<Stmt>> woulds;
  std::vector<std::string> strings;
  struct Sight {
    ExprId viewer, what;
  };
  std::map<ExprId, Sight> sights;  ///< of the expressions that a `sees` has become: what it was
  std::vector<std::pair<ProcId, std::pair<int, int>>> ranges;  ///< of Running: procedure, ordinals
  ExprId active;                 ///< when a card's provisions count; Temp 0 is the card
  std::shared_ptr<Names> names;  ///< of a finished program: what is called what
  int modify_sites = 0;
  AttrId turn_player;
  EnumId square;  ///< enumeration of the squares of the board

  const Expr& operator[](ExprId e) const { return exprs[e]; }
};

/// The attributes that every card has; those of a game follow.
inline constexpr AttrId kNameAttr{0}, kOwnerAttr{1}, kUserAttr{2}, kHostAttr{3};
/// Results: 0 none, 1.. win(player), then draw.
enum : int64_t { kResultNone = 0, kResultWinFirst = 1, kResultDraw = 3 };

/// Values of references: >= 0 the entity, -1 none, -2-k: entity k, whose stay is over.
/// What a trigger is given where its order lets nothing lapse: its subject, whose that was, what it
/// was attached to.
inline constexpr int kKeptArgs = 3;
/// A zone of none, packed.
inline constexpr int64_t kNoZone = -2;
/// May this prohibition to affect something forbid what no effect does and what moves nothing?
bool forbids_statics(const Program& p, const Norm& n);
/// Names bound within one expression, at most.
inline constexpr int kMaxTemps = 24;

/// Does the relation decide for a source of the kind `winner` (card, clause) against one of the
/// kind `loser`? `clause`: the clause among the two.
inline bool decides(const Program& p, const Defeat& d, std::string_view winner,
                    std::string_view loser, ClauseId clause) {
  if (d.winner != winner || d.loser != loser) return false;
  const Clause* about = clause == kNone ? nullptr : &p.clauses[clause];
  const Selector& side = winner == "clause" ? d.stronger : d.weaker;  // whose clause it is
  if (!side.id.empty() && (about == nullptr || about->id != side.id)) return false;
  return !d.weaker.hedged || (about != nullptr && about->hedged);
}

/// What comes of a sentence of a card that says otherwise than a clause: a relation lets it win,
/// one lets the clause win, or nothing decides.
enum class Precedence : uint8_t { Wins, Yields, Open };
inline Precedence precedence(const Program& p, ClauseId clause) {
  const auto any = [&](std::string_view winner, std::string_view loser) {
    for (const Defeat& d : p.defeats)
      if (decides(p, d, winner, loser, clause)) return true;
    return false;
  };
  return any("card", "clause")   ? Precedence::Wins
         : any("clause", "card") ? Precedence::Yields
                                 : Precedence::Open;
}

/// What an amendment says otherwise than: the clause it names, or those that the step states, or
/// its procedure.
std::vector<ClauseId> amended_clauses(const Program& p, const Amend& a);

/// The signal or the exchange that an entry of `Norm::menus` stands for; none, where it is the
/// other.
inline SignalId signal_of(Id menu) { return SignalId(menu < 0 ? -1 : menu); }
inline ExchangeId exchange_of(Id menu) { return ExchangeId(menu < -1 ? -2 - menu : -1); }
inline Id menu_of(ExchangeId exchange) { return -2 - exchange; }

inline constexpr int64_t kNobody = -1;
inline int64_t gone(int64_t k) { return -2 - k; }
inline int64_t card_of(int64_t v) { return v < -1 ? -2 - v : v; }

}  // namespace hanrei::model
