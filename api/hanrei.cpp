#include "api/hanrei.h"

#include <sstream>

#include "checker/explain/explain.h"
#include "checker/replay/replay.h"
#include "checker/verdict/bases.h"
#include "checker/verdict/can_come.h"
#include "findings/entry.h"
#include "reports/explain.h"
#include "workspace/entry.h"
#include "workspace/games.h"

namespace hanrei {
inline namespace v1 {
namespace {

base::Lang lang_of(const Options& options) {
  return options.language == Language::Japanese ? base::Lang::Ja : base::Lang::En;
}

Standing standing_of(checker::Standing s) {
  switch (s) {
    case checker::Standing::Confirmed: return Standing::Confirmed;
    case checker::Standing::Contradicted: return Standing::Contradicted;
    case checker::Standing::Open: return Standing::Open;
    case checker::Standing::Undecided: return Standing::Undecided;
    case checker::Standing::Vacuous: return Standing::Vacuous;
    case checker::Standing::NotExamined: return Standing::NotExamined;
  }
  return Standing::NotExamined;
}

Evidence evidence_of(checker::Evidence e) {
  switch (e) {
    case checker::Evidence::None: return Evidence::None;
    case checker::Evidence::Exhaustive: return Evidence::Exhaustive;
    case checker::Evidence::Proved: return Evidence::Proved;
    case checker::Evidence::Witnessed: return Evidence::Witnessed;
    case checker::Evidence::Bounded: return Evidence::Bounded;
  }
  return Evidence::None;
}

Severity severity_of(base::Severity s) {
  switch (s) {
    case base::Severity::Note: return Severity::Note;
    case base::Severity::Question: return Severity::Question;
    case base::Severity::Warning: return Severity::Warning;
    case base::Severity::Error: return Severity::Error;
  }
  return Severity::Error;
}

std::vector<Message> messages_of(base::DiagnosticLog& log, const base::SourceMap& sources,
                                 base::Lang lang) {
  log.sort(sources);
  std::vector<Message> out;
  for (const base::Diagnostic& d : log.all()) {
    const base::Place at = sources.place(d.span);
    out.push_back({severity_of(d.severity), std::string(base::code_text(d.code)), at.path, at.line,
                   at.column, base::message(d, lang), base::hint(d, lang)});
  }
  return out;
}

Claim claim_of(const findings::ClaimEntry& c, base::Lang lang) {
  Claim out;
  out.case_id = c.case_id;
  out.text = c.text;
  out.standing = standing_of(c.standing);
  out.evidence = evidence_of(c.evidence);
  if (c.standing == checker::Standing::Undecided) out.reason = findings::reason_of(c, lang);
  out.witness = lang == base::Lang::Ja ? c.witness_ja : c.witness;
  const auto decided = [](const findings::ClaimEntry::Engine& e) {
    return e.asked && e.verdict != checker::Verdict::Unknown;
  };
  out.by_states = decided(c.explicit_state);
  out.by_solver = decided(c.symbolic);
  return out;
}

}  // namespace

std::string_view version() { return HANREI_VERSION; }

std::string_view name(Standing standing) {
  using Own = checker::Standing;
  for (const Own own : {Own::Confirmed, Own::Contradicted, Own::Open, Own::Undecided, Own::Vacuous})
    if (standing_of(own) == standing) return checker::standing_name(own);
  return checker::standing_name(Own::NotExamined);
}

struct Game::Inside {
  base::SourceMap sources;
  Options options;
  base::Lang lang;
  checker::Options limits;
  reports::Style style;
  std::unique_ptr<workspace::LoadedGame> loaded;  ///< nothing: it cannot be read
  bool sound = false;
  std::vector<Message> messages;

  Inside(const std::string& folder, Options given)
      : options(std::move(given)), lang(lang_of(options)) {
    limits.limits.states = options.states;
    limits.limits.solver_units = options.solver_units;
    style.lang = lang;
    base::DiagnosticLog log;
    loaded = workspace::load_game(sources, folder, log, options.readings);
    sound = loaded != nullptr && loaded->compiles(log);
    messages = messages_of(log, sources, lang);
    if (sound) sound = know_readings();
  }

  /// Are the options that are to count there?
  bool know_readings() {
    bool known = true;
    for (const auto& [reading, option] : options.readings) {
      bool found = false;
      for (const model::ReadingDef& r : loaded->game.readings)
        for (const std::string& o : r.options) found = found || (r.name == reading && o == option);
      if (found) continue;
      known = false;
      messages.push_back(
          {Severity::Error, "", loaded->game.folder, 0, 0,
           lang == base::Lang::Ja
               ? "解釈 `" + reading + "` に選択肢 `" + option + "` はありません"
               : "there is no reading `" + reading + "` with an option `" + option + "`",
           ""});
    }
    return known;
  }

  /// The ruling, to be handed to `use`; what is wrong with it lands in the messages of `out`.
  template <class Out, class Use>
  void with(const Source& ruling, Out& out, const Use& use) {
    if (!sound) {
      out.messages = messages;
      return;
    }
    base::DiagnosticLog log;
    const auto document = ruling.text
                              ? rulings::parse_document(sources, ruling.path, *ruling.text, log)
                              : rulings::read_document(sources, ruling.path, log);
    if (document && document->is_deck)
      out.messages.push_back(
          {Severity::Error, "", ruling.path, 1, 1,
           lang == base::Lang::Ja ? "裁定ではなくデッキです" : "a deck, where a ruling is expected",
           ""});
    else if (document)
      use(*document, log);
    for (Message& m : messages_of(log, sources, lang)) out.messages.push_back(std::move(m));
  }
};

Game::Game(const std::string& folder, Options options)
    : in_(std::make_unique<Inside>(folder, std::move(options))) {}
Game::~Game() = default;
Game::Game(Game&&) noexcept = default;
Game& Game::operator=(Game&&) noexcept = default;

bool Game::sound() const { return in_->sound; }
const std::vector<Message>& Game::messages() const { return in_->messages; }

Checked Game::check(const Source& ruling) {
  Checked out;
  in_->with(ruling, out, [&](const rulings::Document& document, base::DiagnosticLog& log) {
    const checker::RulingResult result = in_->loaded->session.check(document, in_->limits, log);
    out.id = document.id;
    out.title = base::in_lang(result.ruling.title, in_->lang);
    if (log.has_errors()) return;
    const findings::RulingEntry entry = workspace::entry_of(result, in_->style);
    for (const findings::ClaimEntry& c : entry.claims) {
      if (!c.fault.empty()) throw std::logic_error(document.id + ": " + c.fault);
      out.claims.push_back(claim_of(c, in_->lang));
    }
    out.standing = standing_of(entry.standing);
    out.partial = !entry.partial.empty();
  });
  return out;
}

Asked Game::ask(const Source& ruling) {
  Asked out;
  in_->with(ruling, out, [&](const rulings::Document& document, base::DiagnosticLog& log) {
    const checker::RulingResult prepared = in_->loaded->session.prepare(document, log, false);
    out.id = document.id;
    out.title = base::in_lang(prepared.ruling.title, in_->lang);
    for (const auto& question : prepared.questions) {
      const checker::CanCome can =
          checker::can_come(*question, in_->limits.limits, in_->lang, false);
      Outcomes& one = out.cases.emplace_back();
      one.case_id = question->which->id;
      for (const auto& [text, way] : can.outcomes) {
        Outcomes::Outcome& outcome = one.outcomes.emplace_back();
        outcome.text = text;
        for (const checker::Move& move : way.moves)
          outcome.moves.push_back(checker::replay::describe(*question, move, in_->lang));
      }
      one.playable = !can.unplayed;
      one.endless = can.endless;
      one.complete = can.not_said.empty();
      one.reason = base::text(can.not_said, in_->lang);
    }
  });
  return out;
}

Explained Game::explain(const Source& ruling) {
  Explained out;
  in_->with(ruling, out, [&](const rulings::Document& document, base::DiagnosticLog& log) {
    checker::Session& session = in_->loaded->session;
    const checker::RulingResult result = session.check(document, in_->limits, log);
    if (result.claims.empty() || log.has_errors()) return;
    const std::vector<checker::Basis> bases = checker::bases_of(result, checker::kStepsOfRuling);
    std::ostringstream text;
    reports::write_explanation(
        text, result,
        checker::explain::explain(
            result, {in_->limits.limits, in_->sources, in_->lang, &bases, &session, &document}),
        bases, false, in_->style);
    out.text = std::move(text).str();
  });
  return out;
}

}  // namespace v1
}  // namespace hanrei
