"""Wall of fame: everybody's wins, head to head, records, and what the places earned.

Computed from the statistics of all games; every figure is text for the screen.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice

from companion.ledger.copies import open_image
from companion.ledger.reader import LedgerReader
from companion.report import listing
from companion.report.statistics import DeedRecord, Statistics, Wins, statistics
from companion.report.timeline import load_timeline
from companion.table.game_over import Chart, chart
from companion.table.markers import newest_markers
from companion.table.past_games import winners
from companion.text import counted, decimal, money
from companion.text.names import party_name
from companion.text.screens.past_games import text_of
from companion.text.screens.story import duration
from companion.text.told import SpaceName, Told, Wording, joined

MOST_PAIRS, MOST_PLACES = 12, 12
"""Numbers of pairs and of properties on the wall."""
DOT = " \N{MIDDLE DOT} "


@dataclass(frozen=True, slots=True)
class WinBar:
    """Wins of a player; ``share`` is the length of the bar, from 0 to 1."""

    name: str
    marker: int
    won: str
    share: float
    note: tuple[Wording, ...]
    """Number of games played, the longest wording first."""


@dataclass(frozen=True, slots=True)
class Pair:
    """Players who met in several games, and who of the two won how many."""

    names: tuple[str, str]
    markers: tuple[int, int]
    score: Wording


@dataclass(frozen=True, slots=True)
class FameRecord:
    """Record of all games, with the marker of the player who holds it, or -1."""

    title: Wording
    text: Wording
    note: Wording = ""
    marker: int = -1


@dataclass(frozen=True, slots=True)
class PlaceBar:
    """Rent of a property in all games; ``share`` is the length of the bar, from 0 to 1."""

    name: str
    group: str
    rent: Wording
    share: float
    note: tuple[Wording, ...]
    """Wordings of what it cost and how often it was bought, the longest first."""


@dataclass(frozen=True, slots=True)
class Fame:
    """Everything on the wall of fame; empty until it is computed."""

    summary: str = ""
    wins: tuple[WinBar, ...] = ()
    pairs: tuple[Pair, ...] = ()
    records: tuple[FameRecord, ...] = ()
    places: tuple[PlaceBar, ...] = ()
    figures: tuple[FameRecord, ...] = ()
    """Lengths of games and counts of dice."""


def count_fame(copy: bytes) -> Fame:
    """Wall of fame of the games in a copy of a ledger.

    Call it on a worker thread. Raises LedgerError if a game cannot be read.
    """
    with open_image(copy) as books:
        return fame(statistics(books), newest_markers(row.players for row in books.games()))


def fame(found: Statistics, markers: Mapping[str, int]) -> Fame:
    """Wall of fame of some statistics, with the marker of each player."""
    most = max((one.won for one in found.wins), default=0) or 1
    return Fame(
        listing.summary(found),
        tuple(_win_bar(one, markers, most) for one in found.wins),
        tuple(
            Pair(
                (one.player, one.other),
                (markers[one.player], markers[one.other]),
                text_of("score", won=one.won, lost=one.lost),
            )
            for one in found.duels[:MOST_PAIRS]
        ),
        tuple(_records(found, markers)),
        tuple(_place_bars(found)),
        tuple(
            FameRecord(section.title, subject, figures)
            for section in listing.sections(found)
            if section.key in ("length", "dice")
            for subject, figures in section.lines
        ),
    )


def worth_of(copy: bytes, number: int) -> Chart:
    """Chart of everybody's worth over a game in a copy of a ledger.

    Call it on a worker thread. Raises LedgerError if the game cannot be read.
    """
    with open_image(copy) as books:
        return chart(load_timeline(books, number).end)


def leading(books: LedgerReader) -> Iterator[Wording]:
    """Yield a sentence about who leads after each game that is counted: the last one is true.

    One game is read at a time, so that nobody waits. Raises LedgerError.
    """
    wins: dict[str, int] = {}
    for row in books.games():
        for name in winners(books, row.number) if row.over else ():
            wins[name] = wins.get(name, 0) + 1
        yield _lead(wins)


def _lead(wins: dict[str, int]) -> Wording:
    order = sorted(wins.items(), key=lambda item: (-item[1], item[0]))
    if len(order) < 2:
        return ""
    (first, most), (second, less) = islice(order, 2)
    key = "level" if most == less else "leads"
    return text_of(key, player=first, other=party_name(second), won=most, lost=less)


def _win_bar(one: Wins, markers: Mapping[str, int], most: int) -> WinBar:
    games = (counted(one.played, "game"), str(one.played))
    note = tuple(text_of("played", games=number) for number in games)
    return WinBar(one.player, markers[one.player], str(one.won), one.won / most, note)


def _records(found: Statistics, markers: Mapping[str, int]) -> Iterable[FameRecord]:
    if found.dearest:
        rent = found.dearest
        space = SpaceName((rent.name,))
        text = joined(DOT, (money(rent.dollars, rent.currency), Told(space)))
        note = text_of("paid", payer=rent.tenant, payee=rent.owner)
        yield FameRecord(text_of("dearest"), text, note, markers.get(rent.owner, -1))
    if found.streak:
        name, games = found.streak.player, found.streak.games
        yield FameRecord(text_of("streak"), name, counted(games, "game"), markers.get(name, -1))
    known = [one for one in found.lengths if one.minutes is not None]
    if known:
        usual = max(known, key=lambda one: one.games)
        assert usual.minutes is not None
        yield FameRecord(text_of("usual length"), duration(60 * usual.minutes))


def _place_bars(found: Statistics) -> Iterable[PlaceBar]:
    earning = [one for one in found.deeds if one.rent][:MOST_PLACES]
    for one in earning:
        share = one.rent / earning[0].rent
        yield PlaceBar(one.name, one.group, money(one.rent, one.currency), share, _note(one))


def _note(one: DeedRecord) -> tuple[Told, ...]:
    times = [text_of("times its cost", share=decimal(one.rent / one.spent, 2))] if one.spent else []
    if one.bought < 2:
        return tuple(times)
    bought = text_of("bought", games=counted(one.bought, "game"))
    return (joined(DOT, (bought, *times)), *(times or [bought]))
