"""The keypad: what is keyed in is the amount, whichever keys lead there."""

from hypothesis import given
from hypothesis import strategies as st

from companion.table.keyed_amount import BACKSPACE, KEYS, MOST, STEPS, add, press

keys = st.lists(st.sampled_from(KEYS))


@given(st.integers(0, MOST))
def test_the_digits_of_an_amount_key_it_in(amount: int) -> None:
    keyed = 0
    for digit in str(amount):
        keyed = press(keyed, digit)
    assert keyed == amount


@given(keys)
def test_no_key_leads_out_of_the_display(pressed: list[str]) -> None:
    amount = 0
    for key in pressed:
        amount = press(amount, key)
        assert 0 <= amount <= MOST


@given(st.integers(0, MOST // 100), st.sampled_from([key for key in KEYS if key.isdigit()]))
def test_backspace_takes_back_a_digit(amount: int, key: str) -> None:
    pressed = press(amount, key)
    for _ in key:
        pressed = press(pressed, BACKSPACE)
    assert pressed == amount


@given(st.lists(st.sampled_from(STEPS)))
def test_quick_amounts_add_up(steps: list[int]) -> None:
    amount = 0
    for step in steps:
        amount = add(amount, step)
    assert amount == sum(steps) <= MOST


def test_what_would_be_too_much_changes_nothing() -> None:
    assert press(MOST, "0") == MOST
    assert add(MOST - 5, 10) == MOST - 5
