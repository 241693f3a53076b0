#!/bin/sh
# Runs the task of one node of an attempt. The engine executes this on every node of the gang. NODE_RANK, or a variable
# of Slurm or Kubernetes, is the rank of the node. All results are beside this file: log/, exit/, claim/.
cd "${0%/*}" || exit 72
node=${NODE_RANK:-${SLURM_NODEID:-${JOB_COMPLETION_INDEX:-0}}}

# The identity of this process, for a restarted server: boot id, process id, start time; and the name of the node.
boot= stat=
{ read -r boot < /proc/sys/kernel/random/boot_id && read -r stat < "/proc/$$/stat"; } 2>/dev/null
set -- ${stat##*) }

# Claims the attempt: an engine that requeues a job runs this script again, and the second run must touch nothing. With
# noclobber exactly one process can create the file; mkdir would do the same but costs one more program.
[ "${SLURM_RESTART_COUNT:-0}" = 0 ] || exit 75
set -C
{ true > "claim/$node"; } 2>/dev/null || exit 75
set +C
printf '%s\n' "$boot $$ ${20:-}" "${SLIPWAY_NODE_NAME:-}" >> "claim/$node"

. ./shape
export NODE_RANK="$node" NNODES SLIPWAY_NODE="$node"

# Starts the job in a new session, so that it does not get the signals sent to this script. An engine may redefine this,
# for example with a sandbox.
inside() { give_back; exec setsid "$@"; }
apart=
if [ -n "${SLIPWAY_ENGINE:-}" ]; then . "$SLIPWAY_ENGINE"; fi

# Chooses a port that no process listens on. A job of one process does not need it, so any port will do.
choose_port() {
    port=$((20000 + ($$ * 31 + ${1:-0} * 977) % 10000))
    [ "$LAUNCHER$NNODES" = none1 ] && return
    while grep -qs ":$(printf %04X "$port") " /proc/net/tcp /proc/net/tcp6; do port=$((port + 1)); done
}

# Rendezvous: node 0 publishes address and port, the other nodes wait for them.
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

# Whether the job failed because another program took the port first.
port_was_taken() {
    if [ "$LAUNCHER$NNODES" = none1 ]; then return 1; fi
    if [ "$node" = 0 ]; then
        grep -qs ":$(printf %04X "$MASTER_PORT") .* 0A " /proc/net/tcp /proc/net/tcp6
    else
        read -r _ port < rendezvous && [ "$port" != "$MASTER_PORT" ]
    fi
}

# Variables that make a program load libraries are held back from programs outside the sandbox; give_back restores them.
hold_back() {
    held=
    for name in LD_PRELOAD LD_LIBRARY_PATH LD_AUDIT GLIBC_TUNABLES GCONV_PATH LOCPATH; do
        eval "if [ -n \"\${$name+set}\" ]; then held_$name=\$$name held=\"\$held $name\"; unset $name; fi"
    done
}
give_back() {
    for name in $held; do eval "export $name=\"\$held_$name\""; done
}

# The launcher starts one worker.sh for each rank; without a launcher the job is one process on this node.
start() {
    # The variables of the spec are read here, in the shell that becomes the job: no program outside the sandbox may use
    # a path or library that the job chose. The variables set here override those of the spec.
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
        echo "On this node it does not exist, is not a directory, or this account may not enter it."
        echo "Set workdir in the spec to a directory that every node has."
        exit 72
    }
    # Only for sbatch scripts, and only where Slurm does not set these variables itself.
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
        # Without --multi_gpu it starts one process where it sees fewer than two accelerators. The option would override
        # a configuration file of the user, which may choose fsdp or deepspeed.
        if [ $((NNODES * WORKERS)) -gt 1 ] &&
            ! [ -e "${HF_HOME:-$HOME/.cache/huggingface}/accelerate/default_config.yaml" ]; then set -- "$@" --multi_gpu; fi
        set -- "$@" --num_machines "$NNODES" --machine_rank "$node" \
            --num_processes $((NNODES * WORKERS)) --main_process_ip "$MASTER_ADDR" \
            --main_process_port "$MASTER_PORT" --no_python sh "$dir/worker.sh" ;;
    deepspeed)
        # deepspeed counts nodes in a host file, even if it does not start them itself; from version 0.15 it need not.
        set -- deepspeed
        if [ "$NNODES" != 1 ]; then
            i=0
            while [ "$i" -lt "$NNODES" ]; do echo "node$i slots=$WORKERS"; i=$((i + 1)); done > "$dir/.hosts.$node"
            set -- "$@" --hostfile "$dir/.hosts.$node" --no_ssh --num_nodes "$NNODES" --node_rank "$node"
        fi
        set -- "$@" --num_gpus "$WORKERS" --master_addr "$MASTER_ADDR" --master_port "$MASTER_PORT" \
            --no_python --no_local_rank sh "$dir/worker.sh" ;;
    mpirun)
        # Open MPI starts its processes on the other nodes itself; there this script only holds the allocation.
        if [ "$node" != 0 ]; then set -- sh -c 'until [ -e "$0" ]; do sleep 1; done' "$dir/exit/0"
        else set -- mpirun --allow-run-as-root --oversubscribe -np $((NNODES * WORKERS)) sh "$dir/worker.sh"; fi ;;
    esac
    if [ -e "$dir/prepare.sh" ]; then
        set -- sh "$dir/prepare.sh" "$@"
        . "$dir/enter.sh"
    fi
    inside "$@"
}

# Starts the job, waits for it through signals, and kills its background processes. A wait that a signal interrupts
# returns 128 plus its number. That counts as the exit code of the job only if this script did not get the signal.
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

# Runs the job, with one retry for a taken port; sets code to its exit code.
whole() {
    meet 0
    job
    if [ "$code" != 0 ] && port_was_taken; then
        echo "Another program took port $MASTER_PORT. Starting the job once more."
        meet 1
        job
    fi
}

# Writes the log in pieces, each named by the position of its first byte; the first piece and the last two stay. dd
# writes at once what it reads and ends after a number of reads. The pause after each piece throttles a job that prints
# too fast.
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

# Parses the report of dd: "3+125 records in", full and partial records, and "812345 bytes copied".
tally() {
    reads=${1%% records in*} bytes=${1##*records out}
    reads=${reads##*[!0-9+]} bytes=$((${bytes%% byte*}))
    reads=$((${reads%+*} + ${reads#*+}))
}

# On a full disk the job continues, and its output is dropped until the disk has space for a line that says so. The read
# that failed held at least one byte; how many is unknown. At the end the exit code has been written, so the line is
# tried a few times only.
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

# Records the exit code. On a full disk it waits for space: a finished job must not run again.
leave() { until echo "$code" > "$1"; do sleep 1; done 2>/dev/null; }

# A signal that an engine sends to every process is meant for the job: this shell must survive to record the exit code.
trap : TERM INT HUP
{ whole; leave "exit/.$node"; } 2>&1 | keep
exec mv "exit/.$node" "exit/$node"
