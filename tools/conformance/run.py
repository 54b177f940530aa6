"""``python run.py CASES.jsonl ADAPTER.py ENGINE``: how many scenarios another engine passes.

The cases are those of ``companion conformance``; docs/conformance.md explains them. Nothing here
imports the program. An adapter is a module with a class ``Table``, which sets up one game of the
engine in the folder ENGINE and answers for it; ``gnome.py`` and ``gamescomputersplay.py`` do so for
two public engines.
"""

import json
import sys
from collections import Counter, defaultdict
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

from answers import Refused, Unsupported

Facts = dict[str, Any]


FORMS: dict[str, Callable[[Any, Facts], bool]] = {
    "expect {balances}": lambda table, f: all(
        table.cash(name) == sum for name, sum in f["balances"].items()
    ),
    "expect {owner} owns {deed}": lambda table, f: table.owner(f["deed"]) == f["owner"],
    "expect {deed} carries {buildings}": lambda table, f: (
        table.buildings(f["deed"]) == f["buildings"]
    ),
    "expect {deed} mortgaged": lambda table, f: table.is_mortgaged(f["deed"]),
    "expect {deed} not mortgaged": lambda table, f: not table.is_mortgaged(f["deed"]),
    "expect bank {stock}": lambda table, f: [*table.stock()] == f["stock"],
    "expect {player} on {space}": lambda table, f: table.space(f["player"]) in f["space"],
    "expect {player} in jail": lambda table, f: table.is_in_jail(f["player"]),
    "expect {player} not in jail": lambda table, f: not table.is_in_jail(f["player"]),
    "expect {player} worth {amount}": lambda table, f: table.worth(f["player"]) == f["amount"],
    "expect {player} out": lambda table, f: table.is_out(f["player"]),
    "expect dice with {player}": lambda table, f: table.dice() == f["player"],
}
"""Facts that an adapter can be asked for; an engine may lack any of them."""


def play(table: Any, steps: list[Facts]) -> str:
    """Play the steps of a case; return the line that fails, or nothing."""
    for number, step in enumerate(steps):
        fact = step.get("expect")
        try:
            if fact is None:
                table.play(step["move"], steps[number + 1 :])
            elif not holds(table, fact):
                return str(step["text"])
        except Refused:
            return f"{step['text']}: refused"
    return ""


def holds(table: Any, fact: Facts) -> bool:
    """Return True if the engine agrees with a fact; an adapter may know the forms itself."""
    if hasattr(table, "holds"):
        return bool(table.holds(fact))
    if fact["form"] == "refused {clause}: {move}":
        return bool(table.refuses(fact["move"]))
    if fact["form"] not in FORMS:
        raise Unsupported(fact["form"])
    return FORMS[fact["form"]](table, fact)


def verdict(adapter: Any, case: Facts) -> tuple[str, str]:
    """Return ``passed``, ``failed`` or ``unsupported`` for a case, and why."""
    try:
        line = play(adapter.Table(case["header"]), case["steps"])
    except (Unsupported, AttributeError) as missing:
        return "unsupported", str(missing)
    except Exception as error:  # A crash of the engine is an answer, too.
        return "failed", f"{type(error).__name__}: {error}"
    return ("failed", line) if line else ("passed", "")


def main(cases: str, adapter_file: str, engine: str) -> None:
    """Print each case, the sums by clause, and those of all."""
    sys.path[:0] = [engine, str(Path(adapter_file).parent)]
    adapter = import_module(Path(adapter_file).stem)
    total: Counter[str] = Counter()
    by_clause: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for case in map(json.loads, Path(cases).read_text("utf-8").splitlines()):
        answer, why = verdict(adapter, case)
        print(f"{answer:11} {case['name']}" + (f"  ({why})" if why else ""))
        total[answer] += 1
        for clause in case["clauses"]:
            by_clause[clause][answer] += 1
    for clause, found in by_clause.items():
        print(f"{clause:11} {found['passed']} passed, {found['failed']} failed, of {found.total()}")
    print(f"{total['passed']} passed, {total['failed']} failed, {total['unsupported']} unsupported")


if __name__ == "__main__":
    main(*sys.argv[1:])
