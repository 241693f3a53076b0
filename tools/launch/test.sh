# shellcheck shell=sh
# Part of ./slipway: the test command. Checks what the tests need, runs every check of every module, and prints one screen
# of results. The last line is always: N passed, N failed, N skipped
# shellcheck disable=SC2154 # dist, checkout, java_home and others are set by ./slipway

# shellcheck source=tools/launch/build.sh
. "$parts/build.sh"

run_tests() { # [--quick [--all]] [--only PATTERN] [--seed N] [--seeds N] [--update-images]
    only='' quick=no all=no images=no began=$(date +%s)
    read_test_words "$@"
    if [ $quick = no ]; then check_needs; fi
    take_lock
    find_java build
    find_maven
    : >"$dist/begun"
    log=$dist/test.log
    if [ $quick = yes ]; then test_quickly; else test_everything; fi
    release_lock
    [ $ok = yes ] || exit 1
}

# Sets only, quick, all, images, and test_options (system properties for the JVMs of the tests).
read_test_words() {
    test_options=
    while [ $# -gt 0 ]; do
        case $1 in
            --quick) quick=yes ;;
            --all) all=yes ;;
            --update-images) images=yes && test_options="$test_options --jvm=-Dslipway.update.images=true" ;;
            --only | --seed | --seeds) [ $# -gt 1 ] || fail 2 "$1 needs a value." "See ./slipway help" ;;
        esac
        case $1 in
            --quick | --all | --update-images) ;;
            --only) only=$2 && shift ;;
            --seed) test_options="$test_options --jvm=-Dslipway.seed=$2" && shift ;;
            --seeds) test_options="$test_options --jvm=-Dslipway.seeds=$2" && shift ;;
            *) fail 2 "./slipway test does not know '$1'." "See ./slipway help" ;;
        esac
        shift
    done
    case $test_options in *[!-a-zA-Z0-9.=\ ]*) fail 2 "A seed is a whole number." "See ./slipway help" ;; esac
    [ $all = no ] || [ $quick = yes ] || fail 2 "--all belongs to --quick." "Without --quick every test runs anyway."
    [ $images = no ] || [ $quick = no ] || fail 2 "--update-images needs browser tests." "Run it without --quick."
}

# --- Components that the tests need --------------------------------------------------------------------------------------------

# Installs missing components on Debian or Ubuntu as root; elsewhere lists them, and fails with CI=true.
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
        fail 1 "$missing" "With CI=true nothing may be skipped." "Install:$packages"
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

# --- Building and running -------------------------------------------------------------------------------------------

# Every check of the build, the packaged product, and every test. With --only: no checks, one selection.
test_everything() {
    if [ -n "$only" ]; then
        folder=target/quick
        compile -Dquick -Dmaven.test.skip=false package
    else
        folder=target
        compile -Dcore verify
    fi
    # SLIPWAY_BUILD=off: a test that starts the launcher must not wait for the lock that this run holds.
    run_lanes "$folder"
    if [ -z "$only" ] && [ $ok = yes ]; then
        seal_all
        passed_quick "$(git_head)"
    fi
}

# The pure tests of what changed since they last passed, and of what depends on it.
test_quickly() {
    head=$(git_head)
    changes=
    if [ $all = no ]; then look_for_changes; fi
    compile -Dquick -Dmaven.test.skip=false process-test-classes
    # shellcheck disable=SC2086 # a list
    run_lanes target/quick --lane=pure $changes
    if [ $ok = yes ]; then passed_quick "$head"; fi
}

git_head() { git -C "$checkout" rev-parse HEAD 2>/dev/null || :; }

passed_quick() { # COMMIT
    [ -z "$1" ] || printf '%s\n' "$1" >"$dist/quick"
}

# Sets changes to one --changed=MODULE for each module with a file that differs from the last commit for which --quick
# passed, else from origin/main; nothing (all modules) when neither is known or a file of the whole build changed.
look_for_changes() {
    known=$(cat "$dist/quick" 2>/dev/null) || known=
    git -C "$checkout" cat-file -e "$known^{commit}" 2>/dev/null ||
        known=$(git -C "$checkout" merge-base HEAD origin/main 2>/dev/null) || return 0
    files=$(git -C "$checkout" diff --name-only "$known" 2>/dev/null &&
        git -C "$checkout" ls-files --others --exclude-standard) || return 0
    changes=--changed=tools/tidy
    for module in $(printf '%s\n' "$files" | sed -n 's|^\([^/]*/[^/]*\)/.*|\1|p' | sort -u); do
        [ ! -e "$checkout/$module/pom.xml" ] || changes="$changes --changed=$module"
    done
    if printf '%s\n' "$files" | grep -q -e '^pom.xml$' -e '^.mvn/'; then changes=; fi
}

# Modules side by side, one for each processor. Warnings of the libraries are no news.
compile() { # MAVEN-WORDS...
    find "$checkout" -name test.classpath -path '*/target/*' -exec rm -f {} +
    build_code=0
    say "Building (log in $log)"
    (cd "$checkout" && JAVA_HOME=$java_home exec "$maven" -B -ntp -T1C --fail-at-end -DskipTests "$@") \
        </dev/null >"$log" 2>&1 || build_code=$?
    say "Built in $(($(date +%s) - began)) s"
}

# Sets ok. The runner prints the report; its last line is always: N passed, N failed, N skipped
run_lanes() { # FOLDER RUNNER-WORDS...
    where=$1
    shift
    modules=$(sed -n 's|.*<module>\(.*\)</module>.*|--module=\1|p' "$checkout/pom.xml")
    runner=$checkout/tools/testkit/$where
    if [ ! -r "$runner/test.classpath" ]; then
        # Warnings are errors; the line of one names the file.
        grep -E -e '^\[ERROR\]' -e '^\[WARNING\] .*\.java:\[' "$log" | sed -e '/-> \[Help/q' -e 30q >&2
        ok=no
        echo "0 passed, 0 failed, 0 skipped"
        return 0
    fi
    ok=yes
    # shellcheck disable=SC2086 # lists
    SLIPWAY_BUILD=off "$java_home/bin/java" -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Xmx256m \
        -cp "$runner/classes:$(cat "$runner/test.classpath")" slipway.testkit.runner.TestRunner \
        "--checkout=$checkout" "--folder=$where" "--only=$only" "--began=$began" $modules $test_options \
        ${missing:+"--missing=$missing"} $([ $build_code = 0 ] || printf -- '--build-failed') "--build-log=$log" "$@" || ok=no
}

# The build of the tests counts as the launcher's own, so that the next start need not repeat it.
seal_all() {
    for product in server bench; do
        choose $product
        if [ -d "$lib" ]; then seal; fi
    done
}
