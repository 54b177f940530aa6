"""A problem is written with its place and its facts."""

from pathlib import Path

import pytest

from companion import text
from companion.engine.limits import ForeignError
from companion.engine.problems import InputProblem, Message, Money, PositionProblem, Problem
from companion.ledger.errors import LedgerError
from companion.ledger.problems import LedgerProblem, Why
from companion.text import catalogue, translate_message
from companion.text.doctor import Found
from companion.text.problems import HINTS, KINDS, explain
from companion.text.told import Typed


@pytest.mark.parametrize("messages", Message.__subclasses__())
def test_no_two_messages_have_the_same_text(messages: type[Message]) -> None:
    assert len(messages.__members__) == len(messages)


def test_the_place_comes_first() -> None:
    error = ForeignError(InputProblem.NOT_JSON, "settings.json")
    assert translate_message(error) == f"settings.json: {InputProblem.NOT_JSON.value}"


@pytest.mark.parametrize("code", ["en", "de", "es"])
def test_figures_have_the_decimal_mark_of_the_language(code: str) -> None:
    text.set_language(code)
    card = Problem(Found.CARD_SPEED, took=5.4321, free=3, folder="here")
    mark = "." if code == "en" else ","
    assert f"5{mark}4 ms" in translate_message(card)
    text.set_language("en")


def test_large_numbers_have_no_decimals() -> None:
    assert text.decimal(6301.0) == "6,301"
    assert text.decimal(17.84) == "17.8"


def test_amounts_are_in_the_currency_of_the_board() -> None:
    poor = Problem(PositionProblem.NEGATIVE_CASH, player="Ann", amount=Money(1500))
    assert str(text.money(1500, "£")) in translate_message(poor, "£")


def test_kinds_lists_and_hints_are_written_out() -> None:
    wrong = Problem(InputProblem.WRONG_KIND, kind=int, value="'x'")
    assert KINDS["int"] in translate_message(wrong)
    unknown = translate_message(Problem(InputProblem.UNKNOWN_EDITION, name="x", choices=["a", "b"]))
    assert unknown.endswith("a, b")
    close = Problem(InputProblem.NO_SUCH_DEED, text="Mayfare", close="mayfair")
    plain = Problem(InputProblem.NO_SUCH_DEED, text="Mayfare", close="")
    hint = HINTS["close"].format(problem=translate_message(plain), close="mayfair")
    assert translate_message(close) == hint


def test_a_problem_of_another_package_is_translated_with_its_facts() -> None:
    full = LedgerError(LedgerProblem.NOT_BOOKED, why=Problem(Why.DISK_FULL))
    english = translate_message(full)
    assert english == str(full)
    text.set_language("de")
    try:
        german = translate_message(full)
        why = catalogue.translate(Why.DISK_FULL.value)
        assert german == catalogue.translate(LedgerProblem.NOT_BOOKED.value).format(why=why)
    finally:
        text.set_language("en")
    assert german != english


def test_anything_else_is_plain_text() -> None:
    assert translate_message(OSError("gone")) == "gone"
    assert translate_message(None) == ""


def test_a_path_in_a_problem_is_what_somebody_typed() -> None:
    path = Path("/media/stick/games")
    told = explain(LedgerError(LedgerProblem.NOT_THERE, path=path))
    assert Typed(str(path)) in told.parts
    outer = explain(
        Problem(LedgerProblem.NOT_BOOKED, why=Problem(LedgerProblem.NOT_THERE, path=path))
    )
    assert Typed(str(path)) in outer.parts
