"""Calls of the system bus, by systemd's own program: no library is needed for so little."""

import subprocess

_PATIENCE = 20.0
"""Seconds; the bus itself times out after 25."""


class BusRefused(RuntimeError):
    """A call failed; the message is what the service answered."""


def call(service: tuple[str, str, str], method: str, *arguments: str) -> str:
    """Call a method of a service: its name, object and interface. Return the answer of busctl(1).

    Raises BusRefused if the call is refused, or if there is no bus.
    """
    command = ["busctl", "--system", "call", *service, method, *arguments]
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, timeout=_PATIENCE, check=False
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise BusRefused(str(error)) from error
    if done.returncode:
        raise BusRefused(done.stderr.strip().removeprefix("Call failed: "))
    return done.stdout.strip()
