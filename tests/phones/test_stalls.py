"""A bank that hangs, and one without file descriptors: nothing is told that is not so."""

import asyncio
import selectors
import socket
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from typing import Any

import pytest

from companion import wishes
from companion.phones.bank_client import PATIENCE, BankSilent, BankSocket, Unreachable
from companion.runtime.wishes import BURST, PER_SECOND, WishSocket
from companion.table.wish_input import WishInput
from companion.text.phones import PHONE
from companion.text.screens.phones import PHONES
from tests.descriptors import no_descriptors
from tests.phones.evening import QuietBank, evening, until


@pytest.mark.parametrize(("now", "is_booked"), [(99.9, True), (100.0, True), (100.1, False)])
def test_a_wish_does_not_count_after_its_time(bank: QuietBank, now: float, is_booked: bool) -> None:
    bank.play("Ann throws 1 2")
    wish = wishes.Wish(bank.table.session.game_hash, "Ann", "Ann buys", 1, "a", until=100.0)
    receiver = WishInput(bank.table, clock=lambda: now)
    assert receiver.answer(wish) == ({"booked": 2} if is_booked else {"said": PHONES["not booked"]})
    assert len(bank.moves()) == 1 + is_booked


def test_a_phone_is_told_that_nobody_knows_and_nothing_is_booked_later(tmp_path: Path) -> None:
    with evening(tmp_path) as table, ThreadPoolExecutor() as others:
        table.bank.begin()
        phones = [table.join(name) for name in ("Ann", "Bob", "Cy")]
        table.bank.play("Ann throws 1 2", "Ann declines")
        lot = table.bank.since("Ann passes")
        # Nobody runs frames meanwhile: the bank hangs.
        bids = [f"{name} bids $10" for name in ("Ann", "Bob", "Cy")]
        answers = [
            others.submit(phone.wish, bid, lot) for phone, bid in zip(phones, bids, strict=True)
        ]
        told = [answer.result().json()["said"] for answer in answers]
        assert PHONE["not known"] in told
        assert {*told} <= {PHONE["not known"], PHONE["not reached"]}
        before = table.bank.moves()
        phones_state = table.bank.table.phones
        heard = phones_state._heard_at
        table.bank.clock.wait(1)
        table.bank.until(lambda: phones_state._heard_at > heard)
        assert table.bank.moves() == before


# --- the server's end of the socket -------------------------------------------------------------


class JumpingLoop(asyncio.SelectorEventLoop):
    """Loop that never waits: its clock jumps to the next timer."""

    def __init__(self) -> None:
        self.now = 0.0
        selector = selectors.DefaultSelector()
        select = selector.select

        def jump(timeout: float | None = None) -> Any:
            found = select(0)
            if not found and timeout:
                self.now += timeout
            return found

        selector.select = jump  # type: ignore[method-assign]
        super().__init__(selector)

    def time(self) -> float:
        return self.now


@contextmanager
def silent_bank(folder: Path) -> Iterator[Path]:
    """Make a socket that takes messages and never answers."""
    path = folder / wishes.SOCKET_NAME
    with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as listening:
        listening.bind(str(path))
        listening.listen(8)
        yield path


def test_questions_do_not_wait_for_one_another(tmp_path: Path) -> None:
    async def ask_all(link: BankSocket) -> float:
        asked = [link.ask({"code": "x", "seat": "Ann", "phone": "y"}) for _ in range(6)]
        found = await asyncio.gather(*asked, return_exceptions=True)
        assert all(isinstance(one, Unreachable) for one in found)
        return asyncio.get_running_loop().time()

    with silent_bank(tmp_path) as path, asyncio.Runner(loop_factory=JumpingLoop) as runner:
        link = BankSocket(path)
        assert runner.run(ask_all(link)) == pytest.approx(PATIENCE)
        link.close()


def ask(link: BankSocket) -> type[BaseException] | None:
    """Ask once, and return what was raised."""
    with asyncio.Runner(loop_factory=JumpingLoop) as runner:
        try:
            runner.run(link.ask({"code": "x", "seat": "Ann", "phone": "y"}))
        except Unreachable as error:
            return type(error)
        finally:
            link.close()
    return None


def test_a_message_that_was_not_sent_is_told_from_one_without_an_answer(tmp_path: Path) -> None:
    assert ask(BankSocket(tmp_path / "nothing")) is Unreachable
    with silent_bank(tmp_path) as path:
        assert ask(BankSocket(path)) is BankSilent
    assert ask(BankSocket(path)) is Unreachable, "nobody listens any more"


# --- no file descriptors ------------------------------------------------------------------------


def test_a_connection_that_cannot_be_accepted_is_not_tried_without_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried: list[float] = []
    accept: Callable[[WishSocket], None] = WishSocket._accept

    def counted(bank: WishSocket) -> None:
        tried.append(monotonic())
        accept(bank)

    monkeypatch.setattr(WishSocket, "_accept", counted)
    bank = QuietBank(tmp_path)
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as link:
            with no_descriptors():
                link.connect(str(bank.run / wishes.SOCKET_NAME))
                until(lambda: len(tried) > BURST + 5)
            assert len(tried) <= BURST + 2 + (monotonic() - tried[0]) * PER_SECOND
            link.send(wishes.encode({"code": "x", "seat": "Ann", "phone": "y"}))
            answer = bank.doing(lambda: link.recv(wishes.MOST_BYTES))
            assert wishes.parse_object(answer) == {"said": PHONES["bad code"]}
    finally:
        bank.close()
