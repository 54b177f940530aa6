#!/bin/sh
# Run by systemd in the container of clock.sh, once it is up. The results are lines in /results; the
# container is switched off afterwards.
exec >/results 2>&1

check() {
    what=$1
    shift
    if "$@" >/said 2>&1; then echo "passed: $what"; else echo "FAILED: $what: $(cat /said)"; fi
}

# as USER CODE: what the bank would run.
as() { setpriv --reuid "$1" --regid "$1" --clear-groups python3 -c "from companion.system import clock; $2"; }
sets() { as "$1" 'from datetime import datetime; clock.set_to(datetime(2026, 12, 24, 20, 0))'; }
run() { systemctl show -P InvocationID systemd-timesyncd.service; }

# refuses USER WHY: in the last line of the error.
refuses() { sets "$1" 2>&1 | tail -1 | grep -q "BusRefused: $2"; }

systemctl start systemd-timesyncd.service
before=$(run)
check "nothing has set the clock" as companion 'assert not clock.is_synchronized()'
check "timedated knows of the program that would" as companion 'assert clock._is_true("NTP")'
check "a stranger may not set it" refuses daemon 'Interactive authentication required'
check "the bank may, as far as the kernel" refuses companion 'Access denied'
check "the program was stopped for it" test "$(run)" != "$before"
check "and runs again" systemctl --quiet is-active systemd-timesyncd.service
