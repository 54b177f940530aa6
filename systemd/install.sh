#!/bin/sh
# Makes this machine the kiosk: switch it on, and the table is there. For Raspberry Pi OS Lite and
# Debian 12 or 13, 64-bit. Run again, it changes nothing; run from a newer checkout, it updates, and
# goes back to the old version by itself should the new one not start.
#
#   sudo systemd/install.sh [--dry-run] [--backend kms|cage] [--no-start]
set -eu
here=$(dirname "$(readlink -f "$0")")
root=$(dirname "$here")
. "$root/bin/setup.sh"
# shellcheck source=systemd/common.sh
. "$here/common.sh"

backend=
start=yes
while [ $# -gt 0 ]; do
    case $1 in
        --dry-run) dry=yes ;;
        --no-start) start= ;;
        --backend) backend=${2:-}; shift ;;
        *) die "'$1' is no option: [--dry-run] [--backend kms|cage] [--no-start]" ;;
    esac
    shift
done
case $backend in '' | kms | cage) ;; *) die "'$backend' is no backend: say kms or cage." ;; esac
[ -n "$dry" ] || [ "$(id -u)" -eq 0 ] || die "This needs root: sudo $0"
has_command apt-get || die "This is for Raspberry Pi OS and Debian; here is no apt-get."

install_packages() {
    need_window
    need_python
    need polkitd has_file /usr/lib/polkit-1/polkitd
    need udev has_command udevadm
    [ "$backend" != cage ] || need cage has_command cage
    [ "$backend" != cage ] || need xwayland has_command Xwayland
    # The wheels of lgpio end with Python 3.12; the distribution has its own.
    case $(uname -m) in aarch64) need python3-lgpio has_python_lgpio ;; esac
    [ -n "$missing" ] || return 0
    step "install$missing with apt" install_missing
}

has_python_lgpio() { "${python:-python3}" -c 'import lgpio' 2>/dev/null; }

make_user() {
    file "$here/companion.sysusers" /etc/sysusers.d/companion.conf 644
    if [ -z "$changed_file" ] && getent passwd companion >/dev/null; then return 0; fi
    step "make the user 'companion' and its groups" systemd-sysusers /etc/sysusers.d/companion.conf
}

# Each version has a folder of its own, named by what is in it, so that an old one can be gone back to.
install_program() {
    version=$(version_of "$root")
    if [ -e "$versions/$version/complete" ]; then return 0; fi
    step "install the program in $versions/$version" make_version
}

make_version() {
    mkdir -p "$versions/$version"
    # shellcheck disable=SC2086 # a list of names, split on purpose
    (cd "$root" && cp -R $product "$versions/$version")
    if distribution_lgpio; then site=--system-site-packages; else site=; fi
    "$python" -m venv --clear $site "$versions/$version/venv"
    "$versions/$version/venv/bin/python" -m pip install --quiet --disable-pip-version-check \
        "$versions/$version" || die "pip could not install the program; what it said is above."
    touch "$versions/$version/complete"
}

install_files() {
    file "$here/companion.service" /etc/systemd/system/companion.service 644
    file "$here/70-companion-tray.rules" /etc/udev/rules.d/70-companion-tray.rules 644
    file "$here/71-companion-backlight.rules" /etc/udev/rules.d/71-companion-backlight.rules 644
    file "$here/50-companion.rules" /etc/polkit-1/rules.d/50-companion.rules 644
    [ -e /etc/companion/companion.env ] ||
        file "$here/companion.env" /etc/companion/companion.env 644
    drop_in=/etc/systemd/system/companion.service.d/cage.conf
    case $backend in
        cage) file "$here/cage.conf" "$drop_in" 644 ;;
        kms) [ ! -e "$drop_in" ] || step "draw on the panel itself again" rm "$drop_in" ;;
    esac
    [ -z "$changed_file" ] || step "have systemd and udev read them" reload
}

reload() {
    if running_systemd; then systemctl daemon-reload; fi
    udevadm control --reload 2>/dev/null || :
    udevadm trigger --subsystem-match=tty --subsystem-match=backlight 2>/dev/null || :
}

start_with_the_machine() {
    if [ ! -e /etc/systemd/system/multi-user.target.wants/companion.service ]; then
        step "start it whenever the machine is switched on" systemctl enable --quiet companion.service
    fi
    [ "$(systemctl get-default)" = multi-user.target ] ||
        step "start no desktop" systemctl --quiet set-default multi-user.target
}

switch_over() {
    before=$(readlink "$current" || :)
    [ "$before" != "$versions/$version" ] || [ -n "$changed_file" ] || return 0
    step "make it the current version" ln -sfn "$versions/$version" "$current"
    if [ -z "$start" ] || ! running_systemd; then return 0; fi
    step "start it" start_or_go_back
}

# Restarting waits until the first frame is on the screen, or until it is clear that none will be.
start_or_go_back() {
    if systemctl restart companion.service; then return 0; fi
    [ -n "$before" ] || die "It does not start; 'journalctl -u companion' says why."
    ln -sfn "$before" "$current"
    systemctl restart companion.service
    die "The new version does not start ('journalctl -u companion' says why); the old one runs again."
}

remove_old() {
    # shellcheck disable=SC2012 # the names are hex digits
    for old in $(ls -t "$versions" 2>/dev/null | tail -n +3); do
        [ "$versions/$old" = "$(readlink "$current")" ] || step "remove version $old" rm -r "${versions:?}/$old"
    done
}

install_packages
make_user
install_program
install_files
start_with_the_machine
switch_over
remove_old
if [ -z "$steps" ]; then say "Nothing to do: all is as it should be."; else notes; fi
