// The page on which a situation is built. Each change is a form of its own, so that it works
// without scripts; what is changed is the file that stands at the end of the page, and nothing
// else.
#include <algorithm>

#include "reports/html/pages.h"

namespace hanrei::reports::html {
namespace {

using base::Lang;
using rulings::Element;
using Choices = std::vector<std::pair<std::string, std::string>>;

class BoardPage {
 public:
  BoardPage(Html& h, const View& view, const Place& above, const Building& b)
      : h_(h), view_(view), above_(above), b_(b), p_(*b.program) {
    for (const Element& e : b.document->root.children)
      if (e.name == "situation") situation_ = &e;
    for (const std::string& player : p_.players) {
      players_.emplace_back(player, player);
      for (const model::ZoneDef& z : p_.zones) {
        if (z.of == model::ZoneOwner::Card) continue;
        places_.emplace_back(player + "/" + z.name, player + " " + z.name);
        if (z.lot) lots_.push_back(places_.back());
      }
    }
    for (const model::ZoneDef& z : p_.zones)
      if (z.of == model::ZoneOwner::Card) hosted_.emplace_back(z.name, z.name);
    for (const model::ActDef& a : p_.acts) {
      std::string presents;
      for (const model::Choose& c : a.present) presents += " " + c.name;
      acts_.emplace_back(a.name, a.name + presents);
    }
  }

  void write() {
    write_state();
    write_shown();
    open_section(h_, Word::TheBoard, "table");
    write_offers();
    write_zones();
    write_putting();
    h_.close();
    write_values();
    write_play();
    write_claims();
    write_file();
    write_lists();
  }

 private:
  // ---- forms

  std::string address(const std::string& page, const std::string& more = "") const {
    return page + "?game=" + in_address(b_.game) + "&text=" + b_.text_id + more;
  }
  /// A form that makes an edit; `also`: fields that stand fast.
  void open_form(const std::string& edit,
                 const std::vector<std::pair<std::string, std::string>>& also = {}) {
    h_.open("form", {{"class", "edit"}, {"method", "post"}, {"action", address("board")}});
    hidden("edit", edit);
    for (const auto& [name, value] : also) hidden(name, value);
  }
  void hidden(const std::string& name, const std::string& value) {
    h_.empty("input", {{"type", "hidden"}, {"name", name}, {"value", value}});
  }
  void close_form(Word what) {
    write_submit(h_, what);
    h_.close();
  }
  /// A form that is a button and nothing else; `of`: what it is about, for who does not see where
  /// it stands.
  void button(Word what, const std::string& edit,
              const std::vector<std::pair<std::string, std::string>>& also, const std::string& of) {
    open_form(edit, also);
    h_.open("button", {{"type", "submit"}, {"class", "small"}}).word(what);
    h_.element("span", " " + of, {{"class", "unseen"}}).close();
    h_.close();
  }
  void input(Word label, const std::string& name, const std::string& value = "",
             const std::string& list = "", const std::string& hint = "") {
    write_input(h_, label, name, value, list, hint);
  }
  void select(Word label, const std::string& name, const Choices& choices,
              const std::string& chosen = "") {
    write_select(h_, label, name, choices, chosen);
  }
  void open_details(Word what, bool open = false) {
    h_.open("details", {{"open", open ? "open" : ""}}).open("summary").word(what).close();
  }
  void kinds(const std::vector<std::pair<const char*, Word>>& list) {
    h_.open("label").word(Word::ClaimKind).open("select", {{"name", "kind"}});
    for (const auto& [value, what] : list)
      write_option(h_, view_, value, word(what, Lang::En), word(what, Lang::Ja));
    h_.close().close();
  }
  /// The form that sets a value of something.
  void setting(const std::vector<std::pair<std::string, std::string>>& of,
               const std::string& list) {
    open_form("set", of);
    input(Word::ValueName, "name", "", list);
    input(Word::Value, "value", "", "values");
    close_form(Word::Set);
  }

  // ---- what is there

  /// What is said of an element beside what it is.
  static std::string said_of(const Element& e, const std::vector<std::string_view>& but) {
    std::string out;
    const auto add = [&](const std::string& name, const std::string& value) {
      out += (out.empty() ? "" : " · ") + name + " " + value;
    };
    for (const Element::Attribute& a : e.attributes)
      if (std::ranges::find(but, a.name) == but.end()) add(a.name, a.value);
    for (const Element& c : e.children)
      if (c.name == "set") add(c.get("attr"), c.get("value"));
    return out;
  }
  /// An item of a play, or a claim, in one line.
  static std::string line_of(const Element& e) {
    std::string out;
    for (const char* first : {"by", "act"})
      if (e.find(first) != nullptr) out += (out.empty() ? "" : " ") + e.get(first);
    for (const Element::Attribute& a : e.attributes)
      if (a.name != "by" && a.name != "act" && a.name != "kind")
        out += " " + a.name + "=" + a.value;
    if (!e.text.empty()) out += " " + e.text;
    for (const Element& c : e.children) out += " [" + line_of(c) + "]";
    return out;
  }
  static Word item_word(const std::string& name) {
    return name == "pass"     ? Word::ItemPass
           : name == "choose" ? Word::ItemChoose
           : name == "free"   ? Word::ItemFree
                              : Word::ItemDo;
  }
  static Word kind_word(const std::string& kind) {
    for (const auto& [name, what] : kAllKinds)
      if (kind == name) return what;
    return Word::Claim;
  }

  void lines(const std::string (&texts)[2]) {
    each_face(h_, [&](Lang lang) {
      h_.element("p", texts[static_cast<std::size_t>(lang)], {{"class", "lines"}});
    });
  }

  // ---- its parts

  void write_state() {
    if (!b_.refused[0].empty()) {
      h_.open("section", {{"class", "stops"}, {"role", "alert"}, {"id", "refused"}});
      h_.word(Word::NotMade, "h2");
      lines(b_.refused);
      h_.close();
    }
    if (!b_.missing[0].empty()) {
      open_section(h_, Word::NotYet, "missing");
      lines(b_.missing);
      h_.close();
    }
    h_.open("nav", {{"class", "steps"}});
    const auto to = [&](const std::string& href, Word what) {
      h_.open("a", {{"class", "button"}, {"href", href}}).word(what).close().text(" ");
    };
    if (b_.missing[0].empty()) {
      to(address("step", "&open=1"), Word::PlayIt);
      if (child("play") != nullptr) to(address("step"), Word::PlayAsSaid);
      to(address("board", "&show=ask"), Word::WhatCanHappen);
      if (child("claim") != nullptr) to(address("board", "&show=check"), Word::AskClaims);
      to(address("board", "&show=like"), Word::FindLike);
    }
    to(address("board.xml"), Word::SaveIt);
    h_.close();
  }

  const Element* child(std::string_view name) const {
    const auto& all = b_.document->root.children;
    const auto at = std::ranges::find(all, name, &Element::name);
    return at == all.end() ? nullptr : &*at;
  }

  void write_shown() {
    if (b_.shown == "check") {
      open_section(h_, Word::Standing, "asked");
      h_.both(b_.standing, "p", "verdict").close();
      write_answers(h_, b_.told);
      write_plays(h_, above_, b_.told);
    }
    if (b_.shown == "ask") {
      open_section(h_, Word::WhatCanHappen, "asked");
      each_face(h_, [&](Lang lang) {
        const Building::Outcomes& o = b_.outcomes[static_cast<std::size_t>(lang)];
        h_.element("p", o.note);
        if (o.all.empty()) h_.element("p", word(Word::NothingComes, lang));
        h_.open("ol", {{"class", "outcomes"}});
        for (const Building::Outcomes::One& one : o.all) {
          h_.open("li").element("p", one.text, {{"class", "verdict"}});
          for (const std::string& move : one.moves) h_.element("p", move, {{"class", "s"}});
          h_.close();
        }
        h_.close();
      });
      h_.close();
    }
    if (b_.shown == "like") {
      open_section(h_, Word::FindLike, "asked");
      if (b_.like.empty()) h_.open("p").word(Word::NoPrecedent).close();
      write_near(h_, above_, b_.like);
      h_.close();
    }
  }

  void write_offers() {
    if (b_.offered.empty()) return;
    h_.open("div", {{"class", "offers"}, {"role", "status"}}).word(Word::WhichCard, "h3");
    for (const std::string& card : b_.offered) {
      std::vector<std::pair<std::string, std::string>> also = {{"card", card}};
      for (const auto& [name, value] : b_.offered_for)
        if (name != "card" && name != "edit") also.emplace_back(name, value);
      open_form("add", also);
      h_.open("button", {{"type", "submit"}}).text("《" + card + "》").close();
      h_.close();
    }
    h_.close();
  }

  void write_card(const Element& e) {
    const std::string id = e.get("id");
    h_.open("details", {{"class", "card"}}).open("summary").element("b", id);
    h_.text(" 《" + e.get("is") + "》 ");
    h_.element("span", said_of(e, {"id", "is"}), {{"class", "s"}}).close();
    setting({{"card", id}}, "card-values");
    open_form("move", {{"card", id}});
    select(Word::Where, "place", places_);
    close_form(Word::Move);
    if (!hosted_.empty() && ids_.size() > 1) {
      open_form("move", {{"card", id}});
      input(Word::OnCard, "on", "", "ids");
      select(Word::AttachedIn, "zone", hosted_);
      close_form(Word::Attach);
    }
    button(Word::TakeAway, "remove", {{"card", id}}, id);
    h_.close();
    for (const Element& c : e.children)
      if (c.name == "card") {
        h_.open("div", {{"class", "attached"}});
        write_card(c);
        h_.close();
      }
  }

  void gather(const Element& e) {
    if (e.name == "card") ids_.push_back(e.get("id"));
    for (const Element& c : e.children) gather(c);
  }

  void write_zones() {
    gather(*situation_);
    h_.open("table", {{"class", "zones"}});
    for (const Element& player : situation_->children) {
      if (player.name != "player") continue;
      for (const Element& zone : player.children) {
        if (zone.name != "zone") continue;
        h_.open("tr").element("th", player.get("id") + " " + zone.get("name"), {{"scope", "row"}});
        h_.open("td");
        for (const Element& e : zone.children)
          if (e.name == "card")
            write_card(e);
          else
            h_.open("span", {{"class", "card counted"}})
                .text(e.get("n") + " ")
                .word(Word::CardsCounted)
                .close();
        h_.close().close();
      }
    }
    h_.close();
  }

  void write_putting() {
    open_form("add");
    input(Word::Card, "card", b_.offered_for.contains("card") ? b_.offered_for.at("card") : "",
          "cards");
    select(Word::Where, "place", places_,
           b_.offered_for.contains("place") ? b_.offered_for.at("place") : "");
    input(Word::CardId, "id");
    close_form(Word::PutCard);
    if (!lots_.empty()) {
      open_details(Word::CountCards);
      open_form("lot");
      select(Word::Where, "place", lots_);
      h_.open("label").word(Word::HowMany);
      h_.empty("input", {{"type", "number"}, {"name", "n"}, {"min", "0"}, {"value", "10"}});
      h_.close();
      close_form(Word::Set);
      h_.close();
    }
  }

  /// What a thing has, with the form that sets it.
  void thing(const std::string& name, const std::string& said,
             const std::vector<std::pair<std::string, std::string>>& of, const std::string& list) {
    h_.open("details").open("summary").element("b", name).text(" ");
    h_.element("span", said, {{"class", "s"}}).close();
    setting(of, list);
    h_.close();
  }

  void write_values() {
    open_section(h_, Word::WhereItBegins);
    h_.open("p").element("b", situation_->get("at"), {{"id", "at"}}).close();
    open_form("at");
    input(Word::ProcedureAndStep, "at", situation_->get("at"), "places");
    close_form(Word::Begin);
    open_form("until");
    const Element* const until = child("until");
    input(Word::UntilWhat, "until", until == nullptr ? "" : until->text, "untils");
    close_form(Word::Set);
    h_.open("details").open("summary").word(Word::OfTheGame, "b").text(" ");
    h_.element("span", said_of(*situation_, {"at"}), {{"class", "s"}}).close();
    setting({}, "game-values");
    h_.close();
    for (const auto& [player, shown] : players_) {
      const auto at = std::ranges::find_if(situation_->children, [&](const Element& e) {
        return e.name == "player" && e.get("id") == player;
      });
      thing(player, at == situation_->children.end() ? "" : said_of(*at, {"id"}),
            {{"player", player}}, "player-values");
    }
    std::string part;
    for (const char c : situation_->get("at") + "/") {
      if (c != '/') {
        part += c;
        continue;
      }
      const std::string name = part.substr(0, part.find('['));
      part.clear();
      const auto at = std::ranges::find_if(situation_->children, [&](const Element& e) {
        return e.name == "frame" && e.get("of") == name;
      });
      thing(name, at == situation_->children.end() ? "" : said_of(*at, {"of"}), {{"frame", name}},
            "locals");
    }
    write_tokens();
    write_presumed();
    h_.close();
  }

  void write_tokens() {
    Choices sorts;
    for (const model::SortId s : p_.sorts.ids())
      if (s > model::kEffectSort && p_.sorts[s].pool > 0)
        sorts.emplace_back(p_.sorts[s].name, p_.sorts[s].name);
    std::size_t n = 0;
    for (const Element& e : situation_->children) {
      if (e.name != "token") continue;
      const std::string number = std::to_string(n++);
      thing(e.get("sort"), said_of(e, {"sort"}), {{"token", number}}, "token-values");
      button(Word::TakeAway, "untoken", {{"n", number}}, e.get("sort"));
    }
    if (sorts.empty()) return;
    open_details(Word::Tokens);
    open_form("token");
    select(Word::Sort, "sort", sorts);
    close_form(Word::Add);
    h_.close();
  }

  void write_presumed() {
    if (p_.readings.empty()) return;
    h_.open("details").open("summary").word(Word::ReadingsOfRuling).text(" ");
    std::string all;
    for (const auto& [reading, is] : b_.document->presumes)
      all += (all.empty() ? "" : " · ") + reading + " " + is;
    h_.element("span", all, {{"class", "s"}}).close();
    open_form("presume");
    input(Word::ReadingName, "reading", "", "readings");
    input(Word::OptionName, "is");
    close_form(Word::Presume);
    h_.close();
  }

  /// What is there already, each with what takes it away: items of the play, claims.
  template <class Named>
  void items(const std::vector<const Element*>& all, const Named& named, const std::string& away) {
    if (all.empty()) return;
    h_.open("ol", {{"class", "items"}});
    for (std::size_t i = 0; i < all.size(); ++i) {
      h_.open("li").open("span").open("b").word(named(*all[i])).close();
      h_.text(" " + line_of(*all[i])).close();
      button(Word::TakeAway, away, {{"n", std::to_string(i)}}, line_of(*all[i]));
      h_.close();
    }
    h_.close();
  }

  void write_play() {
    open_section(h_, Word::ThePlay);
    std::vector<const Element*> played;
    if (const Element* const play = child("play"))
      for (const Element& e : play->children) played.push_back(&e);
    if (played.empty()) h_.open("p", {{"class", "s"}}).word(Word::NothingPlayed).close();
    items(
        played, [](const Element& e) { return item_word(e.name); }, "unplay");
    open_details(Word::AddDeclaration);
    open_form("do");
    select(Word::Who, "by", players_);
    select(Word::Act, "act", acts_);
    input(Word::Things, "things", "", "", "c=e t=M");
    close_form(Word::Add);
    h_.close();
    open_details(Word::AddChoice);
    open_form("choose");
    select(Word::Who, "by", players_);
    input(Word::ChoiceName, "what", "", "choices");
    input(Word::ChosenIs, "is", "", "values");
    close_form(Word::Add);
    h_.close();
    open_details(Word::AddFree);
    open_form("free");
    select(Word::Who, "by", players_);
    input(Word::Acts, "acts", "", "acts");
    close_form(Word::Add);
    h_.close();
    h_.close();
  }

  static constexpr std::pair<const char*, Word> kAllKinds[] = {
      {"necessary", Word::KindNecessary},   {"possible", Word::KindPossible},
      {"impossible", Word::KindImpossible}, {"outcomes", Word::KindOutcomes},
      {"greatest", Word::KindGreatest},     {"least", Word::KindLeast},
      {"chooser", Word::KindChooser},       {"forceable", Word::KindForceable},
      {"endless", Word::KindEndless},       {"legal", Word::KindLegal},
      {"illegal", Word::KindIllegal}};

  void write_claims() {
    open_section(h_, Word::Claims, "claims");
    std::vector<const Element*> claimed;
    for (const Element& e : b_.document->root.children)
      if (e.name == "claim") claimed.push_back(&e);
    items(
        claimed, [](const Element& e) { return kind_word(e.get("kind")); }, "unclaim");
    if (claimed.empty()) h_.open("p", {{"class", "s"}}).word(Word::NoClaims).close();
    const std::vector<std::pair<const char*, Word>> ends = {{"necessary", Word::KindNecessary},
                                                            {"possible", Word::KindPossible},
                                                            {"impossible", Word::KindImpossible}};
    open_details(Word::ClaimWhere);
    open_form("claim");
    input(Word::Card, "ends", "", "ids");
    select(Word::Where, "place", places_);
    kinds(ends);
    close_form(Word::Claim);
    h_.close();
    open_details(Word::ClaimMay);
    open_form("claim");
    select(Word::Who, "who", players_);
    select(Word::Act, "act", acts_);
    input(Word::Things, "things", "", "", "c=e t=M");
    input(Word::AtAsking, "in", "", "askings");
    kinds({{"legal", Word::KindLegal}, {"illegal", Word::KindIllegal}});
    close_form(Word::Claim);
    h_.close();
    open_details(Word::ClaimSaid);
    open_form("claim");
    kinds({std::begin(kAllKinds), std::end(kAllKinds) - 2});
    h_.open("label").word(Word::Condition);
    h_.open("textarea", {{"name", "text"}, {"rows", "2"}}).close();
    h_.open("span", {{"class", "s"}}).word(Word::ConditionHint).close().close();
    input(Word::OfWhat, "of");
    input(Word::IsWhat, "is");
    input(Word::ByWhom, "by", "", "player-names");
    close_form(Word::Claim);
    h_.close();
    h_.close();
  }

  void write_file() {
    open_section(h_, Word::NameAndFile);
    open_form("name");
    input(Word::Id, "id", b_.document->id);
    for (const auto& [lang, label] : {std::pair{"ja", Word::TitleJa}, {"en", Word::TitleEn}}) {
      std::string title;
      for (const Element& e : b_.document->root.children)
        if (e.name == "title" && e.get("xml:lang") == lang) title = e.text;
      input(label, lang, title);
    }
    close_form(Word::Rename);
    open_details(Word::ItsFile);
    open_form("open");
    h_.open("label").word(Word::ItsFile);
    h_.open("textarea", {{"name", "xml"}, {"rows", "16"}, {"spellcheck", "false"}});
    h_.text("\n" + b_.xml).close();
    h_.close();
    close_form(Word::OpenIt);
    h_.close();
    h_.close();
  }

  // ---- lists to choose from, each once for all forms

  void list(const std::string& id, std::vector<std::string> values) {
    std::ranges::sort(values);
    values.erase(std::unique(values.begin(), values.end()), values.end());
    h_.open("datalist", {{"id", id}});
    for (const std::string& v : values) h_.empty("option", {{"value", v}});
    h_.close();
  }
  void write_lists() {
    std::vector<std::string> of_card, of_player, of_game, of_token, locals, choices, values, places,
        untils = {"idle", "end"}, askings, acts, readings;
    for (const model::AttrDef& a : p_.attrs) {
      auto& to = a.sort == model::kCardSort     ? of_card
                 : a.sort == model::kPlayerSort ? of_player
                 : a.sort == model::kNone       ? of_game
                                                : of_token;
      to.push_back(a.name);
    }
    for (const model::EnumId e : p_.enums.ids(2))
      values.insert(values.end(), p_.enums[e].members.begin(), p_.enums[e].members.end());
    values.insert(values.end(), {"true", "false"});
    values.insert(values.end(), p_.players.begin(), p_.players.end());
    const std::string path = situation_->get("at");
    for (const model::Procedure& pr : p_.procedures) {
      if (pr.step_names.empty()) continue;
      places.push_back(pr.name);
      for (const std::string& step : pr.step_names) places.push_back(pr.name + "[" + step + "]");
      for (const model::Local& l : pr.locals) {
        if (l.name.starts_with("did ")) continue;
        choices.push_back(l.name);
        if (("/" + path).find("/" + pr.name) != std::string::npos) locals.push_back(l.name);
      }
      if (("/" + path).find("/" + pr.name) != std::string::npos) untils.push_back(pr.name);
    }
    choices.insert(choices.end(), {"order", "again", "may", "top"});
    for (const Ruling& r : above_.game.rulings)
      for (const rulings::CaseRecord& c : r.record.cases)
        if (!c.at.empty()) places.push_back(c.at);
    for (const model::ExchangeDef& e : p_.exchanges) askings.push_back(e.name);
    for (const model::SignalDef& s : p_.signals) askings.push_back(s.name);
    for (const model::ActDef& a : p_.acts) acts.push_back(a.name);
    for (const model::ReadingDef& r : p_.readings) readings.push_back(r.name);
    list("cards", b_.cards);
    list("ids", ids_);
    list("card-values", of_card);
    list("player-values", of_player);
    list("game-values", of_game);
    list("token-values", of_token);
    list("locals", locals);
    list("choices", choices);
    list("values", values);
    list("places", places);
    list("untils", untils);
    list("askings", askings);
    list("acts", acts);
    list("readings", readings);
    list("player-names", p_.players);
  }

  Html& h_;
  const View& view_;
  const Place& above_;
  const Building& b_;
  const model::Program& p_;
  const Element* situation_ = nullptr;
  Choices players_, places_, lots_, hosted_, acts_;
  std::vector<std::string> ids_;
};

}  // namespace

std::string board_page(const View& view, const Place& place, const Building& b) {
  const std::string& id = b.document->id;
  Page page(view, id, "", &place, true);
  Html& h = page.h;
  std::string title[2];
  for (const Element& e : b.document->root.children)
    if (e.name == "title") title[e.get("xml:lang") == "ja" ? 1 : 0] = e.text;
  h.open("h1").element("span", id, {{"class", "id"}}).text(" ").both(title).close();
  const Place above = from_above(place);
  BoardPage(h, view, above, b).write();
  return page.take();
}

}  // namespace hanrei::reports::html
