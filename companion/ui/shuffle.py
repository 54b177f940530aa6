"""The packs of cards: shuffled once, then each card drawn goes to the bottom (CARD-1).

The order is kept nowhere, for it follows from what is: a seed shuffles, and the events that still
stand say which cards were drawn since. So a card drawn again after an undo is the same card.
"""

from collections.abc import Iterable
from dataclasses import replace
from random import Random

from companion.engine.board import PACKS, Kind
from companion.engine.events import CardDrawn, Event, JailCardPassed
from companion.engine.moves import DrawCard, Move
from companion.engine.phases import ToDraw
from companion.engine.state import BANK, Game, Past, Setup
from companion.text.screens.play import WORDS
from companion.ui.play.prompts import Answer, Prompt


def program_draws(game: Game, faced: Prompt) -> Prompt:
    """Where the program has the packs, one button instead of all the cards (TABLE-5)."""
    if game.setup.cards != "program" or faced.kind != "draw":
        return faced
    drawn = Answer(WORDS["draw"], DrawCard(faced.player, ""), faced.player)
    return replace(faced, detail="", answers=(drawn,), yes=drawn)


class Packs:
    """Both packs of one game. ``seed`` alone decides how they were shuffled."""

    def __init__(self, setup: Setup, seed: str) -> None:
        self._packs = {pack: setup.board.pack(setup.edition.pack, pack) for pack in PACKS}
        self._seed = seed
        self._shuffle()

    def filled_in(self, game: Game, move: Move) -> Move:
        """Return ``move``; a drawn card without a name becomes the one on top."""
        if isinstance(move, DrawCard) and not move.card and isinstance(game.phase, ToDraw):
            return replace(move, card=self.top(game, game.phase.pack))
        return move

    def top(self, game: Game, pack: str) -> str:
        """Return the key of the card on top of ``pack`` in the position ``game``."""
        self._follow(game.past)
        return self._cards[pack][0]

    def _shuffle(self) -> None:
        self._at: Past | None = None
        self._cards = {
            str(pack): [card.key for card in cards.values() for _ in range(card.copies)]
            for pack, cards in self._packs.items()
        }
        for pack, keys in self._cards.items():
            Random(f"{self._seed}/{pack}").shuffle(keys)

    def _follow(self, past: Past | None) -> None:
        """Only what has happened since the last look; all of it when something was undone."""
        chapters, now = [], past
        while past and past is not self._at:
            chapters.append(past.events)
            past = past.before.past
        if past is not self._at:
            self._shuffle()
        self._happen(event for events in reversed(chapters) for event in events)
        self._at = now

    def _happen(self, events: Iterable[Event]) -> None:
        for event in events:
            match event:
                case CardDrawn(pack=pack, card=card):
                    # Not always the top one: a card drawn from the real pack is entered by hand.
                    self._take(pack, card)
                    if card != self._jail_card(pack):
                        self._cards[pack].append(card)
                case JailCardPassed(pack=pack, receiver=receiver):
                    # A ruling may take the card out of the middle of its pack.
                    self._take(pack, self._jail_card(pack))
                    if receiver == BANK:
                        self._cards[pack].append(self._jail_card(pack))

    def _take(self, pack: str, key: str) -> None:
        if key in self._cards[pack]:
            self._cards[pack].remove(key)

    def _jail_card(self, pack: str) -> str:
        cards = self._packs[Kind(pack)].values()
        return next((card.key for card in cards if card.effect == "jail_card"), "")
