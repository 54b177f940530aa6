"""Idle: standings and clock on a dark ground, while nobody touches the table."""

from companion.screens.game import RINGS, has_ring
from companion.screens.parts import HUG, Ground, Part, Room, Style, column, grid, over, row, text
from companion.screens.pieces import token
from companion.screens.ring import ring
from companion.screens.styles import PERSON, SENTENCE
from companion.table.board import ring_cells
from companion.table.idle import headline
from companion.table.play.view import Row
from companion.table.table import Table
from companion.text.names import party_name
from companion.text.screens.idle import IDLE

HEADLINE, TIME = Style("title", 40, 26, lines=2), Style("title", 60, 60)
NAME, BALANCE = PERSON._replace(largest=30), Style("bold", 60, 28)
FEW, MANY = 4, 8
"""Number of players that fill a narrow column, and two columns."""
TOKEN, SMALL_TOKEN, TALLEST = 84, 46, 112
DIM = "99"
"""Opacity of what lies over the ring, which is seen and does not shine."""


def page(table: Table, room: Room) -> Part:
    """Return whose turn it is, the time and all balances, within the ring on a large panel."""
    is_upright = room.is_upright
    game = table.session.game if table.session else None
    people = table.rows if game else ()
    said = headline(game, table.past_games.lead)
    head = (text(said, HEADLINE), text(table.time, TIME, size=HUG))
    least, full = (1, FEW) if is_upright else (2, MANY)
    balances = [_player(one, TOKEN if len(people) <= FEW else SMALL_TOKEN) for one in people]
    hint = IDLE["wake by roll" if table.tray_input.state == "found" else "wake"]
    across, along, around = 0, 0, None
    if game and (is_upright or has_ring(room)):
        across, along = RINGS[is_upright]
        around = ring(ring_cells(game), -1, Part(), across, along)
    inside = column(
        column(*head, gap=0, size=160) if is_upright else row(*head, gap="xl", size=92),
        Part(Ground("edge"), size=1),
        Part(Ground("edge"), size=2),
        Part(size=12),
        grid(balances, least + (len(people) > full), gap=0, most=TALLEST),
        Part(share=0.01),
        text(hint, SENTENCE, "quiet", 0.5, size=64 if is_upright else 44),
        gap="xxs",
        pad=("xl" if is_upright else "xxl", "xl"),
    )
    if around:
        inside = row(Part(size=across), inside, Part(size=across), gap=0)
        inside = column(Part(size=along), inside, Part(size=along), gap=0)
    return over(
        around,
        Part(Ground(f"faint {DIM} ground")) if around else None,
        inside,
        look=Ground("ground"),
        key="idle",
    )


def _player(one: Row, side: float) -> Part:
    return row(
        token(one.marker, side),
        column(
            text(party_name(one.name), NAME, share=0.42, least=27),
            text(one.balance, BALANCE, share=0.58),
            gap=0,
        ),
        gap="l",
        pad=("xxs", "xs"),
    )
