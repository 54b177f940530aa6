#!/bin/sh
# Builds an image to flash: Debian 13 with the kiosk in it, a read-only system, and a partition of the
# ledger's own. systemd/image/README.md says what is in it. Needs root, a network, mmdebstrap,
# dosfstools, mtools and fdisk; for another architecture qemu-user-static, too; for a Raspberry Pi 5
# curl and gpg, and the archive of Raspberry Pi.
#
#   sudo systemd/image.sh [--arch amd64|arm64] [--board rpi5] [--certificate FILE]... [--hook COMMAND] [FOLDER]
#
# The image goes to the folder. A version that is signed by the key of a certificate can be installed
# on the card later; have two from the first day, or a lost key ends that.
set -eu
here=$(dirname "$(readlink -f "$0")")
root=$(dirname "$here")
. "$root/bin/setup.sh"
# shellcheck source=systemd/common.sh
. "$here/common.sh"

suite=trixie
arch=$(dpkg --print-architecture)
board=
sources=true
hook=true
certificates=
while [ $# -gt 0 ]; do
    case $1 in
        --arch) arch=${2:-}; shift ;;
        --board) board=${2:-}; shift ;;
        --hook) hook=${2:-}; shift ;;
        --certificate)
            openssl x509 -noout -in "${2:-}" 2>/dev/null || die "'${2:-}' is no certificate."
            certificates="$certificates $(readlink -f "$2")"
            shift
            ;;
        -*)
            die "'$1' is no option: [--arch amd64|arm64] [--board rpi5] [--certificate FILE]" \
                "[--hook COMMAND] [FOLDER]"
            ;;
        *) break ;;
    esac
    shift
done
to=$(readlink -f "${1:-.}")
case $arch in
    amd64) efi=x64 kernel=linux-image-amd64 ;;
    arm64) efi=aa64 kernel=linux-image-arm64 ;;
    *) die "'$arch' is no architecture of the image: say amd64 or arm64." ;;
esac
case $board in
    '') ;;
    rpi5)
        [ "$arch" = arm64 ] || die "A Raspberry Pi 5 needs --arch arm64."
        kernel=linux-image-rpi-2712
        for program in curl gpg; do
            has_command "$program" || die "There is no $program: apt install curl gpg."
        done
        ;;
    *) die "'$board' is no board with an image of its own: say rpi5, or leave --board out." ;;
esac
[ "$(id -u)" -eq 0 ] || die "This needs root: sudo $0"
for program in mmdebstrap mkfs.vfat mcopy sfdisk; do
    has_command "$program" ||
        die "There is no $program: apt install mmdebstrap dosfstools mtools fdisk."
done
[ -d "$to" ] || die "There is no folder $to."

version=$(sed -n 's/^version = "\(.*\)"/\1/p' "$root/pyproject.toml")
name=companion-$version-${board:-$arch}
work=$(mktemp -d /var/tmp/companion-image-XXXXXX)
trap 'rm -rf "$work"' EXIT
system=$work/system
boot_mib=256
data_mib=64

say "Now: install Debian and the kiosk for $arch."
if [ -n "$board" ]; then
    archive=https://archive.raspberrypi.com/debian
    KEY=$work/raspberrypi.asc
    curl -fsS --max-time 60 -o "$KEY" "$archive/raspberrypi.gpg.key" ||
        die "The archive of Raspberry Pi cannot be reached, $archive: its kernel is needed for this board."
    [ "$(gpg --show-keys --with-colons "$KEY" | sed -n '/^pub:/{n;s/^fpr:*\([^:]*\):*$/\1/p}')" = \
        CF8A1AF502A2AA2D763BAE7E82B129927FA3303E ] || die "$archive has another key than it should have."
    export KEY
    sources="$here/image/$board/sources.sh \"\$1\""
fi
packages=$(cat "$here/image/packages" "$here/image/packages-${board:-$arch}" | grep -v '^#' | tr ' \n' ,)$kernel
# /boot/firmware must be there before the kernel is: raspi-firmware puts it there. That package's
# settings are written before it comes; dpkg would ask whether to keep them, and nobody can answer.
CHECKOUT=$root CERTIFICATES=$certificates VERSION=$(dated_version "$root") mmdebstrap --arch="$arch" --variant=minbase \
    --components=main,non-free-firmware \
    --include="$packages" --dpkgopt=force-confold \
    --setup-hook="$sources" \
    --essential-hook="$here/image/before.sh \"\$1\"" \
    --customize-hook="$hook" \
    --customize-hook="$here/image/customize.sh \"\$1\"" \
    "$suite" "$system"

say "Now: put the partitions together."
# The boot partition: systemd-boot for a machine with UEFI, the Raspberry Pi's own files beside it.
set -- "$system/boot/firmware"
mkdir -p "$1/EFI/BOOT" "$1/loader/entries"
# The removable path of UEFI: no boot entry has to be stored in the machine.
upper=$(printf '%s' "$efi" | tr '[:lower:]' '[:upper:]')
cp "$system/usr/lib/systemd/boot/efi/systemd-boot$efi.efi" "$1/EFI/BOOT/BOOT$upper.EFI"
cp "$system"/boot/vmlinuz-* "$1/linux"
cp "$system"/boot/initrd.img-* "$1/initrd"
printf 'timeout 0\n' >"$1/loader/loader.conf"
{
    printf 'title Companion\nlinux /linux\ninitrd /initrd\n'
    printf 'options %s\n' "$(cat "$here/image/cmdline")"
} >"$1/loader/entries/companion.conf"
cp "$here/image/custom.toml" "$1"
if [ -n "$board" ]; then
    # The package writes neither: on Raspberry Pi OS they come with the image.
    cp "$here/image/$board/config.txt" "$1"
    cp "$here/image/cmdline" "$1/cmdline.txt"
    rm "$system"/etc/apt/*.d/raspberrypi.*
fi
truncate -s "${boot_mib}M" "$work/boot.img"
mkfs.vfat -n COMPANION "$work/boot.img" >/dev/null
mcopy -s -i "$work/boot.img" "$1"/* ::
rm -rf "${1:?}"/*

# The ledger's partition, which grows at the first start: the ledger, whose owner is the system's, and
# the shelf of versions, which is root's.
mkdir -p "$work/data/versions" "$system/var/lib/companion" "$system/data"
mv "$system/var/lib/companion" "$work/data/ledger"
mkdir "$system/var/lib/companion"
chown --reference="$system/var/lib/companion-owner" "$work/data/ledger"
chmod 750 "$work/data/ledger"
rm -r "$system/var/lib/companion-owner"
truncate -s "${data_mib}M" "$work/data.img"
mkfs.ext4 -q -L companion-data -d "$work/data" -E root_owner=0:0 "$work/data.img"

# Nothing is written there later: as large as it is, and some room for what mkfs does not count.
root_mib=$(($(du -sm --apparent-size "$system" | cut -f 1) * 115 / 100 + 200))
truncate -s "${root_mib}M" "$work/root.img"
mkfs.ext4 -q -m 0 -L companion-root -d "$system" "$work/root.img"
rm -rf "$system"

image=$work/$name.img
truncate -s "$((1 + boot_mib + root_mib + data_mib))M" "$image"
sfdisk --quiet "$image" <<PARTITIONS
label: dos
start=1MiB, size=${boot_mib}MiB, type=0c, bootable
size=${root_mib}MiB, type=83
size=${data_mib}MiB, type=83
PARTITIONS
at=1
for part in boot root data; do
    dd if="$work/$part.img" of="$image" bs=1M seek="$at" conv=notrunc,sparse status=none
    at=$((at + $(stat -c %s "$work/$part.img") / 1048576))
    rm "$work/$part.img"
done
say "Now: compress it."
xz -T0 "${COMPANION_IMAGE_LEVEL:--6}" -c "$image" >"$to/$name.img.xz"
(cd "$to" && sha256sum "$name.img.xz" >"$name.img.xz.sha256")
say "The image is $to/$name.img.xz, $(($(stat -c %s "$image") / 1048576)) MiB on a card."
