#!/usr/bin/env bash
# version.sh: prints the version, which stands in CMakeLists.txt and nowhere else.
# version.sh TAG: fails unless the tag is v<version> and CHANGELOG.md has a section of it, dated.
# version.sh --notes: prints that section, which is what a release says of itself.
set -euo pipefail
cd -- "$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")/.."
version=$(sed -n 's/^project(hanrei VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt)
: "${version:?CMakeLists.txt names no version}"

die() {
  printf 'hanrei: %s\n' "$*" >&2
  exit 1
}

case ${1:-} in
  '') echo "$version" ;;
  --notes) sed -n "/^## ${version//./\\.} /,/^## /{/^## /!p}" CHANGELOG.md ;;
  *)
    [ "$1" = "v$version" ] || die "the tag is $1, and CMakeLists.txt says $version"
    grep -qE "^## ${version//./\\.} \([0-9]{4}-[0-9]{2}-[0-9]{2}\)\$" CHANGELOG.md ||
      die "CHANGELOG.md has no line '## $version (YYYY-MM-DD)'"
    ;;
esac
