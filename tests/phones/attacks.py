"""Attacks on a server for browsers: the wallets' and the table's page have to bear the same.

Each attack is a function that fails if the server lets it through. Every address of 127.0.0.0/8
but the first stands for another device.
"""

import re
import select
import socket
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

import httpx

from companion.web.connections import CONNECTIONS_OF_ADDRESS, MOST_OF_STRANGERS
from companion.wishes import MOST_BYTES
from tests.phones.evening import PATIENCE

STRANGER = "127.0.200.3"
HALF = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX"
WHOLE = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
LAST = WHOLE.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n")
TASKS = 205


@dataclass(frozen=True)
class Attacked:
    """Server, and a browser that it knows; that one alone may send what ``sent`` is to ``where``.

    ``stream`` is where its page follows the table, and ``shown`` what only those see who are known.
    """

    address: str
    known: httpx.Client
    where: str
    sent: bytes
    unreadable: tuple[bytes, ...]
    stream: str
    shown: str

    def send(self, body: bytes, client: httpx.Client | None = None, **headers: str) -> int:
        """Send as a page does; return the status of the answer."""
        own = {"Origin": self.address} | headers
        return (client or self.known).post(self.where, content=body, headers=own).status_code

    def connect(self, count: int, sent: bytes, address: str = STRANGER) -> list[socket.socket]:
        """Open connections of one stranger, and send the same by each."""
        port = int(self.address.rpartition(":")[2])
        opened = []
        for _ in range(count):
            one = socket.create_connection(("127.0.0.1", port), PATIENCE, (address, 0))
            opened.append(one)
            with suppress(OSError):  # The server may have cut it off already.
                one.sendall(sent)
        return opened


def answer(one: socket.socket) -> bytes:
    """Wait for the answer on a connection; empty if the server has cut it off."""
    with suppress(ConnectionResetError):
        return one.recv(12)
    return b""


def stranger(server: Attacked, own: str = "127.0.205.1") -> httpx.Client:
    """A browser that the server does not know."""
    transport = httpx.HTTPTransport(local_address=own)
    return httpx.Client(base_url=server.address, timeout=PATIENCE, transport=transport)


def calls_it_by_another_name(server: Attacked) -> None:
    """A page elsewhere has a name of its own that leads to the server."""
    for host in ("evil.example", "8.8.8.8", "127.0.0.1:x", ""):
        status = server.known.get("/", headers={"host": host}).status_code
        assert status in (400, 403), host


def sends_from_elsewhere(server: Attacked) -> None:
    """A page elsewhere sends what only the server's own may send."""
    assert server.send(server.sent) == 200
    for origin in ("", "null", "http://evil.example", "https://127.0.0.1", "http://127.0.0.1:1"):
        assert server.send(server.sent, Origin=origin) == 403, origin


def sends_what_nobody_can_read(server: Attacked) -> None:
    """Whoever is known sends no message."""
    for body in (b"", b"{", b"[]", b"{}", b"\xff", b"[" * 900, *server.unreadable):
        assert server.send(body) == 400, body
    assert server.send(server.sent + b" " * MOST_BYTES) == 400, "larger than any message"
    assert server.send(server.sent) == 200, "the server goes on"


def sees_and_sends_without_being_known(server: Attacked) -> None:
    """A stranger has read every script, and a message of somebody else's page."""
    for cookie in ("", "wallet=x; table=x", "wallet=; table=", "table=é"):
        with stranger(server) as client:
            headers = {"Cookie": cookie.encode()} if cookie else {}
            assert server.shown not in client.get("/", headers=headers).text, cookie
            body, own = server.sent, {"Origin": server.address.encode()}
            answered = client.post(server.where, content=body, headers=own | headers)
            assert answered.status_code == 403, cookie


def says_that_it_is_another(server: Attacked) -> None:
    """A stranger says that it is the machine of the server itself, or passes a request on."""
    with stranger(server, "127.0.205.2") as client:
        for name in ("X-Forwarded-For", "X-Real-IP", "Forwarded"):
            said = {name: "for=127.0.0.1" if name == "Forwarded" else "127.0.0.1"}
            assert server.shown not in client.get("/", headers=said).text, name
            own = {"Origin": server.address} | said
            answered = client.post(server.where, content=server.sent, headers=own)
            assert answered.status_code == 403, name


def puts_its_page_into_another(server: Attacked) -> None:
    """A page elsewhere frames it, keeps it, reads its cookie, or runs a script in it."""
    headers = server.known.get("/").headers
    assert headers["cache-control"] == "no-store"
    assert headers["x-frame-options"] == "DENY"
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    [cookie] = server.known.cookies.jar
    assert cookie.has_nonstandard_attr("HttpOnly")
    assert cookie.get_nonstandard_attr("SameSite") == "strict"
    for script in re.findall("<script([^>]*)>", server.known.get("/").text):
        assert "nonce=" in script


def begins_requests(server: Attacked) -> None:
    """One stranger begins many requests, and ends none."""
    opened = server.connect(TASKS, HALF)
    opened += server.connect(1, WHOLE)
    answer(opened[-1])  # The server has come to all before it, too.
    assert server.known.get("/").status_code == 200
    for one in opened:
        one.close()


def begins_requests_everywhere(server: Attacked) -> None:
    """Several strangers do so: neither a newcomer nor who is known is kept out."""
    with server.known.stream("GET", server.stream) as stream:
        opened = []
        for number in range(6):
            opened += server.connect(CONNECTIONS_OF_ADDRESS, HALF, f"127.0.201.{number + 1}")
        newcomers = server.connect(1, WHOLE, "127.0.202.1")
        assert answer(newcomers[0])[9:] == b"200"
        assert server.known.get("/").status_code == 200
        assert next(stream.iter_bytes())
        assert server.known.get("/").status_code == 200
        cut = [one for one in opened if select.select([one], [], [], 0)[0]]
        assert len(opened) - len(cut) <= MOST_OF_STRANGERS
    for one in (*opened, *newcomers):
        one.close()


def opens_every_stream(server: Attacked) -> None:
    """A stranger opens as many streams as there are."""
    asking = f"GET {server.stream} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode()
    opened = server.connect(80, asking)
    for one in opened:
        answer(one)
    with server.known.stream("GET", server.stream) as stream:
        assert stream.status_code == 200
    for one in opened:
        one.close()


def asks_too_often(server: Attacked) -> None:
    """A stranger asks as fast as it can: it is slowed down, and nobody else."""
    asking = server.connect(1, 400 * WHOLE + LAST, "127.0.206.1")[0]
    heard = b""
    while b" 429 " not in heard:
        more = asking.recv(1 << 16)
        assert more, "it was not slowed down"
        heard = heard[-20:] + more
    asking.close()
    assert server.known.get("/").status_code == 200


ATTACKS: tuple[Callable[[Attacked], None], ...] = (
    calls_it_by_another_name,
    sends_from_elsewhere,
    sends_what_nobody_can_read,
    sees_and_sends_without_being_known,
    says_that_it_is_another,
    puts_its_page_into_another,
    begins_requests,
    begins_requests_everywhere,
    opens_every_stream,
    asks_too_often,
)
