"""What our own code finds on a card that was pulled: the next start of the program, as it would be.

An image is sound when the ledger opens, its file is as SQLite made it, and takes the next entry;
every game in it holds by the audit (each move whole, with all its events, by the rules, in the
chain); all accounts add up to nothing; the game is resumed with the money that the ledger has, and
goes on; and so does a second copy, where there is one. What hangs on the rows alone is looked at
once for the same rows: many an image differs only in what SQLite leaves out anyway.
"""

import shutil
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from companion.ledger import checks, mirror
from companion.ledger.audit import audit_all
from companion.ledger.ledger import Ledger, ThrowOutcome, TrayThrow
from companion.ledger.records import BEGINNING
from companion.ledger.schema import TABLES
from tests.ledger.power import player
from tests.ledger.power.card import Image, store


@dataclass(frozen=True, slots=True)
class Found:
    """``told`` is the content of the ledger as the player said it; ``fault`` may be empty."""

    told: frozenset[str] = frozenset()
    fault: str = ""

    def against(self, said: Iterable[str]) -> str:
        """What is wrong, given what had been promised; empty when all is well."""
        if self.fault:
            return self.fault
        if lost := [text for text in said if text not in self.told]:
            return f"lost: {lost[0]}, and {len(lost) - 1} more"
        invented = self.told.difference(said)
        return f"more than was under way: {sorted(invented)}" if len(invented) > 1 else ""


_found: dict[str, Found] = {}


def find(image: Image, root: Path) -> Found:
    """What the program finds in ``image``, for which ``root`` is made and removed again."""
    store(image, root)
    try:
        return look(root / player.FOLDER)
    finally:
        shutil.rmtree(root)


def look(folder: Path) -> Found:
    """Starts the program on a ledger that was left behind, and books something."""
    try:
        with player.open_ledger(folder) as ledger:
            in_file = checks.first_fault_of_file(ledger)
            rows = repr(ledger.query(lambda db: [list(db.table(name).rows) for name in TABLES]))
            if rows not in _found:
                _found[rows] = Found(frozenset(player.told(ledger)), _first_fault(ledger))
            ledger.record_throw(TrayThrow("another", None, ThrowOutcome.FAULT))
            of_copy = ledger.warning or _differs(ledger, folder.parent / player.COPY)
            fault = in_file or _found[rows].fault or of_copy
            return replace(_found[rows], fault=str(fault))
    except Exception as error:  # Whatever it is: the table would have no ledger.
        return Found(fault=f"does not open, or go on: {error!r}")


def _differs(ledger: Ledger, copy: Path) -> str:
    """The second copy, if there is one, has all that the ledger has."""
    if not copy.is_dir():
        return ""
    everything = set(mirror.rows_after(ledger, BEGINNING))
    same = set(mirror.read(copy / mirror.FILE_NAME)) == everything
    return "" if same else "the second copy is another"


def _first_fault(ledger: Ledger) -> str:
    """Of the rows."""
    faults = [found.first_fault for found in audit_all(ledger) if found.first_fault]
    if faults:
        return str(faults[0])
    session = player.sit_down(ledger, lambda text: None)
    cash = {name: someone.cash for name, someone in session.game.players.items()}
    balances = ledger.balances(player.GAME)
    if sum(balances.values()) or {name: balances[name] for name in cash} != cash:
        return f"the accounts are {balances}, the players have {cash}"
    before = session.next_number
    player.step(ledger, session, lambda text: None)
    return "" if session.next_number == before + 1 else "the game does not go on"
