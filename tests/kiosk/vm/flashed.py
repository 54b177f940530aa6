"""The first evening of a flashed card: started, set up by its file, played, cut off.

Called by ``tests/kiosk/image.sh``: ``flashed.py DISKS PICTURES [amd64|arm64]``. Each line that it
says begins with what was tried; it ends with status 1 at the first that fails. On arm64, which is
emulated at a tenth of the speed, it ends after the first start.
"""

import json
import subprocess
import sys
import time
from hashlib import sha256
from pathlib import Path
from typing import Any

from emulator import CARD
from evening import BIN, CUTS, DATA, Evening, say
from machine import Machine

SEEN = "/src/tests/kiosk/vm/guest/seen"
IMPORT = (
    "systemctl stop companion.service && setpriv --reuid companion --regid companion --init-groups "
    f"{BIN}/companion import --data {DATA} /src/evening.game && "
    "systemctl start --no-block companion.service"
)
MIB = 1 << 20
FAILURES = {
    "without a root partition": "root=LABEL=none",
    "in systemd's emergency": "systemd.unit=emergency.target",
    "in a panic of the kernel": "rdinit=/none",
}
"""Options for the kernel with which a start fails."""
DARK = 3.0  # seconds; the longest time without a picture
EMPTY = 8000  # bytes; black, or the two dice while the table is being opened, have fewer


class FirstEvening(Evening):
    """The machine has a card and nothing else."""

    def __init__(self, disks: Path, pictures: Path, arch: str = "amd64") -> None:
        super().__init__(disks, pictures)
        self._arch = arch
        self._machine = Machine(disks, arch=arch)

    def all(self) -> None:
        system = self._system()
        self._set_up("table-seven", "de")
        self._first_start()
        if self._arch == "amd64":
            self._set_up("table-seven", "en")
            self._play_and_cut()
        assert self._system() == system, "something was written on the partition of the system"
        say("nothing was written on the partition of the system")

    def _play_and_cut(self) -> None:
        shown = self._table()
        self._failed_starts()
        for cut in range(1, CUTS + 1):
            shown = self._cut_off(cut, shown)

    def _set_up(self, name: str, language: str) -> None:
        """Write the file on the boot partition, as somebody does on another computer."""
        text = (
            f'[system]\nhostname = "{name}"\n'
            '[wlan]\nssid = "Our Wi-Fi"\npassword = "long enough"\ncountry = "DE"\n'
            f'[locale]\nkeymap = "{language}"\ntimezone = "Europe/Berlin"\n'
            f'[companion]\nLANGUAGE = "{language}"\nPYTHONPATH = "{SEEN}"\n'
        )
        boot = f"{self._disks / CARD}@@{self._partition(1)[0]}"
        subprocess.run(
            ["mcopy", "-o", "-i", boot, "-", "::custom.toml"], input=text, text=True, check=True
        )

    def _first_start(self) -> None:
        with self._machine as machine:
            with machine.eye(self._pictures / "start") as eye:
                took = machine.until(lambda shown: shown.get("screen"))
                self._picture("image-1-first-start")
            assert machine.shown["screen"] == "first_start", machine.shown
            say(f"switched on, nothing typed: the first start asks, after {took:.0f} s")
            say(f"the longest time without a picture: {eye.longest():.0f} s of {eye.dark}")
            assert eye.longest() <= DARK, eye.dark
            log = ["journalctl", "-b", "-g", "ordering cycle", "-o", "cat", "-q", "--no-pager"]
            cycles = machine.ask("run", command=log)["said"]
            assert not cycles, cycles
            size = int(machine.run("findmnt", "-bno", "SIZE", DATA))
            start, length = self._partition(3)
            assert size > 500 * MIB, size
            assert start + length > 4095 * MIB, (start, length)
            say(f"the ledger's partition has grown to {length // MIB} MiB")
            assert machine.run("hostname").strip() == "table-seven"
            assert machine.run("findmnt", "-no", "FSTYPE", "/").strip() == "overlay"
            assert machine.run("passwd", "--status", "root").split()[1] == "L"
            assert "getty" not in machine.run("systemctl", "list-units", "--plain", "*getty@*")
            assert "Our Wi-Fi" in machine.run(
                "nmcli", "-g", "802-11-wireless.ssid", "connection", "show", "companion-wifi"
            )
            assert "CET" in machine.run("date", "+%Z") or "CEST" in machine.run("date", "+%Z")
            say("host name, Wi-Fi, language and timezone are those of the file; nobody can log in")
            failed = machine.run("systemctl", "--failed", "--plain", "--no-legend").split("\n")
            say(f"units that failed: {[line.split()[0] for line in failed if line]}")
            assert not any("companion" in line for line in failed), failed

    def _table(self) -> dict[str, Any]:
        with self._machine as machine:
            machine.until(lambda shown: shown.get("screen"))
            machine.run("sh", "-c", IMPORT)
            took = machine.until(self._is_there)
            self._picture("image-2-table")
            say(f"the game was imported; the table was there after {took:.0f} s")
            before = machine.shown["number"]
            self._tap_dice(3, 5)
            self._until_moved(before)
            self._picture("image-3-thrown-by-touch")
            say(f"thrown by touch: move {before}")
            self._plug()
            self._moves_on()
            return machine.shown

    def _failed_starts(self) -> None:
        """Nobody can log in to fix such a start; the cuts begin with one that must not fail."""
        for how, options in FAILURES.items():
            with Machine(self._disks, options) as machine:
                took = machine.until_restart()
            say(f"a start that fails {how}: it restarts by itself after {took:.0f} s")

    def _picture(self, name: str) -> None:
        """Take a picture as soon as something is drawn; the first frame is announced before."""
        file = self._pictures / f"{name}.png"
        for _ in range(60):
            super()._picture(name)
            if file.stat().st_size > EMPTY:
                return
            time.sleep(1.0)
        raise AssertionError("the screen stays empty")

    def _partition(self, number: int) -> tuple[int, int]:
        """First byte and length of a partition of the card."""
        told = subprocess.run(
            ["sfdisk", "--json", self._disks / CARD], capture_output=True, check=True
        )
        table = json.loads(told.stdout)["partitiontable"]
        part = table["partitions"][number - 1]
        return part["start"] * table["sectorsize"], part["size"] * table["sectorsize"]

    def _system(self) -> str:
        start, length = self._partition(2)
        with (self._disks / CARD).open("rb") as card:
            card.seek(start)
            digest = sha256()
            for _ in range(length // MIB):
                digest.update(card.read(MIB))
        return digest.hexdigest()


if __name__ == "__main__":
    FirstEvening(Path(sys.argv[1]), Path(sys.argv[2]), *sys.argv[3:]).all()
