#!/bin/sh
# The first and only program of the virtual machine: loads the module, runs the tests, switches off.
export PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root
mount -t proc proc /proc 2>/dev/null # or the initial RAM disk did
mount -t sysfs sys /sys 2>/dev/null
mount -t devtmpfs dev /dev 2>/dev/null
mount -t tmpfs tmp /tmp
modprobe gpio-sim || echo "The module does not load."
mount -t configfs config /sys/kernel/config
cd /src || exit

tests() {
    /venv/bin/python -m pytest -c /dev/null --rootdir=/src --confcutdir=/src/tests/hardware \
        -o pythonpath=. --import-mode=importlib -p no:cacheprovider -q --color=no "$@"
}

# A process for each test, as the bank is one: lgpio has one thread and keeps its lines until the end.
eval "tests --collect-only $(cat /options) tests/hardware/gpio_sim" | grep :: >/tmp/tests
while read -r name; do
    if tests -rP "$name" >/tmp/said 2>&1 && ! grep -q skipped /tmp/said; then
        echo "  passed: ${name##*::}"
        sed -n '/Captured stdout/,/^=/{/^[-=_]/d;s/^/    /p}' /tmp/said
    else
        echo "  FAILED: ${name##*::}"
        cat /tmp/said
    fi
done </tmp/tests
echo "Those were $(wc -l </tmp/tests) tests."
echo o >/proc/sysrq-trigger
sleep 60
