#!/usr/bin/env bash
# again.sh: builds and packs once more, in a folder of another name and without what was compiled
# before, and compares with what build/package has, byte by byte.
set -euo pipefail
root=$(dirname -- "$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")")
scratch=$(mktemp -d)
trap 'rm -rf -- "$scratch"' EXIT
export CCACHE_DISABLE=1
# Git tells the time of everything in the packages.
git clone -q --no-hardlinks -- "$root" "$scratch/elsewhere"
(cd "$scratch/elsewhere" && cmake --workflow --preset package)
cd "$root/build/package"
shopt -s nullglob
packages=(hanrei*.tar.gz hanrei*.deb)
[ "${#packages[@]}" -gt 0 ] || { echo "nothing was packed in build/package" >&2; exit 1; }
for package in "${packages[@]}"; do
  cmp -- "$package" "$scratch/elsewhere/build/package/$package"
  echo "the same bytes: $package"
done
