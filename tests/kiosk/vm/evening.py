"""An evening at the kiosk on a machine made of software: switched on, touched, plugged, cut off.

Called by ``tests/kiosk/vm.sh``: ``evening.py DISKS PICTURES``. Every line that it says begins with
what was tried; it ends with status 1 at the first that fails.
"""

import sys
from hashlib import sha256
from pathlib import Path
from time import monotonic, sleep
from typing import Any

from machine import Machine
from player import Player, say

BIN = "/opt/companion/current/venv/bin"
DATA, STICK = "/var/lib/companion", "/media/stick"
CUTS = 10
LOST = 15.0  # seconds in which a pulled cable has to be seen, and a plugged one
READ_ONLY = "ro overlayroot=tmpfs:recurse=0"
LOOK_UP = """\
import sys
from pathlib import Path
from companion.ledger.copies import snapshot
with snapshot(Path("/var/lib/companion")) as books:
    print(books.fingerprint(int(sys.argv[1]), int(sys.argv[2])))
"""


class Evening(Player):
    """``shown`` is what the screen showed last before a cut."""

    def __init__(self, disks: Path, pictures: Path) -> None:
        super().__init__(Machine(disks, "rw"), pictures)
        self._disks = disks

    def all(self) -> None:
        shown = self._first_hour()
        for cut in range(1, CUTS + 1):
            shown = self._cut_off(cut, shown)
        self._read_only(shown)

    # --- what is tried --------------------------------------------------------------------------

    def _first_hour(self) -> dict[str, Any]:
        with self._machine as machine:
            took = machine.until(self._is_there)
            self._picture("1-switched-on")
            say(f"switched on, nothing typed: the table was there after {took:.0f} s")
            self._turn_by_touch()
            self._plug_and_unplug()
            self._stick()
            return machine.shown

    def _turn_by_touch(self) -> None:
        before = self._machine.shown["number"]
        self._tap_dice(3, 5)
        self._until_moved(before)
        self._picture("2-thrown-by-touch")
        self._tries(lambda: self._tap(self._able("answer")[0]))
        self._picture("3-bought-by-touch")
        say(f"a turn by touch: moves {before} and {before + 1}")

    def _plug_and_unplug(self) -> None:
        say(f"the tray plugged: seen after {self._plug():.1f} s")
        self._by_tray()
        self._picture("4-tray-plugged")
        self._machine.ask("unplug")
        took = self._machine.until(self._tray_is("lost"), LOST)
        self._picture("5-tray-unplugged")
        say(f"the tray unplugged: seen after {took:.1f} s")
        say(f"the tray plugged again: seen after {self._plug():.1f} s")
        self._by_tray()
        self._picture("6-tray-plugged-again")

    def _plug(self) -> float:
        """How long it took until the table knew."""
        self._machine.ask("plug")
        return self._machine.until(self._tray_is("found"), LOST)

    def _by_tray(self) -> None:
        """The dice are thrown as soon as they are awaited, what stands before that is answered."""
        machine = self._machine
        while not machine.shown["awaited"]:
            self._moves_on()
        before = machine.shown["number"]
        self._throw()
        self._until_moved(before)
        sleep(1.0)
        assert machine.ask("tray")["waiting"] == 0, "the throw was not acknowledged"
        say(f"a throw by tray: move {before}")

    def _stick(self) -> None:
        """What its file system is mounted on, the bank sees, though it started before."""
        self._machine.plug()
        say(f"a stick plugged: the second copy is sound after {self._copied():.0f} s")
        self._machine.run("systemctl", "start", "companion-backup.service")
        say(f"a copy of the ledger beside it: {self._machine.run('ls', STICK).split()}")
        self._machine.pull()
        self._moves_on()
        self._moves_on()
        self._machine.plug()
        say(f"the stick pulled, two moves, plugged: sound after {self._copied():.0f} s")

    def _copied(self) -> float:
        """How long it takes until the second copy has all that the ledger has."""
        began = monotonic()
        command = [f"{BIN}/companion", "audit", "--data", DATA, "--mirror", STICK]
        while (told := self._machine.ask("run", command=command))["status"]:
            assert monotonic() < began + 120, told
            self._moves_on()
        return monotonic() - began

    def _cut_off(self, cut: int, before: dict[str, Any]) -> dict[str, Any]:
        with self._machine as machine:
            took = machine.until(self._is_there)
            further = self._is_where_it_was(before)
            if cut == CUTS:
                self._picture("after-a-cut")
            self._plug()
            first = machine.shown["number"]
            for _ in range(self._dice.randint(2, 6)):
                self._moves_on()
            self._any_try()
            sleep(self._dice.uniform(0.0, 1.5))
            machine.drain()
        say(
            f"cut {cut}: back after {took:.0f} s where it was, {further} moves further; "
            f"moves {first} to {machine.shown['number'] - 1} shown until the next"
        )
        return machine.shown

    def _is_where_it_was(self, before: dict[str, Any]) -> int:
        """What was shown is in the ledger; so is what was booked and not shown any more. How many
        moves that were."""
        machine = self._machine
        game, number = str(before["game"]), before["number"] - 1
        found = machine.run(f"{BIN}/python", "-c", LOOK_UP, game, str(number)).strip()
        assert found == before["fingerprint"], f"{before} was shown; {found} is in the ledger"
        told = machine.run(f"{BIN}/companion", "audit", "--all", "--data", DATA)
        assert f"sound, {machine.shown['number'] - 1} moves" in told, told
        assert machine.shown["fingerprint"] in told, told
        return int(machine.shown["number"]) - number - 1

    def _read_only(self, before: dict[str, Any]) -> None:
        before = self._start_read_only(before)
        # The first start may have had to put right what the last cut left.
        system = self._system()
        self._start_read_only(before)
        assert self._system() == system, "something was written on the disk of the system"
        say("with the system read-only: nothing was written on its disk")

    def _start_read_only(self, before: dict[str, Any]) -> dict[str, Any]:
        self._machine = Machine(self._disks, READ_ONLY)
        with self._machine as machine:
            took = machine.until(self._is_there)
            further = self._is_where_it_was(before)
            assert machine.run("findmnt", "-no", "FSTYPE", "/").strip() == "overlay"
            self._plug()
            self._moves_on()
            self._picture("7-read-only")
        say(f"with the system read-only: there after {took:.0f} s, {further} moves further")
        return machine.shown

    def _system(self) -> str:
        with (self._disks / "system.img").open("rb") as disk:
            digest = sha256()
            while block := disk.read(1 << 20):
                digest.update(block)
        return digest.hexdigest()


if __name__ == "__main__":
    Evening(*map(Path, sys.argv[1:])).all()
