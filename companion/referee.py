"""A second opinion on every move: the rules written once more, from the pages, sharing no code.

``Referee.judge`` works out what a move must come to and compares: every payment, and the whole
position after it. ``Referee.objection`` names the clause that forbids a move. The referee reads the
packaged TOML itself and has its own rent, salary, tenth, evenness and stock; of the engine it knows
only plain values (moves, effects, phases), so a fault in the rules is not a fault here as well.
Amounts are whole dollars; 5 buildings are a hotel; spaces count from 0 (GO).
"""

import re
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from companion.engine import effects, moves, phases

HOTEL, GO_ROUND, JAIL_SPACE, IN_JAIL_AT_MOST = 5, 40, 10, 3
DATA = Path(__file__).parent / "engine"
CLAUSES = {
    **{"salary": "GO-1", "price": "BUY-1", "bid": "BUY-4", "rent": "RENT-1", "tax": "TAX-1"},
    **{"fine": "JAIL-5", "card": "CARD-1", "pot": "PARK-1", "build": "BLD-1", "sell": "SELL-1"},
    **{"mortgage": "MORT-1", "lift": "MORT-3", "interest": "MORT-5", "deal": "DEAL-1"},
    **{"estate": "BANK-2", "ruling": "TABLE-1"},
    **{"cash": "CARD-4", "space": "MOVE-1", "jail": "JAIL-3", "cards": "CARD-2", "out": "BANK-5"},
    **{"owner": "DEAL-1", "built": "BLD-2", "mortgaged": "MORT-1", "pending": "FLOW-1"},
    **{"player": "SET-7", "number": "SET-7", "doubles": "MOVE-2", "to_throw": "MOVE-2"},
    **{"debts": "FLOW-3", "claims": "RENT-6", "offer": "FLOW-8", "bankruptcies": "QUICK-2"},
    **{"round": "BUY-1", "dice": "MOVE-1"},
}
"""The clause under which a kind of payment, or a part of the position, is reported."""


@dataclass(frozen=True)
class Disagreement:
    """What the referee and the rules see differently."""

    clause: str
    what: str
    referee: object
    rules: object

    def __str__(self) -> str:
        return f"{self.clause}: {self.what}: referee {self.referee}, rules {self.rules}"


@dataclass(frozen=True)
class Lot:
    """A title deed as the board file prints it."""

    key: str
    kind: str
    group: str
    price: int
    house: int
    rent: tuple[int, ...]


class Sheet:
    """An edition with its house rules, and a board, read from the TOML files."""

    def __init__(self, setup: Any) -> None:
        self.of = _edition(setup.edition.source)
        for rule in setup.house_rules:
            self._turn(rule)
        board = _read("boards", setup.board.source)
        self.houses, self.hotels = board["houses"], board["hotels"]
        self.salary, self.fine = board["salary"], board["fine"]
        self.spaces: list[dict[str, Any]] = board["spaces"]
        self.keys = [space.get("key", _slug(space["name"])) for space in self.spaces]
        self.lots = {
            key: Lot(
                *(key, row["kind"], row["group"], row["price"]),
                *(row.get("house_price", 0), tuple(row["rent"])),
            )
            for key, row in zip(self.keys, self.spaces, strict=True)
            if "rent" in row
        }
        self.groups: dict[str, list[str]] = {}
        for lot in self.lots.values():
            self.groups.setdefault(lot.group, []).append(lot.key)
        packs = board["packs"]
        self.cards = {
            pack: {
                card["key"]: card
                for name in dict.fromkeys(("classic", self.of["pack"]))
                for card in packs.get(name, {}).get(pack, [])
            }
            for pack in ("chance", "community_chest")
        }
        self.mode = setup.game
        self.automatic = setup.rent == "automatic"
        self.top = 3 if self.mode == "short" else 4  # QUICK-3

    def _turn(self, rule: str) -> None:
        name, _, amount = (part.strip() for part in rule.lower().replace("-", " ").partition("$"))
        for key, value in self.of["house_rules"][name].items():
            taken = amount or str(value).removeprefix("amount").removeprefix(" or ")
            self.of[key] = int(taken) if str(value).startswith("amount") else value

    def tenth(self, amount: int) -> int:
        """A tenth of ``amount`` (TAX-4): 10 % in whole dollars, halves up unless agreed."""
        whole, rest = divmod(amount, 10)
        up = {"nearest": rest >= 5, "up": rest > 0, "down": False}[self.of["rounding"]]
        return whole + up


def _edition(source: str) -> dict[str, Any]:
    own = _read("editions", source)
    base = _edition(own["like"]) if "like" in own else {}
    rules = {**base.get("house_rules", {}), **own.get("house_rules", {})}
    return {**base, **own, "house_rules": rules}


def _read(folder: str, source: str) -> dict[str, Any]:
    packaged = DATA / folder / f"{source}.toml"
    path = packaged if packaged.exists() else Path(source)
    return tomllib.loads(path.read_text(encoding="utf-8"))


def _slug(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")


@dataclass
class Payment:
    """Money that changes hands; ``why`` as in the events."""

    payer: str
    payee: str
    amount: int
    why: str


class Position:
    """A position that changes: a copy of a game's public values, and the rules of what follows."""

    def __init__(self, sheet: Sheet, game: Any) -> None:
        self.sheet = sheet
        players = game.players.values()
        self.seats = [p.name for p in players]
        self.cash = {p.name: p.cash for p in players}
        self.space = {p.name: p.space for p in players}
        self.jail = {p.name: p.jail_turn for p in players}
        self.cards = {p.name: sorted(p.jail_cards) for p in players}
        self.out = {p.name for p in players if p.out}
        self.round = {p.name for p in players if p.has_been_round}
        self.owner = {key: held.owner for key, held in game.holdings.items()}
        self.built = {key: held.buildings for key, held in game.holdings.items() if held.buildings}
        self.mortgaged = {key for key, held in game.holdings.items() if held.mortgaged}
        turn = game.turn
        self.player, self.number, self.doubles = turn.player, turn.number, turn.doubles
        self.dice, self.to_throw = turn.dice, turn.to_throw
        self.pending = list(game.pending)
        self.debts = [(d.debtor, d.creditor, d.amount, d.why, d.deed) for d in game.debts]
        self.claims = [(c.owner, c.payer, c.deed, c.amount, c.turn) for c in game.claims]
        offer = game.offer
        self.offer = (offer.player, offer.other, offer.gives, offer.wants) if offer else None
        self.cash["pot"], self.bankruptcies = game.pot, game.bankruptcies
        self.free = _kept_from_a_bankrupt(sheet, game)
        self.paid: list[Payment] = []

    # --- what is so ---------------------------------------------------------------------------

    @property
    def phase(self) -> Any:
        return self.pending[-1] if self.pending else None

    def left_of(self, name: str) -> list[str]:
        """The others in the game, from the left of ``name`` on (SET-7)."""
        at = self.seats.index(name) + 1
        return [s for s in self.seats[at:] + self.seats[:at] if s not in self.out and s != name]

    def in_play(self) -> list[str]:
        return [name for name in self.seats if name not in self.out]

    def deeds(self, name: str) -> list[Lot]:
        return [lot for lot in self.sheet.lots.values() if self.owner.get(lot.key) == name]

    def has_group(self, name: str, group: str) -> bool:
        return all(self.owner.get(key) == name for key in self.sheet.groups[group])

    def rank(self, key: str) -> int:
        """How far a lot is built; a hotel follows the last house (BLD-3, QUICK-3)."""
        count = self.built.get(key, 0)
        return self.sheet.top + 1 if count == HOTEL else count

    def ranks(self, group: str) -> list[int]:
        return [self.rank(key) for key in self.sheet.groups[group]]

    def stock(self, building: str) -> int:
        """What the bank has left of 32 houses and 12 hotels (SET-8)."""
        if building == "hotel":
            return int(self.sheet.hotels) - sum(n == HOTEL for n in self.built.values())
        return int(self.sheet.houses) - sum(n for n in self.built.values() if n != HOTEL)

    def unlimited(self) -> bool:
        return bool(self.sheet.of["unlimited_buildings"])

    def next_building(self, key: str) -> str:
        return "house" if self.rank(key) < self.sheet.top else "hotel"

    def debts_of(self, name: str) -> list[tuple[str, str, int, str, str]]:
        return [debt for debt in self.debts if debt[0] == name]

    def worth(self, name: str) -> int:
        """What counts at the end (QUICK-4): mortgaged deeds half, buildings at cost."""
        total = self.cash[name]
        for lot in self.deeds(name):
            total += lot.price // 2 if lot.key in self.mortgaged else lot.price
            total += self.rank(lot.key) * lot.house
        return total

    def taxed_worth(self, name: str) -> int:
        """TAX-2: deeds count whole, mortgaged or not, at price or (1934) at mortgage value."""
        halved = self.sheet.of["worth_of_deeds"] == "mortgage"
        lots = self.deeds(name)
        deeds = sum(lot.price // 2 if halved else lot.price for lot in lots)
        return self.cash[name] + deeds + sum(self.rank(lot.key) * lot.house for lot in lots)

    def can_raise(self, name: str) -> int:
        """BANK-1: cash, buildings at half, the loans still to be had."""
        total = self.cash[name]
        for lot in self.deeds(name):
            total += self.rank(lot.key) * lot.house // 2
            total += 0 if lot.key in self.mortgaged else lot.price // 2
        return total

    def bidders(self, lot: phases.Auction) -> list[str]:
        """Who has not passed; debtors and the debtor who sells are passed over (FLOW-2, -10)."""
        among = lot.among or self.in_play()
        debtors = {debt[0] for debt in self.debts}
        silent = {lot.seller, *lot.passed, *debtors}
        return [name for name in self.in_play() if name in among and name not in silent]

    def interest(self, key: str) -> int:
        return self.sheet.tenth(self.sheet.lots[key].price // 2)

    def lifting(self, key: str) -> tuple[int, int]:
        """MORT-3: principal and tenth; the principal alone after a bankruptcy (FLOW-9)."""
        received = [p for p in self.pending if isinstance(p, phases.ReceivedMortgages)]
        asked = any(key in phase.deeds for phase in received)
        return self.sheet.lots[key].price // 2, (
            0 if key in self.free and not asked else self.interest(key)
        )

    def open_for(self, name: str, key: str) -> str:
        """The clause that keeps the next building off a lot, stock and cash apart; or nothing."""
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
        return [
            lot
            for lot in self.deeds(name)
            if not self.open_for(name, lot.key) and self.next_building(lot.key) == building
        ]

    def could_place(self, name: str, building: str) -> int:
        """FLOW-6: how many of that kind ``name`` could place now, tried out one by one."""
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

    # --- what follows -------------------------------------------------------------------------

    def pay(self, payer: str, payee: str, amount: int, why: str) -> None:
        self.paid.append(Payment(payer, payee, amount, why))
        for account, change in ((payer, -amount), (payee, amount)):
            if account != "bank":
                self.cash[account] += change

    def due(self, payer: str, payee: str, amount: int, why: str, deed: str = "") -> None:
        """FLOW-11, FLOW-3: paid at once; a debt without the cash, or behind an older debt."""
        if amount and self.cash[payer] >= amount and not self.debts_of(payer):
            self.pay(payer, payee, amount, why)
        elif amount:
            self.debts.append((payer, payee, amount, why, deed))
            if not any(isinstance(phase, phases.ToSettle) for phase in self.pending):
                self.pending.append(phases.ToSettle())

    def to_the_bank(self, payer: str, amount: int, why: str) -> None:
        """Penalties go to the bank (CARD-4), or to the table's pot (PARK-1)."""
        self.due(payer, "pot" if self.sheet.of["pot"] else "bank", amount, why)

    def drop_debt(self, debt: tuple[str, str, int, str, str]) -> None:
        self.debts.remove(debt)
        if not self.debts:
            self.pending.remove(phases.ToSettle())

    def reduce_debt(self, debt: tuple[str, str, int, str, str], paid: int) -> None:
        debtor, creditor, amount, why, deed = debt
        if paid >= amount:
            self.drop_debt(debt)
        else:
            at = self.debts.index(debt)
            self.debts[at] = (debtor, creditor, amount - paid, why, deed)

    def give(self, key: str, receiver: str) -> None:
        self.owner[key] = receiver
        if receiver == "bank":
            del self.owner[key]
            self.mortgaged.discard(key)  # BANK-4: sold free of mortgage
            self.built.pop(key, None)

    def give_card(self, pack: str, giver: str, receiver: str) -> None:
        if giver != "bank":
            self.cards[giver].remove(pack)
        if receiver != "bank":
            self.cards[receiver] = sorted([*self.cards[receiver], pack])

    def put_up(self, key: str) -> None:
        houses = self.built.get(key, 0)
        self.built[key] = houses + 1 if houses < self.sheet.top else HOTEL

    def take_down(self, name: str, key: str, rank: int) -> None:
        """SELL-1: half of what each building cost."""
        steps = self.rank(key) - rank
        self.built[key] = rank
        if not rank:
            del self.built[key]
        self.pay("bank", name, steps * self.sheet.lots[key].house // 2, "sell")

    def to_jail(self, name: str) -> None:
        """JAIL-1, GO-4: no salary on the way, and the turn ends."""
        self.space[name], self.jail[name] = JAIL_SPACE, 1
        if self.player == name:
            self.to_throw = False

    def forward(self, name: str, steps: int, way: str = "") -> None:
        """MOVE-1, GO-1: past GO, or on it, earns the salary once for each round."""
        reached = self.space[name] + steps
        self.space[name] = reached % GO_ROUND
        if reached >= GO_ROUND:
            twice = self.sheet.of["go_pays_double"] and reached == GO_ROUND
            self.pay("bank", name, self.sheet.salary * (2 if twice else 1), "salary")
            if self.sheet.of["buying_after_first_round"]:
                self.round.add(name)
        self.land(name, way)

    def land(self, name: str, way: str = "") -> None:
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
        owner = self.owner.get(lot.key)
        early = self.sheet.of["buying_after_first_round"] and name not in self.round
        if owner is None and not early:
            self.pending.append(phases.ToBuy(name, lot.key))
        elif owner not in (None, name) and lot.key not in self.mortgaged:
            if way == "utility":
                self.pending.append(phases.CardThrow(name, lot.key, str(owner)))
            else:
                times = 2 if way == "railroad" else 1
                self.claim(str(owner), name, lot, self.rent(lot) * times)

    def rent(self, lot: Lot) -> int:
        """RENT-1 to RENT-3, RENT-9: as printed; a bare lot of a whole group costs double."""
        owner = self.owner[lot.key]
        if lot.kind == "street":
            houses = self.built.get(lot.key, 0)
            double = not houses and self.has_group(owner, lot.group)
            return lot.rent[houses] * (2 if double else 1)
        count = sum(self.owner.get(key) == owner for key in self.sheet.groups[lot.group])
        thrown = sum(self.dice or (0, 0)) if lot.kind == "utility" else 1
        return lot.rent[count - 1] * thrown

    def claim(self, owner: str, payer: str, lot: Lot, amount: int) -> None:
        sits = self.jail[owner] and not self.sheet.of["rent_while_in_jail"]  # RENT-8
        if not amount or sits:
            return
        if self.sheet.automatic:
            self.due(payer, owner, amount, "rent", lot.key)
        else:
            self.claims.append((owner, payer, lot.key, amount, self.number))

    def lapse(self) -> None:
        """FLOW-4: with the second turn after the landing."""
        self.claims = [claim for claim in self.claims if self.number - claim[4] < 2]

    def income_tax(self, name: str, printed: int) -> None:
        """TAX-1: on the worth at landing (FLOW-20)."""
        worth, way = self.taxed_worth(name), self.sheet.of["income_tax"]
        if way == "choice":
            self.pending.append(phases.TaxChoice(name, worth))
        elif way == "flat":
            self.to_the_bank(name, self.sheet.of["flat_income_tax"] or printed, "tax")
        else:
            self.to_the_bank(name, self.sheet.tenth(worth), "tax")

    def card(self, name: str, card: dict[str, Any], pack: str) -> None:
        """CARD-1: what is printed on it."""
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
        """FLOW-18: whatever was open is void."""
        self.pending, self.debts, self.claims = [phases.Over(winners)], [], []
        self.offer = None

    def richest(self) -> tuple[str, ...]:
        worth = {name: self.worth(name) for name in self.in_play()}
        return tuple(name for name in worth if worth[name] == max(worth.values()))

    def close_if_silent(self) -> None:
        left = self.bidders(self.phase)
        if not left or left == [self.phase.bidder]:
            self.close()

    def close(self) -> None:
        """FLOW-5: to the high bidder; a seller's creditor gets up to the debt (FLOW-10)."""
        lot = self.pending.pop()
        if not lot.bidder:
            return
        self.pay(lot.bidder, lot.seller or "bank", lot.bid, "bid")
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
        """BANK-2 to BANK-5, FLOW-13, FLOW-21: everything goes where it must."""
        debts = self.debts_of(name)
        creditor = debts[0][1] if bankrupt else "bank"
        creditor = "bank" if creditor == "pot" else creditor
        count = self.bankruptcies + bankrupt
        last = bankrupt and count == 2 and self.sheet.mode in ("short", "second-bankruptcy")
        self.void(name, creditor if bankrupt else "")
        stands = last and self.sheet.mode == "short"
        lots = self.deeds(name)
        if not stands:
            for lot in lots:
                if self.rank(lot.key):
                    self.take_down(name, lot.key, 0)
        if self.cash[name]:
            self.pay(name, creditor, self.cash[name], "estate")
        for lot in lots:
            self.give(lot.key, creditor)
        packs = self.cards[name]
        for pack in packs:
            self.give_card(pack, name, creditor)
        if creditor == "bank":
            self.auction_all([] if last else lots, packs)
        elif not stands:
            self.receive(creditor, [lot.key for lot in lots if lot.key in self.mortgaged], last)
        self.bankruptcies = count
        self.leave(name)
        if len(self.in_play()) == 1 or last:
            self.end(self.richest() if len(self.in_play()) > 1 else tuple(self.in_play()))

    def auction_all(self, lots: list[Lot], packs: list[str]) -> None:
        if not lots and not packs or not self.sheet.of["auctions"]:
            return
        items = [phases.Auction(deed=lot.key) for lot in lots]
        if self.sheet.of["jail_cards_auctioned"]:
            items += [phases.Auction(jail_card=pack) for pack in packs]
        self.pending += reversed(items)

    def receive(self, name: str, keys: list[str], at_once: bool) -> None:
        """MORT-5, BANK-3."""
        if at_once:
            for key in keys:
                self.due(name, "bank", self.interest(key), "interest", key)
        elif keys:
            self.pending.append(phases.ReceivedMortgages(name, tuple(keys)))

    def void(self, name: str, heir: str) -> None:
        """FLOW-3: what others owe a bankrupt is the creditor's; the rest dies with the player."""
        for debt in list(self.debts):
            debtor, creditor, amount, why, deed = debt
            if creditor == name and heir and debtor != heir:
                self.debts[self.debts.index(debt)] = (debtor, heir, amount, why, deed)
            elif name in (debtor, creditor):
                self.drop_debt(debt)
        self.claims = [claim for claim in self.claims if name not in claim[:2]]
        if self.offer and name in self.offer[:2]:
            self.offer = None

    def leave(self, name: str) -> None:
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

    def carry_on(self) -> None:
        """FLOW-1: what waits for nobody goes on, and the dice pass by themselves."""
        if isinstance(self.phase, phases.Opening):
            self.settle_opening()
        while True:
            phase = self.phase
            if isinstance(phase, phases.LeavingJail):
                self.pending.pop()
                self.jail[phase.player] = 0
                self.forward(phase.player, sum(phase.dice))
            elif isinstance(phase, phases.Placing):
                if self.places_for(phase.player, phase.building):
                    return
                self.pending.pop()
            elif isinstance(phase, phases.Auction) and not self.bidders(phase):
                self.close()
            else:
                break
        if not self.pending and not self.to_throw:
            self.begin_turn(self.left_of(self.player)[0])
            if self.sheet.of["claim_lapses"] == "receive":  # RENT-6 of 1934
                self.lapse()

    def begin_turn(self, name: str) -> None:
        self.player, self.number = name, self.number + 1
        self.doubles, self.dice, self.to_throw = 0, None, True

    def settle_opening(self) -> None:
        """SET-6: the highest starts; the tied throw again."""
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


def _kept_from_a_bankrupt(sheet: Sheet, game: Any) -> set[str]:
    """FLOW-9: the mortgages that came from a bankrupt since the dice were last thrown."""
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


class Referee:
    """Judges the moves of one game."""

    def __init__(self, setup: Any) -> None:
        self.sheet = Sheet(setup)

    def judge(self, before: Any, move: moves.Move, after: Any) -> list[Disagreement]:
        """Return what is different after ``move`` from what the referee worked out."""
        if isinstance(move, moves.Undo):
            earlier = before
            for _ in range(move.count):
                earlier = earlier.past.before
            return self._compare(Position(self.sheet, earlier), after)
        if clause := self.objection(before, move):
            return [Disagreement(clause, f"{move}", "forbidden", "allowed")]
        expected = Position(self.sheet, before)
        DO[type(move)](expected, move)
        expected.carry_on()
        return [*_payments(expected, after), *self._compare(expected, after)]

    def objection(self, game: Any, move: moves.Move) -> str:
        """Return the clause that forbids ``move`` now; empty if none does."""
        here = Position(self.sheet, game)
        if isinstance(move, moves.Undo):
            while move.count and game.past:
                game, move = game.past.before, moves.Undo(move.count - 1)
            return "FLOW-7" if move.count else ""
        if isinstance(here.phase, phases.Over):
            return "FLOW-2"
        if getattr(move, "player", self.sheet) in here.out:
            return "BANK-5"
        return _forbids_phase(here, move) or (FORBIDS[type(move)](here, move) or "")

    def _compare(self, expected: Position, game: Any) -> Iterator[Disagreement]:
        found = Position(self.sheet, game)
        for part in (
            *("cash", "space", "jail", "cards", "out", "round", "owner", "built", "mortgaged"),
            *("player", "number", "doubles", "dice", "to_throw", "pending", "debts", "claims"),
            *("offer", "bankruptcies"),
        ):
            mine, theirs = getattr(expected, part), getattr(found, part)
            if mine != theirs:
                yield Disagreement(CLAUSES[part], part, *_apart(mine, theirs))


def _apart(mine: Any, theirs: Any) -> tuple[Any, Any]:
    """Only the entries that differ, where there are many."""
    if isinstance(mine, dict):
        keys = [key for key in {**mine, **theirs} if mine.get(key) != theirs.get(key)]
        return {k: mine.get(k) for k in keys}, {k: theirs.get(k) for k in keys}
    return mine, theirs


def _payments(expected: Position, after: Any) -> Iterator[Disagreement]:
    events = [event for event in after.past.events if type(event).__name__ == "Paid"]
    theirs = Counter((e.payer, e.payee, e.amount, e.why) for e in events)
    mine = Counter((p.payer, p.payee, p.amount, p.why) for p in expected.paid if p.amount)
    for why in dict.fromkeys(paid[3] for paid in [*(mine - theirs), *(theirs - mine)]):
        yield Disagreement(
            CLAUSES.get(why, "CARD-4"),
            why,
            [paid for paid in mine - theirs if paid[3] == why],
            [paid for paid in theirs - mine if paid[3] == why],
        )


# --- what each move does ------------------------------------------------------------------------


def _opens(here: Position, move: moves.Opens) -> None:
    opening = here.pending.pop()
    thrown = (*opening.thrown, (move.player, sum(move.dice)))
    here.pending.append(phases.Opening(opening.waiting[1:], thrown))


def _throws(here: Position, move: moves.Throws) -> None:
    """MOVE-1 to MOVE-3, JAIL-3, JAIL-4, JAIL-7, FLOW-19."""
    name, total, doubles = move.player, sum(move.dice), move.dice[0] == move.dice[1]
    if isinstance(here.phase, phases.CardThrow):
        asked = here.pending.pop()
        lot = here.sheet.lots[asked.deed]
        here.claim(asked.owner, name, lot, lot.rent[-1] * total)
        return
    here.lapse()
    here.dice, here.doubles = move.dice, here.doubles + doubles
    if not here.jail[name]:
        here.to_throw = doubles and here.doubles < 3
        if here.doubles == 3 and doubles:
            here.to_jail(name)
        else:
            here.forward(name, total)
        return
    here.to_throw = doubles and here.sheet.of["doubles_leaving_jail_throw_again"]
    if not doubles and here.jail[name] < IN_JAIL_AT_MOST:
        here.jail[name] += 1
        return
    here.pending.append(phases.LeavingJail(name, move.dice))
    if not doubles:
        here.to_the_bank(name, here.sheet.fine, "fine")


def _buys(here: Position, move: moves.Buys) -> None:
    key = here.pending.pop().deed
    here.pay(move.player, "bank", here.sheet.lots[key].price, "price")
    here.give(key, move.player)


def _declines(here: Position, move: moves.Declines) -> None:
    key = here.pending.pop().deed
    if here.sheet.of["auctions"]:
        here.pending.append(phases.Auction(deed=key))


def _bids(here: Position, move: moves.Bids) -> None:
    here.pending[-1] = replace(here.phase, bidder=move.player, bid=move.amount)
    here.close_if_silent()


def _passes(here: Position, move: moves.Passes) -> None:
    here.pending[-1] = replace(here.phase, passed=(*here.phase.passed, move.player))
    here.close_if_silent()


def _collects(here: Position, move: moves.Collects) -> None:
    claim = _claim_meant(here, move)
    here.claims.remove(claim)
    here.due(claim[1], claim[0], claim[3], "rent", claim[2])


def _claim_meant(here: Position, move: moves.Collects) -> Any:
    mine = [c for c in here.claims if c[0] == move.player and move.payer in (None, c[1])]
    return mine[-1] if mine else None


def _pays(here: Position, move: moves.Pays) -> None:
    debt = here.debts_of(move.player)[0]
    here.pay(debt[0], debt[1], debt[2], debt[3])
    here.drop_debt(debt)


def _draws(here: Position, move: moves.Draws) -> None:
    pack = str(here.pending.pop().pack)
    here.card(move.player, here.sheet.cards[pack][move.card], pack)


def _takes_a_chance(here: Position, move: moves.TakesChance) -> None:
    here.pending[-1] = phases.ToDraw(move.player, "chance")


def _pays_tax(here: Position, move: moves.PaysFlatTax | moves.PaysTenPercent) -> None:
    worth, flat = here.pending.pop().worth, here.sheet.of["flat_income_tax"]
    tenth = isinstance(move, moves.PaysTenPercent)
    here.to_the_bank(move.player, here.sheet.tenth(worth) if tenth else flat, "tax")


def _pays_fine(here: Position, move: moves.PaysFine) -> None:
    if isinstance(here.phase, phases.FineOrChance):
        here.to_the_bank(move.player, here.pending.pop().amount, "card")
    else:
        here.to_the_bank(move.player, here.sheet.fine, "fine")
        here.jail[move.player] = 0


def _plays_jail_card(here: Position, move: moves.PlaysJailCard) -> None:
    here.give_card(here.cards[move.player][0], move.player, "bank")
    here.jail[move.player] = 0


def _builds(here: Position, move: moves.Builds) -> None:
    """BLD-1; where others want the last ones as well they are asked first (FLOW-6)."""
    building = here.next_building(move.deeds[0])
    rivals = [name for name in here.left_of(move.player) if here.could_place(name, building)]
    need = len(move.deeds) + sum(here.could_place(name, building) for name in rivals)
    if rivals and need > here.stock(building) and not here.unlimited():
        here.pending.append(phases.Shortage(move.player, move.deeds, building, tuple(rivals)))
    else:
        _build(here, move.player, move.deeds)


def _build(here: Position, name: str, deeds: tuple[str, ...]) -> None:
    for key in deeds:
        here.pay(name, "bank", here.sheet.lots[key].house, "build")
        here.put_up(key)


def _shares(here: Position, move: moves.Claims | moves.Waives) -> None:
    """SHORT-2: any claim sends one building to auction; all waive: it stands, if it still may."""
    asked = here.pending.pop()
    claiming = asked.claiming + (move.player,) * isinstance(move, moves.Claims)
    waiting = tuple(name for name in asked.waiting if name != move.player)
    if waiting:
        here.pending.append(replace(asked, waiting=waiting, claiming=claiming))
    elif claiming:
        among = (asked.builder, *claiming)
        here.pending.append(phases.Auction(building=asked.building, among=among))
    elif not _forbids_building(here, moves.Builds(asked.builder, asked.deeds)):
        _build(here, asked.builder, asked.deeds)


def _places(here: Position, move: moves.Places) -> None:
    here.pending.pop()
    here.put_up(move.deed)


def _sells(here: Position, move: moves.Sells) -> None:
    here.take_down(move.player, move.deed, here.rank(move.deed) - 1)


def _sells_hotels(here: Position, move: moves.SellsHotels) -> None:
    for key in here.sheet.groups[move.group]:
        here.take_down(move.player, key, 0)


def _sells_down(here: Position, move: moves.SellsDown) -> None:
    for key, left in zip(here.sheet.groups[move.group], move.houses, strict=True):
        if here.rank(key) > left:
            here.take_down(move.player, key, left)


def _mortgages(here: Position, move: moves.Mortgages) -> None:
    here.mortgaged.add(move.deed)
    here.pay("bank", move.player, here.sheet.lots[move.deed].price // 2, "mortgage")


def _answer_mortgage(here: Position, key: str) -> None:
    phase = here.phase
    if isinstance(phase, phases.ReceivedMortgages) and key in phase.deeds:
        left = tuple(deed for deed in phase.deeds if deed != key)
        here.pending[-1:] = [replace(phase, deeds=left)] if left else []


def _lifts(here: Position, move: moves.Lifts) -> None:
    principal, tenth = here.lifting(move.deed)
    _answer_mortgage(here, move.deed)
    here.pay(move.player, "bank", principal, "lift")
    here.pay(move.player, "bank", tenth, "interest")
    here.mortgaged.remove(move.deed)


def _keeps(here: Position, move: moves.KeepsMortgage) -> None:
    _answer_mortgage(here, move.deed)
    here.due(move.player, "bank", here.interest(move.deed), "interest", move.deed)


def _offers(here: Position, move: moves.Offers) -> None:
    here.offer = (move.player, move.other, move.gives, move.wants)


def _accepts(here: Position, move: moves.Accepts) -> None:
    """DEAL-1; each mortgaged deed is answered for, in board order (MORT-5)."""
    assert here.offer
    player, other, gives, wants = here.offer
    here.offer = None
    packs = _packs(here, player, gives), _packs(here, other, wants)
    moved = []
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
    for key in reversed([key for key in here.sheet.lots if key in moved]):
        if key in here.mortgaged:
            here.pending.append(phases.ReceivedMortgages(here.owner[key], (key,)))


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


def _hands_over(here: Position, move: moves.HandsOver) -> None:
    _cash_first(here, move.player)
    debt = here.debts_of(move.player)[0]
    here.give(move.deed, debt[1])
    here.reduce_debt(debt, here.sheet.lots[move.deed].price)


def _puts_up(here: Position, move: moves.PutsUp) -> None:
    _cash_first(here, move.player)
    here.pending.append(phases.Auction(deed=move.deed, seller=move.player))


def _leaves(here: Position, move: moves.Leaves) -> None:
    """FLOW-13: in debt it is bankruptcy; a lot under the hammer is sold first."""
    lot = here.pending.pop() if isinstance(here.phase, phases.Auction) else None
    here.retire(move.player, bankrupt=bool(here.debts_of(move.player)))
    if lot and not isinstance(here.phase, phases.Over):
        here.pending.append(lot)
        here.close_if_silent()


def _rules(here: Position, move: moves.Ruling) -> None:
    for effect in move.effects:
        _happens(here, effect)


def _happens(here: Position, effect: effects.Effect) -> None:
    """FLOW-17: a ruling triggers nothing."""
    match effect:
        case effects.HasCash(player, amount):
            more = amount - here.cash[player]
            payer, payee = ("bank", player) if more > 0 else (player, "bank")
            here.pay(payer, payee, abs(more), "ruling")
        case effects.CashGoes(payer, payee, amount):
            here.pay(payer, payee, amount, "ruling")
        case effects.OwnsDeed(owner, deed):
            here.give(deed, owner)
        case effects.Carries(deed, count):
            here.built[deed] = count
            if not count:
                del here.built[deed]
        case effects.IsMortgaged(deed, mortgaged):
            (here.mortgaged.add if mortgaged else here.mortgaged.discard)(deed)
        case effects.StandsOn(player, space):
            here.space[player] = space
            here.jail[player] *= space == JAIL_SPACE
        case effects.IsInJail(player, turn):
            here.space[player] = JAIL_SPACE if turn else here.space[player]
            here.jail[player] = turn
        case effects.HoldsJailCard(holder, pack):
            giver = next((n for n, held in here.cards.items() if pack in held), "bank")
            here.give_card(pack, giver, holder)
        case effects.HasDice(player):
            if isinstance(here.phase, phases.Opening):
                here.pending.pop()
            here.begin_turn(player)
        case effects.HasThrownDoubles(_, count):
            here.doubles = count
        case effects.NoClaims():
            here.claims = []
        case _:
            raise NotImplementedError(effect)


DO: dict[type[moves.Move], Callable[[Position, Any], None]] = {
    moves.Opens: _opens,
    moves.Throws: _throws,
    moves.Buys: _buys,
    moves.Declines: _declines,
    moves.Bids: _bids,
    moves.Passes: _passes,
    moves.Sold: lambda here, move: here.close(),
    moves.Collects: _collects,
    moves.Pays: _pays,
    moves.Draws: _draws,
    moves.TakesChance: _takes_a_chance,
    moves.PaysFlatTax: _pays_tax,
    moves.PaysTenPercent: _pays_tax,
    moves.PaysFine: _pays_fine,
    moves.PlaysJailCard: _plays_jail_card,
    moves.Builds: _builds,
    moves.Claims: _shares,
    moves.Waives: _shares,
    moves.Places: _places,
    moves.Sells: _sells,
    moves.SellsHotels: _sells_hotels,
    moves.SellsDown: _sells_down,
    moves.Mortgages: _mortgages,
    moves.Lifts: _lifts,
    moves.KeepsMortgage: _keeps,
    moves.Offers: _offers,
    moves.Accepts: _accepts,
    moves.Refuses: _ends_offer,
    moves.Withdraws: _ends_offer,
    moves.HandsOver: _hands_over,
    moves.PutsUp: _puts_up,
    moves.GoesBankrupt: lambda here, move: here.retire(move.player, bankrupt=True),
    moves.Leaves: _leaves,
    moves.TimeIsUp: lambda here, move: here.end(here.richest()),
    moves.Ruling: _rules,
}


# --- what forbids a move: the clause, or nothing --------------------------------------------------

RAISING = (moves.Sells, moves.SellsHotels, moves.SellsDown, moves.Mortgages, moves.Ruling)
ONLY: dict[type[phases.Phase], tuple[type[moves.Move], ...]] = {
    phases.Auction: (moves.Bids, moves.Passes, moves.Sold, moves.Leaves, *RAISING),
    phases.Shortage: (moves.Claims, moves.Waives, *RAISING),
    phases.Placing: (moves.Places, *RAISING),
}


def _forbids_phase(here: Position, move: moves.Move) -> str:
    only = ONLY.get(type(here.phase))
    return "FLOW-2" if only and type(move) not in only else ""


def _asked(phase: type[phases.Phase], clause: str) -> Callable[[Position, Any], str]:
    def forbids(here: Position, move: moves.PlayerMove) -> str:
        is_asked = isinstance(here.phase, phase) and here.phase.player == move.player
        return "" if is_asked else clause

    return forbids


def _forbids_opening(here: Position, move: moves.Opens) -> str:
    opening = here.phase if isinstance(here.phase, phases.Opening) else None
    return "" if opening and opening.waiting[0] == move.player else "SET-6"


def _forbids_throw(here: Position, move: moves.Throws) -> str:
    if here.player != move.player or isinstance(here.phase, phases.Opening):
        return "SET-7"
    return "" if not here.pending or isinstance(here.phase, phases.CardThrow) else "FLOW-1"


def _forbids_buying(here: Position, move: moves.Buys) -> str:
    asked = _asked(phases.ToBuy, "BUY-1")(here, move)
    dear = not asked and here.sheet.lots[here.phase.deed].price > here.cash[move.player]
    return "BUY-1" if asked or dear else ""


def _forbids_speaking(here: Position, move: moves.Bids | moves.Passes) -> str:
    lot = here.phase
    if not isinstance(lot, phases.Auction) or move.player == lot.bidder:
        return "FLOW-5"
    if move.player not in here.bidders(lot):
        return "FLOW-2" if here.debts_of(move.player) else "FLOW-5"
    return ""


def _forbids_bid(here: Position, move: moves.Bids) -> str:
    if silent := _forbids_speaking(here, move):
        return silent
    if here.phase.building and not here.places_for(move.player, here.phase.building):
        return "SHORT-2"
    if move.amount <= here.phase.bid:
        return "BUY-3"
    return "BUY-4" if move.amount > here.cash[move.player] else ""


def _forbids_paying(here: Position, move: moves.Pays) -> str:
    debts = here.debts_of(move.player)
    return "" if debts and debts[0][2] <= here.cash[move.player] else "FLOW-3"


def _forbids_drawing(here: Position, move: moves.Draws) -> str:
    if asked := _asked(phases.ToDraw, "CARD-1")(here, move):
        return asked
    pack = str(here.phase.pack)
    card = here.sheet.cards[pack].get(move.card)
    held = any(pack in cards for cards in here.cards.values())
    return "FLOW-19" if not card or (held and card["effect"] == "jail_card") else ""


def _forbids_leaving_jail(here: Position, name: str) -> bool:
    sits = here.jail[name] and here.player == name and here.to_throw
    return not sits or bool(here.pending)


def _forbids_fine(here: Position, move: moves.PaysFine) -> str:
    """JAIL-5: before throwing, in the first two of the turns (1934: three)."""
    name = move.player
    if isinstance(here.phase, phases.FineOrChance) and here.phase.player == name:
        return ""
    late = here.jail[name] > here.sheet.of["fine_turns"]
    poor = here.cash[name] < here.sheet.fine
    return "JAIL-5" if _forbids_leaving_jail(here, name) or late or poor else ""


def _forbids_jail_card(here: Position, move: moves.PlaysJailCard) -> str:
    lacks = not here.cards[move.player]
    return "JAIL-6" if lacks or _forbids_leaving_jail(here, move.player) else ""


def _forbids_building(here: Position, move: moves.Builds) -> str:
    if here.debts_of(move.player):
        return "FLOW-2"
    built, cash = dict(here.built), here.cash[move.player]
    try:
        for key in move.deeds:
            if clause := here.open_for(move.player, key):
                return clause
            if here.stock(here.next_building(key)) < 1 and not here.unlimited():
                return "SHORT-1"
            cash -= here.sheet.lots[key].house
            here.put_up(key)
    finally:
        here.built = built
    return "FLOW-11" if cash < 0 else ""


def _forbids_sharing(here: Position, move: moves.Claims | moves.Waives) -> str:
    asked = isinstance(here.phase, phases.Shortage) and here.phase.waiting[0] == move.player
    return "" if asked else "FLOW-6"


def _forbids_placing(here: Position, move: moves.Places) -> str:
    if asked := _asked(phases.Placing, "FLOW-6")(here, move):
        return asked
    places = here.places_for(move.player, here.phase.building)
    return "" if move.deed in [lot.key for lot in places] else "BLD-1"


def _free_houses(here: Position) -> int:
    """What the bank has, less what is promised to somebody (FLOW-6)."""
    promised = sum(getattr(phase, "building", "") == "house" for phase in here.pending)
    return 1000 if here.unlimited() else here.stock("house") - promised


def _forbids_sale(here: Position, move: moves.Sells) -> str:
    key = move.deed
    if here.owner.get(key) != move.player or key not in here.built:
        return "SELL-1"
    ranks = here.ranks(here.sheet.lots[key].group)
    if here.sheet.of["even_building"] and here.rank(key) < max(ranks):
        return "SELL-1"
    lacks = here.built[key] == HOTEL and _free_houses(here) < here.sheet.top
    return "SELL-3" if lacks else ""


def _forbids_hotel_sale(here: Position, move: moves.SellsHotels) -> str:
    keys = here.sheet.groups[move.group]
    whole = here.has_group(move.player, move.group)
    return "" if whole and all(here.built.get(key) == HOTEL for key in keys) else "SELL-2"


def _forbids_selling_down(here: Position, move: moves.SellsDown) -> str:
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


def _forbids_mortgage(here: Position, move: moves.Mortgages) -> str:
    key = move.deed
    under_the_hammer = isinstance(here.phase, phases.Auction) and here.phase.deed == key
    if here.owner.get(key) != move.player or under_the_hammer:
        return "MORT-4"
    if key in here.mortgaged:
        return "MORT-1"
    return "MORT-2" if any(here.ranks(here.sheet.lots[key].group)) else ""


def _asked_about(here: Position, key: str) -> phases.Phase | None:
    received = (p for p in here.pending if isinstance(p, phases.ReceivedMortgages))
    return next((phase for phase in received if key in phase.deeds), None)


def _is_first(here: Position, key: str) -> bool:
    phase = here.phase
    return isinstance(phase, phases.ReceivedMortgages) and phase.deeds[0] == key


def _forbids_lifting(here: Position, move: moves.Lifts) -> str:
    key = move.deed
    if here.debts_of(move.player):
        return "FLOW-2"
    if here.owner.get(key) != move.player or key not in here.mortgaged:
        return "MORT-4"
    if _asked_about(here, key) and not _is_first(here, key):
        return "FLOW-9"
    return "MORT-3" if sum(here.lifting(key)) > here.cash[move.player] else ""


def _forbids_keeping(here: Position, move: moves.KeepsMortgage) -> str:
    asked = _is_first(here, move.deed) and here.phase.player == move.player
    return "" if asked else "MORT-5"


def _forbids_offer(here: Position, move: moves.Offers) -> str:
    if here.offer:
        return "FLOW-8"
    return _forbids_deal(here, (move.player, move.other, move.gives, move.wants))


def _forbids_accepting(here: Position, move: moves.Accepts) -> str:
    if not here.offer or here.offer[1] != move.player:
        return "FLOW-8"
    return _forbids_deal(here, here.offer)


def _forbids_deal(here: Position, offer: tuple[str, str, moves.Goods, moves.Goods]) -> str:
    player, other, gives, wants = offer
    if other in here.out or player == other or gives == wants == moves.Goods():
        return "DEAL-1"
    for giver, goods in ((player, gives), (other, wants)):
        held = list(here.cards[giver])
        for pack in sorted(goods.jail_cards, reverse=True):
            if not held or (pack and pack not in held):
                return "DEAL-1"
            held.remove(pack or held[0])
        if len({*goods.deeds}) < len(goods.deeds) or goods.cash > here.cash[giver]:
            return "DEAL-1"
        for key in goods.deeds:
            if here.owner.get(key) != giver:
                return "DEAL-1"
            if _asked_about(here, key):
                return "FLOW-9"
            if any(here.ranks(here.sheet.lots[key].group)):
                return "DEAL-2"
    return _forbids_receiving(here, offer)


def _forbids_receiving(here: Position, offer: tuple[str, str, moves.Goods, moves.Goods]) -> str:
    """MORT-5: the tenths must be payable; FLOW-8: a debtor may not get poorer."""
    player, other, gives, wants = offer
    for name, gets, loses in ((player, wants, gives), (other, gives, wants)):
        gain = gets.cash - loses.cash
        tenths = sum(here.interest(key) for key in gets.deeds if key in here.mortgaged)
        if tenths and here.cash[name] + gain < tenths:
            return "MORT-5"
        for goods, sign in ((gets, 1), (loses, -1)):
            free = [here.sheet.lots[key] for key in goods.deeds if key not in here.mortgaged]
            gain += sign * sum(lot.price // 2 for lot in free)
        if here.debts_of(name) and gain < tenths:
            return "FLOW-8"
    return ""


def _forbids_lots_for_rent(here: Position, move: moves.HandsOver | moves.PutsUp) -> str:
    debts, key = here.debts_of(move.player), move.deed
    rent = here.sheet.of["part_in_lots"] and debts and debts[0][3] == "rent"
    if not rent or here.cash[move.player] >= debts[0][2]:
        return "RENT-10"
    mine = here.owner.get(key) == move.player and key not in here.mortgaged
    return "" if mine and not any(here.ranks(here.sheet.lots[key].group)) else "FLOW-10"


def _forbids_bankruptcy(here: Position, move: moves.GoesBankrupt) -> str:
    owed = sum(debt[2] for debt in here.debts_of(move.player))
    return "" if owed > here.can_raise(move.player) else "BANK-1"


def _forbids_leaving(here: Position, move: moves.Leaves) -> str:
    lot = here.phase if isinstance(here.phase, phases.Auction) else None
    return "FLOW-13" if lot and move.player in (lot.bidder, lot.seller) else ""


FORBIDS: dict[type[moves.Move], Callable[[Position, Any], str]] = {
    moves.Opens: _forbids_opening,
    moves.Throws: _forbids_throw,
    moves.Buys: _forbids_buying,
    moves.Declines: _asked(phases.ToBuy, "BUY-2"),
    moves.Bids: _forbids_bid,
    moves.Passes: _forbids_speaking,
    moves.Sold: lambda here, move: "" if isinstance(here.phase, phases.Auction) else "FLOW-5",
    moves.Collects: lambda here, move: "" if _claim_meant(here, move) else "RENT-6",
    moves.Pays: _forbids_paying,
    moves.Draws: _forbids_drawing,
    moves.TakesChance: _asked(phases.FineOrChance, "CARD-1"),
    moves.PaysFlatTax: _asked(phases.TaxChoice, "TAX-1"),
    moves.PaysTenPercent: _asked(phases.TaxChoice, "TAX-1"),
    moves.PaysFine: _forbids_fine,
    moves.PlaysJailCard: _forbids_jail_card,
    moves.Builds: _forbids_building,
    moves.Claims: _forbids_sharing,
    moves.Waives: _forbids_sharing,
    moves.Places: _forbids_placing,
    moves.Sells: _forbids_sale,
    moves.SellsHotels: _forbids_hotel_sale,
    moves.SellsDown: _forbids_selling_down,
    moves.Mortgages: _forbids_mortgage,
    moves.Lifts: _forbids_lifting,
    moves.KeepsMortgage: _forbids_keeping,
    moves.Offers: _forbids_offer,
    moves.Accepts: _forbids_accepting,
    moves.Refuses: lambda here, move: (
        "" if here.offer and here.offer[1] == move.player else "FLOW-8"
    ),
    moves.Withdraws: lambda here, move: (
        "" if here.offer and here.offer[0] == move.player else "FLOW-8"
    ),
    moves.HandsOver: _forbids_lots_for_rent,
    moves.PutsUp: _forbids_lots_for_rent,
    moves.GoesBankrupt: _forbids_bankruptcy,
    moves.Leaves: _forbids_leaving,
    moves.TimeIsUp: lambda here, move: "FLOW-16" if here.pending else "",
    moves.Ruling: lambda here, move: "",
}
