"""Every figure of the report is what SQL finds in the same ledger, told without Python."""

import re
import sqlite3

import pytest

from companion.engine import board
from companion.report import markov
from companion.text.report import REPORT
from tests.report.evening import NAMES
from tests.report.pages import Page, dollars

BOARD = board.load("atlantic-city")
PLAYERS = NAMES[:4]
TURN = """(SELECT count(*) FROM standing_events AS began WHERE began.game = 1
           AND began.kind = 'TurnBegan' AND (began.move, began.number) < (paid.move, 999))"""


def ask(sql: sqlite3.Connection, question: str, *values: object) -> list[tuple]:
    return sql.execute(question, values).fetchall()


def one(sql: sqlite3.Connection, question: str, *values: object) -> int:
    return ask(sql, question, *values)[0][0] or 0


def test_the_evening_has_all_that_a_report_is_about(sql: sqlite3.Connection) -> None:
    kinds = {kind for (kind,) in ask(sql, "SELECT kind FROM standing_events WHERE game = 1")}
    assert {"GameEnded", "Jailed", "OfferEnded", "MortgageChanged", "PlayerOut"} <= kinds
    assert one(sql, "SELECT count(*) FROM tray_throws WHERE outcome <> 'used'") > 10
    assert one(sql, "SELECT count(*) FROM moves WHERE text LIKE 'undo%'") > 10
    assert one(sql, "SELECT count(*) FROM moves WHERE text LIKE 'ruling%'") > 5
    bids = "SELECT count(*) FROM standing_events WHERE game = 1 AND why = 'bid'"
    assert one(sql, bids) > 0


def test_everybody_has_the_cash_that_the_balances_say(page: Page, sql: sqlite3.Connection) -> None:
    balances = dict(ask(sql, "SELECT account, dollars FROM balances WHERE game = 1"))
    rows = page.tables["standings"]
    places, _, names, notes, *_ = zip(*rows, strict=False)
    assert [*places] == [str(place) for place in range(1, len(rows) + 1)]
    left = [(name, note) for name, note in zip(names, notes, strict=True) if "cash" in note]
    assert {name: dollars(note.removesuffix(" cash")) for name, note in left} == {
        name: cash for name, cash in balances.items() if name in dict(left)
    }
    gone = REPORT["out"].partition("{")[0]
    assert all(note.startswith(gone) for note in notes[len(left) :])


def test_every_chart_leads_to_where_the_winner_was(page: Page, sql: sqlite3.Connection) -> None:
    """A new chart of lines or areas has its end here, as a share of its height at the start."""
    _, _, winner, _, worth = page.tables["standings"][0]
    cash = "SELECT dollars FROM balances WHERE game = 1 AND account = ?"
    began = one(sql, "SELECT amount FROM standing_events WHERE game = 1 AND why = 'start'")
    ends = {
        "of-chance": lambda start: 100,
        "of-worth": lambda start: start * dollars(worth) / began,
        "wealth": lambda start: start * one(sql, cash, winner) / began,
    }
    assert {*page.charts} == {*ends}
    marker = f"p{PLAYERS.index(winner)}"
    for name, chart in page.charts.items():
        assert {line[:2] for line in chart} == {f"p{seat}" for seat in range(len(PLAYERS))}
        line = chart[marker] if marker in chart else chart[f"{marker} cash"][:-2]
        assert line[-1] == pytest.approx(ends[name](line[0]), abs=0.5), name


def test_what_everybody_got_and_gave_is_what_was_posted(
    page: Page, sql: sqlite3.Connection
) -> None:
    posted = """SELECT iif(why = 'rent', 'rent got', why), payee, sum(amount)
                FROM standing_events WHERE game = 1 AND kind = 'Paid' GROUP BY 1, 2
                UNION ALL SELECT iif(why = 'rent', 'rent paid', why), payer, -sum(amount)
                FROM standing_events WHERE game = 1 AND kind = 'Paid' GROUP BY 1, 2"""
    called = {
        "start": "to begin with",
        "salary": "passing GO",
        "price": "deeds bought",
        "bid": "auctions",
        "build": "building",
        "sell": "buildings sold",
        "mortgage": "mortgages",
        "lift": "mortgages lifted",
        "tax": "taxes",
        "fine": "fines",
        "card": "cards",
        "deal": "deals",
        "estate": "from players who went out",
        "ruling": "rulings",
    }
    wanted: dict[str, list[int]] = {}
    for why, account, sum_ in ask(sql, posted):
        if account in PLAYERS and sum_:
            row = wanted.setdefault(called.get(why, why), [0] * len(PLAYERS))
            row[PLAYERS.index(account)] += sum_
    table = page.table("purposes")
    end = table.pop("cash at the end")
    found = {why: [dollars(cell) for cell in row] for why, row in table.items()}
    assert {why: row for why, row in found.items() if any(row)} == wanted
    assert [sum(column) for column in zip(*found.values(), strict=True)] == list(map(dollars, end))


def test_who_paid_whom_is_what_the_entries_say(page: Page, sql: sqlite3.Connection) -> None:
    paid = """SELECT payer, payee, sum(amount) FROM standing_events
              WHERE game = 1 AND move > 0 AND payer IS NOT NULL AND amount > 0 GROUP BY 1, 2"""
    wanted = {(payer, payee): sum_ for payer, payee, sum_ in ask(sql, paid)}
    head = page.tables["matrix"][0][1:-1]
    found = {}
    for payer, row in page.table("matrix").items():
        *cells, in_all = map(dollars, row)
        assert sum(cells) == in_all
        found |= {(payer, payee): cell for payee, cell in zip(head, cells, strict=True) if cell}
    named = {"bank": "the bank", "pot": "the pot"}
    assert found == {
        (named.get(payer, payer), named.get(payee, payee)): sum_
        for (payer, payee), sum_ in wanted.items()
    }


def test_every_deed_cost_and_earned_what_was_paid_for_it(
    page: Page, sql: sqlite3.Connection
) -> None:
    paid = """SELECT deed, sum(amount) FILTER (WHERE why IN ('price', 'bid')),
                     sum(amount) FILTER (WHERE why = 'build'),
                     sum(amount) FILTER (WHERE why = 'sell'),
                     count(*) FILTER (WHERE why = 'rent'), sum(amount) FILTER (WHERE why = 'rent')
              FROM standing_events WHERE game = 1 AND kind = 'Paid' AND deed IS NOT NULL
              AND why IN ('price', 'bid', 'build', 'sell', 'rent') GROUP BY deed"""
    owners = dict(ask(sql, "SELECT deed, owner FROM deeds WHERE game = 1"))
    table = page.table("by-deed")
    rows = ask(sql, paid)
    assert len(rows) == len(table)
    for deed, price, build, sell, rents, rent in rows:
        owner, *cells, _ = table[BOARD.deeds[deed].name]
        put_in, earned = (price or 0) + (build or 0) - (sell or 0), rent or 0
        assert owner == owners.get(deed, "the bank")
        assert list(map(dollars, cells[:2])) == [price or 0, (build or 0) - (sell or 0)]
        assert int(cells[2]) == rents
        assert list(map(dollars, cells[3:])) == [earned, earned - put_in]


def test_a_figure_leads_to_rows_that_add_up_to_it(html: str) -> None:
    rows = {
        anchor: re.findall(r'<a href="#m(\d+)">([^<]*)</a>', line)
        for anchor, line in re.findall(r'<li id="(r\d+)">(.*)', html)
    }
    led = re.findall(r'<a href="#(r\d+)">([^<]*)</a>', html)
    assert {anchor for anchor, _ in led} == {*rows}
    for anchor, figure in led:
        parts = [text for _, text in rows[anchor]]
        is_money = "$" in figure or ("$" in parts[0] and len(parts) != dollars(figure))
        found = sum(map(dollars, parts)) if is_money else len(parts)
        assert found == dollars(figure), (anchor, figure, parts)
    moves = {move for parts in rows.values() for move, _ in parts}
    assert moves <= {*re.findall(r'<li id="m(\d+)"', html)}


@pytest.mark.parametrize(
    ("table", "columns"),
    [
        ("purposes", [1, 2, 3, 4]),
        ("matrix", [1, 2, 3, 4, 5]),
        ("by-deed", [2, 3, 4, 5]),
        ("by-space", [1]),
        ("activities", [1, 2, 3, 4, 5, 6, 7, 8]),
        ("sums-by-tray", [1]),
        ("sums-by-hand", [1]),
        ("dodged", [1, 3]),
    ],
)
def test_every_figure_with_rows_behind_it_leads_to_them(
    html: str, table: str, columns: list[int]
) -> None:
    [found] = re.findall(rf'<table id="{table}">(.*?)</table>', html, re.DOTALL)
    body = found.partition("<tbody>")[2].partition("<tfoot>")[0]
    lines = re.findall("<tr>(.*)", body)
    assert lines
    for line in lines:
        cells = re.split("<t[dh]", line)[1:]
        for cell in (cells[column] for column in columns):
            text = re.sub("<[^>]*>", "", cell.partition(">")[2])
            is_start = REPORT["why start"] in line
            if text not in ("·", "0", "$0", "") and not is_start:
                assert 'href="#r' in cell, (table, line)


def test_a_deed_has_paid_for_itself_when_its_rents_have(
    page: Page, sql: sqlite3.Connection
) -> None:
    flows = f"""SELECT deed, CASE WHEN why IN ('rent', 'sell') THEN amount ELSE -amount END,
                       {TURN} FROM standing_events AS paid
                WHERE game = 1 AND kind = 'Paid' AND deed IS NOT NULL
                AND why IN ('price', 'bid', 'build', 'sell', 'rent') ORDER BY move, number"""
    balance: dict[str, int] = {}
    first: dict[str, int] = {}
    after: dict[str, int] = {}
    for deed, amount, turn in ask(sql, flows):
        balance[deed] = balance.get(deed, 0) + amount
        first.setdefault(deed, turn)
        if balance[deed] < 0:
            after.pop(deed, None)
        else:
            after.setdefault(deed, turn - first[deed])
    assert len(after) > 2
    for deed in balance:
        said = page.table("by-deed")[BOARD.deeds[deed].name][-1]
        turns = after.get(deed)
        assert said == ("not yet" if turns is None else f"after {turns} turn{'s' * (turns != 1)}")


def test_every_landing_is_counted(page: Page, sql: sqlite3.Connection) -> None:
    landed = """SELECT space, count(*) FROM standing_events JOIN moves
                ON moves.game = standing_events.game AND moves.number = move
                WHERE standing_events.game = 1 AND kind IN ('Moved', 'Jailed')
                AND text NOT LIKE 'ruling%' GROUP BY space"""
    counts = dict(ask(sql, landed))
    rows = page.tables["by-space"][1:]
    assert [int(row[1]) for row in rows] == [counts.get(space, 0) for space in range(40)]
    shares = markov.shares(BOARD, "classic")
    total = sum(counts.values())
    assert [row[2] for row in rows] == [f"{total * share:.1f}" for share in shares]


def test_the_dice_are_counted_by_tray_and_by_hand(page: Page, sql: sqlite3.Connection) -> None:
    dice = "json_extract(data, '$.dice[0]') + json_extract(data, '$.dice[1]')"
    kinds = "kind IN ('Thrown', 'CardThrown', 'OpeningThrown')"
    by = "JOIN moves ON moves.game = told.game AND moves.number = told.move"
    tray = f"""SELECT {dice}, count(*) FROM events AS told {by}
               WHERE told.game = 1 AND {kinds} AND NOT reversed AND text LIKE '%by tray'
               GROUP BY 1"""
    hand = f"""SELECT {dice}, count(*) FROM standing_events AS told {by}
               WHERE told.game = 1 AND {kinds} AND text NOT LIKE '%by tray' GROUP BY 1"""
    for question, name in ((tray, "sums-by-tray"), (hand, "sums-by-hand")):
        counts = dict(ask(sql, question))
        assert sum(counts.values()) > 40
        found = {int(total): int(row[0]) for total, row in page.table(name).items()}
        assert found == {total: counts.get(total, 0) for total in range(2, 13)}


def test_the_rent_that_a_throw_led_to_is_what_claims_arose(
    page: Page, sql: sqlite3.Connection
) -> None:
    thrown = """SELECT thrown.player, count(*),
                  sum((SELECT sum(amount) FROM standing_events AS claim
                  WHERE claim.game = 1 AND claim.move = thrown.move AND claim.kind = 'ClaimArose'))
                FROM standing_events AS thrown WHERE game = 1 AND kind = 'Thrown' GROUP BY 1"""
    wanted = {name: (throws, met or 0) for name, throws, met in ask(sql, thrown)}
    for name, (throws, expected, met, luck) in page.table("dodged").items():
        assert (int(throws), dollars(met)) == wanted[name]
        assert abs(dollars(expected) - dollars(met) - dollars(luck)) <= 1


def test_salaries_jail_mortgages_deals_and_auctions_are_counted(
    page: Page, sql: sqlite3.Connection
) -> None:
    question = """SELECT
        count(*) FILTER (WHERE why = 'salary' AND payee = ?1),
        sum(amount) FILTER (WHERE why = 'salary' AND payee = ?1),
        count(*) FILTER (WHERE kind = 'Jailed' AND player = ?1),
        count(*) FILTER (WHERE kind = 'JailTurnSet' AND player = ?1),
        sum(amount) FILTER (WHERE why = 'interest' AND payer = ?1),
        count(*) FILTER (WHERE kind = 'OfferEnded' AND why = 'accepted' AND
            ?1 IN (json_extract(data, '$.offer.player'), json_extract(data, '$.offer.other'))),
        count(*) FILTER (WHERE why = 'bid' AND payer = ?1 AND deed IS NOT NULL)
        FROM standing_events WHERE game = 1"""
    mortgaged = """SELECT count(*) FROM standing_events WHERE game = 1 AND why = 'mortgage'
                   AND payee = ?"""
    for name, row in page.table("activities").items():
        salaries, salary, jailed, kept, interest, deals, won = ask(sql, question, name)[0]
        assert [dollars(cell) for cell in row] == [
            salaries,
            salary,
            jailed,
            kept,
            one(sql, mortgaged, name),
            interest or 0,
            deals,
            won,
        ]


def test_every_ruling_and_every_undo_is_named(page: Page, sql: sqlite3.Connection) -> None:
    texts = "SELECT number FROM moves WHERE game = 1 AND text LIKE ? ORDER BY number"
    ruled = [number for (number,) in ask(sql, texts, "ruling%")]
    undone = [number for (number,) in ask(sql, texts, "undo%")]
    assert [int(line.split(",")[0]) for line in page.lists["rulings"]] == ruled
    assert all("(<spilled> & agreed)" in line for line in page.lists["rulings"])
    assert [int(line.split()[1]) for line in page.lists["undos"]] == undone


def test_every_move_is_told_and_what_was_taken_back_is_struck_out(
    page: Page, sql: sqlite3.Connection
) -> None:
    assert len(page.lists["moves"]) == one(sql, "SELECT max(number) FROM moves WHERE game = 1")
    assert all(page.lists["moves"])
    taken = "SELECT count(DISTINCT reversed_move) FROM events WHERE game = 1 AND reversed"
    assert page.struck == one(sql, taken)
