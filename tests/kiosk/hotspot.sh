#!/bin/sh
# The kiosk's own Wi-Fi, as the screen switches it, with a real NetworkManager, on a machine made of
# software that has the packages of the image and no others. The kernel pretends two radios: one makes the Wi-Fi, the other is a phone.
# Needs mmdebstrap, e2fsprogs and qemu-system-x86; takes ten minutes.
#
#   sudo tests/kiosk/hotspot.sh
set -eu
# shellcheck source=tests/kiosk/roots.sh
. "$(dirname "$(readlink -f "$0")")/roots.sh"
system=$work/hotspot
needs_programs mmdebstrap mke2fs debugfs systemd-sysusers qemu-system-x86_64

packages=$(grep -v '^#' "$root/systemd/image/packages" | tr ' \n' ,)linux-image-amd64
suite=$(sed -n 's/^suite=//p' "$root/systemd/image.sh")
[ "$(cat "$system.base/packages" 2>/dev/null)" = "$packages" ] || {
    rm -rf "$system.base" "$system.making"
    mmdebstrap --quiet --variant=minbase --include="$packages" "$suite" "$system.making"
    echo "$packages" >"$system.making/packages"
    mv "$system.making" "$system.base"
}
copy hotspot.base hotspot
checkout hotspot/src
systemd-sysusers --root="$system" "$root/systemd/companion.sysusers"
mkdir -p "$system/etc/systemd/system/multi-user.target.wants"
printf '%s\n' '[Unit]' 'Wants=NetworkManager.service' 'After=NetworkManager.service' '[Service]' \
    'Type=oneshot' 'ExecStart=/bin/sh /src/tests/kiosk/vm/guest/hotspot.sh' \
    'StandardOutput=file:/said' 'StandardError=file:/said' >"$system/etc/systemd/system/tried.service"
ln -s ../tried.service "$system/etc/systemd/system/multi-user.target.wants/tried.service"
rm -f "$work/hotspot.img"
mke2fs -q -t ext4 -d "$system" "$work/hotspot.img" 2500M

timeout 900 qemu-system-x86_64 -cpu max -m 768 -display none -no-reboot -net none \
    -kernel "$system"/boot/vmlinuz-* -initrd "$system"/boot/initrd.img-* \
    -append 'root=/dev/vda rw quiet' \
    -drive "file=$work/hotspot.img,if=virtio,format=raw" || :
said=$(debugfs -R 'cat /said' "$work/hotspot.img" 2>/dev/null)
has() { printf '%s\n' "$said" | grep -q "^RESULT $1$"; }

check 'the time can come from the network' has 'time yes'
check 'a blocked Wi-Fi is one sentence, and nothing is left' has 'blocked 1'
check 'of one that cannot be switched on, too, nothing is left' has 'failed'
check 'the screen is told that it is on' has 'reported'
check 'the Wi-Fi is made, with WPA2 and CCMP alone' has 'made wpa-psk rsn ccmp'
check 'the screen may read its passphrase, others may not' has 'note root companion 640'
check 'the connection is for root alone' has 'connection root root 600'
check 'a phone joins with the passphrase' has 'joined CCMP'
check 'a phone gets an address' has 'address 10.42.0.1'
check 'a phone reaches the bank' has 'reached'
check 'another time the passphrase is another one' has 'renewed'
check 'the old passphrase is refused' has 'refused'
check 'it is off again, and nothing is left' has 'off'
[ -z "$failed" ] || printf '%s\n' "$said" >&2
end
