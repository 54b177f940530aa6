#!/bin/sh
# Makes a package for Debian 12 and 13 and Raspberry Pi OS, which installs the kiosk as install.sh does,
# updates it as update.sh does, and takes it back when it is removed. It carries this checkout; the
# program itself comes from there, for the Python of the machine, so installing it needs a network.
#
#   systemd/deb.sh FOLDER      writes FOLDER/companion_VERSION_all.deb
set -eu
here=$(dirname "$(readlink -f "$0")")
root=$(dirname "$here")
. "$root/bin/setup.sh"
# shellcheck source=systemd/common.sh
. "$here/common.sh"

[ $# -eq 1 ] || die "Say in which folder the package should be: systemd/deb.sh FOLDER"
[ -d "$1" ] || die "There is no folder $1."
has_command dpkg-deb || die "This needs dpkg-deb, which is on every Debian system."
target=$(readlink -f "$1")
made=$(mktemp -d)
trap 'rm -r "$made"' EXIT
cd "$root"
number=$(sed -n 's/^version = "\(.*\)"/\1/p' pyproject.toml)
# The time first: apt takes a smaller version for an older one.
version=$number+$(date -u +%Y%m%d%H%M%S).$(version_of "$root")
source=usr/share/companion

mkdir -p "$made/$source" "$made/DEBIAN"
# shellcheck disable=SC2086 # a list of names, split on purpose
cp -R $product "$made/$source"
find "$made" -name __pycache__ -prune -exec rm -r {} +
chmod -R u=rwX,go=rX "$made"

# What install.sh would install with apt, which it cannot do while dpkg runs.
cat >"$made/DEBIAN/control" <<CONTROL
Package: companion
Version: $version
Architecture: all
Section: games
Priority: optional
Maintainer: The authors of the bank
Depends: python3 (>= 3.11), python3-venv, libgl1, libegl1, libgles2, libgbm1, libdrm2, libudev1,
 libmtdev1t64 | libmtdev1, libgl1-mesa-dri, libasound2t64 | libasound2, polkitd, udev,
 avahi-daemon, bluez, espeak-ng
Recommends: python3-lgpio
Description: bank and title-deed ledger of a property-trading board game
 Holds everybody's money and deeds on a touchscreen beside the real board, and knows the rules.
 Installing it makes the machine a kiosk: switch it on, and the table is there.
CONTROL

cat >"$made/DEBIAN/postinst" <<POSTINST
#!/bin/sh
set -e
[ "\$1" != configure ] || /$source/systemd/update.sh
POSTINST

# An update leaves the kiosk alone: the newer package's install.sh can go back to it.
cat >"$made/DEBIAN/prerm" <<PRERM
#!/bin/sh
set -e
[ "\$1" != remove ] || /$source/systemd/uninstall.sh
PRERM
chmod 755 "$made/DEBIAN/postinst" "$made/DEBIAN/prerm"
dpkg-deb --root-owner-group --build "$made" "$target/companion_${version}_all.deb" >/dev/null
say "The package is $target/companion_${version}_all.deb:" \
    "'sudo apt install $target/companion_${version}_all.deb' makes a machine the kiosk."
