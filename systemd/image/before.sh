#!/bin/sh
# Called by image.sh before the kernel is installed: image/before.sh ROOT
set -eu
image=$(dirname "$(readlink -f "$0")")
mkdir -p "$1/boot/firmware" "$1/etc/default"
# raspi-firmware writes cmdline.txt and config.txt from these.
printf 'ROOTPART=LABEL=companion-root\nCONSOLES=auto\n' >"$1/etc/default/raspi-firmware"
sed 's/^root=[^ ]* //' "$image/cmdline" >"$1/etc/default/raspi-extra-cmdline"

# The splash is in the initramfs, which is made with the kernel.
theme=$1/usr/share/plymouth/themes/companion
mkdir -p "$theme" "$1/etc/plymouth"
cp "$image"/splash/* "$theme"
# A PC has the framebuffer of UEFI at once. A Raspberry Pi has none until its driver is there, and
# plymouth would show no picture any more. It does not take 0.
wait=8 # seconds
[ "$(chroot "$1" dpkg --print-architecture)" != amd64 ] || wait=0.1
printf '[Daemon]\nTheme=companion\nShowDelay=0\nDeviceTimeout=%s\n' "$wait" \
    >"$1/etc/plymouth/plymouthd.conf"
install -D "$image/initramfs-hook" "$1/etc/initramfs-tools/hooks/companion"
