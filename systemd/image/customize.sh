#!/bin/sh
# Called by image.sh in the system that it makes: image/customize.sh ROOT, with CHECKOUT and VERSION in
# the environment. Installs the kiosk as anywhere, and what only an image has.
set -eu
root=$1
image=$(dirname "$(readlink -f "$0")")

"$image/program.sh" "$root"
# The base, which stays when another version is merged over it, and on what it can be merged.
chroot "$root" sh -c 'ln -s "$(readlink /opt/companion/current)" /opt/companion/base'
printf 'SYSEXT_LEVEL=%s\nCOMPANION_VERSION=%s\n' "$(cat "$image/level")" "$VERSION" \
    >>"$root/usr/lib/os-release"
install -D -m 644 "$image/sysext.conf" "$root/etc/systemd/system/systemd-sysext.service.d/companion.conf"
mkdir -p "$root/etc/verity.d"
for certificate in ${CERTIFICATES:-}; do
    install -m 644 "$certificate" "$root/etc/verity.d/$(openssl x509 -noout -fingerprint -sha256 -in "$certificate" |
        tr -dc 0-9A-F).crt"
done

# image.sh asks it whose the ledger is.
chroot "$root" install -d -o companion -g companion /var/lib/companion-owner
# Without a line for the root: systemd would mount it again by that line, which an overlay refuses.
cat >"$root/etc/fstab" <<'MOUNTS'
LABEL=companion-data /data ext4 noatime,x-systemd.growfs 0 2
/data/ledger /var/lib/companion none bind 0 0
LABEL=COMPANION /boot/firmware vfat ro,nofail,umask=0077 0 0
MOUNTS
echo table >"$root/etc/hostname"
printf '127.0.0.1 localhost table\n' >"$root/etc/hosts"
rm -f "$root/etc/resolv.conf"
: >"$root/etc/machine-id" # each start has its own
cp "$image"/*.service "$image"/*.path "$root/etc/systemd/system"
chroot "$root" systemctl --quiet enable companion-grow.service companion-settings.service \
    companion-version.service companion-trial.service companion-return.service companion-wish.path \
    companion-fetch.path \
    systemd-sysext.service
install -D -m 644 "$image/../sandbox.conf" \
    "$root/etc/systemd/system/companion-fetch.service.d/sandbox.conf"
for unit in grow return settings trial version wish; do
    install -D -m 644 "$image/sandbox.conf" \
        "$root/etc/systemd/system/companion-$unit.service.d/sandbox.conf"
done
install -D -m 644 "$image/machine.conf" \
    "$root/etc/systemd/system/companion-machine.service.d/companion.conf"
install -D -m 644 "$image/emergency.conf" \
    "$root/etc/systemd/system/emergency.service.d/companion.conf"
# The bank ends the splash; what would end it before, or show it when the machine is switched off, is
# not wanted.
install -D -m 644 "$image/splash.conf" "$root/etc/systemd/system/companion.service.d/splash.conf"
chroot "$root" systemctl --quiet mask plymouth-quit.service plymouth-quit-wait.service \
    plymouth-halt.service plymouth-kexec.service plymouth-poweroff.service plymouth-reboot.service
# Nobody can log in: no account has a password, and no terminal asks for one.
chroot "$root" passwd --quiet --lock root
chroot "$root" systemctl --quiet mask getty@.service serial-getty@.service autovt@.service
chroot "$root" systemctl --quiet mask apt-daily.timer apt-daily-upgrade.timer dpkg-db-backup.timer \
    fstrim.timer e2scrub_all.timer e2scrub_reap.service
# Done once, when the system was made: on a system that forgets they would be done at each start.
chroot "$root" systemctl --quiet mask ldconfig.service systemd-journal-catalog-update.service
chroot "$root" apt-get clean
rm -rf "$root"/var/lib/apt/lists/* "$root"/root/.cache
