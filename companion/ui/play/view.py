"""Values that the screens show of a position besides its prompt; no Kivy."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from companion.engine.board import Deed, Kind
from companion.engine.state import Game, Player
from companion.text import counted, money, signed
from companion.text.names import building_name
from companion.text.screens.play import DEED, WORDS, text_of
from companion.ui.markers import signs
from companion.ui.play.prompts import Answer, AuctionView, Bidder


@dataclass(frozen=True, slots=True)
class Mark:
    """Group in a player's row: number of its deeds that the player owns."""

    group: str
    owned: int
    size: int


@dataclass(frozen=True, slots=True)
class Row:
    """Row of a player.

    ``seat`` is the marker (see ``markers``), ``note`` the last change of the balance or another
    remark, with its tone. ``ask`` is set only where owners watch for their own rent.
    """

    name: str
    seat: int
    balance: str
    marks: tuple[Mark, ...]
    note: str = ""
    tone: str = "plain"
    has_dice: bool = False
    out: bool = False
    ask: Answer | None = None


@dataclass(frozen=True, slots=True)
class Line:
    """Move in the log: number, local time and text.

    ``undone`` is the word that marks an undone move, else empty.
    """

    number: int
    at: str
    text: str
    undone: str = ""


@dataclass(frozen=True, slots=True)
class PendingThrow:
    """Throw made for another move: somebody must accept or discard it."""

    identity: str
    dice: tuple[int, int]
    question: str
    use: str
    discard: str


@dataclass(frozen=True, slots=True)
class Key:
    """Raise or pass, in the colour of the bidder."""

    answer: Answer
    seat: int


@dataclass(frozen=True, slots=True)
class Block:
    """Bidder in an auction."""

    name: str
    seat: int
    cash: str
    passed: bool
    leads: bool
    raises: tuple[Key, ...]
    passes: Key


@dataclass(frozen=True, slots=True)
class Lot:
    """Lot under auction, with the high bid and its bidder (``seat`` -1: nobody)."""

    name: str
    group: str
    heading: str
    bid: str
    leader: str
    seat: int
    hammer: Answer


@dataclass(frozen=True, slots=True)
class Chip:
    """Name of a player with a marker, or of somebody who could join (``seat`` -1)."""

    name: str
    seat: int

    @property
    def seated(self) -> bool:
        """Return True if the name is in the game."""
        return self.seat >= 0


@dataclass(frozen=True, slots=True)
class Option:
    """Option of the set-up; ``about`` and ``note`` explain it."""

    key: str
    name: str
    text: str
    chosen: bool
    about: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class Choice:
    """Group of options of which one is chosen; ``about`` explains the chosen one."""

    title: str
    about: str
    options: tuple[Option, ...]


@dataclass(frozen=True, slots=True)
class DeedLine:
    """Line of a title deed; ``today`` marks the rent that is valid now."""

    text: str
    amount: str
    today: bool = False


@dataclass(frozen=True, slots=True)
class DeedCard:
    """Title deed, as printed."""

    name: str
    group: str
    lines: tuple[DeedLine, ...]


def rows(
    game: Game, thrower: str, changes: Mapping[str, int], asking: Iterable[Answer]
) -> list[Row]:
    """Return the rows of all players, in seating order."""
    asks = {ask.player: ask for ask in asking}
    seats = signs(game.players)
    return [
        Row(
            player.name,
            seats[player.name],
            money(player.cash, game.board.currency),
            tuple(marks(game, player.name)),
            *_note(game, player, changes.get(player.name, 0)),
            has_dice=player.name == thrower,
            out=player.out,
            ask=asks.get(player.name),
        )
        for player in game.players.values()
    ]


def _note(game: Game, player: Player, change: int) -> tuple[str, str]:
    if change:
        return signed(change, game.board.currency), "in" if change > 0 else "out"
    if player.out:
        return WORDS["out"], "plain"
    if player.jail_turn:
        return WORDS["jail"], "plain"
    return (WORDS["jail_card"] if player.jail_cards else ""), "plain"


def marks(game: Game, name: str) -> list[Mark]:
    """Return a mark for each group, in board order."""
    groups = game.board.groups
    return [Mark(key, game.owned_in_group(name, key), len(deeds)) for key, deeds in groups.items()]


def lot(game: Game, auction: AuctionView) -> Lot:
    """Return the lot of an auction."""
    group = game.board.deeds[auction.deed].group if auction.deed else ""
    currency, leader = game.board.currency, auction.bidder
    return Lot(
        name=auction.lot,
        group=group,
        heading=auction.lead,
        bid=money(auction.bid, currency) if leader else "",
        leader=text_of("leads", player=leader) if leader else WORDS["no_bid"],
        seat=signs(game.players)[leader] if leader else -1,
        hammer=auction.hammer,
    )


def blocks(game: Game, auction: AuctionView) -> list[Block]:
    """Return a block for each bidder, in seating order."""
    seats = signs(game.players)
    return [_block(game, bidder, seats[bidder.name]) for bidder in auction.bidders]


def _block(game: Game, bidder: Bidder, seat: int) -> Block:
    return Block(
        name=bidder.name,
        seat=seat,
        cash=money(bidder.cash, game.board.currency),
        passed=bidder.passed,
        leads=bidder.leads,
        raises=tuple(Key(bid, seat) for bid in bidder.bids),
        passes=Key(bidder.passes, -1),
    )


def deed_cards(game: Game, key: str) -> list[DeedCard]:
    """Return the deed with its current rent marked; nothing for an empty ``key``."""
    if not key:
        return []
    deed = game.board.deeds[key]
    today = _line_today(game, deed)
    lines = zip(_texts(deed), _amounts(deed, game.board.currency), strict=True)
    return [
        DeedCard(
            deed.name,
            deed.group,
            tuple(DeedLine(text, amount, i == today) for i, (text, amount) in enumerate(lines)),
        )
    ]


def _texts(deed: Deed) -> list[str]:
    if deed.kind is Kind.STREET:
        houses = [counted(count, "house") for count in range(1, len(deed.rent) - 1)]
        return [DEED["rent"], DEED["group"], *houses, building_name("hotel")]
    return [DEED["owning"].format(count=count) for count in range(1, len(deed.rent) + 1)]


def _amounts(deed: Deed, currency: str) -> list[str]:
    if deed.kind is Kind.UTILITY:
        return [DEED["throws"].format(times=times) for times in deed.rent]
    bare, *rest = deed.rent
    doubled = [2 * bare] if deed.kind is Kind.STREET else []
    return [money(amount, currency) for amount in (bare, *doubled, *rest)]


def earning(game: Game, deed: Deed) -> str:
    """Return the current rent of a deed as printed on it; empty if nobody pays any."""
    today = _line_today(game, deed)
    return "" if today < 0 else _amounts(deed, game.board.currency)[today]


def _line_today(game: Game, deed: Deed) -> int:
    """Return the index of the line of the current rent; -1 if nobody pays any."""
    holding = game.holdings.get(deed.key)
    if holding is None or holding.mortgaged:
        return -1
    if deed.kind is not Kind.STREET:
        return game.owned_in_group(holding.owner, deed.group) - 1
    if holding.buildings:
        return holding.buildings + 1
    return 1 if game.has_whole_group(deed) else 0
