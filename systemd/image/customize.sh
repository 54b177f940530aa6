#!/bin/sh
# Called by image.sh in the system that it makes: image/customize.sh ROOT, with CHECKOUT in the
# environment. Installs the kiosk as anywhere, and what only an image has.
set -eu
root=$1
image=$(dirname "$(readlink -f "$0")")

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

# image.sh asks it whose the ledger is.
chroot "$root" install -d -o companion -g companion /var/lib/companion-owner
# Without a line for the root: systemd would mount it again by that line, which an overlay refuses.
cat >"$root/etc/fstab" <<'MOUNTS'
LABEL=companion-data /var/lib/companion ext4 noatime,x-systemd.growfs 0 2
LABEL=COMPANION /boot/firmware vfat ro,nofail,umask=0077 0 0
MOUNTS
echo companion >"$root/etc/hostname"
printf '127.0.0.1 localhost companion\n' >"$root/etc/hosts"
rm -f "$root/etc/resolv.conf"
: >"$root/etc/machine-id" # each start has its own
cp "$image"/*.service "$root/etc/systemd/system"
chroot "$root" systemctl --quiet enable companion-grow.service companion-settings.service
install -D -m 644 "$image/emergency.conf" \
    "$root/etc/systemd/system/emergency.service.d/companion.conf"
# Nobody can log in: no account has a password, and no terminal asks for one.
chroot "$root" passwd --quiet --lock root
chroot "$root" systemctl --quiet mask getty@.service serial-getty@.service autovt@.service
chroot "$root" systemctl --quiet mask apt-daily.timer apt-daily-upgrade.timer dpkg-db-backup.timer \
    fstrim.timer e2scrub_all.timer e2scrub_reap.service
chroot "$root" apt-get clean
rm -rf "$root"/var/lib/apt/lists/* "$root"/root/.cache
