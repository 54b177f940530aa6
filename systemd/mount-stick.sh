#!/bin/sh
# Mounts a USB drive at /media/stick until it is pulled out. Called by 72-companion-stick.rules.
# Leaves a disk alone of which anything is in use: it may be the system's own, or a second drive's
# other partition.
#
#   mount-stick.sh DEVICE [--owner=USER]
set -eu
device=$1
shift
disk=$(lsblk --noheadings --nodeps --output PKNAME "$device")
if lsblk --noheadings --output MOUNTPOINTS "/dev/${disk:-${device#/dev/}}" | grep -q '[^ ]'; then
    exit 0
fi
# Lazily, for a stick is pulled out while the bank has its copy open on it.
exec systemd-mount --no-block --collect --property=LazyUnmount=yes "$@" \
    --options=noatime,nodev,noexec,nosuid,nosymfollow,x-systemd.device-bound "$device" /media/stick
