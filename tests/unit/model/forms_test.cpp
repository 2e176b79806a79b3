// What ops.def says of each operation is what compiled games hold, and the visitors see all of it.

#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "model/ir/code.h"
#include "model/model.h"
#include "tests/catch.h"
#include "tests/support/workbench.h"
#include "tests/unit/model/small.h"

namespace {

namespace fs = std::filesystem;
using namespace hanrei;
using model::Expr;
using namespace model::ids;
using model::IdOf;
using model::On;
using model::Op;
using model::OpDef;

/// Why the expression is not one of its form; empty when it is.
std::string wrong_operands(const OpDef& def, const Expr& x) {
  const std::string_view may = def.operands;
  std::string out;
  for (const auto& [field, e] : {std::pair{'a', x.a}, std::pair{'b', x.b}, std::pair{'c', x.c}}) {
    const size_t at = may.find(field);
    const bool optional = at != may.npos && at + 1 < may.size() && may[at + 1] == '?';
    if (at == may.npos && e != kNone) out += std::string(" has ") + field;
    if (at != may.npos && !optional && e == kNone) out += std::string(" lacks ") + field;
  }
  if (may.find('*') == may.npos && !x.args.empty()) out += " has args";
  return out;
}

/// How many things there are to name; none: it is no table of the program.
std::optional<size_t> count_of(const model::Program& p, IdOf names) {
  switch (names) {
    case IdOf::Nothing:
    case IdOf::Slot:
    case IdOf::Let: return std::nullopt;
    case IdOf::String: return p.strings.size();
    case IdOf::Attr: return p.attrs.size();
    case IdOf::Zone: return p.zones.size();
    case IdOf::Kind: return p.kinds.size();
    case IdOf::Derived: return p.derived.size();
    case IdOf::Table: return p.tables.size();
    case IdOf::Range: return p.ranges.size();
    case IdOf::Limit: return p.limits.size();
    case IdOf::Would: return p.woulds.size();
    case IdOf::Signal: return p.signals.size();
    case IdOf::Procedure: return p.procedures.size();
    case IdOf::Exchange: return p.exchanges.size();
    case IdOf::Amend: return p.amends.size();
  }
  return std::nullopt;
}

std::set<std::string> games() {
  std::set<std::string> out;
  for (const char* folder : {"fixtures", "tests/data"})
    for (const auto& entry : fs::directory_iterator(test::at_root(folder)))
      if (fs::exists(entry.path() / "game.json")) out.insert(entry.path().string());
  return out;
}

}  // namespace

TEST_CASE("forms: expressions of compiled games are as the table says", "[model]") {
  std::set<Op> met;
  for (const std::string& folder : games()) {
    base::SourceMap sources;
    base::DiagnosticLog log;
    const auto game = model::read_game(sources, folder, log);
    REQUIRE(game);
    const model::Program p = model::compile(*game, {}, sources, log);
    std::string wrong;
    for (size_t i = 0; i < p.exprs.size() && wrong.size() < 1000; ++i) {
      const Expr& x = p.exprs[ExprId(i)];
      const OpDef& def = model::def_of(x.op);
      met.insert(x.op);
      if (const std::string why = wrong_operands(def, x); !why.empty())
        wrong += std::string(def.name) + why + "\n";
      if (const auto n = count_of(p, def.names); n && (x.id < 0 || static_cast<size_t>(x.id) >= *n))
        wrong += std::string(def.name) + " names nothing\n";
      model::each_operand(x, [&](ExprId k) {
        if (k < 0 || static_cast<size_t>(k) >= p.exprs.size())
          wrong += std::string(def.name) + " has an operand that is not there\n";
      });
    }
    INFO(folder);
    CHECK(wrong == "");
  }
  CHECK(met.size() > 40);  // else the games are not found
}

TEST_CASE("forms: the operands are a, b, c and args, in this order", "[model]") {
  Expr x;
  x.a = ExprId(1);
  x.c = ExprId(3);
  x.args = {ExprId(4), ExprId(5)};
  std::vector<ExprId> seen;
  model::each_operand(x, [&](ExprId k) { seen.push_back(k); });
  CHECK(std::vector<int>(seen.begin(), seen.end()) == std::vector<int>{1, 3, 4, 5});
  CHECK(model::any_operand(x, [](ExprId k) { return k == 5; }));
  CHECK_FALSE(model::all_operands(x, [](ExprId k) { return k < 5; }));
  CHECK(model::all_operands(Expr{}, [](ExprId) { return false; }));
}

// A value that counts as constant is evaluated once for a whole situation. One that hangs on the
// frame or on what has happened must not.
TEST_CASE("forms: what rests on a play is no constant", "[model]") {
  for (const OpDef& def : model::kOps) {
    const bool plain = def.on == On::Operands && def.names == IdOf::Nothing;
    const bool of_play = def.on == On::Frame || def.on == On::Moment || def.on == On::Stack ||
                         def.on == On::Everything || def.on == On::Stops;
    if (!plain && !of_play) continue;
    INFO(def.name);
    test::Small s;
    s.p.ranges.push_back({ProcId(0), {0, 0}});
    const ExprId e = s.expr(static_cast<Op>(&def - model::kOps), model::bool_type(), {}, 0);
    s.derived(s.expr(Op::Not, model::bool_type(), {e}));
    CHECK(model::lower(s.p).constant.at(0) == plain);
  }
}
