"""Objections: the clause that forbids a move, or an empty string."""

from collections.abc import Callable
from typing import Any

from companion.engine import moves, phases
from tests.referee.position import Position
from tests.referee.values import HOTEL

RAISING = (moves.Sell, moves.SellHotels, moves.SellDown, moves.Mortgage, moves.Rule)
ONLY: dict[type[phases.Phase], tuple[type[moves.Move], ...]] = {
    phases.Auction: (moves.Bid, moves.Pass, moves.CloseAuction, moves.LeaveGame, *RAISING),
    phases.Shortage: (moves.ClaimBuilding, moves.WaiveBuilding, *RAISING),
    phases.Placing: (moves.PlaceBuilding, *RAISING),
}


def claim_meant(here: Position, move: moves.CollectRent) -> Any:
    """Return the newest claim that is asked for; None if there is none (RENT-6)."""
    mine = [c for c in here.claims if c[0] == move.player and move.payer in (None, c[1])]
    return mine[-1] if mine else None


def forbids_phase(here: Position, move: moves.Move) -> str:
    """Return FLOW-2 while an auction, a shortage or a placing allows only other moves."""
    only = ONLY.get(type(here.phase))
    return "FLOW-2" if only and type(move) not in only else ""


def _asked(phase: type[phases.Phase], clause: str) -> Callable[[Position, Any], str]:
    def forbids(here: Position, move: moves.PlayerMove) -> str:
        is_asked = (
            isinstance(here.phase, phase) and getattr(here.phase, "player", "") == move.player
        )
        return "" if is_asked else clause

    return forbids


def _forbids_opening(here: Position, move: moves.RollForStart) -> str:
    opening = here.phase if isinstance(here.phase, phases.Opening) else None
    return "" if opening and opening.waiting[0] == move.player else "SET-6"


def _forbids_throw(here: Position, move: moves.Roll) -> str:
    if here.player != move.player or isinstance(here.phase, phases.Opening):
        return "SET-7"
    return "" if not here.pending or isinstance(here.phase, phases.CardThrow) else "FLOW-1"


def _forbids_buying(here: Position, move: moves.Buy) -> str:
    asked = _asked(phases.ToBuy, "BUY-1")(here, move)
    dear = not asked and here.sheet.lots[here.phase.deed].price > here.cash[move.player]
    return "BUY-1" if asked or dear else ""


def _forbids_speaking(here: Position, move: moves.Bid | moves.Pass) -> str:
    lot = here.phase
    if not isinstance(lot, phases.Auction) or move.player == lot.bidder:
        return "FLOW-5"
    if move.player not in here.bidders(lot):
        if move.player in dict(lot.sealed):
            return "HOUSE-17"
        return "FLOW-2" if here.debts_of(move.player) else "FLOW-5"
    return ""


def _forbids_bid(here: Position, move: moves.Bid) -> str:
    if silent := _forbids_speaking(here, move):
        return silent
    if here.phase.building and not here.places_for(move.player, here.phase.building):
        return "SHORT-2"
    if move.amount < max(_least_said(here), _price_asked(here, move.player)):
        return "BUY-3"
    return "BUY-4" if move.amount > here.cash[move.player] else ""


def _least_said(here: Position) -> int:
    """HOUSE-16: what any first bid has to be, and any later one; HOUSE-17: no less than a tie."""
    if here.phase.bidder:
        return int(here.phase.bid + here.sheet.of["bid_step"])
    return max(int(here.sheet.of["least_bid"]), int(here.phase.tied))


def _price_asked(here: Position, name: str) -> int:
    """BUY-3, HOUSE-16: no building under its price, or no first bid under half of what is sold."""
    lot, of = here.phase, here.sheet.of
    half = of["auctions_from"] == "half" and not lot.bidder
    if lot.building:
        price = min(place.house for place in here.places_for(name, lot.building))
        return price if of["buildings_from_price"] else half * -(-price // 2)
    return half * -(-here.sheet.lots[lot.deed].price // 2) if lot.deed else 0


def _forbids_paying(here: Position, move: moves.PayDebt) -> str:
    debts = here.debts_of(move.player)
    return "" if debts and debts[0][2] <= here.cash[move.player] else "FLOW-3"


def _forbids_drawing(here: Position, move: moves.DrawCard) -> str:
    if asked := _asked(phases.ToDraw, "CARD-1")(here, move):
        return asked
    pack = str(here.phase.pack)
    card = here.sheet.cards[pack].get(move.card)
    held = any(pack in cards for cards in here.cards.values())
    return "FLOW-19" if not card or (held and card["effect"] == "jail_card") else ""


def _forbids_leaving_jail(here: Position, name: str) -> bool:
    sits = here.jail[name] and here.player == name and here.to_throw
    return not sits or bool(here.pending)


def _forbids_fine(here: Position, move: moves.PayFine) -> str:
    """JAIL-5: before throwing, in the first two of the turns (1934: three)."""
    name = move.player
    if isinstance(here.phase, phases.FineOrChance) and here.phase.player == name:
        return ""
    late = here.jail[name] > here.sheet.of["fine_turns"]
    poor = here.cash[name] < here.fine(name)
    return "JAIL-5" if _forbids_leaving_jail(here, name) or late or poor else ""


def _forbids_jail_card(here: Position, move: moves.UseJailCard) -> str:
    lacks = not here.cards[move.player]
    return "JAIL-6" if lacks or _forbids_leaving_jail(here, move.player) else ""


def forbids_building(here: Position, move: moves.Build) -> str:
    """Return the clause that forbids a line of buildings, each tried in its turn."""
    if here.sheet.of["build_on_turn"] and not here.has_dice(move.player):
        return "HOUSE-13"
    if here.debts_of(move.player):
        return "FLOW-2"
    built, cash = dict(here.built), here.cash[move.player]
    at_once = not here.sheet.of["hotels_need_houses"]
    try:
        for key in move.deeds:
            if clause := here.open_for(move.player, key):
                return clause
            if not at_once and here.stock(here.next_building(key)) < 1 and not here.unlimited():
                return "SHORT-1"
            cash -= here.sheet.lots[key].house
            here.put_up(key)
        if min(here.stock("house"), here.stock("hotel")) < 0 and not here.unlimited():
            return "SHORT-1"  # HOUSE-21: what is left at the end counts.
    finally:
        here.built = built
    return "FLOW-11" if cash < 0 else ""


def _forbids_sharing(here: Position, move: moves.ClaimBuilding | moves.WaiveBuilding) -> str:
    asked = isinstance(here.phase, phases.Shortage) and here.phase.waiting[0] == move.player
    return "" if asked else "FLOW-6"


def _forbids_placing(here: Position, move: moves.PlaceBuilding) -> str:
    if asked := _asked(phases.Placing, "FLOW-6")(here, move):
        return asked
    places = here.places_for(move.player, here.phase.building)
    return "" if move.deed in [lot.key for lot in places] else "BLD-1"


def _free_houses(here: Position) -> int:
    """Return the houses of the bank that are not reserved for a placing (FLOW-6)."""
    promised = sum(getattr(phase, "building", "") == "house" for phase in here.pending)
    return 1000 if here.unlimited() else here.stock("house") - promised


def _forbids_sale(here: Position, move: moves.Sell) -> str:
    key = move.deed
    if here.owner.get(key) != move.player or key not in here.built:
        return "SELL-1"
    ranks = here.ranks(here.sheet.lots[key].group)
    if here.sheet.of["even_building"] and here.rank(key) < max(ranks):
        return "SELL-1"
    lacks = here.built[key] == HOTEL and _free_houses(here) < here.sheet.top
    return "SELL-3" if lacks else ""


def _forbids_hotel_sale(here: Position, move: moves.SellHotels) -> str:
    keys = here.sheet.groups[move.group]
    whole = here.has_group(move.player, move.group)
    return "" if whole and all(here.built.get(key) == HOTEL for key in keys) else "SELL-2"


def _forbids_selling_down(here: Position, move: moves.SellDown) -> str:
    keys, ranks = here.sheet.groups[move.group], here.ranks(move.group)
    if not here.has_group(move.player, move.group) or len(keys) != len(move.houses):
        return "SELL-1"
    pairs = [*zip(ranks, move.houses, strict=True)]
    if any(after > min(before, here.sheet.top) for before, after in pairs):
        return "SELL-1"
    if all(after == before for before, after in pairs):
        return "SELL-1"
    if here.sheet.of["even_building"] and max(move.houses) - min(move.houses) > 1:
        return "SELL-1"
    houses = sum(here.built.get(key, 0) for key in keys if here.built.get(key) != HOTEL)
    return "SELL-3" if sum(move.houses) - houses > _free_houses(here) else ""


def _forbids_selling_back(here: Position, move: moves.SellDeed) -> str:
    """HOUSE-22: an unmortgaged deed of a bare group, not bought in this turn."""
    key = move.deed
    free = here.owner.get(key) == move.player and key not in here.mortgaged | {*here.bought}
    bare = free and not any(here.ranks(here.sheet.lots[key].group))
    if here.lender_on(key):
        return "HOUSE-6"
    return "" if bare and here.sheet.of["sell_back"] != "no" else "HOUSE-22"


def _forbids_mortgage(here: Position, move: moves.Mortgage) -> str:
    key = move.deed
    under_the_hammer = isinstance(here.phase, phases.Auction) and here.phase.deed == key
    if here.owner.get(key) != move.player or under_the_hammer:
        return "MORT-4"
    if key in here.mortgaged:
        return "MORT-1"
    if here.lender_on(key):
        return "HOUSE-6"
    return "MORT-2" if any(here.ranks(here.sheet.lots[key].group)) else ""


def _asked_about(here: Position, key: str) -> phases.ReceivedMortgages | None:
    received = (p for p in here.pending if isinstance(p, phases.ReceivedMortgages))
    return next((phase for phase in received if key in phase.deeds), None)


def _is_first(here: Position, key: str) -> bool:
    phase = here.phase
    return isinstance(phase, phases.ReceivedMortgages) and phase.deeds[0] == key


def _forbids_lifting(here: Position, move: moves.Unmortgage) -> str:
    key = move.deed
    if here.debts_of(move.player):
        return "FLOW-2"
    if here.owner.get(key) != move.player or key not in here.mortgaged:
        return "MORT-4"
    if _asked_about(here, key) and not _is_first(here, key):
        return "FLOW-9"
    return "MORT-3" if sum(here.lifting(key)) > here.cash[move.player] else ""


def _forbids_keeping(here: Position, move: moves.KeepMortgage) -> str:
    asked = _is_first(here, move.deed) and here.phase.player == move.player
    return "" if asked else "MORT-5"


def _forbids_offer(here: Position, move: moves.OfferTrade) -> str:
    if here.offer:
        return "FLOW-8"
    return _forbids_deal(here, (move.player, move.other, move.gives, move.wants))


def _forbids_accepting(here: Position, move: moves.AcceptTrade) -> str:
    if not here.offer or here.offer[1] != move.player:
        return "FLOW-8"
    return _forbids_deal(here, here.offer)


def _forbids_deal(here: Position, offer: tuple[str, str, moves.Goods, moves.Goods]) -> str:
    player, other, gives, wants = offer
    if other in here.out or player == other or gives == wants == moves.Goods():
        return "DEAL-1"
    if untimely := _forbids_dealing_now(here, offer):
        return untimely
    for giver, goods, gets in ((player, gives, wants), (other, wants, gives)):
        held = list(here.cards[giver])
        for pack in sorted(goods.jail_cards, reverse=True):
            if not held or (pack and pack not in held):
                return "DEAL-1"
            held.remove(pack or held[0])
        if len({*goods.deeds}) < len(goods.deeds) or goods.cash > here.cash[giver]:
            return "DEAL-1"
        promised = [key for key, _ in goods.landings]
        if promised and not here.sheet.of["promises"]:
            return "DEAL-1"
        after = {key for key, owner in here.owner.items() if owner == giver} | {*gets.deeds}
        if len({*promised}) < len(promised) or {*promised} - (after - {*goods.deeds}):
            return "DEAL-1"
        for key in goods.deeds:
            if here.owner.get(key) != giver:
                return "DEAL-1"
        for key in goods.deeds:
            if _asked_about(here, key):
                return "FLOW-9"
            if any(here.ranks(here.sheet.lots[key].group)):
                return "DEAL-2"
    for giver, taker, goods in ((player, other, gives), (other, player, wants)):
        if goods.debt and not any(here.owed(taker, giver)):
            return "FLOW-8"
    return _forbids_lending(here, offer) or _forbids_receiving(here, offer)


MOST_LOANS, MOST_TIMES = 5, 20


def _forbids_lending(here: Position, offer: tuple[str, str, moves.Goods, moves.Goods]) -> str:
    """HOUSE-1, HOUSE-4 to HOUSE-6: what is promised, ended, passed on and pledged."""
    player, other, gives, wants = offer
    for giver, taker, goods, gets in ((player, other, gives, wants), (other, player, wants, gives)):
        lent = [one for one in here.loans if one[1] == giver]
        if goods.loan and not any(one[0] == taker for one in lent):
            return "HOUSE-4"
        named = [*goods.loans_of]
        if len({*named}) < len(named) or {*named} - {one[0] for one in lent if one[0] != taker}:
            return "HOUSE-5"
        if any(here.lender_on(key) not in ("", taker) for key in goods.deeds):
            return "HOUSE-6"
        if (new := goods.instalments) is None:
            continue
        if not here.sheet.of["loans"]:
            return "DEAL-4"
        kept = [o for o in here.loans if o[0] == giver and not (gets.loan and o[1] == taker)]
        fits = new.amount > 0 and 0 < new.times <= MOST_TIMES
        if not fits or len(kept) >= MOST_LOANS:
            return "HOUSE-1"
        mine = {lot.key for lot in here.deeds(giver)} - {*goods.deeds} | {*gets.deeds}
        held = _still_pledged(here, giver, taker, goods, gets)
        if new.secured and new.secured not in mine - held:
            return "HOUSE-6"
    return ""


def _still_pledged(
    here: Position, name: str, taker: str, goods: moves.Goods, gets: moves.Goods
) -> set[str]:
    """Return the deeds of ``name`` that secure an older loan after a deal."""
    loans = [one for one in here.loans if one[0] == name]
    left = {one[4] for one in loans if not (gets.loan and one[1] == taker)}
    left |= {debt[5] for debt in here.debts_of(name) if not (gets.debt and debt[1] == taker)}
    return left - {*goods.deeds, ""}


def _forbids_dealing_now(here: Position, offer: tuple[str, str, moves.Goods, moves.Goods]) -> str:
    """HOUSE-13, HOUSE-14: the dice and jail count, except for a deal that settles a debt."""
    player, other, gives, wants = offer
    for name, theirs, gets, loses in ((player, other, wants, gives), (other, player, gives, wants)):
        for debt in here.debts_of(name)[:1]:
            due, has = debt[2], here.cash[name]
            if (gets.debt and debt[1] == theirs) or has < due <= has + gets.cash - loses.cash:
                return ""
    if here.sheet.of["trade_on_turn"] and not (here.has_dice(player) or here.has_dice(other)):
        return "HOUSE-13"
    sits = here.jail[player] or here.jail[other]
    return "HOUSE-14" if sits and not here.sheet.of["trade_in_jail"] else ""


def _forbids_receiving(here: Position, offer: tuple[str, str, moves.Goods, moves.Goods]) -> str:
    """MORT-5: the tenths must be payable; FLOW-8: no debtor gets poorer or stays beyond help."""
    player, other, gives, wants = offer
    for name, taker, gets, loses in ((player, other, wants, gives), (other, player, gives, wants)):
        gain = gets.cash - loses.cash
        tenths = sum(here.interest(key) for key in gets.deeds if key in here.mortgaged)
        if tenths and here.cash[name] + gain < tenths:
            return "MORT-5"
        for goods, sign in ((gets, 1), (loses, -1)):
            gain += sign * sum(here.raises(here.sheet.lots[key]) for key in goods.deeds)
        pledged = _still_pledged(here, name, taker, loses, gets)
        pledged |= {new.secured} - {""} if (new := loses.instalments) else set()
        gain += sum(here.brings(here.sheet.lots[key]) for key in here.pledged(name))  # HOUSE-9
        gain -= sum(here.brings(here.sheet.lots[key]) for key in pledged)
        debts = here.debts_of(name)
        left = [debt for debt in debts if not (gets.debt and debt[1] in (player, other))]
        if left and gain < tenths:
            return "FLOW-8"
        if left and debts[0] in left and here.can_raise(name) + gain < debts[0][2]:
            return "FLOW-8"
    return ""


def _forbids_lots_for_rent(here: Position, move: moves.HandOverDeed | moves.PutUpDeed) -> str:
    debts, key = here.debts_of(move.player), move.deed
    rent = here.sheet.of["part_in_lots"] and debts and debts[0][3] == "rent"
    if not rent or here.cash[move.player] >= debts[0][2]:
        return "RENT-10"
    mine = here.owner.get(key) == move.player and key not in here.mortgaged
    takers = ("", debts[0][1]) if isinstance(move, moves.HandOverDeed) else ("",)
    if here.lender_on(key) not in takers:
        return "HOUSE-6"
    return "" if mine and not any(here.ranks(here.sheet.lots[key].group)) else "FLOW-10"


def _forbids_paying_off(here: Position, move: moves.PayOff) -> str:
    mine = [one for one in here.loans if one[:2] == (move.player, move.lender)]
    poor = sum(one[2] * one[3] for one in mine) > here.cash[move.player]
    return "HOUSE-4" if not mine or here.debts_of(move.player) or poor else ""


def _forbids_bankruptcy(here: Position, move: moves.DeclareBankruptcy) -> str:
    oldest = here.debts_of(move.player)[:1]  # FLOW-3: it alone is judged
    return "" if oldest and oldest[0][2] > here.can_raise(move.player) else "BANK-1"


def _forbids_leaving(here: Position, move: moves.LeaveGame) -> str:
    lot = here.phase if isinstance(here.phase, phases.Auction) else None
    return "FLOW-13" if lot and move.player in (lot.bidder, lot.seller) else ""


FORBIDS: dict[type[moves.Move], Callable[[Position, Any], str]] = {
    moves.RollForStart: _forbids_opening,
    moves.Roll: _forbids_throw,
    moves.Buy: _forbids_buying,
    moves.Decline: _asked(phases.ToBuy, "BUY-2"),
    moves.Bid: _forbids_bid,
    moves.Pass: _forbids_speaking,
    moves.CloseAuction: lambda here, move: (
        "" if isinstance(here.phase, phases.Auction) else "FLOW-5"
    ),
    moves.CollectRent: lambda here, move: "" if claim_meant(here, move) else "RENT-6",
    moves.PayDebt: _forbids_paying,
    moves.DrawCard: _forbids_drawing,
    moves.TakeChance: _asked(phases.FineOrChance, "CARD-1"),
    moves.PayFlatTax: _asked(phases.TaxChoice, "TAX-1"),
    moves.PayTenPercent: _asked(phases.TaxChoice, "TAX-1"),
    moves.PayFine: _forbids_fine,
    moves.UseJailCard: _forbids_jail_card,
    moves.Build: forbids_building,
    moves.ClaimBuilding: _forbids_sharing,
    moves.WaiveBuilding: _forbids_sharing,
    moves.PlaceBuilding: _forbids_placing,
    moves.Sell: _forbids_sale,
    moves.SellHotels: _forbids_hotel_sale,
    moves.SellDown: _forbids_selling_down,
    moves.SellDeed: _forbids_selling_back,
    moves.Mortgage: _forbids_mortgage,
    moves.Unmortgage: _forbids_lifting,
    moves.KeepMortgage: _forbids_keeping,
    moves.OfferTrade: _forbids_offer,
    moves.AcceptTrade: _forbids_accepting,
    moves.RefuseTrade: lambda here, move: (
        "" if here.offer and here.offer[1] == move.player else "FLOW-8"
    ),
    moves.WithdrawTrade: lambda here, move: (
        "" if here.offer and here.offer[0] == move.player else "FLOW-8"
    ),
    moves.PayOff: _forbids_paying_off,
    moves.HandOverDeed: _forbids_lots_for_rent,
    moves.PutUpDeed: _forbids_lots_for_rent,
    moves.DeclareBankruptcy: _forbids_bankruptcy,
    moves.LeaveGame: _forbids_leaving,
    moves.EndByTime: lambda here, move: "FLOW-16" if here.pending else "",
    moves.Rule: lambda here, move: "",
}
