"""A mutable position and its consequences: rent, debts, auctions, bankruptcies."""

from dataclasses import dataclass, replace
from typing import Any

from companion.engine import phases
from tests.referee.sheet import Lot, Sheet
from tests.referee.values import HOTEL, Debt, Values

GO_ROUND, JAIL_SPACE = 40, 10


def _with_name(goods: Any, left: str, came: str) -> Any:
    """Return a side of a deal in which a seat has another name."""
    names = [came if name == left else name for name in goods.loans_of]
    return replace(goods, loans_of=(*names,))


@dataclass
class Payment:
    """A payment; ``why`` as in the events."""

    payer: str
    payee: str
    amount: int
    why: str


class Position(Values):
    """A position that moves change; notes every payment."""

    def __init__(self, sheet: Sheet, game: Any) -> None:
        super().__init__(sheet, game)
        self.paid: list[Payment] = []

    def pay(self, payer: str, payee: str, amount: int, why: str, deed: str = "") -> None:
        """Move money and note why; ``deed`` is what the bank sells (HOUSE-22)."""
        self.paid.append(Payment(payer, payee, amount, why))
        if payee == "bank" and deed and self.sheet.of["sell_back"] != "no":
            self.bought.append(deed)
        for account, change in ((payer, -amount), (payee, amount)):
            if account != "bank":
                self.cash[account] += change

    def due(
        self, payer: str, payee: str, amount: int, why: str, deed: str = "", secured: str = ""
    ) -> None:
        """Pay at once, or add a debt if cash is missing or older debts exist (FLOW-3, FLOW-11)."""
        if amount and self.cash[payer] >= amount and not self.debts_of(payer):
            self.pay(payer, payee, amount, why)
        else:
            self.owe(payer, payee, amount, why, deed, secured)

    def owe(
        self, payer: str, payee: str, amount: int, why: str, deed: str = "", secured: str = ""
    ) -> None:
        """Add a debt, and the phase that waits for it."""
        if not amount:
            return
        self.debts.append((payer, payee, amount, why, deed, secured))
        if not any(isinstance(phase, phases.ToSettle) for phase in self.pending):
            self.pending.append(phases.ToSettle())

    def to_the_bank(self, payer: str, amount: int, why: str) -> None:
        """Pay a penalty to the bank (CARD-4) or into the pot (PARK-1)."""
        self.due(payer, "pot" if self.sheet.of["pot"] else "bank", amount, why)

    def drop_debt(self, debt: Debt) -> None:
        """Remove a debt, and with the last one the phase that waits for it."""
        self.debts.remove(debt)
        if not self.debts:
            self.pending.remove(phases.ToSettle())

    def reduce_debt(self, debt: Debt, paid: int) -> None:
        """Take ``paid`` off a debt (RENT-10)."""
        debtor, creditor, amount, why, deed, secured = debt
        if paid >= amount:
            self.drop_debt(debt)
        else:
            at = self.debts.index(debt)
            self.debts[at] = (debtor, creditor, amount - paid, why, deed, secured)

    def give(self, key: str, receiver: str) -> None:
        """Transfer a deed with its buildings and mortgage; it secures nothing more (HOUSE-6)."""
        self.owner[key] = receiver
        self.loans = [
            (*one[:4], "" if one[4] == key and one[0] != receiver else one[4]) for one in self.loans
        ]
        self.debts = [
            (*one[:5], "" if one[5] == key and one[0] != receiver else one[5]) for one in self.debts
        ]
        if receiver == "bank":
            del self.owner[key]
            self.mortgaged.discard(key)  # BANK-4: sold free of mortgage
            self.built.pop(key, None)

    def give_card(self, pack: str, giver: str, receiver: str) -> None:
        """Transfer a jail card; the bank's is in its pack (CARD-2)."""
        if giver != "bank":
            self.cards[giver].remove(pack)
        if receiver != "bank":
            self.cards[receiver] = sorted([*self.cards[receiver], pack])

    def put_up(self, key: str) -> None:
        """Put up the next building (BLD-3)."""
        houses = self.built.get(key, 0)
        self.built[key] = houses + 1 if houses < self.sheet.top else HOTEL

    def take_down(self, name: str, key: str, rank: int) -> None:
        """Sell buildings for half of their cost (SELL-1)."""
        steps = self.rank(key) - rank
        self.built[key] = rank
        if not rank:
            del self.built[key]
        self.pay("bank", name, steps * self.sheet.lots[key].house // 2, "sell")

    def to_jail(self, name: str) -> None:
        """Move to jail without salary and end the turn (JAIL-1, GO-4)."""
        self.space[name], self.jail[name] = JAIL_SPACE, 1
        self.stays[name] += bool(self.sheet.of["fine_growth"])
        if self.player == name:
            self.to_throw = False

    def forward(self, name: str, steps: int, way: str = "", dice: bool = False) -> None:
        """Move forward and pay the salary for passing or reaching GO (MOVE-1, GO-1)."""
        reached = self.space[name] + steps
        self.space[name] = reached % GO_ROUND
        if reached >= GO_ROUND:
            self.pay("bank", name, self.salary(reached == GO_ROUND, dice), "salary")
            if self.sheet.of["buying_after_first_round"] or self.sheet.of["rent_after_first_round"]:
                self.round.add(name)
            self.instalments(name)
        self.land(name, way)
        if (settling := phases.ToSettle()) in self.pending:
            # HOUSE-3: what the landing asks about waits until the instalment is paid.
            self.pending.remove(settling)
            self.pending.append(settling)

    def instalments(self, name: str) -> None:
        """Ask for one instalment of each loan, the oldest first (HOUSE-2)."""
        mine = [one for one in self.loans if one[0] == name]
        left = [(*one[:3], one[3] - (one[0] == name), one[4]) for one in self.loans]
        self.loans = [one for one in left if one[3]]
        for _, lender, amount, times, deed in mine:
            self.due(name, lender, amount, "loan", secured=deed * (times == 1))

    def salary(self, stands: bool, dice: bool) -> int:
        """Return the salary for standing on GO or passing it (GO-1, HOUSE-20)."""
        of = self.sheet.of
        usual = int(of["salary"] or self.sheet.salary)
        if not stands:
            return int(of["salary_passing"]) or usual
        doubled = of["go_pays_double"] and (dice or of["go_doubles_by_card"])
        return usual + usual * doubled

    def land(self, name: str, way: str = "") -> None:
        """Apply what the space reached does (MOVE-1)."""
        space = self.sheet.spaces[self.space[name]]
        key, kind = self.sheet.keys[self.space[name]], space["kind"]
        if key in self.sheet.lots:
            self.land_on_deed(name, self.sheet.lots[key], way)
        elif kind in ("chance", "community_chest"):
            self.pending.append(phases.ToDraw(name, kind))
        elif kind == "income_tax":
            self.income_tax(name, space["amount"])
        elif kind == "luxury_tax":
            self.to_the_bank(name, self.sheet.of["luxury_tax"] or space["amount"], "tax")
        elif kind == "free_parking" and self.cash["pot"]:
            self.pay("pot", name, self.cash["pot"], "pot")
            if self.sheet.of["pot_seed"]:
                self.pay("bank", "pot", self.sheet.of["pot_seed"], "pot")
        elif kind == "go_to_jail":
            self.to_jail(name)

    def land_on_deed(self, name: str, lot: Lot, way: str) -> None:
        """Offer an unowned deed; claim rent for another's (BUY-1, RENT-1)."""
        owner = self.owner.get(lot.key)
        early = self.sheet.of["buying_after_first_round"] and name not in self.round
        if owner is None and not early:
            self.pending.append(phases.ToBuy(name, lot.key))
        elif owner not in (None, name) and lot.key not in self.mortgaged:
            if self.sheet.of["rent_after_first_round"] and name not in self.round:
                return  # HOUSE-15
            if way == "utility":
                if self.sits(str(owner)) or self.lands_free(name, lot.key):
                    return
                self.pending.append(phases.CardThrow(name, lot.key, str(owner)))
            else:
                times = 2 if way == "railroad" else 1
                self.claim(str(owner), name, lot, self.rent(lot) * times)

    def rent(self, lot: Lot) -> int:
        """Return the rent; empty lots of a complete group cost double (RENT-1 to -3, RENT-9)."""
        owner = self.owner[lot.key]
        if lot.kind == "street":
            houses = self.built.get(lot.key, 0)
            double = not houses and self.has_group(owner, lot.group)
            return lot.rent[houses] * (2 if double else 1)
        count = sum(self.owner.get(key) == owner for key in self.sheet.groups[lot.group])
        thrown = sum(self.dice or (0, 0)) if lot.kind == "utility" else 1
        return lot.rent[count - 1] * thrown

    def claim(self, owner: str, payer: str, lot: Lot, amount: int) -> None:
        """Add a rent claim, or collect it at once if that is agreed (TABLE-6)."""
        if not amount or self.sits(owner) or self.lands_free(payer, lot.key):
            return
        if self.sheet.automatic:
            self.due(payer, owner, amount, "rent", lot.key)
        else:
            self.claims.append((owner, payer, lot.key, amount, self.number))

    def sits(self, owner: str) -> bool:
        """Return True if the owner is in jail and therefore collects no rent (RENT-8)."""
        return bool(self.jail[owner] and not self.sheet.of["rent_while_in_jail"])

    def lands_free(self, name: str, key: str) -> bool:
        """Use up the oldest promise for this deed, if there is one (DEAL-1)."""
        for at, (owner, player, deed, left) in enumerate(self.promises):
            if (player, deed) == (name, key):
                after = left and left - 1  # None is for good.
                self.promises[at : at + 1] = [(owner, player, deed, after)] if after != 0 else []
                return True
        return False

    def follow_deeds(self) -> None:
        """Drop promises whose deed was lost, or bind the new owner (DEAL-1)."""
        promises, self.promises = self.promises, []
        for owner, player, deed, left in promises:
            now = self.owner.get(deed, player)
            binds = now == owner or self.sheet.of["promises_bind_buyers"]
            if binds and now != player and not {owner, player} & self.out:
                self.promises.append((now, player, deed, left))

    def sit_down(self, name: str) -> None:
        """Seat a player without anything behind the last one (FLOW-17)."""
        self.seats.append(name)
        if isinstance(self.phase, phases.Opening):
            opening = self.pending.pop()
            self.pending.append(phases.Opening((*opening.waiting, name), opening.thrown))
        self.cash[name] = self.space[name] = self.jail[name] = self.stays[name] = 0
        self.cards[name] = []

    def stand_up(self, left: str, came: str) -> None:
        """Give a seat, and what belongs to it, to whoever sat down last (FLOW-17)."""
        self.seats.remove(came)
        self.seats[self.seats.index(left)] = came
        del self.cash[left]
        for kept in (self.space, self.jail, self.stays, self.cards):
            kept[came] = kept.pop(left)
        for names in (self.out, self.round):
            if left in names:
                names.remove(left)
                names.add(came)
        self.owner = {key: came if one == left else one for key, one in self.owner.items()}
        self.player = came if self.player == left else self.player
        self.rounds = tuple(came if one == left else one for one in self.rounds)

        def renamed(row: tuple[Any, ...]) -> tuple[Any, ...]:
            return tuple(came if one == left else one for one in row[:2]) + row[2:]

        self.claims = [renamed(claim) for claim in self.claims]
        self.promises = [renamed(promise) for promise in self.promises]
        self.loans = [renamed(loan) for loan in self.loans]
        if self.offer:
            player, other, gives, wants = renamed(self.offer)
            gives, wants = (_with_name(goods, left, came) for goods in (gives, wants))
            self.offer = (player, other, gives, wants)
        if isinstance(self.phase, phases.Opening):
            opening = self.pending.pop()
            waiting = [came if one == left else one for one in opening.waiting[:-1]]
            thrown = [(came if one == left else one, total) for one, total in opening.thrown]
            self.pending.append(phases.Opening((*waiting,), (*thrown,)))

    def lapse(self) -> None:
        """Drop claims from two or more turns ago (FLOW-4)."""
        self.claims = [claim for claim in self.claims if self.number - claim[4] < 2]

    def income_tax(self, name: str, printed: int) -> None:
        """Charge income tax on the worth at landing (TAX-1, FLOW-20)."""
        worth, way = self.taxed_worth(name), self.sheet.of["income_tax"]
        if way == "choice":
            self.pending.append(phases.TaxChoice(name, worth))
        elif way == "flat":
            self.to_the_bank(name, self.sheet.of["flat_income_tax"] or printed, "tax")
        else:
            self.to_the_bank(name, self.sheet.tenth(worth), "tax")

    def card(self, name: str, card: dict[str, Any], pack: str) -> None:
        """Apply the effect of a card (CARD-1)."""
        effect, here = card["effect"], self.space[name]
        if effect == "advance":
            self.forward(name, (self.sheet.keys.index(card["to"]) - here - 1) % GO_ROUND + 1)
        elif effect == "advance_to_nearest":
            kinds = [space["kind"] for space in self.sheet.spaces]
            steps = next(n for n in range(1, 41) if kinds[(here + n) % GO_ROUND] == card["kind"])
            self.forward(name, steps, card["kind"])
        elif effect == "go_back":
            self.space[name] = (here - card["spaces"]) % GO_ROUND
            self.land(name)
        elif effect == "go_back_to":
            self.space[name] = self.sheet.keys.index(card["to"])
            self.land(name)
        elif effect == "collect":
            self.pay("bank", name, card["amount"], "card")
        elif effect == "pay":
            self.to_the_bank(name, card["amount"], "card")
        elif effect == "collect_from_each":
            for other in self.left_of(name):
                self.due(other, name, card["amount"], "card")
        elif effect == "pay_each":
            for other in self.left_of(name):
                self.due(name, other, card["amount"], "card")
        elif effect == "repairs":
            built = [self.built.get(lot.key, 0) for lot in self.deeds(name)]
            each = [card["per_hotel"] if n == HOTEL else card["per_house"] * n for n in built]
            self.to_the_bank(name, sum(each), "card")
        elif effect == "go_to_jail":
            self.to_jail(name)
        elif effect == "jail_card":
            self.give_card(pack, "bank", name)
        elif effect == "fine_or_chance":
            self.pending.append(phases.FineOrChance(name, card["amount"]))

    def end(self, winners: tuple[str, ...]) -> None:
        """End the game; everything open is void (FLOW-18)."""
        self.pending, self.debts, self.claims = [phases.Over(winners)], [], []
        self.offer, self.promises = None, []

    def richest(self) -> tuple[str, ...]:
        """Return the players with the highest worth (FLOW-16)."""
        worth = {name: self.worth(name) for name in self.in_play()}
        return tuple(name for name in worth if worth[name] == max(worth.values()))

    def close_if_silent(self) -> None:
        """Close the auction if nobody is left to bid higher (FLOW-5)."""
        left = self.bidders(self.phase)
        if not left or left == [self.phase.bidder]:
            self.close()

    def close(self) -> None:
        """Close the auction (FLOW-5); a seller's creditor is paid first (FLOW-10)."""
        lot = self.pending.pop()
        if self.sheet.of["sealed_bids"]:
            sealed, lot = lot, self._opened(lot)
            if lot.tied > sealed.tied:
                self.pending.append(lot)
                return
        if not lot.bidder:
            return
        self.pay(lot.bidder, lot.seller or "bank", lot.bid, "bid", lot.deed)
        if lot.seller and (debts := self.debts_of(lot.seller)):
            towards = min(lot.bid, debts[0][2])
            self.pay(lot.seller, debts[0][1], towards, "rent")
            self.reduce_debt(debts[0], towards)
        if lot.deed:
            self.give(lot.deed, lot.bidder)
        elif lot.jail_card:
            self.give_card(lot.jail_card, "bank", lot.bidder)
        else:
            self.pending.append(phases.Placing(lot.bidder, lot.building))

    def retire(self, name: str, bankrupt: bool) -> None:
        """Remove a player and transfer all property (BANK-2 to BANK-5, FLOW-13, FLOW-21)."""
        debts = self.debts_of(name)
        creditor = debts[0][1] if bankrupt else "bank"
        creditor = "bank" if creditor == "pot" else creditor
        count = self.bankruptcies + bankrupt
        last = bankrupt and count == 2 and self.sheet.mode in ("short", "second-bankruptcy")
        secured = self.give_security(name, last)
        self.void(name, creditor if bankrupt else "")
        for_sale = self.sheet.of["ruined_deeds"] == "bank"  # HOUSE-12
        stands = last and self.sheet.mode == "short" and not for_sale
        lots = self.deeds(name)
        if not stands:
            for lot in lots:
                if self.rank(lot.key):
                    self.take_down(name, lot.key, 0)
        if self.cash[name]:
            self.pay(name, creditor, self.cash[name], "estate")
        for lot in lots:
            self.give(lot.key, "bank" if for_sale else creditor)
        packs = list(self.cards[name])
        for pack in packs:
            self.give_card(pack, name, creditor)
        if for_sale:
            pass  # Nobody auctions, and nobody answers for a mortgage.
        elif creditor == "bank":
            self.auction_all([] if last else lots, packs)
        elif not stands:
            self.receive(creditor, [lot.key for lot in lots if lot.key in self.mortgaged], last)
        for lender, key in reversed(secured):
            self.receive(lender, [key] if key in self.mortgaged else [], at_once=False)
        self.bankruptcies = count
        purchases = [phase for phase in self.pending if isinstance(phase, phases.ToBuy)]
        left_open = [self.sheet.lots[p.deed] for p in purchases if p.player == name]
        self.leave(name)
        self.auction_all([] if for_sale else left_open, [])  # FLOW-13: before all others
        if len(self.in_play()) == 1 or last:
            self.loans = []  # HOUSE-9
            self.end(self.richest() if len(self.in_play()) > 1 else tuple(self.in_play()))

    def give_security(self, name: str, last: bool) -> list[tuple[str, str]]:
        """Give the lenders what secures their loans (HOUSE-7); list what they answer for."""
        pledged = self.pledged(name)
        for key in pledged:
            for other in self.sheet.groups[self.sheet.lots[key].group]:
                if self.owner.get(other) == name and self.rank(other):
                    self.take_down(name, other, 0)
        for key, lender in pledged.items():
            self.give(key, lender)
            tenth = self.interest(key)
            pays = last and self.sheet.mode != "short" and key in self.mortgaged
            if pays and self.cash[lender] >= tenth:
                self.pay(lender, "bank", tenth, "interest")
        return [] if last else [(lender, key) for key, lender in pledged.items()]

    def remove(self, name: str) -> None:
        """Remove a player by a ruling: the bank takes everything and sells nothing (FLOW-18)."""
        self.void(name, "")
        for lot in self.deeds(name):
            self.give(lot.key, "bank")
        for pack in list(self.cards[name]):
            self.give_card(pack, name, "bank")
        left = self.cash[name]  # Less than nothing, perhaps, by an effect of the same ruling.
        payer, payee = (name, "bank") if left > 0 else ("bank", name)
        self.pay(payer, payee, abs(left), "ruling")
        self.leave(name)
        if len(self.in_play()) == 1:
            self.end(tuple(self.in_play()))
        elif isinstance(self.phase, phases.Auction):
            self.close_if_silent()

    def _opened(self, lot: phases.Auction) -> phases.Auction:
        """HOUSE-17: the highest bid that can be paid wins; the tied bid once more, then the seats.

        If nobody bids once more, the tied sum stands.
        """
        for bids in (lot.sealed, [(name, lot.tied) for name in lot.among if lot.tied]):
            able = {n: b for n, b in bids if n not in self.out and 0 < b <= self.cash[n]}
            if able:
                break
        else:
            return lot
        seats = [self.player, *self.left_of(self.player)]
        best = [name for name in seats if able.get(name) == max(able.values())]
        if len(best) == 1 or lot.tied:
            return replace(lot, bidder=best[0], bid=able[best[0]], sealed=())
        tied = tuple(sorted(best, key=self.seats.index))
        return replace(lot, among=tied, passed=(), sealed=(), tied=able[best[0]])

    def auction_all(self, lots: list[Lot], packs: list[str]) -> None:
        """Auction a bankrupt's deeds in board order (BANK-4)."""
        if (not lots and not packs) or not self.sheet.of["auctions"]:
            return
        items = [phases.Auction(deed=lot.key) for lot in lots]
        if self.sheet.of["jail_cards_auctioned"]:
            items += [phases.Auction(jail_card=pack) for pack in packs]
        self.pending += reversed(items)

    def receive(self, name: str, keys: list[str], at_once: bool) -> None:
        """Ask about received mortgages, or charge the interest at once (MORT-5, BANK-3)."""
        if at_once:
            for key in keys:
                self.due(name, "bank", self.interest(key), "interest", key)
        elif keys:
            self.pending.append(phases.ReceivedMortgages(name, tuple(keys)))

    def void(self, name: str, heir: str) -> None:
        """Transfer debts owed to a bankrupt to the creditor and drop the others (FLOW-3)."""
        for debt in list(self.debts):
            debtor, creditor, *rest, secured = debt
            if creditor == name and heir and debtor != heir:
                secured *= heir != "bank"  # HOUSE-8
                self.debts[self.debts.index(debt)] = (debtor, heir, *rest, secured)
            elif name in (debtor, creditor):
                self.drop_debt(debt)
        self.claims = [claim for claim in self.claims if name not in claim[:2]]
        self.pass_loans(name, "" if heir == "bank" else heir)
        if self.offer:
            named = (*self.offer[2].loans_of, *self.offer[3].loans_of)
            self.offer = None if name in (*self.offer[:2], *named) else self.offer

    def pass_loans(self, name: str, heir: str) -> None:
        """Transfer what a bankrupt has lent to the creditor and drop other loans (HOUSE-8)."""
        loans, self.loans = self.loans, []
        for borrower, lender, *terms in loans:
            lends_on = lender == name and heir not in ("", borrower)
            if lends_on or name not in (borrower, lender):
                self.loans.append((borrower, heir if lends_on else lender, *terms))

    def leave(self, name: str) -> None:
        """Remove a player from the game and from all open phases (BANK-5)."""
        self.out.add(name)
        self.jail[name] = 0
        if self.player == name:
            self.to_throw = False
        kept = []
        for phase in self.pending:
            if isinstance(phase, phases.Opening):
                kept.append(
                    phases.Opening(
                        tuple(n for n in phase.waiting if n != name),
                        tuple(throw for throw in phase.thrown if throw[0] != name),
                    )
                )
            elif name not in (getattr(phase, "player", ""), getattr(phase, "owner", "")):
                kept.append(phase)
        self.pending = kept

    def lapse_offer(self, before: Values) -> None:
        """Drop an offer when the dice pass, or a party goes to jail (HOUSE-13, HOUSE-14)."""
        of = self.sheet.of
        if not (self.offer and before.offer):
            return
        free = [seat for seat, name in enumerate(before.seats) if not before.jail[name]]
        gone = {self.seats[seat] for seat in free if self.jail[self.seats[seat]]}
        passed = of["trade_on_turn"] and self.number != before.number
        sits = not of["trade_in_jail"] and gone & {*self.offer[:2]}
        self.offer = None if passed or sits else self.offer

    def carry_on(self) -> None:
        """Resolve phases that need no answer and pass the dice (FLOW-1)."""
        if isinstance(self.phase, phases.Opening):
            self.settle_opening()
        while True:
            phase = self.phase
            if isinstance(phase, phases.LeavingJail):
                self.pending.pop()
                self.jail[phase.player] = 0
                self.forward(phase.player, sum(phase.dice), dice=True)
            elif isinstance(phase, phases.Placing):
                if self.places_for(phase.player, phase.building):
                    return
                self.pending.pop()
            elif isinstance(phase, phases.Auction) and not self.bidders(phase):
                self.close()
            else:
                break
        self.follow_deeds()
        if not self.pending and not self.to_throw:
            self.pass_dice()
            if self.sheet.of["claim_lapses"] == "receive":  # RENT-6 of 1934
                self.lapse()

    def pass_dice(self) -> None:
        """Pass the dice to the left, or end the game with the round (HOUSE-18, HOUSE-19)."""
        following, most = self.left_of(self.player)[0], self.sheet.of["rounds"]
        if self.comes_round(following) and (self.rounds[2] or 0 < most <= self.rounds[1]):
            self.end(self.richest())
        else:
            self.begin_turn(following)

    def comes_round(self, name: str) -> bool:
        """Return True if the dice come to the first thrower, or past that seat if it is out."""
        if not self.rounds or name == self.player:
            return False
        starter, at = self.rounds[0], self.player
        if starter not in self.out:
            return bool(name == starter)
        while at != name:
            at = self.seats[(self.seats.index(at) + 1) % len(self.seats)]
            if at == starter:
                return True
        return False

    def time_is_up(self) -> None:
        """End the game, or begin the last round where that is agreed (HOUSE-18)."""
        if self.sheet.of["last_round"] and self.rounds and not self.rounds[2]:
            starter = self.rounds[0]
            first = self.left_of(starter)[0] if starter in self.out else starter
            if self.player != first or self.dice:
                self.rounds = (*self.rounds[:2], True)
                return
        self.end(self.richest())

    def begin_turn(self, name: str) -> None:
        """Pass the dice to ``name`` (SET-7)."""
        if self.comes_round(name):
            self.rounds = (self.rounds[0], self.rounds[1] + 1, self.rounds[2])
        self.bought = []
        self.player, self.number = name, self.number + 1
        self.doubles, self.dice, self.to_throw = 0, None, True

    def settle_opening(self) -> None:
        """Begin with the highest opening roll; ties roll again (SET-6)."""
        opening = self.phase
        names = (*opening.waiting, *(name for name, _ in opening.thrown))
        if opening.waiting and len(names) > 1:
            return
        best = max((total for _, total in opening.thrown), default=0)
        tied = tuple(name for name, total in opening.thrown if total == best) or names
        self.pending.pop()
        if len(tied) > 1:
            self.pending.append(phases.Opening(tied))
        else:
            self.begin_turn(tied[0])

    def could_place(self, name: str, building: str) -> int:
        """Return how many buildings of a kind ``name`` could place now (FLOW-6)."""
        if self.debts_of(name):
            return 0
        built, cash, count = dict(self.built), self.cash[name], 0
        while places := self.places_for(name, building):
            cheapest = min(places, key=lambda lot: lot.house)
            if cash < cheapest.house:
                break
            cash, count = cash - cheapest.house, count + 1
            self.put_up(cheapest.key)
        self.built = built
        return count
