"""Debt: who owes what, every way to raise it, payment and bankruptcy."""

from dataclasses import replace

from companion.engine.obligations import Debt
from companion.engine.state import Game
from companion.screens import board_figures, figures, game, styles
from companion.screens.game import Stage
from companion.screens.parts import (
    HUG,
    SEEN,
    Dashed,
    Key,
    Part,
    Room,
    cells,
    column,
    figure,
    fit,
    grid,
    may,
    over,
    row,
    rows,
    split,
    text,
)
from companion.screens.pieces import changes, group_edge, icon, token
from companion.screens.ruler import promised
from companion.screens.styles import BODY, BUTTON, NEWS, PERSON, STRONG
from companion.table.debt import Shortfall, Way, debtors, shortfall
from companion.table.markers import markers_of
from companion.table.prompts import Answer
from companion.table.screen import Screen
from companion.table.table import Table
from companion.table.tiles import Tile, player_tiles
from companion.text.screens.debt import DEBTS

LOW, HIGH, GAP = (48, 64), (72, 84), 6
"""Least and greatest height of a way on one line, and on two, and what is between two, in dp."""
NAMED = 3
"""Most debtors whose tabs have names."""


def page(table: Table, room: Room) -> Part:
    """Page of one player's oldest debt."""
    position = table.game
    owing = debtors(position)
    if not owing:
        return game.page(table, room, table.rows, Stage(-1, (), (), Part()))
    shown = table.values["debt"]
    name = shown if shown in owing else owing[0]
    debt = next(one for one in position.debts if one.debtor == name)
    owed = shortfall(position, debt)
    tabs = player_tiles(position, name, owing) if len(owing) > 1 else []
    keys = [_way(one, room.is_upright) for one in owed.ways]
    if len(keys) % 2 or not keys:
        keys.append(_trade())
    body = column(
        _head(tabs, owed),
        _line(table, owed, name),
        _ways(keys, *(HIGH if room.is_upright else LOW)),
        row(
            _verb(owed.pays, owed.marker, to=_creditor(position, debt)),
            _verb(owed.gone, owed.marker, is_dangerous=True) if owed.gone else None,
            least=50,
            most=62,
        ),
        gap=GAP,
    )
    players = [replace(one, is_actor=one.marker == owed.marker) for one in table.rows]
    stage = Stage(owed.marker, owed.titles, owed.sublines, body, needs_ring=False)
    return game.page(table, room, players, stage)


def _head(tabs: list[Tile], owed: Shortfall) -> Part:
    """Debtors, if there are several, and the bar of the debt below or beside them."""
    cash = _cash(owed)
    if not tabs:
        return may(cash, rank=2)
    below = column(_tabs(tabs, len(tabs) <= NAMED), cash, gap=GAP, least=50 + GAP + 38)
    small = column(_tabs(tabs, is_named=False), size=52 * len(tabs))
    return fit(below, row(small, cash, gap=GAP, size=50), rank=2)


def _tabs(tabs: list[Tile], is_named: bool) -> Part:
    """Key for each debtor; a tap shows the debt of that player."""

    def tab(tile: Tile) -> Part:
        look = styles.RAISED
        ink = "ink"
        if tile.chosen:
            look = styles.player_key(tile.marker, 3)
            ink = styles.on_player(tile.marker)
        name = text(tile.text, PERSON, ink) if is_named else None
        mark = token(tile.marker, 34, inverse=tile.chosen)
        do = ("debtor", tile.key)
        return row(mark, name, look=look, pad=(6, 2, 4, 5), gap=6, do=do, label=tile.text)

    return row(*map(tab, tabs), gap=4, size=50)


def _cash(owed: Shortfall) -> Part:
    """Bar of the debt: what there is cash for, and what is short."""
    ink = styles.on_player(owed.marker)
    fill = styles.of_player(owed.marker).fill
    share = owed.share if owed.short else 1.0
    inside = over(
        Part(Key(fill, fill, fill, 8, 0)),
        over(text(owed.cash, STRONG, ink), pad=(12, 0, 12, 0)),
        share=max(0.01, share),
        least=promised(str(owed.cash), STRONG.font, STRONG.smallest) + 24 if owed.short else 0,
    )
    short = over(
        text(owed.short, STRONG, align=0.5),
        pad=(8, 0, 8, 0),
        share=max(0.01, 1 - share),
        least=promised(str(owed.short), STRONG.font, STRONG.smallest) + 16,
    )
    ground = figure(figures.shortfall, 0.0, fill, "amber_ground")
    words = row(inside, short if owed.short else None, gap=0)
    return over(ground if owed.short else None, words, least=38, most=48)


def _line(table: Table, owed: Shortfall, name: str) -> Part | None:
    """Return what must be raised, or the balances after the payment."""
    if owed.short:
        wanted = text(owed.wanted, STRONG)
        could = text(owed.could, BODY, "quiet", 1.0, size=HUG) if owed.could else None
        return may(row(wanted, could, gap=12, size=34), rank=4)
    ordered = sorted(owed.pays.changes, key=lambda change: change.player != name)
    balances = [(table.marker_of(change.player), change) for change in ordered[:2]]
    return changes(balances) if balances else None


def _way(one: Way, is_high: bool) -> Part:
    """Key of a way to raise cash: the deed, and what it brings."""
    ink = styles.of_tone(one.tone)
    names = text(one.names, NEWS)
    brings = None
    if one.amount:
        brings = text(one.amount, STRONG, ink, 0.0 if is_high else 1.0, size=0 if is_high else HUG)
    picture = None
    if one.picture in ("house", "hotel"):
        picture = figure(board_figures.pictures, one.picture, 1, "ink", size=24)
    elif one.picture:
        picture = icon(one.picture, "ink", 24)
    return row(
        group_edge(one.group, 13),
        token(one.marker, 30) if one.marker >= 0 else None,
        may(picture) if picture else None,
        column(names, brings, gap=0) if is_high else row(names, brings),
        look=styles.RAISED,
        pad=(5, 4, 8, 7),
        gap=8,
        do=("answer", one.answer),
    )


def _trade() -> Part:
    return row(
        icon("trade", "ink", 28),
        text(DEBTS["trade"], BODY),
        look=styles.RAISED,
        pad=(10, 4, 8, 7),
        gap=8,
        do=("show", "trade"),
    )


def _ways(keys: list[Part], low: float, most: float) -> Part:
    """Return all keys at once if there is room, else a list that scrolls."""
    count = -(-len(keys) // 2)
    whole = grid(keys, 2, gap=8, least=low, most=most)
    room = count * (low + GAP) - GAP, count * (most + GAP) - GAP
    whole = whole._replace(gap=GAP, least=room[0], most=room[1])
    scrolled = rows(split(keys, 2), _pair, low, GAP, least=SEEN * (low + GAP), key="ways")
    return fit(whole, scrolled, rank=3)


def _pair(pair: tuple[Part, ...]) -> Part:
    return cells(pair, 2)


def _creditor(position: Game, debt: Debt) -> Part | None:
    """Token of the player whom a debt is owed to, who may have no other place on the page."""
    marker = markers_of(position.players).get(debt.creditor, -1)
    if marker < 0:
        return None
    arrow = icon("right", "quiet", 18)
    return row(arrow, token(marker, 30), gap=4, size=HUG)


def _verb(one: Answer, marker: int, is_dangerous: bool = False, to: Part | None = None) -> Part:
    look: Key | Dashed = styles.player_key(marker)
    ink = styles.on_player(marker)
    if one.reason:
        look, ink = styles.REFUSED, "quiet"
    elif is_dangerous:
        look, ink = styles.DANGER, "debit"
    is_payers = not one.reason and not is_dangerous
    return row(
        token(marker, 38, inverse=True) if is_payers else None,
        text(one.text, BUTTON, ink, 0.5),
        may(to) if to and one.reason else None,
        look=look,
        pad=(8, 2, 8, 6),
        gap=8,
        do=("answer", one),
        reason=one.reason,
    )


SCREEN = Screen(
    page,
    value="",
    tapped=lambda value, do, table: do[1] if do[0] == "debtor" else value,
    prompt="settle",
)
"""Its value is the debtor whose debt is shown; empty for the one with the oldest."""
