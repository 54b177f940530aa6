# shellcheck shell=sh
# Sourced by vm.sh, after roots.sh: a Debian with a kernel and the kiosk, and its disks. $disks is their
# folder, $here that of this file.

# A Debian with a kernel, made once.
machine_base() {
    [ ! -e "$work/machine.base" ] || return 0
    fresh trixie
    copy trixie machine.making
    packages machine.making linux-image-amd64 initramfs-tools busybox zstd e2fsprogs cryptsetup-bin \
        overlayroot python3-evdev
    rm -r "$work/machine.making/src"
    mv "$work/machine.making" "$work/machine.base"
}

# The kiosk is installed as anywhere. Added are hands, a watcher in the bank, and a game to go on with.
machine() {
    copy machine.base machine
    checkout machine/src
    inside machine sh /src/systemd/install.sh --no-start
    cat >>"$work/machine/etc/companion/companion.env" <<-'SETTINGS'
	COMPANION_MIRROR=/media/stick
	COMPANION_BACKUP=/media/stick
	PYTHONPATH=/src/tests/kiosk/vm/guest/seen
	SETTINGS
    cp "$here/guest/hands.service" "$work/machine/etc/systemd/system"
    cp "$root/tests/kiosk/evening.game" "$work/machine/src"
    printf 'LABEL=companion-data /var/lib/companion ext4 noatime 0 2\n' >"$work/machine/etc/fstab"
    inside machine sh -c 'systemctl enable --quiet hands.service &&
        install -d -o companion -g companion -m 750 /var/lib/companion &&
        setpriv --reuid companion --regid companion --init-groups \
            /opt/companion/current/venv/bin/companion import --data /var/lib/companion /src/evening.game'
}

# The system on one disk, the ledger on another; and a stick from a Mac, with an EFI partition before
# the one that people see.
disks() {
    rm -rf "$disks"
    mkdir -p "$disks"
    cp "$work"/machine/boot/vmlinuz-* "$disks/vmlinuz"
    cp "$work"/machine/boot/initrd.img-* "$disks/initrd"
    disk data.img 256M companion-data "$work/machine/var/lib/companion"
    rm -r "$work/machine/var/lib/companion"
    mkdir "$work/machine/var/lib/companion"
    disk system.img 3G companion-system "$work/machine"
    truncate -s 96M "$disks/stick.img"
    sfdisk --quiet "$disks/stick.img" <<-PARTITIONS
	label: gpt
	start=1MiB, size=48MiB, type=c12a7328-f81f-11d2-ba4b-00a0c93ec93b
	start=49MiB, size=40MiB, type=ebd0a0a2-b9e5-4433-87c0-68b6b72699c7
	PARTITIONS
    for mib in 1 49; do
        mkfs.vfat --offset="$((mib * 2048))" "$disks/stick.img" "$((39 * 1024))" >/dev/null 2>&1
    done
}
