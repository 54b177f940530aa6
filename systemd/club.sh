#!/bin/sh
# Makes this machine the server of a club's event, for good: Debian's nats-server with the keys that
# 'companion club keys' made. Run again with other keys, it changes to those. The director then needs
# no --local: companion director --key FOLDER/director.key
#
#   sudo systemd/club.sh [--dry-run] FOLDER
set -eu
here=$(dirname "$(readlink -f "$0")")
root=$(dirname "$here")
. "$root/bin/setup.sh"
# shellcheck source=systemd/common.sh
. "$here/common.sh"

usage="[--dry-run] FOLDER, where 'companion club keys' wrote its files"
keys=
for argument in "$@"; do
    case $argument in
        --dry-run) dry=yes ;;
        -*) die "'$argument' is no option: $usage" ;;
        *) keys=$argument ;;
    esac
done
[ -n "$keys" ] || die "Say which folder has the keys: $usage"
keys=$(readlink -f "$keys")
for name in nats-server.conf server.pem server-key.pem; do
    has_file "$keys/$name" || die "$keys/$name is not there: 'companion club keys' makes it."
done
[ -n "$dry" ] || [ "$(id -u)" -eq 0 ] || die "This needs root: sudo $0"
has_command apt-get || die "This is for Debian; here is no apt-get."

config=/etc/nats-server.conf
own=/etc/companion-club
store=/var/lib/companion-club/streams

install_server() {
    PATH=$PATH:/usr/sbin
    need nats-server has_command nats-server
    [ -n "$missing" ] || return 0
    step "install$missing with apt" install_missing
}

# Readable for the server, and for nobody else.
install_keys() {
    install -d -m 750 -g nats "$own"
    install -d -m 700 -o nats -g nats "$(dirname "$store")" "$store"
    for name in server.pem server-key.pem authority.pem; do
        [ ! -e "$keys/$name" ] || install -m 640 -g nats "$keys/$name" "$own"
    done
    [ -e "$config.before-companion" ] || cp -p "$config" "$config.before-companion"
    # The keys may have been made in another folder, on another machine.
    sed -e "s|\"[^\"]*/streams\"|\"$store\"|" -e "s|\"[^\"]*/\([a-z-]*\.pem\)\"|\"$own/\1\"|" \
        "$keys/nats-server.conf" >"$config.new"
    chgrp nats "$config.new"
    chmod 640 "$config.new"
    mv "$config.new" "$config"
}

restart() {
    systemctl --quiet enable nats-server.service
    systemctl restart nats-server.service
}

install_server
step "install the keys in $own" install_keys
if running_systemd; then step "start nats-server, now and with the machine" restart; fi
say "Put the key of each table on a USB drive; then: companion director --key $keys/director.key"
