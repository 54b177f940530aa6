"""The wheel, installed into an environment of its own and used far from any checkout."""

import subprocess
import sys
import venv
from pathlib import Path

import pytest

from tests.tree import ROOT

# Building and installing belong to the first test's time, and may have to download Kivy.
pytestmark = pytest.mark.timeout(600)

GAME = """\
players: Ann, Bob
first: Ann
Ann throws 1 2
Ann buys
expect Ann $1440, Bob $1500
"""


def run(*command: str | Path, **options: object) -> str:
    """The output of a command that has to succeed; what it said is the message when it does not."""
    done = subprocess.run(command, capture_output=True, text=True, **options)  # type: ignore[call-overload]
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    assert "Traceback" not in done.stderr, done.stderr
    return str(done.stdout)


class Installed:
    """The commands of a clean environment, run from an empty folder that is also their home."""

    def __init__(self, environment: Path, home: Path) -> None:
        self.bin, self.home = environment / "bin", home

    def __call__(self, command: str, *arguments: str | Path) -> str:
        # Nothing of the checkout, nor of whoever runs the tests, reaches the installed program.
        env = {"HOME": str(self.home), "PATH": f"{self.bin}:/usr/bin:/bin", "LANG": "C.UTF-8"}
        return run(self.bin / command, *arguments, cwd=self.home, env=env)

    def python(self, source: str) -> list[str]:
        return self("python", "-c", source).split()


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Installed:
    folder = tmp_path_factory.mktemp("installed")
    run(sys.executable, "-m", "build", "--wheel", "--outdir", folder, ROOT)
    (wheel,) = folder.glob("*.whl")
    environment = folder / "environment"
    venv.create(environment, with_pip=True)
    pip = (environment / "bin/python", "-m", "pip")
    run(*pip, "install", "--quiet", "--disable-pip-version-check", "--no-compile", wheel)
    (folder / "home").mkdir()
    return Installed(environment, folder / "home")


def names(folder: str, pattern: str) -> set[str]:
    return {path.name for path in (ROOT / folder).rglob(pattern)}


def test_the_program_explains_itself(installed: Installed) -> None:
    assert "play" in installed("companion", "--help")


def test_a_record_is_checked_with_the_packaged_rules(installed: Installed) -> None:
    game = installed.home / "evening.game"
    game.write_text(GAME)
    installed("companion", "check", game)


def test_the_languages_come_along(installed: Installed) -> None:
    code = "from companion import text; text.set_language('de'); print(text.buildings(2))"
    assert installed.python(code) == ["2", "Häuser"]


def test_a_program_that_uses_the_rules_is_checked_for_their_types(installed: Installed) -> None:
    stranger = installed.home / "stranger.py"
    stranger.write_text("from companion.engine import play\nplay(7, 7)\n")
    python = installed.bin / "python"
    checking = (sys.executable, "-m", "mypy", "--python-executable", python, stranger)
    done = subprocess.run(checking, capture_output=True, text=True, cwd=installed.home)
    assert done.stdout.count("[arg-type]") == 2, done.stdout


def test_the_screens_come_along(installed: Installed) -> None:
    found = installed.python(
        "from companion.resources import kv_files\nfor kv in kv_files(): print(kv)"
    )
    assert {Path(kv).name for kv in found} == names("kv", "*.kv")
    assert all(Path(kv).is_relative_to(installed.bin.parent) for kv in found)


def test_the_fonts_come_along(installed: Installed) -> None:
    found = installed.python(
        "from companion.resources import font_file\n"
        "for font in font_file('').parent.iterdir(): print(font.name)"
    )
    assert set(found) == names("companion/fonts", "*.*")
    assert {"CharisSIL-Bold.ttf", "LICENSE-CharisSIL.txt"} <= set(found)


@pytest.mark.parametrize("folder", ["boards", "editions"])
def test_boards_and_editions_come_along(installed: Installed, folder: str) -> None:
    found = installed.python(
        "from importlib.resources import files\n"
        f"for file in (files('companion.engine') / '{folder}').iterdir(): print(file.name)"
    )
    assert set(found) == names(f"companion/engine/{folder}", "*.toml")


def test_what_a_command_says_installs_its_extra(installed: Installed) -> None:
    (installed.home / "picture.png").write_bytes(b"no picture")
    ask = (installed.bin / "companion", "import", "--qr", "picture.png")

    def refusal() -> str:
        done = subprocess.run(ask, cwd=installed.home, capture_output=True, text=True, check=False)
        assert done.returncode == 2
        return done.stderr

    command = refusal().rpartition(": ")[2].strip()
    assert str(installed.bin) in command
    run("sh", "-c", command, cwd="/")
    assert "pip" not in refusal()
