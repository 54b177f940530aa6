#!/bin/sh
# The tray's program on an emulated Pico: MicroPython from a file, copied to it with mpremote as
# hardware/README.md says, and played against the bank's own driver. Needs node and its package
# manager; the board is some twenty times slower than a real one, so this takes ten minutes or more.
#
#   tests/hardware/pico.sh RPI_PICO.uf2 [pytest options]
set -eu
root=$(dirname "$(dirname "$(dirname "$(readlink -f "$0")")")")
skip() { echo "Skipped: $1" >&2; exit 0; }

[ $# -gt 0 ] || skip "give MicroPython's file for the Pico, RPI_PICO.uf2, from micropython.org."
[ -r "$1" ] || skip "there is no file $1: get RPI_PICO.uf2 from micropython.org."
for program in node npm; do
    command -v "$program" >/dev/null || skip "there is no $program: apt install nodejs npm."
done
MICROPYTHON_UF2=$(readlink -f "$1")
RP2040JS=${XDG_CACHE_HOME:-$HOME/.cache}/table-companion/rp2040js
shift
export MICROPYTHON_UF2 RP2040JS
npm install --silent --prefix "$RP2040JS" rp2040js@1.4.1 >&2 || skip "npm cannot get rp2040js."
exec "$root/bin/test" --slow tests/hardware/pico "$@"
