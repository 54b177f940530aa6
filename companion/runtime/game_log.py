"""Log the games that are played at a table, move by move."""

import os

from companion.runtime import log
from companion.table.session import Session
from companion.table.table import Table

NAMES = "COMPANION_LOG_NAMES"
"""Environment variable: 1 adds the names of the players."""


class GameLog:
    """Log of the games and moves of ``table``, and of the warnings about its storage."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._session: Session | None = None
        self._logged = 0
        self._with_names = os.environ.get(NAMES) == "1"
        # The session is no property: each of these changes when a game begins or a move is made.
        for name in ("number", "fingerprint", "screen"):
            table.bind(**{name: self._on_change})
        table.bind(trouble=self._on_trouble)

    def _on_change(self, *_: object) -> None:
        session = self._table.session
        if session is None:
            self._session = None
            return
        if session is not self._session:
            self._session, self._logged = session, len(session.history)
            event = "game-resumed" if session.history else "game-begun"
            names = ",".join(session.setup.players) if self._with_names else ""
            log.info(event, game=session.game_number, moves=len(session.history), players=names)
        for played in session.history[self._logged :]:
            kind, source = type(played.move).__name__, played.source.name.lower()
            player = played.by if self._with_names else ""
            log.info("move", number=played.number, kind=kind, source=source, player=player)
        self._logged = len(session.history)

    def _on_trouble(self, trouble: str) -> None:
        if trouble:
            log.warning("storage-warning", text=trouble)
        else:
            log.info("storage-recovered")
