"""``companion doctor``: check this machine and suggest remedies."""

import sys
from collections.abc import Iterator
from pathlib import Path

import click

from companion.cli.data import data_option, mirror_option
from companion.runtime.doctor import MARKS, Check, Status, examine
from companion.text import translate_message

WRONG = 1


@click.command("doctor")
@data_option
@mirror_option
@click.option(
    "--tray",
    "tray_url",
    metavar="URL",
    help="Address of the dice tray, if it is not found automatically.",
)
def doctor_command(folder: Path, mirror: Path | None, tray_url: str | None) -> None:
    """Check everything that the bank needs and suggest remedies.

    Checks screen, dice tray, pins, groups, power, temperature, card, clock, the ledger and its
    second copy.
    ✓ ok, - missing but optional, ✗ must be fixed.
    Exit status: 0 when there is no ✗, 1 when there is one.
    """
    bad = 0
    for check in examine(folder, mirror, tray_url):
        click.echo("\n".join(_lines(check)))
        bad += check.status is Status.BAD
    sys.exit(WRONG if bad else 0)


def _lines(check: Check) -> Iterator[str]:
    subject, found = translate_message(check.subject), translate_message(check.found)
    yield f"{MARKS[check.status]} {subject}: {found}"
    if check.remedy:
        yield f"  {translate_message(check.remedy)}"
