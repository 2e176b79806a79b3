#!/usr/bin/env bash
# Prints the path of the hanrei of this checkout's version: the tar of its release, fetched once,
# verified and unpacked below ~/.cache/hanrei. Nothing is compiled and nothing installed.
#
#   HANREI_RELEASES   where releases lie: a folder or an address, with v<version>/<file> below it;
#                     without it <origin of this checkout>/releases/download
#   HANREI_SHA256     what the tar has to be; without it what SHA256SUMS beside it says
#   HANREI_COMPILE=1  compile this checkout instead
#
# Exit 70: it cannot be had, and standard error says why.
set -euo pipefail
root=$(dirname -- "$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")")

die() {
  printf 'hanrei: %s\n' "$*" >&2
  exit 70
}

if [ "${HANREI_COMPILE:-}" = 1 ]; then
  "$root/hanrei" --version >&2 || die "it cannot be compiled here"
  echo "$root/hanrei"
  exit
fi

version=$("$root/ship/version.sh")
[ "$(uname -s)-$(uname -m)" = Linux-x86_64 ] ||
  die "releases are for Linux on x86_64, and this is $(uname -s) on $(uname -m); HANREI_COMPILE=1 compiles it"
name=hanrei-$version-linux-x86_64
cache=${XDG_CACHE_HOME:-${HOME:?}/.cache}/hanrei/releases
ready=$cache/$name

digest_of() { sha256sum -- "$1" | cut -d ' ' -f 1; }

if [ -x "$ready/bin/hanrei" ] && [ "$(cat "$ready/.sha256")" = "${HANREI_SHA256:-$(cat "$ready/.sha256")}" ]; then
  echo "$ready/bin/hanrei"
  exit
fi

releases=${HANREI_RELEASES:-}
if [ -z "$releases" ]; then
  origin=$(git -C "$root" remote get-url origin 2>/dev/null) || origin=
  case $origin in
    https://*) releases=${origin%.git}/releases/download ;;
    *) die "HANREI_RELEASES is not set, and the origin of $root (${origin:-none}) is no https address" ;;
  esac
fi

mkdir -p "$cache"
work=$(mktemp -d "$cache/.fetch-XXXXXX")
trap 'rm -rf -- "$work"' EXIT

# fetch FILE: into $work.
fetch() {
  case $releases in
    *://*) curl -fsSL --retry 3 -o "$work/$1" -- "$releases/v$version/$1" ;;
    *) cp -- "$releases/v$version/$1" "$work/$1" ;;
  esac || die "there is no $releases/v$version/$1; is $version released? HANREI_COMPILE=1 compiles it"
}

fetch "$name.tar.gz"
expected=${HANREI_SHA256:-}
if [ -z "$expected" ]; then
  fetch SHA256SUMS
  expected=$(sed -n "s/^\([0-9a-f]\{64\}\) [ *]$name\.tar\.gz\$/\1/p" "$work/SHA256SUMS")
  [ -n "$expected" ] || die "SHA256SUMS of $version does not name $name.tar.gz"
fi
found=$(digest_of "$work/$name.tar.gz")
[ "$found" = "$expected" ] ||
  die "$name.tar.gz is not what was released: SHA-256 is $found, expected $expected"

tar -xzf "$work/$name.tar.gz" -C "$work"
[ -x "$work/$name/bin/hanrei" ] || die "$name.tar.gz has no $name/bin/hanrei"
echo "$found" >"$work/$name/.sha256"
rm -rf -- "$ready"
# Somebody else may have been quicker: it is the same.
mv -T -- "$work/$name" "$ready" 2>/dev/null || [ -x "$ready/bin/hanrei" ] || die "cannot write to $cache"
echo "$ready/bin/hanrei"
