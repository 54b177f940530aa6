#!/bin/sh
# Runs in the machine of tests/kiosk/hotspot.sh, and says what it found in lines with RESULT.
note=/etc/companion/wifi
hotspot() { sh /src/systemd/hotspot.sh "$1"; }
phone() { ip netns exec phone "$@"; }

# until_true COMMAND...: half a minute at most.
until_true() {
    for _ in $(seq 60); do
        if "$@"; then return 0; fi
        sleep 0.5
    done
    return 1
}

has_wifi() { nmcli --terse --fields TYPE device | grep -q '^wifi$'; }
linked() { phone iw dev wlan1 link | grep -q Connected; }
field() { nmcli --terse --get-values "802-11-wireless-security.$1" connection show Companion; }
state() { systemctl is-active companion-phones.service; }
runs() { [ "$(state)" = active ]; }
runs_not() { [ "$(state)" = inactive ]; }
another() { runs && [ "$(systemctl show -P MainPID companion-phones.service)" != "$1" ]; }

modprobe mac80211_hwsim radios=2
until_true has_wifi
nmcli device set wlan1 managed no
ip netns add phone
iw phy "$(cat /sys/class/net/wlan1/phy80211/name)" set netns name phone
phone ip link set lo up
phone ip link set wlan1 up

hotspot on
echo "RESULT made $(field key-mgmt) $(field proto) $(field pairwise)"
echo "RESULT note $(stat -c '%U %G %a' "$note")"
passphrase=$(sed -n 2p "$note")
printf 'network={\n ssid="%s"\n psk="%s"\n}\n' "$(sed -n 1p "$note")" "$passphrase" >/tmp/wpa.conf
phone wpa_supplicant -B -i wlan1 -c /tmp/wpa.conf -f /tmp/wpa.log
until_true linked
echo "RESULT joined $(sed -n 's/.*PTK=\([A-Z]*\) .*/\1/p' /tmp/wpa.log | head -n 1)"
# shellcheck disable=SC2016 # they are the script's
printf '#!/bin/sh\n[ "$1" != bound ] || { ip addr add "$ip/24" dev "$interface"; echo "RESULT address $router"; }\n' \
    >/tmp/lease
chmod +x /tmp/lease
phone busybox udhcpc -i wlan1 -n -q -t 20 -s /tmp/lease
if phone ping -c 1 -W 5 10.42.0.1; then echo "RESULT reached"; fi
hotspot on
[ "$passphrase" = "$(sed -n 2p "$note")" ] || echo "RESULT renewed"
if until_true grep -q WRONG_KEY /tmp/wpa.log && ! linked; then echo "RESULT refused"; fi
hotspot off
if [ ! -e "$note" ] && ! nmcli connection show Companion; then echo "RESULT off"; fi

flag=/var/lib/companion/phones-on
systemctl start companion-phones.path
echo "RESULT server $(state)"
touch "$flag"
if until_true runs; then echo "RESULT server active"; fi
first=$(systemctl show -P MainPID companion-phones.service)
kill "$first"
if until_true another "$first"; then echo "RESULT server active again"; fi
rm "$flag"
kill "$(systemctl show -P MainPID companion-phones.service)"
if until_true runs_not && sleep 3 && runs_not; then echo "RESULT server ended"; fi
sync
poweroff -f
