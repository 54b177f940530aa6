"""Take bank cards that are held to the tray's reader: each answers "whose?" on the open screen."""

from companion.engine.moves import CollectRent
from companion.table.session import Session
from companion.table.table import Table
from companion.text.screens.play import text_of


class CardInput:
    """Receiver of cards; each time that one is held there has an id of its own."""

    def __init__(self, table: Table) -> None:
        self._table = table

    def hold(self, number: int, card_id: str) -> None:
        """Answer for the player on seat ``number``, from 1; say it if nobody asks."""
        session = self._table.session
        if session is None:
            return
        names = list(session.game.players)
        name = names[number - 1] if number <= len(names) else ""
        if not name or self._table.sheet or not self._answer(session, name, card_id):
            self._table.refuse(text_of("no_card_asked"))

    def _answer(self, session: Session, name: str, card_id: str) -> bool:
        """Answer on the open screen; return False if it does not ask for a player."""
        match self._table.screen:
            case "auction" | "pay":
                return self._table.choose_player(name)
            case "play" if self._table.now.asking or _is_owed(session, name):
                self._table.press(CollectRent(name), card_id)
                return True
        return False


def _is_owed(session: Session, name: str) -> bool:
    return any(claim.owner == name for claim in session.game.claims)
