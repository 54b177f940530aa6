"""Both sides against each other over a bad line, with killed banks and pulled plugs, and no port.

The ledger is a list: what it has, it has durably. Whatever happens, it must end up with exactly the
throws that were made, in their order.
"""

from hypothesis import given, settings
from hypothesis import strategies as st

from hardware import PortProblem, ThrowSeen
from hardware.firmware.tray import Tray
from hardware.noise import NoisyLine
from hardware.tray_session import TraySession

STEP = 0.25  # seconds


class Table:
    """A tray, a bank with its ledger, and the line between them."""

    def __init__(self, seed=0, **rates):
        self.line = NoisyLine(seed, **rates)
        self.now = 0.0
        self.tray = Tray("oak", "0000beef", 0)
        self.thrown, self.ledger = [], []
        self.waiting = []  # reported to the bank, and not looked at yet
        self.start_bank()

    def start_bank(self):
        """Kill the bank, if one is running, and start it again: it remembers its ledger."""
        self.link = TraySession()
        self.link.connected(self.now)
        self.waiting.clear()

    @property
    def ticks(self):
        """The tray's clock, in milliseconds."""
        return int(1000 * self.now)

    def replug(self):
        self.link.disconnected(PortProblem.UNPLUGGED)
        self.link.connected(self.now)

    def throw(self, dice):
        self.tray.roll(self.ticks)
        if self.tray.rest(*dice, self.ticks):
            self.thrown.append((f"oak/0000beef/{len(self.thrown) + 1}", dice))

    def carry(self):
        """Let what was said arrive, and a moment pass."""
        self.now += STEP
        self.tray.tick(self.ticks)
        heard = self.link.receive(self.line.carry(self.tray.bytes_to_send()), self.now)
        self.waiting += [event for event in heard if isinstance(event, ThrowSeen)]
        if self.link.tick(self.now):
            self.link.connected(self.now)
        self.tray.receive(self.line.carry(self.link.bytes_to_send()), self.ticks)

    def commit(self):
        """Write down what is new, without yet acknowledging it."""
        for event in self.waiting:
            if (event.identity, event.dice) not in self.ledger:
                self.ledger.append((event.identity, event.dice))

    def acknowledge(self):
        self.commit()
        for event in self.waiting:
            self.link.acknowledge(event.identity)
        self.waiting.clear()

    def settle(self):
        self.line = NoisyLine()
        for _ in range(100):
            self.carry()
            self.acknowledge()


steps = st.one_of(
    st.tuples(st.just("throw"), st.tuples(st.integers(1, 6), st.integers(1, 6))),
    st.sampled_from(["carry", "commit", "acknowledge", "start_bank", "replug"]).map(lambda x: (x,)),
)


@settings(deadline=None)
@given(st.lists(steps, max_size=60), st.integers(0, 2**32), st.sampled_from([0.0, 0.1, 0.5]))
def test_no_throw_is_invented_lost_or_counted_twice(happenings, seed, rate):
    table = Table(seed, noise=rate, drop=rate, repeat=rate)
    for name, *what in happenings:
        getattr(table, name)(*what)
    table.settle()
    assert table.ledger == table.thrown
    assert table.tray.waiting == []
