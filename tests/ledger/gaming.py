"""Games to fill a ledger with: moves by chance among the legal ones, rulings and undo too."""

import os
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from random import Random

from companion.engine import board, edition, moves, rulings
from companion.engine.decide import refusal
from companion.engine.legal_moves import legal_moves
from companion.engine.moves import Move
from companion.engine.notation import parse_move
from companion.engine.state import Game, Setup
from companion.ledger import paths as ledger_folder
from companion.ledger.ledger import Ledger, Source
from companion.table.session import Session

SETUP = Setup(("Ann", "Bob", "Cy"), edition.load("1961"), board.load("atlantic-city"), first="Ann")
WRITER = Path(__file__).with_name("writer.py")


def random_move(game: Game, random: Random) -> Move:
    """Anything legal but the end of the game; after that an undo."""
    ends = moves.Undo | moves.EndByTime
    listed = [move for move in legal_moves(game) if not isinstance(move, ends)]
    bids = [moves.Bid(name, amounts[0]) for name, amounts in legal_moves(game).bids().items()]
    odd = [moves.Undo(random.randint(1, 4)), *_rulings(game, random)]
    wanted = random.choice(odd) if random.random() < 0.2 else random.choice(listed + bids or odd)
    fallbacks = [*random.sample(listed, len(listed)), *odd, moves.Undo(1)]
    return next(move for move in (wanted, *fallbacks) if refusal(game, move) is None)


def _rulings(game: Game, random: Random) -> Iterator[Move]:
    name, deed = random.choice(list(game.players)), random.choice(list(game.board.deeds))
    for effect in (
        rulings.SetCash(name, random.randint(0, 3000)),
        rulings.MoveCash(name, random.choice([*game.players, "bank"]), random.randint(0, 100)),
        rulings.SetOwner(random.choice([name, "bank"]), deed),
        rulings.SetMortgaged(deed, random.choice([True, False])),
        rulings.SetJailCard(random.choice([name, "bank"]), "chance"),
    ):
        yield moves.Rule((effect,), random.choice(["", "agreed"]))


def play(session: Session, count: int, random: Random) -> None:
    """``count`` moves, each a touch of its own."""
    for _ in range(count):
        request = f"touch {session.game_number}.{session.next_number}"
        session.play(random_move(session.game, random), Source.TOUCH, request)


def play_text(session: Session, text: str) -> None:
    """The moves of a text in the notation, one a line."""
    for line in filter(None, map(str.strip, text.splitlines())):
        session.play(parse_move(line, session.game.setup), Source.TOUCH)


@contextmanager
def evening(folder: Path, count: int = 20, seed: int = 1) -> Iterator[tuple[Ledger, Session]]:
    """An open ledger with one game of ``count`` moves."""
    with Ledger.open(folder) as ledger:
        session = Session.begin(ledger, SETUP)
        play(session, count, Random(seed))
        yield ledger, session


def play_evening(folder: Path, count: int = 20) -> None:
    """Leave a closed ledger with one game of ``count`` moves."""
    with evening(folder, count):
        pass


def contents(folder: Path) -> dict[str, bytes]:
    """The files of a folder."""
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def stuff(disk: Path, leave: int = 0) -> Path:
    """Another program's file, so large that only some bytes are left."""
    stuffing, free = disk / "stuffing", os.statvfs(disk)
    size = stuffing.stat().st_size if stuffing.exists() else 0
    with stuffing.open("ab") as file:
        os.posix_fallocate(file.fileno(), size, free.f_bavail * free.f_frsize - leave)
    return stuffing


@contextmanager
def another_program(folder: Path) -> Iterator[sqlite3.Connection]:
    """The file as any other program opens it; changes are kept."""
    with closing(sqlite3.connect(folder / "ledger.db")) as conn:
        yield conn
        conn.commit()


def leave_a_log(folder: Path) -> None:
    """What a power cut leaves of a log whose first sector was being written."""
    ledger_folder.log(folder / ledger_folder.FILE_NAME).write_bytes(bytes(512))


def writer(folder: Path, *arguments: str, under: tuple[str, ...] = ()) -> subprocess.Popen[str]:
    """A process of its own that plays in ``folder``: see ``writer.py``."""
    command = [*under, sys.executable, str(WRITER), str(folder), *arguments]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def line(process: subprocess.Popen[str]) -> str:
    """What a writer says next."""
    assert process.stdout
    return process.stdout.readline().strip()


def go(process: subprocess.Popen[str]) -> None:
    """What a writer waits for."""
    assert process.stdin
    process.stdin.write("go\n")
    process.stdin.flush()
