"""Take bank cards that are held to a reader: each pays or collects what is due.

A card answers only what leaves its holder no choice: a debt that the cash is there for, rent that
the holder may collect, and rent that the holder owes and can pay. It never buys, bids, trades or
rolls, and opens no page. Where two things are due, people choose by a tap. Whatever a card does not
answer becomes a sentence.
"""

from companion.engine.moves import CollectRent, Move, PayDebt
from companion.engine.obligations import Claim
from companion.engine.state import Game
from companion.table.states.bank_cards import SCREEN
from companion.table.table import Table
from companion.text import sum_of
from companion.text.screens.bank_cards import text_of
from companion.text.told import Wording

AGAIN_SECONDS = 3.0
"""Time within which a card that has counted, and was not taken away since, does not count again."""


class CardInput:
    """Receiver of cards; each time that one is held to a reader has an id of its own."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._counted: tuple[str, float] = ("", 0.0)
        """Player whose card has counted last, and when it was seen last."""

    def hold(self, number: int, card_id: str) -> None:
        """Answer for the player on seat ``number``, from 1, or say why that cannot be.

        0 stands for a card that is not known.
        """
        table, now = self._table, self._table.clock()
        game = table.session.game if table.session else None
        names = list(game.players) if game else []
        if not game or not 1 <= number <= len(names):
            table.refuse(text_of("nobody's" if number else "unknown"))
            return
        name = names[number - 1]
        counted, at = self._counted
        if name == counted and now - at < AGAIN_SECONDS:
            self._counted = name, now
            table.refuse(text_of("twice", player=name))
            return
        answer = self._answer(game, name)
        if not isinstance(answer, Move):
            table.refuse(answer)
        elif table.press(answer, card_id):
            self._counted = name, now

    def _answer(self, game: Game, name: str) -> Move | Wording:
        """Return the move of a player's card, or why it has none."""
        if self._table.screen == SCREEN:
            return text_of("whose", player=name)
        if name not in game.in_play():
            return text_of("out", player=name)
        if not self._table.is_at_the_game or self._table.sheet:
            return text_of("elsewhere")
        return due(game, name)


def due(game: Game, name: str) -> Move | Wording:
    """Return the only thing that is due for a player as a move, or why there is none.

    At a table that watches for rent nobody learns from a card whether there is a claim (RENT-7): it
    asks for the rent of its holder, and the rules answer as to a tap.
    """
    collects = CollectRent(name)
    owed = [claim for claim in game.claims if claim.owner == name]
    debt = game.debt_of(name)
    if debt:
        is_short = game.players[name].cash < debt.amount
        return collects if is_short and owed else PayDebt(name)
    if game.setup.rent == "watchful":
        return collects
    owes = [claim for claim in game.claims if claim.payer == name]
    if owed and owes:
        return text_of("two", player=name)
    if owed:
        return collects
    return _rent(game, owes[-1]) if owes else text_of("nothing", player=name)


def _rent(game: Game, claim: Claim) -> Move | Wording:
    """Return the payment of rent, unless it would leave a debt: only the owner may cause one."""
    if game.players[claim.payer].cash < claim.amount:
        amount = sum_of(game, claim.amount)
        return text_of("short", player=claim.payer, owner=claim.owner, amount=amount)
    return CollectRent(claim.owner, claim.payer)
