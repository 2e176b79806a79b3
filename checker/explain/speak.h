// Values, zones and cards as words, and the words of `say` with values between them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "checker/question/question.h"
#include "checker/semantics/machine.h"

namespace hanrei::checker::explain {

using S = State<int64_t>;

/// What a ruling calls the cards of a situation: by their ids where its question or answer does,
/// else by the name that is printed on them, 《…》. `ruling` may be null.
std::vector<std::string> card_names(const Question& question, const rulings::Ruling* ruling,
                                    base::Lang lang);

/// What an exchange of this name is called: by its `told`, else its name in quotation marks, as
/// that of a signal.
std::string menu_words(const model::Program& program, const std::string& name, base::Lang lang);

/// As a sentence begins in English.
std::string capital(std::string text);
/// A sentence without the stop at its end.
std::string without_stop(std::string text, bool ja);
/// Sentences of what is done at the same time, as one; more of them than this are left apart.
inline constexpr size_t kMostAtOnce = 3;
std::string at_once(std::vector<std::string> sentences, bool ja);

/// Speaks of the states of one question. `machine` has the question's world and the values of its
/// quantities.
class Speaker {
 public:
  Speaker(const Question& question, const Machine<Concrete>& machine, base::Lang lang,
          std::vector<std::string> cards)
      : q_(question),
        w_(*question.world),
        p_(*question.program),
        m_(machine),
        ja_(lang == base::Lang::Ja),
        cards_(std::move(cards)) {}

  bool ja() const { return ja_; }
  /// Picks the language.
  std::string in(const std::string& ja, const std::string& en) const { return ja_ ? ja : en; }

  std::string card(int64_t k) const;
  std::string player(int64_t k) const { return p_.players[k]; }
  std::string value(const S& s, const model::Type& type, int64_t v) const;
  std::string list(const std::vector<std::string>& items) const;
  /// A zone as packed in the cells of cards; `host`: the card it is a zone of.
  std::string zone(const S& s, int64_t packed, int64_t host) const;

  /// Where the values of words are read.
  struct At {
    const S& state;
    int frame = -1;
    const int64_t* locals = nullptr;
    std::array<int64_t, kTemps> temps = {};
  };
  /// At the top frame.
  At top(const S& s) const {
    const int frame = s.top();
    return {s, frame, frame < 0 ? nullptr : s.cells.data() + s.frame().base, {}};
  }
  /// The words of a `say`, in this language; nothing when there is none, when it is silent, or when
  /// it has none for the value that `given` is. With `them`, the value of Temp 0 reads as these
  /// words.
  std::optional<std::string> said(SayId say, At at, std::optional<int64_t> given = std::nullopt,
                                  const std::string* them = nullptr) const;
  /// What an expression is worth there.
  int64_t number(At at, ExprId e) const {
    return m_.evaluator().eval(at.state, e, {at.frame, at.locals, at.temps.data()});
  }
  /// Is it among the members of a set there?
  bool member(At at, ExprId set, int64_t k) const {
    return m_.evaluator().member(at.state, set, k, {at.frame, at.locals, at.temps.data()}) != 0;
  }
  bool silent(SayId say) const { return say != kNone && p_.says[say].silent; }

  /// The words of a `told`: what something is called, or with a value the clause that it has this
  /// value. `args`: what its arguments are called; an empty one is what is spoken of anyway, and at
  /// the beginning goes without saying. Nothing where there are no such words.
  std::optional<std::string> told(SayId told, const std::vector<std::string>& args,
                                  std::optional<int64_t> value = std::nullopt) const;
  /// What is called so: by its `told`, else its name in quotation marks.
  std::string called(SayId told, const std::string& name) const;
  std::string quoted(const std::string& name) const {
    return in("「" + name + "」", "“" + name + "”");
  }
  /// What a place in a row of slots is called, by its number.
  std::string place(const std::string& number) const;
  /// An attribute of something that is called `whose`; of the game where that is empty.
  std::string attribute(AttrId attr, const std::string& whose) const;
  /// That a limit is not kept, as a clause.
  std::string exceeded(const model::Limit& limit) const;
  /// What an attribute is called where that stands alone, as in a table.
  std::string label(AttrId attr) const;
  /// Does it say whose turn it is?
  bool is_turn(AttrId attr) const {
    return p_.attrs[attr].sort == kNone && p_.attrs[attr].name == "turn";
  }

 private:
  const Question& q_;
  const World& w_;
  const model::Program& p_;
  const Machine<Concrete>& m_;
  bool ja_;
  std::vector<std::string> cards_;
};

/// The cards by whose texts the statements of an instruction give other values than the rulebook
/// says.
std::vector<std::string> amended_by(const Question& question, const Speaker& speaker,
                                    const S& state, const model::Instr& instruction);

/// Why something that was called for is not done, where a branch is not taken: by the text of a
/// card that takes a step out, as nothing else keeps it from being carried out; or the procedure
/// asks for something that is not so.
struct LeftOut {
  AmendId amend;
  bool procedure = false;
};
std::optional<LeftOut> left_out(const Question& question, const Speaker& speaker, const S& before,
                                const S& after, const model::Code& code,
                                const model::Instr& branch);

}  // namespace hanrei::checker::explain
