#include "model/phrases/target.h"

#include <algorithm>

#include "base/contains.h"
#include "model/phrases/operators.h"
#include "model/phrases/template.h"
#include "model/syntax/forms.h"

namespace hanrei::model::phrases {
namespace {

using base::Json;
using Kind = Json::Kind;

bool in_name(char c) {
  return static_cast<unsigned char>(c) >= 0x80 || c == '_' || (c >= '0' && c <= '9') ||
         (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/// `$it` stands for a member that has no name yet: what is left of it is anything.
constexpr size_t kLongestMember = 64;

/// A text cut at `$it` and `${it}`.
std::vector<std::string_view> around_members(std::string_view text) {
  std::vector<std::string_view> out;
  size_t from = 0;
  for (const Reference& r : references(text)) {
    if (r.name != "it" && r.head() != "it") continue;
    const size_t end = r.name == "it" ? r.end : r.end - (r.name.size() - 2);
    out.push_back(text.substr(from, r.begin - from));
    from = end;
  }
  out.push_back(text.substr(from));
  return out;
}

/// Do the pieces from `k` on stand in the text, the first of them at `at`, and a member between
/// each two? `whole`: up to its end.
bool stand(std::string_view text, size_t at, const std::vector<std::string_view>& pieces, size_t k,
           bool whole) {
  if (text.substr(at, pieces[k].size()) != pieces[k]) return false;
  at += pieces[k].size();
  if (k + 1 == pieces.size()) return !whole || at == text.size();
  const std::string_view rest = text.substr(at, kLongestMember + pieces[k + 1].size());
  for (size_t n = rest.find(pieces[k + 1], 1); n != std::string_view::npos;
       n = rest.find(pieces[k + 1], n + 1))
    if (stand(text, at + n, pieces, k + 1, whole)) return true;
  return false;
}

bool stands_in(std::string_view text, std::string_view part) {
  if (part.find('$') == std::string_view::npos) return text.find(part) != std::string_view::npos;
  const std::vector<std::string_view> pieces = around_members(part);
  const size_t first = pieces.front().empty() ? 1 : 0;
  for (size_t at = text.find(pieces[first]); at != std::string_view::npos;
       at = text.find(pieces[first], at + 1))
    if (stand(text, at, pieces, first, false)) return true;
  return false;
}

bool is_whole(std::string_view text, std::string_view part) {
  if (part.find('$') == std::string_view::npos) return text == part;
  return stand(text, 0, around_members(part), 0, true);
}

/// Does the key name a form of provisions or of steps?
bool names_form(std::string_view key) {
  return base::contains(card_forms(), key) ||
         std::ranges::any_of(step_forms(), [&](const Form& f) { return f.name == key; });
}

/// A provision or a step, and not parts of one under names of the book.
bool is_stated(const Json& j) {
  return std::ranges::any_of(j.members, [](const base::Member& m) { return names_form(m.key); }) &&
         std::ranges::all_of(j.members, [](const base::Member& m) {
           return names_form(m.key) || find_key(m.key) != nullptr;
         });
}

}  // namespace

Target::Target(const Json& provisions, const Json* card) {
  collect(provisions, false);
  if (card != nullptr)
    for (const base::Member& m : card->members)
      if (m.key != "text" && m.key != "provisions" && m.key != "note") collect(m.value, true);
}

void Target::collect(const Json& j, bool printed) {
  if (j.is(Kind::String)) {
    all_ += j.string + "\n";
    names_.insert(j.string);
    words_in(j.string);
  }
  if (j.is(Kind::Int)) numbers_.insert(j.integer < 0 ? -j.integer : j.integer);
  if (j.is(Kind::Array)) {
    if (!printed) lists_.push_back(&j);
    numbers_.insert(static_cast<int64_t>(j.items.size()));  // icons, and steps so many times
  }
  if (j.is(Kind::Object) && !printed) objects_.push_back(&j);
  for (const Json& item : j.items) collect(item, printed);
  for (const base::Member& m : j.members) {
    if (!printed && (m.key == "choose" || m.key == "let") && m.value.is(Kind::String))
      bound_.insert(m.value.string);
    collect(m.value, printed);
  }
}

/// Numbers and names in an expression; a name is bound where a set or a value follows it.
void Target::words_in(std::string_view text) {
  for (size_t i = 0; i < text.size();) {
    const size_t begin = i;
    while (i < text.size() && in_name(text[i])) ++i;
    const std::string word(text.substr(begin, i - begin));
    if (i == begin) {
      ++i;
      continue;
    }
    if (word.find_first_not_of("0123456789") == std::string::npos) {
      if (word.size() < 10) numbers_.insert(std::stoll(word));
      continue;
    }
    names_.insert(word);
    const std::string_view rest = text.substr(i);
    if (rest.starts_with(" in ") || rest.starts_with(" := ")) bound_.insert(word);
  }
}

bool Target::contains(std::string_view text) const { return stands_in(all_, text); }

bool Target::fits(const Json& value) const {
  switch (value.kind) {
    case Kind::String: return contains(value.string);
    case Kind::Array: {
      const bool stated = !value.items.empty() && std::ranges::all_of(value.items, is_stated);
      if (stated) return fits_list(value.items);
      return std::ranges::all_of(value.items, [&](const Json& item) { return fits(item); });
    }
    case Kind::Object: break;
    default: return true;
  }
  if (const Json* name = value.find(kName)) return contains(name->string);
  if (const Json* of = value.find("set")) {
    const auto asked = asked_of_member(value);
    return asked && contains(*asked) && (of->string == "*" || contains(of->string));
  }
  if (is_stated(value))
    return std::ranges::any_of(objects_, [&](const Json* o) { return within(value, *o); });
  // Parts, of which a phrase above may take some.
  return value.members.empty() ||
         std::ranges::any_of(value.members, [&](const base::Member& m) { return fits(m.value); });
}

bool Target::fits_list(const std::vector<Json>& items) const {
  return items.empty() ||
         std::ranges::any_of(lists_, [&](const Json* l) { return in_list(items, l->items); });
}

bool Target::in_list(const std::vector<Json>& items, const std::vector<Json>& there) const {
  for (size_t from = 0; from + items.size() <= there.size(); ++from) {
    size_t k = 0;
    while (k < items.size() && within(items[k], there[from + k])) ++k;
    if (k == items.size()) return true;
  }
  return items.empty();
}

/// Is the value a part of what stands there? An object may get more keys, and its condition another
/// beside it.
bool Target::within(const Json& value, const Json& there) const {
  if (const Json* name = value.find(kName)) return there.string == name->string;
  if (value.is(Kind::Int) && there.is(Kind::String))
    return there.string == std::to_string(value.integer);
  if (value.kind != there.kind) return false;
  switch (value.kind) {
    case Kind::String: return is_whole(there.string, value.string);
    case Kind::Array: return in_list(value.items, there.items);
    case Kind::Object:
      return std::ranges::all_of(value.members, [&](const base::Member& m) {
        const Json* other = there.find(m.key);
        if (other == nullptr) return false;
        if (m.key == "if" && other->is(Kind::String) && m.value.is(Kind::String))
          return stands_in(other->string, m.value.string);
        return within(m.value, *other);
      });
    default: return base::same_value(value, there);
  }
}

bool Target::fits_template(const Json& t) const {
  if (t.is(Kind::String)) {
    size_t at = 0;
    for (const Reference& r : references(t.string)) {
      if (!contains(std::string_view(t.string).substr(at, r.begin - at))) return false;
      at = r.end;
    }
    return contains(std::string_view(t.string).substr(at));
  }
  if (t.is(Kind::Array))
    return std::ranges::all_of(t.items, [&](const Json& i) { return fits_template(i); });
  // Of parts some may be left; what an operator is told is no text of the whole.
  static constexpr std::string_view told[] = {"as", "is", "times", "mode"};
  const bool all = is_stated(t) || std::ranges::all_of(t.members, [](const base::Member& m) {
                     return m.key.starts_with('$') || m.key == "set" || m.key == "where" ||
                            find_key(m.key) != nullptr ||
                            base::contains(told, std::string_view(m.key));
                   });
  const bool operates =
      std::ranges::any_of(t.members, [](const base::Member& m) { return m.key.starts_with('$'); });
  return !all || std::ranges::all_of(t.members, [&](const base::Member& m) {
    if (m.key == "set" && m.value.string == "*") return true;
    if (operates && base::contains(told, std::string_view(m.key))) return true;
    return fits_template(m.value);
  });
}

}  // namespace hanrei::model::phrases
