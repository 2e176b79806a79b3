// When something is done, tested or paid: two orders of the same acts, a limit that is tested
// twice, a price that is paid in part.
#include <algorithm>

#include "audit/print/look.h"

namespace hanrei::audit::print {
namespace {

/// An act, and what is handled.
struct Event {
  std::string act, object;
  Words thing;  ///< all words of what is handled
};
bool same(const Event& a, const Event& b) {
  return a.act == b.act && (a.object.empty() || b.object.empty() || a.object == b.object);
}

struct Edge {
  Event first, then;
  const Said *a, *b;  ///< where the two are told
  bool told = false;  ///< in words: before, after; not by the numbers of steps
  bool test = false;  ///< the first is what is looked at before the second
};

class Order {
 public:
  explicit Order(Look& look) : look_(look) {
    for (const Said& s : look.said)
      if (s.rule()) sentence(s);
    steps();
  }

  void turned() {
    std::set<std::pair<size_t, size_t>> told;
    for (const Edge& x : edges_)
      for (const Edge& y : edges_) {
        if (!x.told || x.test || x.a->unit == y.a->unit || x.a->unit == y.b->unit) continue;
        const bool exactly = same(x.first, y.then) && same(x.then, y.first);
        // before and after what is done with the same thing, by two verbs
        const bool nearly = y.told && !y.test &&
                            ((same(x.then, y.first) && thing(x.first, y.then)) ||
                             (same(x.first, y.then) && thing(x.then, y.first)));
        if (!exactly && !nearly) continue;
        if (!told.emplace(std::min(x.a->unit, y.a->unit), std::max(x.a->unit, y.a->unit)).second)
          continue;
        std::vector<Place> places = {look_.place(*x.a), look_.place(*y.a)};
        if (y.a != y.b) places.push_back(look_.place(*y.b));
        look_.add(Code::OrderTurned, std::move(places),
                  {look_.printed(x.first.act), look_.printed(x.then.act)});
      }
  }

 private:
  static bool thing(const Event& a, const Event& b) {
    return a.thing.size() >= 2 && a.thing == b.thing;
  }

  /// The event of an act; `done with` and `seen to` are no acts of their own.
  static Event event(const Sentence& s, const Act& a) {
    Event e{a.stem, "", {}};
    const Phrase* object = nullptr;
    const Phrase* topic = nullptr;
    for (const Phrase& p : s.phrases) {
      if (p.first >= a.from && p.first < a.end && p.first != a.word &&
          (p.as == Case::Object || ((a.passive || object == nullptr) && p.as == Case::Subject)) &&
          !means(p.stems.back(), Sense::Person))
        object = &p;
      if (p.as == Case::Topic) topic = &p;
    }
    if (means(a.stem, Sense::Carry)) {
      const Phrase* of = object != nullptr ? object : topic;
      for (const Act& w : s.acts)
        if (w.role == Role::Whether && w.end <= a.word && w.end >= a.from) return {w.stem, "", {}};
      if (of != nullptr) return {of->stems.back(), "", {}};
    }
    if (object != nullptr) {
      e.object = object->stems.back();
      e.thing.insert(object->stems.begin(), object->stems.end());
    }
    return e;
  }

  void sentence(const Said& s) {
    const Sentence& t = *s.s;
    for (size_t k = 0; k < t.acts.size(); ++k) {
      const Act& a = t.acts[k];
      const bool before = a.role == Role::Before, after = a.role == Role::After;
      const bool test = a.past && (a.role == Role::Which || a.role == Role::If);
      if (!before && !after && !test) continue;
      for (size_t m = 0; m < t.acts.size(); ++m) {
        const Act& main = t.acts[m];
        // in English what comes first may stand behind
        if (m == k || (main.role != Role::Main && main.role != Role::Then) || main.state) continue;
        if (m < k && reader::has_japanese(reader::decode(t.words[a.word].text))) continue;
        if (test && main.role != Role::Main) continue;
        const Event one = event(t, a), two = event(t, main);
        if (one.act == two.act || reader::is_light(one.act) || reader::is_light(two.act)) continue;
        edges_.push_back(before ? Edge{two, one, &s, &s, true, false}
                                : Edge{one, two, &s, &s, true, test});
      }
    }
    // まず払い、その後で進む
    for (size_t k = 0; k + 1 < t.acts.size(); ++k) {
      const Act &a = t.acts[k], &b = t.acts[k + 1];
      if ((a.role != Role::Then && t.words[b.from].lemma != "then") ||
          (b.role != Role::Main && b.role != Role::Then) || a.state || b.state)
        continue;
      bool then = false;
      for (size_t i = a.word; i < b.word; ++i)
        then = then || t.words[i].text == "その後" || t.words[i].text == "それから" ||
               t.words[i].text == "次に" || t.words[i].text == "後";
      const Event one = event(t, a), two = event(t, b);
      then = then || t.words[b.from].lemma == "then";
      if (then && one.act != two.act && !reader::is_light(one.act) && !reader::is_light(two.act))
        edges_.push_back({one, two, &s, &s, true, false});
    }
    // 支払いの後に, 攻撃の前に
    for (const Phrase& p : t.phrases) {
      const bool before = p.text == "前" || p.text == "直前",
                 after = p.text == "後" || p.text == "直後";
      if ((!before && !after) || p.of < 0) continue;
      const Event one{t.phrases[static_cast<size_t>(p.of)].stems.back(), "", {}};
      const Act* main = t.main();
      if (main == nullptr || main->state) continue;
      const Event two = event(t, *main);
      edges_.push_back(before ? Edge{two, one, &s, &s, true, false}
                              : Edge{one, two, &s, &s, true, false});
    }
  }

  /// Steps of one list, each after the one before it.
  void steps() {
    std::map<std::pair<int, std::string>, std::vector<const Said*>> lists;
    for (const Said& s : look_.said)
      if (s.of->kind == Kind::Step && !s.of->parts.empty() && !s.example && !s.variant &&
          s.sentence == 0)
        lists[{s.of->up, s.of->scheme}].push_back(&s);
    for (const auto& [key, list] : lists)
      for (size_t i = 0; i < list.size(); ++i)
        for (size_t k = i + 1; k < list.size() && list[k]->of->value() > list[i]->of->value(); ++k)
          for (const Act& a : list[i]->s->acts)
            for (const Act& b : list[k]->s->acts)
              if (a.role == Role::Main && b.role == Role::Main && !a.state && !b.state &&
                  a.stem != b.stem)
                edges_.push_back(
                    {event(*list[i]->s, a), event(*list[k]->s, b), list[i], list[k], false, false});
  }

  Look& look_;
  std::vector<Edge> edges_;
};

bool has(const Sentence& s, Sense sense) {
  return std::any_of(s.words.begin(), s.words.end(),
                     [&](const Word& w) { return means(w.lemma, sense) || means(w.stem, sense); });
}

/// 払えるだけ, 支払える分だけ, as much as: in [from, to).
bool partly(const Sentence& t, size_t from, size_t to) {
  for (size_t i = from; i < to; ++i) {
    const Word& w = t.words[i];
    if (w.lemma == "much" || means(w.lemma, Sense::Partly)) return true;
    const bool by = i > 1 && t.words[i - 2].text == "の";  // 地形のぶんだけ
    // 払えるところまで, 払える限り
    const bool verb = i > 0 && (t.words[i - 1].pos == Pos::Verb || t.words[i - 1].pos == Pos::Aux);
    if (verb && (w.text == "限り" || w.text == "かぎり" ||
                 (w.text == "ところ" && i + 1 < to && t.words[i + 1].text == "まで")))
      return true;
    // 払える枚数だけ
    if (w.text == "だけ" && i > 1 && means(t.words[i - 1].lemma, Sense::Amount) &&
        (t.words[i - 2].pos == Pos::Verb || t.words[i - 2].pos == Pos::Aux))
      return true;
    if (w.text == "だけ" && i > 0 && !by &&
        (t.words[i - 1].pos == Pos::Verb || t.words[i - 1].pos == Pos::Aux ||
         t.words[i - 1].text == "分" || t.words[i - 1].text == "ぶん"))
      return true;
  }
  return false;
}

/// 支払える分だけを支払う, and nothing says what comes of it.
void half_paid(Look& look) {
  for (size_t k = 0; k < look.said.size(); ++k) {
    const Said& s = look.said[k];
    if (!s.rule()) continue;
    // in what goes before in this part: …するには、…捨てる
    Words price;
    for (size_t b = k; b > 0 && look.said[b - 1].unit == s.unit; --b)
      for (const Act& a : look.said[b - 1].s->acts)
        for (const Act& purpose : look.said[b - 1].s->acts)
          if (purpose.role == Role::Aside && purpose.end < a.word && a.role == Role::Main &&
              look.said[b - 1].s->text.find("には") != std::string::npos)
            price.insert(a.stem);
    for (const Act& a : s.s->acts) {
      const bool pays = means(a.stem, Sense::Pay) || price.contains(a.stem);
      const bool goes_on = a.role == Role::Then && price.contains(a.stem);
      const bool rest = a.word + 1 < s.s->words.size() &&
                        s.s->words[a.word + 1].lemma == "what";  // pay what you have
      if (!pays || a.negated || (a.role != Role::Main && !goes_on) ||
          !(rest ||
            partly(*s.s, a.from,
                   reader::has_japanese(reader::decode(s.s->text)) ? a.word : s.s->words.size())))
        continue;
      const size_t from = a.from;
      look.add(Code::HalfPaid, {look.place(s, from)}, {shown(*s.s, from, a.end)});
    }
  }
}

/// There is no room for a fourth; and what is over three is put away.
void limit_twice(Look& look) {
  for (const Said& s : look.said) {
    const Act* main = s.s->main();
    if (!s.rule() || main == nullptr || !main->negated || !main->can) continue;
    for (const Count& c : s.s->counts) {
      const bool condition = std::any_of(s.s->acts.begin(), s.s->acts.end(), [&](const Act& a) {
        return a.role == Role::If && a.from <= c.word && c.word < a.end;
      });
      if (!condition || c.of < 0) continue;
      for (const Said& t : look.said) {
        if (&t == &s || !t.rule() || t.unit == s.unit || !has(*t.s, Sense::Move)) continue;
        for (const Count& d : t.s->counts)
          if (d.bound == Bound::Above && d.value == c.value && d.unit == c.unit &&
              t.stems.contains(s.s->phrases[static_cast<size_t>(c.of)].stems.back())) {
            look.add(Code::LimitTwice, {look.place(s, c.word), look.place(t, d.word)},
                     {std::to_string(c.value) + c.unit});
            return;
          }
      }
    }
  }
}

}  // namespace

void look_at_order(Look& look) {
  Order(look).turned();
  half_paid(look);
  limit_twice(look);
}

}  // namespace hanrei::audit::print
