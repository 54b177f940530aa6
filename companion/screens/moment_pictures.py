"""Pictures of moments without a way: a card, a cell of the jail, opening rolls, a set, an estate.

Each has a small form beside claims, and goes where there is no room for that.
"""

from collections.abc import Sequence
from typing import Any

from companion.screens import figures, styles
from companion.screens.parts import (
    HUG,
    Mark,
    Part,
    Plate,
    Style,
    cells,
    column,
    figure,
    grid,
    over,
    row,
    split,
    text,
)
from companion.screens.pieces import CARD_ICONS, group_edge, icon, token
from companion.screens.styles import BODY, NEWS, PERSON, STRONG
from companion.table.moments.pictures import (
    EVERYBODY,
    DrawnCard,
    Estate,
    FullSet,
    JailCell,
    MomentPicture,
    OpeningRoll,
)
from companion.text.moments import moment
from companion.text.names import party_name

SUM, SMALL_SUM = Style("bold", 60, 40), Style("bold", 40, 34)
TOTAL, QUIET_TOTAL = Style("bold", 60, 48), Style("bold", 36, 34)
TIMES, FAN = Style("bold", 48, 34), 14
"""Rent of a complete set, and how much lower than its neighbour a deed of a fan is, in dp."""
SHORT = Style("bold", 26, 26, lines=2)
CARD, CELL, SMALL = (196, 214), (150, 196), 132
"""Width and height of a card and of a door, and the height of both beside claims, in dp."""
DOOR, BARS = "#6b7681", "#20262c"
FEW, DICE = 4, 40
"""Most opening rolls that stand beside each other, and the size of their dice in dp."""


def picture(shown: MomentPicture, is_upright: bool, size: float = 0) -> tuple[Part, ...]:
    """Forms of a picture, the largest first; or the one that is larger by a factor (``size``)."""
    scale = size or 1
    forms: tuple[Part, ...]
    match shown:
        case DrawnCard():
            forms = _card(shown, scale), _small_card(shown)
        case JailCell():
            forms = _cell(shown, CELL[1] * scale), _cell(shown, SMALL)
        case FullSet():
            forms = _full_set(shown, is_upright, scale), _small_set(shown)
        case Estate():
            forms = _estate(shown, is_upright)
        case _:
            forms = _opening(shown, scale)
    return forms[:1] if size else forms


def enlarged(style: Style, scale: float) -> Style:
    """Style that may be larger by a factor; its smallest type stays."""
    return style._replace(largest=round(style.largest * scale))


# --- a card, and the jail ---------------------------------------------------------------------


def _card(card: DrawnCard, scale: float) -> Part:
    """Return the face of a card, over the back of the pack."""
    width, height = (side * scale for side in CARD)
    back = over(
        row(icon(_pack(card), "amber", 40), Part(size=60), pad=("m", 0)),
        look=Plate("amber_ground", "amber", 12, 3),
    )
    behind = column(back, Part(size=14), gap=0)
    beside = 96 * scale
    return over(
        row(behind._replace(size=beside + 44), Part(), gap=0),
        row(Part(size=beside), _face(card, scale)._replace(size=width), gap=0),
        size=height,
        least=beside + width,
    )


def _small_card(card: DrawnCard) -> Part:
    face = _face(card, 1, is_small=True)._replace(size=218)
    return row(face, Part(), size=SMALL, least=218)


def _pack(card: DrawnCard) -> str:
    """Icon of the pack of a card."""
    return "chance" if card.pack == "chance" else "chest"


def _face(card: DrawnCard, scale: float, is_small: bool = False) -> Part:
    """Return what a card does: a sum and who pays whom, the door of the jail, or an icon."""
    pack, ink = _pack(card), styles.of_tone(card.tone, "deed_ink")
    edges: Any = {"look": Plate("deed", "deed_edge", 12), "pad": ("m", "xl")}
    if card.jailed >= 0:
        high = (SMALL if is_small else CARD[1] * scale) - 26
        return row(Part(), _door(card.jailed, high), Part(), gap=0, **edges)
    if not card.amount:
        return column(icon(CARD_ICONS.get(card.effect, pack), "deed_ink", 0), **edges)
    side = 46 * scale
    money = row(
        Part(),
        _party(card.payer, side),
        icon("right", "deed_ink", 30),
        _party(card.payee, side),
        Part(),
        size=side,
    )
    above = None if is_small else row(Part(), icon(pack, "quiet", 36), Part(), size=40)
    style = SMALL_SUM if is_small else enlarged(SUM, scale)
    return column(above, text(card.amount, style, ink, 0.5), money, gap="s", **edges)


def _party(marker: int, side: float) -> Part:
    if marker == EVERYBODY:
        return icon("users", "deed_ink", side - 4)
    return token(marker, side) if marker >= 0 else icon("pay", "deed_ink", side - 4)


def _cell(cell: JailCell, height: float) -> Part:
    door = _door(cell.marker, height)
    return row(door, Part(), gap=0, size=height, least=door.size)


def _door(marker: int, height: float) -> Part:
    """Return the door of a cell with a player behind the bars."""
    side = max(56, height / 3)
    middle = row(Part(), token(marker, side), Part(), gap=0, size=side)
    inside = column(Part(), middle, Part(), gap=0)
    width = height * CELL[0] / CELL[1]
    return over(figure(door_of_cell), inside, figure(bars_of_cell), size=width)


def door_of_cell(w: int, h: int, scale: float) -> Sequence[Mark]:
    """Draw the frame of a cell and the dark behind it."""
    edge = 8 * scale
    return [
        ("box", 0, 0, w, h, BARS, 8 * scale),
        ("box", edge, edge, w - 2 * edge, h - edge, DOOR, 4 * scale),
    ]


def bars_of_cell(w: int, h: int, scale: float) -> Sequence[Mark]:
    """Draw three bars of a cell."""
    wide = 12 * scale
    return [("box", w * place / 4 - wide / 2, 0, wide, h, BARS, 0) for place in (1, 2, 3)]


# --- opening rolls ----------------------------------------------------------------------------


def _opening(rolls: Sequence[OpeningRoll], scale: float) -> tuple[Part, ...]:
    """Return everybody who has rolled; the highest ones are framed."""
    lines = split([_small_roll(one) for one in rolls], FEW)
    small = column(*(cells(line, FEW, gap="s", size=52) for line in lines), gap="s", size=HUG)
    if len(rolls) > FEW:
        return (small,)

    def form(scale: float, dice: float, height: float) -> Part:
        each = (_roll(one, scale, dice * scale) for one in rolls)
        return row(*each, Part(share=0.01), size=height * scale)

    return form(scale, DICE, 208), form(1, 0, 180), small


def _framed(one: OpeningRoll) -> Plate | None:
    player = styles.of_player(one.marker)
    return Plate(player.tint, player.fill, 10, 3) if one.is_highest else None


def _roll(one: OpeningRoll, scale: float, dice: float) -> Part:
    """Return who rolled what, above the dice of some size."""
    style, ink = (TOTAL, "ink") if one.is_highest else (QUIET_TOTAL, "quiet")
    faces = [
        figure(figures.die, face, "die", "die_edge", "deed_ink", size=dice, label=f"{face}")
        for face in one.dice or ()
    ]
    side = 52 * scale
    return column(
        row(Part(), token(one.marker, side), Part(), size=side),
        text(party_name(one.name), PERSON, align=0.5, size=34),
        text(str(one.total), enlarged(style, scale), ink, 0.5),
        row(Part(), *faces, Part(), gap="xs", size=dice) if dice else None,
        look=_framed(one),
        pad=("xs", "m"),
        gap="xxs",
        most=132 * scale,
    )


def _small_roll(one: OpeningRoll) -> Part:
    ink = "ink" if one.is_highest else "quiet"
    total = text(str(one.total), QUIET_TOTAL, ink)
    return row(token(one.marker, 40), total, look=_framed(one), pad="m")


# --- a set, and an estate ---------------------------------------------------------------------


def _full_set(shown: FullSet, is_upright: bool, scale: float) -> Part:
    """Return the deeds of a set as a fan, the middle ones highest, and what it does to the rent."""
    color, count = f"group {shown.group}", len(shown.deeds)
    cards = [
        column(
            Part(Plate(color, color, 10, 0), size=38 * scale),
            text(names, enlarged(SHORT, scale), "deed_ink", 0.5),
            text(rent, enlarged(BODY, scale), "deed_ink", 0.5, size=36 * scale) if rent else None,
            look=Plate("deed", "deed_edge", 12),
            pad="xs",
            gap="xxs",
        )
        for names, rent in shown.deeds
    ]
    down = [FAN * abs(place - (count - 1) / 2) for place in range(count)]
    wide = max(124, 340 / count) * scale
    deeds = [
        column(_blank(low), card, _blank(max(down) - low), gap=0, most=wide)
        for low, card in zip(down, cards, strict=True)
    ]
    high = 156 * scale + max(down)
    if is_upright:
        below = row(_sums(shown), Part(), size=40) if shown.after else None
        return column(row(*deeds, size=high), below, size=HUG)
    rise = None
    if shown.after:
        rise = column(
            text(moment("rent.was", amount=shown.before), BODY, "quiet", 0.5, size=32),
            icon("arrow_down", "quiet", 30),
            text(shown.after, TIMES, "credit", 0.5, size=54),
            Part(),
            gap="xxs",
            size=134,
        )
    return row(*deeds, rise, gap="l", size=high)


def _blank(height: float) -> Part | None:
    return Part(size=height) if height else None


def _small_set(shown: FullSet) -> Part:
    edges = [group_edge(shown.group) for _ in shown.deeds]
    return row(*edges, _sums(shown) if shown.after else None, Part(), gap="xs", size=48)


def _sums(shown: FullSet) -> Part:
    """Return the rent before and after a set is complete."""
    return row(
        text(shown.before, BODY, "quiet", size=HUG),
        icon("right", "quiet", 26),
        text(shown.after, STRONG, "credit", size=HUG),
        gap="s",
    )


def _estate(shown: Estate, is_upright: bool) -> tuple[Part, ...]:
    """Return what goes from a player who is out to the heir."""
    chips = [_chip(group, names) for group, names in shown.deeds]
    if shown.more:
        chips.append(text(moment("more", count=shown.more), STRONG, align=0.5))
    if shown.cash:
        chips.append(
            row(
                icon("pay", "credit", 34),
                text(shown.cash, STRONG, "credit"),
                gap="s",
                pad=("xs", 0),
            )
        )
    arrow = icon("right", "quiet", 26)
    side = 56 if is_upright else 72
    giver = _person(shown.marker, shown.name, side)
    heir = _person(shown.heir_marker, shown.heir, side)
    edges = [group_edge(group) for group, _ in shown.deeds]
    cash = text(shown.cash, STRONG, "credit", size=HUG) if shown.cash else None
    small = row(
        token(shown.marker, 48),
        arrow,
        *edges,
        cash,
        arrow,
        token(shown.heir_marker, 48),
        Part(),
        gap="s",
        size=48,
    )
    middle = grid(chips, 2, gap="s", least=44, most=50)
    if not is_upright:
        goods = column(Part(), middle._replace(size=HUG), Part(), gap=0) if chips else None
        return row(giver, arrow, goods, arrow if chips else None, heir, size=166), small
    people = row(giver, arrow, heir, Part(), size=98)
    large = column(people, middle._replace(size=HUG) if chips else None, size=HUG)
    return large, small


def _chip(group: str, names: Sequence[str]) -> Part:
    look = Plate("deed", "deed_edge", 8)
    edge = group_edge(group)
    return row(edge, text(names, NEWS, "deed_ink"), look=look, pad=("xxs", "xxs"), gap="xs")


def _person(marker: int, name: str, side: float) -> Part:
    named = text(party_name(name), PERSON, align=0.5, size=34) if name else None
    return column(
        Part(),
        row(Part(), token(marker, side), Part(), gap=0, size=side),
        named,
        Part(),
        gap="xxs",
        size=76,
    )
