#!/bin/sh
# The button panel on pins as the kernel has them: a virtual machine with Debian 12, its module
# gpio-sim, and the real lgpio. Debian's kernel has no gpio-sim, so it is built against the kernel's
# headers from Debian's own source. Needs root, a network, mmdebstrap, systemd-container and
# qemu-system-x86; takes about ten minutes, and less when run again.
#
#   sudo tests/hardware/gpio_sim.sh [pytest options]
set -eu
# shellcheck source=tests/kiosk/roots.sh
. "$(dirname "$(dirname "$(readlink -f "$0")")")/kiosk/roots.sh"
needs_programs mmdebstrap systemd-nspawn qemu-system-x86_64 mkfs.ext4
disks=$work/pins-disks
here=/src/tests/hardware/gpio_sim

# A Debian with a kernel, the module and lgpio, made once.
pins_base() {
    [ ! -e "$work/pins.base" ] || return 0
    fresh bookworm
    copy bookworm pins.making
    packages pins.making linux-image-amd64 initramfs-tools linux-headers-amd64 gcc make python3-venv \
        xz-utils
    inside pins.making sh "$here/build.sh"
    rm -r "$work/pins.making/src"
    mv "$work/pins.making" "$work/pins.base"
}

say "The machine is being made."
pins_base
copy pins.base pins
checkout pins/src
[ $# -eq 0 ] || printf "'%s' " "$@" >"$work/pins/options"
touch "$work/pins/options"
inside pins sh -c 'python3 -m venv /venv && /venv/bin/pip -q install /src/hardware lgpio pytest'
rm -rf "$disks"
mkdir -p "$disks"
cp "$work"/pins/boot/vmlinuz-* "$disks/vmlinuz"
cp "$work"/pins/boot/initrd.img-* "$disks/initrd"
disk system.img 3G pins "$work/pins"
say "It is being switched on."
timeout 3000 qemu-system-x86_64 -accel tcg -cpu max -smp 1 -m 1024 -nodefaults -no-reboot \
    -display none -kernel "$disks/vmlinuz" -initrd "$disks/initrd" \
    -append "root=/dev/vda rw console=ttyS0 quiet panic=-1 init=$here/init.sh" \
    -drive "file=$disks/system.img,format=raw,if=virtio" -device virtio-rng-pci -serial "file:$disks/console"
tr -d '\r' <"$disks/console" | sed -n '/^  passed: \|^  FAILED: /,/^Those were/p' >&2
check "all tests ran" grep -q '^Those were [1-9]' "$disks/console"
check "and none failed" sh -c '! grep -q "^  FAILED" "$1"' - "$disks/console"
end
