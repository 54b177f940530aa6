#!/bin/sh
# Takes back what install.sh did. The ledger and the settings stay, unless told otherwise.
#
#   sudo systemd/uninstall.sh [--dry-run] [--data-too]
set -eu
here=$(dirname "$(readlink -f "$0")")
root=$(dirname "$here")
. "$root/bin/setup.sh"
# shellcheck source=systemd/common.sh
. "$here/common.sh"

data=
for option in "$@"; do
    case $option in
        --dry-run) dry=yes ;;
        --data-too) data=yes ;;
        *) die "'$option' is no option: [--dry-run] [--data-too]" ;;
    esac
done
[ -n "$dry" ] || [ "$(id -u)" -eq 0 ] || die "This needs root: sudo $0"

# gone PATH...: removes each path that exists.
gone() {
    for path in "$@"; do
        if [ -e "$path" ] || [ -L "$path" ]; then step "remove $path" rm -r "$path"; fi
    done
}

programs='companion-backup.timer companion-phones.path companion-phones.service companion-machine.path
companion-machine.service companion-publish.service companion.service'

# shellcheck disable=SC2086 # a list of names, split on purpose
stop() {
    if running_systemd; then systemctl stop $programs; fi
    systemctl disable --quiet $programs
}

[ ! -e /etc/companion/wifi ] || step "switch its own Wi-Fi off" "$here/hotspot.sh" off
[ ! -e "$units/companion.service" ] || step "stop it, now and for ever" stop
if [ -s "$target_before" ]; then
    step "start $(cat "$target_before") again" systemctl --quiet set-default "$(cat "$target_before")"
fi
for unit in companion.service companion-phones.path companion-phones.service \
    companion-machine.path companion-machine.service companion-publish.service \
    companion-backup.service companion-backup.timer; do
    gone "$units/$unit" "$units/$unit.d"
done
gone /etc/udev/rules.d/70-companion-tray.rules /etc/udev/rules.d/71-companion-backlight.rules \
    /etc/udev/rules.d/72-companion-stick.rules /etc/udev/rules.d/73-companion-pins.rules \
    /etc/systemd/system.conf.d/companion.conf \
    /etc/polkit-1/rules.d/50-companion.rules /etc/sysusers.d/companion.conf \
    /opt/companion /var/cache/companion
if [ -n "$data" ]; then
    gone /var/lib/companion /etc/companion
    # The groups of devices stay: others may be in them by now.
    for user in companion-publish companion-phones companion; do
        if getent passwd "$user" >/dev/null; then step "remove the user '$user'" userdel "$user"; fi
    done
fi
if running_systemd; then step "have systemd read what is left" systemctl daemon-reload; fi
[ -n "$data" ] || say "The ledger stays in $ledgers, the settings in /etc/companion."
