"""``companion doctor``: what this machine has of what the bank needs, and what helps."""

import sys
from collections.abc import Iterator
from pathlib import Path

import click

from companion.cli.data import data_option
from companion.cli.examine import Finding, Health, examine

MARKS = {Health.GOOD: "✓", Health.NOTE: "-", Health.BAD: "✗"}
WRONG = 1


@click.command("doctor")
@data_option
@click.option("--tray", "tray_url", metavar="URL", help="Where the dice tray is, if not found.")
def doctor_command(folder: Path, tray_url: str | None) -> None:
    """Look at screen, dice tray, pins, groups, card, clock and ledger, and say what to do.

    ✓ is good, - is missing and can be missed, ✗ must be mended. Exit status: 1 when there is a ✗.
    """
    bad = 0
    for finding in examine(folder, tray_url):
        click.echo("\n".join(_lines(finding)))
        bad += finding.health is Health.BAD
    sys.exit(WRONG if bad else 0)


def _lines(finding: Finding) -> Iterator[str]:
    yield f"{MARKS[finding.health]} {finding.subject}: {finding.found}"
    if finding.remedy:
        yield f"  {finding.remedy}"
