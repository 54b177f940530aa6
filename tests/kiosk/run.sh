#!/bin/sh
# The kiosk's scripts and unit on real systems: Debian 12 and 13, each in a container of its own with
# its own systemd. Needs root, a network, mmdebstrap and systemd-container; takes some minutes.
#
#   sudo tests/kiosk/run.sh [bookworm] [trixie]
set -eu
# shellcheck source=tests/kiosk/roots.sh
. "$(dirname "$(readlink -f "$0")")/roots.sh"
watchdog=8 # seconds; 25 in earnest

# Every file outside of caches and logs, with its content.
listing() {
    (cd "$work/$1" && find etc opt usr/lib/systemd var/lib/companion ! -path '*/__pycache__*' \
        ! -path 'etc/ld.so.cache' ! -path 'etc/*-' -type f -exec sha256sum {} + 2>/dev/null | sort -k 2)
}

same() { cmp -s "$1" "$2" || { diff "$1" "$2" | head -20 >&2; false; }; }

says() { grep -q "$1" "$2" || { tail -5 "$2" >&2; false; }; }

scripts() {
    suite=$1
    say "$suite: the scripts"
    default=$(inside "$suite" systemctl get-default)
    inside "$suite" sh /src/systemd/install.sh --dry-run 2>"$work/dry" || failed=yes
    check "a dry run says every step" says '^Would start companion.service whenever' "$work/dry"
    check "and does none" test ! -e "$work/$suite/opt/companion"
    check "it installs" inside "$suite" sh /src/systemd/install.sh --no-start
    listing "$suite" >"$work/first"
    inside "$suite" sh /src/systemd/install.sh --no-start 2>"$work/again" || failed=yes
    check "a second time there is nothing to do" says '^Nothing to do' "$work/again"
    listing "$suite" >"$work/second"
    check "and nothing has changed" same "$work/first" "$work/second"
    check "the units are understood without a word" units_are_plain "$suite"
    check "and may do little" units_are_safe "$suite"
    check "the rules are understood, too" rules_are_plain "$suite"
    check "the program runs there" inside "$suite" /opt/companion/current/venv/bin/companion --version
}

units_are_plain() {
    for unit in companion.service companion-phones.path companion-phones.service \
        companion-backup.service companion-backup.timer; do
        inside "$1" systemd-analyze verify --man=no "$unit" 2>"$work/verify" || return 1
        test ! -s "$work/verify" || { cat "$work/verify" >&2; return 1; }
    done
}

# Debian 12 cannot look through them.
rules_are_plain() {
    [ "$1" = bookworm ] || inside "$1" sh -c 'udevadm verify /etc/udev/rules.d/*companion*' >/dev/null
}

# In tenths, from 0, safe, to 100. The server for phones is open to networks, for which there are more.
units_are_safe() {
    for unit in companion:10 companion-phones:12 companion-backup:10; do
        inside "$1" systemd-analyze security --offline=yes --threshold="${unit#*:}" \
            "${unit%:*}.service" >"$work/security" ||
            { tail -1 "$work/security" >&2; return 1; }
        tail -1 "$work/security" >&2
    done
}

# The container has no panel and no console of its own: it draws into memory. Everything else of the
# unit is as it is.
unit() {
    suite=$1
    say "$suite: the unit, under its own systemd"
    cp "$root/tests/kiosk/evening.game" "$work/$suite/src/evening.game"
    cat >>"$work/$suite/etc/companion/companion.env" <<-'SETTINGS'
	SDL_VIDEODRIVER=offscreen
	COMPANION_TRAY=/dev/no-tray
	PYTHONPATH=/src/tests/kiosk/hang
	SETTINGS
    mkdir -p "$work/$suite/etc/systemd/system/companion.service.d"
    cat >"$work/$suite/etc/systemd/system/companion.service.d/container.conf" <<-SETTINGS
	[Service]
	StandardInput=null
	TTYPath=
	TTYReset=no
	TTYVHangup=no
	TTYVTDisallocate=no
	WatchdogSec=$watchdog
	SETTINGS
    cat >"$work/$suite/etc/systemd/system/kiosk-test.service" <<-SETTINGS
	[Service]
	Environment=WATCHDOG=$watchdog
	PassEnvironment=PIP_CERT
	TimeoutStartSec=900
	Type=oneshot
	FailureAction=poweroff-immediate
	ExecStart=/bin/sh /src/tests/kiosk/boot.sh
	[Install]
	WantedBy=multi-user.target
	SETTINGS
    inside "$suite" sh -c 'systemctl enable --quiet kiosk-test.service &&
        install -d -o companion -g companion -m 750 /var/lib/companion &&
        setpriv --reuid companion --regid companion --init-groups \
            /opt/companion/current/venv/bin/companion import --data /var/lib/companion /src/evening.game'
    newer_versions "$work/$suite"
    nspawn "$suite" --boot >"$work/console" 2>&1 || :
    cat "$work/$suite/results" >&2
    check "every one of them" passed_all "$work/$suite/results" 16
    rm "$work/$suite/etc/systemd/system/companion.service.d/container.conf"
}

# Two checkouts to update from: one works, the other one brings the ledger up and then falls over, as
# late as when the bank is started on it.
newer_versions() {
    cp -a "$1/src" "$1/newer"
    printf 'Newer.\n' >>"$1/newer/README.md"
    cp -a "$1/src" "$1/broken"
    printf '# cook\n' >>"$1/broken/systemd/companion.service"
    cat >>"$1/broken/companion/runtime/bank.py" <<-'PYTHON'

	def falls_over(*_: object) -> None:
	    raise SystemExit("It falls over.")

	Bank.start = falls_over
	PYTHON
    cat >>"$1/broken/companion/ledger/schema.py" <<-'PYTHON'
	VERSION += 1

	@migrations()
	def v_of_tomorrow(db):
	    db.execute("CREATE TABLE of_tomorrow (number INTEGER) STRICT")
	PYTHON
}

passed_all() { [ "$(grep -c ^passed "$1")" -eq "$2" ]; }

removal() {
    suite=$1
    mkdir -p "$work/$suite/var/lib/companion"
    touch "$work/$suite/var/lib/companion/ledger.db"
    check "it takes itself back" inside "$suite" sh /src/systemd/uninstall.sh
    check "a second time, too" inside "$suite" sh /src/systemd/uninstall.sh
    check "the ledger stays" test -e "$work/$suite/var/lib/companion/ledger.db"
    (cd "$work/$suite" && find etc opt var/lib -path '*ompanion*' ! -path 'var/lib/companion/*' |
        sort) >"$work/left"
    printf '%s\n' etc/companion etc/companion/companion.env var/lib/companion >"$work/wanted"
    check "and nothing else but the settings" same "$work/wanted" "$work/left"
    check "the machine starts as it did" test "$(inside "$suite" systemctl get-default)" = "$default"
}

[ $# -gt 0 ] || set -- bookworm trixie
for suite in "$@"; do
    fresh "$suite"
    scripts "$suite"
    unit "$suite"
    removal "$suite"
done
end
