"""Addresses of this machine in its network."""

import fcntl
import socket
import struct
from ipaddress import ip_address

LOOPBACK = "127.0.0.1"
_SIOCGIFADDR = 0x8915
_REQUEST, _ADDRESS = struct.Struct("256s"), slice(20, 24)


def own_address() -> str:
    """Return the IPv4 address at which others in a private network reach this machine.

    It is that of the loopback if there is no such network.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        for _, name in socket.if_nameindex():
            try:
                packed = _REQUEST.pack(name.encode()[:15])
                found = fcntl.ioctl(probe.fileno(), _SIOCGIFADDR, packed)[_ADDRESS]
            except OSError:
                continue
            address = ip_address(found)
            if address.is_private and not address.is_loopback:
                return str(address)
    return LOOPBACK


def listen(host: str, port: int) -> socket.socket:
    """Return a listening socket. Raises OSError."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    return socket.create_server((host, port), family=family, backlog=64)
