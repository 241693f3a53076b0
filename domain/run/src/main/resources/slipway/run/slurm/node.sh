#!/bin/sh
# One node's part of an attempt under Slurm: node.sh TOOLS DIRECTORY. It runs launch.sh, and ends as launch.sh wrote it
# down, so that srun ends the whole gang when one of it failed. That must not come too soon, or the others could not
# write down how they ended: so this waits for them, and gang_watch.sh on each of them sees to it that they end.
tools=$1 directory=$2 rank=$SLURM_NODEID
cd "$directory" || exit 72
export SLIPWAY_NODE_NAME="$SLURMD_NODENAME"
# By Slurm's own count of the node's, before the job can say otherwise. That of the job is the first node's.
if [ "$SLURM_NNODES" = 1 ]; then SLURM_STEP_GPUS=${SLURM_STEP_GPUS:-${SLURM_JOB_GPUS:-}}; fi
export SLIPWAY_CARDS="${SLURM_STEP_GPUS:-${CUDA_VISIBLE_DEVICES:-}}"
# What is started below has this, and this script itself was started without.
export SLIPWAY_PART="$SLIPWAY_ATTEMPT.$rank"
trap : TERM INT HUP
trap '/bin/sh "$tools/signal.sh" "$directory" STOP > /dev/null 2>&1 &' USR1 # for a server that reaches no step

# Each program costs a short job more than the job itself: in its first moments there is nothing to follow or to sample.
helpers() {
    trap '' TERM INT HUP # a job that is told to end may take its time
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
# In the first moments the helpers are one process, and the sleep that it waits for.
children=
{ read -r children < "/proc/$helpers/task/$helpers/children"; } 2>/dev/null
kill -KILL "$helpers" $children 2>/dev/null
wait "$helpers" 2>/dev/null
uptime
# Another start of the same attempt has it: whatever else runs here is that one's.
if [ "$code" = 75 ] && ! [ -e "exit/$rank" ]; then exit 75; fi
if [ -e "exit/$rank" ]; then read -r code < "exit/$rank"; fi

# Nothing of it stays here: not what left its session, nor what somebody started just before he was struck.
boxed() { # whether the job was in a sandbox that ended, and everything in it with it
    while read -r line; do
        case $line in *exit-code*) return 0 ;; esac
    done < "box.$rank"
    return 1
} 2>/dev/null
# The helpers can have started something only if they have slept to the end, which takes longer than this.
left=yes times=0
if [ -n "$now" ] && [ "$((now - begun))" -lt 190 ] && boxed; then left=; fi
while [ -n "$left" ] && [ "$times" -lt 100 ]; do
    left= times=$((times + 1))
    for file in $(cd /proc && grep -lzsxF "SLIPWAY_PART=$SLIPWAY_PART" [0-9]*/environ); do
        if kill -KILL "${file%/environ}" 2>/dev/null; then left=yes; fi
    done
done

# The /tmp that a sandbox had.
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
