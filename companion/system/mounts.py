"""Mounted file systems (proc(5), mountinfo)."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Self

MOUNTS = Path("/proc/self/mountinfo")
IN_MEMORY = ("tmpfs", "ramfs")
OVERLAY = "overlay"


@dataclass(frozen=True, slots=True)
class Mount:
    """A file system at a mount point.

    ``options`` are those of the mount point, ``own`` those of the file system, by name; ``device``
    is its number, such as "8:1".
    """

    device: str
    point: Path
    kind: str
    options: frozenset[str]
    own: Mapping[str, str]

    @classmethod
    def parse(cls, line: str) -> Self:
        """Parse a line of mountinfo.

        The device is word three, the mount point and its options are words five and six; after a
        lone dash come the type, the source and the options of the file system.
        """
        where, _, what = line.partition(" - ")
        device, _, point, options = where.split()[2:6]
        kind, _, own = (*what.split(), "", "")[:3]
        named = dict(option.partition("=")[::2] for option in own.split(","))
        return cls(device, Path(_unescaped(point)), kind, frozenset(options.split(",")), named)


def mounts(listed: Path = MOUNTS) -> list[Mount]:
    """List all mounts in the order of mounting; none if the file cannot be read."""
    try:
        lines = listed.read_text(encoding="utf-8", errors="surrogateescape").splitlines()
    except OSError:
        return []
    return [Mount.parse(line) for line in lines]


def is_in_memory(folder: Path, listed: Path = MOUNTS) -> bool:
    """Return True if files in ``folder`` are lost when the machine is switched off.

    That is a file system in memory, or an overlay that writes into one.
    """
    found = mounts(listed)
    mount = _under(folder.resolve(), found)
    if mount and mount.kind == OVERLAY:
        written = Path(mount.own.get("upperdir", "/"))
        mount = _under(written, [other for other in found if other is not mount])
    return mount is not None and mount.kind in IN_MEMORY


def _under(path: Path, found: list[Mount]) -> Mount | None:
    """Find the deepest mount that contains ``path``; of several at one point, the last."""
    under = [mount for mount in reversed(found) if path.is_relative_to(mount.point)]
    return max(under, key=lambda mount: len(mount.point.parts), default=None)


def _unescaped(word: str) -> str:
    return re.sub(r"\\([0-7]{3})", lambda code: chr(int(code[1], 8)), word)
