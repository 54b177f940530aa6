"""Moment on the screen, and the claims beside it.

A move is booked first; then its moment is shown. A moment delays nothing: the next move replaces
it, and any touch ends it. While a moment is on the stage, question and log are hidden and only what
stands in its final place can be touched: claims, players and the actions at the bottom.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import ClassVar

from companion.engine.events import ClaimEnded, OpeningThrown
from companion.engine.moves import Dice
from companion.engine.obligations import Claim
from companion.engine.state import Game
from companion.table.clock import Clock
from companion.table.moments import Moment, moment_of
from companion.table.moments.booked import BookedMove
from companion.table.observed import Observed
from companion.table.play.claims import ClaimLine, stack
from companion.table.session import Played

MISSED_SECONDS = 1.5
"""Time for which a lapsed claim stays in its place."""


class MomentState(Observed):
    """Moment of the last move, and the claims with their places.

    ``on_book`` tells each moment of a booked move, whether it is shown or not; ``on_end`` that one
    has ended which no other one has replaced.
    """

    derived: ClassVar = {"shown": ("is_staged",)}

    shown: Moment | None = None
    """Moment on the screen; None if the last move is no news any more."""
    claims: Sequence[ClaimLine] = ()
    """Lines of the claims, from the bottom upwards."""
    is_crowded: bool = False
    """True if the stage has answers besides the claims."""
    less_motion: bool = False
    """True if nothing shall move: pictures then show their final state at once."""

    def __init__(self, clock: Clock) -> None:
        super().__init__()
        self.speed = 1.0
        """Factor by which moments are shorter, for demonstrations."""
        self._clock = clock
        self._game: Game | None = None
        self._told: tuple[Game, Played, Game, Mapping[str, Dice]] | None = None
        self._opening_dice: dict[str, Dice] = {}
        """Last dice of each player who has rolled for who starts."""
        self._missed: list[Claim] = []
        self._count = 0

    @property
    def is_staged(self) -> bool:
        """True while a moment takes the place of question and log."""
        return bool(self.shown and self.shown.is_staged)

    @property
    def booked(self) -> BookedMove:
        """The move that was booked last, with the positions around it."""
        assert self._told, "nothing was booked yet"
        before, played, after, _ = self._told
        return BookedMove(before, played.move, played.events, after)

    def tell(self, played: Played, after: Game) -> Moment:
        """Show the moment of a move that was booked; ``after`` is the position it led to."""
        self._told = (self._game or after, played, after, {**self._opening_dice})
        moment = moment_of(*self._told)
        rolls = (event for event in played.events if isinstance(event, OpeningThrown))
        self._opening_dice |= {event.player: event.dice for event in rolls}
        self._game = after
        self.shown = moment if moment.is_seen else None
        self._count += 1
        if moment.is_seen:
            self._schedule(partial(self._end, self._count), moment.seconds)
        self._miss(played)
        self.dispatch("on_book", moment)
        return moment

    def follow(self, game: Game) -> None:
        """Show the claims of a position.

        A position that no moment led to, such as that of a resumed game, ends the moment.
        """
        if game is not self._game:
            self._game, self._told, self.shown, self._missed = game, None, None, []
        self.claims = stack(game, self.claims, self._missed, is_crowded=self.is_crowded)

    def translate(self) -> None:
        """Tell the moment on the screen in the current language."""
        if self.shown and self._told:
            self.shown = moment_of(*self._told)

    def skip(self) -> None:
        """End the moment on the stage: somebody has touched the screen."""
        if self.is_staged:
            self._end(self._count)

    def _end(self, count: int) -> None:
        if self.shown and count == self._count:
            self.shown = None
            self.dispatch("on_end")

    def _miss(self, played: Played) -> None:
        """Keep the claims that lapsed in their places for a while."""
        for event in played.events:
            if isinstance(event, ClaimEnded) and event.how == "lapsed":
                self._missed.append(event.claim)
                self._schedule(partial(self._forget, event.claim), MISSED_SECONDS)

    def _forget(self, claim: Claim) -> None:
        if claim in self._missed:
            self._missed.remove(claim)
            # The others stay where they are, in as many places: nothing moves between two moves.
            self.claims = [
                line for line in self.claims if not (line.is_missed and line.claim == claim)
            ]

    def _schedule(self, call: Callable[[], object], seconds: float) -> None:
        self._clock.later(seconds / self.speed, call)
