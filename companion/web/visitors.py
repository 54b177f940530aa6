"""Visitors of the servers for browsers: what each request must satisfy, and how much each may ask.

Whoever asks must be in a private network, name the server by an address of one (so that no web page
elsewhere can speak to it under a name of its own), and not ask too often. Only the server's own
pages may send anything. Nothing is stored by browsers but a cookie, which scripts cannot read.
"""

import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from time import monotonic

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from companion.text import languages, set_language_of_task
from companion.web.http import address_of, is_from_here, is_near

LASTS = 30 * 24 * 3600
"""Seconds for which a browser keeps the cookie."""
TOKEN_BYTES = 32
STREAMS_OF_OWNER = 4
MOST_OF_STRANGERS = 32
"""Largest number of streams of those who are not known."""
MOST_ADDRESSES = 1000
"""Largest number of addresses that are remembered, of those that asked last."""


@dataclass(slots=True)
class Allowance:
    """Requests that are allowed: ``burst`` at once, ``per_second`` in the long run."""

    per_second: float
    burst: float
    _left: float = field(init=False)
    _at: float = field(init=False, default=0.0)

    def __post_init__(self) -> None:
        self._left = self.burst

    def take(self, now: float) -> bool:
        """Use one up; return False if there is none left."""
        self._left = min(self.burst, self._left + (now - self._at) * self.per_second)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


class Visitors:
    """Allowances of all addresses, joined or not."""

    def __init__(
        self, per_second: float, burst: float, clock: Callable[[], float] = monotonic
    ) -> None:
        self._clock = clock
        self._allowance = lru_cache(MOST_ADDRESSES)(lambda address: Allowance(per_second, burst))

    def may_ask(self, address: str) -> bool:
        """Count a request of an address; return False if it asks too fast."""
        return self._allowance(address).take(self._clock())


@dataclass(slots=True, eq=False)
class PageStream:
    """Open page that follows the table; ``is_over`` once newer ones have taken its place."""

    owner: str
    is_known: bool
    is_over: bool = False


class Streams:
    """Streams of all pages: few of one owner, and room kept for those who are known.

    Browsers fall asleep without a word, so the newest streams of an owner are the ones that count.
    """

    def __init__(self) -> None:
        self._open: list[PageStream] = []

    def open(self, owner: str, *, is_known: bool) -> PageStream | None:
        """Return a new stream of an owner; None if there are too many of strangers."""
        own = [one for one in self._open if one.owner == owner]
        if len(own) >= STREAMS_OF_OWNER:
            own[0].is_over = True
            self.close(own[0])
        if not is_known and sum(not one.is_known for one in self._open) >= MOST_OF_STRANGERS:
            return None
        stream = PageStream(owner, is_known)
        self._open.append(stream)
        return stream

    def close(self, stream: PageStream) -> None:
        """Leave the place of a stream to others."""
        if stream in self._open:
            self._open.remove(stream)

    def owners(self) -> set[str]:
        """Return whoever has an open page."""
        return {stream.owner for stream in self._open}


class Gate:
    """Checks of every request, before anybody looks at what it asks for.

    ``words`` say why it does not, in the language of the browser or else in ``language``. Whoever
    ``is_known`` may ask more often, and is spoken to as the table is.
    """

    def __init__(
        self,
        words: Mapping[str, str],
        language: Callable[[], str],
        is_known: Callable[[Request], bool] = lambda _: False,
    ) -> None:
        self._words, self._language, self._is_known = words, language, is_known
        self.strangers = Visitors(per_second=20, burst=80)
        self.known = Visitors(per_second=200, burst=400)
        self.knocks = Visitors(per_second=0.1, burst=6)

    def refused(self, request: Request) -> Response | None:
        """Return the answer to a request that is not allowed; None if it is."""
        is_known = self._is_known(request)
        if not is_known:
            set_language_of_task(self.language(request))
        if not is_near(request):
            return self.refusal("not here", 403)
        visitors = self.known if is_known else self.strangers
        if not visitors.may_ask(address_of(request)):
            return self.refusal("too fast", 429)
        if request.method == "POST" and not is_from_here(request):
            return self.refusal("not understood", 403)
        return None

    def refusal(self, key: str, status: int) -> Response:
        """Return an answer that says why."""
        return PlainTextResponse(self._words[key], status)

    def language(self, request: Request) -> str:
        """Return the language of a request."""
        accepted = request.headers.get("accept-language", "")
        return chosen_language(accepted, self._language())


def chosen_language(accepted: str, otherwise: str) -> str:
    """Return the first language that a browser accepts and the texts have."""
    known = languages()
    for part in accepted[:200].split(","):
        code = part.split(";")[0].strip().split("-")[0].lower()
        if code in known:
            return code
    return otherwise if otherwise in known else "en"


def new_token() -> str:
    """Return a secret for a cookie."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def remember(response: Response, cookie: str, token: str) -> Response:
    """Let a browser keep a secret, which it sends to this server alone."""
    response.set_cookie(cookie, token, max_age=LASTS, httponly=True, samesite="strict")
    return response
