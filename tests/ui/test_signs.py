"""By which colour and shape everybody is known: what was chosen, or that of the seat."""

from collections.abc import Iterator

import pytest

from companion.table.markers import SIGNS, agree, signs
from companion.table.setup.options import exchange_signs


@pytest.fixture(autouse=True)
def nobody_chose() -> Iterator[None]:
    yield
    agree({})


def test_everybody_has_the_sign_of_the_seat() -> None:
    assert signs(["Ann", "Bob"]) == {"Ann": 0, "Bob": 1}


def test_a_sign_that_was_chosen_goes_along_to_another_seat() -> None:
    agree({"Ann": 5})
    assert signs(["Bob", "Ann"]) == {"Bob": 0, "Ann": 5}


def test_whose_sign_somebody_chose_gets_the_first_that_is_left() -> None:
    agree({"Ann": 1})
    assert signs(["Ann", "Bob", "Cy"]) == {"Ann": 1, "Bob": 0, "Cy": 2}


def test_of_two_who_chose_the_same_the_first_one_has_it() -> None:
    agree({"Ann": 2, "Bob": 2})
    assert signs(["Bob", "Ann"]) == {"Bob": 2, "Ann": 1}


def test_no_two_are_ever_the_same() -> None:
    names = [f"P{n}" for n in range(SIGNS)]
    for shift in range(SIGNS):
        agree({name: (n * 7 + shift) % SIGNS for n, name in enumerate(names[shift:])})
        assert sorted(signs(names).values()) == list(range(SIGNS))


def test_at_a_full_table_signs_change_hands() -> None:
    names = [f"P{n}" for n in range(SIGNS)]
    agree(exchange_signs(names, "P3", 8))
    assert (signs(names)["P3"], signs(names)["P8"]) == (8, 3)
    assert len(set(signs(names).values())) == SIGNS
