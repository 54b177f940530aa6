"""``companion stats``: statistics of all games in the ledger."""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import click

from companion.cli.data import Data
from companion.cli.language import Language, use_language
from companion.cli.ledger_access import open_reader
from companion.cli.options import AsJson, Parsed, command, echo, option
from companion.cli.progress import follow
from companion.export.files import save
from companion.report.listing import sections, summary
from companion.report.statistics import Statistics, statistics
from companion.report.statistics_html import statistics_html
from companion.table.markers import newest_markers, told_apart
from companion.text.screens.past_games import text_of

DAY = Parsed("day", lambda text: datetime.strptime(text, "%Y-%m-%d"), "one such as 2026-11-28")


@command
def stats_command(
    *,
    since: Annotated[
        datetime | None,
        option(
            "Count only games that began on that day or later.",
            DAY,
            "YYYY-MM-DD",
        ),
    ],
    players: Annotated[
        str,
        option(
            "Count only games with all of these players.", None, "NAME,NAME", show_default=False
        ),
    ] = "",
    as_json: AsJson,
    page: Annotated[
        Path | None,
        option("Write the statistics as one HTML page.", None, "--html FILE.html"),
    ],
    language: Language,
    folder: Data,
) -> None:
    """Print statistics of the games: winners, deeds and dice.

    Shows wins beside those by chance, and wins against each other player. Then follow how often the
    first buyer of a deed wins, earnings of deeds, the length of games, and the dice.

    Exit status: 0, or 2 when the ledger cannot be read or the page cannot be written.
    """
    use_language(language, folder)
    names = [name.strip() for name in players.split(",") if name.strip()]
    with open_reader(folder) as reader, follow(reader, "Statistics"):
        found = statistics(reader, since and _local(since), names)
        newest = newest_markers(row.players for row in reader.games())
    if page:
        played = {one.player: one.played for one in found.wins}
        most = sorted(newest, key=lambda name: -played.get(name, 0))
        save(page, statistics_html(found, told_apart({name: newest[name] for name in most})))
        click.echo(text_of("written statistics", path=page))
    else:
        echo(as_json, found, _lines(found))


def _lines(found: Statistics) -> Iterator[str]:
    yield summary(found)
    for section in sections(found):
        yield f"\n{section.title}"
        width = max(len(text) for text, _ in section.lines)
        for text, figures in section.lines:
            yield f"  {text:<{width}}  {figures}"


def _local(day: datetime) -> datetime:
    """Return midnight of ``day`` in local time; the epoch if the day is too early for that."""
    try:
        return day.astimezone()
    except (OSError, OverflowError, ValueError):
        return datetime.fromtimestamp(0, UTC)
