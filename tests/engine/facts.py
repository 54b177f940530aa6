"""Facts printed on the boards, deeds and cards, copied once more by other hands than ours:
``data/*.json``, of which nothing was made from the files that the program reads. And mistakes that
people make, with their reasons.
"""

import json
import tomllib
from pathlib import Path
from typing import Any

from companion.engine.problems import InputProblem

_DATA = Path(__file__).parent / "data"
_CARDS = _DATA / "cards.json"
BOARDS = sorted(path.stem for path in _DATA.glob("*.json") if path != _CARDS)


def board(name: str) -> dict[str, Any]:
    return json.loads((_DATA / f"{name}.json").read_text(encoding="utf-8"))


def cards(where: str, edition: str, pack: str) -> list[dict[str, Any]]:
    """The cards of a pack, as a board has them in an edition."""
    packs = json.loads(_CARDS.read_text(encoding="utf-8"))
    if where != "atlantic-city":
        return packs[f"{where}_{pack}"]
    changed = {card["key"]: card for card in packs[f"modern_{pack}"]}
    now = changed if edition == "modern" else {}
    return [now.get(card["key"], card) for card in packs[pack]]


def mistakes(kind: str) -> list[tuple[Any, ...]]:
    """Rows of a table of ``mistakes.toml``; the last cell of each is its reason."""
    table = tomllib.loads((_DATA / "mistakes.toml").read_text(encoding="utf-8"))[kind]
    rows = (line.replace(" / ", "\n").split(" | ") for line in table.splitlines())
    return [(*map(str.strip, cells), InputProblem[reason]) for *cells, reason in rows]
