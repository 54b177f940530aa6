#!/bin/sh
# Run by systemd in the container of club.sh, once it is up. The results are lines in /results; the
# machine is switched off at the end.
set -u
unit=companion-publish.service
companion=/opt/companion/current/venv/bin/companion
data=/var/lib/companion
wall=http://127.0.0.1:8090
exec 2>/errors

state() { systemctl show -P "$1" "$unit"; }
result() { if [ "$1" -eq 0 ]; then echo "passed: $2"; else echo "FAILED: $2"; fi >>/results; }
until_true() {
    left=$(($1 * 5))
    shift
    until "$@"; do
        left=$((left - 1))
        [ "$left" -gt 0 ] || return 1
        sleep 0.2
    done
}
get() {
    /opt/companion/current/venv/bin/python -c \
        'import sys, urllib.request as r; print(r.urlopen(sys.argv[1], timeout=40).read().decode())' "$wall/$1"
}
active() { systemctl is-active --quiet "$1"; }
# as_publisher COMMAND...: as its user, in what the unit lets it see.
as_publisher() {
    nsenter -t "$(state MainPID)" -m setpriv --reuid companion-publish --regid companion-publish \
        --groups "$(id -g companion)" "$@"
}
trap 'journalctl -o cat -u "$unit" >/journal; journalctl -u nats-server >>/journal; systemctl poweroff --force' EXIT

until_true 60 active nats-server
result $? "the server starts with the machine, with the keys"
until_true 120 active companion.service
is_its_own() { [ "$(stat -c %U "/proc/$(state MainPID)")" = companion-publish ]; }
until_true 30 is_its_own
result $? "so does the publisher, as a user of its own"
"$companion" director Cup --key /root/cup/director.key --port 8090 --folder /root/club >/director 2>&1 &
director=$!
sound() {
    answer=$(get table/1/ask/audit 2>/dev/null)
    case $answer in sound\ *) true ;; *) false ;; esac
}
until_true 60 sound
result $? "the director asks, the table answers: $answer"
as_publisher test -r "$data/ledger.db" && ! as_publisher touch "$data/ledger.db" &&
    ! as_publisher touch "$data/another"
result $? "it reads the ledger and cannot write it"
! as_publisher ls /root >/dev/null && ! as_publisher test -e /dev/mem
result $? "nor look elsewhere"
kill -KILL "$(state MainPID)"
another() { active "$unit" && [ "$(state NRestarts)" -gt 0 ] && [ "$(state MainPID)" -gt 0 ]; }
until_true 30 another && until_true 60 sound
result $? "killed, it comes back and answers"
pid=$(state MainPID)
kill -STOP "$pid"
sleep 5
active companion.service && [ "$(systemctl show -P NRestarts companion.service)" = 0 ]
result $? "hung, it does not disturb the bank"
kill -CONT "$pid"
rm /media/stick/table-01.key
systemctl restart "$unit"
sleep 3
install -m 644 /root/cup/table-01.key /media/stick
until_true 30 sound
result $? "the key may come later"
kilobytes=$(awk '/^VmRSS/ { print $2 }' "/proc/$(state MainPID)/status")
[ "$kilobytes" -lt 100000 ]
result $? "it takes half of the memory that it may have, at most: $kilobytes kB"
systemctl stop companion.service "$unit"
mv "$data/ledger.db" /root
rm -f "$data"/ledger.db-*
setpriv --reuid companion --regid companion --init-groups \
    "$companion" simulate --games 1 --ledger "$data" >/dev/null
systemctl start "$unit"
stopped() { [ "$(state ExecMainStatus)" = 3 ] && [ "$(state ActiveState)" = failed ]; }
until_true 30 stopped
result $? "another ledger under its number: it stops and stays"
kill "$director"
wait "$director"
