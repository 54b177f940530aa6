"""The ring of 40 cells fits around any rectangle, and a point has one cell."""

from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.ui.widgets import ring
from companion.ui.widgets.boxes import Box, pack

PANELS = {
    "800x480": (Box(8, 8, 784, 400), 66, 56),
    "1280x800": (Box(0, 0, 1280, 800), 92, 76),
    "720x1280": (Box(12, 300, 696, 522), 66, 63),
}
sizes = st.floats(120, 2000)
rings = st.builds(Box, st.floats(-500, 500), st.floats(-500, 500), sizes, sizes)


@given(rings, st.floats(5, 50), st.floats(5, 50))
def test_cells_cover_the_ring_without_a_gap_or_an_overlap(
    whole: Box, across: float, along: float
) -> None:
    boxes = ring.cells(whole, across, along)
    hole = ring.inside(whole, across, along)
    left, bottom = round(whole.x), round(whole.y)
    area = (round(whole.right) - left) * (round(whole.top) - bottom)
    covered = sum(box.width * box.height for box in boxes)
    assert covered + hole.width * hole.height == pytest.approx(area)
    for one, other in pairwise([*boxes, boxes[0]]):
        apart = max(other.x - one.right, one.x - other.right)
        above = max(other.y - one.top, one.y - other.top)
        assert max(apart, above) == 0, "neighbours share an edge"


@pytest.mark.parametrize("panel", PANELS)
def test_play_goes_clockwise_from_the_bottom_right(panel: str) -> None:
    whole, across, along = PANELS[panel]
    boxes = ring.cells(whole, across, along)
    corners = [boxes[position] for position in (0, 10, 20, 30)]
    middle = whole.center
    where = [(box.center[0] > middle[0], box.center[1] > middle[1]) for box in corners]
    assert where == [(True, False), (False, False), (False, True), (True, True)]
    assert boxes[1].center[0] < boxes[0].center[0]
    assert boxes[11].center[1] > boxes[10].center[1]
    assert boxes[21].center[0] > boxes[20].center[0]
    assert boxes[31].center[1] < boxes[30].center[1]


@pytest.mark.parametrize("panel", PANELS)
def test_bands_lie_towards_the_middle_and_fields_beside_them(panel: str) -> None:
    whole, across, along = PANELS[panel]
    hole = ring.inside(whole, across, along)
    for position, cell in enumerate(ring.cells(whole, across, along)):
        if ring.is_corner(position):
            continue
        band, field = ring.band(cell, position, 14), ring.field(cell, position, 14)
        assert hole.distance(*band.center) < hole.distance(*field.center)
        assert band.width * band.height + field.width * field.height == pytest.approx(
            cell.width * cell.height
        )


@given(rings, st.integers(0, 39), st.floats(0.01, 0.99), st.floats(0.01, 0.99))
def test_a_point_in_a_cell_is_nearest_to_that_cell(
    whole: Box, position: int, right: float, up: float
) -> None:
    boxes = ring.cells(whole, 20, 20)
    cell = boxes[position]
    x, y = cell.x + cell.width * right, cell.y + cell.height * up
    assert ring.nearest(boxes, x, y) == position


@given(rings, st.integers(0, 39), st.floats(0.1, 0.9))
def test_a_finger_that_leaves_the_ring_stays_at_the_cell_beside_it(
    whole: Box, position: int, share: float
) -> None:
    boxes = ring.cells(whole, 20, 20)
    cell = boxes[position]
    if ring.is_corner(position):
        return
    x, y = cell.x + cell.width * share, cell.y + cell.height * share
    outside = {
        0: (x, whole.y - 300),
        1: (whole.x - 300, y),
        2: (x, whole.top + 300),
        3: (whole.right + 300, y),
    }[ring.side_of(position)]
    assert ring.nearest(boxes, *outside) == position


@given(
    st.builds(Box, st.just(0), st.just(0), st.floats(12, 200), st.floats(12, 200)),
    st.floats(1, 60),
    st.integers(0, 12),
    st.floats(0, 1),
)
def test_packed_squares_stay_in_their_box_and_apart(
    box: Box, most: float, count: int, gap: float
) -> None:
    squares = pack(box, count, most, gap)
    assert len(squares) == count
    for square in squares:
        assert 0 < square.width == square.height <= most
        assert box.distance(square.x, square.y) < 1e-6
        assert box.distance(square.right, square.top) < 1e-6
    for one, other in combinations(squares, 2):
        apart = max(other.x - one.right, one.x - other.right)
        above = max(other.y - one.top, one.y - other.top)
        assert max(apart, above) > gap - 1e-6


def test_four_houses_stand_in_a_row_along_their_band() -> None:
    lying = pack(Box(0, 0, 72, 17), 4, 16)
    assert len({house.y for house in lying}) == 1
    upright = pack(Box(0, 0, 14, 72), 4, 16)
    assert len({house.x for house in upright}) == 1
