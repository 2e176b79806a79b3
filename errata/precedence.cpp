#include "errata/precedence.h"

#include <algorithm>
#include <functional>
#include <set>

#include "base/contains.h"
#include "errata/substance.h"

namespace hanrei::errata {
namespace {

using base::Json;
using Names = std::map<std::string, std::string>;

/// Old name -> new name of provisions.
Names renamed_provisions(const Changes& changes) {
  Names out;
  for (const Change& c : changes.list)
    if (c.kind == Kind::Provision && c.how == How::Renamed) out.emplace(c.was, c.id);
  return out;
}
std::string called_now(const std::string& id, const Names& renamed) {
  const auto it = renamed.find(id);
  return it == renamed.end() ? id : it->second;
}

/// Calls for each step below a value, the outer first.
void each_step(const Json& j, const std::function<void(const Json&)>& call) {
  for (const base::Member& m : j.members) {
    for (const Json& item : m.value.items) {
      if (m.key == "steps" || m.key == "process" || m.key == "declare" || m.key == "loop")
        call(item);
      each_step(item, call);
    }
    each_step(m.value, call);
  }
}

/// The clauses that a step itself states.
std::set<std::string> stated(const Json& step) {
  Json only;
  if (const base::Member* by = step.find_member("by")) only.members.push_back(*by);
  std::set<std::string> out;
  clauses_of(only, out);
  return out;
}

struct Target {
  const Json* owner = nullptr;  ///< the provision
  std::string step;             ///< what the step says
};
Target target_of(const model::Game& game, const std::string& named) {
  const size_t open = named.rfind('[');
  const bool label = open != std::string::npos && named.ends_with("]");
  Target out;
  for (const bool procedures : {true, false})  // which are looked at first
    for (const Json* p : listed(game.rulebook, "provisions")) {
      if (out.owner != nullptr || (name_of(*p).first == "procedure") != procedures) continue;
      if (label && name_of(*p).second != named.substr(0, open)) continue;
      each_step(*p, [&](const Json& step) {
        const Json* n = step.find("n");
        const std::string number = n == nullptr             ? ""
                                   : n->is(Json::Kind::Int) ? std::to_string(n->integer)
                                                            : text_of(n);
        const bool meant = label ? number == named.substr(open + 1, named.size() - open - 2)
                                 : stated(step).contains(named);
        if (meant && out.owner == nullptr) out = {p, substance_of(step)};
      });
    }
  return out;
}

bool has_step(const Json& owner, const std::string& wanted) {
  bool found = false;
  each_step(owner, [&](const Json& step) { found = found || substance_of(step) == wanted; });
  return found;
}

/// The provisions of a form whose order counts.
std::vector<const Json*> in_order(const model::Game& game, std::string_view form) {
  std::vector<const Json*> out;
  for (const Json* p : listed(game.rulebook, "provisions")) {
    const bool other = name_of(*p).first != form ||
                       (form == "order" && p->find("args") != nullptr) ||
                       (form == "limit" && text_of(p->find("when")) == "construction");
    if (!other) out.push_back(p);
  }
  return out;
}

}  // namespace

Targets::Targets(const model::Game& before, const model::Game& after, const Changes& changes)
    : before_(before), after_(after), renamed_(renamed_provisions(changes)) {
  for (const Change& c : changes.list)
    if (c.kind == Kind::Clause && c.how == How::Renamed) renamed_.emplace(c.was, c.id);
}

bool Targets::differ(const Json& before, const Json& after) const {
  const std::string was = text_of(before.find("amend")), is = text_of(after.find("amend"));
  if (was.empty() || called_now(was, renamed_) != called_now(is, renamed_))
    return false;  // its rules changed
  const Target old = target_of(before_, was), there = target_of(after_, is);
  if (old.owner == nullptr || there.owner == nullptr) return false;
  return called_now(id_of(*old.owner), renamed_) != id_of(*there.owner) ||
         (old.step != there.step && has_step(*there.owner, old.step));
}

void compare_order(Changes& out, const model::Game& before, const model::Game& after) {
  const Names renamed = renamed_provisions(out);
  std::set<std::string> reworded;
  for (const Change& c : out.list)
    if (c.kind == Kind::Clause && c.words) reworded.insert(c.id);
  for (const std::string form : {"limit", "static", "duration", "order"}) {
    const auto old = in_order(before, form), is = in_order(after, form);
    const bool first = form == "duration" || form == "order";  // only that one counts
    std::vector<std::string> had, has;
    const auto add = [](std::vector<std::string>& list, const std::string& id) {
      if (!base::contains(list, id)) list.push_back(id);
    };
    for (const Json* p : old) add(had, called_now(id_of(*p), renamed));
    for (const Json* p : is) add(has, id_of(*p));
    if (had.empty() || has.empty()) continue;
    if (first) {
      had.resize(1);
      has.resize(1);
    } else {
      const auto both = [](std::vector<std::string>& list, const std::vector<std::string>& other) {
        std::erase_if(list, [&](const std::string& id) { return !base::contains(other, id); });
      };
      both(had, has);
      both(has, had);
    }
    const auto differ = std::ranges::mismatch(had, has);
    if (differ.in1 == had.end() || differ.in2 == has.end()) continue;
    Change c;
    c.kind = Kind::Provision;
    c.form = form;
    c.id = first ? "first " + form : "order of " + form;
    c.rules = true;
    std::set<std::string> clauses;
    for (const auto& [list, ids] : {std::pair(&old, &had), std::pair(&is, &has)})
      for (const Json* p : *list)
        if (const std::string id = list == &old ? called_now(id_of(*p), renamed) : id_of(*p);
            id == *differ.in1 || id == *differ.in2) {
          clauses_of(*p, clauses);
          (list == &old ? c.old_place : c.new_place) = p->span;
        }
    c.clauses.assign(clauses.begin(), clauses.end());
    c.standing = std::ranges::any_of(clauses, [&](const auto& id) { return reworded.contains(id); })
                     ? Standing::Restated
                     : Standing::RulesOnly;
    out.list.push_back(std::move(c));
  }
}

}  // namespace hanrei::errata
