"""Every page in every position of the generator: nothing cut off, hidden or too small to touch."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice, product
from typing import Any

import pytest

from companion import text
from companion.engine.events import Paid
from companion.engine.obligations import MOST_TIMES
from companion.engine.problems import Problem
from companion.engine.rulings import Instalments
from companion.engine.state import BANK, Game
from companion.export.problems import ExportProblem
from companion.look.palette import EVENING, THEMES
from companion.screens import idle, keyed_bid, overlay, properties
from companion.screens import trade as trading
from companion.screens.debt import DebtPage
from companion.screens.keyed_bid import KeyedBid
from companion.screens.layout import place
from companion.screens.parts import Part, Room
from companion.screens.pay import begun
from companion.screens.properties import PropertiesPage
from companion.screens.registry import SCREENS
from companion.table.confirmation import closing_sheet, sheet_for
from companion.table.game_code import GameCode, ShownCode, results_of
from companion.table.history.pages import History
from companion.table.history.statement import StatementLine
from companion.table.history.view import HistoryCache, undo_preview
from companion.table.keyed_amount import MOST
from companion.table.knocks import Knock
from companion.table.menu.leave import ending, ways_out
from companion.table.phones.view import JoinPage, phone_rows
from companion.table.ruling import LONGEST_NAME, Ruling, after, kinds, options, tapped
from companion.table.ruling import begun as begun_ruling
from companion.table.table import Table
from companion.table.trade.draft import FREE, LEND, toggle_item, with_cash, with_instalments
from companion.table.trade.view import sides
from companion.text.screens.game_code import text_of
from companion.text.screens.history import PAST
from companion.text.screens.phones import PHONES
from companion.text.screens.play import undid
from companion.text.told import Told
from tests.screens.faults import Kind, Page, faults
from tests.screens.known import unknown
from tests.screens.seat import met, seat, with_trade
from tests.screens.states import EVERY, LANGUAGES, LARGE, WINDOWS, Position, Window, positions
from tests.screens.states import window as window_of
from tests.screens.watching import Seen, longest_refusal, needed, watched

ALL = [*positions()]
PAGES = {name: screen.page for name, screen in SCREENS.items()}
SHOWN = {
    **PAGES,
    "idle": idle.page,
    "overlay": lambda table, room: overlay.page(table.sheet, room),
    "keyed bid": PAGES["auction"],
    "ways": PAGES["debt"],
    **dict.fromkeys(
        (
            "who trades",
            "cash of a trade",
            "everything in a trade",
            "promise of a trade",
            "loan of a trade",
            "security of a loan",
        ),
        PAGES["trade"],
    ),
}
"""Pages by what is asked there."""
REFUSING = ("trade", "properties", "board", "pay", "menu", "history", "phones", "game_code")
"""Pages with a header of their own."""
MENU = ("menu", "settings", "seats", "voice", "parting", "finish")
TOO_LONG = Problem(ExportProblem.GAME_TOO_LONG_FOR_CODES, game=9, most=9)
RULED = ALL[::20]
"""Positions in which rulings are put together."""
PARTS = 20
"""Each with every twentieth position."""


def seats(position: Position) -> Iterator[tuple[str, Table]]:
    """Pages of a position besides the one that the game is on."""
    table = seat(position.parse())
    if table.screen in ("auction", "debt", "play"):
        table.phones.knock = knock(table, max(table.game.in_play(), key=len))
        yield table.screen, table
        table.phones.knock = None
    if table.screen in ("auction", "debt", "play"):
        table.undone = undid(1, bought("Maximilian-Alexs", table.game))
        yield table.screen, table
        table.undone = ""
    if table.screen == "auction":
        yield from bids(table)
    if table.screen == "debt":
        table.set_value("debt", DebtPage(lists_ways=True))
        yield "ways", table
        table.set_value("debt", DebtPage())
    if len(table.game.in_play()) > 1:
        yield from trades(table)
    first, second = islice(table.game.players, 2)
    for pay in (begun(), begun(first, second)):
        table.set_value("pay", replace(pay, amount=75))
        yield "pay", table
    for space in (39, len(table.session.history) % 40):
        table.set_value("board", space)
        yield "board", table
    for table.settings.page in MENU:
        yield "menu", table
    for page in shown(table.game):
        table.set_value("properties", page)
        yield "properties", table
    for ruling in rulings(table.game) if position in RULED else ():
        table.set_value("ruling", ruling)
        yield "ruling", table
    table.undone = undid(1, bought("Großmutter Wilma", table.game))
    yield "properties", table
    yield "idle", table
    table.game_code.value = turned(codes_of(table), position)
    yield "game_code", table
    table.phones.value = turned(joining(table), position)
    yield "phones", table
    table.history.value = turned(histories(table), position)
    yield "history", table
    yield from refused(table, position)
    yield from asked_first(table)


def asked_first(table: Table) -> Iterator[tuple[str, Table]]:
    """Questions over a page, and one with a message of several lines."""
    for answer in (ending(table.game), *ways_out(table.game)):
        table.sheet = sheet_for(table.game, answer) if answer.open else None
        if table.sheet:
            yield "overlay", table
    table.sheet = closing_sheet(is_playing=True)
    yield "overlay", table
    table.notice = "Maximilian-Alexs cannot build: a house stands on North Carolina Avenue. " * 2
    yield "overlay", table
    table.sheet, table.notice = None, ""


def refused(table: Table, position: Position) -> Iterator[tuple[str, Table]]:
    """The page of the game, and one that leads from it, with a message in the place of a title."""
    for name in (table.screen, turned(REFUSING, position)):
        room = WINDOWS[0].room
        refusal = longest_refusal(WINDOWS[0].place(SHOWN[name](table, room)))
        table.notice = max(refusal, text.tray("flood"), key=lambda said: len(str(said)))
        yield name, table
    table.notice = ""


def rulings(game: Game) -> Iterator[Ruling]:
    """Rulings that are put together: every question, and all kinds of effects below each other."""
    ruling = begun_ruling(game)
    letters = [("letter", "", "Œ")] * LONGEST_NAME
    for kind in (one.key for row in kinds(game) for one in row.kinds if one.key):
        yield ruling
        ruling = tapped(tapped(ruling, ("page", "kinds"), game), ("kind", kind), game)
        while ruling.slot:
            yield ruling
            tiles = options(after(game, ruling.effects), ruling.slot, ruling.values)
            picked = [("pick", tile.key) for tile in tiles[-1:]]
            for do in picked or [("quick", 100), ("set",)]:
                ruling = tapped(ruling, do, game)
    for do in (("page", "reason"), ("write",), *letters, ("set",)):
        yield ruling
        ruling = tapped(ruling, do, game)
    yield ruling
    ruling = begun_ruling(game, "joins")
    for do in (("set",), *letters, ("set",)):
        ruling = tapped(ruling, do, game)
        yield ruling


def shown(game: Game) -> Iterator[PropertiesPage]:
    """The properties of whoever owns most of them: all, each kind of deed, plans, and none."""
    owner = max(game.in_play(), key=lambda name: len(game.deeds_of(name)))
    yield properties.begun(game, min(game.in_play(), key=lambda name: len(game.deeds_of(name))))
    page = properties.begun(game, owner)
    yield page
    for name in dict.fromkeys(name for one in game.loans for name in (one.borrower, one.lender)):
        yield properties.begun(game, name)
    deeds = sorted(game.deeds_of(owner), key=lambda deed: (deed.kind.name, game.rank(deed.key)))
    taps = [("deed", deed.key) for deed in (*deeds[:1], *deeds[-1:])]
    lots = [deed.key for deed in deeds if deed.house_price and game.has_whole_group(deed)]
    taps += [("place", lot, rank) for lot in (*lots[:1], *lots[-1:]) for rank in (1, 5)]
    for do in taps:
        yield properties.tapped(page, do, game)[0]


def bought(name: str, game: Game) -> Told:
    """A purchase as the log has it."""
    deed = max(game.board.deeds, key=len)
    paid = Paid(name, BANK, 1200, "price", deed)
    return text.describe([paid], game.board)[0]


def turned(values: Sequence[Any], position: Position, turn: int = 0) -> Any:
    """One of some values, another one for each position in turn."""
    return values[(ALL.index(position) + turn) % len(values)]


def codes_of(table: Table) -> list[ShownCode]:
    """Codes of the game: one of many, a link, and the reason why there are none."""
    names = tuple(table.game.players)
    when = text_of("when", began="Mi 30. Sep.", turns=text.counted(1234, "turn"))
    codes = ((bytes(177),) * 177,) * 9
    one = results_of(names[:1], text.money(104_345))
    code = GameCode(1, 0, one, names[:1], when, 12_345, "WWWW-WWWW-WWWW-WWWW", codes)
    tied = replace(code, marker=-1, results=results_of(names), winners=names)
    return [
        ShownCode(code=code, place=8),
        ShownCode(code=tied, place=8),
        ShownCode(code=code, shares=True, link="http://192.168.178.100:8080/s/0123456789"),
        ShownCode(code=code, shares=True, done=0.4),
        ShownCode(fault=text.translate_message(TOO_LONG)),
    ]


def joining(table: Table) -> list[JoinPage]:
    """Phones: no server, one code, and two."""
    first, *others = table.game.in_play()
    rows = phone_rows(table.game, others[-1:], [first])
    link = "http://192.168.178.100:8080/j/0123456789"
    wifi = "WIFI:T:WPA;S:Table companion;P:wwwwwwwwwwwwwwww;;", "w" * 16
    return [
        *(JoinPage(rows, PHONES[title]) for title in ("off", "off here", "taken", "no network")),
        JoinPage(rows, PHONES["closed here"], is_open=False),
        JoinPage(rows, PHONES["hint"], knock(table, first), link=link),
        JoinPage(rows, PHONES["hint"], knock(table, first, is_second=True), link=link),
        JoinPage(rows, PHONES["hint"], None, True, link, *wifi),
    ]


def knock(table: Table, player: str, is_second: bool = False) -> Knock:
    """A phone that asks to be a player."""
    return Knock(7, player, table.marker_of(player), "42", is_second)


def trades(table: Table) -> Iterator[tuple[str, Table]]:
    """A trade that begins or waits for its answer, one of everything, and what is asked there."""
    game = table.game
    table.set_value("trade", trading.opened(table.values["trade"], game))
    draft = table.values["trade"].draft
    assert draft
    yield "trade", table
    if not game.offer:
        yield "who trades", with_trade(table, draft, choosing=1)
        for side in (0, 1):
            for thing in sides(game, draft)[side].things:
                if thing.key == LEND and not draft.goods[0].instalments:
                    draft = with_instalments(draft, side, Instalments(MOST, MOST_TIMES))
                elif not thing.reason:
                    draft = toggle_item(draft, side, thing.key)
            draft = with_cash(draft, side, game.players[draft.players[side]].cash)
        yield "cash of a trade", with_trade(table, draft, keying=0)
        yield "everything in a trade", with_trade(table, draft)
        if draft.goods[0].instalments:
            yield "loan of a trade", with_trade(table, draft, keying=0, lends=True)
            yield "security of a loan", with_trade(table, draft, keying=0, lends=True, secures=True)
        for thing in sides(game, draft)[1].things:
            if thing.is_promise:
                deed = thing.key.removeprefix(FREE)
                yield "promise of a trade", with_trade(table, draft, keying=1, promising=deed)


def bids(table: Table) -> Iterator[tuple[str, Table]]:
    """An auction with a bid that is keyed in."""
    for name in table.game.players:
        opened = keyed_bid.tapped(table.values["auction"], ("other bid", name), table.game)
        if opened.bidder:
            for amount in (0, 75, 999_999):
                table.set_value("auction", replace(opened, amount=amount))
                yield "keyed bid", table
            break
    table.set_value("auction", KeyedBid())


def histories(table: Table) -> list[History]:
    """Pages of the history: moves, a very long one, a statement, an undo, and each filter."""
    cache = HistoryCache(table.session.setup)
    cache.catch_up(table.session.history)
    moves = tuple(cache.newest_first())
    name = max(table.session.setup.players, key=len)
    promise = f"{name} lands free on North Carolina Avenue 12 times, "
    undone = replace(moves[0], text=Told(10 * promise), stands=False, undone=PAST["undone"])
    paid = text.money(104_345, "$")
    line = StatementLine(1, "20:30", 4 * promise, f"+{paid}", "in", paid)
    preview = undo_preview(table.game, moves, 1)
    return [
        History(moves=moves),
        History(moves=(undone, *moves[:40]) * 10, player=name, deed="north-carolina-avenue"),
        History("accounts", account=name, statement=(line,) * 20),
        *([History("undo", moves=moves, preview=preview)] if preview else []),
        *(History("pick", picking) for picking in ("player", "deed", "account")),
    ]


def wrong(
    position: Position, language: str, scheme: str, windows: Sequence[Window] = EVERY
) -> Iterator[Seen]:
    """Faults in some windows: with the last move, and then with every other page."""
    text.set_language(language)
    theme = THEMES[scheme]
    yield from watched(seat(position.parse(), with_moment=True), windows, theme)
    for name, table in seats(position):
        for window in windows:
            part = SHOWN[name](table, window.room._replace(message=table.notice))
            nodes = met(window.place(part, theme))
            answers = needed(table) if name == table.screen else []
            for fault in faults(Page(nodes, *window[:3]), answers):
                yield Seen(name, window, fault)


def windows(position: Position, turn: int = 0) -> Sequence[Window]:
    """The two panels and one of the others in turn; for every fourth one with large text, too."""
    panels, others = WINDOWS[:2], WINDOWS[2:]
    is_fourth = (ALL.index(position) // PARTS + turn) % 4 == 0
    large = [turned(LARGE, position, turn)] if is_fourth else []
    return (*panels, turned(others, position, turn), *large)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_result_is_whole_however_many_have_won(language: str) -> None:
    text.set_language(language)
    table = seat(ALL[0].parse())
    names = ["WWWWWWWWWWWWWWWW", "MMMMMMMMMMMMMMMM", *(f"Maximilian-Alex{n}" for n in range(9))]
    code = codes_of(table)[0]
    for window in (*WINDOWS, window_of(480, 320)):
        for count in range(1, len(names) + 1):
            worth = text.money(104_345) if count == 1 else ""
            results = results_of(names[:count], worth)
            table.game_code.value = replace(code, code=replace(code.code, results=results))
            nodes = window.place(SHOWN["game_code"](table, window.room))
            assert faults(Page(nodes, *window[:3])) == []


ORDINARY = [(1, "paper", "en"), (7, "paper", "de"), (12, "paper", "es"), (18, "evening", "en")]
"""Parts, themes and languages of the ordinary run."""
ALL_PARTS = [
    *((part, "paper", language) for part, language in product(range(PARTS), LANGUAGES)),
    *((part, "evening", LANGUAGES[part % 3]) for part in range(PARTS)),
]
"""No words depend on the colours."""


@pytest.mark.parametrize(
    ("part", "scheme", "language"),
    [pytest.param(*each, marks=() if each in ORDINARY else pytest.mark.slow) for each in ALL_PARTS],
)
def test_every_page_is_right_in_every_position(part: int, scheme: str, language: str) -> None:
    is_ordinary = (part, scheme, language) in ORDINARY
    turn = 0 if is_ordinary else 1 + LANGUAGES.index(language)
    found = [
        one._replace(position=position.name)
        for position in ALL[part::PARTS]
        for one in wrong(position, language, scheme, windows(position, turn))
    ]
    assert unknown(found, is_counted=is_ordinary) == {}


def test_a_history_without_width_is_laid_out() -> None:
    table = seat(ALL[7].parse())
    for value in histories(table):
        table.history.value = value
        assert place(PAGES["history"](table, Room(0, 0)), 0, 0, 1)


def test_a_page_that_is_wrong_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(
        SHOWN, "pay", lambda table, room: PAGES["play"](table, room._replace(height=200))
    )
    monkeypatch.setitem(SCREENS, "debt", SCREENS["debt"]._replace(page=lambda *_: Part()))
    found = {(one.where, one.fault.kind) for one in wrong(ALL[7], "en", EVENING.name)}
    assert {("debt", Kind.STUCK), ("debt", Kind.UNTOLD), ("pay", Kind.CUT)} <= found
