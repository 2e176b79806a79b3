#!/usr/bin/env bash
# parallel.sh HANREI KIND GAME [OPTION...]: four shards of `sweep KIND` under GNU parallel, one of which
# is ended in the middle and tried again. Merged, they say what one run says, byte for byte. 77: there is
# no GNU parallel.
set -euo pipefail
hanrei=$1
kind=$2
game=$3
shift 3
alone_only=()
if [ "$kind" = check ]; then alone_only=(--no-cache); fi
if ! parallel --version 2>/dev/null | grep -q "GNU parallel"; then
  echo "SKIPPED: no GNU parallel; apt-get install parallel"
  exit 77
fi
fail() {
  echo "FAILED: $*" >&2
  exit 1
}
at=$(mktemp -d)
trap 'rm -rf "$at"' EXIT
export HOME=$at  # it writes there

# The first try of shard 2 is asked for an end while it works.
cat >"$at/worker" <<'END'
#!/usr/bin/env bash
at=$1 hanrei=$2 kind=$3 shard=$4
shift 4
"$hanrei" sweep "$kind" "$@" --jobs 1 --shard "$shard/4" --out "$at/shard.$shard" &
pid=$!
if [ "$shard" = 2 ] && [ ! -e "$at/ended" ]; then
  touch "$at/ended"
  # Not before it heeds the signal: SIGTERM is the fifteenth bit of those that it catches.
  for _ in {1..200}; do
    caught=$(sed -n 's/^SigCgt:[[:space:]]*//p' "/proc/$pid/status" 2>/dev/null) || break
    [ $((0x${caught:-0} >> 14 & 1)) = 1 ] && break
    sleep 0.005
  done
  kill -TERM "$pid"
fi
wait "$pid"
code=$?
echo "$shard $code" >>"$at/codes"
exit "$code"
END
chmod +x "$at/worker"
parallel --jobs 2 --retries 3 "$at/worker" "$at" "$hanrei" "$kind" {} "$game" "$@" ::: 0 1 2 3 2>"$at/said" ||
  fail "$(cat "$at/said")"
grep -qx "2 75" "$at/codes" || fail "no shard asked to be tried again: $(sort "$at/codes" | tr '\n' ';')"
for format in json text; do
  code=0 merged=0
  "$hanrei" "$kind" "$game" "$@" "${alone_only[@]}" --format "$format" >"$at/alone" || code=$?
  "$hanrei" merge "$at"/shard.[0-3] --format "$format" >"$at/merged" || merged=$?
  cmp "$at/alone" "$at/merged" || fail "$format: the merged shards say something else than one run"
  [ "$code" = "$merged" ] || fail "$format: exit code $merged, of one run $code"
done
echo "four shards, one of them tried twice: the bytes of one run"
