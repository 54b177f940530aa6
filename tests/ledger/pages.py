"""Purpose of the bytes of a database (sqlite.org/fileformat2.html, sections 1.3 to 1.6).

SQLite itself says which page belongs to which table or index (its virtual table ``dbstat``).
"""

import sqlite3
from collections import defaultdict
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random

HEADER, PAGE_HEADER = 100, 8
"""Bytes at the beginning of the file, and then of each page."""
_OWN = {"moves": "move rows", "events": "event rows", "sqlite_schema": "schema"}
_PAGES = """
SELECT name, pagetype, pgoffset, pgsize,
       name IN (SELECT name FROM sqlite_schema WHERE type = 'index') FROM dbstat
"""

Kinds = dict[str, list[range]]
"""Places in a file, by kind."""


def kinds(path: Path) -> Kinds:
    """The places of a closed database, by kind: every byte is in one, or in a page's header too."""
    found: Kinds = defaultdict(list)
    found["header"].append(range(HEADER))
    with closing(sqlite3.connect(path)) as conn:
        for name, page, begins, size, is_index in conn.execute(_PAGES):
            start, end = begins or HEADER, begins + size
            if page == "overflow":
                found["overflow"].append(range(start, end))
                continue
            found["page headers"].append(range(start, start + PAGE_HEADER))
            of_rows = "inner pages" if page == "internal" else _OWN.get(name, "other rows")
            found["index entries" if is_index else of_rows].append(range(start, end))
    for kind, place in _free_pages(path):
        found[kind].append(place)
    return found


def anywhere(random: Random, places: list[range]) -> int:
    """One of all the bytes there, each as likely as another."""
    (place,) = random.choices(places, [len(place) for place in places])
    return random.choice(place)


def kind_of(found: Kinds, offset: int) -> str:
    return next(kind for kind, places in found.items() if any(offset in at for at in places))


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
        for at in range(begins + 8, listed, 4):
            leaf = int.from_bytes(content[at : at + 4], "big")
            yield "free pages", range((leaf - 1) * size, leaf * size)
