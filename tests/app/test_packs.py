"""The program's own packs: shuffled once, then round and round."""

from random import Random

import pytest

from companion.app.now import now
from companion.app.packs import draw, next_card, program_draws, standing_events
from companion.engine import board, edition
from companion.engine.decide import play
from companion.engine.events import CardDrawn, JailCardPassed
from companion.engine.evolve import evolve
from companion.engine.moves import Draws, Throws
from companion.engine.state import BANK, Game, Setup, start

CHANCE = "chance"


@pytest.fixture
def game() -> Game:
    rules, atlantic = edition.load("1961"), board.load("atlantic-city")
    return start(Setup(("Ann", "Bob"), rules, atlantic, first="Ann", cards="program"))


def drawn(game: Game, count: int, seed: int = 1) -> list[str]:
    """So many cards, one after the other; a jail card is used at once."""
    events, cards, chance = [], [], Random(seed)
    for _ in range(count):
        card = next_card(game, CHANCE, events, chance)
        events.append(CardDrawn("Ann", CHANCE, card))
        if card == "jail-card":
            events.append(JailCardPassed(CHANCE, "Ann", BANK))
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
    assert len({tuple(drawn(game, 16, seed)) for seed in range(20)}) == 20


def test_a_card_that_somebody_holds_is_not_drawn(game: Game) -> None:
    events = [CardDrawn("Ann", CHANCE, "jail-card"), JailCardPassed(CHANCE, BANK, "Ann")]
    for event in events:
        game = evolve(game, event)
    for seed in range(40):
        assert next_card(game, CHANCE, events, Random(seed)) != "jail-card"


def test_one_button_draws(game: Game) -> None:
    game = play(game, Throws("Ann", (3, 4)))
    [answer] = program_draws(game, now(game)).answers
    assert answer.move == Draws("Ann", "")
    after = play(game, Draws("Ann", draw(game)))
    assert any(isinstance(event, CardDrawn) for event in standing_events(after))
