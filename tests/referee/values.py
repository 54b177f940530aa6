"""Public values of a game and what follows from them: groups, stock, worth, bidders."""

from typing import Any

from companion.engine import phases
from tests.referee.sheet import Lot, Sheet

HOTEL = 5
Debt = tuple[str, str, int, str, str, str]
Loan = tuple[str, str, int, int, str]


class Values:
    """A copy of the public values of a game, which ``Position`` changes."""

    def __init__(self, sheet: Sheet, game: Any) -> None:
        self.sheet = sheet
        self.cash: dict[str, int]
        self.built: dict[str, int]
        self.owner: dict[str, str]
        players = game.players.values()
        self.seats = [p.name for p in players]
        self.cash = {p.name: p.cash for p in players}
        self.space = {p.name: p.space for p in players}
        self.jail = {p.name: p.jail_turn for p in players}
        self.cards = {p.name: sorted(p.jail_cards) for p in players}
        self.stays = {p.name: p.stays for p in players}
        self.out = {p.name for p in players if p.out}
        self.round = {p.name for p in players if p.has_been_round}
        self.owner = {key: held.owner for key, held in game.holdings.items()}
        self.built = {key: held.buildings for key, held in game.holdings.items() if held.buildings}
        self.mortgaged = {key for key, held in game.holdings.items() if held.mortgaged}
        turn = game.turn
        self.player, self.number, self.doubles = turn.player, turn.number, turn.doubles
        self.dice, self.to_throw = turn.dice, turn.to_throw
        self.pending = list(game.pending)
        self.debts = [
            (d.debtor, d.creditor, d.amount, d.why, d.deed, d.secured) for d in game.debts
        ]
        self.loans = [
            (one.borrower, one.lender, one.amount, one.times, one.secured) for one in game.loans
        ]
        self.claims = [(c.owner, c.payer, c.deed, c.amount, c.turn) for c in game.claims]
        offer = game.offer
        self.offer = (offer.player, offer.other, offer.gives, offer.wants) if offer else None
        self.cash["pot"], self.bankruptcies = game.pot, game.bankruptcies
        self.promises = [(p.owner, p.player, p.deed, p.times) for p in game.promises]
        self.bought = list(game.bought)
        turns = game.rounds
        self.rounds: tuple[Any, ...] = ()
        if turns:
            self.rounds = (turns.starter, turns.number, turns.is_last)
        self.free = _kept_from_a_bankrupt(sheet, game)

    @property
    def phase(self) -> Any:
        """Phase on top of the stack; None when a roll is due."""
        return self.pending[-1] if self.pending else None

    def has_dice(self, name: str) -> bool:
        """Return True if it is the turn of ``name``; nobody's in the opening (HOUSE-13)."""
        return self.player == name and not isinstance(self.phase, phases.Opening)

    def left_of(self, name: str) -> list[str]:
        """Return the other players, starting on the left of ``name`` (SET-7)."""
        at = self.seats.index(name) + 1
        return [s for s in self.seats[at:] + self.seats[:at] if s not in self.out and s != name]

    def in_play(self) -> list[str]:
        """Return the players who are not out, in seating order."""
        return [name for name in self.seats if name not in self.out]

    def deeds(self, name: str) -> list[Lot]:
        """Return the deeds of ``name`` in board order."""
        return [lot for lot in self.sheet.lots.values() if self.owner.get(lot.key) == name]

    def has_group(self, name: str, group: str) -> bool:
        """Return True if every lot of the group is ``name``'s."""
        return all(self.owner.get(key) == name for key in self.sheet.groups[group])

    def rank(self, key: str) -> int:
        """Return the level of a lot; a hotel follows the last house (BLD-3, QUICK-3)."""
        count = self.built.get(key, 0)
        return self.sheet.top + 1 if count == HOTEL else count

    def ranks(self, group: str) -> list[int]:
        """Return the level of each lot of the group, in board order."""
        return [self.rank(key) for key in self.sheet.groups[group]]

    def stock(self, building: str) -> int:
        """Return the number of houses or hotels left in the bank (SET-8)."""
        if building == "hotel":
            return self.sheet.hotels - sum(n == HOTEL for n in self.built.values())
        return self.sheet.houses - sum(n for n in self.built.values() if n != HOTEL)

    def unlimited(self) -> bool:
        """Return True if the table never runs out of buildings (SHORT-1)."""
        return bool(self.sheet.of["unlimited_buildings"])

    def next_building(self, key: str) -> str:
        """Return the kind of the next building on a lot: ``house`` or ``hotel``."""
        return "house" if self.rank(key) < self.sheet.top else "hotel"

    def debts_of(self, name: str) -> list[Debt]:
        """Return the debts of ``name``, the oldest first (FLOW-3)."""
        return [debt for debt in self.debts if debt[0] == name]

    def fine(self, name: str) -> int:
        """Return the fine of ``name`` for leaving jail (JAIL-5)."""
        more = self.sheet.of["fine_growth"] * (self.stays[name] - 1)
        return int(self.sheet.fine + max(more, 0))

    def owed(self, payer: str, payee: str) -> tuple[list[Any], list[Any]]:
        """Return the debts and the claims that a deal could release (FLOW-8)."""
        debts = [debt for debt in self.debts if debt[:2] == (payer, payee)]
        return debts, [claim for claim in self.claims if claim[:2] == (payee, payer)]

    def pledged(self, name: str) -> dict[str, str]:
        """Return the deeds of ``name`` that secure something, with the lenders (HOUSE-6)."""
        loans = {one[4]: one[1] for one in self.loans if one[0] == name}
        debts = {one[5]: one[1] for one in self.debts if one[0] == name}
        return {key: lender for key, lender in (loans | debts).items() if key}

    def lender_on(self, key: str) -> str:
        """Return to whom a deed secures something, or "" (HOUSE-6)."""
        return self.pledged(self.owner[key]).get(key, "") if key in self.owner else ""

    def worth(self, name: str) -> int:
        """Return the final worth (QUICK-4): mortgaged deeds half, buildings at cost, loans."""
        total = self.cash[name]
        for borrower, lender, amount, times, _ in self.loans:  # HOUSE-9
            total += amount * times * ((lender == name) - (borrower == name))
        for lot in self.deeds(name):
            total += lot.price // 2 if lot.key in self.mortgaged else lot.price
            total += self.rank(lot.key) * lot.house
        return total

    def taxed_worth(self, name: str) -> int:
        """Return the worth for income tax: deeds at price or (1934) mortgage value (TAX-2)."""
        halved = self.sheet.of["worth_of_deeds"] == "mortgage"
        lots = self.deeds(name)
        deeds = sum(lot.price // 2 if halved else lot.price for lot in lots)
        return self.cash[name] + deeds + sum(self.rank(lot.key) * lot.house for lot in lots)

    def can_raise(self, name: str) -> int:
        """Return the most that ``name`` can raise: cash, buildings at half, mortgages (BANK-1)."""
        total = self.cash[name]
        for lot in self.deeds(name):
            total += self.rank(lot.key) * lot.house // 2
            total += 0 if lot.key in self.pledged(name) else self.brings(lot)
        return total

    def brings(self, lot: Lot) -> int:
        """Return what a deed brings its owner; nothing beside buildings of others (MORT-2)."""
        owner, group = self.owner.get(lot.key), self.sheet.groups[lot.group]
        foreign = any(self.rank(key) for key in group if self.owner.get(key) != owner)
        return 0 if foreign else self.raises(lot)

    def raises(self, lot: Lot) -> int:
        """Return what a deed brings without its buildings: mortgaged, or sold back (HOUSE-22)."""
        if lot.key in self.mortgaged:
            return 0
        whole = self.sheet.of["sell_back"] == "price" and lot.key not in self.bought
        return lot.price if whole else lot.price // 2

    def bidders(self, lot: phases.Auction) -> list[str]:
        """Return the players who may bid: not passed, not in debt (FLOW-2, FLOW-10, HOUSE-17)."""
        among = lot.among or self.in_play()
        debtors = {debt[0] for debt in self.debts}
        silent = {lot.seller, *lot.passed, *debtors, *dict(lot.sealed)}
        return [name for name in self.in_play() if name in among and name not in silent]

    def interest(self, key: str) -> int:
        """Return the interest on a mortgage: a tenth (MORT-5)."""
        return self.sheet.tenth(self.sheet.lots[key].price // 2)

    def lifting(self, key: str) -> tuple[int, int]:
        """Return principal and interest for lifting a mortgage (MORT-3).

        After a bankruptcy there is no interest (FLOW-9).
        """
        received = [p for p in self.pending if isinstance(p, phases.ReceivedMortgages)]
        asked = any(key in phase.deeds for phase in received)
        return self.sheet.lots[key].price // 2, (
            0 if key in self.free and not asked else self.interest(key)
        )

    def open_for(self, name: str, key: str) -> str:
        """Return the clause that forbids the next building, apart from stock and cash."""
        lot, group = self.sheet.lots[key], self.sheet.groups[self.sheet.lots[key].group]
        if not lot.house or not self.has_group(name, lot.group):
            return "BLD-1"
        if any(other in self.mortgaged for other in group):
            return "BLD-5"
        if self.built.get(key) == HOTEL:
            return "BLD-4"
        if self.sheet.of["even_building"] and self.rank(key) > min(self.ranks(lot.group)):
            return "BLD-2"
        return ""

    def places_for(self, name: str, building: str) -> list[Lot]:
        """Return the lots of ``name`` on which that kind of building is legal."""
        return [
            lot
            for lot in self.deeds(name)
            if not self.open_for(name, lot.key) and self.next_building(lot.key) == building
        ]


def _kept_from_a_bankrupt(sheet: Sheet, game: Any) -> set[str]:
    """Return the mortgages received from a bankrupt since the last roll (FLOW-9)."""
    kept: set[str] = set()
    settled: set[str] = set()
    while sheet.of["name"] != "1934" and game.past and game.bankruptcies:
        happened = [(type(event).__name__, event) for event in reversed(game.past.events)]
        out = {e.player for name, e in happened if name == "PlayerOut" and e.bankrupt}
        for name, event in happened:
            if name in ("Thrown", "CardThrown"):
                return kept
            if name in ("DeedPassed", "MortgageChanged") and event.deed not in settled:
                settled.add(event.deed)
                if getattr(event, "giver", "") in out:
                    kept.add(event.deed)
        game = game.past.before
    return kept
