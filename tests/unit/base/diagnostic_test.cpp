#include "base/text/diagnostic.h"

#include <set>
#include <string>

#include "base/check.h"
#include "base/text/unicode.h"
#include "tests/catch.h"

using namespace hanrei::base;

TEST_CASE("diagnostic: wording in both languages", "[base]") {
  DiagnosticLog log;
  log.add(Code::CannotReadFile, {}, {"a{1}.json", "gone"});
  CHECK(code_text(log.last().code) == "HR1007");
  CHECK(message(log.last(), Lang::En) == "cannot read `a{1}.json`: gone");
  CHECK(message(log.last(), Lang::Ja) == "`a{1}.json` を読めません: gone");
  CHECK_FALSE(hint(log.last(), Lang::En).empty());
}

TEST_CASE("diagnostic: a missing argument does not hide the rest", "[base]") {
  DiagnosticLog log;
  log.add(Code::CannotReadFile, {}, {"a"});
  CHECK(message(log.last(), Lang::En) == "cannot read `a`: ?");
}

TEST_CASE("diagnostic: an argument in both languages", "[base]") {
  DiagnosticLog log;
  log.add(Code::JsonSyntax, {}, {"`]`", in_both("a number", "数")});
  CHECK(message(log.last(), Lang::En) == "found `]`, expected a number");
  CHECK(message(log.last(), Lang::Ja) == "`]` がありますが、数 が必要です");
  CHECK(in_lang("name", Lang::Ja) == "name");
}

TEST_CASE("diagnostic: the list is in order", "[base]") {
  std::set<std::string_view> codes;
  for (const Code code : all_codes()) {
    INFO(code_text(code));
    CHECK(codes.insert(code_text(code)).second);
    CHECK(code_text(code).size() == 6);
    CHECK(code_text(code)[0] == 'H');
    const Diagnostic plain{code, code_severity(code), {}, {}, {}};
    for (const Lang lang : {Lang::En, Lang::Ja}) {
      CHECK_FALSE(message(plain, lang).empty());
      CHECK(valid_utf8(message(plain, lang)));
      CHECK(message(plain, lang).back() != '.');
    }
  }
  CHECK(code_text(all_codes().front()) == "HR1001");
}

TEST_CASE("diagnostic: sorted by path, offset and code, once each", "[base]") {
  SourceMap sources;
  sources.add("b", "xxxx");
  sources.add("a", "xxxx");
  DiagnosticLog log;
  log.add(Code::JsonTooDeep, {1, 2, 3}, {"64"});
  log.add(Code::JsonDuplicateKey, {1, 2, 3}, {"y"});
  log.add(Code::JsonDuplicateKey, {1, 2, 3}, {"x"});
  log.add(Code::JsonDuplicateKey, {1, 2, 3}, {"y"});
  log.add(Code::JsonDuplicateKey, {1, 1, 3}, {"x"});
  log.add(Code::JsonDuplicateKey, {2, 3, 4}, {"x"});
  log.add(Code::CannotReadFile, {}, {"c", "gone"});
  log.sort(sources);
  std::string order;
  for (const Diagnostic& d : log.all()) {
    order += std::string(sources.path(d.span.file)) + std::to_string(d.span.begin) +
             std::string(code_text(d.code)).substr(4) + d.args[0] + " ";
  }
  CHECK(order == "007c a302x b102x b202x b202y b20364 ");
}

TEST_CASE("diagnostic: only errors count as errors", "[base]") {
  DiagnosticLog log;
  CHECK_FALSE(log.has_errors());
  CHECK_THROWS_AS(log.last(), InternalError);
  log.add(Code::JsonTooDeep, {});
  CHECK(log.error_count() == 1);
  log.last().severity = Severity::Warning;
  CHECK_FALSE(log.has_errors());
  CHECK(severity_name(Severity::Question) == "question");
}
