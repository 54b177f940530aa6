"""Every card of every pack, wherever it can be drawn: where it leads, what it moves and asks."""

from dataclasses import dataclass
from itertools import product
from typing import Any

import pytest

from companion.engine import board, edition, rulings
from companion.engine.decide import play
from companion.engine.moves import DrawCard, Roll, Rule, TakeChance
from companion.engine.phases import CardThrow, FineOrChance, TaxChoice, ToBuy, ToDraw, ToThrow
from companion.engine.state import Game, Setup, start
from tests.engine import facts

TABLES = (("atlantic-city", "1961"), ("atlantic-city", "modern"), ("london", "1961"))
OWNED = ("by nobody", "one deed", "all deeds")
JAIL, SALARY, FOR_CARD = 10, 200, (2, 5)


@dataclass
class Draw:
    """A card, where it is drawn, and how much is owned by somebody else."""

    where: str
    edition: str
    pack: str
    card: dict[str, Any]
    space: int
    owned: str

    def __str__(self) -> str:
        return f"{self.where}-{self.edition}-{self.card['key']}-{self.space}-{self.owned}"


@dataclass
class Outcome:
    """What the facts say must come of it; ``asks`` is the phase, ``rent`` a claim of Bob's."""

    space: int
    cash: int = 0
    each_other: int = 0
    in_jail: bool = False
    holds: bool = False
    rent: int = 0
    asks: type = ToThrow


def draws(pack: str, spaces: tuple[int, ...], tables: tuple[tuple[str, str], ...]) -> list[Draw]:
    return [
        Draw(where, rules, pack, card, space, owned)
        for where, rules in tables
        for card in facts.cards(where, rules, pack)
        for space, owned in product(spaces, OWNED)
    ]


ALL = [draw for pack, at in facts.CARD_SPACES.items() for draw in draws(pack, at, TABLES)]
CHANCES_TAKEN = draws("chance", facts.CARD_SPACES["community_chest"], (("london", "1961"),))


def goal(draw: Draw) -> int:
    """Return the space of the token afterwards, except in jail."""
    card, here = draw.card, draw.space
    match card["type"]:
        case "advance_to" | "move_back_to":
            return card["position"]
        case "advance_to_nearest":
            return card["targets"][str(here)]
        case "move_back":
            return card.get("lands", {}).get(str(here), (here - card["spaces"]) % 40)
    return here


def rent(draw: Draw, printed: dict[str, Any]) -> int:
    """What Bob may ask for; whoever owns all deeds has every group whole."""
    everything = draw.owned == "all deeds"
    nearest = draw.card["type"] == "advance_to_nearest"
    match printed["type"]:
        case "street":
            return printed["rent"][0] * (2 if everything else 1)
        case "railroad":
            return printed["rent_by_owned"][3 if everything else 0] * (2 if nearest else 1)
    assert nearest, "no other card leads to a utility"
    return 10 * sum(FOR_CARD)


def landed(draw: Draw, outcome: Outcome) -> Outcome:
    """What the space reached does."""
    printed = facts.board(draw.where)["spaces"][outcome.space]
    if "price" in printed and draw.owned == "by nobody":
        outcome.asks = ToBuy
    elif "price" in printed:
        outcome.rent = rent(draw, printed)
    elif printed["type"] in facts.CARD_SPACES:
        outcome.asks = ToDraw
    elif printed["type"] == "go_to_jail":
        outcome.space, outcome.in_jail = JAIL, True
    elif printed["type"] == "tax" and draw.edition == "modern":
        outcome.cash -= 200
    elif printed["type"] == "tax":
        outcome.asks = TaxChoice
    return outcome


def wanted(draw: Draw) -> Outcome:
    card, outcome = draw.card, Outcome(goal(draw))
    match card["type"]:
        case "collect_bank":
            outcome.cash = card["amount"]
        case "pay_bank":
            outcome.cash = -card["amount"]
        case "collect_each_player":
            outcome.cash, outcome.each_other = 2 * card["amount"], -card["amount"]
        case "pay_each_player":
            outcome.cash, outcome.each_other = -2 * card["amount"], card["amount"]
        case "go_to_jail":
            outcome.space, outcome.in_jail = JAIL, True
        case "get_out_of_jail_free":
            outcome.holds = True
        case "fine_or_chance":
            outcome.asks = FineOrChance
        case "advance_to" | "advance_to_nearest":
            outcome.cash = SALARY if outcome.space < draw.space else 0
            return landed(draw, outcome)
        case "move_back" | "move_back_to":
            return landed(draw, outcome)
    return outcome


def owned(game: Game, draw: Draw) -> list[str]:
    if draw.owned == "by nobody":
        return []
    deed = game.board.deed_at(wanted(draw).space)
    return list(game.board.deeds) if draw.owned == "all deeds" else [deed.key] if deed else []


def arrived(draw: Draw, space: int) -> Game:
    """Ann has come by dice to the space where she draws, and may not have to throw again."""
    setup = Setup(
        ("Ann", "Bob", "Cy"), edition.load(draw.edition), board.load(draw.where), first="Ann"
    )
    game = start(setup)
    deeds = (rulings.SetOwner("Bob", key) for key in owned(game, draw))
    game = play(game, Rule((rulings.MoveToken("Ann", (space - 3) % 40), *deeds)))
    return play(game, Roll("Ann", (1, 2)))


def compare(before: Game, after: Game, draw: Draw) -> None:
    outcome, ann = wanted(draw), after.players["Ann"]
    assert type(after.phase) is outcome.asks
    assert ann.space == outcome.space
    assert ann.cash - before.players["Ann"].cash == outcome.cash
    for other in ("Bob", "Cy"):
        assert after.players[other].cash - before.players[other].cash == outcome.each_other
    assert bool(ann.jail_turn) == outcome.in_jail
    assert ann.jail_cards == ((draw.pack,) if outcome.holds else ())
    claims = [(claim.owner, claim.payer, claim.amount) for claim in after.claims]
    assert claims == ([("Bob", "Ann", outcome.rent)] if outcome.rent else [])
    passed = outcome.asks is ToThrow
    assert after.turn.player == ("Bob" if passed else "Ann")


@pytest.mark.parametrize("draw", ALL, ids=str)
def test_a_card_does_what_is_printed_on_it(draw: Draw) -> None:
    before = arrived(draw, draw.space)
    after = play(before, DrawCard("Ann", draw.card["key"]))
    if isinstance(after.phase, CardThrow):
        after = play(after, Roll("Ann", FOR_CARD))
    compare(before, after, draw)


@pytest.mark.parametrize("draw", CHANCES_TAKEN, ids=str)
def test_a_chance_may_be_taken_instead_of_the_fine(draw: Draw) -> None:
    before = play(arrived(draw, draw.space), DrawCard("Ann", "fine-or-chance"))
    before = play(before, TakeChance("Ann"))
    compare(before, play(before, DrawCard("Ann", draw.card["key"])), draw)


REPAIRS = [
    (where, pack, card)
    for where in facts.BOARDS
    for pack in facts.CARD_SPACES
    for card in facts.cards(where, "1961", pack)
    if card["type"] == "repairs"
]


@pytest.mark.parametrize(("where", "pack", "card"), REPAIRS)
def test_repairs_cost_what_stands(where: str, pack: str, card: dict[str, Any]) -> None:
    space = facts.CARD_SPACES[pack][0]
    game = arrived(Draw(where, "1961", pack, card, space, "by nobody"), space)
    first, second, last = (game.board.spaces[at].key for at in (1, 3, 39))
    built = ((first, 4), (second, 5))
    game = play(
        game,
        Rule(
            (
                *(rulings.SetOwner("Ann", key) for key in (first, second)),
                *(rulings.SetBuildings(key, buildings) for key, buildings in built),
                rulings.SetOwner("Bob", last),
                rulings.SetBuildings(last, 2),
            )
        ),
    )
    after = play(game, DrawCard("Ann", card["key"]))
    due = 4 * card["per_house"] + card["per_hotel"]
    assert game.players["Ann"].cash - after.players["Ann"].cash == due
    assert after.players["Bob"].cash == game.players["Bob"].cash
