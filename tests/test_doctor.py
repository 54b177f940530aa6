"""What the doctor finds on a machine made of files, and on this one."""

import errno
import os
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest

from companion.engine.notation import parse_header
from companion.engine.problems import Problem
from companion.ledger.copies import snapshot
from companion.ledger.ledger import Ledger
from companion.ledger.problems import LedgerProblem
from companion.runtime import doctor
from companion.runtime.doctor import Status
from companion.system import board
from companion.table.session import Session
from companion.text.doctor import Found, Remedy, Subject, Use
from hardware import FakeTray
from tests.problems import sentence

SETUP = parse_header("players: Ann, Bob\nfirst: Ann\n")


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine without anything, no window system either."""
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


def made(path: Path, text: str = "") -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


def test_a_connected_screen_is_named(machine: Path) -> None:
    assert doctor.display(machine).status is Status.BAD
    made(machine / "sys/class/drm/card1-DSI-1/status", "disconnected\n")
    assert doctor.display(machine).found == Problem(Found.NO_SCREEN_CONNECTED)
    made(machine / "sys/class/drm/card0-HDMI-A-1/status", "connected\n")
    assert doctor.display(machine) == doctor.Check(Subject.DISPLAY, Status.GOOD, "card0-HDMI-A-1")


def test_of_several_screens_the_one_that_is_drawn_on_is_named(machine: Path) -> None:
    made(machine / "sys/class/drm/card0-HDMI-A-1/status", "connected\n")
    made(machine / "sys/class/drm/card1-DSI-1/status", "connected\n")
    several = Problem(Found.SEVERAL_SCREENS, one="card1-DSI-1", others=["card0-HDMI-A-1"])
    assert doctor.display(machine).found == several


def test_a_kiosk_needs_a_touchscreen(machine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "kmsdrm")
    made(machine / "dev/input/event0")
    made(machine / "sys/class/input/event0/device/capabilities/abs", "0\n")
    assert doctor.touch(machine).found == Problem(Found.NO_TOUCHSCREEN)
    made(machine / "sys/class/input/event0/device/capabilities/abs", "260800000000003\n")
    made(machine / "sys/class/input/event0/device/properties", "5\n")
    assert doctor.touch(machine).found == Problem(Found.NO_TOUCHSCREEN), "it is a touchpad"
    made(machine / "sys/class/input/event0/device/properties", "2\n")
    assert doctor.touch(machine).status is Status.GOOD
    made(machine / "dev/input/event1")
    (machine / "dev/input/event0").unlink()
    assert doctor.touch(machine).found == Problem(
        Found.NO_PERMISSION, device=machine / "dev/input/event0"
    )


@pytest.mark.parametrize("bits", ["1000003", "3"], ids=["resistive, SPI", "HDMI, as a mouse"])
def test_a_panel_for_one_finger_needs_another_way_of_drawing(
    machine: Path, monkeypatch: pytest.MonkeyPatch, bits: str
) -> None:
    made(machine / "dev/input/event0")
    made(machine / "sys/class/input/event0/device/capabilities/abs", f"{bits}\n")
    monkeypatch.setenv("SDL_VIDEODRIVER", "kmsdrm")
    one_finger = (Problem(Found.ONE_FINGER), Problem(Remedy.USE_CAGE))
    assert doctor.touch(machine) == doctor.Check(Subject.TOUCH, Status.BAD, *one_finger)
    monkeypatch.setenv("SDL_VIDEODRIVER", "wayland")
    assert doctor.touch(machine).status is Status.GOOD


@pytest.mark.parametrize(
    ("size", "status"),
    [((800, 480), Status.GOOD), ((320, 480), Status.GOOD), ((320, 240), Status.BAD)],
)
def test_a_panel_that_nobody_can_read_is_bad(size: tuple[int, int], status: Status) -> None:
    assert doctor.panel(size).status is status


def test_a_python_without_kivy_has_no_window(
    machine: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DISPLAY", ":0")
    assert doctor.display(machine).status is Status.GOOD
    monkeypatch.setitem(sys.modules, "kivy", None)
    finding = doctor.display(machine)
    assert finding.status is Status.BAD
    assert finding.remedy == Problem(Remedy.OTHER_PYTHON)


def test_what_is_missing_and_can_be_missed_is_only_noted(machine: Path) -> None:
    looks = (doctor.graphics, doctor.touch, doctor.pins)
    assert [look(machine).status for look in looks] == [Status.NOTE] * 3
    assert doctor.tray(None).status is Status.NOTE


def test_what_may_not_be_used_says_which_group_helps(
    machine: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("dev/dri/renderD128", "dev/input/event0", "dev/gpiochip0"):
        made(machine / name)
    monkeypatch.setattr(doctor.os, "access", lambda *_: False)  # we may be root, who may all
    found = [look(machine) for look in (doctor.graphics, doctor.touch, doctor.pins)]
    assert [finding.status for finding in found] == [Status.BAD] * 3
    groups = [Problem(Remedy.JOIN_GROUP, group=name) for name in ("render", "input", "gpio")]
    assert [finding.remedy for finding in found] == groups
    assert found[2].found == Problem(Found.NO_PERMISSION, device=machine / "dev/gpiochip0")


def test_groups_that_are_missing_are_named_with_what_they_are_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(doctor.os, "geteuid", lambda: 1000)
    finding = doctor.groups({"video", "input"})
    assert isinstance(finding.found, Problem)
    tray = Problem(Use.OF_GROUP, group="dialout", use=Problem(Use.DIALOUT))
    assert tray in finding.found.facts["groups"]
    assert finding.remedy
    assert finding.remedy.reason is Remedy.JOIN_GROUPS
    assert doctor.groups(set(doctor.GROUPS)).status is Status.GOOD


def test_a_tray_says_who_it_is(tmp_path: Path) -> None:
    with FakeTray(uid="oak", link=tmp_path / "tray") as fake:
        finding = doctor.tray(fake.path)
    assert finding.status is Status.GOOD
    assert isinstance(finding.found, Problem)
    assert "uid='oak'" in finding.found.facts["answer"]


def test_a_tray_behind_another_board_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with FakeTray(link=tmp_path / "tray") as fake:
        ports = [str(tmp_path / "another board"), fake.path]
        monkeypatch.setattr(doctor, "find_ports", lambda url: ports)
        assert doctor.tray(None).status is Status.GOOD


def test_a_port_without_a_tray_says_what_to_try(tmp_path: Path) -> None:
    finding = doctor.tray(str(tmp_path / "none"))
    assert finding.status is Status.BAD
    assert f"{tmp_path}/none" in finding.found
    assert finding.remedy == Problem(Remedy.REPLUG_TRAY)


def test_a_folder_that_cannot_be_written_is_bad(tmp_path: Path) -> None:
    folder = made(tmp_path / "file") / "data"
    finding = doctor.card(folder)
    assert finding.status is Status.BAD
    why = os.strerror(errno.ENOTDIR)
    assert finding.found == Problem(Found.CARD_UNWRITABLE, folder=folder, why=why)


def test_the_memory_card_under_a_new_folder_is_examined(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    card = board.MemoryCard("SC32G", application_class=1, used=None)
    monkeypatch.setattr(doctor, "disks_of", lambda device: {"mmcblk0"})
    monkeypatch.setattr(board, "memory_card", lambda disk, root: card)
    folder = tmp_path / "new"
    found = list(doctor.look_over(folder, None, partial(snapshot, folder)))
    assert doctor.memory_card(card) in found


def test_a_full_card_and_a_slow_one_are_told_apart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Where tests are run, /tmp may well be memory.
    monkeypatch.setattr(doctor, "is_in_memory", lambda folder: False)
    assert doctor.card(tmp_path).status is Status.GOOD
    monkeypatch.setattr(doctor, "_sync_seconds", lambda folder: 0.5)
    assert doctor.card(tmp_path).remedy == Problem(Remedy.FASTER_CARD)
    monkeypatch.setattr(doctor, "LITTLE_ROOM", 2**60)
    assert doctor.card(tmp_path).status is Status.BAD


def test_a_damaged_ledger_is_bad_and_a_sound_one_may_be_in_use(tmp_path: Path) -> None:
    books = partial(snapshot, tmp_path)
    assert doctor.ledger(tmp_path, books).found == Problem(Found.NONE_YET, folder=tmp_path)
    with Ledger.open(tmp_path) as ledger:
        Session.begin(ledger, SETUP)
        sound = sentence(Found.LEDGER_SOUND, games=1, moves=0)
        assert examine_in_another_process(tmp_path) == sound
    file = tmp_path / "ledger.db"
    file.write_bytes(file.read_bytes().replace(b"Ann", b"Anx"))
    assert doctor.ledger(tmp_path, books).status is Status.BAD


def examine_in_another_process(folder: Path) -> str:
    """The process that has a ledger open must not copy it."""
    code = """if True:
        import sys
        from functools import partial
        from pathlib import Path
        from companion.ledger.copies import snapshot
        from companion.runtime import doctor
        folder = Path(sys.argv[1])
        print(doctor.ledger(folder, partial(snapshot, folder)).found)"""
    command = [sys.executable, "-c", code, str(folder)]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


def test_the_second_copy_is_looked_at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "share_a_disk", lambda folder, copy: False)
    data, stick = tmp_path / "data", tmp_path / "stick"
    look = partial(doctor.mirror, data, stick, partial(snapshot, data))
    assert doctor.mirror(data, None, partial(snapshot, data)).status is Status.NOTE
    missing = Problem(Found.COPY_MISSING, folder=stick)
    plug_in = Problem(Remedy.PLUG_IN_DRIVE)
    assert look() == doctor.Check(Subject.SECOND_COPY, Status.BAD, missing, plug_in)
    stick.mkdir()
    assert look().found == Problem(Found.NONE_YET, folder=stick)
    with Ledger.open(data, stick) as ledger:
        Session.begin(ledger, SETUP)
    path = stick / "ledger.mirror"
    complete = Problem(Found.COPY_COMPLETE, path=path)
    assert look() == doctor.Check(Subject.SECOND_COPY, Status.GOOD, complete)
    with Ledger.open(data) as ledger:
        Session.begin(ledger, SETUP)
    behind = Problem(Found.COPY_BEHIND, path=path, moves=1)
    assert (look().status, look().found) == (Status.NOTE, behind)


def test_the_second_copy_of_another_ledger_is_bad(tmp_path: Path) -> None:
    for name in ("one", "other"):
        (tmp_path / name / "stick").mkdir(parents=True)
        with Ledger.open(tmp_path / name, tmp_path / name / "stick") as ledger:
            Session.begin(ledger, SETUP)
    books = partial(snapshot, tmp_path / "one")
    found = doctor.mirror(tmp_path / "one", tmp_path / "other/stick", books)
    assert found.status is Status.BAD
    assert isinstance(found.found, Problem)
    assert (found.found.reason, found.found.facts["line"]) == (LedgerProblem.COPY_DIFFERS, 1)


def test_the_command_looks_at_everything_and_ends_with_a_verdict(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "companion", "doctor", "--data", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    subjects = [line[2:].split(":")[0] for line in done.stdout.splitlines() if line[0] != " "]
    of_some_boards = (Subject.POWER, Subject.TEMPERATURE, Subject.MEMORY_CARD)
    everywhere = [name for name in subjects if name not in [one.value for one in of_some_boards]]
    assert everywhere == [
        subject.value
        for subject in (
            Subject.DISPLAY,
            Subject.GRAPHICS,
            Subject.TOUCH,
            Subject.PINS,
            Subject.TRAY,
            Subject.SYSTEM,
            Subject.GROUPS,
            Subject.CARD,
            Subject.CLOCK,
            Subject.LEDGER,
            Subject.SECOND_COPY,
        )
    ]
    assert done.returncode == ("✗" in done.stdout)
    assert done.stderr == ""
