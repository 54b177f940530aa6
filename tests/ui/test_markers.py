"""By which colour and shape everybody is known: what was chosen, or that of the seat."""

from collections.abc import Iterator

import pytest

from companion.table.markers import MARKERS, agree, markers_of
from companion.table.setup.options import exchange_markers


@pytest.fixture(autouse=True)
def nobody_chose() -> Iterator[None]:
    yield
    agree({})


def test_everybody_has_the_sign_of_the_seat() -> None:
    assert markers_of(["Ann", "Bob"]) == {"Ann": 0, "Bob": 1}


def test_a_sign_that_was_chosen_goes_along_to_another_seat() -> None:
    agree({"Ann": 5})
    assert markers_of(["Bob", "Ann"]) == {"Bob": 0, "Ann": 5}


def test_whose_sign_somebody_chose_gets_the_first_that_is_left() -> None:
    agree({"Ann": 1})
    assert markers_of(["Ann", "Bob", "Cy"]) == {"Ann": 1, "Bob": 0, "Cy": 2}


def test_of_two_who_chose_the_same_the_first_one_has_it() -> None:
    agree({"Ann": 2, "Bob": 2})
    assert markers_of(["Bob", "Ann"]) == {"Bob": 2, "Ann": 1}


def test_no_two_are_ever_the_same() -> None:
    names = [f"P{n}" for n in range(MARKERS)]
    for shift in range(MARKERS):
        agree({name: (n * 7 + shift) % MARKERS for n, name in enumerate(names[shift:])})
        assert sorted(markers_of(names).values()) == list(range(MARKERS))


def test_at_a_full_table_signs_change_hands() -> None:
    names = [f"P{n}" for n in range(MARKERS)]
    agree(exchange_markers(names, "P3", 8))
    assert (markers_of(names)["P3"], markers_of(names)["P8"]) == (8, 3)
    assert len(set(markers_of(names).values())) == MARKERS
