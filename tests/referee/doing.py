"""Effect of each kind of move."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from companion.engine import moves, phases, rulings
from tests.referee.forbidding import claim_meant, forbids_building
from tests.referee.position import JAIL_SPACE, Position

IN_JAIL_AT_MOST = 3


def _opens(here: Position, move: moves.RollForStart) -> None:
    opening = here.pending.pop()
    thrown = (*opening.thrown, (move.player, sum(move.dice)))
    here.pending.append(phases.Opening(opening.waiting[1:], thrown))


def _throws(here: Position, move: moves.Roll) -> None:
    """MOVE-1 to MOVE-3, JAIL-3, JAIL-4, JAIL-7, FLOW-19."""
    name, total, doubles = move.player, sum(move.dice), move.dice[0] == move.dice[1]
    if isinstance(here.phase, phases.CardThrow):
        asked = here.pending.pop()
        lot = here.sheet.lots[asked.deed]
        here.claim(asked.owner, name, lot, lot.rent[-1] * total)
        return
    here.lapse()
    if not here.rounds and (here.sheet.of["rounds"] or here.sheet.of["last_round"]):
        here.rounds = (name, 1, False)
    here.dice, here.doubles = move.dice, here.doubles + doubles
    if move.dice == (1, 1):
        here.pay("bank", name, here.sheet.of["double_ones_bonus"], "bonus")
    if not here.jail[name]:
        here.to_throw = doubles and here.doubles < 3
        if here.doubles == 3 and doubles:
            here.to_jail(name)
        else:
            here.forward(name, total, dice=True)
        return
    here.to_throw = doubles and here.sheet.of["doubles_leaving_jail_throw_again"]
    if not doubles and here.jail[name] < IN_JAIL_AT_MOST:
        here.jail[name] += 1
        return
    here.pending.append(phases.LeavingJail(name, move.dice))
    if not doubles:
        here.to_the_bank(name, here.fine(name), "fine")


def _buys(here: Position, move: moves.Buy) -> None:
    key = here.pending.pop().deed
    here.pay(move.player, "bank", here.sheet.lots[key].price, "price", key)
    here.give(key, move.player)


def _declines(here: Position, move: moves.Decline) -> None:
    key = here.pending.pop().deed
    if here.sheet.of["auctions"]:
        here.pending.append(phases.Auction(deed=key))


def _bids(here: Position, move: moves.Bid) -> None:
    if here.sheet.of["sealed_bids"]:
        keyed = (*here.phase.sealed, (move.player, move.amount))
        here.pending[-1] = replace(here.phase, sealed=keyed)
    else:
        here.pending[-1] = replace(here.phase, bidder=move.player, bid=move.amount)
    here.close_if_silent()


def _passes(here: Position, move: moves.Pass) -> None:
    if here.sheet.of["sealed_bids"]:
        here.pending[-1] = replace(here.phase, sealed=(*here.phase.sealed, (move.player, 0)))
    else:
        here.pending[-1] = replace(here.phase, passed=(*here.phase.passed, move.player))
    here.close_if_silent()


def _collects(here: Position, move: moves.CollectRent) -> None:
    claim = claim_meant(here, move)
    here.claims.remove(claim)
    here.due(claim[1], claim[0], claim[3], "rent", claim[2])


def _pays(here: Position, move: moves.PayDebt) -> None:
    debt = here.debts_of(move.player)[0]
    here.pay(debt[0], debt[1], debt[2], debt[3])
    here.drop_debt(debt)


def _draws(here: Position, move: moves.DrawCard) -> None:
    pack = str(here.pending.pop().pack)
    here.card(move.player, here.sheet.cards[pack][move.card], pack)


def _takes_a_chance(here: Position, move: moves.TakeChance) -> None:
    here.pending[-1] = phases.ToDraw(move.player, "chance")


def _pays_tax(here: Position, move: moves.PayFlatTax | moves.PayTenPercent) -> None:
    worth, flat = here.pending.pop().worth, here.sheet.of["flat_income_tax"]
    tenth = isinstance(move, moves.PayTenPercent)
    here.to_the_bank(move.player, here.sheet.tenth(worth) if tenth else flat, "tax")


def _pays_fine(here: Position, move: moves.PayFine) -> None:
    if isinstance(here.phase, phases.FineOrChance):
        here.to_the_bank(move.player, here.pending.pop().amount, "card")
    else:
        here.to_the_bank(move.player, here.fine(move.player), "fine")
        here.jail[move.player] = 0


def _plays_jail_card(here: Position, move: moves.UseJailCard) -> None:
    here.give_card(here.cards[move.player][0], move.player, "bank")
    here.jail[move.player] = 0


def _builds(here: Position, move: moves.Build) -> None:
    """BLD-1; if others could want the last buildings, they are asked first (FLOW-6)."""
    building, count = here.next_building(move.deeds[0]), len(move.deeds)
    if not here.sheet.of["hotels_need_houses"]:
        building, count = _scarcest(here, move)
    rivals = [name for name in here.left_of(move.player) if here.could_place(name, building)]
    if here.sheet.of["build_on_turn"] or not count:
        rivals = []  # HOUSE-13: nobody else could build. HOUSE-21: the line takes too many of none.
    need = count + sum(here.could_place(name, building) for name in rivals)
    if rivals and need > here.stock(building) and not here.unlimited():
        here.pending.append(phases.Shortage(move.player, move.deeds, building, tuple(rivals)))
    else:
        _build(here, move.player, move.deeds)


def _scarcest(here: Position, move: moves.Build) -> tuple[str, int]:
    """HOUSE-21: which building the whole line takes too many of, and how many it takes."""
    built, stock = dict(here.built), {kind: here.stock(kind) for kind in ("house", "hotel")}
    for key in move.deeds:
        here.put_up(key)
    taken = {kind: stock[kind] - here.stock(kind) for kind in stock}
    here.built = built
    for kind, count in taken.items():
        wanted = sum(here.could_place(name, kind) for name in here.left_of(move.player))
        if count > 0 and wanted and count + wanted > stock[kind]:
            return kind, count
    return "house", 0


def _build(here: Position, name: str, deeds: tuple[str, ...]) -> None:
    for key in deeds:
        here.pay(name, "bank", here.sheet.lots[key].house, "build")
        here.put_up(key)


def _shares(here: Position, move: moves.ClaimBuilding | moves.WaiveBuilding) -> None:
    """SHORT-2: a claim sends one building to auction; if all waive, the line is built."""
    asked = here.pending.pop()
    claiming = asked.claiming + (move.player,) * isinstance(move, moves.ClaimBuilding)
    waiting = tuple(name for name in asked.waiting if name != move.player)
    if waiting:
        here.pending.append(replace(asked, waiting=waiting, claiming=claiming))
    elif claiming:
        among = (asked.builder, *claiming)
        here.pending.append(phases.Auction(building=asked.building, among=among))
    elif not forbids_building(here, moves.Build(asked.builder, asked.deeds)):
        _build(here, asked.builder, asked.deeds)


def _places(here: Position, move: moves.PlaceBuilding) -> None:
    here.pending.pop()
    here.put_up(move.deed)


def _sells(here: Position, move: moves.Sell) -> None:
    here.take_down(move.player, move.deed, here.rank(move.deed) - 1)


def _sells_hotels(here: Position, move: moves.SellHotels) -> None:
    for key in here.sheet.groups[move.group]:
        here.take_down(move.player, key, 0)


def _sells_down(here: Position, move: moves.SellDown) -> None:
    for key, left in zip(here.sheet.groups[move.group], move.houses, strict=True):
        if here.rank(key) > left:
            here.take_down(move.player, key, left)


def _sells_back(here: Position, move: moves.SellDeed) -> None:
    price = here.sheet.lots[move.deed].price
    whole = here.sheet.of["sell_back"] == "price"
    here.pay("bank", move.player, price if whole else price // 2, "buyback")
    here.give(move.deed, "bank")


def _mortgages(here: Position, move: moves.Mortgage) -> None:
    here.mortgaged.add(move.deed)
    here.pay("bank", move.player, here.sheet.lots[move.deed].price // 2, "mortgage")


def _answer_mortgage(here: Position, key: str) -> None:
    phase = here.phase
    if isinstance(phase, phases.ReceivedMortgages) and key in phase.deeds:
        left = tuple(deed for deed in phase.deeds if deed != key)
        here.pending[-1:] = [replace(phase, deeds=left)] if left else []


def _lifts(here: Position, move: moves.Unmortgage) -> None:
    principal, tenth = here.lifting(move.deed)
    _answer_mortgage(here, move.deed)
    here.pay(move.player, "bank", principal, "lift")
    here.pay(move.player, "bank", tenth, "interest")
    here.mortgaged.remove(move.deed)


def _keeps(here: Position, move: moves.KeepMortgage) -> None:
    _answer_mortgage(here, move.deed)
    here.due(move.player, "bank", here.interest(move.deed), "interest", move.deed)


def _offers(here: Position, move: moves.OfferTrade) -> None:
    here.offer = (move.player, move.other, move.gives, move.wants)


def _accepts(here: Position, move: moves.AcceptTrade) -> None:
    """DEAL-1; each mortgaged deed is answered for, in board order (MORT-5)."""
    assert here.offer
    player, other, gives, wants = here.offer
    here.offer = None
    packs = _packs(here, player, gives), _packs(here, other, wants)
    moved = []
    before = list(here.loans)
    for giver, receiver, goods, cards in (
        (player, other, gives, packs[0]),
        (other, player, wants, packs[1]),
    ):
        if goods.cash:
            here.pay(giver, receiver, goods.cash, "deal")
        for pack in cards:
            here.give_card(pack, giver, receiver)
        for key in goods.deeds:
            here.give(key, receiver)
            moved.append(key)
        for key, times in goods.landings:
            here.promises.append((giver, receiver, key, times))
        if goods.debt:
            debts, claims = here.owed(receiver, giver)
            for debt in debts:
                here.drop_debt(debt)
            here.claims = [claim for claim in here.claims if claim not in claims]
    here.loans = [loan for one in before for loan in _dealt(here, one, player, other, gives, wants)]
    for giver, receiver, goods in ((player, other, gives), (other, player, wants)):
        if lent := goods.instalments:
            here.loans.append((giver, receiver, lent.amount, lent.times, lent.secured))
    for key in reversed([key for key in here.sheet.lots if key in moved]):
        if key in here.mortgaged:
            here.pending.append(phases.ReceivedMortgages(here.owner[key], (key,)))


def _dealt(
    here: Position,
    loan: Any,
    player: str,
    other: str,
    gives: moves.Goods,
    wants: moves.Goods,
) -> list[Any]:
    """HOUSE-4 to HOUSE-6: what becomes of a loan in a deal; none is left if it ends."""
    borrower, lender, amount, times, deed = loan
    deed *= here.owner.get(deed) == borrower
    for giver, receiver, goods in ((player, other, gives), (other, player, wants)):
        if lender == giver and borrower == receiver and goods.loan:
            return []
        if lender == giver and borrower in goods.loans_of:
            return [(borrower, receiver, amount, times, deed)]
    return [(borrower, lender, amount, times, deed)]


def _pays_off(here: Position, move: moves.PayOff) -> None:
    mine = [one for one in here.loans if one[:2] == (move.player, move.lender)]
    here.pay(move.player, move.lender, sum(one[2] * one[3] for one in mine), "loan")
    here.loans = [one for one in here.loans if one not in mine]


def _packs(here: Position, giver: str, goods: moves.Goods) -> list[str]:
    """FLOW-8: an unnamed card is Chance's first."""
    held = [pack for pack in here.cards[giver] if pack not in goods.jail_cards]
    return [pack or held.pop(0) for pack in goods.jail_cards]


def _ends_offer(here: Position, move: moves.Move) -> None:
    here.offer = None


def _cash_first(here: Position, name: str) -> None:
    """RENT-10, FLOW-10: all the cash, then the lots."""
    debt = here.debts_of(name)[0]
    cash = here.cash[name]
    if cash:
        here.pay(name, debt[1], cash, "rent")
        here.reduce_debt(debt, cash)


def _hands_over(here: Position, move: moves.HandOverDeed) -> None:
    _cash_first(here, move.player)
    debt = here.debts_of(move.player)[0]
    here.give(move.deed, debt[1])
    here.reduce_debt(debt, here.sheet.lots[move.deed].price)


def _puts_up(here: Position, move: moves.PutUpDeed) -> None:
    _cash_first(here, move.player)
    here.pending.append(phases.Auction(deed=move.deed, seller=move.player))


def _leaves(here: Position, move: moves.LeaveGame) -> None:
    """FLOW-13: leaving in debt is bankruptcy; a running auction goes on."""
    lot = here.pending.pop() if isinstance(here.phase, phases.Auction) else None
    here.retire(move.player, bankrupt=bool(here.debts_of(move.player)))
    if lot and not isinstance(here.phase, phases.Over):
        here.pending.append(lot)
        here.close_if_silent()


def _rules(here: Position, move: moves.Rule) -> None:
    for effect in move.effects:
        _happens(here, effect)


def _happens(here: Position, effect: rulings.Effect) -> None:
    """FLOW-17: a ruling triggers nothing."""
    match effect:
        case rulings.SetCash(player, amount):
            more = amount - here.cash[player]
            payer, payee = ("bank", player) if more > 0 else (player, "bank")
            here.pay(payer, payee, abs(more), "ruling")
        case rulings.MoveCash(payer, payee, amount) if payer != payee:
            here.pay(payer, payee, amount, "ruling")
        case rulings.SetOwner(owner, deed):
            here.give(deed, owner)
        case rulings.SetBuildings(deed, count):
            here.built[deed] = count
            if not count:
                del here.built[deed]
        case rulings.SetMortgaged(deed, mortgaged):
            (here.mortgaged.add if mortgaged else here.mortgaged.discard)(deed)
        case rulings.MoveToken(player, space):
            here.space[player] = space
            here.jail[player] *= space == JAIL_SPACE
        case rulings.SetJail(player, turn):
            here.space[player] = JAIL_SPACE if turn else here.space[player]
            here.jail[player] = turn
        case rulings.SetJailCard(holder, pack):
            giver = next((n for n, held in here.cards.items() if pack in held), "bank")
            here.give_card(pack, giver, holder)
        case rulings.SetTurn(player):
            if isinstance(here.phase, phases.Opening):
                here.pending.pop()
            here.begin_turn(player)
        case rulings.SetDebt(debtor, creditor, amount):
            _owes(here, debtor, creditor, amount)
        case rulings.SetDoubles(_, count):
            here.doubles = count
        case rulings.Join(name):
            here.sit_down(name)
            here.pay("bank", name, here.sheet.of["starting_cash"], "ruling")
        case rulings.Rename(player, name) if player != name:
            here.sit_down(name)
            here.pay(player, name, here.cash[player], "ruling")
            here.stand_up(player, name)
        case rulings.SetPromise(player, deed, times):
            others = [one for one in here.promises if one[1:3] != (player, deed)]
            promise = (here.owner[deed], player, deed, times)
            here.promises = [*others, promise] if times != 0 else others
        case rulings.SetLoan(borrower, lender, terms):
            new = (borrower, lender, terms.amount, terms.times, terms.secured)
            old = [one for one in here.loans if one[:2] == (borrower, lender)]
            if old != [new]:
                here.loans = [one for one in here.loans if one not in old]
                here.loans += [new] * (terms.amount > 0)
        case rulings.ClearClaims():
            here.claims = []
        case rulings.RemovePlayer(player) if player not in here.out:
            here.remove(player)


def _owes(here: Position, debtor: str, creditor: str, amount: int) -> None:
    """FLOW-17: one debt of that amount is left, where the oldest of the two was."""
    debts, _ = here.owed(debtor, creditor)
    if not debts:
        here.owe(debtor, creditor, amount, "ruling")
    for debt in debts[1:] if amount else debts:
        here.drop_debt(debt)
    if debts and amount:
        here.debts[here.debts.index(debts[0])] = (*debts[0][:2], amount, *debts[0][3:])


DO: dict[type[moves.Move], Callable[[Position, Any], None]] = {
    moves.RollForStart: _opens,
    moves.Roll: _throws,
    moves.Buy: _buys,
    moves.Decline: _declines,
    moves.Bid: _bids,
    moves.Pass: _passes,
    moves.CloseAuction: lambda here, move: here.close(),
    moves.CollectRent: _collects,
    moves.PayDebt: _pays,
    moves.DrawCard: _draws,
    moves.TakeChance: _takes_a_chance,
    moves.PayFlatTax: _pays_tax,
    moves.PayTenPercent: _pays_tax,
    moves.PayFine: _pays_fine,
    moves.UseJailCard: _plays_jail_card,
    moves.Build: _builds,
    moves.ClaimBuilding: _shares,
    moves.WaiveBuilding: _shares,
    moves.PlaceBuilding: _places,
    moves.Sell: _sells,
    moves.SellHotels: _sells_hotels,
    moves.SellDown: _sells_down,
    moves.SellDeed: _sells_back,
    moves.Mortgage: _mortgages,
    moves.Unmortgage: _lifts,
    moves.KeepMortgage: _keeps,
    moves.OfferTrade: _offers,
    moves.AcceptTrade: _accepts,
    moves.RefuseTrade: _ends_offer,
    moves.WithdrawTrade: _ends_offer,
    moves.PayOff: _pays_off,
    moves.HandOverDeed: _hands_over,
    moves.PutUpDeed: _puts_up,
    moves.DeclareBankruptcy: lambda here, move: here.retire(move.player, bankrupt=True),
    moves.LeaveGame: _leaves,
    moves.EndByTime: lambda here, move: here.time_is_up(),
    moves.Rule: _rules,
}
