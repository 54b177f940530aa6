"""Take the messages of the phones' server: wishes, codes, and who is connected."""

from collections.abc import Callable
from time import monotonic
from typing import Any

from companion.table.markers import markers_of
from companion.table.phones.judging import RefusedWish, granted
from companion.table.table import Table
from companion.text import language
from companion.text.screens.phones import text_of
from companion.wishes import Joining, Message, ServerStatus, Wish, digest

PREFIX = "phone/"
"""Beginning of the ids of moves from phones."""


class WishInput:
    """Receiver of messages; each wish has an id of its own."""

    def __init__(self, table: Table, clock: Callable[[], float] = monotonic) -> None:
        self._table, self._clock = table, clock

    def answer(self, message: Message) -> dict[str, Any]:
        """Handle a message and return the answer."""
        match message:
            case Wish():
                return self._grant(message)
            case Joining():
                return self._join(message)
            case ServerStatus(address, name, phones):
                return self._status(address, name, phones)

    def _grant(self, wish: Wish) -> dict[str, Any]:
        session = self._table.session
        if self._clock() > wish.until:  # The player was told that it may not count.
            return {"said": str(text_of("not booked"))}
        try:
            move = granted(session, wish)
        except RefusedWish as refused:
            return {"said": str(refused)}
        if not self._table.grant(move, PREFIX + wish.request):
            return {"said": str(self._table.notice or text_of("not booked"))}
        assert session, "a granted wish has a game"
        return {"booked": len(session.history)}

    def _join(self, joining: Joining) -> dict[str, Any]:
        phones = self._table.phones
        asked = joining.code, joining.seat, joining.phone, joining.address
        refusal = phones.ask(*asked) if phones else text_of("bad code")
        return {"said": str(refusal)} if refusal else {"asked": joining.seat}

    def _status(self, address: str, name: str, phones: tuple[str, ...]) -> dict[str, Any]:
        session = self._table.session
        markers = markers_of(session.game.players) if session else {}
        game = session.game_hash if session else ""
        chosen = {"game": game, "markers": markers, "language": language()}
        table = self._table.phones
        if table is None:
            return chosen | {"stop": False}
        table.hear(address, name, phones)
        return chosen | table.state_of_seats(markers) | {"code": digest(table.seats.code)}
