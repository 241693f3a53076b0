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
# Opens what the command needs of process $host: its variables (9), working directory (8) and namespaces (3 to 7). From
# then on it does not matter if the process ends. Sets here and user; fails if the process ended already.
hold() {
    proc=/proc/$host
    { command exec 9< "$proc/environ" 8< "$proc/cwd" 3< "$proc/ns/mnt" 4< "$proc/ns/pid" 5< "$proc/ns/uts" \
        6< "$proc/ns/ipc" 7< "$proc/ns/net"; } 2>/dev/null &&
        here=$(readlink "$proc/cwd") && user=$(readlink "$proc/ns/user")
}
same() { [ "$(readlink "/proc/self/fd/$1")" = "$(readlink "/proc/self/ns/$2")" ]; }
host() { # sets host: a process of the job, not of another exec session; with a needed sandbox, a process inside it
    host=
    if ended || ! find_launch; then return 1; fi
    find_processes
    for host in $found; do
        if ! grep -qzs '^SLIPWAY_VISIT=' "/proc/$host/environ" && ! first_of_sandbox "$host" && hold &&
            { [ "$sandbox" != needed ] || ! same 3 mnt; }; then return 0; fi
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
set -- /bin/sh -c "$enter" exec "$id" "$here" "$@"
export SLIPWAY_VISIT="$id"
if same 3 mnt; then
    "$@"
elif [ "$user" = "$(readlink /proc/self/ns/user)" ]; then
    words=
    for each in 3:mnt:mount 4:pid:pid 5:uts:uts 6:ipc:ipc 7:net:net; do
        name=${each#*:}
        same "${each%%:*}" "${name%:*}" || words="$words --${name#*:}=/proc/self/fd/${each%%:*}"
    done
    nsenter $words --wd=/proc/self/fd/8 -- setpriv --bounding-set=-all --inh-caps=-all --no-new-privs -- "$@"
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
