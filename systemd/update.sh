#!/bin/sh
# Brings the kiosk up to date: fetches what is new of this checkout, and installs that, with what
# --audit and --club had added. The version before it stays. It runs again by itself if the new one
# does not start or cannot open the ledger; back.sh goes back to it on purpose.
#
#   sudo systemd/update.sh [--dry-run] [OPTION OF install.sh]...
set -eu
here=$(dirname "$(readlink -f "$0")")
root=$(dirname "$here")
. "$root/bin/setup.sh"
# shellcheck source=systemd/common.sh
. "$here/common.sh"

for option in "$@"; do
    case $option in --dry-run) dry=yes ;; esac
done
[ -n "$dry" ] || [ "$(id -u)" -eq 0 ] || die "This needs root: sudo $0"

# As whoever the checkout belongs to: git trusts nobody else, and no file of theirs becomes root's.
fetch() {
    has_command git || die "There is no git here: sudo apt-get install git"
    runuser -u "$(stat -c %U "$root")" -- git -C "$root" pull --quiet --ff-only ||
        die "Nothing was changed: git could not fetch a newer version; what it said is above."
}

[ ! -e "$root/.git" ] || step "fetch what is new in $root" fetch
# shellcheck disable=SC2046 # several options
exec "$here/install.sh" $(options_of "$(readlink "$current" || :)") "$@"
