"""Write companion/cli/schemas: a JSON schema of what each command prints with ``--json``.

``bin/docs`` runs this; tests/test_json.py fails while a schema is out of date. The schemas follow
from the types of the results, which ``mypy`` holds the commands to.
"""

import json
from inspect import cleandoc
from typing import Any

import msgspec

from companion.cli import audit, chances, doctor, games, rule_sets, statement, whatif
from companion.engine.snapshot import AuctionState, PositionState
from companion.export.json_object import GameObject
from companion.report.statistics import Statistics
from companion.simulation.games import Tally
from tests.tree import ROOT

FOLDER = ROOT / "companion/cli/schemas"
RESULTS: dict[str, tuple[type, ...]] = {
    "audit": (audit.AuditResult,),
    "boards": (rule_sets.BoardsResult,),
    "chances": (chances.ChancesResult, chances.ChancesAfterMove),
    "check": (PositionState,),
    "doctor": (doctor.DoctorResult,),
    "editions": (rule_sets.EditionsResult,),
    "export": (GameObject,),
    "games": (games.GamesResult,),
    "simulate": (Tally,),
    "statement": (statement.StatementResult,),
    "stats": (Statistics,),
    "whatif": (whatif.WhatIfResult,),
}
"""Types of the object that each command prints."""
OPTIONAL: dict[str, frozenset[str]] = {AuctionState.__name__: AuctionState.__optional_keys__}
"""Keys that are not always there, by type. A dataclass prints its defaults, too."""


def schema_of(command: str) -> dict[str, Any]:
    """Return the schema of a command's result, which has every key of its type and no other."""
    schemas, parts = msgspec.json.schema_components(RESULTS[command])
    for part in parts.values():
        # Versions of Python and of the library indent a docstring, or do not.
        part["description"] = cleandoc(part.get("description", ""))
        if "properties" in part:
            left_out = OPTIONAL.get(part["title"], frozenset())
            part["required"] = sorted(part["properties"].keys() - left_out)
            part["additionalProperties"] = False
            for one in part["properties"].values():
                one.pop("default", None)
    head = {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": command}
    return {**head, "anyOf": list(schemas), "$defs": dict(sorted(parts.items()))}


def text_of(command: str) -> str:
    """Return the schema of a command as its file has it."""
    return json.dumps(schema_of(command), indent=1, ensure_ascii=False) + "\n"


def main() -> None:
    """Write every schema."""
    FOLDER.mkdir(exist_ok=True)
    for command in RESULTS:
        (FOLDER / f"{command}.json").write_text(text_of(command), encoding="utf-8")


if __name__ == "__main__":
    main()
