#include "base/build_id.h"

#include <link.h>

#include <cstring>

namespace hanrei::base {
namespace {

/// Looks at the notes of one loaded file. The first file is the program itself: the search ends
/// there.
int find(dl_phdr_info* info, std::size_t, void* out) {
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const ElfW(Phdr)& part = info->dlpi_phdr[i];
    if (part.p_type != PT_NOTE) continue;
    const auto* at = reinterpret_cast<const unsigned char*>(info->dlpi_addr + part.p_vaddr);
    const auto* end = at + part.p_memsz;
    const auto padded = [](std::size_t n) { return (n + 3) & ~std::size_t{3}; };
    while (at + sizeof(ElfW(Nhdr)) <= end) {
      ElfW(Nhdr) note;
      std::memcpy(&note, at, sizeof note);
      const auto* name = at + sizeof note;
      const auto* value = name + padded(note.n_namesz);
      if (value + note.n_descsz > end) break;
      if (note.n_type == NT_GNU_BUILD_ID && note.n_namesz == 4 &&
          std::memcmp(name, "GNU", 4) == 0) {
        auto& hex = *static_cast<std::string*>(out);
        for (std::size_t k = 0; k < note.n_descsz; ++k) {
          hex += "0123456789abcdef"[value[k] >> 4];
          hex += "0123456789abcdef"[value[k] & 15];
        }
        return 1;
      }
      at = value + padded(note.n_descsz);
    }
  }
  return 1;
}

}  // namespace

std::string build_id() {
  std::string out;
  dl_iterate_phdr(find, &out);
  return out;
}

}  // namespace hanrei::base
