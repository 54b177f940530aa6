"""Twelve phones tapped at random beside a monkey at the table, and input that no page sends."""

import asyncio
import html
import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any

import httpx
import pytest

from companion import wishes
from companion.engine import invariants, legal_moves
from companion.engine.limits import ForeignError
from companion.engine.moves import EndByTime, LeaveGame, Roll, RollForStart
from companion.engine.phases import Over
from companion.ledger.audit import audit_all
from companion.ledger.records import Source
from companion.phones.app import Server
from companion.phones.seats import COOKIE
from companion.runtime import wishes as wish_socket
from companion.table.phones.judging import ALLOWED
from companion.table.wish_input import WishInput
from companion.web.visitors import Allowance, Visitors
from tests.phones.evening import PATIENCE, QuietBank, moves, seat, since
from tests.sizes import sizes

NAMES = "Ann Bob Cy Dee Eve Finn Gus Hal"
HERE = "http://127.0.0.1"
EVERY = 12
"""Taps on phones after which somebody at the table makes a move."""
WATCHING = ("",) * 4
"""Phones without a seat: with a full table, twelve in all."""
ENDING = (LeaveGame, EndByTime)
"""Moves with which a monkey would soon end every game."""

pytestmark = pytest.mark.timeout(3600)


@pytest.fixture
def bank(tmp_path: Path) -> Iterator[QuietBank]:
    bank = QuietBank(tmp_path)
    bank.begin(NAMES)
    yield bank
    bank.close()


class Monkey:
    """Somebody at the table who makes any legal move, mostly a roll if there is one."""

    def __init__(self, bank: QuietBank, seed: int) -> None:
        self.bank, self.random = bank, Random(seed)

    def play(self) -> None:
        """Make a move, or begin another game."""
        session = self.bank.table.session
        found = [one for one in legal_moves(session.game) if not isinstance(one, ENDING)]
        rolls = [move for move in found if isinstance(move, Roll | RollForStart)]
        if not found or isinstance(session.game.phase, Over):
            self.bank.begin(NAMES)
            return
        likely = rolls if rolls and self.random.random() < 0.8 else found
        move = self.random.choice(likely)
        self.bank.table.ledger_guard.play(lambda: session.play(move, Source.TOUCH))


class TappedPhone:
    """A phone on whose pages somebody taps links and buttons at random, however old they are."""

    def __init__(self, server: Server, seat: str, seed: int) -> None:
        self.server, self.seat, self.random = server, seat, Random(seed)
        self.address, self.page, self.token, self.game = "/", "", "", ""
        self.booked: list[tuple[int, int, str]] = []
        self.taps = self.said = self.foreign = 0

    async def run(self, taps: int) -> None:
        """Tap ``taps`` times."""
        async with httpx.AsyncClient(
            transport=httpx.ASGITransport(self.server.app), base_url=HERE
        ) as client:
            for number in range(taps):
                if not self.page or self.random.random() < 0.7:
                    await self._look(client)
                await self._tap(client, f"{self.seat}-{id(self)}-{number}")

    async def _look(self, client: httpx.AsyncClient) -> None:
        if self.game != self.server.live.key:
            self.game, self.address = self.server.live.key, "/"
            self.token = seat(self.server.phones, self.game, *NAMES.split(), self.seat)
            for name in NAMES.split():
                if phone := self.server.phones.find(name, self.game):
                    phone.wishes = Allowance(1e9, 1e9)
        answer = await client.get(self.address, headers={"cookie": f"{COOKIE}={self.token}"})
        assert answer.status_code == 200
        self.page = answer.text

    async def _tap(self, client: httpx.AsyncClient, request: str) -> None:
        self.taps += 1
        main = self.page[self.page.index("<main") :]
        links = [html.unescape(link) for link in re.findall(r'href="(/[^"]*)"', main)]
        offered = [html.unescape(move) for move in moves(main)]
        assert self.seat or not offered
        if self.random.random() < 0.03:
            other = self.random.choice([name for name in NAMES.split() if name != self.seat])
            self.foreign += 1
            offered = [f"{other} buys", f"{other} collects rent", f"{other} passes"]
            links = []
        elif self.random.random() < 0.2 or not offered:
            offered = []
        else:
            links = []
        if links:
            self.address, self.page = self.random.choice(links), ""
        elif offered:
            await self._wish(client, self.random.choice(offered), request)

    async def _wish(self, client: httpx.AsyncClient, move: str, request: str) -> None:
        """Tap a button with a finger that bounces: the same wish twice at once."""
        number = since(self.page, move) if move in moves(html.unescape(self.page)) else 0
        move = move.replace("{amount}", str(self.random.randrange(1, 900)))
        wish = {"move": move, "since": number, "request": request}
        headers = {"cookie": f"{COOKIE}={self.token}", "origin": HERE}
        game = self.game
        twice = [client.post("/wish", json=wish, headers=headers) for _ in range(2)]
        answers = [answer.json() for answer in await asyncio.gather(*twice)]
        booked = [answer["booked"] for answer in answers if "booked" in answer]
        assert len(booked) <= 1, (wish, answers)
        assert not booked or move.startswith(f"{self.seat} "), (self.seat, move)
        self.booked += [(game, number, self.seat) for number in booked]
        self.said += not booked


@pytest.mark.parametrize("taps", sizes(40, slow=400, hours=2_000))
def test_twelve_phones_beside_a_monkey_book_nothing_twice_and_nothing_for_others(
    bank: QuietBank,
    monkeypatch: pytest.MonkeyPatch,
    record_figures: Callable[..., None],
    taps: int,
) -> None:
    for name in ("PER_SECOND", "BURST"):
        monkeypatch.setattr(wish_socket, name, 1e9)
    server = Server(bank.run, lambda: HERE, stop=lambda: None)
    server._note = lambda answer: None  # type: ignore[method-assign] # Seats are the test's.
    server._gate.strangers = Visitors(1e9, 1e9)
    phones = [TappedPhone(server, name, n) for n, name in enumerate([*NAMES.split(), *WATCHING])]

    async def tap() -> None:
        async with server._running(server.app):
            while server.live.position is None:
                await server.live.changed(0, 0.1)
            await asyncio.gather(*(phone.run(taps) for phone in phones))

    monkey, checked, played = Monkey(bank, 7), 0, 0

    def turn() -> None:
        nonlocal played, checked
        bank.frame()
        if sum(phone.taps for phone in phones) >= played * EVERY:
            played += 1
            monkey.play()
        session = bank.table.session
        if len(session.history) != checked:
            checked = len(session.history)
            assert not invariants.violations(session.game)

    bank.doing(lambda: asyncio.run(tap()), turn)
    told = [one for phone in phones for one in phone.booked]
    stored = [
        (bank.ledger.head(game).hash, row.number, row.by)
        for game in range(1, bank.table.session.game_number + 1)
        for row in bank.ledger.entries(game)
        if row.source == "phone"
    ]
    said = sum(phone.said for phone in phones)
    foreign = sum(phone.foreign for phone in phones)
    record_figures("phones", taps=taps, booked=len(told), refused=said, foreign=foreign)
    # Each booked wish was told to the phone that sent it, once; no row is another seat's.
    assert sorted(told) == sorted(stored)
    assert len(set(told)) == len(told)
    assert told, "something was booked"
    assert said, "something was refused"
    assert not [found for result in audit_all(bank.ledger) if (found := result.first_fault)]


# --- input that no page sends -------------------------------------------------------------------


ODD_VALUES = [
    None,
    True,
    2**70,
    -1,
    1e300,
    "",
    "\x01\u2ffe" * 20,
    "Ann",
    "Ann buys",
    [],
    [[[{}]]],
    {},
]


class Strange:
    """Makes requests and packets, most of them nearly right."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)

    def packet(self, game: str, number: int) -> bytes:
        random = self.random
        move = random.choice(["Ann buys", "Bob throws 1 2", "undo 1", "Ann bids $5", "sold to Ann"])
        fields: dict[str, Any] = {
            "game": game,
            "seat": random.choice(["Ann", "Bob", ""]),
            "move": move,
            "since": number,
            "request": str(random.randrange(10**9)),
            "until": monotonic() + PATIENCE,
        }
        for key in random.sample(sorted(fields), random.randrange(3)):
            fields[key] = random.choice(ODD_VALUES)
        if random.random() < 0.2:
            fields[random.choice(["code", "address", "phones", "x"])] = random.choice(ODD_VALUES)
        data = json.dumps(fields).encode()
        return self.damaged(data) if random.random() < 0.4 else data

    def damaged(self, data: bytes) -> bytes:
        random, spoiled = self.random, bytearray(data)
        for _ in range(random.randrange(1, 6)):
            place = random.randrange(len(spoiled) + 1)
            spoiled[place : place + random.randrange(3)] = random.randbytes(random.randrange(4))
        return bytes(spoiled) * random.choice([1, 1, 1, 30])

    def path(self) -> str:
        random = self.random
        start = random.choice(
            ["/", "/board", "/deed/", "/trade", "/j/", "/stati", "/static/", "//"]
        )
        tail = "".join(random.choice("abc/%?&=<>'\"01\\;.~é") for _ in range(random.randrange(30)))
        return start + random.choice(["", "?with=Bob&give=boardwalk&pay=", "boardwalk"]) + tail


@pytest.mark.parametrize("count", sizes(400, slow=5_000, hours=50_000))
def test_a_strange_packet_books_nothing_that_a_finger_could_not(
    bank: QuietBank, record_figures: Callable[..., None], count: int
) -> None:
    session, strange = bank.table.session, Strange(count)
    for _ in range(count):
        if len(session.history) % 7 == 0:
            Monkey(bank, len(session.history)).play()
        before = len(session.history)
        try:
            message = wishes.parse(strange.packet(session.game_hash, before))
        except ForeignError:
            continue
        legal = legal_moves(session.game)
        answer = WishInput(bank.table).answer(message)
        if "booked" in answer:
            assert session.history[-1].move in legal
            assert isinstance(session.history[-1].move, ALLOWED)
        else:
            assert len(session.history) == before
    assert not invariants.violations(session.game)
    record_figures("phones", packets=count)


@pytest.mark.parametrize("count", sizes(150, slow=5_000, hours=50_000))
def test_a_strange_request_is_answered_and_never_with_a_fault_of_the_server(
    bank: QuietBank, record_figures: Callable[..., None], count: int
) -> None:
    bank.play(f"{NAMES.split()[0]} throws 1 2")
    strange = Strange(count)
    server = Server(bank.run, lambda: "http://127.0.0.1:8080")
    server._gate.strangers = Visitors(1e9, 1e9)
    server._gate.knocks = Visitors(1e9, 1e9)
    assert server.live._follower.read()
    assert server.live.position
    server.live._take()

    async def ask(message: dict[str, Any]) -> dict[str, Any]:
        data = wishes.encode(message)
        assert len(data) <= wishes.MOST_BYTES
        return WishInput(bank.table).answer(wishes.parse(data))

    server.live.socket.ask = ask  # type: ignore[method-assign]
    token = seat(server.phones, bank.table.session.game_hash, "Ann")
    phone = server.phones.find(token, bank.table.session.game_hash)
    assert phone
    phone.wishes = Allowance(1e9, 1e9)

    async def run() -> set[int]:
        found = set()
        transport = httpx.ASGITransport(server.app)
        async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as client:
            for _ in range(count):
                found.add(await one(client))
        return found

    async def one(client: httpx.AsyncClient) -> int:
        random = strange.random
        headers = {"origin": random.choice(["http://127.0.0.1"] * 4 + ["null"])}
        if random.random() < 0.8:
            headers["cookie"] = f"{COOKIE}={token}"
        if random.random() < 0.2:
            headers[random.choice(["host", "accept-language", "cookie"])] = random.choice(
                ["x", "127.0.0.1:x", "de;q=é".encode("latin-1").decode("latin-1"), "[", ";;=,"]
            )
        encoded = {name: value.encode("latin-1") for name, value in headers.items()}
        if random.random() < 0.5:
            data = strange.packet(bank.table.session.game_hash, 1)
            where = random.choice(["/wish", "/wish", "/join"])
            answer = await client.post(where, content=data, headers=encoded)
        else:
            try:
                url = httpx.URL("http://127.0.0.1").join(strange.path())
                answer = await client.request(
                    random.choice(["GET", "GET", "HEAD", "POST", "PUT"]),
                    f"http://127.0.0.1{url.raw_path.decode('latin-1')}",
                    headers=encoded,
                )
            except httpx.InvalidURL:
                return 0
        assert answer.status_code < 500, (answer.request.url, answer.status_code)
        return answer.status_code

    statuses = asyncio.run(run())
    assert {200, 400, 403} <= statuses
    record_figures("phones", requests=count)
