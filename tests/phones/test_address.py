"""The address in the code: the one that phones reach, and as soon as there is one."""

import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from threading import Thread

import pytest

from companion.cli.phones import serve
from companion.phones.app import Server
from companion.system import network
from companion.system.network import HOTSPOT, choose_address, own_address
from companion.text.screens.phones import PHONES
from companion.web.http import names_this_machine
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
    phones.hear("", "", ())
    phones.follow("phones")
    assert (phones.value.title, phones.value.link) == (PHONES["no network"], "")
    phones.hear(f"http://{WIFI}:8080", "", ())
    assert phones.value.link.startswith(f"http://{WIFI}:8080/j/")
    assert phones.value.hosts == (f"{WIFI}:8080", WIFI)
    phones.hear(f"http://{OTHER}:8080", "table.local", ())
    assert phones.value.link.startswith(f"http://{OTHER}:8080/j/")
    typed = phones.value.hosts
    assert typed == (f"table.local:8080 · {OTHER}:8080", "table.local:8080", f"{OTHER}:8080", OTHER)


ASKED = f"RESOLVE-ADDRESS {WIFI}\n".encode()


@pytest.fixture(
    params=[b"+ 4 0 Table-2.local\n", b"-15 Timeout reached\n", b"+ 4 0 a.example\n", b""]
)
def avahi(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[bytes]:
    """Stand-in of Avahi; it answers as the real one does, or wrong, or goes away."""
    monkeypatch.setattr(network, "AVAHI", str(tmp_path / "socket"))
    monkeypatch.setattr(network, "own_address", lambda: WIFI)
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(network.AVAHI)
        listening.listen()

        def answer() -> None:
            while True:
                with listening.accept()[0] as asking:
                    if asking.recv(512) != ASKED:
                        return
                    asking.sendall(request.param)

        answering = Thread(target=answer)
        answering.start()
        yield request.param
        with socket.socket(socket.AF_UNIX) as last:
            last.connect(network.AVAHI)
        answering.join()


def test_the_name_of_the_table_is_what_avahi_says(avahi: bytes) -> None:
    is_named = b"Table" in avahi
    assert network.name_in_network() == ("Table-2.local" if is_named else "")
    for host, is_ours in {
        "table-2.local:8080": is_named,
        "TABLE-2.local": is_named,
        "table.local": False,
        "table-2.local.example": False,
        "local": False,
        f"{WIFI}:8080": True,
        "8.8.8.8": False,
        "localhost": True,
        "table-2.local:port": False,
    }.items():
        assert names_this_machine(host) == is_ours


def test_without_avahi_there_is_no_name(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(network, "AVAHI", str(tmp_path / "none"))
    assert network.name_in_network() == ""
    assert not names_this_machine(".local")
    assert not names_this_machine("table.local")
