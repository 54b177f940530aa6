"""The report of a game: one HTML file that needs nothing else, now or in twenty years.

Jinja2 is imported when a report is asked for, and not before.
"""

from collections.abc import Mapping

from companion.ledger.reader import LedgerReader


def report_html(reader: LedgerReader, game: int, signs: Mapping[str, int] | None = None) -> str:
    """The report of the game of that number, in the language that is spoken.

    ``signs`` are the players' shapes and colours, counted from 0; unless told, those of the seats.
    The game is audited in the same pass. Raises LedgerError when there is no such game, or its
    head cannot be read; what does not hold further on is said in the report.
    """
    from companion.report.html import render
    from companion.report.timeline import load_timeline

    return render(reader, load_timeline(reader, game), signs or {})
