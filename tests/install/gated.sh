#!/bin/sh
# gated.sh HANREI FOLDER: from nothing to a repository whose changes are judged. HANREI is the program,
# or the hook, which compares with HEAD by itself. Needs a shell and git.
set -eu
hanrei=$1 folder=$2
case $hanrei in
  *hook.sh) gate() { "$hanrei" games; } ;;
  *) gate() { "$hanrei" gate --base HEAD games; } ;;
esac
program=$hanrei
case $hanrei in *hook.sh) program=$("$(dirname "$hanrei")/release.sh") ;; esac

mkdir "$folder"
cd "$folder"
git init -q
git config user.name nobody
git config user.email nobody@example.invalid
mkdir games
"$program" init mine games/mine >/dev/null 2>&1
"$program" check games
git add .
git commit -qm 'A game'
# Where nothing is changed nothing is compared: 4, but for the hook locally.
same() {
  code=0
  (
    export CI="$1"
    gate
  ) || code=$?
  [ "$code" -eq "$2" ] || { echo "wrong: an unchanged repository gives $code, not $2" >&2; exit 1; }
}
here=4
case $hanrei in *hook.sh) here=0 ;; esac
same 1 4
same '' "$here"
# A ruling is rewritten so that it claims what the rules do not give.
sed 's/= 1/= 2/' games/mine/rulings/mine-001.xml >changed
mv changed games/mine/rulings/mine-001.xml
code=0
gate || code=$?
[ "$code" -eq 1 ] || { echo "wrong: the gate returns $code, not 1" >&2; exit 1; }
git checkout -q games
same '' "$here"
