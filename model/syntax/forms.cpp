#include "model/syntax/forms.h"

#include <algorithm>
#include <array>

#include "base/contains.h"

namespace hanrei::model {
namespace {

using base::Code;
using base::Json;

// One shape a key, wherever it stands: a key means one thing in the whole language.
constexpr Key kKeys[] = {
    {"by", Shape::Clauses, "clauses that this states"},
    {"if", Shape::Expr, "condition"},
    {"is", Shape::Expr, "defining expression"},
    {"of", Shape::Name, "owner: game, player, card, obj or a sort"},
    {"type", Shape::Name, "type"},
    {"values", Shape::Members, "members, or members with their numbers"},
    {"pool", Shape::Number, "most that exist at once"},
    {"attrs", Shape::Map, "attributes with their types"},
    {"fields", Shape::Map, "fields with their types"},
    {"locals", Shape::Map,
     "locals with their types, where a situation or a condition needs them before they are set"},
    {"life", Shape::Name, "card, stay, or the duration or procedure with which it ends"},
    {"nature", Shape::Name, "printed, stored or derived"},
    {"default", Shape::Expr, "value at the start, or at arrival; `self` is the thing"},
    {"base", Shape::Expr, "where the fold of modifiers starts"},
    {"range", Shape::Name, "lo..hi, a rule of the game"},
    {"scope", Shape::Name, "lo..hi, a promise to the engines"},
    {"layers", Shape::Names, "layers in order"},
    {"views", Shape::Map, "named readings of the present value"},
    {"overlap", Shape::Name, "fold or displace"},
    {"remember", Shape::Bool, "the value at departure stays readable"},
    {"order", Shape::Name, "none, pile, slots n, grid w h; or an order"},
    {"sees", Shape::Expr, "all, owner, nobody, or an expression"},
    {"size", Shape::Expr, "who sees how many; or how many are chosen"},
    {"realm", Shape::Name, "a stay lasts as long as the realm is not left"},
    {"stay", Shape::Name, "card or realm: what begins anew when an attached card goes to another"},
    {"lot", Shape::Bool, "may hold cards nobody can tell apart, as a number"},
    {"built", Shape::Bool, "players bring its cards: a deck says which"},
    {"host_leaves", Shape::Stmts,
     "what happens to attached things when the host's stay ends; `it` is the thing"},
    {"args", Shape::NamesOrMap, "arguments with their types"},
    {"true", Shape::Rows, "rows that hold"},
    {"also", Shape::Rows, "further rows"},
    {"auto", Shape::NameOrPart, "order of the automatic part"},
    {"declare", Shape::NameOrSteps,
     "exchange of a signal, or the steps of an act at its declaration"},
    {"covers", Shape::Names, "signals raised with this one"},
    {"aka", Shape::Names, "other names of the same moment"},
    {"raised", Shape::Expr, "primitive event that raises it"},
    {"court", Shape::Bool, "its automatic part is a court"},
    {"for", Shape::Map, "subject: one name and its set"},
    {"on", Shape::Expr, "signal(names), becomes(condition), ended(a), or an event"},
    {"may", Shape::Expr, "player who may decline"},
    {"steps", Shape::Steps, "steps"},
    {"do", Shape::Stmts, "statements, each a commit"},
    {"call", Shape::Expr, "procedure call"},
    {"let", Shape::NameOrMap,
     "local that receives whether it was carried out; or locals and their values"},
    {"open", Shape::Names, "arguments that triggers may write"},
    {"span", Shape::NamesOrPart, "guarded steps; or names of spans of card text"},
    {"aborts", Shape::Part, "steps that run when the frame aborts"},
    {"takes_answer", Shape::Bool, "carries out the others' kept acts itself"},
    {"tags", Shape::Names, "tags for menus"},
    {"present", Shape::Present, "choices made at the declaration"},
    {"needs", Shape::Map, "named conditions tested by recheck"},
    {"price", Shape::Part, "printed price"},
    {"uses", Shape::NumberOrPart, "most uses"},
    {"answer", Shape::Name, "exchange opened on each declaration"},
    {"then", Shape::Name, "seat asked next; or what becomes of it"},
    {"after", Shape::Expr, "player asked next, read when the act is over"},
    {"process", Shape::NameOrSteps, "steps carried out later; or which kept acts to carry out"},
    {"who", Shape::Expr, "player"},
    {"event", Shape::Expr,
     "act NAME(names), step NAME.STEP, a procedure, move(x, z), write(x.attr), designate(e, x), "
     "affect(e, x)"},
    {"others", Shape::Name, "forbid: nothing else permits this one; or seats"},
    {"in", Shape::NameOrNames, "signals or exchanges where it counts"},
    {"over", Shape::Clauses, "clauses this contradicts"},
    {"since", Shape::Name,
     "the revision from which it counts; on a card also the date of a wording"},
    {"before", Shape::Name, "the revision, or the date of a wording, from which it counts no more"},
    {"level", Shape::Name, "level of a norm"},
    {"hedged", Shape::Bool, "the clause hedges itself"},
    {"newer", Shape::Bool, "of two cards, the one whose effect began to count later"},
    {"holds", Shape::Expr, "what must hold"},
    {"when", Shape::Expr, "always or construction; or the condition"},
    {"repair", Shape::Part, "who picks, from what, and what happens"},
    {"bar", Shape::Names, "acts and events it bars"},
    {"loser", Shape::NameOrPart, "who loses; or the weaker source"},
    {"winner", Shape::NameOrPart, "who wins; or the stronger source"},
    {"judged", Shape::Name, "at once, or at judge"},
    {"hold", Shape::Expr,
     "while it waits; when declared things are carried out; name of what is kept"},
    {"seats", Shape::Names, "players in asking order"},
    {"next", Shape::Name, "other, other if able, same"},
    {"pass", Shape::Name, "free, if unable"},
    {"resolve", Shape::Name, "at once, seats, first declared, last declared, later"},
    {"close", Shape::Name, "silent, one round, nobody able, or an expression"},
    {"menu", Shape::Names,
     "acts or tags that may be declared; signals or exchanges whose acts may"},
    {"quota", Shape::Counts, "act -> most per seat"},
    {"bound", Shape::Number, "most rounds"},
    {"orderer", Shape::Expr, "player, or nobody"},
    {"commit", Shape::Name, "stepwise or whole"},
    {"groups", Shape::Names, "whose items come first"},
    {"arrivals", Shape::Name, "nest, after or join"},
    {"lapse", Shape::Name, "skip or keep"},
    {"modify", Shape::Expr, "the attribute of the target"},
    {"add", Shape::Expr, ""},
    {"mul", Shape::Expr, ""},
    {"set", Shape::Expr, ""},
    {"floor", Shape::Expr, ""},
    {"cap", Shape::Expr, ""},
    {"with", Shape::Any, ""},
    {"without", Shape::Expr, ""},
    {"rank", Shape::Name, "source or onset"},
    {"layer", Shape::Name, "layer of the attribute that it works in"},
    {"active", Shape::NameOrPart, "when the provisions of such a card count"},
    {"void", Shape::Bool, "the amended provision, or the relation, does not count"},
    {"id", Shape::Name, "name other provisions can point at"},
    {"loser_is", Shape::Any, "the weaker source"},
    {"until", Shape::Name, "duration"},
    {"choose", Shape::Any, "name of the choice"},
    {"one", Shape::Expr, "NAME in SET"},
    {"some", Shape::Expr, "NAME in SET"},
    {"match", Shape::Expr, "the set that is assigned"},
    {"int", Shape::Name, "lo..hi"},
    {"yesno", Shape::Bool, "yes or no"},
    {"case", Shape::Names, "one of these names"},
    {"where", Shape::Expr, "of each candidate"},
    {"such", Shape::Expr, "of the chosen set"},
    {"or", Shape::Name, "none: an empty domain gives none"},
    {"designates", Shape::Bool, "a choice that 対象 prohibitions forbid"},
    {"seen", Shape::Name, "all, or secret until SIGNAL"},
    {"into", Shape::Expr, "of match: the set assigned to, each member at most once"},
    {"as", Shape::Names, "of match: names of the two members of a pair"},
    {"total", Shape::Name, "of match: yes, no, as far as possible"},
    {"fit", Shape::Expr, "of each pair"},
    {"max", Shape::Number, "most"},
    {"items", Shape::Any, "statements, or NAME in SET: call"},
    {"several", Shape::Name, "who picks among consistent states: a player, nobody, keep"},
    {"none", Shape::Name, "stuck"},
    {"statics", Shape::Name, "equilibrium or sequential"},
    {"together", Shape::Bool, "the statements are one commit"},
    {"else", Shape::StmtsOrSteps, "statements or steps otherwise"},
    {"mode", Shape::Name, "joint, in order, sequence"},
    {"while", Shape::Expr, ""},
    {"again", Shape::Part, "who decides to go round again"},
    {"times", Shape::Expr, "how many rounds"},
    {"measure", Shape::Expr, "falls with every round and never below 0"},
    {"defer", Shape::Bool, "wait for the end of the court"},
    {"n", Shape::Label, "number or name of the step as printed"},
    {"note", Shape::Any, "a step without effect"},
    {"words", Shape::Names, "words of the printed text"},
    {"read", Shape::PartOrParts,
     "signs that the rules were read against the words as they are now"},
    {"say", Shape::Said,
     "how a play is told: a sentence in each language, one for each value, or false for nothing"},
    {"told", Shape::Told,
     "how conditions speak of it: what it is called, or a clause for each value"},
};

// The files of a game folder, and what they list.
constexpr FileKey kFileKeys[] = {
    {"game.json", "$schema", Shape::Text, false, "JSON Schema for editors"},
    {"game.json", "format", Shape::Number, true, "version of the format: 1"},
    {"game.json", "game", Shape::Name, true, "id of the game, which its rulings name"},
    {"game.json", "title", Shape::Map, true, "title by language"},
    {"game.json", "players", Shape::Names, true, "the two players"},
    {"game.json", "languages", Shape::Names, false, "languages of its texts"},
    {"game.json", "depth", Shape::Number, false,
     "most frames that run at once, 1 to 200; 32 when not given"},
    {"game.json", "revisions", Shape::Any, false,
     "changes of the rulebook, each with its name and the dates from which it counts and was "
     "known"},
    {"game.json", "authorities", Shape::Forms, false, "who may rule, with their terms of office"},
    {"game.json", "bookkeeping", Shape::Names, false, "order of what follows a commit"},
    {"game.json", "turn", Shape::Any, false, "whose turn it is"},
    {"game.json", "readings", Shape::Forms, false, "tenable meanings of what is ambiguous"},
    {"game.json", "read", Shape::PartOrParts, false,
     "signs that the keys which say how the game is played are meant as they are now"},
    {"revision", "version", Shape::Name, true, "MAJOR.MINOR.PATCH: its name"},
    {"revision", "date", Shape::Text, false, "the day from which it counts and was known"},
    {"revision", "effective", Shape::Text, false,
     "the day from which it counts, where that is another"},
    {"revision", "known", Shape::Text, false,
     "the day on which it became known, where that is another"},
    {"revision", "kind", Shape::Name, false, "what it changes"},
    {"revision", "reverses", Shape::Names, false, "the rulings that fall by it"},
    {"revision", "corrects", Shape::Names, false, "of the kind modelling: what it corrects"},
    {"revision", "title", Shape::Any, false, "title"},
    {"revision", "note", Shape::Any, false, "remark"},
    {"authority", "authority", Shape::Name, true, "its name"},
    {"authority", "terms", Shape::Forms, false, "when it may rule; always when not given"},
    {"term of office", "from", Shape::Text, false, "its first day"},
    {"term of office", "until", Shape::Text, false, "the first day after it"},
    {"reading", "reading", Shape::Name, true, "its name"},
    {"reading", "title", Shape::Map, false, "title by language"},
    {"reading", "by", Shape::Clauses, false, "the clauses whose wording is open"},
    {"reading", "default", Shape::Name, true, "the option that counts where nothing is presumed"},
    {"reading", "presumed", Shape::Bool, false,
     "the game itself takes the default: no ruling is open for it"},
    {"reading", "options", Shape::Options, true, "option -> reason by language"},
    {"reading", "read", Shape::PartOrParts, false,
     "signs what counts of it now: the default, and which options there are"},
    {"rulebook file", "$schema", Shape::Text, false, "JSON Schema for editors"},
    {"rulebook file", "format", Shape::Number, true, "version of the format: 1"},
    {"rulebook file", "title", Shape::Text, false, "title of the chapter"},
    {"rulebook file", "clauses", Shape::Forms, false, "clauses"},
    {"rulebook file", "provisions", Shape::Forms, false, "schema forms and provisions"},
    {"clause", "clause", Shape::Name, true, "its number or name, by which it is cited"},
    {"clause", "kind", Shape::Name, true, "what it is: definition, rule, step ..."},
    {"clause", "title", Shape::Text, true, "short title"},
    {"clause", "ja", Shape::Text, true, "what it says, in our own words, in Japanese"},
    {"clause", "en", Shape::Text, true, "what it says, in our own words, in English"},
    {"clause", "status", Shape::Name, false, "modelled, definition, informative or not modelled"},
    {"clause", "by", Shape::Clauses, false, "clauses it rests on"},
    {"clause", "refers", Shape::Any, false, "clauses it refers to"},
    {"clause", "hedged", Shape::Bool, false,
     "its own wording gives way to other texts (in principle, unless said otherwise)"},
    {"clause", "read", Shape::PartOrParts, false,
     "signs that its rules were read against the words as they are now"},
    {"clause", "since", Shape::Name, false, "the revision from which it counts"},
    {"clause", "before", Shape::Name, false, "the revision from which it counts no more"},
    {"clause", "why", Shape::Text, false,
     "why it has that status; must be there where it is not modelled"},
    {"card file", "$schema", Shape::Text, false, "JSON Schema for editors"},
    {"card file", "format", Shape::Number, true, "version of the format: 1"},
    {"card file", "title", Shape::Text, false, "title"},
    {"card file", "cards", Shape::Forms, true, "cards"},
    {"card", "card", Shape::Name, true, "its name"},
    {"card", "game", Shape::Name, false, "id of the game"},
    {"card", "text", Shape::Forms, false, "wordings, oldest first; the last one counts"},
    {"card", "provisions", Shape::Forms, false,
     "what the text says; `text`: what a phrasebook reads its words as"},
    {"card", "invented", Shape::Bool, false, "not a printed card"},
    {"card", "generic", Shape::Bool, false,
     "stands for any card: each one of a situation is named by its id"},
    {"card", "note", Shape::Any, false, "remark"},
    {"wording", "from", Shape::Text, false, "date from which it counts"},
    {"wording", "known", Shape::Text, false,
     "date on which that became known; `from` when not given"},
    {"wording", "spans", Shape::Map, true, "name -> words; joined they are the text"},
    {"wording", "flavour", Shape::Names, false, "spans without a rule in them"},
    {"wording", "read", Shape::PartOrParts, false,
     "signs that no rule is in the spans that no provision names"},
};

const std::vector<Part>& part_table() {
  static const std::vector<Part> parts = {
      {"span",
       {"from!", "to!", "if!", "then", "by"},
       "from one step to another: when `if` is true at the beginning of a step, `then` runs and "
       "the frame aborts"},
      {"aborts", {"then!"}, "what runs when the frame aborts"},
      {"repair", {"who", "one", "where", "or", "do!"}, "what restores the limit"},
      {"price", {"icons", "labels", "if", "do"}, "what using it costs"},
      {"uses", {"max!", "by"}, "most uses"},
      {"simul", {"items!", "mode", "order", "judge", "edges"}, "simultaneous items"},
      {"item", {"if", "do!", "say"}, "an item of `simul`"},
      {"arm", {"if", "steps", "do", "call", "else"}, "a case of `branch`"},
      {"again", {"n", "who!", "by"}, "who decides to go round again"},
      {"order", {"orderer!", "commit", "groups", "arrivals", "lapse"}, "an order without a name"},
      {"exchange",
       {"seats!", "next", "pass", "hold", "resolve", "close", "menu", "quota", "answer", "bound"},
       "an exchange without a name"},
      {"active", {"static!", "rank"}, "when the statics of such a card count"},
      {"settle", {"statics", "max", "several", "none"}, "several or no consistent states"},
      {"present",
       {"choose!", "one", "some", "int", "yesno", "match", "order", "case", "where", "such", "size",
        "or", "designates", "seen", "into", "as", "total", "fit", "by"},
       "a choice made at the declaration"},
      {"presented effect",
       {"effect!", "named", "by"},
       "takes over what the effect of a presented card presents"},
      {"source", {"source", "id", "text", "mode", "hedged", "newer"}, "a side of `defeat`"},
      {"read",
       {"digest!", "by!", "on!"},
       "a signature: digest of the words, who read them, and the day (YYYY-MM-DD)"},
  };
  return parts;
}

// What the language can say and no engine carries out yet: HR3017 where it is written.
constexpr Idle kIdle[] = {
    {"game.json", "bookkeeping", ""},
    {"game.json", "turn", ""},
    {"attr", "range", ""},
    {"attr", "overlap", "!fold"},
    {"attr", "remember", ""},
    {"active", "rank", "!onset"},
    {"signal", "raised", ""},
    {"signal", "for", ""},
    {"exchange", "hold", "all"},
    {"exchange", "resolve", "first declared|last declared"},
    {"order", "arrivals", "!nest"},
    {"static", "rank", "!source"},
    {"act", "if", ""},
    {"effect", "if", ""},
    {"effect", "in", ""},
    {"limit", "if", ""},
    {"limit", "when", "!always|construction"},
    {"limit", "bar", ""},
    {"ending", "if", ""},
    {"ending", "on", ""},
    {"both", "both", "!draw"},
    {"choose", "match", ""},
    {"choose", "order", ""},
    {"each", "match", ""},
    {"each", "order", ""},
    {"loop", "else", ""},
    {"branch", "else", ""},
    {"present", "match", ""},
    {"present", "order", ""},
    {"present", "size", ""},
    {"offer", "hold", "!inner"},
    {"offer", "bound", ""},
    {"judge", "judge", "!endings"},
    {"replace", "replace", ""},
    {"", "level", ""},
};

constexpr std::array<std::string_view, 8> kCommon = {"by", "span", "id",    "level",
                                                     "if", "read", "since", "before"};
constexpr std::array<std::string_view, 8> kCommonStep = {"n",    "by",  "if",    "else",
                                                         "note", "say", "since", "before"};

const std::vector<Form>& schema_table() {
  static const std::vector<Form> forms = {
      {"type", Shape::Name, {"values!", "say"}, "an enumeration"},
      {"record",
       Shape::Name,
       {"fields!"},
       "a value of several parts; `price` tells the types of what a price has"},
      {"sort", Shape::Name, {"pool!", "attrs!", "life", "say", "told"}, "tokens of a pool"},
      {"attr",
       Shape::Name,
       {"of!", "type!", "nature!", "life", "default", "base", "range", "scope", "layers", "views",
        "overlap", "remember", "sees", "say", "told"},
       "an attribute"},
      {"zone",
       Shape::Name,
       {"of!", "order!", "sees!", "size", "realm!", "stay", "lot", "built", "host_leaves", "say",
        "told"},
       "a zone"},
      {"kind", Shape::Name, {"of!", "is!", "active", "told"}, "a named predicate usable as a type"},
      {"derived", Shape::Name, {"args", "is!", "told"}, "a value as an expression"},
      {"table", Shape::Name, {"args!", "true!", "also", "told"}, "a relation between members"},
      {"signal",
       Shape::Name,
       {"args", "auto", "declare", "covers", "aka", "raised", "for", "court", "say"},
       "a named moment"},
      {"duration", Shape::Name, {}, "how long modifiers last"},
      {"exchange",
       Shape::Name,
       {"seats!", "next", "pass", "hold", "resolve", "close", "menu", "quota", "answer", "bound",
        "say", "told"},
       "who is asked"},
      {"active", Shape::Expr, {}, "when a card's provisions count"},
  };
  return forms;
}

const std::vector<Form>& provision_table() {
  static const std::vector<Form> forms = {
      {"static",
       Shape::Name,
       {"for", "modify!", "add", "mul", "set", "floor", "cap", "with", "without", "rank", "layer"},
       "a modifier while its source is in place"},
      {"procedure",
       Shape::Name,
       {"args", "locals", "open", "steps!", "span", "aborts", "say", "told"},
       "numbered steps"},
      {"trigger",
       Shape::Name,
       {"on!", "for", "may", "steps", "do", "call", "say"},
       "an automatic effect"},
      {"act",
       Shape::Name,
       {"tags", "locals", "present", "needs", "then", "after", "declare", "process!",
        "takes_answer", "who", "say", "told"},
       "what a player may declare"},
      {"norm", Shape::Name, {"event!", "in", "others", "over"}, "permit, forbid or oblige"},
      {"replace", Shape::Name, {"event!", "may", "choose", "do"}, "another event instead"},
      {"limit",
       Shape::Name,
       {"for", "holds!", "when", "repair", "bar", "say", "told"},
       "what must hold"},
      {"ending",
       Shape::Name,
       {"for", "when", "on", "loser", "winner", "judged", "hold", "say"},
       "who wins or loses"},
      {"both", Shape::Name, {}, "what it is when both meet an ending at one judgement"},
      {"amend", Shape::Name, {"with", "void"}, "a provision reads differently"},
      {"defeat", Shape::Name, {"winner!", "loser!", "void"}, "which source wins"},
      {"loop_rule", Shape::Name, {"of", "then"}, "what becomes of a repetition without end"},
      {"effect",
       Shape::Name,
       {"price", "present", "steps", "uses", "in", "say"},
       "what a used card or ability does"},
      {"order",
       Shape::Name,
       {"args", "orderer!", "commit", "groups", "arrivals", "lapse"},
       "who orders simultaneous things"},
      {"settle", Shape::Part, {}, "several or no consistent states"},
  };
  return forms;
}

const std::vector<Form>& step_table() {
  static const std::vector<Form> forms = {
      {"each",
       Shape::Expr,
       {"mode",  "order", "let",   "choose", "who",   "one",  "some", "int",
        "yesno", "match", "case",  "where",  "such",  "size", "or",   "seen",
        "into",  "as",    "total", "fit",    "steps", "do",   "call"},
       "for every member"},
      {"choose",
       Shape::Name,
       {"who!", "one", "some", "int", "yesno", "match", "order", "case", "where", "such", "size",
        "or", "designates", "seen", "into", "as", "total", "fit", "do"},
       "a choice"},
      {"window", Shape::NameOrNames, {}, "raise signals"},
      {"offer", Shape::NameOrPart, {"hold", "bound"}, "run an exchange"},
      {"process", Shape::Name, {"let"}, "carry out kept acts"},
      {"recheck", Shape::Bool, {}, "test the act's needs"},
      {"simul", Shape::Part, {}, "simultaneous items"},
      {"loop", Shape::Steps, {"while", "again", "times", "bound", "measure"}, "a block again"},
      {"branch", Shape::Arms, {}, "cases"},
      {"judge", Shape::Name, {"defer"}, "judge endings or limits"},
      {"abort", Shape::Bool, {"do"}, "end the frame as aborted"},
      {"stop", Shape::Bool, {"do"}, "end the frame as done"},
      {"call", Shape::Expr, {"let"}, "run a procedure"},
      {"do", Shape::Stmts, {"together"}, "statements"},
      {"note", Shape::Any, {}, "a step without effect"},
  };
  return forms;
}

}  // namespace

std::span<const Form> schema_forms() { return schema_table(); }
std::span<const Form> provision_forms() { return provision_table(); }
std::span<const Form> step_forms() { return step_table(); }
std::span<const std::string_view> common_keys() { return kCommon; }
std::span<const std::string_view> common_step_keys() { return kCommonStep; }

std::string_view plain(std::string_view key) {
  return is_must(key) ? key.substr(0, key.size() - 1) : key;
}
bool is_must(std::string_view key) { return key.ends_with('!'); }
std::span<const FileKey> file_keys() { return kFileKeys; }
std::span<const Part> parts() { return part_table(); }
std::span<const Idle> idle_keys() { return kIdle; }

bool is_saying(std::string_view key) {
  static const std::vector<std::string_view> all = [] {
    std::vector<std::string_view> out;
    for (const Key& k : kKeys)
      if (k.shape == Shape::Said || k.shape == Shape::Told) out.push_back(k.name);
    return out;
  }();
  return base::contains(all, key);
}

const Key* find_key(std::string_view name) {
  for (const Key& k : kKeys)
    if (k.name == name) return &k;
  return nullptr;
}
const Part* find_part(std::string_view name) {
  for (const Part& p : part_table())
    if (p.name == name) return &p;
  return nullptr;
}
Shape shape_in(std::string_view part, std::string_view key) {
  struct Own {
    std::string_view part, key;
    Shape shape;
  };
  static constexpr Own own[] = {
      {"span", "from", Shape::Label},
      {"span", "to", Shape::Label},
      {"span", "then", Shape::Labels},
      {"aborts", "then", Shape::Labels},
      {"simul", "items", Shape::Items},
      {"presented effect", "effect", Shape::Name},
      {"presented effect", "named", Shape::Bool},
      {"source", "source", Shape::Name},
      {"source", "id", Shape::Name},
      {"source", "text", Shape::Name},
      {"uses", "max", Shape::Number},
      {"price", "icons", Shape::Names},
      {"price", "labels", Shape::Names},
      {"read", "digest", Shape::Name},
      {"read", "by", Shape::Name},
      {"read", "on", Shape::Name},
  };
  for (const Own& o : own)
    if (o.part == part && o.key == key) return o.shape;
  const Key* k = find_key(key);
  return k != nullptr ? k->shape : Shape::Any;
}
const Part* part_under(std::string_view key) {
  if (key == "winner" || key == "loser") return find_part("source");
  if (key == "auto") return find_part("order");
  if (key == "offer") return find_part("exchange");
  for (std::string_view name : {"span", "aborts", "repair", "price", "uses", "simul", "again",
                                "order", "active", "settle", "read"})
    if (key == name) return find_part(name);
  return nullptr;
}
std::span<const std::string_view> card_forms() {
  static constexpr std::string_view forms[] = {"effect",  "norm",  "static",
                                               "trigger", "amend", "replace"};
  return forms;
}
bool is_idle(std::string_view form, std::string_view key) {
  for (const Idle& i : kIdle)
    if ((i.form == form || i.form.empty()) && i.key == key && i.values.empty()) return true;
  return false;
}

const Json* last_wording(const Json& card) {
  const Json* texts = card.find("text");
  return texts != nullptr && texts->is(Json::Kind::Array) && !texts->items.empty()
             ? &texts->items.back()
             : nullptr;
}

const Json* stated_value(const Json& json) {
  const bool stated = json.is(Json::Kind::Object) && json.members.size() == 2 &&
                      json.find("is") != nullptr && json.find("by") != nullptr;
  return stated ? json.find("is") : nullptr;
}

const Form* form_of(const Json& object) {
  std::vector<const Form*> present;
  for (const auto& table : {provision_forms(), schema_forms()}) {
    for (const Form& f : table) {
      if (!object.members.empty() && object.members.front().key == f.name) return &f;
      if (object.find(f.name) != nullptr) present.push_back(&f);
    }
  }
  for (const Form* f : present) {
    bool owned = false;
    for (const Form* other : present)
      for (std::string_view k : other->keys) owned = owned || (other != f && plain(k) == f->name);
    if (!owned) return f;
  }
  return nullptr;
}

}  // namespace hanrei::model
