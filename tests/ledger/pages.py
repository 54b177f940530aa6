"""Purpose of every byte of a database (sqlite.org/fileformat2.html, sections 1.3 to 1.6).

SQLite itself says which page belongs to which table or index (its virtual table ``dbstat``).
"""

import sqlite3
from collections import defaultdict
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from random import Random

HEADER = 100
"""Bytes at the beginning of the first page."""
_INNER = (0x02, 0x05)
"""First bytes of pages that lead to other pages."""
_OWN = {"moves": "move rows", "events": "event rows", "sqlite_schema": "schema"}

Kinds = dict[str, list[range]]
"""Places in a file, by kind."""


@dataclass(frozen=True)
class _Page:
    content: bytes
    begins: int
    name: str
    kind: str
    unused: int

    def parts(self) -> Iterator[tuple[str, range]]:
        """Kinds of the parts of the page, in order."""
        if self.kind == "overflow":
            end = len(self.content) - self.unused
            yield "overflow", range(end)
            yield "unused", range(end, len(self.content))
            return
        start = HEADER if self.begins == 0 else 0
        inner = self.content[start] in _INNER
        cells = start + (12 if inner else 8) + 2 * self._word(start + 3)
        first = self._word(start + 5) or 65536
        yield "page headers", range(start, cells)
        yield "unused", range(cells, first)
        free = list(self._free_blocks(start))
        for block in free:
            yield "unused", block
        for here, there in zip(
            [first, *(block.stop for block in free)],
            [*(block.start for block in free), len(self.content)],
            strict=True,
        ):
            yield self._row(inner), range(here, there)

    def _row(self, inner: bool) -> str:
        if self.name == "index":
            return "index entries"
        return "inner pages" if inner else _OWN.get(self.name, "other rows")

    def _free_blocks(self, start: int) -> Iterator[range]:
        at = self._word(start + 1)
        while at:
            yield range(at, at + self._word(at + 2))
            at = self._word(at)

    def _word(self, at: int) -> int:
        return int.from_bytes(self.content[at : at + 2], "big")


def kinds(path: Path) -> Kinds:
    """The places of a closed database, by kind: every byte is in one."""
    found: Kinds = defaultdict(list)
    found["header"].append(range(HEADER))
    for page in _pages(path):
        for kind, part in page.parts():
            if part:
                found[kind].append(range(page.begins + part.start, page.begins + part.stop))
    for kind, place in _free_pages(path):
        found[kind].append(place)
    covered = sum(len(place) for places in found.values() for place in places)
    assert covered == path.stat().st_size
    return found


def anywhere(random: Random, places: list[range]) -> int:
    """One of all the bytes there, each as likely as another."""
    (place,) = random.choices(places, [len(place) for place in places])
    return random.choice(place)


def kind_of(found: Kinds, offset: int) -> str:
    return next(kind for kind, places in found.items() if any(offset in at for at in places))


def _pages(path: Path) -> Iterator[_Page]:
    with closing(sqlite3.connect(path)) as conn, path.open("rb") as file:
        indexes = {
            name for (name,) in conn.execute("SELECT name FROM sqlite_schema WHERE type = 'index'")
        }
        stat = "SELECT name, pagetype, pgoffset, pgsize, unused FROM dbstat"
        for name, kind, begins, size, unused in conn.execute(stat):
            file.seek(begins)
            name = "index" if name in indexes else name
            yield _Page(file.read(size), begins, name, kind, unused)


def _free_pages(path: Path) -> Iterator[tuple[str, range]]:
    """The list of free pages: each of its pages names the next one, and others."""
    content = path.read_bytes()
    size = int.from_bytes(content[16:18], "big")
    trunk = int.from_bytes(content[32:36], "big")
    while trunk:
        begins = (trunk - 1) * size
        trunk = int.from_bytes(content[begins : begins + 4], "big")
        count = int.from_bytes(content[begins + 4 : begins + 8], "big")
        listed = begins + 8 + 4 * count
        yield "list of free pages", range(begins, listed)
        yield "unused", range(listed, begins + size)
        for at in range(begins + 8, listed, 4):
            leaf = int.from_bytes(content[at : at + 4], "big")
            yield "free pages", range((leaf - 1) * size, leaf * size)
