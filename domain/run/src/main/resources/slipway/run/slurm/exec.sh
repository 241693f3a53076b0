#!/bin/sh
# Runs the command of an exec session on a node of an attempt: exec.sh DIRECTORY RANK ID COMMAND... The command has the
# variables and the working directory of the job and sees no more than the job. Its background processes end with it.
# SLIPWAY_VISIT, the variable by which they are found, keeps its old name for sessions of an older server.
PATH=${PATH:-/usr/local/bin:/usr/bin:/bin}
exec 2>&1
directory=$1 rank=$2 id=$3
shift 3
cd "$directory" || exit 72
attempt=${directory##*/}
rest=${directory%/*}
attempt=${rest##*/}.$attempt
tools=${0%/*}
. "$tools/find_processes.sh"
same() { [ "$(readlink "/proc/$host/ns/$1")" = "$(readlink "/proc/self/ns/$1")" ]; }
host() { # sets host: a process of the job, not of another exec session; with a needed sandbox, a process inside it
    host=
    if ended || ! find_launch; then return 1; fi
    find_processes
    for host in $found; do
        if ! grep -qzs '^SLIPWAY_VISIT=' "/proc/$host/environ" && ! first_of_sandbox "$host" &&
            { [ "$sandbox" != needed ] || ! same mnt; }; then return 0; fi
    done
    return 1
}
sandbox=
if [ -e engine ]; then . ./engine; fi
# The engine fragment of an attempt that an older server launched names the function boxed.
command -v run_in_sandbox > /dev/null || run_in_sandbox() { boxed "$@"; }
times=0
until host; do
    times=$((times + 1))
    if ended || [ "$times" -gt 100 ]; then echo "The attempt has no process on this node now."; exit 125; fi
    sleep 0.05 2>/dev/null || sleep 1
done

# The script is passed as text, because the folder of these scripts is hidden in a sandbox.
enter=$(cat "$tools/exec_inside.sh") || exit 125
here=$(readlink "/proc/$host/cwd")
exec 9< "/proc/$host/environ" || exit 125
set -- /bin/sh -c "$enter" exec "$id" "$here" "$@"
export SLIPWAY_VISIT="$id"
if same mnt; then
    "$@"
elif same user; then
    words=
    for each in mnt:mount pid:pid uts:uts ipc:ipc net:net; do
        same "${each%:*}" || words="$words --${each#*:}"
    done
    nsenter --target "$host" $words --wd -- setpriv --bounding-set=-all --inh-caps=-all --no-new-privs -- "$@"
else
    # Without root no process can enter a sandbox owned by another user namespace, so the command gets an equal sandbox.
    { read -r temporary && read -r gpu_options; } < "box.$rank" || exit 125
    cd "$here" 2>/dev/null || cd work
    (run_in_sandbox $gpu_options "$@")
fi
code=$?
for file in $(cd /proc && grep -lzsxF "SLIPWAY_VISIT=$id" [0-9]*/environ); do
    kill -KILL "${file%/environ}" 2>/dev/null
done
exit "$code"
