"""Make the keys of an event: a certificate, the server's configuration, a file for each user.

Every table is a user of its own. It may store lines under its own name, ask for its own last line,
and answer the director; nothing else. Nobody may delete: neither a line nor a stream. Connections
are encrypted with a certificate that only these files trust. The authority that signed it is
forgotten at once, so that nobody can sign another.

A key that is revoked is no user of the server any more, and its file gets another name, by which
the wall knows of it. A table that gets a new key has another password.
"""

import json
import os
import secrets
import signal
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path
from typing import Any

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from companion.club.local import PORT, PROCESS, STORE
from companion.club.stream import SEPARATOR, Access, inbox_of
from companion.system.network import in_url

CONFIG = "nats-server.conf"
DIRECTOR = "director"
_TABLE = "table-"
REVOKED = ".revoked"
"""Suffix of a key's file once it is revoked."""
LASTS = timedelta(days=800)
_BEFORE = timedelta(days=2)
"""A table without a clock of its own may believe that it is yesterday."""
AUTHORITY = "companion club"
AUTHORITY_FILE = "authority.pem"
ROUTES_PORT = 4224
"""Port at which the servers of a cluster reach each other."""
_SIGNING = "key_cert_sign"
_USAGES = (
    "digital_signature",
    "content_commitment",
    "key_encipherment",
    "data_encipherment",
    "key_agreement",
    _SIGNING,
    "crl_sign",
    "encipher_only",
    "decipher_only",
)


def make_keys(
    folder: Path, event: str, tables: int, addresses: Sequence[str], *, is_cluster: bool = False
) -> list[Path]:
    """Write the files of an event and return those of the users; the first is the director's.

    ``addresses`` are those of the server, the best one first, or those of the servers of a cluster,
    each of which has its files in a folder of its own. Raises FileExistsError if the folder has
    keys already, OSError if it cannot be written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    if _configs(folder):
        raise FileExistsError(folder)
    authority, certificate, key = _certificates(addresses)
    users = {user_of(number): secrets.token_urlsafe(32) for number in range(tables + 1)}
    servers: list[tuple[Path, dict[str, Any]]] = [(folder, {})]
    if is_cluster:
        servers = list(_cluster(folder, event, addresses))
    for own, cluster in servers:
        own.mkdir(exist_ok=True)
        _write(own / "server.pem", certificate)
        _write(own / "server-key.pem", key)
        if cluster:
            _write(own / AUTHORITY_FILE, authority)
        _write(own / CONFIG, _config(own.absolute(), event, users, cluster))
    urls = [f"tls://{in_url(address)}:{PORT}" for address in addresses]
    paths = []
    for number, (user, password) in enumerate(users.items()):
        path = folder / f"{user}.key"
        fields = {
            "server": SEPARATOR.join(urls if is_cluster else urls[:1]),
            "event": event,
            "table": number,
            "user": user,
            "password": password,
            "authority": authority,
        }
        _write(path, json.dumps(fields, indent=1))
        paths.append(path)
    return paths


def revoke(folder: Path, tables: Sequence[int]) -> None:
    """Take tables from the users of an event.

    Raises LookupError if one of them has no key, OSError if the files cannot be written.
    """
    users = _users(folder)
    for table in tables:
        del users[user_of(table)]
    _write_users(folder, users)
    for path in (folder / f"{user_of(table)}.key" for table in tables):
        path.replace(path.with_suffix(REVOKED))


def renew(folder: Path, tables: Sequence[int]) -> list[Path]:
    """Write new keys of tables, whose old ones are good no more; a new number gets its first.

    Raises OSError if the files cannot be written.
    """
    users, fields = _users(folder), json.loads((folder / f"{DIRECTOR}.key").read_text())
    made = {table: secrets.token_urlsafe(32) for table in tables}
    _write_users(folder, users | {user_of(table): word for table, word in made.items()})
    paths = []
    for table, password in made.items():
        user = user_of(table)
        path = folder / f"{user}.key"
        own = {"table": table, "user": user, "password": password}
        _replace(path, json.dumps(fields | own, indent=1))
        path.with_suffix(REVOKED).unlink(missing_ok=True)
        paths.append(path)
    return paths


def revoked(folder: Path) -> frozenset[int]:
    """Return the tables whose keys are revoked."""
    names = (path.stem.removeprefix(_TABLE) for path in folder.glob(f"{_TABLE}*{REVOKED}"))
    return frozenset(int(name) for name in names if name.isdecimal())


def tell_server(folder: Path) -> bool:
    """Let the server of an event read its users again; False if it does not run here."""
    told = False
    for config in _configs(folder):
        with suppress(OSError, ValueError):
            process = int(config.with_name(PROCESS).read_text())
            if Path(f"/proc/{process}/comm").read_text().strip() == "nats-server":
                os.kill(process, signal.SIGHUP)
                told = True
    return told


def _configs(folder: Path) -> list[Path]:
    """Return the configurations of the servers of an event."""
    found = (folder / CONFIG, *sorted(folder.glob(f"server-*/{CONFIG}")))
    return [path for path in found if path.exists()]


def _users(folder: Path) -> dict[str, str]:
    """Return the users of an event with their passwords."""
    [first, *_] = _configs(folder) or [folder / CONFIG]
    values = json.loads(first.read_text())
    return {one["user"]: one["password"] for one in values["authorization"]["users"]}


def _write_users(folder: Path, users: Mapping[str, str]) -> None:
    event = json.loads((folder / f"{DIRECTOR}.key").read_text())["event"]
    for path in _configs(folder):
        values = json.loads(path.read_text()) | _authorization(event, users)
        _replace(path, json.dumps(values, indent=1))


def user_of(table: int) -> str:
    """Return the user of a table; table 0 is the director."""
    return f"{_TABLE}{table:02d}" if table else DIRECTOR


def can_sign(authority: str) -> bool:
    """Return True if a certificate in PEM names signing among its uses.

    Keys of older versions have one that does not. Python 3.13 and OpenSSL 3.5 refuse it.
    Raises ValueError if it is no certificate.
    """
    certificate = x509.load_pem_x509_certificate(authority.encode())
    try:
        usage = certificate.extensions.get_extension_for_class(x509.KeyUsage)
    except x509.ExtensionNotFound:
        return False
    return usage.value.key_cert_sign


def permissions(event: str, table: int) -> dict[str, Any]:
    """Return the subjects that the user of one of the tables may use; 0 is the director."""
    access, inbox = Access("", event), f"{inbox_of(user_of(table))}.>"
    whose = table or "*"
    ask, alive, line = (access.subject(whose, kind) for kind in ("ask", "alive", "line"))
    if not table:
        calls = ("STREAM.NAMES", "STREAM.CREATE.*", "CONSUMER.CREATE.*.*", "CONSUMER.MSG.NEXT.*.*")
        return {
            "publish": [*(f"$JS.API.{call}" for call in calls), ask],
            "subscribe": [alive, inbox],
        }
    return {
        "publish": [line, alive, f"$JS.API.DIRECT.GET.{access.stream(table)}.{line}"],
        "subscribe": [ask, inbox],
        # The answer to a question goes where the question says, once.
        "allow_responses": {"max": 1, "expires": "1m"},
    }


def _authorization(event: str, users: Mapping[str, str]) -> dict[str, Any]:
    """Return the users of the server, each with what it may do."""
    tables = {user: int(user.removeprefix(_TABLE)) for user in users if user != DIRECTOR}
    return {
        "authorization": {
            "users": [
                {
                    "user": user,
                    "password": password,
                    "permissions": permissions(event, tables.get(user, 0)),
                }
                for user, password in users.items()
            ]
        }
    }


def _cluster(
    folder: Path, event: str, addresses: Sequence[str]
) -> Iterator[tuple[Path, dict[str, Any]]]:
    """Yield the folder of each server of a cluster, with what its configuration has besides."""
    password = secrets.token_urlsafe(32)
    login = {"user": "cluster", "password": password}
    routes = [f"tls://cluster:{password}@{in_url(address)}:{ROUTES_PORT}" for address in addresses]
    for number, address in enumerate(addresses, 1):
        own = folder / f"server-{number}"
        routing = {"name": event, "host": address, "port": ROUTES_PORT, "routes": routes}
        tls = _tls(own.absolute()) | {"ca_file": str(own.absolute() / AUTHORITY_FILE)}
        yield (
            own,
            {
                "server_name": f"{event}-{number}",
                "host": address,
                "cluster": routing | {"authorization": login, "tls": tls},
            },
        )


def _tls(folder: Path) -> dict[str, str]:
    return {
        "cert_file": str(folder / "server.pem"),
        "key_file": str(folder / "server-key.pem"),
    }


def _config(folder: Path, event: str, users: Mapping[str, str], cluster: dict[str, Any]) -> str:
    values = {
        **cluster,
        "port": PORT,
        "jetstream": {"store_dir": str(folder / STORE)},
        "tls": _tls(folder),
        **_authorization(event, users),
    }
    # The configuration of nats-server is a superset of JSON.
    return json.dumps(values, indent=1)


def _certificates(addresses: Sequence[str]) -> tuple[str, str, str]:
    """Return the certificate of an authority, and of the server with its key, in PEM."""
    signer, key = ec.generate_private_key(ec.SECP256R1()), ec.generate_private_key(ec.SECP256R1())
    authority = _certificate(AUTHORITY, signer.public_key(), signer, _SIGNING)
    server = _certificate("nats-server", key.public_key(), signer, "digital_signature")
    names = x509.SubjectAlternativeName([_name(address) for address in addresses])
    # Each server of a cluster is a client of the others, too.
    purposes = [ExtendedKeyUsageOID.SERVER_AUTH, ExtendedKeyUsageOID.CLIENT_AUTH]
    purpose = x509.ExtendedKeyUsage(purposes)
    server = server.add_extension(names, False).add_extension(purpose, False)
    private = key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )
    return _pem(authority, signer), _pem(server, signer), private.decode()


def _certificate(
    subject: str, key: ec.EllipticCurvePublicKey, signer: ec.EllipticCurvePrivateKey, usage: str
) -> x509.CertificateBuilder:
    """Begin a certificate with everything that RFC 5280 wants in it and in its authority."""
    now, is_authority = datetime.now(UTC), usage == _SIGNING
    return (
        x509.CertificateBuilder()
        .issuer_name(_called(AUTHORITY))
        .subject_name(_called(subject))
        .public_key(key)
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - _BEFORE)
        .not_valid_after(now + LASTS)
        .add_extension(x509.BasicConstraints(is_authority, 0 if is_authority else None), True)
        .add_extension(x509.KeyUsage(**{kind: kind == usage for kind in _USAGES}), True)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key), False)
        .add_extension(
            x509.AuthorityKeyIdentifier.from_issuer_public_key(signer.public_key()), False
        )
    )


def _called(name: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])


def _name(address: str) -> x509.GeneralName:
    with suppress(ValueError):
        return x509.IPAddress(ip_address(address))
    return x509.DNSName(address)


def _pem(certificate: x509.CertificateBuilder, signer: ec.EllipticCurvePrivateKey) -> str:
    signed = certificate.sign(signer, hashes.SHA256())
    return signed.public_bytes(serialization.Encoding.PEM).decode()


def _replace(path: Path, text: str) -> None:
    """Write a file that only its owner can read, over one that is there."""
    new = path.with_name(f"{path.name}.new")
    new.unlink(missing_ok=True)
    _write(new, text)
    new.replace(path)


def _write(path: Path, text: str) -> None:
    """Write a file that only its owner can read."""
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
    with open(handle, "w", encoding="utf-8") as file:
        file.write(text)
