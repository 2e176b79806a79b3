#!/usr/bin/env bash
# What action.yml runs: gate.sh HANREI. Annotations on standard output, the summary into
# $GITHUB_STEP_SUMMARY and $HANREI_COMMENT, SARIF into $HANREI_SARIF; exits as the gate does.
# Inputs come as variables only: no text of a pull request becomes a command.
set -u
hanrei=$1
if [ -z "${HANREI_BASE:-}" ]; then
  echo "::error title=hanrei gate::the input base is empty; outside of a pull request name a revision"
  exit 2
fi
more=()
[ -n "${HANREI_POLICY:-}" ] && more+=("--policy=$HANREI_POLICY")
[ -n "${HANREI_BASELINE:-}" ] && more+=("--baseline=$HANREI_BASELINE")
gate() { "$hanrei" gate "--base=$HANREI_BASE" "--format=$1" "${more[@]}" -- "${HANREI_PATH:-.}"; }

gate github
code=$?
summary=${HANREI_COMMENT:-/dev/null}
# What is wrong was said once.
gate markdown >"$summary" 2>/dev/null || true
[ -s "$summary" ] && cat -- "$summary" >>"${GITHUB_STEP_SUMMARY:-/dev/null}"
if [ -n "${HANREI_SARIF:-}" ]; then
  # None is better than half a one: the gate may have had nothing to say, for want of the revision.
  gate sarif >"$HANREI_SARIF" 2>/dev/null || [ -s "$HANREI_SARIF" ] || rm -f -- "$HANREI_SARIF"
fi
exit "$code"
