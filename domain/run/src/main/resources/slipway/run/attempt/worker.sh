#!/bin/sh
# One worker of a launcher: every line it prints carries its rank. The launcher's own output is where its lines go,
# whatever the launcher did with this process's.
RANK=${RANK:-${OMPI_COMM_WORLD_RANK:-${PMI_RANK:-0}}}
LOCAL_RANK=${LOCAL_RANK:-${OMPI_COMM_WORLD_LOCAL_RANK:-${MPI_LOCALRANKID:-0}}}
WORLD_SIZE=${WORLD_SIZE:-${OMPI_COMM_WORLD_SIZE:-${PMI_SIZE:-1}}}
export RANK LOCAL_RANK WORLD_SIZE
# A launcher may have numbered the accelerators anew, as if all of the machine's were ours.
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
# By -c the shell becomes the one command that most jobs are, and signals to the worker reach it.
exec "$SHELL" -c "$(cat "$SLIPWAY_DIRECTORY/run")" run "$@"
