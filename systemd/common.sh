# shellcheck shell=sh disable=SC2034 # what is set here is used by who sources it
# Sourced by the scripts here after bin/setup.sh: where things are, and how a step is made.

# The kiosk's users read what root writes here, whatever umask root has.
umask 022

versions=/opt/companion/versions
current=/opt/companion/current
units=/etc/systemd/system
settings=/etc/companion/companion.env
# What the machine started with, where that was something else.
target_before=/opt/companion/target-before
# What the bank reports to systemd with its first frame: companion/system/systemd.py.
ledger_open="The ledger is open"
ledger_closed="The ledger is not open"
# What of a checkout the program consists of.
product='LICENSE README.md bin companion docs hardware hatch_build.py kv pyproject.toml systemd'
dry=
steps=
changed_file=

# step WHAT COMMAND...: prints WHAT and runs the command, unless this is a dry run.
step() {
    steps=yes
    if [ -n "$dry" ]; then
        say "Would $1."
        return 0
    fi
    say "Now: $1."
    shift
    "$@"
}

# file SOURCE TARGET MODE: as it should be, whatever is there.
file() {
    if cmp -s "$1" "$2"; then return 0; fi
    changed_file=yes
    step "write $2" install -D -m "$3" "$1" "$2"
}

# setting NAME: prints a setting of the kiosk; the last line with the name counts.
setting() {
    [ ! -e "$settings" ] || sed -n "/^$1=/h; \${x; s/^$1=//; s/[\"']//g; p}" "$settings"
}

ledgers=$(setting COMPANION_DATA)
ledgers=${ledgers:-/var/lib/companion}

running_systemd() { [ -d /run/systemd/system ]; }

# version_of CHECKOUT: prints a hash of the names and contents of the program's files, without
# what is compiled from them.
version_of() {
    # shellcheck disable=SC2086 # a list of names, split on purpose
    (cd "$1" && find $product -type f ! -path '*/__pycache__/*' ! -name '*.mo' -print0 | LC_ALL=C sort -z |
        xargs -0 sha256sum | sha256sum | cut -c 1-12)
}

# dated_version CHECKOUT: prints the number of the version and the present time, which sorts versions.
dated_version() {
    echo "$(sed -n 's/^version = "\(.*\)"/\1/p' "$1/pyproject.toml")-$(date -u +%Y%m%d%H%M%S)"
}

# options_of VERSION: prints the options of install.sh that the name of an installed version contains.
options_of() {
    for extra in audit club; do
        case ${1##*/} in *-"$extra"*) printf -- '--%s\n' "$extra" ;; esac
    done
}

notes() {
    cat >&2 <<'NOTES'

Three things that only you can decide, in /boot/firmware/config.txt and the EEPROM of a Raspberry Pi:
  dtparam=sd_cqe=off                    Pi 5: a card that may reorder what it writes can lose a move
  dtoverlay=gpio-shutdown,gpio_pin=3    a button between GPIO3 and ground switches it off and on
  POWER_OFF_ON_HALT=1                   Pi 4 and 5, 'sudo rpi-eeprom-config -e': off is off
For a silent start, add to /boot/firmware/cmdline.txt, on its one line:
  quiet loglevel=3 logo.nologo vt.global_cursor_default=0 consoleblank=0
NOTES
}
