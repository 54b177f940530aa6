#!/bin/sh
# Bluetooth dice at the kiosk: the unit as it is, the real BlueZ and the kernel's virtual adapter
# (hci_vhci) on the emulated machine of vm.sh; dice and their radio are simulated outside of it.
# Needs what vm.sh needs, and the environment of bin/test.
#
#   sudo tests/kiosk/dice.sh [PICTURES]      # a folder for pictures of the screen
set -eu
# shellcheck source=tests/kiosk/roots.sh
. "$(dirname "$(readlink -f "$0")")/roots.sh"
here=$root/tests/kiosk/vm
pictures=${1:-$work/pictures}
disks=$work/disks
# shellcheck source=tests/kiosk/vm/machine.sh
. "$here/machine.sh"
needs_programs mmdebstrap systemd-nspawn qemu-system-x86_64 mkfs.vfat sfdisk
[ -x "$root/.venv/bin/python" ] || { say "Skipped: bin/test makes the environment that has bumble."; exit 0; }

say "The machine is being made."
machine_base
machine
disks
say "It is being switched on."
"$root/.venv/bin/python" "$here/dice.py" "$disks" "$pictures" || failed=yes
end
