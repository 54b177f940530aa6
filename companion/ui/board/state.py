"""View-model of the board: the ring, the chosen space, and everybody's worth."""

from collections.abc import Callable

from kivy.event import EventDispatcher
from kivy.properties import ListProperty, NumericProperty, ObjectProperty

from companion.table.board import chosen_space, ranking, ring_cells
from companion.table.session import Session
from companion.text.screens.board import BOARD


class BoardState(EventDispatcher):
    """State of the board screen, and of the ring on other screens.

    ``session`` returns the current session, and ``look_at`` opens a screen.
    """

    words = ObjectProperty(BOARD)
    cells = ListProperty()
    selected = NumericProperty(0)
    """Position of the chosen space."""
    here = NumericProperty(-1)
    """Position of the player on turn."""
    chosen = ListProperty()
    """Chosen space: one, or none without a game."""
    ranking = ListProperty()
    """Everybody by worth; empty while nobody may add up the worth."""

    def __init__(
        self, session: Callable[[], Session | None], look_at: Callable[[str], None]
    ) -> None:
        super().__init__()
        self._session, self._look_at = session, look_at

    def open(self, position: int | None = None) -> None:
        """Show the board with a space chosen: by default the one of the player on turn."""
        session = self._session()
        if session and position is None:
            position = session.game.players[session.game.turn.player].space
        self.selected = position or 0
        self.show()
        self._look_at("board")

    def draw_ring(self) -> None:
        """Update the ring, and nothing else: some screens show it after every move."""
        if session := self._session():
            self.cells = ring_cells(session.game)
            self.here = session.game.players[session.game.turn.player].space

    def select(self, position: int) -> None:
        """Choose another space, and show what there is to tell about it."""
        self.selected = position
        if session := self._session():
            events = (event for played in session.history for event in played.events)
            self.chosen = [chosen_space(session.game, position, events)]

    def show(self, *_: object) -> None:
        """Update everything from the current position."""
        self.property("words").dispatch(self)
        if session := self._session():
            self.cells = ring_cells(session.game)
            self.ranking = ranking(session.game)
            self.select(int(self.selected))
