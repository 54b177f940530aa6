#!/bin/sh
# The image to flash, on a machine made of software: built, put on a larger card, started, played,
# cut off ten times. The image is as anywhere; only the hands of the test are added. Needs root, a
# network, mmdebstrap, mtools, dosfstools, fdisk, qemu-system-x86 and ovmf; takes an hour where the
# processor has to be emulated.
#
#   sudo tests/kiosk/image.sh [PICTURES]      # a folder for pictures of the screen
set -eu
# shellcheck source=tests/kiosk/roots.sh
. "$(dirname "$(readlink -f "$0")")/roots.sh"
needs_programs mmdebstrap mcopy mkfs.vfat sfdisk xz qemu-system-x86_64
[ -e /usr/share/ovmf/OVMF.fd ] || { say "Skipped: there is no UEFI: apt install ovmf."; exit 0; }
here=$root/tests/kiosk/vm
pictures=${1:-$work/pictures}
disks=$work/card
image=$disks/companion.img.xz

if [ -z "${KEEP_IMAGE:-}" ] || [ ! -e "$image" ]; then
    rm -rf "$disks"
    mkdir -p "$disks"
    COMPANION_IMAGE_LEVEL=-1 "$root/systemd/image.sh" --arch amd64 --hook "$here/hands.sh \"\$1\"" "$disks"
    mv "$disks"/companion-*-amd64.img.xz "$image"
fi
xz -dkfc "$image" >"$disks/card.img"
truncate -s 4G "$disks/card.img" # a card is larger than the image
say "It is being switched on."
python3 "$here/flashed.py" "$disks" "$pictures" || failed=yes
end
