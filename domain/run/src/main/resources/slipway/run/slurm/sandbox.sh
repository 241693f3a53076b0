# How a job gets into its sandbox on this node. Read in by the engine fragment of its attempt, which says whether one is
# needed, where bubblewrap is, and by boxed what its words are. Whether it works is seen when it is used, so nothing is
# tried before and no job waits for that. All of this runs outside, and goes by nothing that the job brought along.

give_cards() { # $1: the folder of device files; sets cards, the words that show those that Slurm gave
    cards=
    case ${SLIPWAY_CARDS:-} in
    '') return ;;
    *[!0-9,]*)
        # Names instead of numbers: which files are theirs is not known here, and Slurm's own limits tell them apart.
        for file in "$1"/nvidia[0-9]*; do cards="$cards --dev-bind-try $file $file"; done ;;
    *)
        rest=$SLIPWAY_CARDS, seen=
        while [ -n "$rest" ]; do
            file=$1/nvidia${rest%%,*} rest=${rest#*,}
            if [ -e "$file" ]; then
                cards="$cards --dev-bind $file $file"
                # CUDA counts only what can be opened.
                if [ -z "$seen" ]; then seen=0 last=0; else last=$((last + 1)) seen=$seen,$last; fi
            fi
        done
        if [ -n "$seen" ]; then export CUDA_VISIBLE_DEVICES="$seen"; fi ;;
    esac
    for file in nvidiactl nvidia-uvm nvidia-uvm-tools nvidia-modeset nvidia-caps nvidia-caps-imex-channels gdrdrv \
        kfd dri; do
        cards="$cards --dev-bind-try $1/$file $1/$file"
    done
}

# bubblewrap writes it down when the job has ended, and only if it ever began.
began() {
    while read -r line; do
        case $line in *exit-code*) return 0 ;; esac
    done < "$box"
    return 1
}

# For launch.sh, which says where the attempt is (dir) and which node of it this is (node).
inside() {
    box=$dir/box.$node
    # Slurm sends its signals to everything here. bubblewrap would die of them, and the job with it, which is to have
    # the time that it was given: so they are ignored up to the job, for which they are as they were.
    plain='/usr/bin/env --default-signal=TERM,HUP,USR1,USR2'
    $plain --version > /dev/null 2>&1 & # beside what follows: an old one does not know how
    temporary=
    { read -r temporary < "$box"; } 2>/dev/null # a second try has one already
    if [ -z "$temporary" ] && ! temporary=$(PATH=/usr/bin:/bin mktemp -d /tmp/slipway.XXXXXX); then
        echo "[slipway] The job has no /tmp of its own: there is no room in the node's."
        exit 72
    fi
    give_cards /dev
    printf '%s\n' "$temporary" "$cards" > "$box"
    if wait "$!"; then
        trap '' TERM HUP USR1 USR2
    else
        plain=
        trap : TERM HUP USR1 USR2
    fi
    code=1
    if [ -x "$bwrap" ]; then
        (boxed --json-status-fd 8 $cards $plain "$@") 8>> "$box"
        code=$?
    else
        echo "[slipway] bubblewrap is not installed on ${SLIPWAY_NODE_NAME:-this node}."
    fi
    if [ "$code" != 1 ] || began; then exit "$code"; fi
    if [ "$sandbox" = needed ]; then
        echo "[slipway] No sandbox works on this node, so the job was not started."
        echo "[slipway] What bubblewrap said of it stands above; run.sandbox: needed lets no job run without."
        echo "[slipway] Have an admin install it there or allow user namespaces: slipway help doctor/sandbox"
        exit 72
    fi
    echo "[slipway] No sandbox works on this node; the job runs without, as run.sandbox: optional allows."
    trap - TERM HUP USR1 USR2
    give_back
    exec setsid "$@"
}
