#!/bin/sh
# Makes a version for flashed cards: this checkout as one signed system extension of the base, with its
# own units and rules. Needs root, a network, mmdebstrap, squashfs-tools and systemd-repart of Debian 13
# or newer; for another architecture qemu-user-static, too.
#
#   sudo systemd/image/make-version.sh [--arch amd64|arm64] KEY CERTIFICATE FOLDER
#
# writes FOLDER/companion_VERSION_ARCH.raw, and beside it latest_ARCH, in which its name is. A key and
# its certificate, which image.sh puts on the cards, are made by
#
#   openssl req -x509 -newkey rsa:4096 -noenc -days 7300 -subj /CN=Companion/ -keyout KEY -out CERTIFICATE
set -eu
here=$(dirname "$(readlink -f "$0")")
root=$(dirname "$(dirname "$here")")
. "$root/bin/setup.sh"
# shellcheck source=systemd/common.sh
. "$root/systemd/common.sh"

arch=$(dpkg --print-architecture)
if [ "${1:-}" = --arch ]; then
    arch=${2:-}
    shift 2
fi
case $arch in
    amd64) partition=x86-64 ;;
    arm64) partition=arm64 ;;
    *) die "'$arch' is no architecture of the image: say amd64 or arm64." ;;
esac
[ $# -eq 3 ] || die "Say with which key, which certificate and where: make-version.sh KEY CERTIFICATE FOLDER"
[ "$(id -u)" -eq 0 ] || die "This needs root: sudo $0"
for program in mmdebstrap mksquashfs systemd-repart openssl; do
    has_command "$program" ||
        die "There is no $program: apt install mmdebstrap squashfs-tools systemd-repart cryptsetup-bin openssl."
done
key=$(readlink -f "$1") certificate=$(readlink -f "$2") to=$(readlink -f "$3")
[ -d "$to" ] || die "There is no folder $3."
[ "$(openssl pkey -in "$key" -pubout 2>/dev/null)" = "$(openssl x509 -in "$certificate" -noout -pubkey 2>/dev/null)" ] ||
    die "The key $1 is not that of the certificate $2."

version=$(dated_version "$root")
name=companion_${version}_$arch.raw
suite=$(sed -n 's/^suite=//p' "$root/systemd/image.sh")
work=$(mktemp -d /var/tmp/companion-version-XXXXXX)
trap 'rm -rf "$work"' EXIT

say "Now: install the program in a Debian for $arch."
CHECKOUT=$root mmdebstrap --quiet --arch="$arch" --variant=minbase \
    --include="$(grep -v '^#' "$here/packages" | tr ' \n' ,)" \
    --customize-hook="$here/program.sh \"\$1\"" "$suite" "$work/system"

# What program.sh has put there, and nothing else of the system.
tree=$work/tree
mkdir -p "$tree/opt" "$tree/usr/lib/extension-release.d"
mv "$work/system/opt/companion" "$tree/opt"
for folder in usr/lib/systemd/system usr/lib/udev/rules.d usr/share/polkit-1/rules.d; do
    mkdir -p "$tree/$folder"
    for file in "$work/system/$folder"/*companion*; do mv "$file" "$tree/$folder"; done
done
printf '%s\n' ID=debian "SYSEXT_LEVEL=$(cat "$here/level")" EXTENSION_RELOAD_MANAGER=1 \
    "COMPANION_VERSION=$version" >"$tree/usr/lib/extension-release.d/extension-release.companion"

say "Now: sign it."
mkdir "$work/parts"
for part in "$here"/?0-*.conf; do sed "s/ARCH/$partition/" "$part" >"$work/parts/${part##*/}"; done
systemd-repart --definitions="$work/parts" --empty=create --size=auto --offline=yes --root="$tree" \
    --private-key="$key" --certificate="$certificate" "$work/$name" >/dev/null
mv "$work/$name" "$to"
echo "$name" >"$to/latest_$arch"
say "The version is $to/$name, $(($(stat -c %s "$to/$name") / 1048576)) MiB."
