#include "errata/signature.h"

#include <algorithm>
#include <set>
#include <utility>

#include "base/text/fnv.h"
#include "base/text/unicode.h"
#include "errata/print.h"
#include "errata/substance.h"
#include "findings/policy.h"
#include "model/syntax/forms.h"

namespace hanrei::errata {

using base::Json;

namespace {

std::optional<Signature> counting(const std::string& by, const std::string& on) {
  if (!base::has_letter(by) || !findings::is_date(on)) return std::nullopt;
  return Signature{by, on};
}

}  // namespace

std::optional<Signature> signature(const Json& at, std::string_view digest) {
  const Json* read = at.find("read");
  if (read != nullptr && text_of(read->find("digest")) == digest)
    return counting(text_of(read->find("by")), text_of(read->find("on")));
  if (at.find("reading") == nullptr) return std::nullopt;
  std::optional<Signature> first;
  for (const base::Member& m : at.members) {
    if (!m.value.is(Json::Kind::Object)) continue;
    const auto one = signature(m.value, digest);
    if (!one) return std::nullopt;
    if (!first) first = one;
  }
  return first;
}

std::optional<Signature> signature(const rulings::Document& ruling, std::string_view digest) {
  for (const rulings::Element& e : ruling.root.children)
    if (e.name == "read" && e.get("digest") == digest) return counting(e.get("by"), e.get("on"));
  return std::nullopt;
}

std::optional<Signature> signature_of_all(const Json& card) {
  std::optional<Signature> first;
  for (const Json& p : provisions_of(card)) {
    const auto one = signature(p, ability_digest(card, p));
    if (!one) return std::nullopt;
    if (!first) first = one;
  }
  return first;
}

std::string ability_digest(const Json& card, const Json& provision) {
  std::set<std::string> names;
  named_spans(provision, names);
  return base::digest(text_of(card.find("card")) + "\x01" + id_of(provision) + "\x01" +
                      words_of(card, &names) + "\x01" +
                      substance_of(provision, text_of(card.find("card"))));
}

std::string wording_digest(const Json& card) {
  std::string all = text_of(card.find("card")) + "\x01";
  for (const Unstated& u : unstated(card)) all += u.words + (u.flavour ? "\x02" : "\x03");
  return base::digest(all);
}

std::string clause_digest(const Json& clause) {
  return base::digest(text_of(clause.find("clause")) + "\x01" + clause_words(clause) +
                      clause_terms(clause));
}

std::string reading_digest(const Json& reading) {
  return base::digest(text_of(reading.find("reading")) + ": " + reading_terms(reading) + "\n" +
                      reading_words(reading));
}

std::string game_digest(const Json& game) {
  Json bare = game;
  std::erase_if(bare.members, [](const base::Member& m) { return !is_game_rule(m.key); });
  return base::digest(text_of(game.find("game")) + "\x01" + sorted_text(std::move(bare)));
}

std::string file_digest(const Json& file) {
  Json bare = file;
  std::erase_if(bare.members,
                [](const base::Member& m) { return m.key == "read" || m.key == "$schema"; });
  return base::digest(sorted_text(std::move(bare)));
}

std::vector<StaleSignature> stale_signatures(const model::Game& game) {
  std::vector<StaleSignature> out;
  const auto look = [&](const Json& at, const std::string& of, const std::string& ability,
                        const std::string& digest, bool card) {
    const Json* read = at.find("read");
    if (read != nullptr && text_of(read->find("digest")) != digest)
      out.push_back({of, ability, digest, read->span, card});
  };
  look(game.game, "game.json", "", game_digest(game.game), false);
  for (const Json* r : readings_of(game))
    look(*r, text_of(r->find("reading")), "", reading_digest(*r), false);
  for (const Json* c : listed(game.rulebook, "clauses"))
    look(*c, text_of(c->find("clause")), "", clause_digest(*c), false);
  for (const Json* p : listed(game.rulebook, "provisions"))
    if (const Json* read = p->find("read"); read != nullptr)
      out.push_back({id_of(*p), "", "", read->span});
  for (const Json* c : listed(game.cards, "cards")) {
    const std::string name = text_of(c->find("card"));
    if (const Json* wording = model::last_wording(*c))
      look(*wording, name, "", wording_digest(*c), true);
    for (const Json& p : provisions_of(*c)) {
      const std::string id = id_of(p), digest = ability_digest(*c, p);
      look(p, name, id, digest, true);
      if (p.find("reading") != nullptr)
        for (const base::Member& m : p.members)
          if (m.value.is(Json::Kind::Object)) look(m.value, name, id, digest, true);
    }
  }
  return out;
}

}  // namespace hanrei::errata
