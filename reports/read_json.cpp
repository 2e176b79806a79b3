// What `read` says, for programs.
#include "base/json/array.h"
#include "reports/read.h"

namespace hanrei::reports {
namespace {

using namespace model::phrases;
using base::Json;

std::string_view bound_name(Bounded b) {
  switch (b) {
    case Bounded::No: return "";
    case Bounded::Length: return "length";
    case Bounded::Items: return "items";
    case Bounded::Values: return "values";
    case Bounded::Work: return "work";
    case Bounded::Depth: return "depth";
    case Bounded::Name: return "name";
  }
  return "";
}

std::string_view against_name(Against a) {
  switch (a) {
    case Against::NoWords: return "no words";
    case Against::Unread: return "unread";
    case Against::Ambiguous: return "ambiguous";
    case Against::Alone: return "alone";
    case Against::Same: return "same";
    case Against::SameInPlay: return "same in play";
    case Against::Differs: return "differs";
  }
  return "";
}

std::string_view house_name(House h) {
  switch (h) {
    case House::NotAsked: return "";
    case House::Unsaid: return "unsaid";
    case House::Bounded: return "bounded";
    case House::Unread: return "unread";
    case House::Printed: return "printed";
    case House::Deviates: return "deviates";
    case House::Same: return "same";
  }
  return "";
}

class ReadAsJson {
 public:
  ReadAsJson(const Book& book, const CardsRead& report, const base::SourceMap& sources)
      : book_(book), report_(report), sources_(sources) {}

  std::string write(int exit_code) {
    w_.begin_object();
    w_.member("format", 1);
    w_.member("game", report_.game);
    w_.member("language", report_.language);
    w_.member("exit", exit_code);
    base::write_objects(w_, "cards", report_.cards, [&](const CardRead& c) { card(c); });
    if (report_.pool) pool();
    w_.end_object();
    return w_.str();
  }

 private:
  void place(base::Span span) {
    const base::Place p = sources_.place(span);
    if (p.line == 0) return;
    w_.member("path", p.path);
    w_.member("line", p.line);
  }

  void card(const CardRead& c) {
    const ReadText& r = c.reading;
    w_.member("card", c.name);
    place(c.place);
    w_.member("standing", against_name(c.against));
    if (c.compiled) w_.member("compiled", true);
    if (r.bounded != Bounded::No) w_.member("bounded", bound_name(r.bounded));
    w_.key("words");
    w_.begin_object();
    for (const auto& [span, words] : r.text.words) w_.member(span, words);
    w_.end_object();
    if (c.house != House::NotAsked) {
      w_.member("house", house_name(c.house));
      w_.key("wording");
      w_.begin_object();
      for (const auto& [span, words] : c.wording) w_.member(span, words);
      w_.end_object();
    }
    base::write_objects(w_, "meanings", r.meanings, [&](const Meaning& m) {
      meaning(r, m);
      w_.key("phrase");
      phrase(r, *m.how);
    });
    if (r.whole() || r.text.size() == 0) return;
    base::write_objects(w_, "refused", r.refused, [&](const Meaning& m) {
      meaning(r, m);
      base::write_objects(w_, "why", m.complaints, [&](const std::string& why) {
        w_.member("en", base::in_lang(why, base::Lang::En));
        w_.member("ja", base::in_lang(why, base::Lang::Ja));
      });
    });
    w_.key("unread");
    w_.begin_array();
    for (size_t i = 0; i < r.unread.size();) {
      size_t end = i;
      while (end < r.unread.size() && r.unread[end] == r.unread[i]) ++end;
      if (r.unread[i]) ranges(r, i, end);
      i = end;
    }
    w_.end_array();
    if (r.furthest < r.text.size()) {
      w_.key("furthest");
      w_.begin_array();
      ranges(r, r.furthest, r.furthest + 1);
      w_.end_array();
    }
    w_.member("expected", r.expected);
    w_.member("nearest", r.nearest);
    if (!r.unmet.empty())
      base::write_objects(w_, "unmet", r.unmet, [&](const Unmet& u) {
        w_.member("wording", book_.phrases[static_cast<size_t>(u.phrase)].wording);
        w_.key("at");
        w_.begin_array();
        ranges(r, u.begin, u.end);
        w_.end_array();
        w_.member("name", u.name);
        w_.key("wanted");
        w_.begin_array();
        for (const Json& j : u.wanted) w_.value(j);
        w_.end_array();
        if (u.seen) w_.member("seen", *u.seen);
        if (u.by >= 0) w_.member("by", book_.phrases[static_cast<size_t>(u.by)].wording);
      });
  }

  void ranges(const ReadText& r, size_t begin, size_t end) {
    for (const At& a : at(r.text, begin, end)) {
      w_.begin_array();
      w_.value(a.span);
      w_.value(static_cast<std::uint64_t>(a.begin));
      w_.value(static_cast<std::uint64_t>(a.end));
      w_.end_array();
    }
  }

  void meaning(const ReadText& r, const Meaning& m) {
    w_.member("provisions", m.provisions);
    w_.key("at");
    w_.begin_object();
    places(r, m.provisions, "");
    w_.end_object();
  }

  /// The words of every object and string, by JSON pointer.
  void places(const ReadText& r, const Json& j, const std::string& path) {
    if (j.is(Json::Kind::Object) || j.is(Json::Kind::String)) {
      w_.key(path);
      w_.begin_array();
      ranges(r, j.span.begin, j.span.end);
      w_.end_array();
    }
    for (size_t i = 0; i < j.items.size(); ++i)
      places(r, j.items[i], path + "/" + std::to_string(i));
    for (const base::Member& m : j.members) places(r, m.value, path + "/" + m.key);
  }

  void phrase(const ReadText& r, const Used& node) {
    w_.begin_object();
    w_.member("sort", book_.sorts[static_cast<size_t>(node.sort)]);
    if (node.rule >= 0) {
      const Rule& rule = book_.rules[static_cast<size_t>(node.rule)];
      const Phrase& p = book_.phrases[static_cast<size_t>(rule.phrase)];
      w_.member("wording", p.wording);
      place(p.span);
    }
    w_.key("at");
    w_.begin_array();
    ranges(r, node.begin, node.end);
    w_.end_array();
    if (!node.kids.empty()) {
      w_.key("phrases");
      w_.begin_array();
      for (const auto& kid : node.kids) phrase(r, *kid);
      w_.end_array();
    }
    w_.end_object();
  }

  void number(std::string_view key, size_t value) {
    w_.member(key, static_cast<std::uint64_t>(value));
  }

  void pool() {
    const Tally& t = report_.tally;
    w_.key("pool");
    w_.begin_object();
    number("cards", t.cards);
    number("whole", t.whole);
    number("same", t.same);
    number("same_in_play", t.same_in_play);
    number("differs", t.differs);
    number("alone", t.alone);
    if (t.compiled > 0) number("compiled", t.compiled);
    number("ambiguous", t.ambiguous);
    number("bounded", t.bounded);
    if (report_.print) {
      number("printed", t.printed);
      number("house", t.house);
      number("deviates", t.deviates);
      number("print_unread", t.unread_print);
    }
    number("sentences", t.sentences);
    number("sentences_read", t.sentences_read);
    number("characters", t.characters);
    number("characters_read", t.characters_read);
    number("phrases", report_.used.size());
    base::write_objects(w_, "lacking", report_.backlog, [&](const Lacking& l) {
      w_.member("words", l.words);
      w_.member("only", l.only);
      number("cards", l.cards);
    });
    w_.member("unjoined", report_.unjoined);
    base::write_values(w_, "same_words", report_.same_words);
    base::write_values(w_, "same_ability", report_.same_ability);
    w_.end_object();
  }

  const Book& book_;
  const CardsRead& report_;
  const base::SourceMap& sources_;
  base::JsonWriter w_;
};

}  // namespace

void write_read_json(std::ostream& out, const Book& book, const CardsRead& report,
                     const base::SourceMap& sources, int exit_code) {
  out << ReadAsJson(book, report, sources).write(exit_code);
}

}  // namespace hanrei::reports
