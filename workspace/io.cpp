#include "workspace/io.h"

#include "findings/of.h"
#include "reports/findings.h"

namespace hanrei::workspace {

void Io::say(std::string_view en, std::string_view ja) const {
  err << "hanrei: " << (lang == base::Lang::Ja ? ja : en) << "\n";
}
void Io::say(std::string_view text) const {
  say(base::in_lang(text, base::Lang::En), base::in_lang(text, base::Lang::Ja));
}
void Io::refuse(std::string_view what, std::string_view reason) const {
  const std::string text = reports::shown(base::in_lang(what, lang)) + ": " +
                           reports::shown(base::in_lang(reason, lang));
  if (annotations != nullptr)
    reports::write_annotation(*annotations, text);
  else
    err << "hanrei: " << text << "\n";
}

void tell(const Io& io, const std::vector<std::string>& problems) {
  for (const std::string& p : problems) {
    const std::string text = reports::shown(base::in_lang(p, io.lang));
    if (io.annotations != nullptr)
      reports::write_annotation(*io.annotations, text);
    else
      io.say(text);
  }
}

void tell(const Io& io, const base::DiagnosticLog& log, const base::SourceMap& sources,
          const reports::Style& style) {
  if (io.annotations == nullptr) return reports::write_diagnostics(io.err, sources, log, style);
  for (const findings::Finding& f : findings::findings_of(log, sources))
    reports::write_annotation(*io.annotations, f, f.severity == base::Severity::Error, style.lang);
}

}  // namespace hanrei::workspace
