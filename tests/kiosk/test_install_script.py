"""What systemd/install.sh asks of machines of several kinds, by a dry run on stand-ins."""

import re
import shutil
import subprocess
from configparser import ConfigParser
from pathlib import Path

import pytest

from tests.stand_ins import CALLED, LIBRARIES, STAND_INS, Machine
from tests.tree import ROOT

BOOKWORM, TRIXIE = "11", "13"
"""Minor version of Python in Debian 12 and 13."""


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    """An arm64 machine with Debian 12 and all that the kiosk needs but its own files."""
    machine = Machine(tmp_path)
    shutil.copytree(ROOT / "systemd", machine.checkout / "systemd")
    for name in ("cmp", "cut", "find", "sed", "sort", "xargs", "sha256sum", "getent", "systemctl"):
        (machine.bin / name).symlink_to(shutil.which(name) or "/bin/true")
    machine.has("uname", "case $1 in -s) echo Linux ;; -m) echo aarch64 ;; esac")
    machine.has("dpkg", "echo arm64")
    machine.has("udevadm", "true")
    machine.has("apt-cache", "false")
    machine.has("ldconfig", f"echo '{LIBRARIES} libasound.so.2'")
    python(machine, BOOKWORM)
    return machine


def python(machine: Machine, minor: str, lgpio: bool = False) -> None:
    """Give the machine another Python, with the distribution's lgpio or without."""
    script = f"""
        case "$2" in
            *"[:2]"*) exit 0 ;;
            *"(3, 13)"*) [ {minor} -lt 13 ] ;;
            *"import lgpio"*) {"true" if lgpio else "false"} ;;
        esac"""
    machine.has("python3", script)


def said(machine: Machine, script: str = "install.sh", *options: str) -> str:
    return machine.run(machine.checkout / "systemd" / script, "--dry-run", *options).stderr


def installed(machine: Machine, version: str) -> None:
    """A version is installed there already."""
    real = shutil.which("readlink")
    machine.lacks("readlink")
    current = f"echo /opt/companion/versions/{version}"
    machine.has("readlink", f'[ "$1" = -f ] || {{ {current}; exit; }}; exec {real} "$@"')


@pytest.mark.parametrize(
    ("minor", "lgpio", "packages", "asked"),
    [
        (BOOKWORM, False, "", False),
        (TRIXIE, True, "", False),
        (TRIXIE, False, "python3-lgpio", True),
        (TRIXIE, False, "", False),
    ],
    ids=["Debian 12", "with lgpio", "Raspberry Pi OS 13", "Debian 13"],
)
def test_lgpio_is_asked_for_where_it_is_missing_and_can_be_had(
    machine: Machine, minor: str, lgpio: bool, packages: str, asked: bool
) -> None:
    python(machine, minor, lgpio)
    machine.has("apt-cache", f'[ "$2" = "{packages}" ]')
    sentences = said(machine)
    assert ("python3-lgpio" in sentences) is asked
    assert "sysusers.d" in sentences, "it goes on"


def test_a_system_without_lgpio_is_told_what_is_lost_and_where_the_way_is(machine: Machine) -> None:
    python(machine, TRIXIE)
    (sentence,) = [line for line in said(machine).splitlines() if "lgpio" in line]
    assert "companion doctor" in sentence


def test_a_compiled_catalogue_makes_no_other_version(machine: Machine) -> None:
    before = said(machine)
    (machine.checkout / "systemd/companion.mo").touch()
    assert said(machine) == before
    (machine.checkout / "systemd/companion.po").touch()
    assert said(machine) != before


@pytest.mark.parametrize("package", ["avahi-daemon", "bluez"])
def test_what_the_program_asks_for_itself_is_installed_everywhere(package: str) -> None:
    scripts = [(ROOT / "systemd" / name).read_text() for name in ("install.sh", "deb.sh")]
    assert f"    need {package} " in scripts[0]
    assert re.search(rf"[ ,]{package}\b", scripts[1])
    assert package in (ROOT / "systemd/image/packages").read_text().split()


def test_what_hears_bluetooth_dice_is_installed() -> None:
    assert "extras=dice" in (ROOT / "systemd/install.sh").read_text()


def test_the_voice_is_installed(machine: Machine) -> None:
    assert re.search(r" espeak-ng\b.* with apt", said(machine))
    for name in ("install.sh", "deb.sh", "image/packages"):
        assert "espeak-ng" in (ROOT / "systemd" / name).read_text()
    machine.has("espeak-ng", "true")
    assert "espeak-ng" not in said(machine)


@pytest.mark.parametrize("package", ["libasound2", "libasound2t64"])
def test_sound_is_asked_for_by_the_name_that_it_has_there(machine: Machine, package: str) -> None:
    machine.has("ldconfig", STAND_INS["ldconfig"])
    machine.has("apt-cache", f'[ "$2" = "{package}" ]')
    assert f" {package} with apt" in said(machine)


def test_a_dry_run_on_a_system_without_python_names_all_packages_and_installs_none(
    machine: Machine,
) -> None:
    machine.lacks("python3")
    machine.has("ldconfig", "echo libGL.so.1 libEGL.so.1 libGLESv2.so.2 libgbm.so.1 libdrm.so.2")
    sentences = said(machine)
    assert {"libudev1", "libmtdev1", "python3", "python3-venv"} <= set(sentences.split())
    assert "start companion.service whenever" in sentences, "it goes on"
    assert not machine.called("apt-get")
    assert not machine.called("python")


def test_a_system_of_32_bits_is_refused_in_a_sentence(machine: Machine) -> None:
    machine.has("dpkg", "echo armhf")
    done = machine.run(machine.checkout / "systemd/install.sh", "--dry-run")
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert "armhf" in done.stderr


def test_what_is_there_at_the_installation_is_told_to_the_rules(machine: Machine) -> None:
    machine.has("udevadm", CALLED)
    script = (machine.checkout / "systemd/install.sh").read_text()
    [reload] = re.findall(r"^reload\(\) \{.*?^\}", script, re.MULTILINE | re.DOTALL)
    machine.has("reload", f"running_systemd() {{ false; }}\n{reload}\nreload")
    machine.run(machine.bin / "reload")
    [trigger] = machine.called("udevadm trigger")
    rules = (machine.checkout / "systemd").glob("*.rules")
    waiting = {
        subsystem
        for file in rules
        for subsystem in re.findall(r'SUBSYSTEM[!=]="(\w+)"', file.read_text())
    }
    assert waiting == {"tty", "backlight", "gpio", "block"}
    for subsystem in waiting - {"block"}:  # a disk that was not plugged in is not mounted
        assert f"--subsystem-match={subsystem}" in trigger
    assert "--action=add" in trigger, "the rules act on nothing else"


RASPBERRY_PI_WATCHDOG = 15
"""Seconds for which the watchdog of a Raspberry Pi waits at most: a longer time is refused."""


def test_a_hung_kernel_is_started_again_by_the_watchdog_of_the_board(machine: Machine) -> None:
    drop_in = ConfigParser()
    drop_in.read(machine.checkout / "systemd/watchdog.conf")
    assert 5 <= drop_in.getint("Manager", "RuntimeWatchdogSec") <= RASPBERRY_PI_WATCHDOG
    installed = "/etc/systemd/system.conf.d/companion.conf"
    assert f"write {installed}" in said(machine)
    assert installed in (machine.checkout / "systemd/uninstall.sh").read_text()


@pytest.mark.parametrize(
    ("before", "options", "after"),
    [
        ("0123", (), ""),
        ("0123-club", (), "-club"),
        ("0123-audit-club", (), "-audit-club"),
        ("0123-audit", ("--club",), "-audit-club"),
    ],
)
def test_an_update_keeps_what_was_added_to_the_program(
    machine: Machine, before: str, options: tuple[str, ...], after: str
) -> None:
    installed(machine, before)
    sentences = said(machine, "update.sh", *options)
    [version] = re.findall("/opt/companion/versions/[0-9a-f]{12}(.*)\\.$", sentences, re.MULTILINE)
    assert version == after
    assert ("start companion-publish.service" in sentences) is ("club" in after)


def test_a_first_installation_by_update_adds_nothing(machine: Machine) -> None:
    assert re.search("/opt/companion/versions/[0-9a-f]{12}\\.$", said(machine, "update.sh"), re.M)


@pytest.mark.skipif(not shutil.which("dpkg-deb"), reason="packages are made on Debian")
def test_a_newer_package_is_an_update(machine: Machine, tmp_path: Path) -> None:
    subprocess.run([ROOT / "systemd/deb.sh", tmp_path], check=True, capture_output=True)
    [package] = tmp_path.glob("*.deb")
    control = tmp_path / "control"
    subprocess.run(["dpkg-deb", "--control", package, control], check=True)
    script = (control / "postinst").read_text()
    machine.has("postinst", script.replace("/usr/share/companion/systemd", str(machine.bin)))
    machine.has("update.sh", CALLED)
    for step, calls in (("configure", ["update.sh "]), ("abort-upgrade", [])):
        machine.run(machine.bin / "postinst", step)
        assert machine.calls == calls
    files = subprocess.run(["dpkg-deb", "--contents", package], capture_output=True, text=True)
    assert "systemd/update.sh" in files.stdout
