#include "cli/report.h"

#include <fmt/format.h>

#include <filesystem>

#include "base/io/file.h"
#include "reports/html/report.h"

namespace hanrei::cli {

using namespace workspace;

int run_report(const ReportOptions& options, const CheckOptions& check, const Io& io) {
  std::error_code trouble;
  if (std::filesystem::exists(std::filesystem::symlink_status(options.folder, trouble))) {
    io.refuse(options.folder, base::in_both("it is there already; nothing was written",
                                            "すでにあります。何も書いていません"));
    return kWrongInput;
  }
  int code = kOk;
  const auto bundle = gather_desk(options.desk, check, io, code);
  if (!bundle) return code;
  const std::vector<base::FileText> files = reports::html::pages(*bundle);
  if (const auto written = base::write_new_folder(options.folder, files); !written) {
    io.refuse(options.folder, written.error().message);
    return kWrongInput;
  }
  std::size_t bytes = 0, rulings = 0, examined = 0;
  for (const base::FileText& f : files) bytes += f.text.size();
  for (const auto& g : bundle->games)
    for (const auto& r : g.rulings) {
      ++rulings;
      if (!r.record.verdict.empty()) ++examined;
    }
  const std::string start = reports::shown(options.folder, 400) + "/index.html";
  io.out << (io.lang == base::Lang::Ja
                 ? fmt::format("{}\n  ファイル {}、{} kB。裁定 {} 件、うち検査済み {} 件\n", start,
                               files.size(), bytes / 1000, rulings, examined)
                 : fmt::format("{}\n  {} files, {} kB; {} rulings, {} of them examined\n", start,
                               files.size(), bytes / 1000, rulings, examined));
  return kOk;
}

}  // namespace hanrei::cli
