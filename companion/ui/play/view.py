"""What the screens show of the position besides what is faced now; values without any Kivy."""

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
    """One group in a player's row: how many of its deeds are the player's."""

    group: str
    owned: int
    size: int


@dataclass(frozen=True, slots=True)
class Row:
    """One player. ``seat`` stands for colour and shape (see ``signs``); ``note`` is the change of
    the last payments or what else there is to know, with its tone. ``ask`` is there where owners
    watch for their own rent."""

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
    """One move in the history: its number, when (as the clock on the wall says) and what.
    ``undone`` is the word for a move that no longer stands, else ""."""

    number: int
    at: str
    text: str
    undone: str = ""


@dataclass(frozen=True, slots=True)
class PendingThrow:
    """A throw that was not made for this move; somebody decides whether it counts."""

    identity: str
    dice: tuple[int, int]
    question: str
    use: str
    discard: str


@dataclass(frozen=True, slots=True)
class Key:
    """A raise, in the colour of whoever makes it."""

    answer: Answer
    seat: int


@dataclass(frozen=True, slots=True)
class Block:
    """One bidder's block in an auction."""

    name: str
    seat: int
    cash: str
    passed: bool
    leads: bool
    raises: tuple[Key, ...]
    passes: Key


@dataclass(frozen=True, slots=True)
class Lot:
    """What is under the hammer, the high bid, and whose it is (``seat`` -1: nobody's)."""

    name: str
    group: str
    heading: str
    bid: str
    leader: str
    seat: int
    hammer: Answer


@dataclass(frozen=True, slots=True)
class Chip:
    """A name that sits at the table, known by the sign ``seat``; or one that could (-1)."""

    name: str
    seat: int

    @property
    def seated(self) -> bool:
        """Whether it sits already."""
        return self.seat >= 0


@dataclass(frozen=True, slots=True)
class Option:
    """One thing that may be chosen before the game; ``about`` and ``note`` say more of it."""

    key: str
    name: str
    text: str
    chosen: bool
    about: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class Choice:
    """Several options, of which one is chosen, and a line about that one."""

    title: str
    about: str
    options: tuple[Option, ...]


@dataclass(frozen=True, slots=True)
class DeedLine:
    """One line of a deed: what it says and how much; ``today`` when that is what it costs now."""

    text: str
    amount: str
    today: bool = False


@dataclass(frozen=True, slots=True)
class DeedCard:
    """A title deed as printed, for the eye."""

    name: str
    group: str
    lines: tuple[DeedLine, ...]


def rows(
    game: Game, thrower: str, changes: Mapping[str, int], asking: Iterable[Answer]
) -> list[Row]:
    """Everybody, in seating order."""
    asks, known = {ask.player: ask for ask in asking}, signs(game.players)
    return [
        Row(
            *(player.name, known[player.name], money(player.cash, game.board.currency)),
            tuple(marks(game, player.name)),
            *_note(game, player, changes.get(player.name, 0)),
            player.name == thrower,
            player.out,
            asks.get(player.name),
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
    """A mark for every group, in board order."""
    groups = game.board.groups
    return [Mark(key, game.owned_in_group(name, key), len(deeds)) for key, deeds in groups.items()]


def lot(game: Game, auction: AuctionView) -> Lot:
    """The lot of an auction."""
    group = game.board.deeds[auction.deed].group if auction.deed else ""
    currency, leader = game.board.currency, auction.bidder
    return Lot(
        *(auction.lot, group, auction.lead),
        money(auction.bid, currency) if leader else "",
        text_of("leads", player=leader) if leader else WORDS["no_bid"],
        signs(game.players)[leader] if leader else -1,
        auction.hammer,
    )


def blocks(game: Game, auction: AuctionView) -> list[Block]:
    """A block for every bidder, in seating order."""
    known = signs(game.players)
    return [_block(game, bidder, known[bidder.name]) for bidder in auction.bidders]


def _block(game: Game, bidder: Bidder, seat: int) -> Block:
    return Block(
        *(bidder.name, seat, money(bidder.cash, game.board.currency)),
        *(bidder.passed, bidder.leads),
        tuple(Key(bid, seat) for bid in bidder.bids),
        Key(bidder.passes, -1),
    )


def deed_cards(game: Game, key: str) -> list[DeedCard]:
    """The deed of that key, with what it costs to land there now marked; none for ""."""
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
    """What landing on a deed costs now, as the deed says it; "" while nobody pays anything."""
    today = _line_today(game, deed)
    return "" if today < 0 else _amounts(deed, game.board.currency)[today]


def _line_today(game: Game, deed: Deed) -> int:
    """Which line counts now; -1 while nobody pays anything."""
    holding = game.holdings.get(deed.key)
    if holding is None or holding.mortgaged:
        return -1
    if deed.kind is not Kind.STREET:
        return game.owned_in_group(holding.owner, deed.group) - 1
    if holding.buildings:
        return holding.buildings + 1
    return 1 if game.has_whole_group(deed) else 0
