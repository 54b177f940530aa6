#!/bin/sh
# The kiosk's scripts and unit on real systems: Debian 12 and 13, each in a container of its own with
# its own systemd, and a phone with Chromium. Needs root, a network, mmdebstrap, systemd-container,
# iproute2, chromium and the environment of bin/test; takes some minutes.
#
#   sudo tests/kiosk/run.sh [bookworm] [trixie]
set -eu
# shellcheck source=tests/kiosk/roots.sh
. "$(dirname "$(readlink -f "$0")")/roots.sh"
watchdog=8 # seconds; 25 in earnest

says() { grep -q "$1" "$2" || { tail -5 "$2" >&2; false; }; }

scripts() {
    suite=$1
    say "$suite: the scripts"
    default=$(inside "$suite" systemctl get-default)
    check "a dry run changes nothing" changes_nothing "$suite" sh /src/systemd/install.sh --dry-run
    check "and says every step" says '^Would start companion.service whenever' "$work/said"
    check "it installs, for a root whose files are its own" \
        inside "$suite" sh -c 'umask 077; exec sh /src/systemd/install.sh --no-start'
    check "the program runs there, as the kiosk's user" runs "$suite"
    check "a second time nothing changes" changes_nothing "$suite" sh /src/systemd/install.sh --no-start
    check "and there is nothing to do" says '^Nothing to do' "$work/said"
    repairs "$suite"
    check "the units are understood without a word" units_are_plain "$suite"
    check "and may do little" units_are_safe "$suite"
    check "the rules are understood, too" rules_are_plain "$suite"
}

runs() { inside "$1" runuser -u companion -- /opt/companion/current/venv/bin/companion --version; }

# As an earlier installer and an upgrade of the system leave it.
repairs() {
    complete=$(echo "$work/$1"/opt/companion/versions/*/complete)
    made_for=$(cat "$complete")
    echo "Python 3.10" >"$complete"
    check "made for another Python, it is to be made again" to_be_made "$1"
    echo "$made_for" >"$complete"
    chmod 700 "$work/$1/opt/companion"
    check "closed to its user, too" to_be_made "$1"
    venv=$(echo "$work/$1"/opt/companion/versions/*/venv)
    mv "$venv"/lib/python3.* "$venv/lib/python3.10"
    check "it is made again" inside "$1" sh /src/systemd/install.sh --no-start
    check "and runs, as the kiosk's user" runs "$1"
}

to_be_made() {
    inside "$1" sh /src/systemd/install.sh --dry-run 2>"$work/said"
    says '^Would install the program in' "$work/said"
}

units_are_plain() {
    for unit in companion.service companion-phones.path companion-phones.service \
        companion-machine.path companion-machine.service companion-backup.service companion-backup.timer; do
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
	PYTHONPATH=/src/tests/kiosk/planted
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
    runs_at_start "$suite" boot.sh "WATCHDOG=$watchdog"
    inside "$suite" sh -c 'install -d -o companion -g companion -m 750 /var/lib/companion &&
        setpriv --reuid companion --regid companion --init-groups \
            /opt/companion/current/venv/bin/companion import --data /var/lib/companion /src/evening.game'
    newer_versions "$work/$suite"
    nspawn "$suite" --boot >"$work/console" 2>&1 || :
    cat "$work/$suite/results" >&2
    check "every one of them" passed_all "$work/$suite/results" 23
}

# runs_at_start SYSTEM SCRIPT VARIABLE: a script of this folder, when the container is up.
runs_at_start() {
    cat >"$work/$1/etc/systemd/system/kiosk-test.service" <<-SETTINGS
	[Service]
	Environment=$3
	PassEnvironment=PIP_CERT
	TimeoutStartSec=1800
	Type=oneshot
	FailureAction=poweroff-immediate
	ExecStart=/bin/sh /src/tests/kiosk/$2
	[Install]
	WantedBy=multi-user.target
	SETTINGS
    inside "$1" systemctl enable --quiet kiosk-test.service
    rm -f "$work/$1/results"
}

# The phones' server, off until it is switched on, in its own unit and sandbox; and a phone, which is
# on another machine: a network of two joins this one and the container.
phones() {
    suite=$1
    say "$suite: a phone"
    runs_at_start "$suite" phones-boot.sh ADDRESS=192.168.77.2
    # As hotspot.sh, a stick and a disk for the ledger have them.
    install -D -m 640 -g "$(stat -c %g "$work/$suite/var/lib/companion")" /dev/null "$work/$suite/etc/companion/wifi"
    install -D -m 644 /dev/null "$work/$suite/media/stick/table-01.key"
    install -D -m 644 /dev/null "$work/$suite/mnt/games/ledger.db"
    ip netns add "$network"
    ip link add kiosk-phone type veth peer name wlan0 netns "$network"
    ip address add 192.168.77.1/24 dev kiosk-phone
    ip link set kiosk-phone up
    ip -netns "$network" address add 192.168.77.2/24 dev wlan0
    ip -netns "$network" link set lo up
    ip -netns "$network" link set wlan0 up
    ip -netns "$network" route add default via 192.168.77.1
    nspawn "$suite" --network-namespace-path="/run/netns/$network" --boot >"$work/console" 2>&1 &
    machine=$!
    while [ ! -e "$work/$suite/link" ] && kill -0 "$machine" 2>/dev/null; do sleep 0.2; done
    [ ! -e "$work/$suite/link" ] ||
        "$root/.venv/bin/python" "$root/tests/kiosk/phone.py" "$(cat "$work/$suite/link")" Cy 'Cy collects rent' ||
        failed=yes
    touch "$work/$suite/tapped"
    wait "$machine" || :
    no_network
    rm -r "$work/$suite/media/stick" "$work/$suite/mnt/games" "$work/$suite/etc/companion/wifi"
    cat "$work/$suite/results" >&2
    check "every one of them" passed_all "$work/$suite/results" 12
}

no_network() { ip netns delete "$network" 2>/dev/null || :; }

# Checkouts to update from: one works, as does one that changes the ledger's format; one cannot do
# that; one does, and then falls over, as late as when the bank is started on it.
newer_versions() {
    for version in newer migrated stuck broken; do cp -a "$1/src" "$1/$version"; done
    printf 'Newer.\n' >>"$1/newer/README.md"
    migration "$1/migrated" of_tomorrow
    migration "$1/broken" of_tomorrow
    migration "$1/stuck" games # There is one.
    printf '# cook\n' >>"$1/broken/systemd/companion.service"
    starts_with "$1/broken" "$FALLS_OVER"
}

passed_all() { [ "$(grep -c ^passed "$1")" -eq "$2" ]; }

removal() {
    suite=$1
    rm "$work/$suite/etc/systemd/system/companion.service.d/container.conf"
    mkdir -p "$work/$suite/var/lib/companion"
    touch "$work/$suite/var/lib/companion/ledger.db"
    check "it takes itself back" inside "$suite" sh /src/systemd/uninstall.sh
    check "a second time, too" inside "$suite" sh /src/systemd/uninstall.sh
    check "the ledger stays" test -e "$work/$suite/var/lib/companion/ledger.db"
    (cd "$work/$suite" && find etc opt var/lib -path '*ompanion*' ! -path 'var/lib/companion/*' |
        sort) >"$work/left"
    printf '%s\n' etc/companion etc/companion/companion.env var/lib/companion >"$work/wanted"
    check "and nothing else but the settings" same "$work/wanted" "$work/left"
    check "nor the ledger and the users, if told so" inside "$suite" sh -c \
        '/src/systemd/uninstall.sh --data-too && [ ! -e /var/lib/companion ] && ! getent passwd | grep companion'
    check "the machine starts as it did" test "$(inside "$suite" systemctl get-default)" = "$default"
}

# The package, on a system that has nothing of what the bank needs.
package() {
    suite=$1
    say "$suite: the package"
    fresh "$suite"
    rm -rf "$work/deb"
    mkdir "$work/deb"
    check "it is made" "$root/systemd/deb.sh" "$work/deb"
    mv "$work/deb"/*.deb "$work/$suite/companion.deb"
    check "apt installs it, and what it needs" inside "$suite" sh -c \
        'apt-get -qq update && DEBIAN_FRONTEND=noninteractive apt-get -qq -y install /companion.deb >/dev/null'
    check "the program runs there, as the kiosk's user" runs "$suite"
    check "and starts with the machine" test -L \
        "$work/$suite/etc/systemd/system/multi-user.target.wants/companion.service"
    check "install.sh has nothing to add" changes_nothing "$suite" sh /src/systemd/install.sh --no-start
    mkdir -p "$work/$suite/var/lib/companion"
    touch "$work/$suite/var/lib/companion/ledger.db"
    check "apt takes it back" inside "$suite" sh -c 'apt-get -qq -y remove companion >/dev/null'
    check "with all but the ledger and the settings" test ! -e "$work/$suite/opt/companion" -a \
        ! -e "$work/$suite/etc/systemd/system/companion.service" -a \
        -e "$work/$suite/var/lib/companion/ledger.db" -a -e "$work/$suite/etc/companion/companion.env"
}

needs_programs mmdebstrap systemd-nspawn ip chromium
[ -x "$root/.venv/bin/python" ] || { say "Skipped: bin/test makes the environment that has Playwright."; exit 0; }
network=companion-kiosk
no_network
trap no_network EXIT
[ $# -gt 0 ] || set -- bookworm trixie
for suite in "$@"; do
    fresh "$suite"
    scripts "$suite"
    unit "$suite"
    phones "$suite"
    removal "$suite"
    package "$suite"
done
end
