#!/usr/bin/env bash
# The pre-commit hook: the gate against HEAD, by the release of this version (ship/release.sh).
set -u
hanrei=$("$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")/release.sh") || exit 70
exec "$hanrei" gate --base HEAD "$@"
