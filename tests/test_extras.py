"""What installs an extra, in each way in which the program may have been installed."""

import shlex
import sys
from pathlib import Path

import pytest

from companion import extras
from companion.extras import install_command
from tests.commands import companion


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The environment of the program, which has pip."""
    monkeypatch.setattr(sys, "prefix", str(tmp_path))
    monkeypatch.setattr(sys, "executable", str(tmp_path / "bin/python"))
    monkeypatch.setattr(extras, "find_spec", lambda name: name)
    return tmp_path


def test_an_environment_has_its_own_pip(place: Path) -> None:
    python, *words = shlex.split(install_command("club"))
    assert (python, words[:3]) == (str(place / "bin/python"), ["-m", "pip", "install"])
    assert {word.partition(">")[0] for word in words[3:]} == {"cryptography", "nats-py"}


def test_pipx_puts_packages_into_what_it_installed(place: Path) -> None:
    (place / "pipx_metadata.json").touch()
    words = shlex.split(install_command("audit"))
    assert words[:3] == ["pipx", "inject", "table-companion"]
    assert words[3].startswith("datasette")


def test_where_pip_is_missing_uv_installs(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(extras, "find_spec", lambda name: None)
    words = shlex.split(install_command("qr"))
    assert words[:5] == ["uv", "pip", "install", "--python", str(place / "bin/python")]


def test_what_belongs_to_root_is_installed_by_root(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(extras.os, "access", lambda *_: False)
    assert install_command("qr").startswith("sudo ")


def test_a_program_that_is_not_installed_names_its_checkout(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(extras, "DISTRIBUTION", "no-such-package")
    assert shlex.split(install_command("qr"))[-1].endswith("[qr]")


@pytest.mark.parametrize(
    ("arguments", "modules", "extra"),
    [
        (("club", "games"), ("nats", "cryptography"), "club"),
        (("director", "--local"), ("nats",), "club"),
        (("publish", "--key", "x"), ("cryptography",), "club"),
        (("datasette",), ("datasette",), "audit"),
        (("dice",), ("bleak",), "dice"),
        (("import", "--qr", "x.png"), ("zxingcpp",), "qr"),
    ],
    ids=str,
)
def test_a_command_names_what_installs_what_it_lacks(
    arguments: tuple[str, ...],
    modules: tuple[str, ...],
    extra: str,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    for module in modules:
        monkeypatch.setitem(sys.modules, module, None)
    status = 1 if extra in ("club", "dice") else 2
    assert install_command(extra) in companion(*arguments, status=status)


def test_phones_need_nothing_more() -> None:
    from importlib import metadata

    plain = [line for line in metadata.requires("table-companion") or () if ";" not in line]
    assert {"starlette", "uvicorn"} <= {line.partition(">")[0] for line in plain}
