"""A report as whoever reads it sees it: tables by their id, cell by cell, and lists by theirs."""

from html.parser import HTMLParser

from companion.text.format import MINUS


class Page(HTMLParser):
    """``tables`` and ``lists`` by id; a cell, or a line, is its text, spaces as one.

    ``charts`` are by the id, or class, of what is around them: the heights of each line and area
    from left to right, in percent, by the class of who or what it is about.
    """

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tables: dict[str, list[list[str]]] = {}
        self.lists: dict[str, list[str]] = {}
        self.charts: dict[str, dict[str, list[float]]] = {}
        self.struck = 0
        self._around = self._whose = ""
        self._is_chart = False
        self._rows: list[list[str]] = []
        self._lines: list[str] = []
        self._into: list[str] | None = None
        self.feed(html)
        for cells in (
            *self.lists.values(),
            *(row for rows in self.tables.values() for row in rows),
        ):
            cells[:] = [" ".join(cell.split()) for cell in cells]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        named = dict(attrs)
        name = named.get("id") or named.get("class") or ""
        if tag == "table":
            self._rows = self.tables.setdefault(name, [])
        elif tag in ("ul", "ol"):
            self._lines = self.lists.setdefault(name, [])
        elif tag == "tr":
            self._rows.append([])
        elif tag in ("td", "th"):
            self._into = self._rows[-1]
            self._into.append("")
        elif tag == "li":
            self._into = self._lines
            self._into.append("")
        elif tag in ("div", "figure") and (named.get("id") or name.startswith("of-")):
            self._around = name
        elif tag == "figure":
            self._whose = f"{name} "
        elif tag in ("polyline", "polygon") and self._is_chart:
            points = [float(place.split(",")[1]) for place in (named["points"] or "").split()]
            of = self._whose * (tag == "polygon") + (named.get("class") or "")
            self.charts.setdefault(self._around, {})[of] = [100 - y for y in points]
        if tag == "svg":
            self._is_chart = named.get("preserveaspectratio") == "none"
        self.struck += tag == "s"

    def handle_endtag(self, tag: str) -> None:
        if tag in ("table", "ul", "ol"):
            self._into = None

    def handle_data(self, data: str) -> None:
        if self._into is not None:
            self._into[-1] += data

    def table(self, name: str) -> dict[str, list[str]]:
        """The rows of a table by their first cell, without its head."""
        return {row[0]: row[1:] for row in self.tables[name][1:]}


def dollars(text: str) -> int:
    """A sum, such as ``+$1,304``, as a number; a dot is nothing."""
    if text == "·":
        return 0
    return int(text.replace(MINUS, "-").replace("$", "").replace(",", "").replace("+", ""))
