"""Debt: who owes what, every way to raise it, payment and bankruptcy."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from companion.engine.state import Game
from companion.screens import board_figures, figures, game, strips, styles
from companion.screens.game import Stage, title_width
from companion.screens.layout import unsqueezed
from companion.screens.parts import (
    HUG,
    SPACES,
    Dashed,
    Key,
    Part,
    Room,
    cells,
    column,
    figure,
    fit,
    may,
    over,
    row,
    rows,
    split,
    text,
)
from companion.screens.pieces import changes, full_page, group_edge, icon, page_header, token
from companion.screens.ruler import promised
from companion.screens.styles import BODY, BUTTON, NEWS, PERSON, STRONG, TURN
from companion.table.debt import Shortfall, Way, debtors, shortfall
from companion.table.prompts import Answer
from companion.table.screen import Screen
from companion.table.table import Table
from companion.table.taps import Do
from companion.table.tiles import Tile, player_tiles
from companion.text.names import party_name
from companion.text.screens.debt import DEBTS
from companion.text.screens.play import WORDS
from companion.text.told import Wording, joined

LOW, MIDDLE, HIGH = (48, 62), (64, 64), (64, 84)
"""Least and greatest height of a way on one line, and on two where there is less room and more, and
what is between two, in dp."""
BAR, LOW_BAR = 54, 38
"""Heights of the bar of the debt in dp: a message has room on it, and where there is less room."""
NAMED = 3
"""Most debtors whose tabs have names."""
BEST = 2
"""Ways that are shown in any room."""
LIST = 56
"""Height of a way on one line in the list of all, in dp."""


@dataclass(frozen=True, slots=True)
class DebtPage:
    """Debtor whose debt is shown; empty for the one with the oldest.

    ``lists_ways`` is True while every way to raise cash is listed, on a page of its own.
    """

    debtor: str = ""
    lists_ways: bool = False


def page(table: Table, room: Room) -> Part:
    """Page of one player's oldest debt."""
    position, value = table.game, table.values["debt"]
    owed = shown(position, value)
    if not owed:
        return game.page(table, room, table.rows, Stage(-1, (), (), Part()))
    if value.lists_ways:
        return _every_way(table, owed, room)
    owing = debtors(position)
    tabs = player_tiles(position, owed.debtor, owing) if len(owing) > 1 else []
    body = column(
        _reason(owed) if room.is_upright else None,
        _head(tabs, owed),
        _line(table, owed),
        _keys(owed, room.is_upright),
        gap="s",
    )
    players = [replace(one, is_actor=one.marker == owed.marker) for one in table.rows]
    titles, sublines = _headlines(owed, room)
    return game.page(
        table,
        room,
        players,
        Stage(owed.marker, titles, sublines, body, needs_ring=False, is_low=room.is_upright),
    )


def shown(position: Game, value: DebtPage) -> Shortfall | None:
    """Return the debt that is shown; None if nobody owes anything."""
    owing = debtors(position)
    name = value.debtor if value.debtor in owing else next(iter(owing), "")
    debt = position.debt_of(name)
    return shortfall(position, debt) if debt else None


def _headlines(owed: Shortfall, room: Room) -> tuple[Sequence[Wording], Sequence[Wording]]:
    """Return who owes whom how much, and below it what for.

    Where whole names have no room in one line, the creditor stands in the second one, alone if
    need be and no deed must be named; an upright window has a place for both in the stage.
    """
    if room.is_upright:
        return [party_name(owed.debtor)], [owed.due]
    if promised(str(owed.title), TURN.font, TURN.smallest) <= title_width(room):
        return [owed.title], owed.reasons
    alone = () if owed.deed else (owed.to,)
    return [owed.owes], [*_to_whom(owed), *alone]


def _to_whom(owed: Shortfall) -> list[Wording]:
    """Return wordings of whom a debt is owed to and what for."""
    return [joined(" · ", (owed.to, reason)) for reason in owed.reasons]


def _reason(owed: Shortfall) -> Part:
    """Return whom a debt is owed to and what for, in two lines or in one."""
    mark = token(owed.creditor_marker, 30)
    if owed.creditor_marker < 0:
        mark = icon("bank", "quiet", 30)
    whom = row(mark, text(owed.to, STRONG), size=34)
    why = text(owed.reasons, BODY, size=30)
    both = row(mark, text(_to_whom(owed), BODY), size=34)
    return fit(column(whom, why, gap="xxs", size=66), both, rank=3)


def _head(tabs: list[Tile], owed: Shortfall) -> Part:
    """Debtors, if there are several, and the bar of the debt below or beside them."""
    cash = _cash(owed)
    if not tabs:
        return fit(cash, cash._replace(least=LOW_BAR), None, rank=2)
    below = column(_tabs(tabs, len(tabs) <= NAMED), cash, gap="s", least=50 + SPACES["s"] + LOW_BAR)
    small = column(_tabs(tabs, is_named=False), size=52 * len(tabs))
    return fit(below, row(small, cash, gap="s", size=50), rank=2)


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
        return row(mark, name, look=look, pad="s", gap="s", do=do, label=tile.text)

    return row(*map(tab, tabs), gap="xs", size=50)


def _cash(owed: Shortfall) -> Part:
    """Bar of the debt: what there is cash for, and what is short."""
    ink = styles.on_player(owed.marker)
    fill = styles.of_player(owed.marker).fill
    share = owed.share if owed.short else 1.0
    wide = promised(str(owed.cash), STRONG.font, STRONG.smallest) + 2 * SPACES["l"]
    inside = over(
        Part(Key(fill, fill, fill, 8, 0)),
        over(text(owed.cash, STRONG, ink), pad=("l", 0)),
        share=max(0.01, share),
        least=wide if owed.short else 0,
    )
    short = over(
        text(owed.short, STRONG, align=0.5),
        pad=("m", 0),
        share=max(0.01, 1 - share),
        least=promised(str(owed.short), STRONG.font, STRONG.smallest) + 2 * SPACES["m"],
    )
    ground = figure(figures.shortfall, 0.0, fill, "amber_ground")
    words = row(inside, short if owed.short else None, gap=0)
    return over(ground if owed.short else None, words, least=BAR, most=BAR)


def _line(table: Table, owed: Shortfall) -> Part | None:
    """Return what must be raised, or the balances after the payment."""
    if owed.short:
        wanted = text(owed.wanted, STRONG)
        could = text(owed.could, BODY, "quiet", 1.0, size=HUG) if owed.could else None
        return may(row(wanted, could, gap="l", size=28), rank=5)
    ordered = sorted(owed.pays.changes, key=lambda change: change.player != owed.debtor)
    balances = [(table.marker_of(change.player), change) for change in ordered[:2]]
    return changes(balances) if balances else None


# --- keys -------------------------------------------------------------------------------------


def _keys(owed: Shortfall, is_upright: bool) -> Part:
    """Return the ways to raise cash above what ends the debt; as many ways as there is room for.

    The best ones come first, and what opens all of them stands where the others have no room. The
    trade is in the right column, or beside what ends the debt.
    """
    count = len(owed.ways)
    high, low = ([_way(one, is_high) for one in owed.ways] for is_high in (True, False))
    kinds = [(high, HIGH), (low, LOW)] if is_upright else [(low, LOW)]
    forms = []
    for some in (count, *range(2 * (count // 2 - 1), 0, -2)):
        more = _more(count - some) if some < count else None
        forms += [_lines(keys[:some], more, owed, *room) for keys, room in kinds]
    if not is_upright:
        forms += [_brief(low, owed, *LOW), _brief(high, owed, *MIDDLE)]
    return fit(*map(unsqueezed, forms), rank=4)


def _lines(
    ways: Sequence[Part], more: Part | None, owed: Shortfall, least: float, most: float
) -> Part:
    """Return lines of ways with the trade at the end, and what ends the debt below them."""
    trade, ends = _trade(DEBTS["trade"]), row(*_ends(owed), least=LOW[0], most=LOW[1])
    is_odd = len(ways) % 2
    lines = split([*ways, trade] if is_odd else ways, 2)
    shown = (row(*line, least=least, most=most) for line in lines)
    last = None if is_odd else row(more, trade, least=LOW[0], most=LOW[1])
    return column(*shown, last, ends, gap="s")


def _brief(ways: Sequence[Part], owed: Shortfall, low: float, high: float) -> Part:
    """Return the best ways in one line, and what ends the debt in another one."""
    best = [one._replace(share=2) for one in ways[:BEST]]
    rest = _more(len(ways) - BEST) if len(ways) > BEST else None
    pay, *gone = _ends(owed)
    trade = _trade(WORDS["trade"])
    return column(
        row(*best, rest, least=low, most=high) if best else None,
        row(pay, trade, *gone, least=LOW[0], most=LOW[1]),
        gap="s",
    )


def _ends(owed: Shortfall) -> Iterator[Part]:
    """Yield the keys that end a debt: the payment and, if it is true, the bankruptcy."""
    yield _verb(owed.pays, owed.paying, owed.marker)
    if owed.gone:
        yield _verb(owed.gone, [owed.gone.text], owed.marker, is_dangerous=True)


def _more(count: int) -> Part:
    """Return the key that opens the list of every way."""
    words = text(DEBTS.fill("more", count=count), BODY, align=0.5)
    return over(words, look=styles.RAISED, pad="l", do=("ways", True))


def _every_way(table: Table, owed: Shortfall, room: Room) -> Part:
    """Return the page of every way to raise cash."""
    keys = [_way(one, is_high=room.is_upright) for one in owed.ways]
    height = HIGH[0] if room.is_upright else LIST
    return full_page(
        page_header(room, owed.wanted, back=("ways", False)),
        text((owed.title, owed.owes), BODY, "quiet", size=30),
        _cash(owed),
        rows(split(keys, 2), _pair, height, "s", key="ways"),
        strips.snackbar(table.undone),
    )


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
        pad="s",
        do=("answer", one.answer),
    )


def _trade(word: Wording) -> Part:
    return row(
        Part(),
        icon("trade", "ink", 28),
        text(word, BODY, size=HUG),
        Part(),
        look=styles.RAISED,
        pad="s",
        do=("show", "trade"),
    )


def _pair(pair: tuple[Part, ...]) -> Part:
    return cells(pair, 2)


def _verb(
    one: Answer,
    words: Sequence[Wording],
    marker: int,
    is_dangerous: bool = False,
) -> Part:
    look: Key | Dashed = styles.player_key(marker)
    ink = styles.on_player(marker)
    if one.reason:
        look, ink = styles.REFUSED, "quiet"
    elif is_dangerous:
        look, ink = styles.DANGER, "debit"
    is_payers = not one.reason and not is_dangerous
    return row(
        token(marker, 38, inverse=True) if is_payers else None,
        text(words, BUTTON, ink, 0.5),
        look=look,
        pad="m",
        do=("answer", one),
        reason=one.reason,
    )


def _tapped(value: DebtPage, do: Do, _: Table) -> DebtPage:
    match do:
        case ("debtor", str(name)):
            return DebtPage(name)
        case ("ways", bool(lists_ways)):
            return replace(value, lists_ways=lists_ways)
    return value


def _followed(value: DebtPage, table: Table) -> DebtPage:
    """Return the page in another position; the list closes when the debt can be paid."""
    owed = shown(table.game, value)
    return replace(value, lists_ways=value.lists_ways and bool(owed and owed.short))


SCREEN = Screen(page, value=DebtPage(), tapped=_tapped, followed=_followed, prompt="settle")
