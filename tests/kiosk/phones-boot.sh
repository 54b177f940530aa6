#!/bin/sh
# Run by systemd in the container of run.sh, once it is up: the phones' server as the kiosk has it. The
# results are lines in /results; the machine is switched off at the end.
set -u
unit=companion-phones.service
switch=/var/lib/companion/phones-on
link=/run/companion/link
exec 2>/errors

state() { systemctl show -P "$1" "${2:-$unit}"; }
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
active() { systemctl is-active --quiet "$1"; }
is() { [ "$(state ActiveState)" = "$1" ]; }
# shellcheck disable=SC2086 # several words
server="setpriv --reuid companion-phones --regid companion-phones --groups $(id -g companion)"
# may_read FILE: by its user and groups. sees FILE: in its sandbox, too.
may_read() { $server cat "$1" >/dev/null; }
sees() { nsenter -t "$pid" -m $server cat "$1" >/dev/null; }
trap 'journalctl -o cat -u "$unit" -u companion.service >/journal; systemctl poweroff --force' EXIT

until_true 120 active companion.service
is inactive
result $? "nobody has switched it on: the server is off"

setpriv --reuid companion --regid companion --init-groups touch "$switch"
hand() { kill -USR2 "$(state MainPID companion.service)"; }
has_link() { hand; [ -s "$link" ]; }
has_tapped() { hand; [ -e /tapped ]; }
until_true 60 has_link
grep -q "^http://$ADDRESS:8080/j/" "$link"
result $? "switched on, it runs, and the code has the machine's address: $(cut -d / -f 3 "$link")"
cp "$link" /link.part && mv /link.part /link # Now it is the phone's turn, on the other machine.
until_true 120 has_tapped
setpriv --reuid companion --regid companion --init-groups \
    /opt/companion/current/venv/bin/companion export --notation --data /var/lib/companion |
    tail -n 1 | grep -q '^Cy collects rent'
result $? "a phone has joined, and its tap is booked"
[ "$(state NRestarts)" = 0 ]
result $? "it was not started again meanwhile"

pid=$(state MainPID)
[ "$(stat -c %U "/proc/$pid")" = companion-phones ] && sees /run/companion/feed
result $? "it is a user of its own that reads the feed"
share='
from pathlib import Path
from companion.screens import painter
from companion.ledger.copies import image, snapshot
from companion.runtime.sharing import share
with snapshot(Path("/var/lib/companion")) as books:
    print(share(image(books), 1, Path("/run/companion")))
'
python=/opt/companion/current/venv/bin/python
shared=$(setpriv --reuid companion --regid companion --init-groups env HOME=/tmp "$python" -c "$share" | tail -n 1)
"$python" -c "from urllib.request import urlopen as o; print(o('http://$ADDRESS:8080/s/$shared').read())" |
    grep -q "/s/$shared/report" && sees "/run/companion/shared/$shared/report.html"
result $? "a game that the bank shares is shown by it"
for secret in /var/lib/companion/ledger.db /etc/companion/wifi /media/stick/table-01.key \
    /mnt/games/ledger.db; do
    may_read "$secret" && sees /run/companion/feed && ! sees "$secret"
    result $? "its sandbox keeps it from $secret"
done

kill -KILL "$pid"
another() { is active && [ "$(state MainPID)" != "$pid" ]; }
serves() { grep -q ':1F90 .* 0A ' /proc/net/tcp; } # listens on port 8080
until_true 60 another && until_true 60 serves
result $? "killed, it is started again"
rm "$switch"
kill "$(state MainPID)"
until_true 60 is inactive
result $? "switched off, it ends and stays so ($(state ActiveState), $(state Result))"
