// What an audit has to say of the printed words of cards, as a phrasebook reads them.
#pragma once

#include "errata/meanings.h"
#include "findings/entry.h"
#include "findings/finding.h"
#include "workspace/judge.h"
#include "workspace/workspace.h"

namespace hanrei::workspace {

struct WordsAudit {
  std::vector<errata::Ambiguous> meanings;           ///< of words that have several
  std::vector<findings::Report::Compiled> compiled;  ///< from their words, and unconfirmed
  std::vector<findings::Both> not_examined;
};

/// `documents`: the rulings of the game, which must compile.
WordsAudit audit_words(const model::Game& game, base::SourceMap& sources, const GameFiles& files,
                       const std::vector<rulings::Document>& documents, const JudgeOptions& options,
                       const Io& io);

}  // namespace hanrei::workspace
