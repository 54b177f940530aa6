"""Languages that nobody speaks, to see on the screens what could go wrong in any."""

from gettext import NullTranslations

import pytest

from companion import text
from companion.text import catalogue

BEGUN, ENDED = "«", "»"


class Marked(NullTranslations):
    """English with a mark around all that is said."""

    def info(self) -> dict[str, str]:
        return {"language": "marked"}

    def gettext(self, message: str) -> str:
        return f"{BEGUN}{message}{ENDED}"

    def ngettext(self, one: str, many: str, n: int) -> str:
        return self.gettext(super().ngettext(one, many, n))


class Longest(NullTranslations):
    """Each sentence in the language in which it is longest."""

    def __init__(self) -> None:
        super().__init__()
        self._all = [catalogue._find(code) for code in text.languages()]

    def info(self) -> dict[str, str]:
        return {"language": "longest"}

    def gettext(self, message: str) -> str:
        return max((one.gettext(message) for one in self._all), key=len)

    def ngettext(self, one: str, many: str, n: int) -> str:
        return max((tongue.ngettext(one, many, n) for tongue in self._all), key=len)


INVENTED = {"marked": Marked, "longest": Longest}


def teach(monkeypatch: pytest.MonkeyPatch) -> None:
    """From now on these can be spoken like any other."""
    find = catalogue._find

    def find_invented(code: str) -> NullTranslations:
        return INVENTED[code]() if code in INVENTED else find(code)

    monkeypatch.setattr(catalogue, "_find", find_invented)
