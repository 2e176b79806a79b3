// bin/hanrei of the tar: starts the program with the loader, the C library and all other libraries
// that lie beside it in lib/hanrei, whatever the system has. Linked statically; needs no /proc.
#include <sys/auxv.h>
#include <unistd.h>

#include <climits>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace {

constexpr int kOurFault = 70;

int fail(const char* what, const char* reason) {
  std::fprintf(stderr, "hanrei: %s: %s\n", what, reason);
  return kOurFault;
}

}  // namespace

int main(int argc, char** argv) {
  const auto* called = reinterpret_cast<const char*>(getauxval(AT_EXECFN));
  char self[PATH_MAX], lib[PATH_MAX], loader[PATH_MAX + 16], program[PATH_MAX + 16];
  if (called == nullptr || realpath(called, self) == nullptr)
    return fail(called == nullptr ? "itself" : called, "where it lies cannot be found");
  for (int up = 0; up < 2; ++up)  // out of bin/
    if (char* slash = std::strrchr(self, '/')) *slash = '\0';
  if (std::snprintf(lib, sizeof lib, "%s/lib/hanrei", self) >= static_cast<int>(sizeof lib))
    return fail(self, "the path is too long");
  std::snprintf(loader, sizeof loader, "%s/ld.so", lib);
  std::snprintf(program, sizeof program, "%s/hanrei", lib);

  char* before[] = {loader, const_cast<char*>("--inhibit-cache"),
                    const_cast<char*>("--library-path"), lib, program};
  constexpr int kBefore = sizeof before / sizeof *before;
  auto** args =
      static_cast<char**>(std::calloc(static_cast<size_t>(kBefore + argc + 1), sizeof(char*)));
  if (args == nullptr) return fail(self, "no memory");
  std::memcpy(args, before, sizeof before);
  for (int i = 1; i < argc; ++i) args[kBefore + i - 1] = argv[i];
  execv(loader, args);
  return fail(loader, "it cannot be run; unpack the whole archive");
}
