"""Versions of the program on a flashed card, and the wish for another one.

Only root changes them, in ``systemd/image/version.sh``. The program reads on the card where they
stand, and leaves its wish in a file that systemd watches, so it needs no right of its own.
"""

import os
import platform
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from companion.system.usb_drives import Obstacle, sticks, unreadable
from companion.whole_file import written_whole

SHELF = Path("/data/versions")
REPORT = Path("/run/companion-version/told")
FETCH_REPORT = Path("/run/companion-fetch/told")
WISH = "version-wish"
FETCH = "version-fetch"
DOWNLOAD = "download"
"""Folder beside the ledger, to which ``companion version fetch`` downloads."""
ARCHITECTURES = {"x86_64": "amd64", "aarch64": "arm64"}
"""Debian's name of a processor by the kernel's."""
LONGEST = 200
"""Characters of a line that is read."""


@dataclass(frozen=True, slots=True)
class VersionReport:
    """Line of the script: what happened, to which version, and a figure or a reason."""

    what: str = ""
    version: str = ""
    more: str = ""

    @classmethod
    def read(cls, path: Path) -> "VersionReport":
        """Return what a file says; nothing if there is none."""
        return cls(*_first_line(path).split()[:3])

    @property
    def done(self) -> float:
        """Share of a copy that is made, from 0 to 1."""
        return min(int(self.more), 100) / 100 if self.more.isdecimal() else 0.0


@dataclass(frozen=True, slots=True)
class VersionOffer:
    """Version that could be installed, in a file on a stick or downloaded."""

    version: str
    file: Path
    source: str


@dataclass(frozen=True, slots=True)
class VersionStanding:
    """State of the versions on a card.

    ``runs`` was kept last, ``before`` is the one before it; "" is the base's own. ``last`` says
    what became of the version that was tried last, ``report`` how far a wish is, or how it ended.
    """

    runs: str = ""
    before: str | None = None
    last: VersionReport = VersionReport()
    report: VersionReport = VersionReport()
    offer: VersionOffer | None = None
    obstacle: Obstacle | None = None
    """Reason why the stick that is in cannot be read."""
    is_wished: bool = False
    may_fetch: bool = False


@dataclass(frozen=True, slots=True)
class Versions:
    """Versions on the card; ``state`` is the ledger's folder, in which wishes are left."""

    state: Path
    address: str = ""
    shelf: Path = SHELF
    reports: tuple[Path, ...] = (REPORT, FETCH_REPORT)
    drives: Callable[[], list[Path]] = lambda: sticks(read_only=True)
    obstacle: Callable[[], Obstacle | None] = unreadable

    def standing(self) -> VersionStanding:
        """Return where the versions stand. Call it on a worker thread: a stick may be slow."""
        runs, before = self._kept()
        return VersionStanding(
            runs=runs,
            before=before if runs or before else None,
            last=VersionReport.read(self.shelf / "last"),
            report=VersionReport.read(max(self.reports, key=_changed)),
            offer=self._offer(runs),
            obstacle=self.obstacle(),
            is_wished=any((self.state / wish).exists() for wish in (WISH, FETCH)),
            may_fetch=bool(self.address),
        )

    def install(self, offer: VersionOffer) -> None:
        """Wish for a version. Raises OSError."""
        self._wish(WISH, f"install {offer.source} {offer.file.name}")

    def go_back(self) -> None:
        """Wish for the version before. Raises OSError."""
        self._wish(WISH, "back")

    def fetch(self) -> None:
        """Wish for what is new in the folder on the web. Raises OSError.

        A download that does not run yet comes anew: it may be damaged.
        """
        for offer in _offers("download", [self.state / DOWNLOAD], self._kept()[0]):
            offer.file.unlink()
        self._wish(FETCH, "")

    def _wish(self, name: str, line: str) -> None:
        write_line(self.state / name, line)

    def _kept(self) -> tuple[str, str]:
        try:
            lines = (self.shelf / "kept").read_text("ascii").splitlines()
        except (OSError, ValueError):
            lines = []
        runs, before = [*lines, "", ""][:2]
        return runs, before

    def _offer(self, running: str) -> VersionOffer | None:
        """Find the newest version on a stick, else the one that was downloaded."""
        found = [*_offers("stick", self.drives(), running)]
        found = found or [*_offers("download", [self.state / DOWNLOAD], running)]
        return max(found, key=lambda one: _changed(one.file), default=None)


def _offers(source: str, folders: list[Path], running: str) -> Iterator[VersionOffer]:
    machine = ARCHITECTURES.get(platform.machine(), "none")
    for folder in folders:
        with suppress(OSError):
            for file in folder.glob(f"companion_*_{machine}.raw"):
                version = version_in(file.name)
                if version and version != running:
                    yield VersionOffer(version, file, source)


def version_in(name: str) -> str:
    """Find the version in the name of a file; "" if the file is no version."""
    found = re.fullmatch(r"companion_([0-9][0-9A-Za-z.-]{0,60})_[a-z0-9]+\.raw", name)
    return found[1] if found else ""


def card_versions(
    environment: Mapping[str, str] = os.environ, shelf: Path = SHELF
) -> Versions | None:
    """Find the versions of this card; None unless the card was flashed."""
    folder = environment.get("STATE_DIRECTORY", "")
    if not folder or not shelf.is_dir():
        return None
    return Versions(Path(folder), environment.get("COMPANION_VERSIONS", ""))


def write_line(file: Path, line: str) -> None:
    """Write a file of one line, which is there as a whole or not at all. Raises OSError."""
    with written_whole(file) as part:
        part.write_text(f"{line}\n")


def _first_line(path: Path) -> str:
    try:
        with path.open(encoding="ascii") as lines:
            return lines.readline(LONGEST)
    except (OSError, ValueError):
        return ""


def _changed(file: Path) -> float:
    try:
        return file.stat().st_mtime
    except OSError:
        return 0.0
