"""The second reading of the rules agrees with the first, and sees a fault planted in either."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner

from companion.engine import board, edition, guards, moves, refusal, valuation
from companion.engine.decide import play
from companion.engine.notation import parse_record
from companion.engine.rules import (
    bankruptcy,
    building,
    debts,
    jail,
    loans,
    lots,
    promises,
    rent,
    trades,
    turn,
)
from companion.engine.state import Setup
from companion.simulation.games import NAMES
from tests.engine.records import RECORDS, each_record, moves_of, read
from tests.referee import Referee
from tools.random_play import MODES, Refereed, agree, main, refereed

GAMES = 10
"""Number of games within which a fault of the data is found."""
VARIED = (18, 36, 49)
"""Games that have every kind of move among them."""
VARIED_BY = {"edition": "1935", "house rules": "deeds sold back, loans between players"}


def game(
    number: int, spoil: Callable[[Setup], Setup] = lambda setup: setup, **chosen: str
) -> Refereed:
    name = f"planted/{number}"
    return refereed(spoil(agree(Random(name), NAMES, chosen)), name)


def first_fault(spoil: Callable[[Setup], Setup]) -> Refereed:
    """Return the first game in which a fault is found."""
    for number in range(GAMES):
        played = game(number, spoil)
        if played.faults or played.laws:
            return played
    raise AssertionError(f"{GAMES} games did not find it")


# --- they agree ----------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", edition.names())
@pytest.mark.parametrize("mode", MODES)
def test_random_games_are_judged_alike(rules: str, mode: str) -> None:
    for number, where in enumerate(board.names()):
        chosen = {"edition": rules, "game": mode, "board": where}
        name = f"{rules}/{mode}/{number}"
        played = refereed(agree(Random(name), NAMES, chosen), name)
        assert played.faults == [], played.record


NOT_JUDGED = {"the-houses-of-a-hotel-in-the-same-line"}
"""Records with an order of houses and hotels, which the referee takes for one of one kind."""


def judged(path: Path) -> Iterator[object]:
    """Yield what the referee and the rules disagree about in a record, up to a refused move."""
    record = read(path)
    referee = Referee(record.setup)
    for game, move, asked in moves_of(record):
        is_refused = refusal(game, move) is not None
        if not asked and not is_refused:
            yield from referee.judge(game, move, play(game, move))
            continue
        effects = move.effects if isinstance(move, moves.Rule) else ()
        is_judged = not effects and path.stem not in NOT_JUDGED
        if is_judged and bool(referee.objection(game, move)) is not is_refused:
            yield move
        if not asked:
            return


@each_record
def test_the_referee_judges_a_record_as_the_rules_do(path: Path) -> None:
    assert [*judged(path)] == []


def test_random_games_have_something_of_everything() -> None:
    # By name: a class with slots has a twin without them.
    missing = {kind.__name__ for kind in moves.PlayerMove.__subclasses__()}
    missing |= {"CloseAuction", "EndByTime", "Undo", "Rule"}
    for number in VARIED:
        missing -= {type(move).__name__ for move in game(number, **VARIED_BY).made}
        if not missing:
            return
    raise AssertionError(f"these games have no {missing}: choose others")


@pytest.mark.parametrize("rules", edition.names())
def test_the_referee_reads_the_files_as_the_program_does(rules: str) -> None:
    for where in board.names():
        setup = Setup(("Ann", "Bob"), edition.load(rules), board.load(where))
        sheet = Referee(setup).sheet
        assert {key: sheet.lots[key].rent for key in sheet.lots} == {
            key: deed.rent for key, deed in setup.board.deeds.items()
        }
        for pack, cards in sheet.cards.items():
            assert {*cards} == {*setup.board.pack(setup.edition.pack, board.Kind(pack))}


# --- a planted fault is found ---------------------------------------------------------------------


def rent_once(held: Any, deed: Any, thrown: int) -> int:
    """RENT-3 forgotten: a bare lot of a whole group costs what is printed."""
    holding = held.holdings[deed.key]
    if deed.kind == "street":
        return int(deed.rent[holding.buildings])
    printed = deed.rent[held.owned_in_group(holding.owner, deed.group) - 1]
    return int(printed * thrown if deed.kind == "utility" else printed)


def fine_goes_to_the_bank(story: Any, payer: str, amount: int, why: str) -> None:
    debts.charge(story, payer, "bank", amount, why)


def a_dollar_short(game: Any, player: str, amount: int, *why: Any, **facts: Any) -> None:
    _can_pay(game, player, amount - 1, *why, **facts)


_can_pay = guards.can_pay
FAULTS = {
    "a dollar may be missing": (guards, "can_pay", a_dollar_short),
    "tenth rounded down": (valuation, "tenth", lambda amount, rounding="": amount // 10),
    "no double rent": (valuation, "rent", rent_once),
    "a mortgage is lifted for the loan": (valuation, "interest", lambda game, deed: 0),
    "more can be raised": (valuation, "can_raise", lambda game, name: game.players[name].cash),
    "uneven": (lots, "_PLACE", lots._PLACE[:-1]),
    "a mortgaged group is built on": (lots, "_PLACE", (lots._PLACE[0], *lots._PLACE[2:])),
    "the bank never runs out": (lots, "bank_has", lambda game, kind: True),
    "sold unevenly": (building, "_check_even_sale", lambda game, key: None),
    "hotels break down without houses": (building, "_check_free_houses", lambda game, houses: None),
    "four doubles to jail": (turn, "DOUBLES_TO_JAIL", 4),
    "two turns in jail": (jail, "LAST_TURN", 2),
    "claims last longer": (rent, "TURNS_TO_ASK", 3),
    "nothing is ever released": (trades, "owed", lambda game, payer, payee: []),
    "promises outlive their deed": (promises, "follow_deeds", lambda draft: None),
    "promises are not kept": (promises, "keep", lambda draft, player, deed: False),
    "loans never fall due": (loans, "fall_due", lambda draft, player: None),
    "loans end with the lender": (loans, "pass_on", lambda draft, player, creditor: None),
    "a secured deed is not the lender's": (loans, "securities", lambda game, player: []),
    "secured deeds are mortgaged": (guards, "secures_nothing", lambda game, deed, but_to="": None),
    "the pot gets no fines": (jail, "fine", fine_goes_to_the_bank),
    "a second bankruptcy does not count": (bankruptcy, "LAST_BANKRUPTCY", {}),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_planted_in_the_rules_is_found(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(*FAULTS[fault])
    assert any(disagreement for path in RECORDS for disagreement in judged(path))


def dearer(setup: Setup) -> Setup:
    deeds = {key: replace(deed, price=deed.price + 10) for key, deed in setup.board.deeds.items()}
    spaces = tuple(
        replace(space, deed=deeds[space.key]) if space.deed else space
        for space in setup.board.spaces
    )
    return replace(setup, board=replace(setup.board, deeds=deeds, spaces=spaces))


@pytest.mark.parametrize(
    ("spoil", "clause"),
    [
        (lambda setup: replace(setup, board=replace(setup.board, salary=400)), "GO-1"),
        (lambda setup: replace(setup, board=replace(setup.board, fine=60)), "JAIL-5"),
        (dearer, "BUY-1"),
    ],
)
def test_a_fault_planted_in_the_data_is_found(spoil: Callable[[Setup], Setup], clause: str) -> None:
    clauses = {fault.clause for fault in first_fault(spoil).faults}
    assert clauses & {clause, "MORT-1", "MORT-3"}


# --- the command ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("header", "status"), [("game: short", 0), ("edition: 1492", 2)])
def test_the_command_says_whether_the_referee_agrees(header: str, status: int) -> None:
    ran = CliRunner().invoke(main, ["--games", "1", header])
    assert (ran.exit_code, "Traceback" in ran.output) == (status, False)


def test_a_disagreement_is_exit_1_and_leaves_a_record(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(valuation, "interest", lambda game, deed: 1)
    monkeypatch.chdir(tmp_path)
    ran = CliRunner().invoke(main, ["--games", "4", "--seed", "9"])
    [record] = Path().glob("referee-9-*.game")
    assert (ran.exit_code, f"{record}, move " in ran.stderr) == (1, True)
    assert parse_record(record.read_text())


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_a_thousand_random_games_are_judged_alike() -> None:
    ended = 0
    for number in range(1000):
        name = f"thousand/{number}"
        played = refereed(agree(Random(name), NAMES, {}), name)
        assert played.faults == [], played.record
        ended += isinstance(played.made[-1], moves.EndByTime)
    assert ended
