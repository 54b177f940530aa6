"""A program that plays into a ledger, so that tests can watch it, kill it and lock it out.

writer.py FOLDER [MOVES [MIRROR]]: waits for a line, opens the ledger and says "open" or why not;
then plays MOVES moves, each acknowledged by its number; then waits for the end of its input.
"""

import sys
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from companion.ledger.ledger import Ledger, LedgerError
from companion.table.session import Session
from tests.ledger.gaming import SETUP, play


def say(text: object) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def main(folder: str, count: str = "0", mirror: str = "") -> None:
    sys.stdin.readline()
    try:
        ledger = Ledger.open(Path(folder), Path(mirror) if mirror else None)
    except LedgerError as error:
        say(error)
        return
    say("open")
    session = Session.resume(ledger, 1) if ledger.numbers() else Session.begin(ledger, SETUP)
    random = Random(session.next_number)
    for _ in range(int(count)):
        play(session, 1, random)
        say(session.next_number - 1)
    sys.stdin.read()


if __name__ == "__main__":
    main(*sys.argv[1:])
