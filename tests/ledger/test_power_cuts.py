"""What the screen has shown is on the card, whenever the plug is pulled.

Real games are recorded, every image that a cut may leave on the card is made and opened by our own
code (``power``: what is assumed of a card stands in ``card``, what must hold in ``verdict``). The
ordinary run does so after a share of the operations. That such a search finds a loss where there is
one, mistakes that are planted in the opening show.
"""

import shutil
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from companion.ledger.copies import snapshot
from companion.ledger.records import Interruption
from tests.ledger.power import player
from tests.ledger.power.card import store
from tests.ledger.power.explorer import (
    Outcome,
    Recording,
    Trial,
    explore,
    first_fault,
    moments,
    play,
    play_after_a_cut,
    play_after_a_kill,
)
from tests.ledger.power.recorder import Made, Resized, Said, Synced, Written
from tests.sizes import sizes

pytestmark = [
    pytest.mark.skipif(not shutil.which("strace"), reason="needs strace"),
    pytest.mark.timeout(1800),
]
LEDGER, LOG = "data/ledger.db", "data/ledger.db-wal"
slow = pytest.mark.slow

Record = Callable[..., None]


@pytest.fixture(scope="module")
def evening(scratch: Path) -> Recording:
    """A new ledger, and moves until the log has been put into it and begun anew."""
    return play(scratch, 36)


@pytest.fixture(scope="module")
def beginning(scratch: Path) -> Recording:
    """A new ledger and the first moves."""
    return play(scratch, 12)


def assert_sound(outcome: Outcome, at_least: int) -> int:
    """Check every image, and return the number of different ones."""
    assert outcome.faults == []
    assert len(outcome.images) >= at_least
    return len(outcome.images)


def test_the_recording_has_everything_that_is_to_be_cut(evening: Recording) -> None:
    """The making of the file, each move with a flush before it is told, a checkpoint, a new log."""
    done = evening.operations
    assert [o.path for o in done if isinstance(o, Made)][:2] == ["data", LEDGER]
    told = [place for place, o in enumerate(done) if isinstance(o, Said)]
    moves = [place for place in told if done[place].text.startswith("move")]
    assert len(moves) == 36
    for before, place in pairwise(moves):
        assert Synced(LOG) in done[before:place]
    checkpoints = [n for n, o in enumerate(done) if isinstance(o, Written) and o.path == LEDGER]
    assert any(moves[0] < place < moves[-1] for place in checkpoints)
    anew = [n for n, o in enumerate(done) if isinstance(o, Written) and (o.path, o.at) == (LOG, 0)]
    assert any(moves[0] < place < moves[-1] for place in anew)
    assert any(isinstance(o, Resized) for o in done)


@pytest.mark.parametrize(
    ("trial", "at_least"),
    sizes(
        (Trial(by_chance=2, share=0.01), 12),
        slow=(Trial(by_chance=6, share=0.25), 500),
        hours=(Trial(by_chance=24), 10_000),
    ),
    ids=["a share", "more", "all"],
)
def test_no_cut_loses_or_halves_a_move(
    evening: Recording, scratch: Path, trial: Trial, at_least: int, record_figures: Record
) -> None:
    outcome = explore([evening], trial, scratch)
    record_figures("power", cut=assert_sound(outcome, at_least))


def test_a_ledger_that_was_cut_while_it_was_made_opens(beginning: Recording, scratch: Path) -> None:
    """Until there is a log, SQLite keeps a journal beside the file."""
    made = beginning.operations.index(Made(LOG)) + 1
    making = replace(beginning, operations=beginning.operations[:made])
    assert_sound(explore([making], Trial(by_chance=20, garbled=20), scratch), 40)


@pytest.mark.parametrize(
    ("trial", "at_least"),
    sizes(
        (Trial(garbled=2, share=0.015), 12),
        slow=(Trial(garbled=4, share=0.25), 150),
        hours=(Trial(garbled=12), 2400),
    ),
    ids=["a share", "more", "all"],
)
def test_a_block_that_turns_to_junk_takes_no_move_with_it(
    beginning: Recording, scratch: Path, trial: Trial, at_least: int, record_figures: Record
) -> None:
    outcome = explore([beginning], trial, scratch)
    record_figures("power", garbled=assert_sound(outcome, at_least))


def test_the_second_copy_goes_on_after_a_cut(scratch: Path) -> None:
    copied = play(scratch, 4, before={player.COPY: None})
    assert any(isinstance(o, Written) and o.path.startswith("copy/") for o in copied.operations)
    assert_sound(explore([copied], Trial(by_chance=2, share=0.03), scratch), 12)


@pytest.mark.parametrize(("every", "share"), sizes((240, 0.1), slow=(120, 0.5), hours=(20, 1.0)))
def test_a_second_cut_while_the_first_is_dealt_with(
    beginning: Recording, scratch: Path, every: int, share: float, record_figures: Record
) -> None:
    again = [
        play_after_a_cut(scratch, card, card.by_chance(Random(place)), more=3)
        for place, card in enumerate(moments(beginning))
        if place % every == every - 1
    ]
    assert any(notes(recording, scratch / "after") for recording in again), "no note to be cut"
    outcome = explore(again, Trial(by_chance=1, share=share), scratch)
    record_figures("power", second_cut=assert_sound(outcome, int(50 * share * len(again))))


def notes(recording: Recording, root: Path) -> list[Interruption]:
    """Return the interruptions that the ledger notes in the end."""
    *_, card = moments(recording)
    store(card.at_most(), root)
    try:
        with snapshot(root / player.FOLDER) as books:
            return books.interruptions()
    finally:
        shutil.rmtree(root)


@pytest.mark.parametrize(("every", "share"), sizes((24, 0.2), slow=(6, 0.5), hours=(1, 1.0)))
def test_what_is_shown_after_a_kill_outlives_a_cut(
    beginning: Recording, scratch: Path, every: int, share: float, record_figures: Record
) -> None:
    """A killed program leaves writes in the system's memory, where the next one sees them; they
    need not be on the card yet. Killed where a flush would have come next."""
    flushes = [n for n, o in enumerate(beginning.operations) if o == Synced(LOG)]
    again = [play_after_a_kill(scratch, beginning, at, more=2) for at in flushes[::every]]
    outcome = explore(again, Trial(by_chance=1, share=share), scratch)
    record_figures("power", killed=assert_sound(outcome, int(20 * share * len(again))))


@pytest.mark.parametrize(
    "plant",
    [pytest.param(name, marks=() if name == "WAL, OFF" else slow) for name in player.PLANTS],
)
def test_a_planted_mistake_is_found(scratch: Path, plant: str) -> None:
    planted = play(scratch, 3, plant)
    assert first_fault(planted, Trial(by_chance=2, garbled=2, share=0.3), scratch, "lost: ")
