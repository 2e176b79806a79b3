#include "rulings/law/of_day.h"

#include "rulings/records/records.h"

namespace hanrei::rulings {

LawOfDay::LawOfDay(const std::vector<Document>& documents, const model::Game& game,
                   const GameRecords& now, const base::AsOf& as_of)
    : as_of_(as_of) {
  for (const Document& d : documents)
    if (!d.is_deck) all_.push_back({record_of(d), &d.root});
  if (!as_of.any()) return;
  const GameRecords then = records_of(game);
  for (const auto& c : now.clauses) gone_.insert("clause " + c.id);
  for (const auto& c : now.cards) gone_.insert("card " + c.name);
  for (const auto& c : then.clauses) gone_.erase("clause " + c.id);
  for (const auto& c : then.cards) gone_.erase("card " + c.name);
  for (const LawRuling& r : all_)
    if (const std::string why = missing(r.record); !why.empty()) left_out_[r.record.id] = why;
}

std::string LawOfDay::status(const Document& document) const {
  for (const LawRuling& r : all_)
    if (r.record.id == document.id) return status_as_of(r.record, as_of_);
  return "";
}

std::string LawOfDay::missing(const RulingRecord& r) const {
  const std::string status = status_as_of(r, as_of_);
  if (status == "unknown")
    return base::in_both("it was not known then, or has no date",
                         "その時点で知られていないか、日付がありません");
  if (status == "not yet")
    return base::in_both("it did not count yet", "その時点ではまだ効力がありません");
  for (const std::string& c : r.cites)
    if (gone_.contains("clause " + c))
      return base::in_both("clause " + c + " was not in force",
                           "条項 " + c + " がその時点で効力をもちません");
  for (const std::string& c : r.cards)
    if (gone_.contains("card " + c))
      return base::in_both("the card " + c + " was not there yet",
                           "カード " + c + " がその時点でありません");
  return "";
}

}  // namespace hanrei::rulings
