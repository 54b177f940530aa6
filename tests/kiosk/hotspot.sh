#!/bin/sh
# systemd/hotspot.sh with a real NetworkManager, and the switch of the phones with a real systemd, on a
# machine made of software. The kernel pretends two radios: one makes the Wi-Fi, the other is a phone.
# Needs mmdebstrap, e2fsprogs and qemu-system-x86; takes ten minutes.
#
#   sudo tests/kiosk/hotspot.sh
set -eu
# shellcheck source=tests/kiosk/roots.sh
. "$(dirname "$(readlink -f "$0")")/roots.sh"
system=$work/hotspot
needs_programs mmdebstrap mke2fs debugfs qemu-system-x86_64

[ -e "$system.base" ] || {
    mmdebstrap --quiet --variant=minbase --include=linux-image-amd64,systemd-sysv,udev,dbus,polkitd,network-manager,wpasupplicant,dnsmasq-base,nftables,iptables,iproute2,iw,iputils-ping,busybox \
        bookworm "$system.making"
    mv "$system.making" "$system.base"
}
copy hotspot.base hotspot
checkout hotspot/src
chroot "$system" groupadd --system companion
cp "$root/systemd/companion-phones.path" "$system/etc/systemd/system"
mkdir -p "$system/var/lib/companion" "$system/etc/systemd/system/multi-user.target.wants"
# In place of the server, which is not installed there.
printf '[Service]\nExecStart=/bin/sleep infinity\nRestart=on-failure\n' \
    >"$system/etc/systemd/system/companion-phones.service"
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

check 'the Wi-Fi is made, with WPA2 and CCMP alone' has 'made wpa-psk rsn ccmp'
check 'the screen may read its passphrase, others may not' has 'note root companion 640'
check 'a phone joins with the passphrase' has 'joined CCMP'
check 'a phone gets an address' has 'address 10.42.0.1'
check 'a phone reaches the bank' has 'reached'
check 'another time the passphrase is another one' has 'renewed'
check 'the old passphrase is refused' has 'refused'
check 'it is off again, and nothing is left' has 'off'
check 'without the file the server is off' has 'server inactive'
check 'with the file the server starts' has 'server active'
check 'with the file the server is started again' has 'server active again'
check 'without the file a server that ends is not started again' has 'server ended'
[ -z "$failed" ] || printf '%s\n' "$said" >&2
end
