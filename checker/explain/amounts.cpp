#include "checker/explain/amounts.h"

#include <utility>

namespace hanrei::checker::explain {
namespace {

/// What is never below zero: relations that say nothing more than "none" or "some" become 0 or 1.
std::pair<Relation, int64_t> plain(Relation how, int64_t n) {
  if ((how == Relation::AtMost && n == 0) || (how == Relation::Less && n == 1))
    return {Relation::Is, 0};
  if ((how == Relation::More || how == Relation::IsNot) && n == 0) return {Relation::AtLeast, 1};
  return {how, n};
}

std::string number(int64_t n) { return std::to_string(n); }

/// "exactly " is left to the caller: "there are 3".
std::string relation_en(Relation how, int64_t n) {
  switch (how) {
    case Relation::Is: break;
    case Relation::IsNot: return "not " + number(n);
    case Relation::Less: return "fewer than " + number(n);
    case Relation::AtMost: return "at most " + number(n);
    case Relation::More: return "more than " + number(n);
    case Relation::AtLeast: return "at least " + number(n);
  }
  return number(n);
}

/// Behind a number with its counter.
const char* relation_ja(Relation how) {
  switch (how) {
    case Relation::Is: return "である";
    case Relation::IsNot: return "でない";
    case Relation::Less: return "より少ない";
    case Relation::AtMost: return "以下である";
    case Relation::More: return "より多い";
    case Relation::AtLeast: break;
  }
  return "以上である";
}

}  // namespace

std::string cards_in(const Speaker& say, const std::string& zone, Relation asked, int64_t of) {
  const auto [how, n] = plain(asked, of);
  if (how == Relation::Is && n == 0)
    return say.in(zone + "にカードが1枚もない", "there is no card in " + zone);
  if (how == Relation::AtLeast && n == 1)
    return say.in(zone + "にカードがある", "there is a card in " + zone);
  if (how == Relation::IsNot && n == 1)
    return say.in(zone + "が" + number(n) + "枚でない",
                  "the number of cards in " + zone + " is not " + number(n));
  return say.in(zone + "が" + number(n) + "枚" + relation_ja(how),
                std::string(n == 1 ? "there is " : "there are ") + relation_en(how, n) +
                    (n == 1 ? " card in " : " cards in ") + zone);
}

std::string things(const Speaker& say, const std::string& name, Relation asked, int64_t of) {
  const auto [how, n] = plain(asked, of);
  if (how == Relation::Is && n == 0) return say.in(name + "が1つもない", "there is no " + name);
  if (how == Relation::AtLeast && n == 1) return say.in(name + "がある", "there is some " + name);
  const std::string counted = number(n) + (n < 10 ? "つ" : "個");
  const std::string ja = how == Relation::Is        ? counted + "ある"
                         : how == Relation::AtLeast ? counted + "以上ある"
                                                    : counted + relation_ja(how);
  return say.in(name + "が" + ja, "the number of " + name + " is " + relation_en(how, n));
}

std::string among(const Speaker& say, const std::string& those, Relation asked, int64_t of) {
  const auto [how, n] = plain(asked, of);
  if (say.ja()) return things(say, those, asked, of);
  if (how == Relation::Is && n == 0) return "there is none among " + those;
  return std::string(n == 1 && how != Relation::IsNot ? "there is " : "there are ") +
         relation_en(how, n) + " among " + those;
}

std::string moments(const Speaker& say, const std::string& name, Relation asked, int64_t of) {
  const auto [how, n] = plain(asked, of);
  const std::string ja = "《" + name + "》のタイミングが", en = "the moment 《" + name + "》";
  if (how == Relation::Is && n == 0) return say.in(ja + "来ない", en + " does not come");
  if (how == Relation::AtLeast && n == 1) return say.in(ja + "来る", en + " comes");
  const std::string times = relation_en(how, n) + (n == 1 ? " time" : " times");
  switch (how) {
    case Relation::Is:
      return say.in(ja + number(n) + "度だけ来る",
                    en + " comes " + (n == 1 ? "just once" : "exactly " + times));
    case Relation::IsNot:
      return say.in(ja + "来るのは" + number(n) + "度だけではない",
                    en + " does not come exactly " + (n == 1 ? "once" : number(n) + " times"));
    default: break;
  }
  return say.in(ja + "来るのは" + number(n) + "度" + relation_ja(how), en + " comes " + times);
}

}  // namespace hanrei::checker::explain
