"""Render the pages of a phone as HTML.

A page is built from the views of the screens, so that a phone shows no more than the table does. At
a table where owners watch for rent themselves (TABLE-6, RENT-7), nothing here may depend on a claim
before its owner has asked.
"""

from base64 import b64encode
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import replace
from functools import cache
from typing import Any
from urllib.parse import urlencode

from jinja2 import Environment

from companion.engine import moves
from companion.engine.moves import Goods, Move
from companion.engine.notation import format_move
from companion.engine.obligations import Debt, Offer
from companion.engine.phases import Auction, Over, TaxChoice
from companion.engine.rules.auction import least_bid, still_bidding
from companion.engine.rulings import Landings
from companion.engine.state import Game
from companion.engine.valuation import worth
from companion.look.palette import PAPER
from companion.phones.address import Address
from companion.phones.seats import Asking
from companion.table.debt import shortfall
from companion.table.deeds import title_deed
from companion.table.markers import markers_of
from companion.table.phones.judging import ALLOWED, meant_since
from companion.table.play import claims, log
from companion.table.play.claims import ClaimLine
from companion.table.play.view import marks, rows, set_effects
from companion.table.prompts import Answer, Bidder, Prompt, auction_view, now
from companion.table.prompts.answers import answer
from companion.table.prompts.auction import raises
from companion.table.prompts.debts import reason
from companion.table.prompts.phases import current_round
from companion.table.properties.loans import held_loans
from companion.table.properties.plan import NOTHING
from companion.table.properties.view import answers as deed_answers
from companion.table.session import Played
from companion.table.trade import view as trade_view
from companion.table.trade.draft import (
    FREE,
    MOST_LANDINGS,
    TradeDraft,
    possible,
    start_draft,
    toggle_item,
    with_landings,
)
from companion.text import counted, language, money
from companion.text.names import deed_name, party_name, short_names
from companion.text.phones import BIDDERS, PHONE, bidders, text_of
from companion.text.told import MINUS, Told, Wording
from companion.web.http import FONTS
from companion.web.templates import make_environment

LAST_MOVES = 3
MOST_NAMED = 3
"""Largest number of others in an auction who are named."""
STEPS = (10, 50, 100, 200)
"""Dollars above the high bid of the four large keys."""
NARROW_SUM = 7
"""Most characters of a sum for which there are three tiles in a row."""
MOST_CASH = 99_999
WORD_JOINER = "\N{WORD JOINER}"
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
    templates = make_environment(
        "companion.phones",
        label=PHONE,
        text=text_of,
        group_class=group_class,
        fonts=FONTS,
    )
    templates.filters["unbroken"] = unbroken
    return templates


def unbroken(text: Wording) -> str:
    """Return a text in which no line ends between a minus sign and its sum."""
    return str(text).replace(MINUS, MINUS + WORD_JOINER)


def group_class(group: str) -> str:
    """Return the CSS class of a group; groups of a custom board share six."""
    if group in PAPER.groups:
        return f"g-{group}"
    return f"g-custom-{sum(group.encode()) % 6}"


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


def shared(token: str, pictures: Iterable[tuple[bytes, str]]) -> str:
    """Return the page of a game that was shared, with its pictures, each also in words."""
    encoded = [(b64encode(picture).decode("ascii"), words) for picture, words in pictures]
    return render("shared.html", token=token, pictures=encoded)


def joining(game: Game, code: str, taken: Collection[str]) -> str:
    """Return the page on which somebody with the ``code`` says who they are."""
    markers = markers_of(game.players)
    players = [(name, markers[name], name in taken) for name in game.in_play()]
    return render("join.html", board=game.board.name, code=code, players=players)


def knocking(game: Game, asking: Asking, *, is_refused: bool = False) -> str:
    """Return the page of a phone that waits to be let in, or was refused and may ask again."""
    marker = markers_of(game.players).get(asking.player, -1)
    return render("knocking.html", asking=asking, marker=marker, is_refused=is_refused)


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
    if kind == "claims" and not page.claims:
        kind = "wallet"
    if kind == "wallet" and isinstance(game.phase, Auction):
        kind = "auction"
    values = {} if kind == "claims" else getattr(page, kind)()
    return render(f"{kind}.html", page=page, kind=kind, **values)


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
        self.debt = next((debt for debt in game.debts if debt.debtor == seat), None)
        self.due = shortfall(game, self.debt) if self.debt else None
        self.owes = self._owes(self.debt) if self.debt else ""
        self.claims = self._claims()
        self.answers = self._answers()
        self.offer = self._offer()
        self.asks = self._asks()

    def sum(self, amount: int) -> Told:
        """Format an amount in the currency of the board."""
        return money(amount, self.game.board.currency)

    def move(self, move: Move) -> str:
        """Return a move in the notation, as a wish has it."""
        return format_move(move, self.game.board)

    def since(self, move: Move) -> int:
        """Return the number that tells buttons with the same words apart."""
        return meant_since(self.game, self.history, move)

    # --- what asks something of the player --------------------------------------------------------

    def _asks(self) -> list[str]:
        """Return the identity of all that asks something of the player, each with its sound."""
        found = [
            f"{one['id']}:claim-{self.marker}"
            for one in self.claims
            if one["is_mine"] and one["line"].answer.open
        ]
        if isinstance(self.game.phase, Auction):
            if self.seat in still_bidding(self.game, self.game.phase):
                found.append(f"bid-{self.since(moves.Pass(self.seat))}:turn")
        elif self.answers:
            found.append(f"answers-{self.prompt.kind}-{self.prompt.deed}:turn")
        if self.offer and not self.offer["is_mine"]:
            found.append("offer:turn")
        return found

    def _claims(self) -> list[dict[str, Any]]:
        """Return the claims of the player, the newest first, and then those on the player.

        There are none where owners watch for rent themselves.
        """
        lines = claims.stack(self.game)[::-1]
        mine = [line for line in lines if line.claim.owner == self.seat]
        theirs = [line for line in lines if line.claim.payer == self.seat]
        return [self._claim(line) for line in (*mine, *theirs)]

    def _claim(self, line: ClaimLine) -> dict[str, Any]:
        claim, is_mine = line.claim, line.claim.owner == self.seat
        key = "collect" if is_mine else "may collect"
        amount = self.sum(claim.amount)
        return {
            "line": line,
            "is_mine": is_mine,
            "id": f"claim-{self.markers[claim.payer]}-{claim.deed}-{claim.turn}",
            "text": text_of(key, owner=claim.owner, amount=amount, payer=claim.payer),
            "changes": [one for one in line.answer.changes if one.player == self.seat],
        }

    # --- the wallet -------------------------------------------------------------------------------

    def wallet(self) -> dict[str, Any]:
        """Return what the wallet shows."""
        game, due = self.game, self.due
        others = [row for row in rows(game, self.prompt.player, {}, ()) if row.name != self.seat]
        return {
            "worth": self._worth(),
            "waits": self._waits(),
            "round": current_round(game),
            "more": text_of("more", count=len(self.claims) - 1) if self.claims[1:] else "",
            "watches": [one for one in self.prompt.asking if one.player == self.seat],
            "answers": [one for one in self.answers if not (due and one.move == due.pays.move)],
            "due": due,
            "deeds": self.deeds(self.seat) if self.is_player else [],
            "loans": held_loans(game, self.seat) if self.is_player else [],
            "houses": text_of("houses left", houses=counted(game.houses_in_bank(), "house")),
            "others": others,
            "is_rich": any(len(str(row.balance)) > NARROW_SUM for row in others),
            "lines": log.newest(self.history, (), game.setup)[:LAST_MOVES],
        }

    def _worth(self) -> Wording:
        """Return the worth; empty while somebody chooses a tax, as on the table (TAX-3)."""
        if not self.is_player or any(isinstance(phase, TaxChoice) for phase in self.game.pending):
            return ""
        return self.sum(worth(self.game, self.seat))

    def _waits(self) -> dict[str, Any]:
        """Return what the table waits for, in one sentence."""
        prompt = self.prompt
        icon = "dice" if prompt.wants_dice else "timer"
        marker = self.markers.get(prompt.player, -1)
        text: Wording
        if self.owes:
            text, marker = self.owes, self.marker
        elif prompt.player != self.seat:
            text = prompt.title
        elif prompt.wants_dice:
            text = PHONE["your roll"]
        else:
            text = prompt.question or prompt.sublines[0]
        return {"text": text, "marker": marker, "icon": icon}

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
        text = text_of(key, player=player)
        return {"text": text, "marker": self.markers[player], "is_mine": is_mine}

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

    def _earns(self, key: str) -> Wording:
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
        others = [one for one in view.bidders if one is not me and not one.leads]
        phase = game.phase
        assert isinstance(phase, Auction), "there is an auction"
        amounts = raises(game, phase, self.seat, STEPS) if me else ()
        return {
            "view": view,
            "group": self.group(view.deed) if view.deed else "",
            "deed": title_deed(game, view.deed) if view.deed else None,
            "others": [self._bidder(one, view.bid) for one in others],
            "counts": self._counts(others, view.bid) if len(others) > MOST_NAMED else "",
            "me": me,
            "keys": [self._bid_key(amount) for amount in amounts],
            "least": least_bid(game, phase, self.seat) if me else 0,
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

    def _bidder(self, one: Bidder, bid: int) -> dict[str, Any]:
        key = _part(one, bid)
        words = text_of(key, player=one.name)
        return {"words": words, "marker": self.markers[one.name], "is_out": key != "in"}

    def _counts(self, others: Sequence[Bidder], bid: int) -> str:
        """Say how many take which part: ``3 are in, 2 can't``."""
        parts = Counter(_part(one, bid) for one in others)
        return ", ".join(bidders(parts[key], key) for key in BIDDERS.english if parts[key])

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
            "group": self.group(key),
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
        game, due, other = self.game, self.due, self._other("to")
        partners = self._partners(lambda name: f"/pay?{urlencode({'to': name})}")
        gift = moves.OfferTrade(self.seat, other or partners[0][0], Goods(cash=SAMPLE), Goods())
        dollar = replace(gift, gives=Goods(cash=1))
        return {
            "due": due,
            "ways": [way for way in due.ways if isinstance(way.answer.move, ALLOWED)]
            if due and not due.pays.open
            else [],
            "answers": [
                one
                for one in self.answers
                if isinstance(one.move, PAYING) and not (due and one.move == due.pays.move)
            ],
            "other": other,
            "partners": partners,
            "refusal": answer(game, "", dollar).refusal,
            "gift": self._with_amount(gift),
            "gift_since": self.since(gift),
            "most": game.players[self.seat].cash,
        }

    def _owes(self, debt: Debt) -> str:
        """Say to whom the player owes how much, and what for."""
        creditor, amount = party_name(debt.creditor), self.sum(debt.amount)
        return text_of("you owe", creditor=creditor, amount=amount, why=reason(self.game, debt))

    def _other(self, field: str) -> str:
        """Return the player in a field of the address, or the only other one; else nobody."""
        wanted = self.address.first(field)
        others = [name for name in self.game.in_play() if name != self.seat]
        if wanted in others:
            return wanted
        return others[0] if len(others) == 1 else ""

    def _partners(self, link: Callable[[str], str]) -> list[tuple[str, int, str]]:
        """Return every other player with a marker and the link to choose that player."""
        others = [name for name in self.game.in_play() if name != self.seat]
        return [(name, self.markers[name], link(name)) for name in others]

    # --- a trade ----------------------------------------------------------------------------------

    def trade(self) -> dict[str, Any]:
        """Return the open offer, or a draft that the address describes.

        Each side comes with the side whose new balance stands below it: in an offer whoever gets
        its goods, in a draft the player who gives them.
        """
        game, offer = self.game, self._own_offer()
        partners = self._partners(lambda name: self._link(TradeDraft((self.seat, name))))
        other = offer or self._other("with")
        is_busy = game.offer is not None and offer is None
        if is_busy or not other:
            return {"is_busy": is_busy, "offer": None, "partners": partners, "sides": []}
        draft = self._draft() if offer is None else start_draft(game, self.seat)
        if draft.players[0] != self.seat:
            draft = TradeDraft(draft.players[::-1], draft.goods[::-1])
        mine, theirs = trade_view.sides(game, draft)
        return {
            "is_busy": False,
            "offer": offer,
            "partners": partners,
            "sides": [(theirs, mine), (mine, theirs)]
            if offer
            else [(mine, mine), (theirs, theirs)],
            "theirs": theirs,
            "answers": [] if draft.is_empty else mine.answers,
            "toggle": lambda thing: self._link(toggle_item(draft, thing.side, thing.key)),
            "cash": [goods.cash for goods in draft.goods],
            "ticket": lambda thing: self._ticket(draft, thing),
            "query": _query(draft),
            "hidden": [pair for pair in _query(draft) if pair[0] not in ("pay", "get")],
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
        return possible(self.game, draft)

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

    def group(self, key: str) -> str:
        """Return the CSS class of the group of a deed."""
        return group_class(self.game.board.deeds[key].group)

    def deed_name(self, key: str) -> Told:
        """Return the name of a deed."""
        return deed_name(self.game.board, key)

    def completes(self, key: str) -> list[Any]:
        """Return what buying a deed does to its group."""
        return set_effects(self.game, self.seat, key)


def _part(bidder: Bidder, bid: int) -> str:
    """Return the part that somebody takes in an auction, as the key of its text."""
    if bidder.keyed:
        return "keyed"
    if bidder.passed:
        return "passed"
    return "in" if bidder.cash > bid or bidder.leads else "cannot"


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
