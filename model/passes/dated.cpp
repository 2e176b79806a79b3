#include "model/passes/dated.h"

#include <algorithm>

#include "model/syntax/forms.h"

namespace hanrei::model {
namespace {

using base::Json;

std::string text_of(const Json* j) {
  return j != nullptr && j->is(Json::Kind::String) ? j->string : "";
}

class Filter {
 public:
  Filter(const std::vector<Revision>& revisions, const base::AsOf& as_of, base::DiagnosticLog* log)
      : revisions_(revisions), as_of_(as_of), log_(log) {}

  /// `wordings`: of the card that this is a part of.
  Json of(const Json& json, const Json* wordings, bool listed = false) const {
    Json out = json;
    if (const Json* text = json.find("text");
        json.find("card") != nullptr && text != nullptr && text->is(Json::Kind::Array))
      wordings = text;
    if (listed)
      std::erase_if(out.members,
                    [](const base::Member& m) { return m.key == "since" || m.key == "before"; });
    for (base::Member& m : out.members) {
      // Wordings that had not begun are not there; spans of a text are no lists.
      if (m.key == "text" && wordings != nullptr && json.find("card") != nullptr)
        std::erase_if(m.value.items, [&](const Json& w) { return !begun(w); });
      else
        m.value = of(m.value, wordings);
    }
    out.items.clear();
    for (const Json& item : json.items)
      if (counts(item, wordings)) out.items.push_back(of(item, wordings, true));
    return out;
  }

 private:
  bool begun(const Json& wording) const {
    const std::string from = text_of(wording.find("from")), known = text_of(wording.find("known"));
    return as_of_.begun(base::day_of(from), base::day_of(known.empty() ? from : known));
  }

  bool counts(const Json& item, const Json* wordings) const {
    if (!item.is(Json::Kind::Object)) return true;
    const Json *since = item.find("since"), *before = item.find("before");
    if (since != nullptr && !has(*since, wordings)) return false;
    if (before != nullptr && has(*before, wordings)) return false;
    const Json* text = item.find("card") == nullptr ? nullptr : item.find("text");
    return text == nullptr || text->items.empty() ||
           std::ranges::any_of(text->items, [&](const Json& w) { return begun(w); });
  }

  /// Had the revision, or the wording of the card, begun?
  bool has(const Json& name, const Json* wordings) const {
    if (wordings != nullptr)
      for (const Json& w : wordings->items)
        if (text_of(w.find("from")) == name.string) return begun(w);
    for (const Revision& r : revisions_)
      if (r.name == name.string) return r.begun(as_of_);
    if (log_ != nullptr)
      log_->add(base::Code::UnknownName, name.span,
                {name.string,
                 base::in_both(", expected the version of a revision of game.json, or the date of "
                               "a wording of the card",
                               "。game.json の改訂の版、またはカードの文面の日付が必要です")});
    return true;
  }

  const std::vector<Revision>& revisions_;
  const base::AsOf& as_of_;
  base::DiagnosticLog* log_;
};

}  // namespace

bool Revision::begun(const base::AsOf& as_of) const {
  return as_of.begun(base::day_of(effective), base::day_of(known));
}

std::vector<Revision> revisions(const Json& game, base::DiagnosticLog* log) {
  std::vector<Revision> out;
  const Json* list = game.find("revisions");
  if (list == nullptr) return out;
  for (const Json& j : list->items) {
    const std::string date = text_of(j.find("date")), effective = text_of(j.find("effective")),
                      known = text_of(j.find("known"));
    Revision r{text_of(j.find("version")), effective.empty() ? date : effective,
               known.empty() ? date : known};
    if (log != nullptr)
      for (const char* key : {"date", "effective", "known"}) {
        if (const Json* day = j.find(key); day != nullptr && !base::day_of(day->string))
          log->add(base::Code::LawDate, day->span, {key, day->string});
      }
    if (!r.name.empty()) out.push_back(std::move(r));
  }
  return out;
}

void check_revisions(const Json& game, base::DiagnosticLog& log) {
  const Json* list = game.find("revisions");
  if (list == nullptr) return;
  if (!list->is(Json::Kind::Array))
    log.add(base::Code::WrongShape, list->span,
            {"revisions", std::string(base::kind_name(list->kind)),
             base::in_both("a list of revisions", "改訂のリスト")});
  for (const Json& j : list->items) check_file(j, "revision", log);
}

bool is_dated(const Json& json) {
  // Only what stands in a list has dates; elsewhere the two may be names of anything.
  const auto item = [](const Json& j) {
    return j.find("since") != nullptr || j.find("before") != nullptr || is_dated(j);
  };
  return std::ranges::any_of(json.items, item) ||
         std::ranges::any_of(json.members, [](const base::Member& m) { return is_dated(m.value); });
}

Json in_force(const Json& file, const std::vector<Revision>& revisions, const base::AsOf& as_of,
              base::DiagnosticLog* log) {
  return Filter(revisions, as_of, log).of(file, nullptr);
}

void keep_in_force(Game& game, const base::AsOf& as_of) {
  const std::vector<Revision> changes = revisions(game.game);
  for (auto* files : {&game.rulebook, &game.cards})
    for (Json& file : *files) file = in_force(file, changes, as_of, nullptr);
}

}  // namespace hanrei::model
