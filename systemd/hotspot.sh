#!/bin/sh
# Makes a Wi-Fi of the kiosk's own, for phones where there is none: WPA2, with a random passphrase, or a
# given one, which the screen Phones shows as a code. Needs NetworkManager. Leaves nothing behind if it
# fails. The table's screen switches it by way of settings.py.
#
#   sudo [PASSPHRASE=...] systemd/hotspot.sh [on|off]
set -eu
here=$(dirname "$(readlink -f "$0")")
root=$(dirname "$here")
. "$root/bin/setup.sh"
umask 077
PATH=$PATH:/usr/sbin

name=Companion
shown=/etc/companion/wifi
connection=/etc/NetworkManager/system-connections/$name.nmconnection

forget() {
    nmcli --terse connection delete "$name" >/dev/null 2>&1 || :
    rm -f "$connection" "$shown"
}

case ${1:-on} in on | off) ;; *) die "'$1' is neither on nor off: say one of them." ;; esac
[ "$(id -u)" -eq 0 ] || die "This needs root: sudo $0"
has_command nmcli || die "This needs NetworkManager; here is no nmcli."

if [ "${1:-on}" = off ]; then
    forget
    say "The Wi-Fi '$name' is off."
    exit 0
fi

# NetworkManager calls them, and its package only recommends theirs.
has_command dnsmasq || die "There is no dnsmasq, which gives phones an address: apt install dnsmasq-base."
has_command nft || has_command iptables || die "There is no nft, which opens the way: apt install nftables."

device=$(nmcli --terse --fields DEVICE,TYPE device | sed -n 's/:wifi$//p' | head -n 1)
[ -n "$device" ] || die "There is no Wi-Fi adapter."
if cat "/sys/class/net/$device/phy80211/"rfkill*/soft 2>/dev/null | grep -qx 1; then
    die "The Wi-Fi is blocked until its country is set: 'sudo raspi-config nonint do_wifi_country DE'" \
        "with your country, or, where there is no raspi-config, 'sudo rfkill unblock wifi'."
fi

# 80 random bits, without letters that are read for others.
random_passphrase() {
    LC_ALL=C tr -dc 'abcdefghjkmnpqrstuvwxyz23456789' </dev/urandom 2>/dev/null | head -c 16 || :
}

passphrase=${PASSPHRASE:-$(random_passphrase)}
[ ${#passphrase} -ge 8 ] || die "There is no randomness for a passphrase."

trap forget EXIT
trap 'exit 1' HUP INT TERM
forget
# An adapter that saves power (powersave other than 2) answers phones after seconds.
# A file, because everybody on the machine can read the arguments of nmcli.
cat >"$connection" <<CONNECTION
[connection]
id=$name
type=wifi
interface-name=$device
autoconnect-priority=2

[wifi]
mode=ap
ssid=$name
band=bg
powersave=2

[wifi-security]
key-mgmt=wpa-psk
proto=rsn
pairwise=ccmp
psk=$passphrase

[ipv4]
method=shared

[ipv6]
method=disabled
CONNECTION
# For the screen, and for nobody else on the machine. Noted first: whatever starts that Wi-Fi later,
# the screen shows how to join it.
install -d -m 755 "${shown%/*}"
printf '%s\n%s\n' "$name" "$passphrase" >"$shown"
if getent group companion >/dev/null; then chgrp companion "$shown" && chmod 640 "$shown"; fi
nmcli --terse connection load "$connection"
nmcli --terse connection up "$name" >/dev/null ||
    die "The Wi-Fi could not be switched on; what NetworkManager said is above."
trap - EXIT
say "The Wi-Fi '$name' is on. Its passphrase: $passphrase"
