"""Picture of a finished game to send to somebody: the podium, the chart, and three awards."""

from collections.abc import Sequence

from companion.screens.layout import unsqueezed
from companion.screens.parts import Ground, Part, Plate, column, may, row, text
from companion.screens.pieces import token, worth_chart
from companion.screens.podium import WIN, award, ground_of, others, step, why
from companion.screens.styles import BODY
from companion.table.story.evening import Evening
from companion.text.told import Wording, joined

WIDTH, HEIGHT = 675, 843.75
"""Size of the picture in dp; for 1080 by 1350 pixels, each has 1.6 of them."""
AWARDS = 3


def picture(evening: Evening, title: Wording | Sequence[Wording], foot: str) -> Part:
    """Picture, on the ground of the winner's colour; ``foot`` says when it was."""
    winner, fill, ink = ground_of(evening)
    header = row(
        token(winner, 64, inverse=True) if winner >= 0 else None,
        text(title, WIN, ink),
        gap="l",
        size=76,
    )
    podium = column(
        row(*(step(one, ink, len(evening.others), False) for one in evening.steps), gap="xs"),
        others(evening, ink, False) if evening.others else None,
        gap="s",
        share=1.3,
    )
    facts = joined(" \N{MIDDLE DOT} ", filter(None, (foot, evening.facts.length)))
    return column(
        header,
        unsqueezed(podium),
        _told(evening),
        text((facts, foot), BODY, ink, 0.5, size=34),
        look=Ground(fill),
        pad=("xl", "m"),
    )


def _told(evening: Evening) -> Part:
    """Return why the winner won, the chart and the awards, on a sheet."""
    chart = evening.chart
    turns = [text(words, BODY, "quiet", at) for at, words in chart.turns]
    awards = (may(award(one), rank=n) for n, one in enumerate(evening.honours[:AWARDS], 2))
    return column(
        why(evening, "ink", WIDTH - 32 - 28),
        worth_chart(chart, least=60),
        row(*turns, gap=0, size=30) if turns else None,
        *awards,
        look=Plate("sheet", "edge", 14),
        pad="xl",
        gap="xs",
        share=2.1,
    )
