"""Refusals of systemd/image.sh before it builds anything, on a machine of stand-ins."""

import shutil
from pathlib import Path

import pytest

from tests.stand_ins import CALLED, Machine
from tests.tree import ROOT


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    """A machine with everything that the image needs; the network is down."""
    machine = Machine(tmp_path)
    shutil.copytree(ROOT / "systemd", machine.checkout / "systemd")
    for name in ("sed", "mktemp", "rm"):
        (machine.bin / name).symlink_to(shutil.which(name) or "/bin/true")
    machine.has("dpkg", "echo arm64")
    machine.has("curl", "echo 'curl: (6) Could not resolve host' >&2; exit 6")
    for name in ("mmdebstrap", "mkfs.vfat", "mcopy", "sfdisk", "gpg"):
        machine.has(name, CALLED)
    return machine


@pytest.mark.parametrize(
    ("options", "named"),
    [
        (("--arch", "amd64", "--board", "rpi5"), "--arch arm64"),
        (("--board", "rpi6"), "rpi6"),
        (("--board", "rpi5", "/"), "archive.raspberrypi.com"),
    ],
    ids=["another processor", "another board", "no network"],
)
def test_an_image_for_a_board_that_cannot_be_built_is_refused(
    machine: Machine, options: tuple[str, ...], named: str
) -> None:
    done = machine.run(machine.checkout / "systemd/image.sh", *options)
    assert done.returncode == 1
    assert named in done.stderr.splitlines()[-1]
    assert not machine.called("mmdebstrap")


def test_an_archive_with_another_key_is_refused(machine: Machine) -> None:
    machine.has("curl", "exit 0")
    machine.has("gpg", "printf 'pub:-:2048:1:ABC:\\nfpr:::::::::0123456789ABCDEF:\\n'")
    done = machine.run(machine.checkout / "systemd/image.sh", "--board", "rpi5", "/")
    assert done.returncode == 1
    assert " key " in done.stderr.splitlines()[-1]
    assert not machine.called("mmdebstrap")
