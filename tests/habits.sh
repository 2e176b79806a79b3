#!/usr/bin/env bash
# habits.sh format|scripts|tidy: how the source is written. Exit 77: the tool is not installed, which
# is a failure where CI is set.
set -u
cd -- "$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")/.." || exit 70

# need TOOL
need() {
  command -v "$1" >/dev/null && return 0
  echo "SKIPPED: $1 is not installed"
  [ -n "${CI:-}" ] && exit 1
  exit 77
}

# files PATTERN...: those of the checkout; outside git nothing can be told of them.
files() {
  git ls-files -z --cached --others --exclude-standard -- "$@" 2>/dev/null
}

case ${1:-} in
  format)
    need clang-format
    mapfile -d '' -t sources < <(files '*.cpp' '*.h')
    clang-format --dry-run --Werror "${sources[@]}" || exit 1
    echo "clang-format: ${#sources[@]} files"
    [ "${#sources[@]}" -gt 500 ]
    ;;
  scripts)
    need shellcheck
    mapfile -d '' -t scripts < <(files | xargs -0 awk 'FNR == 1 && /^(#!.*sh$|# shellcheck shell=)/ { printf "%s%c", FILENAME, 0 }')
    shellcheck -x "${scripts[@]}" || exit 1
    echo "shellcheck: ${#scripts[@]} scripts"
    [ "${#scripts[@]}" -gt 5 ]
    ;;
  tidy)
    # The sources that the last commit changed: a few, since each takes as long as it takes to compile.
    need clang-tidy
    mapfile -d '' -t changed < <(git diff -z --name-only --diff-filter=AM HEAD~1 HEAD -- \
      base model rulings checker audit findings errata reports workspace api lsp server cli | grep -zE '\.cpp$')
    echo "clang-tidy: ${#changed[@]} changed sources, the first 4 of them examined"
    for source in "${changed[@]:0:4}"; do
      clang-tidy --quiet "$source" -- -std=c++20 -I. -DHANREI_VERSION='""' || exit 1
    done
    ;;
  *)
    echo "habits.sh format|scripts|tidy" >&2
    exit 2
    ;;
esac
