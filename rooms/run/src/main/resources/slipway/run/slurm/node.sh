#!/bin/sh
# One node's part of an attempt under Slurm: node.sh TOOLS DIRECTORY. It runs launch.sh, and ends as launch.sh wrote it
# down, so that srun ends the whole gang when one of it failed. That must not come too soon, or the others could not
# write down how they ended: each sees for itself that another failed, is asked to end, and is ended ten seconds later.
tools=$1 directory=$2 rank=$SLURM_NODEID
cd "$directory" || exit 72
export SLIPWAY_NODE_NAME="$SLURMD_NODENAME"
trap : TERM INT HUP

failed() { # whether any node ended with something else than 0
    for file in exit/[0-9]*; do
        if [ -e "$file" ] && read -r other < "$file" && [ "$other" != 0 ]; then return 0; fi
    done
    return 1
}

follow() {
    until failed; do sleep 1; done
    if [ -e "exit/$rank" ]; then return; fi
    /bin/sh "$tools/strike.sh" "$directory" STOP
    sleep 10
    /bin/sh "$tools/strike.sh" "$directory" KILL
}

/bin/sh "$directory/launch.sh" &
launch=$!
/bin/sh "$tools/sample.sh" "$tools" "$directory" "$launch" > /dev/null 2>&1 &
if [ "$SLURM_NNODES" -gt 1 ]; then follow & fi

wait "$launch"; code=$?
while kill -0 "$launch" 2>/dev/null; do wait "$launch"; code=$?; done # a signal ends a wait, not launch.sh
if [ -e "exit/$rank" ]; then read -r code < "exit/$rank"; fi

if [ "$code" != 0 ] && [ "$code" != 75 ] && [ "$SLURM_NNODES" -gt 1 ]; then
    tries=100
    while [ "$tries" -gt 0 ]; do
        set -- exit/[0-9]*
        if [ "$#" -ge "$SLURM_NNODES" ]; then break; fi
        tries=$((tries - 1))
        sleep 0.2 2>/dev/null || sleep 1
    done
fi
exit "$code"
