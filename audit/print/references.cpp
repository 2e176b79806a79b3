// References to steps, sections and titles; the numbers themselves.
#include <algorithm>
#include <optional>

#include "audit/print/look.h"
#include "audit/print/vocabulary.h"

namespace hanrei::audit::print {
namespace {

using To = Reference::To;

/// The steps of a section, by their number.
using Steps = std::map<int, size_t>;

/// `10-1-1` -> `10-1`; empty for a chapter.
std::string parent(const std::string& number) {
  const size_t dash = number.find_last_of("-.");
  return dash == number.npos ? "" : number.substr(0, dash);
}

class References {
 public:
  References(const Book& book, Found& found) : book_(book), found_(found) {
    for (size_t u = 0; u < book.units.size(); ++u) {
      const Unit& unit = book.units[u];
      for (const std::string& t : unit.titles) titles_.emplace(plain(t), u);
      if (unit.kind == Kind::Heading && !unit.number.empty()) sections_.emplace(unit.number, u);
      if (unit.kind == Kind::Step && unit.value > 0)
        steps_[audit::reader::section_of(book, static_cast<int>(u))].emplace(unit.value, u);
    }
  }

  void run() {
    each_sentence(book_, [&](size_t u, size_t s, const Sentence& sentence) {
      for (const Reference& r : sentence.refs) {
        const Place at{u, s, r.at};
        if (r.to == To::Step)
          step(u, at, r);
        else if (r.to == To::Section)
          section(at, r);
        else if (r.to == To::Title)
          title(at, r);
        else
          add(Code::LostLink, {at}, {r.text});
      }
    });
  }

 private:
  void add(Code code, std::vector<Place> places, std::vector<std::string> args) {
    found_.push_back({code, std::move(places), std::move(args), ""});
  }

  /// The section whose steps are meant: one's own, or else one beside or above with steps.
  int procedure(int section) const {
    if (steps_.contains(section)) return section;
    if (section < 0) return -2;
    const std::string number = book_.units[section].number;
    if (number.empty()) return -2;
    for (std::string up = parent(number); !up.empty(); up = parent(up)) {
      int best = -2;
      for (const auto& [s, steps] : steps_)
        if (s >= 0 && s < section && parent(book_.units[s].number) == up) best = s;
      if (best >= 0) return best;
    }
    return -2;
  }

  int own_step(size_t u) const {
    for (int k = static_cast<int>(u); k >= 0; k = book_.units[k].up)
      if (book_.units[k].kind == Kind::Step) return k;
    return -1;
  }

  void step(size_t u, const Place& at, const Reference& r) {
    const int section = audit::reader::section_of(book_, static_cast<int>(u));
    const int p = procedure(section);
    if (p == -2) return;  // whose step it is cannot be told
    if (p != section) nameless(u, at, r, p);
    const Steps& steps = steps_.at(p);
    const int n = std::stoi(r.number);
    const auto target = steps.find(n);
    if (target == steps.end()) {
      add(Code::NoSuchStep, {at, {static_cast<size_t>(std::max(p, 0)), 0, {}}},
          {r.text, told(book_, static_cast<size_t>(std::max(p, 0)))});
      return;
    }
    const Place there{target->second, 0, book_.units[target->second].at};
    const int own = p == section ? own_step(u) : -1;
    const int own_value = own < 0 ? -1 : book_.units[own].value;
    if (own_value == n) return add(Code::OwnStep, {at, there}, {book_.units[own].number});
    if (own_value > 0 && n > own_value && !r.did.empty())
      return add(Code::LaterStep, {at, there}, {book_.units[own].number, r.text});
    if (chars(r.did) < 2 || binds(target->second, r.did))
      return;  // 出した: of one kanji the step may have any form
    std::vector<Place> places = {at, there};
    std::string others;
    for (const auto& [value, other] : steps)
      if (value != n && binds(other, r.did)) {
        others += (others.empty() ? "" : ", ") + book_.units[other].number;
        places.push_back({other, 0, book_.units[other].at});
      }
    add(Code::NotBound, std::move(places),
        {r.text, r.did,
         others.empty() ? base::in_both("no step of it has", "ほかの手順にもありません")
                        : base::in_both(others + " has", others + "にはあります")});
  }

  static constexpr size_t kPartName = 6;  ///< a noun of so many characters is a name
  /// A step of a procedure beside, in a section without steps: is the procedure named? One question
  /// for a section.
  void nameless(size_t u, const Place& at, const Reference& r, int procedure) {
    const int section = audit::reader::section_of(book_, static_cast<int>(u));
    if (book_.units[u].kind == Kind::Example || book_.units[procedure].titles.empty() ||
        !whose_.insert(section).second)
      return;
    std::string title = book_.units[procedure].titles[0];
    const std::string printed = title;
    for (size_t i; (i = title.find("の")) != title.npos;) title.erase(i, 3);
    // a part of the procedure is called as the section is
    const std::vector<std::string>& own = book_.units[std::max(section, 0)].titles;
    if (section >= 0 && !own.empty())
      for (const size_t k : below(book_, static_cast<size_t>(procedure)))
        for (const Sentence& s : book_.units[k].says)
          for (const Mention& w : s.words)
            if (chars(w.text) >= kPartName && own[0].ends_with(w.text)) return;
    for (const size_t k : below(book_, static_cast<size_t>(std::max(section, 0))))
      for (const Sentence& s : book_.units[k].says)
        for (const Mention& w : s.words) {
          const bool named =
              (w.text.ends_with("手順") || w.text.ends_with("処理")) && chars(w.text) > 3;
          if (named && title.find(w.text) != title.npos) return;
          for (const audit::reader::Sign& g : s.signs)
            if (g.is == audit::reader::Sign::Is::Chain && g.text.find(printed) != g.text.npos)
              return;
        }
    add(Code::WhoseStep, {at, {static_cast<size_t>(procedure), 0, {}}}, {r.text});
  }

  /// Does the step itself do what it is said to have done?
  bool binds(size_t step, const std::string& did) const {
    for (const size_t u : below(book_, step))
      for (const Sentence& s : book_.units[u].says) {
        std::map<std::string, int> count;
        for (const Mention& w : s.words) ++count[w.text];
        for (const std::string& w : s.negated) --count[w];
        for (const auto& [w, n] : count) {
          if (n <= 0 || !w.ends_with(did)) continue;
          const std::string before = w.substr(0, w.size() - did.size());
          if (!before.ends_with("再") && !before.ends_with("不") && !before.ends_with("未"))
            return true;
        }
      }
    return false;
  }

  void section(const Place& at, const Reference& r) {
    const auto it = sections_.find(r.number);
    if (it == sections_.end()) return add(Code::NoSuchSection, {at}, {r.text});
    const Unit& unit = book_.units[it->second];
    if (r.title.empty() || unit.titles.empty() || plain(unit.titles[0]) == plain(r.title)) return;
    add(Code::TitleDiffers, {at, {it->second, 0, unit.at}}, {r.number, r.title, unit.titles[0]});
  }

  void title(const Place& at, const Reference& r) {
    if (!titles_.contains(plain(r.title))) add(Code::NoSuchTitle, {at}, {r.text});
  }

  const Book& book_;
  Found& found_;
  std::map<std::string, size_t> titles_;
  std::map<std::string, size_t> sections_;
  std::map<int, Steps> steps_;
  std::set<int> whose_;  ///< sections that have been asked
};

/// The shape of a number: what its list goes by.
std::string style_of(const Unit& u) {
  std::string out;
  bool figures = false;
  for (const char c : u.number) {
    if (c >= '0' && c <= '9') {
      if (!figures) out += '0';
      figures = true;
    } else {
      figures = false;
      out += c;
    }
  }
  if (u.kind == Kind::Heading) return "heading " + parent(u.number);
  return static_cast<unsigned char>(u.number[0]) >= 0x80 ? "circled" : out;
}

}  // namespace

void look_at_references(const Book& book, Found& found) { References(book, found).run(); }

void look_at_numbers(const Book& book, Found& found) {
  struct Last {
    size_t unit;
    int section, up;
  };
  std::map<std::string, Last> last;
  for (size_t u = 0; u < book.units.size(); ++u) {
    const Unit& unit = book.units[u];
    if (unit.number.empty() || unit.value < 0 || unit.says.empty()) continue;
    const int section =
        unit.kind == Kind::Heading ? -1 : audit::reader::section_of(book, static_cast<int>(u));
    const std::string style = style_of(unit);
    const auto it = last.find(style);
    if (it != last.end()) {
      const Unit& before = book.units[it->second.unit];
      const Place here{u, 0, unit.at}, there{it->second.unit, 0, before.at};
      const bool together =
          it->second.section == section && (unit.kind != Kind::Item || it->second.up == unit.up);
      if (together && unit.value > before.value + 1)
        found.push_back({Code::NumberGap, {here, there}, {before.number, unit.number}, ""});
      else if (together && unit.value <= before.value && (unit.value > 1 || before.value == 1))
        found.push_back({Code::NumberRepeated, {here, there}, {unit.number}, ""});
    }
    last[style] = {u, section, unit.up};
  }
}

}  // namespace hanrei::audit::print
