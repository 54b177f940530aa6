"""``companion doctor``: check this machine and suggest remedies."""

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Annotated, TypedDict

import click

from companion.cli.data import Data, Mirror, TrayUrl
from companion.cli.language import Language, use_language
from companion.cli.options import AsJson, command, echo, option
from companion.cli.progress import follow
from companion.ledger.copies import snapshot
from companion.ledger.reader import LedgerReader
from companion.runtime.doctor import MARKS, Check, Status, examine
from companion.text import translate_message

WRONG = 1


class CheckedPart(TypedDict):
    """A part of this machine; ``remedy`` is empty if nothing needs to be done."""

    subject: str
    status: Status
    found: str
    remedy: str


class DoctorResult(TypedDict):
    """Everything that was checked."""

    checks: Sequence[CheckedPart]


@command
def doctor_command(
    quick: Annotated[bool, option("Check only the newest rows of the ledger and its second copy.")],
    as_json: AsJson,
    folder: Data,
    mirror: Mirror,
    tray_url: TrayUrl,
    language: Language,
) -> None:
    """Check everything that the bank needs and suggest remedies.

    Checks screen, dice tray, pins, groups, power, temperature, card, clock, the ledger and its
    second copy.
    ✓ ok, - missing but optional, ✗ must be fixed.

    Exit status: 0 when there is no ✗, 1 when there is one.
    """
    use_language(language, folder)
    checks = []
    for check in examine(folder, mirror, tray_url, partial(_opened, folder), quick):
        checks.append(check)
        if not as_json:
            click.echo("\n".join(_lines(check)))
    if as_json:
        result: DoctorResult = {"checks": list(map(_facts, checks))}
        echo(as_json, result, ())
    sys.exit(WRONG if any(check.status is Status.BAD for check in checks) else 0)


@contextmanager
def _opened(folder: Path) -> Iterator[LedgerReader]:
    with snapshot(folder) as reader, follow(reader, "Ledger"):
        yield reader


def _facts(check: Check) -> CheckedPart:
    return {
        "subject": translate_message(check.subject),
        "status": check.status,
        "found": translate_message(check.found),
        "remedy": translate_message(check.remedy),
    }


def _lines(check: Check) -> Iterator[str]:
    subject, found = translate_message(check.subject), translate_message(check.found)
    yield f"{MARKS[check.status]} {subject}: {found}"
    if check.remedy:
        yield f"  {translate_message(check.remedy)}"
