"""Versions on a flashed card: installed from a stick by touch, tried, kept, left, cut off.

Called by ``tests/kiosk/versions.sh``: ``versions.py FOLDER PICTURES [STEP]...``. The folder has the
card and the sticks. Each line that it says begins with what was tried; it ends with status 1 at the
first that fails.
"""

import os
import shutil
import struct
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random

from appliance import Appliance
from emulator import CARD

COMPANION = [sys.executable, "-m", "companion"]
THIRD = 0x1BE + 2 * 16 + 8
"""Place of the third partition's first sector, in a table of the kind that the image has."""
MENU, MACHINE, VERSION = (735, 440), (664, 280), (682, 38)
INSTALL, GO_BACK, BACK = (594, 422), (206, 422), (64, 38)
RESTART, YES = (500, 350), (511, 300)
"""Places of keys in a window of 800x480, as the screens draw them."""
STARTED, SHOWN = "INFO start version", "INFO first-frame"
CUTS = 20
ENDED = r"kept \S+|left \S+ \S+"
DICE = (476, 122), (650, 178)
"""A three and a five."""
UNREPAIRED = 4
"""Exit status of fsck: errors are left."""
ALMOST = 80 << 20
"""Bytes that are left on a full card."""
OTHER = "migrated"
"""Stick with a version that is good, and does not run."""
CUT_STICKS = ("newer", "migrated", "broken")
WAKING = 20.0
"""Seconds in which the machine finds out if it may be switched off, which is drawn then."""
STEADY = 60.0
"""Seconds without another start after which the table stays."""
BACK_MOMENT = "going back"
MOMENTS = {"copying": 8.0, "a trial": 60.0, "keeping": 10.0, BACK_MOMENT: 20.0}
"""Seconds in which the plug is pulled, by what is under way."""
BAD = {"broken": "stops", "crash": "stops", "recovery": "recovery", "hang": "hangs"}
"""Reasons by the stick of a version that fails; the first one migrates the ledger before."""
REFUSED = {"foreign": "signature", "flipped": "signature", "junk": "signature"}
"""Reasons by the stick of a version that must not be installed."""


def say(line: str) -> None:
    print(f"{time.strftime('%H:%M:%S')} {line}", flush=True)


class Evenings:
    """One card, on which a game has been going on from the first step to the last."""

    def __init__(self, folder: Path, pictures: Path) -> None:
        self._folder, self._pictures = folder, pictures
        self._random = Random(folder.name)
        self.moves = 9

    # --- the card, while the machine is off -----------------------------------------------------

    @contextmanager
    def _data(self) -> Iterator[Path]:
        """The ledger's partition, mounted."""
        where = self._folder / "data"
        where.mkdir(exist_ok=True)
        options = f"loop,offset={self._start()}"
        subprocess.run(["mount", "-o", options, self._folder / CARD, where], check=True)
        try:
            yield where
        finally:
            subprocess.run(["umount", where], check=True)

    def _start(self) -> int:
        """Return the first byte of the ledger's partition."""
        with (self._folder / CARD).open("rb") as card:
            card.seek(THIRD)
            return int(struct.unpack("<I", card.read(4))[0]) * 512

    def new_card(self) -> None:
        """Take the card as it was flashed, with a game of nine moves on it."""
        shutil.copy(self._folder / "flashed.img", self._folder / CARD)
        with self._data() as data:
            ledger = data / "ledger"
            game = self._folder / "evening.game"
            subprocess.run([*COMPANION, "import", "--data", ledger, game], check=True)
            for file in ledger.iterdir():
                shutil.chown(file, ledger.stat().st_uid, ledger.stat().st_gid)

    def shelf(self) -> str:
        """Return the files of the shelf, the kept versions and the end of the last trial."""
        with self._data() as data:
            shelf = data / "versions"
            files = sorted(file.name for file in shelf.iterdir() if file.suffix == ".raw")
            notes = [
                f"{name}: {(shelf / name).read_text().split()}"
                for name in ("kept", "last")
                if (shelf / name).exists()
            ]
            return "; ".join([*files, *notes])

    def audit(self) -> str:
        """Return the first line of the audit of the card's ledger, which must have all moves."""
        with self._data() as data:
            copy = self._folder / "audited"
            shutil.rmtree(copy, ignore_errors=True)
            shutil.copytree(data / "ledger", copy)
        # The version that migrates can read every ledger.
        environment = {**os.environ, "PYTHONPATH": str(self._folder / "migrated")}
        command = [*COMPANION, "audit", "--all", "--data", copy]
        told = subprocess.run(
            command, capture_output=True, text=True, check=False, env=environment, cwd=copy
        )
        assert f"sound, {self.moves} moves" in told.stdout, (told, self.shelf())
        return told.stdout.splitlines()[0]

    # --- the table ------------------------------------------------------------------------------

    @contextmanager
    def _on(self, *sticks: str) -> Iterator[Appliance]:
        with Appliance(self._folder, *sticks) as machine:
            yield machine

    def _to_versions(self, machine: Appliance) -> None:
        machine.settle()
        for key in (MENU, MACHINE):
            machine.turn(*key)
        time.sleep(WAKING)
        machine.turn(*VERSION)

    def _plug(self, machine: Appliance, stick: str) -> None:
        machine.plug(stick)
        machine.says("Mounted media-stick")

    def _install(self, machine: Appliance, stick: str) -> str:
        """Install what is on the stick, by touch, and return what came of it."""
        self._plug(machine, stick)
        self._to_versions(machine)
        machine.tap(*INSTALL)
        found = machine.says(r"(installed|refused) \S+")
        return str(found[0])

    def _restart(self, machine: Appliance) -> None:
        machine.turn(*BACK)
        machine.turn(*RESTART)
        machine.tap(*YES)

    def _picture(self, machine: Appliance, name: str) -> None:
        machine.settle()
        machine.picture(self._pictures / f"{name}.png")

    # --- what is tried --------------------------------------------------------------------------

    def good(self) -> None:
        """Install a good version; it is kept."""
        with self._on("newer") as machine:
            began = time.monotonic()
            machine.says(SHOWN)
            say(f"the base: the table was there after {time.monotonic() - began:.0f} s")
            say(f"a good version, from a stick: {self._install(machine, 'newer')}")
            self._picture(machine, "versions-installed")
            self._restart(machine)
            say(f"after the restart: {machine.says(ENDED)[0]}")
            self._to_versions(machine)
            self._picture(machine, "versions-kept")
        say(f"{self.shelf()}; {self.audit()}")

    def bad(self) -> None:
        """Install versions that fail, each in its way; all are left."""
        for how, why in BAD.items():
            with self._on(how) as machine:
                machine.says(SHOWN)
                say(f"one that fails, {how}: {self._install(machine, how)}")
                self._restart(machine)
                began = time.monotonic()
                left = machine.says(r"left \S+ (\w+)")
                assert left[1] == why, left[0]
                machine.says(SHOWN)
                took = time.monotonic() - began
                say(f"{left[0]}; the table was back {took:.0f} s later")
                self._to_versions(machine)
                self._picture(machine, f"versions-left-{how}")
            say(f"{self.shelf()}; {self.audit()}")

    def refused(self) -> None:
        """Offer what must not be installed, and leave it on the shelf as a thief could."""
        with self._on(*REFUSED, OTHER) as machine:
            machine.says(SHOWN)
            for stick, why in REFUSED.items():
                said = self._install(machine, stick)
                assert said == f"refused {why}", said
                self._picture(machine, f"versions-refused-{stick}")
                say(f"refused, {stick}: {said}")
                self._leave(machine, stick)
            self._plug(machine, OTHER)
            self._to_versions(machine)
            machine.tap(*INSTALL)
            machine.says("copying")
            machine.pull(OTHER)
            said = machine.says(r"(installed|refused) \S+")[0]
            assert said == "refused gone", said
            say(f"refused, a stick pulled while it is copied: {said}")
        say(f"{self.shelf()}; {self.audit()}")
        with self._data() as data:
            rest = shutil.disk_usage(data).free - ALMOST
            subprocess.run(["fallocate", "-l", str(rest), data / "rest"], check=True)
        with self._on(OTHER) as machine:
            machine.says(SHOWN)
            said = self._install(machine, OTHER)
            assert said == "refused room", said
            self._picture(machine, "versions-refused-full")
            say(f"refused, a full card: {said}")
        with self._data() as data:
            (data / "rest").unlink()
            for file in self._made("foreign"):
                shutil.copy(file, data / "versions" / file.name.replace(".raw", "+3-0.raw"))
        with self._on() as machine:
            machine.says(SHOWN)
        last = self.shelf()
        assert last.endswith("'refused']"), last
        say(f"a stranger's version put on the shelf: {last}; {self.audit()}")

    def _leave(self, machine: Appliance, stick: str) -> None:
        """Go back to the table, and pull the stick."""
        for _ in range(3):
            machine.turn(*BACK)
        machine.pull(stick)
        machine.says("Unmounted media-stick")

    def back(self) -> None:
        """Go back from a version that has migrated the ledger, with what was played in it."""
        with self._on("migrated") as machine:
            machine.says(SHOWN)
            say(f"a version that migrates: {self._install(machine, 'migrated')}")
            self._restart(machine)
            say(str(machine.says(ENDED)[0]))
            for die in DICE:
                machine.turn(*die)
            self._to_versions(machine)
            machine.turn(*GO_BACK)
            machine.tap(*YES)
            say(f"gone back, after another move: {machine.says('returning [^ ]+')[0]}")
            machine.says(SHOWN)
            self._picture(machine, "versions-gone-back")
        self.moves += 1
        say(f"{self.shelf()}; {self.audit()}")

    def damaged(self) -> None:
        """Damage the file system so that a check repairs it only if it may do anything it likes."""
        with self._data() as data:
            (data / "rest").write_bytes(bytes(4096))
        partition = f"{self._folder / CARD}?offset={self._start()}"
        for damage in ("set_inode_field /rest block[0] 0", "set_super_value state 2"):
            subprocess.run(["debugfs", "-w", "-R", damage, partition], check=True)
        checked = subprocess.run(["e2fsck", "-p", partition], check=False)
        assert checked.returncode & UNREPAIRED, checked
        with self._on() as machine:
            machine.says(SHOWN)
            starts = machine.count("BdsDxe: starting")
            say(f"a damaged file system: the table is there after {starts} starts")
        say(f"{self.shelf()}; {self.audit()}")

    def cut_off(self) -> None:
        """Pull the plug over copying, trials, keeping and going back; three starts are enough."""
        at = "nothing"
        for cut in range(CUTS + 1):
            stick = self._random.choice([one for one in CUT_STICKS if self._is_offered(one)])
            when = self._random.choice(
                [one for one in MOMENTS if one != BACK_MOMENT or self._kept()]
            )
            with self._on(stick) as machine:
                starts = self._starts(machine)
                say(f"cut {cut}, {at}: the table is there after {starts} starts")
                assert starts <= 3, starts
                at = self._bring_to(machine, stick, when)
                time.sleep(self._random.uniform(0.0, MOMENTS[when]))
            say(f"    the card then: {self.shelf()}; {self.audit()}")

    def _kept(self) -> list[str]:
        """Return the version that runs and the one before it, if any was ever kept."""
        with self._data() as data:
            kept = data / "versions" / "kept"
            return kept.read_text().splitlines() if kept.exists() else []

    def _is_offered(self, stick: str) -> bool:
        """Return False if the version on a stick runs, or may do so after its trial."""
        with self._data() as data:
            tried = [file.name for file in (data / "versions").glob("*+*.raw")]
        busy = [*self._kept()[:1], *tried]
        names = [file.stem for file in self._made(stick)]
        return not any(one in name or name in one for one in busy if one for name in names)

    def _made(self, stick: str) -> list[Path]:
        return list((self._folder / f"{stick}.made").glob("*.raw"))

    def _bring_to(self, machine: Appliance, stick: str, when: str) -> str:
        """Begin what the plug is to be pulled in, and return what it is."""
        if when == BACK_MOMENT:
            self._to_versions(machine)
            machine.turn(*GO_BACK)
            machine.tap(*YES)
            return when
        self._plug(machine, stick)
        self._to_versions(machine)
        machine.tap(*INSTALL)
        if when == "copying":
            return f"{when} '{stick}'"
        said = machine.says(r"(installed|refused) \S+")[0]
        self._restart(machine)
        if when == "a trial":
            machine.says(STARTED)
        elif when == "keeping":
            machine.says(rf"{SHOWN}|left \S+")
        return f"{when} of '{stick}' ({said})"

    def _starts(self, machine: Appliance) -> int:
        """Return after how many starts a table stays, whatever the plug was pulled in."""
        while True:
            machine.says(SHOWN)
            # One that does not stay restarts the bank, or the machine.
            with suppress(TimeoutError):
                machine.says(f"{STARTED}|BdsDxe: starting", STEADY)
                continue
            return machine.count("BdsDxe: starting")


STEPS = ("new_card", "good", "refused", "bad", "back", "damaged", "cut_off")


def main(folder: str, pictures: str, *steps: str) -> None:
    """Take the steps that are named, or all of them."""
    evenings = Evenings(Path(folder), Path(pictures))
    for step in steps or STEPS:
        getattr(evenings, step)()


if __name__ == "__main__":
    main(*sys.argv[1:])
