// The words that rules of any game are written in, by what they mean. No word of one game.
#pragma once

#include <string>
#include <vector>

namespace hanrei::audit::print {

enum class Sense {
  Choose,
  Pick,  ///< to choose one of several
  Pay,
  Move,   ///< to bring something to a place
  Gain,   ///< to get, to have, to spend: what is handled so is a thing of the game
  Hold,   ///< to have
  Plus,   ///< to get more of something
  Minus,  ///< to have less of something
  Ban,    ///< titles of what must not be done
  Person,
  When,       ///< heads of times: phase, turn, start
  Apiece,     ///< everybody, each for himself
  Everyone,   ///< a word for all times or all things
  Optional,   ///< titles of what replaces the rules
  Otherwise,  ///< words of an exception
  Together,   ///< at the same time
  First,
  Last,
  Order,  ///< to settle an order
  Kind,   ///< kind, phase, part: what is counted when a list is announced
  Plain,  ///< titles that say nothing of what stands below them
  Limit,
  Again,    ///< repeat, any number of times
  History,  ///< titles of what was changed and when
  Total,
  Each,
  Partly,  ///< as much as possible
  Piece,   ///< card, token: nouns that say nothing alone
  Box,     ///< what a game comes with
  Room,    ///< spaces that something has
  Carry,   ///< to carry out, to end, to look at: the act is what that is done with
  Chance,  ///< at random
  Several,
  Call,    ///< to name
  Right,   ///< who may, who has: a ruling hangs on what it is
  Amount,  ///< number: what is counted is another noun
  Mix,
  Draw,
  Side,      ///< above, right: where, beside something
  Top,       ///< where the next card of a pile lies
  Anything,  ///< something, two effects: of no kind in particular
  Common,    ///< acts and words that any rule may speak of
  Lost       ///< web pages: here, above
};

/// `stem`, of a word of the text, has this meaning.
bool means(const std::string& stem, Sense sense);
/// The opposite of a word (upper, lower), and what a sentence says instead of it; empty if none.
std::vector<std::string> opposites(const std::string& stem);

}  // namespace hanrei::audit::print
