#!/bin/sh
# Called by systemd/image.sh in the system that it makes: hands.sh ROOT. Adds the hands of the test.
set -eu
here=$(dirname "$(readlink -f "$0")")
mkdir -p "$1/src/tests/kiosk/vm"
cp -r "$here/guest" "$1/src/tests/kiosk/vm"
cp "$here/../evening.game" "$1/src"
cp "$here/guest/hands.service" "$1/etc/systemd/system"
chroot "$1" sh -c 'apt-get -qq update && DEBIAN_FRONTEND=noninteractive apt-get -qq -y \
    --no-install-recommends install python3-evdev >/dev/null && apt-get clean &&
    systemctl --quiet enable hands.service'
rm -rf "$1"/var/lib/apt/lists/*
