# shellcheck shell=sh disable=SC2034 # what is set here is used by who sources it
# Sourced by install.sh and uninstall.sh after bin/setup.sh: where things are, and how a step is made.

versions=/opt/companion/versions
current=/opt/companion/current
units=/etc/systemd/system
ledgers=/var/lib/companion
# What the machine started with, where that was something else.
target_before=/opt/companion/target-before
# What of a checkout the program consists of.
product='LICENSE README.md bin companion docs hardware kv pyproject.toml systemd'
dry=
steps=
changed_file=

# step WHAT COMMAND...: says what, and does it, unless this is a dry run.
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

running_systemd() { [ -d /run/systemd/system ]; }

# version_of CHECKOUT: the same for the same program, whatever it was copied with.
version_of() {
    # shellcheck disable=SC2086 # a list of names, split on purpose
    (cd "$1" && find $product -type f ! -path '*/__pycache__/*' -print0 | LC_ALL=C sort -z |
        xargs -0 sha256sum | sha256sum | cut -c 1-12)
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
