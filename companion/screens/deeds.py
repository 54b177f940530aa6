"""Title deeds: a card with everything that is printed, with the rent of today marked."""

from collections.abc import Sequence

from companion.screens import board_figures
from companion.screens.parts import (
    HUG,
    Ground,
    Part,
    Plate,
    Style,
    column,
    figure,
    fit,
    over,
    row,
    text,
)
from companion.screens.styles import BODY, NAME, STRONG
from companion.table.deeds import DeedRow, TitleDeed
from companion.text.told import Wording

NAME_OF_DEED = Style("title", 30, 26)
BAND, ROW = 48, 27


def title_deed(deed: TitleDeed) -> Part:
    """Title deed; the prices of house and mortgage go where there is no room."""

    def form(rows: Sequence[DeedRow]) -> Part:
        return column(
            deed_band(deed.names, deed.group, deed.mortgaged),
            column(*(deed_row(one) for one in rows), gap=0, pad=(0, "xs")),
            gap=0,
            look=Plate("deed", "deed_edge", 12),
            pad=("xxs", "xxs"),
            key=f"deed:{deed.key}",
            least=BAND + ROW * len(rows) + 10,
            most=BAND + 36 * len(rows) + 10,
        )

    return fit(form(deed.rows), form(deed.rents + deed.promises), rank=2)


def deed_band(
    names: Sequence[str], group: str, is_mortgaged: bool, size: float = BAND, amount: Wording = ""
) -> Part:
    """Band of a deed with its name, and an amount if there is one."""
    color = f"group {group}" if group else "sunk"
    ink = f"on {color}"
    picture = figure(board_figures.band, color, "deed_ink", is_mortgaged)
    words = text(names, NAME_OF_DEED, ink, 0.5)
    if amount:
        words = row(text(names, NAME, ink), text(amount, NAME, ink, size=HUG), gap="xs")
    return over(picture, over(words, pad=("s", 0)), size=size)


def deed_row(one: DeedRow) -> Part:
    """Row of a title deed: words or pictures, and an amount."""
    ink = "deed_ink"
    words = text(one.text, STRONG if one.today else BODY, ink) if one.text else None
    drawn = None
    if one.picture:
        count = 1 if one.picture == "hotel" else one.count
        side = 30 if one.picture == "hotel" else 24
        picture = board_figures.pictures
        drawn = figure(picture, one.picture, one.count, ink, size=count * side)
    amount = text(one.amount, STRONG, ink, 1.0, size=HUG)
    return row(
        words,
        drawn,
        Part(share=0.01) if one.picture else None,
        amount,
        gap="xxs",
        look=Ground("marked") if one.today else None,
        pad=("m", 0),
    )
