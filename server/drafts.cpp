#include "server/drafts.h"

#include <algorithm>

#include "base/text/filled.h"
#include "base/text/sha256.h"

namespace hanrei::server {
namespace {

constexpr std::size_t kNameDigits = 32;

/// How many mistakes the document of a text has; `said`: what they are.
std::size_t mistakes(Situations& situations, const std::string& game, const std::string& text,
                     std::string& said) {
  Refusal why;
  if (situations.get({game, "", text}, why) != nullptr) return 0;
  if (why.status != 422) throw why;
  said = why.bare.empty() ? why.said : why.bare;
  return why.errors;
}

}  // namespace

std::string Drafts::keep(const std::string& game, const std::string& text) {
  const std::string name = base::sha256(game + "\n" + text).substr(0, kNameDigits);
  if (this->text(game, name)) return name;
  const std::lock_guard lock(mutex_);
  all_.push_front({game, name, text});
  bytes_ += text.size();
  while (all_.size() > kMostDrafts || bytes_ > kMostDraftBytes) {
    bytes_ -= all_.back().text.size();
    all_.pop_back();
  }
  return name;
}

std::optional<std::string> Drafts::text(const std::string& game, const std::string& name) {
  const std::lock_guard lock(mutex_);
  const auto at =
      std::ranges::find_if(all_, [&](const Draft& d) { return d.name == name && d.game == game; });
  if (at == all_.end()) return std::nullopt;
  all_.splice(all_.begin(), all_, at);
  return at->text;
}

rulings::Document draft_for(const Subject& subject, const std::string& in_case) {
  base::SourceMap sources;
  base::DiagnosticLog log;
  const auto document = subject.path.empty()
                            ? rulings::parse_document(sources, "text.xml", subject.text, log)
                            : rulings::read_document(sources, subject.path, log);
  if (!document) throw Refusal{422, errors_of(log, sources)};
  const bool whole = subject.path.empty() && !document->is_deck && in_case.empty() &&
                     std::ranges::none_of(document->root.children, [](const rulings::Element& e) {
                       return e.name == "case";
                     });
  auto draft = whole ? document : rulings::draft_of(*document, in_case);
  if (!draft)
    throw Refusal{422, base::in_both("there is no situation of that name in it",
                                     "その名前の状況はありません")};
  return std::move(*draft);
}

std::string edited(Situations& situations, const std::string& game, rulings::Document draft,
                   const std::vector<rulings::Edit>& edits) {
  if (edits.size() > kMostEdits)
    throw Refusal{400, base::filled("more than {0} edits", "編集が {0} を超えています",
                                    {std::to_string(kMostEdits)})};
  std::string before, after;
  const std::size_t were = mistakes(situations, game, rulings::draft_xml(draft), before);
  for (const rulings::Edit& edit : edits)
    if (const std::string wrong = rulings::apply(draft, edit); !wrong.empty())
      throw Refusal{422, wrong};
  std::string text = rulings::draft_xml(draft);
  if (text.size() > kMostDraft)
    throw Refusal{422,
                  base::filled("the situation has more than {0} bytes",
                               "状況が {0} バイトを超えています", {std::to_string(kMostDraft)})};
  const std::size_t are = mistakes(situations, game, text, after);
  if (are > were && !std::ranges::all_of(edits, rulings::takes_away)) throw Refusal{422, after};
  return text;
}

}  // namespace hanrei::server
