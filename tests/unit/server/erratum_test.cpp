// The page of an erratum, and that of a committee, over HTTP.

#include "tests/unit/server/served.h"

using namespace hanrei;
using namespace hanrei::test;

namespace {

bool has(const std::string& page, const std::string& what) {
  return page.find(what) != std::string::npos;
}

}  // namespace

TEST_CASE("serve: new words for a card, and what they come to", "[serve]") {
  const Served desk(at_root("tests/data/harbour"));
  const std::string at = "/erratum?game=harbour&card=shot&text=";
  const Answer form = desk.get("/erratum?game=harbour&card=shot");
  CHECK(form.status == 200);
  CHECK(has(form.body, "name=\"text\""));
  CHECK(!has(form.body, "class=\"branches\""));

  const Answer more = desk.get(at + in_address("One ship leaks 3."));
  CHECK(more.status == 200);
  CHECK(has(more.body, "<del>2"));
  CHECK(has(more.body, "<ins>3</ins>"));
  CHECK(has(more.body, "the text is read as"));
  CHECK(has(more.body, ">functional<"));
  CHECK(has(more.body, ">結果が変わる<"));
  CHECK(has(more.body, "class=\"branches\""));
  // one that says nothing that is read: the abilities stay, which is said
  const Answer unread = desk.get(at + in_address("Nobody reads this."));
  CHECK(unread.status == 200);
  CHECK(has(unread.body, "does not read the text whole"));
  CHECK(has(unread.body, "not examined"));
  CHECK(!has(unread.body, "class=\"branches\""));

  const Answer ja = desk.get(at + in_address("One ship leaks 3.") + "&lang=ja");
  CHECK(has(ja.body, "data-face=\"ja\""));
  // what is wrong is said on the page
  const Answer none = desk.get("/erratum?game=harbour&card=none&text=x");
  CHECK(none.status == 422);
  CHECK(has(none.body, "there is no card 《none》"));
  CHECK(desk.get("/erratum?game=none&card=shot&text=x").status == 404);
  CHECK(desk.get(at + "x", "Sec-Fetch-Site: cross-site\r\n").status == 403);
  const Answer marked = desk.get(at + in_address("<b onclick=x>"));
  CHECK(!has(marked.body, "<b onclick"));
  // a card's page leads there
  CHECK(has(desk.get("/harbour/k-shot.html").body, "../erratum?game=harbour&amp;card=shot"));
}

TEST_CASE("serve: what the committee has to look at", "[serve]") {
  const Scratch room;
  const std::string weir = at_root("tests/data/weir"), db = room / "db";
  REQUIRE(run({"report", weir, "--html", room / "before", "--db", db}).code == 0);
  const std::string before = slurp(room / "before/weir/committee.html");
  CHECK(has(before, "It was not run on these files"));
  run({"check", weir, "--db", db});
  REQUIRE(run({"report", weir, "--html", room / "after", "--db", db}).code == 0);
  const std::string after = slurp(room / "after/weir/committee.html");
  // of the two commands one was run
  const std::string not_run = "It was not run on these files";
  const std::size_t first = after.find(not_run);
  CHECK(first != std::string::npos);
  CHECK(after.find(not_run, first + 1) == std::string::npos);
  CHECK(has(after, "<h3>W-4 "));
}
