#!/bin/sh
# A Debian 13 with the tools that make cards and play machines, whatever this system is:
# workshop.sh FOLDER COMMAND... runs the command in FOLDER/workshop, which is made once. FOLDER has the
# same name inside; the mounts end with the command.
set -eu
folder=$(readlink -f "$1")
shift
workshop=$folder/workshop
tools=ca-certificates,cryptsetup-bin,dosfstools,e2fsprogs,fdisk,git,mmdebstrap,mtools,openssl,ovmf,python3
tools=$tools,qemu-system-x86,squashfs-tools,systemd-repart,systemd-standalone-sysusers,xz-utils
[ -e "$workshop" ] || {
    mmdebstrap --quiet --variant=minbase --include="$tools" trixie "$workshop.making"
    mv "$workshop.making" "$workshop"
}
mkdir -p "$workshop$folder"
cp /etc/resolv.conf "$workshop/etc"
for file in /etc/pip.conf /etc/ssl/certs/ca-certificates.crt; do
    [ ! -e "$file" ] || cp "$file" "$workshop$file"
done
export WORKSHOP="$workshop" FOLDER="$folder"
# shellcheck disable=SC2016 # for the other shell
exec unshare --mount --propagation private sh -c '
    # What is mounted in the folder by somebody else would stay mounted as long as the command runs.
    awk -v folder="$FOLDER/" "index(\$2, folder) == 1 { print \$2 }" /proc/mounts | xargs -r umount
    for place in /proc /sys /dev /dev/pts "$FOLDER"; do mount --bind "$place" "$WORKSHOP$place"; done
    exec chroot "$WORKSHOP" env PATH=/usr/sbin:/usr/bin:/sbin:/bin \
        PIP_CERT=/etc/ssl/certs/ca-certificates.crt "$@"' sh "$@"
