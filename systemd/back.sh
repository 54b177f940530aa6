#!/bin/sh
# Goes back to the version before the last update. If the update changed the format of the ledger, the
# copy that was made then is the ledger again; games played since are exported as text by the newer
# version and imported by the older one. The newer ledger is kept beside it.
#
#   sudo systemd/back.sh [--dry-run]
set -eu
here=$(dirname "$(readlink -f "$0")")
root=$(dirname "$here")
. "$root/bin/setup.sh"
# shellcheck source=systemd/common.sh
. "$here/common.sh"

for option in "$@"; do
    case $option in
        --dry-run) dry=yes ;;
        *) die "'$option' is no option: [--dry-run]" ;;
    esac
done
[ -n "$dry" ] || [ "$(id -u)" -eq 0 ] || die "This needs root: sudo $0"
running_systemd || die "This is for a kiosk that runs; here is no systemd."

newer=$(readlink "$current") || die "No version is installed here."
older=
for version in "$versions"/*; do
    if [ -e "$version/complete" ] && [ "$version" != "$newer" ]; then older=$version; fi
done
[ -n "$older" ] || die "There is no version before this one."
copy=$(copies_since "$newer" | tail -n 1)

# as_kiosk VERSION COMMAND...: of that version's program.
as_kiosk() {
    program=$1/venv/bin/companion
    shift
    runuser -u companion -- "$program" "$@"
}

# moves_in VERSION FOLDER: number and moves of every game of the ledger there.
moves_in() {
    games=$(as_kiosk "$1" games --json --data "$2") || die "The ledger in $2 cannot be read."
    printf '%s' "$games" | "$newer/venv/bin/python" -c '
import json, sys
for game in json.load(sys.stdin)["games"]:
    print(game["game"], game["moves"])' | sort
}

# Also a game that was begun before the update and went on after it.
export_games() {
    moves_in "$older" "$ledgers" >"$kept/before"
    comm -13 "$kept/before" "$kept/after" | sort -n | while read -r game _; do
        as_kiosk "$newer" export "$game" --notation --data "$kept" -o "$kept/game-$game.game"
    done
    rm "$kept/before" "$kept/after"
}

import_games() {
    for game in "$kept"/game-*.game; do
        [ -e "$game" ] || continue
        as_kiosk "$older" import --data "$ledgers" "$game" ||
            say "$game could not be imported by the older version; it stays there."
    done
}

# The second copy has the newer ledger's moves: the older version begins another one.
set_mirror_aside() {
    mirror=$(setting COMPANION_MIRROR)/ledger.mirror
    [ ! -e "$mirror" ] || mv "$mirror" "$mirror.${kept##*-}"
}

give_older_ledger() {
    kept=$(set_aside newer)
    moves_in "$newer" "$ledgers" >"$kept/after"
    put_back "$copy" "$kept" || die "$copy could not be put back."
    say "The newer ledger is in $kept, and its new games are there as text."
    export_games
    set_mirror_aside
}

go_back() {
    trap '' HUP INT                                        # Nothing leaves it half way,
    trap 'systemctl start --no-block companion.service' EXIT # or without a table.
    systemctl stop companion.service companion-backup.timer
    kept=
    [ -z "$copy" ] || give_older_ledger
    # With its own unit and rules, which need not be those of the newer one.
    # shellcheck disable=SC2046 # several options
    "$older/systemd/install.sh" --no-start $(options_of "$older")
    [ -z "$kept" ] || import_games
    systemctl start companion.service companion-backup.timer companion-phones.path ||
        die "It does not start: 'journalctl -u companion' says why."
}

what="go back to $older"
[ -z "$copy" ] || what="$what, with the ledger of $copy and the games played since"
step "$what" go_back
