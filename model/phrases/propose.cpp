#include "model/phrases/propose.h"

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <set>

#include "base/contains.h"
#include "base/json/make.h"
#include "base/text/replace.h"
#include "base/text/unicode.h"
#include "model/phrases/chart.h"
#include "model/phrases/evaluate.h"
#include "model/phrases/holes.h"
#include "model/phrases/normal.h"
#include "model/phrases/only.h"
#include "model/phrases/solve.h"
#include "model/phrases/template.h"

namespace hanrei::model::phrases {
namespace {

using base::Json;
using Kind = Json::Kind;

Json object(std::vector<base::Member> members) {
  Json out;
  out.kind = Kind::Object;
  out.members = std::move(members);
  return out;
}

/// What a phrase of a sort may look like: a phrase of the book with unknowns for its expressions.
struct Mould {
  Json is;
  std::vector<Lift> lifts;
  std::vector<std::pair<std::string, Json>> introduces;
  std::vector<Only> only;
  Environment env;
};

/// A template with an unknown instead of each expression that is not a name of its own.
Json with_unknowns(const Json& t, size_t& next) {
  if (t.is(Kind::String)) {
    if (t.string.starts_with("$!") || t.string.starts_with("$^")) return t;
    return base::text_json(unknown(next++) +
                           (t.string.find("$it") == std::string::npos ? "" : "($it)"));
  }
  Json out = t;
  if (t.is(Kind::Array) && !t.items.empty() &&
      (t.items[0].is(Kind::Object) || t.items[0].string.starts_with("$*"))) {
    out.items = {object({{"unknown", {}, base::text_json(unknown(next++))}})};
    return out;
  }
  for (Json& item : out.items) item = with_unknowns(item, next);
  for (base::Member& m : out.members) m.value = with_unknowns(m.value, next);
  return out;
}

bool has_operator(const Json& t) {
  return std::ranges::any_of(
             t.members,
             [](const auto& m) { return m.key.starts_with('$') || has_operator(m.value); }) ||
         std::ranges::any_of(t.items, has_operator);
}

/// A part of the words of a hole that is read: what stands for it in a template.
struct Readable {
  size_t begin = 0, end = 0;
  std::string sort;
  std::string path;   // `.v` of an object
  Tokens expression;  // or
  Json list;
};

class Proposing {
 public:
  Proposing(const Book& book, const std::vector<Json>& files, const Game& game, const Json& card)
      : book_(book), files_(files), game_(game), card_(card), names_(declared(game)) {
    text_ = fold(words_of(card), book.folding);
    abilities_ = *card.find("provisions");
    for (const Json& p : abilities_.items) strip_.items.push_back(without_remarks(p));
    strip_.kind = Kind::Array;
    wanted_ = says(abilities_);
  }

  Proposals run() {
    std::vector<int> sorts;
    for (size_t s = 0; s < book_.sorts.size(); ++s) sorts.push_back(static_cast<int>(s));
    const Chart chart = make_chart(book_, text_, sorts, true);
    if (chart.cut) {
      out_.bounded = true;
      return std::move(out_);
    }
    chart_ = &chart;
    std::vector<Hole> holes = holes_of(book_, text_, chart, card_);
    if (holes.size() > kMostHoles) {
      out_.bounded = true;
      holes.resize(kMostHoles);
    }
    for (const Hole& h : holes) {
      if (out_.list.size() >= kMostProposed) break;
      ++out_.holes;
      fill(h);
      if (trials_ > kMostTrials) {
        out_.bounded = true;
        break;
      }
    }
    return std::move(out_);
  }

 private:
  std::string says(const Json& provisions) const {
    return normal(provisions, text_.print(0, text_.size()), names_);
  }

  /// The moulds of the other phrases of its sort, each once, the simple ones first.
  std::vector<Mould> moulds(int sort) const {
    std::vector<Mould> out;
    std::set<std::string> seen;
    for (const bool lifting : {false, true})
      for (const int r : book_.rules_of[static_cast<size_t>(sort)]) {
        const Phrase& p =
            book_.phrases[static_cast<size_t>(book_.rules[static_cast<size_t>(r)].phrase)];
        if (p.lifts.empty() == lifting || !p.refers.empty() || has_operator(p.is) ||
            std::ranges::any_of(p.lifts, [](const Lift& l) { return has_operator(l.item); }))
          continue;
        size_t next = 0;
        Mould s;
        s.is = with_unknowns(p.is, next);
        for (const Lift& l : p.lifts) s.lifts.push_back({l.kind, with_unknowns(l.item, next)});
        if (next > kMostUnknowns) continue;
        s.introduces = p.introduces;
        s.env = p.env;
        if (!p.lifts.empty() || !p.env.empty()) s.only = p.only;
        std::string key = compact(s.is);
        for (const Lift& l : s.lifts) key += "\n" + l.kind + compact(l.item);
        for (const auto& [name, value] : s.env) key += "\n" + name + "=" + value;
        if (seen.insert(std::move(key)).second) out.push_back(std::move(s));
      }
    return out;
  }

  /// The book with the words of the hole as a phrase of its sort, and what the card is then.
  std::vector<Json> tried(const Hole& h, const Mould& s) {
    ++trials_;
    Book book = book_;
    Phrase p;
    p.sort = book.sorts[static_cast<size_t>(h.sort)];
    p.is = s.is;
    p.lifts = s.lifts;
    p.introduces = s.introduces;
    p.env = s.env;
    Rule rule;
    rule.phrase = static_cast<int>(book.phrases.size());
    rule.sort = h.sort;
    Element words;
    words.words = text_.chars.substr(h.begin, h.end - h.begin);
    rule.elements.push_back(std::move(words));
    book.phrases.push_back(std::move(p));
    book.rules_of[static_cast<size_t>(h.sort)].push_back(static_cast<int>(book.rules.size()));
    book.rules.push_back(std::move(rule));
    const Chart chart = make_chart(book, text_, {book.start}, false);
    std::vector<Json> out;
    for (Value& v : evaluate(book, text_, chart, &card_).list) out.push_back(std::move(v.json));
    return out;
  }

  void fill(const Hole& h) {
    for (const Mould& s : moulds(h.sort)) {
      if (trials_ > kMostTrials || out_.list.size() >= kMostProposed) return;
      for (const Json& value : tried(h, s)) {
        Json plain_value = value;
        plain_value.items.clear();
        for (const Json& p : value.items) plain_value.items.push_back(without_remarks(p));
        const auto solved = solve(plain_value, strip_);
        if (solved && conclude(h, s, *solved)) return;
      }
    }
  }

  /// Parts of the hole that are read, the longest first.
  std::vector<Readable> readable(const Hole& h) const {
    std::vector<Readable> out;
    Book part = book_;
    for (const auto& [at, ends] : chart_->done) {
      const auto& [sort, begin] = at;
      for (const auto& [end, rules] : ends) {
        if (begin < h.begin || end > h.end || (begin == h.begin && end == h.end) ||
            !is_delimited(sort, begin, end))
          continue;
        part.start = sort;
        part.env = h.env;
        const Folded text = slice(begin, end);
        const Chart chart = make_chart(part, text, {sort}, false);
        const Values values = evaluate(part, text, chart, &card_);
        if (values.list.size() != 1) continue;
        Json v = values.list[0].json;
        Readable r{begin, end, book_.sorts[static_cast<size_t>(sort)], "", {}, {}};
        if (v.items.size() == 1 && !v.items[0].is(Kind::Object)) {
          r.expression = tokens_of(v.items[0]);
        } else if (v.items.size() == 1 && v.items[0].members.size() == 1 &&
                   v.items[0].members[0].value.is(Kind::String) &&
                   !v.items[0].members[0].key.starts_with("set")) {
          r.path = "." + v.items[0].members[0].key;
          r.expression = tokens_of(v.items[0].members[0].value);
        }
        r.list = std::move(v);
        out.push_back(std::move(r));
      }
    }
    std::ranges::stable_sort(out, [](const Readable& a, const Readable& b) {
      return a.end - a.begin > b.end - b.begin;
    });
    return out;
  }

  /// Any characters may be a name. It is one where characters that no name has stand around it.
  bool is_delimited(int sort, size_t begin, size_t end) const {
    const auto& l = book_.lexical[static_cast<size_t>(sort)];
    if (!l || l->kind != Lexical::Kind::Text) return true;
    return begin > 0 && end < text_.size() &&
           l->without.find(text_.chars[begin - 1]) != std::u32string::npos &&
           l->without.find(text_.chars[end]) != std::u32string::npos;
  }

  Folded slice(size_t begin, size_t end) const {
    Folded out;
    out.words = text_.words;
    out.chars = text_.chars.substr(begin, end - begin);
    out.from.assign(text_.from.begin() + static_cast<std::ptrdiff_t>(begin),
                    text_.from.begin() + static_cast<std::ptrdiff_t>(end));
    out.boundary.assign(text_.boundary.begin() + static_cast<std::ptrdiff_t>(begin),
                        text_.boundary.begin() + static_cast<std::ptrdiff_t>(end) + 1);
    return out;
  }

  /// A phrase of what was found, as general as it may be; false: none of them reads the card.
  bool conclude(const Hole& h, const Mould& s, const Solution& solution) {
    Mould known = s;
    known.is = put_in(s.is, solution);
    for (Lift& l : known.lifts) l.item = put_in(l.item, solution);
    struct Slot {
      const Readable* what;
      std::string name;
    };
    std::vector<Slot> slots;
    const std::vector<Readable> parts = readable(h);
    std::set<std::string> used;
    for (const auto& [name, value] : h.env) used.insert(name);
    for (const Readable& r : parts) {
      if (std::ranges::any_of(
              slots, [&](const Slot& x) { return x.what->begin < r.end && r.begin < x.what->end; }))
        continue;
      std::string name(1, 'a');
      while (used.contains(name)) ++name[0];
      if (name[0] > 'z') break;
      Mould next = known;
      bool any = replace_part(next.is, r.expression, r.list, "$" + name + r.path, "$*" + name);
      for (Lift& l : next.lifts)
        any = replace_part(l.item, r.expression, r.list, "$" + name + r.path, "$*" + name) || any;
      if (!any) continue;
      used.insert(name);
      slots.push_back({&r, name});
      known = std::move(next);
    }
    std::ranges::sort(slots,
                      [](const Slot& a, const Slot& b) { return a.what->begin < b.what->begin; });
    // The slots that only chance has put there make it say something else: then without them.
    for (size_t n = slots.empty() ? 1 : 0; n < 2; ++n) {
      std::string pattern;
      size_t at = h.begin;
      if (n == 0)
        for (const Slot& slot : slots) {
          pattern += words(at, slot.what->begin) + "{" + slot.name + ":" + slot.what->sort + "}";
          at = slot.what->end;
        }
      pattern += words(at, h.end);
      Mould of = known;
      if (n == 1) {
        of.is = put_in(s.is, solution);
        for (size_t k = 0; k < of.lifts.size(); ++k)
          of.lifts[k].item = put_in(s.lifts[k].item, solution);
      }
      Json phrase = phrase_of(h, of, pattern);
      if (!reads(phrase)) continue;
      const bool twice = std::ranges::any_of(
          out_.list, [&](const Proposal& p) { return compact(p.phrase) == compact(phrase); });
      if (!twice) out_.list.push_back({std::move(phrase), h.begin, h.end});
      return true;
    }
    return false;
  }

  /// Words of a pattern; a boundary of spans as such.
  std::string words(size_t begin, size_t end) const {
    std::string out;
    for (size_t i = begin; i < end;) {
      size_t last = i + 1;
      while (last < end && !text_.boundary[last]) ++last;
      if (i > begin && text_.boundary[i]) out += "{/}";
      out += text_.print(i, last);
      i = last;
    }
    return out;
  }

  Json phrase_of(const Hole& h, const Mould& s, const std::string& pattern) const {
    std::vector<base::Member> members = {
        {"sort", {}, base::text_json(book_.sorts[static_cast<size_t>(h.sort)])},
        {"text", {}, base::text_json(pattern)}};
    const auto add = [&](const char* key, Json value) {
      members.push_back({key, {}, std::move(value)});
    };
    if (!s.only.empty()) {
      std::vector<base::Member> only;
      for (const Only& o : s.only)
        only.push_back(
            {o.name, {}, o.values.size() == 1 ? o.values[0] : base::list_json(o.values)});
      add("only", object(std::move(only)));
    }
    if (!s.env.empty()) {
      std::vector<base::Member> env;
      for (const auto& [name, value] : s.env) env.push_back({name, {}, base::text_json(value)});
      add("env", object(std::move(env)));
    }
    if (!s.introduces.empty()) {
      std::vector<base::Member> named;
      for (const auto& [sort, name] : s.introduces) named.push_back({sort, {}, name});
      add("introduces", object(std::move(named)));
    }
    add("is", s.is);
    if (!s.lifts.empty()) {
      std::map<std::string, std::vector<Json>> kinds;
      for (const Lift& l : s.lifts) kinds[l.kind].push_back(l.item);
      std::vector<base::Member> lift;
      for (auto& [kind, items] : kinds) lift.push_back({kind, {}, base::list_json(items)});
      add("lift", object(std::move(lift)));
    }
    return object(std::move(members));
  }

  /// Is the card read with it as what its abilities say?
  bool reads(const Json& phrase) {
    ++trials_;
    base::DiagnosticLog quiet;
    const auto book = make_book(game_, with_phrase(files_, phrase), quiet);
    if (!book || quiet.has_errors()) return false;
    const ReadText r = read(*book, words_of(card_), &card_, false);
    return r.bounded == Bounded::No && !r.meanings.empty() &&
           std::ranges::any_of(r.meanings,
                               [&](const Meaning& m) { return says(m.provisions) == wanted_; });
  }

  const Book& book_;
  const std::vector<Json>& files_;
  const Game& game_;
  const Json& card_;
  Declared names_;
  Folded text_;
  Json abilities_, strip_;
  std::string wanted_;
  const Chart* chart_ = nullptr;
  size_t trials_ = 0;
  Proposals out_;
};

}  // namespace

std::vector<Json> with_phrase(std::vector<Json> files, const Json& phrase) {
  Json file, format;
  file.kind = Kind::Object;
  format.kind = Kind::Int;
  format.integer = 1;
  base::set_member(file, "format", std::move(format));
  base::set_member(file, "phrases", base::list_json({phrase}));
  files.push_back(std::move(file));
  return files;
}

Proposals propose(const Book& book, const std::vector<Json>& files, const Game& game,
                  const Json& card) {
  const Json* provisions = card.find("provisions");
  const Words words = words_of(card);
  if (provisions == nullptr || provisions->items.empty() || words.empty() ||
      read(book, words, &card, false).whole())
    return {};
  return Proposing(book, files, game, card).run();
}

}  // namespace hanrei::model::phrases
