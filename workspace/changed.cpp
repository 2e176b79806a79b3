#include "workspace/changed.h"

#include "base/text/filled.h"
#include "errata/print.h"

namespace hanrei::workspace {
namespace {

using base::Json;
using errata::Change;

/// What is printed of it; empty: it is not there, or has no words.
std::string words_of(const Change& c, const std::string& id, const model::Game* game) {
  if (game == nullptr) return "";
  if (c.kind == errata::Kind::Card) {
    const Json* card = errata::card_in(*game, id);
    return card == nullptr ? "" : errata::words_of(*card);
  }
  if (c.kind != errata::Kind::Clause) return "";
  for (const Json* clause : errata::listed(game->rulebook, "clauses"))
    if (errata::text_of(clause->find("clause")) == id) {
      const std::string ja = errata::text_of(clause->find("ja")),
                        en = errata::text_of(clause->find("en"));
      return ja + (ja.empty() || en.empty() ? "" : " / ") + en;
    }
  return "";
}

findings::Both how_of(const Change& c) {
  if (c.how == errata::How::Added || c.how == errata::How::Removed)
    return {std::string(errata::how_text(c.how, base::Lang::En)),
            std::string(errata::how_text(c.how, base::Lang::Ja))};
  findings::Both out;
  const auto add = [&](bool does, const char* en, const char* ja) {
    if (!does) return;
    out[0] += (out[0].empty() ? "" : ", ") + std::string(en);
    out[1] += (out[1].empty() ? "" : "、") + std::string(ja);
  };
  add(c.how == errata::How::Renamed, "name", "名前");
  add(c.words, "words", "文言");
  add(c.rules, "rules", "規則");
  add(c.attributes && c.kind == errata::Kind::Card, "what else is printed", "ほかの印刷");
  add(c.attributes && c.kind == errata::Kind::Clause, "terms", "条項の扱い");
  return out;
}

}  // namespace

std::vector<reports::Run::Changed> changed_of(const errata::Changes& changes,
                                              const model::Game* before, const model::Game& after) {
  std::vector<reports::Run::Changed> out;
  for (const Change& c : changes.list) {
    reports::Run::Changed one;
    for (const base::Lang lang : {base::Lang::En, base::Lang::Ja}) {
      const std::string kind(errata::kind_text(c, lang));
      one.name[static_cast<size_t>(lang)] = c.kind == errata::Kind::Card ? "《" + c.id + "》"
                                            : c.kind == errata::Kind::Provision
                                                ? c.id
                                                : kind + (lang == base::Lang::Ja ? "" : " ") + c.id;
    }
    one.how = how_of(c);
    if (c.words && c.how != errata::How::Added)
      one.words[0] = words_of(c, c.was.empty() ? c.id : c.was, before);
    if (c.words && c.how != errata::How::Removed) one.words[1] = words_of(c, c.id, &after);
    out.push_back(std::move(one));
  }
  return out;
}

void add_titles(const std::vector<rulings::Document>& rulings,
                std::map<std::string, findings::Both>& titles) {
  for (const rulings::Document& d : rulings)
    for (const rulings::Element& e : d.root.children) {
      if (e.name != "title") continue;
      findings::Both& title = titles[d.id];
      title[e.get("xml:lang") == "ja" ? 1 : 0] = e.text;
    }
  for (auto& [id, title] : titles)  // in one language only
    for (const size_t lang : {0u, 1u})
      if (title[lang].empty()) title[lang] = title[1 - lang];
}

}  // namespace hanrei::workspace
