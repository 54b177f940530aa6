"""History: moves newest first, statements of accounts, and what an undo would take back."""

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import Any, NamedTuple

from companion.screens import strips, styles
from companion.screens.parts import (
    HUG,
    SPACES,
    Part,
    Plate,
    Room,
    cells,
    column,
    grid,
    may,
    over,
    row,
    rows,
    split,
    text,
)
from companion.screens.pieces import (
    HEADER,
    action_key,
    answer_key,
    changes,
    corner_key,
    divider,
    drawn,
    full_page,
    group_band,
    icon,
    message_plate,
    page_header,
    plain_header,
    token,
    undo_key,
)
from companion.screens.ruler import promised
from companion.screens.styles import BALANCE, BODY, NEWS, PERSON, SENTENCE, STRONG, TITLE
from companion.screens.typesetting import UNBOUND, broken
from companion.table.history.pages import History
from companion.table.history.statement import StatementLine
from companion.table.history.view import PastMove
from companion.table.screen import Screen
from companion.table.table import Table
from companion.table.taps import Do
from companion.table.tiles import Tile, account_tiles, deed_tiles, player_tiles
from companion.text.names import deed_name, party_name
from companion.text.screens.history import PAST
from companion.text.screens.play import WORDS
from companion.text.told import Wording

ROW, NUMBER, SIGN, CHEVRON, TIME, WHEN, GAP = 64, 54, 40, 26, 66, 176, SPACES["l"]
"""Height of a row of two lines, widths of its parts, and the gap between them, in dp."""
WIDE, CARD = 900, 780
"""Width of a window in which rows say when and by what, and the largest width of a preview."""
KEY, TILE = 72, 76


class Piece(NamedTuple):
    """Two lines of the text of a move or a payment: rows that scroll have one height."""

    line: Any
    words: str
    is_first: bool


def page(table: Table, room: Room) -> Part:
    """Page of the history that is turned to."""
    shown: dict[str, Callable[[Table, Room], tuple[Part | None, ...]]] = {
        "moves": _moves,
        "accounts": _accounts,
        "undo": _undo,
        "pick": _pick,
    }
    *parts, foot = shown[table.history.value.page](table, room)
    return full_page(*parts, strips.snackbar(table.undone), foot)


def _pieces(lines: Iterable[Any], room_of: Callable[[Any], float]) -> Iterator[Piece]:
    """Yield lines two by two lines of their texts, of which each has some room in dp."""
    for line in lines:
        room = room_of(line) - 2
        short = " ".join(_shortened(word, room) for word in str(line.text).split(" "))
        words = broken(short, BODY.font, BODY.largest, room, UNBOUND, 999)
        pairs = [" ".join(pair) for pair in split(words, 2)] or [""]
        yield from (Piece(line, pair, pair is pairs[0]) for pair in pairs)


@lru_cache(1024)
def _shortened(word: str, room: float) -> str:
    """Word without its end if it is wider than a line: a name of 16 capital letters."""
    while len(word) > 1 and promised(word, BODY.font, BODY.largest) > room:
        word = f"{word[:-2]}…"
    return word


def _list(
    value: History, room: Room, pieces: Iterable[Piece], each: Callable[..., Part], none: str
) -> Part:
    """Lines that scroll, and below them a key that leads to older ones."""
    items = [*pieces, *([None] if value.has_more and value.page != "undo" else [])]
    if not items:
        return text(none, SENTENCE, "quiet", 0.5)
    draw = drawn(_row, each, room.width)
    return rows(items, draw, ROW, key=f"list:{value.page}")


def _row(each: Callable[..., Part], width: float, piece: Piece | None) -> Part:
    if piece is None:
        return action_key(PAST["older"], "clock", ("more",))
    line = divider() if piece.is_first else None
    return column(line, each(width, piece), gap=0)


def _header(
    table: Table, room: Room, title: str, filters: Iterable[Part], has_undo: bool
) -> tuple[Part, ...]:
    """Return Back, a title if there is room, filters, and Undo; filters are below a message."""
    if room.is_upright or room.message:
        header = page_header(room, title, undo=has_undo, back=("back", "out"))
        return header, row(*filters, size=HEADER)
    back = corner_key(WORDS["back"], ("back", "out"), "back")
    words = may(text(title, TITLE, size=HUG), rank=9)
    undo = undo_key() if has_undo else None
    return (row(back, words, *filters, undo, gap="l", size=HEADER),)


def _filter(words: Wording, what: str, marker: int, picture: str) -> Part:
    return row(
        token(marker, 34) if marker >= 0 else icon(picture, "ink", 30),
        text(words, PERSON),
        look=styles.RAISED,
        pad="l",
        least=150,
        do=("filter", what),
    )


def _foot(table: Table, room: Room, hint: str, words: str, picture: str, do: Do) -> Part:
    """Hint and the fingerprint, and the key of the other page."""
    told = column(
        text(hint, NEWS, "quiet") if hint else None,
        text((table.signed, table.fingerprint), NEWS, "quiet"),
        gap=0,
    )
    key = action_key(words, picture, do, size=KEY if room.is_upright else 260)
    if room.is_upright:
        return column(told, key, size=2 * KEY + 8)
    return row(told, key, size=KEY)


# --- moves ------------------------------------------------------------------------------------


def _moves(table: Table, room: Room) -> tuple[Part | None, ...]:
    assert table.session, "the history needs a game"
    value, board = table.history.value, table.game.board
    deed = deed_name(board, value.deed) if value.deed else PAST["any deed"]
    marker = table.marker_of(value.player)
    filters = (
        _filter(party_name(value.player) or PAST["everybody"], "player", marker, "user"),
        _filter(deed, "deed", -1, "cards"),
    )
    pieces = _pieces(value.moves, lambda line: _room_of_move(line, room.width - 16))
    none = PAST["none" if table.session.history else "nothing yet"]
    do = ("page", "accounts")
    return (
        *_header(table, room, PAST["title"], filters, has_undo=True),
        _list(value, room, pieces, _move, none),
        _foot(table, room, PAST["hint"], PAST["accounts"], "receipt", do),
    )


def _end(line: PastMove) -> Wording:
    """Sum of a move, or the word for one that is undone."""
    return line.undone or line.amount


def _room_of_move(line: PastMove, width: float) -> float:
    when = WHEN + GAP if width >= WIDE else 0
    end = promised(str(_end(line)), STRONG.font, STRONG.largest) + GAP if _end(line) else 0
    return width - NUMBER - SIGN - CHEVRON - 3 * GAP - when - end


def _move(width: float, piece: Piece) -> Part:
    """Return two lines of a move; a tap previews the undo to before it."""
    line: PastMove = piece.line
    ink = "ink" if line.stands else "quiet"
    end = text(_end(line), STRONG, ink, 1.0, size=HUG) if _end(line) else None
    words = text(piece.words, SENTENCE, ink)
    do = ("move", line.number)
    if not piece.is_first:
        left = Part(size=NUMBER + SIGN + GAP)
        own = _room_of_move(line, width - 16)
        right = width - 16 - NUMBER - SIGN - 2 * GAP - own
        if promised(piece.words, BODY.font, BODY.largest) <= own:  # Close to the line above it.
            words = column(words._replace(size=ROW / 2), Part(), gap=0)
        return row(left, words, Part(size=right - GAP), gap="l", do=do)
    sign = over(icon(line.icon, "quiet", 0), pad=("s", "s"), size=SIGN)
    if not line.icon:
        sign = Part(size=SIGN)
    return row(
        text(f"{line.number}", BODY, "quiet", 1.0, size=NUMBER),
        token(line.marker, SIGN) if line.marker >= 0 else sign,
        words,
        text(f"{line.at} · {line.source}", NEWS, "quiet", size=WHEN)
        if width - 16 >= WIDE
        else None,
        end,
        icon("next", "quiet", CHEVRON),
        gap="l",
        do=do,
    )


# --- statements -------------------------------------------------------------------------------


def _accounts(table: Table, room: Room) -> tuple[Part | None, ...]:
    value = table.history.value
    tiles = account_tiles(table.game)
    name = next(tile.text for tile in tiles if tile.key == value.account)
    balance = value.statement[0].balance if value.statement else ""
    filters = (
        _filter(name, "account", table.marker_of(value.account), "bank"),
        text(balance, BALANCE, align=1.0, size=HUG),
    )
    pieces = _pieces(value.statement, lambda line: room.width - 16 - TIME - _sums(room.width))
    return (
        *_header(table, room, PAST["accounts"], filters, has_undo=False),
        _list(value, room, pieces, _payment, PAST["nothing paid"]),
        _foot(table, room, "", PAST["moves"], "history", ("page", "moves")),
    )


def _sums(width: float) -> float:
    """Width of an amount and a balance, and of the gaps before them."""
    sums = 1 if width < WIDE / 1.5 else 2
    return sums * 130 + (sums + 1) * GAP


def _payment(width: float, piece: Piece) -> Part:
    """Return two lines of a payment; the balance is below the amount where there is no room."""
    line: StatementLine = piece.line
    ink = "credit" if line.tone == "in" else "debit"
    sums = (
        text(line.amount if piece.is_first else "", STRONG, ink, 1.0),
        text(line.balance if piece.is_first else "", BODY, align=1.0),
    )
    size = _sums(width) - 2 * GAP
    beside = column(*sums, gap=0) if size <= 130 else row(*sums, gap="l")
    return row(
        text(line.at if piece.is_first else "", BODY, "quiet", size=TIME),
        text(piece.words, SENTENCE),
        beside._replace(size=size),
        gap="l",
    )


# --- undo -------------------------------------------------------------------------------------


def _undo(table: Table, room: Room) -> tuple[Part | None, ...]:
    """Return the moves that an undo takes back, and what changes by that."""
    value, preview = table.history.value, table.history.value.preview
    assert preview, "an undo is considered"
    first = preview.lines[-1]
    title = text(PAST["undoing"], TITLE._replace(smallest=26))
    when = text(f"{first.at} · {first.source}", NEWS, "quiet", share=0.6)
    flow, high = (column, 84) if room.is_upright else (row, 50)
    head = flow(title, when, gap=0, size=high)
    width = min(CARD, room.width - 16) - 40
    if room.message:
        head = message_plate(room.message, width, high)._replace(size=high)
    pieces = _pieces(preview.lines, lambda line: _room_of_move(line, width))
    answer = preview.answer
    balances = [column(changes([(table.marker_of(one.player), one)])) for one in answer.changes]
    columns = 2 if room.is_upright else 3 if len(balances) < 7 else 4
    cancel = action_key(PAST["cancel"], "back", ("page", "moves"), share=0.62)
    undo = answer_key(answer, -1)
    keys = row(cancel, undo, gap="xl", size=68)
    if room.is_upright:
        keys = column(undo, cancel._replace(share=1), size=2 * KEY + 8)
    card = column(
        head,
        _list(value, room._replace(width=width + 16), pieces, _move, ""),
        may(text(PAST["these go"], NEWS, "quiet", size=34), rank=4),
        grid(balances, columns, gap="xxs", size=36)._replace(size=HUG) if balances else None,
        keys,
        gap="s",
        look=Plate("sheet", "edge", 16),
        pad="xxl",
        size=width + 40,
    )
    return (row(Part(), card, Part(), gap=0),)


# --- filters ----------------------------------------------------------------------------------


def _pick(table: Table, room: Room) -> tuple[Part | None, ...]:
    """Return what there is to choose from for a filter."""
    value, game = table.history.value, table.game
    match value.picking:
        case "account":
            tiles = account_tiles(game, value.account)
        case "player":
            anybody = Tile("", PAST["everybody"], chosen=not value.player)
            tiles = [anybody, *player_tiles(game, value.player)]
        case _:
            any_deed = Tile("", PAST["any deed"], chosen=not value.deed)
            tiles = [any_deed, *deed_tiles(game, chosen=value.deed)]
    columns = 2 if room.is_upright else 3
    header = plain_header(room, PAST[f"which {value.picking}"], "list")
    draw = drawn(_tiles, columns)
    return header, rows(split(tiles, columns), draw, TILE, "m", key="tiles")


def _tiles(columns: int, tiles: tuple[Tile, ...]) -> Part:
    return cells([_tile(one) for one in tiles], columns)


def _tile(tile: Tile) -> Part:
    return row(
        group_band(tile.group) if tile.group else None,
        token(tile.marker, 40) if tile.marker >= 0 else None,
        column(
            text(tile.text, PERSON if tile.note else styles.NAMES),
            text(tile.note, NEWS, "quiet", size=30) if tile.note else None,
            gap=0,
        ),
        look=styles.chosen_key(tile.chosen),
        pad="l",
        do=("pick", tile.key),
    )


SCREEN = Screen(page, state="history", gives_way="rent")
