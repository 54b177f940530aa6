"""The command: dice that are simulated, chosen and served."""

import signal
import subprocess
import sys

import pytest

from companion.cli import dice as command
from companion.table import settings
from hardware import DiceTray, ThrowSeen
from hardware.bluetooth.fakes import FakePixels, FakeRoom
from tests.commands import result
from tests.hardware.conftest import PATIENCE


def test_simulated_dice_roll_for_the_lamp_until_interrupted(tmp_path, inbox):
    link = tmp_path / "dice"
    program = subprocess.Popen(
        [sys.executable, "-m", "companion", "dice", "--simulate", "--seed", "3", "--link", link],
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert program.stdout.readline().strip() == str(link)
        with DiceTray(str(link), inbox.put) as tray:
            for number in (4, 5):
                tray.lamp("ready", number)
                throw = inbox.next(ThrowSeen)
                assert throw.awaited == number
                tray.acknowledge(throw.identity)
        program.send_signal(signal.SIGINT)
        program.communicate(timeout=PATIENCE)
        assert program.returncode == 0
    finally:
        program.kill()
        program.communicate()
    assert not link.is_symlink()


def test_dice_that_are_rolled_are_chosen_and_stored_for_good(tmp_path, monkeypatch):
    with FakeRoom() as room:
        dice = FakePixels(room, "Ruby"), FakePixels(room, "Onyx")
        monkeypatch.setattr(command, "require_bluetooth", room.bluetooth)
        monkeypatch.setattr(command, "_tell", lambda event: throw(event, dice))
        done = result("dice", "--choose", "--data", str(tmp_path))
    assert done.exit_code == 0
    kept, problem = settings.load(settings.place(tmp_path))
    assert problem is None
    assert dict(kept.dice) == {die.address: die.name for die in dice}


def throw(event, dice) -> None:
    """Roll the die whose turn it is, as a person does who reads the list."""
    if event.is_choosing and len(event.dice) < 2:
        dice[len(event.dice)].throw(3)


def test_without_two_dice_on_the_list_it_names_the_way_to_them(tmp_path):
    done = result("dice", "--data", str(tmp_path))
    assert done.exit_code == 1
    assert "--choose" in done.stderr


@pytest.mark.parametrize(
    ("options", "named"), [(("--choose", "--simulate"), "--choose"), (("--seed", "x"), "--seed")]
)
def test_options_that_do_not_fit_are_refused(options, named):
    done = result("dice", *options)
    assert done.exit_code == 2
    assert named in done.stderr


def test_a_file_in_the_place_of_the_link_is_kept(tmp_path):
    (tmp_path / "taken").write_text("mine")
    done = result("dice", "--simulate", "--link", str(tmp_path / "taken"))
    assert done.exit_code == 1
    assert (tmp_path / "taken").read_text() == "mine"
