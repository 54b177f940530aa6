#!/bin/sh
# Called in a system that is being made: image/program.sh ROOT, with CHECKOUT in the environment.
# Installs the program as anywhere; then its units and rules leave /etc, so that a version which is
# merged over /usr and /opt brings its own.
set -eu
root=$1

# With this machine's certificates and pip settings, for those behind a proxy; mounts end with the hook.
for file in /etc/ssl/certs/ca-certificates.crt /etc/pip.conf; do
    [ -e "$file" ] || continue
    [ -e "$root$file" ] || touch "$root$file"
    mount --bind "$file" "$root$file"
done
checkout=/var/tmp/checkout
mkdir "$root$checkout"
(cd "$CHECKOUT" && git ls-files -z --cached --others --exclude-standard | tar --null -T - -c) |
    tar -x -C "$root$checkout"
PIP_CERT=/etc/ssl/certs/ca-certificates.crt chroot "$root" "$checkout/systemd/install.sh" --no-start
rm -r "$root$checkout"
for file in /etc/ssl/certs/ca-certificates.crt /etc/pip.conf; do
    if mountpoint -q "$root$file"; then umount "$root$file"; fi
    [ -s "$root$file" ] || rm -f "$root$file"
done

# moved FROM TO PATTERN
moved() {
    mkdir -p "$root/$2"
    for file in "$root/$1"/$3; do mv "$file" "$root/$2"; done
}
moved etc/systemd/system usr/lib/systemd/system 'companion*'
moved etc/udev/rules.d usr/lib/udev/rules.d '7?-companion-*.rules'
moved etc/polkit-1/rules.d usr/share/polkit-1/rules.d '50-companion.rules'
for link in "$root"/etc/systemd/system/*.wants/companion*; do
    ln -sf "/usr/lib/systemd/system/${link##*/}" "$link"
done
