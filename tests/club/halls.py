"""Halls of an evening, each a process: many tables with ledgers, bots and publishers of their own.

A hall says what its ledgers have once all of its moves are played, and publishes on until it is
killed. Beside it, a director that notes when it took each line.
"""

import asyncio
import json
import sys
import time
from pathlib import Path
from random import Random

from companion.__main__ import main
from companion.cli.club_access import read_key
from companion.club import keys
from companion.club.table import ClubTable
from companion.club.times import parse_time
from companion.engine.standings import standings
from companion.ledger.records import GameHead
from tests.club.engine import Table
from tests.club.programs import FAULTS

PAUSE = (5.0, 10.0)
"""Seconds between two moves of a table."""


def run_hall(
    folder: Path, keys_folder: Path, numbers: range, before: int, moves: int, fault: str
) -> None:
    """Play ``before`` moves at each table, publish, and play ``moves`` more from BEGIN on.

    ``fault`` is one of ``FAULTS``, or empty.
    """
    if fault:
        FAULTS[fault]()
    tables = [Table(folder, number, "Ann Bob Cy Dee") for number in numbers]
    for table in tables:
        table.play(before)
    asyncio.run(_evening(folder, keys_folder, tables, moves))


async def _evening(folder: Path, keys_folder: Path, tables: list[Table], moves: int) -> None:
    # Whatever fails ends the process.
    async with asyncio.TaskGroup() as group:
        for table in tables:
            access, _ = read_key(keys_folder / f"{keys.user_of(table.number)}.key")
            group.create_task(table.publisher(access).run())
        while not begin(folder).exists():
            await asyncio.sleep(0.1)
        await asyncio.gather(*(_play(table, moves) for table in tables))
        for table in tables:
            own = [(one.name, one.worth) for one in standings(table.game)]
            facts = {"hashes": table.hashes(), "standings": own}
            part = folder / f"{table.number}.part"
            part.write_text(json.dumps(facts))
            part.rename(ended(folder, table.number))


async def _play(table: Table, moves: int) -> None:
    clock, random = asyncio.get_running_loop().time, Random(table.number)
    due = clock() - PAUSE[0] * random.random()
    for _ in range(moves):
        # Every move that is due, however late.
        due += random.uniform(*PAUSE)
        await asyncio.sleep(due - clock())
        assert table.play() == 1


def begin(folder: Path) -> Path:
    """The file with which the round begins."""
    return folder / "begin"


def ended(folder: Path, number: int) -> Path:
    """The file of a table that has played all of its moves."""
    return folder / f"{number}.json"


def run_director(notes: Path, *words: str) -> None:
    """Run ``companion director``; a line of ``notes`` has table, hash, time of move, and now."""
    take = ClubTable.take
    file = notes.open("a", buffering=1)

    def taken(table: ClubTable, line: bytes) -> bool:
        is_new = take(table, line)
        if is_new:
            row = table.rows[-1]
            made = row.started_at if isinstance(row, GameHead) else row.at  # type: ignore[union-attr]
            at = parse_time(made).timestamp()
            file.write(f"{table.number} {row.hash} {at:.3f} {time.time():.3f}\n")
        return is_new

    ClubTable.take = taken  # type: ignore[method-assign]
    sys.argv = ["companion", *words]
    main()
