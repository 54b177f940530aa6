#!/bin/sh
# Versions of the bank on a flashed card: each is one signed file, a system extension of the read-only
# base (systemd-sysext(8)). They lie on a shelf in the ledger's partition. A new one is on trial until
# it has shown the table: its name counts the starts that are left and those that were made, as in
# systemd's boot counting (+3-0). One that does not show the table is left, the ledger is given back,
# and the version before runs again.
#
#   version.sh pick             at each start, before extensions are merged
#   version.sh watch            keeps the one on trial, or leaves it
#   version.sh return           the games played since, after going back
#   version.sh wish             what the screen has asked for
#   version.sh install FILE     for a maker
#   version.sh back
set -eu
here=$(dirname "$(readlink -f "$0")")
root=$(dirname "$(dirname "$here")")
. "$root/bin/setup.sh"
# shellcheck source=systemd/common.sh
. "$root/systemd/common.sh"
# shellcheck source=systemd/ledgers.sh
. "$root/systemd/ledgers.sh"

top=${COMPANION_ROOT:-} # a test's
shelf=$top/data/versions
ledgers=$top$ledgers
current=$top$current
media=$top/media
wish=$ledgers/version-wish
told=$top/run/companion-version/told
trial=$top/run/companion-trial
extension=$top/run/extensions/companion.raw
release=usr/lib/extension-release.d/extension-release.companion
level=$(cat "$here/level")
policy=root=signed+absent:usr=signed+absent
architecture=$(dpkg --print-architecture)
version=

# --- the shelf --------------------------------------------------------------------------------

# note FILE LINE...: a small file of the shelf, whole and on the medium. The end of a trial is said, too.
note() {
    noted=$1
    shift
    [ "$noted" != last ] || say "$@"
    printf '%s\n' "$@" >"$shelf/.note"
    sync "$shelf/.note"
    mv "$shelf/.note" "$shelf/$noted"
    sync "$shelf"
}

# line NUMBER: of what is kept: 1 the version that runs, 2 the one before it; none is the base's own.
line() { sed -n "$1p" "$shelf/kept" 2>/dev/null || :; }

# running: the version that runs; the base's own is noted in the system.
running() {
    kept=$(line 1)
    [ -n "$kept" ] || kept=$(sed -n 's/^COMPANION_VERSION=//p' "$top/usr/lib/os-release" 2>/dev/null) || :
    echo "$kept"
}

# is_older VERSION OTHER: by their numbers, then by when they were made. Nothing is older than none.
is_older() {
    [ "$1" != "$2" ] && [ "$(printf '%s\n' "$1" "$2" | LC_ALL=C sort -V | head -n 1)" = "$1" ]
}

# file_of VERSION
file_of() { echo "$shelf/companion_$1_$architecture.raw"; }

# version_in FILE: the version that its name says; nothing if it is no name of a version.
version_in() {
    printf '%s\n' "${1##*/}" |
        sed -nE "s/^companion_([0-9][0-9A-Za-z.-]{0,60})_[a-z0-9]+(\+[0-9]-[0-9])?\.raw$/\1/p"
}

# on_trial: the last of its tries has +0, too, while it runs.
on_trial() {
    for file in "$shelf"/companion_*+?-?.raw; do
        if [ -e "$file" ]; then echo "$file"; fi
    done
}

# Whatever is not kept, nor on trial, leaves.
sweep() {
    rm -f "$shelf/.new" "$shelf/.note"
    for file in "$shelf"/companion_*.raw; do
        case $file in
            *+* | "$(file_of "$(line 1)")" | "$(file_of "$(line 2)")") ;;
            *) rm -f "$file" ;;
        esac
    done
}

# --- at each start ----------------------------------------------------------------------------

pick() {
    mkdir -p "$shelf" "${extension%/*}"
    merge "$(file_of "$(line 1)")" # Whatever goes wrong from here on.
    chosen=
    for file in $(on_trial); do
        version=$(version_in "$file")
        case $version/$file in
            "$(line 1)"/*) settle ;; # The plug was pulled while it was being kept.
            */*+0-*) leave && rm "$file" ;;
            *) chosen=$file ;;
        esac
    done
    sweep
    [ -z "$chosen" ] || { try; merge "$chosen"; }
}

# merge FILE: none is the base.
merge() { [ ! -e "$1" ] || ln -sf "$1" "$extension"; }

# One of the tries is used up before it begins.
try() {
    [ -e "$shelf/trial/copies" ] || {
        mkdir -p "$shelf/trial"
        copies >"$shelf/trial/.copies"
        sync "$shelf/trial/.copies"
        mv "$shelf/trial/.copies" "$shelf/trial/copies"
    }
    left=${chosen##*+} left=${left%%-*}
    made=${chosen##*-} made=${made%.raw}
    next=${chosen%+*}+$((left - 1))-$((made + 1)).raw
    mv "$chosen" "$next"
    sync "$shelf"
    chosen=$next
    echo "$version" >"$trial"
}

# What it made of the ledger is put aside. If it has shown the table, somebody may have played: then
# the ledger stays, and the older version asks what to do with it.
leave() {
    case $(cat "$shelf/last" 2>/dev/null) in
        "left $version "*) ;;
        *) note last "left $version cut" ;;
    esac
    if [ -e "$shelf/trial/copies" ] && [ ! -e "$shelf/trial/shown" ]; then
        give_ledger_back "$shelf/trial"
        sync -f "$ledgers"
    fi
    rm -rf "$shelf/trial"
}

# --- while it is on trial ---------------------------------------------------------------------

watch() {
    version=$(cat "$trial")
    grep -qxF "COMPANION_VERSION=$version" "$top/$release" 2>/dev/null || drop refused
    patience=300 # seconds
    closed=0
    while [ "$patience" -gt 0 ]; do
        look
        case $active/$status in
            "active/$ledger_open") keep; return ;;
            # Whoever else has the ledger open may let go of it.
            "active/$ledger_closed") closed=$((closed + 1)); [ "$closed" -lt 6 ] || drop recovery ;;
        esac
        [ "$restarts" -lt 2 ] || drop "$ended"
        patience=$((patience - 3))
        sleep 3
    done
    drop hangs
}

# Asks once for all of it: on an emulated machine each question costs half a second.
look() {
    active='' status='' restarts=0
    shown=$(systemctl show -p ActiveState -p StatusText -p NRestarts -p Result companion.service) ||
        return 0
    while IFS='=' read -r name value; do
        case $name in
            ActiveState) active=$value ;;
            StatusText) status=$value ;;
            NRestarts) restarts=$value ;;
            Result) case $value in
                timeout | watchdog) ended=hangs ;;
                exit-code | signal | core-dump) ended=stops ;;
            esac ;;
        esac
    done <<SHOWN
$shown
SHOWN
}
ended=stops

# The table is on the screen.
keep() {
    touch "$shelf/trial/shown"
    ln -f "$(on_trial)" "$(file_of "$version")"
    note kept "$version" "$(line 1)"
    settle
    sweep
    rm "$trial"
}

# It is kept: its name of a trial leaves, and what only versions older than the one before could read.
settle() {
    note last "kept $version"
    [ ! -e "$shelf/trial/copies" ] || mv "$shelf/trial/copies" "$shelf/copies"
    remove_superseded "$shelf"
    withdraw
}

# What is on trial is so no longer.
withdraw() {
    for file in $(on_trial); do rm "$file"; done
    rm -rf "$shelf/trial"
}

# drop WHY: no use in trying again. What it made of the ledger is put aside at the next start.
drop() {
    note last "left $version $1"
    file=$(on_trial)
    mv "$file" "${file%+*}+0-9.raw"
    sync "$shelf"
    systemctl --no-block reboot
    exit 0
}

# --- what the screen asks for -----------------------------------------------------------------

# tell WHAT...: a line for the screen.
tell() {
    say "$@"
    mkdir -p "${told%/*}"
    printf '%s\n' "$*" >"$told.part"
    mv "$told.part" "$told"
}

refuse() {
    rm -f "$shelf/.new"
    tell refused "$@"
    exit 1
}

# Whatever it fails at, the screen must not wait for ever, nor the table stay without the bank.
failed() {
    [ "$1" -ne 0 ] || return 0
    case $(cat "$told" 2>/dev/null) in
        refused*) ;;
        *) tell refused "$reason" "$version" ;;
    esac
    [ -z "$stopped" ] || systemctl start --no-block companion.service companion-backup.timer
}
stopped='' reason=failed

# begin: what an earlier wish has come to is old. While a version is tried, no other comes. A wish that
# takes too long is ended by its unit.
begin() {
    rm -f "$told"
    trap 'failed $?' EXIT
    trap 'exit 1' TERM
    [ ! -e "$trial" ] || refuse trial
}

# The file belongs to the bank: it is read with its rights, one short line, and nothing in it is
# trusted, only compared. A FIFO, or what is put in the file's place meanwhile, has no line.
wish() {
    asked=
    [ ! -f "$wish" ] || asked=$(as_bank timeout 5 head -c 200 "$wish" | head -n 1 | tr -d '\000')
    as_bank rm -rf "$wish"
    read -r what from name <<ASKED || :
$asked
ASKED
    case $what/$from in
        back/) back ;;
        install/stick) install "$(on_stick "$name")" ;;
        install/download) install "$ledgers/download/${name##*/}" ;;
        *) refuse wish ;;
    esac
}

# on_stick NAME: the file of that name on whatever stick has it.
on_stick() {
    for file in "$media"/*/"${1##*/}"; do
        [ ! -f "$file" ] || { echo "$file"; return; }
    done
    echo "$media/stick/${1##*/}"
}

# install FILE: checked before it has a name, whole before it has a name.
install() {
    begin
    version=$(version_in "$1")
    [ -n "$version" ] || refuse name
    case ${1##*/} in *_"$architecture".raw) ;; *) refuse name ;; esac
    [ "$version" != "$(line 1)" ] || refuse runs "$version"
    # An older one may have a fault that a newer one has not. On purpose, "back" leads to the one before.
    ! is_older "$version" "$(running)" || refuse older "$version"
    [ -f "$1" ] && [ ! -L "$1" ] || refuse gone "$version"
    mkdir -p "$shelf"
    size=$(stat -c %s "$1") || refuse gone "$version"
    rm -f "$shelf/.new"
    room=$(df --output=avail -B1 "$shelf" | tail -n 1)
    [ $((size + 64000000)) -lt "$room" ] || refuse room "$version"
    copied "$1" "$size" || refuse gone "$version"
    tell checking "$version"
    check
    sync "$shelf/.new"
    withdraw
    mv "$shelf/.new" "$shelf/companion_${version}_$architecture+3-0.raw"
    sync "$shelf"
    tell installed "$version"
}

# copied FILE SIZE: whether all of it came; how far it is, the screen is told. What is not for the bank
# to read is not for the shelf.
copied() {
    as_bank head -c "$2" "$1" >"$shelf/.new" 2>/dev/null &
    copying=$!
    while kill -0 "$copying" 2>/dev/null; do
        tell copying "$version" "$(($(stat -c %s "$shelf/.new" 2>/dev/null || echo 0) * 100 / ($2 + 1)))"
        sleep 1
    done
    wait "$copying" && [ "$(stat -c %s "$shelf/.new")" = "$2" ] && sync "$shelf/.new"
}

# What was not signed by who made this card cannot be opened; then all of it is read, which fails at a
# damaged byte (--mtree of systemd 257 passes over it). The first time limit is for a stranger's key, for
# which systemd 257 asks for a passphrase, and waits for it.
check() {
    says=$(dissect 60 --copy-from "$shelf/.new" "$release" -) || refuse signature "$version"
    # shellcheck disable=SC2016 # for the other shell
    dissect 300 --with "$shelf/.new" sh -c 'find . -type f -exec cat {} + >/dev/null' ||
        refuse signature "$version"
    needs=$(printf '%s\n' "$says" | sed -n 's/^SYSEXT_LEVEL=//p')
    [ "$needs" = "$level" ] || refuse base "$version"
    printf '%s\n' "$says" | grep -qxF "COMPANION_VERSION=$version" || refuse name
}

# dissect SECONDS ARGUMENT...
dissect() {
    limit=$1
    shift
    timeout "$limit" systemd-dissect --image-policy="$policy" "$@" </dev/null 2>/dev/null
}

# --- back on purpose --------------------------------------------------------------------------

# The version before is on trial again, with the ledger as it was before this one came. The games
# played since are text, which the older version imports: the notation does not change.
back() {
    begin
    older=$(line 2)
    [ -n "$(line 1)$older" ] || refuse no-other
    [ -z "$older" ] || [ -e "$(file_of "$older")" ] || refuse no-other
    tell returning "${older:-base}"
    program=$(readlink -f "$current")
    stopped=yes
    systemctl stop companion.service companion-backup.timer
    copy=$(copies_since "$shelf" | tail -n 1)
    reason=ledger version=$older
    [ -z "$copy" ] || export_and_give
    reason=failed
    withdraw
    if [ -n "$older" ]; then
        ln "$(file_of "$older")" "$shelf/companion_${older}_$architecture+3-0.raw"
    else
        note kept '' "$(line 1)"
        note last "kept base"
    fi
    sync "$shelf"
    systemctl --no-block reboot
}

# It is noted first where the games are, in case the plug is pulled before the older ledger is there.
export_and_give() {
    kept=$(set_aside newer)
    export_games "$program" "$copy"
    note return "$kept"
    give_older_ledger "$copy"
}

# Only what the ledger has not: if both are one file, the older one was not put back.
return_games() {
    kept=$(cat "$shelf/return")
    if [ "$kept/ledger.db" -ef "$ledgers/ledger.db" ]; then
        [ ! -e "$kept/ledger.db-wal" ] || as_bank mv "$kept/ledger.db-wal" "$ledgers"
        as_bank rm "$kept/ledger.db"
    elif [ -e "$kept/ledger.db" ]; then
        import_games "$(readlink -f "$current")" "$kept"
    fi
    rm "$shelf/return"
}

case ${1:-} in
    pick | watch | wish | back) "$1" ;;
    return) return_games ;;
    install) "$1" "${2:?version.sh install FILE}" ;;
    *) die "version.sh pick | watch | return | wish | install FILE | back" ;;
esac
