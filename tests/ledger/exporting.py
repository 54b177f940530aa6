"""Games to export, with names that mean something to whoever reads the files."""

from pathlib import Path
from random import Random

from companion.engine.decide import refusal
from companion.engine.moves import Rule, Undo
from companion.engine.notation import parse_header
from companion.engine.phases import ToThrow
from companion.engine.rulings import Join, Rename
from companion.engine.state import Setup
from companion.ledger.ledger import Ledger, Source
from companion.simulation.games import evening as scripted
from companion.table.session import Session
from tests.ledger.gaming import play, play_text

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
CHANGES = {
    "renamed": "ruling: Bob is called Eve",
    "joined": "ruling: Eve joins",
    "joined and undone": "ruling: Eve joins\nundo",
    "renamed and undone": "ruling: Bob is called Eve\nundo",
    "without a dollar": "ruling: Bob has $0\nruling: Bob is called Eve",
    "at once": "ruling: Bob is called Eve; Eve is called Dan",
    "and back": "ruling: Bob is called Eve\nruling: Eve is called Bob\nruling: Eve joins",
    "spelt anew": "ruling: Bob is called Eve\nruling: Eve is called Éve\nruling: Eva joins",
    "in small letters": "ruling: Bob is called bob",
    "played on": """
        Ann throws 1 2
        Ann buys
        Bob throws 2 3
        Bob buys
        ruling: Ann owns Boardwalk; Ann owns Park Place; Boardwalk is mortgaged
        ruling: Ann is called Eve
        ruling: Cy joins
        Eve throws 2 6
        Eve buys
        undo 2
        Eve throws 1 1
        ruling: Cy is called Ann""",
}
"""Moves of Ann and Bob, by which others sit at the table."""


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


def play_change(folder: Path, change: str) -> Path:
    """A ledger that has one game in which others came to the table."""
    with Ledger.open(folder) as ledger:
        header = parse_header("edition: 1961\nplayers: Ann, Bob\nfirst: Ann\ncards: program\n")
        play_text(Session.begin(ledger, header), CHANGES[change])
    return folder


def come_and_go(session: Session, random: Random, times: int) -> None:
    """Play on by chance, while seats get other names, somebody joins, and some of it is undone."""
    for number in range(times):
        play(session, 6, random)
        while not isinstance(session.game.phase, ToThrow):
            play(session, 1, random)
        old = random.choice([*session.game.players])
        left = f"Sub {random.randrange(times)}"
        for effect in (Rename(old, f"Sub {number}"), Join(f"Late {number}"), Join(left)):
            if refusal(session.game, move := Rule((effect,))) is None:
                session.play(move, Source.TOUCH)
        if number % 3 == 0:
            session.play(Undo(1), Source.TOUCH)
