# Checks whether this node shares the attempts with the server: probe.sh FOLDER NAME. It is passed as text, because the
# folder may not exist here. It reads a file of the server, then writes and renames an answer. It prints its uid, its
# time in milliseconds, whether reading and writing worked, and whether the sandbox works where one is configured.
read=unread wrote=unwritten box=
{ read -r word < "$1/$2.asked" && [ "$word" = "$2" ] && read=read; } 2>/dev/null
{ echo "$2" > "$1/.$2.answered" && mv "$1/.$2.answered" "$1/$2.answered" && wrote=wrote; } 2>/dev/null
if [ -n "${bwrap:-}" ]; then
    if ! [ -x "$bwrap" ]; then
        box=' unboxed bubblewrap is not installed'
    elif why=$( (run_in_sandbox /bin/true) 2>&1); then
        box=' boxed'
    else
        box=" unboxed $(echo "${why:-it ended with an error}" | tail -n 1 | cut -c 1-200)"
    fi
fi
echo "$(id -u) $(date +%s%3N) $read $wrote$box"
