// How an expression is put into words: what words.h promises, and what its three files share.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/contains.h"
#include "checker/explain/amounts.h"
#include "checker/explain/japanese.h"
#include "checker/explain/words.h"

namespace hanrei::checker::explain {

struct NoWords {};  ///< a part that is not said

/// A clause: what it is about, and what is said of that. "its" subject is empty when it is the
/// thing that is spoken of anyway.
class Wording {
  using Op = model::Op;
  using TypeKind = model::TypeKind;

 public:
  Wording(const Question& q, const Speaker& say, const Where& at)
      : q_(q), p_(*q.program), say_(say), at_(at) {}

  std::string condition(ExprId id, bool holds);
  std::string noun(ExprId id);
  /// That an expression of a claim has this value, where that is not said as a noun with a value.
  std::optional<std::string> worth_of(ExprId id, int64_t v, bool holds);

  std::string member(const std::string& who, ExprId set, bool holds);

 private:
  struct ka {
    const char *ja, *en;
  };

  std::string in(const std::string& ja, const std::string& en) const { return say_.in(ja, en); }
  std::string quoted(const std::string& name) const { return say_.quoted(name); }
  /// The words of a `told`, its arguments as nouns.
  std::optional<std::string> told(SayId which, const std::vector<ExprId>& args,
                                  std::optional<int64_t> value = std::nullopt);
  std::string without_particle(std::string who) const;
  std::string is(const std::string& what, bool holds) const {
    return in(what + (holds ? "である" : "でない"), (holds ? "is " : "is not ") + what);
  }
  std::string both(const std::string& a, const std::string& b, bool all) const {
    if (!say_.ja()) return a + (all ? ", and " : " or ") + b;
    return japanese_both(a, b, all);
  }

  /// Does it hang on an open quantity, which is not known?
  bool open(ExprId id) const;
  /// The one of two parts that is so, where the other one is not; kNone: it is not known, or both
  /// are alike.
  ExprId only_one(const model::Expr& e, bool is) const;

  std::string given(const std::string& a, const std::string& b) const {
    return in(a + "なら、" + b, "if " + a + ", " + b);
  }

  /// Of a card, of how many cards a zone has, of the value of an attribute.
  std::string seen(const model::Program::Sight& sight, bool holds);

  bool is_it(const model::Expr& e) const { return e.op == Op::Temp && base::contains(it_, e.id); }
  /// Before what is said of it.
  std::string subject(ExprId id) {
    if (is_it(p_[id])) return in("", "");
    return noun(id) + in("が", " ");
  }

  std::string name_of(const model::Expr& e) const;
  std::string attr_name(AttrId a) const;
  std::optional<int64_t> worth(ExprId id) const;
  std::string now(ExprId id) const;
  std::string value(const model::Expr& e, ExprId id = kNone) const;

  /// A place such as `2,3` stands in brackets.
  static std::string placed(const model::Type& type, std::string is) {
    return type.kind == TypeKind::Enum && is.find(',') != std::string::npos ? "(" + is + ")" : is;
  }
  static std::string in_brackets(const std::string& is) {
    return is.starts_with('(') && is.ends_with(')') ? is : "(" + is + ")";
  }

  std::string zone(const model::Expr& e);
  bool mentions_it(ExprId id) const;

  /// How the game ends.
  std::string result(int64_t r, bool holds) const;

  /// Who declares something in an exchange, in that order: each digit is a player.
  std::string acted(const model::Expr& e, int64_t digits, bool holds) const;

  /// As a part of a greater one.
  std::string part(ExprId id, bool brackets) { return brackets ? "(" + noun(id) + ")" : noun(id); }
  /// What would be torn apart by what is written beside it.
  bool forks(ExprId id) const { return p_[id].op == Op::If; }
  bool loose(ExprId id) const { return p_[id].op == Op::Add || p_[id].op == Op::Sub || forks(id); }
  bool below_zero(ExprId id) const;
  bool works(ExprId id) const;
  /// Of numbers and quantities only, or of more than two things, it is read as it is written.
  std::string operation(const model::Expr& e);
  bool is_plain(ExprId id) const;
  /// Of "the larger of 0 and n": n.
  std::optional<std::string> floor(const model::Expr& e);

  std::string equal(const model::Expr& e, bool holds);

  /// That an attribute has a value for which it has words of its own: a number as they are, of
  /// others what they say to come about, 「Xが休息状態になる」.
  std::optional<std::string> own_words(const model::Expr& a, int64_t v, bool holds);

  /// That two sets have something in common; of named things what that is.
  std::string common(const model::Expr& both_of, bool holds);

  /// `3 < x` reads as "x is more than 3".
  std::string compare(const model::Expr& e, bool strict, bool holds);
  std::string compare(ExprId a, ExprId b, Relation how);
  bool never_negative(ExprId id) const;
  /// How many there are, where that is not told with what it is at the moment.
  std::optional<std::string> amount_is(ExprId id, ExprId is, Relation how);
  std::optional<std::string> amount(ExprId id, int64_t n, Relation how);

  std::string called(const std::string& name, const std::vector<ExprId>& args, bool holds);

  /// Where something is said of one state: what a derived condition comes to there, if that is
  /// short; of several parts those that make it false.
  std::optional<std::string> meaning(const model::Expr& e, bool holds) const;

  std::string derived(const model::Expr& e);

  /// What a quantifier ranges over: "「アクター」のうち向きが…であるもの".
  std::string ranged(const model::Expr& e);

  /// Is there such a thing? What is none has no name.
  std::string existence(ExprId id, bool there);

  std::string quantified(const model::Expr& e, bool holds);

  /// Does a condition begin with an attribute of what is spoken of that has only its name?
  bool owned(ExprId id) const;
  /// What a quantifier says of one thing, behind that.
  std::string whose(const std::string& that, const model::Expr& e) const;
  /// The cards of which it is so, by name, where play stands still; of many nothing.
  std::string found(const model::Expr& e, bool any);

  std::string counted(const model::Expr& e, ExprId id);

  const Question& q_;
  const model::Program& p_;
  const Speaker& say_;
  const Where& at_;
  std::vector<Id> it_;  // what quantifiers speak of, innermost last
  bool first_ = true;   // nothing was said yet
  bool signs_ = false;  // within a formula
  int depth_ = 0;       // derived conditions that are told by what they mean
};

}  // namespace hanrei::checker::explain
