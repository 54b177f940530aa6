"""Reach the streams of an event on a NATS server, one for each table.

Each table has three subjects, ``club.EVENT.table.NN`` and one of these. Its number has two digits,
or as many more as it takes:

- ``line``: every row of its ledger, kept by the table's stream.
- ``alive``: a sign of life; not kept.
- ``ask``: a question of the director, which the table's publisher answers.

Each stream has a limit of its own, so that a table that fills its stream takes nothing from others.

A ``Link`` is used until it fails once. Then its user opens another one and asks the stream again
what it has: the client's own attempts to connect and to send again would not know that.
"""

import asyncio
import json
import re
import secrets
import ssl
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from math import ceil
from random import sample
from typing import Any, Self

from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.aio.subscription import Subscription
from nats.errors import Error, NoRespondersError

from companion.foreign import LONGEST_LINE

PATIENCE = 3.0
"""Seconds to wait for an answer of the server."""
PING = 5
"""Seconds between two questions of the client if the server is still there."""
MOST_BYTES = 1 << 27
"""Largest size of a table's stream: 200,000 moves, which are three hundred games."""
SEPARATOR = ","
"""Between the servers of a cluster."""
REPLICAS = 3
"""Servers of a cluster that have a copy of each stream."""
BATCH = 256
"""Most lines of a table that are on their way to the director at one time."""
PULL_SECONDS = 5.0
"""Time for which a pull waits for lines that have not come yet."""
FORGOTTEN = 600.0
"""Time after which the server drops a consumer that nobody uses."""
_WRONG_LAST_SEQUENCE = 10071
"""JetStream's error for a message that does not follow the last one of its subject."""
_NOT_PERMITTED = "permissions violation"
_NO_MESSAGE = "404"
_PULL_IS_OVER = (_NO_MESSAGE, "408")
_NUMBER = re.compile("0[1-9]|[1-9][0-9]+")
"""Number of a table in a subject: each has one form, or one table would be there twice."""


class Lost(Exception):
    """Raised if the server cannot be reached, does not answer, or the stream is not there yet."""


class NoAnswer(Lost):
    """Raised if nobody answers, or not in time."""


class NotStored(Lost):
    """Raised if the server is there and does not store a line, as when its disk is full."""


class Refused(Exception):
    """Raised if the server does not permit this user what it asked for."""


class Overtaken(Exception):
    """Raised if another message came to the subject before this one."""


@dataclass(frozen=True, slots=True)
class Access:
    """Server of an event, and the user there. ``authority`` is a certificate in PEM, or empty.

    The servers of a cluster are separated by commas.
    """

    server: str
    event: str
    user: str = ""
    password: str = ""
    authority: str = ""

    @property
    def servers(self) -> list[str]:
        """URLs of all servers."""
        return self.server.split(SEPARATOR)

    def stream(self, table: int) -> str:
        """Return the name of a table's stream."""
        return f"{self._streams}{table:02d}"

    def table_of_stream(self, name: str) -> int:
        """Return the table of a stream; 0 if it is none of this event."""
        return _number(name.removeprefix(self._streams)) if name.startswith(self._streams) else 0

    @property
    def _streams(self) -> str:
        return f"club-{self.event}-"

    def subject(self, table: int | str, kind: str) -> str:
        """Return a subject of a table; ``*`` stands for all of them."""
        number = f"{table:02d}" if isinstance(table, int) else table
        return f"club.{self.event}.table.{number}.{kind}"


def table_of(subject: str) -> int:
    """Return the table of a subject; 0 if it has none."""
    parts = subject.split(".")
    return _number(parts[3]) if len(parts) == 5 else 0


def _number(text: str) -> int:
    return int(text) if _NUMBER.fullmatch(text) else 0


def inbox_of(user: str) -> str:
    """Return the beginning of the subjects on which a user gets answers."""
    return f"_INBOX_{user or 'anybody'}"


@dataclass(frozen=True, slots=True)
class Stream:
    """Stream of a table: when it was ``made``, and the sequence of its last line."""

    made: str
    last: int


@dataclass(frozen=True, slots=True)
class Stored:
    """Message of a stream, with its place there."""

    sequence: int
    subject: str
    data: bytes


@dataclass(frozen=True, slots=True)
class Pulled:
    """Line that a consumer brings: its place in the stream, its count, and how many are left.

    The end of a pull has the count 0; ``is_gone`` if its consumer is there no more.
    """

    table: int
    consumer: str
    data: bytes = b""
    sequence: int = 0
    count: int = 0
    left: int = 0
    is_gone: bool = False


class Link:
    """Connection to the server. Every method raises Lost or Refused."""

    def __init__(self, access: Access) -> None:
        self.access = access
        self._client = Client()
        self._pulls = f"{inbox_of(access.user)}.{secrets.token_hex(8)}"
        self._brought: Subscription | None = None
        self._refusal = ""

    @property
    def is_lost(self) -> bool:
        """True once the connection has ended, of which the client may tell nobody."""
        return self._client.is_closed

    @classmethod
    async def open(cls, access: Access) -> Self:
        """Connect to the server, or to one of a cluster: the next one if one is not there."""
        _heed_cancellation()
        *others, last = sample(access.servers, len(access.servers))
        for server in others:
            with suppress(Lost):
                return await cls._opened(access, server)
        return await cls._opened(access, last)

    @classmethod
    async def _opened(cls, access: Access, server: str) -> Self:
        link = cls(access)
        tls = None
        if access.authority:
            tls = ssl.create_default_context(cadata=access.authority)
            # As Python 3.13 does by itself: a key is good on every machine or on none.
            tls.verify_flags |= ssl.VERIFY_X509_STRICT
        try:
            async with asyncio.timeout(PATIENCE):
                await link._client.connect(
                    server,
                    error_cb=link._note,
                    allow_reconnect=False,
                    # Otherwise it tries for two minutes, and may not hear that time is up.
                    max_reconnect_attempts=1,
                    reconnect_time_wait=0,
                    connect_timeout=ceil(PATIENCE),
                    ping_interval=PING,
                    inbox_prefix=inbox_of(access.user).encode(),
                    tls=tls,
                    user=access.user or None,
                    password=access.password or None,
                )
        except (Error, OSError, TimeoutError) as error:
            await link.close()
            if "authorization" in str(error).lower():
                raise Refused(str(error)) from error
            raise Lost(str(error) or type(error).__name__) from error
        return link

    async def close(self) -> None:
        """Close the connection at once; nothing waits to be sent."""
        # In a task of its own: the client must neither hold up nor swallow a cancellation of ours.
        closing = asyncio.create_task(self._client.close())
        await asyncio.wait([closing], timeout=1)
        closing.cancel()
        await asyncio.wait([closing], timeout=1)
        if closing.done() and not closing.cancelled():
            closing.exception()

    async def _note(self, error: Exception) -> None:
        # The only place where the client tells of a subject that is not permitted.
        if _NOT_PERMITTED in str(error).lower():
            self._refusal = self._refusal or str(error)

    # --- messages ---------------------------------------------------------------------------------

    async def send(self, subject: str, data: bytes, answer: str = "") -> None:
        """Send a message that is not kept; answers to it go to ``answer``."""
        if self._refusal:
            raise Refused(self._refusal)
        try:
            await self._client.publish(subject, data, answer)
        except (Error, OSError) as error:
            raise Lost(str(error)) from error

    async def ask(
        self,
        subject: str,
        data: bytes = b"",
        headers: dict[str, str] | None = None,
        patience: float = 0,
    ) -> Msg:
        """Send a message and return the answer; ``patience`` is 0 for the usual seconds."""
        try:
            answer = await self._client.request(
                subject, data, timeout=patience or PATIENCE, headers=headers
            )
        except (Error, OSError, TimeoutError) as error:
            if self._refusal:
                raise Refused(self._refusal) from error
            reason = NoAnswer if isinstance(error, TimeoutError | NoRespondersError) else Lost
            raise reason(str(error) or type(error).__name__) from error
        _heed_cancellation()
        return answer

    async def listen(self, subject: str, hear: Callable[[Msg], Awaitable[None]]) -> Subscription:
        """Call ``hear`` with every message to ``subject``."""
        try:
            heard = await self._client.subscribe(subject, cb=hear)
            await self._client.flush(ceil(PATIENCE))
        except (Error, OSError, TimeoutError) as error:
            raise Lost(str(error)) from error
        _heed_cancellation()
        if self._refusal:
            raise Refused(self._refusal)
        return heard

    # --- the streams ------------------------------------------------------------------------------

    async def last(self, subject: str, patience: float = 0) -> Stored | None:
        """Return the last line of a subject; None if there is none."""
        call = f"$JS.API.DIRECT.GET.{self.access.stream(table_of(subject))}.{subject}"
        return _stored(await self.ask(call, patience=patience))

    async def append(self, subject: str, data: bytes, after: int) -> int:
        """Store a message whose subject has ``after`` as its last one; return its sequence.

        Raises Overtaken if the subject has another last one by now, NotStored if the server has
        no room for it.
        """
        headers = {"Nats-Expected-Last-Subject-Sequence": str(after)}
        answer = _parsed(await self.ask(subject, data, headers))
        if error := answer.get("error"):
            if error.get("err_code") == _WRONG_LAST_SEQUENCE:
                raise Overtaken(str(error.get("description")))
            raise NotStored(str(error.get("description")))
        return int(answer["seq"])

    async def tables(self) -> set[int]:
        """Return the tables that have a stream."""
        found: set[int] = set()
        seen, total = 0, 1
        while seen < total:
            wanted = {"subject": self.access.subject("*", "line"), "offset": seen}
            answer = await self._call("STREAM.NAMES", wanted)
            names = answer["streams"] or ()
            found |= {self.access.table_of_stream(name) for name in names}
            seen, total = seen + len(names), answer["total"] if names else 0
        return found - {0}

    async def make_stream(self, table: int) -> Stream:
        """Return a table's stream, made if need be.

        Raises NotStored if the server has no room for it.
        """
        name = self.access.stream(table)
        wanted = {
            "name": name,
            "subjects": [self.access.subject(table, "line")],
            "storage": "file",
            "retention": "limits",
            "discard": "new",
            "num_replicas": REPLICAS if len(self.access.servers) >= REPLICAS else 1,
            "max_consumers": -1,
            "max_msgs": -1,
            "max_msg_size": LONGEST_LINE,
            "max_bytes": MOST_BYTES,
            "max_age": 0,
            "allow_direct": True,
            "deny_delete": True,
            "deny_purge": True,
        }
        found = await self._call(f"STREAM.CREATE.{name}", wanted)
        return Stream(found["created"], found["state"]["last_seq"])

    async def hear_pulled(self, hear: Callable[[Pulled], Awaitable[None]]) -> None:
        """Call ``hear`` with whatever the pulls of this link bring."""

        async def heard(message: Msg) -> None:
            await hear(self._pulled(message))

        self._brought = await self.listen(f"{self._pulls}.>", heard)

    @property
    def has_unheard(self) -> bool:
        """True if pulls have brought something that nobody has heard yet."""
        return self._brought is not None and self._brought.pending_msgs > 0

    async def make_consumer(self, table: int, start: int) -> str:
        """Make a consumer that reads a table's stream from a sequence on; return its name.

        It keeps nothing: where to go on is known here.
        """
        stream, name = self.access.stream(table), f"director-{secrets.token_hex(8)}"
        config = {
            "name": name,
            "deliver_policy": "by_start_sequence",
            "opt_start_seq": start,
            "ack_policy": "none",
            "max_waiting": 8,
            "inactive_threshold": int(FORGOTTEN * 1e9),
            "mem_storage": True,
            "num_replicas": 1,
        }
        wanted = {"stream_name": stream, "config": config}
        await self._call(f"CONSUMER.CREATE.{stream}.{name}", wanted)
        return name

    async def pull(self, table: int, consumer: str) -> None:
        """Ask for the next lines of a table, those that are there and those that come soon."""
        call = f"$JS.API.CONSUMER.MSG.NEXT.{self.access.stream(table)}.{consumer}"
        wanted = {"batch": BATCH, "expires": int(PULL_SECONDS * 1e9)}
        await self.send(call, json.dumps(wanted).encode(), f"{self._pulls}.{table}.{consumer}")

    def _pulled(self, message: Msg) -> Pulled:
        status = (message.headers or {}).get("Status")
        if status is None:
            facts = message.metadata
            return Pulled(
                table_of(message.subject),
                facts.consumer,
                message.data,
                facts.sequence.stream,
                facts.sequence.consumer,
                facts.num_pending,
            )
        *_, table, consumer = message.subject.split(".")
        return Pulled(int(table), consumer, is_gone=status not in _PULL_IS_OVER)

    async def _call(self, call: str, wanted: dict[str, Any]) -> dict[str, Any]:
        found = _parsed(await self.ask(f"$JS.API.{call}", json.dumps(wanted).encode()))
        if error := found.get("error"):
            raise NotStored(str(error.get("description")))
        return found


def _heed_cancellation() -> None:
    """Raise CancelledError if the task is to end.

    The client waits with ``asyncio.wait_for``, which in Python 3.11 forgets a cancellation that
    comes together with what it waits for: an answer, or a connection that is refused.
    """
    task = asyncio.current_task()
    if task and task.cancelling():
        raise asyncio.CancelledError


def _stored(answer: Msg) -> Stored | None:
    headers = answer.headers or {}
    if headers.get("Status") == _NO_MESSAGE:
        return None
    if "Nats-Sequence" not in headers:
        raise Lost(headers.get("Description", "the stream does not answer"))
    return Stored(int(headers["Nats-Sequence"]), headers["Nats-Subject"], answer.data)


def _parsed(answer: Msg) -> dict[str, Any]:
    try:
        found = json.loads(answer.data)
    except ValueError as error:
        raise Lost("the stream does not answer") from error
    if not isinstance(found, dict):
        raise Lost("the stream does not answer")
    return found
