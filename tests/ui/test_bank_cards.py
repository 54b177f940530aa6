"""Bank cards at the table: each pays or collects what is due, and nothing else."""

from collections.abc import Callable, Iterator
from itertools import count, cycle, islice
from random import Random
from uuid import uuid4

import pytest

from companion.engine.moves import CollectRent, PayDebt
from companion.table.card_input import AGAIN_SECONDS, CardInput
from companion.text.screens.bank_cards import text_of
from hardware import FakeTray
from tests.ui.driver import Desk
from tests.words import plain

TABLE = "Ann Bob Cy"
NOBODYS = 8
"""Number of a card that no player at this table has."""
RENTS = 20

CHOICES = {
    "a purchase": ["Ann throws 3 5"],
    "an auction": ["Ann throws 3 5", "Ann declines"],
    "an auction with bids": ["Ann throws 3 5", "Ann declines", "Bob bids $20"],
    "an offer": ["ruling: Ann owns Baltic Avenue", "Ann offers Bob Baltic Avenue for $60"],
    "jail": ["ruling: Ann is in jail"],
    "a tax": ["Ann throws 1 3"],
    "a card to draw": ["Ann throws 3 4"],
    "a roll": [],
}
"""Moves that lead to a decision, by its name: a card leaves it to a tap."""


def said(desk: Desk, key: str, **fields: object) -> bool:
    return str(desk.table.notice) == plain(text_of(key, **fields))


@pytest.fixture
def hold(desk: Desk) -> Callable[[int], None]:
    cards = CardInput(desk.table)

    def hold(seat: int) -> None:
        cards.hold(seat, uuid4().hex)
        desk.frames()

    return hold


def owing(desk: Desk, *more: str, **chosen: str) -> None:
    """Ann has landed on a deed of Bob, who may collect $8."""
    desk.sit_down(TABLE, "ruling: Bob owns Connecticut Avenue", *more, "Ann throws 4 5", **chosen)
    assert desk.table.session.game.claims


def test_the_card_of_the_owner_collects_rent(desk: Desk, hold: Callable[[int], None]) -> None:
    owing(desk)
    hold(2)
    assert desk.last_move == CollectRent("Bob")
    assert (desk.cash("Ann"), desk.cash("Bob")) == (1492, 1508)


def test_the_card_of_whoever_landed_pays_rent(desk: Desk, hold: Callable[[int], None]) -> None:
    owing(desk)
    hold(1)
    assert desk.last_move == CollectRent("Bob", "Ann")
    assert (desk.cash("Ann"), desk.cash("Bob")) == (1492, 1508)


def test_a_card_pays_a_debt_as_soon_as_the_cash_is_there(
    desk: Desk, hold: Callable[[int], None]
) -> None:
    owing(desk, "ruling: Ann has $5; Ann owns Baltic Avenue")
    desk.play("Bob collects rent")
    moves = desk.moves
    hold(1)
    assert desk.moves == moves, "the cash is not there"
    assert desk.table.notice
    desk.play("Ann mortgages Baltic Avenue")
    hold(1)
    assert desk.last_move == PayDebt("Ann")
    assert (desk.cash("Ann"), desk.cash("Bob")) == (27, 1508)


def test_a_card_never_makes_a_debt_of_its_holder(desk: Desk, hold: Callable[[int], None]) -> None:
    owing(desk, "ruling: Ann has $5; Ann owns Baltic Avenue")
    moves = desk.moves
    hold(1)
    assert said(desk, "short", player="Ann", owner="Bob", amount="$8")
    assert desk.moves == moves
    hold(2)
    assert desk.table.session.game.debt_of("Ann"), "the owner may ask for it"


def test_a_debtor_collects_rent_before_the_debt_can_be_paid(
    desk: Desk, hold: Callable[[int], None]
) -> None:
    owing_both(desk, "Ann has $5")
    desk.play("Bob collects rent")
    hold(1)
    assert desk.last_move == CollectRent("Ann")
    desk.clock.wait(AGAIN_SECONDS)
    hold(1)
    assert desk.last_move == PayDebt("Ann")


def owing_both(desk: Desk, ruling: str = "Ann has $500") -> None:
    """Cy owes rent to Ann, and Ann to Bob."""
    owing(
        desk,
        "ruling: Ann owns Baltic Avenue; Cy has the dice",
        "Cy throws 1 2",
        f"ruling: {ruling}",
    )


def test_whoever_has_to_collect_and_to_pay_chooses(desk: Desk, hold: Callable[[int], None]) -> None:
    owing_both(desk)
    moves = desk.moves
    hold(1)
    assert said(desk, "two", player="Ann")
    assert desk.moves == moves


def test_a_card_that_stays_counts_once(desk: Desk, hold: Callable[[int], None]) -> None:
    owing(desk)
    hold(2)
    moves = desk.moves
    owe_again(desk)
    for _ in range(5):  # a reader may report it again and again
        desk.clock.wait(AGAIN_SECONDS / 2)
        hold(2)
        assert said(desk, "twice", player="Bob")
    assert desk.moves == moves + 2
    desk.clock.wait(AGAIN_SECONDS)
    hold(2)
    assert desk.last_move == CollectRent("Bob"), "it was taken away"


def owe_again(desk: Desk) -> None:
    desk.play("ruling: Ann stands on GO; Ann has the dice", "Ann throws 4 5")


def test_a_claim_that_was_collected_is_not_collected_again(
    desk: Desk, hold: Callable[[int], None]
) -> None:
    owing(desk)
    hold(2)
    moves = desk.moves
    hold(1)
    assert said(desk, "nothing", player="Ann")
    desk.clock.wait(AGAIN_SECONDS)
    hold(2)
    assert said(desk, "nothing", player="Bob")
    assert desk.moves == moves


def test_a_card_of_nobody_is_said(desk: Desk, hold: Callable[[int], None]) -> None:
    hold(1)
    assert said(desk, "nobody's"), "there is no game"
    owing(desk)
    moves = desk.moves
    for number in (4, NOBODYS):
        desk.table.notice = ""
        hold(number)
        assert said(desk, "nobody's")
    assert desk.moves == moves


def test_a_card_of_a_ruined_player_is_said(desk: Desk, hold: Callable[[int], None]) -> None:
    owing(desk, "ruling: Cy is out")
    moves = desk.moves
    hold(3)
    assert said(desk, "out", player="Cy")
    assert desk.moves == moves


@pytest.mark.parametrize("choice", CHOICES)
@pytest.mark.parametrize("rent", ["shown", "automatic", "watchful"])
def test_no_card_decides_anything(
    desk: Desk, hold: Callable[[int], None], choice: str, rent: str
) -> None:
    desk.sit_down(TABLE, *CHOICES[choice], rent=rent)
    moves, cash, screen = desk.moves, [desk.cash(name) for name in TABLE.split()], desk.table.screen
    values = desk.table.values
    for seat in (1, 2, 3):
        desk.table.notice = ""
        hold(seat)
        assert desk.table.notice, "it is said that nothing happened"
    assert desk.moves == moves
    assert [desk.cash(name) for name in TABLE.split()] == cash
    assert (desk.table.screen, desk.table.values) == (screen, values), "no page was opened"


@pytest.mark.parametrize("screen", ["pay", "trade", "board", "properties", "menu", "setup"])
def test_a_card_counts_on_the_page_of_the_game_only(
    desk: Desk, hold: Callable[[int], None], screen: str
) -> None:
    owing(desk)
    desk.table.open(screen)
    moves, values = desk.moves, desk.table.values
    hold(2)
    assert said(desk, "elsewhere")
    assert (desk.moves, desk.table.values) == (moves, values)


def test_a_card_leaves_an_open_question_alone(desk: Desk, hold: Callable[[int], None]) -> None:
    owing(desk)
    desk.table.tap(("close",), desk.table.number, "close")
    assert desk.table.sheet
    hold(2)
    assert desk.table.sheet
    assert said(desk, "elsewhere")


def test_at_a_watchful_table_only_the_owners_card_asks(
    desk: Desk, hold: Callable[[int], None]
) -> None:
    owing(desk, rent="watchful")
    moves = desk.moves
    hold(1)
    as_debtor, desk.table.notice = str(desk.table.notice), ""
    hold(3)
    assert desk.moves == moves
    assert as_debtor.replace("Ann", "Cy") == str(desk.table.notice), "it tells nobody of the rent"
    hold(2)
    assert desk.last_move == CollectRent("Bob")


# --- twenty rents by a tray -----------------------------------------------------------------------


@pytest.fixture
def tray(desk: Desk) -> Iterator[FakeTray]:
    with FakeTray(seed=5, noise=0.1, drop=0.1, repeat=0.3, tear=0.5) as tray:
        desk.devices.tray(tray.path)
        desk.until(lambda: desk.table.tray_input.state == "found")
        yield tray


def held(desk: Desk, tray: FakeTray, number: int, comes: Callable[[], object]) -> None:
    """Hold a card until something comes of it: the line may lose a card."""
    tries = cycle([True, *[False] * 50])

    def has_come() -> object:
        if next(tries):
            tray.hold_card(number)
        return comes()

    desk.until(has_come)


def after_all(desk: Desk, tray: FakeTray) -> None:
    """Wait until the line has delivered every card, and until none counts as held."""
    desk.table.notice = ""
    held(desk, tray, NOBODYS, lambda: said(desk, "nobody's"))
    desk.clock.wait(2 * AGAIN_SECONDS)


def test_twenty_rents_by_the_trays_cards_over_a_bad_line(desk: Desk, tray: FakeTray) -> None:
    """The payer's card and the owner's take turns; between the rents cards are held in vain."""
    desk.sit_down(TABLE, "ruling: Bob owns Connecticut Avenue")
    chance = Random(7)
    for number, seat, choice in islice(zip(count(1), cycle([1, 2]), cycle(CHOICES)), RENTS):
        owe_again(desk)
        moves = desk.moves
        held(desk, tray, seat, lambda moves=moves: desk.moves > moves)
        after_all(desk, tray)
        assert isinstance(desk.last_move, CollectRent)
        assert desk.moves == moves + 1
        assert desk.cash("Bob") - 1500 == 1500 - desk.cash("Ann") == 8 * number
        in_vain(desk, tray, CHOICES[choice], chance)


def in_vain(desk: Desk, tray: FakeTray, lines: list[str], chance: Random) -> None:
    """Hold cards while something is decided, and take the decision back."""
    desk.play("ruling: Ann stands on GO; Ann has the dice; no claims", *lines)
    moves, game = desk.moves, desk.table.session.game
    for seat in chance.sample([1, 2, 3, 3, 2, 1], 4):
        desk.table.notice = ""
        held(desk, tray, seat, lambda: desk.table.notice)
    after_all(desk, tray)
    assert desk.moves == moves
    assert desk.table.session.game == game
    desk.play(*["undo"] * len(lines))
