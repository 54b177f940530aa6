"""The bank's side, rule by rule, without a port and under a clock that is moved by hand."""

import pytest

from hardware import (
    CardSeen,
    FaultSeen,
    OtherProtocol,
    PortProblem,
    RollingSeen,
    ThrowSeen,
    TrayFound,
    TrayLost,
    TrayRestarted,
)
from hardware.frame_reader import FrameReader
from hardware.frames import (
    Acknowledge,
    Card,
    Fault,
    Heartbeat,
    Hello,
    Lamp,
    Query,
    RejectReason,
    Rolling,
    Throw,
    encode,
)
from hardware.tray_session import REMEMBERED, TraySession

BOOT, LATER = "0000beef", "0000cafe"
HELLO = Hello("oak", "1.0", 1, BOOT)
PULLED = PortProblem.UNPLUGGED
SILENT = PortProblem.SILENT


@pytest.fixture
def fresh():
    """Just connected."""
    link = TraySession()
    link.connected(0.0)
    return link


@pytest.fixture
def link(fresh):
    """Connected to a tray that has said hello."""
    hear(fresh, HELLO)
    said(fresh)
    return fresh


def hear(link, *frames, now=0.0):
    return link.receive(b"".join(map(encode, frames)), now)


def said(link):
    return FrameReader().feed(link.bytes_to_send())


def test_a_connection_begins_with_a_question(fresh):
    assert said(fresh) == [Query()]
    assert hear(fresh, HELLO) == [TrayFound("oak", BOOT)]
    assert hear(fresh, HELLO) == []  # the answer to another question is no news


def test_nothing_is_acted_on_before_hello(fresh):
    """Rule 5."""
    said(fresh)
    assert hear(fresh, Throw(BOOT, 1, (3, 5), 0), Rolling(), now=1.0) == []
    assert said(fresh) == [Query()]


def test_questions_do_not_flood_the_line(fresh):
    said(fresh)
    hear(fresh, *[Heartbeat()] * 50, now=1.0)
    assert said(fresh) == [Query()]


@pytest.mark.parametrize("frame", [Throw(LATER, 1, (3, 5), 0), Card(LATER, 1, 3)])
def test_what_comes_under_another_boot_only_asks_who_is_there(link, frame):
    """Rule 5: its tray has restarted, and the hello that would have said so was lost."""
    assert hear(link, frame, now=1.0) == []
    assert said(link) == [Query()]


def test_a_throw_is_reported_once_until_it_is_acknowledged(link):
    throw = Throw(BOOT, 17, (3, 5), 212)
    assert hear(link, throw, throw, throw) == [ThrowSeen("oak/0000beef/17", (3, 5), 212)]
    assert said(link) == []
    link.acknowledge("oak/0000beef/17")
    assert said(link) == [Acknowledge(BOOT, 17)]


def test_a_repeat_of_an_acknowledged_throw_is_acknowledged_again(link):
    """Rule 3."""
    hear(link, Throw(BOOT, 1, (3, 5), 0))
    link.acknowledge("oak/0000beef/1")
    said(link)
    assert hear(link, Throw(BOOT, 1, (3, 5), 0)) == []
    assert said(link) == [Acknowledge(BOOT, 1)]
    assert not link.bad


def test_the_same_throw_with_other_dice_is_a_fault_of_the_line(link):
    """Rule 3."""
    hear(link, Throw(BOOT, 1, (3, 5), 0))
    assert hear(link, Throw(BOOT, 1, (3, 6), 0)) == []
    link.acknowledge("oak/0000beef/1")
    said(link)
    assert hear(link, Throw(BOOT, 1, (1, 1), 0)) == []
    assert said(link) == [Acknowledge(BOOT, 1)]
    assert link.bad == {RejectReason.CONTRADICTION: 2}


def test_an_acknowledgement_that_finds_no_tray_is_made_up_for(link):
    hear(link, Throw(BOOT, 1, (3, 5), 0))
    link.disconnected(PULLED)
    link.acknowledge("oak/0000beef/1")
    link.connected(1.0)
    assert hear(link, HELLO, Throw(BOOT, 1, (3, 5), 0)) == [TrayFound("oak", BOOT)]
    assert Acknowledge(BOOT, 1) in said(link)


def test_what_is_not_remembered_is_reported_anew(link):
    """A killed bank remembers nothing; here memory is merely full. Its ledger knows."""
    for seq in range(1, REMEMBERED + 2):
        hear(link, Throw(BOOT, seq, (3, 5), 0), now=float(seq))
    assert hear(link, Throw(BOOT, 1, (3, 5), 0), now=99.0) == [
        ThrowSeen("oak/0000beef/1", (3, 5), 0)
    ]


def test_faults_and_rolling_are_reported(link):
    assert hear(link, Rolling(), Fault(BOOT, 1, "cocked", 0)) == [
        RollingSeen(),
        FaultSeen("oak/0000beef/1", "cocked"),
    ]


def test_a_new_boot_is_said(link):
    """Rule 6."""
    assert hear(link, Hello("oak", "1.0", 1, LATER)) == [TrayRestarted(LATER)]
    assert hear(link, Throw(LATER, 1, (3, 5), 0)) == [ThrowSeen("oak/0000cafe/1", (3, 5), 0)]


def test_a_tray_that_lost_power_with_its_plug_is_found_and_has_restarted(link):
    link.disconnected(PULLED)
    link.connected(1.0)
    assert hear(link, Hello("oak", "1.0", 1, LATER)) == [
        TrayFound("oak", LATER),
        TrayRestarted(LATER),
    ]


def test_another_tray_has_not_restarted(link):
    assert hear(link, Hello("ash", "1.0", 1, LATER)) == [TrayFound("ash", LATER)]


def test_five_seconds_of_silence_are_a_loss_and_said_once(link):
    """Rule 7."""
    assert link.tick(4.9) == []
    assert link.tick(5.0) == [TrayLost(SILENT)]
    assert not link.is_open
    assert link.tick(60.0) == []
    assert link.disconnected(PortProblem.NO_SUCH_PORT) == []
    link.connected(61.0)
    assert link.tick(66.0) == []
    link.connected(67.0)
    assert hear(link, HELLO, now=67.5) == [TrayFound("oak", BOOT)]
    assert link.disconnected(PULLED) == [TrayLost(PULLED)]


def test_noise_and_our_own_echo_are_silence(link):
    link.receive(b"$T,garbage*00000000\nBOOT\n", 4.0)
    hear(link, Query(), Lamp("ready", 3), now=4.0)
    assert link.tick(5.0) == [TrayLost(SILENT)]


def test_a_heartbeat_is_no_silence(link):
    hear(link, Heartbeat(), now=4.0)
    assert link.tick(8.9) == []


def test_a_card_is_told_once_however_often_the_line_repeats_it(link):
    first, second = Card(BOOT, 1, 3), Card(BOOT, 2, 3)
    assert hear(link, first, first) == [CardSeen(f"oak/{BOOT}/c1", 3)]
    assert hear(link, second, first) == [CardSeen(f"oak/{BOOT}/c2", 3)]


def test_another_version_is_said_and_not_acted_on(fresh):
    stranger = Hello("oak", "9.0", 2, BOOT)
    assert hear(fresh, stranger, stranger, Throw(BOOT, 1, (3, 5), 0)) == [OtherProtocol("oak", 2)]
    assert not fresh.has_tray
    assert fresh.disconnected(PULLED) == [TrayLost(PULLED)]


def test_the_lamp_is_said_again_whenever_it_may_have_been_missed(link):
    link.lamp("ready", 7)
    assert said(link) == [Lamp("ready", 7)]
    hear(link, Heartbeat())
    assert said(link) == [Lamp("ready", 7)]
    hear(link, Hello("oak", "1.0", 1, LATER))
    assert said(link) == [Lamp("ready", 7)]
    link.connected(1.0)
    hear(link, HELLO)
    assert said(link) == [Query(), Lamp("ready", 7)]


def test_a_lamp_that_is_none_changes_nothing(link):
    with pytest.raises(ValueError, match="Lamp"):
        link.lamp("blue")
    hear(link, Heartbeat())
    assert said(link) == [Lamp("off")]


def test_half_a_line_dies_with_its_connection(link):
    line = encode(Throw(BOOT, 1, (3, 5), 0))
    link.receive(line[:10], 0.0)
    link.disconnected(PULLED)
    link.connected(1.0)
    assert hear(link, HELLO, now=1.0) == [TrayFound("oak", BOOT)]
    assert not link.bad
