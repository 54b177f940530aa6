"""Comparisons of many games: deeds with what chance gives, and every player with every other."""

from collections.abc import Mapping
from dataclasses import dataclass

from companion.report import chi_square
from companion.report.statistics import DeedRecord, Duel, Statistics

SHOWN = 12
"""Largest number of deeds, and of players."""
FEW = 5
"""Smallest number of finished games in which a deed was bought, for a share that says something."""


@dataclass(frozen=True, slots=True)
class DeedShare:
    """Games that the first buyer of a deed won, of those in which it was bought.

    Chance gives ``expected``, and at least 95 times of 100 from ``low`` to ``high``.
    """

    deed: DeedRecord
    expected: float
    low: float
    high: float

    @property
    def won(self) -> float:
        """Share of the games, from 0 to 1, as all figures are."""
        return self.deed.won / self.deed.finished

    @property
    def is_unusual(self) -> bool:
        """True if chance seldom gives a share like this."""
        return not self.low <= self.won <= self.high


def deed_shares(found: Statistics) -> tuple[DeedShare, ...]:
    """Return the deeds whose share is farthest from that of chance, the greatest share first."""
    shares = [_share(deed) for deed in found.deeds if deed.finished >= FEW]
    shares.sort(key=lambda one: -abs(one.won - one.expected))
    return tuple(sorted(shares[:SHOWN], key=lambda one: one.expected - one.won))


def _share(deed: DeedRecord) -> DeedShare:
    games = deed.finished
    low, high = chi_square.band(games, deed.expected / games)
    return DeedShare(deed, deed.expected / games, low / games, high / games)


@dataclass(frozen=True, slots=True)
class Matrix:
    """Players who played most, with the games of each two of them; ``others`` are all other pairs.

    A cell has the games that the first of two won against the second, and those that it lost.
    """

    players: tuple[str, ...]
    cells: Mapping[tuple[str, str], tuple[int, int]]
    others: tuple[Duel, ...]


def matrix(found: Statistics) -> Matrix:
    """Return everybody who played most against everybody else."""
    most = sorted(found.wins, key=lambda one: -one.played)[:SHOWN]
    players = tuple(one.player for one in found.wins if one in most)
    cells: dict[tuple[str, str], tuple[int, int]] = {}
    others = []
    for duel in found.duels:
        if {duel.player, duel.other} <= {*players}:
            cells[duel.player, duel.other] = duel.won, duel.lost
            cells[duel.other, duel.player] = duel.lost, duel.won
        else:
            others.append(duel)
    return Matrix(players, cells, tuple(others))
