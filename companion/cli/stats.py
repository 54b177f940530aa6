"""``companion stats``: statistics of all games in the ledger."""

from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path

import click

from companion import text as companion_text
from companion.cli.data import data_option
from companion.cli.ledger_access import open_reader
from companion.cli.options import echo_json, json_option
from companion.cli.report import language_option
from companion.report.listing import sections, summary
from companion.report.statistics import statistics


@click.command("stats")
@click.option(
    "--since",
    type=click.DateTime(["%Y-%m-%d"]),
    metavar="YYYY-MM-DD",
    help="Count only games that began on that day or later.",
)
@click.option(
    "--players", metavar="NAME,NAME", default="", help="Count only games with all of these players."
)
@json_option
@language_option
@data_option
def stats_command(
    since: datetime | None, players: str, as_json: bool, language: str, folder: Path
) -> None:
    """Print statistics of the games: winners, deeds and durations.

    Shows how often each player won, how often deeds were bought and what they earned, and how long
    games take. Exit status: 0, or 2 when the ledger cannot be read.
    """
    companion_text.set_language(language)
    names = [name.strip() for name in players.split(",") if name.strip()]
    with open_reader(folder) as reader:
        found = statistics(reader, since and _local(since), names)
    if as_json:
        echo_json(asdict(found))
        return
    click.echo(summary(found))
    for section in sections(found):
        width = max(len(text) for text, _ in section.lines)
        lines = "".join(f"\n  {text:<{width}}  {figures}" for text, figures in section.lines)
        click.echo(f"\n{section.title}{lines}")


def _local(day: datetime) -> datetime:
    """Return midnight of ``day`` in local time; the epoch if the day is too early for that."""
    try:
        return day.astimezone()
    except (OSError, OverflowError, ValueError):
        return datetime.fromtimestamp(0, UTC)
