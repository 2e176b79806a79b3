// Ids of one kind are for one table: what must not compile is asked of the compiler here.

#include "base/id.h"

#include <map>
#include <string>

#include "tests/catch.h"

using namespace hanrei;

namespace {

struct Zone;
struct Card;
struct Scene;  // a scene for each card comes first
using ZoneId = base::TypedId<Zone>;
using CardId = base::TypedId<Card>;
using SceneId = base::TypedId<Scene>;
using Zones = base::Table<ZoneId, std::string>;

template <class T, class I>
concept FoundBy = requires(T& table, I id) {
  table[id];
};
template <class A, class B>
concept Comparable = requires(A a, B b) {
  a == b;
};

}  // namespace

template <>
inline constexpr bool hanrei::base::kIdsOf<Card, Scene> = true;

TEST_CASE("ids: only those of the table find something in it", "[base]") {
  STATIC_REQUIRE(FoundBy<Zones, ZoneId>);
  STATIC_REQUIRE(FoundBy<const Zones, ZoneId>);
  STATIC_REQUIRE_FALSE(FoundBy<Zones, CardId>);
  STATIC_REQUIRE_FALSE(FoundBy<Zones, int>);
  STATIC_REQUIRE_FALSE(FoundBy<Zones, size_t>);
  STATIC_REQUIRE(Comparable<ZoneId, ZoneId>);
  STATIC_REQUIRE(Comparable<ZoneId, int>);
  STATIC_REQUIRE_FALSE(Comparable<ZoneId, CardId>);
}

TEST_CASE("ids: a number becomes one only where somebody says so", "[base]") {
  STATIC_REQUIRE_FALSE(std::is_convertible_v<int, ZoneId>);
  STATIC_REQUIRE_FALSE(std::is_constructible_v<ZoneId, CardId>);
  STATIC_REQUIRE(std::is_convertible_v<ZoneId, int>);
  STATIC_REQUIRE(std::is_convertible_v<CardId, SceneId>);
  STATIC_REQUIRE_FALSE(std::is_convertible_v<SceneId, CardId>);
  CHECK(ZoneId(3) == 3);
  CHECK(SceneId(CardId(3)) == 3);
}

TEST_CASE("ids: none is none of any kind", "[base]") {
  constexpr base::NoId none;
  CHECK(ZoneId() == none);
  CHECK(ZoneId(none) == -1);
  CHECK(ZoneId(0) != none);
  const ZoneId one = true ? ZoneId(2) : none;
  CHECK(one == 2);
}

TEST_CASE("tables: an entry is found by the id it was entered with", "[base]") {
  Zones zones;
  CHECK(zones.next_id() == 0);
  const ZoneId hand = zones.push_back("hand"), deck = zones.push_back("deck");
  CHECK(zones[hand] == "hand");
  CHECK(zones[deck] == "deck");
  CHECK(zones.last_id() == deck);
  CHECK(zones.has(1));
  CHECK_FALSE(zones.has(2));
  CHECK_FALSE(zones.has(-1));
}

TEST_CASE("tables: the ids are walked over in order, also of what is entered meanwhile", "[base]") {
  Zones zones = {"a", "b"};
  std::string seen;
  for (const ZoneId z : zones.ids()) {
    seen += zones[z];
    if (zones.size() < 4) zones.push_back(zones[z] + "'");
  }
  CHECK(seen == "aba'b'");
  seen.clear();
  for (const ZoneId z : zones.ids(2)) seen += zones[z];
  CHECK(seen == "a'b'");
  for (const ZoneId z : zones.ids(9)) seen += std::to_string(z);
  CHECK(seen == "a'b'");
}

TEST_CASE("tables: of truth values too", "[base]") {
  base::Table<ZoneId, bool> lots(3, false);
  lots[ZoneId(1)] = true;
  CHECK_FALSE(lots[ZoneId(0)]);
  CHECK(lots[ZoneId(1)]);
}
