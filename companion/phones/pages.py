"""Render the pages of a phone as HTML.

A page is built from the views of the screens, so that a phone shows no more than the table does. At
a table where owners watch for rent themselves (TABLE-6, RENT-7), nothing here may depend on a claim
before its owner has asked.
"""

from base64 import b64encode
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from functools import cache
from typing import Any
from urllib.parse import urlencode

from jinja2 import Environment

from companion.engine import moves
from companion.engine.moves import Goods, Move
from companion.engine.notation import format_move
from companion.engine.obligations import Offer
from companion.engine.phases import Auction, Over, TaxChoice
from companion.engine.rulings import Landings
from companion.engine.state import Game
from companion.engine.valuation import worth
from companion.palette import PAPER
from companion.phones.address import Address
from companion.phones.seats import Asking
from companion.table.debt import Shortfall, shortfall
from companion.table.deeds import title_deed
from companion.table.markers import markers_of
from companion.table.phones.judging import ALLOWED, meant_since
from companion.table.play import claims, log
from companion.table.play.view import marks, rows, set_effects
from companion.table.prompts import Answer, Prompt, auction_view, now
from companion.table.prompts.answers import answer
from companion.table.properties.plan import NOTHING
from companion.table.properties.view import answers as deed_answers
from companion.table.session import Played
from companion.table.trade import view as trade_view
from companion.table.trade.draft import (
    FREE,
    MOST_LANDINGS,
    TradeDraft,
    start_draft,
    toggle_item,
    with_landings,
    with_possible_landings,
)
from companion.templates import make_environment
from companion.text import counted, language, languages, money
from companion.text.names import deed_name, short_names
from companion.text.phones import PHONE, text_of

LAST_MOVES = 3
STEPS = (10, 50, 100, 200)
"""Dollars above the high bid of the four large keys."""
MOST_CASH = 99_999
SAMPLE = 987_654_321
"""Amount in place of the one that is keyed in on the phone."""
GOOD = "good"
"""Number of free landings for good, in an address."""
SIDES = (
    ("give", "givecard", "pay", "forgive", "free"),
    ("want", "wantcard", "get", "forgiven", "freed"),
)
"""Fields of a trade in an address: deeds, jail cards, cash, debt and free landings of each side."""
PAYING = (
    moves.PayDebt,
    moves.PayFlatTax,
    moves.PayTenPercent,
    moves.PayFine,
    moves.UseJailCard,
)
"""Moves that settle what a player has to pay."""


@cache
def environment() -> Environment:
    """Return the template environment of the phones."""
    return make_environment(
        "companion.phones",
        label=PHONE,
        text=text_of,
        group_class=group_class,
    )


def group_class(group: str) -> str:
    """Return the CSS class of a group; groups of a custom board share six."""
    if group in PAPER.groups:
        return f"g-{group}"
    return f"g-custom-{sum(group.encode()) % 6}"


def chosen_language(accepted: str, otherwise: str) -> str:
    """Return the first language that a browser accepts and the texts have."""
    known = languages()
    for part in accepted[:200].split(","):
        code = part.split(";")[0].strip().split("-")[0].lower()
        if code in known:
            return code
    return otherwise if otherwise in known else "en"


def style_sheet() -> str:
    """Return the style sheet, with the colours of both themes."""
    return render("style.css")


def render(template: str, **values: object) -> str:
    """Return a template with its values filled in."""
    return environment().get_template(template).render(**values)


def document(main: str, nonce: str, version: str, *, live: bool) -> str:
    """Return a whole page around ``main``; a ``live`` page follows the game."""
    return render(
        "document.html", main=main, nonce=nonce, version=version, live=live, language=language()
    )


def notice(title: str, about: str = "") -> str:
    """Return a page with a heading and a line."""
    return render("notice.html", title=title, about=about)


def shared(token: str, picture: bytes) -> str:
    """Return the page of a game that was shared, with its picture if it has one."""
    encoded = b64encode(picture).decode("ascii")
    return render("shared.html", token=token, picture=encoded)


def joining(game: Game, code: str, taken: Collection[str]) -> str:
    """Return the page on which somebody with the ``code`` says who they are."""
    markers = markers_of(game.players)
    players = [(name, markers[name], name in taken) for name in game.in_play()]
    return render("join.html", board=game.board.name, code=code, players=players)


def knocking(game: Game, asking: Asking) -> str:
    """Return the page of a phone that waits to be let in, with the digits that it shows."""
    return render("knocking.html", asking=asking, marker=markers_of(game.players)[asking.player])


def main(address: Address, game: Game, history: Sequence[Played], seat: str, number: int) -> str:
    """Return the changing part of a page for the player ``seat``, or for somebody who watches.

    ``number`` is that of the last move.
    """
    page = _Page(address, game, history, seat, number)
    kind = address.kind
    if kind == "deed" and address.deed not in game.board.deeds:
        kind = "wallet"
    if kind in ("trade", "pay") and not page.may_trade:
        kind = "wallet"
    if kind == "wallet" and isinstance(game.phase, Auction):
        kind = "auction"
    return render(f"{kind}.html", page=page, kind=kind, **getattr(page, kind)())


class _Page:
    """Values that several pages show."""

    def __init__(
        self, address: Address, game: Game, history: Sequence[Played], seat: str, number: int
    ) -> None:
        self.address, self.game, self.history = address, game, history
        self.seat, self.number = seat, number
        self.markers = markers_of(game.players)
        self.marker = self.markers.get(seat, -1)
        self.prompt: Prompt = now(game)
        self.is_player = seat in game.in_play()
        self.may_trade = self.is_player and not isinstance(game.phase, Over)
        self.cash = self.sum(game.players[seat].cash) if self.is_player else ""

    def sum(self, amount: int) -> str:
        """Format an amount in the currency of the board."""
        return money(amount, self.game.board.currency)

    def move(self, move: Move) -> str:
        """Return a move in the notation, as a wish has it."""
        return format_move(move, self.game.board)

    def since(self, move: Move) -> int:
        """Return the number that tells buttons with the same words apart."""
        return meant_since(self.game, self.history, move)

    # --- the wallet -------------------------------------------------------------------------------

    def wallet(self) -> dict[str, Any]:
        """Return what the wallet shows."""
        game, due = self.game, self._due()
        return {
            "worth": self._worth(),
            "waits": self._waits(),
            "claims": [line for line in claims.stack(game) if line.claim.owner == self.seat],
            "asks": [one for one in self.prompt.asking if one.player == self.seat],
            "answers": self._answers(),
            "short": due.wanted[0] if due and due.wanted else "",
            "offer": self._offer(),
            "deeds": self.deeds(self.seat) if self.is_player else [],
            "houses": text_of("houses left", houses=counted(game.houses_in_bank(), "house")),
            "others": [
                row for row in rows(game, self.prompt.player, {}, ()) if row.name != self.seat
            ],
            "lines": log.newest(self.history, (), game.setup)[:LAST_MOVES],
        }

    def _worth(self) -> str:
        """Return the worth; empty while somebody chooses a tax, as on the table (TAX-3)."""
        if not self.is_player or any(isinstance(phase, TaxChoice) for phase in self.game.pending):
            return ""
        return self.sum(worth(self.game, self.seat))

    def _waits(self) -> dict[str, Any]:
        prompt = self.prompt
        if prompt.player and prompt.player == self.seat:
            rest = PHONE["roll"] if prompt.wants_dice else prompt.question
            title = PHONE["your turn"]
        else:
            title, rest = prompt.title, prompt.question
        marker = self.markers.get(prompt.player, -1)
        icon = "dice" if prompt.wants_dice else "timer"
        return {"title": title, "rest": rest, "marker": marker, "icon": icon}

    def _answers(self) -> list[Answer]:
        """Return the player's answers to the question of the table that a phone may give."""
        own = [one for one in self.prompt.answers if one.player == self.seat]
        return [one for one in own if isinstance(one.move, ALLOWED)]

    def _own_offer(self) -> Offer | None:
        """Return the open offer, if the player makes or gets it."""
        offer = self.game.offer
        return offer if offer and self.seat in (offer.player, offer.other) else None

    def _offer(self) -> dict[str, Any] | None:
        offer = self._own_offer()
        if offer is None:
            return None
        is_mine = offer.player == self.seat
        key, player = ("you offer", offer.other) if is_mine else ("offers you", offer.player)
        return {"text": text_of(key, player=player), "marker": self.markers[player]}

    def deeds(self, owner: str) -> list[dict[str, Any]]:
        """Return the deeds of a player, those nearest to a set first."""
        game = self.game
        owned = {mark.group: mark for mark in marks(game, owner)}

        def missing(deed: Any) -> int:
            return owned[deed.group].size - owned[deed.group].owned

        return [
            {
                "key": deed.key,
                "name": short_names(game.board, deed.key)[-1],
                "full": deed_name(game.board, deed.key),
                "group": group_class(deed.group),
                "pips": [i < owned[deed.group].owned for i in range(owned[deed.group].size)],
                "buildings": game.rank(deed.key),
                "is_hotel": game.rank(deed.key) > game.setup.top_houses,
                "earns": self._earns(deed.key),
            }
            for deed in sorted(game.deeds_of(owner), key=missing)
        ]

    def _earns(self, key: str) -> str:
        """Return the rent of today; empty for a mortgaged deed."""
        row = next((row for row in title_deed(self.game, key).rents if row.today), None)
        return row.amount if row else ""

    # --- the board --------------------------------------------------------------------------------

    def board(self) -> dict[str, Any]:
        """Return the players, whose properties are shown."""
        return {"players": self.game.in_play()}

    # --- an auction -------------------------------------------------------------------------------

    def auction(self) -> dict[str, Any]:
        """Return the auction, with keys for absolute amounts."""
        game = self.game
        view = auction_view(game)
        assert view, "there is an auction"
        me = next((one for one in view.bidders if one.name == self.seat), None)
        return {
            "view": view,
            "group": group_class(game.board.deeds[view.deed].group) if view.deed else "",
            "bidders": [self._bidder(one, view.bid) for one in view.bidders],
            "me": me,
            "keys": [self._bid_key(view.bid + step) for step in STEPS] if me else [],
            "bid_move": self._with_amount(moves.Bid(self.seat, SAMPLE)) if me else "",
            "item": self.since(moves.Pass(self.seat)),
        }

    def _bid_key(self, amount: int) -> dict[str, Any]:
        bid = answer(self.game, self.sum(amount), moves.Bid(self.seat, amount))
        left = self.game.players[self.seat].cash - amount
        leaves = text_of("leaves", amount=self.sum(left)) if bid.open else bid.refusal
        return {"answer": bid, "leaves": leaves}

    def _with_amount(self, move: Move) -> str:
        """Return a move of ``SAMPLE`` dollars with ``{amount}`` in place of them."""
        return self.move(move).replace(str(SAMPLE), "{amount}")

    def _bidder(self, one: Any, bid: int) -> dict[str, Any]:
        key = "passed" if one.passed else "in" if one.cash > bid or one.leads else "cannot"
        words = PHONE["you"] if one.name == self.seat else text_of(key, player=one.name)
        is_out = key != "in"
        return {"words": words, "marker": self.markers[one.name], "is_out": is_out}

    # --- a deed -----------------------------------------------------------------------------------

    def deed(self) -> dict[str, Any]:
        """Return a title deed, and what its owner may do with it."""
        game, key = self.game, self.address.deed
        owner = game.owner(key) if key in game.holdings else ""
        is_mine = bool(owner) and owner == self.seat and self.is_player
        answers = deed_answers(game, self.seat, NOTHING, key) if is_mine else []
        own = [deed["key"] for deed in self.deeds(owner)] if owner in game.players else [key]
        place = own.index(key)
        return {
            "deed": title_deed(game, key),
            "group": group_class(game.board.deeds[key].group),
            "owner": text_of("owner", player=owner) if owner in game.players else PHONE["of bank"],
            "owner_marker": self.markers.get(owner, -1),
            "answers": [one for one in answers if isinstance(one.move, ALLOWED)],
            "before": own[place - 1] if len(own) > 1 else "",
            "after": own[(place + 1) % len(own)] if len(own) > 1 else "",
        }

    # --- paying -----------------------------------------------------------------------------------

    def pay(self) -> dict[str, Any]:
        """Return what the player has to pay, and a form to give money to another player.

        A gift is an offer that the other one accepts: a payment that no rule asks for would be a
        ruling, and those belong to the table.
        """
        game = self.game
        due, other = self._due(), self._other("to")
        gift = moves.OfferTrade(self.seat, other, Goods(cash=SAMPLE), Goods())
        dollar = replace(gift, gives=Goods(cash=1))
        return {
            "due": due,
            "ways": [way for way in due.ways if isinstance(way.answer.move, ALLOWED)]
            if due and not due.pays.open
            else [],
            "answers": [
                one
                for one in self._answers()
                if isinstance(one.move, PAYING) and not (due and one.move == due.pays.move)
            ],
            "offer": self._offer(),
            "other": other,
            "partners": self._partners(lambda name: f"/pay?{urlencode({'to': name})}"),
            "refusal": answer(game, "", dollar).refusal,
            "gift": self._with_amount(gift),
            "gift_since": self.since(gift),
            "most": game.players[self.seat].cash,
        }

    def _due(self) -> Shortfall | None:
        """Return the oldest debt of the player; None without one."""
        debt = next((debt for debt in self.game.debts if debt.debtor == self.seat), None)
        return shortfall(self.game, debt) if debt else None

    def _other(self, field: str) -> str:
        """Return another player: the one in a field of the address, or else the next one."""
        wanted = self.address.first(field)
        others = [name for name in self.game.left_of(self.seat) if name != self.seat]
        return wanted if wanted in others else others[0]

    def _partners(self, link: Callable[[str], str]) -> list[tuple[str, int, str]]:
        """Return every other player with a marker and the link to choose that player."""
        others = [name for name in self.game.in_play() if name != self.seat]
        return [(name, self.markers[name], link(name)) for name in others]

    # --- a trade ----------------------------------------------------------------------------------

    def trade(self) -> dict[str, Any]:
        """Return the open offer, or a draft that the address describes."""
        game, offer = self.game, self._own_offer()
        if offer:
            draft = start_draft(game, self.seat)
            if draft.players[0] != self.seat:
                draft = TradeDraft(draft.players[::-1], draft.goods[::-1])
        else:
            draft = self._draft()
        mine, theirs = trade_view.sides(game, draft)
        is_busy = game.offer is not None and offer is None
        return {
            "is_busy": is_busy,
            "mine": mine,
            "theirs": theirs,
            "answers": [] if is_busy or draft.is_empty else mine.answers,
            "partners": self._partners(lambda name: self._link(TradeDraft((self.seat, name)))),
            "toggle": lambda thing: self._link(toggle_item(draft, thing.side, thing.key)),
            "cash": [goods.cash for goods in draft.goods],
            "ticket": lambda thing: self._ticket(draft, thing),
            "query": _query(draft),
            "hidden": [pair for pair in _query(draft) if pair[0] not in ("pay", "get")],
            "offer": offer,
        }

    def _ticket(self, draft: TradeDraft, thing: trade_view.Thing) -> dict[str, Any]:
        """Return a promise in a form, its number, and the link that makes it one for good."""
        deed = thing.key.removeprefix(FREE)
        return {
            "key": f"{thing.side}.{deed}",
            "times": dict(draft.goods[thing.side].landings)[deed],
            "for_good": self._link(with_landings(draft, thing.side, deed, None)),
        }

    def _draft(self) -> TradeDraft:
        """Return the trade in an address; what the players do not have is left out."""
        other = self._other("with")
        mine, theirs = map(self._goods, (self.seat, other), SIDES)
        draft = TradeDraft((self.seat, other), (mine, theirs))
        side, _, deed = self.address.first("ticket").partition(".")
        if side in ("0", "1"):
            draft = with_landings(draft, int(side), deed, _landings(self.address.first("times")))
        return with_possible_landings(self.game, draft)

    def _goods(self, name: str, fields: tuple[str, ...]) -> Goods:
        address, player = self.address, self.game.players[name]
        deeds, cards, cash, debt, free = fields
        owned = {deed.key for deed in self.game.deeds_of(name)}
        pairs = (one.rpartition(".") for one in address.all(free))
        landings = {key: _landings(times) for key, _, times in pairs}
        return Goods(
            tuple(key for key in dict.fromkeys(address.all(deeds)) if key in owned),
            min(_dollars(address.first(cash)), player.cash),
            tuple(pack for pack in dict.fromkeys(address.all(cards)) if pack in player.jail_cards),
            bool(address.first(debt)),
            tuple((key, times) for key, times in landings.items() if times != 0),
        )

    def _link(self, draft: TradeDraft) -> str:
        return f"/trade?{urlencode(_query(draft))}"

    def completes(self, key: str) -> list[Any]:
        """Return what buying a deed does to its group."""
        return set_effects(self.game, self.seat, key)


def _query(draft: TradeDraft) -> list[tuple[str, str]]:
    pairs = [("with", draft.players[1])]
    for goods, (deeds, cards, cash, debt, free) in zip(draft.goods, SIDES, strict=True):
        pairs += [(deeds, key) for key in goods.deeds]
        pairs += [(cards, pack) for pack in goods.jail_cards]
        pairs += [(debt, "1")] if goods.debt else []
        pairs += [(free, f"{key}.{times or GOOD}") for key, times in goods.landings]
        pairs += [(cash, str(goods.cash))] if goods.cash else []
    return pairs


def _landings(text: str) -> Landings:
    """Return a number of free landings; 0 for anything that is none."""
    times = _dollars(text)
    return None if text == GOOD else times if times <= MOST_LANDINGS else 0


def _dollars(text: str) -> int:
    """Return an amount; 0 for anything that is none."""
    if text.isascii() and text.isdigit() and len(text) <= len(str(MOST_CASH)):
        return int(text)
    return 0
