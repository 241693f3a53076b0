#!/bin/sh
# Runs before the job, in its sandbox, environment or container. It runs setup if anything changed since the last setup,
# records the installed packages, and executes the job.
dir=$SLIPWAY_DIRECTORY
. "$dir/shape"
root=
case $KIND in
venv) root=$VIRTUAL_ENV ;;
conda)
    root=$CONDA_PREFIX
    for script in "$root"/etc/conda/activate.d/*.sh; do
        if [ -r "$script" ]; then . "$script"; fi
    done ;;
image)
    . "$dir/env"
    node=$SLIPWAY_NODE
    if [ -e "$dir/slurm.sh" ] && [ -z "${SLURM_JOB_ID:-}" ]; then . "$dir/slurm.sh"; fi
    if [ -n "${SLIPWAY_SLURM:-}" ]; then export PATH="$SLIPWAY_SLURM:$PATH"; fi
    cd "$WORKDIR" || exit 72
    # The image may lack bash even if the node has it.
    if [ "$1" = bash ] && [ "$SHELL" = sh ]; then
        shift
        set -- sh "$@"
    fi ;;
esac

# Sets note, the file that records a successful setup. It is inside what setup changes, so that a recreated environment
# is set up again. A container that keeps nothing and a new working directory are set up each time; a workdir of the
# user is set up once for each node.
noted() {
    case $KIND in
    venv | conda) note=$root/.slipway/setup lock=${root%/*}/.${root##*/}.setup.lock ;;
    *)
        if [ "${SLIPWAY_CONTAINER:-}" = podman ] || [ "$WORKDIR" = "$dir/work" ]; then return 1; fi
        note=$WORKDIR/.slipway/setup.${SLIPWAY_NODE_NAME:-$(uname -n)}
        lock=$note.lock
        mkdir -p "${note%/*}" 2>/dev/null ;;
    esac
    if ! { true >> "$lock"; } 2>/dev/null; then
        lock=$root/.slipway/setup.lock
        mkdir -p "$root/.slipway" 2>/dev/null
        { true >> "$lock"; } 2>/dev/null
    fi
}

# Prints what setup depends on: its script, the variables, files that pin packages, and files that it names. For a long
# file these are its length and its beginning.
depends() {
    cat "$dir/setup"
    echo "$KIND $NAMED"
    sed '/^export SLIPWAY_/d' "$dir/env"
    for file in requirements*.txt constraints*.txt *.lock Pipfile pyproject.toml setup.py setup.cfg \
        conda-lock.yml environment.yml environment.yaml; do
        tell "$file"
    done
    set -f
    for file in $(tr -d "\"'();" < "$dir/setup"); do tell "$file"; done
}

tell() {
    if [ -f "$1" ]; then
        echo "$1"
        wc -c < "$1"
        head -c 1048576 < "$1"
    fi
}

setup=
run_setup() {
    "$SHELL" -e "$dir/setup" 9>&- || exit
    setup=ran
}

state() {
    key=$(depends 2>/dev/null | sha256sum)
    key=${key%% *}
}

# Records the state after setup, because setup may write the files that it names.
remember() {
    state
    mkdir -p "${note%/*}" && echo "$key $(date -u '+%Y-%m-%d %H:%M UTC')" > "$note.new" && mv "$note.new" "$note"
}

# Runs setup under a lock, one attempt at a time. The kernel releases the lock when its holder dies.
set_up() {
    if [ "$CACHE" = no ] || ! command -v sha256sum > /dev/null || ! command -v flock > /dev/null || ! noted; then
        run_setup
        return
    fi
    exec 9>> "$lock"
    if ! flock -n 9; then
        echo "setup: waiting for another attempt that runs setup here."
        flock 9
    fi
    state
    was= since=
    { read -r was since < "$note"; } 2>/dev/null
    if [ "$was" = "$key" ]; then
        setup="nothing changed since $since"
        echo "setup: not run again, $setup. To run it every time, set setup_cache: false"
    else
        rm -f "$note"
        run_setup
        remember 2>/dev/null || echo "setup: its success could not be recorded in ${note%/*}; it runs again next time."
    fi
    exec 9>&-
}

# Prints the installed packages as pip freeze would, without starting a program, which would slow down a small job.
installed() {
    echo "environment $KIND $NAMED"
    if [ -n "$root" ]; then echo "folder $root"; else echo "container $SLIPWAY_CONTAINER"; fi
    if [ -n "$setup" ]; then echo "setup $setup"; fi
    { read -r driver < /sys/module/nvidia/version; } 2>/dev/null && echo "driver $driver"
    if [ -r "$root/pyvenv.cfg" ]; then
        while read -r name _ value; do
            case $name in version | version_info) echo "python $value" ;; esac
        done < "$root/pyvenv.cfg"
    fi
    for file in "$root"/conda-meta/*.json; do
        if [ -e "$file" ]; then
            file=${file##*/}
            echo "conda ${file%.json}"
        fi
    done
    for folder in "$root"/lib/python3*/site-packages "$root"/usr/local/lib/python3*/*-packages \
        "$root"/usr/lib/python3*/*-packages "$root"/opt/conda/lib/python3*/site-packages; do
        for package in "$folder"/*.dist-info; do
            if [ -d "$package" ]; then pinned "$package"; fi
        done
    done
}

# A package that did not come from an index names its origin in one line of JSON.
pinned() {
    name=${1##*/}
    name=${name%.dist-info}
    origin=
    { read -r origin < "$1/direct_url.json"; } 2>/dev/null
    case $origin in
    *'"url": "'*)
        url=${origin#*\"url\": \"}
        url=${url%%\"*}
        case $origin in
        *'"commit_id": "'*)
            commit=${origin#*\"commit_id\": \"}
            url="git+$url@${commit%%\"*}" ;;
        esac
        echo "package ${name%-*} @ $url" ;;
    *) echo "package ${name%-*}==${name##*-}" ;;
    esac
}

if [ -s "$dir/setup" ]; then set_up; fi
if [ "$KIND" = venv ] && ! [ -x "$root/bin/python" ]; then
    echo "The virtual environment $root does not exist, although setup has run."
    echo "On this node there is no $root/bin/python."
    echo "Make setup create it there, or correct environment in the spec."
    exit 72
fi
if [ "$KIND" != none ]; then
    cd "$dir/environment" && { installed > ".$SLIPWAY_NODE" && mv ".$SLIPWAY_NODE" "$SLIPWAY_NODE"; } 2>/dev/null
    cd "$WORKDIR" || exit 72
fi
exec "$@"
