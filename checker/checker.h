// Questions and answers about a program and its rulings.
//
//     checker::Session session(game, sources);
//     checker::RulingResult r = session.check(document, options, log);
//
// `check` compiles the game under the readings the ruling presumes, asks both engines where both
// can answer, reconciles them, replays every witness on the interpreter, and says how the ruling
// stands. A claim that comes out otherwise under another option of a reading that nobody presumes
// is *open*.
#pragma once

#include "checker/verdict/session.h"
