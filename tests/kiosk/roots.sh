# shellcheck shell=sh disable=SC2034 # what is set here is used by who sources it
# Sourced by run.sh and vm.sh: Debian systems in folders of their own, and commands inside of them.
# Needs root, a network, mmdebstrap and systemd-container.

root=$(dirname "$(dirname "$(dirname "$(readlink -f "$0")")")")
work=${KIOSK_ROOTS:-/var/tmp/companion-kiosk}
mkdir -p "$work"
failed=

say() { printf '%s\n' "$*" >&2; }

check() {
    what=$1
    shift
    if "$@"; then say "  passed: $what"; else say "  FAILED: $what"; failed=yes; fi
}

# fresh SUITE: a base system, made once, of which every run gets a copy; with a checkout in /src.
fresh() {
    [ -e "$work/$1.base" ] || {
        mmdebstrap --quiet --variant=minbase --include=systemd,systemd-sysv,dbus,udev,ca-certificates \
            "$1" "$work/$1.making"
        mv "$work/$1.making" "$work/$1.base"
    }
    copy "$1.base" "$1"
    checkout "$1/src"
    mkdir -p "$work/$1/etc/ssl/certs"
}

# copy FROM TO: of two folders here.
copy() {
    rm -rf "${work:?}/$2"
    cp -a --reflink=auto "$work/$1" "$work/$2"
}

# checkout FOLDER: the files of this checkout, as they are now.
checkout() {
    mkdir -p "$work/$1"
    (cd "$root" && git ls-files -z --cached --others --exclude-standard | tar --null -T - -c) |
        tar -x -C "$work/$1"
}

# nspawn SUITE OPTION...: with this machine's certificates and pip settings, for those behind a proxy.
nspawn() {
    suite=$1
    shift
    set -- --quiet --register=no --keep-unit -D "$work/$suite" --resolv-conf=replace-host \
        --bind-ro=/etc/ssl/certs/ca-certificates.crt \
        --setenv=PIP_CERT=/etc/ssl/certs/ca-certificates.crt "$@"
    for folder in /etc/pip.conf $(printf '%s' "${PIP_FIND_LINKS:-}"); do
        [ ! -e "$folder" ] || set -- --bind-ro="$folder" "$@"
    done
    systemd-nspawn "$@"
}

# inside SUITE COMMAND...: in a system that is not started.
inside() {
    system=$1
    shift
    # It has something to say about its own clearing up, whenever it is not registered.
    nspawn "$system" --pipe "$@" 2>"$work/said" && ended=0 || ended=$?
    grep -v 'Attempted to remove disk file system' "$work/said" >&2 || :
    return "$ended"
}

# end: the last word, and the exit status.
end() {
    if [ -n "$failed" ]; then say "Something failed."; exit 1; fi
    say "All passed."
}
