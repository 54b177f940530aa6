"""Settings of a flashed kiosk: ``custom.toml`` on its boot partition, applied at every start."""

import runpy
import stat
from configparser import ConfigParser
from pathlib import Path

import pytest

IMAGE = Path(__file__).parents[2] / "systemd/image"
SETTINGS = runpy.run_path(str(IMAGE / "settings.py"))


@pytest.fixture
def root(tmp_path):
    """A system as the image has it."""
    for folder in ("etc/companion", "usr/share/zoneinfo/Europe"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "usr/share/zoneinfo/Europe/Berlin").touch()
    (tmp_path / "etc/companion/companion.env").write_text("# Settings of the kiosk\n")
    return tmp_path


@pytest.fixture
def apply(root):
    """Write a file and apply it. Return what was said and run."""

    def apply(text):
        file = root / "custom.toml"
        file.write_text(text, "utf-8")
        commands = []
        said = list(SETTINGS["apply"](file, root, commands.append))
        return said, commands

    return apply


def env(root):
    return (root / "etc/companion/companion.env").read_text().splitlines()[1:]


def test_the_file_of_the_image_changes_nothing(apply, root):
    assert apply((IMAGE / "custom.toml").read_text("utf-8")) == ([], [])
    assert env(root) == []


def test_every_line_of_the_image_file_can_be_used(apply, root):
    lines = (IMAGE / "custom.toml").read_text("utf-8").splitlines()
    text = "\n".join(line.removeprefix("#") if " = " in line else line for line in lines)
    said, commands = apply(text)
    assert said == []
    assert commands == [
        ["hostname", "companion"],
        ["iw", "reg", "set", "DE"],
        ["rfkill", "unblock", "wifi"],
        ["systemctl", "start", "--no-block", "companion-phones.service"],
    ]
    assert env(root) == [
        'LANGUAGE="de"',
        'LANGUAGE="de"',
        'COMPANION_MIRROR="/media/stick"',
        'COMPANION_BACKUP="/media/stick"',
    ]
    assert (root / "etc/hostname").read_text() == "companion\n"
    assert (root / "etc/localtime").readlink() == Path("/usr/share/zoneinfo/Europe/Berlin")


def test_a_wifi_is_a_connection_that_only_root_reads(apply, root):
    said, _ = apply('[wlan]\nssid = "Käse; 1"\npassword = "with spaces"\nhidden = true\n')
    assert said == []
    (file,) = (root / "etc/NetworkManager/system-connections").iterdir()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    connection = ConfigParser(interpolation=None)
    connection.read(file)
    assert bytes(map(int, connection["wifi"]["ssid"].strip(";").split(";"))).decode() == "Käse; 1"
    assert connection["wifi"]["hidden"] == "true"
    assert connection["wifi-security"]["psk"] == "with\\sspaces"


@pytest.mark.parametrize("name", ["system", "wlan", "locale", "companion", "phones"])
def test_a_section_that_is_none_is_one_sentence(apply, name):
    ((said,), commands) = apply(f"{name} = 1\n")
    assert f"[{name}]" in said
    assert "section" in said
    assert commands == []


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ('[system]\nhostname = "a b"', "hostname = 'a b'"),
        ('[system]\nhostname = "a\\nb"', "hostname"),
        ('[wlan]\nssid = "x"', "password"),
        ('[wlan]\nssid = "x"\npassword = "short"', "password"),
        ('[wlan]\nssid = "x\\npsk=1"\npassword = "long enough"', "ssid"),
        ('[wlan]\nssid = "x"\npassword = "long enough"\ncountry = "Germany"', "country"),
        ('[locale]\ntimezone = "Europe/Nowhere"', "Europe/Nowhere"),
        ('[locale]\ntimezone = "../../etc/passwd"', "timezone"),
        ("[phones]\nenabled = 1", "enabled"),
        ('[companion]\nlanguage = "de"', "language"),
        ('[companion]\nLANGUAGE = "de\\nLD_PRELOAD=x"', "LANGUAGE"),
        ("[system", "custom.toml"),
    ],
)
def test_what_cannot_be_used_is_said_and_left_out(apply, root, text, named):
    ((said,), commands) = apply(text)
    assert named in said
    assert commands == []
    assert env(root) == []


def test_what_can_be_used_beside_it_is_used(apply, root):
    said, _ = apply('[system]\nhostname = "_"\n[locale]\nkeymap = "es"\n')
    assert len(said) == 1
    assert env(root) == ['LANGUAGE="es"']


def test_without_a_file_nothing_happens(root):
    assert list(SETTINGS["apply"](root / "none.toml", root)) == []
