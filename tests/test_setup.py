"""bin/play on machines that lack something: what it says, and what it calls.

A machine is a folder of stand-ins that write down how they were called; nothing gets installed.
"""

import shutil
import sys
from pathlib import Path

import pytest

from tests.stand_ins import CALLED, STAND_INS, Machine, stand_in
from tests.tree import ROOT

NO_VENV = (
    '[ "$2" != "import ensurepip" ] || exit 1; case $2 in *print*) echo VENV ;; esac'
    + STAND_INS["python3"]
)
"""Debian's Python without its package for environments, which is called VENV here."""


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


def test_a_fresh_machine_is_set_up_and_plays(machine: Machine) -> None:
    assert machine.play("--size", "800x480", DISPLAY=":0").returncode == 0
    assert [call.split()[:3] for call in machine.calls] == [
        ["python3", "-m", "venv"],
        ["python", "-m", "pip"],
        ["python", "-P", "-m"],
    ]
    assert machine.calls[-1] == "python -P -m companion play --size 800x480"


def test_a_second_run_only_plays(machine: Machine) -> None:
    machine.play(DISPLAY=":0")
    again = machine.play(DISPLAY=":0")
    assert machine.calls == ["python -P -m companion play"]
    assert again.stderr == ""


def test_catalogues_are_compiled_before_anybody_plays(machine: Machine) -> None:
    locales = machine.checkout / "companion/locales"
    shutil.copytree(ROOT / "companion/locales", locales, ignore=shutil.ignore_patterns("*.mo"))
    compiles = f'*compile.py" ") exec {sys.executable} "$1" ;;'
    machine.has("python3", STAND_INS["python3"].replace('"-m pip" |', f'{compiles} "-m pip" |'))
    machine.play(DISPLAY=":0")
    assert {path.parts[-3] for path in locales.rglob("*.mo")} == {"de", "es"}


def test_new_requirements_are_installed_into_the_same_environment(machine: Machine) -> None:
    machine.play(DISPLAY=":0")
    with (machine.checkout / "pyproject.toml").open("a") as project:
        project.write("# one more\n")
    machine.play(DISPLAY=":0")
    assert not machine.called("python3 -m venv")
    assert machine.called("python -m pip install")


def test_what_pip_could_not_finish_is_tried_again(machine: Machine) -> None:
    pip_fails = STAND_INS["python3"].replace('"-m pip" |', '"-m pip") exit 1 ;;')
    machine.has("python3", pip_fails)
    failed = machine.play(DISPLAY=":0")
    assert failed.returncode == 1
    assert failed.stderr
    machine.has("python3", STAND_INS["python3"])
    shutil.copy(machine.bin / "python3", machine.checkout / ".venv/bin/python")
    machine.play(DISPLAY=":0")
    assert not machine.called("python3 -m venv"), "what there is of the environment is good"
    assert machine.called("python -m pip install")


def test_a_checkout_that_moved_gets_a_new_environment(machine: Machine) -> None:
    machine.play(DISPLAY=":0")
    moved = machine.checkout.rename(machine.checkout.with_name("else where"))
    machine.command = moved / "bin/play"
    assert machine.play(DISPLAY=":0").returncode == 0
    assert machine.called("python3 -m venv")


def test_play_may_be_called_through_a_link(machine: Machine) -> None:
    machine.command = machine.bin / "bank"
    machine.command.symlink_to(machine.checkout / "bin/play")
    assert machine.play(DISPLAY=":0").returncode == 0
    assert machine.calls[-1] == "python -P -m companion play"


NEWER = """
    case "$1 $2" in
        "--version ") echo Python 3.14.0 ;;
        *"(3, 13)"*) exit 1 ;;
        *) %s
    esac"""
"""A Python for which there is no Kivy."""


def test_where_there_is_no_window_the_table_opens_in_a_browser(machine: Machine) -> None:
    machine.has("python3", NEWER % STAND_INS["python3"])
    machine.has("ldconfig", "true")
    done = machine.play("--players", "Ann,Bob")
    assert done.returncode == 0
    assert "3.14.0" in done.stderr.splitlines()[0]
    assert "uv python" in done.stderr
    assert machine.calls[-1] == "python -P -m companion play --browser --players Ann,Bob"
    assert not machine.called("apt-get"), "a page needs no library of a window"


def test_a_page_in_a_browser_needs_neither_a_screen_nor_its_libraries(machine: Machine) -> None:
    machine.has("ldconfig", "true")
    assert machine.play("--browser").returncode == 0
    assert machine.calls[-1] == "python -P -m companion play --browser"
    assert not machine.called("apt-get")


OLDER = """
    case "$1 $2" in
        "--version ") echo Python 3.10.0 ;;
        *) exit 1 ;;
    esac"""


@pytest.mark.parametrize("python", ["exit 1", "exit 127", OLDER])
def test_an_unsuitable_python_is_said_in_a_sentence_before_anything_is_installed(
    machine: Machine, python: str
) -> None:
    machine.has("python3", python)
    machine.has("ldconfig", "true")
    done = machine.play(DISPLAY=":0")
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert "3.11, 3.12 or 3.13" in done.stderr
    assert "uv python" in done.stderr
    assert ("3.10.0" in done.stderr) is (python == OLDER)
    assert not machine.calls


def test_a_python_that_uv_installed_is_found(machine: Machine, tmp_path: Path) -> None:
    machine.has("python3", NEWER % "exit 1")
    home = tmp_path / "ann"
    (home / ".local").mkdir(parents=True)
    stand_in(home / ".local/bin/python3.13", STAND_INS["python3"])
    assert machine.play(DISPLAY=":0", HOME=str(home)).returncode == 0
    assert machine.called("python3.13 -m venv")


def test_missing_libraries_are_named_before_apt_installs_them(machine: Machine) -> None:
    machine.has("ldconfig", "echo libGL.so.1 libEGL.so.1 libGLESv2.so.2 libgbm.so.1 libdrm.so.2")
    done = machine.play(DISPLAY=":0")
    assert done.stderr.splitlines()[0].endswith(": libudev1 libmtdev1")
    update, install = machine.called("apt-get")
    assert "update" in update
    assert install.endswith(" libudev1 libmtdev1")


def test_apt_runs_once_on_a_machine_without_python(machine: Machine) -> None:
    machine.has("ldconfig", "true")
    python = (machine.bin / "python3").rename(machine.bin / "uninstalled")
    machine.has("apt-get", f"{CALLED}; cp '{python}' '{machine.bin}/python3'")
    assert machine.play(DISPLAY=":0").returncode == 0
    update, install = machine.called("apt-get")
    assert "update" in update
    assert {"libgl1", "python3", "python3-venv"} <= {*install.split()}


def test_apt_runs_once_for_libraries_and_python(machine: Machine) -> None:
    machine.has("ldconfig", "true")
    machine.has("python3", NO_VENV)
    assert machine.play(DISPLAY=":0").returncode == 0
    _, install = machine.called("apt-get")
    assert {"libgl1", "VENV"} <= {*install.split()}


def test_whoever_is_not_root_installs_with_sudo(machine: Machine) -> None:
    machine.has("id", "echo 1000")
    machine.has("sudo", f'{CALLED}; "$@"')
    machine.has("ldconfig", "true")
    assert machine.play(DISPLAY=":0").returncode == 0
    assert len(machine.called("sudo")) == len(machine.called("apt-get")) == 2


def test_without_sudo_the_command_to_run_is_said(machine: Machine) -> None:
    machine.has("id", "echo 1000")
    machine.has("ldconfig", "true")
    done = machine.play(DISPLAY=":0")
    assert done.returncode == 1
    assert ": apt-get install libgl1 libegl1" in done.stderr
    assert not machine.calls


def test_without_apt_what_to_install_is_said(machine: Machine) -> None:
    machine.lacks("apt-get")
    machine.has("ldconfig", "true")
    done = machine.play(DISPLAY=":0")
    assert done.returncode == 1
    assert "libgl1 libegl1" in done.stderr


def test_pythons_missing_venv_comes_from_apt(machine: Machine) -> None:
    machine.has("python3", NO_VENV)
    machine.play(DISPLAY=":0")
    assert machine.called("apt-get")[-1].endswith(" install VENV")


def test_without_a_screen_the_demonstration_is_played_on_a_virtual_one(machine: Machine) -> None:
    done = machine.play("--speed", "2")
    assert done.stderr
    (call,) = machine.called("xvfb-run")
    folder = "/home/ann/.local/state/companion/demo/"
    assert f"-m companion play --demo --speed 8 --pictures {folder}" in call
    assert call.endswith(" --speed 2"), "the user's own options come last, and win"


def test_a_virtual_screen_is_installed_only_when_there_is_no_other(machine: Machine) -> None:
    machine.lacks("xvfb-run")
    machine.play(DISPLAY=":0")
    assert not machine.called("apt-get")
    machine.play()
    assert machine.called("apt-get")[-1].endswith(" install xvfb")


def test_a_connected_panel_is_a_screen(machine: Machine) -> None:
    machine.has("grep", "true")
    machine.play()
    assert not machine.called("xvfb-run")
