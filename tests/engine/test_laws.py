"""Whatever is done at a table: the invariants are true, and the events replay."""

from collections.abc import Callable
from types import ModuleType
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis.stateful import run_state_machine_as_test

from companion.engine import guards
from companion.engine.rules import building, lots
from tests.engine.evenings import Evening

EVENINGS = settings(
    max_examples=40,
    stateful_step_count=40,
    derandomize=True,
    database=None,
    deadline=None,
    # Shrinking a failure takes minutes, and explaining it traces every line of the engine.
    phases=(Phase.generate,),
    suppress_health_check=list(HealthCheck),
)


@pytest.mark.timeout(300)
def test_evenings_keep_every_law() -> None:
    run_state_machine_as_test(Evening, settings=EVENINGS)


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_many_evenings_keep_every_law() -> None:
    many = settings(
        EVENINGS, max_examples=3000, derandomize=False, phases=(Phase.generate, Phase.shrink)
    )
    run_state_machine_as_test(Evening, settings=many)


def a_dollar_short(can_pay: Callable[..., None]) -> Callable[..., None]:
    def pays(game: Any, player: str, amount: int, *otherwise: Any, **facts: Any) -> None:
        can_pay(game, player, amount - 1, *otherwise, **facts)

    return pays


def one_too_many(bank_count: Callable[..., int]) -> Callable[..., int]:
    return lambda game, building: bank_count(game, building) + 1


def asks_nothing(rule: Callable[..., None]) -> Callable[..., None]:
    return lambda *asked: None


@pytest.mark.parametrize(
    ("where", "name", "bug"),
    [
        (guards, "can_pay", a_dollar_short),
        pytest.param(lots, "bank_count", one_too_many, marks=pytest.mark.slow),
        pytest.param(building, "_check_free_houses", asks_nothing, marks=pytest.mark.slow),
    ],
    ids=lambda what: getattr(what, "__name__", what).split(".")[-1],
)
def test_a_planted_bug_is_found(
    where: ModuleType, name: str, bug: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(where, name, bug(getattr(where, name)))
    hunt = settings(EVENINGS, max_examples=1000, report_multiple_bugs=False)
    with pytest.raises(AssertionError):
        run_state_machine_as_test(Evening, settings=hunt)
