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

has_copy() {
    folder=$(mktemp -d)
    if mount -o ro,nodev,noexec,nosuid "$1" "$folder" 2>/dev/null; then
        if [ -f "$folder/ledger.mirror" ]; then found=yes; else found=; fi
        umount "$folder"
    else
        found=
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
    if has_copy "$part"; then device=$part; break; fi
done
[ -n "$device" ] || exit 0
# Files have no owners on the usual drives: there all of them are the kiosk's.
case $(tag "$device" TYPE) in vfat | exfat | ntfs) set -- --owner=companion ;; *) set -- ;; esac
# Lazily, for a stick is pulled out while the bank has its copy open on it.
exec systemd-mount --no-block --collect --property=LazyUnmount=yes "$@" \
    --options=noatime,nodev,noexec,nosuid,nosymfollow,x-systemd.device-bound "$device" /media/stick
