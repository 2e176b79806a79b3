#include "audit/coverage/survivors.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <mutex>
#include <set>

#include "base/contains.h"
#include "base/parallel.h"
#include "rulings/xml/write.h"

namespace hanrei::audit::coverage {
namespace {

using rulings::Document;
using Xml = rulings::Element;

constexpr size_t kDocuments = 6;  ///< situations that are changed for one mutant
constexpr size_t kAtOnce =
    6;  ///< situations that are compared before it is asked whether one was found

size_t size_of(const Xml& e) {
  size_t n = e.attributes.size() + 1;
  for (const Xml& k : e.children) n += size_of(k);
  return n;
}

std::optional<int64_t> number(const std::string& text) {
  int64_t n = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), n);
  return error == std::errc{} && end == text.data() + text.size() ? std::optional(n) : std::nullopt;
}

/// Every element of the document, by the way to it.
void each(const Xml& e, std::vector<size_t>& way,
          const std::function<void(const Xml&, const std::vector<size_t>&)>& f) {
  f(e, way);
  for (size_t i = 0; i < e.children.size(); ++i) {
    way.push_back(i);
    each(e.children[i], way, f);
    way.pop_back();
  }
}
Xml& at(Document& d, const std::vector<size_t>& way) {
  Xml* e = &d.root;
  for (size_t i : way) e = &e->children[i];
  return *e;
}

/// The situation without its claims.
Situation alone(readings::Difference d) {
  const auto strip = [](Xml& e) {
    std::erase_if(e.children, [](const Xml& k) {
      return k.name == "claim" || (k.name == "play" && k.children.empty());
    });
  };
  Xml& root = d.document.root;
  strip(root);
  std::erase_if(root.children, [](const Xml& k) { return k.name == "presume"; });
  const base::Span at = root.span;
  for (const auto& [reading, option] : d.document.presumes)
    root.children.insert(
        root.children.begin(),
        {"presume", at, "", at, {{"reading", reading, at, at}, {"is", option, at, at}}, {}});
  for (Xml& e : root.children)
    if (e.name == "case") strip(e);
  return {d.document.id, rulings::as_xml(d.document), d.cards,
          d.moves,       std::move(d.here),           std::move(d.there)};
}

/// The numbers that a piece of a model speaks of, and those beside them.
void numbers_in(std::string_view text, std::vector<int64_t>& out) {
  for (size_t i = 0; i < text.size() && out.size() < 12;) {
    size_t end = i;
    while (end < text.size() && end < i + 6 && text[end] >= '0' && text[end] <= '9') ++end;
    if (end == i) {
      ++i;
      continue;
    }
    const int64_t n = *number(std::string(text.substr(i, end - i)));
    for (int64_t v : {n, n - 1, n + 1})
      if (!base::contains(out, v)) out.push_back(v);
    i = end;
  }
}

/// Whoever of these may declare any of the acts from where the play ends.
Xml free_play(const Xml& like, const std::vector<std::string>& players, const std::string& acts) {
  Xml play = like;
  for (const std::string& player : players)
    play.children.push_back(
        {"free",
         like.span,
         "",
         like.span,
         {{"by", player, like.span, like.span}, {"acts", acts, like.span, like.span}},
         {}});
  return play;
}

/// What a situation may be given for an attribute, as text: its members, or the numbers that the
/// mutated piece speaks of.
std::vector<std::string> values_for(const model::Program& p, const model::AttrDef& a,
                                    const std::vector<int64_t>& numbers) {
  std::vector<std::string> out;
  if (a.type.kind == model::TypeKind::Bool) return {"true", "false"};
  if (a.type.kind == model::TypeKind::Int)
    for (int64_t n : numbers)
      if (n >= 0 && out.size() < 6) out.push_back(std::to_string(n));
  if (a.type.kind == model::TypeKind::Enum && a.type.id != model::kCardNames)
    for (const std::string& m : p.enums[EnumId(a.type.id)].members)
      if (out.size() < 6) out.push_back(m);
  return out;
}

void put(Xml& e, const std::string& name, const std::string& value) {
  for (Xml::Attribute& a : e.attributes)
    if (a.name == name) {
      a.value = value;
      return;
    }
  e.attributes.push_back({name, value, e.span, e.span});
}

/// The document under each other option of the readings that a piece of a model names: what it says
/// there counts only then.
std::vector<Document> under_readings(const model::Program& p, const Document& d,
                                     std::string_view about) {
  std::vector<Document> out;
  for (const model::ReadingDef& r : p.readings) {
    if (about.find("\"" + r.name + "\"") == std::string_view::npos) continue;
    for (const std::string& option : r.options) {
      if (option == r.fallback) continue;
      Document other = d;
      std::erase_if(other.presumes, [&](const auto& given) { return given.first == r.name; });
      other.presumes.emplace_back(r.name, option);
      std::erase_if(other.root.children, [&](const Xml& e) {
        return e.name == "presume" && e.get("reading") == r.name;
      });
      const base::Span at = other.root.span;
      other.root.children.insert(
          other.root.children.begin(),
          Xml{"presume", at, "", at, {{"reading", r.name, at, at}, {"is", option, at, at}}, {}});
      out.push_back(std::move(other));
    }
  }
  return out;
}

/// Is there anything to compare: a situation without open quantities?
bool usable(const Document& d) {
  bool fine = !d.is_deck;
  std::vector<size_t> way;
  each(d.root, way, [&](const Xml& e, const std::vector<size_t>&) {
    fine = fine && e.name != "deck" && e.name != "let";
  });
  return fine;
}

/// A claim that looks at the numbers of both players: outcomes that differ in one of them are
/// different.
std::optional<Xml> looks_at_players(const model::Program& p, const Xml& like) {
  std::string of, zeros;
  for (const std::string& player : p.players) {
    for (const auto& a : p.attrs) {
      if (a.sort != model::kPlayerSort || a.nature != model::Nature::Stored ||
          a.type.kind != model::TypeKind::Int || a.fallback == kNone)
        continue;
      of += (of.empty() ? "" : ", ") + player + "." +
            (a.name.find(' ') == std::string::npos ? a.name : "`" + a.name + "`");
      zeros += zeros.empty() ? "0" : ", 0";
    }
  }
  if (of.empty()) return std::nullopt;
  Xml one{"o", like.span, zeros, like.span, {}, {}};
  return Xml{"claim",
             like.span,
             "",
             like.span,
             {{"kind", "outcomes", like.span, like.span}, {"of", of, like.span, like.span}},
             {std::move(one)}};
}

}  // namespace

std::vector<Document> variations(const model::Program& p, const Document& d, std::string_view about,
                                 const std::vector<int64_t>& values) {
  std::vector<Document> out;
  std::vector<size_t> way;
  Document base = d;
  const auto looks = looks_at_players(p, d.root);
  const auto dress = [&](Xml& e) {  // a case, or a ruling that has none
    const auto named = [](const char* name) {
      return [name](const Xml& k) { return k.name == name; };
    };
    if (std::ranges::none_of(e.children, named("situation"))) return;
    if (looks) e.children.push_back(*looks);
    if (std::ranges::none_of(e.children, named("play")))
      e.children.push_back({"play", e.span, "", e.span, {}, {}});
  };
  dress(base.root);
  for (Xml& e : base.root.children)
    if (e.name == "case") dress(e);
  out.push_back(base);
  const auto change = [&](const auto& how) {
    Document other = base;
    how(other);
    out.push_back(std::move(other));
  };
  std::vector<std::string> named;  // acts that the mutated piece speaks of
  std::string all;
  for (const auto& a : p.acts) {
    if (a.name.find(' ') != std::string::npos) continue;
    all += (all.empty() ? "" : " ") + a.name;
    if (about.find(a.name) != std::string_view::npos && named.size() < 6) named.push_back(a.name);
  }
  each(base.root, way, [&](const Xml& e, const std::vector<size_t>& w) {
    if (e.name != "play") return;
    for (const std::string& act : named)
      for (const std::string& player : p.players)
        change([&](Document& o) {
          Xml& play = at(o, w);
          play = free_play(play, {player}, act);
        });
    if (!all.empty())
      change([&](Document& o) {
        Xml& play = at(o, w);
        play = free_play(play, p.players, all);
      });
  });
  // attributes that the piece speaks of
  each(base.root, way, [&](const Xml& e, const std::vector<size_t>& w) {
    const SortId sort = e.name == "player" ? model::kPlayerSort
                        : e.name == "card" ? model::kCardSort
                                           : kNone;
    if (sort == kNone && e.name != "situation") return;
    for (const auto& a : p.attrs) {
      if (a.sort != sort || about.find(a.name) == std::string_view::npos) continue;
      for (const std::string& v : values_for(p, a, values))
        if (e.get(a.name) != v) change([&](Document& o) { put(at(o, w), a.name, v); });
    }
  });
  each(base.root, way, [&](const Xml& e, const std::vector<size_t>& w) {
    const bool situation = e.name == "player" || e.name == "card" || e.name == "frame" ||
                           e.name == "situation" || e.name == "cards" || e.name == "token";
    for (size_t a = 0; situation && a < e.attributes.size(); ++a) {
      const auto n = number(e.attributes[a].value);
      if (!n || e.attributes[a].name == "id") continue;
      std::vector<int64_t> others = {*n + 1, *n - 1};
      for (int64_t v : values)
        if (v != *n && !base::contains(others, v)) others.push_back(v);
      for (int64_t v : others)
        if (v >= 0 && v < 1'000'000)
          change([&](Document& o) { at(o, w).attributes[a].value = std::to_string(v); });
    }
    const bool parts = e.name == "play" || e.name == "zone";
    for (size_t k = e.children.size(); parts && k-- > 0;)
      change([&](Document& o) {
        Xml& list = at(o, w);
        list.children.erase(list.children.begin() + static_cast<std::ptrdiff_t>(k));
      });
  });
  return out;
}

void tell_apart(const model::Game& game, const base::SourceMap& sources,
                const std::vector<Document>& documents, Report& report, const Search& search) {
  std::vector<size_t> out;
  for (size_t t = 0; t < report.tried.size(); ++t)
    if (report.tried[t].fate == Tried::Fate::Survived) out.push_back(t);
  std::map<std::string, size_t> by_id;
  for (size_t i = 0; i < documents.size(); ++i) by_id.emplace(documents[i].id, i);
  std::set<std::pair<size_t, size_t>> smallest;  // of all
  for (size_t i = 0; i < documents.size(); ++i)
    if (usable(documents[i])) smallest.emplace(size_of(documents[i].root), i);
  std::vector<std::vector<size_t>> touching(report.elements.size());  // documents, by element
  for (size_t e = 0; e < report.elements.size(); ++e) {
    std::set<std::pair<size_t, size_t>> sized;
    for (const ClauseCoverage& c : report.clauses) {
      if (!base::contains(c.elements, e)) continue;
      for (const std::string& id : c.touched_by)
        if (const auto it = by_id.find(id); it != by_id.end() && usable(documents[it->second]))
          sized.emplace(size_of(documents[it->second].root), it->second);
    }
    // what no ruling touches may be near the smallest
    for (const auto& [size, d] : sized.empty() ? smallest : sized)
      if (touching[e].size() < kDocuments) touching[e].push_back(d);
  }
  Session here(game, sources);
  const auto look_for = [&](Tried& tried) {
    size_t ordinal = 0;  // of the mutants of its element
    for (const Tried* t = &tried; t != report.tried.data() && t[-1].element == t->element; --t)
      ++ordinal;
    std::vector<Mutant> mutants = mutants_of(game, *report.program, report.elements, tried.element);
    model::Game bent = game;
    mutants[ordinal].apply(bent);
    Session there(bent, sources);
    // one change of each situation after the other
    std::vector<std::vector<Document>> changed;
    std::vector<int64_t> values;
    for (size_t e : {tried.element, tried.element + 1, tried.element - 1})
      if (e < report.elements.size())
        numbers_in(sources.slice(report.elements[e].span), values);  // and of its neighbours
    const std::string_view about = sources.slice(report.elements[tried.element].span);
    for (size_t d : touching[tried.element]) {
      changed.push_back(variations(*report.program, documents[d], about, values));
      for (const Document& other : under_readings(*report.program, documents[d], about))
        changed.push_back(variations(*report.program, other, about, values));
    }
    // Those that cannot be, or are too large, do not count; they are not looked for without end.
    std::vector<Document> all;
    for (size_t k = 0, any = 1; any != 0 && all.size() < 4 * search.tries; ++k) {
      any = 0;
      for (const auto& list : changed)
        if (k < list.size() && all.size() < 4 * search.tries) {
          all.push_back(list[k]);
          any = 1;
        }
    }
    for (size_t from = 0, to = 0; from < all.size() && tried.tries < search.tries && !tried.apart;
         from = to) {
      to = std::min({from + kAtOnce, from + search.tries - tried.tries, all.size()});
      const std::vector<Document> some(all.begin() + static_cast<std::ptrdiff_t>(from),
                                       all.begin() + static_cast<std::ptrdiff_t>(to));
      readings::Comparison c = readings::compare(here, there, some, search.limits);
      tried.tries += c.examined;
      if (c.smallest) tried.apart = alone(std::move(*c.smallest));
    }
  };
  for (size_t t : out) report.tried[t].cut = report.tried[t].here && search.tries > 0;
  std::mutex telling;
  std::vector<bool> ready(out.size(), false);
  size_t told = 0;  // of `out`, handed over
  base::in_parallel(out.size(), search.jobs, [&](size_t i) {
    Tried& tried = report.tried[out[i]];
    if (tried.cut) look_for(tried);
    tried.cut = false;
    if (!search.found) return;
    const std::lock_guard lock(telling);
    for (ready[i] = true; told < out.size() && ready[told]; ++told)
      search.found(report.tried[out[told]]);
  });
}

}  // namespace hanrei::audit::coverage
