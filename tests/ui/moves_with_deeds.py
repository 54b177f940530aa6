"""How somebody at the table builds, sells, mortgages, pays and deals, on the screens for it."""

from collections import Counter
from typing import Any

from companion.engine import moves
from companion.engine.moves import Move
from companion.text.screens.properties import HOLDINGS
from companion.text.screens.trade import DEALS
from tests.ui.touch import Hand

# --- deeds --------------------------------------------------------------------------------------


def _deeds_of(hand: Hand, player: str) -> None:
    """Their screen: by a tap on the player's row, where that does not ask for rent."""
    from companion.ui.widgets.players import PlayerTab, PlayerTile

    table = hand.desk.table
    if table.screen != "properties":
        hand.at_the_game()
        row = next((row for row in hand.desk.seen(PlayerTile) if row.value.name == player), None)
        hand.tap(table.words["properties"] if row is None or row.value.ask else row)
    if table.properties_state.player != player:
        hand.tap(hand.value(PlayerTab, key=player))
    if table.properties_state.deeds and not table.properties_state.is_planned:
        hand.tap(HOLDINGS["close"])


def of_a_deed(hand: Hand, move: moves.Sell | moves.Mortgage | moves.Unmortgage) -> None:
    from companion.ui.properties.screen import DeedKey

    if hand.desk.table.screen == "debt":
        _to_the_debt_of(hand, move.player)
        if hand.buttons(move):
            hand.answer(move)
            return
    _deeds_of(hand, move.player)
    if not hand.buttons(move):
        _lays_aside(hand)
        hand.tap(hand.value(DeedKey, key=move.deed))
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
    from companion.ui.properties.screen import DeedKey

    game = hand.desk.table.session.game
    lots = [deed.key for deed in game.board.groups[move.group]]
    if hand.desk.table.screen == "debt" and hand.buttons(move):
        hand.answer(move)
        return
    _deeds_of(hand, move.player)
    _lays_aside(hand)
    built = next(lot for lot in lots if game.rank(lot))
    hand.tap(hand.value(DeedKey, key=built))
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
    state = hand.desk.table.properties_state
    if state.answers:
        hand.tap(HOLDINGS["reset" if state.is_planned else "close"])


def _places(hand: Hand, deed: str) -> list[Any]:
    from companion.ui.widgets.deeds import BuildingSlot

    return [key for key in hand.desk.seen(BuildingSlot) if key.value.deed == deed]


def _place(hand: Hand, deed: str, rank: int) -> Any:
    return next(key for key in _places(hand, deed) if key.value.rank == rank)


def _standing(hand: Hand, deed: str) -> int:
    return sum(key.value.state in ("built", "going") for key in _places(hand, deed))


def _planned(hand: Hand, deed: str) -> int:
    return sum(key.value.state == "planned" for key in _places(hand, deed))


def _left(hand: Hand, deed: str) -> int:
    return sum(key.value.state == "built" for key in _places(hand, deed))


# --- debts and deals ----------------------------------------------------------------------------


def _to_the_debt_of(hand: Hand, player: str) -> None:
    """The debtor's key, when several owe."""
    from companion.ui.debt.screen import DebtorKey

    if any(tab.key == player and not tab.chosen for tab in hand.desk.table.debt.tabs):
        hand.tap(hand.value(DebtorKey, key=player))


def settles(hand: Hand, move: Any) -> None:
    hand.at_the_game()
    _to_the_debt_of(hand, move.player)
    hand.answer(move)
    if isinstance(move, moves.DeclareBankruptcy):
        hand.answer_sheet()


def offers(hand: Hand, move: moves.OfferTrade) -> None:
    """The two players, what each of them gives, and the key of the one who offers."""
    from companion.ui.trade.screen import ThingKey

    table = hand.desk.table
    _to_the_deal(hand)
    if table.trade.is_planned:
        hand.tap(DEALS["reset"])
    _seat_both(hand, move.player, move.other)
    for player, goods in ((move.player, move.gives), (move.other, move.wants)):
        side = next(side.number for side in _sides(hand) if side.player == player)
        for deed in goods.deeds:
            hand.tap(hand.value(ThingKey, side=side, key=deed))
        for pack in _packs(hand, player, goods.jail_cards):
            hand.tap(hand.value(ThingKey, side=side, key=pack))
        if goods.cash:
            _keys_cash(hand, side, goods.cash)
    hand.answer(move)


def _sides(hand: Hand) -> list[Any]:
    return list(hand.desk.table.trade.sides)


def _keys_cash(hand: Hand, side: int, dollars: int) -> None:
    from companion.ui.trade.screen import CashButton
    from companion.ui.widgets.keypad import KeypadKey

    hand.tap(hand.value(CashButton, side=side))
    for digit in str(dollars):
        hand.tap(next(key for key in hand.desk.seen(KeypadKey) if key.key == digit))
    hand.tap(DEALS["done"])


def _seat_both(hand: Hand, player: str, other: str) -> None:
    from companion.ui.trade.screen import PartnerKey, SideHead

    for number, name in enumerate((player, other)):
        if {side.player for side in _sides(hand)} == {player, other}:
            return
        if _sides(hand)[number].player != name:
            hand.tap(hand.value(SideHead, number=number))
            hand.tap(hand.value(PartnerKey, key=name))


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
