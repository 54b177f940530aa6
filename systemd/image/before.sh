#!/bin/sh
# Called by image.sh before the kernel is installed: image/before.sh ROOT
set -eu
mkdir -p "$1/boot/firmware" "$1/etc/default"
# raspi-firmware writes cmdline.txt and config.txt from these.
printf 'ROOTPART=LABEL=companion-root\nCONSOLES=auto\n' >"$1/etc/default/raspi-firmware"
sed 's/^root=[^ ]* //' "$(dirname "$0")/cmdline" >"$1/etc/default/raspi-extra-cmdline"
