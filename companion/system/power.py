"""Power off or restart the machine through logind, without sudo or a login session.

logind asks polkit for permission (systemd/50-companion.rules).
"""

import subprocess

OFF, RESTART = "PowerOff", "Reboot"
"""Methods of org.freedesktop.login1.Manager: see org.freedesktop.login1(5)."""

_LOGIND = ("org.freedesktop.login1", "/org/freedesktop/login1", "org.freedesktop.login1.Manager")
_PATIENCE = 20.0
"""Seconds; the bus itself times out after 25."""


class CannotSwitch(RuntimeError):
    """The machine was not switched; the message is that of the service that refused."""


def may(what: str) -> bool:
    """Return True if ``OFF`` or ``RESTART`` is permitted without authentication."""
    try:
        return _call(f"Can{what}") == 's "yes"'
    except CannotSwitch:
        return False


def switch(what: str) -> None:
    """Request ``OFF`` or ``RESTART`` and return before it happens.

    Raises CannotSwitch if that is refused.
    """
    _call(what, "b", "false")  # false: not interactive, nobody can type a password


def _call(method: str, *arguments: str) -> str:
    command = ["busctl", "--system", "call", *_LOGIND, method, *arguments]
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, timeout=_PATIENCE, check=False
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise CannotSwitch(str(error)) from error
    if done.returncode:
        raise CannotSwitch(done.stderr.strip().removeprefix("Call failed: "))
    return done.stdout.strip()
