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
# shellcheck source=systemd/ledgers.sh
. "$here/ledgers.sh"

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

go_back() {
    trap '' HUP INT                                        # Nothing leaves it half way,
    trap 'systemctl start --no-block companion.service' EXIT # or without a table.
    systemctl stop companion.service companion-backup.timer
    kept=
    if [ -n "$copy" ]; then
        kept=$(set_aside newer)
        export_games "$newer" "$copy"
        give_older_ledger "$copy"
    fi
    # The older version brings its own unit and rules, which may differ from the newer ones.
    # shellcheck disable=SC2046 # several options
    "$older/systemd/install.sh" --no-start $(options_of "$older")
    [ -z "$kept" ] || import_games "$older" "$kept"
    systemctl start companion.service companion-backup.timer companion-phones.path ||
        die "It does not start: 'journalctl -u companion' says why."
}

what="go back to $older"
[ -z "$copy" ] || what="$what, with the ledger of $copy and the games played since"
step "$what" go_back
