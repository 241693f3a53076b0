# shellcheck shell=sh
# Part of ./slipway: gets the JDK and the Maven that are not on this machine. Read only when one is missing.
# shellcheck disable=SC2154 # own, checkout, too_old, runtime and others are set by ./slipway

maven_version=3.9.12
maven_sha512=0a1be79f02466533fc1a80abbef8796e4f737c46c6574ede5658b110899942a94db634477dfd3745501c80aef9aac0d4f841d38574373f7e2d24cce89d694f70

download() { # URL FILE
    if command -v curl >/dev/null 2>&1; then
        if [ -t 2 ]; then bar=--progress-bar; else bar=-sS; fi
        curl -fL --retry 2 "$bar" -o "$2" "$1"
    elif command -v wget >/dev/null 2>&1; then
        wget -q -O "$2" "$1"
    else
        fail 6 "Cannot fetch $1." "There is neither curl nor wget." "Install one of them and try again."
    fi
}

checksum() { # BITS FILE
    if command -v "sha$1sum" >/dev/null 2>&1; then
        "sha$1sum" <"$2"
    else
        shasum -a "$1" <"$2" # macOS
    fi | cut -d ' ' -f 1
}

# The data directory may be the same folder, so what is made here is its owner's alone.
make_own() { # WHAT
    (umask 077 && mkdir -p "$own") ||
        fail 6 "Cannot keep $1 in $own." "The folder cannot be created." "Name another with SLIPWAY_HOME."
}

# Fetches a .tar.gz with one folder in it and makes that folder TARGET, which is never there half unpacked.
fetch_folder() { # WHAT URL BITS CHECKSUM TARGET
    make_own "$1"
    scratch=$own/fetch.$$
    trap 'rm -rf "$scratch"' EXIT
    trap 'exit 130' INT
    trap 'exit 143' TERM HUP
    rm -rf "$scratch"
    mkdir "$scratch"
    say "Fetching $1 from $2"
    download "$2" "$scratch/archive" || fail 6 "Could not fetch $1." "The download failed (see above)." \
        "Check the connection and try again."
    got=$(checksum "$3" "$scratch/archive")
    [ "$got" = "$4" ] || fail 6 "$1 was fetched but is not what was published, so it is not used." \
        "Its SHA-$3 is $got, expected $4." "Try again; if it stays so, something between here and $2 changes downloads."
    mkdir "$scratch/unpacked"
    tar -xzf "$scratch/archive" -C "$scratch/unpacked" ||
        fail 6 "Could not unpack $1." "tar failed (see above)." "Is the disk full? Free some space and try again."
    rm -rf "$5"
    mv "$scratch"/unpacked/* "$5"
    rm -rf "$scratch"
    trap - EXIT INT TERM HUP
}

# --- Java -----------------------------------------------------------------------------------------------------------

offer_jdk() {
    [ -z "$runtime" ] || too_old="$runtime can run Slipway but has no compiler, and the source must be built first."
    platform
    if [ "${SLIPWAY_JDK:-}" != auto ]; then
        { [ -t 0 ] && [ -t 2 ]; } || refuse_jdk
        printf '%s\nFetch Temurin %s (about 140 MB) into %s? [Y/n] ' "$too_old" "$needed_java" "$own/jdk" >&2
        read -r answer || answer=n
        case $answer in '' | [yY]*) ;; *) refuse_jdk ;; esac
    fi
    fetch_jdk
}

refuse_jdk() {
    fail 6 "Slipway needs a JDK $needed_java or newer." "$too_old" \
        "Install one and name it with JAVA_HOME, or have Slipway fetch one: SLIPWAY_JDK=auto ./slipway up"
}

platform() { # in the words of Adoptium
    case $(uname -s) in
        Linux) os=linux ;;
        Darwin) os=mac ;;
        *) os= ;;
    esac
    case $(uname -m) in
        x86_64 | amd64) architecture=x64 ;;
        aarch64 | arm64) architecture=aarch64 ;;
        *) architecture= ;;
    esac
    for musl in /lib/ld-musl-*; do [ ! -e "$musl" ] || os=; done
    if [ -z "$os" ] || [ -z "$architecture" ]; then
        fail 6 "Slipway needs a JDK $needed_java or newer. $too_old" \
            "None can be fetched for this machine ($(uname -s) $(uname -m)), only for Linux with glibc and macOS, x64 and aarch64." \
            "Install one by other means and name it with JAVA_HOME."
    fi
}

fetch_jdk() {
    from=${SLIPWAY_ADOPTIUM:-https://api.adoptium.net}
    query="architecture=$architecture&image_type=jdk&os=$os&vendor=eclipse"
    make_own "a JDK"
    download "$from/v3/assets/latest/$needed_java/hotspot?$query" "$own/jdk.$$.json" ||
        fail 6 "Could not ask $from for a JDK." "The request failed (see above)." "Check the connection and try again."
    package=$(tr -d '\n' <"$own/jdk.$$.json" | sed -n 's/.*"package" *: *{\([^}]*\)}.*/\1/p')
    link=$(printf '%s\n' "$package" | sed -n 's/.*"link" *: *"\([^"]*\)".*/\1/p')
    sum=$(printf '%s\n' "$package" | sed -n 's/.*"checksum" *: *"\([^"]*\)".*/\1/p')
    rm -f "$own/jdk.$$.json"
    if [ -z "$link" ] || [ -z "$sum" ]; then
        fail 6 "$from named no JDK $needed_java for $os $architecture." "The format of its response is unknown." \
            "Install a JDK by other means and name it with JAVA_HOME."
    fi
    fetch_folder "Temurin $needed_java" "$link" 256 "$sum" "$own/jdk"
    consider "$own/jdk" || consider "$own/jdk/Contents/Home" || fail 6 \
        "The fetched JDK in $own/jdk is not usable." "It has no bin/javac." "Remove the folder and try again."
}

# --- Maven ----------------------------------------------------------------------------------------------------------

fetch_maven() {
    maven=$own/maven-$maven_version/bin/mvn
    [ -x "$maven" ] || fetch_folder "Maven $maven_version" \
        "${SLIPWAY_MAVEN_FROM:-https://archive.apache.org/dist}/maven/maven-3/$maven_version/binaries/apache-maven-$maven_version-bin.tar.gz" \
        512 $maven_sha512 "$own/maven-$maven_version"
}
