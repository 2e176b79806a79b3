#!/usr/bin/env bash
# Writes what the fuzz targets begin with, made of the games and rulings of the project:
#
#   seeds.sh FOLDER    FOLDER/<target>/... is written anew
set -eu
root=$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")/../..
to=$1
rm -rf -- "$to"
mkdir -p "$to"/{game,expression,ruling,check,json,text,facts}_fuzz

# Files of a game folder in one text, as split_game() of entries.h takes them apart.
one_text() {
  local part file
  cat "$1/game.json"
  for part in rulebook cards; do
    for file in "$1/$part"/*.json; do
      [ -e "$file" ] || continue
      printf '\n=== %s\n' "$part"
      cat "$file"
    done
  done
}

number=0
while IFS= read -r game; do
  number=$((number + 1))
  folder=${game%/game.json}
  one_text "$folder" >"$to/game_fuzz/$number.game"
  for file in "$folder"/{,rulebook/,cards/}*.json; do
    [ -e "$file" ] || continue
    number=$((number + 1))
    cp -- "$file" "$to/json_fuzz/$number.json"
    # every string but the keys is a try
    grep -oE '"([^"\\]|\\.)*"( *:)?' "$file" | grep -v ': *$' | sed 's/^"//; s/"$//' || true
  done >>"$to/strings"
  for file in "$folder"/rulings/*.xml; do
    [ -e "$file" ] || continue
    number=$((number + 1))
    cp -- "$file" "$to/ruling_fuzz/$number.xml"
    cp -- "$file" "$to/check_fuzz/$number.xml"
    grep -oE '(<claim[^>]*>|[a-z]+=")[^"<]*' "$file" | sed -E 's/^<claim[^>]*>//; s/^[a-z]+="//' >>"$to/strings" || true
  done
done < <(find "$root/tests" "$root/fixtures" -name game.json | LC_ALL=C sort)

cp -- "$root"/tests/data/rulebook/*.txt "$to/text_fuzz/"
for book in "$root"/tests/data/books/*/book.txt; do
  name=${book%/book.txt}
  cp -- "$book" "$to/text_fuzz/${name##*/}.txt"
done
for facts in "$root"/fixtures/*/facts.json; do
  name=${facts%/facts.json}
  cp -- "$facts" "$to/facts_fuzz/${name##*/}.json"
done

number=0
while IFS= read -r text; do
  number=$((number + 1))
  printf '%s' "$text" >"$to/expression_fuzz/$number.expr"
done < <(LC_ALL=C sort -u "$to/strings" | grep -v '^$')
rm -- "$to/strings"
