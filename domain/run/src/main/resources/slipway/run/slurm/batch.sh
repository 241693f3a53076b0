#!/bin/sh
# What sbatch runs on the first node of a job: batch.sh TOOLS DIRECTORY ATTEMPT PROCESSORS [ENGINE]. One srun starts
# node.sh on each node; --export=ALL, because what is set here is meant for all. Without processors for that step this
# is the only node, and needs none.
tools=$1 directory=$2 processors=$4
cd "$directory" || { echo "$directory is not there on $(hostname): the attempts are to be the same path on every node."; exit 72; }
# The server gave this job up before it heard of it, and has perhaps started another in its place.
if [ -e withdrawn ] || [ -e launched ]; then exit 75; fi
export SLIPWAY_ATTEMPT="$3" SLIPWAY_ENGINE_NAME=slurm
if [ -n "${5:-}" ]; then export SLIPWAY_ENGINE="$5"; fi
if [ "$processors" = none ]; then exec /bin/sh "$tools/node.sh" "$tools" "$directory"; fi
exec srun --ntasks-per-node=1 --cpus-per-task="$processors" --kill-on-bad-exit=1 --export=ALL --input=none --quiet \
    /bin/sh "$tools/node.sh" "$tools" "$directory"
