#!/bin/sh
# One worker of a launcher. Every line that it prints gets its rank as a prefix and goes to the output of the launcher,
# even if the launcher redirects the output of its workers.
RANK=${RANK:-${OMPI_COMM_WORLD_RANK:-${PMI_RANK:-0}}}
LOCAL_RANK=${LOCAL_RANK:-${OMPI_COMM_WORLD_LOCAL_RANK:-${MPI_LOCALRANKID:-0}}}
WORLD_SIZE=${WORLD_SIZE:-${OMPI_COMM_WORLD_SIZE:-${PMI_SIZE:-1}}}
export RANK LOCAL_RANK WORLD_SIZE
# A launcher may have renumbered the accelerators as if the job had all of the machine.
if [ -n "${SLIPWAY_DEVICES:-}" ]; then export CUDA_VISIBLE_DEVICES="$SLIPWAY_DEVICES"; fi

lines=$(mktemp -u) && mkfifo "$lines" || exit 72
(
    unset LOCAL_RANK
    trap '' TERM INT HUP USR1 USR2
    exec sed -u "s/^/[r$RANK] /" < "$lines" > "/proc/$PPID/fd/1"
) &
exec > "$lines" 2>&1
rm "$lines"
set --
if [ -e "$SLIPWAY_DIRECTORY/arguments" ]; then . "$SLIPWAY_DIRECTORY/arguments"; fi
if [ -x "$SLIPWAY_DIRECTORY/run" ]; then exec "$SLIPWAY_DIRECTORY/run" "$@"; fi
# With -c the shell executes a single command, as most jobs are, in place, so that signals to the worker reach it.
exec "$SHELL" -c "$(cat "$SLIPWAY_DIRECTORY/run")" run "$@"
