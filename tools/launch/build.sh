# shellcheck shell=sh
# Part of ./slipway: one build at a time, with a line that shows how far it is. Read only when there is something to build.
# shellcheck disable=SC2154 # dist, checkout, java_home and others are set by ./slipway

# --- One build at a time --------------------------------------------------------------------------------------------

alive() { # PROCESS: is it there, and (where ps can tell) is it a launcher? Process numbers are used again.
    kill -0 "$1" 2>/dev/null || return 1
    ! command -v ps >/dev/null 2>&1 || case $(ps -o args= -p "$1" 2>/dev/null) in *slipway*) ;; *) return 1 ;; esac
}

pause() { sleep 0.3 2>/dev/null || sleep 1; } # not every sleep knows fractions

take_lock() {
    lock=$dist/lock rounds=0
    mkdir -p "$dist" || fail 6 "Cannot build Slipway." "$dist cannot be written." "Make it writable and try again."
    until mkdir "$lock" 2>/dev/null; do
        # There is no lock, and it cannot be made: no other build runs, so waiting would not help.
        [ -e "$lock" ] || [ -w "$dist" ] ||
            fail 6 "Cannot build Slipway." "$dist cannot be written." "Make it writable and try again."
        holder=$(cat "$lock/process" 2>/dev/null) || holder=
        if [ -n "$holder" ] && ! alive "$holder"; then
            break_lock "$holder"
            continue
        fi
        # Only a launcher killed between two lines leaves a lock without a process.
        [ -n "$holder" ] || [ $rounds -lt 15 ] || break_lock ""
        [ $rounds -ne 0 ] || say "Another ./slipway (process ${holder:-unknown}) is building here; waiting for it."
        rounds=$((rounds + 1))
        pause
    done
    echo $$ >"$lock/process"
    trap 'release_lock' EXIT
    trap 'interrupted 130' INT
    trap 'interrupted 143' TERM HUP
}

# One of several launchers that see the same dead lock removes it, after it has checked again that it is the same lock.
break_lock() { # HOLDER
    if mkdir "$lock.break" 2>/dev/null; then
        now=$(cat "$lock/process" 2>/dev/null) || now=
        [ "$now" != "$1" ] || rm -rf "$lock"
        rmdir "$lock.break"
    else
        pause
        rmdir "$lock.break" 2>/dev/null || :
    fi
}

release_lock() {
    rm -rf "$lock"
    trap - EXIT INT TERM HUP
}

interrupted() { # EXIT_CODE
    # A child in the background does not receive Ctrl-C; Maven stops its compilers when it receives a signal.
    [ -z "${builder:-}" ] || kill "$builder" 2>/dev/null || :
    say ""
    exit "$1"
}

# --- Building -------------------------------------------------------------------------------------------------------

# Sets maven. Maven 4 is refused like an old one: the build is tried with 3.8 and 3.9.
find_maven() {
    maven=$(command -v mvn) || maven=
    if [ -n "$maven" ]; then
        case $(JAVA_HOME=$java_home "$maven" -v 2>/dev/null) in
            *"Apache Maven 3.8."* | *"Apache Maven 3.9."* | *"Apache Maven 3."[1-9][0-9]*) return 0 ;;
        esac
    fi
    # shellcheck source=tools/launch/fetch.sh
    . "$parts/fetch.sh"
    fetch_maven
}

# The profile quick leaves out what is for contributors (tests, format, analysis, Error Prone): ./slipway test does those.
build() { # MAVEN-WORDS...
    find_java build
    find_maven
    mkdir -p "$built"
    : >"$dist/begun"
    log=$built/build.log
    (cd "$checkout" && JAVA_HOME=$java_home exec "$maven" -B -ntp -Dquick -pl "$module" -am "$@") >"$log" 2>&1 </dev/null &
    builder=$!
    watch_build
    if wait "$builder"; then ok=yes; else ok=no; fi
    builder=
    if [ $ok = no ]; then build_failed; fi
    draw 'done'
    seal
    case $module in *,*) (choose server && seal) ;; esac # with the benchmarks the product was built, too
    rm -f "$dist/begun"
}

# Classes for Java 5 cannot go into the start-up cache; only these two have any.
renew() {
    for jar in "$lib"/picocli-*.jar "$lib"/nimbus-jose-jwt-*.jar; do
        [ ! -e "$jar" ] || "$java_home/bin/java" -XX:TieredStopAtLevel=1 "$parts/Renew.java" "$jar" >>"$log" 2>&1 ||
            say "warning: $jar could not be renewed, so commands start slower; $log says why."
    done
}

# Notes what was built from what.
seal() {
    renew
    # The cache of the Java machine holds only for jars of the same time: the same bytes shall have the same time.
    TZ=UTC0 touch -t 202001010000 "$lib"/*.jar
    cat "$lib"/*.jar | cksum | tr ' ' - >"$built/key"
    listing >"$built/stamp.new"
    touch -r "$dist/begun" "$built/stamp.new" # what changed while Maven ran is newer than this
    mv -f "$built/stamp.new" "$built/stamp"
}

build_failed() {
    draw failed
    if grep -q '^\[ERROR\]' "$log"; then
        grep '^\[ERROR\]' "$log" | sed -e '/-> \[Help/q' -e 20q >&2 # what follows is about Maven, not about us
    else
        tail -n 20 "$log" >&2
    fi
    if grep -q -e 'Could not transfer' -e 'Could not resolve' -e 'Unknown host' "$log"; then
        next="Maven could not fetch what the build needs. Check the connection (a proxy belongs in ~/.m2/settings.xml) and try again."
    else
        next="If you changed the source, the lines above say where to look. If not: rm -r target, and try again."
    fi
    fail 6 "The build of Slipway failed." "The whole log is in $log" "$next"
}

# --- Progress -------------------------------------------------------------------------------------------------------

watch_build() {
    began=$(date +%s) seen=0 count=1 drawn=
    title="Slipway $(sed -n 's/.*<version>\([0-9]*\.[0-9]*\).*/\1/p' "$checkout/pom.xml" | sed 1q)"
    if [ -e "$built/stamp" ]; then doing='building what changed'; else doing='building once'; fi
    case ${LC_ALL:-${LC_CTYPE:-${LANG:-}}} in
        *[uU][tT][fF]*8*) full=█ empty=░ dot='·' ;;
        *) full='#' empty=. dot=- ;;
    esac
    [ -t 2 ] || say "$title $dot $doing; log in $log"
    while kill -0 "$builder" 2>/dev/null; do
        draw
        pause
    done
}

# On a terminal one line that fills; elsewhere a line for each module that begins.
draw() { # [done | failed]
    # Maven says:  [INFO] Building base 0.1.0    [2/9]
    step=$(sed -n 's|^\[INFO\] Building \([^ ]*\) .*\[\([0-9]*\)/\([0-9]*\)\]$|\1 \2 \3|p' "$log" | tail -n 1)
    # shellcheck disable=SC2086 # three words
    set -- "${1:-}" $step
    seen=${3:-0} count=${4:-1}
    if [ ! -t 2 ]; then
        [ "$seen" = "${drawn:-0}" ] || say "  $2 ($seen of $count)"
        drawn=$seen
        [ -z "$1" ] || say "$title $dot $doing ($(($(date +%s) - began)) s) $1"
        return 0
    fi
    filled=$((seen > 0 ? (seen - 1) * 20 / count : 0))
    [ "$1" != "done" ] || filled=20
    bar='' cell=0
    while [ $cell -lt 20 ]; do
        if [ $cell -lt $filled ]; then bar=$bar$full; else bar=$bar$empty; fi
        cell=$((cell + 1))
    done
    printf '\r%s %s %s (%s s) %s %s' "$title" "$dot" "$doing" $(($(date +%s) - began)) "$bar" "$1" >&2
    [ -z "$1" ] || say ""
}

