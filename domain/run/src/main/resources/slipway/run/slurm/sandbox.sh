# Puts a job into its sandbox on this node. The engine fragment of the attempt reads this in. It sets sandbox (needed or
# optional) and bwrap, and defines run_in_sandbox, which runs bubblewrap with its options. There is no trial run: the
# start of the job shows whether the sandbox works. Everything here runs outside the sandbox and depends on nothing that
# the job brought along.

find_gpus() { # $1: the folder of device files; sets gpu_options, the bubblewrap options for the allocated GPUs
    gpu_options=
    case ${SLIPWAY_CARDS:-} in
    '') return ;;
    *[!0-9,]*)
        # Names instead of numbers (MIG): the device files are unknown here. All are shown; Slurm's cgroup limits them.
        for file in "$1"/nvidia[0-9]*; do gpu_options="$gpu_options --dev-bind-try $file $file"; done ;;
    *)
        rest=$SLIPWAY_CARDS, seen=
        while [ -n "$rest" ]; do
            file=$1/nvidia${rest%%,*} rest=${rest#*,}
            if [ -e "$file" ]; then
                gpu_options="$gpu_options --dev-bind $file $file"
                # CUDA numbers only the devices that it can open.
                if [ -z "$seen" ]; then seen=0 last=0; else last=$((last + 1)) seen=$seen,$last; fi
            fi
        done
        if [ -n "$seen" ]; then export CUDA_VISIBLE_DEVICES="$seen"; fi ;;
    esac
    for file in nvidiactl nvidia-uvm nvidia-uvm-tools nvidia-modeset nvidia-caps nvidia-caps-imex-channels gdrdrv \
        kfd dri; do
        gpu_options="$gpu_options --dev-bind-try $1/$file $1/$file"
    done
}

# Whether the job started in the sandbox: only then bubblewrap writes an exit code to its status file.
began() {
    while read -r line; do
        case $line in *exit-code*) return 0 ;; esac
    done < "$status"
    return 1
}

# Called by launch.sh, which sets dir (the attempt's directory) and node (the rank of this node).
inside() {
    status=$dir/box.$node
    # Slurm signals every process of the step. A signal would kill bubblewrap and with it the job, which must get its
    # grace time: bubblewrap ignores the signals, and env restores their default action for the job.
    plain='/usr/bin/env --default-signal=TERM,HUP,USR1,USR2'
    $plain --version > /dev/null 2>&1 & # in the background: env before coreutils 8.31 has no such option
    temporary=
    { read -r temporary < "$status"; } 2>/dev/null # exists at a second try
    if [ -z "$temporary" ] && ! temporary=$(PATH=/usr/bin:/bin mktemp -d /tmp/slipway.XXXXXX); then
        echo "[slipway] The job was not started: it needs a private folder in /tmp, and the /tmp of this node is full."
        exit 72
    fi
    find_gpus /dev
    printf '%s\n' "$temporary" "$gpu_options" > "$status"
    if wait "$!"; then
        trap '' TERM HUP USR1 USR2
    else
        plain=
        trap : TERM HUP USR1 USR2
    fi
    code=1
    if [ -x "$bwrap" ]; then
        (run_in_sandbox --json-status-fd 8 $gpu_options $plain "$@") 8>> "$status"
        code=$?
    else
        echo "[slipway] bubblewrap is not installed on ${SLIPWAY_NODE_NAME:-this node}."
    fi
    if [ "$code" != 1 ] || began; then exit "$code"; fi
    if [ "$sandbox" = needed ]; then
        echo "[slipway] No sandbox works on this node, so the job was not started."
        echo "[slipway] The error of bubblewrap is above. With run.sandbox: needed no job runs without a sandbox."
        echo "[slipway] Ask an admin to install bubblewrap or to allow user namespaces: slipway help doctor/sandbox"
        exit 72
    fi
    echo "[slipway] No sandbox works on this node. The job runs without one, as run.sandbox: optional allows."
    trap - TERM HUP USR1 USR2
    give_back
    exec setsid "$@"
}
