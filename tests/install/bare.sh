#!/usr/bin/env bash
# bare.sh ROOT TAR: from nothing to a gated repository with the tar, in the root of another
# distribution (`debootstrap --variant=minbase SUITE ROOT`), as root. Tells how long each part took.
# Git has to be there for the gate; where it is not, it is installed first and that is told apart.
set -euo pipefail
root=$1 tar=$2
here=$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")
rm -rf "$root/opt/hanrei" "$root/tmp/gated"
mkdir -p "$root/opt/hanrei" "$root/tmp"
cp -- "$here/gated.sh" "$root/tmp/gated.sh"
cp -- "$tar" "$root/tmp/hanrei.tar.gz"

# timed NAME COMMAND: in the root
timed() {
  local from
  from=$(date +%s%N)
  chroot "$root" /bin/sh -euc "$2" >"$root/tmp/said" 2>&1 || { cat "$root/tmp/said"; echo "wrong: $1"; exit 1; }
  printf '%-12s %d ms\n' "$1" $((($(date +%s%N) - from) / 1000000))
}

sed -n 's/^PRETTY_NAME="\(.*\)"/\1/p' "$root/etc/os-release"
chroot "$root" git --version >/dev/null 2>&1 || {
  cp /etc/resolv.conf "$root/etc/resolv.conf"
  timed git 'apt-get -o Acquire::Check-Valid-Until=false update -qq; DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends git'
}
timed unpack 'tar -xzf /tmp/hanrei.tar.gz -C /opt/hanrei --strip-components=1'
timed version '/opt/hanrei/bin/hanrei --version'
timed gated '/tmp/gated.sh /opt/hanrei/bin/hanrei /tmp/gated'
timed 'five games' '/opt/hanrei/bin/hanrei check --no-cache /opt/hanrei/share/hanrei/fixtures --id "*-00*"'
