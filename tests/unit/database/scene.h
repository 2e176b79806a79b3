// Small libraries of games for tests of the database.
#pragma once

#include <fmt/format.h>

#include <string>
#include <vector>

#include "tests/support/workbench.h"
#include "workspace/library.h"

namespace hanrei::test {

struct Written {
  std::string id, title = "題", question, answer, status = "derived", issued, more;
};

inline std::string xml_of(const Written& w, const std::string& game) {
  std::string authority = w.status == "derived" ? "" : " authority=\"審判団\"";
  if (!w.issued.empty()) authority += " issued=\"" + w.issued + "\"";
  return fmt::format(
      R"(<ruling format="1" id="{}" game="{}" status="{}" source="test"{}><title xml:lang="ja">{}</title><question xml:lang="ja">{}</question><answer xml:lang="ja">{}</answer>{}</ruling>)",
      w.id, game, w.status, authority, w.title, w.question, w.answer, w.more);
}

/// A library in a folder of its own.
struct Shelf {
  Scratch folder;
  std::string root = folder / "games";

  void game(const std::string& name) {
    put(root + "/" + name + "/game.json",
        R"({"format": 1, "game": ")" + name +
            R"(", "title": {"ja": "試し"}, "languages": ["ja"], "players": ["A", "B"]})");
    put(root + "/" + name + "/cards/cards.json",
        R"({"format": 1, "title": "札", "cards": [{"card": "追い打ち", "text": [{"from": "2004-01-01", "spans": {"s1": "何もしない。"}}]}, {"card": "火花"}, {"card": "ﾄﾞﾗｺﾞﾝの盾"}]})");
    put(root + "/" + name + "/rulebook/clauses.json",
        R"({"format": 1, "clauses": [{"clause": "15-5", "kind": "rule", "title": "ダウン", "ja": "倒れる。", "en": "Goes down."}]})");
  }
  void ruling(const std::string& game, const Written& w) {
    put(root + "/" + game + "/rulings/" + w.id + ".xml", xml_of(w, game));
  }
  std::string db() const { return folder / "rulings.db"; }

  Ran search(const std::string& query, std::vector<std::string> more = {}) const {
    std::vector<std::string> args = {"search",   query,  root,      "--db", db(),
                                     "--format", "json", "--limit", "1000"};
    args.insert(args.end(), more.begin(), more.end());
    return run(args);
  }
  /// Ids, in order.
  std::vector<std::string> ids(const std::string& query, std::vector<std::string> more = {}) const {
    const Ran ran = search(query, std::move(more));
    std::vector<std::string> out;
    if (ran.code != 0) return {"exit " + std::to_string(ran.code) + ": " + ran.err};
    const base::Json json = json_of(ran);
    for (const base::Json& r : json.find("rulings")->items) out.push_back(r.find("id")->string);
    return out;
  }
};

}  // namespace hanrei::test
