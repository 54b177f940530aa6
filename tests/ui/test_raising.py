"""A debt on its screen: what is short, the ways to raise it, and the end of them."""

from companion.engine import legal_moves, moves
from companion.engine.notation import parse_header
from companion.engine.state import Game, start
from companion.ui.debt.view import Shortfall, debtors, shortfall
from tests.ui.positions import at, table

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
    return [(way.text, way.deed, way.amount) for way in of_ann(game).ways]


def test_it_says_how_much_is_short_and_how_much_there_is_to_raise() -> None:
    found = of_ann(owing(LIGHT_BLUE))
    assert found.lead == "Ann owes Bob $50"
    assert (found.title, found.tone) == ("$30 short", "out")
    assert found.detail == "Rent for Boardwalk · Ann has $20, could raise $340 more"
    assert not found.pays.open
    assert found.estates == ()


def test_every_way_is_one_list_with_its_amount() -> None:
    lots = ("Oriental Avenue", "Vermont Avenue", "Connecticut Avenue")
    assert ways(owing(LIGHT_BLUE)) == [
        ("Mortgage", "Baltic Avenue", "+$30"),
        *(("Sell 1 house", lot, "+$25") for lot in lots),
        ("Sell 6 houses", "the whole group", "+$150"),
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
    assert (found.title, found.tone) == ("Enough: pay now", "in")


def test_bankruptcy_is_there_when_it_is_true_and_says_who_gets_what() -> None:
    poor = ("ruling: Baltic Avenue is mortgaged; Ann holds chance jail card",)
    [estate] = of_ann(at(*poor, game=owing())).estates
    assert estate.answer.move == moves.DeclareBankruptcy("Ann")
    assert estate.text == "Bob gets Baltic Avenue, $20 and a jail card."


def test_what_the_bank_gets_it_auctions() -> None:
    game = at(
        "ruling: Ann has $20; Ann owns Baltic Avenue; Baltic Avenue is mortgaged",
        *("ruling: Ann stands on Marvin Gardens", "Ann throws 4 5"),
    )
    [estate] = of_ann(game).estates
    assert estate.text == "The bank takes Baltic Avenue and $20, and auctions the deeds at once."


def test_what_the_pot_is_owed_the_bank_gets() -> None:
    header = "players: Ann, Bob, Cy\nfirst: Ann\nhouse rules: free parking pot\n"
    game = at(
        "ruling: Ann has $20; Ann owns Baltic Avenue; Baltic Avenue is mortgaged",
        *("ruling: Ann stands on Marvin Gardens", "Ann throws 4 5"),
        game=start(parse_header(header)),
    )
    found = of_ann(game)
    assert found.lead == "Ann owes the pot $75"
    [estate] = found.estates
    assert estate.answer.text == "Ann is bankrupt: all to the bank"
    assert estate.text.startswith("The bank takes")


def test_lots_instead_of_cash_where_the_edition_has_it() -> None:
    game = owing(game=table(rules="1935"))
    assert ways(game) == [
        ("Mortgage", "Baltic Avenue", "+$30"),
        ("Hand over to Bob: $60 off", "Baltic Avenue", ""),
        ("Let the bank auction it", "Baltic Avenue", ""),
    ]


def test_the_last_building_is_offered_once() -> None:
    game = at(LIGHT_BLUE.replace("carries 2 houses", "carries nothing"), *SHORT_OF_30)
    game = at("ruling: Vermont Avenue carries 1 house", game=game)
    sales = [way for way in ways(game) if way[0].startswith("Sell")]
    assert sales == [("Sell 1 house", "Vermont Avenue", "+$25")]


def test_several_debtors_wait_for_each_other() -> None:
    game = at(
        "ruling: Bob has $5; Cy has $20; Ann stands on Pacific Avenue",
        *("Ann throws 1 1", "Ann draws grand-opera"),
    )
    assert debtors(game) == ["Bob", "Cy"]
    assert shortfall(game, game.debts[0]).queue == "Also to pay: Cy owes Ann $50"
