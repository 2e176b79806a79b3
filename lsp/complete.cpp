#include "lsp/complete.h"

#include "lsp/complete_json.h"
#include "lsp/complete_names.h"
#include "lsp/xml_at.h"
#include "rulings/xml/forms.h"

namespace hanrei::lsp {
namespace {

constexpr int kElement = 10, kAttribute = 5, kWord = 20;  // property, field, enum member

std::string quoted_attributes(const rulings::ElementForm& form) {
  std::string out;
  for (const std::string_view must : form.must) out += " " + std::string(must) + "=\"\"";
  return out;
}

class XmlCompletion {
 public:
  XmlCompletion(const Game& game, std::string_view text, std::size_t offset, base::Lang lang)
      : text_(text), offset_(offset), at_(xml_at(text, offset)), names_(game, lang) {}

  std::vector<Completion> run() {
    switch (at_.where) {
      case XmlAt::Where::Nowhere: root(); break;
      case XmlAt::Where::Content: content(); break;
      case XmlAt::Where::Tag: elements(at_.open.size() - 1, true); break;
      case XmlAt::Where::Attribute: attributes(); break;
      case XmlAt::Where::Value: value(); break;
    }
    return std::move(out_);
  }

 private:
  const rulings::ElementForm* form(std::size_t depth) const {
    bool in_deck = false;
    for (std::size_t i = 0; i < depth; ++i) in_deck = in_deck || at_.open[i].name == "deck";
    return rulings::element_form(at_.open[depth].name, in_deck, depth == 0);
  }

  void add(std::string label, std::string insert, std::size_t begin, std::size_t end, int kind,
           std::string detail = "") {
    out_.push_back({std::move(label), std::move(detail), std::move(insert), begin, end, kind});
  }

  void root() {
    if (!at_.open.empty() || text_.find("<ruling") != std::string_view::npos ||
        text_.find("<deck") != std::string_view::npos)
      return;
    for (const char* name : {"ruling", "deck"})
      add(name,
          "<" + std::string(name) + quoted_attributes(*rulings::element_form(name, false, true)) +
              ">\n</" + name + ">",
          offset_, offset_, kElement);
  }

  /// The elements that may stand in the element of this depth; `begun`: `<` is there.
  void elements(std::size_t parents, bool begun) {
    if (parents == 0) {
      if (begun)
        for (const char* name : {"ruling", "deck"}) add(name, name, at_.begin, at_.end, kElement);
      return;
    }
    const rulings::ElementForm* parent = form(parents - 1);
    if (parent == nullptr) return;
    for (const std::string_view child : parent->children) {
      const bool in_deck = at_.in("deck") || parent->name == "deck file";
      const rulings::ElementForm* own = rulings::element_form(child, in_deck, false);
      std::string whole = "<" + std::string(child);
      if (own != nullptr) {
        whole += quoted_attributes(*own);
        const bool holds = !own->children.empty() || own->must.empty() || child == "title" ||
                           child == "question" || child == "answer" || child == "o" ||
                           child == "claim";
        whole += holds ? "></" + std::string(child) + ">" : "/>";
      }
      if (begun)
        add(std::string(child), std::string(child), at_.begin, at_.end, kElement);
      else
        add("<" + std::string(child) + ">", whole, offset_, offset_, kElement);
    }
  }

  void content() {
    if (role_of_text(at_.open.back().name) == Role::Expression) {
      names_.at(Role::Expression, "", at_.begin, at_.end, context(), out_);
      return;
    }
    elements(at_.open.size(), false);
  }

  NameContext context() const {
    NameContext out;
    out.text = text_;
    out.offset = offset_;
    out.xml = true;
    if (!at_.open.empty()) out.element = &at_.open.back();
    return out;
  }

  void attributes() {
    const XmlAt::Open& own = at_.open.back();
    const rulings::ElementForm* f = form(at_.open.size() - 1);
    if (f == nullptr) return;
    const std::string typed(text_.substr(at_.begin, at_.end - at_.begin));
    const bool has_value = at_.end < text_.size() && text_[at_.end] == '=';
    const auto offer = [&](std::string_view name, std::string detail) {
      for (const auto& [there, value] : own.attributes)
        if (there == name && there != typed) return;
      const std::string label(name);
      add(label, has_value ? label : label + "=\"\"", at_.begin, at_.end, kAttribute,
          std::move(detail));
    };
    for (const auto* list : {&f->must, &f->may})
      for (const std::string_view name : *list)
        if (name != "*") offer(name, "");
    if (!f->may.empty() && f->may.front() == "*")
      for (const auto& [name, detail] : names_.attributes(own)) offer(name, detail);
  }

  void value() {
    const XmlAt::Open& own = at_.open.back();
    const auto other = [&](std::string_view name) { return own.get(name); };
    const Slot slot = slot_of_attribute(own.name, at_.attribute, other);
    for (const std::string_view w : slot.words)
      add(std::string(w), std::string(w), at_.begin, at_.end, kWord);
    if (own.name == "ruling" || own.name == "deck")
      if (at_.attribute == "game")
        add(names_.game_id(), names_.game_id(), at_.begin, at_.end, kWord);
    names_.at(slot.role, at_.attribute, at_.begin, at_.end, context(), out_);
  }

  std::string_view text_;
  std::size_t offset_;
  XmlAt at_;
  NameCompletion names_;
  std::vector<Completion> out_;
};

}  // namespace

std::vector<Completion> complete(const Game& game, const std::string& path, std::string_view text,
                                 std::size_t offset, base::Lang lang) {
  if (!game.loaded()) return {};
  if (path.ends_with(".xml")) return XmlCompletion(game, text, offset, lang).run();
  return complete_json(game, path, text, offset, lang);
}

}  // namespace hanrei::lsp
