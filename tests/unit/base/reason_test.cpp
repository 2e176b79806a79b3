// Reasons: their table, their words in both languages, and that none stands unused.

#include "base/text/reason.h"

#include <filesystem>
#include <set>

#include "tests/catch.h"
#include "tests/support/workbench.h"

namespace {

using namespace hanrei;
using base::Lang;
using base::Reason;
using base::ReasonCode;

/// The arguments that a wording names: `{0}` …
std::set<char> named(std::string_view wording) {
  std::set<char> out;
  for (size_t at = 0; (at = wording.find('{', at)) != std::string_view::npos; ++at)
    out.insert(wording.at(at + 1));
  return out;
}

/// The names of base/reasons.def.
const std::vector<std::string> kNames = {
#define REASON(name, en, ja) #name,
#include "base/reasons.def"
#undef REASON
};

}  // namespace

TEST_CASE("reasons: each has words in both languages, with the same arguments", "[base][reasons]") {
  std::set<std::string_view> all;
  for (const ReasonCode code : base::all_reasons()) {
    const std::string_view en = base::wording(code, Lang::En), ja = base::wording(code, Lang::Ja);
    INFO(en << " / " << ja);
    CHECK_FALSE(en.empty());
    CHECK_FALSE(ja.empty());
    CHECK(named(en) == named(ja));
    CHECK(all.insert(en).second);
  }
  CHECK(all.size() == kNames.size());
}

TEST_CASE("reasons: none stands unused", "[base][reasons]") {
  std::string source;
  for (const char* folder : {"checker", "audit", "errata", "reports", "workspace", "cli"})
    for (const auto& file : std::filesystem::recursive_directory_iterator(test::at_root(folder)))
      if (file.path().extension() == ".cpp" || file.path().extension() == ".h")
        source += test::slurp(file.path().string());
  const auto stands = [&](const std::string& name) {
    const std::string use = "ReasonCode::" + name;
    for (size_t at = 0; (at = source.find(use, at)) != std::string::npos; ++at) {
      const char after = source.at(at + use.size());
      if (std::isalnum(static_cast<unsigned char>(after)) == 0) return true;
    }
    return false;
  };
  for (const std::string& name : kNames) {
    INFO(name);
    CHECK(stands(name));
  }
}

TEST_CASE("reasons: arguments are numbers, names and reasons", "[base][reasons]") {
  const Reason none, states = {ReasonCode::TooManyStates, 20'000},
                     rests = {ReasonCode::WhatItRestsOn, states};
  CHECK(none.empty());
  CHECK(base::text(none, Lang::En).empty());
  CHECK(base::text(none, Lang::Ja).empty());
  CHECK(base::text(states, Lang::En) == "more than 20000 states");
  CHECK(base::text(rests, Lang::En) == "what it rests on: more than 20000 states");
  CHECK(base::text(rests, Lang::Ja) == "根拠: 状態数が20000を超えた");
  CHECK(rests.inner(0) == states);
  CHECK_FALSE(states == Reason(ReasonCode::TooManyStates, 20'001));
  CHECK(base::joined(ReasonCode::Also, {}).empty());
  CHECK(base::joined(ReasonCode::Also, {states}) == states);
  CHECK(base::text(base::joined(ReasonCode::Also, std::vector<Reason>(5, ReasonCode::True)),
                   Lang::En) == "true | true | true | true | true");
  // a name is never taken for words of ours, nor for a place where something is put in
  CHECK_FALSE(Reason(ReasonCode::Plain, "nobody") == Reason(ReasonCode::Nobody));
  CHECK(base::text({ReasonCode::NotReached, "{0} | nobody"}, Lang::Ja) ==
        "至らない結果: {0} | nobody");
}
