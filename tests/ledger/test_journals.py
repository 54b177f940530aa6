"""The journals are accepted by two programs for accounting, which find every change in them."""

import re
from collections import Counter
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from random import Random

import pytest

from companion.engine.valuation import worth
from companion.export import beancount, hledger
from companion.export.accounts import player_names
from companion.export.game_table import read
from companion.ledger import ledger as ledger_module
from companion.ledger.copies import snapshot
from companion.ledger.ledger import Ledger
from tests.ledger.accountants import ACCOUNTANTS, STRICT, edit, hledger_statement
from tests.ledger.accountants import hledger as run_hledger
from tests.ledger.exporting import (
    CHANGES,
    come_and_go,
    play_change,
    play_in,
    play_one,
    setup,
)
from tests.ledger.gaming import evening, play_text
from tests.sizes import sizes

FORMS = {"hledger": hledger.text, "beancount": beancount.text}


def journals(folder: Path) -> dict[str, str]:
    with snapshot(folder) as books:
        told = read(books, 1)
    return {form: text(told) for form, text in FORMS.items()}


RENT = """
SELECT payee, deed, sum(amount) FROM standing_events
WHERE game = 1 AND why = 'rent' AND payer IS NOT NULL GROUP BY payee, deed
"""


def both_agree(folder: Path) -> None:
    """Both find the cash of the ledger, everybody's worth, and the rent of each property."""
    with snapshot(folder) as books:
        told, cash = read(books, 1), books.balances(1)
        rents = books.query(lambda db: db.execute(RENT).fetchall())
    names = player_names(told)
    assert len({*names.values()}) == len(names)
    seated = told.position.players
    net = {name: worth(told.position, who) if who in seated else 0 for who, name in names.items()}
    earned = {f"Income:{names[who]}:Rent:{deed.title()}": sum for who, deed, sum in rents}
    for form, text in FORMS.items():
        found = ACCOUNTANTS[form](text(told))
        assert found, (form, folder)
        for who, name in names.items():
            assert found.get(f"Assets:{name}:Cash", 0) == cash.get(who, 0), (form, folder)
        assert found.get("Assets:Pot", 0) == cash.get("pot", 0), (form, folder)
        assert {name: _worth(found, name) for name in names.values()} == net, (form, folder)
        assert _rents(found, -1) == earned, (form, folder)
    journal = hledger.text(told)
    sheet = hledger_statement(journal, "balancesheet", "--depth", "2")
    for name, dollars in net.items():
        owed = sheet.get(f"Liabilities:{name}", 0)
        assert sheet.get(f"Assets:{name}", 0) - owed == dollars, folder
    assert _rents(hledger_statement(journal, "incomestatement", "--flat"), 1) == earned, folder


def _worth(balances: dict[str, int], name: str) -> int:
    owned = re.compile(f"(Assets|Liabilities):{name}:")
    return sum(dollars for account, dollars in balances.items() if owned.match(account))


def _rents(balances: dict[str, int], sign: int) -> dict[str, int]:
    return {
        account: sign * dollars
        for account, dollars in balances.items()
        if account.startswith("Income:") and ":Rent:" in account and dollars
    }


def refusals(journals: dict[str, str]) -> set[str]:
    return {form for form, text in journals.items() if not ACCOUNTANTS[form](text)}


def every_edit_is_refused(exports: list[dict[str, str]], count: int) -> Counter[str]:
    """Return the number of edits that each refused."""
    random, refused = Random(count), Counter[str]()
    for number in range(count):
        original = random.choice(exports)
        what, edited = edit(original, random)
        assert all(edited[form] != original[form] for form in edited), what
        by = refusals(edited)
        assert by, f"edit {number}, {what}, is accepted by both"
        refused.update(by)
    return refused


@pytest.mark.parametrize("change", CHANGES)
def test_both_accept_a_game_in_which_others_came(tmp_path: Path, change: str) -> None:
    both_agree(play_change(tmp_path, change))


@pytest.mark.parametrize("number", range(4))
def test_both_accept_a_game_in_which_people_come_and_go(tmp_path: Path, number: int) -> None:
    with Ledger.open(tmp_path) as ledger:
        session = play_one(ledger, number, turns=20, odd=10)
        come_and_go(session, Random(number), times=12)
        assert {*session.game.players} != {*setup(number).players}
    both_agree(tmp_path)


def test_edits_of_a_journal_are_refused_by_one_of_them(tmp_path: Path) -> None:
    exports = [journals(play_in(tmp_path / str(number), number, turns=15)) for number in range(3)]
    every_edit_is_refused(exports, 20)


def test_rulings_and_undo_are_told_with_their_time_and_words(tmp_path: Path) -> None:
    with evening(tmp_path, count=0) as (_, session):
        play_text(
            session,
            """
            ruling: Bob receives $70 from Ann (he lent it)
            undo
            ruling: Cy owns Boardwalk""",
        )
    told, first = journals(tmp_path), session.history[0]
    at = first.at.strftime("%Y-%m-%dT%H:%M:%SZ")
    day = first.at.strftime("%Y-%m-%d")
    assert f"""
{day} * (1) ruling: Bob receives $70 from Ann (he lent it)
    ; at: {at}, source: touch, turn: 1
    Assets:1-Ann:Cash                                 -70 USD =    1430 USD  ; ruling
    Assets:2-Bob:Cash                                  70 USD =    1570 USD  ; ruling
    Expenses:1-Ann:Rulings                             70 USD =      70 USD
    Income:2-Bob:Rulings                              -70 USD =     -70 USD
    (Transactions)                                      1 TXN =       2 TXN

{day} * (2) undo
""" in told["hledger"]
    assert "  ; ruling, taken back\n" in told["hledger"]
    assert f"\n{day} * (3) ruling: Cy owns Boardwalk\n" in told["hledger"]
    assert "    Assets:3-Cy:Property:Boardwalk " in told["hledger"]
    assert f"""\
 * "ruling: Bob receives $70 from Ann (he lent it)"
  move: 1
  at: "{at}"
  source: "touch"
  turn: 1
  Assets:1-Ann:Cash                                 -70 USD
    why: "ruling"
  Assets:2-Bob:Cash                                  70 USD
    why: "ruling"
""" in told["beancount"]
    assert not [form for form, text in told.items() if not ACCOUNTANTS[form](text)]


def test_a_clock_that_was_put_back_does_not_change_the_order(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    days = iter([5, 9, 2, 3, 1, 8])
    monkeypatch.setattr(ledger_module, "utc_now", lambda: datetime(2026, 7, next(days), tzinfo=UTC))
    with evening(tmp_path, count=0) as (_, session):
        play_text(session, 5 * "ruling: Bob receives $3 from Ann\n")
    assert [played.at.day for played in session.history] == [9, 2, 3, 1, 8]
    both_agree(tmp_path)


def test_a_transaction_that_is_missing_is_seen_even_if_it_changed_nothing(tmp_path: Path) -> None:
    with evening(tmp_path, count=0) as (_, session):
        play_text(session, "ruling: Bob receives $70 from Ann; Ann receives $70 from Bob")
    paragraphs = journals(tmp_path)["hledger"].split("\n\n")
    assert not run_hledger("\n\n".join(paragraphs), *STRICT).returncode
    (place,) = (n for n, text in enumerate(paragraphs) if "(1) ruling" in text)
    del paragraphs[place]
    assert "assertion" in run_hledger("\n\n".join(paragraphs), *STRICT).stderr


@pytest.mark.timeout(7200)
@pytest.mark.parametrize("games", sizes(slow=20, hours=200))
def test_both_accept_every_game(
    scratch: Path, games: int, record_figures: Callable[..., None]
) -> None:
    moves = 0
    for number in range(games):
        folder = play_in(scratch / f"journal {number}", number, turns=2000, odd=40)
        both_agree(folder)
        with snapshot(folder) as books:
            moves += books.games()[0].moves
    record_figures("journals", games=games, moves=moves)


@pytest.mark.timeout(7200)
@pytest.mark.parametrize("edits", sizes(slow=100, hours=1000))
def test_every_edit_is_refused_by_one_of_them(
    scratch: Path, edits: int, record_figures: Callable[..., None]
) -> None:
    exports = [journals(play_in(scratch / f"edited {number}", number)) for number in range(20)]
    record_figures("journals", edits=edits, **every_edit_is_refused(exports, edits))
