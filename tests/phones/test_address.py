"""The address in the code: the one that phones reach, and as soon as there is one."""

import socket
import subprocess
import sys
from pathlib import Path

import pytest

from companion.cli.phones import serve
from companion.phones.app import Server
from companion.system import network
from companion.system.network import HOTSPOT, choose_address, own_address
from companion.text.screens.phones import PHONES
from tests.phones.evening import QuietBank
from tests.tree import ROOT

WIFI, OTHER, DOCKER, ITS_OWN = "192.168.1.20", "192.168.50.1", "172.17.0.1", "169.254.7.7"


@pytest.mark.parametrize(
    ("found", "route", "chosen"),
    [
        ([DOCKER, WIFI], WIFI, WIFI),
        ([WIFI, DOCKER], WIFI, WIFI),
        ([ITS_OWN, WIFI], WIFI, WIFI),
        ([ITS_OWN, WIFI], "", WIFI),  # a router without the internet
        ([ITS_OWN], "", ITS_OWN),  # a cable between two machines
        (["100.101.102.103", WIFI], "100.101.102.103", WIFI),  # everything goes through a VPN
        ([WIFI, HOTSPOT], WIFI, HOTSPOT),
        (["8.8.8.8"], "8.8.8.8", ""),
        ([], "", ""),
        ([], WIFI, ""),  # the interface has lost its network
    ],
)
def test_the_address_is_the_one_that_phones_of_the_same_network_reach(
    found: list[str], route: str, chosen: str
) -> None:
    assert choose_address(found, route) == chosen


def test_the_address_is_found_without_a_netlink_socket(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise OSError(97, "Address family not supported by protocol")

    monkeypatch.setattr(socket, "if_nameindex", refuse)
    assert own_address() in ("", *network._addresses())


WIFI_COMES_LATE = """
set -e
ip link set lo up
ip link add docker0 type bridge; ip addr add 172.17.0.1/16 dev docker0; ip link set docker0 up
ip tuntap add dev eth0 mode tap; ip addr add 192.168.50.1/24 dev eth0; ip link set eth0 up
ip link add wlan0 type veth peer name ap; ip link set ap up; ip link set wlan0 up
"$1" -c "$2"
ip addr add 192.168.1.20/24 dev wlan0; ip route add default via 192.168.1.1
"$1" -c "$2"
"""
_NAMESPACE = ["unshare", "--user", "--map-root-user", "--net", "sh", "-c"]


def may_make_networks() -> bool:
    """Return True if this user may try a network of its own."""
    try:
        probe = "ip tuntap add dev x mode tap && ip link add y type bridge"
        return not subprocess.run([*_NAMESPACE, probe], capture_output=True, timeout=20).returncode
    except FileNotFoundError:
        return False


@pytest.mark.skipif(not may_make_networks(), reason="no network of its own may be made here")
def test_real_interfaces_without_a_network_are_passed_over() -> None:
    ask = "from companion.system.network import own_address; print('<' + own_address() + '>')"
    done = subprocess.run(
        [*_NAMESPACE, WIFI_COMES_LATE, "sh", sys.executable, ask],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.stdout.split() == ["<>", "<192.168.1.20>"], done.stderr


def test_every_status_has_the_address_of_that_moment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server starts early in the boot, and the lease of the Wi-Fi comes later."""
    import uvicorn

    now = [""]
    servers: list[Server] = []
    monkeypatch.setattr("companion.system.network.own_address", lambda: now[0])
    monkeypatch.setattr(uvicorn.Server, "run", lambda *_, sockets: sockets[0].close())

    def make(address):  # type: ignore[no-untyped-def]
        servers.append(Server(tmp_path, address))
        return servers[0].app

    serve(make, "0.0.0.0", 0, "{address}")
    addresses = []
    for now[0] in ("", WIFI, OTHER):
        addresses.append(servers[0]._status()["address"].rpartition(":")[0])
    assert addresses == ["", f"http://{WIFI}", f"http://{OTHER}"]


def test_without_a_network_there_is_no_code_and_with_one_its_address_is_in_words(
    bank: QuietBank,
) -> None:
    phones = bank.table.phones
    phones.hear("", ())
    phones.follow("phones")
    assert (phones.value.title, phones.value.link) == (PHONES["no network"], "")
    phones.hear(f"http://{WIFI}:8080", ())
    assert phones.value.link.startswith(f"http://{WIFI}:8080/j/")
    assert phones.value.hosts == (f"{WIFI}:8080", WIFI)
    phones.hear(f"http://{OTHER}:8080", ())
    assert phones.value.link.startswith(f"http://{OTHER}:8080/j/")
