#include "base/text/unicode.h"
#include "rulings/exchange/exchange.h"

namespace hanrei::rulings::exchange {

std::vector<std::vector<Cell>> read_csv(const base::SourceMap& sources, base::Span file,
                                        base::DiagnosticLog& log) {
  const std::string_view text = sources.slice(file);
  std::vector<std::vector<Cell>> rows;
  if (const std::size_t good = base::valid_utf8_prefix(text); good < text.size()) {
    const auto at = file.begin + static_cast<std::uint32_t>(good);
    log.add(base::Code::ListSyntax, {file.file, at, at + 1},
            {base::in_both("bytes that are no UTF-8", "UTF-8 でないバイト"),
             base::in_both("text", "文字列")});
    return rows;
  }
  std::size_t at = 0;
  while (at < text.size()) {
    rows.emplace_back();
    for (bool more = true; more;) {
      const std::size_t begin = at;
      Cell cell;
      if (at < text.size() && text[at] == '"') {
        bool closed = false;
        for (++at; at < text.size() && !closed;) {
          if (text[at] != '"')
            cell.text += text[at++];
          else if (at + 1 < text.size() && text[at + 1] == '"') {
            cell.text += '"';
            at += 2;
          } else {
            closed = true;
            ++at;
          }
        }
        if (!closed ||
            (at < text.size() && text[at] != ',' && text[at] != '\n' && text[at] != '\r')) {
          const std::uint32_t place = file.begin + static_cast<std::uint32_t>(closed ? at : begin);
          log.add(base::Code::ListSyntax, {file.file, place, place + 1},
                  {closed ? base::in_both("something behind a quotation mark", "引用符の後の文字")
                          : base::in_both("a quotation mark that nothing closes",
                                          "閉じられていない引用符"),
                   base::in_both("a comma or the end of the line", "コンマか行末")});
          while (at < text.size() && text[at] != ',' && text[at] != '\n') ++at;
        }
      } else {
        while (at < text.size() && text[at] != ',' && text[at] != '\n' && text[at] != '\r')
          cell.text += text[at++];
      }
      cell.span = {file.file, file.begin + static_cast<std::uint32_t>(begin),
                   file.begin + static_cast<std::uint32_t>(at)};
      rows.back().push_back(std::move(cell));
      more = at < text.size() && text[at] == ',';
      if (more) ++at;
    }
    if (at < text.size() && text[at] == '\r') ++at;
    if (at < text.size() && text[at] == '\n') ++at;
    if (rows.back().size() == 1 && rows.back()[0].text.empty()) rows.pop_back();  // an empty line
  }
  return rows;
}

}  // namespace hanrei::rulings::exchange
