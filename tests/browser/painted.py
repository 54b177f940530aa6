"""A page of the table without a browser: what it would have on it after each message."""

import json
from typing import Any

from tests.browser.player import Button


class PaintedPage:
    """Nodes of both layers, by key, in the order of painting."""

    def __init__(self) -> None:
        self.page, self.layers, self.picture = "", {"nodes": {}, "over": {}}, 0
        self.heard: list[dict[str, Any]] = []
        self.is_asking = False

    def hear(self, news: str) -> dict[str, Any]:
        """Follow a message as ``table.js`` does."""
        told: dict[str, Any] = json.loads(news)
        self.heard.append(told)
        self.picture = told["picture"]
        self.is_asking = told.get("asks", self.is_asking)
        if "page" in told:
            self.page, self.layers["nodes"] = told["page"], {}
        for name, known in self.layers.items():
            found = told.get(name, {})
            for key in found.get("gone", ()):
                known.pop(key, None)
            known |= found.get("put", {})
            if order := found.get("order"):
                assert sorted(order) == sorted(known), "the order has every node, and no other"
                self.layers[name] = {key: known[key] for key in order}
        return told

    def label(self, key: str) -> str:
        """The name that a node is called by."""
        node = self.layers["nodes"][key]
        return node[8] if len(node) > 8 else ""

    @property
    def labels(self) -> list[str]:
        """Names of everything that can be touched, in the order of reading."""
        nodes = [node for layer in self.layers.values() for node in layer.values()]
        return [node[8] for node in nodes if len(node) > 8 and node[6]]

    def buttons(self) -> list[Button]:
        """List what can be tapped now and is not refused."""
        layers = [self.layers["over"]] if self.is_asking else [*self.layers.values()]
        found = [one for layer in layers for one in layer.items() if len(one[1]) > 8]
        able = [(key, node) for key, node in found if "t" in node[6] and "r" not in node[6]]
        return [
            Button(key, label, x + w / 2, y + h / 2)
            for key, (x, y, w, h, _, _, _, _, label, *_) in able
        ]

    def place(self, label: str) -> tuple[float, float]:
        """The middle of what can be touched and is called so."""
        nodes = [node for layer in self.layers.values() for node in layer.values()]
        found = [node for node in nodes if len(node) > 8 and node[6] and node[8] == label]
        assert found, f"{label} is not among {self.labels}"
        x, y, w, h = found[-1][:4]
        return x + w / 2, y + h / 2

    def middle(self, key: str) -> tuple[float, float] | None:
        """The middle of a node of the page; None if it is not there."""
        if not (node := self.layers["nodes"].get(key)):
            return None
        x, y, w, h = node[:4]
        return x + w / 2, y + h / 2
