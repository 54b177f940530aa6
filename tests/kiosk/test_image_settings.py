"""Settings of a flashed kiosk: ``custom.toml`` on its boot partition and what the screen has kept,
applied at every start."""

import os
import runpy
import stat
import tomllib
from configparser import ConfigParser
from pathlib import Path

import pytest

IMAGE = Path(__file__).parents[2] / "systemd/image"
SETTINGS = runpy.run_path(str(IMAGE.with_name("settings.py")))


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
    """Write the files and apply them. Return what was said and run."""

    def apply(text, screen=""):
        file, machine = root / "custom.toml", root / "machine.toml"
        file.write_text(text, "utf-8")
        machine.write_text(screen, "utf-8")
        commands = []
        said = list(SETTINGS["apply"](root, file, machine, commands.append))
        return said, commands

    return apply


def env(root):
    return (root / "etc/companion/companion.env").read_text().splitlines()[1:]


def connections(root):
    return [*(root / "etc/NetworkManager/system-connections").iterdir()]


def read(file):
    connection = ConfigParser(interpolation=None)
    connection.read(file)
    return connection


def ssid(connection):
    return bytes(map(int, connection["wifi"]["ssid"].strip(";").split(";"))).decode()


def test_the_file_of_the_image_changes_nothing(apply, root):
    assert apply((IMAGE / "custom.toml").read_text("utf-8")) == ([], [])
    assert env(root) == []


def test_every_line_of_the_image_file_can_be_used(apply, root):
    lines = (IMAGE / "custom.toml").read_text("utf-8").splitlines()
    text = "\n".join(line.removeprefix("#") if " = " in line else line for line in lines)
    said, commands = apply(text)
    assert said == []
    assert commands == [
        ["hostname", "table"],
        ["iw", "reg", "set", "DE"],
        ["rfkill", "unblock", "wifi"],
        ["systemctl", "start", "--no-block", "companion-phones.service"],
    ]
    assert env(root) == [
        'LANGUAGE="de"',
        'LANGUAGE="de"',
        'COMPANION_MIRROR="/media/stick"',
        'COMPANION_BACKUP="/media/stick"',
        'COMPANION_VERSIONS="https://example.org/companion"',
    ]
    assert (root / "etc/hostname").read_text() == "table\n"
    assert (root / "etc/localtime").readlink() == Path("/usr/share/zoneinfo/Europe/Berlin")


def test_a_wifi_is_a_connection_that_only_root_reads(apply, root):
    said, _ = apply('[wlan]\nssid = "Käse; 1"\npassword = "with spaces"\nhidden = true\n')
    assert said == []
    (file,) = connections(root)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    connection = read(file)
    assert (ssid(connection), connection["wifi"]["hidden"]) == ("Käse; 1", "true")
    assert connection["wifi-security"]["psk"] == "with\\sspaces"


def test_an_open_network_has_an_empty_password(apply, root):
    said, _ = apply('[wlan]\nssid = "Guests"\npassword = ""\n')
    assert said == []
    (file,) = connections(root)
    assert "wifi-security" not in file.read_text()


def test_a_passphrase_that_cannot_be_used_is_not_in_the_journal(apply):
    ((said,), _) = apply('[wlan]\nssid = "Home"\npassword = "geheim"\n')
    assert "password" in said
    assert "geheim" not in said


def test_the_name_of_the_machine_leaves_the_other_hosts_alone(apply, root):
    (root / "etc/hosts").write_text("127.0.0.1 localhost\n127.0.1.1 old\n192.168.1.9 printer\n")
    apply('[system]\nhostname = "table"\n')
    hosts = (root / "etc/hosts").read_text().splitlines()
    assert hosts == ["127.0.0.1 localhost", "192.168.1.9 printer", "127.0.1.1 table"]


# --- what the screen has kept -----------------------------------------------------------------

HOUSE = '[wlan]\nssid = "House"\npassword = "long enough"\ncountry = "DE"\n'


def test_what_was_chosen_on_the_screen_counts_more(apply, root):
    said, commands = apply(HOUSE, '[wlan]\nssid = "Other"\npassword = "long enough"\n')
    assert said == []
    assert commands[0] == ["iw", "reg", "set", "DE"]
    (file,) = connections(root)
    assert ssid(read(file)) == "Other"


def test_what_was_forgotten_on_the_screen_stays_forgotten(apply, root):
    apply(HOUSE)
    assert connections(root)
    assert apply(HOUSE, '[wlan]\nssid = ""\n')[0] == []
    assert not connections(root)


def test_the_screen_may_change_nothing_else(apply, root):
    said, commands = apply(
        "", '[companion]\nLD_PRELOAD = "x"\n[phones]\nenabled = true\n[locale]\nkeymap = "de"\n'
    )
    assert (said, commands) == ([], [])
    assert env(root) == []


def test_root_follows_no_link_that_the_bank_has_made(apply, root):
    (root / "secret").write_text("root:$y$j9T$secret:20000:\n")
    (root / "machine.toml").symlink_to(root / "secret")
    said = list(SETTINGS["apply"](root, None, root / "machine.toml"))
    assert len(said) == 1
    assert "root" not in said[0].replace(str(root), "")
    (root / "machine.toml").unlink()
    os.mkfifo(root / "machine.toml")
    (said,) = SETTINGS["apply"](root, None, root / "machine.toml")
    assert "no file" in said


UNUSABLE = r"""
system = 1 | [system]
[system] / hostname = "a b" | hostname
[system] / hostname = "a\nb" | hostname
[wlan] / ssid = "x" | password
[wlan] / ssid = "x" / password = "short" | password
[wlan] / ssid = "x\npsk=1" / password = "long enough" | ssid
[wlan] / ssid = "x" / password = "long enough" / country = "Germany" | country
[locale] / timezone = "Europe/Nowhere" | timezone
[locale] / timezone = "../../etc/passwd" | timezone
[phones] / enabled = 1 | enabled
[companion] / language = "de" | variable
[companion] / LANGUAGE = "de\nLD_PRELOAD=x" | LANGUAGE
[system | line 1
[[wlan]] / ssid = "x" / password = "long enough" | line 1
[wlan] / ssid = "abcdefghijklmnopqrstuvwxyz0123456" / password = "" | ssid
[wlan] / ssid = 2026-11-28 / password = "" | ssid
[system] / hostname = [[1]] | hostname
wlan = 1 | [wlan]
locale = 1 | [locale]
companion = 1 | [companion]
phones = 1 | [phones]
"""
"""Settings, a slash between two lines, and what is named in the sentence about them."""


@pytest.mark.parametrize("row", UNUSABLE.strip().splitlines())
def test_what_cannot_be_used_is_said_and_left_out(apply, root, row):
    text, named = row.replace(" / ", "\n").split(" | ")
    ((said,), commands) = apply(text)
    assert named in said
    assert commands == []
    assert env(root) == []


def test_what_can_be_used_beside_it_is_used(apply, root):
    said, commands = apply(
        '[system]\nhostname = "_"\n[locale]\nkeymap = "es"\ntimezone = "Europe/Nowhere"\n'
        '[companion]\nlanguage = "de"\nCOMPANION_MIRROR = "/media/stick"\n'
        '[wlan]\ncountry = "Germany"\nssid = "House"\npassword = "long enough"\n'
    )
    assert [one.partition(" cannot")[0] for one in said] == [
        "[system] hostname",
        "[wlan] country",
        "[locale] timezone",
        "[companion] a variable",
    ]
    assert env(root) == ['LANGUAGE="es"', 'COMPANION_MIRROR="/media/stick"']
    assert (commands, len(connections(root))) == ([], 1)


def test_a_line_that_cannot_be_read_costs_no_other(apply, root):
    said, commands = apply(
        '[system]\nhostname = “table”\n\n[locale]\ntimezone = "Europe/Berlin"\n'
        '[wlan]\npassword = "never closed\n'
    )
    lines = [line for line in said if "left out" in line and ", line " in line]
    assert [line.split(", ")[1].split(" cannot")[0] for line in lines] == [
        "line 2 (hostname)",
        "line 7 (password)",
    ]
    assert "never closed" not in " ".join(said)
    assert (root / "etc/localtime").is_symlink() or commands


def test_without_a_file_nothing_happens(root):
    assert list(SETTINGS["apply"](root, root / "none.toml", root / "neither.toml")) == []


USER_DATA = """\
#cloud-config
hostname: table-seven
manage_etc_hosts: true
packages:
- avahi-daemon
timezone: Europe/Berlin
keyboard:
  model: pc105
  layout: "de"
enable_ssh: true
users:
- name: pi
  groups: users,adm,sudo
"""
NETWORK_CONFIG = """\
network:
  version: 2
  wifis:
    wlan0:
      dhcp4: true
      regulatory-domain: "DE"
      access-points:
        "Our \\"Wi-Fi\\"":
          hidden: true
          password: "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"
      optional: true
"""


@pytest.fixture
def imager(root):
    """Write what Raspberry Pi Imager 2 writes for cloud-init."""
    pytest.importorskip("yaml")

    def imager(user_data=USER_DATA, network_config=NETWORK_CONFIG):
        (root / "user-data").write_text(user_data, "utf-8")
        (root / "network-config").write_text(network_config, "utf-8")

    return imager


def test_what_raspberry_pi_imager_writes_is_used_without_its_users(imager, apply, root):
    imager()
    said, commands = apply("")
    assert said == []
    assert commands == [
        ["hostname", "table-seven"],
        ["iw", "reg", "set", "DE"],
        ["rfkill", "unblock", "wifi"],
    ]
    assert env(root) == ['LANGUAGE="de"']
    assert (root / "etc/localtime").readlink() == Path("/usr/share/zoneinfo/Europe/Berlin")
    (file,) = connections(root)
    connection = read(file)
    assert (ssid(connection), connection["wifi"]["hidden"]) == ('Our "Wi-Fi"', "true")
    assert len(connection["wifi-security"]["psk"]) == 64


def test_our_own_file_counts_more(imager, apply, root):
    imager()
    said, _ = apply('[system]\nhostname = "ours"\n[locale]\nkeymap = "es"\n')
    assert said == []
    assert (root / "etc/hostname").read_text() == "ours\n"
    assert env(root) == ['LANGUAGE="es"']
    assert (root / "etc/localtime").is_symlink(), "the timezone is still that of Imager"


@pytest.mark.parametrize(
    ("user_data", "network_config", "named"),
    [
        ("a: [", "", "user-data"),
        ("", "network: {wifis: {wlan0: {}}}", "network-config"),
        ("", "network: 1", "network-config"),
        ("hostname: [1]", "", "hostname"),
        ("timezone: 7", "", "timezone"),
        ("", "network: {wifis: {wlan0: }}", "network-config"),
        ("", "network: {wifis: {wlan0: [1]}}", "network-config"),
        ("", "network: {wifis: {wlan0: {access-points: {House: longenough}}}}", "[wlan]"),
        ("- " * 4000, "", "user-data"),
        ("", "[" * 11000, "network-config"),
        ("", "a: &a {<<: *a}\n- b", "network-config"),
        ("# " * 40000, "", "user-data"),
    ],
    ids=lambda text: text[:40],
)
def test_what_of_it_cannot_be_used_is_said(imager, apply, user_data, network_config, named):
    imager(user_data, network_config)
    ((said,), commands) = apply("")
    assert named in said
    assert "\n" not in said
    assert commands == []


SECRET = "hunter2hunter2"
SLIPS = """
password "{}"
password: "{}"
password = {}
password = "{}
password = \'\'\'{}
{} = "password"
{}
[{}
[wlan.{}]
password = ["{}"]
password = "{}é"
ssid = "{}\\u0001"
country = "{}"
hidden = "{}"
"""
YAML_SLIPS = """
password: "{}
password: {}: x: "
\tpassword: "{}"
{}: [
*{}
"""


@pytest.mark.parametrize("slip", SLIPS.strip().splitlines())
def test_no_slip_puts_a_passphrase_into_the_journal(apply, slip):
    said, _ = apply(f'[wlan]\nssid = "House"\n{slip.format(SECRET)}\n[locale]\nkeymap = "{SECRET}"')
    assert said
    assert not [one for one in said if SECRET in one]


@pytest.mark.parametrize("slip", YAML_SLIPS.strip("\n").splitlines())
def test_no_slip_in_a_file_of_imager_does_either(imager, apply, slip):
    indent = " " * 10
    point = f'    wlan0:\n      access-points:\n        "House":\n{indent}{slip.format(SECRET)}\n'
    imager(f"hostname: {SECRET}_\n", f"network:\n  wifis:\n{point}")
    said, _ = apply("")
    assert [one for one in said if "network-config" in one]
    assert not [one for one in said if SECRET in one]


@pytest.mark.parametrize("name", ["custom.toml", "machine.toml"])
def test_a_thousand_lines_that_are_none_cost_no_setting_and_few_sentences(apply, root, name):
    rest = {"custom.toml": ("x\n" * 1000, ""), "machine.toml": ("", "x\n" * 1000)}[name]
    said, _ = apply(*('[system]\nhostname = "table"\n' + text for text in rest))
    assert (root / "etc/hostname").read_text() == "table\n"
    assert len(said) == 6
    assert "995 more lines" in said[-1]


def test_each_line_is_read_once_however_many_cannot_be(apply, monkeypatch):
    read = []
    loads = tomllib.loads
    monkeypatch.setattr(tomllib, "loads", lambda text: (read.append(len(text)), loads(text))[1])
    text = "x\n" * 1000 + "a = 1\n" * 1000
    apply(text)
    assert sum(read) <= len(text)


def test_what_is_nested_beyond_sense_costs_no_other_line(apply, root):
    deep = "[" * 900
    said, _ = apply(f'a = {deep}\nb = {deep}{"]" * 900}\n[system]\nhostname = "table"\n')
    assert len([one for one in said if "line 1" in one or "line 2" in one]) == len(said)
    assert (root / "etc/hostname").read_text() == "table\n"


def test_a_line_in_another_encoding_costs_no_other(root):
    file = root / "custom.toml"
    file.write_bytes('[locale]\nkeymap = "es"\n[wlan]\nssid = "Käse"\n'.encode("latin-1"))
    (said, *_) = SETTINGS["apply"](root, file, root / "none.toml")
    assert "line 4 (ssid)" in said
    assert env(root) == ['LANGUAGE="es"']


def test_lines_under_a_head_that_is_none_belong_to_no_section(apply, root):
    said, _ = apply('[system]\n[locale\nhostname = "wrong"\n[system]\nhostname = "table"\n')
    assert len(said) == 1
    assert (root / "etc/hostname").read_text() == "table\n"


def test_files_without_settings_change_nothing(imager, apply, root):
    imager("#cloud-config\n", "# nothing\n")
    assert apply("") == ([], [])
    assert env(root) == []


def test_a_start_that_fails_is_tried_again():
    drop_in = (IMAGE / "emergency.conf").read_text()
    assert "systemctl --force reboot" in drop_in
    assert "emergency.service.d" in (IMAGE / "customize.sh").read_text()
