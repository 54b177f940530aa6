"""The packs: shuffled once by a seed, then round and round; the history says what was drawn."""

from collections import Counter
from itertools import islice
from pathlib import Path

import pytest

from companion.engine import board, edition
from companion.engine.decide import apply, play
from companion.engine.events import CardDrawn, JailCardPassed
from companion.engine.moves import DrawCard, Roll, Rule, Undo
from companion.engine.rulings import SetJailCard
from companion.engine.state import BANK, Game, Setup, start
from companion.ledger.ledger import Ledger
from companion.simulation.games import InMemory
from companion.table.prompts import now
from companion.table.session import Session, Source
from companion.table.shuffle import Packs, program_draws
from tools.bench.games import endless, setup

CHANCE = "chance"


@pytest.fixture
def game() -> Game:
    rules, atlantic = edition.load("1961"), board.load("atlantic-city")
    return start(Setup(("Ann", "Bob"), rules, atlantic, first="Ann", cards="program"))


def drawn(game: Game, count: int, seed: str = "1") -> list[str]:
    """Draw cards, one after the other; a jail card is used at once."""
    packs, cards = Packs(game.setup, seed), []
    for _ in range(count):
        card = packs.top(game, CHANCE)
        events = [CardDrawn("Ann", CHANCE, card)]
        if card == "jail-card":
            events += [JailCardPassed(CHANCE, BANK, "Ann"), JailCardPassed(CHANCE, "Ann", BANK)]
        game = apply(game, tuple(events))
        cards.append(card)
    return cards


def test_every_card_comes_as_often_as_it_is_printed(game: Game) -> None:
    first = drawn(game, 16)
    assert first.count("nearest-railroad") == 2
    assert len(set(first)) == 15


def test_the_second_round_is_the_first_again(game: Game) -> None:
    cards = drawn(game, 48)
    assert cards[:16] == cards[16:32] == cards[32:]


def test_every_order_may_come(game: Game) -> None:
    assert len({tuple(drawn(game, 16, str(seed))) for seed in range(20)}) == 20


def test_a_card_that_somebody_holds_is_not_drawn(game: Game) -> None:
    held = play(game, Rule((SetJailCard("Bob", CHANCE),)))
    assert "jail-card" not in drawn(held, 30)
    back = play(held, Rule((SetJailCard(BANK, CHANCE),)))
    assert drawn(back, 16)[-1] == "jail-card"


def test_a_card_entered_by_hand_goes_to_the_bottom(game: Game) -> None:
    order = drawn(game, 16)
    entered = play(play(game, Roll("Ann", (3, 4))), DrawCard("Ann", order[5]))
    assert drawn(entered, 16) == [*order[:5], *order[6:], order[5]]


def test_an_undone_card_is_drawn_again(game: Game) -> None:
    packs, at_chance = Packs(game.setup, "7"), play(game, Roll("Ann", (3, 4)))
    first = packs.filled_in(at_chance, DrawCard("Ann", ""))
    after = play(at_chance, first)
    packs.top(after, CHANCE)
    assert packs.filled_in(play(after, Undo()), DrawCard("Ann", "")) == first


def test_the_same_card_comes_after_a_restart(tmp_path: Path) -> None:
    rules, atlantic = edition.load("1961"), board.load("atlantic-city")
    agreed = Setup(("Ann", "Bob"), rules, atlantic, first="Ann", cards="program")
    with Ledger.open(tmp_path) as ledger:
        session = Session.begin(ledger, agreed)
        session.play(Roll("Ann", (3, 4)), Source.TOUCH)
        before = Packs(agreed, session.seed).top(session.game, CHANCE)
        other = Session.begin(ledger, agreed)
        assert other.seed != session.seed
    with Ledger.open(tmp_path) as ledger:
        again = Session.resume(ledger, session.game_number)
        assert Packs(agreed, again.seed).top(again.game, CHANCE) == before


def test_one_button_draws(game: Game) -> None:
    game = play(game, Roll("Ann", (3, 4)))
    [answer] = program_draws(game, now(game)).answers
    assert answer.move == DrawCard("Ann", "")


def test_simulated_games_use_each_card_once_a_round() -> None:
    cards: list[str] = []
    for game in islice(endless(InMemory(setup())), 3000):
        made = game.past.events if game.past else ()
        cards += [e.card for e in made if isinstance(e, CardDrawn) and e.pack == CHANCE]
    # The jail card may be away for a while: the others come round in fifteens.
    others = [card for card in cards if card != "jail-card"]
    rounds = [Counter(others[i : i + 15]) for i in range(0, len(others) - 14, 15)]
    assert len(rounds) >= 3
    for one in rounds:
        assert one.pop("nearest-railroad") == 2
        assert set(one.values()) == {1}
