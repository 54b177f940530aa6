"""Frame of the pages on which the game is played: players, header, stage, ring and actions."""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from companion.engine.phases import Opening
from companion.engine.state import Game
from companion.screens import figures, knock, strips, styles
from companion.screens.layout import least
from companion.screens.parts import (
    SPACES,
    Ground,
    Pad,
    Part,
    Room,
    Style,
    column,
    figure,
    fit,
    may,
    over,
    row,
    text,
)
from companion.screens.pieces import below_header, divider, icon, message_plate, token, undo_key
from companion.screens.players import rail, upright_height, upright_rail
from companion.screens.ring import ring
from companion.screens.ruler import promised
from companion.screens.styles import MEDIUM, NEWS, STORY, TURN
from companion.screens.ways import whole
from companion.table.board import ring_cells
from companion.table.knocks import Knock
from companion.table.play.claims import places
from companion.table.play.view import Row
from companion.table.table import Table
from companion.text import prompt
from companion.text.names import names_of_spaces
from companion.text.screens.play import WORDS
from companion.text.told import Told, Wording, joined

HEADER, LOW_HEADER, UPRIGHT_HEADER = 78, 57, 96
"""Heights of the header of the stage, of a header of one line, and of one in an upright window."""
BAR, UPRIGHT_BAR, BELOW = 60, 70, 126
"""Heights of the bar of actions, and of the keys below the ring of an upright window, in dp."""
TOKEN, UNDO, DICE, LOW_DICE = 52, 56, 108, 43
"""Width in dp of what stands beside the title of an upright window: the token, Undo, dice beside
each other, and dice below each other."""
BADGE = 26
"""Side of the small loudspeaker on a token in dp."""
UPRIGHT_TITLE, UPRIGHT_LOW = Style("title", 40, 34), Style("title", 34, 30)
BETWEEN = " · "
LOW_TILES_FROM = 3
"""Claims from which the tiles of an upright window are low."""
RAIL, WIDE_RAIL, GAP = 236, 256, SPACES["m"]
RING_FROM = 1000
"""Width in dp from which the board stands around the page."""
RINGS = {False: (77, 64), True: (44, 40)}
"""Depth of the ring at the sides and at the bottom and top, by whether the window is upright."""
MOST_CLAIMS = 2
"""Most claims beside a debt and an offer that leave room for the bar."""
LEAST_RING, TOUCHED_RING = 282, 332
"""Least height of a ring in dp, and of one whose spaces are large enough to be touched."""
ICONS = {
    "properties": "cards",
    "board": "board",
    "history": "history",
    "trade": "trade",
    "pay": "pay",
    "menu": "menu",
}


class Stage(NamedTuple):
    """Content of the stage of one player, the number of whose marker is ``marker``.

    ``body`` gets what room there is. ``verbs`` are what must be tapped next: an upright window has
    a place of its own for them, below the ring.
    """

    marker: int
    titles: Sequence[Wording]
    sublines: Sequence[Wording]
    body: Part
    verbs: Part | None = None
    dice: tuple[int, int] | None = None
    """Dice that have just landed, in the place of Undo."""
    needs_ring: bool = True
    """False if the stage takes the room of the ring in an upright window."""
    is_low: bool = False
    """True if the stage is crowded: the header has one line, or the tiles of an upright window."""
    has_snackbar: bool = False
    """True if the body has a place for what was undone."""
    after: "Stage | None" = None
    """Stage that comes after a moment: claims have the room that they will have beside it."""

    @property
    def header_height(self) -> float:
        """Height of the header in dp."""
        return LOW_HEADER if self.is_low else HEADER

    @property
    def least_body(self) -> float:
        """Least height of the body in dp: at least what the stage that comes after it needs."""
        own = _least_of(self.body)
        if self.after is None:
            return own
        needs = _least_of(self.after.verbs, self.after.body)
        return max(own, needs + self.after.header_height - self.header_height)


def _least_of(*parts: Part | None) -> float:
    """Return the least height in dp of parts below each other, in their smallest forms."""
    smallest = (part.forms[-1] if part and part.forms else part for part in parts)
    return sum(least(part, is_down=True) + GAP for part in smallest if part) - GAP


def has_ring(room: Room) -> bool:
    """Return True if the board stands around the whole page."""
    return not room.is_upright and room.width >= RING_FROM


def page_width(room: Room) -> float:
    """Return the width of a page of the game in dp; in an upright window, without a ring."""
    return room.width - 2 * GAP - (2 * RINGS[False][0] if has_ring(room) else 0)


def stage_width(room: Room) -> float:
    """Return the width inside the stage in dp; in an upright window, without a ring."""
    if room.is_upright:
        return page_width(room) - 8
    return page_width(room) - (WIDE_RAIL if has_ring(room) else RAIL) - 32


def title_width(room: Room) -> float:
    """Return the width of the title in dp while Undo is an icon; beside a wide stage."""
    return stage_width(room) - 112


def page(table: Table, room: Room, players: Sequence[Row], stage: Stage) -> Part:
    """Return a page of the game."""
    if room.is_upright:
        inner = _upright(table, room, players, stage)
    else:
        inner = _beside(table, room, players, stage)
    return over(inner, look=Ground("ground"))


def _beside(table: Table, room: Room, players: Sequence[Row], stage: Stage) -> Part:
    """Return players at the left and the stage at the right, within the ring if it has room."""
    is_large = has_ring(room)
    fill = styles.of_player(stage.marker).fill
    verbs = (stage.verbs,) if stage.verbs else ()
    inside = stage.body
    if stage.after:
        inside = fit(*(_as_high(one, stage.least_body) for one in (inside, *inside.forms)))
        inside = inside._replace(rank=stage.body.rank)
    body = column(*verbs, inside, *_stack(table, room, stage))
    sheet = over(body, pad=("l", "m"))
    if room.message:
        # The message takes the room above the body, too: so nothing below it moves.
        sheet = column(over(body, pad=("l", 0)), Part(size=GAP), gap=0)
    framed = below_header(header(stage, room, table.voice.is_speaking), sheet, fill, key="stage")
    people = column(
        rail(players, knocking=_unseen_player(table)), size=WIDE_RAIL if is_large else RAIL, gap=0
    )
    return wide(table, room, row(people, framed, gap=0, pad=("m", "m")))


def _as_high(part: Part | None, height: float) -> Part | None:
    """Return a part that is at least as high as it needs to be, and as a ``height`` in dp."""
    return part and part._replace(least=max(height, least(part, is_down=True)), forms=())


def wide(table: Table, room: Room, inside: Part) -> Part:
    """Return a wide page with the bar below it, and the board around it if there is room."""
    is_large = has_ring(room)
    names = ("properties", "history" if is_large else "board", "trade", "pay", "menu")
    is_knocked = bool(_unseen(table))
    verbs = bar(names, is_knocked=is_knocked, game=table.game)
    shown = column(inside, verbs if is_large or not _is_crowded(table) else None, gap=0)
    return _within_ring(table, shown, is_upright=False) if is_large else shown


def _upright(table: Table, room: Room, players: Sequence[Row], stage: Stage) -> Part:
    """Return everything below each other, with the ring where it has room.

    Claims are below all else: there a moment leaves them, whatever must be tapped after it.
    """
    wide = room.width - 2 * GAP
    *others, claims = _stack(table, room, stage)
    is_low = (stage.after or stage).is_low or places(table.moments.claims) >= LOW_TILES_FROM
    people = upright_height(len(players), is_low)
    below = 0 if _is_crowded(table) else UPRIGHT_BAR
    free = room.height - UPRIGHT_HEADER - people - below - 5 * GAP

    rest = stage.after or stage
    height = free - (BELOW if rest.verbs else 0) - (claims.size + GAP if claims else 0)
    is_around = rest.needs_ring and height >= LEAST_RING
    body = column(rest.body, *others)
    middle = over(body, pad=("xs", 0), key="stage")
    if is_around:
        is_touched = height >= TOUCHED_RING
        around = _within_ring(
            table, over(body, pad=("s", "s")), is_upright=True, is_touched=is_touched
        )
        middle = over(around, key="stage")
    if stage.after:
        needs = least(middle, is_down=True) + (BELOW + GAP if rest.verbs else 0)
        middle = _framed(stage, column(stage.body, *others))
        middle = middle._replace(least=max(needs, least(middle, is_down=True)))
    verbs = column(stage.verbs, size=BELOW) if stage.verbs else None
    board = () if is_around else ("board",)
    actions = bar(
        ("properties", *board, "trade", "pay", "menu"),
        is_upright=True,
        is_knocked=bool(_unseen(table)),
        game=table.game,
    )
    return column(
        column(
            _upright_header(stage, wide, room.message, table.voice.is_speaking),
            column(upright_rail(players, wide, _unseen_player(table), is_low), size=people),
            middle,
            verbs,
            claims,
            pad=("m", "m"),
        ),
        None if _is_crowded(table) else actions,
        gap=0,
    )


def _framed(stage: Stage, body: Part) -> Part:
    """Return a moment in an upright window, in a frame in the colour of the player."""
    sheet = over(Part(Ground("sheet", 12)), over(body, pad="l"), pad=("xs", "xs"))
    return over(sheet, look=Ground(styles.of_player(stage.marker).fill, 14), key="stage")


def _within_ring(table: Table, inside: Part, is_upright: bool, is_touched: bool = True) -> Part:
    """Return a part within the spaces of the board, of which each ``is_touched``, or each side."""
    game = table.game
    here, cells = game.players[game.turn.player].space, ring_cells(game)
    if is_touched:
        return ring(cells, here, inside, *RINGS[is_upright], names_of_spaces(game.board))
    return ring(cells, here, inside, *RINGS[is_upright], do=("show", "board"), label=WORDS["board"])


def _stack(table: Table, room: Room, stage: Stage) -> list[Part | None]:
    """Return what stacks upwards in the stage: an undo, who asks, a roll, an offer, claims."""
    asks = _asks(table)
    rolls = [strips.pending_roll(one) for one in table.tray_input.pending_rolls[:1]]
    beside, marker_of = _beside_claims(table), table.marker_of
    offers = [
        strips.offer(one, marker_of(one.player), marker_of(one.other), beside == "debt")
        for one in table.now.offers
    ]
    claims = table.moments.claims
    asks_here = None
    if asks and not _unseen(table):
        asks_here = knock.strip(asks, places(claims), room.is_upright)
    return [
        None if stage.has_snackbar else strips.snackbar(table.undone),
        asks_here,
        rolls[0] if rolls else None,
        offers[0] if offers else None,
        strips.claims(claims, room.is_upright, beside),
    ]


def _asks(table: Table) -> Knock | None:
    """Return the phone or the browser that asks, the phone first."""
    return table.phones.knock or table.guests.knock


def _unseen(table: Table) -> Knock | None:
    """Return whoever asks where there is no room for a strip."""
    asks, claims = _asks(table), places(table.moments.claims)
    return asks if _is_full(table) or claims > knock.MOST_CLAIMS else None


def _unseen_player(table: Table) -> str:
    """Return the player whose phone asks and has no strip; empty if there is none."""
    asks = _unseen(table)
    return asks.player if asks else ""


def _is_full(table: Table) -> bool:
    """Return True if cards, or ways to pay a debt, take the room of the stage, or soon will."""
    return bool(_beside_claims(table))


def _beside_claims(table: Table) -> str:
    """Return what takes much room beside claims, now or soon: ``cards``, a ``debt``, or nothing."""
    if table.now.kind == "settle":
        return "debt"
    return "cards" if any(one.card for one in table.now.answers) else ""


def _is_crowded(table: Table) -> bool:
    """Return True if a debt beside claims and an offer needs the room of the bar, too.

    Trade and ways to raise cash stand in its stage. Claims must not move when its moment ends, so
    their number alone decides.
    """
    is_debt = _beside_claims(table) == "debt"
    return is_debt and bool(table.now.offers) and places(table.moments.claims) > MOST_CLAIMS


def _token_of(stage: Stage, is_speaking: bool) -> Part:
    """Return the token of a stage, with a small loudspeaker while the voice speaks."""
    sign = over(icon("volume", "ink", 0), look=Ground("sheet", 13), pad="xxs", size=BADGE)
    below = Part(size=SPACES["l"])
    mark = column(Part(), row(Part(), sign, gap=0, size=BADGE), below, gap=0)
    who = token(stage.marker, TOKEN, inverse=True)
    return over(who, mark if is_speaking else None, size=TOKEN)


def header(stage: Stage, room: Room, is_speaking: bool = False) -> Part:
    """Header: the player of the stage, and where; Undo at the right, or dice that have landed.

    A message stands in the place of the player's title.
    """
    ink = styles.on_player(stage.marker)
    fill = styles.of_player(stage.marker).fill
    below, lines = stage.sublines, 1 if any(stage.sublines) else 2
    titles = column(
        text(stage.titles, TURN._replace(lines=lines), ink, share=1.3),
        may(text(below, NEWS, ink, size=28)) if any(below) else None,
        gap=0,
    )
    if stage.dice:
        right = row(*(_landed(i, face) for i, face in enumerate(stage.dice)), gap="l")
        right = fit(*(column(right, size=wide, pad=(0, "xs")) for wide in (140, 112)))
    else:
        right = low_undo(stage.is_low)
    who = _token_of(stage, is_speaking)
    look, high = Ground(fill, 16), stage.header_height
    if room.message:
        return _message(room.message, stage_width(room) + 32, high + GAP, who, right, look)
    return row(who, titles, right, look=look, pad="l", size=high)


def _message(
    message: Wording, width: float, height: float, who: Part, right: Part, look: Ground
) -> Part:
    """Return a header with a message beside Undo or dice, which keep their place.

    The token of ``who`` acts stays where there is room.
    """
    beside = (right.forms and right.forms[-1]) or right
    plate = message_plate(message, width - beside.size - 2 * GAP, height)._replace(size=0)
    edge = Part(size=SPACES["xxs"])
    return row(may(who, rank=2), plate, right, edge, look=look, size=height, most=height)


def _upright_header(
    stage: Stage, width: float, message: Wording, is_speaking: bool = False
) -> Part:
    """Return the header of an upright window, ``width`` dp wide; a message is in its title's place.

    If the title is too wide for a line, the name has one for itself, with the rest of the title and
    where below it; then dice are below each other.
    """
    ink = styles.on_player(stage.marker)
    look = Ground(styles.of_player(stage.marker).fill, 14)
    who = _token_of(stage, is_speaking)
    room = width - TOKEN - 3 * GAP - 12
    is_short = any(
        _fits(title, UPRIGHT_TITLE, room - (DICE if stage.dice else UNDO)) for title in stage.titles
    )
    name, _ = Told(stage.titles[0]).split_name()
    dice = [_landed(i, face) for i, face in enumerate(stage.dice or ())]
    if not dice:
        undo = undo_key().forms[-1]
        right = column(Part(), undo and undo._replace(size=UNDO), Part(), size=UNDO)
    elif is_short:
        right = column(Part(), row(*dice, size=DICE / 2 - 4), Part(), size=DICE)
    else:
        right = column(*dice, gap="xs", size=LOW_DICE)
    if message:
        return _message(message, width, UPRIGHT_HEADER, who, right, look)
    wide = room - right.size
    if is_short:
        titles = _above(text(stage.titles, UPRIGHT_TITLE, ink), stage.sublines, ink, wide)
    elif name:
        rests = _rests(stage)
        titles = _above(
            text(name, UPRIGHT_TITLE, ink), _with(rests, stage.sublines), ink, wide, rests
        )
    else:
        where = may(text(stage.sublines, NEWS, ink, size=28)) if any(stage.sublines) else None
        titles = column(text(stage.titles, TURN._replace(lines=2), ink), where, gap=0)
    return row(who, titles, right, look=look, pad="l", size=UPRIGHT_HEADER)


def _rests(stage: Stage) -> list[Told]:
    """Return the title without the name that it begins with."""
    return [rest for _, rest in (Told(title).split_name() for title in stage.titles) if rest]


def _with(rests: Sequence[Told], where: Sequence[Wording]) -> list[Told]:
    """Return the rest of a title, and where, in one line."""
    lasts = [one for one in where if one] or [""]
    return [joined(BETWEEN, filter(None, (rest, last))) for rest in rests for last in lasts]


def _above(
    title: Part,
    below: Sequence[Wording],
    ink: str,
    width: float,
    shorter: Sequence[Wording] = (),
) -> Part:
    """Return a title of one line above a line of text, or above two if one is not enough.

    What is ``shorter`` stands there if two are not enough either.
    """
    if not any(below):
        return title
    lines = whole(tuple(map(Told, below)))
    if any(_fits(words, NEWS, width) for words, _ in lines):
        around = Part(share=0.2)
        return column(around, title, text(below, NEWS, ink, size=32), around, gap=0)
    smaller = title.look._replace(style=UPRIGHT_LOW)
    said = may(text((*below, *shorter), STORY, ink, size=58))
    return column(title._replace(look=smaller), said, gap=0)


def _fits(words: Wording, style: Style, width: float) -> bool:
    """Return True if a text fits into a line in the smallest type of its style."""
    return promised(str(words), style.font, style.smallest) <= width


def low_undo(is_low: bool = False, has_word: bool = True) -> Part:
    """Return the key that undoes the last move, a little lower than its header.

    In a header of one line it has all of the height: less could not be touched. Where the room is
    needed it never ``has_word``.
    """
    key, pad = undo_key(), 0 if is_low else (0, "s")
    forms = (form for form in (key, *key.forms)[0 if has_word else 1 :] if form)
    return fit(*(column(one._replace(size=0), size=one.size, pad=pad) for one in forms))


def _landed(which: int, face: int) -> Part:
    return figure(
        figures.die,
        face,
        "die",
        "die_edge",
        "deed_ink",
        key=f"landed:{which}",
        moves="drop",
        label=f"{face}",
    )


def bar(
    names: tuple[str, ...],
    is_upright: bool = False,
    is_knocked: bool = False,
    game: Game | None = None,
) -> Part:
    """Return the actions at the bottom; in an upright window they are narrow, and high.

    The menu has a dot while somebody asks who is not seen elsewhere (``is_knocked``). Nobody pays
    before the opening rolls are over.
    """
    is_opening = game is not None and isinstance(game.phase, Opening)
    reasons = {"pay": prompt("opening.question")} if is_opening else {}
    actions = tuple((name, WORDS[name], reasons.get(name, "")) for name in names)
    return _bar(actions, is_upright, is_knocked)


@lru_cache(32)
def _bar(names: tuple[tuple[str, str, str], ...], is_upright: bool, is_knocked: bool) -> Part:
    """Return the bar; all icons give way to words in larger type, unless one has a dot."""
    flow, align = (column, 0.5) if is_upright else (row, 0.0)
    side = 26 if is_upright else 30
    pad: Pad = ("xxs", "xs") if is_upright else ("m", "xs")

    def action(name: str, word: str, reason: str, has_icon: bool) -> Part:
        ink = "quiet" if reason else "ink"
        drawn = icon(ICONS[name], "edge" if reason else "quiet", side)
        if is_knocked and name == "menu":
            drawn = figure(figures.icon_with_dot, ICONS[name], "quiet", "debit", size=side)
        words = text(word, MEDIUM, ink, align if has_icon else 0.5)
        wide = promised(word, MEDIUM.font, MEDIUM.smallest) + (8 if is_upright else side + 24)
        return flow(
            drawn if has_icon else None,
            words,
            gap=0 if is_upright else "m",
            look=Ground("sheet"),
            pad=pad if has_icon else "xs",
            do=("show", name),
            reason=reason,
            share=wide,
        )

    def line(has_icons: bool) -> Part:
        actions = (action(*one, has_icons) for one in names)
        return column(divider(), row(*actions, gap="xxs", look=Ground("line")), gap=0)

    shown = line(True) if is_knocked else fit(line(True), line(False))
    return over(shown, size=UPRIGHT_BAR if is_upright else BAR, key="bar")
