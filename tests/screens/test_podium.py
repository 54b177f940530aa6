"""Podium of 4 to 12 players: every place, name and sum is told, and sums keep their dollar sign."""

from types import SimpleNamespace

import pytest

from companion.engine.notation.record import parse_record
from companion.screens.layout import place
from companion.screens.parts import Room
from companion.screens.registry import SCREENS
from companion.table.story.evening import Evening, Placed
from companion.table.story.view import AwardLine, Story
from companion.text import money
from companion.text.prompts import PROMPTS
from companion.text.report import REPORT
from companion.text.screens.story import AWARDS
from companion.text.told import Name, Told, filled
from tests.screens.seat import seat

LONG = ["Maximilian-Alexs", "Theodora Susanne", "Anne-Marie Louis", "Bartholomew Finn"]
LONG += ["Konstantin Felix", "Großmutter Wilma", "Josephine-Marie", "Sebastian Martin"]
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


def award(number: int) -> AwardLine:
    paid = AWARDS["biggest_rent"][1]
    facts = {"payer": NAMES[number], "player": NAMES[0], "amount": money(1700)}
    return AwardLine(f"Award {number}", filled(paid, facts), number, "", 0)


@pytest.mark.parametrize("count", [2, 4, 8])
def test_three_awards_stay_beside_long_names(count: int) -> None:
    names = LONG[:count]
    ranks = tuple(
        Placed(place, name, place - 1, money(1700), won=place == 1)
        for place, name in enumerate(names, 1)
    )
    event = Told(Name(names[1]), " ", Name(names[0]), " ", money(1700))
    why = REPORT.fill("took lead", player=names[0], since=175, turn=175, event=event)
    facts = Story(awards=tuple(map(award, range(5))), length="9 h", why=why)
    table = SimpleNamespace(
        values={"story": Evening(ranks, facts)},
        now=SimpleNamespace(title=PROMPTS.fill("over.one", winners=names[0])),
        signed="QYPL-WXYZ",
    )
    nodes = place(SCREENS["game_over"].page(table, Room(800, 480)), 800, 480, 1)
    said = " ".join(node.words for node in nodes.values() if node.words)
    assert [number for number in range(3) if f"Award {number}" not in said] == []
    assert str(why) in said
