"""The program as its own process."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.commands import companion

ROOT = Path(__file__).resolve().parents[2]


def complaints(stderr: str) -> list[str]:
    """The beginnings of the lines that are no entries of the log."""
    lines = [line for line in stderr.splitlines() if not line.startswith("INFO ")]
    return [line.split(":")[0] + ":" + line.split(":")[1] for line in lines]


def play(*arguments: object, **environment: str) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-P", "-m", "companion", "play", *map(str, arguments)]
    env = {key: value for key, value in os.environ.items() if not key.startswith("KIVY")}
    return subprocess.run(
        command,
        env={**env, "PYTHONPATH": str(ROOT), **environment},
        **{"capture_output": True, "text": True, "timeout": 300, "check": False},
    )


@pytest.mark.gui
def test_the_demonstration_ends_and_leaves_its_pictures(tmp_path: Path) -> None:
    pictures = tmp_path / "pictures"
    arguments = ("--demo", "--moves", 8, "--speed", 40, "--pictures", pictures)
    done = play(*arguments, "--data", tmp_path / "data")
    assert done.returncode == 0, done.stderr
    assert done.stderr == "", "what is logged comes with --verbose"
    assert str(tmp_path / "data") in done.stdout
    assert done.stdout.splitlines()[:-2] == [f"Demonstration: move {n} of 8" for n in range(1, 9)]
    names = sorted(path.name for path in pictures.iterdir())
    assert len(names) >= 8
    assert names[0] == "001-opening-ann.png"


@pytest.mark.gui
def test_kivy_leaves_no_files_that_two_banks_would_share(tmp_path: Path) -> None:
    own = {name: str(tmp_path / name) for name in ("HOME", "XDG_RUNTIME_DIR", "XDG_CACHE_HOME")}
    for folder in own.values():
        Path(folder).mkdir()
    done = play("--demo", "--moves", 1, "--speed", 40, "--data", tmp_path / "data", **own)
    assert done.returncode == 0, done.stderr
    assert [path for path in tmp_path.rglob("*") if "kivy" in path.name] == []


@pytest.mark.parametrize("option", ["--demo", "--kiosk"])
def test_what_needs_a_window_says_the_way_out_without_kivy(tmp_path: Path, option: str) -> None:
    code = "import sys; sys.modules['kivy'] = None; from companion.__main__ import main; main()"
    command = [sys.executable, "-c", code, "play", option, "--data", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    assert done.returncode == 1
    assert len(complaints(done.stderr)) == 1
    assert "Kivy" in done.stderr
    assert "uv tool" in done.stderr


def test_no_other_command_needs_kivy() -> None:
    code = (
        "import sys, click; sys.modules['kivy'] = None; from companion.cli import COMMANDS, cli\n"
        "for name in COMMANDS: cli.get_command(click.Context(cli), name)"
    )
    subprocess.run([sys.executable, "-c", code], check=True, cwd=ROOT)


def test_without_a_screen_there_is_one_sentence(tmp_path: Path) -> None:
    done = play("--data", tmp_path, DISPLAY="", WAYLAND_DISPLAY="", SDL_VIDEODRIVER="")
    assert done.returncode == 1
    assert complaints(done.stderr) == ["Error: No screen found"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--players", "Ann,Ann"), "same name"),
        (("--players", "Ann,Mia 👧"), "👧"),
        (("--players", "Ann,יעל"), "יעל"),
        (("--players", "Ann,Bob", "--edition", "1999"), "1999"),
        (("--players", "Ann,Bob", "--board", "none.toml"), "none.toml cannot be read"),
        (("--size", "800"), "invalid size '800'"),
    ],
)
def test_a_mistake_gets_one_sentence(tmp_path: Path, arguments: tuple[str, ...], said: str) -> None:
    assert said in companion("play", "--data", tmp_path, *arguments, status=2)


def test_a_screen_that_is_not_running_gets_one_sentence(tmp_path: Path) -> None:
    done = play("--data", tmp_path, DISPLAY=":59077")
    assert done.returncode == 1
    assert complaints(done.stderr) == ["Error: No window can be opened here with x11"]
