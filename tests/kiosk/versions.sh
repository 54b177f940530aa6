#!/bin/sh
# Signed versions on a flashed card, in a machine made of software: installed from a stick by touch, kept,
# left and refused; and the plug pulled twenty times. The image is as it is flashed; nothing is planted
# in it. Needs root, a network and mmdebstrap; takes two hours where the processor has to be emulated.
#
#   sudo tests/kiosk/versions.sh [PICTURES [STEP]...]      # good, refused, bad, back, damaged, cut_off
set -eu
# shellcheck source=tests/kiosk/roots.sh
. "$(dirname "$(readlink -f "$0")")/roots.sh"
needs_programs mmdebstrap unshare debugfs
(. "$root/bin/setup.sh" && set_up test '[test]') # for what touches the machines
pictures=$work/pictures
[ $# -eq 0 ] || { pictures=$1; shift; }
shop=$work/versions
mkdir -p "$shop/keys"
workshop() { "$root/tests/kiosk/vm/workshop.sh" "$work" "$@"; }

# What is of the maker, and of a stranger.
key() {
    [ -e "$shop/keys/$1.key" ] || workshop openssl req -x509 -newkey rsa:4096 -noenc -days 7300 \
        -subj "/CN=$1/" -keyout "$shop/keys/$1.key" -out "$shop/keys/$1.crt" 2>/dev/null
}

# made NAME KEY: a version of the checkout of that name, on a stick of that name.
made() {
    mkdir -p "$shop/$1.made"
    workshop "$shop/$1/systemd/image/make-version.sh" "$shop/keys/$2.key" "$shop/keys/$2.crt" \
        "$shop/$1.made" >"$work/said" 2>&1 || { tail -n 20 "$work/said" >&2; exit 1; }
    stick "$1" "$shop/$1.made"/*.raw
}

# stick NAME FILE...
stick() {
    name=$1
    shift
    rm -f "$shop/$name.img"
    workshop mformat -C -T 262144 -v STICK -i "$shop/$name.img" ::
    workshop mcopy -i "$shop/$name.img" "$@" ::
}

# planted NAME: a checkout, of which the last lines of a file can be added.
planted() {
    rm -rf "${shop:?}/$1" "$shop/$1.made"
    checkout "versions/$1"
    printf '%s\n' "$1" >>"$shop/$1/README.md"
    workshop sh -c "cd '$shop/$1' && git init -q && git add -A"
}

for name in maker second stranger; do key "$name"; done
say "The versions are being made."
for name in newer foreign; do planted "$name"; done
planted migrated && migration "$shop/migrated" of_tomorrow
planted broken && migration "$shop/broken" of_tomorrow && starts_with "$shop/broken" "$FALLS_OVER"
planted recovery && migration "$shop/recovery" games # There is one.
planted crash && starts_with "$shop/crash" "$FALLS_OVER"
planted hang && starts_with "$shop/hang" "__import__('time').sleep(3600)"
for name in newer migrated broken recovery crash hang; do made "$name" maker; done
made foreign stranger
version=$(cd "$shop/newer.made" && echo companion_*.raw)
mkdir -p "$shop/junk.made" "$shop/flipped.made" "$shop/full.made"
head -c 1048576 /dev/urandom >"$shop/junk.made/${version%%-*}-junk_amd64.raw"
stick junk "$shop/junk.made"/*.raw
version=$(cd "$shop/migrated.made" && echo companion_*.raw)
cp "$shop/migrated.made/$version" "$shop/flipped.made"
printf X | dd of="$shop/flipped.made/$version" bs=1 seek=20000000 conv=notrunc status=none
stick flipped "$shop/flipped.made/$version"

say "The card is being made."
planted flashed
COMPANION_IMAGE_LEVEL=-0 workshop env COMPANION_IMAGE_LEVEL=-0 "$shop/flashed/systemd/image.sh" --arch amd64 \
    --certificate "$shop/keys/maker.crt" --certificate "$shop/keys/second.crt" "$shop" >"$work/said" 2>&1 ||
    { tail -n 20 "$work/said" >&2; exit 1; }
xz -dc "$shop"/companion-*-amd64.img.xz >"$shop/flashed.img"
rm "$shop"/companion-*-amd64.img.xz
truncate -s 3G "$shop/flashed.img" # a card is larger than the image
cp "$root/tests/kiosk/evening.game" "$shop"

say "It is being switched on."
# played NAME STEP...: in a machine of its own, with copies of the card and of the sticks.
played() {
    machine=$shop/$1
    shift
    rm -rf "$machine"
    mkdir "$machine"
    cp --sparse=always "$shop"/*.img "$root/tests/kiosk/evening.game" "$machine"
    ln -s "$shop"/*.made "$shop/migrated" "$machine"
    EMULATOR="$root/tests/kiosk/vm/workshop.sh $work qemu-system-x86_64" \
        "$root/.venv/bin/python" "$root/tests/kiosk/vm/versions.py" "$machine" "$pictures" new_card "$@"
}
if [ $# -gt 0 ]; then
    played machine "$@" || failed=yes
else # two beside each other: an emulator takes one processor
    played cut-off cut_off &
    played machine good refused bad back damaged || failed=yes
    wait $! || failed=yes
fi
end
