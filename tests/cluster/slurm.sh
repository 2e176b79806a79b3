#!/usr/bin/env bash
# slurm.sh HANREI KIND GAME [OPTION...]: a sweep of `KIND GAME OPTION...` as a job array of a real Slurm with
# four nodes on this machine, of which one is lost in the middle. Merged, it says what one run says, byte
# for byte. Loopback addresses and a folder of its own only; nothing stays. 77: it cannot be tried here.
set -euo pipefail
hanrei=$1
kind=$2
game=$3
shift 3
alone_only=()
if [ "$kind" = check ]; then alone_only=(--no-cache); fi
nodes=4
skip() {
  echo "SKIPPED: $*"
  exit 77
}
fail() {
  echo "FAILED: $*" >&2
  tail -n 15 "$at"/*.log >&2 2>/dev/null || true
  exit 1
}

PATH=$PATH:/usr/sbin:/sbin
for tool in munged slurmctld slurmd sbatch squeue unshare; do
  command -v "$tool" >/dev/null || skip "no $tool; apt-get install slurmctld slurmd slurm-client munge"
done
[ "$(id -u)" = 0 ] || skip "daemons of Slurm are started by root"
unshare --pid --fork --mount-proc true 2>/dev/null || skip "no process namespaces here"

at=$(mktemp -d)
chmod 755 "$at"
ours=()  # the process that ends each daemon, and all that it started
over() {
  trap - EXIT INT TERM
  for pid in "${ours[@]}"; do kill -KILL "$pid" 2>/dev/null || true; done
  wait 2>/dev/null || true
  rm -rf "$at"
}
trap over EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

# own LOG COMMAND...: in a process namespace of its own. When its first process ends, all of it does.
own() {
  local log=$at/$1
  shift
  unshare --pid --fork --kill-child --mount-proc "$@" >"$log" 2>&1 &
  ours+=($!)
}
# until SECONDS COMMAND...: waits for it to succeed.
until_true() {
  local left=$(($1 * 20))
  shift
  until "$@"; do
    ((left-- > 0)) || return 1
    sleep 0.05
  done
}

# Three ports and one for each node, that nobody listens on.
base=0
for _ in {1..50}; do
  base=$((20000 + RANDOM % 20000))
  free=yes
  for ((k = 0; k <= nodes; ++k)); do
    if (exec 3<>"/dev/tcp/127.0.0.1/$((base + k))") 2>/dev/null; then free=no; fi
  done
  [ "$free" = yes ] && break
done

mkdir "$at/state" "$at/munge" "$at/out"
head -c 128 /dev/urandom >"$at/munge.key"
chmod 600 "$at/munge.key"
export SLURM_CONF=$at/slurm.conf
cat >"$SLURM_CONF" <<END
ClusterName=sweep
SlurmctldHost=localhost(127.0.0.1)
SlurmctldPort=$base
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket=$at/munge/socket
CredType=cred/munge
StateSaveLocation=$at/state
SlurmdSpoolDir=$at/spool.%n
SlurmctldPidFile=$at/slurmctld.pid
SlurmdPidFile=$at/slurmd.%n.pid
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SwitchType=switch/none
MpiDefault=none
SelectType=select/linear
SchedulerType=sched/builtin
SlurmdParameters=config_overrides
SlurmdTimeout=5
MinJobAge=300
JobRequeue=1
ReturnToService=0
NodeName=n[0-$((nodes - 1))] NodeHostname=localhost NodeAddr=127.0.0.1 Port=[$((base + 1))-$((base + nodes))] CPUs=1
PartitionName=all Nodes=ALL Default=YES State=UP
END
# What a scheduler marks with cgroups is marked elsewhere.
echo "CgroupAutomount=no" >"$at/cgroup.conf"

own munged.log munged --foreground --force --socket "$at/munge/socket" --key-file "$at/munge.key" \
  --pid-file "$at/munge/pid" --log-file "$at/munged-own.log" --seed-file "$at/munge/seed"
until_true 20 test -S "$at/munge/socket" || fail "munged does not start"
own slurmctld.log slurmctld -D
declare -A node
for ((k = 0; k < nodes; ++k)); do
  own "slurmd.n$k.log" slurmd -D -N "n$k"
  node[n$k]=${ours[-1]}
done
idle() { [ "$(sinfo --noheader --format %D --states idle 2>/dev/null)" = "$nodes" ]; }
until_true 40 idle || fail "the nodes do not come up"

options=$(printf ' %q' "$@")
[ $# -gt 0 ] || options=
cat >"$at/job" <<END
#!/bin/bash
#SBATCH --array=0-$((nodes - 1)) --requeue --output=$at/out/said.%a --open-mode=append
cd "$PWD" || exit 2
"$hanrei" sweep $kind "$game"$options --jobs 1 --shard "\$SLURM_ARRAY_TASK_ID/$nodes" --out "$at/out/shard.\$SLURM_ARRAY_TASK_ID"
code=\$?
[ "\$code" -ne 75 ] || scontrol requeue "\$SLURM_JOB_ID"
exit "\$code"
END
job=$(sbatch --parsable "$at/job")

# A node is lost while it works: its sweep is stopped first, so that it is in the middle for certain.
lost=
working() {
  local pid
  for name in "${!node[@]}"; do
    pid=$(pgrep --full "sweep $kind .*--out $at/out/shard" --ns "${first[$name]}" --nslist pid | head -n 1) || true
    if [ -n "$pid" ] && kill -STOP "$pid" 2>/dev/null; then
      lost=$name
      return 0
    fi
  done
  return 1
}
declare -A first
for name in "${!node[@]}"; do first[$name]=$(pgrep --parent "${node[$name]}" | head -n 1); done
until_true 40 working || fail "no node was seen working"
kill -KILL "${first[$lost]}"
echo "lost: node $lost in the middle of its shard"

# Slurm lets a requeued job wait for two minutes, for its node to be cleaned up; this one need not wait.
over_yet() {
  local left
  left=$(squeue --noheader --jobs "$job" --states PENDING --format %i 2>/dev/null) || return 1
  for one in $left; do scontrol update "jobid=$one" starttime=now 2>/dev/null || true; done
  [ -z "$(squeue --noheader --jobs "$job" 2>/dev/null)" ]
}
until_true 300 over_yet || { squeue >&2; fail "the jobs do not end"; }
requeued=$(scontrol show job "$job" 2>/dev/null | grep -o 'Restarts=[1-9][0-9]*' | head -n 1) || true
[ -n "$requeued" ] || fail "Slurm requeued nothing"
echo "requeued: $requeued"
state() { scontrol show node "$lost" | grep -o 'State=[A-Z]*'; }
echo "node $lost: $(state)"

for format in json text; do
  code=0 merged=0
  "$hanrei" "$kind" "$game" "$@" "${alone_only[@]}" --format "$format" >"$at/alone" 2>"$at/alone.err" || code=$?
  "$hanrei" merge "$at"/out/shard.* --format "$format" >"$at/merged" 2>"$at/merged.err" || merged=$?
  cmp "$at/alone" "$at/merged" || fail "$format: the merged shards say something else than one run"
  [ "$code" = "$merged" ] || fail "$format: exit code $merged, of one run $code"
  echo "$format: $(wc -c <"$at/merged") bytes, the same as of one run; exit code $merged"
done
