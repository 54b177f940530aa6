# shellcheck shell=sh
# Sourced by the scripts here after common.sh: the ledger, when versions of the program come and go.
# The folder of the ledger is the bank's. Whatever is read, moved or made there is so with the rights of
# the bank's user: a link could lead root to any other file of the machine.

# as_bank COMMAND...: runs it as the bank's user, without a session: it is needed early, too.
as_bank() { setpriv --reuid=companion --regid=companion --init-groups "$@"; }

# Copies of the ledger that versions of the program made before they changed its format, by inode:
# what is made anew has another.
copies() {
    find "$ledgers" -maxdepth 1 -type f -regex '.*/ledger-version-[0-9]+\.db' -size +0 \
        -printf '%i %p\n' 2>/dev/null || :
}

# copies_since NOTED: prints the copies newer than the note made when a version was installed.
copies_since() { copies | grep -vxFf "$1/copies" | cut -d ' ' -f 2-; }

# put_back COPY FOLDER: moves the ledger to FOLDER and makes the copy the ledger.
put_back() {
    as_bank ln "$ledgers/ledger.db" "$2" &&
        { [ ! -e "$ledgers/ledger.db-wal" ] || as_bank mv "$ledgers/ledger.db-wal" "$2"; } &&
        as_bank mv "$1" "$ledgers/ledger.db"
}

# set_aside NAME: prints a new folder for a ledger, which --data can name.
set_aside() { as_bank mktemp -d "$ledgers/$1-XXXXXX"; }

# give_ledger_back NOTED: what a failed version has brought up the old one could not read; it can read
# the copy that was made before that. Nobody has played in between: there was no table.
give_ledger_back() {
    copies_since "$1" | while read -r copy; do
        if tried=$(set_aside tried) && put_back "$copy" "$tried"; then
            say "The ledger is again as it was; what the new version made of it is in $tried."
        else
            say "$copy could not be put back; the ledger as it was is in it."
        fi
    done
}

# remove_superseded NOTED: copies of the ledger that only versions older than the one before can read,
# and what failed versions made of it.
remove_superseded() {
    copies | grep -xFf "$1/copies" | cut -d ' ' -f 2- |
        while read -r copy; do as_bank rm "$copy"; done
    as_bank rm -rf "$ledgers"/tried-??????
}

# as_kiosk VERSION COMMAND...: runs a command of that version's program as the bank's user.
as_kiosk() {
    program=$1/venv/bin/companion
    shift
    as_bank "$program" "$@"
}

# moves_in VERSION FOLDER: prints the number and moves of each game of the ledger in FOLDER.
moves_in() {
    games=$(as_kiosk "$1" games --json --data "$2") || die "The ledger in $2 cannot be read."
    printf '%s' "$games" | "$1/venv/bin/python" -c '
import json, sys
for game in json.load(sys.stdin)["games"]:
    print(game["game"], game["moves"])'
}

# export_games VERSION COPY: what the ledger has and the copy has not, as text beside the kept ledger;
# also a game that was begun before the update and went on after it.
export_games() {
    after=$(moves_in "$1" "$ledgers")
    as_bank cp --no-dereference "$2" "$kept/ledger.db"
    before=$(moves_in "$1" "$kept")
    as_bank rm "$kept"/ledger.db*
    printf '%s\n' "$after" | grep -vxF -e "$before" -e '' | sort -n | while read -r game _; do
        as_kiosk "$1" export "$game" --notation --data "$ledgers" -o "$kept/game-$game.game"
    done
}

# import_games VERSION FOLDER: imports the games that were exported to FOLDER.
import_games() {
    for game in "$2"/game-*.game; do
        [ -e "$game" ] || continue
        if as_kiosk "$1" import --data "$ledgers" "$game"; then
            # Should the plug be pulled before the next.
            as_bank mv "$game" "$2/imported-${game##*/}"
        else
            say "$game could not be imported by the older version; it stays there."
        fi
    done
}

# The second copy has the newer ledger's moves: the older version begins another one.
set_mirror_aside() {
    mirror=$(setting COMPANION_MIRROR)/ledger.mirror
    [ ! -e "$mirror" ] || as_bank mv "$mirror" "$mirror.${kept##*-}" || :
}

# give_older_ledger COPY: makes the copy the ledger again; moves the newer ledger to $kept.
give_older_ledger() {
    put_back "$1" "$kept" || die "$1 could not be put back."
    say "The newer ledger is in $kept, and its new games are there as text."
    set_mirror_aside
}
