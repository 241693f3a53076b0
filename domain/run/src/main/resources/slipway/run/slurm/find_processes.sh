# Finds the processes of an attempt on this node, for scripts that set attempt, rank and directory. The variables that a
# process was started with identify it even after it left its session and its parent. The session of launch.sh is not
# included: it waits for the job and records its exit code.
find_launch() { # sets launch and session; fails while launch.sh does not run
    launch= session=
    { read -r boot launch _ < "claim/$rank"; } 2>/dev/null || return 1
    case $launch in '' | *[!0-9]*) launch=; return 1 ;; esac
    grep -qzsxF "SLIPWAY_ATTEMPT=$attempt" "/proc/$launch/environ" || return 1
    session=$(session "$launch")
}

session() {
    stat=
    { read -r stat < "/proc/$1/stat"; } 2>/dev/null || return 0
    set -- ${stat##*) }
    echo "$4"
}

find_processes() { # sets found
    found=
    for file in $(cd /proc && grep -lzsxF "SLIPWAY_ATTEMPT=$attempt" [0-9]*/environ |
            xargs -r grep -lzsxF "SLIPWAY_NODE=$rank"); do
        pid=${file%/environ}
        [ "$(session "$pid")" = "$session" ] || found="$found $pid"
    done
}

first_of_sandbox() { # whether process $1 is the init process of a sandbox, with which all its other processes end
    while read -r key numbers; do
        case $key in
        NSpid:)
            case $numbers in *[[:space:]]1) return 0 ;; esac
            return 1 ;;
        esac
    done 2>/dev/null < "/proc/$1/status"
    return 1
}

ended() { [ -e "exit/$rank" ]; }
