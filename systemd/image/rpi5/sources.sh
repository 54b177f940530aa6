#!/bin/sh
# Called by image.sh for a Raspberry Pi 5, before packages are looked for: image/rpi5/sources.sh ROOT,
# with the archive's KEY in the environment. Its archive is used next to Debian's.
set -eu
here=$(dirname "$(readlink -f "$0")")
cp "$here/raspberrypi.sources" "$1/etc/apt/sources.list.d"
printf 'Signed-By: %s\n' "$KEY" >>"$1/etc/apt/sources.list.d/raspberrypi.sources"
cp "$here/raspberrypi.pref" "$1/etc/apt/preferences.d"
