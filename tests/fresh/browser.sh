#!/bin/sh
# The table in a browser on a machine with nothing but Debian and Python: no screen, no X and no GL.
# Prints how long it takes to the first picture, and what is installed. Needs root, a network,
# mmdebstrap and systemd-container.
#
#   sudo tests/fresh/browser.sh [trixie]
set -eu
export KIOSK_ROOTS="${FRESH_ROOTS:-/var/tmp/companion-fresh}"
# shellcheck source-path=SCRIPTDIR source=../kiosk/roots.sh
. "$(dirname "$(readlink -f "$0")")/../kiosk/roots.sh"
suite=${1:-bookworm}
system=$suite-browser

[ -e "$work/$suite.base" ] || fresh "$suite"
copy "$suite.base" "$system"
checkout "$system/src"
mkdir -p "$work/$system/etc/ssl/certs"
say "A machine with $suite and Python"
inside "$system" sh -c 'apt-get -qq update &&
    apt-get -qq -y install --no-install-recommends python3-venv >/dev/null'

has_no_graphics() { ! inside "$system" sh -c 'ldconfig -p' | grep -E 'libGL|libEGL|libX11'; }

installs() {
    began=$(date +%s)
    inside "$system" sh -c 'python3 -m venv /opt/table && /opt/table/bin/pip -q install /src' &&
        say "  installed in $(($(date +%s) - began)) s"
}

shows_a_picture() { inside "$system" /opt/table/bin/python /src/tests/fresh/first_picture.py; }

check "there is nothing to draw with" has_no_graphics
check "pip installs it" installs
check "a page shows the table" shows_a_picture
say "  $(du -sm "$work/$system/opt/table" | cut -f1) MB, of which the largest are:"
du -sm "$work/$system"/opt/table/lib/python3*/site-packages/* | sort -rn | head -8 |
    sed "s|$work/$system/opt/table/lib/||" >&2
inside "$system" /opt/table/bin/pip --disable-pip-version-check list --format=freeze >&2
rm -rf "${work:?}/$system"
end
