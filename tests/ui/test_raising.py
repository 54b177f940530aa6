"""A debt on its screen: what is short, the ways to raise it, and the end of them."""

import pytest

from companion.engine import legal_moves, moves
from companion.engine.notation import parse_header
from companion.engine.state import Game, start
from companion.table.debt import Shortfall, debtors, shortfall
from tests.ui.positions import at, table

pytestmark = pytest.mark.usefixtures("keys")

SHORT_OF_30 = (
    "ruling: Ann has $20; Bob owns Boardwalk; Ann stands on Park Place; Ann owns Baltic Avenue",
    "Ann throws 1 1",
    "Bob collects rent",
)
LIGHT_BLUE = "ruling: " + "; ".join(
    f"Ann owns {lot} Avenue; {lot} Avenue carries 2 houses"
    for lot in ("Oriental", "Vermont", "Connecticut")
)


def owing(*lines: str, game: Game | None = None) -> Game:
    return at(*lines, *SHORT_OF_30, game=game)


def of_ann(game: Game) -> Shortfall:
    debt = game.debt_of("Ann")
    assert debt
    return shortfall(game, debt)


def ways(game: Game) -> list[tuple[str, str, str]]:
    return [(way.kind, way.names[0], way.amount) for way in of_ann(game).ways]


def test_it_says_how_much_is_short_and_how_much_there_is_to_raise() -> None:
    found = of_ann(owing(LIGHT_BLUE))
    assert found.titles[0] == "lead(amount=$50, creditor=Bob, player=Ann)"
    assert found.sublines == ("Collected.for(deed=Boardwalk)", "Boardwalk")
    assert (found.cash, found.share) == ("cash_of(amount=$20)", 0.4)
    assert found.short == "short.slim(amount=$30)"
    assert found.wanted == ("sell(amount=$30)", "raise(amount=$30)")
    assert found.could == "could(amount=$340)"
    assert not found.pays.open
    assert found.gone is None


def test_every_way_is_one_list_with_its_amount() -> None:
    lots = ("Oriental Avenue", "Vermont Avenue", "Connecticut Avenue")
    assert ways(owing(LIGHT_BLUE)) == [
        ("mortgage", "Baltic Avenue", "+$30"),
        *(("sell", lot, "+$25") for lot in lots),
        ("group", "group(set=light_blue)", "+$150"),
    ]


def test_every_way_is_legal_and_none_is_missing() -> None:
    game = owing(LIGHT_BLUE)
    raising = (moves.Mortgage, moves.Sell, moves.SellHotels, moves.SellDown)
    legal = {m for m in legal_moves(game) if isinstance(m, raising) and m.player == "Ann"}
    assert {way.answer.move for way in of_ann(game).ways} == legal


def test_paying_lights_up_when_it_suffices() -> None:
    assert not of_ann(owing()).pays.open
    found = of_ann(at("Ann mortgages Baltic Avenue", game=owing()))
    assert found.pays.open
    assert (found.short, found.wanted, found.could, found.share) == ("", (), "", 1.0)


def test_bankruptcy_is_there_when_it_is_true() -> None:
    poor = ("ruling: Baltic Avenue is mortgaged; Ann holds chance jail card",)
    found = of_ann(at(*poor, game=owing()))
    assert found.gone
    assert (found.gone.move, found.gone.text) == (moves.DeclareBankruptcy("Ann"), "bankrupt")
    assert found.wanted == ("nothing", "dry")


def test_the_pot_is_a_creditor() -> None:
    header = "players: Ann, Bob, Cy\nfirst: Ann\nhouse rules: free parking pot\n"
    game = at(
        "ruling: Ann has $20; Ann owns Baltic Avenue; Baltic Avenue is mortgaged",
        "ruling: Ann stands on Marvin Gardens",
        "Ann throws 4 5",
        game=start(parse_header(header)),
    )
    found = of_ann(game)
    assert found.titles[0] == "lead(amount=$75, creditor=pot, player=Ann)"
    assert found.gone


def test_lots_instead_of_cash_where_the_edition_has_it() -> None:
    game = owing(game=table(rules="1935"))
    assert ways(game) == [
        ("mortgage", "Baltic Avenue", "+$30"),
        ("hands_over", "Baltic Avenue", "$60"),
        ("puts_up", "puts_up(deed=Baltic Ave)", ""),
    ]


def test_the_last_building_is_offered_once() -> None:
    game = at(LIGHT_BLUE.replace("carries 2 houses", "carries nothing"), *SHORT_OF_30)
    game = at("ruling: Vermont Avenue carries 1 house", game=game)
    sales = [way for way in ways(game) if way[0] in ("sell", "group")]
    assert sales == [("sell", "Vermont Avenue", "+$25")]


def test_several_debtors_wait_for_each_other() -> None:
    game = at(
        "ruling: Bob has $5; Cy has $20; Ann stands on Pacific Avenue",
        "Ann throws 1 1",
        "Ann draws grand-opera",
    )
    assert debtors(game) == ["Bob", "Cy"]
    assert [shortfall(game, debt).debtor for debt in game.debts] == ["Bob", "Cy"]
