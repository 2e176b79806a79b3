#!/usr/bin/env bash
# run.sh BUILD PART: what is installed and packed from a build folder, tried as a user would. Exit 77:
# a tool is missing. PART pack comes first; it leaves the packages in BUILD/packed.
set -euo pipefail
build=$(readlink -f -- "$1") part=$2
root=$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")/../..
root=$(readlink -f -- "$root")
packed=$build/packed
version=$("$root/ship/version.sh")
name=hanrei-$version-linux-$(uname -m)
scratch=$(mktemp -d)
trap 'rm -rf -- "$scratch"' EXIT
cd "$scratch"
export XDG_CACHE_HOME=$scratch/cache

need() {
  local tool
  for tool in "$@"; do
    command -v "$tool" >/dev/null || { echo "SKIPPED: $tool is not installed"; exit 77; }
  done
}
fail() { printf 'wrong: %s\n' "$*" >&2; exit 1; }
# says PATTERN COMMAND...: its output has a line like that.
says() {
  local pattern=$1
  shift
  "$@" >said 2>&1 || true
  grep -qE -- "$pattern" said || { cat said >&2; fail "$* does not say $pattern"; }
}
unpacked() {  # FOLDER: the tar lies there
  [ -e "$packed/$name.tar.gz" ] || { echo "SKIPPED: no tar was packed"; exit 77; }
  mkdir -p "$1" && tar -xzf "$packed/$name.tar.gz" -C "$1" --strip-components=1
}

case $part in
  flags)  # What the user sets is what is compiled with: none of ours optimises, strips or defines.
    cmake -S "$root" -B b -G Ninja -DHANREI_TESTS=OFF -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_STANDARD=23 \
      -DCMAKE_CXX_FLAGS=-DMINE -DCMAKE_CXX_FLAGS_RELEASE=-Og >log 2>&1 || { cat log; fail configuring; }
    python3 - <<'EOF'
import json, re
commands = [c["command"] for c in json.load(open("b/compile_commands.json"))]
assert len(commands) > 100, len(commands)
for c in commands:
    words = c.split()
    assert "-DMINE" in words and "-Og" in words and "-std=c++23" in words, c
    assert not [w for w in words if re.match(r"-O[^g]|-g|-s$|-DNDEBUG|-march|-flto", w)], c
EOF
    ;;

  library)  # A project of its own finds the package and checks a ruling.
    cmake --install "$build" --prefix "$scratch/there" >log || { cat log; fail installing; }
    cmake -S "$root/tests/install/consumer" -B c -G Ninja -DCMAKE_PREFIX_PATH="$scratch/there" >log || { cat log; fail finding; }
    cmake --build c >log || { cat log; fail compiling; }
    games=$scratch/there/share/hanrei/fixtures
    c/consumer "$games/lftcg" "$games/lftcg/rulings/LF-041.xml" >said || { cat said; fail "not confirmed"; }
    diff said - <<'EOF'
LF-041: confirmed
  confirmed states solver: result = win(A)
  confirmed states solver: order: A
  5 outcomes
  told
EOF
    # Nothing but its surface is seen.
    nm -D --defined-only there/lib/libhanrei.so | grep -v ' A ' | c++filt | grep -v ' hanrei::v1::' >seen && { cat seen; fail "more is exported"; }
    # An error is told and nothing is called confirmed.
    sed 's/result = win(A)/result = vin(A)/' "$games/lftcg/rulings/LF-041.xml" >broken.xml
    c/consumer "$games/lftcg" broken.xml >said && fail "a ruling with an error is confirmed"
    grep -q 'broken.xml:[0-9]*:[0-9]*: HR' said || { cat said; fail "the error is not told"; }
    grep -q ': not examined' said || { cat said; fail "it is called something else"; }
    # The version has to fit.
    cp -r "$root/tests/install/consumer" other && sed -i 's/(hanrei [0-9.]*/(hanrei 99/' other/CMakeLists.txt
    cmake -S other -B d -DCMAKE_PREFIX_PATH="$scratch/there" >/dev/null 2>&1 && fail "99 is found"
    ;;

  manual)
    need mandoc zsh fish
    cd "$build/manual"
    mandoc -T lint -W error hanrei.1
    for command in $("$build/hanrei" --help | sed -n '/^SUBCOMMANDS/,$s/^  \([a-z]*\) .*/\1/p'); do
      grep -q "^\.SS \"hanrei $command\"" hanrei.1 || fail "the manual has no $command"
      "$build/hanrei" "$command" --help | grep -oE '^  (-., *)?--[a-z-]+' | grep -oE -- '--[a-z-]+' | while read -r option; do
        for file in hanrei.bash _hanrei; do
          grep -q -e "$option" "$file" || fail "$file: $command $option"
        done
        grep -q -e "-l ${option#--}" hanrei.fish || fail "hanrei.fish: $command $option"
      done
    done
    # complete WORDS...: what bash offers for the last one
    complete() {
      bash -c '. ./hanrei.bash; COMP_WORDS=(hanrei "$@"); COMP_CWORD=$#; _hanrei; printf "%s\n" "${COMPREPLY[@]}"' - "$@" | sort | tr '\n' ' '
    }
    [ "$(complete ex)" = "explain explore export " ] || fail "bash: ex: $(complete ex)"
    [ "$(complete check --engine '')" = "both explicit fast symbolic " ] || fail "bash: --engine: $(complete check --engine '')"
    [ "$(complete explain --w)" = "--width --why " ] || [ "$(complete explain --w)" = "--why --width " ] || fail "bash: --w: $(complete explain --w)"
    zsh -n _hanrei
    fish --no-execute hanrei.fish
    offered=$(fish --no-config -c 'source hanrei.fish; complete -C "hanrei check --engine "' | cut -f 1 | sort | tr '\n' ' ')
    [ "$offered" = "both explicit fast symbolic " ] || fail "fish: --engine: $offered"
    ;;

  pack)
    rm -rf "$packed"
    cpack --config "$build/CPackConfig.cmake" -B "$packed" >log 2>&1 || { cat log; fail cpack; }
    (cd "$packed" && ls -l -- *.tar.gz *.deb 2>/dev/null) || true
    [ -e "$packed/$name.tar.gz" ] || { echo "SKIPPED: no static C library, no tar"; exit 77; }
    cpack --config "$build/CPackConfig.cmake" -G External -B "$scratch/again" >log 2>&1
    cmp "$packed/$name.tar.gz" "again/$name.tar.gz" || fail "packed twice: other bytes"
    ;;

  deb)
    need dpkg-deb
    deb=$(echo "$packed"/hanrei_"$version"_*.deb)
    [ -e "$deb" ] || { echo "SKIPPED: no .deb was packed"; exit 77; }
    says 'libz3-4' dpkg-deb --field "$deb" Depends
    [ "$(dpkg-deb --field "$deb" Version)" = "$version" ] || fail "its version"
    dpkg-deb --extract "$deb" there
    says "^hanrei $version\$" there/usr/bin/hanrei --version
    says '= 1 confirmed' there/usr/bin/hanrei check there/usr/share/hanrei/fixtures/lftcg --id LF-041
    for file in include/hanrei/hanrei.h lib/libhanrei.so lib/cmake/hanrei/hanreiConfig.cmake share/man/man1/hanrei.1 \
      share/hanrei/docs/schema/ruling.rng share/doc/hanrei/copyright share/zsh/site-functions/_hanrei; do
      [ -e "there/usr/$file" ] || fail "no $file"
    done
    ;;

  tar)  # In a root with nothing else in it: no loader, no library, no /proc, no shell.
    unpacked bare/hanrei
    [ "$(stat -c %s "$packed/$name.tar.gz")" -lt 80000000 ] || fail "80 MB and more"
    into=(chroot bare)
    [ "$(id -u)" -eq 0 ] || into=(unshare --map-root-user --root bare)
    "${into[@]}" /hanrei/bin/hanrei --version >said 2>&1 || [ -s said ] || { echo "SKIPPED: no other root can be had"; exit 77; }
    [ "$(cat said)" = "hanrei $version" ] || { cat said; fail "--version"; }
    "${into[@]}" /hanrei/bin/hanrei check --no-cache /hanrei/share/hanrei/fixtures/precious >there.txt || fail "check: $?"
    "$build/hanrei" check --no-cache bare/hanrei/share/hanrei/fixtures/precious >here.txt
    diff here.txt there.txt
    # Called by a link from elsewhere; what was kept is used again, as by one and the same build.
    ln -s "$scratch/bare/hanrei/bin/hanrei" linked
    ./linked check bare/hanrei/share/hanrei/fixtures/lftcg --id LF-041 >/dev/null
    ./linked check bare/hanrei/share/hanrei/fixtures/lftcg --id LF-041 --format json --timings >said
    grep -q '"kept": 1' said || { cat said; fail "the verdict was not kept"; }
    [ -s bare/hanrei/share/doc/hanrei/included/libz3-4.txt ] || fail "the licence of what is included"
    # Half of it says so, and nothing else.
    rm bare/hanrei/lib/hanrei/ld.so
    says 'unpack the whole archive' ./linked --version
    ;;

  gated)
    need git
    unpacked hanrei
    "$root/tests/install/gated.sh" "$scratch/hanrei/bin/hanrei" "$scratch/repository"
    ;;

  fetched)  # ship/release.sh and what stands on it, with a folder for the server.
    need git
    [ -e "$packed/$name.tar.gz" ] || { echo "SKIPPED: no tar was packed"; exit 77; }
    export HANREI_RELEASES=$scratch/releases
    HANREI_PACKAGES=$packed "$root/ship/sums.sh" "$HANREI_RELEASES/v$version"
    hanrei=$("$root/ship/release.sh")
    says "^hanrei $version\$" "$hanrei" --version
    mv releases gone
    [ "$("$root/ship/release.sh")" = "$hanrei" ] || fail "fetched twice"
    HANREI_SHA256=0 says 'there is no' "$root/ship/release.sh"   # another one is asked for
    rm -rf cache
    says 'is [0-9.]* released' "$root/ship/release.sh"
    mv gone releases
    echo x >>"releases/v$version/$name.tar.gz"
    says 'not what was released' "$root/ship/release.sh"
    [ ! -e "cache/hanrei/releases/$name" ] || fail "what is not verified was unpacked"
    HANREI_PACKAGES=$packed "$root/ship/sums.sh" "$HANREI_RELEASES/v$version"
    # The hook, as pre-commit calls it: in the repository, with the arguments of its configuration.
    "$root/tests/install/gated.sh" "$root/ship/hook.sh" "$scratch/repository"
    # Neither a release nor a folder for it.
    rm -rf cache
    HANREI_RELEASES='' says 'no https address|there is no' "$root/ship/release.sh"
    ;;

  *) fail "there is no part $part" ;;
esac
echo "good: $part"
