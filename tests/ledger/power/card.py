"""What a card may hold after the plug was pulled.

What is assumed of it, and no more:

- What was synced is there: the card does not lie about a flush.
- Of what was written since, any part may be there and any may be missing, in any order; a sector
  of 512 bytes is there as a whole or not at all.
- Names, that is which files there are, change in the order in which the program changed them, up
  to some point: a journalling file system. They are down for sure only when their folder was
  synced; to sync a file makes its content last, not its name.
- A part of a file that nothing was written to, beyond what was, is zeros.

``garbled`` goes further: the card was at work on a block, and whatever was in it is junk now, next
to the bytes that were being written, too.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from random import Random

from tests.ledger.power.recorder import (
    Made,
    Operation,
    Removed,
    Renamed,
    Resized,
    Said,
    Synced,
    Written,
)

SECTOR = 512

Image = dict[str, bytes | None]
"""What a folder holds: by path the content of a file, or None for a folder."""


def load(root: Path) -> Image:
    """What is in a folder now."""
    paths = {str(path.relative_to(root)): path for path in sorted(root.rglob("*"))}
    return {name: path.read_bytes() if path.is_file() else None for name, path in paths.items()}


def store(image: Image, root: Path) -> None:
    """Makes the folder ``root`` hold ``image``."""
    root.mkdir()
    for name, content in sorted(image.items()):
        if content is None:
            (root / name).mkdir()
        else:
            (root / name).write_bytes(content)


@dataclass(slots=True, eq=False)
class _File:
    """``down`` is on the card; ``waiting`` may be, in parts. A folder is a name without a file."""

    down: bytearray = field(default_factory=bytearray)
    waiting: list[Written | Resized] = field(default_factory=list)


_Names = dict[str, _File | None]


class Card:
    """The folder of a program at work, and what is left of it if the plug is pulled now.

    ``said`` is what the program had promised by then.
    """

    def __init__(self, image: Image) -> None:
        names = {
            path: None if content is None else _File(bytearray(content))
            for path, content in image.items()
        }
        # From the names that are down to those that the program sees, with the folders that each
        # step was made in.
        self._steps: list[tuple[set[str], _Names]] = [(set(), names)]
        self.said: list[str] = []

    def do(self, operation: Operation) -> None:
        """The next thing that the program does."""
        match operation:
            case Said(text):
                self.said.append(text)
            case Written(path) | Resized(path):
                self._files()[path].waiting.append(operation)
            case Synced(path):
                self._sync(path)
            case Made(path, is_folder):
                self._step({path: None if is_folder else _File()})
            case Removed(path):
                self._step({}, without=path)
            case Renamed(path, to):
                self._step({to: self._files()[path]}, without=path)

    @property
    def is_busy(self) -> bool:
        """Whether there is something that the card may have or not."""
        return len(self._steps) > 1 or any(file.waiting for file in self._files().values())

    @property
    def is_writing(self) -> bool:
        """Whether bytes are on their way to the card."""
        return any(isinstance(part, Written) for file in self._waiting() for part in file.waiting)

    def at_least(self) -> Image:
        """Nothing is there but what was synced."""
        return _image(self._steps[0][1], {})

    def at_most(self) -> Image:
        """Everything is there."""
        return _image(self._steps[-1][1], {file: file.waiting for file in self._waiting()})

    def by_chance(self, random: Random) -> Image:
        """Any part of what was not synced is there."""
        _, names = random.choice(self._steps)
        return _image(names, {file: _some(file, random) for file in self._waiting()})

    def garbled(self, random: Random, block: int) -> Image:
        """Any part is there; of what was just being written, a block of that size is junk."""
        busy = [(file, part) for file in self._waiting() for part in file.waiting]
        file, hit = random.choice([(f, part) for f, part in busy if isinstance(part, Written)])
        parts = {other: _some(other, random) for other in self._waiting()}
        parts[file] = _some(file, random, always=hit)
        image = _image(self._steps[-1][1], parts)
        for path in [path for path, other in self._steps[-1][1].items() if other is file]:
            image[path] = _with_junk(image[path] or b"", hit, block, random)
        return image

    def _files(self) -> dict[str, _File]:
        return {path: file for path, file in self._steps[-1][1].items() if file}

    def _waiting(self) -> list[_File]:
        files = [file for _, names in self._steps for file in names.values() if file]
        return [file for file in dict.fromkeys(files) if file.waiting]

    def _step(self, more: _Names, without: str = "") -> None:
        names = {path: file for path, file in self._steps[-1][1].items() if path != without}
        folders = {path.rpartition("/")[0] for path in (*more, without) if path}
        self._steps.append((folders, names | more))

    def _sync(self, path: str) -> None:
        if file := self._files().get(path):
            _write(file.down, file.waiting)
            file.waiting.clear()
            return
        made_in = [place for place, (folders, _) in enumerate(self._steps) if path in folders]
        self._steps = self._steps[max(made_in, default=0) :]


def _image(names: _Names, parts: dict[_File, list[Written | Resized]]) -> Image:
    image: Image = {}
    for path, file in names.items():
        if file:
            content = bytearray(file.down)
            _write(content, parts.get(file, []))
        image[path] = bytes(content) if file else None
    return image


def _write(content: bytearray, parts: Iterable[Written | Resized]) -> None:
    for part in parts:
        end = part.size if isinstance(part, Resized) else part.at + len(part.data)
        content.extend(bytes(max(0, end - len(content))))
        if isinstance(part, Resized):
            del content[end:]
        else:
            content[part.at : end] = part.data


def _some(file: _File, random: Random, always: Written | None = None) -> list[Written | Resized]:
    """Some of what waits, in order, and of that some in part."""
    share, torn = random.random(), random.choice([0, 0.3, 1])
    some: list[Written | Resized] = []
    for part in file.waiting:
        if part is always or random.random() < share:
            tears = isinstance(part, Written) and part is not always and random.random() < torn
            some.extend(_sectors(part, random) if tears else [part])
    return some


def _sectors(part: Written, random: Random) -> Iterator[Written]:
    """Half of the sectors that were written to."""
    end = part.at + len(part.data)
    bounds = [part.at, *range(part.at // SECTOR * SECTOR + SECTOR, end, SECTOR), end]
    for start, stop in pairwise(bounds):
        if random.random() < 0.5:
            yield Written(part.path, start, part.data[start - part.at : stop - part.at])


def _with_junk(content: bytes, hit: Written, block: int, random: Random) -> bytes:
    """A block that ``hit`` was written to, all of it, is junk; the file is as long as before."""
    first, last = hit.at // block, (hit.at + len(hit.data) - 1) // block
    start = random.randint(first, last) * block
    junk = random.choice([random.randbytes(block), bytes(block)])[: len(content) - start]
    return content[:start] + junk + content[start + len(junk) :]
