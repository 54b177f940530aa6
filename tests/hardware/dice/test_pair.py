"""Two dice make one roll, and nothing that was not rolled ever counts."""

import random
import re
from collections.abc import Iterable
from itertools import product

import pytest

from hardware.bluetooth.pair import ENDLESS, SETTLE, TIMEOUT_S, DicePair, Faulty, Picked, Rolled
from hardware.bluetooth.readings import DieMotion, DieReading

A, B = "aa", "bb"
READINGS = {
    "H": DieReading(DieMotion.HELD),
    "R": DieReading(DieMotion.ROLLING),
    "C": DieReading(DieMotion.CROOKED),
    "M": DieReading(DieMotion.MOVED),
    **{str(face): DieReading(DieMotion.ROLLED, face) for face in range(1, 7)},
}


def play(history: str) -> list[Rolled | Faulty]:
    """Rolls and faults of a history such as ``aR/bR/1.5/a3/bL``.

    Each step is a die with the letter of a reading, a face or ``L`` for a lost link, or a time to
    wait in seconds.
    """
    pair, now, outcomes = DicePair((A, B)), 100.0, []
    for step in history.split("/"):
        if step[0].isdigit():
            now += float(step)
            outcomes.append(pair.tick(now))
        else:
            outcomes.append(take(pair, step, now))
    return [one for one in outcomes if isinstance(one, Rolled | Faulty)]


def take(pair: DicePair, step: str, now: float) -> object:
    """Give a step of a history to the pair, and return its outcome."""
    address = step[0] * 2
    return pair.lose(address, now) if step[1] == "L" else pair.read(address, READINGS[step[1]], now)


HALF, ALMOST = SETTLE / 2, TIMEOUT_S - 1
ROLLS = {
    "together": "aR/bR/a3/b5",
    "one after the other": "aR/a3/bR/b5",
    "other order": "bR/aR/b5/a3",
    "said again": "aR/aR/a3/a3/bR/b5/b5/a3",
    "from the hand": "aH/bH/8/aR/bR/a3/b5",
    "missed rolling": "aH/bR/a3/b5",
    "leaned for a moment": f"aR/bR/aC/b5/{HALF}/aR/a3",
    "settled after all": f"aR/bR/aM/{HALF}/a3/b5",
    "knocked by the other": "aR/a1/bR/aR/a3/b5",
    "put down before": "aH/aM/aR/bR/a3/b5",
    "knocked before": "aM/bM/2/aR/bR/a3/b5",
}


@pytest.mark.parametrize("history", ROLLS.values(), ids=ROLLS)
def test_two_dice_at_rest_make_one_roll(history):
    assert play(history) == [Rolled((3, 5))]


FAULTS = {
    "leans": (f"aR/bR/aC/b5/{SETTLE}", "cocked"),
    "leans last": (f"aR/bR/b5/aC/{SETTLE}", "cocked"),
    "leans, said again": (f"aR/bR/aC/aC/b5/{SETTLE}", "cocked"),
    "one only, other said again": (f"aR/a3/{ALMOST}/bM/1", "missing"),
    "fake stable": (f"aR/bR/aM/b5/{SETTLE}", "cocked"),
    "turned after its roll": (f"aR/a3/aH/aM/{SETTLE}", "cocked"),
    "twice": ("aR/a3/aR/a6", "missing"),
    "twice, once unheard": ("aR/a3/a6", "missing"),
    "twice by hand": ("aR/a3/aH/a6", "missing"),
    "twice, other in the hand": ("bH/aR/a3/aR/a6/bR/b5", "missing"),
    "one only": (f"aR/a3/{TIMEOUT_S}", "missing"),
    "lost while rolling": ("aR/bR/bL/a3", "sensor"),
    "lost after its roll": ("aR/a3/aL/bR/b5", "sensor"),
    "other lost": ("aR/a3/bL", "sensor"),
    "never at rest": (f"aR/bR/b5/{ENDLESS}", "sensor"),
}


@pytest.mark.parametrize(("history", "code"), FAULTS.values(), ids=FAULTS)
def test_dice_that_cannot_be_read_make_one_fault(history, code):
    assert play(history)[:1] == [Faulty(code)]
    assert not any(isinstance(one, Rolled) for one in play(history))


@pytest.mark.parametrize(("history", "code"), FAULTS.values(), ids=FAULTS)
def test_the_roll_after_a_fault_counts(history, code):
    after = f"{history}/{TIMEOUT_S}/aR/bR/a1/b2"
    assert play(after)[-1] == Rolled((1, 2))


NOTHING = {
    "at rest from the start": "a3/b5/60/a3/b5",
    "lost and found at rest": "aL/bL/a3/b5/60",
    "knocked": "aM/bC/60",
    "picked up": "aH/bH/aM/bM/60",
    "one never rolled": "aR/b5/a3/b5",
}


@pytest.mark.parametrize("history", NOTHING.values(), ids=NOTHING)
def test_dice_that_nobody_rolled_make_nothing(history):
    assert play(history) == []


def test_a_roll_counts_once():
    assert play("aR/bR/a3/b5/a3/b5/60") == [Rolled((3, 5))]


def test_a_die_that_is_picked_up_is_told_once():
    pair = DicePair((A, B))
    assert [take(pair, step, 0.0) for step in ("aH", "aH", "aR", "aR")] == [
        Picked(),
        None,
        None,
        None,
    ]


def test_a_third_die_is_refused():
    with pytest.raises(KeyError):
        DicePair((A, B)).read("cc", READINGS["R"], 0.0)


STEPS = [die + letter for die in "ab" for letter in "HRCM3L"]


def witnessed(history: list[str]) -> bool:
    """Return True if each die, since its link was last lost, began to roll and came to rest."""
    own = ["".join(step[1] for step in history if step[0] == die) for die in "ab"]
    return all(re.fullmatch(r".*[HR][^L]*[1-6]+", one) for one in own)


def check(history: Iterable[str]) -> int:
    """Count the rolls of a history; each must have been seen by a witness of its own."""
    pair, rolls = DicePair((A, B)), 0
    since: list[str] = []
    for number, step in enumerate(history):
        outcome = take(pair, step, number * 0.1)
        since.append(step)
        if isinstance(outcome, Rolled):
            faces = {one[0]: int(one[1]) for one in since if one[1].isdigit()}
            assert outcome.faces == (faces["a"], faces["b"]), since
            assert witnessed(since), since
            rolls += 1
        if isinstance(outcome, Rolled | Faulty):
            since = []
    return rolls


def test_no_short_history_invents_a_roll():
    assert sum(check(history) for history in product(STEPS, repeat=4)) > 0


def test_no_long_history_invents_a_roll():
    chance = random.Random(7)
    steps = [die + letter for die in "ab" for letter in "HRCM123456"] + ["aL"]
    assert sum(check(chance.choices(steps, k=200)) for _ in range(100)) > 100
