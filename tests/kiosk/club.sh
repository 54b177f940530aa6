#!/bin/sh
# A club's server and the publisher of a table on a real system: Debian 12 in a container with its own
# systemd. Needs root, a network, mmdebstrap and systemd-container; takes some minutes.
#
#   sudo tests/kiosk/club.sh
set -eu
# shellcheck source=tests/kiosk/roots.sh
. "$(dirname "$(readlink -f "$0")")/roots.sh"
needs_programs mmdebstrap systemd-nspawn
suite=bookworm
companion=/opt/companion/current/venv/bin/companion

says() { grep -q "$1" "$2" || { tail -5 "$2" >&2; false; }; }
has() { [ "$(inside "$suite" stat -c "$2" "$1")" = "$3" ]; }

fresh "$suite"
say "$suite: the scripts"
check "the kiosk installs with the club's extra" inside "$suite" sh /src/systemd/install.sh --club --no-start
check "keys are made" inside "$suite" "$companion" club keys cup --tables 2 --address 127.0.0.1 --folder /root/cup
check "a dry run changes nothing" changes_nothing "$suite" sh /src/systemd/club.sh --dry-run /root/cup
check "and says every step" says '^Would install the keys' "$work/said"
check "without keys it says so" sh -c "! '$root/systemd/club.sh' --dry-run / 2>'$work/none' && grep -q 'is not there' '$work/none'"
check "the server is set up" inside "$suite" sh /src/systemd/club.sh /root/cup
check "a second time, too" inside "$suite" sh /src/systemd/club.sh /root/cup
check "its configuration is for the server only" has /etc/nats-server.conf '%a %U %G' '640 root nats'
check "its key, too" has /etc/companion-club/server-key.pem '%a %U %G' '640 root nats'
check "what was there before is kept" test -s "$work/$suite/etc/nats-server.conf.before-companion"
check "it names no file of root" sh -c "! grep -q /root '$work/$suite/etc/nats-server.conf'"
check "the publisher's unit is understood without a word" inside "$suite" sh -c \
    '! systemd-analyze verify --man=no companion-publish.service 2>&1 | grep .'
# From 0, safe, to 10; systemd's own words for 1.5 are "OK".
inside "$suite" systemd-analyze security --offline=yes --threshold=15 companion-publish.service >"$work/security" || failed=yes
check "and may do little" says 'exposure level' "$work/security"
tail -1 "$work/security" >&2

say "$suite: an evening, under its own systemd"
cp "$root/tests/kiosk/evening.game" "$work/$suite/src/evening.game"
cat >>"$work/$suite/etc/companion/companion.env" <<'SETTINGS'
SDL_VIDEODRIVER=offscreen
COMPANION_TRAY=/dev/no-tray
COMPANION_CLUB_KEY=/media/stick
SETTINGS
mkdir -p "$work/$suite/etc/systemd/system/companion.service.d" "$work/$suite/media/stick"
cat >"$work/$suite/etc/systemd/system/companion.service.d/container.conf" <<'SETTINGS'
[Service]
StandardInput=null
TTYPath=
TTYReset=no
TTYVHangup=no
TTYVTDisallocate=no
SETTINGS
cat >"$work/$suite/etc/systemd/system/club-test.service" <<'SETTINGS'
[Service]
TimeoutStartSec=900
Type=oneshot
FailureAction=poweroff-immediate
ExecStart=/bin/sh /src/tests/kiosk/club-boot.sh
[Install]
WantedBy=multi-user.target
SETTINGS
# As a stick with FAT is mounted: everybody may read it.
install -m 644 "$work/$suite/root/cup/table-01.key" "$work/$suite/media/stick/table-01.key"
inside "$suite" sh -c "systemctl enable --quiet club-test.service &&
    install -d -o companion -g companion -m 750 /var/lib/companion &&
    setpriv --reuid companion --regid companion --init-groups \
        $companion import --data /var/lib/companion /src/evening.game"
nspawn "$suite" --private-network --boot >"$work/console" 2>&1 || :
cat "$work/$suite/results" >&2
check "every one of them" test "$(grep -c ^passed "$work/$suite/results")" -eq 10
end
