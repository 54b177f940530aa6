"""An answer: one button with the move it sends, weighed by the rules before anybody sees it."""

from dataclasses import dataclass

from companion.engine.decide import apply, decide
from companion.engine.events import Event
from companion.engine.moves import Move
from companion.engine.refusals import IllegalMove
from companion.engine.state import Game
from companion.text import money, refused


@dataclass(frozen=True, slots=True)
class Change:
    """A balance before and after, in dollars."""

    player: str
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class CardFace:
    """A card to pick: its effect (for a pictogram), what it does in a word, and what it is about
    where that tells it from another; else ""."""

    effect: str
    does: str
    about: str


@dataclass(frozen=True, slots=True)
class Answer:
    """One button. ``tone``: ``in`` money reaches somebody (green), ``out`` it leaves (red), or
    ``plain``. ``reason`` is the refusal's sentence when the button is there but dimmed. ``deed``
    is the key of the deed it is about, "" for none. ``card`` is there when it draws one."""

    text: str
    move: Move
    player: str
    tone: str = "plain"
    changes: tuple[Change, ...] = ()
    reason: str = ""
    deed: str = ""
    card: CardFace | None = None

    @property
    def open(self) -> bool:
        """Whether it may be touched."""
        return not self.reason


def sum_of(game: Game, amount: int) -> str:
    """Money as the board writes it."""
    return money(amount, game.board.currency)


def answer(
    game: Game, text: str, move: Move, player: str, *, tone: str = "", deed: str = ""
) -> Answer:
    """``move`` as a button for ``player``, dimmed when the rules refuse it.

    The balances are those after what the rules say the move comes to; the tone follows from the
    player's own, unless it is given.
    """
    try:
        changes = changed(game, decide(game, move))
    except IllegalMove as error:
        return Answer(text, move, player, tone or "plain", (), refused(error, game), deed)
    return Answer(text, move, player, tone or _tone(changes, player), changes, "", deed)


def unweighed(game: Game, text: str, move: Move, player: str, tone: str = "plain") -> Answer:
    """A button that may be touched and does not tell what it comes to."""
    return Answer(text, move, player, tone)


def changed(game: Game, events: tuple[Event, ...]) -> tuple[Change, ...]:
    """Whose balance the events change, in seating order."""
    after = apply(game, events).players
    return tuple(
        Change(name, player.cash, after[name].cash)
        for name, player in game.players.items()
        if player.cash != after[name].cash
    )


def _tone(changes: tuple[Change, ...], player: str) -> str:
    own = sum(change.after - change.before for change in changes if change.player == player)
    return "in" if own > 0 else "out" if own < 0 else "plain"
