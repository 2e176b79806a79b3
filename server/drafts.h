// Situations that somebody builds. A text is kept under a digest of itself, and never changed: an
// edit makes another one, and the way back of a browser takes it back. Used by several threads.
#pragma once

#include <list>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "rulings/xml/edit.h"
#include "server/situations.h"

namespace hanrei::server {

inline constexpr std::size_t kMostDrafts = 512;
inline constexpr std::size_t kMostDraftBytes = std::size_t{16} << 20;  ///< of all of them
inline constexpr std::size_t kMostDraft = 256 << 10;                   ///< of one
inline constexpr std::size_t kMostEdits = 100;                         ///< of a request

class Drafts {
 public:
  /// What it is called. Those that were not asked for longest are dropped.
  std::string keep(const std::string& game, const std::string& text);
  std::optional<std::string> text(const std::string& game, const std::string& name);

 private:
  struct Draft {
    std::string game, name, text;
  };
  std::mutex mutex_;
  std::list<Draft> all_;  ///< the last asked for first
  std::size_t bytes_ = 0;
};

/// The document of a subject as a draft: a case of a ruling, or the text as it is where it has no
/// cases. Throws a Refusal.
rulings::Document draft_for(const Subject& subject, const std::string& in_case);
/// The text after these edits, which a game reads. A Refusal is thrown where an edit cannot be
/// made, or where what only adds makes the document wrong: what is said is what the reader says.
std::string edited(Situations& situations, const std::string& game, rulings::Document draft,
                   const std::vector<rulings::Edit>& edits);

}  // namespace hanrei::server
