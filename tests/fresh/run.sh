#!/bin/sh
# A new person's way through the README, on a machine with nothing but Debian 12 and git: clone, play,
# test, play an evening by touch, and add a house rule of one's own. Needs root, a network, mmdebstrap
# and systemd-container.
#
#   sudo tests/fresh/run.sh           all of it; bin/test takes the longest
#   sudo tests/fresh/run.sh --quick   of bin/test only what is said about the rules
set -eu
export KIOSK_ROOTS="${FRESH_ROOTS:-/var/tmp/companion-fresh}"
# shellcheck source-path=SCRIPTDIR source=../kiosk/roots.sh
. "$(dirname "$(readlink -f "$0")")/../kiosk/roots.sh"

suite=bookworm
tests=
[ "${1:-}" != --quick ] || tests=tests/engine

# ann COMMAND: what she types, in a shell of her own, in the folder she cloned into.
ann() { inside "$suite" su ann -c "cd && cd companion && $1"; }

her_machine() {
    say "A machine with Debian 12 and git"
    fresh "$suite"
    rm -r "$work/$suite/src"
    git -C "$root" bundle create --quiet "$work/$suite/companion.bundle" HEAD
    # shellcheck disable=SC2016 # for the shell in there
    inside "$suite" sh -c 'apt-get -qq update && apt-get -qq -y install git sudo >/dev/null &&
        echo "127.0.1.1 $(hostname)" >>/etc/hosts &&
        useradd --create-home --shell /bin/bash ann &&
        echo "ann ALL=(ALL) NOPASSWD: ALL" >/etc/sudoers.d/ann'
}

plays() { ann 'bin/play --moves 20'; }

plays_by_touch() { ann '.venv/bin/python -m tests.fresh.evening'; }

makes_a_house_rule() {
    ann 'git apply -p0 tests/fresh/house-rule.patch &&
        bin/translations &&
        .venv/bin/companion check tests/engine/rules/go/house-rule-salary-only-for-passing.game &&
        bin/test tests/engine/test_rules.py tests/ui/test_setup.py tests/ui/test_languages.py'
}

her_machine
check "she clones it" inside "$suite" su ann -c 'cd && git -c advice.detachedHead=false \
    clone --quiet /companion.bundle companion'
check "bin/play sets up what it needs, and plays where there is no screen" plays
check "bin/test $tests" ann "bin/test $tests"
check "an evening by touch, from the empty set-up screen" plays_by_touch
check "a house rule of her own" makes_a_house_rule
end
