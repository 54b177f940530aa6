"""Bluetooth dice at a table: chosen by rolling them, used as a tray, kept for another evening."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.runtime.bluetooth_dice import BluetoothDice
from companion.text.screens.dice import DICE
from companion.text.tray import DICE as TRAY
from companion.text.tray import DICE_FAULTS
from hardware.bluetooth.fakes import FakeGoDice, FakePixels, FakeRoom, throw_together
from tests.ui.driver import Desk


@pytest.fixture
def room() -> Iterator[FakeRoom]:
    with FakeRoom() as room:
        yield room


def listen(desk: Desk, room: FakeRoom) -> BluetoothDice:
    """Give the table the radio that a bank gives it."""

    def use(path: str | None) -> None:
        desk.devices.tray(path, "dice" if path else "tray")

    dice = BluetoothDice(desk.table, desk.inputs, use, room.bluetooth)
    desk.table.dice.actions = dice.actions()
    return dice


def sit(desk: Desk, room: FakeRoom, *dice: object) -> BluetoothDice:
    """Sit down at a game with dice that are on the list, and wait until they are a tray."""
    desk.table.settings.change(dice={die.address: die.name for die in dice})
    desk.sit_down()
    radio = listen(desk, room)
    radio.start()
    desk.until(lambda: desk.table.tray_input.state == "found")
    return radio


def test_dice_are_chosen_by_rolling_each_once_and_kept(tmp_path: Path, room: FakeRoom) -> None:
    dice = FakePixels(room, "Ruby"), FakePixels(room, "Onyx")
    with Desk(tmp_path) as desk:
        radio = listen(desk, room)
        desk.show("device")
        desk.tap(desk.key("show", "dice"))
        desk.tap(desk.key("choose"))
        desk.until(lambda: desk.table.dice.value.is_choosing)
        for number, die in enumerate(dice, 1):
            die.throw(number)
            desk.until(lambda number=number: len(desk.table.dice.value.dice) == number)
        desk.until(lambda: desk.table.tray_input.state == "found")
        assert [row.name for row in desk.table.dice.value.dice] == ["Ruby", "Onyx"]
        radio.close()
    with Desk(tmp_path) as desk:
        radio = listen(desk, room)
        radio.start()
        desk.until(lambda: desk.table.tray_input.state == "found")
        desk.show("dice")
        desk.tap(desk.key("forget", dice[0].address))
        desk.until(lambda: len(desk.table.dice.value.dice) == 1)
        assert list(desk.table.settings.value.dice) == [dice[1].address]
        radio.close()


def test_two_dice_that_are_rolled_are_a_move_of_the_game(desk: Desk, room: FakeRoom) -> None:
    dice = FakePixels(room, "Ruby"), FakeGoDice(room, "GoDice_1A2B3C_R_v04")
    radio = sit(desk, room, *dice)
    number = desk.table.number
    desk.until(lambda: desk.table.awaited == number)
    throw_together((dice[0], 3), (dice[1], 5))
    desk.until(lambda: desk.table.number > number)
    assert desk.table.dice.value.rolled == (3, 5)
    radio.close()


def test_dice_that_do_not_count_are_one_sentence_and_no_move(desk: Desk, room: FakeRoom) -> None:
    dice = FakePixels(room, "Ruby"), FakeGoDice(room, "GoDice_1A2B3C_R_v04")
    third = FakePixels(room, "Onyx")
    radio = sit(desk, room, *dice)
    number = desk.table.number
    for face in (1, 2):
        dice[1].throw(face)
    desk.until(lambda: desk.table.notice == DICE_FAULTS["missing"])
    third.throw(6)
    desk.until(lambda: desk.table.notice == DICE["other"])
    dice[1].sleep()
    desk.until(lambda: desk.table.notice == TRAY["lost"])
    assert desk.table.number == number
    radio.close()


def test_a_machine_without_bluetooth_has_no_line_for_dice(desk: Desk) -> None:
    desk.show("device")
    assert not desk.all_keys("show", "dice")
