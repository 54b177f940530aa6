"""Answers: buttons with the move they submit and its effect, checked by the rules."""

from dataclasses import dataclass

from companion.engine.decide import apply, decide
from companion.engine.events import Event
from companion.engine.moves import Move
from companion.engine.refusals import IllegalMove
from companion.engine.state import Game
from companion.text import money, refused, refused_briefly
from companion.text.told import Told, Wording


@dataclass(frozen=True, slots=True)
class Change:
    """Balance of a player before and after a move, in dollars."""

    player: str
    before: int
    after: int
    currency: str = "$"

    @property
    def texts(self) -> tuple[Told, Told]:
        """Both balances as text."""
        return money(self.before, self.currency), money(self.after, self.currency)


@dataclass(frozen=True, slots=True)
class CardFace:
    """Face of a card to pick: ``effect`` selects the pictogram beside two short lines.

    A card that leads to a property has the ``group`` of the property.
    """

    effect: str
    first: Wording
    second: Wording
    group: str = ""


@dataclass(frozen=True, slots=True)
class Answer:
    """Button that submits a move.

    ``tone`` is ``in`` if the player receives money, ``out`` if the player pays, otherwise
    ``plain``. ``reason`` says why a dimmed button is refused. ``card`` is set if the move draws a
    card. ``brief`` is the reason in a few words, if there are any for it.
    """

    text: Wording
    move: Move
    player: str
    tone: str = "plain"
    changes: tuple[Change, ...] = ()
    reason: Wording = ""
    card: CardFace | None = None
    brief: Wording = ""

    @property
    def refusal(self) -> Wording:
        """Reason on the button itself: a few words if there are any for it."""
        return self.brief or self.reason

    @property
    def open(self) -> bool:
        """True if the button may be tapped."""
        return not self.reason


def answer(game: Game, text: Wording, move: Move, *, player: str = "", tone: str = "") -> Answer:
    """Button for a move, dimmed if the rules refuse the move.

    The changes are taken from the events of the move. The tone follows from the change of the
    player's own balance, unless ``tone`` is set. A move of the table can be for a ``player``.
    """
    player = player or getattr(move, "player", "")
    try:
        changes = changed(game, decide(game, move))
    except IllegalMove as error:
        reason, brief = refused(error, game), refused_briefly(error, game)
        return Answer(text, move, player, tone or "plain", reason=reason, brief=brief)
    return Answer(text, move, player, tone or _tone(changes, player), changes)


def changed(game: Game, events: tuple[Event, ...]) -> tuple[Change, ...]:
    """Balances that the events change, in seating order; a new name has no balance."""
    after = apply(game, events).players
    return tuple(
        Change(name, player.cash, after[name].cash, game.board.currency)
        for name, player in game.players.items()
        if name in after and player.cash != after[name].cash
    )


def _tone(changes: tuple[Change, ...], player: str) -> str:
    own = sum(change.after - change.before for change in changes if change.player == player)
    return "in" if own > 0 else "out" if own < 0 else "plain"
