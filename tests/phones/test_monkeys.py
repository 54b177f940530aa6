"""Twelve phones tapped at random beside a monkey at the table, and input that no page sends."""

import asyncio
import html
import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
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
from companion.phones import pages
from companion.phones.app import Server
from companion.phones.seats import COOKIE, Allowance, Visitors
from companion.ui.phones.judging import ALLOWED
from tests.phones.evening import QuietBank, moves

NAMES = "Ann Bob Cy Dee Eve Finn Gus Hal"
WATCHING = ("",) * 4
"""Phones without a seat: with a full table, twelve in all."""
ADDRESSES = ("/", "/", "/", "/board", "/deed/boardwalk", "/deed/oriental-avenue")

ENDING = (LeaveGame, EndByTime)
"""Moves with which a monkey would soon end every game."""

pytestmark = pytest.mark.timeout(3600)


@pytest.fixture
def bank(tmp_path: Path) -> Iterator[QuietBank]:
    bank = QuietBank(tmp_path)
    bank.begin(NAMES)
    yield bank
    bank.close()


class Monkeys:
    """Phones with pages of some age, and somebody at the table who makes any legal move."""

    def __init__(self, bank: QuietBank, seed: int) -> None:
        self.bank, self.random = bank, Random(seed)
        self.pages: dict[str, tuple[int, list[str]]] = {}
        self.booked = self.said = 0

    def tap(self, number: int) -> None:
        """Tap a button of a page that may be out of date."""
        session = self.bank.table.session
        seat = self.random.choice([*session.setup.players, *WATCHING])
        if seat not in self.pages or self.random.random() < 0.6:
            self.pages[seat] = self._page(seat)
        seen, offered = self.pages[seat]
        if self.random.random() < 0.02:
            seat = self.random.choice([*session.setup.players, *WATCHING])
        if not offered:
            return
        move = self.random.choice(offered).replace("{amount}", str(self.random.randrange(1, 900)))
        game, before = session.game_number, len(session.history)
        fields = {"game": game, "seat": seat, "move": move, "seen": seen, "request": str(number)}
        answer = self._ask(fields)
        # The same tap again, as from a bouncing finger, books nothing.
        assert "booked" not in self._ask(fields)
        after = len(session.history)
        if "booked" in answer:
            assert answer == {"booked": before + 1}
            assert after == before + 1
            assert session.history[-1].by == seat
            assert isinstance(session.history[-1].move, ALLOWED)
            assert not invariants.violations(session.game)
            self.booked += 1
        else:
            assert after == before
            self.said += 1

    def _page(self, seat: str) -> tuple[int, list[str]]:
        session = self.bank.table.session
        number = len(session.history)
        address = pages.parse_address(self.random.choice(ADDRESSES))
        main = pages.main(address, session.game, session.history[-30:], seat, number)
        return number, [html.unescape(move) for move in moves(main)]

    def _ask(self, fields: dict[str, Any]) -> dict[str, Any]:
        return self.bank.table.wish_input.answer(wishes.parse(wishes.encode(fields)))

    def play(self) -> None:
        """Make a legal move at the table, mostly a roll if there is one."""
        session = self.bank.table.session
        found = [one for one in legal_moves(session.game) if not isinstance(one, ENDING)]
        rolls = [move for move in found if isinstance(move, Roll | RollForStart)]
        if not found or isinstance(session.game.phase, Over):
            self.bank.begin(NAMES)
            self.pages.clear()
            return
        likely = rolls if rolls and self.random.random() < 0.8 else found
        move = self.random.choice(likely)
        self.bank.table.ledger_guard.play(lambda: session.play(move, Source.TOUCH))


@pytest.mark.parametrize("taps", [150, pytest.param(24_000, marks=pytest.mark.slow)])
def test_twelve_phones_beside_a_monkey_book_nothing_twice_and_nothing_for_others(
    bank: QuietBank, taps: int
) -> None:
    monkeys = Monkeys(bank, 7)
    for number in range(taps):
        monkeys.tap(number)
        if number % 4 == 0:
            monkeys.play()
    print("booked", monkeys.booked, "said", monkeys.said)
    assert monkeys.booked > taps // 100
    assert monkeys.said > taps // 100
    assert not [found for result in audit_all(bank.ledger) if (found := result.first_fault)]


# --- input that no page sends -------------------------------------------------------------------


class Strange:
    """Makes requests and packets, most of them nearly right."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)

    def value(self, depth: int = 0) -> Any:
        random = self.random
        match random.randrange(9 if depth < 5 else 7):
            case 0:
                return None
            case 1:
                return True
            case 2:
                return random.randrange(-(2**70), 2**70)
            case 3:
                return random.random() * 1e300
            case 4:
                return "".join(chr(random.randrange(1, 0x2FFF)) for _ in range(40))
            case 5 | 6:
                return random.choice(["Ann buys", "Ann"])
            case 7:
                return [self.value(depth + 1) for _ in range(random.randrange(4))]
        return {"a": self.value(depth + 1)}

    def packet(self, game: int, seen: int) -> bytes:
        random = self.random
        move = random.choice(["Ann buys", "Bob throws 1 2", "undo 1", "Ann bids $5", "sold to Ann"])
        fields: dict[str, Any] = {
            "game": game,
            "seat": random.choice(["Ann", "Bob", ""]),
            "move": move,
            "seen": seen,
            "request": str(random.randrange(10**9)),
        }
        for key in random.sample(sorted(fields), random.randrange(3)):
            fields[key] = self.value()
        if random.random() < 0.2:
            fields[random.choice(["code", "address", "phones", "x"])] = self.value()
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


@pytest.mark.parametrize("count", [400, pytest.param(50_000, marks=pytest.mark.slow)])
def test_a_strange_packet_books_nothing_that_a_finger_could_not(
    bank: QuietBank, count: int
) -> None:
    session, strange = bank.table.session, Strange(count)
    for _ in range(count):
        if len(session.history) % 7 == 0:
            Monkeys(bank, len(session.history)).play()
        before = len(session.history)
        try:
            message = wishes.parse(strange.packet(session.game_number, before))
        except ForeignError:
            continue
        legal = legal_moves(session.game)
        answer = bank.table.wish_input.answer(message)
        if "booked" in answer:
            assert session.history[-1].move in legal
            assert isinstance(session.history[-1].move, ALLOWED)
        else:
            assert len(session.history) == before
    assert not invariants.violations(session.game)


@pytest.mark.parametrize("count", [150, pytest.param(50_000, marks=pytest.mark.slow)])
def test_a_strange_request_is_answered_and_never_with_a_fault_of_the_server(
    bank: QuietBank, count: int
) -> None:
    bank.play(f"{NAMES.split()[0]} throws 1 2")
    strange = Strange(count)
    server = Server(bank.run, "http://127.0.0.1:8080")
    server._visitors = Visitors(1e9, 1e9)
    server._joins = Visitors(1e9, 1e9)
    assert server.live._follower.read()
    assert server.live.position
    server.live._take()

    async def ask(message: dict[str, Any]) -> dict[str, Any]:
        data = wishes.encode(message)
        assert len(data) <= wishes.MOST_BYTES
        return bank.table.wish_input.answer(wishes.parse(data))

    server.live.socket.ask = ask  # type: ignore[method-assign]
    token = server.phones.join(bank.table.session.game_number, "Ann")
    phone = server.phones.find(token, bank.table.session.game_number)
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
            data = strange.packet(bank.table.session.game_number, 1)
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
    print(statuses)
    assert {200, 400, 403} <= statuses
