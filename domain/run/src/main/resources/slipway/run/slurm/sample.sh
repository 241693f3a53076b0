#!/bin/sh
# Samples the resource usage of an attempt on this node every 5 seconds, as lines of JSON: sample.sh TOOLS DIRECTORY
# LAUNCH. It runs as part of the job, without a server, and ends with launch.sh. The shell does nearly all of it: a
# program started for each process would cost more than the sample is worth.
tools=$1 directory=$2 watched=$3 rank=$SLURM_NODEID
cd "$directory" || exit 72
trap '' TERM INT HUP # a job has its grace time after a signal, and its usage is sampled to the end
attempt=$SLIPWAY_ATTEMPT
. "$tools/find_processes.sh"
mkdir -p usage
page=$(getconf PAGESIZE 2>/dev/null || echo 4096)
ticks=$(getconf CLK_TCK 2>/dev/null || echo 100)
cpu=0 storage=0

measure() { # sets cpu, memory, storage, processes; cpu and storage never decrease when processes end
    now_cpu=0 memory=0 now_storage=0 processes=0
    if find_launch; then find_processes; else found=; fi
    for pid in $found; do
        stat=
        { read -r stat < "/proc/$pid/stat"; } 2>/dev/null || continue
        set -- ${stat##*) }
        [ "$#" -ge 22 ] || continue
        processes=$((processes + 1))
        now_cpu=$((now_cpu + (${12} + ${13} + ${14} + ${15}) * 1000 / ticks))
        memory=$((memory + ${22} * page))
        while read -r key bytes; do
            case $key in read_bytes: | write_bytes:) now_storage=$((now_storage + bytes)) ;; esac
        done 2>/dev/null < "/proc/$pid/io"
    done
    if [ "$now_cpu" -gt "$cpu" ]; then cpu=$now_cpu; fi
    if [ "$now_storage" -gt "$storage" ]; then storage=$now_storage; fi
}

line() { # $1: the accelerators
    kill -0 "$watched" 2>/dev/null || exit 0
    measure
    printf '{"at":"%s","cpu_ms":%s,"memory":%s,"storage":%s,"processes":%s,"accelerators":[%s]}\n' \
        "$(date -u +%Y-%m-%dT%H:%M:%SZ)" "$cpu" "$memory" "$storage" "$processes" "$1" >> "usage/$rank"
}

number() { # the driver writes words such as [N/A] for unsupported values
    case ${1# } in *[!0-9.]* | '' | .*) echo "${2:-0}" ;; *) value=${1# }; echo "${value%%.*}" ;; esac
}

throttled() { # $1: the driver's bit mask of throttle reasons; prints the names that the server knows
    case $1 in 0x | 0x*[!0-9A-Fa-f]*) return ;; 0x*) ;; *) return ;; esac
    words=
    for each in '4:power cap' '8:hardware slowdown' '32:heat' '64:heat, by hardware' '128:power brake'; do
        if [ "$(($1 & ${each%%:*}))" != 0 ]; then words="$words${words:+,}\"${each#*:}\""; fi
    done
    echo "$words"
}

cards=0
if [ -n "${CUDA_VISIBLE_DEVICES:-}" ]; then
    cards=$(nvidia-smi -i "$CUDA_VISIBLE_DEVICES" --query-gpu=uuid --format=csv,noheader 2>/dev/null | grep -c '^[A-Z]*-')
fi
if [ "$cards" -gt 0 ]; then
    nvidia-smi -l 5 -i "$CUDA_VISIBLE_DEVICES" --format=csv,noheader,nounits \
        --query-gpu=uuid,utilization.gpu,memory.used,power.draw,temperature.gpu,clocks_throttle_reasons.active |
        {
            rows= count=0
            while IFS=, read -r uuid busy held watts celsius reasons; do
                case $uuid in *[!A-Za-z0-9-]* | '') continue ;; esac
                rows="$rows${rows:+,}{\"uuid\":\"$uuid\",\"utilisation\":$(number "$busy" null),"
                rows="$rows\"memory\":$(($(number "$held") * 1048576)),\"watts\":$(number "$watts"),"
                rows="$rows\"celsius\":$(number "$celsius"),\"throttled\":[$(throttled "${reasons# }")],\"xids\":[]}"
                count=$((count + 1))
                if [ "$count" -ge "$cards" ]; then line "$rows"; rows= count=0; fi
            done
        }
fi
while :; do line ''; sleep 5; done
