"""Switching the machine off from the screen: one tap asks, another does, and the ledger is closed
by then. In place of the system's bus stands a program that notes what it was asked."""

import os
from pathlib import Path

import pytest

from companion.system import power
from companion.system.bus import BusRefused
from companion.text.screens.device import UPKEEP
from companion.text.screens.play import WORDS
from tests.kiosk.kiosk import Kiosk
from tests.real_table import companion, until
from tests.stand_ins import stand_in

BUS = """#!/bin/sh
# Answers like busctl, notes what it was asked, and what lay beside the ledger then.
eval method=\\${6}
case $method in
    Can*) echo 's "%(may)s"' ;;
    *) [ -z "%(refusal)s" ] || { echo 'Call failed: %(refusal)s' >&2; exit 1; }
       { ls '%(data)s'; echo "$@"; } >'%(notes)s.part'
       mv '%(notes)s.part' '%(notes)s' ;;
esac
"""


def bus(folder: Path, may: str = "yes", refusal: str = "") -> Path:
    """Where its notes will be; to be found before the system's own."""
    notes = folder / "notes"
    facts = {"may": may, "refusal": refusal, "data": folder / "data", "notes": notes}
    stand_in(folder / "bin/busctl", BUS % facts)
    return notes


def path(folder: Path) -> str:
    return f"{folder}/bin{os.pathsep}{os.environ['PATH']}"


@pytest.mark.parametrize("may", ["yes", "challenge", "na"])
def test_only_what_is_done_without_a_question_is_offered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, may: str
) -> None:
    bus(tmp_path, may)
    monkeypatch.setenv("PATH", path(tmp_path))
    assert power.may(power.OFF) is (may == "yes")


def test_a_refusal_is_told_in_the_words_of_whoever_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bus(tmp_path, refusal="Refused.")
    monkeypatch.setenv("PATH", path(tmp_path))
    with pytest.raises(BusRefused, match=r"^Refused\.$"):
        power.switch(power.RESTART)


def test_a_machine_without_a_bus_cannot_be_switched(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    assert not power.may(power.OFF)
    with pytest.raises(BusRefused, match="busctl"):
        power.switch(power.OFF)


@pytest.mark.gui
@pytest.mark.timeout(300)
def test_it_is_switched_off_with_two_taps_and_a_closed_ledger(tmp_path: Path) -> None:
    notes = bus(tmp_path)
    kiosk = Kiosk(tmp_path, "--players", "Ann,Bob")
    with kiosk.on(PATH=path(tmp_path)):
        kiosk.tap(WORDS["menu"])
        kiosk.tap(UPKEEP["title"])
        # The button is dead until the bus has said that we may.
        until("it asks", lambda: asked(kiosk, UPKEEP["off"], UPKEEP["sure off"]), 60)
        assert not notes.exists(), "one tap only asks"
        kiosk.tap(UPKEEP["yes off"])
        kiosk.says(UPKEEP["off now"])
        until("the bus was asked", notes.exists)
        assert "PowerOff" in notes.read_text()
        assert "ledger.db\n" in notes.read_text()
        assert "ledger.db-wal" not in notes.read_text(), "the ledger was open"
    assert companion("audit", "--data", kiosk.data).stdout.startswith("Game 1: sound")


def asked(kiosk: Kiosk, wanted: str, question: str) -> bool:
    """Return True once a tap has led to the question; tap again while the button is there."""
    if kiosk.bank.buttons(wanted):
        kiosk.tap(wanted)
    return question in kiosk.words()
