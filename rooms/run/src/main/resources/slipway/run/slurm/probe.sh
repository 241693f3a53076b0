# Whether this node shares the attempts with the server: probe.sh FOLDER NAME, as text, because the folder may not be
# here. It reads what the server wrote, and writes and renames an answer. It prints its account, its time in
# milliseconds, and what it could do.
read=unread wrote=unwritten
{ read -r word < "$1/$2.asked" && [ "$word" = "$2" ] && read=read; } 2>/dev/null
{ echo "$2" > "$1/.$2.answered" && mv "$1/.$2.answered" "$1/$2.answered" && wrote=wrote; } 2>/dev/null
echo "$(id -u) $(date +%s%3N) $read $wrote"
