#!/bin/sh
# Ends the processes of an attempt on this node in time: gang_watch.sh TOOLS DIRECTORY. When a node of the gang fails,
# the others must end too; when the job has ended, its background processes must not keep the log open. It needs no
# server.
tools=$1 directory=$2 rank=$SLURM_NODEID
cd "$directory" || exit 72
trap '' TERM INT HUP # a job has its grace time after a signal, and this script must outlive it

failed() { # whether any node ended with an exit code other than 0
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
