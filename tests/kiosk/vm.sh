#!/bin/sh
# The kiosk on a machine of its own, made of software: Debian 13 with a display of 800x480, switched
# on and cut off. tests/kiosk/vm/README.md has the steps and the results.
# Needs what run.sh needs, qemu-system-x86, dosfstools and fdisk; takes half an hour on an idle machine.
#
#   sudo tests/kiosk/vm.sh [PICTURES]      # a folder for pictures of the screen
set -eu
# shellcheck source=tests/kiosk/roots.sh
. "$(dirname "$(readlink -f "$0")")/roots.sh"
here=$root/tests/kiosk/vm
pictures=${1:-$work/pictures}
disks=$work/disks
# shellcheck source=tests/kiosk/vm/machine.sh
. "$here/machine.sh"

say "The machine is being made."
machine_base
machine
disks
say "It is being switched on."
python3 "$here/evening.py" "$disks" "$pictures" || failed=yes
end
