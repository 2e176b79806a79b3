#include "base/text/diagnostic.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <tuple>

#include "base/check.h"

namespace hanrei::base {
namespace {

struct Entry {
  std::string_view code;
  Severity severity;
  std::string_view wording[2];  // by Lang
  std::string_view hint[2];
};

constexpr Entry kEntries[] = {
#define CODE(name, code, severity, en, ja, hint_en, hint_ja) \
  Entry{code, Severity::severity, {en, ja}, {hint_en, hint_ja}},
#include "base/codes.def"
#undef CODE
};

const Entry& entry(Code code) {
  const auto index = static_cast<size_t>(code);
  HANREI_CHECK(index < std::size(kEntries));
  return kEntries[index];
}

// Never part of valid UTF-8, so no name from a file can hold it.
constexpr std::string_view kBetweenLanguages = "\xFF\xFE";

}  // namespace

void DiagnosticLog::add(Code code, Span span, std::vector<std::string> args) {
  if (all_.size() < kMost) {
    all_.push_back(Diagnostic{code, code_severity(code), span, std::move(args), {}});
    return;
  }
  ++left_out_;
  if (code_severity(code) == Severity::Error) ++errors_left_out_;
  dropped_ = Diagnostic{};
}

Diagnostic& DiagnosticLog::last() {
  HANREI_CHECK(!all_.empty());
  return left_out_ > 0 ? dropped_ : all_.back();
}

void DiagnosticLog::append(const DiagnosticLog& other) {
  const auto where = [](const Diagnostic& d) {
    return std::make_tuple(d.code, d.span.file, d.span.begin);
  };
  std::multimap<std::tuple<Code, std::uint32_t, std::uint32_t>, std::size_t> known;
  for (std::size_t i = 0; i < all_.size() && !other.all_.empty(); ++i)
    known.emplace(where(all_[i]), i);
  for (const Diagnostic& d : other.all_) {
    const auto [first, last_of] = known.equal_range(where(d));
    if (std::any_of(first, last_of, [&](const auto& entry) { return all_[entry.second] == d; }))
      continue;
    add(d.code, d.span, d.args);
    last().notes = d.notes;
  }
  left_out_ += other.left_out_;
  errors_left_out_ += other.errors_left_out_;
}

std::size_t DiagnosticLog::error_count() const {
  return errors_left_out_ +
         static_cast<std::size_t>(std::ranges::count_if(
             all_, [](const Diagnostic& d) { return d.severity == Severity::Error; }));
}

void DiagnosticLog::fold(std::initializer_list<Code> codes) {
  constexpr std::size_t kShown = 3;
  std::map<std::pair<Code, std::vector<std::string>>, std::vector<std::size_t>> alike;
  for (std::size_t i = 0; i < all_.size(); ++i)
    if (std::ranges::find(codes, all_[i].code) != codes.end())
      alike[{all_[i].code, all_[i].args}].push_back(i);
  std::set<std::size_t> gone;
  for (const auto& [what, places] : alike) {
    std::vector<Span> others;
    for (const std::size_t i : places)
      if (i != places.front() && gone.insert(i).second && all_[i].span != all_[places.front()].span)
        others.push_back(all_[i].span);
    const std::size_t shown = std::min(others.size(), kShown), more = others.size() - shown;
    for (std::size_t i = 0; i < shown; ++i) {
      const std::string n = std::to_string(more);
      const bool last = i + 1 == shown && more > 0;
      all_[places.front()].notes.emplace_back(
          others[i], last ? in_both("here as well, and in " + n +
                                        (more == 1 ? " other place" : " other places"),
                                    "ここと、ほかに " + n + " 箇所にもあります")
                          : in_both("here as well", "ここにもあります"));
    }
  }
  std::vector<Diagnostic> kept;
  for (std::size_t i = 0; i < all_.size(); ++i)
    if (!gone.contains(i)) kept.push_back(std::move(all_[i]));
  all_ = std::move(kept);
}

void DiagnosticLog::sort(const SourceMap& sources) {
  const auto order = [&](const Diagnostic& d) {
    return std::make_tuple(sources.path(d.span.file), d.span.begin, code_text(d.code), d.span.end);
  };
  std::ranges::stable_sort(all_, [&](const Diagnostic& a, const Diagnostic& b) {
    const auto left = order(a);
    const auto right = order(b);
    return left != right ? left < right : a.args < b.args;
  });
  all_.erase(std::unique(all_.begin(), all_.end()), all_.end());
}

const std::vector<Code>& all_codes() {
  static const std::vector<Code> codes = [] {
    std::vector<Code> all;
    for (std::size_t i = 0; i < std::size(kEntries); ++i) all.push_back(static_cast<Code>(i));
    return all;
  }();
  return codes;
}

std::string_view code_text(Code code) { return entry(code).code; }

Severity code_severity(Code code) { return entry(code).severity; }

std::string_view severity_name(Severity severity) {
  switch (severity) {
    case Severity::Note: return "note";
    case Severity::Question: return "question";
    case Severity::Warning: return "warning";
    case Severity::Error: return "error";
  }
  HANREI_CHECK(false, "unknown severity");
}

std::string fill(std::string_view wording, const std::vector<std::string>& args, Lang lang) {
  std::string out;
  for (std::size_t i = 0; i < wording.size(); ++i) {
    const bool placeholder = wording[i] == '{' && i + 2 < wording.size() && wording[i + 2] == '}' &&
                             wording[i + 1] >= '0' && wording[i + 1] <= '9';
    if (!placeholder) {
      out += wording[i];
      continue;
    }
    const size_t index = wording[i + 1] - '0';
    out += index < args.size() ? in_lang(args[index], lang) : std::string_view("?");
    i += 2;
  }
  return out;
}

std::string message(Code code, const std::vector<std::string>& args, Lang lang) {
  return fill(entry(code).wording[static_cast<int>(lang)], args, lang);
}

std::string hint(Code code, const std::vector<std::string>& args, Lang lang) {
  return fill(entry(code).hint[static_cast<int>(lang)], args, lang);
}

std::string message(const Diagnostic& d, Lang lang) { return message(d.code, d.args, lang); }
std::string message(const Diagnostic& d) {
  return in_both(message(d, Lang::En), message(d, Lang::Ja));
}
std::string hint(const Diagnostic& d, Lang lang) { return hint(d.code, d.args, lang); }

std::string in_both(std::string_view en, std::string_view ja) {
  std::string text(en);
  text += kBetweenLanguages;
  text += ja;
  return text;
}

std::string_view in_lang(std::string_view text, Lang lang) {
  const std::size_t gap = text.find(kBetweenLanguages);
  if (gap == std::string_view::npos) return text;
  return lang == Lang::En ? text.substr(0, gap) : text.substr(gap + kBetweenLanguages.size());
}

const std::string& in_lang(const std::string (&both)[2], Lang lang) {
  const std::string& own = both[static_cast<std::size_t>(lang)];
  return own.empty() ? both[lang == Lang::En ? 1 : 0] : own;
}

}  // namespace hanrei::base
