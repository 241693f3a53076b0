#!/bin/sh
# Comes before the job, where the job runs: in its sandbox, environment or container. Runs setup if anything changed
# since it last did, writes down what is installed, and becomes the job.
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
    # An image need not have the shell that the node has.
    if [ "$1" = bash ] && [ "$SHELL" = sh ]; then
        shift
        set -- sh "$@"
    fi ;;
esac

# Where it is noted that setup ran: in what it changed, so that what is made anew is set up anew. A container that keeps
# nothing and a folder that is new each time are set up each time; a folder of the user's on each node for itself.
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

# What setup depends on: itself, the variables, files that pin what is installed, and files that it names. Of a long
# file its length and its beginning.
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

# As everything is afterwards: setup may write what it names.
remember() {
    state
    mkdir -p "${note%/*}" && echo "$key $(date -u '+%Y-%m-%d %H:%M UTC')" > "$note.new" && mv "$note.new" "$note"
}

# One at a time in the same place. Whoever holds the lock and dies lets go of it.
set_up() {
    if [ "$CACHE" = no ] || ! command -v sha256sum > /dev/null || ! command -v flock > /dev/null || ! noted; then
        run_setup
        return
    fi
    exec 9>> "$lock"
    if ! flock -n 9; then
        echo "setup: another attempt runs it here; waiting for it."
        flock 9
    fi
    state
    was= since=
    { read -r was since < "$note"; } 2>/dev/null
    if [ "$was" = "$key" ]; then
        setup="nothing changed since $since"
        echo "setup: not run again, $setup. To run it always: setup_cache: false"
    else
        rm -f "$note"
        run_setup
        remember 2>/dev/null || echo "setup: that it ran could not be noted in ${note%/*}; it runs again next time."
    fi
    exec 9>&-
}

# What is installed, as pip would freeze it, and without starting a program: a small job is not to pay for it.
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

# One that did not come from an index says where it came from, in one line of JSON.
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
    echo "The virtual environment $root is not there, although setup has run."
    echo "On this node there is no $root/bin/python."
    echo "Let setup make it there, or correct environment in the spec."
    exit 72
fi
if [ "$KIND" != none ]; then
    cd "$dir/environment" && { installed > ".$SLIPWAY_NODE" && mv ".$SLIPWAY_NODE" "$SLIPWAY_NODE"; } 2>/dev/null
    cd "$WORKDIR" || exit 72
fi
exec "$@"
