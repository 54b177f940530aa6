"""The driver on a real pseudo-terminal that noise, loss and pulled plugs make the worst of."""

from collections import Counter
from threading import Thread

import pytest

import hardware.frame_reader
import hardware.tray_session
from hardware import DiceTray, FakeTray, ThrowSeen, TrayFound, TrayLost
from hardware.backoff import Backoff
from hardware.frames import Rolling, Throw, encode
from hardware.noise import NoisyLine
from hardware.throw_script import random_throws
from tests.sizes import sizes

RATES = {"noise": 0.03, "drop": 0.02, "repeat": 0.03, "tear": 0.1}


def collect(tray, inbox, ledger, until):
    """Be a bank: write down each new identity, then acknowledge."""
    while len(ledger) < until:
        seen = inbox.next(ThrowSeen)
        assert ledger.setdefault(seen.identity, seen.dice) == seen.dice
        tray.acknowledge(seen.identity)


@pytest.mark.timeout(5400)
@pytest.mark.parametrize(
    ("throws", "frames_at_least"),
    sizes((1_500, 3_000), slow=(20_000, 40_000), hours=(420_000, 1_000_000)),
)
def test_thousands_of_throws_on_a_noisy_line(
    throws, frames_at_least, inbox, eventually, monkeypatch
):
    made, frames = [], Counter()

    def decode(line):
        frames["seen"] += 1
        return frames_decode(line)

    frames_decode = hardware.frame_reader.decode
    monkeypatch.setattr(hardware.frame_reader, "decode", decode)
    monkeypatch.setattr(hardware.tray_session, "RATE", 1e9)  # no hand throws as fast as this
    with (
        FakeTray(seed=1, repeat_every=0.005, **RATES) as fake,
        DiceTray(fake.path, inbox.put) as tray,
    ):

        def throw_all():
            for dice in (dice for dice, _ in zip(random_throws(2), range(throws), strict=False)):
                eventually(lambda dice=dice: fake.throw(*dice))
                made.append(dice)

        roller = Thread(target=throw_all, daemon=True)
        roller.start()
        ledger = {}
        collect(tray, inbox, ledger, throws)
        roller.join(5.0)
        eventually(lambda: not fake.waiting)
        bad = tray.bad_lines()
    assert list(ledger.values()) == made
    assert list(ledger) == [f"fake/{fake.boot}/{seq}" for seq in range(1, throws + 1)]
    assert not [event for event in inbox.rest() if isinstance(event, ThrowSeen)]
    assert bad.total() > throws / 200
    assert frames["seen"] > frames_at_least
    print(f"{throws} throws, {frames['seen']} frames at the bank, bad: {dict(bad)}")


def test_the_plug_pulled_at_every_byte_of_a_throw(inbox, eventually, tmp_path):
    longest = len(encode(Rolling()) + encode(Throw("0000beef", 99, (3, 5), 0)))
    ledger = {}
    with (
        FakeTray(link=tmp_path / "tray", repeat_every=0.02) as fake,
        DiceTray(fake.path, inbox.put, backoff=Backoff(0.005, 0.005)) as tray,
    ):
        inbox.next(TrayFound)
        for at in range(longest + 1):
            fake.unplug(after=at)
            assert fake.throw(1 + at % 6, 1 + at // 6 % 6)
            eventually(lambda: not fake.is_plugged)
            fake.replug()
            collect(tray, inbox, ledger, at + 1)
            eventually(lambda: not fake.waiting)
    assert list(ledger.values()) == [(1 + at % 6, 1 + at // 6 % 6) for at in range(longest + 1)]
    assert not [event for event in inbox.rest() if isinstance(event, ThrowSeen)]


def test_the_plug_pulled_while_the_bank_has_not_answered(inbox, eventually, tmp_path):
    with (
        FakeTray(link=tmp_path / "tray", repeat_every=0.02) as fake,
        DiceTray(fake.path, inbox.put, backoff=Backoff(0.005, 0.005)) as tray,
    ):
        fake.throw(3, 5)
        seen = inbox.next(ThrowSeen)
        fake.unplug()
        inbox.next(TrayLost)
        tray.acknowledge(seen.identity)
        fake.replug()
        inbox.next(TrayFound)
        eventually(lambda: not fake.waiting)
        assert not [event for event in inbox.rest() if isinstance(event, ThrowSeen)]


def test_a_bad_line_is_as_bad_each_time():
    lines = encode(Throw("0000beef", 1, (3, 5), 0)) * 500
    rates = {"noise": 0.2, "drop": 0.2, "repeat": 0.2}
    assert NoisyLine(5, **rates).carry(lines) == NoisyLine(5, **rates).carry(lines) != lines
    assert NoisyLine().carry(lines) == lines
    assert NoisyLine(drop=1.0).carry(lines) == b""
    assert NoisyLine(repeat=1.0).carry(lines) == lines * 2
