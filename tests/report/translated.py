"""Texts of a page that a browser may translate."""

from html.parser import HTMLParser

VOID = {"meta", "link", "input", "br", "img", "hr", "col"}
ENDS = {
    "td": {"td", "th"},
    "th": {"td", "th"},
    "tr": {"td", "th", "tr"},
    "thead": {"td", "th", "tr", "thead", "tbody"},
    "tbody": {"td", "th", "tr", "thead", "tbody"},
    "li": {"li"},
    "p": {"p"},
    "dt": {"dt", "dd"},
    "dd": {"dt", "dd"},
}
"""Elements that a start tag ends, because their own end tag may be left out."""


class _Texts(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self._open: list[tuple[str, bool]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        while self._open and self._open[-1][0] in ENDS.get(tag, ()):
            self._open.pop()
        may = self._open[-1][1] if self._open else True
        if tag not in VOID:
            own = tag not in ("style", "script") and ("translate", "no") not in attrs
            self._open.append((tag, may and own))

    def handle_endtag(self, tag: str) -> None:
        while any(one == tag for one, _ in self._open) and self._open.pop()[0] != tag:
            pass

    def handle_data(self, data: str) -> None:
        if data.strip() and (not self._open or self._open[-1][1]):
            self.found.append(" ".join(data.split()))


def translated(html: str) -> list[str]:
    """Return the texts that a browser translates, which is all but ``translate="no"``."""
    texts = _Texts()
    texts.feed(html)
    return texts.found
