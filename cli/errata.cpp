#include "cli/errata.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <mutex>
#include <optional>

#include "audit/coverage/mutation.h"
#include "audit/readings/regime.h"
#include "base/io/file.h"
#include "base/json/read.h"
#include "reports/errata.h"
#include "workspace/games.h"
#include "workspace/revision.h"

namespace hanrei::cli {
namespace {

using base::Json;
using reports::shown;

/// What one run needs from beginning to end.
struct Run {
  Run(const CheckOptions& o, const Io& i) : options(o), io(i) {}

  const CheckOptions& options;
  const Io& io;
  base::SourceMap sources;
  base::DiagnosticLog log;
  bool ja = options.style.lang == base::Lang::Ja;
  bool refused = false;  ///< a file of a game cannot be read

  int refuse(std::string_view en, std::string_view jp) {
    io.say(en, jp);
    return kWrongInput;
  }
  int complain() {
    log.sort(sources);
    reports::write_diagnostics(io.err, sources, log, options.style);
    return kWrongInput;
  }

  /// The only game of these paths.
  std::optional<GameFiles> one_game(const std::vector<std::string>& paths) {
    Workspace work = find(paths);
    tell(io, work.problems);
    if (!work.problems.empty()) return std::nullopt;
    if (work.games.size() != 1) {
      refuse(work.games.empty() ? "no game there" : "one game at a time: name its folder",
             work.games.empty() ? "ゲームがありません"
                                : "ゲームは一つずつ調べます。そのフォルダを指定してください");
      return std::nullopt;
    }
    tell(io, work.games[0].refused);
    refused = refused || !work.games[0].refused.empty();
    return std::move(work.games[0]);
  }

  /// Reads and compiles, so that mistakes are told once, with their places.
  std::optional<model::Game> read(const std::string& folder) {
    const auto loaded = load_game(sources, folder, log);
    if (loaded != nullptr) (void)loaded->compiles(log);
    return log.has_errors() || loaded == nullptr ? std::nullopt
                                                 : std::optional(std::move(loaded->game));
  }

  /// The rulings of a game. What is wrong with them, with the names in them or with its decks is
  /// logged.
  std::vector<rulings::Document> rulings_of(const GameFiles& files, const model::Game& game) {
    auto out = documents_of(sources, files, log);
    tell_repeated(out, log);
    checker::Session session(game, sources);
    for (const rulings::Document& d : out)
      if (!d.is_deck) (void)session.prepare(d, log);
    for (const std::string& path : files.decks)
      if (const auto deck = rulings::read_document(sources, path, log))
        (void)session.check_deck(*deck, log);
    return out;
  }

  errata::Asked asked(size_t scenes) {
    errata::Asked out;
    out.scenes = scenes;
    out.jobs = threads(options);
    out.stopped = [this] { return io.stopped(); };
    if (io.err_is_terminal)
      out.progress = [this](size_t done, size_t all) {
        io.err << "\r" << done << "/" << all << (ja ? " 状況" : " situations") << std::flush;
      };
    return out;
  }

  int conclude(const errata::Report& report, const std::array<std::string, 2>& names) {
    if (io.err_is_terminal) io.err << "\r\x1b[K";
    if (!report.problem.empty())
      return log.has_errors()
                 ? complain()
                 : refuse(report.problem == "before" ? "the version before does not compile"
                                                     : "the version after does not compile",
                          report.problem == "before" ? "変更前の版が読み込めません"
                                                     : "変更後の版が読み込めません");
    if (report.interrupted) io.say("interrupted", "中断しました");
    const errata::Conclusion c = errata::conclusion(report);
    const int code = log.has_errors() || refused            ? kWrongInput
                     : c == errata::Conclusion::Functional  ? kFindings
                     : c == errata::Conclusion::NotExamined ? kUndecided
                     : report.compared == 0                 ? kNothingExamined
                                                            : kOk;
    if (options.format == "json")
      reports::write_errata_json(io.out, report, names, sources, code);
    else
      reports::write_errata_text(io.out, report, names, options.style);
    if (log.has_errors()) return complain();
    if (code == kNothingExamined) io.say("nothing was examined", "何も検査していません");
    return code;
  }
};

Json text_json(std::string s, base::Span span) {
  Json j;
  j.kind = Json::Kind::String;
  j.string = std::move(s);
  j.span = span;
  return j;
}

void put(Json& object, const std::string& key, Json value, base::Span span) {
  for (base::Member& m : object.members)
    if (m.key == key) {
      m.value = std::move(value);
      m.key_span = span;
      return;
    }
  object.members.push_back({key, span, std::move(value)});
}

/// The card with another wording instead of its last one: as one span `s1`, or, where the abilities
/// stay (`kept`), as the first of the spans that they name, with nothing left in the others.
void reword(Json& card, const std::string& text, bool kept, base::Span span) {
  Json spans, wording, list;
  spans.kind = wording.kind = Json::Kind::Object;
  list.kind = Json::Kind::Array;
  spans.span = wording.span = list.span = span;
  const Json* old = card.find("text");
  const Json* last = old != nullptr && old->is(Json::Kind::Array) && !old->items.empty()
                         ? old->items.back().find("spans")
                         : nullptr;
  if (kept && last != nullptr)
    for (const base::Member& m : last->members)
      spans.members.push_back({m.key, span, text_json(spans.members.empty() ? text : "", span)});
  if (spans.members.empty()) spans.members.push_back({"s1", span, text_json(text, span)});
  if (old != nullptr && old->is(Json::Kind::Array)) {
    list.items = old->items;
    if (!list.items.empty()) {
      if (const Json* from = list.items.back().find("from"))
        wording.members.push_back({"from", span, *from});
      list.items.pop_back();
    }
  }
  wording.members.push_back({"spans", span, std::move(spans)});
  list.items.push_back(std::move(wording));
  put(card, "text", std::move(list), span);
}

}  // namespace

int run_diff(const CheckOptions& options, const DiffOptions& diff, const Io& io) {
  Run run(options, io);
  const bool revision = !diff.base.empty();
  const std::vector<std::string> paths =
      options.paths.empty() && revision ? std::vector<std::string>{"."} : options.paths;
  if (paths.size() != (revision ? 1U : 2U))
    return run.refuse(
        revision ? "diff --base REV takes one game folder"
                 : "diff takes two game folders, OLD and NEW, or --base REV and one",
        revision ? "diff --base REV にはゲームのフォルダを一つ指定します"
                 : "diff には旧と新のフォルダを、または --base REV と一つのフォルダを指定します");
  const auto now = run.one_game({paths.back()});
  if (!now) return kWrongInput;
  std::string folder = paths.front(), name = paths.front();
  std::optional<Revision> kept;
  if (revision) {
    auto at = Revision::of(now->folder, diff.base);
    const base::Result<void> laid = at ? at->lay_out() : base::Result<void>(at.error());
    if (!laid) {
      io.say(laid.error().message);
      return kWrongInput;
    }
    kept = std::move(*at);
    folder = kept->folder();
    name = kept->name();
  }
  const auto old = run.one_game({folder});
  if (!old) return kWrongInput;
  const auto before = run.read(old->folder), after = run.read(now->folder);
  if (!before || !after) return run.complain();
  const auto corpus = run.rulings_of(*old, *before);
  (void)run.rulings_of(*now,
                       *after);  // not asked about; what is wrong with them is told all the same
  return run.conclude(errata::examine(*before, *after, run.sources, corpus, run.asked(diff.scenes)),
                      {name, paths.back()});
}

int run_errata(const CheckOptions& options, const ErrataOptions& errata, const Io& io) {
  Run run(options, io);
  const auto files =
      run.one_game(options.paths.empty() ? std::vector<std::string>{"."} : options.paths);
  if (!files) return kWrongInput;
  if (errata.text.empty() && errata.abilities.empty())
    return run.refuse("errata needs --text, --abilities or both",
                      "errata には --text か --abilities、または両方が要ります");
  const auto before = run.read(files->folder);
  if (!before) return run.complain();
  model::Game after = *before;
  Json* card = errata::card_in(after, errata.card);
  if (card == nullptr)
    return run.refuse("no card " + shown(errata.card, 200) + " in " + shown(files->folder, 400) +
                          " (`hanrei show GAME --names` lists them)",
                      shown(files->folder, 400) + " に " + shown(errata.card, 200) +
                          " というカードはありません (`hanrei show GAME --names` で一覧)");
  if (!errata.text.empty()) {
    const base::Span span = run.sources.add("--text", errata.text);
    reword(*card, errata.text, errata.abilities.empty(), span);
  }
  if (!errata.abilities.empty()) {
    const auto text = base::read_file(errata.abilities);
    if (!text) {
      io.refuse(errata.abilities, text.error().message);
      return kWrongInput;
    }
    const auto json =
        base::read_json(run.sources, run.sources.add(errata.abilities, *text), run.log);
    if (!json || run.log.has_errors()) return run.complain();
    if (json->is(Json::Kind::Array))
      put(*card, "provisions", *json, json->span);
    else if (json->is(Json::Kind::Object))
      for (const base::Member& m : json->members) put(*card, m.key, m.value, m.key_span);
    else
      return run.refuse(
          shown(errata.abilities, 400) +
              ": expected a list of provisions, or an object with the keys of a card that change",
          shown(errata.abilities, 400) +
              ": 能力 (provisions) の配列、または変わるキーをもつオブジェクトが要ります");
    // What is in question now stands in that file.
    card->span = json->span;
  }
  if (const Json* n = card->find("card"); n == nullptr || n->string != errata.card)
    return run.refuse("an erratum keeps the name of its card", "訂正でカード名は変えられません");
  base::DiagnosticLog log;
  (void)model::compile(after, {}, run.sources, log);
  if (log.has_errors()) {
    run.log = std::move(log);
    return run.complain();
  }
  return run.conclude(
      errata::examine(*before, after, run.sources, documents_of(run.sources, *files, run.log),
                      run.asked(errata.scenes)),
      {run.ja ? "現行" : "as it is", run.ja ? "訂正案" : "as proposed"});
}

int run_whatif(const CheckOptions& options, const WhatIfOptions& whatif, const Io& io) {
  Run run(options, io);
  const int given = !whatif.drop.empty() + !whatif.reading.empty() + !whatif.regime.empty();
  if (given != 1)
    return run.refuse(
        "whatif takes one of --drop CLAUSE, --reading NAME=OPTION, --regime NAME.FIELD=VALUE",
        "whatif には --drop CLAUSE、--reading NAME=OPTION、--regime NAME.FIELD=VALUE "
        "のどれか一つを指定します");
  const auto files =
      run.one_game(options.paths.empty() ? std::vector<std::string>{"."} : options.paths);
  if (!files) return kWrongInput;
  const auto game = run.read(files->folder);
  if (!game) return run.complain();
  model::Game other = *game;
  std::map<std::string, std::string> assumed;
  errata::Change change;
  errata::Subject subject;
  std::vector<errata::About> about;
  const auto place = [&](base::Span s) {
    subject.places[0].push_back(s);
    subject.places[1].push_back(s);
    subject.parts.push_back({change.id, {s, s}});
  };
  if (!whatif.drop.empty()) {
    change.kind = errata::Kind::Clause;
    change.id = whatif.drop;
    change.how = errata::How::Removed;
    checker::Session session(*game, run.sources);
    const auto compiled = session.compiled({});
    const auto elements = checker::elements::elements_of(*game);
    const auto& clauses = compiled->program->clauses;
    if (std::none_of(clauses.begin(), clauses.end(),
                     [&](const model::Clause& c) { return c.id == whatif.drop; }))
      return run.refuse("no clause " + shown(whatif.drop, 100),
                        shown(whatif.drop, 100) + " という条項はありません");
    size_t dropped = 0;
    for (size_t e = 0; e < elements.size(); ++e) {
      if (std::find(elements[e].by.begin(), elements[e].by.end(), whatif.drop) ==
          elements[e].by.end())
        continue;
      for (const auto& m : audit::coverage::mutants_of(*game, *compiled->program, elements, e))
        if (m.op == audit::coverage::Operator::Drop) {
          m.apply(other);
          ++dropped;
          place(elements[e].span);
        }
    }
    if (dropped == 0)
      return run.refuse(
          "nothing in the model that states clause " + shown(whatif.drop, 100) + " can be left out",
          "条項 " + shown(whatif.drop, 100) +
              " を述べるもので、取り除けるものがモデルにありません");
  } else if (!whatif.reading.empty()) {
    const size_t at = whatif.reading.find('=');
    change.kind = errata::Kind::Reading;
    change.id = whatif.reading;
    const std::string name = whatif.reading.substr(0, at),
                      option = at == std::string::npos ? "" : whatif.reading.substr(at + 1);
    const auto def = std::find_if(game->readings.begin(), game->readings.end(),
                                  [&](const model::ReadingDef& r) { return r.name == name; });
    if (def == game->readings.end() ||
        std::find(def->options.begin(), def->options.end(), option) == def->options.end())
      return run.refuse("no reading with such an option: " + shown(whatif.reading, 100) +
                            " (`hanrei show GAME` lists them)",
                        "そのような解釈の選択肢はありません: " + shown(whatif.reading, 100) +
                            " (`hanrei show GAME` で一覧)");
    const auto words = [&](const std::vector<std::string>& list, const std::string& of) {
      const auto k = static_cast<size_t>(std::find(def->options.begin(), def->options.end(), of) -
                                         def->options.begin());
      return k < list.size() ? list[k] : "";
    };
    if (option == def->fallback) {
      std::string others;
      for (const std::string& o : def->options)
        if (o != option) others += (others.empty() ? "" : ", ") + (name + "=" + o);
      return run.refuse(
          shown(whatif.reading, 100) +
              " is what the game takes already, so that nothing would change; the others: " +
              shown(others, 400),
          shown(whatif.reading, 100) +
              " はこのゲームがすでに採っている解釈なので、何も変わりません。ほかの選択肢: " +
              shown(others, 400));
    }
    about.push_back({def->title_en, def->title_ja});
    for (const std::string& o : {def->fallback, option})
      about.push_back({o + ": " + words(def->why_en, o), o + ": " + words(def->why_ja, o)});
    for (base::Span s : def->places) place(s);
    assumed[name] = option;
  } else {
    const auto regime = audit::readings::read_change(whatif.regime);
    if (!regime)
      return run.refuse("--regime takes NAME.FIELD=VALUE",
                        "--regime は NAME.FIELD=VALUE の形で指定します");
    change.kind = errata::Kind::Provision;
    change.form = "regime";
    change.id = whatif.regime;
    if (!audit::readings::apply(other, *regime))
      return run.refuse("no order or exchange " + shown(regime->regime, 100) + " with a field " +
                            shown(regime->field, 100),
                        shown(regime->regime, 100) + " という order・exchange か、その項目 " +
                            shown(regime->field, 100) + " がありません");
    for (const Json& file : game->rulebook)
      if (const Json* list = file.find("provisions"))
        for (const Json& form : list->items)
          for (const base::Member& m : form.members)
            if ((m.key == "order" || m.key == "exchange") && m.value.string == regime->regime &&
                form.members[0].key == m.key)
              place(form.span);
  }
  checker::Session before(*game, run.sources), after(other, run.sources, assumed);
  if (!whatif.drop.empty() && after.compiled({})->code == nullptr)
    return run.refuse("without clause " + shown(whatif.drop, 100) +
                          " the rest is no model: other provisions name what rests on it",
                      "条項 " + shown(whatif.drop, 100) +
                          " を取り除くとモデルにならない: ほかの定めがその内容を使っている");
  const std::string supposed = !whatif.drop.empty()
                                   ? (run.ja ? "条項なし " : "without ") + whatif.drop
                                   : whatif.reading + whatif.regime;
  return run.conclude(
      errata::suppose(before, after, change, about, subject,
                      documents_of(run.sources, *files, run.log), run.asked(whatif.scenes)),
      {run.ja ? "現行" : "as it is", supposed});
}

}  // namespace hanrei::cli
