"""Properties of one player: what each earns, where to build, and what can be done with a deed."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Any

from companion.engine.state import Game
from companion.screens import board_figures, figures, strips, styles
from companion.screens.deeds import deed_band, title_deed
from companion.screens.layout import least
from companion.screens.parts import (
    HUG,
    SPACES,
    Ground,
    Key,
    Part,
    Plate,
    Room,
    cells,
    column,
    figure,
    fit,
    itself,
    length_of,
    may,
    over,
    row,
    rows,
    split,
    text,
)
from companion.screens.pieces import (
    action_key,
    answer_key,
    changes,
    corner_key,
    group_edge,
    icon,
    other_key,
    page_header,
    progress_bar,
    token,
)
from companion.screens.styles import BODY, BUTTON, NAME, SENTENCE, STRONG, VERB
from companion.screens.typesetting import TIGHT
from companion.table import deeds
from companion.table.markers import markers_of
from companion.table.prompts import Answer
from companion.table.properties.loans import HeldLoan, held_loans
from companion.table.properties.plan import (
    NOTHING,
    Plan,
    Selling,
    all_hotels,
    plan_answer,
    tap_slot,
)
from companion.table.properties.view import HeldDeed, answers, held_deeds, hint, nothing, titles
from companion.table.screen import Screen
from companion.table.table import Table
from companion.table.taps import Do
from companion.table.tiles import Tile, player_tiles
from companion.table.trade.view import HAND
from companion.text import money
from companion.text.screens.phones import PHONES
from companion.text.screens.play import WORDS
from companion.text.screens.properties import HOLDINGS
from companion.text.told import Wording


@dataclass(frozen=True, slots=True)
class PropertiesPage:
    """Player whose properties are shown, with the chosen deed (empty for none) and the plan.

    ``held`` are the player's deeds with their buildings: the plan is for these.
    """

    player: str = ""
    deed: str = ""
    plan: Plan = NOTHING
    held: tuple[tuple[str, int], ...] = ()

    @property
    def is_planned(self) -> bool:
        """True while there is a plan."""
        return self.plan != NOTHING


def begun(game: Game, player: str = "") -> PropertiesPage:
    """Return all deeds of a player; the default is the player who has the dice."""
    player = player or game.turn.player
    held = tuple((deed.key, game.rank(deed.key)) for deed in game.deeds_of(player))
    return PropertiesPage(player, held=held)


def tapped(page: PropertiesPage, do: tuple[Any, ...], game: Game) -> tuple[PropertiesPage, Wording]:
    """Page after a tap, and why the rules refuse what was planned by it.

    Refused buildings are not planned. A refused sale is: selling more may be legal (SELL-3).
    """
    match do:
        case ("tab", str(player)):
            return begun(game, player), ""
        case ("clear",):
            return replace(page, deed="", plan=NOTHING), ""
        case ("deed", str(deed)):
            return replace(page, deed=deed, plan=NOTHING), ""
        case ("place", str(deed), int(rank)):
            plan = tap_slot(game, page.plan, deed, rank)
            why = _refused(game, page.player, plan)
            is_hotel = rank > game.setup.top_houses
            if why and is_hotel and not game.edition.hotels_need_houses:
                plan = all_hotels(game, deed)
                why = _refused(game, page.player, plan)
            if why and not isinstance(plan, Selling):
                return page, why
            return replace(page, deed="", plan=plan), why
    return page, ""


def _refused(game: Game, player: str, plan: Plan) -> Wording:
    return plan_answer(game, player, plan).reason if plan != NOTHING else ""


def followed(page: PropertiesPage, game: Game) -> PropertiesPage:
    """Page in another position, without a plan or a deed that is out of date."""
    now = begun(game, page.player if page.player in game.players else "")
    if (now.player, now.held) == (page.player, page.held):
        return page
    return replace(now, deed=page.deed if page.deed in dict(now.held) else "")


# --- the page

CARD, GAP, EDGE = 252, SPACES["s"], SPACES["m"]
"""Least width of a deed with places, distance of two, and the edge of the page, in dp."""
HIGH, LOW, SMALL = 142, 106, 70
"""Heights of a deed with places, with its rent on a line or on the band, and of another, in dp."""
TAB, TABS_A_ROW = 56, 8
"""Least side of the tab of a player in dp, and most tabs in a row of an upright window."""
DEED, BALANCE, UPRIGHT_BALANCE = 264, 218, 150
"""Widths of the chosen deed, and of a balance before and after, in dp."""
ACTION, LOW_ACTION = 71, 52
"""Least heights of an action with a deed: of two lines, and of one, in dp."""
FOOT, UPRIGHT_FOOT = 71, 140
"""Heights of the foot in a wide window, and in an upright one, in dp."""
LINE, BOX, KEYS = 36, 48, 52
"""Heights of a line about a loan, of the boxes of its instalments, and of its keys, in dp."""
LOW_KEYS = 330
"""Width of the keys of a loan on one line, in dp."""
MOST_BOXES = 5
"""Most instalments of a loan that have a box each."""
HINT = 362
"""Least width of the hint, which takes two lines, in dp."""


def page(table: Table, room: Room) -> Part:
    """Page of one player's properties, or of one of them."""
    game, value = table.game, table.values["properties"]
    marker = markers_of(game.players)[value.player]
    offered = answers(game, value.player, value.plan, value.deed)
    body = _deed(game, value.deed, offered, marker, room) if value.deed else _fan(game, value, room)
    if value.is_planned:
        foot = _plan(offered[0], marker, room)
    elif value.deed:
        close = action_key(HOLDINGS["close"], "back", ("clear",), size=HUG)
        foot = row(close, Part(), _balance(game, value, marker), size=FOOT)
    else:
        foot = _hints(table, game, value, marker, room)
    header = _header(game, value, room)
    undone = strips.snackbar(table.undone)
    parts = header, body, undone, foot
    return column(*parts, look=Ground("ground"), pad=("m", "s"), gap="s")


def _header(game: Game, value: PropertiesPage, room: Room) -> Part:
    """Return whose properties these are, and the others: beside the title, or in rows below it."""
    reason = WORDS["planned"] if value.is_planned else ""
    tabs = [_tab(one) for one in player_tiles(game, value.player, game.in_play())]
    lines = -(-len(tabs) // TABS_A_ROW) if room.is_upright else 1
    each = -(-len(tabs) // lines)
    title = titles(value.player)
    plain = below = page_header(room, title, reason=reason)
    if room.is_upright or not value.deed:
        shown = (row(*line, gap="xs", size=TAB) for line in split(tabs, each))
        below = column(plain, *shown, gap="s", size=HUG)
    if room.is_upright or room.message:
        return below
    beside = row(*tabs, gap="xs", size=length_of(len(tabs), TAB, "xs"))
    return fit(page_header(room, title, reason=reason, beside=beside), below)


def _tab(tile: Tile) -> Part:
    player = styles.of_player(tile.marker)
    look = Plate(player.tint, player.fill, 10, 3) if tile.chosen else None
    inner = token(tile.marker, 0)
    return over(inner, look=look, pad=("xs", "xs"), do=("tab", tile.key), label=tile.text)


# --- all deeds --------------------------------------------------------------------------------


def _fan(game: Game, value: PropertiesPage, room: Room) -> Part:
    """Return all deeds, those with places first, and the loans; else what fits scrolls."""
    held = held_deeds(game, value.player, value.plan)
    loans = [] if value.is_planned else held_loans(game, value.player)
    if not held and not loans:
        return text(nothing(game, value.player), SENTENCE, "quiet", 0.5)
    across = max(1, int((room.width - 2 * EDGE + GAP) // (CARD + GAP)))
    columns = (1, 2) if room.is_upright else (across, across)
    heights = ((SMALL, SMALL),) if room.is_upright else ((HIGH, SMALL), (LOW, SMALL))
    lots, others = ([one for one in held if bool(one.places) is has] for has in (True, False))

    def lines(*heights: float) -> Iterator[Part]:
        for shown, count, height in zip((lots, others), columns, heights, strict=True):
            for line in split(shown, count):
                cards = [_held(one, height) for one in line]
                yield cells(cards, count, "s", size=height)

    whole = [_loan(one, room.is_upright) for one in loans]
    low = [_low_loan(one, room.is_upright) for one in loans]
    # A loan is told in one line before the deeds are made lower.
    forms = [
        column(*lines(*each), *told, Part(share=0.01), gap="s")
        for each, told in product(heights, (whole, low) if loans else (low,))
    ]
    high, _ = heights[-1]
    key = f"deeds:{value.player}"
    listed = [part._replace(size=high) for part in low]
    return fit(*forms, rows([*lines(high, high), *listed], itself, high, "s", key=key))


def _loan(loan: HeldLoan, is_upright: bool) -> Part:
    """Loan with all that is paid and to be paid, and what can be done about it."""
    next_due = text(loan.next, BODY, "quiet", 0.0 if is_upright else 1.0)
    paid = text(loan.paid, BODY, "quiet", 1.0, size=HUG)
    owes = text(loan.owes, STRONG, size=0 if is_upright else HUG)
    hand = icon(HAND, "ink", 30)
    secured = _security(loan, loan.secured)
    return _loan_card(
        loan,
        row(hand, owes, _parties(loan), None if is_upright else next_due, gap="s", size=LINE),
        row(next_due, paid, gap="s", size=LINE) if is_upright else None,
        secured._replace(size=LINE) if is_upright and secured else None,
        row(
            *_instalments(loan),
            None if is_upright else secured or Part(),
            None if is_upright else paid,
            gap="s",
            size=BOX,
        ),
        row(*_about(loan), gap="m", size=KEYS),
    )


def _low_loan(loan: HeldLoan, is_upright: bool) -> Part:
    """Loan as high as a deed: who owes whom how much, and what can be done about it."""
    secured = _security(loan, loan.secured[-1:])
    told = column(
        row(text(loan.owes, STRONG), secured, gap="s"),
        text(loan.next, BODY, "quiet"),
        gap=0,
    )
    keys = _about(loan, icons=2 if is_upright else 1)
    beside = row(*keys, gap="xs", size=HUG if is_upright else LOW_KEYS)
    return _loan_card(loan, row(_parties(loan), told, beside, gap="s"))._replace(size=SMALL)


def _loan_card(loan: HeldLoan, *parts: Part | None) -> Part:
    """Card of a loan with an edge in the colour of its borrower."""
    player = styles.of_player(loan.borrower)
    key = f"loan:{loan.number}"
    look = Key("sheet", player.fill, "lip", 12, 4)
    return column(*parts, look=look, pad=("m", "xs"), gap="xs", size=HUG, key=key)


def _parties(loan: HeldLoan) -> Part:
    """Tokens of who pays whom."""
    tokens = token(loan.borrower, 34), icon("right", "quiet", 20), token(loan.lender, 34)
    return row(*tokens, gap="xxs", size=HUG)


def _security(loan: HeldLoan, words: Sequence[Wording]) -> Part | None:
    """Deed that secures a loan, with its colour."""
    if not words:
        return None
    return row(group_edge(loan.group, 10), text(words, BODY), gap="s")


def _instalments(loan: HeldLoan) -> list[Part]:
    """Boxes of all instalments, ticked if paid; a bar if they are many."""
    if loan.times > MOST_BOXES:
        return [column(Part(), progress_bar(loan.done / loan.times), Part(), gap=0)]
    return [_instalment(loan, number < loan.done) for number in range(loan.times)]


def _instalment(loan: HeldLoan, is_paid: bool) -> Part:
    ink = "on_bank" if is_paid else "ink"
    look = Ground("bank", 8) if is_paid else Plate("sheet", "edge", 8, 2)
    tick = icon("check", ink, 22) if is_paid else None
    return row(tick, text(loan.amount, STRONG, ink, 0.5), gap=0, pad="xs", look=look, most=110)


def _about(loan: HeldLoan, icons: int = 0) -> list[Part]:
    """Keys that pay a loan off, and that begin a trade about it; the last ``icons`` have no words.

    The only key keeps its words if there is room for one.
    """
    do, pays = ("show", "trade", *loan.parties), loan.pays
    words = row(icon("trade", "ink", 30), text(loan.asks, BUTTON, align=0.5), gap="s", pad="xs")
    asks = over(words, look=styles.RAISED, pad="s", do=do)
    if icons > (not pays):
        asks = _icon_key("trade", do, loan.asks[0])
    if not pays:
        return [asks]
    does = ("answer", pays)
    if icons > 1:
        return [_icon_key("pay", does, loan.paying[0], pays.reason), asks]
    words = text(loan.paying, BUTTON, "quiet" if pays.reason else "ink", 0.5)
    look = styles.REFUSED if pays.reason else styles.RAISED
    return [over(words, look=look, pad="m", do=does, reason=pays.reason, share=1.6), asks]


def _icon_key(picture: str, do: Do, label: Wording, reason: Wording = "") -> Part:
    inner = icon(picture, "quiet" if reason else "ink", 30)
    look = styles.REFUSED if reason else styles.RAISED
    return over(inner, look=look, do=do, reason=reason, label=str(label), size=TAB)


def _held(deed: HeldDeed, height: float) -> Part:
    """Deed as a card of some height; a tap on its name shows the deed."""
    look = Key("deed", "amber" if deed.secures else "deed_edge", "lip", 12, 4)
    ink = "deed_ink"
    hand = icon(HAND, "amber", 30) if deed.secures else None
    do = ("deed", deed.key)
    places = [
        figure(
            board_figures.place,
            one.state,
            one.hotel,
            do=("place", one.deed, one.rank),
            label=one.state,
        )
        for one in deed.places
    ]
    if not places or height == SMALL:
        color = f"group {deed.group}"
        side = figure(board_figures.deed_side, color, ink, deed.mortgaged, size=18)
        words = column(text(deed.names, NAME, ink), _rent(deed, ink), gap=0, pad=("m", 0))
        named = row(side, words, hand, gap=0)
        if not places:
            return named._replace(look=look, pad=("xxs", "xxs"), do=do)
        slots = row(*places, gap=0, size=50 * len(places))
        return row(named._replace(do=do), slots, look=look, pad=("xxs", "xxs"), gap="xxs")
    amount = deed.amount if height == LOW else ""
    return column(
        deed_band(deed.names, deed.group, deed.mortgaged, amount=amount)._replace(do=do),
        row(*places, gap=0, size=50, pad="xxs"),
        _rent(deed, ink, 0.5) if height == HIGH else None,
        look=look,
        pad=("xxs", "xxs"),
        gap=0,
    )


def _rent(deed: HeldDeed, ink: str, align: float = 0.0) -> Part:
    """Rent of a deed, before and after the plan if it changes; or after it alone."""
    if not deed.after:
        return text((deed.earns, deed.amount or deed.earns), BODY, ink, align)
    start, end = Part() if align else None, Part()
    now = text(deed.earns, BODY, ink, size=HUG)
    after = icon("right", ink, 22), text(deed.after, STRONG, ink, size=HUG)
    return fit(*(row(start, *parts, end) for parts in ((now, *after), after)))


def _hints(table: Table, game: Game, value: PropertiesPage, marker: int, room: Room) -> Part:
    """Return what can be tapped, the way to a phone, the stock of the bank, and the balance."""
    words = text(hint(game, value.player), SENTENCE, "quiet", least=HINT)
    phone = corner_key(PHONES["phone"], ("show", "phones"), "phone")
    houses, hotels = game.houses_in_bank(), game.hotels_in_bank()
    parts = (
        phone if table.phones.is_served else None,
        figure(board_figures.buildings, 1, size=28),
        text(str(houses), BODY, size=HUG),
        figure(board_figures.buildings, board_figures.TOP_RANK, size=34),
        text(str(hotels), BODY, size=HUG),
        Part() if room.is_upright else None,
        may(_balance(game, value, marker), rank=0),
    )
    if room.is_upright:
        return column(row(words), row(*parts, gap="l", size=64), size=UPRIGHT_FOOT)
    return row(words, *parts, gap="l", size=FOOT)


def _balance(game: Game, value: PropertiesPage, marker: int) -> Part:
    cash = money(game.players[value.player].cash, game.board.currency)
    fill = styles.of_player(marker).fill
    shape = figure(figures.player_shape, fill, marker, size=23)
    return row(shape, text(cash, NAME, size=HUG), size=HUG)


# --- one deed, and a plan -----------------------------------------------------------------------


def _deed(game: Game, key: str, offered: list[Answer], marker: int, room: Room) -> Part:
    """Deed and what can be done with it, each with the balance before and after."""
    card = title_deed(deeds.title_deed(game, key))
    balance = UPRIGHT_BALANCE if room.is_upright else BALANCE
    across = room.width - 2 * EDGE - (0 if room.is_upright else DEED + SPACES["l"])

    def line(one: Answer, lines: int = 2, **height: Any) -> Part:
        key = other_key(one, marker, style=BUTTON._replace(lines=lines))
        return row(key, _own(one, balance), **height)

    def lowest(one: Answer) -> float:
        is_short = least(line(one, lines=1), is_down=False, factor=TIGHT) <= across
        return LOW_ACTION if is_short else ACTION

    def actions(heights: Sequence[float]) -> Part:
        lines = (
            line(one, least=height, most=134) for one, height in zip(offered, heights, strict=True)
        )
        height = sum(heights) + GAP * len(heights)
        return column(*lines, Part(share=0.01), gap="s", least=height)

    shown = fit(actions([ACTION] * len(offered)), actions([lowest(one) for one in offered]))
    if room.is_upright:
        return column(card, shown, gap="l")
    return row(column(card, Part(share=0.01), size=DEED, gap=0), shown, gap="l")


def _own(one: Answer, width: float = BALANCE) -> Part | None:
    """Balance of who answers, before and after; None if it stays."""
    own = [(None, change) for change in one.changes if change.player == one.player]
    return column(Part(), changes(own), Part(), gap=0, size=width) if own else None


def _plan(one: Answer, marker: int, room: Room) -> Part:
    """Key that carries out the plan, the one that drops it, and the balance."""
    verb, reset = (
        answer_key(one, marker, style=VERB._replace(lines=2))._replace(purpose="plan"),
        action_key(HOLDINGS["reset"], "", ("clear",), size=HUG),
    )
    balance = _own(one)
    if not room.is_upright:
        return row(reset, verb, balance, size=FOOT)
    above = row(reset, Part(), balance, Part(), size=60)
    return column(above, verb, size=UPRIGHT_FOOT)


def _tapped(value: PropertiesPage, do: Do, table: Table) -> PropertiesPage:
    after, why = tapped(value, do, table.game)
    if why:
        table.say(why)
    return after


SCREEN = Screen(
    page,
    value=PropertiesPage(),
    opened=lambda value, game, *player: begun(game, *player),
    tapped=_tapped,
    followed=lambda value, table: followed(value, table.game),
    gives_way="rent",
    shows_shortage=True,
)
