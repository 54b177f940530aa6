"""Trade: what each of two players gives and gets, and the keys that offer and answer it."""

from dataclasses import dataclass, replace

from companion.engine.moves import Move, OfferTrade, RefuseTrade, WithdrawTrade
from companion.engine.rulings import Instalments
from companion.engine.state import Game
from companion.screens import strips, styles
from companion.screens.game import has_ring
from companion.screens.layout import unsqueezed
from companion.screens.parts import (
    HUG,
    SEEN,
    SPACES,
    Dashed,
    Ground,
    Key,
    Part,
    Room,
    Style,
    cells,
    column,
    fit,
    grid,
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
    answer_key,
    change_of,
    corner_key,
    group_edge,
    icon,
    keypad,
    other_key,
    page_header,
    pill,
    quick_keys,
    small_keys,
    token,
)
from companion.screens.ruler import promised
from companion.screens.styles import BODY, BUTTON, NAME, NEWS, PARAGRAPH, PERSON, STRONG, TITLE
from companion.screens.ways import shortened
from companion.table.keyed_amount import add, keyed, press
from companion.table.markers import markers_of
from companion.table.promises import ticket_names
from companion.table.prompts import Answer
from companion.table.screen import Screen
from companion.table.table import Table
from companion.table.taps import Do
from companion.table.trade.draft import (
    FREE,
    LEND,
    LOAN,
    MOST_LANDINGS,
    TradeDraft,
    change_problem,
    follow_game,
    possible,
    seat_player,
    start_draft,
    toggle_item,
    with_cash,
    with_instalments,
    with_landings,
    with_times,
)
from companion.table.trade.view import (
    HAND,
    Repayment,
    Side,
    Thing,
    hint,
    repayment,
    securities,
    sides,
)
from companion.text import money
from companion.text.names import party_name
from companion.text.screens.play import WORDS
from companion.text.screens.trade import DEALS
from companion.text.told import Told, Wording

NOBODY = -1


@dataclass(frozen=True, slots=True)
class Trade:
    """Draft of a trade; None before one is begun.

    ``choosing`` is the side whose player is chosen, ``keying`` the one whose cash is keyed in, or
    whose free landings on the deed ``promising``, or who borrows while ``lends``; -1 for none. A
    deed that secures the loan is chosen while ``secures``.
    """

    draft: TradeDraft | None = None
    choosing: int = NOBODY
    keying: int = NOBODY
    promising: str = ""
    lends: bool = False
    secures: bool = False


def opened(trade: Trade, game: Game, *about_loan: str) -> Trade:
    """Trade as its screen opens, with the draft that there is.

    A new one is for whoever owes the oldest debt, or else for the player who has the dice; or it
    ends a loan, of which the lender and the borrower are named.
    """
    draft = trade.draft
    if about_loan and not game.offer:
        lender, borrower = about_loan
        return Trade(toggle_item(TradeDraft((lender, borrower)), 0, LOAN))
    if not draft or draft.is_empty:
        draft = start_draft(game, game.debts[0].debtor if game.debts else game.turn.player)
    return Trade(draft)


def followed(trade: Trade, game: Game, *last: Move) -> Trade:
    """Trade in the position after the ``last`` move, if there was one just now."""
    if not trade.draft:
        return trade
    draft = follow_game(game, trade.draft, *last)
    return Trade(draft) if game.offer else replace(trade, draft=draft)


def tapped(trade: Trade, do: tuple[object, ...], game: Game) -> tuple[Trade, Wording]:
    """Trade after a tap, and the reason if the tap can change nothing."""
    draft, side = trade.draft, trade.keying
    assert draft, "no trade is begun"
    after = trade
    match do:
        case ("reset",):
            after, side = Trade(TradeDraft(draft.players)), 0
        case ("side", int(side)):
            after = Trade(draft, choosing=NOBODY if trade.choosing == side else side)
        case ("partner", str(player)) if trade.choosing != NOBODY:
            side = trade.choosing
            after = Trade(seat_player(draft, side, player))
        case ("thing", int(side), str(key)) if key.startswith(FREE):
            after = _promising(trade, draft, side, key.removeprefix(FREE))
        case ("thing", int(side), key) if key == LEND:
            after = _lending(trade, draft, side)
        case ("digit" | "quick" | "times" | "secures" | "secured", *_) if trade.lends:
            after = _agreeing(trade, draft, side, do)
        case ("for good",) if trade.promising:
            after = Trade(with_landings(draft, side, trade.promising, None))
        case ("digit", str(key)) if trade.promising:
            times = press(dict(draft.goods[side].landings).get(trade.promising) or 0, key)
            if times <= MOST_LANDINGS:
                changed = with_landings(draft, side, trade.promising, times)
                after = replace(trade, draft=changed)
        case ("thing", int(side), str(key)):
            after = replace(trade, draft=toggle_item(draft, side, key))
        case ("cash", int(side)):
            after = Trade(draft, keying=NOBODY if trade.keying == side else side)
        case ("digit" | "quick", _) if side != NOBODY:
            purse = game.players[draft.players[side]].cash
            cash = keyed(draft.goods[side].cash, do, purse)
            after = replace(trade, draft=with_cash(draft, side, cash))
    if after.draft:
        after = replace(
            after, draft=possible(game, after.draft if after.lends else _agreed(after.draft))
        )
    problem = change_problem(game, draft, after.draft or draft, max(side, 0))
    return (trade, problem) if problem else (after, "")


def _promising(trade: Trade, draft: TradeDraft, side: int, deed: str) -> Trade:
    """Trade after a tap on a ticket: it asks for a number, or takes the ticket back.

    While a number is keyed in, the tap ends that.
    """
    if (trade.keying, trade.promising) == (side, deed):
        return Trade(draft)
    if deed in dict(draft.goods[side].landings):
        return Trade(with_landings(draft, side, deed, 0))
    return Trade(draft, keying=side, promising=deed)


def _lending(trade: Trade, draft: TradeDraft, side: int) -> Trade:
    """Trade after a tap on a loan: its sum is keyed in; a tap while it is keyed in ends that."""
    if trade.lends and trade.keying == side:
        return Trade(draft)
    return Trade(with_times(draft, side, 0), keying=side, lends=True)


def _agreeing(trade: Trade, draft: TradeDraft, side: int, do: tuple[object, ...]) -> Trade:
    """Trade after a tap that changes the loan of the player on a side."""
    promised = draft.goods[side].instalments or Instalments(0)
    match do:
        case ("digit", str(key)):
            promised = replace(promised, amount=press(promised.amount, key))
        case ("quick", int(step)):
            promised = replace(promised, amount=add(promised.amount, step))
        case ("times", int(more)):
            return replace(trade, draft=with_times(draft, side, more))
        case ("secures",):
            return replace(trade, secures=not trade.secures)
        case ("secured", str(deed)):
            promised = replace(promised, secured=deed)
    return replace(trade, draft=with_instalments(draft, side, promised), secures=False)


def _agreed(draft: TradeDraft) -> TradeDraft:
    """Draft without a loan of nothing, which is none."""
    for side, goods in enumerate(draft.goods):
        if goods.instalments and not goods.instalments.amount:
            draft = with_instalments(draft, side, None)
    return draft


# --- the page

THING, HIGH_THING = 48, 58
"""Height of a key of something to trade, also in a large window, and what is between two, in dp."""
LINE, NAMED, AROUND = 31, 96, 40
"""Height of a line of text, least width of a name, and edges of a card, in dp."""
IN_A_COLUMN = 5
"""Most players to choose from that are below each other."""
CASH = Style("bold", 60, 36)


def page(table: Table, room: Room) -> Part:
    """Page of the trade in preparation, or of the open offer."""
    game, trade = table.game, table.values["trade"]
    draft = trade.draft
    assert draft, "a trade is begun"

    def card(side: Side) -> Part:
        if trade.choosing == side.number:
            return _partners(game, side)
        if trade.keying == 1 - side.number and trade.lends:
            pad = _securities if trade.secures else _loan
            return pad(game, draft, trade.keying)
        if trade.keying == 1 - side.number and trade.promising:
            return _tickets(game, draft, trade.keying, trade.promising)
        if trade.keying == 1 - side.number:
            return _pad(game, draft, trade.keying)
        # The names of many to choose from leave the other side little width.
        is_narrow = trade.choosing == 1 - side.number and len(game.in_play()) > IN_A_COLUMN + 1
        columns = 1 if is_narrow and not room.is_upright else 2
        is_keyed = room.is_upright and trade.keying == side.number
        return _side(game, side, room, columns, gives_way=bool(room.message) or is_keyed)

    is_planned = not draft.is_empty and not game.offer
    do, word = ("reset",), DEALS["reset"]
    words = over(text(word, BUTTON, align=0.5), look=styles.RAISED, pad="l", size=HUG, do=do)
    reset = fit(words, corner_key(word, do, "cross").forms[-1], rank=0)
    said = "" if room.is_upright else hint(game, draft)
    title = row(text(DEALS["title"], TITLE, size=HUG), text((said, ""), BODY, "quiet"), gap="l")
    reason, beside = (WORDS["planned"], reset) if is_planned else ("", None)
    header = page_header(room, title, reason=reason, beside=beside)
    both = [card(side) for side in sides(game, draft)]
    cards = column(*map(unsqueezed, both)) if room.is_upright else row(*both)
    undone = strips.snackbar(table.undone)
    return column(header, cards, undone, look=Ground("ground"), pad=("m", "m"), gap="s")


def _card(marker: int, fill: str, *parts: Part | None, key: str = "") -> Part:
    """Card with an edge in the colour of a player."""
    edge = styles.of_player(marker).fill
    inside = column(*parts, gap="xs", look=Ground(fill, 10), pad=("s", "xs"))
    look = Key(edge, edge, "lip", 12, 4)
    return column(Part(size=6), inside, gap=0, look=look, pad=("xxs", "xxs"), key=key)


# --- a side -----------------------------------------------------------------------------------


def _side(game: Game, side: Side, room: Room, columns: int, gives_way: bool = False) -> Part:
    """Side of one player: what is given, in some columns, what it gets, and its answers.

    They go while the side ``gives_way`` to a message or a keypad above it, if it must.
    """
    width = room.width if room.is_upright else room.width / 2
    answers = [_answer(one, side.marker, game) for one in side.answers]
    forms = [
        row(*answers, size=64),
        row(*answers, size=52),
        row(*answers, size=48),
        *([None] if gives_way else []),
    ]
    return _card(
        side.marker,
        "sheet",
        _head(game, side),
        _goods(side, columns, HIGH_THING if has_ring(room) else THING),
        _repaid(side.repayment) if side.repayment else None,
        _gets(side, width - AROUND),
        fit(*forms, rank=2) if answers else None,
        key=f"side:{side.number}",
    )


def _goods(side: Side, columns: int, height: float) -> Part:
    """List of what a side gives, or could give."""
    lines = _lines(side, columns)
    if not lines:
        return Part()
    return rows(
        lines,
        _alone if columns == 1 else _pair,
        height,
        "xs",
        least=min(SEEN * height, length_of(len(lines), height, "xs")),
        key=f"things:{side.number}",
    )


def _gets(side: Side, width: float) -> Part:
    """Return what a side gets, and the set that it completes on a badge.

    Names in it are shorter where there is no room for one more line; the badge goes then.
    """
    badges = []
    for one in side.completes:
        words = text(one, STRONG, "deed_ink", size=HUG)
        lit = over(words, look=Ground("marked", 8), pad=("m", 0), size=HUG)
        badges.append(row(lit, Part(), size=LINE))
    gets = text(side.gets, PARAGRAPH, least=LINE)
    badge = fit(*badges) if badges else None

    def form(said: str, badge: Part | None = badge) -> Part:
        needed = promised(said, BODY.font, BODY.smallest)
        lines = min(PARAGRAPH.lines, 1 + int(needed / (0.95 * width))) + (badge is not None)
        return column(gets, badge, gap=0, size=max(2, lines) * LINE)

    last = side.gets[-1]
    shorter = [said for said, _ in shortened((Told(last),))[-1:]] or [str(last)]
    plain = [form(shorter[-1], None)] if badge else []
    return fit(form(str(last)), *map(form, shorter), *plain)


def _lines(side: Side, columns: int) -> list[tuple[Thing, ...]]:
    """Return cash and goods in columns, and below them by itself what has a long name.

    Beside a loan in an open offer there is no key for cash that nobody gives.
    """
    goods = [one for one in side.things if not one.is_long]
    if not (side.repayment and side.cash.reason):
        goods.insert(0, side.cash)
    return [*split(goods, columns), *((one,) for one in side.things if one.is_long)]


def _head(game: Game, side: Side) -> Part:
    """Return name and balance; a tap shows the others, if there are more than two players."""
    has_others = len(game.in_play()) > 2
    balance = text(side.balance, NAME, size=HUG)
    if side.changes:
        [change] = side.changes
        balance = fit(change_of(change), change_of(change, is_whole=False))
    name = party_name(side.player)
    least = min(NAMED, promised(str(name), PERSON.font, PERSON.smallest))
    return row(
        token(side.marker, 40),
        text(name, PERSON, least=least),
        balance,
        icon("down", "ink", 28) if has_others else None,
        gap="s",
        size=48,
        do=("side", side.number) if has_others else None,
    )


def _alone(things: tuple[Thing, ...]) -> Part:
    return cells([_thing(one) for one in things], 1, "xs")


def _pair(things: tuple[Thing, ...]) -> Part:
    return cells([_thing(one) for one in things], 1 if things[0].is_long else 2, "xs")


def _thing(one: Thing) -> Part:
    """Key of something to trade, lit in the colour of its player while it is given."""
    player = styles.of_player(one.marker)
    look: Key | Dashed = styles.RAISED._replace(depth=2)
    if one.given:
        look = Key(player.tint, player.fill, "key_lip", 10, 2)
    elif one.reason:
        look = styles.REFUSED._replace(radius=10)
    ink = "quiet" if one.reason else "ink"
    names = text(one.names, NEWS, ink)
    return row(
        group_edge(one.group, 10, one.mortgaged) if one.group else None,
        icon(one.icon, ink, 30) if one.icon else None,
        fit(text(one.names, STRONG, ink), names) if one.given else names,
        look=look,
        pad="xs",
        gap="xs",
        do=("cash", one.side) if one.is_cash else ("thing", one.side, one.key),
        reason=one.reason,
    )


def _repaid(loan: Repayment) -> Part:
    """Box of a loan in the colour of its borrower: how much, when, and what secures it."""
    player = styles.of_player(loan.marker)
    edge = group_edge(loan.group, 10) if loan.group else None
    hand, pays = icon(HAND, player.fill, 30), text(loan.pays, STRONG)
    when = text(loan.when, NEWS, size=LINE)
    whole = [row(hand, pays, gap="s", size=LINE), when]
    deed = text(loan.secured[-1], NEWS) if edge else None
    if edge:
        whole.append(row(edge, text(loan.secured, NEWS), gap="s", size=LINE))
    low = row(hand, pays, edge, deed, gap="s", size=LINE)
    look = Key(player.tint, player.fill, "key_lip", 10, 2)
    do = ("thing", loan.side, LEND)

    def form(*lines: Part) -> Part:
        high = max(THING, len(lines) * LINE + 2 * SPACES["xxs"])
        return column(*lines, gap=0, look=look, pad=("s", "xxs"), do=do, size=high)

    brief = row(hand, text(loan.brief, STRONG), edge, deed, gap="s")
    return fit(form(*whole), form(low, when), form(brief), rank=2)


def _answer(one: Answer, marker: int, game: Game) -> Part:
    if isinstance(one.move, RefuseTrade | WithdrawTrade):
        return other_key(one, marker)
    key = answer_key(one, marker, style=BUTTON, is_brief=True)
    return key._replace(purpose="offer") if isinstance(one.move, OfferTrade) else key


# --- what takes the place of a side -----------------------------------------------------------


def _partners(game: Game, side: Side) -> Part:
    """Players to choose from for a side."""
    markers = markers_of(game.players)
    keys = [
        pill(markers[name], name, do=("partner", name))
        for name in game.in_play()
        if name != side.player
    ]
    columns = 1 if len(keys) <= IN_A_COLUMN else 2
    choice = grid(keys, columns, "xxs", least=48, most=64)
    return _card(side.marker, "sheet", _head(game, side), choice)


def _pad(game: Game, draft: TradeDraft, number: int) -> Part:
    """Keypad for the cash of the other side."""
    name, cash = draft.players[number], draft.goods[number].cash
    marker = markers_of(game.players)[name]
    head = row(
        token(marker, 44),
        text(money(cash, game.board.currency), CASH, align=1.0),
        corner_key(DEALS["done"], ("cash", number), "check"),
        gap="l",
        size=60,
    )
    everything = DEALS["all"] if game.players[name].cash else ""
    quick = quick_keys(everything)._replace(size=50)
    return _card(marker, "ground", head, quick, keypad())


def _tickets(game: Game, draft: TradeDraft, number: int, deed: str) -> Part:
    """Keypad for the free landings on a deed."""
    marker = markers_of(game.players)[draft.players[number]]
    times = dict(draft.goods[number].landings).get(deed, 0)
    head = row(
        icon("ticket", "ink", 40),
        text(ticket_names(game, game.board.deeds[deed], times), PERSON),
        corner_key(DEALS["done"], ("thing", number, FREE + deed), "check"),
        gap="l",
        size=60,
    )
    for_good = small_keys([(DEALS["good"], ("for good",))])._replace(size=50)
    return _card(marker, "ground", head, for_good, keypad())


def _loan(game: Game, draft: TradeDraft, number: int) -> Part:
    """Keypad for a loan of the other side: how much, how often, and what secures it."""
    loan = repayment(game, draft, number)
    assert loan, "a loan is agreed on"
    head = row(
        icon(HAND, "ink", 40),
        text(loan.pays[-1], CASH),
        corner_key(DEALS["done"], ("thing", number, LEND), "check"),
        gap="l",
        size=60,
    )
    reason = "" if securities(game, draft, number) else _no_security(draft, number)
    ink = "quiet" if reason else "ink"
    terms = row(
        _step("minus", -1, DEALS["fewer"]),
        text(DEALS.fill("times_only", times=loan.times), NAME, align=0.5, size=60),
        _step("plus", 1, DEALS["more"]),
        row(
            icon("lock" if loan.group else "unlock", ink, 26),
            group_edge(loan.group, 10) if loan.group else None,
            text(loan.secured[-1], NEWS, ink),
            look=styles.REFUSED._replace(radius=10) if reason else styles.RAISED._replace(depth=2),
            pad="xs",
            gap="xs",
            do=("secures",),
            reason=reason,
        ),
        gap="xs",
        size=50,
    )
    return _card(loan.marker, "ground", head, terms, may(quick_keys()._replace(size=50)), keypad())


def _step(picture: str, more: int, label: Wording) -> Part:
    """Key for one instalment more or less."""
    inner = icon(picture, "ink", 30)
    return over(inner, look=styles.SUNK, pad="xs", size=56, do=("times", more), label=str(label))


def _no_security(draft: TradeDraft, number: int) -> Told:
    return DEALS.fill("no_security", player=draft.players[number])


def _securities(game: Game, draft: TradeDraft, number: int) -> Part:
    """Deeds to choose from that secure the loan of the other side, or none of them."""
    found = securities(game, draft, number)
    none = row(
        icon("unlock", "ink", 26),
        text(DEALS["unsecured"], NEWS),
        look=styles.RAISED._replace(depth=2),
        pad="xs",
        gap="xs",
        do=("secured", ""),
    )
    keys = [none, *(_thing(one)._replace(do=("secured", one.key)) for one in found)]
    marker = markers_of(game.players)[draft.players[number]]
    head = row(
        icon(HAND, "ink", 40),
        text(DEALS["security"], PERSON),
        corner_key(DEALS["done"], ("secures",), "check"),
        gap="l",
        size=60,
    )
    lines = [cells(line, 2, "xs") for line in split(keys, 2)]
    shown = rows(lines, itself, THING, "xs", key="securities")
    return _card(marker, "ground", head, shown)


def _tapped(value: Trade, do: Do, table: Table) -> Trade:
    after, problem = tapped(value, do, table.game)
    if problem:
        table.refuse(problem)
    return after


def _followed(value: Trade, table: Table) -> Trade:
    session = table.session
    assert session, "a position is of a game"
    is_moved = session.next_number != table.number
    last = [played.move for played in session.history[-1:] if is_moved]
    return followed(value, table.game, *last)


SCREEN = Screen(
    page,
    value=Trade(),
    opened=opened,
    tapped=_tapped,
    followed=_followed,
    gives_way="moment",
    shows_shortage=True,
)
