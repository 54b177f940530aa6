"""Bots: scripted players, for demonstrations and soak tests.

A bot sees as much as everybody at the table, and plays by the same rules. It lists its wishes, the
best first, and does not judge them: the caller plays the first that the rules accept. The caller
also rolls the dice, turns over the cards, and passes a ``Choose`` for random choices.

A bold bot has the cash, so it buys:

    >>> from random import Random
    >>> from companion.engine.bots import STYLES, answer
    >>> from companion.engine.notation import check, parse_record
    >>> game = check(parse_record('''
    ...     players: Ann, Bob
    ...     first: Ann
    ...     Ann throws 1 2
    ... ''')).game
    >>> answer(game, {"Ann": STYLES["bold"], "Bob": STYLES["cautious"]}, Random(1).choice)
    Buy(player='Ann')

Import from here: the engine, never a layer above it. Begin reading with ``wishes``, then
``decisions``.
"""

from collections.abc import Iterator

from companion.engine.bots import decisions, development, lending, trading
from companion.engine.bots.styles import STYLES, BotStyle, Choose, Styles, spare
from companion.engine.decide import refusal
from companion.engine.moves import DrawCard, Move
from companion.engine.phases import ToThrow
from companion.engine.state import Game

__all__ = ["STYLES", "BotStyle", "Choose", "Styles", "answer", "wishes"]


def wishes(game: Game, styles: Styles, choose: Choose) -> Iterator[Move]:
    """Yield the moves that some player would make next, the best first.

    Most of them are legal, but only the rules know. A ``DrawCard`` has no card yet: the caller
    fills in the one on top of the pack. ``choose`` is called as the wishes are asked for.
    """
    if game.claims:
        yield from decisions.collect_rent(game, styles, choose)
    if offer := game.offer:
        yield from trading.answer_offer(game, offer, styles)
    phase = game.phase
    yield from decisions.answer_phase(game, phase, styles, choose)
    if isinstance(phase, ToThrow):
        yield from development.develop(game, styles)
        if game.loans:
            yield from _pay_off(game, phase.player, styles, choose)
        if not offer:
            yield from trading.offer_trade(game, phase.player, styles, choose)


def _pay_off(game: Game, name: str, styles: Styles, choose: Choose) -> Iterator[Move]:
    return lending.pay_off(game, name, spare(game, name, styles[name]), choose)


def answer(game: Game, styles: Styles, choose: Choose) -> Move | None:
    """Return the first wish that is legal, or None if the game waits for a roll or is over.

    This is for callers that cannot simply try the wishes, such as a finger on a screen.
    """
    return next((w for w in wishes(game, styles, choose) if _is_legal(game, w)), None)


def _is_legal(game: Game, wish: Move) -> bool:
    # The card of a draw is filled in later, so there is nothing to judge yet.
    return isinstance(wish, DrawCard) or refusal(game, wish) is None
