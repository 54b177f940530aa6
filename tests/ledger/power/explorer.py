"""Every power cut of a recording: after each operation, what the card may hold, and what is found.

The same image is looked at once; what was found in it is held against every promise that had been
made by a moment at which the card may have held it.
"""

import os
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial
from hashlib import blake2b
from itertools import islice
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from tests.ledger.power import player, verdict
from tests.ledger.power.card import Card, Image, store
from tests.ledger.power.recorder import Operation, Said, record
from tests.ledger.power.workers import spread

BLOCKS = (512, 1024, 2048, 4096)
"""How much of what a card is at work on may turn to junk, in bytes."""
SPAN = 24
PLAYER = Path(player.__file__)


@dataclass(frozen=True, slots=True)
class Recording:
    """What was done in a folder that held ``before``; it is cut from operation ``start`` on."""

    before: Image
    operations: list[Operation]
    start: int = 0


@dataclass(frozen=True, slots=True)
class Trial:
    """Images to try after each operation: random ones, and some with a block of junk.

    After a ``share`` of the operations, that is; which ones is the same every time.
    """

    by_chance: int = 0
    garbled: int = 0
    share: float = 1.0


@dataclass(slots=True)
class Outcome:
    """How many different images there were, and what was wrong after which operation."""

    images: set[bytes] = field(default_factory=set)
    faults: list[str] = field(default_factory=list)

    def add(self, other: "Outcome") -> None:
        """What was found elsewhere."""
        self.images |= other.images
        self.faults += other.faults


def play(scratch: Path, count: int, *plant: str, before: Image | None = None) -> Recording:
    """A game up to move ``count``, begun or gone on with on a card with ``before``."""
    with TemporaryDirectory(dir=scratch) as made:
        root, log = Path(made, "root"), Path(made, "log")
        store(before or {}, root)
        command = [sys.executable, str(PLAYER), str(root / player.FOLDER), str(count), *plant]
        return Recording(before or {}, record(command, root, log))


def play_after_a_cut(scratch: Path, card: Card, image: Image, more: int) -> Recording:
    """The plug of ``card`` was pulled, ``image`` was left of it; the program is started again."""
    promised = [Said(text) for text in card.said]
    again = play(scratch, _moves(card) + more, before=image).operations
    return Recording(image, promised + again, start=len(promised))


def play_after_a_kill(scratch: Path, killed: Recording, place: int, more: int) -> Recording:
    """The program was killed before operation ``place``, and started again. Nothing is lost by
    that, but what waited for the card is still waiting."""
    *_, card = islice(moments(killed), place)
    again = play(scratch, _moves(card) + more, before=card.at_most()).operations
    return Recording(killed.before, killed.operations[:place] + again, start=place)


def explore(recordings: Iterable[Recording], trial: Trial, scratch: Path) -> Outcome:
    """Pulls the plug after each operation, on all processors."""
    spans = [
        (recording, range(first, first + SPAN))
        for recording in recordings
        for first in range(recording.start, len(recording.operations), SPAN)
    ]
    outcome = Outcome()
    for part in spread(partial(_examine, trial, scratch), spans):
        outcome.add(part)
    return outcome


def moments(recording: Recording) -> Iterator[Card]:
    """The card after each operation; it is the same one, and goes on."""
    card = Card(recording.before)
    for operation in recording.operations:
        card.do(operation)
        yield card


def _moves(card: Card) -> int:
    return sum(text.startswith("move") for text in card.said)


def first_fault(recording: Recording, trial: Trial, scratch: Path, kind: str) -> str:
    """The first fault of a kind; here and no further. Empty when there is none."""
    found = _faults(trial, scratch, (recording, range(len(recording.operations))), {})
    return next((fault for fault in found if kind in fault), "")


def _examine(trial: Trial, scratch: Path, job: tuple[Recording, range]) -> Outcome:
    known: dict[bytes, verdict.Found] = {}
    faults = list(_faults(trial, scratch, job, known))
    return Outcome(set(known), faults)


def _faults(
    trial: Trial, scratch: Path, job: tuple[Recording, range], known: dict[bytes, verdict.Found]
) -> Iterator[str]:
    recording, span = job
    root = scratch / f"examined-by-{os.getpid()}"
    for place, card in islice(enumerate(moments(recording)), span.start, span.stop):
        random = Random(place)
        if random.random() >= trial.share:
            continue
        for image in _images(card, trial, random):
            digest = _digest(image)
            if digest not in known:
                known[digest] = verdict.find(image, root)
            if fault := known[digest].against(card.said):
                yield f"after operation {place}: {fault}"


def _images(card: Card, trial: Trial, random: Random) -> Iterator[Image]:
    yield card.at_least()
    yield card.at_most()
    for _ in range(trial.by_chance if card.is_busy else 0):
        yield card.by_chance(random)
    for _ in range(trial.garbled if card.is_writing else 0):
        yield card.garbled(random, random.choice(BLOCKS))


def _digest(image: Image) -> bytes:
    digest = blake2b()
    for path, content in sorted(image.items()):
        digest.update(f"{path}\0{-1 if content is None else len(content)}\0".encode())
        digest.update(content or b"")
    return digest.digest()
