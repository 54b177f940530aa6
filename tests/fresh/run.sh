#!/bin/sh
# A new person's way through the README, on machines with nothing but Debian and git: clone, play,
# test, play an evening by touch, and add a house rule of one's own. She is a plain user with sudo,
# and nothing is set in her shell but what a login sets. Needs root, a network, mmdebstrap and
# systemd-container.
#
#   sudo tests/fresh/run.sh            all of it on Debian 12 and 13; bin/test takes the longest
#   sudo tests/fresh/run.sh --quick    of bin/test only what is said about the rules
#   sudo tests/fresh/run.sh trixie     only on Debian 13
set -eu
export KIOSK_ROOTS="${FRESH_ROOTS:-/var/tmp/companion-fresh}"
# shellcheck source-path=SCRIPTDIR source=../kiosk/roots.sh
. "$(dirname "$(readlink -f "$0")")/../kiosk/roots.sh"

tests=
if [ "${1:-}" = --quick ]; then
    tests=tests/engine
    shift
fi
[ $# -gt 0 ] || set -- bookworm trixie

# ann COMMAND: what she types after a login, in the folder she cloned into.
ann() { inside "$suite" su --login ann -c "cd companion && $1"; }

her_machine() {
    fresh "$suite"
    rm -r "$work/$suite/src"
    git -C "$root" bundle create --quiet "$work/$suite/companion.bundle" HEAD
    # For those behind a proxy: a machine's settings are in files, not in her shell.
    [ -e /etc/pip.conf ] || printf '[global]\ncert = /etc/ssl/certs/ca-certificates.crt\n' \
        >"$work/$suite/etc/pip.conf"
    # shellcheck disable=SC2016 # for the shell in there
    inside "$suite" sh -c 'apt-get -qq update && apt-get -qq -y install git sudo >/dev/null &&
        echo "127.0.1.1 $(hostname)" >>/etc/hosts &&
        useradd --create-home --shell /bin/bash ann &&
        echo "ann ALL=(ALL) NOPASSWD: ALL" >/etc/sudoers.d/ann'
}

clones() {
    inside "$suite" su --login ann -c \
        'git -c advice.detachedHead=false clone --quiet /companion.bundle companion'
}

plays() { ann 'bin/play --moves 20'; }

apt_ran_once() { [ "$(grep -c 'Requested-By: ann' "$work/$suite/var/log/apt/history.log")" -eq 1 ]; }

plays_by_touch() { ann '.venv/bin/python -m tests.fresh.evening'; }

makes_a_house_rule() {
    ann 'git apply -p0 tests/fresh/house-rule.patch &&
        bin/translations &&
        .venv/bin/companion check tests/engine/rules/go/house-rule-salary-only-for-passing.game &&
        bin/test tests/engine/test_rules.py tests/ui/test_setup.py tests/ui/test_languages.py'
}

for suite in "$@"; do
    say "A machine with $suite and git"
    her_machine
    check "she clones it" clones
    check "bin/play sets up what it needs, and plays where there is no screen" plays
    check "apt ran once" apt_ran_once
    check "bin/test $tests" ann "bin/test $tests"
    check "an evening by touch, from the empty set-up screen" plays_by_touch
    check "a house rule of her own" makes_a_house_rule
done
end
