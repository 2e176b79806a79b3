// Copies of the five games with something planted, and what their audit finds.
#pragma once

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "audit/clashes/clashes.h"
#include "tests/catch.h"
#include "tests/support/workbench.h"

namespace hanrei::test {

using namespace hanrei::checker;

/// Where a game can be planted: an act and the moment for it, what a card of its most common sort
/// has printed, a clause that a step states, an attribute that a move may give (empty: no such
/// step), where cards end up, and how the game is decided.
struct Game {
  const char *name, *act, *moment, *printed, *step, *with, *trash;
  bool cards_win, draws;
};
inline const Game kGames[] = {
    {"lftcg", "フェイズを終了する", "メインフェイズの行動",
     R"("種": "キャラクター", "気力上限": 10)", "15-10-1[13]", R"({"状態": "待機"})", "ゴミ箱",
     true, true},
    {"precious", "アプローチする", "アプローチの機会",
     R"("種": "キャラクター", "能力値あり": true, "AP": 30, "DP": 30)", "アプローチ.6", "",
     "捨て札置き場", false, true},
    {"actor", "何もせず終了", "行動権",
     R"("種": "アクター", "★": 1, "攻撃力": 3, "防御力": 2, "行動範囲": ["上"])", "出陣させる.1",
     R"({"置き方": "斜め"})", "捨札", false, false},
    {"monster", "マジックを使う", "バトルターン", R"("種": "モンスター", "コスト": 1)",
     "流れ.バトル終了時.2", R"({"zone": "サポートゾーン"})", "戦力外ゾーン", false, true},
    {"gash", "魔本をめくる", "スタートのめくり",
     R"("種": "魔物", "型": "通常", "名": ["ガロン"], "魔力": 1000)",
     "ADV.魔物がいなくなったとき.2", R"({"zone": "捨て札"})", "捨て札", false, false}};

/// A copy of a game with two more files.
struct Planted {
  Scratch scratch;
  std::string folder = scratch / "game";
  explicit Planted(const Game& game) {
    copy_folder(at_root(std::string("fixtures/") + game.name), folder);
  }
  void rules(const std::string& clauses, const std::string& provisions) const {
    put(folder + "/rulebook/99-plant.json", "{\"format\": 1, \"clauses\": [\n" + clauses +
                                                "\n], \"provisions\": [\n" + provisions + "\n]}\n");
  }
  /// Puts these cards into one situation, where as many of the most common card lay; rulings
  /// without such a situation go.
  void deal(const Game& game, const std::vector<std::string>& names) const {
    const std::string common = std::string(game.name) == "gash" ? "is=\"ガロン\"" : "is=\"無名\"";
    std::vector<std::string> files;
    for (const auto& file : std::filesystem::recursive_directory_iterator(folder + "/rulings"))
      if (file.path().extension() == ".xml") files.push_back(file.path().string());
    for (const std::string& file : files) {
      std::string text = slurp(file);
      bool dealt = false;
      for (size_t from = text.find("<situation"); from != std::string::npos;
           from = text.find("<situation", from + 1)) {
        const size_t end = text.find("</situation>", from);
        std::vector<size_t> places;
        for (size_t at = text.find(common, from); at < end && places.size() < names.size();
             at = text.find(common, at + 1))
          places.push_back(at);
        if (places.size() < names.size()) continue;
        dealt = true;
        for (size_t i = names.size(); i-- > 0;)
          text.replace(places[i], common.size(), "is=\"" + names[i] + "\"");
      }
      if (dealt)
        put(file, text);
      else
        std::filesystem::remove(file);
    }
  }
  void cards(const std::string& cards) const {
    put(folder + "/cards/99-plant.json", "{\"format\": 1, \"cards\": [\n" + cards + "\n]}\n");
  }
};

inline std::string clause(const char* id, const char* more = "") {
  return std::string("{\"clause\": \"") + id +
         "\", \"kind\": \"prohibition\", \"status\": \"modelled\", \"title\": \"植\", \"ja\": "
         "\"植えた条項。\", \"en\": \"A planted clause.\"" +
         more + "}";
}
inline std::string card(const Game& game, const char* spans, const std::string& provisions) {
  return std::string("{\"card\": \"植えた札\", ") + game.printed +
         ", \"invented\": true, \"text\": [{\"from\": \"2024-01-01\", \"spans\": " + spans +
         "}],\n \"provisions\": [" + provisions + "]}";
}
inline std::string permit(const Game& game, const char* over) {
  return std::string("{\"norm\": \"permit\", \"event\": \"act ") + game.act + "\", \"in\": \"" +
         game.moment + "\"" + over + ", \"span\": [\"s1\"]}";
}
inline std::string forbid(const Game& game, const char* by) {
  return std::string("{\"norm\": \"forbid\", \"event\": \"act ") + game.act + "\", \"by\": [\"" +
         by + "\"]}";
}

struct Audited {
  Corpus corpus;
  audit::clashes::Report report;
  explicit Audited(const std::string& folder) : corpus(folder) {
    REQUIRE(corpus.game);
    base::DiagnosticLog log;
    (void)model::compile(*corpus.game, {}, corpus.sources, log);
    log.sort(corpus.sources);
    for (const base::Diagnostic& d : log.all())
      if (d.severity == base::Severity::Error) FAIL(base::message(d, base::Lang::En));
    audit::clashes::Asked asked;
    asked.jobs = 2;
    report = audit::clashes::examine(*corpus.game, corpus.sources, corpus.documents, asked);
    for (const std::string& f : report.faults) FAIL(f);
  }
  std::string set_of(const audit::clashes::Finding& f) const {
    std::vector<std::string> members;  // the order of clauses is that of the files
    for (const audit::clashes::Ground& g : f.set)
      members.push_back(audit::clashes::ground_text(*report.program, g));
    std::sort(members.begin(), members.end());
    std::string out;
    for (const std::string& m : members) out += (out.empty() ? "" : " ") + m;
    return out;
  }
  /// The finding of that code with exactly this set.
  const audit::clashes::Finding* find(const std::string& code, const std::string& set) const {
    for (const audit::clashes::Finding& f : report.findings)
      if (base::code_text(f.code) == code && set_of(f) == set) return &f;
    std::string all;
    for (const audit::clashes::Finding& f : report.findings)
      all += std::string(base::code_text(f.code)) + " " + set_of(f) + "\n";
    UNSCOPED_INFO("there are:\n" + all);
    return nullptr;
  }
  /// Does some finding of that code have this member?
  size_t count(const std::string& code, const std::string& member) const {
    size_t n = 0;
    for (const audit::clashes::Finding& f : report.findings)
      for (const audit::clashes::Ground& g : f.set)
        if (base::code_text(f.code) == code &&
            audit::clashes::ground_text(*report.program, g) == member)
          ++n;
    return n;
  }
  /// The file, line and column where the finding is, the file without its folders.
  std::string place(const audit::clashes::Finding& f) const {
    const base::Place p = corpus.sources.place(f.place);
    return p.path.substr(p.path.rfind('/') + 1) + ":" + std::to_string(p.line) + ":" +
           std::to_string(p.column);
  }
  void minimal(const audit::clashes::Finding& f) const {
    INFO(set_of(f));
    CHECK_FALSE(f.stands(f.set));
    for (size_t i = 0; i < f.set.size(); ++i) {
      std::vector<audit::clashes::Ground> fewer = f.set;
      fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
      CHECK(f.stands(fewer));
    }
  }
};

}  // namespace hanrei::test
