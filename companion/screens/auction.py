"""Auction: the item with its hammer, and a block of keys for each bidder.

A bid of any amount has a page of its own: ``keyed_bid``.
"""

from collections.abc import Sequence
from typing import Any

from companion.engine.phases import Auction
from companion.engine.state import Game
from companion.screens import board_figures, figures, strips, styles
from companion.screens.game import bar, low_undo, page_width, wide
from companion.screens.keyed_bid import (
    KeyedBid,
    followed,
    high_bid,
    keyed_bid_page,
    pass_key,
    small_icon,
    tapped,
)
from companion.screens.layout import unsqueezed
from companion.screens.parts import (
    HUG,
    SPACES,
    Blank,
    Dashed,
    Ground,
    Key,
    Part,
    Plate,
    Room,
    Space,
    Style,
    column,
    figure,
    fit,
    grid,
    may,
    over,
    row,
    text,
)
from companion.screens.pieces import (
    answer_key,
    icon,
    message_plate,
    token,
)
from companion.screens.ruler import promised
from companion.screens.styles import (
    BODY,
    BUTTON,
    NAME,
    NAMES,
    NEWS,
    PERSON,
    SENTENCE,
    TITLE,
    VERB,
)
from companion.table.markers import markers_of
from companion.table.prompts import Answer, AuctionView, Bidder, auction_view
from companion.table.screen import Screen
from companion.table.table import Table
from companion.text import prompt, sum_of
from companion.text.names import party_name, short_names
from companion.text.screens.auction import AUCTION, text_of
from companion.text.told import Wording

# --- the page

BID, HIGH, NEXT = Style("bold", 60, 30), Style("bold", 52, 30), Style("bold", 34, 26)
"""The high bid above the blocks and in the leader's, and the next bid."""
HEAD, LOW_HEAD, ITEM, HAMMER = 76, 72, 236, 248
"""Height of the header, and above many bidders, least width of the item, and width of the hammer,
in dp."""
UPRIGHT_HAMMERS = {False: (74, 58), True: (72, 64)}
"""Heights of the hammer in an upright window, the larger first, by whether bidders are many."""
TICKETS = 34
FEW, SOME = 4, 8
"""Most bidders in one row, and in lines with two lines of text."""
HIGHEST, KEY, SLIM_KEY, WIDE_KEY = 340, 48, 66, 72
"""Greatest height of a block, least side of its keys, and widths of those of a line, in dp."""
FORMS: dict[str, tuple[Space, Space, float, float, float]] = {
    "tall": ("l", "m", 58, 46, 145),
    "low": ("xxs", "xxs", 52, 30, 180),
    "slim": ("xxs", "xxs", 52, 22, 124),
}
"""Room around a block and between its keys, height of its head, side of the token in it, and least
width, in dp."""
SLIM_RAISES = (1, 3)
"""Raises that a slim block has room for, by their place."""
LINES: dict[str, tuple[float, float, Space, float]] = {
    "high": (62, 74, "s", 40),
    "low": (48, 56, "xs", 34),
}
"""Least and greatest height of the line of a bidder in an upright window, room between two lines,
and side of the token, in dp."""


def page(table: Table, room: Room) -> Part:
    """Return the page of the current auction, or of the bid that is keyed in."""
    game = table.game
    view = auction_view(game)
    if not view:
        return Part(Ground("ground"))
    bid = table.values["auction"]
    if bid.bidder:
        return keyed_bid_page(table, bid, room)
    bidders = _bidders(game, view.bidders, room.is_upright)
    bid, hammer = _bid(game, view), _hammer(game, view)
    promises, leads = _promises(view), view.promises[:0]
    if promises and len(view.bidders) > FEW and not room.is_upright:
        # Two rows of bidders leave no room for a line of its own.
        promises, leads = None, view.promises
    undo = low_undo(has_word=False)
    undone, count = strips.snackbar(table.undone), len(view.bidders)
    if undone and count > SOME:
        undone = undone._replace(rank=4)  # It goes before the verb of the hammer gets low.
    head = HEAD if count <= (SOME if room.is_upright else FEW) else LOW_HEAD
    item = _message(room, undo, head) if room.message else _lot(game, view, leads)
    if room.is_upright:
        top = row(item, undo, size=head)
        hammer = hammer._replace(share=1.2, size=0)
        heights = UPRIGHT_HAMMERS[count > SOME][: 2 if view.bidder else 1]
        below = fit(*(row(bid, hammer, size=height) for height in heights), rank=3)
        actions = None
        if count <= FEW:
            actions = bar(("properties", "board", "pay", "menu"), is_upright=True)
        above = column(top, promises, below, bidders, undone, gap="s", pad=("m", "m"))
        inside = column(above, actions, gap=0)
    else:
        bid = may(bid, rank=3) if room.message else bid
        top = row(item, bid, hammer, undo, size=head)
        inside = column(top, promises, bidders, undone, pad=("m", "m"))
        inside = wide(table, room, inside)
    return over(inside, look=Ground("ground"))


# --- the item ---------------------------------------------------------------------------------


def _lot(game: Game, view: AuctionView, instead: Sequence[Wording]) -> Part:
    """Return picture and name of the item, and below it what it is, or the words ``instead``."""
    phase = game.phase
    assert isinstance(phase, Auction), "no auction"
    names, leads = [view.item], [view.lead]
    picture = figure(board_figures.pictures, phase.building or "key", 1, "ink")
    if view.deed:
        names = [*short_names(game.board, view.deed)]
        leads.append(prompt("auction.list", price=sum_of(game, view.price)))
        color = f"group {game.board.deeds[view.deed].group}"
        picture = figure(figures.deed, color, "deed_ink", "deed", "line")
    name = fit(text(names[0], TITLE), text(names, BUTTON))
    return row(
        column(picture, size=52, pad=(0, "xs")),
        column(
            name,
            text(instead or leads, NEWS, "quiet", share=0.8, least=28),
            gap=0,
            pad=(0, "xs"),
        ),
        gap="l",
        share=1.2,
        least=ITEM,
    )


def _message(room: Room, undo: Part, height: float) -> Part:
    """Return a message in the place of the item, and of the bid where it needs more."""
    keys = undo.size + SPACES["m"] + (0 if room.is_upright else HAMMER + SPACES["m"])
    return message_plate(room.message, page_width(room) - keys, height)._replace(size=0)


def _promises(view: AuctionView) -> Part | None:
    """Return the promises that come with the deed, as the page of a trade tells them."""
    if not view.promises:
        return None
    return row(icon("ticket", "ink", 24), text(view.promises, NEWS), size=TICKETS)


def _bid(game: Game, view: AuctionView) -> Part:
    if view.bidder:
        return text(sum_of(game, view.bid), BID, align=0.5)
    none: Wording = AUCTION["sealed" if view.sealed else "none"]
    if view.tied:
        none = text_of("tied", amount=sum_of(game, view.tied))
    elif view.least > 1:
        key = "sealed from" if view.sealed else "from"
        none = text_of(key, amount=sum_of(game, view.least))
    return text(none, SENTENCE, "quiet", 0.5)


def _hammer(game: Game, view: AuctionView) -> Part:
    """Return the key that sells to the leader; before any bid, words that end the auction.

    There are such words for sealed bids, too, which open by themselves.
    """
    if not view.bidder:
        words = text(view.hammer.text, SENTENCE, "quiet", 0.5, share=3)
        line = Part(Ground("quiet"), size=2)
        ends = column(words, line, Part(share=0.01), gap=0, pad=(0, "xs"))
        cross = icon("check" if view.sealed and view.begun else "cross", "quiet", 28)
        do = ("answer", view.hammer)
        return row(cross, ends, look=Blank(), do=do, size=HAMMER)
    marker = markers_of(game.players).get(view.bidder, -1)
    style = VERB._replace(lines=2)
    return answer_key(view.hammer, marker, style=style, size=HAMMER)


# --- bidders ----------------------------------------------------------------------------------


def _bidders(game: Game, bidders: Sequence[Bidder], is_upright: bool) -> Part:
    """Return the block of each bidder, all in the largest form that there is room for."""
    count, markers = len(bidders), markers_of(game.players)
    if is_upright and count > FEW:
        return _below_each_other(game, bidders)
    columns = 2 if is_upright else count if count <= FEW else -(-count // 2)

    def form(name: str) -> Part:
        blocks = [_block(game, one, markers[one.name], name) for one in bidders]
        pad, gap, head, *_ = FORMS[name]
        keys = (3 if name == "tall" else 2) * (SPACES[gap] + KEY)
        height = 2 * SPACES[pad] + head + keys
        return grid(blocks, max(1, columns), "s", least=height, most=HIGHEST)

    return fit(*map(form, FORMS), rank=2)


def _below_each_other(game: Game, bidders: Sequence[Bidder]) -> Part:
    """Return a line for each bidder; of many, those who cannot bid share one.

    Among many a line has a second bid where that shortens no name.
    """
    form = "high" if len(bidders) <= SOME else "low"
    markers = markers_of(game.players)
    out = [] if form == "high" else [one for one in bidders if _is_away(one)]
    low, high, gap, _ = LINES[form]
    last = None
    if out:
        tokens = (token(markers[one.name], 34) for one in out)
        words = text(AUCTION["cannot"], BODY, "quiet", size=HUG)
        last = row(*tokens, may(words), Part(share=0.01), gap="xs", size=40)

    def lines(count: int, wide: float = 0) -> Part:
        shown = (
            _line(game, one, markers[one.name], form, count, wide)._replace(least=low, most=high)
            for one in bidders
            if one not in out
        )
        return column(*shown, last, Part(share=0.001), gap=gap)

    if form == "high":
        return lines(2)
    wide = max(promised(one.name, PERSON.font, PERSON.smallest) for one in bidders)
    return fit(lines(2, wide), lines(1), rank=2)


def _is_away(one: Bidder) -> bool:
    return not (one.leads or one.keyed or _bids(one))


def _bids(one: Bidder) -> bool:
    return one.can_bid and not one.passed


def _line(game: Game, one: Bidder, marker: int, form: str, count: int, wide: float) -> Part:
    """Return a bidder in one line: token, name and cash, and keys or words at the right.

    The name is ``wide`` dp wide at least, and there are keys for a ``count`` of bids.
    """
    player, side = styles.of_player(marker), LINES[form][3]
    ink = styles.on_player(marker) if one.leads else "ink"
    named = text(party_name(one.name), PERSON, ink, least=wide)
    cash = text(sum_of(game, one.cash), BODY, ink)
    words = (column(named, cash, gap=0),) if form == "high" else (named, cash._replace(size=HUG))
    head = row(
        token(marker, side, inverse=one.leads),
        *words,
        gap="s",
        pad=("s", 0),
        do=("show", "properties", one.name),
        key=f"bidder:{one.name}",
    )
    look: Ground | Dashed = Ground(player.fill if one.leads else player.tint, 12)
    if one.leads:
        leads = icon("check", ink, 30), text(AUCTION["leads"], NAME, ink, size=HUG)
        return row(head, *leads, look=look, pad=("s", 0), gap="s")
    if one.keyed:
        return row(head, _done(), look=Dashed("ground", "edge", 12), gap="s")
    if game.edition.sealed_bids and _bids(one):
        around: Space = "xs" if form == "high" else 0
        return row(head, _key_in(one, marker), look=look, gap="xs", pad=("xs", around))
    if not _bids(one):
        why = "" if one.passed else one.bids[0].brief
        words_of = (why, AUCTION["passed" if one.passed else "cannot"])
        note = text([words for words in words_of if words], BODY, "quiet", 0.5, share=1.2)
        return row(head, note, look=Dashed("ground", "edge", 12), gap="s")
    key_look = styles.player_key(marker, 3)._replace(radius=10)
    raises = [
        _raise(bid, key_look, styles.on_player(marker), _told(game, bid), BUTTON)
        for bid in _next_bids(game, one)[:count]
    ]
    size = SLIM_KEY if form == "low" and count > 1 else WIDE_KEY
    keys = (*(key._replace(size=size) for key in raises), _other(one)._replace(size=KEY))
    passes = pass_key(one.passes, size=70 if form == "high" else KEY)
    around = "xs" if form == "high" else 0
    return row(head, row(*keys, passes, gap="xs", size=HUG), look=look, gap="xs", pad=(0, around))


def _next_bids(game: Game, one: Bidder) -> tuple[Answer, ...]:
    """Return the bids that are offered: the next one, and higher ones."""
    least, *higher = one.bids
    if getattr(least.move, "amount", 0) > high_bid(game) + 1:
        return one.bids[:3]  # Less is not allowed (HOUSE-16).
    return (*higher,) if higher[0].open else (least, *higher[1:])


def _told(game: Game, bid: Answer) -> tuple[Wording, Wording]:
    """Return the words for a bid: the whole sum, or where that is too long what is added."""
    return sum_of(game, getattr(bid.move, "amount", 0)), bid.text


def _block(game: Game, one: Bidder, marker: int, form: str) -> Part:
    """Return head and keys of a bidder; or words: who leads, has passed, or cannot bid."""
    pad, gap, _, _, width = FORMS[form]
    high = high_bid(game)
    cash, bid = sum_of(game, one.cash), (sum_of(game, high), sum_of(game, one.cash - high))
    look: Ground | Plate | Dashed = Ground(styles.of_player(marker).tint, 12)
    body: tuple[Part, ...]
    if one.leads:
        return _leader(one, marker, cash, bid, form)
    if one.keyed:
        look = Dashed("ground", "edge", 12)
        body = (_done(),)
    elif game.edition.sealed_bids and one.can_bid:
        body = (_key_in(one, marker),)
    elif one.passed or not one.can_bid:
        look = Dashed("ground", "edge", 12)
        passes = () if one.passed else (pass_key(one.passes, least=KEY, most=66),)
        body = (_note(one), *passes)
    else:
        body = _keys(game, one, marker, form)
    head = _head(one.name, marker, cash, form)
    return column(head, *body, gap=gap, look=look, pad=(pad, pad), least=width)


def _key_in(one: Bidder, marker: int, **room: Any) -> Part:
    """Return the key that leads to the page on which a sealed bid is keyed in (HOUSE-17)."""
    words = text(one.bids[0].text, VERB, styles.on_player(marker), 0.5)
    look = styles.player_key(marker)
    return Part(look, (words,), pad=("s", 0), do=("other bid", one.name), least=KEY, **room)


def _done() -> Part:
    """Return that somebody has keyed in, be it a bid or a pass."""
    words = text(AUCTION["keyed"], NAME, size=HUG)
    check = icon("check", "ink", 30)
    return fit(row(Part(), check, words, Part(), gap="s"), row(Part(), check, Part(), gap=0))


def _head(name: str, marker: int, cash: Wording, form: str, is_filled: bool = False) -> Part:
    """Return token, name and cash; a tap opens the properties of the bidder."""
    _, _, height, side, _ = FORMS[form]
    ink = styles.on_player(marker) if is_filled else "ink"
    named = text(party_name(name), PERSON, ink)
    return row(
        token(marker, side, inverse=is_filled),
        column(named, text(cash, BODY, ink), gap=0),
        gap="s" if form == "tall" else "xxs",
        pad=("xxs", 0) if form == "low" else 0,
        size=height,
        do=("show", "properties", name),
        key=f"bidder:{name}",
    )


def _leader(
    one: Bidder, marker: int, cash: Wording, bid: tuple[Wording, Wording], form: str
) -> Part:
    """Return the block of who leads, in the player's colour: the bid, and what it leaves."""
    fill, ink = styles.of_player(marker).fill, styles.on_player(marker)
    pad, gap, _, _, width = FORMS[form]
    look = Ground(fill, 12)
    check = icon("check", ink, 34)
    words = text(AUCTION["leads"], NAME, ink, size=HUG)
    leads = fit(row(Part(), check, words, Part(), gap="s"), row(Part(), check, Part(), gap=0))
    if form != "tall":
        head = _head(one.name, marker, cash, form, is_filled=True)
        return column(head, leads, gap=gap, look=look, pad=(pad, pad), least=width)
    leaves = text_of("leaves", amount=bid[1]), bid[1]
    return column(
        Part(),
        row(Part(), token(marker, 84, inverse=True), Part(), size=84),
        text(party_name(one.name), PERSON, ink, 0.5, size=36),
        leads._replace(size=38),
        text(bid[0], HIGH, ink, 0.5, size=58),
        may(text(leaves, NEWS, ink, 0.5, size=32)),
        Part(),
        gap="xxs",
        look=look,
        pad=(pad, pad),
        least=width,
        do=("show", "properties", one.name),
        key=f"bidder:{one.name}",
    )


def _note(one: Bidder) -> Part:
    """Return that somebody has passed, or cannot bid and why."""
    words = AUCTION["passed" if one.passed else "cannot"]
    why = "" if one.passed else one.bids[0].brief
    if not why:
        return text(words, NAMES, "quiet", 0.5)
    short = text((why, words), SENTENCE, "quiet", 0.5)
    both = text(words, NAME, "quiet", 0.5, size=32), short._replace(size=64)
    return fit(unsqueezed(column(Part(), *both, Part(), gap=0)), short)


def _keys(game: Game, one: Bidder, marker: int, form: str) -> tuple[Part, ...]:
    """Return rows of keys: the next bid, higher ones, a bid of any amount, and a pass."""
    gap = FORMS[form][1]
    look = styles.player_key(marker, 3)._replace(radius=10)
    ink = styles.on_player(marker)
    other = _other(one)
    passes = pass_key(one.passes, least=KEY)
    if form == "tall":
        last = row(other._replace(size=52), passes, gap=gap, least=KEY, most=58)
        first, *others = _next_bids(game, one)
        amounts = [sum_of(game, getattr(bid.move, "amount", 0)) for bid in (first, *others)]
        told = (text_of("bid", amount=amounts[0]), amounts[0])
        keys = (
            _raise(bid, look, ink, (words,), BUTTON)._replace(least=KEY)
            for bid, words in zip(others, amounts[1:], strict=True)
        )
        large = _raise(first, look, ink, told, NEXT)._replace(least=KEY, most=82, share=1.5)
        return large, row(*keys, gap=gap, least=KEY, most=62), last
    raises = [_raise(bid, look, ink, (bid.text,), BUTTON) for bid in one.bids]
    shown = raises if form == "low" else [raises[i] for i in SLIM_RAISES]
    columns = 3 if form == "low" else 2
    return (grid([*shown, other, passes], columns, gap, least=KEY),)


def _raise(bid: Answer, look: Key, ink: str, words: Sequence[Wording], style: Style) -> Part:
    return Part(
        styles.REFUSED if bid.reason else look,
        (text(words, style, "quiet" if bid.reason else ink, 0.5),),
        pad=(0, "xxs"),
        do=("answer", bid),
        reason=bid.reason,
        least=KEY,
    )


def _other(one: Bidder) -> Part:
    """Return the key of a bid of any amount."""
    return Part(
        styles.RAISED,
        (small_icon("edit"),),
        pad="xs",
        do=("other bid", one.name),
        label=AUCTION["title"],
        least=KEY,
    )


SCREEN = Screen(
    page,
    value=KeyedBid(),
    tapped=lambda value, do, table: tapped(value, do, table.game),
    followed=lambda value, table: followed(value, table.game),
    prompt="auction",
)
