"""An evening at the kiosk on a machine made of software: switched on, touched, plugged, cut off.

Called by ``tests/kiosk/vm.sh``: ``evening.py DISKS PICTURES``. Every line that it says begins with
what was tried; it ends with status 1 at the first that fails.
"""

import sys
from collections.abc import Callable
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from random import Random
from time import monotonic, sleep
from typing import Any

from machine import Machine

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


def say(line: str) -> None:
    print(line, flush=True)


class Evening:
    """``shown`` is what the screen showed last before a cut."""

    def __init__(self, disks: Path, pictures: Path) -> None:
        self._disks, self._pictures = disks, pictures
        self._dice = Random(7)
        self._machine = Machine(disks, "rw")

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

    # --- hands ----------------------------------------------------------------------------------

    def _moves_on(self) -> None:
        """Some move is made, whatever the game is at."""
        self._tries(self._any_try)

    def _tries(self, try_once: Callable[[], None]) -> None:
        """A finger tries again: a touch that comes too soon after a change of what is shown is
        ignored, and a slow machine shows it late."""
        for _ in range(5):
            self._machine.drain()
            before = self._machine.shown["number"]
            try_once()
            with suppress(TimeoutError):
                self._until_moved(before)
                return
        raise AssertionError(f"the game goes no further: {self._machine.shown}")

    def _any_try(self) -> None:
        self._machine.drain()
        if self._machine.shown["awaited"]:
            self._throw()
        else:
            able = self._able("answer", "undo")
            # The first one leads on; another now and then, so that everything comes up.
            self._tap(able[0] if self._dice.random() < 0.7 else self._dice.choice(able))

    def _throw(self) -> None:
        dice = [self._dice.randint(1, 6), self._dice.randint(1, 6)]
        assert self._machine.ask("throw", dice=dice), "the tray made no throw"

    def _tap_dice(self, *faces: int) -> None:
        keys = {(int(key["do"][1]), int(key["do"][2])): key for key in self._seen("die")}
        for die_and_face in enumerate(faces):
            self._tap(keys[die_and_face])
            sleep(1.0)

    def _tap(self, key: dict[str, Any]) -> None:
        self._machine.ask("tap", x=key["x"], y=key["y"])

    def _able(self, what: str, otherwise: str = "") -> list[dict[str, Any]]:
        """Keys that do that and would not be refused, or else those that do ``otherwise``."""
        for _ in range(20):
            if able := self._seen(what) or self._seen(otherwise):
                return able
            sleep(0.5)
        raise AssertionError(f"there is no key for {what}")

    def _seen(self, what: str) -> list[dict[str, Any]]:
        return [
            key for key in self._machine.targets() if key["do"][0] == what and not key["refused"]
        ]

    def _until_moved(self, before: int) -> None:
        self._machine.until(lambda shown: shown["number"] > before, 30)

    @staticmethod
    def _is_there(shown: dict[str, Any]) -> bool:
        """The game is on the screen, whatever it is at."""
        return bool(shown.get("game"))

    @staticmethod
    def _tray_is(state: str) -> Callable[[dict[str, Any]], bool]:
        return lambda shown: shown["tray"] == state

    def _picture(self, name: str) -> None:
        sleep(2.0)  # an emulated machine takes its time to draw
        self._machine.picture(self._pictures / f"{name}.png")


if __name__ == "__main__":
    Evening(*map(Path, sys.argv[1:])).all()
