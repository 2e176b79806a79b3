#include "lsp/hover.h"

#include <algorithm>
#include <filesystem>

#include "base/text/filled.h"
#include "model/syntax/forms.h"
#include "rulings/records/records.h"
#include "rulings/search/query.h"

namespace hanrei::lsp {
namespace {

using base::Json;

/// Words of a file, so that nothing in them is taken for markup.
std::string plain(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (std::string_view("\\`*_{}[]<>#|!~").find(c) != std::string_view::npos) out += '\\';
    out += c == '\n' || c == '\r' ? ' ' : c;
  }
  return out;
}

std::string text_of(const Json* j) {
  return j != nullptr && j->is(Json::Kind::String) ? j->string : "";
}

class Hover {
 public:
  Hover(const Game& game, base::Lang lang) : game_(game), lang_(lang) {}

  std::string ruling(const std::string& id) const {
    for (const auto& [path, paper] : game_.papers()) {
      if (!paper.document || paper.document->is_deck || paper.record.id != id) continue;
      const rulings::RulingRecord& r = paper.record;
      std::string out = head(id, "ruling") + " — " + plain(base::in_lang(r.title, lang_)) + "  \n" +
                        plain(rulings::search::status_text(r.status, lang_));
      if (!r.issued.empty()) out += ", " + plain(r.issued);
      return out + "\n\n" + plain(base::in_lang(r.question, lang_)) + "\n\n" +
             plain(base::in_lang(r.answer, lang_)) + where(path, 0);
    }
    return "";
  }

  std::string definition(const Definition& d) const {
    std::string out = d.kind == "clause"    ? clause(d)
                      : d.kind == "card"    ? card(d)
                      : d.kind == "reading" ? reading(d)
                                            : form(d);
    return out + where(game_.path(d.named), game_.range(d.named).start.line);
  }

 private:
  const char* word(const char* en, const char* ja) const {
    return lang_ == base::Lang::Ja ? ja : en;
  }
  std::string head(std::string_view name, std::string_view kind) const {
    return "**" + plain(name) + "** (" + std::string(base::in_lang(kind_text(kind), lang_)) + ")";
  }
  std::string where(const std::string& path, std::uint32_t line) const {
    const auto below = std::filesystem::path(path).lexically_relative(game_.folder());
    return "\n\n" + plain(below.string()) + ":" + std::to_string(line + 1);
  }
  /// A text by language.
  std::string both(const Json& j) const {
    const std::string ja = text_of(j.find("ja")), en = text_of(j.find("en"));
    return lang_ == base::Lang::Ja ? (ja.empty() ? en : ja) : (en.empty() ? ja : en);
  }
  std::string clauses(const Json& j) const {
    const Json* by = j.find("by");
    std::string out;
    if (by != nullptr)
      for (const Json& c : by->items) out += (out.empty() ? "" : ", ") + plain(text_of(&c));
    return out.empty() ? "" : std::string("\n\n") + word("by ", "根拠: ") + out;
  }

  std::string clause(const Definition& d) const {
    const Json& j = *d.json;
    std::string out =
        head(d.name, d.kind) + " " + plain(text_of(j.find("title"))) + "\n\n" + plain(both(j));
    if (const std::string since = text_of(j.find("since")); !since.empty())
      out += std::string("\n\n") + word("counts from ", "適用開始: ") + plain(since);
    if (const std::string before = text_of(j.find("before")); !before.empty())
      out += std::string("\n\n") + word("counted until ", "適用終了: ") + plain(before);
    const std::string status = text_of(j.find("status")), why = text_of(j.find("why"));
    if (!status.empty())
      out += "\n\n*" + plain(status) + "*" + (why.empty() ? "" : ": " + plain(why));
    return out;
  }

  std::string card(const Definition& d) const {
    std::string out = head(d.name, d.kind);
    const rulings::GameRecords all = rulings::records_of(game_.game());
    const auto it = std::ranges::find(all.cards, d.name, &rulings::CardRecord::name);
    if (it == all.cards.end()) return out;
    for (const auto& [name, value] : it->attributes)
      out += "  \n" + plain(name) + ": " + plain(value);
    for (auto w = it->wordings.rbegin(); w != it->wordings.rend(); ++w) {
      const bool former = w != it->wordings.rbegin();
      std::string words;
      for (const auto& [span, text] : w->spans) words += plain(text);
      out += std::string("\n\n") + (former ? word("former wording", "以前の文面") : "") +
             (w->from.empty() ? "" : " " + plain(w->from)) +
             (former || !w->from.empty() ? ": " : "") + words;
    }
    if (it->invented)
      out += std::string("\n\n*") + word("not a printed card", "架空のカード") + "*";
    return out;
  }

  std::string reading(const Definition& d) const {
    const Json* title = d.json->find("title");
    std::string out = head(d.name, d.kind) + (title ? " " + plain(both(*title)) : "");
    const std::string fallback = text_of(d.json->find("default"));
    if (const Json* options = d.json->find("options"))
      for (const base::Member& m : options->members)
        out += "\n- **" + plain(m.key) + "**" +
               (m.key == fallback ? word(" (default)", "（既定）") : "") + " " +
               plain(both(m.value));
    return out + clauses(*d.json);
  }

  std::string form(const Definition& d) const {
    std::string out = head(d.name, d.kind);
    if (!d.of.empty() && d.of != d.name)
      out += std::string(" ") + word("of ", "所属: ") + plain(d.of);
    for (const std::string_view key : {"of", "type", "is", "for", "on", "event", "when", "holds"})
      if (const std::string value = text_of(d.json->find(key));
          !value.empty() && d.kind != "member")
        out += "  \n" + std::string(key) + ": " + plain(value);
    if (const Json* args = d.json->find("args"); args != nullptr && d.kind != "member") {
      std::string list;
      for (const base::Member& m : args->members)
        list += (list.empty() ? "" : ", ") + plain(m.key) + ": " + plain(text_of(&m.value));
      if (!list.empty()) out += "  \nargs: " + list;
    }
    if (const Json* say = d.json->find("say")) {
      const Json* own = d.kind == "member" ? say->find(d.name) : say;
      if (own != nullptr && !both(*own).empty()) out += "\n\n“" + plain(both(*own)) + "”";
    }
    return out + clauses(*d.json);
  }

  const Game& game_;
  base::Lang lang_;
};

}  // namespace

std::string hover(const Game& game, const Thing& thing, base::Lang lang) {
  if (!game.loaded()) return "";
  const Hover say(game, lang);
  if (thing.role == Role::Ruling) return say.ruling(thing.name);
  std::string out;
  for (const Definition* d : definitions_of(game, thing))
    out += (out.empty() ? "" : "\n\n---\n\n") + say.definition(*d);
  if (!out.empty()) return out;
  const model::Key* key = model::find_key(thing.name);
  return key == nullptr || key->doc.empty() ? "" : "`" + thing.name + "`: " + std::string(key->doc);
}

}  // namespace hanrei::lsp
