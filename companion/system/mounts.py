"""What is mounted where (proc(5), mountinfo)."""

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
    """One file system in its place. ``options`` are those of the place, ``own`` those of the file
    system itself, by name."""

    point: Path
    kind: str
    options: frozenset[str]
    own: Mapping[str, str]

    @classmethod
    def parse(cls, line: str) -> Self:
        """Point and options are the fifth and sixth word; kind and own options stand after a lone
        dash, with the source between them."""
        where, _, what = line.partition(" - ")
        point, options = where.split()[4:6]
        kind, _, own = (*what.split(), "", "")[:3]
        named = dict(option.partition("=")[::2] for option in own.split(","))
        return cls(Path(_unescaped(point)), kind, frozenset(options.split(",")), named)


def mounts(listed: Path = MOUNTS) -> list[Mount]:
    """All of them, in the order in which they were mounted; none where the system does not say."""
    try:
        lines = listed.read_text(encoding="utf-8", errors="surrogateescape").splitlines()
    except OSError:
        return []
    return [Mount.parse(line) for line in lines]


def is_in_memory(folder: Path, listed: Path = MOUNTS) -> bool:
    """Whether what is written into ``folder`` is gone when the machine is switched off: on a file
    system in memory, or above a read-only one with nothing but memory to write into."""
    found = mounts(listed)
    mount = _under(folder.resolve(), found)
    if mount and mount.kind == OVERLAY:
        written = Path(mount.own.get("upperdir", "/"))
        mount = _under(written, [other for other in found if other is not mount])
    return mount is not None and mount.kind in IN_MEMORY


def _under(path: Path, found: list[Mount]) -> Mount | None:
    """The deepest one; of several in one place the last, which covers the others."""
    under = [mount for mount in reversed(found) if path.is_relative_to(mount.point)]
    return max(under, key=lambda mount: len(mount.point.parts), default=None)


def _unescaped(word: str) -> str:
    return re.sub(r"\\([0-7]{3})", lambda code: chr(int(code[1], 8)), word)
