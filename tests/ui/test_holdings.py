"""What somebody owns, as the holdings screen shows it."""

from collections.abc import Iterator

import pytest

from companion.engine.state import Game
from companion.table.properties.plan import NOTHING, Building
from companion.table.properties.view import answers, held_deeds
from tests.ui.examples import answered, examples, retold
from tests.ui.positions import at
from tests.words import plain

pytestmark = pytest.mark.usefixtures("keys")


def held(before: Game, line: str) -> Iterator[str]:
    """Every deed of Ann, and what she can do with it."""
    game = at(line, game=before)
    for deed in held_deeds(game, "Ann"):
        assert deed.mortgaged == (str(deed.earns) == "mortgaged")
        places = (place.state for place in deed.places)
        yield " ".join((f"{deed.names[0]}: {deed.earns}", *places))
        for answer in answers(game, "Ann", NOTHING, deed.key):
            yield f"  {answered(game, answer)}"


@pytest.mark.parametrize("example", examples("holdings"))
def test_each_deed_says_what_it_earns_and_what_can_be_done_with_it(example: str) -> None:
    assert retold(example, held) == example


def test_a_plan_says_what_each_would_earn() -> None:
    game = at("ruling: Ann owns Park Place; Ann owns Boardwalk")
    *_, deed = held_deeds(game, "Ann", Building(("boardwalk",)))
    said = (deed.earns, deed.after, deed.amount)
    assert plain(said) == ("rent now(amount=$100)", "$200", "$200")
    assert [place.state for place in deed.places] == ["planned", "free", "free", "free", "free"]
    assert held_deeds(game, "Bob") == []
