"""Statistics as text: sections of lines, for the terminal and the screen."""

from dataclasses import dataclass

from companion.report.comparisons import DeedShare, deed_shares
from companion.report.statistics import (
    RECENT,
    DeedRecord,
    DiceCount,
    Duel,
    Length,
    PlayedGame,
    Statistics,
    Wins,
)
from companion.text import counted, decimal, money
from companion.text.catalogue import translate
from companion.text.chances import percent
from companion.text.format import number
from companion.text.report import REPORT, STATISTICS

LISTED = 10
"""Number of deeds, and of pairs, that a list shows."""


@dataclass(frozen=True, slots=True)
class Section:
    """Heading with its lines, each a subject and its figures; ``key`` names it in any language."""

    key: str
    title: str
    lines: tuple[tuple[str, str], ...]


def summary(result: Statistics) -> str:
    """Describe how many games the statistics cover."""
    games = counted(result.games, "game")
    return _text("games", games=games, over=result.over) if result.games else STATISTICS["none"]


def sections(result: Statistics) -> list[Section]:
    """Return the sections that have at least one line."""
    earning = [deed for deed in result.deeds if deed.rent][:LISTED]
    several = [wins for wins in result.wins if wins.played > 1]
    tables = (
        ("wins", [(wins.player, _won(wins)) for wins in result.wins]),
        ("trends", [(wins.player, _trend(wins)) for wins in several]),
        ("duels", [(_pair(duel), _duel(duel)) for duel in result.duels[:LISTED]]),
        ("bought and won", [(one.deed.name, _shared(one)) for one in deed_shares(result)]),
        ("rent", [(deed.name, _rent(deed)) for deed in earning]),
        ("length", [(_edition(length), duration(length)) for length in result.lengths]),
        ("dice", [(REPORT[f"by {dice.kind}"], _rolls(dice)) for dice in result.dice]),
    )
    return [Section(key, STATISTICS[key], tuple(lines)) for key, lines in tables if lines]


def _won(wins: Wins) -> str:
    whole, rest = divmod(round(wins.expected, 2), 1)
    expected = decimal(wins.expected, 2) if rest else number(int(whole))
    return _text("won of", won=wins.won, played=wins.played, expected=expected)


def _trend(wins: Wins) -> str:
    last = wins.trend[-1]
    change = ("+" if last > 0 else "") + decimal(last, 2)
    recent, count = wins.recent, min(RECENT, wins.played)
    return _text("trend of", change=change, recent=recent, count=count)


def _pair(duel: Duel) -> str:
    return _text("pair", player=duel.player, other=duel.other)


def _duel(duel: Duel) -> str:
    games = counted(duel.games, "game")
    return _text("duel", won=duel.won, lost=duel.lost, games=games)


def _rolls(dice: DiceCount) -> str:
    expected = number(round(dice.count / 6))
    return _text("rolls", count=number(dice.count), doubles=number(dice.doubles), expected=expected)


def a_dollar(deed: DeedRecord) -> str:
    """Return the rent for each dollar spent on a deed; empty if nothing was spent."""
    return decimal(deed.rent / deed.spent, 2) if deed.spent else ""


def _shared(one: DeedShare) -> str:
    share, expected = percent(one.won), percent(one.expected)
    games = counted(one.deed.finished, "game")
    return _text("won of bought", share=share, expected=expected, games=games)


def _rent(deed: DeedRecord) -> str:
    total, average = (
        money(dollars, deed.currency) for dollars in (deed.rent, round(deed.rent / deed.games))
    )
    key = "rent a dollar" if deed.spent else "rent a game"
    return _text(key, total=total, average=average, share=a_dollar(deed))


def _edition(length: Length) -> str:
    return _text("edition", edition=translate(length.edition), games=counted(length.games, "game"))


def duration(length: Length | PlayedGame) -> str:
    """Return how long a game, or a game of an edition, took."""
    turns, moves = counted(length.turns, "turn"), counted(length.moves, "move")
    key = "took" if length.minutes is not None else "took, imported"
    return _text(key, minutes=length.minutes, turns=turns, moves=moves)


def _text(key: str, **fields: object) -> str:
    return STATISTICS[key].format(**fields)
