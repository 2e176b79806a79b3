// The judge's desk as a folder of pages that needs no network and no server: docs/desk.md.
//
//     base::write_new_folder("desk", html::pages(bundle));
//
// The same bundle gives the same bytes.
#pragma once

#include <vector>

#include "base/io/file.h"
#include "reports/html/bundle.h"

namespace hanrei::reports::html {

/// All files of the folder: `index.html`, its style and scripts, and a folder for each game.
std::vector<base::FileText> pages(const Bundle& bundle);

}  // namespace hanrei::reports::html
