// Numbered procedures in time: what is announced and what is done, what is asked again, what a
// range takes in.
#include <algorithm>

#include "audit/print/look.h"
#include "audit/print/reader/words.h"
#include "audit/print/vocabulary.h"

namespace hanrei::audit::print {
namespace {

using audit::reader::section_of;
using audit::reader::Sign;
using Is = Sign::Is;

/// 《札を引いたとき》: the noun with its particle, the stem of the verb, and its form.
struct Window {
  std::string text, noun, head;
  bool past = false, passive = false;
  size_t step = 0;  ///< of the steps of the procedure
  Place at;
};

struct Step {
  size_t unit = 0;
  std::string number;
};

bool ends(const std::string& s, std::initializer_list<std::string_view> tails) {
  return std::ranges::any_of(tails, [&](std::string_view t) { return s.ends_with(t); });
}

/// The kanji and katakana in front: 挑 of 挑まれたとき.
std::string stem(const std::string& verb) {
  std::string out;
  for (const char32_t c : audit::reader::decode(verb)) {
    if (audit::reader::is_hiragana(c)) break;
    out += audit::reader::encode(std::u32string_view(&c, 1));
  }
  return out;
}

Window window(const std::string& quoted) {
  Window w;
  w.text = inside(quoted);
  const size_t of = w.text.rfind("を"),
               p = of != std::string::npos ? of : std::min(w.text.find("が"), w.text.find("に"));
  if (p == std::string::npos) {
    w.head = stem(w.text);
  } else {
    w.noun = w.text.substr(0, p + 3);
    w.head = stem(w.text.substr(p + 3));
  }
  w.past = ends(w.text, {"たとき", "だとき"});
  w.passive = ends(w.text, {"れたとき", "れるとき"}) && !ends(w.text, {"入れたとき", "入れるとき"});
  return w;
}

class Moments {
 public:
  Moments(const Book& book, Found& found) : book_(book), found_(found) {
    for (size_t u = 0; u < book.units.size(); ++u) {
      const int section = section_of(book, static_cast<int>(u));
      if (book.units[u].kind == Kind::Step && section >= 0)
        procedures_[section].push_back({u, book.units[u].number});
    }
  }

  void run() {
    std::map<std::string, Finding> late;
    for (const auto& [section, steps] : procedures_) {
      const std::vector<Window> windows = windows_of(steps);
      counted(steps, windows, late);
      passive(windows);
      begins(static_cast<size_t>(section), steps);
      renamed(steps, windows);
      alone(windows);
      again(steps);
      twice(steps);
      surely(steps);
    }
    for (auto& [key, f] : late) found_.push_back(std::move(f));
    headwords();
    ranges();
  }

 private:
  void add(Code code, std::vector<Place> places, std::vector<std::string> args) {
    found_.push_back({code, std::move(places), std::move(args), ""});
  }
  const std::string& number(size_t unit) const { return book_.units[unit].number; }

  /// For every sentence of a step, with what belongs to it.
  template <class F>
  void each(const Step& step, F&& f) const {
    for (const size_t u : below(book_, step.unit))
      for (size_t s = 0; s < book_.units[u].says.size(); ++s)
        f(Place{u, s, book_.units[u].says[s].at}, book_.units[u].says[s]);
  }

  std::vector<Window> windows_of(const std::vector<Step>& steps) const {
    std::vector<Window> out;
    for (size_t i = 0; i < steps.size(); ++i)
      each(steps[i], [&](const Place& at, const Sentence& said) {
        for (const Mention& q : said.quoted)
          if (q.text.starts_with("《") && ends(q.text, {"とき》"})) {
            Window w = window(q.text);
            w.step = i;
            w.at = at;
            w.at.at = q.at;
            out.push_back(std::move(w));
          }
      });
    return out;
  }

  /// 使用したと見なされる, or ダウンの発生, and the moment before it is announced in a later step.
  void counted(const std::vector<Step>& steps, const std::vector<Window>& windows,
               std::map<std::string, Finding>& late) {
    for (size_t i = 0; i < steps.size(); ++i)
      each(steps[i], [&](const Place& at, const Sentence& said) {
        for (const Sign& sign : said.signs) {
          if (sign.is != Is::Counts && sign.is != Is::Happens) continue;
          for (const Window& w : windows) {
            if (w.step <= i || w.past || w.head != sign.text ||
                (sign.is == Is::Happens && !w.noun.empty()))
              continue;
            const std::string deed = sign.text + (sign.is == Is::Counts ? "した" : "の発生");
            Finding& f =
                late.try_emplace(
                        sign.text,
                        Finding{Code::MomentLate, {}, {deed, "…" + w.head + "するとき"}, ""})
                    .first->second;
            Place there = at;
            there.at = sign.at;
            f.places.push_back(there);
            f.places.push_back(w.at);
            return;
          }
        }
      });
  }

  /// 挑まれたとき before 挑むとき: it has been done before it is about to be.
  void passive(const std::vector<Window>& windows) {
    for (const Window& a : windows)
      for (const Window& b : windows) {
        if (!a.passive || !a.past || b.passive || b.past || b.step <= a.step || a.noun.empty() ||
            a.noun != b.noun || a.head != b.head || a.head.empty())
          continue;
        add(Code::MomentLate, {a.at, b.at}, {"《" + a.text + "》", "《" + b.text + "》"});
      }
  }

  /// Carried out when X has happened, and X happens in one of its steps.
  void begins(size_t section, const std::vector<Step>& steps) {
    for (size_t s = 0; s < book_.units[section].says.size(); ++s)
      for (const Sign& sign : book_.units[section].says[s].signs) {
        if (sign.is != Is::Begins) continue;
        begins_at({section, s, sign.at}, sign.text, steps);
      }
    for (size_t u = section + 1; u < steps.front().unit; ++u)
      for (size_t s = 0; s < book_.units[u].says.size(); ++s)
        for (const Sign& sign : book_.units[u].says[s].signs)
          if (sign.is == Is::Begins) begins_at({u, s, sign.at}, sign.text, steps);
  }
  void begins_at(const Place& at, const std::string& what, const std::vector<Step>& steps) {
    for (const Step& step : steps)
      each(step, [&](const Place& there, const Sentence& said) {
        for (const Sign& sign : said.signs)
          if (sign.is == Is::Happens && sign.text == what)
            add(Code::OwnBeginning, {at, there}, {what, step.number});
      });
  }

  /// バトルカードを指定するとき, announced as 《バトルカードを選択するとき》.
  void renamed(const std::vector<Step>& steps, const std::vector<Window>& windows) {
    std::map<std::pair<std::string, std::string>, std::vector<Place>> pairs;
    for (size_t i = 0; i < steps.size(); ++i)
      each(steps[i], [&](const Place& at, const Sentence& said) {
        for (const Sign& sign : said.signs) {
          if (sign.is != Is::Moment || !sign.text.ends_with("とき")) continue;
          const std::string verb = stem(sign.text.substr(sign.of.size() + 3));
          const bool said_so = std::ranges::any_of(
              windows, [&](const Window& w) { return w.step == i && w.head == verb; });
          for (const Window& w : windows)
            if (w.step == i && w.noun == sign.of + "を" && !said_so && !w.head.empty()) {
              Place here = at;
              here.at = sign.at;
              auto& places = pairs[{sign.of + "を" + verb, sign.of + "を" + w.head}];
              places.push_back(here);
              places.push_back(w.at);
            }
        }
      });
    for (auto& [names, places] : pairs)
      add(Code::MomentNamed, std::move(places), {names.first + "…", "《" + names.second + "…》"});
  }

  /// One of the moments after a deed that has none before it, where another of the same step has.
  void alone(const std::vector<Window>& windows) {
    const auto before = [&](const Window& w) {
      return std::ranges::find_if(windows, [&](const Window& b) {
        return !b.past && b.noun == w.noun && b.head == w.head && b.step < w.step;
      });
    };
    for (const Window& w : windows) {
      if (!w.past || w.passive || before(w) != windows.end()) continue;
      for (const Window& other : windows) {
        if (other.step != w.step || !other.past || other.text == w.text) continue;
        const auto it = before(other);
        if (it == windows.end()) continue;
        add(Code::NoCounterpart, {w.at, other.at, it->at},
            {"《" + w.text + "》",
             "《" + it->text.substr(0, 0) + w.noun + it->text.substr(it->noun.size()) + "》", "1"});
        break;
      }
    }
  }

  /// 再提示 was done, and what is asked for then is 提示.
  void again(const std::vector<Step>& steps) {
    std::map<std::string, std::pair<size_t, Place>> redone;  // by the deed: since which step
    for (size_t i = 0; i < steps.size(); ++i) {
      const Sentence* last = nullptr;
      Place before;
      each(steps[i], [&](const Place& at, const Sentence& said) {
        for (const Sign& sign : said.signs) {
          if (sign.is == Is::Last && sign.text.starts_with("再"))
            redone.try_emplace(sign.text.substr(3), i, at);
          if (sign.is == Is::Again && last != nullptr &&
              std::ranges::any_of(last->signs, [&](const Sign& l) {
                return l.is == Is::Last && l.text == sign.text;
              }))
            add(Code::AskedAgain, {before, at},
                {sign.text,
                 base::in_both(
                     "what goes on in " + number(steps[i].unit) + " expects `再" + sign.text + "`",
                     number(steps[i].unit) + "の続きは「再" + sign.text + "」を前提としています")});
        }
        for (const Sign& sign : said.signs) {
          if (sign.is != Is::Cannot) continue;
          if (const auto it = redone.find(sign.text); it != redone.end() && it->second.first < i)
            add(Code::AskedAgain, {at, it->second.second},
                {sign.text, base::in_both("what " + number(steps[it->second.first].unit) +
                                              " has is `再" + sign.text + "`",
                                          number(steps[it->second.first].unit) + "にあるのは「再" +
                                              sign.text + "」です")});
        }
        last = &said;
        before = at;
      });
    }
  }

  /// One thing is settled in two steps, in two words.
  void twice(const std::vector<Step>& steps) {
    struct Settled {
      std::string verb;
      size_t step;
      Place at;
    };
    std::map<std::string, Settled> settled;
    for (size_t i = 0; i < steps.size(); ++i)
      each(steps[i], [&](const Place& at, const Sentence& said) {
        for (const Sign& sign : said.signs) {
          if (sign.is != Is::Deed || chars(sign.text) < 4) continue;
          Place here = at;
          here.at = sign.at;
          const auto [it, first] = settled.try_emplace(sign.text, Settled{sign.of, i, here});
          if (!first && it->second.step != i && it->second.verb != sign.of)
            add(Code::DoneTwice, {here, it->second.at},
                {sign.text, sign.of, it->second.verb, number(steps[it->second.step].unit)});
        }
      });
  }

  /// 手順[3]で…した場合, and step 3 knows no condition.
  void surely(const std::vector<Step>& steps) {
    for (const Step& step : steps)
      each(step, [&](const Place& at, const Sentence& said) {
        for (const Sign& sign : said.signs) {
          if (sign.is != Is::DoneIf) continue;
          const auto it = std::ranges::find_if(
              steps, [&](const Step& s) { return s.number == "[" + sign.text + "]"; });
          if (it == steps.end()) continue;
          bool open = false;
          each(*it, [&](const Place&, const Sentence& there) {
            for (const Sign& g : there.signs) open = open || g.is == Is::If;
          });
          if (!open)
            add(Code::CannotFail, {at, {it->unit, 0, book_.units[it->unit].at}},
                {"手順[" + sign.text + "]"});
        }
      });
  }

  /// 【札を使用されたとき】 is the same as 《札を使用するとき》, where there is
  /// 《札を使用したとき》 or a step has the words of the headword.
  void headwords() {
    std::map<std::string, Place> windows, said_in;
    for (const auto& [section, steps] : procedures_) {
      for (const Window& w : windows_of(steps)) windows.emplace(w.text, w.at);
      for (const Step& step : steps)
        each(step, [&](const Place& at, const Sentence& said) {
          for (const Sign& g : said.signs)
            if (g.is == Is::Moment) said_in.emplace(g.text, at);
        });
    }
    for (size_t u = 0; u < book_.units.size(); ++u) {
      if (book_.units[u].kind != Kind::Entry) continue;
      size_t k = u;  // headwords one below the other share what follows
      while (k + 1 < book_.units.size() && book_.units[k].says.size() <= 1 &&
             book_.units[k + 1].kind == Kind::Entry)
        ++k;
      for (const std::string& head : book_.units[u].titles)
        for (const Sentence& said : book_.units[k].says)
          for (const Mention& q : said.quoted) {
            const auto same = windows.find(inside(q.text));
            if (!q.text.starts_with("《") || same == windows.end()) continue;
            const Window a = window("《" + head + "》"), b = window(q.text);
            const size_t cut =
                b.text.size() > 12 ? b.text.size() - std::string("するとき").size() : 0;
            const std::string done = b.text.substr(0, cut) + "したとき";
            if (a.past && a.passive && !b.past && b.text.ends_with("するとき") &&
                windows.contains(done) && head.starts_with(b.text.substr(0, cut)))
              add(Code::MomentNamed, {{u, 0, {}}, same->second, windows.at(done)},
                  {"【" + head + "】", q.text});
            if (head.ends_with("場合") && said_in.contains(head) &&
                said_in.at(head).unit != same->second.unit)
              add(Code::MomentNamed, {{u, 0, {}}, said_in.at(head), same->second},
                  {"【" + head + "】", q.text});
          }
    }
  }

  /// What is broken off in a range of steps is brought to its end in a step of the range.
  void ranges() {
    const auto breaks = [](const Sentence& said) {
      return std::ranges::any_of(
          said.words, [](const Mention& w) { return w.text.find("中断") != w.text.npos; });
    };
    each_sentence(book_, [&](size_t u, size_t s, const Sentence& said) {
      for (const Sign& r : said.signs) {
        if (r.is != Is::Range || !breaks(said)) continue;
        const int from = std::stoi(r.text), to = std::stoi(r.of);
        const int section = section_of(book_, static_cast<int>(u));
        const std::string own = section < 0 ? "" : book_.units[section].number;
        each_sentence(book_, [&](size_t v, size_t t, const Sentence& other) {
          const int there = section_of(book_, static_cast<int>(v));
          if (v == u || there < 0 || own.empty() ||
              !book_.units[there].number.starts_with(own + "-") || !breaks(other) ||
              other.refs.empty())
            return;
          const Reference& ref = other.refs[0];
          if (ref.to != Reference::To::Step || std::stoi(ref.number) < from ||
              std::stoi(ref.number) > to)
            return;
          add(Code::RangeHasEnd, {{u, s, r.at}, {v, t, ref.at}},
              {"手順[" + r.text + "]〜[" + r.of + "]", ref.text});
        });
        gap(u, s, r, from);
      }
    });
  }

  /// The steps between the last that may break off and the range that does.
  void gap(size_t u, size_t s, const Sign& range, int from) {
    const std::string number =
        book_.units[std::max(0, section_of(book_, static_cast<int>(u)))].number;
    const std::vector<Step>* best = nullptr;
    for (const auto& [section, steps] : procedures_) {
      const std::string own = book_.units[section].number;
      if (own.rfind('-') == own.npos || number.rfind('-') == number.npos ||
          own.substr(0, own.rfind('-')) != number.substr(0, number.rfind('-')))
        continue;
      if (static_cast<int>(steps.size()) >= from) best = &steps;
    }
    if (best == nullptr) return;
    int last = -1, before = -1;
    for (const Step& step : *best) {
      const int n = book_.units[step.unit].value;
      if (n >= from) break;
      before = n;
      each(step, [&](const Place&, const Sentence& said) {
        for (const Mention& w : said.words)
          if (w.text.find("中断") != w.text.npos) last = n;
      });
    }
    if (last < 0 || before <= last || before + 1 != from) return;
    std::vector<Place> places = {{u, s, range.at}};
    for (const Step& step : *best)
      if (book_.units[step.unit].value >= last && book_.units[step.unit].value < from)
        places.push_back({step.unit, 0, book_.units[step.unit].at});
    add(Code::RangeGap, std::move(places),
        {"手順[" + range.text + "]", "[" + std::to_string(last) + "]",
         "[" + std::to_string(before) + "]"});
  }

  const Book& book_;
  Found& found_;
  std::map<int, std::vector<Step>> procedures_;
};

}  // namespace

void look_at_moments(const Book& book, Found& found) { Moments(book, found).run(); }

}  // namespace hanrei::audit::print
