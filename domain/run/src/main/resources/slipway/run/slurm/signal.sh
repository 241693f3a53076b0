#!/bin/sh
# Sends a signal to an attempt, on each of its nodes: signal.sh DIRECTORY CHECKPOINT|STOP|KILL [SIGNAL]. It fails if the
# attempt did not end; the server then uses scancel.
PATH=${PATH:-/usr/local/bin:/usr/bin:/bin}
directory=$1 what=$2 signal=${3:-} rank=$SLURM_NODEID
cd "$directory" || exit 72
attempt=${directory##*/}
rest=${directory%/*}
attempt=${rest##*/}.$attempt
. "${0%/*}/find_processes.sh"
pause() { sleep 0.05 2>/dev/null || sleep 1; }

catches() { # whether process $1 has a handler for the signal with the number $number
    mask=$(sed -n 's/^SigCgt:[[:space:]]*//p' "/proc/$1/status" 2>/dev/null)
    digit=$(printf %s "$mask" | cut -c $((${#mask} - (number - 1) / 4)))
    [ -n "$digit" ] && [ $((0x$digit >> ((number - 1) % 4) & 1)) = 1 ]
}

# Signals only workers that handle the signal; it would kill any other process. A data loader that a worker forked has
# the worker's handler, but nothing to save.
checkpoint() {
    number=1
    until [ "$(kill -l "$number" 2>/dev/null)" = "$signal" ]; do
        number=$((number + 1))
        if [ "$number" -gt 64 ]; then exit 1; fi
    done
    find_launch || exit 0
    find_processes
    workers=' '
    for pid in $found; do
        if grep -qzs '^LOCAL_RANK=' "/proc/$pid/environ" && catches "$pid"; then workers="$workers$pid "; fi
    done
    for pid in $workers; do
        parent=$(sed -n 's/^PPid:[[:space:]]*//p' "/proc/$pid/status" 2>/dev/null)
        case $workers in *" $parent "*) ;; *) kill -s "$signal" "$pid" 2>/dev/null ;; esac
    done
    exit 0
}

[ "$what" != CHECKPOINT ] || checkpoint
times=0
while [ "$times" -lt 200 ]; do
    if ended; then exit 0; fi
    if find_launch; then
        find_processes
        first= others=
        for pid in $found; do
            if first_of_sandbox "$pid"; then first="$first $pid"; else others="$others $pid"; fi
        done
        if [ "$what" = STOP ]; then
            # A task that is still starting gets the signal as soon as it has a process. The init process of a sandbox
            # ignores it.
            if [ -n "$others" ]; then kill -TERM $others 2>/dev/null; exit 0; fi
        else
            # Repeated until none is left: a process may have forked just before it was killed.
            if [ -n "$found" ]; then kill -KILL $first $others 2>/dev/null; fi
        fi
    fi
    times=$((times + 1))
    pause
done
exit 1
