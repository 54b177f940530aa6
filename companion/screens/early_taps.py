"""Rule against early taps: what has just come under a finger was not meant by it.

The second tap of two would reach it, or a finger that was on its way to something else. The rule is
the same for every node and for every row of a list: each is known by its key, and is new while it
has meant what it means, where it is, for less than a short time.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple, TypeAlias

from companion.screens.parts import Node, Pane

Nodes: TypeAlias = Mapping[str, Node]
Key: TypeAlias = tuple[str, str]
"""Key of a node, and of a row's node if it is in a list."""


class Seen(NamedTuple):
    """Rows of a list that are in sight; ``jumps`` counts how often no finger has moved them."""

    rows: Nodes
    jumps: int = 0


class EarlyTaps:
    """Times since which nodes, and rows of lists, mean what they mean where they are."""

    def __init__(self) -> None:
        self._since: dict[Key, tuple[Any, float]] | None = None

    def note(self, nodes: Nodes, lists: Mapping[str, Seen], now: float) -> None:
        """Note the nodes that are shown, and the rows of each list by the key of its node.

        What is shown first of all is not new: nobody has tapped before.
        """
        before = self._since or {}
        now = now if self._since is not None else float("-inf")
        self._since = {}
        for key, means in _meanings(nodes, lists):
            last = before.get(key)
            self._since[key] = last if last and last[0] == means else (means, now)

    def age(self, key: str, row: str, now: float) -> float:
        """Return the seconds since which a node, or a row of a list, means what it means.

        A row that a finger has scrolled in sight is as old as the last change of its list.
        """
        since = self._since or {}
        found = since.get((key, row)) or since.get((key, ""))
        return now - found[1] if found else float("inf")


def _meanings(nodes: Nodes, lists: Mapping[str, Seen]) -> list[tuple[Key, Any]]:
    """Return what each node and row means, and where it is: a row, from the top of its list."""
    found: list[tuple[Key, Any]] = []
    for key, node in nodes.items():
        if type(node.look) is Pane:
            seen = lists[key]
            place = node.x, node.y, seen.jumps
            found.append(((key, ""), (place, node.look.rows.items)))
            found += [
                ((key, own), (place, row.x, row.y, row.hand.do))
                for own, row in seen.rows.items()
                if row.hand
            ]
        elif node.hand:
            found.append(((key, ""), (node.x, node.y, node.hand.do)))
    return found
