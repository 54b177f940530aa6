"""Podium of 4 to 12 players: every place, name and sum is told, and sums keep their dollar sign."""

import pytest

from companion.engine.notation.record import parse_record
from companion.screens.layout import place
from companion.screens.parts import Room
from companion.screens.registry import SCREENS
from tests.screens.seat import seat

NAMES = ["Großmutter Wilma", "Maximilian-Alexs", "Oma", "Leo", "Lilly", "Bernd", "Jonas", "Papa"]
NAMES += ["Greta", "Finn", "Emma", "Charlotte"]


@pytest.mark.parametrize("size", [(800, 480), (480, 800)], ids=["panel", "upright"])
@pytest.mark.parametrize("count", [4, 5, 8, 12])
def test_everybody_has_a_place_a_name_and_a_sum(count: int, size: tuple[int, int]) -> None:
    names = NAMES[:count]
    cash = {name: 10_507 + 137 * number for number, name in enumerate(names)}
    table = seat(
        parse_record(
            f"""\
edition: {"1961" if count <= 8 else "1934"}
players: {", ".join(names)}
first: Oma

ruling: {"; ".join(f"{name} has ${amount}" for name, amount in cash.items())}
Oma throws 6 4
time is up
""",
            "podium",
        )
    )
    nodes = place(SCREENS["game_over"].page(table, Room(*size)), *size, 1)
    said = [node.words for node in nodes.values() if node.words]
    assert {f"${amount:,}" for amount in cash.values()} <= {*said}
    assert {str(number) for number in range(1, count + 1)} <= {*said}
    assert [name for name in names if not any(one.startswith(name[:3]) for one in said)] == []
