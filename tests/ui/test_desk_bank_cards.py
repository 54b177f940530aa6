"""Bank cards of a USB reader at a table: taught by holding them, then twenty rents by card."""

from collections.abc import Callable, Iterator
from itertools import count, cycle, islice
from pathlib import Path
from random import Random
from time import sleep

import pytest

from companion.engine.moves import CollectRent
from companion.runtime.bank_cards import BankCards
from companion.table.bank_cards import BankCardsPage
from companion.table.card_input import AGAIN_SECONDS
from companion.table.settings import Settings, load
from companion.text.screens.bank_cards import CARDS, PROBLEMS, text_of
from hardware import FakeCardReader, InputDevices
from tests.ui.driver import Desk, opened_bank
from tests.ui.test_bank_cards import CHOICES, RENTS, TABLE, owe_again, owing, said

ANN, BOB, CY, NEW = "0012345678", "0087654321", "0000000042", "9999999999"
OF = {1: ANN, 2: BOB, 3: CY}


@pytest.fixture
def fake(tmp_path: Path) -> Iterator[FakeCardReader]:
    with FakeCardReader(tmp_path / "machine") as fake:
        yield fake


@pytest.fixture
def cards(desk: Desk, fake: FakeCardReader) -> Iterator[BankCards]:
    with_reader = connected(desk, fake)
    yield with_reader
    with_reader.close()


def connected(desk: Desk, fake: FakeCardReader) -> BankCards:
    """Give the table the reader that a bank gives it."""
    cards = BankCards(desk.table, desk.inputs, desk.devices.hold_card, fake.devices)
    desk.table.bank_cards.actions = cards.actions()
    return cards


def taught(desk: Desk, cards: BankCards, fake: FakeCardReader) -> None:
    """Have the cards of another evening, and the reader found."""
    kept = {card: seat for seat, card in OF.items()}
    desk.table.settings.change(cards=kept, card_reader=fake.model)
    cards.start()
    desk.until(lambda: shown(desk).reader)


def shown(desk: Desk) -> BankCardsPage:
    return desk.table.bank_cards.value


def kept(desk: Desk) -> Settings:
    return load(desk.ledger.folder / "settings.json")[0]


def test_cards_are_taught_in_the_order_of_the_seats_and_kept(
    tmp_path: Path, fake: FakeCardReader
) -> None:
    with Desk(tmp_path) as desk:
        cards = connected(desk, fake)
        owing(desk)
        moves = desk.moves
        desk.show("device")
        desk.tap(desk.key("show", "bank_cards"))
        assert not fake.hold(ANN), "nobody has chosen the reader yet"
        desk.tap(desk.key("choose"))
        assert CARDS["now"] in desk.texts()
        for seat, card in OF.items():
            desk.until(lambda card=card: fake.hold(card))
            desk.until(lambda seat=seat, card=card: kept(desk).cards.get(card) == seat)
        assert not shown(desk).is_choosing, "each seat has a card"
        assert kept(desk).card_reader == fake.model
        desk.until(lambda: shown(desk).reader == fake.name)
        fake.hold(BOB)
        desk.until(lambda: said(desk, "whose", player="Bob"))
        assert desk.moves == moves
        cards.close()
        assert not fake.hold(ANN)
    with Desk(tmp_path) as desk:
        cards = connected(desk, fake)
        owing(desk)
        cards.start()
        desk.until(lambda: fake.hold(BOB))
        desk.until(lambda: desk.cash("Bob") == 1508)
        cards.close()


def test_a_card_is_taught_once_and_forgotten_by_a_tap(
    desk: Desk, cards: BankCards, fake: FakeCardReader
) -> None:
    desk.sit_down(TABLE)
    desk.show("bank_cards")
    desk.tap(desk.key("choose"))
    for _ in range(2):
        desk.table.bank_cards.change(note="")
        desk.until(lambda: fake.hold(ANN))
        desk.until(lambda: shown(desk).note == text_of("whose", player="Ann"))
    assert kept(desk).cards == {ANN: 1}
    desk.tap(desk.key("forget", 1))
    assert kept(desk).cards == {}
    desk.until(lambda: fake.hold(BOB))
    desk.until(lambda: kept(desk).cards == {BOB: 1})
    desk.tap(desk.key("stop"))
    fake.hold(CY)
    desk.until(lambda: said(desk, "unknown"))
    assert kept(desk).cards == {BOB: 1}


def test_no_card_is_taught_once_the_page_is_left(
    desk: Desk, cards: BankCards, fake: FakeCardReader
) -> None:
    desk.sit_down(TABLE)
    desk.show("bank_cards")
    desk.tap(desk.key("choose"))
    desk.show("play")
    assert not shown(desk).is_choosing
    desk.until(lambda: not fake.hold(ANN))
    assert kept(desk).cards == {}


def test_cards_are_taught_before_a_game_to_those_who_sit_there(
    desk: Desk, cards: BankCards, fake: FakeCardReader
) -> None:
    desk.show("bank_cards")
    assert CARDS["no seats"] in desk.texts()
    desk.does(("choose",))
    assert not shown(desk).is_choosing


def test_a_new_card_is_said(desk: Desk, cards: BankCards, fake: FakeCardReader) -> None:
    taught(desk, cards, fake)
    owing(desk)
    moves = desk.moves
    fake.hold(NEW)
    desk.until(lambda: said(desk, "unknown"))
    assert desk.moves == moves


def test_a_reader_that_is_pulled_out_is_said_and_used_again(
    desk: Desk, cards: BankCards, fake: FakeCardReader
) -> None:
    taught(desk, cards, fake)
    owing(desk)
    fake.type(BOB[:6])
    fake.unplug()
    desk.until(lambda: desk.table.notice == PROBLEMS["not-plugged-in"])
    fake.plug(4)
    desk.until(lambda: shown(desk).reader)
    assert not shown(desk).trouble
    fake.type(f"{BOB[6:]}\n")
    fake.hold(BOB)
    desk.until(lambda: desk.cash("Bob") == 1508)


def test_in_the_dark_a_card_wakes_the_screen(
    desk: Desk, cards: BankCards, fake: FakeCardReader
) -> None:
    taught(desk, cards, fake)
    owing(desk)
    moves, light = desk.moves, desk.table.settings.light
    desk.clock.wait(desk.table.settings.value.dim_after + 1)
    assert light.dimmed
    fake.hold(BOB)
    desk.until(lambda: not light.dimmed)
    assert desk.moves == moves
    fake.hold(BOB)
    desk.until(lambda: desk.cash("Bob") == 1508)


@pytest.mark.gui
@pytest.mark.parametrize("tray", ["", None])
def test_the_program_reads_the_cards_of_another_evening_at_once(
    tmp_path: Path, fake: FakeCardReader, tray: str | None
) -> None:
    with opened_bank(tmp_path) as bank:
        bank._input_devices = fake.devices
        bank.table.settings.change(cards={ANN: 1}, card_reader=fake.model)
        bank.connect(tray)
        try:
            while not fake.is_grabbed:
                sleep(0.001)
        finally:
            bank._devices.close()
            bank._open.close()
    assert not fake.hold(ANN), "it is given back"


@pytest.mark.gui
def test_a_machine_without_input_devices_has_no_page_of_cards(tmp_path: Path) -> None:
    with opened_bank(tmp_path) as bank:
        bank._input_devices = InputDevices(tmp_path)
        bank.connect("")
        bank._devices.close()
        assert not bank.table.bank_cards.actions


def until_held(desk: Desk, fake: FakeCardReader, card: str, comes: Callable[[], object]) -> None:
    assert fake.hold(card), "the reader is read"
    desk.until(comes)


def test_twenty_rents_by_the_readers_cards_among_rubbish(
    desk: Desk, cards: BankCards, fake: FakeCardReader
) -> None:
    """The payer's card and the owner's take turns; between the rents cards are held in vain."""
    taught(desk, cards, fake)
    desk.sit_down(TABLE, "ruling: Bob owns Connecticut Avenue")
    chance = Random(7)
    for number, seat, choice in islice(zip(count(1), cycle([1, 2]), cycle(CHOICES)), RENTS):
        owe_again(desk)
        moves = desk.moves
        rubbish(fake, chance)
        until_held(desk, fake, OF[seat], lambda moves=moves: desk.moves > moves)
        until_held(desk, fake, OF[seat], lambda: desk.table.notice)
        assert isinstance(desk.last_move, CollectRent)
        assert desk.moves == moves + 1
        assert desk.cash("Bob") - 1500 == 1500 - desk.cash("Ann") == 8 * number
        desk.clock.wait(2 * AGAIN_SECONDS)
        in_vain(desk, fake, CHOICES[choice], chance)
        if number % 5 == 0:
            fake.unplug()
            desk.until(lambda: shown(desk).trouble)
            fake.plug(number)
            desk.until(lambda: shown(desk).reader)


def in_vain(desk: Desk, fake: FakeCardReader, lines: list[str], chance: Random) -> None:
    """Hold cards while something is decided, and take the decision back."""
    desk.play("ruling: Ann stands on GO; Ann has the dice; no claims", *lines)
    moves, game = desk.moves, desk.table.session.game
    for card in chance.sample([*OF.values(), NEW], 4):
        rubbish(fake, chance)
        desk.table.notice = ""
        until_held(desk, fake, card, lambda: desk.table.notice)
    assert desk.moves == moves
    assert desk.table.session.game == game
    desk.play(*["undo"] * len(lines))


def rubbish(fake: FakeCardReader, chance: Random) -> None:
    """Type what is no card."""
    half = chance.randrange(1, len(ANN))
    fake.type(
        chance.choice(
            [ANN[:half], f"{ANN[:half]}a{ANN[half:]}\n", "7" * 300 + "\n", "\n\n", "123\n"]
        )
    )
