#include "server/situations.h"

#include <algorithm>

#include "base/text/sha256.h"
#include "checker/replay/replay.h"

namespace hanrei::server {
namespace {

using checker::explain::Stand;

constexpr const char* kSent = "text.xml";  // what messages call a text that was sent

Refusal not_read(const std::string& said) { return {422, said}; }

/// Of a document: what is wrong with it.
Refusal not_read(const base::DiagnosticLog& log, const base::SourceMap& sources);

/// How many errors are about the document, and not about what its situation leaves out.
std::size_t of_document(const base::DiagnosticLog& log) {
  using base::Code;
  return static_cast<std::size_t>(std::ranges::count_if(log.all(), [](const base::Diagnostic& d) {
    return d.severity == base::Severity::Error && d.code != Code::LeftOut &&
           d.code != Code::NotOnTheWay && d.code != Code::NoBeginning &&
           d.code != Code::AlreadyBroken && d.code != Code::AlreadyMet;
  }));
}

/// The element of the case, or the ruling itself where it has no cases.
rulings::Element* element_of(rulings::Element& root, const std::string& in_case) {
  if (in_case.empty()) return &root;
  for (rulings::Element& e : root.children)
    if (e.name == "case" && e.get("id") == in_case) return &e;
  return nullptr;
}

}  // namespace

std::string said_of(const checker::explain::WhyNot& why) {
  if (why.legal)
    return base::in_both(
        "it is legal, but not among what the ruling leaves open: begin with `open`",
        "適法だが、裁定が決めていないことの中にはない。`open` で始めると選べる");
  return why.obstacles.empty()
             ? base::in_both("it is not among what may be declared", "宣言できることの中にない")
             : base::in_both("this stops it", "次のことが妨げる");
}

std::string errors_of(const base::DiagnosticLog& log, const base::SourceMap& sources, bool places) {
  constexpr std::size_t kMost = 5;
  std::string both[2];
  std::size_t n = 0;
  for (const base::Diagnostic& d : log.all()) {
    if (d.severity != base::Severity::Error || ++n > kMost) continue;
    const base::Place at = sources.place(d.span);
    for (const base::Lang lang : {base::Lang::En, base::Lang::Ja}) {
      std::string& to = both[static_cast<std::size_t>(lang)];
      if (!to.empty()) to += "\n";
      if (places && at.line > 0)
        to += std::to_string(at.line) + ":" + std::to_string(at.column) + ": ";
      to += base::message(d, lang);
      if (const std::string hint = base::hint(d, lang); !hint.empty()) to += " (" + hint + ")";
    }
  }
  return base::in_both(both[0], both[1]);
}

std::unique_ptr<Room> read_room(const std::string& folder, Refusal& why) {
  auto out = std::make_unique<Room>();
  base::DiagnosticLog log;
  out->loaded = workspace::load_game(out->sources, folder, log);
  if (out->loaded != nullptr && out->loaded->compiles(log)) return out;
  why = {503, base::in_both("the game cannot be read any more", "ゲームが読めなくなっています")};
  return nullptr;
}

std::optional<rulings::Document> document_of(Room& room, const Subject& subject,
                                             base::DiagnosticLog& log, Refusal& why) {
  auto document = subject.path.empty()
                      ? rulings::parse_document(room.sources, kSent, subject.text, log)
                      : rulings::read_document(room.sources, subject.path, log);
  if (document && document->is_deck) {
    why = not_read(base::in_both("a deck, where a ruling is expected", "裁定ではなくデッキです"));
    return std::nullopt;
  }
  if (!document) why = not_read(log, room.sources);
  return document;
}

namespace {

Refusal not_read(const base::DiagnosticLog& log, const base::SourceMap& sources) {
  return {422, errors_of(log, sources), errors_of(log, sources, false), of_document(log)};
}

}  // namespace

// ---------------------------------------------------------------- one of them

Situation::Situation(std::shared_ptr<Room> room, checker::RulingResult prepared,
                     rulings::Document document)
    : room_(std::move(room)), prepared_(std::move(prepared)), document_(std::move(document)) {
  const auto keep = [&](const std::string& id, bool open,
                        std::shared_ptr<const checker::Question> question) {
    const auto lets = checker::explain::some_values(*question);
    ready_[{id, open}] = {std::move(question), lets.value_or(std::vector<std::int64_t>{})};
  };
  for (const auto& question : prepared_.questions) {
    if (question == nullptr || question->which->deck) continue;
    const std::string& id = question->which->id;
    keep(id, false, question);
    open_cases_.push_back(checker::explain::all_open(*question->which, *prepared_.program));
    keep(id, true,
         std::make_shared<const checker::Question>(
             checker::make_question(*prepared_.program, *prepared_.code, open_cases_.back())));
  }
}

std::vector<std::pair<std::string, std::string>> Situation::cases() const {
  std::vector<std::pair<std::string, std::string>> out;
  for (const rulings::Case& c : ruling().cases)
    if (ready_.contains({c.id, false})) out.emplace_back(c.id, name_of(c, base::Lang::Ja));
  return out;
}

const Situation::One* Situation::find(const std::string& in_case, bool open) const {
  const auto at = ready_.find({in_case, open});
  return at == ready_.end() ? nullptr : &at->second;
}

std::optional<Stand> Situation::stand(const std::string& in_case, bool open,
                                      const std::vector<std::size_t>& taken,
                                      base::Lang lang) const {
  const One* one = find(in_case, open);
  if (one == nullptr) return std::nullopt;
  const auto moves = checker::replay::numbered(*one->question, one->lets, taken);
  if (!moves) return std::nullopt;
  return checker::explain::stand_at(*one->question, ruling(), one->lets, *moves, lang);
}

std::optional<checker::explain::WhyNot> Situation::why_not(const std::string& in_case, bool open,
                                                           const std::vector<std::size_t>& taken,
                                                           const std::string& declaration,
                                                           base::Lang lang,
                                                           base::DiagnosticLog& log) const {
  const One* one = find(in_case, open);
  if (one == nullptr) return std::nullopt;
  const auto moves = checker::replay::numbered(*one->question, one->lets, taken);
  if (!moves) return std::nullopt;
  // The declaration is read as a claim of the ruling would be.
  const std::lock_guard lock(room_->mutex);
  const auto with =
      rulings::parse_document(room_->sources, kSent,
                              "<ruling format=\"1\" id=\"X\" game=\"X\" status=\"derived\" "
                              "source=\"rulebook\"><claim kind=\"legal\" now=\"yes\">\n" +
                                  declaration + "\n</claim></ruling>",
                              log);
  room_->taken += declaration.size();
  if (!with) return std::nullopt;
  rulings::Document asked = document_;
  rulings::Element* to = element_of(asked.root, in_case);
  const auto claim = std::ranges::find(with->root.children, "claim", &rulings::Element::name);
  if (to == nullptr || claim == with->root.children.end()) return std::nullopt;
  to->children.push_back(*claim);
  const checker::RulingResult r = room_->loaded->session.prepare(asked, log, false);
  if (log.has_errors()) return std::nullopt;
  for (const auto& question : r.questions)
    if (question != nullptr && question->which->id == in_case && !question->which->claims.empty())
      return checker::explain::why_not_after(*one->question, ruling(), one->lets, *moves,
                                             question->which->claims.back(), room_->sources, lang);
  return std::nullopt;
}

std::string Situation::text() const {
  const std::lock_guard lock(room_->mutex);
  return std::string(room_->sources.text(document_.root.span.file));
}

// ---------------------------------------------------------------- all of them

std::shared_ptr<Room> Situations::room(const std::string& game, Refusal& why) {
  const auto at = games_.find(game);
  if (at == games_.end()) {
    why = {404, base::in_both("there is no such game", "そのゲームはありません")};
    return nullptr;
  }
  const std::lock_guard lock(mutex_);
  std::shared_ptr<Room>& room = rooms_[game];
  if (room != nullptr && room->taken > kMostTexts) room.reset();
  if (room == nullptr) room = read_room(at->second, why);
  return room;
}

std::shared_ptr<const model::Program> Situations::program(const std::string& game, Refusal& why) {
  const std::shared_ptr<Room> in = room(game, why);
  if (in == nullptr) return nullptr;
  const std::lock_guard lock(in->mutex);
  return in->loaded->session.compiled({})->program;
}

std::shared_ptr<const Situation> Situations::get(const Subject& subject, Refusal& why) {
  const std::string key =
      subject.game + "/" +
      (subject.path.empty() ? "text " + base::sha256(subject.text) : "file " + subject.path);
  {
    const std::lock_guard lock(mutex_);
    const auto at = std::ranges::find(ready_, key, [](const auto& each) { return each.first; });
    if (at != ready_.end()) {
      ready_.splice(ready_.begin(), ready_, at);
      return at->second;
    }
  }
  const std::shared_ptr<Room> in = room(subject.game, why);
  if (in == nullptr) return nullptr;
  std::shared_ptr<const Situation> out;
  {
    const std::lock_guard lock(in->mutex);
    base::DiagnosticLog log;
    auto document = document_of(*in, subject, log, why);
    if (!document) return nullptr;
    in->taken += in->sources.text(document->root.span.file).size();
    checker::RulingResult prepared = in->loaded->session.prepare(*document, log, false);
    if (log.has_errors() || prepared.questions.empty()) {
      why = log.has_errors() ? not_read(log, in->sources)
                             : not_read(base::in_both("it has no situation", "状況がありません"));
      return nullptr;
    }
    out = std::make_shared<const Situation>(in, std::move(prepared), std::move(*document));
  }
  const std::lock_guard lock(mutex_);
  ready_.emplace_front(key, out);
  if (ready_.size() > kMostSituations) ready_.pop_back();
  return out;
}

}  // namespace hanrei::server
