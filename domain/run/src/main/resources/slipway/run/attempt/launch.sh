#!/bin/sh
# Runs one node's part of an attempt. The engine executes this on every node of the gang; which one this is stands in
# NODE_RANK, or in the variable that Slurm or Kubernetes sets. Everything it leaves is beside it: log/, exit/, claim/.
cd "${0%/*}" || exit 72
node=${NODE_RANK:-${SLURM_NODEID:-${JOB_COMPLETION_INDEX:-0}}}

# Who this is, for a server that comes back: boot id, process id, start time. And for people: what its node is called.
boot= stat=
{ read -r boot < /proc/sys/kernel/random/boot_id && read -r stat < "/proc/$$/stat"; } 2>/dev/null
set -- ${stat##*) }

# Once only: an engine that requeues runs the same script again, and then nothing may be touched. Of all that try, the
# file is made by one; the shell does it by itself, where mkdir would be a program more.
[ "${SLURM_RESTART_COUNT:-0}" = 0 ] || exit 75
set -C
{ true > "claim/$node"; } 2>/dev/null || exit 75
set +C
printf '%s\n' "$boot $$ ${20:-}" "${SLIPWAY_NODE_NAME:-}" >> "claim/$node"

. ./shape
export NODE_RANK="$node" NNODES SLIPWAY_NODE="$node"

# How the job is started: in a session of its own, so that signals to this script stop here. An engine may bring more.
inside() { give_back; exec setsid "$@"; }
apart=
if [ -n "${SLIPWAY_ENGINE:-}" ]; then . "$SLIPWAY_ENGINE"; fi

# A port that nobody listens on; where only one process will ever ask for it, any will do.
choose_port() {
    port=$((20000 + ($$ * 31 + ${1:-0} * 977) % 10000))
    [ "$LAUNCHER$NNODES" = none1 ] && return
    while grep -qs ":$(printf %04X "$port") " /proc/net/tcp /proc/net/tcp6; do port=$((port + 1)); done
}

# Node 0 says where the gang meets; the others wait until it has.
meet() {
    if [ "$node" = 0 ]; then
        choose_port "$1"
        if [ "$NNODES" = 1 ]; then
            MASTER_ADDR=127.0.0.1
        else
            MASTER_ADDR=${SLIPWAY_ADDRESS:-$(hostname)}
            echo "$MASTER_ADDR $port" > .rendezvous && mv .rendezvous rendezvous
        fi
        MASTER_PORT=$port
    else
        until [ -s rendezvous ]; do sleep 0.1 2>/dev/null || sleep 1; done
        read -r MASTER_ADDR MASTER_PORT < rendezvous
    fi
    export MASTER_ADDR MASTER_PORT
}

# Whether the job failed only because a stranger took the port before it could.
port_was_taken() {
    if [ "$LAUNCHER$NNODES" = none1 ]; then return 1; fi
    if [ "$node" = 0 ]; then
        grep -qs ":$(printf %04X "$MASTER_PORT") .* 0A " /proc/net/tcp /proc/net/tcp6
    else
        read -r _ port < rendezvous && [ "$port" != "$MASTER_PORT" ]
    fi
}

# What a program loads by is the job's alone, and is given back to it where it runs.
hold_back() {
    held=
    for name in LD_PRELOAD LD_LIBRARY_PATH LD_AUDIT GLIBC_TUNABLES GCONV_PATH LOCPATH; do
        eval "if [ -n \"\${$name+set}\" ]; then held_$name=\$$name held=\"\$held $name\"; unset $name; fi"
    done
}
give_back() {
    for name in $held; do eval "export $name=\"\$held_$name\""; done
}

# The launcher starts one worker.sh for each rank; without one this node is one process.
start() {
    # What the spec says comes in here, in a shell that only becomes the job: what runs outside of its sandbox goes by no
    # path and loads no library that a job names. What is said here counts more than the spec.
    set -- "$node" "$PWD" "$MASTER_ADDR" "$MASTER_PORT" "$PATH"
    . ./env
    unset IFS
    node=$1 dir=$2 outside=$5
    . ./shape
    export NODE_RANK="$node" NNODES MASTER_ADDR="$3" MASTER_PORT="$4"
    if [ -n "${SLIPWAY_ENGINE:-}" ]; then . "$SLIPWAY_ENGINE"; fi
    hold_back
    export SLIPWAY_DEVICES="${CUDA_VISIBLE_DEVICES-}"
    cd "$WORKDIR" 2>/dev/null || {
        echo "The working directory $WORKDIR cannot be entered."
        echo "On this node it is not there, is no directory, or is closed to this account."
        echo "Name one that every node has, with workdir in the spec."
        exit 72
    }
    # Only for scripts that were written for Slurm, and not where Slurm itself says it and is within reach.
    if [ -e "$dir/slurm.sh" ] && { [ -z "${SLURM_JOB_ID:-}" ] || [ -n "$apart" ]; }; then . "$dir/slurm.sh"; fi
    case $LAUNCHER in
    none)
        export RANK="$node" LOCAL_RANK=0 WORLD_SIZE="$NNODES" LOCAL_WORLD_SIZE=1
        if [ -n "$COMMAND" ]; then set -- $COMMAND
        elif [ -x "$dir/run" ]; then set -- "$dir/run"
        else set -- "$SHELL" "$dir/run"; fi
        if [ -e "$dir/arguments" ]; then . "$dir/arguments"; fi ;;
    torchrun)
        set -- torchrun --nnodes="$NNODES" --node_rank="$node" --nproc_per_node="$WORKERS" \
            --master_addr="$MASTER_ADDR" --master_port="$MASTER_PORT" --redirects 1 --tee 1 \
            --no_python sh "$dir/worker.sh" ;;
    accelerate)
        set -- accelerate launch
        # Without this it starts one process where it sees less than two accelerators, whatever else it is told. A
        # configuration of the user's own, which may say fsdp or deepspeed, would be overruled by it.
        if [ $((NNODES * WORKERS)) -gt 1 ] &&
            ! [ -e "${HF_HOME:-$HOME/.cache/huggingface}/accelerate/default_config.yaml" ]; then set -- "$@" --multi_gpu; fi
        set -- "$@" --num_machines "$NNODES" --machine_rank "$node" \
            --num_processes $((NNODES * WORKERS)) --main_process_ip "$MASTER_ADDR" \
            --main_process_port "$MASTER_PORT" --no_python sh "$dir/worker.sh" ;;
    deepspeed)
        # It counts nodes in a file, also where it does not reach them itself; from version 0.15 on it need not.
        set -- deepspeed
        if [ "$NNODES" != 1 ]; then
            i=0
            while [ "$i" -lt "$NNODES" ]; do echo "node$i slots=$WORKERS"; i=$((i + 1)); done > "$dir/.hosts.$node"
            set -- "$@" --hostfile "$dir/.hosts.$node" --no_ssh --num_nodes "$NNODES" --node_rank "$node"
        fi
        set -- "$@" --num_gpus "$WORKERS" --master_addr "$MASTER_ADDR" --master_port "$MASTER_PORT" \
            --no_python --no_local_rank sh "$dir/worker.sh" ;;
    mpirun)
        # Open MPI reaches the other nodes itself; they only keep the place.
        if [ "$node" != 0 ]; then set -- sh -c 'until [ -e "$0" ]; do sleep 1; done' "$dir/exit/0"
        else set -- mpirun --allow-run-as-root --oversubscribe -np $((NNODES * WORKERS)) sh "$dir/worker.sh"; fi ;;
    esac
    if [ -e "$dir/prepare.sh" ]; then
        set -- sh "$dir/prepare.sh" "$@"
        . "$dir/enter.sh"
    fi
    inside "$@"
}

# Starts the job, waits through signals, and takes along what it left running in its session. A wait that a signal ends
# says 128 and its number; that is taken for the job's own end only when the signal was not one of ours.
job() {
    start &
    job=$! heard=
    trap 'stop 143' TERM
    trap 'stop 130' INT
    trap 'stop 129' HUP
    wait "$job"; code=$?
    while [ "$code" = "$heard" ] || { [ "$code" -gt 128 ] && kill -0 "$job" 2>/dev/null; }; do
        heard=
        wait "$job"; code=$?
    done
    kill -KILL -- "-$job" 2>/dev/null
}

stop() {
    heard=$1
    kill -TERM -- "-$job" 2>/dev/null
}

# All of it; code is how it ended.
whole() {
    meet 0
    job
    if [ "$code" != 0 ] && port_was_taken; then
        echo "Port $MASTER_PORT was taken by another program. Trying once more."
        meet 1
        job
    fi
}

# The log in pieces, each named by the place of its first byte: the first is kept, and the last two. dd writes at once
# what it reads and ends after so many reads; the rest after each piece holds back a job that prints too fast.
keep() {
    trap '' TERM INT HUP
    start=0 size=0 last= before=
    while :; do
        if said=$(LC_ALL=C exec dd bs=65536 count=128 2>&1 >> "log/$node"); then
            tally "$said"
            size=$((size + bytes))
            if [ "$reads" -lt 128 ]; then return; fi
        else
            drop || return
            size=$(wc -c < "log/$node")
        fi
        if [ "$size" -ge "$PIECE" ]; then
            mv "log/$node" "log/$node.$start"
            if [ "${before:-0}" != 0 ]; then rm -f "log/$node.$before"; fi
            before=$last last=$start
            start=$((start + size)) size=0
            sleep "$REST"
        fi
    done
}

# It says "3+125 records in", whole and partial ones, and "812345 bytes copied".
tally() {
    reads=${1%% records in*} bytes=${1##*records out}
    reads=${reads##*[!0-9+]} bytes=$((${bytes%% byte*}))
    reads=$((${reads%+*} + ${reads#*+}))
}

# On a full disk the job goes on, and what it prints is dropped until there is room for a line that says so. How much
# was in the read that found no room is not known: a byte at least. At the end there was room for the exit code, so the
# line is not tried for long.
drop() {
    lost=1 tries=3
    until printf '\n[slipway] The disk was full. Lost here: %s bytes or more.\n' "$lost" >> "log/$node"; do
        tally "$(LC_ALL=C exec dd bs=65536 count=1 2>&1 > /dev/null)"
        lost=$((lost + bytes))
        if [ "$reads" = 0 ]; then
            tries=$((tries - 1))
            if [ "$tries" = 0 ]; then return 1; fi
            sleep 1
        fi
        sleep 0.1 || sleep 1
    done 2>/dev/null
}

# How the job ended. On a full disk that waits until there is room: work that was done is not to be done again.
leave() { until echo "$code" > "$1"; do sleep 1; done 2>/dev/null; }

# An engine that signals every process of a job means the job: this shell is to see its end and write it down.
trap : TERM INT HUP
{ whole; leave "exit/.$node"; } 2>&1 | keep
exec mv "exit/.$node" "exit/$node"
