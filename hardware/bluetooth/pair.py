"""Two dice that become one roll: readings in, rolls and faults out, without a radio or a clock.

A roll counts if both dice were rolled and are at rest. Everything else is a fault, with a code of
the tray's protocol, after which both dice must be rolled again:

``cocked``
    A die that rolled is at rest, but leans or was only moved. A reading that follows within
    ``SETTLE`` may still say that it rolled on.
``missing``
    A die was rolled twice while the other one was not rolled, or the other one was not rolled
    within ``TIMEOUT_S``.
``sensor``
    The link to a die was lost, or a die never came to rest: nobody knows what it shows.

A fault is reported when both dice are at rest, because nobody reads a sentence while dice roll.
Dice that are at rest when the program starts, that are knocked, or that are picked up and put down
again make neither a roll nor a fault.
"""

from dataclasses import dataclass, field

from hardware.bluetooth.readings import DieMotion, DieReading

SETTLE = 1.0  # seconds for which a die may lean before it counts as leaning
TIMEOUT_S = 10.0  # seconds at rest of a rolled die until the other one must roll
ENDLESS = 30.0  # seconds of rolling after which a die is not believed


@dataclass(frozen=True, slots=True)
class Picked:
    """A die began to roll or was picked up."""


@dataclass(frozen=True, slots=True)
class Rolled:
    """Both dice were rolled and are at rest."""

    faces: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Faulty:
    """Both dice are at rest, but what they show does not count."""

    code: str


Outcome = Picked | Rolled | Faulty


@dataclass(slots=True)
class _Die:
    """State of a die; ``face`` is 0 unless it was rolled for the present roll."""

    state: str = "still"
    since: float = 0.0
    face: int = 0

    def become(self, state: str, now: float) -> None:
        self.state, self.since = state, now


@dataclass(slots=True)
class DicePair:
    """The two dice of a table, by their addresses."""

    addresses: tuple[str, str]
    _dice: dict[str, _Die] = field(default_factory=dict)
    _fault: str = ""

    def __post_init__(self) -> None:
        self._dice = {address: _Die() for address in self.addresses}

    def read(self, address: str, reading: DieReading, now: float) -> Outcome | None:
        """Handle a reading of one of the two dice. Raises KeyError for any other die."""
        die = self._dice[address]
        was_still = die.state == "still"
        match reading.motion:
            case DieMotion.HELD if die.state != "held":
                die.become("held", now)
            case DieMotion.ROLLING if die.state != "rolling":
                self._begin(die, now)
            case DieMotion.ROLLED if not was_still or die.face not in (0, reading.face):
                if die.state in ("held", "still"):  # the radio missed that it rolled
                    self._begin(die, now)
                die.face = reading.face
                die.become("still", now)
            case DieMotion.CROOKED | DieMotion.MOVED if die.state != "unsure":
                if die.state == "rolling" or die.face:
                    die.become("unsure", now)
                elif die.state == "held":
                    die.become("still", now)
        is_picked = was_still and die.state in ("held", "rolling")
        return Picked() if is_picked else self._judge(now)

    def lose(self, address: str, now: float) -> Outcome | None:
        """Handle the loss of the link to a die."""
        die = self._dice[address]
        if die.state in ("rolling", "unsure") or any(one.face for one in self._dice.values()):
            self._fault = "sensor"
        die.face = 0
        die.become("still", now)
        return self._judge(now)

    def tick(self, now: float) -> Outcome | None:
        """Handle the passing of time. Call it several times a second."""
        for die in self._dice.values():
            if die.state == "unsure" and now - die.since >= SETTLE:
                self._spoil(die, "cocked", now)
            elif die.state == "rolling" and now - die.since >= ENDLESS:
                self._spoil(die, "sensor", now)
        return self._judge(now)

    def _begin(self, die: _Die, now: float) -> None:
        """Let a die roll; a second time only if the other one, rolling, has knocked it."""
        others = [one.state for one in self._dice.values() if one is not die]
        if die.face and others != ["rolling"]:
            self._fault = self._fault or "missing"
        die.face = 0
        die.become("rolling", now)

    def _spoil(self, die: _Die, code: str, now: float) -> None:
        self._fault = self._fault or code
        die.face = 0
        die.become("still", now)

    def _judge(self, now: float) -> Outcome | None:
        """Return what became of the roll, once both dice are at rest."""
        dice = tuple(self._dice.values())
        if any(die.state != "still" for die in dice):
            return None
        first, second = (die.face for die in dice)
        is_half = bool(first) != bool(second)
        if is_half and now - max(die.since for die in dice) >= TIMEOUT_S:
            self._fault = self._fault or "missing"
        outcome: Outcome | None = None
        if self._fault:
            outcome = Faulty(self._fault)
        elif first and second:
            outcome = Rolled((first, second))
        if outcome:
            self._fault = ""
            for die in dice:
                die.face = 0
        return outcome
