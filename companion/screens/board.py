"""Board: the ring of spaces, and in it the chosen space and everybody's net worth."""

from collections.abc import Sequence

from companion.engine.state import Game
from companion.screens import board_figures
from companion.screens.deeds import NAME_OF_DEED, deed_band, deed_row
from companion.screens.parts import (
    HUG,
    Ground,
    Part,
    Plate,
    Room,
    column,
    figure,
    fit,
    grid,
    row,
    text,
)
from companion.screens.pieces import divider, icon, page_header, token
from companion.screens.ring import ring
from companion.screens.styles import BODY, BUTTON, PERSON, SENTENCE
from companion.table.board import ChosenSpace, Rank, chosen_space, ranking, ring_cells
from companion.table.deeds import DeedRow
from companion.table.screen import Screen
from companion.table.table import Table
from companion.text.names import names_of_spaces, party_name
from companion.text.screens.board import BOARD

RINGS = {False: (66, 56), True: (52, 56)}
"""Depth of the ring at the sides and at the bottom and top, by whether the window is upright."""
BAND, HEAD, ROW, RANK, TITLE = 50, 74, 30, 36, 42
"""Heights of a card's band, of the owner below it and of a row, of a rank, and of a title."""


def page(table: Table, room: Room) -> Part:
    """Page of the board; a finger that slides along the ring chooses each space."""
    assert table.session, "the board needs a game"
    game, is_upright = table.game, room.is_upright
    stock = _stock(game.houses_in_bank(), game.hotels_in_bank())
    title = text(BOARD["worth"], NAME_OF_DEED)
    chosen = table.values["board"]
    events = (event for played in table.session.history for event in played.events)
    parts = (
        _card(chosen_space(game, chosen, events)),
        _ranks(row(title, stock if is_upright else None, size=TITLE), ranking(game)),
    )
    flow = column if is_upright else row
    inside = flow(*parts, gap="xxl", pad=("xl", "l"), look=Ground("ground"))
    is_narrow = is_upright or bool(room.message)
    header = page_header(room, BOARD["board"], beside=None if is_narrow else stock)
    names = names_of_spaces(game.board)
    around = ring(ring_cells(game), chosen, inside, *RINGS[is_upright], names, slides=True)
    # A space draws its lines at the left and the top alone.
    edged = column(row(around, Part(size=1), gap=0), Part(size=1), gap=0, look=Ground("edge"))
    return column(header, edged, look=Ground("ground"), pad=("m", "m"))


def _stock(houses: int, hotels: int) -> Part:
    """Return how many buildings the bank has."""
    kinds = ((1, 30, houses), (board_figures.TOP_RANK, 36, hotels))
    parts = [
        part
        for rank, side, count in kinds
        for part in (
            figure(board_figures.buildings, rank, size=side),
            text(f"{count}", BODY, size=HUG),
        )
    ]
    return row(*parts, size=HUG)


# --- the chosen space -------------------------------------------------------------------------


def _card(space: ChosenSpace) -> Part:
    """Card of a space, with every rent if there is room."""
    picture = icon(space.picture, "deed_ink", 44)
    owner = (
        token(space.marker, 44) if space.marker >= 0 else None,
        picture if space.picture else None,
        column(
            text(space.owner, PERSON, "deed_ink") if space.owner else None,
            text(space.about, BODY, "deed_ink") if space.about else None,
            gap=0,
        ),
    )

    def form(rows: Sequence[DeedRow]) -> Part:
        lines = (deed_row(one)._replace(least=ROW, most=38) for one in rows)
        return column(
            deed_band(space.names, space.group, space.mortgaged, BAND),
            row(*owner, gap="l", pad=("l", "xs"), size=HEAD),
            *lines,
            Part(share=0.01),
            gap=0,
            look=Plate("deed", "deed_edge"),
            pad=("xxs", "xxs"),
            least=BAND + HEAD + ROW * len(rows) + 6,
            key="card",
        )

    return fit(form(space.all_rows), form(space.rows), rank=2)


# --- net worth --------------------------------------------------------------------------------


def _ranks(title: Part, ranks: Sequence[Rank]) -> Part:
    """Return everybody by worth: with names, or else in two columns."""
    if not ranks:
        return column(title, text(BOARD["hidden"], SENTENCE, "quiet", size=64), Part())

    def form(columns: int) -> Part:
        lines = grid(
            [_rank(one, columns == 1) for one in ranks],
            columns,
            least=RANK,
            most=56,
        )
        high = RANK * -(-len(ranks) // columns)
        return column(title, *lines.kids, Part(share=0.01), gap=0, share=1.15, least=TITLE + high)

    return fit(form(1), form(2))


def _rank(one: Rank, has_name: bool) -> Part:
    ink = "quiet" if one.out else "ink"
    line = row(
        token(one.marker, 40 if has_name else 32),
        text(party_name(one.name), PERSON, ink) if has_name else None,
        text(one.worth, BUTTON, ink, 1.0, size=HUG if has_name else 0),
        gap="s",
        pad=(0, "xxs"),
    )
    return column(divider(), line, gap=0)


def _opened(value: int, game: Game, position: int | None = None) -> int:
    """Position of a space, or else of the one on which the player with the dice is."""
    return game.players[game.turn.player].space if position is None else position


SCREEN = Screen(page, value=0, opened=_opened, gives_way="rent")
"""Its value is the position of the space that is shown in full."""
