#!/bin/sh
# Mounts a USB drive at /media/stick until it is pulled out. Called by 72-companion-stick.rules for
# each of its partitions, of which one is mounted: that with the second copy, or else the largest. A
# drive from a Mac begins with an EFI partition, which neither Finder nor Windows shows.
# Leaves a disk alone of which anything is in use: it may be the system's own, or a second drive's
# other partition.
#
#   mount-stick.sh DEVICE
set -eu

# tag DEVICE NAME: as it is on the drive now; lsblk knows what udev has got round to.
tag() { blkid --probe --output value --match-tag "$2" "$1"; }

size() { lsblk --noheadings --nodeps --bytes --output SIZE "$1"; }

is_efi() {
    case $(tag "$1" PART_ENTRY_TYPE) in
        c12a7328-f81f-11d2-ba4b-00a0c93ec93b | 0xef) true ;;
        *) false ;;
    esac
}

# driver DEVICE: which one mounts it, unless its type says that. Raspberry Pi OS has a program for NTFS;
# Debian has only the kernel's driver, which mount does not find by the type.
driver() {
    if [ "$(tag "$1" TYPE)" = ntfs ] && ! command -v mount.ntfs >/dev/null; then echo ntfs3; fi
}

# is_so OPTIONS DEVICE TEST...: succeeds if DEVICE can be mounted and TEST is true in its top folder.
is_so() {
    found='' how=$1 tried=$2 driver=$(driver "$2") folder=$(mktemp -d)
    shift 2
    if mount ${driver:+-t "$driver"} -o "$how,nodev,noexec,nosuid,nosymfollow" "$tried" "$folder" \
        2>/dev/null; then
        if (cd "$folder" && "$@"); then found=yes; fi
        umount "$folder"
    fi
    rmdir "$folder"
    [ -n "$found" ]
}

# Until the drive's other partitions are known, too.
udevadm settle --timeout=10 2>/dev/null || :
disk=$(lsblk --noheadings --nodeps --output PKNAME "$1")
disk=/dev/${disk:-${1#/dev/}}
if lsblk --noheadings --output MOUNTPOINTS "$disk" | grep -q '[^ ]'; then
    exit 0
fi
device=
for part in $(lsblk --noheadings --raw --paths --output NAME "$disk"); do
    if [ "$(tag "$part" USAGE)" != filesystem ] || is_efi "$part"; then continue; fi
    if [ -z "$device" ] || [ "$(size "$part")" -gt "$(size "$device")" ]; then device=$part; fi
    if is_so ro "$part" test -f ledger.mirror; then device=$part; break; fi
done
[ -n "$device" ] || exit 0
options=noatime,nodev,noexec,nosuid,nosymfollow,x-systemd.device-bound
# Files have no owners on the usual drives: there all of them are the kiosk's. systemd-mount does not
# know that of the kernel's driver for NTFS, which refuses to write a drive that Windows did not let go.
case $(driver "$device")/$(tag "$device" TYPE) in
    ntfs3/*)
        set -- --type=ntfs3
        options=$options,uid=$(id -u companion),gid=$(id -g companion)
        is_so rw "$device" true || options=$options,ro
        ;;
    /vfat | /exfat | /ntfs) set -- --owner=companion ;;
    *) set -- ;;
esac
# Lazily, for a stick is pulled out while the bank has its copy open on it.
exec systemd-mount --no-block --collect --property=LazyUnmount=yes "$@" \
    --options="$options" "$device" /media/stick
