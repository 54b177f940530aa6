#!/bin/sh
# The image to flash, on a machine made of software: built, put on a larger card, started, played,
# cut off ten times. The image is as anywhere; only the hands of the test are added. Needs root, a
# network, mmdebstrap, mtools, dosfstools, fdisk, qemu-system-x86 and ovmf; takes an hour where the
# processor has to be emulated. The one for arm64 needs qemu-user-static, qemu-system-arm and
# qemu-efi-aarch64; it is only started, until the first start asks.
#
#   sudo tests/kiosk/image.sh [--arch amd64|arm64] [PICTURES]      # a folder for pictures of the screen
set -eu
# shellcheck source=tests/kiosk/roots.sh
. "$(dirname "$(readlink -f "$0")")/roots.sh"
arch=amd64
[ "${1:-}" != --arch ] || { arch=${2:-}; shift 2; }
case $arch in
    amd64) emulator=qemu-system-x86_64 firmware=/usr/share/ovmf/OVMF.fd package=ovmf ;;
    arm64)
        emulator=qemu-system-aarch64 firmware=/usr/share/qemu-efi-aarch64/QEMU_EFI.fd
        package=qemu-efi-aarch64
        ;;
    *) say "'$arch' is no architecture of the image: say amd64 or arm64."; exit 1 ;;
esac
needs_programs mmdebstrap mcopy mkfs.vfat sfdisk xz "$emulator"
[ -e "$firmware" ] || { say "Skipped: there is no UEFI: apt install $package."; exit 0; }
here=$root/tests/kiosk/vm
pictures=${1:-$work/pictures}
disks=$work/card-$arch
image=$disks/companion.img.xz

if [ -z "${KEEP_IMAGE:-}" ] || [ ! -e "$image" ]; then
    rm -rf "$disks"
    mkdir -p "$disks"
    COMPANION_IMAGE_LEVEL=-1 "$root/systemd/image.sh" --arch "$arch" --hook "$here/hands.sh \"\$1\"" "$disks"
    (cd "$disks" && sha256sum --quiet -c ./*.sha256)
    mv "$disks/companion-"*"-$arch.img.xz" "$image"
fi
xz -dkfc "$image" >"$disks/card.img"
truncate -s 4G "$disks/card.img" # a card is larger than the image
say "It is being switched on."
python3 "$here/flashed.py" "$disks" "$pictures" "$arch" || failed=yes
end
