"""Power off or restart the machine through logind, without sudo or a login session.

logind asks polkit for permission (systemd/50-companion.rules).
"""

from companion.system.bus import BusRefused, call

OFF, RESTART = "PowerOff", "Reboot"
"""Methods of org.freedesktop.login1.Manager: see org.freedesktop.login1(5)."""

_LOGIND = ("org.freedesktop.login1", "/org/freedesktop/login1", "org.freedesktop.login1.Manager")


def may(what: str) -> bool:
    """Return True if ``OFF`` or ``RESTART`` is permitted without authentication."""
    try:
        return call(_LOGIND, f"Can{what}") == 's "yes"'
    except BusRefused:
        return False


def switch(what: str) -> None:
    """Request ``OFF`` or ``RESTART`` and return before it happens.

    Raises BusRefused if that is refused.
    """
    call(_LOGIND, what, "b", "false")  # false: not interactive, nobody can type a password
