"""Games to export, with names that mean something to whoever reads the files."""

from pathlib import Path
from random import Random

from companion.engine.notation import parse_header
from companion.engine.state import Setup
from companion.ledger.ledger import Ledger
from companion.simulation import evening as scripted
from companion.table.session import Session
from tests.ledger.gaming import play

EDITIONS = ("1934", "1935", "1961", "1973", "modern")
BOARDS = ("atlantic-city", "london")
NAMES = (
    "Ann",
    'A;b "x" \\ | y',
    "(A) [b] *",
    "Zoë 🎲",
    "Zoe",
    "=1+1",
    "2026-01-01",
    "中文",
    "! @ {} 5 USD",
    "Assets",
    "O'Neil & Co",
)


def setup(number: int) -> Setup:
    """Other players, rules and streets for every number."""
    return parse_header(
        f"edition: {EDITIONS[number % len(EDITIONS)]}\n"
        f"board: {BOARDS[number % len(BOARDS)]}\n"
        f"players: {', '.join(Random(number).sample(NAMES, 2 + number % 5))}\n"
        "cards: program\n" + "house rules: free parking pot\n" * (number % 3 == 0)
    )


def play_one(ledger: Ledger, number: int, turns: int, odd: int) -> Session:
    """Scripted players, and then ``odd`` moves by chance, rulings and undo among them."""
    with ledger.transaction():
        session = Session.begin(ledger, setup(number))
        for _ in scripted(session, str(number), turns):
            pass
        play(session, odd, Random(number))
    return session


def play_in(folder: Path, number: int, turns: int = 40, odd: int = 30) -> Path:
    """A ledger that has one such game."""
    with Ledger.open(folder) as ledger:
        play_one(ledger, number, turns, odd)
    return folder
