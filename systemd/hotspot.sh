#!/bin/sh
# Makes a Wi-Fi of the kiosk's own, for phones where there is none: WPA2, with a random passphrase
# that the screen Phones shows as a code. Needs NetworkManager.
#
#   sudo systemd/hotspot.sh [on|off]
set -eu
here=$(dirname "$(readlink -f "$0")")
root=$(dirname "$here")
. "$root/bin/setup.sh"

name=Companion
shown=/etc/companion/wifi

case ${1:-on} in on | off) ;; *) die "'$1' is neither on nor off: say one of them." ;; esac
[ "$(id -u)" -eq 0 ] || die "This needs root: sudo $0"
has_command nmcli || die "This needs NetworkManager; here is no nmcli."

if [ "${1:-on}" = off ]; then
    nmcli --terse connection delete "$name" >/dev/null 2>&1 || :
    rm -f "$shown"
    say "The Wi-Fi '$name' is off."
    exit 0
fi

device=$(nmcli --terse --fields DEVICE,TYPE device | sed -n 's/:wifi$//p' | head -n 1)
[ -n "$device" ] || die "There is no Wi-Fi adapter."

# 80 random bits, without letters that are read for others.
passphrase=$(LC_ALL=C tr -dc 'abcdefghjkmnpqrstuvwxyz23456789' </dev/urandom 2>/dev/null |
    head -c 16 || :)
[ ${#passphrase} -eq 16 ] || die "There is no randomness for a passphrase."

nmcli --terse connection delete "$name" >/dev/null 2>&1 || :
nmcli --terse connection add type wifi ifname "$device" con-name "$name" ssid "$name" \
    autoconnect yes 802-11-wireless.mode ap 802-11-wireless.band bg ipv4.method shared \
    ipv6.method disabled wifi-sec.key-mgmt wpa-psk wifi-sec.proto rsn wifi-sec.pairwise ccmp \
    wifi-sec.psk "$passphrase" >/dev/null
nmcli --terse connection up "$name" >/dev/null

# For the screen, and for nobody else on the machine.
mkdir -p "$(dirname "$shown")"
(umask 077 && printf '%s\n%s\n' "$name" "$passphrase" >"$shown")
if getent group companion >/dev/null; then chgrp companion "$shown" && chmod 640 "$shown"; fi
say "The Wi-Fi '$name' is on. Its passphrase: $passphrase"
