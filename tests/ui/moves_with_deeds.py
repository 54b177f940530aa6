"""How somebody at the table builds, sells, mortgages, pays and deals, on the screens for it."""

from collections import Counter
from typing import Any

from companion.engine import moves
from companion.engine.moves import Move
from companion.engine.rulings import Instalments
from companion.table.trade.draft import DEBT, FREE, LEND, LOAN, LOAN_OF
from companion.text.screens.properties import HOLDINGS
from companion.text.screens.trade import DEALS
from tests.ui.doors import Key
from tests.ui.touch import Hand

# --- deeds --------------------------------------------------------------------------------------


def _deeds_of(hand: Hand, player: str) -> None:
    """Their screen: by a tap on the player's row, where that does not ask for rent."""
    table = hand.desk.table
    if table.screen != "properties":
        hand.at_the_game()
        rows = hand.desk.all_keys("show", "properties", player)
        hand.tap(rows[0] if rows else table.words["properties"])
    if table.values["properties"].player != player:
        hand.tap(hand.desk.key("tab", player))
    if table.values["properties"].deed:
        hand.tap(HOLDINGS["close"])


def of_a_deed(hand: Hand, move: moves.Sell | moves.Mortgage | moves.Unmortgage) -> None:
    if hand.desk.table.screen == "debt":
        _to_the_debt_of(hand, move.player)
        if hand.buttons(move):
            hand.answer(move)
            return
    _deeds_of(hand, move.player)
    if not hand.buttons(move):
        _lays_aside(hand)
        hand.tap(hand.find("deed", move.deed))
    hand.answer(move)


def builds(hand: Hand, move: moves.Build) -> None:
    """The highest place on each lot; where that comes to another order, one after the other."""
    _deeds_of(hand, move.player)
    for deed, count in Counter(move.deeds).items():
        if _planned(hand, deed) < count:
            hand.tap(_place(hand, deed, _standing(hand, deed) + count))
    if not hand.buttons(move):
        _lays_aside(hand)
        for deed in move.deeds:
            hand.tap(_place(hand, deed, _standing(hand, deed) + _planned(hand, deed) + 1))
    hand.answer(move)


def sells_down(hand: Hand, move: moves.SellDown | moves.SellHotels) -> None:
    """All of the group at once by its own button; otherwise place by place."""
    game = hand.desk.table.session.game
    lots = [deed.key for deed in game.board.groups[move.group]]
    if hand.desk.table.screen == "debt" and hand.buttons(move):
        hand.answer(move)
        return
    _deeds_of(hand, move.player)
    _lays_aside(hand)
    built = next(lot for lot in lots if game.rank(lot))
    hand.tap(hand.find("deed", built))
    if not hand.buttons(move):
        _lays_aside(hand)
        assert isinstance(move, moves.SellDown)
        # The lowest first: the others of the group follow it down.
        for houses, lot in sorted(zip(move.houses, lots, strict=True)):
            for _ in range(2):
                if _left(hand, lot) > houses:
                    hand.tap(_place(hand, lot, max(houses, 1)))
    hand.answer(move)


def _lays_aside(hand: Hand) -> None:
    """No plan, and no deed chosen."""
    if keys := hand.desk.all_keys("clear"):
        hand.tap(keys[0])


def _place(hand: Hand, deed: str, rank: int) -> Key:
    return hand.find("place", deed, rank)


def _count(hand: Hand, deed: str, *states: str) -> int:
    """The places of a lot that are seen in one of some states."""
    hand.find("place", deed)
    return sum(place.text in states for place in hand.desk.all_keys("place", deed))


def _standing(hand: Hand, deed: str) -> int:
    return _count(hand, deed, "built", "going")


def _planned(hand: Hand, deed: str) -> int:
    return _count(hand, deed, "planned")


def _left(hand: Hand, deed: str) -> int:
    return _count(hand, deed, "built")


# --- debts and deals ----------------------------------------------------------------------------


def _to_the_debt_of(hand: Hand, player: str) -> None:
    """The debtor's key, when several owe."""
    if hand.desk.all_keys("debtor", player):
        hand.tap(hand.desk.key("debtor", player))


def settles(hand: Hand, move: Any) -> None:
    hand.at_the_game()
    _to_the_debt_of(hand, move.player)
    if not hand.buttons(move):
        hand.tap(hand.desk.key("ways", True))
    hand.answer(move)
    if isinstance(move, moves.DeclareBankruptcy):
        hand.answer_sheet()


def offers(hand: Hand, move: moves.OfferTrade) -> None:
    """The two players, what each of them gives, and the key of the one who offers."""
    table = hand.desk.table
    _to_the_deal(hand)
    if not table.values["trade"].draft.is_empty:
        hand.tap(DEALS["reset"])
    _seat_both(hand, move.player, move.other)
    given = [
        (table.values["trade"].draft.players.index(player), player, goods)
        for player, goods in ((move.player, move.gives), (move.other, move.wants))
    ]
    for side, _, goods in given:
        for deed in goods.deeds:
            hand.tap(hand.find("thing", side, deed))
    for side, player, goods in given:
        for pack in _packs(hand, player, goods.jail_cards):
            hand.tap(hand.find("thing", side, pack))
        for deed, times in goods.landings:
            _keys_landings(hand, side, deed, times)
        if goods.debt:
            hand.tap(hand.find("thing", side, DEBT))
        for loan in [LOAN][: goods.loan] + [LOAN_OF + name for name in goods.loans_of]:
            hand.tap(hand.find("thing", side, loan))
        if goods.cash:
            _keys_cash(hand, side, goods.cash)
        if goods.instalments:
            _keys_loan(hand, side, goods.instalments)
    hand.answer(move)


def _keys_loan(hand: Hand, side: int, promised: Instalments) -> None:
    hand.tap(hand.find("thing", side, LEND))
    for digit in str(promised.amount):
        hand.tap(hand.desk.key("digit", digit))
    for _ in range(promised.times - 1):
        hand.tap(hand.desk.key("times", 1))
    if promised.secured:
        hand.tap(hand.desk.key("secures"))
        hand.tap(hand.find("secured", promised.secured))
    hand.tap(DEALS["done"])


def _keys_landings(hand: Hand, side: int, deed: str, times: int | None) -> None:
    hand.tap(hand.find("thing", side, FREE + deed))
    if times is None:
        hand.tap(hand.desk.key("for good"))
        return
    for digit in str(times):
        hand.tap(hand.desk.key("digit", digit))
    hand.tap(DEALS["done"])


def _keys_cash(hand: Hand, side: int, dollars: int) -> None:
    hand.tap(hand.find("cash", side))
    for digit in str(dollars):
        hand.tap(hand.desk.key("digit", digit))
    hand.tap(DEALS["done"])


def _seat_both(hand: Hand, player: str, other: str) -> None:
    for number, name in enumerate((player, other)):
        players = hand.desk.table.values["trade"].draft.players
        if {*players} == {player, other}:
            return
        if players[number] != name:
            hand.tap(hand.desk.key("side", number))
            hand.tap(hand.desk.key("partner", name))


def _packs(hand: Hand, player: str, wanted: tuple[str, ...]) -> list[str]:
    """A card that may be of either pack is Chance's, if that is held (FLOW-8)."""
    held = sorted(hand.desk.table.session.game.players[player].jail_cards)
    free = [pack for pack in held if pack not in wanted]
    return [pack or free.pop(0) for pack in wanted]


def _to_the_deal(hand: Hand) -> None:
    if hand.desk.table.screen != "trade":
        hand.at_the_game()
        hand.tap(hand.desk.table.words["trade"])


def answers_a_deal(hand: Hand, move: Move) -> None:
    """Where the offer is seen, or where it was made."""
    if not hand.buttons(move):
        _to_the_deal(hand)
    hand.answer(move)
