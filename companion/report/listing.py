"""Statistics in words: sections of lines, for a terminal or a screen."""

from dataclasses import dataclass

from companion.report.statistics import DeedRecord, Length, Statistics
from companion.text import counted, money
from companion.text.catalogue import translate
from companion.text.report import STATISTICS

MOST = 10
"""So many deeds are listed; nobody reads on."""


@dataclass(frozen=True, slots=True)
class Section:
    """Lines under a heading: what each is about, and its figures."""

    title: str
    lines: tuple[tuple[str, str], ...]


def summary(found: Statistics) -> str:
    """How many games this is about."""
    games = counted(found.games, "game")
    return _text("games", games=games, over=found.over) if found.games else STATISTICS["none"]


def sections(found: Statistics) -> list[Section]:
    """All that there is something to say about."""
    liked = sorted(found.deeds, key=lambda deed: (-deed.bought, deed.name))[:MOST]
    earning = [deed for deed in found.deeds if deed.rent][:MOST]
    tables = (
        ("wins", [(w.player, _text("won of", won=w.won, played=w.played)) for w in found.wins]),
        ("favourites", [(deed.name, _bought(deed)) for deed in liked if deed.bought]),
        ("rent", [(deed.name, _rent(deed)) for deed in earning]),
        ("length", [(_edition(length), _took(length)) for length in found.lengths]),
    )
    return [Section(STATISTICS[key], tuple(lines)) for key, lines in tables if lines]


def _bought(deed: DeedRecord) -> str:
    return _text("in games", games=counted(deed.bought, "game"))


def _rent(deed: DeedRecord) -> str:
    total, average = (
        money(dollars, deed.currency) for dollars in (deed.rent, round(deed.rent / deed.games))
    )
    return _text("rent a game", total=total, average=average)


def _edition(length: Length) -> str:
    return _text("edition", edition=translate(length.edition), games=counted(length.games, "game"))


def _took(length: Length) -> str:
    turns, moves = counted(length.turns, "turn"), counted(length.moves, "move")
    return _text("took", minutes=length.minutes, turns=turns, moves=moves)


def _text(key: str, **fields: object) -> str:
    return STATISTICS[key].format(**fields)
