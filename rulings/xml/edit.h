// A situation that somebody builds: a ruling's document, changed by small edits. Each edit is a
// kind with its fields, all of them text; docs/serve.md lists them. Edits know the shape of a
// document and nothing of a game: what comes of them is read like any file, and what is wrong with
// it is said there.
//
//     Document d = *draft_of(document, "");           // or empty_draft(…)
//     std::string wrong = apply(d, {{"edit", "move"}, {"card", "L"}, {"player", "B"}, {"zone",
//     "手札"}}); std::string file = draft_xml(d);
#pragma once

#include <map>
#include <optional>
#include <string>

#include "base/result.h"
#include "rulings/rulings.h"

namespace hanrei::rulings {

using Edit = std::map<std::string, std::string>;

/// A ruling of the game with nothing in its situation, whose play stands at `at`.
Document empty_draft(const std::string& game, const std::string& at);
/// A case of a ruling (empty: the first) as a derived ruling of its own: its situation, its play
/// and its claims, with what they presume. What the ruling says in words is about the situation as
/// it was, and stays behind. Nothing: there is no such case, or it is a deck.
std::optional<Document> draft_of(const Document& ruling, const std::string& in_case);

/// Empty: it was made. Else why not, in both languages; then nothing was changed.
std::string apply(Document& draft, const Edit& edit);
/// Does an edit of this kind only take away?
bool takes_away(const Edit& edit);

/// A `<do>`: who declares what, and what is presented with it (`c=e t=M`).
base::Result<std::string> declaration_xml(const std::string& by, const std::string& act,
                                          const std::string& things);
/// The file.
std::string draft_xml(const Document& draft);

}  // namespace hanrei::rulings
