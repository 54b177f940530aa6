"""Certificates of an event: what a strict verifier wants in them, and keys of older versions."""

import json
import ssl
from contextlib import suppress
from ipaddress import ip_address
from pathlib import Path

import pytest

pytest.importorskip("nats", reason="nats-py is not installed: pip install '.[club]'")

from cryptography import x509
from cryptography.x509 import verification

from companion.cli import club_access
from companion.club import keys
from tests.club.engine import EVENT
from tests.commands import companion

OUTDATED = """-----BEGIN CERTIFICATE-----
MIIBijCCATCgAwIBAgIUIj2RaexosuQmk0XevmyMyKVHSCMwCgYIKoZIzj0EAwIw
GTEXMBUGA1UEAwwOY29tcGFuaW9uIGNsdWIwHhcNMjYxMTI2MDYzMzE3WhcNMjkw
MjA1MDYzMzE3WjAZMRcwFQYDVQQDDA5jb21wYW5pb24gY2x1YjBZMBMGByqGSM49
AgEGCCqGSM49AwEHA0IABNPN8/4roTI9B7qVPw9K2l2WXOh6Gqu/EjjkcPkH8LFi
7+ZNjVMZFy59Ic5WkC9S3M9+NxtXN05CtZmoooP07aWjVjBUMB0GA1UdDgQWBBR3
SITzDwexm2FydOVJsgVcsV6d4zAfBgNVHSMEGDAWgBR3SITzDwexm2FydOVJsgVc
sV6d4zASBgNVHRMBAf8ECDAGAQH/AgEAMAoGCCqGSM49BAMCA0gAMEUCIQDWnK90
WJJ6MFl/jqxxQlsKGR3/eQF0ztVvOy5jNjehYwIgU7s6DP+RF5AOQKaWUZnFfR+y
oexxVDGXfBeZdtp2ERA=
-----END CERTIFICATE-----
"""
"""Authority of keys that an older version made: it does not say that it may sign."""
ADDRESSES = ("127.0.0.1", "fd00::5", "club.local")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    keys.make_keys(tmp_path / "keys", EVENT, 1, ADDRESSES)
    return tmp_path / "keys"


def authority(folder: Path) -> str:
    return str(json.loads((folder / "table-01.key").read_text())["authority"])


@pytest.mark.parametrize(
    "name",
    [
        x509.IPAddress(ip_address("127.0.0.1")),
        x509.IPAddress(ip_address("fd00::5")),
        x509.DNSName("club.local"),
    ],
)
def test_a_strict_verifier_trusts_the_server_under_each_address(
    folder: Path, name: x509.IPAddress | x509.DNSName
) -> None:
    """This verifier is as strict as OpenSSL 3.5, whichever OpenSSL is here."""
    root = x509.load_pem_x509_certificate(authority(folder).encode())
    server = x509.load_pem_x509_certificate((folder / "server.pem").read_bytes())
    policy = verification.PolicyBuilder().store(verification.Store([root]))
    chain = policy.build_server_verifier(name).verify(server, [])
    assert chain == [server, root]


@pytest.mark.parametrize("address", ADDRESSES)
def test_openssl_trusts_the_server_in_its_strict_mode(folder: Path, address: str) -> None:
    table = ssl.create_default_context(cadata=authority(folder))
    table.verify_flags |= ssl.VERIFY_X509_STRICT
    server = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    server.load_cert_chain(folder / "server.pem", folder / "server-key.pem")
    there, back = ssl.MemoryBIO(), ssl.MemoryBIO()
    ours = table.wrap_bio(back, there, server_hostname=address)
    theirs = server.wrap_bio(there, back, server_side=True)
    for end in (ours, theirs, ours, theirs):
        with suppress(ssl.SSLWantReadError):
            end.do_handshake()
    assert ours.version() == theirs.version() == "TLSv1.3"


@pytest.mark.parametrize(
    "words",
    [
        ("director", "Cup", "--key", "keys/director.key"),
        ("publish", "--key", "keys/table-01.key"),
        ("publish", "--key", "keys"),
        ("club", "keys", EVENT, "--folder", "keys"),
    ],
)
def test_outdated_keys_are_recognized_by_their_certificate(
    folder: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    monkeypatch.chdir(folder.parent)
    for path in folder.glob("*.key"):
        path.write_text(json.dumps(json.loads(path.read_text()) | {"authority": OUTDATED}))
    path = f"keys/{'table-01' if words[0] == 'publish' else 'director'}.key"
    assert companion(*words, status=2) == f"Error: {club_access.OUTDATED.format(path=path)}\n"


@pytest.mark.parametrize("authority", ["", "-----BEGIN CERTIFICATE-----\nAA==\n", OUTDATED[:300]])
def test_a_key_without_a_certificate_is_no_key(
    folder: Path, monkeypatch: pytest.MonkeyPatch, authority: str
) -> None:
    path = folder / "table-01.key"
    path.write_text(json.dumps(json.loads(path.read_text()) | {"authority": authority}))
    found = companion("publish", "--key", path, status=2)
    assert found == f"Error: {club_access.NO_KEY.format(path=path)}\n"
