#!/bin/sh
# A command beside an attempt, on one of its nodes: visit.sh DIRECTORY RANK ID COMMAND... It has the variables and the
# folder of the job, and what it leaves running ends with it.
PATH=${PATH:-/usr/local/bin:/usr/bin:/bin}
exec 2>&1
directory=$1 rank=$2 id=$3
shift 3
cd "$directory" || exit 72
attempt=${directory##*/}
rest=${directory%/*}
attempt=${rest##*/}.$attempt
tools=${0%/*}
. "$tools/find.sh"
host() { # sets host: a process of the job, not of another visit
    host=
    if ended || ! find_launch; then return 1; fi
    find_processes
    for pid in $found; do
        if ! grep -qzs '^SLIPWAY_VISIT=' "/proc/$pid/environ"; then host=$pid; return 0; fi
    done
    return 1
}
times=0
until host; do
    times=$((times + 1))
    if ended || [ "$times" -gt 100 ]; then echo "The attempt has no process on this node now."; exit 125; fi
    sleep 0.05 2>/dev/null || sleep 1
done
eval "$(sed -z -e "s/'/'\\\\''/g" -e "s/^\([A-Za-z_][A-Za-z0-9_]*\)=\(.*\)\$/export \1='\2'/" -e t -e d \
    "/proc/$host/environ" | tr '\0' '\n')"
export SLIPWAY_VISIT="$id"
cd "/proc/$host/cwd" 2>/dev/null && cd "$(pwd -P)"
"$@"
code=$?
for file in $(cd /proc && grep -lzsxF "SLIPWAY_VISIT=$id" [0-9]*/environ); do
    kill -KILL "${file%/environ}" 2>/dev/null
done
exit "$code"
