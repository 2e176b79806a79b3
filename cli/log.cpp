// hanrei log: what was added, changed, superseded, or moved to another status since a day.
#include <fmt/format.h>

#include "base/json/write.h"
#include "cli/search.h"
#include "reports/search.h"
#include "rulings/law/feed.h"
#include "rulings/search/query.h"

namespace hanrei::cli {
using reports::shown;
using rulings::Event;

namespace {

std::string_view kind_name(Event::Kind kind) {
  switch (kind) {
    case Event::Kind::Added: return "added";
    case Event::Kind::Changed: return "changed";
    case Event::Kind::Superseded: return "superseded";
    case Event::Kind::Moved: return "moved";
  }
  return "";
}

std::string said(const Event& e, base::Lang lang) {
  const bool ja = lang == base::Lang::Ja;
  const std::string id = shown(e.id, 100), to = shown(e.to, 100);
  const std::string thing = e.what == "ruling" ? (ja ? "裁定 " : "ruling ") + id
                            : e.what == "card" ? (ja ? "カード " : "card ") + id
                                               : (ja ? "改訂 " : "revision ") + id;
  const auto status = [&](const std::string& s) {
    return shown(rulings::search::status_text(s, lang), 60);
  };
  const std::string from_day = to.empty() || to == base::date_text(e.day) ? ""
                               : ja ? " (" + to + " から適用)"
                                    : " (counts from " + to + ")";
  switch (e.kind) {
    case Event::Kind::Added: return thing + (ja ? ": 追加" : ": added") + from_day;
    case Event::Kind::Changed:
      return thing +
             (e.what == "revision" ? (ja ? ": 規則の変更" : ": the rules changed")
              : ja                 ? ": 文面の変更"
                                   : ": the text changed") +
             from_day;
    case Event::Kind::Superseded:
      return thing + (ja ? ": " + to + " に差し替え" : ": superseded by " + to);
    case Event::Kind::Moved: return thing + ": " + status(e.from) + " → " + status(e.to);
  }
  return thing;
}

}  // namespace

int run_log(const DatabaseOptions& options, const std::string& since, const std::string& format,
            const reports::Style& style, const Io& io) {
  const bool ja = style.lang == base::Lang::Ja;
  const auto day = base::day_of(since);
  if (!day) {
    io.refuse("--since " + since,
              base::in_both("expected a date such as 2004-05-31, 2004-05 or 2004",
                            "2004-05-31、2004-05、2004 のような日付が必要です"));
    return kWrongInput;
  }
  Opened db = open_database(options, io);
  if (!db.store) return kWrongInput;
  rulings::store::Options of;
  of.games = db.games;
  const auto records = db.store->records(of);
  if (!records) {
    io.refuse(db.file, records.error().message);
    return kWrongInput;
  }
  std::size_t dated = 0, undated = 0;
  base::JsonWriter w;
  w.begin_object();
  w.member("format", 1);
  w.member("since", base::date_text(*day));
  w.key("events");
  w.begin_array();
  for (const auto& game : *records) {
    const rulings::Feed feed = rulings::feed_since(game, *day);
    dated += feed.dated;
    undated += feed.undated;
    for (const Event& e : feed.events) {
      if (format == "text") {
        io.out << base::date_text(e.day) << "  "
               << (records->size() > 1 ? shown(game.game.id, 60) + "  " : "") << said(e, style.lang)
               << "\n";
        continue;
      }
      w.begin_object();
      w.member("day", base::date_text(e.day));
      w.member("game", game.game.id);
      w.member("kind", kind_name(e.kind));
      w.member("what", e.what);
      w.member("id", e.id);
      if (e.kind == Event::Kind::Moved) {
        w.member("from", e.from);
        w.member("to", e.to);
      } else if (e.kind == Event::Kind::Superseded)
        w.member("by", e.to);
      else if (!e.to.empty())
        w.member("effective", e.to);
      w.end_object();
    }
  }
  w.end_array();
  w.member("undated", static_cast<std::uint64_t>(undated));
  w.end_object();
  if (format == "json")
    io.out << w.str();
  else if (undated > 0)
    io.out << fmt::format(fmt::runtime(ja ? "日付のない裁定 {} 件は含みません\n"
                                          : "rulings without a date, which are not in this: {}\n"),
                          undated);
  if (dated == 0) io.say("nothing here has a date", "日付のあるものがありません");
  return db.wrong_input ? kWrongInput : dated == 0 ? kNothingExamined : kOk;
}

}  // namespace hanrei::cli
