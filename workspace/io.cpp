#include "workspace/io.h"

#include "reports/reports.h"

namespace hanrei::workspace {

void Io::say(std::string_view en, std::string_view ja) const {
  err << "hanrei: " << (lang == base::Lang::Ja ? ja : en) << "\n";
}
void Io::say(std::string_view text) const {
  say(base::in_lang(text, base::Lang::En), base::in_lang(text, base::Lang::Ja));
}
void Io::refuse(std::string_view what, std::string_view reason) const {
  err << "hanrei: " << reports::shown(base::in_lang(what, lang)) << ": "
      << reports::shown(base::in_lang(reason, lang)) << "\n";
}

void tell(const Io& io, const std::vector<std::string>& problems) {
  for (const std::string& p : problems) io.say(reports::shown(base::in_lang(p, io.lang)));
}

}  // namespace hanrei::workspace
