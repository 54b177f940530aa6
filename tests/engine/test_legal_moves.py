"""What is legal can be listed, whatever a ruling has set up."""

from companion.engine import Game, Setup, board, edition, legal_moves, parse_move, play, start


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
    assert "Sells boardwalk" in after(ruling)


def test_groups_are_listed_in_board_order() -> None:
    owned = ("Boardwalk", "Park Place", "Baltic Avenue", "Mediterranean Avenue")
    owns = "; ".join(f"Ann owns {deed}" for deed in owned)
    carry = "; ".join(f"{deed} carries hotel" for deed in owned)
    listed = after(f"ruling: {owns}; {carry}")
    assert [move for move in listed if move.startswith("Sells")] == [
        *("Sells mediterranean-avenue", "Sells baltic-avenue"),
        *("Sells park-place", "Sells boardwalk"),
        *("SellsHotels", "SellsDown", "SellsHotels", "SellsDown"),
    ]


def only(houses: int) -> str:
    """A ruling by which Ann has built all of the bank's houses but for so many."""
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
    assert "Sells boardwalk" not in moves
    assert "SellsDown" in moves


def test_only_who_could_place_the_building_is_given_a_range_of_bids() -> None:
    bob = "ruling: Bob owns Baltic Avenue; Bob owns Mediterranean Avenue; Bob has $90"
    ann = "ruling: Ann owns Boardwalk; Ann owns Park Place"
    contested = position(bob, ann, only(houses=1), "Ann builds on Boardwalk", "Bob claims")
    assert legal_moves(contested).bids() == {"Ann": range(1, 1501), "Bob": range(1, 91)}
    mortgaged = play(contested, parse_move("Bob mortgages Baltic Avenue", contested.setup))
    assert legal_moves(mortgaged).bids() == {"Ann": range(1, 1501)}
