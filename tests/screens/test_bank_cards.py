"""The bank cards on the screen, in every window: of every seat, of none, being taught."""

from dataclasses import replace
from types import SimpleNamespace

import pytest

from companion.engine.edition import MOST_PLAYERS
from companion.screens.bank_cards import page
from companion.table.bank_cards import BankCardsPage, next_seat, seat_rows
from companion.text.screens.bank_cards import CARDS, PROBLEMS, text_of
from tests.screens import anywhere

TABLE = "Ann", "Bob", "Cy", "Dee"
LONG = tuple(f"{'W' * 11}{number:02}" for number in range(MOST_PLAYERS))
CARD = {"0012345678": 1, "0087654321": 2}
ALL = {f"{seat:010}": seat for seat in range(1, MOST_PLAYERS + 1)}
READER = BankCardsPage(reader="Sycreader RFID Technology Co., Ltd SYC ID&IC USB Reader")
TAUGHT = replace(READER, note=text_of("whose", player="Bob"))
VALUES = {
    "no seats": ((), {}, BankCardsPage()),
    "no card": (TABLE, {}, BankCardsPage()),
    "first": (TABLE, {}, BankCardsPage(is_choosing=True)),
    "third": (TABLE, CARD, replace(TAUGHT, is_choosing=True)),
    "all": (TABLE, ALL, READER),
    "nobody's": (TABLE, CARD, replace(READER, note=CARDS["nobody's"])),
    "twelve": (LONG, CARD, replace(TAUGHT, is_choosing=True)),
    "twelve with cards": (LONG, ALL, replace(READER, note=text_of("whose", player=LONG[7]))),
    **{problem: (TABLE, CARD, BankCardsPage(trouble=PROBLEMS[problem])) for problem in PROBLEMS},
}


@pytest.mark.usefixtures("language")
@pytest.mark.parametrize("name", VALUES)
def test_every_page_is_right(name: str) -> None:
    names, cards, value = VALUES[name]
    rows = seat_rows(names, cards, value.is_choosing)
    state = SimpleNamespace(value=value, names=names, rows=rows)
    assert anywhere.wrong(page, SimpleNamespace(bank_cards=state)) == []


def test_the_next_card_is_for_the_first_seat_without_one() -> None:
    assert next_seat(TABLE, {}) == 1
    assert next_seat(TABLE, {"1": 1, "3": 3, "9": 9}) == 2
    assert next_seat(TABLE, ALL) == 0
    assert [row.is_next for row in seat_rows(TABLE, CARD, True)] == [False, False, True, False]
    assert not any(row.is_next for row in seat_rows(TABLE, CARD, False))
