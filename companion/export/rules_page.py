"""Rules of a table as one printed page, and as the text of a QR code.

The code has the lines of the rules card as they are: a telephone that reads it shows them, and any
table takes them.
"""

from collections.abc import Iterable
from io import BytesIO
from typing import Any

import segno

from companion import text
from companion.engine.notation import RulesCard, format_card
from companion.report.html import environment
from companion.text.screens.setup import CARDS

PIXELS = 6
"""Pixels a module in a picture that is written."""


def rules_html(card: RulesCard, chapters: Iterable[Any]) -> str:
    """Return a page for the lid of the box, which loads nothing from elsewhere.

    Each of the ``chapters`` has a ``title`` and ``rules``, each with a title, a value and a
    sentence about it.
    """
    lines = format_card(card)
    code = draw(lines).svg_inline(omitsize=True, lineclass=None, svgclass="code")
    return (
        environment()
        .get_template("rules.html")
        .render(
            name=card.name,
            chapters=list(chapters),
            code=code,
            lines=lines,
            language=text.language(),
            words=CARDS,
        )
    )


def rules_picture(card: RulesCard) -> bytes:
    """Return the code of a card as a PNG file."""
    file = BytesIO()
    draw(format_card(card)).save(file, kind="png", scale=PIXELS)
    return file.getvalue()


def draw(lines: str) -> segno.QRCode:
    """Return the code of a card as text."""
    return segno.make_qr(lines.encode(), error="m")
