"""Values that the set-up screen shows: seats, choices and options."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from companion.engine import board, edition
from companion.engine.notation import RulesCard
from companion.table.markers import MARKERS, markers_of
from companion.table.setup import house_rules, rules_cards
from companion.table.setup.house_rules import EnabledRules
from companion.table.setup.options import CARDS, DICE, GAMES, RENT, Chosen, end_time
from companion.table.tiles import Tile
from companion.text.names import about as about_edition
from companion.text.names import edition_name
from companion.text.screens.setup import (
    CARDS as CARD_TEXTS,
)
from companion.text.screens.setup import (
    OPTIONS,
    SETUP,
    VALUES,
    about_board,
    text_of,
)
from companion.text.told import Told, Wording, capital

OWN_GAMES = ("second-bankruptcy", "short")
"""Lengths that only players with rules of their own choose."""
OTHER_BANKERS = 8
ICONS = {
    "edition": "book",
    "board": "board",
    "game": "clock",
    "house": "house",
    "cards": "cards",
    "dice": "dice",
    "rent": "hand_coins",
    "banker": "bank",
    "first": "flag",
}
_VALUES = {"game": GAMES, "cards": CARDS, "dice": DICE, "rent": RENT}


@dataclass(frozen=True, slots=True)
class Seat:
    """Player at the table, with a marker; ``short`` is used where the name does not fit."""

    name: str
    marker: int
    short: str


@dataclass(frozen=True, slots=True)
class Plan:
    """One of the three large choices: classic, an hour, or the players' own rules."""

    key: str
    title: Wording
    about: Wording
    chosen: bool


@dataclass(frozen=True, slots=True)
class Setting:
    """Option with its chosen value and a line about it; ``key`` names its page."""

    key: str
    icon: str
    title: str
    value: Wording
    about: str


@dataclass(frozen=True, slots=True)
class Option:
    """Value that an option may have; ``about`` and ``note`` explain it."""

    name: str
    text: Wording
    about: Wording
    chosen: bool
    note: Wording = ""


@dataclass(frozen=True, slots=True)
class SettingChoice:
    """Option, with all values that it may have."""

    title: str
    options: tuple[Option, ...]


def _short(name: str, names: Sequence[str]) -> str:
    """First name, unless it is a title or somebody else's too."""
    first = name.split()[0]
    is_own = sum(other.split()[0] == first for other in names) == 1
    return name if first.endswith(".") or not is_own else first


def preview(names: Sequence[str], order: Sequence[str]) -> list[Seat]:
    """Players in a new order, in which everybody of ``names`` keeps the marker."""
    held = markers_of(names)
    free = (marker for marker in range(MARKERS) if marker not in held.values())
    return [
        Seat(name, held[name] if name in held else next(free, -1), _short(name, order))
        for name in order
    ]


def suggestions(known: Sequence[str], seated: Sequence[str], entry: str) -> list[str]:
    """People who may have been meant: their names begin as the entry does."""
    return [name for name in known if name not in seated and _begins(name, entry)]


def _begins(name: str, entry: str) -> bool:
    return name.lower().startswith(entry.lower())


# --- rules ---------------------------------------------------------------------------------------


def is_own(chosen: Chosen, enabled: EnabledRules) -> bool:
    """Return True if something is chosen that only players with rules of their own choose."""
    return bool(enabled) or chosen["game"] in OWN_GAMES


def plans(chosen: Chosen, enabled: EnabledRules, front: RulesCard | None = None) -> list[Plan]:
    """Three large choices; an hour and own rules may both be chosen.

    The key of own rules stands for the card ``front`` as long as no other own rules are chosen.
    """
    is_hour, has_own = chosen["game"] == "time-limit", is_own(chosen, enabled)
    hour = text_of("until", until=chosen["until"]) if chosen["until"] else SETUP["hour"]
    own = Plan("own", SETUP["own"], _own_rules(chosen, enabled), has_own)
    is_front = front is not None and rules_cards.is_in_force(front, chosen, enabled)
    if front and (is_front or not has_own):
        own = Plan("own", front.name, rules_cards.summary(front), is_front)
    return [
        Plan("classic", SETUP["classic"], SETUP["about classic"], not (is_hour or has_own)),
        Plan("hour", hour if is_hour else SETUP["hour"], SETUP["about hour"], is_hour),
        own,
    ]


def _own_rules(chosen: Chosen, enabled: EnabledRules) -> Told:
    name = capital(edition_name(edition.load(chosen["edition"])))
    if chosen["game"] in OWN_GAMES:
        return text_of("short on", edition=name, game=VALUES[chosen["game"]][0])
    if not enabled:
        return text_of("none on", edition=name)
    return text_of("rules on", edition=name, count=len(enabled))


def settings(chosen: Chosen, enabled: EnabledRules, banker: str, first: str) -> list[Setting]:
    """Return all options with their values; ``banker`` and ``first`` may be ""."""
    values: dict[str, Wording] = {
        "edition": capital(edition_name(edition.load(chosen["edition"]))),
        "board": board.load(chosen["board"]).name,
        "house": house_rules.summary(enabled),
        "banker": banker or SETUP["first seat banks"],
        "first": first or VALUES["highest"][0],
    }
    values |= {key: VALUES[chosen[key]][0] for key in _VALUES}
    if chosen["game"] == "time-limit" and chosen["until"]:
        values["game"] = text_of("until", until=chosen["until"])
    return [
        Setting(key, ICONS[key], OPTIONS[key][0], values[key], OPTIONS[key][1]) for key in ICONS
    ]


@dataclass(frozen=True, slots=True)
class CardRow:
    """Rules card in the list: kept on this machine, or found on a drive."""

    name: str
    about: Wording
    chosen: bool
    is_kept: bool


def card_rows(
    chosen: Chosen,
    enabled: EnabledRules,
    cards: Sequence[RulesCard],
    found: Sequence[RulesCard],
) -> list[CardRow]:
    """Return a row for each card; those ``found`` on a drive come last."""
    rows = [
        CardRow(
            card.name,
            rules_cards.summary(card),
            rules_cards.is_in_force(card, chosen, enabled),
            is_kept=True,
        )
        for card in cards
    ]
    return rows + [
        CardRow(
            card.name,
            CARD_TEXTS.fill("on drive", about=rules_cards.summary(card)),
            chosen=False,
            is_kept=False,
        )
        for card in found
        if card not in cards
    ]


def choice(key: str, chosen: Chosen) -> SettingChoice:
    """Values that the option ``key`` may have."""
    listed = {"edition": _editions, "board": _boards}.get(key)
    options = listed(chosen) if listed else _listed(key, chosen)
    return SettingChoice(OPTIONS[key][0], tuple(options))


def _listed(key: str, chosen: Chosen) -> list[Option]:
    return [Option(name, *VALUES[name], name == chosen[key]) for name in _VALUES[key]]


def _editions(chosen: Chosen) -> list[Option]:
    sheets = ((name, edition.load(name)) for name in edition.names())
    return [
        Option(
            name,
            capital(edition_name(rules)),
            about_edition(rules),
            name == chosen["edition"],
            text_of("seats", fewest=rules.fewest_players, most=rules.most_players),
        )
        for name, rules in sheets
    ]


def _boards(chosen: Chosen) -> list[Option]:
    return [
        Option(name, streets.name, about_board(streets), name == chosen["board"])
        for name, streets in ((name, board.load(name)) for name in board.names())
    ]


def chapters(chapter: str) -> list[Tile]:
    """Tab for each chapter of house rules."""
    return [Tile(key, SETUP[key], chosen=key == chapter) for key in house_rules.CHAPTERS]


def game_ends(chosen: Chosen, now: datetime) -> str:
    """End of a game with a time limit that starts ``now``; "" for other games."""
    return end_time(chosen, now) if chosen["game"] == "time-limit" else ""


# --- people --------------------------------------------------------------------------------------


def token_tiles(names: Sequence[str], player: str) -> list[Tile]:
    """Tile for each marker, with the name of the player who has it."""
    holders = {marker: name for name, marker in markers_of(names).items()}
    return [
        Tile(
            str(marker),
            holders.get(marker, ""),
            marker=marker,
            chosen=holders.get(marker) == player,
        )
        for marker in range(MARKERS)
    ]


def bankers(names: Sequence[str], known: Sequence[str], banker: str) -> list[Tile]:
    """Possible bankers: the players, and people who played before."""
    sitting = markers_of(names)
    others = [name for name in dict.fromkeys((banker, *known)) if name and name not in sitting]
    return [
        Tile(name, name, marker=sitting.get(name, -1), chosen=name == banker)
        for name in (*names, *others[:OTHER_BANKERS])
    ]


def starters(names: Sequence[str], first: str) -> list[Tile]:
    """Tile for the highest roll, and one for each player who may start instead."""
    rolled = Tile("", VALUES["highest"][0], chosen=not first)
    return [
        rolled,
        *(
            Tile(name, name, marker=marker, chosen=name == first)
            for name, marker in markers_of(names).items()
        ),
    ]
