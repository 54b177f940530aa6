"""Report of a game as one HTML file, and statistics over many games.

Begin with ``timeline``: it replays and audits a game once, and every figure is computed from its
``Timeline``. ``html`` renders a self-contained page; ``statistics`` and ``listing``
compare many games in SQL. This package imports the engine, the odds, the ledger and the texts.

Jinja2 is imported only when a report is made, because the import is slow.
"""

from collections.abc import Mapping

from companion.ledger.reader import LedgerReader


def report_html(
    reader: LedgerReader,
    game: int,
    markers: Mapping[str, int] | None = None,
    moves: bool = False,
) -> str:
    """Return the report of a game as HTML, in the current language.

    ``markers`` maps a player to the number of a marker, from 0; the default is the seat.
    With ``moves`` every move is open, and printed.
    The game is audited in the same pass, and the report shows the first fault. Raises LedgerError
    if there is no such game, or if its head cannot be read.
    """
    from companion.report.html import render
    from companion.report.timeline import load_timeline

    return render(reader, load_timeline(reader, game), markers or {}, moves)


def report_name(reader: LedgerReader, game: int) -> str:
    """Return the name of the file for the report of a game. Raises LedgerError if there is none."""
    return f"companion-{reader.head(game).started_at[:10]}-game-{game}.html"
