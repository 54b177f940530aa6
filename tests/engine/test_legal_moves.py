"""What is legal can be listed, whatever a ruling has set up."""

from companion.engine import Setup, board, edition, legal_moves, parse_move, play, start


def after(*lines: str) -> list[str]:
    """The types and deeds of the legal moves after some lines."""
    setup = Setup(("Ann", "Bob"), edition.load("1961"), board.load("atlantic-city"), first="Ann")
    game = start(setup)
    for line in lines:
        game = play(game, parse_move(line, setup))
    listed = [*legal_moves(game)]
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
        *("Sells park-place", "Sells boardwalk", "SellsHotels", "SellsHotels"),
    ]
