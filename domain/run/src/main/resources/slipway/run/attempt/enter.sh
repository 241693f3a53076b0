# Enters the environment that the spec names. launch.sh reads this in, before the job is put where it runs: so it only
# looks, and executes nothing of the job's: what it starts it finds by the path from before (outside).
lost() {
    printf '%s\n' "$@"
    exit 72
}

# As the job would see it: from home, or from where it works.
seen() {
    case $1 in
    /*) echo "$1" ;;
    '~'/*) echo "$HOME/${1#??}" ;;
    *) echo "$WORKDIR/$1" ;;
    esac
}

enter_venv() {
    root=$(seen "$NAMED")
    # One that setup makes is looked at after setup.
    if ! [ -x "$root/bin/python" ] && ! [ -s "$dir/setup" ]; then
        lost "The virtual environment $root is not there." \
            "On this node there is no $root/bin/python: it was removed, moved, or never made." \
            "Make it with python3 -m venv $root, or correct environment in the spec."
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
        lost "The conda environment $NAMED is not there." \
            "On this node no such folder has conda-meta in it; names are looked for under CONDA_ROOT, ~ and /opt." \
            "Make it with conda create, or name its folder in the spec: environment: {conda: /path/to/it}"
    fi
    export CONDA_PREFIX="$root" CONDA_DEFAULT_ENV="$NAMED" PATH="$root/bin:$PATH"
    unset PYTHONHOME
}

# The first that is there. Its words come before those of the job.
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
            lost "The image $image is not there." \
                "On this node there is no such file: it was removed, moved, or lies elsewhere." \
                "Put it where every node sees it, or correct environment in the spec."
        fi ;;
    esac
    saves=
    if [ -s "$dir/saves" ]; then read -r saves < "$dir/saves"; fi
}

# What it was exactly is found out beside the job, which does not wait for it.
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
        # It takes along what it is told to. What the spec says, prepare.sh reads in again.
        for name in SLIPWAY_DIRECTORY SLIPWAY_NODE SLIPWAY_CONTAINER SLIPWAY_DEVICES CUDA_VISIBLE_DEVICES \
            NODE_RANK NNODES MASTER_ADDR MASTER_PORT RANK LOCAL_RANK WORLD_SIZE LOCAL_WORLD_SIZE OMP_NUM_THREADS; do
            set -- --env "$name" "$@"
        done
        set -- enroot start --mount "$dir:$dir" --mount "$WORKDIR:$WORKDIR" "$@" ;;
    podman)
        if ! PATH=$outside podman image exists "$image" && ! PATH=$outside podman pull --quiet "$image" > /dev/null; then
            lost "The image $image could not be fetched." \
                "podman does not have it on this node, and its registry did not give it." \
                "Correct environment in the spec, or bring it here: podman pull $image"
        fi
        digest podman image inspect --format '{{.Digest}} {{.Id}}' "$image"
        set -- "$image" "$@"
        if [ -n "$saves" ]; then set -- --volume "$saves:$saves" "$@"; fi
        if [ "$GPUS" != 0 ]; then set -- --device nvidia.com/gpu=all "$@"; fi
        # Files that the job writes are to be those of the account it runs under.
        if [ "$(PATH=$outside id -u)" != 0 ]; then set -- --userns keep-id "$@"; fi
        # A signal to save is for the job; podman itself would pass it on a second time.
        if [ -n "${LOCAL_RANK:-}" ]; then set -- --env "LOCAL_RANK=$LOCAL_RANK" "$@"; fi
        set -- env -u LOCAL_RANK podman run --rm --name "slipway-$SLIPWAY_ATTEMPT-$node" --network host --ipc host \
            --env-host --entrypoint= --volume "$dir:$dir" --volume "$WORKDIR:$WORKDIR" --workdir "$WORKDIR" "$@" ;;
    none)
        lost "Nothing here can run the image $image." \
            "On this node there is neither apptainer, nor enroot, nor podman." \
            "Install one of them on every node, or name a venv or conda environment in the spec." ;;
    esac ;;
esac
