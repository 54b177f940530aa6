"""Tiles of the players: token, name, last change, balance, and the groups that each owns."""

from collections.abc import Sequence
from functools import lru_cache

from companion.screens import figures, styles
from companion.screens.parts import (
    HUG,
    ORNAMENT,
    SPACES,
    Ground,
    Key,
    Part,
    Space,
    Style,
    column,
    figure,
    fit,
    grid,
    length_of,
    may,
    over,
    row,
    text,
)
from companion.screens.pieces import icon, token
from companion.screens.styles import BALANCE, NAME, PERSON, STRONG
from companion.screens.typesetting import LEAST_TYPE
from companion.table.play.view import Row
from companion.text.names import party_name

TALL, UPRIGHT, LOW, LINE = 96, 82, 49, 32
"""Heights of the tiles of up to four players, also in an upright window, up to eight, and more, in
dp."""
FEW, SOME = 4, 8
HIGHER = 1.25
"""Factor by which a tile may be higher where there is room."""
SMALL = Style("bold", LEAST_TYPE, LEAST_TYPE)
"""Balance beside a name of which no more than four letters have room."""
SHAPE = 22
"""Size of a small token in dp: a shape without its disc."""


def rail(players: Sequence[Row], knocking: str = "") -> Part:
    """Return everybody in tiles of one form, below each other.

    The token of the player whose phone asks (``knocking``) has rings.
    """
    height, gap = _height_and_gap(len(players), TALL)
    tiles = [tile(one, height, one.name == knocking) for one in players]
    return grid(tiles, 1, gap, least=height * 0.85, most=height * HIGHER)


def upright_rail(players: Sequence[Row], width: float, knocking: str, is_low: bool) -> Part:
    """Return everybody in two columns of one width; ``is_low`` if the page is crowded."""
    height, gap = _height_and_gap(len(players), LOW if is_low else UPRIGHT)
    wide = (width - SPACES[gap]) / 2
    tiles = (tile(one, height, one.name == knocking) for one in players)
    return grid([one._replace(size=wide) for one in tiles], 2, gap)


def upright_height(count: int, is_low: bool) -> float:
    """Height of the tiles of ``count`` players in two columns, in dp."""
    height, gap = _height_and_gap(count, LOW if is_low else UPRIGHT)
    rows = -(-count // 2)
    return length_of(rows, height, gap)


def _height_and_gap(count: int, few: float) -> tuple[float, Space]:
    """Height of each of ``count`` tiles, and what is between two; up to four are ``few`` high."""
    return (few, "s") if count <= FEW else (LOW, "xxs") if count <= SOME else (LINE, "xxs")


@lru_cache(256)
def tile(player: Row, height: float, is_knocking: bool = False) -> Part:
    """Tile of a player; the actor's is filled.

    A tap shows the player's properties or, where owners watch for their own rent, asks for it.
    """
    drawn = {TALL: _tall, UPRIGHT: _upright, LOW: _low, LINE: _line}[int(height)]
    inside = drawn(player, is_knocking)
    fill, is_actor = styles.of_player(player.marker).fill, player.is_actor
    is_large = height >= UPRIGHT
    ground = styles.of_player(player.marker).tint if player.is_owed else "sheet"
    if player.out:
        fill, ground = "edge", "sunk"
    radius = {TALL: 12, UPRIGHT: 12, LOW: 10, LINE: 8}[int(height)]
    look = Ground(fill if is_actor else ground, radius)
    return row(
        Part(size=8 if is_large else 6),
        over(inside, look=look, pad="s" if is_large else "xs"),
        gap=0,
        look=Key(fill, fill, fill if is_actor else "lip", radius, 3 if is_large else 0),
        key=f"tile:{player.name}",
        do=("answer", player.ask) if player.ask else ("show", "properties", player.name),
        drag=None if player.out else ("money of", player.name),
        drop=None if player.out else ("to", player.name),
    )


def _inks(player: Row) -> tuple[str, str]:
    """Inks of a tile and of its note."""
    if player.is_actor:
        on_player = styles.on_player(player.marker)
        return on_player, on_player
    if player.out:
        return "quiet", "quiet"
    return "ink", styles.of_tone(player.tone, "quiet")


def _marks(player: Row) -> tuple[tuple[str, int, int], ...]:
    return tuple((mark.group, mark.owned, mark.size) for mark in player.marks)


def _balance(player: Row, style: Style, ink: str, **room: float) -> Part:
    key = f"cash:{player.name}"
    return text(player.balance, style, ink, 1.0, moves="count", key=key, **room)


def _balance_beside_name(player: Row, ink: str) -> Part:
    sums = (_balance(player, style, ink, size=HUG) for style in (NAME, STRONG))
    return fit(*sums, _balance(player, SMALL, ink, share=0.01), rank=2)


def _token(player: Row, side: float, is_knocking: bool) -> Part:
    if not is_knocking:
        return token(player.marker, side, player.is_actor)
    fill, ink = (
        styles.of_player(player.marker).fill,
        styles.on_player(player.marker),
    )
    inks = (ink, fill, fill) if player.is_actor else (fill, ink, "sheet")
    return figure(figures.knocking, *inks, player.marker, size=side)


def _mark(player: Row, is_knocking: bool) -> Part:
    """Return the small token of a player."""
    if is_knocking:
        return _token(player, SHAPE + 4, is_knocking)
    ink, _ = _inks(player)
    shape = ink if player.is_actor else styles.of_player(player.marker).fill
    return figure(figures.player_shape, shape, player.marker, size=SHAPE)


def _note(player: Row) -> Part | None:
    """Return the note of a player; a remark is an icon where there is no room for its words.

    A sum stays as long as the name beside it can be written shorter.
    """
    _, quiet = _inks(player)
    if not player.note:
        return None
    if player.tone != "plain":
        return may(text(player.note, STRONG, quiet, 1.0, share=0.01), rank=2)
    words = text(player.note, STRONG, quiet, size=HUG)
    sign = icon(player.sign, quiet, 26) if player.sign else None
    return fit(words, *filter(None, (sign,)), None, rank=2)


def _tall(player: Row, is_knocking: bool) -> Part:
    ink, _ = _inks(player)
    sets = figure(figures.sets, _marks(player), player.is_actor, size=22)
    return column(
        row(
            _token(player, 46, is_knocking),
            column(
                row(
                    text(party_name(player.name), PERSON, ink),
                    _note(player),
                    gap="xs",
                    share=0.8,
                ),
                _balance(player, BALANCE, ink),
                gap=0,
            ),
            gap="s",
        ),
        may(sets, rank=ORNAMENT),
        gap=0,
    )


def _upright(player: Row, is_knocking: bool) -> Part:
    ink, _ = _inks(player)
    name = text(party_name(player.name), PERSON, ink)
    sets = figure(figures.sets, _marks(player), player.is_actor, size=17)
    return column(
        row(_mark(player, is_knocking), name, gap="s", size=29),
        row(_note(player), _balance(player, BALANCE, ink), gap="s"),
        may(sets, rank=ORNAMENT),
        gap=0,
    )


def _low(player: Row, is_knocking: bool) -> Part:
    ink, quiet = _inks(player)
    sets = figure(figures.sets, _marks(player), player.is_actor, size=15)
    return column(
        row(
            _mark(player, is_knocking),
            may(text(party_name(player.name), PERSON, ink)),
            may(icon(player.sign, quiet, 24), rank=3) if player.sign else None,
            _balance_beside_name(player, ink),
            gap="xxs",
        ),
        sets,
        gap=0,
    )


def _line(player: Row, is_knocking: bool) -> Part:
    ink, _ = _inks(player)
    name = may(text(party_name(player.name), PERSON, ink))
    return row(_mark(player, is_knocking), name, _balance_beside_name(player, ink), gap="xxs")
