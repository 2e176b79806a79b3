#include "server/api.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <sstream>

#include "base/io/file.h"
#include "base/json/array.h"
#include "base/json/read.h"
#include "base/text/filled.h"
#include "reports/search.h"
#include "reports/stepped.h"
#include "server/drafts.h"
#include "server/examine.h"
#include "workspace/entry.h"
#include "workspace/io.h"

namespace hanrei::server {

/// The files of docs/schema that are served.
const std::vector<base::FileText>& schemas();

namespace {

using base::Json;
using base::JsonWriter;
using base::Lang;

constexpr std::size_t kMostHits = 100;

Response json(std::string body, int status = 200) {
  return {status, "application/json; charset=utf-8", std::move(body)};
}

/// An object that `write` writes the members of.
template <class Write>
Response object(int status, const Write& write) {
  JsonWriter w;
  w.begin_object();
  w.member("format", 1);
  write(w);
  w.end_object();
  return json(w.str(), status);
}

Refusal wrong(std::string_view en, std::string_view ja, const std::vector<std::string>& args = {}) {
  return {400, base::filled(en, ja, args)};
}

Refusal no_game(const std::string& name) {
  return {404, base::filled("there is no game `{0}`", "`{0}` というゲームはありません", {name})};
}

Refusal no_session() {
  return {404, base::in_both("there is no such session; the oldest are dropped",
                             "そのセッションはありません。古いものから捨てられます")};
}

/// A number without a sign; nothing where it is none.
std::optional<std::size_t> number(const std::string& text) {
  std::size_t out = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
  if (text.empty() || error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return out;
}

std::size_t number_in(const Request& request, const std::string& name, std::size_t otherwise,
                      std::size_t most) {
  const std::string given = request.in_query(name);
  if (given.empty()) return otherwise;
  const auto n = number(given);
  if (!n || *n > most)
    throw wrong("`{0}`: expected a number up to {1}", "`{0}`: {1} までの数を指定してください",
                {name, std::to_string(most)});
  return *n;
}

std::vector<std::string> ids_of(const model::Program& program,
                                const std::vector<model::ClauseId>& clauses) {
  std::vector<std::string> out;
  out.reserve(clauses.size());
  for (const model::ClauseId c : clauses) out.push_back(program.clauses[c].id);
  return out;
}

}  // namespace

Response refused(const Refusal& why) {
  JsonWriter w;
  w.begin_object();
  w.key("error");
  w.begin_object();
  w.member("message", base::in_lang(why.said, Lang::En));
  w.member("message_ja", base::in_lang(why.said, Lang::Ja));
  w.end_object();
  w.end_object();
  return json(w.str(), why.status);
}

// ---------------------------------------------------------------- what is asked

struct Api::Asked {
  std::string game, ruling, text, in_case, declaration;
  bool open = false;
  std::optional<std::size_t> alternative, steps;
  std::vector<rulings::Edit> edits;
};

namespace {

/// An array of objects with texts.
std::vector<rulings::Edit> edits_of(const Json& list) {
  std::vector<rulings::Edit> out;
  bool good = list.is(Json::Kind::Array);
  for (std::size_t i = 0; good && i < list.items.size(); ++i) {
    good = list.items[i].is(Json::Kind::Object);
    rulings::Edit& edit = out.emplace_back();
    for (const base::Member& m : list.items[i].members) {
      good = good && m.value.is(Json::Kind::String);
      edit[m.key] = m.value.string;
    }
  }
  if (!good)
    throw wrong("`edits`: expected objects whose members are texts",
                "`edits`: 文字列だけをもつオブジェクトの配列が必要です");
  return out;
}

}  // namespace

Lang Api::lang_of(const Request& request) const {
  const std::string given = request.in_query("lang");
  if (given.empty()) return lang_;
  if (given != "ja" && given != "en")
    throw wrong("`lang`: expected ja or en", "`lang`: ja か en を指定してください");
  return given == "ja" ? Lang::Ja : Lang::En;
}

Api::Asked Api::asked(const Request& request) const {
  if (!request.in_header("content-type").starts_with("application/json"))
    throw Refusal{415, base::in_both("expected a body of type application/json",
                                     "application/json の本文が必要です")};
  base::SourceMap sources;
  base::DiagnosticLog log;
  const auto body = base::read_json(sources, sources.add("body", request.body), log);
  if (!body || log.has_errors()) throw Refusal{400, errors_of(log, sources)};
  if (!body->is(Json::Kind::Object)) throw wrong("expected an object", "オブジェクトが必要です");
  Asked out;
  for (const base::Member& m : body->members) {
    const auto text = [&](std::string& to) {
      if (!m.value.is(Json::Kind::String))
        throw wrong("`{0}`: expected text", "`{0}`: 文字列が必要です", {m.key});
      to = m.value.string;
    };
    const auto count = [&](std::optional<std::size_t>& to) {
      if (!m.value.is(Json::Kind::Int) || m.value.integer < 0)
        throw wrong("`{0}`: expected a number, 0 or more", "`{0}`: 0 以上の数が必要です", {m.key});
      to = static_cast<std::size_t>(m.value.integer);
    };
    if (m.key == "game")
      text(out.game);
    else if (m.key == "ruling")
      text(out.ruling);
    else if (m.key == "text")
      text(out.text);
    else if (m.key == "case")
      text(out.in_case);
    else if (m.key == "declaration")
      text(out.declaration);
    else if (m.key == "alternative")
      count(out.alternative);
    else if (m.key == "steps")
      count(out.steps);
    else if (m.key == "edits")
      out.edits = edits_of(m.value);
    else if (m.key == "open" && m.value.is(Json::Kind::Bool))
      out.open = m.value.boolean;
    else
      throw wrong("there is no `{0}` here, or not of this kind",
                  "ここに `{0}` はないか、種類が違います", {m.key});
  }
  return out;
}

Subject Api::subject(const Asked& asked) {
  if (asked.game.empty()) throw wrong("expected `game`", "`game` が必要です");
  if (!library_.games().contains(asked.game)) throw no_game(asked.game);
  if (asked.ruling.empty() == asked.text.empty())
    throw wrong("expected either `ruling` or `text`", "`ruling` か `text` のどちらかが必要です");
  if (!asked.text.empty()) return {asked.game, "", asked.text};
  const auto path = library_.path_of(asked.game, asked.ruling);
  if (!path)
    throw Refusal{404, base::filled("there is no ruling `{0}`", "`{0}` という裁定はありません",
                                    {asked.ruling})};
  return {asked.game, *path, ""};
}

Response Api::answer(const Request& request) {
  const std::string rest = request.path.substr(kApi.size());
  const std::size_t slash = rest.find('/');
  const std::string first = rest.substr(0, slash),
                    second = slash == std::string::npos ? "" : rest.substr(slash + 1);
  const bool posts = request.method == "POST", deletes = request.method == "DELETE";
  try {
    if (!posts && !deletes) {
      if (rest == "games") return games();
      if (rest == "openapi.json" || first == "schema")
        return described(first == "schema" ? second : rest);
      if (rest == "search") return search(request);
      if (first == "rulings" && !second.empty()) return look_up(request, "ruling", second);
      if (first == "clauses" && !second.empty()) return look_up(request, "clause", second);
      if (first == "cards" && !second.empty()) return look_up(request, "card", second);
    }
    if (posts && rest == "check") return check(request);
    if (posts && rest == "ask") return ask(request);
    if (posts && rest == "explain") return explain(request);
    if (posts && rest == "edit") return edit(request);
    if (posts && rest == "sessions") return begin(request);
    if (first == "sessions" && !second.empty()) {
      const std::size_t end = second.find('/');
      return session(request, second.substr(0, end),
                     end == std::string::npos ? "" : second.substr(end + 1));
    }
    throw Refusal{404, base::in_both("there is nothing here", "ここには何もありません")};
  } catch (const Refusal& why) {
    return refused(why);
  }
}

// ---------------------------------------------------------------- looking up

/// The game that is asked for; empty: all of them.
std::string Api::game_of(const Request& request) const {
  std::string game = request.in_query("game");
  if (!game.empty() && !library_.games().contains(game)) throw no_game(game);
  return game;
}

Response Api::games() const {
  return object(200, [&](JsonWriter& w) {
    w.key("games");
    w.begin_array();
    for (const auto& [name, folder] : library_.games()) w.value(name);
    w.end_array();
  });
}

Response Api::described(const std::string& name) const {
  for (const base::FileText& f : schemas())
    if (f.path == name) return json(f.text);
  throw Refusal{404, base::in_both("there is no such description", "その定義はありません")};
}

Response Api::search(const Request& request) {
  rulings::store::Options options;
  options.lang = lang_of(request);
  options.limit = std::max<std::size_t>(number_in(request, "limit", 20, kMostHits), 1);
  options.offset = number_in(request, "offset", 0, 1'000'000);
  const std::string question = request.in_query("q");
  const auto found = library_.search(question, game_of(request), options);
  if (!found) throw Refusal{400, found.error().message};
  std::ostringstream out;
  reports::write_search_json(out, question, *found, options);
  return json(std::move(out).str());
}

Response Api::look_up(const Request& request, const std::string& kind, const std::string& name) {
  const auto things = library_.look_up(kind, name, game_of(request), lang_of(request));
  if (!things) throw Refusal{400, things.error().message};
  const bool none = things->cards.empty() && things->clauses.empty() && things->rulings.empty();
  std::ostringstream out;
  reports::write_things_json(
      out, *things, none ? std::vector<std::string>{name} : std::vector<std::string>{}, {});
  return json(std::move(out).str(), none ? 404 : 200);
}

// ---------------------------------------------------------------- examining

Response Api::check(const Request& request) {
  const Lang lang = lang_of(request);
  Examination in(library_, subject(asked(request)));
  const checker::RulingResult result = in.check();
  const bool wrong = in.log().has_errors();
  reports::Style style;
  style.lang = lang;
  findings::Report report;
  report.options = library_.limits();
  if (wrong) {
    report.skipped.push_back(in.document().path);
    report.exit_code = workspace::kWrongInput;
  } else {
    report.results.push_back(workspace::entry_of(result, style));
    const checker::Standing standing = report.results.back().standing;
    report.exit_code = result.fault                               ? workspace::kOurFault
                       : standing == checker::Standing::Confirmed ? workspace::kOk
                       : standing == checker::Standing::Undecided ? workspace::kUndecided
                                                                  : workspace::kFindings;
  }
  std::ostringstream out;
  reports::write_json(out, report, in.sources(), in.log());
  return json(std::move(out).str(), wrong ? 422 : 200);
}

Response Api::ask(const Request& request) {
  const Lang lang = lang_of(request);
  Examination in(library_, subject(asked(request)));
  const checker::RulingResult prepared = in.prepare();
  return object(200, [&](JsonWriter& w) {
    w.member("id", prepared.ruling.id);
    base::write_objects(w, "cases", prepared.questions, [&](const auto& question) {
      const Examination::Outcomes can = in.outcomes(prepared, *question, lang);
      w.member("case", question->which->id);
      base::write_objects(w, "outcomes", can.all, [&](const Examination::Outcomes::One& one) {
        w.member("text", one.text);
        w.member("moves", one.moves);
      });
      w.member("playable", !can.can.unplayed);
      w.member("endless", can.can.endless);
      w.member("complete", can.can.not_said.empty());
      w.member("reason", base::text(can.can.not_said, lang));
    });
  });
}

Response Api::explain(const Request& request) {
  const Lang lang = lang_of(request);
  Examination in(library_, subject(asked(request)));
  const checker::RulingResult result = in.check();
  const std::vector<reports::Told> all = in.told(result, lang);
  return object(200, [&](JsonWriter& w) { reports::write_explained(w, result, all); });
}

Response Api::edit(const Request& request) {
  const Asked body = asked(request);
  Situations& situations = library_.situations();
  Refusal why;
  rulings::Document draft;
  if (body.ruling.empty() && body.text.empty()) {
    const auto program = situations.program(body.game, why);
    if (program == nullptr) throw why;
    draft = rulings::empty_draft(program->game, "");
  } else {
    draft = draft_for(subject(body), body.in_case);
  }
  const std::string text = edited(situations, body.game, std::move(draft), body.edits);
  const bool ready = situations.get({body.game, "", text}, why) != nullptr;
  return object(200, [&](JsonWriter& w) {
    w.member("text", text);
    w.member("ready", ready);
    w.member("missing", ready ? "" : base::in_lang(why.said, lang_of(request)));
  });
}

// ---------------------------------------------------------------- stepping

Response Api::told(const Session& s, Lang lang, int status) const {
  const auto stand = s.situation->stand(s.in_case, s.open, s.taken, lang);
  if (!stand) throw Refusal{404, base::in_both("there is no such case", "その場合はありません")};
  return object(status, [&](JsonWriter& w) {
    w.member("session", std::to_string(s.number));
    w.member("game", s.game);
    w.member("ruling", s.situation->ruling().id);
    w.member("case", s.in_case);
    base::write_values(w, "cases", [&] {
      std::vector<std::string> out;
      for (const auto& [id, name] : s.situation->cases()) out.push_back(id);
      return out;
    }());
    w.member("open", s.open);
    w.key("taken");
    w.begin_array();
    for (const std::size_t k : s.taken) w.value(static_cast<std::uint64_t>(k));
    w.end_array();
    reports::write_stepped(w, reports::stepped_of(s.situation->program(), *stand, lang));
  });
}

Response Api::begin(const Request& request) {
  const Lang lang = lang_of(request);
  const Asked body = asked(request);
  Session s;
  Refusal why;
  s.game = body.game;
  s.situation = library_.situations().get(subject(body), why);
  if (s.situation == nullptr) throw why;
  const auto cases = s.situation->cases();
  s.in_case = body.in_case.empty() && !cases.empty() ? cases.front().first : body.in_case;
  s.open = body.open;
  Response first = told(s, lang, 201);  // that there is such a case
  {
    const std::lock_guard lock(mutex_);
    s.number = ++begun_;
    sessions_.push_back(s);
    if (sessions_.size() > kMostSessions) sessions_.pop_front();
  }
  return told(s, lang, 201);
}

void Api::keep(const Session& session, const std::vector<std::size_t>& from) {
  const std::lock_guard lock(mutex_);
  for (Session& each : sessions_)
    if (each.number == session.number) {
      if (each.taken != from)
        throw Refusal{409, base::in_both("the play stands elsewhere by now; ask where",
                                         "進行はもう別の所にあります。どこにあるか尋ねてください")};
      each.taken = session.taken;
      return;
    }
  throw no_session();
}

Response Api::session(const Request& request, const std::string& name, const std::string& what) {
  const auto wanted = number(name);
  std::optional<Session> found;
  {
    const std::lock_guard lock(mutex_);
    for (const Session& each : sessions_)
      if (wanted && each.number == *wanted) found = each;
    if (found && request.method == "DELETE" && what.empty())
      sessions_.remove_if([&](const Session& each) { return each.number == *wanted; });
  }
  if (!found) throw no_session();
  const Lang lang = lang_of(request);
  if (what.empty() && request.method != "POST") return told(*found, lang, 200);
  if (what == "take" && request.method == "POST") return take(request, std::move(*found));
  if (what == "back" && request.method == "POST") {
    const std::size_t steps = asked(request).steps.value_or(1);
    const std::vector<std::size_t> from = found->taken;
    found->taken.resize(from.size() - std::min(steps, from.size()));
    keep(*found, from);
    return told(*found, lang, 200);
  }
  throw Refusal{404, base::in_both("there is nothing here", "ここには何もありません")};
}

Response Api::take(const Request& request, Session s) {
  const Asked body = asked(request);
  if (body.alternative.has_value() == !body.declaration.empty())
    throw wrong("expected either `alternative` or `declaration`",
                "`alternative` か `declaration` のどちらかが必要です");
  if (!body.declaration.empty()) return declare(request, std::move(s), body.declaration);
  const Lang lang = lang_of(request);
  if (s.taken.size() >= kMostTaken)
    throw Refusal{409, base::in_both("the play is too long", "進行が長すぎます")};
  const std::vector<std::size_t> from = s.taken;
  s.taken.push_back(*body.alternative);
  if (!s.situation->stand(s.in_case, s.open, s.taken, lang))
    throw Refusal{
        409, base::in_both("that is not among what may be done", "いまできることの中にありません")};
  keep(s, from);
  return told(s, lang, 200);
}

/// Takes the way that declares this; else says what stops it.
Response Api::declare(const Request& request, Session s, const std::string& declaration) {
  const Lang lang = lang_of(request);
  base::DiagnosticLog log;
  const auto why = s.situation->why_not(s.in_case, s.open, s.taken, declaration, lang, log);
  if (!why)
    throw Refusal{422, log.has_errors() ? errors_of(log, s.situation->sources())
                                        : base::in_both("expected a `<do>`, as a play has it",
                                                        "進行と同じ `<do>` が必要です")};
  const auto now = s.situation->stand(s.in_case, s.open, s.taken, lang);
  if (why->legal && now)
    for (std::size_t i = 0; i < now->ways.size(); ++i)
      if (now->ways[i].text == why->declaration && s.taken.size() < kMostTaken) {
        const std::vector<std::size_t> from = s.taken;
        s.taken.push_back(i);
        keep(s, from);
        return told(s, lang, 200);
      }
  const model::Program& p = s.situation->program();
  return object(409, [&](JsonWriter& w) {
    w.member("declaration", why->declaration);
    w.member("legal", why->legal);
    w.member("said", base::in_lang(said_of(*why), lang));
    for (const auto& [key, list] :
         {std::pair{"stops", &why->obstacles}, {"besides", &why->besides}})
      base::write_objects(w, key, *list, [&](const checker::explain::Obstacle& o) {
        w.member("text", o.text);
        w.member("here", o.here);
        w.member("clauses", ids_of(p, o.by));
      });
    w.member("nearest", why->nearest);
  });
}

}  // namespace hanrei::server
