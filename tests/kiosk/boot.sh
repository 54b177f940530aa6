#!/bin/sh
# Run by systemd in the container, once it is up: what the unit does on bad days. The results are
# lines in /results; the machine is switched off at the end.
set -u
unit=companion.service
restart=1 # second between an end and the next start, as RestartSec= of the unit
exec 2>/errors

state() { systemctl show -P "$1" "$unit"; }
now() { cut -d ' ' -f 1 /proc/uptime; }
since() { awk -v a="$1" -v b="$(now)" 'BEGIN { printf "%.1f", b - a }'; }

# until SECONDS COMMAND...: whether it came to that in time; how long it took is in $took.
until_true() {
    began=$(now)
    limit=$1
    shift
    until "$@"; do
        took=$(since "$began")
        [ "${took%.*}" -lt "$limit" ] || return 1
        sleep 0.1
    done
    took=$(since "$began")
}

# below SECONDS FORMULA: slower machines have a greater one, in which $start is how long a start took.
below() { awk -v a="$1" -v start="$start" -v restart="$restart" "BEGIN { exit !(a < $2) }"; }

result() { if [ "$1" -eq 0 ]; then echo "passed: $2"; else echo "FAILED: $2"; fi >>/results; }

active() { [ "$(state ActiveState)" = active ]; }
# In one look: between two, a process may have ended.
another() {
    case $(systemctl show -p ActiveState -p MainPID "$unit" | sort | tr '\n' ' ') in
        *MainPID=0\ * | *"MainPID=$pid "*) false ;;
        ActiveState=active\ *) true ;;
        *) false ;;
    esac
}
games() { /opt/companion/current/venv/bin/companion games --data /var/lib/companion; }

# Whatever happens, the journal is looked at and the machine ends.
trap 'journalctl -u "$unit" -o cat >/journal; systemctl poweroff --force' EXIT

until_true 120 active
result $? "it starts, and says so after its first frame (${took} s)"
before=$(games)

inspected() { journalctl -u "$unit" -o cat | grep -q '^INFO inspection-passed'; }
until_true 60 inspected
result $? "the whole ledger is checked after that"

# As the bank reads it for a stick: in its sandbox, as its user.
reader=/run/systemd/system/companion-reader.service
mkdir -p "$reader.d"
cp /etc/systemd/system/companion.service.d/sandbox.conf "$reader.d/"
cat >"$reader" <<'UNIT'
[Service]
Type=oneshot
ExecStart=/opt/companion/current/venv/bin/python -c "from companion.runtime.diagnostics import journal; print(journal('--unit=companion.service'))"
StandardOutput=file:/run/reader.said
UNIT
systemctl daemon-reload
systemctl start companion-reader.service && grep -q first-frame /run/reader.said
result $? "the journal can be read for whoever helps from afar"

began=$(now)
systemctl stop "$unit"
stop=$(since "$began")
ended=$(state Result)
began=$(now)
systemctl start "$unit"
result $? "told to, it starts again"
start=$(since "$began")
[ "$ended" = success ] && below "$stop" start
result $? "told to stop, it does, cleanly and sooner ($stop s) than it starts ($start s)"

pid=$(state MainPID)
kill -KILL "$pid"
until_true 120 another
below "$took" 'restart + 4 * start'
result $? "killed, it is back within $restart s and four such starts ($took s)"

pid=$(state MainPID)
kill -USR1 "$pid"
until_true 120 another
below "$took" "$WATCHDOG + restart + 4 * start"
result $? "hung, it is back within that and the watchdog's $WATCHDOG s ($took s)"
journalctl -u "$unit" -o cat | grep -q 'sitecustomize.py", line'
result $? "the journal says where it hung"

[ -n "$before" ] && [ "$(games)" = "$before" ]
result $? "the game is where it was: $before"
/opt/companion/current/venv/bin/companion audit --all --data /var/lib/companion >/dev/null
result $? "the books are sound"

current=/opt/companion/current
old=$(readlink "$current")
/broken/systemd/update.sh >/broken.said 2>&1 &
update=$!
while [ "$(readlink "$current")" = "$old" ] && kill -0 "$update"; do sleep 0.1; done
sleep 1
kill -HUP "$update" # As when the connection is lost over which it was started.
wait "$update"
[ $? -eq 1 ] && grep -q '^The new version does not start' /broken.said
result $? "a new version that does not start is not kept, even when nobody waits for it any more"
active && [ "$(readlink "$current")" = "$old" ] && ! grep -q cook /etc/systemd/system/companion.service
result $? "the old one runs again, with its own unit"
/broken/systemd/update.sh >/broken.said 2>&1 &
update=$!
while [ "$(readlink "$current")" = "$old" ] && kill -0 "$update"; do sleep 0.1; done
while ! ls /var/lib/companion/ledger-version-*.db && kill -0 "$update"; do sleep 0.1; done >/dev/null
kill -KILL "$update" # As when the power goes.
/broken/systemd/install.sh >/broken.said 2>&1
[ $? -eq 1 ] && grep -q 'The old one runs again' /broken.said && active &&
    [ "$(readlink "$current")" = "$old" ]
result $? "nor when the power goes while it is being tried, and it is installed again"
[ "$(games)" = "$before" ] && [ "$(stat -c %U /var/lib/companion/tried-*/ledger.db | uniq)" = companion ]
result $? "the ledger that the new one had brought up is again as it can read it"

systemctl stop "$unit"
/src/systemd/install.sh >/again.said 2>&1 && active && ! grep -q current /again.said
result $? "installed again, it is started where it stood still"

pid=$(state MainPID)
/newer/systemd/update.sh >/newer.said 2>&1
another && [ "$(readlink "$current")" != "$old" ] && [ -e "$old/complete" ]
result $? "a new version that starts is kept, and the old one beside it"
! ls -d /var/lib/companion/tried-* /var/lib/companion/ledger-version-*
result $? "nothing is left of those that were not"
[ "$(games)" = "$before" ]
result $? "the game is where it was, after all of that"

newer=$(readlink "$current")
/stuck/systemd/update.sh >/stuck.said 2>&1
[ $? -eq 1 ] && grep -q '^The new version cannot open the ledger' /stuck.said && active &&
    [ "$(readlink "$current")" = "$newer" ]
result $? "a new version that cannot open the ledger is not kept"
[ "$(games)" = "$before" ]
result $? "the old one still has the game"

/migrated/systemd/update.sh >/migrated.said 2>&1 && ls /var/lib/companion/ledger-version-*.db
result $? "one that changes the format of the ledger is kept, with a copy of the ledger before"
systemctl stop "$unit"
runuser -u companion -- "$current/venv/bin/companion" import --data /var/lib/companion /src/evening.game
systemctl start "$unit"
"$current/systemd/back.sh" >/back.said 2>&1 && active && [ "$(readlink "$current")" = "$newer" ]
result $? "gone back on purpose, the version before runs"
[ "$(games | head -n 1)" = "$before" ] && [ "$(games | wc -l)" -eq 2 ] && games | grep -q '^Game 2: .* 9 moves, .*imported$' &&
    ls /var/lib/companion/newer-*/ledger.db
result $? "with its ledger, and the game that was played since"
