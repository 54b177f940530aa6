#!/bin/sh
# The kiosk for a Raspberry Pi's processor: Debian 12 and 13 for arm64 with the installation script,
# the demonstration, and the tests of rules and hardware. Elsewhere than on such a machine qemu-user
# plays the processor, about ten times slower. Needs root, a network, pip, mmdebstrap,
# systemd-container and qemu-user-static; takes an hour.
#
#   sudo tests/kiosk/arm64.sh [bookworm] [trixie]
set -eu
# shellcheck source=tests/kiosk/roots.sh
. "$(dirname "$(readlink -f "$0")")/roots.sh"
needs_programs mmdebstrap systemd-nspawn pip
arch=arm64
bin=/opt/companion/current/venv/bin
tools='pytest pytest-timeout hypothesis jsonschema mpremote'

emulated() {
    [ "$(uname -m)" != aarch64 ] || return 0
    [ -e /proc/sys/fs/binfmt_misc/status ] ||
        mount -t binfmt_misc binfmt_misc /proc/sys/fs/binfmt_misc 2>/dev/null || return 1
    [ -e /proc/sys/fs/binfmt_misc/qemu-aarch64 ]
}

# downloaded SYSTEM PYTHON: all packages, by this machine's own processor, and have pip in the system
# take them from that folder only: emulated, pip is so slow that its connections are reset.
downloaded() {
    mkdir -p "$work/$1/wheels" "$work/$1/root/.config/pip"
    printf '[global]\nno-index = true\nfind-links = /wheels\n' >"$work/$1/root/.config/pip/pip.conf"
    # What the project needs on this processor only is not found out elsewhere: lgpio is named.
    [ "$2" = 3.13 ] || set -- "$@" 'lgpio>=0.2'
    system=$1 version=$2
    shift 2
    # shellcheck disable=SC2086 # a list of names, split on purpose
    pip --quiet --disable-pip-version-check download --only-binary=:all: --python-version "$version" \
        --platform manylinux_2_17_aarch64 --platform manylinux_2_28_aarch64 \
        --platform manylinux_2_34_aarch64 --platform manylinux2014_aarch64 --dest "$work/$system/wheels" \
        "$root[phones]" hatchling $tools "$@" 2>"$work/downloaded" || { cat "$work/downloaded" >&2; return 1; }
}

installed() {
    check "it installs" inside "$1" sh /src/systemd/install.sh --no-start
    inside "$1" sh /src/systemd/install.sh --no-start 2>"$work/again" || failed=yes
    check "a second time there is nothing to do" grep -q '^Nothing to do' "$work/again"
    check "the program runs" inside "$1" "$bin/companion" --version
    inside "$1" "$bin/companion" doctor --data /tmp/none >"$work/doctor" 2>&1 || :
    say "    lgpio: $(inside "$1" "$bin/python" -c 'import lgpio; print(lgpio.__file__)' 2>&1 | tail -1)"
}

# Its pictures are drawn by the processor that is played.
demonstrated() {
    inside "$1" sh -c "SDL_VIDEODRIVER=offscreen LIBGL_ALWAYS_SOFTWARE=1 $bin/companion play --demo \
        --moves 15 --speed 100 --pictures /pictures --data /games" >"$work/demo" 2>&1 ||
        { tail -5 "$work/demo" >&2; return 1; }
    set -- "$work/$1"/pictures/*.png
    say "    $# pictures"
    [ $# -ge 15 ]
}

sound() {
    inside "$1" "$bin/companion" audit --all --data /games >"$work/audit" || return 1
    say "    $(head -1 "$work/audit")"
}

# In an environment of their own: the one of the kiosk has no pytest, and those of bin/test are for
# checks that need no other processor.
tested() {
    inside "$1" sh -c "python3 -m venv /tests && /tests/bin/pip -q install /src $tools &&
        cd /src && /tests/bin/python -m pytest -q --timeout=1800 --color=no \
        tests/hardware tests/engine/rules" >"$work/tests-$1" 2>&1 || { tail -30 "$work/tests-$1" >&2; return 1; }
    say "    $(tail -1 "$work/tests-$1")"
}

emulated || { say "Skipped: no arm64 program runs here: apt install qemu-user-static."; exit 0; }
[ $# -gt 0 ] || set -- bookworm trixie
for suite in "$@"; do
    say "$suite, $arch"
    fresh "$suite"
    case $suite in bookworm) python=3.11 ;; *) python=3.13 ;; esac
    system=$suite-$arch
    check "its packages are here" downloaded "$system" "$python"
    installed "$system"
    check "the demonstration of 15 moves" demonstrated "$system"
    check "its books are sound" sound "$system"
    check "the tests of rules and hardware" tested "$system"
done
end
