// docs/schema/show.schema.json
#include <algorithm>

#include "base/json/array.h"
#include "reports/citator.h"
#include "reports/kept.h"
#include "reports/search.h"

namespace hanrei::reports {
namespace {

using base::JsonWriter;
using base::write_objects;
using rulings::store::Hit;

void maybe(JsonWriter& w, const char* key, const std::string& text) {
  if (!text.empty()) w.member(key, text);
}
void maybe(JsonWriter& w, const char* key, const std::vector<std::string>& list) {
  if (!list.empty()) w.member(key, list);
}

void both(JsonWriter& w, const char* key, const std::string (&texts)[2]) {
  if (texts[0].empty() && texts[1].empty()) return;
  w.key(key);
  w.begin_object();
  maybe(w, "ja", texts[1]);
  maybe(w, "en", texts[0]);
  w.end_object();
}

void standing(JsonWriter& w, const Hit& h) {
  w.member("status", h.status);
  w.member("official", h.status == "formal" || h.status == "provisional");
  w.member("verdict", h.verdict);
  if (!h.evidence.empty()) {
    std::vector<std::string> kinds(1);
    for (const char c : h.evidence)
      if (c == ' ')
        kinds.emplace_back();
      else
        kinds.back() += c;
    w.member("evidence", kinds);
  }
  w.member("situation", h.situation);
  maybe(w, "issued", h.issued);
  maybe(w, "authority", h.authority);
  maybe(w, "superseded_by", h.superseded_by);
}

void list(JsonWriter& w, const std::vector<Hit>& hits) {
  write_objects(w, "rulings", hits, [&](const Hit& h) {
    w.member("id", h.id);
    both(w, "title", h.title);
    standing(w, h);
  });
}

void findings(JsonWriter& w, const std::vector<rulings::store::RunFindings>& runs) {
  write_objects(w, "findings", runs, [&](const rulings::store::RunFindings& r) {
    w.member("command", r.command);
    w.member("examined", r.current);
    write_objects(w, "list", r.list, [&](const rulings::store::KeptFinding& f) {
      w.member("code", f.code);
      w.member("severity", f.severity);
      both(w, "message", f.message);
      if (f.path.empty()) return;
      w.member("path", f.path);
      if (f.line > 0) {
        w.member("line", f.line);
        w.member("column", f.column);
      }
    });
  });
}

void clause(JsonWriter& w, const rulings::ClauseRecord& c) {
  w.member("id", c.id);
  maybe(w, "kind", c.kind);
  maybe(w, "title", c.title);
  both(w, "text", c.text);
  maybe(w, "status", c.status);
  maybe(w, "since", c.since);
  maybe(w, "before", c.before);
}

void card(JsonWriter& w, const rulings::store::CardView& v) {
  const rulings::CardRecord& c = v.card;
  w.member("name", c.name);
  w.member("game", v.game);
  if (c.invented) w.member("invented", true);
  if (c.imported) w.member("imported", true);
  const auto pairs = [&](const char* key, const auto& list, const char* first, const char* second) {
    write_objects(w, key, list, [&](const auto& p) {
      w.member(first, p.first);
      w.member(second, p.second);
    });
  };
  pairs("attributes", c.attributes, "name", "value");
  write_objects(w, "wordings", c.wordings, [&](const rulings::Wording& t) {
    maybe(w, "from", t.from);
    maybe(w, "known", t.known);
    const auto next = &t + 1;
    if (next < c.wordings.data() + c.wordings.size()) maybe(w, "until", next->from);
    pairs("sentences", t.spans, "name", "text");
  });
  w.member("abilities", c.abilities);
  write_objects(w, "dated_abilities", c.dated, [&](const rulings::DatedAbility& d) {
    w.member("ability", d.name);
    maybe(w, "since", d.since);
    maybe(w, "before", d.before);
  });
  list(w, v.rulings);
  findings(w, v.findings);
}

void ruling(JsonWriter& w, const rulings::store::RulingView& v) {
  const rulings::RulingRecord& r = v.ruling;
  w.member("id", r.id);
  w.member("game", r.game);
  w.member("path", v.head.path);
  both(w, "title", r.title);
  standing(w, v.head);
  w.key("citator");
  write_marks(w, v.marks);
  maybe(w, "source", r.source);
  both(w, "question", r.question);
  both(w, "answer", r.answer);
  maybe(w, "partial", r.partial);
  maybe(w, "effective", r.effective);
  maybe(w, "known", r.known);
  maybe(w, "cards", r.cards);
  write_objects(w, "cites", v.cited, [&](const auto& c) {
    w.member("clause", c.first);
    maybe(w, "title", c.second);
  });
  maybe(w, "supersedes", r.supersedes);
  maybe(w, "narrows", r.narrows);
  maybe(w, "distinguishes", r.distinguishes);
  maybe(w, "follows", r.follows);
  write_objects(w, "named_by", v.named_by, [&](const auto& n) {
    w.member("how", n.first);
    w.member("ruling", n.second);
  });
  write_objects(w, "was", r.was, [&](const rulings::WasRecord& s) {
    w.member("status", s.status);
    w.member("until", s.until);
    maybe(w, "known", s.known);
  });
  write_objects(w, "presumes", r.presumes, [&](const auto& p) {
    w.member("reading", p.first);
    w.member("option", p.second);
  });
  write_objects(w, "cases", r.cases, [&](const rulings::CaseRecord& c) {
    maybe(w, "id", c.id);
    maybe(w, "at", c.at);
    write_objects(w, "claims", c.claims, [&](const rulings::ClaimRecord& k) {
      w.member("kind", k.kind);
      maybe(w, "text", k.text);
    });
  });
  findings(w, v.findings);
}

}  // namespace

void write_things_json(std::ostream& out, const rulings::store::Things& things,
                       const std::vector<std::string>& unknown, const base::AsOf& as_of) {
  JsonWriter w;
  w.begin_object();
  w.member("format", 1);
  write_as_of(w, as_of);
  write_objects(w, "cards", things.cards, [&](const auto& v) { card(w, v); });
  write_objects(w, "clauses", things.clauses, [&](const rulings::store::ClauseView& v) {
    w.member("game", v.game);
    clause(w, v.clause);
    write_objects(w, "wordings", v.wordings, [&](const rulings::ClauseRecord& c) { clause(w, c); });
    write_objects(w, "below", v.below, [&](const rulings::ClauseRecord& c) { clause(w, c); });
    list(w, v.rulings);
    findings(w, v.findings);
  });
  write_objects(w, "rulings", things.rulings, [&](const auto& v) { ruling(w, v); });
  w.member("unknown", unknown);
  write_objects(w, "meant", things.meant, [&](const auto& s) {
    w.member("typed", s.typed);
    w.member("meant", s.meant);
    w.member("kind", s.kind);
  });
  w.end_object();
  out << w.str();
}

void write_kept_findings(std::ostream& out, const std::vector<rulings::store::RunFindings>& runs,
                         const Style& style) {
  const bool ja = style.lang == base::Lang::Ja;
  std::string none, stale;
  for (const auto& r : runs) {
    std::string& list = r.current ? none : stale;
    if (!r.current || r.list.empty()) {
      list += (list.empty() ? "" : ja ? "、" : ", ") + r.command;
      continue;
    }
    for (const auto& f : r.list)
      out << (ja ? "  指摘 " : "  finding ") << f.code << " " << shown(f.message[ja], 1000)
          << (f.path.empty()
                  ? ""
                  : "  (" + shown(f.path, 400) +
                        (f.line > 0 ? ":" + std::to_string(f.line) + ":" + std::to_string(f.column)
                                    : "") +
                        ")")
          << "\n";
  }
  if (!none.empty()) out << (ja ? "  指摘なし: " : "  no findings: ") << none << "\n";
  if (!stale.empty())
    out << (ja ? "  指摘は未検査: " : "  findings, not examined: ") << stale << "\n";
}

}  // namespace hanrei::reports
