"""What is legal can be listed, whatever a ruling has set up."""

from collections.abc import Iterator
from itertools import islice, permutations, product

import pytest

from companion.engine import (
    Game,
    IllegalMove,
    Setup,
    board,
    decide,
    edition,
    legal_moves,
    moves,
    parse_move,
    parse_record,
    play,
    refusal,
    start,
)
from companion.engine.board import PACKS
from companion.engine.moves import Move
from companion.simulation.games import NAMES, InMemory, evening
from tests.engine.test_laws import seen_afresh
from tools.random_play import OF_A_DEED, OF_A_PLAYER


def position(*lines: str) -> Game:
    setup = Setup(("Ann", "Bob"), edition.load("1961"), board.load("atlantic-city"), first="Ann")
    game = start(setup)
    for line in lines:
        game = play(game, parse_move(line, setup))
    return game


def after(*lines: str) -> list[str]:
    """The types and deeds of the legal moves after some lines."""
    listed = [*legal_moves(position(*lines))]
    assert len(listed) == len(set(listed))
    return [f"{type(move).__name__} {getattr(move, 'deed', '')}".strip() for move in listed]


def test_a_house_is_for_sale_though_the_group_is_no_longer_whole() -> None:
    ruling = "ruling: Ann owns Boardwalk; Bob owns Park Place; Boardwalk carries 2 houses"
    assert "Sell boardwalk" in after(ruling)


def test_groups_are_listed_in_board_order() -> None:
    owned = ("Boardwalk", "Park Place", "Baltic Avenue", "Mediterranean Avenue")
    owns = "; ".join(f"Ann owns {deed}" for deed in owned)
    carry = "; ".join(f"{deed} carries hotel" for deed in owned)
    listed = after(f"ruling: {owns}; {carry}")
    assert [move for move in listed if move.startswith("Sell")] == [
        "Sell mediterranean-avenue",
        "Sell baltic-avenue",
        "Sell park-place",
        "Sell boardwalk",
        "SellHotels",
        "SellDown",
        "SellHotels",
        "SellDown",
    ]


def only(houses: int) -> str:
    """A ruling by which Ann has built all of the bank's houses except ``left``."""
    groups = ("green", "yellow", "red")
    lots = [lot.name for group in groups for lot in board.load("atlantic-city").groups[group]]
    fewer = {lots[0]: 4 - houses}
    owns = "; ".join(f"Ann owns {lot}" for lot in lots[:8])
    built = "; ".join(f"{lot} carries {fewer.get(lot, 4)} houses" for lot in lots[:8])
    return f"ruling: {owns}; {built}"


def test_a_debtor_always_has_a_way_on_that_is_listed() -> None:
    """The houses that one hotel would leave are not there; both lots at once need none."""
    whole = "ruling: Bob owns Boardwalk; Bob owns Park Place; Boardwalk carries hotel"
    moves = after(whole, only(houses=0))
    assert "Sell boardwalk" not in moves
    assert "SellDown" in moves


def test_only_who_could_place_the_building_is_given_a_range_of_bids() -> None:
    bob = "ruling: Bob owns Baltic Avenue; Bob owns Mediterranean Avenue; Bob has $90"
    ann = "ruling: Ann owns Boardwalk; Ann owns Park Place"
    contested = position(bob, ann, only(houses=1), "Ann builds on Boardwalk", "Bob claims")
    assert legal_moves(contested).bids() == {"Ann": range(1, 1501), "Bob": range(1, 91)}
    mortgaged = play(contested, parse_move("Bob mortgages Baltic Avenue", contested.setup))
    assert legal_moves(mortgaged).bids() == {"Ann": range(1, 1501)}


def sayable(game: Game) -> Iterator[Move]:
    """Every move of the notation, except amounts and choices of one's own."""
    yield from (moves.CloseAuction(), moves.EndByTime(), moves.Undo())
    yield from (kind(name) for kind, name in product(OF_A_PLAYER, game.players))
    yield from (moves.CollectRent(*two) for two in permutations(game.players, 2))
    for name, a, b in product(game.players, range(1, 7), range(1, 7)):
        yield from (moves.RollForStart(name, (a, b)), moves.Roll(name, (a, b)))
    for name, deed in product(game.players, game.board.deeds):
        yield from (kind(name, deed) for kind in OF_A_DEED)
        yield moves.Build(name, (deed,))
    for name, (group, lots) in product(game.players, game.board.groups.items()):
        yield from (moves.SellHotels(name, group), moves.SellDown(name, group, (0,) * len(lots)))
    cards = {key for pack in PACKS for key in game.board.pack(game.edition.pack, pack)}
    yield from (moves.DrawCard(name, card) for name, card in product(game.players, cards))


def facts(why: IllegalMove | None) -> dict[str, object] | None:
    return why.facts if why else None


def refused(game: Game, move: Move) -> IllegalMove | None:
    """What becomes of ``move`` when it is not only asked about but done."""
    try:
        decide(game, move)
    except IllegalMove as why:
        return why
    return None


@pytest.mark.parametrize(
    "agreed",
    [
        *(f"edition: {name}" for name in edition.names()),
        "edition: 1973\ngame: short",
        "edition: 1935\nboard: london\ngame: time-limit 21:30\nhouse rules: uneven building",
    ],
)
def test_what_is_listed_is_all_that_the_rules_allow(agreed: str) -> None:
    setup = parse_record(f"{agreed}\nplayers: {', '.join(NAMES[:5])}\ncards: program\n").setup
    for game in islice(evening(InMemory(setup), "asked one by one", 400), 0, None, 29):
        listed = [*legal_moves(game)]
        assert listed == [*legal_moves(seen_afresh(game))]
        legal = set(listed)
        assert len(listed) == len(legal)
        for move in sayable(game):
            done = refused(game, move)
            assert (move in legal) == (done is None)
            assert facts(done) == facts(refusal(game, move))
