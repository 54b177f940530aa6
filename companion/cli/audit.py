"""``companion audit``: verify the ledger, its second copy or a bundle."""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, TypedDict

import click

from companion.cli.data import Data, Mirror
from companion.cli.ledger_access import FINGERPRINT, NOT_SOUND, SOUND, open_reader
from companion.cli.options import GAME, AsJson, RegularFile, argument, command, echo, option
from companion.cli.progress import follow
from companion.engine.problems import Problem
from companion.export.bundle import first_fault, is_bundle
from companion.ledger import schema
from companion.ledger.audit import FILE, Audit, RestoredRange, Verdict, audit, audit_all
from companion.ledger.errors import LedgerError
from companion.ledger.fingerprints import Fingerprint, compare, locate
from companion.ledger.mirror import FILE_NAME, count_moves, first_difference
from companion.ledger.problems import LedgerProblem
from companion.ledger.reader import LedgerReader
from companion.text import counted, translate_message

UNFINISHED = (
    "Log: the last transaction is incomplete. Either the power failed before the move was shown, or"
    " the file was damaged later. Compare with a second copy or a photographed fingerprint."
)

ALONE = "One game alone: this file does not have the other games of its ledger."


class AuditedGame(TypedDict):
    """A game that was verified; ``game`` is null for a fault of the file itself."""

    game: int | None
    sound: bool
    moves: int
    fingerprint: str
    fault: str
    superseded: int
    restored: Sequence[RestoredRange]


class AuditResult(TypedDict):
    """Verdict on the ledger and its games; ``notes`` are sentences about all of them."""

    sound: bool
    games: Sequence[AuditedGame]
    notes: Sequence[str]


@command
def audit_command(
    game: Annotated[str | None, argument(metavar="[GAME|FILE]")],
    every: Annotated[bool, option("Verify every game of the ledger.", None, "--all")],
    expect: Annotated[
        Fingerprint | None,
        option(
            "Fail unless this fingerprint (or the text of its QR code) is in the hash chain.",
            FINGERPRINT,
            "FINGERPRINT",
        ),
    ],
    as_json: AsJson,
    folder: Data,
    mirror: Mirror,
) -> None:
    """Verify the ledger and report the first row that fails.

    Prints one line per game.
    GAME is a game number (default: the last). FILE is a ledger or a bundle; a bundle's checksums
    are verified too. With --mirror, the ledger is compared with its second copy. Restored moves are
    listed.
    An audit detects accidental changes, and deliberate ones unless the hash chain was recomputed.
    With --expect it also proves that the game up to that fingerprint is unchanged.

    Exit status: 0 when everything is valid, 1 when a row is not or the fingerprint is not in the
    chain, 2 when the ledger cannot be read.
    """
    file = number = None
    if game and game.isdecimal():
        number = GAME(game)
    elif game:
        file = Path(str(RegularFile()(game)))
    is_whole = every or file is not None
    if expect and number and expect.game not in (None, number):
        raise click.UsageError(
            f"The fingerprint is of game {expect.game}: audit that game instead of game {number}."
        )
    with (
        open_reader(file or folder, damaged=True) as reader,
        follow(reader, "Audit", None if is_whole or mirror else number),
    ):
        if is_whole or not (number or reader.numbers()):
            found = list(audit_all(reader))
            if not (found or is_whole):
                raise LedgerError(LedgerProblem.NO_GAMES)
        else:
            found = [audit(reader, _game_to_audit(reader, number, expect))]
        lines = [UNFINISHED] * reader.log.unfinished
        lines += [ALONE] * reader.query(schema.is_extract)
        sound = all(one.verdict is Verdict.SOUND for one in found)
        if expect:
            comparison = compare(reader, expect, number)
            outcome = translate_message(comparison.outcome)
            lines, sound = [*lines, outcome], sound and comparison.is_there
        if mirror and not file:
            copied, agrees = _compare_copy(reader, mirror)
            lines, sound = [*lines, copied], sound and agrees
        if file and is_bundle(file):
            bundled, agrees = _verify_bundle(file)
            lines, sound = [*lines, bundled], sound and agrees
    games = list(map(_describe, found)) or [translate_message(LedgerProblem.NO_GAMES)]
    facts: AuditResult = {"sound": sound, "games": list(map(_facts, found)), "notes": lines}
    echo(as_json, facts, [*games, *lines])
    sys.exit(SOUND if sound else NOT_SOUND)


def _game_to_audit(reader: LedgerReader, number: int | None, expected: Fingerprint | None) -> int:
    """Find the game to audit: by its number or its fingerprint, or the last one."""
    if number is None and expected:
        number = found.game if (found := locate(reader, expected)) else None
    return number or reader.numbers()[-1]


def _compare_copy(reader: LedgerReader, mirror: Path) -> tuple[str, bool]:
    path = mirror / FILE_NAME
    try:
        fault = first_difference(reader, path)
    except LedgerError as error:
        fault = error.problem
    verdict = _not_sound(fault) if fault else f"sound, {count_moves(path)} entries"
    return f"Second copy {path}: {verdict} (the ledger has {reader.place().moves})", not fault


def _verify_bundle(path: Path) -> tuple[str, bool]:
    fault = first_fault(path)
    verdict = _not_sound(fault) if fault else "sound, every checksum matches"
    return f"Bundle {path}: {verdict}", not fault


def _not_sound(fault: Problem) -> str:
    return f"NOT SOUND. {translate_message(fault)}"


def _facts(found: Audit) -> AuditedGame:
    return {
        "game": None if found.game == FILE else found.game,
        "sound": found.verdict is Verdict.SOUND,
        "moves": found.moves,
        "fingerprint": found.fingerprint,
        "fault": translate_message(found.first_fault),
        "superseded": found.superseded,
        "restored": found.restored,
    }


def _describe(found: Audit) -> str:
    if found.game == FILE:
        return f"Ledger: NOT SOUND. {translate_message(found.first_fault)}"
    moves = counted(found.moves, "move")
    if found.verdict is Verdict.SOUND:
        line = f"Game {found.game}: sound, {moves}, fingerprint {found.fingerprint}"
        return "\n".join([line, *_superseded_line(found), *map(_restored_line, found.restored)])
    fault = translate_message(found.first_fault)
    return f"Game {found.game}: NOT SOUND after {moves}. {fault}"


def _superseded_line(found: Audit) -> list[str]:
    line = f"  {counted(found.superseded, 'move')} by rules that have changed since"
    return [line] if found.superseded else []


def _restored_line(found: RestoredRange) -> str:
    at = found.at.astimezone().strftime("%Y-%m-%d %H:%M")
    return f"  moves {found.first} to {found.last} were restored from {found.source}, {at}"
