"""Cards of a pack to pick from: one that leads to a property has the colour of its group."""

import pytest

from companion.look.palette import PAPER, color_of
from companion.screens.parts import Plate
from tests.screens.test_heads import PANEL, UPRIGHT, nodes_of, played

FOUR = ("Ann", "Bob", "Cy", "Dee")
CROWDED = (
    "ruling: Dee owns Oriental Avenue; Bob has the dice",
    "Bob throws 2 4",
    "ruling: Cy has the dice",
    "Cy throws 3 4",
)


@pytest.mark.parametrize("size", [PANEL, UPRIGHT], ids=["panel", "upright"])
@pytest.mark.parametrize("is_crowded", [False, True], ids=["alone", "beside a claim"])
def test_a_card_has_the_color_of_the_group_that_it_leads_to(
    is_crowded: bool, size: tuple[int, int]
) -> None:
    table = played(FOUR, *CROWDED) if is_crowded else played(FOUR, "Ann throws 3 4")
    nodes, found = nodes_of(table, size), set()
    for answer in table.now.answers:
        key = next(
            key for key, one in nodes.items() if one.hand and one.hand.do == ("answer", answer)
        )
        plates = (one.look for inner, one in nodes.items() if inner.startswith(f"{key}."))
        fills = [look.fill for look in plates if isinstance(look, Plate)]
        group = answer.card.group
        assert fills == ([color_of(PAPER, f"group {group}")] if group else [])
        found.add(group)
    assert found == {"", "red", "purple", "railroad", "dark_blue"}
