# Enters the environment that the spec names. launch.sh reads this in, outside of the job's sandbox. So it only checks
# files and executes nothing of the job; it finds its own programs by the path from before (outside).
lost() {
    printf '%s\n' "$@"
    exit 72
}

# The absolute path that the job would use: relative to its home or its working directory.
seen() {
    case $1 in
    /*) echo "$1" ;;
    '~'/*) echo "$HOME/${1#??}" ;;
    *) echo "$WORKDIR/$1" ;;
    esac
}

enter_venv() {
    root=$(seen "$NAMED")
    # An environment that setup creates is checked after setup.
    if ! [ -x "$root/bin/python" ] && ! [ -s "$dir/setup" ]; then
        lost "The virtual environment $root does not exist." \
            "On this node there is no $root/bin/python: it was removed, moved, or never created." \
            "Create it with python3 -m venv $root, or correct environment in the spec."
    fi
    export VIRTUAL_ENV="$root" PATH="$root/bin:$PATH"
    unset PYTHONHOME
}

enter_conda() {
    root=
    case $NAMED in
    */*) root=$(seen "$NAMED") ;;
    *)
        for base in "${CONDA_ROOT:-}" "${MAMBA_ROOT_PREFIX:-}" "$HOME/.conda" "$HOME/miniconda3" "$HOME/miniforge3" \
            "$HOME/mambaforge" "$HOME/anaconda3" "$HOME/micromamba" /opt/conda /opt/miniconda3 /opt/miniforge3 \
            /opt/anaconda3; do
            if [ "$NAMED" = base ]; then at=$base; else at=$base/envs/$NAMED; fi
            if [ -n "$base" ] && [ -d "$at/conda-meta" ]; then root=$at; break; fi
        done ;;
    esac
    if ! [ -d "$root/conda-meta" ]; then
        lost "The conda environment $NAMED does not exist." \
            "On this node no folder of that name under CONDA_ROOT, ~ or /opt contains conda-meta." \
            "Create it with conda create, or name its folder in the spec: environment: {conda: /path/to/it}"
    fi
    export CONDA_PREFIX="$root" CONDA_DEFAULT_ENV="$NAMED" PATH="$root/bin:$PATH"
    unset PYTHONHOME
}

# Chooses the first container runtime that is installed. Its command precedes the command of the job.
enter_image() {
    for SLIPWAY_CONTAINER in apptainer singularity enroot podman none; do
        if command -v "$SLIPWAY_CONTAINER" > /dev/null; then break; fi
    done
    export SLIPWAY_CONTAINER
    image=$NAMED
    case $image in
    /* | ./* | ../* | '~'/* | *.sif | *.sqsh)
        image=$(seen "$image")
        if ! [ -e "$image" ]; then
            lost "The image $image does not exist." \
                "On this node there is no such file: it was removed, moved, or is somewhere else." \
                "Copy it to a folder that every node shares, or correct environment in the spec."
        fi ;;
    esac
    saves=
    if [ -s "$dir/saves" ]; then read -r saves < "$dir/saves"; fi
}

# Records the exact image in the background, so that the job does not wait.
digest() {
    { PATH=$outside "$@" > "$dir/environment/.$node.image" && mv "$dir/environment/.$node.image" "$dir/environment/$node.image"; } \
        < /dev/null > /dev/null 2>&1 &
}

case $KIND in
venv) enter_venv ;;
conda) enter_conda ;;
image)
    enter_image
    case $SLIPWAY_CONTAINER in
    apptainer | singularity)
        case $image in
        /* | *://*) ;;
        *) image=docker://$image ;;
        esac
        if [ -f "$image" ]; then digest sha256sum "$image"; fi
        set -- "$image" "$@"
        if [ -n "$saves" ]; then set -- --bind "$saves" "$@"; fi
        if [ "$GPUS" != 0 ]; then set -- --nv "$@"; fi
        set -- "$SLIPWAY_CONTAINER" exec --bind "$dir" --bind "$WORKDIR" --pwd "$WORKDIR" "$@" ;;
    enroot)
        if [ -f "$image" ]; then digest sha256sum "$image"; fi
        set -- "$image" "$@"
        if [ -n "$saves" ]; then set -- --mount "$saves:$saves" "$@"; fi
        # enroot passes only the named variables. prepare.sh reads those of the spec again.
        for name in SLIPWAY_DIRECTORY SLIPWAY_NODE SLIPWAY_CONTAINER SLIPWAY_DEVICES CUDA_VISIBLE_DEVICES \
            NODE_RANK NNODES MASTER_ADDR MASTER_PORT RANK LOCAL_RANK WORLD_SIZE LOCAL_WORLD_SIZE OMP_NUM_THREADS; do
            set -- --env "$name" "$@"
        done
        set -- enroot start --mount "$dir:$dir" --mount "$WORKDIR:$WORKDIR" "$@" ;;
    podman)
        if ! PATH=$outside podman image exists "$image" && ! PATH=$outside podman pull --quiet "$image" > /dev/null; then
            lost "The image $image could not be pulled." \
                "podman has no such image on this node, and the registry did not provide it." \
                "Correct environment in the spec, or pull the image on this node: podman pull $image"
        fi
        digest podman image inspect --format '{{.Digest}} {{.Id}}' "$image"
        set -- "$image" "$@"
        if [ -n "$saves" ]; then set -- --volume "$saves:$saves" "$@"; fi
        if [ "$GPUS" != 0 ]; then set -- --device nvidia.com/gpu=all "$@"; fi
        # Files that the job writes must belong to the account that it runs under.
        if [ "$(PATH=$outside id -u)" != 0 ]; then set -- --userns keep-id "$@"; fi
        # The checkpoint signal goes to processes with LOCAL_RANK. podman must have none: it would forward a second signal.
        if [ -n "${LOCAL_RANK:-}" ]; then set -- --env "LOCAL_RANK=$LOCAL_RANK" "$@"; fi
        set -- env -u LOCAL_RANK podman run --rm --name "slipway-$SLIPWAY_ATTEMPT-$node" --network host --ipc host \
            --env-host --entrypoint= --volume "$dir:$dir" --volume "$WORKDIR:$WORKDIR" --workdir "$WORKDIR" "$@" ;;
    none)
        lost "No container runtime can run the image $image." \
            "On this node neither apptainer, enroot nor podman is installed." \
            "Install one of them on every node, or name a venv or conda environment in the spec." ;;
    esac ;;
esac
