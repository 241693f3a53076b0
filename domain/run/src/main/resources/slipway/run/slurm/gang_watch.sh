#!/bin/sh
# Sees to it that one node's part of an attempt ends when it should: gang_watch.sh TOOLS DIRECTORY. A gang is all or none,
# and a job that has ended may have left something that keeps its log open. Neither needs a server.
tools=$1 directory=$2 rank=$SLURM_NODEID
cd "$directory" || exit 72
trap '' TERM INT HUP # a job that is told to end may take its time

failed() { # whether any node ended with something else than 0
    for file in exit/[0-9]*; do
        if [ -e "$file" ] && read -r code < "$file" && [ "$code" != 0 ]; then return 0; fi
    done
    return 1
}

until failed || [ -s "exit/.$rank" ]; do sleep 1; done
if failed; then
    /bin/sh "$tools/signal.sh" "$directory" STOP
    sleep 10
else
    sleep 1
fi
exec /bin/sh "$tools/signal.sh" "$directory" KILL
