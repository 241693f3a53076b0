#!/bin/sh
# The batch script of a job, on its first node: batch.sh TOOLS DIRECTORY ATTEMPT PROCESSORS [ENGINE]. One srun starts
# node.sh on each node, with --export=ALL because every node needs the variables set here. PROCESSORS "none" means a job
# on one node without a step: node.sh then runs right here.
tools=$1 directory=$2 processors=$4
cd "$directory" || {
    echo "$directory does not exist on $(hostname): run.attempts must be the same shared path on every node."
    exit 72
}
# The server withdrew this job before it knew its number, and may have submitted another one for the attempt.
if [ -e withdrawn ] || [ -e launched ]; then exit 75; fi
export SLIPWAY_ATTEMPT="$3" SLIPWAY_ENGINE_NAME=slurm
if [ -n "${5:-}" ]; then export SLIPWAY_ENGINE="$5"; fi
if [ "$processors" = none ]; then exec /bin/sh "$tools/node.sh" "$tools" "$directory"; fi
exec srun --ntasks-per-node=1 --cpus-per-task="$processors" --kill-on-bad-exit=1 --export=ALL --input=none --quiet \
    /bin/sh "$tools/node.sh" "$tools" "$directory"
