// Everything that an audit examines: the situations of the rulings, and those made from them.
#pragma once

#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "audit/clashes/clashes.h"
#include "audit/clashes/scope.h"
#include "checker/collisions/meetings.h"

namespace hanrei::audit::clashes {

class Stage : public Scenes {
 public:
  /// The situations of the documents, under the default readings or those asked for.
  Stage(const model::Game& game, const base::SourceMap& sources,
        const std::vector<rulings::Document>& documents, const Asked& asked);
  /// Goes through all of them, then through those made from them.
  Meetings meet(const Asked& asked, Receipt& receipt);
  const Question& question(const Spot& spot) const override {
    return *scenes_[spot.scene].question;
  }
  void name(const Spot& spot, Met& met) const override;
  size_t size() const override { return scenes_.size(); }
  /// What the situations of the rulings reached, in their order: scenes from the first one on.
  struct Came {
    size_t states = 0;
    Reached reached;
  };
  const std::vector<Came>& bases() const { return came_; }

 private:
  struct Scene {
    size_t document = 0;
    std::shared_ptr<Question> question;
    std::shared_ptr<rulings::Case> made;
    CardId card, other = kNone;
  };
  struct Seen {
    Meetings met;
    std::vector<base::Reason> cut;
    size_t states = 0;
    bool done = false;
  };
  std::vector<Seen> go_through(size_t from, const Limits& limits, const Asked& asked) const;
  /// One more situation, if it can be; `v.base` is a scene.
  bool add(const Variant& v);
  /// Two cards that demand something, one beside the other.
  void beside(const std::vector<std::set<NormId>>& owed, size_t most);

  std::vector<RulingResult> rulings_;
  std::vector<std::string> ids_, left_out_, unreached_;
  std::vector<Scene> scenes_;
  std::vector<Came> came_;
};

/// A situation of the stage in which cards lie at other places than in its ruling.
struct Put {
  std::shared_ptr<rulings::Case> which;
  std::shared_ptr<Question> question;
  size_t scene = 0;
  std::vector<CardId> cards;  ///< that did not lie there
};
/// Each card at its place; nothing where that cannot be.
std::optional<Put> put(const Stage& stage, size_t scene, const std::vector<CardId>& cards,
                       const std::vector<int>& places);

}  // namespace hanrei::audit::clashes
