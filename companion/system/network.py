"""Addresses of this machine in its network."""

import errno
import fcntl
import os
import re
import socket
import struct
from array import array
from contextlib import suppress
from ipaddress import IPv4Address

LOOPBACK, EVERYWHERE = "127.0.0.1", "0.0.0.0"
HOTSPOT = "10.42.0.1"
"""Address of this machine in a Wi-Fi that NetworkManager makes (``systemd/hotspot.sh``)."""
AVAHI = "/run/avahi-daemon/socket"
"""Socket of Avahi, which speaks a protocol of lines there, as with nss-mdns."""
_AVAHI_SECONDS = 0.2
_OUTSIDE = ("192.0.2.1", 9)
"""Address of no machine (RFC 5737): the route to it is the default one, and no packet is sent."""
_SIOCGIFCONF, _SIOCGIFFLAGS = 0x8912, 0x8913
_POINT_TO_POINT, _RUNNING = 0x10, 0x40
_LIST = struct.Struct("iP")
_INTERFACE = struct.Struct("16s4x4s16x" if struct.calcsize("P") == 8 else "16s4x4s8x")
_FLAGS = struct.Struct("16sH22x")
_MOST_INTERFACES = 256
_OWN_NETWORKS = (b"docker", b"br-", b"veth", b"virbr")
"""Beginnings of the names of interfaces that lead to containers and virtual machines only."""
_MOST_SILENCE = 20_000
"""Milliseconds after which a connection ends whose other end does not confirm what it gets."""


def in_url(address: str) -> str:
    """Write an address as a URL has it: IPv6 in brackets."""
    return f"[{address}]" if ":" in address else address


def own_address() -> str:
    """Find the IPv4 address at which phones reach this machine; empty if there is none yet."""
    with suppress(OSError):
        return choose_address(_addresses(), _address_of_route())
    return ""


def address_in_network(port: int) -> str:
    """Return the URL at which others in the network reach a port; empty if there is none yet."""
    found = own_address()
    return f"http://{found}:{port}" if found else ""


def name_in_network() -> str:
    """Return the name that Avahi tells the network for this machine, such as ``table.local``.

    It is empty if there is no Avahi or no network. Of two machines of one name the second gets
    another, so the name is asked for and not made of the host's.
    """
    with suppress(OSError), socket.socket(socket.AF_UNIX) as avahi:
        avahi.settimeout(_AVAHI_SECONDS)
        avahi.connect(AVAHI)
        avahi.sendall(f"RESOLVE-ADDRESS {own_address()}\n".encode())
        if found := re.fullmatch(rb"\+ \d+ \d+ ([\w-]+\.local)\n", avahi.recv(512)):
            return found[1].decode()
    return ""


def choose_address(found: list[str], route: str) -> str:
    """Choose the address for others in the same network; empty if there is none.

    A Wi-Fi of this machine's own is first, then ``route``, the address of the default route. An
    address that a machine gave itself, without a network, comes last.
    """
    private = [one for one in found if IPv4Address(one).is_private]
    usual = [one for one in private if not IPv4Address(one).is_link_local]
    for wanted in (HOTSPOT, route):
        if wanted in usual:
            return wanted
    return next(iter(usual + private), "")


def _address_of_route() -> str:
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(_OUTSIDE)
        return str(probe.getsockname()[0])
    return ""


def _addresses() -> list[str]:
    """List the addresses of the interfaces that are connected to a network.

    ``socket.if_nameindex`` would open a netlink socket, which the service of a kiosk must not.
    """
    found = []
    space = array("B", bytes(_INTERFACE.size * _MOST_INTERFACES))
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        listed = fcntl.ioctl(probe, _SIOCGIFCONF, _LIST.pack(len(space), space.buffer_info()[0]))
        size, _ = _LIST.unpack(listed)
        for name, address in _INTERFACE.iter_unpack(space[:size].tobytes()):
            _, flags = _FLAGS.unpack(fcntl.ioctl(probe, _SIOCGIFFLAGS, _FLAGS.pack(name, 0)))
            is_connected = flags & _RUNNING and not flags & _POINT_TO_POINT
            if is_connected and not name.startswith(_OWN_NETWORKS):
                found.append(socket.inet_ntoa(address))
    return [address for address in found if not IPv4Address(address).is_loopback]


def free_port(host: str, wanted: int) -> int:
    """Find a free port: ``wanted`` if nobody listens there. Raises OSError."""
    for port in (wanted, 0):
        with suppress(OSError), listen(host, port) as probe:
            return int(probe.getsockname()[1])
    raise OSError(errno.EADDRINUSE, os.strerror(errno.EADDRINUSE))


def listen(host: str, port: int) -> socket.socket:
    """Open a listening socket. Raises OSError.

    Its connections inherit that a phone which has gone without a word is noticed in seconds.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.create_server((host, port), family=family, backlog=64)
    listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, _MOST_SILENCE)
    return listening
