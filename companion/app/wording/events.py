"""Events, told: a sentence that stands alone, and a few words for after another sentence."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from typing import Any

from companion.app.wording.cards import card
from companion.app.wording.figures import counted, listed, money, signed
from companion.app.wording.names import buildings, deed_name, pack_name, space_name
from companion.app.wording.prompts import THE_BANK, why
from companion.engine import events as ev
from companion.engine.board import Board, Kind
from companion.engine.events import Event
from companion.engine.state import BANK

PHRASES = {
    "opening": ("{player} threw {a} + {b} for who starts", ""),
    "tied": ("{players} tie and throw again", "{players} tie and throw again"),
    "starts": ("{player} starts", "{player} starts"),
    "dice": ("{player} has the dice", "{player} has the dice"),
    "threw": ("{player} threw {a} + {b}", "{a} + {b}"),
    "card_threw": ("{player} threw {a} + {b} for the rent", ""),
    "moved": ("{player} moved to {space}", "{space}"),
    "jailed": ("{player} went to jail", "to jail"),
    "stays": ("{player} stays in jail", "stays in jail"),
    "in_jail": ("{player} is in jail, turn {jail_turn}", ""),
    "left": ("{player} left jail", "out of jail"),
    "salary": ("{payee} collected the salary {gain}", "salary {gain}"),
    "price": ("{payer} bought {deed} {loss}", "{payer} bought {deed} {loss}"),
    "bid": ("{payer} bought {deed} at auction {loss}", "sold to {payer} {loss}"),
    "rent": ("{payer} paid {payee} rent for {deed} {amount}", "paid {payee} rent {amount}"),
    "tax": ("{payer} paid tax {loss}", "tax {loss}"),
    "fine": ("{payer} paid the fine {loss}", "fine {loss}"),
    "gain": ("{payee} got {amount} from the bank", "{gain}"),
    "loss": ("{payer} paid the bank {amount}", "{loss}"),
    "paid": ("{payer} paid {payee} {amount}", "{payer} paid {payee} {amount}"),
    "owns": ("{receiver} owns {deed}", "{receiver} owns {deed}"),
    "carries": ("{deed} carries {buildings}", "{deed} carries {buildings}"),
    "mortgaged": ("{deed} is mortgaged", "{deed} is mortgaged"),
    "lifted": ("{deed} is not mortgaged", "{deed} is not mortgaged"),
    "bids": ("{player} bid {amount}", ""),
    "passed": ("{player} passed", ""),
    "lapsed": (
        "{owner} did not ask {payer} for rent: {amount} lapsed",
        "{owner}'s rent of {amount} lapsed",
    ),
    "debt": ("{debtor} owes {creditor} {amount}: {why}", "{debtor} owes {creditor} {amount}"),
    "drew": ("{player} drew {pack}: {card}", ""),
    "jail_card": ("{receiver} holds a jail card", "a jail card"),
    "used_card": ("{giver} used a jail card", "jail card used"),
    "gave_card": ("{giver} gave {receiver} a jail card", "{giver} gave {receiver} a jail card"),
    "doubles": ("{player} has thrown {doubles}", "{player} has thrown {doubles}"),
    "out": ("{player} is out of the game", "{player} is out of the game"),
    "won": ("{winners} won", "{winners} won"),
}

SAID_BY_CARD: dict[str, type[Event]] = {
    "advance": ev.Moved,
    "go_back_to": ev.Moved,
    "go_to_jail": ev.Jailed,
    "jail_card": ev.JailCardPassed,
    **dict.fromkeys(("collect", "pay", "collect_from_each", "pay_each"), ev.Paid),
}
"""What follows from a card's effect as its words have said already."""


@dataclass(frozen=True, slots=True)
class Phrase:
    """An event told: ``full`` stands alone, ``short`` after another sentence."""

    key: str
    full: str
    short: str


def phrase(event: Event, before: Sequence[Event], board: Board, pack: str) -> Phrase | None:
    """What people are told of ``event``, which the events ``before`` led to; None when nothing.

    ``pack`` is the edition's pack of cards.
    """
    key = _KEYS.get(type(event), _silent)(event, before)
    if not key or _said_by_card(event, before, board, pack):
        return None
    full, short = PHRASES[key]
    said = _fields(event, board, pack)
    return Phrase(key, full.format(**said), (short or full).format(**said))


def _said_by_card(event: Event, before: Sequence[Event], board: Board, pack: str) -> bool:
    drawn = next((e for e in before if isinstance(e, ev.CardDrawn)), None)
    if drawn is None:
        return False
    effect = board.pack(pack, Kind(drawn.pack))[drawn.card].effect
    return type(event) is SAID_BY_CARD.get(effect)


def _fields(event: Event, board: Board, pack: str) -> dict[str, Any]:
    """What the event holds, as it is said."""
    facts = _facts(event)
    for inner in ("claim", "debt"):
        if inner in facts:
            facts |= _facts(facts[inner])
    said = {name: THE_BANK if fact == BANK else fact for name, fact in facts.items()}
    for name, say in _SAY.items():
        if name in facts:
            said |= say(facts[name], board)
    if isinstance(event, ev.CardDrawn):
        said["card"] = card(board, board.pack(pack, Kind(event.pack))[event.card])
    if "why" in said:
        said["why"] = why(said["why"], said["deed"])
    return said


def _facts(thing: object) -> dict[str, Any]:
    return {field.name: getattr(thing, field.name) for field in fields(thing)}  # type: ignore[arg-type]


def _sums(amount: int, board: Board) -> dict[str, str]:
    return {
        "amount": money(amount, board.currency),
        "gain": signed(amount, board.currency),
        "loss": signed(-amount, board.currency),
    }


_SAY: dict[str, Callable[[Any, Board], dict[str, Any]]] = {
    "amount": _sums,
    "dice": lambda dice, board: {"a": dice[0], "b": dice[1]},
    "space": lambda space, board: {"space": space_name(board, space)},
    "deed": lambda deed, board: {"deed": deed_name(board, deed) if deed else ""},
    "pack": lambda pack, board: {"pack": pack_name(board, pack)},
    "players": lambda players, board: {"players": listed(players)},
    "winners": lambda winners, board: {"winners": listed(winners)},
    "buildings": lambda count, board: {"buildings": buildings(count)},
    "doubles": lambda count, board: {"doubles": counted(count, "double")},
}


def _began(event: ev.TurnBegan, before: Sequence[Event]) -> str:
    """Passing the dice is not worth a word; who starts is, and a ruling."""
    if any(isinstance(e, ev.OpeningThrown) for e in before):
        return "starts"
    return (
        "" if any(isinstance(e, ev.Thrown | ev.Answered | ev.DebtEnded) for e in before) else "dice"
    )


def _jail_turn(event: ev.JailTurnSet, before: Sequence[Event]) -> str:
    return "stays" if any(isinstance(e, ev.Thrown) for e in before) else "in_jail"


def _paid(event: ev.Paid, before: Sequence[Event]) -> str:
    if event.why in ("salary", "price", "bid", "rent", "tax", "fine"):
        return event.why
    if event.payer == BANK:
        return "gain"
    return "loss" if event.payee == BANK else "paid"


def _deed_passed(event: ev.DeedPassed, before: Sequence[Event]) -> str:
    return "" if any(isinstance(e, ev.Paid) and e.deed == event.deed for e in before) else "owns"


def _jail_card_passed(event: ev.JailCardPassed, before: Sequence[Event]) -> str:
    if event.receiver == BANK:
        return "used_card"
    return "jail_card" if event.giver == BANK else "gave_card"


def _silent(event: Event, before: Sequence[Event]) -> str:
    return ""


def _always(key: str) -> Callable[[Any, Sequence[Event]], str]:
    return lambda event, before: key


_KEYS: dict[type[Event], Callable[[Any, Sequence[Event]], str]] = {
    ev.OpeningThrown: _always("opening"),
    ev.OpeningTied: _always("tied"),
    ev.TurnBegan: _began,
    ev.Thrown: _always("threw"),
    ev.CardThrown: _always("card_threw"),
    ev.Moved: _always("moved"),
    ev.Jailed: _always("jailed"),
    ev.JailTurnSet: _jail_turn,
    ev.LeftJail: _always("left"),
    ev.Paid: _paid,
    ev.DeedPassed: _deed_passed,
    ev.BuildingsChanged: _always("carries"),
    ev.MortgageChanged: lambda event, before: "mortgaged" if event.mortgaged else "lifted",
    ev.BidMade: _always("bids"),
    ev.BidderPassed: _always("passed"),
    ev.ClaimEnded: lambda event, before: "lapsed" if event.how == "lapsed" else "",
    ev.DebtArose: _always("debt"),
    ev.CardDrawn: _always("drew"),
    ev.JailCardPassed: _jail_card_passed,
    ev.DoublesCounted: _always("doubles"),
    ev.PlayerOut: _always("out"),
    ev.GameEnded: _always("won"),
}
"""A claim that arises is not told: whoever watches for it is not to be helped (RENT-7)."""
