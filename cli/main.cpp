#include <unistd.h>

#include <iostream>

#include "cli/cli.h"

int main(int argc, char** argv) {
  const std::vector<std::string> args(argv + (argc > 0 ? 1 : 0), argv + argc);
  return hanrei::cli::run(args, {std::cout, std::cerr, isatty(1) != 0, isatty(2) != 0});
}
