"""A system on which the settings of the screen are applied: by the real script, in a process of its
own. In place of NetworkManager, the radio and hotspot.sh stand programs that note what they are
asked."""

import json
import shutil
import stat
import subprocess
import sys
from pathlib import Path

from tests.stand_ins import stand_in
from tests.tree import ROOT

NMCLI = """#!/bin/sh
echo "nmcli $*" >>"$NOTES"
case $* in
    *device) echo "$DEVICES"; exit "${MANAGER:-0}" ;;
    *--active) echo "$ACTIVE" ;;
    *" up "*) [ -z "$REFUSAL" ] || { echo "Error: activation failed: $REFUSAL" >&2; exit 4; } ;;
esac
"""
HOTSPOT = """#!/bin/sh
echo "hotspot $1 $PASSPHRASE" >>"$NOTES"
[ -z "$NO_HOTSPOT" ] || exit 1
if [ "$1" = on ]; then printf 'Companion\\n%s\\n' "$PASSPHRASE" >"$NOTE"; else rm "$NOTE"; fi
"""
JOIN = "nmcli --terse --wait 45 connection up companion-wifi"
FORGET = "nmcli --terse connection delete companion-wifi"
OPEN_RADIO = ["iw reg set DE", "rfkill unblock wifi"]
OWN_ON = "hotspot on abcdefgh2345"
REFUSED = "Secrets were required, but not provided."
REFUSALS = {
    REFUSED: "wrong passphrase",
    f"(7) {REFUSED}": "wrong passphrase",
    "The Wi-Fi network could not be found": "out of reach",
    "IP configuration could not be reserved": "no address",
    "No suitable device found for this connection": "no adapter",
    "Unknown error": "failed",
}
"""Outcomes by what NetworkManager's program says."""


class System:
    """A system with the script, as a kiosk has it."""

    def __init__(self, root: Path) -> None:
        self.root, self.screen = root, root / "machine.toml"
        self.notes, self.note = root / "notes", root / "etc/companion/wifi"
        self.note.parent.mkdir(parents=True)
        (root / "systemd").mkdir()
        shutil.copy(ROOT / "systemd/settings.py", root / "systemd")
        (root / "systemd/hotspot.sh").write_text(HOTSPOT)
        self.bin = root / "bin"
        self.bin.mkdir()
        for name in ("sh", "rm"):
            (self.bin / name).symlink_to(shutil.which(name) or "")
        for name, text in {"nmcli": NMCLI, "iw": "", "rfkill": "", "hostname": ""}.items():
            stand_in(self.bin / name, text or f'echo "{name} $*" >>"$NOTES"')
        self.facts = {"DEVICES": "wifi:disconnected\nloopback:unmanaged"}

    def switch(self, text: str | None = None, **facts: str) -> str:
        """The screen writes its file; the outcome is returned."""
        if text is not None:
            self.screen.write_text(text)
        self.notes.write_text("")
        env = {"PATH": str(self.bin), "NOTES": str(self.notes), "NOTE": str(self.note)}
        report = self.root / "report.json"
        command = [sys.executable, self.root / "systemd/settings.py", "--wait", "0"]
        done = subprocess.run(
            [*command, "--now", report, self.screen, self.root],
            env={**env, **self.facts, **facts},
            capture_output=True,
            text=True,
            check=True,
        )
        self.said = done.stderr.strip()
        found = json.loads(report.read_text())
        at = self.screen.stat().st_mtime_ns if self.screen.exists() else 0
        assert found["applied"] == at
        assert stat.S_IMODE(report.stat().st_mode) == 0o644
        self.ssid = found["ssid"]
        return str(found["outcome"])

    @property
    def done(self) -> list[str]:
        return self.notes.read_text().splitlines()

    def block(self, kind: str = "wlan") -> None:
        switch = self.root / "sys/class/rfkill/rfkill0"
        switch.mkdir(parents=True)
        for name, value in {"type": kind, "soft": "1", "hard": "0"}.items():
            (switch / name).write_text(f"{value}\n")
