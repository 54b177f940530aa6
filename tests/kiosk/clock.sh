#!/bin/sh
# The clock as the bank sets it, with the real timedated, polkit and timesyncd: Debian 13 in a container
# with its own systemd, without a network. A container may not set the clock, which is that of this
# machine: it is set but for the kernel's last word. Needs root, a network for apt, mmdebstrap and
# systemd-container; takes a minute.
#
#   sudo tests/kiosk/clock.sh
set -eu
# shellcheck source=tests/kiosk/roots.sh
. "$(dirname "$(readlink -f "$0")")/roots.sh"
needs_programs mmdebstrap systemd-nspawn
suite=trixie

fresh "$suite"
packages "$suite" systemd-timesyncd polkitd python3
inside "$suite" sh -c 'useradd --system companion && mkdir -p /etc/polkit-1/rules.d &&
    cp /src/systemd/50-companion.rules /etc/polkit-1/rules.d'
# It would refuse to run where it may not set the clock; timedated looks at the unit only.
mkdir -p "$work/$suite/etc/systemd/system/systemd-timesyncd.service.d"
cat >"$work/$suite/etc/systemd/system/systemd-timesyncd.service.d/container.conf" <<'SETTINGS'
[Unit]
ConditionVirtualization=
ConditionCapability=
[Service]
AmbientCapabilities=
CapabilityBoundingSet=
ExecStart=
ExecStart=/bin/sleep infinity
Type=simple
User=root
WatchdogSec=0
SETTINGS
cat >"$work/$suite/etc/systemd/system/clock-test.service" <<'SETTINGS'
[Service]
Environment=PYTHONPATH=/src
Type=oneshot
FailureAction=poweroff-immediate
ExecStart=/bin/sh /src/tests/kiosk/clock-boot.sh
ExecStopPost=/bin/systemctl poweroff --no-block
[Install]
WantedBy=multi-user.target
SETTINGS
inside "$suite" systemctl enable --quiet clock-test.service
nspawn "$suite" --private-network --boot >"$work/console" 2>&1 || :
cat "$work/$suite/results" >&2
check "every one of them" test "$(grep -c ^passed "$work/$suite/results")" -eq 6
end
