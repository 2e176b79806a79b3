#include "lsp/complete_json.h"

#include <algorithm>
#include <set>

#include "base/contains.h"
#include "lsp/complete_names.h"
#include "lsp/json_at.h"
#include "model/syntax/forms.h"

namespace hanrei::lsp {
namespace {

using model::Shape;

constexpr int kKey = 10, kTruth = 14;  // property, keyword

/// A key that may come, and what it is for.
struct Offer {
  std::string_view key, doc;
};
using Offers = std::vector<Offer>;

std::string_view doc_of(std::string_view key) {
  const model::Key* known = model::find_key(key);
  return known == nullptr ? "" : known->doc;
}

void add_keys(std::span<const std::string_view> keys, Offers& out) {
  for (const std::string_view key : keys)
    out.push_back({model::plain(key), doc_of(model::plain(key))});
}

void add_file(std::string_view of, Offers& out) {
  for (const model::FileKey& k : model::file_keys())
    if (k.of == of) out.push_back({k.key, k.doc});
}

/// The keys of the form that an object begins, or the forms that it may be.
void add_forms(std::initializer_list<std::span<const model::Form>> tables,
               std::span<const std::string_view> common, const std::vector<std::string>& there,
               std::span<const std::string_view> only, Offers& out) {
  const model::Form* own = nullptr;
  for (const auto& table : tables)
    for (const model::Form& f : table)
      if (own == nullptr && base::contains(there, f.name)) own = &f;
  for (const auto& table : tables)
    for (const model::Form& f : table)
      if (own == nullptr && (only.empty() || base::contains(only, f.name)))
        out.push_back({f.name, f.doc});
  if (own != nullptr) add_keys(own->keys, out);
  add_keys(common, out);
}

class Context {
 public:
  Context(const Game& game, const std::string& path, const JsonAt& at)
      : game_(game), path_(path), at_(at) {}

  Offers keys() const {
    Offers out;
    const std::size_t depth = at_.around.size();
    const JsonAt::Around& own = at_.around.back();
    if (depth == 1) {
      add_file(path_ == game_.folder() + "/game.json"          ? "game.json"
               : path_.starts_with(game_.folder() + "/cards/") ? "card file"
                                                               : "rulebook file",
               out);
      return out;
    }
    const std::string& key = own.key;
    for (const auto& [list, of] : {std::pair{"clauses", "clause"},
                                   {"readings", "reading"},
                                   {"revisions", "revision"},
                                   {"authorities", "authority"},
                                   {"terms", "term of office"},
                                   {"text", "wording"}})
      if (key == list) add_file(of, out);
    if (key == "cards") {
      add_file("card", out);
      for (const model::AttrDef& a : game_.program().attrs)
        if (a.nature == model::Nature::Printed) out.push_back({a.name, ""});
    }
    if (!out.empty()) return out;
    const bool of_card =
        std::ranges::any_of(at_.around, [](const JsonAt::Around& a) { return a.key == "cards"; });
    if (key == "provisions") {
      add_forms({model::provision_forms(), model::schema_forms()}, model::common_keys(), own.keys,
                of_card ? model::card_forms() : std::span<const std::string_view>{}, out);
      return out;
    }
    if (const model::Part* part = part_of(key)) {
      add_keys(part->keys, out);
      return out;
    }
    const model::Key* known = model::find_key(key);
    const Shape shape = known == nullptr ? Shape::Steps : known->shape;
    if (shape == Shape::Steps || shape == Shape::NameOrSteps || shape == Shape::StmtsOrSteps ||
        shape == Shape::Step)
      add_forms({model::step_forms()}, model::common_step_keys(), own.keys, {}, out);
    return out;
  }

 private:
  static const model::Part* part_of(std::string_view key) {
    if (key == "present") return model::find_part("present");
    if (key == "items") return model::find_part("item");
    if (key == "branch") return model::find_part("arm");
    return model::part_under(key);
  }

  const Game& game_;
  const std::string& path_;
  const JsonAt& at_;
};

}  // namespace

std::vector<Completion> complete_json(const Game& game, const std::string& path,
                                      std::string_view text, std::size_t offset, base::Lang lang) {
  std::vector<Completion> out;
  const JsonAt at = json_at(text, offset);
  if (at.around.empty() || path.starts_with(game.folder() + "/phrases/")) return out;
  if (at.is_key) {
    const std::string typed(text.substr(at.begin, at.end - at.begin));
    std::set<std::string_view> once;
    for (const Offer& o : Context(game, path, at).keys()) {
      const bool there = base::contains(at.around.back().keys, o.key) && o.key != typed;
      if (there || !once.insert(o.key).second) continue;
      const std::string label(o.key);
      out.push_back({label, std::string(o.doc), at.quoted ? label : "\"" + label + "\": ", at.begin,
                     at.end, kKey});
    }
    return out;
  }
  const model::Key* known = model::find_key(at.key);
  if (!at.quoted) {
    if (known != nullptr && known->shape == Shape::Bool)
      for (const char* word : {"true", "false"})
        out.push_back({word, "", word, offset, offset, kTruth});
    return out;
  }
  const Role role = role_under(at.key);
  NameContext context;
  context.text = text;
  context.offset = offset;
  NameCompletion(game, lang).at(role, "", at.begin, at.end, context, out);
  return out;
}

}  // namespace hanrei::lsp
