"""Nobody who touches the screen waits for Python's memory to be tidied up."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from companion.runtime.gc_scheduler import IDLE_SECONDS, GcScheduler
from tests.ui.driver import Desk

WHOLE = 2
"""The generation in which everything is collected."""


@pytest.fixture(autouse=True)
def scheduled(desk: Desk) -> Iterator[None]:
    thresholds = gc.get_threshold()
    GcScheduler(desk.table)
    yield
    gc.set_threshold(*thresholds)


@contextmanager
def collected() -> Iterator[list[int]]:
    """Which generations were, meanwhile."""
    generations: list[int] = []

    def note(phase: str, info: dict[str, int]) -> None:
        if phase == "start":
            generations.append(info["generation"])

    gc.callbacks.append(note)
    try:
        yield generations
    finally:
        gc.callbacks.remove(note)


def cycles(count: int) -> list[list[object]]:
    """What nothing but the collector gets rid of."""
    made: list[list[object]] = [[] for _ in range(count)]
    for cycle in made:
        cycle.append(cycle)
    return made


def test_in_the_middle_of_a_game_only_the_young_are_collected(desk: Desk) -> None:
    desk.sit_down()
    gc.collect()
    with collected() as generations:
        assert cycles(1_000_000)
    assert set(generations) == {0, 1}


def test_everything_is_between_two_games(desk: Desk) -> None:
    desk.sit_down()
    desk.play("Ann throws 1 2")
    with collected() as generations:
        desk.sit_down()
    assert WHOLE in generations


def test_and_when_no_move_was_made_for_a_while_but_only_once(desk: Desk) -> None:
    desk.sit_down()
    desk.play("Ann throws 1 2")
    with collected() as generations:
        desk.clock.wait(2 * IDLE_SECONDS)
    assert WHOLE in generations
    with collected() as generations:
        desk.clock.wait(4 * IDLE_SECONDS)
    assert WHOLE not in generations
