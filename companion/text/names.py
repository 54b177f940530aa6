"""Names of editions, spaces, deeds, packs, buildings and players."""

from collections.abc import Iterable, Sequence
from functools import cache

from companion.engine.board import HOTEL, Board, Space
from companion.engine.edition import Edition
from companion.engine.moves import Goods
from companion.engine.phases import Auction
from companion.engine.rulings import Instalments, Landings
from companion.engine.state import BANK, POT
from companion.text.catalogue import Sentences, translate
from companion.text.format import counted, listed, money
from companion.text.told import Name, SpaceName, Told, Wording, joined

MOST_DEEDS = 28
"""Number of deeds of a board: that many can be named."""
BUILDINGS = Sentences({"house": "house", "hotel": "hotel"})
THINGS = Sentences(
    {
        "house": "a house",
        "hotel": "a hotel",
        "jail_card": "a jail card",
        "no_buildings": "no buildings",
        "nothing": "nothing",
        "debt": "the debt",
        "landings": "{landings} on {deed}",
        "for_good": "free landings for good",
        "when_passing": "{amount} when passing GO",
        "at_each": "{times} times {amount} when passing GO",
        "secured": "{loan} secured by {deed}",
        "times": "{times} \N{MULTIPLICATION SIGN} {amount}",
        "later": "{amount} later",
        "loan": "the loan",
        "loan_of": "the loan of {player}",
    }
)
SETS = Sentences(
    {
        "dark_purple": "brown",
        "light_blue": "light blue",
        "purple": "pink",
        "orange": "orange",
        "red": "red",
        "yellow": "yellow",
        "green": "green",
        "dark_blue": "dark blue",
        "railroad": "railroads",
        "utility": "utilities",
        "custom": "the set",
    }
)
"""Names of groups by key; the groups of a custom board have none."""
BIDS = Sentences({"bid": "{player} {amount}", "passed": "{player} passed"})
PARTIES = Sentences({BANK: "the bank", POT: "the pot"})
"""Parties of a payment that are not players."""


def space_name(board: Board, position: int) -> Told:
    """Return the name printed on a space, 0 to 39."""
    space = board.spaces[position]
    return Told(SpaceName(_forms(board, space)))


def names_of_spaces(board: Board) -> list[str]:
    """Return the names printed on all spaces, from GO on."""
    return [space.name for space in board.spaces]


def _forms(board: Board, space: Space) -> tuple[str, ...]:
    """Return the name of a space and shorter ones, the longest first."""
    if space.deed:
        return short_names(board, space.deed.key)
    return (space.name, space.short) if space.short else (space.name,)


def deed_name(board: Board, key: str) -> Told:
    """Return the name printed on a title deed."""
    return Told(SpaceName(short_names(board, key)))


def set_name(group: str) -> str:
    """Return the name of a group of properties."""
    return SETS[group if group in SETS else "custom"]


def edition_name(edition: Edition) -> str:
    """Return the name of an edition, usually a year."""
    return translate(edition.name)


def about(edition: Edition) -> str:
    """Describe in one sentence how an edition differs from the others."""
    return translate(edition.about)


@cache
def short_names(board: Board, key: str) -> tuple[str, ...]:
    """Return the name of a title deed and shorter ones, each of them unique on the board.

    A label shows the first one that fits: ``North Carolina Avenue``, ``N. Carolina Ave``,
    ``N. Carolina``.
    """
    name = board.deeds[key].name
    others = [deed.name for deed in board.deeds.values() if deed.key != key]
    found = [name]
    for shorten in (_abbreviated, _without_kind, _with_short_first):
        shorter = shorten(name)
        is_unique = shorter not in map(shorten, others)
        if is_unique and len(shorter) < len(found[-1]):
            found.append(shorter)
        if is_unique and shorten is _without_kind:
            break
    short = board.spaces[board.deeds[key].position].short
    return tuple(dict.fromkeys((*found, *filter(None, (short,)))))


_ABBREVIATIONS = {
    "Avenue": "Ave",
    "Company": "Co.",
    "Gardens": "Gdns",
    "Place": "Pl",
    "Railroad": "RR",
    "Road": "Rd",
    "Square": "Sq",
    "Station": "Stn",
    "Street": "St",
    "North": "N.",
    "South": "S.",
    "East": "E.",
    "West": "W.",
    "Bastioni": "Bast.",
    "Corso": "C.so",
    "Largo": "L.go",
    "Piazza": "P.za",
    "Società": "Soc.",
    "Stazione": "Staz.",
    "Viale": "V.le",
    "Vicolo": "V.lo",
}
_SHORT = 9
"""Length of an abbreviated name, in letters, that is never shortened further."""
_LETTERS = 4
"""Letters of a long first word that are kept."""


def _abbreviated(name: str) -> str:
    """Abbreviate words, and drop the town after a comma."""
    street = name.partition(",")[0]
    return " ".join(_ABBREVIATIONS.get(word, word) for word in street.split())


def _without_kind(name: str) -> str:
    """Drop ``Avenue`` or the like at the end."""
    short = _abbreviated(name)
    *words, last = short.split()
    return " ".join(words) if len(short) > _SHORT and last in _ABBREVIATIONS.values() else short


def _with_short_first(name: str) -> str:
    """Shorten the first word: ``Penn. Ave``."""
    first, *rest = _abbreviated(name).split()
    return " ".join([f"{first[:_LETTERS]}.", *rest]) if len(first) > _LETTERS + 1 else name


def pack_name(board: Board, pack: str) -> Told:
    """Return the board's name for a pack of cards."""
    return Told(SpaceName(next(_forms(board, one) for one in board.spaces if one.kind == pack)))


def buildings(count: int) -> str:
    """Name the buildings on a lot: 0 for none, 1 to 4 houses, 5 for a hotel."""
    if count == HOTEL:
        return THINGS["hotel"]
    return counted(count, "house") if count else THINGS["no_buildings"]


def building_name(building: str) -> str:
    """Return ``house`` or ``hotel`` in the current language."""
    return BUILDINGS[building]


def item_name(board: Board, auction: Auction) -> Told:
    """Return the name of the deed, building or jail card being auctioned."""
    if auction.deed:
        return deed_name(board, auction.deed)
    return Told(THINGS[auction.building or "jail_card"])


def party_name(name: str) -> Told:
    """Return the name of a player, the bank or the pot."""
    if name in PARTIES:
        return Told(PARTIES[name])
    return Told(Name(name)) if name else Told()


def bids_listed(bids: Sequence[tuple[str, int]], board: Board, count: int | None = None) -> Told:
    """List opened bids, the highest first and passes last; at most ``count`` of them."""
    highest = sorted(bids, key=lambda one: -one[1])[:count]
    return joined(", ", [_bid(board, *one) for one in highest])


def _bid(board: Board, player: str, amount: int) -> Told:
    key = "bid" if amount else "passed"
    return BIDS.fill(key, player=player, amount=money(amount, board.currency))


def players_listed(names: Iterable[str]) -> Told:
    """List players: ``Ann, Bob and Cy``."""
    return listed([party_name(name) for name in names])


def free_landings(times: Landings) -> str:
    """Return a number of free landings in words."""
    return THINGS["for_good"] if times is None else counted(times, "free landing")


def goods_name(board: Board, goods: Goods, most: int = MOST_DEEDS) -> Told:
    """List one side of a trade: ``Baltic Avenue, $50 and a jail card``.

    More than ``most`` deeds are only counted, and so are ``most`` promises or more. Where not all
    deeds are named, of a new loan only the sum is told.
    """
    things: list[Wording] = [deed_name(board, key) for key in goods.deeds]
    if len(things) > most:
        things = [counted(len(things), "deed")]
    things += [money(goods.cash, board.currency)] if goods.cash else []
    things += [THINGS["jail_card"] for _ in goods.jail_cards]
    things += [THINGS["debt"]] if goods.debt else []
    things += _loans(board, goods, is_brief=most < MOST_DEEDS)
    if goods.landings and len(goods.landings) >= most:
        count = [times for _, times in goods.landings]
        things.append(free_landings(None if None in count else sum(filter(None, count))))
        return listed(things)
    for deed, times in goods.landings:
        landings = free_landings(times)
        things.append(THINGS.fill("landings", landings=landings, deed=deed_name(board, deed)))
    return listed(things or [THINGS["nothing"]])


def instalments_name(board: Board, promised: Instalments) -> Told:
    """Return how a loan is paid back in words: ``3 times $110 when passing GO``."""
    key, amount = "when_passing" if promised.times == 1 else "at_each", promised.amount
    told = THINGS.fill(key, times=str(promised.times), amount=money(amount, board.currency))
    if not promised.secured:
        return told
    return THINGS.fill("secured", loan=told, deed=deed_name(board, promised.secured))


def repaid(board: Board, promised: Instalments) -> Told:
    """Return how much is paid back how often: three times a sum, or a sum once."""
    amount = money(promised.amount, board.currency)
    is_once = promised.times == 1
    return amount if is_once else THINGS.fill("times", times=promised.times, amount=amount)


def paid_later(board: Board, promised: Instalments) -> Told:
    """Return how much is paid back later, without saying when and by what it is secured."""
    return THINGS.fill("later", amount=repaid(board, promised))


def _loans(board: Board, goods: Goods, is_brief: bool) -> list[Wording]:
    """List the loans in one side of a trade."""
    told: list[Wording] = [THINGS["loan"]] if goods.loan else []
    told += [THINGS.fill("loan_of", player=party_name(name)) for name in goods.loans_of]
    name = paid_later if is_brief else instalments_name
    return told + ([name(board, goods.instalments)] if goods.instalments else [])
