"""The simulated tray: what a demonstration or a test can have it do."""

from itertools import islice
from threading import Event

import pytest

from hardware import FakeTray, FaultSeen, ThrowSeen, TrayFound, random_throws
from hardware.firmware.tray import QUEUE, Tray
from hardware.frames import Acknowledge, Heartbeat, Lamp, Rolling, Throw, decode, encode
from hardware.pseudo_terminal import PseudoTerminal
from hardware.throw_script import Script

LATE = 0.5
"""Seconds after which a busy machine reads."""


@pytest.fixture
def side():
    return Tray("oak", "0000beef", 0)


def waiting(side):
    return [decode(line.rstrip()) for _, line in side.waiting]


def ask(side, state, number=0):
    side.receive(encode(Lamp(state, number)), 0)


def test_a_script_throws_once_for_each_number_the_lamp_asks_for(side):
    script = Script([(1, 2), (3, 4)])
    for number in (1, 1, 2, 2, 3):
        ask(side, "ready", number)
        script.act(side, 0)
    assert [(throw.dice, throw.awaited) for throw in waiting(side)] == [((1, 2), 1), ((3, 4), 2)]


def test_a_script_keeps_its_pace(side):
    script = Script([(1, 2)], pace=1.5)
    ask(side, "ready", 1)
    script.act(side, 10_000)
    assert script.due == 11_500
    script.act(side, 11_400)
    assert not side.waiting
    script.act(side, 11_500)
    assert side.waiting


def test_a_script_keeps_its_throw_when_the_lamp_changes_its_mind(side):
    script = Script([(1, 2)], pace=1.0)
    ask(side, "ready", 1)
    script.act(side, 0)
    ask(side, "wait")
    script.act(side, 2000)
    assert not side.waiting
    ask(side, "ready", 2)
    script.act(side, 3000)
    script.act(side, 4000)
    assert waiting(side)[0].awaited == 2


def test_a_script_waits_while_the_tray_is_full(side):
    for _ in range(QUEUE):
        side.roll(0)
        side.rest(6, 6, 0)
    script = Script([(1, 2)])
    ask(side, "ready", 1)
    side.bytes_to_send()
    script.act(side, 0)
    assert side.bytes_to_send() == b""
    side.receive(encode(Acknowledge("0000beef", 1)), 0)
    script.act(side, 0)
    assert waiting(side)[-1].dice == (1, 2)


def test_a_scripted_tray_plays_along(fake, tray, inbox):
    fake.script([(1, 2), (3, 4), (5, 6)])
    dice = []
    for number in (1, 2, 3):
        tray.lamp("ready", number)
        seen = inbox.next(ThrowSeen)
        assert seen.awaited == number
        dice.append(seen.dice)
        tray.acknowledge(seen.identity)
    assert dice == [(1, 2), (3, 4), (5, 6)]


def test_a_seed_throws_the_same_dice_again():
    assert list(islice(random_throws(4), 50)) == list(islice(random_throws(4), 50))
    assert {die for throw in islice(random_throws(4), 50) for die in throw} == set(range(1, 7))


def test_a_seed_never_repeats_a_boot():
    with FakeTray(seed=1) as one, FakeTray(seed=1) as other:
        assert one.boot != other.boot
        assert one.path != other.path


def test_a_die_leans_when_told_and_impossible_dice_are_refused(fake, tray, inbox):
    inbox.next(TrayFound)
    fake.lean("cocked")
    assert inbox.next(FaultSeen).code == "cocked"
    with pytest.raises(ValueError, match="0 and 7"):
        fake.throw(0, 7)


def test_a_restart_forgets_what_waited_and_counts_anew(fake, tray, inbox):
    inbox.next(TrayFound)
    fake.throw(1, 1)
    inbox.next(ThrowSeen)
    fake.restart()
    assert fake.waiting == ()
    fake.throw(2, 2)
    assert inbox.next(ThrowSeen).identity == f"fake/{fake.boot}/1"


def test_a_link_follows_the_device_and_goes_with_the_tray(tmp_path):
    link = tmp_path / "tray"
    link.symlink_to("/nowhere")  # left behind by one that was killed
    with FakeTray(link=link) as fake:
        first = link.readlink()
        assert fake.path == str(link)
        fake.unplug()
        assert not link.is_symlink()
        fake.replug()
        assert link.readlink() != first
    assert not link.is_symlink()


def test_a_file_in_the_place_of_the_link_is_left_alone(tmp_path):
    link = tmp_path / "evening.game"
    link.write_text("precious")
    with pytest.raises(FileExistsError):
        FakeTray(link=link)
    assert link.read_text() == "precious"


def test_a_leaning_die_is_thrown_again_for_the_same_number(fake, tray, inbox):
    fake.script(["cocked", (1, 2)])
    tray.lamp("ready", 7)
    tray.acknowledge(inbox.next(FaultSeen).identity)
    seen = inbox.next(ThrowSeen)
    assert (seen.dice, seen.awaited) == ((1, 2), 7)


def test_dice_lean_at_the_rate_that_is_asked_for():
    hundred = list(islice(random_throws(4, cocked=0.5), 100))
    assert 25 < hundred.count("cocked") < 75
    assert "cocked" not in islice(random_throws(4), 100)


def test_a_bank_that_reads_late_still_gets_what_was_sent_before_the_plug_was_pulled():
    with FakeTray() as fake, open(fake.path, "rb", buffering=0) as port:
        sent = encode(Rolling()) + encode(Throw(fake.boot, 1, (3, 5), 0))
        assert [port.readline() for _ in range(2)][1] == encode(Heartbeat())
        fake.unplug(after=len(sent))
        fake.throw(3, 5)
        Event().wait(LATE)
        assert port.read(len(sent)) == sent


def test_bytes_that_the_kernel_has_not_passed_on_yet_count_as_unread():
    cable = PseudoTerminal()
    with open(cable.name, "rb", buffering=0) as bank:
        assert cable.drain(0.0)
        for _ in range(100):
            cable.write(b"R")
            assert not cable.drain(0.0)
            assert bank.read(1) == b"R"
    cable.close()
