#include "errata/unsigned.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "base/text/filled.h"
#include "base/text/fnv.h"
#include "model/syntax/forms.h"

namespace hanrei::errata {
namespace {

using base::in_both;
using base::Json;
using findings::Code;
using findings::Finding;
using findings::make;

std::string card_name(const std::string& id) { return "《" + id + "》"; }
std::string clause_name(const std::string& id) {
  return base::filled("clause {0}", "条項{0}", {id});
}

/// The words of a card that no ability names and that it had not before, as flavour or not.
std::vector<Unstated> new_words(const Json* was, const Json& is) {
  const std::vector<Unstated> before = was == nullptr ? std::vector<Unstated>{} : unstated(*was),
                              after = unstated(is);
  std::vector<Unstated> out;
  for (const bool flavour : {false, true}) {
    std::multiset<std::string> had;
    std::string old_text, new_text;
    for (const Unstated& u : before)
      if (u.flavour == flavour) {
        had.insert(base::digest(u.words));
        old_text += u.words;
      }
    std::vector<Unstated> added;
    for (const Unstated& u : after) {
      if (u.flavour != flavour) continue;
      new_text += u.words;
      const std::string digest = base::digest(u.words);
      if (const auto it = had.find(digest); it != had.end())
        had.erase(it);
      else if (digest != base::digest(""))
        added.push_back(u);
    }
    if (base::digest(old_text) != base::digest(new_text))
      out.insert(out.end(), added.begin(), added.end());
  }
  return out;
}

/// The span in the file.
base::Span place_of(const Json& card, const std::string& span) {
  const Json* wording = model::last_wording(card);
  const Json* spans = wording == nullptr ? nullptr : wording->find("spans");
  const base::Member* m = spans == nullptr ? nullptr : spans->find_member(span);
  return m == nullptr ? card.span : m->value.span;
}

/// `are`: the words are the abilities of the card; then only flavour has no ability that states it.
void judge_words(const std::string& id, const Json* was, const Json& is, bool are,
                 const base::SourceMap& sources, std::vector<Finding>& out) {
  std::vector<Unstated> added = new_words(was, is);
  if (are) std::erase_if(added, [](const Unstated& u) { return !u.flavour; });
  if (added.empty()) return;
  const std::string digest = wording_digest(is);
  if (const auto by = signature(*model::last_wording(is), digest)) {
    out.push_back(
        signed_by(added[0].flavour ? Code::Unread : Code::Unstated, *by, card_name(id),
                  in_both("new words that no ability states", "どの能力も定めていない新しい文言"),
                  {id}, locate(sources, place_of(is, added[0].span))));
    return;
  }
  for (const Unstated& u : added) {
    out.push_back(make(u.flavour ? Code::Unread : Code::Unstated,
                       {card_name(id), "`" + u.span + "` " + u.words, digest}, {id, u.span},
                       locate(sources, place_of(is, u.span))));
    out.back().unsure = u.flavour;
  }
}

void judge_clause(const Change& c, const base::SourceMap& sources, std::vector<Finding>& out) {
  const bool unread = c.words && c.how != How::Removed && c.standing == Standing::NoRules,
             otherwise = c.terms[0] != c.terms[1];
  const findings::Location place = locate(sources, c.new_place);
  if (c.signature) {
    if (unread || otherwise || c.standing == Standing::Reread)
      out.push_back(signed_by(
          otherwise ? Code::ClauseStanding
          : unread  ? Code::Unread
                    : Code::WordsOnly,
          *c.signature, clause_name(c.id),
          otherwise ? differing(c.terms) : in_both("its words changed", "文言が変わりました"),
          {c.id}, place));
    return;
  }
  if (otherwise)
    out.push_back(make(Code::ClauseStanding, {c.id, differing(c.terms), c.digest}, {c.id}, place));
  if (unread) {
    out.push_back(
        make(Code::Unread,
             {clause_name(c.id), in_both("nothing states it", "定める規定がありません"), c.digest},
             {c.id}, place));
    out.back().unsure = true;
  }
}

void judge_reading(const Change& c, const base::SourceMap& sources, std::vector<Finding>& out) {
  if (c.how != How::Changed || !(c.rules || c.words)) return;
  const findings::Location place = locate(sources, c.new_place);
  if (c.signature)
    out.push_back(signed_by(Code::ReadingChanged, *c.signature,
                            base::filled("reading {0}", "解釈{0}", {c.id}), differing(c.terms),
                            {c.id}, place));
  else
    out.push_back(make(Code::ReadingChanged, {c.id, differing(c.terms), c.digest}, {c.id}, place));
}

}  // namespace

Finding signed_by(Code answers, const Signature& signature, const std::string& name,
                  const std::string& what, std::vector<std::string> subjects,
                  findings::Location place) {
  const std::vector<std::string> args = {name, what, signature.by, signature.on};
  Finding out = make(Code::Signed, args, std::move(subjects), std::move(place));
  out.is_signed = {std::string(base::code_text(answers)), args, signature.people};
  return out;
}

std::string differing(const std::array<std::string, 2>& terms) {
  std::map<std::string, std::array<std::string, 2>> values;
  for (const size_t version : {0u, 1u})
    for (size_t at = 0; at < terms[version].size();) {
      const size_t end = std::min(terms[version].find('\n', at), terms[version].size());
      const std::string line = terms[version].substr(at, end - at);
      const size_t sign = line.find('=');
      values[line.substr(0, sign)][version] = line.substr(sign + 1);
      at = end + 1;
    }
  std::string out;
  for (const auto& [key, both] : values)
    if (base::digest(both[0]) != base::digest(both[1]))
      out += (out.empty() ? "`" : "; `") + key + "` " + (both[0].empty() ? "–" : both[0]) + " → " +
             (both[1].empty() ? "–" : both[1]);
  return out;
}

std::vector<Finding> judge_unsigned(const model::Game& before, const model::Game& after,
                                    const Changes& changes, const base::SourceMap& sources) {
  std::vector<Finding> out;
  std::map<std::string, std::string> was_called;
  for (const Change& c : changes.list) {
    if (c.kind == Kind::Clause) judge_clause(c, sources, out);
    if (c.kind == Kind::Reading) judge_reading(c, sources, out);
    if (c.kind != Kind::Card) continue;
    if (c.how == How::Renamed) was_called.emplace(c.id, c.was);
    for (const Ability& a : c.abilities)
      if (a.standing == Standing::Reread && a.signature)
        out.push_back(signed_by(
            Code::WordsOnly, *a.signature, card_name(c.id),
            base::filled("the words of `{0}` changed", "`{0}` の文言が変わりました", {a.id}),
            {c.id, a.id}, locate(sources, a.new_place)));
  }
  const auto old = cards_of(before);
  for (const auto& [id, card] : cards_of(after)) {
    const bool are = after.from_words.contains(id);
    const auto renamed = was_called.find(id);
    const auto it = old.find(renamed == was_called.end() ? id : renamed->second);
    if (it == old.end()) {
      judge_words(id, nullptr, *card, are, sources, out);
      continue;
    }
    const Json was = renamed == was_called.end() ? *it->second : renamed_card(*it->second, id);
    judge_words(id, &was, *card, are, sources, out);
  }
  return out;
}

namespace {

std::string ability_name(const std::string& id) {
  return in_both("its ability `" + id + "`", "能力 `" + id + "`");
}

Finding untold(const std::string& name, const std::string& what, const std::string& why,
               const std::string& digest, std::vector<std::string> subjects,
               const findings::Location& where) {
  Finding out = make(Code::NotToldApart, {name, what, why, digest}, std::move(subjects), where);
  out.unsure = true;
  return out;
}

}  // namespace

std::vector<Finding> judge_alike(const Changes& changes, const std::string& card,
                                 const std::string& unknown, const base::SourceMap& sources) {
  std::vector<Finding> out;
  const auto judge = [&](const std::string& name, const std::string& what,
                         std::vector<std::string> subjects, const std::string& digest,
                         const std::optional<Signature>& by, base::Span place) {
    const findings::Location where = locate(sources, place);
    if (by)
      out.push_back(signed_by(unknown.empty() ? Code::WordsOnly : Code::NotToldApart, *by, name,
                              in_both("its words changed", "文言が変わりました"),
                              std::move(subjects), where));
    else if (!unknown.empty())
      out.push_back(untold(name, what, unknown, digest, std::move(subjects), where));
    else
      out.push_back(make(Code::WordsOnly, {name, what, digest}, std::move(subjects), where));
  };
  for (const Change& c : changes.list) {
    if (c.how == How::Added || c.how == How::Removed) continue;
    if (c.kind == Kind::Clause && card.empty() && c.words && c.standing == Standing::Restated)
      judge(clause_name(c.id), in_both("what states it", "それを定める規定"), {c.id}, c.digest,
            c.signature, c.new_place);
    if (c.kind == Kind::Card && c.id == card)
      for (const Ability& a : c.abilities)
        if (a.standing == Standing::Restated && a.new_place)
          judge(card_name(c.id), ability_name(a.id), {c.id, a.id}, a.digest, a.signature,
                a.new_place);
  }
  return out;
}

std::vector<Finding> judge_uncompared(const Changes& changes, const std::string& why,
                                      const base::SourceMap& sources) {
  std::vector<Finding> out = judge_alike(changes, "", why, sources);
  for (const Change& c : changes.list)
    if (c.kind == Kind::Card)
      for (Finding& f : judge_alike(changes, c.id, why, sources)) out.push_back(std::move(f));
  return out;
}

std::vector<Finding> judge_untold(const Json& card, const std::string& why,
                                  const base::SourceMap& sources) {
  std::vector<Finding> out;
  const std::string name = text_of(card.find("card"));
  for (const Json& p : provisions_of(card)) {
    const std::string digest = ability_digest(card, p), id = id_of(p);
    if (const auto by = signature(p, digest))
      out.push_back(signed_by(Code::NotToldApart, *by, card_name(name), ability_name(id),
                              {name, id}, locate(sources, p.span)));
    else
      out.push_back(untold(card_name(name), ability_name(id), why, digest, {name, id},
                           locate(sources, p.span)));
  }
  return out;
}

}  // namespace hanrei::errata
