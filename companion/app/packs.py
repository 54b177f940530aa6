"""The program's own packs: shuffled once, then each card drawn goes to the bottom (CARD-1).

The order of a pack is not kept anywhere. What was drawn is in the history, and what was not yet
drawn is equally likely; once all of it was drawn, the history is the order.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from random import SystemRandom

from companion.app.now import Answer, Now
from companion.app.wording.table import WORDS
from companion.engine.board import Card, Kind
from companion.engine.events import CardDrawn, Event, JailCardPassed
from companion.engine.moves import Draws
from companion.engine.phases import ToDraw
from companion.engine.state import BANK, Game, Setup

_chance = SystemRandom()


def program_draws(game: Game, faced: Now) -> Now:
    """Where the program has the packs, one button instead of all the cards (TABLE-5)."""
    if game.setup.cards != "program" or faced.kind != "draw":
        return faced
    drawn = Answer(WORDS["draw"], Draws(faced.player, ""), faced.player)
    return replace(faced, detail="", answers=(drawn,), yes=drawn)


def draw(game: Game) -> str:
    """The key of the card that whoever has to draw one now gets."""
    phase = game.phase
    assert isinstance(phase, ToDraw), "nobody draws a card"
    return next_card(game, phase.pack, standing_events(game))


def next_card(
    game: Game, pack: str, events: Iterable[Event], random: SystemRandom = _chance
) -> str:
    """The key of the card on top of ``pack``; ``events`` are all that still stand, oldest first."""
    bottom = _at_the_bottom(game.setup, pack, events)
    unseen = _cards(game.setup, pack) - Counter(bottom)
    if game.jail_card_holder(pack) != BANK:
        unseen -= Counter(_jail_cards(game.setup, pack))
    return random.choice(sorted(unseen.elements())) if unseen else bottom[0]


def standing_events(game: Game) -> list[Event]:
    """Every event since the start that was not undone, oldest first."""
    chapters: list[tuple[Event, ...]] = []
    while game.past:
        chapters.append(game.past.events)
        game = game.past.before
    return [event for events in reversed(chapters) for event in events]


def _pack(setup: Setup, pack: str) -> Iterable[Card]:
    return setup.board.pack(setup.edition.pack, Kind(pack)).values()


def _cards(setup: Setup, pack: str) -> Counter[str]:
    return Counter({card.key: card.copies for card in _pack(setup, pack)})


def _jail_cards(setup: Setup, pack: str) -> list[str]:
    return [card.key for card in _pack(setup, pack) if card.effect == "jail_card"]


def _at_the_bottom(setup: Setup, pack: str, events: Iterable[Event]) -> list[str]:
    """The cards that lie face up under the unseen ones, the one drawn longest ago first."""
    bottom: list[str] = []
    jail = _jail_cards(setup, pack)
    left = _cards(setup, pack)
    for event in events:
        match event:
            case CardDrawn(pack=p, card=card) if p == pack:
                # Copies look alike: while an unseen one may be on top it is that one.
                if left[card]:
                    left[card] -= 1
                elif card in bottom:
                    bottom.remove(card)
                if card not in jail:
                    bottom.append(card)
            case JailCardPassed(pack=p, receiver=receiver) if p == pack and receiver == BANK:
                bottom += jail
    return bottom
