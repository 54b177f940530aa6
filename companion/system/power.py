"""Switching the machine off, or on again: asked of logind, which asks polkit whether we may
(systemd/50-companion.rules). No sudo, and no session is needed for it."""

import subprocess

OFF, RESTART = "PowerOff", "Reboot"
"""Methods of org.freedesktop.login1.Manager: see org.freedesktop.login1(5)."""

_LOGIND = ("org.freedesktop.login1", "/org/freedesktop/login1", "org.freedesktop.login1.Manager")
_PATIENCE = 20.0
"""Seconds; the bus itself gives up after 25."""


class CannotSwitch(RuntimeError):
    """Why the machine stays as it is, in the words of whoever refused."""


def may(what: str) -> bool:
    """Whether that would be done without a question."""
    try:
        return _ask(f"Can{what}") == 's "yes"'
    except CannotSwitch:
        return False


def switch(what: str) -> None:
    """``OFF`` or ``RESTART``; returns before that happens. Raises CannotSwitch."""
    _ask(what, "b", "false")  # false: nobody is there to type a password


def _ask(method: str, *arguments: str) -> str:
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
