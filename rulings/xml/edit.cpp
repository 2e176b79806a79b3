#include "rulings/xml/edit.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <set>

#include "base/text/filled.h"
#include "rulings/xml/write.h"

namespace hanrei::rulings {
namespace {

/// Why an edit cannot be made.
struct Wrong {
  std::string said;
};

Wrong wrong(std::string_view en, std::string_view ja, const std::vector<std::string>& args) {
  return {base::filled(en, ja, args)};
}

// ---------------------------------------------------------------- the kinds

struct Kind {
  std::string_view name;
  std::vector<std::string_view> must, may;
  bool takes_away = false;
};

const std::vector<Kind>& kinds() {
  static const std::vector<Kind> all = {
      {"add", {"card", "zone"}, {"player", "on", "id"}},
      {"lot", {"player", "zone", "n"}, {}},
      {"move", {"card", "zone"}, {"player", "on"}},
      {"remove", {"card"}, {}, true},
      {"set", {"name"}, {"value", "card", "player", "frame", "token"}},
      {"at", {"at"}, {}},
      {"token", {"sort"}, {}},
      {"untoken", {"n"}, {}, true},
      {"do", {"by", "act"}, {"things"}},
      {"pass", {"by"}, {"in"}},
      {"choose", {"what", "is"}, {"by"}},
      {"free", {"by", "acts"}, {"cards"}},
      {"unplay", {"n"}, {}, true},
      {"until", {}, {"until"}},
      {"claim",
       {"kind"},
       {"text", "of", "is", "in", "by", "for", "answer", "now", "reading", "who", "act", "things"}},
      {"unclaim", {"n"}, {}, true},
      {"presume", {"reading"}, {"is"}},
      {"name", {"id"}, {"en", "ja"}},
  };
  return all;
}

/// The kind of an edit, whose fields are there and known.
const Kind& kind_of(const Edit& edit) {
  const auto named = edit.find("edit");
  const std::string name = named == edit.end() ? "" : named->second;
  const auto kind = std::ranges::find(kinds(), name, &Kind::name);
  if (kind == kinds().end()) {
    std::string all;
    for (const Kind& k : kinds()) all += (all.empty() ? "" : ", ") + std::string(k.name);
    throw wrong("no edit `{0}`, expected one of {1}", "編集 `{0}` はありません。次のどれか: {1}",
                {name, all});
  }
  for (const std::string_view must : kind->must)
    if (const auto at = edit.find(std::string(must)); at == edit.end() || at->second.empty())
      throw wrong("`{0}` needs `{1}`", "`{0}` には `{1}` が必要です", {name, std::string(must)});
  for (const auto& [key, value] : edit)
    if (key != "edit" && std::ranges::find(kind->must, key) == kind->must.end() &&
        std::ranges::find(kind->may, key) == kind->may.end())
      throw wrong("`{0}` has no `{1}`", "`{0}` に `{1}` はありません", {name, key});
  return *kind;
}

// ---------------------------------------------------------------- elements

using Attributes = std::vector<std::pair<std::string, std::string>>;

/// An element; attributes without a value are left out.
Element made(std::string name, const Attributes& attributes, std::string text = "") {
  Element out;
  out.name = std::move(name);
  out.text = std::move(text);
  for (const auto& [key, value] : attributes)
    if (!value.empty()) out.attributes.push_back({key, value, {}, {}});
  return out;
}

Element* child(Element& of, std::string_view name, std::string_view key = "",
               const std::string& value = "") {
  for (Element& e : of.children)
    if (e.name == name && (key.empty() || e.get(key) == value)) return &e;
  return nullptr;
}

/// The child of that name; where there is none, it is made, before the first of those that follow
/// it in a file.
Element& child_or_new(Element& of, const std::string& name, const Attributes& attributes) {
  const std::string key = attributes.empty() ? "" : attributes.front().first,
                    value = attributes.empty() ? "" : attributes.front().second;
  if (Element* there = child(of, name, key, value)) return *there;
  static constexpr std::array<std::string_view, 7> kOrder = {"situation", "play",  "until", "claim",
                                                             "player",    "token", "frame"};
  const auto place = [](std::string_view n) {
    return std::ranges::find(kOrder, n) - kOrder.begin();
  };
  auto at = std::ranges::find_if(of.children, [&](const Element& e) {
    const auto other = place(e.name);
    return other < static_cast<std::ptrdiff_t>(kOrder.size()) && other > place(name);
  });
  return *of.children.insert(at, made(name, attributes));
}

/// The card of that id, and the element that it stands in.
std::pair<Element*, Element*> card_in(Element& of, const std::string& id) {
  for (Element& e : of.children) {
    if (e.name == "card" && e.get("id") == id) return {&e, &of};
    if (const auto found = card_in(e, id); found.first != nullptr) return found;
  }
  return {nullptr, nullptr};
}

/// May an attribute of XML be called so? Letters, digits, kana and kanji: fewer than may.
bool plain_name(const std::string& name) {
  for (std::size_t i = 0; i < name.size(); ++i) {
    const char c = name[i];
    const auto byte = static_cast<unsigned char>(c);
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
    if (letter || (i > 0 && c >= '0' && c <= '9')) continue;
    // three bytes, U+3040 to U+9FFF
    if (byte < 0xE3 || byte > 0xE9 || i + 2 >= name.size()) return false;
    if (byte == 0xE3 && static_cast<unsigned char>(name[i + 1]) < 0x81) return false;
    i += 2;
  }
  return !name.empty();
}

/// Gives an element a value, or takes it away. `own`: attributes that say what it is.
void set_value(Element& e, const std::string& name, const std::string& value,
               const std::set<std::string_view>& own) {
  if (own.contains(name))
    throw wrong("`{0}` says which one it is, and is not set", "`{0}` は名前なので設定できません",
                {name});
  const bool with_set = e.name == "card" || e.name == "player" || e.name == "frame";
  if (!plain_name(name) && !with_set)
    throw wrong("`{0}` is no name of an attribute", "`{0}` は属性の名前になりません", {name});
  std::erase_if(e.attributes, [&](const Element::Attribute& a) { return a.name == name; });
  std::erase_if(e.children,
                [&](const Element& c) { return c.name == "set" && c.get("attr") == name; });
  if (value.empty()) return;
  if (plain_name(name))
    e.attributes.push_back({name, value, {}, {}});
  else
    e.children.insert(e.children.begin(), made("set", {{"attr", name}, {"value", value}}));
}

// ---------------------------------------------------------------- one edit

/// A declaration: `c=e t=M` are the things that it presents.
Element declared(const std::string& by, const std::string& act, const std::string& things) {
  Element out = made("do", {{"by", by}, {"act", act}});
  for (std::size_t from = 0; from < things.size();) {
    std::size_t to = from;
    for (bool quoted = false; to < things.size() && (quoted || things[to] != ' '); ++to)
      if (things[to] == '`') quoted = !quoted;
    const std::string one = things.substr(from, to - from);
    from = to + 1;
    if (one.empty()) continue;
    const std::size_t is = one.find('=');
    const std::string name = one.substr(0, is);
    if (is == std::string::npos || !plain_name(name) || name == "by" || name == "act" ||
        out.find(name) != nullptr)
      throw wrong("`{0}`: expected things as `name=value`, with spaces between them",
                  "`{0}`: `名前=値` を空白で区切って並べてください", {one});
    std::string value = one.substr(is + 1);
    std::erase(value, '`');
    out.attributes.push_back({name, value, {}, {}});
  }
  return out;
}

class Editing {
 public:
  Editing(Document& document, const Edit& edit) : root_(document.root), edit_(edit) {
    if (Element* s = child(root_, "situation"))
      situation_ = s;
    else
      throw wrong("there is no situation", "状況がありません", {});
  }

  void carry_out() {
    const std::string kind = field("edit");
    if (kind == "add") add();
    if (kind == "lot") lot();
    if (kind == "move") move();
    if (kind == "remove") take(field("card"));
    if (kind == "set") set();
    if (kind == "at") at();
    if (kind == "token") child_after(made("token", {{"sort", field("sort")}}));
    if (kind == "untoken") erase(*situation_, "token");
    if (kind == "do" || kind == "pass" || kind == "choose" || kind == "free")
      child_or_new(root_, "play", {}).children.push_back(item());
    if (kind == "unplay") unplay();
    if (kind == "until") until();
    if (kind == "claim") root_.children.push_back(claim());
    if (kind == "unclaim") erase(root_, "claim");
    if (kind == "presume") presume();
    if (kind == "name") name();
  }

 private:
  std::string field(const std::string& name) const {
    const auto it = edit_.find(name);
    return it == edit_.end() ? "" : it->second;
  }
  std::size_t number(const std::string& key = "n") const {
    const std::string text = field(key);
    std::size_t n = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), n);
    if (error != std::errc() || end != text.data() + text.size())
      throw wrong("`{0}` is `{1}`, expected a number, 0 or more",
                  "`{0}` は `{1}` ですが、0 以上の数が必要です", {key, text});
    return n;
  }
  Element& card(const std::string& id) {
    Element* const found = card_in(*situation_, id).first;
    if (found == nullptr)
      throw wrong("there is no card `{0}` in the situation", "カード `{0}` は状況にありません",
                  {id});
    return *found;
  }
  /// The n-th child of that name.
  Element& nth(Element& of, std::string_view name, std::size_t n) {
    for (Element& e : of.children)
      if (e.name == name && n-- == 0) return e;
    throw wrong("there is no {0} of this number", "この番号の {0} はありません",
                {std::string(name)});
  }
  void erase(Element& of, std::string_view name) {
    const Element* const gone = &nth(of, name, number());
    of.children.erase(of.children.begin() + (gone - of.children.data()));
  }

  Element& zone() {
    Element& player = child_or_new(*situation_, "player", {{"id", field("player")}});
    return child_or_new(player, "zone", {{"name", field("zone")}});
  }
  /// Lays a card where the edit says.
  void lay(Element card_element) {
    const std::string on = field("on");
    if (on.empty() == field("player").empty())
      throw wrong("expected either `player` or `on`", "`player` か `on` のどちらかが必要です", {});
    std::erase_if(card_element.attributes,
                  [](const Element::Attribute& a) { return a.name == "in"; });
    if (on.empty()) {
      zone().children.push_back(std::move(card_element));
      return;
    }
    Element& host = card(on);
    card_element.attributes.push_back({"in", field("zone"), {}, {}});
    host.children.push_back(std::move(card_element));
  }
  void add() {
    std::string id = field("id");
    for (std::size_t i = 1; id.empty(); ++i)
      if (const std::string free = "c" + std::to_string(i);
          card_in(*situation_, free).first == nullptr)
        id = free;
    lay(made("card", {{"id", id}, {"is", field("card")}}));
  }
  void lot() {
    const std::size_t n = number();
    Element& in = zone();
    std::erase_if(in.children, [](const Element& e) { return e.name == "cards"; });
    if (n > 0) in.children.push_back(made("cards", {{"n", field("n")}}));
    tidy();
  }
  /// Takes a card out, with what is attached to it.
  Element take(const std::string& id) {
    static_cast<void>(card(id));
    const auto [e, in] = card_in(*situation_, id);
    Element out = std::move(*e);
    in->children.erase(in->children.begin() + (e - in->children.data()));
    tidy();
    return out;
  }
  void move() {
    Element moved = card(field("card"));
    if (const std::string on = field("on");
        on == moved.get("id") || card_in(moved, on).first != nullptr)
      throw wrong("a card is not attached to itself", "カードをそれ自身に付けることはできません",
                  {});
    static_cast<void>(take(field("card")));
    lay(std::move(moved));
  }
  /// Zones that hold nothing are not written.
  void tidy() {
    for (Element& p : situation_->children)
      std::erase_if(p.children,
                    [](const Element& z) { return z.name == "zone" && z.children.empty(); });
  }

  void set() {
    const std::string name = field("name"), value = field("value");
    int of = 0;
    for (const char* key : {"card", "player", "frame", "token"}) of += field(key).empty() ? 0 : 1;
    if (of > 1)
      throw wrong("expected one of `card`, `player`, `frame`, `token`",
                  "`card`、`player`、`frame`、`token` のどれか一つが必要です", {});
    if (const std::string id = field("card"); !id.empty())
      set_value(card(id), name, value, {"id", "is", "in"});
    else if (const std::string player = field("player"); !player.empty())
      set_value(child_or_new(*situation_, "player", {{"id", player}}), name, value, {"id"});
    else if (const std::string frame = field("frame"); !frame.empty())
      set_value(child_or_new(*situation_, "frame", {{"of", frame}}), name, value, {"of"});
    else if (!field("token").empty())
      set_value(nth(*situation_, "token", number("token")), name, value, {"sort"});
    else
      set_value(*situation_, name, value, {"at"});
  }
  void at() {
    const std::string path = field("at");
    for (Element::Attribute& a : situation_->attributes)
      if (a.name == "at") a.value = path;
    // what is not running has no locals
    std::set<std::string> running;
    std::string part;
    for (const char c : path + "/") {
      if (c == '/') {
        running.insert(part.substr(0, part.find('[')));
        part.clear();
      } else {
        part += c;
      }
    }
    std::erase_if(situation_->children, [&](const Element& e) {
      return e.name == "frame" && !running.contains(e.get("of"));
    });
  }
  void child_after(Element e) {
    const auto at = std::ranges::find(situation_->children, "frame", &Element::name);
    situation_->children.insert(at, std::move(e));
  }

  Element item() const {
    const std::string kind = field("edit");
    if (kind == "do") return declared(field("by"), field("act"), field("things"));
    if (kind == "pass") return made("pass", {{"by", field("by")}, {"in", field("in")}});
    if (kind == "free")
      return made("free",
                  {{"by", field("by")}, {"acts", field("acts")}, {"cards", field("cards")}});
    return made("choose", {{"by", field("by")}, {"what", field("what")}, {"is", field("is")}});
  }
  void unplay() {
    Element* const play = child(root_, "play");
    std::size_t n = number();
    if (play == nullptr || n >= play->children.size())
      throw wrong("there is no {0} of this number", "この番号の {0} はありません", {"play"});
    play->children.erase(play->children.begin() + static_cast<std::ptrdiff_t>(n));
    if (play->children.empty())
      std::erase_if(root_.children, [](const Element& e) { return e.name == "play"; });
  }
  void until() {
    if (const std::string text = field("until"); !text.empty())
      child_or_new(root_, "until", {}).text = text;
    else
      std::erase_if(root_.children, [](const Element& e) { return e.name == "until"; });
  }
  Element claim() const {
    Attributes attributes = {{"kind", field("kind")}};
    for (const char* key : {"of", "is", "in", "by", "for", "answer", "now", "reading"})
      attributes.emplace_back(key, field(key));
    Element out = made("claim", attributes, field("text"));
    if (field("kind") == "outcomes") {
      // a line for each of them
      out.text.clear();
      std::string line;
      for (const char c : field("text") + "\n") {
        if (c == '\n' || c == '\r') {
          if (!line.empty()) out.children.push_back(made("o", {}, line));
          line.clear();
        } else {
          line += c;
        }
      }
    }
    if (!field("act").empty())
      out.children.push_back(declared(field("who"), field("act"), field("things")));
    else if (!field("who").empty())
      out.children.push_back(made("pass", {{"by", field("who")}}));
    return out;
  }
  void presume() {
    const std::string reading = field("reading"), is = field("is");
    std::erase_if(root_.children, [&](const Element& e) {
      return e.name == "presume" && e.get("reading") == reading;
    });
    if (is.empty()) return;
    const auto at = std::ranges::find(root_.children, "situation", &Element::name);
    root_.children.insert(at, made("presume", {{"reading", reading}, {"is", is}}));
  }
  void name() {
    for (Element::Attribute& a : root_.attributes)
      if (a.name == "id") a.value = field("id");
    std::erase_if(root_.children, [](const Element& e) { return e.name == "title"; });
    for (const char* lang : {"en", "ja"})
      if (const std::string title = field(lang); !title.empty())
        root_.children.insert(root_.children.begin(), made("title", {{"xml:lang", lang}}, title));
  }

  Element& root_;
  Element* situation_ = nullptr;
  const Edit& edit_;
};

/// The head of a draft.
Element head(const std::string& id, const std::string& game) {
  return made("ruling", {{"format", "1"},
                         {"id", id},
                         {"game", game},
                         {"status", "derived"},
                         {"source", "hanrei serve"}});
}

}  // namespace

Document empty_draft(const std::string& game, const std::string& at) {
  Document out;
  out.id = "DESK-1";
  out.game = game;
  out.root = head(out.id, game);
  out.root.children.push_back(made("situation", {}));
  out.root.children.back().attributes.push_back({"at", at, {}, {}});  // also when it is empty
  return out;
}

std::optional<Document> draft_of(const Document& ruling, const std::string& in_case) {
  const auto which = std::ranges::find_if(ruling.root.children, [&](const Element& e) {
    return e.name == "case" && (in_case.empty() || e.get("id") == in_case);
  });
  const bool cases = which != ruling.root.children.end();
  if (ruling.is_deck || (!cases && !in_case.empty())) return std::nullopt;
  Document out;
  out.id = ruling.id + ".1";
  out.game = ruling.game;
  out.root = head(out.id, ruling.game);
  static const std::set<std::string_view> kept = {"presume", "let",   "where", "situation",
                                                  "play",    "until", "claim"};
  for (const Element& e : ruling.root.children) {
    if (kept.contains(e.name) || e.name == "title") out.root.children.push_back(e);
    if (cases && &e == &*which)
      for (const Element& c : e.children)
        if (kept.contains(c.name)) out.root.children.push_back(c);
  }
  for (Element& e : out.root.children)
    if (e.name == "title" && !e.text.empty())
      e.text += e.get("xml:lang") == "ja" ? "（状況を変えたもの）" : " (situation changed)";
  out.presumes = ruling.presumes;
  if (child(out.root, "situation") == nullptr) return std::nullopt;
  return out;
}

std::string apply(Document& draft, const Edit& edit) {
  try {
    static_cast<void>(kind_of(edit));
    Document changed = draft;
    Editing(changed, edit).carry_out();
    draft = std::move(changed);
    return "";
  } catch (const Wrong& w) {
    return w.said;
  }
}

bool takes_away(const Edit& edit) {
  const auto named = edit.find("edit");
  const auto kind =
      named == edit.end() ? kinds().end() : std::ranges::find(kinds(), named->second, &Kind::name);
  return kind != kinds().end() && kind->takes_away;
}

base::Result<std::string> declaration_xml(const std::string& by, const std::string& act,
                                          const std::string& things) {
  try {
    Document out;
    out.root = declared(by, act, things);
    return as_xml(out);
  } catch (const Wrong& w) {
    return base::Error{w.said};
  }
}

std::string draft_xml(const Document& draft) {
  return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + as_xml(draft, true);
}

}  // namespace hanrei::rulings
