#!/bin/sh
# The task of one node of an attempt under Slurm: node.sh TOOLS DIRECTORY. It runs launch.sh and exits with the code
# that launch.sh recorded, so that srun ends the whole gang when one node fails. srun kills at once, so a failed node
# first waits until the others have recorded their exit codes; gang_watch.sh on each node makes them end.
tools=$1 directory=$2 rank=$SLURM_NODEID
cd "$directory" || exit 72
export SLIPWAY_NODE_NAME="$SLURMD_NODENAME"
# The GPU numbers come from Slurm, before the job can change them. SLURM_JOB_GPUS has those of the first node only.
if [ "$SLURM_NNODES" = 1 ]; then SLURM_STEP_GPUS=${SLURM_STEP_GPUS:-${SLURM_JOB_GPUS:-}}; fi
export SLIPWAY_CARDS="${SLURM_STEP_GPUS:-${CUDA_VISIBLE_DEVICES:-}}"
# Every process started below has this variable; this script itself has not.
export SLIPWAY_PART="$SLIPWAY_ATTEMPT.$rank"
trap : TERM INT HUP
trap '/bin/sh "$tools/signal.sh" "$directory" STOP > /dev/null 2>&1 &' USR1 # when the server can start no step

# Helpers start after 2 seconds: for a short job they would cost more than the job itself.
helpers() {
    trap '' TERM INT HUP # a job has its grace time after a signal, and the helpers must outlive it
    sleep 2
    /bin/sh "$tools/gang_watch.sh" "$tools" "$directory" &
    exec /bin/sh "$tools/sample.sh" "$tools" "$directory" "$launch"
}
uptime() { # sets now, in hundredths of a second
    now=
    { read -r now _ < /proc/uptime; } 2>/dev/null
    now=${now%.*}${now#*.}
}
uptime
begun=$now
/bin/sh "$directory/launch.sh" &
launch=$!
helpers > /dev/null 2>&1 &
helpers=$!

wait "$launch"; code=$?
while kill -0 "$launch" 2>/dev/null; do wait "$launch"; code=$?; done # a signal ends a wait, not launch.sh
# In the first 2 seconds the helpers are one process and its sleep.
children=
{ read -r children < "/proc/$helpers/task/$helpers/children"; } 2>/dev/null
kill -KILL "$helpers" $children 2>/dev/null
wait "$helpers" 2>/dev/null
uptime
# Another start of the same attempt holds the claim, so the other processes here belong to it.
if [ "$code" = 75 ] && ! [ -e "exit/$rank" ]; then exit 75; fi
if [ -e "exit/$rank" ]; then read -r code < "exit/$rank"; fi

# Kills what is left: processes that left the session, and processes forked while their parents were killed.
sandbox_ended() { # whether the job ran in a sandbox that has ended, and all its processes with it
    while read -r line; do
        case $line in *exit-code*) return 0 ;; esac
    done < "box.$rank"
    return 1
} 2>/dev/null
# Helpers younger than 1.9 s are still in their sleep and have started nothing.
left=yes times=0
if [ -n "$now" ] && [ "$((now - begun))" -lt 190 ] && sandbox_ended; then left=; fi
while [ -n "$left" ] && [ "$times" -lt 100 ]; do
    left= times=$((times + 1))
    for file in $(cd /proc && grep -lzsxF "SLIPWAY_PART=$SLIPWAY_PART" [0-9]*/environ); do
        if kill -KILL "${file%/environ}" 2>/dev/null; then left=yes; fi
    done
done

# Removes the private /tmp of the sandbox.
temporary=
{ read -r temporary < "box.$rank"; } 2>/dev/null
case $temporary in /tmp/slipway.??????) rm -rf "$temporary" ;; esac

if [ "$code" != 0 ] && [ "$code" != 75 ] && [ "$SLURM_NNODES" -gt 1 ]; then
    times=0
    while [ "$times" -lt 100 ]; do
        set -- exit/[0-9]*
        if [ "$#" -ge "$SLURM_NNODES" ]; then break; fi
        times=$((times + 1))
        sleep 0.2 2>/dev/null || sleep 1
    done
fi
exit "$code"
