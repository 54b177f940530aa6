#!/bin/sh
# Makes this machine the kiosk: switch it on, and the table is there. For Raspberry Pi OS Lite and
# Debian 12 or 13, 64-bit. Run again, it changes nothing; run from a newer checkout, it updates, and
# goes back to the old version by itself should the new one not start.
#
#   sudo systemd/install.sh [--dry-run] [--backend kms|cage] [--audit] [--club] [--no-start]
set -eu
here=$(dirname "$(readlink -f "$0")")
root=$(dirname "$here")
. "$root/bin/setup.sh"
# shellcheck source=systemd/common.sh
. "$here/common.sh"
# shellcheck source=systemd/ledgers.sh
. "$here/ledgers.sh"

backend=
audit=
club=
start=yes
while [ $# -gt 0 ]; do
    case $1 in
        --dry-run) dry=yes ;;
        --no-start) start= ;;
        --audit) audit=yes ;;
        --club) club=yes ;;
        --backend) backend=${2:-}; shift ;;
        *) die "'$1' is no option: [--dry-run] [--backend kms|cage] [--audit] [--club] [--no-start]" ;;
    esac
    shift
done
is_made=
extras=dice${audit:+,audit}${club:+,club}
case $backend in '' | kms | cage) ;; *) die "'$backend' is no backend: say kms or cage." ;; esac
[ -n "$dry" ] || [ "$(id -u)" -eq 0 ] || die "This needs root: sudo $0"
has_command apt-get || die "This is for Raspberry Pi OS and Debian; here is no apt-get."
architecture=$(dpkg --print-architecture)
case $architecture in
    arm64 | amd64) ;;
    *) die "This system is $architecture, and the bank needs 64 bits: install the 64-bit system." ;;
esac

install_packages() {
    read_package_lists
    need_window
    need_python
    need polkitd has_file /usr/lib/polkit-1/polkitd
    need udev has_command udevadm
    [ "$backend" != cage ] || need cage has_command cage
    [ "$backend" != cage ] || need xwayland has_command Xwayland
    # Tells the network the name of the table, to be typed in place of an address.
    need avahi-daemon has_file /usr/sbin/avahi-daemon
    # Bluetooth dice are heard through it.
    need bluez has_file /usr/libexec/bluetooth/bluetoothd
    # The voice.
    need espeak-ng has_command espeak-ng
    need "$(sound_package)" has_library libasound.so.2
    install_noted
    # What the pins need depends on Python, which a dry run may not have.
    if [ -n "$dry" ] && ! has_command python3; then return 0; fi
    require_python
    need_pins
    install_noted
}

install_noted() {
    [ -n "$missing" ] || return 0
    step "install$missing with apt" install_missing
    missing=
}

# Debian 13 renamed it, and two packages provide the old name.
sound_package() {
    if apt-cache show libasound2t64 >/dev/null 2>&1; then echo libasound2t64; else echo libasound2; fi
}

# The wheels of lgpio end with Python 3.12. Later ones need the distribution's: Raspberry Pi OS has it,
# Debian does not, and the bank runs without pins there.
need_pins() {
    if ! on_aarch64 || has_lgpio_wheel || distribution_lgpio; then return 0; fi
    if apt-cache show python3-lgpio >/dev/null 2>&1; then
        need python3-lgpio false
    else
        say "No package of lgpio is to be had here: the bank runs without buttons and lamp." \
            "'companion doctor' says how to get it."
    fi
}

on_aarch64() { [ "$(uname -m)" = aarch64 ]; }

has_lgpio_wheel() { "$python" -c 'import sys; sys.exit(sys.version_info >= (3, 13))'; }

# What apt has is not known before its lists are read; a fresh system has none.
read_package_lists() {
    if has_file /var/lib/apt/lists/*_Packages*; then return 0; fi
    step "read the lists of packages" apt-get -qq update
}

make_user() {
    file "$here/companion.sysusers" /etc/sysusers.d/companion.conf 644
    if [ -z "$changed_file" ] && getent passwd companion >/dev/null; then return 0; fi
    step "make the user 'companion' and its groups" systemd-sysusers /etc/sysusers.d/companion.conf
}

# Each version has a folder of its own, named by what is in it, so that an old one can be gone back to.
install_program() {
    version=$(version_of "$root")${audit:+-audit}${club:+-club}
    if is_complete && answers; then return 0; fi
    step "install the program in $versions/$version" make_version
}

# For the Python that is there: an upgrade of the system may bring another one.
is_complete() {
    [ -n "$python" ] && holds "$versions/$version/complete" "$(python_version)"
}

python_version() { "$python" -c 'import sys; print("Python %d.%d" % sys.version_info[:2])'; }

# As the user that it is for, if root is who looks.
answers() {
    set -- "$versions/$version/venv/bin/companion" --version
    [ "$(id -u)" -ne 0 ] || set -- runuser -u companion -- "$@"
    "$@" >/dev/null 2>&1
}

make_version() {
    is_made=yes
    mkdir -p "$versions/$version"
    rm -f "$versions/$version/complete"
    # shellcheck disable=SC2086 # a list of names, split on purpose
    [ "$root" = "$versions/$version" ] || (cd "$root" && cp -R $product "$versions/$version")
    if distribution_lgpio; then site=--system-site-packages; else site=; fi
    "$python" -m venv --clear $site "$versions/$version/venv"
    "$versions/$version/venv/bin/python" -m pip install --quiet --disable-pip-version-check \
        "$versions/$version[$extras]" || die "pip could not install the program; what it said is above."
    # A checkout, or an earlier run, may have been closed to others.
    chmod -R go+rX "${versions%/*}"
    answers || die "The program is installed, but it does not run as the user 'companion':" \
        "'sudo -u companion $versions/$version/venv/bin/companion --version' says why."
    sync -f "$versions"
    python_version >"$versions/$version/complete"
}

install_files() {
    for unit in companion.service companion-phones.path companion-phones.service \
        companion-machine.path companion-machine.service companion-publish.service \
        companion-backup.service companion-backup.timer; do
        file "$here/$unit" "$units/$unit" 644
    done
    file "$here/sandbox.conf" "$units/companion.service.d/sandbox.conf" 644
    file "$here/sandbox.conf" "$units/companion-backup.service.d/sandbox.conf" 644
    for rules in 70-companion-tray 71-companion-backlight 72-companion-stick \
        73-companion-pins; do
        file "$here/$rules.rules" "/etc/udev/rules.d/$rules.rules" 644
    done
    file "$here/watchdog.conf" /etc/systemd/system.conf.d/companion.conf 644
    file "$here/50-companion.rules" /etc/polkit-1/rules.d/50-companion.rules 644
    [ -e "$settings" ] || file "$here/companion.env" "$settings" 644
    choose_backend
    [ -z "$changed_file" ] || step "have systemd and udev read them" reload
}

choose_backend() {
    drop_in=$units/companion.service.d/cage.conf
    case $backend in
        cage) file "$here/cage.conf" "$drop_in" 644 ;;
        kms) [ ! -e "$drop_in" ] || step "draw on the panel itself again" rm "$drop_in" ;;
    esac
}

reload() {
    if running_systemd; then systemctl daemon-reload; fi
    udevadm control --reload 2>/dev/null || :
    # As if they had just been found: the rules act on nothing else.
    udevadm trigger --action=add --subsystem-match=tty --subsystem-match=backlight \
        --subsystem-match=gpio 2>/dev/null || :
}

start_with_the_machine() {
    start_with multi-user.target companion.service
    start_with timers.target companion-backup.timer
    start_with paths.target companion-phones.path
    start_with paths.target companion-machine.path
    start_with multi-user.target companion-machine.service
    [ -z "$club" ] || start_with multi-user.target companion-publish.service
    [ "$(systemctl get-default)" = multi-user.target ] || step "start no desktop" start_no_desktop
}

start_no_desktop() {
    systemctl get-default >"$target_before"
    systemctl --quiet set-default multi-user.target
}

# start_with TARGET UNIT: starts the unit whenever the machine reaches the target.
start_with() {
    [ -e "$units/$1.wants/$2" ] || step "start $2 whenever the machine is switched on" \
        systemctl enable --quiet "$2"
}

switch_over() {
    before=$(readlink "$current" || :)
    if [ "$before" != "$versions/$version" ]; then
        step "make it the current version" make_current
    elif [ -e "$versions/$version/before" ]; then
        before=$(cat "$versions/$version/before") # The power went while it was being tried.
    elif [ -z "$changed_file$is_made" ] && ! stands_still; then
        return 0
    fi
    if [ -n "$start" ] && running_systemd; then step "start it, or go back" start_or_go_back; fi
    [ "$before" = "$versions/$version" ] || remove_others
}

# What can be gone back to is noted first, and forgotten when the new version is kept. One that cannot
# open the ledger is kept only if the one before could not either.
make_current() {
    copies >"$versions/$version/copies"
    rm -f "$versions/$version/needs-ledger"
    if [ -n "$start" ] && [ -n "$before" ]; then
        echo "$before" >"$versions/$version/before"
        [ "$(status)" = "$ledger_closed" ] || touch "$versions/$version/needs-ledger"
    fi
    ln -sfn "$versions/$version" "$current"
}

# Whether it does not run where it should.
stands_still() { [ -n "$start" ] && running_systemd && [ "$(state ActiveState)" != active ]; }

start_or_go_back() {
    trap '' HUP INT # Neither a lost connection nor Ctrl-C leaves it half way.
    fault='does not start'
    if starts && keeps_ledger; then
        rm -f "$versions/$version/before" "$versions/$version/needs-ledger"
        remove_superseded "$versions/$version"
        systemctl start companion-backup.timer companion-phones.path companion-machine.path
        return 0
    fi
    why="'journalctl -u companion' says why"
    if [ ! -e "$before/systemd/install.sh" ] || [ "$before" = "$versions/$version" ]; then
        die "It $fault: $why."
    fi
    systemctl stop companion.service
    give_ledger_back "$versions/$version"
    # The older version brings its own unit and rules, which may differ from the new ones.
    # shellcheck disable=SC2046 # several options
    if "$before/systemd/install.sh" --no-start $(options_of "$before") 2>/dev/null && starts; then
        die "The new version $fault: $why. The old one runs again."
    fi
    die "The new version $fault, and the old one does not start any more: $why."
}

# The recovery screen is a first frame, too. Whoever else has the ledger open may let go of it.
keeps_ledger() {
    [ -e "$versions/$version/needs-ledger" ] || return 0
    fault='cannot open the ledger'
    patience=15 # seconds
    until [ "$(status)" = "$ledger_open" ]; do
        [ "$patience" -gt 0 ] || return 1
        patience=$((patience - 1))
        sleep 1
    done
}

# Whether its first frame comes onto the screen. Waiting for the job would not tell: a unit that is
# started again and again is starting for ever.
starts() {
    systemctl stop companion.service
    systemctl reset-failed companion.service 2>/dev/null || : # its count of restarts, too
    systemctl start --no-block companion.service
    patience=150 # seconds; the unit's own is 120
    until [ "$(state ActiveState)" = active ]; do
        if [ "$(state NRestarts)" != 0 ] || [ "$patience" -eq 0 ]; then return 1; fi
        patience=$((patience - 1))
        sleep 1
    done
}

state() { systemctl show -P "$1" companion.service; }

status() { state StatusText; }

# The new one and the one before it stay.
remove_others() {
    for other in "$versions"/*; do
        case $other in
            "$versions/$version" | "$before" | "$versions/*") ;;
            *) step "remove version $other" rm -r "$other" ;;
        esac
    done
}

install_packages
make_user
install_program
install_files
start_with_the_machine
switch_over
if [ -z "$steps" ]; then say "Nothing to do: all is as it should be."; else notes; fi
