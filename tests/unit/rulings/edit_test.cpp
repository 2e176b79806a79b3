// rulings/xml/edit: small edits of a ruling, and the file that comes of them.

#include "rulings/xml/edit.h"

#include "tests/catch.h"
#include "tests/support/workbench.h"

using namespace hanrei;
using namespace hanrei::test;
using rulings::Edit;

namespace {

rulings::Document read(const std::string& text) {
  base::SourceMap sources;
  base::DiagnosticLog log;
  const auto out = rulings::parse_document(sources, "x.xml", text, log);
  INFO(text);
  REQUIRE(out);
  return *out;
}

std::string at(const rulings::Document& d, const std::string& after) {
  const std::string xml = rulings::draft_xml(d);
  INFO(xml);
  REQUIRE(xml.find(after) != std::string::npos);
  return xml;
}

}  // namespace

TEST_CASE("edit: a situation is built from nothing, and read again", "[edit]") {
  rulings::Document d = rulings::empty_draft("g", "P[1]");
  const auto edit = [&](const Edit& e) { REQUIRE(rulings::apply(d, e) == ""); };
  edit({{"edit", "add"}, {"card", "甲 \"&<"}, {"player", "B"}, {"zone", "手札"}});
  edit({{"edit", "add"}, {"card", "乙"}, {"player", "B"}, {"zone", "場"}, {"id", "X"}});
  edit({{"edit", "add"}, {"card", "丙"}, {"on", "X"}, {"zone", "付"}});
  edit({{"edit", "lot"}, {"player", "A"}, {"zone", "山"}, {"n", "7"}});
  edit({{"edit", "set"}, {"card", "X"}, {"name", "力"}, {"value", "3"}});
  edit({{"edit", "set"}, {"card", "X"}, {"name", "★"}, {"value", "1"}});
  edit({{"edit", "set"}, {"name", "turn"}, {"value", "A"}});
  edit({{"edit", "set"}, {"frame", "P"}, {"name", "me"}, {"value", "A"}});
  edit({{"edit", "token"}, {"sort", "印"}});
  edit({{"edit", "set"}, {"token", "0"}, {"name", "user"}, {"value", "B"}});
  edit({{"edit", "do"}, {"by", "A"}, {"act", "使う"}, {"things", "c=X t=`a b`"}});
  edit({{"edit", "claim"}, {"kind", "outcomes"}, {"of", "a, b"}, {"text", "1, 2\r\n3, 4"}});
  edit({{"edit", "claim"}, {"kind", "illegal"}, {"who", "A"}, {"act", "使う"}, {"in", "窓"}});
  edit({{"edit", "until"}, {"until", "idle"}});
  edit({{"edit", "presume"}, {"reading", "R"}, {"is", "B"}});
  edit({{"edit", "name"}, {"id", "N-1"}, {"ja", "題"}});
  const std::string xml = rulings::draft_xml(d);
  CHECK(xml == R"(<?xml version="1.0" encoding="UTF-8"?>
<ruling format="1" id="N-1" game="g" status="derived" source="hanrei serve">
  <title xml:lang="ja">題</title>
  <presume reading="R" is="B"/>
  <situation at="P[1]" turn="A">
    <player id="B">
      <zone name="手札">
        <card id="c1" is="甲 &quot;&amp;&lt;"/>
      </zone>
      <zone name="場">
        <card id="X" is="乙" 力="3">
          <set attr="★" value="1"/>
          <card id="c2" is="丙" in="付"/>
        </card>
      </zone>
    </player>
    <player id="A">
      <zone name="山">
        <cards n="7"/>
      </zone>
    </player>
    <token sort="印" user="B"/>
    <frame of="P" me="A"/>
  </situation>
  <play>
    <do by="A" act="使う" c="X" t="a b"/>
  </play>
  <until>idle</until>
  <claim kind="outcomes" of="a, b">
    <o>1, 2</o>
    <o>3, 4</o>
  </claim>
  <claim kind="illegal" in="窓">
    <do by="A" act="使う"/>
  </claim>
</ruling>
)");
  // what was written is read as it was
  CHECK(rulings::draft_xml(read(xml)) == xml);

  edit({{"edit", "move"}, {"card", "c2"}, {"player", "A"}, {"zone", "手札"}});
  at(d, "<card id=\"c2\" is=\"丙\"/>");
  edit({{"edit", "remove"}, {"card", "X"}});
  edit({{"edit", "lot"}, {"player", "A"}, {"zone", "山"}, {"n", "0"}});
  edit({{"edit", "unclaim"}, {"n", "0"}});
  edit({{"edit", "unplay"}, {"n", "0"}});
  edit({{"edit", "untoken"}, {"n", "0"}});
  edit({{"edit", "at"}, {"at", "Q"}});
  edit({{"edit", "until"}});
  edit({{"edit", "presume"}, {"reading", "R"}});
  edit({{"edit", "set"}, {"name", "turn"}});
  CHECK(rulings::draft_xml(d) == R"(<?xml version="1.0" encoding="UTF-8"?>
<ruling format="1" id="N-1" game="g" status="derived" source="hanrei serve">
  <title xml:lang="ja">題</title>
  <situation at="Q">
    <player id="B">
      <zone name="手札">
        <card id="c1" is="甲 &quot;&amp;&lt;"/>
      </zone>
    </player>
    <player id="A">
      <zone name="手札">
        <card id="c2" is="丙"/>
      </zone>
    </player>
  </situation>
  <claim kind="illegal" in="窓">
    <do by="A" act="使う"/>
  </claim>
</ruling>
)");
}

TEST_CASE("edit: what cannot be done is said, and changes nothing", "[edit]") {
  rulings::Document d = rulings::empty_draft("g", "P");
  REQUIRE(rulings::apply(
              d, {{"edit", "add"}, {"card", "甲"}, {"player", "A"}, {"zone", "Z"}, {"id", "X"}}) ==
          "");
  REQUIRE(rulings::apply(
              d, {{"edit", "add"}, {"card", "乙"}, {"on", "X"}, {"zone", "Y"}, {"id", "i"}}) == "");
  const std::string before = rulings::draft_xml(d);
  const std::vector<Edit> all = {
      {},
      {{"edit", "frob"}},
      {{"edit", "add"}, {"card", "甲"}},                 // where?
      {{"edit", "add"}, {"card", "甲"}, {"zone", "Z"}},  // whose?
      {{"edit", "add"}, {"card", "甲"}, {"zone", "Z"}, {"player", "A"}, {"on", "X"}},
      {{"edit", "add"}, {"card", "甲"}, {"zone", "Z"}, {"on", "none"}},
      {{"edit", "add"}, {"card", "甲"}, {"zone", "Z"}, {"player", "A"}, {"path", "/etc/passwd"}},
      {{"edit", "remove"}, {"card", "none"}},
      {{"edit", "move"}, {"card", "X"}, {"zone", "Y"}, {"on", "X"}},  // on itself
      {{"edit", "move"}, {"card", "X"}, {"zone", "Y"}, {"on", "i"}},  // on what is on it
      {{"edit", "set"}, {"card", "X"}, {"name", "is"}, {"value", "乙"}},
      {{"edit", "set"}, {"card", "X"}, {"player", "A"}, {"name", "力"}, {"value", "1"}},
      {{"edit", "set"}, {"name", "a\" b=\"c"}, {"value", "1"}},
      {{"edit", "set"}, {"name", "★"}, {"value", "1"}},  // XML has no such attribute
      {{"edit", "set"}, {"token", "0"}, {"name", "user"}, {"value", "A"}},
      {{"edit", "lot"}, {"player", "A"}, {"zone", "Z"}, {"n", "-1"}},
      {{"edit", "lot"}, {"player", "A"}, {"zone", "Z"}, {"n", "1e3"}},
      {{"edit", "do"}, {"by", "A"}, {"act", "使う"}, {"things", "c"}},
      {{"edit", "do"}, {"by", "A"}, {"act", "使う"}, {"things", "by=B"}},
      {{"edit", "do"}, {"by", "A"}, {"act", "使う"}, {"things", "a/><x=1"}},
      {{"edit", "unplay"}, {"n", "0"}},
      {{"edit", "unclaim"}, {"n", "18446744073709551616"}},
      {{"edit", "untoken"}, {"n", "0"}}};
  for (const Edit& e : all) {
    std::string text;
    for (const auto& [key, value] : e) text += key + "=" + value + " ";
    INFO(text);
    const std::string wrong = rulings::apply(d, e);
    CHECK(!base::in_lang(wrong, base::Lang::En).empty());
    CHECK(base::in_lang(wrong, base::Lang::En) != base::in_lang(wrong, base::Lang::Ja));
    CHECK(rulings::draft_xml(d) == before);
  }
  CHECK(rulings::takes_away({{"edit", "remove"}}));
  CHECK_FALSE(rulings::takes_away({{"edit", "add"}}));
  CHECK_FALSE(rulings::takes_away({}));
}

TEST_CASE("edit: a case becomes a ruling of its own, without what others say of it", "[edit]") {
  const rulings::Document d = read(R"(<ruling format="1" id="R" game="g" status="formal" source="s"
  issued="2004-01-01" authority="M"><title xml:lang="en">T</title><question xml:lang="en">Q</question>
  <answer xml:lang="en">A</answer><cites clause="1"/><supersedes ruling="S"/><read digest="d" by="M" on="2004"/>
  <presume reading="R-1" is="B"/><let name="a" type="int" min="0" max="3"/>
  <case id="one"><situation at="P"/><claim kind="necessary" for="every">a &lt; 4</claim></case>
  <case id="two"><situation at="Q"/><play><pass by="A"/></play><claim kind="endless"><rests clause="1"/></claim></case>
</ruling>)");
  const auto two = rulings::draft_of(d, "two");
  REQUIRE(two);
  CHECK(rulings::draft_xml(*two) == R"(<?xml version="1.0" encoding="UTF-8"?>
<ruling format="1" id="R.1" game="g" status="derived" source="hanrei serve">
  <title xml:lang="en">T (situation changed)</title>
  <presume reading="R-1" is="B"/>
  <let name="a" type="int" min="0" max="3"/>
  <situation at="Q"/>
  <play>
    <pass by="A"/>
  </play>
  <claim kind="endless">
    <rests clause="1"/>
  </claim>
</ruling>
)");
  CHECK(at(*rulings::draft_of(d, ""), "a &lt; 4").find("endless") == std::string::npos);
  CHECK_FALSE(rulings::draft_of(d, "three"));
}
