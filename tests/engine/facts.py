"""What is printed on the boards, deeds and cards, copied once more and by other hands than ours.

``data/*.json`` beside this file; nothing in it was made from the files that the program reads.
"""

import json
from pathlib import Path
from typing import Any

BOARDS = ("atlantic-city", "london")

_DATA = Path(__file__).parent / "data"


def board(name: str) -> dict[str, Any]:
    return json.loads((_DATA / f"{name}.json").read_text(encoding="utf-8"))


def cards(where: str, edition: str, pack: str) -> list[dict[str, Any]]:
    """The cards of a pack, as a board has them in an edition."""
    packs = json.loads((_DATA / "cards.json").read_text(encoding="utf-8"))
    if where == "london":
        return packs[f"london_{pack}"]
    changed = {card["key"]: card for card in packs[f"modern_{pack}"]}
    now = changed if edition == "modern" else {}
    return [now.get(card["key"], card) for card in packs[pack]]
