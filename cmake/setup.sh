# shellcheck shell=bash
# Shared by ./hanrei and ./test: packages, configuring and building. To be sourced by bash, with the
# top of the checkout in $root. Everything said here goes to standard error. Any failure ends the
# script with 70.
#
#   HANREI_SETUP=never   install nothing: print the command and stop

: "${root:?}"
packages=(g++ cmake ninja-build pkg-config ccache libz3-dev nlohmann-json3-dev libpugixml-dev
          libfmt-dev libicu-dev libsqlite3-dev libmecab-dev mecab-ipadic-utf8 libcli11-dev libcpp-httplib-dev catch2 libxml2-utils libvalijson-dev librapidcheck-dev python3)

say() { printf 'hanrei: %s\n' "$*" >&2; }

die() {
  say "$*"
  exit 70
}

# have_header NAME...: whether one of the headers is where compilers look.
have_header() {
  local folder header
  for folder in /usr/include /usr/local/include /usr/include/*-linux-gnu; do
    for header in "$@"; do
      [ -e "$folder/$header" ] && return 0
    done
  done
  return 1
}

# Whether everything needed is there, wherever it came from. ccache only makes things faster; without
# MeCab the audit of a Japanese text examines less, without cpp-httplib nothing is served, and both say so.
have_packages() {
  local program
  for program in g++ cmake ninja pkg-config; do
    command -v "$program" >/dev/null || return 1
  done
  have_header z3++.h && have_header nlohmann/json.hpp && have_header pugixml.hpp &&
    have_header fmt/format.h && have_header unicode/utf8.h && have_header sqlite3.h && have_header CLI/CLI.hpp &&
    have_header catch2/catch.hpp catch2/catch_test_macros.hpp &&
    { [ "${HANREI_SETUP:-}" = never ] || ! command -v apt-get >/dev/null || { have_header mecab.h && have_header httplib.h; }; }
}

# run_logged LOG COMMAND...: the output goes to the log; its end is shown when the command fails.
run_logged() {
  local log=$1
  shift
  "$@" >>"$log" 2>&1 </dev/null && return 0
  say "this failed: $*"
  tail -n 40 "$log" >&2
  return 1
}

install_packages() {
  local install="apt-get install -y --no-install-recommends ${packages[*]}"
  local as_root=()
  say "packages are missing; they are installed by"
  printf '  %s\n' "$install" >&2
  [ "${HANREI_SETUP:-}" = never ] && die "HANREI_SETUP=never: nothing was installed"
  command -v apt-get >/dev/null || die "there is no apt-get here: install their like by hand"
  if [ "$(id -u)" -ne 0 ]; then
    if ! sudo -n true 2>/dev/null; then
      die "that takes root: run it as root, then try again"
    fi
    as_root=(sudo -n)
  fi

  local log=$root/build/setup.log
  local apt=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=300)
  : >"$log"
  # Lists of packages which are missing or old make the first try fail.
  "${apt[@]}" install -y --no-install-recommends "${packages[@]}" >>"$log" 2>&1 </dev/null ||
    { run_logged "$log" "${apt[@]}" update &&
      run_logged "$log" "${apt[@]}" install -y --no-install-recommends "${packages[@]}"; } ||
    die "the packages could not be installed (see build/setup.log)"
  have_packages || die "packages are still missing after installing (see build/setup.log)"
}

# is_fresh PRESET FILE PATH...: whether FILE was built and nothing under the paths changed since.
# Folders count too, so that a file which was added or removed is noticed.
is_fresh() {
  local stamp=$root/build/$1/.stamp built=$2 path paths=()
  shift 2
  [ -e "$stamp" ] && [ -e "$built" ] || return 1
  for path in "$@"; do
    [ -e "$root/$path" ] && paths+=("$root/$path")
  done
  [ -z "$(find "${paths[@]}" -newer "$stamp" -print -quit 2>/dev/null)" ]
}

# lock: one set-up or build at a time. unlock: before anything that runs for long.
lock() {
  { mkdir -p "$root/build" && exec 9>"$root/build/.lock"; } || die "cannot write to $root/build"
  flock -n 9 || {
    say "waiting for another build in $root/build"
    flock 9
  }
}
unlock() { exec 9>&-; }

# build PRESET [TARGET]: sets up, configures if needed and builds. Call it with the lock held.
build() {
  local preset=$1 folder=$root/build/$1 log=$root/build/$1.log
  shift
  have_packages || install_packages
  say "building ($preset; the log is build/$preset.log)"
  # What was configured for a checkout elsewhere, before it was moved or copied, is of no use.
  if [ -e "$folder/CMakeCache.txt" ] &&
    ! grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$root" "$folder/CMakeCache.txt"; then
    rm -rf "$folder"
  fi
  mkdir -p "$folder"
  : >"$log"
  touch "$folder/.stamp.new"  # a change made from now on makes the result stale
  (
    cd "$root" || exit 1
    if [ ! -e "$folder/build.ninja" ] || [ CMakePresets.json -nt "$folder/build.ninja" ]; then
      # Warnings are errors to the compiler that changes are judged with, Debian 12's, so that they
      # are seen before; to no other, so that nobody is stopped by what only theirs says.
      case $(g++ -dumpversion) in 12*) judged=ON ;; *) judged=OFF ;; esac
      run_logged "$log" cmake --preset "$preset" -DHANREI_WERROR="$judged" || exit 1
    fi
    run_logged "$log" cmake --build --preset "$preset" --parallel "$(nproc)" ${1:+--target "$1"}
  ) || return 1
  mv "$folder/.stamp.new" "$folder/.stamp"
}
