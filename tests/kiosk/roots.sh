# shellcheck shell=sh disable=SC2034 # what is set here is used by who sources it
# Sourced by run.sh, vm.sh and others: Debian systems in folders of their own, and commands inside
# of them.
# Needs root, a network, mmdebstrap and systemd-container.

root=$(dirname "$(dirname "$(dirname "$(readlink -f "$0")")")")
work=${KIOSK_ROOTS:-/var/tmp/companion-kiosk}
mkdir -p "$work"
failed=
arch=

say() { printf '%s\n' "$*" >&2; }

check() {
    what=$1
    shift
    if "$@"; then say "  passed: $what"; else say "  FAILED: $what"; failed=yes; fi
}

# needs_programs NAME...: or else all of this is skipped.
needs_programs() {
    for program in "$@"; do
        command -v "$program" >/dev/null || { say "Skipped: there is no $program here."; exit 0; }
    done
    [ "$(id -u)" -eq 0 ] || { say "Skipped: this needs root."; exit 0; }
}

# fresh SUITE: a base system, made once, of which every run gets a copy; with a checkout in /src. If
# $arch is set, the system is one for that processor, and called SUITE-ARCH.
fresh() {
    set -- "$1" "$1${arch:+-$arch}"
    [ -e "$work/$2.base" ] || {
        mmdebstrap --quiet ${arch:+"--arch=$arch"} --variant=minbase \
            --include=systemd,systemd-sysv,dbus,udev,ca-certificates "$1" "$work/$2.making"
        mv "$work/$2.making" "$work/$2.base"
    }
    copy "$2.base" "$2"
    checkout "$2/src"
    mkdir -p "$work/$2/etc/ssl/certs"
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
    nspawn "$system" --pipe "$@" 2>"$work/said-$system" && ended=0 || ended=$?
    grep -av 'Attempted to remove disk file system' "$work/said-$system" >&2 || :
    return "$ended"
}

# packages SYSTEM NAME...: more of Debian in it.
packages() {
    system=$1
    shift
    inside "$system" sh -c "apt-get -qq update &&
        DEBIAN_FRONTEND=noninteractive apt-get -qq -y --no-install-recommends install $*" >/dev/null
}

# listing SYSTEM: its packages, and every file outside of caches with its content.
listing() {
    (cd "$work/$1" && grep -E '^(Package|Version|Status):' var/lib/dpkg/status
        find etc opt usr var ! -path '*/__pycache__/*' ! -path 'etc/ld.so.cache' ! -path 'var/cache/*' \
            ! -path 'var/log/*' ! -path 'etc/*-' -type f -exec sha256sum {} + | sort -k 2)
}

same() { cmp -s "$1" "$2" || { diff "$1" "$2" | head -20 >&2; false; }; }

# changes_nothing SYSTEM COMMAND...: what it says is in $work/said.
changes_nothing() {
    listing "$1" >"$work/listed"
    inside "$@" 2>"$work/said" || { cat "$work/said" >&2; return 1; }
    listing "$1" | same "$work/listed" -
}

# disk FILE SIZE LABEL FOLDER: an image in $disks with what is in the folder.
disk() {
    truncate -s "$2" "$disks/$1"
    mkfs.ext4 -q -L "$3" -d "$4" "$disks/$1"
}

# migration CHECKOUT TABLE: brings the ledger to the next version.
migration() {
    cat >>"$1/companion/ledger/schema.py" <<-PYTHON
	VERSION += 1

	@migrations()
	def v_of_tomorrow(db):
	    db.execute("CREATE TABLE $2 (number INTEGER) STRICT")
	PYTHON
}

# starts_with CHECKOUT STATEMENT: it does that in place of opening the table.
starts_with() {
    cat >>"$1/companion/runtime/bank.py" <<-PYTHON

	def starts(*_: object) -> None:
	    $2

	Bank.start = starts
	PYTHON
}
FALLS_OVER='raise SystemExit("It falls over.")'

# end: the last word, and the exit status.
end() {
    if [ -n "$failed" ]; then say "Something failed."; exit 1; fi
    say "All passed."
}
