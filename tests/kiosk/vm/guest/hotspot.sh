#!/bin/sh
# Runs in the machine of tests/kiosk/hotspot.sh, and says what it found in lines with RESULT.
# The other radio is the phone's, in a network of its own, with what the image has: busybox.
note=/etc/companion/wifi
connection=/etc/NetworkManager/system-connections/Companion.nmconnection
report=/run/companion-machine/report.json
hotspot() { sh /src/systemd/hotspot.sh "$1"; }
# screen SECTION: as the bank writes it, and what root reports.
screen() {
    rm -f "$report"
    printf '%s\n' "$1" >/tmp/machine.toml
    install -o companion -g companion -m 600 /tmp/machine.toml /var/lib/companion/machine.toml
    setpriv --reuid companion --regid companion --init-groups touch /var/lib/companion/machine-changed
    until_true test -e "$report"
}
phone() { nsenter --net=/run/netns/phone "$@"; }

# until_true COMMAND...: half a minute at most.
until_true() {
    for _ in $(seq 60); do
        if "$@"; then return 0; fi
        sleep 0.5
    done
    return 1
}

is_free() { nmcli --terse --fields DEVICE,STATE device | grep -q '^wlan0:disconnected$'; }
has_wifi() { nmcli --terse --fields TYPE device | grep -q '^wifi$'; }
linked() { phone iw dev wlan1 link | grep -q Connected; }
field() { nmcli --terse --get-values "802-11-wireless-security.$1" connection show Companion; }
nothing_is_left() { ! [ -e "$note" ] && ! [ -e "$connection" ] && ! nmcli connection show Companion; }

echo "RESULT time $(timedatectl show -P CanNTP)"
modprobe mac80211_hwsim radios=2
until_true has_wifi
nmcli device set wlan1 managed no
mkdir -p /run/netns
touch /run/netns/phone
unshare --net=/run/netns/phone true
iw phy "$(cat /sys/class/net/wlan1/phy80211/name)" set netns name phone
phone busybox ip link set lo up
phone busybox ip link set wlan1 up

rfkill block wifi
if ! hotspot on 2>/tmp/blocked && grep do_wifi_country /tmp/blocked && nothing_is_left; then
    echo "RESULT blocked $(wc -l </tmp/blocked)"
fi
rfkill unblock wifi
nmcli device set wlan0 managed no
if ! hotspot on && nothing_is_left; then echo "RESULT failed"; fi
nmcli device set wlan0 managed yes
until_true is_free
# The rest is as the screen does it: the bank's file, the unit that watches it, the service.
mkdir -p /opt/companion
ln -s /src /opt/companion/current
install -d -o companion -g companion -m 750 /var/lib/companion
cp /src/systemd/companion-machine.path /src/systemd/companion-machine.service /etc/systemd/system
systemctl daemon-reload
systemctl start companion-machine.path
screen "$(printf '[hotspot]\nenabled = true\npassword = "abcdefgh23456789"\n')"
if grep -q '"own on"' "$report"; then echo "RESULT reported"; fi
echo "RESULT made $(field key-mgmt) $(field proto) $(field pairwise)"
echo "RESULT note $(stat -c '%U %G %a' "$note")"
echo "RESULT connection $(stat -c '%U %G %a' "$connection")"
passphrase=$(sed -n 2p "$note")
printf 'network={\n ssid="%s"\n psk="%s"\n}\n' "$(sed -n 1p "$note")" "$passphrase" >/tmp/wpa.conf
phone wpa_supplicant -B -i wlan1 -c /tmp/wpa.conf -f /tmp/wpa.log
until_true linked
echo "RESULT joined $(sed -n 's/.*PTK=\([A-Z]*\) .*/\1/p' /tmp/wpa.log | head -n 1)"
# shellcheck disable=SC2016 # they are the script's
printf '#!/bin/sh\n[ "$1" != bound ] || { busybox ip addr add "$ip/24" dev "$interface"; echo "RESULT address $router"; }\n' \
    >/tmp/lease
chmod +x /tmp/lease
phone busybox udhcpc -i wlan1 -n -q -t 20 -s /tmp/lease
if phone busybox ping -c 1 -W 5 10.42.0.1; then echo "RESULT reached"; fi
screen "$(printf '[hotspot]\nenabled = true\npassword = "jkmnpqrs23456789"\n')"
[ "$passphrase" = "$(sed -n 2p "$note")" ] || echo "RESULT renewed"
if until_true grep -q WRONG_KEY /tmp/wpa.log && ! linked; then echo "RESULT refused"; fi
screen "$(printf '[hotspot]\nenabled = false\n')"
if nothing_is_left; then echo "RESULT off"; fi
sync
poweroff -f
