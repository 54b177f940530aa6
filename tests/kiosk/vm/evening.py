"""An evening at the kiosk on a machine made of software: switched on, touched, plugged, cut off.

Called by ``tests/kiosk/vm.sh``: ``evening.py DISKS PICTURES``. Every line that it says begins with
what was tried; it ends with status 1 at the first that does not hold.
"""

import sys
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from random import Random
from time import sleep
from typing import Any

from machine import Machine

BIN = "/opt/companion/current/venv/bin"
CUTS = 10
LOST = 15.0  # seconds in which a pulled cable has to be seen, and a plugged one
READ_ONLY = "overlayroot=tmpfs:recurse=0"
LOOK_UP = """\
import sys
from pathlib import Path
from companion.ledger.snapshot import snapshot
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
        self._machine = Machine(disks)

    def all(self) -> None:
        shown = self._first_hour()
        for cut in range(1, CUTS + 1):
            shown = self._cut_off(cut, shown)
        self._read_only(shown)

    # --- what is tried --------------------------------------------------------------------------

    def _first_hour(self) -> dict[str, Any]:
        with self._machine as machine:
            took = machine.until(screen="play")
            self._picture("1-switched-on")
            say(f"switched on, nothing typed: the table was there after {took:.0f} s")
            self._turn_by_touch()
            self._plug_and_unplug()
            return machine.shown

    def _turn_by_touch(self) -> None:
        before = self._machine.shown["number"]
        self._tap_dice(3, 4)
        self._until_moved(before)
        self._picture("2-thrown-by-touch")
        self._tap("PlainAnswer")
        self._until_moved(before + 1)
        self._picture("3-bought-by-touch")
        say(f"a turn by touch: moves {before} and {before + 1}")

    def _plug_and_unplug(self) -> None:
        for picture in ("4-tray-plugged", "6-tray-plugged-again"):
            self._plug()
            say(f"the tray plugged: seen after {self._machine.until(LOST, tray='found'):.1f} s")
            self._by_tray()
            self._picture(picture)
            if picture == "4-tray-plugged":
                self._machine.ask("unplug")
                took = self._machine.until(LOST, tray="lost")
                self._picture("5-tray-unplugged")
                say(f"the tray unplugged: seen after {took:.1f} s")

    def _plug(self) -> None:
        self._machine.ask("plug")

    def _by_tray(self) -> None:
        """The dice are thrown as soon as they are awaited, what stands before that is answered."""
        machine = self._machine
        while not machine.shown["awaited"]:
            self._any_answer()
        before = machine.shown["number"]
        self._throw()
        self._until_moved(before)
        sleep(1.0)
        assert machine.ask("tray")["waiting"] == 0, "the throw was not acknowledged"
        say(f"a throw by tray: move {before}")

    def _cut_off(self, cut: int, before: dict[str, Any]) -> dict[str, Any]:
        with self._machine as machine:
            took = machine.until(screen="play")
            further = self._is_where_it_was(before)
            self._plug()
            machine.until(LOST, tray="found")
            first = machine.shown["number"]
            for _ in range(self._dice.randint(2, 6)):
                self._any_move(self._until_moved)
            self._any_move(lambda _: sleep(self._dice.uniform(0.0, 1.5)))
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
        told = machine.run(f"{BIN}/companion", "audit", "--all", "--data", "/var/lib/companion")
        assert f"sound, {machine.shown['number'] - 1} moves" in told, told
        assert machine.shown["fingerprint"] in told, told
        return int(machine.shown["number"]) - number - 1

    def _read_only(self, before: dict[str, Any]) -> None:
        system = self._system()
        for _ in range(2):
            self._machine = Machine(self._disks, READ_ONLY)
            with self._machine as machine:
                took = machine.until(screen="play")
                further = self._is_where_it_was(before)
                assert machine.run("findmnt", "-no", "FSTYPE", "/").strip() == "overlay"
                self._plug()
                machine.until(LOST, tray="found")
                self._any_move(self._until_moved)
                self._picture("7-read-only")
            before = machine.shown
            say(f"with the system read-only: there after {took:.0f} s, {further} moves further")
        assert self._system() == system, "something was written on the disk of the system"
        say("with the system read-only: nothing was written on its disk")

    def _system(self) -> str:
        with (self._disks / "system.img").open("rb") as disk:
            digest = sha256()
            while block := disk.read(1 << 20):
                digest.update(block)
        return digest.hexdigest()

    # --- hands ----------------------------------------------------------------------------------

    def _any_move(self, wait: Callable[[int], object]) -> None:
        self._machine.drain()
        before = self._machine.shown["number"]
        if self._machine.shown["awaited"]:
            self._throw()
        else:
            self._tap("AnswerButton", "Undo")
        wait(before)

    def _any_answer(self) -> None:
        before = self._machine.shown["number"]
        self._tap("AnswerButton", "Undo")
        self._until_moved(before)

    def _throw(self) -> None:
        dice = [self._dice.randint(1, 6), self._dice.randint(1, 6)]
        assert self._machine.ask("throw", dice=dice), "the tray made no throw"

    def _tap_dice(self, *faces: int) -> None:
        keys = {button["face"]: button for button in self._seen("DieKey")}
        for face in faces:
            self._machine.ask("tap", x=keys[face]["x"], y=keys[face]["y"])
            sleep(1.0)

    def _tap(self, kind: str, otherwise: str = "") -> None:
        """The first such button that would not be refused, or one that says ``otherwise``."""
        for _ in range(20):
            able = [button for button in self._seen(kind) if not button["refused"]]
            able += [button for button in self._seen("Tappable") if otherwise in button["texts"]]
            if able:
                self._machine.ask("tap", x=able[0]["x"], y=able[0]["y"])
                return
            sleep(0.5)
        raise AssertionError(f"there is no {kind} to tap")

    def _seen(self, kind: str) -> list[dict[str, Any]]:
        return [button for button in self._machine.buttons() if kind in button["kinds"]]

    def _until_moved(self, before: int) -> None:
        self._machine.until(120, number=before + 1)

    def _picture(self, name: str) -> None:
        sleep(2.0)  # an emulated machine takes its time to draw
        self._machine.picture(self._pictures / f"{name}.png")


if __name__ == "__main__":
    Evening(*map(Path, sys.argv[1:])).all()
