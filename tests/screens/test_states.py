"""Every position of the generator is reached by the rules, and is what its name says."""

from itertools import islice, product

import pytest

from tests.screens.states import (
    CLAIMS,
    COUNTS,
    DEBTS,
    NAMES,
    OFFERS,
    STAGES,
    SUMS,
    Position,
    Table,
    besides,
    positions,
    tables,
)

ALL = [*positions()]


def test_every_position_can_be_played_and_has_a_name_of_its_own() -> None:
    for position in ALL:
        position.play()
    assert len({position.name for position in ALL}) == len(ALL)
    assert len(ALL) > len(CLAIMS) * len(DEBTS) * len(OFFERS) + len(STAGES)


@pytest.mark.parametrize("count", [2, 3, 12])
@pytest.mark.parametrize("offer", OFFERS)
def test_claims_debt_and_offer_are_as_asked_for(count: int, offer: str) -> None:
    for claims, ways in product(CLAIMS, DEBTS.values()):
        table = Table(tuple(NAMES["mixed"].split(", ")[:count]), 640)
        game = Position("besides", besides(table, claims, ways, offer)).play()
        assert len(game.claims) == (min(claims, 2) if count == 2 else claims)
        assert len(game.debts) == (ways >= 0)
        assert (game.offer is not None) == (offer != "none")


def test_every_count_meets_all_names_and_sums() -> None:
    seated = islice(tables(), 1000)
    met = {(len(table.names), table.first, table.cash) for table in seated}
    assert len(met) == len(COUNTS) * len(NAMES) * len(SUMS)
