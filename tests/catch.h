#pragma once

// Catch2 2.13 and 3 from one source. Use the names of namespace hanrei::test for what differs.

#include <string>

#if __has_include(<catch2/catch_test_macros.hpp>)
#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators_all.hpp>
#include <catch2/matchers/catch_matchers_all.hpp>

namespace hanrei::test {
using Catch::Approx;
using Catch::Matchers::ContainsSubstring;
}  // namespace hanrei::test
#else
#include <catch2/catch.hpp>

namespace hanrei::test {
using Catch::Detail::Approx;
inline auto ContainsSubstring(const std::string& part) { return Catch::Matchers::Contains(part); }
}  // namespace hanrei::test
#endif
