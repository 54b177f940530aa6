"""``companion doctor``: what this machine has of what the bank needs, and what helps."""

import sys
from collections.abc import Iterator
from pathlib import Path

import click

from companion.cli.data import data_option, mirror_option
from companion.runtime.doctor import MARKS, Check, Status, examine

WRONG = 1


@click.command("doctor")
@data_option
@mirror_option
@click.option("--tray", "tray_url", metavar="URL", help="Where the dice tray is, if not found.")
def doctor_command(folder: Path, mirror: Path | None, tray_url: str | None) -> None:
    """Look at everything that the bank needs, and say what to do.

    That is screen, dice tray, pins, groups, card, clock, the ledger and its second copy.
    ✓ is good, - is missing and can be missed, ✗ must be mended.
    Exit status: 0 when there is no ✗, 1 when there is one.
    """
    bad = 0
    for finding in examine(folder, mirror, tray_url):
        click.echo("\n".join(_lines(finding)))
        bad += finding.health is Status.BAD
    sys.exit(WRONG if bad else 0)


def _lines(finding: Check) -> Iterator[str]:
    yield f"{MARKS[finding.health]} {finding.subject}: {finding.found}"
    if finding.remedy:
        yield f"  {finding.remedy}"
