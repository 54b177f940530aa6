"""The panel on mock pins, which rattle, stick and fail as told."""

from random import Random
from time import sleep
from unittest.mock import Mock

import gpiozero
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hardware import PINS, FakePanel, Panel, PanelUnavailable, PinTrouble, Press, Stuck
from hardware.debounce import Debounce
from hardware.panel import STUCK


class HandClock:
    """Seconds that pass when they are told to."""

    now = 0.0

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return HandClock()


@pytest.fixture
def panel(fingers, inbox, clock):
    """A panel on which no button is held long enough, however busy the machine is."""
    with Panel(fingers.pins, inbox.put, fingers.factory, hold=3600.0, clock=clock) as panel:
        yield panel


def names(inbox):
    return [press.name for press in inbox.rest()]


def tap(fingers, clock, name):
    clock.now += 1.0
    fingers.down(name)
    clock.now += 0.03
    fingers.up(name)


@pytest.mark.usefixtures("panel")
def test_buttons_report_under_their_names_but_a_tap_on_undo(fingers, inbox, clock):
    for name in ("yes", "undo", "no"):
        tap(fingers, clock, name)
    clock.now += 1.0
    fingers.down("yes")
    fingers.down("no")
    fingers.up("yes")
    fingers.up("no")
    assert names(inbox) == ["yes", "no", "yes", "no"]


def test_a_stuck_button_or_a_held_undo_is_one_press_and_is_reported_once(fingers, inbox, clock):
    with Panel(fingers.pins, inbox.put, fingers.factory, hold=0.005, clock=clock):
        fingers.down("yes")
        assert inbox.next(Press).name == "yes"
        assert inbox.next(Stuck) == Stuck("yes")
        fingers.down("undo")
        assert inbox.next(Press).name == "undo"
        assert inbox.next(Stuck) == Stuck("undo")
        sleep(0.005 * 2 * STUCK)
        tap(fingers, clock, "no")
        assert names(inbox) == ["no"]
        fingers.up("yes")
        fingers.up("undo")
        tap(fingers, clock, "yes")
        assert names(inbox) == ["yes"]


def test_one_press_is_one_press_however_it_rattles(fingers, inbox, clock):
    random, ids = Random(3), set()
    with Panel({"yes": 17}, inbox.put, fingers.factory, clock=clock):
        for _ in range(2_000):
            clock.now += 0.2
            rattle(fingers, clock, random)
            fingers.down("yes")
            clock.now += random.uniform(0.02, 0.5)
            rattle(fingers, clock, random)
            fingers.up("yes")
            [press] = inbox.rest()
            ids.add(press.id)
    assert len(ids) == 2_000


def rattle(fingers, clock, random):
    """Close and open the contacts a few times within 0.1 to 50 ms, at no interval of 50 ms."""
    for _ in range(random.randint(0, 6)):
        fingers.down("yes")
        clock.now += random.uniform(0.0001, 0.004)
        fingers.up("yes")
        clock.now += random.uniform(0.0001, 0.004)


@settings(deadline=None)
@given(st.lists(st.tuples(st.booleans(), st.floats(0.0, 0.0499)), min_size=1))
def test_edges_that_leave_no_pause_are_one_press_at_most(edges):
    debounce, now, presses = Debounce(), 0.0, 0
    for closing, pause in edges:
        if closing:
            presses += debounce.pressed(now)
        else:
            debounce.released(now)
        now += pause
    assert presses == edges[0][0]


def test_an_owner_that_fails_does_not_silence_the_buttons(fingers, clock, caplog):
    owner = Mock(side_effect=[RuntimeError("full"), None])
    with Panel(fingers.pins, owner, fingers.factory, clock=clock):
        tap(fingers, clock, "yes")
        tap(fingers, clock, "no")
    assert owner.call_count == 2
    assert "Press(name='yes'" in caplog.text


def test_fingers_press_in_real_time(fingers, inbox):
    with Panel(fingers.pins, inbox.put, fingers.factory, hold=3600.0):
        fingers.press("yes")
        fingers.press("yes")
        fingers.hold("undo", 0.01)
        assert names(inbox) == ["yes", "yes"]


def test_the_lamp_lights_and_the_buzzer_sounds(panel, fingers, eventually):
    panel.ready(True)
    assert fingers.is_lit
    panel.ready(False)
    assert not fingers.is_lit
    buzzer = fingers.factory.pin(PINS["buzzer"])
    tones = set()
    for tone in ("yes", "no"):
        panel.beep(tone, 30.0)
        tones.add(buzzer.frequency)
    assert tones == {880.0, 440.0}
    panel.beep("yes", 0.01)
    eventually(lambda: not buzzer.state)


def test_a_panel_that_closes_leaves_its_outputs_low(fingers, inbox):
    with Panel(PINS, inbox.put, fingers.factory) as panel:
        panel.ready(True)
        panel.beep("yes", 30.0)
        panel.close()
    assert not fingers.is_lit
    assert not fingers.factory.pin(PINS["buzzer"]).state


def test_a_panel_may_close_after_its_pins(fingers, inbox):
    with Panel(PINS, inbox.put, fingers.factory) as panel:
        panel.beep("yes", 30.0)
        fingers.close()


def test_lamp_and_buzzer_may_be_left_out(fingers, inbox):
    with Panel({"yes": 17}, inbox.put, fingers.factory) as panel:
        panel.ready(True)
        panel.beep()
        fingers.down("yes")
        assert names(inbox) == ["yes"]


def test_a_button_of_another_name_is_a_button(inbox):
    pins = {"bid-anna": 5}
    fingers = FakePanel(pins)
    with Panel(pins, inbox.put, fingers.factory):
        fingers.press("bid-anna")
    assert names(inbox) == ["bid-anna"]
    fingers.close()


def test_a_closed_panel_gives_its_pins_back(fingers, inbox):
    Panel(fingers.pins, inbox.put, fingers.factory).close()
    with Panel(fingers.pins, inbox.put, fingers.factory):
        fingers.down("yes")
    assert names(inbox) == ["yes"]


def test_no_pins_are_one_sentence_and_no_pretence(inbox, monkeypatch):
    def nothing():
        raise gpiozero.BadPinFactory("Unable to load any default pin factory!")

    monkeypatch.setattr(gpiozero.Device, "pin_factory", None)
    monkeypatch.setattr(gpiozero.Device, "_default_pin_factory", nothing)
    with pytest.raises(PanelUnavailable) as error:
        Panel(PINS, inbox.put)
    assert not error.value.has_pins


def test_a_pin_used_twice_is_named_and_the_others_are_used(fingers, inbox):
    with Panel({"yes": 17, "no": 17}, inbox.put, fingers.factory) as panel:
        assert panel.troubles == (PinTrouble("no", 17, "busy"),)
        fingers.down("yes")
    assert names(inbox) == ["yes"]
    with Panel(PINS, inbox.put, fingers.factory) as panel:
        assert not panel.troubles


class HeldPin:
    """A pin of a panel that another program holds, as lgpio says it."""

    def __init__(self, fingers, monkeypatch, name, failure=None):
        self.is_held = True
        found = fingers.factory.pin

        def pin(number):
            if self.is_held and number == PINS[name]:
                raise failure or OSError("'GPIO busy'")
            return found(number)

        monkeypatch.setattr(fingers.factory, "pin", pin)


@pytest.mark.parametrize("name", sorted(PINS))
def test_one_busy_pin_is_named_the_others_work_and_it_is_used_when_it_is_free(
    fingers, inbox, monkeypatch, name
):
    held = HeldPin(fingers, monkeypatch, name)
    with Panel(PINS, inbox.put, fingers.factory, hold=0.005) as panel:
        panel.ready(True)
        panel.look_again()
        assert panel.troubles == (PinTrouble(name, PINS[name], "busy"),)
        panel.beep("yes", 30.0)
        assert name == "lamp" or fingers.is_lit
        for button in {"yes", "no", "undo"} - {name}:
            fingers.down(button)
            assert inbox.next(Press).name == button
        held.is_held = False
        panel.look_again()
        assert not panel.troubles
        assert fingers.is_lit, "a lamp that comes late is as it should be"
        panel.beep("no", 30.0)
        assert fingers.factory.pin(PINS["buzzer"]).frequency == 440.0
        if name in ("yes", "no", "undo"):
            fingers.down(name)
            assert inbox.next(Press).name == name


def test_a_pin_that_fails_otherwise_is_named_with_what_the_driver_says(fingers, inbox, monkeypatch):
    HeldPin(fingers, monkeypatch, "no", OSError("no permission"))
    with Panel(PINS, inbox.put, fingers.factory) as panel:
        assert panel.troubles == (PinTrouble("no", 27, "no permission"),)


def test_without_a_driver_nothing_is_kept_open(inbox, monkeypatch):
    monkeypatch.setattr(gpiozero.Device, "pin_factory", None)
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "no-such-driver")
    with pytest.raises(PanelUnavailable, match="no-such-driver"):
        Panel(PINS, inbox.put)
