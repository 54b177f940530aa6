"""The driver on real pseudo-terminals: finding, losing and finding again."""

import os
import socket

import pytest

import hardware.port
import hardware.tray_session
from hardware import (
    DiceTray,
    FakeTray,
    PortProblem,
    RollingSeen,
    ThrowSeen,
    TrayFound,
    TrayLost,
)
from hardware.backoff import Backoff
from hardware.frames import Acknowledge, Hello, Query, Throw, encode
from hardware.pseudo_terminal import PseudoTerminal

QUICK = Backoff(0.01, 0.01)


def test_a_throw_arrives_and_is_acknowledged(fake, tray, inbox, eventually):
    assert inbox.next(TrayFound) == TrayFound("fake", fake.boot)
    assert fake.throw(3, 5)
    assert inbox.next(RollingSeen)
    seen = inbox.next(ThrowSeen)
    assert seen == ThrowSeen(f"fake/{fake.boot}/1", (3, 5), 0)
    assert fake.waiting
    tray.acknowledge(seen.identity)
    eventually(lambda: not fake.waiting)


def test_an_answer_goes_out_at_once_and_not_when_the_read_times_out(
    fake, inbox, eventually, monkeypatch
):
    monkeypatch.setattr(hardware.port, "READ_TIMEOUT", 3600.0)
    with DiceTray(fake.path, inbox.put) as tray:
        inbox.next(TrayFound)
        for number in range(1, 51):
            tray.lamp("ready", number)
            eventually(lambda number=number: fake.lamp.number == number)


def test_a_pulled_plug_is_one_loss_and_the_tray_is_used_again(inbox, eventually, tmp_path):
    with (
        FakeTray(link=tmp_path / "tray") as fake,
        DiceTray(fake.path, inbox.put, backoff=QUICK) as tray,
    ):
        tray.lamp("ready", 5)
        inbox.next(TrayFound)
        eventually(lambda: fake.lamp.number == 5)
        device = os.readlink(fake.path)
        fake.unplug()
        assert inbox.next(TrayLost) == TrayLost(PortProblem.UNPLUGGED)
        fake.throw(2, 3)
        fake.replug()
        assert os.readlink(fake.path) != device
        assert inbox.next(TrayFound) == TrayFound("fake", fake.boot)
        assert inbox.next(ThrowSeen) == ThrowSeen(f"fake/{fake.boot}/1", (2, 3), 5)
        assert not any(isinstance(event, TrayLost) for event in inbox.rest())


def test_a_bank_that_is_started_again_is_told_again_and_what_it_acknowledged_last_is_said(
    fake, inbox, eventually
):
    with DiceTray(fake.path, inbox.put):
        fake.throw(6, 6)
        before = inbox.next(ThrowSeen)
    with DiceTray(fake.path, inbox.put) as tray:
        assert inbox.next(ThrowSeen) == before
        tray.acknowledge(before.identity)
    eventually(lambda: not fake.waiting)


def test_closing_ends_a_read_that_waits_for_a_silent_tray(inbox, eventually, monkeypatch):
    monkeypatch.setattr(hardware.port, "READ_TIMEOUT", 3600.0)
    cable = PseudoTerminal()
    with DiceTray(cable.name, inbox.put) as tray:
        eventually(lambda: encode(Query()) in cable.read())  # opening discards earlier input
        cable.write(encode(Hello("oak", "1.0", 1, "0000beef")))
        inbox.next(TrayFound)
        tray.close()
        eventually(lambda: not tray._thread.is_alive())
    cable.close()


def test_an_owner_that_fails_to_take_a_throw_is_given_it_again(fake, caplog, inbox):
    failures = iter([RuntimeError("not yet")])

    def take(event):
        if isinstance(event, ThrowSeen) and (failure := next(failures, None)):
            raise failure
        inbox.put(event)

    with DiceTray(fake.path, take):
        inbox.next(TrayFound)
        fake.throw(4, 4)
        assert inbox.next(ThrowSeen).dice == (4, 4)
    (record,) = (one for one in caplog.records if one.exc_info)
    assert isinstance(record.args[0], ThrowSeen)


def test_a_port_belongs_to_one_program_at_a_time(fake, tray, inbox):
    inbox.next(TrayFound)
    with DiceTray(fake.path, inbox.put, backoff=QUICK):
        assert inbox.next(TrayLost) == TrayLost(PortProblem.IN_USE, fake.path)


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("/dev/xyz", PortProblem.NO_SUCH_PORT),
        ("/", PortProblem.CANNOT_OPEN),
        ("/dev/null", PortProblem.CANNOT_OPEN),
        ("nowhere://1", PortProblem.NOT_AN_ADDRESS),
        ("socket://127.0.0.1:1", PortProblem.CANNOT_OPEN),
    ],
)
def test_a_port_that_cannot_be_opened_is_said_once_in_plain_words(url, reason, inbox, eventually):
    tries = CountedBackoff()
    with DiceTray(url, inbox.put, backoff=tries):
        eventually(lambda: tries.count >= 3)
    assert inbox.rest() == [TrayLost(reason, url)]


def test_without_a_link_the_usb_port_that_calls_itself_a_tray_is_taken(fake, inbox, plug):
    ports = plug("/dev/ttyACM0", fake.path, product="RP2040 Dice Tray")
    ports[0].product = None
    with DiceTray(None, inbox.put):
        inbox.next(TrayFound)
    ports.clear()
    with DiceTray(None, inbox.put):
        assert inbox.next(TrayLost) == TrayLost(PortProblem.NOT_PLUGGED_IN)


def test_a_device_that_vanishes_while_ports_are_listed_does_not_end_the_search(
    fake, inbox, plug, monkeypatch
):
    """pyserial raises a TypeError for a device that is pulled out at that moment."""
    ports = plug(fake.path)
    listings = iter([lambda: int(None, 16), lambda: ports])
    monkeypatch.setattr(hardware.port.list_ports, "comports", lambda: next(listings)())
    with DiceTray(None, inbox.put, backoff=QUICK):
        assert inbox.next(TrayLost) == TrayLost(PortProblem.NOT_PLUGGED_IN)
        inbox.next(TrayFound)


def test_a_device_that_vanishes_does_not_hide_the_link(fake, inbox, monkeypatch):
    monkeypatch.setattr(hardware.port, "LINK", fake.path)
    monkeypatch.setattr(hardware.port.list_ports, "comports", lambda: int(None, 16))
    with DiceTray(None, inbox.put):
        inbox.next(TrayFound)


def test_nothing_that_fails_ends_the_search_for_the_tray(fake, inbox, monkeypatch, caplog):
    unknown = RuntimeError()
    read, failures = hardware.port.Port.read, iter([unknown] * 3)

    def fail_at_first(port):
        if failure := next(failures, None):
            raise failure
        return read(port)

    monkeypatch.setattr(hardware.port.Port, "read", fail_at_first)
    with DiceTray(fake.path, inbox.put, backoff=QUICK):
        inbox.next(TrayLost)
        inbox.next(TrayFound)
    (record,) = (one for one in caplog.records if one.exc_info)
    assert record.exc_info[1] is unknown


def test_a_board_that_has_the_name_of_the_tray_does_not_hide_it(fake, inbox, plug, monkeypatch):
    """Another rule of udev may give the link to a board that is no tray."""
    board = PseudoTerminal()
    monkeypatch.setattr(hardware.port, "LINK", board.name)
    plug(board.name, fake.path)[0].product = "Board in FS mode"
    with DiceTray(None, inbox.put):
        inbox.next(TrayFound)
        assert board.read() == b"", "the other board was asked"
    board.close()


def test_after_a_silent_port_the_next_one_is_tried(fake, inbox, plug, monkeypatch):
    monkeypatch.setattr(hardware.tray_session, "SILENCE", 0.3)
    silent = PseudoTerminal()
    plug(silent.name, fake.path)
    with DiceTray(None, inbox.put, backoff=QUICK):
        assert inbox.next(TrayLost).reason is PortProblem.SILENT
        inbox.next(TrayFound)
    silent.close()


def test_a_port_in_use_does_not_hide_the_next_one(fake, tray, inbox, plug):
    inbox.next(TrayFound)
    with FakeTray(uid="ash") as other:
        plug(fake.path, other.path)
        with DiceTray(None, inbox.put, backoff=QUICK):
            assert inbox.next(TrayFound).uid == "ash"


def test_ports_are_tried_in_turn_and_the_one_of_the_tray_first_again(plug):
    plug("/a", "/b", "/c")
    search = hardware.port.PortSearch(None)
    assert [search.next() for _ in range(5)] == ["/a", "/b", "/c", "/a", "/b"]
    search.found()
    assert [search.next() for _ in range(4)] == ["/b", "/a", "/c", "/b"]


def test_waiting_times_double_up_to_two_seconds():
    backoff = Backoff()
    assert [backoff.next() for _ in range(5)] == [0.25, 0.5, 1.0, 2.0, 2.0]
    backoff.reset()
    assert backoff.next() == 0.25


def test_a_tray_behind_a_network_port_is_heard_and_answered(inbox):
    with socket.create_server(("127.0.0.1", 0)) as server:
        host, port = server.getsockname()
        with DiceTray(f"socket://{host}:{port}", inbox.put, backoff=QUICK) as tray:
            line, _ = server.accept()
            assert line.recv(100) == encode(Query())
            line.sendall(encode(Hello("oak", "1.0", 1, "0000beef")))
            line.sendall(encode(Throw("0000beef", 1, (3, 5), 0)))
            tray.acknowledge(inbox.next(ThrowSeen).identity)
            said = b""
            while encode(Acknowledge("0000beef", 1)) not in said:
                said += line.recv(100)
            line.close()
            assert inbox.next(TrayLost) == TrayLost(PortProblem.UNPLUGGED)


class CountedBackoff(Backoff):
    """Hardly waits, and counts how often it was asked to."""

    count = 0

    def next(self):
        self.count += 1
        return 0.001
