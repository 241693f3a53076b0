# shellcheck shell=sh
# Part of ./slipway: the test command. Checks what the tests need, runs every check of every module, and says in one screen
# what happened. The last line is always: N passed, N failed, N skipped
# shellcheck disable=SC2154 # dist, house, java_home and others are set by ./slipway

# shellcheck source=tools/launch/build.sh
. "$parts/build.sh"

run_tests() { # [--only PATTERN] [--seed N] [--seeds N]
    only='' began=$(date +%s)
    read_test_words "$@"
    check_needs
    take_lock
    find_java build
    find_maven
    : >"$dist/begun"
    log=$dist/test.log report=$dist/report
    find "$house" -name surefire-reports -type d -prune -exec rm -rf {} +
    run_maven
    if [ "$(cat "$dist/test.code")" = 0 ]; then ok=yes; else ok=no; fi
    if [ $ok = yes ]; then seal_all; fi
    summarise
    release_lock
    [ $ok = yes ] || exit 1
}

# Sets only, seeds (what is passed to Maven about seeds).
read_test_words() {
    seeds=
    while [ $# -gt 0 ]; do
        case $1 in --only | --seed | --seeds) [ $# -gt 1 ] || fail 2 "$1 needs a value." "See ./slipway help" ;; esac
        case $1 in
            --only) only=$2 ;;
            --seed) seeds="$seeds -Dslipway.seed=$2" ;;
            --seeds) seeds="$seeds -Dslipway.seeds=$2" ;;
            *) fail 2 "./slipway test does not know '$1'." "See ./slipway help" ;;
        esac
        shift 2
    done
    case $seeds in *[!-a-zA-Z0-9.=\ ]*) fail 2 "A seed is a whole number." "See ./slipway help" ;; esac
}

# --- What the tests need --------------------------------------------------------------------------------------------

# Installs what is missing where that is the custom (root on Debian or Ubuntu); elsewhere says so, and CI=true insists.
check_needs() {
    look_for_needs
    if [ -n "$packages" ] && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
        say "Installing$packages"
        # shellcheck disable=SC2086 # a list
        { apt-get update -q && DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends $packages; } \
            >"$dist/apt.log" 2>&1 </dev/null || say "apt-get failed; its log is in $dist/apt.log"
        look_for_needs
    fi
    if [ -n "$missing" ] && [ "${CI:-}" = true ]; then
        fail 1 "$missing" "With CI=true nothing may be left out." "Install:$packages"
    fi
}

look_for_needs() { # sets packages and missing
    packages='' missing=''
    mkdir -p "$dist"
    while read -r command package what; do
        case $command in '' | '#'*) continue ;; esac
        command -v "$command" >/dev/null 2>&1 && continue
        packages="$packages $package"
        missing="$missing${missing:+
}SKIPPED (missing): $command (Debian package $package): $what"
    done <"$parts/needs"
}

# --- Running --------------------------------------------------------------------------------------------------------

run_maven() {
    # The whole run also makes the core jar twice, to compare the two. A chosen test is for a person who waits for it.
    set -- -Dcore=twice
    # A class named *IT looks at the packaged product and runs after it is packaged, all others before.
    [ -z "$only" ] || set -- -Dspotless.check.skip -Dmdep.analyze.skip -Dsurefire.failIfNoSpecifiedTests=false \
        "-Dtest=$only,!*IT" "-Dpackaged.tests=$only,!*Test"
    # SLIPWAY_BUILD=off: a test that starts the launcher must not wait for the lock that this run holds.
    # shellcheck disable=SC2086 # $seeds is a list
    {
        code=0
        (cd "$house" && SLIPWAY_BUILD=off JAVA_HOME=$java_home exec "$maven" -B -ntp --fail-at-end "$@" $seeds verify) \
            </dev/null 2>&1 || code=$?
        echo $code >"$dist/test.code"
    } | tee "$log" | follow
}

# One line for each module when it is done.
follow() {
    module='' passed=0 skipped=0 failed=0
    while IFS= read -r line; do
        case $line in
            '[INFO] Building '*']') finish_module && begin_module "$line" ;;
            '[INFO] Reactor Summary'*) finish_module ;;
            *'Time elapsed'*) ;;
            '['*'] Tests run: '*) count_tests "${line#*Tests run: }" ;;
        esac
    done
}

begin_module() { # [INFO] Building NAME VERSION    [2/9]
    module=${1#'[INFO] Building '}
    module=${module%% *} passed=0 skipped=0 failed=0 module_began=$(date +%s)
    [ ! -t 2 ] || printf '  %s …\r' "$module" >&2
}

finish_module() {
    [ -n "$module" ] || return 0
    tests="$passed passed"
    [ "$failed" = 0 ] || tests="$tests, $failed FAILED"
    [ "$skipped" = 0 ] || tests="$tests, $skipped skipped"
    case $tests in '0 passed') tests='no tests' ;; esac
    printf '  %-12s %s (%s s)\n' "$module" "$tests" $(($(date +%s) - module_began)) >&2
    module=
}

count_tests() { # 12, Failures: 0, Errors: 0, Skipped: 1
    numbers=$(printf '%s' "$1" | tr -c '0-9' ' ')
    # shellcheck disable=SC2086 # four numbers
    set -- $numbers
    failed=$((failed + $2 + $3)) skipped=$((skipped + $4)) passed=$((passed + $1 - $2 - $3 - $4))
}

# What was built by the tests is as good as what the launcher builds: the next start need not do it again.
seal_all() {
    for product in server bench; do
        choose $product
        if [ -d "$lib" ]; then seal; fi
    done
}

# --- The summary ----------------------------------------------------------------------------------------------------

# Turns all reports of surefire into lines that begin with a word: time, quiet (something in it was skipped), FAILED, SKIPPED.
read_reports() {
    find "$house" -path '*/target/surefire-reports/TEST-*.xml' -exec cat {} + | awk '
        function attribute(name,    rest) {
            if (!match($0, "[ <]" name "=\"[^\"]*\"")) return ""
            rest = substr($0, RSTART, RLENGTH)
            sub(/^[^"]*"/, "", rest); sub(/"$/, "", rest)
            gsub(/&#10;/, "\n      ", rest); gsub(/&lt;/, "<", rest); gsub(/&gt;/, ">", rest)
            gsub(/&quot;/, "\"", rest); gsub(/&apos;/, "\047", rest); gsub(/&amp;/, "\\&", rest)
            return rest
        }
        /^ *<testsuite / { tests += attribute("tests"); skips += attribute("skipped")
            bad += attribute("errors") + attribute("failures")
            printf "time %s %s\n", attribute("time"), attribute("name")
            if (attribute("skipped") > 0) printf "quiet %s\n", attribute("name") }
        /^ *<testcase / { at = attribute("classname") "#" attribute("name") }
        /^ *<(failure|error)[ >]/ { printf "FAILED %s\n      %s\n", at, attribute("message") }
        /^ *<skipped/ { printf "SKIPPED %s: %s\n", at, attribute("message") }
        END { printf "count %d passed, %d failed, %d skipped\n", tests - bad - skips, bad, skips }'
}

summarise() {
    read_reports >"$report"
    say ""
    grep -v -e '^time ' -e '^quiet ' -e '^count ' -e '^SKIPPED ' "$report" >&2 || :
    if [ "$ok" = no ]; then explain_failure; fi
    list_skips
    say "slowest  $(sed -n 's/^time //p' "$report" | sort -rn | sed -n '1,5s/^\([^ ]*\) .*\.\([^.]*\)$/\2 \1 s/p' | tr '\n' ',' |
        sed 's/,$//; s/,/, /g')"
    say "took     $(($(date +%s) - began)) s; log in $log"
    counts=$(sed -n 's/^count //p' "$report")
    case $only:$counts in ?*:'0 passed, 0 failed, 0 skipped') ok=no && say "No test matches $only." ;; esac
    echo "$counts"
}

explain_failure() {
    if ! grep -q '^FAILED ' "$report"; then
        grep '^\[ERROR\]' "$log" | sed -n '1,30p' >&2
    fi
    # Maven leaves out what depends on a module that failed.
    left_out=$(sed -n 's/^\[INFO\] \([^ ]*\) \.* SKIPPED.*/\1/p' "$log" | tr '\n' ' ')
    [ -z "$left_out" ] || say "Not run, because a module they need failed: $left_out"
    one=$(sed -n 's/^FAILED .*\.\([^.]*#[^([ ]*\).*/\1/p' "$report" | sed 1q)
    [ -z "$one" ] || say "Again, only this one: ./slipway test --only '$one'"
}

# Everything that was left out, with its reason; what is missing on this machine reads the same wherever it was found.
list_skips() {
    {
        [ -z "$missing" ] || printf '%s\n' "$missing"
        sed -n 's/^quiet //p' "$report" | while read -r suite; do
            find "$house" -path "*/target/surefire-reports/$suite-output.txt" \
                -exec sed -n 's/.*\(SKIPPED (missing): .*\)/\1/p' {} +
        done
        sed -n -e 's/.*\(SKIPPED (missing): .*\)/\1/p' -e t -e '/^SKIPPED /p' "$report"
    } | sort -u >&2
}
