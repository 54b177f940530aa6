"""Packs of cards shuffled by the program (CARD-1).

The order of a pack is not stored. It follows from a seed, which shuffles the pack, and from the
events that were not undone, which say which cards were drawn: each card drawn goes to the bottom. A
card drawn again after an undo is therefore the same card.
"""

from collections.abc import Iterable
from dataclasses import replace
from random import Random

from companion.engine.board import PACKS, Kind
from companion.engine.events import CardDrawn, Event, JailCardPassed
from companion.engine.moves import DrawCard, Move
from companion.engine.phases import ToDraw
from companion.engine.state import BANK, Game, Past, Setup
from companion.table.prompts import Answer, Prompt
from companion.text.screens.play import WORDS


def program_draws(game: Game, prompt: Prompt) -> Prompt:
    """Replace the cards of a draw by one button if the program shuffles (TABLE-5)."""
    if game.setup.cards != "program" or prompt.kind != "draw":
        return prompt
    drawn = Answer(WORDS["draw"], DrawCard(prompt.player, ""), prompt.player)
    return replace(prompt, answers=(drawn,), yes=drawn)


class Packs:
    """Both packs of one game, shuffled by ``seed`` alone."""

    def __init__(self, setup: Setup, seed: str) -> None:
        self._packs = {pack: setup.board.pack(setup.edition.pack, pack) for pack in PACKS}
        self._seed = seed
        self._shuffle()

    def filled_in(self, game: Game, move: Move) -> Move:
        """Return ``move``, with the top card filled in if it is a draw without a card."""
        if isinstance(move, DrawCard) and not move.card and isinstance(game.phase, ToDraw):
            return replace(move, card=self.top(game, game.phase.pack))
        return move

    def top(self, game: Game, pack: str) -> str:
        """Key of the card on top of ``pack`` in the position ``game``."""
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
        """Apply the events since the last call; start again if something was undone."""
        chapters, now = [], past
        while past and past is not self._at:
            chapters.append(past.events)
            past = past.before.past
        if past is not self._at:
            self._shuffle()
        for events in reversed(chapters):
            self._apply(events)
        self._at = now

    def _apply(self, events: Iterable[Event]) -> None:
        for event in events:
            if isinstance(event, CardDrawn):
                # Not always the top card: a card drawn from a real pack is entered by hand.
                self._take(event.pack, event.card)
                if event.card != self._jail_card(event.pack):
                    self._cards[event.pack].append(event.card)
            elif isinstance(event, JailCardPassed):
                # A ruling can take the card out of the middle of its pack.
                self._take(event.pack, self._jail_card(event.pack))
                if event.receiver == BANK:
                    self._cards[event.pack].append(self._jail_card(event.pack))

    def _take(self, pack: str, key: str) -> None:
        if key in self._cards[pack]:
            self._cards[pack].remove(key)

    def _jail_card(self, pack: str) -> str:
        cards = self._packs[Kind(pack)].values()
        return next((card.key for card in cards if card.effect == "jail_card"), "")
