"""Games to measure with: endless games of scripted players, and ledgers of them."""

from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from companion.engine import Game, Setup
from companion.engine.moves import Rule
from companion.engine.notation import parse_header
from companion.engine.phases import ToThrow
from companion.engine.rulings import SetCash
from companion.ledger.ledger import Ledger
from companion.simulation.games import NAMES, SimulatedTable, evening
from companion.table.session import Session, Source

SHORT, ENOUGH = 2500, 5000
"""Below the first amount, a ruling gives a player the second: nobody goes bankrupt."""
SEED = "bench"


def setup(players: int = 4, edition: str = "1961") -> Setup:
    """Return a setup with real dice and cards drawn by the program."""
    seats = ", ".join(NAMES[:players])
    return parse_header(f"edition: {edition}\nplayers: {seats}\ncards: program\n")


def endless(table: SimulatedTable, seed: str = SEED) -> Iterator[Game]:
    """Play forever; yield the position after every move."""
    for game in evening(table, seed, turns=1_000_000):
        yield game
        yield from _give(table)


def _give(table: SimulatedTable) -> Iterator[Game]:
    if not isinstance(table.game.phase, ToThrow):
        return
    for player in table.game.players.values():
        if player.cash < SHORT:
            table.play(Rule((SetCash(player.name, ENOUGH),)), Source.IMPORT)
            yield table.game


def play(table: SimulatedTable, moves: int, seed: str = SEED) -> None:
    """Play a number of moves."""
    for _ in islice(endless(table, seed), moves):
        pass


def ledger_with(folder: Path, moves: int, players: int = 4) -> int:
    """Create a ledger with one game of ``moves`` moves; return the number of the game."""
    with Ledger.open(folder) as ledger, ledger.transaction():
        session = Session.begin(ledger, setup(players, "1934" if players > 8 else "1961"))
        play(session, moves)
        return session.game_number
