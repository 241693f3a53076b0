#!/bin/sh
# A command beside an attempt, on one of its nodes: exec.sh DIRECTORY RANK ID COMMAND... It has the variables and the
# folder of the job, is where the job is and sees no more than that, and what it leaves running ends with it.
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
host() { # sets host: a process of the job, not of another visit; where a sandbox is needed, one that is in it
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
times=0
until host; do
    times=$((times + 1))
    if ended || [ "$times" -gt 100 ]; then echo "The attempt has no process on this node now."; exit 125; fi
    sleep 0.05 2>/dev/null || sleep 1
done

# As text, because none of these scripts is seen in a sandbox.
enter=$(cat "$tools/exec_inside.sh") || exit 125
here=$(readlink "/proc/$host/cwd")
exec 9< "/proc/$host/environ" || exit 125
set -- /bin/sh -c "$enter" visit "$id" "$here" "$@"
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
    # Nobody may enter a sandbox that another user namespace owns, so this gets one that is made alike.
    { read -r temporary && read -r cards; } < "box.$rank" || exit 125
    cd "$here" 2>/dev/null || cd work
    (boxed $cards "$@")
fi
code=$?
for file in $(cd /proc && grep -lzsxF "SLIPWAY_VISIT=$id" [0-9]*/environ); do
    kill -KILL "${file%/environ}" 2>/dev/null
done
exit "$code"
