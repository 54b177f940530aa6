"""Adapter for the simulator of github.com/gamescomputersplay/monopoly, in Python.

It plays a whole turn at once and decides by itself. So what somebody decides later in a scenario is
looked up before the roll: a purchase, and the card that is drawn. It refuses nothing.
"""

from typing import Any

from answers import Refused, Unsupported
from monopoly.core.board import Board
from monopoly.core.game_utils import assign_property
from monopoly.core.player import Player
from settings import GameSettings

NOTHING = 10**9
"""Cash that a player keeps who buys and builds nothing."""
CARDS = {
    "advance-to-go": "to Go (Collect",
    "illinois-avenue": "Illinois",
    "st-charles-place": "St. Charles",
    "nearest-utility": "nearest Utility",
    "nearest-railroad": "nearest Railroad",
    "dividend": "dividend",
    "jail-card": "Out of",
    "back-three": "Back 3",
    "go-to-jail": "Go directly",
    "general-repairs": "general repairs",
    "poor-tax": "Speeding fine",
    "reading-railroad": "Reading Railroad",
    "boardwalk": "Boardwalk",
    "chairman": "Chairman",
    "building-loan": "building loan",
    "bank-error": "Bank error",
    "doctor": "Doctor",
    "stock-sale": "of stock",
    "grand-opera": "birthday",
    "xmas-fund": "Holiday fund",
    "tax-refund": "tax refund",
    "life-insurance": "Life insurance",
    "hospital": "hospital",
    "school-tax": "school",
    "services": "consultancy",
    "street-repairs": "street repair",
    "beauty-contest": "beauty contest",
    "inheritance": "inherit",
}


class NoMoreDice(Exception):
    """Raised when the engine rolls again at once after doubles, which a scenario does later."""


class Log:
    """A log that keeps nothing."""

    def add(self, line: str) -> None:
        """Forget a line."""


class Decisions:
    """Settings of a player who does only what the scenario says."""

    ignore_property_groups: frozenset[str] = frozenset()
    is_willing_to_make_trades = False
    unspendable_cash = NOTHING


class GivenDice:
    """Dice that show what a scenario says."""

    def __init__(self) -> None:
        self.next: list[int] = []
        self.last: list[int] = []
        self.for_rent: list[int] = []
        self.rolled = lambda: None

    def roll(self) -> tuple[list[int], int, bool]:
        """Return the dice; for the rent of a utility those for it, or the last ones."""
        if self.next:
            self.last, self.next = self.next, []
            self.rolled()
        elif self.again():
            raise NoMoreDice
        elif self.for_rent:
            return self.for_rent, sum(self.for_rent), False
        return self.last, sum(self.last), self.last[0] == self.last[1]

    def again(self) -> bool:
        """Return True if the engine begins another roll of the same turn."""
        return False


class Table:
    """A game of the engine."""

    def __init__(self, header: dict[str, Any]) -> None:
        if header["board"] != "atlantic-city" or header["house_rules"] or header["game"] != "full":
            raise Unsupported("board, house rules and short games")
        if header["rent"] == "watchful":
            raise Unsupported("rent that lapses")
        self.board, self.log, self.names = Board(GameSettings), Log(), header["players"]
        self.players = {name: Player(name, Decisions()) for name in self.names}
        for player in self.players.values():
            player.money = 1500
        self.turn = self.names.index(header["first"] or self.names[0])
        self.has_thrown_for_rent = False

    def refuses(self, move: dict[str, Any]) -> bool:
        """Say that the engine has no moves which could be refused."""
        raise Unsupported("a refusal")

    def play(self, move: dict[str, Any], later: list[dict[str, Any]]) -> None:
        """Make a move, unless the engine has made it already."""
        player = self.players.get(move.get("player", ""))
        match move["is"]:
            case "Rule":
                for effect in move["effects"]:
                    self.rule(effect)
            case "Roll":
                self.roll(player, move["dice"], later)
            case "Buy" if self.board.cells[player.position].owner is not player:
                raise Refused
            case "DeclareBankruptcy" if not player.is_bankrupt:
                raise Refused
            case "Buy" | "DrawCard" | "CollectRent" | "DeclareBankruptcy":
                return  # The engine has done it.
            case other:
                raise Unsupported(other)

    def roll(self, player: Any, dice: list[int], later: list[dict[str, Any]]) -> None:
        """Let the engine play the turn of a player with these dice."""
        if self.has_thrown_for_rent:  # It was the throw that a card asks for.
            self.has_thrown_for_rent = False
            return
        if self.names[self.turn] != player.name:
            raise Refused
        moves = [step["move"] for step in later if "move" in step]
        follows = [one for one in moves[:2] if one.get("player") == player.name]
        self.stack(follows)
        given, doubles = GivenDice(), player.had_doubles
        given.next = dice
        if (
            any(one.get("card") == "nearest-utility" for one in follows)
            and follows[-1]["is"] == "Roll"
        ):
            given.for_rent, self.has_thrown_for_rent = follows[-1]["dice"], True
        given.again = lambda: player.had_doubles > doubles
        buys = any(one["is"] == "Buy" for one in follows)
        given.rolled = lambda: setattr(player.settings, "unspendable_cash", 0 if buys else NOTHING)
        try:
            player.make_a_move(self.board, [*self.players.values()], given, self.log)
        except NoMoreDice:
            return
        finally:
            player.settings.unspendable_cash = NOTHING
        self.turn = (self.turn + 1) % len(self.names)
        while self.players[self.names[self.turn]].is_bankrupt:
            self.turn = (self.turn + 1) % len(self.names)

    def stack(self, follows: list[dict[str, Any]]) -> None:
        """Put the card that is drawn next on top of its pack."""
        drawn = next((CARDS.get(one["card"]) for one in follows if one["is"] == "DrawCard"), "?")
        for deck in (self.board.chance, self.board.chest):
            found = [card for card in deck.cards if drawn and drawn.lower() in card.lower()]
            deck.cards, deck.pointer = found + [c for c in deck.cards if c not in found], 0
            if not found:
                deck.draw = _no_such_card

    def rule(self, effect: dict[str, Any]) -> None:
        """Set up a part of a position."""
        player = self.players.get(effect.get("player", ""))
        match effect["is"]:
            case "SetCash":
                player.money = effect["amount"]
            case "MoveToken":
                player.position = effect["space"]
            case "SetOwner" if effect["owner"] in self.players:
                cell = self.cell(effect["deed"])
                if cell.owner:
                    cell.owner.owned.remove(cell)
                assign_property(self.players[effect["owner"]], cell, self.board)
            case "SetBuildings":
                cell, count = self.cell(effect["deed"]), effect["buildings"]
                houses, hotel = (0, 1) if count == 5 else (count, 0)
                self.board.available_houses -= houses - cell.has_houses
                self.board.available_hotels -= hotel - cell.has_hotel
                cell.has_houses, cell.has_hotel = houses, hotel
            case "SetMortgaged":
                self.cell(effect["deed"]).is_mortgaged = effect["mortgaged"]
            case "SetJail":
                player.in_jail, player.position = bool(effect["turn"]), 10
                player.days_in_jail = max(0, effect["turn"] - 1)
            case "SetTurn":
                self.turn = self.names.index(effect["player"])
            case other:
                raise Unsupported(other)

    def cell(self, deed: str) -> Any:
        """Return the space of a deed by its key."""
        key = {"b-o-railroad": "bo-railroad", "water-works": "waterworks"}.get(deed, deed)
        for cell in self.board.cells:
            words = cell.name.lower().replace(".", "").replace("&", "").split()[1:]
            if "-".join(words) == key:
                return cell
        raise Unsupported(deed)

    def cash(self, name: str) -> int:
        """Return the cash of a player."""
        return int(self.players[name].money)

    def owner(self, deed: str) -> str:
        """Return the owner of a deed."""
        return getattr(self.cell(deed).owner, "name", "bank")

    def buildings(self, deed: str) -> int:
        """Return the number of buildings, 5 for a hotel."""
        cell = self.cell(deed)
        return 5 if cell.has_hotel else int(cell.has_houses)

    def is_mortgaged(self, deed: str) -> bool:
        """Return True if a deed is mortgaged."""
        return bool(self.cell(deed).is_mortgaged)

    def stock(self) -> tuple[int, int]:
        """Return the houses and hotels of the bank."""
        return self.board.available_houses, self.board.available_hotels

    def space(self, name: str) -> int:
        """Return the number of the space with a token."""
        return int(self.players[name].position)

    def is_in_jail(self, name: str) -> bool:
        """Return True if a player is in jail."""
        return bool(self.players[name].in_jail)

    def is_out(self, name: str) -> bool:
        """Return True if a player is bankrupt."""
        return bool(self.players[name].is_bankrupt)

    def dice(self) -> str:
        """Return who rolls next."""
        return str(self.names[self.turn])


def _no_such_card() -> str:
    raise Unsupported("a card of one's choice")
