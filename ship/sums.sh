#!/usr/bin/env bash
# sums.sh FOLDER: lays out what a release consists of: the packages of build/package, SHA256SUMS.
set -euo pipefail
root=$(dirname -- "$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")")
mkdir -p -- "$1"
cp -- "${HANREI_PACKAGES:-$root/build/package}"/hanrei*.{tar.gz,deb} "$1"
cd -- "$1"
sha256sum -- *.tar.gz *.deb >SHA256SUMS
